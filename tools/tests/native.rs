//! Models as native processes over MPI: outputs are ONNX Runtime's within 1e-4, on four devices, under MPICH and Open MPI (feature `mlir`).
//!
//! A few always, every model of `testdata/models/cases.json` on both meshes and both implementations with `SHARDWRIGHT_ALL=1`; then also times on one
//! device, held against ONNX Runtime's.
#![cfg(feature = "mlir")]

mod common;
#[path = "common/models.rs"]
mod common_models;

use common::{shardwright, text};
use shardwright_compiler::back::mlir::lower::Jit;
use shardwright_compiler::back::native::Linker;
use shardwright_compiler::engine::npz::read_npz;
use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_compiler::front::onnx::node_tests::{Outcome, Run, run_case};
use shardwright_compiler::verify::compare;
use shardwright_ir::Module;
use shardwright_ir::interp::Tensor;
use shardwright_ir::verify::verify;
use shardwright_passes::manager::{Pipeline, RunOptions, run_pipeline};
use shardwright_tools::cases::run::run_native;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// C compiler and launcher.
const IMPLEMENTATIONS: [(&str, &str); 2] = [("mpicc.mpich", "mpirun.mpich"), ("mpicc.openmpi", "mpirun.openmpi")];

/// What runs always: model, mesh, place in [`IMPLEMENTATIONS`].
const ALWAYS: [(&str, &str, usize); 4] =
    [("gpt2_tiny.dynamo", "data=2,model=2", 0), ("bert_tiny.ts", "model=4", 1), ("mixtral_tiny_batched.dynamo", "data=2,model=2", 1), ("llama_tiny.ts", "model=4", 0)];

/// Largest relative error of an output.
const TOLERANCE: f64 = 1e-4;

fn is_installed((mpicc, mpirun): (&str, &str)) -> bool {
    [mpicc, mpirun].iter().all(|name| Command::new(name).arg("--version").output().is_ok())
}

#[test]
fn models_give_the_expected_outputs_as_native_processes() {
    let all = std::env::var_os("SHARDWRIGHT_ALL").is_some();
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let mut faults = Vec::new();
    let mut count = 0;
    for case in common_models::on_four_devices() {
        for (index, implementation) in IMPLEMENTATIONS.iter().enumerate() {
            let chosen = ALWAYS.iter().any(|&(model, mesh, on)| (model, mesh, on) == (case.model.as_str(), case.set.as_str(), index));
            if !all && !chosen {
                continue;
            }
            if !is_installed(*implementation) {
                eprintln!("{}: skipped, as {} is not installed (`./test` installs it)", case.name(), implementation.0);
                continue;
            }
            count += 1;
            let start = Instant::now();
            let linker = Linker { mpicc: Some(PathBuf::from(implementation.0)), ..Linker::default() };
            let outcome = run_native(&case, linker, Path::new(implementation.1), &ops, &passes);
            let seconds = start.elapsed().as_secs_f64();
            match outcome {
                Ok(outcome) if outcome.relative <= TOLERANCE => println!("{:36} {:15} error {:.1e}, {seconds:.1} s", case.name(), implementation.1, outcome.relative),
                Ok(outcome) => faults.push(format!("{} {}: relative error {:e}, at most {TOLERANCE:e}", case.name(), implementation.1, outcome.relative)),
                Err(why) => faults.push(format!("{} {}: {why}", case.name(), implementation.1)),
            }
        }
    }
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.join("\n"));
}

/// Numbers are those of the program that was never cut, on the interpreter.
#[test]
fn pipelines_run_as_one_native_executable() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models/gpt2_tiny.dynamo/model.onnx");
    let train = ["--train", "sgd:lr=0.1,loss=next-token", "--shard", "labels=[{data}, {}]"];
    let cases: [(&str, &[&str], usize); 3] = [("1f1b:microbatches=4", &train, 0), ("zb-h1:microbatches=4", &train, 1), ("gpipe:microbatches=2", &[], 1)];
    let all = std::env::var_os("SHARDWRIGHT_ALL").is_some();
    for (schedule, more, own) in cases {
        for (index, implementation) in IMPLEMENTATIONS.iter().enumerate().filter(|(index, _)| all || *index == own) {
            if !is_installed(*implementation) {
                eprintln!("{schedule}: skipped, as {} is not installed (`./test` installs it)", IMPLEMENTATIONS[index].0);
                continue;
            }
            let (folder, start) = (tempfile::tempdir().unwrap(), Instant::now());
            let out = folder.path().join("out");
            let mut arguments = vec!["compile", text(&model), "--mesh", "pipe=2,data=2", "--shard", "input_ids=[{data}, {}]", "--pipeline", schedule];
            arguments.extend(more);
            arguments.extend(["--emit", "native", "--mpicc", implementation.0, "-o", text(&out)]);
            shardwright(&arguments).unwrap();
            let said = shardwright(&["verify", text(&out), "--engine", "mpi", "--mpirun", implementation.1]).unwrap();
            assert!(said.contains("partitioned on 4 mpi devices") && said.contains("equal within"), "{said}");
            if !more.is_empty() {
                trains_as_virtual_devices_do(&out, implementation.1);
            }
            println!("{schedule:24} {:15} {:.1} s", implementation.1, start.elapsed().as_secs_f64());
        }
    }
}

/// Three steps: the losses, and parameters and states at the end.
fn trains_as_virtual_devices_do(out: &Path, mpirun: &str) {
    let run = |engine: &[&str], file: &Path| {
        let said = shardwright(&[&["run", text(out), "--steps", "3", "--seed", "1", "-o", text(file), "--engine"][..], engine].concat()).unwrap();
        let losses: Vec<f64> = said.lines().map(|line| line.split_once(" loss ").expect("a loss").1.parse().expect("a number")).collect();
        (losses, read_npz(file).unwrap())
    };
    let (losses, wanted) = run(&["virtual"], &out.join("virtual.npz"));
    let (native_losses, found) = run(&["mpi", "--mpirun", mpirun], &out.join("native.npz"));
    assert_eq!((losses.len(), native_losses.len(), found.len()), (3, 3, wanted.len()));
    assert!(losses[2] < losses[0], "it learns nothing: {losses:?}");
    let near = losses.iter().zip(&native_losses).all(|(left, right)| (left - right).abs() <= TOLERANCE * left.abs());
    assert!(near, "{losses:?} {native_losses:?}");
    for (name, wanted) in &wanted {
        let difference = compare(&found[name].to_tensor(None).unwrap(), &wanted.to_tensor(None).unwrap()).unwrap();
        assert!(difference.relative <= TOLERANCE, "{name}: {:e}", difference.relative);
    }
}

#[test]
fn steps_of_training_run_natively() {
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models/gpt2_tiny.dynamo/model.onnx");
    let all = std::env::var_os("SHARDWRIGHT_ALL").is_some();
    for (index, implementation) in IMPLEMENTATIONS.iter().enumerate().filter(|(index, _)| all || *index == 1) {
        if !is_installed(*implementation) {
            eprintln!("skipped, as {} is not installed (`./test` installs it)", IMPLEMENTATIONS[index].0);
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("out");
        // Not Adam: where a gradient is nearly zero, the sign of its first step is the rounding's.
        let mut arguments = vec!["compile", text(&model), "--train", "momentum:lr=0.1,loss=next-token", "--mesh", "data=2,model=2"];
        for shard in ["input_ids=[{data}, {}]", "labels=[{data}, {}]", "*c_fc.weight=[{data}, {model}]", "*mlp.c_proj.weight=[{model}, {data}]"] {
            arguments.extend(["--shard", shard]);
        }
        arguments.extend(["--emit", "native", "--mpicc", implementation.0, "-o", text(&out)]);
        shardwright(&arguments).unwrap();
        trains_as_virtual_devices_do(&out, implementation.1);
    }
}

/// Machine code for the whole program of a model.
fn machine_code(module: &Module) -> Result<Jit, String> {
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let mut module = module.clone();
    run_pipeline(&Pipeline::parse("inline,clean,decompose-nn", &passes)?, &mut module, &ops, &RunOptions::default(), &mut []).map_err(|why| why.to_string())?;
    Jit::new(verify(&module).map_err(|why| why.to_string())?).map_err(|why| why.to_string())
}

/// One thread each, the shortest of many runs in several rounds, so that a busy moment of the machine counts for neither. Prints the rows of `docs/src/native.md`.
#[test]
fn one_device_is_within_three_times_of_onnx_runtime() {
    const ROUNDS: usize = 5;
    const RUNS: usize = 200;
    const MOST: f64 = 3.0;
    if std::env::var_os("SHARDWRIGHT_ALL").is_none() {
        return;
    }
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(&models).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.join("test_data_set_0").is_dir()).collect();
    folders.sort();
    let codes: RefCell<Vec<(String, Jit, Vec<Tensor>)>> = RefCell::default();
    for folder in &folders {
        let outcome = run_case(folder, &|name: &str, module: &Module, inputs: &[Tensor]| {
            let code = machine_code(module)?;
            let outputs = code.run(inputs)?;
            codes.borrow_mut().push((name.to_owned(), code, inputs.to_vec()));
            Ok(vec![Run { how: String::new(), outputs }])
        });
        assert_eq!(outcome, Ok(Outcome::Passed), "{}", folder.display());
    }
    let codes = codes.into_inner();
    let mut times = vec![(f64::INFINITY, f64::INFINITY); codes.len()];
    let python = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    for _ in 0..ROUNDS {
        let output = Command::new(python.python()).arg(models.join("time_onnxruntime.py")).arg(RUNS.to_string()).args(&folders).output().expect("Python starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        for ((line, (name, code, inputs)), (native, theirs)) in said.lines().zip(&codes).zip(&mut times) {
            let (told, seconds) = line.split_once(' ').expect("a name and a number");
            assert_eq!(told, name.as_str());
            *theirs = theirs.min(seconds.parse().expect("a number"));
            *native = native.min(code.time(inputs, RUNS).expect("it runs"));
        }
    }
    let mut slow = Vec::new();
    for ((name, _, _), (native, theirs)) in codes.iter().zip(&times) {
        let ratio = native / theirs;
        println!("| {} | {:.3} | {:.3} | {ratio:.1} |", name, native * 1e3, theirs * 1e3);
        if name.starts_with("gpt2_tiny") && ratio > MOST {
            slow.push(format!("{name}: {ratio:.1} times ONNX Runtime's time, at most {MOST}"));
        }
    }
    assert_eq!(codes.len(), 18);
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
