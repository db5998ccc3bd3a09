module @jit_convolutions attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<3x3x3x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg1: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<3x3x32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg3: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<3x3x64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg5: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg6: tensor<3x3x64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg7: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg8: tensor<128x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg9: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg10: tensor<32x32x32x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, %arg11: tensor<32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<3x3x3x32xf32> {jax.result_info = "result[1][0][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<32xf32> {jax.result_info = "result[1][0][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x3x32x64xf32> {jax.result_info = "result[1][1][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<64xf32> {jax.result_info = "result[1][1][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x3x64x64xf32> {jax.result_info = "result[1][2][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<64xf32> {jax.result_info = "result[1][2][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x3x64x128xf32> {jax.result_info = "result[1][3][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<128xf32> {jax.result_info = "result[1][3][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128x10xf32> {jax.result_info = "result[1][4][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<10xf32> {jax.result_info = "result[1][4][1]", sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
    %0 = stablehlo.convolution(%arg10, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x32x32x3xf32>, tensor<3x3x3x32xf32>) -> tensor<32x32x32x32xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [3] : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 3] : (tensor<1x1x1x32xf32>) -> tensor<32x32x32x32xf32>
    %3 = stablehlo.add %0, %2 : tensor<32x32x32x32xf32>
    %4 = call @relu(%3) : (tensor<32x32x32x32xf32>) -> tensor<32x32x32x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x32x32x32xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<32x32x32x32xf32>, tensor<32x32x32x32xf32>) -> tensor<32x32x32x32xi1>
    %7 = stablehlo.convolution(%4, %arg2) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x32x32x32xf32>, tensor<3x3x32x64xf32>) -> tensor<32x16x16x64xf32>
    %8 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<32x16x16x64xf32>
    %10 = stablehlo.add %7, %9 : tensor<32x16x16x64xf32>
    %11 = call @relu_0(%10) : (tensor<32x16x16x64xf32>) -> tensor<32x16x16x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32x16x16x64xf32>
    %13 = stablehlo.compare GT, %10, %12, FLOAT : (tensor<32x16x16x64xf32>, tensor<32x16x16x64xf32>) -> tensor<32x16x16x64xi1>
    %14 = stablehlo.convolution(%11, %arg4) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x16x16x64xf32>, tensor<3x3x64x64xf32>) -> tensor<32x16x16x64xf32>
    %15 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1, 2, 3] : (tensor<1x1x1x64xf32>) -> tensor<32x16x16x64xf32>
    %17 = stablehlo.add %14, %16 : tensor<32x16x16x64xf32>
    %18 = call @relu_0(%17) : (tensor<32x16x16x64xf32>) -> tensor<32x16x16x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<32x16x16x64xf32>
    %20 = stablehlo.compare GT, %17, %19, FLOAT : (tensor<32x16x16x64xf32>, tensor<32x16x16x64xf32>) -> tensor<32x16x16x64xi1>
    %21 = stablehlo.convolution(%18, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x16x16x64xf32>, tensor<3x3x64x128xf32>) -> tensor<32x8x8x128xf32>
    %22 = stablehlo.broadcast_in_dim %arg7, dims = [3] : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x1x1x128xf32>) -> tensor<32x8x8x128xf32>
    %24 = stablehlo.add %21, %23 : tensor<32x8x8x128xf32>
    %25 = call @relu_1(%24) : (tensor<32x8x8x128xf32>) -> tensor<32x8x8x128xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<32x8x8x128xf32>
    %27 = stablehlo.compare GT, %24, %26, FLOAT : (tensor<32x8x8x128xf32>, tensor<32x8x8x128xf32>) -> tensor<32x8x8x128xi1>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%25 init: %cst_3) applies stablehlo.add across dimensions = [1, 2] : (tensor<32x8x8x128xf32>, tensor<f32>) -> tensor<32x128xf32>
    %cst_4 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %30 = stablehlo.divide %28, %29 : tensor<32x128xf32>
    %31 = stablehlo.dot_general %30, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x128xf32>, tensor<128x10xf32>) -> tensor<32x10xf32>
    %32 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<32x10xf32>
    %34 = stablehlo.add %31, %33 : tensor<32x10xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_5) applies stablehlo.maximum across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %37 = stablehlo.maximum %36, %35 : tensor<32xf32>
    %38 = stablehlo.is_finite %37 : (tensor<32xf32>) -> tensor<32xi1>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %40 = stablehlo.select %38, %37, %39 : tensor<32xi1>, tensor<32xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x10xf32>
    %43 = stablehlo.subtract %34, %42 : tensor<32x10xf32>
    %44 = stablehlo.exponential %43 : tensor<32x10xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_8) applies stablehlo.add across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %46 = stablehlo.abs %45 : tensor<32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %48 = stablehlo.compare GE, %45, %47, FLOAT : (tensor<32xf32>, tensor<32xf32>) -> tensor<32xi1>
    %49 = stablehlo.log %46 : tensor<32xf32>
    %50 = stablehlo.add %49, %40 : tensor<32xf32>
    %51 = stablehlo.broadcast_in_dim %arg11, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %52:2 = call @take_along_axis(%34, %51) : (tensor<32x10xf32>, tensor<32x1xi32>) -> (tensor<32x1xf32>, tensor<32x1x1xi32>)
    %53 = stablehlo.reshape %52#0 : (tensor<32x1xf32>) -> tensor<32xf32>
    %54 = stablehlo.subtract %50, %53 : tensor<32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_11 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %56 = stablehlo.divide %55, %cst_11 : tensor<f32>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_13 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %57 = stablehlo.divide %cst_12, %cst_13 : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %59 = stablehlo.negate %58 : tensor<32xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %61 = call @take_along_axis_2(%52#1, %60) : (tensor<32x1x1xi32>, tensor<32x1xf32>) -> tensor<32x10xf32>
    %62 = stablehlo.divide %58, %46 : tensor<32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %64 = stablehlo.select %48, %63, %62 : tensor<32xi1>, tensor<32xf32>
    %65 = stablehlo.select %48, %62, %63 : tensor<32xi1>, tensor<32xf32>
    %66 = stablehlo.negate %64 : tensor<32xf32>
    %67 = stablehlo.add %65, %66 : tensor<32xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0] : (tensor<32xf32>) -> tensor<32x10xf32>
    %69 = stablehlo.multiply %68, %44 : tensor<32x10xf32>
    %70 = stablehlo.add %61, %69 : tensor<32x10xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.reduce(%70 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<32x10xf32>, tensor<f32>) -> tensor<10xf32>
    %72 = stablehlo.reshape %71 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %74 = stablehlo.dot_general %70, %30, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x10xf32>, tensor<32x128xf32>) -> tensor<10x128xf32>
    %75 = stablehlo.transpose %74, dims = [1, 0] : (tensor<10x128xf32>) -> tensor<128x10xf32>
    %76 = stablehlo.dot_general %70, %arg8, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x10xf32>, tensor<128x10xf32>) -> tensor<32x128xf32>
    %cst_17 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %78 = stablehlo.divide %76, %77 : tensor<32x128xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 3] : (tensor<32x128xf32>) -> tensor<32x8x8x128xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<32x8x8x128xf32>
    %81 = stablehlo.select %27, %79, %80 : tensor<32x8x8x128xi1>, tensor<32x8x8x128xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_19) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<32x8x8x128xf32>, tensor<f32>) -> tensor<128xf32>
    %83 = stablehlo.reshape %82 : (tensor<128xf32>) -> tensor<1x1x1x128xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_20) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %85 = stablehlo.convolution(%18, %81) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x16x16x64xf32>, tensor<32x8x8x128xf32>) -> tensor<3x3x64x128xf32>
    %86 = stablehlo.reverse %arg6, dims = [0, 1] : tensor<3x3x64x128xf32>
    %87 = stablehlo.convolution(%81, %86) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x8x8x128xf32>, tensor<3x3x64x128xf32>) -> tensor<32x16x16x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<32x16x16x64xf32>
    %89 = stablehlo.select %20, %87, %88 : tensor<32x16x16x64xi1>, tensor<32x16x16x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_22) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<32x16x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %91 = stablehlo.reshape %90 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%91 init: %cst_23) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %93 = stablehlo.convolution(%11, %89) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x16x16x64xf32>, tensor<32x16x16x64xf32>) -> tensor<3x3x64x64xf32>
    %94 = stablehlo.reverse %arg4, dims = [0, 1] : tensor<3x3x64x64xf32>
    %95 = stablehlo.convolution(%89, %94) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x16x16x64xf32>, tensor<3x3x64x64xf32>) -> tensor<32x16x16x64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32x16x16x64xf32>
    %97 = stablehlo.select %13, %95, %96 : tensor<32x16x16x64xi1>, tensor<32x16x16x64xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_25) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<32x16x16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %99 = stablehlo.reshape %98 : (tensor<64xf32>) -> tensor<1x1x1x64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_26) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %101 = stablehlo.convolution(%4, %97) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x32x32x32xf32>, tensor<32x16x16x64xf32>) -> tensor<3x3x32x64xf32>
    %102 = stablehlo.reverse %arg2, dims = [0, 1] : tensor<3x3x32x64xf32>
    %103 = stablehlo.convolution(%97, %102) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x16x16x64xf32>, tensor<3x3x32x64xf32>) -> tensor<32x32x32x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x32x32x32xf32>
    %105 = stablehlo.select %6, %103, %104 : tensor<32x32x32x32xi1>, tensor<32x32x32x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_28) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<32x32x32x32xf32>, tensor<f32>) -> tensor<32xf32>
    %107 = stablehlo.reshape %106 : (tensor<32xf32>) -> tensor<1x1x1x32xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%107 init: %cst_29) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %109 = stablehlo.convolution(%arg10, %105) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<32x32x32x3xf32>, tensor<32x32x32x32xf32>) -> tensor<3x3x3x32xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<3x3x3x32xf32>
    %111 = stablehlo.multiply %110, %109 : tensor<3x3x3x32xf32>
    %112 = stablehlo.subtract %arg0, %111 : tensor<3x3x3x32xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %114 = stablehlo.multiply %113, %108 : tensor<32xf32>
    %115 = stablehlo.subtract %arg1, %114 : tensor<32xf32>
    %cst_32 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<3x3x32x64xf32>
    %117 = stablehlo.multiply %116, %101 : tensor<3x3x32x64xf32>
    %118 = stablehlo.subtract %arg2, %117 : tensor<3x3x32x64xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %120 = stablehlo.multiply %119, %100 : tensor<64xf32>
    %121 = stablehlo.subtract %arg3, %120 : tensor<64xf32>
    %cst_34 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<3x3x64x64xf32>
    %123 = stablehlo.multiply %122, %93 : tensor<3x3x64x64xf32>
    %124 = stablehlo.subtract %arg4, %123 : tensor<3x3x64x64xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %126 = stablehlo.multiply %125, %92 : tensor<64xf32>
    %127 = stablehlo.subtract %arg5, %126 : tensor<64xf32>
    %cst_36 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<3x3x64x128xf32>
    %129 = stablehlo.multiply %128, %85 : tensor<3x3x64x128xf32>
    %130 = stablehlo.subtract %arg6, %129 : tensor<3x3x64x128xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %132 = stablehlo.multiply %131, %84 : tensor<128xf32>
    %133 = stablehlo.subtract %arg7, %132 : tensor<128xf32>
    %cst_38 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<128x10xf32>
    %135 = stablehlo.multiply %134, %75 : tensor<128x10xf32>
    %136 = stablehlo.subtract %arg8, %135 : tensor<128x10xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %137 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %138 = stablehlo.multiply %137, %73 : tensor<10xf32>
    %139 = stablehlo.subtract %arg9, %138 : tensor<10xf32>
    return %56, %112, %115, %118, %121, %124, %127, %130, %133, %136, %139 : tensor<f32>, tensor<3x3x3x32xf32>, tensor<32xf32>, tensor<3x3x32x64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<3x3x64x128xf32>, tensor<128xf32>, tensor<128x10xf32>, tensor<10xf32>
  }
  func.func private @relu(%arg0: tensor<32x32x32x32xf32>) -> tensor<32x32x32x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x32x32x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x32x32x32xf32>
    return %1 : tensor<32x32x32x32xf32>
  }
  func.func private @relu_0(%arg0: tensor<32x16x16x64xf32>) -> tensor<32x16x16x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x16x16x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x16x16x64xf32>
    return %1 : tensor<32x16x16x64xf32>
  }
  func.func private @relu_1(%arg0: tensor<32x8x8x128xf32>) -> tensor<32x8x8x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x8x8x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<32x8x8x128xf32>
    return %1 : tensor<32x8x8x128xf32>
  }
  func.func private @take_along_axis(%arg0: tensor<32x10xf32>, %arg1: tensor<32x1xi32>) -> (tensor<32x1xf32>, tensor<32x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<32x1xi32>, tensor<32x1xi32>) -> tensor<32x1xi1>
    %c_0 = stablehlo.constant dense<10> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<32x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<32x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<32x1xi1>, tensor<32x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<32x1xi32>) -> tensor<32x1x1xi32>
    %c_1 = stablehlo.constant dense<9> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<32x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<32x1x1xi32>, tensor<32x1x1xi32>) -> tensor<32x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<32x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<32x1x1xi32>, tensor<32x1x1xi32>) -> tensor<32x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<32x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<32x1x1xi1>, tensor<i1>) -> tensor<32x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<32x10xf32>, tensor<32x1x1xi32>) -> tensor<32x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<32x1xi1>, tensor<32x1xf32>
    return %15, %5 : tensor<32x1xf32>, tensor<32x1x1xi32>
  }
  func.func private @take_along_axis_2(%arg0: tensor<32x1x1xi32>, %arg1: tensor<32x1xf32>) -> tensor<32x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<32x10xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<32x10xf32>, tensor<32x1x1xi32>, tensor<32x1xf32>) -> tensor<32x10xf32>
    return %1 : tensor<32x10xf32>
  }
}
