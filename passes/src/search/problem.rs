//! The problem that every search of this room solves: one choice for each node, the sum of costs least, memory within a limit.
//!
//! A node is a decision (an op and its shardings); an edge prices two choices that meet (a reshard); while a node is live, its choice
//! uses memory. Costs, usages and times are integers in units of the builder's choosing, so that sums are exact. Invariants: a problem never
//! changes; edges join two different nodes; every matrix has one entry for each pair of choices; equal matrices share their
//! storage; [`SearchProblem::evaluate`] is the only judge of an assignment.

use super::structure::Structure;
use std::collections::HashMap;
use std::sync::Arc;

/// A cost from here on forbids a choice (or a pair of choices). The contest files of IOPDDL write it so too.
pub const INFINITE: i64 = 1_000_000_000_000_000_000;

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// For messages.
    pub name: String,
    /// Cost of each choice, at least one.
    pub costs: Arc<[i64]>,
    /// Memory that each choice uses while the node is live.
    pub usages: Arc<[i64]>,
    /// First time, and the time after the last, at which the node is live; empty where the second is not larger.
    pub live: (i64, i64),
}

/// A cost for each pair of choices of two nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Indices of the nodes, different ones.
    pub nodes: (u32, u32),
    /// Row for each choice of the first node, column for each choice of the second.
    pub costs: Arc<[i64]>,
}

/// Why a problem cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {why}")]
pub struct ProblemError {
    /// The node or edge.
    pub place: String,
    /// What is wrong with it.
    pub why: String,
}

/// A choice for each node, by index.
pub type Assignment = Vec<u32>;

/// Memory beyond the limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OverBudget {
    /// The first time at which the limit is passed.
    pub time: i64,
    /// Memory in use then.
    pub usage: i128,
    /// The limit.
    pub limit: i64,
    /// Nodes that are live then, largest usage first.
    pub live: Vec<u32>,
}

/// What an assignment is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// Sum of all costs, forbidden ones counted as they are written.
    pub cost: i128,
    /// Choices and pairs that are forbidden.
    pub forbidden: usize,
    /// Where memory goes beyond the limit.
    pub over_budget: Option<OverBudget>,
    /// It costs more than is wanted.
    pub too_dear: bool,
}

impl Evaluation {
    /// Nothing forbidden, memory within the limit, no more than the most cost.
    pub fn is_valid(&self) -> bool {
        self.forbidden == 0 && self.over_budget.is_none() && !self.too_dear
    }
}

/// The problem.
#[derive(Clone, Debug)]
pub struct SearchProblem {
    name: String,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    limit: Option<i64>,
    most_cost: Option<i128>,
    structure: Option<Arc<Structure>>,
}

impl SearchProblem {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The decisions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
    /// The prices of pairs.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }
    /// Most memory that may be in use at any time.
    pub fn limit(&self) -> Option<i64> {
        self.limit
    }
    /// What the choices mean, where that is known.
    pub fn structure(&self) -> Option<&Structure> {
        self.structure.as_deref()
    }
    /// The same problem with another limit.
    pub fn with_limit(&self, limit: Option<i64>) -> SearchProblem {
        SearchProblem { limit, ..self.clone() }
    }

    /// What an assignment may cost at most.
    pub fn most_cost(&self) -> Option<i128> {
        self.most_cost
    }
    /// The same problem where nothing dearer is wanted.
    pub fn with_most_cost(&self, most_cost: Option<i128>) -> SearchProblem {
        SearchProblem { most_cost, ..self.clone() }
    }

    /// Scores an assignment. Fails where it has another number of nodes, or a choice that a node lacks.
    pub fn evaluate(&self, assignment: &[u32]) -> Result<Evaluation, ProblemError> {
        if assignment.len() != self.nodes.len() {
            let why = format!("has {} choices, the problem {} nodes", assignment.len(), self.nodes.len());
            return Err(ProblemError { place: "assignment".to_owned(), why });
        }
        let mut total = Evaluation { cost: 0, forbidden: 0, over_budget: None, too_dear: false };
        let mut add = |cost: i64| {
            total.cost += i128::from(cost);
            total.forbidden += usize::from(cost >= INFINITE);
        };
        for (node, &choice) in self.nodes.iter().zip(assignment) {
            let Some(&cost) = node.costs.get(choice as usize) else {
                let why = format!("has {} choices, the assignment takes number {choice}", node.costs.len());
                return Err(ProblemError { place: node.name.clone(), why });
            };
            add(cost);
        }
        for edge in &self.edges {
            let (first, second) = (edge.nodes.0 as usize, edge.nodes.1 as usize);
            let columns = self.nodes[second].costs.len();
            add(edge.costs[assignment[first] as usize * columns + assignment[second] as usize]);
        }
        total.too_dear = self.most_cost.is_some_and(|most| total.cost > most);
        total.over_budget = self.limit.and_then(|limit| self.over_budget(limit, |node| self.nodes[node].usages[assignment[node] as usize]));
        Ok(total)
    }

    /// Memory in use at each time at which some node becomes live, in order of time.
    pub fn profile(&self, usage: impl Fn(usize) -> i64) -> Vec<(i64, i128)> {
        let mut events: Vec<(i64, bool, i128)> = Vec::new();
        for (index, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.live.0 < node.live.1) {
            let usage = i128::from(usage(index));
            events.push((node.live.0, true, usage));
            events.push((node.live.1, false, -usage));
        }
        // Ends come before starts of the same time: intervals are half open.
        events.sort_unstable();
        let (mut found, mut now): (Vec<(i64, i128)>, i128) = (Vec::new(), 0);
        for (time, start, change) in events {
            now += change;
            match found.last_mut() {
                Some(last) if last.0 == time && start => last.1 = now,
                _ if start => found.push((time, now)),
                _ => {}
            }
        }
        found
    }

    /// Nodes that are live at a time, the largest usage first.
    pub fn live_at(&self, time: i64, usage: impl Fn(usize) -> i64) -> Vec<u32> {
        let is_live = |node: &Node| node.live.0 <= time && time < node.live.1;
        let mut live: Vec<u32> = (0..self.nodes.len() as u32).filter(|&node| is_live(&self.nodes[node as usize])).collect();
        live.sort_by_key(|&node| (std::cmp::Reverse(usage(node as usize)), node));
        live
    }

    fn over_budget(&self, limit: i64, usage: impl Fn(usize) -> i64) -> Option<OverBudget> {
        let (time, used) = self.profile(&usage).into_iter().find(|(_, used)| *used > i128::from(limit))?;
        Some(OverBudget { time, usage: used, limit, live: self.live_at(time, usage) })
    }
}

/// Collects a problem; [`ProblemBuilder::build`] checks it.
#[derive(Clone, Debug, Default)]
pub struct ProblemBuilder {
    name: String,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    limit: Option<i64>,
    structure: Option<Arc<Structure>>,
    known: HashMap<Arc<[i64]>, ()>,
}

impl ProblemBuilder {
    /// An empty problem.
    pub fn new(name: &str) -> ProblemBuilder {
        ProblemBuilder { name: name.to_owned(), ..ProblemBuilder::default() }
    }
    /// Most memory that may be in use at any time.
    pub fn limit(&mut self, limit: i64) -> &mut ProblemBuilder {
        self.limit = Some(limit);
        self
    }
    /// Says what the choices of all nodes mean.
    pub fn structure(&mut self, structure: impl Into<Arc<Structure>>) -> &mut ProblemBuilder {
        self.structure = Some(structure.into());
        self
    }
    /// Adds a node that uses no memory; returns its index.
    pub fn node(&mut self, name: &str, costs: Vec<i64>) -> u32 {
        let usages = vec![0; costs.len()];
        self.node_with_memory(name, costs, usages, (0, 0))
    }
    /// Adds a node that is live from the first time until before the second; returns its index.
    pub fn node_with_memory(&mut self, name: &str, costs: Vec<i64>, usages: Vec<i64>, live: (i64, i64)) -> u32 {
        let (costs, usages) = (self.share(costs), self.share(usages));
        let index = self.nodes.len() as u32;
        self.nodes.push(Node { name: name.to_owned(), costs, usages, live });
        index
    }
    /// Adds the costs of two nodes together: a row for each choice of the first, a column for each of the second. An edge from a
    /// node to itself prices its choices (the diagonal).
    pub fn edge(&mut self, first: u32, second: u32, costs: Vec<i64>) -> &mut ProblemBuilder {
        let costs = self.share(costs);
        self.edges.push(Edge { nodes: (first, second), costs });
        self
    }

    /// The problem, where every size and number is sound: costs from 0 to [`INFINITE`], usages from 0 on.
    pub fn build(mut self) -> Result<SearchProblem, ProblemError> {
        if self.limit.is_some_and(|limit| limit < 0) {
            return Err(ProblemError { place: "limit".to_owned(), why: "is below 0".to_owned() });
        }
        for node in &self.nodes {
            check_node(node).map_err(|why| ProblemError { place: format!("node {}", node.name), why })?;
        }
        let edges = std::mem::take(&mut self.edges);
        let mut kept = Vec::with_capacity(edges.len());
        for (index, edge) in edges.into_iter().enumerate() {
            check_edge(&edge, &self.nodes).map_err(|why| ProblemError { place: format!("edge {index}"), why })?;
            if edge.nodes.0 != edge.nodes.1 {
                kept.push(edge);
                continue;
            }
            let node = &mut self.nodes[edge.nodes.0 as usize];
            let columns = node.costs.len();
            node.costs = node.costs.iter().enumerate().map(|(choice, cost)| (cost + edge.costs[choice * columns + choice]).min(INFINITE)).collect();
        }
        if let Some(structure) = &self.structure {
            let choices: Vec<usize> = self.nodes.iter().map(|node| node.costs.len()).collect();
            structure.check(&choices).map_err(|why| ProblemError { place: "structure".to_owned(), why })?;
        }
        Ok(SearchProblem { name: self.name, nodes: self.nodes, edges: kept, limit: self.limit, most_cost: None, structure: self.structure })
    }

    fn share(&mut self, numbers: Vec<i64>) -> Arc<[i64]> {
        let numbers: Arc<[i64]> = numbers.into();
        if let Some((known, ())) = self.known.get_key_value(&numbers) {
            return Arc::clone(known);
        }
        self.known.insert(Arc::clone(&numbers), ());
        numbers
    }
}

fn check_node(node: &Node) -> Result<(), String> {
    if node.costs.is_empty() {
        return Err("has no choice".to_owned());
    }
    if node.usages.len() != node.costs.len() {
        return Err(format!("has {} costs and {} usages", node.costs.len(), node.usages.len()));
    }
    check_costs(&node.costs)?;
    match node.usages.iter().position(|usage| *usage < 0) {
        Some(choice) => Err(format!("choice {choice} uses {}, which is below 0", node.usages[choice])),
        None => Ok(()),
    }
}

fn check_edge(edge: &Edge, nodes: &[Node]) -> Result<(), String> {
    let choices = |node: u32| nodes.get(node as usize).map(|node| node.costs.len()).ok_or_else(|| format!("names node {node}, there are {}", nodes.len()));
    let (rows, columns) = (choices(edge.nodes.0)?, choices(edge.nodes.1)?);
    if rows.checked_mul(columns) != Some(edge.costs.len()) {
        return Err(format!("has {} costs, {rows} x {columns} pairs of choices need {}", edge.costs.len(), rows.saturating_mul(columns)));
    }
    check_costs(&edge.costs)
}

fn check_costs(costs: &[i64]) -> Result<(), String> {
    match costs.iter().position(|cost| !(0..=INFINITE).contains(cost)) {
        Some(at) => Err(format!("cost {at} is {}, costs lie between 0 and {INFINITE}", costs[at])),
        None => Ok(()),
    }
}
