//! Runs steps to a fixpoint in the order of Shardy's worklist.
//!
//! A sweep takes the nodes in program order; a node whose slot changed is taken up again at once when the sweep
//! has passed it, the most recently noted first. Sweeps repeat until one changes nothing. Invariants: a node is
//! skipped only when its last step, at the same directions, changed nothing and none of its slots has changed
//! since; so skipping never alters a result.

use super::factors::{Direction, FactorStrategy};
use super::graph::{Graph, NodeId, Slot};
use super::layout::{AxisList, DimLayout, Layout, LayoutId};
use super::op_priority::{LEVELS, directions};
use super::steps::{StepKind, Steps, TensorLayouts};
use smallvec::SmallVec;

/// One change of one slot: what the history of a sharding is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The slot that changed.
    pub slot: Slot,
    /// The node that changed it; `None` for a function's return.
    pub node: Option<NodeId>,
    /// Layout before.
    pub before: LayoutId,
    /// Layout after.
    pub after: LayoutId,
    /// The user priority of the round.
    pub priority: i64,
    /// The op-priority level of the round.
    pub level: u8,
}

/// Manual axes of an edge whose op declares shardings.
#[derive(Clone, Debug)]
pub struct Manual {
    /// Positions of the manual axes in the mesh.
    pub axes: Vec<u32>,
    /// The declared sharding as the user wrote it, unused manual axes among the replicated ones.
    pub declared: Layout,
    /// Whether the owner is a region argument: its own sharding then lacks the manual axes.
    pub inside: bool,
}

/// The state of one run over one function.
pub struct Engine<'m> {
    /// Steps, layouts and rules.
    pub steps: Steps<'m>,
    /// Nodes and slots.
    pub graph: Graph,
    /// The layout of every slot.
    pub current: Vec<LayoutId>,
    /// Slots that must have one sharding, as the user's sharding groups say; by slot, the group's index.
    pub group_of: Vec<Option<u32>>,
    /// Members of each group.
    pub groups: Vec<Vec<Slot>>,
    /// Manual axes, by edge.
    pub manual: Vec<Option<Manual>>,
    /// All changes, in order.
    pub changes: Vec<Change>,
    /// Layouts that were set from outside (turns of the user's later priorities), each with the number of changes before it.
    pub sets: Vec<(usize, Slot, LayoutId)>,
    dirty: Vec<u64>,
    last: Vec<Option<(Direction, Direction, FactorStrategy)>>,
    stack: Vec<NodeId>,
    stacked: Vec<bool>,
    cursor: NodeId,
    priority: i64,
    level: usize,
}

impl<'m> Engine<'m> {
    /// An engine in which no slot has a layout.
    pub fn new(steps: Steps<'m>, graph: Graph) -> Engine<'m> {
        let nodes = graph.nodes.len();
        Engine {
            current: vec![0; graph.num_slots],
            group_of: vec![None; graph.num_slots],
            groups: Vec::new(),
            manual: vec![None; graph.edges.all.len()],
            changes: Vec::new(),
            sets: Vec::new(),
            dirty: vec![0; nodes.div_ceil(64)],
            last: vec![None; nodes],
            stack: Vec::new(),
            stacked: vec![false; nodes],
            cursor: 0,
            priority: 0,
            level: 0,
            steps,
            graph,
        }
    }

    /// All op-priority levels of one round, each with these strategies in turn. `op_priority` off: the last level alone.
    pub fn round(&mut self, priority: i64, strategies: &[FactorStrategy], op_priority: bool) -> Result<(), String> {
        self.priority = priority;
        let first = if op_priority { 0 } else { LEVELS - 1 };
        for level in first..LEVELS {
            self.level = level;
            for &strategy in strategies {
                self.function_results(strategy);
                self.fixpoint(level, strategy)?;
                self.function_results(strategy);
            }
        }
        Ok(())
    }

    /// Sets the layout of a slot from outside.
    pub fn set(&mut self, slot: Slot, layout: LayoutId) {
        self.current[slot as usize] = layout;
        self.sets.push((self.changes.len(), slot, layout));
        self.mark_listeners(slot);
    }

    fn mark(&mut self, node: NodeId) {
        self.dirty[node as usize / 64] |= 1 << (node % 64);
    }
    fn mark_listeners(&mut self, slot: Slot) {
        for index in 0..self.graph.listeners(slot).len() {
            let node = self.graph.listeners(slot)[index];
            self.mark(node);
        }
    }
    fn take_mark(&mut self, node: NodeId) -> bool {
        let (word, bit) = (node as usize / 64, 1u64 << (node % 64));
        let marked = self.dirty[word] & bit != 0;
        self.dirty[word] &= !bit;
        marked
    }

    /// The sharding of what a function returns and the sharding of its result, each towards the other.
    fn function_results(&mut self, strategy: FactorStrategy) {
        for index in 0..self.graph.results.len() {
            let (value, result, rule) = self.graph.results[index];
            let kind = StepKind { rule, pass_through: Direction::Both, other: Direction::Both, elementwise: false, strategy };
            let tensors: TensorLayouts = SmallVec::from_slice(&[self.current[value as usize], self.current[result as usize]]);
            if let Some(new) = self.steps.step(kind, tensors) {
                for (slot, layout) in [(value, new[0]), (result, new[1])] {
                    self.change(slot, layout, None);
                }
            }
        }
    }

    fn fixpoint(&mut self, level: usize, strategy: FactorStrategy) -> Result<(), String> {
        for index in 0..self.graph.nodes.len() {
            let node = &self.graph.nodes[index];
            let (pass_through, other) = directions(level, node.class, node.shared);
            let now = Some((pass_through, other, strategy));
            if self.last[index] != now {
                self.last[index] = now;
                self.mark(index as NodeId);
            }
        }
        // Every change lengthens a list of axes; groups alone could make slots flicker, so the sweeps are bounded.
        for _ in 0..1000 {
            if !self.sweep() {
                return Ok(());
            }
        }
        Err("sharding propagation does not settle: sharding groups contradict one another".to_string())
    }

    fn sweep(&mut self) -> bool {
        let mut changed = false;
        self.cursor = 0;
        loop {
            let node = match self.stack.pop() {
                Some(node) => {
                    self.stacked[node as usize] = false;
                    node
                }
                None => match self.next_marked() {
                    Some(node) => {
                        self.cursor = node + 1;
                        node
                    }
                    None => return changed,
                },
            };
            if self.take_mark(node) {
                changed |= self.visit(node);
            }
        }
    }

    /// The next marked node at or after the cursor.
    fn next_marked(&self) -> Option<NodeId> {
        let mut word = self.cursor as usize / 64;
        let mut bits = self.dirty.get(word)? & (u64::MAX << (self.cursor % 64));
        while bits == 0 {
            word += 1;
            bits = *self.dirty.get(word)?;
        }
        Some((word * 64) as NodeId + bits.trailing_zeros())
    }

    fn visit(&mut self, id: NodeId) -> bool {
        let Some((pass_through, other, strategy)) = self.last[id as usize] else { return false };
        if (pass_through, other) == (Direction::None, Direction::None) {
            return false;
        }
        let node = &self.graph.nodes[id as usize];
        let manual = node.edge.and_then(|edge| self.manual[edge as usize].clone());
        let kind = StepKind { rule: node.rule, pass_through, other, elementwise: node.elementwise, strategy };
        let mut tensors: TensorLayouts = self.graph.tensors(id).iter().map(|&slot| self.current[slot as usize]).collect();
        if let Some(manual) = &manual
            && let Some(target) = tensors.last_mut()
        {
            *target = outward(&mut self.steps, manual, *target);
        }
        if tensors.iter().all(|&layout| self.steps.is_blank(layout)) {
            return false;
        }
        let Some(mut new) = self.steps.step(kind, tensors.clone()) else { return false };
        for index in 0..new.len() {
            if new[index] == tensors[index] {
                continue;
            }
            if let Some(manual) = &manual
                && index + 1 == new.len()
            {
                new[index] = inward(&mut self.steps, manual, new[index]);
            }
            let slot = self.graph.tensors(id)[index];
            self.change(slot, new[index], Some(id));
        }
        true
    }

    /// Gives a slot, and the members of its group, a new layout and notes whom that concerns.
    fn change(&mut self, slot: Slot, layout: LayoutId, node: Option<NodeId>) {
        if self.current[slot as usize] == layout {
            return;
        }
        self.change_one(slot, layout, node);
        if let Some(group) = self.group_of[slot as usize] {
            for index in 0..self.groups[group as usize].len() {
                let member = self.groups[group as usize][index];
                if member != slot && self.current[member as usize] != layout {
                    self.change_one(member, layout, node);
                }
            }
        }
    }

    fn change_one(&mut self, slot: Slot, after: LayoutId, by: Option<NodeId>) {
        let before = std::mem::replace(&mut self.current[slot as usize], after);
        self.changes.push(Change { slot, node: by, before, after, priority: self.priority, level: self.level as u8 });
        for index in 0..self.graph.listeners(slot).len() {
            let node = self.graph.listeners(slot)[index];
            self.mark(node);
            // Nodes that the sweep has yet to reach stay where they are; one does not call itself up.
            if by.is_some() && by != Some(node) && node < self.cursor && !self.stacked[node as usize] {
                self.stacked[node as usize] = true;
                self.stack.push(node);
            }
        }
    }
}

/// The sharding of an edge's target as its sources see it.
fn outward(steps: &mut Steps, manual: &Manual, target: LayoutId) -> LayoutId {
    if manual.inside { with_manual(steps, manual, target) } else { without_manual(steps, manual, target) }
}

/// The way back of [`outward`].
fn inward(steps: &mut Steps, manual: &Manual, target: LayoutId) -> LayoutId {
    if manual.inside { without_manual(steps, manual, target) } else { with_manual(steps, manual, target) }
}

/// The manual axes of the declared sharding, followed by the axes of `free`.
pub fn with_manual(steps: &mut Steps, manual: &Manual, free: LayoutId) -> LayoutId {
    if manual.axes.is_empty() {
        return free;
    }
    let declared = &manual.declared;
    let free = steps.layouts.get(free);
    let dims = declared.dims.iter().enumerate().map(|(dim, own)| {
        let mut axes: AxisList = own.axes.iter().copied().filter(|axis| manual.axes.contains(&axis.index)).collect();
        let free = free.map(|layout| &layout.dims[dim]);
        axes.extend(free.iter().flat_map(|dim| dim.axes.iter().copied()));
        DimLayout { axes, open: free.is_none_or(|dim| dim.open) }
    });
    let layout = Layout { dims: dims.collect(), ..declared.clone() };
    steps.layouts.intern(layout)
}

/// The layout without the manual axes.
pub fn without_manual(steps: &mut Steps, manual: &Manual, whole: LayoutId) -> LayoutId {
    let Some(layout) = steps.layouts.get(whole) else { return whole };
    if manual.axes.is_empty() {
        return whole;
    }
    let mut layout = layout.clone();
    let keep = |axes: &mut AxisList| axes.retain(|axis| !manual.axes.contains(&axis.index));
    layout.dims.iter_mut().for_each(|dim| keep(&mut dim.axes));
    keep(&mut layout.replicated);
    keep(&mut layout.unreduced);
    steps.layouts.intern(layout)
}
