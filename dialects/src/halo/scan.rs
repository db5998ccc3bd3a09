//! Cumulative combinations along a sharded dimension: shards exchange one combination each instead of their elements.
//!
//! Invariants: a scan on one device is the scan of the totals of the shards before it (those after it where it runs
//! backward), each the combination of all of a shard's elements, followed by its own elements.

use super::{concat, select_below};
use crate::local::{binary, constant, identity, mask_padding, row, shard_index};
use shardwright_ir::attrs::{Attr, Attrs};
use shardwright_ir::op::LocalOp;
use shardwright_ir::sharding::{Reach, ReduceKind};
use shardwright_ir::types::TensorType;
use shardwright_ir::{Builder, ElementType, Literal, Value};

/// `value`, the local shard of the operand of `reach`, with the totals of all shards before it (after it where `backward`); those of
/// shards that do not come before the device's are neutral.
pub fn with_totals(b: &mut Builder, op: &LocalOp, reach: &Reach, value: Value, kind: ReduceKind, backward: bool) -> Result<Value, String> {
    let (mesh, axes, dim) = (op.mesh, op.axes(reach.factor), reach.dim);
    let shards = mesh.shards(axes);
    let element = b.ty(value).element;
    let neutral = identity(kind, element).ok_or_else(|| format!("{element} has no neutral element of `{}`", kind.as_str()))?;
    let value = mask_padding(b, mesh, value, dim, reach.input, axes, neutral.clone())?;
    let total = total(b, value, dim, kind, neutral.clone())?;
    let groups = mesh.groups(axes);
    let ids: Vec<i64> = groups.iter().flatten().map(|&position| mesh.device_at(position)).collect();
    let attrs = Attrs::new()
        .with("all_gather_dim", Attr::i64(dim as i64))
        .with("replica_groups", Attr::Dense(Literal::ints(ElementType::I64, &[groups.len() as i64, shards], &ids)));
    let mut ty = b.ty(total).clone();
    ty.dims[dim] = shards;
    let totals = b.value_of_type(row("stablehlo.all_gather")?, &[total], attrs, ty.clone())?;
    let neutral = constant(b, Literal { ty, data: neutral.data })?;
    let index = shard_index(b, mesh, axes)?;
    let zero = crate::local::index_constant(b, 0)?;
    // Places counted from -index: below 0 (wrapped to large numbers) are the shards before, 0 this one, above it those after.
    let start = binary(b, "stablehlo.subtract", zero, index)?;
    if backward {
        let one = crate::local::index_constant(b, 1)?;
        let start = binary(b, "stablehlo.subtract", start, one)?;
        let after = select_below(b, dim, start, shards, totals, neutral)?;
        return concat(b, &[value, after], dim);
    }
    let before = select_below(b, dim, start, shards, neutral, totals)?;
    concat(b, &[before, value], dim)
}

/// All elements along `dim` combined; the dimension stays, with one element.
fn total(b: &mut Builder, value: Value, dim: usize, kind: ReduceKind, neutral: Literal) -> Result<Value, String> {
    let old = b.ty(value).clone();
    let scalar = TensorType::scalar(old.element);
    let region = b.func.new_region();
    let left = b.func.add_region_arg(region, scalar.clone());
    let right = b.func.add_region_arg(region, scalar);
    let mut inner = b.in_region(region);
    let combined = binary(&mut inner, kind.op_name(), left, right)?;
    inner.op_of_types(row("stablehlo.return")?, &[combined], Attrs::new(), &[], Vec::new())?;
    let init = constant(b, neutral)?;
    let attrs = Attrs::new().with("dimensions", Attr::ints(&[dim as i64]));
    let op = b.op(row("stablehlo.reduce")?, &[value, init], attrs, &[region])?;
    let reduced = b.func.result(op);
    let mut dims = old.dims.to_vec();
    dims[dim] = 1;
    crate::local::reshape(b, reduced, &dims)
}
