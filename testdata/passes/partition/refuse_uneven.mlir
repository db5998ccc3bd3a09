// RUN: opt -p 'reshard{uneven=refuse}'

sdy.mesh @mesh = <["x"=4]>

// expected-error@+1 {{dimension 0 of argument 0 of @main has size 10, which 4 shards do not divide}}
func.func public @main(%arg0: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<10xf32> {
  return %arg0 : tensor<10xf32>
}
