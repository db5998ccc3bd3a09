//! Models as native processes over MPI: outputs are ONNX Runtime's within the tolerance, on four devices, under MPICH and Open MPI (feature `mlir`).
//!
//! A few always, every model of `testdata/models/cases.json` on both meshes and both implementations with `SHARDWRIGHT_ALL=1`.
#![cfg(feature = "mlir")]

mod common;

use common::{shardwright, text};
use shardwright_compiler::back::native::Linker;
use shardwright_tools::cases::run::run_native;
use shardwright_tools::cases::{Case, read_cases};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// C compiler and launcher.
const IMPLEMENTATIONS: [(&str, &str); 2] = [("mpicc.mpich", "mpirun.mpich"), ("mpicc.openmpi", "mpirun.openmpi")];

/// What runs always: model, mesh, place in [`IMPLEMENTATIONS`].
const ALWAYS: [(&str, &str, usize); 4] =
    [("gpt2_tiny.dynamo", "data=2,model=2", 0), ("bert_tiny.ts", "model=4", 1), ("mixtral_tiny_batched.dynamo", "data=2,model=2", 1), ("llama_tiny.ts", "model=4", 0)];

/// The cases on four devices: tensor parallel, and with its sizes halved the case of data 2 x tensor 4.
fn cases() -> Vec<Case> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/models/cases.json");
    let on_four = |mut case: Case| match case.mesh.as_deref() {
        Some("model=4") => Some(case),
        Some("data=2,model=4") => {
            case.mesh = Some("data=2,model=2".to_owned());
            case.set = "data=2,model=2".to_owned();
            Some(case)
        }
        _ => None,
    };
    read_cases(&file).expect("the file of cases").into_iter().filter_map(on_four).collect()
}

fn is_installed((mpicc, mpirun): (&str, &str)) -> bool {
    [mpicc, mpirun].iter().all(|name| Command::new(name).arg("--version").output().is_ok())
}

#[test]
fn models_give_the_expected_outputs_as_native_processes() {
    let all = std::env::var_os("SHARDWRIGHT_ALL").is_some();
    let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
    let mut faults = Vec::new();
    let mut count = 0;
    for case in cases() {
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
                Ok(outcome) if outcome.relative <= case.tolerance => println!("{:36} {:15} error {:.1e}, {seconds:.1} s", case.name(), implementation.1, outcome.relative),
                Ok(outcome) => faults.push(format!("{} {}: relative error {:e}, at most {:e}", case.name(), implementation.1, outcome.relative, case.tolerance)),
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
            println!("{schedule:24} {:15} {:.1} s", implementation.1, start.elapsed().as_secs_f64());
        }
    }
}
