sdy.mesh @m = <["x"=2, "y"=2]>
func.func @ops(%a: tensor<4x8xf32>, %b: tensor<8x6xf32>, %c: tensor<2x3x16x16xf32>, %k: tensor<5x3x3x3xf32>, %z: tensor<f32>, %i: tensor<4x8xi32>, %zi: tensor<i32>, %im: tensor<2x8x8x4xf32>, %km: tensor<3x3x2x6xf32>, %kb: tensor<3x3x4x6xf32>, %sq: tensor<2x4x4xf32>, %v: tensor<3xf32>, %cp: tensor<4x8xcomplex<f32>>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.slice %a [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.pad %a, %z, low = [0, 1], high = [0, -1], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %3 = stablehlo.pad %a, %z, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x10xf32>
  %4 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %5 = stablehlo.reverse %a, dims = [1] : tensor<4x8xf32>
  %6 = stablehlo.reshape %a : (tensor<4x8xf32>) -> tensor<2x16xf32>
  %7 = stablehlo.convolution(%c, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x16x16xf32>, tensor<5x3x3x3xf32>) -> tensor<2x5x16x16xf32>
  %8 = stablehlo.convolution(%im, %km) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x3x6xf32>
  %9 = stablehlo.convolution(%im, %kb) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  %10 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %11:2 = stablehlo.reduce(%a init: %z), (%i init: %zi) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
    reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<i32>, %s: tensor<i32>) {
      stablehlo.return %p, %r : tensor<f32>, tensor<i32>
    }
  %12 = "stablehlo.reduce_window"(%c, %z) <{padding = dense<[[0,0],[0,0],[1,0],[0,0]]> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 1, 2>}> ({
    ^bb0(%x1: tensor<f32>, %y1: tensor<f32>):
      %s1 = stablehlo.add %x1, %y1 : tensor<f32>
      stablehlo.return %s1 : tensor<f32>
  }) : (tensor<2x3x16x16xf32>, tensor<f32>) -> tensor<2x3x16x8xf32>
  %src = stablehlo.slice %12 [0:2, 0:3, 0:8, 0:8] : (tensor<2x3x16x8xf32>) -> tensor<2x3x8x8xf32>
  %13 = "stablehlo.select_and_scatter"(%c, %src, %z) <{window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 2>}> ({
    ^bb0(%x1: tensor<f32>, %y1: tensor<f32>):
      %s1 = stablehlo.compare GE, %x1, %y1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s1 : tensor<i1>
  }, {
    ^bb0(%x1: tensor<f32>, %y1: tensor<f32>):
      %s1 = stablehlo.add %x1, %y1 : tensor<f32>
      stablehlo.return %s1 : tensor<f32>
  }) : (tensor<2x3x16x16xf32>, tensor<2x3x8x8xf32>, tensor<f32>) -> tensor<2x3x16x16xf32>
  %14 = stablehlo.cholesky %sq, lower = true : tensor<2x4x4xf32>
  %15 = "stablehlo.triangular_solve"(%sq, %sq) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %16 = "stablehlo.triangular_solve"(%sq, %sq) <{left_side = false, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %17 = stablehlo.fft %cp, type = FFT, length = [8] : (tensor<4x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  %18 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
  %19 = stablehlo.bitcast_convert %a : (tensor<4x8xf32>) -> tensor<4x8x4xi8>
  %20 = "stablehlo.batch_norm_inference"(%c, %v, %v, %v, %v) <{epsilon = 1.0e-5 : f32, feature_index = 1 : i64}> : (tensor<2x3x16x16xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x16x16xf32>
  %21 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %22 = stablehlo.clamp %z, %a, %z : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %st = stablehlo.constant dense<[1, 2]> : tensor<2xui64>
  %23, %24 = stablehlo.rng_bit_generator %st, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
  %25 = stablehlo.reduce_precision %a, format = e5m10 : tensor<4x8xf32>
  %26 = "stablehlo.map"(%a) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x1: tensor<f32>):
      stablehlo.return %x1 : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %28 = stablehlo.slice %a [0:4:1, 0:8:2] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %29 = "stablehlo.reduce_window"(%a, %z) <{padding = dense<[[0,0],[7,0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 8>}> ({
    ^bb0(%x1: tensor<f32>, %y1: tensor<f32>):
      %s1 = stablehlo.add %x1, %y1 : tensor<f32>
      stablehlo.return %s1 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %30 = stablehlo.concatenate %a, %28, dim = 1 : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
  %31 = stablehlo.concatenate %28, %28, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %32 = stablehlo.convolution(%c, %c) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x16x16xf32>, tensor<2x3x16x16xf32>) -> tensor<2x2x1x1xf32>
  %33 = stablehlo.reshape %c : (tensor<2x3x16x16xf32>) -> tensor<4x24x16xf32>
  return
}
func.func @concatenations(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) {
  %s = stablehlo.slice %a [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %t = stablehlo.slice %b [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>
  %u = stablehlo.slice %a [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %st = stablehlo.concatenate %s, %t, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %sa = stablehlo.concatenate %s, %a, dim = 1 : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x12xf32>
  %sas = stablehlo.concatenate %s, %a, %s, dim = 1 : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x16xf32>
  %sb = stablehlo.concatenate %s, %b, dim = 1 : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x12xf32>
  %asa = stablehlo.concatenate %a, %s, %a, dim = 1 : (tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x20xf32>
  %uu = stablehlo.concatenate %u, %u, dim = 1 : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x16xf32>
  %ss = stablehlo.concatenate %s, %s, dim = 0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %ssss = stablehlo.concatenate %s, %s, %s, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
  %one = stablehlo.concatenate %a, dim = 1 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %ones = stablehlo.concatenate %s, dim = 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %sts = stablehlo.concatenate %s, %b, %s, dim = 1 : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x16xf32>
  %tst = stablehlo.concatenate %t, %a, %s, dim = 1 : (tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x16xf32>
  %as = stablehlo.concatenate %a, %s, dim = 1 : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x12xf32>
  %au = stablehlo.concatenate %u, %a, dim = 0 : (tensor<2x8xf32>, tensor<4x8xf32>) -> tensor<6x8xf32>
  %sass = stablehlo.concatenate %s, %s, %a, %s, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x20xf32>
  return
}
func.func @reshapes(%a0: tensor<8xf32>, %a1: tensor<2x4xf32>, %a2: tensor<6x4xf32>, %a3: tensor<12xf32>, %a4: tensor<2x3x4xf32>, %a5: tensor<1x8xf32>, %a6: tensor<8x1x2xf32>, %a7: tensor<6x35xf32>, %a8: tensor<4x6x5xf32>, %a9: tensor<30xf32>, %a10: tensor<2x6x10xf32>, %a11: tensor<9x4xf32>, %a12: tensor<1xf32>, %a13: tensor<16x16xf32>, %a14: tensor<5x7xf32>, %a15: tensor<3x4x5xf32>, %a16: tensor<24x5xf32>, %a17: tensor<36xf32>, %a18: tensor<12x10xf32>, %a19: tensor<2x1x3xf32>, %a20: tensor<100x36xf32>) {
  %0 = stablehlo.reshape %a0 : (tensor<8xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.reshape %a1 : (tensor<2x4xf32>) -> tensor<8xf32>
  %2 = stablehlo.reshape %a2 : (tensor<6x4xf32>) -> tensor<4x6xf32>
  %3 = stablehlo.reshape %a3 : (tensor<12xf32>) -> tensor<3x4xf32>
  %4 = stablehlo.reshape %a4 : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %5 = stablehlo.reshape %a5 : (tensor<1x8xf32>) -> tensor<8x1xf32>
  %6 = stablehlo.reshape %a6 : (tensor<8x1x2xf32>) -> tensor<16xf32>
  %7 = stablehlo.reshape %a7 : (tensor<6x35xf32>) -> tensor<10x21xf32>
  %8 = stablehlo.reshape %a8 : (tensor<4x6x5xf32>) -> tensor<8x15xf32>
  %9 = stablehlo.reshape %a9 : (tensor<30xf32>) -> tensor<5x6xf32>
  %10 = stablehlo.reshape %a10 : (tensor<2x6x10xf32>) -> tensor<4x30xf32>
  %11 = stablehlo.reshape %a11 : (tensor<9x4xf32>) -> tensor<6x6xf32>
  %12 = stablehlo.reshape %a12 : (tensor<1xf32>) -> tensor<f32>
  %13 = stablehlo.reshape %a13 : (tensor<16x16xf32>) -> tensor<4x8x8xf32>
  %14 = stablehlo.reshape %a14 : (tensor<5x7xf32>) -> tensor<7x5xf32>
  %15 = stablehlo.reshape %a15 : (tensor<3x4x5xf32>) -> tensor<3x20xf32>
  %16 = stablehlo.reshape %a16 : (tensor<24x5xf32>) -> tensor<2x3x4x5xf32>
  %17 = stablehlo.reshape %a17 : (tensor<36xf32>) -> tensor<6x6xf32>
  %18 = stablehlo.reshape %a18 : (tensor<12x10xf32>) -> tensor<8x15xf32>
  %19 = stablehlo.reshape %a19 : (tensor<2x1x3xf32>) -> tensor<3x2x1xf32>
  %20 = stablehlo.reshape %a20 : (tensor<100x36xf32>) -> tensor<60x60xf32>
  return
}
func.func @more(%a: tensor<4x3x8xf32>, %b: tensor<4x8x5xf32>, %one: tensor<4x1xf32>, %z: tensor<f32>, %p: tensor<i1>, %i: tensor<2x8x8x4xf32>, %k: tensor<2x1x4x6xf32>, %w: tensor<8x8x4x6xf32>, %d: tensor<3x3x1x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x3x8xf32>, tensor<4x8x5xf32>) -> tensor<4x3x5xf32>
  %1 = stablehlo.dot_general %a, %b, contracting_dims = [0, 2] x [0, 1] : (tensor<4x3x8xf32>, tensor<4x8x5xf32>) -> tensor<3x5xf32>
  %2 = stablehlo.dot_general %z, %a, contracting_dims = [] x [] : (tensor<f32>, tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
  %3 = stablehlo.broadcast_in_dim %one, dims = [0, 2] : (tensor<4x1xf32>) -> tensor<4x3x8xf32>
  %4 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %5 = stablehlo.select %p, %a, %a : tensor<i1>, tensor<4x3x8xf32>
  %6 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<4x3x8xf32>) -> tensor<8x4x3xf32>
  %7 = stablehlo.reduce(%a init: %z) applies stablehlo.maximum across dimensions = [0, 2] : (tensor<4x3x8xf32>, tensor<f32>) -> tensor<3xf32>
  %8 = stablehlo.convolution(%i, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<2x1x4x6xf32>) -> tensor<2x4x8x6xf32>
  %9 = stablehlo.convolution(%i, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<8x8x4x6xf32>) -> tensor<2x1x1x6xf32>
  %10 = stablehlo.convolution(%i, %d) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<2x8x8x8xf32>
  %11 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 3, 1>, window_strides = array<i64: 2, 1, 1>}> ({
    ^bb0(%x1: tensor<f32>, %y1: tensor<f32>):
      %s1 = stablehlo.add %x1, %y1 : tensor<f32>
      stablehlo.return %s1 : tensor<f32>
  }) : (tensor<4x3x8xf32>, tensor<f32>) -> tensor<2x1x8xf32>
  %12 = stablehlo.pad %a, %z, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 1] : (tensor<4x3x8xf32>, tensor<f32>) -> tensor<4x3x15xf32>
  %13 = stablehlo.compare GT, %a, %a, FLOAT : (tensor<4x3x8xf32>, tensor<4x3x8xf32>) -> tensor<4x3x8xi1>
  return
}
