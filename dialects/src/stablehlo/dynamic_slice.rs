//! `stablehlo.dynamic_slice`: a box of fixed size at a computed place, moved inside the tensor where it would stick out.

use crate::derivative::*;
use crate::{strided, work};
use shardwright_ir::attrs::{Attr, Attrs};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::types::Type;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.dynamic_slice",
    summary: "a box of fixed size at a computed place",
    operands: Arity::AtLeast(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "slice_sizes", required: true, summary: "size of the box, one a dimension" }],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first),
    cost: work::moves_result,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Accumulate(vjp),
    localize: Localize::Attrs(localize),
    syntax: Syntax::Format("{operands}, sizes = {slice_sizes} : functional"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (ty, sizes) = (ctx.tensor(0)?, ctx.ints("slice_sizes")?);
    check_starts(ctx, 1, ty.rank())?;
    if sizes.len() != ty.rank() {
        return Err(format!("attribute `slice_sizes` must have {} entries, got {}", ty.rank(), sizes.len()));
    }
    for (dim, (&size, &whole)) in sizes.iter().zip(&ty.dims).enumerate() {
        if size < 0 || size > whole {
            return Err(format!("slice size of dimension {dim} must be from 0 to {whole}, got {size}"));
        }
    }
    Ok(vec![ty.with_dims(&sizes).into()])
}

/// Checks that the operands from `first` on are one integer scalar a dimension, all of one type.
pub(super) fn check_starts(ctx: &InferCtx, first: usize, rank: usize) -> Result<(), String> {
    if ctx.operands.len() != first + rank {
        return Err(format!("needs {rank} start indices, got {}", ctx.operands.len() as i64 - first as i64));
    }
    for index in first..first + rank {
        let (ty, wanted) = (ctx.tensor(index)?, ctx.tensor(first)?);
        if ty.rank() != 0 || !ty.element.is_int() || ty != wanted {
            return Err(format!("start indices must be integer scalars of one type, got {ty}"));
        }
    }
    Ok(())
}

/// Start indices moved so that a box of `sizes` lies inside `dims`.
pub(super) fn clamped_starts(starts: &[Tensor], dims: &[i64], sizes: &[i64]) -> Result<Vec<i64>, EvalError> {
    starts
        .iter()
        .zip(dims.iter().zip(sizes))
        .map(|(start, (&whole, &size))| {
            let values = start.to_i64s().ok_or("start indices must be integers")?;
            // A 64-bit unsigned start beyond 2^63 reads as negative: it is far outside at the upper end.
            let huge = start.ty.element == shardwright_ir::ElementType::UI64 && values[0] < 0;
            Ok(if huge { whole - size } else { values[0].clamp(0, whole - size) })
        })
        .collect()
}

fn rule(op: &OpView) -> ShardingRule {
    let (from, to) = (op.operand_type(0), op.result_type(0));
    let ranks: Vec<usize> = op.operand_types().iter().map(|ty| ty.rank()).collect();
    let mut rule = ShardingRule::with_ranks(&ranks, &[to.rank()]);
    let mut operand_dims = vec![None; ranks.len()];
    for dim in 0..from.rank() {
        operand_dims[0] = Some(dim);
        let whole = from.dims[dim] == to.dims[dim];
        let kind = if whole { FactorKind::PassThrough } else { FactorKind::NeedReplication };
        let factor = rule.add_factor(from.dims[dim], kind, &operand_dims, &[Some(dim)]);
        if !whole {
            rule.block(factor);
        }
    }
    rule
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let sizes = ctx.view().ints("slice_sizes");
    let starts = clamped_starts(&operands[1..], &operands[0].ty.dims, &sizes)?;
    Ok(vec![strided::slice_box(&operands[0], &starts, &sizes)])
}

/// Whole dimensions are as large as the shard; the start there is 0 after clamping, on every device.
fn localize(op: &LocalOp, attrs: &mut Attrs) {
    attrs.set("slice_sizes", Attr::ints(&op.result_type(0).dims));
}

/// What was read gains the gradient in place: a loop that reads a part in each iteration touches only that part.
fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (g, starts) = (vjp.grad()?, &vjp.operands[1..]);
    let (whole, part) = match vjp.so_far[0] {
        Some(whole) => {
            let old = b.dynamic_slice(whole, starts, &vjp.op.ints("slice_sizes"))?;
            (whole, b.add(old, g)?)
        }
        None => (b.splat(vjp.op.operand_type(0), 0.0)?, g),
    };
    let mut gradients = vec![None; vjp.operands.len()];
    gradients[0] = Some(b.dynamic_update_slice(whole, part, starts)?);
    Ok(gradients)
}
