// RUN: opt -p 'shard,partition'

// The op's own rule carries both vectors' axes to the result, so each device makes its part and nothing is sent.
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: func.func public @main(%arg0: tensor<2xf32>
// CHECK-NOT: all_gather
// CHECK: acme.outer %arg0, %arg1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func public @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                       %arg1: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<4x6xf32> {
  %0 = acme.outer %arg0, %arg1 : (tensor<4xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// RUN: opt
func.func public @main(%arg0: tensor<4x1xf32>, %arg1: tensor<6xf32>) -> tensor<4x6xf32> {
  // expected-error@+1 {{operands must be vectors of one float type, got tensor<4x1xf32> and tensor<6xf32>}}
  %0 = acme.outer %arg0, %arg1 : (tensor<4x1xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
