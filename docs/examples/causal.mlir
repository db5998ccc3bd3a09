// A causal attention of eight heads whose sequence lies on four devices.
sdy.mesh @mesh = <["x"=4]>
func.func public @main(
    %q: tensor<1x8x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>},
    %k: tensor<1x2x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>},
    %v: tensor<1x2x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>}) -> (tensor<1x8x64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>}) {
  %0:2 = nn.attention %q, %k, %v {scale = 2.500000e-01 : f64, causal_offset = 0 : i64} : (tensor<1x8x64x16xf32>, tensor<1x2x64x16xf32>, tensor<1x2x64x16xf32>) -> (tensor<1x8x64x16xf32>, tensor<1x8x64x2xf32>)
  return %0#0 : tensor<1x8x64x16xf32>
}
