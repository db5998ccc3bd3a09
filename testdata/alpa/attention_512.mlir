module @jit_forward attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x128x512xf32>, %arg1: tensor<4x128xf32>, %arg2: tensor<512x16x32xf32>, %arg3: tensor<16x32xf32>, %arg4: tensor<512x16x32xf32>, %arg5: tensor<16x32xf32>, %arg6: tensor<512x16x32xf32>, %arg7: tensor<16x32xf32>, %arg8: tensor<512x16x32xf32>, %arg9: tensor<512xf32>) -> (tensor<4x128x512xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg0 : (tensor<4x128x512xf32>) -> tensor<512x512xf32>
    %1 = stablehlo.reshape %arg2 : (tensor<512x16x32xf32>) -> tensor<512x512xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %3 = stablehlo.reshape %2 : (tensor<512x512xf32>) -> tensor<4x128x16x32xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [2, 3] : (tensor<16x32xf32>) -> tensor<1x1x16x32xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<1x1x16x32xf32>) -> tensor<4x128x16x32xf32>
    %6 = stablehlo.add %3, %5 : tensor<4x128x16x32xf32>
    %cst = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x128x16x32xf32>
    %8 = stablehlo.multiply %6, %7 : tensor<4x128x16x32xf32>
    %9 = stablehlo.reshape %arg4 : (tensor<512x16x32xf32>) -> tensor<512x512xf32>
    %10 = stablehlo.dot_general %0, %9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %11 = stablehlo.reshape %10 : (tensor<512x512xf32>) -> tensor<4x128x16x32xf32>
    %12 = stablehlo.broadcast_in_dim %arg5, dims = [2, 3] : (tensor<16x32xf32>) -> tensor<1x1x16x32xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2, 3] : (tensor<1x1x16x32xf32>) -> tensor<4x128x16x32xf32>
    %14 = stablehlo.add %11, %13 : tensor<4x128x16x32xf32>
    %15 = stablehlo.reshape %arg6 : (tensor<512x16x32xf32>) -> tensor<512x512xf32>
    %16 = stablehlo.dot_general %0, %15, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %17 = stablehlo.reshape %16 : (tensor<512x512xf32>) -> tensor<4x128x16x32xf32>
    %18 = stablehlo.broadcast_in_dim %arg7, dims = [2, 3] : (tensor<16x32xf32>) -> tensor<1x1x16x32xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<1x1x16x32xf32>) -> tensor<4x128x16x32xf32>
    %20 = stablehlo.add %17, %19 : tensor<4x128x16x32xf32>
    %21 = stablehlo.transpose %8, dims = [0, 2, 1, 3] : (tensor<4x128x16x32xf32>) -> tensor<4x16x128x32xf32>
    %22 = stablehlo.transpose %14, dims = [0, 2, 3, 1] : (tensor<4x128x16x32xf32>) -> tensor<4x16x32x128xf32>
    %23 = stablehlo.transpose %20, dims = [0, 2, 3, 1] : (tensor<4x128x16x32xf32>) -> tensor<4x16x32x128xf32>
    %24 = stablehlo.dot_general %21, %22, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<4x16x128x32xf32>, tensor<4x16x32x128xf32>) -> tensor<4x16x128x128xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x128xf32>
    %26 = stablehlo.compare GT, %arg1, %25, FLOAT : (tensor<4x128xf32>, tensor<4x128xf32>) -> tensor<4x128xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x128xf32>
    %cst_2 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x128xf32>
    %29 = stablehlo.select %26, %27, %28 : tensor<4x128xi1>, tensor<4x128xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 3] : (tensor<4x128xf32>) -> tensor<4x1x1x128xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<4x1x1x128xf32>) -> tensor<4x16x128x128xf32>
    %32 = stablehlo.add %24, %31 : tensor<4x16x128x128xf32>
    %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %33 = stablehlo.reduce(%32 init: %cst_3) applies stablehlo.maximum across dimensions = [3] : (tensor<4x16x128x128xf32>, tensor<f32>) -> tensor<4x16x128xf32>
    %34 = stablehlo.broadcast_in_dim %33, dims = [0, 1, 2] : (tensor<4x16x128xf32>) -> tensor<4x16x128x1xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<4x16x128x1xf32>) -> tensor<4x16x128x128xf32>
    %36 = stablehlo.subtract %32, %35 : tensor<4x16x128x128xf32>
    %37 = stablehlo.exponential %36 : tensor<4x16x128x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<4x16x128x128xf32>, tensor<f32>) -> tensor<4x16x128xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<4x16x128xf32>) -> tensor<4x16x128x1xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<4x16x128x1xf32>) -> tensor<4x16x128x128xf32>
    %41 = stablehlo.divide %37, %40 : tensor<4x16x128x128xf32>
    %42 = stablehlo.dot_general %23, %41, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<4x16x32x128xf32>, tensor<4x16x128x128xf32>) -> tensor<4x16x32x128xf32>
    %43 = stablehlo.transpose %42, dims = [0, 3, 1, 2] : (tensor<4x16x32x128xf32>) -> tensor<4x128x16x32xf32>
    %44 = stablehlo.reshape %43 : (tensor<4x128x16x32xf32>) -> tensor<512x512xf32>
    %45 = stablehlo.reshape %arg8 : (tensor<512x16x32xf32>) -> tensor<512x512xf32>
    %46 = stablehlo.dot_general %44, %45, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %47 = stablehlo.reshape %46 : (tensor<512x512xf32>) -> tensor<4x128x512xf32>
    %48 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<4x128x512xf32>
    %50 = stablehlo.add %47, %49 : tensor<4x128x512xf32>
    return %50 : tensor<4x128x512xf32>
  }
}
