// A transformer block without its norms, bf16: attention with a residual, then two layers with a residual; 4 sequences of 512 tokens,
// hidden size 1024, 16 heads of 64, inner size 4096.
func.func public @main(%x: tensor<4x512x1024xbf16>, %wqkv: tensor<3x1024x16x64xbf16>, %wo: tensor<16x64x1024xbf16>, %w1: tensor<1024x4096xbf16>, %w2: tensor<4096x1024xbf16>) -> tensor<4x512x1024xbf16> {
  %qkv = stablehlo.dot_general %wqkv, %x, contracting_dims = [1] x [2] : (tensor<3x1024x16x64xbf16>, tensor<4x512x1024xbf16>) -> tensor<3x16x64x4x512xbf16>
  %q1 = stablehlo.slice %qkv [0:1, 0:16, 0:64, 0:4, 0:512] : (tensor<3x16x64x4x512xbf16>) -> tensor<1x16x64x4x512xbf16>
  %k1 = stablehlo.slice %qkv [1:2, 0:16, 0:64, 0:4, 0:512] : (tensor<3x16x64x4x512xbf16>) -> tensor<1x16x64x4x512xbf16>
  %v1 = stablehlo.slice %qkv [2:3, 0:16, 0:64, 0:4, 0:512] : (tensor<3x16x64x4x512xbf16>) -> tensor<1x16x64x4x512xbf16>
  %q = stablehlo.reshape %q1 : (tensor<1x16x64x4x512xbf16>) -> tensor<16x64x4x512xbf16>
  %k = stablehlo.reshape %k1 : (tensor<1x16x64x4x512xbf16>) -> tensor<16x64x4x512xbf16>
  %v = stablehlo.reshape %v1 : (tensor<1x16x64x4x512xbf16>) -> tensor<16x64x4x512xbf16>
  %s = stablehlo.dot_general %q, %k, batching_dims = [2, 0] x [2, 0], contracting_dims = [1] x [1] : (tensor<16x64x4x512xbf16>, tensor<16x64x4x512xbf16>) -> tensor<4x16x512x512xbf16>
  %e = stablehlo.exponential %s : tensor<4x16x512x512xbf16>
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x16x512x512xbf16>, tensor<bf16>) -> tensor<4x16x512xbf16>
  %b = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<4x16x512xbf16>) -> tensor<4x16x512x512xbf16>
  %p = stablehlo.divide %e, %b : tensor<4x16x512x512xbf16>
  %a = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [2, 0], contracting_dims = [3] x [3] : (tensor<4x16x512x512xbf16>, tensor<16x64x4x512xbf16>) -> tensor<4x16x512x64xbf16>
  %o = stablehlo.dot_general %a, %wo, contracting_dims = [1, 3] x [0, 1] : (tensor<4x16x512x64xbf16>, tensor<16x64x1024xbf16>) -> tensor<4x512x1024xbf16>
  %r1 = stablehlo.add %o, %x : tensor<4x512x1024xbf16>
  %h = stablehlo.dot_general %r1, %w1, contracting_dims = [2] x [0] : (tensor<4x512x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<4x512x4096xbf16>
  %g = stablehlo.tanh %h : tensor<4x512x4096xbf16>
  %y = stablehlo.dot_general %g, %w2, contracting_dims = [2] x [0] : (tensor<4x512x4096xbf16>, tensor<4096x1024xbf16>) -> tensor<4x512x1024xbf16>
  %r2 = stablehlo.add %y, %r1 : tensor<4x512x1024xbf16>
  return %r2 : tensor<4x512x1024xbf16>
}
