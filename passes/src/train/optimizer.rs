//! Updates of parameters, as ops.
//!
//! Formulas are those of the pages of `torch.optim.SGD`, `torch.optim.Adam` and `torch.optim.AdamW` ("algorithm" boxes), of
//! `torch.nn.utils.clip_grad_norm_` and of `torch.amp.GradScaler`. Adam is Kingma and Ba's algorithm 1 (arXiv:1412.6980), its decoupled decay that of
//! Loshchilov and Hutter's algorithm 2 (arXiv:1711.05101).
//! Invariant: all of it is in f32, whatever the types of parameters; each is rounded to its own type once, at the end.

use super::loss::sum;
use super::options::{Rule, TrainOptions};
use shardwright_dialects::stablehlo::build::{Direction, StablehloBuilder, row};
use shardwright_ir::sharding::rule::ReduceKind;
use shardwright_ir::{Attrs, Builder, ElementType, Value};

/// Names of the states that are kept beside a parameter of this type.
pub(super) fn states(options: &TrainOptions, parameter: ElementType) -> &'static [&'static str] {
    let all: &[&str] = match options.rule {
        Rule::Sgd => &["master"],
        Rule::Momentum { .. } => &["master", "momentum"],
        Rule::Adam { .. } => &["master", "m", "v"],
    };
    if has_master(options, parameter) { all } else { &all[1..] }
}

/// Whether a parameter of this type is kept in f32 too.
fn has_master(options: &TrainOptions, parameter: ElementType) -> bool {
    options.master && parameter.bits() < 32
}

/// What a step has once for all parameters.
pub(super) struct Corrections {
    /// Adam: `lr / (1 - beta1^t)` and `√(1 - beta2^t)`.
    adam: Option<(Value, Value)>,
    /// Whether no step was before this one.
    first: Option<Value>,
}

/// The corrections for step number `step` (an integer scalar that counts the steps before this one).
pub(super) fn corrections(b: &mut Builder, options: &TrainOptions, step: Value) -> Result<Corrections, String> {
    let first = match options.master {
        true => {
            let zero = b.int_scalar(b.ty(step).element, 0)?;
            Some(b.compare(Direction::Eq, step, zero)?)
        }
        false => None,
    };
    let Rule::Adam { beta1, beta2, .. } = options.rule else { return Ok(Corrections { adam: None, first }) };
    let one = b.int_scalar(b.ty(step).element, 1)?;
    let number = b.add(step, one)?;
    let t = b.convert(number, ElementType::F32)?;
    // 1 - beta^t as -(e^(t ln beta) - 1): in f32 the power itself would lose what is left when it is near 1.
    let mut rest = |beta: f64| -> Result<Value, String> {
        if beta == 0.0 {
            return b.scalar(ElementType::F32, 1.0);
        }
        let log = b.scalar(ElementType::F32, beta.ln())?;
        let exponent = b.multiply(t, log)?;
        let less = b.exp_minus_one(exponent)?;
        b.negate(less)
    };
    let (mean, square) = (rest(beta1)?, rest(beta2)?);
    let lr = b.scalar(ElementType::F32, options.lr)?;
    Ok(Corrections { adam: Some((b.divide(lr, mean)?, b.sqrt(square)?)), first })
}

/// The new parameter and its new states.
pub(super) fn update(
    b: &mut Builder,
    options: &TrainOptions,
    corrections: &Corrections,
    parameter: Value,
    grad: Value,
    states: &[Value],
) -> Result<(Value, Vec<Value>), String> {
    let own = b.ty(parameter).element;
    let decays = options.weight_decay > 0.0 && (options.decay_vectors || b.ty(parameter).rank() >= 2);
    let mut p = b.convert_if_needed(parameter, ElementType::F32)?;
    let (master, states) = states.split_at(usize::from(has_master(options, own)));
    if let (&[master], Some(first)) = (master, corrections.first) {
        // Before the first step the copy holds nothing yet.
        p = b.select(first, p, master)?;
    }
    let mut g = grad;
    if decays {
        if let Rule::Adam { decoupled: true, .. } = options.rule {
            p = scaled(b, p, 1.0 - options.lr * options.weight_decay)?;
        } else {
            let decay = scaled(b, p, options.weight_decay)?;
            g = b.add(g, decay)?;
        }
    }
    let mut kept = Vec::new();
    let by = match (options.rule, states) {
        (Rule::Sgd, []) => scaled(b, g, options.lr)?,
        (Rule::Momentum { momentum, nesterov }, &[sum]) => {
            let remains = scaled(b, sum, momentum)?;
            let sum = b.add(remains, g)?;
            kept.push(sum);
            let along = if nesterov {
                let ahead = scaled(b, sum, momentum)?;
                b.add(g, ahead)?
            } else {
                sum
            };
            scaled(b, along, options.lr)?
        }
        (Rule::Adam { beta1, beta2, eps, .. }, &[mean, square]) => {
            let (rate, root) = corrections.adam.ok_or("adam has no corrections")?;
            let mean = running(b, mean, g, beta1)?;
            let squared = b.multiply(g, g)?;
            let square = running(b, square, squared, beta2)?;
            kept.extend([mean, square]);
            let deviation = b.sqrt(square)?;
            let root = like(b, root, deviation)?;
            let deviation = b.divide(deviation, root)?;
            let eps = b.splat_like(deviation, eps)?;
            let divisor = b.add(deviation, eps)?;
            let rate = like(b, rate, mean)?;
            let step = b.multiply(rate, mean)?;
            b.divide(step, divisor)?
        }
        (rule, states) => return Err(format!("{rule:?} does not keep {} states", states.len())),
    };
    let p = b.subtract(p, by)?;
    if !master.is_empty() {
        kept.insert(0, p);
    }
    Ok((b.convert_if_needed(p, own)?, kept))
}

/// The factor that brings the norm of all gradients together to `most`, at most 1: `min(1, most / (norm + 1e-6))`. Squares are added up within each group first.
pub(super) fn clipping(b: &mut Builder, groups: &[Vec<Value>], most: f64) -> Result<Value, String> {
    let total = in_groups(b, groups, |b, grads| {
        let mut total = b.scalar(ElementType::F32, 0.0)?;
        for &grad in grads {
            let squares = b.multiply(grad, grad)?;
            let squares = sum(b, squares)?;
            total = b.add(total, squares)?;
        }
        Ok(total)
    }, |b, left, right| b.add(left, right))?;
    let norm = b.sqrt(total)?;
    let small = b.scalar(ElementType::F32, 1e-6)?;
    let norm = b.add(norm, small)?;
    let most = b.scalar(ElementType::F32, most)?;
    let factor = b.divide(most, norm)?;
    let one = b.scalar(ElementType::F32, 1.0)?;
    b.minimum(factor, one)
}

/// Whether every element of every gradient is a finite number, asked within each group first.
pub(super) fn all_finite(b: &mut Builder, groups: &[Vec<Value>]) -> Result<Value, String> {
    in_groups(b, groups, |b, grads| {
        let mut all = b.int_scalar(ElementType::I1, 1)?;
        for &grad in grads {
            let finite = b.is_finite(grad)?;
            let dims: Vec<i64> = (0..b.ty(grad).rank() as i64).collect();
            let finite = if dims.is_empty() { finite } else { b.reduce_identity(finite, &dims, ReduceKind::And)? };
            all = b.and(all, finite)?;
        }
        Ok(all)
    }, |b, left, right| b.and(left, right))
}

/// One number of each group, and of those one of all.
fn in_groups(
    b: &mut Builder,
    groups: &[Vec<Value>],
    of: impl Fn(&mut Builder, &[Value]) -> Result<Value, String>,
    join: impl Fn(&mut Builder, Value, Value) -> Result<Value, String>,
) -> Result<Value, String> {
    let (first, rest) = groups.split_first().ok_or("there are no gradients")?;
    let mut all = of(b, first)?;
    for group in rest {
        let one = of(b, group)?;
        all = join(b, all, one)?;
    }
    Ok(all)
}

/// `torch.amp.GradScaler`'s first scale.
pub(super) const FIRST_SCALE: f64 = 65536.0;
/// After how many good steps in a row its scale grows.
const GROWTH_INTERVAL: i64 = 2000;

/// The next loss scale and number of good steps in a row: doubled (and counted anew) after [`GROWTH_INTERVAL`] of them, halved after a bad one.
pub(super) fn next_scale(b: &mut Builder, finite: Value, scale: Value, good: Value) -> Result<(Value, Value), String> {
    let counter = b.ty(good).element;
    let (zero, one) = (b.int_scalar(counter, 0)?, b.int_scalar(counter, 1)?);
    let interval = b.int_scalar(counter, GROWTH_INTERVAL)?;
    let more = b.add(good, one)?;
    let grows = b.compare(Direction::Ge, more, interval)?;
    let (double, half) = (scaled(b, scale, 2.0)?, scaled(b, scale, 0.5)?);
    let grown = b.select(grows, double, scale)?;
    let counted = b.select(grows, zero, more)?;
    Ok((b.select(finite, grown, half)?, b.select(finite, counted, zero)?))
}

/// A scalar spread over the shape of `x`.
pub(super) fn like(b: &mut Builder, scalar: Value, x: Value) -> Result<Value, String> {
    let dims = b.ty(x).dims.clone();
    if dims.is_empty() { Ok(scalar) } else { b.broadcast_in_dim(scalar, &dims, &[]) }
}

/// `x` times a number.
pub(super) fn scaled(b: &mut Builder, x: Value, by: f64) -> Result<Value, String> {
    let by = b.splat_like(x, by)?;
    b.value(row("stablehlo.multiply")?, &[x, by], Attrs::new())
}

/// `beta mean + (1 - beta) x`.
fn running(b: &mut Builder, mean: Value, x: Value, beta: f64) -> Result<Value, String> {
    let (old, new) = (scaled(b, mean, beta)?, scaled(b, x, 1.0 - beta)?);
    b.add(old, new)
}
