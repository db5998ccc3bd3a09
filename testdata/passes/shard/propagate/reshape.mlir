// case: a reshape splits an axis over the dimensions that it makes
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<32xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<2x4x4xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<32xf32>) -> tensor<2x4x4xf32>
  return %0 : tensor<2x4x4xf32>
}
// expect: arg <@m, [{"x"}]>
// expect: res <@m, [{"x":(1)2, ?}, {"x":(2)4, ?}, {?}]>
// expect: stablehlo.reshape <@m, [{"x":(1)2, ?}, {"x":(2)4, ?}, {?}]>
// expect: func.return
// -----
// case: a reshape merges the axes of the dimensions that it joins
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<32xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<2x16xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res <@m, [{"x", "y", ?}]>
// expect: stablehlo.reshape <@m, [{"x", "y", ?}]>
// expect: func.return
// -----
// case: pieces of one axis merge into it again
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<2x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}, {"x":(2)4}]>}) -> tensor<32xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<2x16xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
// expect: arg <@m, [{"x":(1)2}, {"x":(2)4}]>
// expect: res <@m, [{"x", ?}]>
// expect: stablehlo.reshape <@m, [{"x", ?}]>
// expect: func.return
// -----
// case: a minor dimension is not sharded while the major one has room
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<32xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<32xf32>
  return %0 : tensor<32xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res <@m, [{"x", ?}]>
// expect: stablehlo.reshape <@m, [{"x", ?}]>
// expect: func.return
// -----
// case: an axis that fits no factor stops there
sdy.mesh @m = <["x"=3, "y"=2]>
func.func @main(%arg0: tensor<24xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}) -> tensor<4x6xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<24xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
// expect: arg <@m, [{"x", "y"}]>
// expect: res -
// expect: stablehlo.reshape -
// expect: func.return
// -----
// case: part of an axis that divides a factor is used
sdy.mesh @m = <["x"=6]>
func.func @main(%arg0: tensor<24xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<4x6xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<24xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
// expect: arg <@m, [{"x"}]>
// expect: res <@m, [{"x":(1)2, ?}, {?}]>
// expect: stablehlo.reshape <@m, [{"x":(1)2, ?}, {?}]>
// expect: func.return
// -----
// case: attention heads are split off and joined again
sdy.mesh @m = <["data"=2, "model"=4]>
func.func @main(%arg0: tensor<4x8x64xf32> {sdy.sharding = #sdy.sharding<@m, [{"data"}, {}, {"model"}]>}) -> tensor<4x8x64xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<4x8x64xf32>) -> tensor<4x8x8x8xf32>
  %1 = stablehlo.transpose %0, dims = [0, 2, 1, 3] : (tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
  %2 = stablehlo.transpose %1, dims = [0, 2, 1, 3] : (tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
  %3 = stablehlo.reshape %2 : (tensor<4x8x8x8xf32>) -> tensor<4x8x64xf32>
  return %3 : tensor<4x8x64xf32>
}
// expect: arg <@m, [{"data"}, {}, {"model"}]>
// expect: res <@m, [{"data", ?}, {?}, {"model", ?}]>
// expect: stablehlo.reshape <@m, [{"data", ?}, {?}, {"model", ?}, {?}]>
// expect: stablehlo.transpose <@m, [{"data", ?}, {"model", ?}, {?}, {?}]>
// expect: stablehlo.transpose <@m, [{"data", ?}, {?}, {"model", ?}, {?}]>
// expect: stablehlo.reshape <@m, [{"data", ?}, {?}, {"model", ?}]>
// expect: func.return
// -----
// case: dimensions of size 1 come and go
sdy.mesh @m = <["x"=2, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x4x16xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<8x16xf32>) -> tensor<8x1x16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<8x1x16xf32>) -> tensor<8x4x16xf32>
  return %1 : tensor<8x4x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: stablehlo.reshape <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: stablehlo.broadcast_in_dim <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: func.return
// -----
// case: sub-axes meet the whole axis in a sum
sdy.mesh @m = <["x"=8, "y"=2]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)4, ?}, {"y"}]>}, %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}) -> tensor<16x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
// expect: arg <@m, [{"x", ?}, {"y"}]>
// expect: arg <@m, [{"x"}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: pieces of one axis on two dimensions leave each other alone
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(4)2, ?}, {?}]>}, %arg1: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}]>}) -> tensor<16x16xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
// expect: arg <@m, [{"x":(4)2, ?}, {"x":(1)4, ?}]>
// expect: arg <@m, [{?}, {"x", ?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: stablehlo.add <@m, [{?}, {"x", ?}]>
// expect: func.return
