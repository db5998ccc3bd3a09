//! `func.call`: the results of another function of the module.

use shardwright_ir::DerivativeFacet;
use crate::work;
use shardwright_ir::attrs::Attr;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::sym::Sym;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "func.call",
    summary: "calls another function of the module",
    operands: Arity::AtLeast(0),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "callee", required: true, summary: "the function's symbol" }],
    // A callee may hold collectives, so a call is never dropped or reordered before it is inlined.
    traits: Traits::EFFECTS,
    infer: Inference::Given("the callee's signature is the module's to know"),
    verify: |op| callee(op).map(|_| ()).ok_or_else(|| "attribute `callee` must be a symbol".into()),
    rule: RuleFacet::DataFlow("values flow through the callee's body"),
    partial: PartialFacet::Whole("calls are inlined first"),
    cost: work::free,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::ByPass("calls are inlined before"),
    localize: Localize::ByPass("calls are inlined before localisation"),
    syntax: Syntax::Format("{callee}({operands}) : functional"),
};

/// The function that is called.
pub fn callee(op: &OpView) -> Option<Sym> {
    match op.attr("callee") {
        Some(Attr::Symbol(name)) => Some(*name),
        _ => None,
    }
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let name = callee(&ctx.view()).ok_or("attribute `callee` must be a symbol")?;
    ctx.interpreter.call(name, operands)
}
