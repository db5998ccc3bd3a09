//! Activations, with the additions that are fused with them.

use crate::front::onnx::lower::call::{Call, axis};
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::emit::Res;
use crate::front::onnx::lower::{math, reduce};

/// x Φ(x), by the error function.
pub fn gelu(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    Ok(vec![math::gelu(context, &call.input(0)?)?])
}

/// Gelu of a sum.
pub fn bias_gelu(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let sum = context.binary("add", &call.input(0)?, &call.input(1)?)?;
    Ok(vec![math::gelu(context, &sum)?])
}

/// Gelu by the hyperbolic tangent, of a sum where there is a bias.
pub fn fast_gelu(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let mut x = call.input(0)?;
    if let Some(bias) = call.optional(1) {
        x = context.binary("add", &x, &bias)?;
    }
    Ok(vec![math::gelu_tanh(context, &x)?])
}

/// x · sigmoid(alpha · x).
pub fn quick_gelu(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = call.input(0)?;
    Ok(vec![swish(context, &x, call.float("alpha", 1.702)?)?])
}

/// x · sigmoid(alpha · x).
pub fn swish(context: &mut Context, x: &Val, alpha: f64) -> Res<Val> {
    let scaled = context.binary_number("multiply", x, alpha)?;
    let gate = context.unary("logistic", &scaled)?;
    context.binary("multiply", x, &gate)
}

/// The left half of x + bias times Gelu of the right one.
pub fn bias_split_gelu(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let sum = context.binary("add", &call.input(0)?, &call.input(1)?)?;
    let [left, right] = halves(context, &sum)?;
    let right = math::gelu(context, &right)?;
    Ok(vec![context.binary("multiply", &left, &right)?])
}

/// The two halves of the last dimension.
pub fn halves(context: &mut Context, x: &Val) -> Res<[Val; 2]> {
    let dims = context.dims(x);
    let Some(&last) = dims.last().filter(|last| *last % 2 == 0) else { return Err(format!("the last dimension must be even, got {}", context.ty(x))) };
    let dim = dims.len() - 1;
    Ok([context.slice_dim(x, dim, 0, last / 2)?, context.slice_dim(x, dim, last / 2, last / 2)?])
}

/// x + bias + skip.
pub fn bias_add(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let sum = context.binary("add", &call.input(0)?, &call.input(1)?)?;
    Ok(vec![context.binary("add", &sum, &call.input(2)?)?])
}

/// Softmax of a sum over all dimensions from an axis on; the bias has the dimensions from there, and before them those of the data that it does not repeat over.
pub fn bias_softmax(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (x, bias) = (call.input(0)?, call.input(1)?);
    let (dims, own) = (context.dims(&x), context.dims(&bias));
    let dim = axis(call.int("axis", 1)?, dims.len())?;
    if dim + 1 != dims.len() {
        return Err(format!("BiasSoftmax over more than the last dimension is not supported, got axis {dim} of {}", context.ty(&x)));
    }
    if own.len() != dims.len() || call.required_int("is_inner_broadcast")? == 0 && own.first() != dims.first() {
        return Err(format!("a bias {} does not broadcast to {}: give it as many dimensions", context.ty(&bias), context.ty(&x)));
    }
    let sum = context.binary("add", &x, &bias)?;
    Ok(vec![reduce::softmax(context, &sum, dim)?])
}
