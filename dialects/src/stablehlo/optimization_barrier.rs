//! `stablehlo.optimization_barrier`: its operands, all computed before any of its results is used.

use crate::derivative::*;
use crate::work;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::op::*;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.optimization_barrier",
    summary: "keeps the order of computations across it",
    operands: Arity::AtLeast(0),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(|ctx| Ok(ctx.operands.iter().map(|&value| ctx.func.ty(value).clone()).collect())),
    verify: |_| Ok(()),
    rule: RuleFacet::DataFlow("an operand and the result at its place are one value"),
    partial: PartialFacet::Whole("values flow through it: handled as data flow"),
    cost: work::free,
    eval: EvalFacet::Eval(|_, operands| Ok(operands.to_vec())),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : pairwise"),
};

fn vjp(vjp: &Vjp, _: &mut Builder) -> Gradients {
    Ok(vjp.grads.to_vec())
}
