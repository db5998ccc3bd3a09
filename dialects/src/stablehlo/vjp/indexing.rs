//! Derivatives of `stablehlo.gather`, `stablehlo.scatter` and `chlo.top_k`.
//!
//! A gather keeps its boxes inside of the operand, a scatter drops updates that fall outside: starts are clamped before they are
//! scattered to, and what would be gathered from outside is zero. Where updates replace elements, each has a number: whose number is
//! found in its place afterwards has been the last there (as JAX); equal largest (or smallest) ones share evenly (as JAX).

use super::super::build::row;
use super::super::dims::{GatherDims, ScatterDims};
use super::super::scatter::{region_kind, replaces, update_batches, window_operand_dims};
use crate::derivative::*;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, ElementType};

/// Zeros, with the result's gradient added where it was read.
pub(in super::super) fn gather(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (g, ty) = (vjp.grad()?, vjp.op.operand_type(0));
    let dims = GatherDims::read(vjp.op.attrs())?;
    if b.ty(g).num_elements() == 0 {
        return Ok(vec![None, None]);
    }
    // Onto zeros, though the operand may have a gradient already: two sums of parts that are added are combined between devices once,
    // which they are not where one is scattered onto the other (a tied embedding).
    let base = b.splat(ty, 0.0)?;
    let sizes = vjp.op.ints("slice_sizes");
    let bounds: Vec<i64> = dims.start_index_map.iter().map(|&dim| ty.dims[dim as usize] - sizes[dim as usize]).collect();
    let lowest = vec![0; bounds.len()];
    let indices = clamped(b, vjp.operands[1], dims.index_vector_dim, &lowest, &bounds)?;
    let back = ScatterDims {
        update_window_dims: dims.offset_dims,
        inserted_window_dims: dims.collapsed_slice_dims,
        input_batching_dims: dims.operand_batching_dims,
        scatter_indices_batching_dims: dims.start_indices_batching_dims,
        scatter_dims_to_operand_dims: dims.start_index_map,
        index_vector_dim: dims.index_vector_dim,
    };
    Ok(vec![Some(b.scatter(base, indices, g, &back, &mut add)?), None])
}

/// Gradients of operands and updates.
pub(in super::super) fn scatter(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let data = vjp.op.data();
    let count = data.results.len();
    let region = data.regions[0];
    let kind = region_kind(vjp.op.func, region);
    if !matches!(kind, Some(ReduceKind::Sum | ReduceKind::Product | ReduceKind::Max | ReduceKind::Min)) && !replaces(vjp.op.func, region) {
        return Err("only one that adds, multiplies, takes the larger or the smaller one, or replaces has a derivative".to_owned());
    }
    let dims = ScatterDims::read(vjp.op.attrs())?;
    let unique = vjp.op.attr("unique_indices").and_then(Attr::as_bool).unwrap_or(false);
    let indices = vjp.operands[count];
    let mut gradients = vec![None; 2 * count + 1];
    for index in (0..count).filter(|&index| vjp.grads[index].is_some()) {
        let (x, update, g) = (vjp.operands[index], vjp.operands[count + 1 + index], vjp.grads[index].ok_or("no gradient")?);
        let ty = b.ty(update).clone();
        if ty.num_elements() == 0 || b.ty(x).num_elements() == 0 {
            gradients[index] = Some(g);
            continue;
        }
        let to_update = vjp.wanted[count + 1 + index];
        let places = Places { indices, dims: &dims, updates: &ty };
        (gradients[index], gradients[count + 1 + index]) = match kind {
            Some(ReduceKind::Sum) => (Some(g), if to_update { Some(places.read(b, g)?) } else { None }),
            Some(ReduceKind::Product) => {
                if to_update && !unique {
                    return Err("updates that multiply have a derivative only where `unique_indices` says that none meets another".to_owned());
                }
                let of_x = places.write(b, g, update, &mut |b, args| Ok(vec![b.multiply(args[0], args[1])?]))?;
                let scaled = if to_update { Some(b.multiply(g, x)?) } else { None };
                (Some(of_x), scaled.map(|scaled| places.read(b, scaled)).transpose()?)
            }
            Some(_) => {
                let y = vjp.results[index];
                let kept = b.compare(Direction::Eq, x, y)?;
                let found = places.read(b, y)?;
                let chosen = b.compare(Direction::Eq, update, found)?;
                let (own, others) = (b.convert(kept, ty.element)?, b.convert(chosen, ty.element)?);
                let sharers = places.write(b, own, others, &mut add)?;
                let share = b.divide(g, sharers)?;
                let of_x = where_or_zero(b, kept, share)?;
                let found = places.read(b, share)?;
                (Some(of_x), Some(where_or_zero(b, chosen, found)?))
            }
            None => {
                let none = b.splat(&ty, 0.0)?;
                let of_x = places.write(b, g, none, &mut |_, args| Ok(vec![args[1]]))?;
                let of_update = match to_update {
                    false => None,
                    true if unique => Some(places.read(b, g)?),
                    true => {
                        let found = places.read(b, g)?;
                        let last = places.last(b, x)?;
                        Some(where_or_zero(b, last, found)?)
                    }
                };
                (Some(of_x), of_update)
            }
        };
    }
    Ok(gradients)
}

/// Of `chlo.top_k`: the gradient of each chosen element goes to its place.
pub(crate) fn top_k(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let ty = vjp.op.operand_type(0);
    let Some(g) = vjp.grads[0] else { return Ok(vec![None]) };
    let base = b.splat(ty, 0.0)?;
    let rank = ty.rank();
    let dims = b.ty(g).dims.to_vec();
    if b.ty(g).num_elements() == 0 {
        return Ok(vec![Some(base)]);
    }
    let indices = b.reshape(vjp.results[1], &[&dims[..], &[1]].concat())?;
    let rows: Vec<i64> = (0..rank as i64 - 1).collect();
    let back = ScatterDims {
        update_window_dims: Vec::new(),
        inserted_window_dims: vec![rank as i64 - 1],
        input_batching_dims: rows.clone(),
        scatter_indices_batching_dims: rows,
        scatter_dims_to_operand_dims: vec![rank as i64 - 1],
        index_vector_dim: rank as i64,
    };
    let gradient = b.scatter(base, indices, g, &back, &mut add)?;
    if let Some(op) = b.func.defining_op(gradient) {
        b.func.op_mut(op).attrs.set("unique_indices", Attr::Bool(true));
    }
    Ok(vec![Some(gradient)])
}

/// Where the updates of a scatter go.
struct Places<'a> {
    indices: Value,
    dims: &'a ScatterDims,
    updates: &'a TensorType,
}

impl Places<'_> {
    /// `x` with the updates combined into it.
    fn write(&self, b: &mut Builder, x: Value, updates: Value, body: super::super::build::Body<'_>) -> Result<Value, String> {
        b.scatter(x, self.indices, updates, self.dims, body)
    }

    /// What lies in `x` at the place of each update; zero for updates outside.
    fn read(&self, b: &mut Builder, x: Value) -> Result<Value, String> {
        let (dims, operand) = (self.dims, b.ty(x).clone());
        let mut sizes = vec![1; operand.rank()];
        for (&at, dim) in dims.update_window_dims.iter().zip(window_operand_dims(dims, operand.rank())) {
            sizes[dim] = self.updates.dims[at as usize];
        }
        // Wide windows may lie outside in part: they are read from a padded operand. Others are inside or not.
        let (mut padding, mut lowest, mut highest, mut shifts) = (vec![0; operand.rank()], Vec::new(), Vec::new(), Vec::new());
        for &dim in &dims.scatter_dims_to_operand_dims {
            let (dim, size) = (dim as usize, sizes[dim as usize]);
            let shift = if size > 1 { size } else { 0 };
            padding[dim] = shift;
            shifts.push(shift);
            lowest.push(-shift);
            highest.push(operand.dims[dim] - size + shift);
        }
        let element = b.ty(self.indices).element;
        let signed = if element == ElementType::I32 { element } else { ElementType::I64 };
        let indices = b.convert_if_needed(self.indices, signed)?;
        let mut starts = clamped(b, indices, dims.index_vector_dim, &lowest, &highest)?;
        let inside = if shifts.contains(&0) { Some(b.compare(Direction::Eq, indices, starts)?) } else { None };
        let mut padded = x;
        if shifts.iter().any(|&shift| shift != 0) {
            let shift = per_component(b, starts, dims.index_vector_dim, &shifts)?;
            starts = b.add(starts, shift)?;
            let zero = b.scalar(operand.element, 0.0)?;
            padded = b.pad(x, zero, &padding, &padding, &vec![0; operand.rank()])?;
        }
        let back = GatherDims {
            offset_dims: dims.update_window_dims.clone(),
            collapsed_slice_dims: dims.inserted_window_dims.clone(),
            operand_batching_dims: dims.input_batching_dims.clone(),
            start_indices_batching_dims: dims.scatter_indices_batching_dims.clone(),
            start_index_map: dims.scatter_dims_to_operand_dims.clone(),
            index_vector_dim: dims.index_vector_dim,
        };
        let found = b.gather(padded, starts, &back, &sizes)?;
        let Some(mut inside) = inside else { return Ok(found) };
        if dims.index_vector_dim < b.ty(inside).rank() as i64 {
            if shifts.iter().any(|&shift| shift != 0) {
                let wide: Vec<i64> = shifts.iter().map(|&shift| i64::from(shift != 0)).collect();
                let wide = per_component(b, starts, dims.index_vector_dim, &wide)?;
                let wide = b.convert(wide, ElementType::I1)?;
                inside = b.or(inside, wide)?;
            }
            inside = b.reduce_identity(inside, &[dims.index_vector_dim], ReduceKind::And)?;
        }
        let map: Vec<i64> = update_batches(dims, self.updates.rank()).into_iter().map(|dim| dim as i64).collect();
        let inside = b.broadcast_in_dim(inside, &self.updates.dims, &map)?;
        where_or_zero(b, inside, found)
    }

    /// Where an update is what its place in an operand of `x`'s shape holds after all of them.
    fn last(&self, b: &mut Builder, x: Value) -> Result<Value, String> {
        let element = if self.updates.num_elements() < i64::from(i32::MAX) { ElementType::I32 } else { ElementType::I64 };
        let count = self.updates.num_elements();
        let numbers = b.iota(&shardwright_ir::TensorType::new(element, &[count]), 0)?;
        let one = b.splat_like(numbers, 1.0)?;
        // From 1 on: 0 is no update's number, and what lies outside reads as 0.
        let numbers = b.add(numbers, one)?;
        let numbers = b.reshape(numbers, &self.updates.dims)?;
        let none = b.ty(x).with_element(element);
        let none = b.splat(&none, 0.0)?;
        let written = self.write(b, none, numbers, &mut |_, args| Ok(vec![args[1]]))?;
        let found = self.read(b, written)?;
        b.compare(Direction::Eq, numbers, found)
    }
}

fn add(b: &mut Builder<'_>, args: &[Value]) -> Result<Vec<Value>, String> {
    Ok(vec![b.add(args[0], args[1])?])
}

/// `indices` with each component within its bounds.
fn clamped(b: &mut Builder, indices: Value, vector_dim: i64, lowest: &[i64], highest: &[i64]) -> Result<Value, String> {
    if lowest.is_empty() {
        return Ok(indices);
    }
    let low = per_component(b, indices, vector_dim, lowest)?;
    let high = per_component(b, indices, vector_dim, highest)?;
    b.value(row("stablehlo.clamp")?, &[low, indices, high], Attrs::new())
}

/// One number a component (as large as the type of the indices allows) in the shape of the indices.
fn per_component(b: &mut Builder, indices: Value, vector_dim: i64, values: &[i64]) -> Result<Value, String> {
    let ty = b.ty(indices).clone();
    let bits = ty.element.bits() - u32::from(ty.element.class() != shardwright_ir::types::ElementClass::Unsigned);
    let most = if bits >= 63 { i64::MAX } else { (1 << bits) - 1 };
    let values: Vec<i64> = values.iter().map(|&value| value.min(most)).collect();
    if values.iter().all(|&value| value == values[0]) {
        return b.constant(shardwright_ir::Literal::splat(ty.clone(), &shardwright_ir::interp::scalar::bytes_of_i64(ty.element, values[0])));
    }
    let values = b.int_constant(ty.element, &[values.len() as i64], &values)?;
    b.broadcast_in_dim(values, &ty.dims, &[vector_dim])
}
