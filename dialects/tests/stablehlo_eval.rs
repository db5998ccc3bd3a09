//! StableHLO ops evaluated by the interpreter give what XLA's CPU backend gives.
//!
//! Expected values stand in `eval_expected.mlir`, made by `make.py` beside it, which runs XLA.

use shardwright_dialects::registry;
use shardwright_ir::interp::{Buffer, Interpreter, Tensor};
use shardwright_ir::{Module, Sym};

fn module(name: &str) -> Module {
    let path = format!("{}/../testdata/dialects/stablehlo/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    shardwright_ir::text::parse_module(&text, &registry()).unwrap_or_else(|errors| panic!("{path}: {errors:?}"))
}

/// Numbers of a tensor, complex ones as two.
fn numbers(tensor: &Tensor) -> Vec<f64> {
    match &*tensor.data {
        Buffer::C64(v) => v.iter().flat_map(|c| [f64::from(c.re), f64::from(c.im)]).collect(),
        Buffer::C128(v) => v.iter().flat_map(|c| [c.re, c.im]).collect(),
        _ => tensor.to_f64s(),
    }
}

fn check(name: &str) {
    let (module, expected) = (module("eval.mlir"), module("eval_expected.mlir"));
    let run = |module: &Module| Interpreter::new(module).call(Sym::new(name), &[]).unwrap_or_else(|why| panic!("@{name}: {why}"));
    let (found, wanted) = (run(&module), run(&expected));
    assert_eq!(found.len(), wanted.len(), "@{name}");
    for (index, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
        assert_eq!(found.ty, wanted.ty, "@{name} result {index}");
        let tolerance = match found.ty.element.bits() {
            16 if found.ty.element.is_float() => 0.0,
            _ if found.ty.element.is_float() || found.ty.element.is_complex() => 3e-5,
            _ => 0.0,
        };
        for (at, (&x, &y)) in numbers(found).iter().zip(&numbers(wanted)).enumerate() {
            let same = x == y || (x.is_nan() && y.is_nan()) || (x - y).abs() <= tolerance * (1.0 + y.abs());
            assert!(same, "@{name} result {index} element {at}: got {x}, XLA gives {y}");
        }
    }
}

macro_rules! cases {
    ($($test:ident $name:literal)*) => {$(
        #[test]
        fn $test() {
            check($name);
        }
    )*};
}

cases! {
    float_functions_of_one_operand "float_unary"
    narrow_floats_round_once "bf16_rounds_once"
    float_functions_of_two_operands_and_nan "float_binary"
    integers_wrap_and_divide_by_zero "int_edges"
    unsigned_and_truth_values "unsigned_and_bool"
    complex_functions "complex_numbers"
    conversions_between_types "conversions"
    shapes_and_copies "shapes"
    matrix_products "dots"
    convolutions_of_every_kind "convolutions"
    reductions_by_kind_and_by_body "reductions"
    windows_padded_dilated_and_selected "windows"
    triangular_systems_and_fourier_transforms "linear_algebra"
    maps_and_normalisation "maps_and_norms"
}
