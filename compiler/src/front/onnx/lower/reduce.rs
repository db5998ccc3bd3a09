//! Reductions, softmax, scans along an axis, and the largest elements.

use super::call::{Call, axes, axis};
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::{Combine, Res};
use super::shape::axes_input;
use super::vals::keep_dims;
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::types::ElementType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "Softmax" | "LogSoftmax" | "Hardmax" => softmax_like(context, call),
        "ArgMax" | "ArgMin" => arg_extreme(context, call),
        "CumSum" | "CumProd" => cumulative(context, call),
        "TopK" => return Some(top_k(context, call)),
        // The largest and smallest are what they are; all else is added up or multiplied.
        "ReduceMax" | "ReduceMin" => call.input(0).and_then(|x| reduce(context, call, &x)),
        op if op.starts_with("Reduce") => call.input(0).and_then(|x| {
            let roots = matches!(op, "ReduceL2" | "ReduceLogSum" | "ReduceLogSumExp");
            if roots && !context.element(&x).is_float() {
                return context.computed_in(ElementType::F64, &x, |context, x| reduce(context, call, x));
            }
            context.in_single(&x, |context, x| reduce(context, call, x))
        }),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

fn reduce(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let dims = context.dims(x);
    let list = axes_input(context, call)?.unwrap_or_default();
    let over = if !list.is_empty() {
        axes(&list, dims.len())?
    } else if call.flag("noop_with_empty_axes", false)? {
        Vec::new()
    } else {
        (0..dims.len()).collect()
    };
    let is_bool = context.element(x) == ElementType::I1;
    let (before, kind): (&str, Combine) = match call.op {
        "ReduceSum" => ("", Combine::Sum),
        "ReduceMean" => ("", Combine::Sum),
        "ReduceProd" => ("", Combine::Product),
        "ReduceMax" => ("", if is_bool { Combine::Or } else { Combine::Max }),
        "ReduceMin" => ("", if is_bool { Combine::And } else { Combine::Min }),
        "ReduceL1" => ("abs", Combine::Sum),
        "ReduceL2" | "ReduceSumSquare" => ("square", Combine::Sum),
        "ReduceLogSum" => ("", Combine::Sum),
        "ReduceLogSumExp" => return log_sum_exp(context, x, &over, call.flag("keepdims", true)?),
        other => return Err(format!("operator {other} is not supported: there is no reduction of this name")),
    };
    let prepared = match before {
        "abs" => context.unary("abs", x)?,
        "square" => context.binary("multiply", x, x)?,
        _ => x.clone(),
    };
    let mut result = context.reduce(kind, &prepared, &over)?;
    match call.op {
        "ReduceMean" => {
            let count: i64 = over.iter().map(|&dim| dims[dim]).product();
            result = context.binary_number("divide", &result, count as f64)?;
        }
        "ReduceL2" => result = context.unary("sqrt", &result)?,
        "ReduceLogSum" => result = context.unary("log", &result)?,
        _ => {}
    }
    if call.flag("keepdims", true)? {
        return context.reshape(&result, &keep_dims(&dims, &over));
    }
    Ok(result)
}

/// log Σ exp(x) = m + log Σ exp(x - m), with m the largest finite element.
fn log_sum_exp(context: &mut Context, x: &Val, over: &[usize], keep: bool) -> Res<Val> {
    let top = context.reduce_keep(Combine::Max, x, over)?;
    let size = context.unary("abs", &top)?;
    let limit = context.number(&top, f64::INFINITY);
    let finite = context.compare("LT", &size, &limit)?;
    let zero = context.number(&top, 0.0);
    let top = context.select(&finite, &top, &zero)?;
    let shifted = context.binary("subtract", x, &top)?;
    let powers = context.unary("exponential", &shifted)?;
    let sum = context.reduce_keep(Combine::Sum, &powers, over)?;
    let log = context.unary("log", &sum)?;
    let result = context.binary("add", &log, &top)?;
    if keep {
        return Ok(result);
    }
    let dims = context.dims(x);
    let kept: Vec<i64> = (0..dims.len()).filter(|dim| !over.contains(dim)).map(|dim| dims[dim]).collect();
    context.reshape(&result, &kept)
}

/// exp(x - max) / Σ exp(x - max) along one axis; narrow floats are computed in single precision.
pub fn softmax(context: &mut Context, x: &Val, dim: usize) -> Res<Val> {
    context.in_single(x, |context, x| {
        let top = context.reduce_keep(Combine::Max, x, &[dim])?;
        let shifted = context.binary("subtract", x, &top)?;
        let powers = context.unary("exponential", &shifted)?;
        let sum = context.reduce_keep(Combine::Sum, &powers, &[dim])?;
        context.binary("divide", &powers, &sum)
    })
}

/// x - max - log Σ exp(x - max) along one axis.
pub fn log_softmax(context: &mut Context, x: &Val, dim: usize) -> Res<Val> {
    let top = context.reduce_keep(Combine::Max, x, &[dim])?;
    let shifted = context.binary("subtract", x, &top)?;
    let powers = context.unary("exponential", &shifted)?;
    let sum = context.reduce_keep(Combine::Sum, &powers, &[dim])?;
    let log = context.unary("log", &sum)?;
    context.binary("subtract", &shifted, &log)
}

fn softmax_like(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let dims = context.dims(&x);
    // Before version 13, the tensor was flattened to a matrix at the axis.
    let flattened = call.opset < 13;
    let dim = axis(call.int("axis", if flattened { 1 } else { -1 })?, dims.len())?;
    let (x, along) = if flattened {
        let rows = dims[..dim].iter().product();
        (context.reshape(&x, &[rows, dims[dim..].iter().product()])?, 1)
    } else {
        (x, dim)
    };
    let result = match call.op {
        "Softmax" => softmax(context, &x, along)?,
        "LogSoftmax" => context.in_single(&x, |context, x| log_softmax(context, x, along))?,
        _ => {
            let index = extreme_index(context, &x, along, true, false)?;
            let all = context.dims(&x);
            let places = context.emit.iota(ElementType::I64, &all, along)?;
            let on = context.compare("EQ", &places.into(), &index)?;
            let element = context.element(&x);
            context.convert(&on, element)?
        }
    };
    context.reshape(&result, &dims)
}

/// Index of the largest (or smallest) element along `dim`, kept as size 1.
pub fn extreme_index(context: &mut Context, x: &Val, dim: usize, largest: bool, last: bool) -> Res<Val> {
    let dims = context.dims(x);
    let best = context.reduce_keep(if largest { Combine::Max } else { Combine::Min }, x, &[dim])?;
    let mut hit = context.compare("EQ", x, &best)?;
    if context.element(x).is_float() {
        // The largest of numbers of which one is none is none: it is the first of these.
        let none = context.compare("NE", x, x)?;
        hit = context.binary("or", &hit, &none)?;
    }
    let places: Val = context.emit.iota(ElementType::I64, &dims, dim)?.into();
    let miss = Const::scalar(ElementType::I64, Scalar::Int(if last { -1 } else { dims[dim] })).into();
    let candidates = context.select(&hit, &places, &miss)?;
    context.reduce_keep(if last { Combine::Max } else { Combine::Min }, &candidates, &[dim])
}

fn arg_extreme(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let dims = context.dims(&x);
    let dim = axis(call.int("axis", 0)?, dims.len())?;
    let index = extreme_index(context, &x, dim, call.op == "ArgMax", call.flag("select_last_index", false)?)?;
    if call.flag("keepdims", true)? {
        return Ok(index);
    }
    let kept: Vec<i64> = (0..dims.len()).filter(|&at| at != dim).map(|at| dims[at]).collect();
    context.reshape(&index, &kept)
}

fn cumulative(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let dims = context.dims(&x);
    let dim = axis(context.int(&call.input(1)?, &format!("the axis of {}", call.op))?, dims.len())?;
    let (exclusive, reverse) = (call.flag("exclusive", false)?, call.flag("reverse", false)?);
    let kind = if call.op == "CumSum" { Combine::Sum } else { Combine::Product };
    cumulate(context, kind, &x, dim, exclusive, reverse)
}

/// Running sums or products along `dim`.
pub fn cumulate(context: &mut Context, kind: Combine, x: &Val, dim: usize, exclusive: bool, reverse: bool) -> Res<Val> {
    let dims = context.dims(x);
    let size = dims[dim];
    if size == 0 {
        return Ok(x.clone());
    }
    let mut window = Window::unit(dims.len());
    let mut extent = vec![1; dims.len()];
    extent[dim] = size;
    // Each window ends at its own element (or the one before), and starts at the first.
    let (before, after) = if exclusive { (size, -1) } else { (size - 1, 0) };
    window.padding[dim] = if reverse { [after, before] } else { [before, after] };
    let value = context.ir(x)?;
    context.emit.reduce_window(kind, value, &extent, &window).map(Val::from)
}

fn top_k(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let x = call.input(0)?;
    let dims = context.dims(&x);
    let count = match call.optional(1) {
        Some(input) => context.int(&input, "k of TopK")?,
        None => call.required_int("k")?,
    };
    let dim = axis(call.int("axis", -1)?, dims.len())?;
    if count < 0 || count > dims[dim] {
        return Err(format!("k must be from 0 to {}, the size of axis {dim}, got {count}", dims[dim]));
    }
    let value = context.ir(&x)?;
    let places = context.emit.iota(ElementType::I64, &dims, dim)?;
    let sorted = context.emit.sort(&[value, places], dim as i64, call.flag("largest", true)?)?;
    sorted.into_iter().map(|part| context.slice_dim(&part.into(), dim, 0, count)).collect()
}
