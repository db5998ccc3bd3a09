//! Orders by list scheduling: whenever a rank is free it does the most urgent of what it could start.
//!
//! Invariant: a rank never waits while something that it may do is there; ties are broken by the caller's key, so that the order is always the same.

use crate::schedule::{Action, Schedule, Time, Times};

/// What a rank could do.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    /// What.
    pub action: Action,
    /// How many stages come before its stage.
    pub depth: usize,
}

/// Backward passes first, then what has the least way to go: the other ranks wait for it.
pub(super) fn nearest_end(candidate: Candidate) -> (bool, usize) {
    let backward = candidate.action.kind.gives_gradient();
    (!backward, if backward { candidate.depth } else { usize::MAX - candidate.depth })
}

/// Gives the orders of a schedule whose backward passes are whole. `urgency` is the less the sooner; a stage holds at most `most` of its microbatches.
pub(super) fn order<K: Ord>(schedule: &mut Schedule, times: Times, most: impl Fn(usize) -> usize, urgency: impl Fn(Candidate) -> K) {
    let followers = schedule.followers();
    let stages = schedule.stages.clone();
    let (count, ranks) = (schedule.microbatches, schedule.ranks());
    let mut depth = vec![0; stages.len()];
    // Stages come after those that they read.
    for (stage, info) in stages.iter().enumerate() {
        depth[stage] = info.after.iter().map(|before| depth[*before] + 1).max().unwrap_or(0);
    }
    let mut next: Vec<[usize; 2]> = stages.iter().map(|info| [info.microbatches.start; 2]).collect();
    let mut ends: [Vec<Option<Time>>; 2] = [vec![None; stages.len() * count], vec![None; stages.len() * count]];
    let mut free: Vec<Time> = vec![0; ranks];
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); ranks];
    stages.iter().enumerate().for_each(|(stage, info)| own[info.rank].push(stage));
    let cost = [times.forward, times.input + times.weight];
    loop {
        let mut best: Option<(Time, usize, K, usize, usize)> = None;
        for rank in 0..ranks {
            for &stage in &own[rank] {
                for way in 0..2 {
                    let microbatch = next[stage][way];
                    let [forward, backward] = next[stage];
                    let last = stages[stage].microbatches.end;
                    if microbatch >= last || (way == 0 && forward - backward >= most(stage)) || (way == 1 && backward >= forward) {
                        continue;
                    }
                    let before = if way == 0 { &stages[stage].after } else { &followers[stage] };
                    let arrival = before.iter().try_fold(free[rank], |time, other| {
                        let hop = if stages[*other].rank == rank { 0 } else { times.hop };
                        ends[way][other * count + microbatch].map(|end| time.max(end + hop))
                    });
                    let Some(start) = arrival else { continue };
                    let action = if way == 0 { Action::forward(stage, microbatch) } else { Action::backward(stage, microbatch) };
                    let key = urgency(Candidate { action, depth: depth[stage] });
                    let sooner = best.as_ref().is_none_or(|(time, on, other, ..)| (start, rank, &key) < (*time, *on, other));
                    if sooner {
                        best = Some((start, rank, key, stage, way));
                    }
                }
            }
        }
        let Some((start, rank, _, stage, way)) = best else { return };
        let microbatch = next[stage][way];
        next[stage][way] += 1;
        free[rank] = start + cost[way];
        ends[way][stage * count + microbatch] = Some(free[rank]);
        schedule.orders[rank].push(if way == 0 { Action::forward(stage, microbatch) } else { Action::backward(stage, microbatch) });
    }
}
