//! Nodes without memory that have two neighbours: they become an edge of the least that they cost (U. Bertelè and F. Brioschi, 1972; OptCNN's node elimination).
//!
//! Invariant: no elimination makes the tables larger.

use super::{ELIMINATED, FORBIDDEN, Work, plus};

/// How two nodes decide an eliminated one.
#[derive(Clone, Debug)]
pub struct Between {
    /// The two nodes, as what the core was made from numbers them.
    pub ends: [u32; 2],
    /// Choices of the second of them.
    columns: usize,
    /// The eliminated node's choice for each pair of theirs.
    best: Vec<u32>,
    /// Nodes that it stands for, and their choice for each of its.
    pub members: Vec<(u32, Vec<u32>)>,
}

impl Between {
    /// Fills in the choices of the members; those of the ends are there.
    pub fn decide(&self, all: &mut [u32]) {
        let [first, second] = self.ends.map(|end| all[end as usize] as usize);
        let choice = self.best[first * self.columns + second] as usize;
        self.members.iter().for_each(|(member, map)| all[*member as usize] = map[choice]);
    }
}

impl Work<'_> {
    /// Eliminates what it can; true where that is something.
    pub(super) fn eliminate(&mut self) -> bool {
        let mut changed = false;
        for node in 0..self.costs.len() as u32 {
            let size = self.size(node);
            if size < 2 || self.at[node as usize].len() != 2 || self.members[node as usize].iter().any(|member| !self.source.pieces[*member as usize].is_empty()) {
                continue;
            }
            let ends: Vec<(u32, u32)> = self.at[node as usize].iter().map(|(other, edge)| (*other, *edge)).collect();
            let [(first, to_first), (second, to_second)] = ends[..] else { continue };
            let sizes = [self.size(first), self.size(second)];
            let is_known = self.at[first as usize].contains_key(&second);
            if is_known || sizes[0] * sizes[1] <= size * (sizes[0] + sizes[1]) {
                self.eliminate_between(node, [first, second], [to_first, to_second]);
                changed = true;
            }
        }
        changed
    }

    fn eliminate_between(&mut self, node: u32, ends: [u32; 2], edges: [u32; 2]) {
        let sizes = ends.map(|end| self.size(end));
        let (first, second) = (self.from(ends[0], edges[0]), self.from(ends[1], edges[1]));
        let own = self.costs[node as usize].clone();
        let columns = self.source.costs[ends[1] as usize].len();
        let mut best = vec![0; self.source.costs[ends[0] as usize].len() * columns];
        let mut table = Vec::with_capacity(sizes[0] * sizes[1]);
        for (row, first) in first.chunks_exact(own.len()).enumerate() {
            let with: Vec<i64> = first.iter().zip(&own).map(|(cost, own)| plus(*cost, *own)).collect();
            for (column, second) in second.chunks_exact(own.len()).enumerate() {
                let costs = with.iter().zip(second).map(|(with, cost)| plus(*with, *cost)).enumerate();
                let (choice, least) = costs.fold((0, FORBIDDEN), |least, (choice, cost)| if cost < least.1 { (choice, cost) } else { least });
                table.push(least);
                let [row, column] = [(0, row), (1, column)].map(|(end, choice)| self.lift[ends[end] as usize].1[choice] as usize);
                best[row * columns + column] = choice as u32;
            }
        }
        edges.into_iter().for_each(|edge| self.remove(edge));
        self.costs[node as usize].clear();
        let members = std::mem::take(&mut self.members[node as usize]);
        let maps = members.into_iter().map(|member| (member, std::mem::replace(&mut self.lift[member as usize], (ELIMINATED, Vec::new())).1));
        let members = maps.collect();
        self.between.push(Between { ends, columns, best, members });
        self.join(ends, table.into());
        ends.into_iter().for_each(|end| self.fresh[end as usize] = true);
    }
}
