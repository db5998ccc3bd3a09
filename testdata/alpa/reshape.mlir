module @jit_reshaped attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x1024x2xf32>, %arg1: tensor<1024x2x128xf32>) -> (tensor<128x128xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<128x1024x2xf32>) -> tensor<128x2048xf32>
    %1 = stablehlo.reshape %arg1 : (tensor<1024x2x128xf32>) -> tensor<2048x128xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x2048xf32>, tensor<2048x128xf32>) -> tensor<128x128xf32>
    return %2 : tensor<128x128xf32>
  }
}
