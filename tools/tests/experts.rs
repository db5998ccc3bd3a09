//! `plan` against what experts do: its plans cost no more, by its own price, and look like theirs where the machine makes them so.

use shardwright_compiler::annotate::parse_mesh;
use shardwright_compiler::planner::{Found, Goal, Objective, plan};
use shardwright_passes::joint::Algebra;
use shardwright_compiler::reannotate::Own;
use shardwright_compiler::{CompileOptions, pass_registry};
use shardwright_ir::machine::builtin;
use shardwright_passes::search::search;
use std::path::{Path, PathBuf};
use std::process::Command;

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

fn planned(file: &Path, options: &CompileOptions, machine: &str) -> Found {
    let machine = builtin(machine).unwrap();
    let goal = Goal { machine: &machine, memory: None, devices: None, objective: Objective::Time, algebra: Algebra::None, search: search("best").unwrap(), seconds: 60.0, seed: 0 };
    plan(file, options, &goal, &shardwright_dialects::registry(), &pass_registry(), &mut |_, _| {}).unwrap_or_else(|fault| panic!("{}: {}", file.display(), fault.diagnostics))
}

/// The price of the best plan on eight devices, four by two, in picoseconds, where none of the model's own shardings counts.
fn ours(file: &Path) -> i128 {
    let options = CompileOptions { mesh: Some(parse_mesh("batch=4,model=2").unwrap()), own: Own::Manual, ..CompileOptions::default() };
    planned(file, &options, "dgx-h100").tried[0].outcome.cost.unwrap()
}

/// The training step of 32 transformer layers, sharded as Megatron-LM shards it (arXiv 1909.08053; queries, keys, values and the first dense layer by
/// columns, the others by rows, the batch over the other axis), with and without ZeRO: what is annotated is kept, all else is chosen as cheap as
/// can be. So these are the least prices that Megatron's shardings have.
#[test]
fn plans_of_training_steps_cost_no_more_than_megatrons_shardings() {
    let folder = tempfile::tempdir().unwrap();
    let bank = testdata().join("bank");
    let arguments = ["cases", bank.to_str().unwrap(), "--filter", "t32/bp_mp", "--write-annotated", folder.path().to_str().unwrap()];
    let written = Command::new(env!("CARGO_BIN_EXE_shardwright")).args(arguments).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let jax = testdata().join("jax");
    let small = |name: &str| jax.join(format!("t2_{name}.mlir"));
    let large = |name: &str| folder.path().join("t32").join(format!("{name}.mlir"));
    let cases = [
        (jax.join("t2_bp.mlir"), vec![small("mp"), small("bp_mp"), small("bp_mp_z2"), small("bp_mp_z3")]),
        (jax.join("t32_bp.mlir"), vec![large("bp_mp"), large("bp_mp_z3")]),
    ];
    for (bare, experts) in cases {
        let own = ours(&bare);
        for expert in experts {
            let theirs = planned(&expert, &CompileOptions::default(), "dgx-h100").tried[0].outcome.cost.unwrap();
            assert!(own <= theirs, "{}: {own} ps for the plan, {theirs} for {}", bare.display(), expert.display());
        }
    }
}

/// A wide residual network's training step on four V100 (testdata/alpa/make.py: 64 images, 3 x 3 kernels): from stage to stage weights grow from 2 to
/// 151 MB a kernel, activations shrink from 205 to 26 MB. By batch, a layer exchanges its weights' gradients, by channels its activations: so the
/// first two stages go by batch and the last by channels, as in Alpa's plans for Wide-ResNet (OSDI 2022, section 8.2), and nothing goes back.
#[test]
fn early_layers_of_a_wide_residual_network_go_by_batch_and_late_ones_by_channels() {
    let options = CompileOptions { mesh: Some(parse_mesh("x=4").unwrap()), ..CompileOptions::default() };
    let found = planned(&testdata().join("alpa/wide_resnet.mlir"), &options, "dgx-v100");
    let func = found.module.main().unwrap();
    let forward = func.walk().into_iter().filter(|&op| func.op(op).info.name == "stablehlo.convolution").take(11);
    let split: String = forward
        .map(|op| {
            let dims = &func.sharding(func.op(op).results[0]).unwrap().dims;
            match (dims[0].axes.is_empty(), dims[3].axes.is_empty()) {
                (false, true) => 'b',
                (true, false) => 'c',
                _ => '?',
            }
        })
        .collect();
    // Two convolutions in the first stage, then three a stage, of which the first halves the image.
    assert!(split.starts_with("bbbbb") && split.ends_with("ccc"), "{split}");
    assert_eq!(split.trim_start_matches('b').trim_end_matches('c'), "", "{split}");
}
