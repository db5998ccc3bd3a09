// RUN: opt -p 'reshard,collectives'

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK: func.func public @a_sharding_that_moves_is_an_all_to_all
func.func public @a_sharding_that_moves_is_an_all_to_all(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  // CHECK-NEXT: sdy.all_to_all [{"x"}: 0->1] %arg0 out_sharding=<@mesh, [{}, {"x"}]>
  return %arg0 : tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

// The only use of the sum is a part of it.
// CHECK: func.func public @a_sliced_sum_is_scattered
func.func public @a_sliced_sum_is_scattered(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  // CHECK: [[PART:%[0-9]+]] = stablehlo.reduce
  // CHECK-NEXT: sdy.reduce_scatter [{"y"}] [[PART]] out_sharding=<@mesh, [{"y"}]>
  // CHECK-NEXT: return
  %cst = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

// Blocks of 10 in 8 shards (of 2) and in 2 shards (of 5) do not nest: the tensor is joined whole.
// expected-remark@unknown {{goes through the whole tensor}}
// CHECK: func.func public @uneven_blocks_that_do_not_nest_are_joined_whole
func.func public @uneven_blocks_that_do_not_nest_are_joined_whole(%arg0: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>})
    -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  // CHECK-NEXT: [[WHOLE:%[0-9]+]] = sdy.all_gather [{"x", "y"}] %arg0 out_sharding=<@mesh, [{}]>
  // CHECK-NEXT: sdy.all_slice [{"x"}] [[WHOLE]] out_sharding=<@mesh, [{"x"}]>
  return %arg0 : tensor<10xf32>
}
