module @jit_mixed attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<512x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg4: tensor<1024x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg6: tensor<8192x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg7: tensor<8192x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<512x1024xf32> {jax.result_info = "result[1][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<1024x1024xf32> {jax.result_info = "result[1][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<1024x512xf32> {jax.result_info = "result[1][2]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<512x1024xf32> {jax.result_info = "result[2][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<1024x1024xf32> {jax.result_info = "result[2][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<1024x512xf32> {jax.result_info = "result[2][2]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %0 = stablehlo.convert %arg6 : (tensor<8192x512xf32>) -> tensor<8192x512xbf16>
    %1 = stablehlo.convert %arg0 : (tensor<512x1024xf32>) -> tensor<512x1024xbf16>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x512xbf16>, tensor<512x1024xbf16>) -> tensor<8192x1024xbf16>
    %3 = call @relu(%2) : (tensor<8192x1024xbf16>) -> tensor<8192x1024xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8192x1024xbf16>
    %5 = stablehlo.compare GT, %2, %4, FLOAT : (tensor<8192x1024xbf16>, tensor<8192x1024xbf16>) -> tensor<8192x1024xi1>
    %6 = stablehlo.convert %arg1 : (tensor<1024x1024xf32>) -> tensor<1024x1024xbf16>
    %7 = stablehlo.dot_general %3, %6, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8192x1024xbf16>
    %8 = call @relu(%7) : (tensor<8192x1024xbf16>) -> tensor<8192x1024xbf16>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<8192x1024xbf16>
    %10 = stablehlo.compare GT, %7, %9, FLOAT : (tensor<8192x1024xbf16>, tensor<8192x1024xbf16>) -> tensor<8192x1024xi1>
    %11 = stablehlo.convert %arg2 : (tensor<1024x512xf32>) -> tensor<1024x512xbf16>
    %12 = stablehlo.dot_general %8, %11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xbf16>, tensor<1024x512xbf16>) -> tensor<8192x512xbf16>
    %13 = stablehlo.convert %12 : (tensor<8192x512xbf16>) -> tensor<8192x512xf32>
    %14 = stablehlo.subtract %13, %arg7 : tensor<8192x512xf32>
    %15 = stablehlo.multiply %14, %14 : tensor<8192x512xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8192x512xf32>
    %17 = stablehlo.multiply %16, %14 : tensor<8192x512xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%15 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<8192x512xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<0x4A800000> : tensor<f32>
    %19 = stablehlo.divide %18, %cst_3 : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0x4A800000> : tensor<f32>
    %20 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f32>) -> tensor<8192x512xf32>
    %22 = stablehlo.multiply %21, %17 : tensor<8192x512xf32>
    %23 = stablehlo.convert %22 : (tensor<8192x512xf32>) -> tensor<8192x512xbf16>
    %24 = stablehlo.dot_general %23, %8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x512xbf16>, tensor<8192x1024xbf16>) -> tensor<512x1024xbf16>
    %25 = stablehlo.transpose %24, dims = [1, 0] : (tensor<512x1024xbf16>) -> tensor<1024x512xbf16>
    %26 = stablehlo.dot_general %23, %11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x512xbf16>, tensor<1024x512xbf16>) -> tensor<8192x1024xbf16>
    %27 = stablehlo.convert %25 : (tensor<1024x512xbf16>) -> tensor<1024x512xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %28 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<bf16>) -> tensor<8192x1024xbf16>
    %29 = stablehlo.select %10, %26, %28 : tensor<8192x1024xi1>, tensor<8192x1024xbf16>
    %30 = stablehlo.dot_general %29, %3, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xbf16>, tensor<8192x1024xbf16>) -> tensor<1024x1024xbf16>
    %31 = stablehlo.transpose %30, dims = [1, 0] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16>
    %32 = stablehlo.dot_general %29, %6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xbf16>, tensor<1024x1024xbf16>) -> tensor<8192x1024xbf16>
    %33 = stablehlo.convert %31 : (tensor<1024x1024xbf16>) -> tensor<1024x1024xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %34 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<bf16>) -> tensor<8192x1024xbf16>
    %35 = stablehlo.select %5, %32, %34 : tensor<8192x1024xi1>, tensor<8192x1024xbf16>
    %36 = stablehlo.dot_general %35, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8192x1024xbf16>, tensor<8192x512xbf16>) -> tensor<1024x512xbf16>
    %37 = stablehlo.transpose %36, dims = [1, 0] : (tensor<1024x512xbf16>) -> tensor<512x1024xbf16>
    %38 = stablehlo.convert %37 : (tensor<512x1024xbf16>) -> tensor<512x1024xf32>
    %cst_8 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<512x1024xf32>
    %40 = stablehlo.multiply %39, %arg3 : tensor<512x1024xf32>
    %41 = stablehlo.add %40, %38 : tensor<512x1024xf32>
    %cst_9 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %43 = stablehlo.multiply %42, %arg4 : tensor<1024x1024xf32>
    %44 = stablehlo.add %43, %33 : tensor<1024x1024xf32>
    %cst_10 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %46 = stablehlo.multiply %45, %arg5 : tensor<1024x512xf32>
    %47 = stablehlo.add %46, %27 : tensor<1024x512xf32>
    %cst_11 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<512x1024xf32>
    %49 = stablehlo.multiply %48, %41 : tensor<512x1024xf32>
    %50 = stablehlo.subtract %arg0, %49 : tensor<512x1024xf32>
    %cst_12 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<1024x1024xf32>
    %52 = stablehlo.multiply %51, %44 : tensor<1024x1024xf32>
    %53 = stablehlo.subtract %arg1, %52 : tensor<1024x1024xf32>
    %cst_13 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<1024x512xf32>
    %55 = stablehlo.multiply %54, %47 : tensor<1024x512xf32>
    %56 = stablehlo.subtract %arg2, %55 : tensor<1024x512xf32>
    return %19, %50, %53, %56, %41, %44, %47 : tensor<f32>, tensor<512x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>, tensor<512x1024xf32>, tensor<1024x1024xf32>, tensor<1024x512xf32>
  }
  func.func private @relu(%arg0: tensor<8192x1024xbf16>) -> tensor<8192x1024xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8192x1024xbf16>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8192x1024xbf16>
    return %1 : tensor<8192x1024xbf16>
  }
}
