//! What the choices of a problem mean: on which dimension of its node each mesh axis lies, and which dimensions are the same one.
//!
//! A problem by itself is numbers. Searches that decide axis by axis (Tofu, HyPar, double recursion) or by names of dimensions
//! (Mesh-TensorFlow) read this beside it. A node's dimensions are the factors of its op's rule, or the dimensions of its value; dimensions that meet
//! in a value have one name, and so have those of repeated layers: names are alike that occur in the same factors of the same kinds of op with the
//! same sizes. Of several factors in one dimension (a reshape), the major one meets the others. Invariants: every choice of every
//! node says for every axis where it lies; a structure never changes.

use super::program::{Holder, Program};
use crate::analysis::rules::RuleTable;
use crate::partition::factors::project;
use crate::partition::plan::Placement;
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::rule::TensorFactors;
use shardwright_ir::sharding::{FactorKind, Mesh, ShardingRule};
use shardwright_ir::{Func, Sym, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Where an axis lies: on no dimension.
pub const NOWHERE: u16 = 0;

/// Where an axis lies: the node's tensors are partial along it.
pub const PARTIAL: u16 = u16::MAX;

/// What splitting a dimension means to an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The leading dimension of the result: examples, in most programs.
    Batch,
    /// The first contracted dimension, or the result's last one where nothing is contracted.
    Feature,
    /// Any other.
    Other,
}

/// A dimension of a node that axes can lie on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dim {
    /// Dimensions of the same name are the same, or play the same part.
    pub name: u32,
    /// What splitting it means.
    pub role: Role,
}

/// The choices of one node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodeStructure {
    /// It is an op's decision, not a value's.
    pub is_op: bool,
    /// Its dimensions.
    pub dims: Vec<Dim>,
    /// By choice, then axis: [`NOWHERE`], [`PARTIAL`], or a number of `dims` plus one.
    pub splits: Vec<u16>,
}

/// See the file's head.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure {
    /// Axes of the mesh, by name.
    pub axes: Vec<String>,
    /// By node of the problem.
    pub nodes: Vec<NodeStructure>,
}

impl Structure {
    /// Where the axis lies in this choice of the node.
    pub fn split(&self, node: usize, choice: usize, axis: usize) -> u16 {
        self.nodes[node].splits[choice * self.axes.len() + axis]
    }
    /// The dimension that the axis lies on in this choice.
    pub fn dim(&self, node: usize, choice: usize, axis: usize) -> Option<Dim> {
        let split = self.split(node, choice, axis);
        (split != NOWHERE && split != PARTIAL).then(|| self.nodes[node].dims[usize::from(split) - 1])
    }
    /// How many axes the choice uses.
    pub fn used(&self, node: usize, choice: usize) -> usize {
        (0..self.axes.len()).filter(|axis| self.split(node, choice, *axis) != NOWHERE).count()
    }

    /// Whether it fits nodes of these numbers of choices; says what does not.
    pub fn check(&self, choices: &[usize]) -> Result<(), String> {
        if self.nodes.len() != choices.len() {
            return Err(format!("is of {} nodes, the problem has {}", self.nodes.len(), choices.len()));
        }
        for (index, (node, &choices)) in self.nodes.iter().zip(choices).enumerate() {
            if Some(node.splits.len()) != choices.checked_mul(self.axes.len()) {
                return Err(format!("has {} splits at node {index}, {choices} choices on {} axes need {}", node.splits.len(), self.axes.len(), choices.saturating_mul(self.axes.len())));
            }
            if let Some(split) = node.splits.iter().find(|split| **split != PARTIAL && usize::from(**split) > node.dims.len()) {
                return Err(format!("splits dimension {split} at node {index}, which has {}", node.dims.len()));
            }
        }
        Ok(())
    }

    /// The structure of a program's choices; `rules` are those of its function.
    pub fn of_program(program: &Program, func: &Func, rules: &RuleTable, mesh: &Mesh) -> Structure {
        let axes: Vec<Sym> = mesh.axes.iter().filter(|axis| axis.size > 1).map(|axis| axis.name).collect();
        let kinds: Vec<Kind> = program.nodes.iter().map(|node| Kind::of(node.holder, func, rules)).collect();
        let names = names(program, func, &kinds);
        let nodes = program.nodes.iter().zip(&kinds).zip(names).map(|((choices, kind), names)| {
            let splits = choices.ways.iter().flat_map(|way| {
                let placements: Vec<&Placement> = way.iter().map(|id| &program.placements[*id as usize]).collect();
                axes.iter().map(|axis| kind.split(&placements, *axis, mesh)).collect::<Vec<u16>>()
            });
            NodeStructure { is_op: matches!(kind, Kind::Op { .. }), dims: names.into_iter().zip(kind.roles()).map(|(name, role)| Dim { name, role }).collect(), splits: splits.collect() }
        });
        let nodes = nodes.collect();
        Structure { axes: axes.iter().map(|axis| axis.as_str().to_owned()).collect(), nodes }
    }
}

/// What a node's dimensions are.
enum Kind {
    /// Those of a value with these sizes.
    Value { value: [Value; 1], sizes: Vec<i64> },
    /// Factors of an op's rule; operands, then results.
    Op { name: &'static str, rule: Arc<ShardingRule>, tensors: Vec<Value> },
}

impl Kind {
    fn of(holder: Holder, func: &Func, rules: &RuleTable) -> Kind {
        match holder {
            Holder::Value(value) => Kind::Value { value: [value], sizes: func.ty(value).as_tensor().map_or_else(Vec::new, |ty| ty.dims.to_vec()) },
            Holder::Op(op) => {
                let data = func.op(op);
                let rule = rules.of(op).cloned().unwrap_or_default();
                Kind::Op { name: data.info.name, rule, tensors: data.operands.iter().chain(&data.results).copied().collect() }
            }
        }
    }

    fn len(&self) -> usize {
        match self {
            Kind::Value { sizes, .. } => sizes.len(),
            Kind::Op { rule, .. } => rule.factors.len(),
        }
    }

    /// The values that it says something of.
    fn tensors(&self) -> &[Value] {
        match self {
            Kind::Value { value, .. } => value,
            Kind::Op { tensors, .. } => tensors,
        }
    }

    /// The dimension of the node that is this dimension of its tensor.
    fn dim(&self, tensor: usize, dim: usize) -> Option<usize> {
        match self {
            Kind::Value { sizes, .. } => (dim < sizes.len()).then_some(dim),
            Kind::Op { rule, .. } => {
                let factors: &TensorFactors = rule.tensors().nth(tensor)?;
                let large = factors.get(dim)?.iter().find(|factor| rule[**factor].size > 1);
                large.or_else(|| factors[dim].first()).map(|factor| factor.index())
            }
        }
    }

    fn roles(&self) -> Vec<Role> {
        let (first, last) = match self {
            Kind::Value { sizes, .. } => (Some(0), sizes.len().checked_sub(1)),
            Kind::Op { rule, .. } => {
                let result = rule.operands.len();
                let rank = rule.tensors().nth(result).map_or(0, |result| result.len());
                let contracted = rule.factors.iter().position(|factor| factor.kind == FactorKind::Reduction);
                let last = rank.checked_sub(1).and_then(|dim| self.dim(result, dim));
                (self.dim(result, 0), contracted.or(last))
            }
        };
        let role = |dim: usize| match dim {
            dim if first == Some(dim) => Role::Batch,
            dim if last == Some(dim) => Role::Feature,
            _ => Role::Other,
        };
        (0..self.len()).map(role).collect()
    }

    fn split(&self, placements: &[&Placement], axis: Sym, mesh: &Mesh) -> u16 {
        let number = |dim: usize| u16::try_from(dim + 1).unwrap_or(NOWHERE);
        for (tensor, placement) in placements.iter().enumerate() {
            let Some(dim) = placement.dims.iter().position(|axes| axes.iter().any(|one| one.name == axis)) else { continue };
            let Kind::Op { rule, .. } = self else { return number(dim) };
            let Some(factors) = rule.tensors().nth(tensor) else { continue };
            if let [factor] = factors[dim][..] {
                return number(factor.index());
            }
            let projected = project(&placement.dims, factors, rule, mesh);
            let on = |axes: &Option<Vec<shardwright_ir::sharding::AxisRef>>| axes.as_ref().is_some_and(|axes| axes.iter().any(|one| one.name == axis));
            if let Some(factor) = projected.axes.iter().position(on) {
                return number(factor);
            }
        }
        // Of ops, what is partial is sharded on a contracted factor.
        let partial = placements.iter().any(|placement| placement.partial.iter().any(|one| one.name == axis));
        if partial { PARTIAL } else { NOWHERE }
    }
}

/// A name for every dimension of every node.
fn names(program: &Program, func: &Func, kinds: &[Kind]) -> Vec<Vec<u32>> {
    let mut first: Vec<usize> = Vec::with_capacity(kinds.len());
    let mut count = 0;
    for kind in kinds {
        first.push(count);
        count += kind.len();
    }
    let mut sets = Sets { parents: (0..count).collect() };
    let mut meet = |one: (usize, usize), other: (usize, usize), rank: usize| {
        for dim in 0..rank {
            if let (Some(mine), Some(theirs)) = (kinds[one.0].dim(one.1, dim), kinds[other.0].dim(other.1, dim)) {
                sets.join(first[one.0] + mine, first[other.0] + theirs);
            }
        }
    };
    for (node, kind) in kinds.iter().enumerate() {
        for (tensor, &value) in kind.tensors().iter().enumerate() {
            let Some((holder, theirs)) = program.holder_of(value) else { continue };
            let rank = func.ty(value).as_tensor().map_or(0, |ty| ty.rank());
            meet((node, tensor), (holder as usize, theirs as usize), rank);
        }
    }
    // What flows through regions joins values.
    for link in &program.links {
        let (one, other) = (link.ends.0 as usize, link.ends.1 as usize);
        if let (Kind::Value { sizes, .. }, Kind::Value { .. }) = (&kinds[one], &kinds[other]) {
            meet((one, 0), (other, 0), sizes.len());
        }
    }
    // Layers repeat: sets that occur in the same places are one name.
    let mut places: BTreeMap<usize, BTreeSet<(&str, usize, i64)>> = BTreeMap::new();
    for (node, kind) in kinds.iter().enumerate() {
        for dim in 0..kind.len() {
            let set = sets.find(first[node] + dim);
            let place = match kind {
                Kind::Value { sizes, .. } => ("", 0, sizes[dim]),
                Kind::Op { name, rule, .. } => (*name, dim, rule.factors[dim].size),
            };
            places.entry(set).or_default().insert(place);
        }
    }
    let mut known: BTreeMap<&BTreeSet<(&str, usize, i64)>, u32> = BTreeMap::new();
    let mut of_set: BTreeMap<usize, u32> = BTreeMap::new();
    for (set, places) in &places {
        let next = known.len() as u32;
        of_set.insert(*set, *known.entry(places).or_insert(next));
    }
    let mut name = |node: usize, dim: usize| of_set[&sets.find(first[node] + dim)];
    kinds.iter().enumerate().map(|(node, kind)| (0..kind.len()).map(|dim| name(node, dim)).collect()).collect()
}

/// Disjoint sets.
struct Sets {
    parents: Vec<usize>,
}

impl Sets {
    fn find(&mut self, mut at: usize) -> usize {
        while self.parents[at] != at {
            self.parents[at] = self.parents[self.parents[at]];
            at = self.parents[at];
        }
        at
    }
    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        // The smaller number stays, whatever the order of joins.
        self.parents[one.max(other)] = one.min(other);
    }
}
