//! Orders made for the costs: whenever a rank is free it does the most urgent of what has come.
//!
//! Gradients of inputs go first, then forward passes as far as the rank may hold, then gradients of weights; these only where the rank would
//! wait long enough for what comes next.

use super::line::{F, I, Line, Orders, W, pass};
use crate::schedule::Time;

/// How a rank chooses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste {
    /// Forward passes ahead of what 1F1B has, in quarters of the ranks after this one.
    pub ahead: usize,
    /// Gradients of weights start where at least this many quarters of their time are left until the next pass comes.
    pub gap: u64,
    /// Forward passes before gradients of inputs, as long as the rank holds less than the limit.
    pub forward_first: bool,
    /// Later stages of a rank go first on the way forward.
    pub deep_first: bool,
}

struct State<'a> {
    line: &'a Line,
    ends: Vec<Vec<Time>>,
    free: Vec<Time>,
    held: Vec<u64>,
    limit: Vec<u64>,
}

impl State<'_> {
    fn count(&self, stage: usize, kind: usize) -> usize {
        self.ends[pass(stage, kind) as usize].len()
    }
    /// When the next pass of this kind has what it needs; `None`: what it needs has not started, or there is no next.
    fn arrival(&self, stage: usize, kind: usize) -> Option<Time> {
        let next = self.count(stage, kind);
        if next >= self.line.microbatches {
            return None;
        }
        let from = |other: usize, kind: usize| self.ends[pass(other, kind) as usize].get(next).map(|end| end + self.line.hop(other, stage));
        match kind {
            F if stage == 0 => Some(0),
            F => from(stage - 1, F),
            I if stage + 1 == self.line.rank.len() => from(stage, F),
            I => from(stage + 1, I).filter(|_| self.count(stage, F) > next),
            _ => from(stage, I),
        }
    }
}

/// An order in which no rank holds more than `limit` microbatches of stages; `None` where it gets stuck on the way.
pub(super) fn order(line: &Line, limit: u64, taste: Taste) -> Option<Orders> {
    let (p, stages) = (line.ranks, line.rank.len());
    let allowed = |rank: usize| {
        let after = p - 1 - rank;
        let own = (after + 1 + after * taste.ahead / 4) * line.chunks;
        limit.min(own as u64).max(line.chunks.min(line.microbatches * line.chunks) as u64)
    };
    let mut state = State { line, ends: vec![Vec::new(); 3 * stages], free: vec![0; p], held: vec![0; p], limit: (0..p).map(allowed).collect() };
    let mut orders: Orders = vec![Vec::new(); p];
    let mut left = 3 * stages * line.microbatches;
    while left > 0 {
        // The rank that can do something first.
        let mut best: Option<(Time, usize, usize, usize)> = None;
        for rank in 0..p {
            if let Some((start, stage, kind)) = choose(&state, rank, taste)
                && best.is_none_or(|(other, ..)| start < other)
            {
                best = Some((start, rank, stage, kind));
            }
        }
        let (start, rank, stage, kind) = best?;
        let end = start + line.cost[stage][kind];
        state.free[rank] = end;
        state.ends[pass(stage, kind) as usize].push(end);
        match kind {
            F => state.held[rank] += 1,
            W => state.held[rank] -= 1,
            _ => {}
        }
        orders[rank].push(pass(stage, kind));
        left -= 1;
    }
    Some(orders)
}

/// What a rank does next, and when.
fn choose(state: &State<'_>, rank: usize, taste: Taste) -> Option<(Time, usize, usize)> {
    let line = state.line;
    let now = state.free[rank];
    let full = state.held[rank] >= state.limit[rank];
    let mut urgent: Option<((Time, usize, usize), usize, usize)> = None;
    for &stage in &line.own[rank] {
        for kind in [F, I] {
            if kind == F && full {
                continue;
            }
            // A stage later in the chain keeps what it takes only until it goes back; earlier ones wait for it.
            if kind == F && stage + line.ranks < line.rank.len() && line.chunks > 1 && !room(state, rank, stage) {
                continue;
            }
            let Some(arrival) = state.arrival(stage, kind) else { continue };
            let class = usize::from((kind == F) != taste.forward_first);
            let depth = if kind == F && taste.deep_first { line.rank.len() - stage } else { stage };
            let key = (arrival.max(now), class, depth);
            if urgent.as_ref().is_none_or(|(other, ..)| key < *other) {
                urgent = Some((key, stage, kind));
            }
        }
    }
    let weights = line.own[rank].iter().copied().filter_map(|stage| Some((state.arrival(stage, W)?.max(now), stage))).min();
    match (urgent, weights) {
        (Some(((start, ..), stage, kind)), Some((ready, other))) => {
            let gap = start.saturating_sub(ready);
            let fits = start > ready && 4 * gap >= taste.gap * line.cost[other][W];
            Some(if fits { (ready, other, W) } else { (start, stage, kind) })
        }
        (Some(((start, ..), stage, kind)), None) => Some((start, stage, kind)),
        (None, Some((ready, other))) => Some((ready, other, W)),
        (None, None) => None,
    }
}

/// Whether, with one more microbatch of this stage, those that the rank holds can still all go through its later stages.
fn room(state: &State<'_>, rank: usize, stage: usize) -> bool {
    let later = state.line.own[rank].iter().filter(|later| **later > stage).count() as u64;
    state.held[rank] + 1 + later <= state.limit[rank]
}
