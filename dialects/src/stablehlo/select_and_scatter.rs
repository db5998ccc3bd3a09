//! `stablehlo.select_and_scatter`: the gradient of a pooling: each source element goes to the element of its
//! window that the first body selects, combined there by the second.
//!
//! Invariants: padding is never selected; a window without elements of the operand drops its source element.

use super::dims::Window;
use super::facets::{cost_with, nothing_more, returned_types};
use super::reduce_window::{is_untouched, read_window};
use crate::strided::map_pair;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{ElementType, OpInfo, TensorType, Type};
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
    localize: Localize::Same,
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
            rule.add_factor(source.dims[dim], FactorKind::NeedReplication, &[None, at, None], &[None]);
            rule.add_factor(size, FactorKind::Permutation, &[at, None, None], &[at]);
        }
    }
    rule
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
fn indices(dims: &[i64]) -> impl Iterator<Item = Vec<i64>> + use<'_> {
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
