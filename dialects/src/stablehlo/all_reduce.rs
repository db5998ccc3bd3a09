//! `stablehlo.all_reduce`: every device of a group gets the members' tensors combined by a region.
//!
//! Members are combined in the group's order, so that every device gets the same bits.

use crate::derivative::PARALLEL;
use crate::combine::{check_combiner, combine, reduce_kind};
use crate::device_groups::{CHANNEL_HANDLE, REPLICA_GROUPS, USE_GLOBAL_DEVICE_IDS, description, groups, required_group};
use crate::work;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::Type;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.all_reduce",
    summary: "combines the group's tensors elementwise, on every device",
    operands: Arity::AtLeast(1),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(1),
    attrs: &[REPLICA_GROUPS, CHANNEL_HANDLE, USE_GLOBAL_DEVICE_IDS],
    traits: Traits::COLLECTIVE,
    infer: Inference::Infer(infer),
    verify,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Whole("a collective of the user's: its operands are what one device has"),
    cost: work::per_operand_element,
    eval: EvalFacet::Eval(eval),
    derivative: PARALLEL,
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    (0..ctx.operands.len()).map(|index| Ok(ctx.tensor(index)?.clone().into())).collect()
}

fn verify(op: &OpView) -> Result<(), String> {
    groups(op.attrs())?;
    op.operand_types().iter().try_for_each(|ty| check_combiner(op.func, op.data().regions[0], ty.element))
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let (group, _) = required_group(ctx)?;
    let what = description(ctx, &combiner_name(ctx));
    operands
        .iter()
        .map(|operand| {
            let mut parts = ctx.communicator()?.exchange(&what, &group, operand.clone())?.into_iter();
            let first = parts.next().ok_or("the group is empty")?;
            parts.try_fold(first, |sum, part| combine(ctx, 0, sum, &part))
        })
        .collect()
}

/// How the op combines, for the description that devices compare.
pub(super) fn combiner_name(ctx: &EvalCtx) -> String {
    match reduce_kind(ctx.func, ctx.func.op(ctx.op).regions[0]) {
        Some(kind) => format!(" {}", kind.as_str()),
        None => String::new(),
    }
}
