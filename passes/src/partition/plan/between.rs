//! From a placement on one mesh to a placement on another: the same devices, factored or ordered otherwise.
//!
//! Where the devices stand in the same order, axes of the one mesh are named by parts of those of the other, and the plan is one on the
//! target's mesh. Otherwise shards cross once, by a permutation of devices between placements with the same shard counts, where that is
//! cheapest: before or after what the plan does on either mesh. Invariant: what crosses has the same blocks, and the same partial results, on
//! both sides.

use super::atoms::Space;
use super::{Collective, Cost, Placement, Planner, Shape, Stage, fixed, local_bytes, merged};
use crate::partition::factors::DimAxes;
use shardwright_ir::Sym;
use shardwright_ir::sharding::{AxisRef, Mesh};

/// A plan between meshes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crossing {
    /// Steps on the source's mesh.
    pub before: Vec<Stage>,
    /// How the tensor lies on the target's mesh when it has crossed to it.
    pub arrival: Placement,
    /// Steps on the target's mesh.
    pub after: Vec<Stage>,
    /// The price of all of it.
    pub cost: Cost,
}

/// The cheapest plan found from `from` on the first mesh to `to` on the second; `None` where the meshes differ in their number of
/// devices, or no axes of the one are axes of the other: then through the whole tensor.
pub fn between(planner: &mut Planner, (first, second): ((Sym, &Mesh), (Sym, &Mesh)), shape: Shape, from: &Placement, to: &Placement) -> Option<Crossing> {
    let (old, new) = (first.1, second.1);
    let count = old.num_devices();
    if count != new.num_devices() {
        return None;
    }
    let same_order = (0..count).all(|position| old.device_at(position) == new.device_at(position));
    let there = translate(old, new, from);
    if same_order && let Some(arrival) = &there {
        let planned = planner.plan(second, shape, arrival.clone(), to.clone()).ok()?;
        return Some(Crossing { before: Vec::new(), arrival: arrival.clone(), after: planned.stages.clone(), cost: planned.cost });
    }
    let every: Vec<AxisRef> = new.axes.iter().map(|axis| AxisRef::full(axis.name)).collect();
    let mut found: Vec<Crossing> = Vec::new();
    // Across first, in an arrangement from which little is left to do.
    for arrival in there.iter().flat_map(|there| [Some(there.clone()), arranged(new, shape, there, to)]).flatten() {
        let price = planner.prices.price(Collective::Permute, new, &every, local_bytes(new, shape, &arrival.dims));
        if let Ok(planned) = planner.plan(second, shape, arrival.clone(), to.clone()) {
            found.push(Crossing { before: Vec::new(), arrival, after: planned.stages.clone(), cost: planned.cost.plus(price) });
        }
    }
    // Across last, when it is as it is wanted.
    if let Some(departure) = translate(new, old, to) {
        for departure in [Some(departure.clone()), arranged(old, shape, &departure, from)].into_iter().flatten() {
            let price = planner.prices.price(Collective::Permute, new, &every, local_bytes(old, shape, &departure.dims));
            if let Ok(planned) = planner.plan(first, shape, from.clone(), departure) {
                found.push(Crossing { before: planned.stages.clone(), arrival: to.clone(), after: Vec::new(), cost: planned.cost.plus(price) });
            }
        }
    }
    found.into_iter().min_by_key(|crossing| crossing.cost)
}

/// `now` with its digits where `other` has them as far as shard counts allow.
fn arranged(mesh: &Mesh, shape: Shape, now: &Placement, other: &Placement) -> Option<Placement> {
    let space = Space::in_primes(mesh, shape, now, other)?;
    Some(space.placement(&fixed::arrangement(&space, &space.start)?))
}

/// The placement by axes of `new` at the same positions of the list of devices; `None` where axes do not divide one another.
fn translate(old: &Mesh, new: &Mesh, placement: &Placement) -> Option<Placement> {
    let list = |axes: &[AxisRef]| -> Option<Vec<AxisRef>> {
        let parts: Option<Vec<Vec<AxisRef>>> = axes.iter().map(|axis| rename(old, new, axis)).collect();
        Some(merged(new, &parts?.concat()))
    };
    let dims = placement.dims.iter().map(|axes| list(axes)).collect::<Option<DimAxes>>()?;
    let mut partial = list(&placement.partial)?;
    partial.sort_unstable_by_key(|axis| axis.mesh_order(new));
    Some(Placement { dims, partial: merged(new, &partial) })
}

/// The axes of `new` that an axis of `old` is, major to minor.
fn rename(old: &Mesh, new: &Mesh, axis: &AxisRef) -> Option<Vec<AxisRef>> {
    let stride = |mesh: &Mesh, name: Sym| mesh.axes.iter().rev().take_while(|axis| axis.name != name).map(|axis| axis.size).product::<i64>();
    let (pre, size) = axis.bounds(old);
    let low = stride(old, axis.name) * (old.axis_size(axis.name)? / (pre * size));
    let high = low * size;
    let mut found = Vec::new();
    let mut covered = 1;
    for other in &new.axes {
        let bottom = stride(new, other.name);
        let top = bottom * other.size;
        let (from, to) = (low.max(bottom), high.min(top));
        if from >= to {
            continue;
        }
        // Each bound is a digit's in both meshes.
        if [(to, from), (from, bottom), (top, to), (from, low), (high, to)].iter().any(|(larger, smaller)| larger % smaller != 0) {
            return None;
        }
        covered *= to / from;
        found.push(AxisRef::span(new, other.name, top / to, to / from));
    }
    (covered == size).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::super::{Idle, Step, WireBytes};
    use super::*;

    fn axes(names: &[&str]) -> Vec<AxisRef> {
        names.iter().map(|name| AxisRef::full(Sym::new(name))).collect()
    }

    fn cross(old: &Mesh, new: &Mesh, from: DimAxes, to: DimAxes) -> Crossing {
        let prices = WireBytes;
        let mut planner = Planner::new(&prices, Idle::Leave);
        let shape = Shape { dims: &[64, 64], element: 4 };
        between(&mut planner, ((Sym::new("a"), old), (Sym::new("b"), new)), shape, &Placement::of(from), &Placement::of(to)).expect("a crossing")
    }

    /// Position 4a + b of a=2, b=4 is position 4x + 2y + z of x, y, z = 2: a is x, b is y and z. Moving b from one dimension to the
    /// other is one all-to-all of 8 KiB, 3/4 of which are sent.
    #[test]
    fn meshes_that_factor_the_same_devices_otherwise_share_plans() {
        let (old, new) = (Mesh::new(&[("a", 2), ("b", 4)]), Mesh::new(&[("x", 2), ("y", 2), ("z", 2)]));
        let same = cross(&old, &new, vec![axes(&["b"]), axes(&["a"])], vec![axes(&["y", "z"]), axes(&["x"])]);
        assert_eq!((same.cost, same.before.len(), same.after.len()), (Cost::default(), 0, 0));
        let moved = cross(&old, &new, vec![axes(&["a", "b"]), vec![]], vec![axes(&["x"]), axes(&["y", "z"])]);
        assert!(matches!(moved.after[..], [Stage { step: Step::AllToAll(_), .. }]), "{moved:?}");
        assert_eq!(moved.cost.wire, 2048 / 4 * 3);
        // 6 = 2 x 3 = 3 x 2: position 3a + b has no halves that are 2x + y's.
        assert_eq!(rename(&Mesh::new(&[("a", 2), ("b", 3)]), &Mesh::new(&[("x", 3), ("y", 2)]), &axes(&["a"])[0]), None);
    }

    /// 64x64 f32 are 16 KiB, a quarter 4 KiB.
    #[test]
    fn another_order_of_devices_is_one_permutation_where_the_tensor_is_smallest() {
        let old = Mesh::new(&[("x", 2), ("y", 2)]);
        let new = Mesh { device_ids: vec![3, 1, 2, 0], ..old.clone() };
        let stays = cross(&old, &new, vec![axes(&["x"]), axes(&["y"])], vec![axes(&["x"]), axes(&["y"])]);
        assert_eq!((stays.cost.wire, stays.before.len(), stays.after.len()), (4096, 0, 0));
        // Crosses as it is wanted by the permutation itself.
        let swapped = cross(&old, &new, vec![axes(&["x"]), axes(&["y"])], vec![axes(&["y"]), axes(&["x"])]);
        assert_eq!((swapped.cost.wire, swapped.before.len(), swapped.after.len()), (4096, 0, 0));
        // Cut, then across; across, then joined (which brings another 12 KiB).
        let shrinks = cross(&old, &new, vec![vec![], axes(&["y"])], vec![axes(&["x"]), axes(&["y"])]);
        assert_eq!((shrinks.cost.wire, shrinks.before.len(), shrinks.after.len()), (4096, 1, 0));
        let grows = cross(&old, &new, vec![axes(&["x"]), axes(&["y"])], vec![vec![], vec![]]);
        assert_eq!((grows.cost.wire, grows.before.len(), grows.after.len()), (4096 + 12288, 0, 1));
    }
}
