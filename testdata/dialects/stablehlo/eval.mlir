func.func @float_unary() -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xi1>) {
  %x = stablehlo.constant dense<[-2.5, -1.5, -0.75, 0.0, 0.5, 1.5, 2.5, 3.25, 0x7F800000]> : tensor<9xf32>
  %0 = stablehlo.abs %x : tensor<9xf32>
  %1 = stablehlo.cbrt %x : tensor<9xf32>
  %2 = stablehlo.ceil %x : tensor<9xf32>
  %3 = stablehlo.exponential %x : tensor<9xf32>
  %4 = stablehlo.exponential_minus_one %x : tensor<9xf32>
  %5 = stablehlo.floor %x : tensor<9xf32>
  %6 = stablehlo.log %x : tensor<9xf32>
  %7 = stablehlo.log_plus_one %0 : tensor<9xf32>
  %8 = stablehlo.logistic %x : tensor<9xf32>
  %9 = stablehlo.negate %x : tensor<9xf32>
  %10 = stablehlo.round_nearest_afz %x : tensor<9xf32>
  %11 = stablehlo.round_nearest_even %x : tensor<9xf32>
  %12 = stablehlo.rsqrt %x : tensor<9xf32>
  %13 = stablehlo.sign %x : tensor<9xf32>
  %14 = stablehlo.sqrt %x : tensor<9xf32>
  %15 = stablehlo.tanh %x : tensor<9xf32>
  %c = stablehlo.constant dense<[-2.5, -1.5, -0.75, 0.0, 0.5, 1.5, 2.5, 3.25, 10.0]> : tensor<9xf32>
  %16 = stablehlo.sine %c : tensor<9xf32>
  %17 = stablehlo.cosine %c : tensor<9xf32>
  %18 = stablehlo.tan %c : tensor<9xf32>
  %19 = stablehlo.is_finite %x : (tensor<9xf32>) -> tensor<9xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xi1>
}
func.func @bf16_rounds_once() -> (tensor<4xbf16>, tensor<4xbf16>, tensor<bf16>, tensor<4xf16>) {
  %x = stablehlo.constant dense<[1.5, -2.25, 3.140625, 1.0e10]> : tensor<4xbf16>
  %y = stablehlo.constant dense<[0.00781, 7.5, -0.1, 3.0]> : tensor<4xbf16>
  %0 = stablehlo.add %x, %y : tensor<4xbf16>
  %1 = stablehlo.multiply %x, %y : tensor<4xbf16>
  %z = stablehlo.constant dense<0.0> : tensor<bf16>
  %2 = stablehlo.reduce(%y init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
  %3 = stablehlo.convert %y : (tensor<4xbf16>) -> tensor<4xf16>
  return %0, %1, %2, %3 : tensor<4xbf16>, tensor<4xbf16>, tensor<bf16>, tensor<4xf16>
}
func.func @float_binary() -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>) {
  %xc = stablehlo.constant dense<[1.5, -2.0, 0x7FC00000, -0.0, 7.5, -7.5, 0x7F800000, 2.0]> : tensor<8xf32>
  %yc = stablehlo.constant dense<[-0.5, 3.0, 1.0, 0.0, 2.0, 2.0, 1.0, 0x7FC00000]> : tensor<8xf32>
  %x, %y = stablehlo.optimization_barrier %xc, %yc : tensor<8xf32>, tensor<8xf32>
  %0 = stablehlo.divide %x, %y : tensor<8xf32>
  %1 = stablehlo.maximum %x, %y : tensor<8xf32>
  %2 = stablehlo.minimum %x, %y : tensor<8xf32>
  %3 = stablehlo.remainder %x, %y : tensor<8xf32>
  %4 = stablehlo.power %x, %y : tensor<8xf32>
  %5 = stablehlo.atan2 %x, %y : tensor<8xf32>
  %6 = stablehlo.compare LT, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %7 = stablehlo.compare NE, %x, %y, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %8 = stablehlo.compare LT, %x, %y, TOTALORDER : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %9 = stablehlo.compare GE, %x, %y, TOTALORDER : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>, tensor<8xi1>
}
func.func @int_edges() -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  %xc = stablehlo.constant dense<[7, -7, -2147483648, 5, 2147483647, -3]> : tensor<6xi32>
  %yc = stablehlo.constant dense<[2, 2, -1, 0, 3, 33]> : tensor<6xi32>
  %x, %y = stablehlo.optimization_barrier %xc, %yc : tensor<6xi32>, tensor<6xi32>
  %0 = stablehlo.divide %x, %y : tensor<6xi32>
  %1 = stablehlo.remainder %x, %y : tensor<6xi32>
  %2 = stablehlo.add %x, %y : tensor<6xi32>
  %3 = stablehlo.multiply %x, %y : tensor<6xi32>
  %4 = stablehlo.shift_left %x, %y : tensor<6xi32>
  %5 = stablehlo.shift_right_arithmetic %x, %y : tensor<6xi32>
  %6 = stablehlo.shift_right_logical %x, %y : tensor<6xi32>
  %7 = stablehlo.abs %x : tensor<6xi32>
  %8 = stablehlo.count_leading_zeros %x : tensor<6xi32>
  %9 = stablehlo.popcnt %x : tensor<6xi32>
  %10 = stablehlo.sign %x : tensor<6xi32>
  %11 = stablehlo.not %x : tensor<6xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>
}
func.func @unsigned_and_bool() -> (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi32>) {
  %xc = stablehlo.constant dense<[250, 3, 0, 128]> : tensor<4xui8>
  %yc = stablehlo.constant dense<[10, 0, 1, 9]> : tensor<4xui8>
  %x, %y = stablehlo.optimization_barrier %xc, %yc : tensor<4xui8>, tensor<4xui8>
  %0 = stablehlo.add %x, %y : tensor<4xui8>
  %1 = stablehlo.divide %x, %y : tensor<4xui8>
  %2 = stablehlo.shift_right_arithmetic %x, %y : tensor<4xui8>
  %pc = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %qc = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  %p, %q = stablehlo.optimization_barrier %pc, %qc : tensor<4xi1>, tensor<4xi1>
  %3 = stablehlo.add %p, %q : tensor<4xi1>
  %4 = stablehlo.multiply %p, %q : tensor<4xi1>
  %5 = stablehlo.xor %p, %q : tensor<4xi1>
  %6 = stablehlo.convert %p : (tensor<4xi1>) -> tensor<4xi32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi32>
}
func.func @complex_numbers() -> (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xf32>, tensor<3xf32>) {
  %re = stablehlo.constant dense<[1.0, -2.0, 0.5]> : tensor<3xf32>
  %im = stablehlo.constant dense<[0.5, 1.0, -3.0]> : tensor<3xf32>
  %x = stablehlo.complex %re, %im : tensor<3xcomplex<f32>>
  %y = stablehlo.complex %im, %re : tensor<3xcomplex<f32>>
  %0 = stablehlo.multiply %x, %y : tensor<3xcomplex<f32>>
  %1 = stablehlo.divide %x, %y : tensor<3xcomplex<f32>>
  %2 = stablehlo.exponential %x : tensor<3xcomplex<f32>>
  %3 = stablehlo.log %x : tensor<3xcomplex<f32>>
  %4 = stablehlo.sqrt %x : tensor<3xcomplex<f32>>
  %5 = stablehlo.tanh %x : tensor<3xcomplex<f32>>
  %6 = stablehlo.power %x, %y : tensor<3xcomplex<f32>>
  %7 = stablehlo.abs %x : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %8 = stablehlo.imag %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>, tensor<3xf32>, tensor<3xf32>
}
func.func @conversions() -> (tensor<5xi32>, tensor<5xi8>, tensor<5xui8>, tensor<5xi1>, tensor<5xf16>, tensor<4xi8>, tensor<4xui32>, tensor<5xi32>, tensor<5xf32>) {
  %x = stablehlo.constant dense<[1.75, -1.75, 100.5, 0.0, -0.25]> : tensor<5xf32>
  %0 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi32>
  %1 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi8>
  %a = stablehlo.abs %x : tensor<5xf32>
  %2 = stablehlo.convert %a : (tensor<5xf32>) -> tensor<5xui8>
  %3 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xi1>
  %4 = stablehlo.convert %x : (tensor<5xf32>) -> tensor<5xf16>
  %i = stablehlo.constant dense<[300, -300, 127, -1]> : tensor<4xi32>
  %5 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xi8>
  %6 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xui32>
  %7 = stablehlo.bitcast_convert %x : (tensor<5xf32>) -> tensor<5xi32>
  %8 = stablehlo.reduce_precision %x, format = e4m3 : tensor<5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<5xi32>, tensor<5xi8>, tensor<5xui8>, tensor<5xi1>, tensor<5xf16>, tensor<4xi8>, tensor<4xui32>, tensor<5xi32>, tensor<5xf32>
}
func.func @shapes() -> (tensor<3x2x4xi32>, tensor<2x3x2xi32>, tensor<2x9x4xi32>, tensor<2x1x3xi32>, tensor<2x3x4xi32>, tensor<2x5x4xi32>, tensor<4x2x3x2xi32>, tensor<6x4xi32>, tensor<2x3x4xi32>) {
  %x = stablehlo.iota dim = 0 : tensor<24xi32>
  %r = stablehlo.reshape %x : (tensor<24xi32>) -> tensor<2x3x4xi32>
  %0 = stablehlo.transpose %r, dims = [1, 0, 2] : (tensor<2x3x4xi32>) -> tensor<3x2x4xi32>
  %1 = stablehlo.slice %r [0:2, 0:3, 1:4:2] : (tensor<2x3x4xi32>) -> tensor<2x3x2xi32>
  %v = stablehlo.constant dense<-1> : tensor<i32>
  %2 = stablehlo.pad %r, %v, low = [0, 1, -1], high = [0, 3, 1], interior = [0, 1, 0] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x9x4xi32>
  %3 = stablehlo.pad %r, %v, low = [0, -1, -5], high = [0, -1, 4], interior = [0, 0, 0] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x1x3xi32>
  %4 = stablehlo.reverse %r, dims = [0, 2] : tensor<2x3x4xi32>
  %s = stablehlo.slice %r [0:2, 1:3, 0:4] : (tensor<2x3x4xi32>) -> tensor<2x2x4xi32>
  %5 = stablehlo.concatenate %r, %s, dim = 1 : (tensor<2x3x4xi32>, tensor<2x2x4xi32>) -> tensor<2x5x4xi32>
  %t = stablehlo.slice %r [0:2, 0:3, 0:1] : (tensor<2x3x4xi32>) -> tensor<2x3x1xi32>
  %6 = stablehlo.broadcast_in_dim %t, dims = [1, 2, 3] : (tensor<2x3x1xi32>) -> tensor<4x2x3x2xi32>
  %7 = stablehlo.iota dim = 1 : tensor<6x4xi32>
  %lo = stablehlo.constant dense<5> : tensor<i32>
  %hi = stablehlo.constant dense<11> : tensor<i32>
  %8 = stablehlo.clamp %lo, %r, %hi : (tensor<i32>, tensor<2x3x4xi32>, tensor<i32>) -> tensor<2x3x4xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<3x2x4xi32>, tensor<2x3x2xi32>, tensor<2x9x4xi32>, tensor<2x1x3xi32>, tensor<2x3x4xi32>, tensor<2x5x4xi32>, tensor<4x2x3x2xi32>, tensor<6x4xi32>, tensor<2x3x4xi32>
}
func.func @dots() -> (tensor<3x2x5xf32>, tensor<2x2xi32>, tensor<3x3xbf16>, tensor<2x2xf32>, tensor<3x2x5xf64>) {
  %i = stablehlo.iota dim = 0 : tensor<24xf32>
  %s = stablehlo.sine %i : tensor<24xf32>
  %x = stablehlo.reshape %s : (tensor<24xf32>) -> tensor<2x3x4xf32>
  %j = stablehlo.iota dim = 0 : tensor<60xf32>
  %c = stablehlo.cosine %j : tensor<60xf32>
  %y = stablehlo.reshape %c : (tensor<60xf32>) -> tensor<4x5x3xf32>
  %0 = stablehlo.dot_general %x, %y, batching_dims = [1] x [2], contracting_dims = [2] x [0] : (tensor<2x3x4xf32>, tensor<4x5x3xf32>) -> tensor<3x2x5xf32>
  %a = stablehlo.constant dense<[[100, -100], [3, 127]]> : tensor<2x2xi8>
  %1 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi32>
  %b = stablehlo.slice %x [0:1, 0:3, 0:4] : (tensor<2x3x4xf32>) -> tensor<1x3x4xf32>
  %b2 = stablehlo.reshape %b : (tensor<1x3x4xf32>) -> tensor<3x4xf32>
  %bb = stablehlo.convert %b2 : (tensor<3x4xf32>) -> tensor<3x4xbf16>
  %2 = stablehlo.dot_general %bb, %bb, contracting_dims = [1] x [1] : (tensor<3x4xbf16>, tensor<3x4xbf16>) -> tensor<3x3xbf16>
  %3 = stablehlo.dot_general %x, %x, contracting_dims = [1, 2] x [1, 2] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x2xf32>
  %xd = stablehlo.convert %x : (tensor<2x3x4xf32>) -> tensor<2x3x4xf64>
  %yd = stablehlo.convert %y : (tensor<4x5x3xf32>) -> tensor<4x5x3xf64>
  %4 = stablehlo.dot_general %xd, %yd, batching_dims = [1] x [2], contracting_dims = [2] x [0] : (tensor<2x3x4xf64>, tensor<4x5x3xf64>) -> tensor<3x2x5xf64>
  return %0, %1, %2, %3, %4 : tensor<3x2x5xf32>, tensor<2x2xi32>, tensor<3x3xbf16>, tensor<2x2xf32>, tensor<3x2x5xf64>
}
func.func @convolutions() -> (tensor<2x5x4x4xf32>, tensor<2x4x2x6xf32>, tensor<1x8x8x6xf32>, tensor<2x13x13x3xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<512xf32>
  %s = stablehlo.sine %i : tensor<512xf32>
  %h = stablehlo.slice %s [0:384] : (tensor<512xf32>) -> tensor<384xf32>
  %x = stablehlo.reshape %h : (tensor<384xf32>) -> tensor<2x3x8x8xf32>
  %c0 = stablehlo.cosine %i : tensor<512xf32>
  %k0 = stablehlo.slice %c0 [0:135] : (tensor<512xf32>) -> tensor<135xf32>
  %k = stablehlo.reshape %k0 : (tensor<135xf32>) -> tensor<5x3x3x3xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2], pad = [[1, 1], [0, 2]], rhs_dilate = [1, 1], reverse = [true, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x3x8x8xf32>, tensor<5x3x3x3xf32>) -> tensor<2x5x4x4xf32>
  %xi = stablehlo.reshape %s : (tensor<512xf32>) -> tensor<2x8x8x4xf32>
  %k1 = stablehlo.slice %c0 [0:108] : (tensor<512xf32>) -> tensor<108xf32>
  %kg = stablehlo.reshape %k1 : (tensor<108xf32>) -> tensor<3x3x2x6xf32>
  %1 = stablehlo.convolution(%xi, %kg) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [0, 0]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x4x2x6xf32>
  %k2 = stablehlo.slice %c0 [0:216] : (tensor<512xf32>) -> tensor<216xf32>
  %kb = stablehlo.reshape %k2 : (tensor<216xf32>) -> tensor<3x3x4x6xf32>
  %2 = stablehlo.convolution(%xi, %kb) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<1x8x8x6xf32>
  %kt = stablehlo.reshape %k1 : (tensor<108xf32>) -> tensor<3x3x4x3xf32>
  %3 = stablehlo.convolution(%xi, %kt) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[-1, 1], [1, -1]], lhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x3xf32>) -> tensor<2x13x13x3xf32>
  return %0, %1, %2, %3 : tensor<2x5x4x4xf32>, tensor<2x4x2x6xf32>, tensor<1x8x8x6xf32>, tensor<2x13x13x3xf32>
}
func.func @reductions() -> (tensor<3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<3x4xi32>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x4xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<24xf32>
  %s = stablehlo.sine %i : tensor<24xf32>
  %x = stablehlo.reshape %s : (tensor<24xf32>) -> tensor<2x3x4xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.multiply across dimensions = [0, 1, 2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<f32>
  %j = stablehlo.iota dim = 2 : tensor<2x3x4xi32>
  %zi = stablehlo.constant dense<7> : tensor<i32>
  %3 = stablehlo.reduce(%j init: %zi) applies stablehlo.minimum across dimensions = [0] : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3x4xi32>
  %f = stablehlo.constant dense<0.9> : tensor<2x3x4xf32>
  %p = stablehlo.compare GT, %x, %f, FLOAT : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xi1>
  %zb = stablehlo.constant dense<false> : tensor<i1>
  %4 = stablehlo.reduce(%p init: %zb) applies stablehlo.or across dimensions = [2] : (tensor<2x3x4xi1>, tensor<i1>) -> tensor<2x3xi1>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %5:2 = stablehlo.reduce(%x init: %low), (%j init: %zi) across dimensions = [2] : (tensor<2x3x4xf32>, tensor<2x3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %g = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %g, %a, %b : tensor<i1>, tensor<f32>
      %w = stablehlo.select %g, %c, %d : tensor<i1>, tensor<i32>
      stablehlo.return %v, %w : tensor<f32>, tensor<i32>
    }
  %6 = stablehlo.reduce(%x init: %z) across dimensions = [1] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x4xf32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %h = stablehlo.constant dense<2.0> : tensor<f32>
      %m = stablehlo.multiply %a, %b : tensor<f32>
      %n = stablehlo.multiply %m, %h : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }
  return %0, %1, %2, %3, %4, %5#0, %5#1, %6 : tensor<3xf32>, tensor<2x4xf32>, tensor<f32>, tensor<3x4xi32>, tensor<2x3xi1>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x4xf32>
}
func.func @windows() -> (tensor<2x5xf32>, tensor<2x7xf32>, tensor<2x3xf32>, tensor<4x3xf32>, tensor<2x7xf32>, tensor<6x8xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<14xf32>
  %s = stablehlo.sine %i : tensor<14xf32>
  %x = stablehlo.reshape %s : (tensor<14xf32>) -> tensor<2x7xf32>
  %z = stablehlo.constant dense<0.25> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %z) <{window_dimensions = array<i64: 1, 3>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x5xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [6, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 7>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x7xf32>
  %2 = "stablehlo.reduce_window"(%x, %z) <{padding = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 1, 3>, window_dilations = array<i64: 1, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[1, 1], [-1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 5>, window_strides = array<i64: 1, 3>, base_dilations = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<2x7xf32>, tensor<f32>) -> tensor<4x3xf32>
  %4 = "stablehlo.reduce_window"(%x, %zero) <{padding = dense<[[0, 0], [6, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 7>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.multiply %a, %b : tensor<f32>
      %u = stablehlo.add %a, %b : tensor<f32>
      %t = stablehlo.add %u, %m : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<2x7xf32>, tensor<f32>) -> tensor<2x7xf32>
  %j = stablehlo.iota dim = 0 : tensor<48xf32>
  %c = stablehlo.cosine %j : tensor<48xf32>
  %y = stablehlo.reshape %c : (tensor<48xf32>) -> tensor<6x8xf32>
  %src0 = stablehlo.slice %c [0:20] : (tensor<48xf32>) -> tensor<20xf32>
  %src = stablehlo.reshape %src0 : (tensor<20xf32>) -> tensor<4x5xf32>
  %5 = "stablehlo.select_and_scatter"(%y, %src, %z) <{padding = dense<[[1, 1], [1, 2]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
  }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %t = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<6x8xf32>, tensor<4x5xf32>, tensor<f32>) -> tensor<6x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<2x5xf32>, tensor<2x7xf32>, tensor<2x3xf32>, tensor<4x3xf32>, tensor<2x7xf32>, tensor<6x8xf32>
}
func.func @linear_algebra() -> (tensor<2x3x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3xf32>, tensor<3x8xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<3x6xf32>, tensor<2x6xcomplex<f32>>) {
  %a = stablehlo.constant dense<[[[4.0, 1.0, 2.0], [1.0, 5.0, 3.0], [2.0, 3.0, 6.0]], [[9.0, 1.0, 0.5], [1.0, 2.0, 0.25], [0.5, 0.25, 3.0]]]> : tensor<2x3x3xf32>
  %l = stablehlo.cholesky %a, lower = true : tensor<2x3x3xf32>
  %i = stablehlo.iota dim = 0 : tensor<24xf32>
  %s = stablehlo.sine %i : tensor<24xf32>
  %b0 = stablehlo.slice %s [0:12] : (tensor<24xf32>) -> tensor<12xf32>
  %b = stablehlo.reshape %b0 : (tensor<12xf32>) -> tensor<2x3x2xf32>
  %1 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %bt = stablehlo.reshape %b0 : (tensor<12xf32>) -> tensor<2x2x3xf32>
  %2 = "stablehlo.triangular_solve"(%a, %bt) <{left_side = false, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %y = stablehlo.reshape %s : (tensor<24xf32>) -> tensor<3x8xf32>
  %yc = stablehlo.complex %y, %y : tensor<3x8xcomplex<f32>>
  %3 = stablehlo.fft %yc, type = FFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
  %w0 = stablehlo.slice %s [0:18] : (tensor<24xf32>) -> tensor<18xf32>
  %w = stablehlo.reshape %w0 : (tensor<18xf32>) -> tensor<3x6xf32>
  %4 = stablehlo.fft %w, type = RFFT, length = [6] : (tensor<3x6xf32>) -> tensor<3x4xcomplex<f32>>
  %5 = stablehlo.fft %4, type = IRFFT, length = [6] : (tensor<3x4xcomplex<f32>>) -> tensor<3x6xf32>
  %q = stablehlo.reshape %b0 : (tensor<12xf32>) -> tensor<2x6xf32>
  %qc = stablehlo.complex %q, %q : tensor<2x6xcomplex<f32>>
  %6 = stablehlo.fft %qc, type = IFFT, length = [6] : (tensor<2x6xcomplex<f32>>) -> tensor<2x6xcomplex<f32>>
  return %l, %1, %2, %3, %4, %5, %6 : tensor<2x3x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3xf32>, tensor<3x8xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<3x6xf32>, tensor<2x6xcomplex<f32>>
}
func.func @maps_and_norms() -> (tensor<2x3xf32>, tensor<2x3x2xf32>) {
  %i = stablehlo.iota dim = 0 : tensor<12xf32>
  %s = stablehlo.sine %i : tensor<12xf32>
  %h = stablehlo.slice %s [0:6] : (tensor<12xf32>) -> tensor<6xf32>
  %x = stablehlo.reshape %h : (tensor<6xf32>) -> tensor<2x3xf32>
  %0 = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.constant dense<3.0> : tensor<f32>
      %t = stablehlo.multiply %a, %c : tensor<f32>
      %u = stablehlo.add %t, %b : tensor<f32>
      stablehlo.return %u : tensor<f32>
  }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %y = stablehlo.reshape %s : (tensor<12xf32>) -> tensor<2x3x2xf32>
  %scale = stablehlo.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf32>
  %offset = stablehlo.constant dense<[0.0, -1.0, 1.0]> : tensor<3xf32>
  %mean = stablehlo.constant dense<[0.25, 0.5, -0.5]> : tensor<3xf32>
  %variance = stablehlo.constant dense<[1.0, 0.25, 4.0]> : tensor<3xf32>
  %1 = "stablehlo.batch_norm_inference"(%y, %scale, %offset, %mean, %variance) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3x2xf32>
}
