//! Activations within the kernels that they follow.

use shardwright_ir::text::parse_module;
use shardwright_passes::rewrite::egraph::cost::Roofline;
use shardwright_passes::rewrite::egraph::optimize::{Settings, optimize};

/// Cost of a product of 8 x 16 and 16 x 16 numbers and its hyperbolic tangent, as it stands, with these results.
fn cost(fuse: bool, results: &str, types: &str) -> f64 {
    let text = format!(
        "func.func @main(%x: tensor<8x16xf32>, %w: tensor<16x16xf32>) -> ({types}) {{
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  %t = stablehlo.tanh %p : tensor<8x16xf32>
  return {results} : {types}
}}"
    );
    let mut module = parse_module(&text, &shardwright_dialects::registry()).unwrap_or_else(|why| panic!("{why}"));
    let func = module.funcs.values_mut().next().unwrap();
    let outcome = optimize(func, &[], &Settings::default(), &Roofline { fuse, ..Roofline::default() }).unwrap_or_else(|why| panic!("{why}"));
    assert!(!outcome.changed && outcome.after == outcome.before);
    outcome.before
}

#[test]
fn an_activation_is_part_of_the_kernel_before_it_where_nothing_else_reads_that() {
    // Bytes of the product, and of the tangent where it is a kernel of its own; both are far from the peak in operations.
    let (product, tangent) = (f64::from(4 * (8 * 16 + 16 * 16 + 8 * 16)) / 320e9, f64::from(4 * (8 * 16 + 8 * 16)) / 320e9);
    let near = |a: f64, b: f64| (a - b).abs() < 1e-13;
    let one = "tensor<8x16xf32>";
    let two = "tensor<8x16xf32>, tensor<8x16xf32>";
    assert!(near(cost(false, "%t", one), 2.0 * 5e-6 + product + tangent));
    assert!(near(cost(true, "%t", one), 5e-6 + product));
    // The product is wanted too: computing it twice would cost more than reading it.
    assert!(near(cost(true, "%t, %p", two), 2.0 * 5e-6 + product + tangent));
}
