// Truth values in hex, in both of MLIR's forms: a bit each (up to version 21), a byte each, one byte for all.
// RUN: opt

// CHECK: dense<[true, false, true, true, false, false, false, true, false, true]> : tensor<10xi1>
// CHECK: dense<[false, true, true, false, true, true, true, true, true]> : tensor<9xi1>
// CHECK: dense<true> : tensor<300xi1>
func.func public @main() -> (tensor<10xi1>, tensor<9xi1>, tensor<300xi1>) {
  %0 = stablehlo.constant dense<"0x8D02"> : tensor<10xi1>
  %1 = stablehlo.constant dense<"0x0001FF000102030405"> : tensor<9xi1>
  %2 = stablehlo.constant dense<"0xFF"> : tensor<300xi1>
  return %0, %1, %2 : tensor<10xi1>, tensor<9xi1>, tensor<300xi1>
}
