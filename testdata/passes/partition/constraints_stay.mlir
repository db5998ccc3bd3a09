// RUN: opt -p 'clean,shard,reshard'

// What constraints say is done, though it would be cheaper to leave all as it is.
sdy.mesh @m = <["x"=4]>
// CHECK: [[A:%[0-9]+]] = stablehlo.tanh %arg0
// CHECK: [[B:%[0-9]+]] = sdy.reshard [[A]] <@m, [{}, {"x"}]>
// CHECK: [[C:%[0-9]+]] = stablehlo.tanh [[B]]
// CHECK: sdy.reshard [[C]] <@m, [{"x"}, {}]>
func.func public @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %a <@m, [{"x"}, {}]> : tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{}, {"x"}]> : tensor<8x8xf32>
  %3 = stablehlo.tanh %2 : tensor<8x8xf32>
  %4 = sdy.sharding_constraint %3 <@m, [{"x"}, {}]> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}

// -----

// RUN: opt -p 'clean,shard,reshard'

sdy.mesh @m = <["x"=4]>
// CHECK: [[A:%[0-9]+]] = stablehlo.tanh %arg0
// CHECK: sdy.reshard [[A]] <@m, [{}, {}]>
func.func public @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %1 = stablehlo.tanh %a : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{}, {}]> : tensor<8x8xf32>
  %3 = stablehlo.tanh %2 : tensor<8x8xf32>
  %4 = sdy.sharding_constraint %3 <@m, [{"x"}, {}]> : tensor<8x8xf32>
  return %4 : tensor<8x8xf32>
}
