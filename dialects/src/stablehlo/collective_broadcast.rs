//! `stablehlo.collective_broadcast`: the first device of each group gives its tensor to the others; who is in no group has zeros.

use crate::derivative::PARALLEL;
use crate::device_groups::{CHANNEL_HANDLE, REPLICA_GROUPS, description, groups, own_group};
use crate::work;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::op::*;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.collective_broadcast",
    summary: "gives the first member's tensor to the whole group",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[REPLICA_GROUPS, CHANNEL_HANDLE],
    traits: Traits::COLLECTIVE,
    infer: Inference::Infer(|ctx| {
        groups(ctx.attrs)?;
        Ok(vec![ctx.tensor(0)?.clone().into()])
    }),
    verify: |_| Ok(()),
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Whole("a collective of the user's: its operands are what one device has"),
    cost: work::moves,
    eval: EvalFacet::Eval(eval),
    derivative: PARALLEL,
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let Some((group, _)) = own_group(ctx)? else {
        let ty = operands[0].ty.clone();
        let zeros = Buffer::zeros(ty.element, operands[0].data.len());
        return Ok(vec![Tensor::new(ty, zeros)]);
    };
    let sent = ctx.communicator()?.exchange(&description(ctx, ""), &group, operands[0].clone())?;
    Ok(vec![sent.into_iter().next().ok_or("the group is empty")?])
}
