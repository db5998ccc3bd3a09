//! Quantisation: integers with a scale and a zero point.

use super::call::{Call, axis};
use super::context::{Context, Val};
use super::conv::convolve;
use super::elementwise::cast;
use super::emit::{Combine, Res, int_range};
use super::matmul::matmul;
use crate::front::onnx::weights::element_type;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let one = |result: Res<Val>| Some(result.map(|val| vec![val]));
    match call.op {
        "QuantizeLinear" => one(quantize_linear(context, call)),
        "DequantizeLinear" => one(dequantize_linear(context, call)),
        "DynamicQuantizeLinear" => Some(dynamic_quantize(context, call)),
        "MatMulInteger" => one(matmul_integer(context, call)),
        "QLinearMatMul" => one(q_linear_matmul(context, call)),
        "QLinearConv" => one(q_linear_conv(context, call)),
        _ => None,
    }
}

/// A scale or zero point, shaped to broadcast with `x`: one number, one an index of an axis, or one a block of it.
fn spread(context: &mut Context, call: &Call, x: &Val, parameter: &Val) -> Res<Val> {
    let (dims, own) = (context.dims(x), context.dims(parameter));
    if own.iter().product::<i64>() == 1 && own.len() <= 1 {
        return context.reshape(parameter, &[]);
    }
    let dim = axis(call.int("axis", 1)?, dims.len())?;
    let block = call.int("block_size", 0)?;
    if own.len() == 1 && block == 0 {
        let mut shape = vec![1; dims.len()];
        shape[dim] = own[0];
        return context.reshape(parameter, &shape);
    }
    if own.len() != dims.len() || block < 1 || own[dim].checked_mul(block).is_none_or(|size| size < dims[dim]) {
        return Err(format!("a scale of shape {own:?} with block_size {block} does not fit a tensor of shape {dims:?}"));
    }
    let mut apart = own.clone();
    apart.insert(dim + 1, 1);
    let mut repeated = own.clone();
    repeated.insert(dim + 1, block);
    let parameter = context.reshape(parameter, &apart)?;
    let parameter = context.broadcast_val(&parameter, &repeated)?;
    let mut joined = own;
    joined[dim] *= block;
    let parameter = context.reshape(&parameter, &joined)?;
    context.slice_dim(&parameter, dim, 0, dims[dim])
}

/// round(x / scale) + zero, saturated to `element`.
pub fn quantize(context: &mut Context, x: &Val, scale: &Val, zero: Option<&Val>, element: ElementType, saturate: bool) -> Res<Val> {
    let work = if context.element(x).bits() < 32 || !context.element(x).is_float() { ElementType::F32 } else { context.element(x) };
    let (x, scale) = (context.convert(x, work)?, context.convert(scale, work)?);
    let mut value = context.binary("divide", &x, &scale)?;
    if element.is_float() {
        if let Some(zero) = zero {
            let zero = context.convert(zero, work)?;
            value = context.binary("add", &value, &zero)?;
        }
        return cast(context, &value, element, saturate);
    }
    value = context.unary("round_nearest_even", &value)?;
    if let Some(zero) = zero {
        let zero = context.convert(zero, work)?;
        value = context.binary("add", &value, &zero)?;
    }
    let (low, high) = int_range(element);
    let value = context.binary_number("maximum", &value, low as f64)?;
    let value = context.binary_number("minimum", &value, high as f64)?;
    context.convert(&value, element)
}

/// (x - zero) · scale.
pub fn dequantize(context: &mut Context, x: &Val, scale: &Val, zero: Option<&Val>) -> Res<Val> {
    let element = context.element(scale);
    let work = if element.bits() < 32 { ElementType::F32 } else { element };
    let mut value = context.convert(x, work)?;
    if let Some(zero) = zero {
        let zero = context.convert(zero, work)?;
        value = context.binary("subtract", &value, &zero)?;
    }
    let scale = context.convert(scale, work)?;
    let value = context.binary("multiply", &value, &scale)?;
    context.convert(&value, element)
}

fn quantize_linear(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, scale) = (call.input(0)?, call.input(1)?);
    let zero = call.optional(2);
    let element = match (&zero, call.int("output_dtype", 0)?) {
        (Some(zero), _) => context.element(zero),
        (None, 0) => ElementType::UI8,
        (None, number) => element_type(i32::try_from(number).unwrap_or(-1))?,
    };
    let scale = spread(context, call, &x, &scale)?;
    let zero = zero.map(|zero| spread(context, call, &x, &zero)).transpose()?;
    quantize(context, &x, &scale, zero.as_ref(), element, call.flag("saturate", true)?)
}

fn dequantize_linear(context: &mut Context, call: &Call) -> Res<Val> {
    let (x, scale) = (call.input(0)?, call.input(1)?);
    let scale = spread(context, call, &x, &scale)?;
    let zero = call.optional(2).map(|zero| spread(context, call, &x, &zero)).transpose()?;
    let result = dequantize(context, &x, &scale, zero.as_ref())?;
    match call.int("output_dtype", 0)? {
        0 => Ok(result),
        number => context.convert(&result, element_type(i32::try_from(number).unwrap_or(-1))?),
    }
}

/// Scale and zero point from the range of the data, which always includes zero.
pub fn dynamic_quantize(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = call.input(0)?;
    let all: Vec<usize> = (0..context.dims(&x).len()).collect();
    let low = context.reduce(Combine::Min, &x, &all)?;
    let low = context.binary_number("minimum", &low, 0.0)?;
    let high = context.reduce(Combine::Max, &x, &all)?;
    let high = context.binary_number("maximum", &high, 0.0)?;
    let range = context.binary("subtract", &high, &low)?;
    let scale = context.binary_number("divide", &range, 255.0)?;
    let start = context.binary("divide", &low, &scale)?;
    let zero = context.unary("negate", &start)?;
    let zero = context.unary("round_nearest_even", &zero)?;
    let zero = context.binary_number("maximum", &zero, 0.0)?;
    let zero = context.binary_number("minimum", &zero, 255.0)?;
    let zero = context.convert(&zero, ElementType::UI8)?;
    let result = quantize(context, &x, &scale, Some(&zero), ElementType::UI8, true)?;
    Ok(vec![result, scale, zero])
}

/// The integers of an operand minus their zero point (a number, or one a row or column), as 32-bit integers.
pub fn centered(context: &mut Context, x: &Val, zero: Option<Val>, by_row: bool) -> Res<Val> {
    let wide = context.convert(x, ElementType::I32)?;
    let Some(zero) = zero else { return Ok(wide) };
    let mut zero = context.convert(&zero, ElementType::I32)?;
    let own = context.dims(&zero);
    if by_row && own.len() == 1 && own[0] != 1 {
        zero = context.reshape(&zero, &[own[0], 1])?;
    }
    context.binary("subtract", &wide, &zero)
}

fn matmul_integer(context: &mut Context, call: &Call) -> Res<Val> {
    let a = centered(context, &call.input(0)?, call.optional(2), true)?;
    let b = centered(context, &call.input(1)?, call.optional(3), false)?;
    matmul(context, &a, &b)
}

/// Inputs: a, a_scale, a_zero, b, b_scale, b_zero, y_scale, y_zero.
fn q_linear_matmul(context: &mut Context, call: &Call) -> Res<Val> {
    let a = centered(context, &call.input(0)?, call.optional(2), true)?;
    let b = centered(context, &call.input(3)?, call.optional(5), false)?;
    let product = matmul(context, &a, &b)?;
    requantize(context, call, &product, None)
}

/// The integers of a product, scaled by both operands' scales and quantised to the result's.
fn requantize(context: &mut Context, call: &Call, product: &Val, channels: Option<usize>) -> Res<Val> {
    let number = |context: &mut Context, index: usize| {
        let val = call.input(index)?;
        context.convert(&val, ElementType::F32)
    };
    let (of_a, mut of_b, of_y) = (number(context, 1)?, number(context, 4)?, number(context, 6)?);
    let zero = call.input(7)?;
    if let Some(rank) = channels
        && let [count] = context.dims(&of_b)[..]
        && count != 1
    {
        let mut shape = vec![1; rank - 1];
        shape[0] = count;
        of_b = context.reshape(&of_b, &shape)?;
    }
    let scale = context.binary("multiply", &of_a, &of_b)?;
    let value = context.convert(product, ElementType::F32)?;
    let value = context.binary("multiply", &value, &scale)?;
    let element = context.element(&zero);
    let result = quantize(context, &value, &of_y, Some(&zero), element, true)?;
    let dims = context.dims(product);
    context.reshape(&result, &dims)
}

/// Inputs: x, x_scale, x_zero, w, w_scale, w_zero, y_scale, y_zero, bias.
pub fn q_linear_conv(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let rank = context.dims(&x).len();
    let zero = context.reshape(&call.input(2)?, &[])?;
    let x = centered(context, &x, Some(zero), false)?;
    let mut zero = call.input(5)?;
    let own = context.dims(&zero);
    if let [count] = own[..] {
        let mut shape = vec![1; if count == 1 { 0 } else { rank }];
        if let Some(first) = shape.first_mut() {
            *first = count;
        }
        zero = context.reshape(&zero, &shape)?;
    }
    let w = centered(context, &call.input(3)?, Some(zero), false)?;
    let mut product = convolve(context, call, &x, &w)?;
    if let Some(bias) = call.optional(8) {
        let bias = super::norm::per_channel(context, &bias, rank)?;
        product = context.binary("add", &product, &bias)?;
    }
    requantize(context, call, &product, Some(rank))
}
