//! Elementwise ops of two operands of one type.
//!
//! Invariants: no operand is broadcast; `add` and `multiply` of truth values are "or" and "and"; maximum and
//! minimum propagate NaN and order -0 before +0.

use super::super::facets::{check_class, classes, common_type, elementwise_cost, nothing_more};
use super::{Binary, Int, NONLINEAR, SUMS, map_binary};
use num_complex::{Complex32, Complex64};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, InferCtx, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{ElementType, OpInfo, Type};

const PRODUCT: PartialFacet = PartialFacet::Flow(partial::product);
const QUOTIENT: PartialFacet = PartialFacet::Flow(partial::scales_floats);
const MAXIMA: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::Max));
const MINIMA: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::Min));
const ANDS: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::And));
const ORS: PartialFacet = PartialFacet::Flow(|op| partial::together(op, ReduceKind::Or));

macro_rules! binary_row {
    ($row:ident, $name:literal, $summary:literal, $traits:ident, $partial:expr, $infer:expr, $eval:expr, $syntax:expr) => {
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
            localize: Localize::Same,
            syntax: $syntax,
        };
    };
}

macro_rules! binary_ops {
    ($($row:ident $kernel:ident $name:literal $summary:literal $traits:ident $partial:ident [$($class:ident)|+] {$($method:ident: |$a:ident, $b:ident| $body:expr),* $(,)?})*) => {$(
        pub(in super::super) struct $kernel;
        impl Binary for $kernel {
            const CLASSES: u8 = $(classes::$class)|+;
            $(binary_ops! { @method $method, $a, $b, $body })*
        }
        binary_row! { $row, $name, $summary, $traits, $partial, infer_same::<$kernel>, eval::<$kernel>, Syntax::Format("{operands} : same") }
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
    AND And "stablehlo.and" "bitwise and" COMMUTATIVE ANDS [BOOL | INT] { bool: |a, b| a & b, int: |a, b| a.bit_and(b) }
    ATAN2 Atan2 "stablehlo.atan2" "angle of the point (second, first)" ELEMENTWISE NONLINEAR [FLOAT] { float: |a, b| a.atan2(b) }
    DIVIDE Divide "stablehlo.divide" "quotient (of integers: toward zero)" ELEMENTWISE QUOTIENT [INT | FLOAT | COMPLEX] {
        int: |a, b| a.over(b), float: |a, b| a / b, complex: |a, b| a / b,
    }
    MAXIMUM Maximum "stablehlo.maximum" "the larger (complex: by real, then imaginary part)" COMMUTATIVE MAXIMA [ALL] {
        bool: |a, b| a | b,
        int: |a, b| a.max(b),
        float: |a, b| if a > b || a.is_nan() { a } else if b > a || b.is_nan() { b } else if a == 0.0 { a + b } else { a },
        complex: |a, b| if (a.re, a.im) >= (b.re, b.im) { a } else { b },
    }
    MINIMUM Minimum "stablehlo.minimum" "the smaller (complex: by real, then imaginary part)" COMMUTATIVE MINIMA [ALL] {
        bool: |a, b| a & b,
        int: |a, b| a.min(b),
        float: |a, b| if a < b || a.is_nan() { a } else if b < a || b.is_nan() { b } else if a == 0.0 { -(-a - b) } else { a },
        complex: |a, b| if (a.re, a.im) <= (b.re, b.im) { a } else { b },
    }
    MULTIPLY Multiply "stablehlo.multiply" "product (of truth values: and)" COMMUTATIVE PRODUCT [ALL] {
        bool: |a, b| a & b, int: |a, b| a.times(b), float: |a, b| a * b, complex: |a, b| a * b,
    }
    OR Or "stablehlo.or" "bitwise or" COMMUTATIVE ORS [BOOL | INT] { bool: |a, b| a | b, int: |a, b| a.bit_or(b) }
    POWER Power "stablehlo.power" "first to the power of second" ELEMENTWISE NONLINEAR [INT | FLOAT | COMPLEX] {
        int: |a, b| a.to_power(b), float: |a, b| a.powf(b), complex: |a, b| complex_power(a, b),
    }
    REMAINDER Remainder "stablehlo.remainder" "remainder with the dividend's sign" ELEMENTWISE NONLINEAR [INT | FLOAT] {
        int: |a, b| a.modulo(b), float: |a, b| a % b,
    }
    SUBTRACT Subtract "stablehlo.subtract" "difference" ELEMENTWISE SUMS [INT | FLOAT | COMPLEX] {
        int: |a, b| a.minus(b), float: |a, b| a - b, complex: |a, b| a - b,
    }
    XOR Xor "stablehlo.xor" "bitwise exclusive or" COMMUTATIVE NONLINEAR [BOOL | INT] { bool: |a, b| a ^ b, int: |a, b| a.bit_xor(b) }
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
        binary_row! { $row, $name, $summary, ELEMENTWISE, NONLINEAR, infer_same::<$kernel>, eval::<$kernel>, Syntax::Format("{operands} : same") }
    )*};
}

shifts! {
    SHIFT_LEFT ShiftLeft "stablehlo.shift_left" "bits moved up, zeros below" shift_left
    SHIFT_RIGHT_ARITHMETIC ShiftRightArithmetic "stablehlo.shift_right_arithmetic" "bits moved down, the sign above" shift_arithmetic
    SHIFT_RIGHT_LOGICAL ShiftRightLogical "stablehlo.shift_right_logical" "bits moved down, zeros above" shift_logical
}

binary_row! {
    COMPLEX, "stablehlo.complex", "complex numbers of real and imaginary parts", ELEMENTWISE, SUMS, infer_complex, eval_complex, Syntax::Format("{operands} : result")
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
