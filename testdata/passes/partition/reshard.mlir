// RUN: opt -p 'reshard'

sdy.mesh @mesh = <["x"=2, "y"=4]>

// The contracted dimension is sharded alike on both sides: each device has a partial sum.
// CHECK: func.func public @partial_sums_are_reduced_at_once
func.func public @partial_sums_are_reduced_at_once(
    %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
    %arg1: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: [[DOT:%[0-9]+]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-NEXT: [[SUM:%[0-9]+]] = sdy.reshard [[DOT]] <@mesh, [{"x"}, {}]>
  // CHECK-NEXT: return [[SUM]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>

// Two uses want the same sharding: the value is resharded once.
// CHECK: func.func public @a_value_is_resharded_once
func.func public @a_value_is_resharded_once(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  // CHECK-NEXT: [[MOVED:%[0-9]+]] = sdy.reshard %arg0 <@mesh, [{}, {"x"}]>
  // CHECK-NEXT: return [[MOVED]], [[MOVED]]
  return %arg0, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// 2.0 must be added once, not once a device.
// CHECK: func.func public @an_initial_value_counts_once
func.func public @an_initial_value_counts_once(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  // CHECK: [[ONCE:%[0-9]+]] = sdy.replicated_to_unreduced {"x"} %cst out_sharding=<@mesh, [], unreduced={"x"}>
  // CHECK: [[PART:%[0-9]+]] = stablehlo.reduce(%arg0 init: [[ONCE]])
  // CHECK: [[SUM:%[0-9]+]] = sdy.reshard [[PART]] <@mesh, []>
  // CHECK: return [[SUM]]
  %cst = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// A maximum may start from anything on every device.
// CHECK: func.func public @a_maximum_keeps_its_initial_value
func.func public @a_maximum_keeps_its_initial_value(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  // CHECK: [[PART:%[0-9]+]] = stablehlo.reduce(%arg0 init: %cst)
  // CHECK-NEXT: [[MAX:%[0-9]+]] = sdy.reshard [[PART]] <@mesh, []>
  // CHECK-NEXT: return [[MAX]]
  %cst = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// Reversing moves elements between shards; what the loop uses from outside is gathered before the loop, not in every iteration.
// CHECK: func.func public @reshards_of_outer_values_leave_the_loop
func.func public @reshards_of_outer_values_leave_the_loop(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<8xf32>)
    -> tensor<8xf32> {
  // CHECK: [[WHOLE:%[0-9]+]] = sdy.reshard %arg0 <@mesh, [{}]>
  // CHECK-NEXT: stablehlo.while
  // CHECK: stablehlo.reverse [[WHOLE]]
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg1) : tensor<i32>, tensor<8xf32>
  cond {
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_1 : tensor<i32>
    %2 = stablehlo.reverse %arg0, dims = [0] : tensor<8xf32>
    %3 = stablehlo.add %iterArg_0, %2 : tensor<8xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<8xf32>
  }
  return %0#1 : tensor<8xf32>
}
