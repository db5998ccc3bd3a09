module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8x128xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8x128xf32>, %arg3: tensor<128x384xf32> {tf.aliasing_output = 0 : i32}, %arg4: tensor<384xf32> {tf.aliasing_output = 1 : i32}, %arg5: tensor<128x128xf32> {tf.aliasing_output = 2 : i32}, %arg6: tensor<128xf32> {tf.aliasing_output = 3 : i32}, %arg7: tensor<128xf32> {tf.aliasing_output = 4 : i32}, %arg8: tensor<128xf32> {tf.aliasing_output = 5 : i32}, %arg9: tensor<128x512xf32> {tf.aliasing_output = 6 : i32}, %arg10: tensor<512xf32> {tf.aliasing_output = 7 : i32}, %arg11: tensor<512x128xf32> {tf.aliasing_output = 8 : i32}, %arg12: tensor<128xf32> {tf.aliasing_output = 9 : i32}, %arg13: tensor<128xf32> {tf.aliasing_output = 10 : i32}, %arg14: tensor<128xf32> {tf.aliasing_output = 11 : i32}, %arg15: tensor<128x384xf32> {tf.aliasing_output = 12 : i32}, %arg16: tensor<384xf32> {tf.aliasing_output = 13 : i32}, %arg17: tensor<128x128xf32> {tf.aliasing_output = 14 : i32}, %arg18: tensor<128xf32> {tf.aliasing_output = 15 : i32}, %arg19: tensor<128xf32> {tf.aliasing_output = 16 : i32}, %arg20: tensor<128xf32> {tf.aliasing_output = 17 : i32}, %arg21: tensor<128x512xf32> {tf.aliasing_output = 18 : i32}, %arg22: tensor<512xf32> {tf.aliasing_output = 19 : i32}, %arg23: tensor<512x128xf32> {tf.aliasing_output = 20 : i32}, %arg24: tensor<128xf32> {tf.aliasing_output = 21 : i32}, %arg25: tensor<128xf32> {tf.aliasing_output = 22 : i32}, %arg26: tensor<128xf32> {tf.aliasing_output = 23 : i32}) -> (tensor<128x384xf32> {jax.result_info = "result[0]"}, tensor<384xf32> {jax.result_info = "result[1]"}, tensor<128x128xf32> {jax.result_info = "result[2]"}, tensor<128xf32> {jax.result_info = "result[3]"}, tensor<128xf32> {jax.result_info = "result[4]"}, tensor<128xf32> {jax.result_info = "result[5]"}, tensor<128x512xf32> {jax.result_info = "result[6]"}, tensor<512xf32> {jax.result_info = "result[7]"}, tensor<512x128xf32> {jax.result_info = "result[8]"}, tensor<128xf32> {jax.result_info = "result[9]"}, tensor<128xf32> {jax.result_info = "result[10]"}, tensor<128xf32> {jax.result_info = "result[11]"}, tensor<128x384xf32> {jax.result_info = "result[12]"}, tensor<384xf32> {jax.result_info = "result[13]"}, tensor<128x128xf32> {jax.result_info = "result[14]"}, tensor<128xf32> {jax.result_info = "result[15]"}, tensor<128xf32> {jax.result_info = "result[16]"}, tensor<128xf32> {jax.result_info = "result[17]"}, tensor<128x512xf32> {jax.result_info = "result[18]"}, tensor<512xf32> {jax.result_info = "result[19]"}, tensor<512x128xf32> {jax.result_info = "result[20]"}, tensor<128xf32> {jax.result_info = "result[21]"}, tensor<128xf32> {jax.result_info = "result[22]"}, tensor<128xf32> {jax.result_info = "result[23]"}) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x384xf32>) -> tensor<8x8x384xf32>
    %1 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x384xf32>) -> tensor<8x8x384xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x8x384xf32>
    %4 = stablehlo.reshape %3 : (tensor<8x8x384xf32>) -> tensor<8x8x128x3xf32>
    %5 = stablehlo.slice %4 [0:8, 0:8, 0:128, 0:1] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %6 = stablehlo.reshape %5 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %7 = stablehlo.reshape %6 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %8 = stablehlo.slice %4 [0:8, 0:8, 0:128, 1:2] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %9 = stablehlo.reshape %8 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %10 = stablehlo.reshape %9 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %11 = stablehlo.slice %4 [0:8, 0:8, 0:128, 2:3] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %12 = stablehlo.reshape %11 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %13 = stablehlo.reshape %12 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %14 = stablehlo.dot_general %7, %13, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %16 = stablehlo.multiply %14, %15 : tensor<8x8x8x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %18 = stablehlo.subtract %17, %arg1 : tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<8x8xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 3] : (tensor<8x8xf32>) -> tensor<8x1x1x8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<8x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %23 = stablehlo.add %16, %22 : tensor<8x8x8x8xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_2) applies stablehlo.maximum across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %27 = stablehlo.subtract %23, %26 : tensor<8x8x8x8xf32>
    %28 = stablehlo.exponential %27 : tensor<8x8x8x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %32 = stablehlo.divide %28, %31 : tensor<8x8x8x8xf32>
    %33 = stablehlo.dot_general %10, %32, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %34 = stablehlo.transpose %33, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %35 = stablehlo.reshape %34 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %36 = stablehlo.dot_general %35, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %37 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %39 = stablehlo.add %36, %38 : tensor<8x8x128xf32>
    %40 = stablehlo.add %39, %arg0 : tensor<8x8x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_5 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %44 = stablehlo.divide %42, %43 : tensor<8x8x1xf32>
    %45 = stablehlo.multiply %40, %40 : tensor<8x8x128xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_7 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %49 = stablehlo.divide %47, %48 : tensor<8x8x1xf32>
    %50 = stablehlo.multiply %44, %44 : tensor<8x8x1xf32>
    %51 = stablehlo.subtract %49, %50 : tensor<8x8x1xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %53 = stablehlo.maximum %51, %52 : tensor<8x8x1xf32>
    %54 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %55 = stablehlo.subtract %40, %54 : tensor<8x8x128xf32>
    %cst_9 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %57 = stablehlo.add %53, %56 : tensor<8x8x1xf32>
    %58 = stablehlo.rsqrt %57 : tensor<8x8x1xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %60 = stablehlo.multiply %55, %59 : tensor<8x8x128xf32>
    %61 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %63 = stablehlo.multiply %60, %62 : tensor<8x8x128xf32>
    %64 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %66 = stablehlo.add %63, %65 : tensor<8x8x128xf32>
    %67 = stablehlo.dot_general %66, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x512xf32>) -> tensor<8x8x512xf32>
    %68 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<8x8x512xf32>
    %70 = stablehlo.add %67, %69 : tensor<8x8x512xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %72 = stablehlo.multiply %70, %71 : tensor<8x8x512xf32>
    %cst_11 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %74 = stablehlo.multiply %73, %70 : tensor<8x8x512xf32>
    %75 = stablehlo.tanh %74 : tensor<8x8x512xf32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %77 = stablehlo.add %76, %75 : tensor<8x8x512xf32>
    %78 = stablehlo.multiply %72, %77 : tensor<8x8x512xf32>
    %79 = stablehlo.dot_general %78, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<512x128xf32>) -> tensor<8x8x128xf32>
    %80 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %82 = stablehlo.add %79, %81 : tensor<8x8x128xf32>
    %83 = stablehlo.add %82, %66 : tensor<8x8x128xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_14 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %87 = stablehlo.divide %85, %86 : tensor<8x8x1xf32>
    %88 = stablehlo.multiply %83, %83 : tensor<8x8x128xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %89 = stablehlo.reduce(%88 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_16 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %92 = stablehlo.divide %90, %91 : tensor<8x8x1xf32>
    %93 = stablehlo.multiply %87, %87 : tensor<8x8x1xf32>
    %94 = stablehlo.subtract %92, %93 : tensor<8x8x1xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %96 = stablehlo.maximum %94, %95 : tensor<8x8x1xf32>
    %97 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %98 = stablehlo.subtract %83, %97 : tensor<8x8x128xf32>
    %cst_18 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %100 = stablehlo.add %96, %99 : tensor<8x8x1xf32>
    %101 = stablehlo.rsqrt %100 : tensor<8x8x1xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %103 = stablehlo.multiply %98, %102 : tensor<8x8x128xf32>
    %104 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %106 = stablehlo.multiply %103, %105 : tensor<8x8x128xf32>
    %107 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %109 = stablehlo.add %106, %108 : tensor<8x8x128xf32>
    %110 = stablehlo.dot_general %109, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x384xf32>) -> tensor<8x8x384xf32>
    %111 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x384xf32>) -> tensor<8x8x384xf32>
    %113 = stablehlo.add %110, %112 : tensor<8x8x384xf32>
    %114 = stablehlo.reshape %113 : (tensor<8x8x384xf32>) -> tensor<8x8x128x3xf32>
    %115 = stablehlo.slice %114 [0:8, 0:8, 0:128, 0:1] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %116 = stablehlo.reshape %115 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %117 = stablehlo.reshape %116 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %118 = stablehlo.slice %114 [0:8, 0:8, 0:128, 1:2] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %119 = stablehlo.reshape %118 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %120 = stablehlo.reshape %119 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %121 = stablehlo.slice %114 [0:8, 0:8, 0:128, 2:3] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %122 = stablehlo.reshape %121 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %123 = stablehlo.reshape %122 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %124 = stablehlo.dot_general %117, %123, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %cst_19 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %126 = stablehlo.multiply %124, %125 : tensor<8x8x8x8xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %128 = stablehlo.subtract %127, %arg1 : tensor<8x8xf32>
    %cst_21 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %130 = stablehlo.multiply %128, %129 : tensor<8x8xf32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [0, 3] : (tensor<8x8xf32>) -> tensor<8x1x1x8xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2, 3] : (tensor<8x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %133 = stablehlo.add %126, %132 : tensor<8x8x8x8xf32>
    %cst_22 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_22) applies stablehlo.maximum across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %137 = stablehlo.subtract %133, %136 : tensor<8x8x8x8xf32>
    %138 = stablehlo.exponential %137 : tensor<8x8x8x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.reduce(%138 init: %cst_23) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %141 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %142 = stablehlo.divide %138, %141 : tensor<8x8x8x8xf32>
    %143 = stablehlo.dot_general %120, %142, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %144 = stablehlo.transpose %143, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %145 = stablehlo.reshape %144 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %146 = stablehlo.dot_general %145, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %147 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %149 = stablehlo.add %146, %148 : tensor<8x8x128xf32>
    %150 = stablehlo.add %149, %109 : tensor<8x8x128xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %151 = stablehlo.reduce(%150 init: %cst_24) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_25 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %154 = stablehlo.divide %152, %153 : tensor<8x8x1xf32>
    %155 = stablehlo.multiply %150, %150 : tensor<8x8x128xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_27 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %159 = stablehlo.divide %157, %158 : tensor<8x8x1xf32>
    %160 = stablehlo.multiply %154, %154 : tensor<8x8x1xf32>
    %161 = stablehlo.subtract %159, %160 : tensor<8x8x1xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %162 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %163 = stablehlo.maximum %161, %162 : tensor<8x8x1xf32>
    %164 = stablehlo.broadcast_in_dim %154, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %165 = stablehlo.subtract %150, %164 : tensor<8x8x128xf32>
    %cst_29 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %167 = stablehlo.add %163, %166 : tensor<8x8x1xf32>
    %168 = stablehlo.rsqrt %167 : tensor<8x8x1xf32>
    %169 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %170 = stablehlo.multiply %165, %169 : tensor<8x8x128xf32>
    %171 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %173 = stablehlo.multiply %170, %172 : tensor<8x8x128xf32>
    %174 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %175 = stablehlo.broadcast_in_dim %174, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %176 = stablehlo.add %173, %175 : tensor<8x8x128xf32>
    %177 = stablehlo.dot_general %176, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x512xf32>) -> tensor<8x8x512xf32>
    %178 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %179 = stablehlo.broadcast_in_dim %178, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<8x8x512xf32>
    %180 = stablehlo.add %177, %179 : tensor<8x8x512xf32>
    %cst_30 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %182 = stablehlo.multiply %180, %181 : tensor<8x8x512xf32>
    %cst_31 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %184 = stablehlo.multiply %183, %180 : tensor<8x8x512xf32>
    %185 = stablehlo.tanh %184 : tensor<8x8x512xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %187 = stablehlo.add %186, %185 : tensor<8x8x512xf32>
    %188 = stablehlo.multiply %182, %187 : tensor<8x8x512xf32>
    %189 = stablehlo.dot_general %188, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<512x128xf32>) -> tensor<8x8x128xf32>
    %190 = stablehlo.broadcast_in_dim %arg24, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %192 = stablehlo.add %189, %191 : tensor<8x8x128xf32>
    %193 = stablehlo.add %192, %176 : tensor<8x8x128xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %194 = stablehlo.reduce(%193 init: %cst_33) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_34 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %197 = stablehlo.divide %195, %196 : tensor<8x8x1xf32>
    %198 = stablehlo.multiply %193, %193 : tensor<8x8x128xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.reduce(%198 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %200 = stablehlo.broadcast_in_dim %199, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_36 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %202 = stablehlo.divide %200, %201 : tensor<8x8x1xf32>
    %203 = stablehlo.multiply %197, %197 : tensor<8x8x1xf32>
    %204 = stablehlo.subtract %202, %203 : tensor<8x8x1xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %206 = stablehlo.maximum %204, %205 : tensor<8x8x1xf32>
    %207 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %208 = stablehlo.subtract %193, %207 : tensor<8x8x128xf32>
    %cst_38 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %210 = stablehlo.add %206, %209 : tensor<8x8x1xf32>
    %211 = stablehlo.rsqrt %210 : tensor<8x8x1xf32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %213 = stablehlo.multiply %208, %212 : tensor<8x8x128xf32>
    %214 = stablehlo.broadcast_in_dim %arg25, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %216 = stablehlo.multiply %213, %215 : tensor<8x8x128xf32>
    %217 = stablehlo.broadcast_in_dim %arg26, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %218 = stablehlo.broadcast_in_dim %217, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %219 = stablehlo.add %216, %218 : tensor<8x8x128xf32>
    %220 = stablehlo.subtract %219, %arg2 : tensor<8x8x128xf32>
    %221 = stablehlo.multiply %220, %220 : tensor<8x8x128xf32>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x8x128xf32>
    %223 = stablehlo.multiply %222, %220 : tensor<8x8x128xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %224 = stablehlo.reduce(%221 init: %cst_40) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<f32>
    %cst_41 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %225 = stablehlo.divide %224, %cst_41 : tensor<f32>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_43 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %226 = stablehlo.divide %cst_42, %cst_43 : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [] : (tensor<f32>) -> tensor<8x8x128xf32>
    %228 = stablehlo.multiply %227, %223 : tensor<8x8x128xf32>
    %229:14 = stablehlo.optimization_barrier %arg15, %arg16, %arg17, %arg18, %arg19, %arg20, %arg21, %arg22, %arg23, %arg24, %arg25, %109, %arg1, %228 : tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<8x8x128xf32>, tensor<8x8xf32>, tensor<8x8x128xf32>
    %230 = stablehlo.dot_general %229#11, %229#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x384xf32>) -> tensor<8x8x384xf32>
    %231 = stablehlo.broadcast_in_dim %229#1, dims = [2] : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %232 = stablehlo.broadcast_in_dim %231, dims = [0, 1, 2] : (tensor<1x1x384xf32>) -> tensor<8x8x384xf32>
    %233 = stablehlo.add %230, %232 : tensor<8x8x384xf32>
    %234 = stablehlo.reshape %233 : (tensor<8x8x384xf32>) -> tensor<8x8x128x3xf32>
    %235 = stablehlo.slice %234 [0:8, 0:8, 0:128, 0:1] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %236 = stablehlo.reshape %235 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %237 = stablehlo.reshape %236 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %238 = stablehlo.slice %234 [0:8, 0:8, 0:128, 1:2] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %239 = stablehlo.reshape %238 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %240 = stablehlo.reshape %239 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %241 = stablehlo.slice %234 [0:8, 0:8, 0:128, 2:3] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %242 = stablehlo.reshape %241 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %243 = stablehlo.reshape %242 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %244 = stablehlo.dot_general %237, %243, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %cst_44 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %246 = stablehlo.multiply %244, %245 : tensor<8x8x8x8xf32>
    %cst_45 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %248 = stablehlo.subtract %247, %229#12 : tensor<8x8xf32>
    %cst_46 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %250 = stablehlo.multiply %248, %249 : tensor<8x8xf32>
    %251 = stablehlo.broadcast_in_dim %250, dims = [0, 3] : (tensor<8x8xf32>) -> tensor<8x1x1x8xf32>
    %252 = stablehlo.broadcast_in_dim %251, dims = [0, 1, 2, 3] : (tensor<8x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %253 = stablehlo.add %246, %252 : tensor<8x8x8x8xf32>
    %cst_47 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %254 = stablehlo.reduce(%253 init: %cst_47) applies stablehlo.maximum across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %256 = stablehlo.broadcast_in_dim %255, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %257 = stablehlo.subtract %253, %256 : tensor<8x8x8x8xf32>
    %258 = stablehlo.exponential %257 : tensor<8x8x8x8xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %259 = stablehlo.reduce(%258 init: %cst_48) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %260 = stablehlo.broadcast_in_dim %259, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %262 = stablehlo.divide %258, %261 : tensor<8x8x8x8xf32>
    %263 = stablehlo.multiply %260, %260 : tensor<8x8x8x1xf32>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x8x8x1xf32>
    %265 = stablehlo.divide %264, %263 : tensor<8x8x8x1xf32>
    %266 = stablehlo.dot_general %240, %262, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %267 = stablehlo.transpose %266, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %268 = stablehlo.reshape %267 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %269 = stablehlo.dot_general %268, %229#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %270 = stablehlo.broadcast_in_dim %229#3, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %271 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %272 = stablehlo.add %269, %271 : tensor<8x8x128xf32>
    %273 = stablehlo.add %272, %229#11 : tensor<8x8x128xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %274 = stablehlo.reduce(%273 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %275 = stablehlo.broadcast_in_dim %274, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_51 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %276 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %277 = stablehlo.divide %275, %276 : tensor<8x8x1xf32>
    %278 = stablehlo.multiply %273, %273 : tensor<8x8x128xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %279 = stablehlo.reduce(%278 init: %cst_52) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %280 = stablehlo.broadcast_in_dim %279, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_53 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %282 = stablehlo.divide %280, %281 : tensor<8x8x1xf32>
    %283 = stablehlo.multiply %277, %277 : tensor<8x8x1xf32>
    %284 = stablehlo.subtract %282, %283 : tensor<8x8x1xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %286 = stablehlo.maximum %284, %285 : tensor<8x8x1xf32>
    %287 = stablehlo.compare EQ, %284, %286, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %290 = stablehlo.select %287, %288, %289 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %291 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %292 = stablehlo.compare EQ, %291, %286, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_58 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_59 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %295 = stablehlo.select %292, %293, %294 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %296 = stablehlo.divide %290, %295 : tensor<8x8x1xf32>
    %297 = stablehlo.broadcast_in_dim %277, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %298 = stablehlo.subtract %273, %297 : tensor<8x8x128xf32>
    %cst_60 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %300 = stablehlo.add %286, %299 : tensor<8x8x1xf32>
    %301 = stablehlo.rsqrt %300 : tensor<8x8x1xf32>
    %302 = stablehlo.divide %301, %300 : tensor<8x8x1xf32>
    %cst_61 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %303 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %304 = stablehlo.multiply %303, %302 : tensor<8x8x1xf32>
    %305 = stablehlo.broadcast_in_dim %301, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %306 = stablehlo.multiply %298, %305 : tensor<8x8x128xf32>
    %307 = stablehlo.broadcast_in_dim %229#4, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %308 = stablehlo.broadcast_in_dim %307, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %309 = stablehlo.multiply %306, %308 : tensor<8x8x128xf32>
    %310 = stablehlo.broadcast_in_dim %229#5, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %311 = stablehlo.broadcast_in_dim %310, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %312 = stablehlo.add %309, %311 : tensor<8x8x128xf32>
    %313 = stablehlo.dot_general %312, %229#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x512xf32>) -> tensor<8x8x512xf32>
    %314 = stablehlo.broadcast_in_dim %229#7, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %315 = stablehlo.broadcast_in_dim %314, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<8x8x512xf32>
    %316 = stablehlo.add %313, %315 : tensor<8x8x512xf32>
    %cst_62 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %318 = stablehlo.multiply %316, %317 : tensor<8x8x512xf32>
    %cst_63 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %320 = stablehlo.multiply %319, %316 : tensor<8x8x512xf32>
    %321 = stablehlo.tanh %320 : tensor<8x8x512xf32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %323 = stablehlo.subtract %322, %321 : tensor<8x8x512xf32>
    %cst_65 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %325 = stablehlo.add %324, %321 : tensor<8x8x512xf32>
    %326 = stablehlo.multiply %318, %325 : tensor<8x8x512xf32>
    %327 = stablehlo.dot_general %326, %229#8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<512x128xf32>) -> tensor<8x8x128xf32>
    %328 = stablehlo.broadcast_in_dim %229#9, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %329 = stablehlo.broadcast_in_dim %328, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %330 = stablehlo.add %327, %329 : tensor<8x8x128xf32>
    %331 = stablehlo.add %330, %312 : tensor<8x8x128xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %332 = stablehlo.reduce(%331 init: %cst_66) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %333 = stablehlo.broadcast_in_dim %332, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_67 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %335 = stablehlo.divide %333, %334 : tensor<8x8x1xf32>
    %336 = stablehlo.multiply %331, %331 : tensor<8x8x128xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.reduce(%336 init: %cst_68) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %338 = stablehlo.broadcast_in_dim %337, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_69 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %339 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %340 = stablehlo.divide %338, %339 : tensor<8x8x1xf32>
    %341 = stablehlo.multiply %335, %335 : tensor<8x8x1xf32>
    %342 = stablehlo.subtract %340, %341 : tensor<8x8x1xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %344 = stablehlo.maximum %342, %343 : tensor<8x8x1xf32>
    %345 = stablehlo.compare EQ, %342, %344, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_71 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %347 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %348 = stablehlo.select %345, %346, %347 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %350 = stablehlo.compare EQ, %349, %344, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_74 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_75 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %353 = stablehlo.select %350, %351, %352 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %354 = stablehlo.divide %348, %353 : tensor<8x8x1xf32>
    %355 = stablehlo.broadcast_in_dim %335, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %356 = stablehlo.subtract %331, %355 : tensor<8x8x128xf32>
    %cst_76 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %358 = stablehlo.add %344, %357 : tensor<8x8x1xf32>
    %359 = stablehlo.rsqrt %358 : tensor<8x8x1xf32>
    %360 = stablehlo.divide %359, %358 : tensor<8x8x1xf32>
    %cst_77 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %362 = stablehlo.multiply %361, %360 : tensor<8x8x1xf32>
    %363 = stablehlo.broadcast_in_dim %359, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %364 = stablehlo.multiply %356, %363 : tensor<8x8x128xf32>
    %365 = stablehlo.broadcast_in_dim %229#10, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %366 = stablehlo.reduce(%229#13 init: %cst_78) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %367 = stablehlo.reshape %366 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %368 = stablehlo.reduce(%367 init: %cst_79) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %369 = stablehlo.multiply %364, %229#13 : tensor<8x8x128xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %370 = stablehlo.reduce(%369 init: %cst_80) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %371 = stablehlo.reshape %370 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %372 = stablehlo.broadcast_in_dim %365, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %373 = stablehlo.multiply %229#13, %372 : tensor<8x8x128xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %374 = stablehlo.reduce(%371 init: %cst_81) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %375 = stablehlo.multiply %356, %373 : tensor<8x8x128xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %376 = stablehlo.reduce(%375 init: %cst_82) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %377 = stablehlo.reshape %376 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %378 = stablehlo.broadcast_in_dim %359, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %379 = stablehlo.multiply %373, %378 : tensor<8x8x128xf32>
    %380 = stablehlo.multiply %377, %362 : tensor<8x8x1xf32>
    %381 = stablehlo.negate %379 : tensor<8x8x128xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %382 = stablehlo.reduce(%381 init: %cst_83) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %383 = stablehlo.reshape %382 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %384 = stablehlo.multiply %380, %354 : tensor<8x8x1xf32>
    %385 = stablehlo.negate %384 : tensor<8x8x1xf32>
    %386 = stablehlo.multiply %335, %385 : tensor<8x8x1xf32>
    %387 = stablehlo.add %383, %386 : tensor<8x8x1xf32>
    %388 = stablehlo.multiply %385, %335 : tensor<8x8x1xf32>
    %389 = stablehlo.add %387, %388 : tensor<8x8x1xf32>
    %cst_84 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %391 = stablehlo.divide %384, %390 : tensor<8x8x1xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %392 = stablehlo.reduce(%391 init: %cst_85) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %393 = stablehlo.broadcast_in_dim %392, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %394 = stablehlo.multiply %331, %393 : tensor<8x8x128xf32>
    %395 = stablehlo.add %379, %394 : tensor<8x8x128xf32>
    %396 = stablehlo.multiply %393, %331 : tensor<8x8x128xf32>
    %397 = stablehlo.add %395, %396 : tensor<8x8x128xf32>
    %cst_86 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %398 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %399 = stablehlo.divide %389, %398 : tensor<8x8x1xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %400 = stablehlo.reduce(%399 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %401 = stablehlo.broadcast_in_dim %400, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %402 = stablehlo.add %397, %401 : tensor<8x8x128xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %403 = stablehlo.reduce(%402 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %404 = stablehlo.reshape %403 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %405 = stablehlo.reduce(%404 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %406 = stablehlo.dot_general %402, %326, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x512xf32>) -> tensor<128x512xf32>
    %407 = stablehlo.transpose %406, dims = [1, 0] : (tensor<128x512xf32>) -> tensor<512x128xf32>
    %408 = stablehlo.dot_general %402, %229#8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<512x128xf32>) -> tensor<8x8x512xf32>
    %409 = stablehlo.multiply %318, %408 : tensor<8x8x512xf32>
    %410 = stablehlo.multiply %408, %325 : tensor<8x8x512xf32>
    %411 = stablehlo.multiply %409, %323 : tensor<8x8x512xf32>
    %412 = stablehlo.multiply %411, %321 : tensor<8x8x512xf32>
    %413 = stablehlo.add %411, %412 : tensor<8x8x512xf32>
    %cst_90 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %414 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %415 = stablehlo.multiply %414, %413 : tensor<8x8x512xf32>
    %cst_91 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %416 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %417 = stablehlo.multiply %410, %416 : tensor<8x8x512xf32>
    %418 = stablehlo.add %415, %417 : tensor<8x8x512xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %419 = stablehlo.reduce(%418 init: %cst_92) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x512xf32>, tensor<f32>) -> tensor<512xf32>
    %420 = stablehlo.reshape %419 : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %421 = stablehlo.reduce(%420 init: %cst_93) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %422 = stablehlo.dot_general %418, %312, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<8x8x128xf32>) -> tensor<512x128xf32>
    %423 = stablehlo.transpose %422, dims = [1, 0] : (tensor<512x128xf32>) -> tensor<128x512xf32>
    %424 = stablehlo.dot_general %418, %229#6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<128x512xf32>) -> tensor<8x8x128xf32>
    %425 = stablehlo.add %402, %424 : tensor<8x8x128xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %426 = stablehlo.reduce(%425 init: %cst_94) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %427 = stablehlo.reshape %426 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %428 = stablehlo.reduce(%427 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %429 = stablehlo.multiply %306, %425 : tensor<8x8x128xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %430 = stablehlo.reduce(%429 init: %cst_96) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %431 = stablehlo.reshape %430 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %432 = stablehlo.broadcast_in_dim %307, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %433 = stablehlo.multiply %425, %432 : tensor<8x8x128xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %434 = stablehlo.reduce(%431 init: %cst_97) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %435 = stablehlo.multiply %298, %433 : tensor<8x8x128xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %436 = stablehlo.reduce(%435 init: %cst_98) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %437 = stablehlo.reshape %436 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %438 = stablehlo.broadcast_in_dim %301, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %439 = stablehlo.multiply %433, %438 : tensor<8x8x128xf32>
    %440 = stablehlo.multiply %437, %304 : tensor<8x8x1xf32>
    %441 = stablehlo.negate %439 : tensor<8x8x128xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %442 = stablehlo.reduce(%441 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %443 = stablehlo.reshape %442 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %444 = stablehlo.multiply %440, %296 : tensor<8x8x1xf32>
    %445 = stablehlo.negate %444 : tensor<8x8x1xf32>
    %446 = stablehlo.multiply %277, %445 : tensor<8x8x1xf32>
    %447 = stablehlo.add %443, %446 : tensor<8x8x1xf32>
    %448 = stablehlo.multiply %445, %277 : tensor<8x8x1xf32>
    %449 = stablehlo.add %447, %448 : tensor<8x8x1xf32>
    %cst_100 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %450 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %451 = stablehlo.divide %444, %450 : tensor<8x8x1xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %452 = stablehlo.reduce(%451 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %453 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %454 = stablehlo.multiply %273, %453 : tensor<8x8x128xf32>
    %455 = stablehlo.add %439, %454 : tensor<8x8x128xf32>
    %456 = stablehlo.multiply %453, %273 : tensor<8x8x128xf32>
    %457 = stablehlo.add %455, %456 : tensor<8x8x128xf32>
    %cst_102 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %458 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %459 = stablehlo.divide %449, %458 : tensor<8x8x1xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %460 = stablehlo.reduce(%459 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %461 = stablehlo.broadcast_in_dim %460, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %462 = stablehlo.add %457, %461 : tensor<8x8x128xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %463 = stablehlo.reduce(%462 init: %cst_104) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %464 = stablehlo.reshape %463 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %465 = stablehlo.reduce(%464 init: %cst_105) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %466 = stablehlo.dot_general %462, %268, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x128xf32>) -> tensor<128x128xf32>
    %467 = stablehlo.transpose %466, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %468 = stablehlo.dot_general %462, %229#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %469 = stablehlo.reshape %468 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %470 = stablehlo.transpose %469, dims = [0, 2, 3, 1] : (tensor<8x8x8x16xf32>) -> tensor<8x8x16x8xf32>
    %471 = stablehlo.dot_general %470, %240, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %472 = stablehlo.dot_general %470, %262, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %473 = stablehlo.transpose %472, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %474 = stablehlo.broadcast_in_dim %265, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %475 = stablehlo.multiply %471, %474 : tensor<8x8x8x8xf32>
    %476 = stablehlo.multiply %475, %258 : tensor<8x8x8x8xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %477 = stablehlo.reduce(%476 init: %cst_106) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %478 = stablehlo.reshape %477 : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %479 = stablehlo.negate %478 : tensor<8x8x8x1xf32>
    %480 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %481 = stablehlo.divide %471, %480 : tensor<8x8x8x8xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %482 = stablehlo.reduce(%479 init: %cst_107) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x1xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %483 = stablehlo.broadcast_in_dim %482, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x8xf32>
    %484 = stablehlo.add %481, %483 : tensor<8x8x8x8xf32>
    %485 = stablehlo.multiply %484, %258 : tensor<8x8x8x8xf32>
    %cst_108 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %486 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %487 = stablehlo.multiply %485, %486 : tensor<8x8x8x8xf32>
    %488 = stablehlo.dot_general %487, %237, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %489 = stablehlo.transpose %488, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %490 = stablehlo.dot_general %487, %243, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %491 = stablehlo.transpose %490, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %492 = stablehlo.reshape %489 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %493 = stablehlo.broadcast_in_dim %492, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %494 = stablehlo.pad %493, %cst_109, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %495 = stablehlo.reshape %473 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %496 = stablehlo.broadcast_in_dim %495, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %497 = stablehlo.pad %496, %cst_110, low = [0, 0, 0, 1], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %498 = stablehlo.add %494, %497 : tensor<8x8x128x3xf32>
    %499 = stablehlo.reshape %491 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %500 = stablehlo.broadcast_in_dim %499, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %501 = stablehlo.pad %500, %cst_111, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %502 = stablehlo.add %498, %501 : tensor<8x8x128x3xf32>
    %503 = stablehlo.reshape %502 : (tensor<8x8x128x3xf32>) -> tensor<8x8x384xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %504 = stablehlo.reduce(%503 init: %cst_112) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x384xf32>, tensor<f32>) -> tensor<384xf32>
    %505 = stablehlo.reshape %504 : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %506 = stablehlo.reduce(%505 init: %cst_113) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %507 = stablehlo.dot_general %503, %229#11, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x384xf32>, tensor<8x8x128xf32>) -> tensor<384x128xf32>
    %508 = stablehlo.transpose %507, dims = [1, 0] : (tensor<384x128xf32>) -> tensor<128x384xf32>
    %509 = stablehlo.dot_general %503, %229#0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x384xf32>, tensor<128x384xf32>) -> tensor<8x8x128xf32>
    %510 = stablehlo.add %462, %509 : tensor<8x8x128xf32>
    %511:14 = stablehlo.optimization_barrier %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg0, %arg1, %510 : tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<8x8x128xf32>, tensor<8x8xf32>, tensor<8x8x128xf32>
    %512 = stablehlo.dot_general %511#11, %511#0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x384xf32>) -> tensor<8x8x384xf32>
    %513 = stablehlo.broadcast_in_dim %511#1, dims = [2] : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %514 = stablehlo.broadcast_in_dim %513, dims = [0, 1, 2] : (tensor<1x1x384xf32>) -> tensor<8x8x384xf32>
    %515 = stablehlo.add %512, %514 : tensor<8x8x384xf32>
    %516 = stablehlo.reshape %515 : (tensor<8x8x384xf32>) -> tensor<8x8x128x3xf32>
    %517 = stablehlo.slice %516 [0:8, 0:8, 0:128, 0:1] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %518 = stablehlo.reshape %517 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %519 = stablehlo.reshape %518 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %520 = stablehlo.slice %516 [0:8, 0:8, 0:128, 1:2] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %521 = stablehlo.reshape %520 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %522 = stablehlo.reshape %521 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %523 = stablehlo.slice %516 [0:8, 0:8, 0:128, 2:3] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %524 = stablehlo.reshape %523 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %525 = stablehlo.reshape %524 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %526 = stablehlo.dot_general %519, %525, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %cst_114 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %527 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %528 = stablehlo.multiply %526, %527 : tensor<8x8x8x8xf32>
    %cst_115 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %529 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %530 = stablehlo.subtract %529, %511#12 : tensor<8x8xf32>
    %cst_116 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %531 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %532 = stablehlo.multiply %530, %531 : tensor<8x8xf32>
    %533 = stablehlo.broadcast_in_dim %532, dims = [0, 3] : (tensor<8x8xf32>) -> tensor<8x1x1x8xf32>
    %534 = stablehlo.broadcast_in_dim %533, dims = [0, 1, 2, 3] : (tensor<8x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %535 = stablehlo.add %528, %534 : tensor<8x8x8x8xf32>
    %cst_117 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %536 = stablehlo.reduce(%535 init: %cst_117) applies stablehlo.maximum across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %537 = stablehlo.broadcast_in_dim %536, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %538 = stablehlo.broadcast_in_dim %537, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %539 = stablehlo.subtract %535, %538 : tensor<8x8x8x8xf32>
    %540 = stablehlo.exponential %539 : tensor<8x8x8x8xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %541 = stablehlo.reduce(%540 init: %cst_118) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %542 = stablehlo.broadcast_in_dim %541, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %543 = stablehlo.broadcast_in_dim %542, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %544 = stablehlo.divide %540, %543 : tensor<8x8x8x8xf32>
    %545 = stablehlo.multiply %542, %542 : tensor<8x8x8x1xf32>
    %cst_119 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %546 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<8x8x8x1xf32>
    %547 = stablehlo.divide %546, %545 : tensor<8x8x8x1xf32>
    %548 = stablehlo.dot_general %522, %544, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %549 = stablehlo.transpose %548, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %550 = stablehlo.reshape %549 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %551 = stablehlo.dot_general %550, %511#2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %552 = stablehlo.broadcast_in_dim %511#3, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %553 = stablehlo.broadcast_in_dim %552, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %554 = stablehlo.add %551, %553 : tensor<8x8x128xf32>
    %555 = stablehlo.add %554, %511#11 : tensor<8x8x128xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %556 = stablehlo.reduce(%555 init: %cst_120) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %557 = stablehlo.broadcast_in_dim %556, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_121 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %558 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %559 = stablehlo.divide %557, %558 : tensor<8x8x1xf32>
    %560 = stablehlo.multiply %555, %555 : tensor<8x8x128xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %561 = stablehlo.reduce(%560 init: %cst_122) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %562 = stablehlo.broadcast_in_dim %561, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_123 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %563 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %564 = stablehlo.divide %562, %563 : tensor<8x8x1xf32>
    %565 = stablehlo.multiply %559, %559 : tensor<8x8x1xf32>
    %566 = stablehlo.subtract %564, %565 : tensor<8x8x1xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %567 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %568 = stablehlo.maximum %566, %567 : tensor<8x8x1xf32>
    %569 = stablehlo.compare EQ, %566, %568, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_125 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %570 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %571 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %572 = stablehlo.select %569, %570, %571 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %573 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %574 = stablehlo.compare EQ, %573, %568, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_128 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %575 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_129 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %576 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %577 = stablehlo.select %574, %575, %576 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %578 = stablehlo.divide %572, %577 : tensor<8x8x1xf32>
    %579 = stablehlo.broadcast_in_dim %559, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %580 = stablehlo.subtract %555, %579 : tensor<8x8x128xf32>
    %cst_130 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %582 = stablehlo.add %568, %581 : tensor<8x8x1xf32>
    %583 = stablehlo.rsqrt %582 : tensor<8x8x1xf32>
    %584 = stablehlo.divide %583, %582 : tensor<8x8x1xf32>
    %cst_131 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %585 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %586 = stablehlo.multiply %585, %584 : tensor<8x8x1xf32>
    %587 = stablehlo.broadcast_in_dim %583, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %588 = stablehlo.multiply %580, %587 : tensor<8x8x128xf32>
    %589 = stablehlo.broadcast_in_dim %511#4, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %590 = stablehlo.broadcast_in_dim %589, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %591 = stablehlo.multiply %588, %590 : tensor<8x8x128xf32>
    %592 = stablehlo.broadcast_in_dim %511#5, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %593 = stablehlo.broadcast_in_dim %592, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %594 = stablehlo.add %591, %593 : tensor<8x8x128xf32>
    %595 = stablehlo.dot_general %594, %511#6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x512xf32>) -> tensor<8x8x512xf32>
    %596 = stablehlo.broadcast_in_dim %511#7, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %597 = stablehlo.broadcast_in_dim %596, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<8x8x512xf32>
    %598 = stablehlo.add %595, %597 : tensor<8x8x512xf32>
    %cst_132 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %600 = stablehlo.multiply %598, %599 : tensor<8x8x512xf32>
    %cst_133 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %601 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %602 = stablehlo.multiply %601, %598 : tensor<8x8x512xf32>
    %603 = stablehlo.tanh %602 : tensor<8x8x512xf32>
    %cst_134 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %604 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %605 = stablehlo.subtract %604, %603 : tensor<8x8x512xf32>
    %cst_135 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %606 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %607 = stablehlo.add %606, %603 : tensor<8x8x512xf32>
    %608 = stablehlo.multiply %600, %607 : tensor<8x8x512xf32>
    %609 = stablehlo.dot_general %608, %511#8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<512x128xf32>) -> tensor<8x8x128xf32>
    %610 = stablehlo.broadcast_in_dim %511#9, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %611 = stablehlo.broadcast_in_dim %610, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %612 = stablehlo.add %609, %611 : tensor<8x8x128xf32>
    %613 = stablehlo.add %612, %594 : tensor<8x8x128xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %614 = stablehlo.reduce(%613 init: %cst_136) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %615 = stablehlo.broadcast_in_dim %614, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_137 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %616 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %617 = stablehlo.divide %615, %616 : tensor<8x8x1xf32>
    %618 = stablehlo.multiply %613, %613 : tensor<8x8x128xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %619 = stablehlo.reduce(%618 init: %cst_138) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %620 = stablehlo.broadcast_in_dim %619, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_139 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %621 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %622 = stablehlo.divide %620, %621 : tensor<8x8x1xf32>
    %623 = stablehlo.multiply %617, %617 : tensor<8x8x1xf32>
    %624 = stablehlo.subtract %622, %623 : tensor<8x8x1xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %626 = stablehlo.maximum %624, %625 : tensor<8x8x1xf32>
    %627 = stablehlo.compare EQ, %624, %626, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_141 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %628 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %630 = stablehlo.select %627, %628, %629 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %631 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %632 = stablehlo.compare EQ, %631, %626, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_144 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %633 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_145 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %634 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %635 = stablehlo.select %632, %633, %634 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %636 = stablehlo.divide %630, %635 : tensor<8x8x1xf32>
    %637 = stablehlo.broadcast_in_dim %617, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %638 = stablehlo.subtract %613, %637 : tensor<8x8x128xf32>
    %cst_146 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %639 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %640 = stablehlo.add %626, %639 : tensor<8x8x1xf32>
    %641 = stablehlo.rsqrt %640 : tensor<8x8x1xf32>
    %642 = stablehlo.divide %641, %640 : tensor<8x8x1xf32>
    %cst_147 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %643 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %644 = stablehlo.multiply %643, %642 : tensor<8x8x1xf32>
    %645 = stablehlo.broadcast_in_dim %641, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %646 = stablehlo.multiply %638, %645 : tensor<8x8x128xf32>
    %647 = stablehlo.broadcast_in_dim %511#10, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %648 = stablehlo.reduce(%511#13 init: %cst_148) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %649 = stablehlo.reshape %648 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %650 = stablehlo.reduce(%649 init: %cst_149) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %651 = stablehlo.multiply %646, %511#13 : tensor<8x8x128xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %652 = stablehlo.reduce(%651 init: %cst_150) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %653 = stablehlo.reshape %652 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %654 = stablehlo.broadcast_in_dim %647, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %655 = stablehlo.multiply %511#13, %654 : tensor<8x8x128xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %656 = stablehlo.reduce(%653 init: %cst_151) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %657 = stablehlo.multiply %638, %655 : tensor<8x8x128xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %658 = stablehlo.reduce(%657 init: %cst_152) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %659 = stablehlo.reshape %658 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %660 = stablehlo.broadcast_in_dim %641, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %661 = stablehlo.multiply %655, %660 : tensor<8x8x128xf32>
    %662 = stablehlo.multiply %659, %644 : tensor<8x8x1xf32>
    %663 = stablehlo.negate %661 : tensor<8x8x128xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %664 = stablehlo.reduce(%663 init: %cst_153) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %665 = stablehlo.reshape %664 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %666 = stablehlo.multiply %662, %636 : tensor<8x8x1xf32>
    %667 = stablehlo.negate %666 : tensor<8x8x1xf32>
    %668 = stablehlo.multiply %617, %667 : tensor<8x8x1xf32>
    %669 = stablehlo.add %665, %668 : tensor<8x8x1xf32>
    %670 = stablehlo.multiply %667, %617 : tensor<8x8x1xf32>
    %671 = stablehlo.add %669, %670 : tensor<8x8x1xf32>
    %cst_154 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %672 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %673 = stablehlo.divide %666, %672 : tensor<8x8x1xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %674 = stablehlo.reduce(%673 init: %cst_155) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %675 = stablehlo.broadcast_in_dim %674, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %676 = stablehlo.multiply %613, %675 : tensor<8x8x128xf32>
    %677 = stablehlo.add %661, %676 : tensor<8x8x128xf32>
    %678 = stablehlo.multiply %675, %613 : tensor<8x8x128xf32>
    %679 = stablehlo.add %677, %678 : tensor<8x8x128xf32>
    %cst_156 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %680 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %681 = stablehlo.divide %671, %680 : tensor<8x8x1xf32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %682 = stablehlo.reduce(%681 init: %cst_157) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %683 = stablehlo.broadcast_in_dim %682, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %684 = stablehlo.add %679, %683 : tensor<8x8x128xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %685 = stablehlo.reduce(%684 init: %cst_158) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %686 = stablehlo.reshape %685 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %687 = stablehlo.reduce(%686 init: %cst_159) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %688 = stablehlo.dot_general %684, %608, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x512xf32>) -> tensor<128x512xf32>
    %689 = stablehlo.transpose %688, dims = [1, 0] : (tensor<128x512xf32>) -> tensor<512x128xf32>
    %690 = stablehlo.dot_general %684, %511#8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<512x128xf32>) -> tensor<8x8x512xf32>
    %691 = stablehlo.multiply %600, %690 : tensor<8x8x512xf32>
    %692 = stablehlo.multiply %690, %607 : tensor<8x8x512xf32>
    %693 = stablehlo.multiply %691, %605 : tensor<8x8x512xf32>
    %694 = stablehlo.multiply %693, %603 : tensor<8x8x512xf32>
    %695 = stablehlo.add %693, %694 : tensor<8x8x512xf32>
    %cst_160 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %696 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %697 = stablehlo.multiply %696, %695 : tensor<8x8x512xf32>
    %cst_161 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %699 = stablehlo.multiply %692, %698 : tensor<8x8x512xf32>
    %700 = stablehlo.add %697, %699 : tensor<8x8x512xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %701 = stablehlo.reduce(%700 init: %cst_162) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x512xf32>, tensor<f32>) -> tensor<512xf32>
    %702 = stablehlo.reshape %701 : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %703 = stablehlo.reduce(%702 init: %cst_163) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %704 = stablehlo.dot_general %700, %594, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<8x8x128xf32>) -> tensor<512x128xf32>
    %705 = stablehlo.transpose %704, dims = [1, 0] : (tensor<512x128xf32>) -> tensor<128x512xf32>
    %706 = stablehlo.dot_general %700, %511#6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<128x512xf32>) -> tensor<8x8x128xf32>
    %707 = stablehlo.add %684, %706 : tensor<8x8x128xf32>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %708 = stablehlo.reduce(%707 init: %cst_164) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %709 = stablehlo.reshape %708 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %710 = stablehlo.reduce(%709 init: %cst_165) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %711 = stablehlo.multiply %588, %707 : tensor<8x8x128xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %712 = stablehlo.reduce(%711 init: %cst_166) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %713 = stablehlo.reshape %712 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %714 = stablehlo.broadcast_in_dim %589, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %715 = stablehlo.multiply %707, %714 : tensor<8x8x128xf32>
    %cst_167 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %716 = stablehlo.reduce(%713 init: %cst_167) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %717 = stablehlo.multiply %580, %715 : tensor<8x8x128xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %718 = stablehlo.reduce(%717 init: %cst_168) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %719 = stablehlo.reshape %718 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %720 = stablehlo.broadcast_in_dim %583, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %721 = stablehlo.multiply %715, %720 : tensor<8x8x128xf32>
    %722 = stablehlo.multiply %719, %586 : tensor<8x8x1xf32>
    %723 = stablehlo.negate %721 : tensor<8x8x128xf32>
    %cst_169 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %724 = stablehlo.reduce(%723 init: %cst_169) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %725 = stablehlo.reshape %724 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %726 = stablehlo.multiply %722, %578 : tensor<8x8x1xf32>
    %727 = stablehlo.negate %726 : tensor<8x8x1xf32>
    %728 = stablehlo.multiply %559, %727 : tensor<8x8x1xf32>
    %729 = stablehlo.add %725, %728 : tensor<8x8x1xf32>
    %730 = stablehlo.multiply %727, %559 : tensor<8x8x1xf32>
    %731 = stablehlo.add %729, %730 : tensor<8x8x1xf32>
    %cst_170 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %732 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %733 = stablehlo.divide %726, %732 : tensor<8x8x1xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %734 = stablehlo.reduce(%733 init: %cst_171) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %735 = stablehlo.broadcast_in_dim %734, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %736 = stablehlo.multiply %555, %735 : tensor<8x8x128xf32>
    %737 = stablehlo.add %721, %736 : tensor<8x8x128xf32>
    %738 = stablehlo.multiply %735, %555 : tensor<8x8x128xf32>
    %739 = stablehlo.add %737, %738 : tensor<8x8x128xf32>
    %cst_172 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %740 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %741 = stablehlo.divide %731, %740 : tensor<8x8x1xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %742 = stablehlo.reduce(%741 init: %cst_173) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %743 = stablehlo.broadcast_in_dim %742, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %744 = stablehlo.add %739, %743 : tensor<8x8x128xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %745 = stablehlo.reduce(%744 init: %cst_174) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %746 = stablehlo.reshape %745 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %747 = stablehlo.reduce(%746 init: %cst_175) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %748 = stablehlo.dot_general %744, %550, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x128xf32>) -> tensor<128x128xf32>
    %749 = stablehlo.transpose %748, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %750 = stablehlo.dot_general %744, %511#2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %751 = stablehlo.reshape %750 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %752 = stablehlo.transpose %751, dims = [0, 2, 3, 1] : (tensor<8x8x8x16xf32>) -> tensor<8x8x16x8xf32>
    %753 = stablehlo.dot_general %752, %522, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %754 = stablehlo.dot_general %752, %544, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %755 = stablehlo.transpose %754, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %756 = stablehlo.broadcast_in_dim %547, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %757 = stablehlo.multiply %753, %756 : tensor<8x8x8x8xf32>
    %758 = stablehlo.multiply %757, %540 : tensor<8x8x8x8xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %759 = stablehlo.reduce(%758 init: %cst_176) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %760 = stablehlo.reshape %759 : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %761 = stablehlo.negate %760 : tensor<8x8x8x1xf32>
    %762 = stablehlo.broadcast_in_dim %542, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %763 = stablehlo.divide %753, %762 : tensor<8x8x8x8xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %764 = stablehlo.reduce(%761 init: %cst_177) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x1xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %765 = stablehlo.broadcast_in_dim %764, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x8xf32>
    %766 = stablehlo.add %763, %765 : tensor<8x8x8x8xf32>
    %767 = stablehlo.multiply %766, %540 : tensor<8x8x8x8xf32>
    %cst_178 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %768 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %769 = stablehlo.multiply %767, %768 : tensor<8x8x8x8xf32>
    %770 = stablehlo.dot_general %769, %519, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %771 = stablehlo.transpose %770, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %772 = stablehlo.dot_general %769, %525, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %773 = stablehlo.transpose %772, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %774 = stablehlo.reshape %771 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %775 = stablehlo.broadcast_in_dim %774, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %776 = stablehlo.pad %775, %cst_179, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %777 = stablehlo.reshape %755 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %778 = stablehlo.broadcast_in_dim %777, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_180 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %779 = stablehlo.pad %778, %cst_180, low = [0, 0, 0, 1], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %780 = stablehlo.add %776, %779 : tensor<8x8x128x3xf32>
    %781 = stablehlo.reshape %773 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %782 = stablehlo.broadcast_in_dim %781, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %783 = stablehlo.pad %782, %cst_181, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %784 = stablehlo.add %780, %783 : tensor<8x8x128x3xf32>
    %785 = stablehlo.reshape %784 : (tensor<8x8x128x3xf32>) -> tensor<8x8x384xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %786 = stablehlo.reduce(%785 init: %cst_182) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x384xf32>, tensor<f32>) -> tensor<384xf32>
    %787 = stablehlo.reshape %786 : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %788 = stablehlo.reduce(%787 init: %cst_183) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %789 = stablehlo.dot_general %785, %511#11, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x384xf32>, tensor<8x8x128xf32>) -> tensor<384x128xf32>
    %790 = stablehlo.transpose %789, dims = [1, 0] : (tensor<384x128xf32>) -> tensor<128x384xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %791 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %792 = stablehlo.multiply %791, %790 : tensor<128x384xf32>
    %793 = stablehlo.subtract %arg3, %792 : tensor<128x384xf32>
    %cst_185 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %794 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %795 = stablehlo.multiply %794, %788 : tensor<384xf32>
    %796 = stablehlo.subtract %arg4, %795 : tensor<384xf32>
    %cst_186 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %797 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %798 = stablehlo.multiply %797, %749 : tensor<128x128xf32>
    %799 = stablehlo.subtract %arg5, %798 : tensor<128x128xf32>
    %cst_187 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %800 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %801 = stablehlo.multiply %800, %747 : tensor<128xf32>
    %802 = stablehlo.subtract %arg6, %801 : tensor<128xf32>
    %cst_188 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %803 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %804 = stablehlo.multiply %803, %716 : tensor<128xf32>
    %805 = stablehlo.subtract %arg7, %804 : tensor<128xf32>
    %cst_189 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %806 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %807 = stablehlo.multiply %806, %710 : tensor<128xf32>
    %808 = stablehlo.subtract %arg8, %807 : tensor<128xf32>
    %cst_190 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %809 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %810 = stablehlo.multiply %809, %705 : tensor<128x512xf32>
    %811 = stablehlo.subtract %arg9, %810 : tensor<128x512xf32>
    %cst_191 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %812 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %813 = stablehlo.multiply %812, %703 : tensor<512xf32>
    %814 = stablehlo.subtract %arg10, %813 : tensor<512xf32>
    %cst_192 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %815 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %816 = stablehlo.multiply %815, %689 : tensor<512x128xf32>
    %817 = stablehlo.subtract %arg11, %816 : tensor<512x128xf32>
    %cst_193 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %818 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %819 = stablehlo.multiply %818, %687 : tensor<128xf32>
    %820 = stablehlo.subtract %arg12, %819 : tensor<128xf32>
    %cst_194 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %821 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %822 = stablehlo.multiply %821, %656 : tensor<128xf32>
    %823 = stablehlo.subtract %arg13, %822 : tensor<128xf32>
    %cst_195 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %824 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %825 = stablehlo.multiply %824, %650 : tensor<128xf32>
    %826 = stablehlo.subtract %arg14, %825 : tensor<128xf32>
    %cst_196 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %827 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %828 = stablehlo.multiply %827, %508 : tensor<128x384xf32>
    %829 = stablehlo.subtract %arg15, %828 : tensor<128x384xf32>
    %cst_197 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %830 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %831 = stablehlo.multiply %830, %506 : tensor<384xf32>
    %832 = stablehlo.subtract %arg16, %831 : tensor<384xf32>
    %cst_198 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %833 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %834 = stablehlo.multiply %833, %467 : tensor<128x128xf32>
    %835 = stablehlo.subtract %arg17, %834 : tensor<128x128xf32>
    %cst_199 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %836 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %837 = stablehlo.multiply %836, %465 : tensor<128xf32>
    %838 = stablehlo.subtract %arg18, %837 : tensor<128xf32>
    %cst_200 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %839 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %840 = stablehlo.multiply %839, %434 : tensor<128xf32>
    %841 = stablehlo.subtract %arg19, %840 : tensor<128xf32>
    %cst_201 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %842 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %843 = stablehlo.multiply %842, %428 : tensor<128xf32>
    %844 = stablehlo.subtract %arg20, %843 : tensor<128xf32>
    %cst_202 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %845 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %846 = stablehlo.multiply %845, %423 : tensor<128x512xf32>
    %847 = stablehlo.subtract %arg21, %846 : tensor<128x512xf32>
    %cst_203 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %848 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %849 = stablehlo.multiply %848, %421 : tensor<512xf32>
    %850 = stablehlo.subtract %arg22, %849 : tensor<512xf32>
    %cst_204 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %851 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %852 = stablehlo.multiply %851, %407 : tensor<512x128xf32>
    %853 = stablehlo.subtract %arg23, %852 : tensor<512x128xf32>
    %cst_205 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %854 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %855 = stablehlo.multiply %854, %405 : tensor<128xf32>
    %856 = stablehlo.subtract %arg24, %855 : tensor<128xf32>
    %cst_206 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %857 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %858 = stablehlo.multiply %857, %374 : tensor<128xf32>
    %859 = stablehlo.subtract %arg25, %858 : tensor<128xf32>
    %cst_207 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %860 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %861 = stablehlo.multiply %860, %368 : tensor<128xf32>
    %862 = stablehlo.subtract %arg26, %861 : tensor<128xf32>
    return %793, %796, %799, %802, %805, %808, %811, %814, %817, %820, %823, %826, %829, %832, %835, %838, %841, %844, %847, %850, %853, %856, %859, %862 : tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
  }
}
