//! Convolutions.

use super::call::{Call, check_steps};
use super::context::{Context, Val};
use super::emit::Res;
use super::norm::per_channel;
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "Conv" => conv(context, call),
        "ConvTranspose" => conv_transpose(context, call),
        "ConvInteger" => conv_integer(context, call),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

/// Pads before and after each spatial dimension, as `auto_pad` and `pads` say.
///
/// `spans` are the windows' extents with dilation.
pub fn padding(call: &Call, sizes: &[i64], spans: &[i64], strides: &[i64]) -> Res<(Vec<i64>, Vec<i64>)> {
    let count = sizes.len();
    let mode = call.text("auto_pad", "NOTSET")?;
    match mode.as_str() {
        "NOTSET" => {
            let pads = call.steps("pads", 2 * count, 0, 0)?;
            Ok((pads[..count].to_vec(), pads[count..].to_vec()))
        }
        "VALID" => Ok((vec![0; count], vec![0; count])),
        "SAME_UPPER" | "SAME_LOWER" => {
            let total: Vec<i64> = (0..count)
                .map(|dim| {
                    let outputs = (sizes[dim] + strides[dim] - 1) / strides[dim];
                    ((outputs - 1) * strides[dim] + spans[dim] - sizes[dim]).max(0)
                })
                .collect();
            let small: Vec<i64> = total.iter().map(|pad| pad / 2).collect();
            let large: Vec<i64> = total.iter().map(|pad| pad - pad / 2).collect();
            Ok(if mode == "SAME_UPPER" { (small, large) } else { (large, small) })
        }
        other => Err(format!("auto_pad must be NOTSET, VALID, SAME_UPPER or SAME_LOWER, got {other:?}")),
    }
}

/// The convolution of a call, without bias.
pub fn convolve(context: &mut Context, call: &Call, x: &Val, w: &Val) -> Res<Val> {
    let (dims, kernel) = (context.dims(x), context.dims(w));
    let groups = call.int("group", 1)?;
    if dims.len() < 3 || kernel.len() != dims.len() {
        return Err(format!("Conv needs an input and a kernel of one rank, at least 3, got {} and {}", context.ty(x), context.ty(w)));
    }
    if groups < 1 || dims[1] % groups != 0 || kernel[0] % groups != 0 || dims[1] / groups != kernel[1] {
        return Err(format!("{groups} groups of a kernel {} do not fit an input {}", context.ty(w), context.ty(x)));
    }
    let count = dims.len() - 2;
    let stated = call.steps("kernel_shape", count, 0, 0)?;
    if call.has("kernel_shape") && stated != kernel[2..] {
        return Err(format!("kernel_shape {stated:?} differs from the kernel {}", context.ty(w)));
    }
    check_steps("kernel dimensions", &kernel[2..], 1)?;
    let stride = call.steps("strides", count, 1, 1)?;
    let dilation = call.steps("dilations", count, 1, 1)?;
    let spans: Vec<i64> = (0..count).map(|dim| (kernel[dim + 2] - 1) * dilation[dim] + 1).collect();
    let (low, high) = padding(call, &dims[2..], &spans, &stride)?;
    let window = Window {
        strides: stride,
        padding: low.into_iter().zip(high).map(|(low, high)| [low, high]).collect(),
        window_dilations: dilation,
        ..Window::unit(count)
    };
    let (x, w) = (context.ir(x)?, context.ir(w)?);
    context.emit.conv(x, w, &window, groups).map(Val::from)
}

fn add_bias(context: &mut Context, call: &Call, result: Val) -> Res<Val> {
    let Some(bias) = call.optional(2) else { return Ok(result) };
    let rank = context.dims(&result).len();
    let bias = per_channel(context, &bias, rank)?;
    context.binary("add", &result, &bias)
}

pub fn conv(context: &mut Context, call: &Call) -> Res<Val> {
    let result = convolve(context, call, &call.input(0)?, &call.input(1)?)?;
    add_bias(context, call, result)
}

/// A convolution of the input with zeros between its elements and the kernel turned round.
fn conv_transpose(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, w) = (call.input(0)?, call.input(1)?);
    let (dims, kernel) = (context.dims(&x), context.dims(&w));
    let groups = call.int("group", 1)?;
    if dims.len() < 3 || kernel.len() != dims.len() || groups < 1 || dims[1] != kernel[0] || dims[1] % groups != 0 {
        return Err(format!("{groups} groups of a kernel {} do not fit an input {}", context.ty(&w), context.ty(&x)));
    }
    let count = dims.len() - 2;
    check_steps("kernel dimensions", &kernel[2..], 1)?;
    let stride = call.steps("strides", count, 1, 1)?;
    let dilation = call.steps("dilations", count, 1, 1)?;
    let extra = call.steps("output_padding", count, 0, 0)?;
    let span = |dim: usize| (kernel[dim + 2] - 1) * dilation[dim] + 1;
    let full = |dim: usize| (dims[dim + 2] - 1) * stride[dim] + span(dim) + extra[dim];
    let mode = call.text("auto_pad", "NOTSET")?;
    let (begin, end): (Vec<i64>, Vec<i64>) = if let Some(shape) = call.ints("output_shape")? {
        let wanted = shape.get(shape.len().saturating_sub(count)..).unwrap_or(&[]);
        if wanted.len() != count {
            return Err(format!("output_shape needs {count} sizes, got {shape:?}"));
        }
        check_steps("output_shape", wanted, 0)?;
        split_padding((0..count).map(|dim| full(dim) - wanted[dim]), &mode)
    } else if mode.starts_with("SAME") {
        split_padding((0..count).map(|dim| full(dim) - dims[dim + 2] * stride[dim]), &mode)
    } else {
        padding(call, &dims[2..], &kernel[2..], &stride)?
    };
    let window = Window {
        padding: (0..count).map(|dim| [span(dim) - 1 - begin[dim], span(dim) - 1 - end[dim] + extra[dim]]).collect(),
        base_dilations: stride.clone(),
        window_dilations: dilation.clone(),
        ..Window::unit(count)
    };
    // Kernel [in, out / groups, …] to [out, in / groups, …], each spatial dimension reversed.
    let per_group = dims[1] / groups;
    let mut apart = vec![groups, per_group, kernel[1]];
    apart.extend(&kernel[2..]);
    let w = context.reshape(&w, &apart)?;
    let mut perm: Vec<i64> = vec![0, 2, 1];
    perm.extend(3..apart.len() as i64);
    let w = context.transpose(&w, &perm)?;
    let mut joined = vec![groups.checked_mul(kernel[1]).ok_or("ConvTranspose is too large")?, per_group];
    joined.extend(&kernel[2..]);
    let w = context.reshape(&w, &joined)?;
    let value = context.ir(&w)?;
    let spatial: Vec<i64> = (2..joined.len() as i64).collect();
    let turned = context.emit.reverse(value, &spatial)?;
    let x = context.ir(&x)?;
    let result = context.emit.conv(x, turned, &window, groups)?.into();
    add_bias(context, call, result)
}

fn split_padding(total: impl Iterator<Item = i64>, mode: &str) -> (Vec<i64>, Vec<i64>) {
    total
        .map(|pad| {
            let half = pad.div_euclid(2);
            if mode == "SAME_UPPER" { (half, pad - half) } else { (pad - half, half) }
        })
        .unzip()
}

fn conv_integer(context: &mut Context, call: &Call) -> Res<Val> {
    let mut operands = Vec::new();
    for index in 0..2 {
        let wide = context.convert(&call.input(index)?, ElementType::I32)?;
        operands.push(match call.optional(index + 2) {
            Some(zero) => {
                let zero = context.convert(&zero, ElementType::I32)?;
                let count = context.ty(&zero).num_elements();
                let rank = context.dims(&wide).len();
                let mut shape = vec![1; rank];
                if count > 1 {
                    shape[0] = count;
                }
                let zero = context.reshape(&zero, &shape)?;
                context.binary("subtract", &wide, &zero)?
            }
            None => wide,
        });
    }
    convolve(context, call, &operands[0], &operands[1])
}
