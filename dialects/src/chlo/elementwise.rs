//! Elementwise CHLO ops of one operand.
//!
//! Invariants: the result has the operand's type; numbers narrower than 64 bits are computed in 64 bits and rounded once.
//! `erf` follows its power series and the continued fraction of `erfc`, `erf_inv` is Halley's method on both.

use crate::derivative::*;
use crate::work;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::interp::{EvalError, Tensor};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::op::*;

macro_rules! rows {
    ($($row:ident $name:literal $summary:literal $function:expr, |$b:ident, $x:pat_param, $y:pat_param| $slope:expr;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $summary, ".")]
            pub static $row: OpInfo = OpInfo {
                name: $name,
                summary: $summary,
                operands: Arity::Exactly(1),
                results: Arity::Exactly(1),
                regions: Arity::Exactly(0),
                attrs: &[],
                traits: Traits::ELEMENTWISE,
                infer: Inference::Infer(|ctx| {
                    let ty = ctx.tensor(0)?;
                    match ty.element.is_float() {
                        true => Ok(vec![ty.clone().into()]),
                        false => Err(format!("operand 0 must hold floats, got {ty}")),
                    }
                }),
                verify: |_| Ok(()),
                rule: RuleFacet::Pointwise,
                partial: PartialFacet::Whole("not linear in its operands"),
                cost: work::per_operand_element,
                eval: EvalFacet::Eval(|_, operands| map(&operands[0], $function)),
                derivative: DerivativeFacet::Vjp(|vjp, $b| {
                    let (g, $x, $y) = (vjp.grad()?, vjp.operands[0], vjp.results[0]);
                    let slope: Value = $slope;
                    Ok(vec![Some($b.multiply(g, slope)?)])
                }),
                localize: Localize::Same,
                syntax: Syntax::Format("{0} : operand-result"),
            };
        )*
    };
}

rows! {
    ACOS "chlo.acos" "angle of a cosine" f64::acos, |b, x, _| {
        let slope = one_less_square(b, x)?;
        let slope = b.rsqrt(slope)?;
        b.negate(slope)?
    };
    ACOSH "chlo.acosh" "inverse of the hyperbolic cosine" f64::acosh, |b, x, _| {
        let less = one_less_square(b, x)?;
        let square = b.negate(less)?;
        b.rsqrt(square)?
    };
    ASIN "chlo.asin" "angle of a sine" f64::asin, |b, x, _| {
        let slope = one_less_square(b, x)?;
        b.rsqrt(slope)?
    };
    ASINH "chlo.asinh" "inverse of the hyperbolic sine" asinh, |b, x, _| {
        let slope = one_and_square(b, x)?;
        b.rsqrt(slope)?
    };
    ATAN "chlo.atan" "angle of a tangent" f64::atan, |b, x, _| {
        let (one, slope) = (b.splat_like(x, 1.0)?, one_and_square(b, x)?);
        b.divide(one, slope)?
    };
    ATANH "chlo.atanh" "inverse of the hyperbolic tangent" f64::atanh, |b, x, _| {
        let (one, slope) = (b.splat_like(x, 1.0)?, one_less_square(b, x)?);
        b.divide(one, slope)?
    };
    COSH "chlo.cosh" "hyperbolic cosine" f64::cosh, |b, x, _| b.unary(&SINH, x)?;
    ERF "chlo.erf" "error function" erf, |b, x, _| bell(b, x, std::f64::consts::FRAC_2_SQRT_PI, -1.0)?;
    ERFC "chlo.erfc" "one less the error function" erfc, |b, x, _| bell(b, x, -std::f64::consts::FRAC_2_SQRT_PI, -1.0)?;
    ERF_INV "chlo.erf_inv" "inverse of the error function" erf_inv, |b, _, y| bell(b, y, 1.0 / std::f64::consts::FRAC_2_SQRT_PI, 1.0)?;
    SINH "chlo.sinh" "hyperbolic sine" f64::sinh, |b, x, _| b.unary(&COSH, x)?;
    SQUARE "chlo.square" "product with itself" |x| x * x, |b, x, _| b.add(x, x)?;
    TAN "chlo.tan" "tangent" f64::tan, |b, _, y| one_and_square(b, y)?;
}

/// (1 - x)(1 + x), which loses nothing near ±1.
fn one_less_square(b: &mut Builder, x: Value) -> Result<Value, String> {
    let one = b.splat_like(x, 1.0)?;
    let (less, more) = (b.subtract(one, x)?, b.add(one, x)?);
    b.multiply(less, more)
}

/// 1 + x².
fn one_and_square(b: &mut Builder, x: Value) -> Result<Value, String> {
    let (one, square) = (b.splat_like(x, 1.0)?, b.multiply(x, x)?);
    b.add(one, square)
}

/// `height` e^(`sign` x²).
fn bell(b: &mut Builder, x: Value, height: f64, sign: f64) -> Result<Value, String> {
    let (height, sign, square) = (b.splat_like(x, height)?, b.splat_like(x, sign)?, b.multiply(x, x)?);
    let exponent = b.multiply(sign, square)?;
    let curve = b.exp(exponent)?;
    b.multiply(height, curve)
}

fn map(operand: &Tensor, function: impl Fn(f64) -> f64) -> Result<Vec<Tensor>, EvalError> {
    let element = operand.ty.element;
    let bytes: Vec<u8> = operand.to_f64s().into_iter().flat_map(|x| bytes_of_f64(element, function(x))).collect();
    Ok(vec![Tensor::from_bytes(operand.ty.clone(), &bytes)?])
}

/// Keeps small numbers: `ln(1 + y)` of a `y` that loses nothing, and no overflow for large ones.
fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let value = if a > 1e150 { a.ln() + std::f64::consts::LN_2 } else { (a + a * a / (1.0 + (a * a + 1.0).sqrt())).ln_1p() };
    value.copysign(x)
}

/// The error function (DLMF 7.6.2, and 7.9.4 for large arguments).
pub fn erf(x: f64) -> f64 {
    if x.abs() > 2.0 {
        return (1.0 - erfc_large(x.abs())).copysign(x);
    }
    if x.is_nan() {
        return x;
    }
    // 2/sqrt(pi) e^(-x²) Σ 2^n x^(2n+1) / (1·3·5…(2n+1)): all terms of one sign.
    let (mut term, mut sum, mut n) = (x, x, 1.0);
    while term.abs() > sum.abs() * 1e-17 {
        term *= 2.0 * x * x / (2.0 * n + 1.0);
        sum += term;
        n += 1.0;
    }
    std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

/// One less the error function, without loss for large arguments.
pub fn erfc(x: f64) -> f64 {
    if x > 1.0 { erfc_large(x) } else { 1.0 - erf(x) }
}

/// The continued fraction of erfc (DLMF 7.9.4), for x of at least 1.
fn erfc_large(x: f64) -> f64 {
    if x > 28.0 {
        return 0.0;
    }
    // n terms leave a relative error near e^(-2x sqrt(2n)).
    let terms = ((22.0 / x).powi(2) / 2.0) as i32 + 5;
    let fraction = (1..=terms).rev().fold(0.0, |fraction, n| f64::from(n) / 2.0 / (x + fraction));
    (-x * x).exp() / (x + fraction) / std::f64::consts::PI.sqrt()
}

/// The number whose error function is `y`.
pub fn erf_inv(y: f64) -> f64 {
    if y.is_nan() || y.abs() > 1.0 {
        return f64::NAN;
    }
    if y.abs() == 1.0 {
        return f64::INFINITY.copysign(y);
    }
    // Winitzki's approximation, within 2e-3; then Halley's method.
    let log = (1.0 - y * y).ln();
    let half = 2.0 / (std::f64::consts::PI * 0.147) + log / 2.0;
    let mut x = ((half * half - log / 0.147).sqrt() - half).max(0.0).sqrt().copysign(y);
    for _ in 0..4 {
        // erf(x) - y; away from 0 as a difference of what both lack to ±1, which keeps its digits.
        let error = if x.abs() > 1.0 { ((1.0 - y.abs()) - erfc(x.abs())) * y.signum() } else { erf(x) - y };
        let slope = std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp();
        let step = error / slope;
        x -= step / (1.0 + x * step);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of scipy.special.erf, erfc and erfinv.
    #[test]
    fn error_functions_are_close_in_all_ranges() {
        let close = |got: f64, wanted: f64, within: f64| assert!((got - wanted).abs() <= within * wanted.abs(), "{got} {wanted}");
        for (x, wanted) in [
            (0.001, 0.0011283787909692363),
            (0.5, 0.5204998778130465),
            (-1.25, -0.9229001282564582),
            (1.99, 0.995111413199617),
            (2.01, 0.9955248493552482),
            (3.5, 0.9999992569016276),
        ] {
            close(erf(x), wanted, 2e-15);
        }
        for (x, wanted) in [
            (-1.0, 1.8427007929497148),
            (0.5, 0.4795001221869535),
            (2.5, 0.00040695201744495886),
            (6.0, 2.1519736712498913e-17),
            (20.0, 5.395865611607901e-176),
        ] {
            close(erfc(x), wanted, 1e-13);
        }
        for (y, wanted) in [
            (0.0001, 8.862269277728947e-05),
            (0.3, 0.2724627147267544),
            (-0.7, -0.7328690779592169),
            (0.95, 1.3859038243496775),
            (0.9999, 2.7510639057120803),
            (-0.9999999, -3.766562581638471),
        ] {
            close(erf_inv(y), wanted, 1e-13);
        }
        assert!(erf(f64::NAN).is_nan() && erf_inv(1.5).is_nan());
        assert_eq!([erf(f64::INFINITY), erf_inv(-1.0)], [1.0, f64::NEG_INFINITY]);
    }
}
