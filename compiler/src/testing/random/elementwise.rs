//! Random elementwise ops: one table row an op, with the domain on which it is tame and the bounds of its result.

use super::bounds::Bounds;
use super::state::{Entry, Made, State};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_dialects::local::row;
use shardwright_dialects::stablehlo::build::Direction;
use shardwright_ir::types::ElementClass;
use shardwright_ir::{Attrs, Builder, ElementType, TensorType};

/// A function of one float: name, where it is tame, what follows.
type FloatRow = (&'static str, fn(&Bounds) -> bool, fn(&Bounds) -> Bounds);

fn any(_: &Bounds) -> bool {
    true
}
fn exact(x: &Bounds) -> bool {
    x.is_exact()
}
fn at_least_quarter(x: &Bounds) -> bool {
    x.low >= 0.25
}
fn within_unit(x: &Bounds) -> bool {
    x.magnitude() <= 1.0
}

const FLOAT_UNARY: &[FloatRow] = &[
    ("stablehlo.abs", any, |x| Bounds { low: if x.low > 0.0 { x.low } else { 0.0 }, high: x.magnitude(), ..*x }),
    ("stablehlo.negate", any, Bounds::negated),
    ("stablehlo.tanh", any, |x| x.map(f64::tanh, 1.0)),
    ("stablehlo.logistic", any, |x| x.map(|v| 1.0 / (1.0 + (-v).exp()), 0.25)),
    ("stablehlo.sine", any, |x| Bounds::rounded(-1.0, 1.0, x.error)),
    ("stablehlo.cosine", any, |x| Bounds::rounded(-1.0, 1.0, x.error)),
    ("stablehlo.tan", within_unit, |x| x.map(f64::tan, 4.0)),
    ("stablehlo.exponential", |x| x.high <= 3.0, |x| x.map(f64::exp, x.high.exp())),
    ("stablehlo.exponential_minus_one", |x| x.high <= 3.0, |x| x.map(f64::exp_m1, x.high.exp())),
    ("stablehlo.log", at_least_quarter, |x| x.map(f64::ln, 1.0 / x.low)),
    ("stablehlo.log_plus_one", |x| x.low >= -0.5, |x| x.map(f64::ln_1p, 2.0)),
    ("stablehlo.sqrt", at_least_quarter, |x| x.map(f64::sqrt, 1.0)),
    ("stablehlo.rsqrt", at_least_quarter, |x| x.map(|v| 1.0 / v.sqrt(), 4.0)),
    ("stablehlo.cbrt", at_least_quarter, |x| x.map(f64::cbrt, 1.0)),
    ("stablehlo.floor", exact, |x| Bounds::exact(x.low.floor(), x.high.floor(), 1.0)),
    ("stablehlo.ceil", exact, |x| Bounds::exact(x.low.ceil(), x.high.ceil(), 1.0)),
    ("stablehlo.round_nearest_even", exact, |x| Bounds::exact(x.low.floor(), x.high.ceil(), 1.0)),
    ("stablehlo.round_nearest_afz", exact, |x| Bounds::exact(x.low.floor(), x.high.ceil(), 1.0)),
    ("stablehlo.sign", exact, |_| Bounds::exact(-1.0, 1.0, 1.0)),
    ("chlo.erf", any, |x| Bounds::rounded(-1.0, 1.0, x.error * 1.2)),
    ("chlo.erfc", any, |x| Bounds::rounded(0.0, 2.0, x.error * 1.2)),
    ("chlo.square", any, |x| x.times(x)),
];

/// A function of one float.
pub fn float_unary(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.element.is_float()) else { return Ok(false) };
    let known: Vec<&FloatRow> = FLOAT_UNARY.iter().filter(|(name, fits, _)| row(name).is_ok() && fits(&x.bounds)).collect();
    let &(name, _, bounds) = st.rng.choose(&known);
    let value = b.value(row(name)?, &[x.value], Attrs::new())?;
    st.push(b, value, bounds(&x.bounds), 4)
}

/// A function of one integer or truth value.
pub fn int_unary(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.element.is_int() || entry.ty.element == ElementType::I1) else { return Ok(false) };
    if x.ty.element == ElementType::I1 {
        let value = b.not(x.value)?;
        return st.push(b, value, Bounds::ints(0, 1), 1);
    }
    let signed = x.ty.element.class() == ElementClass::Signed;
    let bits = i64::from(x.ty.element.bits());
    let (value, bounds) = match st.rng.below(6) {
        0 if signed => (b.abs(x.value)?, Bounds { low: 0.0, high: x.bounds.magnitude(), ..x.bounds }),
        1 if signed => (b.negate(x.value)?, x.bounds.negated()),
        2 if signed => (b.sign(x.value)?, Bounds::ints(-1, 1)),
        3 => (b.count_leading_zeros(x.value)?, Bounds::ints(0, bits)),
        4 if signed => (b.not(x.value)?, x.bounds.negated().plus(&Bounds::ints(-1, -1))),
        _ => (b.popcnt(x.value)?, Bounds::ints(0, bits)),
    };
    st.push(b, value, bounds, 1)
}

/// A function of two tensors of one type.
pub fn binary(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|_| true) else { return Ok(false) };
    let Some(y) = st.partner(b, &x.ty, |_| true)? else { return Ok(false) };
    let (u, v) = (x.bounds, y.bounds);
    let class = x.ty.element.class();
    let (left, right) = (x.value, y.value);
    let arithmetic = matches!(class, ElementClass::Signed | ElementClass::Unsigned | ElementClass::Float);
    let whole = arithmetic && class != ElementClass::Float;
    let (value, bounds, terms) = match st.rng.below(12) {
        _ if class == ElementClass::Bool => match st.rng.below(3) {
            0 => (b.and(left, right)?, Bounds::ints(0, 1), 1),
            1 => (b.or(left, right)?, Bounds::ints(0, 1), 1),
            _ => (b.xor(left, right)?, Bounds::ints(0, 1), 1),
        },
        0 | 1 => (b.add(left, right)?, u.plus(&v), 1),
        2 => (b.subtract(left, right)?, u.plus(&v.negated()), 1),
        3 | 4 if class == ElementClass::Complex => {
            let product = u.times(&v);
            (b.multiply(left, right)?, product.plus(&product).join(&product.plus(&product.negated())), 2)
        }
        3 | 4 => (b.multiply(left, right)?, u.times(&v), 1),
        5 if arithmetic => (b.maximum(left, right)?, Bounds { low: u.low.max(v.low), high: u.high.max(v.high), ..u.join(&v) }, 0),
        6 if arithmetic => (b.minimum(left, right)?, Bounds { low: u.low.min(v.low), high: u.high.min(v.high), ..u.join(&v) }, 0),
        7 if class == ElementClass::Float && v.low >= 0.25 => {
            let magnitude = u.magnitude() / v.low;
            let error = u.error / v.low + v.error * magnitude / v.low;
            (b.divide(left, right)?, Bounds::rounded(-magnitude, magnitude, error), 2)
        }
        7 if whole && v.low >= 1.0 => (b.divide(left, right)?, u.or_zero(), 1),
        8 if whole && v.low >= 1.0 => {
            let most = (v.high - 1.0).min(u.magnitude());
            (b.remainder(left, right)?, Bounds { low: if u.low < 0.0 { -most } else { 0.0 }, high: most, ..u }, 1)
        }
        8 if class == ElementClass::Float && u.is_exact() && v.is_exact() && v.low >= 0.25 => {
            let rest = u.plus(&v);
            (b.remainder(left, right)?, Bounds { low: -v.high, high: v.high, ..rest }, 1)
        }
        9 if class == ElementClass::Float && u.low >= 0.25 && v.magnitude() <= 2.0 => {
            let most = u.high.max(1.0 / u.low).powf(v.magnitude());
            let error = u.error * most * v.magnitude() / u.low + v.error * most * 4.2;
            (b.power(left, right)?, Bounds::rounded(0.0, most, error), 8)
        }
        9 if class == ElementClass::Float && v.low >= 0.25 => (b.atan2(left, right)?, Bounds::rounded(-1.6, 1.6, (u.error + v.error) * 4.0), 4),
        10 if whole && u.low >= 0.0 && v.low >= 0.0 => {
            let most = (2f64).powf((u.high.max(v.high) + 1.0).log2().ceil()) - 1.0;
            let value = match st.rng.below(3) {
                0 => b.and(left, right)?,
                1 => b.or(left, right)?,
                _ => b.xor(left, right)?,
            };
            (value, Bounds { low: 0.0, high: most, ..u }, 1)
        }
        11 if whole && v.low >= 0.0 && v.high < 7.0 && u.low >= 0.0 => match st.rng.below(3) {
            0 => (b.shift_left(left, right)?, Bounds { high: u.high * v.high.exp2(), ..u }, 1),
            1 => (b.shift_right_logical(left, right)?, u.or_zero(), 1),
            _ => (b.shift_right_arithmetic(left, right)?, u.or_zero(), 1),
        },
        _ => (b.add(left, right)?, u.plus(&v), 1),
    };
    st.push(b, value, bounds, terms)
}

/// A comparison of exact values.
pub fn compare(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.bounds.is_exact() && !entry.ty.element.is_complex()) else { return Ok(false) };
    let Some(y) = st.partner(b, &x.ty, Bounds::is_exact)? else { return Ok(false) };
    let direction = st.rng.choose(&[Direction::Eq, Direction::Ne, Direction::Ge, Direction::Gt, Direction::Le, Direction::Lt]);
    let value = b.compare(direction, x.value, y.value)?;
    st.push(b, value, Bounds::ints(0, 1), 1)
}

/// A choice by a predicate of the same shape, or by a scalar one.
pub fn select(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|_| true) else { return Ok(false) };
    let Some(y) = st.partner(b, &x.ty, |_| true)? else { return Ok(false) };
    let dims = if st.rng.percent(25) { TensorType::scalar(ElementType::I1) } else { x.ty.with_element(ElementType::I1) };
    let Some(pred) = st.partner(b, &dims, |_| true)? else { return Ok(false) };
    let value = b.select(pred.value, x.value, y.value)?;
    st.push(b, value, x.bounds.join(&y.bounds), 0)
}

/// A value held between two others, or between scalars.
pub fn clamp(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.element.is_float() || entry.ty.element.is_int()) else { return Ok(false) };
    let ty = if st.rng.percent(60) { TensorType::scalar(x.ty.element) } else { x.ty.clone() };
    let low = b.splat(&ty, 0.0)?;
    let high = b.splat(&ty, 2.0)?;
    let value = b.clamp(low, x.value, high)?;
    let held = |v: f64| v.clamp(0.0, 2.0);
    let step = x.bounds.step.map(|step| step.min(2.0));
    st.push(b, value, Bounds { low: held(x.bounds.low), high: held(x.bounds.high), step, ..x.bounds }, 0)
}

/// Another element type: to an integer only from exact values.
pub fn convert(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| !entry.ty.element.is_complex()) else { return Ok(false) };
    let element = st.element();
    let bounds = x.bounds;
    let bounds = match element.class() {
        ElementClass::Complex => return Ok(false),
        ElementClass::Bool if bounds.is_exact() => Bounds::ints(0, 1),
        ElementClass::Signed | ElementClass::Unsigned if bounds.is_exact() => {
            Bounds { low: bounds.low.trunc(), high: bounds.high.trunc(), step: Some(bounds.step.unwrap_or(1.0).max(1.0)), error: 0.0 }
        }
        ElementClass::Float => bounds,
        _ => return Ok(false),
    };
    if bounds.stored(element, 1).is_none() {
        return Ok(false);
    }
    let value = b.convert(x.value, element)?;
    st.push(b, value, bounds, 1)
}

/// Whether floats are finite: all are.
pub fn is_finite(b: &mut Builder<'_>, st: &mut State) -> Made {
    let Some(x) = st.pick(|entry| entry.ty.element.is_float()) else { return Ok(false) };
    let value = b.is_finite(x.value)?;
    st.push(b, value, Bounds::ints(0, 1), 1)
}

/// Complex numbers from their parts, and parts of complex numbers.
pub fn complex_parts(b: &mut Builder<'_>, st: &mut State) -> Made {
    let complex = |entry: &Entry| entry.ty.element.is_complex();
    if st.rng.percent(60)
        && let Some(x) = st.pick(complex)
    {
        let value = if st.rng.percent(50) { b.real(x.value)? } else { b.imag(x.value)? };
        return st.push(b, value, x.bounds, 1);
    }
    let Some(x) = st.pick(|entry| entry.ty.element == ElementType::F32) else { return Ok(false) };
    let Some(y) = st.partner(b, &x.ty, |_| true)? else { return Ok(false) };
    let value = b.complex(x.value, y.value)?;
    st.push(b, value, x.bounds.join(&y.bounds), 1)
}

/// The same bits as an unsigned integer.
pub fn bitcast(b: &mut Builder<'_>, st: &mut State) -> Made {
    use ElementType::*;
    let Some(x) = st.pick(|entry| entry.ty.element.is_int() && entry.bounds.low >= 0.0) else { return Ok(false) };
    let element = match x.ty.element {
        I8 => UI8,
        I32 => UI32,
        I64 => UI64,
        UI8 => I8,
        UI32 => I32,
        _ => return Ok(false),
    };
    let value = b.bitcast_convert(x.value, x.ty.with_element(element))?;
    st.push(b, value, x.bounds, 1)
}

/// Floats with fewer digits.
pub fn reduce_precision(b: &mut Builder<'_>, st: &mut State) -> Made {
    use shardwright_ir::Attr;
    let Some(x) = st.pick(|entry| entry.ty.element == ElementType::F32 && entry.bounds.is_exact()) else { return Ok(false) };
    let int = |value: i64| Attr::Int(value, ElementType::I32);
    let attrs = Attrs::new().with("exponent_bits", int(8)).with("mantissa_bits", int(7));
    let value = b.value(row("stablehlo.reduce_precision")?, &[x.value], attrs)?;
    let slack = x.bounds.magnitude() / 128.0;
    let step = x.bounds.step;
    st.push(b, value, Bounds { low: x.bounds.low - slack, high: x.bounds.high + slack, step, error: 0.0 }, 1)
}
