// case: a dangling constraint tells how its operand lies
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.negate %0 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.tanh <@m, [{"x"}, {}]>
// expect: sdy.sharding_constraint <@m, [{"x"}, {}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: an open constraint only takes part
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x", ?}, {?}]> : tensor<8x8xf32>
  %2 = stablehlo.negate %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {"y"}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: constraints that disagree leave their operand free
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %0 <@m, [{}, {"x"}]> : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: sdy.sharding_constraint <@m, [{"x"}, {}]>
// expect: sdy.sharding_constraint <@m, [{}, {"x"}]>
// expect: func.return
// -----
// case: later uses take the end of a chain of constraints
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %1 <@m, [{}, {"x"}]> : tensor<8x8xf32>
  %3 = stablehlo.negate %0 : tensor<8x8xf32>
  %4 = stablehlo.negate %2 : tensor<8x8xf32>
  return %3, %4 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: stablehlo.tanh <@m, [{"x"}, {}]>
// expect: sdy.sharding_constraint <@m, [{"x"}, {}]>
// expect: sdy.sharding_constraint <@m, [{}, {"x"}]>
// expect: stablehlo.negate <@m, [{?}, {"x", ?}]>
// expect: stablehlo.negate <@m, [{?}, {"x", ?}]>
// expect: func.return
// -----
// case: a constraint on a loop's result leaves the loop free
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<i32>) -> tensor<8x8xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8x8xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg_0, %c : tensor<i32>
    %2 = stablehlo.tanh %iterArg : tensor<8x8xf32>
    stablehlo.return %2, %1 : tensor<8x8xf32>, tensor<i32>
  }
  %1 = stablehlo.negate %0#0 : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %0#0 <@m, [{"x"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg -
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.while <@m, [{"x", ?}, {?}]> -
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: stablehlo.return
// expect: sdy.sharding_constraint <@m, [{"x"}, {}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: a barrier lets shardings through one way
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y"}]>}) {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=FORWARD : tensor<8x8xf32>
  %2 = stablehlo.negate %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x"}, {?}]>
// expect: res <@m, [{"x", ?}, {"y"}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: sdy.propagation_barrier <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: a closed barrier lets nothing through
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y"}]>}) {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = sdy.propagation_barrier %0 allowed_direction=NONE : tensor<8x8xf32>
  %2 = stablehlo.negate %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x"}, {?}]>
// expect: res <@m, [{?}, {"y"}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: sdy.propagation_barrier <@m, [{?}, {"y", ?}]>
// expect: stablehlo.negate <@m, [{?}, {"y", ?}]>
// expect: func.return
// -----
// case: values of a sharding group lie alike
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = stablehlo.negate %arg1 : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=7 : tensor<8x8xf32>
  sdy.sharding_group %1 group_id=7 : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x"}, {?}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: free axes pass through a manual computation, manual ones stay outside
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@m, [{"x", ?}, {?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg2: tensor<4x8xf32>) {
    %2 = stablehlo.tanh %arg2 : tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.negate %1 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: arg <@m, [{"x", ?}, {"y"}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.manual_computation <@m, [{"x", ?}, {"y", ?}]> -> <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.tanh <@m, [{?}, {"y", ?}]>
// expect: sdy.return
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: manual axes that a sharding does not use are replicated
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}, {?}]>] out_shardings=[<@m, [{}, {"x"}]>] manual_axes={"x", "y"} (%arg1: tensor<4x8xf32>) {
    %1 = stablehlo.reshape %arg1 : (tensor<4x8xf32>) -> tensor<8x4xf32>
    sdy.return %1 : tensor<8x4xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.negate %0 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: sdy.manual_computation <@m, [{"x"}, {?}], replicated={"y"}> -> <@m, [{}, {"x"}], replicated={"y"}>
// expect: stablehlo.reshape -
// expect: sdy.return
// expect: stablehlo.negate <@m, [{?}, {"x", ?}]>
// expect: func.return
// -----
// case: values of a group that begin with different shardings keep them; what uses them has the axes of both
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y", ?}]>}, %arg2: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  sdy.sharding_group %arg0 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %arg2 group_id=3 : tensor<8x8xf32>
  %0 = stablehlo.add %arg0, %arg0 : tensor<8x8xf32>
  %1 = stablehlo.add %arg1, %arg1 : tensor<8x8xf32>
  %2 = stablehlo.negate %arg2 : tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x"}, {}]>
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: where the shardings of a group clash, the user's priority chooses
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p0, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}p1, {?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  sdy.sharding_group %arg0 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=3 : tensor<8x8xf32>
  %0 = stablehlo.add %arg0, %arg0 : tensor<8x8xf32>
  %1 = stablehlo.add %arg1, %arg1 : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{"y", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: groups with a value in common are one group, computed values too
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y", ?}]>}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.tanh %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"x", ?}, {?}]>]>} : tensor<8x8xf32>
  sdy.sharding_group %arg0 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=5 : tensor<8x8xf32>
  sdy.sharding_group %0 group_id=5 : tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  return %0, %1, %arg0 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
