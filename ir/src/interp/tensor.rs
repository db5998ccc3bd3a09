//! Tensors in memory, typed.
//!
//! Invariants: the buffer's variant is the one of the element type and its length is the number of
//! elements, row-major. Clones share the buffer.

use crate::literal::Literal;
use crate::types::{ElementType, TensorType};
use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
use std::sync::Arc;

/// Elements of a tensor.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "each variant holds the element type of its name")]
pub enum Buffer {
    Bool(Vec<bool>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F16(Vec<f16>),
    BF16(Vec<bf16>),
    F32(Vec<f32>),
    F64(Vec<f64>),
    /// Bits of any of the 8-bit floats.
    F8(Vec<u8>),
    C64(Vec<Complex32>),
    C128(Vec<Complex64>),
}

/// Runs `$body` with `$vec` bound to the elements, whatever their type.
#[macro_export]
macro_rules! with_buffer {
    ($buffer:expr, $vec:ident => $body:expr) => {
        match $buffer {
            $crate::interp::Buffer::Bool($vec) => $body,
            $crate::interp::Buffer::I8($vec) => $body,
            $crate::interp::Buffer::I16($vec) => $body,
            $crate::interp::Buffer::I32($vec) => $body,
            $crate::interp::Buffer::I64($vec) => $body,
            $crate::interp::Buffer::U8($vec) => $body,
            $crate::interp::Buffer::U16($vec) => $body,
            $crate::interp::Buffer::U32($vec) => $body,
            $crate::interp::Buffer::U64($vec) => $body,
            $crate::interp::Buffer::F16($vec) => $body,
            $crate::interp::Buffer::BF16($vec) => $body,
            $crate::interp::Buffer::F32($vec) => $body,
            $crate::interp::Buffer::F64($vec) => $body,
            $crate::interp::Buffer::F8($vec) => $body,
            $crate::interp::Buffer::C64($vec) => $body,
            $crate::interp::Buffer::C128($vec) => $body,
        }
    };
}

/// Like [`with_buffer`], and wraps the `Vec` that `$body` returns in the same variant.
#[macro_export]
macro_rules! map_buffer {
    ($buffer:expr, $vec:ident => $body:expr) => {
        match $buffer {
            $crate::interp::Buffer::Bool($vec) => $crate::interp::Buffer::Bool($body),
            $crate::interp::Buffer::I8($vec) => $crate::interp::Buffer::I8($body),
            $crate::interp::Buffer::I16($vec) => $crate::interp::Buffer::I16($body),
            $crate::interp::Buffer::I32($vec) => $crate::interp::Buffer::I32($body),
            $crate::interp::Buffer::I64($vec) => $crate::interp::Buffer::I64($body),
            $crate::interp::Buffer::U8($vec) => $crate::interp::Buffer::U8($body),
            $crate::interp::Buffer::U16($vec) => $crate::interp::Buffer::U16($body),
            $crate::interp::Buffer::U32($vec) => $crate::interp::Buffer::U32($body),
            $crate::interp::Buffer::U64($vec) => $crate::interp::Buffer::U64($body),
            $crate::interp::Buffer::F16($vec) => $crate::interp::Buffer::F16($body),
            $crate::interp::Buffer::BF16($vec) => $crate::interp::Buffer::BF16($body),
            $crate::interp::Buffer::F32($vec) => $crate::interp::Buffer::F32($body),
            $crate::interp::Buffer::F64($vec) => $crate::interp::Buffer::F64($body),
            $crate::interp::Buffer::F8($vec) => $crate::interp::Buffer::F8($body),
            $crate::interp::Buffer::C64($vec) => $crate::interp::Buffer::C64($body),
            $crate::interp::Buffer::C128($vec) => $crate::interp::Buffer::C128($body),
        }
    };
}

/// Runs `$body` with `$a` and `$b` bound to the elements of two buffers of one type; `$other` where the types differ.
#[macro_export]
macro_rules! zip_buffer {
    ($left:expr, $right:expr, $a:ident, $b:ident => $body:expr, else $other:expr) => {
        match ($left, $right) {
            ($crate::interp::Buffer::Bool($a), $crate::interp::Buffer::Bool($b)) => $body,
            ($crate::interp::Buffer::I8($a), $crate::interp::Buffer::I8($b)) => $body,
            ($crate::interp::Buffer::I16($a), $crate::interp::Buffer::I16($b)) => $body,
            ($crate::interp::Buffer::I32($a), $crate::interp::Buffer::I32($b)) => $body,
            ($crate::interp::Buffer::I64($a), $crate::interp::Buffer::I64($b)) => $body,
            ($crate::interp::Buffer::U8($a), $crate::interp::Buffer::U8($b)) => $body,
            ($crate::interp::Buffer::U16($a), $crate::interp::Buffer::U16($b)) => $body,
            ($crate::interp::Buffer::U32($a), $crate::interp::Buffer::U32($b)) => $body,
            ($crate::interp::Buffer::U64($a), $crate::interp::Buffer::U64($b)) => $body,
            ($crate::interp::Buffer::F16($a), $crate::interp::Buffer::F16($b)) => $body,
            ($crate::interp::Buffer::BF16($a), $crate::interp::Buffer::BF16($b)) => $body,
            ($crate::interp::Buffer::F32($a), $crate::interp::Buffer::F32($b)) => $body,
            ($crate::interp::Buffer::F64($a), $crate::interp::Buffer::F64($b)) => $body,
            ($crate::interp::Buffer::F8($a), $crate::interp::Buffer::F8($b)) => $body,
            ($crate::interp::Buffer::C64($a), $crate::interp::Buffer::C64($b)) => $body,
            ($crate::interp::Buffer::C128($a), $crate::interp::Buffer::C128($b)) => $body,
            _ => $other,
        }
    };
}

impl Buffer {
    /// `count` elements of value 0.
    pub fn zeros(element: ElementType, count: usize) -> Buffer {
        use ElementType::*;
        match element {
            I1 => Buffer::Bool(vec![false; count]),
            I2 | I4 | I8 => Buffer::I8(vec![0; count]),
            I16 => Buffer::I16(vec![0; count]),
            I32 => Buffer::I32(vec![0; count]),
            I64 => Buffer::I64(vec![0; count]),
            UI2 | UI4 | UI8 => Buffer::U8(vec![0; count]),
            UI16 => Buffer::U16(vec![0; count]),
            UI32 => Buffer::U32(vec![0; count]),
            UI64 => Buffer::U64(vec![0; count]),
            F16 => Buffer::F16(vec![f16::ZERO; count]),
            BF16 => Buffer::BF16(vec![bf16::ZERO; count]),
            F32 => Buffer::F32(vec![0.0; count]),
            F64 => Buffer::F64(vec![0.0; count]),
            C64 => Buffer::C64(vec![Complex32::ZERO; count]),
            C128 => Buffer::C128(vec![Complex64::ZERO; count]),
            _ => Buffer::F8(vec![0; count]),
        }
    }
    /// Copies `from[range]` over the elements that begin at `at`. Panics where the types differ or a range is outside.
    pub fn copy_from(&mut self, at: usize, from: &Buffer, range: std::ops::Range<usize>) {
        zip_buffer!(self, from, to, from => to[at..at + range.len()].copy_from_slice(&from[range]), else panic!("buffers of one type"));
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        with_buffer!(self, vec => vec.len())
    }
    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The elements at these positions, in order. Panics where one is out of range.
    pub fn gather(&self, indices: impl Iterator<Item = usize>) -> Buffer {
        map_buffer!(self, vec => indices.map(|index| vec[index]).collect())
    }
}

/// A tensor in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Tensor {
    /// Its type.
    pub ty: TensorType,
    /// Its elements.
    pub data: Arc<Buffer>,
}

impl Tensor {
    /// A tensor of these elements. Panics unless their number and type are the type's.
    pub fn new(ty: TensorType, data: Buffer) -> Tensor {
        assert_eq!(data.len() as i64, ty.num_elements(), "number of elements of {ty}");
        Tensor { ty, data: Arc::new(data) }
    }

    /// A tensor from little-endian bytes, [`ElementType::byte_size`] each. Errors on a wrong length.
    pub fn from_bytes(ty: TensorType, bytes: &[u8]) -> Result<Tensor, String> {
        if bytes.len() as i64 != ty.byte_size() {
            return Err(format!("{ty} needs {} bytes, got {}", ty.byte_size(), bytes.len()));
        }
        macro_rules! read {
            ($variant:ident, $ty:ty) => {
                Buffer::$variant(bytes.chunks_exact(size_of::<$ty>()).map(|c| <$ty>::from_le_bytes(c.try_into().expect("exact chunk"))).collect())
            };
        }
        use ElementType::*;
        let data = match ty.element {
            I1 => Buffer::Bool(bytes.iter().map(|&byte| byte != 0).collect()),
            I2 | I4 | I8 => read!(I8, i8),
            I16 => read!(I16, i16),
            I32 => read!(I32, i32),
            I64 => read!(I64, i64),
            UI2 | UI4 | UI8 => Buffer::U8(bytes.to_vec()),
            UI16 => read!(U16, u16),
            UI32 => read!(U32, u32),
            UI64 => read!(U64, u64),
            F16 => read!(F16, f16),
            BF16 => read!(BF16, bf16),
            F32 => read!(F32, f32),
            F64 => read!(F64, f64),
            C64 => Buffer::C64(pairs(bytes, 4).map(|(re, im)| Complex32::new(f32_at(re), f32_at(im))).collect()),
            C128 => Buffer::C128(pairs(bytes, 8).map(|(re, im)| Complex64::new(f64_at(re), f64_at(im))).collect()),
            _ => Buffer::F8(bytes.to_vec()),
        };
        Ok(Tensor { ty, data: Arc::new(data) })
    }

    /// The elements as little-endian bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        macro_rules! write {
            ($vec:ident) => {
                $vec.iter().flat_map(|element| element.to_le_bytes()).collect()
            };
        }
        match &*self.data {
            Buffer::Bool(vec) => vec.iter().map(|&element| u8::from(element)).collect(),
            Buffer::F8(vec) | Buffer::U8(vec) => vec.clone(),
            Buffer::I8(vec) => write!(vec),
            Buffer::I16(vec) => write!(vec),
            Buffer::I32(vec) => write!(vec),
            Buffer::I64(vec) => write!(vec),
            Buffer::U16(vec) => write!(vec),
            Buffer::U32(vec) => write!(vec),
            Buffer::U64(vec) => write!(vec),
            Buffer::F16(vec) => write!(vec),
            Buffer::BF16(vec) => write!(vec),
            Buffer::F32(vec) => write!(vec),
            Buffer::F64(vec) => write!(vec),
            Buffer::C64(vec) => vec.iter().flat_map(|c| [c.re.to_le_bytes(), c.im.to_le_bytes()].concat()).collect(),
            Buffer::C128(vec) => vec.iter().flat_map(|c| [c.re.to_le_bytes(), c.im.to_le_bytes()].concat()).collect(),
        }
    }

    /// The tensor that a literal is. Errors on a malformed hex blob.
    pub fn from_literal(literal: &Literal) -> Result<Tensor, String> {
        Tensor::from_bytes(literal.ty.clone(), &literal.to_bytes()?)
    }

    /// A literal of the same elements.
    pub fn to_literal(&self) -> Literal {
        Literal::dense(self.ty.clone(), self.to_bytes())
    }

    /// All elements as `f64`, for real and integer types (complex: the real parts).
    pub fn to_f64s(&self) -> Vec<f64> {
        match &*self.data {
            Buffer::Bool(vec) => vec.iter().map(|&v| f64::from(u8::from(v))).collect(),
            Buffer::I8(vec) => vec.iter().map(|&v| f64::from(v)).collect(),
            Buffer::I16(vec) => vec.iter().map(|&v| f64::from(v)).collect(),
            Buffer::I32(vec) => vec.iter().map(|&v| f64::from(v)).collect(),
            Buffer::I64(vec) => vec.iter().map(|&v| v as f64).collect(),
            Buffer::U8(vec) => vec.iter().map(|&v| f64::from(v)).collect(),
            Buffer::U16(vec) => vec.iter().map(|&v| f64::from(v)).collect(),
            Buffer::U32(vec) => vec.iter().map(|&v| f64::from(v)).collect(),
            Buffer::U64(vec) => vec.iter().map(|&v| v as f64).collect(),
            Buffer::F16(vec) => vec.iter().map(|v| v.to_f64()).collect(),
            Buffer::BF16(vec) => vec.iter().map(|v| v.to_f64()).collect(),
            Buffer::F32(vec) => vec.iter().map(|&v| f64::from(v)).collect(),
            Buffer::F64(vec) => vec.clone(),
            Buffer::F8(vec) => vec.iter().map(|&v| f64::from(super::scalar::f32_of_f8(self.ty.element, v))).collect(),
            Buffer::C64(vec) => vec.iter().map(|v| f64::from(v.re)).collect(),
            Buffer::C128(vec) => vec.iter().map(|v| v.re).collect(),
        }
    }

    /// All elements as integers; `None` for types that are not integers or `i1`.
    pub fn to_i64s(&self) -> Option<Vec<i64>> {
        Some(match &*self.data {
            Buffer::Bool(vec) => vec.iter().map(|&v| i64::from(v)).collect(),
            Buffer::I8(vec) => vec.iter().map(|&v| i64::from(v)).collect(),
            Buffer::I16(vec) => vec.iter().map(|&v| i64::from(v)).collect(),
            Buffer::I32(vec) => vec.iter().map(|&v| i64::from(v)).collect(),
            Buffer::I64(vec) => vec.clone(),
            Buffer::U8(vec) => vec.iter().map(|&v| i64::from(v)).collect(),
            Buffer::U16(vec) => vec.iter().map(|&v| i64::from(v)).collect(),
            Buffer::U32(vec) => vec.iter().map(|&v| i64::from(v)).collect(),
            Buffer::U64(vec) => vec.iter().map(|&v| v as i64).collect(),
            _ => return None,
        })
    }
}

fn pairs(bytes: &[u8], width: usize) -> impl Iterator<Item = (&[u8], &[u8])> {
    bytes.chunks_exact(2 * width).map(move |pair| pair.split_at(width))
}
fn f32_at(bytes: &[u8]) -> f32 {
    f32::from_le_bytes(bytes.try_into().expect("four bytes"))
}
fn f64_at(bytes: &[u8]) -> f64 {
    f64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}
