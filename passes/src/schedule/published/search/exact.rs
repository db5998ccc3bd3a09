//! The least makespan of all orders, for a few passes: branch and bound over which pass starts next.
//!
//! Passes are taken in the order in which they start, each as soon as it can: every set of orders is met that way. A branch ends where what is left on a
//! rank, or the way of what is under way, cannot be done in time.

use super::line::{F, I, Line, Orders, W, pass};
use crate::schedule::Time;

/// Most passes of a line that is searched.
pub(super) const MOST_PASSES: usize = 48;
/// Most branches.
const MOST_BRANCHES: usize = 400_000;

struct Search<'a> {
    line: &'a Line,
    limit: u64,
    ends: Vec<Vec<Time>>,
    free: Vec<Time>,
    held: Vec<u64>,
    left: Vec<Time>,
    orders: Orders,
    best: Option<Orders>,
    least: Time,
    branches: usize,
    most: usize,
}

/// With at most `work` branches: whether the search came to its end, and an order that takes less than `least`, if there is one.
pub(super) fn search(line: &Line, limit: u64, least: Time, bound: Time, work: usize) -> (bool, Option<Orders>) {
    let left = line.own.iter().map(|own| own.iter().map(|stage| line.microbatches as Time * line.cost[*stage].iter().sum::<Time>()).sum()).collect();
    let mut search = Search {
        line,
        limit,
        ends: vec![Vec::new(); 3 * line.rank.len()],
        free: vec![0; line.ranks],
        held: vec![0; line.ranks],
        left,
        orders: vec![Vec::new(); line.ranks],
        best: None,
        least,
        branches: 0,
        most: work.min(MOST_BRANCHES),
    };
    let passes = 3 * line.rank.len() * line.microbatches;
    let done = passes <= MOST_PASSES && search.branch(0, passes, bound);
    (done, search.best)
}

impl Search<'_> {
    /// When the next pass of this kind can start; `None` where it cannot yet.
    fn start(&self, stage: usize, kind: usize) -> Option<Time> {
        let next = self.ends[pass(stage, kind) as usize].len();
        if next >= self.line.microbatches {
            return None;
        }
        let from = |other: usize, kind: usize| self.ends[pass(other, kind) as usize].get(next).map(|end| end + self.line.hop(other, stage));
        let own = |kind: usize| from(stage, kind);
        let arrival = match kind {
            F if self.held[self.line.rank[stage]] >= self.limit => None,
            F => if stage == 0 { Some(0) } else { from(stage - 1, F) },
            I => own(F).and_then(|own| if stage + 1 == self.line.rank.len() { Some(own) } else { from(stage + 1, I).map(|other| other.max(own)) }),
            _ => own(I),
        };
        arrival.map(|arrival| arrival.max(self.free[self.line.rank[stage]]))
    }

    /// What is left takes at least until then.
    fn bound(&self) -> Time {
        let ranks = (0..self.line.ranks).map(|rank| self.free[rank] + self.left[rank]).max().unwrap_or(0);
        // The last microbatch's way from where it is.
        let (m, stages) = (self.line.microbatches, self.line.rank.len());
        let mut at = 0;
        for stage in 0..stages {
            let hop = stage.checked_sub(1).map_or(0, |before| self.line.hop(before, stage));
            at = match self.ends[pass(stage, F) as usize].get(m - 1) {
                Some(end) => *end,
                None => (at + hop).max(self.free[self.line.rank[stage]]) + self.line.cost[stage][F],
            };
        }
        for stage in (0..stages).rev() {
            let hop = if stage + 1 < stages { self.line.hop(stage + 1, stage) } else { 0 };
            at = match self.ends[pass(stage, I) as usize].get(m - 1) {
                Some(end) => *end,
                None => (at + hop).max(self.free[self.line.rank[stage]]) + self.line.cost[stage][I],
            };
        }
        ranks.max(at)
    }

    /// Whether all branches from here were looked at.
    fn branch(&mut self, latest: Time, left: usize, bound: Time) -> bool {
        self.branches += 1;
        if self.branches > self.most {
            return false;
        }
        if left == 0 {
            self.least = self.free.iter().copied().max().unwrap_or(0);
            self.best = Some(self.orders.clone());
            return true;
        }
        if self.bound() >= self.least || self.least <= bound {
            return true;
        }
        let mut next: Vec<(Time, usize, usize)> = Vec::new();
        for stage in 0..self.line.rank.len() {
            next.extend([I, F, W].into_iter().filter_map(|kind| Some((self.start(stage, kind)?, stage, kind))).filter(|(start, ..)| *start >= latest));
        }
        next.sort_by_key(|(start, ..)| *start);
        for (start, stage, kind) in next {
            let rank = self.line.rank[stage];
            let time = self.line.cost[stage][kind];
            let (free, held) = (self.free[rank], self.held[rank]);
            self.free[rank] = start + time;
            self.left[rank] -= time;
            self.held[rank] = if kind == F { held + 1 } else if kind == W { held - 1 } else { held };
            self.ends[pass(stage, kind) as usize].push(start + time);
            self.orders[rank].push(pass(stage, kind));
            let done = self.branch(start, left - 1, bound);
            self.orders[rank].pop();
            self.ends[pass(stage, kind) as usize].pop();
            (self.free[rank], self.held[rank]) = (free, held);
            self.left[rank] += time;
            if !done {
                return false;
            }
        }
        true
    }
}
