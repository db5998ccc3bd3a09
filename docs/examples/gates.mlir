module {
  func.func @main(%x: tensor<8x64xf32>, %gate: tensor<64x128xf32>, %up: tensor<64x128xf32>) -> tensor<8x128xf32> {
    %0 = stablehlo.dot_general %x, %gate, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x128xf32>) -> tensor<8x128xf32>
    %1 = stablehlo.dot_general %x, %up, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x128xf32>) -> tensor<8x128xf32>
    %one = stablehlo.constant dense<1.0> : tensor<8x128xf32>
    %2 = stablehlo.exponential %0 : tensor<8x128xf32>
    %3 = stablehlo.add %2, %one : tensor<8x128xf32>
    %4 = stablehlo.log %3 : tensor<8x128xf32>
    %5 = stablehlo.multiply %4, %1 : tensor<8x128xf32>
    return %5 : tensor<8x128xf32>
  }
}
