//! Partitioned programs as machine code on threads of this process that meet in collectives, against JAX's results.

use super::{compiled, testdata};
use shardwright_compiler::back::mlir::lower::Jit;
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::read_npz;
use shardwright_compiler::shards::{join, split};
use shardwright_compiler::verify::compare;
use shardwright_ir::interp::Tensor;
use shardwright_ir::verify::verify;

/// Gradients, experts, loops and reshapes, on 2 to 8 devices.
const MODULES: [&str; 6] = ["attention_grad_tp", "mlp_megatron", "mlp_train_sgd", "moe_gshard_top2", "scan_layers", "reshape_split_merge"];

#[test]
fn mlir_threads_that_meet_give_what_jax_gives() {
    let ops = shardwright_dialects::registry();
    let mut met = 0;
    for name in MODULES {
        let file = testdata("jax").join(format!("{name}.mlir"));
        let compiled = compiled(&file, &ops);
        let (manifest, [(_, program)]) = (&compiled.manifest, &compiled.programs[..]) else { panic!("{name}: one program") };
        let arrays = read_npz(&file.with_extension("npz")).unwrap();
        let global = |name: String, element| arrays[&name].to_tensor(Some(element)).unwrap();
        let mut rows: Vec<Vec<Tensor>> = vec![Vec::new(); manifest.devices];
        for (index, port) in manifest.inputs.iter().enumerate() {
            let whole = global(format!("arg{index}"), port.global_type().unwrap().element);
            for (row, shard) in rows.iter_mut().zip(split(port, whole.bytes()).unwrap()) {
                row.push(Tensor::try_from(&shard).unwrap());
            }
        }
        let jit = Jit::new(verify(&program.local).unwrap()).unwrap_or_else(|why| panic!("{name}: {why}"));
        let made = jit.run_on_threads(&rows).unwrap_or_else(|why| panic!("{name}: {why}"));
        met += manifest.devices - 1;
        for (index, port) in manifest.outputs.iter().enumerate() {
            let shards: Vec<HostTensor> = made.iter().map(|row| HostTensor::from(&row[index])).collect();
            let whole = join(port, &shards.iter().collect::<Vec<_>>()).unwrap_or_else(|why| panic!("{name}: {why}"));
            let wanted = global(format!("res{index}"), port.global_type().unwrap().element);
            let difference = compare(&whole, &wanted).unwrap();
            assert!(difference.relative <= 1e-4, "{name} result {index}: {:e}", difference.relative);
        }
    }
    assert!(met > 10, "{met} devices met others");
}
