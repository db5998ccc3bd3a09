// RUN: opt -p 'reshard,collectives'

sdy.mesh @mesh = <["x"=4]>

// A tensor without elements moves for nothing on every way: not on one that would shard its dimension of size 0.
// CHECK: func.func public @an_empty_dimension_is_never_sharded
func.func public @an_empty_dimension_is_never_sharded(%arg0: tensor<0x12x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x":(1)2}, {}]>})
    -> (tensor<0x12x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}) {
  // CHECK-NOT: sdy.all_slice [{"x"
  // CHECK: return
  return %arg0 : tensor<0x12x4xf32>
}
