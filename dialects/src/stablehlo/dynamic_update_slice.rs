//! `stablehlo.dynamic_update_slice`: a tensor with a box at a computed place replaced.

use super::dynamic_slice::{check_starts, clamped_starts};
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::types::Type;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.dynamic_update_slice",
    summary: "the tensor with a box at a computed place replaced",
    operands: Arity::AtLeast(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(rule),
    cost,
    eval: EvalFacet::Eval(eval),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : functional"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (ty, update) = (ctx.tensor(0)?, ctx.tensor(1)?);
    check_starts(ctx, 2, ty.rank())?;
    if update.element != ty.element || update.rank() != ty.rank() {
        return Err(format!("the update {update} must have the element type and rank of {ty}"));
    }
    for (dim, (&size, &whole)) in update.dims.iter().zip(&ty.dims).enumerate() {
        if size > whole {
            return Err(format!("dimension {dim} of the update must be at most {whole}, got {size}"));
        }
    }
    Ok(vec![ty.clone().into()])
}

fn rule(op: &OpView) -> ShardingRule {
    let (whole, update) = (op.operand_type(0), op.operand_type(1));
    let ranks: Vec<usize> = op.operand_types().iter().map(|ty| ty.rank()).collect();
    let mut rule = ShardingRule::with_ranks(&ranks, &[whole.rank()]);
    let constant = op.data().operands[2..].iter().all(|&start| op.func.constant_of(start).is_some());
    let update_kind = if constant { FactorKind::PassThrough } else { FactorKind::NeedReplication };
    let on = |whole: Option<usize>, update: Option<usize>| {
        let mut dims = vec![None; ranks.len()];
        (dims[0], dims[1]) = (whole, update);
        dims
    };
    for dim in 0..whole.rank() {
        if whole.dims[dim] == update.dims[dim] {
            rule.add_factor(whole.dims[dim], FactorKind::PassThrough, &on(Some(dim), Some(dim)), &[Some(dim)]);
        } else {
            rule.add_factor(whole.dims[dim], FactorKind::PassThrough, &on(Some(dim), None), &[Some(dim)]);
            rule.add_factor(update.dims[dim], update_kind, &on(None, Some(dim)), &[None]);
        }
    }
    rule
}

/// In place: only the update moves.
fn cost(op: &OpView) -> OpCost {
    let bytes = op.operand_type(1).byte_size();
    OpCost { flops: 0, bytes_read: bytes, bytes_written: bytes }
}

fn eval(_: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let starts = clamped_starts(&operands[2..], &operands[0].ty.dims, &operands[1].ty.dims)?;
    Ok(vec![strided::replace_box(&operands[0], &starts, &operands[1])])
}
