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
    let split = convolutions(&planned(&testdata().join("alpa/wide_resnet.mlir"), &options, "dgx-v100"), 11);
    // Two convolutions in the first stage, then three a stage, of which the first halves the image.
    assert!(split.starts_with("bbbbb") && split.ends_with("ccc"), "{split}");
    assert_eq!(split.trim_start_matches('b').trim_end_matches('c'), "", "{split}");
}

/// How the first convolutions' results lie: by batch, by channels, or whole, as sums over channels become.
fn convolutions(found: &Found, count: usize) -> String {
    let func = found.module.main().unwrap();
    let forward = func.walk().into_iter().filter(|&op| func.op(op).info.name == "stablehlo.convolution").take(count);
    let split = forward.map(|op| {
        let dims = &func.sharding(func.op(op).results[0]).unwrap().dims;
        match (dims[0].axes.is_empty(), dims[3].axes.is_empty()) {
            (false, true) => 'b',
            (true, false) => 'c',
            (true, true) => '-',
            (false, false) => '?',
        }
    });
    split.collect()
}

/// A training step of ResNet-50, of true size, on four V100. From the first stage to the last a block's kernels grow from 0.3 to 18 MB and its widest
/// activations shrink from 3.2 to 0.4 MB an image (A. Krizhevsky, arXiv 1404.5997, section 2: data parallelism where kernels are small and activations
/// large, model parallelism where it is the other way round). So of 8 images the late stages go by channels, of 32 the last alone, and of 128, where
/// no stage's kernels are larger than what is computed for them, none does: PipeDream, too, found data parallelism alone best for ResNet-50 (SOSP 2019, table 1).
#[test]
fn late_layers_of_resnet50_go_by_channels_where_there_are_few_images() {
    let text = std::fs::read_to_string(testdata().join("alpa/resnet50.mlir")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let options = CompileOptions { mesh: Some(parse_mesh("x=4").unwrap()), ..CompileOptions::default() };
    let mut by_batch = Vec::new();
    for images in [8, 32, 128] {
        let file = folder.path().join(format!("{images}.mlir"));
        // Every dimension of 8 that a tensor begins with is the batch.
        std::fs::write(&file, text.replace("tensor<8x", &format!("tensor<{images}x")).replace("[0:8, ", &format!("[0:{images}, "))).unwrap();
        let split = convolutions(&planned(&file, &options, "dgx-v100"), 53);
        let early = split.find(|letter| letter != 'b').unwrap_or(split.len());
        // Nothing goes back to the batch.
        assert!(!split[early..].contains(['b', '?']), "{images} images: {split}");
        by_batch.push(early);
    }
    // The first stage has 11 convolutions, the first two 24; the last has 10.
    assert!((11..43).contains(&by_batch[0]), "{by_batch:?}");
    assert_eq!(by_batch[1..], [43, 53], "{by_batch:?}");
}
