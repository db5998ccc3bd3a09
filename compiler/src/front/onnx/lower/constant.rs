//! Tensors known while the model is imported: shapes, indices, scalars.
//!
//! Invariants: integers are held as `i64` (an `ui64` by its bits), floats as `f64` rounded to the element type,
//! truth values as 0 and 1; a splat holds one element whatever its size, so that a claimed shape costs nothing.

use crate::front::onnx::weights::checked_type;
use half::{bf16, f16};
use shardwright_ir::interp::scalar::{bf16_of_f64, f16_of_f64};
use shardwright_ir::types::{ElementClass, ElementType, TensorType};
use std::rc::Rc;

/// One element.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scalar {
    /// Of an integer or boolean tensor.
    Int(i64),
    /// Of a floating-point tensor.
    Float(f64),
}

impl Scalar {
    /// The nearest `f64`.
    pub fn float(self) -> f64 {
        match self {
            Scalar::Int(value) => value as f64,
            Scalar::Float(value) => value,
        }
    }
    /// The value where it is an integer's.
    pub fn int_opt(self) -> Option<i64> {
        match self {
            Scalar::Int(value) => Some(value),
            Scalar::Float(_) => None,
        }
    }
}

/// The elements of a constant, row-major.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// All elements are this one.
    Splat(Scalar),
    /// Integers or truth values.
    Ints(Rc<[i64]>),
    /// Floating-point numbers.
    Floats(Rc<[f64]>),
}

/// A tensor known at import.
#[derive(Clone, Debug, PartialEq)]
pub struct Const {
    /// Its type; never complex.
    pub ty: TensorType,
    /// Its elements.
    pub data: Data,
}

impl Const {
    /// A constant all of whose elements are `value`.
    pub fn splat(ty: TensorType, value: Scalar) -> Const {
        let value = round(ty.element, value);
        Const { ty, data: Data::Splat(value) }
    }
    /// A scalar constant.
    pub fn scalar(element: ElementType, value: Scalar) -> Const {
        Const::splat(TensorType::scalar(element), value)
    }
    /// A vector of `i64`.
    pub fn ints(values: &[i64]) -> Const {
        Const {
            ty: TensorType::new(ElementType::I64, &[values.len() as i64]),
            data: Data::Ints(values.into()),
        }
    }
    /// A constant of these elements, rounded to the element type.
    pub fn from_scalars(ty: TensorType, values: impl Iterator<Item = Scalar>) -> Const {
        let rounded = values.map(|value| round(ty.element, value));
        let data = if ty.element.is_float() {
            Data::Floats(rounded.map(Scalar::float).collect())
        } else {
            Data::Ints(rounded.map(|value| value.int_opt().unwrap_or(0)).collect())
        };
        Const { ty, data }
    }
    /// A constant of little-endian bytes; `None` for complex and 8-bit floating-point types.
    pub fn from_bytes(ty: &TensorType, bytes: &[u8]) -> Option<Const> {
        let width = ty.element.byte_size();
        let element = ty.element;
        let read = move |bytes: &[u8]| -> Scalar {
            let mut wide = [0u8; 8];
            wide[..width].copy_from_slice(bytes);
            let bits = u64::from_le_bytes(wide);
            match element {
                ElementType::F64 => Scalar::Float(f64::from_bits(bits)),
                ElementType::F32 => Scalar::Float(f64::from(f32::from_bits(bits as u32))),
                ElementType::F16 => Scalar::Float(f16::from_bits(bits as u16).to_f64()),
                ElementType::BF16 => Scalar::Float(bf16::from_bits(bits as u16).to_f64()),
                ElementType::I8 | ElementType::I4 | ElementType::I2 => Scalar::Int(i64::from(bits as u8 as i8)),
                ElementType::I16 => Scalar::Int(i64::from(bits as u16 as i16)),
                ElementType::I32 => Scalar::Int(i64::from(bits as u32 as i32)),
                ElementType::I1 => Scalar::Int(i64::from(bits != 0)),
                _ => Scalar::Int(bits as i64),
            }
        };
        if !holds(element) || bytes.len() as i64 != ty.byte_size() {
            return None;
        }
        Some(Const::from_scalars(ty.clone(), bytes.chunks_exact(width.max(1)).map(read)))
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        self.ty.num_elements().max(0) as usize
    }
    /// The element at a row-major index, which must be in range.
    pub fn at(&self, index: usize) -> Scalar {
        match &self.data {
            Data::Splat(value) => *value,
            Data::Ints(values) => Scalar::Int(values[index]),
            Data::Floats(values) => Scalar::Float(values[index]),
        }
    }
    /// The one element of a scalar or one-element tensor.
    pub fn single(&self) -> Option<Scalar> {
        (self.len() == 1).then(|| self.at(0))
    }
    /// All elements as integers, of an integer or boolean constant with at most `limit` elements.
    pub fn to_ints(&self, limit: usize) -> Option<Vec<i64>> {
        if self.ty.element.is_float() || self.len() > limit {
            return None;
        }
        Some((0..self.len()).map(|index| self.at(index).int_opt().unwrap_or(0)).collect())
    }
    /// All elements as `f64`, of a constant with at most `limit` elements.
    pub fn to_floats(&self, limit: usize) -> Option<Vec<f64>> {
        (self.len() <= limit).then(|| (0..self.len()).map(|index| self.at(index).float()).collect())
    }
    /// The same elements in other dimensions (of the same number of elements).
    pub fn with_dims(&self, dims: &[i64]) -> Const {
        Const { ty: self.ty.with_dims(dims), data: self.data.clone() }
    }
    /// The elements at `index(result coordinates)`, for a result of type `dims`; a splat stays one.
    ///
    /// # Errors
    /// Dimensions that cannot be counted.
    pub fn pick(&self, dims: &[i64], index: impl Fn(&[i64]) -> usize) -> Result<Const, String> {
        let ty = checked_type(self.ty.element, dims)?;
        if let Data::Splat(value) = self.data {
            return Ok(Const::splat(ty, value));
        }
        let count = ty.num_elements().max(0) as usize;
        let mut coordinates = vec![0i64; dims.len()];
        let mut values = Vec::with_capacity(count);
        for _ in 0..count {
            values.push(self.at(index(&coordinates)));
            advance(&mut coordinates, dims);
        }
        Ok(Const::from_scalars(ty, values.into_iter()))
    }
}

/// Whether constants of this element type can be held.
pub fn holds(element: ElementType) -> bool {
    matches!(element.class(), ElementClass::Bool | ElementClass::Signed | ElementClass::Unsigned)
        || matches!(element, ElementType::F64 | ElementType::F32 | ElementType::F16 | ElementType::BF16)
}

/// Steps row-major coordinates on by one.
pub fn advance(coordinates: &mut [i64], dims: &[i64]) {
    for (coordinate, dim) in coordinates.iter_mut().zip(dims).rev() {
        *coordinate += 1;
        if *coordinate < *dim {
            return;
        }
        *coordinate = 0;
    }
}

/// Row-major strides of `dims`, in elements; saturating.
pub fn strides(dims: &[i64]) -> Vec<i64> {
    let mut result = vec![1i64; dims.len()];
    for index in (1..dims.len()).rev() {
        result[index - 1] = result[index].saturating_mul(dims[index]);
    }
    result
}

/// The value as an element of type `element` holds it: rounded, or wrapped to the type's width.
pub fn round(element: ElementType, value: Scalar) -> Scalar {
    if element.is_float() {
        let value = value.float();
        return Scalar::Float(match element {
            ElementType::F32 => f64::from(value as f32),
            ElementType::F16 => f16_of_f64(value).to_f64(),
            ElementType::BF16 => bf16_of_f64(value).to_f64(),
            _ => value,
        });
    }
    let value = match value {
        Scalar::Int(value) => value,
        // Conversion of a float truncates; out of range it saturates to the 64-bit range.
        Scalar::Float(value) if element == ElementType::I1 => i64::from(value != 0.0),
        Scalar::Float(value) if element == ElementType::UI64 => value as u64 as i64,
        Scalar::Float(value) => value as i64,
    };
    Scalar::Int(match (element.class(), element.bits()) {
        (ElementClass::Bool, _) => i64::from(value != 0),
        (_, 64..) => value,
        (ElementClass::Unsigned, bits) => value & ((1 << bits) - 1),
        (_, bits) => value << (64 - bits) >> (64 - bits),
    })
}
