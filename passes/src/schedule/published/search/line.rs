//! A chain of stages on ranks, orders of its passes, and a clock that runs them.
//!
//! Microbatches are all alike, so that in some best order every stage takes them one after the other: an order is a word of passes, of which the n-th of a
//! kind is for microbatch n. Any order becomes such a word without taking longer or holding more: where one microbatch overtakes another, the two change
//! names. Whole backward passes become their halves, one after the other, of which the first is sent on sooner.
//!
//! Invariant: the clock's times are the simulator's (a test compares them).

use crate::schedule::{Action, Kind, Metric, Placement, Schedule, Time};

/// Forward, gradients of inputs, gradients of weights.
pub(super) const F: usize = 0;
pub(super) const I: usize = 1;
pub(super) const W: usize = 2;

/// A pass: its stage times three, plus its kind.
pub(super) type Pass = u32;

/// For each rank, its passes in order.
pub(super) type Orders = Vec<Vec<Pass>>;

pub(super) fn pass(stage: usize, kind: usize) -> Pass {
    (3 * stage + kind) as Pass
}

pub(super) fn stage(pass: Pass) -> usize {
    pass as usize / 3
}

pub(super) fn kind(pass: Pass) -> usize {
    pass as usize % 3
}

/// The chain.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub placement: Placement,
    pub ranks: usize,
    /// Stages a rank.
    pub chunks: usize,
    pub microbatches: usize,
    /// For each stage, what its passes take by kind.
    pub cost: Vec<[Time; 3]>,
    pub hop: Time,
    /// For each stage, its rank.
    pub rank: Vec<usize>,
    /// For each rank, its stages from the first of the chain on.
    pub own: Vec<Vec<usize>>,
}

impl Line {
    pub(super) fn new(placement: Placement, [ranks, chunks, microbatches]: [usize; 3], cost: Vec<[Time; 3]>, hop: Time) -> Line {
        let rank: Vec<usize> = (0..ranks * chunks).map(|stage| placement.rank(stage, ranks)).collect();
        let own = (0..ranks).map(|of| (0..rank.len()).filter(|stage| rank[*stage] == of).collect()).collect();
        Line { placement, ranks, chunks, microbatches, cost, hop, rank, own }
    }
    /// What a message between these stages takes.
    pub(super) fn hop(&self, from: usize, to: usize) -> Time {
        if self.rank[from] == self.rank[to] { 0 } else { self.hop }
    }
    pub(super) fn time(&self, pass: Pass) -> Time {
        self.cost[stage(pass)][kind(pass)]
    }
    /// The orders of a schedule that has just these stages and keeps all activations; `None` for others.
    pub(super) fn words(&self, schedule: &Schedule) -> Option<Orders> {
        let same = schedule.stages.len() == self.rank.len() && schedule.stages.iter().zip(&self.rank).all(|(stage, rank)| stage.rank == *rank);
        let order = |order: &Vec<Action>| -> Option<Vec<Pass>> {
            let mut word = Vec::with_capacity(order.len() + order.len() / 2);
            for action in order {
                let at = action.stage as usize;
                match action.kind {
                    Kind::Forward => word.push(pass(at, F)),
                    Kind::InputGradient => word.push(pass(at, I)),
                    Kind::WeightGradient => word.push(pass(at, W)),
                    Kind::Backward => word.extend([pass(at, I), pass(at, W)]),
                    _ => return None,
                }
            }
            Some(word)
        };
        if same { schedule.orders.iter().map(order).collect() } else { None }
    }
    /// The schedule of these orders.
    pub(super) fn schedule(&self, orders: &Orders) -> Schedule {
        let mut schedule = Schedule::chain(self.placement, self.ranks, self.chunks, self.microbatches);
        let mut next = vec![0; 3 * self.rank.len()];
        for (order, word) in schedule.orders.iter_mut().zip(orders) {
            for &pass in word {
                let make = [Action::forward, Action::input, Action::weight][kind(pass)];
                order.push(make(stage(pass), next[pass as usize]));
                next[pass as usize] += 1;
            }
        }
        schedule
    }
    /// The most microbatches of stages that a rank holds under this order; `None` where a pass comes before one of the same stage that it needs.
    pub(super) fn peak(&self, order: &[Pass], done: &mut [u32]) -> Option<u64> {
        let (mut held, mut most) = (0u64, 0);
        let mut fits = true;
        for &pass in order {
            let at = pass as usize;
            match kind(pass) {
                F => {
                    held += 1;
                    most = most.max(held);
                }
                I => fits &= done[at] < done[at - 1],
                _ => {
                    fits &= done[at] < done[at - 1];
                    held = held.saturating_sub(1);
                }
            }
            done[at] += 1;
        }
        order.iter().for_each(|pass| done[*pass as usize] = 0);
        fits.then_some(most)
    }
    /// The most of all ranks.
    pub(super) fn peaks(&self, orders: &Orders) -> Option<u64> {
        let mut done = vec![0; 3 * self.rank.len()];
        orders.iter().map(|order| self.peak(order, &mut done)).try_fold(0, |most, peak| Some(most.max(peak?)))
    }
}

/// What a run takes: first what counts, then the ranks' ends in all, which tells which of two orders is nearer to a better one.
pub(super) type Taken = (Time, Time);

/// Runs orders; keeps its lists from run to run.
pub(super) struct Clock<'a> {
    line: &'a Line,
    metric: Metric,
    /// For each pass, the ends of its runs, and where in the rank's order they are.
    ends: Vec<Vec<(Time, u32)>>,
    at: Vec<usize>,
    free: Vec<Time>,
    first: Vec<Time>,
}

impl Clock<'_> {
    pub(super) fn new(line: &Line, metric: Metric) -> Clock<'_> {
        let ends = vec![Vec::with_capacity(line.microbatches); 3 * line.rank.len()];
        Clock { line, metric, ends, at: vec![0; line.ranks], free: vec![0; line.ranks], first: vec![0; line.ranks] }
    }

    /// Where in its list the run is that the next run of a pass needs from another pass, and what the way from there takes.
    fn need(&self, at: Pass) -> Option<(Pass, Time)> {
        let (stage, kind) = (stage(at), kind(at));
        match kind {
            F => stage.checked_sub(1).map(|before| (pass(before, F), self.line.hop(before, stage))),
            I if stage + 1 < self.line.rank.len() => Some((pass(stage + 1, I), self.line.hop(stage + 1, stage))),
            I => Some((pass(stage, F), 0)),
            _ => None,
        }
    }

    /// What the orders take; `None` where they do not end, or end after `latest`.
    pub(super) fn run(&mut self, orders: &Orders, latest: Time) -> Option<Taken> {
        self.ends.iter_mut().for_each(Vec::clear);
        self.at.fill(0);
        self.free.fill(0);
        let mut left: usize = orders.iter().map(Vec::len).sum();
        while left > 0 {
            let before = left;
            for (rank, order) in orders.iter().enumerate() {
                while let Some(&next) = order.get(self.at[rank]) {
                    let count = self.ends[next as usize].len();
                    let ready = match self.need(next) {
                        Some((other, hop)) => match self.ends[other as usize].get(count) {
                            Some((end, _)) => end + hop,
                            None => break,
                        },
                        None => 0,
                    };
                    let start = self.free[rank].max(ready);
                    if self.at[rank] == 0 {
                        self.first[rank] = start;
                    }
                    let end = start + self.line.time(next);
                    self.free[rank] = end;
                    self.ends[next as usize].push((end, self.at[rank] as u32));
                    self.at[rank] += 1;
                    left -= 1;
                    let over = if self.metric == Metric::Makespan { end } else { end - self.first[rank] };
                    if over > latest {
                        return None;
                    }
                }
            }
            if left == before {
                return None;
            }
        }
        let sum: Time = self.free.iter().sum();
        let value = match self.metric {
            Metric::Makespan => self.free.iter().copied().max(),
            Metric::LongestStage => self.free.iter().zip(&self.first).map(|(end, start)| end - start).max(),
        };
        value.map(|value| (value, sum))
    }

    /// The passes of the last run that decided what it took, each by its rank and place, from the end on.
    pub(super) fn critical(&self, orders: &Orders) -> Vec<(usize, usize)> {
        let value = |rank: usize| if self.metric == Metric::Makespan { self.free[rank] } else { self.free[rank] - self.first[rank] };
        let mut found = Vec::new();
        let Some(mut rank) = (0..orders.len()).max_by_key(|rank| value(*rank)) else { return found };
        // How many runs of each pass come before a place is counted once a rank is entered.
        let mut place = orders[rank].len();
        while place > 0 {
            place -= 1;
            found.push((rank, place));
            let at = orders[rank][place];
            let Ok(count) = self.ends[at as usize].binary_search_by_key(&(place as u32), |(_, place)| *place) else { break };
            let start = self.ends[at as usize][count].0 - self.line.time(at);
            if let Some((other, hop)) = self.need(at)
                && let Some(&(end, other_place)) = self.ends[other as usize].get(count)
                && end + hop == start
                && (place == 0 || self.end_of(orders, rank, place - 1) < start)
            {
                rank = self.line.rank[stage(other)];
                place = other_place as usize + 1;
            }
        }
        found
    }

    /// When the pass at this place ended.
    fn end_of(&self, orders: &Orders, rank: usize, place: usize) -> Time {
        let ends = &self.ends[orders[rank][place] as usize];
        ends.binary_search_by_key(&(place as u32), |(_, place)| *place).map_or(0, |count| ends[count].0)
    }
}
