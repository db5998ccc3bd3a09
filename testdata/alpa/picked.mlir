module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x32xf32>, %arg1: tensor<256x16xf32>, %arg2: tensor<32x32xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<16x16xf32> {tf.aliasing_output = 1 : i32}) -> (tensor<32x32xf32> {jax.result_info = "result[0]"}, tensor<16x16xf32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %1 = stablehlo.iota dim = 0 : tensor<16xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %3 = stablehlo.compare LT, %1, %2, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %c_0 = stablehlo.constant dense<32> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %5 = stablehlo.add %1, %4 : tensor<16xi32>
    %6 = stablehlo.select %3, %5, %1 : tensor<16xi1>, tensor<16xi32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %8 = "stablehlo.gather"(%0, %7) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 256, 1>}> : (tensor<256x32xf32>, tensor<16x1xi32>) -> tensor<256x16xf32>
    %9 = stablehlo.dot_general %8, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x16xf32>, tensor<16x16xf32>) -> tensor<256x16xf32>
    %10 = stablehlo.subtract %9, %arg1 : tensor<256x16xf32>
    %11 = stablehlo.multiply %10, %10 : tensor<256x16xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x16xf32>
    %13 = stablehlo.multiply %12, %10 : tensor<256x16xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%11 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %15 = stablehlo.divide %14, %cst_2 : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %16 = stablehlo.divide %cst_3, %cst_4 : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<256x16xf32>
    %18 = stablehlo.multiply %17, %13 : tensor<256x16xf32>
    %19 = stablehlo.dot_general %18, %8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x16xf32>, tensor<256x16xf32>) -> tensor<16x16xf32>
    %20 = stablehlo.transpose %19, dims = [1, 0] : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %21 = stablehlo.dot_general %18, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x16xf32>, tensor<16x16xf32>) -> tensor<256x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %c_6 = stablehlo.constant dense<31> : tensor<1xi32>
    %c_7 = stablehlo.constant dense<2147483647> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %24 = stablehlo.minimum %c_6, %23 : tensor<1xi32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [1] : (tensor<1xi32>) -> tensor<16x1xi32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %26 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<16x1xi32>
    %27 = stablehlo.clamp %26, %7, %25 : tensor<16x1xi32>
    %28 = "stablehlo.scatter"(%22, %27, %21) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg4: tensor<f32>, %arg5: tensor<f32>):
      %37 = stablehlo.add %arg4, %arg5 : tensor<f32>
      stablehlo.return %37 : tensor<f32>
    }) : (tensor<256x32xf32>, tensor<16x1xi32>, tensor<256x16xf32>) -> tensor<256x32xf32>
    %29 = stablehlo.dot_general %28, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<32x32xf32>
    %30 = stablehlo.transpose %29, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %cst_9 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %32 = stablehlo.multiply %31, %30 : tensor<32x32xf32>
    %33 = stablehlo.subtract %arg2, %32 : tensor<32x32xf32>
    %cst_10 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %35 = stablehlo.multiply %34, %20 : tensor<16x16xf32>
    %36 = stablehlo.subtract %arg3, %35 : tensor<16x16xf32>
    return %33, %36 : tensor<32x32xf32>, tensor<16x16xf32>
  }
}
