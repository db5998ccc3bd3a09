// RUN: opt -p 'windowed-einsum{threshold=0}'
// RUN: opt -p 'windowed-einsum{threshold=0 bidirectional=true}' --check-prefix=BOTH
// RUN: opt -p 'windowed-einsum{threshold=1000000}' --check-prefix=SMALL

sdy.mesh @mesh = <["x"=3]>

// Three devices, three rows of 2: its own product first, while its rows go to the device before; then those of the next two.
// CHECK: func.func public @rows_are_multiplied_as_they_arrive
// CHECK-NOT: stablehlo.all_gather
// CHECK: [[OUT:%.+]] = stablehlo.constant dense<0.000000e+00> : tensor<6x5xf32>
// CHECK: [[NEXT:%.+]] = "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<{{\[\[}}0, 2], [1, 0], [2, 1]]>
// CHECK: [[OWN:%.+]] = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
// CHECK: stablehlo.dynamic_update_slice [[OUT]], [[OWN]]
// CHECK: [[LAST:%.+]] = "stablehlo.collective_permute"([[NEXT]])
// CHECK: stablehlo.dot_general [[NEXT]], %arg1
// CHECK-NOT: stablehlo.collective_permute
// CHECK: stablehlo.dot_general [[LAST]], %arg1
// CHECK: return
// Both ways: one hop each way is enough.
// BOTH: func.func public @rows_are_multiplied_as_they_arrive
// BOTH: "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<{{\[\[}}0, 2], [1, 0], [2, 1]]>
// BOTH: "stablehlo.collective_permute"(%arg0) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 2], [2, 0]]>
// BOTH-NOT: stablehlo.collective_permute
// BOTH: return
// SMALL: func.func public @rows_are_multiplied_as_they_arrive
// SMALL: stablehlo.all_gather
// SMALL-NOT: stablehlo.collective_permute
func.func public @rows_are_multiplied_as_they_arrive(%a: tensor<2x4xf32>, %b: tensor<4x5xf32>) -> tensor<6x5xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2x4xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<6x4xf32>, tensor<4x5xf32>) -> tensor<6x5xf32>
  return %1 : tensor<6x5xf32>
}

// -----

sdy.mesh @mesh = <["x"=3]>

// Sums that are kept on the device are kept in 32 bits.
// CHECK: func.func public @parts_of_a_sum_are_added
// CHECK: [[OWN:%.+]] = stablehlo.dot_general {{%[0-9]+}}, %arg0, contracting_dims = [1] x [0] : (tensor<5x2xbf16>, tensor<2x4xbf16>) -> tensor<5x4xf32>
// CHECK: [[NEXT:%.+]] = stablehlo.dot_general
// CHECK: [[TWO:%.+]] = stablehlo.add [[OWN]], [[NEXT]] : tensor<5x4xf32>
// CHECK: [[ALL:%.+]] = stablehlo.add [[TWO]]
// CHECK: [[SHORT:%.+]] = stablehlo.convert [[ALL]] : (tensor<5x4xf32>) -> tensor<5x4xbf16>
// CHECK-NEXT: return [[SHORT]]
func.func public @parts_of_a_sum_are_added(%a: tensor<2x4xbf16>, %b: tensor<5x2xbf16>, %c: tensor<5x4xbf16>) -> tensor<5x4xbf16> {
  %b6 = stablehlo.concatenate %b, %b, %b, dim = 1 : (tensor<5x2xbf16>, tensor<5x2xbf16>, tensor<5x2xbf16>) -> tensor<5x6xbf16>
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2x4xbf16>) -> tensor<6x4xbf16>
  %1 = stablehlo.dot_general %b6, %0, contracting_dims = [1] x [0] : (tensor<5x6xbf16>, tensor<6x4xbf16>) -> tensor<5x4xbf16>
  return %1 : tensor<5x4xbf16>
}

// -----

sdy.mesh @mesh = <["x"=5]>

// Five devices: the first part outside, three hops in a loop, the last outside: four sends of a part, as many bytes as the scatter sends.
// CHECK: func.func public @a_sum_travels_while_the_next_part_is_multiplied
// CHECK-NOT: stablehlo.reduce_scatter
// CHECK: stablehlo.while
// CHECK: stablehlo.constant dense<4> : tensor<ui32>
// CHECK: } do {
// CHECK: [[SUM:%.+]] = "stablehlo.collective_permute"
// CHECK: [[PART:%.+]] = stablehlo.dot_general
// CHECK: stablehlo.add [[SUM]], [[PART]] : tensor<1x4xf32>
// CHECK: stablehlo.return
// CHECK: "stablehlo.collective_permute"
// CHECK: [[OUT:%.+]] = stablehlo.add {{.+}} : tensor<1x4xf32>
// CHECK-NEXT: return [[OUT]]
func.func public @a_sum_travels_while_the_next_part_is_multiplied(%a: tensor<5x3xf32>, %b: tensor<3x4xf32>) -> tensor<1x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x3xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  %1 = "stablehlo.reduce_scatter"(%0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3, 4]]> : tensor<1x5xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>) -> tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// The second product needs the first: it uses the rows put together on the way.
// CHECK: func.func public @who_cannot_go_along_gets_the_whole
// CHECK-NOT: stablehlo.all_gather
// CHECK: [[FIRST:%.+]] = stablehlo.dynamic_update_slice {{.+}} (tensor<4x4xf32>, tensor<2x4xf32>
// CHECK: [[ROWS:%.+]] = stablehlo.dynamic_update_slice {{%[a-z_0-9]+}}, %arg0, {{.+}} (tensor<4x4xf32>, tensor<2x4xf32>
// CHECK: [[SECOND:%.+]] = stablehlo.dynamic_update_slice {{.+}} (tensor<4x4xf32>, tensor<2x4xf32>
// CHECK: [[ALL:%.+]] = stablehlo.dynamic_update_slice [[ROWS]], {{.+}} (tensor<4x4xf32>, tensor<2x4xf32>
// CHECK: stablehlo.dot_general [[ALL]],
func.func public @who_cannot_go_along_gets_the_whole(%a: tensor<2x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.dot_general %0, %2, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
