//! Which e-nodes of a cycle stay.

use shardwright_ir::text::{parse_module, print_module};
use shardwright_passes::rewrite::egraph::builtin_rules;
use shardwright_passes::rewrite::egraph::cost::Roofline;
use shardwright_passes::rewrite::egraph::optimize::{Settings, optimize};

/// Two products and the two joined, all needed. Each product is a slice of what is joined, and that is the two joined: a cycle. By its own
/// tree a product is cheaper than the larger one, so that an order by cheapest trees drops the slices, and with them the optimum.
#[test]
fn products_stay_slices_of_what_they_are_joined_to() {
    let text = "func.func @main(%x: tensor<8x16xf32>, %c: tensor<16x16xf32>, %d: tensor<16x16xf32>, %a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x32xf32>) {
  %p = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %q = stablehlo.dot_general %x, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %y = stablehlo.concatenate %p, %q, dim = 1 : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x32xf32>
  %t = stablehlo.dot_general %p, %c, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %e = stablehlo.dot_general %q, %d, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  return %t, %e, %y : tensor<8x16xf32>, tensor<8x16xf32>, tensor<8x32xf32>
}";
    let mut module = parse_module(text, &shardwright_dialects::registry()).unwrap_or_else(|why| panic!("{why}"));
    let rules = builtin_rules().unwrap_or_else(|why| panic!("{why}"));
    let settings = Settings { parameters_from: Some(3), ..Settings::default() };
    let func = module.funcs.values_mut().next().unwrap();
    let outcome = optimize(func, &rules, &settings, &Roofline::default()).unwrap_or_else(|why| panic!("{why}"));
    assert!(outcome.dropped > 0, "no cycle was there");
    // Three kernels: the product of `x` reads 8 x 16 and 16 x 32 numbers and writes 8 x 32; the others read 8 x 16 and 16 x 16 and write 8 x 16 each.
    let bytes = 4 * ((8 * 16 + 16 * 32 + 8 * 32) + 2 * (8 * 16 + 16 * 16 + 8 * 16));
    let wanted = 3.0 * 5e-6 + f64::from(bytes) / 320e9;
    assert!((outcome.after - wanted).abs() < 1e-12, "{} and {wanted}\n{}", outcome.after, print_module(&module));
    assert!(outcome.bound <= wanted + 1e-12);
}
