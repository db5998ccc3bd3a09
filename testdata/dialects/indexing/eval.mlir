func.func @gathers() -> (tensor<2x2x4xf32>, tensor<5x2x2xf32>, tensor<3x1x3xf32>, tensor<2x2x3xf32>, tensor<2x2x2x2xf32>) {
  %ai = stablehlo.iota dim = 0 : tensor<20xf32>
  %a = stablehlo.reshape %ai : (tensor<20xf32>) -> tensor<5x4xf32>
  %bi = stablehlo.iota dim = 0 : tensor<30xf32>
  %b = stablehlo.reshape %bi : (tensor<30xf32>) -> tensor<2x5x3xf32>
  %i = stablehlo.constant dense<[[0, 4], [-3, 9]]> : tensor<2x2xi32>
  %u = stablehlo.constant dense<[3, 200]> : tensor<2xui8>
  %v = stablehlo.constant dense<[[1, 2], [7, -1], [3, 1]]> : tensor<3x2xi64>
  %w = stablehlo.constant dense<[[[4], [1]], [[0], [-2]]]> : tensor<2x2x1xi32>
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<2x2xi32>) -> tensor<2x2x4xf32>
  %1 = "stablehlo.gather"(%a, %u) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 5, 2>}> : (tensor<5x4xf32>, tensor<2xui8>) -> tensor<5x2x2xf32>
  %2 = "stablehlo.gather"(%a, %v) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<5x4xf32>, tensor<3x2xi64>) -> tensor<3x1x3xf32>
  %3 = "stablehlo.gather"(%b, %w) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<2x5x3xf32>, tensor<2x2x1xi32>) -> tensor<2x2x3xf32>
  %4 = "stablehlo.gather"(%b, %w) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 2], collapsed_slice_dims = [2], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 2, 2, 1>}> : (tensor<2x5x3xf32>, tensor<2x2x1xi32>) -> tensor<2x2x2x2xf32>
  return %0, %1, %2, %3, %4 : tensor<2x2x4xf32>, tensor<5x2x2xf32>, tensor<3x1x3xf32>, tensor<2x2x3xf32>, tensor<2x2x2x2xf32>
}

func.func @scatters() -> (tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<2x5x3xi32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>) {
  %ai = stablehlo.iota dim = 0 : tensor<20xf32>
  %a = stablehlo.reshape %ai : (tensor<20xf32>) -> tensor<5x4xf32>
  %ui = stablehlo.iota dim = 0 : tensor<16xf32>
  %u = stablehlo.reshape %ui : (tensor<16xf32>) -> tensor<2x2x4xf32>
  %bi = stablehlo.iota dim = 0 : tensor<30xi32>
  %b = stablehlo.reshape %bi : (tensor<30xi32>) -> tensor<2x5x3xi32>
  %ci = stablehlo.iota dim = 0 : tensor<12xi32>
  %c = stablehlo.reshape %ci : (tensor<12xi32>) -> tensor<2x2x3xi32>
  %i = stablehlo.constant dense<[[0, 4], [-3, 9]]> : tensor<2x2xi32>
  %j = stablehlo.constant dense<[[2, 2], [0, 2]]> : tensor<2x2xi32>
  %w = stablehlo.constant dense<[[[4], [4]], [[0], [-2]]]> : tensor<2x2x1xi32>
  %k = stablehlo.constant dense<[[1, 2], [0, 1]]> : tensor<2x2xi32>
  %p = stablehlo.constant dense<[[[10.0, 20.0]], [[30.0, 40.0]]]> : tensor<2x1x2xf32>
  %q = stablehlo.convert %j : (tensor<2x2xi32>) -> tensor<2x2xui32>
  %l:2 = stablehlo.optimization_barrier %a, %u : tensor<5x4xf32>, tensor<2x2x4xf32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %s = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<2x2xi32>, tensor<2x2x4xf32>) -> tensor<5x4xf32>
  %1 = "stablehlo.scatter"(%a, %j, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %s = stablehlo.maximum %x0, %y0 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<2x2xi32>, tensor<2x2x4xf32>) -> tensor<5x4xf32>
  %2 = "stablehlo.scatter"(%a, %j, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    stablehlo.return %y0 : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<2x2xi32>, tensor<2x2x4xf32>) -> tensor<5x4xf32>
  %3 = "stablehlo.scatter"(%b, %w, %c) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>):
    %s = stablehlo.multiply %x0, %y0 : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x5x3xi32>, tensor<2x2x1xi32>, tensor<2x2x3xi32>) -> tensor<2x5x3xi32>
  %4 = "stablehlo.scatter"(%a, %k, %p) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %s = stablehlo.add %x0, %y0 : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<2x2xi32>, tensor<2x1x2xf32>) -> tensor<5x4xf32>
  %a2 = stablehlo.negate %a : tensor<5x4xf32>
  %5:2 = "stablehlo.scatter"(%a, %a2, %q, %u, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x0: tensor<f32>, %x1: tensor<f32>, %y0: tensor<f32>, %y1: tensor<f32>):
    %s = stablehlo.add %x0, %y0 : tensor<f32>
    %t = stablehlo.minimum %x1, %y1 : tensor<f32>
    stablehlo.return %s, %t : tensor<f32>, tensor<f32>
  }) : (tensor<5x4xf32>, tensor<5x4xf32>, tensor<2x2xui32>, tensor<2x2x4xf32>, tensor<2x2x4xf32>) -> (tensor<5x4xf32>, tensor<5x4xf32>)
  %6 = "stablehlo.scatter"(%a, %j, %u) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %s = stablehlo.multiply %x0, %y0 : tensor<f32>
    %t = stablehlo.subtract %s, %y0 : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<5x4xf32>, tensor<2x2xi32>, tensor<2x2x4xf32>) -> tensor<5x4xf32>
  return %0, %1, %2, %3, %4, %5#0, %5#1, %6 : tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<2x5x3xi32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>, tensor<5x4xf32>
}

func.func @sorts() -> (tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xf32>, tensor<2x5xi32>, tensor<2x5xf32>, tensor<2x5xi32>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
  %a0 = stablehlo.constant dense<[[3.0, -1.0, 0x7FC00000, 2.0, -0.0], [0.0, 5.0, 5.0, 0xFF800000, 1.0]]> : tensor<2x5xf32>
  %a = stablehlo.optimization_barrier %a0 : tensor<2x5xf32>
  %b = stablehlo.constant dense<[[3, 1, 3, 2, 1], [7, 7, -7, 0, 7]]> : tensor<2x5xi32>
  %i = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %0:2 = "stablehlo.sort"(%b, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
    %c = stablehlo.compare LT, %x0, %y0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5xi32>, tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xi32>)
  %1:2 = "stablehlo.sort"(%b, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
    %c = stablehlo.compare GT, %x0, %y0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5xi32>, tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xi32>)
  %2:2 = "stablehlo.sort"(%b, %i) <{dimension = -2 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
    %c = stablehlo.compare LT, %x0, %y0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5xi32>, tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xi32>)
  %3 = "stablehlo.sort"(%a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<f32>, %y0: tensor<f32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %k1 = stablehlo.compare EQ, %x0, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k2 = stablehlo.select %k1, %z, %x0 : tensor<i1>, tensor<f32>
    %k3 = stablehlo.compare NE, %x0, %x0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %n = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %k4 = stablehlo.select %k3, %n, %k2 : tensor<i1>, tensor<f32>
    %k5 = stablehlo.compare EQ, %y0, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k6 = stablehlo.select %k5, %z, %y0 : tensor<i1>, tensor<f32>
    %k7 = stablehlo.compare NE, %y0, %y0, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %k8 = stablehlo.select %k7, %n, %k6 : tensor<i1>, tensor<f32>
    %k9 = stablehlo.compare LT, %k4, %k8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %k9 : tensor<i1>
  }) : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %4:2 = "stablehlo.sort"(%i, %a) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<f32>, %y1: tensor<f32>):
    %c = stablehlo.compare GT, %x1, %y1, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5xi32>, tensor<2x5xf32>) -> (tensor<2x5xi32>, tensor<2x5xf32>)
  %5:2 = "stablehlo.sort"(%b, %i) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x0: tensor<i32>, %y0: tensor<i32>, %x1: tensor<i32>, %y1: tensor<i32>):
    %c = stablehlo.compare GT, %y0, %x0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x5xi32>, tensor<2x5xi32>) -> (tensor<2x5xi32>, tensor<2x5xi32>)
  %v, %k = chlo.top_k(%a, k = 3) : tensor<2x5xf32> -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %m, %n = chlo.top_k(%b, k = 2) : tensor<2x5xi32> -> (tensor<2x2xi32>, tensor<2x2xi32>)
  return %0#0, %0#1, %1#0, %1#1, %2#0, %2#1, %3, %4#0, %4#1, %5#1, %v, %k, %m, %n : tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xi32>, tensor<2x5xf32>, tensor<2x5xi32>, tensor<2x5xf32>, tensor<2x5xi32>, tensor<2x3xf32>, tensor<2x3xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}

func.func @dynamic_slices() -> (tensor<2x3xf32>, tensor<5x1xf32>, tensor<5x4xf32>, tensor<5x4xf32>) {
  %ai = stablehlo.iota dim = 0 : tensor<20xf32>
  %a = stablehlo.reshape %ai : (tensor<20xf32>) -> tensor<5x4xf32>
  %u = stablehlo.constant dense<[[100.0, 101.0], [102.0, 103.0]]> : tensor<2x2xf32>
  %m = stablehlo.constant dense<-7> : tensor<i32>
  %t = stablehlo.constant dense<2> : tensor<i32>
  %h = stablehlo.constant dense<99> : tensor<i32>
  %0 = stablehlo.dynamic_slice %a, %t, %h, sizes = [2, 3] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_slice %a, %m, %t, sizes = [5, 1] : (tensor<5x4xf32>, tensor<i32>, tensor<i32>) -> tensor<5x1xf32>
  %2 = stablehlo.dynamic_update_slice %a, %u, %t, %h : (tensor<5x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  %3 = stablehlo.dynamic_update_slice %a, %u, %m, %t : (tensor<5x4xf32>, tensor<2x2xf32>, tensor<i32>, tensor<i32>) -> tensor<5x4xf32>
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<5x1xf32>, tensor<5x4xf32>, tensor<5x4xf32>
}

func.func @control_flow() -> (tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c5 = stablehlo.constant dense<5> : tensor<i32>
  %n = stablehlo.constant dense<-1> : tensor<i32>
  %p = stablehlo.constant dense<false> : tensor<i1>
  %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0:2 = stablehlo.while(%i = %c0, %v = %x) : tensor<i32>, tensor<2xf32>
    cond {
      %q = stablehlo.compare LT, %i, %c5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %q : tensor<i1>
    } do {
      %j = stablehlo.add %i, %c1 : tensor<i32>
      %w = stablehlo.add %v, %x : tensor<2xf32>
      stablehlo.return %j, %w : tensor<i32>, tensor<2xf32>
    }
  %y = stablehlo.multiply %x, %x : tensor<2xf32>
  %1 = "stablehlo.case"(%n) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    %z = stablehlo.add %y, %0#1 : tensor<2xf32>
    stablehlo.return %z : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  %2 = "stablehlo.case"(%c0) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  %3 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<2xf32>
  }, {
    stablehlo.return %y : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return %0#0, %0#1, %1, %2, %3 : tensor<i32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

func.func @chlo_functions() -> (tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>) {
  %a = stablehlo.constant dense<[-0.9, -0.5, -1.0e-4, 0.0, 0.3, 0.75, 0.99]> : tensor<7xf32>
  %b = stablehlo.constant dense<[1.0, 1.5, 2.0, 3.0, 10.0, 50.0, 80.0]> : tensor<7xf32>
  %0 = chlo.acos %a : tensor<7xf32> -> tensor<7xf32>
  %1 = chlo.asin %a : tensor<7xf32> -> tensor<7xf32>
  %2 = chlo.atan %a : tensor<7xf32> -> tensor<7xf32>
  %3 = chlo.atanh %a : tensor<7xf32> -> tensor<7xf32>
  %4 = chlo.erf %a : tensor<7xf32> -> tensor<7xf32>
  %5 = chlo.erf_inv %a : tensor<7xf32> -> tensor<7xf32>
  %6 = chlo.erfc %a : tensor<7xf32> -> tensor<7xf32>
  %7 = chlo.sinh %a : tensor<7xf32> -> tensor<7xf32>
  %8 = chlo.square %a : tensor<7xf32> -> tensor<7xf32>
  %9 = chlo.tan %a : tensor<7xf32> -> tensor<7xf32>
  %10 = chlo.cosh %a : tensor<7xf32> -> tensor<7xf32>
  %11 = chlo.asinh %a : tensor<7xf32> -> tensor<7xf32>
  %b0 = chlo.acosh %b : tensor<7xf32> -> tensor<7xf32>
  %b1 = chlo.asinh %b : tensor<7xf32> -> tensor<7xf32>
  %b2 = chlo.atan %b : tensor<7xf32> -> tensor<7xf32>
  %b3 = chlo.sinh %b : tensor<7xf32> -> tensor<7xf32>
  %b4 = chlo.cosh %b : tensor<7xf32> -> tensor<7xf32>
  %b5 = chlo.erf %b : tensor<7xf32> -> tensor<7xf32>
  %b6 = chlo.erfc %b : tensor<7xf32> -> tensor<7xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %b0, %b1, %b2, %b3, %b4, %b5, %b6 : tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>, tensor<7xf32>
}
