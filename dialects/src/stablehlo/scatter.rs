//! `stablehlo.scatter`: tensors whose elements at computed places are combined with updates by a region.
//!
//! Updates outside the tensor are dropped, element by element. Updates are applied in row-major order. Sharded
//! along a dimension that the indices choose from, each device keeps the updates that fall into its shard;
//! with updates sharded, each device applies its own and the original tensor counts on one device only.

use shardwright_ir::DerivativeFacet;
use super::build::StablehloBuilder;
use super::dims::ScatterDims;
use super::gather::{add_zero_column, batch_dims, check_dims, check_indices};
use super::index_columns::IndexColumns;
use crate::combine::fold_pairs;
use crate::local::{identity, mask_padding, row, shard_index, shard_start};
use crate::regions::{check_args, check_results};
use crate::strided::{element_strides, for_each_index};
use shardwright_ir::copy::{ValueMap, copy_region};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::literal::Literal;
use shardwright_ir::module::{Func, Region};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{AxisRef, FactorKind, ReduceKind, ShardingRule};
use shardwright_ir::types::{ElementType, TensorType, Type};
use shardwright_ir::partial::{PartialFacet, PartialFlow};
use shardwright_ir::{Builder, Value};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.scatter",
    summary: "combines updates into tensors at computed places",
    operands: Arity::AtLeast(3),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec { name: "scatter_dimension_numbers", required: true, summary: "which dimensions are windows, batches and index components" },
        AttrSpec { name: "indices_are_sorted", required: false, summary: "a promise about the indices" },
        AttrSpec { name: "unique_indices", required: false, summary: "a promise about the indices" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::indexing::scatter),
    localize: Localize::Expand(localize),
    syntax: Syntax::Generic,
};

/// Operands and updates are moved where the body replaces, combined where it combines; indices must be whole.
fn partial(view: &OpView) -> PartialFlow {
    let count = view.data().results.len();
    let [region] = view.data().regions[..] else { return PartialFlow::Whole };
    let operands = (0..count).chain(count + 1..2 * count + 1).collect();
    let replaces = || {
        let data = view.func.region(region);
        data.args.get(1).is_some() && view.func.terminator(region).is_some_and(|end| view.func.op(end).operands == data.args[1..] && count == 1)
    };
    match region_kind(view.func, region) {
        Some(kind) => PartialFlow::Together { operands, kind: Some(kind) },
        None if replaces() => PartialFlow::Together { operands, kind: None },
        None => PartialFlow::Whole,
    }
}

/// Number of tensors that are updated together.
fn arity(operands: usize) -> Result<usize, String> {
    match operands % 2 {
        1 if operands >= 3 => Ok(operands / 2),
        _ => Err(format!("takes as many updates as tensors and one tensor of indices, got {operands} operands")),
    }
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let count = arity(ctx.operands.len())?;
    let (first, indices, update) = (ctx.tensor(0)?, ctx.tensor(count)?, ctx.tensor(count + 1)?);
    let dims = ScatterDims::read(ctx.attrs)?;
    check_dims("update_window_dims", &dims.update_window_dims, update.rank(), true)?;
    check_dims("inserted_window_dims", &dims.inserted_window_dims, first.rank(), true)?;
    check_dims("input_batching_dims", &dims.input_batching_dims, first.rank(), true)?;
    check_dims("scatter_dims_to_operand_dims", &dims.scatter_dims_to_operand_dims, first.rank(), false)?;
    check_dims("scatter_indices_batching_dims", &dims.scatter_indices_batching_dims, indices.rank(), false)?;
    check_indices(first, indices, dims.index_vector_dim, &dims.scatter_dims_to_operand_dims, &dims.input_batching_dims, &dims.scatter_indices_batching_dims)?;
    let windows = window_operand_dims(&dims, first.rank());
    if dims.inserted_window_dims.iter().any(|dim| dims.input_batching_dims.contains(dim)) {
        return Err("a dimension is both inserted and a batch".into());
    }
    if dims.update_window_dims.len() != windows.len() {
        return Err(format!("`update_window_dims` must have {} entries, got {}", windows.len(), dims.update_window_dims.len()));
    }
    let batches = batch_dims(indices.rank(), dims.index_vector_dim);
    if update.rank() != windows.len() + batches.len() {
        return Err(format!("updates must have rank {}, got {}", windows.len() + batches.len(), update.rank()));
    }
    for (&at, &dim) in dims.update_window_dims.iter().zip(&windows) {
        if update.dims[at as usize] > first.dims[dim] {
            return Err(format!("window dimension {at} of the updates must be at most {}, got {}", first.dims[dim], update.dims[at as usize]));
        }
    }
    for (&at, &dim) in update_batches(&dims, update.rank()).iter().zip(&batches) {
        if update.dims[at] != indices.dims[dim] {
            return Err(format!("dimension {at} of the updates must be {}, got {}", indices.dims[dim], update.dims[at]));
        }
    }
    for index in 0..count {
        if ctx.tensor(index)?.dims != first.dims || ctx.tensor(count + 1 + index)?.dims != update.dims {
            return Err(format!("tensors and updates must each have one shape, got {} and {}", ctx.tensor(index)?, ctx.tensor(count + 1 + index)?));
        }
    }
    (0..count).map(|index| Ok(ctx.tensor(index)?.clone().into())).collect()
}

fn verify(op: &OpView) -> Result<(), String> {
    let types = op.operand_types();
    let count = arity(types.len())?;
    let scalars = |types: &[TensorType]| types.iter().map(|ty| TensorType::scalar(ty.element).into()).collect::<Vec<Type>>();
    let region = op.data().regions[0];
    check_args(op.func, region, "the region", &[scalars(&types[..count]), scalars(&types[count + 1..])].concat())?;
    check_results(op.func, region, "the region", &scalars(&types[..count]))
}

/// Operand dimensions that updates have, in order: the ones behind `update_window_dims`.
pub(super) fn window_operand_dims(dims: &ScatterDims, rank: usize) -> Vec<usize> {
    (0..rank).filter(|&dim| !dims.inserted_window_dims.contains(&(dim as i64)) && !dims.input_batching_dims.contains(&(dim as i64))).collect()
}

/// Dimensions of the updates that are dimensions of the indices.
pub(super) fn update_batches(dims: &ScatterDims, rank: usize) -> Vec<usize> {
    (0..rank).filter(|&dim| !dims.update_window_dims.contains(&(dim as i64))).collect()
}

/// How a region combines elements with updates, where it does so alike for every tensor and in any order.
/// Bitwise `and` and `or` count for truth values only, as in Shardy.
pub(super) fn region_kind(func: &Func, region: Region) -> Option<ReduceKind> {
    let data = func.region(region);
    let count = data.args.len() / 2;
    let end = func.op(func.terminator(region)?);
    if data.ops.len() != count + 1 || end.operands.len() != count {
        return None;
    }
    let mut kinds = end.operands.iter().enumerate().map(|(index, &value)| {
        let op = func.op(func.defining_op(value)?);
        let (old, update) = (data.args[index], data.args[count + index]);
        let kind = ReduceKind::of_op(op.info.name)?;
        let logical = func.tensor_type(value).element == ElementType::I1;
        let counts = logical || !matches!(kind, ReduceKind::And | ReduceKind::Or);
        (counts && (op.operands == [old, update] || op.operands == [update, old])).then_some(kind)
    });
    let first = kinds.next()??;
    kinds.all(|kind| kind == Some(first)).then_some(first)
}

/// Whether a region replaces elements by updates.
pub(super) fn replaces(func: &Func, region: Region) -> bool {
    let data = func.region(region);
    data.ops.len() == 1 && func.terminator(region).is_some_and(|end| func.op(end).operands == data.args[data.args.len() / 2..])
}

/// Factors in the order of the updates' dimensions, then the operand's that they lack, then the index vector.
fn rule(op: &OpView) -> ShardingRule {
    use FactorKind::*;
    let types = op.operand_types();
    let count = types.len() / 2;
    let ranks: Vec<usize> = types.iter().map(TensorType::rank).collect();
    let mut rule = ShardingRule::with_ranks(&ranks, &ranks[..count]);
    let Ok(dims) = ScatterDims::read(op.attrs()) else { return rule };
    let (operand, indices, update) = (&types[0], &types[count], &types[count + 1]);
    let on = |from: Option<usize>, index: Option<usize>, update: Option<usize>| [vec![from; count], vec![index], vec![update; count]].concat();
    let kind = region_kind(op.func, op.data().regions[0]);
    let mut windows = window_operand_dims(&dims, operand.rank()).into_iter();
    let mut batches = batch_dims(indices.rank(), dims.index_vector_dim).into_iter();
    for at in 0..update.rank() {
        if dims.update_window_dims.contains(&(at as i64)) {
            let Some(from) = windows.next() else { continue };
            if update.dims[at] == operand.dims[from] {
                rule.add_factor(operand.dims[from], PassThrough, &on(Some(from), None, Some(at)), &vec![Some(from); count]);
            } else {
                rule.add_factor(operand.dims[from], NeedReplication, &on(Some(from), None, None), &vec![Some(from); count]);
                rule.add_factor(update.dims[at], NeedReplication, &on(None, None, Some(at)), &vec![None; count]);
            }
            continue;
        }
        let Some(batch) = batches.next() else { continue };
        match dims.scatter_indices_batching_dims.iter().position(|&dim| dim == batch as i64) {
            Some(pair) => {
                let from = dims.input_batching_dims[pair] as usize;
                rule.add_factor(update.dims[at], PassThrough, &on(Some(from), Some(batch), Some(at)), &vec![Some(from); count]);
            }
            None => {
                let kind = if kind.is_some() { Reduction } else { NeedReplication };
                rule.add_factor(update.dims[at], kind, &on(None, Some(batch), Some(at)), &vec![None; count]);
            }
        }
    }
    for &dim in &dims.inserted_window_dims {
        let dim = dim as usize;
        rule.add_factor(operand.dims[dim], PassThrough, &on(Some(dim), None, None), &vec![Some(dim); count]);
    }
    if let Some(&size) = indices.dims.get(dims.index_vector_dim as usize).filter(|&&size| size > 0) {
        rule.add_factor(size, NeedReplication, &on(None, Some(dims.index_vector_dim as usize), None), &vec![None; count]);
    }
    rule.combine = kind.unwrap_or_default();
    rule
}

/// In place: the updates and the elements that they meet.
fn cost(op: &OpView) -> OpCost {
    let types = op.operand_types();
    let count = types.len() / 2;
    let updates = types[count + 1..].iter().fold(0i64, |sum, ty| sum.saturating_add(ty.byte_size()));
    let flops = types[count + 1..].iter().fold(0i64, |sum, ty| sum.saturating_add(ty.num_elements()));
    OpCost { flops, bytes_read: updates.saturating_mul(2).saturating_add(types[count].byte_size()), bytes_written: updates }
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let dims = ScatterDims::read(ctx.view().attrs())?;
    let count = operands.len() / 2;
    let (first, indices, update) = (&operands[0].ty, &operands[count], &operands[count + 1].ty);
    // `(place in the tensor, place in the updates)` of every update inside the tensor, in order.
    let mut pairs = Vec::with_capacity(update.num_elements() as usize);
    let values = indices.to_i64s().ok_or("indices must be integers")?;
    let (operand_strides, index_strides) = (element_strides(&first.dims), element_strides(&indices.ty.dims));
    let batches = batch_dims(indices.ty.rank(), dims.index_vector_dim);
    let update_batches = update_batches(&dims, update.rank());
    let windows = window_operand_dims(&dims, first.rank());
    let vector_stride = index_strides.get(dims.index_vector_dim as usize).copied().unwrap_or(0);
    let (mut from, mut place) = (0usize, vec![0i64; first.rank()]);
    for_each_index(&update.dims, |at| {
        place.fill(0);
        let batch_at: usize = batches.iter().zip(&update_batches).map(|(&dim, &result)| at[result] as usize * index_strides[dim]).sum();
        for (component, &dim) in dims.scatter_dims_to_operand_dims.iter().enumerate() {
            place[dim as usize] = values[batch_at + component * vector_stride];
        }
        for (&dim, other) in dims.input_batching_dims.iter().zip(&dims.scatter_indices_batching_dims) {
            let batch = batches.iter().position(|&batch| batch as i64 == *other).unwrap_or(0);
            place[dim as usize] = at[update_batches[batch]];
        }
        for (&window, &dim) in dims.update_window_dims.iter().zip(&windows) {
            place[dim] = place[dim].saturating_add(at[window as usize]);
        }
        if place.iter().zip(&first.dims).all(|(&at, &size)| (0..size).contains(&at)) {
            pairs.push((place.iter().zip(&operand_strides).map(|(&at, &stride)| at as usize * stride).sum::<usize>(), from));
        }
        from += 1;
    });
    let mut results: Vec<Buffer> = operands[..count].iter().map(|operand| (*operand.data).clone()).collect();
    let updates = &operands[count + 1..];
    apply(ctx, &mut results, updates, &pairs)?;
    Ok(results.into_iter().zip(operands).map(|(data, operand)| Tensor::new(operand.ty.clone(), data)).collect())
}

fn apply(ctx: &EvalCtx, results: &mut [Buffer], updates: &[Tensor], pairs: &[(usize, usize)]) -> Result<(), EvalError> {
    let region = ctx.func.op(ctx.op).regions[0];
    if replaces(ctx.func, region) {
        for (result, update) in results.iter_mut().zip(updates) {
            pairs.iter().for_each(|&(to, from)| result.copy_from(to, &update.data, from..from + 1));
        }
        return Ok(());
    }
    if let Some(kind) = region_kind(ctx.func, region)
        && results.iter_mut().zip(updates).all(|(result, update)| fold_pairs(kind, update.ty.element, result, &update.data, pairs.iter().copied()))
    {
        return Ok(());
    }
    let pick = |element, buffer: &Buffer, at| Tensor::new(TensorType::scalar(element), buffer.gather(std::iter::once(at)));
    for &(to, from) in pairs {
        let old = results.iter().zip(updates).map(|(result, update)| pick(update.ty.element, result, to));
        let new = updates.iter().map(|update| pick(update.ty.element, &update.data, from));
        let combined = ctx.call_region(0, &old.chain(new).collect::<Vec<_>>())?;
        for (result, value) in results.iter_mut().zip(combined) {
            result.copy_from(to, &value.data, 0..1);
        }
    }
    Ok(())
}

fn localize(op: &LocalOp, b: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let view = &op.global;
    let count = operands.len() / 2;
    let (global, mut operands, mut dims) = (view.operand_type(0), operands.to_vec(), ScatterDims::read(view.attrs())?);
    let local = op.operand_type(0);
    let sharded: Vec<usize> =
        dims.inserted_window_dims.iter().map(|&dim| dim as usize).filter(|&dim| op.mesh.shards(&op.operands[0].dims[dim].axes) > 1).collect();
    if !sharded.is_empty() {
        let indices = operands[count];
        let mut columns = IndexColumns::split(b, indices, dims.index_vector_dim as usize)?;
        for dim in sharded {
            let component = match dims.scatter_dims_to_operand_dims.iter().position(|&mapped| mapped == dim as i64) {
                Some(component) => component,
                None => add_zero_column(b, &mut columns, indices, dims.index_vector_dim, &mut dims.scatter_dims_to_operand_dims, dim)?,
            };
            let start = shard_start(b, op.mesh, &op.operands[0].dims[dim].axes, local.dims[dim])?;
            let column = columns.columns[component];
            // Far negative indices must stay negative when the offset is taken away.
            let low = columns.constant(b, -1, column)?;
            let column = b.maximum(column, low)?;
            let start = columns.spread(b, start, column)?;
            columns.columns[component] = b.subtract(column, start)?;
        }
        operands[count] = columns.join(b)?;
        dims.index_vector_dim = columns.vector_dim as i64;
        operands[..count].iter_mut().try_for_each(|operand| keep_apart(b, operand))?;
    }
    if let Some(kind) = region_kind(view.func, view.data().regions[0]) {
        keep_partial(op, b, count, kind, &mut operands)?;
    }
    let mut attrs = view.attrs().clone();
    attrs.set("scatter_dimension_numbers", dims.to_attr());
    attrs.remove("sdy.sharding_rule");
    attrs.remove("indices_are_sorted");
    let region = copy_region(b.func, view.func, view.data().regions[0], &mut ValueMap::new())?;
    debug_assert_eq!(local.rank(), global.rank());
    let made = b.op(row("stablehlo.scatter")?, &operands, attrs, &[region])?;
    Ok(b.func.op(made).results.clone())
}

/// Keeps an operand that is a slice of something larger from being seen through. XLA makes a scatter of one index a slice of its operand
/// and merges that with the slice that the operand is, adding up starts without the inner slice's clamping: an index that lies on no
/// element of the shard then reads other shards' elements (jaxlib 0.10.2, CPU).
fn keep_apart(b: &mut Builder, operand: &mut Value) -> Result<(), String> {
    let slices = |op| b.func.op(op).info.name == "stablehlo.dynamic_slice";
    if b.func.defining_op(*operand).is_some_and(slices) {
        let made = b.op(row("stablehlo.optimization_barrier")?, &[*operand], shardwright_ir::Attrs::default(), &[])?;
        *operand = b.func.op(made).results[0];
    }
    Ok(())
}

/// Where updates are sharded along dimensions that are combined away: padding changes nothing, and the original
/// elements count on the first shard only.
fn keep_partial(op: &LocalOp, b: &mut Builder, count: usize, kind: ReduceKind, operands: &mut [Value]) -> Result<(), String> {
    let rule = op.rule;
    let mut axes: Vec<AxisRef> = Vec::new();
    let update = op.global.operand_type(count + 1).clone();
    for dim in 0..update.rank() {
        let on_dim = &op.operands[count + 1].dims[dim].axes;
        let reduced = rule.operands[count + 1][dim].iter().any(|&factor| rule[factor].kind == FactorKind::Reduction);
        if !reduced || op.mesh.shards(on_dim) <= 1 {
            continue;
        }
        axes.extend(on_dim);
        for operand in &mut operands[count + 1..] {
            let fill = identity_of(kind, b.ty(*operand).element)?;
            *operand = mask_padding(b, op.mesh, *operand, dim, update.dims[dim], on_dim, fill)?;
        }
    }
    if axes.is_empty() {
        return Ok(());
    }
    let index = shard_index(b, op.mesh, &axes)?;
    let zero = b.int_scalar(ElementType::UI32, 0)?;
    let first = b.compare(super::build::Direction::Eq, index, zero)?;
    for operand in &mut operands[..count] {
        let ty = b.ty(*operand).clone();
        let fill = b.constant(Literal { ty: ty.clone(), ..identity_of(kind, ty.element)? })?;
        *operand = b.select(first, *operand, fill)?;
    }
    Ok(())
}

fn identity_of(kind: ReduceKind, element: ElementType) -> Result<Literal, String> {
    identity(kind, element).ok_or_else(|| format!("{} of {element} has no identity, so updates cannot be sharded", kind.as_str()))
}
