// RUN: opt -p 'fold,dce'

// Numbers by hand: (2 + 3) * 4 = 20; [1, 2] + [10, 20] = [11, 22].
// CHECK: func.func public @splats_stay_splats
// CHECK-NEXT: [[C:%[a-z0-9_]+]] = stablehlo.constant dense<2.000000e+01> : tensor<1000000x1000000xf32>
// CHECK-NEXT: return [[C]]
func.func public @splats_stay_splats() -> tensor<1000000x1000000xf32> {
  %0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1000000x1000000xf32>
  %2 = stablehlo.constant dense<3.000000e+00> : tensor<1000000x1000000xf32>
  %3 = stablehlo.constant dense<4.000000e+00> : tensor<1000000x1000000xf32>
  %4 = stablehlo.add %1, %2 : tensor<1000000x1000000xf32>
  %5 = stablehlo.multiply %4, %3 : tensor<1000000x1000000xf32>
  return %5 : tensor<1000000x1000000xf32>
}

// CHECK: func.func public @small_constants_are_evaluated
// CHECK-NEXT: stablehlo.constant dense<[11, 22]> : tensor<2xi32>
// CHECK-NEXT: return
func.func public @small_constants_are_evaluated() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %2 = stablehlo.add %0, %1 : tensor<2xi32>
  return %2 : tensor<2xi32>
}

// CHECK: func.func public @arguments_and_iota_stay
// CHECK: stablehlo.iota
// CHECK: stablehlo.add
func.func public @arguments_and_iota_stay(%arg0: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<4xi32>
  %1 = stablehlo.add %arg0, %0 : tensor<4xi32>
  return %1 : tensor<4xi32>
}

// -----

// RUN: opt -p 'fold{max-bytes=4},dce'
// CHECK: func.func public @the_limit_holds
// CHECK: stablehlo.add
func.func public @the_limit_holds() -> tensor<2xi32> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = stablehlo.constant dense<[10, 20]> : tensor<2xi32>
  %2 = stablehlo.add %0, %1 : tensor<2xi32>
  return %2 : tensor<2xi32>
}
