// A layer of experts as GShard writes it (Lepikhin et al., 2020), bf16: 8 groups of 512 tokens are dispatched to 8 experts of room 128,
// hidden size 1024, inner size 4096.
func.func public @main(%x: tensor<8x512x1024xbf16>, %mask: tensor<8x512x8x128xbf16>, %w1: tensor<8x1024x4096xbf16>, %w2: tensor<8x4096x1024xbf16>) -> tensor<8x512x1024xbf16> {
  %0 = stablehlo.dot_general %x, %mask, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<8x512x1024xbf16>, tensor<8x512x8x128xbf16>) -> tensor<8x1024x8x128xbf16>
  %1 = stablehlo.dot_general %0, %w1, batching_dims = [2] x [0], contracting_dims = [1] x [1] : (tensor<8x1024x8x128xbf16>, tensor<8x1024x4096xbf16>) -> tensor<8x8x128x4096xbf16>
  %2 = stablehlo.tanh %1 : tensor<8x8x128x4096xbf16>
  %3 = stablehlo.dot_general %2, %w2, batching_dims = [0] x [0], contracting_dims = [3] x [1] : (tensor<8x8x128x4096xbf16>, tensor<8x4096x1024xbf16>) -> tensor<8x8x128x1024xbf16>
  %4 = stablehlo.dot_general %mask, %3, batching_dims = [0] x [1], contracting_dims = [2, 3] x [0, 2] : (tensor<8x512x8x128xbf16>, tensor<8x8x128x1024xbf16>) -> tensor<8x512x1024xbf16>
  return %4 : tensor<8x512x1024xbf16>
}
