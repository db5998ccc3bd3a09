// RUN: opt -p 'shard,distribute-attention{scheme=ring},partition'
// RUN: opt -p 'shard,distribute-attention{scheme=allgather},partition' --check-prefix=GATHER
// RUN: opt -p 'shard,distribute-attention{scheme=ulysses},partition' --check-prefix=ULYSSES
// RUN: opt -p 'shard,distribute-attention{scheme=heads},partition' --check-prefix=HEADS

// Two devices, four tokens each. Around the ring: keys and values once. For heads: four all-to-alls. Left to the rule of the op: keys and values are
// gathered.
sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func public @main(%arg0: tensor<1x2x4x8xf32>
// CHECK-COUNT-2: "stablehlo.collective_permute"
// CHECK-NOT: "stablehlo.all_
// CHECK-NOT: nn.
// CHECK: return
// GATHER-COUNT-2: "stablehlo.all_gather"
// GATHER-NOT: "stablehlo.collective_permute"
// GATHER: return
// ULYSSES-COUNT-4: "stablehlo.all_to_all"
// ULYSSES-NOT: "stablehlo.collective_permute"
// ULYSSES: return
// HEADS-COUNT-2: "stablehlo.all_gather"
// HEADS: return
func.func public @main(%q: tensor<1x2x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>}, %k: tensor<1x2x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>}, %v: tensor<1x2x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>}) -> (tensor<1x2x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>}) {
  %0:2 = nn.attention %q, %k, %v {scale = 1.0 : f64, causal_offset = 0 : i64} : (tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>) -> (tensor<1x2x8x8xf32>, tensor<1x2x8x2xf32>)
  return %0#0 : tensor<1x2x8x8xf32>
}
