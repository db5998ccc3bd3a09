// case: random program 1
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", "y"}, {?}]>}, %arg1: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {"y"}, {?}]>}, %arg2: tensor<8x16xf32>, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x":(2)2}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %v0 = sdy.sharding_constraint %arg2 <@m, [{}, {"x", "y"}]> : tensor<8x16xf32>
  %v1 = sdy.sharding_constraint %v0 <@m, [{"x", "y"}, {}]> : tensor<8x16xf32>
  %v3 = stablehlo.constant dense<0.0> : tensor<f32>
  %v4 = stablehlo.reduce(%arg3 init: %v3) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %v6 = stablehlo.constant dense<0> : tensor<i32>
  %v7 = stablehlo.constant dense<1> : tensor<i32>
  %v8 = stablehlo.constant dense<5> : tensor<i32>
  %v9:2 = stablehlo.while(%a = %v6, %b = %v4) : tensor<i32>, tensor<8xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v7 : tensor<i32>
    %w = stablehlo.add %b, %v4 : tensor<8xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<8xf32>
  }
  return %v4, %v9#1 : tensor<8xf32>, tensor<8xf32>
}
// expect: arg <@m, [{?}, {"x", "y"}, {?}]>
// expect: arg <@m, [{"x", ?}, {"y"}, {?}]>
// expect: arg <@m, [{}, {"x", "y"}]>
// expect: arg <@m, [{}, {"x":(2)2}]>
// expect: res <@m, [{"x":(2)2, ?}]>
// expect: res <@m, [{"x":(2)2, ?}]>
// expect: sdy.sharding_constraint <@m, [{}, {"x", "y"}]>
// expect: sdy.sharding_constraint <@m, [{"x", "y"}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"x":(2)2, ?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{"x":(2)2, ?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.add <@m, [{"x":(2)2, ?}]>
// expect: stablehlo.return
// expect: func.return
// -----
// case: random program 2
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p1, {"y", ?}p0]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}p1]>}, %arg2: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p1]>}) -> (tensor<16xf32>, tensor<32xf32>) {
  %v7 = stablehlo.constant dense<3.0> : tensor<f32>
  %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<f32>) -> tensor<16xf32>
  %v9 = stablehlo.multiply %arg1, %v8 : tensor<16xf32>
  %v11 = stablehlo.constant dense<1.0> : tensor<32xf32>
  return %v9, %v11 : tensor<16xf32>, tensor<32xf32>
}
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: arg <@m, [{"y", "x"}]>
// expect: arg -
// expect: res <@m, [{"y", "x", ?}]>
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim <@m, [{"y", "x", ?}]>
// expect: stablehlo.multiply <@m, [{"y", "x", ?}]>
// expect: stablehlo.constant -
// expect: func.return
// -----
// case: random program 3
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y", "x"}, {?}]>}, %arg1: tensor<8x4x16xf32>, %arg2: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}, {}]>}, %arg3: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}, {}, {}]>}) -> (tensor<8x4x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "y", ?}, {"x":(2)2}, {?}]>}, tensor<8x4xf32>) {
  %v0:2 = stablehlo.optimization_barrier %arg3, %arg1 : tensor<8x4x16xf32>, tensor<8x4x16xf32>
  %v1 = stablehlo.compare LT, %v0#1, %arg3 : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x16xi1>
  %v2 = stablehlo.select %v1, %v0#1, %arg3 : tensor<8x4x16xi1>, tensor<8x4x16xf32>
  %v5 = stablehlo.dot_general %arg3, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x4xf32>
  %v8 = stablehlo.exponential %v5 : tensor<8x4x4xf32>
  %v9 = stablehlo.constant dense<0.0> : tensor<f32>
  %v10 = stablehlo.reduce(%v2 init: %v9) applies stablehlo.add across dimensions = [2] : (tensor<8x4x16xf32>, tensor<f32>) -> tensor<8x4xf32>
  return %v8, %v10 : tensor<8x4x4xf32>, tensor<8x4xf32>
}
// expect: arg <@m, [{?}, {"y", "x"}, {?}]>
// expect: arg <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: arg <@m, [{"y", "x", ?}, {}]>
// expect: arg <@m, [{"y", "x"}, {}, {}]>
// expect: res <@m, [{"x":(1)2, "y", ?}, {"x":(2)2}, {?}]>
// expect: res <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{"y", "x", ?}, {?}, {?}]> <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.compare <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.select <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.dot_general <@m, [{"x":(1)2, "y", ?}, {"x":(2)2, ?}, {?}]>
// expect: stablehlo.exponential <@m, [{"x":(1)2, "y", ?}, {"x":(2)2, ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: func.return
// -----
// case: random program 4
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}p1, {}]>}) -> (tensor<6x4x2xf32>, tensor<6x4x2xf32>) {
  %v0 = stablehlo.reshape %arg0 : (tensor<6x8xf32>) -> tensor<6x4x2xf32>
  %v1 = stablehlo.multiply %v0, %v0 : tensor<6x4x2xf32>
  return %v1, %v0 : tensor<6x4x2xf32>, tensor<6x4x2xf32>
}
// expect: arg <@m, [{"y", "x", ?}, {}]>
// expect: res <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: res <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.reshape <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.multiply <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 5
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p0]>}, %arg1: tensor<16xf32>, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}, %arg3: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %v0 = stablehlo.constant dense<3.0> : tensor<f32>
  %v1 = stablehlo.broadcast_in_dim %v0, dims = [] : (tensor<f32>) -> tensor<16xf32>
  %v2 = stablehlo.multiply %arg1, %v1 : tensor<16xf32>
  %v3 = stablehlo.constant dense<3.0> : tensor<f32>
  %v4 = stablehlo.broadcast_in_dim %v3, dims = [] : (tensor<f32>) -> tensor<16xf32>
  return %v2, %v4 : tensor<16xf32>, tensor<16xf32>
}
// expect: arg -
// expect: arg -
// expect: arg <@m, [{}, {}]>
// expect: arg -
// expect: res -
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: stablehlo.multiply -
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: func.return
// -----
// case: random program 6
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}, {?}]>}) -> (tensor<12x4x2xf32>, tensor<12x4xf32>) {
  %v0 = stablehlo.constant dense<0> : tensor<i32>
  %v1 = "stablehlo.case"(%v0) ({
    stablehlo.return %arg0 : tensor<12x4xf32>
  }, {
    %e = stablehlo.exponential %arg0 : tensor<12x4xf32>
    stablehlo.return %e : tensor<12x4xf32>
  }) : (tensor<i32>) -> tensor<12x4xf32>
  %v2 = stablehlo.broadcast_in_dim %v1, dims = [0, 1] : (tensor<12x4xf32>) -> tensor<12x4x2xf32>
  %v3 = stablehlo.constant dense<0> : tensor<i32>
  %v4 = stablehlo.constant dense<1> : tensor<i32>
  %v5 = stablehlo.constant dense<5> : tensor<i32>
  %v6:2 = stablehlo.while(%a = %v3, %b = %v2) : tensor<i32>, tensor<12x4x2xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v4 : tensor<i32>
    %w = stablehlo.add %b, %v2 : tensor<12x4x2xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<12x4x2xf32>
  }
  %v11 = stablehlo.transpose %v1, dims = [0, 1] : (tensor<12x4xf32>) -> tensor<12x4xf32>
  %v13 = stablehlo.exponential %v6#1 : tensor<12x4x2xf32>
  return %v13, %v11 : tensor<12x4x2xf32>, tensor<12x4xf32>
}
// expect: arg <@m, [{"y", "x", ?}, {?}]>
// expect: res <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: res <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.broadcast_in_dim <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.add <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.transpose <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.exponential <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 7
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}]>}) -> (tensor<64x2xf32>, tensor<8xf32>) {
  %v0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  %v1 = stablehlo.add %arg0, %arg0 : tensor<8x8xf32>
  %v2 = stablehlo.concatenate %v1, %arg0, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %v3 = stablehlo.compare LT, %v2, %v2 : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xi1>
  %v4 = stablehlo.select %v3, %v2, %v2 : tensor<16x8xi1>, tensor<16x8xf32>
  %v5 = stablehlo.concatenate %v0, %arg0, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
  %v7 = sdy.sharding_constraint %v4 <@m, [{"z", "y"}, {"x"}]> : tensor<16x8xf32>
  %v8 = stablehlo.reshape %v5 : (tensor<16x8xf32>) -> tensor<64x2xf32>
  %v10 = stablehlo.constant dense<0.0> : tensor<f32>
  %v11 = stablehlo.reduce(%v0 init: %v10) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  return %v8, %v11 : tensor<64x2xf32>, tensor<8xf32>
}
// expect: arg <@m, [{"z", "y", ?}, {"x", ?}]>
// expect: res <@m, [{"z", "y", ?}, {?}]>
// expect: res <@m, [{"x", ?}]>
// expect: stablehlo.tanh <@m, [{"z", "y", ?}, {"x", ?}]>
// expect: stablehlo.add <@m, [{"z", "y", ?}, {"x", ?}]>
// expect: stablehlo.concatenate <@m, [{"z", "y", ?}, {"x", ?}]>
// expect: stablehlo.compare <@m, [{"z", "y", ?}, {"x", ?}]>
// expect: stablehlo.select <@m, [{"z", "y"}, {"x"}]>
// expect: stablehlo.concatenate <@m, [{"z", "y", ?}, {"x", ?}]>
// expect: sdy.sharding_constraint <@m, [{"z", "y"}, {"x"}]>
// expect: stablehlo.reshape <@m, [{"z", "y", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"x", ?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: func.return
// -----
// case: random program 8
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p1, {"y", ?}p0]>}) -> (tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)2}, {?}p0]>}, tensor<6x8xf32>) {
  %v0 = stablehlo.multiply %arg0, %arg0 : tensor<6x8xf32>
  %v1 = stablehlo.transpose %v0, dims = [0, 1] : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %v2 = stablehlo.compare LT, %arg0, %v1 : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xi1>
  %v3 = stablehlo.select %v2, %arg0, %v1 : tensor<6x8xi1>, tensor<6x8xf32>
  %v4:2 = stablehlo.optimization_barrier %v3, %arg0 : tensor<6x8xf32>, tensor<6x8xf32>
  %v5 = stablehlo.constant dense<3.0> : tensor<f32>
  %v6 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
  %v7 = stablehlo.multiply %v1, %v6 : tensor<6x8xf32>
  return %v4#1, %v7 : tensor<6x8xf32>, tensor<6x8xf32>
}
// expect: arg <@m, [{"x", ?}, {"y", ?}]>
// expect: res <@m, [{"x":(2)2}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.transpose <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.compare <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.select <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.optimization_barrier <@m, [{"x", ?}, {"y", ?}]> <@m, [{"x":(2)2, ?}, {"y", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim <@m, [{"x", ?}, {"y", ?}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: random program 9
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x", ?}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) {
  %v2 = stablehlo.constant dense<1.0> : tensor<16x8xf32>
  %v14 = stablehlo.tanh %v2 : tensor<16x8xf32>
  %v15 = stablehlo.multiply %v2, %v14 : tensor<16x8xf32>
  return %v14, %v15 : tensor<16x8xf32>, tensor<16x8xf32>
}
// expect: arg <@m, [{}, {"x", ?}]>
// expect: res -
// expect: res <@m, [{"x"}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant <@m, [{"x", ?}, {?}]>
// expect: stablehlo.tanh -
// expect: stablehlo.tanh <@m, [{"x", ?}, {?}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: random program 10
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x16xf32>, %arg2: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y", "x", ?}p1]>}, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}p1, {}]>}) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %v0 = stablehlo.slice %arg0 [0:8, 0:4] : (tensor<8x8xf32>) -> tensor<8x4xf32>
  %v1 = sdy.sharding_constraint %v0 <@m, [{?}, {"x", "y"}]> : tensor<8x4xf32>
  %v10 = stablehlo.compare LT, %v1, %v0 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>
  %v11 = stablehlo.select %v10, %v1, %v0 : tensor<8x4xi1>, tensor<8x4xf32>
  %v14 = stablehlo.exponential %v11 : tensor<8x4xf32>
  return %v14, %v11 : tensor<8x4xf32>, tensor<8x4xf32>
}
// expect: arg <@m, [{?}, {"x", "y", ?}]>
// expect: arg -
// expect: arg <@m, [{}, {"y", "x", ?}]>
// expect: arg <@m, [{"y", "x"}, {}]>
// expect: res <@m, [{?}, {"x", "y", ?}]>
// expect: res <@m, [{?}, {"x", "y", ?}]>
// expect: stablehlo.slice <@m, [{?}, {"x", "y", ?}]>
// expect: sdy.sharding_constraint <@m, [{?}, {"x", "y"}]>
// expect: stablehlo.compare <@m, [{?}, {"x", "y", ?}]>
// expect: stablehlo.select <@m, [{?}, {"x", "y", ?}]>
// expect: stablehlo.exponential <@m, [{?}, {"x", "y", ?}]>
// expect: func.return
// -----
// case: random program 11
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<12x4xf32>, %arg1: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {}, {"x", ?}]>}) -> (tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x":(1)2, ?}]>}, tensor<12x6xf32>) {
  %v0 = stablehlo.reverse %arg0, dims = [0] : tensor<12x4xf32>
  %v1 = stablehlo.add %arg0, %v0 : tensor<12x4xf32>
  %v3 = stablehlo.add %v1, %v0 : tensor<12x4xf32>
  %v5 = stablehlo.constant dense<0> : tensor<i32>
  %v6 = stablehlo.constant dense<1> : tensor<i32>
  %v7 = stablehlo.constant dense<5> : tensor<i32>
  %v8:2 = stablehlo.while(%a = %v5, %b = %arg0) : tensor<i32>, tensor<12x4xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v6 : tensor<i32>
    %w = stablehlo.add %b, %v3 : tensor<12x4xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<12x4xf32>
  }
  %v9 = sdy.sharding_constraint %v1 <@m, [{"x"}, {}]> : tensor<12x4xf32>
  %v10 = stablehlo.constant dense<0.0> : tensor<f32>
  %v11 = stablehlo.pad %v1, %v10, low = [0, 1], high = [0, 1], interior = [0, 0] : (tensor<12x4xf32>, tensor<f32>) -> tensor<12x6xf32>
  return %v8#1, %v11 : tensor<12x4xf32>, tensor<12x6xf32>
}
// expect: arg <@m, [{?}, {"x":(1)2, ?}]>
// expect: arg <@m, [{?}, {}, {"x", ?}]>
// expect: res <@m, [{}, {"x":(1)2, ?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.reverse <@m, [{"x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x"}, {}]>
// expect: stablehlo.add <@m, [{?}, {"x":(1)2, ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{?}, {"x":(1)2, ?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.add <@m, [{?}, {"x":(1)2, ?}]>
// expect: stablehlo.return
// expect: sdy.sharding_constraint <@m, [{"x"}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.pad <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: random program 12
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<8x6x4xf32>, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}p1]>}, %arg2: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, %arg3: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}p0, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p1, {}]>}, tensor<16xf32>) {
  %v0 = stablehlo.transpose %arg3, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %v6 = sdy.sharding_constraint %v0 <@m, [{"x"}, {}]> : tensor<8x16xf32>
  %v7 = stablehlo.constant dense<0> : tensor<i32>
  %v8 = stablehlo.constant dense<1> : tensor<i32>
  %v9 = stablehlo.constant dense<5> : tensor<i32>
  %v10:2 = stablehlo.while(%a = %v7, %b = %arg2) : tensor<i32>, tensor<16xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v8 : tensor<i32>
    %w = stablehlo.multiply %b, %b : tensor<16xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<16xf32>
  }
  %v11 = stablehlo.reshape %arg1 : (tensor<16xf32>) -> tensor<8x2xf32>
  return %v11, %v10#1 : tensor<8x2xf32>, tensor<16xf32>
}
// expect: arg -
// expect: arg <@m, [{"x"}]>
// expect: arg <@m, [{}]>
// expect: arg <@m, [{"x"}, {}]>
// expect: res <@m, [{"x", ?}, {}]>
// expect: res -
// expect: stablehlo.transpose <@m, [{"x"}, {}]>
// expect: sdy.sharding_constraint <@m, [{"x"}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - -
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.multiply -
// expect: stablehlo.return
// expect: stablehlo.reshape <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: random program 13
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x", ?}]>}, %arg1: tensor<4x8x8xf32>) -> (tensor<4x4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {"z", ?}p1, {"y"}p2]>}, tensor<4x8x8xf32>) {
  %v0 = stablehlo.constant dense<0> : tensor<i32>
  %v1 = "stablehlo.case"(%v0) ({
    stablehlo.return %arg1 : tensor<4x8x8xf32>
  }, {
    %e = stablehlo.exponential %arg1 : tensor<4x8x8xf32>
    stablehlo.return %e : tensor<4x8x8xf32>
  }) : (tensor<i32>) -> tensor<4x8x8xf32>
  %v4 = stablehlo.dot_general %v1, %v1, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x8xf32>
  %v5 = stablehlo.constant dense<0> : tensor<i32>
  %v6 = stablehlo.dynamic_slice %v1, %v5, %v5, %v5, sizes = [4, 4, 8] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x4x8xf32>
  return %v6, %v4 : tensor<4x4x8xf32>, tensor<4x8x8xf32>
}
// expect: arg <@m, [{}, {"x", ?}]>
// expect: arg <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: res <@m, [{"x", ?}, {"z", ?}, {"y"}]>
// expect: res <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{"x", ?}, {?}, {"y", ?}]>
// expect: stablehlo.return
// expect: stablehlo.dot_general <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"x", ?}, {"z", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: random program 14
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x8x8xf32>, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}, {?}]>}, %arg2: tensor<8x6x4xf32>) -> (tensor<8x6x4xf32>, tensor<16x2x2x2xf32>) {
  %v4 = stablehlo.reshape %arg1 : (tensor<16x8xf32>) -> tensor<16x2x2x2xf32>
  %v6 = stablehlo.compare LT, %arg2, %arg2 : (tensor<8x6x4xf32>, tensor<8x6x4xf32>) -> tensor<8x6x4xi1>
  %v7 = stablehlo.select %v6, %arg2, %arg2 : tensor<8x6x4xi1>, tensor<8x6x4xf32>
  return %v7, %v4 : tensor<8x6x4xf32>, tensor<16x2x2x2xf32>
}
// expect: arg -
// expect: arg <@m, [{"y", "x"}, {?}]>
// expect: arg -
// expect: res -
// expect: res <@m, [{"y", "x", ?}, {?}, {?}, {?}]>
// expect: stablehlo.reshape <@m, [{"y", "x", ?}, {?}, {?}, {?}]>
// expect: stablehlo.compare -
// expect: stablehlo.select -
// expect: func.return
// -----
// case: random program 15
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}p2]>}, tensor<8x8xf32>) {
  %v0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD : tensor<8x8xf32>
  %v2 = stablehlo.constant dense<0> : tensor<i32>
  %v3 = "stablehlo.case"(%v2) ({
    stablehlo.return %v0 : tensor<8x8xf32>
  }, {
    %e = stablehlo.exponential %v0 : tensor<8x8xf32>
    stablehlo.return %e : tensor<8x8xf32>
  }) : (tensor<i32>) -> tensor<8x8xf32>
  %v4 = stablehlo.reverse %v3, dims = [1] : tensor<8x8xf32>
  return %v0, %v4 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg -
// expect: res -
// expect: res -
// expect: sdy.propagation_barrier -
// expect: stablehlo.constant -
// expect: stablehlo.case -
// expect: stablehlo.return
// expect: stablehlo.exponential -
// expect: stablehlo.return
// expect: stablehlo.reverse -
// expect: func.return
// -----
// case: random program 16
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {}, {"z", "y", ?}]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "z"}, {"y", ?}]>}, %arg2: tensor<6x8xf32>, %arg3: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z", ?}, {"x", "y"}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}]>}, tensor<8x4x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "z", ?}, {?}, {"x"}]>}) {
  %v2 = stablehlo.constant dense<0> : tensor<i32>
  %v3 = stablehlo.dynamic_slice %arg0, %v2, %v2, %v2, sizes = [8, 4, 8] : (tensor<8x4x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x4x8xf32>
  %v4 = stablehlo.constant dense<0> : tensor<i32>
  %v5 = "stablehlo.case"(%v4) ({
    stablehlo.return %v3 : tensor<8x4x8xf32>
  }, {
    %e = stablehlo.exponential %v3 : tensor<8x4x8xf32>
    stablehlo.return %e : tensor<8x4x8xf32>
  }) : (tensor<i32>) -> tensor<8x4x8xf32>
  %v7 = sdy.sharding_constraint %arg1 <@m, [{}, {"z"}]> : tensor<8x16xf32>
  %v8:2 = stablehlo.optimization_barrier %v5, %arg1 : tensor<8x4x8xf32>, tensor<8x16xf32>
  %v11 = stablehlo.add %v3, %v8#0 : tensor<8x4x8xf32>
  return %v8#1, %v11 : tensor<8x16xf32>, tensor<8x4x8xf32>
}
// expect: arg <@m, [{?}, {}, {"z", "y", ?}]>
// expect: arg <@m, [{"x", "z"}, {"y", ?}]>
// expect: arg -
// expect: arg <@m, [{"z", ?}, {"x", "y"}]>
// expect: res <@m, [{"x", "z", ?}, {"y", ?}]>
// expect: res <@m, [{"y", "z", ?}, {?}, {"x"}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"y", "z", ?}, {?}, {"x", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{"y", "z", ?}, {?}, {"x", ?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{"y", "z", ?}, {?}, {"x", ?}]>
// expect: stablehlo.return
// expect: sdy.sharding_constraint <@m, [{}, {"z"}]>
// expect: stablehlo.optimization_barrier <@m, [{"y", "z", ?}, {?}, {"x", ?}]> <@m, [{"x", "z", ?}, {"y", ?}]>
// expect: stablehlo.add <@m, [{"y", "z", ?}, {?}, {"x", ?}]>
// expect: func.return
// -----
// case: random program 17
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<16x8xf32>, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x", "y"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %v0 = stablehlo.exponential %arg0 : tensor<16x8xf32>
  %v3 = stablehlo.transpose %v0, dims = [0, 1] : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %v5 = stablehlo.add %v0, %v3 : tensor<16x8xf32>
  return %v3, %v5 : tensor<16x8xf32>, tensor<16x8xf32>
}
// expect: arg -
// expect: arg <@m, [{}, {"x", "y"}]>
// expect: res -
// expect: res -
// expect: stablehlo.exponential -
// expect: stablehlo.transpose -
// expect: stablehlo.add -
// expect: func.return
// -----
// case: random program 18
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}, %arg1: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<4x4x8xf32>) {
  %v2 = stablehlo.constant dense<0> : tensor<i32>
  %v3 = "stablehlo.case"(%v2) ({
    stablehlo.return %arg1 : tensor<8x16xf32>
  }, {
    %e = stablehlo.exponential %arg1 : tensor<8x16xf32>
    stablehlo.return %e : tensor<8x16xf32>
  }) : (tensor<i32>) -> tensor<8x16xf32>
  %v4 = stablehlo.add %v3, %v3 : tensor<8x16xf32>
  %v5 = stablehlo.reshape %v4 : (tensor<8x16xf32>) -> tensor<4x4x8xf32>
  return %v3, %v5 : tensor<8x16xf32>, tensor<4x4x8xf32>
}
// expect: arg <@m, [{}]>
// expect: arg -
// expect: res -
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.case -
// expect: stablehlo.return
// expect: stablehlo.exponential -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.reshape -
// expect: func.return
// -----
// case: random program 19
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y", "x"}p1]>}, %arg1: tensor<8x6x4xf32>) -> (tensor<8x6x2xf32>, tensor<8x6x4xf32>) {
  %v0:2 = stablehlo.optimization_barrier %arg1, %arg0 : tensor<8x6x4xf32>, tensor<8x16xf32>
  %v3 = stablehlo.slice %arg1 [0:8, 0:6, 0:2] : (tensor<8x6x4xf32>) -> tensor<8x6x2xf32>
  return %v3, %v0#0 : tensor<8x6x2xf32>, tensor<8x6x4xf32>
}
// expect: arg <@m, [{?}, {"y", "x"}]>
// expect: arg -
// expect: res -
// expect: res -
// expect: stablehlo.optimization_barrier - <@m, [{?}, {"y", "x", ?}]>
// expect: stablehlo.slice -
// expect: func.return
// -----
// case: random program 20
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x":(1)2, ?}, {"y", ?}]>}) -> (tensor<8x4x4xf32>, tensor<4x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y":(1)2}, {"y":(2)2, ?}, {}]>}) {
  %v0 = stablehlo.slice %arg0 [0:4, 0:4, 0:16] : (tensor<8x4x16xf32>) -> tensor<4x4x16xf32>
  %v1 = stablehlo.constant dense<3.0> : tensor<f32>
  %v2 = stablehlo.broadcast_in_dim %v1, dims = [] : (tensor<f32>) -> tensor<4x4x16xf32>
  %v3 = stablehlo.multiply %v0, %v2 : tensor<4x4x16xf32>
  %v6 = stablehlo.dot_general %arg0, %arg0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x4xf32>
  %v12 = stablehlo.constant dense<3.0> : tensor<f32>
  %v13 = stablehlo.broadcast_in_dim %v12, dims = [] : (tensor<f32>) -> tensor<4x4x16xf32>
  %v14 = stablehlo.multiply %v3, %v13 : tensor<4x4x16xf32>
  %v15 = stablehlo.add %v6, %v6 : tensor<8x4x4xf32>
  return %v15, %v14 : tensor<8x4x4xf32>, tensor<4x4x16xf32>
}
// expect: arg <@m, [{}, {"x":(1)2, ?}, {"y", ?}]>
// expect: res <@m, [{?}, {"x":(1)2, ?}, {?}]>
// expect: res <@m, [{"x", "y":(1)2}, {"y":(2)2, ?}, {}]>
// expect: stablehlo.slice <@m, [{"x", "y":(1)2, ?}, {"y":(2)2, ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim <@m, [{"x", "y":(1)2, ?}, {"y":(2)2, ?}, {?}]>
// expect: stablehlo.multiply <@m, [{"x", "y":(1)2, ?}, {"y":(2)2, ?}, {?}]>
// expect: stablehlo.dot_general <@m, [{?}, {"x":(1)2, ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim <@m, [{"x", "y":(1)2, ?}, {"y":(2)2, ?}, {?}]>
// expect: stablehlo.multiply <@m, [{"x", "y":(1)2, ?}, {"y":(2)2, ?}, {?}]>
// expect: stablehlo.add <@m, [{?}, {"x":(1)2, ?}, {?}]>
// expect: func.return
// -----
// case: random program 21
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x4x16xf32>, %arg1: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}, {"y"}]>}) -> (tensor<8x6x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "y"}, {}, {}]>}, tensor<8x4x16xf32>) {
  %v0:2 = stablehlo.optimization_barrier %arg1, %arg0 : tensor<4x8x8xf32>, tensor<8x4x16xf32>
  %v2 = stablehlo.add %arg1, %arg1 : tensor<4x8x8xf32>
  %v3 = sdy.sharding_constraint %v2 <@m, [{}, {"y", "x"}, {}]> : tensor<4x8x8xf32>
  %v4 = stablehlo.constant dense<0.0> : tensor<f32>
  %v5 = stablehlo.pad %v0#1, %v4, low = [0, 1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<8x4x16xf32>, tensor<f32>) -> tensor<8x6x16xf32>
  %v7 = stablehlo.compare LT, %v0#1, %v0#1 : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x16xi1>
  %v8 = stablehlo.select %v7, %v0#1, %v0#1 : tensor<8x4x16xi1>, tensor<8x4x16xf32>
  %v11 = stablehlo.constant dense<0> : tensor<i32>
  %v12 = stablehlo.constant dense<1> : tensor<i32>
  %v13 = stablehlo.constant dense<5> : tensor<i32>
  %v14:2 = stablehlo.while(%a = %v11, %b = %v5) : tensor<i32>, tensor<8x6x16xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v12 : tensor<i32>
    %w = stablehlo.add %b, %v5 : tensor<8x6x16xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<8x6x16xf32>
  }
  return %v14#1, %v8 : tensor<8x6x16xf32>, tensor<8x4x16xf32>
}
// expect: arg <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: arg <@m, [{}, {"x"}, {"y"}]>
// expect: res <@m, [{"x":(1)2, "y"}, {}, {}]>
// expect: res <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{?}, {"x", ?}, {"y", ?}]> <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: stablehlo.add <@m, [{}, {"y", "x"}, {}]>
// expect: sdy.sharding_constraint <@m, [{}, {"y", "x"}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.pad <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: stablehlo.compare <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: stablehlo.select <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.add <@m, [{"x":(1)2, "y", ?}, {?}, {?}]>
// expect: stablehlo.return
// expect: func.return
// -----
// case: random program 22
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "y"}p2]>}, tensor<16xf32>) {
  %v0 = stablehlo.constant dense<1.0> : tensor<16xf32>
  %v1 = stablehlo.add %arg0, %v0 : tensor<16xf32>
  %v3 = stablehlo.add %arg0, %v1 : tensor<16xf32>
  %v9 = stablehlo.add %v0, %v3 : tensor<16xf32>
  %v11 = stablehlo.multiply %v3, %v0 : tensor<16xf32>
  return %v9, %v11 : tensor<16xf32>, tensor<16xf32>
}
// expect: arg <@m, [{}]>
// expect: res <@m, [{"x":(1)2, "y"}]>
// expect: res <@m, [{"x":(1)2, "y", ?}]>
// expect: stablehlo.constant <@m, [{"x":(1)2, "y", ?}]>
// expect: stablehlo.constant <@m, [{"x":(1)2, "y", ?}]>
// expect: stablehlo.constant <@m, [{"x":(1)2, "y", ?}]>
// expect: stablehlo.add <@m, [{"x":(1)2, "y", ?}]>
// expect: stablehlo.add <@m, [{"x":(1)2, "y", ?}]>
// expect: stablehlo.add <@m, [{"x":(1)2, "y", ?}]>
// expect: stablehlo.multiply <@m, [{"x":(1)2, "y", ?}]>
// expect: func.return
// -----
// case: random program 23
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}, {"x", "z", ?}]>}, %arg1: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y", "z"}, {}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}, {"z", "x"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %v0 = sdy.sharding_constraint %arg0 <@m, [{}, {"z", "x"}]> : tensor<8x8xf32>
  %v2 = stablehlo.negate %arg0 : tensor<8x8xf32>
  %v3 = stablehlo.dot_general %v2, %arg0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %v6 = stablehlo.reverse %v3, dims = [1] : tensor<8x8xf32>
  %v7 = stablehlo.constant dense<3.0> : tensor<f32>
  %v8 = stablehlo.broadcast_in_dim %v7, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  return %v6, %v8 : tensor<8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"y", ?}, {"x", "z", ?}]>
// expect: arg <@m, [{"x"}, {"y", "z"}, {}]>
// expect: arg <@m, [{"y", ?}, {"z", "x"}]>
// expect: res <@m, [{"y", ?}, {"x", "z", ?}]>
// expect: res -
// expect: sdy.sharding_constraint <@m, [{}, {"z", "x"}]>
// expect: stablehlo.negate <@m, [{"y", ?}, {"x", "z", ?}]>
// expect: stablehlo.dot_general <@m, [{"y", ?}, {"x", "z", ?}]>
// expect: stablehlo.reverse <@m, [{"y", ?}, {"x", "z", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: func.return
// -----
// case: random program 24
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "y":(1)2}p1, {}]>}, %arg1: tensor<8x16xf32>) -> (tensor<16x16xf32>, tensor<8x16xf32>) {
  %v2 = sdy.sharding_constraint %arg1 <@m, [{}, {}]> : tensor<8x16xf32>
  %v3 = stablehlo.tanh %arg1 : tensor<8x16xf32>
  %v5 = stablehlo.constant dense<3.0> : tensor<f32>
  %v6 = stablehlo.broadcast_in_dim %v5, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
  %v7 = stablehlo.multiply %arg1, %v6 : tensor<8x16xf32>
  %v8 = stablehlo.dot_general %arg0, %v3, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  return %v8, %v7 : tensor<16x16xf32>, tensor<8x16xf32>
}
// expect: arg <@m, [{"x":(1)2, "y":(1)2}, {}]>
// expect: arg <@m, [{}, {}]>
// expect: res <@m, [{"x":(1)2, "y":(1)2, ?}, {?}]>
// expect: res -
// expect: sdy.sharding_constraint <@m, [{}, {}]>
// expect: stablehlo.tanh -
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: stablehlo.multiply -
// expect: stablehlo.dot_general <@m, [{"x":(1)2, "y":(1)2, ?}, {?}]>
// expect: func.return
// -----
// case: random program 25
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2}, {}]>}, %arg2: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>}) -> (tensor<6x8xf32>, tensor<8xf32>) {
  %v0 = stablehlo.constant dense<0.0> : tensor<f32>
  %v1 = stablehlo.reduce(%arg1 init: %v0) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %v2 = stablehlo.multiply %arg0, %arg0 : tensor<6x8xf32>
  return %v2, %v1 : tensor<6x8xf32>, tensor<8xf32>
}
// expect: arg <@m, [{"x", ?}, {}]>
// expect: arg <@m, [{"x":(1)2}, {}]>
// expect: arg <@m, [{"x"}, {}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x":(1)2, ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"x":(1)2, ?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: random program 26
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<4x8x8xf32>) -> (tensor<4x8x10xf32>, tensor<2x8x10xf32>) {
  %v1 = stablehlo.constant dense<0.0> : tensor<f32>
  %v2 = stablehlo.pad %arg0, %v1, low = [0, 0, 1], high = [0, 0, 1], interior = [0, 0, 0] : (tensor<4x8x8xf32>, tensor<f32>) -> tensor<4x8x10xf32>
  %v4:2 = stablehlo.optimization_barrier %arg0, %v2 : tensor<4x8x8xf32>, tensor<4x8x10xf32>
  %v5 = stablehlo.constant dense<0> : tensor<i32>
  %v6 = stablehlo.dynamic_slice %v4#1, %v5, %v5, %v5, sizes = [2, 8, 10] : (tensor<4x8x10xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x10xf32>
  %v9 = stablehlo.multiply %v2, %v2 : tensor<4x8x10xf32>
  %v10 = sdy.sharding_constraint %v4#1 <@m, [{"x"}, {}, {}]> : tensor<4x8x10xf32>
  return %v9, %v6 : tensor<4x8x10xf32>, tensor<2x8x10xf32>
}
// expect: arg <@m, [{"x", ?}, {?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}, {?}]>
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.pad <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{"x", ?}, {?}, {?}]> <@m, [{"x", ?}, {?}, {?}]>
// expect: sdy.sharding_constraint <@m, [{"x"}, {}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice -
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 27
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y"}, {"x", ?}]>}) -> (tensor<8x4x16xf32>, tensor<2x32x4x2xf32>) {
  %v5 = stablehlo.constant dense<0> : tensor<i32>
  %v6 = stablehlo.constant dense<1> : tensor<i32>
  %v7 = stablehlo.constant dense<5> : tensor<i32>
  %v8:2 = stablehlo.while(%a = %v5, %b = %arg0) : tensor<i32>, tensor<8x4x16xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v7 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v6 : tensor<i32>
    %w = stablehlo.add %b, %arg0 : tensor<8x4x16xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<8x4x16xf32>
  }
  %v12 = stablehlo.constant dense<1.0> : tensor<8x4x16xf32>
  %v15 = stablehlo.reshape %v8#1 : (tensor<8x4x16xf32>) -> tensor<2x32x4x2xf32>
  return %v12, %v15 : tensor<8x4x16xf32>, tensor<2x32x4x2xf32>
}
// expect: arg <@m, [{}, {"y"}, {"x", ?}]>
// expect: res -
// expect: res <@m, [{?}, {?}, {"x":(2)2, ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{?}, {"y", ?}, {"x", ?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.add <@m, [{?}, {"y", ?}, {"x", ?}]>
// expect: stablehlo.return
// expect: stablehlo.constant -
// expect: stablehlo.reshape <@m, [{?}, {?}, {"x":(2)2, ?}, {?}]>
// expect: func.return
// -----
// case: random program 28
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {}]>}, %arg1: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", "y"}, {?}]>}) -> (tensor<10x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}, {?}]>}, tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}, {"x", "y"}]>}) {
  %v0 = stablehlo.constant dense<3.0> : tensor<f32>
  %v1 = stablehlo.broadcast_in_dim %v0, dims = [] : (tensor<f32>) -> tensor<8x6x4xf32>
  %v2 = stablehlo.multiply %arg1, %v1 : tensor<8x6x4xf32>
  %v5 = stablehlo.constant dense<1.0> : tensor<8x6x4xf32>
  %v6 = stablehlo.add %v1, %v5 : tensor<8x6x4xf32>
  %v7 = sdy.sharding_constraint %v2 <@m, [{"y"}, {}, {"x"}]> : tensor<8x6x4xf32>
  %v11 = stablehlo.constant dense<0.0> : tensor<f32>
  %v12 = stablehlo.pad %v5, %v11, low = [1, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<8x6x4xf32>, tensor<f32>) -> tensor<10x6x4xf32>
  %v13 = stablehlo.add %v6, %v6 : tensor<8x6x4xf32>
  %v14 = stablehlo.add %v13, %v2 : tensor<8x6x4xf32>
  return %v12, %v14 : tensor<10x6x4xf32>, tensor<8x6x4xf32>
}
// expect: arg <@m, [{?}, {}]>
// expect: arg <@m, [{?}, {"x", "y"}, {?}]>
// expect: res <@m, [{"x"}, {"y"}, {?}]>
// expect: res <@m, [{}, {}, {"x", "y"}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim <@m, [{"y", ?}, {?}, {"x", ?}]>
// expect: stablehlo.broadcast_in_dim <@m, [{?}, {?}, {"x", "y", ?}]>
// expect: stablehlo.multiply <@m, [{"y"}, {}, {"x"}]>
// expect: stablehlo.constant <@m, [{"x", ?}, {"y", ?}, {?}]>
// expect: stablehlo.constant <@m, [{?}, {?}, {"x", "y", ?}]>
// expect: stablehlo.add <@m, [{?}, {?}, {"x", "y", ?}]>
// expect: sdy.sharding_constraint <@m, [{"y"}, {}, {"x"}]>
// expect: stablehlo.constant -
// expect: stablehlo.pad <@m, [{"x", ?}, {"y", ?}, {?}]>
// expect: stablehlo.add <@m, [{?}, {?}, {"x", "y", ?}]>
// expect: stablehlo.add <@m, [{?}, {?}, {"x", "y", ?}]>
// expect: func.return
// -----
// case: random program 29
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p1, {?}]>}, %arg1: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x", "y"}p2, {?}p1]>}, %arg2: tensor<8x16xf32>) -> (tensor<8x4x16xf32>, tensor<4x16xf32>) {
  %v0 = stablehlo.constant dense<0> : tensor<i32>
  %v1 = stablehlo.dynamic_slice %arg0, %v0, %v0, sizes = [4, 16] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
  %v4 = sdy.sharding_constraint %arg0 <@m, [{}, {"y", "x"}]> : tensor<8x16xf32>
  %v7 = stablehlo.transpose %v1, dims = [0, 1] : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %v9 = stablehlo.broadcast_in_dim %v1, dims = [1, 2] : (tensor<4x16xf32>) -> tensor<8x4x16xf32>
  return %v9, %v7 : tensor<8x4x16xf32>, tensor<4x16xf32>
}
// expect: arg <@m, [{?}, {"y", "x", ?}]>
// expect: arg <@m, [{}, {"x", "y"}, {?}]>
// expect: arg -
// expect: res <@m, [{?}, {?}, {"y", "x", ?}]>
// expect: res <@m, [{?}, {"y", "x", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{?}, {"y", "x", ?}]>
// expect: sdy.sharding_constraint <@m, [{}, {"y", "x"}]>
// expect: stablehlo.transpose <@m, [{?}, {"y", "x", ?}]>
// expect: stablehlo.broadcast_in_dim <@m, [{?}, {?}, {"y", "x", ?}]>
// expect: func.return
// -----
// case: random program 30
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}, {?}]>}) -> (tensor<4x4x4x4xf32>, tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {"y", ?}, {?}]>}) {
  %v0 = stablehlo.constant dense<1.0> : tensor<4x8x8xf32>
  %v1 = stablehlo.add %arg0, %v0 : tensor<4x8x8xf32>
  %v3 = stablehlo.constant dense<0> : tensor<i32>
  %v4 = stablehlo.constant dense<1> : tensor<i32>
  %v5 = stablehlo.constant dense<5> : tensor<i32>
  %v6:2 = stablehlo.while(%a = %v3, %b = %arg0) : tensor<i32>, tensor<4x8x8xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v4 : tensor<i32>
    %w = stablehlo.multiply %b, %b : tensor<4x8x8xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<4x8x8xf32>
  }
  %v7 = stablehlo.reshape %v1 : (tensor<4x8x8xf32>) -> tensor<4x4x4x4xf32>
  return %v7, %v6#1 : tensor<4x4x4x4xf32>, tensor<4x8x8xf32>
}
// expect: arg <@m, [{"x", "y"}, {}, {?}]>
// expect: res <@m, [{"x", "y", ?}, {?}, {?}, {?}]>
// expect: res <@m, [{"x", ?}, {"y", ?}, {?}]>
// expect: stablehlo.constant <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.add <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{"x", ?}, {"y", ?}, {?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.multiply <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.reshape <@m, [{"x", "y", ?}, {?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 31
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<6x8xf32>) -> (tensor<6x8xf32>, tensor<12x2xf32>) {
  %v0 = stablehlo.transpose %arg0, dims = [0, 1] : (tensor<6x8xf32>) -> tensor<6x8xf32>
  %v2 = stablehlo.constant dense<3.0> : tensor<f32>
  %v3 = stablehlo.broadcast_in_dim %v2, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
  %v4 = stablehlo.multiply %v0, %v3 : tensor<6x8xf32>
  %v5 = stablehlo.constant dense<0> : tensor<i32>
  %v6 = stablehlo.dynamic_slice %v0, %v5, %v5, sizes = [3, 8] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
  %v10 = stablehlo.add %v4, %v4 : tensor<6x8xf32>
  %v12 = stablehlo.reshape %v6 : (tensor<3x8xf32>) -> tensor<12x2xf32>
  return %v10, %v12 : tensor<6x8xf32>, tensor<12x2xf32>
}
// expect: arg -
// expect: res -
// expect: res -
// expect: stablehlo.transpose -
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: stablehlo.multiply -
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice -
// expect: stablehlo.add -
// expect: stablehlo.reshape -
// expect: func.return
// -----
// case: random program 32
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x", "y"}, {}]>}, %arg1: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {?}, {?}]>}) -> (tensor<16x4x16xf32>, tensor<8x4x4xf32>) {
  %v0 = stablehlo.reverse %arg0, dims = [2] : tensor<8x4x16xf32>
  %v1 = stablehlo.constant dense<1.0> : tensor<8x4x16xf32>
  %v3 = stablehlo.concatenate %v1, %v1, dim = 0 : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<16x4x16xf32>
  %v4 = stablehlo.dot_general %v0, %v0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x4x4xf32>
  return %v3, %v4 : tensor<16x4x16xf32>, tensor<8x4x4xf32>
}
// expect: arg <@m, [{}, {"x", "y"}, {}]>
// expect: arg <@m, [{"x", "y"}, {?}, {?}]>
// expect: res -
// expect: res <@m, [{?}, {"x", "y", ?}, {?}]>
// expect: stablehlo.reverse <@m, [{?}, {"x", "y", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.concatenate -
// expect: stablehlo.dot_general <@m, [{?}, {"x", "y", ?}, {?}]>
// expect: func.return
// -----
// case: random program 33
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<8x6x4xf32>, %arg1: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}p1, {}, {}]>}) -> (tensor<16x6x4xf32>, tensor<8x4xf32>) {
  %v0:2 = stablehlo.optimization_barrier %arg1, %arg1 : tensor<8x6x4xf32>, tensor<8x6x4xf32>
  %v2 = stablehlo.concatenate %v0#0, %v0#1, dim = 0 : (tensor<8x6x4xf32>, tensor<8x6x4xf32>) -> tensor<16x6x4xf32>
  %v3 = sdy.sharding_constraint %arg0 <@m, [{}, {"x"}, {"y"}]> : tensor<8x6x4xf32>
  %v9 = sdy.sharding_constraint %arg0 <@m, [{"y", "x"}, {}, {}]> : tensor<8x6x4xf32>
  %v10 = stablehlo.constant dense<1.0> : tensor<8x4xf32>
  %v12 = stablehlo.reverse %v10, dims = [1] : tensor<8x4xf32>
  %v13 = stablehlo.add %v2, %v2 : tensor<16x6x4xf32>
  return %v13, %v12 : tensor<16x6x4xf32>, tensor<8x4xf32>
}
// expect: arg <@m, [{?}, {"x", ?}, {"y", ?}]>
// expect: arg <@m, [{"y", "x"}, {}, {}]>
// expect: res <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: res -
// expect: stablehlo.optimization_barrier <@m, [{"y", "x", ?}, {?}, {?}]> <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.concatenate <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: sdy.sharding_constraint <@m, [{}, {"x"}, {"y"}]>
// expect: sdy.sharding_constraint <@m, [{"y", "x"}, {}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.reverse -
// expect: stablehlo.add <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 34
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<4x8x8xf32>, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y", ?}p1]>}, %arg2: tensor<8x8xf32>, %arg3: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {?}p1, {?}p1]>}) -> (tensor<8x8xf32>, tensor<4x8x4xf32>) {
  %v1:2 = stablehlo.optimization_barrier %arg3, %arg1 : tensor<4x8x8xf32>, tensor<8x8xf32>
  %v2 = stablehlo.constant dense<0> : tensor<i32>
  %v3 = "stablehlo.case"(%v2) ({
    stablehlo.return %v1#1 : tensor<8x8xf32>
  }, {
    %e = stablehlo.exponential %arg2 : tensor<8x8xf32>
    stablehlo.return %e : tensor<8x8xf32>
  }) : (tensor<i32>) -> tensor<8x8xf32>
  %v4 = stablehlo.multiply %v3, %v3 : tensor<8x8xf32>
  %v5 = stablehlo.tanh %arg3 : tensor<4x8x8xf32>
  %v6 = stablehlo.reshape %v1#1 : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %v7:2 = stablehlo.optimization_barrier %v6, %v4 : tensor<8x8xf32>, tensor<8x8xf32>
  %v8 = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  %v9 = stablehlo.add %v7#0, %v8 : tensor<8x8xf32>
  %v10 = sdy.sharding_constraint %v7#0 <@m, [{}, {}], replicated={"y"}> : tensor<8x8xf32>
  %v11 = sdy.sharding_constraint %v5 <@m, [{"x", "y"}, {}, {}]> : tensor<4x8x8xf32>
  %v12 = stablehlo.constant dense<0> : tensor<i32>
  %v13 = stablehlo.dynamic_slice %v5, %v12, %v12, %v12, sizes = [4, 8, 4] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x4xf32>
  return %v9, %v13 : tensor<8x8xf32>, tensor<4x8x4xf32>
}
// expect: arg -
// expect: arg <@m, [{}, {"y", ?}]>
// expect: arg <@m, [{?}, {"y", ?}]>
// expect: arg <@m, [{"x", "y"}, {?}, {?}]>
// expect: res -
// expect: res <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{"x", "y", ?}, {?}, {?}]> <@m, [{?}, {"y", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{?}, {"y", ?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{?}, {"y", ?}]>
// expect: stablehlo.return
// expect: stablehlo.multiply <@m, [{?}, {"y", ?}]>
// expect: stablehlo.tanh <@m, [{"x", "y"}, {}, {}]>
// expect: stablehlo.reshape <@m, [{?}, {"y", ?}]>
// expect: stablehlo.optimization_barrier <@m, [{?}, {"y", ?}]> <@m, [{?}, {"y", ?}]>
// expect: sdy.sharding_constraint <@m, [{}, {}], replicated={"y"}>
// expect: stablehlo.constant -
// expect: stablehlo.add -
// expect: sdy.sharding_constraint <@m, [{"x", "y"}, {}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 35
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}]>}, %arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y", ?}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}]>}, tensor<8xf32>) {
  %v3 = stablehlo.constant dense<1.0> : tensor<16xf32>
  %v5 = stablehlo.constant dense<0> : tensor<i32>
  %v6 = stablehlo.dynamic_slice %v3, %v5, sizes = [8] : (tensor<16xf32>, tensor<i32>) -> tensor<8xf32>
  %v11 = stablehlo.slice %v3 [0:8] : (tensor<16xf32>) -> tensor<8xf32>
  return %v6, %v11 : tensor<8xf32>, tensor<8xf32>
}
// expect: arg <@m, [{"y", "x"}]>
// expect: arg <@m, [{"x", "y", ?}]>
// expect: res <@m, [{"x", "y"}]>
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"x", "y", ?}]>
// expect: stablehlo.slice -
// expect: func.return
// -----
// case: random program 36
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}p2, {"z", ?}, {}]>}) -> (tensor<8x4x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"z", ?}p1, {"x", "y", ?}p0, {}]>}, tensor<8x4x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}p1, {"z", "y", ?}p1, {?}p1]>}) {
  %v0 = stablehlo.constant dense<1.0> : tensor<8x6x4xf32>
  %v1 = stablehlo.add %arg0, %v0 : tensor<8x6x4xf32>
  %v2 = stablehlo.reshape %v1 : (tensor<8x6x4xf32>) -> tensor<8x4x2x3xf32>
  %v3 = stablehlo.constant dense<0> : tensor<i32>
  %v4 = stablehlo.constant dense<1> : tensor<i32>
  %v5 = stablehlo.constant dense<5> : tensor<i32>
  %v6:2 = stablehlo.while(%a = %v3, %b = %v2) : tensor<i32>, tensor<8x4x2x3xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v4 : tensor<i32>
    %w = stablehlo.multiply %b, %b : tensor<8x4x2x3xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<8x4x2x3xf32>
  }
  %v7 = stablehlo.constant dense<0.0> : tensor<f32>
  %v8 = stablehlo.reduce(%v6#1 init: %v7) applies stablehlo.add across dimensions = [3] : (tensor<8x4x2x3xf32>, tensor<f32>) -> tensor<8x4x2xf32>
  %v11 = stablehlo.constant dense<1.0> : tensor<8x4x2xf32>
  %v12 = stablehlo.add %v8, %v11 : tensor<8x4x2xf32>
  return %v11, %v12 : tensor<8x4x2xf32>, tensor<8x4x2xf32>
}
// expect: arg <@m, [{"x", "y"}, {"z", ?}, {}]>
// expect: res <@m, [{"z", ?}, {"x", "y", ?}, {}]>
// expect: res <@m, [{"x"}, {"z", "y", ?}, {?}]>
// expect: stablehlo.constant <@m, [{"x", "y", ?}, {"z", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", "y", ?}, {"z", ?}, {?}]>
// expect: stablehlo.reshape <@m, [{"x", ?}, {"z", "y", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{"x", ?}, {"z", "y", ?}, {?}, {?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.multiply <@m, [{"x", ?}, {"z", "y", ?}, {?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"x", ?}, {"z", "y", ?}, {?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: stablehlo.constant <@m, [{"x", ?}, {"z", "y", ?}, {?}]>
// expect: stablehlo.constant <@m, [{"z", ?}, {"x", "y", ?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {"z", "y", ?}, {?}]>
// expect: func.return
// -----
// case: random program 37
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x":(1)2, ?}, {?}]>}, %arg1: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x":(2)2}, {}, {?}], replicated={"x":(1)2}>}, %arg2: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>}) -> (tensor<8x6x4xf32>, tensor<f32>) {
  %v0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x8xf32>, tensor<8x6x4xf32>
  %v3 = stablehlo.constant dense<3.0> : tensor<f32>
  %v4 = stablehlo.broadcast_in_dim %v3, dims = [] : (tensor<f32>) -> tensor<f32>
  return %v0#1, %v4 : tensor<8x6x4xf32>, tensor<f32>
}
// expect: arg <@m, [{"y", "x":(1)2, ?}, {?}]>
// expect: arg <@m, [{"y", "x":(2)2}, {}, {?}], replicated={"x":(1)2}>
// expect: arg -
// expect: res <@m, [{"y", "x":(2)2, ?}, {?}, {?}]>
// expect: res -
// expect: stablehlo.optimization_barrier <@m, [{"y", "x":(1)2, ?}, {?}]> <@m, [{"y", "x":(2)2, ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: func.return
// -----
// case: random program 38
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y", "x"}, {}]>}, %arg1: tensor<8x16xf32>, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {?}]>}, %arg3: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %v0 = sdy.sharding_constraint %arg3 <@m, [{"y":(2)2}, {"x", "y":(1)2}]> : tensor<8x16xf32>
  %v5 = stablehlo.add %arg2, %arg1 : tensor<8x16xf32>
  %v7 = stablehlo.constant dense<1.0> : tensor<8x16xf32>
  return %v5, %v7 : tensor<8x16xf32>, tensor<8x16xf32>
}
// expect: arg <@m, [{?}, {"y", "x"}, {}]>
// expect: arg -
// expect: arg -
// expect: arg <@m, [{"y":(2)2}, {"x", "y":(1)2}]>
// expect: res -
// expect: res -
// expect: sdy.sharding_constraint <@m, [{"y":(2)2}, {"x", "y":(1)2}]>
// expect: stablehlo.add -
// expect: stablehlo.constant -
// expect: func.return
// -----
// case: random program 39
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}p0, {?}p1]>}, %arg1: tensor<4x8x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p0, {"y"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %v0 = stablehlo.constant dense<0.0> : tensor<f32>
  %v1 = stablehlo.reduce(%arg3 init: %v0) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
  %v6 = stablehlo.constant dense<1.0> : tensor<8xf32>
  %v7 = stablehlo.add %v1, %v6 : tensor<8xf32>
  return %v7, %v6 : tensor<8xf32>, tensor<8xf32>
}
// expect: arg <@m, [{"y", "x"}, {?}]>
// expect: arg -
// expect: arg -
// expect: arg <@m, [{"x", ?}, {"y"}]>
// expect: res <@m, [{"x", ?}]>
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"x", ?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: stablehlo.constant <@m, [{"x", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.add <@m, [{"x", ?}]>
// expect: func.return
// -----
// case: random program 40
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<8x16xf32>, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x"}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {}]>}) -> (tensor<10x16xf32>, tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(2)4, ?}, {"x":(1)2, ?}]>}) {
  %v5 = stablehlo.reverse %arg1, dims = [1] : tensor<8x16xf32>
  %v6 = stablehlo.constant dense<0.0> : tensor<f32>
  %v7 = stablehlo.pad %arg2, %v6, low = [1, 0], high = [1, 0], interior = [0, 0] : (tensor<8x16xf32>, tensor<f32>) -> tensor<10x16xf32>
  return %v7, %v5 : tensor<10x16xf32>, tensor<8x16xf32>
}
// expect: arg -
// expect: arg <@m, [{}, {"x"}]>
// expect: arg <@m, [{"x", ?}, {}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{"x":(2)4, ?}, {"x":(1)2, ?}]>
// expect: stablehlo.reverse <@m, [{"x":(2)4, ?}, {"x":(1)2, ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.pad <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: random program 41
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}p0, {?}p1, {}]>}, %arg1: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}]>}, %arg2: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}, {}]>}) -> (tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}, {}]>}, tensor<8x4x16xf32>) {
  %v0 = stablehlo.add %arg0, %arg0 : tensor<8x4x16xf32>
  %v1 = stablehlo.constant dense<0> : tensor<i32>
  %v2 = "stablehlo.case"(%v1) ({
    stablehlo.return %arg2 : tensor<8x4x16xf32>
  }, {
    %e = stablehlo.exponential %arg0 : tensor<8x4x16xf32>
    stablehlo.return %e : tensor<8x4x16xf32>
  }) : (tensor<i32>) -> tensor<8x4x16xf32>
  %v4 = stablehlo.multiply %v0, %v2 : tensor<8x4x16xf32>
  return %v4, %v2 : tensor<8x4x16xf32>, tensor<8x4x16xf32>
}
// expect: arg <@m, [{"x", ?}, {?}, {}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: arg <@m, [{"x", ?}, {?}, {}]>
// expect: res <@m, [{"x"}, {}, {}]>
// expect: res <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 42
sdy.mesh @m = <["x"=4, "y"=4]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p0, {"y", "x"}p2]>}, %arg1: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}p1]>}) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %v0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x16xf32>, tensor<8x16xf32>
  return %v0#0, %v0#1 : tensor<8x16xf32>, tensor<8x16xf32>
}
// expect: arg <@m, [{?}, {"y", "x"}]>
// expect: arg <@m, [{"x", ?}, {?}]>
// expect: res <@m, [{?}, {"y", "x", ?}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{?}, {"y", "x", ?}]> <@m, [{"x", ?}, {?}]>
// expect: func.return
// -----
// case: random program 43
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}, {}]>}) -> (tensor<3x4xf32>, tensor<6x2x4xf32>) {
  %v0 = stablehlo.slice %arg0 [0:6, 0:4] : (tensor<12x4xf32>) -> tensor<6x4xf32>
  %v1 = stablehlo.exponential %v0 : tensor<6x4xf32>
  %v2 = stablehlo.constant dense<1.0> : tensor<12x4xf32>
  %v4 = stablehlo.constant dense<0> : tensor<i32>
  %v5 = stablehlo.dynamic_slice %v1, %v4, %v4, sizes = [3, 4] : (tensor<6x4xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>
  %v6 = stablehlo.negate %v2 : tensor<12x4xf32>
  %v7 = stablehlo.reshape %v6 : (tensor<12x4xf32>) -> tensor<6x2x4xf32>
  return %v5, %v7 : tensor<3x4xf32>, tensor<6x2x4xf32>
}
// expect: arg <@m, [{"x", "y"}, {}]>
// expect: res -
// expect: res -
// expect: stablehlo.slice <@m, [{"x", "y", ?}, {?}]>
// expect: stablehlo.exponential <@m, [{"x", "y", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice -
// expect: stablehlo.negate -
// expect: stablehlo.reshape -
// expect: func.return
// -----
// case: random program 44
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, ?}, {"x":(2)4}]>}, %arg1: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {}, {"x", ?}]>}) -> (tensor<4x8x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, ?}, {"x":(2)4}]>}) {
  %v1 = stablehlo.compare LT, %arg0, %arg0 : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xi1>
  %v2 = stablehlo.select %v1, %arg0, %arg0 : tensor<16x8xi1>, tensor<16x8xf32>
  %v4 = stablehlo.constant dense<0> : tensor<i32>
  %v5 = stablehlo.dynamic_slice %v2, %v4, %v4, sizes = [8, 8] : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  %v6 = stablehlo.transpose %v5, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %v9 = stablehlo.constant dense<0> : tensor<i32>
  %v10 = stablehlo.dynamic_slice %arg1, %v9, %v9, %v9, sizes = [4, 8, 4] : (tensor<4x8x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x4xf32>
  return %v10, %v6 : tensor<4x8x4xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"x":(1)2, ?}, {"x":(2)4}]>
// expect: arg <@m, [{?}, {}, {"x", ?}]>
// expect: res <@m, [{"x", ?}, {}, {}]>
// expect: res <@m, [{"x":(1)2, ?}, {"x":(2)4}]>
// expect: stablehlo.compare <@m, [{"x":(1)2, ?}, {"x":(2)4, ?}]>
// expect: stablehlo.select <@m, [{"x":(1)2, ?}, {"x":(2)4, ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"x":(2)4, ?}, {"x":(1)2, ?}]>
// expect: stablehlo.transpose <@m, [{"x":(1)2, ?}, {"x":(2)4, ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"x", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 45
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {}, {}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"z", "y", ?}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {"z", "y"}]>}) -> (tensor<16x8xf32>, tensor<16x8xf32>) {
  %v2 = stablehlo.concatenate %arg2, %arg2, dim = 0 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<16x16xf32>
  %v5 = stablehlo.constant dense<0> : tensor<i32>
  %v6 = stablehlo.dynamic_slice %v2, %v5, %v5, sizes = [16, 8] : (tensor<16x16xf32>, tensor<i32>, tensor<i32>) -> tensor<16x8xf32>
  %v9 = stablehlo.reverse %v6, dims = [0] : tensor<16x8xf32>
  %v13 = stablehlo.negate %v9 : tensor<16x8xf32>
  %v15 = stablehlo.constant dense<3.0> : tensor<f32>
  %v16 = stablehlo.broadcast_in_dim %v15, dims = [] : (tensor<f32>) -> tensor<16x8xf32>
  return %v13, %v16 : tensor<16x8xf32>, tensor<16x8xf32>
}
// expect: arg <@m, [{?}, {}, {}]>
// expect: arg <@m, [{?}, {"z", "y", ?}]>
// expect: arg <@m, [{"x", ?}, {"z", "y"}]>
// expect: res <@m, [{"x", ?}, {?}]>
// expect: res -
// expect: stablehlo.concatenate <@m, [{"x", ?}, {"z", "y", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"x", ?}, {?}]>
// expect: stablehlo.reverse <@m, [{"x", ?}, {?}]>
// expect: stablehlo.negate <@m, [{"x", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: func.return
// -----
// case: random program 46
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}p1, {"x"}, {?}]>}) -> (tensor<2x8x16xf32>, tensor<2x8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}p1, {}, {?}p1]>}) {
  %v0 = stablehlo.concatenate %arg0, %arg0, dim = 2 : (tensor<4x8x8xf32>, tensor<4x8x8xf32>) -> tensor<4x8x16xf32>
  %v6 = stablehlo.reverse %v0, dims = [0] : tensor<4x8x16xf32>
  %v7 = stablehlo.constant dense<0> : tensor<i32>
  %v8 = stablehlo.dynamic_slice %v0, %v7, %v7, %v7, sizes = [2, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16xf32>
  %v13:2 = stablehlo.optimization_barrier %arg0, %v8 : tensor<4x8x8xf32>, tensor<2x8x16xf32>
  %v15:2 = stablehlo.optimization_barrier %v8, %v6 : tensor<2x8x16xf32>, tensor<4x8x16xf32>
  %v16 = stablehlo.exponential %v13#1 : tensor<2x8x16xf32>
  return %v16, %v15#0 : tensor<2x8x16xf32>, tensor<2x8x16xf32>
}
// expect: arg <@m, [{"y", ?}, {"x"}, {?}]>
// expect: res <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: res <@m, [{"y", "x", ?}, {}, {?}]>
// expect: stablehlo.concatenate <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: stablehlo.reverse <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{"y", ?}, {"x", ?}, {?}]> <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: stablehlo.optimization_barrier <@m, [{"y", ?}, {"x", ?}, {?}]> <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: stablehlo.exponential <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: func.return
// -----
// case: random program 47
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}, {"z"}p1]>}, %arg1: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {"y"}p0, {?}p1], replicated={"z"}>}, %arg2: tensor<8x6x4xf32>) -> (tensor<2x32x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p2, {}, {"x", "y"}p1]>}, tensor<10x6x4xf32>) {
  %v8 = stablehlo.reverse %arg1, dims = [0] : tensor<8x4x16xf32>
  %v9 = stablehlo.reshape %v8 : (tensor<8x4x16xf32>) -> tensor<2x32x8xf32>
  %v11 = stablehlo.constant dense<0.0> : tensor<f32>
  %v12 = stablehlo.pad %arg2, %v11, low = [1, 0, 0], high = [1, 0, 0], interior = [0, 0, 0] : (tensor<8x6x4xf32>, tensor<f32>) -> tensor<10x6x4xf32>
  return %v9, %v12 : tensor<2x32x8xf32>, tensor<10x6x4xf32>
}
// expect: arg <@m, [{"y", "x", ?}, {"z"}]>
// expect: arg <@m, [{"x"}, {"y"}, {?}], replicated={"z"}>
// expect: arg -
// expect: res <@m, [{?}, {}, {"x", "y"}]>
// expect: res -
// expect: stablehlo.reverse <@m, [{"x", ?}, {"y", ?}, {?}]>
// expect: stablehlo.reshape <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.pad -
// expect: func.return
// -----
// case: random program 48
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<6x8xf32>, %arg1: tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}p1, {"y", ?}p1, {?}p1]>}) -> (tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}p0, {}, {?}]>}, tensor<8x6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}p2, {}, {}]>}) {
  %v0 = sdy.propagation_barrier %arg1 allowed_direction=BACKWARD : tensor<8x6x4xf32>
  %v2 = stablehlo.add %v0, %v0 : tensor<8x6x4xf32>
  return %v0, %v2 : tensor<8x6x4xf32>, tensor<8x6x4xf32>
}
// expect: arg -
// expect: arg <@m, [{"x"}, {"y", ?}, {?}]>
// expect: res <@m, [{"y", "x"}, {}, {?}]>
// expect: res <@m, [{"y", "x", ?}, {}, {}]>
// expect: sdy.propagation_barrier <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: stablehlo.add <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 49
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"y", "x"}]>}) -> (tensor<6x8xf32>, tensor<2x24x2xf32>) {
  %v0 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x16xf32>
  %v1:2 = stablehlo.optimization_barrier %v0, %arg0 : tensor<6x16xf32>, tensor<6x8xf32>
  %v3 = sdy.propagation_barrier %v1#1 allowed_direction=NONE : tensor<6x8xf32>
  %v4 = stablehlo.tanh %arg0 : tensor<6x8xf32>
  %v5 = sdy.propagation_barrier %v3 allowed_direction=FORWARD : tensor<6x8xf32>
  %v8 = stablehlo.reshape %v1#0 : (tensor<6x16xf32>) -> tensor<2x24x2xf32>
  %v10 = stablehlo.constant dense<1.0> : tensor<2x24x2xf32>
  %v11 = stablehlo.add %v8, %v10 : tensor<2x24x2xf32>
  %v12 = sdy.sharding_constraint %v5 <@m, [{"x", "y"}, {}]> : tensor<6x8xf32>
  %v13 = stablehlo.add %v4, %v4 : tensor<6x8xf32>
  return %v13, %v11 : tensor<6x8xf32>, tensor<2x24x2xf32>
}
// expect: arg <@m, [{}, {"y", "x"}]>
// expect: res <@m, [{?}, {"y", "x", ?}]>
// expect: res -
// expect: stablehlo.concatenate <@m, [{?}, {"y", "x", ?}]>
// expect: stablehlo.optimization_barrier <@m, [{?}, {"y", "x", ?}]> <@m, [{?}, {"y", "x", ?}]>
// expect: sdy.propagation_barrier -
// expect: stablehlo.tanh <@m, [{?}, {"y", "x", ?}]>
// expect: sdy.propagation_barrier <@m, [{"x", "y"}, {}]>
// expect: stablehlo.reshape -
// expect: stablehlo.constant -
// expect: stablehlo.add -
// expect: sdy.sharding_constraint <@m, [{"x", "y"}, {}]>
// expect: stablehlo.add <@m, [{?}, {"y", "x", ?}]>
// expect: func.return
// -----
// case: random program 50
sdy.mesh @m = <["x"=8]>
func.func @main(%arg0: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {?}, {}]>}, %arg1: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"x":(1)2}, {}]>}, %arg2: tensor<16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}, %arg3: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {}, {?}]>}) -> (tensor<2x4x16x2xf32>, tensor<4x8x8xf32>) {
  %v0 = stablehlo.reshape %arg3 : (tensor<4x8x8xf32>) -> tensor<2x4x16x2xf32>
  %v1 = stablehlo.compare LT, %v0, %v0 : (tensor<2x4x16x2xf32>, tensor<2x4x16x2xf32>) -> tensor<2x4x16x2xi1>
  %v2 = stablehlo.select %v1, %v0, %v0 : tensor<2x4x16x2xi1>, tensor<2x4x16x2xf32>
  %v3 = stablehlo.add %v0, %v2 : tensor<2x4x16x2xf32>
  %v8 = sdy.sharding_constraint %v3 <@m, [{"x", ?}, {?}, {?}, {}]> : tensor<2x4x16x2xf32>
  %v9 = stablehlo.multiply %arg3, %arg3 : tensor<4x8x8xf32>
  %v11 = stablehlo.add %v8, %v0 : tensor<2x4x16x2xf32>
  return %v11, %v9 : tensor<2x4x16x2xf32>, tensor<4x8x8xf32>
}
// expect: arg <@m, [{"x", ?}, {?}, {}]>
// expect: arg <@m, [{}, {"x":(1)2}, {}]>
// expect: arg <@m, [{"x"}]>
// expect: arg <@m, [{"x", ?}, {}, {?}]>
// expect: res <@m, [{"x", ?}, {?}, {?}, {?}]>
// expect: res <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.reshape <@m, [{"x":(1)2, ?}, {"x":(2)2, ?}, {?}, {?}]>
// expect: stablehlo.compare <@m, [{"x":(1)2, ?}, {"x":(2)2, ?}, {?}, {?}]>
// expect: stablehlo.select <@m, [{"x":(1)2, ?}, {"x":(2)2, ?}, {?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}, {?}, {?}]>
// expect: sdy.sharding_constraint <@m, [{"x", ?}, {?}, {?}, {}]>
// expect: stablehlo.multiply <@m, [{"x", ?}, {?}, {?}]>
// expect: stablehlo.add <@m, [{"x", ?}, {?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 51
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}, {}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", ?}, {"y"}]>}) -> (tensor<8x16xf32>, tensor<4x16xf32>) {
  %v1 = stablehlo.reverse %arg0, dims = [0] : tensor<8x16xf32>
  %v2 = stablehlo.constant dense<0> : tensor<i32>
  %v3 = stablehlo.dynamic_slice %arg0, %v2, %v2, sizes = [4, 16] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<4x16xf32>
  %v4 = sdy.sharding_constraint %v1 <@m, [{"x", "y"}, {}]> : tensor<8x16xf32>
  %v5 = stablehlo.compare LT, %v1, %v1 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xi1>
  %v6 = stablehlo.select %v5, %v1, %v1 : tensor<8x16xi1>, tensor<8x16xf32>
  return %v6, %v3 : tensor<8x16xf32>, tensor<4x16xf32>
}
// expect: arg <@m, [{"y", "x"}, {}]>
// expect: arg <@m, [{"x", ?}, {"y"}]>
// expect: res <@m, [{"x", "y", ?}, {?}]>
// expect: res -
// expect: stablehlo.reverse <@m, [{"x", "y"}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice -
// expect: sdy.sharding_constraint <@m, [{"x", "y"}, {}]>
// expect: stablehlo.compare <@m, [{"x", "y", ?}, {?}]>
// expect: stablehlo.select <@m, [{"x", "y", ?}, {?}]>
// expect: func.return
// -----
// case: random program 52
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "z"}p0, {?}p0]>}, %arg1: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "z"}, {"x"}]>}, %arg2: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y", ?}p2, {"z"}p0]>}) -> (tensor<12x4xf32>, tensor<12x2xf32> {sdy.sharding = #sdy.sharding<@m, [{"z", "y", ?}p1, {"x", ?}]>}) {
  %v3 = stablehlo.constant dense<3.0> : tensor<f32>
  %v4 = stablehlo.broadcast_in_dim %v3, dims = [] : (tensor<f32>) -> tensor<12x4xf32>
  %v7 = stablehlo.constant dense<0> : tensor<i32>
  %v8 = stablehlo.dynamic_slice %arg1, %v7, %v7, sizes = [12, 2] : (tensor<12x4xf32>, tensor<i32>, tensor<i32>) -> tensor<12x2xf32>
  return %v4, %v8 : tensor<12x4xf32>, tensor<12x2xf32>
}
// expect: arg <@m, [{"x", "z"}, {?}]>
// expect: arg <@m, [{"y", "z"}, {"x"}]>
// expect: arg <@m, [{"x", "y", ?}, {"z"}]>
// expect: res -
// expect: res <@m, [{"z", "y", ?}, {"x", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice <@m, [{"y", "z", ?}, {"x", ?}]>
// expect: func.return
// -----
// case: random program 53
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}, {?}, {}]>}, %arg1: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x", ?}, {"y"}]>}, %arg2: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}, {}]>}, %arg3: tensor<12x4xf32>) -> (tensor<12x2xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {?}]>}, tensor<8x8x16xf32>) {
  %v5 = stablehlo.slice %arg2 [0:12, 0:2] : (tensor<12x4xf32>) -> tensor<12x2xf32>
  %v6 = stablehlo.exponential %arg1 : tensor<8x4x16xf32>
  %v7 = stablehlo.concatenate %v6, %v6, dim = 1 : (tensor<8x4x16xf32>, tensor<8x4x16xf32>) -> tensor<8x8x16xf32>
  return %v5, %v7 : tensor<12x2xf32>, tensor<8x8x16xf32>
}
// expect: arg <@m, [{"y", "x", ?}, {?}, {}]>
// expect: arg <@m, [{?}, {"x", ?}, {"y"}]>
// expect: arg <@m, [{"y", ?}, {}]>
// expect: arg -
// expect: res <@m, [{}, {?}]>
// expect: res <@m, [{?}, {"x", ?}, {"y", ?}]>
// expect: stablehlo.slice <@m, [{"y", ?}, {?}]>
// expect: stablehlo.exponential <@m, [{?}, {"x", ?}, {"y", ?}]>
// expect: stablehlo.concatenate <@m, [{?}, {"x", ?}, {"y", ?}]>
// expect: func.return
// -----
// case: random program 54
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}, {?}, {?}]>}, %arg1: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"x":(2)2, ?}, {"y", "x":(1)2, ?}]>}, %arg2: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"x":(1)2, "y", ?}, {?}, {}]>}, %arg3: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {?}, {?}]>}) -> (tensor<8x4xf32>, tensor<8x10x4xf32> {sdy.sharding = #sdy.sharding<@m, [{?}, {"y", ?}, {"x"}]>}) {
  %v2 = stablehlo.transpose %arg1, dims = [1, 2, 0] : (tensor<4x8x8xf32>) -> tensor<8x8x4xf32>
  %v4 = stablehlo.constant dense<0.0> : tensor<f32>
  %v5 = stablehlo.pad %v2, %v4, low = [0, 1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<8x8x4xf32>, tensor<f32>) -> tensor<8x10x4xf32>
  %v7 = stablehlo.constant dense<0.0> : tensor<f32>
  %v8 = stablehlo.reduce(%arg2 init: %v7) applies stablehlo.add across dimensions = [2] : (tensor<8x4x16xf32>, tensor<f32>) -> tensor<8x4xf32>
  %v9 = stablehlo.constant dense<0> : tensor<i32>
  %v10 = "stablehlo.case"(%v9) ({
    stablehlo.return %v5 : tensor<8x10x4xf32>
  }, {
    %e = stablehlo.exponential %v5 : tensor<8x10x4xf32>
    stablehlo.return %e : tensor<8x10x4xf32>
  }) : (tensor<i32>) -> tensor<8x10x4xf32>
  return %v8, %v10 : tensor<8x4xf32>, tensor<8x10x4xf32>
}
// expect: arg <@m, [{"y", "x", ?}, {?}, {?}]>
// expect: arg <@m, [{?}, {"x":(2)2, ?}, {"y", "x":(1)2, ?}]>
// expect: arg <@m, [{"x":(1)2, "y", ?}, {?}, {}]>
// expect: arg <@m, [{"x"}, {?}, {?}]>
// expect: res <@m, [{"x":(1)2, "y", ?}, {?}]>
// expect: res <@m, [{?}, {"y", ?}, {"x"}]>
// expect: stablehlo.transpose <@m, [{"x":(2)2, ?}, {"y", "x":(1)2, ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.pad <@m, [{?}, {"y", ?}, {"x", ?}]>
// expect: stablehlo.constant -
// expect: stablehlo.reduce <@m, [{"x":(1)2, "y", ?}, {?}]>
// expect: stablehlo.add -
// expect: stablehlo.return
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{?}, {"y", ?}, {"x", ?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{?}, {"y", ?}, {"x", ?}]>
// expect: stablehlo.return
// expect: func.return
// -----
// case: random program 55
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x8x8xf32>, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}, {}]>}, %arg2: tensor<16x8xf32>) -> (tensor<4x8x8xf32>, tensor<128xf32> {sdy.sharding = #sdy.sharding<@m, [{?}]>}) {
  %v0 = sdy.sharding_constraint %arg0 <@m, [{"y", ?}, {"x"}, {?}]> : tensor<4x8x8xf32>
  %v1 = stablehlo.constant dense<0> : tensor<i32>
  %v2 = stablehlo.constant dense<1> : tensor<i32>
  %v3 = stablehlo.constant dense<5> : tensor<i32>
  %v4:2 = stablehlo.while(%a = %v1, %b = %arg1) : tensor<i32>, tensor<16x8xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v2 : tensor<i32>
    %w = stablehlo.multiply %b, %b : tensor<16x8xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<16x8xf32>
  }
  %v5 = stablehlo.reshape %v4#1 : (tensor<16x8xf32>) -> tensor<128xf32>
  return %v0, %v5 : tensor<4x8x8xf32>, tensor<128xf32>
}
// expect: arg <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: arg <@m, [{"y", "x", ?}, {}]>
// expect: arg -
// expect: res <@m, [{"y", ?}, {"x", ?}, {?}]>
// expect: res <@m, [{"y", "x", ?}]>
// expect: sdy.sharding_constraint <@m, [{"y", ?}, {"x"}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.multiply <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.reshape <@m, [{"y", "x", ?}]>
// expect: func.return
// -----
// case: random program 56
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}p0, {"x", ?}]>}, %arg1: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y", ?}p1, {}]>}, %arg2: tensor<8x4x16xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {?}, {?}p1], replicated={"y"}>}, %arg3: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %v0 = sdy.sharding_constraint %arg2 <@m, [{"y", "x"}, {}, {}]> : tensor<8x4x16xf32>
  %v1 = stablehlo.constant dense<3.0> : tensor<f32>
  %v2 = stablehlo.broadcast_in_dim %v1, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
  %v7 = stablehlo.add %v2, %v2 : tensor<6x8xf32>
  %v8 = sdy.propagation_barrier %v7 allowed_direction=NONE : tensor<6x8xf32>
  %v9 = stablehlo.constant dense<3.0> : tensor<f32>
  %v10 = stablehlo.broadcast_in_dim %v9, dims = [] : (tensor<f32>) -> tensor<6x8xf32>
  return %v10, %v8 : tensor<6x8xf32>, tensor<6x8xf32>
}
// expect: arg <@m, [{"y", ?}, {"x", ?}]>
// expect: arg <@m, [{"x", "y", ?}, {}]>
// expect: arg <@m, [{}, {?}, {?}], replicated={"y"}>
// expect: arg <@m, [{}, {}]>
// expect: res -
// expect: res -
// expect: sdy.sharding_constraint <@m, [{"y", "x"}, {}, {}]>
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: stablehlo.add -
// expect: sdy.propagation_barrier -
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim -
// expect: func.return
// -----
// case: random program 57
sdy.mesh @m = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}, {}, {}]>}, %arg1: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}p1, {}, {?}p1]>}, %arg2: tensor<8x4x16xf32>) -> (tensor<4x8x8xf32>, tensor<4x4x8xf32>) {
  %v0 = stablehlo.constant dense<0> : tensor<i32>
  %v1 = stablehlo.constant dense<1> : tensor<i32>
  %v2 = stablehlo.constant dense<5> : tensor<i32>
  %v3:2 = stablehlo.while(%a = %v0, %b = %arg1) : tensor<i32>, tensor<4x8x8xf32>
  cond {
    %c = stablehlo.compare LT, %a, %v2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %a, %v1 : tensor<i32>
    %w = stablehlo.multiply %b, %b : tensor<4x8x8xf32>
    stablehlo.return %n, %w : tensor<i32>, tensor<4x8x8xf32>
  }
  %v4 = stablehlo.slice %v3#1 [0:4, 0:4, 0:8] : (tensor<4x8x8xf32>) -> tensor<4x4x8xf32>
  %v5 = stablehlo.reverse %v3#1, dims = [1] : tensor<4x8x8xf32>
  %v9 = sdy.propagation_barrier %v4 allowed_direction=NONE : tensor<4x4x8xf32>
  %v11 = stablehlo.constant dense<3.0> : tensor<f32>
  %v12 = stablehlo.broadcast_in_dim %v11, dims = [] : (tensor<f32>) -> tensor<4x8x8xf32>
  %v13 = stablehlo.multiply %v5, %v12 : tensor<4x8x8xf32>
  return %v13, %v9 : tensor<4x8x8xf32>, tensor<4x4x8xf32>
}
// expect: arg <@m, [{"y", "x", ?}, {}, {}]>
// expect: arg <@m, [{"x", "y"}, {}, {?}]>
// expect: arg -
// expect: res <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: res -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.constant -
// expect: stablehlo.while - <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.compare -
// expect: stablehlo.return
// expect: stablehlo.add -
// expect: stablehlo.multiply <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.slice <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.reverse <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: sdy.propagation_barrier -
// expect: stablehlo.constant -
// expect: stablehlo.broadcast_in_dim <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.multiply <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: func.return
// -----
// case: random program 58
sdy.mesh @m = <["x"=2, "y"=3]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", ?}, {}], replicated={"x"}>}, %arg1: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y"}p1, {?}p1, {?}]>}, %arg2: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{?}p1, {}]>}, %arg3: tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x", ?}p1, {?}p1, {}]>}) -> (tensor<4x8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x", "y", ?}p1, {?}p1, {?}p0]>}, tensor<8x8xf32>) {
  %v3 = stablehlo.tanh %arg1 : tensor<4x8x8xf32>
  %v6 = stablehlo.multiply %arg2, %arg2 : tensor<8x16xf32>
  %v9 = stablehlo.add %arg3, %v3 : tensor<4x8x8xf32>
  %v10 = stablehlo.constant dense<0> : tensor<i32>
  %v11 = stablehlo.dynamic_slice %v6, %v10, %v10, sizes = [8, 8] : (tensor<8x16xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  %v12 = stablehlo.reverse %v11, dims = [0] : tensor<8x8xf32>
  return %v9, %v12 : tensor<4x8x8xf32>, tensor<8x8xf32>
}
// expect: arg <@m, [{"y", ?}, {}], replicated={"x"}>
// expect: arg <@m, [{"x", "y"}, {?}, {?}]>
// expect: arg <@m, [{?}, {}]>
// expect: arg <@m, [{"y", "x", ?}, {?}, {}]>
// expect: res <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: res -
// expect: stablehlo.tanh <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.multiply -
// expect: stablehlo.add <@m, [{"x", "y", ?}, {?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice -
// expect: stablehlo.reverse -
// expect: func.return
// -----
// case: random program 59
sdy.mesh @m = <["x"=4, "y"=2]>
func.func @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@m, [{"y", "x"}, {}]>}, %arg1: tensor<8x8xf32>, %arg2: tensor<12x4xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %v1 = stablehlo.add %arg0, %arg0 : tensor<8x16xf32>
  %v3 = stablehlo.reverse %v1, dims = [1] : tensor<8x16xf32>
  %v13 = stablehlo.add %v1, %v1 : tensor<8x16xf32>
  %v14 = stablehlo.constant dense<0> : tensor<i32>
  %v15 = "stablehlo.case"(%v14) ({
    stablehlo.return %v3 : tensor<8x16xf32>
  }, {
    %e = stablehlo.exponential %v3 : tensor<8x16xf32>
    stablehlo.return %e : tensor<8x16xf32>
  }) : (tensor<i32>) -> tensor<8x16xf32>
  return %v13, %v15 : tensor<8x16xf32>, tensor<8x16xf32>
}
// expect: arg <@m, [{"y", "x"}, {}]>
// expect: arg -
// expect: arg -
// expect: res <@m, [{"y", "x", ?}, {?}]>
// expect: res <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.reverse <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.add <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{"y", "x", ?}, {?}]>
// expect: stablehlo.return
// expect: func.return
// -----
// case: random program 60
sdy.mesh @m = <["x"=2, "y"=2, "z"=2]>
func.func @main(%arg0: tensor<8x4x16xf32>, %arg1: tensor<16x8xf32>, %arg2: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}p1, {}]>}, %arg3: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"z", ?}p1, {?}p1]>}) -> (tensor<16x4xf32>, tensor<16x8xf32>) {
  %v0 = stablehlo.constant dense<0> : tensor<i32>
  %v1 = stablehlo.dynamic_slice %arg1, %v0, %v0, sizes = [16, 4] : (tensor<16x8xf32>, tensor<i32>, tensor<i32>) -> tensor<16x4xf32>
  %v2 = stablehlo.constant dense<0> : tensor<i32>
  %v3 = "stablehlo.case"(%v2) ({
    stablehlo.return %arg3 : tensor<16x8xf32>
  }, {
    %e = stablehlo.exponential %arg3 : tensor<16x8xf32>
    stablehlo.return %e : tensor<16x8xf32>
  }) : (tensor<i32>) -> tensor<16x8xf32>
  %v4 = stablehlo.add %v3, %arg2 : tensor<16x8xf32>
  %v5 = sdy.propagation_barrier %v1 allowed_direction=BACKWARD : tensor<16x4xf32>
  %v8 = stablehlo.add %arg3, %v4 : tensor<16x8xf32>
  return %v5, %v8 : tensor<16x4xf32>, tensor<16x8xf32>
}
// expect: arg -
// expect: arg -
// expect: arg <@m, [{"x"}, {}]>
// expect: arg <@m, [{"z", ?}, {?}]>
// expect: res -
// expect: res <@m, [{"z", ?}, {?}]>
// expect: stablehlo.constant -
// expect: stablehlo.dynamic_slice -
// expect: stablehlo.constant -
// expect: stablehlo.case <@m, [{"z", ?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.exponential <@m, [{"z", ?}, {?}]>
// expect: stablehlo.return
// expect: stablehlo.add <@m, [{"z", ?}, {?}]>
// expect: sdy.propagation_barrier -
// expect: stablehlo.add <@m, [{"z", ?}, {?}]>
// expect: func.return
