// RUN: opt -p 'combine-collectives{bucket-bytes=1000}'
// RUN: opt -p 'combine-collectives{bucket-bytes=31}' --check-prefix=SMALL

sdy.mesh @mesh = <["x"=2]>

// 16 bytes each: with buckets of 31 bytes there is no pair.
// CHECK: func.func public @independent_sums_are_one_op
// CHECK: [[SUMS:%[0-9]+]]:3 = "stablehlo.all_reduce"(%arg0, %arg1, %arg2)
// CHECK: (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>)
// CHECK: [[TWICE:%[0-9]+]] = stablehlo.add [[SUMS]]#0, [[SUMS]]#0
// CHECK: return [[TWICE]], [[SUMS]]#1, [[SUMS]]#2
// SMALL: func.func public @independent_sums_are_one_op
// SMALL: "stablehlo.all_reduce"(%arg0)
// SMALL: "stablehlo.all_reduce"(%arg1)
// SMALL: "stablehlo.all_reduce"(%arg2)
func.func public @independent_sums_are_one_op(%a: tensor<4xf32>, %b: tensor<2x2xf32>, %c: tensor<4xf32>) -> (tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %3 = "stablehlo.all_reduce"(%c) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2, %3 : tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// A maximum is no sum, and a sum that needs another cannot go with it.
// CHECK: func.func public @what_differs_or_depends_stays_apart
// CHECK-COUNT-3: "stablehlo.all_reduce"({{%[a-z0-9]+}})
func.func public @what_differs_or_depends_stays_apart(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// Two sums and two maxima, each sum before one maximum and behind the other: one pair would need the other, so only one is joined.
// CHECK: func.func public @pairs_that_would_need_each_other_are_not_both_joined
// CHECK: "stablehlo.all_reduce"(%arg0)
// CHECK: :2 = "stablehlo.all_reduce"
// CHECK: "stablehlo.all_reduce"({{%[0-9a-z#]+}})
func.func public @pairs_that_would_need_each_other_are_not_both_joined(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_reduce"(%b) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.all_reduce"(%0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = "stablehlo.all_reduce"(%1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// Rows for device 0 and for device 1 side by side: 4 of the first tensor, 3 of the second.
// CHECK: func.func public @scatters_are_laid_side_by_side
// CHECK: [[ALL:%[0-9]+]] = stablehlo.concatenate {{.+}}, dim = 1 : (tensor<2x4xf32>, tensor<2x3xf32>) -> tensor<2x7xf32>
// CHECK: [[OWN:%[0-9]+]] = "stablehlo.reduce_scatter"([[ALL]]) <{replica_groups = {{.+}}, scatter_dimension = 0 : i64}>
// CHECK: (tensor<2x7xf32>) -> tensor<1x7xf32>
// CHECK: stablehlo.slice [[OWN]] [0:1, 0:4]
// CHECK: stablehlo.slice [[OWN]] [0:1, 4:7]
func.func public @scatters_are_laid_side_by_side(%a: tensor<4x2xf32>, %b: tensor<3x2xf32>) -> (tensor<2x2xf32>, tensor<3x1xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x2xf32>) -> tensor<2x2xf32>
  %1 = "stablehlo.reduce_scatter"(%b) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x2xf32>) -> tensor<3x1xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<3x1xf32>
}
