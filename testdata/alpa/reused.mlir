module @jit_reused attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x2048xf32>, %arg1: tensor<2048x128xf32>, %arg2: tensor<32x4x128xf32>) -> (tensor<32x4x128xf32> {jax.result_info = "result[0]"}, tensor<32x4x128xf32> {jax.result_info = "result[1]"}, tensor<32x4x128xf32> {jax.result_info = "result[2]"}, tensor<32x4x128xf32> {jax.result_info = "result[3]"}, tensor<32x4x128xf32> {jax.result_info = "result[4]"}, tensor<32x4x128xf32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x2048xf32>, tensor<2048x128xf32>) -> tensor<128x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<128x128xf32>) -> tensor<32x4x128xf32>
    %2 = stablehlo.add %arg2, %1 : tensor<32x4x128xf32>
    %3 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x2048xf32>, tensor<2048x128xf32>) -> tensor<128x128xf32>
    %4 = stablehlo.reshape %3 : (tensor<128x128xf32>) -> tensor<32x4x128xf32>
    %5 = stablehlo.add %2, %4 : tensor<32x4x128xf32>
    %6 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x2048xf32>, tensor<2048x128xf32>) -> tensor<128x128xf32>
    %7 = stablehlo.reshape %6 : (tensor<128x128xf32>) -> tensor<32x4x128xf32>
    %8 = stablehlo.add %5, %7 : tensor<32x4x128xf32>
    %9 = stablehlo.exponential %8 : tensor<32x4x128xf32>
    %10 = stablehlo.exponential %8 : tensor<32x4x128xf32>
    %11 = stablehlo.exponential %8 : tensor<32x4x128xf32>
    %12 = stablehlo.exponential %8 : tensor<32x4x128xf32>
    %13 = stablehlo.exponential %8 : tensor<32x4x128xf32>
    %14 = stablehlo.exponential %8 : tensor<32x4x128xf32>
    return %9, %10, %11, %12, %13, %14 : tensor<32x4x128xf32>, tensor<32x4x128xf32>, tensor<32x4x128xf32>, tensor<32x4x128xf32>, tensor<32x4x128xf32>, tensor<32x4x128xf32>
  }
}
