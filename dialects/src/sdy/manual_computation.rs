//! `sdy.manual_computation`: a body that is written for one device along some axes.
//!
//! Invariants: operands and results are global; the body's arguments and returned values are local along the manual axes, which
//! divide them; its collectives name devices by their ids in the whole mesh.

use crate::syntax::ManualComputation;
use crate::work;
use shardwright_ir::op::*;
use shardwright_ir::{Attr, OpInfo};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "sdy.manual_computation",
    summary: "a body written for one device along its manual axes",
    operands: Arity::AtLeast(0),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec { name: "in_shardings", required: true, summary: "how each operand lies, manual axes first" },
        AttrSpec { name: "out_shardings", required: true, summary: "how each result lies, manual axes first" },
        AttrSpec { name: "manual_axes", required: true, summary: "axes along which the body is local" },
    ],
    // The body may exchange data between devices.
    traits: Traits::EFFECTS,
    infer: Inference::Given("global result types follow from the mesh, which the op does not see"),
    verify,
    rule: RuleFacet::DataFlow("operands flow into the body, what it returns into the results"),
    cost: work::free,
    eval: EvalFacet::None("its body is one device's: partition the program first"),
    localize: Localize::ByPass("the body takes its place"),
    syntax: Syntax::Custom(&ManualComputation),
};

fn verify(op: &OpView) -> Result<(), String> {
    let data = op.data();
    let body = op.func.region(data.regions[0]);
    let returned = op.func.terminator(data.regions[0]).map_or(0, |end| op.func.op(end).operands.len());
    for (what, name, count, inner) in [
        ("operands", "in_shardings", data.operands.len(), body.args.len()),
        ("results", "out_shardings", data.results.len(), returned),
    ] {
        let declared = match op.attr(name) {
            Some(Attr::Shardings(shardings)) => shardings.len(),
            Some(Attr::Array(items)) if items.is_empty() => 0,
            _ => return Err(format!("attribute `{name}` must be a list of shardings")),
        };
        if declared != count || inner != count {
            return Err(format!("{count} {what}, but {declared} shardings and {inner} values of the body"));
        }
    }
    Ok(())
}
