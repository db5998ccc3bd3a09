// RUN: opt -p 'shard,partition{uneven=pad}'

// Two devices along `z` have eight rows each. Cut in three along `y`, eight rows make 3, 3 and 2; sixteen rows cut in six make 3, 3, 3, 3, 3
// and 1: other rows. So at the border the rows lie along `z` alone, and only then is the result cut as it is wanted.
sdy.mesh @mesh = <["y"=3, "z"=2]>
// CHECK: func.func public @main(%arg0: tensor<8x2xf32>
// CHECK-SAME: -> (tensor<3x2xf32>
// CHECK: stablehlo.tanh %arg0 : tensor<8x2xf32>
func.func public @main(%arg0: tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> (tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "y"}, {}]>}) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"z"}, {}]>] out_shardings=[<@mesh, [{"z", ?}, {?}]>] manual_axes={"z"} (%arg1: tensor<8x2xf32>) {
    %1 = stablehlo.tanh %arg1 : tensor<8x2xf32>
    sdy.return %1 : tensor<8x2xf32>
  } : (tensor<16x2xf32>) -> tensor<16x2xf32>
  return %0 : tensor<16x2xf32>
}

// -----

// RUN: opt -p 'shard,partition{uneven=pad}'

// Manual along `x`, in it manual along `y`, in it sharded along the free `z`: each device has an eighth of the rows, and nothing moves.
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
// CHECK: func.func public @main(%arg0: tensor<2x2xf32>
// CHECK-SAME: -> (tensor<2x2xf32>
// CHECK-NOT: all_gather
// CHECK-NOT: collective_permute
// CHECK: stablehlo.tanh
// CHECK-SAME: tensor<2x2xf32>
func.func public @main(%arg0: tensor<16x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y", "z"}, {}]>}) -> tensor<16x2xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y", "z"}, {}]>] out_shardings=[<@mesh, [{"x", ?}, {}]>] manual_axes={"x"} (%arg1: tensor<8x2xf32>) {
    %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"y", "z"}, {}]>] out_shardings=[<@mesh, [{"y", ?}, {}]>] manual_axes={"y"} (%arg2: tensor<4x2xf32>) {
      %2 = stablehlo.tanh %arg2 : tensor<4x2xf32>
      sdy.return %2 : tensor<4x2xf32>
    } : (tensor<8x2xf32>) -> tensor<8x2xf32>
    sdy.return %1 : tensor<8x2xf32>
  } : (tensor<16x2xf32>) -> tensor<16x2xf32>
  return %0 : tensor<16x2xf32>
}
