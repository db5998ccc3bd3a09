//! Normalisations: a mean and a variance over some axes, then scale and shift.
//!
//! Statistics of narrow floats are computed in single precision, as `stash_type` asks by default.

use super::call::{Call, axes, axis};
use super::context::{Context, Val};
use super::emit::{Combine, Res};
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let one = |result: Res<Val>| Some(result.map(|val| vec![val]));
    match call.op {
        "LayerNormalization" => Some(layer_normalization(context, call)),
        "RMSNormalization" | "SimplifiedLayerNormalization" => one(rms_normalization(context, call)),
        "BatchNormalization" if call.int("training_mode", 0) == Ok(1) => Some(batch_statistics(context, call)),
        "BatchNormalization" => one(batch_normalization(context, call)),
        "InstanceNormalization" => one(instance_normalization(context, call)),
        "GroupNormalization" => one(group_normalization(context, call)),
        "LpNormalization" => one(call.input(0).and_then(|x| context.in_single(&x, |context, x| lp_normalization(context, call, x)))),
        "MeanVarianceNormalization" => one(call.input(0).and_then(|x| context.in_single(&x, |context, x| mean_variance_normalization(context, call, x)))),
        "LRN" => one(call.input(0).and_then(|x| context.in_single(&x, |context, x| local_response_normalization(context, call, x)))),
        _ => None,
    }
}

fn widen(context: &mut Context, x: &Val) -> Res<Val> {
    if context.element(x).bits() < 32 { context.convert(x, ElementType::F32) } else { Ok(x.clone()) }
}

fn mean(context: &mut Context, x: &Val, over: &[usize]) -> Res<Val> {
    let dims = context.dims(x);
    let count: i64 = over.iter().map(|&dim| dims[dim]).product();
    let sum = context.reduce_keep(Combine::Sum, x, over)?;
    context.binary_number("divide", &sum, count as f64)
}

/// Deviation from the mean, the mean, and 1 / sqrt(variance + epsilon), over the axes (which stay with size 1).
fn statistics(context: &mut Context, x: &Val, over: &[usize], epsilon: f64) -> Res<(Val, Val, Val)> {
    let middle = mean(context, x, over)?;
    let deviation = context.binary("subtract", x, &middle)?;
    let square = context.binary("multiply", &deviation, &deviation)?;
    let variance = mean(context, &square, over)?;
    let shifted = context.binary_number("add", &variance, epsilon)?;
    let inverse = context.unary("rsqrt", &shifted)?;
    Ok((deviation, middle, inverse))
}

fn layer_normalization(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (x, scale, shift) = (call.input(0)?, call.input(1)?, call.optional(2));
    let rank = context.dims(&x).len();
    let over: Vec<usize> = (axis(call.int("axis", -1)?, rank)?..rank).collect();
    let how = Scaled { scale: &scale, shift: shift.as_ref(), epsilon: call.float("epsilon", 1e-5)? };
    layer(context, &x, &how, &over).map(Vec::from)
}

/// What comes after a normalisation, and what its variance is kept from zero by.
pub struct Scaled<'a> {
    /// Factor.
    pub scale: &'a Val,
    /// Summand.
    pub shift: Option<&'a Val>,
    /// Added to the variance.
    pub epsilon: f64,
}

/// The layer normalisation of `x` over some axes, the mean, and one over the deviation.
pub fn layer(context: &mut Context, x: &Val, how: &Scaled, over: &[usize]) -> Res<[Val; 3]> {
    let element = context.element(x);
    let wide = widen(context, x)?;
    let (deviation, middle, inverse) = statistics(context, &wide, over, how.epsilon)?;
    let normal = context.binary("multiply", &deviation, &inverse)?;
    let normal = context.convert(&normal, element)?;
    let mut result = context.binary("multiply", &normal, how.scale)?;
    if let Some(shift) = how.shift {
        result = context.binary("add", &result, shift)?;
    }
    Ok([result, middle, inverse])
}

fn rms_normalization(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, scale) = (call.input(0)?, call.input(1)?);
    let rank = context.dims(&x).len();
    let over: Vec<usize> = (axis(call.int("axis", -1)?, rank)?..rank).collect();
    root_mean_square(context, &x, &scale, &over, call.float("epsilon", 1e-5)?)
}

/// x · scale / sqrt(mean of x² + epsilon) over some axes.
pub fn root_mean_square(context: &mut Context, x: &Val, scale: &Val, over: &[usize], epsilon: f64) -> Res<Val> {
    let element = context.element(x);
    let wide = widen(context, x)?;
    let square = context.binary("multiply", &wide, &wide)?;
    let average = mean(context, &square, over)?;
    let shifted = context.binary_number("add", &average, epsilon)?;
    let inverse = context.unary("rsqrt", &shifted)?;
    let normal = context.binary("multiply", &wide, &inverse)?;
    let of_scale = context.element(scale);
    let normal = context.convert(&normal, of_scale)?;
    let result = context.binary("multiply", &normal, scale)?;
    context.convert(&result, element)
}

/// A vector of one number a channel, shaped to broadcast along dimension 1 of a tensor of `rank` dimensions.
pub fn per_channel(context: &mut Context, vector: &Val, rank: usize) -> Res<Val> {
    let dims = context.dims(vector);
    let [channels] = dims[..] else { return Err(format!("a vector of one number a channel is needed, got {}", context.ty(vector))) };
    let mut shape = vec![1; rank.saturating_sub(1)];
    if let Some(first) = shape.first_mut() {
        *first = channels;
    }
    context.reshape(vector, &shape)
}

fn batch_normalization(context: &mut Context, call: &Call) -> Res<Val> {
    if call.wants(1) {
        return Err("the statistics of BatchNormalization are outputs in training mode only (operator set 14 and later)".into());
    }
    let x = call.input(0)?;
    let rank = context.dims(&x).len();
    let element = context.element(&x);
    let parameter = |context: &mut Context, index: usize| {
        let val = call.input(index)?;
        let val = context.convert(&val, element)?;
        Ok::<_, String>(val)
    };
    let (scale, shift) = (parameter(context, 1)?, parameter(context, 2)?);
    let (middle, variance) = (parameter(context, 3)?, parameter(context, 4)?);
    // (x - mean) · scale / sqrt(variance + epsilon) + shift, as x · factor + offset with both a number a channel.
    let shifted = context.binary_number("add", &variance, call.float("epsilon", 1e-5)?)?;
    let inverse = context.unary("rsqrt", &shifted)?;
    let factor = context.binary("multiply", &scale, &inverse)?;
    let moved = context.binary("multiply", &middle, &factor)?;
    let offset = context.binary("subtract", &shift, &moved)?;
    let (factor, offset) = (per_channel(context, &factor, rank)?, per_channel(context, &offset, rank)?);
    let scaled = context.binary("multiply", &x, &factor)?;
    context.binary("add", &scaled, &offset)
}

/// By the statistics of the batch itself; outputs: result, and the means and variances that were given, moved on towards those of the batch.
fn batch_statistics(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (x, scale, shift) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let element = context.element(&x);
    let rank = context.dims(&x).len();
    let over: Vec<usize> = (0..rank).filter(|&dim| dim != 1).collect();
    let wide = widen(context, &x)?;
    let middle = mean(context, &wide, &over)?;
    let deviation = context.binary("subtract", &wide, &middle)?;
    let square = context.binary("multiply", &deviation, &deviation)?;
    let variance = mean(context, &square, &over)?;
    let shifted = context.binary_number("add", &variance, call.float("epsilon", 1e-5)?)?;
    let inverse = context.unary("rsqrt", &shifted)?;
    let normal = context.binary("multiply", &deviation, &inverse)?;
    let normal = context.convert(&normal, element)?;
    let (scale, shift) = (per_channel(context, &scale, rank)?, per_channel(context, &shift, rank)?);
    let scaled = context.binary("multiply", &normal, &scale)?;
    let mut results = vec![context.binary("add", &scaled, &shift)?];
    let momentum = call.float("momentum", 0.9)?;
    for (index, batch) in [(3, middle), (4, variance)] {
        let known = call.input(index)?;
        let (own, of) = (context.dims(&known), context.element(&known));
        let batch = context.reshape(&batch, &own)?;
        let batch = context.convert(&batch, of)?;
        let kept = context.binary_number("multiply", &known, momentum)?;
        let new = context.binary_number("multiply", &batch, 1.0 - momentum)?;
        results.push(context.binary("add", &kept, &new)?);
    }
    Ok(results)
}

fn instance_normalization(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, scale, shift) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let element = context.element(&x);
    let rank = context.dims(&x).len();
    if rank < 3 {
        return Err(format!("InstanceNormalization needs rank 3 or more, got {}", context.ty(&x)));
    }
    let wide = widen(context, &x)?;
    let over: Vec<usize> = (2..rank).collect();
    let (deviation, _, inverse) = statistics(context, &wide, &over, call.float("epsilon", 1e-5)?)?;
    let normal = context.binary("multiply", &deviation, &inverse)?;
    let normal = context.convert(&normal, element)?;
    let (scale, shift) = (per_channel(context, &scale, rank)?, per_channel(context, &shift, rank)?);
    let scaled = context.binary("multiply", &normal, &scale)?;
    context.binary("add", &scaled, &shift)
}

fn group_normalization(context: &mut Context, call: &Call) -> Res<Val> {
    in_groups(context, call, call.required_int("num_groups")?)
}

/// The group normalisation of a call's first input, by its second and third.
pub fn in_groups(context: &mut Context, call: &Call, groups: i64) -> Res<Val> {
    let (x, scale, shift) = (call.input(0)?, call.input(1)?, call.input(2)?);
    let element = context.element(&x);
    let dims = context.dims(&x);
    if dims.len() < 2 || groups < 1 || dims[1] % groups != 0 {
        return Err(format!("{groups} groups do not divide the channels of {}", context.ty(&x)));
    }
    let mut apart = vec![dims[0], groups, dims[1] / groups];
    apart.extend(&dims[2..]);
    let wide = widen(context, &x)?;
    let wide = context.reshape(&wide, &apart)?;
    let over: Vec<usize> = (2..apart.len()).collect();
    let (deviation, _, inverse) = statistics(context, &wide, &over, call.float("epsilon", 1e-5)?)?;
    let normal = context.binary("multiply", &deviation, &inverse)?;
    let normal = context.convert(&normal, element)?;
    // Before version 21, scale and shift had one number a group.
    let of_group = context.dims(&scale) == [groups] && (call.opset < 21 || groups == dims[1]);
    let shape = |context: &mut Context, vector: &Val| {
        let mut shape = vec![1; apart.len() - 1];
        shape[0] = groups;
        if !of_group {
            shape[1] = dims[1] / groups;
        }
        context.reshape(vector, &shape)
    };
    let (scale, shift) = (shape(context, &scale)?, shape(context, &shift)?);
    let scaled = context.binary("multiply", &normal, &scale)?;
    let result = context.binary("add", &scaled, &shift)?;
    context.reshape(&result, &dims)
}

fn lp_normalization(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let dim = axis(call.int("axis", -1)?, context.dims(x).len())?;
    let norm = match call.int("p", 2)? {
        1 => {
            let size = context.unary("abs", x)?;
            context.reduce_keep(Combine::Sum, &size, &[dim])?
        }
        2 => {
            let square = context.binary("multiply", x, x)?;
            let sum = context.reduce_keep(Combine::Sum, &square, &[dim])?;
            context.unary("sqrt", &sum)?
        }
        other => return Err(format!("p must be 1 or 2, got {other}")),
    };
    // A vector of zeros stays zero.
    let zero = context.number(&norm, 0.0);
    let one = context.number(&norm, 1.0);
    let none = context.compare("EQ", &norm, &zero)?;
    let norm = context.select(&none, &one, &norm)?;
    context.binary("divide", x, &norm)
}

fn mean_variance_normalization(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let over = axes(&call.ints("axes")?.unwrap_or_else(|| vec![0, 2, 3]), context.dims(x).len())?;
    let middle = mean(context, x, &over)?;
    let deviation = context.binary("subtract", x, &middle)?;
    let square = context.binary("multiply", &deviation, &deviation)?;
    let variance = mean(context, &square, &over)?;
    let spread = context.unary("sqrt", &variance)?;
    let spread = context.binary_number("add", &spread, 1e-9)?;
    context.binary("divide", &deviation, &spread)
}

/// x / (bias + alpha / size · Σ x²)^beta, the sum over `size` neighbouring channels.
fn local_response_normalization(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let rank = context.dims(x).len();
    if rank < 2 {
        return Err(format!("LRN needs rank 2 or more, got {}", context.ty(x)));
    }
    let size = call.steps_of("size", call.required_int("size")?)?;
    let square = context.binary("multiply", x, x)?;
    let mut window = Window::unit(rank);
    let mut extent = vec![1; rank];
    extent[1] = size;
    window.padding[1] = [(size - 1) / 2, size - 1 - (size - 1) / 2];
    let value = context.ir(&square)?;
    let sum = context.emit.reduce_window(Combine::Sum, value, &extent, &window)?;
    let scaled = context.binary_number("multiply", &sum.into(), call.float("alpha", 1e-4)? / size as f64)?;
    let base = context.binary_number("add", &scaled, call.float("bias", 1.0)?)?;
    let exponent = context.number(&base, call.float("beta", 0.75)?);
    let below = context.binary("power", &base, &exponent)?;
    context.binary("divide", x, &below)
}
