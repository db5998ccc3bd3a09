// RUN: opt -p 'unflatten-products,dce'

// A layer of two samples of four tokens each: rows stay apart, through a bias too.
// CHECK: func.func public @layer
// CHECK: [[P:%.+]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [2] x [0] : (tensor<2x4x8xf32>, tensor<8x6xf32>) -> tensor<2x4x6xf32>
// CHECK: [[B:%.+]] = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<6xf32>) -> tensor<2x4x6xf32>
// CHECK: [[S:%.+]] = stablehlo.add [[P]], [[B]]
// CHECK: stablehlo.reshape [[S]] : (tensor<2x4x6xf32>) -> tensor<2x4x3x2xf32>
// CHECK-NOT: tensor<8x6xf32>)
// CHECK: return
func.func public @layer(%x: tensor<2x4x8xf32>, %w: tensor<8x6xf32>, %b: tensor<6xf32>) -> tensor<2x4x3x2xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<8x6xf32>
  %3 = stablehlo.add %1, %2 : tensor<8x6xf32>
  %4 = stablehlo.reshape %3 : (tensor<8x6xf32>) -> tensor<2x4x3x2xf32>
  return %4 : tensor<2x4x3x2xf32>
}

// -----

// RUN: opt -p 'unflatten-products,dce'

// Rows that come out grouped otherwise than they went in are left alone.
// CHECK: func.func public @other_rows
// CHECK: stablehlo.dot_general {{%.+}}, %arg1, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
func.func public @other_rows(%x: tensor<2x4x8xf32>, %w: tensor<8x6xf32>) -> tensor<4x2x6xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = stablehlo.reshape %1 : (tensor<8x6xf32>) -> tensor<4x2x6xf32>
  return %2 : tensor<4x2x6xf32>
}
