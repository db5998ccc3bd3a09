module @jit_branches attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf64>, %arg1: tensor<4xf64>, %arg2: tensor<i32>) -> (tensor<f64> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.clamp %c, %arg2, %c_0 : tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %11 = stablehlo.sine %arg0 : tensor<4xf64>
      %12 = stablehlo.multiply %11, %arg1 : tensor<4xf64>
      stablehlo.return %12 : tensor<4xf64>
    }, {
      %11 = stablehlo.multiply %arg0, %arg0 : tensor<4xf64>
      stablehlo.return %11 : tensor<4xf64>
    }, {
      %11 = stablehlo.exponential %arg0 : tensor<4xf64>
      %12 = stablehlo.add %11, %arg1 : tensor<4xf64>
      stablehlo.return %12 : tensor<4xf64>
    }) : (tensor<i32>) -> tensor<4xf64>
    %2 = stablehlo.slice %arg0 [0:1] : (tensor<4xf64>) -> tensor<1xf64>
    %3 = stablehlo.reshape %2 : (tensor<1xf64>) -> tensor<f64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %4 = stablehlo.compare GT, %3, %cst, FLOAT : (tensor<f64>, tensor<f64>) -> tensor<i1>
    %5 = stablehlo.convert %4 : (tensor<i1>) -> tensor<i32>
    %6 = "stablehlo.case"(%5) ({
      %11 = stablehlo.multiply %arg1, %arg1 : tensor<4xf64>
      %12 = stablehlo.subtract %1, %11 : tensor<4xf64>
      stablehlo.return %12 : tensor<4xf64>
    }, {
      %11 = stablehlo.multiply %1, %arg1 : tensor<4xf64>
      stablehlo.return %11 : tensor<4xf64>
    }) : (tensor<i32>) -> tensor<4xf64>
    %7 = stablehlo.multiply %6, %6 : tensor<4xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %c_2 = stablehlo.constant dense<0> : tensor<i64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %c_4 = stablehlo.constant dense<0> : tensor<i64>
    %9:4 = stablehlo.while(%iterArg = %arg1, %iterArg_5 = %c_4, %iterArg_6 = %c_2, %iterArg_7 = %cst_3) : tensor<4xf64>, tensor<i64>, tensor<i64>, tensor<f64>
    cond {
      %c_8 = stablehlo.constant dense<3> : tensor<i64>
      %11 = stablehlo.compare LT, %iterArg_5, %c_8, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %11 : tensor<i1>
    } do {
      %11:2 = func.call @closed_call(%iterArg, %iterArg_6, %iterArg_7) : (tensor<4xf64>, tensor<i64>, tensor<f64>) -> (tensor<i64>, tensor<f64>)
      %c_8 = stablehlo.constant dense<1> : tensor<i64>
      %12 = stablehlo.add %iterArg_5, %c_8 : tensor<i64>
      stablehlo.return %iterArg, %12, %11#0, %11#1 : tensor<4xf64>, tensor<i64>, tensor<i64>, tensor<f64>
    }
    %10 = stablehlo.add %8, %9#3 : tensor<f64>
    return %10 : tensor<f64>
  }
  func.func private @closed_call(%arg0: tensor<4xf64>, %arg1: tensor<i64>, %arg2: tensor<f64>) -> (tensor<i64>, tensor<f64>) {
    %c = stablehlo.constant dense<1> : tensor<i64>
    %0 = stablehlo.add %arg1, %c : tensor<i64>
    %1 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<f64>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f64>) -> tensor<4xf64>
    %3 = stablehlo.multiply %arg0, %2 : tensor<4xf64>
    %4 = stablehlo.cosine %3 : tensor<4xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4xf64>, tensor<f64>) -> tensor<f64>
    %6 = stablehlo.add %arg2, %5 : tensor<f64>
    return %0, %6 : tensor<i64>, tensor<f64>
  }
}
