module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16x64xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<64x16x64xf32>, %arg3: tensor<64x192xf32> {tf.aliasing_output = 0 : i32}, %arg4: tensor<192xf32> {tf.aliasing_output = 1 : i32}, %arg5: tensor<64x64xf32> {tf.aliasing_output = 2 : i32}, %arg6: tensor<64xf32> {tf.aliasing_output = 3 : i32}, %arg7: tensor<64xf32> {tf.aliasing_output = 4 : i32}, %arg8: tensor<64xf32> {tf.aliasing_output = 5 : i32}, %arg9: tensor<64x16xf32> {tf.aliasing_output = 6 : i32}, %arg10: tensor<16x64x256xf32> {tf.aliasing_output = 7 : i32}, %arg11: tensor<16x256x64xf32> {tf.aliasing_output = 8 : i32}, %arg12: tensor<64xf32> {tf.aliasing_output = 9 : i32}, %arg13: tensor<64xf32> {tf.aliasing_output = 10 : i32}, %arg14: tensor<64x192xf32> {tf.aliasing_output = 11 : i32}, %arg15: tensor<192xf32> {tf.aliasing_output = 12 : i32}, %arg16: tensor<64x64xf32> {tf.aliasing_output = 13 : i32}, %arg17: tensor<64xf32> {tf.aliasing_output = 14 : i32}, %arg18: tensor<64xf32> {tf.aliasing_output = 15 : i32}, %arg19: tensor<64xf32> {tf.aliasing_output = 16 : i32}, %arg20: tensor<64x16xf32> {tf.aliasing_output = 17 : i32}, %arg21: tensor<16x64x256xf32> {tf.aliasing_output = 18 : i32}, %arg22: tensor<16x256x64xf32> {tf.aliasing_output = 19 : i32}, %arg23: tensor<64xf32> {tf.aliasing_output = 20 : i32}, %arg24: tensor<64xf32> {tf.aliasing_output = 21 : i32}, %arg25: tensor<64x192xf32> {tf.aliasing_output = 22 : i32}, %arg26: tensor<192xf32> {tf.aliasing_output = 23 : i32}, %arg27: tensor<64x64xf32> {tf.aliasing_output = 24 : i32}, %arg28: tensor<64xf32> {tf.aliasing_output = 25 : i32}, %arg29: tensor<64xf32> {tf.aliasing_output = 26 : i32}, %arg30: tensor<64xf32> {tf.aliasing_output = 27 : i32}, %arg31: tensor<64x16xf32> {tf.aliasing_output = 28 : i32}, %arg32: tensor<16x64x256xf32> {tf.aliasing_output = 29 : i32}, %arg33: tensor<16x256x64xf32> {tf.aliasing_output = 30 : i32}, %arg34: tensor<64xf32> {tf.aliasing_output = 31 : i32}, %arg35: tensor<64xf32> {tf.aliasing_output = 32 : i32}) -> (tensor<64x192xf32> {jax.result_info = "result[0]"}, tensor<192xf32> {jax.result_info = "result[1]"}, tensor<64x64xf32> {jax.result_info = "result[2]"}, tensor<64xf32> {jax.result_info = "result[3]"}, tensor<64xf32> {jax.result_info = "result[4]"}, tensor<64xf32> {jax.result_info = "result[5]"}, tensor<64x16xf32> {jax.result_info = "result[6]"}, tensor<16x64x256xf32> {jax.result_info = "result[7]"}, tensor<16x256x64xf32> {jax.result_info = "result[8]"}, tensor<64xf32> {jax.result_info = "result[9]"}, tensor<64xf32> {jax.result_info = "result[10]"}, tensor<64x192xf32> {jax.result_info = "result[11]"}, tensor<192xf32> {jax.result_info = "result[12]"}, tensor<64x64xf32> {jax.result_info = "result[13]"}, tensor<64xf32> {jax.result_info = "result[14]"}, tensor<64xf32> {jax.result_info = "result[15]"}, tensor<64xf32> {jax.result_info = "result[16]"}, tensor<64x16xf32> {jax.result_info = "result[17]"}, tensor<16x64x256xf32> {jax.result_info = "result[18]"}, tensor<16x256x64xf32> {jax.result_info = "result[19]"}, tensor<64xf32> {jax.result_info = "result[20]"}, tensor<64xf32> {jax.result_info = "result[21]"}, tensor<64x192xf32> {jax.result_info = "result[22]"}, tensor<192xf32> {jax.result_info = "result[23]"}, tensor<64x64xf32> {jax.result_info = "result[24]"}, tensor<64xf32> {jax.result_info = "result[25]"}, tensor<64xf32> {jax.result_info = "result[26]"}, tensor<64xf32> {jax.result_info = "result[27]"}, tensor<64x16xf32> {jax.result_info = "result[28]"}, tensor<16x64x256xf32> {jax.result_info = "result[29]"}, tensor<16x256x64xf32> {jax.result_info = "result[30]"}, tensor<64xf32> {jax.result_info = "result[31]"}, tensor<64xf32> {jax.result_info = "result[32]"}) {
    %0 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x192xf32>) -> tensor<64x16x192xf32>
    %1 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<192xf32>) -> tensor<1x1x192xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x192xf32>) -> tensor<64x16x192xf32>
    %3 = stablehlo.add %0, %2 : tensor<64x16x192xf32>
    %4 = stablehlo.reshape %3 : (tensor<64x16x192xf32>) -> tensor<64x16x64x3xf32>
    %5 = stablehlo.slice %4 [0:64, 0:16, 0:64, 0:1] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %6 = stablehlo.reshape %5 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %7 = stablehlo.reshape %6 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %8 = stablehlo.slice %4 [0:64, 0:16, 0:64, 1:2] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %9 = stablehlo.reshape %8 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %10 = stablehlo.reshape %9 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %11 = stablehlo.slice %4 [0:64, 0:16, 0:64, 2:3] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %12 = stablehlo.reshape %11 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %13 = stablehlo.reshape %12 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %14 = stablehlo.dot_general %7, %13, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %16 = stablehlo.multiply %14, %15 : tensor<64x16x16x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %18 = stablehlo.subtract %17, %arg1 : tensor<64x16xf32>
    %cst_1 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<64x16xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 3] : (tensor<64x16xf32>) -> tensor<64x1x1x16xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 3] : (tensor<64x1x1x16xf32>) -> tensor<64x16x16x16xf32>
    %23 = stablehlo.add %16, %22 : tensor<64x16x16x16xf32>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_2) applies stablehlo.maximum across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %25 = stablehlo.reshape %24 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %27 = stablehlo.compare EQ, %23, %26, FLOAT : (tensor<64x16x16x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x16x16xi1>
    %28 = stablehlo.convert %27 : (tensor<64x16x16x16xi1>) -> tensor<64x16x16x16xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %30 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %32 = stablehlo.subtract %23, %31 : tensor<64x16x16x16xf32>
    %33 = stablehlo.exponential %32 : tensor<64x16x16x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %37 = stablehlo.divide %33, %36 : tensor<64x16x16x16xf32>
    %38 = stablehlo.multiply %35, %35 : tensor<64x16x16x1xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x16x16x1xf32>
    %40 = stablehlo.divide %39, %38 : tensor<64x16x16x1xf32>
    %41 = stablehlo.dot_general %10, %37, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %42 = stablehlo.transpose %41, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %43 = stablehlo.reshape %42 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %44 = stablehlo.dot_general %43, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %45 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %47 = stablehlo.add %44, %46 : tensor<64x16x64xf32>
    %48 = stablehlo.add %47, %arg0 : tensor<64x16x64xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_7 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %52 = stablehlo.divide %50, %51 : tensor<64x16x1xf32>
    %53 = stablehlo.multiply %48, %48 : tensor<64x16x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_9 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %57 = stablehlo.divide %55, %56 : tensor<64x16x1xf32>
    %58 = stablehlo.multiply %52, %52 : tensor<64x16x1xf32>
    %59 = stablehlo.subtract %57, %58 : tensor<64x16x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %61 = stablehlo.maximum %59, %60 : tensor<64x16x1xf32>
    %62 = stablehlo.compare EQ, %59, %61, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %65 = stablehlo.select %62, %63, %64 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %67 = stablehlo.compare EQ, %66, %61, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %70 = stablehlo.select %67, %68, %69 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %71 = stablehlo.divide %65, %70 : tensor<64x16x1xf32>
    %72 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %73 = stablehlo.subtract %48, %72 : tensor<64x16x64xf32>
    %cst_16 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %75 = stablehlo.add %61, %74 : tensor<64x16x1xf32>
    %76 = stablehlo.rsqrt %75 : tensor<64x16x1xf32>
    %77 = stablehlo.divide %76, %75 : tensor<64x16x1xf32>
    %cst_17 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<64x16x1xf32>
    %80 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %81 = stablehlo.multiply %73, %80 : tensor<64x16x64xf32>
    %82 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %84 = stablehlo.multiply %81, %83 : tensor<64x16x64xf32>
    %85 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %87 = stablehlo.add %84, %86 : tensor<64x16x64xf32>
    %88 = stablehlo.reshape %87 : (tensor<64x16x64xf32>) -> tensor<32x32x64xf32>
    %89 = stablehlo.dot_general %88, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<64x16xf32>) -> tensor<32x32x16xf32>
    %cst_18 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_18) applies stablehlo.maximum across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %91 = stablehlo.reshape %90 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %93 = stablehlo.compare EQ, %89, %92, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %94 = stablehlo.convert %93 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_19) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %96 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %98 = stablehlo.subtract %89, %97 : tensor<32x32x16xf32>
    %99 = stablehlo.exponential %98 : tensor<32x32x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %103 = stablehlo.divide %99, %102 : tensor<32x32x16xf32>
    %104 = stablehlo.multiply %101, %101 : tensor<32x32x1xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<32x32x1xf32>
    %106 = stablehlo.divide %105, %104 : tensor<32x32x1xf32>
    %107 = call @argmax(%103) : (tensor<32x32x16xf32>) -> tensor<32x32xi32>
    %108 = call @_one_hot(%107) : (tensor<32x32xi32>) -> tensor<32x32x16xf32>
    %109 = call @cumsum(%108) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    %110 = stablehlo.subtract %109, %108 : tensor<32x32x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %112 = stablehlo.add %110, %111 : tensor<32x32x16xf32>
    %113 = stablehlo.multiply %112, %108 : tensor<32x32x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.reduce(%108 init: %cst_23) applies stablehlo.add across dimensions = [1] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 2] : (tensor<32x16xf32>) -> tensor<32x1x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32x1x16xf32>
    %117 = stablehlo.add %116, %115 : tensor<32x1x16xf32>
    %cst_25 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %119 = stablehlo.compare LT, %113, %118, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %120 = stablehlo.convert %119 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %121 = stablehlo.multiply %108, %120 : tensor<32x32x16xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.reduce(%113 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %123 = stablehlo.convert %122 : (tensor<32x32xf32>) -> tensor<32x32xi32>
    %124 = call @_one_hot_1(%123) : (tensor<32x32xi32>) -> tensor<32x32x4xf32>
    %125 = stablehlo.multiply %103, %121 : tensor<32x32x16xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1, 2] : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %127 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 3] : (tensor<32x32x4xf32>) -> tensor<32x32x1x4xf32>
    %128 = stablehlo.broadcast_in_dim %126, dims = [0, 1, 2, 3] : (tensor<32x32x16x1xf32>) -> tensor<32x32x16x4xf32>
    %129 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %130 = stablehlo.multiply %128, %129 : tensor<32x32x16x4xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x32x16x4xf32>
    %132 = stablehlo.add %131, %130 : tensor<32x32x16x4xf32>
    %cst_28 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %134 = stablehlo.subtract %133, %108 : tensor<32x32x16xf32>
    %135 = stablehlo.multiply %103, %134 : tensor<32x32x16xf32>
    %136 = call @argmax(%135) : (tensor<32x32x16xf32>) -> tensor<32x32xi32>
    %137 = call @_one_hot(%136) : (tensor<32x32xi32>) -> tensor<32x32x16xf32>
    %138 = call @cumsum(%137) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    %139 = stablehlo.subtract %138, %137 : tensor<32x32x16xf32>
    %140 = stablehlo.broadcast_in_dim %117, dims = [0, 1, 2] : (tensor<32x1x16xf32>) -> tensor<32x32x16xf32>
    %141 = stablehlo.add %139, %140 : tensor<32x32x16xf32>
    %142 = stablehlo.multiply %141, %137 : tensor<32x32x16xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.reduce(%137 init: %cst_29) applies stablehlo.add across dimensions = [1] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %144 = stablehlo.broadcast_in_dim %143, dims = [0, 2] : (tensor<32x16xf32>) -> tensor<32x1x16xf32>
    %145 = stablehlo.add %117, %144 : tensor<32x1x16xf32>
    %cst_30 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %147 = stablehlo.compare LT, %142, %146, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %148 = stablehlo.convert %147 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %149 = stablehlo.multiply %137, %148 : tensor<32x32x16xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%142 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %151 = stablehlo.convert %150 : (tensor<32x32xf32>) -> tensor<32x32xi32>
    %152 = call @_one_hot_1(%151) : (tensor<32x32xi32>) -> tensor<32x32x4xf32>
    %153 = stablehlo.multiply %135, %149 : tensor<32x32x16xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %155 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 3] : (tensor<32x32x4xf32>) -> tensor<32x32x1x4xf32>
    %156 = stablehlo.broadcast_in_dim %154, dims = [0, 1, 2, 3] : (tensor<32x32x16x1xf32>) -> tensor<32x32x16x4xf32>
    %157 = stablehlo.broadcast_in_dim %155, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %158 = stablehlo.multiply %156, %157 : tensor<32x32x16x4xf32>
    %159 = stablehlo.add %132, %158 : tensor<32x32x16x4xf32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %161 = stablehlo.subtract %160, %137 : tensor<32x32x16xf32>
    %162 = stablehlo.multiply %135, %161 : tensor<32x32x16xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<32x32x16x4xf32>
    %164 = stablehlo.compare GT, %159, %163, FLOAT : (tensor<32x32x16x4xf32>, tensor<32x32x16x4xf32>) -> tensor<32x32x16x4xi1>
    %165 = stablehlo.convert %164 : (tensor<32x32x16x4xi1>) -> tensor<32x32x16x4xf32>
    %166 = stablehlo.dot_general %88, %165, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x16x4xf32>
    %167 = stablehlo.transpose %166, dims = [2, 0, 3, 1] : (tensor<32x64x16x4xf32>) -> tensor<16x32x4x64xf32>
    %168 = stablehlo.dot_general %167, %arg10, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x64xf32>, tensor<16x64x256xf32>) -> tensor<16x32x4x256xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %170 = stablehlo.compare GT, %168, %169, FLOAT : (tensor<16x32x4x256xf32>, tensor<16x32x4x256xf32>) -> tensor<16x32x4x256xi1>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %172 = stablehlo.select %170, %168, %171 : tensor<16x32x4x256xi1>, tensor<16x32x4x256xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %174 = stablehlo.dot_general %arg11, %172, batching_dims = [0] x [0], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x256x64xf32>, tensor<16x32x4x256xf32>) -> tensor<16x64x32x4xf32>
    %175 = stablehlo.transpose %174, dims = [2, 0, 3, 1] : (tensor<16x64x32x4xf32>) -> tensor<32x16x4x64xf32>
    %176 = stablehlo.dot_general %159, %175, batching_dims = [0] x [0], contracting_dims = [3, 2] x [2, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16x4xf32>, tensor<32x16x4x64xf32>) -> tensor<32x32x64xf32>
    %177 = stablehlo.reshape %176 : (tensor<32x32x64xf32>) -> tensor<64x16x64xf32>
    %178 = stablehlo.add %177, %87 : tensor<64x16x64xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%178 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_38 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %182 = stablehlo.divide %180, %181 : tensor<64x16x1xf32>
    %183 = stablehlo.multiply %178, %178 : tensor<64x16x64xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.reduce(%183 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_40 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %187 = stablehlo.divide %185, %186 : tensor<64x16x1xf32>
    %188 = stablehlo.multiply %182, %182 : tensor<64x16x1xf32>
    %189 = stablehlo.subtract %187, %188 : tensor<64x16x1xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %191 = stablehlo.maximum %189, %190 : tensor<64x16x1xf32>
    %192 = stablehlo.compare EQ, %189, %191, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %195 = stablehlo.select %192, %193, %194 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %197 = stablehlo.compare EQ, %196, %191, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_45 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %200 = stablehlo.select %197, %198, %199 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %201 = stablehlo.divide %195, %200 : tensor<64x16x1xf32>
    %202 = stablehlo.broadcast_in_dim %182, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %203 = stablehlo.subtract %178, %202 : tensor<64x16x64xf32>
    %cst_47 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %205 = stablehlo.add %191, %204 : tensor<64x16x1xf32>
    %206 = stablehlo.rsqrt %205 : tensor<64x16x1xf32>
    %207 = stablehlo.divide %206, %205 : tensor<64x16x1xf32>
    %cst_48 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %209 = stablehlo.multiply %208, %207 : tensor<64x16x1xf32>
    %210 = stablehlo.broadcast_in_dim %206, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %211 = stablehlo.multiply %203, %210 : tensor<64x16x64xf32>
    %212 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %213 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %214 = stablehlo.multiply %211, %213 : tensor<64x16x64xf32>
    %215 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %217 = stablehlo.add %214, %216 : tensor<64x16x64xf32>
    %218 = stablehlo.subtract %217, %arg2 : tensor<64x16x64xf32>
    %219 = stablehlo.multiply %218, %218 : tensor<64x16x64xf32>
    %cst_49 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<64x16x64xf32>
    %221 = stablehlo.multiply %220, %218 : tensor<64x16x64xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%219 init: %cst_50) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_51 = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %223 = stablehlo.divide %222, %cst_51 : tensor<f32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_53 = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %224 = stablehlo.divide %cst_52, %cst_53 : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %224, dims = [] : (tensor<f32>) -> tensor<64x16x64xf32>
    %226 = stablehlo.multiply %225, %221 : tensor<64x16x64xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %227 = stablehlo.reduce(%226 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %228 = stablehlo.reshape %227 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_55) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %230 = stablehlo.multiply %211, %226 : tensor<64x16x64xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %231 = stablehlo.reduce(%230 init: %cst_56) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %232 = stablehlo.reshape %231 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %233 = stablehlo.broadcast_in_dim %212, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %234 = stablehlo.multiply %226, %233 : tensor<64x16x64xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %235 = stablehlo.reduce(%232 init: %cst_57) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %236 = stablehlo.multiply %203, %234 : tensor<64x16x64xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.reduce(%236 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %238 = stablehlo.reshape %237 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %239 = stablehlo.broadcast_in_dim %206, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %240 = stablehlo.multiply %234, %239 : tensor<64x16x64xf32>
    %241 = stablehlo.multiply %238, %209 : tensor<64x16x1xf32>
    %242 = stablehlo.negate %240 : tensor<64x16x64xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %243 = stablehlo.reduce(%242 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %244 = stablehlo.reshape %243 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %245 = stablehlo.multiply %241, %201 : tensor<64x16x1xf32>
    %246 = stablehlo.negate %245 : tensor<64x16x1xf32>
    %247 = stablehlo.multiply %182, %246 : tensor<64x16x1xf32>
    %248 = stablehlo.add %244, %247 : tensor<64x16x1xf32>
    %249 = stablehlo.multiply %246, %182 : tensor<64x16x1xf32>
    %250 = stablehlo.add %248, %249 : tensor<64x16x1xf32>
    %cst_60 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %252 = stablehlo.divide %245, %251 : tensor<64x16x1xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %253 = stablehlo.reduce(%252 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %254 = stablehlo.broadcast_in_dim %253, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %255 = stablehlo.multiply %178, %254 : tensor<64x16x64xf32>
    %256 = stablehlo.add %240, %255 : tensor<64x16x64xf32>
    %257 = stablehlo.multiply %254, %178 : tensor<64x16x64xf32>
    %258 = stablehlo.add %256, %257 : tensor<64x16x64xf32>
    %cst_62 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %260 = stablehlo.divide %250, %259 : tensor<64x16x1xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %261 = stablehlo.reduce(%260 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %262 = stablehlo.broadcast_in_dim %261, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %263 = stablehlo.add %258, %262 : tensor<64x16x64xf32>
    %264 = stablehlo.reshape %263 : (tensor<64x16x64xf32>) -> tensor<32x32x64xf32>
    %265 = stablehlo.dot_general %264, %159, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x16x4xf32>
    %266 = stablehlo.transpose %265, dims = [0, 2, 3, 1] : (tensor<32x64x16x4xf32>) -> tensor<32x16x4x64xf32>
    %267 = stablehlo.dot_general %264, %175, batching_dims = [0] x [0], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x16x4x64xf32>) -> tensor<32x32x16x4xf32>
    %268 = stablehlo.transpose %266, dims = [1, 3, 0, 2] : (tensor<32x16x4x64xf32>) -> tensor<16x64x32x4xf32>
    %269 = stablehlo.dot_general %268, %arg11, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x32x4xf32>, tensor<16x256x64xf32>) -> tensor<16x32x4x256xf32>
    %270 = stablehlo.dot_general %268, %172, batching_dims = [0] x [0], contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x32x4xf32>, tensor<16x32x4x256xf32>) -> tensor<16x64x256xf32>
    %271 = stablehlo.transpose %270, dims = [0, 2, 1] : (tensor<16x64x256xf32>) -> tensor<16x256x64xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %273 = stablehlo.select %170, %269, %272 : tensor<16x32x4x256xi1>, tensor<16x32x4x256xf32>
    %274 = stablehlo.dot_general %273, %167, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x256xf32>, tensor<16x32x4x64xf32>) -> tensor<16x256x64xf32>
    %275 = stablehlo.transpose %274, dims = [0, 2, 1] : (tensor<16x256x64xf32>) -> tensor<16x64x256xf32>
    %276 = stablehlo.dot_general %273, %arg10, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x256xf32>, tensor<16x64x256xf32>) -> tensor<16x32x4x64xf32>
    %277 = stablehlo.transpose %276, dims = [1, 3, 0, 2] : (tensor<16x32x4x64xf32>) -> tensor<32x64x16x4xf32>
    %278 = stablehlo.dot_general %277, %165, batching_dims = [0] x [0], contracting_dims = [2, 3] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<32x64x16x4xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x32xf32>
    %279 = stablehlo.transpose %278, dims = [0, 2, 1] : (tensor<32x64x32xf32>) -> tensor<32x32x64xf32>
    %280 = stablehlo.broadcast_in_dim %155, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %281 = stablehlo.multiply %267, %280 : tensor<32x32x16x4xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %282 = stablehlo.reduce(%281 init: %cst_65) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x4xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %283 = stablehlo.reshape %282 : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %284 = stablehlo.reduce(%283 init: %cst_66) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x1xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %285 = stablehlo.multiply %284, %149 : tensor<32x32x16xf32>
    %286 = stablehlo.multiply %285, %134 : tensor<32x32x16xf32>
    %287 = stablehlo.broadcast_in_dim %127, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %288 = stablehlo.multiply %267, %287 : tensor<32x32x16x4xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %289 = stablehlo.reduce(%288 init: %cst_67) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x4xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %290 = stablehlo.reshape %289 : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %291 = stablehlo.reduce(%290 init: %cst_68) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x1xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %292 = stablehlo.multiply %291, %121 : tensor<32x32x16xf32>
    %293 = stablehlo.add %286, %292 : tensor<32x32x16xf32>
    %294 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %295 = stablehlo.multiply %293, %294 : tensor<32x32x16xf32>
    %296 = stablehlo.multiply %295, %99 : tensor<32x32x16xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %297 = stablehlo.reduce(%296 init: %cst_69) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %298 = stablehlo.reshape %297 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %299 = stablehlo.negate %298 : tensor<32x32x1xf32>
    %300 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %301 = stablehlo.divide %293, %300 : tensor<32x32x16xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %302 = stablehlo.reduce(%299 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<32x32x1xf32>, tensor<f32>) -> tensor<32x32xf32>
    %303 = stablehlo.broadcast_in_dim %302, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x16xf32>
    %304 = stablehlo.add %301, %303 : tensor<32x32x16xf32>
    %305 = stablehlo.multiply %304, %99 : tensor<32x32x16xf32>
    %306 = stablehlo.dot_general %305, %88, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16xf32>, tensor<32x32x64xf32>) -> tensor<16x64xf32>
    %307 = stablehlo.transpose %306, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %308 = stablehlo.dot_general %305, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16xf32>, tensor<64x16xf32>) -> tensor<32x32x64xf32>
    %309 = stablehlo.add %279, %308 : tensor<32x32x64xf32>
    %310 = stablehlo.reshape %309 : (tensor<32x32x64xf32>) -> tensor<64x16x64xf32>
    %311 = stablehlo.add %263, %310 : tensor<64x16x64xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %312 = stablehlo.reduce(%311 init: %cst_71) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %313 = stablehlo.reshape %312 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %314 = stablehlo.reduce(%313 init: %cst_72) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %315 = stablehlo.multiply %81, %311 : tensor<64x16x64xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %316 = stablehlo.reduce(%315 init: %cst_73) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %317 = stablehlo.reshape %316 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %318 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %319 = stablehlo.multiply %311, %318 : tensor<64x16x64xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %320 = stablehlo.reduce(%317 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %321 = stablehlo.multiply %73, %319 : tensor<64x16x64xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %322 = stablehlo.reduce(%321 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %323 = stablehlo.reshape %322 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %324 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %325 = stablehlo.multiply %319, %324 : tensor<64x16x64xf32>
    %326 = stablehlo.multiply %323, %79 : tensor<64x16x1xf32>
    %327 = stablehlo.negate %325 : tensor<64x16x64xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %328 = stablehlo.reduce(%327 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %329 = stablehlo.reshape %328 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %330 = stablehlo.multiply %326, %71 : tensor<64x16x1xf32>
    %331 = stablehlo.negate %330 : tensor<64x16x1xf32>
    %332 = stablehlo.multiply %52, %331 : tensor<64x16x1xf32>
    %333 = stablehlo.add %329, %332 : tensor<64x16x1xf32>
    %334 = stablehlo.multiply %331, %52 : tensor<64x16x1xf32>
    %335 = stablehlo.add %333, %334 : tensor<64x16x1xf32>
    %cst_77 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %336 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %337 = stablehlo.divide %330, %336 : tensor<64x16x1xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %338 = stablehlo.reduce(%337 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %339 = stablehlo.broadcast_in_dim %338, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %340 = stablehlo.multiply %48, %339 : tensor<64x16x64xf32>
    %341 = stablehlo.add %325, %340 : tensor<64x16x64xf32>
    %342 = stablehlo.multiply %339, %48 : tensor<64x16x64xf32>
    %343 = stablehlo.add %341, %342 : tensor<64x16x64xf32>
    %cst_79 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %344 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %345 = stablehlo.divide %335, %344 : tensor<64x16x1xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %346 = stablehlo.reduce(%345 init: %cst_80) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %347 = stablehlo.broadcast_in_dim %346, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %348 = stablehlo.add %343, %347 : tensor<64x16x64xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %349 = stablehlo.reduce(%348 init: %cst_81) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %350 = stablehlo.reshape %349 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %351 = stablehlo.reduce(%350 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %352 = stablehlo.dot_general %348, %43, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %353 = stablehlo.transpose %352, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %354 = stablehlo.dot_general %348, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %355 = stablehlo.reshape %354 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %356 = stablehlo.transpose %355, dims = [0, 2, 3, 1] : (tensor<64x16x16x4xf32>) -> tensor<64x16x4x16xf32>
    %357 = stablehlo.dot_general %356, %10, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %358 = stablehlo.dot_general %356, %37, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %359 = stablehlo.transpose %358, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %360 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %361 = stablehlo.multiply %357, %360 : tensor<64x16x16x16xf32>
    %362 = stablehlo.multiply %361, %33 : tensor<64x16x16x16xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %363 = stablehlo.reduce(%362 init: %cst_83) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %364 = stablehlo.reshape %363 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %365 = stablehlo.negate %364 : tensor<64x16x16x1xf32>
    %366 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %367 = stablehlo.divide %357, %366 : tensor<64x16x16x16xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %368 = stablehlo.reduce(%365 init: %cst_84) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x1xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %369 = stablehlo.broadcast_in_dim %368, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x16xf32>
    %370 = stablehlo.add %367, %369 : tensor<64x16x16x16xf32>
    %371 = stablehlo.multiply %370, %33 : tensor<64x16x16x16xf32>
    %cst_85 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %373 = stablehlo.multiply %371, %372 : tensor<64x16x16x16xf32>
    %374 = stablehlo.dot_general %373, %7, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %375 = stablehlo.transpose %374, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %376 = stablehlo.dot_general %373, %13, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %377 = stablehlo.transpose %376, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %378 = stablehlo.reshape %375 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %379 = stablehlo.broadcast_in_dim %378, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %380 = stablehlo.pad %379, %cst_86, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %381 = stablehlo.reshape %359 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %382 = stablehlo.broadcast_in_dim %381, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %383 = stablehlo.pad %382, %cst_87, low = [0, 0, 0, 1], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %384 = stablehlo.add %380, %383 : tensor<64x16x64x3xf32>
    %385 = stablehlo.reshape %377 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %386 = stablehlo.broadcast_in_dim %385, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.pad %386, %cst_88, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %388 = stablehlo.add %384, %387 : tensor<64x16x64x3xf32>
    %389 = stablehlo.reshape %388 : (tensor<64x16x64x3xf32>) -> tensor<64x16x192xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %390 = stablehlo.reduce(%389 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x192xf32>, tensor<f32>) -> tensor<192xf32>
    %391 = stablehlo.reshape %390 : (tensor<192xf32>) -> tensor<1x1x192xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %392 = stablehlo.reduce(%391 init: %cst_90) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x192xf32>, tensor<f32>) -> tensor<192xf32>
    %393 = stablehlo.dot_general %389, %arg0, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x192xf32>, tensor<64x16x64xf32>) -> tensor<192x64xf32>
    %394 = stablehlo.transpose %393, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %395:3 = call @adam_one(%arg3, %arg14, %arg25, %394) : (tensor<64x192xf32>, tensor<64x192xf32>, tensor<64x192xf32>, tensor<64x192xf32>) -> (tensor<64x192xf32>, tensor<64x192xf32>, tensor<64x192xf32>)
    %396:3 = call @adam_one_2(%arg4, %arg15, %arg26, %392) : (tensor<192xf32>, tensor<192xf32>, tensor<192xf32>, tensor<192xf32>) -> (tensor<192xf32>, tensor<192xf32>, tensor<192xf32>)
    %397:3 = call @adam_one_3(%arg5, %arg16, %arg27, %353) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
    %398:3 = call @adam_one_4(%arg6, %arg17, %arg28, %351) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
    %399:3 = call @adam_one_4(%arg7, %arg18, %arg29, %320) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
    %400:3 = call @adam_one_4(%arg8, %arg19, %arg30, %314) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
    %401:3 = call @adam_one_5(%arg9, %arg20, %arg31, %307) : (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>)
    %402:3 = call @adam_one_6(%arg10, %arg21, %arg32, %275) : (tensor<16x64x256xf32>, tensor<16x64x256xf32>, tensor<16x64x256xf32>, tensor<16x64x256xf32>) -> (tensor<16x64x256xf32>, tensor<16x64x256xf32>, tensor<16x64x256xf32>)
    %403:3 = call @adam_one_7(%arg11, %arg22, %arg33, %271) : (tensor<16x256x64xf32>, tensor<16x256x64xf32>, tensor<16x256x64xf32>, tensor<16x256x64xf32>) -> (tensor<16x256x64xf32>, tensor<16x256x64xf32>, tensor<16x256x64xf32>)
    %404:3 = call @adam_one_4(%arg12, %arg23, %arg34, %235) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
    %405:3 = call @adam_one_4(%arg13, %arg24, %arg35, %229) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>)
    return %395#0, %396#0, %397#0, %398#0, %399#0, %400#0, %401#0, %402#0, %403#0, %404#0, %405#0, %395#1, %396#1, %397#1, %398#1, %399#1, %400#1, %401#1, %402#1, %403#1, %404#1, %405#1, %395#2, %396#2, %397#2, %398#2, %399#2, %400#2, %401#2, %402#2, %403#2, %404#2, %405#2 : tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16x64x256xf32>, tensor<16x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16x64x256xf32>, tensor<16x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16x64x256xf32>, tensor<16x256x64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  func.func private @argmax(%arg0: tensor<32x32x16xf32>) -> tensor<32x32xi32> {
    %0 = stablehlo.iota dim = 2 : tensor<32x32x16xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [2] : (tensor<32x32x16xf32>, tensor<32x32x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<32x32xf32>, tensor<32x32xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<32x32xi32>
  }
  func.func private @_one_hot(%arg0: tensor<32x32xi32>) -> tensor<32x32x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<32x32xi32>) -> tensor<32x32x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x16xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<32x32x1xi32>) -> tensor<32x32x16xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x16xi32>) -> tensor<32x32x16xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<32x32x16xi32>, tensor<32x32x16xi32>) -> tensor<32x32x16xi1>
    %5 = stablehlo.convert %4 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    return %5 : tensor<32x32x16xf32>
  }
  func.func private @cumsum(%arg0: tensor<32x32x16xf32>) -> tensor<32x32x16xf32> {
    %0 = call @cumsum_0(%arg0) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    return %0 : tensor<32x32x16xf32>
  }
  func.func private @cumsum_0(%arg0: tensor<32x32x16xf32>) -> tensor<32x32x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<f32>
    %1 = "stablehlo.reduce_window"(%arg0, %0) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<[[0, 0], [31, 0], [0, 0]]> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 32, 1>, window_strides = array<i64: 1, 1, 1>}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %2 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    return %1 : tensor<32x32x16xf32>
  }
  func.func private @_one_hot_1(%arg0: tensor<32x32xi32>) -> tensor<32x32x4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<32x32xi32>) -> tensor<32x32x1xi32>
    %1 = stablehlo.iota dim = 2 : tensor<1x1x4xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1, 2] : (tensor<32x32x1xi32>) -> tensor<32x32x4xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x1x4xi32>) -> tensor<32x32x4xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<32x32x4xi32>, tensor<32x32x4xi32>) -> tensor<32x32x4xi1>
    %5 = stablehlo.convert %4 : (tensor<32x32x4xi1>) -> tensor<32x32x4xf32>
    return %5 : tensor<32x32x4xf32>
  }
  func.func private @adam_one(%arg0: tensor<64x192xf32>, %arg1: tensor<64x192xf32>, %arg2: tensor<64x192xf32>, %arg3: tensor<64x192xf32>) -> (tensor<64x192xf32>, tensor<64x192xf32>, tensor<64x192xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64x192xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<64x192xf32>
    %4 = stablehlo.add %1, %3 : tensor<64x192xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<64x192xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<64x192xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<64x192xf32>
    %10 = stablehlo.add %6, %9 : tensor<64x192xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<64x192xf32>
    %13 = stablehlo.sqrt %10 : tensor<64x192xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %15 = stablehlo.add %13, %14 : tensor<64x192xf32>
    %16 = stablehlo.divide %12, %15 : tensor<64x192xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<64x192xf32>
    return %17, %4, %10 : tensor<64x192xf32>, tensor<64x192xf32>, tensor<64x192xf32>
  }
  func.func private @adam_one_2(%arg0: tensor<192xf32>, %arg1: tensor<192xf32>, %arg2: tensor<192xf32>, %arg3: tensor<192xf32>) -> (tensor<192xf32>, tensor<192xf32>, tensor<192xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<192xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<192xf32>
    %4 = stablehlo.add %1, %3 : tensor<192xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<192xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<192xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<192xf32>
    %10 = stablehlo.add %6, %9 : tensor<192xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<192xf32>
    %13 = stablehlo.sqrt %10 : tensor<192xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %15 = stablehlo.add %13, %14 : tensor<192xf32>
    %16 = stablehlo.divide %12, %15 : tensor<192xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<192xf32>
    return %17, %4, %10 : tensor<192xf32>, tensor<192xf32>, tensor<192xf32>
  }
  func.func private @adam_one_3(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<64x64xf32>
    %4 = stablehlo.add %1, %3 : tensor<64x64xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<64x64xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<64x64xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<64x64xf32>
    %10 = stablehlo.add %6, %9 : tensor<64x64xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<64x64xf32>
    %13 = stablehlo.sqrt %10 : tensor<64x64xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %15 = stablehlo.add %13, %14 : tensor<64x64xf32>
    %16 = stablehlo.divide %12, %15 : tensor<64x64xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<64x64xf32>
    return %17, %4, %10 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  func.func private @adam_one_4(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<64xf32>
    %4 = stablehlo.add %1, %3 : tensor<64xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<64xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<64xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<64xf32>
    %10 = stablehlo.add %6, %9 : tensor<64xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<64xf32>
    %13 = stablehlo.sqrt %10 : tensor<64xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %15 = stablehlo.add %13, %14 : tensor<64xf32>
    %16 = stablehlo.divide %12, %15 : tensor<64xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<64xf32>
    return %17, %4, %10 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  func.func private @adam_one_5(%arg0: tensor<64x16xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<64x16xf32>, %arg3: tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<64x16xf32>
    %4 = stablehlo.add %1, %3 : tensor<64x16xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<64x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<64x16xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<64x16xf32>
    %10 = stablehlo.add %6, %9 : tensor<64x16xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<64x16xf32>
    %13 = stablehlo.sqrt %10 : tensor<64x16xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %15 = stablehlo.add %13, %14 : tensor<64x16xf32>
    %16 = stablehlo.divide %12, %15 : tensor<64x16xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<64x16xf32>
    return %17, %4, %10 : tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>
  }
  func.func private @adam_one_6(%arg0: tensor<16x64x256xf32>, %arg1: tensor<16x64x256xf32>, %arg2: tensor<16x64x256xf32>, %arg3: tensor<16x64x256xf32>) -> (tensor<16x64x256xf32>, tensor<16x64x256xf32>, tensor<16x64x256xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<16x64x256xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<16x64x256xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x64x256xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<16x64x256xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<16x64x256xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<16x64x256xf32>
    %10 = stablehlo.add %6, %9 : tensor<16x64x256xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<16x64x256xf32>
    %13 = stablehlo.sqrt %10 : tensor<16x64x256xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %15 = stablehlo.add %13, %14 : tensor<16x64x256xf32>
    %16 = stablehlo.divide %12, %15 : tensor<16x64x256xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<16x64x256xf32>
    return %17, %4, %10 : tensor<16x64x256xf32>, tensor<16x64x256xf32>, tensor<16x64x256xf32>
  }
  func.func private @adam_one_7(%arg0: tensor<16x256x64xf32>, %arg1: tensor<16x256x64xf32>, %arg2: tensor<16x256x64xf32>, %arg3: tensor<16x256x64xf32>) -> (tensor<16x256x64xf32>, tensor<16x256x64xf32>, tensor<16x256x64xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<16x256x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<16x256x64xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x256x64xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<16x256x64xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<16x256x64xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<16x256x64xf32>
    %10 = stablehlo.add %6, %9 : tensor<16x256x64xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<16x256x64xf32>
    %13 = stablehlo.sqrt %10 : tensor<16x256x64xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %15 = stablehlo.add %13, %14 : tensor<16x256x64xf32>
    %16 = stablehlo.divide %12, %15 : tensor<16x256x64xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<16x256x64xf32>
    return %17, %4, %10 : tensor<16x256x64xf32>, tensor<16x256x64xf32>, tensor<16x256x64xf32>
  }
}
