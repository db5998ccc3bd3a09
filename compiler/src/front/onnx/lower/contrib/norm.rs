//! Normalisations, with the sums that are fused with them.

use super::renamed;
use crate::front::onnx::lower::call::Call;
use crate::front::onnx::lower::constant::{Const, Scalar};
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::emit::{Combine, Res};
use crate::front::onnx::lower::gather::gather;
use crate::front::onnx::lower::norm::{self, Scaled};
use shardwright_ir::types::{ElementType, TensorType};

/// The normalised sum of input, skip and bias; outputs: result, mean, inverse deviation, sum.
pub fn skip_layer_normalization(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let simplified = call.op == "SkipSimplifiedLayerNormalization";
    let (gamma, beta) = (call.input(2)?, call.optional(3).filter(|_| !simplified));
    let mut sum = context.binary("add", &call.input(0)?, &call.input(1)?)?;
    if let Some(bias) = call.optional(if simplified { 3 } else { 4 }) {
        sum = context.binary("add", &sum, &bias)?;
    }
    let epsilon = call.float("epsilon", 1e-12)?;
    if simplified {
        if call.wants(1) || call.wants(2) {
            return Err("the statistics of SkipSimplifiedLayerNormalization are not supported: leave outputs 1 and 2 unnamed".into());
        }
        let last = context.dims(&sum).len() - 1;
        let result = norm::root_mean_square(context, &sum, &gamma, &[last], epsilon)?;
        return Ok(vec![result, sum.clone(), sum.clone(), sum]);
    }
    let [result, mean, inverse] = last_dimension(context, &sum, &gamma, beta.as_ref(), epsilon)?;
    Ok(vec![result, mean, inverse, sum])
}

/// Layer normalisation over the last dimension.
fn last_dimension(context: &mut Context, x: &Val, scale: &Val, shift: Option<&Val>, epsilon: f64) -> Res<[Val; 3]> {
    let last = context.dims(x).len().checked_sub(1).ok_or("a number has no dimension to normalise over")?;
    norm::layer(context, x, &Scaled { scale, shift, epsilon }, &[last])
}

/// The sum of word, position and segment embeddings, normalised; outputs: result, number of tokens that count, sum.
pub fn embed_layer_normalization(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (ids, words, positions) = (call.input(0)?, call.input(2)?, call.input(3)?);
    let dims = context.dims(&ids);
    let [batch, sequence] = dims[..] else { return Err(format!("input_ids must have rank 2, got {}", context.ty(&ids))) };
    let mut sum = gather(context, &words, &ids, 0)?;
    let places = match call.optional(8) {
        Some(places) => gather(context, &positions, &places, 0)?,
        None => {
            let rows = context.slice_dim(&positions, 0, 0, sequence)?;
            let hidden = context.dims(&rows)[1];
            context.reshape(&rows, &[1, sequence, hidden])?
        }
    };
    sum = context.binary("add", &sum, &places)?;
    match (call.optional(1), call.optional(4)) {
        (Some(segments), Some(table)) => {
            let of = gather(context, &table, &segments, 0)?;
            sum = context.binary("add", &sum, &of)?;
        }
        (None, None) => {}
        _ => return Err("segment_ids and segment_embedding must be given together".into()),
    }
    let [result, ..] = last_dimension(context, &sum, &call.input(5)?, Some(&call.input(6)?), call.float("epsilon", 1e-12)?)?;
    let count = match call.optional(7) {
        Some(mask) => {
            let mask = context.convert(&mask, ElementType::I32)?;
            context.reduce(Combine::Sum, &mask, &[1])?
        }
        None => Const::splat(TensorType::new(ElementType::I32, &[batch]), Scalar::Int(0)).into(),
    };
    Ok(vec![result, count, sum])
}

/// Group normalisation of [batch, channels, …], or [batch, …, channels], of a sum where there is a skip; then x · sigmoid(x) where asked.
pub fn group_norm(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let mut x = call.input(0)?;
    let last = call.flag("channels_last", true)?;
    if call.op == "SkipGroupNorm" {
        if !last {
            return Err("SkipGroupNorm with channels_last = 0 is not supported: keep the addition and GroupNorm apart".into());
        }
        let mut skip = call.input(3)?;
        if let ([batch, channels], rank) = (&context.dims(&skip)[..], context.dims(&x).len()) {
            let mut dims = vec![1; rank];
            (dims[0], dims[rank - 1]) = (*batch, *channels);
            skip = context.reshape(&skip, &dims)?;
        }
        x = context.binary("add", &x, &skip)?;
        if let Some(bias) = call.optional(4) {
            x = context.binary("add", &x, &bias)?;
        }
    }
    let sum = x.clone();
    let rank = context.dims(&x).len() as i64;
    if last {
        let first: Vec<i64> = [0, rank - 1].into_iter().chain(1..rank - 1).collect();
        x = context.transpose(&x, &first)?;
    }
    let inner = renamed(call, "GroupNormalization", 21, vec![Some(x), call.optional(1), call.optional(2)]);
    let mut result = norm::in_groups(context, &inner, call.required_int("groups")?)?;
    if call.required_int("activation")? != 0 {
        result = super::activation::swish(context, &result, 1.0)?;
    }
    if last {
        let back: Vec<i64> = std::iter::once(0).chain(2..rank).chain(std::iter::once(1)).collect();
        result = context.transpose(&result, &back)?;
    }
    Ok(vec![result, sum])
}
