//! Products with what is fused into them: transposes, factors, activations.

use super::renamed;
use crate::front::onnx::lower::call::Call;
use crate::front::onnx::lower::context::{Context, Val};
use crate::front::onnx::lower::emit::{Combine, Res};
use crate::front::onnx::lower::matmul::{gemm, matmul};
use crate::front::onnx::lower::{conv, math};

/// alpha · A' B', with the last two dimensions of an operand exchanged, or its first one moved behind the batch.
pub fn fused_matmul(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let mut operands = Vec::new();
    for (index, [last, batch]) in [["transA", "transBatchA"], ["transB", "transBatchB"]].into_iter().enumerate() {
        let mut x = call.input(index)?;
        let rank = context.dims(&x).len() as i64;
        let (last, batch) = (call.flag(last, false)? && rank > 1, call.flag(batch, false)? && rank > 2);
        if batch {
            // [m, batch…, k] to [batch…, m, k].
            let moved: Vec<i64> = (1..rank - 1).chain([0, rank - 1]).collect();
            x = context.transpose(&x, &moved)?;
        }
        if last {
            let swapped: Vec<i64> = (0..rank - 2).chain([rank - 1, rank - 2]).collect();
            x = context.transpose(&x, &swapped)?;
        }
        operands.push(x);
    }
    let product = matmul(context, &operands[0], &operands[1])?;
    let alpha = call.float("alpha", 1.0)?;
    Ok(vec![if alpha == 1.0 { product } else { context.binary_number("multiply", &product, alpha)? }])
}

/// [`fused_matmul`], then an activation.
pub fn fused_matmul_activation(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let product = fused_matmul(context, call)?.remove(0);
    let parameters = [("activation_alpha", 0), ("activation_beta", 1), ("activation_gamma", 2)];
    let given = parameters.map(|(name, _)| if call.has(name) { call.float(name, 0.0).map(Some) } else { Ok(None) });
    let given = given.into_iter().collect::<Res<Vec<_>>>()?;
    Ok(vec![activate(context, &call.text("activation", "")?, &given, &product)?])
}

/// Gemm, then an activation.
pub fn fused_gemm(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let product = gemm(context, call)?;
    let mut given = Vec::new();
    for name in ["activation_alpha", "activation_beta", "activation_gamma"] {
        given.push(if call.has(name) { Some(call.float(name, 0.0)?) } else { None });
    }
    Ok(vec![activate(context, &call.text("activation", "")?, &given, &product)?])
}

/// Convolution, an addition, then an activation; of `Nhwc…`, channels are the last dimension.
pub fn fused_conv(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let last = call.op.starts_with("Nhwc");
    let to_first = |context: &mut Context, x: Val| if last { channels_first(context, &x) } else { Ok(x) };
    let x = to_first(context, call.input(0)?)?;
    let inner = renamed(call, "Conv", 22, vec![Some(x), call.optional(1), call.optional(2)]);
    let mut result = conv::conv(context, &inner)?;
    if let Some(sum) = call.optional(3) {
        let sum = to_first(context, sum)?;
        result = context.binary("add", &result, &sum)?;
    }
    let parameters: Vec<Option<f64>> = call.floats("activation_params")?.unwrap_or_default().into_iter().map(Some).collect();
    result = activate(context, &call.text("activation", "")?, &parameters, &result)?;
    Ok(vec![if last { channels_last(context, &result)? } else { result }])
}

/// [batch, …, channels] to [batch, channels, …].
pub fn channels_first(context: &mut Context, x: &Val) -> Res<Val> {
    let rank = context.dims(x).len() as i64;
    let moved: Vec<i64> = [0, rank - 1].into_iter().chain(1..rank - 1).collect();
    context.transpose(x, &moved)
}

/// [batch, channels, …] to [batch, …, channels].
pub fn channels_last(context: &mut Context, x: &Val) -> Res<Val> {
    let rank = context.dims(x).len() as i64;
    let moved: Vec<i64> = std::iter::once(0).chain(2..rank).chain(std::iter::once(1)).collect();
    context.transpose(x, &moved)
}

/// An activation by its name, with its parameters, which have no defaults here.
fn activate(context: &mut Context, name: &str, given: &[Option<f64>], x: &Val) -> Res<Val> {
    let parameter = |index: usize| given.get(index).copied().flatten().ok_or_else(|| format!("activation {name} needs {} parameters, got {}", index + 1, given.iter().flatten().count()));
    match name {
        "" => Ok(x.clone()),
        "Relu" => context.binary_number("maximum", x, 0.0),
        "Tanh" => context.unary("tanh", x),
        "Sigmoid" => context.unary("logistic", x),
        "LeakyRelu" => {
            let scaled = context.binary_number("multiply", x, parameter(0)?)?;
            math::where_negative(context, x, &scaled, x)
        }
        "Clip" => {
            let low = context.binary_number("maximum", x, parameter(0)?)?;
            context.binary_number("minimum", &low, parameter(1)?)
        }
        "HardSigmoid" => math::hard_sigmoid(context, x, parameter(0)?, parameter(1)?),
        other => Err(format!("activation {other:?} is not supported: Relu, Tanh, Sigmoid, LeakyRelu, Clip and HardSigmoid are")),
    }
}

/// Distances between all rows of two matrices.
pub fn distances(context: &mut Context, call: &Call) -> Res<Vec<Val>> {
    let (a, b) = (call.input(0)?, call.input(1)?);
    let (rows, columns) = (context.dims(&a), context.dims(&b));
    if rows.len() != 2 || columns.len() != 2 || rows[1] != columns[1] {
        return Err(format!("CDist needs two matrices of as many columns, got {} and {}", context.ty(&a), context.ty(&b)));
    }
    let (a, b) = (context.reshape(&a, &[rows[0], 1, rows[1]])?, context.reshape(&b, &[1, columns[0], rows[1]])?);
    let apart = context.binary("subtract", &a, &b)?;
    let square = context.binary("multiply", &apart, &apart)?;
    let sum = context.reduce(Combine::Sum, &square, &[2])?;
    match call.text("metric", "sqeuclidean")?.as_str() {
        "sqeuclidean" => Ok(vec![sum]),
        "euclidean" => Ok(vec![context.unary("sqrt", &sum)?]),
        other => Err(format!("metric {other:?} is not supported: sqeuclidean and euclidean are")),
    }
}
