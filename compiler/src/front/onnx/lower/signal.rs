//! Fourier transforms by their matrix, and windows.
//!
//! X[k] = Σ x[n] exp(-2πi k n / L); the inverse has the other sign and 1 / L. Complex numbers are pairs in the last
//! dimension.

use super::call::{Call, axis};
use super::constant::{Const, Scalar};
use super::context::{Context, Val};
use super::emit::Res;
use crate::front::onnx::weights::element_type;
use shardwright_ir::types::{ElementType, TensorType};
use std::f64::consts::PI;

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let result = match call.op {
        "DFT" => dft(context, call),
        "STFT" => stft(context, call),
        "HannWindow" => window(context, call, [0.5, 0.5, 0.0]),
        "HammingWindow" => window(context, call, [25.0 / 46.0, 21.0 / 46.0, 0.0]),
        "BlackmanWindow" => window(context, call, [0.42, 0.5, 0.08]),
        _ => return None,
    };
    Some(result.map(|val| vec![val]))
}

/// Matrices and windows beyond this many elements are refused.
const MAX_TABLE: i64 = 1 << 22;

/// a₀ - a₁ cos(2πn / N) + a₂ cos(4πn / N).
fn window(context: &mut Context, call: &Call, [a, b, c]: [f64; 3]) -> Res<Val> {
    let size = context.int(&call.input(0)?, "the size of a window")?;
    if !(0..=MAX_TABLE).contains(&size) {
        return Err(format!("the size of a window must be from 0 to {MAX_TABLE}, got {size}"));
    }
    let element = element_type(i32::try_from(call.int("output_datatype", 1)?).unwrap_or(-1))?;
    let period = if call.flag("periodic", true)? { size } else { size - 1 }.max(1) as f64;
    let at = |n: i64| {
        let turn = 2.0 * PI * n as f64 / period;
        Scalar::Float(a - b * turn.cos() + c * (2.0 * turn).cos())
    };
    let table = Const::from_scalars(TensorType::new(element, &[size]), (0..size).map(at));
    context.emit.constant(&table).map(Val::from)
}

/// One transform along a dimension.
struct Transform {
    dim: usize,
    length: i64,
    inverse: bool,
    onesided: bool,
}

fn dft(context: &mut Context, call: &Call) -> Res<Val> {
    let x = call.input(0)?;
    let dims = context.dims(&x);
    if dims.len() < 2 {
        return Err(format!("DFT needs rank 2 or more, got {}", context.ty(&x)));
    }
    let along = match call.optional(2) {
        Some(input) => context.int(&input, "the axis of DFT")?,
        None => call.int("axis", if call.opset < 20 { 1 } else { -2 })?,
    };
    let dim = axis(along, dims.len())?;
    let (inverse, onesided) = (call.flag("inverse", false)?, call.flag("onesided", false)?);
    let length = match call.optional(1) {
        Some(input) => context.int(&input, "the length of DFT")?,
        None if inverse && onesided => 2 * (dims[dim] - 1),
        None => dims[dim],
    };
    transform(context, &x, &Transform { dim, length, inverse, onesided })
}

fn transform(context: &mut Context, x: &Val, plan: &Transform) -> Res<Val> {
    let dims = context.dims(x);
    let last = dims.len() - 1;
    let half = plan.length / 2 + 1;
    let (rows, columns) = match (plan.inverse, plan.onesided) {
        (false, true) => (half, plan.length),
        (true, true) => (plan.length, half),
        _ => (plan.length, plan.length),
    };
    if plan.length < 1 || plan.dim == last || rows.checked_mul(columns).is_none_or(|count| count > MAX_TABLE) {
        return Err(format!("a transform of length {} along axis {} of {} is not supported", plan.length, plan.dim, context.ty(x)));
    }
    let part = |context: &mut Context, index: i64| -> Res<Val> {
        let part = context.slice_dim(x, last, index, 1)?;
        let part = context.reshape(&part, &dims[..last])?;
        fit(context, &part, plan.dim, columns)
    };
    let real = part(context, 0)?;
    let imaginary = if dims[last] == 2 { Some(part(context, 1)?) } else { None };
    let table = |context: &mut Context, wave: fn(f64) -> f64| -> Res<Val> {
        let element = context.element(x);
        let at = |index: i64| {
            let (k, n) = (index / columns, index % columns);
            // The other half of a one-sided spectrum mirrors it, so its terms count twice.
            let weight = match (plan.inverse && plan.onesided, n == 0 || 2 * n == plan.length) {
                (true, false) => 2.0,
                _ => 1.0,
            };
            let scale = if plan.inverse { 1.0 / plan.length as f64 } else { 1.0 };
            // Reduced first, so that large products keep their digits.
            let turn = 2.0 * PI * ((i128::from(k) * i128::from(n)) % i128::from(plan.length)) as f64 / plan.length as f64;
            Scalar::Float(weight * scale * wave(turn))
        };
        let table = Const::from_scalars(TensorType::new(element, &[rows, columns]), (0..rows * columns).map(at));
        context.emit.constant(&table).map(Val::from)
    };
    let (cosines, sines) = (table(context, f64::cos)?, table(context, f64::sin)?);
    let mut multiply = |val: &Val, table: &Val| along(context, val, table, plan.dim);
    let (a, b) = (multiply(&real, &cosines)?, multiply(&real, &sines)?);
    let rest = match &imaginary {
        Some(part) => Some((multiply(part, &cosines)?, multiply(part, &sines)?)),
        None => None,
    };
    let sign = if plan.inverse { "subtract" } else { "add" };
    let real = match &rest {
        Some((_, d)) => context.binary(sign, &a, d)?,
        None => a,
    };
    let mut parts = vec![real];
    if !(plan.inverse && plan.onesided) {
        let b = if plan.inverse { b } else { context.unary("negate", &b)? };
        parts.push(match &rest {
            Some((c, _)) => context.binary("add", c, &b)?,
            None => b,
        });
    }
    super::control::stack(context, &parts, last)
}

/// Cuts a dimension to `size`, or fills it up with zeros.
fn fit(context: &mut Context, x: &Val, dim: usize, size: i64) -> Res<Val> {
    let dims = context.dims(x);
    if dims[dim] >= size {
        return context.slice_dim(x, dim, 0, size);
    }
    let mut rest = dims.clone();
    rest[dim] = size - dims[dim];
    let zeros = Const::splat(context.ty(x).with_dims(&rest), Scalar::Float(0.0)).into();
    context.concat(&[x.clone(), zeros], dim)
}

/// A matrix applied along one dimension.
fn along(context: &mut Context, x: &Val, matrix: &Val, dim: usize) -> Res<Val> {
    let (value, matrix) = (context.ir(x)?, context.ir(matrix)?);
    let product: Val = context.emit.dot(value, matrix, [&[], &[]], [&[dim as i64], &[1]])?.into();
    let rank = context.dims(&product).len();
    let mut perm: Vec<i64> = (0..rank as i64 - 1).collect();
    perm.insert(dim, rank as i64 - 1);
    context.transpose(&product, &perm)
}

/// Overlapping frames of a signal [batch, length, 1 or 2], each times the window, transformed.
fn stft(context: &mut Context, call: &Call) -> Res<Val> {
    let signal = call.input(0)?;
    let dims = context.dims(&signal);
    let [batch, length, parts] = dims[..] else {
        return Err(format!("STFT needs a signal of rank 3, got {}", context.ty(&signal)));
    };
    let step = context.int(&call.input(1)?, "the step of STFT")?;
    let window = call.optional(2);
    let frame = match (call.optional(3), &window) {
        (Some(input), _) => context.int(&input, "the frame length of STFT")?,
        (None, Some(window)) => context.ty(window).num_elements(),
        (None, None) => return Err("STFT needs a window or a frame length".into()),
    };
    if step < 1 || frame < 1 || frame > length {
        return Err(format!("frames of {frame} every {step} elements do not fit a signal of length {length}"));
    }
    let count = (length - frame) / step + 1;
    if count.checked_mul(frame).is_none_or(|places| places > MAX_TABLE) {
        return Err(format!("STFT of {count} frames of {frame} elements is too large"));
    }
    let row: Val = context.emit.iota(ElementType::I64, &[count, frame], 0)?.into();
    let column: Val = context.emit.iota(ElementType::I64, &[count, frame], 1)?.into();
    let places = context.binary_number("multiply", &row, step as f64)?;
    let places = context.binary("add", &places, &column)?;
    let mut frames = super::gather::gather(context, &signal, &places, 1)?;
    if let Some(window) = window {
        let window = context.reshape(&window, &[frame, 1])?;
        frames = context.binary("multiply", &frames, &window)?;
    }
    debug_assert_eq!(context.dims(&frames), [batch, count, frame, parts]);
    let plan = Transform { dim: 2, length: frame, inverse: false, onesided: call.flag("onesided", true)? };
    transform(context, &frames, &plan)
}
