//! `stablehlo.all_to_all`: each device splits its tensor over the group and joins the parts that it gets.

use crate::derivative::PARALLEL;
use super::all_gather::{checked_dim, collective_rule};
use crate::device_groups::{CHANNEL_HANDLE, REPLICA_GROUPS, description, group_size, required_group};
use crate::{strided, work};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::Type;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.all_to_all",
    summary: "moves the split of tensors over the group from one dimension to another",
    operands: Arity::AtLeast(1),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "split_dimension", required: true, summary: "dimension that each device splits" },
        AttrSpec { name: "concat_dimension", required: true, summary: "dimension along which parts are joined" },
        AttrSpec { name: "split_count", required: true, summary: "number of devices in a group" },
        REPLICA_GROUPS,
        CHANNEL_HANDLE,
    ],
    traits: Traits::COLLECTIVE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(|op| collective_rule(op, &[op.int_or("split_dimension", 0), op.int_or("concat_dimension", 0)])),
    partial: PartialFacet::Whole("a collective of the user's: its operands are what one device has"),
    cost: work::moves,
    eval: EvalFacet::Eval(eval),
    derivative: PARALLEL,
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (split, concat, count) = (ctx.int("split_dimension")?, ctx.int("concat_dimension")?, ctx.int("split_count")?);
    if count < 1 {
        return Err(format!("attribute `split_count` must be at least 1, got {count}"));
    }
    let size = group_size(ctx.attrs)?;
    if size != count {
        return Err(format!("attribute `split_count` is {count}, the groups have {size} devices"));
    }
    (0..ctx.operands.len())
        .map(|index| {
            let mut ty = ctx.tensor(index)?.clone();
            let split = checked_dim("split_dimension", split, ty.rank())?;
            let concat = checked_dim("concat_dimension", concat, ty.rank())?;
            if ty.dims[split] % count != 0 {
                return Err(format!("dimension {split} of size {} does not divide into {count}", ty.dims[split]));
            }
            ty.dims[split] /= count;
            ty.dims[concat] = ty.dims[concat].checked_mul(count).ok_or("result is too large")?;
            Ok(ty.into())
        })
        .collect()
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let (split, concat) = (view.int_or("split_dimension", 0) as usize, view.int_or("concat_dimension", 0) as usize);
    let (group, place) = required_group(ctx)?;
    let what = description(ctx, &format!(" dim {split} to {concat}"));
    operands
        .iter()
        .map(|operand| {
            let mut sizes = operand.ty.dims.to_vec();
            sizes[split] /= group.len() as i64;
            let mut start = vec![0; sizes.len()];
            start[split] = place as i64 * sizes[split];
            let parts = ctx.communicator()?.exchange(&what, &group, operand.clone())?;
            let own: Vec<Tensor> = parts.iter().map(|part| strided::slice_box(part, &start, &sizes)).collect();
            Ok(strided::concat(&own, concat))
        })
        .collect()
}
