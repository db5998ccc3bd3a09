module @jit_max_pool attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x7x8x3xf64>, %arg1: tensor<3x4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<f64>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [1, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %10 = stablehlo.maximum %arg2, %arg3 : tensor<f64>
      stablehlo.return %10 : tensor<f64>
    }) : (tensor<2x7x8x3xf64>, tensor<f64>) -> tensor<2x4x4x3xf64>
    %cst_0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<f64>
    %3 = "stablehlo.reduce_window"(%arg0, %2) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %10 = stablehlo.minimum %arg2, %arg3 : tensor<f64>
      stablehlo.return %10 : tensor<f64>
    }) : (tensor<2x7x8x3xf64>, tensor<f64>) -> tensor<2x3x4x3xf64>
    %4 = stablehlo.dot_general %1, %arg1, contracting_dims = [3] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x4x3xf64>, tensor<3x4xf64>) -> tensor<2x4x4x4xf64>
    %5 = stablehlo.multiply %4, %4 : tensor<2x4x4x4xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x4x4xf64>, tensor<f64>) -> tensor<f64>
    %7 = stablehlo.sine %3 : tensor<2x3x4x3xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %8 = stablehlo.reduce(%7 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x4x3xf64>, tensor<f64>) -> tensor<f64>
    %9 = stablehlo.add %6, %8 : tensor<f64>
    return %9 : tensor<f64>
  }
}
