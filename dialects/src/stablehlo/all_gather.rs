//! `stablehlo.all_gather`: every device of a group gets all members' tensors, joined along a dimension.

use crate::derivative::PARALLEL;
use crate::device_groups::{CHANNEL_HANDLE, REPLICA_GROUPS, USE_GLOBAL_DEVICE_IDS, description, group_size, required_group};
use crate::{strided, work};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::sharding::ShardingRule;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::Type;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.all_gather",
    summary: "joins the group's tensors along a dimension, on every device",
    operands: Arity::AtLeast(1),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "all_gather_dim", required: true, summary: "dimension along which tensors are joined" },
        REPLICA_GROUPS,
        CHANNEL_HANDLE,
        USE_GLOBAL_DEVICE_IDS,
    ],
    traits: Traits::COLLECTIVE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(|op| collective_rule(op, &[op.int_or("all_gather_dim", 0)])),
    partial: PartialFacet::Whole("a collective of the user's: its operands are what one device has"),
    cost: work::moves,
    eval: EvalFacet::Eval(eval),
    derivative: PARALLEL,
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (dim, size) = (ctx.int("all_gather_dim")?, group_size(ctx.attrs)?);
    (0..ctx.operands.len())
        .map(|index| {
            let mut ty = ctx.tensor(index)?.clone();
            let at = checked_dim("all_gather_dim", dim, ty.rank())?;
            ty.dims[at] = ty.dims[at].checked_mul(size).ok_or("result is too large")?;
            Ok(ty.into())
        })
        .collect()
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let dim = ctx.view().int_or("all_gather_dim", 0);
    let (group, _) = required_group(ctx)?;
    let what = description(ctx, &format!(" dim {dim}"));
    operands
        .iter()
        .map(|operand| {
            let parts = ctx.communicator()?.exchange(&what, &group, operand.clone())?;
            Ok(strided::concat(&parts, dim as usize))
        })
        .collect()
}

/// A dimension that an attribute names, checked against the rank.
pub(super) fn checked_dim(name: &str, dim: i64, rank: usize) -> Result<usize, String> {
    usize::try_from(dim).ok().filter(|&dim| dim < rank).ok_or_else(|| format!("attribute `{name}` must be from 0 to {}, got {dim}", rank as i64 - 1))
}

/// Shardy's rule of collectives that change dimensions: those cannot be sharded, the others are passed
/// through and come first.
pub(super) fn collective_rule(op: &OpView, changed: &[i64]) -> ShardingRule {
    use shardwright_ir::sharding::FactorKind::{NeedReplication, PassThrough};
    let (operands, results) = (op.operand_types(), op.result_types());
    let ranks = |types: &[shardwright_ir::TensorType]| types.iter().map(|ty| ty.rank()).collect::<Vec<_>>();
    let mut rule = ShardingRule::with_ranks(&ranks(&operands), &ranks(&results));
    let (Some(from), Some(to)) = (operands.first(), results.first()) else { return rule };
    let (all_from, all_to, no_from, no_to) = (
        |dim| vec![Some(dim); operands.len()],
        |dim| vec![Some(dim); results.len()],
        vec![None; operands.len()],
        vec![None; results.len()],
    );
    for dim in (0..from.rank()).filter(|&dim| !changed.contains(&(dim as i64))) {
        rule.add_factor(from.dims[dim], PassThrough, &all_from(dim), &all_to(dim));
    }
    for dim in (0..from.rank()).filter(|&dim| changed.contains(&(dim as i64))) {
        rule.add_factor(from.dims[dim], NeedReplication, &all_from(dim), &no_to);
        rule.add_factor(to.dims[dim], NeedReplication, &no_from, &all_to(dim));
    }
    rule
}
