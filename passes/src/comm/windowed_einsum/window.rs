//! A product and one of its dimensions, along which it is done part by part.
//!
//! Invariant: parts of a dimension follow each other without gaps, and all are equally large; what goes over the end of the dimension
//! is padding, zero where it would be summed.

use shardwright_dialects::local::{binary, convert, dynamic_slice, index_constant, row};
use shardwright_dialects::stablehlo::dims::dot_dims;
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::types::ElementClass;
use shardwright_ir::{Attrs, Builder, ElementType, Func, Literal, OpId, TensorType, Value};

/// What a dimension of an operand is in the product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A batch dimension: that dimension of the other operand, and of the result.
    Batch(usize, usize),
    /// Of this operand alone: dimension of the result.
    Free(usize),
    /// Summed over: dimension of the other operand.
    Summed(usize),
}

/// A product: its dimension numbers, its other attributes, its element type.
#[derive(Clone, Debug)]
pub struct Dot {
    /// The op.
    pub op: OpId,
    /// Dimension numbers.
    pub dims: DotDims,
    attrs: Attrs,
    ranks: [usize; 2],
    /// Element type of the result.
    pub element: ElementType,
}

impl Dot {
    /// Reads an op; `None` where it is no `dot_general`.
    pub fn read(func: &Func, op: OpId) -> Option<Dot> {
        let data = func.op(op);
        if data.info.name != "stablehlo.dot_general" {
            return None;
        }
        let rank = |index: usize| func.tensor_type(data.operands[index]).rank();
        let element = func.tensor_type(data.results[0]).element;
        Some(Dot { op, dims: DotDims::read(&data.attrs).ok()?, attrs: data.attrs.clone(), ranks: [rank(0), rank(1)], element })
    }

    /// What dimension `dim` of operand `side` is.
    pub fn role(&self, side: usize, dim: usize) -> Option<Role> {
        let dims = &self.dims;
        let (batch, summed) = if side == 0 { (&dims.lhs_batching, &dims.lhs_contracting) } else { (&dims.rhs_batching, &dims.rhs_contracting) };
        let (other_batch, other_summed) = if side == 0 { (&dims.rhs_batching, &dims.rhs_contracting) } else { (&dims.lhs_batching, &dims.lhs_contracting) };
        let at = |list: &[i64]| list.iter().position(|&other| other == dim as i64);
        if let Some(at) = at(batch) {
            return Some(Role::Batch(other_batch[at] as usize, at));
        }
        if let Some(at) = at(summed) {
            return Some(Role::Summed(other_summed[at] as usize));
        }
        let left = dims.lhs_free(self.ranks[0]);
        let first = batch.len() + if side == 0 { 0 } else { left.len() };
        let free = if side == 0 { left } else { dims.rhs_free(self.ranks[1]) };
        Some(Role::Free(first + at(&free)?))
    }

    /// The operands' dimensions that dimension `dim` of the result comes from, each with its operand.
    pub fn sources(&self, dim: usize) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for side in 0..2 {
            for own in 0..self.ranks[side] {
                if matches!(self.role(side, own), Some(Role::Batch(_, out) | Role::Free(out)) if out == dim) {
                    found.push((side, own));
                }
            }
        }
        found
    }

    /// In which type parts of a sum are kept on a device: no narrower than the result, and not of less than 32 bits.
    pub fn kept(&self) -> ElementType {
        let narrow = self.element.class() == ElementClass::Float && self.element.bits() < 32;
        if narrow && self.attrs.get("algorithm").is_none() { ElementType::F32 } else { self.element }
    }

    /// The same product of other operands, of element type `element`.
    pub fn product(&self, b: &mut Builder, x: Value, y: Value, element: ElementType) -> Result<Value, String> {
        let dims = &self.dims;
        let shape = dot_dims(b.ty(x), b.ty(y), (&dims.lhs_batching, &dims.rhs_batching), (&dims.lhs_contracting, &dims.rhs_contracting))?;
        b.value_of_type(row("stablehlo.dot_general")?, &[x, y], self.attrs.clone(), TensorType::new(element, &shape))
    }
}

/// `value[.., start .. start + size, ..]` along `dim`; `start` is a scalar of `ui32`.
pub fn part(b: &mut Builder, value: Value, dim: usize, start: Value, size: i64) -> Result<Value, String> {
    let mut sizes = b.ty(value).dims.to_vec();
    if sizes[dim] == size {
        return Ok(value);
    }
    sizes[dim] = size;
    let starts = starts(b, sizes.len(), dim, start)?;
    dynamic_slice(b, value, &starts, &sizes)
}

/// `into` with `value` from `start` on along `dim`.
pub fn put(b: &mut Builder, into: Value, value: Value, dim: usize, start: Value) -> Result<Value, String> {
    let starts = starts(b, b.ty(into).rank(), dim, start)?;
    let ty = b.ty(into).clone();
    let operands: Vec<Value> = [into, value].into_iter().chain(starts).collect();
    b.value_of_type(row("stablehlo.dynamic_update_slice")?, &operands, Attrs::new(), ty)
}

/// Zeros of a type.
pub fn zeros(b: &mut Builder, ty: &TensorType) -> Result<Value, String> {
    shardwright_dialects::local::constant(b, Literal::splat(ty.clone(), &vec![0; ty.element.byte_size()]))
}

/// `left + right` where there is a left.
pub fn sum(b: &mut Builder, left: Option<Value>, right: Value) -> Result<Value, String> {
    left.map_or(Ok(right), |left| binary(b, "stablehlo.add", left, right))
}

/// `index * size`, scalars of `ui32`.
pub fn start_of(b: &mut Builder, index: Value, size: i64) -> Result<Value, String> {
    let size = index_constant(b, size)?;
    binary(b, "stablehlo.multiply", index, size)
}

/// In another element type.
pub fn cast(b: &mut Builder, value: Value, element: ElementType) -> Result<Value, String> {
    convert(b, value, element)
}

fn starts(b: &mut Builder, rank: usize, dim: usize, start: Value) -> Result<Vec<Value>, String> {
    let zero = index_constant(b, 0)?;
    Ok((0..rank).map(|other| if other == dim { start } else { zero }).collect())
}
