// RUN: opt -p 'expand-outer'

// CHECK: func.func public @main
// CHECK-NEXT: [[ROWS:%[0-9]+]] = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xf32>) -> tensor<4x6xf32>
// CHECK-NEXT: [[COLUMNS:%[0-9]+]] = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT: [[PRODUCT:%[0-9]+]] = stablehlo.multiply [[ROWS]], [[COLUMNS]]
// CHECK-NEXT: return [[PRODUCT]]
func.func public @main(%arg0: tensor<4xf32>, %arg1: tensor<6xf32>) -> tensor<4x6xf32> {
  %0 = acme.outer %arg0, %arg1 : (tensor<4xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
