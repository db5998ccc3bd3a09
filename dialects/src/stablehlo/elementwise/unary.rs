//! Elementwise ops of one operand.
//!
//! Invariants: the result has the operand's shape. Complex functions follow the principal branch.

use super::super::facets::{check_class, classes, elementwise_cost, nothing_more};
use super::super::build::{Direction, StablehloBuilder};
use super::{DISCRETE, Int, NONLINEAR, STEPS, SUMS, Unary, map_unary};
use half::{bf16, f16};
use num_complex::Complex64;
use shardwright_ir::interp::scalar::f32_of_f8;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, InferCtx, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::{Builder, DerivativeFacet, ElementType, OpInfo, TensorType, Type, Value, Vjp};

macro_rules! unary_row {
    ($row:ident, $name:literal, $summary:literal, $partial:expr, $infer:expr, $eval:expr, $derivative:expr, $syntax:literal) => {
        #[doc = concat!("`", $name, "`: ", $summary, ".")]
        pub static $row: OpInfo = OpInfo {
            name: $name,
            summary: $summary,
            operands: Arity::Exactly(1),
            results: Arity::Exactly(1),
            regions: Arity::Exactly(0),
            attrs: &[],
            traits: Traits::ELEMENTWISE,
            infer: Inference::Infer($infer),
            verify: nothing_more,
            rule: RuleFacet::Pointwise,
            partial: $partial,
            cost: elementwise_cost,
            eval: EvalFacet::Eval($eval),
            derivative: $derivative,
            localize: Localize::Same,
            syntax: Syntax::Format($syntax),
        };
    };
}

/// Rows whose result has the operand's type: the kernel by class of element.
macro_rules! unary_ops {
    ($($row:ident $kernel:ident $name:literal $summary:literal $partial:ident [$($class:ident)|+] {$($method:ident: |$a:ident| $body:expr),* $(,)?} $derivative:expr;)*) => {$(
        struct $kernel;
        impl Unary for $kernel {
            const CLASSES: u8 = $(classes::$class)|+;
            $(unary_ops! { @method $method, $a, $body })*
        }
        unary_row! { $row, $name, $summary, $partial, infer_same::<$kernel>, eval::<$kernel>, $derivative, "{operands} : same" }
    )*};
    (@method float, $a:ident, $body:expr) => {
        fn single($a: f32) -> f32 { $body }
        fn double($a: f64) -> f64 { $body }
    };
    (@method int, $a:ident, $body:expr) => {
        fn int<T: Int>($a: T, _: u32) -> T { $body }
    };
    (@method bool, $a:ident, $body:expr) => {
        fn bool($a: bool) -> bool { $body }
    };
    (@method complex, $a:ident, $body:expr) => {
        fn complex($a: Complex64) -> Complex64 { $body }
    };
}

unary_ops! {
    CBRT Cbrt "stablehlo.cbrt" "cube root" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.cbrt(), complex: |a| a.powf(1.0 / 3.0) }
        unary_vjp!(|b, g, _, y| {
            let square = b.multiply(y, y)?;
            let third = b.splat_like(y, 1.0 / 3.0)?;
            let slope = b.divide(third, square)?;
            b.multiply(g, slope)?
        });
    CEIL Ceil "stablehlo.ceil" "smallest integer that is not less" NONLINEAR [FLOAT] { float: |a| a.ceil() }
        STEPS;
    COSINE Cosine "stablehlo.cosine" "cosine" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.cos(), complex: |a| a.cos() }
        unary_vjp!(|b, g, x, _| {
            let sine = b.sine(x)?;
            let slope = b.negate(sine)?;
            b.multiply(g, slope)?
        });
    EXPONENTIAL Exponential "stablehlo.exponential" "e to the power" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.exp(), complex: |a| a.exp() }
        unary_vjp!(|b, g, _, y| b.multiply(g, y)?);
    EXPONENTIAL_MINUS_ONE ExponentialMinusOne "stablehlo.exponential_minus_one" "e to the power, less one" NONLINEAR [FLOAT | COMPLEX] {
        float: |a| a.exp_m1(), complex: |a| complex_exp_m1(a),
    }
        unary_vjp!(|b, g, _, y| {
            let one = b.splat_like(y, 1.0)?;
            let slope = b.add(y, one)?;
            b.multiply(g, slope)?
        });
    FLOOR Floor "stablehlo.floor" "largest integer that is not more" NONLINEAR [FLOAT] { float: |a| a.floor() }
        STEPS;
    LOG Log "stablehlo.log" "natural logarithm" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.ln(), complex: |a| a.ln() }
        unary_vjp!(|b, g, x, _| b.divide(g, x)?);
    LOG_PLUS_ONE LogPlusOne "stablehlo.log_plus_one" "natural logarithm of one more" NONLINEAR [FLOAT | COMPLEX] {
        float: |a| a.ln_1p(), complex: |a| (a + 1.0).ln(),
    }
        unary_vjp!(|b, g, x, _| {
            let one = b.splat_like(x, 1.0)?;
            let sum = b.add(x, one)?;
            b.divide(g, sum)?
        });
    LOGISTIC Logistic "stablehlo.logistic" "1 / (1 + e^-x)" NONLINEAR [FLOAT | COMPLEX] {
        float: |a| 1.0 / (1.0 + (-a).exp()), complex: |a| Complex64::new(1.0, 0.0) / ((-a).exp() + 1.0),
    }
        unary_vjp!(|b, g, _, y| {
            let one = b.splat_like(y, 1.0)?;
            let rest = b.subtract(one, y)?;
            let slope = b.multiply(y, rest)?;
            b.multiply(g, slope)?
        });
    NEGATE Negate "stablehlo.negate" "negation" SUMS [SIGNED | UNSIGNED | FLOAT | COMPLEX] {
        int: |a| a.minus(a).minus(a), float: |a| -a, complex: |a| -a,
    }
        unary_vjp!(|b, g, _, _| b.negate(g)?);
    NOT Not "stablehlo.not" "every bit flipped" NONLINEAR [BOOL | SIGNED | UNSIGNED] { bool: |a| !a, int: |a| a.flip() }
        DISCRETE;
    ROUND_NEAREST_AFZ RoundNearestAfz "stablehlo.round_nearest_afz" "nearest integer, halves away from zero" NONLINEAR [FLOAT] {
        float: |a| a.round(),
    }
        STEPS;
    ROUND_NEAREST_EVEN RoundNearestEven "stablehlo.round_nearest_even" "nearest integer, halves to the even one" NONLINEAR [FLOAT] {
        float: |a| a.round_ties_even(),
    }
        STEPS;
    RSQRT Rsqrt "stablehlo.rsqrt" "one over the square root" NONLINEAR [FLOAT | COMPLEX] {
        float: |a| 1.0 / a.sqrt(), complex: |a| Complex64::new(1.0, 0.0) / a.sqrt(),
    }
        unary_vjp!(|b, g, x, y| {
            let half = b.splat_like(y, -0.5)?;
            let ratio = b.divide(y, x)?;
            let slope = b.multiply(half, ratio)?;
            b.multiply(g, slope)?
        });
    SIGN Sign "stablehlo.sign" "-1, 0 or 1 (complex: the number on the unit circle)" NONLINEAR [SIGNED | FLOAT | COMPLEX] {
        int: |a| a.sign(),
        float: |a| if a.is_nan() || a == 0.0 { a } else { a.signum() },
        complex: |a| if a == Complex64::new(0.0, 0.0) { a } else { a / a.norm() },
    }
        STEPS;
    SINE Sine "stablehlo.sine" "sine" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.sin(), complex: |a| a.sin() }
        unary_vjp!(|b, g, x, _| {
            let slope = b.cosine(x)?;
            b.multiply(g, slope)?
        });
    SQRT Sqrt "stablehlo.sqrt" "square root" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.sqrt(), complex: |a| a.sqrt() }
        unary_vjp!(|b, g, _, y| {
            let half = b.splat_like(y, 0.5)?;
            let slope = b.divide(half, y)?;
            b.multiply(g, slope)?
        });
    TAN Tan "stablehlo.tan" "tangent" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.tan(), complex: |a| a.tan() }
        unary_vjp!(|b, g, _, y| {
            let one = b.splat_like(y, 1.0)?;
            let square = b.multiply(y, y)?;
            let slope = b.add(one, square)?;
            b.multiply(g, slope)?
        });
    TANH Tanh "stablehlo.tanh" "hyperbolic tangent" NONLINEAR [FLOAT | COMPLEX] { float: |a| a.tanh(), complex: |a| a.tanh() }
        unary_vjp!(|b, g, _, y| {
            let one = b.splat_like(y, 1.0)?;
            let square = b.multiply(y, y)?;
            let slope = b.subtract(one, square)?;
            b.multiply(g, slope)?
        });
}

struct CountLeadingZeros;
impl Unary for CountLeadingZeros {
    const CLASSES: u8 = classes::INT;
    fn int<T: Int>(a: T, bits: u32) -> T {
        a.leading_zeros_of(bits)
    }
}
unary_row! {
    COUNT_LEADING_ZEROS, "stablehlo.count_leading_zeros", "zeros above the highest set bit", NONLINEAR,
    infer_same::<CountLeadingZeros>, eval::<CountLeadingZeros>, DISCRETE, "{operands} : same"
}

struct Popcnt;
impl Unary for Popcnt {
    const CLASSES: u8 = classes::INT;
    fn int<T: Int>(a: T, bits: u32) -> T {
        a.ones(bits)
    }
}
unary_row! { POPCNT, "stablehlo.popcnt", "number of set bits", NONLINEAR, infer_same::<Popcnt>, eval::<Popcnt>, DISCRETE, "{operands} : same" }

unary_row! { ABS, "stablehlo.abs", "magnitude", NONLINEAR, infer_abs, eval_abs, DerivativeFacet::Vjp(abs_vjp), "{operands} : same" }
unary_row! { IMAG, "stablehlo.imag", "imaginary part (of a real number: 0)", SUMS, infer_part, eval_imag, DerivativeFacet::Vjp(imag_vjp), "{operands} : same" }
unary_row! { REAL, "stablehlo.real", "real part", SUMS, infer_part, eval_real, DerivativeFacet::Vjp(real_vjp), "{operands} : same" }
unary_row! {
    IS_FINITE, "stablehlo.is_finite", "whether neither infinite nor NaN", NONLINEAR, infer_is_finite, eval_is_finite, STEPS, "{operands} : functional"
}

/// Of real numbers the sign; of complex ones the conjugate over the magnitude.
fn abs_vjp(vjp: &Vjp, b: &mut Builder) -> Result<Vec<Option<Value>>, String> {
    let (g, x) = (vjp.grad()?, vjp.operands[0]);
    if !b.ty(x).element.is_complex() {
        let slope = b.sign(x)?;
        return Ok(vec![Some(b.multiply(g, slope)?)]);
    }
    let (re, im) = (b.real(x)?, b.imag(x)?);
    // Where the magnitude is zero so are both parts: any divisor gives zero.
    let zero = b.splat_like(g, 0.0)?;
    let one = b.splat_like(g, 1.0)?;
    let vanishes = b.compare(Direction::Eq, vjp.results[0], zero)?;
    let magnitude = b.select(vanishes, one, vjp.results[0])?;
    let scale = b.divide(g, magnitude)?;
    let (re, im) = (b.multiply(scale, re)?, b.multiply(scale, im)?);
    let im = b.negate(im)?;
    Ok(vec![Some(b.complex(re, im)?)])
}

fn real_vjp(vjp: &Vjp, b: &mut Builder) -> Result<Vec<Option<Value>>, String> {
    let g = vjp.grad()?;
    if !vjp.op.operand_type(0).element.is_complex() {
        return Ok(vec![Some(g)]);
    }
    let zero = b.splat_like(g, 0.0)?;
    Ok(vec![Some(b.complex(g, zero)?)])
}

fn imag_vjp(vjp: &Vjp, b: &mut Builder) -> Result<Vec<Option<Value>>, String> {
    if !vjp.op.operand_type(0).element.is_complex() {
        return Ok(vec![None]);
    }
    let g = vjp.grad()?;
    let (zero, less) = (b.splat_like(g, 0.0)?, b.negate(g)?);
    Ok(vec![Some(b.complex(zero, less)?)])
}

/// The real type of a complex one's parts; other types as they are.
pub(crate) fn part_type(element: ElementType) -> ElementType {
    match element {
        ElementType::C64 => ElementType::F32,
        ElementType::C128 => ElementType::F64,
        other => other,
    }
}

fn infer_same<K: Unary>(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    check_class(ty.element, K::CLASSES)?;
    Ok(vec![ty.clone().into()])
}

fn eval<K: Unary>(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    Ok(vec![map_unary::<K>(&xs[0])?])
}

fn parts(ctx: &InferCtx, set: u8) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    check_class(ty.element, set)?;
    Ok(vec![ty.with_element(part_type(ty.element)).into()])
}

fn infer_abs(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    parts(ctx, classes::SIGNED | classes::FLOAT | classes::COMPLEX)
}

fn infer_part(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    parts(ctx, classes::FLOAT | classes::COMPLEX)
}

fn infer_is_finite(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    check_class(ty.element, classes::FLOAT)?;
    Ok(vec![ty.with_element(ElementType::I1).into()])
}

struct Magnitude;
impl Unary for Magnitude {
    const CLASSES: u8 = classes::SIGNED | classes::FLOAT;
    fn int<T: Int>(a: T, _: u32) -> T {
        a.magnitude()
    }
    fn single(a: f32) -> f32 {
        a.abs()
    }
    fn double(a: f64) -> f64 {
        a.abs()
    }
}

fn eval_abs(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let x = &xs[0];
    let data = match &*x.data {
        Buffer::C64(v) => Buffer::F32(v.iter().map(|a| a.norm()).collect()),
        Buffer::C128(v) => Buffer::F64(v.iter().map(|a| a.norm()).collect()),
        _ => return Ok(vec![map_unary::<Magnitude>(x)?]),
    };
    Ok(vec![Tensor::new(part_of(x), data)])
}

fn eval_real(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let x = &xs[0];
    let data = match &*x.data {
        Buffer::C64(v) => Buffer::F32(v.iter().map(|a| a.re).collect()),
        Buffer::C128(v) => Buffer::F64(v.iter().map(|a| a.re).collect()),
        _ => return Ok(vec![x.clone()]),
    };
    Ok(vec![Tensor::new(part_of(x), data)])
}

fn eval_imag(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let x = &xs[0];
    let data = match &*x.data {
        Buffer::C64(v) => Buffer::F32(v.iter().map(|a| a.im).collect()),
        Buffer::C128(v) => Buffer::F64(v.iter().map(|a| a.im).collect()),
        Buffer::F16(v) => Buffer::F16(vec![f16::ZERO; v.len()]),
        Buffer::BF16(v) => Buffer::BF16(vec![bf16::ZERO; v.len()]),
        Buffer::F32(v) => Buffer::F32(vec![0.0; v.len()]),
        Buffer::F64(v) => Buffer::F64(vec![0.0; v.len()]),
        Buffer::F8(v) => Buffer::F8(vec![0; v.len()]),
        _ => return Err(format!("operand must be float or complex, got {}", x.ty).into()),
    };
    Ok(vec![Tensor::new(part_of(x), data)])
}

fn eval_is_finite(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let x = &xs[0];
    let finite = match &*x.data {
        Buffer::F16(v) => v.iter().map(|a| a.is_finite()).collect(),
        Buffer::BF16(v) => v.iter().map(|a| a.is_finite()).collect(),
        Buffer::F32(v) => v.iter().map(|a| a.is_finite()).collect(),
        Buffer::F64(v) => v.iter().map(|a| a.is_finite()).collect(),
        Buffer::F8(v) => v.iter().map(|&a| f32_of_f8(x.ty.element, a).is_finite()).collect(),
        _ => return Err(format!("operand must be float, got {}", x.ty).into()),
    };
    Ok(vec![Tensor::new(x.ty.with_element(ElementType::I1), Buffer::Bool(finite))])
}

fn part_of(x: &Tensor) -> TensorType {
    x.ty.with_element(part_type(x.ty.element))
}

/// `e^a - 1` without cancellation near 0: `e^x cos y - 1 = (e^x - 1) cos y - 2 sin²(y / 2)`.
fn complex_exp_m1(a: Complex64) -> Complex64 {
    let half_sine = (a.im / 2.0).sin();
    Complex64::new(a.re.exp_m1() * a.im.cos() - 2.0 * half_sine * half_sine, a.re.exp() * a.im.sin())
}
