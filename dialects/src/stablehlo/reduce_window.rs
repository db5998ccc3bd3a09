//! `stablehlo.reduce_window`: every window of a tensor combined by a body.
//!
//! On devices, neighbours' elements that windows reach into are exchanged; where windows are all elements before (or after) their
//! position, as in cumulative sums, one combination of each other shard is.
//! Invariants: padding elements have the initial value, which also starts every window. Windows are combined
//! one dimension after the other, in doubling steps, so that a window of w elements costs about log w
//! combinations an element (a cumulative sum is a window as long as its dimension).

use shardwright_ir::DerivativeFacet;
use super::combining::Combiner;
use super::convert::convert;
use super::dims::Window;
use super::facets::{check_length, cost_with, nothing_more};
use super::pad::pad;
use super::reduce::accumulated;
use crate::combine::reduce_kind;
use crate::halo::{self, Fill};
use crate::local;
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, LocalOp, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet, PartialFlow};
use shardwright_ir::sharding::{FactorKind, Reach, ReachKind, ShardingRule};
use shardwright_ir::{Attr, Attrs, Builder, OpInfo, Type, Value};

/// `stablehlo.reduce_window`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.reduce_window",
    summary: "every window of a tensor combined by a body",
    operands: Arity::AtLeast(2),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec { name: "window_dimensions", required: true, summary: "size of the window" },
        AttrSpec { name: "window_strides", required: false, summary: "steps between windows" },
        AttrSpec { name: "base_dilations", required: false, summary: "distance between elements of the operand" },
        AttrSpec { name: "window_dilations", required: false, summary: "distance between elements of the window" },
        AttrSpec { name: "padding", required: false, summary: "elements before and after each dimension" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::windows::reduce_window),
    localize: Localize::Prepare(prepare),
    syntax: Syntax::Generic,
};

/// As of `reduce`.
fn partial(view: &OpView) -> PartialFlow {
    let [region] = view.data().regions[..] else { return PartialFlow::Whole };
    crate::combine::reduce_kind(view.func, region).map_or(PartialFlow::Whole, |kind| partial::together(view, kind))
}

/// The window of an op with `window_dimensions` over a tensor of this rank: its sizes, and how it moves.
pub(super) fn read_window(attrs: &Attrs, rank: usize) -> Result<(Vec<i64>, Window), String> {
    let sizes = shardwright_ir::op::required_ints(attrs, "window_dimensions")?;
    check_length("window_dimensions", &sizes, rank)?;
    Ok((sizes, Window::read(attrs, rank, "base_dilations", "window_dilations")?))
}

/// Whether windows leave a dimension as it is: one element each, without steps, padding and dilation.
pub(super) fn is_untouched(window: &Window, sizes: &[i64], dim: usize) -> bool {
    sizes[dim] == 1 && window.strides[dim] == 1 && window.padding[dim] == [0, 0] && window.base_dilations[dim] == 1
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let xs = accumulated(ctx)?;
    let (sizes, window) = read_window(ctx.attrs, xs[0].rank())?;
    let dims = xs[0].dims.iter().enumerate().map(|(dim, &size)| window.count(dim, size, sizes[dim])).collect::<Result<Vec<_>, _>>()?;
    Ok(xs.iter().map(|x| x.with_dims(&dims).into()).collect())
}

fn rule(view: &OpView) -> ShardingRule {
    let (ty, result) = (view.operand_type(0), view.result_type(0));
    let count = view.data().results.len();
    let ranks: Vec<usize> = (0..2 * count).map(|index| if index < count { ty.rank() } else { 0 }).collect();
    let mut rule = ShardingRule::with_ranks(&ranks, &vec![ty.rank(); count]);
    let Ok((sizes, window)) = read_window(view.attrs(), ty.rank()) else { return rule };
    for (dim, &size) in result.dims.iter().enumerate() {
        let untouched = is_untouched(&window, &sizes, dim);
        let kind = if untouched { FactorKind::PassThrough } else { FactorKind::Permutation };
        let operands: Vec<Option<usize>> = (0..2 * count).map(|index| (index < count).then_some(dim)).collect();
        let factor = rule.add_factor(size, kind, &operands, &vec![Some(dim); count]);
        if untouched {
            continue;
        }
        let Some(extent) = (sizes[dim] - 1).checked_mul(window.window_dilations[dim]).and_then(|extent| extent.checked_add(1)) else { continue };
        let scan = scanned(view, &sizes, &window, dim);
        for operand in 0..count {
            rule.reaches.push(Reach {
                stride: window.strides[dim],
                low: window.padding[dim][0],
                window: extent,
                dilation: window.base_dilations[dim],
                kind: scan.unwrap_or(ReachKind::Window),
                ..Reach::identity(factor, operand, dim, ty.dims[dim], size)
            });
        }
    }
    rule
}

/// Whether windows are all elements up to, or from, their position, and what they start from (and what their padding is) is neutral.
fn scanned(view: &OpView, sizes: &[i64], window: &Window, dim: usize) -> Option<ReachKind> {
    let ty = view.operand_type(0);
    let size = ty.dims[dim];
    let plain = (window.strides[dim], window.base_dilations[dim], window.window_dilations[dim]) == (1, 1, 1);
    if view.data().results.len() != 1 || size < 2 || sizes[dim] != size || !plain {
        return None;
    }
    let neutral = local::identity(reduce_kind(view.func, view.data().regions[0])?, ty.element)?;
    if view.func.constant_of(view.data().operands[1])?.as_splat()? != neutral.as_splat()? {
        return None;
    }
    match window.padding[dim] {
        [low, 0] if low == size - 1 => Some(ReachKind::Scan { backward: false }),
        [0, high] if high == size - 1 => Some(ReachKind::Scan { backward: true }),
        _ => None,
    }
}

fn prepare(op: &LocalOp, b: &mut Builder, operands: &mut [Value], attrs: &mut Attrs) -> Result<(), String> {
    let (mut sizes, mut window) = read_window(op.global.attrs(), op.global.operand_type(0).rank())?;
    let count = operands.len() / 2;
    for index in 0..count {
        for (reach, windows) in halo::sharded(op, index)? {
            let dim = reach.dim;
            if let ReachKind::Scan { backward } = reach.kind {
                let kind = reduce_kind(op.global.func, op.global.data().regions[0]).ok_or("a scan needs a known combination")?;
                let shards = windows.starts.len() as i64;
                let local = b.ty(operands[index]).dims[dim];
                operands[index] = halo::scan::with_totals(b, op, reach, operands[index], kind, backward)?;
                sizes[dim] = local + shards;
                window.padding[dim] = if backward { [0, local - 1] } else { [local - 1, 0] };
            } else {
                let (value, fitted) = halo::window(b, op, reach, &windows, operands[index], Fill::Value(operands[count + index]))?;
                operands[index] = value;
                (window.padding[dim], window.base_dilations[dim]) = (fitted.padding, fitted.dilation);
            }
        }
    }
    attrs.set("window_dimensions", Attr::ints(&sizes));
    attrs.set("padding", window.padding_attr());
    if attrs.get("base_dilations").is_some() || window.base_dilations.iter().any(|&dilation| dilation != 1) {
        attrs.set("base_dilations", Attr::ints(&window.base_dilations));
    }
    Ok(())
}

/// The body's ops once an element of every window, as the definition says.
fn cost(view: &OpView) -> OpCost {
    let body = view.func.region(view.data().regions[0]).ops.len().saturating_sub(1) as i64;
    let window = view.ints("window_dimensions").iter().fold(1i64, |product, &size| product.saturating_mul(size));
    cost_with(view, view.result_type(0).num_elements().saturating_mul(window).saturating_mul(body))
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let (xs, inits) = operands.split_at(operands.len() / 2);
    let results = ctx.view().result_types();
    let combiner = Combiner::of(ctx, xs.len(), xs[0].ty.element);
    let (sizes, window) = read_window(ctx.view().attrs(), xs[0].ty.rank())?;
    let spread = |init: &Tensor| Tensor::new(init.ty.with_dims(&results[0].dims), init.data.gather(std::iter::repeat_n(0, results[0].num_elements() as usize)));
    if results[0].num_elements() == 0 {
        return Ok(inits.iter().map(spread).collect());
    }
    let low: Vec<i64> = window.padding.iter().map(|pair| pair[0]).collect();
    let high: Vec<i64> = window.padding.iter().map(|pair| pair[1]).collect();
    let interior: Vec<i64> = window.base_dilations.iter().map(|dilation| dilation - 1).collect();
    let wide = |tensor: &Tensor| convert(tensor, combiner.working_type(tensor.ty.element));
    let mut current = Vec::with_capacity(xs.len());
    for (x, init) in xs.iter().zip(inits) {
        current.push(wide(&pad(x, &init.data, &low, &high, &interior)?));
    }
    for (dim, &size) in sizes.iter().enumerate() {
        current = slide(&combiner, current, dim, size, window.window_dilations[dim], window.strides[dim])?;
    }
    let first: Vec<Tensor> = inits.iter().map(|init| wide(&spread(init))).collect();
    let combined = combiner.combine(&first, &current)?;
    Ok(combined.iter().zip(&results).map(|(tensor, ty)| convert(tensor, ty.element)).collect())
}

/// Combines every window of `size` elements, `dilation` apart, along one dimension, keeping each `stride`-th.
fn slide(combiner: &Combiner, xs: Vec<Tensor>, dim: usize, size: i64, dilation: i64, stride: i64) -> Result<Vec<Tensor>, EvalError> {
    let length = xs[0].ty.dims[dim];
    let positions = length - (size - 1) * dilation;
    // `power` holds the combination of `width` elements from each position on; the windows are made of those
    // powers that the binary digits of the size name.
    let (mut power, mut width, mut rest, mut taken) = (xs, 1, size, 0);
    let mut total: Option<Vec<Tensor>> = None;
    loop {
        if rest & 1 == 1 {
            let piece = cut(&power, dim, taken * dilation, positions, 1);
            total = Some(match total {
                None => piece,
                Some(total) => combiner.combine(&total, &piece)?,
            });
            taken += width;
        }
        rest >>= 1;
        if rest == 0 {
            break;
        }
        let shift = width * dilation;
        let kept = power[0].ty.dims[dim] - shift;
        power = combiner.combine(&cut(&power, dim, 0, kept, 1), &cut(&power, dim, shift, kept, 1))?;
        width *= 2;
    }
    let total = total.ok_or("window size must be at least 1")?;
    Ok(if stride == 1 { total } else { cut(&total, dim, 0, (positions - 1) / stride + 1, stride) })
}

/// `count` elements along one dimension from `start` on, `step` apart.
fn cut(xs: &[Tensor], dim: usize, start: i64, count: i64, step: i64) -> Vec<Tensor> {
    let cut_one = |x: &Tensor| {
        if start == 0 && count == x.ty.dims[dim] && step == 1 {
            return x.clone();
        }
        let mut strides = strided::row_major(&x.ty.dims);
        let offset = start * strides[dim];
        strides[dim] *= step;
        let mut ty = x.ty.clone();
        ty.dims[dim] = count;
        let data = strided::read(&x.data, &ty.dims, &strides, offset);
        Tensor::new(ty, data)
    };
    xs.iter().map(cut_one).collect()
}
