// case: a loop's values lie alike before, inside and after it
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y"}]>}, %arg2: tensor<i32>) -> tensor<8x8xf32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg2) : tensor<8x8xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %iterArg_0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.add %iterArg_0, %c : tensor<i32>
    %2 = stablehlo.add %iterArg, %arg1 : tensor<8x8xf32>
    stablehlo.return %2, %1 : tensor<8x8xf32>, tensor<i32>
  }
  return %0#0 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x"}, {"y", ?}]>
// expect: arg <@m, [{"x", ?}, {"y"}]>
// expect: arg -
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.while <@m, [{"x", ?}, {"y", ?}]> -
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.add <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.return
// expect: func.return
// -----
// case: the result of a loop shards its start
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<i32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
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
  return %1 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg -
// expect: res <@m, [{"x"}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.while <@m, [{"x", ?}, {?}]> -
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.negate <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: the branches of a case share their result's sharding
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<i32>, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}, %arg2: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y"}]>}) {
  %0 = "stablehlo.case"(%arg0) ({
    %1 = stablehlo.tanh %arg1 : tensor<8x8xf32>
    stablehlo.return %1 : tensor<8x8xf32>
  }, {
    %1 = stablehlo.negate %arg2 : tensor<8x8xf32>
    stablehlo.return %1 : tensor<8x8xf32>
  }) : (tensor<i32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
// expect: arg -
// expect: arg <@m, [{"x"}, {"y", ?}]>
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y"}]>
// expect: stablehlo.case <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.tanh <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.return
// expect: stablehlo.negate <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.return
// expect: func.return
// -----
// case: an optimization barrier does not stop shardings
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}]>}, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
  %1 = stablehlo.add %0#0, %0#1 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
// expect: arg <@m, [{"x"}, {?}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{"x", ?}, {?}]> <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: each use of a constant has a sharding of its own
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<8x8xf32>
  %0 = stablehlo.add %arg0, %cst : tensor<8x8xf32>
  %1 = stablehlo.add %arg1, %cst : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x"}, {}]>
// expect: arg <@m, [{}, {"x"}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: stablehlo.constant <@m, [{"x", ?}, {?}]>
// expect: stablehlo.constant <@m, [{?}, {"x", ?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{?}, {"x", ?}]>
// expect: func.return
// -----
// case: constant expressions are split as a whole, their scalars are shared
sdy.mesh @m = <["x"=2]>
func.func @main(%arg0: tensor<8x8xi32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}, %arg1: tensor<8x8xi32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %arg2: tensor<i32>) -> (tensor<8x8xi32>, tensor<8x8xi32>, tensor<8x8xi32>) {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xi32>
  %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
  %4 = stablehlo.multiply %arg0, %2 : tensor<8x8xi32>
  %5 = stablehlo.multiply %arg1, %2 : tensor<8x8xi32>
  %6 = stablehlo.subtract %4, %3 : tensor<8x8xi32>
  %7 = stablehlo.subtract %5, %3 : tensor<8x8xi32>
  return %6, %7, %2 : tensor<8x8xi32>, tensor<8x8xi32>, tensor<8x8xi32>
}
// expect: arg <@m, [{"x"}, {}]>
// expect: arg <@m, [{}, {"x"}]>
// expect: arg -
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{?}, {"x", ?}]>
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.iota <@m, [{"x", ?}, {?}]>
// expect: stablehlo.iota <@m, [{?}, {"x", ?}]>
// expect: stablehlo.iota -
// expect: stablehlo.broadcast_in_dim <@m, [{"x", ?}, {?}]>
// expect: stablehlo.broadcast_in_dim <@m, [{?}, {"x", ?}]>
// expect: stablehlo.broadcast_in_dim -
// expect: stablehlo.add <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{?}, {"x", ?}]>
// expect: stablehlo.add -
// expect: stablehlo.broadcast_in_dim <@m, [{"x", ?}, {?}]>
// expect: stablehlo.broadcast_in_dim <@m, [{?}, {"x", ?}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}]>
// expect: stablehlo.multiply <@m, [{?}, {"x", ?}]>
// expect: stablehlo.subtract <@m, [{"x", ?}, {?}]>
// expect: stablehlo.subtract <@m, [{?}, {"x", ?}]>
// expect: func.return
// -----
// case: sorting shards every dimension but also the sorted one
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}]>}) -> tensor<8x16xf32> {
  %0 = "stablehlo.sort"(%arg0) <{dimension = 1 : i64}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.compare LT, %arg1, %arg2 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
// expect: arg <@m, [{"x"}, {"y"}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.sort <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: func.return
// -----
// case: an embedding lookup takes the batch from the indices and the width from the table
sdy.mesh @m = <["data"=2, "model"=4]>
func.func @main(%arg0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"model"}]>}, %arg1: tensor<4x8x1xi32> {sdy.sharding = #sdy.sharding<@m, [{"data"}, {}, {}]>}) -> tensor<4x8x32xf32> {
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<4x8x1xi32>) -> tensor<4x8x32xf32>
  return %0 : tensor<4x8x32xf32>
}
// expect: arg <@m, [{}, {"model"}]>
// expect: arg <@m, [{"data"}, {}, {}]>
// expect: res <@m, [{"data", ?}, {?}, {"model", ?}]>
// expect: stablehlo.gather <@m, [{"data", ?}, {?}, {"model", ?}]>
// expect: func.return
// -----
// case: a scatter-add takes the table from its operand and the batch from its updates
sdy.mesh @m = <["data"=2, "model"=4]>
func.func @main(%arg0: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"model"}]>}, %arg1: tensor<16x1xi32>, %arg2: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@m, [{"data"}, {?}]>}) -> tensor<64x32xf32> {
  %0 = "stablehlo.scatter"(%arg0, %arg1, %arg2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %1 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<64x32xf32>, tensor<16x1xi32>, tensor<16x32xf32>) -> tensor<64x32xf32>
  return %0 : tensor<64x32xf32>
}
// expect: arg <@m, [{}, {"model"}]>
// expect: arg <@m, [{"data", ?}, {?}]>
// expect: arg <@m, [{"data"}, {"model", ?}]>
// expect: res <@m, [{?}, {"model", ?}]>
// expect: stablehlo.scatter <@m, [{?}, {"model", ?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: func.return
