//! ZB-V for given times: forward and backward passes take turns on all ranks at once, gradients of weights fill what would be waited for.
//!
//! Four variants (whether gradients of weights go before a late forward pass, and before a late backward pass of the second stage), each repeated with
//! what ranks waited before as allowance until it gets no better; the one whose worst rank waits least.

use crate::schedule::{Action, Parameters, Placement, Schedule, Time, Times};
use std::collections::VecDeque;

/// The schedule for these times.
pub(super) fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    if m < 2 * p {
        return Err(format!("zbv with order=greedy needs m >= 2*p; p={p}, m={m}"));
    }
    let mut best: Option<Board> = None;
    for fill_backward in [true, false] {
        for fill_forward in [true, false] {
            let found = improve(p, m, times, [fill_forward, fill_backward])?;
            if best.as_ref().is_none_or(|best| found.worst() < best.worst()) {
                best = Some(found);
            }
        }
    }
    let mut schedule = Schedule::chain(Placement::Snake, p, 2, m);
    if let Some(best) = best {
        schedule.orders = best.orders;
    }
    Ok(schedule)
}

/// A variant, repeated with the waits of the time before as allowance.
fn improve(p: usize, m: usize, times: Times, fill: [bool; 2]) -> Result<Board, String> {
    let mut best = Board::new(p, m, times, None).run(fill)?;
    loop {
        let next = Board::new(p, m, times, Some(best.waited.clone())).run(fill)?;
        if next.worst() >= best.worst() {
            return Ok(best);
        }
        best = next;
    }
}

/// Passes of a rank: forward through the first and second stage, backward through the second and first.
const KINDS: usize = 4;
const FORWARD: usize = 0;
const BACKWARD: usize = 2;

struct Board {
    p: usize,
    m: usize,
    times: Times,
    /// What ranks waited in the run before.
    allowed: Option<Vec<Time>>,
    /// For each rank, how many passes of each kind are done, and when each ended.
    done: Vec<[usize; KINDS]>,
    ends: Vec<[Vec<Time>; KINDS]>,
    now: Vec<Time>,
    held: Vec<usize>,
    waited: Vec<Time>,
    /// Gradients of weights to do: lane and microbatch.
    store: Vec<VecDeque<(usize, usize)>>,
    orders: Vec<Vec<Action>>,
}

impl Board {
    fn new(p: usize, m: usize, times: Times, allowed: Option<Vec<Time>>) -> Board {
        let empty = || std::array::from_fn(|_| Vec::with_capacity(m));
        Board {
            p,
            m,
            times,
            allowed,
            done: vec![[0; KINDS]; p],
            ends: (0..p).map(|_| empty()).collect(),
            now: vec![0; p],
            held: vec![0; p],
            waited: vec![0; p],
            store: vec![VecDeque::new(); p],
            orders: vec![Vec::new(); p],
        }
    }

    fn worst(&self) -> Time {
        self.waited.iter().copied().max().unwrap_or(0)
    }

    /// How long a rank may wait without being the worst.
    fn slack(&self, rank: usize) -> Time {
        let allowed = self.allowed.as_ref().map_or(0, |allowed| allowed.iter().max().map_or(0, |most| most - allowed[rank]));
        self.worst().max(allowed) - self.waited[rank]
    }

    /// The rank that a pass waits for.
    fn before(&self, rank: usize, kind: usize) -> Option<usize> {
        if kind.is_multiple_of(2) { rank.checked_sub(1) } else { Some(rank + 1).filter(|other| *other < self.p) }
    }

    /// When what the next pass of this kind needs arrives; `None` where nothing comes from another rank.
    fn arrival(&self, rank: usize, kind: usize) -> Option<Time> {
        let other = self.before(rank, kind)?;
        self.ends[other][kind].get(self.done[rank][kind]).map(|end| end + self.times.hop)
    }

    /// Whether the rank before has done its part of the next pass of this kind.
    fn is_there(&self, rank: usize, kind: usize) -> bool {
        self.before(rank, kind).is_none_or(|other| self.ends[other][kind].len() > self.done[rank][kind])
    }

    fn put(&mut self, rank: usize, kind: usize) -> Result<(), String> {
        let microbatch = self.done[rank][kind];
        let stuck = || format!("the greedy order of zbv finds no place for pass {kind} of microbatch {microbatch} on rank {rank}");
        let own = kind == 0 || self.ends[rank][kind - 1].len() > microbatch;
        if microbatch >= self.m || !own || !self.is_there(rank, kind) || (kind < BACKWARD && self.held[rank] >= 2 * self.p) {
            return Err(stuck());
        }
        let start = self.arrival(rank, kind).unwrap_or(0).max(self.now[rank]);
        if self.done[rank][FORWARD] > 0 {
            self.waited[rank] += start - self.now[rank];
        }
        let end = start + if kind < BACKWARD { self.times.forward } else { self.times.input };
        let stage = self.stage(rank, kind);
        self.orders[rank].push(if kind < BACKWARD { Action::forward(stage, microbatch) } else { Action::input(stage, microbatch) });
        if kind < BACKWARD {
            self.held[rank] += 1;
        } else {
            self.store[rank].push_back((kind, microbatch));
        }
        self.now[rank] = end;
        self.ends[rank][kind].push(end);
        self.done[rank][kind] += 1;
        Ok(())
    }

    fn stage(&self, rank: usize, kind: usize) -> usize {
        if kind == 0 || kind == 3 { rank } else { 2 * self.p - 1 - rank }
    }

    fn put_weight(&mut self, rank: usize) -> bool {
        let Some((kind, microbatch)) = self.store[rank].pop_front() else { return false };
        let stage = self.stage(rank, kind);
        self.orders[rank].push(Action::weight(stage, microbatch));
        self.now[rank] += self.times.weight;
        self.held[rank] -= 1;
        true
    }

    /// Gradients of weights before a pass that is late: those that fit, and one more where the rank would become the worst (and `fill` says so).
    fn bridge(&mut self, rank: usize, kind: usize, fill: bool) {
        let Some(arrival) = self.arrival(rank, kind) else { return };
        while !self.store[rank].is_empty() && arrival >= self.now[rank] + self.times.weight {
            self.put_weight(rank);
        }
        if fill && arrival > self.now[rank] + self.slack(rank) {
            self.put_weight(rank);
        }
    }

    fn run(mut self, [fill_forward, fill_backward]: [bool; 2]) -> Result<Board, String> {
        self.warm_up()?;
        for _ in 0..2 * self.m {
            let (mut first, mut second) = (Vec::new(), Vec::new());
            for rank in 0..self.p {
                let done = self.done[rank];
                let back = done[3] < done[2] && (rank + 1 == self.p || done[2] >= self.m || self.is_there(rank, 3));
                if back { first.push(rank) } else { second.push(rank) }
            }
            for rank in first.into_iter().rev() {
                self.bridge(rank, 3, true);
                self.put(rank, 3)?;
            }
            for rank in second {
                self.bridge(rank, 2, fill_backward);
                self.put(rank, 2)?;
            }
            for rank in 0..self.p {
                let done = self.done[rank];
                if done[1] >= self.m {
                    continue;
                }
                let kind = if done[1] >= done[0] {
                    0
                } else if self.is_there(rank, 1) {
                    1
                } else if done[0] < self.m && self.is_there(rank, 0) {
                    0
                } else {
                    continue;
                };
                while self.held[rank] >= 2 * self.p && self.put_weight(rank) {}
                self.bridge(rank, kind, fill_forward);
                self.put(rank, kind)?;
            }
        }
        (0..self.p).for_each(|rank| while self.put_weight(rank) {});
        Ok(self)
    }

    /// Forward passes until the first backward pass.
    fn warm_up(&mut self) -> Result<(), String> {
        for rank in 0..self.p {
            self.put(rank, 0)?;
        }
        for rank in (0..self.p).rev() {
            if let Some(arrival) = self.arrival(rank, 1) {
                while self.held[rank] + 2 + 2 * rank <= 2 * self.p && self.now[rank] + self.times.forward <= arrival && self.done[rank][0] < self.m {
                    for other in 0..=rank {
                        self.put(other, 0)?;
                    }
                }
            }
            self.put(rank, 1)?;
        }
        let mut kind = 0;
        for rank in 1..self.p {
            let all = |done: [usize; KINDS]| done[0] + done[1];
            loop {
                let (here, before) = (self.done[rank], self.done[rank - 1]);
                if all(here) >= all(before) && !(here[1] <= before[1] && before[1] < self.m) {
                    break;
                }
                for other in (rank..self.p).rev() {
                    if self.done[other][kind] < self.m {
                        self.put(other, kind)?;
                    }
                }
                kind = 1 - kind;
            }
        }
        Ok(())
    }
}
