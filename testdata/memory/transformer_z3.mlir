module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<2048x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg1: tensor<256x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg2: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg3: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<4x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg5: tensor<256x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg6: tensor<256x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg7: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg8: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg9: tensor<256x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg10: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg11: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg12: tensor<4x64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg13: tensor<256x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg14: tensor<256x4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, %arg15: tensor<256x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg16: tensor<1024x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg17: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg18: tensor<512x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg19: tensor<16x256xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg20: tensor<16x256xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<2048x256xf32> {jax.result_info = "result[1]['emb']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<256x4x64xf32> {jax.result_info = "result[1]['layers'][0]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256xf32> {jax.result_info = "result[1]['layers'][0]['n1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<256xf32> {jax.result_info = "result[1]['layers'][0]['n2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4x64x256xf32> {jax.result_info = "result[1]['layers'][0]['o']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256x4x64xf32> {jax.result_info = "result[1]['layers'][0]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256x4x64xf32> {jax.result_info = "result[1]['layers'][0]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256x1024xf32> {jax.result_info = "result[1]['layers'][0]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024x256xf32> {jax.result_info = "result[1]['layers'][0]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<256x4x64xf32> {jax.result_info = "result[1]['layers'][1]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256xf32> {jax.result_info = "result[1]['layers'][1]['n1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<256xf32> {jax.result_info = "result[1]['layers'][1]['n2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<4x64x256xf32> {jax.result_info = "result[1]['layers'][1]['o']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256x4x64xf32> {jax.result_info = "result[1]['layers'][1]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256x4x64xf32> {jax.result_info = "result[1]['layers'][1]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>}, tensor<256x1024xf32> {jax.result_info = "result[1]['layers'][1]['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<1024x256xf32> {jax.result_info = "result[1]['layers'][1]['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<256xf32> {jax.result_info = "result[1]['norm']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<512x256xf32> {jax.result_info = "result[1]['pos']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x256xi32>
    %1 = stablehlo.compare LT, %arg19, %0, SIGNED : (tensor<16x256xi32>, tensor<16x256xi32>) -> tensor<16x256xi1>
    %c_0 = stablehlo.constant dense<2048> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x256xi32>
    %3 = stablehlo.add %arg19, %2 : tensor<16x256xi32>
    %4 = stablehlo.select %1, %3, %arg19 : tensor<16x256xi1>, tensor<16x256xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<16x256xi32>) -> tensor<16x256x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 256>}> : (tensor<2048x256xf32>, tensor<16x256x1xi32>) -> tensor<16x256x256xf32>
    %7 = stablehlo.slice %arg18 [0:256, 0:256] : (tensor<512x256xf32>) -> tensor<256x256xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1, 2] : (tensor<256x256xf32>) -> tensor<1x256x256xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x256x256xf32>) -> tensor<16x256x256xf32>
    %10 = stablehlo.add %6, %9 : tensor<16x256x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_1 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<16x256x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %16 = stablehlo.subtract %10, %15 : tensor<16x256x256xf32>
    %17 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %18 = stablehlo.subtract %10, %17 : tensor<16x256x256xf32>
    %19 = stablehlo.multiply %18, %18 : tensor<16x256x256xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x256x256xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<16x256x256xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_4 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %25 = stablehlo.divide %23, %24 : tensor<16x256x1xf32>
    %cst_5 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %27 = stablehlo.add %25, %26 : tensor<16x256x1xf32>
    %28 = stablehlo.rsqrt %27 : tensor<16x256x1xf32>
    %29 = stablehlo.divide %28, %27 : tensor<16x256x1xf32>
    %cst_6 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %31 = stablehlo.multiply %30, %29 : tensor<16x256x1xf32>
    %32 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %33 = stablehlo.multiply %16, %32 : tensor<16x256x256xf32>
    %34 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %36 = stablehlo.multiply %33, %35 : tensor<16x256x256xf32>
    %37 = stablehlo.dot_general %arg5, %36, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<16x256x256xf32>) -> tensor<4x64x16x256xf32>
    %38 = stablehlo.transpose %37, dims = [2, 0, 3, 1] : (tensor<4x64x16x256xf32>) -> tensor<16x4x256x64xf32>
    %39 = stablehlo.dot_general %arg1, %36, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<16x256x256xf32>) -> tensor<4x64x16x256xf32>
    %40 = stablehlo.transpose %39, dims = [2, 0, 3, 1] : (tensor<4x64x16x256xf32>) -> tensor<16x4x256x64xf32>
    %41 = stablehlo.dot_general %arg6, %36, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<16x256x256xf32>) -> tensor<4x64x16x256xf32>
    %42 = stablehlo.transpose %41, dims = [2, 0, 3, 1] : (tensor<4x64x16x256xf32>) -> tensor<16x4x256x64xf32>
    %43 = stablehlo.dot_general %38, %40, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x64xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x256xf32>
    %cst_7 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16x4x256x256xf32>
    %45 = stablehlo.divide %43, %44 : tensor<16x4x256x256xf32>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %46 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i1>) -> tensor<256x256xi1>
    %47 = call @tril(%46) : (tensor<256x256xi1>) -> tensor<256x256xi1>
    %cst_9 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %48:2 = call @_where(%47, %45, %cst_9) : (tensor<256x256xi1>, tensor<16x4x256x256xf32>, tensor<f32>) -> (tensor<16x4x256x256xf32>, tensor<16x4x256x256xi1>)
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %49 = stablehlo.reduce(%48#0 init: %cst_10) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x256x256xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x4x256xf32>
    %51 = stablehlo.maximum %50, %49 : tensor<16x4x256xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<16x4x256xf32>) -> tensor<16x4x256x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %54 = stablehlo.subtract %48#0, %53 : tensor<16x4x256x256xf32>
    %55 = stablehlo.exponential %54 : tensor<16x4x256x256xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_12) applies stablehlo.add across dimensions = [3] : (tensor<16x4x256x256xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<16x4x256xf32>) -> tensor<16x4x256x1xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %59 = stablehlo.divide %55, %58 : tensor<16x4x256x256xf32>
    %60 = stablehlo.multiply %57, %57 : tensor<16x4x256x1xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<16x4x256x1xf32>
    %62 = stablehlo.divide %61, %60 : tensor<16x4x256x1xf32>
    %63 = stablehlo.dot_general %42, %59, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x64xf32>, tensor<16x4x256x256xf32>) -> tensor<16x4x64x256xf32>
    %64 = stablehlo.dot_general %63, %arg4, contracting_dims = [1, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x64x256xf32>, tensor<4x64x256xf32>) -> tensor<16x256x256xf32>
    %65 = stablehlo.add %10, %64 : tensor<16x256x256xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_15 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %69 = stablehlo.divide %67, %68 : tensor<16x256x1xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %71 = stablehlo.subtract %65, %70 : tensor<16x256x256xf32>
    %72 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %73 = stablehlo.subtract %65, %72 : tensor<16x256x256xf32>
    %74 = stablehlo.multiply %73, %73 : tensor<16x256x256xf32>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<16x256x256xf32>
    %76 = stablehlo.multiply %75, %73 : tensor<16x256x256xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%74 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_18 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %80 = stablehlo.divide %78, %79 : tensor<16x256x1xf32>
    %cst_19 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %82 = stablehlo.add %80, %81 : tensor<16x256x1xf32>
    %83 = stablehlo.rsqrt %82 : tensor<16x256x1xf32>
    %84 = stablehlo.divide %83, %82 : tensor<16x256x1xf32>
    %cst_20 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %86 = stablehlo.multiply %85, %84 : tensor<16x256x1xf32>
    %87 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %88 = stablehlo.multiply %71, %87 : tensor<16x256x256xf32>
    %89 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %91 = stablehlo.multiply %88, %90 : tensor<16x256x256xf32>
    %92 = stablehlo.dot_general %91, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<256x1024xf32>) -> tensor<16x256x1024xf32>
    %93 = stablehlo.multiply %92, %92 : tensor<16x256x1024xf32>
    %94 = stablehlo.multiply %93, %92 : tensor<16x256x1024xf32>
    %95 = stablehlo.multiply %92, %92 : tensor<16x256x1024xf32>
    %cst_21 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %97 = stablehlo.multiply %96, %95 : tensor<16x256x1024xf32>
    %cst_22 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %99 = stablehlo.multiply %98, %94 : tensor<16x256x1024xf32>
    %100 = stablehlo.add %92, %99 : tensor<16x256x1024xf32>
    %cst_23 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %102 = stablehlo.multiply %101, %100 : tensor<16x256x1024xf32>
    %103 = stablehlo.tanh %102 : tensor<16x256x1024xf32>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %105 = stablehlo.subtract %104, %103 : tensor<16x256x1024xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %107 = stablehlo.add %106, %103 : tensor<16x256x1024xf32>
    %cst_26 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %109 = stablehlo.multiply %108, %107 : tensor<16x256x1024xf32>
    %110 = stablehlo.multiply %92, %109 : tensor<16x256x1024xf32>
    %111 = stablehlo.dot_general %110, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xf32>, tensor<1024x256xf32>) -> tensor<16x256x256xf32>
    %112 = stablehlo.add %65, %111 : tensor<16x256x256xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.reduce(%112 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_28 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %116 = stablehlo.divide %114, %115 : tensor<16x256x1xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %118 = stablehlo.subtract %112, %117 : tensor<16x256x256xf32>
    %119 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %120 = stablehlo.subtract %112, %119 : tensor<16x256x256xf32>
    %121 = stablehlo.multiply %120, %120 : tensor<16x256x256xf32>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16x256x256xf32>
    %123 = stablehlo.multiply %122, %120 : tensor<16x256x256xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%121 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_31 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %127 = stablehlo.divide %125, %126 : tensor<16x256x1xf32>
    %cst_32 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %129 = stablehlo.add %127, %128 : tensor<16x256x1xf32>
    %130 = stablehlo.rsqrt %129 : tensor<16x256x1xf32>
    %131 = stablehlo.divide %130, %129 : tensor<16x256x1xf32>
    %cst_33 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %133 = stablehlo.multiply %132, %131 : tensor<16x256x1xf32>
    %134 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %135 = stablehlo.multiply %118, %134 : tensor<16x256x256xf32>
    %136 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %138 = stablehlo.multiply %135, %137 : tensor<16x256x256xf32>
    %139 = stablehlo.dot_general %arg13, %138, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<16x256x256xf32>) -> tensor<4x64x16x256xf32>
    %140 = stablehlo.transpose %139, dims = [2, 0, 3, 1] : (tensor<4x64x16x256xf32>) -> tensor<16x4x256x64xf32>
    %141 = stablehlo.dot_general %arg9, %138, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<16x256x256xf32>) -> tensor<4x64x16x256xf32>
    %142 = stablehlo.transpose %141, dims = [2, 0, 3, 1] : (tensor<4x64x16x256xf32>) -> tensor<16x4x256x64xf32>
    %143 = stablehlo.dot_general %arg14, %138, contracting_dims = [0] x [2], precision = [DEFAULT, DEFAULT] : (tensor<256x4x64xf32>, tensor<16x256x256xf32>) -> tensor<4x64x16x256xf32>
    %144 = stablehlo.transpose %143, dims = [2, 0, 3, 1] : (tensor<4x64x16x256xf32>) -> tensor<16x4x256x64xf32>
    %145 = stablehlo.dot_general %140, %142, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x64xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x256xf32>
    %cst_34 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<16x4x256x256xf32>
    %147 = stablehlo.divide %145, %146 : tensor<16x4x256x256xf32>
    %c_35 = stablehlo.constant dense<true> : tensor<i1>
    %148 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<i1>) -> tensor<256x256xi1>
    %149 = call @tril(%148) : (tensor<256x256xi1>) -> tensor<256x256xi1>
    %cst_36 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %150:2 = call @_where(%149, %147, %cst_36) : (tensor<256x256xi1>, tensor<16x4x256x256xf32>, tensor<f32>) -> (tensor<16x4x256x256xf32>, tensor<16x4x256x256xi1>)
    %cst_37 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %151 = stablehlo.reduce(%150#0 init: %cst_37) applies stablehlo.maximum across dimensions = [3] : (tensor<16x4x256x256xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %cst_38 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<16x4x256xf32>
    %153 = stablehlo.maximum %152, %151 : tensor<16x4x256xf32>
    %154 = stablehlo.broadcast_in_dim %153, dims = [0, 1, 2] : (tensor<16x4x256xf32>) -> tensor<16x4x256x1xf32>
    %155 = stablehlo.broadcast_in_dim %154, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %156 = stablehlo.subtract %150#0, %155 : tensor<16x4x256x256xf32>
    %157 = stablehlo.exponential %156 : tensor<16x4x256x256xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.reduce(%157 init: %cst_39) applies stablehlo.add across dimensions = [3] : (tensor<16x4x256x256xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %159 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2] : (tensor<16x4x256xf32>) -> tensor<16x4x256x1xf32>
    %160 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %161 = stablehlo.divide %157, %160 : tensor<16x4x256x256xf32>
    %162 = stablehlo.multiply %159, %159 : tensor<16x4x256x1xf32>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<16x4x256x1xf32>
    %164 = stablehlo.divide %163, %162 : tensor<16x4x256x1xf32>
    %165 = stablehlo.dot_general %144, %161, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x64xf32>, tensor<16x4x256x256xf32>) -> tensor<16x4x64x256xf32>
    %166 = stablehlo.dot_general %165, %arg12, contracting_dims = [1, 2] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x4x64x256xf32>, tensor<4x64x256xf32>) -> tensor<16x256x256xf32>
    %167 = stablehlo.add %112, %166 : tensor<16x256x256xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %168 = stablehlo.reduce(%167 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %169 = stablehlo.broadcast_in_dim %168, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_42 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %171 = stablehlo.divide %169, %170 : tensor<16x256x1xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %173 = stablehlo.subtract %167, %172 : tensor<16x256x256xf32>
    %174 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %175 = stablehlo.subtract %167, %174 : tensor<16x256x256xf32>
    %176 = stablehlo.multiply %175, %175 : tensor<16x256x256xf32>
    %cst_43 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<16x256x256xf32>
    %178 = stablehlo.multiply %177, %175 : tensor<16x256x256xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%176 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_45 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %182 = stablehlo.divide %180, %181 : tensor<16x256x1xf32>
    %cst_46 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %183 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %184 = stablehlo.add %182, %183 : tensor<16x256x1xf32>
    %185 = stablehlo.rsqrt %184 : tensor<16x256x1xf32>
    %186 = stablehlo.divide %185, %184 : tensor<16x256x1xf32>
    %cst_47 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %188 = stablehlo.multiply %187, %186 : tensor<16x256x1xf32>
    %189 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %190 = stablehlo.multiply %173, %189 : tensor<16x256x256xf32>
    %191 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %193 = stablehlo.multiply %190, %192 : tensor<16x256x256xf32>
    %194 = stablehlo.dot_general %193, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<256x1024xf32>) -> tensor<16x256x1024xf32>
    %195 = stablehlo.multiply %194, %194 : tensor<16x256x1024xf32>
    %196 = stablehlo.multiply %195, %194 : tensor<16x256x1024xf32>
    %197 = stablehlo.multiply %194, %194 : tensor<16x256x1024xf32>
    %cst_48 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %199 = stablehlo.multiply %198, %197 : tensor<16x256x1024xf32>
    %cst_49 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %201 = stablehlo.multiply %200, %196 : tensor<16x256x1024xf32>
    %202 = stablehlo.add %194, %201 : tensor<16x256x1024xf32>
    %cst_50 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %204 = stablehlo.multiply %203, %202 : tensor<16x256x1024xf32>
    %205 = stablehlo.tanh %204 : tensor<16x256x1024xf32>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %207 = stablehlo.subtract %206, %205 : tensor<16x256x1024xf32>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %209 = stablehlo.add %208, %205 : tensor<16x256x1024xf32>
    %cst_53 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %211 = stablehlo.multiply %210, %209 : tensor<16x256x1024xf32>
    %212 = stablehlo.multiply %194, %211 : tensor<16x256x1024xf32>
    %213 = stablehlo.dot_general %212, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xf32>, tensor<1024x256xf32>) -> tensor<16x256x256xf32>
    %214 = stablehlo.add %167, %213 : tensor<16x256x256xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %215 = stablehlo.reduce(%214 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_55 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %218 = stablehlo.divide %216, %217 : tensor<16x256x1xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %220 = stablehlo.subtract %214, %219 : tensor<16x256x256xf32>
    %221 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %222 = stablehlo.subtract %214, %221 : tensor<16x256x256xf32>
    %223 = stablehlo.multiply %222, %222 : tensor<16x256x256xf32>
    %cst_56 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<16x256x256xf32>
    %225 = stablehlo.multiply %224, %222 : tensor<16x256x256xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %226 = stablehlo.reduce(%223 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %227 = stablehlo.broadcast_in_dim %226, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %cst_58 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %229 = stablehlo.divide %227, %228 : tensor<16x256x1xf32>
    %cst_59 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %231 = stablehlo.add %229, %230 : tensor<16x256x1xf32>
    %232 = stablehlo.rsqrt %231 : tensor<16x256x1xf32>
    %233 = stablehlo.divide %232, %231 : tensor<16x256x1xf32>
    %cst_60 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %235 = stablehlo.multiply %234, %233 : tensor<16x256x1xf32>
    %236 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %237 = stablehlo.multiply %220, %236 : tensor<16x256x256xf32>
    %238 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %240 = stablehlo.multiply %237, %239 : tensor<16x256x256xf32>
    %241 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2048x256xf32>) -> tensor<256x2048xf32>
    %242 = stablehlo.dot_general %240, %241, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<256x2048xf32>) -> tensor<16x256x2048xf32>
    %cst_61 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %243 = stablehlo.reduce(%242 init: %cst_61) applies stablehlo.maximum across dimensions = [2] : (tensor<16x256x2048xf32>, tensor<f32>) -> tensor<16x256xf32>
    %cst_62 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %244 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<16x256xf32>
    %245 = stablehlo.maximum %244, %243 : tensor<16x256xf32>
    %246 = stablehlo.is_finite %245 : (tensor<16x256xf32>) -> tensor<16x256xi1>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %247 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<16x256xf32>
    %248 = stablehlo.select %246, %245, %247 : tensor<16x256xi1>, tensor<16x256xf32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %250 = stablehlo.broadcast_in_dim %249, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x2048xf32>
    %251 = stablehlo.subtract %242, %250 : tensor<16x256x2048xf32>
    %252 = stablehlo.exponential %251 : tensor<16x256x2048xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %253 = stablehlo.reduce(%252 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<16x256x2048xf32>, tensor<f32>) -> tensor<16x256xf32>
    %254 = stablehlo.abs %253 : tensor<16x256xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %255 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<16x256xf32>
    %256 = stablehlo.compare GE, %253, %255, FLOAT : (tensor<16x256xf32>, tensor<16x256xf32>) -> tensor<16x256xi1>
    %257 = stablehlo.log %254 : tensor<16x256xf32>
    %258 = stablehlo.add %257, %248 : tensor<16x256xf32>
    %259 = stablehlo.broadcast_in_dim %arg20, dims = [0, 1] : (tensor<16x256xi32>) -> tensor<16x256x1xi32>
    %260:2 = call @take_along_axis(%242, %259) : (tensor<16x256x2048xf32>, tensor<16x256x1xi32>) -> (tensor<16x256x1xf32>, tensor<16x256x1x1xi32>)
    %261 = stablehlo.reshape %260#0 : (tensor<16x256x1xf32>) -> tensor<16x256xf32>
    %262 = stablehlo.subtract %258, %261 : tensor<16x256xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %263 = stablehlo.reduce(%262 init: %cst_66) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256xf32>, tensor<f32>) -> tensor<f32>
    %cst_67 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %264 = stablehlo.divide %263, %cst_67 : tensor<f32>
    %cst_68 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_69 = stablehlo.constant dense<4.096000e+03> : tensor<f32>
    %265 = stablehlo.divide %cst_68, %cst_69 : tensor<f32>
    %266 = stablehlo.broadcast_in_dim %265, dims = [] : (tensor<f32>) -> tensor<16x256xf32>
    %267 = stablehlo.negate %266 : tensor<16x256xf32>
    %268 = stablehlo.broadcast_in_dim %267, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %269 = call @take_along_axis_0(%260#1, %268) : (tensor<16x256x1x1xi32>, tensor<16x256x1xf32>) -> tensor<16x256x2048xf32>
    %270 = stablehlo.divide %266, %254 : tensor<16x256xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %271 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<16x256xf32>
    %272 = stablehlo.select %256, %271, %270 : tensor<16x256xi1>, tensor<16x256xf32>
    %273 = stablehlo.select %256, %270, %271 : tensor<16x256xi1>, tensor<16x256xf32>
    %274 = stablehlo.negate %272 : tensor<16x256xf32>
    %275 = stablehlo.add %273, %274 : tensor<16x256xf32>
    %276 = stablehlo.broadcast_in_dim %275, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x2048xf32>
    %277 = stablehlo.multiply %276, %252 : tensor<16x256x2048xf32>
    %278 = stablehlo.add %269, %277 : tensor<16x256x2048xf32>
    %279 = stablehlo.dot_general %278, %240, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x2048xf32>, tensor<16x256x256xf32>) -> tensor<2048x256xf32>
    %280 = stablehlo.transpose %279, dims = [1, 0] : (tensor<2048x256xf32>) -> tensor<256x2048xf32>
    %281 = stablehlo.dot_general %278, %241, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x2048xf32>, tensor<256x2048xf32>) -> tensor<16x256x256xf32>
    %282 = stablehlo.transpose %280, dims = [1, 0] : (tensor<256x2048xf32>) -> tensor<2048x256xf32>
    %283 = stablehlo.multiply %237, %281 : tensor<16x256x256xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %284 = stablehlo.reduce(%283 init: %cst_71) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<256xf32>
    %285 = stablehlo.reshape %284 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %286 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %287 = stablehlo.multiply %281, %286 : tensor<16x256x256xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %288 = stablehlo.reduce(%285 init: %cst_72) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %289 = stablehlo.multiply %220, %287 : tensor<16x256x256xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %290 = stablehlo.reduce(%289 init: %cst_73) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %291 = stablehlo.reshape %290 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %292 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %293 = stablehlo.multiply %287, %292 : tensor<16x256x256xf32>
    %294 = stablehlo.multiply %291, %235 : tensor<16x256x1xf32>
    %cst_74 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %295 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %296 = stablehlo.divide %294, %295 : tensor<16x256x1xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %297 = stablehlo.reduce(%296 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %298 = stablehlo.broadcast_in_dim %297, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %299 = stablehlo.multiply %298, %225 : tensor<16x256x256xf32>
    %300 = stablehlo.negate %299 : tensor<16x256x256xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %301 = stablehlo.reduce(%300 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %302 = stablehlo.reshape %301 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %303 = stablehlo.negate %293 : tensor<16x256x256xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %304 = stablehlo.reduce(%303 init: %cst_77) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %305 = stablehlo.reshape %304 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %306 = stablehlo.add %299, %293 : tensor<16x256x256xf32>
    %307 = stablehlo.add %302, %305 : tensor<16x256x1xf32>
    %cst_78 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %309 = stablehlo.divide %307, %308 : tensor<16x256x1xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %310 = stablehlo.reduce(%309 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %311 = stablehlo.broadcast_in_dim %310, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %312 = stablehlo.add %306, %311 : tensor<16x256x256xf32>
    %313 = stablehlo.dot_general %312, %212, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<16x256x1024xf32>) -> tensor<256x1024xf32>
    %314 = stablehlo.transpose %313, dims = [1, 0] : (tensor<256x1024xf32>) -> tensor<1024x256xf32>
    %315 = stablehlo.dot_general %312, %arg16, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<1024x256xf32>) -> tensor<16x256x1024xf32>
    %316 = stablehlo.multiply %194, %315 : tensor<16x256x1024xf32>
    %317 = stablehlo.multiply %315, %211 : tensor<16x256x1024xf32>
    %cst_80 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %319 = stablehlo.multiply %318, %316 : tensor<16x256x1024xf32>
    %320 = stablehlo.multiply %319, %207 : tensor<16x256x1024xf32>
    %321 = stablehlo.multiply %320, %205 : tensor<16x256x1024xf32>
    %322 = stablehlo.add %320, %321 : tensor<16x256x1024xf32>
    %cst_81 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %323 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %324 = stablehlo.multiply %323, %322 : tensor<16x256x1024xf32>
    %325 = stablehlo.add %317, %324 : tensor<16x256x1024xf32>
    %cst_82 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %327 = stablehlo.multiply %326, %324 : tensor<16x256x1024xf32>
    %328 = stablehlo.multiply %327, %199 : tensor<16x256x1024xf32>
    %329 = stablehlo.add %325, %328 : tensor<16x256x1024xf32>
    %330 = stablehlo.dot_general %329, %193, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xf32>, tensor<16x256x256xf32>) -> tensor<1024x256xf32>
    %331 = stablehlo.transpose %330, dims = [1, 0] : (tensor<1024x256xf32>) -> tensor<256x1024xf32>
    %332 = stablehlo.dot_general %329, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xf32>, tensor<256x1024xf32>) -> tensor<16x256x256xf32>
    %333 = stablehlo.multiply %190, %332 : tensor<16x256x256xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %334 = stablehlo.reduce(%333 init: %cst_83) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<256xf32>
    %335 = stablehlo.reshape %334 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %336 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %337 = stablehlo.multiply %332, %336 : tensor<16x256x256xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %338 = stablehlo.reduce(%335 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %339 = stablehlo.multiply %173, %337 : tensor<16x256x256xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %340 = stablehlo.reduce(%339 init: %cst_85) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %341 = stablehlo.reshape %340 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %342 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %343 = stablehlo.multiply %337, %342 : tensor<16x256x256xf32>
    %344 = stablehlo.multiply %341, %188 : tensor<16x256x1xf32>
    %cst_86 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %345 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %346 = stablehlo.divide %344, %345 : tensor<16x256x1xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %347 = stablehlo.reduce(%346 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %348 = stablehlo.broadcast_in_dim %347, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %349 = stablehlo.multiply %348, %178 : tensor<16x256x256xf32>
    %350 = stablehlo.negate %349 : tensor<16x256x256xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %351 = stablehlo.reduce(%350 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %352 = stablehlo.reshape %351 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %353 = stablehlo.add %312, %349 : tensor<16x256x256xf32>
    %354 = stablehlo.negate %343 : tensor<16x256x256xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %355 = stablehlo.reduce(%354 init: %cst_89) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %356 = stablehlo.reshape %355 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %357 = stablehlo.add %353, %343 : tensor<16x256x256xf32>
    %358 = stablehlo.add %352, %356 : tensor<16x256x1xf32>
    %cst_90 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %359 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %360 = stablehlo.divide %358, %359 : tensor<16x256x1xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %361 = stablehlo.reduce(%360 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %362 = stablehlo.broadcast_in_dim %361, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %363 = stablehlo.add %357, %362 : tensor<16x256x256xf32>
    %364 = stablehlo.dot_general %363, %165, contracting_dims = [0, 1] x [0, 3], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<16x4x64x256xf32>) -> tensor<256x4x64xf32>
    %365 = stablehlo.transpose %364, dims = [1, 2, 0] : (tensor<256x4x64xf32>) -> tensor<4x64x256xf32>
    %366 = stablehlo.dot_general %363, %arg12, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<4x64x256xf32>) -> tensor<16x256x4x64xf32>
    %367 = stablehlo.transpose %366, dims = [0, 2, 3, 1] : (tensor<16x256x4x64xf32>) -> tensor<16x4x64x256xf32>
    %368 = stablehlo.dot_general %367, %144, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x64x256xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x256xf32>
    %369 = stablehlo.dot_general %367, %161, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x64x256xf32>, tensor<16x4x256x256xf32>) -> tensor<16x4x64x256xf32>
    %370 = stablehlo.transpose %369, dims = [0, 1, 3, 2] : (tensor<16x4x64x256xf32>) -> tensor<16x4x256x64xf32>
    %371 = stablehlo.broadcast_in_dim %164, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %372 = stablehlo.multiply %368, %371 : tensor<16x4x256x256xf32>
    %373 = stablehlo.multiply %372, %157 : tensor<16x4x256x256xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %374 = stablehlo.reduce(%373 init: %cst_92) applies stablehlo.add across dimensions = [3] : (tensor<16x4x256x256xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %375 = stablehlo.reshape %374 : (tensor<16x4x256xf32>) -> tensor<16x4x256x1xf32>
    %376 = stablehlo.negate %375 : tensor<16x4x256x1xf32>
    %377 = stablehlo.broadcast_in_dim %159, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %378 = stablehlo.divide %368, %377 : tensor<16x4x256x256xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %379 = stablehlo.reduce(%376 init: %cst_93) applies stablehlo.add across dimensions = [3] : (tensor<16x4x256x1xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %380 = stablehlo.broadcast_in_dim %379, dims = [0, 1, 2] : (tensor<16x4x256xf32>) -> tensor<16x4x256x256xf32>
    %381 = stablehlo.add %378, %380 : tensor<16x4x256x256xf32>
    %382 = stablehlo.multiply %381, %157 : tensor<16x4x256x256xf32>
    %383 = call @_where_1(%150#1, %382) : (tensor<16x4x256x256xi1>, tensor<16x4x256x256xf32>) -> tensor<16x4x256x256xf32>
    %cst_94 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<16x4x256x256xf32>
    %385 = stablehlo.divide %383, %384 : tensor<16x4x256x256xf32>
    %386 = stablehlo.dot_general %385, %140, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x256xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x64xf32>
    %387 = stablehlo.dot_general %385, %142, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x256xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x64xf32>
    %388 = stablehlo.transpose %370, dims = [1, 3, 0, 2] : (tensor<16x4x256x64xf32>) -> tensor<4x64x16x256xf32>
    %389 = stablehlo.dot_general %388, %arg14, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<256x4x64xf32>) -> tensor<16x256x256xf32>
    %390 = stablehlo.dot_general %388, %138, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<16x256x256xf32>) -> tensor<4x64x256xf32>
    %391 = stablehlo.transpose %390, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %392 = stablehlo.transpose %386, dims = [1, 3, 0, 2] : (tensor<16x4x256x64xf32>) -> tensor<4x64x16x256xf32>
    %393 = stablehlo.dot_general %392, %arg9, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<256x4x64xf32>) -> tensor<16x256x256xf32>
    %394 = stablehlo.add %389, %393 : tensor<16x256x256xf32>
    %395 = stablehlo.dot_general %392, %138, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<16x256x256xf32>) -> tensor<4x64x256xf32>
    %396 = stablehlo.transpose %395, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %397 = stablehlo.transpose %387, dims = [1, 3, 0, 2] : (tensor<16x4x256x64xf32>) -> tensor<4x64x16x256xf32>
    %398 = stablehlo.dot_general %397, %arg13, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<256x4x64xf32>) -> tensor<16x256x256xf32>
    %399 = stablehlo.add %394, %398 : tensor<16x256x256xf32>
    %400 = stablehlo.dot_general %397, %138, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<16x256x256xf32>) -> tensor<4x64x256xf32>
    %401 = stablehlo.transpose %400, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %402 = stablehlo.multiply %135, %399 : tensor<16x256x256xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %403 = stablehlo.reduce(%402 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<256xf32>
    %404 = stablehlo.reshape %403 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %405 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %406 = stablehlo.multiply %399, %405 : tensor<16x256x256xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %407 = stablehlo.reduce(%404 init: %cst_96) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %408 = stablehlo.multiply %118, %406 : tensor<16x256x256xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %409 = stablehlo.reduce(%408 init: %cst_97) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %410 = stablehlo.reshape %409 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %411 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %412 = stablehlo.multiply %406, %411 : tensor<16x256x256xf32>
    %413 = stablehlo.multiply %410, %133 : tensor<16x256x1xf32>
    %cst_98 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %414 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %415 = stablehlo.divide %413, %414 : tensor<16x256x1xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %416 = stablehlo.reduce(%415 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %417 = stablehlo.broadcast_in_dim %416, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %418 = stablehlo.multiply %417, %123 : tensor<16x256x256xf32>
    %419 = stablehlo.negate %418 : tensor<16x256x256xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %420 = stablehlo.reduce(%419 init: %cst_100) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %421 = stablehlo.reshape %420 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %422 = stablehlo.add %363, %418 : tensor<16x256x256xf32>
    %423 = stablehlo.negate %412 : tensor<16x256x256xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %424 = stablehlo.reduce(%423 init: %cst_101) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %425 = stablehlo.reshape %424 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %426 = stablehlo.add %422, %412 : tensor<16x256x256xf32>
    %427 = stablehlo.add %421, %425 : tensor<16x256x1xf32>
    %cst_102 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %428 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %429 = stablehlo.divide %427, %428 : tensor<16x256x1xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %430 = stablehlo.reduce(%429 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %431 = stablehlo.broadcast_in_dim %430, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %432 = stablehlo.add %426, %431 : tensor<16x256x256xf32>
    %433 = stablehlo.dot_general %432, %110, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<16x256x1024xf32>) -> tensor<256x1024xf32>
    %434 = stablehlo.transpose %433, dims = [1, 0] : (tensor<256x1024xf32>) -> tensor<1024x256xf32>
    %435 = stablehlo.dot_general %432, %arg8, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<1024x256xf32>) -> tensor<16x256x1024xf32>
    %436 = stablehlo.multiply %92, %435 : tensor<16x256x1024xf32>
    %437 = stablehlo.multiply %435, %109 : tensor<16x256x1024xf32>
    %cst_104 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %438 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %439 = stablehlo.multiply %438, %436 : tensor<16x256x1024xf32>
    %440 = stablehlo.multiply %439, %105 : tensor<16x256x1024xf32>
    %441 = stablehlo.multiply %440, %103 : tensor<16x256x1024xf32>
    %442 = stablehlo.add %440, %441 : tensor<16x256x1024xf32>
    %cst_105 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %443 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %444 = stablehlo.multiply %443, %442 : tensor<16x256x1024xf32>
    %445 = stablehlo.add %437, %444 : tensor<16x256x1024xf32>
    %cst_106 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<16x256x1024xf32>
    %447 = stablehlo.multiply %446, %444 : tensor<16x256x1024xf32>
    %448 = stablehlo.multiply %447, %97 : tensor<16x256x1024xf32>
    %449 = stablehlo.add %445, %448 : tensor<16x256x1024xf32>
    %450 = stablehlo.dot_general %449, %91, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xf32>, tensor<16x256x256xf32>) -> tensor<1024x256xf32>
    %451 = stablehlo.transpose %450, dims = [1, 0] : (tensor<1024x256xf32>) -> tensor<256x1024xf32>
    %452 = stablehlo.dot_general %449, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x256x1024xf32>, tensor<256x1024xf32>) -> tensor<16x256x256xf32>
    %453 = stablehlo.multiply %88, %452 : tensor<16x256x256xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%453 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<256xf32>
    %455 = stablehlo.reshape %454 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %456 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %457 = stablehlo.multiply %452, %456 : tensor<16x256x256xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %458 = stablehlo.reduce(%455 init: %cst_108) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %459 = stablehlo.multiply %71, %457 : tensor<16x256x256xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %460 = stablehlo.reduce(%459 init: %cst_109) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %461 = stablehlo.reshape %460 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %462 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %463 = stablehlo.multiply %457, %462 : tensor<16x256x256xf32>
    %464 = stablehlo.multiply %461, %86 : tensor<16x256x1xf32>
    %cst_110 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %465 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %466 = stablehlo.divide %464, %465 : tensor<16x256x1xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %467 = stablehlo.reduce(%466 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %468 = stablehlo.broadcast_in_dim %467, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %469 = stablehlo.multiply %468, %76 : tensor<16x256x256xf32>
    %470 = stablehlo.negate %469 : tensor<16x256x256xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %471 = stablehlo.reduce(%470 init: %cst_112) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %472 = stablehlo.reshape %471 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %473 = stablehlo.add %432, %469 : tensor<16x256x256xf32>
    %474 = stablehlo.negate %463 : tensor<16x256x256xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %475 = stablehlo.reduce(%474 init: %cst_113) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %476 = stablehlo.reshape %475 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %477 = stablehlo.add %473, %463 : tensor<16x256x256xf32>
    %478 = stablehlo.add %472, %476 : tensor<16x256x1xf32>
    %cst_114 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %479 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %480 = stablehlo.divide %478, %479 : tensor<16x256x1xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %481 = stablehlo.reduce(%480 init: %cst_115) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %482 = stablehlo.broadcast_in_dim %481, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %483 = stablehlo.add %477, %482 : tensor<16x256x256xf32>
    %484 = stablehlo.dot_general %483, %63, contracting_dims = [0, 1] x [0, 3], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<16x4x64x256xf32>) -> tensor<256x4x64xf32>
    %485 = stablehlo.transpose %484, dims = [1, 2, 0] : (tensor<256x4x64xf32>) -> tensor<4x64x256xf32>
    %486 = stablehlo.dot_general %483, %arg4, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x256x256xf32>, tensor<4x64x256xf32>) -> tensor<16x256x4x64xf32>
    %487 = stablehlo.transpose %486, dims = [0, 2, 3, 1] : (tensor<16x256x4x64xf32>) -> tensor<16x4x64x256xf32>
    %488 = stablehlo.dot_general %487, %42, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<16x4x64x256xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x256xf32>
    %489 = stablehlo.dot_general %487, %59, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x64x256xf32>, tensor<16x4x256x256xf32>) -> tensor<16x4x64x256xf32>
    %490 = stablehlo.transpose %489, dims = [0, 1, 3, 2] : (tensor<16x4x64x256xf32>) -> tensor<16x4x256x64xf32>
    %491 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %492 = stablehlo.multiply %488, %491 : tensor<16x4x256x256xf32>
    %493 = stablehlo.multiply %492, %55 : tensor<16x4x256x256xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %494 = stablehlo.reduce(%493 init: %cst_116) applies stablehlo.add across dimensions = [3] : (tensor<16x4x256x256xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %495 = stablehlo.reshape %494 : (tensor<16x4x256xf32>) -> tensor<16x4x256x1xf32>
    %496 = stablehlo.negate %495 : tensor<16x4x256x1xf32>
    %497 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<16x4x256x1xf32>) -> tensor<16x4x256x256xf32>
    %498 = stablehlo.divide %488, %497 : tensor<16x4x256x256xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %499 = stablehlo.reduce(%496 init: %cst_117) applies stablehlo.add across dimensions = [3] : (tensor<16x4x256x1xf32>, tensor<f32>) -> tensor<16x4x256xf32>
    %500 = stablehlo.broadcast_in_dim %499, dims = [0, 1, 2] : (tensor<16x4x256xf32>) -> tensor<16x4x256x256xf32>
    %501 = stablehlo.add %498, %500 : tensor<16x4x256x256xf32>
    %502 = stablehlo.multiply %501, %55 : tensor<16x4x256x256xf32>
    %503 = call @_where_1(%48#1, %502) : (tensor<16x4x256x256xi1>, tensor<16x4x256x256xf32>) -> tensor<16x4x256x256xf32>
    %cst_118 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %504 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<16x4x256x256xf32>
    %505 = stablehlo.divide %503, %504 : tensor<16x4x256x256xf32>
    %506 = stablehlo.dot_general %505, %38, batching_dims = [0, 1] x [0, 1], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x256xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x64xf32>
    %507 = stablehlo.dot_general %505, %40, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<16x4x256x256xf32>, tensor<16x4x256x64xf32>) -> tensor<16x4x256x64xf32>
    %508 = stablehlo.transpose %490, dims = [1, 3, 0, 2] : (tensor<16x4x256x64xf32>) -> tensor<4x64x16x256xf32>
    %509 = stablehlo.dot_general %508, %arg6, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<256x4x64xf32>) -> tensor<16x256x256xf32>
    %510 = stablehlo.dot_general %508, %36, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<16x256x256xf32>) -> tensor<4x64x256xf32>
    %511 = stablehlo.transpose %510, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %512 = stablehlo.transpose %506, dims = [1, 3, 0, 2] : (tensor<16x4x256x64xf32>) -> tensor<4x64x16x256xf32>
    %513 = stablehlo.dot_general %512, %arg1, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<256x4x64xf32>) -> tensor<16x256x256xf32>
    %514 = stablehlo.add %509, %513 : tensor<16x256x256xf32>
    %515 = stablehlo.dot_general %512, %36, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<16x256x256xf32>) -> tensor<4x64x256xf32>
    %516 = stablehlo.transpose %515, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %517 = stablehlo.transpose %507, dims = [1, 3, 0, 2] : (tensor<16x4x256x64xf32>) -> tensor<4x64x16x256xf32>
    %518 = stablehlo.dot_general %517, %arg5, contracting_dims = [0, 1] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<256x4x64xf32>) -> tensor<16x256x256xf32>
    %519 = stablehlo.add %514, %518 : tensor<16x256x256xf32>
    %520 = stablehlo.dot_general %517, %36, contracting_dims = [2, 3] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<4x64x16x256xf32>, tensor<16x256x256xf32>) -> tensor<4x64x256xf32>
    %521 = stablehlo.transpose %520, dims = [2, 0, 1] : (tensor<4x64x256xf32>) -> tensor<256x4x64xf32>
    %522 = stablehlo.multiply %33, %519 : tensor<16x256x256xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %523 = stablehlo.reduce(%522 init: %cst_119) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<256xf32>
    %524 = stablehlo.reshape %523 : (tensor<256xf32>) -> tensor<1x1x256xf32>
    %525 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<1x1x256xf32>) -> tensor<16x256x256xf32>
    %526 = stablehlo.multiply %519, %525 : tensor<16x256x256xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %527 = stablehlo.reduce(%524 init: %cst_120) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %528 = stablehlo.multiply %16, %526 : tensor<16x256x256xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %529 = stablehlo.reduce(%528 init: %cst_121) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %530 = stablehlo.reshape %529 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %531 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<16x256x1xf32>) -> tensor<16x256x256xf32>
    %532 = stablehlo.multiply %526, %531 : tensor<16x256x256xf32>
    %533 = stablehlo.multiply %530, %31 : tensor<16x256x1xf32>
    %cst_122 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %534 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %535 = stablehlo.divide %533, %534 : tensor<16x256x1xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %536 = stablehlo.reduce(%535 init: %cst_123) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %537 = stablehlo.broadcast_in_dim %536, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %538 = stablehlo.multiply %537, %21 : tensor<16x256x256xf32>
    %539 = stablehlo.negate %538 : tensor<16x256x256xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %540 = stablehlo.reduce(%539 init: %cst_124) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %541 = stablehlo.reshape %540 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %542 = stablehlo.add %483, %538 : tensor<16x256x256xf32>
    %543 = stablehlo.negate %532 : tensor<16x256x256xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %544 = stablehlo.reduce(%543 init: %cst_125) applies stablehlo.add across dimensions = [2] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<16x256xf32>
    %545 = stablehlo.reshape %544 : (tensor<16x256xf32>) -> tensor<16x256x1xf32>
    %546 = stablehlo.add %542, %532 : tensor<16x256x256xf32>
    %547 = stablehlo.add %541, %545 : tensor<16x256x1xf32>
    %cst_126 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %548 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %549 = stablehlo.divide %547, %548 : tensor<16x256x1xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %550 = stablehlo.reduce(%549 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<16x256x1xf32>, tensor<f32>) -> tensor<16x256xf32>
    %551 = stablehlo.broadcast_in_dim %550, dims = [0, 1] : (tensor<16x256xf32>) -> tensor<16x256x256xf32>
    %552 = stablehlo.add %546, %551 : tensor<16x256x256xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %553 = stablehlo.reduce(%552 init: %cst_128) applies stablehlo.add across dimensions = [0] : (tensor<16x256x256xf32>, tensor<f32>) -> tensor<256x256xf32>
    %554 = stablehlo.reshape %553 : (tensor<256x256xf32>) -> tensor<1x256x256xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %555 = stablehlo.reduce(%554 init: %cst_129) applies stablehlo.add across dimensions = [0] : (tensor<1x256x256xf32>, tensor<f32>) -> tensor<256x256xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %556 = stablehlo.pad %555, %cst_130, low = [0, 0], high = [256, 0], interior = [0, 0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<512x256xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %557 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<2048x256xf32>
    %558 = "stablehlo.scatter"(%557, %5, %552) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg21: tensor<f32>, %arg22: tensor<f32>):
      %617 = stablehlo.add %arg21, %arg22 : tensor<f32>
      stablehlo.return %617 : tensor<f32>
    }) : (tensor<2048x256xf32>, tensor<16x256x1xi32>, tensor<16x256x256xf32>) -> tensor<2048x256xf32>
    %559 = stablehlo.add %282, %558 : tensor<2048x256xf32>
    %cst_132 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %560 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<2048x256xf32>
    %561 = stablehlo.multiply %560, %559 : tensor<2048x256xf32>
    %562 = stablehlo.subtract %arg0, %561 : tensor<2048x256xf32>
    %cst_133 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %563 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %564 = stablehlo.multiply %563, %516 : tensor<256x4x64xf32>
    %565 = stablehlo.subtract %arg1, %564 : tensor<256x4x64xf32>
    %cst_134 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %567 = stablehlo.multiply %566, %527 : tensor<256xf32>
    %568 = stablehlo.subtract %arg2, %567 : tensor<256xf32>
    %cst_135 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %569 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %570 = stablehlo.multiply %569, %458 : tensor<256xf32>
    %571 = stablehlo.subtract %arg3, %570 : tensor<256xf32>
    %cst_136 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<4x64x256xf32>
    %573 = stablehlo.multiply %572, %485 : tensor<4x64x256xf32>
    %574 = stablehlo.subtract %arg4, %573 : tensor<4x64x256xf32>
    %cst_137 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %575 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %576 = stablehlo.multiply %575, %521 : tensor<256x4x64xf32>
    %577 = stablehlo.subtract %arg5, %576 : tensor<256x4x64xf32>
    %cst_138 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %578 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %579 = stablehlo.multiply %578, %511 : tensor<256x4x64xf32>
    %580 = stablehlo.subtract %arg6, %579 : tensor<256x4x64xf32>
    %cst_139 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %581 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %582 = stablehlo.multiply %581, %451 : tensor<256x1024xf32>
    %583 = stablehlo.subtract %arg7, %582 : tensor<256x1024xf32>
    %cst_140 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %584 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %585 = stablehlo.multiply %584, %434 : tensor<1024x256xf32>
    %586 = stablehlo.subtract %arg8, %585 : tensor<1024x256xf32>
    %cst_141 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %588 = stablehlo.multiply %587, %396 : tensor<256x4x64xf32>
    %589 = stablehlo.subtract %arg9, %588 : tensor<256x4x64xf32>
    %cst_142 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %590 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %591 = stablehlo.multiply %590, %407 : tensor<256xf32>
    %592 = stablehlo.subtract %arg10, %591 : tensor<256xf32>
    %cst_143 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %594 = stablehlo.multiply %593, %338 : tensor<256xf32>
    %595 = stablehlo.subtract %arg11, %594 : tensor<256xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %596 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<4x64x256xf32>
    %597 = stablehlo.multiply %596, %365 : tensor<4x64x256xf32>
    %598 = stablehlo.subtract %arg12, %597 : tensor<4x64x256xf32>
    %cst_145 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %600 = stablehlo.multiply %599, %401 : tensor<256x4x64xf32>
    %601 = stablehlo.subtract %arg13, %600 : tensor<256x4x64xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %602 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<256x4x64xf32>
    %603 = stablehlo.multiply %602, %391 : tensor<256x4x64xf32>
    %604 = stablehlo.subtract %arg14, %603 : tensor<256x4x64xf32>
    %cst_147 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %605 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<256x1024xf32>
    %606 = stablehlo.multiply %605, %331 : tensor<256x1024xf32>
    %607 = stablehlo.subtract %arg15, %606 : tensor<256x1024xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %608 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<1024x256xf32>
    %609 = stablehlo.multiply %608, %314 : tensor<1024x256xf32>
    %610 = stablehlo.subtract %arg16, %609 : tensor<1024x256xf32>
    %cst_149 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %611 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %612 = stablehlo.multiply %611, %288 : tensor<256xf32>
    %613 = stablehlo.subtract %arg17, %612 : tensor<256xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %614 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<512x256xf32>
    %615 = stablehlo.multiply %614, %556 : tensor<512x256xf32>
    %616 = stablehlo.subtract %arg18, %615 : tensor<512x256xf32>
    return %264, %562, %565, %568, %571, %574, %577, %580, %583, %586, %589, %592, %595, %598, %601, %604, %607, %610, %613, %616 : tensor<f32>, tensor<2048x256xf32>, tensor<256x4x64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<4x64x256xf32>, tensor<256x4x64xf32>, tensor<256x4x64xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<256x4x64xf32>, tensor<256xf32>, tensor<256xf32>, tensor<4x64x256xf32>, tensor<256x4x64xf32>, tensor<256x4x64xf32>, tensor<256x1024xf32>, tensor<1024x256xf32>, tensor<256xf32>, tensor<512x256xf32>
  }
  func.func private @tril(%arg0: tensor<256x256xi1>) -> tensor<256x256xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<256x256xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<256x256xi32>
    %2 = stablehlo.add %0, %1 : tensor<256x256xi32>
    %3 = stablehlo.iota dim = 1 : tensor<256x256xi32>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<256x256xi32>, tensor<256x256xi32>) -> tensor<256x256xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<256x256xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<256x256xi1>, tensor<256x256xi1>
    return %6 : tensor<256x256xi1>
  }
  func.func private @_where(%arg0: tensor<256x256xi1>, %arg1: tensor<16x4x256x256xf32>, %arg2: tensor<f32>) -> (tensor<16x4x256x256xf32>, tensor<16x4x256x256xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<256x256xi1>) -> tensor<16x4x256x256xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x4x256x256xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<16x4x256x256xi1>, tensor<16x4x256x256xf32>
    return %3, %1 : tensor<16x4x256x256xf32>, tensor<16x4x256x256xi1>
  }
  func.func private @take_along_axis(%arg0: tensor<16x256x2048xf32>, %arg1: tensor<16x256x1xi32>) -> (tensor<16x256x1xf32>, tensor<16x256x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<16x256x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<16x256x1xi32>, tensor<16x256x1xi32>) -> tensor<16x256x1xi1>
    %c_0 = stablehlo.constant dense<2048> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<16x256x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<16x256x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<16x256x1xi1>, tensor<16x256x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<16x256x1xi32>) -> tensor<16x256x1x1xi32>
    %c_1 = stablehlo.constant dense<2047> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<16x256x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<16x256x1x1xi32>, tensor<16x256x1x1xi32>) -> tensor<16x256x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<16x256x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<16x256x1x1xi32>, tensor<16x256x1x1xi32>) -> tensor<16x256x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<16x256x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<16x256x1x1xi1>, tensor<i1>) -> tensor<16x256x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<16x256x2048xf32>, tensor<16x256x1x1xi32>) -> tensor<16x256x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x256x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<16x256x1xi1>, tensor<16x256x1xf32>
    return %15, %5 : tensor<16x256x1xf32>, tensor<16x256x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<16x256x1x1xi32>, %arg1: tensor<16x256x1xf32>) -> tensor<16x256x2048xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x256x2048xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<16x256x2048xf32>, tensor<16x256x1x1xi32>, tensor<16x256x1xf32>) -> tensor<16x256x2048xf32>
    return %1 : tensor<16x256x2048xf32>
  }
  func.func private @_where_1(%arg0: tensor<16x4x256x256xi1>, %arg1: tensor<16x4x256x256xf32>) -> tensor<16x4x256x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x4x256x256xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<16x4x256x256xi1>, tensor<16x4x256x256xf32>
    return %1 : tensor<16x4x256x256xf32>
  }
}
