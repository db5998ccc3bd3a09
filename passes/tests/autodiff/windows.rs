//! Convolutions, and reductions of windows.

use crate::check::{check, refusal};

/// A convolution of a batch-first input with an output-feature-first kernel; `window` and `groups` as in the text.
fn convolution(x: &str, kernel: &str, result: &str, window: &str, groups: (i64, i64)) -> String {
    let dims = match x.split('x').filter(|size| size.parse::<i64>().is_ok()).count() {
        3 => "[b, f, 0]x[o, i, 0]->[b, f, 0]",
        _ => "[b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]",
    };
    format!(
        "func.func @main(%x: tensor<{x}>, %k: tensor<{kernel}>) -> tensor<{result}> {{
          %0 = stablehlo.convolution(%x, %k) dim_numbers = {dims}, window = {{{window}}} {{feature_group_count = {} : i64, batch_group_count = {} : i64}} : (tensor<{x}>, tensor<{kernel}>) -> tensor<{result}>
          return %0 : tensor<{result}>
        }}",
        groups.0, groups.1
    )
}

#[test]
fn convolutions_with_every_kind_of_window() {
    for (x, kernel, result, window) in [
        ("2x3x5xf64", "2x3x3xf64", "2x2x3xf64", ""),
        ("2x3x6xf64", "2x3x3xf64", "2x2x3xf64", "stride = [2], pad = [[1, 0]]"),
        // Elements at the end that no window reaches.
        ("1x1x6xf64", "1x1x2xf64", "1x1x2xf64", "stride = [3]"),
        ("1x2x6xf64", "2x2x3xf64", "1x2x1xf64", "rhs_dilate = [2], stride = [3], pad = [[0, 1]]"),
        ("1x2x4xf64", "2x2x3xf64", "1x2x4xf64", "stride = [2], pad = [[1, 2]], lhs_dilate = [2]"),
        // Edges cut away, and padding wider than the window.
        ("1x1x6xf64", "1x1x2xf64", "1x1x3xf64", "pad = [[-1, -1]]"),
        ("1x1x3xf64", "1x1x2xf64", "1x1x8xf64", "pad = [[3, 3]]"),
        ("1x1x5xf64", "1x1x3xf64", "1x1x4xf64", "pad = [[1, 0]], reverse = [1]"),
        ("1x2x5x4xf64", "2x2x2x3xf64", "1x2x2x4xf64", "stride = [2, 1], pad = [[0, 0], [2, 2]], rhs_dilate = [1, 2], reverse = [0, 1]"),
    ] {
        let window = window.replace("reverse = [1]", "reverse = [true]").replace("reverse = [0, 1]", "reverse = [false, true]");
        check(&convolution(x, kernel, result, &window, (1, 1)));
    }
}

#[test]
fn convolutions_in_groups() {
    check(&convolution("2x4x5xf64", "6x2x3xf64", "2x6x3xf64", "", (2, 1)));
    // Depthwise.
    check(&convolution("1x3x4x4xf64", "3x1x2x2xf64", "1x3x3x3xf64", "", (3, 1)));
    check(&convolution("4x3x5xf64", "6x3x2xf64", "2x6x3xf64", "stride = [2], pad = [[1, 0]]", (1, 2)));
}

#[test]
fn convolutions_with_dimensions_in_other_places_and_of_complex_numbers() {
    check(
        "func.func @main(%x: tensor<4x2x5x4xf64>, %k: tensor<2x3x2x6xf64>) -> tensor<3x2x4x6xf64> {
          %0 = stablehlo.convolution(%x, %k) dim_numbers = [0, b, 1, f]x[i, 0, 1, o]->[0, b, 1, f], window = {pad = [[1, 0], [0, 0]]} {feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<4x2x5x4xf64>, tensor<2x3x2x6xf64>) -> tensor<3x2x4x6xf64>
          return %0 : tensor<3x2x4x6xf64>
        }",
    );
    check(&convolution("1x1x4xcomplex<f64>", "1x1x2xcomplex<f64>", "1x1x3xcomplex<f64>", "", (1, 1)));
}

/// A reduction of windows by `op` from `init`.
fn pooling(op: &str, init: &str, from: &str, to: &str, window: &str) -> String {
    format!(
        "func.func @main(%x: tensor<{from}>) -> tensor<{to}> {{
          %c = stablehlo.constant dense<{init}> : tensor<f64>
          %0 = \"stablehlo.reduce_window\"(%x, %c) <{{{window}}}> ({{
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            %1 = stablehlo.{op} %a, %b : tensor<f64>
            stablehlo.return %1 : tensor<f64>
          }}) : (tensor<{from}>, tensor<f64>) -> tensor<{to}>
          return %0 : tensor<{to}>
        }}"
    )
}

#[test]
fn windows_reduced_by_one_op() {
    for (op, init) in [("add", "0.0"), ("maximum", "0xFFF0000000000000"), ("minimum", "0x7FF0000000000000"), ("multiply", "1.0")] {
        check(&pooling(op, init, "2x6xf64", "2x3xf64", "window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>"));
        // Windows that overlap, padding, and an end that no window reaches.
        check(&pooling(op, init, "5x6xf64", "3x4xf64", "window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 1], [1, 1]]> : tensor<2x2xi64>"));
        check(&pooling(op, init, "7xf64", "2xf64", "window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, window_dilations = array<i64: 2>"));
        check(&pooling(op, init, "4xf64", "4xf64", "window_dimensions = array<i64: 3>, window_strides = array<i64: 2>, base_dilations = array<i64: 2>, padding = dense<[[1, 1]]> : tensor<1x2xi64>"));
        // A running combination.
        check(&pooling(op, init, "5xf64", "5xf64", "window_dimensions = array<i64: 5>, padding = dense<[[4, 0]]> : tensor<1x2xi64>"));
    }
    // What the initial value won has no gradient.
    check(&pooling("maximum", "0.1", "2x6xf64", "2x3xf64", "window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>"));
}

#[test]
fn windows_of_values_and_places() {
    check(
        "func.func @main(%x: tensor<2x6xf64>) -> tensor<2x3xf64> {
          %p = stablehlo.iota dim = 1 : tensor<2x6xi32>
          %c = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
          %d = stablehlo.constant dense<-1> : tensor<i32>
          %0:2 = \"stablehlo.reduce_window\"(%x, %p, %c, %d) <{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}> ({
          ^bb0(%a: tensor<f64>, %i: tensor<i32>, %b: tensor<f64>, %j: tensor<i32>):
            %1 = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
            %2 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f64>
            %3 = stablehlo.select %1, %i, %j : tensor<i1>, tensor<i32>
            stablehlo.return %2, %3 : tensor<f64>, tensor<i32>
          }) : (tensor<2x6xf64>, tensor<2x6xi32>, tensor<f64>, tensor<i32>) -> (tensor<2x3xf64>, tensor<2x3xi32>)
          return %0#0 : tensor<2x3xf64>
        }",
    );
}

#[test]
fn a_window_from_a_computed_value_is_refused() {
    let why = refusal(
        "func.func @main(%x: tensor<4xf64>, %c: tensor<f64>) -> tensor<2xf64> {
          %0 = \"stablehlo.reduce_window\"(%x, %c) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            %1 = stablehlo.add %a, %b : tensor<f64>
            stablehlo.return %1 : tensor<f64>
          }) : (tensor<4xf64>, tensor<f64>) -> tensor<2xf64>
          return %0 : tensor<2xf64>
        }",
    );
    assert!(why.contains("start from a constant"), "{why}");
}

fn scattered(direction: &str) -> String {
    format!(
        "func.func @main(%x: tensor<5x4xf64>, %s: tensor<3x2xf64>, %c: tensor<f64>) -> tensor<5x4xf64> {{
          %0 = \"stablehlo.select_and_scatter\"(%x, %s, %c) <{{window_dimensions = array<i64: 3, 2>, window_strides = array<i64: 2, 2>, padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>}}> ({{
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            %1 = stablehlo.compare {direction}, %a, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
            stablehlo.return %1 : tensor<i1>
          }}, {{
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            %1 = stablehlo.add %a, %b : tensor<f64>
            stablehlo.return %1 : tensor<f64>
          }}) : (tensor<5x4xf64>, tensor<3x2xf64>, tensor<f64>) -> tensor<5x4xf64>
          return %0 : tensor<5x4xf64>
        }}"
    )
}

#[test]
fn sources_that_are_scattered_to_what_their_windows_select() {
    for direction in ["GE", "GT", "LE", "LT"] {
        check(&scattered(direction));
    }
    // Of equal elements the one that the op takes.
    for direction in ["GE", "GT"] {
        check(&scattered(direction).replace("(%x, %s, %c)", "(%e, %s, %c)").replace("%0 = \"stab", "%e = stablehlo.constant dense<1.0> : tensor<5x4xf64>\n%0 = \"stab"));
    }
}
