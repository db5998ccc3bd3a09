// Two 3 x 3 convolutions of the last stage of ResNet (He et al., 2016), bf16: 8 images of 7 x 7, 512 channels.
func.func public @main(%x: tensor<8x7x7x512xbf16>, %w1: tensor<3x3x512x512xbf16>, %w2: tensor<3x3x512x512xbf16>) -> tensor<8x7x7x512xbf16> {
  %0 = stablehlo.convolution(%x, %w1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x7x7x512xbf16>, tensor<3x3x512x512xbf16>) -> tensor<8x7x7x512xbf16>
  %1 = stablehlo.tanh %0 : tensor<8x7x7x512xbf16>
  %2 = stablehlo.convolution(%1, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x7x7x512xbf16>, tensor<3x3x512x512xbf16>) -> tensor<8x7x7x512xbf16>
  %3 = stablehlo.add %2, %x : tensor<8x7x7x512xbf16>
  return %3 : tensor<8x7x7x512xbf16>
}
