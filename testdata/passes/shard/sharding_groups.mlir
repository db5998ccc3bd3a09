// RUN: opt -p 'split-constants'

// Each use has a constant of its own; the shared one goes, and so does its group, also where a branch tells of it.
sdy.mesh @mesh = <["x"=2]>
// CHECK: "stablehlo.case"
// CHECK-NOT: sdy.sharding_group
// CHECK: return
func.func public @main(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = "stablehlo.case"(%arg0) ({
    sdy.sharding_group %0 group_id=1 : tensor<4xf32>
    stablehlo.return %arg1 : tensor<4xf32>
  }, {
    %2 = stablehlo.tanh %arg1 : tensor<4xf32>
    stablehlo.return %2 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  %3 = stablehlo.add %0, %1 : tensor<4xf32>
  %4 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %3, %4 : tensor<4xf32>, tensor<4xf32>
}

// -----

// RUN: opt -p 'propagate{policy=shardy}'

// Values of a group that begin differently: said once, and what uses them takes both axes.
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: sdy.sharding_constraint %arg1 <@mesh, [{"x", ?}, {"y", ?}]>
// CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"x", ?}, {"y", ?}]>
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y", ?}]>}) -> tensor<8x8xf32> {
  // expected-warning@+1 {{the 2 values of sharding group 3 begin with different shardings}}
  sdy.sharding_group %arg0 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=3 : tensor<8x8xf32>
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

// RUN: opt -p 'propagate{policy=shardy}'

// What a user wrote for a later turn comes to all values of the group at that turn.
sdy.mesh @mesh = <["x"=4]>
// CHECK: %arg1: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x":(1)2, ?}]
func.func public @main(%arg0: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"x":(1)2, ?}p1], replicated={"x":(2)2}>}, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
  sdy.sharding_group %arg0 group_id=3 : tensor<4x4xf32>
  sdy.sharding_group %arg1 group_id=3 : tensor<4x4xf32>
  return %arg1 : tensor<4x4xf32>
}
