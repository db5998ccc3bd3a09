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
func.func @gather_0(%a: tensor<2x6x1xf32>, %i: tensor<2x6x1x2xi32>) -> tensor<2x6x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2, 0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x6x1xf32>, tensor<2x6x1x2xi32>) -> tensor<2x6x1xf32>
  return %0 : tensor<2x6x1xf32>
}
func.func @scatter_0(%a: tensor<2x6x1xf32>, %i: tensor<2x6x1x2xi32>, %u: tensor<2x6x1xf32>) -> tensor<2x6x1xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 2], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x6x1xf32>, tensor<2x6x1x2xi32>, tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
  return %0 : tensor<2x6x1xf32>
}
func.func @gather_1(%a: tensor<1x8xf32>, %i: tensor<2xi32>) -> tensor<f32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x8xf32>, tensor<2xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @scatter_1(%a: tensor<1x8xf32>, %i: tensor<2xi32>, %u: tensor<f32>) -> tensor<1x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
func.func @gather_2(%a: tensor<1x2x1x8xf32>, %i: tensor<2x1x4xi32>) -> tensor<2x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1, 2, 3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [3, 1, 2, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x2x1x8xf32>, tensor<2x1x4xi32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
func.func @scatter_2(%a: tensor<1x2x1x8xf32>, %i: tensor<2x1x4xi32>, %u: tensor<2x1xf32>) -> tensor<1x2x1x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1, 2, 3], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [3, 1, 2, 0], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x2x1x8xf32>, tensor<2x1x4xi32>, tensor<2x1xf32>) -> tensor<1x2x1x8xf32>
  return %0 : tensor<1x2x1x8xf32>
}
func.func @gather_3(%a: tensor<4x1xf32>, %i: tensor<4x2xi32>) -> tensor<4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<4x1xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @scatter_3(%a: tensor<4x1xf32>, %i: tensor<4x2xi32>, %u: tensor<4xf32>) -> tensor<4x1xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x1xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
func.func @gather_4(%a: tensor<4x4x2x2xf32>, %i: tensor<1x2x2x4xi32>) -> tensor<1x4x2x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 3], operand_batching_dims = [2], start_indices_batching_dims = [2], start_index_map = [0, 3], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 1, 1>}> : (tensor<4x4x2x2xf32>, tensor<1x2x2x4xi32>) -> tensor<1x4x2x4xf32>
  return %0 : tensor<1x4x2x4xf32>
}
func.func @scatter_4(%a: tensor<4x4x2x2xf32>, %i: tensor<1x2x2x4xi32>, %u: tensor<1x4x2x4xf32>) -> tensor<4x4x2x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 3], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x4x2x2xf32>, tensor<1x2x2x4xi32>, tensor<1x4x2x4xf32>) -> tensor<4x4x2x2xf32>
  return %0 : tensor<4x4x2x2xf32>
}
func.func @gather_5(%a: tensor<1x1x8x8xf32>, %i: tensor<3x4x1xi32>) -> tensor<4x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 2, 3], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 3, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<1x1x8x8xf32>, tensor<3x4x1xi32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
func.func @scatter_5(%a: tensor<1x1x8x8xf32>, %i: tensor<3x4x1xi32>, %u: tensor<4x1xf32>) -> tensor<1x1x8x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1, 2, 3], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 3, 1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x1x8x8xf32>, tensor<3x4x1xi32>, tensor<4x1xf32>) -> tensor<1x1x8x8xf32>
  return %0 : tensor<1x1x8x8xf32>
}
func.func @gather_6(%a: tensor<4x6x4x1xf32>, %i: tensor<4x4xi32>) -> tensor<4x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1, 2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 3, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<4x6x4x1xf32>, tensor<4x4xi32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
func.func @scatter_6(%a: tensor<4x6x4x1xf32>, %i: tensor<4x4xi32>, %u: tensor<4x1xf32>) -> tensor<4x6x4x1xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1, 2], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 3, 0, 2], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6x4x1xf32>, tensor<4x4xi32>, tensor<4x1xf32>) -> tensor<4x6x4x1xf32>
  return %0 : tensor<4x6x4x1xf32>
}
func.func @gather_7(%a: tensor<2x6x8xf32>, %i: tensor<2x2xi32>) -> tensor<2xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1, 2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<2x6x8xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @scatter_7(%a: tensor<2x6x8xf32>, %i: tensor<2x2xi32>, %u: tensor<2xf32>) -> tensor<2x6x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x6x8xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<2x6x8xf32>
  return %0 : tensor<2x6x8xf32>
}
func.func @gather_8(%a: tensor<2x1xf32>, %i: tensor<3x2xi32>) -> tensor<3x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x1xf32>, tensor<3x2xi32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
func.func @scatter_8(%a: tensor<2x1xf32>, %i: tensor<3x2xi32>, %u: tensor<3x1xf32>) -> tensor<2x1xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x1xf32>, tensor<3x2xi32>, tensor<3x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
func.func @gather_9(%a: tensor<6x6x6x1xf32>, %i: tensor<4xi32>) -> tensor<5x6x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0, 3, 2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 5, 6, 1>}> : (tensor<6x6x6x1xf32>, tensor<4xi32>) -> tensor<5x6x1xf32>
  return %0 : tensor<5x6x1xf32>
}
func.func @scatter_9(%a: tensor<6x6x6x1xf32>, %i: tensor<4xi32>, %u: tensor<5x6x1xf32>) -> tensor<6x6x6x1xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0, 3, 2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x6x6x1xf32>, tensor<4xi32>, tensor<5x6x1xf32>) -> tensor<6x6x6x1xf32>
  return %0 : tensor<6x6x6x1xf32>
}
func.func @gather_10(%a: tensor<2x4x4x8xf32>, %i: tensor<3x3xi32>) -> tensor<4x3xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1, 3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 3, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 4, 1>}> : (tensor<2x4x4x8xf32>, tensor<3x3xi32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
func.func @scatter_10(%a: tensor<2x4x4x8xf32>, %i: tensor<3x3xi32>, %u: tensor<4x3xf32>) -> tensor<2x4x4x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 1, 3], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 3, 1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x4x4x8xf32>, tensor<3x3xi32>, tensor<4x3xf32>) -> tensor<2x4x4x8xf32>
  return %0 : tensor<2x4x4x8xf32>
}
func.func @gather_11(%a: tensor<4x6x2xf32>, %i: tensor<3x1x3xi32>) -> tensor<2x3x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<4x6x2xf32>, tensor<3x1x3xi32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}
func.func @scatter_11(%a: tensor<4x6x2xf32>, %i: tensor<3x1x3xi32>, %u: tensor<2x3x1xf32>) -> tensor<4x6x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x6x2xf32>, tensor<3x1x3xi32>, tensor<2x3x1xf32>) -> tensor<4x6x2xf32>
  return %0 : tensor<4x6x2xf32>
}
func.func @gather_12(%a: tensor<8x8xf32>, %i: tensor<2xi32>) -> tensor<f32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x8xf32>, tensor<2xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @scatter_12(%a: tensor<8x8xf32>, %i: tensor<2xi32>, %u: tensor<f32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @gather_13(%a: tensor<8x6xf32>, %i: tensor<1xi32>) -> tensor<8x3xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 0>, slice_sizes = array<i64: 8, 3>}> : (tensor<8x6xf32>, tensor<1xi32>) -> tensor<8x3xf32>
  return %0 : tensor<8x3xf32>
}
func.func @scatter_13(%a: tensor<8x6xf32>, %i: tensor<1xi32>, %u: tensor<8x3xf32>) -> tensor<8x6xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x6xf32>, tensor<1xi32>, tensor<8x3xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}
func.func @gather_14(%a: tensor<2xf32>, %i: tensor<1x1xi32>) -> tensor<2x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}> : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}
func.func @scatter_14(%a: tensor<2xf32>, %i: tensor<1x1xi32>, %u: tensor<2x1xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<1x1xi32>, tensor<2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @gather_15(%a: tensor<2x6x2x6xf32>, %i: tensor<3x6x2x2xi32>) -> tensor<6x2x2xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1, 2], operand_batching_dims = [3], start_indices_batching_dims = [1], start_index_map = [1, 0, 2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1, 1>}> : (tensor<2x6x2x6xf32>, tensor<3x6x2x2xi32>) -> tensor<6x2x2xf32>
  return %0 : tensor<6x2x2xf32>
}
func.func @scatter_15(%a: tensor<2x6x2x6xf32>, %i: tensor<3x6x2x2xi32>, %u: tensor<6x2x2xf32>) -> tensor<2x6x2x6xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0, 1, 2], input_batching_dims = [3], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x6x2x6xf32>, tensor<3x6x2x2xi32>, tensor<6x2x2xf32>) -> tensor<2x6x2x6xf32>
  return %0 : tensor<2x6x2x6xf32>
}
func.func @gather_16(%a: tensor<2x8x8x6xf32>, %i: tensor<1xi32>) -> tensor<2x8x8x6xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2, 3], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [2], index_vector_dim = 0>, slice_sizes = array<i64: 2, 8, 8, 6>}> : (tensor<2x8x8x6xf32>, tensor<1xi32>) -> tensor<2x8x8x6xf32>
  return %0 : tensor<2x8x8x6xf32>
}
func.func @scatter_16(%a: tensor<2x8x8x6xf32>, %i: tensor<1xi32>, %u: tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2, 3], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x8x8x6xf32>, tensor<1xi32>, tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32>
  return %0 : tensor<2x8x8x6xf32>
}
func.func @gather_17(%a: tensor<8x4xf32>, %i: tensor<3x1x4x8xi32>) -> tensor<3x4x4x8xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<8x4xf32>, tensor<3x1x4x8xi32>) -> tensor<3x4x4x8xf32>
  return %0 : tensor<3x4x4x8xf32>
}
func.func @scatter_17(%a: tensor<8x4xf32>, %i: tensor<3x1x4x8xi32>, %u: tensor<3x4x4x8xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<3x1x4x8xi32>, tensor<3x4x4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func @gather_18(%a: tensor<2xf32>, %i: tensor<1x1x1xi32>) -> tensor<2x1x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}> : (tensor<2xf32>, tensor<1x1x1xi32>) -> tensor<2x1x1xf32>
  return %0 : tensor<2x1x1xf32>
}
func.func @scatter_18(%a: tensor<2xf32>, %i: tensor<1x1x1xi32>, %u: tensor<2x1x1xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<1x1x1xi32>, tensor<2x1x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @gather_19(%a: tensor<2xf32>, %i: tensor<1xi32>) -> tensor<f32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<2xf32>, tensor<1xi32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @scatter_19(%a: tensor<2xf32>, %i: tensor<1xi32>, %u: tensor<f32>) -> tensor<2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<1xi32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @gather_20(%a: tensor<1xf32>, %i: tensor<2x1x3xi32>) -> tensor<2x3xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<1xf32>, tensor<2x1x3xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
func.func @scatter_20(%a: tensor<1xf32>, %i: tensor<2x1x3xi32>, %u: tensor<2x3xf32>) -> tensor<1xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1xf32>, tensor<2x1x3xi32>, tensor<2x3xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func @gather_21(%a: tensor<8x4xf32>, %i: tensor<1x4x4xi32>) -> tensor<4x4x8xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 8, 1>}> : (tensor<8x4xf32>, tensor<1x4x4xi32>) -> tensor<4x4x8xf32>
  return %0 : tensor<4x4x8xf32>
}
func.func @scatter_21(%a: tensor<8x4xf32>, %i: tensor<1x4x4xi32>, %u: tensor<4x4x8xf32>) -> tensor<8x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x4xf32>, tensor<1x4x4xi32>, tensor<4x4x8xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
func.func @gather_22(%a: tensor<2xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 2>}> : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @scatter_22(%a: tensor<2xf32>, %i: tensor<i32>, %u: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2xf32>, tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @gather_23(%a: tensor<2x6xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x6xf32>, tensor<2xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @scatter_23(%a: tensor<2x6xf32>, %i: tensor<2xi32>, %u: tensor<2xf32>) -> tensor<2x6xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x6xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}
func.func @gather_24(%a: tensor<8x6x6xf32>, %i: tensor<1x6x1xi32>) -> tensor<6x6x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 6>}> : (tensor<8x6x6xf32>, tensor<1x6x1xi32>) -> tensor<6x6x1xf32>
  return %0 : tensor<6x6x1xf32>
}
func.func @scatter_24(%a: tensor<8x6x6xf32>, %i: tensor<1x6x1xi32>, %u: tensor<6x6x1xf32>) -> tensor<8x6x6xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x6x6xf32>, tensor<1x6x1xi32>, tensor<6x6x1xf32>) -> tensor<8x6x6xf32>
  return %0 : tensor<8x6x6xf32>
}
func.func @gather_25(%a: tensor<1x2x4xf32>, %i: tensor<2x3x1x4xi32>) -> tensor<1x3x1x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [3], start_index_map = [0, 1], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<1x2x4xf32>, tensor<2x3x1x4xi32>) -> tensor<1x3x1x4xf32>
  return %0 : tensor<1x3x1x4xf32>
}
func.func @scatter_25(%a: tensor<1x2x4xf32>, %i: tensor<2x3x1x4xi32>, %u: tensor<1x3x1x4xf32>) -> tensor<1x2x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x2x4xf32>, tensor<2x3x1x4xi32>, tensor<1x3x1x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}
func.func @gather_27(%a: tensor<1x4xf32>, %i: tensor<1x4x3x2xi32>) -> tensor<4x3x1x2xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<1x4xf32>, tensor<1x4x3x2xi32>) -> tensor<4x3x1x2xf32>
  return %0 : tensor<4x3x1x2xf32>
}
func.func @scatter_27(%a: tensor<1x4xf32>, %i: tensor<1x4x3x2xi32>, %u: tensor<4x3x1x2xf32>) -> tensor<1x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1x4xf32>, tensor<1x4x3x2xi32>, tensor<4x3x1x2xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}
func.func @gather_28(%a: tensor<2x4xf32>, %i: tensor<2x3xi32>) -> tensor<1x3xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1>}> : (tensor<2x4xf32>, tensor<2x3xi32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
func.func @scatter_28(%a: tensor<2x4xf32>, %i: tensor<2x3xi32>, %u: tensor<1x3xf32>) -> tensor<2x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x4xf32>, tensor<2x3xi32>, tensor<1x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
func.func @gather_30(%a: tensor<6x8x6x8xf32>, %i: tensor<3x3xi32>) -> tensor<1x8x3xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0, 2], index_vector_dim = 0>, slice_sizes = array<i64: 1, 1, 1, 8>}> : (tensor<6x8x6x8xf32>, tensor<3x3xi32>) -> tensor<1x8x3xf32>
  return %0 : tensor<1x8x3xf32>
}
func.func @scatter_30(%a: tensor<6x8x6x8xf32>, %i: tensor<3x3xi32>, %u: tensor<1x8x3xf32>) -> tensor<6x8x6x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6x8x6x8xf32>, tensor<3x3xi32>, tensor<1x8x3xf32>) -> tensor<6x8x6x8xf32>
  return %0 : tensor<6x8x6x8xf32>
}
func.func @gather_32(%a: tensor<6xf32>, %i: tensor<i32>) -> tensor<6xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 6>}> : (tensor<6xf32>, tensor<i32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @scatter_32(%a: tensor<6xf32>, %i: tensor<i32>, %u: tensor<6xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<6xf32>, tensor<i32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @gather_33(%a: tensor<4xf32>, %i: tensor<i32>) -> tensor<f32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @scatter_33(%a: tensor<4xf32>, %i: tensor<i32>, %u: tensor<f32>) -> tensor<4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<i32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @gather_34(%a: tensor<4x8x2x2xf32>, %i: tensor<4xi32>) -> tensor<4x8x2xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1, 0, 3, 2], index_vector_dim = 0>, slice_sizes = array<i64: 4, 8, 1, 2>}> : (tensor<4x8x2x2xf32>, tensor<4xi32>) -> tensor<4x8x2xf32>
  return %0 : tensor<4x8x2xf32>
}
func.func @scatter_34(%a: tensor<4x8x2x2xf32>, %i: tensor<4xi32>, %u: tensor<4x8x2xf32>) -> tensor<4x8x2x2xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [2], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [1, 0, 3, 2], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x8x2x2xf32>, tensor<4xi32>, tensor<4x8x2xf32>) -> tensor<4x8x2x2xf32>
  return %0 : tensor<4x8x2x2xf32>
}
func.func @gather_35(%a: tensor<8x2x8x8xf32>, %i: tensor<1x1x2xi32>) -> tensor<4x1x2x8x1x1xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2, 3, 4], collapsed_slice_dims = [], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 3], index_vector_dim = 2>, slice_sizes = array<i64: 4, 2, 8, 1>}> : (tensor<8x2x8x8xf32>, tensor<1x1x2xi32>) -> tensor<4x1x2x8x1x1xf32>
  return %0 : tensor<4x1x2x8x1x1xf32>
}
func.func @scatter_35(%a: tensor<8x2x8x8xf32>, %i: tensor<1x1x2xi32>, %u: tensor<4x1x2x8x1x1xf32>) -> tensor<8x2x8x8xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2, 3, 4], inserted_window_dims = [], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.minimum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8x2x8x8xf32>, tensor<1x1x2xi32>, tensor<4x1x2x8x1x1xf32>) -> tensor<8x2x8x8xf32>
  return %0 : tensor<8x2x8x8xf32>
}
func.func @slice_0(%a: tensor<6xf32>, %i: tensor<i32>) -> tensor<6xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [6] : (tensor<6xf32>, tensor<i32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @update_0(%a: tensor<6xf32>, %u: tensor<6xf32>, %i: tensor<i32>) -> tensor<6xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<6xf32>, tensor<6xf32>, tensor<i32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @sort_0(%a: tensor<6xf32>) -> tensor<6xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
func.func @slice_1(%a: tensor<2x2x2xf32>, %i: tensor<i32>) -> tensor<2x2x2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, sizes = [2, 2, 2] : (tensor<2x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}
func.func @update_1(%a: tensor<2x2x2xf32>, %u: tensor<2x2x2xf32>, %i: tensor<i32>) -> tensor<2x2x2xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i : (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}
func.func @sort_1(%a: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %0 : tensor<2x2x2xf32>
}
func.func @slice_2(%a: tensor<1x8x2xf32>, %i: tensor<i32>) -> tensor<1x8x2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, sizes = [1, 8, 2] : (tensor<1x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2xf32>
  return %0 : tensor<1x8x2xf32>
}
func.func @update_2(%a: tensor<1x8x2xf32>, %u: tensor<1x8x2xf32>, %i: tensor<i32>) -> tensor<1x8x2xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i : (tensor<1x8x2xf32>, tensor<1x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2xf32>
  return %0 : tensor<1x8x2xf32>
}
func.func @sort_2(%a: tensor<1x8x2xf32>) -> tensor<1x8x2xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<1x8x2xf32>) -> tensor<1x8x2xf32>
  return %0 : tensor<1x8x2xf32>
}
func.func @slice_3(%a: tensor<8x8x2xf32>, %i: tensor<i32>) -> tensor<8x8x2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, sizes = [8, 8, 2] : (tensor<8x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x2xf32>
  return %0 : tensor<8x8x2xf32>
}
func.func @update_3(%a: tensor<8x8x2xf32>, %u: tensor<8x8x2xf32>, %i: tensor<i32>) -> tensor<8x8x2xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i : (tensor<8x8x2xf32>, tensor<8x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x2xf32>
  return %0 : tensor<8x8x2xf32>
}
func.func @sort_3(%a: tensor<8x8x2xf32>) -> tensor<8x8x2xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<8x8x2xf32>) -> tensor<8x8x2xf32>
  return %0 : tensor<8x8x2xf32>
}
func.func @slice_4(%a: tensor<2xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @update_4(%a: tensor<2xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @sort_4(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @slice_5(%a: tensor<6x6x1x8xf32>, %i: tensor<i32>) -> tensor<6x4x1x8xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, %i, sizes = [6, 4, 1, 8] : (tensor<6x6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x1x8xf32>
  return %0 : tensor<6x4x1x8xf32>
}
func.func @update_5(%a: tensor<6x6x1x8xf32>, %u: tensor<6x4x1x8xf32>, %i: tensor<i32>) -> tensor<6x6x1x8xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i, %i : (tensor<6x6x1x8xf32>, tensor<6x4x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x6x1x8xf32>
  return %0 : tensor<6x6x1x8xf32>
}
func.func @sort_5(%a: tensor<6x6x1x8xf32>) -> tensor<6x6x1x8xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 3 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<6x6x1x8xf32>) -> tensor<6x6x1x8xf32>
  return %0 : tensor<6x6x1x8xf32>
}
func.func @slice_6(%a: tensor<6x2x2xf32>, %i: tensor<i32>) -> tensor<6x2x2xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, sizes = [6, 2, 2] : (tensor<6x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x2x2xf32>
  return %0 : tensor<6x2x2xf32>
}
func.func @update_6(%a: tensor<6x2x2xf32>, %u: tensor<6x2x2xf32>, %i: tensor<i32>) -> tensor<6x2x2xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i : (tensor<6x2x2xf32>, tensor<6x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x2x2xf32>
  return %0 : tensor<6x2x2xf32>
}
func.func @sort_6(%a: tensor<6x2x2xf32>) -> tensor<6x2x2xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<6x2x2xf32>) -> tensor<6x2x2xf32>
  return %0 : tensor<6x2x2xf32>
}
func.func @slice_7(%a: tensor<8x8xf32>, %i: tensor<i32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [8, 8] : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @update_7(%a: tensor<8x8xf32>, %u: tensor<8x8xf32>, %i: tensor<i32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @sort_7(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func @slice_8(%a: tensor<6x6xf32>, %i: tensor<i32>) -> tensor<6x6xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [6, 6] : (tensor<6x6xf32>, tensor<i32>, tensor<i32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
func.func @update_8(%a: tensor<6x6xf32>, %u: tensor<6x6xf32>, %i: tensor<i32>) -> tensor<6x6xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<6x6xf32>, tensor<6x6xf32>, tensor<i32>, tensor<i32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
func.func @sort_8(%a: tensor<6x6xf32>) -> tensor<6x6xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0 : tensor<6x6xf32>
}
func.func @slice_9(%a: tensor<6x4x2x6xf32>, %i: tensor<i32>) -> tensor<6x4x1x6xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, %i, sizes = [6, 4, 1, 6] : (tensor<6x4x2x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x1x6xf32>
  return %0 : tensor<6x4x1x6xf32>
}
func.func @update_9(%a: tensor<6x4x2x6xf32>, %u: tensor<6x4x1x6xf32>, %i: tensor<i32>) -> tensor<6x4x2x6xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i, %i : (tensor<6x4x2x6xf32>, tensor<6x4x1x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x2x6xf32>
  return %0 : tensor<6x4x2x6xf32>
}
func.func @sort_9(%a: tensor<6x4x2x6xf32>) -> tensor<6x4x2x6xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<6x4x2x6xf32>) -> tensor<6x4x2x6xf32>
  return %0 : tensor<6x4x2x6xf32>
}
func.func @slice_10(%a: tensor<1x2x1x4xf32>, %i: tensor<i32>) -> tensor<1x2x1x1xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, %i, sizes = [1, 2, 1, 1] : (tensor<1x2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}
func.func @update_10(%a: tensor<1x2x1x4xf32>, %u: tensor<1x2x1x1xf32>, %i: tensor<i32>) -> tensor<1x2x1x4xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i, %i : (tensor<1x2x1x4xf32>, tensor<1x2x1x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x1x4xf32>
  return %0 : tensor<1x2x1x4xf32>
}
func.func @sort_10(%a: tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32>
  return %0 : tensor<1x2x1x4xf32>
}
func.func @slice_11(%a: tensor<4x1x4x1xf32>, %i: tensor<i32>) -> tensor<4x1x4x1xf32> {
  %0 = stablehlo.dynamic_slice %a, %i, %i, %i, %i, sizes = [4, 1, 4, 1] : (tensor<4x1x4x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x4x1xf32>
  return %0 : tensor<4x1x4x1xf32>
}
func.func @update_11(%a: tensor<4x1x4x1xf32>, %u: tensor<4x1x4x1xf32>, %i: tensor<i32>) -> tensor<4x1x4x1xf32> {
  %0 = stablehlo.dynamic_update_slice %a, %u, %i, %i, %i, %i : (tensor<4x1x4x1xf32>, tensor<4x1x4x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x4x1xf32>
  return %0 : tensor<4x1x4x1xf32>
}
func.func @sort_11(%a: tensor<4x1x4x1xf32>) -> tensor<4x1x4x1xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 2 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %s : tensor<i1>
  }) : (tensor<4x1x4x1xf32>) -> tensor<4x1x4x1xf32>
  return %0 : tensor<4x1x4x1xf32>
}

