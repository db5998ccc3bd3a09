//! Facets that many rows share.
//!
//! Invariants: costs saturate and never fail; checks name the operand and both numbers.

use shardwright_ir::op::{InferCtx, OpCost};
use shardwright_ir::types::ElementClass;
use shardwright_ir::{ElementType, OpView, Region, TensorType, Type};

/// Sets of element classes, as bits.
pub(super) mod classes {
    /// `i1`.
    pub const BOOL: u8 = 1;
    /// Signed integers.
    pub const SIGNED: u8 = 2;
    /// Unsigned integers.
    pub const UNSIGNED: u8 = 4;
    /// Floating-point numbers.
    pub const FLOAT: u8 = 8;
    /// Complex numbers.
    pub const COMPLEX: u8 = 16;
    /// Integers without `i1`.
    pub const INT: u8 = SIGNED | UNSIGNED;
    /// Everything.
    pub const ALL: u8 = 31;
}

/// Whether `element` is in a set of classes.
pub(super) fn in_classes(element: ElementType, set: u8) -> bool {
    let bit = match element.class() {
        ElementClass::Bool => classes::BOOL,
        ElementClass::Signed => classes::SIGNED,
        ElementClass::Unsigned => classes::UNSIGNED,
        ElementClass::Float => classes::FLOAT,
        ElementClass::Complex => classes::COMPLEX,
    };
    set & bit != 0
}

/// Errors unless `element` is in a set of classes.
pub(super) fn check_class(element: ElementType, set: u8) -> Result<(), String> {
    if in_classes(element, set) {
        return Ok(());
    }
    let names = ["i1", "signed integer", "unsigned integer", "float", "complex"];
    let legal: Vec<&str> = (0..5).filter(|bit| set & 1 << bit != 0).map(|bit| names[bit]).collect();
    Err(format!("element type must be one of {}, got {element}", legal.join(", ")))
}

/// The type that all operands have. Errors where they differ or their class is not in the set.
pub(super) fn common_type<'a>(ctx: &InferCtx<'a>, set: u8) -> Result<&'a TensorType, String> {
    let first = ctx.tensor(0)?;
    check_class(first.element, set)?;
    for index in 1..ctx.operands.len() {
        let other = ctx.tensor(index)?;
        if other != first {
            return Err(format!("operands must have one type, got {first} and {other}"));
        }
    }
    Ok(first)
}

/// A facet for ops whose inference checks everything.
pub(super) fn nothing_more(_: &OpView) -> Result<(), String> {
    Ok(())
}

/// Errors where an operand or result is a token.
pub(super) fn tensors_only(view: &OpView) -> Result<(), String> {
    let data = view.data();
    for (what, values) in [("operand", &data.operands), ("result", &data.results)] {
        if let Some(index) = values.iter().position(|&value| view.func.ty(value).as_tensor().is_none()) {
            return Err(format!("{what} {index} must be a tensor, got a token"));
        }
    }
    Ok(())
}

/// No arithmetic; operands read, results written.
pub(super) fn data_cost(view: &OpView) -> OpCost {
    cost_with(view, 0)
}

/// One operation an element of the result.
pub(super) fn elementwise_cost(view: &OpView) -> OpCost {
    cost_with(view, elements(&view.result_types()))
}

/// This many operations; operands read, results written.
pub(super) fn cost_with(view: &OpView, flops: i64) -> OpCost {
    OpCost { flops, bytes_read: bytes(&view.operand_types()), bytes_written: bytes(&view.result_types()) }
}

/// Bytes of several tensors together; saturates.
pub(super) fn bytes(types: &[TensorType]) -> i64 {
    types.iter().fold(0, |sum: i64, ty| sum.saturating_add(ty.byte_size()))
}

fn elements(types: &[TensorType]) -> i64 {
    types.iter().fold(0, |sum: i64, ty| sum.saturating_add(ty.num_elements()))
}

/// `dims`, checked to be distinct dimensions of a tensor of this rank.
pub(super) fn check_dims(name: &str, dims: &[i64], rank: usize) -> Result<(), String> {
    for (index, &dim) in dims.iter().enumerate() {
        if dim < 0 || dim >= rank as i64 {
            return Err(format!("{name} {dim} is out of range for rank {rank}"));
        }
        if dims[..index].contains(&dim) {
            return Err(format!("{name} {dim} is given twice"));
        }
    }
    Ok(())
}

/// Errors unless a list has one entry a dimension.
pub(super) fn check_length(name: &str, list: &[i64], rank: usize) -> Result<(), String> {
    if list.len() == rank { Ok(()) } else { Err(format!("attribute `{name}` must have {rank} entries, got {}", list.len())) }
}

/// Types of what a region returns. Errors where it has no terminator.
pub(super) fn returned_types(ctx: &InferCtx, region: usize) -> Result<Vec<Type>, String> {
    let region = *ctx.regions.get(region).ok_or_else(|| format!("region {region} is missing"))?;
    let end = ctx.func.terminator(region).ok_or("body has no terminator")?;
    Ok(ctx.func.op(end).operands.iter().map(|&value| ctx.func.ty(value).clone()).collect())
}

/// Errors unless the region's arguments are scalars of these element types and it returns the first `results` of them.
pub(super) fn check_scalar_body(ctx: &InferCtx, args: &[ElementType], results: usize) -> Result<(), String> {
    let region: Region = *ctx.regions.first().ok_or("body is missing")?;
    let wanted: Vec<Type> = args.iter().map(|&element| TensorType::scalar(element).into()).collect();
    let found: Vec<Type> = ctx.func.region(region).args.iter().map(|&arg| ctx.func.ty(arg).clone()).collect();
    if found != wanted {
        return Err(format!("body must take {wanted:?}, got {found:?}"));
    }
    let returned = returned_types(ctx, 0)?;
    if returned != wanted[..results] {
        return Err(format!("body must return {:?}, got {returned:?}", &wanted[..results]));
    }
    Ok(())
}
