// RUN: opt -p 'reshard{unknown=replicate}'

sdy.mesh @mesh = <["x"=2]>

// Nothing says how the call may be sharded: by policy, every device does all of it.
// CHECK: func.func public @an_unknown_call_is_replicated_by_policy
func.func public @an_unknown_call_is_replicated_by_policy(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x4xf32> {
  // CHECK: [[WHOLE:%[0-9]+]] = sdy.reshard %arg0 <@mesh, [{}, {}]>
  // CHECK-NEXT: stablehlo.custom_call @acme.twirl([[WHOLE]])
  // expected-warning@+1 {{custom call "acme.twirl" is replicated: every device does all of it}}
  %0 = stablehlo.custom_call @acme.twirl(%arg0) : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>

// A rule on the call says how: rows are independent.
// CHECK: func.func public @a_call_with_a_rule_is_sharded_by_it
func.func public @a_call_with_a_rule_is_sharded_by_it(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK-NEXT: [[ROWS:%[0-9]+]] = stablehlo.custom_call @acme.twirl(%arg0)
  // CHECK-NEXT: return [[ROWS]]
  %0 = stablehlo.custom_call @acme.twirl(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=4} need_replication={j}, custom>} : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
