//! `stablehlo.reduce`: dimensions combined away by a body.
//!
//! Invariants: the body is associative and commutative. Where it is one known op on one operand, the reduced
//! dimensions may be sharded: each device reduces its part and the parts are combined by the same kind;
//! every other body needs its reduced dimensions whole.

use crate::derivative::*;
use super::combining::{Combiner, reduce_by_kind};
use super::dot_general::permuted;
use super::facets::{check_dims, check_scalar_body, cost_with, nothing_more};
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ReduceKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet, PartialFlow};
use shardwright_ir::{OpInfo, TensorType, Type};

/// `stablehlo.reduce`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.reduce",
    summary: "dimensions combined away by a body",
    operands: Arity::AtLeast(2),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(1),
    attrs: &[AttrSpec { name: "dimensions", required: true, summary: "the dimensions that are combined away" }],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Custom(&crate::syntax::Reduce),
};

/// Reducing what is partial by the combination that it awaits is one combination of more elements.
fn partial(view: &OpView) -> PartialFlow {
    body_kind(view).map_or(PartialFlow::Whole, |kind| partial::together(view, kind))
}

/// The kind by which the op's body combines, where it has one operand and its body is one known op.
pub fn body_kind(view: &OpView) -> Option<ReduceKind> {
    let data = view.data();
    (data.operands.len() == 2).then(|| crate::combine::reduce_kind(view.func, data.regions[0]))?
}

/// The operands' types, half the operands each: what is reduced and the initial values. Checks the body.
pub(super) fn accumulated<'a>(ctx: &InferCtx<'a>) -> Result<Vec<&'a TensorType>, String> {
    let half = ctx.operands.len() / 2;
    if half == 0 || half * 2 != ctx.operands.len() {
        return Err(format!("needs one initial value an operand, got {} operands", ctx.operands.len()));
    }
    let xs = (0..half).map(|index| ctx.tensor(index)).collect::<Result<Vec<_>, _>>()?;
    for (index, x) in xs.iter().enumerate() {
        let init = ctx.tensor(half + index)?;
        if x.dims != xs[0].dims {
            return Err(format!("operands must have one shape, got {} and {x}", xs[0]));
        }
        if *init != TensorType::scalar(x.element) {
            return Err(format!("initial value {index} must be a scalar of {}, got {init}", x.element));
        }
    }
    let elements: Vec<_> = xs.iter().chain(&xs).map(|x| x.element).collect();
    check_scalar_body(ctx, &elements, half)?;
    Ok(xs)
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let xs = accumulated(ctx)?;
    let dims = ctx.ints("dimensions")?;
    check_dims("dimension", &dims, xs[0].rank())?;
    let kept: Vec<i64> = (0..xs[0].rank()).filter(|&dim| !dims.contains(&(dim as i64))).map(|dim| xs[0].dims[dim]).collect();
    Ok(xs.iter().map(|x| x.with_dims(&kept).into()).collect())
}

fn rule(view: &OpView) -> ShardingRule {
    let count = view.data().results.len();
    let ty = view.operand_type(0);
    let dims = view.ints("dimensions");
    let ranks: Vec<usize> = (0..2 * count).map(|index| if index < count { ty.rank() } else { 0 }).collect();
    let mut rule = ShardingRule::with_ranks(&ranks, &vec![view.result_type(0).rank(); count]);
    let kind = body_kind(view);
    rule.combine = kind.unwrap_or_default();
    let reduced = if kind.is_some() { FactorKind::Reduction } else { FactorKind::NeedReplication };
    let mut kept = 0;
    for (dim, &size) in ty.dims.iter().enumerate() {
        let operands: Vec<Option<usize>> = (0..2 * count).map(|index| (index < count).then_some(dim)).collect();
        if dims.contains(&(dim as i64)) {
            rule.add_factor(size, reduced, &operands, &vec![None; count]);
        } else {
            rule.add_factor(size, FactorKind::PassThrough, &operands, &vec![Some(kept); count]);
            kept += 1;
        }
    }
    rule
}

/// The body's ops once an element of the operands.
fn cost(view: &OpView) -> OpCost {
    let body = view.func.region(view.data().regions[0]).ops.len().saturating_sub(1) as i64;
    cost_with(view, view.operand_type(0).num_elements().saturating_mul(body))
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let (xs, inits) = operands.split_at(operands.len() / 2);
    let dims = ctx.view().ints("dimensions");
    let combiner = Combiner::of(ctx, xs.len(), xs[0].ty.element);
    if let Combiner::Kind(kind) = combiner {
        return Ok(vec![reduce_by_kind(kind, &xs[0], &inits[0], &dims)?]);
    }
    // Rows to combine first, then what is kept: neighbouring rows are combined until one is left.
    let kept: Vec<i64> = (0..xs[0].ty.rank() as i64).filter(|dim| !dims.contains(dim)).collect();
    let kept_dims: Vec<i64> = kept.iter().map(|&dim| xs[0].ty.dims[dim as usize]).collect();
    let order = [&dims[..], &kept].concat();
    let width: i64 = kept_dims.iter().product();
    let mut rows: i64 = dims.iter().map(|&dim| xs[0].ty.dims[dim as usize]).product();
    let mut total: Vec<Tensor> = xs.iter().map(|x| permuted(x, &order)).collect();
    while rows > 1 {
        let pairs = rows / 2;
        let half = |first: i64| -> Vec<Tensor> { total.iter().map(|x| take_rows(x, first, pairs, 2, width)).collect() };
        let mut combined = combiner.combine(&half(0), &half(1))?;
        if rows % 2 == 1 {
            for (combined, x) in combined.iter_mut().zip(&total) {
                let mut data = (*combined.data).clone();
                strided::extend(&mut data, &x.data, ((rows - 1) * width) as usize, width as usize)?;
                *combined = Tensor::new(combined.ty.with_dims(&[pairs + 1, width]), data);
            }
        }
        total = combined;
        rows = pairs + rows % 2;
    }
    let ty = |x: &Tensor| x.ty.with_dims(&kept_dims);
    let spread = |init: &Tensor| Tensor::new(ty(init), init.data.gather(std::iter::repeat_n(0, width as usize)));
    let first: Vec<Tensor> = inits.iter().map(spread).collect();
    if rows == 0 {
        return Ok(first);
    }
    let total: Vec<Tensor> = total.iter().map(|x| Tensor { ty: ty(x), data: x.data.clone() }).collect();
    combiner.combine(&first, &total)
}

/// Every `step`-th row of `width` elements from row `first`.
fn take_rows(x: &Tensor, first: i64, count: i64, step: i64, width: i64) -> Tensor {
    let dims = [count, width];
    Tensor::new(x.ty.with_dims(&dims), strided::read(&x.data, &dims, &[step * width, 1], first * width))
}

/// Of a sum: the gradient, repeated. Of a maximum or minimum: shared evenly among the elements that it was (as JAX). Of all else: by a tree.
fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let dims = vjp.op.ints("dimensions");
    let kind = match body_kind(&vjp.op) {
        Some(kind @ (ReduceKind::Sum | ReduceKind::Max | ReduceKind::Min)) => kind,
        _ => return super::vjp::trees::reduce(vjp, b),
    };
    let (x, g) = (vjp.op.operand_type(0), vjp.grad()?);
    let kept: Vec<i64> = (0..x.rank() as i64).filter(|dim| !dims.contains(dim)).collect();
    let spread = |b: &mut Builder, value: Value| b.broadcast_in_dim(value, &x.dims, &kept);
    let to_x = match kind {
        _ if !vjp.wanted[0] => None,
        ReduceKind::Sum => Some(spread(b, g)?),
        _ => {
            let y = spread(b, vjp.results[0])?;
            let chosen = b.compare(Direction::Eq, vjp.operands[0], y)?;
            let ones = b.convert(chosen, x.element)?;
            let count = b.reduce_identity(ones, &dims, ReduceKind::Sum)?;
            let share = b.divide(g, count)?;
            let share = spread(b, share)?;
            Some(where_or_zero(b, chosen, share)?)
        }
    };
    let to_init = match kind {
        _ if !vjp.wanted[1] => None,
        ReduceKind::Sum => Some(total(b, g)?),
        other => return Err(format!("the initial value of a reduction by {} has no derivative: start from a constant", other.op_name())),
    };
    Ok(vec![to_x, to_init])
}
