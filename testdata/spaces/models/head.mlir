// An embedding and the head tied to it, bf16: 4096 tokens, vocabulary 32000, hidden size 2048, one layer between.
func.func public @main(%ids: tensor<4096xi32>, %table: tensor<32000x2048xbf16>, %w: tensor<2048x2048xbf16>) -> tensor<4096x32000xbf16> {
  %0 = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 2048>}> : (tensor<32000x2048xbf16>, tensor<4096xi32>) -> tensor<4096x2048xbf16>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4096x2048xbf16>, tensor<2048x2048xbf16>) -> tensor<4096x2048xbf16>
  %2 = stablehlo.tanh %1 : tensor<4096x2048xbf16>
  %3 = stablehlo.dot_general %2, %table, contracting_dims = [1] x [1] : (tensor<4096x2048xbf16>, tensor<32000x2048xbf16>) -> tensor<4096x32000xbf16>
  return %3 : tensor<4096x32000xbf16>
}
