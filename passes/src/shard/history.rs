//! How each axis came to where it is, from the changes of a propagation.
//!
//! The changes are played again; whatever a change adds to a dimension came from the first tensor of the same node that has the
//! axis on a factor of that dimension. Invariants: an arrival points at a place that had the axis before; what was there at
//! the beginning, and what the user's later priorities add, was written.

use super::engine::{Change, Engine};
use super::graph::Slot;
use super::layout::{Axis, LayoutId};
use crate::provenance::{Arrival, History};
use shardwright_ir::Value;
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::AxisRef;
use smallvec::SmallVec;

/// The history of a run that began with the layouts `start`; `values` is the number of the function's values.
pub fn history(engine: &Engine, start: &[LayoutId], values: usize) -> History {
    let mut replay = Replay {
        engine,
        current: vec![0; start.len()],
        history: History {
            arrivals: vec![SmallVec::new(); start.len()],
            holders: (0..values).map(|index| engine.graph.slot(Value::from_index(index))).collect(),
            values,
        },
    };
    for (slot, &layout) in start.iter().enumerate() {
        replay.written(slot as Slot, layout, 0);
    }
    let mut sets = engine.sets.iter().peekable();
    for (index, change) in engine.changes.iter().enumerate() {
        while let Some(&(_, slot, layout)) = sets.next_if(|set| set.0 <= index) {
            replay.written(slot, layout, change.priority);
        }
        replay.written(change.slot, change.before, change.priority);
        replay.change(change);
    }
    sets.for_each(|&(_, slot, layout)| replay.written(slot, layout, 0));
    for slot in 0..start.len() {
        replay.written(slot as Slot, engine.current[slot], 0);
    }
    replay.history
}

struct Replay<'a, 'm> {
    engine: &'a Engine<'m>,
    current: Vec<LayoutId>,
    history: History,
}

impl Replay<'_, '_> {
    fn written(&mut self, slot: Slot, layout: LayoutId, priority: i64) {
        for (dim, axis) in self.added(slot, layout) {
            self.arrive(slot, Arrival { dim, axis: self.axis_ref(layout, axis), from: None, op: None, priority });
        }
        self.current[slot as usize] = layout;
    }

    fn change(&mut self, change: &Change) {
        for (dim, axis) in self.added(change.slot, change.after) {
            let from = match change.node {
                Some(node) => self.through(node, change.slot, dim, axis),
                None => self.returned(change.slot, dim, axis),
            };
            let from = from.or_else(|| self.grouped(change.slot, dim, axis));
            let op = change.node.map(|node| self.engine.graph.nodes[node as usize].op);
            self.arrive(change.slot, Arrival { dim, axis: self.axis_ref(change.after, axis), from, op, priority: change.priority });
        }
        self.current[change.slot as usize] = change.after;
    }

    fn arrive(&mut self, slot: Slot, arrival: Arrival) {
        self.history.arrivals[slot as usize].push(arrival);
    }

    /// The axes that a layout has on a dimension beyond what the slot has there.
    fn added(&self, slot: Slot, layout: LayoutId) -> SmallVec<[(u32, Axis); 2]> {
        let mut added = SmallVec::new();
        let before = self.current[slot as usize];
        if before == layout {
            return added;
        }
        let layouts = &self.engine.steps.layouts;
        let Some(after) = layouts.get(layout) else { return added };
        let before = layouts.get(before);
        for (dim, on_dim) in after.dims.iter().enumerate() {
            let had = before.and_then(|layout| layout.dims.get(dim)).map_or(&[][..], |dim| &dim.axes);
            let new = on_dim.axes.iter().filter(|axis| !had.iter().any(|had| had.contains(**axis)));
            added.extend(new.map(|&axis| (dim as u32, axis)));
        }
        added
    }

    fn has(&self, slot: Slot, dim: usize, axis: Axis) -> bool {
        let layout = self.engine.steps.layouts.get(self.current[slot as usize]);
        layout.and_then(|layout| layout.dims.get(dim)).is_some_and(|dim| dim.axes.iter().any(|had| had.overlaps(axis) || had.contains(axis)))
    }

    /// The tensor of a node from which an axis came to a dimension of another.
    fn through(&self, node: u32, slot: Slot, dim: u32, axis: Axis) -> Option<(Slot, u32)> {
        let graph = &self.engine.graph;
        let rule = self.engine.steps.rules.rule(graph.nodes[node as usize].rule);
        let tensors = graph.tensors(node);
        for (mapping, _) in rule.tensors().zip(tensors).filter(|(_, tensor)| **tensor == slot) {
            let Some(factors) = mapping.get(dim as usize) else { continue };
            for (other, &source) in rule.tensors().zip(tensors) {
                let shares = |dim: usize| other[dim].iter().any(|factor| factors.contains(factor));
                let found = (0..other.len()).find(|&at| (source != slot || at != dim as usize) && shares(at) && self.has(source, at, axis));
                if let Some(at) = found {
                    return Some((source, at as u32));
                }
            }
        }
        None
    }

    fn returned(&self, slot: Slot, dim: u32, axis: Axis) -> Option<(Slot, u32)> {
        let pairs = self.engine.graph.results.iter().flat_map(|&(value, result, _)| [(value, result), (result, value)]);
        let mut others = pairs.filter(|&(one, _)| one == slot).map(|(_, other)| other);
        others.find(|&other| self.has(other, dim as usize, axis)).map(|other| (other, dim))
    }

    /// A member of the same sharding group.
    fn grouped(&self, slot: Slot, dim: u32, axis: Axis) -> Option<(Slot, u32)> {
        let group = *self.engine.group_of.get(slot as usize)?;
        let members = &self.engine.groups[group? as usize];
        members.iter().find(|&&member| member != slot && self.has(member, dim as usize, axis)).map(|&member| (member, dim))
    }

    fn axis_ref(&self, layout: LayoutId, axis: Axis) -> AxisRef {
        let mesh = self.engine.steps.layouts.get(layout).map_or(0, |layout| layout.mesh);
        self.engine.steps.layouts.axis_ref(mesh, axis)
    }
}
