//! Start indices of gather and scatter, one column a component, for their per-device forms.
//!
//! Invariants: columns are signed (`i32` where both the type and the sizes allow it, else `i64`), so that a
//! shard's offset can be subtracted; an index that does not fit is moved to the end that it is beyond.

use super::build::StablehloBuilder;
use shardwright_ir::{Builder, ElementType, Value};

/// The components of a tensor of start indices.
pub struct IndexColumns {
    /// One tensor a component, of the indices' shape with size 1 at `vector_dim`.
    pub columns: Vec<Value>,
    /// Dimension of the index vector, with one component an entry.
    pub vector_dim: usize,
    /// Element type of the columns.
    pub element: ElementType,
}

impl IndexColumns {
    /// Takes `indices` apart. `vector_dim` may be the rank: then the only component is the whole tensor.
    pub fn split(b: &mut Builder, indices: Value, vector_dim: usize) -> Result<IndexColumns, String> {
        let ty = b.ty(indices).clone();
        let (mut value, element) = signed(b, indices)?;
        if vector_dim == ty.rank() {
            let dims: Vec<i64> = ty.dims.iter().copied().chain([1]).collect();
            value = b.reshape(value, &dims)?;
        }
        let count = b.ty(value).dims[vector_dim];
        let columns = (0..count).map(|at| if count == 1 { Ok(value) } else { b.slice_dim(value, vector_dim, at, at + 1) });
        Ok(IndexColumns { columns: columns.collect::<Result<_, String>>()?, vector_dim, element })
    }

    /// The columns as one tensor again, the index vector in [`IndexColumns::vector_dim`].
    pub fn join(&self, b: &mut Builder) -> Result<Value, String> {
        match self.columns.as_slice() {
            [only] => Ok(*only),
            columns => b.concatenate(columns, self.vector_dim as i64),
        }
    }

    /// A scalar of any integer type as a tensor of the columns' shape and type.
    pub fn spread(&self, b: &mut Builder, scalar: Value, like: Value) -> Result<Value, String> {
        let scalar = b.convert_if_needed(scalar, self.element)?;
        let dims = b.ty(like).dims.to_vec();
        b.broadcast_in_dim(scalar, &dims, &[])
    }

    /// A constant of the columns' shape and type.
    pub fn constant(&self, b: &mut Builder, value: i64, like: Value) -> Result<Value, String> {
        let scalar = b.int_scalar(self.element, value)?;
        self.spread(b, scalar, like)
    }
}

/// Integers of any type as signed ones: `i32` stays, everything else becomes `i64`, saturated.
pub fn signed(b: &mut Builder, value: Value) -> Result<(Value, ElementType), String> {
    let ty = b.ty(value).clone();
    let element = if ty.element == ElementType::I32 { ElementType::I32 } else { ElementType::I64 };
    let mut value = value;
    if ty.element == ElementType::UI64 {
        // Beyond 2^63 - 1 a conversion would wrap to a negative index.
        let most = b.int_scalar(ElementType::UI64, i64::MAX)?;
        let most = b.broadcast_in_dim(most, &ty.dims, &[])?;
        value = b.minimum(value, most)?;
    }
    Ok((b.convert_if_needed(value, element)?, element))
}
