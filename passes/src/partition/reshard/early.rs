//! Reshards that combine parts of a sum and leave a device less than it had stand right behind what makes the parts.
//!
//! So the whole is held no longer than it is made: of a step's gradients only the shards (ZeRO's second stage, Rajbhandari et al., arXiv:1910.02054, section 5), and their exchange can run beside the rest of the
//! backward pass. What a strategy keeps whole along an axis stays whole until it is read: of a step's gradients in ZeRO's first stage every device holds all of its parts to the end. Invariants: only the order
//! of ops changes; what others read too stays where it is, since the whole is held for them anyhow; time is linear.

use crate::comm::order::each_used;
use indexmap::IndexMap;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::{Func, OpId, Region, Sym, Value};

/// The axes along which values are kept whole by what they are annotated with.
pub(super) type Kept = SecondaryMap<Value, Vec<AxisRef>>;

/// What a function's annotations keep whole, before shardings are settled.
pub(super) fn kept_whole(func: &Func) -> Kept {
    let mut kept = Kept::new();
    for value in (0..func.num_values()).map(Value::from_index) {
        if let Some(sharding) = func.sharding(value).filter(|sharding| !sharding.replicated.is_empty()) {
            kept[value].clone_from(&sharding.replicated);
        }
    }
    kept
}

/// Moves them, in every region.
pub(super) fn scatter(func: &mut Func, meshes: &IndexMap<Sym, Mesh>, kept: &Kept) {
    let inner = func.walk().into_iter().flat_map(|op| func.op(op).regions.clone());
    let regions: Vec<Region> = std::iter::once(func.body()).chain(inner).collect();
    for region in regions {
        if let Some(ops) = reordered(func, region, meshes, kept) {
            func.set_region_ops(region, ops);
        }
    }
}

/// The new order of a region's ops; `None` where it is the old one.
fn reordered(func: &Func, region: Region, meshes: &IndexMap<Sym, Mesh>, kept: &Kept) -> Option<Vec<OpId>> {
    let ops = &func.region(region).ops;
    if !ops.iter().any(|&op| shrinks(func, op, meshes, kept)) {
        return None;
    }
    let mut readers = SecondaryMap::<Value, usize>::new();
    ops.iter().for_each(|&op| each_used(func, op, &mut |value| readers[value] += 1));
    let mut behind = SecondaryMap::<OpId, Option<OpId>>::new();
    let mut moved = SecondaryMap::<OpId, bool>::new();
    for &op in ops.iter().filter(|&&op| shrinks(func, op, meshes, kept)) {
        let value = func.op(op).operands[0];
        if let Some(maker) = func.defining_op(value).filter(|&maker| readers[value] == 1 && func.op(maker).parent == Some(region) && func.op(maker).results.len() == 1) {
            (behind[maker], moved[op]) = (Some(op), true);
        }
    }
    let mut order = Vec::with_capacity(ops.len());
    for &op in ops.iter().filter(|&&op| !moved[op]) {
        order.push(op);
        let mut last = op;
        while let Some(next) = behind[last] {
            order.push(next);
            last = next;
        }
    }
    (order != *ops).then_some(order)
}

/// Whether an op combines parts of a sum and leaves a device less than it had, along axes along which nobody wants it whole.
fn shrinks(func: &Func, op: OpId, meshes: &IndexMap<Sym, Mesh>, kept: &Kept) -> bool {
    if func.op(op).info.name != "sdy.reshard" {
        return false;
    }
    let bytes = |value: Value| {
        let (ty, sharding) = (func.ty(value).as_tensor()?, func.sharding(value)?);
        Some(sharding.local_type(ty, meshes.get(&sharding.mesh)?).byte_size())
    };
    let (from, to) = (func.op(op).operands[0], func.result(op));
    let scatters = |sharding: &TensorSharding| {
        let mesh = meshes.get(&sharding.mesh);
        let whole = |axis: &AxisRef| mesh.is_some_and(|mesh| kept[from].iter().any(|other| other.overlaps(axis, mesh)));
        !sharding.unreduced.is_empty() && !sharding.unreduced.iter().any(whole)
    };
    func.sharding(from).is_some_and(scatters) && bytes(to) < bytes(from)
}
