// RUN: opt -p 'reshard{conflicts=size}'

sdy.mesh @mesh = <["x"=2]>

// Two partial products of one size are added up before they are summed over devices: one all-reduce, not two.
// CHECK: func.func public @siblings_are_combined_once
func.func public @siblings_are_combined_once(
    %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %arg2: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg3: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<4x4xf32> {
  // CHECK: [[LEFT:%[0-9]+]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-NEXT: [[RIGHT:%[0-9]+]] = stablehlo.dot_general %arg2, %arg3
  // CHECK-NEXT: [[SUM:%[0-9]+]] = stablehlo.add [[LEFT]], [[RIGHT]] {{.*}}unreduced={"x"}
  // CHECK-NEXT: [[WHOLE:%[0-9]+]] = sdy.reshard [[SUM]] <@mesh, [{}, {}]>
  // CHECK-NEXT: stablehlo.tanh [[WHOLE]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x4xf32>
  %3 = stablehlo.tanh %2 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// One of the two is needed whole anyway: then adding the other to it while it is partial saves nothing.
// CHECK: func.func public @what_is_whole_anyway_is_not_combined_later
func.func public @what_is_whole_anyway_is_not_combined_later(
    %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<4x4xf32>)
    -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: [[PART:%[0-9]+]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-NEXT: [[WHOLE:%[0-9]+]] = sdy.reshard [[PART]] <@mesh, [{}, {}]>
  // CHECK-NEXT: stablehlo.add %arg2, [[WHOLE]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.add %arg2, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %0 : tensor<4x4xf32>
  return %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// Both summands of the chain are partial, its start is whole: the start counts once, and the chain is combined once.
// CHECK: func.func public @a_whole_summand_counts_once
func.func public @a_whole_summand_counts_once(
    %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %arg2: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg3: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: [[ONCE:%[0-9]+]] = sdy.replicated_to_unreduced {"x"} %arg3 out_sharding=<@mesh, [{}, {}], unreduced={"x"}>
  // CHECK: [[FIRST:%[0-9]+]] = stablehlo.add [[ONCE]]
  // CHECK: [[SECOND:%[0-9]+]] = stablehlo.add [[FIRST]]
  // CHECK-NEXT: [[WHOLE:%[0-9]+]] = sdy.reshard [[SECOND]] <@mesh, [{}, {}]>
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.add %arg3, %0 : tensor<4x4xf32>
  %3 = stablehlo.add %2, %1 : tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// The product shrinks to a row before it is needed whole: 16 bytes are combined, not 64 (and 4 kB of rows, to outweigh the start of a collective).
// CHECK: func.func public @a_sum_sinks_below_what_shrinks_the_tensor
func.func public @a_sum_sinks_below_what_shrinks_the_tensor(
    %arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<1x64xf32> {
  // CHECK: [[ROW:%[0-9]+]] = stablehlo.slice
  // CHECK-NEXT: sdy.reshard [[ROW]] <@mesh, [{}, {}]>
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.slice %0 [0:1, 0:64] : (tensor<64x64xf32>) -> tensor<1x64xf32>
  return %1 : tensor<1x64xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// A loop that adds up partial products carries a partial sum: one all-reduce behind it, not one an iteration.
// CHECK: func.func public @accumulators_are_combined_behind_the_loop
func.func public @accumulators_are_combined_behind_the_loop(
    %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg2: tensor<4x4xf32>)
    -> tensor<4x4xf32> {
  // CHECK: [[START:%[0-9]+]] = sdy.replicated_to_unreduced {"x"} %arg2
  // CHECK: [[LOOP:%[0-9]+]]:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = [[START]])
  // CHECK-NOT: sdy.reshard
  // CHECK: sdy.reshard [[LOOP]]#1 <@mesh, [{}, {}]>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %c, %iterArg_0 = %arg2) : tensor<i32>, tensor<4x4xf32>
  cond {
    %c_1 = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %iterArg, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %iterArg, %c_1 : tensor<i32>
    %2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.add %iterArg_0, %2 : tensor<4x4xf32>
    stablehlo.return %1, %3 : tensor<i32>, tensor<4x4xf32>
  }
  return %0#1 : tensor<4x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// One reshard: that it is a reduce-scatter is found by `collectives`.
// CHECK: func.func public @a_sum_wanted_in_parts_is_combined_on_the_way
func.func public @a_sum_wanted_in_parts_is_combined_on_the_way(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: [[PART:%[0-9]+]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-NEXT: [[ROWS:%[0-9]+]] = sdy.reshard [[PART]] <@mesh, [{"x"}, {}]>
  // CHECK-NEXT: return [[ROWS]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=4]>

// 64x4 f32 are 1 KiB: an all-reduce (1.5 KiB) serves both; scattered for the one (0.75 KiB), it would have to be joined for the other (0.75 KiB), by
// one collective more.
// CHECK: func.func public @a_sum_wanted_in_two_places_is_combined_once
func.func public @a_sum_wanted_in_two_places_is_combined_once(%arg0: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK-NEXT: [[PART:%[0-9]+]] = stablehlo.dot_general %arg0, %arg1
  // CHECK-NEXT: [[WHOLE:%[0-9]+]] = sdy.reshard [[PART]] <@mesh, [{}, {}]>
  // CHECK-NEXT: [[ROWS:%[0-9]+]] = sdy.reshard [[WHOLE]] <@mesh, [{"x"}, {}]>
  // CHECK-NEXT: return [[ROWS]], [[WHOLE]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x4xf32>) -> tensor<64x4xf32>
  return %0, %0 : tensor<64x4xf32>, tensor<64x4xf32>
}

// -----

// RUN: opt -p 'clean,shard,reshard'

// A sum that a loop collects is combined behind it, whatever else the loop carries beside it.
sdy.mesh @m = <["x"=2]>
// CHECK: stablehlo.while
// CHECK-NOT: sdy.reshard
// CHECK: stablehlo.return %{{[^,]*}}, %{{[^,]*}}, %
// CHECK-NOT: sdy.reshard
// CHECK: }
// CHECK: sdy.reshard
func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<4xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %acc = stablehlo.constant dense<0.0> : tensor<4xf32>
  %0:3 = stablehlo.while(%i = %c0, %s = %acc, %v = %a) : tensor<i32>, tensor<4xf32>, tensor<8x4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %c3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %i, %c1 : tensor<i32>
    %q = stablehlo.reduce(%v init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %s2 = stablehlo.add %s, %q : tensor<4xf32>
    stablehlo.return %n, %s2, %v : tensor<i32>, tensor<4xf32>, tensor<8x4xf32>
  }
  return %0#1 : tensor<4xf32>
}
