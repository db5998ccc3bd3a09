module @jit_functions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x4xf64>, %arg1: tensor<3x4xf64>) -> (tensor<f64> {jax.result_info = "result"}) {
    %cst = stablehlo.constant dense<4.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %1 = stablehlo.divide %arg0, %0 : tensor<3x4xf64>
    %2 = chlo.asin %1 : tensor<3x4xf64> -> tensor<3x4xf64>
    %3 = chlo.acos %1 : tensor<3x4xf64> -> tensor<3x4xf64>
    %4 = chlo.atan %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    %5 = chlo.asinh %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %7 = stablehlo.add %arg0, %6 : tensor<3x4xf64>
    %8 = call @arccosh(%7) : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %9 = chlo.atanh %1 : tensor<3x4xf64> -> tensor<3x4xf64>
    %10 = chlo.sinh %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    %11 = chlo.cosh %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    %12 = stablehlo.tan %1 : tensor<3x4xf64>
    %13 = chlo.erf %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    %14 = chlo.erfc %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    %15 = chlo.erf_inv %1 : tensor<3x4xf64> -> tensor<3x4xf64>
    %16 = stablehlo.cbrt %arg0 : tensor<3x4xf64>
    %17 = stablehlo.log_plus_one %arg0 : tensor<3x4xf64>
    %18 = stablehlo.exponential_minus_one %arg0 : tensor<3x4xf64>
    %19 = stablehlo.power %arg0, %arg1 : tensor<3x4xf64>
    %20 = stablehlo.atan2 %arg0, %arg1 : tensor<3x4xf64>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %21 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %22 = stablehlo.add %arg1, %21 : tensor<3x4xf64>
    %23 = call @remainder(%arg0, %22) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %cst_2 = stablehlo.constant dense<0.69999999999999996> : tensor<f64>
    %cst_3 = stablehlo.constant dense<1.300000e+00> : tensor<f64>
    %24 = call @clip(%arg0, %cst_2, %cst_3) : (tensor<3x4xf64>, tensor<f64>, tensor<f64>) -> tensor<3x4xf64>
    %25 = stablehlo.maximum %arg0, %arg1 : tensor<3x4xf64>
    %26 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xf64>
    %27 = stablehlo.compare NE, %26, %26, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %28 = stablehlo.add %arg0, %arg1 : tensor<3x4xf64>
    %29 = stablehlo.abs %26 : tensor<3x4xf64>
    %30 = stablehlo.negate %29 : tensor<3x4xf64>
    %31 = stablehlo.exponential %30 : tensor<3x4xf64>
    %32 = stablehlo.log_plus_one %31 : tensor<3x4xf64>
    %33 = stablehlo.add %25, %32 : tensor<3x4xf64>
    %34 = stablehlo.select %27, %28, %33 : tensor<3x4xi1>, tensor<3x4xf64>
    %35 = stablehlo.rsqrt %arg0 : tensor<3x4xf64>
    %36 = call @hypot(%arg0, %arg1) : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %37 = stablehlo.complex %arg0, %arg1 : tensor<3x4xcomplex<f64>>
    %38 = stablehlo.abs %37 : (tensor<3x4xcomplex<f64>>) -> tensor<3x4xf64>
    %39 = stablehlo.complex %arg0, %arg1 : tensor<3x4xcomplex<f64>>
    %40 = call @angle(%39) : (tensor<3x4xcomplex<f64>>) -> tensor<3x4xf64>
    %41 = stablehlo.subtract %arg0, %arg1 : tensor<3x4xf64>
    %42 = chlo.square %41 : tensor<3x4xf64> -> tensor<3x4xf64>
    %43 = chlo.square %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    %44 = call @softplus(%arg0) : (tensor<3x4xf64>) -> tensor<3x4xf64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %45 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %46 = stablehlo.multiply %2, %45 : tensor<3x4xf64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %47 = stablehlo.reduce(%46 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %48 = stablehlo.add %cst_6, %47 : tensor<f64>
    %cst_7 = stablehlo.constant dense<1.100000e+00> : tensor<f64>
    %49 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %50 = stablehlo.multiply %3, %49 : tensor<3x4xf64>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %51 = stablehlo.reduce(%50 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %52 = stablehlo.add %48, %51 : tensor<f64>
    %cst_9 = stablehlo.constant dense<1.200000e+00> : tensor<f64>
    %53 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %54 = stablehlo.multiply %4, %53 : tensor<3x4xf64>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %55 = stablehlo.reduce(%54 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %56 = stablehlo.add %52, %55 : tensor<f64>
    %cst_11 = stablehlo.constant dense<1.300000e+00> : tensor<f64>
    %57 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %58 = stablehlo.multiply %5, %57 : tensor<3x4xf64>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %59 = stablehlo.reduce(%58 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %60 = stablehlo.add %56, %59 : tensor<f64>
    %cst_13 = stablehlo.constant dense<1.400000e+00> : tensor<f64>
    %61 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %62 = stablehlo.multiply %8, %61 : tensor<3x4xf64>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %63 = stablehlo.reduce(%62 init: %cst_14) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %64 = stablehlo.add %60, %63 : tensor<f64>
    %cst_15 = stablehlo.constant dense<1.500000e+00> : tensor<f64>
    %65 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %66 = stablehlo.multiply %9, %65 : tensor<3x4xf64>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %67 = stablehlo.reduce(%66 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %68 = stablehlo.add %64, %67 : tensor<f64>
    %cst_17 = stablehlo.constant dense<1.600000e+00> : tensor<f64>
    %69 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %70 = stablehlo.multiply %10, %69 : tensor<3x4xf64>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %71 = stablehlo.reduce(%70 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %72 = stablehlo.add %68, %71 : tensor<f64>
    %cst_19 = stablehlo.constant dense<1.7000000000000002> : tensor<f64>
    %73 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %74 = stablehlo.multiply %11, %73 : tensor<3x4xf64>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %75 = stablehlo.reduce(%74 init: %cst_20) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %76 = stablehlo.add %72, %75 : tensor<f64>
    %cst_21 = stablehlo.constant dense<1.800000e+00> : tensor<f64>
    %77 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %78 = stablehlo.multiply %12, %77 : tensor<3x4xf64>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %79 = stablehlo.reduce(%78 init: %cst_22) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %80 = stablehlo.add %76, %79 : tensor<f64>
    %cst_23 = stablehlo.constant dense<1.900000e+00> : tensor<f64>
    %81 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %82 = stablehlo.multiply %13, %81 : tensor<3x4xf64>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %83 = stablehlo.reduce(%82 init: %cst_24) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %84 = stablehlo.add %80, %83 : tensor<f64>
    %cst_25 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %85 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %86 = stablehlo.multiply %14, %85 : tensor<3x4xf64>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %87 = stablehlo.reduce(%86 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %88 = stablehlo.add %84, %87 : tensor<f64>
    %cst_27 = stablehlo.constant dense<2.100000e+00> : tensor<f64>
    %89 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %90 = stablehlo.multiply %15, %89 : tensor<3x4xf64>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %91 = stablehlo.reduce(%90 init: %cst_28) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %92 = stablehlo.add %88, %91 : tensor<f64>
    %cst_29 = stablehlo.constant dense<2.200000e+00> : tensor<f64>
    %93 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %94 = stablehlo.multiply %16, %93 : tensor<3x4xf64>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %95 = stablehlo.reduce(%94 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %96 = stablehlo.add %92, %95 : tensor<f64>
    %cst_31 = stablehlo.constant dense<2.300000e+00> : tensor<f64>
    %97 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %98 = stablehlo.multiply %17, %97 : tensor<3x4xf64>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %99 = stablehlo.reduce(%98 init: %cst_32) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %100 = stablehlo.add %96, %99 : tensor<f64>
    %cst_33 = stablehlo.constant dense<2.4000000000000004> : tensor<f64>
    %101 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %102 = stablehlo.multiply %18, %101 : tensor<3x4xf64>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %103 = stablehlo.reduce(%102 init: %cst_34) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %104 = stablehlo.add %100, %103 : tensor<f64>
    %cst_35 = stablehlo.constant dense<2.500000e+00> : tensor<f64>
    %105 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %106 = stablehlo.multiply %19, %105 : tensor<3x4xf64>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %107 = stablehlo.reduce(%106 init: %cst_36) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %108 = stablehlo.add %104, %107 : tensor<f64>
    %cst_37 = stablehlo.constant dense<2.600000e+00> : tensor<f64>
    %109 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %110 = stablehlo.multiply %20, %109 : tensor<3x4xf64>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %111 = stablehlo.reduce(%110 init: %cst_38) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %112 = stablehlo.add %108, %111 : tensor<f64>
    %cst_39 = stablehlo.constant dense<2.700000e+00> : tensor<f64>
    %113 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %114 = stablehlo.multiply %23, %113 : tensor<3x4xf64>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %115 = stablehlo.reduce(%114 init: %cst_40) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %116 = stablehlo.add %112, %115 : tensor<f64>
    %cst_41 = stablehlo.constant dense<2.800000e+00> : tensor<f64>
    %117 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %118 = stablehlo.multiply %24, %117 : tensor<3x4xf64>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %119 = stablehlo.reduce(%118 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %120 = stablehlo.add %116, %119 : tensor<f64>
    %cst_43 = stablehlo.constant dense<2.9000000000000004> : tensor<f64>
    %121 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %122 = stablehlo.multiply %34, %121 : tensor<3x4xf64>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %123 = stablehlo.reduce(%122 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %124 = stablehlo.add %120, %123 : tensor<f64>
    %cst_45 = stablehlo.constant dense<3.000000e+00> : tensor<f64>
    %125 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %126 = stablehlo.multiply %35, %125 : tensor<3x4xf64>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %127 = stablehlo.reduce(%126 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %128 = stablehlo.add %124, %127 : tensor<f64>
    %cst_47 = stablehlo.constant dense<3.100000e+00> : tensor<f64>
    %129 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %130 = stablehlo.multiply %36, %129 : tensor<3x4xf64>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %131 = stablehlo.reduce(%130 init: %cst_48) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %132 = stablehlo.add %128, %131 : tensor<f64>
    %cst_49 = stablehlo.constant dense<3.200000e+00> : tensor<f64>
    %133 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %134 = stablehlo.multiply %38, %133 : tensor<3x4xf64>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %135 = stablehlo.reduce(%134 init: %cst_50) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %136 = stablehlo.add %132, %135 : tensor<f64>
    %cst_51 = stablehlo.constant dense<3.3000000000000003> : tensor<f64>
    %137 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %138 = stablehlo.multiply %40, %137 : tensor<3x4xf64>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %139 = stablehlo.reduce(%138 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %140 = stablehlo.add %136, %139 : tensor<f64>
    %cst_53 = stablehlo.constant dense<3.4000000000000004> : tensor<f64>
    %141 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %142 = stablehlo.multiply %42, %141 : tensor<3x4xf64>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %143 = stablehlo.reduce(%142 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %144 = stablehlo.add %140, %143 : tensor<f64>
    %cst_55 = stablehlo.constant dense<3.500000e+00> : tensor<f64>
    %145 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %146 = stablehlo.multiply %43, %145 : tensor<3x4xf64>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %147 = stablehlo.reduce(%146 init: %cst_56) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %148 = stablehlo.add %144, %147 : tensor<f64>
    %cst_57 = stablehlo.constant dense<3.600000e+00> : tensor<f64>
    %149 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %150 = stablehlo.multiply %44, %149 : tensor<3x4xf64>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %151 = stablehlo.reduce(%150 init: %cst_58) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x4xf64>, tensor<f64>) -> tensor<f64>
    %152 = stablehlo.add %148, %151 : tensor<f64>
    return %152 : tensor<f64>
  }
  func.func private @arccosh(%arg0: tensor<3x4xf64>) -> tensor<3x4xf64> {
    %0 = chlo.acosh %arg0 : tensor<3x4xf64> -> tensor<3x4xf64>
    return %0 : tensor<3x4xf64>
  }
  func.func private @remainder(%arg0: tensor<3x4xf64>, %arg1: tensor<3x4xf64>) -> tensor<3x4xf64> {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<3x4xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %2 = stablehlo.compare NE, %0, %1, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %4 = stablehlo.compare LT, %0, %3, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %6 = stablehlo.compare LT, %arg1, %5, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %7 = stablehlo.compare NE, %4, %6, UNSIGNED : (tensor<3x4xi1>, tensor<3x4xi1>) -> tensor<3x4xi1>
    %8 = stablehlo.and %7, %2 : tensor<3x4xi1>
    %9 = stablehlo.add %0, %arg1 : tensor<3x4xf64>
    %10 = stablehlo.select %8, %9, %0 : tensor<3x4xi1>, tensor<3x4xf64>
    return %10 : tensor<3x4xf64>
  }
  func.func private @clip(%arg0: tensor<3x4xf64>, %arg1: tensor<f64>, %arg2: tensor<f64>) -> tensor<3x4xf64> {
    %0 = stablehlo.convert %arg1 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %2 = stablehlo.maximum %1, %arg0 : tensor<3x4xf64>
    %3 = stablehlo.convert %arg2 : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %5 = stablehlo.minimum %4, %2 : tensor<3x4xf64>
    return %5 : tensor<3x4xf64>
  }
  func.func private @hypot(%arg0: tensor<3x4xf64>, %arg1: tensor<3x4xf64>) -> tensor<3x4xf64> {
    %0 = stablehlo.abs %arg0 : tensor<3x4xf64>
    %1 = stablehlo.abs %arg1 : tensor<3x4xf64>
    %cst = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %3 = stablehlo.compare EQ, %0, %2, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %cst_0 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %5 = stablehlo.compare EQ, %1, %4, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %6 = stablehlo.or %3, %5 : tensor<3x4xi1>
    %7 = stablehlo.maximum %0, %1 : tensor<3x4xf64>
    %8 = stablehlo.minimum %0, %1 : tensor<3x4xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %10 = stablehlo.compare EQ, %7, %9, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %12 = stablehlo.compare EQ, %7, %11, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %14 = call @_where(%12, %13, %7) : (tensor<3x4xi1>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %15 = stablehlo.divide %8, %14 : tensor<3x4xf64>
    %16 = chlo.square %15 : tensor<3x4xf64> -> tensor<3x4xf64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %18 = stablehlo.add %17, %16 : tensor<3x4xf64>
    %19 = stablehlo.sqrt %18 : tensor<3x4xf64>
    %20 = stablehlo.multiply %7, %19 : tensor<3x4xf64>
    %21 = call @_where(%10, %7, %20) : (tensor<3x4xi1>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    %cst_5 = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
    %22 = call @_where_0(%6, %cst_5, %21) : (tensor<3x4xi1>, tensor<f64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    return %22 : tensor<3x4xf64>
  }
  func.func private @_where(%arg0: tensor<3x4xi1>, %arg1: tensor<3x4xf64>, %arg2: tensor<3x4xf64>) -> tensor<3x4xf64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3x4xi1>, tensor<3x4xf64>
    return %0 : tensor<3x4xf64>
  }
  func.func private @_where_0(%arg0: tensor<3x4xi1>, %arg1: tensor<f64>, %arg2: tensor<3x4xf64>) -> tensor<3x4xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %1 = stablehlo.select %arg0, %0, %arg2 : tensor<3x4xi1>, tensor<3x4xf64>
    return %1 : tensor<3x4xf64>
  }
  func.func private @angle(%arg0: tensor<3x4xcomplex<f64>>) -> tensor<3x4xf64> {
    %0 = stablehlo.real %arg0 : (tensor<3x4xcomplex<f64>>) -> tensor<3x4xf64>
    %1 = stablehlo.imag %arg0 : (tensor<3x4xcomplex<f64>>) -> tensor<3x4xf64>
    %2 = stablehlo.atan2 %1, %0 : tensor<3x4xf64>
    return %2 : tensor<3x4xf64>
  }
  func.func private @softplus(%arg0: tensor<3x4xf64>) -> tensor<3x4xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %1 = stablehlo.maximum %arg0, %0 : tensor<3x4xf64>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %3 = stablehlo.subtract %arg0, %2 : tensor<3x4xf64>
    %4 = stablehlo.compare NE, %3, %3, FLOAT : (tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xi1>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<3x4xf64>
    %6 = stablehlo.add %arg0, %5 : tensor<3x4xf64>
    %7 = stablehlo.abs %3 : tensor<3x4xf64>
    %8 = stablehlo.negate %7 : tensor<3x4xf64>
    %9 = stablehlo.exponential %8 : tensor<3x4xf64>
    %10 = stablehlo.log_plus_one %9 : tensor<3x4xf64>
    %11 = stablehlo.add %1, %10 : tensor<3x4xf64>
    %12 = stablehlo.select %4, %6, %11 : tensor<3x4xi1>, tensor<3x4xf64>
    return %12 : tensor<3x4xf64>
  }
}
