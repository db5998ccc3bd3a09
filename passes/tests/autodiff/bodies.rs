//! Reductions and maps by bodies of several ops, normalisation, and functions that CHLO names.

use crate::check::{check, check_in, refusal};

fn reduction(op: &str, init: &str, from: &str, to: &str, dims: &str) -> String {
    format!("func.func @main(%x: tensor<{from}>, %c: tensor<f64>) -> tensor<{to}> {{ {init} %0 = stablehlo.reduce(%x init: %c) applies stablehlo.{op} across dimensions = [{dims}] : (tensor<{from}>, tensor<f64>) -> tensor<{to}> return %0 : tensor<{to}> }}")
}

#[test]
fn products_of_elements() {
    check(&reduction("multiply", "", "2x5x3xf64", "3xf64", "0, 1"));
    check(&reduction("multiply", "", "4xf64", "f64", "0"));
    check(&reduction("multiply", "", "1x2xf64", "2xf64", "0"));
    // Zeros among the elements: one leaves a gradient, two leave none.
    check(
        "func.func @main(%x: tensor<3x4xf64>) -> tensor<3xf64> {
          %z = stablehlo.constant dense<[[1.0, 1.0, 1.0, 1.0], [1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 0.0, 1.0]]> : tensor<3x4xf64>
          %y = stablehlo.multiply %x, %z : tensor<3x4xf64>
          %e = stablehlo.sine %y : tensor<3x4xf64>
          %c = stablehlo.constant dense<1.0> : tensor<f64>
          %0 = stablehlo.reduce(%e init: %c) applies stablehlo.multiply across dimensions = [1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<3xf64>
          return %0 : tensor<3xf64>
        }",
    );
}

#[test]
fn reductions_by_bodies_of_several_ops() {
    // The largest element with its place, the first of equal ones.
    check(
        "func.func @main(%x: tensor<2x5xf64>) -> tensor<2xf64> {
          %p = stablehlo.iota dim = 1 : tensor<2x5xi32>
          %c = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
          %d = stablehlo.constant dense<0> : tensor<i32>
          %0:2 = stablehlo.reduce(%x init: %c), (%p init: %d) across dimensions = [1] : (tensor<2x5xf64>, tensor<2x5xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
          reducer(%a: tensor<f64>, %b: tensor<f64>) (%i: tensor<i32>, %j: tensor<i32>) {
            %1 = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
            %2 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
            %3 = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
            %4 = stablehlo.and %2, %3 : tensor<i1>
            %5 = stablehlo.or %1, %4 : tensor<i1>
            %6 = stablehlo.select %1, %a, %b : tensor<i1>, tensor<f64>
            %7 = stablehlo.select %5, %i, %j : tensor<i1>, tensor<i32>
            stablehlo.return %6, %7 : tensor<f64>, tensor<i32>
          }
          return %0#0 : tensor<2xf64>
        }",
    );
    // log(e^a + e^b).
    check(
        "func.func @main(%x: tensor<5x2xf64>) -> tensor<2xf64> {
          %c = stablehlo.constant dense<-40.0> : tensor<f64>
          %0 = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<5x2xf64>, tensor<f64>) -> tensor<2xf64>
          reducer(%a: tensor<f64>, %b: tensor<f64>) {
            %1 = stablehlo.exponential %a : tensor<f64>
            %2 = stablehlo.exponential %b : tensor<f64>
            %3 = stablehlo.add %1, %2 : tensor<f64>
            %4 = stablehlo.log %3 : tensor<f64>
            stablehlo.return %4 : tensor<f64>
          }
          return %0 : tensor<2xf64>
        }",
    );
}

#[test]
fn maps_of_scalars() {
    check(
        "func.func @main(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
          %0 = \"stablehlo.map\"(%x, %y) <{dimensions = array<i64: 0, 1>}> ({
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            %two = stablehlo.constant dense<2.0> : tensor<f64>
            %1 = stablehlo.sine %a : tensor<f64>
            %2 = stablehlo.multiply %1, %b : tensor<f64>
            %3 = stablehlo.multiply %2, %two : tensor<f64>
            %4 = stablehlo.add %3, %a : tensor<f64>
            stablehlo.return %4 : tensor<f64>
          }) : (tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64>
          return %0 : tensor<2x3xf64>
        }",
    );
    let why = refusal(
        "func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
          %0 = \"stablehlo.map\"(%x) <{dimensions = array<i64: 0>}> ({
          ^bb0(%a: tensor<f64>):
            %1 = stablehlo.broadcast_in_dim %a, dims = [] : (tensor<f64>) -> tensor<2xf64>
            %c = stablehlo.constant dense<0.0> : tensor<f64>
            %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2xf64>, tensor<f64>) -> tensor<f64>
            stablehlo.return %2 : tensor<f64>
          }) : (tensor<2xf64>) -> tensor<2xf64>
          return %0 : tensor<2xf64>
        }",
    );
    assert!(why.contains("its body has stablehlo.broadcast_in_dim, which is not elementwise"), "{why}");
}

#[test]
fn features_normalised_by_given_statistics() {
    check_in(
        "func.func @main(%x: tensor<2x3x2xf64>, %s: tensor<3xf64>, %o: tensor<3xf64>, %m: tensor<3xf64>, %v: tensor<3xf64>) -> tensor<2x3x2xf64> {
          %0 = \"stablehlo.batch_norm_inference\"(%x, %s, %o, %m, %v) <{epsilon = 0.01 : f32, feature_index = 1 : i64}> : (tensor<2x3x2xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<2x3x2xf64>
          return %0 : tensor<2x3x2xf64>
        }",
        0.2,
        1.5,
    );
}

#[test]
fn functions_that_chlo_names() {
    let one = |op: &str| format!("func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {{ %0 = chlo.{op} %x : tensor<5xf64> -> tensor<5xf64> return %0 : tensor<5xf64> }}");
    for op in ["asinh", "atan", "cosh", "erf", "erfc", "sinh", "square"] {
        check(&one(op));
    }
    for op in ["acos", "asin", "atanh", "erf_inv", "tan"] {
        check_in(&one(op), -0.8, 0.8);
    }
    check_in(&one("acosh"), 1.2, 3.0);
}
