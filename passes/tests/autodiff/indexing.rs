//! Gathers, scatters, sorts and the largest elements.

use crate::check::{check, check_in, refusal};

#[test]
fn gathered_elements() {
    // Indices that repeat, and one beyond the end, which is moved inside.
    check(
        "func.func @main(%x: tensor<3x2xf64>) -> tensor<4x2xf64> {
          %i = stablehlo.constant dense<[[1], [5], [1], [-2]]> : tensor<4x1xi32>
          %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<3x2xf64>, tensor<4x1xi32>) -> tensor<4x2xf64>
          return %0 : tensor<4x2xf64>
        }",
    );
    // Boxes, components in another order than the dimensions, and two gathers of one operand.
    check(
        "func.func @main(%x: tensor<4x5xf64>) -> (tensor<2x3x2xf64>, tensor<2xf64>) {
          %i = stablehlo.constant dense<[[3, 0, 9], [1, 2, 1]]> : tensor<2x3xui8>
          %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 2, 2>}> : (tensor<4x5xf64>, tensor<2x3xui8>) -> tensor<2x3x2xf64>
          %j = stablehlo.constant dense<[2, 2]> : tensor<2xi64>
          %r = stablehlo.reshape %x : (tensor<4x5xf64>) -> tensor<20xf64>
          %1 = \"stablehlo.gather\"(%r, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<20xf64>, tensor<2xi64>) -> tensor<2xf64>
          return %0, %1 : tensor<2x3x2xf64>, tensor<2xf64>
        }",
    );
    // A batch dimension on both sides.
    check(
        "func.func @main(%x: tensor<2x4xf64>, %i: tensor<2x3x1xi32>) -> tensor<2x3xf64> {
          %0 = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xf64>, tensor<2x3x1xi32>) -> tensor<2x3xf64>
          return %0 : tensor<2x3xf64>
        }",
    );
}

/// A scatter of rows into 5x2 by indices that repeat and lie outside.
fn rows(body: &str, unique: bool) -> String {
    let indices = if unique { "[[1], [7], [0], [-2]]" } else { "[[1], [7], [1], [-2]]" };
    format!(
        "func.func @main(%x: tensor<5x2xf64>, %u: tensor<4x2xf64>) -> tensor<5x2xf64> {{
          %i = stablehlo.constant dense<{indices}> : tensor<4x1xi32>
          %0 = \"stablehlo.scatter\"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = {unique}}}> ({{
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            {body}
          }}) : (tensor<5x2xf64>, tensor<4x1xi32>, tensor<4x2xf64>) -> tensor<5x2xf64>
          return %0 : tensor<5x2xf64>
        }}"
    )
}

fn combined(op: &str) -> String {
    format!("%1 = stablehlo.{op} %a, %b : tensor<f64>\nstablehlo.return %1 : tensor<f64>")
}

#[test]
fn scattered_updates() {
    for op in ["add", "maximum", "minimum"] {
        check(&rows(&combined(op), false));
    }
    check(&rows(&combined("multiply"), true));
    for unique in [false, true] {
        check(&rows("stablehlo.return %b : tensor<f64>", unique));
    }
    let why = refusal(&rows(&combined("multiply"), false));
    assert!(why.contains("unique_indices"), "{why}");
    let why = refusal(&rows(&combined("subtract"), true));
    assert!(why.contains("adds, multiplies"), "{why}");
}

#[test]
fn scattered_boxes_that_lie_outside_in_part() {
    for body in [combined("add"), combined("maximum"), "stablehlo.return %b : tensor<f64>".to_owned()] {
        check(&format!(
            "func.func @main(%x: tensor<4x5xf64>, %u: tensor<3x2x2xf64>) -> tensor<4x5xf64> {{
              %i = stablehlo.constant dense<[[3, -1, 1], [2, 0, 9]]> : tensor<2x3xi64>
              %0 = \"stablehlo.scatter\"(%x, %i, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}}> ({{
              ^bb0(%a: tensor<f64>, %b: tensor<f64>):
                {body}
              }}) : (tensor<4x5xf64>, tensor<2x3xi64>, tensor<3x2x2xf64>) -> tensor<4x5xf64>
              return %0 : tensor<4x5xf64>
            }}"
        ));
        // One component wide, the other one element: mixed.
        check(&format!(
            "func.func @main(%x: tensor<2x4x5xf64>, %u: tensor<2x3x2xf64>, %i: tensor<2x3x2xi32>) -> tensor<2x4x5xf64> {{
              %two = stablehlo.constant dense<2> : tensor<2x3x2xi32>
              %j = stablehlo.multiply %i, %two : tensor<2x3x2xi32>
              %0 = \"stablehlo.scatter\"(%x, %j, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>}}> ({{
              ^bb0(%a: tensor<f64>, %b: tensor<f64>):
                {body}
              }}) : (tensor<2x4x5xf64>, tensor<2x3x2xi32>, tensor<2x3x2xf64>) -> tensor<2x4x5xf64>
              return %0 : tensor<2x4x5xf64>
            }}"
        ));
    }
}

#[test]
fn sorted_elements() {
    // By one of two operands, downwards; a third of integers goes along.
    check(
        "func.func @main(%x: tensor<4x3xf64>, %y: tensor<4x3xf64>, %z: tensor<4x3xi32>) -> (tensor<4x3xf64>, tensor<4x3xf64>) {
          %0:3 = \"stablehlo.sort\"(%x, %z, %y) <{dimension = 0 : i64, is_stable = false}> ({
          ^bb0(%a: tensor<f64>, %b: tensor<f64>, %i: tensor<i32>, %j: tensor<i32>, %c: tensor<f64>, %d: tensor<f64>):
            %1 = stablehlo.compare GT, %c, %d, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
            stablehlo.return %1 : tensor<i1>
          }) : (tensor<4x3xf64>, tensor<4x3xi32>, tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xi32>, tensor<4x3xf64>)
          return %0#0, %0#2 : tensor<4x3xf64>, tensor<4x3xf64>
        }",
    );
    // By magnitude.
    check(
        "func.func @main(%x: tensor<2x5xf64>) -> tensor<2x5xf64> {
          %0 = \"stablehlo.sort\"(%x) <{dimension = -1 : i64, is_stable = true}> ({
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            %1 = stablehlo.abs %a : tensor<f64>
            %2 = stablehlo.abs %b : tensor<f64>
            %3 = stablehlo.compare LT, %1, %2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
            stablehlo.return %3 : tensor<i1>
          }) : (tensor<2x5xf64>) -> tensor<2x5xf64>
          return %0 : tensor<2x5xf64>
        }",
    );
}

#[test]
fn largest_elements() {
    check(
        "func.func @main(%x: tensor<2x3x5xf64>) -> tensor<2x3x2xf64> {
          %v, %i = chlo.top_k(%x, k = 2) : tensor<2x3x5xf64> -> (tensor<2x3x2xf64>, tensor<2x3x2xi32>)
          %s = stablehlo.multiply %v, %v : tensor<2x3x2xf64>
          return %s : tensor<2x3x2xf64>
        }",
    );
    check_in("func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {\n%v, %i = chlo.top_k(%x, k = 5) : tensor<5xf64> -> (tensor<5xf64>, tensor<5xi32>)\nreturn %v : tensor<5xf64>\n}", 0.0, 9.0);
}
