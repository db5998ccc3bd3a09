//! `stablehlo.constant`: the tensor in its attribute.
//!
//! Invariants: a splat stays a splat, also on one device; a dense constant that is sharded becomes a slice
//! of the whole one at this device's place.

use crate::derivative::NO_OPERANDS;
use super::build::StablehloBuilder;
use super::facets::{data_cost, nothing_more};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::literal::LiteralData;
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, LocalOp, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, Builder, ElementType, Literal, OpInfo, Type, Value};

/// `stablehlo.constant`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.constant",
    summary: "the tensor in attribute `value`",
    operands: Arity::Exactly(0),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "value", required: true, summary: "the elements" }],
    traits: Traits { constant: true, ..Traits::NONE },
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::None("a constant takes any sharding that its uses ask for"),
    partial: PartialFacet::Whole("it has no operands"),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: NO_OPERANDS,
    localize: Localize::Expand(localize),
    syntax: Syntax::Custom(&crate::syntax::Constant),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    match ctx.attrs.get("value") {
        Some(Attr::Dense(literal)) => Ok(vec![literal.ty.clone().into()]),
        _ => Err("attribute `value` must be elements".into()),
    }
}

fn eval(ctx: &EvalCtx, _: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    match ctx.view().attr("value") {
        Some(Attr::Dense(literal)) => Ok(vec![Tensor::from_literal(literal)?]),
        _ => Err("attribute `value` must be elements".into()),
    }
}

fn localize(op: &LocalOp, builder: &mut Builder, _: &[Value]) -> Result<Vec<Value>, String> {
    let Some(Attr::Dense(literal)) = op.global.attr("value") else { return Err("attribute `value` must be elements".into()) };
    let local = op.result_type(0);
    if let LiteralData::Splat(element) = &literal.data {
        return Ok(vec![builder.constant(Literal::splat(local, element))?]);
    }
    let whole = builder.constant(literal.clone())?;
    Ok(vec![own_shard(op, 0, builder, whole)?])
}

/// This device's shard of result `index`, cut from the whole tensor; a dimension that does not divide is padded
/// with zeros at its end.
pub(super) fn own_shard(op: &LocalOp, index: usize, builder: &mut Builder, whole: Value) -> Result<Value, String> {
    let sharding = &op.results[index];
    let global = op.global.result_type(index).clone();
    let local = op.result_type(index);
    if local == global {
        return Ok(whole);
    }
    let rank = global.rank();
    let shards: Vec<i64> = sharding.dims.iter().map(|dim| op.mesh.shards(&dim.axes).max(1)).collect();
    let missing: Vec<i64> = (0..rank).map(|dim| local.dims[dim].saturating_mul(shards[dim]) - global.dims[dim]).collect();
    let mut whole = whole;
    if missing.iter().any(|&count| count > 0) {
        let zero = builder.scalar(global.element, 0.0)?;
        whole = builder.pad(whole, zero, &vec![0; rank], &missing, &vec![0; rank])?;
    }
    let mut starts = Vec::with_capacity(rank);
    for (dim, dim_sharding) in sharding.dims.iter().enumerate() {
        starts.push(builder.shard_offset(op.mesh, &dim_sharding.axes, local.dims[dim], ElementType::I32)?);
    }
    builder.dynamic_slice(whole, &starts, &local.dims)
}
