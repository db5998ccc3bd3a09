//! Named dimensions: one map from names of dimensions to mesh axes for the whole program.
//!
//! N. Shazeer et al., "Mesh-TensorFlow: deep learning for supercomputers", NeurIPS 2018: a layout says which named dimensions are split over
//! which axis of the mesh, wherever they occur; an axis may split several names, a name is split by one axis. There, users write the layout (and its
//! auto_mtf searches it); here, names come from the program ([`super::structure`]), all layouts are tried where there are at most 2^14, else names are
//! moved alone and in pairs until nothing gets better. A node takes the choice that splits most of what the layout wants split
//! (where two of its dimensions share a name, or are too small, less), and never stays partial. Time: each layout tried is priced as a
//! whole. Invariant: a layout decides every node's choice.

use super::by_axis::begin;
use super::structure::{PARTIAL, Structure};
use super::{Budget, INFINITE, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};
use std::collections::{BTreeMap, HashMap};

/// The search.
pub const MESH_TENSORFLOW: SearchInfo = SearchInfo {
    name: "mesh-tensorflow",
    summary: "named dimensions: one map from names of dimensions to mesh axes for the whole program",
    paper: "Shazeer et al. (Mesh-TensorFlow), NeurIPS 2018",
    exact: false,
    run,
};

/// Most layouts that are all tried.
const MOST_LAYOUTS: u64 = 1 << 14;

/// Names that are also moved in pairs.
const PAIRED: usize = 48;

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let (mut record, structure) = match begin(problem, budget) {
        Ok(begun) => begun,
        Err(outcome) => return outcome,
    };
    let mut layout = Layout::new(problem, structure);
    let (names, values) = (layout.axis_of.len(), structure.axes.len() as u8 + 1);
    layout.offer(&mut record, progress);
    let count = (0..names).fold(1u64, |count, _| count.saturating_mul(u64::from(values)));
    let stop = if count <= MOST_LAYOUTS { every(&mut layout, values, &mut record, progress) } else { descend(&mut layout, values, &mut record, progress) };
    record.finish(stop)
}

/// Every layout, the names that most nodes have changing most seldom.
fn every(layout: &mut Layout<'_>, values: u8, record: &mut Record<'_>, progress: &mut Progress<'_>) -> Stop {
    let names = layout.axis_of.len();
    loop {
        if let Some(stop) = record.must_stop() {
            return stop;
        }
        let Some(next) = (0..names).rev().find(|name| layout.axis_of[*name] + 1 < values) else { return Stop::Done };
        layout.set(next, layout.axis_of[next] + 1);
        (next + 1..names).for_each(|name| layout.set(name, 0));
        layout.offer(record, progress);
    }
}

/// Names moved alone, then in pairs, from nothing split.
fn descend(layout: &mut Layout<'_>, values: u8, record: &mut Record<'_>, progress: &mut Progress<'_>) -> Stop {
    let names = layout.axis_of.len();
    let alone = (0..names).map(|name| (name, None));
    let pairs = (0..names.min(PAIRED)).flat_map(|one| (one + 1..names.min(PAIRED)).map(move |other| (one, Some(other))));
    let moves: Vec<(usize, Option<usize>)> = alone.chain(pairs).collect();
    let (mut at, mut since) = (0, 0);
    while since < moves.len() {
        if let Some(stop) = record.must_stop() {
            return stop;
        }
        let (one, other) = moves[at];
        let before = (layout.axis_of[one], other.map(|other| layout.axis_of[other]));
        let mut best = (layout.rank(), before);
        for first in 0..values {
            layout.set(one, first);
            for second in 0..if other.is_some() { values } else { 1 } {
                other.iter().for_each(|other| layout.set(*other, second));
                record.evaluations += 1;
                let rank = layout.rank();
                if rank < best.0 {
                    best = (rank, (first, other.map(|_| second)));
                }
            }
        }
        layout.set(one, best.1.0);
        if let (Some(other), Some(value)) = (other, best.1.1) {
            layout.set(other, value);
        }
        // After a gain, names are tried alone again first.
        (at, since) = if best.1 == before { ((at + 1) % moves.len(), since + 1) } else { (0, 0) };
        layout.offer(record, progress);
    }
    Stop::Done
}

/// A map from names to axes, and what the program costs with it.
struct Layout<'p> {
    problem: &'p SearchProblem,
    structure: &'p Structure,
    /// By name, in order of falling numbers of nodes: the axis plus one, or 0.
    axis_of: Vec<u8>,
    /// Place of each name of the structure in `axis_of`.
    places: BTreeMap<u32, usize>,
    /// Nodes that have a name.
    nodes: Vec<Vec<u32>>,
    /// The choice of every node.
    state: Vec<u32>,
    /// Choices by node and what its names are mapped to.
    known: HashMap<(u32, Vec<u8>), u32>,
}

impl<'p> Layout<'p> {
    fn new(problem: &'p SearchProblem, structure: &'p Structure) -> Layout<'p> {
        let mut of_name: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for node in 0..problem.nodes().len() {
            let split = |choice: usize| (0..structure.axes.len()).filter_map(move |axis| structure.dim(node, choice, axis)).map(|dim| dim.name).collect::<Vec<u32>>();
            for name in (0..problem.nodes()[node].costs.len()).flat_map(split) {
                let nodes = of_name.entry(name).or_default();
                if nodes.last() != Some(&(node as u32)) {
                    nodes.push(node as u32);
                }
            }
        }
        let mut names: Vec<(u32, Vec<u32>)> = of_name.into_iter().collect();
        names.sort_by_key(|(name, nodes)| (std::cmp::Reverse(nodes.len()), *name));
        let places = names.iter().enumerate().map(|(place, (name, _))| (*name, place)).collect();
        let nodes: Vec<Vec<u32>> = names.into_iter().map(|(_, nodes)| nodes).collect();
        let state = vec![0; problem.nodes().len()];
        let mut layout = Layout { problem, structure, axis_of: vec![0; nodes.len()], places, nodes, state, known: HashMap::new() };
        (0..problem.nodes().len()).for_each(|node| layout.follow(node));
        layout
    }

    /// Maps a name to an axis (plus one) or to none; its nodes follow.
    fn set(&mut self, name: usize, axis: u8) {
        if self.axis_of[name] == axis {
            return;
        }
        self.axis_of[name] = axis;
        for node in self.nodes[name].clone() {
            self.follow(node as usize);
        }
    }

    fn follow(&mut self, node: usize) {
        let dims = &self.structure.nodes[node].dims;
        let wanted: Vec<u8> = dims.iter().map(|dim| self.places.get(&dim.name).map_or(0, |place| self.axis_of[*place])).collect();
        let choice = match self.known.get(&(node as u32, wanted.clone())) {
            Some(known) => *known,
            None => {
                let choice = self.closest(node, &wanted);
                self.known.insert((node as u32, wanted), choice);
                choice
            }
        };
        self.state[node] = choice;
    }

    /// The choice that splits nothing else than wanted, and then the most of it; of equals the cheapest, and the first.
    fn closest(&self, node: usize, wanted: &[u8]) -> u32 {
        let structure = self.structure;
        let costs = &self.problem.nodes()[node].costs;
        let rank = |choice: usize| {
            let strays = |axis: &usize| match structure.split(node, choice, *axis) {
                PARTIAL => true,
                0 => false,
                dim => usize::from(wanted[usize::from(dim) - 1]) != *axis + 1,
            };
            (costs[choice] >= INFINITE, (0..structure.axes.len()).filter(strays).count(), std::cmp::Reverse(structure.used(node, choice)), costs[choice], choice)
        };
        (0..costs.len()).min_by_key(|choice| rank(*choice)).unwrap_or(0) as u32
    }

    /// Valid layouts first, then by cost.
    fn rank(&self) -> (usize, i128, i128) {
        let Ok(found) = self.problem.evaluate(&self.state) else { return (usize::MAX, 0, 0) };
        let over = found.over_budget.map_or(0, |over| over.usage - i128::from(over.limit));
        (found.forbidden, over, found.cost)
    }

    /// Tells the record, which takes it where it is better than any before.
    fn offer(&self, record: &mut Record<'_>, progress: &mut Progress<'_>) {
        record.offer(&self.state, progress);
    }
}
