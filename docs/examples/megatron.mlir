// The feed-forward part of a transformer under tensor and sequence parallelism, with data parallelism around it: activations lie along
// the sequence between the products, so each is gathered before the first and scattered after the second; gradients of
// two biases are summed over the batch.
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%x: tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>},
                       %w1: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
                       %w2: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>},
                       %g1: tensor<4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
                       %g2: tensor<4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<4x16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}, {}]>},
        tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %h = stablehlo.dot_general %x, %w1, contracting_dims = [2] x [0] : (tensor<4x16x32xf32>, tensor<32x64xf32>) -> tensor<4x16x64xf32>
  %t = stablehlo.tanh %h : tensor<4x16x64xf32>
  %y = stablehlo.dot_general %t, %w2, contracting_dims = [2] x [0] : (tensor<4x16x64xf32>, tensor<64x32xf32>) -> tensor<4x16x32xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %b1 = stablehlo.reduce(%g1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x64xf32>, tensor<f32>) -> tensor<64xf32>
  %b2 = stablehlo.reduce(%g2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x32xf32>, tensor<f32>) -> tensor<32xf32>
  return %y, %b1, %b2 : tensor<4x16x32xf32>, tensor<64xf32>, tensor<32xf32>
}
