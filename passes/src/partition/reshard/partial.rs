//! Where partial results are combined.
//!
//! A value is *partial* over an axis where each device along it holds a part of a sum (or maximum, …). Ops through which partial
//! results flow ([`PartialFlow`]) may take it as it is; all others need it combined. Each axis is one minimum cut in the graph of
//! such flows, from the ops that make partial results to the ops that need whole ones: a vertex is a value (or a value in the
//! sharding that some use wants), its weight the bytes that a device sends to combine it there, times the trips of the loops
//! around it. So siblings that are added up are combined once, after what shrinks a tensor, before what makes it larger,
//! behind a loop that accumulates. Of equally cheap cuts the one nearest to the sources is taken.
//! Invariants: no op gets a partial operand over an axis that it is sharded on, nor two over the same axis unless it combines them;
//! values that a loop carries are partial in all iterations or in none.

use super::decide::{Decisions, Shared, Uses, carried_by, local_bytes, restates};
use crate::cost::Collective;
use crate::partition::plan::{Prices, WireBytes};
use indexmap::IndexMap;
use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use petgraph::visit::EdgeRef;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::module::ValueDef;
use shardwright_ir::partial::PartialFlow;
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind};
use shardwright_ir::{Func, OpId, Sym, Value};
use smallvec::SmallVec;
use std::collections::HashMap;

/// Sets of axes, by index into the list of axes that anything is partial over.
type AxisSet = u64;

/// What stays partial.
#[derive(Default)]
pub(super) struct Partials {
    axes: Vec<AxisRef>,
    of_value: SecondaryMap<Value, AxisSet>,
    of_use: HashMap<(OpId, u32), AxisSet>,
    kinds: SecondaryMap<Value, Option<ReduceKind>>,
    /// Bytes that one device sends to combine partial results.
    pub cost: u64,
}

impl Partials {
    /// The axes over which a value comes out partial, besides those that its op reduces over.
    pub fn of_value(&self, value: Value) -> Vec<AxisRef> {
        self.list(self.of_value[value])
    }
    /// The axes over which an op takes an operand partial.
    pub fn of_use(&self, op: OpId, operand: usize) -> Vec<AxisRef> {
        self.of_use.get(&(op, operand as u32)).map_or_else(Vec::new, |&set| self.list(set))
    }
    /// The combination that a partial value awaits.
    pub fn kind(&self, value: Value) -> ReduceKind {
        self.kinds[value].unwrap_or_default()
    }
    fn list(&self, set: AxisSet) -> Vec<AxisRef> {
        self.axes.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1).map(|(_, axis)| *axis).collect()
    }
}

/// Decides what stays partial. `enabled` off: everything is combined right away.
pub(super) fn place_reductions(func: &Func, meshes: &IndexMap<Sym, Mesh>, decisions: &Decisions, enabled: bool) -> Partials {
    let mut elsewhere = SecondaryMap::new();
    for op in func.walk() {
        elsewhere[op] = decisions.of(op).is_some_and(|decision| decision.operands.iter().chain(&decision.results).any(|sharding| sharding.mesh != decisions.main_mesh));
    }
    let mut planner = Planner { func, mesh: &meshes[&decisions.main_mesh], decisions, elsewhere, partials: Partials::default(), uses: &decisions.uses };
    if enabled && planner.sources() {
        planner.spread();
        for index in 0..planner.partials.axes.len() {
            planner.cut(index);
        }
    }
    planner.partials
}

struct Planner<'a> {
    func: &'a Func,
    mesh: &'a Mesh,
    decisions: &'a Decisions<'a>,
    /// Ops with a tensor on another mesh than the main one; asked for each operand, of which loops and ends have many.
    elsewhere: SecondaryMap<OpId, bool>,
    /// First, in `of_value`, what may be partial; after the cuts what is.
    partials: Partials,
    uses: &'a Uses,
}

/// Where a partial operand goes.
enum Way {
    /// It must be whole.
    Ends,
    /// It goes to these values.
    Flows(SmallVec<[Value; 2]>),
}

impl Planner<'_> {
    /// Collects the ops that make partial results; whether there are any.
    fn sources(&mut self) -> bool {
        for op in self.func.walk() {
            let Some(decision) = self.decisions.of(op).filter(|decision| !decision.reduce.is_empty()) else { continue };
            // A product's parts are not masked with ones anywhere, so products are combined at once.
            if self.elsewhere[op] || decision.kind == ReduceKind::Product {
                continue;
            }
            let mut set = 0;
            for axis in &decision.reduce {
                let known = self.partials.axes.iter().position(|other| other == axis);
                let clash = || self.partials.axes.iter().any(|other| other.overlaps(axis, self.mesh));
                set |= match known {
                    Some(index) => 1 << index,
                    None if clash() || self.partials.axes.len() == AxisSet::BITS as usize => continue,
                    None => {
                        self.partials.axes.push(*axis);
                        1 << (self.partials.axes.len() - 1)
                    }
                };
            }
            for &result in &self.func.op(op).results {
                self.partials.of_value[result] |= set;
                self.partials.kinds[result] = Some(decision.kind);
            }
        }
        !self.partials.axes.is_empty()
    }

    /// Where each axis may flow to.
    fn spread(&mut self) {
        let mut work: Vec<Value> = self.func.walk().into_iter().flat_map(|op| self.func.op(op).results.clone()).filter(|&value| self.partials.of_value[value] != 0).collect();
        work.reverse();
        while let Some(value) = work.pop() {
            for (op, index) in self.uses[value].clone() {
                for axis in bits(self.partials.of_value[value]) {
                    let Way::Flows(to) = self.way(op, index as usize, axis) else { continue };
                    let kind = self.partials.kinds[value];
                    for next in to {
                        let same_kind = self.partials.kinds[next].is_none() || self.partials.kinds[next] == kind;
                        if same_kind && self.partials.of_value[next] >> axis & 1 == 0 {
                            self.partials.of_value[next] |= 1 << axis;
                            self.partials.kinds[next] = kind;
                            work.push(next);
                        }
                    }
                }
            }
        }
    }

    /// Where operand `index` of `op`, partial over an axis, goes.
    fn way(&self, op: OpId, index: usize, axis: usize) -> Way {
        let data = self.func.op(op);
        let Some(decision) = self.decisions.of(op) else { return Way::Ends };
        let over = self.partials.axes[axis];
        // Axes of one mesh say nothing on another.
        if self.elsewhere[op] {
            return Way::Ends;
        }
        let carrier = carried_by(self.func, op);
        let overlaps = |used: &AxisRef| used.overlaps(&over, self.mesh);
        // What is carried side by side lies as it does, each for itself.
        let taken = match (carrier, decision.operands.get(index)) {
            (Some(_), Some(own)) => own.dims.iter().flat_map(|dim| &dim.axes).any(overlaps),
            _ => decision.axes.iter().any(overlaps),
        };
        if taken {
            return Way::Ends;
        }
        let to: SmallVec<[Value; 2]> = match (carrier, data.info.name) {
            (Some(owner), _) => self.carried(owner, index),
            (None, name) if restates(name) => {
                if decision.operands[0].unreduced.is_empty() { data.results.iter().copied().collect() } else { SmallVec::new() }
            }
            _ => match data.info.partial.flow(&self.func.view(op)) {
                PartialFlow::Together { operands, kind } if operands.contains(&index) => {
                    let value = data.operands[index];
                    if kind.is_none() || kind == self.partials.kinds[value] { data.results.iter().copied().collect() } else { SmallVec::new() }
                }
                PartialFlow::OneOf(operands) if operands.contains(&index) && self.partials.kinds[data.operands[index]] == Some(ReduceKind::Sum) => {
                    // Two parts of sums over the same axis cannot be multiplied part by part.
                    let alone = |&other: &usize| other == index || self.partials.of_value[data.operands[other]] >> axis & 1 == 0;
                    if operands.iter().all(alone) { data.results.iter().copied().collect() } else { SmallVec::new() }
                }
                _ => SmallVec::new(),
            },
        };
        let mixed = to.iter().any(|&next| self.partials.kinds[next].is_some_and(|kind| Some(kind) != self.kind_of_operand(op, index)));
        if to.is_empty() || mixed { Way::Ends } else { Way::Flows(to) }
    }

    fn kind_of_operand(&self, op: OpId, index: usize) -> Option<ReduceKind> {
        self.partials.kinds[self.func.op(op).operands[index]]
    }

    /// The values through which `op` carries what comes in at `index`: in a loop the arguments of its regions too.
    fn carried(&self, op: OpId, index: usize) -> SmallVec<[Value; 2]> {
        let data = self.func.op(op);
        let args = data.regions.iter().filter_map(|&region| self.func.region(region).args.get(index).copied());
        args.chain(data.results.get(index).copied()).collect()
    }

    /// The loop whose carried value `value` is inside, and its place.
    fn carrier(&self, value: Value) -> Option<(OpId, usize)> {
        match self.func.value(value).def {
            ValueDef::Arg(region, index) => {
                let op = self.func.region(region).parent?;
                (self.func.op(op).info.name == "stablehlo.while").then_some((op, index))
            }
            ValueDef::Result(op, index) => (self.func.op(op).info.name == "stablehlo.while").then_some((op, index)),
        }
    }

    /// How a value lies when it comes to be.
    fn made(&self, value: Value) -> Shared {
        let from_op = match self.func.value(value).def {
            ValueDef::Result(op, index) => self.decisions.of(op).and_then(|decision| decision.results.get(index)).cloned(),
            ValueDef::Arg(..) => None,
        };
        from_op.unwrap_or_else(|| self.decisions.declared(self.func, value))
    }

    fn times(&self, value: Value) -> i64 {
        match self.func.value(value).def {
            ValueDef::Result(op, _) => self.decisions.times[op],
            ValueDef::Arg(region, _) => self.func.region(region).ops.first().map_or(1, |&op| self.decisions.times[op]),
        }
    }

    /// Decides which values stay partial over one axis.
    fn cut(&mut self, axis: usize) {
        let may: Vec<Value> = (0..self.func.num_values()).map(Value::from_index).filter(|&value| self.partials.of_value[value] >> axis & 1 == 1).collect();
        let over = self.partials.axes[axis];
        let price = |kind: Collective, bytes: i64| WireBytes.price(kind, self.mesh, &[over], bytes).time;
        let mut net = Net::new();
        let mut vertices = HashMap::<Value, (NodeIndex, NodeIndex)>::new();
        let mut carriers = HashMap::<(OpId, usize), NodeIndex>::new();
        for &value in &may {
            let bytes = local_bytes(self.func, value, &self.made(value), self.mesh);
            let weight = self.times(value).saturating_mul(price(Collective::AllReduce, bytes));
            vertices.insert(value, net.vertex(weight));
        }
        // What a loop carries is partial where it enters, in the loop and behind it alike.
        for &value in &may {
            if let Some(carrier) = self.carrier(value) {
                let node = *carriers.entry(carrier).or_insert_with(|| net.graph.add_node(()));
                net.edge(node, vertices[&value].0, INFINITE);
            }
        }
        let mut passed: Vec<((OpId, u32), NodeIndex)> = Vec::new();
        for &value in &may {
            let made = self.made(value);
            if let ValueDef::Result(op, _) = self.func.value(value).def
                && self.decisions.of(op).is_some_and(|decision| decision.reduce.contains(&over))
            {
                net.edge(net.source, vertices[&value].0, INFINITE);
            }
            let mut forms: Vec<(Shared, NodeIndex)> = Vec::new();
            for &(op, index) in &self.uses[value] {
                let Some(decision) = self.decisions.of(op) else { continue };
                let Some(target) = decision.operands.get(index as usize) else { continue };
                if target.unreduced.iter().any(|kept| kept.contains(&over, self.mesh)) {
                    continue;
                }
                let from = if target.same_placement(&made) {
                    vertices[&value].1
                } else if let Some((_, node)) = forms.iter().find(|(other, _)| other.same_placement(target)) {
                    *node
                } else {
                    let whole = local_bytes(self.func, value, &made, self.mesh);
                    let scattered = target.dim_axes().any(|used| used.overlaps(&over, self.mesh));
                    let weight = match scattered {
                        true => price(Collective::ReduceScatter, whole),
                        false => price(Collective::AllReduce, whole.min(local_bytes(self.func, value, target, self.mesh))),
                    };
                    let (into, out) = net.vertex(self.times(value).saturating_mul(weight));
                    net.edge(vertices[&value].1, into, INFINITE);
                    forms.push((target.clone(), out));
                    out
                };
                match self.way(op, index as usize, axis) {
                    Way::Ends => net.edge(from, net.sink, INFINITE),
                    Way::Flows(to) => {
                        passed.push(((op, index), from));
                        match self.carrier(to[0]) {
                            Some(carrier) => {
                                if let Some(&node) = carriers.get(&carrier) {
                                    net.edge(from, node, INFINITE);
                                }
                            }
                            None => to.iter().filter_map(|next| vertices.get(next)).for_each(|next| net.edge(from, next.0, INFINITE)),
                        }
                    }
                }
            }
        }
        let (cost, reached) = net.reached();
        self.partials.cost = self.partials.cost.saturating_add(cost);
        for &value in &may {
            if !reached[vertices[&value].0.index()] {
                self.partials.of_value[value] &= !(1 << axis);
            }
        }
        for (site, from) in passed {
            if reached[from.index()] {
                *self.partials.of_use.entry(site).or_default() |= 1 << axis;
            }
        }
    }
}

fn bits(set: AxisSet) -> impl Iterator<Item = usize> {
    (0..AxisSet::BITS as usize).filter(move |index| set >> index & 1 == 1)
}

const INFINITE: u64 = u64::MAX / 8;

/// A flow network with vertex weights.
pub(super) struct Net {
    graph: DiGraph<(), u64>,
    pub(super) source: NodeIndex,
    pub(super) sink: NodeIndex,
}

impl Net {
    pub(super) fn new() -> Net {
        let mut graph = DiGraph::new();
        let (source, sink) = (graph.add_node(()), graph.add_node(()));
        Net { graph, source, sink }
    }
    /// A vertex without weight.
    pub(super) fn node(&mut self) -> NodeIndex {
        self.graph.add_node(())
    }
    /// A vertex of this weight: where flow comes in, where it goes out.
    fn vertex(&mut self, weight: i64) -> (NodeIndex, NodeIndex) {
        let (into, out) = (self.graph.add_node(()), self.graph.add_node(()));
        self.graph.add_edge(into, out, weight.max(0) as u64);
        (into, out)
    }
    pub(super) fn edge(&mut self, from: NodeIndex, to: NodeIndex, capacity: u64) {
        self.graph.add_edge(from, to, capacity);
    }
    /// The weight of a minimum cut, and what the source reaches in the residual network of a maximum flow: the source's side of the minimum cut nearest to it.
    ///
    /// Parts that meet only at source and sink are cut one by one: each phase of Dinic's algorithm visits the whole of a network,
    /// and a program of many layers has many parts, each with as many phases as the longest.
    pub(super) fn reached(&self) -> (u64, Vec<bool>) {
        let count = self.graph.node_count();
        let ends = |node: NodeIndex| node == self.source || node == self.sink;
        let mut parts = UnionFind::<usize>::new(count);
        for edge in self.graph.edge_references().filter(|edge| !ends(edge.source()) && !ends(edge.target())) {
            parts.union(edge.source().index(), edge.target().index());
        }
        let mut part_of = IndexMap::<usize, (Net, Vec<NodeIndex>)>::new();
        let mut place = vec![NodeIndex::end(); count];
        for node in self.graph.node_indices().filter(|&node| !ends(node)) {
            let (net, nodes) = part_of.entry(parts.find_mut(node.index())).or_insert_with(|| (Net::new(), Vec::new()));
            place[node.index()] = net.graph.add_node(());
            nodes.push(node);
        }
        for edge in self.graph.edge_references() {
            let inner = if ends(edge.source()) { edge.target() } else { edge.source() };
            // Nothing leads from source to sink directly: such an edge could not be cut.
            let Some((net, _)) = part_of.get_mut(&parts.find_mut(inner.index())) else { continue };
            let at = |node: NodeIndex, net: &Net| match node {
                _ if node == self.source => net.source,
                _ if node == self.sink => net.sink,
                _ => place[node.index()],
            };
            let (from, to) = (at(edge.source(), net), at(edge.target(), net));
            net.edge(from, to, *edge.weight());
        }
        let mut reached = vec![false; count];
        reached[self.source.index()] = true;
        let mut cost = 0u64;
        for (net, nodes) in part_of.into_values() {
            let (cut, side) = net.reached_whole();
            cost = cost.saturating_add(cut);
            for node in nodes {
                reached[node.index()] = side[place[node.index()].index()];
            }
        }
        (cost, reached)
    }
    fn reached_whole(&self) -> (u64, Vec<bool>) {
        let (cost, flow) = dinics(&self.graph, self.source, self.sink);
        let mut reached = vec![false; self.graph.node_count()];
        let mut work = vec![self.source];
        reached[self.source.index()] = true;
        while let Some(node) = work.pop() {
            let forward = self.graph.edges(node).filter(|edge| flow[edge.id().index()] < *edge.weight()).map(|edge| edge.target());
            let back = self.graph.edges_directed(node, petgraph::Incoming).filter(|edge| flow[edge.id().index()] > 0).map(|edge| edge.source());
            for next in forward.chain(back).collect::<Vec<_>>() {
                if !std::mem::replace(&mut reached[next.index()], true) {
                    work.push(next);
                }
            }
        }
        (cost, reached)
    }
}
