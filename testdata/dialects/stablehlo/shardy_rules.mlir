module {
  sdy.mesh @m = <["x"=2, "y"=2]>
  func.func @ops(%arg0: tensor<4x8xf32>, %arg1: tensor<8x6xf32>, %arg2: tensor<2x3x16x16xf32>, %arg3: tensor<5x3x3x3xf32>, %arg4: tensor<f32>, %arg5: tensor<4x8xi32>, %arg6: tensor<i32>, %arg7: tensor<2x8x8x4xf32>, %arg8: tensor<3x3x2x6xf32>, %arg9: tensor<3x3x4x6xf32>, %arg10: tensor<2x4x4xf32>, %arg11: tensor<3xf32>, %arg12: tensor<4x8xcomplex<f32>>) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=4, j=6, k=8} reduction={k}>} : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %1 = stablehlo.slice %arg0 [0:4, 2:6] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.pad %arg0, %arg4, low = [0, 1], high = [0, -1], interior = [0, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=8}>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %3 = stablehlo.pad %arg0, %arg4, low = [0, 1], high = [0, 1], interior = [0, 0] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x10xf32>
    %4 = stablehlo.concatenate %arg0, %arg0, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=8} need_replication={i}>} : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %5 = stablehlo.reverse %arg0, dims = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>} : tensor<4x8xf32>
    %6 = stablehlo.reshape %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k])->([i, jk]) {i=2, j=2, k=8}>} : (tensor<4x8xf32>) -> tensor<2x16xf32>
    %7 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, j, k], [m, l, n, o])->([i, m, j, k]) {i=2, j=16, k=16, l=3, m=5, n=1, o=1} reduction={l} permutation={j, k}>} : (tensor<2x3x16x16xf32>, tensor<5x3x3x3xf32>) -> tensor<2x5x16x16xf32>
    %8 = stablehlo.convolution(%arg7, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk, lm, no], [k, m, o, np])->([i, j, l, np]) {i=2, j=4, k=2, l=3, m=2, n=2, o=2, p=3} reduction={k, m, o} permutation={j, l}>} : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x3x6xf32>
    %9 = stablehlo.convolution(%arg7, %arg9) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, l, m], [o, p, m, in])->([j, k, l, in]) {i=2, j=1, k=8, l=8, m=4, n=3, o=1, p=1} reduction={m} permutation={k, l}>} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
    %10 = stablehlo.reduce(%arg0 init: %arg4) applies stablehlo.add across dimensions = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i]) {i=4, j=8} reduction={j}>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    %11:2 = stablehlo.reduce(%arg0 init: %arg4), (%arg5 init: %arg6) across dimensions = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [], [])->([i], [i]) {i=4, j=8} reduction={j}>} : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%arg13: tensor<f32>, %arg15: tensor<f32>) (%arg14: tensor<i32>, %arg16: tensor<i32>)  {
      stablehlo.return %arg13, %arg14 : tensor<f32>, tensor<i32>
    }
    %12 = "stablehlo.reduce_window"(%arg2, %arg4) <{padding = dense<[[0, 0], [0, 0], [1, 0], [0, 0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 1, 2>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %32 = stablehlo.add %arg13, %arg14 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %32 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [])->([i, j, k, l]) {i=2, j=3, k=16, l=8} permutation={k, l}>} : (tensor<2x3x16x16xf32>, tensor<f32>) -> tensor<2x3x16x8xf32>
    %13 = stablehlo.slice %12 [0:2, 0:3, 0:8, 0:8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l])->([i, j, k, l]) {i=2, j=3, k=16, l=8} permutation={k}>} : (tensor<2x3x16x8xf32>) -> tensor<2x3x8x8xf32>
    %14 = "stablehlo.select_and_scatter"(%arg2, %13, %arg4) <{window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %32 = stablehlo.compare GE, %arg13, %arg14, FLOAT {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %32 : tensor<i1>
    }, {
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %32 = stablehlo.add %arg13, %arg14 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %32 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l, n], [i, j, k, m], [])->([i, j, l, n]) {i=2, j=3, k=8, l=16, m=8, n=16} need_replication={k, m} permutation={l, n}>} : (tensor<2x3x16x16xf32>, tensor<2x3x8x8xf32>, tensor<f32>) -> tensor<2x3x16x16xf32>
    %15 = stablehlo.cholesky %arg10, lower = true {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, j, k]) {i=2, j=4, k=4} need_replication={j, k}>} : tensor<2x4x4xf32>
    %16 = "stablehlo.triangular_solve"(%arg10, %arg10) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [i, j, k])->([i, l, k]) {i=2, j=4, k=4, l=4} need_replication={j, k, l}>} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %17 = "stablehlo.triangular_solve"(%arg10, %arg10) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, l], [i, j, k])->([i, j, l]) {i=2, j=4, k=4, l=4} need_replication={j, k, l}>} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
    %18 = stablehlo.fft %arg12, type = FFT, length = [8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} need_replication={j}>} : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
    %19 = stablehlo.fft %arg0, type = RFFT, length = [8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} need_replication={j} blocked_propagation={j}>} : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
    %20 = stablehlo.bitcast_convert %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j, k]) {i=4, j=8, k=4} need_replication={k}>} : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
    %21 = "stablehlo.batch_norm_inference"(%arg2, %arg11, %arg11, %arg11, %arg11) <{epsilon = 9.99999974E-6 : f32, feature_index = 1 : i64}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [j], [j], [j], [j])->([i, j, k, l]) {i=2, j=3, k=16, l=16}>} : (tensor<2x3x16x16xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x16x16xf32>
    %22 = stablehlo.broadcast_in_dim %arg11, dims = [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([j])->([i, j]) {i=2, j=3}>} : (tensor<3xf32>) -> tensor<2x3xf32>
    %23 = stablehlo.clamp %arg4, %arg0, %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [i, j], [])->([i, j]) {i=4, j=8}>} : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %c = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
    %output_state, %output = stablehlo.rng_bit_generator %c, algorithm = THREE_FRY {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i], [j, k]) {i=2, j=4, k=8} need_replication={i} blocked_propagation={i}>} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
    %24 = stablehlo.reduce_precision %arg0, format = e5m10 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8}>} : tensor<4x8xf32>
    %25 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg13: tensor<f32>):
      stablehlo.return %arg13 : tensor<f32>
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %26 = stablehlo.slice %arg0 [0:4, 0:8:2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
    %27 = "stablehlo.reduce_window"(%arg0, %arg4) <{padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 8>}> ({
    ^bb0(%arg13: tensor<f32>, %arg14: tensor<f32>):
      %32 = stablehlo.add %arg13, %arg14 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %32 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
    %28 = stablehlo.concatenate %arg0, %26, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=12} permutation={j}>} : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
    %29 = stablehlo.concatenate %26, %26, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
    %30 = stablehlo.convolution(%arg2, %arg2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, l, j, k], [m, l, j, k])->([i, m, n, o]) {i=2, j=16, k=16, l=3, m=2, n=1, o=1} reduction={j, k, l}>} : (tensor<2x3x16x16xf32>, tensor<2x3x16x16xf32>) -> tensor<2x2x1x1xf32>
    %31 = stablehlo.reshape %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, mn, o])->([ik, ln, o]) {i=2, j=3, k=2, l=3, m=2, n=8, o=16}>} : (tensor<2x3x16x16xf32>) -> tensor<4x24x16xf32>
    return
  }
  func.func @concatenations(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32>) {
    %0 = stablehlo.slice %arg0 [0:4, 2:6] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.slice %arg1 [0:4, 2:6] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x8xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.slice %arg0 [0:2, 0:8] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} permutation={i}>} : (tensor<4x8xf32>) -> tensor<2x8xf32>
    %3 = stablehlo.concatenate %0, %1, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=8} permutation={j}>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
    %4 = stablehlo.concatenate %0, %arg0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=12} permutation={j}>} : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x12xf32>
    %5 = stablehlo.concatenate %0, %arg0, %0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=4, j=16} permutation={j}>} : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x16xf32>
    %6 = stablehlo.concatenate %0, %arg1, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=12} need_replication={j}>} : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x12xf32>
    %7 = stablehlo.concatenate %arg0, %0, %arg0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=4, j=20} permutation={j}>} : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x20xf32>
    %8 = stablehlo.concatenate %2, %2, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=2, j=16} permutation={j}>} : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x16xf32>
    %9 = stablehlo.concatenate %0, %0, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=8, j=4} permutation={i}>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %10 = stablehlo.concatenate %0, %0, %0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=4, j=12} permutation={j}>} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
    %11 = stablehlo.concatenate %arg0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=8} need_replication={j}>} : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %12 = stablehlo.concatenate %0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4} permutation={j}>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %13 = stablehlo.concatenate %0, %arg1, %0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=4, j=16} need_replication={j}>} : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x16xf32>
    %14 = stablehlo.concatenate %1, %arg0, %0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j])->([i, j]) {i=4, j=16} need_replication={j}>} : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x16xf32>
    %15 = stablehlo.concatenate %arg0, %0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=4, j=12} permutation={j}>} : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
    %16 = stablehlo.concatenate %2, %arg0, dim = 0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j])->([i, j]) {i=6, j=8} permutation={i}>} : (tensor<2x8xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
    %17 = stablehlo.concatenate %0, %0, %arg0, %0, dim = 1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j], [i, j], [i, j], [i, j])->([i, j]) {i=4, j=20} permutation={j}>} : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x20xf32>
    return
  }
  func.func @reshapes(%arg0: tensor<8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<6x4xf32>, %arg3: tensor<12xf32>, %arg4: tensor<2x3x4xf32>, %arg5: tensor<1x8xf32>, %arg6: tensor<8x1x2xf32>, %arg7: tensor<6x35xf32>, %arg8: tensor<4x6x5xf32>, %arg9: tensor<30xf32>, %arg10: tensor<2x6x10xf32>, %arg11: tensor<9x4xf32>, %arg12: tensor<1xf32>, %arg13: tensor<16x16xf32>, %arg14: tensor<5x7xf32>, %arg15: tensor<3x4x5xf32>, %arg16: tensor<24x5xf32>, %arg17: tensor<36xf32>, %arg18: tensor<12x10xf32>, %arg19: tensor<2x1x3xf32>, %arg20: tensor<100x36xf32>) {
    %0 = stablehlo.reshape %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=2, j=4}>} : (tensor<8xf32>) -> tensor<2x4xf32>
    %1 = stablehlo.reshape %arg1 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([ij]) {i=2, j=4}>} : (tensor<2x4xf32>) -> tensor<8xf32>
    %2 = stablehlo.reshape %arg2 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}>} : (tensor<6x4xf32>) -> tensor<4x6xf32>
    %3 = stablehlo.reshape %arg3 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=3, j=4}>} : (tensor<12xf32>) -> tensor<3x4xf32>
    %4 = stablehlo.reshape %arg4 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, mn])->([ik, l, n]) {i=2, j=3, k=2, l=3, m=2, n=2}>} : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
    %5 = stablehlo.reshape %arg5 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, k]) {i=1, j=8, k=1}>} : (tensor<1x8xf32>) -> tensor<8x1xf32>
    %6 = stablehlo.reshape %arg6 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([ik]) {i=8, j=1, k=2}>} : (tensor<8x1x2xf32>) -> tensor<16xf32>
    %7 = stablehlo.reshape %arg7 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, ln])->([ik, mn]) {i=2, j=3, k=5, l=5, m=3, n=7}>} : (tensor<6x35xf32>) -> tensor<10x21xf32>
    %8 = stablehlo.reshape %arg8 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk, l])->([ij, kl]) {i=4, j=2, k=3, l=5}>} : (tensor<4x6x5xf32>) -> tensor<8x15xf32>
    %9 = stablehlo.reshape %arg9 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=5, j=6}>} : (tensor<30xf32>) -> tensor<5x6xf32>
    %10 = stablehlo.reshape %arg10 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk, l])->([ij, kl]) {i=2, j=2, k=3, l=10}>} : (tensor<2x6x10xf32>) -> tensor<4x30xf32>
    %11 = stablehlo.reshape %arg11 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=3, j=3, k=2, l=3, m=2, n=2}>} : (tensor<9x4xf32>) -> tensor<6x6xf32>
    %12 = stablehlo.reshape %arg12 {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([]) {i=1}>} : (tensor<1xf32>) -> tensor<f32>
    %13 = stablehlo.reshape %arg13 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, kl])->([i, jk, l]) {i=4, j=4, k=2, l=8}>} : (tensor<16x16xf32>) -> tensor<4x8x8xf32>
    %14 = stablehlo.reshape %arg14 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([j, l]) {i=5, j=7, k=7, l=5}>} : (tensor<5x7xf32>) -> tensor<7x5xf32>
    %15 = stablehlo.reshape %arg15 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k])->([i, jk]) {i=3, j=4, k=5}>} : (tensor<3x4x5xf32>) -> tensor<3x20xf32>
    %16 = stablehlo.reshape %arg16 {sdy.sharding_rule = #sdy.op_sharding_rule<([ijk, l])->([i, j, k, l]) {i=2, j=3, k=4, l=5}>} : (tensor<24x5xf32>) -> tensor<2x3x4x5xf32>
    %17 = stablehlo.reshape %arg17 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij])->([i, j]) {i=6, j=6}>} : (tensor<36xf32>) -> tensor<6x6xf32>
    %18 = stablehlo.reshape %arg18 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=4, j=3, k=2, l=3, m=2, n=5}>} : (tensor<12x10xf32>) -> tensor<8x15xf32>
    %19 = stablehlo.reshape %arg19 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k, l])->([j, m, n]) {i=2, j=3, k=1, l=3, m=2, n=1}>} : (tensor<2x1x3xf32>) -> tensor<3x2x1xf32>
    %20 = stablehlo.reshape %arg20 {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, mn])->([ik, ln]) {i=20, j=5, k=3, l=5, m=3, n=12}>} : (tensor<100x36xf32>) -> tensor<60x60xf32>
    return
  }
  func.func @more(%arg0: tensor<4x3x8xf32>, %arg1: tensor<4x8x5xf32>, %arg2: tensor<4x1xf32>, %arg3: tensor<f32>, %arg4: tensor<i1>, %arg5: tensor<2x8x8x4xf32>, %arg6: tensor<2x1x4x6xf32>, %arg7: tensor<8x8x4x6xf32>, %arg8: tensor<3x3x1x8xf32>) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, l], [i, l, k])->([i, j, k]) {i=4, j=3, k=5, l=8} reduction={l}>} : (tensor<4x3x8xf32>, tensor<4x8x5xf32>) -> tensor<4x3x5xf32>
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [0, 2] x [0, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([k, i, l], [k, l, j])->([i, j]) {i=3, j=5, k=4, l=8} reduction={k, l}>} : (tensor<4x3x8xf32>, tensor<4x8x5xf32>) -> tensor<3x5xf32>
    %2 = stablehlo.dot_general %arg3, %arg0, contracting_dims = [] x [] {sdy.sharding_rule = #sdy.op_sharding_rule<([], [i, j, k])->([i, j, k]) {i=4, j=3, k=8}>} : (tensor<f32>, tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [0, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, k])->([i, j, l]) {i=4, j=3, k=1, l=8}>} : (tensor<4x1xf32>) -> tensor<4x3x8xf32>
    %4 = stablehlo.broadcast_in_dim %arg3, dims = [] {sdy.sharding_rule = #sdy.op_sharding_rule<([])->([i, j]) {i=4, j=3}>} : (tensor<f32>) -> tensor<4x3xf32>
    %5 = stablehlo.select %arg4, %arg0, %arg0 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [i, j, k], [i, j, k])->([i, j, k]) {i=4, j=3, k=8}>} : tensor<i1>, tensor<4x3x8xf32>
    %6 = stablehlo.transpose %arg0, dims = [2, 0, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([j, k, i])->([i, j, k]) {i=8, j=4, k=3}>} : (tensor<4x3x8xf32>) -> tensor<8x4x3xf32>
    %7 = stablehlo.reduce(%arg0 init: %arg3) applies stablehlo.maximum across dimensions = [0, 2] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([j]) {i=4, j=3, k=8} reduction={i, k}>} : (tensor<4x3x8xf32>, tensor<f32>) -> tensor<3xf32>
    %8 = stablehlo.convolution(%arg5, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, jk, l, m], [k, o, m, n])->([i, j, l, n]) {i=2, j=4, k=2, l=8, m=4, n=6, o=1} reduction={k, m} permutation={j, l}>} : (tensor<2x8x8x4xf32>, tensor<2x1x4x6xf32>) -> tensor<2x4x8x6xf32>
    %9 = stablehlo.convolution(%arg5, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [j, k, l, m])->([i, n, o, m]) {i=2, j=8, k=8, l=4, m=6, n=1, o=1} reduction={j, k, l}>} : (tensor<2x8x8x4xf32>, tensor<8x8x4x6xf32>) -> tensor<2x1x1x6xf32>
    %10 = stablehlo.convolution(%arg5, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k, l], [o, p, m, ln])->([i, j, k, ln]) {i=2, j=8, k=8, l=4, m=1, n=2, o=1, p=1} reduction={m} permutation={j, k}>} : (tensor<2x8x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<2x8x8x8xf32>
    %11 = "stablehlo.reduce_window"(%arg0, %arg3) <{window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 2, 1, 1>}> ({
    ^bb0(%arg9: tensor<f32>, %arg10: tensor<f32>):
      %14 = stablehlo.add %arg9, %arg10 {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([])>} : tensor<f32>
      stablehlo.return %14 : tensor<f32>
    }) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([i, j, k]) {i=2, j=1, k=8} permutation={i, j}>} : (tensor<4x3x8xf32>, tensor<f32>) -> tensor<2x1x8xf32>
    %12 = stablehlo.pad %arg0, %arg3, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 1] {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [])->([i, j, k]) {i=4, j=3, k=8} permutation={k}>} : (tensor<4x3x8xf32>, tensor<f32>) -> tensor<4x3x15xf32>
    %13 = stablehlo.compare GT, %arg0, %arg0, FLOAT {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j, k], [i, j, k])->([i, j, k]) {i=4, j=3, k=8}>} : (tensor<4x3x8xf32>, tensor<4x3x8xf32>) -> tensor<4x3x8xi1>
    return
  }
}
