//! Bad files: 200 damaged ONNX models and 200 damaged texts are refused (or, where the damage does no harm, compiled), without
//! a panic, a hang, a flood of memory or a look outside the model's folder.
//!
//! Each batch runs in a child process (this test binary again), so that a stack overflow is a failed test and the peak of
//! memory is its own. `SHARDWRIGHT_HOSTILE_CASES` sets how many files of each kind (default 200).

use shardwright_compiler::testing::mutate::{Mutant, model, text};
use shardwright_compiler::{CompileOptions, compile, pass_registry};
use shardwright_ir::sharding::Mesh;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// No file may take longer.
const LIMIT: Duration = Duration::from_secs(10);
/// No file may take more memory, in KiB.
const MEMORY: u64 = 1 << 20;
/// The variable that makes `child` work: the kind of files.
const KIND: &str = "SHARDWRIGHT_HOSTILE_KIND";

#[test]
fn damaged_models_are_refused() {
    batch("onnx");
}

#[test]
fn damaged_texts_are_refused() {
    batch("mlir");
}

/// Work of the child process; without [`KIND`] there is nothing to do.
#[test]
fn child() {
    let Ok(kind) = std::env::var(KIND) else { return };
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("model");
    std::fs::create_dir_all(folder.join("a")).unwrap();
    std::fs::write(outer.path().join("secret.bin"), vec![7; 1 << 16]).unwrap();
    std::fs::write(folder.join("data.bin"), vec![7; 1 << 16]).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("../secret.bin", folder.join("link.bin")).unwrap();
    let sources = sources(&kind);
    let path = folder.join(format!("case.{kind}"));
    for seed in 0..cases() {
        let source = &sources[(seed % sources.len() as u64) as usize];
        let mutant = match kind.as_str() {
            "onnx" => model::model(seed, source),
            _ => text::text(seed, std::str::from_utf8(source).unwrap()),
        };
        std::fs::write(&path, &mutant.bytes).unwrap();
        println!("\nbegin {seed} {}", mutant.what.replace('\n', " "));
        println!("\nend {seed} {}", outcome(&path, &mutant));
        if let Some(peak) = peak_memory() {
            assert!(peak <= MEMORY, "seed {seed} ({}): peak of {peak} KiB", mutant.what);
        }
    }
    println!("\ndone");
}

/// `refused`, `compiled`, or a fault. Compiled on the file's own mesh and on a given one; refused where both are.
fn outcome(path: &Path, mutant: &Mutant) -> String {
    let given = CompileOptions { mesh: Some(Mesh::new(&[("data", 2), ("model", 2)])), ..CompileOptions::default() };
    let ops = shardwright_dialects::registry();
    let faults = [CompileOptions::default(), given].map(|options| compile(path, &options, &ops, &pass_registry(), &mut []).err());
    match &faults {
        [Some(fault), Some(_)] => match fault.diagnostics.0.first() {
            Some(first) => format!("refused {}", first.message.replace('\n', " ")),
            None => "FAULT refused without a word".to_owned(),
        },
        _ if mutant.must_fail => "FAULT compiled what cannot be a program".to_owned(),
        _ => "compiled".to_owned(),
    }
}

fn batch(kind: &str) {
    let this = std::env::current_exe().unwrap();
    let mut child = Command::new(this)
        .args(["child", "--exact", "--nocapture", "--test-threads=1"])
        .env(KIND, kind)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (sender, lines) = channel();
    let output = BufReader::new(child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    let errors = child.stderr.take().unwrap();
    let errors = std::thread::spawn(move || BufReader::new(errors).lines().map_while(Result::ok).collect::<Vec<_>>());
    let (mut now, mut refused, mut compiled, mut faults, mut done) = (String::new(), 0, 0, Vec::new(), false);
    loop {
        match lines.recv_timeout(LIMIT) {
            Ok(line) => match line.split_once(' ') {
                Some(("begin", what)) => now = what.to_owned(),
                Some(("end", what)) if what.contains("FAULT") => faults.push(format!("{now}: {what}")),
                Some(("end", what)) if what.ends_with(" compiled") => compiled += 1,
                Some(("end", _)) => refused += 1,
                _ => done |= line == "done",
            },
            Err(RecvTimeoutError::Timeout) => {
                child.kill().unwrap();
                faults.push(format!("{now}: still running after {LIMIT:?}"));
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = child.wait().unwrap();
    reader.join().unwrap().ok();
    let errors = errors.join().unwrap();
    println!("{kind}: {refused} refused, {compiled} compiled");
    assert!(faults.is_empty(), "{kind}: {faults:#?}");
    assert!(status.success() && done, "{kind}: the process ended with {status} at seed {now}: {}", errors.join("\n"));
    assert_eq!(refused + compiled, cases());
    assert!(refused * 2 > cases(), "{kind}: only {refused} of {} files were refused", cases());
}

fn cases() -> u64 {
    std::env::var("SHARDWRIGHT_HOSTILE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(200)
}

/// Sound files of this kind, small ones.
fn sources(kind: &str) -> Vec<Vec<u8>> {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let names: &[&str] = match kind {
        "onnx" => &["models/sharded/mlp_sharded/model.onnx", "models/sharded/mlp_sharded_2d/model.onnx", "models/bert_tiny.dynamo/model.onnx"],
        _ => &["jax/mlp_megatron.mlir", "jax/scan_layers.mlir", "jax/conditional.mlir", "jax/shard_map_manual.mlir", "jax/embedding_grad_scatter.mlir"],
    };
    let read = |path: PathBuf| std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    names.iter().map(|name| read(testdata.join(name))).collect()
}

/// The largest memory of this process so far in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
