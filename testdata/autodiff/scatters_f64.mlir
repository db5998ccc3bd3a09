module @jit_scatters attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<6x3xf64>, %arg1: tensor<4x3xf64>, %arg2: tensor<4xi32>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<[4, 0, 1, 5]> : tensor<4xi64>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %1 = stablehlo.compare LT, %arg2, %0, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_1 = stablehlo.constant dense<6> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %3 = stablehlo.add %arg2, %2 : tensor<4xi32>
    %4 = stablehlo.select %1, %3, %arg2 : tensor<4xi1>, tensor<4xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %6 = "stablehlo.scatter"(%arg0, %5, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %67 = stablehlo.add %arg3, %arg4 : tensor<f64>
      stablehlo.return %67 : tensor<f64>
    }) : (tensor<6x3xf64>, tensor<4x1xi32>, tensor<4x3xf64>) -> tensor<6x3xf64>
    %7 = stablehlo.sine %arg1 : tensor<4x3xf64>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %8 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %9 = stablehlo.compare LT, %arg2, %8, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_3 = stablehlo.constant dense<6> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %11 = stablehlo.add %arg2, %10 : tensor<4xi32>
    %12 = stablehlo.select %9, %11, %arg2 : tensor<4xi1>, tensor<4xi32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %14 = "stablehlo.scatter"(%arg0, %13, %7) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      stablehlo.return %arg4 : tensor<f64>
    }) : (tensor<6x3xf64>, tensor<4x1xi32>, tensor<4x3xf64>) -> tensor<6x3xf64>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %16 = stablehlo.compare LT, %arg2, %15, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_5 = stablehlo.constant dense<6> : tensor<i32>
    %17 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %18 = stablehlo.add %arg2, %17 : tensor<4xi32>
    %19 = stablehlo.select %16, %18, %arg2 : tensor<4xi1>, tensor<4xi32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %21 = "stablehlo.scatter"(%arg0, %20, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %67 = stablehlo.maximum %arg3, %arg4 : tensor<f64>
      stablehlo.return %67 : tensor<f64>
    }) : (tensor<6x3xf64>, tensor<4x1xi32>, tensor<4x3xf64>) -> tensor<6x3xf64>
    %22 = stablehlo.slice %arg0 [0:1, 0:3] : (tensor<6x3xf64>) -> tensor<1x3xf64>
    %23 = stablehlo.reshape %22 : (tensor<1x3xf64>) -> tensor<3xf64>
    %24 = stablehlo.broadcast_in_dim %23, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<1x3xf64>) -> tensor<4x3xf64>
    %26 = stablehlo.multiply %arg1, %25 : tensor<4x3xf64>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %28 = stablehlo.compare LT, %arg2, %27, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_7 = stablehlo.constant dense<6> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %30 = stablehlo.add %arg2, %29 : tensor<4xi32>
    %31 = stablehlo.select %28, %30, %arg2 : tensor<4xi1>, tensor<4xi32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %33 = "stablehlo.scatter"(%arg0, %32, %26) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %67 = stablehlo.minimum %arg3, %arg4 : tensor<f64>
      stablehlo.return %67 : tensor<f64>
    }) : (tensor<6x3xf64>, tensor<4x1xi32>, tensor<4x3xf64>) -> tensor<6x3xf64>
    %c_8 = stablehlo.constant dense<0> : tensor<i64>
    %34 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %35 = stablehlo.compare LT, %c, %34, SIGNED : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
    %c_9 = stablehlo.constant dense<6> : tensor<i64>
    %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i64>) -> tensor<4xi64>
    %37 = stablehlo.add %c, %36 : tensor<4xi64>
    %38 = stablehlo.select %35, %37, %c : tensor<4xi1>, tensor<4xi64>
    %39 = stablehlo.convert %38 : (tensor<4xi64>) -> tensor<4xi32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %41 = "stablehlo.scatter"(%arg0, %40, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f64>, %arg4: tensor<f64>):
      %67 = stablehlo.multiply %arg3, %arg4 : tensor<f64>
      stablehlo.return %67 : tensor<f64>
    }) : (tensor<6x3xf64>, tensor<4x1xi32>, tensor<4x3xf64>) -> tensor<6x3xf64>
    %42 = stablehlo.multiply %6, %6 : tensor<6x3xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %43 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<6x3xf64>
    %44 = stablehlo.multiply %42, %43 : tensor<6x3xf64>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %45 = stablehlo.reduce(%44 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %46 = stablehlo.add %cst_11, %45 : tensor<f64>
    %47 = stablehlo.multiply %14, %14 : tensor<6x3xf64>
    %cst_12 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %48 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f64>) -> tensor<6x3xf64>
    %49 = stablehlo.multiply %47, %48 : tensor<6x3xf64>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %50 = stablehlo.reduce(%49 init: %cst_13) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %51 = stablehlo.add %46, %50 : tensor<f64>
    %52 = stablehlo.multiply %21, %21 : tensor<6x3xf64>
    %cst_14 = stablehlo.constant dense<3.000000e+00> : tensor<f64>
    %53 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f64>) -> tensor<6x3xf64>
    %54 = stablehlo.multiply %52, %53 : tensor<6x3xf64>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %55 = stablehlo.reduce(%54 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %56 = stablehlo.add %51, %55 : tensor<f64>
    %57 = stablehlo.multiply %33, %33 : tensor<6x3xf64>
    %cst_16 = stablehlo.constant dense<4.000000e+00> : tensor<f64>
    %58 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f64>) -> tensor<6x3xf64>
    %59 = stablehlo.multiply %57, %58 : tensor<6x3xf64>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %60 = stablehlo.reduce(%59 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %61 = stablehlo.add %56, %60 : tensor<f64>
    %62 = stablehlo.multiply %41, %41 : tensor<6x3xf64>
    %cst_18 = stablehlo.constant dense<5.000000e+00> : tensor<f64>
    %63 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f64>) -> tensor<6x3xf64>
    %64 = stablehlo.multiply %62, %63 : tensor<6x3xf64>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %65 = stablehlo.reduce(%64 init: %cst_19) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x3xf64>, tensor<f64>) -> tensor<f64>
    %66 = stablehlo.add %61, %65 : tensor<f64>
    return %66 : tensor<f64>
  }
}
