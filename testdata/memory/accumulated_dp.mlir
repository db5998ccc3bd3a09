module @jit_accumulated attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg3: tensor<512x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg4: tensor<4x2048x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, %arg5: tensor<4x2048x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}) -> (tensor<512x512xf32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<512x512xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<512x512xf32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<512x512xf32> {jax.result_info = "result[3]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:11 = stablehlo.while(%iterArg = %arg4, %iterArg_7 = %arg5, %iterArg_8 = %arg0, %iterArg_9 = %arg1, %iterArg_10 = %arg2, %iterArg_11 = %arg3, %iterArg_12 = %c, %iterArg_13 = %0, %iterArg_14 = %1, %iterArg_15 = %2, %iterArg_16 = %3) : tensor<4x2048x512xf32>, tensor<4x2048x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<i32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>
    cond {
      %c_17 = stablehlo.constant dense<4> : tensor<i32>
      %17 = stablehlo.compare LT, %iterArg_12, %c_17, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %17 : tensor<i1>
    } do {
      %17 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_12) : (tensor<4x2048x512xf32>, tensor<i32>) -> tensor<2048x512xf32>
      %18 = func.call @dynamic_index_in_dim(%iterArg_7, %iterArg_12) : (tensor<4x2048x512xf32>, tensor<i32>) -> tensor<2048x512xf32>
      %19:4 = func.call @closed_call(%iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %17, %18) : (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<2048x512xf32>, tensor<2048x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>)
      %c_17 = stablehlo.constant dense<1> : tensor<i32>
      %20 = stablehlo.add %iterArg_12, %c_17 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10, %iterArg_11, %20, %19#0, %19#1, %19#2, %19#3 : tensor<4x2048x512xf32>, tensor<4x2048x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<i32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>
    }
    %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %6 = stablehlo.multiply %5, %4#7 : tensor<512x512xf32>
    %7 = stablehlo.subtract %arg0, %6 : tensor<512x512xf32>
    %cst_4 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %9 = stablehlo.multiply %8, %4#8 : tensor<512x512xf32>
    %10 = stablehlo.subtract %arg1, %9 : tensor<512x512xf32>
    %cst_5 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %12 = stablehlo.multiply %11, %4#9 : tensor<512x512xf32>
    %13 = stablehlo.subtract %arg2, %12 : tensor<512x512xf32>
    %cst_6 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %15 = stablehlo.multiply %14, %4#10 : tensor<512x512xf32>
    %16 = stablehlo.subtract %arg3, %15 : tensor<512x512xf32>
    return %7, %10, %13, %16 : tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x2048x512xf32>, %arg1: tensor<i32>) -> tensor<2048x512xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 2048, 512] : (tensor<4x2048x512xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2048x512xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x2048x512xf32>) -> tensor<2048x512xf32>
    return %1 : tensor<2048x512xf32>
  }
  func.func private @closed_call(%arg0: tensor<512x512xf32>, %arg1: tensor<512x512xf32>, %arg2: tensor<512x512xf32>, %arg3: tensor<512x512xf32>, %arg4: tensor<512x512xf32>, %arg5: tensor<512x512xf32>, %arg6: tensor<512x512xf32>, %arg7: tensor<512x512xf32>, %arg8: tensor<2048x512xf32>, %arg9: tensor<2048x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>) {
    %0 = stablehlo.dot_general %arg8, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
    %1 = stablehlo.tanh %0 : tensor<2048x512xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2048x512xf32>
    %3 = stablehlo.subtract %2, %1 : tensor<2048x512xf32>
    %4 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
    %5 = stablehlo.tanh %4 : tensor<2048x512xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2048x512xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<2048x512xf32>
    %8 = stablehlo.dot_general %5, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
    %9 = stablehlo.tanh %8 : tensor<2048x512xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2048x512xf32>
    %11 = stablehlo.subtract %10, %9 : tensor<2048x512xf32>
    %12 = stablehlo.dot_general %9, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
    %13 = stablehlo.tanh %12 : tensor<2048x512xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2048x512xf32>
    %15 = stablehlo.subtract %14, %13 : tensor<2048x512xf32>
    %16 = stablehlo.subtract %13, %arg9 : tensor<2048x512xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2048x512xf32>
    %18 = stablehlo.multiply %17, %16 : tensor<2048x512xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0x49800000> : tensor<f32>
    %19 = stablehlo.divide %cst_4, %cst_5 : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [] : (tensor<f32>) -> tensor<2048x512xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<2048x512xf32>
    %22 = stablehlo.multiply %21, %15 : tensor<2048x512xf32>
    %23 = stablehlo.multiply %22, %13 : tensor<2048x512xf32>
    %24 = stablehlo.add %22, %23 : tensor<2048x512xf32>
    %25 = stablehlo.dot_general %24, %9, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<2048x512xf32>) -> tensor<512x512xf32>
    %26 = stablehlo.transpose %25, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %27 = stablehlo.dot_general %24, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
    %28 = stablehlo.multiply %27, %11 : tensor<2048x512xf32>
    %29 = stablehlo.multiply %28, %9 : tensor<2048x512xf32>
    %30 = stablehlo.add %28, %29 : tensor<2048x512xf32>
    %31 = stablehlo.dot_general %30, %5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<2048x512xf32>) -> tensor<512x512xf32>
    %32 = stablehlo.transpose %31, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %33 = stablehlo.dot_general %30, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
    %34 = stablehlo.multiply %33, %7 : tensor<2048x512xf32>
    %35 = stablehlo.multiply %34, %5 : tensor<2048x512xf32>
    %36 = stablehlo.add %34, %35 : tensor<2048x512xf32>
    %37 = stablehlo.dot_general %36, %1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<2048x512xf32>) -> tensor<512x512xf32>
    %38 = stablehlo.transpose %37, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %39 = stablehlo.dot_general %36, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<512x512xf32>) -> tensor<2048x512xf32>
    %40 = stablehlo.multiply %39, %3 : tensor<2048x512xf32>
    %41 = stablehlo.multiply %40, %1 : tensor<2048x512xf32>
    %42 = stablehlo.add %40, %41 : tensor<2048x512xf32>
    %43 = stablehlo.dot_general %42, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2048x512xf32>, tensor<2048x512xf32>) -> tensor<512x512xf32>
    %44 = stablehlo.transpose %43, dims = [1, 0] : (tensor<512x512xf32>) -> tensor<512x512xf32>
    %45 = stablehlo.add %arg4, %44 : tensor<512x512xf32>
    %46 = stablehlo.add %arg5, %38 : tensor<512x512xf32>
    %47 = stablehlo.add %arg6, %32 : tensor<512x512xf32>
    %48 = stablehlo.add %arg7, %26 : tensor<512x512xf32>
    return %45, %46, %47, %48 : tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>
  }
}
