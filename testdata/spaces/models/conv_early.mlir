// Two 3 x 3 convolutions of an early stage of ResNet (He et al., 2016), bf16: 32 images of 56 x 56, 64 channels.
func.func public @main(%x: tensor<32x56x56x64xbf16>, %w1: tensor<3x3x64x64xbf16>, %w2: tensor<3x3x64x64xbf16>) -> tensor<32x56x56x64xbf16> {
  %0 = stablehlo.convolution(%x, %w1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<32x56x56x64xbf16>, tensor<3x3x64x64xbf16>) -> tensor<32x56x56x64xbf16>
  %1 = stablehlo.tanh %0 : tensor<32x56x56x64xbf16>
  %2 = stablehlo.convolution(%1, %w2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<32x56x56x64xbf16>, tensor<3x3x64x64xbf16>) -> tensor<32x56x56x64xbf16>
  %3 = stablehlo.add %2, %x : tensor<32x56x56x64xbf16>
  return %3 : tensor<32x56x56x64xbf16>
}
