//! Types of values: tensors of an element type, and tokens.
//!
//! Invariants: every dimension is static and at least 0 (symbolic dimensions are bound before a module is
//! built); the text form is MLIR's (`tensor<4x8xbf16>`).

use smallvec::SmallVec;
use std::fmt;

/// The sizes of a tensor's dimensions, outermost first, in elements.
pub type Dims = SmallVec<[i64; 4]>;

macro_rules! element_types {
    ($($variant:ident $text:literal $bits:literal $class:ident),* $(,)?) => {
        /// The type of one element of a tensor.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[expect(missing_docs, reason = "each variant is MLIR's type of that name")]
        pub enum ElementType { $($variant),* }
        impl ElementType {
            /// All element types.
            pub const ALL: &'static [ElementType] = &[$(ElementType::$variant),*];
            /// MLIR's name of this type.
            pub fn as_str(self) -> &'static str {
                match self { $(ElementType::$variant => $text),* }
            }
            /// Width in bits (of one complex number, both parts together).
            pub fn bits(self) -> u32 {
                match self { $(ElementType::$variant => $bits),* }
            }
            /// What kind of number this is.
            pub fn class(self) -> ElementClass {
                match self { $(ElementType::$variant => ElementClass::$class),* }
            }
            /// The type with this MLIR name.
            pub fn parse(text: &str) -> Option<ElementType> {
                match text { $($text => Some(ElementType::$variant),)* _ => None }
            }
        }
    };
}

/// What kind of number an element type holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElementClass {
    /// A truth value, `i1`.
    Bool,
    /// A signed (MLIR: signless) integer.
    Signed,
    /// An unsigned integer.
    Unsigned,
    /// A floating-point number.
    Float,
    /// A pair of floating-point numbers.
    Complex,
}

element_types! {
    F64 "f64" 64 Float, F32 "f32" 32 Float, F16 "f16" 16 Float, BF16 "bf16" 16 Float,
    F8E5M2 "f8E5M2" 8 Float, F8E4M3 "f8E4M3" 8 Float, F8E4M3FN "f8E4M3FN" 8 Float,
    F8E4M3FNUZ "f8E4M3FNUZ" 8 Float, F8E5M2FNUZ "f8E5M2FNUZ" 8 Float,
    F8E4M3B11FNUZ "f8E4M3B11FNUZ" 8 Float, F8E3M4 "f8E3M4" 8 Float, F8E8M0FNU "f8E8M0FNU" 8 Float,
    I1 "i1" 1 Bool,
    I2 "i2" 2 Signed, I4 "i4" 4 Signed, I8 "i8" 8 Signed, I16 "i16" 16 Signed, I32 "i32" 32 Signed,
    I64 "i64" 64 Signed,
    UI2 "ui2" 2 Unsigned, UI4 "ui4" 4 Unsigned, UI8 "ui8" 8 Unsigned, UI16 "ui16" 16 Unsigned,
    UI32 "ui32" 32 Unsigned, UI64 "ui64" 64 Unsigned,
    C64 "complex<f32>" 64 Complex, C128 "complex<f64>" 128 Complex,
}

impl ElementType {
    /// Bytes that one element takes in memory (types narrower than a byte take one byte each).
    pub fn byte_size(self) -> usize {
        (self.bits() as usize).div_ceil(8)
    }
    /// Whether this is a floating-point type.
    pub fn is_float(self) -> bool {
        self.class() == ElementClass::Float
    }
    /// Whether this is an integer type, `i1` aside.
    pub fn is_int(self) -> bool {
        matches!(self.class(), ElementClass::Signed | ElementClass::Unsigned)
    }
    /// Whether this is a complex type.
    pub fn is_complex(self) -> bool {
        self.class() == ElementClass::Complex
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A tensor of static shape.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TensorType {
    /// The type of every element.
    pub element: ElementType,
    /// The size of every dimension, outermost first.
    pub dims: Dims,
}

impl TensorType {
    /// A tensor type of these dimensions.
    pub fn new(element: ElementType, dims: &[i64]) -> TensorType {
        TensorType { element, dims: Dims::from_slice(dims) }
    }
    /// A tensor of rank 0.
    pub fn scalar(element: ElementType) -> TensorType {
        TensorType { element, dims: Dims::new() }
    }
    /// Number of dimensions.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }
    /// Number of elements; saturates at `i64::MAX` instead of overflowing.
    pub fn num_elements(&self) -> i64 {
        if self.dims.contains(&0) {
            return 0;
        }
        self.dims.iter().fold(1i64, |product, &dim| product.saturating_mul(dim))
    }
    /// Bytes of the whole tensor in memory; saturates.
    pub fn byte_size(&self) -> i64 {
        self.num_elements().saturating_mul(self.element.byte_size() as i64)
    }
    /// The same shape with another element type.
    pub fn with_element(&self, element: ElementType) -> TensorType {
        TensorType { element, dims: self.dims.clone() }
    }
    /// The same element type with other dimensions.
    pub fn with_dims(&self, dims: &[i64]) -> TensorType {
        TensorType::new(self.element, dims)
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        for dim in &self.dims {
            write!(f, "{dim}x")?;
        }
        write!(f, "{}>", self.element)
    }
}
impl fmt::Debug for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The type of a value.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A tensor.
    Tensor(TensorType),
    /// `!stablehlo.token`: an order between side effects.
    Token,
}

impl Type {
    /// The tensor type, where this is one.
    pub fn as_tensor(&self) -> Option<&TensorType> {
        match self {
            Type::Tensor(tensor) => Some(tensor),
            Type::Token => None,
        }
    }
}

impl From<TensorType> for Type {
    fn from(tensor: TensorType) -> Type {
        Type::Tensor(tensor)
    }
}
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tensor(tensor) => tensor.fmt(f),
            Type::Token => f.write_str("!stablehlo.token"),
        }
    }
}
impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
