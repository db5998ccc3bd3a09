// RUN: opt -p 'shard,reshard,collectives'
// RUN: opt -p 'shard,partition' --check-prefix=LOCAL

// The batch is split, the weight is not: every device multiplies its own rows, and nothing is sent.
sdy.mesh @mesh = <["data"=4]>
// CHECK: func.func public @main
// CHECK-NOT: {{sdy.all|sdy.reshard|sdy.reduce}}
// CHECK: return
// LOCAL: func.func public @main(%arg0: tensor<2x16xf32>
// LOCAL-SAME: %arg1: tensor<16x32xf32>
// LOCAL: stablehlo.dot_general
// LOCAL-SAME: (tensor<2x16xf32>, tensor<16x32xf32>) -> tensor<2x32xf32>
// LOCAL-NEXT: return
func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                       %arg1: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
