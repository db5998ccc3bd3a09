//! Collectives of the global view as StableHLO ops of one device.
//!
//! Every function takes one device's shard and returns one device's shard. Invariants: replica groups hold device ids, in the order
//! of their shard indices; axes are gathered from, and appended to, the minor end of a dimension, so blocks that are joined are
//! neighbours; dimensions that shards do not divide are padded before they are cut and trimmed after they are joined whole.

use super::attrs::Move;
use super::factors::DimAxes;
use shardwright_dialects::device_groups::groups_attr;
use shardwright_dialects::local::{
    self, binary, compare, constant, dynamic_slice, identity, index_constant, pad_to, reshape, row, select, shard_index, shard_start, transpose, trim,
};
use shardwright_ir::sharding::spec::local_size;
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind};
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Literal, TensorType, Value};
use std::collections::BTreeMap;

/// How a tensor lies before a collective.
pub struct Placed<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// Sizes of the whole tensor's dimensions.
    pub global: &'a [i64],
    /// Axes of every dimension.
    pub dims: &'a [Vec<AxisRef>],
}

impl Placed<'_> {
    /// Elements along `dim` on one device, when it is sharded on `more` as well.
    fn local(&self, dim: usize, more: &[AxisRef]) -> i64 {
        local_size(self.global[dim], self.mesh.shards(&self.dims[dim]).saturating_mul(self.mesh.shards(more)))
    }
    /// Elements along `dim` on one device, when it is no longer sharded on its minor-most `less` shards.
    fn joined(&self, dim: usize, less: i64) -> i64 {
        local_size(self.global[dim], self.mesh.shards(&self.dims[dim]) / less.max(1))
    }
}

/// Joins the shards along the minor axes `joined` of every dimension.
pub fn all_gather(b: &mut Builder, at: &Placed, value: Value, joined: &DimAxes) -> Result<Value, String> {
    let axes: Vec<AxisRef> = joined.iter().flatten().copied().collect();
    let group = at.mesh.shards(&axes);
    let mut dims = b.ty(value).dims.to_vec();
    let sharded: Vec<usize> = (0..dims.len()).filter(|&dim| !joined[dim].is_empty()).collect();
    let gather = |b: &mut Builder, value: Value, dim: usize| {
        let attrs = Attrs::new().with("all_gather_dim", Attr::i64(dim as i64)).with("replica_groups", groups(at.mesh, &axes));
        let mut dims = b.ty(value).dims.to_vec();
        dims[dim] *= group;
        let ty = b.ty(value).with_dims(&dims);
        b.value_of_type(row("stablehlo.all_gather")?, &[value], attrs, ty)
    };
    let mut value = if let [dim] = sharded[..] {
        gather(b, value, dim)?
    } else {
        // One collective for several dimensions: gather along a new major dimension, then put its digits where they belong.
        let flat = reshape(b, value, &[&[1], &dims[..]].concat())?;
        let flat = gather(b, flat, 0)?;
        let counts: Vec<i64> = sharded.iter().map(|&dim| at.mesh.shards(&joined[dim])).collect();
        let split = reshape(b, flat, &[&counts[..], &dims[..]].concat())?;
        let mut order = Vec::new();
        for dim in 0..dims.len() {
            order.extend(sharded.iter().position(|&other| other == dim).map(|place| place as i64));
            order.push((sharded.len() + dim) as i64);
        }
        let mixed = transpose(b, split, &order)?;
        sharded.iter().zip(&counts).for_each(|(&dim, count)| dims[dim] *= count);
        reshape(b, mixed, &dims)?
    };
    for dim in sharded {
        value = trim(b, value, dim, at.joined(dim, at.mesh.shards(&joined[dim])))?;
    }
    Ok(value)
}

/// The tensor on the first device along `axes`, on the others the neutral element of `kind`.
pub fn first_only(b: &mut Builder, mesh: &Mesh, value: Value, axes: &[AxisRef], kind: ReduceKind) -> Result<Value, String> {
    let ty = b.ty(value).clone();
    let neutral = identity(kind, ty.element).ok_or_else(|| format!("{} has no neutral element of `{}`", ty.element, kind.as_str()))?;
    let index = shard_index(b, mesh, axes)?;
    let zero = index_constant(b, 0)?;
    let first = compare(b, "EQ", index, zero)?;
    let neutral = constant(b, Literal { ty, data: neutral.data })?;
    select(b, first, value, neutral)
}

/// Cuts every dimension along the axes `cut`.
pub fn all_slice(b: &mut Builder, at: &Placed, value: Value, cut: &DimAxes) -> Result<Value, String> {
    let (value, sizes) = padded(b, at, value, cut)?;
    let mut starts = Vec::new();
    for (dim, &size) in sizes.iter().enumerate() {
        starts.push(match cut[dim].is_empty() {
            true => index_constant(b, 0)?,
            false => shard_start(b, at.mesh, &cut[dim], size)?,
        });
    }
    dynamic_slice(b, value, &starts, &sizes)
}

/// Moves axes from the minor end of one dimension to the minor end of another.
pub fn all_to_all(b: &mut Builder, at: &Placed, value: Value, one: &Move) -> Result<Value, String> {
    let count = at.mesh.shards(&one.axes);
    let mut cut: DimAxes = vec![Vec::new(); at.global.len()];
    cut[one.dst] = one.axes.clone();
    let (value, _) = padded(b, at, value, &cut)?;
    let value = local::all_to_all(b, value, one.dst, one.src, &at.mesh.device_groups(&one.axes))?;
    trim(b, value, one.src, at.joined(one.src, count))
}

/// Moves axes from the minor ends of dimensions to those of others, as if one move after the other, in one exchange. No dimension may
/// both lose and gain axes.
pub fn exchange(b: &mut Builder, at: &Placed, value: Value, moves: &[Move]) -> Result<Value, String> {
    if let [one] = moves {
        return all_to_all(b, at, value, one);
    }
    let rank = at.global.len();
    let (mut gain, mut lose): (DimAxes, DimAxes) = (vec![Vec::new(); rank], vec![Vec::new(); rank]);
    for one in moves {
        gain[one.dst].extend(&one.axes);
        lose[one.src].splice(0..0, one.axes.iter().copied());
    }
    if let Some(dim) = (0..rank).find(|&dim| !gain[dim].is_empty() && !lose[dim].is_empty()) {
        return Err(format!("dimension {dim} both loses and gains axes in one all-to-all"));
    }
    let axes: Vec<AxisRef> = gain.iter().flatten().copied().collect();
    let sizes = |axes: &[AxisRef]| -> Vec<i64> { axes.iter().map(|axis| at.mesh.size_of(axis)).collect() };
    let group = at.mesh.shards(&axes);
    let (value, parts) = padded(b, at, value, &gain)?;
    // The digits of the receiver come to the front, in the order of `axes`.
    let (mut split, mut front, mut back) = (Vec::new(), Vec::new(), Vec::new());
    for dim in 0..rank {
        for size in sizes(&gain[dim]) {
            front.push(split.len() as i64);
            split.push(size);
        }
        back.push(split.len() as i64);
        split.push(parts[dim]);
    }
    let value = reshape(b, value, &split)?;
    let value = transpose(b, value, &[front, back].concat())?;
    let whole = [&[group], &parts[..]].concat();
    let value = reshape(b, value, &whole)?;
    let value = local::all_to_all(b, value, 0, 0, &at.mesh.device_groups(&axes))?;
    // The digits of the sender go before what it held of the dimensions that they leave.
    let value = reshape(b, value, &[&sizes(&axes)[..], &parts[..]].concat())?;
    let (mut order, mut joined) = (Vec::new(), parts.clone());
    for dim in 0..rank {
        for axis in &lose[dim] {
            order.extend(axes.iter().position(|other| other == axis).map(|place| place as i64));
            joined[dim] *= at.mesh.size_of(axis);
        }
        order.push((axes.len() + dim) as i64);
    }
    let value = transpose(b, value, &order)?;
    let mut value = reshape(b, value, &joined)?;
    for dim in (0..rank).filter(|&dim| !lose[dim].is_empty()) {
        value = trim(b, value, dim, at.joined(dim, at.mesh.shards(&lose[dim])))?;
    }
    Ok(value)
}

/// Combines the values of all devices along `axes`.
pub fn all_reduce(b: &mut Builder, mesh: &Mesh, value: Value, axes: &[AxisRef], kind: ReduceKind) -> Result<Value, String> {
    let ty = b.ty(value).clone();
    let region = combiner(b, kind, ty.element)?;
    let attrs = Attrs::new().with("replica_groups", groups(mesh, axes));
    let op = b.op_of_types(row("stablehlo.all_reduce")?, &[value], attrs, &[region], vec![ty.into()])?;
    Ok(b.func.result(op))
}

/// Combines the values of all devices along the axes `cut`, each device keeping its part.
pub fn reduce_scatter(b: &mut Builder, at: &Placed, value: Value, cut: &DimAxes, kind: ReduceKind) -> Result<Value, String> {
    let axes: Vec<AxisRef> = cut.iter().flatten().copied().collect();
    let group = at.mesh.shards(&axes);
    let (value, sizes) = padded(b, at, value, cut)?;
    let sharded: Vec<usize> = (0..sizes.len()).filter(|&dim| !cut[dim].is_empty()).collect();
    let element = b.ty(value).element;
    let scatter = |b: &mut Builder, value: Value, dim: usize| {
        let region = combiner(b, kind, element)?;
        let attrs = Attrs::new().with("scatter_dimension", Attr::i64(dim as i64)).with("replica_groups", groups(at.mesh, &axes));
        let mut dims = b.ty(value).dims.to_vec();
        dims[dim] /= group;
        let ty = b.ty(value).with_dims(&dims);
        let op = b.op_of_types(row("stablehlo.reduce_scatter")?, &[value], attrs, &[region], vec![ty.into()])?;
        Ok::<Value, String>(b.func.result(op))
    };
    if let [dim] = sharded[..] {
        return scatter(b, value, dim);
    }
    // One collective for several dimensions: bring the shard indices to a new major dimension and scatter along it.
    let mut split = Vec::new();
    let mut front = Vec::new();
    let mut back = Vec::new();
    for (dim, &size) in sizes.iter().enumerate() {
        if !cut[dim].is_empty() {
            front.push(split.len() as i64);
            split.push(at.mesh.shards(&cut[dim]));
        }
        back.push(split.len() as i64);
        split.push(size);
    }
    let value = reshape(b, value, &split)?;
    let value = transpose(b, value, &[front, back].concat())?;
    let value = reshape(b, value, &[&[group], &sizes[..]].concat())?;
    let value = scatter(b, value, 0)?;
    reshape(b, value, &sizes)
}

/// How a tensor lies before or after shards cross between devices.
pub struct Side<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// Axes of every dimension.
    pub dims: &'a [Vec<AxisRef>],
    /// Devices that differ along these never exchange.
    pub apart: &'a [AxisRef],
}

impl Side<'_> {
    fn block(&self, position: i64) -> Vec<i64> {
        let shards = self.dims.iter().map(|axes| self.mesh.shard_index(position, axes));
        shards.chain(self.apart.iter().map(|axis| self.mesh.coordinate(position, axis))).collect()
    }
}

/// Gives every device the shard that it is to hold after, where shard counts are the same before. Nothing where each has it already.
pub fn permute(b: &mut Builder, value: Value, before: &Side, after: &Side) -> Result<Value, String> {
    let pairs = sources(before, after)?;
    if pairs.iter().all(|[source, target]| source == target) {
        return Ok(value);
    }
    let pairs: Vec<i64> = pairs.into_iter().flatten().collect();
    let ty = b.ty(value).clone();
    let literal = Literal::ints(ElementType::I64, &[pairs.len() as i64 / 2, 2], &pairs);
    let attrs = Attrs::new().with("source_target_pairs", Attr::Dense(literal));
    b.value_of_type(row("stablehlo.collective_permute")?, &[value], attrs, ty)
}

/// `[source, target]` device ids: who holds before what the target is to hold after. A device that has its shard already keeps
/// it; each device sends once.
fn sources(before: &Side, after: &Side) -> Result<Vec<[i64; 2]>, String> {
    let count = before.mesh.num_devices();
    if count != after.mesh.num_devices() {
        return Err(format!("shards cannot cross from {count} devices to {}", after.mesh.num_devices()));
    }
    let held: BTreeMap<i64, Vec<i64>> = (0..count).map(|position| (before.mesh.device_at(position), before.block(position))).collect();
    let wanted: BTreeMap<i64, Vec<i64>> = (0..count).map(|position| (after.mesh.device_at(position), after.block(position))).collect();
    let mut holders = BTreeMap::<&[i64], Vec<i64>>::new();
    for position in (0..count).rev() {
        let device = before.mesh.device_at(position);
        if held.get(&device) != wanted.get(&device) {
            holders.entry(&held[&device]).or_default().push(device);
        }
    }
    (0..count)
        .map(|position| {
            let device = after.mesh.device_at(position);
            let source = match held.get(&device) == wanted.get(&device) {
                true => device,
                false => holders.get_mut(&wanted[&device][..]).and_then(Vec::pop).ok_or("shard counts differ before and after a permutation")?,
            };
            Ok([source, device])
        })
        .collect()
}

/// The value padded so that every dimension divides by its cut, and the sizes of a part.
fn padded(b: &mut Builder, at: &Placed, mut value: Value, cut: &DimAxes) -> Result<(Value, Vec<i64>), String> {
    let mut sizes = b.ty(value).dims.to_vec();
    for dim in (0..sizes.len()).filter(|&dim| !cut[dim].is_empty()) {
        let part = at.local(dim, &cut[dim]);
        let whole = part * at.mesh.shards(&cut[dim]);
        if whole < sizes[dim] {
            return Err(format!("dimension {dim} of {} elements cannot be cut into parts of {part}: blocks do not nest", sizes[dim]));
        }
        value = pad_to(b, value, dim, whole)?;
        sizes[dim] = part;
    }
    Ok((value, sizes))
}

/// A region that combines two scalars.
fn combiner(b: &mut Builder, kind: ReduceKind, element: ElementType) -> Result<shardwright_ir::Region, String> {
    let region = b.func.new_region();
    let scalar = TensorType::scalar(element);
    let left = b.func.add_region_arg(region, scalar.clone());
    let right = b.func.add_region_arg(region, scalar);
    let mut inner = b.in_region(region);
    let combined = binary(&mut inner, kind.op_name(), left, right)?;
    inner.op_of_types(row("stablehlo.return")?, &[combined], Attrs::new(), &[], Vec::new())?;
    Ok(region)
}

fn groups(mesh: &Mesh, axes: &[AxisRef]) -> Attr {
    groups_attr(&mesh.device_groups(axes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::Sym;

    /// x=2, y=2; positions are 2x + y. From `[{x}]` to `[{y}]`: device 0 has shard 0 and keeps it, 3 has 1 and keeps it; 1 needs shard
    /// 1, which only 2 (and 3) have; 2 needs shard 0, which 1 has.
    #[test]
    fn a_permutation_sends_each_shard_once() {
        let mesh = Mesh::new(&[("x", 2), ("y", 2)]);
        let axis = |name: &str| vec![AxisRef::full(Sym::new(name))];
        let (from, to) = ([axis("x")], [axis("y")]);
        let side = |dims| Side { mesh: &mesh, dims, apart: &[] };
        let pairs = sources(&side(&from), &side(&to));
        assert_eq!(pairs, Ok(vec![[0, 0], [2, 1], [1, 2], [3, 3]]));
    }
}
