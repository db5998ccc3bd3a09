module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x56x56x256xf32>, %arg1: tensor<64x7x7x2048xf32>, %arg2: tensor<3x3x256x256xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<256xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<256xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<3x3x256x256xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<256xf32> {tf.aliasing_output = 4 : i32}, %arg7: tensor<256xf32> {tf.aliasing_output = 5 : i32}, %arg8: tensor<3x3x256x512xf32> {tf.aliasing_output = 6 : i32}, %arg9: tensor<512xf32> {tf.aliasing_output = 7 : i32}, %arg10: tensor<512xf32> {tf.aliasing_output = 8 : i32}, %arg11: tensor<3x3x512x512xf32> {tf.aliasing_output = 9 : i32}, %arg12: tensor<512xf32> {tf.aliasing_output = 10 : i32}, %arg13: tensor<512xf32> {tf.aliasing_output = 11 : i32}, %arg14: tensor<3x3x512x512xf32> {tf.aliasing_output = 12 : i32}, %arg15: tensor<512xf32> {tf.aliasing_output = 13 : i32}, %arg16: tensor<512xf32> {tf.aliasing_output = 14 : i32}, %arg17: tensor<3x3x512x1024xf32> {tf.aliasing_output = 15 : i32}, %arg18: tensor<1024xf32> {tf.aliasing_output = 16 : i32}, %arg19: tensor<1024xf32> {tf.aliasing_output = 17 : i32}, %arg20: tensor<3x3x1024x1024xf32> {tf.aliasing_output = 18 : i32}, %arg21: tensor<1024xf32> {tf.aliasing_output = 19 : i32}, %arg22: tensor<1024xf32> {tf.aliasing_output = 20 : i32}, %arg23: tensor<3x3x1024x1024xf32> {tf.aliasing_output = 21 : i32}, %arg24: tensor<1024xf32> {tf.aliasing_output = 22 : i32}, %arg25: tensor<1024xf32> {tf.aliasing_output = 23 : i32}, %arg26: tensor<3x3x1024x2048xf32> {tf.aliasing_output = 24 : i32}, %arg27: tensor<2048xf32> {tf.aliasing_output = 25 : i32}, %arg28: tensor<2048xf32> {tf.aliasing_output = 26 : i32}, %arg29: tensor<3x3x2048x2048xf32> {tf.aliasing_output = 27 : i32}, %arg30: tensor<2048xf32> {tf.aliasing_output = 28 : i32}, %arg31: tensor<2048xf32> {tf.aliasing_output = 29 : i32}, %arg32: tensor<3x3x2048x2048xf32> {tf.aliasing_output = 30 : i32}, %arg33: tensor<2048xf32> {tf.aliasing_output = 31 : i32}, %arg34: tensor<2048xf32> {tf.aliasing_output = 32 : i32}) -> (tensor<3x3x256x256xf32> {jax.result_info = "result[0]"}, tensor<256xf32> {jax.result_info = "result[1]"}, tensor<256xf32> {jax.result_info = "result[2]"}, tensor<3x3x256x256xf32> {jax.result_info = "result[3]"}, tensor<256xf32> {jax.result_info = "result[4]"}, tensor<256xf32> {jax.result_info = "result[5]"}, tensor<3x3x256x512xf32> {jax.result_info = "result[6]"}, tensor<512xf32> {jax.result_info = "result[7]"}, tensor<512xf32> {jax.result_info = "result[8]"}, tensor<3x3x512x512xf32> {jax.result_info = "result[9]"}, tensor<512xf32> {jax.result_info = "result[10]"}, tensor<512xf32> {jax.result_info = "result[11]"}, tensor<3x3x512x512xf32> {jax.result_info = "result[12]"}, tensor<512xf32> {jax.result_info = "result[13]"}, tensor<512xf32> {jax.result_info = "result[14]"}, tensor<3x3x512x1024xf32> {jax.result_info = "result[15]"}, tensor<1024xf32> {jax.result_info = "result[16]"}, tensor<1024xf32> {jax.result_info = "result[17]"}, tensor<3x3x1024x1024xf32> {jax.result_info = "result[18]"}, tensor<1024xf32> {jax.result_info = "result[19]"}, tensor<1024xf32> {jax.result_info = "result[20]"}, tensor<3x3x1024x1024xf32> {jax.result_info = "result[21]"}, tensor<1024xf32> {jax.result_info = "result[22]"}, tensor<1024xf32> {jax.result_info = "result[23]"}, tensor<3x3x1024x2048xf32> {jax.result_info = "result[24]"}, tensor<2048xf32> {jax.result_info = "result[25]"}, tensor<2048xf32> {jax.result_info = "result[26]"}, tensor<3x3x2048x2048xf32> {jax.result_info = "result[27]"}, tensor<2048xf32> {jax.result_info = "result[28]"}, tensor<2048xf32> {jax.result_info = "result[29]"}, tensor<3x3x2048x2048xf32> {jax.result_info = "result[30]"}, tensor<2048xf32> {jax.result_info = "result[31]"}, tensor<2048xf32> {jax.result_info = "result[32]"}) {
    %0 = stablehlo.convolution(%arg0, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x56x56x256xf32>, tensor<3x3x256x256xf32>) -> tensor<64x56x56x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_0 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %3 = stablehlo.divide %1, %2 : tensor<256xf32>
    %4 = stablehlo.multiply %0, %0 : tensor<64x56x56x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst_1) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_2 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
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
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %24 = stablehlo.subtract %0, %23 : tensor<64x56x56x256xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %26 = stablehlo.add %11, %25 : tensor<256xf32>
    %27 = stablehlo.rsqrt %26 : tensor<256xf32>
    %28 = stablehlo.divide %27, %26 : tensor<256xf32>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %30 = stablehlo.multiply %29, %28 : tensor<256xf32>
    %31 = stablehlo.broadcast_in_dim %27, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %33 = stablehlo.multiply %24, %32 : tensor<64x56x56x256xf32>
    %34 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %36 = stablehlo.multiply %33, %35 : tensor<64x56x56x256xf32>
    %37 = stablehlo.broadcast_in_dim %arg4, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %39 = stablehlo.add %36, %38 : tensor<64x56x56x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %41 = stablehlo.compare GT, %39, %40, FLOAT : (tensor<64x56x56x256xf32>, tensor<64x56x56x256xf32>) -> tensor<64x56x56x256xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %43 = stablehlo.select %41, %39, %42 : tensor<64x56x56x256xi1>, tensor<64x56x56x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %45 = stablehlo.convolution(%43, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x56x56x256xf32>, tensor<3x3x256x256xf32>) -> tensor<64x56x56x256xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_14) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_15 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %48 = stablehlo.divide %46, %47 : tensor<256xf32>
    %49 = stablehlo.multiply %45, %45 : tensor<64x56x56x256xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_16) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_17 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %52 = stablehlo.divide %50, %51 : tensor<256xf32>
    %53 = stablehlo.multiply %48, %48 : tensor<256xf32>
    %54 = stablehlo.subtract %52, %53 : tensor<256xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %56 = stablehlo.maximum %54, %55 : tensor<256xf32>
    %57 = stablehlo.compare EQ, %54, %56, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_19 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %60 = stablehlo.select %57, %58, %59 : tensor<256xi1>, tensor<256xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %62 = stablehlo.compare EQ, %61, %56, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_22 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %65 = stablehlo.select %62, %63, %64 : tensor<256xi1>, tensor<256xf32>
    %66 = stablehlo.divide %60, %65 : tensor<256xf32>
    %67 = stablehlo.broadcast_in_dim %48, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %69 = stablehlo.subtract %45, %68 : tensor<64x56x56x256xf32>
    %cst_24 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %71 = stablehlo.add %56, %70 : tensor<256xf32>
    %72 = stablehlo.rsqrt %71 : tensor<256xf32>
    %73 = stablehlo.divide %72, %71 : tensor<256xf32>
    %cst_25 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %75 = stablehlo.multiply %74, %73 : tensor<256xf32>
    %76 = stablehlo.broadcast_in_dim %72, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %78 = stablehlo.multiply %69, %77 : tensor<64x56x56x256xf32>
    %79 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %81 = stablehlo.multiply %78, %80 : tensor<64x56x56x256xf32>
    %82 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %84 = stablehlo.add %81, %83 : tensor<64x56x56x256xf32>
    %85 = stablehlo.add %84, %arg0 : tensor<64x56x56x256xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %87 = stablehlo.compare GT, %85, %86, FLOAT : (tensor<64x56x56x256xf32>, tensor<64x56x56x256xf32>) -> tensor<64x56x56x256xi1>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %89 = stablehlo.select %87, %85, %88 : tensor<64x56x56x256xi1>, tensor<64x56x56x256xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %91 = stablehlo.convolution(%89, %arg8) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x56x56x256xf32>, tensor<3x3x256x512xf32>) -> tensor<64x28x28x512xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%91 init: %cst_29) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_30 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %94 = stablehlo.divide %92, %93 : tensor<512xf32>
    %95 = stablehlo.multiply %91, %91 : tensor<64x28x28x512xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce(%95 init: %cst_31) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_32 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %98 = stablehlo.divide %96, %97 : tensor<512xf32>
    %99 = stablehlo.multiply %94, %94 : tensor<512xf32>
    %100 = stablehlo.subtract %98, %99 : tensor<512xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %102 = stablehlo.maximum %100, %101 : tensor<512xf32>
    %103 = stablehlo.compare EQ, %100, %102, FLOAT : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xi1>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %106 = stablehlo.select %103, %104, %105 : tensor<512xi1>, tensor<512xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %108 = stablehlo.compare EQ, %107, %102, FLOAT : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xi1>
    %cst_37 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %111 = stablehlo.select %108, %109, %110 : tensor<512xi1>, tensor<512xf32>
    %112 = stablehlo.divide %106, %111 : tensor<512xf32>
    %113 = stablehlo.broadcast_in_dim %94, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %115 = stablehlo.subtract %91, %114 : tensor<64x28x28x512xf32>
    %cst_39 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %117 = stablehlo.add %102, %116 : tensor<512xf32>
    %118 = stablehlo.rsqrt %117 : tensor<512xf32>
    %119 = stablehlo.divide %118, %117 : tensor<512xf32>
    %cst_40 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %121 = stablehlo.multiply %120, %119 : tensor<512xf32>
    %122 = stablehlo.broadcast_in_dim %118, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %124 = stablehlo.multiply %115, %123 : tensor<64x28x28x512xf32>
    %125 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %127 = stablehlo.multiply %124, %126 : tensor<64x28x28x512xf32>
    %128 = stablehlo.broadcast_in_dim %arg10, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %130 = stablehlo.add %127, %129 : tensor<64x28x28x512xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %132 = stablehlo.compare GT, %130, %131, FLOAT : (tensor<64x28x28x512xf32>, tensor<64x28x28x512xf32>) -> tensor<64x28x28x512xi1>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %134 = stablehlo.select %132, %130, %133 : tensor<64x28x28x512xi1>, tensor<64x28x28x512xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %136 = stablehlo.convolution(%134, %arg11) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<3x3x512x512xf32>) -> tensor<64x28x28x512xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %137 = stablehlo.reduce(%136 init: %cst_44) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_45 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %139 = stablehlo.divide %137, %138 : tensor<512xf32>
    %140 = stablehlo.multiply %136, %136 : tensor<64x28x28x512xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.reduce(%140 init: %cst_46) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_47 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %143 = stablehlo.divide %141, %142 : tensor<512xf32>
    %144 = stablehlo.multiply %139, %139 : tensor<512xf32>
    %145 = stablehlo.subtract %143, %144 : tensor<512xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %147 = stablehlo.maximum %145, %146 : tensor<512xf32>
    %148 = stablehlo.compare EQ, %145, %147, FLOAT : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xi1>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %151 = stablehlo.select %148, %149, %150 : tensor<512xi1>, tensor<512xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %153 = stablehlo.compare EQ, %152, %147, FLOAT : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xi1>
    %cst_52 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %cst_53 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %156 = stablehlo.select %153, %154, %155 : tensor<512xi1>, tensor<512xf32>
    %157 = stablehlo.divide %151, %156 : tensor<512xf32>
    %158 = stablehlo.broadcast_in_dim %139, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %160 = stablehlo.subtract %136, %159 : tensor<64x28x28x512xf32>
    %cst_54 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %162 = stablehlo.add %147, %161 : tensor<512xf32>
    %163 = stablehlo.rsqrt %162 : tensor<512xf32>
    %164 = stablehlo.divide %163, %162 : tensor<512xf32>
    %cst_55 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %166 = stablehlo.multiply %165, %164 : tensor<512xf32>
    %167 = stablehlo.broadcast_in_dim %163, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %168 = stablehlo.broadcast_in_dim %167, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %169 = stablehlo.multiply %160, %168 : tensor<64x28x28x512xf32>
    %170 = stablehlo.broadcast_in_dim %arg12, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %171 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %172 = stablehlo.multiply %169, %171 : tensor<64x28x28x512xf32>
    %173 = stablehlo.broadcast_in_dim %arg13, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %174 = stablehlo.broadcast_in_dim %173, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %175 = stablehlo.add %172, %174 : tensor<64x28x28x512xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %177 = stablehlo.compare GT, %175, %176, FLOAT : (tensor<64x28x28x512xf32>, tensor<64x28x28x512xf32>) -> tensor<64x28x28x512xi1>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %179 = stablehlo.select %177, %175, %178 : tensor<64x28x28x512xi1>, tensor<64x28x28x512xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %181 = stablehlo.convolution(%179, %arg14) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<3x3x512x512xf32>) -> tensor<64x28x28x512xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %182 = stablehlo.reduce(%181 init: %cst_59) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_60 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %184 = stablehlo.divide %182, %183 : tensor<512xf32>
    %185 = stablehlo.multiply %181, %181 : tensor<64x28x28x512xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %186 = stablehlo.reduce(%185 init: %cst_61) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %cst_62 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %188 = stablehlo.divide %186, %187 : tensor<512xf32>
    %189 = stablehlo.multiply %184, %184 : tensor<512xf32>
    %190 = stablehlo.subtract %188, %189 : tensor<512xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %192 = stablehlo.maximum %190, %191 : tensor<512xf32>
    %193 = stablehlo.compare EQ, %190, %192, FLOAT : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xi1>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %196 = stablehlo.select %193, %194, %195 : tensor<512xi1>, tensor<512xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %198 = stablehlo.compare EQ, %197, %192, FLOAT : (tensor<512xf32>, tensor<512xf32>) -> tensor<512xi1>
    %cst_67 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %cst_68 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %201 = stablehlo.select %198, %199, %200 : tensor<512xi1>, tensor<512xf32>
    %202 = stablehlo.divide %196, %201 : tensor<512xf32>
    %203 = stablehlo.broadcast_in_dim %184, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %204 = stablehlo.broadcast_in_dim %203, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %205 = stablehlo.subtract %181, %204 : tensor<64x28x28x512xf32>
    %cst_69 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %207 = stablehlo.add %192, %206 : tensor<512xf32>
    %208 = stablehlo.rsqrt %207 : tensor<512xf32>
    %209 = stablehlo.divide %208, %207 : tensor<512xf32>
    %cst_70 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %211 = stablehlo.multiply %210, %209 : tensor<512xf32>
    %212 = stablehlo.broadcast_in_dim %208, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %213 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %214 = stablehlo.multiply %205, %213 : tensor<64x28x28x512xf32>
    %215 = stablehlo.broadcast_in_dim %arg15, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %217 = stablehlo.multiply %214, %216 : tensor<64x28x28x512xf32>
    %218 = stablehlo.broadcast_in_dim %arg16, dims = [3] : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %220 = stablehlo.add %217, %219 : tensor<64x28x28x512xf32>
    %221 = stablehlo.add %220, %134 : tensor<64x28x28x512xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %223 = stablehlo.compare GT, %221, %222, FLOAT : (tensor<64x28x28x512xf32>, tensor<64x28x28x512xf32>) -> tensor<64x28x28x512xi1>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %225 = stablehlo.select %223, %221, %224 : tensor<64x28x28x512xi1>, tensor<64x28x28x512xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %227 = stablehlo.convolution(%225, %arg17) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<3x3x512x1024xf32>) -> tensor<64x14x14x1024xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce(%227 init: %cst_74) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %cst_75 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %230 = stablehlo.divide %228, %229 : tensor<1024xf32>
    %231 = stablehlo.multiply %227, %227 : tensor<64x14x14x1024xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %232 = stablehlo.reduce(%231 init: %cst_76) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %cst_77 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %233 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %234 = stablehlo.divide %232, %233 : tensor<1024xf32>
    %235 = stablehlo.multiply %230, %230 : tensor<1024xf32>
    %236 = stablehlo.subtract %234, %235 : tensor<1024xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %238 = stablehlo.maximum %236, %237 : tensor<1024xf32>
    %239 = stablehlo.compare EQ, %236, %238, FLOAT : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xi1>
    %cst_79 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %242 = stablehlo.select %239, %240, %241 : tensor<1024xi1>, tensor<1024xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %244 = stablehlo.compare EQ, %243, %238, FLOAT : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xi1>
    %cst_82 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %cst_83 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %247 = stablehlo.select %244, %245, %246 : tensor<1024xi1>, tensor<1024xf32>
    %248 = stablehlo.divide %242, %247 : tensor<1024xf32>
    %249 = stablehlo.broadcast_in_dim %230, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %251 = stablehlo.subtract %227, %250 : tensor<64x14x14x1024xf32>
    %cst_84 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %253 = stablehlo.add %238, %252 : tensor<1024xf32>
    %254 = stablehlo.rsqrt %253 : tensor<1024xf32>
    %255 = stablehlo.divide %254, %253 : tensor<1024xf32>
    %cst_85 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %257 = stablehlo.multiply %256, %255 : tensor<1024xf32>
    %258 = stablehlo.broadcast_in_dim %254, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %260 = stablehlo.multiply %251, %259 : tensor<64x14x14x1024xf32>
    %261 = stablehlo.broadcast_in_dim %arg18, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %262 = stablehlo.broadcast_in_dim %261, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %263 = stablehlo.multiply %260, %262 : tensor<64x14x14x1024xf32>
    %264 = stablehlo.broadcast_in_dim %arg19, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %265 = stablehlo.broadcast_in_dim %264, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %266 = stablehlo.add %263, %265 : tensor<64x14x14x1024xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %268 = stablehlo.compare GT, %266, %267, FLOAT : (tensor<64x14x14x1024xf32>, tensor<64x14x14x1024xf32>) -> tensor<64x14x14x1024xi1>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %270 = stablehlo.select %268, %266, %269 : tensor<64x14x14x1024xi1>, tensor<64x14x14x1024xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %272 = stablehlo.convolution(%270, %arg20) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<3x3x1024x1024xf32>) -> tensor<64x14x14x1024xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %273 = stablehlo.reduce(%272 init: %cst_89) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %cst_90 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %275 = stablehlo.divide %273, %274 : tensor<1024xf32>
    %276 = stablehlo.multiply %272, %272 : tensor<64x14x14x1024xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %277 = stablehlo.reduce(%276 init: %cst_91) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %cst_92 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %279 = stablehlo.divide %277, %278 : tensor<1024xf32>
    %280 = stablehlo.multiply %275, %275 : tensor<1024xf32>
    %281 = stablehlo.subtract %279, %280 : tensor<1024xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %283 = stablehlo.maximum %281, %282 : tensor<1024xf32>
    %284 = stablehlo.compare EQ, %281, %283, FLOAT : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xi1>
    %cst_94 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %286 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %287 = stablehlo.select %284, %285, %286 : tensor<1024xi1>, tensor<1024xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %289 = stablehlo.compare EQ, %288, %283, FLOAT : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xi1>
    %cst_97 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %cst_98 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %291 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %292 = stablehlo.select %289, %290, %291 : tensor<1024xi1>, tensor<1024xf32>
    %293 = stablehlo.divide %287, %292 : tensor<1024xf32>
    %294 = stablehlo.broadcast_in_dim %275, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %295 = stablehlo.broadcast_in_dim %294, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %296 = stablehlo.subtract %272, %295 : tensor<64x14x14x1024xf32>
    %cst_99 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %298 = stablehlo.add %283, %297 : tensor<1024xf32>
    %299 = stablehlo.rsqrt %298 : tensor<1024xf32>
    %300 = stablehlo.divide %299, %298 : tensor<1024xf32>
    %cst_100 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %302 = stablehlo.multiply %301, %300 : tensor<1024xf32>
    %303 = stablehlo.broadcast_in_dim %299, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %304 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %305 = stablehlo.multiply %296, %304 : tensor<64x14x14x1024xf32>
    %306 = stablehlo.broadcast_in_dim %arg21, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %307 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %308 = stablehlo.multiply %305, %307 : tensor<64x14x14x1024xf32>
    %309 = stablehlo.broadcast_in_dim %arg22, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %310 = stablehlo.broadcast_in_dim %309, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %311 = stablehlo.add %308, %310 : tensor<64x14x14x1024xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %313 = stablehlo.compare GT, %311, %312, FLOAT : (tensor<64x14x14x1024xf32>, tensor<64x14x14x1024xf32>) -> tensor<64x14x14x1024xi1>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %315 = stablehlo.select %313, %311, %314 : tensor<64x14x14x1024xi1>, tensor<64x14x14x1024xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %317 = stablehlo.convolution(%315, %arg23) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<3x3x1024x1024xf32>) -> tensor<64x14x14x1024xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %318 = stablehlo.reduce(%317 init: %cst_104) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %cst_105 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %320 = stablehlo.divide %318, %319 : tensor<1024xf32>
    %321 = stablehlo.multiply %317, %317 : tensor<64x14x14x1024xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %322 = stablehlo.reduce(%321 init: %cst_106) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %cst_107 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %324 = stablehlo.divide %322, %323 : tensor<1024xf32>
    %325 = stablehlo.multiply %320, %320 : tensor<1024xf32>
    %326 = stablehlo.subtract %324, %325 : tensor<1024xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %328 = stablehlo.maximum %326, %327 : tensor<1024xf32>
    %329 = stablehlo.compare EQ, %326, %328, FLOAT : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xi1>
    %cst_109 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %331 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %332 = stablehlo.select %329, %330, %331 : tensor<1024xi1>, tensor<1024xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %333 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %334 = stablehlo.compare EQ, %333, %328, FLOAT : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xi1>
    %cst_112 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %335 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %cst_113 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %336 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %337 = stablehlo.select %334, %335, %336 : tensor<1024xi1>, tensor<1024xf32>
    %338 = stablehlo.divide %332, %337 : tensor<1024xf32>
    %339 = stablehlo.broadcast_in_dim %320, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %340 = stablehlo.broadcast_in_dim %339, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %341 = stablehlo.subtract %317, %340 : tensor<64x14x14x1024xf32>
    %cst_114 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %342 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %343 = stablehlo.add %328, %342 : tensor<1024xf32>
    %344 = stablehlo.rsqrt %343 : tensor<1024xf32>
    %345 = stablehlo.divide %344, %343 : tensor<1024xf32>
    %cst_115 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %347 = stablehlo.multiply %346, %345 : tensor<1024xf32>
    %348 = stablehlo.broadcast_in_dim %344, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %349 = stablehlo.broadcast_in_dim %348, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %350 = stablehlo.multiply %341, %349 : tensor<64x14x14x1024xf32>
    %351 = stablehlo.broadcast_in_dim %arg24, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %352 = stablehlo.broadcast_in_dim %351, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %353 = stablehlo.multiply %350, %352 : tensor<64x14x14x1024xf32>
    %354 = stablehlo.broadcast_in_dim %arg25, dims = [3] : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %355 = stablehlo.broadcast_in_dim %354, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %356 = stablehlo.add %353, %355 : tensor<64x14x14x1024xf32>
    %357 = stablehlo.add %356, %270 : tensor<64x14x14x1024xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %358 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %359 = stablehlo.compare GT, %357, %358, FLOAT : (tensor<64x14x14x1024xf32>, tensor<64x14x14x1024xf32>) -> tensor<64x14x14x1024xi1>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %361 = stablehlo.select %359, %357, %360 : tensor<64x14x14x1024xi1>, tensor<64x14x14x1024xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %362 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %363 = stablehlo.convolution(%361, %arg26) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<3x3x1024x2048xf32>) -> tensor<64x7x7x2048xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %364 = stablehlo.reduce(%363 init: %cst_119) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %cst_120 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %365 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %366 = stablehlo.divide %364, %365 : tensor<2048xf32>
    %367 = stablehlo.multiply %363, %363 : tensor<64x7x7x2048xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %368 = stablehlo.reduce(%367 init: %cst_121) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %cst_122 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %370 = stablehlo.divide %368, %369 : tensor<2048xf32>
    %371 = stablehlo.multiply %366, %366 : tensor<2048xf32>
    %372 = stablehlo.subtract %370, %371 : tensor<2048xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %374 = stablehlo.maximum %372, %373 : tensor<2048xf32>
    %375 = stablehlo.compare EQ, %372, %374, FLOAT : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xi1>
    %cst_124 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %377 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %378 = stablehlo.select %375, %376, %377 : tensor<2048xi1>, tensor<2048xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %380 = stablehlo.compare EQ, %379, %374, FLOAT : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xi1>
    %cst_127 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %cst_128 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %382 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %383 = stablehlo.select %380, %381, %382 : tensor<2048xi1>, tensor<2048xf32>
    %384 = stablehlo.divide %378, %383 : tensor<2048xf32>
    %385 = stablehlo.broadcast_in_dim %366, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %386 = stablehlo.broadcast_in_dim %385, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %387 = stablehlo.subtract %363, %386 : tensor<64x7x7x2048xf32>
    %cst_129 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %388 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %389 = stablehlo.add %374, %388 : tensor<2048xf32>
    %390 = stablehlo.rsqrt %389 : tensor<2048xf32>
    %391 = stablehlo.divide %390, %389 : tensor<2048xf32>
    %cst_130 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %392 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %393 = stablehlo.multiply %392, %391 : tensor<2048xf32>
    %394 = stablehlo.broadcast_in_dim %390, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %395 = stablehlo.broadcast_in_dim %394, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %396 = stablehlo.multiply %387, %395 : tensor<64x7x7x2048xf32>
    %397 = stablehlo.broadcast_in_dim %arg27, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %399 = stablehlo.multiply %396, %398 : tensor<64x7x7x2048xf32>
    %400 = stablehlo.broadcast_in_dim %arg28, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %401 = stablehlo.broadcast_in_dim %400, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %402 = stablehlo.add %399, %401 : tensor<64x7x7x2048xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %404 = stablehlo.compare GT, %402, %403, FLOAT : (tensor<64x7x7x2048xf32>, tensor<64x7x7x2048xf32>) -> tensor<64x7x7x2048xi1>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %406 = stablehlo.select %404, %402, %405 : tensor<64x7x7x2048xi1>, tensor<64x7x7x2048xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %407 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %408 = stablehlo.convolution(%406, %arg29) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x7x7x2048xf32>, tensor<3x3x2048x2048xf32>) -> tensor<64x7x7x2048xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %409 = stablehlo.reduce(%408 init: %cst_134) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %cst_135 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %410 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %411 = stablehlo.divide %409, %410 : tensor<2048xf32>
    %412 = stablehlo.multiply %408, %408 : tensor<64x7x7x2048xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %413 = stablehlo.reduce(%412 init: %cst_136) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %cst_137 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %414 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %415 = stablehlo.divide %413, %414 : tensor<2048xf32>
    %416 = stablehlo.multiply %411, %411 : tensor<2048xf32>
    %417 = stablehlo.subtract %415, %416 : tensor<2048xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %419 = stablehlo.maximum %417, %418 : tensor<2048xf32>
    %420 = stablehlo.compare EQ, %417, %419, FLOAT : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xi1>
    %cst_139 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %421 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %422 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %423 = stablehlo.select %420, %421, %422 : tensor<2048xi1>, tensor<2048xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %424 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %425 = stablehlo.compare EQ, %424, %419, FLOAT : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xi1>
    %cst_142 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %426 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %cst_143 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %427 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %428 = stablehlo.select %425, %426, %427 : tensor<2048xi1>, tensor<2048xf32>
    %429 = stablehlo.divide %423, %428 : tensor<2048xf32>
    %430 = stablehlo.broadcast_in_dim %411, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %431 = stablehlo.broadcast_in_dim %430, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %432 = stablehlo.subtract %408, %431 : tensor<64x7x7x2048xf32>
    %cst_144 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %433 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %434 = stablehlo.add %419, %433 : tensor<2048xf32>
    %435 = stablehlo.rsqrt %434 : tensor<2048xf32>
    %436 = stablehlo.divide %435, %434 : tensor<2048xf32>
    %cst_145 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %437 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %438 = stablehlo.multiply %437, %436 : tensor<2048xf32>
    %439 = stablehlo.broadcast_in_dim %435, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %440 = stablehlo.broadcast_in_dim %439, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %441 = stablehlo.multiply %432, %440 : tensor<64x7x7x2048xf32>
    %442 = stablehlo.broadcast_in_dim %arg30, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %443 = stablehlo.broadcast_in_dim %442, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %444 = stablehlo.multiply %441, %443 : tensor<64x7x7x2048xf32>
    %445 = stablehlo.broadcast_in_dim %arg31, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %446 = stablehlo.broadcast_in_dim %445, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %447 = stablehlo.add %444, %446 : tensor<64x7x7x2048xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %448 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %449 = stablehlo.compare GT, %447, %448, FLOAT : (tensor<64x7x7x2048xf32>, tensor<64x7x7x2048xf32>) -> tensor<64x7x7x2048xi1>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %450 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %451 = stablehlo.select %449, %447, %450 : tensor<64x7x7x2048xi1>, tensor<64x7x7x2048xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %453 = stablehlo.convolution(%451, %arg32) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x7x7x2048xf32>, tensor<3x3x2048x2048xf32>) -> tensor<64x7x7x2048xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%453 init: %cst_149) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %cst_150 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %455 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %456 = stablehlo.divide %454, %455 : tensor<2048xf32>
    %457 = stablehlo.multiply %453, %453 : tensor<64x7x7x2048xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %458 = stablehlo.reduce(%457 init: %cst_151) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %cst_152 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %459 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %460 = stablehlo.divide %458, %459 : tensor<2048xf32>
    %461 = stablehlo.multiply %456, %456 : tensor<2048xf32>
    %462 = stablehlo.subtract %460, %461 : tensor<2048xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %463 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %464 = stablehlo.maximum %462, %463 : tensor<2048xf32>
    %465 = stablehlo.compare EQ, %462, %464, FLOAT : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xi1>
    %cst_154 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %466 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %467 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %468 = stablehlo.select %465, %466, %467 : tensor<2048xi1>, tensor<2048xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %469 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %470 = stablehlo.compare EQ, %469, %464, FLOAT : (tensor<2048xf32>, tensor<2048xf32>) -> tensor<2048xi1>
    %cst_157 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %471 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %cst_158 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %472 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %473 = stablehlo.select %470, %471, %472 : tensor<2048xi1>, tensor<2048xf32>
    %474 = stablehlo.divide %468, %473 : tensor<2048xf32>
    %475 = stablehlo.broadcast_in_dim %456, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %476 = stablehlo.broadcast_in_dim %475, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %477 = stablehlo.subtract %453, %476 : tensor<64x7x7x2048xf32>
    %cst_159 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %478 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %479 = stablehlo.add %464, %478 : tensor<2048xf32>
    %480 = stablehlo.rsqrt %479 : tensor<2048xf32>
    %481 = stablehlo.divide %480, %479 : tensor<2048xf32>
    %cst_160 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %483 = stablehlo.multiply %482, %481 : tensor<2048xf32>
    %484 = stablehlo.broadcast_in_dim %480, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %485 = stablehlo.broadcast_in_dim %484, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %486 = stablehlo.multiply %477, %485 : tensor<64x7x7x2048xf32>
    %487 = stablehlo.broadcast_in_dim %arg33, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %488 = stablehlo.broadcast_in_dim %487, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %489 = stablehlo.multiply %486, %488 : tensor<64x7x7x2048xf32>
    %490 = stablehlo.broadcast_in_dim %arg34, dims = [3] : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %491 = stablehlo.broadcast_in_dim %490, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %492 = stablehlo.add %489, %491 : tensor<64x7x7x2048xf32>
    %493 = stablehlo.add %492, %406 : tensor<64x7x7x2048xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %495 = stablehlo.compare GT, %493, %494, FLOAT : (tensor<64x7x7x2048xf32>, tensor<64x7x7x2048xf32>) -> tensor<64x7x7x2048xi1>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %496 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %497 = stablehlo.select %495, %493, %496 : tensor<64x7x7x2048xi1>, tensor<64x7x7x2048xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %498 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %499 = stablehlo.subtract %497, %arg1 : tensor<64x7x7x2048xf32>
    %500 = stablehlo.multiply %499, %499 : tensor<64x7x7x2048xf32>
    %cst_164 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %501 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %502 = stablehlo.multiply %501, %499 : tensor<64x7x7x2048xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %503 = stablehlo.reduce(%500 init: %cst_165) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<f32>
    %cst_166 = stablehlo.constant dense<0x4AC40000> : tensor<f32>
    %504 = stablehlo.divide %503, %cst_166 : tensor<f32>
    %cst_167 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_168 = stablehlo.constant dense<0x4AC40000> : tensor<f32>
    %505 = stablehlo.divide %cst_167, %cst_168 : tensor<f32>
    %506 = stablehlo.broadcast_in_dim %505, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %507 = stablehlo.multiply %506, %502 : tensor<64x7x7x2048xf32>
    %cst_169 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %508 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %509 = stablehlo.select %495, %507, %508 : tensor<64x7x7x2048xi1>, tensor<64x7x7x2048xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %510 = stablehlo.reduce(%509 init: %cst_170) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %511 = stablehlo.reshape %510 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %512 = stablehlo.reduce(%511 init: %cst_171) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %513 = stablehlo.multiply %486, %509 : tensor<64x7x7x2048xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %514 = stablehlo.reduce(%513 init: %cst_172) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %515 = stablehlo.reshape %514 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %516 = stablehlo.broadcast_in_dim %487, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %517 = stablehlo.multiply %509, %516 : tensor<64x7x7x2048xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %518 = stablehlo.reduce(%515 init: %cst_173) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %519 = stablehlo.multiply %477, %517 : tensor<64x7x7x2048xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %520 = stablehlo.reduce(%519 init: %cst_174) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %521 = stablehlo.reshape %520 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %522 = stablehlo.broadcast_in_dim %484, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %523 = stablehlo.multiply %517, %522 : tensor<64x7x7x2048xf32>
    %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %524 = stablehlo.reduce(%521 init: %cst_175) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %525 = stablehlo.multiply %524, %483 : tensor<2048xf32>
    %526 = stablehlo.negate %523 : tensor<64x7x7x2048xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %527 = stablehlo.reduce(%526 init: %cst_176) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %528 = stablehlo.reshape %527 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %529 = stablehlo.reduce(%528 init: %cst_177) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %530 = stablehlo.multiply %525, %474 : tensor<2048xf32>
    %531 = stablehlo.negate %530 : tensor<2048xf32>
    %532 = stablehlo.multiply %456, %531 : tensor<2048xf32>
    %533 = stablehlo.add %529, %532 : tensor<2048xf32>
    %534 = stablehlo.multiply %531, %456 : tensor<2048xf32>
    %535 = stablehlo.add %533, %534 : tensor<2048xf32>
    %cst_178 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %536 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %537 = stablehlo.divide %530, %536 : tensor<2048xf32>
    %538 = stablehlo.broadcast_in_dim %537, dims = [3] : (tensor<2048xf32>) -> tensor<64x7x7x2048xf32>
    %539 = stablehlo.multiply %453, %538 : tensor<64x7x7x2048xf32>
    %540 = stablehlo.add %523, %539 : tensor<64x7x7x2048xf32>
    %541 = stablehlo.multiply %538, %453 : tensor<64x7x7x2048xf32>
    %542 = stablehlo.add %540, %541 : tensor<64x7x7x2048xf32>
    %cst_179 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %543 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %544 = stablehlo.divide %535, %543 : tensor<2048xf32>
    %545 = stablehlo.broadcast_in_dim %544, dims = [3] : (tensor<2048xf32>) -> tensor<64x7x7x2048xf32>
    %546 = stablehlo.add %542, %545 : tensor<64x7x7x2048xf32>
    %547 = stablehlo.convolution(%451, %546) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x7x7x2048xf32>, tensor<64x7x7x2048xf32>) -> tensor<3x3x2048x2048xf32>
    %548 = stablehlo.reverse %arg32, dims = [0, 1] : tensor<3x3x2048x2048xf32>
    %549 = stablehlo.convolution(%546, %548) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x7x7x2048xf32>, tensor<3x3x2048x2048xf32>) -> tensor<64x7x7x2048xf32>
    %cst_180 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %550 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %551 = stablehlo.select %449, %549, %550 : tensor<64x7x7x2048xi1>, tensor<64x7x7x2048xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %552 = stablehlo.reduce(%551 init: %cst_181) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %553 = stablehlo.reshape %552 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %554 = stablehlo.reduce(%553 init: %cst_182) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %555 = stablehlo.multiply %441, %551 : tensor<64x7x7x2048xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %556 = stablehlo.reduce(%555 init: %cst_183) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %557 = stablehlo.reshape %556 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %558 = stablehlo.broadcast_in_dim %442, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %559 = stablehlo.multiply %551, %558 : tensor<64x7x7x2048xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %560 = stablehlo.reduce(%557 init: %cst_184) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %561 = stablehlo.multiply %432, %559 : tensor<64x7x7x2048xf32>
    %cst_185 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %562 = stablehlo.reduce(%561 init: %cst_185) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %563 = stablehlo.reshape %562 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %564 = stablehlo.broadcast_in_dim %439, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %565 = stablehlo.multiply %559, %564 : tensor<64x7x7x2048xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %566 = stablehlo.reduce(%563 init: %cst_186) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %567 = stablehlo.multiply %566, %438 : tensor<2048xf32>
    %568 = stablehlo.negate %565 : tensor<64x7x7x2048xf32>
    %cst_187 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %569 = stablehlo.reduce(%568 init: %cst_187) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %570 = stablehlo.reshape %569 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %571 = stablehlo.reduce(%570 init: %cst_188) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %572 = stablehlo.multiply %567, %429 : tensor<2048xf32>
    %573 = stablehlo.negate %572 : tensor<2048xf32>
    %574 = stablehlo.multiply %411, %573 : tensor<2048xf32>
    %575 = stablehlo.add %571, %574 : tensor<2048xf32>
    %576 = stablehlo.multiply %573, %411 : tensor<2048xf32>
    %577 = stablehlo.add %575, %576 : tensor<2048xf32>
    %cst_189 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %578 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %579 = stablehlo.divide %572, %578 : tensor<2048xf32>
    %580 = stablehlo.broadcast_in_dim %579, dims = [3] : (tensor<2048xf32>) -> tensor<64x7x7x2048xf32>
    %581 = stablehlo.multiply %408, %580 : tensor<64x7x7x2048xf32>
    %582 = stablehlo.add %565, %581 : tensor<64x7x7x2048xf32>
    %583 = stablehlo.multiply %580, %408 : tensor<64x7x7x2048xf32>
    %584 = stablehlo.add %582, %583 : tensor<64x7x7x2048xf32>
    %cst_190 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %585 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %586 = stablehlo.divide %577, %585 : tensor<2048xf32>
    %587 = stablehlo.broadcast_in_dim %586, dims = [3] : (tensor<2048xf32>) -> tensor<64x7x7x2048xf32>
    %588 = stablehlo.add %584, %587 : tensor<64x7x7x2048xf32>
    %589 = stablehlo.convolution(%406, %588) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x7x7x2048xf32>, tensor<64x7x7x2048xf32>) -> tensor<3x3x2048x2048xf32>
    %590 = stablehlo.reverse %arg29, dims = [0, 1] : tensor<3x3x2048x2048xf32>
    %591 = stablehlo.convolution(%588, %590) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x7x7x2048xf32>, tensor<3x3x2048x2048xf32>) -> tensor<64x7x7x2048xf32>
    %592 = stablehlo.add %509, %591 : tensor<64x7x7x2048xf32>
    %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<64x7x7x2048xf32>
    %594 = stablehlo.select %404, %592, %593 : tensor<64x7x7x2048xi1>, tensor<64x7x7x2048xf32>
    %cst_192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %595 = stablehlo.reduce(%594 init: %cst_192) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %596 = stablehlo.reshape %595 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_193 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %597 = stablehlo.reduce(%596 init: %cst_193) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %598 = stablehlo.multiply %396, %594 : tensor<64x7x7x2048xf32>
    %cst_194 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %599 = stablehlo.reduce(%598 init: %cst_194) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %600 = stablehlo.reshape %599 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %601 = stablehlo.broadcast_in_dim %397, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %602 = stablehlo.multiply %594, %601 : tensor<64x7x7x2048xf32>
    %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %603 = stablehlo.reduce(%600 init: %cst_195) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %604 = stablehlo.multiply %387, %602 : tensor<64x7x7x2048xf32>
    %cst_196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %605 = stablehlo.reduce(%604 init: %cst_196) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %606 = stablehlo.reshape %605 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %607 = stablehlo.broadcast_in_dim %394, dims = [0, 1, 2, 3] : (tensor<1x1x1x2048xf32>) -> tensor<64x7x7x2048xf32>
    %608 = stablehlo.multiply %602, %607 : tensor<64x7x7x2048xf32>
    %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %609 = stablehlo.reduce(%606 init: %cst_197) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %610 = stablehlo.multiply %609, %393 : tensor<2048xf32>
    %611 = stablehlo.negate %608 : tensor<64x7x7x2048xf32>
    %cst_198 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %612 = stablehlo.reduce(%611 init: %cst_198) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x7x7x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %613 = stablehlo.reshape %612 : (tensor<2048xf32>) -> tensor<1x1x1x2048xf32>
    %cst_199 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %614 = stablehlo.reduce(%613 init: %cst_199) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %615 = stablehlo.multiply %610, %384 : tensor<2048xf32>
    %616 = stablehlo.negate %615 : tensor<2048xf32>
    %617 = stablehlo.multiply %366, %616 : tensor<2048xf32>
    %618 = stablehlo.add %614, %617 : tensor<2048xf32>
    %619 = stablehlo.multiply %616, %366 : tensor<2048xf32>
    %620 = stablehlo.add %618, %619 : tensor<2048xf32>
    %cst_200 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %621 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %622 = stablehlo.divide %615, %621 : tensor<2048xf32>
    %623 = stablehlo.broadcast_in_dim %622, dims = [3] : (tensor<2048xf32>) -> tensor<64x7x7x2048xf32>
    %624 = stablehlo.multiply %363, %623 : tensor<64x7x7x2048xf32>
    %625 = stablehlo.add %608, %624 : tensor<64x7x7x2048xf32>
    %626 = stablehlo.multiply %623, %363 : tensor<64x7x7x2048xf32>
    %627 = stablehlo.add %625, %626 : tensor<64x7x7x2048xf32>
    %cst_201 = stablehlo.constant dense<3.136000e+03> : tensor<f32>
    %628 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %629 = stablehlo.divide %620, %628 : tensor<2048xf32>
    %630 = stablehlo.broadcast_in_dim %629, dims = [3] : (tensor<2048xf32>) -> tensor<64x7x7x2048xf32>
    %631 = stablehlo.add %627, %630 : tensor<64x7x7x2048xf32>
    %632 = stablehlo.convolution(%361, %631) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<64x7x7x2048xf32>) -> tensor<3x3x1024x2048xf32>
    %633 = stablehlo.reverse %arg26, dims = [0, 1] : tensor<3x3x1024x2048xf32>
    %634 = stablehlo.convolution(%631, %633) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x7x7x2048xf32>, tensor<3x3x1024x2048xf32>) -> tensor<64x14x14x1024xf32>
    %cst_202 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %635 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %636 = stablehlo.select %359, %634, %635 : tensor<64x14x14x1024xi1>, tensor<64x14x14x1024xf32>
    %cst_203 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %637 = stablehlo.reduce(%636 init: %cst_203) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %638 = stablehlo.reshape %637 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_204 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %639 = stablehlo.reduce(%638 init: %cst_204) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %640 = stablehlo.multiply %350, %636 : tensor<64x14x14x1024xf32>
    %cst_205 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %641 = stablehlo.reduce(%640 init: %cst_205) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %642 = stablehlo.reshape %641 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %643 = stablehlo.broadcast_in_dim %351, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %644 = stablehlo.multiply %636, %643 : tensor<64x14x14x1024xf32>
    %cst_206 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %645 = stablehlo.reduce(%642 init: %cst_206) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %646 = stablehlo.multiply %341, %644 : tensor<64x14x14x1024xf32>
    %cst_207 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %647 = stablehlo.reduce(%646 init: %cst_207) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %648 = stablehlo.reshape %647 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %649 = stablehlo.broadcast_in_dim %348, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %650 = stablehlo.multiply %644, %649 : tensor<64x14x14x1024xf32>
    %cst_208 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %651 = stablehlo.reduce(%648 init: %cst_208) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %652 = stablehlo.multiply %651, %347 : tensor<1024xf32>
    %653 = stablehlo.negate %650 : tensor<64x14x14x1024xf32>
    %cst_209 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %654 = stablehlo.reduce(%653 init: %cst_209) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %655 = stablehlo.reshape %654 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_210 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %656 = stablehlo.reduce(%655 init: %cst_210) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %657 = stablehlo.multiply %652, %338 : tensor<1024xf32>
    %658 = stablehlo.negate %657 : tensor<1024xf32>
    %659 = stablehlo.multiply %320, %658 : tensor<1024xf32>
    %660 = stablehlo.add %656, %659 : tensor<1024xf32>
    %661 = stablehlo.multiply %658, %320 : tensor<1024xf32>
    %662 = stablehlo.add %660, %661 : tensor<1024xf32>
    %cst_211 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %663 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %664 = stablehlo.divide %657, %663 : tensor<1024xf32>
    %665 = stablehlo.broadcast_in_dim %664, dims = [3] : (tensor<1024xf32>) -> tensor<64x14x14x1024xf32>
    %666 = stablehlo.multiply %317, %665 : tensor<64x14x14x1024xf32>
    %667 = stablehlo.add %650, %666 : tensor<64x14x14x1024xf32>
    %668 = stablehlo.multiply %665, %317 : tensor<64x14x14x1024xf32>
    %669 = stablehlo.add %667, %668 : tensor<64x14x14x1024xf32>
    %cst_212 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %670 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %671 = stablehlo.divide %662, %670 : tensor<1024xf32>
    %672 = stablehlo.broadcast_in_dim %671, dims = [3] : (tensor<1024xf32>) -> tensor<64x14x14x1024xf32>
    %673 = stablehlo.add %669, %672 : tensor<64x14x14x1024xf32>
    %674 = stablehlo.convolution(%315, %673) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<64x14x14x1024xf32>) -> tensor<3x3x1024x1024xf32>
    %675 = stablehlo.reverse %arg23, dims = [0, 1] : tensor<3x3x1024x1024xf32>
    %676 = stablehlo.convolution(%673, %675) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<3x3x1024x1024xf32>) -> tensor<64x14x14x1024xf32>
    %cst_213 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %677 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %678 = stablehlo.select %313, %676, %677 : tensor<64x14x14x1024xi1>, tensor<64x14x14x1024xf32>
    %cst_214 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %679 = stablehlo.reduce(%678 init: %cst_214) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %680 = stablehlo.reshape %679 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_215 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %681 = stablehlo.reduce(%680 init: %cst_215) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %682 = stablehlo.multiply %305, %678 : tensor<64x14x14x1024xf32>
    %cst_216 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %683 = stablehlo.reduce(%682 init: %cst_216) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %684 = stablehlo.reshape %683 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %685 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %686 = stablehlo.multiply %678, %685 : tensor<64x14x14x1024xf32>
    %cst_217 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %687 = stablehlo.reduce(%684 init: %cst_217) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %688 = stablehlo.multiply %296, %686 : tensor<64x14x14x1024xf32>
    %cst_218 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %689 = stablehlo.reduce(%688 init: %cst_218) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %690 = stablehlo.reshape %689 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %691 = stablehlo.broadcast_in_dim %303, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %692 = stablehlo.multiply %686, %691 : tensor<64x14x14x1024xf32>
    %cst_219 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %693 = stablehlo.reduce(%690 init: %cst_219) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %694 = stablehlo.multiply %693, %302 : tensor<1024xf32>
    %695 = stablehlo.negate %692 : tensor<64x14x14x1024xf32>
    %cst_220 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %696 = stablehlo.reduce(%695 init: %cst_220) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %697 = stablehlo.reshape %696 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_221 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %698 = stablehlo.reduce(%697 init: %cst_221) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %699 = stablehlo.multiply %694, %293 : tensor<1024xf32>
    %700 = stablehlo.negate %699 : tensor<1024xf32>
    %701 = stablehlo.multiply %275, %700 : tensor<1024xf32>
    %702 = stablehlo.add %698, %701 : tensor<1024xf32>
    %703 = stablehlo.multiply %700, %275 : tensor<1024xf32>
    %704 = stablehlo.add %702, %703 : tensor<1024xf32>
    %cst_222 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %705 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %706 = stablehlo.divide %699, %705 : tensor<1024xf32>
    %707 = stablehlo.broadcast_in_dim %706, dims = [3] : (tensor<1024xf32>) -> tensor<64x14x14x1024xf32>
    %708 = stablehlo.multiply %272, %707 : tensor<64x14x14x1024xf32>
    %709 = stablehlo.add %692, %708 : tensor<64x14x14x1024xf32>
    %710 = stablehlo.multiply %707, %272 : tensor<64x14x14x1024xf32>
    %711 = stablehlo.add %709, %710 : tensor<64x14x14x1024xf32>
    %cst_223 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %712 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %713 = stablehlo.divide %704, %712 : tensor<1024xf32>
    %714 = stablehlo.broadcast_in_dim %713, dims = [3] : (tensor<1024xf32>) -> tensor<64x14x14x1024xf32>
    %715 = stablehlo.add %711, %714 : tensor<64x14x14x1024xf32>
    %716 = stablehlo.convolution(%270, %715) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<64x14x14x1024xf32>) -> tensor<3x3x1024x1024xf32>
    %717 = stablehlo.reverse %arg20, dims = [0, 1] : tensor<3x3x1024x1024xf32>
    %718 = stablehlo.convolution(%715, %717) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<3x3x1024x1024xf32>) -> tensor<64x14x14x1024xf32>
    %719 = stablehlo.add %636, %718 : tensor<64x14x14x1024xf32>
    %cst_224 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %720 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<64x14x14x1024xf32>
    %721 = stablehlo.select %268, %719, %720 : tensor<64x14x14x1024xi1>, tensor<64x14x14x1024xf32>
    %cst_225 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %722 = stablehlo.reduce(%721 init: %cst_225) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %723 = stablehlo.reshape %722 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_226 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %724 = stablehlo.reduce(%723 init: %cst_226) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %725 = stablehlo.multiply %260, %721 : tensor<64x14x14x1024xf32>
    %cst_227 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %726 = stablehlo.reduce(%725 init: %cst_227) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %727 = stablehlo.reshape %726 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %728 = stablehlo.broadcast_in_dim %261, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %729 = stablehlo.multiply %721, %728 : tensor<64x14x14x1024xf32>
    %cst_228 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %730 = stablehlo.reduce(%727 init: %cst_228) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %731 = stablehlo.multiply %251, %729 : tensor<64x14x14x1024xf32>
    %cst_229 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %732 = stablehlo.reduce(%731 init: %cst_229) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %733 = stablehlo.reshape %732 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %734 = stablehlo.broadcast_in_dim %258, dims = [0, 1, 2, 3] : (tensor<1x1x1x1024xf32>) -> tensor<64x14x14x1024xf32>
    %735 = stablehlo.multiply %729, %734 : tensor<64x14x14x1024xf32>
    %cst_230 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %736 = stablehlo.reduce(%733 init: %cst_230) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %737 = stablehlo.multiply %736, %257 : tensor<1024xf32>
    %738 = stablehlo.negate %735 : tensor<64x14x14x1024xf32>
    %cst_231 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %739 = stablehlo.reduce(%738 init: %cst_231) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x14x14x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %740 = stablehlo.reshape %739 : (tensor<1024xf32>) -> tensor<1x1x1x1024xf32>
    %cst_232 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %741 = stablehlo.reduce(%740 init: %cst_232) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %742 = stablehlo.multiply %737, %248 : tensor<1024xf32>
    %743 = stablehlo.negate %742 : tensor<1024xf32>
    %744 = stablehlo.multiply %230, %743 : tensor<1024xf32>
    %745 = stablehlo.add %741, %744 : tensor<1024xf32>
    %746 = stablehlo.multiply %743, %230 : tensor<1024xf32>
    %747 = stablehlo.add %745, %746 : tensor<1024xf32>
    %cst_233 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %748 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %749 = stablehlo.divide %742, %748 : tensor<1024xf32>
    %750 = stablehlo.broadcast_in_dim %749, dims = [3] : (tensor<1024xf32>) -> tensor<64x14x14x1024xf32>
    %751 = stablehlo.multiply %227, %750 : tensor<64x14x14x1024xf32>
    %752 = stablehlo.add %735, %751 : tensor<64x14x14x1024xf32>
    %753 = stablehlo.multiply %750, %227 : tensor<64x14x14x1024xf32>
    %754 = stablehlo.add %752, %753 : tensor<64x14x14x1024xf32>
    %cst_234 = stablehlo.constant dense<1.254400e+04> : tensor<f32>
    %755 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %756 = stablehlo.divide %747, %755 : tensor<1024xf32>
    %757 = stablehlo.broadcast_in_dim %756, dims = [3] : (tensor<1024xf32>) -> tensor<64x14x14x1024xf32>
    %758 = stablehlo.add %754, %757 : tensor<64x14x14x1024xf32>
    %759 = stablehlo.convolution(%225, %758) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<64x14x14x1024xf32>) -> tensor<3x3x512x1024xf32>
    %760 = stablehlo.reverse %arg17, dims = [0, 1] : tensor<3x3x512x1024xf32>
    %761 = stablehlo.convolution(%758, %760) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x14x14x1024xf32>, tensor<3x3x512x1024xf32>) -> tensor<64x28x28x512xf32>
    %cst_235 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %762 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %763 = stablehlo.select %223, %761, %762 : tensor<64x28x28x512xi1>, tensor<64x28x28x512xf32>
    %cst_236 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %764 = stablehlo.reduce(%763 init: %cst_236) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %765 = stablehlo.reshape %764 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_237 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %766 = stablehlo.reduce(%765 init: %cst_237) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %767 = stablehlo.multiply %214, %763 : tensor<64x28x28x512xf32>
    %cst_238 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %768 = stablehlo.reduce(%767 init: %cst_238) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %769 = stablehlo.reshape %768 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %770 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %771 = stablehlo.multiply %763, %770 : tensor<64x28x28x512xf32>
    %cst_239 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %772 = stablehlo.reduce(%769 init: %cst_239) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %773 = stablehlo.multiply %205, %771 : tensor<64x28x28x512xf32>
    %cst_240 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %774 = stablehlo.reduce(%773 init: %cst_240) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %775 = stablehlo.reshape %774 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %776 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %777 = stablehlo.multiply %771, %776 : tensor<64x28x28x512xf32>
    %cst_241 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %778 = stablehlo.reduce(%775 init: %cst_241) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %779 = stablehlo.multiply %778, %211 : tensor<512xf32>
    %780 = stablehlo.negate %777 : tensor<64x28x28x512xf32>
    %cst_242 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %781 = stablehlo.reduce(%780 init: %cst_242) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %782 = stablehlo.reshape %781 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_243 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %783 = stablehlo.reduce(%782 init: %cst_243) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %784 = stablehlo.multiply %779, %202 : tensor<512xf32>
    %785 = stablehlo.negate %784 : tensor<512xf32>
    %786 = stablehlo.multiply %184, %785 : tensor<512xf32>
    %787 = stablehlo.add %783, %786 : tensor<512xf32>
    %788 = stablehlo.multiply %785, %184 : tensor<512xf32>
    %789 = stablehlo.add %787, %788 : tensor<512xf32>
    %cst_244 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %790 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %791 = stablehlo.divide %784, %790 : tensor<512xf32>
    %792 = stablehlo.broadcast_in_dim %791, dims = [3] : (tensor<512xf32>) -> tensor<64x28x28x512xf32>
    %793 = stablehlo.multiply %181, %792 : tensor<64x28x28x512xf32>
    %794 = stablehlo.add %777, %793 : tensor<64x28x28x512xf32>
    %795 = stablehlo.multiply %792, %181 : tensor<64x28x28x512xf32>
    %796 = stablehlo.add %794, %795 : tensor<64x28x28x512xf32>
    %cst_245 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %797 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %798 = stablehlo.divide %789, %797 : tensor<512xf32>
    %799 = stablehlo.broadcast_in_dim %798, dims = [3] : (tensor<512xf32>) -> tensor<64x28x28x512xf32>
    %800 = stablehlo.add %796, %799 : tensor<64x28x28x512xf32>
    %801 = stablehlo.convolution(%179, %800) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<64x28x28x512xf32>) -> tensor<3x3x512x512xf32>
    %802 = stablehlo.reverse %arg14, dims = [0, 1] : tensor<3x3x512x512xf32>
    %803 = stablehlo.convolution(%800, %802) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<3x3x512x512xf32>) -> tensor<64x28x28x512xf32>
    %cst_246 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %804 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %805 = stablehlo.select %177, %803, %804 : tensor<64x28x28x512xi1>, tensor<64x28x28x512xf32>
    %cst_247 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %806 = stablehlo.reduce(%805 init: %cst_247) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %807 = stablehlo.reshape %806 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_248 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %808 = stablehlo.reduce(%807 init: %cst_248) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %809 = stablehlo.multiply %169, %805 : tensor<64x28x28x512xf32>
    %cst_249 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %810 = stablehlo.reduce(%809 init: %cst_249) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %811 = stablehlo.reshape %810 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %812 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %813 = stablehlo.multiply %805, %812 : tensor<64x28x28x512xf32>
    %cst_250 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %814 = stablehlo.reduce(%811 init: %cst_250) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %815 = stablehlo.multiply %160, %813 : tensor<64x28x28x512xf32>
    %cst_251 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %816 = stablehlo.reduce(%815 init: %cst_251) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %817 = stablehlo.reshape %816 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %818 = stablehlo.broadcast_in_dim %167, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %819 = stablehlo.multiply %813, %818 : tensor<64x28x28x512xf32>
    %cst_252 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %820 = stablehlo.reduce(%817 init: %cst_252) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %821 = stablehlo.multiply %820, %166 : tensor<512xf32>
    %822 = stablehlo.negate %819 : tensor<64x28x28x512xf32>
    %cst_253 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %823 = stablehlo.reduce(%822 init: %cst_253) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %824 = stablehlo.reshape %823 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_254 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %825 = stablehlo.reduce(%824 init: %cst_254) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %826 = stablehlo.multiply %821, %157 : tensor<512xf32>
    %827 = stablehlo.negate %826 : tensor<512xf32>
    %828 = stablehlo.multiply %139, %827 : tensor<512xf32>
    %829 = stablehlo.add %825, %828 : tensor<512xf32>
    %830 = stablehlo.multiply %827, %139 : tensor<512xf32>
    %831 = stablehlo.add %829, %830 : tensor<512xf32>
    %cst_255 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %832 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %833 = stablehlo.divide %826, %832 : tensor<512xf32>
    %834 = stablehlo.broadcast_in_dim %833, dims = [3] : (tensor<512xf32>) -> tensor<64x28x28x512xf32>
    %835 = stablehlo.multiply %136, %834 : tensor<64x28x28x512xf32>
    %836 = stablehlo.add %819, %835 : tensor<64x28x28x512xf32>
    %837 = stablehlo.multiply %834, %136 : tensor<64x28x28x512xf32>
    %838 = stablehlo.add %836, %837 : tensor<64x28x28x512xf32>
    %cst_256 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %839 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %840 = stablehlo.divide %831, %839 : tensor<512xf32>
    %841 = stablehlo.broadcast_in_dim %840, dims = [3] : (tensor<512xf32>) -> tensor<64x28x28x512xf32>
    %842 = stablehlo.add %838, %841 : tensor<64x28x28x512xf32>
    %843 = stablehlo.convolution(%134, %842) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<64x28x28x512xf32>) -> tensor<3x3x512x512xf32>
    %844 = stablehlo.reverse %arg11, dims = [0, 1] : tensor<3x3x512x512xf32>
    %845 = stablehlo.convolution(%842, %844) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<3x3x512x512xf32>) -> tensor<64x28x28x512xf32>
    %846 = stablehlo.add %763, %845 : tensor<64x28x28x512xf32>
    %cst_257 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %847 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<64x28x28x512xf32>
    %848 = stablehlo.select %132, %846, %847 : tensor<64x28x28x512xi1>, tensor<64x28x28x512xf32>
    %cst_258 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %849 = stablehlo.reduce(%848 init: %cst_258) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %850 = stablehlo.reshape %849 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_259 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %851 = stablehlo.reduce(%850 init: %cst_259) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %852 = stablehlo.multiply %124, %848 : tensor<64x28x28x512xf32>
    %cst_260 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %853 = stablehlo.reduce(%852 init: %cst_260) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %854 = stablehlo.reshape %853 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %855 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %856 = stablehlo.multiply %848, %855 : tensor<64x28x28x512xf32>
    %cst_261 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %857 = stablehlo.reduce(%854 init: %cst_261) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %858 = stablehlo.multiply %115, %856 : tensor<64x28x28x512xf32>
    %cst_262 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %859 = stablehlo.reduce(%858 init: %cst_262) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %860 = stablehlo.reshape %859 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %861 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<1x1x1x512xf32>) -> tensor<64x28x28x512xf32>
    %862 = stablehlo.multiply %856, %861 : tensor<64x28x28x512xf32>
    %cst_263 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %863 = stablehlo.reduce(%860 init: %cst_263) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %864 = stablehlo.multiply %863, %121 : tensor<512xf32>
    %865 = stablehlo.negate %862 : tensor<64x28x28x512xf32>
    %cst_264 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %866 = stablehlo.reduce(%865 init: %cst_264) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x28x28x512xf32>, tensor<f32>) -> tensor<512xf32>
    %867 = stablehlo.reshape %866 : (tensor<512xf32>) -> tensor<1x1x1x512xf32>
    %cst_265 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %868 = stablehlo.reduce(%867 init: %cst_265) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %869 = stablehlo.multiply %864, %112 : tensor<512xf32>
    %870 = stablehlo.negate %869 : tensor<512xf32>
    %871 = stablehlo.multiply %94, %870 : tensor<512xf32>
    %872 = stablehlo.add %868, %871 : tensor<512xf32>
    %873 = stablehlo.multiply %870, %94 : tensor<512xf32>
    %874 = stablehlo.add %872, %873 : tensor<512xf32>
    %cst_266 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %875 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %876 = stablehlo.divide %869, %875 : tensor<512xf32>
    %877 = stablehlo.broadcast_in_dim %876, dims = [3] : (tensor<512xf32>) -> tensor<64x28x28x512xf32>
    %878 = stablehlo.multiply %91, %877 : tensor<64x28x28x512xf32>
    %879 = stablehlo.add %862, %878 : tensor<64x28x28x512xf32>
    %880 = stablehlo.multiply %877, %91 : tensor<64x28x28x512xf32>
    %881 = stablehlo.add %879, %880 : tensor<64x28x28x512xf32>
    %cst_267 = stablehlo.constant dense<5.017600e+04> : tensor<f32>
    %882 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %883 = stablehlo.divide %874, %882 : tensor<512xf32>
    %884 = stablehlo.broadcast_in_dim %883, dims = [3] : (tensor<512xf32>) -> tensor<64x28x28x512xf32>
    %885 = stablehlo.add %881, %884 : tensor<64x28x28x512xf32>
    %886 = stablehlo.convolution(%89, %885) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x56x56x256xf32>, tensor<64x28x28x512xf32>) -> tensor<3x3x256x512xf32>
    %887 = stablehlo.reverse %arg8, dims = [0, 1] : tensor<3x3x256x512xf32>
    %888 = stablehlo.convolution(%885, %887) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x28x28x512xf32>, tensor<3x3x256x512xf32>) -> tensor<64x56x56x256xf32>
    %cst_268 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %889 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %890 = stablehlo.select %87, %888, %889 : tensor<64x56x56x256xi1>, tensor<64x56x56x256xf32>
    %cst_269 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %891 = stablehlo.reduce(%890 init: %cst_269) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %892 = stablehlo.reshape %891 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_270 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %893 = stablehlo.reduce(%892 init: %cst_270) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %894 = stablehlo.multiply %78, %890 : tensor<64x56x56x256xf32>
    %cst_271 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %895 = stablehlo.reduce(%894 init: %cst_271) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %896 = stablehlo.reshape %895 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %897 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %898 = stablehlo.multiply %890, %897 : tensor<64x56x56x256xf32>
    %cst_272 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %899 = stablehlo.reduce(%896 init: %cst_272) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %900 = stablehlo.multiply %69, %898 : tensor<64x56x56x256xf32>
    %cst_273 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %901 = stablehlo.reduce(%900 init: %cst_273) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %902 = stablehlo.reshape %901 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %903 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %904 = stablehlo.multiply %898, %903 : tensor<64x56x56x256xf32>
    %cst_274 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %905 = stablehlo.reduce(%902 init: %cst_274) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %906 = stablehlo.multiply %905, %75 : tensor<256xf32>
    %907 = stablehlo.negate %904 : tensor<64x56x56x256xf32>
    %cst_275 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %908 = stablehlo.reduce(%907 init: %cst_275) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %909 = stablehlo.reshape %908 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_276 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %910 = stablehlo.reduce(%909 init: %cst_276) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %911 = stablehlo.multiply %906, %66 : tensor<256xf32>
    %912 = stablehlo.negate %911 : tensor<256xf32>
    %913 = stablehlo.multiply %48, %912 : tensor<256xf32>
    %914 = stablehlo.add %910, %913 : tensor<256xf32>
    %915 = stablehlo.multiply %912, %48 : tensor<256xf32>
    %916 = stablehlo.add %914, %915 : tensor<256xf32>
    %cst_277 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
    %917 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %918 = stablehlo.divide %911, %917 : tensor<256xf32>
    %919 = stablehlo.broadcast_in_dim %918, dims = [3] : (tensor<256xf32>) -> tensor<64x56x56x256xf32>
    %920 = stablehlo.multiply %45, %919 : tensor<64x56x56x256xf32>
    %921 = stablehlo.add %904, %920 : tensor<64x56x56x256xf32>
    %922 = stablehlo.multiply %919, %45 : tensor<64x56x56x256xf32>
    %923 = stablehlo.add %921, %922 : tensor<64x56x56x256xf32>
    %cst_278 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
    %924 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %925 = stablehlo.divide %916, %924 : tensor<256xf32>
    %926 = stablehlo.broadcast_in_dim %925, dims = [3] : (tensor<256xf32>) -> tensor<64x56x56x256xf32>
    %927 = stablehlo.add %923, %926 : tensor<64x56x56x256xf32>
    %928 = stablehlo.convolution(%43, %927) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x56x56x256xf32>, tensor<64x56x56x256xf32>) -> tensor<3x3x256x256xf32>
    %929 = stablehlo.reverse %arg5, dims = [0, 1] : tensor<3x3x256x256xf32>
    %930 = stablehlo.convolution(%927, %929) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x56x56x256xf32>, tensor<3x3x256x256xf32>) -> tensor<64x56x56x256xf32>
    %cst_279 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %931 = stablehlo.broadcast_in_dim %cst_279, dims = [] : (tensor<f32>) -> tensor<64x56x56x256xf32>
    %932 = stablehlo.select %41, %930, %931 : tensor<64x56x56x256xi1>, tensor<64x56x56x256xf32>
    %cst_280 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %933 = stablehlo.reduce(%932 init: %cst_280) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %934 = stablehlo.reshape %933 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_281 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %935 = stablehlo.reduce(%934 init: %cst_281) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %936 = stablehlo.multiply %33, %932 : tensor<64x56x56x256xf32>
    %cst_282 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %937 = stablehlo.reduce(%936 init: %cst_282) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %938 = stablehlo.reshape %937 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %939 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %940 = stablehlo.multiply %932, %939 : tensor<64x56x56x256xf32>
    %cst_283 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %941 = stablehlo.reduce(%938 init: %cst_283) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %942 = stablehlo.multiply %24, %940 : tensor<64x56x56x256xf32>
    %cst_284 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %943 = stablehlo.reduce(%942 init: %cst_284) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %944 = stablehlo.reshape %943 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %945 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<64x56x56x256xf32>
    %946 = stablehlo.multiply %940, %945 : tensor<64x56x56x256xf32>
    %cst_285 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %947 = stablehlo.reduce(%944 init: %cst_285) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %948 = stablehlo.multiply %947, %30 : tensor<256xf32>
    %949 = stablehlo.negate %946 : tensor<64x56x56x256xf32>
    %cst_286 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %950 = stablehlo.reduce(%949 init: %cst_286) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x56x56x256xf32>, tensor<f32>) -> tensor<256xf32>
    %951 = stablehlo.reshape %950 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_287 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %952 = stablehlo.reduce(%951 init: %cst_287) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %953 = stablehlo.multiply %948, %21 : tensor<256xf32>
    %954 = stablehlo.negate %953 : tensor<256xf32>
    %955 = stablehlo.multiply %3, %954 : tensor<256xf32>
    %956 = stablehlo.add %952, %955 : tensor<256xf32>
    %957 = stablehlo.multiply %954, %3 : tensor<256xf32>
    %958 = stablehlo.add %956, %957 : tensor<256xf32>
    %cst_288 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
    %959 = stablehlo.broadcast_in_dim %cst_288, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %960 = stablehlo.divide %953, %959 : tensor<256xf32>
    %961 = stablehlo.broadcast_in_dim %960, dims = [3] : (tensor<256xf32>) -> tensor<64x56x56x256xf32>
    %962 = stablehlo.multiply %0, %961 : tensor<64x56x56x256xf32>
    %963 = stablehlo.add %946, %962 : tensor<64x56x56x256xf32>
    %964 = stablehlo.multiply %961, %0 : tensor<64x56x56x256xf32>
    %965 = stablehlo.add %963, %964 : tensor<64x56x56x256xf32>
    %cst_289 = stablehlo.constant dense<2.007040e+05> : tensor<f32>
    %966 = stablehlo.broadcast_in_dim %cst_289, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %967 = stablehlo.divide %958, %966 : tensor<256xf32>
    %968 = stablehlo.broadcast_in_dim %967, dims = [3] : (tensor<256xf32>) -> tensor<64x56x56x256xf32>
    %969 = stablehlo.add %965, %968 : tensor<64x56x56x256xf32>
    %970 = stablehlo.convolution(%arg0, %969) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x56x56x256xf32>, tensor<64x56x56x256xf32>) -> tensor<3x3x256x256xf32>
    %cst_290 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %971 = stablehlo.broadcast_in_dim %cst_290, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %972 = stablehlo.multiply %971, %970 : tensor<3x3x256x256xf32>
    %973 = stablehlo.subtract %arg2, %972 : tensor<3x3x256x256xf32>
    %cst_291 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %974 = stablehlo.broadcast_in_dim %cst_291, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %975 = stablehlo.multiply %974, %941 : tensor<256xf32>
    %976 = stablehlo.subtract %arg3, %975 : tensor<256xf32>
    %cst_292 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %977 = stablehlo.broadcast_in_dim %cst_292, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %978 = stablehlo.multiply %977, %935 : tensor<256xf32>
    %979 = stablehlo.subtract %arg4, %978 : tensor<256xf32>
    %cst_293 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %980 = stablehlo.broadcast_in_dim %cst_293, dims = [] : (tensor<f32>) -> tensor<3x3x256x256xf32>
    %981 = stablehlo.multiply %980, %928 : tensor<3x3x256x256xf32>
    %982 = stablehlo.subtract %arg5, %981 : tensor<3x3x256x256xf32>
    %cst_294 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %983 = stablehlo.broadcast_in_dim %cst_294, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %984 = stablehlo.multiply %983, %899 : tensor<256xf32>
    %985 = stablehlo.subtract %arg6, %984 : tensor<256xf32>
    %cst_295 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %986 = stablehlo.broadcast_in_dim %cst_295, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %987 = stablehlo.multiply %986, %893 : tensor<256xf32>
    %988 = stablehlo.subtract %arg7, %987 : tensor<256xf32>
    %cst_296 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %989 = stablehlo.broadcast_in_dim %cst_296, dims = [] : (tensor<f32>) -> tensor<3x3x256x512xf32>
    %990 = stablehlo.multiply %989, %886 : tensor<3x3x256x512xf32>
    %991 = stablehlo.subtract %arg8, %990 : tensor<3x3x256x512xf32>
    %cst_297 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %992 = stablehlo.broadcast_in_dim %cst_297, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %993 = stablehlo.multiply %992, %857 : tensor<512xf32>
    %994 = stablehlo.subtract %arg9, %993 : tensor<512xf32>
    %cst_298 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %995 = stablehlo.broadcast_in_dim %cst_298, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %996 = stablehlo.multiply %995, %851 : tensor<512xf32>
    %997 = stablehlo.subtract %arg10, %996 : tensor<512xf32>
    %cst_299 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %998 = stablehlo.broadcast_in_dim %cst_299, dims = [] : (tensor<f32>) -> tensor<3x3x512x512xf32>
    %999 = stablehlo.multiply %998, %843 : tensor<3x3x512x512xf32>
    %1000 = stablehlo.subtract %arg11, %999 : tensor<3x3x512x512xf32>
    %cst_300 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1001 = stablehlo.broadcast_in_dim %cst_300, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %1002 = stablehlo.multiply %1001, %814 : tensor<512xf32>
    %1003 = stablehlo.subtract %arg12, %1002 : tensor<512xf32>
    %cst_301 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1004 = stablehlo.broadcast_in_dim %cst_301, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %1005 = stablehlo.multiply %1004, %808 : tensor<512xf32>
    %1006 = stablehlo.subtract %arg13, %1005 : tensor<512xf32>
    %cst_302 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1007 = stablehlo.broadcast_in_dim %cst_302, dims = [] : (tensor<f32>) -> tensor<3x3x512x512xf32>
    %1008 = stablehlo.multiply %1007, %801 : tensor<3x3x512x512xf32>
    %1009 = stablehlo.subtract %arg14, %1008 : tensor<3x3x512x512xf32>
    %cst_303 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1010 = stablehlo.broadcast_in_dim %cst_303, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %1011 = stablehlo.multiply %1010, %772 : tensor<512xf32>
    %1012 = stablehlo.subtract %arg15, %1011 : tensor<512xf32>
    %cst_304 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1013 = stablehlo.broadcast_in_dim %cst_304, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %1014 = stablehlo.multiply %1013, %766 : tensor<512xf32>
    %1015 = stablehlo.subtract %arg16, %1014 : tensor<512xf32>
    %cst_305 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1016 = stablehlo.broadcast_in_dim %cst_305, dims = [] : (tensor<f32>) -> tensor<3x3x512x1024xf32>
    %1017 = stablehlo.multiply %1016, %759 : tensor<3x3x512x1024xf32>
    %1018 = stablehlo.subtract %arg17, %1017 : tensor<3x3x512x1024xf32>
    %cst_306 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1019 = stablehlo.broadcast_in_dim %cst_306, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1020 = stablehlo.multiply %1019, %730 : tensor<1024xf32>
    %1021 = stablehlo.subtract %arg18, %1020 : tensor<1024xf32>
    %cst_307 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1022 = stablehlo.broadcast_in_dim %cst_307, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1023 = stablehlo.multiply %1022, %724 : tensor<1024xf32>
    %1024 = stablehlo.subtract %arg19, %1023 : tensor<1024xf32>
    %cst_308 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1025 = stablehlo.broadcast_in_dim %cst_308, dims = [] : (tensor<f32>) -> tensor<3x3x1024x1024xf32>
    %1026 = stablehlo.multiply %1025, %716 : tensor<3x3x1024x1024xf32>
    %1027 = stablehlo.subtract %arg20, %1026 : tensor<3x3x1024x1024xf32>
    %cst_309 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1028 = stablehlo.broadcast_in_dim %cst_309, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1029 = stablehlo.multiply %1028, %687 : tensor<1024xf32>
    %1030 = stablehlo.subtract %arg21, %1029 : tensor<1024xf32>
    %cst_310 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1031 = stablehlo.broadcast_in_dim %cst_310, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1032 = stablehlo.multiply %1031, %681 : tensor<1024xf32>
    %1033 = stablehlo.subtract %arg22, %1032 : tensor<1024xf32>
    %cst_311 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1034 = stablehlo.broadcast_in_dim %cst_311, dims = [] : (tensor<f32>) -> tensor<3x3x1024x1024xf32>
    %1035 = stablehlo.multiply %1034, %674 : tensor<3x3x1024x1024xf32>
    %1036 = stablehlo.subtract %arg23, %1035 : tensor<3x3x1024x1024xf32>
    %cst_312 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1037 = stablehlo.broadcast_in_dim %cst_312, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1038 = stablehlo.multiply %1037, %645 : tensor<1024xf32>
    %1039 = stablehlo.subtract %arg24, %1038 : tensor<1024xf32>
    %cst_313 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1040 = stablehlo.broadcast_in_dim %cst_313, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %1041 = stablehlo.multiply %1040, %639 : tensor<1024xf32>
    %1042 = stablehlo.subtract %arg25, %1041 : tensor<1024xf32>
    %cst_314 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1043 = stablehlo.broadcast_in_dim %cst_314, dims = [] : (tensor<f32>) -> tensor<3x3x1024x2048xf32>
    %1044 = stablehlo.multiply %1043, %632 : tensor<3x3x1024x2048xf32>
    %1045 = stablehlo.subtract %arg26, %1044 : tensor<3x3x1024x2048xf32>
    %cst_315 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1046 = stablehlo.broadcast_in_dim %cst_315, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %1047 = stablehlo.multiply %1046, %603 : tensor<2048xf32>
    %1048 = stablehlo.subtract %arg27, %1047 : tensor<2048xf32>
    %cst_316 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1049 = stablehlo.broadcast_in_dim %cst_316, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %1050 = stablehlo.multiply %1049, %597 : tensor<2048xf32>
    %1051 = stablehlo.subtract %arg28, %1050 : tensor<2048xf32>
    %cst_317 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1052 = stablehlo.broadcast_in_dim %cst_317, dims = [] : (tensor<f32>) -> tensor<3x3x2048x2048xf32>
    %1053 = stablehlo.multiply %1052, %589 : tensor<3x3x2048x2048xf32>
    %1054 = stablehlo.subtract %arg29, %1053 : tensor<3x3x2048x2048xf32>
    %cst_318 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1055 = stablehlo.broadcast_in_dim %cst_318, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %1056 = stablehlo.multiply %1055, %560 : tensor<2048xf32>
    %1057 = stablehlo.subtract %arg30, %1056 : tensor<2048xf32>
    %cst_319 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1058 = stablehlo.broadcast_in_dim %cst_319, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %1059 = stablehlo.multiply %1058, %554 : tensor<2048xf32>
    %1060 = stablehlo.subtract %arg31, %1059 : tensor<2048xf32>
    %cst_320 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1061 = stablehlo.broadcast_in_dim %cst_320, dims = [] : (tensor<f32>) -> tensor<3x3x2048x2048xf32>
    %1062 = stablehlo.multiply %1061, %547 : tensor<3x3x2048x2048xf32>
    %1063 = stablehlo.subtract %arg32, %1062 : tensor<3x3x2048x2048xf32>
    %cst_321 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1064 = stablehlo.broadcast_in_dim %cst_321, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %1065 = stablehlo.multiply %1064, %518 : tensor<2048xf32>
    %1066 = stablehlo.subtract %arg33, %1065 : tensor<2048xf32>
    %cst_322 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1067 = stablehlo.broadcast_in_dim %cst_322, dims = [] : (tensor<f32>) -> tensor<2048xf32>
    %1068 = stablehlo.multiply %1067, %512 : tensor<2048xf32>
    %1069 = stablehlo.subtract %arg34, %1068 : tensor<2048xf32>
    return %973, %976, %979, %982, %985, %988, %991, %994, %997, %1000, %1003, %1006, %1009, %1012, %1015, %1018, %1021, %1024, %1027, %1030, %1033, %1036, %1039, %1042, %1045, %1048, %1051, %1054, %1057, %1060, %1063, %1066, %1069 : tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x256xf32>, tensor<256xf32>, tensor<256xf32>, tensor<3x3x256x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<3x3x512x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<3x3x1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<3x3x1024x1024xf32>, tensor<1024xf32>, tensor<1024xf32>, tensor<3x3x1024x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<3x3x2048x2048xf32>, tensor<2048xf32>, tensor<2048xf32>, tensor<3x3x2048x2048xf32>, tensor<2048xf32>, tensor<2048xf32>
  }
}
