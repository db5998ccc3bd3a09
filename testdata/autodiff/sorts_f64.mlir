module @jit_sorts attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5x4xf64>, %arg1: tensor<5x4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = call @sort(%arg0) : (tensor<5x4xf64>) -> tensor<5x4xf64>
    %1 = call @argsort(%arg0) : (tensor<5x4xf64>) -> tensor<5x4xi64>
    %2 = call @take_along_axis(%arg1, %1) : (tensor<5x4xf64>, tensor<5x4xi64>) -> tensor<5x4xf64>
    %3:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>, %arg4: tensor<f64>, %arg5: tensor<f64>):
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %17 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %18 = stablehlo.select %17, %cst_3, %arg2 : tensor<i1>, tensor<f64>
      %19 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %20 = stablehlo.select %19, %cst_4, %18 : tensor<i1>, tensor<f64>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %21 = stablehlo.compare EQ, %arg3, %cst_5, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %22 = stablehlo.select %21, %cst_6, %arg3 : tensor<i1>, tensor<f64>
      %23 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_7 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %24 = stablehlo.select %23, %cst_7, %22 : tensor<i1>, tensor<f64>
      %25 = stablehlo.compare LT, %20, %24, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %25 : tensor<i1>
    }) : (tensor<5x4xf64>, tensor<5x4xf64>) -> (tensor<5x4xf64>, tensor<5x4xf64>)
    %4 = stablehlo.multiply %0, %0 : tensor<5x4xf64>
    %5 = stablehlo.multiply %4, %arg1 : tensor<5x4xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.reduce(%5 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x4xf64>, tensor<f64>) -> tensor<f64>
    %7 = stablehlo.multiply %2, %2 : tensor<5x4xf64>
    %8 = stablehlo.multiply %7, %2 : tensor<5x4xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %9 = stablehlo.reduce(%8 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x4xf64>, tensor<f64>) -> tensor<f64>
    %10 = stablehlo.add %6, %9 : tensor<f64>
    %11 = stablehlo.sine %3#0 : tensor<5x4xf64>
    %12 = stablehlo.multiply %11, %3#1 : tensor<5x4xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %13 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<5x4xf64>, tensor<f64>) -> tensor<f64>
    %14 = stablehlo.add %10, %13 : tensor<f64>
    %15 = call @median(%arg0) : (tensor<5x4xf64>) -> tensor<f64>
    %16 = stablehlo.add %14, %15 : tensor<f64>
    return %16 : tensor<f64>
  }
  func.func private @sort(%arg0: tensor<5x4xf64>) -> tensor<5x4xf64> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %1 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %2 = stablehlo.select %1, %cst_0, %arg1 : tensor<i1>, tensor<f64>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %4 = stablehlo.select %3, %cst_1, %2 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %5 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %6 = stablehlo.select %5, %cst_3, %arg2 : tensor<i1>, tensor<f64>
      %7 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %8 = stablehlo.select %7, %cst_4, %6 : tensor<i1>, tensor<f64>
      %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    }) : (tensor<5x4xf64>) -> tensor<5x4xf64>
    return %0 : tensor<5x4xf64>
  }
  func.func private @argsort(%arg0: tensor<5x4xf64>) -> tensor<5x4xi64> {
    %0 = stablehlo.iota dim = 1 : tensor<5x4xi64>
    %1:2 = "stablehlo.sort"(%arg0, %0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f64>, %arg2: tensor<f64>, %arg3: tensor<i64>, %arg4: tensor<i64>):
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %2 = stablehlo.compare EQ, %arg1, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %3 = stablehlo.select %2, %cst_0, %arg1 : tensor<i1>, tensor<f64>
      %4 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_1 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %5 = stablehlo.select %4, %cst_1, %3 : tensor<i1>, tensor<f64>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %6 = stablehlo.compare EQ, %arg2, %cst_2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %7 = stablehlo.select %6, %cst_3, %arg2 : tensor<i1>, tensor<f64>
      %8 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_4 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %9 = stablehlo.select %8, %cst_4, %7 : tensor<i1>, tensor<f64>
      %10 = stablehlo.compare LT, %5, %9, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    }) : (tensor<5x4xf64>, tensor<5x4xi64>) -> (tensor<5x4xf64>, tensor<5x4xi64>)
    return %1#1 : tensor<5x4xi64>
  }
  func.func private @take_along_axis(%arg0: tensor<5x4xf64>, %arg1: tensor<5x4xi64>) -> tensor<5x4xf64> {
    %0 = stablehlo.convert %arg1 : (tensor<5x4xi64>) -> tensor<5x4xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5x4xi32>
    %2 = stablehlo.compare LT, %0, %1, SIGNED : (tensor<5x4xi32>, tensor<5x4xi32>) -> tensor<5x4xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %3 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5x4xi32>
    %4 = stablehlo.add %0, %3 : tensor<5x4xi32>
    %5 = stablehlo.select %2, %4, %0 : tensor<5x4xi1>, tensor<5x4xi32>
    %6 = stablehlo.reshape %5 : (tensor<5x4xi32>) -> tensor<5x4x1xi32>
    %c_1 = stablehlo.constant dense<3> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5x4x1xi32>
    %8 = stablehlo.compare GE, %6, %7, SIGNED : (tensor<5x4x1xi32>, tensor<5x4x1xi32>) -> tensor<5x4x1xi1>
    %9 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<5x4x1xi32>
    %11 = stablehlo.compare LE, %6, %10, SIGNED : (tensor<5x4x1xi32>, tensor<5x4x1xi32>) -> tensor<5x4x1xi1>
    %12 = stablehlo.and %8, %11 : tensor<5x4x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %13 = stablehlo.reduce(%12 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<5x4x1xi1>, tensor<i1>) -> tensor<5x4xi1>
    %14 = "stablehlo.gather"(%arg0, %6) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<5x4xf64>, tensor<5x4x1xi32>) -> tensor<5x4xf64>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<5x4xf64>
    %16 = stablehlo.select %13, %14, %15 : tensor<5x4xi1>, tensor<5x4xf64>
    return %16 : tensor<5x4xf64>
  }
  func.func private @median(%arg0: tensor<5x4xf64>) -> tensor<f64> {
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %0 = call @quantile(%arg0, %cst) : (tensor<5x4xf64>, tensor<f64>) -> tensor<f64>
    return %0 : tensor<f64>
  }
  func.func private @quantile(%arg0: tensor<5x4xf64>, %arg1: tensor<f64>) -> tensor<f64> {
    %0 = stablehlo.reshape %arg0 : (tensor<5x4xf64>) -> tensor<20xf64>
    %1 = stablehlo.compare NE, %0, %0, FLOAT : (tensor<20xf64>, tensor<20xf64>) -> tensor<20xi1>
    %c = stablehlo.constant dense<false> : tensor<i1>
    %2 = stablehlo.reduce(%1 init: %c) applies stablehlo.or across dimensions = [0] : (tensor<20xi1>, tensor<i1>) -> tensor<i1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i1>) -> tensor<1xi1>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %4 = call @_where(%3, %cst, %0) : (tensor<1xi1>, tensor<f64>, tensor<20xf64>) -> tensor<20xf64>
    %5 = "stablehlo.sort"(%4) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %24 = stablehlo.compare EQ, %arg2, %cst_10, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %25 = stablehlo.select %24, %cst_11, %arg2 : tensor<i1>, tensor<f64>
      %26 = stablehlo.compare NE, %arg2, %arg2, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_12 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %27 = stablehlo.select %26, %cst_12, %25 : tensor<i1>, tensor<f64>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %28 = stablehlo.compare EQ, %arg3, %cst_13, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
      %29 = stablehlo.select %28, %cst_14, %arg3 : tensor<i1>, tensor<f64>
      %30 = stablehlo.compare NE, %arg3, %arg3, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %cst_15 = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
      %31 = stablehlo.select %30, %cst_15, %29 : tensor<i1>, tensor<f64>
      %32 = stablehlo.compare LT, %27, %31, TOTALORDER : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %32 : tensor<i1>
    }) : (tensor<20xf64>) -> tensor<20xf64>
    %cst_0 = stablehlo.constant dense<2.000000e+01> : tensor<f64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %6 = stablehlo.subtract %cst_0, %cst_1 : tensor<f64>
    %7 = stablehlo.multiply %arg1, %6 : tensor<f64>
    %8 = stablehlo.floor %7 : tensor<f64>
    %9 = stablehlo.ceil %7 : tensor<f64>
    %10 = stablehlo.subtract %7, %8 : tensor<f64>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %11 = stablehlo.subtract %cst_2, %10 : tensor<f64>
    %cst_3 = stablehlo.constant dense<2.000000e+01> : tensor<f64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %12 = stablehlo.subtract %cst_3, %cst_4 : tensor<f64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %13 = stablehlo.clamp %cst_5, %8, %12 : tensor<f64>
    %cst_6 = stablehlo.constant dense<2.000000e+01> : tensor<f64>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %14 = stablehlo.subtract %cst_6, %cst_7 : tensor<f64>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %15 = stablehlo.clamp %cst_8, %9, %14 : tensor<f64>
    %16 = stablehlo.convert %13 : (tensor<f64>) -> tensor<i64>
    %17 = stablehlo.convert %15 : (tensor<f64>) -> tensor<i64>
    %18 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %19 = "stablehlo.gather"(%5, %18) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<20xf64>, tensor<1xi64>) -> tensor<f64>
    %20 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<i64>) -> tensor<1xi64>
    %21 = "stablehlo.gather"(%5, %20) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<20xf64>, tensor<1xi64>) -> tensor<f64>
    %22 = stablehlo.add %19, %21 : tensor<f64>
    %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %23 = stablehlo.multiply %22, %cst_9 : tensor<f64>
    return %23 : tensor<f64>
  }
  func.func private @_where(%arg0: tensor<1xi1>, %arg1: tensor<f64>, %arg2: tensor<20xf64>) -> tensor<20xf64> {
    %0 = stablehlo.convert %arg1 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<1xi1>) -> tensor<20xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<20xf64>
    %3 = stablehlo.select %1, %2, %arg2 : tensor<20xi1>, tensor<20xf64>
    return %3 : tensor<20xf64>
  }
}
