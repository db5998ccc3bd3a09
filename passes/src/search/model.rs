//! A problem as searches like it: dead choices gone, parallel edges merged, memory rows compressed, floating point scaled for exactness.
//!
//! Costs are `f64` that hold whole numbers: the problem's times a power of two, chosen so that sums stay below 2^53 and are exact
//! ([`Model::scale`] below 0 rounds costs down instead, so that bounds stay bounds). Memory: only maximal cliques of live
//! intervals are rows (a set of intervals that is live together at some time is live at the start of one of them); usages that no choice
//! changes are taken off the capacities; rows that no assignment can fill are dropped. Invariants: every choice has a finite partner across
//! every edge; equal matrices share storage; a cheapest valid assignment of the problem lives in the model, unless
//! none costs less than the `below` it was built with.

use super::problem::{Assignment, INFINITE, SearchProblem};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The end of one edge at one node.
#[derive(Clone, Copy, Debug)]
pub struct Neighbor {
    /// The edge.
    pub edge: u32,
    /// The node at its other end.
    pub other: u32,
}

/// Costs of two nodes together.
#[derive(Clone, Debug)]
pub struct ModelEdge {
    /// The nodes, the smaller index first.
    pub nodes: [u32; 2],
    /// Rows for the first node's choices, and transposed.
    pub costs: [Arc<[f64]>; 2],
}

/// See the file's head.
#[derive(Clone, Debug)]
pub struct Model {
    /// Choices of each node that are left, as the problem numbers them.
    pub choices: Vec<Vec<u32>>,
    /// Cost of each.
    pub costs: Vec<Vec<f64>>,
    /// Memory of each beyond the least of its node.
    pub usages: Vec<Vec<i64>>,
    /// Rows in which the node is live, from and to before; empty where its usage does not matter.
    pub spans: Vec<(u32, u32)>,
    /// What each row leaves for the choices.
    pub capacities: Vec<i64>,
    /// The time that each row stands for.
    pub times: Vec<i64>,
    /// Edges, by nodes, between nodes that have more than one choice each.
    pub edges: Vec<ModelEdge>,
    /// Edges at each node, by the other end.
    pub neighbors: Vec<Vec<Neighbor>>,
    /// Costs are the problem's times two to this power.
    pub scale: i32,
}

/// Why there is no model: nothing (better than `below`) is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Infeasible;

impl Model {
    /// Builds the model of what costs less than `below`.
    pub fn new(problem: &SearchProblem, below: Option<i128>) -> Result<Model, Infeasible> {
        let alive = problem.nodes().iter().map(|node| vec![true; node.costs.len()]).collect();
        Model::restricted(problem, below, alive)
    }

    /// Builds the model of what costs less than `below` and uses these choices only.
    pub fn restricted(problem: &SearchProblem, below: Option<i128>, mut alive: Vec<Vec<bool>>) -> Result<Model, Infeasible> {
        let ceiling = below.map_or(INFINITE, |below| i64::try_from(below).unwrap_or(INFINITE).min(INFINITE));
        let nodes = problem.nodes();
        for (node, alive) in nodes.iter().zip(&mut alive) {
            alive.iter_mut().zip(node.costs.iter()).for_each(|(alive, cost)| *alive &= *cost < ceiling);
        }
        let merged = merged_edges(problem);
        keep_supported(problem, &merged, ceiling, &mut alive)?;
        let choices: Vec<Vec<u32>> = alive.iter().map(|alive| (0..alive.len() as u32).filter(|choice| alive[*choice as usize]).collect()).collect();
        let (usages, spans, rows) = rows(problem, &choices)?;
        let (times, capacities) = rows.into_iter().unzip();
        let scale = scale(problem, &choices, &merged, below);
        let mut costs: Vec<Vec<f64>> = nodes.iter().zip(&choices).map(|(node, choices)| choices.iter().map(|choice| scaled(node.costs[*choice as usize], scale)).collect()).collect();
        let edges = model_edges(problem, &choices, &merged, ceiling, scale, &mut costs);
        let mut neighbors = vec![Vec::new(); nodes.len()];
        for (index, edge) in edges.iter().enumerate() {
            for side in 0..2 {
                neighbors[edge.nodes[side] as usize].push(Neighbor { edge: index as u32, other: edge.nodes[1 - side] });
            }
        }
        neighbors.iter_mut().for_each(|all| all.sort_by_key(|neighbor: &Neighbor| neighbor.other));
        Ok(Model { choices, costs, usages, spans, capacities, times, edges, neighbors, scale })
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.choices.len()
    }
    /// There are no nodes.
    pub fn is_empty(&self) -> bool {
        self.choices.is_empty()
    }
    /// The costs of an edge, with a row for each choice of this end.
    pub fn matrix(&self, edge: u32, end: usize) -> &[f64] {
        let edge = &self.edges[edge as usize];
        &edge.costs[usize::from(edge.nodes[1] as usize == end)]
    }
    /// The problem's numbers of these choices.
    pub fn assignment(&self, state: &[u32]) -> Assignment {
        state.iter().zip(&self.choices).map(|(choice, choices)| choices[*choice as usize]).collect()
    }
    /// The model's numbers of an assignment; none where a choice is gone.
    pub fn state(&self, assignment: &[u32]) -> Option<Vec<u32>> {
        let find = |(choice, choices): (&u32, &Vec<u32>)| choices.binary_search(choice).ok().map(|at| at as u32);
        assignment.iter().zip(&self.choices).map(find).collect()
    }
    /// A cost of the model in the problem's units, rounded up: right for bounds, as the problem's costs are whole numbers.
    pub fn unscaled(&self, cost: f64) -> i128 {
        let factor = 2f64.powi(-self.scale);
        (cost * factor).ceil() as i128
    }
    /// What is left of each row.
    pub fn free_rows(&self, state: &[u32]) -> Vec<i64> {
        let mut free = self.capacities.clone();
        for (node, &choice) in state.iter().enumerate() {
            let (from, to) = self.spans[node];
            let usage = self.usages[node][choice as usize];
            free[from as usize..to as usize].iter_mut().for_each(|row| *row -= usage);
        }
        free
    }
    /// The same model with a large cost for each forbidden pair, for searches that start from forbidden states.
    pub fn softened(&self) -> Model {
        const LARGE: f64 = (1u64 << 44) as f64;
        let mut soft = self.clone();
        let mut known: HashMap<*const f64, [Arc<[f64]>; 2]> = HashMap::new();
        for edge in &mut soft.edges {
            let soften = |costs: &Arc<[f64]>| costs.iter().map(|cost| cost.min(LARGE)).collect();
            edge.costs = known.entry(edge.costs[0].as_ptr()).or_insert_with(|| [soften(&edge.costs[0]), soften(&edge.costs[1])]).clone();
        }
        soft
    }
    /// Cost of a state, infinite where it is forbidden.
    pub fn cost(&self, state: &[u32]) -> f64 {
        let nodes: f64 = state.iter().zip(&self.costs).map(|(choice, costs)| costs[*choice as usize]).sum();
        let edge_cost = |edge: &ModelEdge| {
            let (first, second) = (edge.nodes[0] as usize, edge.nodes[1] as usize);
            edge.costs[0][state[first] as usize * self.costs[second].len() + state[second] as usize]
        };
        nodes + self.edges.iter().map(edge_cost).sum::<f64>()
    }
}

type Merged = BTreeMap<(u32, u32), Vec<(Arc<[i64]>, bool)>>;

/// Edges by their nodes, the smaller first; true where a matrix is to be read transposed.
fn merged_edges(problem: &SearchProblem) -> Merged {
    let mut merged: Merged = BTreeMap::new();
    for edge in problem.edges() {
        let (first, second) = edge.nodes;
        merged.entry((first.min(second), first.max(second))).or_default().push((Arc::clone(&edge.costs), first > second));
    }
    merged
}

/// Cost of a pair across merged edges.
fn pair(parts: &[(Arc<[i64]>, bool)], sizes: (usize, usize), first: usize, second: usize) -> i64 {
    let at = |transposed: bool| if transposed { second * sizes.0 + first } else { first * sizes.1 + second };
    parts.iter().fold(0i64, |sum, (costs, transposed)| sum.saturating_add(costs[at(*transposed)]))
}

/// Drops choices without a finite partner, until none is left that has none.
fn keep_supported(problem: &SearchProblem, merged: &Merged, ceiling: i64, alive: &mut [Vec<bool>]) -> Result<(), Infeasible> {
    let keys: Vec<(u32, u32)> = merged.keys().copied().collect();
    let mut at_node = vec![Vec::new(); alive.len()];
    for (index, key) in keys.iter().enumerate() {
        at_node[key.0 as usize].push(index);
        at_node[key.1 as usize].push(index);
    }
    let mut queue: std::collections::VecDeque<usize> = (0..keys.len()).collect();
    let mut queued = vec![true; keys.len()];
    while let Some(index) = queue.pop_front() {
        queued[index] = false;
        let (first, second) = (keys[index].0 as usize, keys[index].1 as usize);
        let parts = &merged[&keys[index]];
        let sizes = (problem.nodes()[first].costs.len(), problem.nodes()[second].costs.len());
        let mut columns = vec![false; sizes.1];
        let mut changed = [false, false];
        for row in 0..sizes.0 {
            if !alive[first][row] {
                continue;
            }
            let mut supported = false;
            for column in (0..sizes.1).filter(|column| alive[second][*column]) {
                if pair(parts, sizes, row, column) < ceiling {
                    supported = true;
                    columns[column] = true;
                }
            }
            changed[0] |= !supported;
            alive[first][row] = supported;
        }
        for column in 0..sizes.1 {
            changed[1] |= alive[second][column] && !columns[column];
            alive[second][column] &= columns[column];
        }
        for (node, changed) in [(first, changed[0]), (second, changed[1])] {
            for &next in at_node[node].iter().filter(|_| changed) {
                if !std::mem::replace(&mut queued[next], true) {
                    queue.push_back(next);
                }
            }
        }
    }
    if alive.iter().any(|alive| !alive.contains(&true)) { Err(Infeasible) } else { Ok(()) }
}

type Rows = (Vec<Vec<i64>>, Vec<(u32, u32)>, Vec<(i64, i64)>);

fn rows(problem: &SearchProblem, choices: &[Vec<u32>]) -> Result<Rows, Infeasible> {
    let nodes = problem.nodes();
    let used = |node: usize| choices[node].iter().map(move |choice| nodes[node].usages[*choice as usize]);
    let least: Vec<i64> = (0..nodes.len()).map(|node| used(node).min().unwrap_or(0)).collect();
    let most: Vec<i64> = (0..nodes.len()).map(|node| used(node).max().unwrap_or(0)).collect();
    let usages = (0..nodes.len()).map(|node| used(node).map(|usage| usage - least[node]).collect()).collect();
    let Some(limit) = problem.limit() else { return Ok((usages, vec![(0, 0); nodes.len()], Vec::new())) };
    let (low, high) = (problem.profile(|node| least[node]), problem.profile(|node| most[node]));
    if low.iter().any(|(_, used)| *used > i128::from(limit)) {
        return Err(Infeasible);
    }
    // A row says nothing where another one has all its open nodes and leaves no more.
    let open = |node: usize| most[node] > least[node] && nodes[node].live.0 < nodes[node].live.1;
    let sorted = |mut times: Vec<i64>| {
        times.sort_unstable();
        times
    };
    let starts = sorted((0..nodes.len()).filter(|node| open(*node)).map(|node| nodes[node].live.0).collect());
    let ends = sorted((0..nodes.len()).filter(|node| open(*node)).map(|node| nodes[node].live.1).collect());
    let upto = |times: &[i64], time: i64| times.partition_point(|other| *other <= time);
    let mut kept: Vec<(i64, i64)> = Vec::new();
    for ((time, low), (_, high)) in low.into_iter().zip(high).filter(|(_, (_, high))| *high > i128::from(limit)) {
        debug_assert!(high >= low);
        let room = i64::try_from(i128::from(limit) - low).unwrap_or(i64::MAX);
        while let Some(&(last, last_room)) = kept.last() {
            if room > last_room || upto(&ends, time) > upto(&ends, last) {
                break;
            }
            kept.pop();
        }
        let is_said = kept.last().is_some_and(|&(last, last_room)| last_room <= room && upto(&starts, time) == upto(&starts, last));
        if !is_said {
            kept.push((time, room));
        }
    }
    let row = |time: i64| kept.partition_point(|(start, _)| *start < time) as u32;
    let span = |node: usize| if open(node) { (row(nodes[node].live.0), row(nodes[node].live.1)) } else { (0, 0) };
    Ok((usages, (0..nodes.len()).map(span).collect(), kept))
}

/// The power of two that keeps sums of costs whole and below 2^50.
fn scale(problem: &SearchProblem, choices: &[Vec<u32>], merged: &Merged, below: Option<i128>) -> i32 {
    let finite = |costs: &mut dyn Iterator<Item = i64>| costs.filter(|cost| *cost < INFINITE).max().unwrap_or(0) as f64;
    let nodes: f64 = (0..choices.len()).map(|node| finite(&mut choices[node].iter().map(|choice| problem.nodes()[node].costs[*choice as usize]))).sum();
    let edges: f64 = merged.values().flatten().map(|(costs, _)| finite(&mut costs.iter().copied())).sum();
    let most = below.map_or(nodes + edges, |below| (below as f64).min(nodes + edges)).max(1.0);
    // 2^50, a factor of 8 below what is exact; no finer than 2^-20 of a unit.
    (49 - most.log2().ceil() as i32).clamp(-40, 20)
}

fn scaled(cost: i64, scale: i32) -> f64 {
    if cost >= INFINITE {
        return f64::INFINITY;
    }
    if scale >= 0 { cost as f64 * 2f64.powi(scale) } else { (cost >> -scale) as f64 }
}

fn model_edges(problem: &SearchProblem, choices: &[Vec<u32>], merged: &Merged, ceiling: i64, scale: i32, totals: &mut [Vec<f64>]) -> Vec<ModelEdge> {
    let mut known: HashMap<Vec<u64>, [Arc<[f64]>; 2]> = HashMap::new();
    let mut edges = Vec::with_capacity(merged.len());
    for (&(first, second), parts) in merged {
        let (rows, columns) = (&choices[first as usize], &choices[second as usize]);
        let sizes = (problem.nodes()[first as usize].costs.len(), problem.nodes()[second as usize].costs.len());
        let mut key: Vec<u64> = vec![rows.len() as u64];
        for &row in rows {
            for &column in columns {
                let cost = pair(parts, sizes, row as usize, column as usize);
                key.push(scaled(if cost >= ceiling { INFINITE } else { cost }, scale).to_bits());
            }
        }
        if rows.len() == 1 || columns.len() == 1 {
            let node = if rows.len() == 1 { second } else { first };
            totals[node as usize].iter_mut().zip(&key[1..]).for_each(|(total, bits)| *total += f64::from_bits(*bits));
            continue;
        }
        // An edge that costs nothing whatever is chosen is none.
        if key[1..].iter().all(|bits| *bits == 0) {
            continue;
        }
        let costs = known.entry(key).or_insert_with_key(|key| {
            let forward: Arc<[f64]> = key[1..].iter().map(|bits| f64::from_bits(*bits)).collect();
            let turned = (0..columns.len()).flat_map(|column| (0..rows.len()).map(move |row| (row, column)));
            let backward = turned.map(|(row, column)| forward[row * columns.len() + column]).collect();
            [forward, backward]
        });
        edges.push(ModelEdge { nodes: [first, second], costs: costs.clone() });
    }
    edges
}
