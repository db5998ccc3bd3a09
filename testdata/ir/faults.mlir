// RUN: opt

func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{nothing}}
  %0 = stablehlo.nothing %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{%1}}
  return %1 : tensor<4xf32>
}
