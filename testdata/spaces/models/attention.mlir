// Multi-head attention (Vaswani et al., 2017) with a residual, bf16: 8 sequences of 1024 tokens, hidden size 2048, 16 heads of 128.
func.func public @main(%x: tensor<8x1024x2048xbf16>, %wq: tensor<2048x16x128xbf16>, %wk: tensor<2048x16x128xbf16>, %wv: tensor<2048x16x128xbf16>, %wo: tensor<16x128x2048xbf16>) -> tensor<8x1024x2048xbf16> {
  %q = stablehlo.dot_general %x, %wq, contracting_dims = [2] x [0] : (tensor<8x1024x2048xbf16>, tensor<2048x16x128xbf16>) -> tensor<8x1024x16x128xbf16>
  %k = stablehlo.dot_general %x, %wk, contracting_dims = [2] x [0] : (tensor<8x1024x2048xbf16>, tensor<2048x16x128xbf16>) -> tensor<8x1024x16x128xbf16>
  %v = stablehlo.dot_general %x, %wv, contracting_dims = [2] x [0] : (tensor<8x1024x2048xbf16>, tensor<2048x16x128xbf16>) -> tensor<8x1024x16x128xbf16>
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<8x1024x16x128xbf16>, tensor<8x1024x16x128xbf16>) -> tensor<8x16x1024x1024xbf16>
  %e = stablehlo.exponential %s : tensor<8x16x1024x1024xbf16>
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<8x16x1024x1024xbf16>, tensor<bf16>) -> tensor<8x16x1024xbf16>
  %b = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<8x16x1024xbf16>) -> tensor<8x16x1024x1024xbf16>
  %p = stablehlo.divide %e, %b : tensor<8x16x1024x1024xbf16>
  %a = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<8x16x1024x1024xbf16>, tensor<8x1024x16x128xbf16>) -> tensor<8x16x1024x128xbf16>
  %o = stablehlo.dot_general %a, %wo, contracting_dims = [1, 3] x [0, 1] : (tensor<8x16x1024x128xbf16>, tensor<16x128x2048xbf16>) -> tensor<8x1024x2048xbf16>
  %r = stablehlo.add %o, %x : tensor<8x1024x2048xbf16>
  return %r : tensor<8x1024x2048xbf16>
}
