module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024x128xf32>, %arg1: tensor<1024x128xf32>, %arg2: tensor<128x128xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<128x128xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<128x128xf32> {jax.result_info = "result[0]"}, tensor<128x128xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<128x128xf32>) -> tensor<1024x128xf32>
    %1 = stablehlo.dot_general %0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<128x128xf32>) -> tensor<1024x128xf32>
    %2 = stablehlo.subtract %1, %arg1 : tensor<1024x128xf32>
    %3 = stablehlo.multiply %2, %2 : tensor<1024x128xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1024x128xf32>
    %5 = stablehlo.multiply %4, %2 : tensor<1024x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1024x128xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %7 = stablehlo.divide %6, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %8 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<1024x128xf32>
    %10 = stablehlo.multiply %9, %5 : tensor<1024x128xf32>
    %11 = stablehlo.dot_general %10, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<1024x128xf32>) -> tensor<128x128xf32>
    %12 = stablehlo.transpose %11, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %13 = stablehlo.dot_general %10, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<128x128xf32>) -> tensor<1024x128xf32>
    %14 = stablehlo.dot_general %13, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<1024x128xf32>) -> tensor<128x128xf32>
    %15 = stablehlo.transpose %14, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %16 = stablehlo.subtract %arg2, %15 : tensor<128x128xf32>
    %17 = stablehlo.subtract %arg3, %12 : tensor<128x128xf32>
    return %16, %17 : tensor<128x128xf32>, tensor<128x128xf32>
  }
}
