module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x8x128xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8x128xf32>, %arg3: tensor<128x384xf32> {tf.aliasing_output = 0 : i32}, %arg4: tensor<384xf32> {tf.aliasing_output = 1 : i32}, %arg5: tensor<128x128xf32> {tf.aliasing_output = 2 : i32}, %arg6: tensor<128xf32> {tf.aliasing_output = 3 : i32}, %arg7: tensor<128xf32> {tf.aliasing_output = 4 : i32}, %arg8: tensor<128xf32> {tf.aliasing_output = 5 : i32}, %arg9: tensor<128x512xf32> {tf.aliasing_output = 6 : i32}, %arg10: tensor<512xf32> {tf.aliasing_output = 7 : i32}, %arg11: tensor<512x128xf32> {tf.aliasing_output = 8 : i32}, %arg12: tensor<128xf32> {tf.aliasing_output = 9 : i32}, %arg13: tensor<128xf32> {tf.aliasing_output = 10 : i32}, %arg14: tensor<128xf32> {tf.aliasing_output = 11 : i32}, %arg15: tensor<128x384xf32> {tf.aliasing_output = 12 : i32}, %arg16: tensor<384xf32> {tf.aliasing_output = 13 : i32}, %arg17: tensor<128x128xf32> {tf.aliasing_output = 14 : i32}, %arg18: tensor<128xf32> {tf.aliasing_output = 15 : i32}, %arg19: tensor<128xf32> {tf.aliasing_output = 16 : i32}, %arg20: tensor<128xf32> {tf.aliasing_output = 17 : i32}, %arg21: tensor<128x512xf32> {tf.aliasing_output = 18 : i32}, %arg22: tensor<512xf32> {tf.aliasing_output = 19 : i32}, %arg23: tensor<512x128xf32> {tf.aliasing_output = 20 : i32}, %arg24: tensor<128xf32> {tf.aliasing_output = 21 : i32}, %arg25: tensor<128xf32> {tf.aliasing_output = 22 : i32}, %arg26: tensor<128xf32> {tf.aliasing_output = 23 : i32}, %arg27: tensor<128x384xf32> {tf.aliasing_output = 24 : i32}, %arg28: tensor<384xf32> {tf.aliasing_output = 25 : i32}, %arg29: tensor<128x128xf32> {tf.aliasing_output = 26 : i32}, %arg30: tensor<128xf32> {tf.aliasing_output = 27 : i32}, %arg31: tensor<128xf32> {tf.aliasing_output = 28 : i32}, %arg32: tensor<128xf32> {tf.aliasing_output = 29 : i32}, %arg33: tensor<128x512xf32> {tf.aliasing_output = 30 : i32}, %arg34: tensor<512xf32> {tf.aliasing_output = 31 : i32}, %arg35: tensor<512x128xf32> {tf.aliasing_output = 32 : i32}, %arg36: tensor<128xf32> {tf.aliasing_output = 33 : i32}, %arg37: tensor<128xf32> {tf.aliasing_output = 34 : i32}, %arg38: tensor<128xf32> {tf.aliasing_output = 35 : i32}, %arg39: tensor<128x384xf32> {tf.aliasing_output = 36 : i32}, %arg40: tensor<384xf32> {tf.aliasing_output = 37 : i32}, %arg41: tensor<128x128xf32> {tf.aliasing_output = 38 : i32}, %arg42: tensor<128xf32> {tf.aliasing_output = 39 : i32}, %arg43: tensor<128xf32> {tf.aliasing_output = 40 : i32}, %arg44: tensor<128xf32> {tf.aliasing_output = 41 : i32}, %arg45: tensor<128x512xf32> {tf.aliasing_output = 42 : i32}, %arg46: tensor<512xf32> {tf.aliasing_output = 43 : i32}, %arg47: tensor<512x128xf32> {tf.aliasing_output = 44 : i32}, %arg48: tensor<128xf32> {tf.aliasing_output = 45 : i32}, %arg49: tensor<128xf32> {tf.aliasing_output = 46 : i32}, %arg50: tensor<128xf32> {tf.aliasing_output = 47 : i32}, %arg51: tensor<128x384xf32> {tf.aliasing_output = 48 : i32}, %arg52: tensor<384xf32> {tf.aliasing_output = 49 : i32}, %arg53: tensor<128x128xf32> {tf.aliasing_output = 50 : i32}, %arg54: tensor<128xf32> {tf.aliasing_output = 51 : i32}, %arg55: tensor<128xf32> {tf.aliasing_output = 52 : i32}, %arg56: tensor<128xf32> {tf.aliasing_output = 53 : i32}, %arg57: tensor<128x512xf32> {tf.aliasing_output = 54 : i32}, %arg58: tensor<512xf32> {tf.aliasing_output = 55 : i32}, %arg59: tensor<512x128xf32> {tf.aliasing_output = 56 : i32}, %arg60: tensor<128xf32> {tf.aliasing_output = 57 : i32}, %arg61: tensor<128xf32> {tf.aliasing_output = 58 : i32}, %arg62: tensor<128xf32> {tf.aliasing_output = 59 : i32}, %arg63: tensor<128x384xf32> {tf.aliasing_output = 60 : i32}, %arg64: tensor<384xf32> {tf.aliasing_output = 61 : i32}, %arg65: tensor<128x128xf32> {tf.aliasing_output = 62 : i32}, %arg66: tensor<128xf32> {tf.aliasing_output = 63 : i32}, %arg67: tensor<128xf32> {tf.aliasing_output = 64 : i32}, %arg68: tensor<128xf32> {tf.aliasing_output = 65 : i32}, %arg69: tensor<128x512xf32> {tf.aliasing_output = 66 : i32}, %arg70: tensor<512xf32> {tf.aliasing_output = 67 : i32}, %arg71: tensor<512x128xf32> {tf.aliasing_output = 68 : i32}, %arg72: tensor<128xf32> {tf.aliasing_output = 69 : i32}, %arg73: tensor<128xf32> {tf.aliasing_output = 70 : i32}, %arg74: tensor<128xf32> {tf.aliasing_output = 71 : i32}) -> (tensor<128x384xf32> {jax.result_info = "result[0]"}, tensor<384xf32> {jax.result_info = "result[1]"}, tensor<128x128xf32> {jax.result_info = "result[2]"}, tensor<128xf32> {jax.result_info = "result[3]"}, tensor<128xf32> {jax.result_info = "result[4]"}, tensor<128xf32> {jax.result_info = "result[5]"}, tensor<128x512xf32> {jax.result_info = "result[6]"}, tensor<512xf32> {jax.result_info = "result[7]"}, tensor<512x128xf32> {jax.result_info = "result[8]"}, tensor<128xf32> {jax.result_info = "result[9]"}, tensor<128xf32> {jax.result_info = "result[10]"}, tensor<128xf32> {jax.result_info = "result[11]"}, tensor<128x384xf32> {jax.result_info = "result[12]"}, tensor<384xf32> {jax.result_info = "result[13]"}, tensor<128x128xf32> {jax.result_info = "result[14]"}, tensor<128xf32> {jax.result_info = "result[15]"}, tensor<128xf32> {jax.result_info = "result[16]"}, tensor<128xf32> {jax.result_info = "result[17]"}, tensor<128x512xf32> {jax.result_info = "result[18]"}, tensor<512xf32> {jax.result_info = "result[19]"}, tensor<512x128xf32> {jax.result_info = "result[20]"}, tensor<128xf32> {jax.result_info = "result[21]"}, tensor<128xf32> {jax.result_info = "result[22]"}, tensor<128xf32> {jax.result_info = "result[23]"}, tensor<128x384xf32> {jax.result_info = "result[24]"}, tensor<384xf32> {jax.result_info = "result[25]"}, tensor<128x128xf32> {jax.result_info = "result[26]"}, tensor<128xf32> {jax.result_info = "result[27]"}, tensor<128xf32> {jax.result_info = "result[28]"}, tensor<128xf32> {jax.result_info = "result[29]"}, tensor<128x512xf32> {jax.result_info = "result[30]"}, tensor<512xf32> {jax.result_info = "result[31]"}, tensor<512x128xf32> {jax.result_info = "result[32]"}, tensor<128xf32> {jax.result_info = "result[33]"}, tensor<128xf32> {jax.result_info = "result[34]"}, tensor<128xf32> {jax.result_info = "result[35]"}, tensor<128x384xf32> {jax.result_info = "result[36]"}, tensor<384xf32> {jax.result_info = "result[37]"}, tensor<128x128xf32> {jax.result_info = "result[38]"}, tensor<128xf32> {jax.result_info = "result[39]"}, tensor<128xf32> {jax.result_info = "result[40]"}, tensor<128xf32> {jax.result_info = "result[41]"}, tensor<128x512xf32> {jax.result_info = "result[42]"}, tensor<512xf32> {jax.result_info = "result[43]"}, tensor<512x128xf32> {jax.result_info = "result[44]"}, tensor<128xf32> {jax.result_info = "result[45]"}, tensor<128xf32> {jax.result_info = "result[46]"}, tensor<128xf32> {jax.result_info = "result[47]"}, tensor<128x384xf32> {jax.result_info = "result[48]"}, tensor<384xf32> {jax.result_info = "result[49]"}, tensor<128x128xf32> {jax.result_info = "result[50]"}, tensor<128xf32> {jax.result_info = "result[51]"}, tensor<128xf32> {jax.result_info = "result[52]"}, tensor<128xf32> {jax.result_info = "result[53]"}, tensor<128x512xf32> {jax.result_info = "result[54]"}, tensor<512xf32> {jax.result_info = "result[55]"}, tensor<512x128xf32> {jax.result_info = "result[56]"}, tensor<128xf32> {jax.result_info = "result[57]"}, tensor<128xf32> {jax.result_info = "result[58]"}, tensor<128xf32> {jax.result_info = "result[59]"}, tensor<128x384xf32> {jax.result_info = "result[60]"}, tensor<384xf32> {jax.result_info = "result[61]"}, tensor<128x128xf32> {jax.result_info = "result[62]"}, tensor<128xf32> {jax.result_info = "result[63]"}, tensor<128xf32> {jax.result_info = "result[64]"}, tensor<128xf32> {jax.result_info = "result[65]"}, tensor<128x512xf32> {jax.result_info = "result[66]"}, tensor<512xf32> {jax.result_info = "result[67]"}, tensor<512x128xf32> {jax.result_info = "result[68]"}, tensor<128xf32> {jax.result_info = "result[69]"}, tensor<128xf32> {jax.result_info = "result[70]"}, tensor<128xf32> {jax.result_info = "result[71]"}) {
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
    %25 = stablehlo.reshape %24 : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %27 = stablehlo.compare EQ, %23, %26, FLOAT : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x8x8xi1>
    %28 = stablehlo.convert %27 : (tensor<8x8x8x8xi1>) -> tensor<8x8x8x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %30 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %32 = stablehlo.subtract %23, %31 : tensor<8x8x8x8xf32>
    %33 = stablehlo.exponential %32 : tensor<8x8x8x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %37 = stablehlo.divide %33, %36 : tensor<8x8x8x8xf32>
    %38 = stablehlo.multiply %35, %35 : tensor<8x8x8x1xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x8x8x1xf32>
    %40 = stablehlo.divide %39, %38 : tensor<8x8x8x1xf32>
    %41 = stablehlo.dot_general %10, %37, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %42 = stablehlo.transpose %41, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %43 = stablehlo.reshape %42 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %44 = stablehlo.dot_general %43, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %45 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %47 = stablehlo.add %44, %46 : tensor<8x8x128xf32>
    %48 = stablehlo.add %47, %arg0 : tensor<8x8x128xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_6) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_7 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %52 = stablehlo.divide %50, %51 : tensor<8x8x1xf32>
    %53 = stablehlo.multiply %48, %48 : tensor<8x8x128xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%53 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_9 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %57 = stablehlo.divide %55, %56 : tensor<8x8x1xf32>
    %58 = stablehlo.multiply %52, %52 : tensor<8x8x1xf32>
    %59 = stablehlo.subtract %57, %58 : tensor<8x8x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %61 = stablehlo.maximum %59, %60 : tensor<8x8x1xf32>
    %62 = stablehlo.compare EQ, %59, %61, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %65 = stablehlo.select %62, %63, %64 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %67 = stablehlo.compare EQ, %66, %61, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %70 = stablehlo.select %67, %68, %69 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %71 = stablehlo.divide %65, %70 : tensor<8x8x1xf32>
    %72 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %73 = stablehlo.subtract %48, %72 : tensor<8x8x128xf32>
    %cst_16 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %75 = stablehlo.add %61, %74 : tensor<8x8x1xf32>
    %76 = stablehlo.rsqrt %75 : tensor<8x8x1xf32>
    %77 = stablehlo.divide %76, %75 : tensor<8x8x1xf32>
    %cst_17 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %79 = stablehlo.multiply %78, %77 : tensor<8x8x1xf32>
    %80 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %81 = stablehlo.multiply %73, %80 : tensor<8x8x128xf32>
    %82 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %84 = stablehlo.multiply %81, %83 : tensor<8x8x128xf32>
    %85 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %87 = stablehlo.add %84, %86 : tensor<8x8x128xf32>
    %88 = stablehlo.dot_general %87, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x512xf32>) -> tensor<8x8x512xf32>
    %89 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<8x8x512xf32>
    %91 = stablehlo.add %88, %90 : tensor<8x8x512xf32>
    %cst_18 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %93 = stablehlo.multiply %91, %92 : tensor<8x8x512xf32>
    %cst_19 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %95 = stablehlo.multiply %94, %91 : tensor<8x8x512xf32>
    %96 = stablehlo.tanh %95 : tensor<8x8x512xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %98 = stablehlo.subtract %97, %96 : tensor<8x8x512xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %100 = stablehlo.add %99, %96 : tensor<8x8x512xf32>
    %101 = stablehlo.multiply %93, %100 : tensor<8x8x512xf32>
    %102 = stablehlo.dot_general %101, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<512x128xf32>) -> tensor<8x8x128xf32>
    %103 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %105 = stablehlo.add %102, %104 : tensor<8x8x128xf32>
    %106 = stablehlo.add %105, %87 : tensor<8x8x128xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_22) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_23 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %110 = stablehlo.divide %108, %109 : tensor<8x8x1xf32>
    %111 = stablehlo.multiply %106, %106 : tensor<8x8x128xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%111 init: %cst_24) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_25 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %115 = stablehlo.divide %113, %114 : tensor<8x8x1xf32>
    %116 = stablehlo.multiply %110, %110 : tensor<8x8x1xf32>
    %117 = stablehlo.subtract %115, %116 : tensor<8x8x1xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %119 = stablehlo.maximum %117, %118 : tensor<8x8x1xf32>
    %120 = stablehlo.compare EQ, %117, %119, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_27 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %123 = stablehlo.select %120, %121, %122 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %125 = stablehlo.compare EQ, %124, %119, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_30 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_31 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %128 = stablehlo.select %125, %126, %127 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %129 = stablehlo.divide %123, %128 : tensor<8x8x1xf32>
    %130 = stablehlo.broadcast_in_dim %110, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %131 = stablehlo.subtract %106, %130 : tensor<8x8x128xf32>
    %cst_32 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %133 = stablehlo.add %119, %132 : tensor<8x8x1xf32>
    %134 = stablehlo.rsqrt %133 : tensor<8x8x1xf32>
    %135 = stablehlo.divide %134, %133 : tensor<8x8x1xf32>
    %cst_33 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %137 = stablehlo.multiply %136, %135 : tensor<8x8x1xf32>
    %138 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %139 = stablehlo.multiply %131, %138 : tensor<8x8x128xf32>
    %140 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %141 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %142 = stablehlo.multiply %139, %141 : tensor<8x8x128xf32>
    %143 = stablehlo.broadcast_in_dim %arg14, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %144 = stablehlo.broadcast_in_dim %143, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %145 = stablehlo.add %142, %144 : tensor<8x8x128xf32>
    %146 = stablehlo.dot_general %145, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x384xf32>) -> tensor<8x8x384xf32>
    %147 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1, 2] : (tensor<1x1x384xf32>) -> tensor<8x8x384xf32>
    %149 = stablehlo.add %146, %148 : tensor<8x8x384xf32>
    %150 = stablehlo.reshape %149 : (tensor<8x8x384xf32>) -> tensor<8x8x128x3xf32>
    %151 = stablehlo.slice %150 [0:8, 0:8, 0:128, 0:1] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %152 = stablehlo.reshape %151 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %153 = stablehlo.reshape %152 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %154 = stablehlo.slice %150 [0:8, 0:8, 0:128, 1:2] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %155 = stablehlo.reshape %154 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %156 = stablehlo.reshape %155 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %157 = stablehlo.slice %150 [0:8, 0:8, 0:128, 2:3] : (tensor<8x8x128x3xf32>) -> tensor<8x8x128x1xf32>
    %158 = stablehlo.reshape %157 : (tensor<8x8x128x1xf32>) -> tensor<8x8x128xf32>
    %159 = stablehlo.reshape %158 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %160 = stablehlo.dot_general %153, %159, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %cst_34 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %162 = stablehlo.multiply %160, %161 : tensor<8x8x8x8xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %164 = stablehlo.subtract %163, %arg1 : tensor<8x8xf32>
    %cst_36 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %166 = stablehlo.multiply %164, %165 : tensor<8x8xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 3] : (tensor<8x8xf32>) -> tensor<8x1x1x8xf32>
    %168 = stablehlo.broadcast_in_dim %167, dims = [0, 1, 2, 3] : (tensor<8x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %169 = stablehlo.add %162, %168 : tensor<8x8x8x8xf32>
    %cst_37 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %170 = stablehlo.reduce(%169 init: %cst_37) applies stablehlo.maximum across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %171 = stablehlo.reshape %170 : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %173 = stablehlo.compare EQ, %169, %172, FLOAT : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x8x8xi1>
    %174 = stablehlo.convert %173 : (tensor<8x8x8x8xi1>) -> tensor<8x8x8x8xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %175 = stablehlo.reduce(%174 init: %cst_38) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %176 = stablehlo.broadcast_in_dim %170, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %178 = stablehlo.subtract %169, %177 : tensor<8x8x8x8xf32>
    %179 = stablehlo.exponential %178 : tensor<8x8x8x8xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_39) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %181 = stablehlo.broadcast_in_dim %180, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %182 = stablehlo.broadcast_in_dim %181, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %183 = stablehlo.divide %179, %182 : tensor<8x8x8x8xf32>
    %184 = stablehlo.multiply %181, %181 : tensor<8x8x8x1xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x8x8x1xf32>
    %186 = stablehlo.divide %185, %184 : tensor<8x8x8x1xf32>
    %187 = stablehlo.dot_general %156, %183, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x16xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %188 = stablehlo.transpose %187, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %189 = stablehlo.reshape %188 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %190 = stablehlo.dot_general %189, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %191 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %193 = stablehlo.add %190, %192 : tensor<8x8x128xf32>
    %194 = stablehlo.add %193, %145 : tensor<8x8x128xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.reduce(%194 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_42 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %197 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %198 = stablehlo.divide %196, %197 : tensor<8x8x1xf32>
    %199 = stablehlo.multiply %194, %194 : tensor<8x8x128xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %200 = stablehlo.reduce(%199 init: %cst_43) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_44 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %203 = stablehlo.divide %201, %202 : tensor<8x8x1xf32>
    %204 = stablehlo.multiply %198, %198 : tensor<8x8x1xf32>
    %205 = stablehlo.subtract %203, %204 : tensor<8x8x1xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %207 = stablehlo.maximum %205, %206 : tensor<8x8x1xf32>
    %208 = stablehlo.compare EQ, %205, %207, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %211 = stablehlo.select %208, %209, %210 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %213 = stablehlo.compare EQ, %212, %207, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_49 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %216 = stablehlo.select %213, %214, %215 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %217 = stablehlo.divide %211, %216 : tensor<8x8x1xf32>
    %218 = stablehlo.broadcast_in_dim %198, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %219 = stablehlo.subtract %194, %218 : tensor<8x8x128xf32>
    %cst_51 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %221 = stablehlo.add %207, %220 : tensor<8x8x1xf32>
    %222 = stablehlo.rsqrt %221 : tensor<8x8x1xf32>
    %223 = stablehlo.divide %222, %221 : tensor<8x8x1xf32>
    %cst_52 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %225 = stablehlo.multiply %224, %223 : tensor<8x8x1xf32>
    %226 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %227 = stablehlo.multiply %219, %226 : tensor<8x8x128xf32>
    %228 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %229 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %230 = stablehlo.multiply %227, %229 : tensor<8x8x128xf32>
    %231 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %232 = stablehlo.broadcast_in_dim %231, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %233 = stablehlo.add %230, %232 : tensor<8x8x128xf32>
    %234 = stablehlo.dot_general %233, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x512xf32>) -> tensor<8x8x512xf32>
    %235 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %236 = stablehlo.broadcast_in_dim %235, dims = [0, 1, 2] : (tensor<1x1x512xf32>) -> tensor<8x8x512xf32>
    %237 = stablehlo.add %234, %236 : tensor<8x8x512xf32>
    %cst_53 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %239 = stablehlo.multiply %237, %238 : tensor<8x8x512xf32>
    %cst_54 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %240 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %241 = stablehlo.multiply %240, %237 : tensor<8x8x512xf32>
    %242 = stablehlo.tanh %241 : tensor<8x8x512xf32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %243 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %244 = stablehlo.subtract %243, %242 : tensor<8x8x512xf32>
    %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %246 = stablehlo.add %245, %242 : tensor<8x8x512xf32>
    %247 = stablehlo.multiply %239, %246 : tensor<8x8x512xf32>
    %248 = stablehlo.dot_general %247, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<512x128xf32>) -> tensor<8x8x128xf32>
    %249 = stablehlo.broadcast_in_dim %arg24, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %251 = stablehlo.add %248, %250 : tensor<8x8x128xf32>
    %252 = stablehlo.add %251, %233 : tensor<8x8x128xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %253 = stablehlo.reduce(%252 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %254 = stablehlo.broadcast_in_dim %253, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_58 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %256 = stablehlo.divide %254, %255 : tensor<8x8x1xf32>
    %257 = stablehlo.multiply %252, %252 : tensor<8x8x128xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %258 = stablehlo.reduce(%257 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %cst_60 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %261 = stablehlo.divide %259, %260 : tensor<8x8x1xf32>
    %262 = stablehlo.multiply %256, %256 : tensor<8x8x1xf32>
    %263 = stablehlo.subtract %261, %262 : tensor<8x8x1xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %265 = stablehlo.maximum %263, %264 : tensor<8x8x1xf32>
    %266 = stablehlo.compare EQ, %263, %265, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_62 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %269 = stablehlo.select %266, %267, %268 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %271 = stablehlo.compare EQ, %270, %265, FLOAT : (tensor<8x8x1xf32>, tensor<8x8x1xf32>) -> tensor<8x8x1xi1>
    %cst_65 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %cst_66 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %274 = stablehlo.select %271, %272, %273 : tensor<8x8x1xi1>, tensor<8x8x1xf32>
    %275 = stablehlo.divide %269, %274 : tensor<8x8x1xf32>
    %276 = stablehlo.broadcast_in_dim %256, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %277 = stablehlo.subtract %252, %276 : tensor<8x8x128xf32>
    %cst_67 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %279 = stablehlo.add %265, %278 : tensor<8x8x1xf32>
    %280 = stablehlo.rsqrt %279 : tensor<8x8x1xf32>
    %281 = stablehlo.divide %280, %279 : tensor<8x8x1xf32>
    %cst_68 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %283 = stablehlo.multiply %282, %281 : tensor<8x8x1xf32>
    %284 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %285 = stablehlo.multiply %277, %284 : tensor<8x8x128xf32>
    %286 = stablehlo.broadcast_in_dim %arg25, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %287 = stablehlo.broadcast_in_dim %286, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %288 = stablehlo.multiply %285, %287 : tensor<8x8x128xf32>
    %289 = stablehlo.broadcast_in_dim %arg26, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %290 = stablehlo.broadcast_in_dim %289, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %291 = stablehlo.add %288, %290 : tensor<8x8x128xf32>
    %292 = stablehlo.subtract %291, %arg2 : tensor<8x8x128xf32>
    %293 = stablehlo.multiply %292, %292 : tensor<8x8x128xf32>
    %cst_69 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x8x128xf32>
    %295 = stablehlo.multiply %294, %292 : tensor<8x8x128xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %296 = stablehlo.reduce(%293 init: %cst_70) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<f32>
    %cst_71 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %297 = stablehlo.divide %296, %cst_71 : tensor<f32>
    %cst_72 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_73 = stablehlo.constant dense<8.192000e+03> : tensor<f32>
    %298 = stablehlo.divide %cst_72, %cst_73 : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %298, dims = [] : (tensor<f32>) -> tensor<8x8x128xf32>
    %300 = stablehlo.multiply %299, %295 : tensor<8x8x128xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %301 = stablehlo.reduce(%300 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %302 = stablehlo.reshape %301 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %303 = stablehlo.reduce(%302 init: %cst_75) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %304 = stablehlo.multiply %285, %300 : tensor<8x8x128xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %305 = stablehlo.reduce(%304 init: %cst_76) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %306 = stablehlo.reshape %305 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %307 = stablehlo.broadcast_in_dim %286, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %308 = stablehlo.multiply %300, %307 : tensor<8x8x128xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %309 = stablehlo.reduce(%306 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %310 = stablehlo.multiply %277, %308 : tensor<8x8x128xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %311 = stablehlo.reduce(%310 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %312 = stablehlo.reshape %311 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %313 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %314 = stablehlo.multiply %308, %313 : tensor<8x8x128xf32>
    %315 = stablehlo.multiply %312, %283 : tensor<8x8x1xf32>
    %316 = stablehlo.negate %314 : tensor<8x8x128xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %317 = stablehlo.reduce(%316 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %318 = stablehlo.reshape %317 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %319 = stablehlo.multiply %315, %275 : tensor<8x8x1xf32>
    %320 = stablehlo.negate %319 : tensor<8x8x1xf32>
    %321 = stablehlo.multiply %256, %320 : tensor<8x8x1xf32>
    %322 = stablehlo.add %318, %321 : tensor<8x8x1xf32>
    %323 = stablehlo.multiply %320, %256 : tensor<8x8x1xf32>
    %324 = stablehlo.add %322, %323 : tensor<8x8x1xf32>
    %cst_80 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %325 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %326 = stablehlo.divide %319, %325 : tensor<8x8x1xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %327 = stablehlo.reduce(%326 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %328 = stablehlo.broadcast_in_dim %327, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %329 = stablehlo.multiply %252, %328 : tensor<8x8x128xf32>
    %330 = stablehlo.add %314, %329 : tensor<8x8x128xf32>
    %331 = stablehlo.multiply %328, %252 : tensor<8x8x128xf32>
    %332 = stablehlo.add %330, %331 : tensor<8x8x128xf32>
    %cst_82 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %333 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %334 = stablehlo.divide %324, %333 : tensor<8x8x1xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %335 = stablehlo.reduce(%334 init: %cst_83) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %336 = stablehlo.broadcast_in_dim %335, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %337 = stablehlo.add %332, %336 : tensor<8x8x128xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %338 = stablehlo.reduce(%337 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %339 = stablehlo.reshape %338 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %340 = stablehlo.reduce(%339 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %341 = stablehlo.dot_general %337, %247, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x512xf32>) -> tensor<128x512xf32>
    %342 = stablehlo.transpose %341, dims = [1, 0] : (tensor<128x512xf32>) -> tensor<512x128xf32>
    %343 = stablehlo.dot_general %337, %arg23, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<512x128xf32>) -> tensor<8x8x512xf32>
    %344 = stablehlo.multiply %239, %343 : tensor<8x8x512xf32>
    %345 = stablehlo.multiply %343, %246 : tensor<8x8x512xf32>
    %346 = stablehlo.multiply %344, %244 : tensor<8x8x512xf32>
    %347 = stablehlo.multiply %346, %242 : tensor<8x8x512xf32>
    %348 = stablehlo.add %346, %347 : tensor<8x8x512xf32>
    %cst_86 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %350 = stablehlo.multiply %349, %348 : tensor<8x8x512xf32>
    %cst_87 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %352 = stablehlo.multiply %345, %351 : tensor<8x8x512xf32>
    %353 = stablehlo.add %350, %352 : tensor<8x8x512xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %354 = stablehlo.reduce(%353 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x512xf32>, tensor<f32>) -> tensor<512xf32>
    %355 = stablehlo.reshape %354 : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %356 = stablehlo.reduce(%355 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %357 = stablehlo.dot_general %353, %233, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<8x8x128xf32>) -> tensor<512x128xf32>
    %358 = stablehlo.transpose %357, dims = [1, 0] : (tensor<512x128xf32>) -> tensor<128x512xf32>
    %359 = stablehlo.dot_general %353, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<128x512xf32>) -> tensor<8x8x128xf32>
    %360 = stablehlo.add %337, %359 : tensor<8x8x128xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %361 = stablehlo.reduce(%360 init: %cst_90) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %362 = stablehlo.reshape %361 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %363 = stablehlo.reduce(%362 init: %cst_91) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %364 = stablehlo.multiply %227, %360 : tensor<8x8x128xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %365 = stablehlo.reduce(%364 init: %cst_92) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %366 = stablehlo.reshape %365 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %367 = stablehlo.broadcast_in_dim %228, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %368 = stablehlo.multiply %360, %367 : tensor<8x8x128xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.reduce(%366 init: %cst_93) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %370 = stablehlo.multiply %219, %368 : tensor<8x8x128xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %371 = stablehlo.reduce(%370 init: %cst_94) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %372 = stablehlo.reshape %371 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %373 = stablehlo.broadcast_in_dim %222, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %374 = stablehlo.multiply %368, %373 : tensor<8x8x128xf32>
    %375 = stablehlo.multiply %372, %225 : tensor<8x8x1xf32>
    %376 = stablehlo.negate %374 : tensor<8x8x128xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %377 = stablehlo.reduce(%376 init: %cst_95) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %378 = stablehlo.reshape %377 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %379 = stablehlo.multiply %375, %217 : tensor<8x8x1xf32>
    %380 = stablehlo.negate %379 : tensor<8x8x1xf32>
    %381 = stablehlo.multiply %198, %380 : tensor<8x8x1xf32>
    %382 = stablehlo.add %378, %381 : tensor<8x8x1xf32>
    %383 = stablehlo.multiply %380, %198 : tensor<8x8x1xf32>
    %384 = stablehlo.add %382, %383 : tensor<8x8x1xf32>
    %cst_96 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %386 = stablehlo.divide %379, %385 : tensor<8x8x1xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.reduce(%386 init: %cst_97) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %388 = stablehlo.broadcast_in_dim %387, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %389 = stablehlo.multiply %194, %388 : tensor<8x8x128xf32>
    %390 = stablehlo.add %374, %389 : tensor<8x8x128xf32>
    %391 = stablehlo.multiply %388, %194 : tensor<8x8x128xf32>
    %392 = stablehlo.add %390, %391 : tensor<8x8x128xf32>
    %cst_98 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %394 = stablehlo.divide %384, %393 : tensor<8x8x1xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %395 = stablehlo.reduce(%394 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %396 = stablehlo.broadcast_in_dim %395, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %397 = stablehlo.add %392, %396 : tensor<8x8x128xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %398 = stablehlo.reduce(%397 init: %cst_100) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %399 = stablehlo.reshape %398 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %400 = stablehlo.reduce(%399 init: %cst_101) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %401 = stablehlo.dot_general %397, %189, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x128xf32>) -> tensor<128x128xf32>
    %402 = stablehlo.transpose %401, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %403 = stablehlo.dot_general %397, %arg17, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %404 = stablehlo.reshape %403 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %405 = stablehlo.transpose %404, dims = [0, 2, 3, 1] : (tensor<8x8x8x16xf32>) -> tensor<8x8x16x8xf32>
    %406 = stablehlo.dot_general %405, %156, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %407 = stablehlo.dot_general %405, %183, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %408 = stablehlo.transpose %407, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %409 = stablehlo.broadcast_in_dim %186, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %410 = stablehlo.multiply %406, %409 : tensor<8x8x8x8xf32>
    %411 = stablehlo.multiply %410, %179 : tensor<8x8x8x8xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %412 = stablehlo.reduce(%411 init: %cst_102) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %413 = stablehlo.reshape %412 : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %414 = stablehlo.negate %413 : tensor<8x8x8x1xf32>
    %415 = stablehlo.broadcast_in_dim %181, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %416 = stablehlo.divide %406, %415 : tensor<8x8x8x8xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %417 = stablehlo.reduce(%414 init: %cst_103) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x1xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %418 = stablehlo.broadcast_in_dim %417, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x8xf32>
    %419 = stablehlo.add %416, %418 : tensor<8x8x8x8xf32>
    %420 = stablehlo.multiply %419, %179 : tensor<8x8x8x8xf32>
    %cst_104 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %421 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %422 = stablehlo.multiply %420, %421 : tensor<8x8x8x8xf32>
    %423 = stablehlo.dot_general %422, %153, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %424 = stablehlo.transpose %423, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %425 = stablehlo.dot_general %422, %159, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %426 = stablehlo.transpose %425, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %427 = stablehlo.reshape %424 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %428 = stablehlo.broadcast_in_dim %427, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %429 = stablehlo.pad %428, %cst_105, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %430 = stablehlo.reshape %408 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %431 = stablehlo.broadcast_in_dim %430, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %432 = stablehlo.pad %431, %cst_106, low = [0, 0, 0, 1], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %433 = stablehlo.add %429, %432 : tensor<8x8x128x3xf32>
    %434 = stablehlo.reshape %426 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %435 = stablehlo.broadcast_in_dim %434, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %436 = stablehlo.pad %435, %cst_107, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %437 = stablehlo.add %433, %436 : tensor<8x8x128x3xf32>
    %438 = stablehlo.reshape %437 : (tensor<8x8x128x3xf32>) -> tensor<8x8x384xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %439 = stablehlo.reduce(%438 init: %cst_108) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x384xf32>, tensor<f32>) -> tensor<384xf32>
    %440 = stablehlo.reshape %439 : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %441 = stablehlo.reduce(%440 init: %cst_109) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %442 = stablehlo.dot_general %438, %145, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x384xf32>, tensor<8x8x128xf32>) -> tensor<384x128xf32>
    %443 = stablehlo.transpose %442, dims = [1, 0] : (tensor<384x128xf32>) -> tensor<128x384xf32>
    %444 = stablehlo.dot_general %438, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x384xf32>, tensor<128x384xf32>) -> tensor<8x8x128xf32>
    %445 = stablehlo.add %397, %444 : tensor<8x8x128xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %446 = stablehlo.reduce(%445 init: %cst_110) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %447 = stablehlo.reshape %446 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %448 = stablehlo.reduce(%447 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %449 = stablehlo.multiply %139, %445 : tensor<8x8x128xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %450 = stablehlo.reduce(%449 init: %cst_112) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %451 = stablehlo.reshape %450 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %452 = stablehlo.broadcast_in_dim %140, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %453 = stablehlo.multiply %445, %452 : tensor<8x8x128xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%451 init: %cst_113) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %455 = stablehlo.multiply %131, %453 : tensor<8x8x128xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %456 = stablehlo.reduce(%455 init: %cst_114) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %457 = stablehlo.reshape %456 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %458 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %459 = stablehlo.multiply %453, %458 : tensor<8x8x128xf32>
    %460 = stablehlo.multiply %457, %137 : tensor<8x8x1xf32>
    %461 = stablehlo.negate %459 : tensor<8x8x128xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %462 = stablehlo.reduce(%461 init: %cst_115) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %463 = stablehlo.reshape %462 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %464 = stablehlo.multiply %460, %129 : tensor<8x8x1xf32>
    %465 = stablehlo.negate %464 : tensor<8x8x1xf32>
    %466 = stablehlo.multiply %110, %465 : tensor<8x8x1xf32>
    %467 = stablehlo.add %463, %466 : tensor<8x8x1xf32>
    %468 = stablehlo.multiply %465, %110 : tensor<8x8x1xf32>
    %469 = stablehlo.add %467, %468 : tensor<8x8x1xf32>
    %cst_116 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %470 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %471 = stablehlo.divide %464, %470 : tensor<8x8x1xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %472 = stablehlo.reduce(%471 init: %cst_117) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %473 = stablehlo.broadcast_in_dim %472, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %474 = stablehlo.multiply %106, %473 : tensor<8x8x128xf32>
    %475 = stablehlo.add %459, %474 : tensor<8x8x128xf32>
    %476 = stablehlo.multiply %473, %106 : tensor<8x8x128xf32>
    %477 = stablehlo.add %475, %476 : tensor<8x8x128xf32>
    %cst_118 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %478 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %479 = stablehlo.divide %469, %478 : tensor<8x8x1xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %480 = stablehlo.reduce(%479 init: %cst_119) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %481 = stablehlo.broadcast_in_dim %480, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %482 = stablehlo.add %477, %481 : tensor<8x8x128xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %483 = stablehlo.reduce(%482 init: %cst_120) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %484 = stablehlo.reshape %483 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %485 = stablehlo.reduce(%484 init: %cst_121) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %486 = stablehlo.dot_general %482, %101, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x512xf32>) -> tensor<128x512xf32>
    %487 = stablehlo.transpose %486, dims = [1, 0] : (tensor<128x512xf32>) -> tensor<512x128xf32>
    %488 = stablehlo.dot_general %482, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<512x128xf32>) -> tensor<8x8x512xf32>
    %489 = stablehlo.multiply %93, %488 : tensor<8x8x512xf32>
    %490 = stablehlo.multiply %488, %100 : tensor<8x8x512xf32>
    %491 = stablehlo.multiply %489, %98 : tensor<8x8x512xf32>
    %492 = stablehlo.multiply %491, %96 : tensor<8x8x512xf32>
    %493 = stablehlo.add %491, %492 : tensor<8x8x512xf32>
    %cst_122 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %495 = stablehlo.multiply %494, %493 : tensor<8x8x512xf32>
    %cst_123 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %496 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<8x8x512xf32>
    %497 = stablehlo.multiply %490, %496 : tensor<8x8x512xf32>
    %498 = stablehlo.add %495, %497 : tensor<8x8x512xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %499 = stablehlo.reduce(%498 init: %cst_124) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x512xf32>, tensor<f32>) -> tensor<512xf32>
    %500 = stablehlo.reshape %499 : (tensor<512xf32>) -> tensor<1x1x512xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %501 = stablehlo.reduce(%500 init: %cst_125) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x512xf32>, tensor<f32>) -> tensor<512xf32>
    %502 = stablehlo.dot_general %498, %87, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<8x8x128xf32>) -> tensor<512x128xf32>
    %503 = stablehlo.transpose %502, dims = [1, 0] : (tensor<512x128xf32>) -> tensor<128x512xf32>
    %504 = stablehlo.dot_general %498, %arg9, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x512xf32>, tensor<128x512xf32>) -> tensor<8x8x128xf32>
    %505 = stablehlo.add %482, %504 : tensor<8x8x128xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %506 = stablehlo.reduce(%505 init: %cst_126) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %507 = stablehlo.reshape %506 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %508 = stablehlo.reduce(%507 init: %cst_127) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %509 = stablehlo.multiply %81, %505 : tensor<8x8x128xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %510 = stablehlo.reduce(%509 init: %cst_128) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %511 = stablehlo.reshape %510 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %512 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x8x128xf32>
    %513 = stablehlo.multiply %505, %512 : tensor<8x8x128xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %514 = stablehlo.reduce(%511 init: %cst_129) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %515 = stablehlo.multiply %73, %513 : tensor<8x8x128xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %516 = stablehlo.reduce(%515 init: %cst_130) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %517 = stablehlo.reshape %516 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %518 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<8x8x1xf32>) -> tensor<8x8x128xf32>
    %519 = stablehlo.multiply %513, %518 : tensor<8x8x128xf32>
    %520 = stablehlo.multiply %517, %79 : tensor<8x8x1xf32>
    %521 = stablehlo.negate %519 : tensor<8x8x128xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %522 = stablehlo.reduce(%521 init: %cst_131) applies stablehlo.add across dimensions = [2] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<8x8xf32>
    %523 = stablehlo.reshape %522 : (tensor<8x8xf32>) -> tensor<8x8x1xf32>
    %524 = stablehlo.multiply %520, %71 : tensor<8x8x1xf32>
    %525 = stablehlo.negate %524 : tensor<8x8x1xf32>
    %526 = stablehlo.multiply %52, %525 : tensor<8x8x1xf32>
    %527 = stablehlo.add %523, %526 : tensor<8x8x1xf32>
    %528 = stablehlo.multiply %525, %52 : tensor<8x8x1xf32>
    %529 = stablehlo.add %527, %528 : tensor<8x8x1xf32>
    %cst_132 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %531 = stablehlo.divide %524, %530 : tensor<8x8x1xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %532 = stablehlo.reduce(%531 init: %cst_133) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %533 = stablehlo.broadcast_in_dim %532, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %534 = stablehlo.multiply %48, %533 : tensor<8x8x128xf32>
    %535 = stablehlo.add %519, %534 : tensor<8x8x128xf32>
    %536 = stablehlo.multiply %533, %48 : tensor<8x8x128xf32>
    %537 = stablehlo.add %535, %536 : tensor<8x8x128xf32>
    %cst_134 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %538 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<8x8x1xf32>
    %539 = stablehlo.divide %529, %538 : tensor<8x8x1xf32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %540 = stablehlo.reduce(%539 init: %cst_135) applies stablehlo.add across dimensions = [2] : (tensor<8x8x1xf32>, tensor<f32>) -> tensor<8x8xf32>
    %541 = stablehlo.broadcast_in_dim %540, dims = [0, 1] : (tensor<8x8xf32>) -> tensor<8x8x128xf32>
    %542 = stablehlo.add %537, %541 : tensor<8x8x128xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %543 = stablehlo.reduce(%542 init: %cst_136) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %544 = stablehlo.reshape %543 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %545 = stablehlo.reduce(%544 init: %cst_137) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %546 = stablehlo.dot_general %542, %43, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<8x8x128xf32>) -> tensor<128x128xf32>
    %547 = stablehlo.transpose %546, dims = [1, 0] : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %548 = stablehlo.dot_general %542, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x128xf32>, tensor<128x128xf32>) -> tensor<8x8x128xf32>
    %549 = stablehlo.reshape %548 : (tensor<8x8x128xf32>) -> tensor<8x8x8x16xf32>
    %550 = stablehlo.transpose %549, dims = [0, 2, 3, 1] : (tensor<8x8x8x16xf32>) -> tensor<8x8x16x8xf32>
    %551 = stablehlo.dot_general %550, %10, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x8xf32>
    %552 = stablehlo.dot_general %550, %37, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x8x16x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x16x8xf32>
    %553 = stablehlo.transpose %552, dims = [0, 3, 1, 2] : (tensor<8x8x16x8xf32>) -> tensor<8x8x8x16xf32>
    %554 = stablehlo.broadcast_in_dim %40, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %555 = stablehlo.multiply %551, %554 : tensor<8x8x8x8xf32>
    %556 = stablehlo.multiply %555, %33 : tensor<8x8x8x8xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %557 = stablehlo.reduce(%556 init: %cst_138) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %558 = stablehlo.reshape %557 : (tensor<8x8x8xf32>) -> tensor<8x8x8x1xf32>
    %559 = stablehlo.negate %558 : tensor<8x8x8x1xf32>
    %560 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3] : (tensor<8x8x8x1xf32>) -> tensor<8x8x8x8xf32>
    %561 = stablehlo.divide %551, %560 : tensor<8x8x8x8xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %562 = stablehlo.reduce(%559 init: %cst_139) applies stablehlo.add across dimensions = [3] : (tensor<8x8x8x1xf32>, tensor<f32>) -> tensor<8x8x8xf32>
    %563 = stablehlo.broadcast_in_dim %562, dims = [0, 1, 2] : (tensor<8x8x8xf32>) -> tensor<8x8x8x8xf32>
    %564 = stablehlo.add %561, %563 : tensor<8x8x8x8xf32>
    %565 = stablehlo.multiply %564, %33 : tensor<8x8x8x8xf32>
    %cst_140 = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %567 = stablehlo.multiply %565, %566 : tensor<8x8x8x8xf32>
    %568 = stablehlo.dot_general %567, %7, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %569 = stablehlo.transpose %568, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %570 = stablehlo.dot_general %567, %13, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x8x8xf32>, tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %571 = stablehlo.transpose %570, dims = [0, 2, 1, 3] : (tensor<8x8x8x16xf32>) -> tensor<8x8x8x16xf32>
    %572 = stablehlo.reshape %569 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %573 = stablehlo.broadcast_in_dim %572, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %574 = stablehlo.pad %573, %cst_141, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %575 = stablehlo.reshape %553 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %576 = stablehlo.broadcast_in_dim %575, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %577 = stablehlo.pad %576, %cst_142, low = [0, 0, 0, 1], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %578 = stablehlo.add %574, %577 : tensor<8x8x128x3xf32>
    %579 = stablehlo.reshape %571 : (tensor<8x8x8x16xf32>) -> tensor<8x8x128xf32>
    %580 = stablehlo.broadcast_in_dim %579, dims = [0, 1, 2] : (tensor<8x8x128xf32>) -> tensor<8x8x128x1xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %581 = stablehlo.pad %580, %cst_143, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<8x8x128x1xf32>, tensor<f32>) -> tensor<8x8x128x3xf32>
    %582 = stablehlo.add %578, %581 : tensor<8x8x128x3xf32>
    %583 = stablehlo.reshape %582 : (tensor<8x8x128x3xf32>) -> tensor<8x8x384xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %584 = stablehlo.reduce(%583 init: %cst_144) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8x384xf32>, tensor<f32>) -> tensor<384xf32>
    %585 = stablehlo.reshape %584 : (tensor<384xf32>) -> tensor<1x1x384xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %586 = stablehlo.reduce(%585 init: %cst_145) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x384xf32>, tensor<f32>) -> tensor<384xf32>
    %587 = stablehlo.dot_general %583, %arg0, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x8x384xf32>, tensor<8x8x128xf32>) -> tensor<384x128xf32>
    %588 = stablehlo.transpose %587, dims = [1, 0] : (tensor<384x128xf32>) -> tensor<128x384xf32>
    %589:3 = call @adam_one(%arg3, %arg27, %arg51, %588) : (tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>) -> (tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>)
    %590:3 = call @adam_one_0(%arg4, %arg28, %arg52, %586) : (tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>) -> (tensor<384xf32>, tensor<384xf32>, tensor<384xf32>)
    %591:3 = call @adam_one_1(%arg5, %arg29, %arg53, %547) : (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>)
    %592:3 = call @adam_one_2(%arg6, %arg30, %arg54, %545) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %593:3 = call @adam_one_2(%arg7, %arg31, %arg55, %514) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %594:3 = call @adam_one_2(%arg8, %arg32, %arg56, %508) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %595:3 = call @adam_one_3(%arg9, %arg33, %arg57, %503) : (tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>) -> (tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>)
    %596:3 = call @adam_one_4(%arg10, %arg34, %arg58, %501) : (tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>, tensor<512xf32>)
    %597:3 = call @adam_one_5(%arg11, %arg35, %arg59, %487) : (tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>) -> (tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>)
    %598:3 = call @adam_one_2(%arg12, %arg36, %arg60, %485) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %599:3 = call @adam_one_2(%arg13, %arg37, %arg61, %454) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %600:3 = call @adam_one_2(%arg14, %arg38, %arg62, %448) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %601:3 = call @adam_one(%arg15, %arg39, %arg63, %443) : (tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>) -> (tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>)
    %602:3 = call @adam_one_0(%arg16, %arg40, %arg64, %441) : (tensor<384xf32>, tensor<384xf32>, tensor<384xf32>, tensor<384xf32>) -> (tensor<384xf32>, tensor<384xf32>, tensor<384xf32>)
    %603:3 = call @adam_one_1(%arg17, %arg41, %arg65, %402) : (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>)
    %604:3 = call @adam_one_2(%arg18, %arg42, %arg66, %400) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %605:3 = call @adam_one_2(%arg19, %arg43, %arg67, %369) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %606:3 = call @adam_one_2(%arg20, %arg44, %arg68, %363) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %607:3 = call @adam_one_3(%arg21, %arg45, %arg69, %358) : (tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>) -> (tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>)
    %608:3 = call @adam_one_4(%arg22, %arg46, %arg70, %356) : (tensor<512xf32>, tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>, tensor<512xf32>)
    %609:3 = call @adam_one_5(%arg23, %arg47, %arg71, %342) : (tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>) -> (tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>)
    %610:3 = call @adam_one_2(%arg24, %arg48, %arg72, %340) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %611:3 = call @adam_one_2(%arg25, %arg49, %arg73, %309) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    %612:3 = call @adam_one_2(%arg26, %arg50, %arg74, %303) : (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>)
    return %589#0, %590#0, %591#0, %592#0, %593#0, %594#0, %595#0, %596#0, %597#0, %598#0, %599#0, %600#0, %601#0, %602#0, %603#0, %604#0, %605#0, %606#0, %607#0, %608#0, %609#0, %610#0, %611#0, %612#0, %589#1, %590#1, %591#1, %592#1, %593#1, %594#1, %595#1, %596#1, %597#1, %598#1, %599#1, %600#1, %601#1, %602#1, %603#1, %604#1, %605#1, %606#1, %607#1, %608#1, %609#1, %610#1, %611#1, %612#1, %589#2, %590#2, %591#2, %592#2, %593#2, %594#2, %595#2, %596#2, %597#2, %598#2, %599#2, %600#2, %601#2, %602#2, %603#2, %604#2, %605#2, %606#2, %607#2, %608#2, %609#2, %610#2, %611#2, %612#2 : tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x384xf32>, tensor<384xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128x512xf32>, tensor<512xf32>, tensor<512x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
  }
  func.func private @adam_one(%arg0: tensor<128x384xf32>, %arg1: tensor<128x384xf32>, %arg2: tensor<128x384xf32>, %arg3: tensor<128x384xf32>) -> (tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<128x384xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<128x384xf32>
    %4 = stablehlo.add %1, %3 : tensor<128x384xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<128x384xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<128x384xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<128x384xf32>
    %10 = stablehlo.add %6, %9 : tensor<128x384xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<128x384xf32>
    %13 = stablehlo.sqrt %10 : tensor<128x384xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<128x384xf32>
    %15 = stablehlo.add %13, %14 : tensor<128x384xf32>
    %16 = stablehlo.divide %12, %15 : tensor<128x384xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<128x384xf32>
    return %17, %4, %10 : tensor<128x384xf32>, tensor<128x384xf32>, tensor<128x384xf32>
  }
  func.func private @adam_one_0(%arg0: tensor<384xf32>, %arg1: tensor<384xf32>, %arg2: tensor<384xf32>, %arg3: tensor<384xf32>) -> (tensor<384xf32>, tensor<384xf32>, tensor<384xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<384xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<384xf32>
    %4 = stablehlo.add %1, %3 : tensor<384xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<384xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<384xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<384xf32>
    %10 = stablehlo.add %6, %9 : tensor<384xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<384xf32>
    %13 = stablehlo.sqrt %10 : tensor<384xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<384xf32>
    %15 = stablehlo.add %13, %14 : tensor<384xf32>
    %16 = stablehlo.divide %12, %15 : tensor<384xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<384xf32>
    return %17, %4, %10 : tensor<384xf32>, tensor<384xf32>, tensor<384xf32>
  }
  func.func private @adam_one_1(%arg0: tensor<128x128xf32>, %arg1: tensor<128x128xf32>, %arg2: tensor<128x128xf32>, %arg3: tensor<128x128xf32>) -> (tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<128x128xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<128x128xf32>
    %4 = stablehlo.add %1, %3 : tensor<128x128xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<128x128xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<128x128xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<128x128xf32>
    %10 = stablehlo.add %6, %9 : tensor<128x128xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<128x128xf32>
    %13 = stablehlo.sqrt %10 : tensor<128x128xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<128x128xf32>
    %15 = stablehlo.add %13, %14 : tensor<128x128xf32>
    %16 = stablehlo.divide %12, %15 : tensor<128x128xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<128x128xf32>
    return %17, %4, %10 : tensor<128x128xf32>, tensor<128x128xf32>, tensor<128x128xf32>
  }
  func.func private @adam_one_2(%arg0: tensor<128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<128xf32>, %arg3: tensor<128xf32>) -> (tensor<128xf32>, tensor<128xf32>, tensor<128xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<128xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<128xf32>
    %4 = stablehlo.add %1, %3 : tensor<128xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<128xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<128xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<128xf32>
    %10 = stablehlo.add %6, %9 : tensor<128xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<128xf32>
    %13 = stablehlo.sqrt %10 : tensor<128xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %15 = stablehlo.add %13, %14 : tensor<128xf32>
    %16 = stablehlo.divide %12, %15 : tensor<128xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<128xf32>
    return %17, %4, %10 : tensor<128xf32>, tensor<128xf32>, tensor<128xf32>
  }
  func.func private @adam_one_3(%arg0: tensor<128x512xf32>, %arg1: tensor<128x512xf32>, %arg2: tensor<128x512xf32>, %arg3: tensor<128x512xf32>) -> (tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<128x512xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<128x512xf32>
    %4 = stablehlo.add %1, %3 : tensor<128x512xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<128x512xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<128x512xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<128x512xf32>
    %10 = stablehlo.add %6, %9 : tensor<128x512xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<128x512xf32>
    %13 = stablehlo.sqrt %10 : tensor<128x512xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<128x512xf32>
    %15 = stablehlo.add %13, %14 : tensor<128x512xf32>
    %16 = stablehlo.divide %12, %15 : tensor<128x512xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<128x512xf32>
    return %17, %4, %10 : tensor<128x512xf32>, tensor<128x512xf32>, tensor<128x512xf32>
  }
  func.func private @adam_one_4(%arg0: tensor<512xf32>, %arg1: tensor<512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512xf32>) -> (tensor<512xf32>, tensor<512xf32>, tensor<512xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<512xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<512xf32>
    %4 = stablehlo.add %1, %3 : tensor<512xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<512xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<512xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<512xf32>
    %10 = stablehlo.add %6, %9 : tensor<512xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<512xf32>
    %13 = stablehlo.sqrt %10 : tensor<512xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<512xf32>
    %15 = stablehlo.add %13, %14 : tensor<512xf32>
    %16 = stablehlo.divide %12, %15 : tensor<512xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<512xf32>
    return %17, %4, %10 : tensor<512xf32>, tensor<512xf32>, tensor<512xf32>
  }
  func.func private @adam_one_5(%arg0: tensor<512x128xf32>, %arg1: tensor<512x128xf32>, %arg2: tensor<512x128xf32>, %arg3: tensor<512x128xf32>) -> (tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>) {
    %cst = stablehlo.constant dense<0.899999976> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<512x128xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %3 = stablehlo.multiply %2, %arg3 : tensor<512x128xf32>
    %4 = stablehlo.add %1, %3 : tensor<512x128xf32>
    %cst_1 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %6 = stablehlo.multiply %5, %arg2 : tensor<512x128xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %8 = stablehlo.multiply %7, %arg3 : tensor<512x128xf32>
    %9 = stablehlo.multiply %8, %arg3 : tensor<512x128xf32>
    %10 = stablehlo.add %6, %9 : tensor<512x128xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %12 = stablehlo.multiply %11, %4 : tensor<512x128xf32>
    %13 = stablehlo.sqrt %10 : tensor<512x128xf32>
    %cst_4 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<512x128xf32>
    %15 = stablehlo.add %13, %14 : tensor<512x128xf32>
    %16 = stablehlo.divide %12, %15 : tensor<512x128xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<512x128xf32>
    return %17, %4, %10 : tensor<512x128xf32>, tensor<512x128xf32>, tensor<512x128xf32>
  }
}
