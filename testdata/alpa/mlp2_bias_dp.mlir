module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1024x128xf32>, %arg1: tensor<1024x128xf32>, %arg2: tensor<128x128xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<128x128xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<128xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<128xf32> {tf.aliasing_output = 3 : i32}) -> (tensor<128x128xf32> {jax.result_info = "result[0]"}, tensor<128x128xf32> {jax.result_info = "result[1]"}, tensor<128xf32> {jax.result_info = "result[2]"}, tensor<128xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<128x128xf32>) -> tensor<1024x128xf32>
    %1 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1024x128xf32>
    %3 = stablehlo.add %0, %2 : tensor<1024x128xf32>
    %4 = stablehlo.dot_general %3, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<128x128xf32>) -> tensor<1024x128xf32>
    %5 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<1024x128xf32>
    %7 = stablehlo.add %4, %6 : tensor<1024x128xf32>
    %8 = stablehlo.subtract %7, %arg1 : tensor<1024x128xf32>
    %9 = stablehlo.multiply %8, %8 : tensor<1024x128xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<1024x128xf32>
    %11 = stablehlo.multiply %10, %8 : tensor<1024x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%9 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1024x128xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %13 = stablehlo.divide %12, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %14 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<1024x128xf32>
    %16 = stablehlo.multiply %15, %11 : tensor<1024x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<1024x128xf32>, tensor<f32>) -> tensor<128xf32>
    %18 = stablehlo.reshape %17 : (tensor<128xf32>) -> tensor<1x128xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %20 = stablehlo.dot_general %16, %3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<1024x128xf32>) -> tensor<128x128xf32>
    %21 = stablehlo.transpose %20, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %22 = stablehlo.dot_general %16, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<128x128xf32>) -> tensor<1024x128xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<1024x128xf32>, tensor<f32>) -> tensor<128xf32>
    %24 = stablehlo.reshape %23 : (tensor<128xf32>) -> tensor<1x128xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.reduce(%24 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %26 = stablehlo.dot_general %22, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<1024x128xf32>, tensor<1024x128xf32>) -> tensor<128x128xf32>
    %27 = stablehlo.transpose %26, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %28 = stablehlo.subtract %arg2, %27 : tensor<128x128xf32>
    %29 = stablehlo.subtract %arg3, %21 : tensor<128x128xf32>
    %30 = stablehlo.subtract %arg4, %25 : tensor<128xf32>
    %31 = stablehlo.subtract %arg5, %19 : tensor<128xf32>
    return %28, %29, %30, %31 : tensor<128x128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>
  }
}
