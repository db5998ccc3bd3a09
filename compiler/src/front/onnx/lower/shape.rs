//! Operators that move, cut and shape: no arithmetic.

use super::call::{Call, axes, axis};
use super::constant::{Const, Scalar};
use super::context::{Context, Val, broadcast_dims};
use super::emit::Res;
use crate::front::onnx::weights::{checked_type, element_type, tensor_type};
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let one = |result: Res<Val>| Some(result.map(|val| vec![val]));
    match call.op {
        "Identity" => one(call.input(0)),
        "Constant" => one(constant(context, call)),
        "ConstantOfShape" => one(constant_of_shape(context, call)),
        "Shape" => one(shape(context, call)),
        "Size" => one(call.input(0).map(|val| {
            let count = context.ty(&val).num_elements();
            Const::scalar(ElementType::I64, Scalar::Int(count)).into()
        })),
        "Reshape" => one(reshape(context, call)),
        "Flatten" => one(flatten(context, call)),
        "Squeeze" => one(squeeze(context, call)),
        "Unsqueeze" => one(unsqueeze(context, call)),
        "Transpose" => one(transpose(context, call)),
        "Concat" => one(concat(context, call)),
        "Split" => Some(split(context, call)),
        "Slice" => one(slice(context, call)),
        "Expand" => one(expand(context, call)),
        "Tile" => one(tile(context, call)),
        "Range" => one(range(context, call)),
        "EyeLike" => one(eye_like(context, call)),
        "Trilu" => one(trilu(context, call)),
        "Dropout" => Some(dropout(context, call)),
        _ => None,
    }
}

fn constant(context: &mut Context, call: &Call) -> Res<Val> {
    if let Some(tensor) = call.tensor("value")? {
        let name = context.result_name.clone();
        return context.stored(tensor, &name);
    }
    if call.has("value_float") {
        return Ok(Const::scalar(ElementType::F32, Scalar::Float(call.float("value_float", 0.0)?)).into());
    }
    if call.has("value_int") {
        return Ok(Const::scalar(ElementType::I64, Scalar::Int(call.int("value_int", 0)?)).into());
    }
    if let Some(values) = call.floats("value_floats")? {
        let ty = TensorType::new(ElementType::F32, &[values.len() as i64]);
        return Ok(Const::from_scalars(ty, values.into_iter().map(Scalar::Float)).into());
    }
    if let Some(values) = call.ints("value_ints")? {
        return Ok(Const::ints(&values).into());
    }
    if call.has("sparse_value") {
        return Err("sparse constants are not supported: store the tensor densely".into());
    }
    Err("a constant needs a value of numbers (value, value_float, value_floats, value_int or value_ints)".into())
}

fn constant_of_shape(context: &mut Context, call: &Call) -> Res<Val> {
    let dims = context.ints(&call.input(0)?, "the shape of ConstantOfShape")?;
    let Some(tensor) = call.tensor("value")? else {
        return Ok(Const::splat(checked_type(ElementType::F32, &dims)?, Scalar::Float(0.0)).into());
    };
    if tensor_type(tensor)?.num_elements() != 1 {
        return Err(format!("value of ConstantOfShape must have one element, got {}", tensor_type(tensor)?));
    }
    let name = context.result_name.clone();
    match context.stored(tensor, &name)? {
        Val::Const(constant) => {
            let value = constant.single().ok_or("value of ConstantOfShape has no element")?;
            Ok(Const::splat(checked_type(constant.ty.element, &dims)?, value).into())
        }
        other => {
            let scalar = context.reshape(&other, &[])?;
            context.broadcast_val(&scalar, &dims)
        }
    }
}

fn shape(context: &mut Context, call: &Call) -> Res<Val> {
    let dims = context.dims(&call.input(0)?);
    let rank = dims.len() as i64;
    let place = |at: i64| (if at < 0 { at.saturating_add(rank) } else { at }).clamp(0, rank) as usize;
    let (start, end) = (place(call.int("start", 0)?), place(call.int("end", rank)?));
    Ok(Const::ints(dims.get(start..end).unwrap_or(&[])).into())
}

fn reshape(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let wanted = context.ints(&call.input(1)?, "the shape of Reshape")?;
    let ty = context.ty(&data);
    let mut dims = wanted.clone();
    if !call.flag("allowzero", false)? {
        for (index, dim) in dims.iter_mut().enumerate() {
            if *dim == 0 {
                *dim = *ty.dims.get(index).ok_or_else(|| format!("0 at place {index} of shape {wanted:?} copies a dimension that {ty} lacks"))?;
            }
        }
    }
    let unknown: Vec<usize> = (0..dims.len()).filter(|&index| dims[index] == -1).collect();
    if let [index] = unknown[..] {
        let rest = dims.iter().filter(|&&dim| dim != -1).try_fold(1i64, |product, dim| product.checked_mul(*dim));
        let rest = rest.filter(|&rest| rest > 0 && ty.num_elements() % rest == 0);
        dims[index] = ty.num_elements() / rest.ok_or_else(|| format!("cannot reshape {ty} to {wanted:?}"))?;
    }
    if let Some(dim) = dims.iter().find(|&&dim| dim < 0) {
        return Err(format!("shape {wanted:?} must hold sizes, and -1 at most once, got {dim}"));
    }
    context.reshape(&data, &dims)
}

fn flatten(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let dims = context.dims(&data);
    let at = call.int("axis", 1)?;
    let rank = dims.len() as i64;
    if at < -rank || at > rank {
        return Err(format!("axis {at} is out of range for a tensor of rank {rank}"));
    }
    let at = if at < 0 { at + rank } else { at } as usize;
    let product = |dims: &[i64]| dims.iter().product::<i64>();
    context.reshape(&data, &[product(&dims[..at]), product(&dims[at..])])
}

/// The axes of an operator that takes them as an attribute in old versions and as input 1 in new ones.
pub fn axes_input(context: &Context, call: &Call) -> Res<Option<Vec<i64>>> {
    if let Some(list) = call.ints("axes")? {
        return Ok(Some(list));
    }
    match call.optional(1) {
        Some(input) => context.ints(&input, &format!("the axes of {}", call.op)).map(Some),
        None => Ok(None),
    }
}

fn squeeze(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let dims = context.dims(&data);
    let list = match axes_input(context, call)? {
        Some(list) => axes(&list, dims.len())?,
        None => (0..dims.len()).filter(|&dim| dims[dim] == 1).collect(),
    };
    if let Some(&dim) = list.iter().find(|&&dim| dims[dim] != 1) {
        return Err(format!("cannot squeeze axis {dim} of size {}: only size 1 can go", dims[dim]));
    }
    let kept: Vec<i64> = (0..dims.len()).filter(|dim| !list.contains(dim)).map(|dim| dims[dim]).collect();
    context.reshape(&data, &kept)
}

fn unsqueeze(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let mut dims = context.dims(&data);
    let list = axes_input(context, call)?.ok_or("axes of Unsqueeze are missing")?;
    for at in axes(&list, dims.len().saturating_add(list.len()))? {
        dims.insert(at, 1);
    }
    context.reshape(&data, &dims)
}

fn transpose(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let rank = context.dims(&data).len();
    let perm = call.ints("perm")?.unwrap_or_else(|| (0..rank as i64).rev().collect());
    let mut sorted = perm.clone();
    sorted.sort_unstable();
    if sorted != (0..rank as i64).collect::<Vec<_>>() {
        return Err(format!("perm must hold each of 0 to {} once, got {perm:?}", rank as i64 - 1));
    }
    context.transpose(&data, &perm)
}

fn concat(context: &mut Context, call: &Call) -> Res<Val> {
    let vals = (0..call.inputs.len()).map(|index| call.input(index)).collect::<Res<Vec<_>>>()?;
    let first = vals.first().ok_or("Concat needs an input")?;
    let rank = context.dims(first).len();
    let dim = axis(call.required_int("axis")?, rank)?;
    context.concat(&vals, dim)
}

fn split(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let data = call.input(0)?;
    let dims = context.dims(&data);
    let dim = axis(call.int("axis", 0)?, dims.len())?;
    let sizes = match (call.ints("split")?, call.optional(1)) {
        (Some(sizes), _) => sizes,
        (None, Some(input)) => context.ints(&input, "the sizes of Split")?,
        (None, None) => {
            let parts = call.int("num_outputs", call.wanted.len() as i64)?;
            if parts < 1 || parts > call.wanted.len() as i64 {
                return Err(format!("num_outputs must be the number of outputs, {}, got {parts}", call.wanted.len()));
            }
            // The last part is smaller where the size does not divide.
            let chunk = (dims[dim] + parts - 1) / parts;
            (0..parts).map(|part| (dims[dim] - part * chunk).clamp(0, chunk)).collect()
        }
    };
    let total = sizes.iter().try_fold(0i64, |sum, size| sum.checked_add(*size));
    if sizes.iter().any(|&size| size < 0) || total != Some(dims[dim]) {
        return Err(format!("sizes {sizes:?} of Split do not add up to {}, the size of axis {dim}", dims[dim]));
    }
    let mut start = 0;
    let mut parts = Vec::new();
    for size in sizes {
        parts.push(context.slice_dim(&data, dim, start, size)?);
        start += size;
    }
    Ok(parts)
}

fn slice(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let dims = context.dims(&data);
    let rank = dims.len();
    let list = |index: usize, name: &str| -> Res<Option<Vec<i64>>> {
        if let Some(list) = call.ints(name)? {
            return Ok(Some(list));
        }
        call.optional(index).map(|input| context.ints(&input, &format!("{name} of Slice"))).transpose()
    };
    let starts = list(1, "starts")?.ok_or("starts of Slice are missing")?;
    let ends = list(2, "ends")?.ok_or("ends of Slice are missing")?;
    let along = list(3, "axes")?.unwrap_or_else(|| (0..starts.len() as i64).collect());
    let by = list(4, "steps")?.unwrap_or_else(|| vec![1; starts.len()]);
    if ends.len() != starts.len() || along.len() != starts.len() || by.len() != starts.len() {
        return Err(format!("Slice has {} starts, {} ends, {} axes and {} steps", starts.len(), ends.len(), along.len(), by.len()));
    }
    axes(&along, rank)?;
    let (mut first, mut sizes, mut steps) = (vec![0; rank], dims.clone(), vec![1; rank]);
    for index in 0..starts.len() {
        let dim = axis(along[index], rank)?;
        (first[dim], sizes[dim]) = slice_range(starts[index], ends[index], by[index], dims[dim])?;
        steps[dim] = by[index];
    }
    context.slice(&data, &first, &sizes, &steps)
}

/// First index and number of elements that `start:end:step` takes of a dimension of `size` elements.
fn slice_range(start: i64, end: i64, step: i64, size: i64) -> Res<(i64, i64)> {
    if step == 0 {
        return Err("steps of Slice must not be 0".into());
    }
    let from_front = |at: i64| if at < 0 { at.saturating_add(size) } else { at };
    let (start, end) = (from_front(start), from_front(end));
    let count = |span: i64| if span <= 0 { 0 } else { (span - 1) / step.saturating_abs() + 1 };
    Ok(if step > 0 {
        let (start, end) = (start.clamp(0, size), end.clamp(0, size));
        (start, count(end - start))
    } else {
        let (start, end) = (start.clamp(-1, size - 1), end.clamp(-1, size - 1));
        (start.max(0), count(start - end))
    })
}

fn expand(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let wanted = context.ints(&call.input(1)?, "the shape of Expand")?;
    let dims = broadcast_dims(&context.dims(&data), &wanted)?;
    checked_type(context.element(&data), &dims)?;
    context.broadcast_val(&data, &dims)
}

fn tile(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let repeats = context.ints(&call.input(1)?, "the repeats of Tile")?;
    let dims = context.dims(&data);
    if repeats.len() != dims.len() || repeats.iter().any(|&count| count < 0) {
        return Err(format!("Tile needs {} repeats of at least 0, got {repeats:?}", dims.len()));
    }
    let mut apart = Vec::new();
    let mut spread = Vec::new();
    let mut result = Vec::new();
    for (&count, &dim) in repeats.iter().zip(&dims) {
        apart.extend([1, dim]);
        spread.extend([count, dim]);
        result.push(count.checked_mul(dim).ok_or("Tile makes a tensor that is too large")?);
    }
    checked_type(context.element(&data), &result)?;
    let apart = context.reshape(&data, &apart)?;
    let spread = context.broadcast_val(&apart, &spread)?;
    context.reshape(&spread, &result)
}

fn range(context: &mut Context, call: &Call) -> Res<Val> {
    let (start, limit, delta) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let element = context.element(&start);
    if element.is_float() {
        let at = |val: &Val| context.floats(val, "the bounds of Range").and_then(|list| list.first().copied().ok_or("Range needs scalars".into()));
        let (start, limit, delta) = (at(&start)?, at(&limit)?, at(&delta)?);
        let count = ((limit - start) / delta).ceil().max(0.0);
        if !count.is_finite() || count > (1u64 << 40) as f64 {
            return Err(format!("Range from {start} to {limit} in steps of {delta} has too many elements"));
        }
        let dims = [count as i64];
        let index = context.emit.iota(element, &dims, 0)?;
        let scaled = context.with_number("multiply", index, delta)?;
        return context.with_number("add", scaled, start).map(Val::from);
    }
    let (start, limit, delta) = (
        context.int(&start, "the start of Range")?,
        context.int(&limit, "the limit of Range")?,
        context.int(&delta, "the step of Range")?,
    );
    if delta == 0 {
        return Err("the step of Range must not be 0".into());
    }
    let span = i128::from(limit) - i128::from(start);
    let count = if (span > 0) == (delta > 0) && span != 0 {
        (span.abs() - 1) / i128::from(delta).abs() + 1
    } else {
        0
    };
    let count = i64::try_from(count).map_err(|_| "Range has too many elements".to_string())?;
    let ty = checked_type(element, &[count])?;
    if count <= 4096 {
        let values = (0..count).map(|index| Scalar::Int(start.wrapping_add(index.wrapping_mul(delta))));
        return Ok(Const::from_scalars(ty, values).into());
    }
    let index: Val = context.emit.iota(element, &[count], 0)?.into();
    let delta: Val = Const::scalar(element, Scalar::Int(delta)).into();
    let scaled = context.binary("multiply", &index, &delta)?;
    let start: Val = Const::scalar(element, Scalar::Int(start)).into();
    context.binary("add", &scaled, &start)
}

/// Whether column minus row compares with `offset`, for the last two of `dims`.
pub fn diagonal(context: &mut Context, direction: &str, dims: &[i64], offset: i64) -> Res<Val> {
    let [.., rows, columns] = *dims else {
        return Err(format!("a matrix or batch of matrices is needed, got rank {}", dims.len()));
    };
    let row: Val = context.emit.iota(ElementType::I64, &[rows, columns], 0)?.into();
    let column: Val = context.emit.iota(ElementType::I64, &[rows, columns], 1)?.into();
    let offset: Val = Const::scalar(ElementType::I64, Scalar::Int(offset)).into();
    let shifted = context.binary("add", &row, &offset)?;
    context.compare(direction, &column, &shifted)
}

fn eye_like(context: &mut Context, call: &Call) -> Res<Val> {
    let ty = context.ty(&call.input(0)?);
    if ty.rank() != 2 {
        return Err(format!("EyeLike needs a matrix, got {ty}"));
    }
    let element = if call.has("dtype") { element_type(call.int("dtype", 0)? as i32)? } else { ty.element };
    let on = diagonal(context, "EQ", &ty.dims, call.int("k", 0)?)?;
    context.convert(&on, element)
}

fn trilu(context: &mut Context, call: &Call) -> Res<Val> {
    let data = call.input(0)?;
    let offset = match call.optional(1) {
        Some(input) => context.int(&input, "the diagonal of Trilu")?,
        None => 0,
    };
    let dims = context.dims(&data);
    let direction = if call.flag("upper", true)? { "GE" } else { "LE" };
    let keep = diagonal(context, direction, &dims, offset)?;
    let zero = Const::scalar(context.element(&data), Scalar::Int(0)).into();
    context.select(&keep, &data, &zero)
}

fn dropout(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let data = call.input(0)?;
    if let Some(training) = call.optional(2)
        && context.int(&training, "training_mode of Dropout")? != 0
    {
        let ratio = match call.optional(1) {
            Some(ratio) => context.floats(&ratio, "the ratio of Dropout")?,
            None => vec![0.5],
        };
        if ratio != [0.0] {
            return Err("Dropout in training mode draws random numbers, which no two engines agree on; export the model for inference".into());
        }
    }
    let mask = Const::splat(context.ty(&data).with_element(ElementType::I1), Scalar::Int(1));
    Ok(vec![data, mask.into()])
}
