module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8x8x256xf32>, %arg1: tensor<4x8x8x256xf32>, %arg2: tensor<3x3x256x2048xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<3x3x1x2048xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<3x3x2048x256xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<256xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<256xf32> {tf.aliasing_output = 4 : i32}) -> (tensor<3x3x256x2048xf32> {jax.result_info = "result[0]"}, tensor<3x3x1x2048xf32> {jax.result_info = "result[1]"}, tensor<3x3x2048x256xf32> {jax.result_info = "result[2]"}, tensor<256xf32> {jax.result_info = "result[3]"}, tensor<256xf32> {jax.result_info = "result[4]"}) {
    %0 = stablehlo.convolution(%arg0, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x256xf32>, tensor<3x3x256x2048xf32>) -> tensor<4x8x8x2048xf32>
    %1 = stablehlo.convolution(%0, %arg3) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2048 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x2048xf32>, tensor<3x3x1x2048xf32>) -> tensor<4x8x8x2048xf32>
    %2 = stablehlo.convolution(%1, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x2048xf32>, tensor<3x3x2048x256xf32>) -> tensor<4x8x8x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8x8x256xf32>
    %4 = stablehlo.compare GT, %2, %3, FLOAT : (tensor<4x8x8x256xf32>, tensor<4x8x8x256xf32>) -> tensor<4x8x8x256xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8x8x256xf32>
    %6 = stablehlo.select %4, %2, %5 : tensor<4x8x8x256xi1>, tensor<4x8x8x256xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8x8x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_3 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %10 = stablehlo.divide %8, %9 : tensor<256xf32>
    %11 = stablehlo.multiply %6, %6 : tensor<4x8x8x256xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst_4) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_5 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %14 = stablehlo.divide %12, %13 : tensor<256xf32>
    %15 = stablehlo.multiply %10, %10 : tensor<256xf32>
    %16 = stablehlo.subtract %14, %15 : tensor<256xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %18 = stablehlo.maximum %16, %17 : tensor<256xf32>
    %19 = stablehlo.compare EQ, %16, %18, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %22 = stablehlo.select %19, %20, %21 : tensor<256xi1>, tensor<256xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %24 = stablehlo.compare EQ, %23, %18, FLOAT : (tensor<256xf32>, tensor<256xf32>) -> tensor<256xi1>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %27 = stablehlo.select %24, %25, %26 : tensor<256xi1>, tensor<256xf32>
    %28 = stablehlo.divide %22, %27 : tensor<256xf32>
    %29 = stablehlo.broadcast_in_dim %10, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<4x8x8x256xf32>
    %31 = stablehlo.subtract %6, %30 : tensor<4x8x8x256xf32>
    %cst_12 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %33 = stablehlo.add %18, %32 : tensor<256xf32>
    %34 = stablehlo.rsqrt %33 : tensor<256xf32>
    %35 = stablehlo.divide %34, %33 : tensor<256xf32>
    %cst_13 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %37 = stablehlo.multiply %36, %35 : tensor<256xf32>
    %38 = stablehlo.broadcast_in_dim %34, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<4x8x8x256xf32>
    %40 = stablehlo.multiply %31, %39 : tensor<4x8x8x256xf32>
    %41 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<4x8x8x256xf32>
    %43 = stablehlo.multiply %40, %42 : tensor<4x8x8x256xf32>
    %44 = stablehlo.broadcast_in_dim %arg6, dims = [3] : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<4x8x8x256xf32>
    %46 = stablehlo.add %43, %45 : tensor<4x8x8x256xf32>
    %47 = stablehlo.subtract %46, %arg1 : tensor<4x8x8x256xf32>
    %48 = stablehlo.multiply %47, %47 : tensor<4x8x8x256xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x8x8x256xf32>
    %50 = stablehlo.multiply %49, %47 : tensor<4x8x8x256xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%48 init: %cst_15) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<4x8x8x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %52 = stablehlo.divide %51, %cst_16 : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %53 = stablehlo.divide %cst_17, %cst_18 : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f32>) -> tensor<4x8x8x256xf32>
    %55 = stablehlo.multiply %54, %50 : tensor<4x8x8x256xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_19) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %57 = stablehlo.reshape %56 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_20) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %59 = stablehlo.multiply %40, %55 : tensor<4x8x8x256xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_21) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %61 = stablehlo.reshape %60 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %62 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<4x8x8x256xf32>
    %63 = stablehlo.multiply %55, %62 : tensor<4x8x8x256xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%61 init: %cst_22) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %65 = stablehlo.multiply %31, %63 : tensor<4x8x8x256xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_23) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %67 = stablehlo.reshape %66 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %68 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3] : (tensor<1x1x1x256xf32>) -> tensor<4x8x8x256xf32>
    %69 = stablehlo.multiply %63, %68 : tensor<4x8x8x256xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%67 init: %cst_24) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %71 = stablehlo.multiply %70, %37 : tensor<256xf32>
    %72 = stablehlo.negate %69 : tensor<4x8x8x256xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_25) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x8x256xf32>, tensor<f32>) -> tensor<256xf32>
    %74 = stablehlo.reshape %73 : (tensor<256xf32>) -> tensor<1x1x1x256xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_26) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %76 = stablehlo.multiply %71, %28 : tensor<256xf32>
    %77 = stablehlo.negate %76 : tensor<256xf32>
    %78 = stablehlo.multiply %10, %77 : tensor<256xf32>
    %79 = stablehlo.add %75, %78 : tensor<256xf32>
    %80 = stablehlo.multiply %77, %10 : tensor<256xf32>
    %81 = stablehlo.add %79, %80 : tensor<256xf32>
    %cst_27 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %83 = stablehlo.divide %76, %82 : tensor<256xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [3] : (tensor<256xf32>) -> tensor<4x8x8x256xf32>
    %85 = stablehlo.multiply %6, %84 : tensor<4x8x8x256xf32>
    %86 = stablehlo.add %69, %85 : tensor<4x8x8x256xf32>
    %87 = stablehlo.multiply %84, %6 : tensor<4x8x8x256xf32>
    %88 = stablehlo.add %86, %87 : tensor<4x8x8x256xf32>
    %cst_28 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %90 = stablehlo.divide %81, %89 : tensor<256xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [3] : (tensor<256xf32>) -> tensor<4x8x8x256xf32>
    %92 = stablehlo.add %88, %91 : tensor<4x8x8x256xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<4x8x8x256xf32>
    %94 = stablehlo.select %4, %92, %93 : tensor<4x8x8x256xi1>, tensor<4x8x8x256xf32>
    %95 = stablehlo.convolution(%1, %94) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x2048xf32>, tensor<4x8x8x256xf32>) -> tensor<3x3x2048x256xf32>
    %96 = stablehlo.reverse %arg4, dims = [0, 1] : tensor<3x3x2048x256xf32>
    %97 = stablehlo.convolution(%94, %96) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x256xf32>, tensor<3x3x2048x256xf32>) -> tensor<4x8x8x2048xf32>
    %98 = stablehlo.convolution(%0, %97) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 2048 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x2048xf32>, tensor<4x8x8x2048xf32>) -> tensor<3x3x1x2048xf32>
    %99 = stablehlo.reshape %arg3 : (tensor<3x3x1x2048xf32>) -> tensor<3x3x1x2048x1xf32>
    %100 = stablehlo.transpose %99, dims = [0, 1, 3, 2, 4] : (tensor<3x3x1x2048x1xf32>) -> tensor<3x3x2048x1x1xf32>
    %101 = stablehlo.reshape %100 : (tensor<3x3x2048x1x1xf32>) -> tensor<3x3x2048x1xf32>
    %102 = stablehlo.reverse %101, dims = [0, 1] : tensor<3x3x2048x1xf32>
    %103 = stablehlo.convolution(%97, %102) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 2048 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x2048xf32>, tensor<3x3x2048x1xf32>) -> tensor<4x8x8x2048xf32>
    %104 = stablehlo.convolution(%arg0, %103) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<4x8x8x256xf32>, tensor<4x8x8x2048xf32>) -> tensor<3x3x256x2048xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<3x3x256x2048xf32>
    %106 = stablehlo.multiply %105, %104 : tensor<3x3x256x2048xf32>
    %107 = stablehlo.subtract %arg2, %106 : tensor<3x3x256x2048xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<3x3x1x2048xf32>
    %109 = stablehlo.multiply %108, %98 : tensor<3x3x1x2048xf32>
    %110 = stablehlo.subtract %arg3, %109 : tensor<3x3x1x2048xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<3x3x2048x256xf32>
    %112 = stablehlo.multiply %111, %95 : tensor<3x3x2048x256xf32>
    %113 = stablehlo.subtract %arg4, %112 : tensor<3x3x2048x256xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %115 = stablehlo.multiply %114, %64 : tensor<256xf32>
    %116 = stablehlo.subtract %arg5, %115 : tensor<256xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %118 = stablehlo.multiply %117, %58 : tensor<256xf32>
    %119 = stablehlo.subtract %arg6, %118 : tensor<256xf32>
    return %107, %110, %113, %116, %119 : tensor<3x3x256x2048xf32>, tensor<3x3x1x2048xf32>, tensor<3x3x2048x256xf32>, tensor<256xf32>, tensor<256xf32>
  }
}
