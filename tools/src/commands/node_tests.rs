//! `onnx-node-tests`: the ONNX project's backend test cases.

use super::print;
use crate::args::NodeTestArgs;
use crate::fault::Fault;
use shardwright_compiler::front::onnx::node_tests::{CaseResult, Outcome, interpret, onnx_node_tests};

/// Runs the command. The last line counts.
pub fn node_tests(args: &NodeTestArgs) -> Result<(), Fault> {
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
    let results = onnx_node_tests(&args.dir, &args.filter, &interpret, &mut report)?;
    if let Some(fault) = fault {
        return Err(fault);
    }
    let count = |wanted: fn(&Outcome) -> bool| results.iter().filter(|case| wanted(&case.outcome)).count();
    let failed = count(|outcome| matches!(outcome, Outcome::Failed(_)));
    print(&format!(
        "{} passed, {failed} failed, {} skipped\n",
        count(|outcome| matches!(outcome, Outcome::Passed)),
        count(|outcome| matches!(outcome, Outcome::Skipped(_)))
    ))?;
    if failed > 0 { Err(Fault::Failed) } else { Ok(()) }
}
