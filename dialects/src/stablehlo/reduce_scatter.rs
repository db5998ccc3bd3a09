//! `stablehlo.reduce_scatter`: the group's tensors combined by a region; each device gets its part of the result.

use crate::derivative::PARALLEL;
use super::all_gather::{checked_dim, collective_rule};
use super::all_reduce::combiner_name;
use crate::combine::{check_combiner, combine};
use crate::device_groups::{CHANNEL_HANDLE, REPLICA_GROUPS, USE_GLOBAL_DEVICE_IDS, description, group_size, required_group};
use crate::{strided, work};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::Type;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.reduce_scatter",
    summary: "combines the group's tensors elementwise and splits the result over the group",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec { name: "scatter_dimension", required: true, summary: "dimension along which the result is split" },
        REPLICA_GROUPS,
        CHANNEL_HANDLE,
        USE_GLOBAL_DEVICE_IDS,
    ],
    traits: Traits::COLLECTIVE,
    infer: Inference::Infer(infer),
    verify: |op| check_combiner(op.func, op.data().regions[0], op.operand_type(0).element),
    rule: RuleFacet::Rule(|op| collective_rule(op, &[op.int_or("scatter_dimension", 0)])),
    partial: PartialFacet::Whole("a collective of the user's: its operands are what one device has"),
    cost: work::per_operand_element,
    eval: EvalFacet::Eval(eval),
    derivative: PARALLEL,
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let mut ty = ctx.tensor(0)?.clone();
    let (dim, size) = (checked_dim("scatter_dimension", ctx.int("scatter_dimension")?, ty.rank())?, group_size(ctx.attrs)?);
    if ty.dims[dim] % size != 0 {
        return Err(format!("dimension {dim} of size {} does not divide over {size} devices", ty.dims[dim]));
    }
    ty.dims[dim] /= size;
    Ok(vec![ty.into()])
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let dim = ctx.view().int_or("scatter_dimension", 0) as usize;
    let (group, place) = required_group(ctx)?;
    let what = description(ctx, &format!(" dim {dim}{}", combiner_name(ctx)));
    let parts = ctx.communicator()?.exchange(&what, &group, operands[0].clone())?;
    let sizes = ctx.view().result_type(0).dims.clone();
    let mut start = vec![0; sizes.len()];
    start[dim] = place as i64 * sizes[dim];
    let mut own = parts.iter().map(|part| strided::slice_box(part, &start, &sizes));
    let first = own.next().ok_or("the group is empty")?;
    Ok(vec![own.try_fold(first, |sum, part| combine(ctx, 0, sum, &part))?])
}
