module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x16x16x256xf32>, %arg1: tensor<8x1x1x256xf32>, %arg2: tensor<3x3x256x256xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<256xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<256xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<3x3x256x256xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<256xf32> {tf.aliasing_output = 4 : i32}, %arg7: tensor<256xf32> {tf.aliasing_output = 5 : i32}, %arg8: tensor<3x3x256x256xf32> {tf.aliasing_output = 6 : i32}, %arg9: tensor<256xf32> {tf.aliasing_output = 7 : i32}, %arg10: tensor<256xf32> {tf.aliasing_output = 8 : i32}, %arg11: tensor<3x3x256x256xf32> {tf.aliasing_output = 9 : i32}, %arg12: tensor<256xf32> {tf.aliasing_output = 10 : i32}, %arg13: tensor<256xf32> {tf.aliasing_output = 11 : i32}) -> (tensor<3x3x256x256xf32> {jax.result_info = "result[0]"}, tensor<256xf32> {jax.result_info = "result[1]"}, tensor<256xf32> {jax.result_info = "result[2]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[3]"}, tensor<256xf32> {jax.result_info = "result[4]"}, tensor<256xf32> {jax.result_info = "result[5]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[6]"}, tensor<256xf32> {jax.result_info = "result[7]"}, tensor<256xf32> {jax.result_info = "result[8]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[9]"}, tensor<256xf32> {jax.result_info = "result[10]"}, tensor<256xf32> {jax.result_info = "result[11]"}) {
    %0 = stablehlo.convolution(%arg0, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x16x16x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x8x8x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_0 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %3 = stablehlo.divide %1, %2 : tensor<256xf32>
    %4 = stablehlo.multiply %0, %0 : tensor<8x8x8x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_2 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %7 = stablehlo.divide %5, %6 : tensor<256xf32>
    %8 = stablehlo.multiply %3, %3 : tensor<256xf32>
    %9 = stablehlo.subtract %7, %8 : tensor<256xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %11 = stablehlo.maximum %9, %10 : tensor<256xf32>
    %12 = stablehlo.compare EQ, %9, %11, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<256xi1>, tensor<256xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %17 = stablehlo.compare EQ, %16, %11, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_7 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %20 = stablehlo.select %17, %18, %19 : tensor<256xi1>, tensor<256xf32>
    %21 = stablehlo.divide %15, %20 : tensor<256xf32>
    %22 = stablehlo.broadcast_in_dim %3, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x8x8x256xf32>
    %24 = stablehlo.subtract %0, %23 : tensor<8x8x8x256xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %26 = stablehlo.add %11, %25 : tensor<256xf32>
    %27 = stablehlo.rsqrt %26 : tensor<256xf32>
    %28 = stablehlo.divide %27, %26 : tensor<256xf32>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %30 = stablehlo.multiply %29, %28 : tensor<256xf32>
    %31 = stablehlo.broadcast_in_dim %27, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x8x8x256xf32>
    %33 = stablehlo.multiply %24, %32 : tensor<8x8x8x256xf32>
    %34 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x8x8x256xf32>
    %36 = stablehlo.multiply %33, %35 : tensor<8x8x8x256xf32>
    %37 = stablehlo.broadcast_in_dim %arg4, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x8x8x256xf32>
    %39 = stablehlo.add %36, %38 : tensor<8x8x8x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8x8x256xf32>
    %41 = stablehlo.compare GT, %39, %40, FLOAT : (tensor<8x8x8x256xf32>, tensor<8x8x8x256xf32>) -> tensor<8x8x8x256xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x8x8x256xf32>
    %43 = stablehlo.select %41, %39, %42 : tensor<8x8x8x256xi1>, tensor<8x8x8x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x8x8x256xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<f32>
    %46 = "stablehlo.reduce_window"(%43, %45) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.maximum %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<8x8x8x256xf32>
    %47 = stablehlo.convolution(%46, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x4x4x256xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.reduce(%47 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_16 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %50 = stablehlo.divide %48, %49 : tensor<256xf32>
    %51 = stablehlo.multiply %47, %47 : tensor<8x4x4x256xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.reduce(%51 init: %cst_17) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_18 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %54 = stablehlo.divide %52, %53 : tensor<256xf32>
    %55 = stablehlo.multiply %50, %50 : tensor<256xf32>
    %56 = stablehlo.subtract %54, %55 : tensor<256xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %58 = stablehlo.maximum %56, %57 : tensor<256xf32>
    %59 = stablehlo.compare EQ, %56, %58, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %62 = stablehlo.select %59, %60, %61 : tensor<256xi1>, tensor<256xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %64 = stablehlo.compare EQ, %63, %58, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_23 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %67 = stablehlo.select %64, %65, %66 : tensor<256xi1>, tensor<256xf32>
    %68 = stablehlo.divide %62, %67 : tensor<256xf32>
    %69 = stablehlo.broadcast_in_dim %50, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x4x4x256xf32>
    %71 = stablehlo.subtract %47, %70 : tensor<8x4x4x256xf32>
    %cst_25 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %73 = stablehlo.add %58, %72 : tensor<256xf32>
    %74 = stablehlo.rsqrt %73 : tensor<256xf32>
    %75 = stablehlo.divide %74, %73 : tensor<256xf32>
    %cst_26 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %77 = stablehlo.multiply %76, %75 : tensor<256xf32>
    %78 = stablehlo.broadcast_in_dim %74, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x4x4x256xf32>
    %80 = stablehlo.multiply %71, %79 : tensor<8x4x4x256xf32>
    %81 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x4x4x256xf32>
    %83 = stablehlo.multiply %80, %82 : tensor<8x4x4x256xf32>
    %84 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x4x4x256xf32>
    %86 = stablehlo.add %83, %85 : tensor<8x4x4x256xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x4x4x256xf32>
    %88 = stablehlo.compare GT, %86, %87, FLOAT : (tensor<8x4x4x256xf32>, tensor<8x4x4x256xf32>) -> tensor<8x4x4x256xi1>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x4x4x256xf32>
    %90 = stablehlo.select %88, %86, %89 : tensor<8x4x4x256xi1>, tensor<8x4x4x256xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x4x4x256xf32>
    %cst_30 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<f32>
    %93 = "stablehlo.reduce_window"(%90, %92) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.maximum %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<8x4x4x256xf32>
    %94 = stablehlo.convolution(%93, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x2x2x256xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_31) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_32 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %97 = stablehlo.divide %95, %96 : tensor<256xf32>
    %98 = stablehlo.multiply %94, %94 : tensor<8x2x2x256xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_33) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_34 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %101 = stablehlo.divide %99, %100 : tensor<256xf32>
    %102 = stablehlo.multiply %97, %97 : tensor<256xf32>
    %103 = stablehlo.subtract %101, %102 : tensor<256xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %105 = stablehlo.maximum %103, %104 : tensor<256xf32>
    %106 = stablehlo.compare EQ, %103, %105, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %109 = stablehlo.select %106, %107, %108 : tensor<256xi1>, tensor<256xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %111 = stablehlo.compare EQ, %110, %105, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %114 = stablehlo.select %111, %112, %113 : tensor<256xi1>, tensor<256xf32>
    %115 = stablehlo.divide %109, %114 : tensor<256xf32>
    %116 = stablehlo.broadcast_in_dim %97, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x2x2x256xf32>
    %118 = stablehlo.subtract %94, %117 : tensor<8x2x2x256xf32>
    %cst_41 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %120 = stablehlo.add %105, %119 : tensor<256xf32>
    %121 = stablehlo.rsqrt %120 : tensor<256xf32>
    %122 = stablehlo.divide %121, %120 : tensor<256xf32>
    %cst_42 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %124 = stablehlo.multiply %123, %122 : tensor<256xf32>
    %125 = stablehlo.broadcast_in_dim %121, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x2x2x256xf32>
    %127 = stablehlo.multiply %118, %126 : tensor<8x2x2x256xf32>
    %128 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x2x2x256xf32>
    %130 = stablehlo.multiply %127, %129 : tensor<8x2x2x256xf32>
    %131 = stablehlo.broadcast_in_dim %arg10, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x2x2x256xf32>
    %133 = stablehlo.add %130, %132 : tensor<8x2x2x256xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x2x2x256xf32>
    %135 = stablehlo.compare GT, %133, %134, FLOAT : (tensor<8x2x2x256xf32>, tensor<8x2x2x256xf32>) -> tensor<8x2x2x256xi1>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x2x2x256xf32>
    %137 = stablehlo.select %135, %133, %136 : tensor<8x2x2x256xi1>, tensor<8x2x2x256xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x2x2x256xf32>
    %cst_46 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<f32>
    %140 = "stablehlo.reduce_window"(%137, %139) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.maximum %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<8x2x2x256xf32>
    %141 = stablehlo.convolution(%140, %arg11) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x2x2x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x1x1x256xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.reduce(%141 init: %cst_47) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_48 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %144 = stablehlo.divide %142, %143 : tensor<256xf32>
    %145 = stablehlo.multiply %141, %141 : tensor<8x1x1x256xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.reduce(%145 init: %cst_49) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_50 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %148 = stablehlo.divide %146, %147 : tensor<256xf32>
    %149 = stablehlo.multiply %144, %144 : tensor<256xf32>
    %150 = stablehlo.subtract %148, %149 : tensor<256xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %152 = stablehlo.maximum %150, %151 : tensor<256xf32>
    %153 = stablehlo.compare EQ, %150, %152, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %156 = stablehlo.select %153, %154, %155 : tensor<256xi1>, tensor<256xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %158 = stablehlo.compare EQ, %157, %152, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_55 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %161 = stablehlo.select %158, %159, %160 : tensor<256xi1>, tensor<256xf32>
    %162 = stablehlo.divide %156, %161 : tensor<256xf32>
    %163 = stablehlo.broadcast_in_dim %144, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x1x1x256xf32>
    %165 = stablehlo.subtract %141, %164 : tensor<8x1x1x256xf32>
    %cst_57 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %167 = stablehlo.add %152, %166 : tensor<256xf32>
    %168 = stablehlo.rsqrt %167 : tensor<256xf32>
    %169 = stablehlo.divide %168, %167 : tensor<256xf32>
    %cst_58 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %171 = stablehlo.multiply %170, %169 : tensor<256xf32>
    %172 = stablehlo.broadcast_in_dim %168, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x1x1x256xf32>
    %174 = stablehlo.multiply %165, %173 : tensor<8x1x1x256xf32>
    %175 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %176 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x1x1x256xf32>
    %177 = stablehlo.multiply %174, %176 : tensor<8x1x1x256xf32>
    %178 = stablehlo.broadcast_in_dim %arg13, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x1x1x256xf32>
    %180 = stablehlo.add %177, %179 : tensor<8x1x1x256xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<8x1x1x256xf32>
    %182 = stablehlo.compare GT, %180, %181, FLOAT : (tensor<8x1x1x256xf32>, tensor<8x1x1x256xf32>) -> tensor<8x1x1x256xi1>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x1x1x256xf32>
    %184 = stablehlo.select %182, %180, %183 : tensor<8x1x1x256xi1>, tensor<8x1x1x256xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8x1x1x256xf32>
    %cst_62 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<f32>
    %187 = "stablehlo.reduce_window"(%184, %186) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.maximum %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<8x1x1x256xf32>
    %188 = stablehlo.subtract %187, %arg1 : tensor<8x1x1x256xf32>
    %189 = stablehlo.multiply %188, %188 : tensor<8x1x1x256xf32>
    %cst_63 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x1x1x256xf32>
    %191 = stablehlo.multiply %190, %188 : tensor<8x1x1x256xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %192 = stablehlo.reduce(%189 init: %cst_64) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_65 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %193 = stablehlo.divide %192, %cst_65 : tensor<f32>
    %cst_66 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_67 = stablehlo.constant dense<2.048000e+03> : tensor<f32>
    %194 = stablehlo.divide %cst_66, %cst_67 : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [] : (tensor<f32>) -> tensor<8x1x1x256xf32>
    %196 = stablehlo.multiply %195, %191 : tensor<8x1x1x256xf32>
    %cst_68 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %197 = stablehlo.pad %184, %cst_68, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<8x2x2x256xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = "stablehlo.select_and_scatter"(%197, %196, %cst_69) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.compare GE, %arg14, %arg15, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %411 : tensor<i1>
    }, {
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x2x2x256xf32>, tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<8x2x2x256xf32>
    %199 = stablehlo.slice %198 [0:8, 0:1, 0:1, 0:256] : (tensor<8x2x2x256xf32>) -> tensor<8x1x1x256xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8x1x1x256xf32>
    %201 = stablehlo.select %182, %199, %200 : tensor<8x1x1x256xi1>, tensor<8x1x1x256xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %202 = stablehlo.reduce(%201 init: %cst_71) applies stablehlo.add across dimensions = [0] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<1x1x256xf32>
    %203 = stablehlo.reshape %202 : (tensor<1x1x256xf32>) -> tensor<1x1x1x256xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_72) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %205 = stablehlo.multiply %174, %201 : tensor<8x1x1x256xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %206 = stablehlo.reduce(%205 init: %cst_73) applies stablehlo.add across dimensions = [0] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<1x1x256xf32>
    %207 = stablehlo.reshape %206 : (tensor<1x1x256xf32>) -> tensor<1x1x1x256xf32>
    %208 = stablehlo.broadcast_in_dim %175, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x1x1x256xf32>
    %209 = stablehlo.multiply %201, %208 : tensor<8x1x1x256xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %210 = stablehlo.reduce(%207 init: %cst_74) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %211 = stablehlo.multiply %165, %209 : tensor<8x1x1x256xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %212 = stablehlo.reduce(%211 init: %cst_75) applies stablehlo.add across dimensions = [0] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<1x1x256xf32>
    %213 = stablehlo.reshape %212 : (tensor<1x1x256xf32>) -> tensor<1x1x1x256xf32>
    %214 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x1x1x256xf32>
    %215 = stablehlo.multiply %209, %214 : tensor<8x1x1x256xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %216 = stablehlo.reduce(%213 init: %cst_76) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %217 = stablehlo.multiply %216, %171 : tensor<256xf32>
    %218 = stablehlo.negate %215 : tensor<8x1x1x256xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_77) applies stablehlo.add across dimensions = [0] : (tensor<8x1x1x256xf32>, tensor<f32>) -> tensor<1x1x256xf32>
    %220 = stablehlo.reshape %219 : (tensor<1x1x256xf32>) -> tensor<1x1x1x256xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %221 = stablehlo.reduce(%220 init: %cst_78) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %222 = stablehlo.multiply %217, %162 : tensor<256xf32>
    %223 = stablehlo.negate %222 : tensor<256xf32>
    %224 = stablehlo.multiply %144, %223 : tensor<256xf32>
    %225 = stablehlo.add %221, %224 : tensor<256xf32>
    %226 = stablehlo.multiply %223, %144 : tensor<256xf32>
    %227 = stablehlo.add %225, %226 : tensor<256xf32>
    %cst_79 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %229 = stablehlo.divide %222, %228 : tensor<256xf32>
    %230 = stablehlo.broadcast_in_dim %229, dims = [3] : (tensor<256xf32>) -> tensor<8x1x1x256xf32>
    %231 = stablehlo.multiply %141, %230 : tensor<8x1x1x256xf32>
    %232 = stablehlo.add %215, %231 : tensor<8x1x1x256xf32>
    %233 = stablehlo.multiply %230, %141 : tensor<8x1x1x256xf32>
    %234 = stablehlo.add %232, %233 : tensor<8x1x1x256xf32>
    %cst_80 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %236 = stablehlo.divide %227, %235 : tensor<256xf32>
    %237 = stablehlo.broadcast_in_dim %236, dims = [3] : (tensor<256xf32>) -> tensor<8x1x1x256xf32>
    %238 = stablehlo.add %234, %237 : tensor<8x1x1x256xf32>
    %239 = stablehlo.convolution(%140, %238) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x2x2x256xf32>, tensor<8x1x1x256xf32>) -> tensor<3x3x256x256xf32>
    %240 = stablehlo.reverse %arg11, dims = [0, 1] : tensor<3x3x256x256xf32>
    %241 = stablehlo.convolution(%238, %240) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x1x1x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x2x2x256xf32>
    %cst_81 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %242 = stablehlo.pad %137, %cst_81, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<8x3x3x256xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %243 = "stablehlo.select_and_scatter"(%242, %241, %cst_82) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.compare GE, %arg14, %arg15, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %411 : tensor<i1>
    }, {
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x3x3x256xf32>, tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<8x3x3x256xf32>
    %244 = stablehlo.slice %243 [0:8, 0:2, 0:2, 0:256] : (tensor<8x3x3x256xf32>) -> tensor<8x2x2x256xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<8x2x2x256xf32>
    %246 = stablehlo.select %135, %244, %245 : tensor<8x2x2x256xi1>, tensor<8x2x2x256xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.reduce(%246 init: %cst_84) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<256xf32>
    %248 = stablehlo.reshape %247 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %249 = stablehlo.reduce(%248 init: %cst_85) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %250 = stablehlo.multiply %127, %246 : tensor<8x2x2x256xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %251 = stablehlo.reduce(%250 init: %cst_86) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<256xf32>
    %252 = stablehlo.reshape %251 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %253 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x2x2x256xf32>
    %254 = stablehlo.multiply %246, %253 : tensor<8x2x2x256xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %255 = stablehlo.reduce(%252 init: %cst_87) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %256 = stablehlo.multiply %118, %254 : tensor<8x2x2x256xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %257 = stablehlo.reduce(%256 init: %cst_88) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<256xf32>
    %258 = stablehlo.reshape %257 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %259 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x2x2x256xf32>
    %260 = stablehlo.multiply %254, %259 : tensor<8x2x2x256xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %261 = stablehlo.reduce(%258 init: %cst_89) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %262 = stablehlo.multiply %261, %124 : tensor<256xf32>
    %263 = stablehlo.negate %260 : tensor<8x2x2x256xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.reduce(%263 init: %cst_90) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x2x2x256xf32>, tensor<f32>) -> tensor<256xf32>
    %265 = stablehlo.reshape %264 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %266 = stablehlo.reduce(%265 init: %cst_91) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %267 = stablehlo.multiply %262, %115 : tensor<256xf32>
    %268 = stablehlo.negate %267 : tensor<256xf32>
    %269 = stablehlo.multiply %97, %268 : tensor<256xf32>
    %270 = stablehlo.add %266, %269 : tensor<256xf32>
    %271 = stablehlo.multiply %268, %97 : tensor<256xf32>
    %272 = stablehlo.add %270, %271 : tensor<256xf32>
    %cst_92 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %274 = stablehlo.divide %267, %273 : tensor<256xf32>
    %275 = stablehlo.broadcast_in_dim %274, dims = [3] : (tensor<256xf32>) -> tensor<8x2x2x256xf32>
    %276 = stablehlo.multiply %94, %275 : tensor<8x2x2x256xf32>
    %277 = stablehlo.add %260, %276 : tensor<8x2x2x256xf32>
    %278 = stablehlo.multiply %275, %94 : tensor<8x2x2x256xf32>
    %279 = stablehlo.add %277, %278 : tensor<8x2x2x256xf32>
    %cst_93 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %281 = stablehlo.divide %272, %280 : tensor<256xf32>
    %282 = stablehlo.broadcast_in_dim %281, dims = [3] : (tensor<256xf32>) -> tensor<8x2x2x256xf32>
    %283 = stablehlo.add %279, %282 : tensor<8x2x2x256xf32>
    %284 = stablehlo.convolution(%93, %283) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x256xf32>, tensor<8x2x2x256xf32>) -> tensor<3x3x256x256xf32>
    %285 = stablehlo.reverse %arg8, dims = [0, 1] : tensor<3x3x256x256xf32>
    %286 = stablehlo.convolution(%283, %285) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x2x2x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x4x4x256xf32>
    %cst_94 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %287 = stablehlo.pad %90, %cst_94, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<8x5x5x256xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %288 = "stablehlo.select_and_scatter"(%287, %286, %cst_95) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.compare GE, %arg14, %arg15, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %411 : tensor<i1>
    }, {
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x5x5x256xf32>, tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<8x5x5x256xf32>
    %289 = stablehlo.slice %288 [0:8, 0:4, 0:4, 0:256] : (tensor<8x5x5x256xf32>) -> tensor<8x4x4x256xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x4x4x256xf32>
    %291 = stablehlo.select %88, %289, %290 : tensor<8x4x4x256xi1>, tensor<8x4x4x256xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %292 = stablehlo.reduce(%291 init: %cst_97) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<256xf32>
    %293 = stablehlo.reshape %292 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %294 = stablehlo.reduce(%293 init: %cst_98) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %295 = stablehlo.multiply %80, %291 : tensor<8x4x4x256xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %296 = stablehlo.reduce(%295 init: %cst_99) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<256xf32>
    %297 = stablehlo.reshape %296 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %298 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x4x4x256xf32>
    %299 = stablehlo.multiply %291, %298 : tensor<8x4x4x256xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %300 = stablehlo.reduce(%297 init: %cst_100) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %301 = stablehlo.multiply %71, %299 : tensor<8x4x4x256xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %302 = stablehlo.reduce(%301 init: %cst_101) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<256xf32>
    %303 = stablehlo.reshape %302 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %304 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x4x4x256xf32>
    %305 = stablehlo.multiply %299, %304 : tensor<8x4x4x256xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %306 = stablehlo.reduce(%303 init: %cst_102) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %307 = stablehlo.multiply %306, %77 : tensor<256xf32>
    %308 = stablehlo.negate %305 : tensor<8x4x4x256xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %309 = stablehlo.reduce(%308 init: %cst_103) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x256xf32>, tensor<f32>) -> tensor<256xf32>
    %310 = stablehlo.reshape %309 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %311 = stablehlo.reduce(%310 init: %cst_104) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %312 = stablehlo.multiply %307, %68 : tensor<256xf32>
    %313 = stablehlo.negate %312 : tensor<256xf32>
    %314 = stablehlo.multiply %50, %313 : tensor<256xf32>
    %315 = stablehlo.add %311, %314 : tensor<256xf32>
    %316 = stablehlo.multiply %313, %50 : tensor<256xf32>
    %317 = stablehlo.add %315, %316 : tensor<256xf32>
    %cst_105 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %319 = stablehlo.divide %312, %318 : tensor<256xf32>
    %320 = stablehlo.broadcast_in_dim %319, dims = [3] : (tensor<256xf32>) -> tensor<8x4x4x256xf32>
    %321 = stablehlo.multiply %47, %320 : tensor<8x4x4x256xf32>
    %322 = stablehlo.add %305, %321 : tensor<8x4x4x256xf32>
    %323 = stablehlo.multiply %320, %47 : tensor<8x4x4x256xf32>
    %324 = stablehlo.add %322, %323 : tensor<8x4x4x256xf32>
    %cst_106 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %326 = stablehlo.divide %317, %325 : tensor<256xf32>
    %327 = stablehlo.broadcast_in_dim %326, dims = [3] : (tensor<256xf32>) -> tensor<8x4x4x256xf32>
    %328 = stablehlo.add %324, %327 : tensor<8x4x4x256xf32>
    %329 = stablehlo.convolution(%46, %328) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x256xf32>, tensor<8x4x4x256xf32>) -> tensor<3x3x256x256xf32>
    %330 = stablehlo.reverse %arg5, dims = [0, 1] : tensor<3x3x256x256xf32>
    %331 = stablehlo.convolution(%328, %330) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x256xf32>, tensor<3x3x256x256xf32>) -> tensor<8x8x8x256xf32>
    %cst_107 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %332 = stablehlo.pad %43, %cst_107, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<8x9x9x256xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %333 = "stablehlo.select_and_scatter"(%332, %331, %cst_108) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 1, 1, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.compare GE, %arg14, %arg15, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %411 : tensor<i1>
    }, {
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %411 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %411 : tensor<f32>
    }) : (tensor<8x9x9x256xf32>, tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<8x9x9x256xf32>
    %334 = stablehlo.slice %333 [0:8, 0:8, 0:8, 0:256] : (tensor<8x9x9x256xf32>) -> tensor<8x8x8x256xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<8x8x8x256xf32>
    %336 = stablehlo.select %41, %334, %335 : tensor<8x8x8x256xi1>, tensor<8x8x8x256xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.reduce(%336 init: %cst_110) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %338 = stablehlo.reshape %337 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %339 = stablehlo.reduce(%338 init: %cst_111) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %340 = stablehlo.multiply %33, %336 : tensor<8x8x8x256xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %341 = stablehlo.reduce(%340 init: %cst_112) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %342 = stablehlo.reshape %341 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %343 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x8x8x256xf32>
    %344 = stablehlo.multiply %336, %343 : tensor<8x8x8x256xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %345 = stablehlo.reduce(%342 init: %cst_113) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %346 = stablehlo.multiply %24, %344 : tensor<8x8x8x256xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %347 = stablehlo.reduce(%346 init: %cst_114) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %348 = stablehlo.reshape %347 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %349 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<8x8x8x256xf32>
    %350 = stablehlo.multiply %344, %349 : tensor<8x8x8x256xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %351 = stablehlo.reduce(%348 init: %cst_115) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %352 = stablehlo.multiply %351, %30 : tensor<256xf32>
    %353 = stablehlo.negate %350 : tensor<8x8x8x256xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %354 = stablehlo.reduce(%353 init: %cst_116) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %355 = stablehlo.reshape %354 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %356 = stablehlo.reduce(%355 init: %cst_117) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %357 = stablehlo.multiply %352, %21 : tensor<256xf32>
    %358 = stablehlo.negate %357 : tensor<256xf32>
    %359 = stablehlo.multiply %3, %358 : tensor<256xf32>
    %360 = stablehlo.add %356, %359 : tensor<256xf32>
    %361 = stablehlo.multiply %358, %3 : tensor<256xf32>
    %362 = stablehlo.add %360, %361 : tensor<256xf32>
    %cst_118 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %364 = stablehlo.divide %357, %363 : tensor<256xf32>
    %365 = stablehlo.broadcast_in_dim %364, dims = [3] : (tensor<256xf32>) -> tensor<8x8x8x256xf32>
    %366 = stablehlo.multiply %0, %365 : tensor<8x8x8x256xf32>
    %367 = stablehlo.add %350, %366 : tensor<8x8x8x256xf32>
    %368 = stablehlo.multiply %365, %0 : tensor<8x8x8x256xf32>
    %369 = stablehlo.add %367, %368 : tensor<8x8x8x256xf32>
    %cst_119 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %370 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %371 = stablehlo.divide %362, %370 : tensor<256xf32>
    %372 = stablehlo.broadcast_in_dim %371, dims = [3] : (tensor<256xf32>) -> tensor<8x8x8x256xf32>
    %373 = stablehlo.add %369, %372 : tensor<8x8x8x256xf32>
    %374 = stablehlo.convolution(%arg0, %373) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x16x16x256xf32>, tensor<8x8x8x256xf32>) -> tensor<3x3x256x256xf32>
    %cst_120 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %376 = stablehlo.multiply %375, %374 : tensor<3x3x256x256xf32>
    %377 = stablehlo.subtract %arg2, %376 : tensor<3x3x256x256xf32>
    %cst_121 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %378 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %379 = stablehlo.multiply %378, %345 : tensor<256xf32>
    %380 = stablehlo.subtract %arg3, %379 : tensor<256xf32>
    %cst_122 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %382 = stablehlo.multiply %381, %339 : tensor<256xf32>
    %383 = stablehlo.subtract %arg4, %382 : tensor<256xf32>
    %cst_123 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %385 = stablehlo.multiply %384, %329 : tensor<3x3x256x256xf32>
    %386 = stablehlo.subtract %arg5, %385 : tensor<3x3x256x256xf32>
    %cst_124 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %388 = stablehlo.multiply %387, %300 : tensor<256xf32>
    %389 = stablehlo.subtract %arg6, %388 : tensor<256xf32>
    %cst_125 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %391 = stablehlo.multiply %390, %294 : tensor<256xf32>
    %392 = stablehlo.subtract %arg7, %391 : tensor<256xf32>
    %cst_126 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %394 = stablehlo.multiply %393, %284 : tensor<3x3x256x256xf32>
    %395 = stablehlo.subtract %arg8, %394 : tensor<3x3x256x256xf32>
    %cst_127 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %396 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %397 = stablehlo.multiply %396, %255 : tensor<256xf32>
    %398 = stablehlo.subtract %arg9, %397 : tensor<256xf32>
    %cst_128 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %399 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %400 = stablehlo.multiply %399, %249 : tensor<256xf32>
    %401 = stablehlo.subtract %arg10, %400 : tensor<256xf32>
    %cst_129 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %403 = stablehlo.multiply %402, %239 : tensor<3x3x256x256xf32>
    %404 = stablehlo.subtract %arg11, %403 : tensor<3x3x256x256xf32>
    %cst_130 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %406 = stablehlo.multiply %405, %210 : tensor<256xf32>
    %407 = stablehlo.subtract %arg12, %406 : tensor<256xf32>
    %cst_131 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %409 = stablehlo.multiply %408, %204 : tensor<256xf32>
    %410 = stablehlo.subtract %arg13, %409 : tensor<256xf32>
    return %377, %380, %383, %386, %389, %392, %395, %398, %401, %404, %407, %410 : tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>
  }
}
