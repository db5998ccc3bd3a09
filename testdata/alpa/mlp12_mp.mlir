module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<128x1024xf32>, %arg1: tensor<128x1024xf32>, %arg2: tensor<1024x1024xf32> {tf.aliasing_output = 0 : i32}, %arg3: tensor<1024x1024xf32> {tf.aliasing_output = 1 : i32}, %arg4: tensor<1024x1024xf32> {tf.aliasing_output = 2 : i32}, %arg5: tensor<1024x1024xf32> {tf.aliasing_output = 3 : i32}, %arg6: tensor<1024x1024xf32> {tf.aliasing_output = 4 : i32}, %arg7: tensor<1024x1024xf32> {tf.aliasing_output = 5 : i32}, %arg8: tensor<1024x1024xf32> {tf.aliasing_output = 6 : i32}, %arg9: tensor<1024x1024xf32> {tf.aliasing_output = 7 : i32}, %arg10: tensor<1024x1024xf32> {tf.aliasing_output = 8 : i32}, %arg11: tensor<1024x1024xf32> {tf.aliasing_output = 9 : i32}, %arg12: tensor<1024x1024xf32> {tf.aliasing_output = 10 : i32}, %arg13: tensor<1024x1024xf32> {tf.aliasing_output = 11 : i32}) -> (tensor<1024x1024xf32> {jax.result_info = "result[0]"}, tensor<1024x1024xf32> {jax.result_info = "result[1]"}, tensor<1024x1024xf32> {jax.result_info = "result[2]"}, tensor<1024x1024xf32> {jax.result_info = "result[3]"}, tensor<1024x1024xf32> {jax.result_info = "result[4]"}, tensor<1024x1024xf32> {jax.result_info = "result[5]"}, tensor<1024x1024xf32> {jax.result_info = "result[6]"}, tensor<1024x1024xf32> {jax.result_info = "result[7]"}, tensor<1024x1024xf32> {jax.result_info = "result[8]"}, tensor<1024x1024xf32> {jax.result_info = "result[9]"}, tensor<1024x1024xf32> {jax.result_info = "result[10]"}, tensor<1024x1024xf32> {jax.result_info = "result[11]"}) {
    %0 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %1 = stablehlo.dot_general %0, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %2 = stablehlo.dot_general %1, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %3 = stablehlo.dot_general %2, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %4 = stablehlo.dot_general %3, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %5 = stablehlo.dot_general %4, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %6 = stablehlo.dot_general %5, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %7 = stablehlo.dot_general %6, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %8 = stablehlo.dot_general %7, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %9 = stablehlo.dot_general %8, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %10 = stablehlo.dot_general %9, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %11 = stablehlo.dot_general %10, %arg13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %12 = stablehlo.subtract %11, %arg1 : tensor<128x1024xf32>
    %13 = stablehlo.multiply %12, %12 : tensor<128x1024xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %15 = stablehlo.multiply %14, %12 : tensor<128x1024xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%13 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x1024xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %17 = stablehlo.divide %16, %cst_1 : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.310720e+05> : tensor<f32>
    %18 = stablehlo.divide %cst_2, %cst_3 : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [] : (tensor<f32>) -> tensor<128x1024xf32>
    %20 = stablehlo.multiply %19, %15 : tensor<128x1024xf32>
    %21 = stablehlo.dot_general %20, %10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %22 = stablehlo.transpose %21, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %23 = stablehlo.dot_general %20, %arg13, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %24 = stablehlo.dot_general %23, %9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %25 = stablehlo.transpose %24, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %26 = stablehlo.dot_general %23, %arg12, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %27 = stablehlo.dot_general %26, %8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %28 = stablehlo.transpose %27, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %29 = stablehlo.dot_general %26, %arg11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %30 = stablehlo.dot_general %29, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %31 = stablehlo.transpose %30, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %32 = stablehlo.dot_general %29, %arg10, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %33 = stablehlo.dot_general %32, %6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %34 = stablehlo.transpose %33, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %35 = stablehlo.dot_general %32, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %36 = stablehlo.dot_general %35, %5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %38 = stablehlo.dot_general %35, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %39 = stablehlo.dot_general %38, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %40 = stablehlo.transpose %39, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %41 = stablehlo.dot_general %38, %arg7, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %42 = stablehlo.dot_general %41, %3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %43 = stablehlo.transpose %42, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %44 = stablehlo.dot_general %41, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %45 = stablehlo.dot_general %44, %2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %46 = stablehlo.transpose %45, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %47 = stablehlo.dot_general %44, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %48 = stablehlo.dot_general %47, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %49 = stablehlo.transpose %48, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %50 = stablehlo.dot_general %47, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %51 = stablehlo.dot_general %50, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %52 = stablehlo.transpose %51, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %53 = stablehlo.dot_general %50, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<1024x1024xf32>) -> tensor<128x1024xf32>
    %54 = stablehlo.dot_general %53, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<128x1024xf32>, tensor<128x1024xf32>) -> tensor<1024x1024xf32>
    %55 = stablehlo.transpose %54, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %56 = stablehlo.subtract %arg2, %55 : tensor<1024x1024xf32>
    %57 = stablehlo.subtract %arg3, %52 : tensor<1024x1024xf32>
    %58 = stablehlo.subtract %arg4, %49 : tensor<1024x1024xf32>
    %59 = stablehlo.subtract %arg5, %46 : tensor<1024x1024xf32>
    %60 = stablehlo.subtract %arg6, %43 : tensor<1024x1024xf32>
    %61 = stablehlo.subtract %arg7, %40 : tensor<1024x1024xf32>
    %62 = stablehlo.subtract %arg8, %37 : tensor<1024x1024xf32>
    %63 = stablehlo.subtract %arg9, %34 : tensor<1024x1024xf32>
    %64 = stablehlo.subtract %arg10, %31 : tensor<1024x1024xf32>
    %65 = stablehlo.subtract %arg11, %28 : tensor<1024x1024xf32>
    %66 = stablehlo.subtract %arg12, %25 : tensor<1024x1024xf32>
    %67 = stablehlo.subtract %arg13, %22 : tensor<1024x1024xf32>
    return %56, %57, %58, %59, %60, %61, %62, %63, %64, %65, %66, %67 : tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>, tensor<1024x1024xf32>
  }
}
