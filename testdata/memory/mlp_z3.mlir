module @jit_adam attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg3: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg5: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg6: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg7: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg8: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg9: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg10: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg11: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg12: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg13: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg15: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg16: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg17: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg18: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg19: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg20: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg21: tensor<1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg22: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg23: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg24: tensor<8192x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg25: tensor<8192x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<256x1024xf32> {jax.result_info = "result[1][0][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[1][0][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1][1][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[1][1][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1][2][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[1][2][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x256xf32> {jax.result_info = "result[1][3][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<256xf32> {jax.result_info = "result[1][3][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<256x1024xf32> {jax.result_info = "result[2][0][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[2][0][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2][1][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[2][1][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2][2][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[2][2][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x256xf32> {jax.result_info = "result[2][3][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<256xf32> {jax.result_info = "result[2][3][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<256x1024xf32> {jax.result_info = "result[3][0][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[3][0][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[3][1][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[3][1][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x1024xf32> {jax.result_info = "result[3][2][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024xf32> {jax.result_info = "result[3][2][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1024x256xf32> {jax.result_info = "result[3][3][0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<256xf32> {jax.result_info = "result[3][3][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %0 = stablehlo.dot_general %arg24, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x256xf32>, tensor<256x1024xf32>) -> tensor<8192x1024xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<8192x1024xf32>
    %3 = stablehlo.add %0, %2 : tensor<8192x1024xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<8192x1024xf32>
    %5 = stablehlo.multiply %4, %3 : tensor<8192x1024xf32>
    %6 = stablehlo.multiply %3, %3 : tensor<8192x1024xf32>
    %cst = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<8192x1024xf32>
    %cst_0 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %10 = stablehlo.multiply %9, %5 : tensor<8192x1024xf32>
    %11 = stablehlo.add %3, %10 : tensor<8192x1024xf32>
    %cst_1 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %13 = stablehlo.multiply %12, %11 : tensor<8192x1024xf32>
    %14 = stablehlo.tanh %13 : tensor<8192x1024xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %16 = stablehlo.subtract %15, %14 : tensor<8192x1024xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %18 = stablehlo.add %17, %14 : tensor<8192x1024xf32>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<8192x1024xf32>
    %21 = stablehlo.multiply %3, %20 : tensor<8192x1024xf32>
    %22 = stablehlo.dot_general %21, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<1024x1024xf32>) -> tensor<8192x1024xf32>
    %23 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<8192x1024xf32>
    %25 = stablehlo.add %22, %24 : tensor<8192x1024xf32>
    %26 = stablehlo.multiply %25, %25 : tensor<8192x1024xf32>
    %27 = stablehlo.multiply %26, %25 : tensor<8192x1024xf32>
    %28 = stablehlo.multiply %25, %25 : tensor<8192x1024xf32>
    %cst_5 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %30 = stablehlo.multiply %29, %28 : tensor<8192x1024xf32>
    %cst_6 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %32 = stablehlo.multiply %31, %27 : tensor<8192x1024xf32>
    %33 = stablehlo.add %25, %32 : tensor<8192x1024xf32>
    %cst_7 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %35 = stablehlo.multiply %34, %33 : tensor<8192x1024xf32>
    %36 = stablehlo.tanh %35 : tensor<8192x1024xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %38 = stablehlo.subtract %37, %36 : tensor<8192x1024xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %40 = stablehlo.add %39, %36 : tensor<8192x1024xf32>
    %cst_10 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %42 = stablehlo.multiply %41, %40 : tensor<8192x1024xf32>
    %43 = stablehlo.multiply %25, %42 : tensor<8192x1024xf32>
    %44 = stablehlo.dot_general %43, %arg4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<1024x1024xf32>) -> tensor<8192x1024xf32>
    %45 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<1x1024xf32>) -> tensor<8192x1024xf32>
    %47 = stablehlo.add %44, %46 : tensor<8192x1024xf32>
    %48 = stablehlo.multiply %47, %47 : tensor<8192x1024xf32>
    %49 = stablehlo.multiply %48, %47 : tensor<8192x1024xf32>
    %50 = stablehlo.multiply %47, %47 : tensor<8192x1024xf32>
    %cst_11 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %52 = stablehlo.multiply %51, %50 : tensor<8192x1024xf32>
    %cst_12 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %54 = stablehlo.multiply %53, %49 : tensor<8192x1024xf32>
    %55 = stablehlo.add %47, %54 : tensor<8192x1024xf32>
    %cst_13 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %57 = stablehlo.multiply %56, %55 : tensor<8192x1024xf32>
    %58 = stablehlo.tanh %57 : tensor<8192x1024xf32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %60 = stablehlo.subtract %59, %58 : tensor<8192x1024xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %62 = stablehlo.add %61, %58 : tensor<8192x1024xf32>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %64 = stablehlo.multiply %63, %62 : tensor<8192x1024xf32>
    %65 = stablehlo.multiply %47, %64 : tensor<8192x1024xf32>
    %66 = stablehlo.dot_general %65, %arg6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<1024x256xf32>) -> tensor<8192x256xf32>
    %67 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<8192x256xf32>
    %69 = stablehlo.add %66, %68 : tensor<8192x256xf32>
    %70 = stablehlo.subtract %69, %arg25 : tensor<8192x256xf32>
    %71 = stablehlo.multiply %70, %70 : tensor<8192x256xf32>
    %cst_17 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8192x256xf32>
    %73 = stablehlo.multiply %72, %70 : tensor<8192x256xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%71 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<8192x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_19 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %75 = stablehlo.divide %74, %cst_19 : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_21 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %76 = stablehlo.divide %cst_20, %cst_21 : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<8192x256xf32>
    %78 = stablehlo.multiply %77, %73 : tensor<8192x256xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<8192x256xf32>, tensor<f32>) -> tensor<256xf32>
    %80 = stablehlo.reshape %79 : (tensor<256xf32>) -> tensor<1x256xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %82 = stablehlo.dot_general %78, %65, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x256xf32>, tensor<8192x1024xf32>) -> tensor<256x1024xf32>
    %83 = stablehlo.transpose %82, dims = [1, 0] : (tensor<256x1024xf32>) -> tensor<1024x256xf32>
    %84 = stablehlo.dot_general %78, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x256xf32>, tensor<1024x256xf32>) -> tensor<8192x1024xf32>
    %85 = stablehlo.multiply %47, %84 : tensor<8192x1024xf32>
    %86 = stablehlo.multiply %84, %64 : tensor<8192x1024xf32>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %88 = stablehlo.multiply %87, %85 : tensor<8192x1024xf32>
    %89 = stablehlo.multiply %88, %60 : tensor<8192x1024xf32>
    %90 = stablehlo.multiply %89, %58 : tensor<8192x1024xf32>
    %91 = stablehlo.add %89, %90 : tensor<8192x1024xf32>
    %cst_25 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %93 = stablehlo.multiply %92, %91 : tensor<8192x1024xf32>
    %94 = stablehlo.add %86, %93 : tensor<8192x1024xf32>
    %cst_26 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %96 = stablehlo.multiply %95, %93 : tensor<8192x1024xf32>
    %97 = stablehlo.multiply %96, %52 : tensor<8192x1024xf32>
    %98 = stablehlo.add %94, %97 : tensor<8192x1024xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<8192x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %100 = stablehlo.reshape %99 : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.reduce(%100 init: %cst_28) applies stablehlo.add across dimensions = [0] : (tensor<1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %102 = stablehlo.dot_general %98, %43, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<8192x1024xf32>) -> tensor<1024x1024xf32>
    %103 = stablehlo.transpose %102, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %104 = stablehlo.dot_general %98, %arg4, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<1024x1024xf32>) -> tensor<8192x1024xf32>
    %105 = stablehlo.multiply %25, %104 : tensor<8192x1024xf32>
    %106 = stablehlo.multiply %104, %42 : tensor<8192x1024xf32>
    %cst_29 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %108 = stablehlo.multiply %107, %105 : tensor<8192x1024xf32>
    %109 = stablehlo.multiply %108, %38 : tensor<8192x1024xf32>
    %110 = stablehlo.multiply %109, %36 : tensor<8192x1024xf32>
    %111 = stablehlo.add %109, %110 : tensor<8192x1024xf32>
    %cst_30 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %113 = stablehlo.multiply %112, %111 : tensor<8192x1024xf32>
    %114 = stablehlo.add %106, %113 : tensor<8192x1024xf32>
    %cst_31 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %116 = stablehlo.multiply %115, %113 : tensor<8192x1024xf32>
    %117 = stablehlo.multiply %116, %30 : tensor<8192x1024xf32>
    %118 = stablehlo.add %114, %117 : tensor<8192x1024xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%118 init: %cst_32) applies stablehlo.add across dimensions = [0] : (tensor<8192x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %120 = stablehlo.reshape %119 : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%120 init: %cst_33) applies stablehlo.add across dimensions = [0] : (tensor<1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %122 = stablehlo.dot_general %118, %21, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<8192x1024xf32>) -> tensor<1024x1024xf32>
    %123 = stablehlo.transpose %122, dims = [1, 0] : (tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
    %124 = stablehlo.dot_general %118, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<1024x1024xf32>) -> tensor<8192x1024xf32>
    %125 = stablehlo.multiply %3, %124 : tensor<8192x1024xf32>
    %126 = stablehlo.multiply %124, %20 : tensor<8192x1024xf32>
    %cst_34 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %128 = stablehlo.multiply %127, %125 : tensor<8192x1024xf32>
    %129 = stablehlo.multiply %128, %16 : tensor<8192x1024xf32>
    %130 = stablehlo.multiply %129, %14 : tensor<8192x1024xf32>
    %131 = stablehlo.add %129, %130 : tensor<8192x1024xf32>
    %cst_35 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %133 = stablehlo.multiply %132, %131 : tensor<8192x1024xf32>
    %134 = stablehlo.add %126, %133 : tensor<8192x1024xf32>
    %cst_36 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8192x1024xf32>
    %136 = stablehlo.multiply %135, %133 : tensor<8192x1024xf32>
    %137 = stablehlo.multiply %136, %8 : tensor<8192x1024xf32>
    %138 = stablehlo.add %134, %137 : tensor<8192x1024xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.reduce(%138 init: %cst_37) applies stablehlo.add across dimensions = [0] : (tensor<8192x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %140 = stablehlo.reshape %139 : (tensor<1024xf32>) -> tensor<1x1024xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.reduce(%140 init: %cst_38) applies stablehlo.add across dimensions = [0] : (tensor<1x1024xf32>, tensor<f32>) -> tensor<1024xf32>
    %142 = stablehlo.dot_general %138, %arg24, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xf32>, tensor<8192x256xf32>) -> tensor<1024x256xf32>
    %143 = stablehlo.transpose %142, dims = [1, 0] : (tensor<1024x256xf32>) -> tensor<256x1024xf32>
    %cst_39 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %145 = stablehlo.multiply %144, %arg8 : tensor<256x1024xf32>
    %cst_40 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %147 = stablehlo.multiply %146, %143 : tensor<256x1024xf32>
    %148 = stablehlo.add %145, %147 : tensor<256x1024xf32>
    %cst_41 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %150 = stablehlo.multiply %149, %arg9 : tensor<1024xf32>
    %cst_42 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %152 = stablehlo.multiply %151, %141 : tensor<1024xf32>
    %153 = stablehlo.add %150, %152 : tensor<1024xf32>
    %cst_43 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %155 = stablehlo.multiply %154, %arg10 : tensor<1024x1024xf32>
    %cst_44 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %157 = stablehlo.multiply %156, %123 : tensor<1024x1024xf32>
    %158 = stablehlo.add %155, %157 : tensor<1024x1024xf32>
    %cst_45 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %160 = stablehlo.multiply %159, %arg11 : tensor<1024xf32>
    %cst_46 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %162 = stablehlo.multiply %161, %121 : tensor<1024xf32>
    %163 = stablehlo.add %160, %162 : tensor<1024xf32>
    %cst_47 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %165 = stablehlo.multiply %164, %arg12 : tensor<1024x1024xf32>
    %cst_48 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %167 = stablehlo.multiply %166, %103 : tensor<1024x1024xf32>
    %168 = stablehlo.add %165, %167 : tensor<1024x1024xf32>
    %cst_49 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %170 = stablehlo.multiply %169, %arg13 : tensor<1024xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %172 = stablehlo.multiply %171, %101 : tensor<1024xf32>
    %173 = stablehlo.add %170, %172 : tensor<1024xf32>
    %cst_51 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %175 = stablehlo.multiply %174, %arg14 : tensor<1024x256xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %177 = stablehlo.multiply %176, %83 : tensor<1024x256xf32>
    %178 = stablehlo.add %175, %177 : tensor<1024x256xf32>
    %cst_53 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %180 = stablehlo.multiply %179, %arg15 : tensor<256xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %182 = stablehlo.multiply %181, %81 : tensor<256xf32>
    %183 = stablehlo.add %180, %182 : tensor<256xf32>
    %cst_55 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %185 = stablehlo.multiply %184, %arg16 : tensor<256x1024xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %187 = stablehlo.multiply %186, %143 : tensor<256x1024xf32>
    %188 = stablehlo.multiply %187, %143 : tensor<256x1024xf32>
    %189 = stablehlo.add %185, %188 : tensor<256x1024xf32>
    %cst_57 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %191 = stablehlo.multiply %190, %arg17 : tensor<1024xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %193 = stablehlo.multiply %192, %141 : tensor<1024xf32>
    %194 = stablehlo.multiply %193, %141 : tensor<1024xf32>
    %195 = stablehlo.add %191, %194 : tensor<1024xf32>
    %cst_59 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %197 = stablehlo.multiply %196, %arg18 : tensor<1024x1024xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %199 = stablehlo.multiply %198, %123 : tensor<1024x1024xf32>
    %200 = stablehlo.multiply %199, %123 : tensor<1024x1024xf32>
    %201 = stablehlo.add %197, %200 : tensor<1024x1024xf32>
    %cst_61 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %203 = stablehlo.multiply %202, %arg19 : tensor<1024xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %205 = stablehlo.multiply %204, %121 : tensor<1024xf32>
    %206 = stablehlo.multiply %205, %121 : tensor<1024xf32>
    %207 = stablehlo.add %203, %206 : tensor<1024xf32>
    %cst_63 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %209 = stablehlo.multiply %208, %arg20 : tensor<1024x1024xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %211 = stablehlo.multiply %210, %103 : tensor<1024x1024xf32>
    %212 = stablehlo.multiply %211, %103 : tensor<1024x1024xf32>
    %213 = stablehlo.add %209, %212 : tensor<1024x1024xf32>
    %cst_65 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %215 = stablehlo.multiply %214, %arg21 : tensor<1024xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %216 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %217 = stablehlo.multiply %216, %101 : tensor<1024xf32>
    %218 = stablehlo.multiply %217, %101 : tensor<1024xf32>
    %219 = stablehlo.add %215, %218 : tensor<1024xf32>
    %cst_67 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %221 = stablehlo.multiply %220, %arg22 : tensor<1024x256xf32>
    %cst_68 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %223 = stablehlo.multiply %222, %83 : tensor<1024x256xf32>
    %224 = stablehlo.multiply %223, %83 : tensor<1024x256xf32>
    %225 = stablehlo.add %221, %224 : tensor<1024x256xf32>
    %cst_69 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %227 = stablehlo.multiply %226, %arg23 : tensor<256xf32>
    %cst_70 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %229 = stablehlo.multiply %228, %81 : tensor<256xf32>
    %230 = stablehlo.multiply %229, %81 : tensor<256xf32>
    %231 = stablehlo.add %227, %230 : tensor<256xf32>
    %cst_71 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %233 = stablehlo.multiply %232, %148 : tensor<256x1024xf32>
    %234 = stablehlo.sqrt %189 : tensor<256x1024xf32>
    %cst_72 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %236 = stablehlo.add %234, %235 : tensor<256x1024xf32>
    %237 = stablehlo.divide %233, %236 : tensor<256x1024xf32>
    %238 = stablehlo.subtract %arg0, %237 : tensor<256x1024xf32>
    %cst_73 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %240 = stablehlo.multiply %239, %153 : tensor<1024xf32>
    %241 = stablehlo.sqrt %195 : tensor<1024xf32>
    %cst_74 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %242 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %243 = stablehlo.add %241, %242 : tensor<1024xf32>
    %244 = stablehlo.divide %240, %243 : tensor<1024xf32>
    %245 = stablehlo.subtract %arg1, %244 : tensor<1024xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %247 = stablehlo.multiply %246, %158 : tensor<1024x1024xf32>
    %248 = stablehlo.sqrt %201 : tensor<1024x1024xf32>
    %cst_76 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %250 = stablehlo.add %248, %249 : tensor<1024x1024xf32>
    %251 = stablehlo.divide %247, %250 : tensor<1024x1024xf32>
    %252 = stablehlo.subtract %arg2, %251 : tensor<1024x1024xf32>
    %cst_77 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %253 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %254 = stablehlo.multiply %253, %163 : tensor<1024xf32>
    %255 = stablehlo.sqrt %207 : tensor<1024xf32>
    %cst_78 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %257 = stablehlo.add %255, %256 : tensor<1024xf32>
    %258 = stablehlo.divide %254, %257 : tensor<1024xf32>
    %259 = stablehlo.subtract %arg3, %258 : tensor<1024xf32>
    %cst_79 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %261 = stablehlo.multiply %260, %168 : tensor<1024x1024xf32>
    %262 = stablehlo.sqrt %213 : tensor<1024x1024xf32>
    %cst_80 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %264 = stablehlo.add %262, %263 : tensor<1024x1024xf32>
    %265 = stablehlo.divide %261, %264 : tensor<1024x1024xf32>
    %266 = stablehlo.subtract %arg4, %265 : tensor<1024x1024xf32>
    %cst_81 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %268 = stablehlo.multiply %267, %173 : tensor<1024xf32>
    %269 = stablehlo.sqrt %219 : tensor<1024xf32>
    %cst_82 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<1024xf32>
    %271 = stablehlo.add %269, %270 : tensor<1024xf32>
    %272 = stablehlo.divide %268, %271 : tensor<1024xf32>
    %273 = stablehlo.subtract %arg5, %272 : tensor<1024xf32>
    %cst_83 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %275 = stablehlo.multiply %274, %178 : tensor<1024x256xf32>
    %276 = stablehlo.sqrt %225 : tensor<1024x256xf32>
    %cst_84 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %278 = stablehlo.add %276, %277 : tensor<1024x256xf32>
    %279 = stablehlo.divide %275, %278 : tensor<1024x256xf32>
    %280 = stablehlo.subtract %arg6, %279 : tensor<1024x256xf32>
    %cst_85 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %282 = stablehlo.multiply %281, %183 : tensor<256xf32>
    %283 = stablehlo.sqrt %231 : tensor<256xf32>
    %cst_86 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %285 = stablehlo.add %283, %284 : tensor<256xf32>
    %286 = stablehlo.divide %282, %285 : tensor<256xf32>
    %287 = stablehlo.subtract %arg7, %286 : tensor<256xf32>
    return %75, %238, %245, %252, %259, %266, %273, %280, %287, %148, %153, %158, %163, %168, %173, %178, %183, %189, %195, %201, %207, %213, %219, %225, %231 : tensor<f32>, tensor<256x1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<256x1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024x1024xf32>, tensor<1024xf32>, tensor<1024x256xf32>, tensor<256xf32>
  }
}
