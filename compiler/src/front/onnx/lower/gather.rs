//! Reading and writing at computed places.
//!
//! Indices may be negative (counted from the end); they are brought to the front before use. Places out of range
//! are errors in ONNX that cannot be seen when compiling; the program then reads the nearest place, and writes none.

use super::call::{Call, axis};
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::{Combine, Res};
use shardwright_dialects::stablehlo::dims::{GatherDims, ScatterDims};
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "Gather" => gather_op(context, call),
        "GatherElements" => gather_elements(context, call),
        "GatherND" => gather_nd(context, call),
        "ScatterElements" | "Scatter" => scatter_elements(context, call),
        "ScatterND" => scatter_nd(context, call),
        "OneHot" => one_hot(context, call),
        // Their sizes depend on the data, so they are lowered where the data is known, and refused elsewhere.
        "NonZero" => non_zero(context, call)?,
        "Compress" => compress(context, call)?,
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

/// Indices counted from the front, for a dimension of `size`.
fn from_front(context: &mut Context, indices: &Val, size: i64) -> Res<Val> {
    let element = context.element(indices);
    if !element.is_int() {
        return Err(format!("indices must be integers, got {}", context.ty(indices)));
    }
    if let Some(list) = context.known(indices).and_then(|known| known.to_ints(4096)) {
        if let Some(index) = list.iter().find(|&&index| index < -size || index >= size) {
            return Err(format!("index {index} is out of range for a dimension of size {size}"));
        }
        if list.iter().all(|&index| index >= 0) {
            return Ok(indices.clone());
        }
    }
    let zero = Const::scalar(element, Scalar::Int(0)).into();
    let size = Const::scalar(element, Scalar::Int(size)).into();
    let negative = context.compare("LT", indices, &zero)?;
    let wrapped = context.binary("add", indices, &size)?;
    context.select(&negative, &wrapped, indices)
}

fn gather_op(context: &mut Context, call: &Call) -> Res<Val> {
    let (data, indices) = (call.input(0)?, call.input(1)?);
    let rank = context.dims(&data).len();
    let dim = axis(call.int("axis", 0)?, rank)?;
    gather(context, &data, &indices, dim)
}

/// The entries of `data` at `indices` along `dim`, which the dimensions of `indices` replace.
pub fn gather(context: &mut Context, data: &Val, indices: &Val, dim: usize) -> Res<Val> {
    let (dims, places) = (context.dims(data), context.dims(indices));
    let indices = from_front(context, indices, dims[dim])?;
    let known = context.known(&indices).and_then(|known| known.to_ints(4096));
    let result: Vec<i64> = dims[..dim].iter().chain(&places).chain(&dims[dim + 1..]).copied().collect();
    if let Some(&[index]) = known.as_deref() {
        let slice = context.slice_dim(data, dim, index, 1)?;
        return context.reshape(&slice, &result);
    }
    // A run of indices is a slice, which shards where a gather may not.
    if let Some(list) = known.as_deref().filter(|list| !list.is_empty())
        && places.len() == 1
        && list.windows(2).all(|pair| pair[1] == pair[0] + 1)
    {
        return context.slice_dim(data, dim, list[0], list.len() as i64);
    }
    if let (Val::Const(constant), Some(list)) = (data, &known)
        && result.iter().product::<i64>() <= 256
    {
        let steps = super::constant::strides(&dims);
        let inner = super::constant::strides(&places);
        let count = places.len();
        let picked = constant.pick(&result, |at| {
            let place: i64 = at[dim..dim + count].iter().zip(&inner).map(|(index, step)| index * step).sum();
            let before: i64 = at[..dim].iter().zip(&steps).map(|(index, step)| index * step).sum();
            let after: i64 = at[dim + count..].iter().zip(&steps[dim + 1..]).map(|(index, step)| index * step).sum();
            (before + list[place as usize] * steps[dim] + after) as usize
        })?;
        return Ok(picked.into());
    }
    let (value, at) = (context.ir(data)?, context.ir(&indices)?);
    let mut sizes = dims.clone();
    sizes[dim] = 1;
    let count = places.len() as i64;
    let kept = (0..dim as i64).chain(dim as i64 + count..result.len() as i64).collect();
    let numbers = GatherDims {
        offset_dims: kept,
        collapsed_slice_dims: vec![dim as i64],
        start_index_map: vec![dim as i64],
        index_vector_dim: count,
        ..GatherDims::default()
    };
    context.emit.gather(value, at, &numbers, &sizes).map(Val::from)
}

fn gather_elements(context: &mut Context, call: &Call) -> Res<Val> {
    let (data, indices) = (call.input(0)?, call.input(1)?);
    let (dims, places) = (context.dims(&data), context.dims(&indices));
    let dim = axis(call.int("axis", 0)?, dims.len())?;
    if places.len() != dims.len() || (0..dims.len()).any(|at| at != dim && places[at] > dims[at]) {
        return Err(format!("indices of shape {places:?} do not fit data of shape {dims:?}"));
    }
    let mut kept = places.clone();
    kept[dim] = dims[dim];
    let data = context.slice(&data, &vec![0; dims.len()], &kept, &vec![1; dims.len()])?;
    let indices = from_front(context, &indices, dims[dim])?;
    take_along(context, &data, &indices, dim)
}

/// The element at `indices` along `dim` for every place of `indices`, whose other dimensions are those of `data`.
pub fn take_along(context: &mut Context, data: &Val, indices: &Val, dim: usize) -> Res<Val> {
    let dims = context.dims(data);
    let (value, at) = (context.ir(data)?, context.ir(indices)?);
    let others: Vec<i64> = (0..dims.len()).filter(|&at| at != dim).map(|at| at as i64).collect();
    let numbers = GatherDims {
        offset_dims: vec![],
        collapsed_slice_dims: vec![dim as i64],
        operand_batching_dims: others.clone(),
        start_indices_batching_dims: others,
        start_index_map: vec![dim as i64],
        index_vector_dim: dims.len() as i64,
    };
    context.emit.gather(value, at, &numbers, &vec![1; dims.len()]).map(Val::from)
}

/// Index tuples of which each entry is counted from the front of its dimension.
fn tuples_from_front(context: &mut Context, indices: &Val, sizes: &[i64]) -> Res<Val> {
    let dims = context.dims(indices);
    let last = dims.len() - 1;
    if let Some(list) = context.known(indices).and_then(|known| known.to_ints(4096))
        && list.iter().all(|&index| index >= 0)
    {
        return Ok(indices.clone());
    }
    let element = context.element(indices);
    let zero = Const::scalar(element, Scalar::Int(0)).into();
    let negative = context.compare("LT", indices, &zero)?;
    let ty = shardwright_ir::types::TensorType::new(element, &[sizes.len() as i64]);
    let size: Val = Const::from_scalars(ty, sizes.iter().map(|&size| Scalar::Int(size))).into();
    debug_assert_eq!(dims[last], sizes.len() as i64);
    let wrapped = context.binary("add", indices, &size)?;
    context.select(&negative, &wrapped, indices)
}

/// Checks an index tensor whose last dimension holds tuples; returns the length of a tuple.
fn tuple_length(dims: &[i64], places: &[i64], batch: usize) -> Res<usize> {
    let length = places.last().copied().unwrap_or(0);
    if places.len() <= batch || length < 1 || batch as i64 + length > dims.len() as i64 {
        return Err(format!("indices of shape {places:?} do not fit data of shape {dims:?} with {batch} batch dimensions"));
    }
    if places[..batch] != dims[..batch] {
        return Err(format!("batch dimensions of indices {places:?} and data {dims:?} differ"));
    }
    Ok(length as usize)
}

fn gather_nd(context: &mut Context, call: &Call) -> Res<Val> {
    let (data, indices) = (call.input(0)?, call.input(1)?);
    let (dims, places) = (context.dims(&data), context.dims(&indices));
    let batch = usize::try_from(call.int("batch_dims", 0)?).map_err(|_| "batch_dims must be at least 0".to_string())?;
    let length = tuple_length(&dims, &places, batch)?;
    let indexed: Vec<i64> = (batch..batch + length).map(|dim| dim as i64).collect();
    let indices = tuples_from_front(context, &indices, &dims[batch..batch + length])?;
    let outer = &places[..places.len() - 1];
    let result: Vec<i64> = outer.iter().chain(&dims[batch + length..]).copied().collect();
    let sizes: Vec<i64> = dims.iter().enumerate().map(|(dim, &size)| if dim < batch + length { 1 } else { size }).collect();
    let batches: Vec<i64> = (0..batch as i64).collect();
    let numbers = GatherDims {
        offset_dims: (outer.len() as i64..result.len() as i64).collect(),
        collapsed_slice_dims: indexed.clone(),
        operand_batching_dims: batches.clone(),
        start_indices_batching_dims: batches,
        start_index_map: indexed,
        index_vector_dim: outer.len() as i64,
    };
    let (value, at) = (context.ir(&data)?, context.ir(&indices)?);
    context.emit.gather(value, at, &numbers, &sizes).map(Val::from)
}

/// How updates that meet are combined; `None` overwrites.
fn combination(call: &Call) -> Res<Option<Combine>> {
    Ok(match call.text("reduction", "none")?.as_str() {
        "none" => None,
        "add" => Some(Combine::Sum),
        "mul" => Some(Combine::Product),
        "max" => Some(Combine::Max),
        "min" => Some(Combine::Min),
        other => return Err(format!("reduction must be none, add, mul, max or min, got {other:?}")),
    })
}

fn scatter_nd(context: &mut Context, call: &Call) -> Res<Val> {
    let (data, indices, updates) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let (dims, places) = (context.dims(&data), context.dims(&indices));
    let length = tuple_length(&dims, &places, 0)?;
    let indices = tuples_from_front(context, &indices, &dims[..length])?;
    let outer = places.len() - 1;
    let expected: Vec<i64> = places[..outer].iter().chain(&dims[length..]).copied().collect();
    if context.dims(&updates) != expected {
        return Err(format!("updates must have shape {expected:?}, got {}", context.ty(&updates)));
    }
    let numbers = ScatterDims {
        update_window_dims: (outer as i64..expected.len() as i64).collect(),
        inserted_window_dims: (0..length as i64).collect(),
        scatter_dims_to_operand_dims: (0..length as i64).collect(),
        index_vector_dim: outer as i64,
        ..ScatterDims::default()
    };
    let kind = combination(call)?;
    let (value, at, new) = (context.ir(&data)?, context.ir(&indices)?, context.ir(&updates)?);
    context.emit.scatter(kind, value, at, new, &numbers).map(Val::from)
}

fn scatter_elements(context: &mut Context, call: &Call) -> Res<Val> {
    let (data, indices, updates) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let (dims, places) = (context.dims(&data), context.dims(&indices));
    let rank = dims.len();
    let dim = axis(call.int("axis", 0)?, rank)?;
    if places.len() != rank || (0..rank).any(|at| at != dim && places[at] > dims[at]) {
        return Err(format!("indices of shape {places:?} do not fit data of shape {dims:?}"));
    }
    if context.dims(&updates) != places {
        return Err(format!("updates must have the shape of indices, {places:?}, got {}", context.ty(&updates)));
    }
    let kind = combination(call)?;
    let indices = from_front(context, &indices, dims[dim])?;
    let (value, at, new) = (context.ir(&data)?, context.ir(&indices)?, context.ir(&updates)?);
    if (0..rank).all(|at| at == dim || places[at] == dims[at]) {
        let others: Vec<i64> = (0..rank).filter(|&at| at != dim).map(|at| at as i64).collect();
        let numbers = ScatterDims {
            update_window_dims: vec![],
            inserted_window_dims: vec![dim as i64],
            input_batching_dims: others.clone(),
            scatter_indices_batching_dims: others,
            scatter_dims_to_operand_dims: vec![dim as i64],
            index_vector_dim: rank as i64,
        };
        return context.emit.scatter(kind, value, at, new, &numbers).map(Val::from);
    }
    // Smaller indices: the full tuple of every place is spelled out.
    let element = context.emit.elt(at);
    let one_wide: Vec<i64> = places.iter().copied().chain([1]).collect();
    let mut parts = Vec::new();
    for part in 0..rank {
        let list = if part == dim { at } else { context.emit.iota(element, &places, part)? };
        parts.push(context.emit.reshape(list, &one_wide)?);
    }
    let tuples = context.emit.concat(&parts, rank)?;
    let numbers = ScatterDims {
        update_window_dims: vec![],
        inserted_window_dims: (0..rank as i64).collect(),
        scatter_dims_to_operand_dims: (0..rank as i64).collect(),
        index_vector_dim: rank as i64,
        ..ScatterDims::default()
    };
    context.emit.scatter(kind, value, tuples, new, &numbers).map(Val::from)
}

fn one_hot(context: &mut Context, call: &Call) -> Res<Val> {
    let (indices, depth, values) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let depth = context.floats(&depth, "the depth of OneHot")?;
    let depth = depth.first().map_or(0, |depth| *depth as i64);
    if !(0..=1 << 40).contains(&depth) {
        return Err(format!("the depth of OneHot must be a size, got {depth}"));
    }
    let mut dims = context.dims(&indices);
    let dim = axis(call.int("axis", -1)?, dims.len() + 1)?;
    let indices = context.convert(&indices, ElementType::I64)?;
    // Python's convention: negative indices count from the end, those out of range are hot nowhere.
    let zero = Const::scalar(ElementType::I64, Scalar::Int(0)).into();
    let size = Const::scalar(ElementType::I64, Scalar::Int(depth)).into();
    let negative = context.compare("LT", &indices, &zero)?;
    let wrapped = context.binary("add", &indices, &size)?;
    let indices = context.select(&negative, &wrapped, &indices)?;
    dims.insert(dim, 1);
    let indices = context.reshape(&indices, &dims)?;
    dims[dim] = depth;
    // Exporters build shapes by one-hot selection, so a selection by known indices has to fold.
    let places: Val = if matches!(indices, Val::Const(_)) && depth <= 256 {
        let mut shape = vec![1; dims.len()];
        shape[dim] = depth;
        Const::ints(&(0..depth).collect::<Vec<_>>()).with_dims(&shape).into()
    } else {
        context.emit.iota(ElementType::I64, &dims, dim)?.into()
    };
    let hot = context.compare("EQ", &indices, &places)?;
    let off = context.slice_dim(&values, 0, 0, 1)?;
    let on = context.slice_dim(&values, 0, 1, 1)?;
    let (off, on) = (context.reshape(&off, &[])?, context.reshape(&on, &[])?);
    context.select(&hot, &on, &off)
}

/// Coordinates of the elements that are not zero, one row a dimension; `None` when the data is not known.
fn non_zero(context: &mut Context, call: &Call) -> Option<Res<Val>> {
    let known = call.optional(0).and_then(|val| context.known(&val)).filter(|known| known.len() <= 4096)?;
    let dims = known.ty.dims.to_vec();
    let mut columns = Vec::new();
    let mut at = vec![0; dims.len()];
    for index in 0..known.len() {
        if known.at(index).float() != 0.0 {
            columns.push(at.clone());
        }
        super::constant::advance(&mut at, &dims);
    }
    let rows = (0..dims.len()).flat_map(|dim| columns.iter().map(move |at| Scalar::Int(at[dim])));
    let ty = shardwright_ir::types::TensorType::new(ElementType::I64, &[dims.len() as i64, columns.len() as i64]);
    Some(Ok(Const::from_scalars(ty, rows).into()))
}

/// The entries along an axis whose condition holds; `None` when the condition is not known.
fn compress(context: &mut Context, call: &Call) -> Option<Res<Val>> {
    let known = call.optional(1).and_then(|val| context.known(&val)).filter(|known| known.len() <= 4096)?;
    let kept: Vec<i64> = (0..known.len()).filter(|&index| known.at(index) != Scalar::Int(0)).map(|index| index as i64).collect();
    let chosen = |context: &mut Context| {
        let data = call.input(0)?;
        let dims = context.dims(&data);
        let (data, dim) = if call.has("axis") {
            (data, axis(call.required_int("axis")?, dims.len())?)
        } else {
            (context.reshape(&data, &[context.ty(&data).num_elements()])?, 0)
        };
        gather(context, &data, &Const::ints(&kept).into(), dim)
    };
    Some(chosen(context))
}
