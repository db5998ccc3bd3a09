//! What tests of chosen forms share: JAX's modules, numbers from the environment, and how results are compared.

use shardwright_compiler::engine::npz::read_npz;
use shardwright_ir::interp::Tensor;
use shardwright_ir::text::parse_module;
use shardwright_ir::{Module, TensorType};
use std::path::Path;

/// Those that rewriting is tested on: gradients, convolutions, experts, loops and reshapes.
pub const MODULES: [&str; 8] =
    ["attention_grad_tp", "conv_train_dp_tp", "mlp_megatron", "mlp_train_sgd", "moe_gshard_top2", "scan_layers", "while_newton", "reshape_split_merge"];

/// A module of `testdata/jax` and the inputs that JAX ran it on.
pub fn jax_module(name: &str) -> Result<(Module, Vec<Tensor>), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/jax");
    let text = std::fs::read_to_string(folder.join(format!("{name}.mlir"))).map_err(|why| why.to_string())?;
    let module = parse_module(&text, &shardwright_dialects::registry()).map_err(|why| why.to_string())?;
    let arrays = read_npz(&folder.join(format!("{name}.npz"))).map_err(|why| why.to_string())?;
    let main = module.main().ok_or("no main")?;
    let input = |(index, ty): (usize, &TensorType)| {
        let host = arrays[&format!("arg{index}")].to_tensor(Some(ty.element)).map_err(|why| why.to_string())?;
        Tensor::from_bytes(ty.clone(), host.bytes()).map_err(|why| why.to_string())
    };
    let inputs = main.args().iter().map(|&arg| main.tensor_type(arg)).enumerate().map(input).collect::<Result<Vec<Tensor>, String>>()?;
    Ok((module, inputs))
}

/// A number that the environment may set.
pub fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}

/// Elements may differ by `allowed` of the largest finite magnitude of their tensor, which counts as `floor` at least.
pub fn compare(wanted: &[Tensor], got: &[Tensor], floor: f64, allowed: impl Fn(&Tensor) -> f64) -> Result<(), String> {
    for (index, (a, b)) in wanted.iter().zip(got).enumerate() {
        let (xs, ys) = (a.to_f64s(), b.to_f64s());
        let largest = xs.iter().filter(|x| x.is_finite()).fold(floor, |largest, x| largest.max(x.abs()));
        let allowed = allowed(a) * largest;
        for (at, (x, y)) in xs.iter().zip(&ys).enumerate() {
            if (x - y).abs() > allowed && x != y && !(x.is_nan() && y.is_nan()) {
                return Err(format!("result {index} ({}) element {at}: {x} became {y}", a.ty));
            }
        }
    }
    if wanted.len() == got.len() { Ok(()) } else { Err(format!("{} results became {}", wanted.len(), got.len())) }
}
