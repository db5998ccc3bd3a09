//! `stablehlo.transpose`: dimensions in another order.
//!
//! Invariants: dimension `i` of the result is dimension `permutation[i]` of the operand.

use crate::derivative::*;
use super::facets::{check_dims, check_length, data_cost, nothing_more};
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{OpInfo, Type};

/// `stablehlo.transpose`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.transpose",
    summary: "dimensions in another order",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "permutation", required: true, summary: "the operand's dimension that each result dimension is" }],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Format("{0}, dims = {permutation} : functional"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    let permutation = ctx.ints("permutation")?;
    check_length("permutation", &permutation, ty.rank())?;
    check_dims("permutation entry", &permutation, ty.rank())?;
    let dims: Vec<i64> = permutation.iter().map(|&dim| ty.dims[dim as usize]).collect();
    Ok(vec![ty.with_dims(&dims).into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let ty = view.operand_type(0);
    let mut rule = ShardingRule::with_ranks(&[ty.rank()], &[ty.rank()]);
    for (result, &dim) in view.ints("permutation").iter().enumerate() {
        rule.add_factor(ty.dims[dim as usize], FactorKind::PassThrough, &[Some(dim as usize)], &[Some(result)]);
    }
    rule
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let ty = ctx.view().result_type(0).clone();
    let own = strided::row_major(&xs[0].ty.dims);
    let strides: Vec<i64> = ctx.view().ints("permutation").iter().map(|&dim| own[dim as usize]).collect();
    let data = strided::read(&xs[0].data, &ty.dims, &strides, 0);
    Ok(vec![Tensor::new(ty, data)])
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let permutation = vjp.op.ints("permutation");
    let mut inverse = vec![0; permutation.len()];
    permutation.iter().enumerate().for_each(|(to, &from)| inverse[from as usize] = to as i64);
    let g = vjp.grad()?;
    Ok(vec![Some(b.transpose(g, &inverse)?)])
}
