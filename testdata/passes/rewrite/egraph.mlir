// RUN: opt -p 'egraph{parameters-from=1}'

// CHECK: func.func public @products_of_one_operand_are_merged
func.func public @products_of_one_operand_are_merged(%x: tensor<64x256xf32>, %q: tensor<256x256xf32>, %k: tensor<256x128xf32>, %v: tensor<256x128xf32>) -> (tensor<64x256xf32>, tensor<64x128xf32>, tensor<64x128xf32>) {
  // CHECK: [[W:%[0-9]+]] = stablehlo.concatenate %arg1, %arg2, %arg3, dim = 1
  // CHECK: [[Y:%[0-9]+]] = stablehlo.dot_general %arg0, [[W]]
  // CHECK-NOT: stablehlo.dot_general
  %0 = stablehlo.dot_general %x, %q, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  %1 = stablehlo.dot_general %x, %k, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  %2 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x128xf32>) -> tensor<64x128xf32>
  return %0, %1, %2 : tensor<64x256xf32>, tensor<64x128xf32>, tensor<64x128xf32>
}

// CHECK: func.func public @a_chain_is_multiplied_where_it_is_small
func.func public @a_chain_is_multiplied_where_it_is_small(%v: tensor<1x512xf32>, %a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<1x512xf32> {
  // With both matrices parameters their product is known before the program is run.
  // CHECK: [[W:%[0-9]+]] = stablehlo.dot_general %arg1, %arg2
  // CHECK: stablehlo.dot_general %arg0, [[W]]
  %0 = stablehlo.dot_general %v, %a, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x512xf32>) -> tensor<1x512xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<1x512xf32>, tensor<512x512xf32>) -> tensor<1x512xf32>
  return %1 : tensor<1x512xf32>
}
