// RUN: opt -p 'shard,reshard'

// Each device adds its own rows of updates into zeros of its own, and the sums are scattered once over `x`: zeros that are declared to
// lie along `x` are made whole instead of being gathered, and so are not a reason to gather the updates.
sdy.mesh @mesh = <["x"=4]>
// CHECK: func.func public @main
// CHECK-NOT: sdy.reshard %arg
// CHECK: stablehlo.scatter
// CHECK: unreduced={"x"}
// CHECK: sdy.reshard
// CHECK-NOT: sdy.reshard
func.func public @main(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<64x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<32x8xf32>
  %0 = stablehlo.dot_general %arg2, %arg0, contracting_dims = [0] x [0] : (tensor<64x32xf32>, tensor<64x8xf32>) -> tensor<32x8xf32>
  %1 = "stablehlo.scatter"(%cst, %arg1, %arg0) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %3 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) : (tensor<32x8xf32>, tensor<64x1xi32>, tensor<64x8xf32>) -> tensor<32x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<32x8xf32>
  return %2 : tensor<32x8xf32>
}
