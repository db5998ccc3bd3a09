// RUN: opt -p 'reshard'

sdy.mesh @mesh = <["x"=2]>

func.func public @an_unknown_call_is_refused(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // expected-error@+1 {{how custom call "acme.twirl" may be sharded is not known}}
  %0 = stablehlo.custom_call @acme.twirl(%arg0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
