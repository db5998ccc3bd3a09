//! The live part of an e-graph: its e-nodes without those that close cycles.
//!
//! Where classes depend on one another (`x` equals `x + 0`; a product is a slice of a larger one, which is the products joined), some
//! e-nodes cannot stay. First to stay is each class's cheapest tree, so that none is lost; then e-nodes come in the order of what
//! a class would lose without them, as far as no cycle closes. That is told by prices which let users of a class share its cost: a slice of a
//! merged product looks as cheap as it will be, where by its tree alone it would cost more than the product that it replaces.
//!
//! Invariants: the live part has no cycle; every class of the e-graph that has a finite form has a live one, and its
//! cheapest as a tree is among them; the result is a function of the e-graph alone.

use super::cost::CostModel;
use super::lang::{Graph, Node};
use egg::{Id, Language};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use shardwright_ir::Sym;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet};

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
    let trees = cheapest_trees(graph, &ids, &nodes, &children, cost);
    let component = components(&nodes, &children);
    let fine = without_cycles(graph, &ids, &nodes, &children, &component, &trees, cost);
    let mut live = Live::default();
    for ((id, nodes), fine) in ids.iter().zip(nodes).zip(fine) {
        let before = nodes.len();
        let kept: Vec<Node> = nodes.into_iter().zip(fine).filter(|(_, fine)| *fine).map(|(node, _)| node).collect();
        live.dropped += before - kept.len();
        if !kept.is_empty() {
            live.classes.insert(*id, kept);
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

/// The cheapest tree of each class.
struct Trees {
    /// When the class is reached by ever more expensive trees, counted from 0; `None` where no finite tree is.
    order: Vec<Option<usize>>,
    /// What its tree costs.
    total: Vec<f64>,
    /// The e-node on top of it.
    top: Vec<usize>,
}

/// By Knuth's generalisation of Dijkstra's search.
fn cheapest_trees(graph: &Graph, ids: &[Id], nodes: &[Vec<Node>], children: &dyn Fn(&Node) -> Vec<usize>, cost: &dyn CostModel) -> Trees {
    let mut order = vec![None; ids.len()];
    let (mut total, mut top) = (vec![0.0f64; ids.len()], vec![0; ids.len()]);
    // E-nodes by number: class, place in it, operands that are still open.
    let mut flat: Vec<(usize, usize, usize)> = Vec::new();
    let mut sums: Vec<f64> = Vec::new();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); ids.len()];
    let mut queue = BinaryHeap::new();
    for (class, nodes) in nodes.iter().enumerate() {
        for (place, node) in nodes.iter().enumerate() {
            let number = flat.len();
            let mut below = children(node);
            below.sort_unstable();
            below.dedup();
            let own = cost.cost(graph.analysis.forms.get(node.form), graph[ids[class]].data.fixed);
            flat.push((class, place, below.len()));
            sums.push(own);
            if below.is_empty() {
                queue.push(Reverse((Ordered(own), class, place)));
            }
            below.into_iter().for_each(|child| users[child].push(number));
        }
    }
    let mut next = 0;
    while let Some(Reverse((Ordered(price), class, place))) = queue.pop() {
        if order[class].is_some() {
            continue;
        }
        order[class] = Some(next);
        (total[class], top[class]) = (price, place);
        next += 1;
        for &number in &users[class] {
            sums[number] += total[class];
            flat[number].2 -= 1;
            if flat[number].2 == 0 && order[flat[number].0].is_none() {
                queue.push(Reverse((Ordered(sums[number]), flat[number].0, flat[number].1)));
            }
        }
    }
    Trees { order, total, top }
}

/// Which e-nodes may stay.
fn without_cycles(
    graph: &Graph,
    ids: &[Id],
    nodes: &[Vec<Node>],
    children: &dyn Fn(&Node) -> Vec<usize>,
    component: &[usize],
    trees: &Trees,
    cost: &dyn CostModel,
) -> Vec<Vec<bool>> {
    let count = nodes.len();
    // How many classes use each one.
    let mut users = vec![0u32; count];
    let mut seen = vec![usize::MAX; count];
    for (class, nodes) in nodes.iter().enumerate() {
        for child in nodes.iter().flat_map(children) {
            if seen[child] != class {
                seen[child] = class;
                users[child] += 1;
            }
        }
    }
    let mut fine: Vec<Vec<bool>> = nodes.iter().map(|nodes| vec![false; nodes.len()]).collect();
    // E-nodes that could close a cycle: those on top of trees first, then by what they cost above the class's cheapest.
    let mut open: Vec<(bool, Ordered, usize, usize)> = Vec::new();
    for (class, nodes) in nodes.iter().enumerate() {
        let fixed = graph[ids[class]].data.fixed;
        let price = |node: &Node| {
            let shared = |child: usize| trees.total[child] / f64::from(users[child].max(1));
            cost.cost(graph.analysis.forms.get(node.form), fixed) + children(node).into_iter().map(shared).sum::<f64>()
        };
        let can = |node: &Node| children(node).iter().all(|&child| trees.order[child].is_some());
        let prices: Vec<Option<f64>> = nodes.iter().map(|node| can(node).then(|| price(node))).collect();
        let least = prices.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        for (place, node) in nodes.iter().enumerate() {
            let Some(price) = prices[place] else { continue };
            if children(node).iter().any(|&child| component[child] == component[class]) {
                open.push((trees.top[class] != place, Ordered(price - least), class, place));
            } else {
                fine[class][place] = true;
            }
        }
    }
    open.sort();
    let mut line = Line::new(trees.order.iter().map(|place| place.unwrap_or(usize::MAX)).collect());
    for (_, _, class, place) in open {
        let below: Vec<usize> = children(&nodes[class][place]).into_iter().filter(|&child| component[child] == component[class]).collect();
        fine[class][place] = line.add(class, &below);
    }
    fine
}

/// Classes in a line, each after what it needs so far; kept up as needs are added (Pearce and Kelly's algorithm).
struct Line {
    place: Vec<usize>,
    below: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
}

impl Line {
    fn new(place: Vec<usize>) -> Line {
        Line { below: vec![Vec::new(); place.len()], above: vec![Vec::new(); place.len()], place }
    }
    /// Lets a class need others; `false`, and nothing changes, where that would close a cycle.
    fn add(&mut self, class: usize, needs: &[usize]) -> bool {
        if needs.contains(&class) || needs.iter().any(|&need| self.reach(need, |line| &line.below, |at| at >= self.place[class]).contains(&class)) {
            return false;
        }
        for &need in needs {
            let (low, high) = (self.place[class], self.place[need]);
            if high > low {
                let mut first = self.reach(need, |line| &line.below, |at| at >= low);
                let mut last = self.reach(class, |line| &line.above, |at| at <= high);
                first.sort_by_key(|&at| self.place[at]);
                last.sort_by_key(|&at| self.place[at]);
                let moved: Vec<usize> = first.into_iter().chain(last).collect();
                let mut places: Vec<usize> = moved.iter().map(|&at| self.place[at]).collect();
                places.sort_unstable();
                moved.into_iter().zip(places).for_each(|(at, place)| self.place[at] = place);
            }
            self.below[class].push(need);
            self.above[need].push(class);
        }
        true
    }
    /// What is reached from a class by links among those whose place is within limits, itself counted.
    fn reach(&self, from: usize, links: impl Fn(&Line) -> &Vec<Vec<usize>>, within: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found = vec![from];
        let mut seen = HashSet::from([from]);
        let mut at = 0;
        while at < found.len() {
            for &next in &links(self)[found[at]] {
                if within(self.place[next]) && seen.insert(next) {
                    found.push(next);
                }
            }
            at += 1;
        }
        found
    }
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
