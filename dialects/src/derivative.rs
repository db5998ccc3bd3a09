//! What derivatives of rows share.
//!
//! Invariants: gradients have the types of what they are gradients of; a gradient that is missing is zero.

pub(crate) use crate::stablehlo::build::{Direction, StablehloBuilder};
pub(crate) use shardwright_ir::{Builder, DerivativeFacet, Value, Vjp};

pub(crate) use shardwright_ir::TensorType;
use shardwright_ir::sharding::ReduceKind;

/// A gradient for each operand.
pub(crate) type Gradients = Result<Vec<Option<Value>>, String>;

/// Of ops without operands.
pub(crate) const NO_OPERANDS: DerivativeFacet = DerivativeFacet::Zero("it has no operands");
/// Of ops of per-device programs.
pub(crate) const PARALLEL: DerivativeFacet =
    DerivativeFacet::None("it exchanges data between devices: differentiate the program before it is split among them");

/// The sum of all elements, as a scalar.
pub(crate) fn total(b: &mut Builder, x: Value) -> Result<Value, String> {
    let dims: Vec<i64> = (0..b.ty(x).rank() as i64).collect();
    if dims.is_empty() { Ok(x) } else { b.reduce_identity(x, &dims, ReduceKind::Sum) }
}

/// `x` summed to the type of an operand that is either of `x`'s type or a scalar.
pub(crate) fn total_if_scalar(b: &mut Builder, x: Value, ty: &TensorType) -> Result<Value, String> {
    if ty.rank() == 0 { total(b, x) } else { Ok(x) }
}

/// `x` where `pred` holds (of `x`'s shape, or a scalar), else 0.
pub(crate) fn where_or_zero(b: &mut Builder, pred: Value, x: Value) -> Result<Value, String> {
    let zero = b.splat_like(x, 0.0)?;
    b.select(pred, x, zero)
}
