// RUN: opt -p 'shard,partition{uneven=pad}'

// Ten rows over four devices: three each, the last two of the last device are padding. The sum over rows must not see it: rows
// beyond the tenth are replaced by zero before they are added.
sdy.mesh @mesh = <["x"=4]>
// CHECK: func.func public @main(%arg0: tensor<3x2xf32>
// CHECK: stablehlo.select
// CHECK: stablehlo.reduce
// CHECK: all_reduce
func.func public @main(%arg0: tensor<10x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<2xf32> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10x2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// RUN: opt -p 'shard,reshard{uneven=refuse}'
// expected-error@+2 {{dimension 0 of result 0 of @main has size 10, which 4 shards do not divide}}
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<10x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<10x2xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<10x2xf32>
  return %0 : tensor<10x2xf32>
}
