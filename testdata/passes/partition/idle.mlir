// RUN: opt -p 'reshard,collectives{idle=share}'
// RUN: opt -p 'reshard,collectives' --check-prefix=NOMORE

sdy.mesh @mesh = <["x"=4, "y"=2]>

// 8x16 f32 are 512 bytes. An all-reduce over x sends 768. Cut over y: 192 to scatter 256 over x, 448 to join 64 of 8 devices, by one
// collective more.
// CHECK: func.func public @an_axis_that_is_not_named_shares_the_work
// NOMORE: func.func public @an_axis_that_is_not_named_shares_the_work
func.func public @an_axis_that_is_not_named_shares_the_work(%arg0: tensor<8x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %arg1: tensor<256x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  // CHECK: [[PART:%[0-9]+]] = sdy.all_slice {{.*}} {{.*}}unreduced={"x"}
  // CHECK-NEXT: [[SUM:%[0-9]+]] = sdy.reduce_scatter {{.*}} [[PART]]
  // CHECK-NEXT: [[WHOLE:%[0-9]+]] = sdy.all_gather {{.*}} [[SUM]] out_sharding=<@mesh, [{}, {}]>
  // CHECK-NEXT: return [[WHOLE]]
  // NOMORE: [[SUM:%[0-9]+]] = sdy.all_reduce {"x"}
  // NOMORE-NEXT: return [[SUM]]
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x256xf32>, tensor<256x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// -----

sdy.mesh @mesh = <["x"=4, "y"=2]>

// Inside, devices that differ along y do not hold the same.
// CHECK: func.func public @manual_axes_do_not
// NOMORE: func.func public @manual_axes_do_not
func.func public @manual_axes_do_not(%arg0: tensor<16x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<16x16xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%arg1: tensor<8x256xf32>) {
    %1 = sdy.sharding_constraint %arg1 <@mesh, [{}, {"x"}]> : tensor<8x256xf32>
    %2 = stablehlo.constant dense<1.0> : tensor<256x16xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{"x"}, {}]> : tensor<256x16xf32>
    // CHECK: [[PART:%[0-9]+]] = stablehlo.dot_general
    // CHECK-NEXT: [[SUM:%[0-9]+]] = sdy.all_reduce {"x"} [[PART]]
    // CHECK-NEXT: sdy.return [[SUM]]
    // NOMORE: sdy.all_reduce {"x"}
    %4 = stablehlo.dot_general %1, %3, contracting_dims = [1] x [0] : (tensor<8x256xf32>, tensor<256x16xf32>) -> tensor<8x16xf32>
    sdy.return %4 : tensor<8x16xf32>
  } : (tensor<16x256xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}
