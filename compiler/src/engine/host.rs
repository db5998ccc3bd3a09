//! Tensors in host memory: what goes into an engine and what comes out of it.
//!
//! Invariants of every [`HostTensor`]: the bytes are the elements in row-major order, little endian, exactly as
//! many as the type says; types narrower than a byte take one byte each (`i1` holds 0 or 1, signed ones are
//! sign-extended, unsigned ones zero-extended); a complex number is its real part followed by its imaginary part.

use half::{bf16, f16};
use num_complex::Complex;
use shardwright_ir::interp::Tensor;
use shardwright_ir::types::{ElementType, TensorType};
use std::fmt;

/// A tensor in host memory.
#[derive(Clone, PartialEq, Eq)]
pub struct HostTensor {
    ty: TensorType,
    bytes: Vec<u8>,
}

/// Why bytes or values do not make a tensor of a type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HostError {
    /// A dimension is negative.
    #[error("dimension {index} of {ty} must be at least 0, got {size}")]
    NegativeDim {
        /// The type that was asked for.
        ty: TensorType,
        /// Position of the dimension.
        index: usize,
        /// Its size.
        size: i64,
    },
    /// The type needs more bytes than memory can address.
    #[error("{ty} does not fit into memory")]
    TooLarge {
        /// The type that was asked for.
        ty: TensorType,
    },
    /// There are more or fewer bytes than the type has.
    #[error("{ty} takes {expected} bytes, got {got}")]
    ByteCount {
        /// The type that was asked for.
        ty: TensorType,
        /// Bytes that the type takes.
        expected: usize,
        /// Bytes that were given.
        got: usize,
    },
    /// There are more or fewer values than the type has elements.
    #[error("{ty} has {expected} elements, got {got}")]
    ElementCount {
        /// The type that was asked for.
        ty: TensorType,
        /// Elements that the type has.
        expected: i64,
        /// Values that were given.
        got: usize,
    },
    /// A truth value that is neither 0 nor 1.
    #[error("element {index} of {ty} must be 0 or 1, got {value}")]
    NotBool {
        /// The type that was asked for.
        ty: TensorType,
        /// Position of the element in row-major order.
        index: usize,
        /// Its byte.
        value: u8,
    },
    /// Values of one element type were asked of a tensor of another.
    #[error("elements of {ty} cannot be read as {asked}")]
    WrongElement {
        /// The type of the tensor.
        ty: TensorType,
        /// The element type that was asked for.
        asked: ElementType,
    },
}

impl HostTensor {
    /// A tensor of these bytes (layout: see the module). Sub-byte integers are sign- or zero-extended here.
    ///
    /// # Errors
    /// When the type has a negative dimension, the number of bytes is not that of the type, or an `i1` is
    /// neither 0 nor 1.
    pub fn new(ty: TensorType, mut bytes: Vec<u8>) -> Result<HostTensor, HostError> {
        let expected = checked_byte_size(&ty)?;
        if bytes.len() != expected {
            return Err(HostError::ByteCount { ty, expected, got: bytes.len() });
        }
        match ty.element {
            ElementType::I1 => {
                if let Some(index) = bytes.iter().position(|&byte| byte > 1) {
                    return Err(HostError::NotBool { ty, index, value: bytes[index] });
                }
            }
            ElementType::I2 => bytes.iter_mut().for_each(|b| *b = ((*b << 6) as i8 >> 6) as u8),
            ElementType::I4 => bytes.iter_mut().for_each(|b| *b = ((*b << 4) as i8 >> 4) as u8),
            ElementType::UI2 => bytes.iter_mut().for_each(|b| *b &= 0x3),
            ElementType::UI4 => bytes.iter_mut().for_each(|b| *b &= 0xf),
            _ => {}
        }
        Ok(HostTensor { ty, bytes })
    }

    /// A tensor whose bytes are all 0.
    ///
    /// # Errors
    /// When the type has a negative dimension or cannot fit into memory.
    pub fn zeros(ty: TensorType) -> Result<HostTensor, HostError> {
        let bytes = vec![0; checked_byte_size(&ty)?];
        Ok(HostTensor { ty, bytes })
    }

    /// A tensor of these values in row-major order; the element type is that of `T`.
    ///
    /// # Errors
    /// When the dimensions do not hold exactly as many elements as there are values.
    pub fn from_values<T: HostElement>(dims: &[i64], values: &[T]) -> Result<HostTensor, HostError> {
        let ty = TensorType::new(T::ELEMENT, dims);
        let expected = checked_byte_size(&ty)?;
        if expected / T::ELEMENT.byte_size() != values.len() {
            return Err(HostError::ElementCount { expected: ty.num_elements(), ty, got: values.len() });
        }
        let mut bytes = Vec::with_capacity(expected);
        for value in values {
            value.write(&mut bytes);
        }
        Ok(HostTensor { ty, bytes })
    }

    /// A tensor of rank 0.
    pub fn scalar<T: HostElement>(value: T) -> HostTensor {
        let mut bytes = Vec::new();
        value.write(&mut bytes);
        HostTensor { ty: TensorType::scalar(T::ELEMENT), bytes }
    }

    /// The values in row-major order.
    ///
    /// # Errors
    /// When `T` is not the tensor's element type: nothing is converted.
    pub fn values<T: HostElement>(&self) -> Result<Vec<T>, HostError> {
        if self.ty.element != T::ELEMENT {
            return Err(HostError::WrongElement { ty: self.ty.clone(), asked: T::ELEMENT });
        }
        Ok(self.bytes.chunks_exact(T::ELEMENT.byte_size()).map(T::read).collect())
    }

    /// The type.
    pub fn ty(&self) -> &TensorType {
        &self.ty
    }
    /// The elements (layout: see the module).
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// The type and the elements.
    pub fn into_parts(self) -> (TensorType, Vec<u8>) {
        (self.ty, self.bytes)
    }

    /// The same bytes under another type of the same size, such as the wanted `bf16` for two raw bytes.
    ///
    /// # Errors
    /// As [`HostTensor::new`].
    pub fn reinterpret(self, ty: TensorType) -> Result<HostTensor, HostError> {
        HostTensor::new(ty, self.bytes)
    }
}

impl From<&Tensor> for HostTensor {
    /// The interpreter's tensor, byte for byte: its memory form is the same.
    fn from(tensor: &Tensor) -> HostTensor {
        HostTensor { ty: tensor.ty.clone(), bytes: tensor.to_bytes() }
    }
}

impl TryFrom<&HostTensor> for Tensor {
    type Error = String;
    /// The interpreter's form of this tensor.
    fn try_from(tensor: &HostTensor) -> Result<Tensor, String> {
        Tensor::from_bytes(tensor.ty.clone(), &tensor.bytes)
    }
}

impl fmt::Debug for HostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 32;
        write!(f, "{} {:02x?}", self.ty, &self.bytes[..self.bytes.len().min(SHOWN)])?;
        if self.bytes.len() > SHOWN { write!(f, " and {} bytes more", self.bytes.len() - SHOWN) } else { Ok(()) }
    }
}

/// A Rust type with the memory form of one [`ElementType`].
pub trait HostElement: Copy {
    /// The element type of which this is a value.
    const ELEMENT: ElementType;
    /// Appends the little-endian bytes.
    fn write(self, bytes: &mut Vec<u8>);
    /// Reads exactly [`ElementType::byte_size`] little-endian bytes.
    fn read(bytes: &[u8]) -> Self;
}

macro_rules! host_elements {
    ($($rust:ty => $element:ident),* $(,)?) => { $(
        impl HostElement for $rust {
            const ELEMENT: ElementType = ElementType::$element;
            fn write(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }
            fn read(bytes: &[u8]) -> Self {
                let mut own = [0; size_of::<$rust>()];
                own.copy_from_slice(bytes);
                <$rust>::from_le_bytes(own)
            }
        }
    )* };
}
host_elements! {
    f64 => F64, f32 => F32, f16 => F16, bf16 => BF16,
    i8 => I8, i16 => I16, i32 => I32, i64 => I64, u8 => UI8, u16 => UI16, u32 => UI32, u64 => UI64,
}

impl HostElement for bool {
    const ELEMENT: ElementType = ElementType::I1;
    fn write(self, bytes: &mut Vec<u8>) {
        bytes.push(self.into());
    }
    fn read(bytes: &[u8]) -> Self {
        bytes[0] != 0
    }
}

macro_rules! complex_elements {
    ($($part:ty => $element:ident),*) => { $(
        impl HostElement for Complex<$part> {
            const ELEMENT: ElementType = ElementType::$element;
            fn write(self, bytes: &mut Vec<u8>) {
                self.re.write(bytes);
                self.im.write(bytes);
            }
            fn read(bytes: &[u8]) -> Self {
                let (re, im) = bytes.split_at(size_of::<$part>());
                Complex::new(<$part>::read(re), <$part>::read(im))
            }
        }
    )* };
}
complex_elements! { f32 => C64, f64 => C128 }

/// Bytes that a tensor of this type takes.
///
/// # Errors
/// When a dimension is negative or the product leaves the range of an allocation (`isize::MAX` bytes).
pub(crate) fn checked_byte_size(ty: &TensorType) -> Result<usize, HostError> {
    if let Some(index) = ty.dims.iter().position(|&dim| dim < 0) {
        return Err(HostError::NegativeDim { index, size: ty.dims[index], ty: ty.clone() });
    }
    if ty.dims.contains(&0) {
        return Ok(0);
    }
    let bytes = ty.dims.iter().try_fold(ty.element.byte_size() as i64, |bytes, &dim| bytes.checked_mul(dim));
    match bytes.map(isize::try_from) {
        Some(Ok(bytes)) => Ok(bytes as usize),
        _ => Err(HostError::TooLarge { ty: ty.clone() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_in_every_rust_type() {
        fn round_trip<T: HostElement + PartialEq + fmt::Debug>(values: &[T]) {
            let tensor = HostTensor::from_values(&[values.len() as i64], values).unwrap();
            assert_eq!(tensor.values::<T>().unwrap(), values);
            assert_eq!(tensor.bytes().len(), values.len() * T::ELEMENT.byte_size());
        }
        round_trip(&[1.5f64, -0.0, f64::INFINITY]);
        round_trip(&[1.5f32, f32::MIN_POSITIVE]);
        round_trip(&[f16::from_f32(0.1), f16::from_f32(3.0)]);
        round_trip(&[bf16::from_f32(0.1)]);
        round_trip(&[i8::MIN, 7]);
        round_trip(&[i16::MIN]);
        round_trip(&[i32::MIN]);
        round_trip(&[i64::MIN]);
        round_trip(&[u8::MAX]);
        round_trip(&[u16::MAX]);
        round_trip(&[u32::MAX]);
        round_trip(&[u64::MAX]);
        round_trip(&[true, false]);
        round_trip(&[Complex::new(1f32, 2.0)]);
        round_trip(&[Complex::new(1f64, -2.0)]);
    }

    #[test]
    fn bytes_are_little_endian_and_row_major() {
        let tensor = HostTensor::from_values(&[2, 2], &[1u16, 2, 3, 0x0405]).unwrap();
        assert_eq!(tensor.bytes(), [1, 0, 2, 0, 3, 0, 5, 4]);
    }

    #[test]
    fn a_wrong_count_names_both_numbers() {
        let ty = TensorType::new(ElementType::F32, &[2, 3]);
        let error = HostTensor::new(ty, vec![0; 23]).unwrap_err();
        assert_eq!(error.to_string(), "tensor<2x3xf32> takes 24 bytes, got 23");
        let error = HostTensor::from_values(&[2, 3], &[0f32; 5]).unwrap_err();
        assert_eq!(error.to_string(), "tensor<2x3xf32> has 6 elements, got 5");
    }

    #[test]
    fn hostile_dimensions_are_errors_before_anything_is_allocated() {
        let huge = TensorType::new(ElementType::F64, &[i64::MAX, i64::MAX]);
        assert!(matches!(HostTensor::zeros(huge), Err(HostError::TooLarge { .. })));
        let negative = TensorType::new(ElementType::F64, &[4, -1]);
        assert!(matches!(HostTensor::zeros(negative), Err(HostError::NegativeDim { index: 1, size: -1, .. })));
        let empty = TensorType::new(ElementType::F64, &[i64::MAX, 0, i64::MAX]);
        assert_eq!(HostTensor::zeros(empty).unwrap().bytes().len(), 0);
    }

    #[test]
    fn narrow_types_are_extended_and_truth_values_checked() {
        let narrow = |element, byte| {
            HostTensor::new(TensorType::scalar(element), vec![byte]).map(|tensor| tensor.bytes()[0] as i8)
        };
        // 0b1101 is 13 unsigned and -3 signed in four bits; its low two bits are 1 either way.
        assert_eq!(narrow(ElementType::I4, 0b0000_1101).unwrap(), -3);
        assert_eq!(narrow(ElementType::UI4, 0b1111_1101).unwrap(), 13);
        assert_eq!(narrow(ElementType::I2, 0b0000_1101).unwrap(), 1);
        assert_eq!(narrow(ElementType::I2, 0b0000_0010).unwrap(), -2);
        assert_eq!(narrow(ElementType::UI2, 0b1111_1110).unwrap(), 2);
        assert!(matches!(narrow(ElementType::I1, 2), Err(HostError::NotBool { value: 2, .. })));
    }

    #[test]
    fn the_interpreter_has_the_same_memory_form() {
        for &element in ElementType::ALL {
            let ty = TensorType::new(element, &[3]);
            let bytes = (0..ty.byte_size()).map(|i| (i % 2) as u8).collect();
            let tensor = HostTensor::new(ty, bytes).unwrap();
            assert_eq!(HostTensor::from(&Tensor::try_from(&tensor).unwrap()), tensor);
        }
    }

    #[test]
    fn nothing_is_converted_when_reading_values() {
        let error = HostTensor::scalar(1f32).values::<f64>().unwrap_err();
        assert_eq!(error.to_string(), "elements of tensor<f32> cannot be read as f64");
    }
}
