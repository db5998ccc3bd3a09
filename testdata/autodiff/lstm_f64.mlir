module @jit_lstm attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x2x3xf64>, %arg1: tensor<3x12xf64>, %arg2: tensor<4x12xf64>, %arg3: tensor<12xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<5x2x4xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %2:8 = stablehlo.while(%iterArg = %arg0, %iterArg_4 = %arg1, %iterArg_5 = %arg2, %iterArg_6 = %arg3, %iterArg_7 = %c, %iterArg_8 = %0, %iterArg_9 = %0, %iterArg_10 = %1) : tensor<5x2x3xf64>, tensor<3x12xf64>, tensor<4x12xf64>, tensor<12xf64>, tensor<i64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<5x2x4xf64>
    cond {
      %c_11 = stablehlo.constant dense<5> : tensor<i64>
      %8 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %c_11 = stablehlo.constant dense<5> : tensor<i64>
      %8 = stablehlo.subtract %c_11, %iterArg_7 : tensor<i64>
      %c_12 = stablehlo.constant dense<1> : tensor<i64>
      %9 = stablehlo.subtract %8, %c_12 : tensor<i64>
      %10 = func.call @dynamic_index_in_dim(%iterArg, %9) : (tensor<5x2x3xf64>, tensor<i64>) -> tensor<2x3xf64>
      %11:3 = func.call @closed_call(%iterArg_4, %iterArg_5, %iterArg_6, %iterArg_8, %iterArg_9, %10) : (tensor<3x12xf64>, tensor<4x12xf64>, tensor<12xf64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x3xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>)
      %12 = func.call @dynamic_update_index_in_dim(%iterArg_10, %11#2, %9) : (tensor<5x2x4xf64>, tensor<2x4xf64>, tensor<i64>) -> tensor<5x2x4xf64>
      %c_13 = stablehlo.constant dense<1> : tensor<i64>
      %13 = stablehlo.add %iterArg_7, %c_13 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_4, %iterArg_5, %iterArg_6, %13, %11#0, %11#1, %12 : tensor<5x2x3xf64>, tensor<3x12xf64>, tensor<4x12xf64>, tensor<12xf64>, tensor<i64>, tensor<2x4xf64>, tensor<2x4xf64>, tensor<5x2x4xf64>
    }
    %3 = stablehlo.multiply %2#5, %2#5 : tensor<2x4xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %4 = stablehlo.reduce(%3 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x4xf64>, tensor<f64>) -> tensor<f64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.reduce(%2#7 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<5x2x4xf64>, tensor<f64>) -> tensor<f64>
    %cst_3 = stablehlo.constant dense<4.000000e+01> : tensor<f64>
    %6 = stablehlo.divide %5, %cst_3 : tensor<f64>
    %7 = stablehlo.add %4, %6 : tensor<f64>
    return %7 : tensor<f64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x2x3xf64>, %arg1: tensor<i64>) -> tensor<2x3xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2, 3] : (tensor<5x2x3xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x2x3xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x2x3xf64>) -> tensor<2x3xf64>
    return %1 : tensor<2x3xf64>
  }
  func.func private @closed_call(%arg0: tensor<3x12xf64>, %arg1: tensor<4x12xf64>, %arg2: tensor<12xf64>, %arg3: tensor<2x4xf64>, %arg4: tensor<2x4xf64>, %arg5: tensor<2x3xf64>) -> (tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>) {
    %0 = stablehlo.dot_general %arg5, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x3xf64>, tensor<3x12xf64>) -> tensor<2x12xf64>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4xf64>, tensor<4x12xf64>) -> tensor<2x12xf64>
    %2 = stablehlo.add %0, %1 : tensor<2x12xf64>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<12xf64>) -> tensor<1x12xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x12xf64>) -> tensor<2x12xf64>
    %5 = stablehlo.add %2, %4 : tensor<2x12xf64>
    %6 = stablehlo.slice %5 [0:2, 0:4] : (tensor<2x12xf64>) -> tensor<2x4xf64>
    %7 = stablehlo.slice %5 [0:2, 4:8] : (tensor<2x12xf64>) -> tensor<2x4xf64>
    %8 = stablehlo.slice %5 [0:2, 8:12] : (tensor<2x12xf64>) -> tensor<2x4xf64>
    %9 = stablehlo.negate %7 : tensor<2x4xf64>
    %10 = stablehlo.exponential %9 : tensor<2x4xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
    %12 = stablehlo.add %11, %10 : tensor<2x4xf64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
    %14 = stablehlo.divide %13, %12 : tensor<2x4xf64>
    %15 = stablehlo.multiply %14, %arg4 : tensor<2x4xf64>
    %16 = stablehlo.negate %6 : tensor<2x4xf64>
    %17 = stablehlo.exponential %16 : tensor<2x4xf64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %18 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
    %19 = stablehlo.add %18, %17 : tensor<2x4xf64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x4xf64>
    %21 = stablehlo.divide %20, %19 : tensor<2x4xf64>
    %22 = stablehlo.tanh %8 : tensor<2x4xf64>
    %23 = stablehlo.multiply %21, %22 : tensor<2x4xf64>
    %24 = stablehlo.add %15, %23 : tensor<2x4xf64>
    %25 = stablehlo.tanh %24 : tensor<2x4xf64>
    return %25, %24, %24 : tensor<2x4xf64>, tensor<2x4xf64>, tensor<2x4xf64>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x2x4xf64>, %arg1: tensor<2x4xf64>, %arg2: tensor<i64>) -> tensor<5x2x4xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<2x4xf64>) -> tensor<1x2x4xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x2x4xf64>, tensor<1x2x4xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<5x2x4xf64>
    return %1 : tensor<5x2x4xf64>
  }
}
