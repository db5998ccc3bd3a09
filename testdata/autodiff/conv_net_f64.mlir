module @jit_conv_net attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x3x9x8xf64>, %arg1: tensor<6x3x3x3xf64>, %arg2: tensor<6x2x3x2xf64>, %arg3: tensor<72x5xf64>, %arg4: tensor<2xi32>) -> (tensor<f64> {jax.result_info = "result"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3x9x8xf64>, tensor<6x3x3x3xf64>) -> tensor<2x6x5x8xf64>
    %1 = stablehlo.multiply %0, %0 : tensor<2x6x5x8xf64>
    %2 = stablehlo.multiply %1, %0 : tensor<2x6x5x8xf64>
    %cst = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x6x5x8xf64>
    %4 = stablehlo.multiply %3, %2 : tensor<2x6x5x8xf64>
    %5 = stablehlo.add %0, %4 : tensor<2x6x5x8xf64>
    %cst_0 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x6x5x8xf64>
    %7 = stablehlo.multiply %6, %5 : tensor<2x6x5x8xf64>
    %8 = stablehlo.tanh %7 : tensor<2x6x5x8xf64>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<2x6x5x8xf64>
    %10 = stablehlo.add %9, %8 : tensor<2x6x5x8xf64>
    %cst_2 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<2x6x5x8xf64>
    %12 = stablehlo.multiply %11, %10 : tensor<2x6x5x8xf64>
    %13 = stablehlo.multiply %0, %12 : tensor<2x6x5x8xf64>
    %14 = stablehlo.convolution(%13, %arg2) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 2], pad = [[2, 0], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x6x5x8xf64>, tensor<6x2x3x2xf64>) -> tensor<2x6x5x4xf64>
    %15 = call @silu(%14) : (tensor<2x6x5x4xf64>) -> tensor<2x6x5x4xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<f64>
    %17 = "stablehlo.reduce_window"(%15, %16) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 1, 2, 2>, window_strides = array<i64: 1, 1, 2, 1>}> ({
    ^bb0(%arg5: tensor<f64>, %arg6: tensor<f64>):
      %27 = stablehlo.add %arg5, %arg6 : tensor<f64>
      stablehlo.return %27 : tensor<f64>
    }) : (tensor<2x6x5x4xf64>, tensor<f64>) -> tensor<2x6x2x3xf64>
    %18 = call @_resize(%17) : (tensor<2x6x2x3xf64>) -> tensor<2x6x3x4xf64>
    %19 = stablehlo.reshape %18 : (tensor<2x6x3x4xf64>) -> tensor<2x72xf64>
    %20 = stablehlo.dot_general %19, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x72xf64>, tensor<72x5xf64>) -> tensor<2x5xf64>
    %21 = call @log_softmax(%20) : (tensor<2x5xf64>) -> tensor<2x5xf64>
    %22 = stablehlo.broadcast_in_dim %arg4, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %23 = call @take_along_axis(%21, %22) : (tensor<2x5xf64>, tensor<2x1xi32>) -> tensor<2x1xf64>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %24 = stablehlo.reduce(%23 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x1xf64>, tensor<f64>) -> tensor<f64>
    %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %25 = stablehlo.divide %24, %cst_5 : tensor<f64>
    %26 = stablehlo.negate %25 : tensor<f64>
    return %26 : tensor<f64>
  }
  func.func private @silu(%arg0: tensor<2x6x5x4xf64>) -> tensor<2x6x5x4xf64> {
    %0 = stablehlo.negate %arg0 : tensor<2x6x5x4xf64>
    %1 = stablehlo.exponential %0 : tensor<2x6x5x4xf64>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x6x5x4xf64>
    %3 = stablehlo.add %2, %1 : tensor<2x6x5x4xf64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2x6x5x4xf64>
    %5 = stablehlo.divide %4, %3 : tensor<2x6x5x4xf64>
    %6 = stablehlo.multiply %arg0, %5 : tensor<2x6x5x4xf64>
    return %6 : tensor<2x6x5x4xf64>
  }
  func.func private @_resize(%arg0: tensor<2x6x2x3xf64>) -> tensor<2x6x3x4xf64> {
    %cst = stablehlo.constant dense<0.66666666666666663> : tensor<f64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %0 = stablehlo.maximum %cst, %cst_0 : tensor<f64>
    %1 = stablehlo.iota dim = 0 : tensor<3xf64>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %3 = stablehlo.add %1, %2 : tensor<3xf64>
    %cst_2 = stablehlo.constant dense<0.66666666666666663> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %5 = stablehlo.multiply %3, %4 : tensor<3xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %7 = stablehlo.subtract %5, %6 : tensor<3xf64>
    %cst_4 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %8 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %9 = stablehlo.subtract %7, %8 : tensor<3xf64>
    %10 = stablehlo.iota dim = 0 : tensor<2xf64>
    %11 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
    %12 = stablehlo.broadcast_in_dim %10, dims = [0] : (tensor<2xf64>) -> tensor<2x1xf64>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x3xf64>) -> tensor<2x3xf64>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<2x1xf64>) -> tensor<2x3xf64>
    %15 = stablehlo.subtract %13, %14 : tensor<2x3xf64>
    %16 = stablehlo.abs %15 : tensor<2x3xf64>
    %17 = stablehlo.convert %0 : tensor<f64>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
    %19 = stablehlo.divide %16, %18 : tensor<2x3xf64>
    %20 = stablehlo.abs %19 : tensor<2x3xf64>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
    %22 = stablehlo.subtract %21, %20 : tensor<2x3xf64>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
    %24 = stablehlo.maximum %23, %22 : tensor<2x3xf64>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %25 = stablehlo.reduce(%24 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<2x3xf64>, tensor<f64>) -> tensor<3xf64>
    %26 = stablehlo.broadcast_in_dim %25, dims = [1] : (tensor<3xf64>) -> tensor<1x3xf64>
    %27 = stablehlo.abs %26 : tensor<1x3xf64>
    %cst_8 = stablehlo.constant dense<1.1920928955078125E-4> : tensor<f64>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f64>) -> tensor<1x3xf64>
    %29 = stablehlo.compare GT, %27, %28, FLOAT : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<1x3xi1>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %30 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<1x3xf64>
    %31 = stablehlo.compare NE, %26, %30, FLOAT : (tensor<1x3xf64>, tensor<1x3xf64>) -> tensor<1x3xi1>
    %c = stablehlo.constant dense<1> : tensor<i64>
    %32 = call @_where(%31, %26, %c) : (tensor<1x3xi1>, tensor<1x3xf64>, tensor<i64>) -> tensor<1x3xf64>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0, 1] : (tensor<1x3xf64>) -> tensor<2x3xf64>
    %34 = stablehlo.divide %24, %33 : tensor<2x3xf64>
    %c_10 = stablehlo.constant dense<0> : tensor<i64>
    %35 = call @_where_0(%29, %34, %c_10) : (tensor<1x3xi1>, tensor<2x3xf64>, tensor<i64>) -> tensor<2x3xf64>
    %cst_11 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %36 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %37 = stablehlo.compare GE, %9, %36, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %cst_12 = stablehlo.constant dense<1.500000e+00> : tensor<f64>
    %38 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f64>) -> tensor<3xf64>
    %39 = stablehlo.compare LE, %9, %38, FLOAT : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xi1>
    %40 = stablehlo.and %37, %39 : tensor<3xi1>
    %41 = stablehlo.broadcast_in_dim %40, dims = [1] : (tensor<3xi1>) -> tensor<1x3xi1>
    %c_13 = stablehlo.constant dense<0> : tensor<i64>
    %42 = call @_where_0(%41, %35, %c_13) : (tensor<1x3xi1>, tensor<2x3xf64>, tensor<i64>) -> tensor<2x3xf64>
    %cst_14 = stablehlo.constant dense<7.500000e-01> : tensor<f64>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %43 = stablehlo.maximum %cst_14, %cst_15 : tensor<f64>
    %44 = stablehlo.iota dim = 0 : tensor<4xf64>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %45 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %46 = stablehlo.add %44, %45 : tensor<4xf64>
    %cst_17 = stablehlo.constant dense<7.500000e-01> : tensor<f64>
    %47 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %48 = stablehlo.multiply %46, %47 : tensor<4xf64>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %49 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %50 = stablehlo.subtract %48, %49 : tensor<4xf64>
    %cst_19 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %51 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %52 = stablehlo.subtract %50, %51 : tensor<4xf64>
    %53 = stablehlo.iota dim = 0 : tensor<3xf64>
    %54 = stablehlo.broadcast_in_dim %52, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
    %55 = stablehlo.broadcast_in_dim %53, dims = [0] : (tensor<3xf64>) -> tensor<3x1xf64>
    %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<1x4xf64>) -> tensor<3x4xf64>
    %57 = stablehlo.broadcast_in_dim %55, dims = [0, 1] : (tensor<3x1xf64>) -> tensor<3x4xf64>
    %58 = stablehlo.subtract %56, %57 : tensor<3x4xf64>
    %59 = stablehlo.abs %58 : tensor<3x4xf64>
    %60 = stablehlo.convert %43 : tensor<f64>
    %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %62 = stablehlo.divide %59, %61 : tensor<3x4xf64>
    %63 = stablehlo.abs %62 : tensor<3x4xf64>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %64 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %65 = stablehlo.subtract %64, %63 : tensor<3x4xf64>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %66 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %67 = stablehlo.maximum %66, %65 : tensor<3x4xf64>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %68 = stablehlo.reduce(%67 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<3x4xf64>, tensor<f64>) -> tensor<4xf64>
    %69 = stablehlo.broadcast_in_dim %68, dims = [1] : (tensor<4xf64>) -> tensor<1x4xf64>
    %70 = stablehlo.abs %69 : tensor<1x4xf64>
    %cst_23 = stablehlo.constant dense<1.1920928955078125E-4> : tensor<f64>
    %71 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f64>) -> tensor<1x4xf64>
    %72 = stablehlo.compare GT, %70, %71, FLOAT : (tensor<1x4xf64>, tensor<1x4xf64>) -> tensor<1x4xi1>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %73 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f64>) -> tensor<1x4xf64>
    %74 = stablehlo.compare NE, %69, %73, FLOAT : (tensor<1x4xf64>, tensor<1x4xf64>) -> tensor<1x4xi1>
    %c_25 = stablehlo.constant dense<1> : tensor<i64>
    %75 = call @_where_1(%74, %69, %c_25) : (tensor<1x4xi1>, tensor<1x4xf64>, tensor<i64>) -> tensor<1x4xf64>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<1x4xf64>) -> tensor<3x4xf64>
    %77 = stablehlo.divide %67, %76 : tensor<3x4xf64>
    %c_26 = stablehlo.constant dense<0> : tensor<i64>
    %78 = call @_where_2(%72, %77, %c_26) : (tensor<1x4xi1>, tensor<3x4xf64>, tensor<i64>) -> tensor<3x4xf64>
    %cst_27 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %79 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %80 = stablehlo.compare GE, %52, %79, FLOAT : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %cst_28 = stablehlo.constant dense<2.500000e+00> : tensor<f64>
    %81 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %82 = stablehlo.compare LE, %52, %81, FLOAT : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %83 = stablehlo.and %80, %82 : tensor<4xi1>
    %84 = stablehlo.broadcast_in_dim %83, dims = [1] : (tensor<4xi1>) -> tensor<1x4xi1>
    %c_29 = stablehlo.constant dense<0> : tensor<i64>
    %85 = call @_where_2(%84, %78, %c_29) : (tensor<1x4xi1>, tensor<3x4xf64>, tensor<i64>) -> tensor<3x4xf64>
    %86 = stablehlo.dot_general %85, %arg0, contracting_dims = [0] x [3], precision = [HIGHEST, HIGHEST] : (tensor<3x4xf64>, tensor<2x6x2x3xf64>) -> tensor<4x2x6x2xf64>
    %87 = stablehlo.dot_general %86, %42, contracting_dims = [3] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x2x6x2xf64>, tensor<2x3xf64>) -> tensor<4x2x6x3xf64>
    %88 = stablehlo.transpose %87, dims = [1, 2, 3, 0] : (tensor<4x2x6x3xf64>) -> tensor<2x6x3x4xf64>
    return %88 : tensor<2x6x3x4xf64>
  }
  func.func private @_where(%arg0: tensor<1x3xi1>, %arg1: tensor<1x3xf64>, %arg2: tensor<i64>) -> tensor<1x3xf64> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<1x3xf64>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<1x3xi1>, tensor<1x3xf64>
    return %2 : tensor<1x3xf64>
  }
  func.func private @_where_0(%arg0: tensor<1x3xi1>, %arg1: tensor<2x3xf64>, %arg2: tensor<i64>) -> tensor<2x3xf64> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x3xi1>) -> tensor<2x3xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<2x3xf64>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<2x3xi1>, tensor<2x3xf64>
    return %3 : tensor<2x3xf64>
  }
  func.func private @_where_1(%arg0: tensor<1x4xi1>, %arg1: tensor<1x4xf64>, %arg2: tensor<i64>) -> tensor<1x4xf64> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<1x4xf64>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<1x4xi1>, tensor<1x4xf64>
    return %2 : tensor<1x4xf64>
  }
  func.func private @_where_2(%arg0: tensor<1x4xi1>, %arg1: tensor<3x4xf64>, %arg2: tensor<i64>) -> tensor<3x4xf64> {
    %0 = stablehlo.convert %arg2 : (tensor<i64>) -> tensor<f64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<1x4xi1>) -> tensor<3x4xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<3x4xi1>, tensor<3x4xf64>
    return %3 : tensor<3x4xf64>
  }
  func.func private @log_softmax(%arg0: tensor<2x5xf64>) -> tensor<2x5xf64> {
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<2x5xf64>, tensor<f64>) -> tensor<2xf64>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<2xf64>
    %2 = stablehlo.maximum %1, %0 : tensor<2xf64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<2xf64>) -> tensor<2x1xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<2x1xf64>) -> tensor<2x5xf64>
    %5 = stablehlo.subtract %arg0, %4 : tensor<2x5xf64>
    %6 = stablehlo.exponential %5 : tensor<2x5xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<2x5xf64>, tensor<f64>) -> tensor<2xf64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<2xf64>) -> tensor<2x1xf64>
    %9 = stablehlo.log %8 : tensor<2x1xf64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<2x1xf64>) -> tensor<2x5xf64>
    %11 = stablehlo.subtract %5, %10 : tensor<2x5xf64>
    return %11 : tensor<2x5xf64>
  }
  func.func private @take_along_axis(%arg0: tensor<2x5xf64>, %arg1: tensor<2x1xi32>) -> tensor<2x1xf64> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x1xi1>
    %c_0 = stablehlo.constant dense<5> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<2x1xi1>, tensor<2x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<2x1xi32>) -> tensor<2x1x1xi32>
    %c_1 = stablehlo.constant dense<4> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<2x1x1xi32>, tensor<2x1x1xi32>) -> tensor<2x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<2x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<2x1x1xi32>, tensor<2x1x1xi32>) -> tensor<2x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<2x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<2x1x1xi1>, tensor<i1>) -> tensor<2x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<2x5xf64>, tensor<2x1x1xi32>) -> tensor<2x1xf64>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<2x1xf64>
    %15 = stablehlo.select %12, %13, %14 : tensor<2x1xi1>, tensor<2x1xf64>
    return %15 : tensor<2x1xf64>
  }
}
