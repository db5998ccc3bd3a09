//! What a factor's sharding may become: the parts that the basic and the aggressive strategy share.
//!
//! Semantics: Shardy's `BasicFactorPropagation`. Invariant: axes are only ever appended to a factor; nothing
//! that a tensor has is taken away.

use super::layout::{Axis, AxisList};
use super::projection::{FactorSharding, Projection, TensorFactorShardings, gcd};

/// In which direction axes may flow along a factor.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Not at all.
    None,
    /// From operands to results.
    Forward,
    /// From results to operands.
    Backward,
    /// Both ways, and between operands.
    Both,
}

impl Direction {
    /// What either allows.
    pub fn union(self, other: Direction) -> Direction {
        match (self, other) {
            (Direction::Forward, Direction::Backward) | (Direction::Backward, Direction::Forward) => Direction::Both,
            _ => self.max(other),
        }
    }
}

/// How conflicts between factors are handled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FactorStrategy {
    /// An axis flows along a factor only where every tensor can take it.
    Basic,
    /// Each tensor takes what it can; factors of larger tensors first.
    Aggressive,
}

/// The longest list of major axes that all tensors' shardings of a factor agree on, each being a prefix of it or it of them.
pub fn compatible_major_axes(projection: &Projection, factor: usize, direction: Direction) -> AxisList {
    let (first, second) = match direction {
        Direction::None => return AxisList::new(),
        Direction::Both | Direction::Forward => (projection.operands(), projection.results()),
        Direction::Backward => (projection.results(), projection.operands()),
    };
    let mut axes = AxisList::new();
    let mut can_expand = true;
    let mut agree = |tensors: &[TensorFactorShardings], can_expand: &mut bool| {
        for entry in tensors.iter().filter_map(|tensor| tensor.get(factor)) {
            *can_expand = agree_with(&mut axes, &entry.axes, *can_expand);
        }
    };
    agree(first, &mut can_expand);
    if direction != Direction::Both {
        // Tensors on the receiving side may only object.
        can_expand = false;
    }
    agree(second, &mut can_expand);
    axes
}

/// Shortens or lengthens `axes` to what it and `new` agree on; tells whether it may still be lengthened.
fn agree_with(axes: &mut AxisList, new: &[Axis], can_expand: bool) -> bool {
    for position in 0..axes.len().min(new.len()) {
        let (old_axis, new_axis) = (axes[position], new[position]);
        if old_axis == new_axis {
            continue;
        }
        let (last_old, last_new) = (position + 1 == axes.len(), position + 1 == new.len());
        // A partial axis followed by another conflicts: the two would otherwise have been merged.
        if new_axis.is_prefix_of(old_axis) {
            if last_new {
                continue;
            }
            axes[position] = new_axis;
            axes.truncate(position + 1);
            return false;
        }
        if old_axis.is_prefix_of(new_axis) {
            if can_expand && last_old {
                axes[position] = new_axis;
                continue;
            }
            axes.truncate(position + 1);
            return false;
        }
        axes.truncate(position);
        return false;
    }
    if can_expand && new.len() > axes.len() {
        axes.extend_from_slice(&new[axes.len()..]);
    }
    can_expand
}

/// Cuts `axes` at the first one of which `allowed` (given the axis and the shards before it) keeps less than all.
pub fn truncate(axes: &mut AxisList, mut allowed: impl FnMut(Axis, i64) -> Option<Axis>) {
    let mut shards_before = 1i64;
    for position in 0..axes.len() {
        let axis = axes[position];
        match allowed(axis, shards_before) {
            None => return axes.truncate(position),
            Some(kept) if kept != axis => {
                axes[position] = kept;
                return axes.truncate(position + 1);
            }
            Some(_) => shards_before = shards_before.saturating_mul(i64::from(axis.size)),
        }
    }
}

/// The part of `axis` that no other factor of the tensor uses.
pub fn free_of_other_factors(axis: Axis, tensor: &TensorFactorShardings, factor: usize) -> Option<Axis> {
    let mut axis = axis.without_overlaps(&tensor.taken)?;
    for other in tensor.factors.iter().filter(|other| other.factor != factor) {
        axis = axis.without_overlaps(&other.overflow)?.without_overlaps(&other.axes)?;
    }
    Some(axis)
}

/// The part of `axis`, the one after `shards_before` shards, that the tensor's own sharding of the factor allows.
pub fn allowed_in_factor(
    axis: Axis,
    tensor: &TensorFactorShardings,
    entry: &FactorSharding,
    shards_before: i64,
    factor_size: i64,
) -> Option<Axis> {
    let axis = axis.without_overlaps(&tensor.replicated)?.without_overlaps(&tensor.unreduced)?;
    if entry.axes.iter().any(|own| own.contains(axis)) {
        return Some(axis);
    }
    if !entry.closed && entry.overflow.is_empty() {
        if entry.minor_most {
            return Some(axis);
        }
        if factor_size % shards_before == 0 {
            let common = gcd(factor_size / shards_before, i64::from(axis.size));
            if common > 1 {
                return Some(Axis { size: common as u32, ..axis });
            }
        }
    }
    entry.axes.last().copied().filter(|last| last.is_prefix_of(axis))
}
