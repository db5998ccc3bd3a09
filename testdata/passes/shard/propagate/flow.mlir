// case: shardings flow forward, backward and sideways through elementwise ops
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.tanh %arg1 : tensor<8x16xf32>
  %1 = stablehlo.add %arg0, %0 : tensor<8x16xf32>
  %2 = stablehlo.multiply %1, %arg2 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: a matrix product passes its outer dimensions on and shares its contracted one
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<32x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@m, [{"y", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: batch dimensions of a product flow through all three tensors
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<4x8x32xf32>, %arg1: tensor<4x32x16xf32>) -> (tensor<4x8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}, {"y"}]>}) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x8x32xf32>, tensor<4x32x16xf32>) -> tensor<4x8x16xf32>
  return %0 : tensor<4x8x16xf32>
}
// expect: arg <@m, [{"x", ?}, {?}, {?}]>
// expect: arg <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: res <@m, [{"x"}, {?}, {"y"}]>
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: func.return
// -----
// case: the result of the function shards what is returned
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y", ?}]>}) {
  %0 = stablehlo.negate %arg0 : tensor<8x16xf32>
  %1 = stablehlo.exponential %arg0 : tensor<8x16xf32>
  return %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>
}
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x"}, {"y", ?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.exponential <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: an argument that is returned carries its sharding to the result
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  return %arg0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: a closed dimension takes no axes
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@m, [{"x", ?}, {}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: an explicitly replicated axis is not taken
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}], replicated={"x"}>}) -> tensor<8x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@m, [{?}, {"y", ?}], replicated={"x"}>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: axes that agree on a prefix grow to the longer list
sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
func.func @main(%arg0: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg1: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {"z"}]>}) -> tensor<32x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}
// expect: arg <@m, [{"x", "y", ?}, {"z", ?}]>
// expect: arg <@m, [{"x", "y"}, {"z"}]>
// expect: res <@m, [{"x", "y", ?}, {"z", ?}]>
// expect: stablehlo.add <@m, [{"x", "y", ?}, {"z", ?}]>
// expect: func.return
// -----
// case: axes that disagree after a prefix stop at it
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y", ?}, {?}]>}, %arg1: tensor<32x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "z", ?}, {?}]>}) -> tensor<32x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<32x16xf32>
  return %0 : tensor<32x16xf32>
}
// expect: arg <@m, [{"x", "y", ?}, {?}]>
// expect: arg <@m, [{"x", "z", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: shardings on different meshes do not mix
sdy.mesh @m = <["x"=2, "y"=4]>
sdy.mesh @n = <["a"=8]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@n, [{"a"}, {?}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@n, [{"a"}, {?}]>
// expect: res -
// expect: stablehlo.add -
// expect: func.return
// -----
// case: a reduction drops the reduced dimension
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res <@m, [{"x", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"x", ?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: func.return
// -----
// case: dimensions that do not divide are sharded all the same
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<7x10xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<10x3xf32>) -> tensor<7x3xf32> {
  %0 = stablehlo.negate %arg0 : tensor<7x10xf32>
  %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] : (tensor<7x10xf32>, tensor<10x3xf32>) -> tensor<7x3xf32>
  return %1 : tensor<7x3xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@m, [{"y", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: slices, pads and reversals pass on every dimension
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<10x8xf32> {
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.slice %arg0 [0:8, 0:8] : (tensor<8x16xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<8x8xf32>
  %2 = stablehlo.pad %1, %cst, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<10x8xf32>
  return %2 : tensor<10x8xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.slice <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.reverse <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.pad <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: a concatenation passes its dimension on although it cannot be sharded in place
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<8x16xf32>) -> tensor<8x32xf32> {
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 1 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.concatenate <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: a scalar predicate has no sharding
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<i1>, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg -
// expect: arg <@m, [{"x"}, {"y", ?}]>
// expect: arg <@m, [{"x", ?}, {"y"}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.select <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: a user's own rule is what its op propagates by
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.custom_call @mine(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16}, custom>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res <@m, [{"y", ?}, {"x", ?}]>
// expect: stablehlo.custom_call <@m, [{"y", ?}, {"x", ?}]>
// expect: func.return
// -----
// case: what a call of unknown meaning does stays unknown
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @unknown(%arg0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.negate %0 : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res -
// expect: stablehlo.custom_call -
// expect: stablehlo.negate -
// expect: func.return
