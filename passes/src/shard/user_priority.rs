//! User priorities: what a user wrote as `p0` propagates before what they wrote as `p1`, and so on.
//!
//! Semantics: Shardy's user-priority propagation. Until its turn a dimension is closed and empty, and its
//! axes count as explicitly replicated, so that nothing of lower priority takes them; at its turn it becomes what the
//! user wrote. Invariant: a dimension has its turn once.

use super::graph::Slot;
use super::layout::{Axis, DimLayout, Layout};
use std::collections::BTreeMap;

/// What waits for its turn: slots and the layouts that the user wrote, by priority.
#[derive(Default)]
pub struct Waiting {
    by_priority: BTreeMap<i64, Vec<(Slot, Layout, Vec<i64>)>>,
}

impl Waiting {
    /// The layout that `slot` begins with; what has a later turn is noted. `priorities` has one entry a dimension.
    pub fn begin(&mut self, slot: Slot, layout: Layout, priorities: &[i64]) -> Layout {
        if priorities.iter().all(|&priority| priority <= 0) {
            return layout;
        }
        let mut later: Vec<i64> = priorities.iter().copied().filter(|&priority| priority > 0).collect();
        later.sort_unstable();
        later.dedup();
        for priority in later {
            self.by_priority.entry(priority).or_default().push((slot, layout.clone(), priorities.to_vec()));
        }
        let mut first = layout;
        for (dim, &priority) in first.dims.iter_mut().zip(priorities) {
            if priority > 0 {
                first.replicated.extend(std::mem::take(dim).axes);
            }
        }
        first.replicated.sort_unstable_by_key(|axis: &Axis| (axis.index, axis.pre));
        first
    }

    /// The priorities that have a turn, in order.
    pub fn turns(&self) -> Vec<i64> {
        self.by_priority.keys().copied().collect()
    }

    /// The slots whose turn `priority` is, each with its layout from now on, given the current one.
    pub fn turn(&self, priority: i64, current: impl Fn(Slot) -> Option<Layout>) -> Vec<(Slot, Layout)> {
        let Some(waiting) = self.by_priority.get(&priority) else { return Vec::new() };
        let mut result = Vec::with_capacity(waiting.len());
        for (slot, original, priorities) in waiting {
            let mut layout = current(*slot).unwrap_or_else(|| original.clone());
            let mut taken: Vec<Axis> = Vec::new();
            for (dim, &dim_priority) in priorities.iter().enumerate() {
                if dim_priority == priority {
                    layout.dims[dim] = DimLayout::clone(&original.dims[dim]);
                    taken.extend_from_slice(&original.dims[dim].axes);
                }
            }
            layout.replicated.retain(|axis| !taken.contains(axis));
            result.push((*slot, layout));
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smallvec::smallvec;

    #[test]
    fn a_later_dimension_is_closed_and_its_axes_reserved_until_its_turn() {
        let (x, y) = (Axis { index: 0, pre: 1, size: 2 }, Axis { index: 1, pre: 1, size: 2 });
        let written = Layout {
            mesh: 0,
            dims: smallvec![DimLayout { axes: smallvec![y], open: true }, DimLayout { axes: smallvec![x], open: true }],
            replicated: smallvec![],
            unreduced: smallvec![],
            unreduced_kind: Default::default(),
        };
        let mut waiting = Waiting::default();
        let first = waiting.begin(7, written.clone(), &[2, 0]);
        assert_eq!(first.dims[0], DimLayout { axes: smallvec![], open: false });
        assert_eq!(first.dims[1], written.dims[1]);
        assert_eq!(first.replicated.as_slice(), [y]);
        assert_eq!(waiting.turns(), [2]);
        assert_eq!(waiting.turn(2, |_| Some(first.clone())), [(7, written)]);
    }
}
