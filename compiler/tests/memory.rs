//! The memory model against XLA's compiler: what it allocates on one device for our partitioned programs, by its own statistics (`CompiledMemoryStats` of
//! the jaxlib wheel). A missing Python fails this test with the message that says how to install it.
//!
//! `testdata/jax` has small training programs; `testdata/memory` larger ones, made by its `make.py`, in which temporaries weigh. Both look at the same program.
//! The bound is the goal of the model, 10% of the total, not what it happens to reach: run with `--nocapture` for the table, which the chapter on costs quotes.

use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_compiler::{CompileOptions, compile, output, pass_registry};
use std::path::Path;

const PROGRAMS: [&str; 20] = [
    "jax/mlp_train_sgd", "jax/conv_train_dp_tp", "jax/attention_grad_tp", "jax/block_bp_mp", "jax/embedding_grad_scatter", "jax/t2_bp", "jax/t2_mp",
    "jax/t2_bp_mp", "jax/t2_bp_mp_z2", "jax/t2_bp_mp_z3", "memory/mlp_dp", "memory/mlp_tp", "memory/mlp_z3", "memory/mlp_donated", "memory/mixed_dp",
    "memory/transformer_tp", "memory/transformer_z3", "memory/convolutions_dp", "memory/scanned_dp", "memory/accumulated_dp",
];

#[test]
fn what_xla_allocates_for_training_programs_is_foretold_within_a_tenth() {
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let ops = shardwright_dialects::registry();
    let mut off = Vec::new();
    for name in PROGRAMS {
        let model = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../testdata/{name}.mlir"));
        let compiled = compile(&model, &CompileOptions::default(), &ops, &pass_registry(), &mut []).unwrap_or_else(|fault| panic!("{name}: {}", fault.diagnostics));
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        output::write(&compiled, &out, output::Emit::default()).unwrap();
        let text = std::fs::read_to_string(out.join("program.mlir")).unwrap();
        let ours = compiled.report.allocated;
        let theirs = runner.memory(&text, compiled.manifest.devices).unwrap_or_else(|error| panic!("{name}: {error}"));
        let ratio = ours.total() as f64 / theirs.total() as f64;
        println!("| {name} | {} | {} | {} | {} | {} | {ratio:.3} |", theirs.arguments, theirs.outputs, theirs.temporaries, theirs.total(), ours.total());
        assert_eq!((ours.arguments, ours.aliased), (theirs.arguments, theirs.aliased), "{name}");
        // The table of pointers to results is rounded up.
        assert!((ours.outputs - theirs.outputs).abs() <= 64, "{name}: results are {} and {} bytes", ours.outputs, theirs.outputs);
        if !(0.9..=1.1).contains(&ratio) {
            off.push(format!("{name}: {ours:?}, XLA {theirs:?}"));
        }
    }
    assert!(off.is_empty(), "{off:#?}");
}
