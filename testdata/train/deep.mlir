module @jit_deep attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8x8xf32>, %arg6: tensor<8x8xf32>, %arg7: tensor<8x8xf32>, %arg8: tensor<64x8xf32>) -> (tensor<64x8xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %1 = stablehlo.sine %0 : tensor<64x8xf32>
    %2 = stablehlo.exponential %1 : tensor<64x8xf32>
    %3 = stablehlo.tanh %2 : tensor<64x8xf32>
    %4 = stablehlo.dot_general %3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %5 = stablehlo.sine %4 : tensor<64x8xf32>
    %6 = stablehlo.exponential %5 : tensor<64x8xf32>
    %7 = stablehlo.tanh %6 : tensor<64x8xf32>
    %8 = stablehlo.dot_general %7, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %9 = stablehlo.sine %8 : tensor<64x8xf32>
    %10 = stablehlo.exponential %9 : tensor<64x8xf32>
    %11 = stablehlo.tanh %10 : tensor<64x8xf32>
    %12 = stablehlo.dot_general %11, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %13 = stablehlo.sine %12 : tensor<64x8xf32>
    %14 = stablehlo.exponential %13 : tensor<64x8xf32>
    %15 = stablehlo.tanh %14 : tensor<64x8xf32>
    %16 = stablehlo.dot_general %15, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %17 = stablehlo.sine %16 : tensor<64x8xf32>
    %18 = stablehlo.exponential %17 : tensor<64x8xf32>
    %19 = stablehlo.tanh %18 : tensor<64x8xf32>
    %20 = stablehlo.dot_general %19, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %21 = stablehlo.sine %20 : tensor<64x8xf32>
    %22 = stablehlo.exponential %21 : tensor<64x8xf32>
    %23 = stablehlo.tanh %22 : tensor<64x8xf32>
    %24 = stablehlo.dot_general %23, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %25 = stablehlo.sine %24 : tensor<64x8xf32>
    %26 = stablehlo.exponential %25 : tensor<64x8xf32>
    %27 = stablehlo.tanh %26 : tensor<64x8xf32>
    %28 = stablehlo.dot_general %27, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
    %29 = stablehlo.sine %28 : tensor<64x8xf32>
    %30 = stablehlo.exponential %29 : tensor<64x8xf32>
    %31 = stablehlo.tanh %30 : tensor<64x8xf32>
    return %31 : tensor<64x8xf32>
  }
}
