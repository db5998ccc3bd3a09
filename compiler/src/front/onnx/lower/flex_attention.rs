//! Attention whose scores and probabilities pass through bodies of the model (`ai.onnx.preview`, version 1).

use super::attention::masked_softmax;
use super::call::Call;
use super::context::{Context, Val};
use super::emit::Res;
use crate::front::onnx::weights::element_type;
use shardwright_ir::types::ElementType;

/// The domain.
pub const DOMAIN: &str = "ai.onnx.preview";

/// Lowers a call of an operator of the domain.
pub fn lower<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Res<Vec<Val>> {
    match call.op {
        "FlexAttention" => flex_attention(context, call).map(|val| vec![val]),
        op => Err(format!("operator {op} of domain {DOMAIN:?} is not supported: FlexAttention is; give it as a model-local function")),
    }
}

/// prob_mod(softmax(score_mod(scale · Q Kᵀ))) V, of [batch, heads, sequence, size]; keys may have fewer heads.
fn flex_attention<'m>(context: &mut Context<'m>, call: &Call<'m>) -> Res<Val> {
    let (q, k, v) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let (shape, key_shape, value_shape) = (context.dims(&q), context.dims(&k), context.dims(&v));
    let ([batch, heads, queries, size], [_, shared, keys, _], [.., value_size]) = (&shape[..], &key_shape[..], &value_shape[..]) else {
        return Err(format!("FlexAttention needs rank 4, got {shape:?}, {key_shape:?} and {value_shape:?}"));
    };
    let (batch, heads, queries, size, shared, keys, value_size) = (*batch, *heads, *queries, *size, *shared, *keys, *value_size);
    if shared < 1 || heads % shared != 0 || key_shape != [batch, shared, keys, size] || value_shape != [batch, shared, keys, value_size] {
        return Err(format!("query heads {shape:?} do not fit key heads {key_shape:?} and value heads {value_shape:?}"));
    }
    let element = context.element(&q);
    let precision = match call.int("softmax_precision", 0)? {
        0 if element == ElementType::F64 => ElementType::F64,
        0 => ElementType::F32,
        number => element_type(i32::try_from(number).unwrap_or(-1))?,
    };
    let scale = if call.has("scale") { call.float("scale", 1.0)? } else { 1.0 / (size as f64).sqrt() };
    let rows = (heads / shared).checked_mul(queries).ok_or("attention is too large")?;
    let grouped = context.reshape(&q, &[batch, shared, rows, size])?;
    let (left, right) = (context.ir(&grouped)?, context.ir(&k)?);
    let scores: Val = context.emit.dot(left, right, [&[0, 1], &[0, 1]], [&[3], &[3]])?.into();
    let scores = context.convert(&scores, precision)?;
    let scores = context.binary_number("multiply", &scores, scale)?;
    let scores = context.reshape(&scores, &[batch, heads, queries, keys])?;
    let scores = modified(context, call, "score_mod", scores)?;
    let weights = masked_softmax(context, &scores, true)?;
    let weights = modified(context, call, "prob_mod", weights)?;
    let weights = context.convert(&weights, element)?;
    let weights = context.reshape(&weights, &[batch, shared, rows, keys])?;
    let (left, right) = (context.ir(&weights)?, context.ir(&v)?);
    let product: Val = context.emit.dot(left, right, [&[0, 1], &[0, 1]], [&[3], &[2]])?.into();
    context.reshape(&product, &[batch, heads, queries, value_size])
}

/// A tensor after the body of this name, where there is one.
fn modified<'m>(context: &mut Context<'m>, call: &Call<'m>, name: &str, x: Val) -> Res<Val> {
    if !call.has(name) {
        return Ok(x);
    }
    let made = context.lower_body(call.graph(name)?, std::slice::from_ref(&x))?;
    match made.as_slice() {
        [one] if !matches!(one, Val::List(_)) && context.ty(one) == context.ty(&x) => Ok(one.clone()),
        _ => Err(format!("{name} must give one tensor {}", context.ty(&x))),
    }
}
