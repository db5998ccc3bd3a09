//! Linear attention and its short convolution: layers that carry a state along the sequence.

use super::call::Call;
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::Res;
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    match call.op {
        "LinearAttention" => Some(linear_attention(context, call)),
        "CausalConvWithState" => Some(causal_conv(context, call)),
        _ => None,
    }
}

/// [batch, time, heads · size] in single precision as [batch, heads, time, size].
fn heads_of(context: &mut Context, x: &Val, heads: i64, what: &str) -> Res<Val> {
    let dims = context.dims(x);
    let [batch, time, hidden] = dims[..] else { return Err(format!("{what} must have rank 3, got {}", context.ty(x))) };
    if heads < 1 || hidden % heads != 0 {
        return Err(format!("{heads} heads do not divide the {hidden} columns of {what}"));
    }
    let wide = context.convert(x, ElementType::F32)?;
    let apart = context.reshape(&wide, &[batch, time, heads, hidden / heads])?;
    context.transpose(&apart, &[0, 2, 1, 3])
}

/// What a step reads, each [batch, heads, time, size].
struct Streams {
    query: Val,
    key: Val,
    value: Val,
    decay: Option<Val>,
    beta: Option<Val>,
}

/// State S [batch, heads, key size, value size]; at each step: S decays by exp(g), v becomes β (v - Sᵀ k) under the
/// delta rules, S gains k vᵀ, and the output is scale · qᵀ S.
fn linear_attention(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let rule = call.text("update_rule", "gated_delta")?;
    let (gated, delta) = match rule.as_str() {
        "linear" => (false, false),
        "gated" => (true, false),
        "delta" => (false, true),
        "gated_delta" => (true, true),
        other => return Err(format!("update_rule must be linear, gated, delta or gated_delta, got {other:?}")),
    };
    let (decay, beta) = (call.optional(4), call.optional(5));
    if decay.is_some() != gated || beta.is_some() != delta {
        return Err(format!("update_rule {rule} takes decay: {gated}, beta: {delta}, but other inputs are given"));
    }
    let (heads, shared) = (call.required_int("q_num_heads")?, call.required_int("kv_num_heads")?);
    if shared < 1 || heads % shared != 0 {
        return Err(format!("q_num_heads {heads} must be a multiple of kv_num_heads {shared}"));
    }
    let input = call.input(0)?;
    let streams = Streams {
        query: heads_of(context, &input, heads, "query")?,
        key: heads_of(context, &call.input(1)?, shared, "key")?,
        value: heads_of(context, &call.input(2)?, shared, "value")?,
        decay: decay.map(|decay| heads_of(context, &decay, shared, "decay")).transpose()?,
        beta: match beta {
            Some(beta) => {
                let columns = context.dims(&beta).last().copied().unwrap_or(1);
                Some(heads_of(context, &beta, columns, "beta")?)
            }
            None => None,
        },
    };
    let (dims, width) = (context.dims(&streams.query), context.dims(&streams.value)[3]);
    let (batch, time, size) = (dims[0], dims[2], dims[3]);
    let scale = match call.float("scale", 0.0)? {
        0.0 => 1.0 / (size as f64).sqrt(),
        given => given,
    };
    let past = call.optional(3);
    let kept = past.as_ref().map_or(context.element(&input), |past| context.element(past));
    let start = match past {
        Some(past) => context.convert(&past, ElementType::F32)?,
        None => Const::splat(TensorType::new(ElementType::F32, &[batch, shared, size, width]), Scalar::Float(0.0)).into(),
    };
    let (outputs, state) = run(context, &streams, &start, [batch, heads, shared, time, size, width])?;
    let outputs = context.binary_number("multiply", &outputs, scale)?;
    let outputs = context.transpose(&outputs, &[0, 2, 1, 3])?;
    let outputs = context.reshape(&outputs, &[batch, time, heads * width])?;
    let element = context.element(&input);
    Ok(vec![context.convert(&outputs, element)?, context.convert(&state, kept)?])
}

fn run(context: &mut Context, streams: &Streams, start: &Val, sizes: [i64; 6]) -> Res<(Val, Val)> {
    let [batch, heads, shared, time, size, width] = sizes;
    let fixed = |context: &mut Context, val: &Val| context.ir(val).map(Val::from);
    let query = fixed(context, &streams.query)?;
    let key = fixed(context, &streams.key)?;
    let value = fixed(context, &streams.value)?;
    let decay = streams.decay.as_ref().map(|decay| fixed(context, decay)).transpose()?;
    let beta = streams.beta.as_ref().map(|beta| fixed(context, beta)).transpose()?;
    let zero = context.emit.splat(ElementType::I32, &[], 0.0)?;
    let outputs = context.emit.splat(ElementType::F32, &[batch, heads, time, width], 0.0)?;
    let init = [zero, outputs, context.ir(start)?];
    let results = context.while_loop(
        &init,
        &mut |context, state| {
            let limit = context.emit.splat(ElementType::I32, &[], time as f64)?;
            context.emit.compare("LT", state[0], limit)
        },
        &mut |context, state| {
            let zero = context.emit.splat(ElementType::I32, &[], 0.0)?;
            let at = |context: &mut Context, stream: &Val| -> Res<Val> {
                let dims = context.dims(stream);
                let whole = context.ir(stream)?;
                let slice = context.emit.dynamic_slice(whole, &[zero, zero, state[0], zero], &[dims[0], dims[1], 1, dims[3]])?;
                context.reshape(&slice.into(), &[dims[0], dims[1], dims[3]])
            };
            let (q, k, mut v) = (at(context, &query)?, at(context, &key)?, at(context, &value)?);
            let mut memory: Val = state[2].into();
            if let Some(decay) = &decay {
                let decay = at(context, decay)?;
                let factor = context.unary("exponential", &decay)?;
                let mut dims = context.dims(&factor);
                dims.push(1);
                let factor = context.reshape(&factor, &dims)?;
                memory = context.binary("multiply", &memory, &factor)?;
            }
            let (k_value, batches) = (context.ir(&k)?, [&[0, 1][..], &[0, 1][..]]);
            if let Some(beta) = &beta {
                let memory = context.ir(&memory)?;
                let known = context.emit.dot(memory, k_value, batches, [&[2], &[2]])?;
                let news = context.binary("subtract", &v, &known.into())?;
                let beta = at(context, beta)?;
                v = context.binary("multiply", &news, &beta)?;
            }
            let v_value = context.ir(&v)?;
            let written = context.emit.dot(k_value, v_value, batches, [&[], &[]])?;
            memory = context.binary("add", &memory, &written.into())?;
            let grouped = context.reshape(&q, &[batch, shared, heads / shared, size])?;
            let (grouped, memory) = (context.ir(&grouped)?, context.ir(&memory)?);
            let read = context.emit.dot(grouped, memory, batches, [&[3], &[2]])?;
            let row = context.emit.reshape(read, &[batch, heads, 1, width])?;
            let outputs = context.emit.dynamic_update_slice(state[1], row, &[zero, zero, state[0], zero])?;
            let one = context.emit.splat(ElementType::I32, &[], 1.0)?;
            Ok(vec![context.emit.binary("add", state[0], one)?, outputs, memory])
        },
    )?;
    Ok((results[1].into(), results[2].into()))
}

/// A depthwise convolution over the input and the `k - 1` places before it, which are the state.
fn causal_conv(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (x, weight) = (call.input(0)?, call.input(1)?);
    let (dims, kernel) = (context.dims(&x), context.dims(&weight));
    let (&[batch, channels, _], &[_, _, width]) = (&dims[..], &kernel[..]) else {
        return Err(format!("CausalConvWithState needs rank 3, got {dims:?} and {kernel:?}"));
    };
    if width < 1 {
        return Err("the kernel of CausalConvWithState must have at least one element".into());
    }
    let before = match call.optional(3) {
        Some(past) => past,
        None => {
            let ty = TensorType::new(context.element(&x), &[batch, channels, width - 1]);
            Const::splat(ty, Scalar::Float(0.0)).into()
        }
    };
    let whole = context.concat(&[before, x], 2)?;
    let (left, right) = (context.ir(&whole)?, context.ir(&weight)?);
    let mut result: Val = context.emit.conv(left, right, &Window::unit(1), channels)?.into();
    if let Some(bias) = call.optional(2) {
        let bias = super::norm::per_channel(context, &bias, 3)?;
        result = context.binary("add", &result, &bias)?;
    }
    match call.text("activation", "none")?.as_str() {
        "none" => {}
        "silu" | "swish" => {
            let gate = context.unary("logistic", &result)?;
            result = context.binary("multiply", &result, &gate)?;
        }
        other => return Err(format!("activation must be none, silu or swish, got {other:?}")),
    }
    let length = context.dims(&whole)[2];
    let state = context.slice_dim(&whole, 2, length - (width - 1), width - 1)?;
    Ok(vec![result, state])
}
