//! Building blocks of per-device programs: which shard a device holds, masks of padding, shapes cut and padded.
//!
//! Every function appends StableHLO ops to the builder. Invariants: a device's id is `stablehlo.replica_id`; shard indices and
//! offsets are scalars of `ui32`; shard `i` of a dimension of size n in k shards begins at `i * ceil(n / k)`.

use crate::device_groups::groups_attr;
use shardwright_ir::attrs::{Attr, Attrs};
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind};
use shardwright_ir::types::{ElementClass, ElementType, TensorType};
use shardwright_ir::{Builder, Literal, OpInfo, Registry, Value};
use std::sync::LazyLock;

static ROWS: LazyLock<Registry> = LazyLock::new(crate::registry);

/// The built-in row with this name.
pub fn row(name: &str) -> Result<&'static OpInfo, String> {
    ROWS.get(name).ok_or_else(|| format!("op {name} is not registered"))
}

/// A constant.
pub fn constant(b: &mut Builder, literal: Literal) -> Result<Value, String> {
    let ty = literal.ty.clone();
    b.value_of_type(row("stablehlo.constant")?, &[], Attrs::new().with("value", Attr::Dense(literal)), ty)
}

/// A scalar constant of `ui32`.
pub fn index_constant(b: &mut Builder, value: i64) -> Result<Value, String> {
    let value = u32::try_from(value).map_err(|_| format!("offset {value} does not fit 32 bits"))?;
    constant(b, Literal::splat(TensorType::scalar(ElementType::UI32), &value.to_le_bytes()))
}

/// The elementwise op `name` of two values of one type.
pub fn binary(b: &mut Builder, name: &str, left: Value, right: Value) -> Result<Value, String> {
    let ty = b.ty(left).clone();
    b.value_of_type(row(name)?, &[left, right], Attrs::new(), ty)
}

/// `left OP right`, elementwise: OP is `LT`, `LE`, `EQ`, `NE`, `GE` or `GT`.
pub fn compare(b: &mut Builder, direction: &str, left: Value, right: Value) -> Result<Value, String> {
    let ty = b.ty(left).with_element(ElementType::I1);
    let attrs = Attrs::new().with("comparison_direction", Attr::stablehlo_enum("comparison_direction", direction));
    b.value_of_type(row("stablehlo.compare")?, &[left, right], attrs, ty)
}

/// `on_true` where `pred` (of the same shape) holds, else `on_false`.
pub fn select(b: &mut Builder, pred: Value, on_true: Value, on_false: Value) -> Result<Value, String> {
    let ty = b.ty(on_true).clone();
    b.value_of_type(row("stablehlo.select")?, &[pred, on_true, on_false], Attrs::new(), ty)
}

/// The same elements in another element type.
pub fn convert(b: &mut Builder, value: Value, element: ElementType) -> Result<Value, String> {
    let ty = b.ty(value).with_element(element);
    if *b.ty(value) == ty {
        return Ok(value);
    }
    b.value_of_type(row("stablehlo.convert")?, &[value], Attrs::new(), ty)
}

/// The same elements in another shape of as many elements.
pub fn reshape(b: &mut Builder, value: Value, dims: &[i64]) -> Result<Value, String> {
    let ty = b.ty(value).with_dims(dims);
    if *b.ty(value) == ty {
        return Ok(value);
    }
    b.value_of_type(row("stablehlo.reshape")?, &[value], Attrs::new(), ty)
}

/// Dimension `i` of the result is dimension `permutation[i]` of the value.
pub fn transpose(b: &mut Builder, value: Value, permutation: &[i64]) -> Result<Value, String> {
    if permutation.iter().enumerate().all(|(index, &dim)| index as i64 == dim) {
        return Ok(value);
    }
    let old = b.ty(value).clone();
    let ty = old.with_dims(&permutation.iter().map(|&dim| old.dims[dim as usize]).collect::<Vec<_>>());
    b.value_of_type(row("stablehlo.transpose")?, &[value], Attrs::new().with("permutation", Attr::ints(permutation)), ty)
}

/// A tensor of shape `dims` whose dimension `mapping[i]` is dimension `i` of the value.
pub fn broadcast(b: &mut Builder, value: Value, dims: &[i64], mapping: &[i64]) -> Result<Value, String> {
    let ty = b.ty(value).with_dims(dims);
    b.value_of_type(row("stablehlo.broadcast_in_dim")?, &[value], Attrs::new().with("broadcast_dimensions", Attr::ints(mapping)), ty)
}

/// 0, 1, 2, … along dimension `dim` of a tensor of type `ty`.
pub fn iota(b: &mut Builder, ty: TensorType, dim: usize) -> Result<Value, String> {
    b.value_of_type(row("stablehlo.iota")?, &[], Attrs::new().with("iota_dimension", Attr::i64(dim as i64)), ty)
}

/// The elements from `starts` (scalars of one integer type, one a dimension) on, `sizes` of them.
pub fn dynamic_slice(b: &mut Builder, value: Value, starts: &[Value], sizes: &[i64]) -> Result<Value, String> {
    let ty = b.ty(value).with_dims(sizes);
    let operands = std::iter::once(value).chain(starts.iter().copied()).collect::<Vec<_>>();
    b.value_of_type(row("stablehlo.dynamic_slice")?, &operands, Attrs::new().with("slice_sizes", Attr::ints(sizes)), ty)
}

/// Dimension `dim` cut to its first `size` elements.
pub fn trim(b: &mut Builder, value: Value, dim: usize, size: i64) -> Result<Value, String> {
    let mut dims = b.ty(value).dims.to_vec();
    if dims[dim] == size {
        return Ok(value);
    }
    dims[dim] = size;
    let attrs = Attrs::new()
        .with("start_indices", Attr::ints(&vec![0; dims.len()]))
        .with("limit_indices", Attr::ints(&dims))
        .with("strides", Attr::ints(&vec![1; dims.len()]));
    let ty = b.ty(value).with_dims(&dims);
    b.value_of_type(row("stablehlo.slice")?, &[value], attrs, ty)
}

/// An all-to-all: dimension `split` is cut into as many parts as a group has devices, part `i` goes to the group's device `i`, and what comes is joined along dimension
/// `concat` in the order of the group.
pub fn all_to_all(b: &mut Builder, value: Value, split: usize, concat: usize, groups: &[Vec<i64>]) -> Result<Value, String> {
    let count = groups.first().map_or(1, |group| group.len() as i64);
    let mut dims = b.ty(value).dims.to_vec();
    dims[split] /= count;
    dims[concat] *= count;
    let attrs = Attrs::new()
        .with("split_dimension", Attr::i64(split as i64))
        .with("concat_dimension", Attr::i64(concat as i64))
        .with("split_count", Attr::i64(count))
        .with("replica_groups", groups_attr(groups));
    let ty = b.ty(value).with_dims(&dims);
    b.value_of_type(row("stablehlo.all_to_all")?, &[value], attrs, ty)
}

/// Dimension `dim` padded at its end to `size` elements with zeros.
pub fn pad_to(b: &mut Builder, value: Value, dim: usize, size: i64) -> Result<Value, String> {
    let old = b.ty(value).clone();
    if old.dims[dim] == size {
        return Ok(value);
    }
    let fill = constant(b, Literal::splat(TensorType::scalar(old.element), &vec![0; old.element.byte_size()]))?;
    let mut high = vec![0; old.rank()];
    high[dim] = size - old.dims[dim];
    let mut dims = old.dims.to_vec();
    dims[dim] = size;
    let zeros = Attr::ints(&vec![0; old.rank()]);
    let attrs = Attrs::new()
        .with("edge_padding_low", zeros.clone())
        .with("edge_padding_high", Attr::ints(&high))
        .with("interior_padding", zeros);
    b.value_of_type(row("stablehlo.pad")?, &[value, fill], attrs, old.with_dims(&dims))
}

/// Which shard this device holds of a dimension sharded on `axes` (major to minor): a scalar of `ui32`.
pub fn shard_index(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef]) -> Result<Value, String> {
    if mesh.shards(axes) <= 1 {
        return index_constant(b, 0);
    }
    let id = b.value_of_type(row("stablehlo.replica_id")?, &[], Attrs::new(), TensorType::scalar(ElementType::UI32))?;
    if !mesh.device_ids.is_empty() {
        return table_lookup(b, mesh, axes, id);
    }
    let mut index: Option<Value> = None;
    for axis in axes {
        let size = mesh.size_of(axis);
        let digit = digit_of(b, mesh, axis, id)?;
        index = Some(match index {
            None => digit,
            Some(major) => {
                let factor = index_constant(b, size)?;
                let scaled = binary(b, "stablehlo.multiply", major, factor)?;
                binary(b, "stablehlo.add", scaled, digit)?
            }
        });
    }
    index.ok_or_else(|| "no axes".to_string())
}

/// Where this device's shard begins in a dimension sharded on `axes` into pieces of `local` elements: a scalar of `ui32`.
pub fn shard_start(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], local: i64) -> Result<Value, String> {
    let index = shard_index(b, mesh, axes)?;
    if local == 1 || mesh.shards(axes) <= 1 {
        return Ok(index);
    }
    let local = index_constant(b, local)?;
    binary(b, "stablehlo.multiply", index, local)
}

/// `value`, one device's shard of a tensor whose dimension `dim` of `size` elements is sharded on `axes`, with the padding along
/// `dim` replaced by `fill` (a scalar of the element type). The value itself where there is no padding.
pub fn mask_padding(b: &mut Builder, mesh: &Mesh, value: Value, dim: usize, size: i64, axes: &[AxisRef], fill: Literal) -> Result<Value, String> {
    if size % mesh.shards(axes).max(1) == 0 {
        return Ok(value);
    }
    let ty = b.ty(value).clone();
    let local = ty.dims[dim];
    let start = shard_start(b, mesh, axes, local)?;
    let start = broadcast(b, start, &[local], &[])?;
    let place = iota(b, TensorType::new(ElementType::UI32, &[local]), 0)?;
    let place = binary(b, "stablehlo.add", start, place)?;
    let end = index_constant(b, size)?;
    let end = broadcast(b, end, &[local], &[])?;
    let inside = compare(b, "LT", place, end)?;
    let inside = broadcast(b, inside, &ty.dims, &[dim as i64])?;
    let fill = constant(b, Literal { ty: ty.clone(), data: fill.data })?;
    select(b, inside, value, fill)
}

/// The element that changes nothing when combined by `kind`, as a scalar. `None` where the type has none.
pub fn identity(kind: ReduceKind, element: ElementType) -> Option<Literal> {
    let ty = TensorType::scalar(element);
    let bits = element.bits().min(64);
    let value = match (kind, element.class()) {
        (ReduceKind::Sum | ReduceKind::Or, _) => 0.0,
        (ReduceKind::Product, _) => 1.0,
        (ReduceKind::And, ElementClass::Bool) => 1.0,
        (ReduceKind::And, ElementClass::Signed | ElementClass::Unsigned) => return Some(int_literal(ty, -1)),
        (ReduceKind::Max, ElementClass::Bool) => 0.0,
        (ReduceKind::Min, ElementClass::Bool) => 1.0,
        (ReduceKind::Max, ElementClass::Unsigned) => 0.0,
        (ReduceKind::Max, ElementClass::Signed) => return Some(int_literal(ty, -1i64 << (bits - 1))),
        (ReduceKind::Min, ElementClass::Signed) => return Some(int_literal(ty, !(-1i64 << (bits - 1)))),
        (ReduceKind::Min, ElementClass::Unsigned) => return Some(int_literal(ty, if bits == 64 { -1 } else { (1i64 << bits) - 1 })),
        (ReduceKind::Max, ElementClass::Float) => f64::NEG_INFINITY,
        (ReduceKind::Min, ElementClass::Float) => f64::INFINITY,
        (ReduceKind::Max | ReduceKind::Min | ReduceKind::And, ElementClass::Complex) | (ReduceKind::And, ElementClass::Float) => return None,
    };
    let bytes = bytes_of_f64(element, value);
    // Some 8-bit floats have no infinity: what it rounds to must still be an infinity to serve as the identity.
    let kept = value.is_finite() || shardwright_ir::interp::scalar::f64_of_bytes(element, &bytes).is_some_and(f64::is_infinite);
    kept.then(|| Literal::splat(ty, &bytes))
}

fn int_literal(ty: TensorType, value: i64) -> Literal {
    let width = ty.element.byte_size();
    Literal::splat(ty, &value.to_le_bytes()[..width])
}

/// The coordinate of device `id` along one axis or sub-axis, for a mesh whose devices are in order.
fn digit_of(b: &mut Builder, mesh: &Mesh, axis: &AxisRef, id: Value) -> Result<Value, String> {
    let position = mesh.axis_index(axis.name).ok_or_else(|| format!("mesh has no axis \"{}\"", axis.name))?;
    let below = mesh.axes[position + 1..].iter().fold(1i64, |product, axis| product.saturating_mul(axis.size));
    let (pre, size) = axis.bounds(mesh);
    let minor = below.saturating_mul(mesh.axes[position].size / (pre * size));
    let mut digit = id;
    if minor > 1 {
        let divisor = index_constant(b, minor)?;
        digit = binary(b, "stablehlo.divide", digit, divisor)?;
    }
    if mesh.num_devices() / minor > size {
        let modulus = index_constant(b, size)?;
        digit = binary(b, "stablehlo.remainder", digit, modulus)?;
    }
    Ok(digit)
}

/// The shard index by a table over device ids, for a mesh whose devices are not in order.
fn table_lookup(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], id: Value) -> Result<Value, String> {
    let count = mesh.num_devices();
    let mut table = vec![0u32; count as usize];
    for position in 0..count {
        let slot = table.get_mut(mesh.device_at(position) as usize).ok_or("device id out of range")?;
        *slot = mesh.shard_index(position, axes) as u32;
    }
    let bytes = table.iter().flat_map(|index| index.to_le_bytes()).collect();
    let table = constant(b, Literal::dense(TensorType::new(ElementType::UI32, &[count]), bytes))?;
    let entry = dynamic_slice(b, table, &[id], &[1])?;
    reshape(b, entry, &[])
}
