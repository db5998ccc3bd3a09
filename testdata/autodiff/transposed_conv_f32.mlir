module @jit_transposed_conv attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4x4x3xf32>, %arg1: tensor<2x2x3x4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x4x4x3xf32>, tensor<2x2x3x4xf32>) -> tensor<2x8x8x4xf32>
    %1 = stablehlo.tanh %0 : tensor<2x8x8x4xf32>
    %2 = stablehlo.transpose %arg1, dims = [0, 1, 3, 2] : (tensor<2x2x3x4xf32>) -> tensor<2x2x4x3xf32>
    %3 = stablehlo.convolution(%1, %2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 2], [1, 1]], lhs_dilate = [1, 2], rhs_dilate = [2, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x8x4xf32>, tensor<2x2x4x3xf32>) -> tensor<2x10x16x3xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<2x10x16x3xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x10x16x3xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<9.600000e+02> : tensor<f32>
    %6 = stablehlo.divide %5, %cst_0 : tensor<f32>
    return %6 : tensor<f32>
  }
}
