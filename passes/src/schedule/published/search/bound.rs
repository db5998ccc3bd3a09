//! What no order can beat, under a limit of activations.
//!
//! A rank's first microbatch is on its way to the last stage and back before the rank has gradients to compute; until then it only goes forward, for as many
//! microbatches as it may hold. And all microbatches are on a rank from their forward pass until their gradients of weights, at most the limit at a time.

use super::line::{F, I, Line, W};
use crate::schedule::{Metric, Time};

/// A time that no order of the line takes less than, where a rank holds at most `limit` microbatches of stages.
pub(super) fn bound(line: &Line, limit: u64, metric: Metric) -> Time {
    let stages = line.rank.len();
    let m = line.microbatches as Time;
    let rank_bound = |own: &Vec<usize>| -> Time {
        let Some((&first, &last)) = own.first().zip(own.last()) else { return 0 };
        let all = |kind: usize| own.iter().map(|stage| line.cost[*stage][kind]).sum::<Time>();
        let work = m * (all(F) + all(I) + all(W));
        // Forward from a stage to the end, and back to it.
        let away = |stage: usize| -> Time {
            let forward: Time = (stage..stages).map(|stage| line.cost[stage][F]).sum();
            let back: Time = (stage + 1..stages).map(|stage| line.cost[stage][I]).sum();
            let hops: Time = (stage + 1..stages).map(|stage| line.hop(stage - 1, stage)).sum();
            forward + back + 2 * hops
        };
        // The rank's first gradients are of its last stage. From its first forward pass, of its first stage, until then:
        let there: Time = (first..last).map(|stage| line.cost[stage][F] + line.hop(stage, stage + 1)).sum();
        let wait = there + away(last);
        // What it can do meanwhile is to go forward, each stage for no more than all microbatches.
        let mut longest: Vec<Time> = own.iter().map(|stage| line.cost[*stage][F]).collect();
        longest.sort_unstable_by_key(|time| std::cmp::Reverse(*time));
        let mut room = limit;
        let mut forward = 0;
        for time in longest {
            let count = room.min(m);
            forward += count * time;
            room -= count;
        }
        let filled = work + wait.saturating_sub(forward);
        let lives: Time = own.iter().map(|stage| away(*stage) + line.cost[*stage][I] + line.cost[*stage][W]).sum();
        let crowded = (m * lives).div_ceil(limit.max(1));
        let alone = filled.max(crowded);
        if metric == Metric::LongestStage {
            return alone;
        }
        // It starts once the first microbatch is there; after its last gradients of inputs, those go on to the first stage.
        let head: Time = (1..=first).map(|stage| line.cost[stage - 1][F] + line.hop(stage - 1, stage)).sum();
        let tail: Time = (1..=first).map(|stage| line.cost[stage - 1][I] + line.hop(stage - 1, stage)).sum();
        let weights = if first == 0 { 0 } else { line.cost[0][W] };
        let through = m * (all(F) + all(I)) + wait.saturating_sub(forward) + tail + weights;
        head + alone.max(through)
    };
    line.own.iter().map(rank_bound).max().unwrap_or(0)
}
