module @jit_fourier attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x8xf32>, %arg1: tensor<5xf32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = call @fft(%arg0) : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
    %1 = stablehlo.convert %arg1 : (tensor<5xf32>) -> tensor<5xcomplex<f32>>
    %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<5xcomplex<f32>>) -> tensor<1x5xcomplex<f32>>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x5xcomplex<f32>>) -> tensor<3x5xcomplex<f32>>
    %4 = stablehlo.multiply %0, %3 : tensor<3x5xcomplex<f32>>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %5 = call @_pad(%4, %c) : (tensor<3x5xcomplex<f32>>, tensor<i64>) -> tensor<3x5xcomplex<f32>>
    %6 = call @fft_0(%5) : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
    %7 = stablehlo.sine %arg0 : tensor<3x8xf32>
    %8 = stablehlo.convert %7 : (tensor<3x8xf32>) -> tensor<3x8xcomplex<f32>>
    %cst = stablehlo.constant dense<(0.000000e+00,1.000000e+00)> : tensor<complex<f32>>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<complex<f32>>) -> tensor<3x8xcomplex<f32>>
    %10 = stablehlo.multiply %9, %8 : tensor<3x8xcomplex<f32>>
    %11 = stablehlo.convert %arg0 : (tensor<3x8xf32>) -> tensor<3x8xcomplex<f32>>
    %12 = stablehlo.add %11, %10 : tensor<3x8xcomplex<f32>>
    %13 = call @fft_1(%12) : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
    %cst_0 = stablehlo.constant dense<(1.000000e+00,5.000000e-01)> : tensor<complex<f32>>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<complex<f32>>) -> tensor<3x8xcomplex<f32>>
    %15 = stablehlo.multiply %13, %14 : tensor<3x8xcomplex<f32>>
    %16 = call @fft_2(%15) : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
    %17 = stablehlo.multiply %6, %6 : tensor<3x8xf32>
    %18 = stablehlo.multiply %17, %6 : tensor<3x8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.reduce(%18 init: %cst_1) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<f32>
    %20 = stablehlo.abs %16 : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xf32>
    %21 = stablehlo.multiply %20, %20 : tensor<3x8xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<3x8xf32>, tensor<f32>) -> tensor<f32>
    %23 = stablehlo.add %19, %22 : tensor<f32>
    %24 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<3x8xf32>) -> tensor<8x3xf32>
    %25 = call @fft_3(%24) : (tensor<8x3xf32>) -> tensor<8x2xcomplex<f32>>
    %26 = stablehlo.transpose %25, dims = [1, 0] : (tensor<8x2xcomplex<f32>>) -> tensor<2x8xcomplex<f32>>
    %27 = stablehlo.real %26 : (tensor<2x8xcomplex<f32>>) -> tensor<2x8xf32>
    %28 = stablehlo.multiply %27, %27 : tensor<2x8xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_3) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
    %30 = stablehlo.add %23, %29 : tensor<f32>
    return %30 : tensor<f32>
  }
  func.func private @fft(%arg0: tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<3x8xf32>) -> tensor<3x5xcomplex<f32>>
    return %0 : tensor<3x5xcomplex<f32>>
  }
  func.func private @_pad(%arg0: tensor<3x5xcomplex<f32>>, %arg1: tensor<i64>) -> tensor<3x5xcomplex<f32>> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<complex<f32>>
    %1 = stablehlo.pad %arg0, %0, low = [0, 0], high = [0, 0], interior = [0, 0] : (tensor<3x5xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3x5xcomplex<f32>>
    return %1 : tensor<3x5xcomplex<f32>>
  }
  func.func private @fft_0(%arg0: tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32> {
    %0 = stablehlo.fft %arg0, type = IRFFT, length = [8] : (tensor<3x5xcomplex<f32>>) -> tensor<3x8xf32>
    return %0 : tensor<3x8xf32>
  }
  func.func private @fft_1(%arg0: tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = FFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
    return %0 : tensor<3x8xcomplex<f32>>
  }
  func.func private @fft_2(%arg0: tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = IFFT, length = [3, 8] : (tensor<3x8xcomplex<f32>>) -> tensor<3x8xcomplex<f32>>
    return %0 : tensor<3x8xcomplex<f32>>
  }
  func.func private @fft_3(%arg0: tensor<8x3xf32>) -> tensor<8x2xcomplex<f32>> {
    %0 = stablehlo.fft %arg0, type = RFFT, length = [3] : (tensor<8x3xf32>) -> tensor<8x2xcomplex<f32>>
    return %0 : tensor<8x2xcomplex<f32>>
  }
}
