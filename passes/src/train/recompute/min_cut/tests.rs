//! Choices on programs that are small enough to be made by hand.

use super::*;
use crate::stage::residuals::{Laid, Passing};
use shardwright_ir::text::parse_module;

/// What is handed over and computed again, by name and by op, of a body on `%x` and `%m`, which are activations, and weights `%w` and `%b`.
fn handed(body: &str, needed: &[&str], least: bool) -> (Vec<String>, Vec<String>) {
    let args = "%x: tensor<8x8xf32>, %m: tensor<8x8xbf16>, %w: tensor<8x8xf32>, %b: tensor<8xf32>";
    let module = parse_module(&format!("func.func @main({args}) {{\n{body}\n  return\n}}"), &shardwright_dialects::registry()).unwrap_or_else(|faults| panic!("{faults}"));
    let func = module.main().unwrap();
    let ops: Vec<OpId> = func.region(func.body()).ops.iter().copied().filter(|&op| !func.op(op).info.is_terminator()).collect();
    let all: Vec<Value> = func.args().iter().chain(ops.iter().flat_map(|&op| &func.op(op).results)).copied().collect();
    // Each op stands in a line of its own.
    let names: Vec<&str> = ["x", "m", "w", "b"].into_iter().chain(body.lines().filter_map(|line| line.trim().strip_prefix('%')?.split(' ').next())).collect();
    let name = |value: Value| names[all.iter().position(|&other| other == value).unwrap()].to_owned();
    let needed: Vec<Value> = needed.iter().map(|wanted| all[names.iter().position(|name| name == wanted).unwrap()]).collect();
    let weights = &func.args()[2..];
    let passing = Passing { before: &ops, needed: &needed, free: &|value| weights.contains(&value), activation: &|value| !weights.contains(&value) };
    let found = Laid { func, mesh: None }.handed(&passing, least);
    let again = found.again.iter().map(|&op| func.op(op).info.name.trim_start_matches("stablehlo.").to_owned()).filter(|name| name != "constant");
    (found.values.into_iter().map(name).collect(), again.collect())
}

const PRODUCT: &str = "contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>";

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|&text| text.to_owned()).collect()
}

/// Of a softmax, exponentials, their sums and quotients are read: the exponentials alone are 256 bytes, which the rest follows from; scores would be as many, and further away.
#[test]
fn of_a_softmax_one_matrix_is_handed_over() {
    let body = format!(
        "  %s = stablehlo.dot_general %x, %w, {PRODUCT}
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %e = stablehlo.exponential %s : tensor<8x8xf32>
          %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
          %all = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
          %p = stablehlo.divide %e, %all : tensor<8x8xf32>"
    );
    assert_eq!(handed(&body, &["e", "all", "p"], true), (strings(&["e"]), strings(&["reduce", "broadcast_in_dim", "divide"])));
    assert_eq!(handed(&body, &["e", "all", "p"], false), (strings(&["e", "all", "p"]), vec![]));
    // Of the quotients alone nothing is computed again.
    assert_eq!(handed(&body, &["p"], true), (strings(&["p"]), vec![]));
}

/// A weight is there in any case: what is spread of it is spread again. A product is not made again, though its operands are there.
#[test]
fn weights_cost_nothing_and_products_are_not_made_again() {
    let body = format!(
        "  %spread = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<8x8xf32>
          %y = stablehlo.dot_general %x, %w, {PRODUCT}
          %z = stablehlo.multiply %y, %spread : tensor<8x8xf32>
          %t = stablehlo.tanh %z : tensor<8x8xf32>"
    );
    assert_eq!(handed(&body, &["spread"], true), (vec![], strings(&["broadcast_in_dim"])));
    assert_eq!(handed(&body, &["x", "spread", "y", "t"], true), (strings(&["x", "y"]), strings(&["broadcast_in_dim", "multiply", "tanh"])));
}

/// 128 bytes of bfloat16 are less than the 256 that are made of them; two of them are not.
#[test]
fn what_is_narrow_is_handed_over_instead_of_what_is_wide() {
    let body = "  %wide = stablehlo.convert %m : (tensor<8x8xbf16>) -> tensor<8x8xf32>
          %sum = stablehlo.add %wide, %x : tensor<8x8xf32>";
    assert_eq!(handed(body, &["wide"], true), (strings(&["m"]), strings(&["convert"])));
    assert_eq!(handed(body, &["sum"], true), (strings(&["sum"]), vec![]));
    assert_eq!(handed(body, &["sum", "x"], true), (strings(&["m", "x"]), strings(&["convert", "add"])));
}

/// The sum that goes from layer to layer is held at each of them, though narrow products and the first of them would be fewer bytes.
#[test]
fn sums_over_layers_are_not_computed_from_the_first_one_again() {
    let layer = |from: &str, number: usize| {
        format!(
            "  %n{number} = stablehlo.tanh {from} : tensor<8x8xf32>
              %d{number} = stablehlo.dot_general %n{number}, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xbf16>
              %f{number} = stablehlo.convert %d{number} : (tensor<8x8xbf16>) -> tensor<8x8xf32>
              %x{number} = stablehlo.add {from}, %f{number} : tensor<8x8xf32>\n"
        )
    };
    let body = layer("%x", 0) + &layer("%x0", 1) + &layer("%x1", 2);
    assert_eq!(handed(&body, &["n0", "n1", "n2"], true), (strings(&["n0", "n1", "n2"]), vec![]));
    assert_eq!(handed(&body, &["x", "n0", "x0", "n1", "x1", "n2"], true), (strings(&["x", "x0", "x1"]), strings(&["tanh"; 3])));
}
