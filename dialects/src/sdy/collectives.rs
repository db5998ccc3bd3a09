//! Collectives in the global view: how one sharding of a tensor becomes another, axes named.
//!
//! Invariants: as functions of whole tensors all of them are the identity (an all-reduce combines what lies as partial results on
//! devices, which the global view has combined already); `out_sharding` is what the axes say; localisation replaces them by
//! StableHLO's collectives.

use crate::derivative::PARALLEL;
use super::placement::{rank_fits, same};
use crate::syntax::{AllToAll, Axes, Collective};
use crate::work;
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, OpInfo};

const OUT_SHARDING: AttrSpec = AttrSpec { name: "out_sharding", required: true, summary: "how the result lies" };
const REDUCTION_OP: AttrSpec =
    AttrSpec { name: "reduction_op", required: false, summary: "sum (where absent), prod, max, min, and, or" };

/// `sdy.all_gather`.
pub static ALL_GATHER: OpInfo = OpInfo {
    name: "sdy.all_gather",
    summary: "joins shards along minor axes of dimensions",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "gathering_axes", required: true, summary: "what each dimension loses" }, OUT_SHARDING],
    traits: Traits { collective: true, ..Traits::NONE },
    infer: Inference::Infer(same),
    verify: lists_fit,
    rule: RuleFacet::None("it is placed after shardings are decided"),
    partial: PartialFacet::Whole("a collective: how its operand is reduced is part of it"),
    cost: work::moves,
    eval: EvalFacet::Eval(|_, operands| Ok(operands.to_vec())),
    derivative: PARALLEL,
    localize: Localize::ByPass("`localize` writes it as StableHLO collectives"),
    syntax: Syntax::Custom(&Collective { axes: Axes::Lists, name: "gathering_axes" }),
};

/// `sdy.all_slice`.
pub static ALL_SLICE: OpInfo = OpInfo {
    name: "sdy.all_slice",
    summary: "cuts dimensions further along axes, without exchange",
    attrs: &[AttrSpec { name: "slicing_axes", required: true, summary: "what each dimension gains" }, OUT_SHARDING],
    traits: Traits::NONE,
    syntax: Syntax::Custom(&Collective { axes: Axes::Lists, name: "slicing_axes" }),
    ..ALL_GATHER
};

/// `sdy.all_to_all`.
pub static ALL_TO_ALL: OpInfo = OpInfo {
    name: "sdy.all_to_all",
    summary: "moves axes from one dimension to another",
    attrs: &[AttrSpec { name: "params", required: true, summary: "axes, source and target dimension of each move" }, OUT_SHARDING],
    verify: |op| out_fits(op),
    syntax: Syntax::Custom(&AllToAll),
    ..ALL_GATHER
};

/// `sdy.collective_permute`.
pub static COLLECTIVE_PERMUTE: OpInfo = OpInfo {
    name: "sdy.collective_permute",
    summary: "gives each device another shard, shard counts unchanged",
    attrs: &[OUT_SHARDING],
    verify: |op| out_fits(op),
    syntax: Syntax::Custom(&Collective { axes: Axes::None, name: "" }),
    ..ALL_GATHER
};

/// `sdy.all_reduce`.
pub static ALL_REDUCE: OpInfo = OpInfo {
    name: "sdy.all_reduce",
    summary: "combines partial results along axes",
    attrs: &[AttrSpec { name: "reduction_axes", required: true, summary: "what it combines along" }, REDUCTION_OP, OUT_SHARDING],
    verify: |op| match op.attr("reduction_axes") {
        Some(Attr::Axes(_)) => out_fits(op),
        _ => Err("attribute `reduction_axes` must be a list of axes".into()),
    },
    syntax: Syntax::Custom(&Collective { axes: Axes::List, name: "reduction_axes" }),
    ..ALL_GATHER
};

/// `sdy.reduce_scatter`.
pub static REDUCE_SCATTER: OpInfo = OpInfo {
    name: "sdy.reduce_scatter",
    summary: "combines partial results along axes, each device keeping its part",
    attrs: &[AttrSpec { name: "reduce_scatter_axes", required: true, summary: "what each dimension gains" }, REDUCTION_OP, OUT_SHARDING],
    syntax: Syntax::Custom(&Collective { axes: Axes::Lists, name: "reduce_scatter_axes" }),
    ..ALL_GATHER
};

/// `sdy.replicated_to_unreduced`.
pub static REPLICATED_TO_UNREDUCED: OpInfo = OpInfo {
    name: "sdy.replicated_to_unreduced",
    summary: "leaves a tensor on the first device along axes; the others hold what changes no reduction",
    attrs: &[AttrSpec { name: "axes", required: true, summary: "what the result is unreduced over" }, REDUCTION_OP, OUT_SHARDING],
    traits: Traits::NONE,
    verify: |op| match op.attr("axes") {
        Some(Attr::Axes(_)) => out_fits(op),
        _ => Err("attribute `axes` must be a list of axes".into()),
    },
    cost: work::moves,
    syntax: Syntax::Custom(&Collective { axes: Axes::List, name: "axes" }),
    ..ALL_GATHER
};

fn out_fits(op: &OpView) -> Result<(), String> {
    match op.attr("out_sharding") {
        Some(Attr::Sharding(sharding)) => rank_fits(op, sharding.rank()),
        _ => Err("attribute `out_sharding` must be a sharding".into()),
    }
}

fn lists_fit(op: &OpView) -> Result<(), String> {
    let lists = ["gathering_axes", "slicing_axes", "reduce_scatter_axes"].into_iter().find_map(|name| op.attr(name));
    match lists {
        Some(Attr::AxisLists(lists)) => rank_fits(op, lists.len())?,
        _ => return Err("axes must be one list a dimension".into()),
    }
    out_fits(op)
}
