module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x16x16x4xf32>, %arg1: tensor<16x2x2x4xf32>, %arg2: tensor<3x3x4x4xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<4xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<4xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<3x3x4x4xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<4xf32> {tf.aliasing_output = 4 : i32}, %arg7: tensor<4xf32> {tf.aliasing_output = 5 : i32}, %arg8: tensor<3x3x4x4xf32> {tf.aliasing_output = 6 : i32}, %arg9: tensor<4xf32> {tf.aliasing_output = 7 : i32}, %arg10: tensor<4xf32> {tf.aliasing_output = 8 : i32}) -> (tensor<3x3x4x4xf32> {jax.result_info = "result[0]"}, tensor<4xf32> {jax.result_info = "result[1]"}, tensor<4xf32> {jax.result_info = "result[2]"}, tensor<3x3x4x4xf32> {jax.result_info = "result[3]"}, tensor<4xf32> {jax.result_info = "result[4]"}, tensor<4xf32> {jax.result_info = "result[5]"}, tensor<3x3x4x4xf32> {jax.result_info = "result[6]"}, tensor<4xf32> {jax.result_info = "result[7]"}, tensor<4xf32> {jax.result_info = "result[8]"}) {
    %0 = stablehlo.convolution(%arg0, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x16x16x4xf32>, tensor<3x3x4x4xf32>) -> tensor<16x8x8x4xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %3 = stablehlo.divide %1, %2 : tensor<4xf32>
    %4 = stablehlo.multiply %0, %0 : tensor<16x8x8x4xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_2 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %7 = stablehlo.divide %5, %6 : tensor<4xf32>
    %8 = stablehlo.multiply %3, %3 : tensor<4xf32>
    %9 = stablehlo.subtract %7, %8 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %11 = stablehlo.maximum %9, %10 : tensor<4xf32>
    %12 = stablehlo.compare EQ, %9, %11, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4xi1>, tensor<4xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %17 = stablehlo.compare EQ, %16, %11, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %20 = stablehlo.select %17, %18, %19 : tensor<4xi1>, tensor<4xf32>
    %21 = stablehlo.divide %15, %20 : tensor<4xf32>
    %22 = stablehlo.broadcast_in_dim %3, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x8x8x4xf32>
    %24 = stablehlo.subtract %0, %23 : tensor<16x8x8x4xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %26 = stablehlo.add %11, %25 : tensor<4xf32>
    %27 = stablehlo.rsqrt %26 : tensor<4xf32>
    %28 = stablehlo.divide %27, %26 : tensor<4xf32>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %30 = stablehlo.multiply %29, %28 : tensor<4xf32>
    %31 = stablehlo.broadcast_in_dim %27, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x8x8x4xf32>
    %33 = stablehlo.multiply %24, %32 : tensor<16x8x8x4xf32>
    %34 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x8x8x4xf32>
    %36 = stablehlo.multiply %33, %35 : tensor<16x8x8x4xf32>
    %37 = stablehlo.broadcast_in_dim %arg4, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x8x8x4xf32>
    %39 = stablehlo.add %36, %38 : tensor<16x8x8x4xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x8x8x4xf32>
    %41 = stablehlo.compare GT, %39, %40, FLOAT : (tensor<16x8x8x4xf32>, tensor<16x8x8x4xf32>) -> tensor<16x8x8x4xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<16x8x8x4xf32>
    %43 = stablehlo.select %41, %39, %42 : tensor<16x8x8x4xi1>, tensor<16x8x8x4xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16x8x8x4xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<f32>
    %46 = "stablehlo.reduce_window"(%43, %45) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.maximum %arg11, %arg12 : tensor<f32>
      stablehlo.return %310 : tensor<f32>
    }) : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<16x8x8x4xf32>
    %47 = stablehlo.convolution(%46, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x8x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<16x4x4x4xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_16 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %50 = stablehlo.divide %48, %49 : tensor<4xf32>
    %51 = stablehlo.multiply %47, %47 : tensor<16x4x4x4xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_18 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %54 = stablehlo.divide %52, %53 : tensor<4xf32>
    %55 = stablehlo.multiply %50, %50 : tensor<4xf32>
    %56 = stablehlo.subtract %54, %55 : tensor<4xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %58 = stablehlo.maximum %56, %57 : tensor<4xf32>
    %59 = stablehlo.compare EQ, %56, %58, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %62 = stablehlo.select %59, %60, %61 : tensor<4xi1>, tensor<4xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %64 = stablehlo.compare EQ, %63, %58, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %67 = stablehlo.select %64, %65, %66 : tensor<4xi1>, tensor<4xf32>
    %68 = stablehlo.divide %62, %67 : tensor<4xf32>
    %69 = stablehlo.broadcast_in_dim %50, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x4x4x4xf32>
    %71 = stablehlo.subtract %47, %70 : tensor<16x4x4x4xf32>
    %cst_25 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %73 = stablehlo.add %58, %72 : tensor<4xf32>
    %74 = stablehlo.rsqrt %73 : tensor<4xf32>
    %75 = stablehlo.divide %74, %73 : tensor<4xf32>
    %cst_26 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %77 = stablehlo.multiply %76, %75 : tensor<4xf32>
    %78 = stablehlo.broadcast_in_dim %74, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x4x4x4xf32>
    %80 = stablehlo.multiply %71, %79 : tensor<16x4x4x4xf32>
    %81 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x4x4x4xf32>
    %83 = stablehlo.multiply %80, %82 : tensor<16x4x4x4xf32>
    %84 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x4x4x4xf32>
    %86 = stablehlo.add %83, %85 : tensor<16x4x4x4xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<16x4x4x4xf32>
    %88 = stablehlo.compare GT, %86, %87, FLOAT : (tensor<16x4x4x4xf32>, tensor<16x4x4x4xf32>) -> tensor<16x4x4x4xi1>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16x4x4x4xf32>
    %90 = stablehlo.select %88, %86, %89 : tensor<16x4x4x4xi1>, tensor<16x4x4x4xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x4x4x4xf32>
    %cst_30 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<f32>
    %93 = "stablehlo.reduce_window"(%90, %92) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.maximum %arg11, %arg12 : tensor<f32>
      stablehlo.return %310 : tensor<f32>
    }) : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<16x4x4x4xf32>
    %94 = stablehlo.convolution(%93, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x4x4x4xf32>, tensor<3x3x4x4xf32>) -> tensor<16x2x2x4xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_31) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_32 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %97 = stablehlo.divide %95, %96 : tensor<4xf32>
    %98 = stablehlo.multiply %94, %94 : tensor<16x2x2x4xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_33) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_34 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %101 = stablehlo.divide %99, %100 : tensor<4xf32>
    %102 = stablehlo.multiply %97, %97 : tensor<4xf32>
    %103 = stablehlo.subtract %101, %102 : tensor<4xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %105 = stablehlo.maximum %103, %104 : tensor<4xf32>
    %106 = stablehlo.compare EQ, %103, %105, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %109 = stablehlo.select %106, %107, %108 : tensor<4xi1>, tensor<4xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %111 = stablehlo.compare EQ, %110, %105, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %114 = stablehlo.select %111, %112, %113 : tensor<4xi1>, tensor<4xf32>
    %115 = stablehlo.divide %109, %114 : tensor<4xf32>
    %116 = stablehlo.broadcast_in_dim %97, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x2x2x4xf32>
    %118 = stablehlo.subtract %94, %117 : tensor<16x2x2x4xf32>
    %cst_41 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %120 = stablehlo.add %105, %119 : tensor<4xf32>
    %121 = stablehlo.rsqrt %120 : tensor<4xf32>
    %122 = stablehlo.divide %121, %120 : tensor<4xf32>
    %cst_42 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %124 = stablehlo.multiply %123, %122 : tensor<4xf32>
    %125 = stablehlo.broadcast_in_dim %121, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x2x2x4xf32>
    %127 = stablehlo.multiply %118, %126 : tensor<16x2x2x4xf32>
    %128 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x2x2x4xf32>
    %130 = stablehlo.multiply %127, %129 : tensor<16x2x2x4xf32>
    %131 = stablehlo.broadcast_in_dim %arg10, dims = [3] : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x2x2x4xf32>
    %133 = stablehlo.add %130, %132 : tensor<16x2x2x4xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<16x2x2x4xf32>
    %135 = stablehlo.compare GT, %133, %134, FLOAT : (tensor<16x2x2x4xf32>, tensor<16x2x2x4xf32>) -> tensor<16x2x2x4xi1>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<16x2x2x4xf32>
    %137 = stablehlo.select %135, %133, %136 : tensor<16x2x2x4xi1>, tensor<16x2x2x4xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16x2x2x4xf32>
    %cst_46 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<f32>
    %140 = "stablehlo.reduce_window"(%137, %139) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.maximum %arg11, %arg12 : tensor<f32>
      stablehlo.return %310 : tensor<f32>
    }) : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<16x2x2x4xf32>
    %141 = stablehlo.subtract %140, %arg1 : tensor<16x2x2x4xf32>
    %142 = stablehlo.multiply %141, %141 : tensor<16x2x2x4xf32>
    %cst_47 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<16x2x2x4xf32>
    %144 = stablehlo.multiply %143, %141 : tensor<16x2x2x4xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.reduce(%142 init: %cst_48) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<f32>
    %cst_49 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %146 = stablehlo.divide %145, %cst_49 : tensor<f32>
    %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_51 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %147 = stablehlo.divide %cst_50, %cst_51 : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<16x2x2x4xf32>
    %149 = stablehlo.multiply %148, %144 : tensor<16x2x2x4xf32>
    %cst_52 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %150 = stablehlo.pad %137, %cst_52, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<16x3x3x4xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %151 = "stablehlo.select_and_scatter"(%150, %149, %cst_53) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.compare GE, %arg11, %arg12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %310 : tensor<i1>
    }, {
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.add %arg11, %arg12 : tensor<f32>
      stablehlo.return %310 : tensor<f32>
    }) : (tensor<16x3x3x4xf32>, tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<16x3x3x4xf32>
    %152 = stablehlo.slice %151 [0:16, 0:2, 0:2, 0:4] : (tensor<16x3x3x4xf32>) -> tensor<16x2x2x4xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<16x2x2x4xf32>
    %154 = stablehlo.select %135, %152, %153 : tensor<16x2x2x4xi1>, tensor<16x2x2x4xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.reduce(%154 init: %cst_55) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %156 = stablehlo.reshape %155 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_56) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %158 = stablehlo.multiply %127, %154 : tensor<16x2x2x4xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.reduce(%158 init: %cst_57) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %160 = stablehlo.reshape %159 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %161 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x2x2x4xf32>
    %162 = stablehlo.multiply %154, %161 : tensor<16x2x2x4xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%160 init: %cst_58) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %164 = stablehlo.multiply %118, %162 : tensor<16x2x2x4xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %165 = stablehlo.reduce(%164 init: %cst_59) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %166 = stablehlo.reshape %165 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %167 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x2x2x4xf32>
    %168 = stablehlo.multiply %162, %167 : tensor<16x2x2x4xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.reduce(%166 init: %cst_60) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %170 = stablehlo.multiply %169, %124 : tensor<4xf32>
    %171 = stablehlo.negate %168 : tensor<16x2x2x4xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %172 = stablehlo.reduce(%171 init: %cst_61) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x2x2x4xf32>, tensor<f32>) -> tensor<4xf32>
    %173 = stablehlo.reshape %172 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_62) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %175 = stablehlo.multiply %170, %115 : tensor<4xf32>
    %176 = stablehlo.negate %175 : tensor<4xf32>
    %177 = stablehlo.multiply %97, %176 : tensor<4xf32>
    %178 = stablehlo.add %174, %177 : tensor<4xf32>
    %179 = stablehlo.multiply %176, %97 : tensor<4xf32>
    %180 = stablehlo.add %178, %179 : tensor<4xf32>
    %cst_63 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %182 = stablehlo.divide %175, %181 : tensor<4xf32>
    %183 = stablehlo.broadcast_in_dim %182, dims = [3] : (tensor<4xf32>) -> tensor<16x2x2x4xf32>
    %184 = stablehlo.multiply %94, %183 : tensor<16x2x2x4xf32>
    %185 = stablehlo.add %168, %184 : tensor<16x2x2x4xf32>
    %186 = stablehlo.multiply %183, %94 : tensor<16x2x2x4xf32>
    %187 = stablehlo.add %185, %186 : tensor<16x2x2x4xf32>
    %cst_64 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %189 = stablehlo.divide %180, %188 : tensor<4xf32>
    %190 = stablehlo.broadcast_in_dim %189, dims = [3] : (tensor<4xf32>) -> tensor<16x2x2x4xf32>
    %191 = stablehlo.add %187, %190 : tensor<16x2x2x4xf32>
    %192 = stablehlo.convolution(%93, %191) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x4x4x4xf32>, tensor<16x2x2x4xf32>) -> tensor<3x3x4x4xf32>
    %193 = stablehlo.reverse %arg8, dims = [0, 1] : tensor<3x3x4x4xf32>
    %194 = stablehlo.convolution(%191, %193) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x2x2x4xf32>, tensor<3x3x4x4xf32>) -> tensor<16x4x4x4xf32>
    %cst_65 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %195 = stablehlo.pad %90, %cst_65, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<16x5x5x4xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = "stablehlo.select_and_scatter"(%195, %194, %cst_66) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.compare GE, %arg11, %arg12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %310 : tensor<i1>
    }, {
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.add %arg11, %arg12 : tensor<f32>
      stablehlo.return %310 : tensor<f32>
    }) : (tensor<16x5x5x4xf32>, tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<16x5x5x4xf32>
    %197 = stablehlo.slice %196 [0:16, 0:4, 0:4, 0:4] : (tensor<16x5x5x4xf32>) -> tensor<16x4x4x4xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<16x4x4x4xf32>
    %199 = stablehlo.select %88, %197, %198 : tensor<16x4x4x4xi1>, tensor<16x4x4x4xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.reduce(%199 init: %cst_68) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %201 = stablehlo.reshape %200 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %202 = stablehlo.reduce(%201 init: %cst_69) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %203 = stablehlo.multiply %80, %199 : tensor<16x4x4x4xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_70) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %205 = stablehlo.reshape %204 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %206 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x4x4x4xf32>
    %207 = stablehlo.multiply %199, %206 : tensor<16x4x4x4xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %208 = stablehlo.reduce(%205 init: %cst_71) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %209 = stablehlo.multiply %71, %207 : tensor<16x4x4x4xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %210 = stablehlo.reduce(%209 init: %cst_72) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %211 = stablehlo.reshape %210 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %212 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x4x4x4xf32>
    %213 = stablehlo.multiply %207, %212 : tensor<16x4x4x4xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %214 = stablehlo.reduce(%211 init: %cst_73) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %215 = stablehlo.multiply %214, %77 : tensor<4xf32>
    %216 = stablehlo.negate %213 : tensor<16x4x4x4xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %217 = stablehlo.reduce(%216 init: %cst_74) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x4x4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %218 = stablehlo.reshape %217 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_75) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %220 = stablehlo.multiply %215, %68 : tensor<4xf32>
    %221 = stablehlo.negate %220 : tensor<4xf32>
    %222 = stablehlo.multiply %50, %221 : tensor<4xf32>
    %223 = stablehlo.add %219, %222 : tensor<4xf32>
    %224 = stablehlo.multiply %221, %50 : tensor<4xf32>
    %225 = stablehlo.add %223, %224 : tensor<4xf32>
    %cst_76 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %227 = stablehlo.divide %220, %226 : tensor<4xf32>
    %228 = stablehlo.broadcast_in_dim %227, dims = [3] : (tensor<4xf32>) -> tensor<16x4x4x4xf32>
    %229 = stablehlo.multiply %47, %228 : tensor<16x4x4x4xf32>
    %230 = stablehlo.add %213, %229 : tensor<16x4x4x4xf32>
    %231 = stablehlo.multiply %228, %47 : tensor<16x4x4x4xf32>
    %232 = stablehlo.add %230, %231 : tensor<16x4x4x4xf32>
    %cst_77 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %234 = stablehlo.divide %225, %233 : tensor<4xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [3] : (tensor<4xf32>) -> tensor<16x4x4x4xf32>
    %236 = stablehlo.add %232, %235 : tensor<16x4x4x4xf32>
    %237 = stablehlo.convolution(%46, %236) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x8x8x4xf32>, tensor<16x4x4x4xf32>) -> tensor<3x3x4x4xf32>
    %238 = stablehlo.reverse %arg5, dims = [0, 1] : tensor<3x3x4x4xf32>
    %239 = stablehlo.convolution(%236, %238) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x4x4x4xf32>, tensor<3x3x4x4xf32>) -> tensor<16x8x8x4xf32>
    %cst_78 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %240 = stablehlo.pad %43, %cst_78, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<16x9x9x4xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %241 = "stablehlo.select_and_scatter"(%240, %239, %cst_79) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.compare GE, %arg11, %arg12, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %310 : tensor<i1>
    }, {
    ^bb0(%arg11: tensor<f32>, %arg12: tensor<f32>):
      %310 = stablehlo.add %arg11, %arg12 : tensor<f32>
      stablehlo.return %310 : tensor<f32>
    }) : (tensor<16x9x9x4xf32>, tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<16x9x9x4xf32>
    %242 = stablehlo.slice %241 [0:16, 0:8, 0:8, 0:4] : (tensor<16x9x9x4xf32>) -> tensor<16x8x8x4xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<16x8x8x4xf32>
    %244 = stablehlo.select %41, %242, %243 : tensor<16x8x8x4xi1>, tensor<16x8x8x4xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %245 = stablehlo.reduce(%244 init: %cst_81) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %246 = stablehlo.reshape %245 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_82) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %248 = stablehlo.multiply %33, %244 : tensor<16x8x8x4xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %249 = stablehlo.reduce(%248 init: %cst_83) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %250 = stablehlo.reshape %249 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %251 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x8x8x4xf32>
    %252 = stablehlo.multiply %244, %251 : tensor<16x8x8x4xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %253 = stablehlo.reduce(%250 init: %cst_84) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %254 = stablehlo.multiply %24, %252 : tensor<16x8x8x4xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %255 = stablehlo.reduce(%254 init: %cst_85) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %256 = stablehlo.reshape %255 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %257 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x1x4xf32>) -> tensor<16x8x8x4xf32>
    %258 = stablehlo.multiply %252, %257 : tensor<16x8x8x4xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %259 = stablehlo.reduce(%256 init: %cst_86) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %260 = stablehlo.multiply %259, %30 : tensor<4xf32>
    %261 = stablehlo.negate %258 : tensor<16x8x8x4xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %262 = stablehlo.reduce(%261 init: %cst_87) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x8x8x4xf32>, tensor<f32>) -> tensor<4xf32>
    %263 = stablehlo.reshape %262 : (tensor<4xf32>) -> tensor<1x1x1x4xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.reduce(%263 init: %cst_88) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x4xf32>, tensor<f32>) -> tensor<4xf32>
    %265 = stablehlo.multiply %260, %21 : tensor<4xf32>
    %266 = stablehlo.negate %265 : tensor<4xf32>
    %267 = stablehlo.multiply %3, %266 : tensor<4xf32>
    %268 = stablehlo.add %264, %267 : tensor<4xf32>
    %269 = stablehlo.multiply %266, %3 : tensor<4xf32>
    %270 = stablehlo.add %268, %269 : tensor<4xf32>
    %cst_89 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %272 = stablehlo.divide %265, %271 : tensor<4xf32>
    %273 = stablehlo.broadcast_in_dim %272, dims = [3] : (tensor<4xf32>) -> tensor<16x8x8x4xf32>
    %274 = stablehlo.multiply %0, %273 : tensor<16x8x8x4xf32>
    %275 = stablehlo.add %258, %274 : tensor<16x8x8x4xf32>
    %276 = stablehlo.multiply %273, %0 : tensor<16x8x8x4xf32>
    %277 = stablehlo.add %275, %276 : tensor<16x8x8x4xf32>
    %cst_90 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %279 = stablehlo.divide %270, %278 : tensor<4xf32>
    %280 = stablehlo.broadcast_in_dim %279, dims = [3] : (tensor<4xf32>) -> tensor<16x8x8x4xf32>
    %281 = stablehlo.add %277, %280 : tensor<16x8x8x4xf32>
    %282 = stablehlo.convolution(%arg0, %281) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<16x16x16x4xf32>, tensor<16x8x8x4xf32>) -> tensor<3x3x4x4xf32>
    %cst_91 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<3x3x4x4xf32>
    %284 = stablehlo.multiply %283, %282 : tensor<3x3x4x4xf32>
    %285 = stablehlo.subtract %arg2, %284 : tensor<3x3x4x4xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %286 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %287 = stablehlo.multiply %286, %253 : tensor<4xf32>
    %288 = stablehlo.subtract %arg3, %287 : tensor<4xf32>
    %cst_93 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %290 = stablehlo.multiply %289, %247 : tensor<4xf32>
    %291 = stablehlo.subtract %arg4, %290 : tensor<4xf32>
    %cst_94 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<3x3x4x4xf32>
    %293 = stablehlo.multiply %292, %237 : tensor<3x3x4x4xf32>
    %294 = stablehlo.subtract %arg5, %293 : tensor<3x3x4x4xf32>
    %cst_95 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %295 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %296 = stablehlo.multiply %295, %208 : tensor<4xf32>
    %297 = stablehlo.subtract %arg6, %296 : tensor<4xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %299 = stablehlo.multiply %298, %202 : tensor<4xf32>
    %300 = stablehlo.subtract %arg7, %299 : tensor<4xf32>
    %cst_97 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<3x3x4x4xf32>
    %302 = stablehlo.multiply %301, %192 : tensor<3x3x4x4xf32>
    %303 = stablehlo.subtract %arg8, %302 : tensor<3x3x4x4xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %305 = stablehlo.multiply %304, %163 : tensor<4xf32>
    %306 = stablehlo.subtract %arg9, %305 : tensor<4xf32>
    %cst_99 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %308 = stablehlo.multiply %307, %157 : tensor<4xf32>
    %309 = stablehlo.subtract %arg10, %308 : tensor<4xf32>
    return %285, %288, %291, %294, %297, %300, %303, %306, %309 : tensor<3x3x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x3x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<3x3x4x4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
