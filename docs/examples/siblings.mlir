sdy.mesh @mesh = <["model"=4]>

// Queries, keys and values going back into one tensor: three partial products, added up.
func.func public @main(
    %dq: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %wq: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
    %dk: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %wk: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
    %dv: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %wv: tensor<256x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>})
    -> tensor<64x512xf32> {
  %0 = stablehlo.dot_general %dq, %wq, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x512xf32>) -> tensor<64x512xf32>
  %1 = stablehlo.dot_general %dk, %wk, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x512xf32>) -> tensor<64x512xf32>
  %2 = stablehlo.dot_general %dv, %wv, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x512xf32>) -> tensor<64x512xf32>
  %3 = stablehlo.add %0, %1 : tensor<64x512xf32>
  %4 = stablehlo.add %3, %2 : tensor<64x512xf32>
  %5 = stablehlo.tanh %4 : tensor<64x512xf32>
  return %5 : tensor<64x512xf32>
}
