//! The live part of an e-graph: its e-nodes without those that close cycles.
//!
//! Invariants: the live part has no cycle; every class of the e-graph that has a finite form has a live one, and its
//! cheapest as a tree is among them. Where classes depend on one another (`x` equals `x + 0`), an e-node stays only if
//! all its operands of the same component are cheaper than its own class: the order of cheapest trees has no cycles.

use super::cost::CostModel;
use super::lang::{Graph, Node};
use egg::{Id, Language};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use shardwright_ir::Sym;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};

/// Live classes and e-nodes, with what matching asks for.
#[derive(Default)]
pub struct Live {
    /// E-nodes of each class, in order.
    pub classes: BTreeMap<Id, Vec<Node>>,
    /// Places of the e-nodes of each op.
    pub by_op: HashMap<Sym, Vec<(Id, usize)>>,
    /// Places of the e-nodes that have a class as an operand.
    pub parents: HashMap<Id, Vec<(Id, usize)>>,
    /// E-nodes that were left out.
    pub dropped: usize,
}

impl Live {
    /// The e-nodes of a class; none of one that is not there.
    pub fn nodes(&self, class: Id) -> &[Node] {
        self.classes.get(&class).map_or(&[], Vec::as_slice)
    }
    /// The e-node at a place.
    pub fn node(&self, place: (Id, usize)) -> Option<&Node> {
        self.classes.get(&place.0)?.get(place.1)
    }
    /// Number of live e-nodes.
    pub fn len(&self) -> usize {
        self.classes.values().map(Vec::len).sum()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }
}

/// The live part of a rebuilt e-graph.
pub fn live(graph: &Graph, cost: &dyn CostModel) -> Live {
    let mut ids: Vec<Id> = graph.classes().map(|class| class.id).collect();
    ids.sort_unstable();
    let index: HashMap<Id, usize> = ids.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let nodes: Vec<Vec<Node>> = ids
        .iter()
        .map(|&id| {
            let mut nodes: Vec<Node> = graph[id].nodes.iter().cloned().map(|node| node.map_children(|child| graph.find(child))).collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        })
        .collect();
    let children = |node: &Node| node.children.iter().map(|child| index[child]).collect::<Vec<usize>>();
    let order = cheapest_order(graph, &ids, &nodes, &children, cost);
    let component = components(&nodes, &children);
    let mut live = Live::default();
    for (place, (&id, nodes)) in ids.iter().zip(nodes).enumerate() {
        let before = nodes.len();
        let fine = |node: &Node| {
            children(node).iter().all(|&child| order[child].is_some() && (component[child] != component[place] || order[child] < order[place]))
        };
        let kept: Vec<Node> = nodes.into_iter().filter(fine).collect();
        live.dropped += before - kept.len();
        if !kept.is_empty() {
            live.classes.insert(id, kept);
        }
    }
    for (&id, nodes) in &live.classes {
        for (at, node) in nodes.iter().enumerate() {
            live.by_op.entry(graph.analysis.forms.get(node.form).name).or_default().push((id, at));
            for (position, child) in node.children.iter().enumerate() {
                if !node.children[..position].contains(child) {
                    live.parents.entry(*child).or_default().push((id, at));
                }
            }
        }
    }
    live
}

/// When each class is reached by ever more expensive trees, counted from 0 (Knuth's generalisation of Dijkstra's search);
/// `None` where no finite tree is.
fn cheapest_order(
    graph: &Graph,
    ids: &[Id],
    nodes: &[Vec<Node>],
    children: &dyn Fn(&Node) -> Vec<usize>,
    cost: &dyn CostModel,
) -> Vec<Option<usize>> {
    let mut order = vec![None; ids.len()];
    let mut total = vec![0.0f64; ids.len()];
    // E-nodes by number: class, own cost, operands that are still open.
    let mut flat: Vec<(usize, f64, usize)> = Vec::new();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); ids.len()];
    let mut queue = BinaryHeap::new();
    for (class, nodes) in nodes.iter().enumerate() {
        for node in nodes {
            let number = flat.len();
            let mut below = children(node);
            below.sort_unstable();
            below.dedup();
            let own = cost.cost(graph.analysis.forms.get(node.form), graph[ids[class]].data.fixed);
            flat.push((class, own, below.len()));
            if below.is_empty() {
                queue.push(Reverse((Ordered(own), class)));
            }
            below.into_iter().for_each(|child| users[child].push(number));
        }
    }
    let mut sums: Vec<f64> = flat.iter().map(|&(_, own, _)| own).collect();
    let mut next = 0;
    while let Some(Reverse((Ordered(price), class))) = queue.pop() {
        if order[class].is_some() {
            continue;
        }
        order[class] = Some(next);
        total[class] = price;
        next += 1;
        for &number in &users[class] {
            sums[number] += total[class];
            flat[number].2 -= 1;
            if flat[number].2 == 0 && order[flat[number].0].is_none() {
                queue.push(Reverse((Ordered(sums[number]), flat[number].0)));
            }
        }
    }
    order
}

/// The strongly connected component of each class.
fn components(nodes: &[Vec<Node>], children: &dyn Fn(&Node) -> Vec<usize>) -> Vec<usize> {
    let mut graph = DiGraph::<(), ()>::with_capacity(nodes.len(), nodes.len() * 2);
    let places: Vec<NodeIndex> = nodes.iter().map(|_| graph.add_node(())).collect();
    for (class, nodes) in nodes.iter().enumerate() {
        for node in nodes {
            for child in children(node) {
                graph.add_edge(places[class], places[child], ());
            }
        }
    }
    let mut component = vec![0; nodes.len()];
    for (number, members) in tarjan_scc(&graph).into_iter().enumerate() {
        members.into_iter().for_each(|member| component[member.index()] = number);
    }
    component
}

/// Costs are finite and not negative, so that their order is total.
#[derive(PartialEq, Clone, Copy)]
struct Ordered(f64);
impl Eq for Ordered {}
impl PartialOrd for Ordered {
    fn partial_cmp(&self, other: &Ordered) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Ordered {
    fn cmp(&self, other: &Ordered) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
