// RUN: opt -p 'reshard,collectives,localize'

sdy.mesh @mesh = <["x"=2, "y"=2]>

// Device 2x + y holds rows of x and columns of y; the groups that differ along y are {0, 1} and {2, 3}.
// CHECK: func.func public @a_gather_joins_neighbours(%arg0: tensor<4x3xf32>
// CHECK-SAME: shardwright.global_type = tensor<8x6xf32>
func.func public @a_gather_joins_neighbours(%arg0: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: "stablehlo.all_gather"(%arg0) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]>
  // CHECK-SAME: (tensor<4x3xf32>) -> tensor<4x6xf32>
  return %arg0 : tensor<8x6xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// 5 elements on 2 devices are blocks of 3; the last element of the second block is padding and must not be summed.
// CHECK: func.func public @padding_is_masked_before_it_is_summed(%arg0: tensor<3xf32>
func.func public @padding_is_masked_before_it_is_summed(%arg0: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  // CHECK: stablehlo.replica_id
  // CHECK: [[KEPT:%[0-9]+]] = stablehlo.select {{.*}}, %arg0, {{.*}} : tensor<3xi1>, tensor<3xf32>
  // CHECK: [[PART:%[0-9]+]] = stablehlo.reduce([[KEPT]] init: %cst)
  // CHECK: "stablehlo.all_reduce"([[PART]])
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<5xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=2]>

// The body is one device's already: it takes the place of the op.
// CHECK: func.func public @a_manual_body_stands_in_the_open(%arg0: tensor<2x4xf32>
func.func public @a_manual_body_stands_in_the_open(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: [[SUM:%[0-9]+]] = stablehlo.add %arg0, %arg0 : tensor<2x4xf32>
  // CHECK-NEXT: return [[SUM]]
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<2x4xf32>) {
    %1 = stablehlo.add %arg1, %arg1 : tensor<2x4xf32>
    sdy.return %1 : tensor<2x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
