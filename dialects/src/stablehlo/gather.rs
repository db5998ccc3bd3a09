//! `stablehlo.gather`: boxes of a tensor at computed places, moved inside the tensor where they would stick out.
//!
//! Sharded along a dimension that the indices choose from, each device looks up the indices that fall into its
//! shard and gives zeros for the others; the sum over devices is the result.

use shardwright_ir::DerivativeFacet;
use super::build::StablehloBuilder;
use super::dims::GatherDims;
use super::index_columns::IndexColumns;
use crate::local::{row, shard_start};
use crate::strided::{element_strides, for_each_index};
use crate::work;
use shardwright_ir::attrs::Attr;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{FactorKind, ReduceKind, ShardingRule};
use shardwright_ir::types::{TensorType, Type};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{Builder, Value};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.gather",
    summary: "boxes of a tensor at computed places",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "dimension_numbers", required: true, summary: "which dimensions are offsets, batches and index components" },
        AttrSpec { name: "slice_sizes", required: true, summary: "size of a box, one a dimension of the operand" },
        AttrSpec { name: "indices_are_sorted", required: false, summary: "a promise about the indices" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first),
    cost: |op| {
        let moved = work::moves_result(op);
        OpCost { bytes_read: moved.bytes_read.saturating_add(op.operand_type(1).byte_size()), ..moved }
    },
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::indexing::gather),
    localize: Localize::Expand(localize),
    syntax: Syntax::Generic,
};

/// Checks a list of dimensions: within `rank` and, where asked, strictly ascending; never the same twice.
pub(super) fn check_dims(name: &str, dims: &[i64], rank: usize, ascending: bool) -> Result<(), String> {
    for (index, &dim) in dims.iter().enumerate() {
        if dim < 0 || dim >= rank as i64 {
            return Err(format!("`{name}` must be from 0 to {}, got {dim}", rank as i64 - 1));
        }
        if dims[..index].contains(&dim) {
            return Err(format!("`{name}` names dimension {dim} twice"));
        }
        if ascending && index > 0 && dims[index - 1] > dim {
            return Err(format!("`{name}` must ascend, got {} before {dim}", dims[index - 1]));
        }
    }
    Ok(())
}

/// Checks the index vector and the batching dimensions that gather and scatter share.
pub(super) fn check_indices(
    operand: &TensorType,
    indices: &TensorType,
    vector_dim: i64,
    map: &[i64],
    batching: &[i64],
    indices_batching: &[i64],
) -> Result<(), String> {
    if !indices.element.is_int() {
        return Err(format!("indices must be integers, got {indices}"));
    }
    if vector_dim < 0 || vector_dim > indices.rank() as i64 {
        return Err(format!("`index_vector_dim` must be from 0 to {}, got {vector_dim}", indices.rank()));
    }
    let components = indices.dims.get(vector_dim as usize).copied().unwrap_or(1);
    if components != map.len() as i64 {
        return Err(format!("index vectors have {components} components, {} dimensions are indexed", map.len()));
    }
    if batching.len() != indices_batching.len() {
        return Err(format!("batching dimensions must pair up, got {} and {}", batching.len(), indices_batching.len()));
    }
    for (&dim, &other) in batching.iter().zip(indices_batching) {
        if other == vector_dim {
            return Err(format!("dimension {other} of the indices is the index vector, it cannot be a batch"));
        }
        let (left, right) = (operand.dims[dim as usize], indices.dims[other as usize]);
        if left != right {
            return Err(format!("batching dimensions {dim} and {other} must be equal, got {left} and {right}"));
        }
    }
    match map.iter().find(|dim| batching.contains(dim)) {
        Some(dim) => Err(format!("dimension {dim} is both indexed and a batch")),
        None => Ok(()),
    }
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (operand, indices) = (ctx.tensor(0)?, ctx.tensor(1)?);
    let (dims, sizes) = (GatherDims::read(ctx.attrs)?, ctx.ints("slice_sizes")?);
    if sizes.len() != operand.rank() {
        return Err(format!("attribute `slice_sizes` must have {} entries, got {}", operand.rank(), sizes.len()));
    }
    check_dims("collapsed_slice_dims", &dims.collapsed_slice_dims, operand.rank(), true)?;
    check_dims("operand_batching_dims", &dims.operand_batching_dims, operand.rank(), true)?;
    check_dims("start_index_map", &dims.start_index_map, operand.rank(), false)?;
    check_dims("start_indices_batching_dims", &dims.start_indices_batching_dims, indices.rank(), false)?;
    check_indices(operand, indices, dims.index_vector_dim, &dims.start_index_map, &dims.operand_batching_dims, &dims.start_indices_batching_dims)?;
    for (dim, (&size, &whole)) in sizes.iter().zip(&operand.dims).enumerate() {
        if size < 0 || size > whole {
            return Err(format!("slice size of dimension {dim} must be from 0 to {whole}, got {size}"));
        }
        if (dims.collapsed_slice_dims.contains(&(dim as i64)) || dims.operand_batching_dims.contains(&(dim as i64))) && size > 1 {
            return Err(format!("slice size of dimension {dim}, which the result lacks, must be at most 1, got {size}"));
        }
        if dims.collapsed_slice_dims.contains(&(dim as i64)) && dims.operand_batching_dims.contains(&(dim as i64)) {
            return Err(format!("dimension {dim} is both collapsed and a batch"));
        }
    }
    let mut offsets = offset_operand_dims(&dims, operand.rank()).into_iter();
    let mut batches = batch_dims(indices.rank(), dims.index_vector_dim).into_iter();
    let rank = offsets.len() + batches.len();
    check_dims("offset_dims", &dims.offset_dims, rank, true)?;
    if dims.offset_dims.len() != offsets.len() {
        return Err(format!("`offset_dims` must have {} entries, got {}", offsets.len(), dims.offset_dims.len()));
    }
    let shape = (0..rank as i64).map(|dim| match dims.offset_dims.contains(&dim) {
        true => offsets.next().map_or(0, |dim| sizes[dim]),
        false => batches.next().map_or(0, |dim| indices.dims[dim]),
    });
    Ok(vec![operand.with_dims(&shape.collect::<Vec<_>>()).into()])
}

/// Operand dimensions that the result keeps, in order: the ones behind `offset_dims`.
fn offset_operand_dims(dims: &GatherDims, rank: usize) -> Vec<usize> {
    (0..rank).filter(|&dim| !dims.collapsed_slice_dims.contains(&(dim as i64)) && !dims.operand_batching_dims.contains(&(dim as i64))).collect()
}

/// Dimensions of the indices besides the index vector.
pub(super) fn batch_dims(rank: usize, vector_dim: i64) -> Vec<usize> {
    (0..rank).filter(|&dim| dim as i64 != vector_dim).collect()
}

/// Factors in the order of the result's dimensions, then the operand's that it lacks, then the index vector.
fn rule(op: &OpView) -> ShardingRule {
    use FactorKind::*;
    let (operand, indices, result) = (op.operand_type(0), op.operand_type(1), op.result_type(0));
    let mut rule = ShardingRule::with_ranks(&[operand.rank(), indices.rank()], &[result.rank()]);
    let Ok(dims) = GatherDims::read(op.attrs()) else { return rule };
    let sizes = op.ints("slice_sizes");
    let mut offsets = offset_operand_dims(&dims, operand.rank()).into_iter();
    let mut batches = batch_dims(indices.rank(), dims.index_vector_dim).into_iter();
    for at in 0..result.rank() {
        if !dims.offset_dims.contains(&(at as i64)) {
            let Some(batch) = batches.next() else { continue };
            let paired = dims.start_indices_batching_dims.iter().position(|&dim| dim == batch as i64);
            let from = paired.map(|index| dims.operand_batching_dims[index] as usize);
            rule.add_factor(indices.dims[batch], PassThrough, &[from, Some(batch)], &[Some(at)]);
            continue;
        }
        let Some(from) = offsets.next() else { continue };
        if sizes[from] == operand.dims[from] {
            rule.add_factor(operand.dims[from], PassThrough, &[Some(from), None], &[Some(at)]);
        } else if sizes[from] == 1 {
            rule.add_factor(operand.dims[from], Reduction, &[Some(from), None], &[None]);
            rule.add_factor(1, NeedReplication, &[None, None], &[Some(at)]);
        } else {
            let factor = rule.add_factor(operand.dims[from], NeedReplication, &[Some(from), None], &[Some(at)]);
            rule.block(factor);
        }
    }
    for &dim in &dims.collapsed_slice_dims {
        let size = operand.dims[dim as usize];
        rule.add_factor(size, if size == 1 { NeedReplication } else { Reduction }, &[Some(dim as usize), None], &[None]);
    }
    if let Some(&size) = indices.dims.get(dims.index_vector_dim as usize).filter(|&&size| size > 0) {
        rule.add_factor(size, NeedReplication, &[None, Some(dims.index_vector_dim as usize)], &[None]);
    }
    rule.combine = ReduceKind::Sum;
    rule
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let (dims, sizes) = (GatherDims::read(view.attrs())?, view.ints("slice_sizes"));
    let (operand, indices, ty) = (&operands[0], &operands[1], view.result_type(0).clone());
    let values = indices.to_i64s().ok_or("indices must be integers")?;
    let (operand_strides, index_strides) = (element_strides(&operand.ty.dims), element_strides(&indices.ty.dims));
    let batches = batch_dims(indices.ty.rank(), dims.index_vector_dim);
    let result_batches: Vec<usize> = (0..ty.rank()).filter(|&dim| !dims.offset_dims.contains(&(dim as i64))).collect();
    let offsets = offset_operand_dims(&dims, operand.ty.rank());
    let vector_stride = index_strides.get(dims.index_vector_dim as usize).copied().unwrap_or(0);
    let huge_is_large = indices.ty.element == shardwright_ir::ElementType::UI64;
    let mut from = Vec::with_capacity(ty.num_elements() as usize);
    for_each_index(&ty.dims, |at| {
        let batch_at: usize = batches.iter().zip(&result_batches).map(|(&dim, &result)| at[result] as usize * index_strides[dim]).sum();
        let mut place = 0usize;
        for (component, &dim) in dims.start_index_map.iter().enumerate() {
            let dim = dim as usize;
            let start = values[batch_at + component * vector_stride];
            let start = if huge_is_large && start < 0 { i64::MAX } else { start };
            place += start.clamp(0, operand.ty.dims[dim] - sizes[dim]) as usize * operand_strides[dim];
        }
        for (&dim, other) in dims.operand_batching_dims.iter().zip(&dims.start_indices_batching_dims) {
            let batch = batches.iter().position(|&batch| batch as i64 == *other).unwrap_or(0);
            place += at[result_batches[batch]] as usize * operand_strides[dim as usize];
        }
        for (&result, &dim) in dims.offset_dims.iter().zip(&offsets) {
            place += at[result as usize] as usize * operand_strides[dim];
        }
        from.push(place);
    });
    Ok(vec![Tensor::new(ty, operand.data.gather(from.into_iter()))])
}

fn localize(op: &LocalOp, b: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let view = &op.global;
    let (global, mut indices) = (view.operand_type(0), operands[1]);
    let (mut dims, mut sizes) = (GatherDims::read(view.attrs())?, view.ints("slice_sizes"));
    let local = op.operand_type(0);
    let chosen = |dim: usize| !op.operands[0].dims[dim].axes.is_empty() && op.rule.operands[0][dim].iter().any(|&factor| op.rule[factor].kind == FactorKind::Reduction);
    let looked_up: Vec<usize> = (0..global.rank()).filter(|&dim| chosen(dim)).collect();
    let mut inside: Option<Value> = None;
    if !looked_up.is_empty() {
        let mut columns = IndexColumns::split(b, indices, dims.index_vector_dim as usize)?;
        for &dim in &looked_up {
            let component = match dims.start_index_map.iter().position(|&mapped| mapped == dim as i64) {
                Some(component) => component,
                None => add_zero_column(b, &mut columns, indices, dims.index_vector_dim, &mut dims.start_index_map, dim)?,
            };
            let column = columns.columns[component];
            // Indices are moved inside the whole tensor before a shard sees them: only one shard may take them.
            let (low, high) = (columns.constant(b, 0, column)?, columns.constant(b, global.dims[dim] - sizes[dim], column)?);
            let column = b.clamp(low, column, high)?;
            let start = shard_start(b, op.mesh, &op.operands[0].dims[dim].axes, local.dims[dim])?;
            let start = columns.spread(b, start, column)?;
            let column = b.subtract(column, start)?;
            let size = columns.constant(b, local.dims[dim], column)?;
            let (above, below) = (b.compare(super::build::Direction::Ge, column, low)?, b.compare(super::build::Direction::Lt, column, size)?);
            let here = b.and(above, below)?;
            inside = Some(match inside {
                Some(other) => b.and(other, here)?,
                None => here,
            });
            columns.columns[component] = column;
        }
        indices = columns.join(b)?;
        dims.index_vector_dim = columns.vector_dim as i64;
    }
    for dim in offset_operand_dims(&dims, global.rank()) {
        if sizes[dim] == global.dims[dim] {
            sizes[dim] = local.dims[dim];
        }
    }
    let mut attrs = view.attrs().clone();
    attrs.set("dimension_numbers", dims.to_attr());
    attrs.set("slice_sizes", Attr::ints(&sizes));
    attrs.remove("sdy.sharding_rule");
    if !looked_up.is_empty() {
        attrs.remove("indices_are_sorted");
    }
    let taken = b.value(row("stablehlo.gather")?, &[operands[0], indices], attrs)?;
    let Some(inside) = inside else { return Ok(vec![taken]) };
    let ty = b.ty(taken).clone();
    let batch: Vec<i64> = (0..ty.rank() as i64).filter(|dim| !dims.offset_dims.contains(dim)).collect();
    let flat: Vec<i64> = batch.iter().map(|&dim| ty.dims[dim as usize]).collect();
    let inside = b.reshape(inside, &flat)?;
    let inside = b.broadcast_in_dim(inside, &ty.dims, &batch)?;
    let zeros = b.splat(&ty, 0.0)?;
    Ok(vec![b.select(inside, taken, zeros)?])
}

/// Adds a component that is 0 everywhere, for a dimension that no component indexes. Returns its place.
pub(super) fn add_zero_column(
    b: &mut Builder,
    columns: &mut IndexColumns,
    indices: Value,
    vector_dim: i64,
    map: &mut Vec<i64>,
    dim: usize,
) -> Result<usize, String> {
    let mut shape = b.ty(indices).dims.to_vec();
    match shape.get_mut(vector_dim as usize) {
        Some(size) => *size = 1,
        None => shape.push(1),
    }
    let zero = b.int_scalar(columns.element, 0)?;
    let zero = b.broadcast_in_dim(zero, &shape, &[])?;
    columns.columns.push(zero);
    map.push(dim as i64);
    Ok(columns.columns.len() - 1)
}
