//! Choices and pairs that another one beats in cost and in memory.
//!
//! Invariant: of choices that are worth the same, the first stays.

use super::{FORBIDDEN, Infeasible, Work, plus, turned};
use std::sync::Arc;

impl Work<'_> {
    /// Drops choices that another one of the node beats whatever its neighbours choose, and pairs that another choice of a leaf beats.
    pub(super) fn drop_beaten(&mut self) -> Result<bool, Infeasible> {
        /// Comparisons of costs per node at most.
        const MOST: usize = 5_000_000;
        let mut changed = false;
        for node in 0..self.costs.len() {
            let size = self.costs[node].len();
            if !std::mem::take(&mut self.fresh[node]) || size < 2 {
                continue;
            }
            let tables: usize = self.at[node].values().filter_map(|edge| self.edges[*edge as usize].as_ref()).map(|(_, costs)| costs.len()).sum();
            if tables.saturating_mul(size) > MOST {
                continue;
            }
            let memory = self.pieces(node);
            // Uses no more than the other one.
            let smaller = |a: usize, b: usize| memory.iter().all(|piece| piece.usages[a] <= piece.usages[b]);
            let tables: Vec<(Arc<[i64]>, usize)> = self.at[node].iter().map(|(other, edge)| (self.from(node as u32, *edge), self.size(*other))).collect();
            let mut keep = vec![true; size];
            for choice in 0..size {
                let beats = |other: &usize| {
                    let other = *other;
                    other != choice && keep[other] && smaller(other, choice) && extra(&self.costs[node], &tables, choice, other, self.ceiling) >= 0
                };
                if (0..size).any(|other| beats(&other)) {
                    keep[choice] = false;
                }
            }
            changed |= keep.contains(&false);
            self.restrict(node as u32, &keep)?;
            if self.at[node].len() == 1 && keep.iter().filter(|keep| **keep).count() > 1 {
                changed |= self.thin_leaf(node as u32);
            }
        }
        Ok(changed)
    }

    /// Forbids pairs of a leaf and its neighbour that another choice of the leaf beats.
    fn thin_leaf(&mut self, node: u32) -> bool {
        let Some((&other, &edge)) = self.at[node as usize].iter().next() else { return false };
        let memory = self.pieces(node as usize);
        let (size, count) = (self.size(node), self.size(other));
        let smaller: Vec<bool> = (0..size * size).map(|pair| memory.iter().all(|piece| piece.usages[pair / size] <= piece.usages[pair % size])).collect();
        let mut costs = self.from(node, edge).to_vec();
        let mut changed = false;
        for partner in 0..count {
            let cost = |costs: &[i64], choice: usize| plus(costs[choice * count + partner], self.costs[node as usize][choice]);
            for choice in 0..size {
                let now = cost(&costs, choice);
                if now < FORBIDDEN && (0..size).any(|better| better != choice && smaller[better * size + choice] && cost(&costs, better) <= now) {
                    costs[choice * count + partner] = FORBIDDEN;
                    changed = true;
                }
            }
        }
        if changed && let Some((nodes, table)) = &mut self.edges[edge as usize] {
            *table = if nodes[0] == node { costs.into() } else { turned(&costs, count) };
            self.fresh[other as usize] = true;
            self.push(edge);
        }
        changed
    }
}

/// How much more a choice costs at least than another one, whatever the neighbours choose; below 0 where a neighbour's choice forbids the other one alone.
fn extra(costs: &[i64], tables: &[(Arc<[i64]>, usize)], choice: usize, other: usize, ceiling: i64) -> i128 {
    let mut sum = i128::from(costs[choice]) - i128::from(costs[other]);
    for (table, columns) in tables {
        let row = |choice: usize| &table[choice * columns..(choice + 1) * columns];
        let mut least: Option<i64> = None;
        for (cost, other) in row(choice).iter().zip(row(other)).filter(|(cost, _)| **cost < ceiling) {
            if *other >= FORBIDDEN {
                return -1;
            }
            least = Some(least.map_or(cost - other, |least| least.min(cost - other)));
        }
        sum += i128::from(least.unwrap_or(0));
    }
    sum
}
