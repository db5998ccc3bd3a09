module @jit_reductions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x5xf64>, %arg1: tensor<4x5xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = call @argmax(%arg1) : (tensor<4x5xf64>) -> tensor<4xi64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xi64>) -> tensor<4x1xi64>
    %2 = call @take_along_axis(%arg0, %1) : (tensor<4x5xf64>, tensor<4x1xi64>) -> tensor<4x1xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %3 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.multiply across dimensions = [0] : (tensor<4x5xf64>, tensor<f64>) -> tensor<5xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %cst_1 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %5 = stablehlo.reduce(%arg0 init: %cst_1) applies stablehlo.maximum across dimensions = [1] : (tensor<4x5xf64>, tensor<f64>) -> tensor<4xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %cst_3 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %7 = stablehlo.reduce(%arg1 init: %cst_3) applies stablehlo.minimum across dimensions = [0, 1] : (tensor<4x5xf64>, tensor<f64>) -> tensor<f64>
    %8 = stablehlo.multiply %arg0, %arg1 : tensor<4x5xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %9 = call @_var(%8, %c) : (tensor<4x5xf64>, tensor<i64>) -> tensor<f64>
    %10 = call @norm(%arg0) : (tensor<4x5xf64>) -> tensor<f64>
    %11 = stablehlo.multiply %2, %2 : tensor<4x1xf64>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %12 = stablehlo.reduce(%11 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x1xf64>, tensor<f64>) -> tensor<f64>
    %c_5 = stablehlo.constant dense<0> : tensor<i64>
    %13 = call @_std(%arg1, %c_5) : (tensor<4x5xf64>, tensor<i64>) -> tensor<5xf64>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %14 = stablehlo.reduce(%13 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<5xf64>, tensor<f64>) -> tensor<f64>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %15 = stablehlo.add %cst_7, %4 : tensor<f64>
    %16 = stablehlo.add %15, %6 : tensor<f64>
    %17 = stablehlo.add %16, %7 : tensor<f64>
    %18 = stablehlo.add %17, %9 : tensor<f64>
    %19 = stablehlo.add %18, %10 : tensor<f64>
    %20 = stablehlo.add %19, %12 : tensor<f64>
    %21 = stablehlo.add %20, %14 : tensor<f64>
    %cst_8 = stablehlo.constant dense<3.000000e+01> : tensor<f64>
    %22 = stablehlo.negate %cst_8 : tensor<f64>
    %23 = stablehlo.reduce(%arg0 init: %22) across dimensions = [1] : (tensor<4x5xf64>, tensor<f64>) -> tensor<4xf64>
     reducer(%arg2: tensor<f64>, %arg3: tensor<f64>)  {
      %26 = stablehlo.maximum %arg2, %arg3 : tensor<f64>
      %27 = stablehlo.subtract %arg2, %arg3 : tensor<f64>
      %28 = stablehlo.compare NE, %27, %27, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %29 = stablehlo.add %arg2, %arg3 : tensor<f64>
      %30 = stablehlo.abs %27 : tensor<f64>
      %31 = stablehlo.negate %30 : tensor<f64>
      %32 = stablehlo.exponential %31 : tensor<f64>
      %33 = stablehlo.log_plus_one %32 : tensor<f64>
      %34 = stablehlo.add %26, %33 : tensor<f64>
      %35 = stablehlo.select %28, %29, %34 : tensor<i1>, tensor<f64>
      stablehlo.return %35 : tensor<f64>
    }
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %24 = stablehlo.reduce(%23 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %25 = stablehlo.add %21, %24 : tensor<f64>
    return %25 : tensor<f64>
  }
  func.func private @argmax(%arg0: tensor<4x5xf64>) -> tensor<4xi64> {
    %0 = stablehlo.iota dim = 1 : tensor<4x5xi64>
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<4x5xf64>, tensor<4x5xi64>, tensor<f64>, tensor<i64>) -> (tensor<4xf64>, tensor<4xi64>)
     reducer(%arg1: tensor<f64>, %arg3: tensor<f64>) (%arg2: tensor<i64>, %arg4: tensor<i64>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i64>
      stablehlo.return %9, %10 : tensor<f64>, tensor<i64>
    }
    return %1#1 : tensor<4xi64>
  }
  func.func private @take_along_axis(%arg0: tensor<4x5xf64>, %arg1: tensor<4x1xi64>) -> tensor<4x1xf64> {
    %0 = stablehlo.convert %arg1 : (tensor<4x1xi64>) -> tensor<4x1xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %4 = stablehlo.add %0, %3 : tensor<4x1xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<4x1xi1>, tensor<4x1xi32>
    %6 = stablehlo.reshape %5 : (tensor<4x1xi32>) -> tensor<4x1x1xi32>
    %c_1 = stablehlo.constant dense<4> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1x1xi32>
    %8 = stablehlo.compare GE, %6, %7, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<4x1x1xi32>
    %11 = stablehlo.compare LE, %6, %10, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %12 = stablehlo.and %8, %11 : tensor<4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %13 = stablehlo.reduce(%12 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<4x1x1xi1>, tensor<i1>) -> tensor<4x1xi1>
    %14 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x5xf64>, tensor<4x1x1xi32>) -> tensor<4x1xf64>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<4x1xf64>
    %16 = stablehlo.select %13, %14, %15 : tensor<4x1xi1>, tensor<4x1xf64>
    return %16 : tensor<4x1xf64>
  }
  func.func private @_var(%arg0: tensor<4x5xf64>, %arg1: tensor<i64>) -> tensor<f64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5xf64>, tensor<f64>) -> tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
    %cst_0 = stablehlo.constant dense<2.000000e+01> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<1x1xf64>
    %3 = stablehlo.divide %1, %2 : tensor<1x1xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<4x5xf64>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x5xf64>
    %6 = chlo.square %5 : tensor<4x5xf64> -> tensor<4x5xf64>
    %7 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f64>
    %cst_1 = stablehlo.constant dense<2.000000e+01> : tensor<f64>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5xf64>, tensor<f64>) -> tensor<f64>
    %10 = stablehlo.divide %9, %8 : tensor<f64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %11 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %12 = call @_where(%11, %10, %cst_4) : (tensor<i1>, tensor<f64>, tensor<f64>) -> tensor<f64>
    return %12 : tensor<f64>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<f64> {
    %0 = stablehlo.convert %arg2 : tensor<f64>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<i1>, tensor<f64>
    return %1 : tensor<f64>
  }
  func.func private @norm(%arg0: tensor<4x5xf64>) -> tensor<f64> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<4x5xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x5xf64>, tensor<f64>) -> tensor<f64>
    %2 = stablehlo.sqrt %1 : tensor<f64>
    return %2 : tensor<f64>
  }
  func.func private @_std(%arg0: tensor<4x5xf64>, %arg1: tensor<i64>) -> tensor<5xf64> {
    %0 = call @_var_0(%arg0, %arg1) : (tensor<4x5xf64>, tensor<i64>) -> tensor<5xf64>
    %1 = stablehlo.sqrt %0 : tensor<5xf64>
    return %1 : tensor<5xf64>
  }
  func.func private @_var_0(%arg0: tensor<4x5xf64>, %arg1: tensor<i64>) -> tensor<5xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x5xf64>, tensor<f64>) -> tensor<5xf64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<5xf64>) -> tensor<1x5xf64>
    %cst_0 = stablehlo.constant dense<4.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<1x5xf64>
    %3 = stablehlo.divide %1, %2 : tensor<1x5xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x5xf64>) -> tensor<4x5xf64>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x5xf64>
    %6 = chlo.square %5 : tensor<4x5xf64> -> tensor<4x5xf64>
    %7 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f64>
    %cst_1 = stablehlo.constant dense<4.000000e+00> : tensor<f64>
    %8 = stablehlo.subtract %cst_1, %7 : tensor<f64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<4x5xf64>, tensor<f64>) -> tensor<5xf64>
    %10 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %11 = stablehlo.divide %9, %10 : tensor<5xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %12 = stablehlo.compare GT, %8, %cst_3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %13 = call @_where_1(%12, %11, %cst_4) : (tensor<i1>, tensor<5xf64>, tensor<f64>) -> tensor<5xf64>
    return %13 : tensor<5xf64>
  }
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<5xf64>, %arg2: tensor<f64>) -> tensor<5xf64> {
    %0 = stablehlo.convert %arg2 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<5xf64>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<i1>, tensor<5xf64>
    return %2 : tensor<5xf64>
  }
}
