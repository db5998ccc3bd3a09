// RUN: opt -p 'propagate'

// A product carries rows from the left, columns from the right; what is contracted stays open on the result.
sdy.mesh @mesh = <["data"=2, "model"=4]>
// CHECK: func.func public @a_product_takes_rows_and_columns
// CHECK: stablehlo.dot_general
// CHECK-SAME: sdy.sharding_per_value<[<@mesh, [{"data"{{(, \?)?}}}, {"model"{{(, \?)?}}}]>]>
func.func public @a_product_takes_rows_and_columns(
    %arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
    %arg1: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}) -> tensor<8x64xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
  return %0 : tensor<8x64xf32>
}

// Closed dimensions are not touched.
// CHECK: func.func public @closed_stays_closed(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}
func.func public @closed_stays_closed(
    %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
    %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-error@+1 {{"y"}}
func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}
sdy.mesh @mesh = <["x"=2]>
