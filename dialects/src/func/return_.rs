//! `func.return`: ends a function and gives its results.

use shardwright_ir::DerivativeFacet;
use crate::work;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::op::*;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "func.return",
    summary: "ends a function and gives its results",
    operands: Arity::AtLeast(0),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::TERMINATOR,
    infer: Inference::Infer(|_| Ok(Vec::new())),
    verify: |_| Ok(()),
    rule: RuleFacet::None("passes values on to the results of the function"),
    partial: PartialFacet::Whole("results of the program are as declared"),
    cost: work::free,
    eval: EvalFacet::None("its operands are the region's results"),
    derivative: DerivativeFacet::ByPass("it ends a region"),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : operands"),
};
