//! `stablehlo.bitcast_convert`: the same bits read as another element type.
//!
//! Invariants: equal widths keep the shape; a wider type is several of a narrower one along an additional last
//! dimension, least significant first.

use shardwright_ir::DerivativeFacet;
use super::facets::{data_cost, tensors_only};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, Inference, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{ElementType, OpInfo, TensorType};

/// `stablehlo.bitcast_convert`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.bitcast_convert",
    summary: "the same bits read as another element type",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Given("the result's element type is the op's parameter"),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("not linear in its operands"),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Zero("bits are no real numbers"),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : functional"),
};

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let (from, to) = (view.operand_type(0), view.result_type(0));
    if from.element.is_complex() != to.element.is_complex() {
        return Err(format!("complex bits are read as complex only, got {} and {}", from.element, to.element));
    }
    let (narrow, wide) = if from.element.bits() < to.element.bits() { (from, to) } else { (to, from) };
    let ratio = wide.element.bits() / narrow.element.bits().max(1);
    let mut dims = wide.dims.clone();
    if ratio > 1 {
        dims.push(i64::from(ratio));
    }
    if ratio * narrow.element.bits() != wide.element.bits() || narrow.dims != dims {
        return Err(format!("{} bits of {from} cannot be read as {} bits of {to}", from.element.bits(), to.element.bits()));
    }
    Ok(())
}

fn rule(view: &OpView) -> ShardingRule {
    let (from, to) = (view.operand_type(0), view.result_type(0));
    let mut rule = ShardingRule::with_ranks(&[from.rank()], &[to.rank()]);
    for (dim, &size) in from.dims.iter().zip(&to.dims).map(|(size, _)| size).enumerate() {
        rule.add_factor(size, FactorKind::PassThrough, &[Some(dim)], &[Some(dim)]);
    }
    if let Some(&size) = to.dims.get(from.rank()) {
        rule.add_factor(size, FactorKind::NeedReplication, &[None], &[Some(from.rank())]);
    }
    if let Some(&size) = from.dims.get(to.rank()) {
        rule.add_factor(size, FactorKind::NeedReplication, &[Some(to.rank())], &[None]);
    }
    rule
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let to: TensorType = ctx.view().result_type(0).clone();
    for element in [xs[0].ty.element, to.element] {
        if element.bits() < 8 && (xs[0].ty.element.bits() != to.element.bits() || element == ElementType::I1) {
            return Err(format!("bits of {element} cannot be split, since one takes a byte in memory").into());
        }
    }
    Ok(vec![Tensor::from_bytes(to, &xs[0].to_bytes())?])
}
