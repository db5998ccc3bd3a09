//! Models that Python packages carry, as their authors exported them, compiled for two devices by batch, by space or time, or by their states: outputs are ONNX Runtime's.
//!
//! The models are those that `.ci/install` puts into `.deps/models`; `testdata/packages/make.py` writes the cases.

use libtest_mimic::{Arguments, Failed, Trial};
use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_compiler::exec::Engine;
use shardwright_tools::cases::read_cases;
use shardwright_tools::cases::run::{Memory, run_case};
use std::path::Path;
use std::process::Command;

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = tempfile::tempdir().expect("a folder");
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let made = Command::new(runner.python()).arg(root.join("testdata/packages/make.py")).arg(root.join(".deps/models")).arg(folder.path()).output();
    let made = made.expect("Python starts");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let trial = |case: shardwright_tools::cases::Case| {
        Trial::test(case.name(), move || {
            let (ops, passes) = (shardwright_dialects::registry(), shardwright_compiler::pass_registry());
            let outcome = run_case(&case, &Engine::Virtual, &mut Memory::default(), &ops, &passes).map_err(Failed::from)?;
            if outcome.relative <= case.tolerance { Ok(()) } else { Err(format!("relative error {:e}, at most {:e}", outcome.relative, case.tolerance).into()) }
        })
    };
    let trials = read_cases(&folder.path().join("cases.json")).expect("the file of cases").into_iter().map(trial).collect();
    // A model's devices are threads already: one case at a time.
    let arguments = Arguments { test_threads: arguments.test_threads.or(Some(1)), ..arguments };
    libtest_mimic::run(&arguments, trials).exit()
}
