//! Attention and rotary position embedding (operator sets 23 and later).
//!
//! Attention is softmax(softcap(scale · Q Kᵀ) + bias) V. A query row whose bias excludes every key attends
//! nothing and gives zeros (as the operator's definition says), never NaN. Grouped queries share a key head by one
//! product over the group, so that keys are not repeated in memory.

use super::call::{Call, axis};
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::{Combine, Res};
use super::gather::gather;
use crate::front::onnx::weights::element_type;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    match call.op {
        "Attention" => Some(attention(context, call)),
        "RotaryEmbedding" => Some(rotary(context, call).map(|val| vec![val])),
        "SwiGLU" => Some(swiglu(context, call).map(|val| vec![val])),
        "TensorScatter" => Some(tensor_scatter(context, call).map(|val| vec![val])),
        _ => None,
    }
}

/// [batch, sequence, heads · size] to [batch, heads, sequence, size].
fn split_heads(context: &mut Context, x: &Val, heads: i64, what: &str) -> Res<Val> {
    let dims = context.dims(x);
    match dims[..] {
        [_, _, _, _] => Ok(x.clone()),
        [batch, sequence, hidden] => {
            if heads < 1 || hidden % heads != 0 {
                return Err(format!("{heads} heads do not divide the {hidden} columns of {what}"));
            }
            let apart = context.reshape(x, &[batch, sequence, heads, hidden / heads])?;
            context.transpose(&apart, &[0, 2, 1, 3])
        }
        _ => Err(format!("{what} must have rank 3 or 4, got {}", context.ty(x))),
    }
}

fn attention(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (q, k, v) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let flat = context.dims(&q).len() == 3;
    let (q_heads, kv_heads) = (call.int("q_num_heads", 0)?, call.int("kv_num_heads", 0)?);
    let q = split_heads(context, &q, q_heads, "Q")?;
    let mut k = split_heads(context, &k, kv_heads, "K")?;
    let mut v = split_heads(context, &v, kv_heads, "V")?;
    let past = match (call.optional(4), call.optional(5)) {
        (Some(keys), Some(values)) => {
            let length = context.dims(&keys).get(2).copied().unwrap_or(0);
            k = context.concat(&[keys, k], 2)?;
            v = context.concat(&[values, v], 2)?;
            Some(length)
        }
        (None, None) => None,
        _ => return Err("past_key and past_value must be given together".into()),
    };
    let (present_keys, present_values) = (k.clone(), v.clone());
    let element = context.element(&q);
    let (shape, key_shape, value_shape) = (context.dims(&q), context.dims(&k), context.dims(&v));
    let (batch, heads, queries, size) = (shape[0], shape[1], shape[2], shape[3]);
    let (shared, keys, value_size) = (key_shape[1], key_shape[2], value_shape[3]);
    if shared < 1 || heads % shared != 0 || value_shape[1] != shared || key_shape[3] != size {
        return Err(format!("query heads {shape:?} do not fit key heads {key_shape:?} and value heads {value_shape:?}"));
    }
    let scale = if call.has("scale") { call.float("scale", 1.0)? } else { 1.0 / (size as f64).sqrt() };
    // The square root of the scale goes to each side, which keeps narrow floats in range.
    let root = scale.abs().sqrt();
    let q = context.binary_number("multiply", &q, root * scale.signum())?;
    let k = context.binary_number("multiply", &k, root)?;
    let group = heads / shared;
    let rows = group.checked_mul(queries).ok_or("attention is too large")?;
    let q = context.reshape(&q, &[batch, shared, rows, size])?;
    let (left, right) = (context.ir(&q)?, context.ir(&k)?);
    let scores = context.emit.dot(left, right, [&[0, 1], &[0, 1]], [&[3], &[3]])?;
    let raw = context.reshape(&scores.into(), &[batch, heads, queries, keys])?;
    let softcap = call.float("softcap", 0.0)?;
    let mut scores = raw.clone();
    if softcap > 0.0 {
        let small = context.binary_number("divide", &scores, softcap)?;
        let small = context.unary("tanh", &small)?;
        scores = context.binary_number("multiply", &small, softcap)?;
    }
    let capped = scores.clone();
    let allowed = masks(context, call, past, [batch, queries, keys])?;
    let mut biased = scores;
    let mut may_exclude_all = false;
    if let Some(mask) = call.optional(3)
        && context.element(&mask) != ElementType::I1
    {
        let mask = pad_mask(context, &mask, keys, f64::NEG_INFINITY)?;
        biased = context.binary("add", &biased, &mask)?;
        may_exclude_all = true;
    }
    if let Some((allowed, exclusive)) = allowed {
        let never = context.number(&biased, f64::NEG_INFINITY);
        biased = context.select(&allowed, &biased, &never)?;
        may_exclude_all |= exclusive;
    }
    let precision = match call.int("softmax_precision", 0)? {
        0 => element,
        number => element_type(i32::try_from(number).unwrap_or(-1))?,
    };
    let wide = if element.bits() < 32 && precision.bits() < 32 { ElementType::F32 } else { precision };
    let logits = context.convert(&biased, wide)?;
    let weights = masked_softmax(context, &logits, may_exclude_all)?;
    let weights = context.convert(&weights, element)?;
    let grouped = context.reshape(&weights, &[batch, shared, rows, keys])?;
    let of_value = context.element(&v);
    let grouped = context.convert(&grouped, of_value)?;
    let (left, right) = (context.ir(&grouped)?, context.ir(&v)?);
    let product = context.emit.dot(left, right, [&[0, 1], &[0, 1]], [&[3], &[2]])?;
    let mut result = context.reshape(&product.into(), &[batch, heads, queries, value_size])?;
    if flat {
        result = context.transpose(&result, &[0, 2, 1, 3])?;
        result = context.reshape(&result, &[batch, queries, heads * value_size])?;
    }
    let inner = match call.int("qk_matmul_output_mode", 0)? {
        0 => raw,
        // Version 23 numbered the biased scores 1 and the capped ones 2; later versions follow the order of computation.
        1 if call.opset >= 24 || softcap > 0.0 => capped,
        1 | 2 => biased,
        3 => weights,
        other => return Err(format!("qk_matmul_output_mode must be 0 to 3, got {other}")),
    };
    Ok(vec![result, present_keys, present_values, inner])
}

/// Which keys each query may attend by truth masks, and whether some query may be left with none.
fn masks(context: &mut Context, call: &Call, past: Option<i64>, sizes: [i64; 3]) -> Res<Option<(Val, bool)>> {
    let [batch, queries, keys] = sizes;
    let mut allowed: Option<Val> = None;
    let mut exclusive = false;
    let mut meet = |context: &mut Context, other: Val| -> Res<()> {
        allowed = Some(match allowed.take() {
            Some(known) => context.binary("and", &known, &other)?,
            None => other,
        });
        Ok(())
    };
    let filled = call.optional(6);
    if let Some(mask) = call.optional(3)
        && context.element(&mask) == ElementType::I1
    {
        let mask = pad_mask(context, &mask, keys, 0.0)?;
        meet(context, mask)?;
        exclusive = true;
    }
    let (left, right) = (call.int("left_window_size", -1)?, call.int("right_window_size", -1)?);
    let causal = call.flag("is_causal", false)?;
    if causal || left >= 0 || right >= 0 {
        // The position of query i is i plus the number of keys before the block.
        let row: Val = context.emit.iota(ElementType::I64, &[queries, keys], 0)?.into();
        let column: Val = context.emit.iota(ElementType::I64, &[queries, keys], 1)?.into();
        let position = match (&filled, past) {
            (Some(filled), None) => {
                let filled = context.convert(filled, ElementType::I64)?;
                let before = context.binary_number("subtract", &filled, queries as f64)?;
                let before = context.reshape(&before, &[batch, 1, 1, 1])?;
                exclusive = true;
                context.binary("add", &row, &before)?
            }
            (_, past) => context.binary_number("add", &row, past.unwrap_or(0) as f64)?,
        };
        if causal {
            let reach = context.compare("LE", &column, &position)?;
            meet(context, reach)?;
        }
        if left >= 0 {
            let first = context.binary_number("subtract", &position, left as f64)?;
            let reach = context.compare("GE", &column, &first)?;
            meet(context, reach)?;
            exclusive = true;
        }
        if right >= 0 {
            let last = context.binary_number("add", &position, right as f64)?;
            let reach = context.compare("LE", &column, &last)?;
            meet(context, reach)?;
        }
    }
    if let Some(filled) = filled {
        let filled = context.convert(&filled, ElementType::I64)?;
        let filled = context.reshape(&filled, &[batch, 1, 1, 1])?;
        let column: Val = context.emit.iota(ElementType::I64, &[keys], 0)?.into();
        let present = context.compare("LT", &column, &filled)?;
        meet(context, present)?;
        exclusive = true;
    }
    Ok(allowed.map(|allowed| (allowed, exclusive)))
}

/// A mask for fewer keys excludes the rest.
fn pad_mask(context: &mut Context, mask: &Val, keys: i64, filler: f64) -> Res<Val> {
    let mut dims = context.dims(mask);
    let Some(last) = dims.last_mut() else { return Ok(mask.clone()) };
    if *last >= keys || *last == 1 && keys == 1 {
        return Ok(mask.clone());
    }
    *last = keys - *last;
    let ty = context.ty(mask).with_dims(&dims);
    let rest: Val = Const::splat(ty, Scalar::Float(filler)).into();
    let last = dims.len() - 1;
    context.concat(&[mask.clone(), rest], last)
}

/// Softmax along the last dimension; rows that are excluded whole become zeros where `may_exclude_all`.
fn masked_softmax(context: &mut Context, x: &Val, may_exclude_all: bool) -> Res<Val> {
    let last = context.dims(x).len() - 1;
    let mut top = context.reduce_keep(Combine::Max, x, &[last])?;
    let zero = context.number(x, 0.0);
    if may_exclude_all {
        let never = context.number(x, f64::NEG_INFINITY);
        let none = context.compare("EQ", &top, &never)?;
        top = context.select(&none, &zero, &top)?;
    }
    let shifted = context.binary("subtract", x, &top)?;
    let powers = context.unary("exponential", &shifted)?;
    let mut sum = context.reduce_keep(Combine::Sum, &powers, &[last])?;
    if may_exclude_all {
        let none = context.compare("EQ", &sum, &zero)?;
        let one = context.number(x, 1.0);
        sum = context.select(&none, &one, &sum)?;
    }
    context.binary("divide", &powers, &sum)
}

fn rotary(context: &mut Context, call: &Call) -> Res<Val> {
    let input = call.input(0)?;
    let original = context.dims(&input);
    // To [batch, sequence, heads, size].
    let x = match original[..] {
        [_, _, _, _] => context.transpose(&input, &[0, 2, 1, 3])?,
        [batch, sequence, hidden] => {
            let heads = call.int("num_heads", 0)?;
            if heads < 1 || hidden % heads != 0 {
                return Err(format!("num_heads {heads} does not divide the {hidden} columns of the input"));
            }
            context.reshape(&input, &[batch, sequence, heads, hidden / heads])?
        }
        _ => return Err(format!("RotaryEmbedding needs rank 3 or 4, got {}", context.ty(&input))),
    };
    let dims = context.dims(&x);
    let rotated = match call.int("rotary_embedding_dim", 0)? {
        0 => dims[3],
        given => given,
    };
    if rotated < 2 || rotated > dims[3] || rotated % 2 != 0 {
        return Err(format!("rotary_embedding_dim must be even and at most {}, got {rotated}", dims[3]));
    }
    let half = rotated / 2;
    let table = |context: &mut Context, index: usize| {
        let mut cache = call.input(index)?;
        if let Some(positions) = call.optional(3) {
            cache = gather(context, &cache, &positions, 0)?;
        }
        let shape = context.dims(&cache);
        if shape.len() != 3 || shape[2] != half {
            return Err(format!("a cache of shape {shape:?} does not hold {half} columns for each position"));
        }
        context.reshape(&cache, &[shape[0], shape[1], 1, half])
    };
    let (cos, sin) = (table(context, 1)?, table(context, 2)?);
    let interleaved = call.flag("interleaved", false)?;
    let part = |context: &mut Context, second: bool| {
        let (start, step) = match (interleaved, second) {
            (true, second) => (i64::from(second), 2),
            (false, second) => (if second { half } else { 0 }, 1),
        };
        context.slice(&x, &[0, 0, 0, start], &[dims[0], dims[1], dims[2], half], &[1, 1, 1, step])
    };
    let (first, second) = (part(context, false)?, part(context, true)?);
    let turn = |context: &mut Context, a: &Val, b: &Val, op: &str| {
        let (a, b) = (context.binary("multiply", &a.clone(), &first)?, context.binary("multiply", &b.clone(), &second)?);
        context.binary(op, &a, &b)
    };
    let real = turn(context, &cos, &sin, "subtract")?;
    let imaginary = turn(context, &sin, &cos, "add")?;
    let mut result = if interleaved {
        let one = [dims[0], dims[1], dims[2], half, 1];
        let (real, imaginary) = (context.reshape(&real, &one)?, context.reshape(&imaginary, &one)?);
        let pairs = context.concat(&[real, imaginary], 4)?;
        context.reshape(&pairs, &[dims[0], dims[1], dims[2], rotated])?
    } else {
        context.concat(&[real, imaginary], 3)?
    };
    if rotated < dims[3] {
        let rest = context.slice_dim(&x, 3, rotated, dims[3] - rotated)?;
        result = context.concat(&[result, rest], 3)?;
    }
    if original.len() == 4 {
        return context.transpose(&result, &[0, 2, 1, 3]);
    }
    context.reshape(&result, &original)
}

/// a · sigmoid(alpha · a) · b.
fn swiglu(context: &mut Context, call: &Call) -> Res<Val> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    if context.ty(&a) != context.ty(&b) {
        return Err(format!("SwiGLU needs two tensors of one type, got {} and {}", context.ty(&a), context.ty(&b)));
    }
    let alpha = call.float("alpha", 1.0)?;
    let scaled = if alpha == 1.0 { a.clone() } else { context.binary_number("multiply", &a, alpha)? };
    let gate = context.unary("logistic", &scaled)?;
    let swish = context.binary("multiply", &a, &gate)?;
    context.binary("multiply", &swish, &b)
}

/// Writes `update` into the cache along one axis, from a position that each batch entry has for itself.
fn tensor_scatter(context: &mut Context, call: &Call) -> Res<Val> {
    let (cache, update) = (call.input(0)?, call.input(1)?);
    let (dims, new) = (context.dims(&cache), context.dims(&update));
    let dim = axis(call.int("axis", -2)?, dims.len())?;
    if dim == 0 || new.len() != dims.len() || (0..dims.len()).any(|at| at != dim && new[at] != dims[at]) || new[dim] > dims[dim] {
        return Err(format!("update of shape {new:?} does not fit the cache of shape {dims:?} along axis {dim}"));
    }
    let circular = match call.text("mode", "linear")?.as_str() {
        "linear" => false,
        "circular" => true,
        other => return Err(format!("mode must be linear or circular, got {other:?}")),
    };
    let start = match call.optional(2) {
        Some(start) => context.convert(&start, ElementType::I64)?,
        None => Const::splat(shardwright_ir::types::TensorType::new(ElementType::I64, &[dims[0]]), Scalar::Int(0)).into(),
    };
    // Places [batch, written, 1], one index a place.
    let start = context.reshape(&start, &[dims[0], 1, 1])?;
    let offset: Val = context.emit.iota(ElementType::I64, &[dims[0], new[dim], 1], 1)?.into();
    let mut places = context.binary("add", &start, &offset)?;
    if circular {
        places = context.binary_number("remainder", &places, dims[dim] as f64)?;
    }
    // Scatter wants the scattered axis beside the batch: [batch, written, rest…].
    let rank = dims.len() as i64;
    let mut forward: Vec<i64> = vec![0, dim as i64];
    forward.extend((1..rank).filter(|&at| at != dim as i64));
    let back: Vec<i64> = (0..rank).map(|at| forward.iter().position(|&from| from == at).unwrap_or(0) as i64).collect();
    let (moved, new) = (context.transpose(&cache, &forward)?, context.transpose(&update, &forward)?);
    let numbers = shardwright_dialects::stablehlo::dims::ScatterDims {
        update_window_dims: (2..rank).collect(),
        inserted_window_dims: vec![1],
        input_batching_dims: vec![0],
        scatter_indices_batching_dims: vec![0],
        scatter_dims_to_operand_dims: vec![1],
        index_vector_dim: 2,
    };
    let (value, at, new) = (context.ir(&moved)?, context.ir(&places)?, context.ir(&new)?);
    let result = context.emit.scatter(None, value, at, new, &numbers)?;
    context.transpose(&result.into(), &back)
}
