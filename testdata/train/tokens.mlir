module @jit_tokens attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11x6xf32>, %arg1: tensor<6x6xf32>, %arg2: tensor<6xf32>, %arg3: tensor<3x5xi64>) -> (tensor<3x5x11xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
    %1 = stablehlo.compare LT, %arg3, %0, SIGNED : (tensor<3x5xi64>, tensor<3x5xi64>) -> tensor<3x5xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i64>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i64>) -> tensor<3x5xi64>
    %3 = stablehlo.add %arg3, %2 : tensor<3x5xi64>
    %4 = stablehlo.select %1, %3, %arg3 : tensor<3x5xi1>, tensor<3x5xi64>
    %5 = stablehlo.convert %4 : (tensor<3x5xi64>) -> tensor<3x5xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<3x5xi32>) -> tensor<3x5x1xi32>
    %7 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 6>}> : (tensor<11x6xf32>, tensor<3x5x1xi32>) -> tensor<3x5x6xf32>
    %8 = stablehlo.multiply %7, %7 : tensor<3x5x6xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<3x5x6xf32>, tensor<f32>) -> tensor<3x5xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<3x5xf32>) -> tensor<3x5x1xf32>
    %cst_1 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<3x5x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<3x5x1xf32>
    %cst_2 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x5x1xf32>
    %14 = stablehlo.add %12, %13 : tensor<3x5x1xf32>
    %15 = stablehlo.sqrt %14 : tensor<3x5x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2] : (tensor<3x5x1xf32>) -> tensor<3x5x6xf32>
    %17 = stablehlo.divide %7, %16 : tensor<3x5x6xf32>
    %18 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<6xf32>) -> tensor<1x1x6xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<1x1x6xf32>) -> tensor<3x5x6xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<3x5x6xf32>
    %21 = stablehlo.dot_general %20, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5x6xf32>, tensor<6x6xf32>) -> tensor<3x5x6xf32>
    %22 = stablehlo.multiply %21, %21 : tensor<3x5x6xf32>
    %23 = stablehlo.multiply %22, %21 : tensor<3x5x6xf32>
    %cst_3 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x5x6xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<3x5x6xf32>
    %26 = stablehlo.add %21, %25 : tensor<3x5x6xf32>
    %cst_4 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<3x5x6xf32>
    %28 = stablehlo.multiply %27, %26 : tensor<3x5x6xf32>
    %29 = stablehlo.tanh %28 : tensor<3x5x6xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<3x5x6xf32>
    %31 = stablehlo.add %30, %29 : tensor<3x5x6xf32>
    %cst_6 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<3x5x6xf32>
    %33 = stablehlo.multiply %32, %31 : tensor<3x5x6xf32>
    %34 = stablehlo.multiply %21, %33 : tensor<3x5x6xf32>
    %35 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<11x6xf32>) -> tensor<6x11xf32>
    %36 = stablehlo.dot_general %34, %35, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<3x5x6xf32>, tensor<6x11xf32>) -> tensor<3x5x11xf32>
    return %36 : tensor<3x5x11xf32>
  }
}
