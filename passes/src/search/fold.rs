//! Repeated layers folded: nodes that look alike as far as some edges away choose alike, and stand as one node of a smaller problem.
//!
//! Nodes are coloured by what their choices cost and use, then again and again by the colours across their edges and the matrices there (colour
//! refinement; B. Weisfeiler and A. Leman, 1968), until there are more than an eighth as many colours as nodes: so the nodes of one colour look alike up to
//! a distance that grows with the number of layers, and the first and the last layers keep colours of their own. The folded problem adds up what the
//! nodes of a colour cost. Its assignments, unfolded, are assignments of the whole that cost the same: upper bounds and starts for a search, no
//! more, as the cheapest assignment need not choose alike. Memory is left out: that is judged on the whole. Invariant: colours depend on contents
//! and their order alone, never on addresses.

use super::problem::{Assignment, INFINITE, SearchProblem};
use super::ProblemBuilder;
use std::collections::{BTreeMap, HashMap};

/// A problem in which nodes that look alike are one.
pub struct Folded {
    /// The folded problem, without memory.
    pub problem: SearchProblem,
    /// Which of its nodes each node of the whole is.
    class: Vec<u32>,
}

impl Folded {
    /// The assignment of the whole in which nodes that look alike choose alike.
    pub fn unfolded(&self, assignment: &[u32]) -> Assignment {
        self.class.iter().map(|class| assignment[*class as usize]).collect()
    }
}

/// Problems of fewer nodes are small enough as they are.
const LEAST_NODES: usize = 1000;

/// At most one class for so many nodes.
const SHARE: usize = 8;

/// The problem folded; none where it is small, or too little of it is alike.
pub fn folded(problem: &SearchProblem) -> Option<Folded> {
    let count = problem.nodes().len();
    if count < LEAST_NODES {
        return None;
    }
    let (mut class, mut classes) = numbered(problem.nodes().iter().map(|node| (node.costs.as_ptr(), node.usages.as_ptr(), node.costs.len())));
    if classes * SHARE > count {
        return None;
    }
    loop {
        let (next, more) = refined(problem, &class);
        if more == classes || more * SHARE > count {
            break;
        }
        (class, classes) = (next, more);
    }
    Some(Folded { problem: sum(problem, &class, classes)?, class })
}

/// Numbers of equal keys, in the order in which they come, and how many there are.
fn numbered<K: std::hash::Hash + Eq>(keys: impl Iterator<Item = K>) -> (Vec<u32>, usize) {
    let mut known: HashMap<K, u32> = HashMap::new();
    let mut numbers = Vec::new();
    for key in keys {
        let next = known.len() as u32;
        numbers.push(*known.entry(key).or_insert(next));
    }
    let count = known.len();
    (numbers, count)
}

/// Classes one edge further: by what is across each edge. Equal matrices share their storage.
fn refined(problem: &SearchProblem, class: &[u32]) -> (Vec<u32>, usize) {
    let mut seen: Vec<Vec<(usize, bool, u32)>> = vec![Vec::new(); class.len()];
    for edge in problem.edges() {
        let (first, second) = (edge.nodes.0 as usize, edge.nodes.1 as usize);
        let matrix = edge.costs.as_ptr() as usize;
        seen[first].push((matrix, true, class[second]));
        seen[second].push((matrix, false, class[first]));
    }
    seen.iter_mut().for_each(|seen| seen.sort_unstable());
    numbered(class.iter().zip(seen))
}

/// What the nodes of each class cost, and the edges between classes.
fn sum(problem: &SearchProblem, class: &[u32], classes: usize) -> Option<SearchProblem> {
    let add = |sum: &mut i64, cost: i64| *sum = if *sum >= INFINITE || cost >= INFINITE { INFINITE } else { sum.saturating_add(cost).min(INFINITE) };
    let mut costs: Vec<Vec<i64>> = vec![Vec::new(); classes];
    for (node, class) in problem.nodes().iter().zip(class) {
        let total = &mut costs[*class as usize];
        total.resize(node.costs.len(), 0);
        total.iter_mut().zip(node.costs.iter()).for_each(|(total, cost)| add(total, *cost));
    }
    let mut edges: BTreeMap<(u32, u32), Vec<i64>> = BTreeMap::new();
    for edge in problem.edges() {
        let ends = (class[edge.nodes.0 as usize], class[edge.nodes.1 as usize]);
        let (rows, columns) = (costs[ends.0 as usize].len(), costs[ends.1 as usize].len());
        let turned = ends.0 > ends.1;
        let total = edges.entry((ends.0.min(ends.1), ends.0.max(ends.1))).or_insert_with(|| vec![0; rows * columns]);
        for (at, cost) in edge.costs.iter().enumerate() {
            let at = if turned { at % columns * rows + at / columns } else { at };
            add(&mut total[at], *cost);
        }
    }
    let mut builder = ProblemBuilder::new(problem.name());
    costs.into_iter().enumerate().for_each(|(class, costs)| _ = builder.node(&format!("class {class}"), costs));
    edges.into_iter().for_each(|((first, second), costs)| _ = builder.edge(first, second, costs));
    // What is too dear to be wanted is too dear folded.
    Some(builder.build().ok()?.with_most_cost(problem.most_cost()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::rng::Rng;

    /// A chain of layers of three nodes, all alike.
    fn layers(count: usize) -> SearchProblem {
        let mut random = Rng::new(7);
        let mut table = |entries: usize| (0..entries).map(|_| random.below(90) as i64).collect::<Vec<i64>>();
        let (costs, inside, across) = ([table(3), table(4), table(2)], [table(12), table(8)], table(6));
        let mut builder = ProblemBuilder::new("layers");
        for layer in 0..count {
            let nodes: Vec<u32> = (0..3).map(|node| builder.node(&format!("n{layer}.{node}"), costs[node].clone())).collect();
            builder.edge(nodes[0], nodes[1], inside[0].clone()).edge(nodes[1], nodes[2], inside[1].clone());
            if layer > 0 {
                builder.edge(nodes[0] - 1, nodes[0], across.clone());
            }
        }
        builder.build().unwrap()
    }

    #[test]
    fn assignments_of_the_folded_problem_cost_the_same_unfolded() {
        let problem = layers(400);
        let folded = folded(&problem).unwrap();
        // An eighth of the nodes; the middle layers are three of them.
        let count = folded.problem.nodes().len();
        assert!((100..=150).contains(&count), "{count}");
        let middle: Vec<u32> = folded.class[3 * 199..3 * 200].to_vec();
        assert!(folded.class.iter().filter(|class| **class == middle[0]).count() > 350);
        let mut random = Rng::new(3);
        for _ in 0..50 {
            let chosen: Vec<u32> = folded.problem.nodes().iter().map(|node| random.below(node.costs.len()) as u32).collect();
            let whole = folded.unfolded(&chosen);
            assert_eq!(problem.evaluate(&whole).unwrap().cost, folded.problem.evaluate(&chosen).unwrap().cost);
        }
    }

    #[test]
    fn what_is_not_alike_is_not_folded() {
        let mut builder = ProblemBuilder::new("different");
        (0..2000).for_each(|node| _ = builder.node("n", vec![node, node + 1]));
        assert!(folded(&builder.build().unwrap()).is_none());
        assert!(folded(&layers(10)).is_none());
    }
}
