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

// -----

func.func public @main() -> tensor<2xui8> {
  // expected-error@+1 {{-1 does not fit type ui8}}
  %0 = stablehlo.constant dense<[1, -1]> : tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

func.func public @main() -> tensor<16xi1> {
  // expected-error@+1 {{hex constant of tensor<16xi1> needs 32 digits, got 6}}
  %0 = stablehlo.constant dense<"0x010101"> : tensor<16xi1>
  return %0 : tensor<16xi1>
}
