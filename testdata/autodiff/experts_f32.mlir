module @jit_experts attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4xf32>, %arg1: tensor<4x3xf32>, %arg2: tensor<3x4x5xf32>, %arg3: tensor<3x5x4xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<6xf32>
    %3 = stablehlo.maximum %2, %1 : tensor<6xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x3xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<6x3xf32>
    %7 = stablehlo.exponential %6 : tensor<6x3xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x3xf32>, tensor<f32>) -> tensor<6xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x3xf32>
    %11 = stablehlo.divide %7, %10 : tensor<6x3xf32>
    %values, %indices = chlo.top_k(%11, k = 2) : tensor<6x3xf32> -> (tensor<6x2xf32>, tensor<6x2xi32>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%values init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<6x2xf32>, tensor<f32>) -> tensor<6xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<6xf32>) -> tensor<6x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<6x1xf32>) -> tensor<6x2xf32>
    %15 = stablehlo.divide %values, %14 : tensor<6x2xf32>
    %16 = call @_one_hot(%indices) : (tensor<6x2xi32>) -> tensor<6x2x3xf32>
    %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<6x2xf32>) -> tensor<6x2x1xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<6x2x1xf32>) -> tensor<6x2x3xf32>
    %19 = stablehlo.multiply %16, %18 : tensor<6x2x3xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<6x2x3xf32>, tensor<f32>) -> tensor<6x3xf32>
    %21 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf32>, tensor<3x4x5xf32>) -> tensor<6x3x5xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<6x3x5xf32>
    %23 = stablehlo.multiply %22, %21 : tensor<6x3x5xf32>
    %24 = stablehlo.negate %21 : tensor<6x3x5xf32>
    %cst_5 = stablehlo.constant dense<0.707106769> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<6x3x5xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<6x3x5xf32>
    %27 = chlo.erfc %26 : tensor<6x3x5xf32> -> tensor<6x3x5xf32>
    %28 = stablehlo.multiply %23, %27 : tensor<6x3x5xf32>
    %29 = stablehlo.dot_general %28, %20, batching_dims = [0, 1] x [0, 1], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<6x3x5xf32>, tensor<6x3xf32>) -> tensor<6x3x5xf32>
    %30 = stablehlo.dot_general %29, %arg3, contracting_dims = [1, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<6x3x5xf32>, tensor<3x5x4xf32>) -> tensor<6x4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%11 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_7 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %33 = stablehlo.divide %31, %32 : tensor<3xf32>
    %34 = stablehlo.slice %indices [0:6, 0:1] : (tensor<6x2xi32>) -> tensor<6x1xi32>
    %35 = stablehlo.reshape %34 : (tensor<6x1xi32>) -> tensor<6xi32>
    %36 = call @_one_hot_0(%35) : (tensor<6xi32>) -> tensor<6x3xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf32>, tensor<f32>) -> tensor<3xf32>
    %cst_9 = stablehlo.constant dense<6.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<3xf32>
    %39 = stablehlo.divide %37, %38 : tensor<3xf32>
    %40 = stablehlo.multiply %33, %39 : tensor<3xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %42 = stablehlo.multiply %cst_11, %41 : tensor<f32>
    %43 = stablehlo.multiply %30, %30 : tensor<6x4xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf32>, tensor<f32>) -> tensor<f32>
    %45 = stablehlo.add %44, %42 : tensor<f32>
    return %45 : tensor<f32>
  }
  func.func private @_one_hot(%arg0: tensor<6x2xi32>) -> tensor<6x2x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<6x2xi32>) -> tensor<6x2x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x3xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<6x2x1xi32>) -> tensor<6x2x3xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x3xi32>) -> tensor<6x2x3xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<6x2x3xi32>, tensor<6x2x3xi32>) -> tensor<6x2x3xi1>
    %5 = stablehlo.convert %4 : (tensor<6x2x3xi1>) -> tensor<6x2x3xf32>
    return %5 : tensor<6x2x3xf32>
  }
  func.func private @_one_hot_0(%arg0: tensor<6xi32>) -> tensor<6x3xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x3xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<6x1xi32>) -> tensor<6x3xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<6x3xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<6x3xi32>, tensor<6x3xi32>) -> tensor<6x3xi1>
    %5 = stablehlo.convert %4 : (tensor<6x3xi1>) -> tensor<6x3xf32>
    return %5 : tensor<6x3xf32>
  }
}
