//! Operators on integers with scales and zero points.
//!
//! Elementwise ones compute on the numbers that the integers stand for, as the kernels' tables do; products are sums of integers, scaled once.

use super::attention::{Projected, of_projection};
use super::renamed;
use crate::front::onnx::lower::call::{Call, axis};
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::emit::Res;
use crate::front::onnx::lower::matmul::matmul;
use crate::front::onnx::lower::quant::{self, centered, dequantize, dynamic_quantize, quantize};
use crate::front::onnx::lower::{math, pool, reduce};
use shardwright_ir::types::ElementType;

/// The numbers that an input stands for, its scale and zero point being the two inputs behind it.
fn numbers(context: &mut Context, call: &Call, index: usize) -> Res<Val> {
    let zero = call.optional(index + 2).map(|zero| context.reshape(&zero, &[])).transpose()?;
    let scale = context.reshape(&call.input(index + 1)?, &[])?;
    dequantize(context, &call.input(index)?, &scale, zero.as_ref())
}

/// Numbers as integers like those of `like`, by the scale and zero point at `index`.
fn integers(context: &mut Context, call: &Call, x: &Val, index: usize, like: &Val) -> Res<Vec<Val>> {
    let scale = context.reshape(&call.input(index)?, &[])?;
    let zero = call.optional(index + 1).map(|zero| context.reshape(&zero, &[])).transpose()?;
    let element = context.element(like);
    Ok(vec![quantize(context, x, &scale, zero.as_ref(), element, true)?])
}

/// `QLinearAdd` and `QLinearMul`.
pub fn q_linear_binary(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (a, b) = (numbers(context, call, 0)?, numbers(context, call, 3)?);
    let result = context.binary(if call.op == "QLinearAdd" { "add" } else { "multiply" }, &a, &b)?;
    integers(context, call, &result, 6, &call.input(0)?)
}

/// `QLinearSigmoid` and `QLinearLeakyRelu`.
pub fn q_linear_unary(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = numbers(context, call, 0)?;
    let result = if call.op == "QLinearSigmoid" {
        context.unary("logistic", &x)?
    } else {
        let scaled = context.binary_number("multiply", &x, call.float("alpha", 0.01)?)?;
        math::where_negative(context, &x, &scaled, &x)?
    };
    integers(context, call, &result, 3, &call.input(0)?)
}

/// `QLinearSoftmax`; before operator set 13, over all dimensions from the axis on.
pub fn q_linear_softmax(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = numbers(context, call, 0)?;
    let dims = context.dims(&x);
    let opset = call.required_int("opset")?;
    let dim = axis(call.int("axis", if opset < 13 { 1 } else { -1 })?, dims.len())?;
    let result = if opset < 13 {
        let flat = context.reshape(&x, &[dims[..dim].iter().product(), dims[dim..].iter().product()])?;
        let flat = reduce::softmax(context, &flat, 1)?;
        context.reshape(&flat, &dims)?
    } else {
        reduce::softmax(context, &x, dim)?
    };
    integers(context, call, &result, 3, &call.input(0)?)
}

/// `QLinearWhere`.
pub fn q_linear_where(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (yes, no) = (numbers(context, call, 1)?, numbers(context, call, 4)?);
    let result = context.select(&call.input(0)?, &yes, &no)?;
    integers(context, call, &result, 7, &call.input(1)?)
}

/// `QLinearConcat`: scale and zero point of the result first, then each input with its own.
pub fn q_linear_concat(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    if (call.inputs.len() - 2) % 3 != 0 || call.inputs.len() < 5 {
        return Err(format!("QLinearConcat takes 2 inputs and 3 for each tensor, the node has {}", call.inputs.len()));
    }
    let mut parts = Vec::new();
    for index in (2..call.inputs.len()).step_by(3) {
        parts.push(numbers(context, call, index)?);
    }
    let dim = axis(call.required_int("axis")?, context.dims(&parts[0]).len())?;
    let joined = context.concat(&parts, dim)?;
    integers(context, call, &joined, 0, &call.input(2)?)
}

/// `QLinearAveragePool` and `QLinearGlobalAveragePool`, of channels first or last.
pub fn q_linear_average_pool(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let mut x = numbers(context, call, 0)?;
    let last = call.flag("channels_last", false)?;
    if last {
        x = super::matmul::channels_first(context, &x)?;
    }
    let op = call.op.trim_start_matches("QLinear");
    let inner = renamed(call, op, 19, vec![Some(x)]);
    let mut result = pool::lower(context, &inner).ok_or("pooling is in another family")??.remove(0);
    if last {
        result = super::matmul::channels_last(context, &result)?;
    }
    integers(context, call, &result, 3, &call.input(0)?)
}

/// `QLinearConv`, of channels first or last.
pub fn q_linear_conv(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    if !call.flag("channels_last", false)? {
        return Ok(vec![quant::q_linear_conv(context, call)?]);
    }
    let mut inputs = call.inputs.clone();
    inputs[0] = Some(super::matmul::channels_first(context, &call.input(0)?)?);
    let result = quant::q_linear_conv(context, &renamed(call, call.op, 22, inputs))?;
    Ok(vec![super::matmul::channels_last(context, &result)?])
}

/// Sums of 16-bit integers.
pub fn matmul_integer16(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (a, b) = (context.convert(&call.input(0)?, ElementType::I32)?, context.convert(&call.input(1)?, ElementType::I32)?);
    Ok(vec![matmul(context, &a, &b)?])
}

/// A product of integers, as numbers.
fn scaled_product(context: &mut Context, [a, b]: [&Val; 2], zeros: [Option<Val>; 2], scales: [&Val; 2]) -> Res<Val> {
    let [of_a, of_b] = zeros;
    let (a, b) = (centered(context, a, of_a, true)?, centered(context, b, of_b, false)?);
    let product = matmul(context, &a, &b)?;
    let product = context.convert(&product, ElementType::F32)?;
    let scale = context.binary("multiply", scales[0], scales[1])?;
    // One number is of any rank.
    let scale = if context.dims(&scale).iter().product::<i64>() == 1 { context.reshape(&scale, &[])? } else { scale };
    context.binary("multiply", &product, &scale)
}

fn plus(context: &mut Context, x: Val, bias: Option<Val>) -> Res<Vec<Val>> {
    Ok(vec![match bias {
        Some(bias) => context.binary("add", &x, &bias)?,
        None => x,
    }])
}

/// A product of integers as numbers, with a bias.
pub fn matmul_integer_to_float(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    let result = scaled_product(context, [&a, &b], [call.optional(4), call.optional(5)], [&call.input(2)?, &call.input(3)?])?;
    plus(context, result, call.optional(6))
}

/// The same of numbers on the left, which are made integers by their range.
pub fn dynamic_quantize_matmul(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let b = call.input(1)?;
    let [a, scale, zero] = <[Val; 3]>::try_from(dynamic_quantize(context, call)?).map_err(|_| "quantizing gives three tensors")?;
    let result = scaled_product(context, [&a, &b], [Some(zero), call.optional(3)], [&scale, &call.input(2)?])?;
    plus(context, result, call.optional(4))
}

/// alpha · A' B' + C of integers; integers again where the result has a scale.
pub fn q_gemm(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (mut a, mut b) = (call.input(0)?, call.input(3)?);
    for (x, name) in [(&mut a, "transA"), (&mut b, "transB")] {
        if call.flag(name, false)? {
            *x = context.transpose(x, &[1, 0])?;
        }
    }
    let zero_a = context.reshape(&call.input(2)?, &[])?;
    let (a, b) = (centered(context, &a, Some(zero_a), false)?, centered(context, &b, call.optional(5), false)?);
    let mut product = matmul(context, &a, &b)?;
    if let Some(bias) = call.optional(6) {
        product = context.binary("add", &product, &bias)?;
    }
    let product = context.convert(&product, ElementType::F32)?;
    let scale_a = context.reshape(&call.input(1)?, &[])?;
    let scale = context.binary("multiply", &call.input(4)?, &scale_a)?;
    let scale = context.binary_number("multiply", &scale, call.float("alpha", 1.0)?)?;
    let result = context.binary("multiply", &product, &scale)?;
    match call.optional(7) {
        Some(_) => integers(context, call, &result, 7, &call.input(0)?),
        None => Ok(vec![result]),
    }
}

/// `Attention` whose projection is of integers.
pub fn q_attention(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (x, weights) = (call.input(0)?, call.input(1)?);
    let zero = call.optional(6).map(|zero| context.reshape(&zero, &[])).transpose()?;
    let product = scaled_product(context, [&x, &weights], [zero, call.optional(7)], [&call.input(3)?, &call.input(4)?])?;
    let projected = context.binary("add", &product, &call.input(2)?)?;
    of_projection(context, call, Projected { projected, mask: call.optional(5), past: call.optional(8), bias: None })
}
