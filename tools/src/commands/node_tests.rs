//! `onnx-node-tests`: the ONNX project's backend test cases, whole or on random meshes.

use super::print;
use crate::args::NodeTestArgs;
use crate::fault::Fault;
use shardwright_compiler::front::onnx::node_tests::{CaseResult, Outcome, Run, interpret, onnx_node_tests, summary};
use shardwright_compiler::testing::check::on_virtual;
use shardwright_compiler::testing::shard_fuzz::{run, shard};
use shardwright_ir::interp::Tensor;
use shardwright_ir::{Module, Registry};

/// Runs the command. The last line counts.
pub fn node_tests(args: &NodeTestArgs, ops: &Registry) -> Result<(), Fault> {
    let mut fault = None;
    let mut report = |case: &CaseResult| {
        let line = match &case.outcome {
            Outcome::Passed if args.verbose => format!("passed  {}\n", case.name),
            Outcome::Passed => return,
            Outcome::Failed(why) => format!("failed  {}: {why}\n", case.name),
            Outcome::Skipped(why) => format!("skipped {}: {why}\n", case.name),
        };
        fault = fault.take().or(print(&line).err());
    };
    let fuzz = |name: &str, module: &Module, inputs: &[Tensor]| sharded_runs(name, module, inputs, args.layouts, ops);
    let results = onnx_node_tests(&args.dir, &args.filter, if args.shard_fuzz { &fuzz } else { &interpret }, &mut report)?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    print(&format!("{}\n", summary(&results)))?;
    if results.iter().any(|case| matches!(case.outcome, Outcome::Failed(_))) { Err(Fault::Failed) } else { Ok(()) }
}

/// The program whole, then on each of so many random layouts.
fn sharded_runs(name: &str, module: &Module, inputs: &[Tensor], layouts: u64, ops: &Registry) -> Result<Vec<Run>, String> {
    let mut runs = interpret(name, module, inputs)?;
    if module.main_mesh().is_some() {
        return Ok(runs);
    }
    for layout in 0..layouts {
        let sharded = shard(module, name, layout);
        let outputs = run(&sharded, inputs, ops, &on_virtual).map_err(|why| format!("{}: {why}", sharded.options))?;
        runs.push(Run { how: format!("{}: ", sharded.options), outputs });
    }
    Ok(runs)
}
