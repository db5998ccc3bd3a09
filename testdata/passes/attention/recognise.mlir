// RUN: opt -p 'clean,recognise-attention'

// Written by JAX 0.10.2: einsum, mask by `tril`, softmax, einsum. Queries, keys and values are [b, s, h, e] there.
// CHECK: func.func public @main
// CHECK: [[O:%.+]]:2 = nn.attention {{%.+}}, {{%.+}}, {{%.+}} {causal_offset = 0 : i64, scale = 2.500000e-01 : f64} : (tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>, tensor<2x4x8x16xf32>) -> (tensor<2x4x8x16xf32>, tensor<2x4x8x2xf32>)
// CHECK-NOT: stablehlo.dot_general
// CHECK-NOT: stablehlo.exponential
// CHECK: return
func.func public @main(%arg0: tensor<2x8x4x16xf32>, %arg1: tensor<2x8x4x16xf32>, %arg2: tensor<2x8x4x16xf32>) -> (tensor<2x8x4x16xf32>) {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x4x16xf32>, tensor<2x8x4x16xf32>) -> tensor<2x4x8x8xf32>
  %cst = stablehlo.constant dense<4.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x4x8x8xf32>
  %2 = stablehlo.divide %0, %1 : tensor<2x4x8x8xf32>
  %c = stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
  %4 = call @tril(%3) : (tensor<8x8xi1>) -> tensor<8x8xi1>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %5 = call @_where(%4, %2, %cst_0) : (tensor<8x8xi1>, tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x8x8xf32>
  %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %6 = stablehlo.reduce(%5 init: %cst_1) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
  %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x4x8xf32>
  %8 = stablehlo.maximum %7, %6 : tensor<2x4x8xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<2x4x8xf32>) -> tensor<2x4x8x1xf32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2, 3] : (tensor<2x4x8x1xf32>) -> tensor<2x4x8x8xf32>
  %11 = stablehlo.subtract %5, %10 : tensor<2x4x8x8xf32>
  %12 = stablehlo.exponential %11 : tensor<2x4x8x8xf32>
  %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %13 = stablehlo.reduce(%12 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<2x4x8x8xf32>, tensor<f32>) -> tensor<2x4x8xf32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<2x4x8xf32>) -> tensor<2x4x8x1xf32>
  %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3] : (tensor<2x4x8x1xf32>) -> tensor<2x4x8x8xf32>
  %16 = stablehlo.divide %12, %15 : tensor<2x4x8x8xf32>
  %17 = stablehlo.dot_general %arg2, %16, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x4x16xf32>, tensor<2x4x8x8xf32>) -> tensor<2x4x16x8xf32>
  %18 = stablehlo.transpose %17, dims = [0, 3, 1, 2] : (tensor<2x4x16x8xf32>) -> tensor<2x8x4x16xf32>
  return %18 : tensor<2x8x4x16xf32>
}
func.func private @tril(%arg0: tensor<8x8xi1>) -> tensor<8x8xi1> {
  %0 = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xi32>
  %3 = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
  %c_0 = stablehlo.constant dense<false> : tensor<i1>
  %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
  %6 = stablehlo.select %4, %arg0, %5 : tensor<8x8xi1>, tensor<8x8xi1>
  return %6 : tensor<8x8xi1>
}
func.func private @_where(%arg0: tensor<8x8xi1>, %arg1: tensor<2x4x8x8xf32>, %arg2: tensor<f32>) -> tensor<2x4x8x8xf32> {
  %0 = stablehlo.convert %arg2 : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<8x8xi1>) -> tensor<2x4x8x8xi1>
  %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x4x8x8xf32>
  %3 = stablehlo.select %1, %arg1, %2 : tensor<2x4x8x8xi1>, tensor<2x4x8x8xf32>
  return %3 : tensor<2x4x8x8xf32>
}

// -----

// RUN: opt -p 'clean,recognise-attention'

// Written by JAX 0.10.2: `jax.nn.dot_product_attention` of four query heads and two key heads, causal.
// CHECK: func.func public @main
// CHECK: nn.attention {{%.+}}, {{%.+}}, {{%.+}} {causal_offset = 0 : i64, scale = 2.500000e-01 : f64} : (tensor<2x4x8x16xf32>, tensor<2x2x8x16xf32>, tensor<2x2x8x16xf32>)
// CHECK-NOT: stablehlo.exponential
// CHECK: return
func.func public @main(%arg0: tensor<2x8x4x16xf32>, %arg1: tensor<2x8x2x16xf32>, %arg2: tensor<2x8x2x16xf32>) -> (tensor<2x8x4x16xf32>) {
  %0 = stablehlo.reshape %arg0 : (tensor<2x8x4x16xf32>) -> tensor<2x8x2x2x16xf32>
  %1 = stablehlo.dot_general %0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [4] x [3], precision = [DEFAULT, DEFAULT] : (tensor<2x8x2x2x16xf32>, tensor<2x8x2x16xf32>) -> tensor<2x2x8x2x8xf32>
  %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x2x8x2x8xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<2x2x8x2x8xf32>
  %c = stablehlo.constant dense<true> : tensor<i1>
  %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i1>) -> tensor<2x2x8x8xi1>
  %c_0 = stablehlo.constant dense<true> : tensor<i1>
  %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
  %6 = call @tril(%5) : (tensor<8x8xi1>) -> tensor<8x8xi1>
  %7 = stablehlo.broadcast_in_dim %6, dims = [2, 3] : (tensor<8x8xi1>) -> tensor<1x1x8x8xi1>
  %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2, 3] : (tensor<1x1x8x8xi1>) -> tensor<2x2x8x8xi1>
  %9 = stablehlo.and %4, %8 : tensor<2x2x8x8xi1>
  %cst_1 = stablehlo.constant dense<-2.38197633E+38> : tensor<f32>
  %10 = call @_where(%9, %3, %cst_1) : (tensor<2x2x8x8xi1>, tensor<2x2x8x2x8xf32>, tensor<f32>) -> tensor<2x2x2x8x8xf32>
  %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.maximum across dimensions = [4] : (tensor<2x2x2x8x8xf32>, tensor<f32>) -> tensor<2x2x2x8xf32>
  %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x2x2x8xf32>
  %13 = stablehlo.maximum %12, %11 : tensor<2x2x2x8xf32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2, 3] : (tensor<2x2x2x8xf32>) -> tensor<2x2x2x8x1xf32>
  %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2, 3, 4] : (tensor<2x2x2x8x1xf32>) -> tensor<2x2x2x8x8xf32>
  %16 = stablehlo.subtract %10, %15 : tensor<2x2x2x8x8xf32>
  %17 = stablehlo.exponential %16 : tensor<2x2x2x8x8xf32>
  %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %18 = stablehlo.reduce(%17 init: %cst_4) applies stablehlo.add across dimensions = [4] : (tensor<2x2x2x8x8xf32>, tensor<f32>) -> tensor<2x2x2x8xf32>
  %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3] : (tensor<2x2x2x8xf32>) -> tensor<2x2x2x8x1xf32>
  %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2, 3, 4] : (tensor<2x2x2x8x1xf32>) -> tensor<2x2x2x8x8xf32>
  %21 = stablehlo.divide %17, %20 : tensor<2x2x2x8x8xf32>
  %22 = stablehlo.dot_general %arg2, %21, batching_dims = [0, 2] x [1, 2], contracting_dims = [1] x [4], precision = [DEFAULT, DEFAULT] : (tensor<2x8x2x16xf32>, tensor<2x2x2x8x8xf32>) -> tensor<2x2x16x2x8xf32>
  %23 = stablehlo.transpose %22, dims = [3, 0, 4, 1, 2] : (tensor<2x2x16x2x8xf32>) -> tensor<2x2x8x2x16xf32>
  %24 = stablehlo.transpose %23, dims = [1, 2, 3, 0, 4] : (tensor<2x2x8x2x16xf32>) -> tensor<2x8x2x2x16xf32>
  %25 = stablehlo.reshape %24 : (tensor<2x8x2x2x16xf32>) -> tensor<2x8x4x16xf32>
  return %25 : tensor<2x8x4x16xf32>
}
func.func private @tril(%arg0: tensor<8x8xi1>) -> tensor<8x8xi1> {
  %0 = stablehlo.iota dim = 0 : tensor<8x8xi32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
  %2 = stablehlo.add %0, %1 : tensor<8x8xi32>
  %3 = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
  %c_0 = stablehlo.constant dense<false> : tensor<i1>
  %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<8x8xi1>
  %6 = stablehlo.select %4, %arg0, %5 : tensor<8x8xi1>, tensor<8x8xi1>
  return %6 : tensor<8x8xi1>
}
func.func private @_where(%arg0: tensor<2x2x8x8xi1>, %arg1: tensor<2x2x8x2x8xf32>, %arg2: tensor<f32>) -> tensor<2x2x2x8x8xf32> {
  %0 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<2x2x8x8xf32>
  %1 = stablehlo.broadcast_in_dim %arg0, dims = [1, 2, 3, 4] : (tensor<2x2x8x8xi1>) -> tensor<2x2x2x8x8xi1>
  %2 = stablehlo.broadcast_in_dim %0, dims = [1, 2, 3, 4] : (tensor<2x2x8x8xf32>) -> tensor<2x2x2x8x8xf32>
  %3 = stablehlo.transpose %arg1, dims = [3, 0, 1, 2, 4] : (tensor<2x2x8x2x8xf32>) -> tensor<2x2x2x8x8xf32>
  %4 = stablehlo.select %1, %3, %2 : tensor<2x2x2x8x8xi1>, tensor<2x2x2x8x8xf32>
  return %4 : tensor<2x2x2x8x8xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// Without a maximum taken away, the bias repeated over the batch: found as it is.
// CHECK: func.func public @bias
// CHECK: [[B:%.+]] = stablehlo.reshape %arg3 : (tensor<3x4xf32>) -> tensor<1x3x4xf32>
// CHECK: nn.attention
// CHECK-SAME: tensor<1x1x3x4xf32>
func.func public @bias(%q: tensor<2x3x8xf32>, %k: tensor<2x4x8xf32>, %v: tensor<2x4x5xf32>, %bias: tensor<3x4xf32>) -> tensor<2x3x5xf32> {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x3x8xf32>, tensor<2x4x8xf32>) -> tensor<2x3x4xf32>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1, 2] : (tensor<3x4xf32>) -> tensor<2x3x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x3x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x3x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x3x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x3x4xf32>, tensor<2x4x5xf32>) -> tensor<2x3x5xf32>
  return %7 : tensor<2x3x5xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// The softmax is over queries: weights of one key sum to one.
// CHECK: func.func public @over_queries
// CHECK-NOT: nn.attention
func.func public @over_queries(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// The quotient is not repeated along the keys that were summed.
// CHECK: func.func public @turned
// CHECK-NOT: nn.attention
func.func public @turned(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// The product with the values sums over queries.
// CHECK: func.func public @wrong_sum
// CHECK-NOT: nn.attention
func.func public @wrong_sum(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// The sum does not start at nothing.
// CHECK: func.func public @begins_elsewhere
// CHECK-NOT: nn.attention
func.func public @begins_elsewhere(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<1.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// The largest, not the sum.
// CHECK: func.func public @not_a_sum
// CHECK-NOT: nn.attention
func.func public @not_a_sum(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// Weights are used by others: they would be computed twice.
// CHECK: func.func public @weights_used
// CHECK-NOT: nn.attention
func.func public @weights_used(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>, tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7, %6 : tensor<2x4x4xf32>, tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// Scaled after the bias was added.
// CHECK: func.func public @scaled_late
// CHECK-NOT: nn.attention
func.func public @scaled_late(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %1 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %half = stablehlo.constant dense<0.5> : tensor<2x4x4xf32>
  %2 = stablehlo.multiply %1, %half : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// More precision than the default is asked for.
// CHECK: func.func public @precise
// CHECK-NOT: nn.attention
func.func public @precise(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [HIGHEST, HIGHEST] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %bias : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}

// -----

// RUN: opt -p 'recognise-attention'

// What is added is another product: which of them are the scores?
// CHECK: func.func public @two_products
// CHECK-NOT: nn.attention
func.func public @two_products(%q: tensor<2x4x4xf32>, %k: tensor<2x4x4xf32>, %v: tensor<2x4x4xf32>, %bias: tensor<2x4x4xf32>) -> (tensor<2x4x4xf32>) {
  %0 = stablehlo.dot_general %q, %k, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %1 = stablehlo.dot_general %q, %q, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x4x4xf32>
  %3 = stablehlo.exponential %2 : tensor<2x4x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.divide %3, %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot_general %6, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  return %7 : tensor<2x4x4xf32>
}
