// RUN: opt -p 'dce'

// A chain that ends in nothing goes as a whole, in one run.
// CHECK: func.func public @main(%arg0: tensor<4xf32>)
// CHECK-NEXT: return %arg0
func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<4xf32>
  %2 = call @unused(%1) : (tensor<4xf32>) -> tensor<4xf32>
  return %arg0 : tensor<4xf32>
}

// CHECK-NOT: @unused
func.func private @unused(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}

// -----

// Other devices wait for a collective: it stays.
// CHECK: stablehlo.all_reduce
func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
    %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %arg0 : tensor<4xf32>
}
