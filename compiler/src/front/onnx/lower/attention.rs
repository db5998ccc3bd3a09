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
pub fn split_heads(context: &mut Context, x: &Val, heads: i64, what: &str) -> Res<Val> {
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
    let allowed = {
        let (shape, key_shape) = (context.dims(&q), context.dims(&k));
        masks(context, call, past, [shape[0], shape[2], key_shape[2]])?
    };
    let bias = call.optional(3).filter(|mask| context.element(mask) != ElementType::I1);
    let softcap = call.float("softcap", 0.0)?;
    let scale = if call.has("scale") { Some(call.float("scale", 1.0)?) } else { None };
    let precision = match call.int("softmax_precision", 0)? {
        0 => None,
        number => Some(element_type(i32::try_from(number).unwrap_or(-1))?),
    };
    let made = attend(context, &Attend { q, k, v, scale, softcap, bias, allowed, precision, sink: None })?;
    let result = if flat { merge_heads(context, &made.result)? } else { made.result };
    let inner = match call.int("qk_matmul_output_mode", 0)? {
        0 => made.raw,
        // Version 23 numbered the biased scores 1 and the capped ones 2; later versions follow the order of computation.
        1 if call.opset >= 24 || softcap > 0.0 => made.capped,
        1 | 2 => made.biased,
        3 => made.weights,
        other => return Err(format!("qk_matmul_output_mode must be 0 to 3, got {other}")),
    };
    Ok(vec![result, present_keys, present_values, inner])
}

/// [batch, heads, sequence, size] to [batch, sequence, heads · size].
pub fn merge_heads(context: &mut Context, x: &Val) -> Res<Val> {
    let [batch, heads, sequence, size] = context.dims(x)[..] else { return Err(format!("heads need rank 4, got {}", context.ty(x))) };
    let moved = context.transpose(x, &[0, 2, 1, 3])?;
    context.reshape(&moved, &[batch, sequence, heads * size])
}

/// What attention works on: tensors [batch, heads, sequence, size].
pub struct Attend {
    /// Queries.
    pub q: Val,
    /// Keys, of as many heads or of so many that each serves a group of query heads.
    pub k: Val,
    /// Values, of as many heads as the keys.
    pub v: Val,
    /// What scores are multiplied by; one over the root of the size where not given.
    pub scale: Option<f64>,
    /// Scores are bounded to it by a tanh, where positive.
    pub softcap: f64,
    /// Is added to the scores.
    pub bias: Option<Val>,
    /// Which keys each query may attend, and whether a query may be left with none.
    pub allowed: Option<(Val, bool)>,
    /// The type of the softmax; that of the queries where not given, single precision for narrower ones.
    pub precision: Option<ElementType>,
    /// One more score a head, [heads], which takes weight and has no value.
    pub sink: Option<Val>,
}

/// What attention makes: the result, and scores as they are after each step.
pub struct Attended {
    /// [batch, heads, queries, value size].
    pub result: Val,
    /// Products, scaled.
    pub raw: Val,
    /// After the cap.
    pub capped: Val,
    /// After bias and masks.
    pub biased: Val,
    /// After the softmax.
    pub weights: Val,
}

/// softmax(softcap(scale · Q Kᵀ) + bias) V.
pub fn attend(context: &mut Context, of: &Attend) -> Res<Attended> {
    let (q, k, v) = (&of.q, &of.k, &of.v);
    let element = context.element(q);
    let (shape, key_shape, value_shape) = (context.dims(q), context.dims(k), context.dims(v));
    if [&shape, &key_shape, &value_shape].iter().any(|dims| dims.len() != 4) {
        return Err(format!("attention needs heads of rank 4, got {shape:?}, {key_shape:?} and {value_shape:?}"));
    }
    let (batch, heads, queries, size) = (shape[0], shape[1], shape[2], shape[3]);
    let (shared, keys, value_size) = (key_shape[1], key_shape[2], value_shape[3]);
    if shared < 1 || heads % shared != 0 || value_shape[1] != shared || key_shape[3] != size || value_shape[2] != keys {
        return Err(format!("query heads {shape:?} do not fit key heads {key_shape:?} and value heads {value_shape:?}"));
    }
    let scale = of.scale.unwrap_or(1.0 / (size as f64).sqrt());
    // The square root of the scale goes to each side, which keeps narrow floats in range.
    let root = scale.abs().sqrt();
    let q = context.binary_number("multiply", q, root * scale.signum())?;
    let k = context.binary_number("multiply", k, root)?;
    let group = heads / shared;
    let rows = group.checked_mul(queries).ok_or("attention is too large")?;
    let q = context.reshape(&q, &[batch, shared, rows, size])?;
    let (left, right) = (context.ir(&q)?, context.ir(&k)?);
    let scores = context.emit.dot(left, right, [&[0, 1], &[0, 1]], [&[3], &[3]])?;
    let raw = context.reshape(&scores.into(), &[batch, heads, queries, keys])?;
    let mut capped = raw.clone();
    if of.softcap > 0.0 {
        let small = context.binary_number("divide", &capped, of.softcap)?;
        let small = context.unary("tanh", &small)?;
        capped = context.binary_number("multiply", &small, of.softcap)?;
    }
    let mut biased = capped.clone();
    let mut may_exclude_all = false;
    if let Some(bias) = &of.bias {
        let bias = pad_mask(context, bias, keys, f64::NEG_INFINITY)?;
        biased = context.binary("add", &biased, &bias)?;
        may_exclude_all = true;
    }
    if let Some((allowed, exclusive)) = &of.allowed {
        let never = context.number(&biased, f64::NEG_INFINITY);
        biased = context.select(allowed, &biased, &never)?;
        may_exclude_all |= exclusive;
    }
    let precision = of.precision.unwrap_or(element);
    let wide = if element.bits() < 32 && precision.bits() < 32 { ElementType::F32 } else { precision };
    let logits = context.convert(&biased, wide)?;
    let weights = match &of.sink {
        Some(sink) => {
            let sink = context.convert(sink, wide)?;
            softmax_beside(context, &logits, &sink)?
        }
        None => masked_softmax(context, &logits, may_exclude_all)?,
    };
    let weights = context.convert(&weights, element)?;
    let grouped = context.reshape(&weights, &[batch, shared, rows, keys])?;
    let of_value = context.element(v);
    let grouped = context.convert(&grouped, of_value)?;
    let (left, right) = (context.ir(&grouped)?, context.ir(v)?);
    let product = context.emit.dot(left, right, [&[0, 1], &[0, 1]], [&[3], &[2]])?;
    let result = context.reshape(&product.into(), &[batch, heads, queries, value_size])?;
    Ok(Attended { result, raw, capped, biased, weights })
}

/// Softmax along the last dimension of [batch, heads, queries, keys], as if each row had one more element, of its head: `sink`.
fn softmax_beside(context: &mut Context, x: &Val, sink: &Val) -> Res<Val> {
    let heads = context.dims(x)[1];
    let sink = context.reshape(sink, &[1, heads, 1, 1])?;
    let top = context.reduce_keep(Combine::Max, x, &[3])?;
    let top = context.binary("maximum", &top, &sink)?;
    let shifted = context.binary("subtract", x, &top)?;
    let powers = context.unary("exponential", &shifted)?;
    let sum = context.reduce_keep(Combine::Sum, &powers, &[3])?;
    let beside = context.binary("subtract", &sink, &top)?;
    let beside = context.unary("exponential", &beside)?;
    let sum = context.binary("add", &sum, &beside)?;
    context.binary("divide", &powers, &sum)
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
pub fn masked_softmax(context: &mut Context, x: &Val, may_exclude_all: bool) -> Res<Val> {
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
    let rotated = match call.int("rotary_embedding_dim", 0)? {
        0 => context.dims(&x)[3],
        given => given,
    };
    let table = |context: &mut Context, index: usize| match (call.input(index)?, call.optional(3)) {
        (cache, Some(positions)) => gather(context, &cache, &positions, 0),
        (cache, None) => Ok(cache),
    };
    let (cos, sin) = (table(context, 1)?, table(context, 2)?);
    let result = rotate(context, &x, [&cos, &sin], rotated, call.flag("interleaved", false)?)?;
    if original.len() == 4 {
        return context.transpose(&result, &[0, 2, 1, 3]);
    }
    context.reshape(&result, &original)
}

/// Turns the first `rotated` columns of [batch, sequence, heads, size] by angles whose cosines and sines are in tables [batch or 1, sequence, rotated / 2]: pairs are
/// neighbours where `interleaved`, else columns of both halves.
pub fn rotate(context: &mut Context, x: &Val, tables: [&Val; 2], rotated: i64, interleaved: bool) -> Res<Val> {
    let dims = context.dims(x);
    if rotated < 2 || rotated > dims[3] || rotated % 2 != 0 {
        return Err(format!("rotary_embedding_dim must be even and at most {}, got {rotated}", dims[3]));
    }
    let half = rotated / 2;
    let mut shaped = Vec::new();
    for table in tables {
        let shape = context.dims(table);
        if shape.len() != 3 || shape[2] != half {
            return Err(format!("a cache of shape {shape:?} does not hold {half} columns for each position"));
        }
        shaped.push(context.reshape(table, &[shape[0], shape[1], 1, half])?);
    }
    let part = |context: &mut Context, second: bool| {
        let (start, step) = match (interleaved, second) {
            (true, second) => (i64::from(second), 2),
            (false, second) => (if second { half } else { 0 }, 1),
        };
        context.slice(x, &[0, 0, 0, start], &[dims[0], dims[1], dims[2], half], &[1, 1, 1, step])
    };
    let (first, second) = (part(context, false)?, part(context, true)?);
    let turn = |context: &mut Context, a: &Val, b: &Val, op: &str| {
        let (a, b) = (context.binary("multiply", &a.clone(), &first)?, context.binary("multiply", &b.clone(), &second)?);
        context.binary(op, &a, &b)
    };
    let (cos, sin) = (&shaped[0], &shaped[1]);
    let real = turn(context, cos, sin, "subtract")?;
    let imaginary = turn(context, sin, cos, "add")?;
    let mut result = if interleaved {
        let one = [dims[0], dims[1], dims[2], half, 1];
        let (real, imaginary) = (context.reshape(&real, &one)?, context.reshape(&imaginary, &one)?);
        let pairs = context.concat(&[real, imaginary], 4)?;
        context.reshape(&pairs, &[dims[0], dims[1], dims[2], rotated])?
    } else {
        context.concat(&[real, imaginary], 3)?
    };
    if rotated < dims[3] {
        let rest = context.slice_dim(x, 3, rotated, dims[3] - rotated)?;
        result = context.concat(&[result, rest], 3)?;
    }
    Ok(result)
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
    let mut places = places_from(context, &start, new[dim])?;
    if circular {
        places = context.binary_number("remainder", &places, dims[dim] as f64)?;
    }
    scatter(context, &cache, &update, &places, dim)
}

/// Places [batch, count, 1] from those where they start.
fn places_from(context: &mut Context, start: &Val, count: i64) -> Res<Val> {
    let batch = context.dims(start)[0];
    let start = context.reshape(start, &[batch, 1, 1])?;
    let offset: Val = context.emit.iota(ElementType::I64, &[batch, count, 1], 1)?.into();
    context.binary("add", &start, &offset)
}

/// The cache with `update` written along `dim`, from the place on that each batch entry has in `start` [batch].
pub fn scatter_at(context: &mut Context, cache: &Val, update: &Val, start: &Val, dim: usize) -> Res<Val> {
    let count = context.dims(update)[dim];
    let places = places_from(context, start, count)?;
    scatter(context, cache, update, &places, dim)
}

fn scatter(context: &mut Context, cache: &Val, update: &Val, places: &Val, dim: usize) -> Res<Val> {
    let dims = context.dims(cache);
    // Scatter wants the scattered axis beside the batch: [batch, written, rest…].
    let rank = dims.len() as i64;
    let mut forward: Vec<i64> = vec![0, dim as i64];
    forward.extend((1..rank).filter(|&at| at != dim as i64));
    let back: Vec<i64> = (0..rank).map(|at| forward.iter().position(|&from| from == at).unwrap_or(0) as i64).collect();
    let (moved, new) = (context.transpose(cache, &forward)?, context.transpose(update, &forward)?);
    let numbers = shardwright_dialects::stablehlo::dims::ScatterDims {
        update_window_dims: (2..rank).collect(),
        inserted_window_dims: vec![1],
        input_batching_dims: vec![0],
        scatter_indices_batching_dims: vec![0],
        scatter_dims_to_operand_dims: vec![1],
        index_vector_dim: 2,
    };
    let (value, at, new) = (context.ir(&moved)?, context.ir(places)?, context.ir(&new)?);
    let result = context.emit.scatter(None, value, at, new, &numbers)?;
    context.transpose(&result.into(), &back)
}
