// case: of two factors the one from the larger tensor takes the axis
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg1: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: stablehlo.dot_general <@m, [{?}, {"x", ?}]>
// expect: func.return
// -----
// case: of two factors from tensors of one size the earlier tensor takes the axis
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg1: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: in an elementwise op the more sharded factor goes first
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", "y", ?}]>}) -> tensor<16x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{?}, {"x", "y", ?}]>
// expect: res <@m, [{?}, {"x", "y", ?}]>
// expect: stablehlo.add <@m, [{?}, {"x", "y", ?}]>
// expect: func.return
// -----
// case: an operand is not sharded like its neighbour where the result cannot follow
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg1: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x16xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{}, {}]> : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg -
// expect: res -
// expect: stablehlo.add <@m, [{}, {}]>
// expect: sdy.sharding_constraint <@m, [{}, {}]>
// expect: func.return
// -----
// case: what has other uses waits for what has none
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %1 = stablehlo.add %0, %arg1 : tensor<8x8xf32>
  %2 = stablehlo.negate %arg2 : tensor<8x8xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: stablehlo.negate <@m, [{?}, {"x", ?}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: elementwise ops go before products
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg1: tensor<64x8xf32>, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %0, %arg2 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: stablehlo.dot_general <@m, [{?}, {"x", ?}]>
// expect: stablehlo.add <@m, [{?}, {"x", ?}]>
// expect: func.return
// -----
// case: products go before the contracted dimension of another product
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x32xf32>, %arg1: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg2: tensor<8x4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %arg2, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg -
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}]>
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: a broadcast propagates backward before it propagates forward
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}]>}, %arg1: tensor<8x8xf32>, %arg2: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}, %arg3: tensor<32x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %arg2, %arg3, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xf32>
  %3 = stablehlo.multiply %2, %arg1 : tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.broadcast_in_dim <@m, [{"x", ?}, {?}]>
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: a user's priority 0 goes before their priority 1, whatever the tensors' sizes
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p1, {?}]>}, %arg1: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}p0]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: stablehlo.dot_general <@m, [{?}, {"x", ?}]>
// expect: func.return
// -----
// case: an axis of later priority is kept for its dimension
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p3, {?}p1]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}, {"x", ?}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y"}p1, {?}p2]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = stablehlo.add %0, %arg2 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{"y", ?}, {"x", ?}]>
// expect: arg <@m, [{"y"}, {"x", ?}]>
// expect: res <@m, [{"y", ?}, {"x", ?}]>
// expect: stablehlo.add <@m, [{"y", ?}, {"x", ?}]>
// expect: stablehlo.add <@m, [{"y", ?}, {"x", ?}]>
// expect: func.return
// -----
// case: data, tensor and optimizer sharding by priority keep the activations apart
sdy.mesh @m = <["data"=2, "model"=2]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"data"}p0, {?}]>}, %arg1: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"data", ?}p2, {"model"}p1]>}, %arg2: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"model"}p1, {"data", ?}p2]>}) -> tensor<16x8xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
  %1 = stablehlo.tanh %0 : tensor<16x32xf32>
  %2 = stablehlo.dot_general %1, %arg2, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
  %3 = stablehlo.add %arg0, %2 : tensor<16x8xf32>
  return %3 : tensor<16x8xf32>
}
// expect: arg <@m, [{"data"}, {?}]>
// expect: arg <@m, [{"data", ?}, {"model"}]>
// expect: arg <@m, [{"model"}, {"data", ?}]>
// expect: res <@m, [{"data", ?}, {?}]>
// expect: stablehlo.dot_general <@m, [{"data", ?}, {"model", ?}]>
// expect: stablehlo.tanh <@m, [{"data", ?}, {"model", ?}]>
// expect: stablehlo.dot_general <@m, [{"data", ?}, {?}]>
// expect: stablehlo.add <@m, [{"data", ?}, {?}]>
// expect: func.return
// -----
// case: a dynamic slice passes on forward first
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<i32>) -> tensor<8x4xf32> {
  %0 = stablehlo.dynamic_slice %arg0, %arg1, %arg1, sizes = [8, 4] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg -
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.dynamic_slice <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: a dynamic update shards what it writes into
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}, %arg1: tensor<8x4xf32>, %arg2: tensor<i32>) -> tensor<8x16xf32> {
  %0 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg2, %arg2 : (tensor<8x16xf32>, tensor<8x4xf32>, tensor<i32>, tensor<i32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg -
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.dynamic_update_slice <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
