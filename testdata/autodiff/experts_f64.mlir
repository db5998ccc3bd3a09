module @jit_experts attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x4xf64>, %arg1: tensor<4x3xf64>, %arg2: tensor<3x4x5xf64>, %arg3: tensor<3x5x4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf64>, tensor<4x3xf64>) -> tensor<6x3xf64>
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<6xf64>
    %3 = stablehlo.maximum %2, %1 : tensor<6xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<6xf64>) -> tensor<6x1xf64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<6x1xf64>) -> tensor<6x3xf64>
    %6 = stablehlo.subtract %0, %5 : tensor<6x3xf64>
    %7 = stablehlo.exponential %6 : tensor<6x3xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<6xf64>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<6xf64>) -> tensor<6x1xf64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<6x1xf64>) -> tensor<6x3xf64>
    %11 = stablehlo.divide %7, %10 : tensor<6x3xf64>
    %values, %indices = chlo.top_k(%11, k = 2) : tensor<6x3xf64> -> (tensor<6x2xf64>, tensor<6x2xi32>)
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %12 = stablehlo.reduce(%values init: %cst_2) applies stablehlo.add across dimensions = [1] : (tensor<6x2xf64>, tensor<f64>) -> tensor<6xf64>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<6xf64>) -> tensor<6x1xf64>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<6x1xf64>) -> tensor<6x2xf64>
    %15 = stablehlo.divide %values, %14 : tensor<6x2xf64>
    %16 = call @_one_hot(%indices) : (tensor<6x2xi32>) -> tensor<6x2x3xf64>
    %17 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<6x2xf64>) -> tensor<6x2x1xf64>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<6x2x1xf64>) -> tensor<6x2x3xf64>
    %19 = stablehlo.multiply %16, %18 : tensor<6x2x3xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %20 = stablehlo.reduce(%19 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<6x2x3xf64>, tensor<f64>) -> tensor<6x3xf64>
    %21 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<6x4xf64>, tensor<3x4x5xf64>) -> tensor<6x3x5xf64>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %22 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<6x3x5xf64>
    %23 = stablehlo.multiply %22, %21 : tensor<6x3x5xf64>
    %24 = stablehlo.negate %21 : tensor<6x3x5xf64>
    %cst_5 = stablehlo.constant dense<0.70710678118654757> : tensor<f64>
    %25 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<6x3x5xf64>
    %26 = stablehlo.multiply %24, %25 : tensor<6x3x5xf64>
    %27 = chlo.erfc %26 : tensor<6x3x5xf64> -> tensor<6x3x5xf64>
    %28 = stablehlo.multiply %23, %27 : tensor<6x3x5xf64>
    %29 = stablehlo.dot_general %28, %20, batching_dims = [0, 1] x [0, 1], contracting_dims = [] x [], precision = [DEFAULT, DEFAULT] : (tensor<6x3x5xf64>, tensor<6x3xf64>) -> tensor<6x3x5xf64>
    %30 = stablehlo.dot_general %29, %arg3, contracting_dims = [1, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<6x3x5xf64>, tensor<3x5x4xf64>) -> tensor<6x4xf64>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %31 = stablehlo.reduce(%11 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf64>, tensor<f64>) -> tensor<3xf64>
    %cst_7 = stablehlo.constant dense<6.000000e+00> : tensor<f64>
    %32 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %33 = stablehlo.divide %31, %32 : tensor<3xf64>
    %34 = stablehlo.slice %indices [0:6, 0:1] : (tensor<6x2xi32>) -> tensor<6x1xi32>
    %35 = stablehlo.reshape %34 : (tensor<6x1xi32>) -> tensor<6xi32>
    %36 = call @_one_hot_0(%35) : (tensor<6xi32>) -> tensor<6x3xf64>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %37 = stablehlo.reduce(%36 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<6x3xf64>, tensor<f64>) -> tensor<3xf64>
    %cst_9 = stablehlo.constant dense<6.000000e+00> : tensor<f64>
    %38 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %39 = stablehlo.divide %37, %38 : tensor<3xf64>
    %40 = stablehlo.multiply %33, %39 : tensor<3xf64>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %41 = stablehlo.reduce(%40 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<3xf64>, tensor<f64>) -> tensor<f64>
    %cst_11 = stablehlo.constant dense<3.000000e+00> : tensor<f64>
    %42 = stablehlo.multiply %cst_11, %41 : tensor<f64>
    %43 = stablehlo.multiply %30, %30 : tensor<6x4xf64>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %44 = stablehlo.reduce(%43 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf64>, tensor<f64>) -> tensor<f64>
    %45 = stablehlo.add %44, %42 : tensor<f64>
    return %45 : tensor<f64>
  }
  func.func private @_one_hot(%arg0: tensor<6x2xi32>) -> tensor<6x2x3xf64> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<6x2xi32>) -> tensor<6x2x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x3xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<6x2x1xi32>) -> tensor<6x2x3xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x3xi32>) -> tensor<6x2x3xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<6x2x3xi32>, tensor<6x2x3xi32>) -> tensor<6x2x3xi1>
    %5 = stablehlo.convert %4 : (tensor<6x2x3xi1>) -> tensor<6x2x3xf64>
    return %5 : tensor<6x2x3xf64>
  }
  func.func private @_one_hot_0(%arg0: tensor<6xi32>) -> tensor<6x3xf64> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<6xi32>) -> tensor<6x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x3xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<6x1xi32>) -> tensor<6x3xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x3xi32>) -> tensor<6x3xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<6x3xi32>, tensor<6x3xi32>) -> tensor<6x3xi1>
    %5 = stablehlo.convert %4 : (tensor<6x3xi1>) -> tensor<6x3xf64>
    return %5 : tensor<6x3xf64>
  }
}
