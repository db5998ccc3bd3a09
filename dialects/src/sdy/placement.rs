//! Ops that say how a tensor lies on the mesh and leave its elements as they are: `sdy.reshard`, `sdy.sharding_constraint`,
//! `sdy.propagation_barrier`, `sdy.sharding_group`.
//!
//! Invariants: in the global view each is the identity; none is left in a per-device program.

use crate::derivative::{DerivativeFacet, Gradients, Vjp};
use shardwright_ir::{Builder};
use crate::syntax::{Barrier, Group, Sharding};
use crate::work;
use shardwright_ir::op::*;
use shardwright_ir::types::Type;
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{Attr, OpInfo};

const SHARDING: &[AttrSpec] = &[AttrSpec { name: "sharding", required: true, summary: "how the tensor lies from here on" }];

/// `sdy.reshard`.
pub static RESHARD: OpInfo = OpInfo {
    name: "sdy.reshard",
    summary: "the same tensor in another sharding",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: SHARDING,
    traits: Traits::NONE,
    infer: Inference::Infer(same),
    verify: sharding_fits,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Flow(partial::moves_first),
    cost: work::free,
    eval: EvalFacet::Eval(|_, operands| Ok(operands.to_vec())),
    derivative: DerivativeFacet::Vjp(placed_vjp),
    localize: Localize::ByPass("`collectives` turns it into collectives"),
    syntax: Syntax::Custom(&Sharding { prefix: "" }),
};

/// `sdy.sharding_constraint`.
pub static SHARDING_CONSTRAINT: OpInfo = OpInfo {
    name: "sdy.sharding_constraint",
    summary: "says how its uses take the tensor; without uses, how the tensor itself lies",
    // A constraint without uses still means something: it is not dead.
    traits: Traits::EFFECTS,
    localize: Localize::ByPass("`reshard` turns it into a reshard"),
    ..RESHARD
};

/// `sdy.propagation_barrier`.
pub static PROPAGATION_BARRIER: OpInfo = OpInfo {
    name: "sdy.propagation_barrier",
    summary: "lets shardings through in one direction, or in none",
    attrs: &[AttrSpec { name: "allowed_direction", required: true, summary: "0 none, 1 forward, 2 backward, 3 both" }],
    verify: |_| Ok(()),
    derivative: DerivativeFacet::Vjp(barrier_vjp),
    localize: Localize::ByPass("`reshard` removes it"),
    syntax: Syntax::Custom(&Barrier),
    ..RESHARD
};

/// `sdy.sharding_group`.
pub static SHARDING_GROUP: OpInfo = OpInfo {
    name: "sdy.sharding_group",
    summary: "all tensors of one group get one sharding",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(0),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "group_id", required: true, summary: "the group" }],
    traits: Traits::EFFECTS,
    infer: Inference::Infer(|_| Ok(Vec::new())),
    verify: |_| Ok(()),
    rule: RuleFacet::None("it has no results: propagation reads its group"),
    partial: PartialFacet::Whole("it has no results"),
    cost: work::free,
    eval: EvalFacet::Eval(|_, _| Ok(Vec::new())),
    derivative: DerivativeFacet::Zero("it has no results"),
    localize: Localize::ByPass("`reshard` removes it"),
    syntax: Syntax::Custom(&Group),
};

/// The operand's type.
pub(super) fn same(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    Ok(vec![ctx.tensor(0)?.clone().into()])
}

fn sharding_fits(op: &OpView) -> Result<(), String> {
    match op.attr("sharding") {
        Some(Attr::Sharding(sharding)) => rank_fits(op, sharding.rank()),
        _ => Err("attribute `sharding` must be a sharding".into()),
    }
}

/// Errors unless a sharding of the operand has its rank.
pub(super) fn rank_fits(op: &OpView, rank: usize) -> Result<(), String> {
    let wanted = op.operand_type(0).rank();
    if rank == wanted { Ok(()) } else { Err(format!("the sharding has {rank} dimensions, the tensor {wanted}")) }
}

/// A gradient lies as its value does.
fn placed_vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let data = vjp.op.data();
    let g = vjp.grad()?;
    Ok(vec![Some(b.value(data.info, &[g], data.attrs.clone())?)])
}

/// Gradients run against their values: so does what lets shardings through.
fn barrier_vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let data = vjp.op.data();
    let g = vjp.grad()?;
    let mut attrs = data.attrs.clone();
    let turned = match vjp.op.int_or("allowed_direction", 0) {
        1 => 2,
        2 => 1,
        other => other,
    };
    attrs.set("allowed_direction", Attr::Int(turned, shardwright_ir::ElementType::I32));
    Ok(vec![Some(b.value(data.info, &[g], attrs)?)])
}
