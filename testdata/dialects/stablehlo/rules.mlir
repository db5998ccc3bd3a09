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
