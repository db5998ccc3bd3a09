//! One propagation step over one op, remembered.
//!
//! A step is a function of the op's rule, the directions and the layouts of its tensors. Models repeat their
//! layers, so the same step is asked for over and over: each is computed once. Invariant: a remembered answer
//! depends on nothing but its key.

use super::factors::{Direction, FactorStrategy};
use super::layout::{Layout, LayoutId, Layouts};
use super::projection::Projection;
use super::{aggressive, basic};
use crate::analysis::rules::{FastHash, RuleId, RuleTable};
use shardwright_ir::sharding::FactorKind;
use smallvec::SmallVec;
use std::collections::HashMap;

/// How an op propagates at one moment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StepKind {
    /// The op's rule.
    pub rule: RuleId,
    /// Along pass-through factors.
    pub pass_through: Direction,
    /// Along other factors.
    pub other: Direction,
    /// Whether the op is elementwise.
    pub elementwise: bool,
    /// How conflicts are handled.
    pub strategy: FactorStrategy,
}

/// Layouts of an op's tensors, operands first.
pub type TensorLayouts = SmallVec<[LayoutId; 4]>;

/// The steps of one run.
pub struct Steps<'m> {
    /// All layouts.
    pub layouts: Layouts<'m>,
    /// All rules.
    pub rules: RuleTable,
    known: HashMap<(StepKind, TensorLayouts), Option<TensorLayouts>, FastHash>,
    blank: Vec<bool>,
}

impl<'m> Steps<'m> {
    /// Nothing remembered.
    pub fn new(layouts: Layouts<'m>, rules: RuleTable) -> Steps<'m> {
        Steps { layouts, rules, known: HashMap::default(), blank: Vec::new() }
    }
    /// Whether a layout shards nothing.
    pub fn is_blank(&mut self, id: LayoutId) -> bool {
        while self.blank.len() < self.layouts.len() {
            let next = self.layouts.get(self.blank.len() as LayoutId).is_none_or(Layout::is_blank);
            self.blank.push(next);
        }
        self.blank[id as usize]
    }
    /// The layouts after the step; `None` where nothing changes.
    pub fn step(&mut self, kind: StepKind, tensors: TensorLayouts) -> Option<TensorLayouts> {
        let key = (kind, tensors);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let result = self.compute(kind, &key.1);
        self.known.insert(key, result.clone());
        result
    }

    fn compute(&mut self, kind: StepKind, tensors: &[LayoutId]) -> Option<TensorLayouts> {
        let rule = self.rules.rule(kind.rule).clone();
        let layouts: SmallVec<[Option<&Layout>; 4]> = tensors.iter().map(|&id| self.layouts.get(id)).collect();
        let mesh = self.common_mesh(&layouts)?;
        let mut projection = Projection::new(&rule, &layouts);
        let directions: SmallVec<[Direction; 8]> = rule
            .factors
            .iter()
            .map(|factor| match (factor.blocked, factor.kind) {
                (true, _) => Direction::None,
                (false, FactorKind::PassThrough) => kind.pass_through,
                (false, _) => kind.other,
            })
            .collect();
        let mut updated: SmallVec<[bool; 8]> = SmallVec::from_elem(false, tensors.len());
        match kind.strategy {
            FactorStrategy::Basic => basic::propagate(&mut projection, &rule, &directions, &mut updated),
            FactorStrategy::Aggressive => {
                aggressive::propagate(&mut projection, &rule, &directions, kind.elementwise, &mut updated);
            }
        }
        let mut changed = SmallVec::<[(usize, Layout); 4]>::new();
        for index in (0..tensors.len()).filter(|&index| updated[index]) {
            let new = projection.layout(&rule, index, layouts[index], mesh);
            let nothing_new = match layouts[index] {
                Some(old) => *old == new,
                None => new.is_blank(),
            };
            if !nothing_new {
                changed.push((index, new));
            }
        }
        drop(layouts);
        if changed.is_empty() {
            return None;
        }
        let mut result = TensorLayouts::from_slice(tensors);
        for (index, layout) in changed {
            result[index] = self.layouts.intern(layout);
        }
        Some(result)
    }

    /// The mesh of all layouts, where they have one in common. Meshes without axes do not count.
    fn common_mesh(&self, layouts: &[Option<&Layout>]) -> Option<u32> {
        let mut common = None;
        for layout in layouts.iter().flatten() {
            if self.layouts.mesh(layout.mesh).axes.is_empty() {
                continue;
            }
            match common {
                None => common = Some(layout.mesh),
                Some(mesh) if self.layouts.same_mesh(mesh, layout.mesh) => {}
                Some(_) => return None,
            }
        }
        common
    }
}
