//! Functions of floats.
//!
//! Invariants: types narrower than `f32` are computed in `f32` and rounded once.

use super::super::site::Site;
use super::super::writer::{Result, Val, fault};
use super::approximate;
use shardwright_ir::ElementType;

/// The type that numbers of `element` are computed in.
pub fn computed_in(element: ElementType) -> ElementType {
    if element == ElementType::F64 { ElementType::F64 } else { ElementType::F32 }
}

/// `body` on floats in the type that they are computed in; its result in the type of the op's result where that is a float.
pub fn wide<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], body: impl FnOnce(&[Val<'m>]) -> Result<Val<'m>>) -> Result<Val<'m>> {
    let (w, block, element) = (&site.w, site.block, site.from());
    let computed = computed_in(element);
    if computed == element {
        return body(x);
    }
    let ty = w.element(computed)?;
    let wide = x.iter().map(|&value| w.cast(block, "arith.extf", value, ty)).collect::<Result<Vec<_>>>()?;
    let result = body(&wide)?;
    match site.to().is_float() {
        true => w.cast(block, "arith.truncf", result, w.element(element)?),
        false => Ok(result),
    }
}

/// A constant of the type of `like`, `f32` or `f64`.
pub fn constant<'m>(site: &Site<'_, 'm>, like: Val<'m>, value: f64) -> Result<Val<'m>> {
    let element = ElementType::parse(&site.w.program.said(like.r#type())).ok_or_else(|| fault("a constant like what is no number"))?;
    site.w.number(site.block, element, value)
}

/// A function that `math` has.
pub fn math<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], name: &'static str) -> Result<Val<'m>> {
    wide(site, x, |wide| computed(site, name, wide))
}

/// A function of `math` on numbers as they are computed in; in native code those of singles that loops are full of are polynomials.
fn computed<'m>(site: &Site<'_, 'm>, name: &'static str, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    match name {
        _ if w.kernels.is_none() || computed_in(site.from()) != ElementType::F32 => w.same(block, name, x),
        "math.exp" => approximate::exp(w, block, x[0]),
        "math.tanh" => approximate::tanh(w, block, x[0]),
        "math.erf" => approximate::erf(w, block, x[0]),
        _ => w.same(block, name, x),
    }
}

/// A function of `math` or, of complex numbers, of `complex`.
pub fn either<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], name: &'static str, complex: &'static str) -> Result<Val<'m>> {
    if site.from().is_complex() { site.w.same(site.block, complex, x) } else { math(site, x, name) }
}

/// `x` to the power of `y`: by multiplication where `y` is known to be a small whole number.
pub fn power<'m>(site: &Site<'_, 'm>, x: Val<'m>, y: Val<'m>) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    match known(site, 1) {
        Some(2.0) => w.same(block, "arith.mulf", &[x, x]),
        Some(3.0) => w.same(block, "arith.mulf", &[w.same(block, "arith.mulf", &[x, x])?, x]),
        Some(4.0) => {
            let square = w.same(block, "arith.mulf", &[x, x])?;
            w.same(block, "arith.mulf", &[square, square])
        }
        _ => w.same(block, "math.powf", &[x, y]),
    }
}

/// The number that all elements of an operand are, where it is a constant, broadcast or not.
fn known(site: &Site, operand: usize) -> Option<f64> {
    let func = site.op.func;
    let mut value = *site.op.data().operands.get(operand)?;
    while let Some(op) = func.defining_op(value).map(|op| func.op(op)).filter(|op| matches!(op.info.name, "stablehlo.broadcast_in_dim" | "stablehlo.reshape")) {
        value = op.operands[0];
    }
    func.constant_of(value)?.splat_value()
}

/// 1 / (1 + e^-x).
pub fn logistic<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    if site.from().is_complex() {
        let one = w.number(block, site.from(), 1.0)?;
        let power = w.same(block, "complex.exp", &[w.same(block, "complex.neg", x)?])?;
        return w.same(block, "complex.div", &[one, w.same(block, "complex.add", &[one, power])?]);
    }
    wide(site, x, |x| {
        let one = constant(site, x[0], 1.0)?;
        let power = computed(site, "math.exp", &[w.same(block, "arith.negf", x)?])?;
        w.same(block, "arith.divf", &[one, w.same(block, "arith.addf", &[one, power])?])
    })
}

/// One over the square root: not MLIR's, which may be an estimate.
pub fn rsqrt<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    if site.from().is_complex() {
        let one = w.number(block, site.from(), 1.0)?;
        return w.same(block, "complex.div", &[one, w.same(block, "complex.sqrt", x)?]);
    }
    wide(site, x, |x| w.same(block, "arith.divf", &[constant(site, x[0], 1.0)?, w.same(block, "math.sqrt", x)?]))
}

/// The product with itself.
pub fn square<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    wide(site, x, |x| site.w.same(site.block, "arith.mulf", &[x[0], x[0]]))
}

/// Whether neither infinite nor NaN.
pub fn is_finite<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    wide(site, x, |x| {
        let size = w.same(block, "math.absf", x)?;
        w.compare_floats(block, 4, size, constant(site, x[0], f64::INFINITY)?)
    })
}

/// The number whose error function is `x`: Winitzki's approximation, within 2e-3, then Halley's method three times.
pub fn erf_inv<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let op = |name: &str, operands: &[Val<'m>]| w.same(block, name, operands);
    wide(site, x, |x| {
        let double = w.element(ElementType::F64)?;
        let narrow = x[0].r#type();
        // In doubles: near ±1 a single has too few digits for the method.
        let y = if narrow == double { x[0] } else { w.cast(block, "arith.extf", x[0], double)? };
        let number = |value: f64| w.number(block, ElementType::F64, value);
        let (one, two) = (number(1.0)?, number(2.0)?);
        let log = op("math.log1p", &[op("arith.negf", &[op("arith.mulf", &[y, y])?])?])?;
        let half = op("arith.addf", &[number(2.0 / (std::f64::consts::PI * 0.147))?, op("arith.divf", &[log, two])?])?;
        let root = op("math.sqrt", &[op("arith.subf", &[op("arith.mulf", &[half, half])?, op("arith.divf", &[log, number(0.147)?])?])?])?;
        let start = op("arith.maximumf", &[op("arith.subf", &[root, half])?, number(0.0)?])?;
        let mut guess = op("math.copysign", &[op("math.sqrt", &[start])?, y])?;
        for _ in 0..3 {
            // erf(x) - y; away from 0 as a difference of what both lack to ±1, which keeps its digits.
            let plain = op("arith.subf", &[op("math.erf", &[guess])?, y])?;
            let (size, want) = (op("math.absf", &[guess])?, op("math.absf", &[y])?);
            let lack = op("arith.subf", &[op("arith.subf", &[one, want])?, op("math.erfc", &[size])?])?;
            let signed = op("arith.mulf", &[lack, op("math.copysign", &[one, y])?])?;
            let error = w.choose(block, w.compare_floats(block, 2, size, one)?, signed, plain)?;
            let bell = op("math.exp", &[op("arith.negf", &[op("arith.mulf", &[guess, guess])?])?])?;
            let step = op("arith.divf", &[error, op("arith.mulf", &[number(std::f64::consts::FRAC_2_SQRT_PI)?, bell])?])?;
            let bend = op("arith.addf", &[one, op("arith.mulf", &[guess, step])?])?;
            guess = op("arith.subf", &[guess, op("arith.divf", &[step, bend])?])?;
        }
        let size = op("math.absf", &[y])?;
        let endless = op("math.copysign", &[number(f64::INFINITY)?, y])?;
        let within = w.choose(block, w.compare_floats(block, 1, size, one)?, endless, guess)?;
        // ugt 9: NaN too.
        let found = w.choose(block, w.compare_floats(block, 9, size, one)?, number(f64::NAN)?, within)?;
        if narrow == double { Ok(found) } else { w.cast(block, "arith.truncf", found, narrow) }
    })
}

/// As many bits of exponent and mantissa as the op names, ties to even; beyond the exponent's range infinity and zero.
pub fn reduce_precision<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Val<'m>> {
    let (exponent, mantissa) = (site.op.int_or("exponent_bits", 11), site.op.int_or("mantissa_bits", 52));
    let (w, block) = (&site.w, site.block);
    let op = |name: &str, operands: &[Val<'m>]| w.same(block, name, operands);
    wide(site, x, |x| {
        let element = computed_in(site.from());
        let (word, fraction, own) = match element {
            ElementType::F64 => (ElementType::I64, 52, 11),
            _ => (ElementType::I32, 23, 8),
        };
        let ty = w.element(element)?;
        let (bits_ty, integer) = (w.element(word)?, |value: i64| w.integer(block, word, value));
        let bits = w.cast(block, "arith.bitcast", x[0], bits_ty)?;
        let mut rounded = bits;
        if mantissa < fraction {
            // Half of the last kept place less one, plus that place: to nearest, ties to even; a carry goes to the exponent.
            let dropped = fraction - mantissa;
            let last = op("arith.andi", &[op("arith.shrui", &[bits, integer(dropped)?])?, integer(1)?])?;
            let bias = op("arith.addi", &[last, integer((1 << (dropped - 1)) - 1)?])?;
            rounded = op("arith.andi", &[op("arith.addi", &[bits, bias])?, integer(-1 << dropped)?])?;
        }
        let mut result = w.cast(block, "arith.bitcast", rounded, ty)?;
        if exponent < own {
            let bias = (1i32 << (exponent - 1)) - 1;
            let size = op("math.absf", &[result])?;
            let least = constant(site, x[0], 2f64.powi(1 - bias))?;
            let most = constant(site, x[0], 2f64.powi(bias + 1))?;
            let zero = op("math.copysign", &[constant(site, x[0], 0.0)?, result])?;
            let endless = op("math.copysign", &[constant(site, x[0], f64::INFINITY)?, result])?;
            result = w.choose(block, w.compare_floats(block, 4, size, least)?, zero, result)?;
            result = w.choose(block, w.compare_floats(block, 3, size, most)?, endless, result)?;
        }
        // NaN keeps its own bits: rounding them may make an infinity.
        w.choose(block, w.compare_floats(block, 14, x[0], x[0])?, x[0], result)
    })
}
