// The core of attention (Vaswani et al., 2017), bf16: scores, softmax and mix of 2 sequences of 4096 tokens, 8 heads of 128.
func.func public @main(%q: tensor<2x8x4096x128xbf16>, %k: tensor<2x8x4096x128xbf16>, %v: tensor<2x8x4096x128xbf16>) -> tensor<2x8x4096x128xbf16> {
  %s = stablehlo.dot_general %q, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3] : (tensor<2x8x4096x128xbf16>, tensor<2x8x4096x128xbf16>) -> tensor<2x8x4096x4096xbf16>
  %e = stablehlo.exponential %s : tensor<2x8x4096x4096xbf16>
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<2x8x4096x4096xbf16>, tensor<bf16>) -> tensor<2x8x4096xbf16>
  %b = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<2x8x4096xbf16>) -> tensor<2x8x4096x4096xbf16>
  %p = stablehlo.divide %e, %b : tensor<2x8x4096x4096xbf16>
  %a = stablehlo.dot_general %p, %v, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<2x8x4096x4096xbf16>, tensor<2x8x4096x128xbf16>) -> tensor<2x8x4096x128xbf16>
  return %a : tensor<2x8x4096x128xbf16>
}
