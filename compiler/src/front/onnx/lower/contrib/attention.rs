//! Attention as encoders and decoders have it: with projections, additive masks by numbers, and keys and values of earlier tokens.
//!
//! A masked score gets `mask_filter_value` (-10000) added, not minus infinity, as the kernels do: a row whose keys are all masked attends them all alike.

use super::{refuse_inputs, refuse_ints};
use crate::front::onnx::lower::attention::{Attend, attend, merge_heads, split_heads};
use crate::front::onnx::lower::call::Call;
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::emit::Res;
use crate::front::onnx::lower::matmul::matmul;
use shardwright_ir::types::ElementType;

/// What masks add, where nothing else is asked for.
const FILTER: f32 = -10000.0;

/// Attention of a projection of the input; outputs: result, keys and values so far [2, batch, heads, sequence, size].
pub fn attention(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    refuse_inputs(call, &[(6, "past_sequence_length")])?;
    let mut projected = matmul(context, &call.input(0)?, &call.input(1)?)?;
    if let Some(bias) = call.optional(2) {
        projected = context.binary("add", &projected, &bias)?;
    }
    let of = Projected { projected, mask: call.optional(3), past: call.optional(4), bias: call.optional(5) };
    of_projection(context, call, of)
}

/// A projection to queries, keys and values, and what bears on their scores.
pub struct Projected {
    /// [batch, sequence, queries + keys + values].
    pub projected: Val,
    /// Which keys count.
    pub mask: Option<Val>,
    /// Keys and values of earlier tokens.
    pub past: Option<Val>,
    /// Is added to the scores.
    pub bias: Option<Val>,
}

/// The rest of `Attention` and `QAttention`.
pub fn of_projection(context: &mut Context, call: &Call, of: Projected) -> Res<Vec<Val>> {
    refuse_ints(call, &[("past_present_share_buffer", 0), ("do_rotary", 0)])?;
    let heads = call.required_int("num_heads")?;
    let dims = context.dims(&of.projected);
    let [batch, queries, width] = dims[..] else { return Err(format!("the input must have rank 3, got {}", context.ty(&of.projected))) };
    let sizes = match call.ints("qkv_hidden_sizes")? {
        Some(sizes) if sizes.len() == 3 && sizes.iter().all(|&size| size > 0) && sizes.iter().sum::<i64>() == width => sizes,
        Some(sizes) => return Err(format!("qkv_hidden_sizes {sizes:?} do not make up the {width} columns of the projection")),
        None if width % 3 == 0 => vec![width / 3; 3],
        None => return Err(format!("the {width} columns of the projection are no three equal parts: give qkv_hidden_sizes")),
    };
    let (mut parts, mut from) = (Vec::new(), 0);
    for (size, what) in sizes.iter().zip(["queries", "keys", "values"]) {
        let part = context.slice_dim(&of.projected, 2, from, *size)?;
        parts.push(split_heads(context, &part, heads, what)?);
        from += size;
    }
    let [q, mut k, mut v] = <[Val; 3]>::try_from(parts).map_err(|_| "a projection has three parts")?;
    let mut before = 0;
    if let Some(past) = &of.past {
        let own = context.dims(past);
        if own.len() != 5 || own[0] != 2 {
            return Err(format!("past must be [2, batch, heads, sequence, size], got {}", context.ty(past)));
        }
        before = own[3];
        let earlier = |context: &mut Context, which: i64, new: &Val| {
            let one = context.slice_dim(past, 0, which, 1)?;
            let one = context.reshape(&one, &own[1..])?;
            context.concat(&[one, new.clone()], 2)
        };
        (k, v) = (earlier(context, 0, &k)?, earlier(context, 1, &v)?);
    }
    let keys = before + queries;
    let causal = call.flag("unidirectional", false)?;
    let scores = Scores { element: context.element(&q), sizes: [batch, queries, keys], mask: of.mask, bias: of.bias, causal_from: causal.then_some(before) };
    let bias = scores_bias(context, call, &scores)?;
    let present = if call.wants(1) { crate::front::onnx::lower::control::stack(context, &[k.clone(), v.clone()], 0)? } else { k.clone() };
    let made = attend(context, &Attend { q, k, v, scale: scale(call)?, softcap: 0.0, bias, allowed: None, precision: None, sink: None })?;
    Ok(vec![merge_heads(context, &made.result)?, present])
}

/// The scale that a call asks for; 0 asks for none.
pub fn scale(call: &Call) -> Res<Option<f64>> {
    Ok(Some(call.float("scale", 0.0)?).filter(|&scale| scale != 0.0))
}

/// What is added to scores [batch, heads, queries, keys].
struct Scores {
    /// Their type.
    element: ElementType,
    /// Batch, queries and keys.
    sizes: [i64; 3],
    /// Which keys count: lengths [batch], ends and starts [2 · batch], or 0 where masked [batch, keys] or [batch, queries, keys].
    mask: Option<Val>,
    bias: Option<Val>,
    /// The number of keys before the first query, where a query attends no later key.
    causal_from: Option<i64>,
}

fn scores_bias(context: &mut Context, call: &Call, of: &Scores) -> Res<Option<Val>> {
    let filter = call.float("mask_filter_value", FILTER)?;
    let [batch, queries, keys] = of.sizes;
    let mut sum = of.bias.clone();
    let mut add = |context: &mut Context, allowed: &Val, value: f64| -> Res<()> {
        let (free, masked) = (number(0.0), number(value));
        let other = context.select(allowed, &free, &masked)?;
        sum = Some(match sum.take() {
            Some(known) => {
                let known = context.convert(&known, ElementType::F32)?;
                context.binary("add", &known, &other)?
            }
            None => other,
        });
        Ok(())
    };
    if let Some(mask) = &of.mask {
        let dims = context.dims(mask);
        let mask = context.convert(mask, ElementType::I64)?;
        let column: Val = context.emit.iota(ElementType::I64, &[keys], 0)?.into();
        let allowed = match dims[..] {
            [count] if count == batch || count == 2 * batch => {
                let ends = context.slice_dim(&mask, 0, 0, batch)?;
                let ends = context.reshape(&ends, &[batch, 1, 1, 1])?;
                let mut allowed = context.compare("LT", &column, &ends)?;
                if count != batch {
                    let starts = context.slice_dim(&mask, 0, batch, batch)?;
                    let starts = context.reshape(&starts, &[batch, 1, 1, 1])?;
                    let begun = context.compare("GE", &column, &starts)?;
                    allowed = context.binary("and", &allowed, &begun)?;
                }
                allowed
            }
            [_, count] if count == keys => positive(context, &mask, &[dims[0], 1, 1, keys])?,
            [_, rows, count] if rows == queries && count == keys => positive(context, &mask, &[dims[0], 1, rows, keys])?,
            _ => {
                return Err(format!(
                    "a mask of shape {dims:?} is not supported for {batch} sequences of {queries} queries and {keys} keys: lengths, ends and starts, or zeros and ones for each key (of each query) are"
                ));
            }
        };
        add(context, &allowed, filter)?;
    }
    if let Some(before) = of.causal_from {
        let row: Val = context.emit.iota(ElementType::I64, &[queries, keys], 0)?.into();
        let row = context.binary_number("add", &row, before as f64)?;
        let column: Val = context.emit.iota(ElementType::I64, &[queries, keys], 1)?.into();
        let allowed = context.compare("LE", &column, &row)?;
        add(context, &allowed, f64::from(f32::MIN))?;
    }
    sum.map(|sum| context.convert(&sum, of.element)).transpose()
}

fn number(value: f64) -> Val {
    use crate::front::onnx::lower::constant::{Const, Scalar};
    Const::scalar(ElementType::F32, Scalar::Float(value)).into()
}

fn positive(context: &mut Context, mask: &Val, dims: &[i64]) -> Res<Val> {
    let zero = context.number(mask, 0.0);
    let on = context.compare("GT", mask, &zero)?;
    context.reshape(&on, dims)
}

/// Attention of queries, keys and values that are given; outputs: result, keys and values so far.
pub fn multi_head_attention(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    refuse_inputs(call, &[(8, "past_sequence_length"), (9, "cache_indirection")])?;
    if call.wants(3) {
        return Err("output qk of MultiHeadAttention is not supported: leave it unnamed".into());
    }
    let heads = call.required_int("num_heads")?;
    let [mut q, mut k, mut v] = parts(context, call, heads)?;
    if let Some(bias) = call.optional(3) {
        let mut from = 0;
        for (part, what) in [(&mut q, "queries"), (&mut k, "keys"), (&mut v, "values")] {
            let dims = context.dims(part);
            let width = heads * dims[3];
            let one = context.slice_dim(&bias, 0, from, width).map_err(|why| format!("bias of {what}: {why}"))?;
            let one = context.reshape(&one, &[1, heads, 1, dims[3]])?;
            *part = context.binary("add", part, &one)?;
            from += width;
        }
    }
    let mut before = 0;
    match (call.optional(6), call.optional(7)) {
        (Some(keys), Some(values)) => {
            before = context.dims(&keys).get(2).copied().unwrap_or(0);
            (k, v) = (context.concat(&[keys, k], 2)?, context.concat(&[values, v], 2)?);
        }
        (None, None) => {}
        _ => return Err("past_key and past_value must be given together".into()),
    }
    let sizes = [context.dims(&q)[0], context.dims(&q)[2], context.dims(&k)[2]];
    let causal_from = call.flag("unidirectional", false)?.then_some(before);
    let scores = Scores { element: context.element(&q), sizes, mask: call.optional(4), bias: call.optional(5), causal_from };
    let bias = scores_bias(context, call, &scores)?;
    let (keys, values) = (k.clone(), v.clone());
    let made = attend(context, &Attend { q, k, v, scale: scale(call)?, softcap: 0.0, bias, allowed: None, precision: None, sink: None })?;
    Ok(vec![merge_heads(context, &made.result)?, keys, values])
}

/// Queries, keys and values as heads, from three tensors, from queries with packed keys and values, or from all packed.
fn parts(context: &mut Context, call: &Call, heads: i64) -> Res<[Val; 3]> {
    let (query, key, value) = (call.input(0)?, call.optional(1), call.optional(2));
    // [batch, sequence, heads, count, size]: one of `count`.
    let unpack = |context: &mut Context, packed: &Val, count: i64, which: i64| {
        let dims = context.dims(packed);
        if dims.len() != 5 || dims[2] != heads || dims[3] != count {
            return Err(format!("packed heads must be [batch, sequence, {heads}, {count}, size], got {}", context.ty(packed)));
        }
        let one = context.slice_dim(packed, 3, which, 1)?;
        let one = context.reshape(&one, &[dims[0], dims[1], heads, dims[4]])?;
        context.transpose(&one, &[0, 2, 1, 3])
    };
    match (key, value) {
        (None, None) => Ok([unpack(context, &query, 3, 0)?, unpack(context, &query, 3, 1)?, unpack(context, &query, 3, 2)?]),
        (Some(packed), None) => {
            Ok([split_heads(context, &query, heads, "queries")?, unpack(context, &packed, 2, 0)?, unpack(context, &packed, 2, 1)?])
        }
        (Some(key), Some(value)) => Ok([
            split_heads(context, &query, heads, "queries")?,
            split_heads(context, &key, heads, "keys")?,
            split_heads(context, &value, heads, "values")?,
        ]),
        (None, Some(_)) => Err("values without keys".into()),
    }
}
