sdy.mesh @mesh = <["data"=4]>

// Gradients of 8 microbatches, accumulated.
func.func public @main(%x: tensor<4096x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %dy: tensor<4096x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> tensor<128x128xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<128x128xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %sum = %zero) : tensor<i32>, tensor<128x128xf32>
  cond {
    %end = stablehlo.constant dense<8> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %i, %one : tensor<i32>
    %2 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<4096x128xf32>, tensor<4096x128xf32>) -> tensor<128x128xf32>
    %3 = stablehlo.add %sum, %2 : tensor<128x128xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<128x128xf32>
  }
  return %0#1 : tensor<128x128xf32>
}
