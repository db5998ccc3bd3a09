//! Operators that the default set has too, with inputs or attributes written a little otherwise.

use super::matmul::{channels_first, channels_last};
use super::renamed;
use crate::front::onnx::lower::call::{Call, axis};
use crate::front::onnx::lower::constant::{Const, Scalar};
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::control::stack;
use crate::front::onnx::lower::emit::Res;
use crate::front::onnx::lower::{gather, pad as padding, pool, quant, sample, shape};

/// The one family that has the operator answers for it.
fn found(result: Option<Res<Vec<Val>>>, op: &str) -> Res<Vec<Val>> {
    result.unwrap_or_else(|| Err(format!("operator {op} is in another family")))
}

/// `QuantizeLinear` and `DequantizeLinear`.
pub fn quantization(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    found(quant::lower(context, call), call.op)
}

/// `GatherND`.
pub fn gather_nd(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    found(gather::lower(context, &renamed(call, "GatherND", 13, call.inputs.clone())), call.op)
}

/// `GridSample` as the default set first had it.
pub fn grid_sample(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    if !call.has("mode") {
        return Err("GridSample of com.microsoft needs attribute mode: bilinear, nearest or bicubic".into());
    }
    found(sample::lower(context, &renamed(call, "GridSample", 16, call.inputs.clone())), call.op)
}

/// `Trilu`.
pub fn trilu(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    found(shape::lower(context, &renamed(call, "Trilu", 14, call.inputs.clone())), call.op)
}

/// `Range`, whose step may be left out.
pub fn range(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let start = call.input(0)?;
    let step = call.optional(2).unwrap_or_else(|| Const::scalar(context.element(&start), Scalar::Int(1)).into());
    let step = context.convert(&step, context.element(&start))?;
    found(shape::lower(context, &renamed(call, "Range", 11, vec![Some(start), call.optional(1), Some(step)])), call.op)
}

/// `Pad`, whose pads may be a row.
pub fn pad(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let pads = call.input(1)?;
    let count = context.dims(&pads).iter().product();
    let pads = context.reshape(&pads, &[count])?;
    found(padding::lower(context, &renamed(call, "Pad", 13, vec![call.optional(0), Some(pads), call.optional(2)])), call.op)
}

/// One more dimension of size 1.
pub fn expand_dims(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = call.input(0)?;
    let mut dims = context.dims(&x);
    let at = axis(context.int(&call.input(1)?, "the axis of ExpandDims")?, dims.len() + 1)?;
    dims.insert(at, 1);
    Ok(vec![context.reshape(&x, &dims)?])
}

/// `MaxPool` of [batch, …, channels].
pub fn nhwc_max_pool(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = channels_first(context, &call.input(0)?)?;
    let result = found(pool::lower(context, &renamed(call, "MaxPool", 12, vec![Some(x)])), call.op)?;
    Ok(vec![channels_last(context, &result[0])?])
}

/// Windows unfolded beyond this are refused: each place in a window is a slice of the program.
const MAX_WINDOW: i64 = 1024;

/// All windows along a dimension, as a last dimension.
pub fn unfold(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = call.input(0)?;
    let dims = context.dims(&x);
    let dim = axis(call.int("dim", -1)?, dims.len())?;
    let (size, step) = (call.required_int("size")?, call.steps_of("step", call.int("step", 1)?)?);
    if size < 1 || size > dims[dim].min(MAX_WINDOW) {
        return Err(format!("size must be from 1 to {}, got {size}", dims[dim].min(MAX_WINDOW)));
    }
    let (mut sizes, mut steps) = (dims.clone(), vec![1; dims.len()]);
    (sizes[dim], steps[dim]) = ((dims[dim] - size) / step + 1, step);
    let mut parts = Vec::new();
    for place in 0..size {
        let mut starts = vec![0; dims.len()];
        starts[dim] = place;
        parts.push(context.slice(&x, &starts, &sizes, &steps)?);
    }
    Ok(vec![stack(context, &parts, dims.len())?])
}
