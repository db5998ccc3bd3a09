module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x32xf32>, %arg1: tensor<256x32xf32>, %arg2: tensor<32x32xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<32x32xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<32x32xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<32x32xf32> {tf.aliasing_output = 3 : i32}) -> (tensor<32x32xf32> {jax.result_info = "result[0]"}, tensor<32x32xf32> {jax.result_info = "result[1]"}, tensor<32x32xf32> {jax.result_info = "result[2]"}, tensor<32x32xf32> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<256x32xf32>) -> tensor<2x128x32xf32>
    %1 = stablehlo.reshape %arg1 : (tensor<256x32xf32>) -> tensor<2x128x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:7 = stablehlo.while(%iterArg = %0, %iterArg_7 = %1, %iterArg_8 = %arg2, %iterArg_9 = %arg3, %iterArg_10 = %c, %iterArg_11 = %2, %iterArg_12 = %3) : tensor<2x128x32xf32>, tensor<2x128x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<i32>, tensor<32x32xf32>, tensor<32x32xf32>
    cond {
      %c_13 = stablehlo.constant dense<2> : tensor<i32>
      %21 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %21 : tensor<i1>
    } do {
      %21 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_10) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %22 = func.call @dynamic_index_in_dim(%iterArg_7, %iterArg_10) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %23:2 = func.call @closed_call(%iterArg_8, %iterArg_9, %iterArg_11, %iterArg_12, %21, %22) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<128x32xf32>, tensor<128x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>)
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.add %iterArg_10, %c_13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_7, %iterArg_8, %iterArg_9, %24, %23#0, %23#1 : tensor<2x128x32xf32>, tensor<2x128x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<i32>, tensor<32x32xf32>, tensor<32x32xf32>
    }
    %cst_1 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %6 = stablehlo.multiply %5, %arg4 : tensor<32x32xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %8 = stablehlo.divide %4#5, %7 : tensor<32x32xf32>
    %9 = stablehlo.add %6, %8 : tensor<32x32xf32>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %11 = stablehlo.multiply %10, %arg5 : tensor<32x32xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %13 = stablehlo.divide %4#6, %12 : tensor<32x32xf32>
    %14 = stablehlo.add %11, %13 : tensor<32x32xf32>
    %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %16 = stablehlo.multiply %15, %9 : tensor<32x32xf32>
    %17 = stablehlo.subtract %arg2, %16 : tensor<32x32xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %19 = stablehlo.multiply %18, %14 : tensor<32x32xf32>
    %20 = stablehlo.subtract %arg3, %19 : tensor<32x32xf32>
    return %17, %20, %9, %14 : tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x128x32xf32>, %arg1: tensor<i32>) -> tensor<128x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 128, 32] : (tensor<2x128x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x128x32xf32>) -> tensor<128x32xf32>
    return %1 : tensor<128x32xf32>
  }
  func.func private @closed_call(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>, %arg4: tensor<128x32xf32>, %arg5: tensor<128x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x32xf32>, tensor<32x32xf32>) -> tensor<128x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %2 = stablehlo.compare GT, %0, %1, FLOAT : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<128x32xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %4 = stablehlo.select %2, %0, %3 : tensor<128x32xi1>, tensor<128x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %6 = stablehlo.dot_general %4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x32xf32>, tensor<32x32xf32>) -> tensor<128x32xf32>
    %7 = stablehlo.subtract %6, %arg5 : tensor<128x32xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<128x32xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %10 = stablehlo.multiply %9, %7 : tensor<128x32xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_4 : tensor<f32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %13 = stablehlo.divide %cst_5, %cst_6 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %15 = stablehlo.multiply %14, %10 : tensor<128x32xf32>
    %16 = stablehlo.dot_general %15, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
    %17 = stablehlo.transpose %16, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %18 = stablehlo.dot_general %15, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x32xf32>, tensor<32x32xf32>) -> tensor<128x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %20 = stablehlo.select %2, %18, %19 : tensor<128x32xi1>, tensor<128x32xf32>
    %21 = stablehlo.dot_general %20, %arg4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x32xf32>, tensor<128x32xf32>) -> tensor<32x32xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %23 = stablehlo.add %arg2, %22 : tensor<32x32xf32>
    %24 = stablehlo.add %arg3, %17 : tensor<32x32xf32>
    return %23, %24 : tensor<32x32xf32>, tensor<32x32xf32>
  }
}
