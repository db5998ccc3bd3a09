//! `stablehlo.pad`: a tensor with elements added around and between.
//!
//! Invariants: negative edges trim; interior padding is at least 0. A dimension whose elements move is a
//! permutation even where its size stays: shards are exchanged, and padded where they begin or end the whole.

use crate::derivative::*;
use super::facets::{check_length, data_cost, nothing_more};
use crate::halo::{self, Fill};
use crate::strided;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, LocalOp, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::sharding::{FactorKind, Reach, ShardingRule};
use shardwright_ir::{Attr, Attrs, Builder, OpInfo, TensorType, Type, Value};

/// `stablehlo.pad`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.pad",
    summary: "a tensor with elements added around and between",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "edge_padding_low", required: true, summary: "elements before the first (negative: removed)" },
        AttrSpec { name: "edge_padding_high", required: true, summary: "elements after the last (negative: removed)" },
        AttrSpec { name: "interior_padding", required: true, summary: "elements between neighbours" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first_two),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Prepare(prepare),
    syntax: Syntax::Format("{operands}, low = {edge_padding_low}, high = {edge_padding_high}, interior = {interior_padding} : functional"),
};

/// The shape of a padded tensor. Errors where a size is negative or overflows.
pub(super) fn padded_dims(dims: &[i64], low: &[i64], high: &[i64], interior: &[i64]) -> Result<Vec<i64>, String> {
    let padded = |dim: usize| -> Option<i64> {
        let between = (dims[dim] - 1).max(0).checked_mul(interior[dim])?;
        dims[dim].checked_add(between)?.checked_add(low[dim])?.checked_add(high[dim])
    };
    (0..dims.len())
        .map(|dim| match padded(dim) {
            _ if interior[dim] < 0 => Err(format!("interior padding of dimension {dim} must be at least 0, got {}", interior[dim])),
            None => Err(format!("padded size of dimension {dim} overflows")),
            Some(size) if size < 0 => Err(format!("padding leaves dimension {dim} with {size} elements")),
            Some(size) => Ok(size),
        })
        .collect()
}

/// `x` padded with the one element of `value`. The paddings must have passed [`padded_dims`].
pub(super) fn pad(x: &Tensor, value: &Buffer, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Tensor, EvalError> {
    let dims = padded_dims(&x.ty.dims, low, high, interior)?;
    let ty = x.ty.with_dims(&dims);
    let (from, to) = (strided::row_major(&x.ty.dims), strided::row_major(&dims));
    let (mut kept, mut steps) = (Vec::with_capacity(dims.len()), Vec::with_capacity(dims.len()));
    let (mut source, mut target) = (0, 0);
    for dim in 0..dims.len() {
        // Element k lands at low + k (interior + 1): the first and last k that land inside.
        let step = interior[dim] + 1;
        let first = if low[dim] < 0 { (-low[dim] + step - 1) / step } else { 0 };
        let end = if dims[dim] - 1 < low[dim] { 0 } else { ((dims[dim] - 1 - low[dim]) / step + 1).min(x.ty.dims[dim]) };
        kept.push((end - first).max(0));
        source += first * from[dim];
        target += (low[dim] + first * step) * to[dim];
        steps.push(step * to[dim]);
    }
    let values = if kept.contains(&0) { value.gather(std::iter::empty()) } else { strided::read(&x.data, &kept, &from, source) };
    Ok(Tensor::new(ty, strided::write_over(value, dims.iter().product(), &values, &kept, &steps, target)?))
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (ty, value) = (ctx.tensor(0)?, ctx.tensor(1)?);
    if *value != TensorType::scalar(ty.element) {
        return Err(format!("padding value must be a scalar of {}, got {value}", ty.element));
    }
    let (low, high, interior) = (ctx.ints("edge_padding_low")?, ctx.ints("edge_padding_high")?, ctx.ints("interior_padding")?);
    for (name, list) in [("edge_padding_low", &low), ("edge_padding_high", &high), ("interior_padding", &interior)] {
        check_length(name, list, ty.rank())?;
    }
    Ok(vec![ty.with_dims(&padded_dims(&ty.dims, &low, &high, &interior)?).into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let ty = view.operand_type(0);
    let mut rule = ShardingRule::with_ranks(&[ty.rank(), 0], &[ty.rank()]);
    let (low, high, interior) = (view.ints("edge_padding_low"), view.ints("edge_padding_high"), view.ints("interior_padding"));
    for (dim, &size) in ty.dims.iter().enumerate() {
        let still = low[dim] == 0 && high[dim] == 0 && (interior[dim] == 0 || size < 2);
        let kind = if still { FactorKind::PassThrough } else { FactorKind::Permutation };
        let factor = rule.add_factor(size, kind, &[Some(dim), None], &[Some(dim)]);
        if let (false, Some(dilation)) = (still, interior[dim].checked_add(1)) {
            let count = view.result_type(0).dims[dim];
            rule.reaches.push(Reach { low: low[dim], dilation, ..Reach::identity(factor, 0, dim, size, count) });
        }
    }
    rule
}

fn prepare(op: &LocalOp, b: &mut Builder, operands: &mut [Value], attrs: &mut Attrs) -> Result<(), String> {
    let view = op.global;
    let (mut low, mut high, mut interior) = (view.ints("edge_padding_low"), view.ints("edge_padding_high"), view.ints("interior_padding"));
    for (reach, windows) in halo::sharded(op, 0)? {
        let (value, fitted) = halo::window(b, op, reach, &windows, operands[0], Fill::Value(operands[1]))?;
        operands[0] = value;
        ([low[reach.dim], high[reach.dim]], interior[reach.dim]) = (fitted.padding, fitted.dilation - 1);
    }
    for (name, list) in [("edge_padding_low", low), ("edge_padding_high", high), ("interior_padding", interior)] {
        attrs.set(name, Attr::ints(&list));
    }
    Ok(())
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let (low, high, interior) = (view.ints("edge_padding_low"), view.ints("edge_padding_high"), view.ints("interior_padding"));
    Ok(vec![pad(&xs[0], &xs[1].data, &low, &high, &interior)?])
}

/// The operand's gradient lies where the operand lies; all else is the filling's.
fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (view, g) = (&vjp.op, vjp.grad()?);
    let negated = |name: &str| -> Vec<i64> { view.ints(name).iter().map(|amount| -amount).collect() };
    let strides: Vec<i64> = view.ints("interior_padding").iter().map(|between| between + 1).collect();
    let rank = strides.len();
    let zero = b.scalar(view.result_type(0).element, 0.0)?;
    let cut = b.pad(g, zero, &negated("edge_padding_low"), &negated("edge_padding_high"), &vec![0; rank])?;
    let limit = b.ty(cut).dims.to_vec();
    let own = b.slice(cut, &vec![0; rank], &limit, &strides)?;
    let fill = if vjp.wanted[1] {
        let (all, part) = (total(b, g)?, total(b, own)?);
        Some(b.subtract(all, part)?)
    } else {
        None
    };
    Ok(vec![Some(own), fill])
}
