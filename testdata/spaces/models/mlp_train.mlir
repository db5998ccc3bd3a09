// A step of gradient descent on two layers, f32: 8192 tokens, hidden size 1024, inner size 4096; the loss is half the sum of squares, so that
// the gradient of the output is the output itself.
func.func public @main(%x: tensor<8192x1024xf32>, %w1: tensor<1024x4096xf32>, %w2: tensor<4096x1024xf32>) -> (tensor<1024x4096xf32>, tensor<4096x1024xf32>) {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8192x1024xf32>, tensor<1024x4096xf32>) -> tensor<8192x4096xf32>
  %y = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<8192x4096xf32>, tensor<4096x1024xf32>) -> tensor<8192x1024xf32>
  %dw2 = stablehlo.dot_general %h, %y, contracting_dims = [0] x [0] : (tensor<8192x4096xf32>, tensor<8192x1024xf32>) -> tensor<4096x1024xf32>
  %dh = stablehlo.dot_general %y, %w2, contracting_dims = [1] x [1] : (tensor<8192x1024xf32>, tensor<4096x1024xf32>) -> tensor<8192x4096xf32>
  %dw1 = stablehlo.dot_general %x, %dh, contracting_dims = [0] x [0] : (tensor<8192x1024xf32>, tensor<8192x4096xf32>) -> tensor<1024x4096xf32>
  %n1 = stablehlo.subtract %w1, %dw1 : tensor<1024x4096xf32>
  %n2 = stablehlo.subtract %w2, %dw2 : tensor<4096x1024xf32>
  return %n1, %n2 : tensor<1024x4096xf32>, tensor<4096x1024xf32>
}
