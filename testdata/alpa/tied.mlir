module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8xi32>, %arg1: tensor<8x8xi32>, %arg2: tensor<1024x8xf32> {tf.aliasing_output = 0 : i32}) -> (tensor<1024x8xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %c_0 = stablehlo.constant dense<1024> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %3 = stablehlo.add %arg0, %2 : tensor<8x8xi32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<8x8xi1>, tensor<8x8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %6 = "stablehlo.gather"(%arg2, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<1024x8xf32>, tensor<8x8x1xi32>) -> tensor<8x8x8xf32>
    %7 = stablehlo.dot_general %6, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8xf32>, tensor<1024x8xf32>) -> tensor<8x8x1024xf32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x8x1024xf32>, tensor<f32>) -> tensor<8x8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x1024xf32>
    %11 = stablehlo.subtract %7, %10 : tensor<8x8x1024xf32>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %13 = stablehlo.iota dim = 2 : tensor<8x8x1024xi32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1, 2] : (tensor<8x8x1xi32>) -> tensor<8x8x1024xi32>
    %15 = stablehlo.compare EQ, %14, %13, SIGNED : (tensor<8x8x1024xi32>, tensor<8x8x1024xi32>) -> tensor<8x8x1024xi1>
    %16 = stablehlo.convert %15 : (tensor<8x8x1024xi1>) -> tensor<8x8x1024xf32>
    %17 = stablehlo.exponential %11 : tensor<8x8x1024xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1024xf32>, tensor<f32>) -> tensor<8x8xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.negate %cst_2 : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<8x8x1024xf32>
    %22 = stablehlo.multiply %16, %21 : tensor<8x8x1024xf32>
    %23 = stablehlo.negate %22 : tensor<8x8x1024xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1024xf32>, tensor<f32>) -> tensor<8x8xf32>
    %25 = stablehlo.reshape %24 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %26 = stablehlo.divide %25, %19 : tensor<8x8x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1024xf32>
    %29 = stablehlo.multiply %28, %17 : tensor<8x8x1024xf32>
    %30 = stablehlo.add %22, %29 : tensor<8x8x1024xf32>
    %31 = stablehlo.dot_general %30, %6, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x1024xf32>, tensor<8x8x8xf32>) -> tensor<1024x8xf32>
    %32 = stablehlo.dot_general %30, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x1024xf32>, tensor<1024x8xf32>) -> tensor<8x8x8xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<1024x8xf32>
    %c_6 = stablehlo.constant dense<1023> : tensor<1xi32>
    %c_7 = stablehlo.constant dense<2147483647> : tensor<i32>
    %34 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %35 = stablehlo.minimum %c_6, %34 : tensor<1xi32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [2] : (tensor<1xi32>) -> tensor<8x8x1xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<8x8x1xi32>
    %38 = stablehlo.clamp %37, %5, %36 : tensor<8x8x1xi32>
    %39 = "stablehlo.scatter"(%33, %38, %32) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %44 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %44 : tensor<f32>
    }) : (tensor<1024x8xf32>, tensor<8x8x1xi32>, tensor<8x8x8xf32>) -> tensor<1024x8xf32>
    %40 = stablehlo.add %31, %39 : tensor<1024x8xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<1024x8xf32>
    %42 = stablehlo.multiply %41, %40 : tensor<1024x8xf32>
    %43 = stablehlo.subtract %arg2, %42 : tensor<1024x8xf32>
    return %43 : tensor<1024x8xf32>
  }
}
