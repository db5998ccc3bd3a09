//! Elementwise ops of two operands of one type.
//!
//! Invariants: no operand is broadcast; `add` and `multiply` of truth values are "or" and "and"; maximum and
//! minimum propagate NaN and order -0 before +0.

use super::super::facets::{check_class, classes, common_type, elementwise_cost, nothing_more};
use super::super::build::{Direction, StablehloBuilder};
use super::{Binary, DISCRETE, Int, NONLINEAR, SUMS, map_binary};
use num_complex::{Complex32, Complex64};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, InferCtx, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Builder, ElementType, OpInfo, Type, Value};

const PRODUCT: PartialFacet = PartialFacet::Flow(partial::product);
const QUOTIENT: PartialFacet = PartialFacet::Flow(partial::scales_floats);
const MAXIMA: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::Max));
const MINIMA: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::Min));
const ANDS: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::And));
const ORS: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::Or));

macro_rules! binary_row {
    ($row:ident, $name:literal, $summary:literal, $traits:ident, $partial:expr, $infer:expr, $eval:expr, $derivative:expr, $syntax:expr) => {
        #[doc = concat!("`", $name, "`: ", $summary, ".")]
        pub static $row: OpInfo = OpInfo {
            name: $name,
            summary: $summary,
            operands: Arity::Exactly(2),
            results: Arity::Exactly(1),
            regions: Arity::Exactly(0),
            attrs: &[],
            traits: Traits::$traits,
            infer: Inference::Infer($infer),
            verify: nothing_more,
            rule: RuleFacet::Pointwise,
            partial: $partial,
            cost: elementwise_cost,
            eval: EvalFacet::Eval($eval),
            derivative: $derivative,
            localize: Localize::Same,
            syntax: $syntax,
        };
    };
}

macro_rules! binary_ops {
    ($($row:ident $kernel:ident $name:literal $summary:literal $traits:ident $partial:ident [$($class:ident)|+] {$($method:ident: |$a:ident, $b:ident| $body:expr),* $(,)?} $derivative:expr;)*) => {$(
        pub(in super::super) struct $kernel;
        impl Binary for $kernel {
            const CLASSES: u8 = $(classes::$class)|+;
            $(binary_ops! { @method $method, $a, $b, $body })*
        }
        binary_row! { $row, $name, $summary, $traits, $partial, infer_same::<$kernel>, eval::<$kernel>, $derivative, Syntax::Format("{operands} : same") }
    )*};
    (@method float, $a:ident, $b:ident, $body:expr) => {
        fn single($a: f32, $b: f32) -> f32 { $body }
        fn double($a: f64, $b: f64) -> f64 { $body }
    };
    (@method int, $a:ident, $b:ident, $body:expr) => {
        fn int<T: Int>($a: T, $b: T, _: u32) -> T { $body }
    };
    (@method bool, $a:ident, $b:ident, $body:expr) => {
        fn bool($a: bool, $b: bool) -> bool { $body }
    };
    (@method complex, $a:ident, $b:ident, $body:expr) => {
        fn complex($a: Complex64, $b: Complex64) -> Complex64 { $body }
    };
}

binary_ops! {
    ADD Add "stablehlo.add" "sum (of truth values: or)" COMMUTATIVE SUMS [ALL] {
        bool: |a, b| a | b, int: |a, b| a.plus(b), float: |a, b| a + b, complex: |a, b| a + b,
    }
        binary_vjp!(|_b, g, _, _, _| g, g);
    AND And "stablehlo.and" "bitwise and" COMMUTATIVE ANDS [BOOL | INT] { bool: |a, b| a & b, int: |a, b| a.bit_and(b) }
        DISCRETE;
    ATAN2 Atan2 "stablehlo.atan2" "angle of the point (second, first)" ELEMENTWISE NONLINEAR [FLOAT] { float: |a, b| a.atan2(b) }
        binary_vjp!(|b, g, y, x, _| {
            let slope = over_square(b, x, y, x)?;
            b.multiply(g, slope)?
        }, {
            let slope = over_square(b, y, y, x)?;
            let product = b.multiply(g, slope)?;
            b.negate(product)?
        });
    DIVIDE Divide "stablehlo.divide" "quotient (of integers: toward zero)" ELEMENTWISE QUOTIENT [INT | FLOAT | COMPLEX] {
        int: |a, b| a.over(b), float: |a, b| a / b, complex: |a, b| a / b,
    }
        binary_vjp!(|b, g, _, z, y| b.divide(g, z)?, {
            let ratio = b.divide(y, z)?;
            let product = b.multiply(g, ratio)?;
            b.negate(product)?
        });
    MAXIMUM Maximum "stablehlo.maximum" "the larger (complex: by real, then imaginary part)" COMMUTATIVE MAXIMA [ALL] {
        bool: |a, b| a | b,
        int: |a, b| a.max(b),
        float: |a, b| if a > b || a.is_nan() { a } else if b > a || b.is_nan() { b } else if a == 0.0 { a + b } else { a },
        complex: |a, b| if (a.re, a.im) >= (b.re, b.im) { a } else { b },
    }
        binary_vjp!(|b, g, x, z, y| chosen(b, g, x, z, y)?, chosen(b, g, z, x, y)?);
    MINIMUM Minimum "stablehlo.minimum" "the smaller (complex: by real, then imaginary part)" COMMUTATIVE MINIMA [ALL] {
        bool: |a, b| a & b,
        int: |a, b| a.min(b),
        float: |a, b| if a < b || a.is_nan() { a } else if b < a || b.is_nan() { b } else if a == 0.0 { -(-a - b) } else { a },
        complex: |a, b| if (a.re, a.im) <= (b.re, b.im) { a } else { b },
    }
        binary_vjp!(|b, g, x, z, y| chosen(b, g, x, z, y)?, chosen(b, g, z, x, y)?);
    MULTIPLY Multiply "stablehlo.multiply" "product (of truth values: and)" COMMUTATIVE PRODUCT [ALL] {
        bool: |a, b| a & b, int: |a, b| a.times(b), float: |a, b| a * b, complex: |a, b| a * b,
    }
        binary_vjp!(|b, g, x, z, _| b.multiply(g, z)?, b.multiply(g, x)?);
    OR Or "stablehlo.or" "bitwise or" COMMUTATIVE ORS [BOOL | INT] { bool: |a, b| a | b, int: |a, b| a.bit_or(b) }
        DISCRETE;
    POWER Power "stablehlo.power" "first to the power of second" ELEMENTWISE NONLINEAR [INT | FLOAT | COMPLEX] {
        int: |a, b| a.to_power(b), float: |a, b| a.powf(b), complex: |a, b| complex_power(a, b),
    }
        binary_vjp!(|b, g, x, z, y| power_base(b, g, x, z)?, power_exponent(b, g, x, y)?);
    REMAINDER Remainder "stablehlo.remainder" "remainder with the dividend's sign" ELEMENTWISE NONLINEAR [INT | FLOAT] {
        int: |a, b| a.modulo(b), float: |a, b| a % b,
    }
        binary_vjp!(|b, g, x, z, y| g, {
            // x = q z + y with q the whole quotient: q = (x - y) / z, rounded against what the division loses.
            let rest = b.subtract(x, y)?;
            let quotient = b.divide(rest, z)?;
            let quotient = b.round_nearest_even(quotient)?;
            let product = b.multiply(g, quotient)?;
            b.negate(product)?
        });
    SUBTRACT Subtract "stablehlo.subtract" "difference" ELEMENTWISE SUMS [INT | FLOAT | COMPLEX] {
        int: |a, b| a.minus(b), float: |a, b| a - b, complex: |a, b| a - b,
    }
        binary_vjp!(|b, g, _, _, _| g, b.negate(g)?);
    XOR Xor "stablehlo.xor" "bitwise exclusive or" COMMUTATIVE NONLINEAR [BOOL | INT] { bool: |a, b| a ^ b, int: |a, b| a.bit_xor(b) }
        DISCRETE;
}

macro_rules! shifts {
    ($($row:ident $kernel:ident $name:literal $summary:literal $method:ident)*) => {$(
        struct $kernel;
        impl Binary for $kernel {
            const CLASSES: u8 = classes::INT;
            fn int<T: Int>(a: T, b: T, bits: u32) -> T {
                a.$method(b, bits)
            }
        }
        binary_row! { $row, $name, $summary, ELEMENTWISE, NONLINEAR, infer_same::<$kernel>, eval::<$kernel>, DISCRETE, Syntax::Format("{operands} : same") }
    )*};
}

shifts! {
    SHIFT_LEFT ShiftLeft "stablehlo.shift_left" "bits moved up, zeros below" shift_left
    SHIFT_RIGHT_ARITHMETIC ShiftRightArithmetic "stablehlo.shift_right_arithmetic" "bits moved down, the sign above" shift_arithmetic
    SHIFT_RIGHT_LOGICAL ShiftRightLogical "stablehlo.shift_right_logical" "bits moved down, zeros above" shift_logical
}

binary_row! {
    COMPLEX, "stablehlo.complex", "complex numbers of real and imaginary parts", ELEMENTWISE, SUMS, infer_complex, eval_complex,
    binary_vjp!(|b, g, _, _, _| b.real(g)?, {
        let part = b.imag(g)?;
        b.negate(part)?
    }),
    Syntax::Format("{operands} : result")
}

/// `top / (x² + y²)`.
fn over_square(b: &mut Builder, top: Value, y: Value, x: Value) -> Result<Value, String> {
    let (y, x) = (b.multiply(y, y)?, b.multiply(x, x)?);
    let sum = b.add(y, x)?;
    b.divide(top, sum)
}

/// The gradient of the operand `own` of a maximum or minimum `y`: all of it where `own` was chosen, half where both were.
fn chosen(b: &mut Builder, g: Value, own: Value, other: Value, y: Value) -> Result<Value, String> {
    let (zero, half) = (b.splat_like(g, 0.0)?, b.splat_like(g, 0.5)?);
    let (is_own, is_other) = (b.compare(Direction::Eq, own, y)?, b.compare(Direction::Eq, other, y)?);
    let shared = b.multiply(g, half)?;
    let taken = b.select(is_other, shared, g)?;
    b.select(is_own, taken, zero)
}

/// `g e x^(e-1)`, and 0 where the exponent is 0 whatever the base.
fn power_base(b: &mut Builder, g: Value, x: Value, e: Value) -> Result<Value, String> {
    let (zero, one) = (b.splat_like(e, 0.0)?, b.splat_like(e, 1.0)?);
    let flat = b.compare(Direction::Eq, e, zero)?;
    let less = b.subtract(e, one)?;
    let less = b.select(flat, one, less)?;
    let power = b.power(x, less)?;
    let slope = b.multiply(e, power)?;
    let slope = b.select(flat, zero, slope)?;
    b.multiply(g, slope)
}

/// `g y ln x`, and 0 where the base is 0.
fn power_exponent(b: &mut Builder, g: Value, x: Value, y: Value) -> Result<Value, String> {
    let (zero, one) = (b.splat_like(x, 0.0)?, b.splat_like(x, 1.0)?);
    let vanishes = b.compare(Direction::Eq, x, zero)?;
    let base = b.select(vanishes, one, x)?;
    let log = b.log(base)?;
    let slope = b.multiply(y, log)?;
    b.multiply(g, slope)
}

fn infer_same<K: Binary>(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    Ok(vec![common_type(ctx, K::CLASSES)?.clone().into()])
}

fn eval<K: Binary>(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    Ok(vec![map_binary::<K>(&xs[0], &xs[1])?])
}

fn infer_complex(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = common_type(ctx, classes::FLOAT)?;
    Ok(vec![ty.with_element(complex_type(ty.element)?).into()])
}

fn complex_type(element: ElementType) -> Result<ElementType, String> {
    match element {
        ElementType::F32 => Ok(ElementType::C64),
        ElementType::F64 => Ok(ElementType::C128),
        other => {
            check_class(other, classes::FLOAT)?;
            Err(format!("element type must be f32 or f64, got {other}"))
        }
    }
}

fn eval_complex(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let data = match (&*xs[0].data, &*xs[1].data) {
        (Buffer::F32(x), Buffer::F32(y)) => Buffer::C64(x.iter().zip(y).map(|(&a, &b)| Complex32::new(a, b)).collect()),
        (Buffer::F64(x), Buffer::F64(y)) => Buffer::C128(x.iter().zip(y).map(|(&a, &b)| Complex64::new(a, b)).collect()),
        _ => return Err(format!("operands must be f32 or f64, got {} and {}", xs[0].ty, xs[1].ty).into()),
    };
    Ok(vec![Tensor::new(xs[0].ty.with_element(complex_type(xs[0].ty.element)?), data)])
}

/// `a^b` with `a^0 = 1` and `0^b = 0` for other `b` of positive real part.
fn complex_power(a: Complex64, b: Complex64) -> Complex64 {
    let zero = Complex64::new(0.0, 0.0);
    if b == zero {
        Complex64::new(1.0, 0.0)
    } else if a == zero && b.re > 0.0 {
        zero
    } else {
        a.powc(b)
    }
}
