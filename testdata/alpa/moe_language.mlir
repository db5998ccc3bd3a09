module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x16xi32>, %arg1: tensor<64x16xi32>, %arg2: tensor<64x16xf32>, %arg3: tensor<64x16xi32>, %arg4: tensor<64x64xf32> {tf.aliasing_output = 0 : i32}, %arg5: tensor<16x64xf32> {tf.aliasing_output = 1 : i32}, %arg6: tensor<64xf32> {tf.aliasing_output = 2 : i32}, %arg7: tensor<64xf32> {tf.aliasing_output = 3 : i32}, %arg8: tensor<64x192xf32> {tf.aliasing_output = 4 : i32}, %arg9: tensor<192xf32> {tf.aliasing_output = 5 : i32}, %arg10: tensor<64x64xf32> {tf.aliasing_output = 6 : i32}, %arg11: tensor<64xf32> {tf.aliasing_output = 7 : i32}, %arg12: tensor<64xf32> {tf.aliasing_output = 8 : i32}, %arg13: tensor<64xf32> {tf.aliasing_output = 9 : i32}, %arg14: tensor<64x256xf32> {tf.aliasing_output = 10 : i32}, %arg15: tensor<256xf32> {tf.aliasing_output = 11 : i32}, %arg16: tensor<256x64xf32> {tf.aliasing_output = 12 : i32}, %arg17: tensor<64xf32> {tf.aliasing_output = 13 : i32}, %arg18: tensor<64xf32> {tf.aliasing_output = 14 : i32}, %arg19: tensor<64xf32> {tf.aliasing_output = 15 : i32}, %arg20: tensor<64x192xf32> {tf.aliasing_output = 16 : i32}, %arg21: tensor<192xf32> {tf.aliasing_output = 17 : i32}, %arg22: tensor<64x64xf32> {tf.aliasing_output = 18 : i32}, %arg23: tensor<64xf32> {tf.aliasing_output = 19 : i32}, %arg24: tensor<64xf32> {tf.aliasing_output = 20 : i32}, %arg25: tensor<64xf32> {tf.aliasing_output = 21 : i32}, %arg26: tensor<64x16xf32> {tf.aliasing_output = 22 : i32}, %arg27: tensor<16x64x256xf32> {tf.aliasing_output = 23 : i32}, %arg28: tensor<16x256x64xf32> {tf.aliasing_output = 24 : i32}, %arg29: tensor<64xf32> {tf.aliasing_output = 25 : i32}, %arg30: tensor<64xf32> {tf.aliasing_output = 26 : i32}, %arg31: tensor<64x64xf32> {tf.aliasing_output = 27 : i32}, %arg32: tensor<64xf32> {tf.aliasing_output = 28 : i32}, %arg33: tensor<64x64xf32> {tf.aliasing_output = 29 : i32}, %arg34: tensor<16x64xf32> {tf.aliasing_output = 30 : i32}, %arg35: tensor<64xf32> {tf.aliasing_output = 31 : i32}, %arg36: tensor<64xf32> {tf.aliasing_output = 32 : i32}, %arg37: tensor<64x192xf32> {tf.aliasing_output = 33 : i32}, %arg38: tensor<192xf32> {tf.aliasing_output = 34 : i32}, %arg39: tensor<64x64xf32> {tf.aliasing_output = 35 : i32}, %arg40: tensor<64xf32> {tf.aliasing_output = 36 : i32}, %arg41: tensor<64xf32> {tf.aliasing_output = 37 : i32}, %arg42: tensor<64xf32> {tf.aliasing_output = 38 : i32}, %arg43: tensor<64x256xf32> {tf.aliasing_output = 39 : i32}, %arg44: tensor<256xf32> {tf.aliasing_output = 40 : i32}, %arg45: tensor<256x64xf32> {tf.aliasing_output = 41 : i32}, %arg46: tensor<64xf32> {tf.aliasing_output = 42 : i32}, %arg47: tensor<64xf32> {tf.aliasing_output = 43 : i32}, %arg48: tensor<64xf32> {tf.aliasing_output = 44 : i32}, %arg49: tensor<64x192xf32> {tf.aliasing_output = 45 : i32}, %arg50: tensor<192xf32> {tf.aliasing_output = 46 : i32}, %arg51: tensor<64x64xf32> {tf.aliasing_output = 47 : i32}, %arg52: tensor<64xf32> {tf.aliasing_output = 48 : i32}, %arg53: tensor<64xf32> {tf.aliasing_output = 49 : i32}, %arg54: tensor<64xf32> {tf.aliasing_output = 50 : i32}, %arg55: tensor<64x16xf32> {tf.aliasing_output = 51 : i32}, %arg56: tensor<16x64x256xf32> {tf.aliasing_output = 52 : i32}, %arg57: tensor<16x256x64xf32> {tf.aliasing_output = 53 : i32}, %arg58: tensor<64xf32> {tf.aliasing_output = 54 : i32}, %arg59: tensor<64xf32> {tf.aliasing_output = 55 : i32}, %arg60: tensor<64x64xf32> {tf.aliasing_output = 56 : i32}, %arg61: tensor<64xf32> {tf.aliasing_output = 57 : i32}) -> (tensor<64x64xf32> {jax.result_info = "result[0]"}, tensor<16x64xf32> {jax.result_info = "result[1]"}, tensor<64xf32> {jax.result_info = "result[2]"}, tensor<64xf32> {jax.result_info = "result[3]"}, tensor<64x192xf32> {jax.result_info = "result[4]"}, tensor<192xf32> {jax.result_info = "result[5]"}, tensor<64x64xf32> {jax.result_info = "result[6]"}, tensor<64xf32> {jax.result_info = "result[7]"}, tensor<64xf32> {jax.result_info = "result[8]"}, tensor<64xf32> {jax.result_info = "result[9]"}, tensor<64x256xf32> {jax.result_info = "result[10]"}, tensor<256xf32> {jax.result_info = "result[11]"}, tensor<256x64xf32> {jax.result_info = "result[12]"}, tensor<64xf32> {jax.result_info = "result[13]"}, tensor<64xf32> {jax.result_info = "result[14]"}, tensor<64xf32> {jax.result_info = "result[15]"}, tensor<64x192xf32> {jax.result_info = "result[16]"}, tensor<192xf32> {jax.result_info = "result[17]"}, tensor<64x64xf32> {jax.result_info = "result[18]"}, tensor<64xf32> {jax.result_info = "result[19]"}, tensor<64xf32> {jax.result_info = "result[20]"}, tensor<64xf32> {jax.result_info = "result[21]"}, tensor<64x16xf32> {jax.result_info = "result[22]"}, tensor<16x64x256xf32> {jax.result_info = "result[23]"}, tensor<16x256x64xf32> {jax.result_info = "result[24]"}, tensor<64xf32> {jax.result_info = "result[25]"}, tensor<64xf32> {jax.result_info = "result[26]"}, tensor<64x64xf32> {jax.result_info = "result[27]"}, tensor<64xf32> {jax.result_info = "result[28]"}, tensor<64x64xf32> {jax.result_info = "result[29]"}, tensor<16x64xf32> {jax.result_info = "result[30]"}, tensor<64xf32> {jax.result_info = "result[31]"}, tensor<64xf32> {jax.result_info = "result[32]"}, tensor<64x192xf32> {jax.result_info = "result[33]"}, tensor<192xf32> {jax.result_info = "result[34]"}, tensor<64x64xf32> {jax.result_info = "result[35]"}, tensor<64xf32> {jax.result_info = "result[36]"}, tensor<64xf32> {jax.result_info = "result[37]"}, tensor<64xf32> {jax.result_info = "result[38]"}, tensor<64x256xf32> {jax.result_info = "result[39]"}, tensor<256xf32> {jax.result_info = "result[40]"}, tensor<256x64xf32> {jax.result_info = "result[41]"}, tensor<64xf32> {jax.result_info = "result[42]"}, tensor<64xf32> {jax.result_info = "result[43]"}, tensor<64xf32> {jax.result_info = "result[44]"}, tensor<64x192xf32> {jax.result_info = "result[45]"}, tensor<192xf32> {jax.result_info = "result[46]"}, tensor<64x64xf32> {jax.result_info = "result[47]"}, tensor<64xf32> {jax.result_info = "result[48]"}, tensor<64xf32> {jax.result_info = "result[49]"}, tensor<64xf32> {jax.result_info = "result[50]"}, tensor<64x16xf32> {jax.result_info = "result[51]"}, tensor<16x64x256xf32> {jax.result_info = "result[52]"}, tensor<16x256x64xf32> {jax.result_info = "result[53]"}, tensor<64xf32> {jax.result_info = "result[54]"}, tensor<64xf32> {jax.result_info = "result[55]"}, tensor<64x64xf32> {jax.result_info = "result[56]"}, tensor<64xf32> {jax.result_info = "result[57]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<64x16xi32>
    %1 = stablehlo.compare LT, %arg0, %0, SIGNED : (tensor<64x16xi32>, tensor<64x16xi32>) -> tensor<64x16xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<64x16xi32>
    %3 = stablehlo.add %arg0, %2 : tensor<64x16xi32>
    %4 = stablehlo.select %1, %3, %arg0 : tensor<64x16xi1>, tensor<64x16xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<64x16xi32>) -> tensor<64x16x1xi32>
    %6 = "stablehlo.gather"(%arg4, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<64x64xf32>, tensor<64x16x1xi32>) -> tensor<64x16x64xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<64x16xi32>
    %8 = stablehlo.compare LT, %arg1, %7, SIGNED : (tensor<64x16xi32>, tensor<64x16xi32>) -> tensor<64x16xi1>
    %c_2 = stablehlo.constant dense<16> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<64x16xi32>
    %10 = stablehlo.add %arg1, %9 : tensor<64x16xi32>
    %11 = stablehlo.select %8, %10, %arg1 : tensor<64x16xi1>, tensor<64x16xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<64x16xi32>) -> tensor<64x16x1xi32>
    %13 = "stablehlo.gather"(%arg5, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 64>}> : (tensor<16x64xf32>, tensor<64x16x1xi32>) -> tensor<64x16x64xf32>
    %14 = stablehlo.add %6, %13 : tensor<64x16x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_3 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %18 = stablehlo.divide %16, %17 : tensor<64x16x1xf32>
    %19 = stablehlo.multiply %14, %14 : tensor<64x16x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_5 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %23 = stablehlo.divide %21, %22 : tensor<64x16x1xf32>
    %24 = stablehlo.multiply %18, %18 : tensor<64x16x1xf32>
    %25 = stablehlo.subtract %23, %24 : tensor<64x16x1xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %27 = stablehlo.maximum %25, %26 : tensor<64x16x1xf32>
    %28 = stablehlo.compare EQ, %25, %27, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %31 = stablehlo.select %28, %29, %30 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %33 = stablehlo.compare EQ, %32, %27, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %36 = stablehlo.select %33, %34, %35 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %37 = stablehlo.divide %31, %36 : tensor<64x16x1xf32>
    %38 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %39 = stablehlo.subtract %14, %38 : tensor<64x16x64xf32>
    %cst_12 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %41 = stablehlo.add %27, %40 : tensor<64x16x1xf32>
    %42 = stablehlo.rsqrt %41 : tensor<64x16x1xf32>
    %43 = stablehlo.divide %42, %41 : tensor<64x16x1xf32>
    %cst_13 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %45 = stablehlo.multiply %44, %43 : tensor<64x16x1xf32>
    %46 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %47 = stablehlo.multiply %39, %46 : tensor<64x16x64xf32>
    %48 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %50 = stablehlo.multiply %47, %49 : tensor<64x16x64xf32>
    %51 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %53 = stablehlo.add %50, %52 : tensor<64x16x64xf32>
    %54 = stablehlo.dot_general %53, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x192xf32>) -> tensor<64x16x192xf32>
    %55 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<192xf32>) -> tensor<1x1x192xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<1x1x192xf32>) -> tensor<64x16x192xf32>
    %57 = stablehlo.add %54, %56 : tensor<64x16x192xf32>
    %58 = stablehlo.reshape %57 : (tensor<64x16x192xf32>) -> tensor<64x16x64x3xf32>
    %59 = stablehlo.slice %58 [0:64, 0:16, 0:64, 0:1] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %60 = stablehlo.reshape %59 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %61 = stablehlo.reshape %60 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %62 = stablehlo.slice %58 [0:64, 0:16, 0:64, 1:2] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %63 = stablehlo.reshape %62 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %64 = stablehlo.reshape %63 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %65 = stablehlo.slice %58 [0:64, 0:16, 0:64, 2:3] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %66 = stablehlo.reshape %65 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %67 = stablehlo.reshape %66 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %68 = stablehlo.dot_general %61, %67, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %cst_14 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %70 = stablehlo.multiply %68, %69 : tensor<64x16x16x16xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %72 = stablehlo.subtract %71, %arg2 : tensor<64x16xf32>
    %cst_16 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %74 = stablehlo.multiply %72, %73 : tensor<64x16xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 3] : (tensor<64x16xf32>) -> tensor<64x1x1x16xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2, 3] : (tensor<64x1x1x16xf32>) -> tensor<64x16x16x16xf32>
    %77 = stablehlo.add %70, %76 : tensor<64x16x16x16xf32>
    %cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_17) applies stablehlo.maximum across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %79 = stablehlo.reshape %78 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %80 = stablehlo.broadcast_in_dim %79, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %81 = stablehlo.compare EQ, %77, %80, FLOAT : (tensor<64x16x16x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x16x16xi1>
    %82 = stablehlo.convert %81 : (tensor<64x16x16x16xi1>) -> tensor<64x16x16x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%82 init: %cst_18) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %84 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %86 = stablehlo.subtract %77, %85 : tensor<64x16x16x16xf32>
    %87 = stablehlo.exponential %86 : tensor<64x16x16x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_19) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %91 = stablehlo.divide %87, %90 : tensor<64x16x16x16xf32>
    %92 = stablehlo.multiply %89, %89 : tensor<64x16x16x1xf32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<64x16x16x1xf32>
    %94 = stablehlo.divide %93, %92 : tensor<64x16x16x1xf32>
    %95 = stablehlo.dot_general %64, %91, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %96 = stablehlo.transpose %95, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %97 = stablehlo.reshape %96 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %98 = stablehlo.dot_general %97, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %99 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %101 = stablehlo.add %98, %100 : tensor<64x16x64xf32>
    %102 = stablehlo.add %101, %53 : tensor<64x16x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_22 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %106 = stablehlo.divide %104, %105 : tensor<64x16x1xf32>
    %107 = stablehlo.multiply %102, %102 : tensor<64x16x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %109 = stablehlo.broadcast_in_dim %108, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_24 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %111 = stablehlo.divide %109, %110 : tensor<64x16x1xf32>
    %112 = stablehlo.multiply %106, %106 : tensor<64x16x1xf32>
    %113 = stablehlo.subtract %111, %112 : tensor<64x16x1xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %115 = stablehlo.maximum %113, %114 : tensor<64x16x1xf32>
    %116 = stablehlo.compare EQ, %113, %115, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_26 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %117 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %119 = stablehlo.select %116, %117, %118 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %121 = stablehlo.compare EQ, %120, %115, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_30 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %124 = stablehlo.select %121, %122, %123 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %125 = stablehlo.divide %119, %124 : tensor<64x16x1xf32>
    %126 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %127 = stablehlo.subtract %102, %126 : tensor<64x16x64xf32>
    %cst_31 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %129 = stablehlo.add %115, %128 : tensor<64x16x1xf32>
    %130 = stablehlo.rsqrt %129 : tensor<64x16x1xf32>
    %131 = stablehlo.divide %130, %129 : tensor<64x16x1xf32>
    %cst_32 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %133 = stablehlo.multiply %132, %131 : tensor<64x16x1xf32>
    %134 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %135 = stablehlo.multiply %127, %134 : tensor<64x16x64xf32>
    %136 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %138 = stablehlo.multiply %135, %137 : tensor<64x16x64xf32>
    %139 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %141 = stablehlo.add %138, %140 : tensor<64x16x64xf32>
    %142 = stablehlo.dot_general %141, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x256xf32>) -> tensor<64x16x256xf32>
    %143 = stablehlo.broadcast_in_dim %arg15, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %144 = stablehlo.broadcast_in_dim %143, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<64x16x256xf32>
    %145 = stablehlo.add %142, %144 : tensor<64x16x256xf32>
    %cst_33 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<64x16x256xf32>
    %147 = stablehlo.multiply %145, %146 : tensor<64x16x256xf32>
    %cst_34 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<64x16x256xf32>
    %149 = stablehlo.multiply %148, %145 : tensor<64x16x256xf32>
    %150 = stablehlo.tanh %149 : tensor<64x16x256xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<64x16x256xf32>
    %152 = stablehlo.subtract %151, %150 : tensor<64x16x256xf32>
    %cst_36 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<64x16x256xf32>
    %154 = stablehlo.add %153, %150 : tensor<64x16x256xf32>
    %155 = stablehlo.multiply %147, %154 : tensor<64x16x256xf32>
    %156 = stablehlo.dot_general %155, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x256xf32>, tensor<256x64xf32>) -> tensor<64x16x64xf32>
    %157 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %159 = stablehlo.add %156, %158 : tensor<64x16x64xf32>
    %160 = stablehlo.add %159, %141 : tensor<64x16x64xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.reduce(%160 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_38 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %164 = stablehlo.divide %162, %163 : tensor<64x16x1xf32>
    %165 = stablehlo.multiply %160, %160 : tensor<64x16x64xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %166 = stablehlo.reduce(%165 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_40 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %169 = stablehlo.divide %167, %168 : tensor<64x16x1xf32>
    %170 = stablehlo.multiply %164, %164 : tensor<64x16x1xf32>
    %171 = stablehlo.subtract %169, %170 : tensor<64x16x1xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %172 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %173 = stablehlo.maximum %171, %172 : tensor<64x16x1xf32>
    %174 = stablehlo.compare EQ, %171, %173, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %177 = stablehlo.select %174, %175, %176 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %179 = stablehlo.compare EQ, %178, %173, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_45 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %182 = stablehlo.select %179, %180, %181 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %183 = stablehlo.divide %177, %182 : tensor<64x16x1xf32>
    %184 = stablehlo.broadcast_in_dim %164, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %185 = stablehlo.subtract %160, %184 : tensor<64x16x64xf32>
    %cst_47 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %187 = stablehlo.add %173, %186 : tensor<64x16x1xf32>
    %188 = stablehlo.rsqrt %187 : tensor<64x16x1xf32>
    %189 = stablehlo.divide %188, %187 : tensor<64x16x1xf32>
    %cst_48 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %191 = stablehlo.multiply %190, %189 : tensor<64x16x1xf32>
    %192 = stablehlo.broadcast_in_dim %188, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %193 = stablehlo.multiply %185, %192 : tensor<64x16x64xf32>
    %194 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %196 = stablehlo.multiply %193, %195 : tensor<64x16x64xf32>
    %197 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %199 = stablehlo.add %196, %198 : tensor<64x16x64xf32>
    %200 = stablehlo.dot_general %199, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x192xf32>) -> tensor<64x16x192xf32>
    %201 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<192xf32>) -> tensor<1x1x192xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2] : (tensor<1x1x192xf32>) -> tensor<64x16x192xf32>
    %203 = stablehlo.add %200, %202 : tensor<64x16x192xf32>
    %204 = stablehlo.reshape %203 : (tensor<64x16x192xf32>) -> tensor<64x16x64x3xf32>
    %205 = stablehlo.slice %204 [0:64, 0:16, 0:64, 0:1] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %206 = stablehlo.reshape %205 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %207 = stablehlo.reshape %206 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %208 = stablehlo.slice %204 [0:64, 0:16, 0:64, 1:2] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %209 = stablehlo.reshape %208 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %210 = stablehlo.reshape %209 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %211 = stablehlo.slice %204 [0:64, 0:16, 0:64, 2:3] : (tensor<64x16x64x3xf32>) -> tensor<64x16x64x1xf32>
    %212 = stablehlo.reshape %211 : (tensor<64x16x64x1xf32>) -> tensor<64x16x64xf32>
    %213 = stablehlo.reshape %212 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %214 = stablehlo.dot_general %207, %213, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %cst_49 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %215 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %216 = stablehlo.multiply %214, %215 : tensor<64x16x16x16xf32>
    %cst_50 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %218 = stablehlo.subtract %217, %arg2 : tensor<64x16xf32>
    %cst_51 = stablehlo.constant dense<-1.000000e+10> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %220 = stablehlo.multiply %218, %219 : tensor<64x16xf32>
    %221 = stablehlo.broadcast_in_dim %220, dims = [0, 3] : (tensor<64x16xf32>) -> tensor<64x1x1x16xf32>
    %222 = stablehlo.broadcast_in_dim %221, dims = [0, 1, 2, 3] : (tensor<64x1x1x16xf32>) -> tensor<64x16x16x16xf32>
    %223 = stablehlo.add %216, %222 : tensor<64x16x16x16xf32>
    %cst_52 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %224 = stablehlo.reduce(%223 init: %cst_52) applies stablehlo.maximum across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %225 = stablehlo.reshape %224 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %226 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %227 = stablehlo.compare EQ, %223, %226, FLOAT : (tensor<64x16x16x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x16x16xi1>
    %228 = stablehlo.convert %227 : (tensor<64x16x16x16xi1>) -> tensor<64x16x16x16xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_53) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %230 = stablehlo.broadcast_in_dim %224, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %231 = stablehlo.broadcast_in_dim %230, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %232 = stablehlo.subtract %223, %231 : tensor<64x16x16x16xf32>
    %233 = stablehlo.exponential %232 : tensor<64x16x16x16xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %234 = stablehlo.reduce(%233 init: %cst_54) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %235 = stablehlo.broadcast_in_dim %234, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %236 = stablehlo.broadcast_in_dim %235, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %237 = stablehlo.divide %233, %236 : tensor<64x16x16x16xf32>
    %238 = stablehlo.multiply %235, %235 : tensor<64x16x16x1xf32>
    %cst_55 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<64x16x16x1xf32>
    %240 = stablehlo.divide %239, %238 : tensor<64x16x16x1xf32>
    %241 = stablehlo.dot_general %210, %237, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x4xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %242 = stablehlo.transpose %241, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %243 = stablehlo.reshape %242 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %244 = stablehlo.dot_general %243, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %245 = stablehlo.broadcast_in_dim %arg23, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %247 = stablehlo.add %244, %246 : tensor<64x16x64xf32>
    %248 = stablehlo.add %247, %199 : tensor<64x16x64xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %249 = stablehlo.reduce(%248 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_57 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %251 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %252 = stablehlo.divide %250, %251 : tensor<64x16x1xf32>
    %253 = stablehlo.multiply %248, %248 : tensor<64x16x64xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %254 = stablehlo.reduce(%253 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %255 = stablehlo.broadcast_in_dim %254, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_59 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %257 = stablehlo.divide %255, %256 : tensor<64x16x1xf32>
    %258 = stablehlo.multiply %252, %252 : tensor<64x16x1xf32>
    %259 = stablehlo.subtract %257, %258 : tensor<64x16x1xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %261 = stablehlo.maximum %259, %260 : tensor<64x16x1xf32>
    %262 = stablehlo.compare EQ, %259, %261, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_61 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %265 = stablehlo.select %262, %263, %264 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %267 = stablehlo.compare EQ, %266, %261, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_64 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_65 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %270 = stablehlo.select %267, %268, %269 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %271 = stablehlo.divide %265, %270 : tensor<64x16x1xf32>
    %272 = stablehlo.broadcast_in_dim %252, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %273 = stablehlo.subtract %248, %272 : tensor<64x16x64xf32>
    %cst_66 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %275 = stablehlo.add %261, %274 : tensor<64x16x1xf32>
    %276 = stablehlo.rsqrt %275 : tensor<64x16x1xf32>
    %277 = stablehlo.divide %276, %275 : tensor<64x16x1xf32>
    %cst_67 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %279 = stablehlo.multiply %278, %277 : tensor<64x16x1xf32>
    %280 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %281 = stablehlo.multiply %273, %280 : tensor<64x16x64xf32>
    %282 = stablehlo.broadcast_in_dim %arg24, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %284 = stablehlo.multiply %281, %283 : tensor<64x16x64xf32>
    %285 = stablehlo.broadcast_in_dim %arg25, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %287 = stablehlo.add %284, %286 : tensor<64x16x64xf32>
    %288 = stablehlo.reshape %287 : (tensor<64x16x64xf32>) -> tensor<32x32x64xf32>
    %289 = stablehlo.dot_general %288, %arg26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<64x16xf32>) -> tensor<32x32x16xf32>
    %cst_68 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %290 = stablehlo.reduce(%289 init: %cst_68) applies stablehlo.maximum across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %291 = stablehlo.reshape %290 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %292 = stablehlo.broadcast_in_dim %291, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %293 = stablehlo.compare EQ, %289, %292, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %294 = stablehlo.convert %293 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%294 init: %cst_69) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %296 = stablehlo.broadcast_in_dim %290, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %297 = stablehlo.broadcast_in_dim %296, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %298 = stablehlo.subtract %289, %297 : tensor<32x32x16xf32>
    %299 = stablehlo.exponential %298 : tensor<32x32x16xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %300 = stablehlo.reduce(%299 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %301 = stablehlo.broadcast_in_dim %300, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %302 = stablehlo.broadcast_in_dim %301, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %303 = stablehlo.divide %299, %302 : tensor<32x32x16xf32>
    %304 = stablehlo.multiply %301, %301 : tensor<32x32x1xf32>
    %cst_71 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<32x32x1xf32>
    %306 = stablehlo.divide %305, %304 : tensor<32x32x1xf32>
    %307 = call @argmax(%303) : (tensor<32x32x16xf32>) -> tensor<32x32xi32>
    %308 = call @_one_hot(%307) : (tensor<32x32xi32>) -> tensor<32x32x16xf32>
    %309 = call @cumsum(%308) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    %310 = stablehlo.subtract %309, %308 : tensor<32x32x16xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %311 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %312 = stablehlo.add %310, %311 : tensor<32x32x16xf32>
    %313 = stablehlo.multiply %312, %308 : tensor<32x32x16xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %314 = stablehlo.reduce(%308 init: %cst_73) applies stablehlo.add across dimensions = [1] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %315 = stablehlo.broadcast_in_dim %314, dims = [0, 2] : (tensor<32x16xf32>) -> tensor<32x1x16xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %316 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<32x1x16xf32>
    %317 = stablehlo.add %316, %315 : tensor<32x1x16xf32>
    %cst_75 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %319 = stablehlo.compare LT, %313, %318, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %320 = stablehlo.convert %319 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %321 = stablehlo.multiply %308, %320 : tensor<32x32x16xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %322 = stablehlo.reduce(%313 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %323 = stablehlo.convert %322 : (tensor<32x32xf32>) -> tensor<32x32xi32>
    %324 = call @_one_hot_1(%323) : (tensor<32x32xi32>) -> tensor<32x32x4xf32>
    %325 = stablehlo.multiply %303, %321 : tensor<32x32x16xf32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [0, 1, 2] : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %327 = stablehlo.broadcast_in_dim %324, dims = [0, 1, 3] : (tensor<32x32x4xf32>) -> tensor<32x32x1x4xf32>
    %328 = stablehlo.broadcast_in_dim %326, dims = [0, 1, 2, 3] : (tensor<32x32x16x1xf32>) -> tensor<32x32x16x4xf32>
    %329 = stablehlo.broadcast_in_dim %327, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %330 = stablehlo.multiply %328, %329 : tensor<32x32x16x4xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %331 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<32x32x16x4xf32>
    %332 = stablehlo.add %331, %330 : tensor<32x32x16x4xf32>
    %cst_78 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %333 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %334 = stablehlo.subtract %333, %308 : tensor<32x32x16xf32>
    %335 = stablehlo.multiply %303, %334 : tensor<32x32x16xf32>
    %336 = call @argmax(%335) : (tensor<32x32x16xf32>) -> tensor<32x32xi32>
    %337 = call @_one_hot(%336) : (tensor<32x32xi32>) -> tensor<32x32x16xf32>
    %338 = call @cumsum(%337) : (tensor<32x32x16xf32>) -> tensor<32x32x16xf32>
    %339 = stablehlo.subtract %338, %337 : tensor<32x32x16xf32>
    %340 = stablehlo.broadcast_in_dim %317, dims = [0, 1, 2] : (tensor<32x1x16xf32>) -> tensor<32x32x16xf32>
    %341 = stablehlo.add %339, %340 : tensor<32x32x16xf32>
    %342 = stablehlo.multiply %341, %337 : tensor<32x32x16xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %343 = stablehlo.reduce(%337 init: %cst_79) applies stablehlo.add across dimensions = [1] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %344 = stablehlo.broadcast_in_dim %343, dims = [0, 2] : (tensor<32x16xf32>) -> tensor<32x1x16xf32>
    %345 = stablehlo.add %317, %344 : tensor<32x1x16xf32>
    %cst_80 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %347 = stablehlo.compare LT, %342, %346, FLOAT : (tensor<32x32x16xf32>, tensor<32x32x16xf32>) -> tensor<32x32x16xi1>
    %348 = stablehlo.convert %347 : (tensor<32x32x16xi1>) -> tensor<32x32x16xf32>
    %349 = stablehlo.multiply %337, %348 : tensor<32x32x16xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %350 = stablehlo.reduce(%342 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %351 = stablehlo.convert %350 : (tensor<32x32xf32>) -> tensor<32x32xi32>
    %352 = call @_one_hot_1(%351) : (tensor<32x32xi32>) -> tensor<32x32x4xf32>
    %353 = stablehlo.multiply %335, %349 : tensor<32x32x16xf32>
    %354 = stablehlo.broadcast_in_dim %353, dims = [0, 1, 2] : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %355 = stablehlo.broadcast_in_dim %352, dims = [0, 1, 3] : (tensor<32x32x4xf32>) -> tensor<32x32x1x4xf32>
    %356 = stablehlo.broadcast_in_dim %354, dims = [0, 1, 2, 3] : (tensor<32x32x16x1xf32>) -> tensor<32x32x16x4xf32>
    %357 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %358 = stablehlo.multiply %356, %357 : tensor<32x32x16x4xf32>
    %359 = stablehlo.add %332, %358 : tensor<32x32x16x4xf32>
    %cst_82 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<32x32x16xf32>
    %361 = stablehlo.subtract %360, %337 : tensor<32x32x16xf32>
    %362 = stablehlo.multiply %335, %361 : tensor<32x32x16xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<32x32x16x4xf32>
    %364 = stablehlo.compare GT, %359, %363, FLOAT : (tensor<32x32x16x4xf32>, tensor<32x32x16x4xf32>) -> tensor<32x32x16x4xi1>
    %365 = stablehlo.convert %364 : (tensor<32x32x16x4xi1>) -> tensor<32x32x16x4xf32>
    %366 = stablehlo.dot_general %288, %365, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x16x4xf32>
    %367 = stablehlo.transpose %366, dims = [2, 0, 3, 1] : (tensor<32x64x16x4xf32>) -> tensor<16x32x4x64xf32>
    %368 = stablehlo.dot_general %367, %arg27, batching_dims = [0] x [0], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x64xf32>, tensor<16x64x256xf32>) -> tensor<16x32x4x256xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %370 = stablehlo.compare GT, %368, %369, FLOAT : (tensor<16x32x4x256xf32>, tensor<16x32x4x256xf32>) -> tensor<16x32x4x256xi1>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %371 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %372 = stablehlo.select %370, %368, %371 : tensor<16x32x4x256xi1>, tensor<16x32x4x256xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %374 = stablehlo.dot_general %arg28, %372, batching_dims = [0] x [0], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x256x64xf32>, tensor<16x32x4x256xf32>) -> tensor<16x64x32x4xf32>
    %375 = stablehlo.transpose %374, dims = [2, 0, 3, 1] : (tensor<16x64x32x4xf32>) -> tensor<32x16x4x64xf32>
    %376 = stablehlo.dot_general %359, %375, batching_dims = [0] x [0], contracting_dims = [3, 2] x [2, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16x4xf32>, tensor<32x16x4x64xf32>) -> tensor<32x32x64xf32>
    %377 = stablehlo.reshape %376 : (tensor<32x32x64xf32>) -> tensor<64x16x64xf32>
    %378 = stablehlo.add %377, %287 : tensor<64x16x64xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %379 = stablehlo.reduce(%378 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %380 = stablehlo.broadcast_in_dim %379, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_88 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %382 = stablehlo.divide %380, %381 : tensor<64x16x1xf32>
    %383 = stablehlo.multiply %378, %378 : tensor<64x16x64xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %384 = stablehlo.reduce(%383 init: %cst_89) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %385 = stablehlo.broadcast_in_dim %384, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %cst_90 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %386 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %387 = stablehlo.divide %385, %386 : tensor<64x16x1xf32>
    %388 = stablehlo.multiply %382, %382 : tensor<64x16x1xf32>
    %389 = stablehlo.subtract %387, %388 : tensor<64x16x1xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %391 = stablehlo.maximum %389, %390 : tensor<64x16x1xf32>
    %392 = stablehlo.compare EQ, %389, %391, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_92 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %394 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %395 = stablehlo.select %392, %393, %394 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %396 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %397 = stablehlo.compare EQ, %396, %391, FLOAT : (tensor<64x16x1xf32>, tensor<64x16x1xf32>) -> tensor<64x16x1xi1>
    %cst_95 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %398 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %cst_96 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %399 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %400 = stablehlo.select %397, %398, %399 : tensor<64x16x1xi1>, tensor<64x16x1xf32>
    %401 = stablehlo.divide %395, %400 : tensor<64x16x1xf32>
    %402 = stablehlo.broadcast_in_dim %382, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %403 = stablehlo.subtract %378, %402 : tensor<64x16x64xf32>
    %cst_97 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %404 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %405 = stablehlo.add %391, %404 : tensor<64x16x1xf32>
    %406 = stablehlo.rsqrt %405 : tensor<64x16x1xf32>
    %407 = stablehlo.divide %406, %405 : tensor<64x16x1xf32>
    %cst_98 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %409 = stablehlo.multiply %408, %407 : tensor<64x16x1xf32>
    %410 = stablehlo.broadcast_in_dim %406, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %411 = stablehlo.multiply %403, %410 : tensor<64x16x64xf32>
    %412 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %413 = stablehlo.broadcast_in_dim %412, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %414 = stablehlo.multiply %411, %413 : tensor<64x16x64xf32>
    %415 = stablehlo.broadcast_in_dim %arg30, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %416 = stablehlo.broadcast_in_dim %415, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %417 = stablehlo.add %414, %416 : tensor<64x16x64xf32>
    %418 = stablehlo.dot_general %417, %arg31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %419 = stablehlo.broadcast_in_dim %arg32, dims = [2] : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %420 = stablehlo.broadcast_in_dim %419, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %421 = stablehlo.add %418, %420 : tensor<64x16x64xf32>
    %cst_99 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %422 = stablehlo.reduce(%421 init: %cst_99) applies stablehlo.maximum across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %423 = stablehlo.reshape %422 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %424 = stablehlo.broadcast_in_dim %423, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %425 = stablehlo.compare EQ, %421, %424, FLOAT : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x16x64xi1>
    %426 = stablehlo.convert %425 : (tensor<64x16x64xi1>) -> tensor<64x16x64xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %427 = stablehlo.reduce(%426 init: %cst_100) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %428 = stablehlo.broadcast_in_dim %422, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %429 = stablehlo.broadcast_in_dim %428, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %430 = stablehlo.subtract %421, %429 : tensor<64x16x64xf32>
    %431 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1] : (tensor<64x16xi32>) -> tensor<64x16x1xi32>
    %432 = stablehlo.iota dim = 2 : tensor<64x16x64xi32>
    %433 = stablehlo.broadcast_in_dim %431, dims = [0, 1, 2] : (tensor<64x16x1xi32>) -> tensor<64x16x64xi32>
    %434 = stablehlo.compare EQ, %433, %432, SIGNED : (tensor<64x16x64xi32>, tensor<64x16x64xi32>) -> tensor<64x16x64xi1>
    %435 = stablehlo.convert %434 : (tensor<64x16x64xi1>) -> tensor<64x16x64xf32>
    %436 = stablehlo.exponential %430 : tensor<64x16x64xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %437 = stablehlo.reduce(%436 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %438 = stablehlo.broadcast_in_dim %437, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %439 = stablehlo.log %438 : tensor<64x16x1xf32>
    %440 = stablehlo.broadcast_in_dim %439, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %441 = stablehlo.subtract %430, %440 : tensor<64x16x64xf32>
    %442 = stablehlo.multiply %435, %441 : tensor<64x16x64xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %443 = stablehlo.reduce(%442 init: %cst_102) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<f32>
    %444 = stablehlo.negate %443 : tensor<f32>
    %cst_103 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %445 = stablehlo.negate %cst_103 : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %445, dims = [] : (tensor<f32>) -> tensor<64x16x64xf32>
    %447 = stablehlo.multiply %435, %446 : tensor<64x16x64xf32>
    %448 = stablehlo.negate %447 : tensor<64x16x64xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %449 = stablehlo.reduce(%448 init: %cst_104) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %450 = stablehlo.reshape %449 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %451 = stablehlo.divide %450, %438 : tensor<64x16x1xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %452 = stablehlo.reduce(%451 init: %cst_105) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %453 = stablehlo.broadcast_in_dim %452, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %454 = stablehlo.multiply %453, %436 : tensor<64x16x64xf32>
    %455 = stablehlo.add %447, %454 : tensor<64x16x64xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %456 = stablehlo.reduce(%455 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %457 = stablehlo.reshape %456 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %458 = stablehlo.reduce(%457 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %459 = stablehlo.dot_general %455, %417, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %460 = stablehlo.transpose %459, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %461 = stablehlo.dot_general %455, %arg31, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %462 = stablehlo.reduce(%461 init: %cst_108) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %463 = stablehlo.reshape %462 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %464 = stablehlo.reduce(%463 init: %cst_109) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %465 = stablehlo.multiply %411, %461 : tensor<64x16x64xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %466 = stablehlo.reduce(%465 init: %cst_110) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %467 = stablehlo.reshape %466 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %468 = stablehlo.broadcast_in_dim %412, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %469 = stablehlo.multiply %461, %468 : tensor<64x16x64xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %470 = stablehlo.reduce(%467 init: %cst_111) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %471 = stablehlo.multiply %403, %469 : tensor<64x16x64xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %472 = stablehlo.reduce(%471 init: %cst_112) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %473 = stablehlo.reshape %472 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %474 = stablehlo.broadcast_in_dim %406, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %475 = stablehlo.multiply %469, %474 : tensor<64x16x64xf32>
    %476 = stablehlo.multiply %473, %409 : tensor<64x16x1xf32>
    %477 = stablehlo.negate %475 : tensor<64x16x64xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %478 = stablehlo.reduce(%477 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %479 = stablehlo.reshape %478 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %480 = stablehlo.multiply %476, %401 : tensor<64x16x1xf32>
    %481 = stablehlo.negate %480 : tensor<64x16x1xf32>
    %482 = stablehlo.multiply %382, %481 : tensor<64x16x1xf32>
    %483 = stablehlo.add %479, %482 : tensor<64x16x1xf32>
    %484 = stablehlo.multiply %481, %382 : tensor<64x16x1xf32>
    %485 = stablehlo.add %483, %484 : tensor<64x16x1xf32>
    %cst_114 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %486 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %487 = stablehlo.divide %480, %486 : tensor<64x16x1xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %488 = stablehlo.reduce(%487 init: %cst_115) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %489 = stablehlo.broadcast_in_dim %488, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %490 = stablehlo.multiply %378, %489 : tensor<64x16x64xf32>
    %491 = stablehlo.add %475, %490 : tensor<64x16x64xf32>
    %492 = stablehlo.multiply %489, %378 : tensor<64x16x64xf32>
    %493 = stablehlo.add %491, %492 : tensor<64x16x64xf32>
    %cst_116 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %495 = stablehlo.divide %485, %494 : tensor<64x16x1xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %496 = stablehlo.reduce(%495 init: %cst_117) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %497 = stablehlo.broadcast_in_dim %496, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %498 = stablehlo.add %493, %497 : tensor<64x16x64xf32>
    %499 = stablehlo.reshape %498 : (tensor<64x16x64xf32>) -> tensor<32x32x64xf32>
    %500 = stablehlo.dot_general %499, %359, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x16x4xf32>
    %501 = stablehlo.transpose %500, dims = [0, 2, 3, 1] : (tensor<32x64x16x4xf32>) -> tensor<32x16x4x64xf32>
    %502 = stablehlo.dot_general %499, %375, batching_dims = [0] x [0], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<32x32x64xf32>, tensor<32x16x4x64xf32>) -> tensor<32x32x16x4xf32>
    %503 = stablehlo.transpose %501, dims = [1, 3, 0, 2] : (tensor<32x16x4x64xf32>) -> tensor<16x64x32x4xf32>
    %504 = stablehlo.dot_general %503, %arg28, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x32x4xf32>, tensor<16x256x64xf32>) -> tensor<16x32x4x256xf32>
    %505 = stablehlo.dot_general %503, %372, batching_dims = [0] x [0], contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<16x64x32x4xf32>, tensor<16x32x4x256xf32>) -> tensor<16x64x256xf32>
    %506 = stablehlo.transpose %505, dims = [0, 2, 1] : (tensor<16x64x256xf32>) -> tensor<16x256x64xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %507 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<16x32x4x256xf32>
    %508 = stablehlo.select %370, %504, %507 : tensor<16x32x4x256xi1>, tensor<16x32x4x256xf32>
    %509 = stablehlo.dot_general %508, %367, batching_dims = [0] x [0], contracting_dims = [1, 2] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x256xf32>, tensor<16x32x4x64xf32>) -> tensor<16x256x64xf32>
    %510 = stablehlo.transpose %509, dims = [0, 2, 1] : (tensor<16x256x64xf32>) -> tensor<16x64x256xf32>
    %511 = stablehlo.dot_general %508, %arg27, batching_dims = [0] x [0], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x32x4x256xf32>, tensor<16x64x256xf32>) -> tensor<16x32x4x64xf32>
    %512 = stablehlo.transpose %511, dims = [1, 3, 0, 2] : (tensor<16x32x4x64xf32>) -> tensor<32x64x16x4xf32>
    %513 = stablehlo.dot_general %512, %365, batching_dims = [0] x [0], contracting_dims = [2, 3] x [2, 3], precision = [DEFAULT, DEFAULT] : (tensor<32x64x16x4xf32>, tensor<32x32x16x4xf32>) -> tensor<32x64x32xf32>
    %514 = stablehlo.transpose %513, dims = [0, 2, 1] : (tensor<32x64x32xf32>) -> tensor<32x32x64xf32>
    %515 = stablehlo.broadcast_in_dim %355, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %516 = stablehlo.multiply %502, %515 : tensor<32x32x16x4xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %517 = stablehlo.reduce(%516 init: %cst_119) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x4xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %518 = stablehlo.reshape %517 : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %519 = stablehlo.reduce(%518 init: %cst_120) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x1xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %520 = stablehlo.multiply %519, %349 : tensor<32x32x16xf32>
    %521 = stablehlo.multiply %520, %334 : tensor<32x32x16xf32>
    %522 = stablehlo.broadcast_in_dim %327, dims = [0, 1, 2, 3] : (tensor<32x32x1x4xf32>) -> tensor<32x32x16x4xf32>
    %523 = stablehlo.multiply %502, %522 : tensor<32x32x16x4xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %524 = stablehlo.reduce(%523 init: %cst_121) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x4xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %525 = stablehlo.reshape %524 : (tensor<32x32x16xf32>) -> tensor<32x32x16x1xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %526 = stablehlo.reduce(%525 init: %cst_122) applies stablehlo.add across dimensions = [3] : (tensor<32x32x16x1xf32>, tensor<f32>) -> tensor<32x32x16xf32>
    %527 = stablehlo.multiply %526, %321 : tensor<32x32x16xf32>
    %528 = stablehlo.add %521, %527 : tensor<32x32x16xf32>
    %529 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %530 = stablehlo.multiply %528, %529 : tensor<32x32x16xf32>
    %531 = stablehlo.multiply %530, %299 : tensor<32x32x16xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %532 = stablehlo.reduce(%531 init: %cst_123) applies stablehlo.add across dimensions = [2] : (tensor<32x32x16xf32>, tensor<f32>) -> tensor<32x32xf32>
    %533 = stablehlo.reshape %532 : (tensor<32x32xf32>) -> tensor<32x32x1xf32>
    %534 = stablehlo.negate %533 : tensor<32x32x1xf32>
    %535 = stablehlo.broadcast_in_dim %301, dims = [0, 1, 2] : (tensor<32x32x1xf32>) -> tensor<32x32x16xf32>
    %536 = stablehlo.divide %528, %535 : tensor<32x32x16xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %537 = stablehlo.reduce(%534 init: %cst_124) applies stablehlo.add across dimensions = [2] : (tensor<32x32x1xf32>, tensor<f32>) -> tensor<32x32xf32>
    %538 = stablehlo.broadcast_in_dim %537, dims = [0, 1] : (tensor<32x32xf32>) -> tensor<32x32x16xf32>
    %539 = stablehlo.add %536, %538 : tensor<32x32x16xf32>
    %540 = stablehlo.multiply %539, %299 : tensor<32x32x16xf32>
    %541 = stablehlo.dot_general %540, %288, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16xf32>, tensor<32x32x64xf32>) -> tensor<16x64xf32>
    %542 = stablehlo.transpose %541, dims = [1, 0] : (tensor<16x64xf32>) -> tensor<64x16xf32>
    %543 = stablehlo.dot_general %540, %arg26, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x32x16xf32>, tensor<64x16xf32>) -> tensor<32x32x64xf32>
    %544 = stablehlo.add %514, %543 : tensor<32x32x64xf32>
    %545 = stablehlo.reshape %544 : (tensor<32x32x64xf32>) -> tensor<64x16x64xf32>
    %546 = stablehlo.add %498, %545 : tensor<64x16x64xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %547 = stablehlo.reduce(%546 init: %cst_125) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %548 = stablehlo.reshape %547 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %549 = stablehlo.reduce(%548 init: %cst_126) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %550 = stablehlo.multiply %281, %546 : tensor<64x16x64xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %551 = stablehlo.reduce(%550 init: %cst_127) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %552 = stablehlo.reshape %551 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %553 = stablehlo.broadcast_in_dim %282, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %554 = stablehlo.multiply %546, %553 : tensor<64x16x64xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %555 = stablehlo.reduce(%552 init: %cst_128) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %556 = stablehlo.multiply %273, %554 : tensor<64x16x64xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %557 = stablehlo.reduce(%556 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %558 = stablehlo.reshape %557 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %559 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %560 = stablehlo.multiply %554, %559 : tensor<64x16x64xf32>
    %561 = stablehlo.multiply %558, %279 : tensor<64x16x1xf32>
    %562 = stablehlo.negate %560 : tensor<64x16x64xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %563 = stablehlo.reduce(%562 init: %cst_130) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %564 = stablehlo.reshape %563 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %565 = stablehlo.multiply %561, %271 : tensor<64x16x1xf32>
    %566 = stablehlo.negate %565 : tensor<64x16x1xf32>
    %567 = stablehlo.multiply %252, %566 : tensor<64x16x1xf32>
    %568 = stablehlo.add %564, %567 : tensor<64x16x1xf32>
    %569 = stablehlo.multiply %566, %252 : tensor<64x16x1xf32>
    %570 = stablehlo.add %568, %569 : tensor<64x16x1xf32>
    %cst_131 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %571 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %572 = stablehlo.divide %565, %571 : tensor<64x16x1xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %573 = stablehlo.reduce(%572 init: %cst_132) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %574 = stablehlo.broadcast_in_dim %573, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %575 = stablehlo.multiply %248, %574 : tensor<64x16x64xf32>
    %576 = stablehlo.add %560, %575 : tensor<64x16x64xf32>
    %577 = stablehlo.multiply %574, %248 : tensor<64x16x64xf32>
    %578 = stablehlo.add %576, %577 : tensor<64x16x64xf32>
    %cst_133 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %579 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %580 = stablehlo.divide %570, %579 : tensor<64x16x1xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %581 = stablehlo.reduce(%580 init: %cst_134) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %582 = stablehlo.broadcast_in_dim %581, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %583 = stablehlo.add %578, %582 : tensor<64x16x64xf32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %584 = stablehlo.reduce(%583 init: %cst_135) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %585 = stablehlo.reshape %584 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %586 = stablehlo.reduce(%585 init: %cst_136) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %587 = stablehlo.dot_general %583, %243, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %588 = stablehlo.transpose %587, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %589 = stablehlo.dot_general %583, %arg22, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %590 = stablehlo.reshape %589 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %591 = stablehlo.transpose %590, dims = [0, 2, 3, 1] : (tensor<64x16x16x4xf32>) -> tensor<64x16x4x16xf32>
    %592 = stablehlo.dot_general %591, %210, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %593 = stablehlo.dot_general %591, %237, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %594 = stablehlo.transpose %593, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %595 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %596 = stablehlo.multiply %592, %595 : tensor<64x16x16x16xf32>
    %597 = stablehlo.multiply %596, %233 : tensor<64x16x16x16xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %598 = stablehlo.reduce(%597 init: %cst_137) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %599 = stablehlo.reshape %598 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %600 = stablehlo.negate %599 : tensor<64x16x16x1xf32>
    %601 = stablehlo.broadcast_in_dim %235, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %602 = stablehlo.divide %592, %601 : tensor<64x16x16x16xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %603 = stablehlo.reduce(%600 init: %cst_138) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x1xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %604 = stablehlo.broadcast_in_dim %603, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x16xf32>
    %605 = stablehlo.add %602, %604 : tensor<64x16x16x16xf32>
    %606 = stablehlo.multiply %605, %233 : tensor<64x16x16x16xf32>
    %cst_139 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %607 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %608 = stablehlo.multiply %606, %607 : tensor<64x16x16x16xf32>
    %609 = stablehlo.dot_general %608, %207, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %610 = stablehlo.transpose %609, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %611 = stablehlo.dot_general %608, %213, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %612 = stablehlo.transpose %611, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %613 = stablehlo.reshape %610 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %614 = stablehlo.broadcast_in_dim %613, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %615 = stablehlo.pad %614, %cst_140, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %616 = stablehlo.reshape %594 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %617 = stablehlo.broadcast_in_dim %616, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %618 = stablehlo.pad %617, %cst_141, low = [0, 0, 0, 1], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %619 = stablehlo.add %615, %618 : tensor<64x16x64x3xf32>
    %620 = stablehlo.reshape %612 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %621 = stablehlo.broadcast_in_dim %620, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %622 = stablehlo.pad %621, %cst_142, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %623 = stablehlo.add %619, %622 : tensor<64x16x64x3xf32>
    %624 = stablehlo.reshape %623 : (tensor<64x16x64x3xf32>) -> tensor<64x16x192xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %625 = stablehlo.reduce(%624 init: %cst_143) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x192xf32>, tensor<f32>) -> tensor<192xf32>
    %626 = stablehlo.reshape %625 : (tensor<192xf32>) -> tensor<1x1x192xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %627 = stablehlo.reduce(%626 init: %cst_144) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x192xf32>, tensor<f32>) -> tensor<192xf32>
    %628 = stablehlo.dot_general %624, %199, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x192xf32>, tensor<64x16x64xf32>) -> tensor<192x64xf32>
    %629 = stablehlo.transpose %628, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %630 = stablehlo.dot_general %624, %arg20, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x192xf32>, tensor<64x192xf32>) -> tensor<64x16x64xf32>
    %631 = stablehlo.add %583, %630 : tensor<64x16x64xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %632 = stablehlo.reduce(%631 init: %cst_145) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %633 = stablehlo.reshape %632 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %634 = stablehlo.reduce(%633 init: %cst_146) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %635 = stablehlo.multiply %193, %631 : tensor<64x16x64xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %636 = stablehlo.reduce(%635 init: %cst_147) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %637 = stablehlo.reshape %636 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %638 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %639 = stablehlo.multiply %631, %638 : tensor<64x16x64xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %640 = stablehlo.reduce(%637 init: %cst_148) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %641 = stablehlo.multiply %185, %639 : tensor<64x16x64xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %642 = stablehlo.reduce(%641 init: %cst_149) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %643 = stablehlo.reshape %642 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %644 = stablehlo.broadcast_in_dim %188, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %645 = stablehlo.multiply %639, %644 : tensor<64x16x64xf32>
    %646 = stablehlo.multiply %643, %191 : tensor<64x16x1xf32>
    %647 = stablehlo.negate %645 : tensor<64x16x64xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %648 = stablehlo.reduce(%647 init: %cst_150) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %649 = stablehlo.reshape %648 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %650 = stablehlo.multiply %646, %183 : tensor<64x16x1xf32>
    %651 = stablehlo.negate %650 : tensor<64x16x1xf32>
    %652 = stablehlo.multiply %164, %651 : tensor<64x16x1xf32>
    %653 = stablehlo.add %649, %652 : tensor<64x16x1xf32>
    %654 = stablehlo.multiply %651, %164 : tensor<64x16x1xf32>
    %655 = stablehlo.add %653, %654 : tensor<64x16x1xf32>
    %cst_151 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %656 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %657 = stablehlo.divide %650, %656 : tensor<64x16x1xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %658 = stablehlo.reduce(%657 init: %cst_152) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %659 = stablehlo.broadcast_in_dim %658, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %660 = stablehlo.multiply %160, %659 : tensor<64x16x64xf32>
    %661 = stablehlo.add %645, %660 : tensor<64x16x64xf32>
    %662 = stablehlo.multiply %659, %160 : tensor<64x16x64xf32>
    %663 = stablehlo.add %661, %662 : tensor<64x16x64xf32>
    %cst_153 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %664 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %665 = stablehlo.divide %655, %664 : tensor<64x16x1xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %666 = stablehlo.reduce(%665 init: %cst_154) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %667 = stablehlo.broadcast_in_dim %666, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %668 = stablehlo.add %663, %667 : tensor<64x16x64xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %669 = stablehlo.reduce(%668 init: %cst_155) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %670 = stablehlo.reshape %669 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %671 = stablehlo.reduce(%670 init: %cst_156) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %672 = stablehlo.dot_general %668, %155, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x256xf32>) -> tensor<64x256xf32>
    %673 = stablehlo.transpose %672, dims = [1, 0] : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %674 = stablehlo.dot_general %668, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<256x64xf32>) -> tensor<64x16x256xf32>
    %675 = stablehlo.multiply %147, %674 : tensor<64x16x256xf32>
    %676 = stablehlo.multiply %674, %154 : tensor<64x16x256xf32>
    %677 = stablehlo.multiply %675, %152 : tensor<64x16x256xf32>
    %678 = stablehlo.multiply %677, %150 : tensor<64x16x256xf32>
    %679 = stablehlo.add %677, %678 : tensor<64x16x256xf32>
    %cst_157 = stablehlo.constant dense<8.000000e-01> : tensor<f32>
    %680 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<64x16x256xf32>
    %681 = stablehlo.multiply %680, %679 : tensor<64x16x256xf32>
    %cst_158 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %682 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<64x16x256xf32>
    %683 = stablehlo.multiply %676, %682 : tensor<64x16x256xf32>
    %684 = stablehlo.add %681, %683 : tensor<64x16x256xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %685 = stablehlo.reduce(%684 init: %cst_159) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x256xf32>, tensor<f32>) -> tensor<256xf32>
    %686 = stablehlo.reshape %685 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %687 = stablehlo.reduce(%686 init: %cst_160) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %688 = stablehlo.dot_general %684, %141, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x256xf32>, tensor<64x16x64xf32>) -> tensor<256x64xf32>
    %689 = stablehlo.transpose %688, dims = [1, 0] : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %690 = stablehlo.dot_general %684, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x256xf32>, tensor<64x256xf32>) -> tensor<64x16x64xf32>
    %691 = stablehlo.add %668, %690 : tensor<64x16x64xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %692 = stablehlo.reduce(%691 init: %cst_161) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %693 = stablehlo.reshape %692 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %694 = stablehlo.reduce(%693 init: %cst_162) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %695 = stablehlo.multiply %135, %691 : tensor<64x16x64xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %696 = stablehlo.reduce(%695 init: %cst_163) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %697 = stablehlo.reshape %696 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %698 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %699 = stablehlo.multiply %691, %698 : tensor<64x16x64xf32>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %700 = stablehlo.reduce(%697 init: %cst_164) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %701 = stablehlo.multiply %127, %699 : tensor<64x16x64xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %702 = stablehlo.reduce(%701 init: %cst_165) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %703 = stablehlo.reshape %702 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %704 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %705 = stablehlo.multiply %699, %704 : tensor<64x16x64xf32>
    %706 = stablehlo.multiply %703, %133 : tensor<64x16x1xf32>
    %707 = stablehlo.negate %705 : tensor<64x16x64xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %708 = stablehlo.reduce(%707 init: %cst_166) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %709 = stablehlo.reshape %708 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %710 = stablehlo.multiply %706, %125 : tensor<64x16x1xf32>
    %711 = stablehlo.negate %710 : tensor<64x16x1xf32>
    %712 = stablehlo.multiply %106, %711 : tensor<64x16x1xf32>
    %713 = stablehlo.add %709, %712 : tensor<64x16x1xf32>
    %714 = stablehlo.multiply %711, %106 : tensor<64x16x1xf32>
    %715 = stablehlo.add %713, %714 : tensor<64x16x1xf32>
    %cst_167 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %716 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %717 = stablehlo.divide %710, %716 : tensor<64x16x1xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %718 = stablehlo.reduce(%717 init: %cst_168) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %719 = stablehlo.broadcast_in_dim %718, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %720 = stablehlo.multiply %102, %719 : tensor<64x16x64xf32>
    %721 = stablehlo.add %705, %720 : tensor<64x16x64xf32>
    %722 = stablehlo.multiply %719, %102 : tensor<64x16x64xf32>
    %723 = stablehlo.add %721, %722 : tensor<64x16x64xf32>
    %cst_169 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %724 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %725 = stablehlo.divide %715, %724 : tensor<64x16x1xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %726 = stablehlo.reduce(%725 init: %cst_170) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %727 = stablehlo.broadcast_in_dim %726, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %728 = stablehlo.add %723, %727 : tensor<64x16x64xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %729 = stablehlo.reduce(%728 init: %cst_171) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %730 = stablehlo.reshape %729 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %731 = stablehlo.reduce(%730 init: %cst_172) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %732 = stablehlo.dot_general %728, %97, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %733 = stablehlo.transpose %732, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %734 = stablehlo.dot_general %728, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x64xf32>, tensor<64x64xf32>) -> tensor<64x16x64xf32>
    %735 = stablehlo.reshape %734 : (tensor<64x16x64xf32>) -> tensor<64x16x16x4xf32>
    %736 = stablehlo.transpose %735, dims = [0, 2, 3, 1] : (tensor<64x16x16x4xf32>) -> tensor<64x16x4x16xf32>
    %737 = stablehlo.dot_general %736, %64, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x16xf32>
    %738 = stablehlo.dot_general %736, %91, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<64x16x4x16xf32>, tensor<64x16x16x16xf32>) -> tensor<64x16x4x16xf32>
    %739 = stablehlo.transpose %738, dims = [0, 3, 1, 2] : (tensor<64x16x4x16xf32>) -> tensor<64x16x16x4xf32>
    %740 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %741 = stablehlo.multiply %737, %740 : tensor<64x16x16x16xf32>
    %742 = stablehlo.multiply %741, %87 : tensor<64x16x16x16xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %743 = stablehlo.reduce(%742 init: %cst_173) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x16xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %744 = stablehlo.reshape %743 : (tensor<64x16x16xf32>) -> tensor<64x16x16x1xf32>
    %745 = stablehlo.negate %744 : tensor<64x16x16x1xf32>
    %746 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2, 3] : (tensor<64x16x16x1xf32>) -> tensor<64x16x16x16xf32>
    %747 = stablehlo.divide %737, %746 : tensor<64x16x16x16xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %748 = stablehlo.reduce(%745 init: %cst_174) applies stablehlo.add across dimensions = [3] : (tensor<64x16x16x1xf32>, tensor<f32>) -> tensor<64x16x16xf32>
    %749 = stablehlo.broadcast_in_dim %748, dims = [0, 1, 2] : (tensor<64x16x16xf32>) -> tensor<64x16x16x16xf32>
    %750 = stablehlo.add %747, %749 : tensor<64x16x16x16xf32>
    %751 = stablehlo.multiply %750, %87 : tensor<64x16x16x16xf32>
    %cst_175 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %752 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<64x16x16x16xf32>
    %753 = stablehlo.multiply %751, %752 : tensor<64x16x16x16xf32>
    %754 = stablehlo.dot_general %753, %61, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %755 = stablehlo.transpose %754, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %756 = stablehlo.dot_general %753, %67, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x16x16xf32>, tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %757 = stablehlo.transpose %756, dims = [0, 2, 1, 3] : (tensor<64x16x16x4xf32>) -> tensor<64x16x16x4xf32>
    %758 = stablehlo.reshape %755 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %759 = stablehlo.broadcast_in_dim %758, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %760 = stablehlo.pad %759, %cst_176, low = [0, 0, 0, 2], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %761 = stablehlo.reshape %739 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %762 = stablehlo.broadcast_in_dim %761, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %763 = stablehlo.pad %762, %cst_177, low = [0, 0, 0, 1], high = [0, 0, 0, 1], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %764 = stablehlo.add %760, %763 : tensor<64x16x64x3xf32>
    %765 = stablehlo.reshape %757 : (tensor<64x16x16x4xf32>) -> tensor<64x16x64xf32>
    %766 = stablehlo.broadcast_in_dim %765, dims = [0, 1, 2] : (tensor<64x16x64xf32>) -> tensor<64x16x64x1xf32>
    %cst_178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %767 = stablehlo.pad %766, %cst_178, low = [0, 0, 0, 0], high = [0, 0, 0, 2], interior = [0, 0, 0, 0] : (tensor<64x16x64x1xf32>, tensor<f32>) -> tensor<64x16x64x3xf32>
    %768 = stablehlo.add %764, %767 : tensor<64x16x64x3xf32>
    %769 = stablehlo.reshape %768 : (tensor<64x16x64x3xf32>) -> tensor<64x16x192xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %770 = stablehlo.reduce(%769 init: %cst_179) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x192xf32>, tensor<f32>) -> tensor<192xf32>
    %771 = stablehlo.reshape %770 : (tensor<192xf32>) -> tensor<1x1x192xf32>
    %cst_180 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %772 = stablehlo.reduce(%771 init: %cst_180) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x192xf32>, tensor<f32>) -> tensor<192xf32>
    %773 = stablehlo.dot_general %769, %53, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x192xf32>, tensor<64x16x64xf32>) -> tensor<192x64xf32>
    %774 = stablehlo.transpose %773, dims = [1, 0] : (tensor<192x64xf32>) -> tensor<64x192xf32>
    %775 = stablehlo.dot_general %769, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x16x192xf32>, tensor<64x192xf32>) -> tensor<64x16x64xf32>
    %776 = stablehlo.add %728, %775 : tensor<64x16x64xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %777 = stablehlo.reduce(%776 init: %cst_181) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %778 = stablehlo.reshape %777 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %779 = stablehlo.reduce(%778 init: %cst_182) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %780 = stablehlo.multiply %47, %776 : tensor<64x16x64xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %781 = stablehlo.reduce(%780 init: %cst_183) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %782 = stablehlo.reshape %781 : (tensor<64xf32>) -> tensor<1x1x64xf32>
    %783 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<1x1x64xf32>) -> tensor<64x16x64xf32>
    %784 = stablehlo.multiply %776, %783 : tensor<64x16x64xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %785 = stablehlo.reduce(%782 init: %cst_184) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %786 = stablehlo.multiply %39, %784 : tensor<64x16x64xf32>
    %cst_185 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %787 = stablehlo.reduce(%786 init: %cst_185) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %788 = stablehlo.reshape %787 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %789 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2] : (tensor<64x16x1xf32>) -> tensor<64x16x64xf32>
    %790 = stablehlo.multiply %784, %789 : tensor<64x16x64xf32>
    %791 = stablehlo.multiply %788, %45 : tensor<64x16x1xf32>
    %792 = stablehlo.negate %790 : tensor<64x16x64xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %793 = stablehlo.reduce(%792 init: %cst_186) applies stablehlo.add across dimensions = [2] : (tensor<64x16x64xf32>, tensor<f32>) -> tensor<64x16xf32>
    %794 = stablehlo.reshape %793 : (tensor<64x16xf32>) -> tensor<64x16x1xf32>
    %795 = stablehlo.multiply %791, %37 : tensor<64x16x1xf32>
    %796 = stablehlo.negate %795 : tensor<64x16x1xf32>
    %797 = stablehlo.multiply %18, %796 : tensor<64x16x1xf32>
    %798 = stablehlo.add %794, %797 : tensor<64x16x1xf32>
    %799 = stablehlo.multiply %796, %18 : tensor<64x16x1xf32>
    %800 = stablehlo.add %798, %799 : tensor<64x16x1xf32>
    %cst_187 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %801 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %802 = stablehlo.divide %795, %801 : tensor<64x16x1xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %803 = stablehlo.reduce(%802 init: %cst_188) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %804 = stablehlo.broadcast_in_dim %803, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %805 = stablehlo.multiply %14, %804 : tensor<64x16x64xf32>
    %806 = stablehlo.add %790, %805 : tensor<64x16x64xf32>
    %807 = stablehlo.multiply %804, %14 : tensor<64x16x64xf32>
    %808 = stablehlo.add %806, %807 : tensor<64x16x64xf32>
    %cst_189 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %809 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<64x16x1xf32>
    %810 = stablehlo.divide %800, %809 : tensor<64x16x1xf32>
    %cst_190 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %811 = stablehlo.reduce(%810 init: %cst_190) applies stablehlo.add across dimensions = [2] : (tensor<64x16x1xf32>, tensor<f32>) -> tensor<64x16xf32>
    %812 = stablehlo.broadcast_in_dim %811, dims = [0, 1] : (tensor<64x16xf32>) -> tensor<64x16x64xf32>
    %813 = stablehlo.add %808, %812 : tensor<64x16x64xf32>
    %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %814 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %c_192 = stablehlo.constant dense<15> : tensor<1xi32>
    %c_193 = stablehlo.constant dense<2147483647> : tensor<i32>
    %815 = stablehlo.broadcast_in_dim %c_193, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %816 = stablehlo.minimum %c_192, %815 : tensor<1xi32>
    %817 = stablehlo.broadcast_in_dim %816, dims = [2] : (tensor<1xi32>) -> tensor<64x16x1xi32>
    %c_194 = stablehlo.constant dense<0> : tensor<i32>
    %818 = stablehlo.broadcast_in_dim %c_194, dims = [] : (tensor<i32>) -> tensor<64x16x1xi32>
    %819 = stablehlo.clamp %818, %12, %817 : tensor<64x16x1xi32>
    %820 = "stablehlo.scatter"(%814, %819, %813) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg62: tensor<f32>, %arg63: tensor<f32>):
      %857 = stablehlo.add %arg62, %arg63 : tensor<f32>
      stablehlo.return %857 : tensor<f32>
    }) : (tensor<16x64xf32>, tensor<64x16x1xi32>, tensor<64x16x64xf32>) -> tensor<16x64xf32>
    %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %821 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %c_196 = stablehlo.constant dense<63> : tensor<1xi32>
    %c_197 = stablehlo.constant dense<2147483647> : tensor<i32>
    %822 = stablehlo.broadcast_in_dim %c_197, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %823 = stablehlo.minimum %c_196, %822 : tensor<1xi32>
    %824 = stablehlo.broadcast_in_dim %823, dims = [2] : (tensor<1xi32>) -> tensor<64x16x1xi32>
    %c_198 = stablehlo.constant dense<0> : tensor<i32>
    %825 = stablehlo.broadcast_in_dim %c_198, dims = [] : (tensor<i32>) -> tensor<64x16x1xi32>
    %826 = stablehlo.clamp %825, %5, %824 : tensor<64x16x1xi32>
    %827 = "stablehlo.scatter"(%821, %826, %813) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg62: tensor<f32>, %arg63: tensor<f32>):
      %857 = stablehlo.add %arg62, %arg63 : tensor<f32>
      stablehlo.return %857 : tensor<f32>
    }) : (tensor<64x64xf32>, tensor<64x16x1xi32>, tensor<64x16x64xf32>) -> tensor<64x64xf32>
    %828:2 = call @adafactor_one(%arg4, %arg33, %827) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
    %829:2 = call @adafactor_one_2(%arg5, %arg34, %820) : (tensor<16x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>)
    %830:2 = call @adafactor_one_3(%arg6, %arg35, %785) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %831:2 = call @adafactor_one_3(%arg7, %arg36, %779) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %832:2 = call @adafactor_one_4(%arg8, %arg37, %774) : (tensor<64x192xf32>, tensor<64x192xf32>, tensor<64x192xf32>) -> (tensor<64x192xf32>, tensor<64x192xf32>)
    %833:2 = call @adafactor_one_5(%arg9, %arg38, %772) : (tensor<192xf32>, tensor<192xf32>, tensor<192xf32>) -> (tensor<192xf32>, tensor<192xf32>)
    %834:2 = call @adafactor_one(%arg10, %arg39, %733) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
    %835:2 = call @adafactor_one_3(%arg11, %arg40, %731) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %836:2 = call @adafactor_one_3(%arg12, %arg41, %700) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %837:2 = call @adafactor_one_3(%arg13, %arg42, %694) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %838:2 = call @adafactor_one_6(%arg14, %arg43, %689) : (tensor<64x256xf32>, tensor<64x256xf32>, tensor<64x256xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>)
    %839:2 = call @adafactor_one_7(%arg15, %arg44, %687) : (tensor<256xf32>, tensor<256xf32>, tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>)
    %840:2 = call @adafactor_one_8(%arg16, %arg45, %673) : (tensor<256x64xf32>, tensor<256x64xf32>, tensor<256x64xf32>) -> (tensor<256x64xf32>, tensor<256x64xf32>)
    %841:2 = call @adafactor_one_3(%arg17, %arg46, %671) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %842:2 = call @adafactor_one_3(%arg18, %arg47, %640) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %843:2 = call @adafactor_one_3(%arg19, %arg48, %634) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %844:2 = call @adafactor_one_4(%arg20, %arg49, %629) : (tensor<64x192xf32>, tensor<64x192xf32>, tensor<64x192xf32>) -> (tensor<64x192xf32>, tensor<64x192xf32>)
    %845:2 = call @adafactor_one_5(%arg21, %arg50, %627) : (tensor<192xf32>, tensor<192xf32>, tensor<192xf32>) -> (tensor<192xf32>, tensor<192xf32>)
    %846:2 = call @adafactor_one(%arg22, %arg51, %588) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
    %847:2 = call @adafactor_one_3(%arg23, %arg52, %586) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %848:2 = call @adafactor_one_3(%arg24, %arg53, %555) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %849:2 = call @adafactor_one_3(%arg25, %arg54, %549) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %850:2 = call @adafactor_one_9(%arg26, %arg55, %542) : (tensor<64x16xf32>, tensor<64x16xf32>, tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xf32>)
    %851:2 = call @adafactor_one_10(%arg27, %arg56, %510) : (tensor<16x64x256xf32>, tensor<16x64x256xf32>, tensor<16x64x256xf32>) -> (tensor<16x64x256xf32>, tensor<16x64x256xf32>)
    %852:2 = call @adafactor_one_11(%arg28, %arg57, %506) : (tensor<16x256x64xf32>, tensor<16x256x64xf32>, tensor<16x256x64xf32>) -> (tensor<16x256x64xf32>, tensor<16x256x64xf32>)
    %853:2 = call @adafactor_one_3(%arg29, %arg58, %470) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %854:2 = call @adafactor_one_3(%arg30, %arg59, %464) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    %855:2 = call @adafactor_one(%arg31, %arg60, %460) : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
    %856:2 = call @adafactor_one_3(%arg32, %arg61, %458) : (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
    return %828#0, %829#0, %830#0, %831#0, %832#0, %833#0, %834#0, %835#0, %836#0, %837#0, %838#0, %839#0, %840#0, %841#0, %842#0, %843#0, %844#0, %845#0, %846#0, %847#0, %848#0, %849#0, %850#0, %851#0, %852#0, %853#0, %854#0, %855#0, %856#0, %828#1, %829#1, %830#1, %831#1, %832#1, %833#1, %834#1, %835#1, %836#1, %837#1, %838#1, %839#1, %840#1, %841#1, %842#1, %843#1, %844#1, %845#1, %846#1, %847#1, %848#1, %849#1, %850#1, %851#1, %852#1, %853#1, %854#1, %855#1, %856#1 : tensor<64x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16x64x256xf32>, tensor<16x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<16x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16x64x256xf32>, tensor<16x256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>
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
  func.func private @adafactor_one(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>, %arg2: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64x64xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<64x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %4 = stablehlo.add %2, %3 : tensor<64x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<64x64xf32>
    %7 = stablehlo.add %1, %6 : tensor<64x64xf32>
    %8 = stablehlo.rsqrt %7 : tensor<64x64xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<64x64xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<64x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %16 = stablehlo.divide %9, %15 : tensor<64x64xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<64x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<64x64xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<64x64xf32>
    return %25, %7 : tensor<64x64xf32>, tensor<64x64xf32>
  }
  func.func private @adafactor_one_2(%arg0: tensor<16x64xf32>, %arg1: tensor<16x64xf32>, %arg2: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<16x64xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<16x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %4 = stablehlo.add %2, %3 : tensor<16x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<16x64xf32>
    %7 = stablehlo.add %1, %6 : tensor<16x64xf32>
    %8 = stablehlo.rsqrt %7 : tensor<16x64xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<16x64xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<16x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %16 = stablehlo.divide %9, %15 : tensor<16x64xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<16x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<16x64xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<16x64xf32>
    return %25, %7 : tensor<16x64xf32>, tensor<16x64xf32>
  }
  func.func private @adafactor_one_3(%arg0: tensor<64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %4 = stablehlo.add %2, %3 : tensor<64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<64xf32>
    %7 = stablehlo.add %1, %6 : tensor<64xf32>
    %8 = stablehlo.rsqrt %7 : tensor<64xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<64xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %16 = stablehlo.divide %9, %15 : tensor<64xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<64xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<64xf32>
    return %25, %7 : tensor<64xf32>, tensor<64xf32>
  }
  func.func private @adafactor_one_4(%arg0: tensor<64x192xf32>, %arg1: tensor<64x192xf32>, %arg2: tensor<64x192xf32>) -> (tensor<64x192xf32>, tensor<64x192xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64x192xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<64x192xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %4 = stablehlo.add %2, %3 : tensor<64x192xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<64x192xf32>
    %7 = stablehlo.add %1, %6 : tensor<64x192xf32>
    %8 = stablehlo.rsqrt %7 : tensor<64x192xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<64x192xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<64x192xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x192xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.228800e+04> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %16 = stablehlo.divide %9, %15 : tensor<64x192xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<64x192xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x192xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.228800e+04> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<64x192xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<64x192xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<64x192xf32>
    return %25, %7 : tensor<64x192xf32>, tensor<64x192xf32>
  }
  func.func private @adafactor_one_5(%arg0: tensor<192xf32>, %arg1: tensor<192xf32>, %arg2: tensor<192xf32>) -> (tensor<192xf32>, tensor<192xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<192xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<192xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %4 = stablehlo.add %2, %3 : tensor<192xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<192xf32>
    %7 = stablehlo.add %1, %6 : tensor<192xf32>
    %8 = stablehlo.rsqrt %7 : tensor<192xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<192xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<192xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<192xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %16 = stablehlo.divide %9, %15 : tensor<192xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<192xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<192xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.920000e+02> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<192xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<192xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<192xf32>
    return %25, %7 : tensor<192xf32>, tensor<192xf32>
  }
  func.func private @adafactor_one_6(%arg0: tensor<64x256xf32>, %arg1: tensor<64x256xf32>, %arg2: tensor<64x256xf32>) -> (tensor<64x256xf32>, tensor<64x256xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64x256xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<64x256xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %4 = stablehlo.add %2, %3 : tensor<64x256xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<64x256xf32>
    %7 = stablehlo.add %1, %6 : tensor<64x256xf32>
    %8 = stablehlo.rsqrt %7 : tensor<64x256xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<64x256xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<64x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.638400e+04> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %16 = stablehlo.divide %9, %15 : tensor<64x256xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<64x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.638400e+04> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<64x256xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<64x256xf32>
    return %25, %7 : tensor<64x256xf32>, tensor<64x256xf32>
  }
  func.func private @adafactor_one_7(%arg0: tensor<256xf32>, %arg1: tensor<256xf32>, %arg2: tensor<256xf32>) -> (tensor<256xf32>, tensor<256xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<256xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<256xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %4 = stablehlo.add %2, %3 : tensor<256xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<256xf32>
    %7 = stablehlo.add %1, %6 : tensor<256xf32>
    %8 = stablehlo.rsqrt %7 : tensor<256xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<256xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %16 = stablehlo.divide %9, %15 : tensor<256xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<256xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<256xf32>
    return %25, %7 : tensor<256xf32>, tensor<256xf32>
  }
  func.func private @adafactor_one_8(%arg0: tensor<256x64xf32>, %arg1: tensor<256x64xf32>, %arg2: tensor<256x64xf32>) -> (tensor<256x64xf32>, tensor<256x64xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<256x64xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<256x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %4 = stablehlo.add %2, %3 : tensor<256x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<256x64xf32>
    %7 = stablehlo.add %1, %6 : tensor<256x64xf32>
    %8 = stablehlo.rsqrt %7 : tensor<256x64xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<256x64xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<256x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.638400e+04> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %16 = stablehlo.divide %9, %15 : tensor<256x64xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<256x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.638400e+04> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<256x64xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<256x64xf32>
    return %25, %7 : tensor<256x64xf32>, tensor<256x64xf32>
  }
  func.func private @adafactor_one_9(%arg0: tensor<64x16xf32>, %arg1: tensor<64x16xf32>, %arg2: tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<64x16xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<64x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %4 = stablehlo.add %2, %3 : tensor<64x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<64x16xf32>
    %7 = stablehlo.add %1, %6 : tensor<64x16xf32>
    %8 = stablehlo.rsqrt %7 : tensor<64x16xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<64x16xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<64x16xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %16 = stablehlo.divide %9, %15 : tensor<64x16xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<64x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.024000e+03> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<64x16xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<64x16xf32>
    return %25, %7 : tensor<64x16xf32>, tensor<64x16xf32>
  }
  func.func private @adafactor_one_10(%arg0: tensor<16x64x256xf32>, %arg1: tensor<16x64x256xf32>, %arg2: tensor<16x64x256xf32>) -> (tensor<16x64x256xf32>, tensor<16x64x256xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<16x64x256xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<16x64x256xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %4 = stablehlo.add %2, %3 : tensor<16x64x256xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<16x64x256xf32>
    %7 = stablehlo.add %1, %6 : tensor<16x64x256xf32>
    %8 = stablehlo.rsqrt %7 : tensor<16x64x256xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<16x64x256xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<16x64x256xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x64x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<2.621440e+05> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %16 = stablehlo.divide %9, %15 : tensor<16x64x256xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<16x64x256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x64x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<2.621440e+05> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<16x64x256xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<16x64x256xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<16x64x256xf32>
    return %25, %7 : tensor<16x64x256xf32>, tensor<16x64x256xf32>
  }
  func.func private @adafactor_one_11(%arg0: tensor<16x256x64xf32>, %arg1: tensor<16x256x64xf32>, %arg2: tensor<16x256x64xf32>) -> (tensor<16x256x64xf32>, tensor<16x256x64xf32>) {
    %cst = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %1 = stablehlo.multiply %0, %arg1 : tensor<16x256x64xf32>
    %2 = stablehlo.multiply %arg2, %arg2 : tensor<16x256x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e-30> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %4 = stablehlo.add %2, %3 : tensor<16x256x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %6 = stablehlo.multiply %5, %4 : tensor<16x256x64xf32>
    %7 = stablehlo.add %1, %6 : tensor<16x256x64xf32>
    %8 = stablehlo.rsqrt %7 : tensor<16x256x64xf32>
    %9 = stablehlo.multiply %arg2, %8 : tensor<16x256x64xf32>
    %10 = stablehlo.multiply %9, %9 : tensor<16x256x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_2) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x256x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<2.621440e+05> : tensor<f32>
    %12 = stablehlo.divide %11, %cst_3 : tensor<f32>
    %13 = stablehlo.sqrt %12 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.maximum %cst_4, %13 : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %16 = stablehlo.divide %9, %15 : tensor<16x256x64xf32>
    %17 = stablehlo.multiply %arg0, %arg0 : tensor<16x256x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_5) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<16x256x64xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<2.621440e+05> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_6 : tensor<f32>
    %20 = stablehlo.sqrt %19 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %21 = stablehlo.maximum %cst_7, %20 : tensor<f32>
    %cst_8 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %22 = stablehlo.multiply %cst_8, %21 : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [] : (tensor<f32>) -> tensor<16x256x64xf32>
    %24 = stablehlo.multiply %23, %16 : tensor<16x256x64xf32>
    %25 = stablehlo.subtract %arg0, %24 : tensor<16x256x64xf32>
    return %25, %7 : tensor<16x256x64xf32>, tensor<16x256x64xf32>
  }
}
