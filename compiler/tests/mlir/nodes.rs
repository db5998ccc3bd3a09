//! ONNX's own node tests as machine code in this process, whole and on a random mesh with a thread a device: all that the front end takes give their outputs, none is refused.
//!
//! Every twentieth case; all with `SHARDWRIGHT_ALL=1`.

use super::native::plain;
use super::testdata;
use shardwright_compiler::back::mlir::lower::Jit;
use shardwright_compiler::engine::xla::XlaRunner;
use shardwright_compiler::front::onnx::node_tests::{Outcome, Run, onnx_node_tests};
use shardwright_compiler::testing::shard_fuzz::{run, shard};
use shardwright_ir::Module;
use shardwright_ir::interp::Tensor;
use shardwright_ir::verify::verify;
use std::path::PathBuf;
use std::process::Command;

fn code_of(module: &Module) -> Result<Jit, String> {
    let module = plain(module)?;
    Jit::new(verify(&module).map_err(|why| why.to_string())?).map_err(|why| why.to_string())
}

#[test]
fn mlir_native_node_tests_of_onnx_give_their_outputs_whole_and_partitioned() {
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
    let native = |name: &str, module: &Module, inputs: &[Tensor]| {
        let mut runs = vec![Run { how: String::new(), outputs: code_of(module)?.run(inputs)? }];
        if module.main_mesh().is_none() {
            let sharded = shard(module, name, 0);
            let outputs = run(&sharded, inputs, &ops, &|program, rows| code_of(&program.module)?.run_on_threads(rows));
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
    assert!(faults.is_empty(), "{} failed, {passed} passed\n{}", faults.len(), faults.join("\n"));
    assert!(passed >= if all { 1774 } else { 80 }, "{passed} passed");
}
