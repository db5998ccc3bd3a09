//! ONNX's own node tests as machine code in this process, whole and on a random mesh with a thread a device: their outputs, or a true reason for refusal, listed in `testdata/node_tests/native_refused.txt`, which only gets shorter.
//!
//! Every twentieth case; all with `SHARDWRIGHT_ALL=1`, which also holds the whole list (`BLESS=1` writes it).

use super::native::plain;
use super::testdata;
use shardwright_compiler::back::mlir::lower::Jit;
use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_compiler::front::onnx::node_tests::{Outcome, Run, onnx_node_tests};
use shardwright_compiler::testing::shard_fuzz::{run, shard};
use shardwright_ir::Module;
use shardwright_ir::interp::Tensor;
use shardwright_ir::verify::verify;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

/// What an op that native code does not serve is refused with; any other error is a fault.
const REFUSALS: [&str; 2] = ["has no native form: ", "has no form in upstream dialects"];

/// Machine code, or (inside) why an op is refused.
fn code_of(module: &Module) -> Result<Result<Jit, String>, String> {
    let module = plain(module)?;
    match Jit::new(verify(&module).map_err(|why| why.to_string())?) {
        Ok(code) => Ok(Ok(code)),
        Err(why) if REFUSALS.iter().any(|refusal| why.message.contains(refusal)) => Ok(Err(why.message)),
        Err(why) => Err(why.to_string()),
    }
}

#[test]
fn mlir_native_node_tests_of_onnx_give_their_outputs_or_are_refused_for_a_reason() {
    let all = std::env::var_os("SHARDWRIGHT_ALL").is_some();
    let scratch = tempfile::tempdir().unwrap();
    let runner = XlaRunner::find().unwrap_or_else(|error| panic!("{error}"));
    let made = Command::new(runner.python()).arg(testdata("node_tests/onnx_cases.py")).arg(scratch.path()).output().unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    if !all {
        let mut cases: Vec<PathBuf> = std::fs::read_dir(scratch.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        cases.sort();
        cases.iter().enumerate().filter(|(index, _)| index % 20 != 0).for_each(|(_, case)| std::fs::remove_dir_all(case).unwrap());
    }
    let ops = shardwright_dialects::registry();
    let refused: RefCell<BTreeMap<String, String>> = RefCell::default();
    let native = |name: &str, module: &Module, inputs: &[Tensor]| {
        let code = match code_of(module)? {
            Ok(code) => code,
            Err(refusal) => {
                refused.borrow_mut().insert(name.to_owned(), refusal);
                return Ok(vec![]);
            }
        };
        let mut runs = vec![Run { how: String::new(), outputs: code.run(inputs)? }];
        if module.main_mesh().is_none() {
            let sharded = shard(module, name, 0);
            let outputs = run(&sharded, inputs, &ops, &|program, rows| code_of(&program.module)??.run_on_threads(rows));
            runs.push(Run { how: format!("{}: ", sharded.options), outputs: outputs.map_err(|why| format!("{}: {why}", sharded.options))? });
        }
        Ok(runs)
    };
    let (mut faults, mut passed) = (Vec::new(), 0);
    onnx_node_tests(scratch.path(), "", &native, &mut |case| match &case.outcome {
        Outcome::Failed(why) => faults.push(format!("{}: {why}", case.name)),
        Outcome::Passed => passed += 1,
        Outcome::Skipped(_) => {}
    })
    .unwrap();
    let refused = refused.into_inner();
    passed -= refused.len();
    println!("{passed} passed, {} refused", refused.len());
    assert!(faults.is_empty(), "{} failed\n{}", faults.len(), faults.join("\n"));
    let lines: Vec<String> = refused.iter().map(|(case, why)| format!("{case}: {why}")).collect();
    let list = testdata("node_tests/native_refused.txt");
    if all && std::env::var_os("BLESS").is_some() {
        std::fs::write(&list, lines.join("\n") + "\n").unwrap();
    }
    let known = std::fs::read_to_string(&list).unwrap();
    let new: Vec<&String> = lines.iter().filter(|line| !known.lines().any(|other| other == *line)).collect();
    assert!(new.is_empty(), "not in {}: {new:#?}", list.display());
    assert!(!all || lines.len() == known.lines().count(), "lines of {} that are not true any more", list.display());
}
