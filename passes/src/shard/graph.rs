//! The program as propagation walks it: nodes (ops with a rule, data-flow edges) and slots (places that hold
//! a sharding).
//!
//! Invariants: nodes are in program order, an edge right after its op (one owned by a region argument: at the
//! region's start); dead ops have no node and count as no use; a slot's listeners are listed in the order in which Shardy's
//! worklist would take them up, so that conflicts are resolved alike.

use super::data_flow::Edges;
use super::op_priority::{OpClass, class_of, is_elementwise};
use crate::analysis::rules::{RuleId, RuleTable};
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::module::ValueDef;
use shardwright_ir::op::pointwise_rule;
use shardwright_ir::{Diagnostic, Func, OpId, Region, TensorType, Value};

/// A place that holds a sharding: a value (by its index) or, after all values, a result of the function.
pub type Slot = u32;
/// The index of a node.
pub type NodeId = u32;

/// Something that propagates.
#[derive(Clone, Debug)]
pub struct Node {
    /// The op, or the op that the edge belongs to.
    pub op: OpId,
    /// Its rule; an edge has the identity.
    pub rule: RuleId,
    /// How it takes part in the op-priority levels.
    pub class: OpClass,
    /// Whether an operand that is not a scalar has other uses.
    pub shared: bool,
    /// Whether it is elementwise.
    pub elementwise: bool,
    /// The edge, where it is one.
    pub edge: Option<u32>,
    tensors: (u32, u32),
}

/// Nodes and slots of one function.
#[derive(Clone)]
pub struct Graph {
    /// In program order.
    pub nodes: Vec<Node>,
    /// All data-flow edges.
    pub edges: Edges,
    /// Returned values' slots and the function results' slots, each with its identity rule.
    pub results: Vec<(Slot, Slot, RuleId)>,
    /// Number of slots.
    pub num_slots: usize,
    tensors: Vec<Slot>,
    listeners: Vec<NodeId>,
    listeners_of: Vec<u32>,
}

impl Graph {
    /// The graph of a function; adds identity rules to `rules`. Errors on a user's rule that does not fit its op.
    pub fn new(func: &Func, rules: &mut RuleTable) -> Result<Graph, Box<Diagnostic>> {
        let edges = Edges::new(func);
        let uses = Uses::new(func);
        let num_values = func.num_values();
        let mut graph = Graph {
            nodes: Vec::new(),
            edges,
            results: Vec::new(),
            num_slots: num_values,
            tensors: Vec::new(),
            listeners: Vec::new(),
            listeners_of: Vec::new(),
        };
        let mut node_of = NodesOf::default();
        graph.add_region(func, func.body(), &uses, rules, &mut node_of)?;
        if let Some(terminator) = func.terminator(func.body()) {
            for &value in &func.op(terminator).operands {
                let result = graph.num_slots as Slot;
                graph.num_slots += 1;
                let declared = func.result_types.get(result as usize - num_values).and_then(|ty| ty.as_tensor());
                if let (Some(ty), Some(declared)) = (func.ty(value).as_tensor(), declared) {
                    if ty.rank() != declared.rank() {
                        let message = format!("@{} returns {ty} for {declared}", func.name);
                        return Err(Box::new(Diagnostic::error(message).at(func.op(terminator).span)));
                    }
                    let rule = identity(rules, ty, 1);
                    graph.results.push((graph.slot(value), result, rule));
                }
            }
        }
        graph.listen(func, &uses, &node_of);
        Ok(graph)
    }
    /// The slots of a node's tensors, operands (or sources) first.
    pub fn tensors(&self, node: NodeId) -> &[Slot] {
        let (start, end) = self.nodes[node as usize].tensors;
        &self.tensors[start as usize..end as usize]
    }
    /// The nodes to take up again when a slot changes, the last one first.
    pub fn listeners(&self, slot: Slot) -> &[NodeId] {
        match (self.listeners_of.get(slot as usize), self.listeners_of.get(slot as usize + 1)) {
            (Some(&start), Some(&end)) => &self.listeners[start as usize..end as usize],
            _ => &[],
        }
    }
    /// The slot that holds a value's sharding.
    pub fn slot(&self, value: Value) -> Slot {
        self.edges.holder(value) as Slot
    }
    /// The slot of a function result.
    pub fn result_slot(&self, num_values: usize, index: usize) -> Slot {
        (num_values + index) as Slot
    }

    fn add_region(
        &mut self,
        func: &Func,
        region: Region,
        uses: &Uses,
        rules: &mut RuleTable,
        node_of: &mut NodesOf,
    ) -> Result<(), Box<Diagnostic>> {
        for &op in &func.region(region).ops {
            if uses.dead[op] {
                continue;
            }
            self.add_op(func, op, uses, rules, node_of)?;
            for &inner in &func.op(op).regions {
                let args = func.region(inner).args.clone();
                self.add_edges(func, &args, rules, node_of)?;
                self.add_region(func, inner, uses, rules, node_of)?;
            }
            let results = func.op(op).results.clone();
            self.add_edges(func, &results, rules, node_of)?;
        }
        Ok(())
    }

    fn add_op(&mut self, func: &Func, op: OpId, uses: &Uses, rules: &mut RuleTable, node_of: &mut NodesOf) -> Result<(), Box<Diagnostic>> {
        let data = func.op(op);
        let class = class_of(func, op);
        let rule = match class {
            OpClass::Barrier(_) => Some(identity(rules, func.tensor_type(data.results[0]), 1)),
            _ => rules.id_of(op),
        };
        let Some(rule) = rule else { return Ok(()) };
        check_rule(func, op, rules, rule)?;
        let start = self.tensors.len() as u32;
        for &value in data.operands.iter().chain(&data.results) {
            let slot = self.slot(value);
            self.tensors.push(slot);
        }
        let shared = data.operands.iter().any(|&value| uses.of(value).len() != 1 && !is_scalar(func, value));
        node_of.op[op] = Some(self.nodes.len() as NodeId);
        let tensors = (start, self.tensors.len() as u32);
        self.nodes.push(Node { op, rule, class, shared, elementwise: is_elementwise(func, op), edge: None, tensors });
        Ok(())
    }

    /// Adds the edges that these values own.
    fn add_edges(
        &mut self,
        func: &Func,
        owners: &[Value],
        rules: &mut RuleTable,
        node_of: &mut NodesOf,
    ) -> Result<(), Box<Diagnostic>> {
        for &owner in owners {
            let Some(index) = self.edges.of_target(owner) else { continue };
            let edge = &self.edges.all[index];
            if edge.owner != owner {
                continue;
            }
            let rank = |value: Value| func.ty(value).as_tensor().map(TensorType::rank);
            let others = edge.sources.iter().map(|source| source.value).chain(edge.others.iter().copied());
            if let Some(odd) = others.into_iter().find(|&value| rank(value) != rank(owner)) {
                let data = func.op(edge.op);
                let message = format!("{}: {} flows into {}, which has another rank", data.info.name, func.ty(odd), func.ty(owner));
                return Err(Box::new(Diagnostic::error(message).at(data.span)));
            }
            let start = self.tensors.len() as u32;
            let sources: Vec<Slot> = edge.sources.iter().map(|source| self.edges.holder(source.value) as Slot).collect();
            let op = edge.op;
            let rule = identity(rules, func.tensor_type(owner), sources.len());
            self.tensors.extend(sources);
            self.tensors.push(owner.index() as Slot);
            node_of.edge.resize(self.edges.all.len(), None);
            node_of.edge[index] = Some(self.nodes.len() as NodeId);
            let tensors = (start, self.tensors.len() as u32);
            self.nodes.push(Node {
                op,
                rule,
                class: OpClass::Always,
                shared: false,
                elementwise: false,
                edge: Some(index as u32),
                tensors,
            });
        }
        Ok(())
    }

    fn listen(&mut self, func: &Func, uses: &Uses, node_of: &NodesOf) {
        let user_node = |(op, operand): (OpId, u32)| match self.edges.of_source(op, operand as usize) {
            Some(edge) => node_of.edge.get(edge).copied().flatten(),
            None => node_of.op[op],
        };
        let mut listeners = Vec::new();
        let mut starts = Vec::with_capacity(func.num_values() + 1);
        for index in 0..func.num_values() {
            starts.push(listeners.len() as u32);
            let value = Value::from_index(index);
            match self.edges.of_target(value) {
                Some(edge) if self.edges.all[edge].owner == value => {
                    for &target in &self.edges.all[edge].others {
                        listeners.extend(uses.of(target).iter().rev().filter_map(|&user| user_node(user)));
                    }
                    listeners.extend(node_of.edge.get(edge).copied().flatten());
                    // An edge is put between a value and its uses one by one, which turns their order around.
                    listeners.extend(uses.of(value).iter().filter_map(|&user| user_node(user)));
                }
                Some(_) => {}
                None => {
                    if let ValueDef::Result(op, _) = func.value(value).def {
                        listeners.extend(node_of.op[op]);
                    }
                    listeners.extend(uses.of(value).iter().rev().filter_map(|&user| user_node(user)));
                }
            }
        }
        starts.push(listeners.len() as u32);
        self.listeners = listeners;
        self.listeners_of = starts;
    }
}

#[derive(Default)]
struct NodesOf {
    op: SecondaryMap<OpId, Option<NodeId>>,
    edge: Vec<Option<NodeId>>,
}

/// Uses by live ops, those inside an op's regions before the op's own.
struct Uses {
    dead: SecondaryMap<OpId, bool>,
    uses: Vec<(OpId, u32)>,
    starts: Vec<u32>,
}

impl Uses {
    fn new(func: &Func) -> Uses {
        let dead = dead_ops(func);
        let mut order = Vec::new();
        inner_first(func, func.body(), &dead, &mut order);
        let mut starts = vec![0u32; func.num_values() + 1];
        for &op in &order {
            for &value in &func.op(op).operands {
                starts[value.index() + 1] += 1;
            }
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut uses = vec![(OpId::from_index(0), 0); starts.last().map_or(0, |&end| end as usize)];
        for &op in &order {
            for (operand, &value) in func.op(op).operands.iter().enumerate() {
                uses[next[value.index()] as usize] = (op, operand as u32);
                next[value.index()] += 1;
            }
        }
        Uses { dead, uses, starts }
    }
    fn of(&self, value: Value) -> &[(OpId, u32)] {
        &self.uses[self.starts[value.index()] as usize..self.starts[value.index() + 1] as usize]
    }
}

fn inner_first(func: &Func, region: Region, dead: &SecondaryMap<OpId, bool>, order: &mut Vec<OpId>) {
    for &op in &func.region(region).ops {
        if dead[op] {
            continue;
        }
        for &inner in &func.op(op).regions {
            inner_first(func, inner, dead, order);
        }
        order.push(op);
    }
}

/// Ops without effects whose results nobody uses, directly or through other dead ops.
fn dead_ops(func: &Func) -> SecondaryMap<OpId, bool> {
    let order = func.walk();
    let mut count = vec![0u32; func.num_values()];
    for &op in &order {
        for &value in &func.op(op).operands {
            count[value.index()] += 1;
        }
    }
    let mut dead = SecondaryMap::<OpId, bool>::new();
    for &op in order.iter().rev() {
        let unused = func.op(op).results.iter().all(|&value| count[value.index()] == 0);
        if unused && is_pure(func, op) {
            release(func, op, &mut dead, &mut count);
        }
    }
    dead
}

fn release(func: &Func, op: OpId, dead: &mut SecondaryMap<OpId, bool>, count: &mut [u32]) {
    if std::mem::replace(&mut dead[op], true) {
        return;
    }
    for &value in &func.op(op).operands {
        count[value.index()] -= 1;
    }
    for &region in &func.op(op).regions {
        for &inner in &func.region(region).ops {
            release(func, inner, dead, count);
        }
    }
}

fn is_pure(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    let keeps = matches!(data.info.name, "sdy.sharding_constraint" | "sdy.sharding_group");
    if data.info.traits.effects || data.info.is_terminator() || keeps {
        return false;
    }
    data.regions.iter().all(|&region| {
        let ops = &func.region(region).ops;
        ops.iter().all(|&inner| func.op(inner).info.is_terminator() || is_pure(func, inner))
    })
}

fn is_scalar(func: &Func, value: Value) -> bool {
    func.ty(value).as_tensor().is_none_or(|ty| ty.rank() == 0)
}

/// All dimensions of `sources` operands and one result move together.
fn identity(rules: &mut RuleTable, ty: &TensorType, sources: usize) -> RuleId {
    rules.intern(pointwise_rule(&vec![ty.clone(); sources], std::slice::from_ref(ty)))
}

fn check_rule(func: &Func, op: OpId, rules: &RuleTable, id: RuleId) -> Result<(), Box<Diagnostic>> {
    let (data, rule) = (func.op(op), rules.rule(id));
    let fits = |values: &[Value], tensors: &[Vec<shardwright_ir::sharding::DimFactors>]| {
        values.len() == tensors.len()
            && values.iter().zip(tensors).all(|(&value, dims)| func.ty(value).as_tensor().map_or(0, TensorType::rank) == dims.len())
    };
    if fits(&data.operands, &rule.operands) && fits(&data.results, &rule.results) {
        return Ok(());
    }
    let message = format!(
        "the sharding rule of {} describes {} operands and {} results that do not match the op's {} operands and {} results in number and rank",
        data.info.name,
        rule.operands.len(),
        rule.results.len(),
        data.operands.len(),
        data.results.len()
    );
    Err(Box::new(Diagnostic::error(message).at(data.span)))
}
