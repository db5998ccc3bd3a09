//! Constant tensors.
//!
//! Invariants: elements are little-endian, [`ElementType::byte_size`] bytes each (`i1`, `i4` and kin take a
//! byte each), row-major. A splat keeps one element whatever the shape, so that a constant of a billion
//! equal elements costs nothing; a hex blob keeps the text it was read from until somebody asks for bytes.

use crate::types::{ElementClass, ElementType, TensorType};
use smallvec::SmallVec;
use std::sync::Arc;

/// The elements of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum LiteralData {
    /// All elements equal: the bytes of one.
    Splat(SmallVec<[u8; 16]>),
    /// All elements, row-major.
    Dense(Arc<[u8]>),
    /// The hex digits of a `dense<"0x…">` blob: every element's bytes, as [`LiteralData::Dense`] has them but for
    /// unused bits, which may be anything. Never of truth values: their packing is not the same everywhere.
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
            LiteralData::Hex(digits) => Literal { ty: self.ty.clone(), data: decode_hex(&self.ty, digits)? }.to_bytes(),
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

/// The bytes of the elements that the digits of a `dense<"0x…">` blob write.
///
/// A blob has [`ElementType::byte_size`] bytes an element, or those of one element that stands for all. Of truth values
/// every byte but 0 is true, and of narrow integers the low bits count. MLIR up to version 21 packed truth values a bit
/// each, low bits first: the number of bytes tells which form it is, save where one byte is there for 2 to 8 elements,
/// which is an element for all in one form and their bits in the other.
///
/// # Errors
/// Where a digit is wrong, their number fits no form, or one byte of truth values says different things in both.
pub(crate) fn decode_hex(ty: &TensorType, digits: &str) -> Result<LiteralData, String> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        b'A'..=b'F' => Ok(byte - b'A' + 10),
        _ => Err(format!("\"{}\" is not a hex digit", byte as char)),
    };
    let (width, form) = (ty.element.byte_size(), hex_form(ty, digits.len())?);
    let mut bytes = Vec::with_capacity(digits.len() / 2);
    for pair in digits.as_bytes().chunks_exact(2) {
        bytes.push(digit(pair[0])? << 4 | digit(pair[1])?);
    }
    if form == HexForm::Bits {
        let count = usize::try_from(ty.num_elements()).map_err(|_| "constant too large".to_owned())?;
        return Ok(LiteralData::Dense((0..count).map(|index| bytes[index / 8] >> (index % 8) & 1).collect()));
    }
    if form == HexForm::Splat && ty.element == ElementType::I1 && (2..=8).contains(&ty.num_elements()) && !matches!(bytes[0], 0 | 0xff) {
        return Err(format!("hex constant of {ty} is one byte: one element for all or a bit each? write the elements as a list"));
    }
    let unused = 8u32.saturating_sub(ty.element.bits());
    for byte in bytes.iter_mut().filter(|_| unused > 0) {
        *byte = match ty.element.class() {
            ElementClass::Bool => u8::from(*byte != 0),
            ElementClass::Signed => ((*byte << unused) as i8 >> unused) as u8,
            _ => *byte << unused >> unused,
        };
    }
    Ok(match form {
        HexForm::Splat => LiteralData::Splat(SmallVec::from_slice(&bytes[..width])),
        _ => LiteralData::Dense(bytes.into()),
    })
}

/// How a blob of hex digits writes the elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum HexForm {
    /// Every element's bytes.
    Elements,
    /// The bytes of one element, which all equal.
    Splat,
    /// Truth values, a bit each.
    Bits,
}

/// The form that a blob of so many digits has.
///
/// # Errors
/// Where none has so many.
pub(crate) fn hex_form(ty: &TensorType, digits: usize) -> Result<HexForm, String> {
    let count = ty.num_elements();
    let is = |bytes: i64| i64::try_from(digits).ok() == bytes.checked_mul(2);
    if is(ty.byte_size()) {
        Ok(HexForm::Elements)
    } else if is(ty.element.byte_size() as i64) {
        Ok(HexForm::Splat)
    } else if ty.element == ElementType::I1 && is(count / 8 + i64::from(count % 8 > 0)) {
        Ok(HexForm::Bits)
    } else {
        Err(format!("hex constant of {ty} needs {} digits, got {digits}", ty.byte_size().saturating_mul(2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(element: ElementType, dims: &[i64], digits: &str) -> Result<Vec<u8>, String> {
        let ty = TensorType::new(element, dims);
        let data = decode_hex(&ty, digits)?;
        Literal { ty, data }.to_bytes().map(|bytes| bytes.to_vec())
    }

    #[test]
    fn truth_values_are_read_a_byte_and_a_bit_each() {
        let i1 = |dims: &[i64], digits: &str| bytes(ElementType::I1, dims, digits);
        // jaxlib 0.10.2 reads these two as [true, false, true, true, true, true, false, false] and as `true`.
        assert_eq!(i1(&[2, 4], "FF00FF01FF020000").unwrap(), [1, 0, 1, 1, 1, 1, 0, 0]);
        assert_eq!(i1(&[16], "02").unwrap(), [1; 16]);
        // Bits: 0x8D = 0b10001101, read from the low end; the second byte gives two more.
        assert_eq!(i1(&[10], "8D02").unwrap(), [1, 0, 1, 1, 0, 0, 0, 1, 0, 1]);
        assert_eq!((i1(&[8], "FF").unwrap(), i1(&[8], "00").unwrap()), (vec![1; 8], vec![0; 8]));
        assert_eq!(i1(&[1], "01").unwrap(), [1]);
        assert!(i1(&[8], "8D").unwrap_err().contains("write the elements as a list"));
        assert_eq!(i1(&[24], "8D02").unwrap_err(), "hex constant of tensor<24xi1> needs 48 digits, got 4");
    }

    #[test]
    fn of_narrow_integers_the_low_bits_count() {
        // jaxlib 0.10.2 reads the first as [-8, 7, -8, 1].
        assert_eq!(bytes(ElementType::I4, &[4], "0807F801").unwrap(), [0xf8, 0x07, 0xf8, 0x01]);
        assert_eq!(bytes(ElementType::I2, &[4], "FEFF0100").unwrap(), [0xfe, 0xff, 0x01, 0x00]);
        assert_eq!(bytes(ElementType::UI4, &[2], "0FF8").unwrap(), [0x0f, 0x08]);
    }
}
