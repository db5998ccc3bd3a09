module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x32xf32>, %arg1: tensor<256x32xf32>, %arg2: tensor<32x32xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<32xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<32x32xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<32xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<32x32xf32> {tf.aliasing_output = 4 : i32}, %arg7: tensor<32xf32> {tf.aliasing_output = 5 : i32}, %arg8: tensor<32x32xf32> {tf.aliasing_output = 6 : i32}, %arg9: tensor<32xf32> {tf.aliasing_output = 7 : i32}, %arg10: tensor<32x32xf32> {tf.aliasing_output = 8 : i32}, %arg11: tensor<32xf32> {tf.aliasing_output = 9 : i32}, %arg12: tensor<32x32xf32> {tf.aliasing_output = 10 : i32}, %arg13: tensor<32xf32> {tf.aliasing_output = 11 : i32}, %arg14: tensor<32x32xf32> {tf.aliasing_output = 12 : i32}, %arg15: tensor<32xf32> {tf.aliasing_output = 13 : i32}, %arg16: tensor<32x32xf32> {tf.aliasing_output = 14 : i32}, %arg17: tensor<32xf32> {tf.aliasing_output = 15 : i32}, %arg18: tensor<32x32xf32> {tf.aliasing_output = 16 : i32}, %arg19: tensor<32xf32> {tf.aliasing_output = 17 : i32}, %arg20: tensor<32x32xf32> {tf.aliasing_output = 18 : i32}, %arg21: tensor<32xf32> {tf.aliasing_output = 19 : i32}, %arg22: tensor<32x32xf32> {tf.aliasing_output = 20 : i32}, %arg23: tensor<32xf32> {tf.aliasing_output = 21 : i32}, %arg24: tensor<32x32xf32> {tf.aliasing_output = 22 : i32}, %arg25: tensor<32xf32> {tf.aliasing_output = 23 : i32}) -> (tensor<32x32xf32> {jax.result_info = "result[0]"}, tensor<32xf32> {jax.result_info = "result[1]"}, tensor<32x32xf32> {jax.result_info = "result[2]"}, tensor<32xf32> {jax.result_info = "result[3]"}, tensor<32x32xf32> {jax.result_info = "result[4]"}, tensor<32xf32> {jax.result_info = "result[5]"}, tensor<32x32xf32> {jax.result_info = "result[6]"}, tensor<32xf32> {jax.result_info = "result[7]"}, tensor<32x32xf32> {jax.result_info = "result[8]"}, tensor<32xf32> {jax.result_info = "result[9]"}, tensor<32x32xf32> {jax.result_info = "result[10]"}, tensor<32xf32> {jax.result_info = "result[11]"}, tensor<32x32xf32> {jax.result_info = "result[12]"}, tensor<32xf32> {jax.result_info = "result[13]"}, tensor<32x32xf32> {jax.result_info = "result[14]"}, tensor<32xf32> {jax.result_info = "result[15]"}, tensor<32x32xf32> {jax.result_info = "result[16]"}, tensor<32xf32> {jax.result_info = "result[17]"}, tensor<32x32xf32> {jax.result_info = "result[18]"}, tensor<32xf32> {jax.result_info = "result[19]"}, tensor<32x32xf32> {jax.result_info = "result[20]"}, tensor<32xf32> {jax.result_info = "result[21]"}, tensor<32x32xf32> {jax.result_info = "result[22]"}, tensor<32xf32> {jax.result_info = "result[23]"}) {
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
    %103:2 = call @adafactor_one(%arg2, %arg14, %102) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>)
    %104:2 = call @adafactor_one_0(%arg3, %arg15, %100) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>)
    %105:2 = call @adafactor_one(%arg4, %arg16, %94) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>)
    %106:2 = call @adafactor_one_0(%arg5, %arg17, %92) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>)
    %107:2 = call @adafactor_one(%arg6, %arg18, %86) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>)
    %108:2 = call @adafactor_one_0(%arg7, %arg19, %84) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>)
    %109:2 = call @adafactor_one(%arg8, %arg20, %78) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>)
    %110:2 = call @adafactor_one_0(%arg9, %arg21, %76) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>)
    %111:2 = call @adafactor_one(%arg10, %arg22, %70) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>)
    %112:2 = call @adafactor_one_0(%arg11, %arg23, %68) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>)
    %113:2 = call @adafactor_one(%arg12, %arg24, %62) : (tensor<32x32xf32>, tensor<32x32xf32>, tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>)
    %114:2 = call @adafactor_one_0(%arg13, %arg25, %60) : (tensor<32xf32>, tensor<32xf32>, tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>)
    return %103#0, %104#0, %105#0, %106#0, %107#0, %108#0, %109#0, %110#0, %111#0, %112#0, %113#0, %114#0, %103#1, %104#1, %105#1, %106#1, %107#1, %108#1, %109#1, %110#1, %111#1, %112#1, %113#1, %114#1 : tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>, tensor<32x32xf32>, tensor<32xf32>
  }
  func.func private @adafactor_one(%arg0: tensor<32x32xf32>, %arg1: tensor<32x32xf32>, %arg2: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<32x32xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<32x32xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %4 = stablehlo.add %2, %3 : tensor<32x32xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<32x32xf32>
    %7 = stablehlo.add %1, %6 : tensor<32x32xf32>
    %8 = stablehlo.rsqrt %7 : tensor<32x32xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<32x32xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<32x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %16 = stablehlo.divide %9, %15 : tensor<32x32xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<32x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<32x32xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<32x32xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<32x32xf32>
    return %25, %7 : tensor<32x32xf32>, tensor<32x32xf32>
  }
  func.func private @adafactor_one_0(%arg0: tensor<32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>) -> (tensor<32xf32>, tensor<32xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<32xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<32xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %4 = stablehlo.add %2, %3 : tensor<32xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<32xf32>
    %7 = stablehlo.add %1, %6 : tensor<32xf32>
    %8 = stablehlo.rsqrt %7 : tensor<32xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<32xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %16 = stablehlo.divide %9, %15 : tensor<32xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<32xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<32xf32>
    return %25, %7 : tensor<32xf32>, tensor<32xf32>
  }
}
