//! `stablehlo.iota`: numbers that count along one dimension.
//!
//! Invariants: on one device the count starts at the shard's first index.

use crate::derivative::NO_OPERANDS;
use super::build::StablehloBuilder;
use super::convert::convert;
use super::facets::{classes, data_cost, in_classes, tensors_only};
use crate::strided;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, Inference, LocalOp, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Builder, ElementType, OpInfo, TensorType, Value};

/// `stablehlo.iota`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.iota",
    summary: "numbers that count along one dimension",
    operands: Arity::Exactly(0),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "iota_dimension", required: true, summary: "the dimension along which they count" }],
    traits: Traits::NONE,
    infer: Inference::Given("the shape is the op's parameter"),
    verify,
    rule: RuleFacet::None("an iota takes any sharding that its uses ask for"),
    partial: PartialFacet::Whole("it has no operands"),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: NO_OPERANDS,
    localize: Localize::Expand(localize),
    syntax: Syntax::Format("dim = {iota_dimension} : result"),
};

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let ty = view.result_type(0);
    if !in_classes(ty.element, classes::INT | classes::FLOAT | classes::COMPLEX) {
        return Err(format!("element type must be a number, got {}", ty.element));
    }
    let dim = view.attrs().int("iota_dimension").ok_or("attribute `iota_dimension` must be an integer")?;
    if dim < 0 || dim >= ty.rank() as i64 {
        return Err(format!("iota_dimension {dim} is out of range for rank {}", ty.rank()));
    }
    Ok(())
}

fn eval(ctx: &EvalCtx, _: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let ty = view.result_type(0);
    let dim = view.int_or("iota_dimension", 0) as usize;
    let size = ty.dims[dim];
    let line = Tensor::new(TensorType::new(ElementType::I64, &[size]), Buffer::I64((0..size).collect()));
    let line = convert(&line, ty.element);
    let strides: Vec<i64> = (0..ty.rank()).map(|other| i64::from(other == dim)).collect();
    Ok(vec![Tensor::new(ty.clone(), strided::read(&line.data, &ty.dims, &strides, 0))])
}

fn localize(op: &LocalOp, builder: &mut Builder, _: &[Value]) -> Result<Vec<Value>, String> {
    let dim = op.global.int_or("iota_dimension", 0);
    let local = op.result_type(0);
    let count = builder.iota(&local, dim)?;
    let axes = &op.results[0].dims[dim as usize].axes;
    if axes.is_empty() {
        return Ok(vec![count]);
    }
    let start = builder.shard_offset(op.mesh, axes, local.dims[dim as usize], ElementType::I64)?;
    let start = builder.convert_if_needed(start, local.element)?;
    let start = builder.broadcast_to(start, &local.dims)?;
    Ok(vec![builder.add(count, start)?])
}
