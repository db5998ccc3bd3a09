//! Ops that move, repeat, cut and add up elements, and products.

use crate::check::{check, refusal};

#[test]
fn moved_elements() {
    check("func.func @main(%x: tensor<2x6xf64>) -> tensor<3x4xf64> { %0 = stablehlo.reshape %x : (tensor<2x6xf64>) -> tensor<3x4xf64> return %0 : tensor<3x4xf64> }");
    check("func.func @main(%x: tensor<2x3x4xf64>) -> tensor<4x2x3xf64> { %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<2x3x4xf64>) -> tensor<4x2x3xf64> return %0 : tensor<4x2x3xf64> }");
    check("func.func @main(%x: tensor<2x3xf64>) -> tensor<2x3xf64> { %0 = stablehlo.reverse %x, dims = [1] : tensor<2x3xf64> return %0 : tensor<2x3xf64> }");
    check("func.func @main(%x: tensor<2x3xf64>, %y: tensor<2x1xf64>) -> tensor<2x7xf64> { %0 = stablehlo.concatenate %x, %y, %x, dim = 1 : (tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>) -> tensor<2x7xf64> return %0 : tensor<2x7xf64> }");
    check("func.func @main(%x: tensor<3xf64>, %y: tensor<2xf64>) -> (tensor<3xf64>, tensor<2xf64>) { %0:2 = stablehlo.optimization_barrier %x, %y : tensor<3xf64>, tensor<2xf64> return %0#0, %0#1 : tensor<3xf64>, tensor<2xf64> }");
}

#[test]
fn repeated_elements() {
    check("func.func @main(%x: tensor<3xf64>) -> tensor<2x3xf64> { %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<3xf64>) -> tensor<2x3xf64> return %0 : tensor<2x3xf64> }");
    // A dimension of one element repeated, and dimensions that change places.
    check("func.func @main(%x: tensor<3x1x2xf64>) -> tensor<2x4x5x3xf64> { %0 = stablehlo.broadcast_in_dim %x, dims = [3, 1, 0] : (tensor<3x1x2xf64>) -> tensor<2x4x5x3xf64> return %0 : tensor<2x4x5x3xf64> }");
    check("func.func @main(%x: tensor<f64>) -> tensor<2x2xf64> { %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f64>) -> tensor<2x2xf64> return %0 : tensor<2x2xf64> }");
}

#[test]
fn cut_and_padded_elements() {
    check("func.func @main(%x: tensor<7x3xf64>) -> tensor<2x2xf64> { %0 = stablehlo.slice %x [1:6:3, 1:3] : (tensor<7x3xf64>) -> tensor<2x2xf64> return %0 : tensor<2x2xf64> }");
    check("func.func @main(%x: tensor<3x2xf64>, %p: tensor<f64>) -> tensor<8x2xf64> { %0 = stablehlo.pad %x, %p, low = [1, 1], high = [2, -1], interior = [1, 0] : (tensor<3x2xf64>, tensor<f64>) -> tensor<8x2xf64> return %0 : tensor<8x2xf64> }");
    check("func.func @main(%x: tensor<5xf64>, %p: tensor<f64>) -> tensor<5xf64> { %0 = stablehlo.pad %x, %p, low = [-2], high = [-2], interior = [1] : (tensor<5xf64>, tensor<f64>) -> tensor<5xf64> return %0 : tensor<5xf64> }");
    check("func.func @main(%x: tensor<5x4xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf64> { %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 3] : (tensor<5x4xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64> return %0 : tensor<2x3xf64> }");
    // Two parts of one operand that overlap: the second gain lies on the first.
    check("func.func @main(%x: tensor<5xf64>, %i: tensor<i32>, %j: tensor<i32>) -> (tensor<3xf64>, tensor<4xf64>) { %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<5xf64>, tensor<i32>) -> tensor<3xf64> %1 = stablehlo.dynamic_slice %x, %j, sizes = [4] : (tensor<5xf64>, tensor<i32>) -> tensor<4xf64> return %0, %1 : tensor<3xf64>, tensor<4xf64> }");
    check("func.func @main(%x: tensor<5x4xf64>, %u: tensor<2x3xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<5x4xf64> { %0 = stablehlo.dynamic_update_slice %x, %u, %i, %j : (tensor<5x4xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x4xf64> return %0 : tensor<5x4xf64> }");
}

#[test]
fn reduced_elements() {
    for (op, init) in [("add", "0.0"), ("maximum", "0xFFF0000000000000"), ("minimum", "0x7FF0000000000000")] {
        check(&format!("func.func @main(%x: tensor<2x3x2xf64>) -> tensor<3xf64> {{ %c = stablehlo.constant dense<{init}> : tensor<f64> %0 = stablehlo.reduce(%x init: %c) applies stablehlo.{op} across dimensions = [0, 2] : (tensor<2x3x2xf64>, tensor<f64>) -> tensor<3xf64> return %0 : tensor<3xf64> }}"));
    }
    check("func.func @main(%x: tensor<2x3xf64>, %c: tensor<f64>) -> tensor<3xf64> { %0 = stablehlo.reduce(%x init: %c) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3xf64> return %0 : tensor<3xf64> }");
    let why = refusal("func.func @main(%x: tensor<2x3xf64>, %c: tensor<f64>) -> tensor<3xf64> { %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3xf64> return %0 : tensor<3xf64> }");
    assert!(why.contains("initial value"), "{why}");
}

#[test]
fn products() {
    check("func.func @main(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64> { %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xf64>, tensor<3x4xf64>) -> tensor<2x4xf64> return %0 : tensor<2x4xf64> }");
    // Batch dimensions in the middle, two contracted ones in crossed order, free ones on both sides.
    check("func.func @main(%x: tensor<3x2x4x5xf64>, %y: tensor<4x2x3x2xf64>) -> tensor<2x5x2xf64> { %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [1], contracting_dims = [0, 2] x [2, 0] : (tensor<3x2x4x5xf64>, tensor<4x2x3x2xf64>) -> tensor<2x5x2xf64> return %0 : tensor<2x5x2xf64> }");
    check("func.func @main(%x: tensor<2x3xcomplex<f64>>, %y: tensor<3xcomplex<f64>>) -> tensor<2xcomplex<f64>> { %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<2x3xcomplex<f64>>, tensor<3xcomplex<f64>>) -> tensor<2xcomplex<f64>> return %0 : tensor<2xcomplex<f64>> }");
    // One value on both sides.
    check("func.func @main(%x: tensor<3x3xf64>) -> tensor<3x3xf64> { %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [1] : (tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64> return %0 : tensor<3x3xf64> }");
    check("func.func @main(%x: tensor<3xf64>, %y: tensor<3x2xf64>) -> tensor<2xf64> { %0 = stablehlo.dot %x, %y : (tensor<3xf64>, tensor<3x2xf64>) -> tensor<2xf64> return %0 : tensor<2xf64> }");
}

#[test]
fn placed_and_rounded_elements() {
    let placed = |op: &str| format!("sdy.mesh @mesh = <[\"x\"=2]> func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {{ %0 = {op} : tensor<4xf64> %1 = stablehlo.multiply %0, %0 : tensor<4xf64> return %1 : tensor<4xf64> }}");
    check(&placed("sdy.sharding_constraint %x <@mesh, [{\"x\"}]>"));
    check(&placed("sdy.reshard %x <@mesh, [{\"x\"}]>"));
    check(&placed("sdy.propagation_barrier %x allowed_direction=FORWARD"));
    // All digits kept: what rounds has no finite difference.
    check(&placed("stablehlo.reduce_precision %x, format = e11m52"));
}
