// RUN: opt -p 'inline'

// Named computations open, inner ones too; what is said at their borders stays as constraints, but that everything is open says nothing.
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}]>
// CHECK-NEXT: %1 = stablehlo.tanh %0
// CHECK-NEXT: %2 = stablehlo.negate %1
// CHECK-NEXT: %3 = sdy.sharding_constraint %2 <@mesh, [{?}, {"y", ?}]>
// CHECK-NEXT: %4 = stablehlo.add %3, %3
// CHECK-NEXT: return %4
func.func public @main(%arg0: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.named_computation<"outer">(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{?}, {?}]>] (%arg1: tensor<8x8xf32>) {
    %1 = stablehlo.tanh %arg1 : tensor<8x8xf32>
    %2 = sdy.named_computation<"inner">(%1) out_shardings=[<@mesh, [{?}, {"y", ?}]>] (%arg2: tensor<8x8xf32>) {
      %3 = stablehlo.negate %arg2 : tensor<8x8xf32>
      sdy.return %3 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %4 = stablehlo.add %2, %2 : tensor<8x8xf32>
    sdy.return %4 : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
