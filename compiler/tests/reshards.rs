//! Random reshards on virtual devices: a tensor, or a sum of which devices hold parts, is the same after it is laid out otherwise, on the
//! same mesh or on another one of the same devices.
//!
//! `SHARDWRIGHT_CASES` sets how many (default 200) and `SHARDWRIGHT_SEED` the first seed (default 0).

use shardwright_compiler::testing::check::{check, on_virtual};
use shardwright_compiler::testing::random::Case;
use shardwright_compiler::testing::random::layout::Layout;
use shardwright_compiler::testing::rng::Rng;
use shardwright_ir::interp::Tensor;
use shardwright_ir::text::parse_module;
use shardwright_ir::{ElementType, Sym, TensorType};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

/// The text of a program, and the type of its argument: a sum over dimension 0, negated on one mesh and given back on another.
fn program(rng: &mut Rng) -> (String, TensorType) {
    let rank = rng.range(1, 3) as usize;
    let sizes: Vec<i64> = (0..=rank).map(|_| rng.choose(&[2, 4, 6, 8, 8, 12, 5, 16])).collect();
    let (whole, summed) = (TensorType::new(ElementType::F32, &sizes), TensorType::new(ElementType::F32, &sizes[1..]));
    let one = Layout::random(rng, 8, true);
    let other = loop {
        let other = Layout { name: Sym::new("other"), ..Layout::random(rng, 8, true) };
        if other.mesh.num_devices() == one.mesh.num_devices() {
            break other;
        }
    };
    let middle = if rng.percent(50) { &other } else { &one };
    let (from, between, to) = (one.sharding(rng, &whole), middle.sharding(rng, &summed), one.sharding(rng, &summed));
    let text = format!(
        "sdy.mesh @mesh = {}\nsdy.mesh @other = {}\n\
         func.func public @main(%arg0: {whole} {{sdy.sharding = #sdy.sharding{from}}}) -> ({summed} {{sdy.sharding = #sdy.sharding{to}}}) {{\n\
         %zero = stablehlo.constant dense<0.0> : tensor<f32>\n\
         %0 = stablehlo.reduce(%arg0 init: %zero) applies stablehlo.add across dimensions = [0] : ({whole}, tensor<f32>) -> {summed}\n\
         %1 = sdy.sharding_constraint %0 {between} : {summed}\n\
         %2 = stablehlo.negate %1 : {summed}\n\
         return %2 : {summed}\n}}\n",
        one.mesh, other.mesh
    );
    (text, whole)
}

#[test]
fn reshards_between_any_placements_keep_the_data() {
    let ops = shardwright_dialects::registry();
    let first = number("SHARDWRIGHT_SEED", 0);
    let mut failures = Vec::new();
    for seed in first..first + number("SHARDWRIGHT_CASES", 200) {
        let mut rng = Rng::new(seed);
        let (text, ty) = program(&mut rng);
        let module = parse_module(&text, &ops).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        // Small whole numbers, all different along a row: sums are exact.
        let bytes: Vec<u8> = (0..ty.num_elements()).flat_map(|at| ((at * 7 % 1013) as f32).to_le_bytes()).collect();
        let case = Case { seed, module, inputs: vec![Tensor::from_bytes(ty, &bytes).expect("as many bytes as the type has")] };
        if let Err(why) = check(&case, &ops, &on_virtual) {
            failures.push(format!("{why}\n{text}"));
        }
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures[..failures.len().min(4)].join("\n"));
}
