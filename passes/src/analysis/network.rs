//! Least cuts of directed networks: Dinic's maximum flow (1970), and the least cut that lies nearest to the sink.
//!
//! Flow is pushed along shortest paths, all of one length at a time; what the sink can still be reached from when no path is left is its side of the cut. Of all least cuts that side is the
//! smallest, whatever order edges were added in. Invariants: capacities are not negative, [`UNBOUNDED`] edges are in no cut; the same network gives the same cut; no recursion, so that chains may be long.

use std::collections::VecDeque;

/// The capacity of an edge that no cut may have. Sums of other capacities must stay below it.
pub const UNBOUNDED: i64 = i64::MAX / 4;

/// A network. Nodes are numbers from 0.
#[derive(Clone, Debug, Default)]
pub struct Network {
    /// By node, the edges that leave it. The edge with the last bit flipped goes the other way.
    leaving: Vec<Vec<usize>>,
    /// By edge, where it goes and how much more it can carry.
    edges: Vec<(usize, i64)>,
}

/// A least cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The sum of the capacities of the edges that lead over it.
    pub capacity: i64,
    /// By node, whether it lies on the sink's side.
    pub beyond: Vec<bool>,
}

impl Network {
    /// A network of so many nodes without edges.
    pub fn new(nodes: usize) -> Network {
        Network { leaving: vec![Vec::new(); nodes], edges: Vec::new() }
    }

    /// Adds an edge.
    pub fn edge(&mut self, from: usize, to: usize, capacity: i64) {
        for (from, to, capacity) in [(from, to, capacity), (to, from, 0)] {
            self.leaving[from].push(self.edges.len());
            self.edges.push((to, capacity));
        }
    }

    /// The least cut between two nodes that is nearest to `sink`; none where all cuts have an unbounded edge.
    pub fn cut(mut self, source: usize, sink: usize) -> Option<Cut> {
        let mut flow = 0i64;
        while let Some(levels) = self.levels(source, sink) {
            flow = flow.saturating_add(self.push(source, sink, &levels));
            if flow >= UNBOUNDED {
                return None;
            }
        }
        let mut beyond = vec![false; self.leaving.len()];
        beyond[sink] = true;
        let mut open = vec![sink];
        while let Some(node) = open.pop() {
            for &edge in &self.leaving[node] {
                let before = self.edges[edge].0;
                if self.edges[edge ^ 1].1 > 0 && !std::mem::replace(&mut beyond[before], true) {
                    open.push(before);
                }
            }
        }
        Some(Cut { capacity: flow, beyond })
    }

    /// How many edges each node is away from the source, by edges that can carry more; none where the sink cannot be reached.
    fn levels(&self, source: usize, sink: usize) -> Option<Vec<usize>> {
        let mut levels = vec![usize::MAX; self.leaving.len()];
        levels[source] = 0;
        let mut open = VecDeque::from([source]);
        while let Some(node) = open.pop_front() {
            for &edge in &self.leaving[node] {
                let (to, left) = self.edges[edge];
                if left > 0 && levels[to] == usize::MAX {
                    levels[to] = levels[node] + 1;
                    open.push_back(to);
                }
            }
        }
        (levels[sink] < usize::MAX).then_some(levels)
    }

    /// Pushes along paths on which each node is one further than the last, until there is none; how much was pushed.
    fn push(&mut self, source: usize, sink: usize, levels: &[usize]) -> i64 {
        let mut next = vec![0; self.leaving.len()];
        let mut path: Vec<usize> = Vec::new();
        let mut pushed = 0i64;
        let mut node = source;
        loop {
            if node == sink {
                let least = path.iter().map(|&edge| self.edges[edge].1).min().unwrap_or(0);
                for &edge in &path {
                    self.edges[edge].1 -= least;
                    self.edges[edge ^ 1].1 += least;
                }
                pushed = pushed.saturating_add(least);
                // On from before the first edge that is full.
                let full = path.iter().position(|&edge| self.edges[edge].1 == 0).unwrap_or(0);
                path.truncate(full);
                node = path.last().map_or(source, |&edge| self.edges[edge].0);
                continue;
            }
            let leads_on = |&edge: &usize| {
                let (to, left) = self.edges[edge];
                left > 0 && levels[to] == levels[node] + 1
            };
            match self.leaving[node][next[node]..].iter().position(leads_on) {
                Some(skipped) => {
                    next[node] += skipped;
                    let edge = self.leaving[node][next[node]];
                    path.push(edge);
                    node = self.edges[edge].0;
                }
                None => {
                    next[node] = self.leaving[node].len();
                    let Some(edge) = path.pop() else { return pushed };
                    node = self.edges[edge ^ 1].0;
                    next[node] += 1;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(nodes: usize, edges: &[(usize, usize, i64)]) -> Network {
        let mut network = Network::new(nodes);
        edges.iter().for_each(|&(from, to, capacity)| network.edge(from, to, capacity));
        network
    }

    /// The example of Ford and Fulkerson's method in textbooks (Cormen et al., Introduction to Algorithms, section 24.2): 23 units, cut into {s, 1, 2, 4} and {3, t}.
    #[test]
    fn the_textbook_network_carries_23() {
        let edges = [(0, 1, 16), (0, 2, 13), (2, 1, 4), (1, 3, 12), (3, 2, 9), (2, 4, 14), (4, 3, 7), (3, 5, 20), (4, 5, 4)];
        assert_eq!(network(6, &edges).cut(0, 5), Some(Cut { capacity: 23, beyond: vec![false, false, false, true, false, true] }));
    }

    /// Both edges of a chain are least cuts: that nearest to the sink is taken.
    #[test]
    fn of_equal_cuts_the_one_nearest_to_the_sink_is_taken() {
        assert_eq!(network(3, &[(0, 1, 5), (1, 2, 5)]).cut(0, 2), Some(Cut { capacity: 5, beyond: vec![false, false, true] }));
        assert_eq!(network(3, &[(0, 1, 4), (1, 2, 5)]).cut(0, 2), Some(Cut { capacity: 4, beyond: vec![false, true, true] }));
    }

    #[test]
    fn what_cannot_be_cut_has_no_cut_and_what_is_apart_needs_none() {
        assert_eq!(network(2, &[(0, 1, UNBOUNDED)]).cut(0, 1), None);
        assert_eq!(network(2, &[]).cut(0, 1), Some(Cut { capacity: 0, beyond: vec![false, true] }));
    }

    /// Against all cuts of small networks drawn by lot, one by one.
    #[test]
    fn no_cut_of_small_networks_is_less() {
        let mut rng = shardwright_ir::rng::Rng::new(5);
        for _ in 0..200 {
            let nodes = 2 + (rng.bits() % 6) as usize;
            let edges: Vec<(usize, usize, i64)> =
                (0..rng.bits() % 16).map(|_| ((rng.bits() % nodes as u64) as usize, (rng.bits() % nodes as u64) as usize, (rng.bits() % 9) as i64)).filter(|(from, to, _)| from != to).collect();
            let over = |beyond: &dyn Fn(usize) -> bool| edges.iter().filter(|(from, to, _)| !beyond(*from) && beyond(*to)).map(|(.., capacity)| capacity).sum::<i64>();
            let least = (0..1u32 << nodes).filter(|set| set & 1 == 0 && set >> (nodes - 1) & 1 == 1).map(|set| over(&|node| set >> node & 1 == 1)).min();
            let cut = network(nodes, &edges).cut(0, nodes - 1).unwrap();
            assert_eq!(Some(cut.capacity), least, "{edges:?}");
            assert_eq!(over(&|node| cut.beyond[node]), cut.capacity, "{edges:?}");
        }
    }

    /// Chains of a hundred thousand nodes neither overflow the stack nor take long.
    #[test]
    fn long_chains_are_no_trouble() {
        let nodes = 100_000;
        let edges: Vec<(usize, usize, i64)> = (1..nodes).map(|node| (node - 1, node, if node == nodes / 2 { 1 } else { 2 })).collect();
        let cut = network(nodes, &edges).cut(0, nodes - 1).unwrap();
        assert_eq!((cut.capacity, cut.beyond.iter().filter(|beyond| **beyond).count()), (1, nodes - nodes / 2));
    }
}
