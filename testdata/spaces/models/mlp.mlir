// Two layers of a transformer's perceptron, bf16: 2048 tokens, hidden size 4096, inner size 16384.
func.func public @main(%x: tensor<2048x4096xbf16>, %w1: tensor<4096x16384xbf16>, %w2: tensor<16384x4096xbf16>) -> tensor<2048x4096xbf16> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<2048x4096xbf16>, tensor<4096x16384xbf16>) -> tensor<2048x16384xbf16>
  %1 = stablehlo.tanh %0 : tensor<2048x16384xbf16>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<2048x16384xbf16>, tensor<16384x4096xbf16>) -> tensor<2048x4096xbf16>
  return %2 : tensor<2048x4096xbf16>
}
