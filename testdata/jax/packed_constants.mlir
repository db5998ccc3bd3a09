module @jit_f attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<12x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<12x10xf32> {jax.result_info = "result[0]"}, tensor<10xi1> {jax.result_info = "result[1]"}) {
    %c = stablehlo.constant dense<"0x0D050B0D0804000E0601070301000B0304030E080308040A0C0B000B0C08070B0B010A06040D0E0D030E0C020A040E070C0E0503080D08050E0B030509000D030600030D010F03080B0807000F0F0805050801000E0F06010F0303000501010F0101060B0D000D02050B080700030407080C070F0E0C0808"> : tensor<12x10xi4>
    %c_0 = stablehlo.constant dense<"0x010101000000000000010100000101010000010001000100010100010100010001000000010000010001000001010100000100010001000101000101010000010001010001000001000101010101010001010001000100000000010101000100010000000101000100000100010000000000000101000001"> : tensor<12x10xi1>
    %0 = stablehlo.convert %c : (tensor<12x10xi4>) -> tensor<12x10xf32>
    %1 = call @_where(%c_0, %arg0, %0) : (tensor<12x10xi1>, tensor<12x10xf32>, tensor<12x10xf32>) -> tensor<12x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x10xf32>
    %3 = stablehlo.compare GT, %arg0, %2, FLOAT : (tensor<12x10xf32>, tensor<12x10xf32>) -> tensor<12x10xi1>
    %4 = stablehlo.and %c_0, %3 : tensor<12x10xi1>
    %c_1 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.reduce(%4 init: %c_1) applies stablehlo.or across dimensions = [0] : (tensor<12x10xi1>, tensor<i1>) -> tensor<10xi1>
    return %1, %5 : tensor<12x10xf32>, tensor<10xi1>
  }
  func.func private @_where(%arg0: tensor<12x10xi1>, %arg1: tensor<12x10xf32>, %arg2: tensor<12x10xf32>) -> tensor<12x10xf32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<12x10xi1>, tensor<12x10xf32>
    return %0 : tensor<12x10xf32>
  }
}
