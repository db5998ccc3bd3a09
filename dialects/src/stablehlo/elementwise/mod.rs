//! Elementwise ops: one kernel an op, from which its legal types and its evaluation both follow.
//!
//! Invariants: `f16`, `bf16` and 8-bit floats are computed in `f32` and rounded once; integers wrap and never
//! panic; types narrower than a byte wrap at their own width.

/// The derivative of an op of one operand: the operand's gradient from the builder, the result's gradient, the operand and the result.
macro_rules! unary_vjp {
    (|$b:ident, $g:pat_param, $x:pat_param, $y:pat_param| $body:expr) => {
        shardwright_ir::DerivativeFacet::Vjp(|vjp, $b| {
            let ($g, $x, $y) = (vjp.grad()?, vjp.operands[0], vjp.results[0]);
            Ok(vec![Some($body)])
        })
    };
}

/// The derivative of an op of two operands: both operands' gradients from the builder, the result's gradient, the operands and the result.
macro_rules! binary_vjp {
    (|$b:ident, $g:pat_param, $x:pat_param, $z:pat_param, $y:pat_param| $left:expr, $right:expr) => {
        shardwright_ir::DerivativeFacet::Vjp(|vjp, $b| {
            let ($g, $x, $z, $y) = (vjp.grad()?, vjp.operands[0], vjp.operands[1], vjp.results[0]);
            let left = if vjp.wanted[0] { Some($left) } else { None };
            let right = if vjp.wanted[1] { Some($right) } else { None };
            Ok(vec![left, right])
        })
    };
}

pub mod binary;
mod ints;
pub mod unary;

pub(super) use ints::Int;

use super::facets::check_class;
use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
use shardwright_ir::interp::scalar::{f8_of_f32, f32_of_f8};
use shardwright_ir::interp::{Buffer, EvalError, Tensor};
use shardwright_ir::DerivativeFacet;
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::types::ElementType;

/// The facet of ops that add up their operands, up to signs.
const SUMS: PartialFacet = PartialFacet::Flow(partial::sums);
/// The facet of all other functions.
const NONLINEAR: PartialFacet = PartialFacet::Whole("not linear in its operands");

/// The derivative of functions that are constant between their steps.
const STEPS: DerivativeFacet = DerivativeFacet::Zero("constant between its steps");
/// The derivative of functions of integers and truth values.
const DISCRETE: DerivativeFacet = DerivativeFacet::Zero("a function of integers or truth values");

/// What a unary op does to one element of each class; classes that are not in `CLASSES` never reach it.
pub(super) trait Unary {
    /// Legal classes.
    const CLASSES: u8;
    /// On a truth value.
    fn bool(_: bool) -> bool {
        unreachable!("class refused before")
    }
    /// On an integer of `bits` bits.
    fn int<T: Int>(_: T, _bits: u32) -> T {
        unreachable!("class refused before")
    }
    /// On a single.
    fn single(_: f32) -> f32 {
        unreachable!("class refused before")
    }
    /// On a double.
    fn double(_: f64) -> f64 {
        unreachable!("class refused before")
    }
    /// On a complex number.
    fn complex(_: Complex64) -> Complex64 {
        unreachable!("class refused before")
    }
}

/// What a binary op does to two elements of each class; classes that are not in `CLASSES` never reach it.
pub(super) trait Binary {
    /// Legal classes.
    const CLASSES: u8;
    /// On truth values.
    fn bool(_: bool, _: bool) -> bool {
        unreachable!("class refused before")
    }
    /// On integers of `bits` bits.
    fn int<T: Int>(_: T, _: T, _bits: u32) -> T {
        unreachable!("class refused before")
    }
    /// On singles.
    fn single(_: f32, _: f32) -> f32 {
        unreachable!("class refused before")
    }
    /// On doubles.
    fn double(_: f64, _: f64) -> f64 {
        unreachable!("class refused before")
    }
    /// On complex numbers.
    fn complex(_: Complex64, _: Complex64) -> Complex64 {
        unreachable!("class refused before")
    }
}

/// A unary kernel on all elements.
pub(super) fn map_unary<K: Unary>(x: &Tensor) -> Result<Tensor, EvalError> {
    let element = x.ty.element;
    check_class(element, K::CLASSES)?;
    let bits = element.bits();
    macro_rules! ints {
        ($vec:ident, $variant:ident) => {
            Buffer::$variant($vec.iter().map(|&a| K::int(a, bits)).collect())
        };
    }
    let data = match &*x.data {
        Buffer::Bool(v) => Buffer::Bool(v.iter().map(|&a| K::bool(a)).collect()),
        Buffer::I8(v) => ints!(v, I8),
        Buffer::I16(v) => ints!(v, I16),
        Buffer::I32(v) => ints!(v, I32),
        Buffer::I64(v) => ints!(v, I64),
        Buffer::U8(v) => ints!(v, U8),
        Buffer::U16(v) => ints!(v, U16),
        Buffer::U32(v) => ints!(v, U32),
        Buffer::U64(v) => ints!(v, U64),
        Buffer::F16(v) => Buffer::F16(v.iter().map(|a| f16::from_f32(K::single(a.to_f32()))).collect()),
        Buffer::BF16(v) => Buffer::BF16(v.iter().map(|a| bf16::from_f32(K::single(a.to_f32()))).collect()),
        Buffer::F32(v) => Buffer::F32(v.iter().map(|&a| K::single(a)).collect()),
        Buffer::F64(v) => Buffer::F64(v.iter().map(|&a| K::double(a)).collect()),
        Buffer::F8(v) => Buffer::F8(v.iter().map(|&a| f8_of_f32(element, K::single(f32_of_f8(element, a)))).collect()),
        Buffer::C64(v) => Buffer::C64(v.iter().map(|&a| narrow_complex(K::complex(widen_complex(a)))).collect()),
        Buffer::C128(v) => Buffer::C128(v.iter().map(|&a| K::complex(a)).collect()),
    };
    Ok(Tensor::new(x.ty.clone(), wrapped(element, data)))
}

/// A binary kernel on all pairs of elements of two tensors of one type.
pub(super) fn map_binary<K: Binary>(x: &Tensor, y: &Tensor) -> Result<Tensor, EvalError> {
    check_class(x.ty.element, K::CLASSES)?;
    if x.ty != y.ty {
        return Err(format!("operands must have one type, got {} and {}", x.ty, y.ty).into());
    }
    let data = zip_buffers::<K>(x.ty.element, &x.data, &y.data)?;
    Ok(Tensor::new(x.ty.clone(), data))
}

/// A binary kernel on pairs of elements of two buffers of one length.
pub(super) fn zip_buffers<K: Binary>(element: ElementType, x: &Buffer, y: &Buffer) -> Result<Buffer, EvalError> {
    let bits = element.bits();
    macro_rules! zip {
        ($x:ident, $y:ident, $variant:ident, $a:ident, $b:ident => $body:expr) => {
            Buffer::$variant($x.iter().zip($y).map(|(&$a, &$b)| $body).collect())
        };
    }
    let data = match (x, y) {
        (Buffer::Bool(x), Buffer::Bool(y)) => zip!(x, y, Bool, a, b => K::bool(a, b)),
        (Buffer::I8(x), Buffer::I8(y)) => zip!(x, y, I8, a, b => K::int(a, b, bits)),
        (Buffer::I16(x), Buffer::I16(y)) => zip!(x, y, I16, a, b => K::int(a, b, bits)),
        (Buffer::I32(x), Buffer::I32(y)) => zip!(x, y, I32, a, b => K::int(a, b, bits)),
        (Buffer::I64(x), Buffer::I64(y)) => zip!(x, y, I64, a, b => K::int(a, b, bits)),
        (Buffer::U8(x), Buffer::U8(y)) => zip!(x, y, U8, a, b => K::int(a, b, bits)),
        (Buffer::U16(x), Buffer::U16(y)) => zip!(x, y, U16, a, b => K::int(a, b, bits)),
        (Buffer::U32(x), Buffer::U32(y)) => zip!(x, y, U32, a, b => K::int(a, b, bits)),
        (Buffer::U64(x), Buffer::U64(y)) => zip!(x, y, U64, a, b => K::int(a, b, bits)),
        (Buffer::F16(x), Buffer::F16(y)) => zip!(x, y, F16, a, b => f16::from_f32(K::single(a.to_f32(), b.to_f32()))),
        (Buffer::BF16(x), Buffer::BF16(y)) => zip!(x, y, BF16, a, b => bf16::from_f32(K::single(a.to_f32(), b.to_f32()))),
        (Buffer::F32(x), Buffer::F32(y)) => zip!(x, y, F32, a, b => K::single(a, b)),
        (Buffer::F64(x), Buffer::F64(y)) => zip!(x, y, F64, a, b => K::double(a, b)),
        (Buffer::F8(x), Buffer::F8(y)) => {
            zip!(x, y, F8, a, b => f8_of_f32(element, K::single(f32_of_f8(element, a), f32_of_f8(element, b))))
        }
        (Buffer::C64(x), Buffer::C64(y)) => zip!(x, y, C64, a, b => narrow_complex(K::complex(widen_complex(a), widen_complex(b)))),
        (Buffer::C128(x), Buffer::C128(y)) => zip!(x, y, C128, a, b => K::complex(a, b)),
        _ => return Err("operands hold different element types".into()),
    };
    Ok(wrapped(element, data))
}

/// Elements of types narrower than a byte, wrapped at their width; others as they are.
pub(super) fn wrapped(element: ElementType, data: Buffer) -> Buffer {
    let unused = match element {
        ElementType::I2 | ElementType::UI2 => 6,
        ElementType::I4 | ElementType::UI4 => 4,
        _ => return data,
    };
    match data {
        Buffer::I8(v) => Buffer::I8(v.into_iter().map(|a| a << unused >> unused).collect()),
        Buffer::U8(v) => Buffer::U8(v.into_iter().map(|a| a << unused >> unused).collect()),
        other => other,
    }
}

fn widen_complex(a: Complex32) -> Complex64 {
    Complex64::new(f64::from(a.re), f64::from(a.im))
}
fn narrow_complex(a: Complex64) -> Complex32 {
    Complex32::new(a.re as f32, a.im as f32)
}

#[cfg(test)]
mod tests {
    use super::binary::{Add, Divide, Maximum, Multiply};
    use super::*;
    use shardwright_ir::TensorType;

    fn tensor(element: ElementType, data: Buffer) -> Tensor {
        Tensor::new(TensorType::new(element, &[data.len() as i64]), data)
    }

    /// Four bits hold -8 to 7: 7 + 1 is -8, -8 / -1 is 8 and so -8; unsigned 15 + 2 is 1.
    #[test]
    fn types_narrower_than_a_byte_wrap_at_their_own_width() {
        let x = tensor(ElementType::I4, Buffer::I8(vec![7, -8]));
        let y = tensor(ElementType::I4, Buffer::I8(vec![1, -1]));
        assert_eq!(*map_binary::<Add>(&x, &y).unwrap().data, Buffer::I8(vec![-8, 7]));
        assert_eq!(*map_binary::<Divide>(&x, &y).unwrap().data, Buffer::I8(vec![7, -8]));
        let u = tensor(ElementType::UI4, Buffer::U8(vec![15]));
        assert_eq!(*map_binary::<Add>(&u, &tensor(ElementType::UI4, Buffer::U8(vec![2]))).unwrap().data, Buffer::U8(vec![1]));
    }

    /// e4m3fn: 0x38 is 1, 0x40 is 2, 0x48 is 4, 0x7e is 448, 0x7f is NaN (the format has no infinity).
    #[test]
    fn eight_bit_floats_are_computed_wide_and_rounded_once() {
        let element = ElementType::F8E4M3FN;
        let x = tensor(element, Buffer::F8(vec![0x40, 0x7e, 0x7f]));
        let y = tensor(element, Buffer::F8(vec![0x40, 0x7e, 0x38]));
        assert_eq!(*map_binary::<Multiply>(&x, &y).unwrap().data, Buffer::F8(vec![0x48, 0x7f, 0x7f]));
        assert_eq!(*map_binary::<Maximum>(&x, &y).unwrap().data, Buffer::F8(vec![0x40, 0x7e, 0x7f]));
    }

    #[test]
    fn classes_that_an_op_does_not_take_are_refused() {
        let x = tensor(ElementType::I1, Buffer::Bool(vec![true]));
        let why = map_binary::<Divide>(&x, &x).unwrap_err().message;
        assert_eq!(why, "element type must be one of signed integer, unsigned integer, float, complex, got i1");
    }
}
