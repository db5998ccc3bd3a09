module {
  func.func @ar(%arg0: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=32}>} : (tensor<8x32xf32>) -> tensor<8x32xf32>
    return %0 : tensor<8x32xf32>
  }
  func.func @ag(%arg0: tensor<8x32xf32>) -> tensor<16x32xf32> {
    %0 = "stablehlo.all_gather"(%arg0) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i])->([k, i]) {i=32, j=8, k=16} need_replication={j, k}>} : (tensor<8x32xf32>) -> tensor<16x32xf32>
    return %0 : tensor<16x32xf32>
  }
  func.func @rs(%arg0: tensor<8x32xf32>) -> tensor<4x32xf32> {
    %0 = "stablehlo.reduce_scatter"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, i])->([k, i]) {i=32, j=8, k=4} need_replication={j, k}>} : (tensor<8x32xf32>) -> tensor<4x32xf32>
    return %0 : tensor<4x32xf32>
  }
  func.func @a2a(%arg0: tensor<8x32x5xf32>) -> tensor<4x64x5xf32> {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([j, l, i])->([k, m, i]) {i=5, j=8, k=4, l=32, m=64} need_replication={j, k, l, m}>} : (tensor<8x32x5xf32>) -> tensor<4x64x5xf32>
    return %0 : tensor<4x64x5xf32>
  }
  func.func @a2as(%arg0: tensor<8x32x5xf32>) -> tensor<8x32x5xf32> {
    %0 = "stablehlo.all_to_all"(%arg0) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, i, j])->([l, i, j]) {i=32, j=5, k=8, l=8} need_replication={k, l}>} : (tensor<8x32x5xf32>) -> tensor<8x32x5xf32>
    return %0 : tensor<8x32x5xf32>
  }
  func.func @cp(%arg0: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=32}>} : (tensor<8x32xf32>) -> tensor<8x32xf32>
    return %0 : tensor<8x32xf32>
  }
  func.func @cb(%arg0: tensor<8x32xf32>) -> tensor<8x32xf32> {
    %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=32}>} : (tensor<8x32xf32>) -> tensor<8x32xf32>
    return %0 : tensor<8x32xf32>
  }
  func.func @ds(%arg0: tensor<8x32x4xf32>, %arg1: tensor<i32>) -> tensor<8x1x2xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, sizes = [8, 1, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [], [], [])->([i, j, k]) {i=8, j=32, k=4} need_replication={j, k} blocked_propagation={j, k}>} : (tensor<8x32x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x1x2xf32>
    return %0 : tensor<8x1x2xf32>
  }
  func.func @ds1(%arg0: tensor<1x32x4xf32>, %arg1: tensor<i32>) -> tensor<1x1x2xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, sizes = [1, 1, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [], [], [])->([i, j, k]) {i=1, j=32, k=4} need_replication={j, k} blocked_propagation={j, k}>} : (tensor<1x32x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x2xf32>
    return %0 : tensor<1x1x2xf32>
  }
  func.func @dus(%arg0: tensor<8x32x4xf32>, %arg1: tensor<8x1x2xf32>, %arg2: tensor<i32>) -> tensor<8x32x4xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [i, k, m], [], [], [])->([i, j, l]) {i=8, j=32, k=1, l=4, m=2} need_replication={k, m}>} : (tensor<8x32x4xf32>, tensor<8x1x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x32x4xf32>
    return %0 : tensor<8x32x4xf32>
  }
  func.func @dusc(%arg0: tensor<8x32x4xf32>, %arg1: tensor<8x1x2xf32>, %arg2: tensor<i32>) -> tensor<8x32x4xf32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %c, %c, %c {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [i, k, m], [], [], [])->([i, j, l]) {i=8, j=32, k=1, l=4, m=2}>} : (tensor<8x32x4xf32>, tensor<8x1x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x32x4xf32>
    return %0 : tensor<8x32x4xf32>
  }
  func.func @dusc2(%arg0: tensor<8x32x4xf32>, %arg1: tensor<8x1x2xf32>, %arg2: tensor<i32>) -> tensor<8x32x4xf32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %c, %c {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [i, k, m], [], [], [])->([i, j, l]) {i=8, j=32, k=1, l=4, m=2} need_replication={k, m}>} : (tensor<8x32x4xf32>, tensor<8x1x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x32x4xf32>
    return %0 : tensor<8x32x4xf32>
  }
  func.func @ids() -> (tensor<ui32>, tensor<ui32>) {
    %0 = stablehlo.replica_id : tensor<ui32>
    %1 = stablehlo.partition_id : tensor<ui32>
    return %0, %1 : tensor<ui32>, tensor<ui32>
  }
  func.func @g1(%arg0: tensor<64x32xf32>, %arg1: tensor<8x16x1xi32>) -> tensor<8x16x32xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, k], [i, j, m])->([i, j, k]) {i=8, j=16, k=32, l=64, m=1} reduction={l} need_replication={m}>} : (tensor<64x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
    return %0 : tensor<8x16x32xf32>
  }
  func.func @g2(%arg0: tensor<64x32xf32>, %arg1: tensor<8x16x2xi32>) -> tensor<8x16x1x3xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], start_index_map = [0, 1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, m], [i, j, n])->([i, j, l, m]) {i=8, j=16, k=64, l=1, m=32, n=2} reduction={k} need_replication={l, m, n} blocked_propagation={m}>} : (tensor<64x32xf32>, tensor<8x16x2xi32>) -> tensor<8x16x1x3xf32>
    return %0 : tensor<8x16x1x3xf32>
  }
  func.func @g3(%arg0: tensor<4x64x32xf32>, %arg1: tensor<4x16x1xi32>) -> tensor<4x16x32xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 32>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, k], [i, j, m])->([i, j, k]) {i=4, j=16, k=32, l=64, m=1} reduction={l} need_replication={m}>} : (tensor<4x64x32xf32>, tensor<4x16x1xi32>) -> tensor<4x16x32xf32>
    return %0 : tensor<4x16x32xf32>
  }
  func.func @g4(%arg0: tensor<1x32xf32>, %arg1: tensor<8xi32>) -> tensor<8x16xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 16>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i])->([i, j]) {i=8, j=32, k=1} need_replication={j, k} blocked_propagation={j}>} : (tensor<1x32xf32>, tensor<8xi32>) -> tensor<8x16xf32>
    return %0 : tensor<8x16xf32>
  }
  func.func @g5(%arg0: tensor<7x4x64x32xf32>, %arg1: tensor<3x4x16xi32>) -> tensor<7x4x16x32xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 3], collapsed_slice_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2, 0, 3]>, indices_are_sorted = false, slice_sizes = array<i64: 7, 1, 1, 32>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, m, l], [n, j, k])->([i, j, k, l]) {i=7, j=4, k=16, l=32, m=64, n=3} reduction={m} need_replication={n}>} : (tensor<7x4x64x32xf32>, tensor<3x4x16xi32>) -> tensor<7x4x16x32xf32>
    return %0 : tensor<7x4x16x32xf32>
  }
  func.func @gimp(%arg0: tensor<4x64x32xf32>, %arg1: tensor<4x16x1xi32>) -> tensor<4x16x4x32xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 4, 1, 32>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, m, l], [i, j, n])->([i, j, k, l]) {i=4, j=16, k=4, l=32, m=64, n=1} reduction={m} need_replication={n}>} : (tensor<4x64x32xf32>, tensor<4x16x1xi32>) -> tensor<4x16x4x32xf32>
    return %0 : tensor<4x16x4x32xf32>
  }
  func.func @s1(%arg0: tensor<512x64xf32>, %arg1: tensor<16x16x1xi32>, %arg2: tensor<16x16x64xf32>) -> tensor<512x64xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, k], [i, j, m], [i, j, k])->([l, k]) {i=16, j=16, k=64, l=512, m=1} reduction={i, j} need_replication={m}>} : (tensor<512x64xf32>, tensor<16x16x1xi32>, tensor<16x16x64xf32>) -> tensor<512x64xf32>
    return %0 : tensor<512x64xf32>
  }
  func.func @s2_set(%arg0: tensor<512x64xf32>, %arg1: tensor<16x16x1xi32>, %arg2: tensor<16x16x64xf32>) -> tensor<512x64xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, k], [i, j, m], [i, j, k])->([l, k]) {i=16, j=16, k=64, l=512, m=1} need_replication={i, j, m}>} : (tensor<512x64xf32>, tensor<16x16x1xi32>, tensor<16x16x64xf32>) -> tensor<512x64xf32>
    return %0 : tensor<512x64xf32>
  }
  func.func @s3_partial(%arg0: tensor<512x64xf32>, %arg1: tensor<16x2xi32>, %arg2: tensor<16x2x3xf32>) -> tensor<512x64xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.maximum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, l], [i, n], [i, k, m])->([j, l]) {i=16, j=512, k=2, l=64, m=3, n=2} reduction={i} need_replication={j, k, l, m, n}>} : (tensor<512x64xf32>, tensor<16x2xi32>, tensor<16x2x3xf32>) -> tensor<512x64xf32>
    return %0 : tensor<512x64xf32>
  }
  func.func @s3_one(%arg0: tensor<512x64xf32>, %arg1: tensor<16x2xi32>, %arg2: tensor<16x1x64xf32>) -> tensor<512x64xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.maximum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, l], [i, m], [i, k, l])->([j, l]) {i=16, j=512, k=1, l=64, m=2} reduction={i} need_replication={j, k, m}>} : (tensor<512x64xf32>, tensor<16x2xi32>, tensor<16x1x64xf32>) -> tensor<512x64xf32>
    return %0 : tensor<512x64xf32>
  }
  func.func @s4_batch(%arg0: tensor<5x512x64xf32>, %arg1: tensor<7x5x1xi32>, %arg2: tensor<7x5x64xf32>) -> tensor<5x512x64xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.multiply %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, l, k], [i, j, m], [i, j, k])->([j, l, k]) {i=7, j=5, k=64, l=512, m=1} reduction={i} need_replication={m}>} : (tensor<5x512x64xf32>, tensor<7x5x1xi32>, tensor<7x5x64xf32>) -> tensor<5x512x64xf32>
    return %0 : tensor<5x512x64xf32>
  }
  func.func @s5_noivd(%arg0: tensor<5x3xf32>, %arg1: tensor<7xi32>, %arg2: tensor<7x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>) {
    %0:2 = "stablehlo.scatter"(%arg0, %arg0, %arg1, %arg2, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg5 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      %2 = stablehlo.add %arg4, %arg6 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [k, j], [i], [i, j], [i, j])->([k, j], [k, j]) {i=7, j=3, k=5} reduction={i}>} : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<7xi32>, tensor<7x3xf32>, tensor<7x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>)
    return %0#0, %0#1 : tensor<5x3xf32>, tensor<5x3xf32>
  }
  func.func @s6_and(%arg0: tensor<5x3xi32>, %arg1: tensor<7xi32>, %arg2: tensor<7x3xi32>) -> tensor<5x3xi32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %1 = stablehlo.and %arg4, %arg3 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i], [i, j])->([k, j]) {i=7, j=3, k=5} need_replication={i}>} : (tensor<5x3xi32>, tensor<7xi32>, tensor<7x3xi32>) -> tensor<5x3xi32>
    return %0 : tensor<5x3xi32>
  }
  func.func @s7_sub(%arg0: tensor<5x3xi32>, %arg1: tensor<7xi32>, %arg2: tensor<7x3xi32>) -> tensor<5x3xi32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i32>, %arg4: tensor<i32>):
      %1 = stablehlo.subtract %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i], [i, j])->([k, j]) {i=7, j=3, k=5} need_replication={i}>} : (tensor<5x3xi32>, tensor<7xi32>, tensor<7x3xi32>) -> tensor<5x3xi32>
    return %0 : tensor<5x3xi32>
  }
  func.func @sort(%arg0: tensor<5x3xi32>, %arg1: tensor<5x3xf32>) -> (tensor<5x3xi32>, tensor<5x3xf32>) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<i32>, %arg3: tensor<i32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
      %1 = stablehlo.compare LT, %arg2, %arg3 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j], [i, j]) {i=5, j=3} need_replication={j}>} : (tensor<5x3xi32>, tensor<5x3xf32>) -> (tensor<5x3xi32>, tensor<5x3xf32>)
    return %0#0, %0#1 : tensor<5x3xi32>, tensor<5x3xf32>
  }
  func.func @sort1(%arg0: tensor<1x3xi32>) -> tensor<1x3xi32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=1, j=3} need_replication={j} blocked_propagation={j}>} : (tensor<1x3xi32>) -> tensor<1x3xi32>
    return %0 : tensor<1x3xi32>
  }
  func.func @topk_call(%arg0: tensor<5x3xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>) {
    %0:2 = stablehlo.custom_call @mhlo.topk(%arg0) {mhlo.attributes = {k = 2 : i64, largest = true}, mhlo.version = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j], [i, j]) {i=5, j=3} need_replication={j} blocked_propagation={j}>} : (tensor<5x3xf32>) -> (tensor<5x2xf32>, tensor<5x2xi32>)
    return %0#0, %0#1 : tensor<5x2xf32>, tensor<5x2xi32>
  }
  func.func @or(%arg0: tensor<5x3xi1>, %arg1: tensor<7xi32>, %arg2: tensor<7x3xi1>) -> tensor<5x3xi1> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<i1>, %arg4: tensor<i1>):
      %1 = stablehlo.or %arg4, %arg3 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i], [i, j])->([k, j]) {i=7, j=3, k=5} reduction={i}>} : (tensor<5x3xi1>, tensor<7xi32>, tensor<7x3xi1>) -> tensor<5x3xi1>
    return %0 : tensor<5x3xi1>
  }
  func.func @oneop(%arg0: tensor<1x3xf32>, %arg1: tensor<7xi32>, %arg2: tensor<7x3xf32>) -> tensor<1x3xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg4, %arg3 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      %2 = stablehlo.add %1, %arg3 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i], [i, j])->([k, j]) {i=7, j=3, k=1} need_replication={i}>} : (tensor<1x3xf32>, tensor<7xi32>, tensor<7x3xf32>) -> tensor<1x3xf32>
    return %0 : tensor<1x3xf32>
  }
  func.func @gather_0(%arg0: tensor<2x6x1xf32>, %arg1: tensor<2x6x1x2xi32>) -> tensor<2x6x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [2, 0], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j, m], [i, j, k, n])->([i, j, k]) {i=2, j=6, k=1, l=2, m=1, n=2} reduction={l} need_replication={m, n}>} : (tensor<2x6x1xf32>, tensor<2x6x1x2xi32>) -> tensor<2x6x1xf32>
    return %0 : tensor<2x6x1xf32>
  }
  func.func @scatter_0(%arg0: tensor<2x6x1xf32>, %arg1: tensor<2x6x1x2xi32>, %arg2: tensor<2x6x1xf32>) -> tensor<2x6x1xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 2], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 0], index_vector_dim = 3>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j, m], [i, j, k, n], [i, j, k])->([l, j, m]) {i=2, j=6, k=1, l=2, m=1, n=2} reduction={i, k} need_replication={n}>} : (tensor<2x6x1xf32>, tensor<2x6x1x2xi32>, tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
    return %0 : tensor<2x6x1xf32>
  }
  func.func @gather_1(%arg0: tensor<1x8xf32>, %arg1: tensor<2xi32>) -> tensor<f32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0]>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([]) {i=1, j=8, k=2} reduction={j} need_replication={i, k}>} : (tensor<1x8xf32>, tensor<2xi32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @scatter_1(%arg0: tensor<1x8xf32>, %arg1: tensor<2xi32>, %arg2: tensor<f32>) -> tensor<1x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k], [])->([i, j]) {i=1, j=8, k=2} need_replication={k}>} : (tensor<1x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<1x8xf32>
    return %0 : tensor<1x8xf32>
  }
  func.func @gather_2(%arg0: tensor<1x2x1x8xf32>, %arg1: tensor<2x1x4xi32>) -> tensor<2x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2, 3], start_index_map = [3, 1, 2, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, l, m, n], [i, j, o])->([i, j]) {i=2, j=1, k=1, l=2, m=1, n=8, o=4} reduction={l, n} need_replication={k, m, o}>} : (tensor<1x2x1x8xf32>, tensor<2x1x4xi32>) -> tensor<2x1xf32>
    return %0 : tensor<2x1xf32>
  }
  func.func @scatter_2(%arg0: tensor<1x2x1x8xf32>, %arg1: tensor<2x1x4xi32>, %arg2: tensor<2x1xf32>) -> tensor<1x2x1x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1, 2, 3], scatter_dims_to_operand_dims = [3, 1, 2, 0], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, l, m, n], [i, j, o], [i, j])->([k, l, m, n]) {i=2, j=1, k=1, l=2, m=1, n=8, o=4} reduction={i, j} need_replication={o}>} : (tensor<1x2x1x8xf32>, tensor<2x1x4xi32>, tensor<2x1xf32>) -> tensor<1x2x1x8xf32>
    return %0 : tensor<1x2x1x8xf32>
  }
  func.func @gather_3(%arg0: tensor<4x1xf32>, %arg1: tensor<4x2xi32>) -> tensor<4xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k], [i, l])->([i]) {i=4, j=4, k=1, l=2} reduction={j} need_replication={k, l}>} : (tensor<4x1xf32>, tensor<4x2xi32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @scatter_3(%arg0: tensor<4x1xf32>, %arg1: tensor<4x2xi32>, %arg2: tensor<4xf32>) -> tensor<4x1xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.subtract %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k], [i, l], [i])->([j, k]) {i=4, j=4, k=1, l=2} need_replication={i, l}>} : (tensor<4x1xf32>, tensor<4x2xi32>, tensor<4xf32>) -> tensor<4x1xf32>
    return %0 : tensor<4x1xf32>
  }
  func.func @gather_4(%arg0: tensor<4x4x2x2xf32>, %arg1: tensor<1x2x2x4xi32>) -> tensor<1x4x2x4xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 3], operand_batching_dims = [2], start_indices_batching_dims = [2], start_index_map = [0, 3], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([m, j, k, n], [i, o, k, l])->([i, j, k, l]) {i=1, j=4, k=2, l=4, m=4, n=2, o=2} reduction={m, n} need_replication={o}>} : (tensor<4x4x2x2xf32>, tensor<1x2x2x4xi32>) -> tensor<1x4x2x4xf32>
    return %0 : tensor<1x4x2x4xf32>
  }
  func.func @scatter_4(%arg0: tensor<4x4x2x2xf32>, %arg1: tensor<1x2x2x4xi32>, %arg2: tensor<1x4x2x4xf32>) -> tensor<4x4x2x2xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 3], input_batching_dims = [2], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.subtract %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([m, j, k, n], [i, o, k, l], [i, j, k, l])->([m, j, k, n]) {i=1, j=4, k=2, l=4, m=4, n=2, o=2} need_replication={i, l, o}>} : (tensor<4x4x2x2xf32>, tensor<1x2x2x4xi32>, tensor<1x4x2x4xf32>) -> tensor<4x4x2x2xf32>
    return %0 : tensor<4x4x2x2xf32>
  }
  func.func @gather_5(%arg0: tensor<1x1x8x8xf32>, %arg1: tensor<3x4x1xi32>) -> tensor<4x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2, 3], operand_batching_dims = [0], start_indices_batching_dims = [2], start_index_map = [2, 3, 1]>, slice_sizes = array<i64: 1, 1, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k, l, m], [n, i, j])->([i, j]) {i=4, j=1, k=1, l=8, m=8, n=3} reduction={l, m} need_replication={k, n}>} : (tensor<1x1x8x8xf32>, tensor<3x4x1xi32>) -> tensor<4x1xf32>
    return %0 : tensor<4x1xf32>
  }
  func.func @scatter_5(%arg0: tensor<1x1x8x8xf32>, %arg1: tensor<3x4x1xi32>, %arg2: tensor<4x1xf32>) -> tensor<1x1x8x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 2, 3], input_batching_dims = [0], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [2, 3, 1]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k, l, m], [n, i, j], [i, j])->([j, k, l, m]) {i=4, j=1, k=1, l=8, m=8, n=3} reduction={i} need_replication={n}>} : (tensor<1x1x8x8xf32>, tensor<3x4x1xi32>, tensor<4x1xf32>) -> tensor<1x1x8x8xf32>
    return %0 : tensor<1x1x8x8xf32>
  }
  func.func @gather_6(%arg0: tensor<4x6x4x1xf32>, %arg1: tensor<4x4xi32>) -> tensor<4x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1, 2], start_index_map = [1, 3, 0, 2], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, l, m, j], [i, n])->([i, j]) {i=4, j=1, k=4, l=6, m=4, n=4} reduction={k, l, m} need_replication={n}>} : (tensor<4x6x4x1xf32>, tensor<4x4xi32>) -> tensor<4x1xf32>
    return %0 : tensor<4x1xf32>
  }
  func.func @scatter_6(%arg0: tensor<4x6x4x1xf32>, %arg1: tensor<4x4xi32>, %arg2: tensor<4x1xf32>) -> tensor<4x6x4x1xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [1, 3, 0, 2], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.subtract %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, l, m, j], [i, n], [i, j])->([k, l, m, j]) {i=4, j=1, k=4, l=6, m=4, n=4} need_replication={i, n}>} : (tensor<4x6x4x1xf32>, tensor<4x4xi32>, tensor<4x1xf32>) -> tensor<4x6x4x1xf32>
    return %0 : tensor<4x6x4x1xf32>
  }
  func.func @gather_7(%arg0: tensor<2x6x8xf32>, %arg1: tensor<2x2xi32>) -> tensor<2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1, 2], operand_batching_dims = [0], start_indices_batching_dims = [1], start_index_map = [1, 2]>, slice_sizes = array<i64: 1, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [l, i])->([i]) {i=2, j=6, k=8, l=2} reduction={j, k} need_replication={l}>} : (tensor<2x6x8xf32>, tensor<2x2xi32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @scatter_7(%arg0: tensor<2x6x8xf32>, %arg1: tensor<2x2xi32>, %arg2: tensor<2xf32>) -> tensor<2x6x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1, 2]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.maximum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [l, i], [i])->([i, j, k]) {i=2, j=6, k=8, l=2} need_replication={l}>} : (tensor<2x6x8xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<2x6x8xf32>
    return %0 : tensor<2x6x8xf32>
  }
  func.func @gather_8(%arg0: tensor<2x1xf32>, %arg1: tensor<3x2xi32>) -> tensor<3x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l])->([i, j]) {i=3, j=1, k=2, l=2} reduction={k} need_replication={l}>} : (tensor<2x1xf32>, tensor<3x2xi32>) -> tensor<3x1xf32>
    return %0 : tensor<3x1xf32>
  }
  func.func @scatter_8(%arg0: tensor<2x1xf32>, %arg1: tensor<3x2xi32>, %arg2: tensor<3x1xf32>) -> tensor<2x1xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [i, l], [i, j])->([k, j]) {i=3, j=1, k=2, l=2} reduction={i} need_replication={l}>} : (tensor<2x1xf32>, tensor<3x2xi32>, tensor<3x1xf32>) -> tensor<2x1xf32>
    return %0 : tensor<2x1xf32>
  }
  func.func @gather_9(%arg0: tensor<6x6x6x1xf32>, %arg1: tensor<4xi32>) -> tensor<5x6x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [0], start_index_map = [1, 0, 3, 2]>, slice_sizes = array<i64: 1, 5, 6, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, i, j, k], [m])->([i, j, k]) {i=6, j=6, k=1, l=6, m=4} reduction={l} need_replication={i, m} blocked_propagation={i}>} : (tensor<6x6x6x1xf32>, tensor<4xi32>) -> tensor<5x6x1xf32>
    return %0 : tensor<5x6x1xf32>
  }
  func.func @scatter_9(%arg0: tensor<6x6x6x1xf32>, %arg1: tensor<4xi32>, %arg2: tensor<5x6x1xf32>) -> tensor<6x6x6x1xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0, 3, 2]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([m, i, k, l], [n], [j, k, l])->([m, i, k, l]) {i=6, j=5, k=6, l=1, m=6, n=4} need_replication={i, j, n}>} : (tensor<6x6x6x1xf32>, tensor<4xi32>, tensor<5x6x1xf32>) -> tensor<6x6x6x1xf32>
    return %0 : tensor<6x6x6x1xf32>
  }
  func.func @gather_10(%arg0: tensor<2x4x4x8xf32>, %arg1: tensor<3x3xi32>) -> tensor<4x3xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1, 3], start_index_map = [0, 3, 1]>, slice_sizes = array<i64: 1, 1, 4, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, l, i, m], [n, j])->([i, j]) {i=4, j=3, k=2, l=4, m=8, n=3} reduction={k, l, m} need_replication={n}>} : (tensor<2x4x4x8xf32>, tensor<3x3xi32>) -> tensor<4x3xf32>
    return %0 : tensor<4x3xf32>
  }
  func.func @scatter_10(%arg0: tensor<2x4x4x8xf32>, %arg1: tensor<3x3xi32>, %arg2: tensor<4x3xf32>) -> tensor<2x4x4x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 1, 3], scatter_dims_to_operand_dims = [0, 3, 1]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, l, i, m], [n, j], [i, j])->([k, l, i, m]) {i=4, j=3, k=2, l=4, m=8, n=3} reduction={j} need_replication={n}>} : (tensor<2x4x4x8xf32>, tensor<3x3xi32>, tensor<4x3xf32>) -> tensor<2x4x4x8xf32>
    return %0 : tensor<2x4x4x8xf32>
  }
  func.func @gather_11(%arg0: tensor<4x6x2xf32>, %arg1: tensor<3x1x3xi32>) -> tensor<2x3x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0, 1], start_index_map = [1, 0, 2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, m, i], [j, k, n])->([i, j, k]) {i=2, j=3, k=1, l=4, m=6, n=3} reduction={l, m} need_replication={n}>} : (tensor<4x6x2xf32>, tensor<3x1x3xi32>) -> tensor<2x3x1xf32>
    return %0 : tensor<2x3x1xf32>
  }
  func.func @scatter_11(%arg0: tensor<4x6x2xf32>, %arg1: tensor<3x1x3xi32>, %arg2: tensor<2x3x1xf32>) -> tensor<4x6x2xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.multiply %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, m, i], [j, k, n], [i, j, k])->([l, m, i]) {i=2, j=3, k=1, l=4, m=6, n=3} reduction={j, k} need_replication={n}>} : (tensor<4x6x2xf32>, tensor<3x1x3xi32>, tensor<2x3x1xf32>) -> tensor<4x6x2xf32>
    return %0 : tensor<4x6x2xf32>
  }
  func.func @gather_12(%arg0: tensor<8x8xf32>, %arg1: tensor<2xi32>) -> tensor<f32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0]>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([]) {i=8, j=8, k=2} reduction={i, j} need_replication={k}>} : (tensor<8x8xf32>, tensor<2xi32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @scatter_12(%arg0: tensor<8x8xf32>, %arg1: tensor<2xi32>, %arg2: tensor<f32>) -> tensor<8x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.maximum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k], [])->([i, j]) {i=8, j=8, k=2} need_replication={k}>} : (tensor<8x8xf32>, tensor<2xi32>, tensor<f32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func @gather_13(%arg0: tensor<8x6xf32>, %arg1: tensor<1xi32>) -> tensor<8x3xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>, slice_sizes = array<i64: 8, 3>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [k])->([i, j]) {i=8, j=6, k=1} need_replication={j, k} blocked_propagation={j}>} : (tensor<8x6xf32>, tensor<1xi32>) -> tensor<8x3xf32>
    return %0 : tensor<8x3xf32>
  }
  func.func @scatter_13(%arg0: tensor<8x6xf32>, %arg1: tensor<1xi32>, %arg2: tensor<8x3xf32>) -> tensor<8x6xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.maximum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [l], [i, k])->([i, j]) {i=8, j=6, k=3, l=1} need_replication={j, k, l}>} : (tensor<8x6xf32>, tensor<1xi32>, tensor<8x3xf32>) -> tensor<8x6xf32>
    return %0 : tensor<8x6xf32>
  }
  func.func @gather_14(%arg0: tensor<2xf32>, %arg1: tensor<1x1xi32>) -> tensor<2x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j, k])->([i, j]) {i=2, j=1, k=1} need_replication={k}>} : (tensor<2xf32>, tensor<1x1xi32>) -> tensor<2x1xf32>
    return %0 : tensor<2x1xf32>
  }
  func.func @scatter_14(%arg0: tensor<2xf32>, %arg1: tensor<1x1xi32>, %arg2: tensor<2x1xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j, k], [i, j])->([i]) {i=2, j=1, k=1} reduction={j} need_replication={k}>} : (tensor<2xf32>, tensor<1x1xi32>, tensor<2x1xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @gather_15(%arg0: tensor<2x6x2x6xf32>, %arg1: tensor<3x6x2x2xi32>) -> tensor<6x2x2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1, 2], operand_batching_dims = [3], start_indices_batching_dims = [1], start_index_map = [1, 0, 2]>, slice_sizes = array<i64: 1, 1, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, m, n, i], [o, i, j, k])->([i, j, k]) {i=6, j=2, k=2, l=2, m=6, n=2, o=3} reduction={l, m, n} need_replication={o}>} : (tensor<2x6x2x6xf32>, tensor<3x6x2x2xi32>) -> tensor<6x2x2xf32>
    return %0 : tensor<6x2x2xf32>
  }
  func.func @scatter_15(%arg0: tensor<2x6x2x6xf32>, %arg1: tensor<3x6x2x2xi32>, %arg2: tensor<6x2x2xf32>) -> tensor<2x6x2x6xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1, 2], input_batching_dims = [3], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1, 0, 2]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, m, n, i], [o, i, j, k], [i, j, k])->([l, m, n, i]) {i=6, j=2, k=2, l=2, m=6, n=2, o=3} reduction={j, k} need_replication={o}>} : (tensor<2x6x2x6xf32>, tensor<3x6x2x2xi32>, tensor<6x2x2xf32>) -> tensor<2x6x2x6xf32>
    return %0 : tensor<2x6x2x6xf32>
  }
  func.func @gather_16(%arg0: tensor<2x8x8x6xf32>, %arg1: tensor<1xi32>) -> tensor<2x8x8x6xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2, 3], start_index_map = [2]>, slice_sizes = array<i64: 2, 8, 8, 6>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [m])->([i, j, k, l]) {i=2, j=8, k=8, l=6, m=1} need_replication={m}>} : (tensor<2x8x8x6xf32>, tensor<1xi32>) -> tensor<2x8x8x6xf32>
    return %0 : tensor<2x8x8x6xf32>
  }
  func.func @scatter_16(%arg0: tensor<2x8x8x6xf32>, %arg1: tensor<1xi32>, %arg2: tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2, 3], scatter_dims_to_operand_dims = [2]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.multiply %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [m], [i, j, k, l])->([i, j, k, l]) {i=2, j=8, k=8, l=6, m=1} need_replication={m}>} : (tensor<2x8x8x6xf32>, tensor<1xi32>, tensor<2x8x8x6xf32>) -> tensor<2x8x8x6xf32>
    return %0 : tensor<2x8x8x6xf32>
  }
  func.func @gather_17(%arg0: tensor<8x4xf32>, %arg1: tensor<3x1x4x8xi32>) -> tensor<3x4x4x8xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [3], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j], [i, m, k, l])->([i, j, k, l]) {i=3, j=4, k=4, l=8, m=1} need_replication={m}>} : (tensor<8x4xf32>, tensor<3x1x4x8xi32>) -> tensor<3x4x4x8xf32>
    return %0 : tensor<3x4x4x8xf32>
  }
  func.func @scatter_17(%arg0: tensor<8x4xf32>, %arg1: tensor<3x1x4x8xi32>, %arg2: tensor<3x4x4x8xf32>) -> tensor<8x4xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j], [i, m, k, l], [i, j, k, l])->([l, j]) {i=3, j=4, k=4, l=8, m=1} reduction={i, k} need_replication={m}>} : (tensor<8x4xf32>, tensor<3x1x4x8xi32>, tensor<3x4x4x8xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  func.func @gather_18(%arg0: tensor<2xf32>, %arg1: tensor<1x1x1xi32>) -> tensor<2x1x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j, l, k])->([i, j, k]) {i=2, j=1, k=1, l=1} need_replication={l}>} : (tensor<2xf32>, tensor<1x1x1xi32>) -> tensor<2x1x1xf32>
    return %0 : tensor<2x1x1xf32>
  }
  func.func @scatter_18(%arg0: tensor<2xf32>, %arg1: tensor<1x1x1xi32>, %arg2: tensor<2x1x1xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j, l, k], [i, j, k])->([i]) {i=2, j=1, k=1, l=1} reduction={j, k} need_replication={l}>} : (tensor<2xf32>, tensor<1x1x1xi32>, tensor<2x1x1xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @gather_19(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>) -> tensor<f32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j])->([]) {i=2, j=1} reduction={i} need_replication={j}>} : (tensor<2xf32>, tensor<1xi32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @scatter_19(%arg0: tensor<2xf32>, %arg1: tensor<1xi32>, %arg2: tensor<f32>) -> tensor<2xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [j], [])->([i]) {i=2, j=1} need_replication={j}>} : (tensor<2xf32>, tensor<1xi32>, tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @gather_20(%arg0: tensor<1xf32>, %arg1: tensor<2x1x3xi32>) -> tensor<2x3xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k], [i, l, j])->([i, j]) {i=2, j=3, k=1, l=1} need_replication={k, l}>} : (tensor<1xf32>, tensor<2x1x3xi32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @scatter_20(%arg0: tensor<1xf32>, %arg1: tensor<2x1x3xi32>, %arg2: tensor<2x3xf32>) -> tensor<1xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.subtract %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k], [i, l, j], [i, j])->([k]) {i=2, j=3, k=1, l=1} need_replication={i, j, l}>} : (tensor<1xf32>, tensor<2x1x3xi32>, tensor<2x3xf32>) -> tensor<1xf32>
    return %0 : tensor<1xf32>
  }
  func.func @gather_21(%arg0: tensor<8x4xf32>, %arg1: tensor<1x4x4xi32>) -> tensor<4x4x8xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [2], start_index_map = [0]>, slice_sizes = array<i64: 8, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [l, i, j])->([i, j, k]) {i=4, j=4, k=8, l=1} need_replication={l}>} : (tensor<8x4xf32>, tensor<1x4x4xi32>) -> tensor<4x4x8xf32>
    return %0 : tensor<4x4x8xf32>
  }
  func.func @scatter_21(%arg0: tensor<8x4xf32>, %arg1: tensor<1x4x4xi32>, %arg2: tensor<4x4x8xf32>) -> tensor<8x4xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [1], scatter_indices_batching_dims = [2], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.multiply %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, j], [l, i, j], [i, j, k])->([k, j]) {i=4, j=4, k=8, l=1} reduction={i} need_replication={l}>} : (tensor<8x4xf32>, tensor<1x4x4xi32>, tensor<4x4x8xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
  func.func @gather_22(%arg0: tensor<2xf32>, %arg1: tensor<i32>) -> tensor<2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [])->([i]) {i=2}>} : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @scatter_22(%arg0: tensor<2xf32>, %arg1: tensor<i32>, %arg2: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.maximum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [], [i])->([i]) {i=2}>} : (tensor<2xf32>, tensor<i32>, tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @gather_23(%arg0: tensor<2x6xf32>, %arg1: tensor<2xi32>) -> tensor<2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i])->([i]) {i=2, j=6} reduction={j}>} : (tensor<2x6xf32>, tensor<2xi32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @scatter_23(%arg0: tensor<2x6xf32>, %arg1: tensor<2xi32>, %arg2: tensor<2xf32>) -> tensor<2x6xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i], [i])->([i, j]) {i=2, j=6}>} : (tensor<2x6xf32>, tensor<2xi32>, tensor<2xf32>) -> tensor<2x6xf32>
    return %0 : tensor<2x6xf32>
  }
  func.func @gather_24(%arg0: tensor<8x6x6xf32>, %arg1: tensor<1x6x1xi32>) -> tensor<6x6x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0]>, slice_sizes = array<i64: 1, 1, 6>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j, i], [m, j, k])->([i, j, k]) {i=6, j=6, k=1, l=8, m=1} reduction={l} need_replication={m}>} : (tensor<8x6x6xf32>, tensor<1x6x1xi32>) -> tensor<6x6x1xf32>
    return %0 : tensor<6x6x1xf32>
  }
  func.func @scatter_24(%arg0: tensor<8x6x6xf32>, %arg1: tensor<1x6x1xi32>, %arg2: tensor<6x6x1xf32>) -> tensor<8x6x6xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.multiply %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, j, i], [m, j, k], [i, j, k])->([l, j, i]) {i=6, j=6, k=1, l=8, m=1} reduction={k} need_replication={m}>} : (tensor<8x6x6xf32>, tensor<1x6x1xi32>, tensor<6x6x1xf32>) -> tensor<8x6x6xf32>
    return %0 : tensor<8x6x6xf32>
  }
  func.func @gather_25(%arg0: tensor<1x2x4xf32>, %arg1: tensor<2x3x1x4xi32>) -> tensor<1x3x1x4xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], operand_batching_dims = [2], start_indices_batching_dims = [3], start_index_map = [0, 1]>, slice_sizes = array<i64: 1, 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, m, l], [n, j, k, l])->([i, j, k, l]) {i=1, j=3, k=1, l=4, m=2, n=2} reduction={m} need_replication={n}>} : (tensor<1x2x4xf32>, tensor<2x3x1x4xi32>) -> tensor<1x3x1x4xf32>
    return %0 : tensor<1x3x1x4xf32>
  }
  func.func @scatter_25(%arg0: tensor<1x2x4xf32>, %arg1: tensor<2x3x1x4xi32>, %arg2: tensor<1x3x1x4xf32>) -> tensor<1x2x4xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], input_batching_dims = [2], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [0, 1]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.multiply %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, m, l], [n, j, k, l], [i, j, k, l])->([i, m, l]) {i=1, j=3, k=1, l=4, m=2, n=2} reduction={j, k} need_replication={n}>} : (tensor<1x2x4xf32>, tensor<2x3x1x4xi32>, tensor<1x3x1x4xf32>) -> tensor<1x2x4xf32>
    return %0 : tensor<1x2x4xf32>
  }
  func.func @gather_27(%arg0: tensor<1x4xf32>, %arg1: tensor<1x4x3x2xi32>) -> tensor<4x3x1x2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0]>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([k, i], [m, i, j, l])->([i, j, k, l]) {i=4, j=3, k=1, l=2, m=1} need_replication={m}>} : (tensor<1x4xf32>, tensor<1x4x3x2xi32>) -> tensor<4x3x1x2xf32>
    return %0 : tensor<4x3x1x2xf32>
  }
  func.func @scatter_27(%arg0: tensor<1x4xf32>, %arg1: tensor<1x4x3x2xi32>, %arg2: tensor<4x3x1x2xf32>) -> tensor<1x4xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], input_batching_dims = [1], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([k, i], [m, i, j, l], [i, j, k, l])->([k, i]) {i=4, j=3, k=1, l=2, m=1} reduction={j, l} need_replication={m}>} : (tensor<1x4xf32>, tensor<1x4x3x2xi32>, tensor<4x3x1x2xf32>) -> tensor<1x4xf32>
    return %0 : tensor<1x4xf32>
  }
  func.func @gather_28(%arg0: tensor<2x4xf32>, %arg1: tensor<2x3xi32>) -> tensor<1x3xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [0], start_index_map = [1, 0]>, slice_sizes = array<i64: 1, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([l, i], [m, k])->([j, k]) {i=4, j=1, k=3, l=2, m=2} reduction={i, l} need_replication={j, m}>} : (tensor<2x4xf32>, tensor<2x3xi32>) -> tensor<1x3xf32>
    return %0 : tensor<1x3xf32>
  }
  func.func @scatter_28(%arg0: tensor<2x4xf32>, %arg1: tensor<2x3xi32>, %arg2: tensor<1x3xf32>) -> tensor<2x4xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([l, i], [m, k], [j, k])->([l, i]) {i=4, j=1, k=3, l=2, m=2} reduction={k} need_replication={i, j, m}>} : (tensor<2x4xf32>, tensor<2x3xi32>, tensor<1x3xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  }
  func.func @gather_30(%arg0: tensor<6x8x6x8xf32>, %arg1: tensor<3x3xi32>) -> tensor<1x8x3xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], collapsed_slice_dims = [0, 1], start_index_map = [1, 0, 2]>, slice_sizes = array<i64: 1, 1, 1, 8>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([m, n, i, k], [o, l])->([j, k, l]) {i=6, j=1, k=8, l=3, m=6, n=8, o=3} reduction={i, m, n} need_replication={j, o}>} : (tensor<6x8x6x8xf32>, tensor<3x3xi32>) -> tensor<1x8x3xf32>
    return %0 : tensor<1x8x3xf32>
  }
  func.func @scatter_30(%arg0: tensor<6x8x6x8xf32>, %arg1: tensor<3x3xi32>, %arg2: tensor<1x8x3xf32>) -> tensor<6x8x6x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1, 0, 2]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.subtract %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([m, n, i, k], [o, l], [j, k, l])->([m, n, i, k]) {i=6, j=1, k=8, l=3, m=6, n=8, o=3} need_replication={i, j, l, o}>} : (tensor<6x8x6x8xf32>, tensor<3x3xi32>, tensor<1x8x3xf32>) -> tensor<6x8x6x8xf32>
    return %0 : tensor<6x8x6x8xf32>
  }
  func.func @gather_32(%arg0: tensor<6xf32>, %arg1: tensor<i32>) -> tensor<6xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 6>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [])->([i]) {i=6}>} : (tensor<6xf32>, tensor<i32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @scatter_32(%arg0: tensor<6xf32>, %arg1: tensor<i32>, %arg2: tensor<6xf32>) -> tensor<6xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.maximum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [], [i])->([i]) {i=6}>} : (tensor<6xf32>, tensor<i32>, tensor<6xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @gather_33(%arg0: tensor<4xf32>, %arg1: tensor<i32>) -> tensor<f32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [])->([]) {i=4} reduction={i}>} : (tensor<4xf32>, tensor<i32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @scatter_33(%arg0: tensor<4xf32>, %arg1: tensor<i32>, %arg2: tensor<f32>) -> tensor<4xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.add %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [], [])->([i]) {i=4}>} : (tensor<4xf32>, tensor<i32>, tensor<f32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @gather_34(%arg0: tensor<4x8x2x2xf32>, %arg1: tensor<4xi32>) -> tensor<4x8x2xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1, 2], collapsed_slice_dims = [2], start_index_map = [1, 0, 3, 2]>, slice_sizes = array<i64: 4, 8, 1, 2>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l, k], [m])->([i, j, k]) {i=4, j=8, k=2, l=2, m=4} reduction={l} need_replication={m}>} : (tensor<4x8x2x2xf32>, tensor<4xi32>) -> tensor<4x8x2xf32>
    return %0 : tensor<4x8x2xf32>
  }
  func.func @scatter_34(%arg0: tensor<4x8x2x2xf32>, %arg1: tensor<4xi32>, %arg2: tensor<4x8x2xf32>) -> tensor<4x8x2x2xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1, 2], inserted_window_dims = [2], scatter_dims_to_operand_dims = [1, 0, 3, 2]>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l, k], [m], [i, j, k])->([i, j, l, k]) {i=4, j=8, k=2, l=2, m=4} need_replication={m}>} : (tensor<4x8x2x2xf32>, tensor<4xi32>, tensor<4x8x2xf32>) -> tensor<4x8x2x2xf32>
    return %0 : tensor<4x8x2x2xf32>
  }
  func.func @gather_35(%arg0: tensor<8x2x8x8xf32>, %arg1: tensor<1x1x2xi32>) -> tensor<4x1x2x8x1x1xf32> {
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2, 3, 4], start_index_map = [0, 3], index_vector_dim = 2>, slice_sizes = array<i64: 4, 2, 8, 1>}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, l, m], [j, o, p])->([i, j, k, l, n, o]) {i=8, j=1, k=2, l=8, m=8, n=1, o=1, p=2} reduction={m} need_replication={i, n, p} blocked_propagation={i}>} : (tensor<8x2x8x8xf32>, tensor<1x1x2xi32>) -> tensor<4x1x2x8x1x1xf32>
    return %0 : tensor<4x1x2x8x1x1xf32>
  }
  func.func @scatter_35(%arg0: tensor<8x2x8x8xf32>, %arg1: tensor<1x1x2xi32>, %arg2: tensor<4x1x2x8x1x1xf32>) -> tensor<8x2x8x8xf32> {
    %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 2, 3, 4], scatter_dims_to_operand_dims = [0, 3], index_vector_dim = 2>}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %1 = stablehlo.minimum %arg3, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, m, n], [k, p, q], [j, k, l, m, o, p])->([i, l, m, n]) {i=8, j=4, k=1, l=2, m=8, n=8, o=1, p=1, q=2} reduction={k, p} need_replication={i, j, n, o, q}>} : (tensor<8x2x8x8xf32>, tensor<1x1x2xi32>, tensor<4x1x2x8x1x1xf32>) -> tensor<8x2x8x8xf32>
    return %0 : tensor<8x2x8x8xf32>
  }
  func.func @slice_0(%arg0: tensor<6xf32>, %arg1: tensor<i32>) -> tensor<6xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [6] {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [])->([i]) {i=6}>} : (tensor<6xf32>, tensor<i32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @update_0(%arg0: tensor<6xf32>, %arg1: tensor<6xf32>, %arg2: tensor<i32>) -> tensor<6xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i], [])->([i]) {i=6}>} : (tensor<6xf32>, tensor<6xf32>, tensor<i32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @sort_0(%arg0: tensor<6xf32>) -> tensor<6xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=6} need_replication={i} blocked_propagation={i}>} : (tensor<6xf32>) -> tensor<6xf32>
    return %0 : tensor<6xf32>
  }
  func.func @slice_1(%arg0: tensor<2x2x2xf32>, %arg1: tensor<i32>) -> tensor<2x2x2xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, sizes = [2, 2, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [], [], [])->([i, j, k]) {i=2, j=2, k=2}>} : (tensor<2x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    return %0 : tensor<2x2x2xf32>
  }
  func.func @update_1(%arg0: tensor<2x2x2xf32>, %arg1: tensor<2x2x2xf32>, %arg2: tensor<i32>) -> tensor<2x2x2xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k], [], [], [])->([i, j, k]) {i=2, j=2, k=2}>} : (tensor<2x2x2xf32>, tensor<2x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x2x2xf32>
    return %0 : tensor<2x2x2xf32>
  }
  func.func @sort_1(%arg0: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=2, k=2} need_replication={j}>} : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    return %0 : tensor<2x2x2xf32>
  }
  func.func @slice_2(%arg0: tensor<1x8x2xf32>, %arg1: tensor<i32>) -> tensor<1x8x2xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, sizes = [1, 8, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [], [], [])->([i, j, k]) {i=1, j=8, k=2}>} : (tensor<1x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2xf32>
    return %0 : tensor<1x8x2xf32>
  }
  func.func @update_2(%arg0: tensor<1x8x2xf32>, %arg1: tensor<1x8x2xf32>, %arg2: tensor<i32>) -> tensor<1x8x2xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k], [], [], [])->([i, j, k]) {i=1, j=8, k=2}>} : (tensor<1x8x2xf32>, tensor<1x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2xf32>
    return %0 : tensor<1x8x2xf32>
  }
  func.func @sort_2(%arg0: tensor<1x8x2xf32>) -> tensor<1x8x2xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=1, j=8, k=2} need_replication={k}>} : (tensor<1x8x2xf32>) -> tensor<1x8x2xf32>
    return %0 : tensor<1x8x2xf32>
  }
  func.func @slice_3(%arg0: tensor<8x8x2xf32>, %arg1: tensor<i32>) -> tensor<8x8x2xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, sizes = [8, 8, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [], [], [])->([i, j, k]) {i=8, j=8, k=2}>} : (tensor<8x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x2xf32>
    return %0 : tensor<8x8x2xf32>
  }
  func.func @update_3(%arg0: tensor<8x8x2xf32>, %arg1: tensor<8x8x2xf32>, %arg2: tensor<i32>) -> tensor<8x8x2xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k], [], [], [])->([i, j, k]) {i=8, j=8, k=2}>} : (tensor<8x8x2xf32>, tensor<8x8x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x8x2xf32>
    return %0 : tensor<8x8x2xf32>
  }
  func.func @sort_3(%arg0: tensor<8x8x2xf32>) -> tensor<8x8x2xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=8, j=8, k=2} need_replication={k}>} : (tensor<8x8x2xf32>) -> tensor<8x8x2xf32>
    return %0 : tensor<8x8x2xf32>
  }
  func.func @slice_4(%arg0: tensor<2xf32>, %arg1: tensor<i32>) -> tensor<2xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [])->([i]) {i=2}>} : (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @update_4(%arg0: tensor<2xf32>, %arg1: tensor<2xf32>, %arg2: tensor<i32>) -> tensor<2xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i], [i], [])->([i]) {i=2}>} : (tensor<2xf32>, tensor<2xf32>, tensor<i32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @sort_4(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=2} need_replication={i} blocked_propagation={i}>} : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @slice_5(%arg0: tensor<6x6x1x8xf32>, %arg1: tensor<i32>) -> tensor<6x4x1x8xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, %arg1, sizes = [6, 4, 1, 8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [], [], [], [])->([i, j, k, l]) {i=6, j=6, k=1, l=8} need_replication={j} blocked_propagation={j}>} : (tensor<6x6x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x1x8xf32>
    return %0 : tensor<6x4x1x8xf32>
  }
  func.func @update_5(%arg0: tensor<6x6x1x8xf32>, %arg1: tensor<6x4x1x8xf32>, %arg2: tensor<i32>) -> tensor<6x6x1x8xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l, m], [i, k, l, m], [], [], [], [])->([i, j, l, m]) {i=6, j=6, k=4, l=1, m=8} need_replication={k}>} : (tensor<6x6x1x8xf32>, tensor<6x4x1x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x6x1x8xf32>
    return %0 : tensor<6x6x1x8xf32>
  }
  func.func @sort_5(%arg0: tensor<6x6x1x8xf32>) -> tensor<6x6x1x8xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 3 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, j, k, l]) {i=6, j=6, k=1, l=8} need_replication={l}>} : (tensor<6x6x1x8xf32>) -> tensor<6x6x1x8xf32>
    return %0 : tensor<6x6x1x8xf32>
  }
  func.func @slice_6(%arg0: tensor<6x2x2xf32>, %arg1: tensor<i32>) -> tensor<6x2x2xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, sizes = [6, 2, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [], [], [])->([i, j, k]) {i=6, j=2, k=2}>} : (tensor<6x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x2x2xf32>
    return %0 : tensor<6x2x2xf32>
  }
  func.func @update_6(%arg0: tensor<6x2x2xf32>, %arg1: tensor<6x2x2xf32>, %arg2: tensor<i32>) -> tensor<6x2x2xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k], [], [], [])->([i, j, k]) {i=6, j=2, k=2}>} : (tensor<6x2x2xf32>, tensor<6x2x2xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x2x2xf32>
    return %0 : tensor<6x2x2xf32>
  }
  func.func @sort_6(%arg0: tensor<6x2x2xf32>) -> tensor<6x2x2xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=6, j=2, k=2} need_replication={j}>} : (tensor<6x2x2xf32>) -> tensor<6x2x2xf32>
    return %0 : tensor<6x2x2xf32>
  }
  func.func @slice_7(%arg0: tensor<8x8xf32>, %arg1: tensor<i32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [8, 8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func @update_7(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<i32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [], [])->([i, j]) {i=8, j=8}>} : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func @sort_7(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8} need_replication={j}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  func.func @slice_8(%arg0: tensor<6x6xf32>, %arg1: tensor<i32>) -> tensor<6x6xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [6, 6] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [], [])->([i, j]) {i=6, j=6}>} : (tensor<6x6xf32>, tensor<i32>, tensor<i32>) -> tensor<6x6xf32>
    return %0 : tensor<6x6xf32>
  }
  func.func @update_8(%arg0: tensor<6x6xf32>, %arg1: tensor<6x6xf32>, %arg2: tensor<i32>) -> tensor<6x6xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [], [])->([i, j]) {i=6, j=6}>} : (tensor<6x6xf32>, tensor<6x6xf32>, tensor<i32>, tensor<i32>) -> tensor<6x6xf32>
    return %0 : tensor<6x6xf32>
  }
  func.func @sort_8(%arg0: tensor<6x6xf32>) -> tensor<6x6xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=6, j=6} need_replication={j}>} : (tensor<6x6xf32>) -> tensor<6x6xf32>
    return %0 : tensor<6x6xf32>
  }
  func.func @slice_9(%arg0: tensor<6x4x2x6xf32>, %arg1: tensor<i32>) -> tensor<6x4x1x6xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, %arg1, sizes = [6, 4, 1, 6] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [], [], [], [])->([i, j, k, l]) {i=6, j=4, k=2, l=6} need_replication={k} blocked_propagation={k}>} : (tensor<6x4x2x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x1x6xf32>
    return %0 : tensor<6x4x1x6xf32>
  }
  func.func @update_9(%arg0: tensor<6x4x2x6xf32>, %arg1: tensor<6x4x1x6xf32>, %arg2: tensor<i32>) -> tensor<6x4x2x6xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, m], [i, j, l, m], [], [], [], [])->([i, j, k, m]) {i=6, j=4, k=2, l=1, m=6} need_replication={l}>} : (tensor<6x4x2x6xf32>, tensor<6x4x1x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x4x2x6xf32>
    return %0 : tensor<6x4x2x6xf32>
  }
  func.func @sort_9(%arg0: tensor<6x4x2x6xf32>) -> tensor<6x4x2x6xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, j, k, l]) {i=6, j=4, k=2, l=6} need_replication={k}>} : (tensor<6x4x2x6xf32>) -> tensor<6x4x2x6xf32>
    return %0 : tensor<6x4x2x6xf32>
  }
  func.func @slice_10(%arg0: tensor<1x2x1x4xf32>, %arg1: tensor<i32>) -> tensor<1x2x1x1xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, %arg1, sizes = [1, 2, 1, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [], [], [], [])->([i, j, k, l]) {i=1, j=2, k=1, l=4} need_replication={l} blocked_propagation={l}>} : (tensor<1x2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x1x1xf32>
    return %0 : tensor<1x2x1x1xf32>
  }
  func.func @update_10(%arg0: tensor<1x2x1x4xf32>, %arg1: tensor<1x2x1x1xf32>, %arg2: tensor<i32>) -> tensor<1x2x1x4xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [i, j, k, m], [], [], [], [])->([i, j, k, l]) {i=1, j=2, k=1, l=4, m=1} need_replication={m}>} : (tensor<1x2x1x4xf32>, tensor<1x2x1x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x1x4xf32>
    return %0 : tensor<1x2x1x4xf32>
  }
  func.func @sort_10(%arg0: tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, j, k, l]) {i=1, j=2, k=1, l=4} need_replication={k}>} : (tensor<1x2x1x4xf32>) -> tensor<1x2x1x4xf32>
    return %0 : tensor<1x2x1x4xf32>
  }
  func.func @slice_11(%arg0: tensor<4x1x4x1xf32>, %arg1: tensor<i32>) -> tensor<4x1x4x1xf32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, %arg1, %arg1, sizes = [4, 1, 4, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [], [], [], [])->([i, j, k, l]) {i=4, j=1, k=4, l=1}>} : (tensor<4x1x4x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x4x1xf32>
    return %0 : tensor<4x1x4x1xf32>
  }
  func.func @update_11(%arg0: tensor<4x1x4x1xf32>, %arg1: tensor<4x1x4x1xf32>, %arg2: tensor<i32>) -> tensor<4x1x4x1xf32> {
    %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2, %arg2, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [i, j, k, l], [], [], [], [])->([i, j, k, l]) {i=4, j=1, k=4, l=1}>} : (tensor<4x1x4x1xf32>, tensor<4x1x4x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x1x4x1xf32>
    return %0 : tensor<4x1x4x1xf32>
  }
  func.func @sort_11(%arg0: tensor<4x1x4x1xf32>) -> tensor<4x1x4x1xf32> {
    %0 = "stablehlo.sort"(%arg0) <{dimension = 2 : i64, is_stable = true}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.compare LT, %arg1, %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, j, k, l]) {i=4, j=1, k=4, l=1} need_replication={k}>} : (tensor<4x1x4x1xf32>) -> tensor<4x1x4x1xf32>
    return %0 : tensor<4x1x4x1xf32>
  }
}
