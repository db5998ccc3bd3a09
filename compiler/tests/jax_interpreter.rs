//! JAX's modules, evaluated as they are on one device, give JAX's results.
//!
//! Inputs and results in the `.npz` beside each module were made by JAX (`testdata/jax`).

use shardwright_compiler::engine::npz::read_npz;
use shardwright_ir::interp::{Interpreter, Tensor};
use std::path::Path;

const MODULES: &[&str] = &[
    "attention_grad_tp", "attention_seq_sharded", "bf16_matmul", "conditional", "conv_spatial", "conv_train_dp_tp",
    "embedding_grad_scatter", "embedding_vocab_sharded", "fft_cholesky", "mlp_megatron", "mlp_train_sgd",
    "moe_gshard_top2", "packed_constants", "reshape_split_merge", "reshard_conflict", "scan_layers", "shard_map_manual", "sort_cumsum_pad", "uneven_dims", "while_newton",
];

fn check(name: &str) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/jax");
    let text = std::fs::read_to_string(folder.join(format!("{name}.mlir"))).map_err(|why| why.to_string())?;
    let module = shardwright_ir::text::parse_module(&text, &shardwright_dialects::registry()).map_err(|errors| format!("{errors:?}"))?;
    let arrays = read_npz(&folder.join(format!("{name}.npz"))).map_err(|why| why.to_string())?;
    let main = module.main().ok_or("no main function")?;
    let tensor = |key: String, ty: &shardwright_ir::TensorType| -> Result<Tensor, String> {
        let host = arrays.get(&key).ok_or_else(|| format!("no array {key}"))?.to_tensor(Some(ty.element))?;
        Tensor::from_bytes(ty.clone(), host.bytes())
    };
    let args = main.args().iter().enumerate().map(|(index, &arg)| tensor(format!("arg{index}"), main.tensor_type(arg)));
    let args = args.collect::<Result<Vec<_>, _>>()?;
    let results = Interpreter::new(&module).run(main, &args).map_err(|why| why.to_string())?;
    for (index, result) in results.iter().enumerate() {
        let wanted = tensor(format!("res{index}"), &result.ty)?;
        let scale = wanted.to_f64s().iter().fold(1e-6f64, |scale, value| scale.max(value.abs()));
        // XLA skips the rounding to bf16 between the product and its conversion to f32.
        let tolerance = if name == "bf16_matmul" { 1e-2 } else { 1e-4 };
        for (at, (x, y)) in result.to_f64s().iter().zip(wanted.to_f64s()).enumerate() {
            if (x - y).abs() > tolerance * scale {
                return Err(format!("result {index} element {at}: got {x}, JAX gives {y}"));
            }
        }
    }
    Ok(())
}

#[test]
fn jax_modules_give_the_results_of_jax() {
    let failures: Vec<String> = MODULES.iter().filter_map(|name| Some(format!("{name}: {}", check(name).err()?))).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
