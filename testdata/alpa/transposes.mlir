module @jit_turned_often attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2048x128xf32>, %arg1: tensor<128x2048xf32>) -> (tensor<128x128xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2048x128xf32>) -> tensor<128x2048xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<128x2048xf32>) -> tensor<2048x128xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<2048x128xf32>) -> tensor<128x2048xf32>
    %3 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<128x2048xf32>) -> tensor<2048x128xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<2048x128xf32>) -> tensor<128x2048xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<128x2048xf32>) -> tensor<2048x128xf32>
    %6 = stablehlo.dot_general %2, %5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x2048xf32>, tensor<2048x128xf32>) -> tensor<128x128xf32>
    %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    return %8 : tensor<128x128xf32>
  }
}
