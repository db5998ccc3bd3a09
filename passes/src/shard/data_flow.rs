//! Data-flow edges: values that must lie alike because one flows into the other through a region.
//!
//! An edge has sources (operands of the op, operands of its regions' terminators) and targets (results,
//! region arguments); all targets share one sharding, held by the *owner*. Ops with edges: `while`, `case`,
//! `if`, `optimization_barrier`, `manual_computation`, `named_computation`. Semantics: Shardy's
//! `ShardableDataFlowOpInterface`. Invariant: a value is target of at most one edge.

use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::AxisRef;
use shardwright_ir::{Attr, Func, OpId, Region, Sym, Value};

/// An operand that flows into an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    /// The op that has the operand: the data-flow op or a terminator.
    pub user: OpId,
    /// Which operand of it.
    pub index: usize,
    /// The value.
    pub value: Value,
}

/// One edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The data-flow op.
    pub op: OpId,
    /// The target that holds the sharding.
    pub owner: Value,
    /// The other targets.
    pub others: Vec<Value>,
    /// What flows in.
    pub sources: Vec<Source>,
    /// For ops that declare shardings of their own: which of `in_shardings` or `out_shardings` is the owner's.
    pub declared: Option<Declared>,
}

/// A sharding in the attributes of a data-flow op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declared {
    /// Entry of `in_shardings`: the owner is a region argument.
    In(usize),
    /// Entry of `out_shardings`: the owner is a result.
    Out(usize),
}

impl Declared {
    /// The attribute and the index in it.
    pub fn place(self) -> (&'static str, usize) {
        match self {
            Declared::In(index) => ("in_shardings", index),
            Declared::Out(index) => ("out_shardings", index),
        }
    }
}

/// The edges of an op: those owned by region arguments first. Empty for ops that are not data-flow ops.
pub fn edges_of(func: &Func, op: OpId) -> Vec<Edge> {
    let data = func.op(op);
    let mut edges = Vec::new();
    let mut edge = |owner: Value, others: Vec<Value>, sources: Vec<Source>, declared| {
        if func.ty(owner).as_tensor().is_some() {
            edges.push(Edge { op, owner, others, sources, declared });
        }
    };
    let operand = |index: usize| data.operands.get(index).map(|&value| Source { user: op, index, value });
    let returned = |region: Region, index: usize| {
        let user = func.terminator(region)?;
        func.op(user).operands.get(index).map(|&value| Source { user, index, value })
    };
    match data.info.name {
        "stablehlo.while" => {
            for (index, &owner) in data.results.iter().enumerate() {
                let others = data.regions.iter().filter_map(|&region| func.region(region).args.get(index).copied()).collect();
                let body = data.regions.last().and_then(|&region| returned(region, index));
                edge(owner, others, operand(index).into_iter().chain(body).collect(), None);
            }
        }
        "stablehlo.case" | "stablehlo.if" => {
            for (index, &owner) in data.results.iter().enumerate() {
                let sources = data.regions.iter().filter_map(|&region| returned(region, index)).collect();
                edge(owner, Vec::new(), sources, None);
            }
        }
        "stablehlo.optimization_barrier" => {
            for (index, &owner) in data.results.iter().enumerate() {
                edge(owner, Vec::new(), operand(index).into_iter().collect(), None);
            }
        }
        "sdy.manual_computation" | "sdy.named_computation" => {
            let Some(&body) = data.regions.first() else { return edges };
            for (index, &owner) in func.region(body).args.iter().enumerate() {
                edge(owner, Vec::new(), operand(index).into_iter().collect(), Some(Declared::In(index)));
            }
            for (index, &owner) in data.results.iter().enumerate() {
                edge(owner, Vec::new(), returned(body, index).into_iter().collect(), Some(Declared::Out(index)));
            }
        }
        _ => {}
    }
    edges
}

/// The manual axes of a manual computation; empty for other ops.
pub fn manual_axes(func: &Func, op: OpId) -> Vec<Sym> {
    match func.op(op).attrs.get("manual_axes") {
        Some(Attr::Axes(axes)) => axes.iter().map(|axis: &AxisRef| axis.name).collect(),
        Some(Attr::Array(items)) => items.iter().filter_map(|item| item.as_str().map(Sym::new)).collect(),
        _ => Vec::new(),
    }
}

/// Edges of a function by the values and operands that take part.
#[derive(Clone, Default)]
pub struct Edges {
    /// All edges, in order of their ops.
    pub all: Vec<Edge>,
    by_owner_or_target: shardwright_ir::entity::SecondaryMap<Value, Option<u32>>,
    by_source: std::collections::HashMap<(OpId, usize), u32, crate::analysis::rules::FastHash>,
}

impl Edges {
    /// The edges of all placed ops.
    pub fn new(func: &Func) -> Edges {
        let mut edges = Edges::default();
        for op in func.walk() {
            if func.op(op).regions.is_empty() && func.op(op).info.name != "stablehlo.optimization_barrier" {
                continue;
            }
            for edge in edges_of(func, op) {
                let index = edges.all.len() as u32;
                for &target in edge.others.iter().chain([&edge.owner]) {
                    edges.by_owner_or_target[target] = Some(index);
                }
                for source in &edge.sources {
                    edges.by_source.insert((source.user, source.index), index);
                }
                edges.all.push(edge);
            }
        }
        edges
    }
    /// The edge that a value is a target of.
    pub fn of_target(&self, value: Value) -> Option<usize> {
        self.by_owner_or_target[value].map(|index| index as usize)
    }
    /// The edge that an operand flows into.
    pub fn of_source(&self, user: OpId, operand: usize) -> Option<usize> {
        if self.by_source.is_empty() {
            return None;
        }
        self.by_source.get(&(user, operand)).map(|&index| index as usize)
    }
    /// The place that holds a value's sharding: the owner of its edge, or itself.
    pub fn holder(&self, value: Value) -> usize {
        self.of_target(value).map_or(value, |edge| self.all[edge].owner).index()
    }
}
