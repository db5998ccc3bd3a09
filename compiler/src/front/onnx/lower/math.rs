//! Activations and functions that StableHLO lacks, from those that it has.
//!
//! Formulas are those of the operators' definitions in ONNX; where a formula loses digits (near zero, or for large
//! arguments), an equivalent stable one is used and named.

use super::call::Call;
use super::context::{Context, Val};
use super::emit::Res;
use shardwright_ir::types::ElementType;
use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// Lowers an operator of this family.
pub fn lower(context: &mut Context, call: &Call) -> Option<Res<Vec<Val>>> {
    let function: fn(&mut Context, &Call, &Val) -> Res<Val> = match call.op {
        "Relu" => |context, _, x| context.binary_number("maximum", x, 0.0),
        "Reciprocal" => |context, _, x| reciprocal(context, x),
        "Erf" => |context, _, x| erf(context, x),
        "Softplus" => |context, _, x| softplus(context, x),
        "Softsign" => |context, _, x| {
            let size = context.unary("abs", x)?;
            let below = context.binary_number("add", &size, 1.0)?;
            context.binary("divide", x, &below)
        },
        "LeakyRelu" => |context, call, x| {
            let scaled = context.binary_number("multiply", x, call.float("alpha", 0.01)?)?;
            where_negative(context, x, &scaled, x)
        },
        "PRelu" => |context, call, x| {
            let scaled = context.binary("multiply", x, &call.input(1)?)?;
            where_negative(context, x, &scaled, x)
        },
        "Elu" => |context, call, x| exponential_unit(context, x, call.float("alpha", 1.0)?, 1.0, 1.0),
        // Defaults as ONNX gives them.
        "Selu" => |context, call, x| {
            let gamma = call.float("gamma", 1.050_701)?;
            exponential_unit(context, x, gamma * call.float("alpha", 1.673_263_2)?, 1.0, gamma)
        },
        "Celu" => |context, call, x| {
            let alpha = call.float("alpha", 1.0)?;
            exponential_unit(context, x, alpha, 1.0 / alpha, 1.0)
        },
        "ThresholdedRelu" => |context, call, x| {
            let limit = context.number(x, call.float("alpha", 1.0)?);
            let above = context.compare("GT", x, &limit)?;
            let zero = context.number(x, 0.0);
            context.select(&above, x, &zero)
        },
        "HardSigmoid" => |context, call, x| hard_sigmoid(context, x, call.float("alpha", 0.2)?, call.float("beta", 0.5)?),
        "HardSwish" => |context, _, x| {
            let gate = hard_sigmoid(context, x, 1.0 / 6.0, 0.5)?;
            context.binary("multiply", x, &gate)
        },
        "Mish" => |context, _, x| {
            let soft = softplus(context, x)?;
            let gate = context.unary("tanh", &soft)?;
            context.binary("multiply", x, &gate)
        },
        "Swish" => |context, call, x| {
            let scaled = context.binary_number("multiply", x, call.float("alpha", 1.0)?)?;
            let gate = context.unary("logistic", &scaled)?;
            context.binary("multiply", x, &gate)
        },
        "Gelu" => |context, call, x| match call.text("approximate", "none")?.as_str() {
            "none" => gelu(context, x),
            "tanh" => gelu_tanh(context, x),
            other => Err(format!("approximate must be none or tanh, got {other:?}")),
        },
        "Shrink" => shrink,
        "Asin" => |context, _, x| {
            // asin x = 2 atan2(x, 1 + sqrt(1 - x²)).
            let leg = leg(context, x)?;
            let below = context.binary_number("add", &leg, 1.0)?;
            let half = context.binary("atan2", x, &below)?;
            context.binary_number("multiply", &half, 2.0)
        },
        "Acos" => |context, _, x| {
            let leg = leg(context, x)?;
            context.binary("atan2", &leg, x)
        },
        "Atan" => |context, _, x| {
            let one = context.number(x, 1.0);
            context.binary("atan2", x, &one)
        },
        "Sinh" => |context, _, x| {
            // (expm1(x) - expm1(-x)) / 2 keeps its digits near zero.
            let (up, down) = (exp_of(context, x, 1.0, "exponential_minus_one")?, exp_of(context, x, -1.0, "exponential_minus_one")?);
            let difference = context.binary("subtract", &up, &down)?;
            context.binary_number("multiply", &difference, 0.5)
        },
        "Cosh" => |context, _, x| {
            let (up, down) = (exp_of(context, x, 1.0, "exponential")?, exp_of(context, x, -1.0, "exponential")?);
            let sum = context.binary("add", &up, &down)?;
            context.binary_number("multiply", &sum, 0.5)
        },
        "Asinh" => |context, _, x| {
            context.in_single(x, |context, x| {
                // sign(x) log1p(|x| + x² / (1 + sqrt(1 + x²))), where that does not overflow.
                let size = context.unary("abs", x)?;
                let near = context.binary_number("minimum", &size, far(context, x))?;
                let square = context.binary("multiply", &near, &near)?;
                let root = context.binary_number("add", &square, 1.0)?;
                let root = context.unary("sqrt", &root)?;
                let below = context.binary_number("add", &root, 1.0)?;
                let extra = context.binary("divide", &square, &below)?;
                let sum = context.binary("add", &near, &extra)?;
                let log = context.unary("log_plus_one", &sum)?;
                let log = log_of_twice_where_far(context, &size, &log)?;
                let sign = context.unary("sign", x)?;
                context.binary("multiply", &sign, &log)
            })
        },
        "Acosh" => |context, _, x| {
            context.in_single(x, |context, x| {
                // With d = x - 1: log1p(d + sqrt(d (d + 2))), where that does not overflow; below 1 there is none.
                let near = context.binary_number("minimum", x, far(context, x))?;
                let near = context.binary_number("maximum", &near, 0.0)?;
                let above = context.binary_number("subtract", &near, 1.0)?;
                let other = context.binary_number("add", &above, 2.0)?;
                let product = context.binary("multiply", &above, &other)?;
                let root = context.unary("sqrt", &product)?;
                let sum = context.binary("add", &above, &root)?;
                let log = context.unary("log_plus_one", &sum)?;
                log_of_twice_where_far(context, x, &log)
            })
        },
        "Atanh" => |context, _, x| {
            let up = context.unary("log_plus_one", x)?;
            let negative = context.unary("negate", x)?;
            let down = context.unary("log_plus_one", &negative)?;
            let difference = context.binary("subtract", &up, &down)?;
            context.binary_number("multiply", &difference, 0.5)
        },
        _ => return None,
    };
    Some(call.input(0).and_then(|x| function(context, call, &x)).map(|val| vec![val]))
}

/// From where on 1 is nothing beside the square of a number, which does not overflow.
fn far(context: &Context, x: &Val) -> f64 {
    if context.element(x).bits() > 32 { 1e10 } else { 1e6 }
}

/// log(2 x) = log(x) + log(2) of what is [`far`], else what is given.
fn log_of_twice_where_far(context: &mut Context, x: &Val, near: &Val) -> Res<Val> {
    let limit = context.number(x, far(context, x));
    let is_far = context.compare("GT", x, &limit)?;
    let log = context.unary("log", x)?;
    let twice = context.binary_number("add", &log, std::f64::consts::LN_2)?;
    context.select(&is_far, &twice, near)
}

fn reciprocal(context: &mut Context, x: &Val) -> Res<Val> {
    let one = context.number(x, 1.0);
    context.binary("divide", &one, x)
}

pub fn where_negative(context: &mut Context, x: &Val, yes: &Val, no: &Val) -> Res<Val> {
    let zero = context.number(x, 0.0);
    let negative = context.compare("LT", x, &zero)?;
    context.select(&negative, yes, no)
}

/// `scale · x` above zero, `alpha (exp(x · inner) - 1)` below.
fn exponential_unit(context: &mut Context, x: &Val, alpha: f64, inner: f64, scale: f64) -> Res<Val> {
    // Only the negative part is exponentiated, so that the unused branch stays finite.
    let below = context.binary_number("minimum", x, 0.0)?;
    let curve = exp_of(context, &below, inner, "exponential_minus_one")?;
    let curve = context.binary_number("multiply", &curve, alpha)?;
    let line = if scale == 1.0 { x.clone() } else { context.binary_number("multiply", x, scale)? };
    where_negative(context, x, &curve, &line)
}

fn exp_of(context: &mut Context, x: &Val, factor: f64, op: &str) -> Res<Val> {
    let scaled = if factor == 1.0 {
        x.clone()
    } else if factor == -1.0 {
        context.unary("negate", x)?
    } else {
        context.binary_number("multiply", x, factor)?
    };
    context.unary(op, &scaled)
}

/// sqrt(1 - x²), as sqrt((1 - x)(1 + x)), which keeps its digits near ±1.
fn leg(context: &mut Context, x: &Val) -> Res<Val> {
    let one = context.number(x, 1.0);
    let down = context.binary("subtract", &one, x)?;
    let up = context.binary("add", &one, x)?;
    let product = context.binary("multiply", &down, &up)?;
    context.unary("sqrt", &product)
}

/// log(1 + exp(x)) = max(x, 0) + log1p(exp(-|x|)).
pub fn softplus(context: &mut Context, x: &Val) -> Res<Val> {
    let size = context.unary("abs", x)?;
    let small = exp_of(context, &size, -1.0, "exponential")?;
    let log = context.unary("log_plus_one", &small)?;
    let above = context.binary_number("maximum", x, 0.0)?;
    context.binary("add", &above, &log)
}

/// max(0, min(1, alpha · x + beta)).
pub fn hard_sigmoid(context: &mut Context, x: &Val, alpha: f64, beta: f64) -> Res<Val> {
    let line = context.binary_number("multiply", x, alpha)?;
    let line = context.binary_number("add", &line, beta)?;
    let line = context.binary_number("minimum", &line, 1.0)?;
    context.binary_number("maximum", &line, 0.0)
}

fn shrink(context: &mut Context, call: &Call, x: &Val) -> Res<Val> {
    let (bias, limit) = (call.float("bias", 0.0)?, call.float("lambd", 0.5)?);
    let down = context.binary_number("subtract", x, bias)?;
    let up = context.binary_number("add", x, bias)?;
    // Compared as floats: lambd may be a fraction for an integer tensor.
    let wide = context.convert(x, ElementType::F32)?;
    let (high, low) = (context.number(&wide, limit), context.number(&wide, -limit));
    let above = context.compare("GT", &wide, &high)?;
    let below = context.compare("LT", &wide, &low)?;
    let zero = context.number(x, 0.0);
    let rest = context.select(&below, &up, &zero)?;
    context.select(&above, &down, &rest)
}

/// x Φ(x) = x (1 + erf(x / √2)) / 2.
pub fn gelu(context: &mut Context, x: &Val) -> Res<Val> {
    let scaled = context.binary_number("multiply", x, FRAC_1_SQRT_2)?;
    let curve = erf(context, &scaled)?;
    let sum = context.binary_number("add", &curve, 1.0)?;
    let half = context.binary_number("multiply", x, 0.5)?;
    context.binary("multiply", &half, &sum)
}

/// x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2.
pub fn gelu_tanh(context: &mut Context, x: &Val) -> Res<Val> {
    let square = context.binary("multiply", x, x)?;
    let cubic = context.binary_number("multiply", &square, 0.044715)?;
    let factor = context.binary_number("add", &cubic, 1.0)?;
    let inner = context.binary("multiply", x, &factor)?;
    let inner = context.binary_number("multiply", &inner, (2.0 / PI).sqrt())?;
    let curve = context.unary("tanh", &inner)?;
    let sum = context.binary_number("add", &curve, 1.0)?;
    let half = context.binary_number("multiply", x, 0.5)?;
    context.binary("multiply", &half, &sum)
}

/// Beyond this argument, erf is 1 in single precision.
const ERF_LIMIT: f64 = 3.92;
/// Numerator and denominator of erf(x) / x as a function of x² on [-3.92, 3.92]: our own least-squares fit of
/// the error function's relative error, at most 1.9e-8 before rounding.
const ERF_ABOVE: [f64; 6] = [1.12837915, 0.190407362, 0.052748838, 0.00376565203, 0.000284882927, 2.05007405e-6];
const ERF_BELOW: [f64; 6] = [1.0, 0.502076872, 0.114109478, 0.0149692905, 0.00116254274, 3.80915856e-5];

/// The error function, to 4e-7 (single precision and below).
pub fn erf(context: &mut Context, x: &Val) -> Res<Val> {
    let element = context.element(x);
    if element == ElementType::F64 || !element.is_float() {
        return Err(format!("the error function is computed in single precision, got {element}: cast to f32 around it"));
    }
    let wide = context.convert(x, ElementType::F32)?;
    let bounded = context.binary_number("minimum", &wide, ERF_LIMIT)?;
    let bounded = context.binary_number("maximum", &bounded, -ERF_LIMIT)?;
    let square = context.binary("multiply", &bounded, &bounded)?;
    let above = polynomial(context, &square, &ERF_ABOVE)?;
    let below = polynomial(context, &square, &ERF_BELOW)?;
    let above = context.binary("multiply", &bounded, &above)?;
    let result = context.binary("divide", &above, &below)?;
    context.convert(&result, element)
}

/// Σ coefficients[i] xⁱ by Horner's rule.
pub fn polynomial(context: &mut Context, x: &Val, coefficients: &[f64]) -> Res<Val> {
    let (last, rest) = coefficients.split_last().ok_or("a polynomial needs a coefficient")?;
    let mut sum = context.number(x, *last);
    for coefficient in rest.iter().rev() {
        let product = context.binary("multiply", &sum, x)?;
        sum = context.binary_number("add", &product, *coefficient)?;
    }
    Ok(sum)
}
