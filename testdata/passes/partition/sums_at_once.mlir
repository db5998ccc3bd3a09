// RUN: opt -p 'reshard{sums=once}'

sdy.mesh @mesh = <["x"=2]>

// In strict order every partial result is combined before anything else is done with it.
// CHECK: func.func public @each_product_is_combined_at_once
func.func public @each_product_is_combined_at_once(
    %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %arg1: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %arg2: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x4xf32> {
  // CHECK: [[LEFT:%[0-9]+]] = sdy.reshard
  // CHECK-NEXT: [[RIGHT:%[0-9]+]] = sdy.reshard
  // CHECK-NEXT: stablehlo.add [[LEFT]], [[RIGHT]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
