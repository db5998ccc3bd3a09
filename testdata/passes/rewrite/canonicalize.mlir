// RUN: opt -p 'canonicalize,dce'

// CHECK: func.func public @chains_of_shape_changes_become_one
func.func public @chains_of_shape_changes_become_one(%arg0: tensor<2x3x4xf32>) -> (tensor<24xf32>, tensor<3x4x2xf32>, tensor<2x3x4xf32>) {
  // CHECK-NEXT: [[FLAT:%[0-9]+]] = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %0 = stablehlo.reshape %arg0 : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.reshape %0 : (tensor<6x4xf32>) -> tensor<24xf32>
  // [2, 1, 0] then [1, 0, 2]: result dimension 0 is dimension 1 of the middle, which is dimension 1 of the source.
  // CHECK-NEXT: [[TURNED:%[0-9]+]] = stablehlo.transpose %arg0, dims = [1, 2, 0]
  %2 = stablehlo.transpose %arg0, dims = [2, 1, 0] : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0, 2] : (tensor<4x3x2xf32>) -> tensor<3x4x2xf32>
  %4 = stablehlo.transpose %arg0, dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  %5 = stablehlo.transpose %4, dims = [0, 2, 1] : (tensor<2x4x3xf32>) -> tensor<2x3x4xf32>
  // CHECK-NEXT: return [[FLAT]], [[TURNED]], %arg0
  return %1, %3, %5 : tensor<24xf32>, tensor<3x4x2xf32>, tensor<2x3x4xf32>
}

// Minus zero plus zero is zero: adding 0.0 is no identity, adding -0.0 and subtracting 0.0 are.
// CHECK: func.func public @neutral_elements_go_where_that_is_exact
func.func public @neutral_elements_go_where_that_is_exact(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
  %minus_zero = stablehlo.constant dense<-0.000000e+00> : tensor<4xf32>
  %one = stablehlo.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK: [[KEPT:%[0-9]+]] = stablehlo.add %arg0
  // CHECK-NEXT: return [[KEPT]], %arg0, %arg0, %arg0
  %0 = stablehlo.add %arg0, %zero : tensor<4xf32>
  %1 = stablehlo.add %minus_zero, %arg0 : tensor<4xf32>
  %2 = stablehlo.subtract %arg0, %zero : tensor<4xf32>
  %3 = stablehlo.multiply %arg0, %one : tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// CHECK: func.func public @a_constant_choice_is_made
func.func public @a_constant_choice_is_made(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %true = stablehlo.constant dense<true> : tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  // CHECK-NEXT: return %arg0, %arg1
  %0 = stablehlo.select %true, %arg0, %arg1 : tensor<4xi1>, tensor<4xf32>
  %1 = stablehlo.select %false, %arg0, %arg1 : tensor<i1>, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A sharding is a request: the value that carries it stays.
sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func public @requests_stay
// CHECK: stablehlo.reshape
func.func public @requests_stay(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
