module @jit_reshaped_often attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x1024x2xf32>, %arg1: tensor<1024x2x128xf32>) -> (tensor<128x2x64xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<128x1024x2xf32>) -> tensor<128x2048xf32>
    %1 = stablehlo.reshape %0 : (tensor<128x2048xf32>) -> tensor<32x4x2048xf32>
    %2 = stablehlo.reshape %arg1 : (tensor<1024x2x128xf32>) -> tensor<2048x128xf32>
    %3 = stablehlo.reshape %2 : (tensor<2048x128xf32>) -> tensor<512x4x128xf32>
    %4 = stablehlo.reshape %1 : (tensor<32x4x2048xf32>) -> tensor<128x2048xf32>
    %5 = stablehlo.reshape %3 : (tensor<512x4x128xf32>) -> tensor<2048x128xf32>
    %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x2048xf32>, tensor<2048x128xf32>) -> tensor<128x128xf32>
    %7 = stablehlo.reshape %6 : (tensor<128x128xf32>) -> tensor<128x2x64xf32>
    return %7 : tensor<128x2x64xf32>
  }
}
