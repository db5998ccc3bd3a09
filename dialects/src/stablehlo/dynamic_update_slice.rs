//! `stablehlo.dynamic_update_slice`: a tensor with a box at a computed place replaced.

use crate::derivative::{DerivativeFacet, Gradients, Vjp};
use super::build::StablehloBuilder;
use super::dynamic_slice::{check_starts, clamped_starts};
use super::index_columns::signed;
use crate::device_groups::groups_attr;
use crate::local::{row, shard_start, trim};
use crate::strided;
use shardwright_ir::attrs::{Attr, Attrs};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::types::{ElementType, Type};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{Builder, Value};

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
    partial: PartialFacet::Flow(partial::moves_first_two),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Expand(localize),
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

/// A dimension that the update covers in part may be sharded in the tensor, never in the update. The tensor is
/// then widened by the update's size on both sides, so that an update outside the shard lands in the margin.
fn localize(op: &LocalOp, b: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let view = &op.global;
    let (global, update) = (view.operand_type(0), view.operand_type(1));
    let (mut patch, mut starts) = (operands[1], operands[2..].to_vec());
    let local = op.operand_type(0);
    let mut low = vec![0i64; global.rank()];
    for dim in 0..global.rank() {
        if update.dims[dim] == global.dims[dim] {
            continue;
        }
        patch = gather_dim(b, op, patch, dim, update.dims[dim])?;
        let axes = &op.operands[0].dims[dim].axes;
        if op.mesh.shards(axes) <= 1 {
            continue;
        }
        let margin = update.dims[dim];
        low[dim] = margin;
        // Clamped in the whole tensor first, as the op does; only then is the shard's place taken away.
        let (start, element) = signed(b, starts[dim])?;
        let (least, most) = (b.int_scalar(element, 0)?, b.int_scalar(element, global.dims[dim] - margin)?);
        let start = b.clamp(least, start, most)?;
        let offset = shard_start(b, op.mesh, axes, local.dims[dim])?;
        let offset = b.convert_if_needed(offset, element)?;
        let start = b.subtract(start, offset)?;
        let margin = b.int_scalar(element, margin)?;
        starts[dim] = b.add(start, margin)?;
    }
    if low.iter().all(|&margin| margin == 0) {
        let all = [&[operands[0], patch], &starts[..]].concat();
        return Ok(vec![b.value(row("stablehlo.dynamic_update_slice")?, &all, Attrs::new())?]);
    }
    for start in &mut starts {
        *start = signed(b, *start)?.0;
        *start = b.convert_if_needed(*start, ElementType::I64)?;
    }
    let zero = b.scalar(global.element, 0.0)?;
    let whole = b.pad(operands[0], zero, &low, &low, &vec![0; low.len()])?;
    let whole = b.dynamic_update_slice(whole, patch, &starts)?;
    let limit: Vec<i64> = low.iter().zip(&local.dims).map(|(low, size)| low + size).collect();
    Ok(vec![b.slice(whole, &low, &limit, &vec![1; low.len()])?])
}

/// Dimension `dim` of the update whole again, where it is sharded.
fn gather_dim(b: &mut Builder, op: &LocalOp, patch: Value, dim: usize, size: i64) -> Result<Value, String> {
    let axes = &op.operands[1].dims[dim].axes;
    if op.mesh.shards(axes) <= 1 {
        return Ok(patch);
    }
    let mut groups = op.mesh.groups(axes);
    groups.iter_mut().flatten().for_each(|position| *position = op.mesh.device_at(*position));
    let attrs = Attrs::new().with("all_gather_dim", Attr::i64(dim as i64)).with("replica_groups", groups_attr(&groups));
    let joined = b.value(row("stablehlo.all_gather")?, &[patch], attrs)?;
    trim(b, joined, dim, size)
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (g, starts, update) = (vjp.grad()?, &vjp.operands[2..], vjp.op.operand_type(1));
    let mut gradients = vec![None; vjp.operands.len()];
    if vjp.wanted[0] {
        let nothing = b.splat(update, 0.0)?;
        gradients[0] = Some(b.dynamic_update_slice(g, nothing, starts)?);
    }
    if vjp.wanted[1] {
        gradients[1] = Some(b.dynamic_slice(g, starts, &update.dims)?);
    }
    Ok(gradients)
}
