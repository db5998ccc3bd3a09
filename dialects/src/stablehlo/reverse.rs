//! `stablehlo.reverse`: elements in opposite order along some dimensions.
//!
//! Invariants: reversed dimensions are permutations: shards are exchanged in mirrored order.

use crate::derivative::*;
use super::facets::{check_dims, data_cost, nothing_more};
use crate::halo::{self, Fill};
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, LocalOp, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::sharding::{FactorKind, Reach, ShardingRule};
use shardwright_ir::{Attrs, Builder, OpInfo, Type, Value};

/// `stablehlo.reverse`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.reverse",
    summary: "elements in opposite order along some dimensions",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "dimensions", required: true, summary: "the dimensions that are reversed" }],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Prepare(prepare),
    syntax: Syntax::Format("{0}, dims = {dimensions} : same"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    check_dims("dimension", &ctx.ints("dimensions")?, ty.rank())?;
    Ok(vec![ty.clone().into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let ty = view.operand_type(0);
    let reversed = view.ints("dimensions");
    let mut rule = ShardingRule::with_ranks(&[ty.rank()], &[ty.rank()]);
    for (dim, &size) in ty.dims.iter().enumerate() {
        let moves = reversed.contains(&(dim as i64));
        let kind = if moves { FactorKind::Permutation } else { FactorKind::PassThrough };
        let factor = rule.add_factor(size, kind, &[Some(dim)], &[Some(dim)]);
        if moves {
            rule.reaches.push(Reach { stride: -1, low: 1 - size, ..Reach::identity(factor, 0, dim, size, size) });
        }
    }
    rule
}

/// Each device gets the elements that mirror its own, and reverses them.
fn prepare(op: &LocalOp, b: &mut Builder, operands: &mut [Value], _: &mut Attrs) -> Result<(), String> {
    for (reach, windows) in halo::sharded(op, 0)? {
        (operands[0], _) = halo::window(b, op, reach, &windows, operands[0], Fill::Any)?;
    }
    Ok(())
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let ty = xs[0].ty.clone();
    let mut strides = strided::row_major(&ty.dims);
    let mut offset = 0;
    for dim in ctx.view().ints("dimensions") {
        let dim = dim as usize;
        offset += (ty.dims[dim] - 1) * strides[dim];
        strides[dim] = -strides[dim];
    }
    let data = strided::read(&xs[0].data, &ty.dims, &strides, offset);
    Ok(vec![Tensor::new(ty, data)])
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let g = vjp.grad()?;
    Ok(vec![Some(b.reverse(g, &vjp.op.ints("dimensions"))?)])
}
