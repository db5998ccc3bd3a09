// RUN: opt -p 'cse'

// CHECK: func.func public @merges_what_is_equal
func.func public @merges_what_is_equal(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: [[SUM:%[0-9]+]] = stablehlo.add %arg0, %arg0
  // CHECK-NEXT: [[PRODUCT:%[0-9]+]] = stablehlo.multiply [[SUM]], [[SUM]]
  // CHECK-NEXT: return [[PRODUCT]]
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %1 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK: func.func public @keeps_zeros_of_different_sign_apart
func.func public @keeps_zeros_of_different_sign_apart() -> (tensor<f32>, tensor<f32>) {
  // CHECK: stablehlo.constant dense<0.000000e+00>
  // CHECK: stablehlo.constant dense<-0.000000e+00>
  %0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %1 = stablehlo.constant dense<-0.000000e+00> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

// Values that lie differently are different, whatever they hold.
sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func public @keeps_different_shardings_apart
func.func public @keeps_different_shardings_apart(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
  // CHECK: stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>}
  %0 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  %1 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
