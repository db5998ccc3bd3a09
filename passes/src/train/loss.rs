//! Losses, as ops at the end of a forward model.
//!
//! A loss is a sum over a microbatch divided by a number that holds for the whole batch, so that the sum over microbatches is the loss of the batch.
//! Cross-entropy is that of `torch.nn.functional.cross_entropy` with `reduction='mean'` and `ignore_index`: the mean of
//! `log Σ exp(x) - x[label]` over the positions whose label counts. Class scores are only compared and summed, never gathered by label: where classes
//! are sharded, each device takes its part of both sums (Megatron-LM, arXiv:1909.08053, section 3).
//! Invariant: sums are in f32, whatever the model's type.

use shardwright_dialects::stablehlo::build::{Direction, StablehloBuilder};
use shardwright_ir::sharding::rule::ReduceKind;
use shardwright_ir::{Builder, ElementType, TensorType, Value};

/// `Σ (log Σ exp(x) - x[label]) / count` over positions whose label is not `ignore`. `labels` has the dimensions of `logits` but `class_dim`.
pub(super) fn cross_entropy(b: &mut Builder, logits: Value, class_dim: usize, labels: Value, ignore: i64, count: Value) -> Result<Value, String> {
    let x = b.convert_if_needed(logits, ElementType::F32)?;
    let ty = b.ty(x).clone();
    let classes = class_dim as i64;
    let kept: Vec<i64> = (0..ty.rank() as i64).filter(|&dim| dim != classes).collect();
    // Any number near the largest score keeps the exponentials in range. Rounded up, it has no derivative: the backward pass has no trace of it.
    let largest = b.reduce_identity(x, &[classes], ReduceKind::Max)?;
    let near = b.ceil(largest)?;
    let near = b.broadcast_in_dim(near, &ty.dims, &kept)?;
    let x = b.subtract(x, near)?;
    let exp = b.exp(x)?;
    let sum = b.reduce_identity(exp, &[classes], ReduceKind::Sum)?;
    let log = b.log(sum)?;
    let class = b.iota(&ty.with_element(ElementType::I64), classes)?;
    let spread = b.broadcast_in_dim(labels, &ty.dims, &kept)?;
    let is_label = b.compare(Direction::Eq, class, spread)?;
    let zero = b.splat(&ty, 0.0)?;
    let picked = b.select(is_label, x, zero)?;
    let picked = b.reduce_identity(picked, &[classes], ReduceKind::Sum)?;
    let each = b.subtract(log, picked)?;
    let counts = counts(b, labels, ignore)?;
    let zero = b.splat_like(each, 0.0)?;
    let each = b.select(counts, each, zero)?;
    mean(b, each, count)
}

/// `Σ (y - target)² / count`.
pub(super) fn mse(b: &mut Builder, y: Value, target: Value, count: Value) -> Result<Value, String> {
    let (y, target) = (b.convert_if_needed(y, ElementType::F32)?, b.convert_if_needed(target, ElementType::F32)?);
    let difference = b.subtract(y, target)?;
    let squares = b.multiply(difference, difference)?;
    mean(b, squares, count)
}

/// How many labels count, as f32.
pub(super) fn count(b: &mut Builder, labels: Value, ignore: i64) -> Result<Value, String> {
    let counts = counts(b, labels, ignore)?;
    let ones = b.convert(counts, ElementType::F32)?;
    sum(b, ones)
}

/// The label of each position: that of the next one along the last dimension; the last position has none.
pub(super) fn next(b: &mut Builder, labels: Value, ignore: i64) -> Result<Value, String> {
    let rank = b.ty(labels).rank();
    let none = b.int_scalar(b.ty(labels).element, ignore)?;
    let (mut low, mut high) = (vec![0; rank], vec![0; rank]);
    let (Some(first), Some(last)) = (low.last_mut(), high.last_mut()) else { return Err("labels have no positions".to_owned()) };
    (*first, *last) = (-1, 1);
    b.pad(labels, none, &low, &high, &vec![0; rank])
}

/// The sum of all elements.
pub(super) fn sum(b: &mut Builder, x: Value) -> Result<Value, String> {
    let dims: Vec<i64> = (0..b.ty(x).rank() as i64).collect();
    if dims.is_empty() { Ok(x) } else { b.reduce_identity(x, &dims, ReduceKind::Sum) }
}

/// The type of the labels for logits of this type.
pub(super) fn label_type(logits: &TensorType, class_dim: usize) -> TensorType {
    let dims: Vec<i64> = logits.dims.iter().enumerate().filter(|&(dim, _)| dim != class_dim).map(|(_, &size)| size).collect();
    TensorType::new(ElementType::I64, &dims)
}

fn mean(b: &mut Builder, each: Value, count: Value) -> Result<Value, String> {
    let sum = sum(b, each)?;
    b.divide(sum, count)
}

fn counts(b: &mut Builder, labels: Value, ignore: i64) -> Result<Value, String> {
    let none = b.int_scalar(b.ty(labels).element, ignore)?;
    let dims = b.ty(labels).dims.clone();
    let none = b.broadcast_in_dim(none, &dims, &[])?;
    b.compare(Direction::Ne, labels, none)
}
