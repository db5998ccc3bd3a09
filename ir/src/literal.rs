//! Constant tensors.
//!
//! Invariants: elements are little-endian, [`ElementType::byte_size`] bytes each (`i1`, `i4` and kin take a
//! byte each), row-major. A splat keeps one element whatever the shape, so that a constant of a billion
//! equal elements costs nothing; a hex blob keeps the text it was read from until somebody asks for bytes.

use crate::types::{ElementType, TensorType};
use smallvec::SmallVec;
use std::sync::Arc;

/// The elements of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum LiteralData {
    /// All elements equal: the bytes of one.
    Splat(SmallVec<[u8; 16]>),
    /// All elements, row-major.
    Dense(Arc<[u8]>),
    /// The hex digits of a `dense<"0x…">` blob, in MLIR's packing (`i1`: one bit each).
    Hex(Arc<str>),
}

/// A constant tensor.
#[derive(Clone, PartialEq, Debug)]
pub struct Literal {
    /// Its type.
    pub ty: TensorType,
    /// Its elements.
    pub data: LiteralData,
}

impl Literal {
    /// All elements equal to the element with these bytes.
    pub fn splat(ty: TensorType, element: &[u8]) -> Literal {
        debug_assert_eq!(element.len(), ty.element.byte_size());
        Literal { ty, data: LiteralData::Splat(SmallVec::from_slice(element)) }
    }

    /// All elements equal to `value`, rounded to the element type.
    pub fn splat_f64(ty: TensorType, value: f64) -> Literal {
        let element = crate::interp::scalar::bytes_of_f64(ty.element, value);
        Literal { ty, data: LiteralData::Splat(element) }
    }

    /// These elements; equal ones become a splat.
    pub fn dense(ty: TensorType, bytes: Vec<u8>) -> Literal {
        let width = ty.element.byte_size();
        debug_assert_eq!(bytes.len() as i64, ty.byte_size());
        match bytes.get(..width) {
            Some(first) if bytes.chunks_exact(width).all(|element| element == first) => {
                Literal { data: LiteralData::Splat(SmallVec::from_slice(first)), ty }
            }
            _ => Literal { ty, data: LiteralData::Dense(bytes.into()) },
        }
    }

    /// A rank-1 (or rank-0, for one value) tensor of integers of this type; values are truncated to it.
    pub fn ints(element: ElementType, dims: &[i64], values: &[i64]) -> Literal {
        let bytes = values.iter().flat_map(|&value| value.to_le_bytes().into_iter().take(element.byte_size())).collect();
        Literal::dense(TensorType::new(element, dims), bytes)
    }

    /// The bytes of the one element that all elements equal, where it is known without decoding.
    pub fn as_splat(&self) -> Option<&[u8]> {
        match &self.data {
            LiteralData::Splat(element) => Some(element),
            _ => None,
        }
    }

    /// The value that all elements equal as a number, for real and integer types.
    pub fn splat_value(&self) -> Option<f64> {
        crate::interp::scalar::f64_of_bytes(self.ty.element, self.as_splat()?)
    }

    /// All bytes, decoded. Errors where a hex blob has the wrong length or a wrong digit.
    pub fn to_bytes(&self) -> Result<Arc<[u8]>, String> {
        match &self.data {
            LiteralData::Dense(bytes) => Ok(bytes.clone()),
            LiteralData::Splat(element) => {
                let count = usize::try_from(self.ty.num_elements()).map_err(|_| "constant too large".to_string())?;
                Ok(element.repeat(count).into())
            }
            LiteralData::Hex(digits) => decode_hex(&self.ty, digits),
        }
    }

    /// All elements as integers, for integer and `i1` types.
    pub fn to_ints(&self) -> Option<Vec<i64>> {
        let element = self.ty.element;
        if !(element.is_int() || element == ElementType::I1) {
            return None;
        }
        let bytes = self.to_bytes().ok()?;
        let signed = element.class() == crate::types::ElementClass::Signed;
        Some(
            bytes
                .chunks_exact(element.byte_size())
                .map(|chunk| {
                    let fill = if signed && chunk[chunk.len() - 1] >= 0x80 { 0xff } else { 0 };
                    let mut wide = [fill; 8];
                    wide[..chunk.len()].copy_from_slice(chunk);
                    i64::from_le_bytes(wide)
                })
                .collect(),
        )
    }
}

fn decode_hex(ty: &TensorType, digits: &str) -> Result<Arc<[u8]>, String> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        b'A'..=b'F' => Ok(byte - b'A' + 10),
        _ => Err(format!("\"{}\" is not a hex digit", byte as char)),
    };
    let raw = digits.as_bytes();
    let count = ty.num_elements();
    let bool_packed = ty.element == ElementType::I1;
    let expected = if bool_packed { (count as usize).div_ceil(8) } else { ty.byte_size() as usize };
    if raw.len() != expected * 2 {
        return Err(format!("hex constant of {ty} needs {expected} bytes, got {} digits", raw.len()));
    }
    let mut bytes = Vec::with_capacity(expected);
    for pair in raw.chunks_exact(2) {
        bytes.push(digit(pair[0])? << 4 | digit(pair[1])?);
    }
    if bool_packed {
        return Ok((0..count as usize).map(|index| bytes[index / 8] >> (index % 8) & 1).collect());
    }
    Ok(bytes.into())
}
