//! Pooling: reductions over windows.

use super::call::{Call, check_steps};
use super::conv::padding;
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::{Combine, Res};
use shardwright_dialects::stablehlo::dims::Window;
use shardwright_ir::types::TensorType;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "MaxPool" => max_pool(context, call),
        "AveragePool" => call.input(0).and_then(|x| context.in_single(&x, |context, x| average_pool(context, call, x))),
        "LpPool" => call.input(0).and_then(|x| context.in_single(&x, |context, x| lp_pool(context, call, x))),
        "GlobalMaxPool" => call.input(0).and_then(|x| global_pool(context, call, &x)),
        "GlobalAveragePool" | "GlobalLpPool" => call.input(0).and_then(|x| context.in_single(&x, |context, x| global_pool(context, call, x))),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

/// Windows over a tensor.
struct Pool {
    size: Vec<i64>,
    window: Window,
    /// The padding at the end that the call states (rounding up may add more, which is no part of the image).
    stated: Vec<i64>,
}

/// The windows of a call over the spatial dimensions of a tensor.
fn pool(call: &Call, dims: &[i64]) -> Res<Pool> {
    if dims.len() < 3 {
        return Err(format!("{} needs rank 3 or more, got {}", call.op, dims.len()));
    }
    let count = dims.len() - 2;
    if !call.has("kernel_shape") {
        return Err("attribute kernel_shape is missing".into());
    }
    let kernel = call.steps("kernel_shape", count, 1, 1)?;
    let stride = call.steps("strides", count, 1, 1)?;
    let dilation = call.steps("dilations", count, 1, 1)?;
    check_steps("spatial dimensions", &dims[2..], 0)?;
    let spans: Vec<i64> = (0..count).map(|dim| (kernel[dim] - 1) * dilation[dim] + 1).collect();
    let (low, mut high) = padding(call, &dims[2..], &spans, &stride)?;
    let stated = high.clone();
    if call.flag("ceil_mode", false)? {
        for dim in 0..count {
            let free = dims[dim + 2] + low[dim] + high[dim] - spans[dim];
            let mut outputs = (free + stride[dim] - 1) / stride[dim] + 1;
            // A window that would start in the padding at the end is left out.
            if (outputs - 1) * stride[dim] >= dims[dim + 2] + low[dim] {
                outputs -= 1;
            }
            high[dim] += ((outputs - 1) * stride[dim] - free).max(0);
        }
    }
    let full = |list: &[i64], filler: i64| [filler, filler].iter().chain(list).copied().collect::<Vec<_>>();
    let window = Window {
        strides: full(&stride, 1),
        window_dilations: full(&dilation, 1),
        padding: full(&low, 0).into_iter().zip(full(&high, 0)).map(|(low, high)| [low, high]).collect(),
        ..Window::unit(count + 2)
    };
    Ok(Pool { size: full(&kernel, 1), window, stated: full(&stated, 0) })
}

fn max_pool(context: &mut Context, call: &Call) -> Res<Val> {
    if call.wants(1) {
        return Err("the indices output of MaxPool is not supported: leave it unnamed, or compute with ArgMax".into());
    }
    let x = call.input(0)?;
    let Pool { size, window, .. } = pool(call, &context.dims(&x))?;
    let value = context.ir(&x)?;
    context.emit.reduce_window(Combine::Max, value, &size, &window).map(Val::from)
}

fn average_pool(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let dims = context.dims(x);
    let Pool { size, window, stated } = pool(call, &dims)?;
    let element = context.element(x);
    let value = context.ir(x)?;
    let sum = context.emit.reduce_window(Combine::Sum, value, &size, &window)?;
    let include = call.flag("count_include_pad", false)?;
    let plain = window.padding.iter().all(|pad| *pad == [0, 0]);
    let as_stated = window.padding.iter().zip(&stated).all(|(pad, stated)| pad[1] == *stated);
    if plain || include && as_stated {
        let count: i64 = size.iter().product();
        return context.binary_number("divide", &sum.into(), count as f64);
    }
    // Elements that count in each window: a pool of ones over the image (with its stated padding, if that counts).
    let mut image: Vec<i64> = dims.clone();
    (image[0], image[1]) = (1, 1);
    let mut counted = window.clone();
    if include {
        for dim in 2..image.len() {
            image[dim] += window.padding[dim][0] + stated[dim];
            counted.padding[dim] = [0, window.padding[dim][1] - stated[dim]];
        }
    }
    let ones = Const::splat(TensorType::new(element, &image), Scalar::Float(1.0));
    let ones = context.emit.constant(&ones)?;
    let count = context.emit.reduce_window(Combine::Sum, ones, &size, &counted)?;
    context.binary("divide", &sum.into(), &count.into())
}

/// |x|^p summed over windows, to the power 1 / p.
fn lp_pool(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let Pool { size, window, .. } = pool(call, &context.dims(x))?;
    let p = call.int("p", 2)?;
    if p < 1 {
        return Err(format!("p must be at least 1, got {p}"));
    }
    let powers = absolute_power(context, x, p)?;
    let value = context.ir(&powers)?;
    let sum = context.emit.reduce_window(Combine::Sum, value, &size, &window)?;
    root(context, &sum.into(), p)
}

fn absolute_power(context: &mut Context, x: &Val, p: i64) -> Res<Val> {
    let size = context.unary("abs", x)?;
    match p {
        1 => Ok(size),
        2 => context.binary("multiply", &size, &size),
        _ => context.binary_number("power", &size, p as f64),
    }
}

fn root(context: &mut Context, x: &Val, p: i64) -> Res<Val> {
    match p {
        1 => Ok(x.clone()),
        2 => context.unary("sqrt", x),
        _ => context.binary_number("power", x, 1.0 / p as f64),
    }
}

fn global_pool(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let dims = context.dims(x);
    if dims.len() < 2 {
        return Err(format!("{} needs rank 2 or more, got {}", call.op, context.ty(x)));
    }
    let over: Vec<usize> = (2..dims.len()).collect();
    match call.op {
        "GlobalMaxPool" => context.reduce_keep(Combine::Max, x, &over),
        "GlobalAveragePool" => {
            let sum = context.reduce_keep(Combine::Sum, x, &over)?;
            let count: i64 = dims[2..].iter().product();
            context.binary_number("divide", &sum, count as f64)
        }
        _ => {
            let p = call.int("p", 2)?;
            if p < 1 {
                return Err(format!("p must be at least 1, got {p}"));
            }
            let powers = absolute_power(context, x, p)?;
            let sum = context.reduce_keep(Combine::Sum, &powers, &over)?;
            root(context, &sum, p)
        }
    }
}
