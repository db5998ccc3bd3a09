// RUN: opt -p 'regather'

sdy.mesh @mesh = <["x"=2]>

// The weight is gathered for the loss and again for the gradient of the input; what is gathered for the loss alone is gathered once.
// CHECK: func.func public @main
// CHECK: [[W:%[0-9]+]] = "stablehlo.all_gather"(%arg0)
// CHECK: [[V:%[0-9]+]] = "stablehlo.all_gather"(%arg1)
// CHECK: stablehlo.dot_general %arg2, [[W]]
// CHECK: [[SHARD:%[0-9]+]] = stablehlo.optimization_barrier %arg0
// CHECK: [[AGAIN:%[0-9]+]] = "stablehlo.all_gather"([[SHARD]])
// CHECK: [[TURNED:%[0-9]+]] = stablehlo.transpose [[AGAIN]]
// CHECK: stablehlo.dot_general {{.*}}, [[TURNED]]
// CHECK-NOT: all_gather
func.func public @main(%w: tensor<2x4xf32>, %v: tensor<2x4xf32>, %x: tensor<4x4xf32>) -> (tensor<f32> {shardwright.role = "loss"}, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.all_gather"(%w) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %t = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.all_gather"(%v) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x4xf32>
  %u = stablehlo.add %3, %t : tensor<4x4xf32>
  %loss = stablehlo.reduce(%u init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %g = stablehlo.dot_general %one, %t, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %loss, %g : tensor<f32>, tensor<4x4xf32>
}
