//! `stablehlo.slice`: a box of a tensor, with steps.
//!
//! Invariants: `0 <= start <= limit <= size` and `stride >= 1` for every dimension; a sharded dimension whose size changes is
//! exchanged so that each device has what its part of the result is taken from.

use crate::derivative::*;
use super::facets::{check_length, data_cost, nothing_more};
use crate::halo::{self, Fill};
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, LocalOp, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::sharding::{FactorKind, Reach, ShardingRule};
use shardwright_ir::{Attr, Attrs, Builder, OpInfo, Type, Value};

/// `stablehlo.slice`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.slice",
    summary: "a box of a tensor, with steps",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "start_indices", required: true, summary: "first element, a dimension" },
        AttrSpec { name: "limit_indices", required: true, summary: "element after the last, a dimension" },
        AttrSpec { name: "strides", required: true, summary: "step, a dimension" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Prepare(prepare),
    syntax: Syntax::Custom(&crate::syntax::SliceRanges),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    let (starts, limits, strides) = (ctx.ints("start_indices")?, ctx.ints("limit_indices")?, ctx.ints("strides")?);
    for (name, list) in [("start_indices", &starts), ("limit_indices", &limits), ("strides", &strides)] {
        check_length(name, list, ty.rank())?;
    }
    let mut dims = Vec::with_capacity(ty.rank());
    for (dim, &size) in ty.dims.iter().enumerate() {
        let (start, limit, stride) = (starts[dim], limits[dim], strides[dim]);
        if start < 0 || start > limit || limit > size {
            return Err(format!("slice [{start}, {limit}) of dimension {dim} must lie within [0, {size})"));
        }
        if stride < 1 {
            return Err(format!("stride of dimension {dim} must be at least 1, got {stride}"));
        }
        dims.push((limit - start) / stride + i64::from((limit - start) % stride != 0));
    }
    Ok(vec![ty.with_dims(&dims).into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let (from, to) = (view.operand_type(0), view.result_type(0));
    let mut rule = ShardingRule::with_ranks(&[from.rank()], &[to.rank()]);
    let (starts, strides) = (view.ints("start_indices"), view.ints("strides"));
    for (dim, &size) in from.dims.iter().enumerate() {
        let whole = size == to.dims[dim];
        let kind = if whole { FactorKind::PassThrough } else { FactorKind::Permutation };
        let factor = rule.add_factor(size, kind, &[Some(dim)], &[Some(dim)]);
        if !whole {
            rule.reaches.push(Reach { stride: strides[dim], low: -starts[dim], ..Reach::identity(factor, 0, dim, size, to.dims[dim]) });
        }
    }
    rule
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let ty = view.result_type(0).clone();
    let own = strided::row_major(&xs[0].ty.dims);
    let steps: Vec<i64> = own.iter().zip(view.ints("strides")).map(|(own, step)| own * step).collect();
    let offset = own.iter().zip(view.ints("start_indices")).map(|(own, start)| own * start).sum();
    let data = strided::read(&xs[0].data, &ty.dims, &steps, offset);
    Ok(vec![Tensor::new(ty, data)])
}

fn prepare(op: &LocalOp, b: &mut Builder, operands: &mut [Value], attrs: &mut Attrs) -> Result<(), String> {
    let (global, local) = (op.global.operand_type(0), op.operand_type(0));
    let (mut starts, mut limits) = (op.global.ints("start_indices"), op.global.ints("limit_indices"));
    for (dim, &size) in local.dims.iter().enumerate() {
        if size != global.dims[dim] {
            limits[dim] = size;
        }
    }
    for (reach, windows) in halo::sharded(op, 0)? {
        (operands[0], _) = halo::window(b, op, reach, &windows, operands[0], Fill::Any)?;
        (starts[reach.dim], limits[reach.dim]) = (0, windows.len);
    }
    attrs.set("start_indices", Attr::ints(&starts));
    attrs.set("limit_indices", Attr::ints(&limits));
    Ok(())
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (x, y) = (vjp.op.operand_type(0), vjp.op.result_type(0));
    let (start, strides) = (vjp.op.ints("start_indices"), vjp.op.ints("strides"));
    // What lies behind the last element that was taken.
    let after = |dim: usize| x.dims[dim] - start[dim] - if y.dims[dim] == 0 { 0 } else { (y.dims[dim] - 1) * strides[dim] + 1 };
    let high: Vec<i64> = (0..x.rank()).map(after).collect();
    let interior: Vec<i64> = strides.iter().map(|stride| stride - 1).collect();
    let (g, zero) = (vjp.grad()?, b.scalar(x.element, 0.0)?);
    Ok(vec![Some(b.pad(g, zero, &start, &high, &interior)?)])
}
