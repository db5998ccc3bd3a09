// RUN: opt -p 'chunk-all-to-all{chunks=1}'

sdy.mesh @mesh = <["x"=2]>

// One piece is the program as it is.
// CHECK: func.func public @experts
// CHECK-NOT: concatenate
// CHECK: return
func.func public @experts(%x: tensor<1x2x3x4xf32>, %w: tensor<1x4x8xf32>) -> tensor<2x1x3x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x2x3x4xf32>) -> tensor<2x1x3x4xf32>
  %1 = stablehlo.dot_general %0, %w, batching_dims = [1] x [0], contracting_dims = [3] x [1] : (tensor<2x1x3x4xf32>, tensor<1x4x8xf32>) -> tensor<1x2x3x8xf32>
  %2 = stablehlo.tanh %1 : tensor<1x2x3x8xf32>
  %3 = "stablehlo.all_to_all"(%2) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x2x3x8xf32>) -> tensor<2x1x3x8xf32>
  return %3 : tensor<2x1x3x8xf32>
}
