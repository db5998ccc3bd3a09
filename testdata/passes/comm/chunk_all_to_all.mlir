// RUN: opt -p 'chunk-all-to-all{chunks=2}'

sdy.mesh @mesh = <["x"=2]>

// Tokens [g, e, c, m]: experts are split over the devices, groups are joined; capacity passes through all of it. Three places in two pieces: one
// and two. The second piece is on its way before the first is computed.
// CHECK: func.func public @experts
// CHECK: stablehlo.slice %arg0 [0:1, 0:2, 0:1, 0:4]
// CHECK: "stablehlo.all_to_all"{{.*}}(tensor<1x2x1x4xf32>) -> tensor<2x1x1x4xf32>
// CHECK: stablehlo.slice %arg0 [0:1, 0:2, 1:3, 0:4]
// CHECK: "stablehlo.all_to_all"{{.*}}(tensor<1x2x2x4xf32>) -> tensor<2x1x2x4xf32>
// CHECK: stablehlo.dot_general {{.*}} -> tensor<1x2x1x8xf32>
// CHECK: stablehlo.tanh {{.*}} : tensor<1x2x1x8xf32>
// CHECK: "stablehlo.all_to_all"{{.*}}(tensor<1x2x1x8xf32>) -> tensor<2x1x1x8xf32>
// CHECK: stablehlo.dot_general {{.*}} -> tensor<1x2x2x8xf32>
// CHECK: "stablehlo.all_to_all"{{.*}}(tensor<1x2x2x8xf32>) -> tensor<2x1x2x8xf32>
// CHECK: [[ALL:%[0-9]+]] = stablehlo.concatenate {{.*}}dim = 2
// CHECK: return [[ALL]]
func.func public @experts(%x: tensor<1x2x3x4xf32>, %w: tensor<1x4x8xf32>) -> tensor<2x1x3x8xf32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x2x3x4xf32>) -> tensor<2x1x3x4xf32>
  %1 = stablehlo.dot_general %0, %w, batching_dims = [1] x [0], contracting_dims = [3] x [1] : (tensor<2x1x3x4xf32>, tensor<1x4x8xf32>) -> tensor<1x2x3x8xf32>
  %2 = stablehlo.tanh %1 : tensor<1x2x3x8xf32>
  %3 = "stablehlo.all_to_all"(%2) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x2x3x8xf32>) -> tensor<2x1x3x8xf32>
  return %3 : tensor<2x1x3x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// Nothing is computed between these two: left alone, and said.
// expected-warning@unknown {{nothing is exchanged and computed in pieces: no product lies between two all-to-alls}}
// CHECK: func.func public @nothing_between
// CHECK-NOT: slice
// CHECK: return
func.func public @nothing_between(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x3x4xf32> {
  %0 = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<1x2x3x4xf32>) -> tensor<2x1x3x4xf32>
  %1 = "stablehlo.all_to_all"(%0) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x1x3x4xf32>) -> tensor<1x2x3x4xf32>
  return %1 : tensor<1x2x3x4xf32>
}
