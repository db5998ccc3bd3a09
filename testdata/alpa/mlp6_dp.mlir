module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x32xf32>, %arg1: tensor<256x32xf32>, %arg2: tensor<32x32xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<32xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<32x32xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<32xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<32x32xf32> {tf.aliasing_output = 4 : i32}, %arg7: tensor<32xf32> {tf.aliasing_output = 5 : i32}, %arg8: tensor<32x32xf32> {tf.aliasing_output = 6 : i32}, %arg9: tensor<32xf32> {tf.aliasing_output = 7 : i32}, %arg10: tensor<32x32xf32> {tf.aliasing_output = 8 : i32}, %arg11: tensor<32xf32> {tf.aliasing_output = 9 : i32}, %arg12: tensor<32x32xf32> {tf.aliasing_output = 10 : i32}, %arg13: tensor<32xf32> {tf.aliasing_output = 11 : i32}, %arg14: tensor<32x32xf32> {tf.aliasing_output = 12 : i32}, %arg15: tensor<32xf32> {tf.aliasing_output = 13 : i32}, %arg16: tensor<32x32xf32> {tf.aliasing_output = 14 : i32}, %arg17: tensor<32xf32> {tf.aliasing_output = 15 : i32}, %arg18: tensor<32x32xf32> {tf.aliasing_output = 16 : i32}, %arg19: tensor<32xf32> {tf.aliasing_output = 17 : i32}, %arg20: tensor<32x32xf32> {tf.aliasing_output = 18 : i32}, %arg21: tensor<32xf32> {tf.aliasing_output = 19 : i32}, %arg22: tensor<32x32xf32> {tf.aliasing_output = 20 : i32}, %arg23: tensor<32xf32> {tf.aliasing_output = 21 : i32}, %arg24: tensor<32x32xf32> {tf.aliasing_output = 22 : i32}, %arg25: tensor<32xf32> {tf.aliasing_output = 23 : i32}, %arg26: tensor<32x32xf32> {tf.aliasing_output = 24 : i32}, %arg27: tensor<32xf32> {tf.aliasing_output = 25 : i32}, %arg28: tensor<32x32xf32> {tf.aliasing_output = 26 : i32}, %arg29: tensor<32xf32> {tf.aliasing_output = 27 : i32}, %arg30: tensor<32x32xf32> {tf.aliasing_output = 28 : i32}, %arg31: tensor<32xf32> {tf.aliasing_output = 29 : i32}, %arg32: tensor<32x32xf32> {tf.aliasing_output = 30 : i32}, %arg33: tensor<32xf32> {tf.aliasing_output = 31 : i32}, %arg34: tensor<32x32xf32> {tf.aliasing_output = 32 : i32}, %arg35: tensor<32xf32> {tf.aliasing_output = 33 : i32}, %arg36: tensor<32x32xf32> {tf.aliasing_output = 34 : i32}, %arg37: tensor<32xf32> {tf.aliasing_output = 35 : i32}) -> (tensor<32x32xf32> {jax.result_info = "result[0]"}, tensor<32xf32> {jax.result_info = "result[1]"}, tensor<32x32xf32> {jax.result_info = "result[2]"}, tensor<32xf32> {jax.result_info = "result[3]"}, tensor<32x32xf32> {jax.result_info = "result[4]"}, tensor<32xf32> {jax.result_info = "result[5]"}, tensor<32x32xf32> {jax.result_info = "result[6]"}, tensor<32xf32> {jax.result_info = "result[7]"}, tensor<32x32xf32> {jax.result_info = "result[8]"}, tensor<32xf32> {jax.result_info = "result[9]"}, tensor<32x32xf32> {jax.result_info = "result[10]"}, tensor<32xf32> {jax.result_info = "result[11]"}, tensor<32x32xf32> {jax.result_info = "result[12]"}, tensor<32xf32> {jax.result_info = "result[13]"}, tensor<32x32xf32> {jax.result_info = "result[14]"}, tensor<32xf32> {jax.result_info = "result[15]"}, tensor<32x32xf32> {jax.result_info = "result[16]"}, tensor<32xf32> {jax.result_info = "result[17]"}, tensor<32x32xf32> {jax.result_info = "result[18]"}, tensor<32xf32> {jax.result_info = "result[19]"}, tensor<32x32xf32> {jax.result_info = "result[20]"}, tensor<32xf32> {jax.result_info = "result[21]"}, tensor<32x32xf32> {jax.result_info = "result[22]"}, tensor<32xf32> {jax.result_info = "result[23]"}, tensor<32x32xf32> {jax.result_info = "result[24]"}, tensor<32xf32> {jax.result_info = "result[25]"}, tensor<32x32xf32> {jax.result_info = "result[26]"}, tensor<32xf32> {jax.result_info = "result[27]"}, tensor<32x32xf32> {jax.result_info = "result[28]"}, tensor<32xf32> {jax.result_info = "result[29]"}, tensor<32x32xf32> {jax.result_info = "result[30]"}, tensor<32xf32> {jax.result_info = "result[31]"}, tensor<32x32xf32> {jax.result_info = "result[32]"}, tensor<32xf32> {jax.result_info = "result[33]"}, tensor<32x32xf32> {jax.result_info = "result[34]"}, tensor<32xf32> {jax.result_info = "result[35]"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %1 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %3 = stablehlo.add %0, %2 : tensor<256x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %5 = stablehlo.compare GT, %3, %4, FLOAT : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<256x32xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %7 = stablehlo.select %5, %3, %6 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %9 = stablehlo.dot_general %7, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %12 = stablehlo.add %9, %11 : tensor<256x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %14 = stablehlo.compare GT, %12, %13, FLOAT : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<256x32xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %16 = stablehlo.select %14, %12, %15 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %18 = stablehlo.dot_general %16, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %19 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %21 = stablehlo.add %18, %20 : tensor<256x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %23 = stablehlo.compare GT, %21, %22, FLOAT : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<256x32xi1>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %25 = stablehlo.select %23, %21, %24 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %27 = stablehlo.dot_general %25, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %28 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %30 = stablehlo.add %27, %29 : tensor<256x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %32 = stablehlo.compare GT, %30, %31, FLOAT : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<256x32xi1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %34 = stablehlo.select %32, %30, %33 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %36 = stablehlo.dot_general %34, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %37 = stablehlo.broadcast_in_dim %arg11, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %38 = stablehlo.broadcast_in_dim %37, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %39 = stablehlo.add %36, %38 : tensor<256x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %41 = stablehlo.compare GT, %39, %40, FLOAT : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<256x32xi1>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %43 = stablehlo.select %41, %39, %42 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %45 = stablehlo.dot_general %43, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %46 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<256x32xf32>
    %48 = stablehlo.add %45, %47 : tensor<256x32xf32>
    %49 = stablehlo.subtract %48, %arg1 : tensor<256x32xf32>
    %50 = stablehlo.multiply %49, %49 : tensor<256x32xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %52 = stablehlo.multiply %51, %49 : tensor<256x32xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%50 init: %cst_15) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %54 = stablehlo.divide %53, %cst_16 : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_18 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %55 = stablehlo.divide %cst_17, %cst_18 : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %57 = stablehlo.multiply %56, %52 : tensor<256x32xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<256x32xf32>, tensor<f32>) -> tensor<32xf32>
    %59 = stablehlo.reshape %58 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %61 = stablehlo.dot_general %57, %43, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<32x32xf32>
    %62 = stablehlo.transpose %61, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %63 = stablehlo.dot_general %57, %arg12, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %65 = stablehlo.select %41, %63, %64 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<256x32xf32>, tensor<f32>) -> tensor<32xf32>
    %67 = stablehlo.reshape %66 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%67 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %69 = stablehlo.dot_general %65, %34, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<32x32xf32>
    %70 = stablehlo.transpose %69, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %71 = stablehlo.dot_general %65, %arg10, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %73 = stablehlo.select %32, %71, %72 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_25) applies stablehlo.add across dimensions = [0] : (tensor<256x32xf32>, tensor<f32>) -> tensor<32xf32>
    %75 = stablehlo.reshape %74 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.reduce(%75 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %77 = stablehlo.dot_general %73, %25, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<32x32xf32>
    %78 = stablehlo.transpose %77, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %79 = stablehlo.dot_general %73, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %81 = stablehlo.select %23, %79, %80 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_28) applies stablehlo.add across dimensions = [0] : (tensor<256x32xf32>, tensor<f32>) -> tensor<32xf32>
    %83 = stablehlo.reshape %82 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %85 = stablehlo.dot_general %81, %16, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<32x32xf32>
    %86 = stablehlo.transpose %85, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %87 = stablehlo.dot_general %81, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %89 = stablehlo.select %14, %87, %88 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_31) applies stablehlo.add across dimensions = [0] : (tensor<256x32xf32>, tensor<f32>) -> tensor<32xf32>
    %91 = stablehlo.reshape %90 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%91 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %93 = stablehlo.dot_general %89, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<32x32xf32>
    %94 = stablehlo.transpose %93, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %95 = stablehlo.dot_general %89, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<32x32xf32>) -> tensor<256x32xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<256x32xf32>
    %97 = stablehlo.select %5, %95, %96 : tensor<256x32xi1>, tensor<256x32xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_34) applies stablehlo.add across dimensions = [0] : (tensor<256x32xf32>, tensor<f32>) -> tensor<32xf32>
    %99 = stablehlo.reshape %98 : (tensor<32xf32>) -> tensor<1x32xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_35) applies stablehlo.add across dimensions = [0] : (tensor<1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %101 = stablehlo.dot_general %97, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x32xf32>, tensor<256x32xf32>) -> tensor<32x32xf32>
    %102 = stablehlo.transpose %101, dims = [1, 0] : (tensor<32x32xf32>) -> tensor<32x32xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %104 = stablehlo.multiply %103, %arg14 : tensor<32x32xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %106 = stablehlo.multiply %105, %102 : tensor<32x32xf32>
    %107 = stablehlo.add %104, %106 : tensor<32x32xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %109 = stablehlo.multiply %108, %arg15 : tensor<32xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %111 = stablehlo.multiply %110, %100 : tensor<32xf32>
    %112 = stablehlo.add %109, %111 : tensor<32xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %114 = stablehlo.multiply %113, %arg16 : tensor<32x32xf32>
    %cst_41 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %116 = stablehlo.multiply %115, %94 : tensor<32x32xf32>
    %117 = stablehlo.add %114, %116 : tensor<32x32xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %119 = stablehlo.multiply %118, %arg17 : tensor<32xf32>
    %cst_43 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %121 = stablehlo.multiply %120, %92 : tensor<32xf32>
    %122 = stablehlo.add %119, %121 : tensor<32xf32>
    %cst_44 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %124 = stablehlo.multiply %123, %arg18 : tensor<32x32xf32>
    %cst_45 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %126 = stablehlo.multiply %125, %86 : tensor<32x32xf32>
    %127 = stablehlo.add %124, %126 : tensor<32x32xf32>
    %cst_46 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %129 = stablehlo.multiply %128, %arg19 : tensor<32xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %131 = stablehlo.multiply %130, %84 : tensor<32xf32>
    %132 = stablehlo.add %129, %131 : tensor<32xf32>
    %cst_48 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %134 = stablehlo.multiply %133, %arg20 : tensor<32x32xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %136 = stablehlo.multiply %135, %78 : tensor<32x32xf32>
    %137 = stablehlo.add %134, %136 : tensor<32x32xf32>
    %cst_50 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %139 = stablehlo.multiply %138, %arg21 : tensor<32xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %141 = stablehlo.multiply %140, %76 : tensor<32xf32>
    %142 = stablehlo.add %139, %141 : tensor<32xf32>
    %cst_52 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %144 = stablehlo.multiply %143, %arg22 : tensor<32x32xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %146 = stablehlo.multiply %145, %70 : tensor<32x32xf32>
    %147 = stablehlo.add %144, %146 : tensor<32x32xf32>
    %cst_54 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %149 = stablehlo.multiply %148, %arg23 : tensor<32xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %151 = stablehlo.multiply %150, %68 : tensor<32xf32>
    %152 = stablehlo.add %149, %151 : tensor<32xf32>
    %cst_56 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %154 = stablehlo.multiply %153, %arg24 : tensor<32x32xf32>
    %cst_57 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %156 = stablehlo.multiply %155, %62 : tensor<32x32xf32>
    %157 = stablehlo.add %154, %156 : tensor<32x32xf32>
    %cst_58 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %159 = stablehlo.multiply %158, %arg25 : tensor<32xf32>
    %cst_59 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %161 = stablehlo.multiply %160, %60 : tensor<32xf32>
    %162 = stablehlo.add %159, %161 : tensor<32xf32>
    %cst_60 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %164 = stablehlo.multiply %163, %arg26 : tensor<32x32xf32>
    %cst_61 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %166 = stablehlo.multiply %165, %102 : tensor<32x32xf32>
    %167 = stablehlo.multiply %166, %102 : tensor<32x32xf32>
    %168 = stablehlo.add %164, %167 : tensor<32x32xf32>
    %cst_62 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %170 = stablehlo.multiply %169, %arg27 : tensor<32xf32>
    %cst_63 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %172 = stablehlo.multiply %171, %100 : tensor<32xf32>
    %173 = stablehlo.multiply %172, %100 : tensor<32xf32>
    %174 = stablehlo.add %170, %173 : tensor<32xf32>
    %cst_64 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %176 = stablehlo.multiply %175, %arg28 : tensor<32x32xf32>
    %cst_65 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %178 = stablehlo.multiply %177, %94 : tensor<32x32xf32>
    %179 = stablehlo.multiply %178, %94 : tensor<32x32xf32>
    %180 = stablehlo.add %176, %179 : tensor<32x32xf32>
    %cst_66 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %182 = stablehlo.multiply %181, %arg29 : tensor<32xf32>
    %cst_67 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %184 = stablehlo.multiply %183, %92 : tensor<32xf32>
    %185 = stablehlo.multiply %184, %92 : tensor<32xf32>
    %186 = stablehlo.add %182, %185 : tensor<32xf32>
    %cst_68 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %188 = stablehlo.multiply %187, %arg30 : tensor<32x32xf32>
    %cst_69 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %190 = stablehlo.multiply %189, %86 : tensor<32x32xf32>
    %191 = stablehlo.multiply %190, %86 : tensor<32x32xf32>
    %192 = stablehlo.add %188, %191 : tensor<32x32xf32>
    %cst_70 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %194 = stablehlo.multiply %193, %arg31 : tensor<32xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %195 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %196 = stablehlo.multiply %195, %84 : tensor<32xf32>
    %197 = stablehlo.multiply %196, %84 : tensor<32xf32>
    %198 = stablehlo.add %194, %197 : tensor<32xf32>
    %cst_72 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %200 = stablehlo.multiply %199, %arg32 : tensor<32x32xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %201 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %202 = stablehlo.multiply %201, %78 : tensor<32x32xf32>
    %203 = stablehlo.multiply %202, %78 : tensor<32x32xf32>
    %204 = stablehlo.add %200, %203 : tensor<32x32xf32>
    %cst_74 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %206 = stablehlo.multiply %205, %arg33 : tensor<32xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %207 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %208 = stablehlo.multiply %207, %76 : tensor<32xf32>
    %209 = stablehlo.multiply %208, %76 : tensor<32xf32>
    %210 = stablehlo.add %206, %209 : tensor<32xf32>
    %cst_76 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %212 = stablehlo.multiply %211, %arg34 : tensor<32x32xf32>
    %cst_77 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %214 = stablehlo.multiply %213, %70 : tensor<32x32xf32>
    %215 = stablehlo.multiply %214, %70 : tensor<32x32xf32>
    %216 = stablehlo.add %212, %215 : tensor<32x32xf32>
    %cst_78 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %218 = stablehlo.multiply %217, %arg35 : tensor<32xf32>
    %cst_79 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %220 = stablehlo.multiply %219, %68 : tensor<32xf32>
    %221 = stablehlo.multiply %220, %68 : tensor<32xf32>
    %222 = stablehlo.add %218, %221 : tensor<32xf32>
    %cst_80 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %224 = stablehlo.multiply %223, %arg36 : tensor<32x32xf32>
    %cst_81 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %225 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %226 = stablehlo.multiply %225, %62 : tensor<32x32xf32>
    %227 = stablehlo.multiply %226, %62 : tensor<32x32xf32>
    %228 = stablehlo.add %224, %227 : tensor<32x32xf32>
    %cst_82 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %229 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %230 = stablehlo.multiply %229, %arg37 : tensor<32xf32>
    %cst_83 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %232 = stablehlo.multiply %231, %60 : tensor<32xf32>
    %233 = stablehlo.multiply %232, %60 : tensor<32xf32>
    %234 = stablehlo.add %230, %233 : tensor<32xf32>
    %cst_84 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %236 = stablehlo.multiply %235, %107 : tensor<32x32xf32>
    %237 = stablehlo.sqrt %168 : tensor<32x32xf32>
    %cst_85 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %239 = stablehlo.add %237, %238 : tensor<32x32xf32>
    %240 = stablehlo.divide %236, %239 : tensor<32x32xf32>
    %241 = stablehlo.subtract %arg2, %240 : tensor<32x32xf32>
    %cst_86 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %243 = stablehlo.multiply %242, %112 : tensor<32xf32>
    %244 = stablehlo.sqrt %174 : tensor<32xf32>
    %cst_87 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %246 = stablehlo.add %244, %245 : tensor<32xf32>
    %247 = stablehlo.divide %243, %246 : tensor<32xf32>
    %248 = stablehlo.subtract %arg3, %247 : tensor<32xf32>
    %cst_88 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %250 = stablehlo.multiply %249, %117 : tensor<32x32xf32>
    %251 = stablehlo.sqrt %180 : tensor<32x32xf32>
    %cst_89 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %253 = stablehlo.add %251, %252 : tensor<32x32xf32>
    %254 = stablehlo.divide %250, %253 : tensor<32x32xf32>
    %255 = stablehlo.subtract %arg4, %254 : tensor<32x32xf32>
    %cst_90 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %257 = stablehlo.multiply %256, %122 : tensor<32xf32>
    %258 = stablehlo.sqrt %186 : tensor<32xf32>
    %cst_91 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %260 = stablehlo.add %258, %259 : tensor<32xf32>
    %261 = stablehlo.divide %257, %260 : tensor<32xf32>
    %262 = stablehlo.subtract %arg5, %261 : tensor<32xf32>
    %cst_92 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %264 = stablehlo.multiply %263, %127 : tensor<32x32xf32>
    %265 = stablehlo.sqrt %192 : tensor<32x32xf32>
    %cst_93 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %267 = stablehlo.add %265, %266 : tensor<32x32xf32>
    %268 = stablehlo.divide %264, %267 : tensor<32x32xf32>
    %269 = stablehlo.subtract %arg6, %268 : tensor<32x32xf32>
    %cst_94 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %271 = stablehlo.multiply %270, %132 : tensor<32xf32>
    %272 = stablehlo.sqrt %198 : tensor<32xf32>
    %cst_95 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %274 = stablehlo.add %272, %273 : tensor<32xf32>
    %275 = stablehlo.divide %271, %274 : tensor<32xf32>
    %276 = stablehlo.subtract %arg7, %275 : tensor<32xf32>
    %cst_96 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %278 = stablehlo.multiply %277, %137 : tensor<32x32xf32>
    %279 = stablehlo.sqrt %204 : tensor<32x32xf32>
    %cst_97 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %281 = stablehlo.add %279, %280 : tensor<32x32xf32>
    %282 = stablehlo.divide %278, %281 : tensor<32x32xf32>
    %283 = stablehlo.subtract %arg8, %282 : tensor<32x32xf32>
    %cst_98 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %285 = stablehlo.multiply %284, %142 : tensor<32xf32>
    %286 = stablehlo.sqrt %210 : tensor<32xf32>
    %cst_99 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %288 = stablehlo.add %286, %287 : tensor<32xf32>
    %289 = stablehlo.divide %285, %288 : tensor<32xf32>
    %290 = stablehlo.subtract %arg9, %289 : tensor<32xf32>
    %cst_100 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %291 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %292 = stablehlo.multiply %291, %147 : tensor<32x32xf32>
    %293 = stablehlo.sqrt %216 : tensor<32x32xf32>
    %cst_101 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %295 = stablehlo.add %293, %294 : tensor<32x32xf32>
    %296 = stablehlo.divide %292, %295 : tensor<32x32xf32>
    %297 = stablehlo.subtract %arg10, %296 : tensor<32x32xf32>
    %cst_102 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %299 = stablehlo.multiply %298, %152 : tensor<32xf32>
    %300 = stablehlo.sqrt %222 : tensor<32xf32>
    %cst_103 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %301 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %302 = stablehlo.add %300, %301 : tensor<32xf32>
    %303 = stablehlo.divide %299, %302 : tensor<32xf32>
    %304 = stablehlo.subtract %arg11, %303 : tensor<32xf32>
    %cst_104 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %306 = stablehlo.multiply %305, %157 : tensor<32x32xf32>
    %307 = stablehlo.sqrt %228 : tensor<32x32xf32>
    %cst_105 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %309 = stablehlo.add %307, %308 : tensor<32x32xf32>
    %310 = stablehlo.divide %306, %309 : tensor<32x32xf32>
    %311 = stablehlo.subtract %arg12, %310 : tensor<32x32xf32>
    %cst_106 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %313 = stablehlo.multiply %312, %162 : tensor<32xf32>
    %314 = stablehlo.sqrt %234 : tensor<32xf32>
    %cst_107 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %316 = stablehlo.add %314, %315 : tensor<32xf32>
    %317 = stablehlo.divide %313, %316 : tensor<32xf32>
    %318 = stablehlo.subtract %arg13, %317 : tensor<32xf32>
    return %241, %248, %255, %262, %269, %276, %283, %290, %297, %304, %311, %318, %107, %112, %117, %122, %127, %132, %137, %142, %147, %152, %157, %162, %168, %174, %180, %186, %192, %198, %204, %210, %216, %222, %228, %234 : tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>
  }
}
