//! `stablehlo.return`: ends a region and gives its results.

use shardwright_ir::DerivativeFacet;
use crate::work;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::op::*;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.return",
    summary: "ends a region and gives its results",
    operands: Arity::AtLeast(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::TERMINATOR,
    infer: Inference::Infer(|_| Ok(Vec::new())),
    verify: |_| Ok(()),
    rule: RuleFacet::None("passes values on to the results of the op that owns the region"),
    partial: PartialFacet::Whole("it ends a region: what flows out is handled as data flow"),
    cost: work::free,
    eval: EvalFacet::None("its operands are the region's results"),
    derivative: DerivativeFacet::ByPass("it ends a region"),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : operands"),
};
