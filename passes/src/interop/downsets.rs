//! Sets of nodes that hold all that their nodes wait for: the places where a pipeline can be cut.
//!
//! Prefixes of a pipeline are downsets of its graph, and a stage is the difference of two. Invariants: downsets are numbered by size, the empty one first and the whole graph last;
//! each stage that ends a downset is met exactly once. A graph of many branches has too many: the number of them is bounded by whoever asks.

use super::problem::Problem;
use std::collections::HashMap;

/// Words of a set.
const WORDS: usize = 4;
/// Nodes that a set can hold.
pub const MOST_NODES: usize = 64 * WORDS;

/// Nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Nodes([u64; WORDS]);

impl Nodes {
    /// Whether a node is in it.
    pub fn has(&self, node: usize) -> bool {
        self.0[node / 64] >> (node % 64) & 1 == 1
    }
    /// With a node more.
    pub fn with(mut self, node: usize) -> Nodes {
        self.0[node / 64] |= 1 << (node % 64);
        self
    }
    /// Those that are not in the other.
    pub fn minus(mut self, other: &Nodes) -> Nodes {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= !other);
        self
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }
    /// The nodes, ascending.
    pub fn list(&self) -> Vec<usize> {
        (0..MOST_NODES).filter(|&node| self.has(node)).collect()
    }
}

/// All downsets of a graph.
pub struct Downsets {
    sets: Vec<Nodes>,
    /// For each, what is left when one of its last nodes is taken away: that node and the number of the rest, by descending node.
    rest: Vec<Vec<(usize, usize)>>,
}

impl Downsets {
    /// Finds them.
    ///
    /// # Errors
    /// That the graph has too many nodes, or more downsets than `most`.
    pub fn new(problem: &Problem, most: usize) -> Result<Downsets, String> {
        let count = problem.nodes().len();
        if count > MOST_NODES {
            return Err(format!("the graph has {count} nodes, and cuts are listed for at most {MOST_NODES}: merge nodes first"));
        }
        let mut needs = vec![Nodes::default(); count];
        problem.edges().iter().for_each(|edge| needs[edge.to] = needs[edge.to].with(edge.from));
        let mut numbers = HashMap::from([(Nodes::default(), 0usize)]);
        let (mut sets, mut rest) = (vec![Nodes::default()], vec![Vec::new()]);
        // Each set is made from sets of one node less, which come before it.
        let mut at = 0;
        while at < sets.len() {
            let set: Nodes = sets[at];
            for node in (0..count).filter(|&node| !set.has(node) && needs[node].minus(&set).is_empty()) {
                let grown = set.with(node);
                let number = *numbers.entry(grown).or_insert_with(|| {
                    sets.push(grown);
                    rest.push(Vec::new());
                    sets.len() - 1
                });
                rest[number].push((node, at));
            }
            if sets.len() > most {
                return Err(format!("the graph can be cut in more than {most} places: merge nodes first"));
            }
            at += 1;
        }
        for list in &mut rest {
            list.sort_unstable_by(|a, b| b.cmp(a));
        }
        Ok(Downsets { sets, rest })
    }
    /// None: what stands in while they are lent.
    pub(super) fn none() -> Downsets {
        Downsets { sets: Vec::new(), rest: Vec::new() }
    }
    /// The downsets.
    pub fn sets(&self) -> &[Nodes] {
        &self.sets
    }
    /// The whole graph's number.
    pub fn whole(&self) -> usize {
        self.sets.len() - 1
    }
    /// The nodes of a downset that no other of its nodes waits for, by descending number, each with the number of what is left without it.
    pub fn rest(&self, set: usize) -> &[(usize, usize)] {
        &self.rest[set]
    }
    /// Nodes of one that another lacks.
    pub fn between(&self, large: usize, small: usize) -> Nodes {
        self.sets[large].minus(&self.sets[small])
    }
    /// Visits every stage that ends a downset. `enter(node, left)` is called as a node joins the stage, `left` being the downset that is left, and says whether larger stages are wanted;
    /// `leave(node)` as it goes again.
    pub fn stages<S>(&self, set: usize, state: &mut S, enter: &mut dyn FnMut(&mut S, usize, usize) -> bool, leave: &mut dyn FnMut(&mut S, usize)) {
        self.grow(set, usize::MAX, state, enter, leave);
    }
    fn grow<S>(&self, left: usize, last: usize, state: &mut S, enter: &mut dyn FnMut(&mut S, usize, usize) -> bool, leave: &mut dyn FnMut(&mut S, usize)) {
        for &(node, smaller) in &self.rest[left] {
            // In descending order each stage is made in one way.
            if node < last {
                if enter(state, node, smaller) {
                    self.grow(smaller, node, state, enter, leave);
                }
                leave(state, node);
            }
        }
    }
}
