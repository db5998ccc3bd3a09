// The gated perceptron of Llama (Shazeer, "GLU variants improve transformer", 2020), bf16: 4096 tokens, hidden size 4096, inner size 11008.
func.func public @main(%x: tensor<4096x4096xbf16>, %gate: tensor<4096x11008xbf16>, %up: tensor<4096x11008xbf16>, %down: tensor<11008x4096xbf16>) -> tensor<4096x4096xbf16> {
  %0 = stablehlo.dot_general %x, %gate, contracting_dims = [1] x [0] : (tensor<4096x4096xbf16>, tensor<4096x11008xbf16>) -> tensor<4096x11008xbf16>
  %1 = stablehlo.logistic %0 : tensor<4096x11008xbf16>
  %2 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<4096x4096xbf16>, tensor<4096x11008xbf16>) -> tensor<4096x11008xbf16>
  %3 = stablehlo.multiply %1, %2 : tensor<4096x11008xbf16>
  %4 = stablehlo.dot_general %3, %down, contracting_dims = [1] x [0] : (tensor<4096x11008xbf16>, tensor<11008x4096xbf16>) -> tensor<4096x4096xbf16>
  return %4 : tensor<4096x4096xbf16>
}
