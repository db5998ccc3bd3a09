module @ops {
  func.func public @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<i1>, %arg3: tensor<f32>, %arg4: tensor<3xui64>, %arg5: tensor<8x8xcomplex<f32>>, %arg6: tensor<i32>) -> tensor<8x8xf32> {
    %0 = stablehlo.convert %arg0 : tensor<8x8xf32>
    %1 = stablehlo.select %arg2, %arg0, %arg1 : tensor<i1>, tensor<8x8xf32>
    %2 = stablehlo.clamp %arg3, %arg0, %arg3 : (tensor<f32>, tensor<8x8xf32>, tensor<f32>) -> tensor<8x8xf32>
    %3 = stablehlo.is_finite %arg0 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %4 = stablehlo.real %arg5 : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xf32>
    %5 = stablehlo.complex %4, %4 : tensor<8x8xcomplex<f32>>
    %6:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
    %output_state, %output = stablehlo.rng_bit_generator %arg4, algorithm = THREE_FRY : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4x4xui32>)
    %7 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<8x8xf32>
    %8 = stablehlo.cholesky %arg0, lower = true : tensor<8x8xf32>
    %9 = "stablehlo.triangular_solve"(%arg0, %arg1) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %10 = stablehlo.replica_id : tensor<ui32>
    %11 = chlo.erf %arg0 : tensor<8x8xf32> -> tensor<8x8xf32>
    %values, %indices = chlo.top_k(%arg0, k = 2) : tensor<8x8xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
    %12:2 = stablehlo.reduce(%arg0 init: %arg3), (%arg1 init: %arg3) across dimensions = [0] : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>, tensor<f32>) -> (tensor<8xf32>, tensor<8xf32>)
     reducer(%arg7: tensor<f32>, %arg9: tensor<f32>) (%arg8: tensor<f32>, %arg10: tensor<f32>)  {
      %23 = stablehlo.add %arg7, %arg9 : tensor<f32>
      stablehlo.return %23, %arg8 : tensor<f32>, tensor<f32>
    }
    %13 = stablehlo.dot %arg0, %arg1, precision = [DEFAULT, HIGH] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %14 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<16x8xf32>
    %15 = stablehlo.dynamic_update_slice %arg0, %arg1, %arg6, %arg6 : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
    %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
    %cst = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f32>>
    %16 = stablehlo.reduce(%arg0 init: %arg3) applies stablehlo.add across dimensions = [0] {foo = 1 : i32} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %17 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<8x8xf32>
    %18 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19:2 = stablehlo.while(%iterArg = %cst_0, %iterArg_2 = %cst_0) : tensor<f32>, tensor<f32> attributes {x = 3 : i32}
    cond {
      stablehlo.return %arg2 : tensor<i1>
    } do {
      stablehlo.return %iterArg, %iterArg_2 : tensor<f32>, tensor<f32>
    }
    %20 = stablehlo.slice %arg0 [0:8:2, 1:7] : (tensor<8x8xf32>) -> tensor<4x6xf32>
    %21 = stablehlo.custom_call @foo(%arg0) {api_version = 2 : i32, backend_config = "a\22\\\0A\C3\B6", has_side_effect = true} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %c_1 = stablehlo.constant {bar = tensor<3xf32>, e = i32, foo, g = 0x7FC00000 : f32, n = 3 : index, u = 255 : ui8} dense<1> : tensor<ui8>
    %22 = stablehlo.partition_id : tensor<ui32>
    return %arg0 : tensor<8x8xf32>
  }
}
