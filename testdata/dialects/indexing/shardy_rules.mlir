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
}
