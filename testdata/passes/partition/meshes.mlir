// RUN: opt -p 'reshard,collectives'

sdy.mesh @rows = <["a"=2, "b"=4]>
sdy.mesh @cube = <["x"=2, "y"=2, "z"=2]>

// Position 4a + b is position 4x + 2y + z: only names change.
// CHECK: func.func public @another_factoring_of_the_same_devices_is_the_same_placement
func.func public @another_factoring_of_the_same_devices_is_the_same_placement(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@rows, [{"b"}, {"a"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@cube, [{"y", "z"}, {"x"}]>}) {
  // CHECK-NEXT: [[SAME:%[0-9]+]] = sdy.collective_permute %arg0 out_sharding=<@cube, [{"y", "z"}, {"x"}]>
  // CHECK-NEXT: return [[SAME]]
  return %arg0 : tensor<8x8xf32>
}

// -----

sdy.mesh @one = <["x"=2, "y"=2]>
sdy.mesh @other = <["x"=2, "y"=2], device_ids=[3, 1, 2, 0]>

// Cut as far as it will be, then across.
// CHECK: func.func public @another_order_of_devices_is_one_permutation
func.func public @another_order_of_devices_is_one_permutation(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@one, [{}, {"y"}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}, {"y"}]>}) {
  // CHECK-NEXT: [[PART:%[0-9]+]] = sdy.all_slice [{"x"}, {}] %arg0 out_sharding=<@one, [{"x"}, {"y"}]>
  // CHECK-NEXT: [[THERE:%[0-9]+]] = sdy.collective_permute [[PART]] out_sharding=<@other, [{"x"}, {"y"}]>
  // CHECK-NEXT: return [[THERE]]
  return %arg0 : tensor<8x8xf32>
}
