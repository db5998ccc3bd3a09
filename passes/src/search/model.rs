//! A problem as searches like it: reduced ([`super::presolve`]), floating point scaled for exactness.
//!
//! Costs are `f64` that hold whole numbers: the problem's times a power of two, chosen so that sums stay below 2^53 and are exact
//! ([`Model::scale`] below 0 rounds costs down instead, so that bounds stay bounds). Invariants: a node of the model stands for all
//! nodes of the problem that follow it; every choice has a finite partner across every edge; equal matrices share storage; a cheapest valid
//! assignment of the problem lives in the model, unless none costs less than the `below` it was built with.

pub use super::presolve::Infeasible;
use super::presolve::{Core, FORBIDDEN};
use super::problem::{Assignment, SearchProblem};
use super::rows::Piece;
use std::collections::HashMap;
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
    /// Cost of each choice of each node.
    pub costs: Vec<Vec<f64>>,
    /// Memory of each node's choices beyond the least, by rows.
    pub pieces: Vec<Vec<Piece>>,
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
    core: Arc<Core>,
    /// The models that this one came from, the nearest last.
    parents: Vec<Arc<Core>>,
}

impl Model {
    /// Builds the model of what costs less than `below`, and no more than the problem's most cost.
    pub fn new(problem: &SearchProblem, below: Option<i128>) -> Result<Model, Infeasible> {
        let wanted = problem.most_cost().map(|most| most.saturating_add(1));
        let below = below.into_iter().chain(wanted).min();
        // Once more with the rows that bind: what lives in no other row has no memory now.
        let core = Core::of(problem).reduced(below, &[])?;
        let again = core.reduced(below, &[])?;
        Ok(Model::of(again, vec![Arc::new(core)], below))
    }

    /// Builds the model of what costs less than `below` and uses the choices of this model that are marked.
    pub fn restricted(&self, below: Option<i128>, keep: &[Vec<bool>]) -> Result<Model, Infeasible> {
        let core = self.core.reduced(below, keep)?;
        let parents = self.parents.iter().chain([&self.core]).cloned().collect();
        Ok(Model::of(core, parents, below))
    }

    fn of(core: Core, parents: Vec<Arc<Core>>, below: Option<i128>) -> Model {
        let scale = scale(&core, below);
        let mut known: HashMap<(usize, Arc<[i64]>), [Arc<[f64]>; 2]> = HashMap::new();
        let mut edges = Vec::with_capacity(core.edges.len());
        let mut neighbors = vec![Vec::new(); core.costs.len()];
        for (index, (nodes, costs)) in core.edges.iter().enumerate() {
            let columns = core.costs[nodes[1] as usize].len();
            let forward = || -> Arc<[f64]> { costs.iter().map(|cost| scaled(*cost, scale)).collect() };
            let both = known.entry((columns, Arc::clone(costs))).or_insert_with(|| {
                let forward = forward();
                let rows = forward.len() / columns;
                let backward = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column))).map(|(row, column)| forward[row * columns + column]).collect();
                [forward, backward]
            });
            edges.push(ModelEdge { nodes: *nodes, costs: both.clone() });
            for side in 0..2 {
                neighbors[nodes[side] as usize].push(Neighbor { edge: index as u32, other: nodes[1 - side] });
            }
        }
        neighbors.iter_mut().for_each(|all| all.sort_by_key(|neighbor: &Neighbor| neighbor.other));
        Model {
            costs: core.costs.iter().map(|costs| costs.iter().map(|cost| scaled(*cost, scale)).collect()).collect(),
            pieces: core.pieces.clone(),
            capacities: core.rows.iter().map(|row| row.capacity).collect(),
            times: core.rows.iter().map(|row| row.time).collect(),
            edges,
            neighbors,
            scale,
            core: Arc::new(core),
            parents,
        }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.costs.len()
    }
    /// There are no nodes.
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }
    /// Entries of all matrices.
    pub fn entries(&self) -> usize {
        self.edges.iter().map(|edge| edge.costs[0].len()).sum()
    }
    /// The costs of an edge, with a row for each choice of this end.
    pub fn matrix(&self, edge: u32, end: usize) -> &[f64] {
        let edge = &self.edges[edge as usize];
        &edge.costs[usize::from(edge.nodes[1] as usize == end)]
    }
    /// The problem's assignment of a state of this model.
    pub fn assignment(&self, state: &[u32]) -> Assignment {
        self.parents.iter().rev().fold(self.core.lifted(state), |state, parent| parent.lifted(&state))
    }
    /// The state of an assignment; none where it uses choices that are gone. The state can have pairs that are forbidden here, as others beat them.
    pub fn state(&self, assignment: &[u32]) -> Option<Vec<u32>> {
        let above = self.parents.iter().try_fold(assignment.to_vec(), |state, parent| parent.lowered(&state))?;
        self.core.lowered(&above)
    }
    /// The state that is most like an assignment: it can be one that is forbidden or uses too much memory.
    pub fn nearest(&self, assignment: &[u32]) -> Vec<u32> {
        let above = self.parents.iter().fold(assignment.to_vec(), |state, parent| parent.nearest(&state));
        self.core.nearest(&above)
    }
    /// The state here of a state of the model that this one was restricted from; none where it uses what is gone.
    pub fn lowered(&self, state: &[u32]) -> Option<Vec<u32>> {
        self.core.lowered(state)
    }
    /// How this was made from the model that it was restricted from.
    pub fn core(&self) -> &Core {
        &self.core
    }
    /// Prices of this model's rows as prices of the rows of another model of the same problem; 0 for rows that this one lacks.
    pub fn prices_in(&self, other: &Model, prices: &[f64]) -> Vec<f64> {
        let factor = 2f64.powi(other.scale - self.scale);
        other.times.iter().map(|time| self.times.binary_search(time).map_or(0.0, |row| prices[row] * factor)).collect()
    }
    /// A cost of the model in the problem's units, rounded up: right for bounds, as the problem's costs are whole numbers.
    pub fn unscaled(&self, cost: f64) -> i128 {
        let factor = 2f64.powi(-self.scale);
        (cost * factor).ceil() as i128
    }
    /// Memory of a node's choices in a row; none where all use the same.
    pub fn usages(&self, node: usize, row: u32) -> Option<&[i64]> {
        let pieces = &self.pieces[node];
        let at = pieces.partition_point(|piece| piece.rows.1 <= row);
        pieces.get(at).filter(|piece| piece.rows.0 <= row).map(|piece| &piece.usages[..])
    }
    /// What is left of each row.
    pub fn free_rows(&self, state: &[u32]) -> Vec<i64> {
        let mut free = self.capacities.clone();
        state.iter().enumerate().for_each(|(node, choice)| self.use_memory(&mut free, node, *choice, 1));
        free
    }
    /// Takes a choice's memory from what is free, so many times.
    pub fn use_memory(&self, free: &mut [i64], node: usize, choice: u32, times: i64) {
        for piece in &self.pieces[node] {
            let usage = piece.usages[choice as usize] * times;
            if usage != 0 {
                free[piece.rows.0 as usize..piece.rows.1 as usize].iter_mut().for_each(|row| *row -= usage);
            }
        }
    }
    /// A choice of a node fits in what is free.
    pub fn fits(&self, free: &[i64], node: usize, choice: u32) -> bool {
        self.pieces[node].iter().all(|piece| {
            let usage = piece.usages[choice as usize];
            usage == 0 || free[piece.rows.0 as usize..piece.rows.1 as usize].iter().all(|free| usage <= *free)
        })
    }
    /// Which choices of a node fit in what is free.
    pub fn fitting(&self, free: &[i64], node: usize) -> Vec<bool> {
        let mut fits = vec![true; self.costs[node].len()];
        for piece in &self.pieces[node] {
            let room = free[piece.rows.0 as usize..piece.rows.1 as usize].iter().copied().min().unwrap_or(i64::MAX);
            // What takes no more than the least may stay in a row that is too full.
            fits.iter_mut().zip(piece.usages.iter()).for_each(|(fits, usage)| *fits &= *usage == 0 || *usage <= room);
        }
        fits
    }
    /// What the memory of each choice of a node costs, by the running sums of the rows' prices.
    pub fn priced(&self, node: usize, sums: &[f64], mut add: impl FnMut(usize, f64)) {
        for piece in &self.pieces[node] {
            let price = sums[piece.rows.1 as usize] - sums[piece.rows.0 as usize];
            if price != 0.0 {
                piece.usages.iter().enumerate().for_each(|(choice, usage)| add(choice, *usage as f64 * price));
            }
        }
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

/// The power of two that keeps sums of costs whole and below 2^50.
fn scale(core: &Core, below: Option<i128>) -> i32 {
    let finite = |costs: &[i64]| costs.iter().copied().filter(|cost| *cost < FORBIDDEN).max().unwrap_or(0) as f64;
    let all: f64 = core.costs.iter().map(|costs| finite(costs)).chain(core.edges.iter().map(|(_, costs)| finite(costs))).sum();
    let most = below.map_or(all, |below| (below as f64).min(all)).max(1.0);
    // 2^50, a factor of 8 below what is exact; no finer than 2^-20 of a unit.
    (49 - most.log2().ceil() as i32).clamp(-40, 20)
}

fn scaled(cost: i64, scale: i32) -> f64 {
    if cost >= FORBIDDEN {
        return f64::INFINITY;
    }
    if scale >= 0 { cost as f64 * 2f64.powi(scale) } else { (cost >> -scale) as f64 }
}
