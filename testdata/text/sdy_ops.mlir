module {
  sdy.mesh @m = <["x"=2, "y"=4, "z"=2]>
  sdy.mesh @one = <[], device_ids=[3]>
  sdy.mesh @p = <["a"=4, "b"=4], device_ids=[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]>
  func.func public @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = sdy.sharding_constraint %arg0 <@m, [{"x"}, {?}]> : tensor<8x8xf32>
    %1 = sdy.reshard %arg0 <@m, [{}, {"x"}]> : tensor<8x8xf32>
    %2 = sdy.propagation_barrier %arg0 allowed_direction=FORWARD : tensor<8x8xf32>
    sdy.sharding_group %arg0 group_id=7 : tensor<8x8xf32>
    %3 = sdy.constant dense<1.000000e+00> : tensor<8x8xf32>
    %4 = sdy.manual_computation(%arg0) in_shardings=[<@m, [{"x"}, {}]>] out_shardings=[<@m, [{"x"}, {}]>] manual_axes={"x"} (%arg2: tensor<4x8xf32>) {
      sdy.return %arg2 : tensor<4x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %5 = sdy.named_computation<"blk">(%arg0) in_shardings=[<@m, [{"x", ?}, {?}]>] out_shardings=[<@m, [{"x", ?}, {?}]>] (%arg2: tensor<8x8xf32>) {
      sdy.return %arg2 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = sdy.named_computation<"blk">(%arg0) (%arg2: tensor<8x8xf32>) {
      sdy.return %arg2 : tensor<8x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %7 = sdy.reshard %arg0 <@m, [{"x", "y"}, {}]> : tensor<8x8xf32>
    %8 = sdy.all_gather [{"y"}, {}] %7 out_sharding=<@m, [{"x"}, {}]> : tensor<8x8xf32>
    %9 = sdy.all_slice [{}, {"y"}] %8 out_sharding=<@m, [{"x"}, {"y"}]> : tensor<8x8xf32>
    %10 = sdy.all_to_all [{"y"}: 1->0] %9 out_sharding=<@m, [{"x", "y"}, {}]> : tensor<8x8xf32>
    %11 = sdy.collective_permute %10 out_sharding=<@m, [{"y", "x"}, {}]> : tensor<8x8xf32>
    %12 = sdy.reshard %11 <@m, [{"y", "x"}, {}], unreduced={"z"}> : tensor<8x8xf32>
    %13 = sdy.all_reduce {"z"} %12 out_sharding=<@m, [{"y", "x"}, {}]> : tensor<8x8xf32>
    %14 = sdy.reduce_scatter [{}, {"z"}] %12 out_sharding=<@m, [{"y", "x"}, {"z"}]> : tensor<8x8xf32>
    %15 = stablehlo.add %arg0, %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"y":(1)2}, {?}]>]>, sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k], [ij, k])->([ij, k]) {i=2, j=4, k=8} need_replication={i} permutation={k} blocked_propagation={j}, custom>} : tensor<8x8xf32>
    %16 = sdy.data_flow_edge %15 sharding=<@m, [{"x", ?}, {?}]> : tensor<8x8xf32>
    return %13 : tensor<8x8xf32>
  }
}
