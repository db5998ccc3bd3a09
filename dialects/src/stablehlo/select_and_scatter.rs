//! `stablehlo.select_and_scatter`: the gradient of a pooling: each source element goes to the element of its
//! window that the first body selects, combined there by the second.
//!
//! Invariants: padding is never selected; a window without elements of the operand drops its source element. On devices, each
//! exchanges the windows that touch its part of the result, with their sources, and drops what falls outside of it; windows that
//! reach beyond the operand see the least (or largest) number there, which is selected only where all elements before it are that.

use shardwright_ir::DerivativeFacet;
use super::dims::Window;
use super::facets::{cost_with, nothing_more, returned_types};
use super::reduce_window::{is_untouched, read_window};
use super::build::Direction;
use crate::combine::reduce_kind;
use crate::halo::{self, Fill};
use crate::local::{self, constant, row};
use crate::strided::map_pair;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, LocalOp, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::sharding::{FactorKind, Reach, ReduceKind, ShardingRule, Windows};
use shardwright_ir::{Attr, Builder, ElementType, Literal, OpInfo, TensorType, Type, Value};
use std::collections::BTreeMap;

/// `stablehlo.select_and_scatter`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.select_and_scatter",
    summary: "source elements combined into the elements that their windows select",
    operands: Arity::Exactly(3),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(2),
    attrs: &[
        AttrSpec { name: "window_dimensions", required: false, summary: "size of the window" },
        AttrSpec { name: "window_strides", required: false, summary: "steps between windows" },
        AttrSpec { name: "padding", required: false, summary: "elements before and after each dimension" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("which element a window takes is not linear"),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::windows::select_and_scatter),
    localize: Localize::Expand(localize),
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (ty, source, init) = (ctx.tensor(0)?, ctx.tensor(1)?, ctx.tensor(2)?);
    let (sizes, window) = read_window(ctx.attrs, ty.rank())?;
    let dims = ty.dims.iter().enumerate().map(|(dim, &size)| window.count(dim, size, sizes[dim])).collect::<Result<Vec<_>, _>>()?;
    if *source != ty.with_dims(&dims) {
        return Err(format!("source must be {}, got {source}", ty.with_dims(&dims)));
    }
    if *init != TensorType::scalar(ty.element) {
        return Err(format!("initial value must be a scalar of {}, got {init}", ty.element));
    }
    for (what, region, element) in [("select", 0, ElementType::I1), ("scatter", 1, ty.element)] {
        let args = &ctx.func.region(*ctx.regions.get(region).ok_or("two bodies are needed")?).args;
        let scalar: Type = TensorType::scalar(ty.element).into();
        if args.len() != 2 || args.iter().any(|&arg| *ctx.func.ty(arg) != scalar) {
            return Err(format!("{what} body must take two scalars of {}", ty.element));
        }
        let returned = returned_types(ctx, region)?;
        if returned != [TensorType::scalar(element).into()] {
            return Err(format!("{what} body must return a scalar of {element}, got {returned:?}"));
        }
    }
    Ok(vec![ty.clone().into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let (ty, source) = (view.operand_type(0), view.operand_type(1));
    let mut rule = ShardingRule::with_ranks(&[ty.rank(), ty.rank(), 0], &[ty.rank()]);
    let Ok((sizes, window)) = read_window(view.attrs(), ty.rank()) else { return rule };
    for (dim, &size) in ty.dims.iter().enumerate() {
        let at = Some(dim);
        if is_untouched(&window, &sizes, dim) {
            rule.add_factor(size, FactorKind::PassThrough, &[at, at, None], &[at]);
        } else {
            let factor = rule.add_factor(size, FactorKind::Permutation, &[at, at, None], &[at]);
            let (low, stride, extent) = (window.padding[dim][0], window.strides[dim], sizes[dim]);
            let numbers = extent.checked_mul(2).and_then(|both| Some((both - 1, (extent - 1).checked_sub(low)?)));
            if let (Some((both, before)), Some(_)) = (numbers, neutrals(view)) {
                // Elements of the windows that touch a shard, and the windows themselves: window o stands at places o s - low on.
                rule.reaches.push(Reach { low: extent - 1, window: both, ..Reach::identity(factor, 0, dim, size, size) });
                let sources = Reach { low: before, window: extent, dilation: stride, ..Reach::identity(factor, 1, dim, source.dims[dim], size) };
                rule.reaches.push(sources);
            }
        }
    }
    rule
}

/// Whether the first body selects large (`Ge`) or small (`Le`) elements, and whether of equal ones the last. `None` where it is not known.
pub(super) fn selection(view: &OpView) -> Option<(Direction, bool)> {
    let data = view.func.region(*view.data().regions.first()?);
    let ([first, second], [op, end]) = (data.args.as_slice(), data.ops.as_slice()) else { return None };
    let op = view.func.op(*op);
    if op.info.name != "stablehlo.compare" || op.operands != [*first, *second] || view.func.op(*end).operands != op.results {
        return None;
    }
    match op.attrs.get("comparison_direction")?.as_enum()?.as_str() {
        "GE" => Some((Direction::Ge, false)),
        "GT" => Some((Direction::Ge, true)),
        "LE" => Some((Direction::Le, false)),
        "LT" => Some((Direction::Le, true)),
        _ => None,
    }
}

/// What the first body never selects while there is something else, and what the second adds nothing by. `None` where the bodies
/// are not known.
fn neutrals(view: &OpView) -> Option<(Literal, Literal)> {
    let element = view.operand_type(0).element;
    let [_, scatter] = view.data().regions[..] else { return None };
    let least = if selection(view)?.0 == Direction::Ge { ReduceKind::Max } else { ReduceKind::Min };
    Some((local::identity(least, element)?, local::identity(reduce_kind(view.func, scatter)?, element)?))
}

fn localize(op: &LocalOp, b: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let view = op.global;
    let (sizes, mut window) = read_window(view.attrs(), view.operand_type(0).rank())?;
    let (mut x, mut source, init) = (operands[0], operands[1], operands[2]);
    let mut cuts = Vec::new();
    for (reach, windows) in halo::sharded(op, 1)? {
        let dim = reach.dim;
        let (unselected, unchanged) = neutrals(&view).ok_or("its bodies are not known")?;
        let (unselected, unchanged) = (constant(b, unselected)?, constant(b, unchanged)?);
        let (stride, low, axes) = (window.strides[dim], window.padding[dim][0], op.axes(reach.factor));
        let size = view.operand_type(0).dims[dim];
        let clip = |place: i64| place.clamp(0, size);
        let covered = Windows {
            starts: windows.starts.iter().map(|start| start * stride - low).collect(),
            phases: vec![0; windows.starts.len()],
            needs: windows.needs.iter().map(|&(from, to)| if from < to { (clip(from * stride - low), clip((to - 1) * stride - low + sizes[dim])) } else { (0, 0) }).collect(),
            len: (windows.len - 1) * stride + sizes[dim],
            places: (windows.len - 1) * stride + sizes[dim],
        };
        x = halo::exchange(b, op.mesh, axes, dim, size, &covered, x, Fill::Value(unselected))?;
        source = halo::exchange(b, op.mesh, axes, dim, reach.input, &windows, source, Fill::Value(unchanged))?;
        window.padding[dim] = [0, 0];
        cuts.push((dim, axes, windows));
    }
    let mut map = Default::default();
    let regions = view.data().regions.iter().map(|&region| shardwright_ir::copy::copy_region(b.func, view.func, region, &mut map));
    let regions = regions.collect::<Result<Vec<_>, String>>()?;
    let attrs = view.attrs().iter().filter(|(name, _)| !name.starts_with("sdy.")).map(|(name, attr)| (name, attr.clone()));
    let attrs = attrs.collect::<shardwright_ir::Attrs>().with("padding", window.padding_attr());
    let made = b.op(row(INFO.name)?, &[x, source, init], attrs, &regions)?;
    let mut result = b.func.result(made);
    for (dim, axes, windows) in cuts {
        // The buffer begins at the first window that touches the part: the part begins window - 1 - phase places later.
        let starts: Vec<i64> = windows.phases.iter().map(|phase| sizes[dim] - 1 - phase).collect();
        let (least, most) = (starts.iter().copied().min().unwrap_or(0), starts.iter().copied().max().unwrap_or(0));
        let length = op.result_type(0).dims[dim];
        let mut low = vec![0; b.ty(result).rank()];
        let mut high = low.clone();
        (low[dim], high[dim]) = ((-least).max(0), (most + length - b.ty(result).dims[dim]).max(0));
        let zeros = Attr::ints(&vec![0; low.len()]);
        let shift = low[dim];
        if shift > 0 || high[dim] > 0 {
            let attrs = shardwright_ir::Attrs::new().with("edge_padding_low", Attr::ints(&low)).with("edge_padding_high", Attr::ints(&high));
            result = b.value(row("stablehlo.pad")?, &[result, init], attrs.with("interior_padding", zeros))?;
        }
        let start = halo::by_shard(b, op.mesh, axes, &starts.iter().map(|start| start + shift).collect::<Vec<_>>())?;
        result = if least == most { halo::span(b, result, dim, least + shift, least + shift + length)? } else { halo::cut(b, result, dim, start, length)? };
    }
    Ok(vec![result])
}

/// One selection an element of every window and one combination a source element.
fn cost(view: &OpView) -> OpCost {
    let window = view.ints("window_dimensions").iter().fold(1i64, |product, &size| product.saturating_mul(size));
    cost_with(view, view.operand_type(1).num_elements().saturating_mul(window.saturating_add(1)))
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let (x, source, init) = (&xs[0], &xs[1], &xs[2]);
    let (sizes, window) = read_window(ctx.view().attrs(), x.ty.rank())?;
    let selected = select(ctx, x, &source.ty, &sizes, &window)?;
    // Sources of one target are combined one round after the other, each round on all targets at once.
    let mut by_target = BTreeMap::<usize, Vec<usize>>::new();
    for (from, target) in selected.iter().enumerate() {
        if let Some(target) = target {
            by_target.entry(*target).or_default().push(from);
        }
    }
    let mut result = init.data.gather(std::iter::repeat_n(0, x.data.len()));
    for round in 0..by_target.values().map(Vec::len).max().unwrap_or(0) {
        let pairs: Vec<(usize, usize)> = by_target.iter().filter_map(|(&to, from)| Some((to, *from.get(round)?))).collect();
        let flat = x.ty.with_dims(&[pairs.len() as i64]);
        let present = Tensor::new(flat.clone(), result.gather(pairs.iter().map(|pair| pair.0)));
        let update = Tensor::new(flat, source.data.gather(pairs.iter().map(|pair| pair.1)));
        let combined = ctx.map_region(1, &[present, update])?;
        let combined = combined.first().ok_or("scatter body must return one value")?;
        result = map_pair!(&result, &*combined.data, old, new => {
            let mut elements = old.clone();
            for (pair, &element) in pairs.iter().zip(new) {
                elements[pair.0] = element;
            }
            elements
        }, else return Err("scatter body must return the operand's type".into()));
    }
    Ok(vec![Tensor::new(x.ty.clone(), result)])
}

/// For each window, the position of the operand's element that the first body selects.
fn select(ctx: &EvalCtx, x: &Tensor, windows: &TensorType, sizes: &[i64], window: &Window) -> Result<Vec<Option<usize>>, EvalError> {
    let count = windows.num_elements() as usize;
    let mut selected: Vec<Option<usize>> = vec![None; count];
    for offset in indices(sizes) {
        let candidates: Vec<Option<usize>> = indices(&windows.dims)
            .map(|index| {
                let mut at = 0;
                for dim in 0..index.len() {
                    let place = index[dim] * window.strides[dim] + offset[dim] - window.padding[dim][0];
                    if place < 0 || place >= x.ty.dims[dim] {
                        return None;
                    }
                    at = at * x.ty.dims[dim] + place;
                }
                Some(at as usize)
            })
            .collect();
        let both: Vec<usize> = (0..count).filter(|&index| selected[index].is_some() && candidates[index].is_some()).collect();
        let pick = |places: &[Option<usize>]| {
            let data = x.data.gather(both.iter().filter_map(|&index| places[index]));
            Tensor::new(x.ty.with_dims(&[both.len() as i64]), data)
        };
        let keep = ctx.map_region(0, &[pick(&selected), pick(&candidates)])?;
        let Some(Buffer::Bool(keep)) = keep.first().map(|keep| &*keep.data) else { return Err("select body must return i1".into()) };
        for (&index, &keep) in both.iter().zip(keep) {
            if !keep {
                selected[index] = candidates[index];
            }
        }
        for index in 0..count {
            selected[index] = selected[index].or(candidates[index]);
        }
    }
    Ok(selected)
}

/// All indices of a shape in row-major order.
pub(super) fn indices(dims: &[i64]) -> impl Iterator<Item = Vec<i64>> + use<'_> {
    let count: i64 = dims.iter().product();
    (0..count).map(|mut flat| {
        let mut index = vec![0; dims.len()];
        for dim in (0..dims.len()).rev() {
            index[dim] = flat % dims[dim];
            flat /= dims[dim];
        }
        index
    })
}
