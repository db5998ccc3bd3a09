// RUN: opt -p 'shard,partition'

// Megatron's pair: the first weight is split by columns, the second by rows. The hidden values stay where they are made, and the
// partial sums of the second product are combined by one all-reduce between the four devices of each replica.
sdy.mesh @mesh = <["data"=2, "model"=4]>
// CHECK: func.func public @main(%arg0: tensor<4x16xf32>
// CHECK-SAME: %arg1: tensor<16x16xf32>
// CHECK-SAME: %arg2: tensor<16x16xf32>
// CHECK: [[HIDDEN:%[0-9]+]] = stablehlo.dot_general %arg0, %arg1
// CHECK-SAME: -> tensor<4x16xf32>
// CHECK-NEXT: [[ACTIVE:%[0-9]+]] = stablehlo.tanh [[HIDDEN]] : tensor<4x16xf32>
// CHECK-NEXT: [[PARTIAL:%[0-9]+]] = stablehlo.dot_general [[ACTIVE]], %arg2
// CHECK-SAME: -> tensor<4x16xf32>
// CHECK-NEXT: "stablehlo.all_reduce"([[PARTIAL]])
// CHECK-SAME: {{\[\[0, 1, 2, 3\], \[4, 5, 6, 7\]\]}}
// CHECK-NOT: {{all_gather|all_reduce|all_to_all|reduce_scatter}}
// CHECK: return
func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                       %arg1: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                       %arg2: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
  %1 = stablehlo.tanh %0 : tensor<8x64xf32>
  %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
