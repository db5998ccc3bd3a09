//! Attention whose queries share keys, over a cache, with rotary positions inside.
//!
//! A sequence has `seqlens_k + 1` tokens after the step, of which the last are the new ones; of a first prompt, which is as long as the cache's content, the new ones begin
//! at 0 and may be padded at the end. The cache is as long as the longer of `total_sequence_length` and the past's; what lies beyond a sequence's end is left as it was.

use super::attention::scale;
use super::{refuse_inputs, refuse_ints};
use crate::front::onnx::lower::attention::{Attend, attend, merge_heads, rotate, scatter_at, split_heads};
use crate::front::onnx::lower::call::Call;
use crate::front::onnx::lower::constant::{Const, Scalar};
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::emit::Res;
use crate::front::onnx::lower::gather::gather;
use shardwright_ir::types::{ElementType, TensorType};

/// Outputs: result, keys so far, values so far.
pub fn group_query_attention(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    refuse_inputs(call, &[(12, "k_scale"), (13, "v_scale"), (14, "q_norm_weight"), (15, "k_norm_weight"), (16, "query_seqlens")])?;
    refuse_ints(call, &[("kv_cache_bit_width", 0), ("sliding_window_cache", 0), ("qk_output", 0)])?;
    if call.wants(3) {
        return Err("output output_qk of GroupQueryAttention is not supported: leave it unnamed".into());
    }
    let (heads, shared) = (call.required_int("num_heads")?, call.required_int("kv_num_heads")?);
    let [q, k, v] = parts(context, call, heads, shared)?;
    let (dims, past) = (context.dims(&q), (call.optional(3), call.optional(4)));
    let [batch, _, queries, size] = dims[..] else { return Err("heads need rank 4".into()) };
    let total = context.int(&call.input(6)?, "total_sequence_length")?;
    let before = past.0.as_ref().map_or(0, |past| context.dims(past).get(2).copied().unwrap_or(0));
    let keys = total.max(before);
    if total < queries {
        return Err(format!("total_sequence_length is {total}, less than the {queries} new tokens"));
    }
    // Where the new tokens of each sequence begin.
    let prompt = total == queries;
    let first = if prompt {
        Const::splat(TensorType::new(ElementType::I64, &[batch]), Scalar::Int(0)).into()
    } else {
        let lengths = context.convert(&call.input(5)?, ElementType::I64)?;
        let lengths = context.reshape(&lengths, &[batch])?;
        context.binary_number("add", &lengths, (1 - queries) as f64)?
    };
    let (q, k) = if call.flag("do_rotary", false)? { turn(context, call, &first, [q, k], [queries, size])? } else { (q, k) };
    let first_of = (!prompt).then_some(&first);
    let k = cached(context, past.0.as_ref(), &k, first_of, keys)?;
    let v = cached(context, past.1.as_ref(), &v, first_of, keys)?;
    let allowed = allowed(context, call, &first, [queries, keys])?;
    let sink = match call.optional(11) {
        Some(sink) => Some(sink),
        None if call.flag("smooth_softmax", false)? => Some(Const::splat(TensorType::new(ElementType::F32, &[heads]), Scalar::Float(0.0)).into()),
        None => None,
    };
    let of = Attend {
        q,
        k: k.clone(),
        v: v.clone(),
        scale: scale(call)?,
        softcap: call.float("softcap", 0.0)?,
        bias: call.optional(10),
        allowed: Some((allowed, false)),
        precision: None,
        sink,
    };
    let made = attend(context, &of)?;
    Ok(vec![merge_heads(context, &made.result)?, k, v])
}

/// Queries, keys and values as heads; keys and values may be packed behind the queries.
fn parts(context: &mut Context, call: &Call, heads: i64, shared: i64) -> Res<[Val; 3]> {
    let query = call.input(0)?;
    match (call.optional(1), call.optional(2)) {
        (Some(key), Some(value)) => {
            Ok([split_heads(context, &query, heads, "queries")?, split_heads(context, &key, shared, "keys")?, split_heads(context, &value, shared, "values")?])
        }
        (None, None) => {
            let dims = context.dims(&query);
            let all = heads + 2 * shared;
            let size = dims.last().filter(|width| dims.len() == 3 && all > 0 && *width % all == 0).map(|width| width / all);
            let size = size.ok_or_else(|| format!("packed queries, keys and values of {all} heads do not fit {}", context.ty(&query)))?;
            let mut part = |from: i64, count: i64, what: &str| {
                let columns = context.slice_dim(&query, 2, from * size, count * size)?;
                split_heads(context, &columns, count, what)
            };
            Ok([part(0, heads, "queries")?, part(heads, shared, "keys")?, part(heads + shared, shared, "values")?])
        }
        _ => Err("key and value must be given together".into()),
    }
}

/// Queries and keys turned by their positions: those given, else the places of the new tokens.
fn turn(context: &mut Context, call: &Call, first: &Val, [q, k]: [Val; 2], [queries, size]: [i64; 2]) -> Res<(Val, Val)> {
    let positions = match call.optional(9) {
        Some(positions) => context.convert(&positions, ElementType::I64)?,
        None => {
            let batch = context.dims(first)[0];
            let step: Val = context.emit.iota(ElementType::I64, &[batch, queries], 1)?.into();
            let first = context.reshape(first, &[batch, 1])?;
            context.binary("add", &step, &first)?
        }
    };
    let (cos, sin) = (gather(context, &call.input(7)?, &positions, 0)?, gather(context, &call.input(8)?, &positions, 0)?);
    let rotated = context.dims(&cos).last().map_or(0, |half| half * 2).min(size);
    let interleaved = call.flag("rotary_interleaved", false)?;
    let mut turned = |x: &Val| {
        let rows = context.transpose(x, &[0, 2, 1, 3])?;
        let rows = rotate(context, &rows, [&cos, &sin], rotated, interleaved)?;
        context.transpose(&rows, &[0, 2, 1, 3])
    };
    Ok((turned(&q)?, turned(&k)?))
}

/// The cache after the step: the past, as long as `keys`, with the new tokens of each sequence from `first` on, or from the start.
fn cached(context: &mut Context, past: Option<&Val>, new: &Val, first: Option<&Val>, keys: i64) -> Res<Val> {
    let mut dims = context.dims(new);
    let ty = context.ty(new);
    let zeros = |count: i64, dims: &mut [i64]| {
        dims[2] = count;
        Val::from(Const::splat(ty.with_dims(dims), Scalar::Float(0.0)))
    };
    let Some(first) = first else {
        let rest = keys - dims[2];
        if rest == 0 {
            return Ok(new.clone());
        }
        let behind = match past {
            Some(past) => {
                let own = context.dims(past)[2];
                context.slice_dim(past, 2, own - rest, rest)?
            }
            None => zeros(rest, &mut dims),
        };
        return context.concat(&[new.clone(), behind], 2);
    };
    let past = past.ok_or("total_sequence_length is more than the new tokens, but there is no past")?;
    let own = context.dims(past)[2];
    let wide = if own < keys { context.concat(&[past.clone(), zeros(keys - own, &mut dims)], 2)? } else { past.clone() };
    scatter_at(context, &wide, new, first, 2)
}

/// Which keys each query attends: none after its own place, none further back than the window.
fn allowed(context: &mut Context, call: &Call, first: &Val, [queries, keys]: [i64; 2]) -> Res<Val> {
    let batch = context.dims(first)[0];
    let row: Val = context.emit.iota(ElementType::I64, &[queries, keys], 0)?.into();
    let column: Val = context.emit.iota(ElementType::I64, &[queries, keys], 1)?.into();
    let first = context.reshape(first, &[batch, 1, 1, 1])?;
    if !call.flag("causal", true)? {
        let last = context.binary_number("add", &first, queries as f64)?;
        return context.compare("LT", &column, &last);
    }
    let place = context.binary("add", &row, &first)?;
    let mut allowed = context.compare("LE", &column, &place)?;
    let window = call.int("local_window_size", -1)?;
    if window >= 0 {
        let oldest = context.binary_number("subtract", &place, window as f64)?;
        let near = context.compare("GT", &column, &oldest)?;
        allowed = context.binary("and", &allowed, &near)?;
    }
    Ok(allowed)
}

/// Rotary positions: the tables' rows are those of `position_ids`, one a token, or one number that the first token has.
pub fn rotary_embedding(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    if call.float("scale", 1.0)? != 1.0 {
        return Err(format!("attribute scale of RotaryEmbedding is not supported, got {}", call.float("scale", 1.0)?));
    }
    refuse_ints(call, &[("is_packed_batching", 0)])?;
    let (input, positions, cos) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let original = context.dims(&input);
    let width = 2 * context.dims(&cos).last().copied().unwrap_or(0);
    let rotated = match call.int("rotary_embedding_dim", 0)? {
        0 => width,
        given => given,
    };
    let x = match original[..] {
        [_, _, _, _] => context.transpose(&input, &[0, 2, 1, 3])?,
        [batch, sequence, hidden] => {
            let size = match call.int("num_heads", 0)? {
                0 => width,
                heads => hidden.checked_div(heads).unwrap_or(0),
            };
            if size < 1 || hidden % size != 0 {
                return Err(format!("heads of {size} columns do not divide the {hidden} columns of the input"));
            }
            context.reshape(&input, &[batch, sequence, hidden / size, size])?
        }
        _ => return Err(format!("RotaryEmbedding needs rank 3 or 4, got {}", context.ty(&input))),
    };
    let sequence = context.dims(&x)[1];
    let positions = if context.dims(&positions).len() == 1 {
        let step: Val = context.emit.iota(ElementType::I64, &[1, sequence], 1)?.into();
        let first = context.convert(&positions, ElementType::I64)?;
        context.binary("add", &step, &first)?
    } else {
        positions
    };
    let (cos, sin) = (gather(context, &cos, &positions, 0)?, gather(context, &call.input(3)?, &positions, 0)?);
    let result = rotate(context, &x, [&cos, &sin], rotated, call.flag("interleaved", false)?)?;
    let result = if original.len() == 4 { context.transpose(&result, &[0, 2, 1, 3])? } else { context.reshape(&result, &original)? };
    Ok(vec![result])
}
