func.func @ar(%a: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
func.func @ag(%a: tensor<8x32xf32>) -> tensor<16x32xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> : (tensor<8x32xf32>) -> tensor<16x32xf32>
  return %0 : tensor<16x32xf32>
}
func.func @rs(%a: tensor<8x32xf32>) -> tensor<4x32xf32> {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x32xf32>) -> tensor<4x32xf32>
  return %0 : tensor<4x32xf32>
}
func.func @a2a(%a: tensor<8x32x5xf32>) -> tensor<4x64x5xf32> {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> : (tensor<8x32x5xf32>) -> tensor<4x64x5xf32>
  return %0 : tensor<4x64x5xf32>
}
func.func @a2as(%a: tensor<8x32x5xf32>) -> tensor<8x32x5xf32> {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> : (tensor<8x32x5xf32>) -> tensor<8x32x5xf32>
  return %0 : tensor<8x32x5xf32>
}
func.func @cp(%a: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0,1],[1,0]]> : tensor<2x2xi64>}> : (tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
func.func @cb(%a: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0,1],[2,3]]> : tensor<2x2xi64>}> : (tensor<8x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
func.func @ds(%a: tensor<8x32x4xf32>, %i: tensor<i32>) -> tensor<8x1x2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, sizes = [8, 1, 2] : (tensor<8x32x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x1x2xf32>
  return %0 : tensor<8x1x2xf32>
}
func.func @ds1(%a: tensor<1x32x4xf32>, %i: tensor<i32>) -> tensor<1x1x2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, sizes = [1, 1, 2] : (tensor<1x32x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x2xf32>
  return %0 : tensor<1x1x2xf32>
}
func.func @dus(%a: tensor<8x32x4xf32>, %u: tensor<8x1x2xf32>, %i: tensor<i32>) -> tensor<8x32x4xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i : (tensor<8x32x4xf32>, tensor<8x1x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x32x4xf32>
  return %0 : tensor<8x32x4xf32>
}
func.func @dusc(%a: tensor<8x32x4xf32>, %u: tensor<8x1x2xf32>, %z: tensor<i32>) -> tensor<8x32x4xf32> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i : (tensor<8x32x4xf32>, tensor<8x1x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x32x4xf32>
  return %0 : tensor<8x32x4xf32>
}
func.func @dusc2(%a: tensor<8x32x4xf32>, %u: tensor<8x1x2xf32>, %z: tensor<i32>) -> tensor<8x32x4xf32> {
  %i = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.dynamic_update_slice %a, %u, %z, %i, %i : (tensor<8x32x4xf32>, tensor<8x1x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x32x4xf32>
  return %0 : tensor<8x32x4xf32>
}
func.func @ids() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.replica_id : tensor<ui32>
  %1 = stablehlo.partition_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}
func.func @g1(%a: tensor<64x32xf32>, %i: tensor<8x16x1xi32>) -> tensor<8x16x32xf32> {
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
  return %1 : tensor<8x16x32xf32>
}
func.func @g2(%a: tensor<64x32xf32>, %i: tensor<8x16x2xi32>) -> tensor<8x16x1x3xf32> {
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2,3], start_index_map = [0,1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<64x32xf32>, tensor<8x16x2xi32>) -> tensor<8x16x1x3xf32>
  return %1 : tensor<8x16x1x3xf32>
}
func.func @g3(%a: tensor<4x64x32xf32>, %i: tensor<4x16x1xi32>) -> tensor<4x16x32xf32> {
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 32>}> : (tensor<4x64x32xf32>, tensor<4x16x1xi32>) -> tensor<4x16x32xf32>
  return %1 : tensor<4x16x32xf32>
}
func.func @g4(%a: tensor<1x32xf32>, %i: tensor<8xi32>) -> tensor<8x16xf32> {
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> : (tensor<1x32xf32>, tensor<8xi32>) -> tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
func.func @g5(%a: tensor<7x4x64x32xf32>, %i: tensor<3x4x16xi32>) -> tensor<7x4x16x32xf32> {
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0,3], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2,0,3], index_vector_dim = 0>, indices_are_sorted = false, slice_sizes = array<i64: 7, 1, 1, 32>}> : (tensor<7x4x64x32xf32>, tensor<3x4x16xi32>) -> tensor<7x4x16x32xf32>
  return %1 : tensor<7x4x16x32xf32>
}
func.func @gimp(%a: tensor<4x64x32xf32>, %i: tensor<4x16x1xi32>) -> tensor<4x16x4x32xf32> {
  %1 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2,3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 4, 1, 32>}> : (tensor<4x64x32xf32>, tensor<4x16x1xi32>) -> tensor<4x16x4x32xf32>
  return %1 : tensor<4x16x4x32xf32>
}
func.func @s1(%0: tensor<512x64xf32>, %5: tensor<16x16x1xi32>, %u: tensor<16x16x64xf32>) -> tensor<512x64xf32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<16x16x1xi32>, tensor<16x16x64xf32>) -> tensor<512x64xf32>
  return %6 : tensor<512x64xf32>
}
func.func @s2_set(%0: tensor<512x64xf32>, %5: tensor<16x16x1xi32>, %u: tensor<16x16x64xf32>) -> tensor<512x64xf32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return %y : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<16x16x1xi32>, tensor<16x16x64xf32>) -> tensor<512x64xf32>
  return %6 : tensor<512x64xf32>
}
func.func @s3_partial(%0: tensor<512x64xf32>, %5: tensor<16x2xi32>, %u: tensor<16x2x3xf32>) -> tensor<512x64xf32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1,2], scatter_dims_to_operand_dims = [0,1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<16x2xi32>, tensor<16x2x3xf32>) -> tensor<512x64xf32>
  return %6 : tensor<512x64xf32>
}
func.func @s3_one(%0: tensor<512x64xf32>, %5: tensor<16x2xi32>, %u: tensor<16x1x64xf32>) -> tensor<512x64xf32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1,2], scatter_dims_to_operand_dims = [0,1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<512x64xf32>, tensor<16x2xi32>, tensor<16x1x64xf32>) -> tensor<512x64xf32>
  return %6 : tensor<512x64xf32>
}
func.func @s4_batch(%0: tensor<5x512x64xf32>, %5: tensor<7x5x1xi32>, %u: tensor<7x5x64xf32>) -> tensor<5x512x64xf32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.multiply %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<5x512x64xf32>, tensor<7x5x1xi32>, tensor<7x5x64xf32>) -> tensor<5x512x64xf32>
  return %6 : tensor<5x512x64xf32>
}
func.func @s5_noivd(%0: tensor<5x3xf32>, %5: tensor<7xi32>, %u: tensor<7x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
    %6:2 = "stablehlo.scatter"(%0, %0, %5, %u, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %x2: tensor<f32>, %y: tensor<f32>, %y2: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      %s2 = stablehlo.add %x2, %y2 : tensor<f32>
      stablehlo.return %s, %s2 : tensor<f32>, tensor<f32>
    }) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<7xi32>, tensor<7x3xf32>, tensor<7x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>)
  return %6#0, %6#1 : tensor<5x3xf32>, tensor<5x3xf32>
}
func.func @s6_and(%0: tensor<5x3xi32>, %5: tensor<7xi32>, %u: tensor<7x3xi32>) -> tensor<5x3xi32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.and %y, %x : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<5x3xi32>, tensor<7xi32>, tensor<7x3xi32>) -> tensor<5x3xi32>
  return %6 : tensor<5x3xi32>
}
func.func @s7_sub(%0: tensor<5x3xi32>, %5: tensor<7xi32>, %u: tensor<7x3xi32>) -> tensor<5x3xi32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.subtract %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) : (tensor<5x3xi32>, tensor<7xi32>, tensor<7x3xi32>) -> tensor<5x3xi32>
  return %6 : tensor<5x3xi32>
}
func.func @sort(%0: tensor<5x3xi32>, %1: tensor<5x3xf32>) -> (tensor<5x3xi32>,tensor<5x3xf32>) {
    %6:2 = "stablehlo.sort"(%0, %1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>, %x1: tensor<f32>, %y1: tensor<f32>):
      %s = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<5x3xi32>, tensor<5x3xf32>) -> (tensor<5x3xi32>, tensor<5x3xf32>)
  return %6#0, %6#1 : tensor<5x3xi32>, tensor<5x3xf32>
}
func.func @sort1(%0: tensor<1x3xi32>) -> tensor<1x3xi32> {
    %6 = "stablehlo.sort"(%0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<1x3xi32>) -> (tensor<1x3xi32>)
  return %6 : tensor<1x3xi32>
}
func.func @topk_call(%0: tensor<5x3xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>) {
  %a:2 = stablehlo.custom_call @mhlo.topk(%0) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<5x3xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>)
  return %a#0, %a#1 : tensor<5x2xf32>, tensor<5x2xi32>
}
func.func @or(%0: tensor<5x3xi1>, %5: tensor<7xi32>, %u: tensor<7x3xi1>) -> tensor<5x3xi1> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%x: tensor<i1>, %y: tensor<i1>):
      %s = stablehlo.or %y, %x : tensor<i1>
      stablehlo.return %s : tensor<i1>
    }) : (tensor<5x3xi1>, tensor<7xi32>, tensor<7x3xi1>) -> tensor<5x3xi1>
  return %6 : tensor<5x3xi1>
}
func.func @oneop(%0: tensor<1x3xf32>, %5: tensor<7xi32>, %u: tensor<7x3xf32>) -> tensor<1x3xf32> {
    %6 = "stablehlo.scatter"(%0, %5, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %y, %x : tensor<f32>
      %s1 = stablehlo.add %s, %x : tensor<f32>
      stablehlo.return %s1 : tensor<f32>
    }) : (tensor<1x3xf32>, tensor<7xi32>, tensor<7x3xf32>) -> tensor<1x3xf32>
  return %6 : tensor<1x3xf32>
}
