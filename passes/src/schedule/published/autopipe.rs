//! AutoPipe's slicer: 1F1B whose first microbatches are cut in halves, so that the pipeline fills in half the time.
//!
//! Every rank does what it does under 1F1B, with both halves of a microbatch that is cut one after the other: it holds no more, and the last rank starts
//! after p-1 halves. How many are cut is chosen by running each choice on the times: more than the pipeline holds gain nothing.

use super::one_f_one_b::alternate;
use crate::schedule::{Action, Chunks, Costs, Law, Memory, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Size, Time, Times, simulate};

/// AutoPipe.
pub const AUTOPIPE: ScheduleInfo = ScheduleInfo {
    name: "autopipe",
    summary: "1F1B whose first microbatches are cut in halves: the last rank starts in half the time",
    paper: "Liu et al., AutoPipe, CLUSTER 2022 (the slicer)",
    bubble: Law { text: "(p-1)*(S-F/2)", when: "halved >= p and m >= halved+p and c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min(p, m)", when: "" },
    weights: "1",
    messages: Law::about("2*(p-1)*(1 + halved/m)"),
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &[],
    options: &[ScheduleOption { name: "halved", default: "auto", summary: "microbatches that are cut; auto: the fewest that give the least time" }],
    build,
};

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    if parameters.text("halved") != "auto" {
        return Ok(cut(p, m, parameters.number("halved")?.min(m)));
    }
    let time = |schedule: &Schedule| -> Result<Time, String> {
        let costs = Costs::even(schedule, [times.forward, times.input, times.weight, times.hop.saturating_mul(2)]);
        simulate(schedule, &costs, Memory::UNTIL_WEIGHT, false).map(|run| run.makespan).map_err(|stuck| stuck.to_string())
    };
    let mut best = cut(p, m, 0);
    let mut least = time(&best)?;
    for halved in 1..=p.min(m) {
        let schedule = cut(p, m, halved);
        let took = time(&schedule)?;
        if took < least {
            (best, least) = (schedule, took);
        }
    }
    Ok(best)
}

fn cut(p: usize, m: usize, halved: usize) -> Schedule {
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m + halved);
    schedule.parts = 2;
    schedule.sizes = (0..m + halved).map(|piece| if piece < 2 * halved { Size { work: 1, held: 1 } } else { Size { work: 2, held: 2 } }).collect();
    // The pieces of a microbatch.
    let pieces = |microbatch: usize| if microbatch < halved { 2 * microbatch..2 * microbatch + 2 } else { halved + microbatch..halved + microbatch + 1 };
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        for action in alternate(rank, (p - 1 - rank).min(m), m) {
            order.extend(pieces(action.microbatch as usize).map(|piece| Action { microbatch: piece as u32, ..action }));
        }
    }
    schedule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_rank_starts_in_half_the_time_and_nobody_holds_more() {
        for p in [2, 4, 8] {
            let times = Times { forward: 2, input: 2, weight: 2, hop: 0, offload: 0 };
            let run = |halved: usize| {
                let schedule = cut(p, 4 * p, halved);
                simulate(&schedule, &Costs::even(&schedule, [2, 2, 2, 0]), Memory::UNTIL_WEIGHT, false).unwrap()
            };
            // Two parts of two units: 4 forward, so that the last of p ranks starts at 4*(p-1), or half of that.
            let (whole, sliced) = (run(0), run(p));
            assert_eq!((whole.starts[p - 1], sliced.starts[p - 1]), (4 * (p as Time - 1), 2 * (p as Time - 1)));
            assert_eq!(whole.makespan - sliced.makespan, 2 * (p as Time - 1));
            assert_eq!(whole.peak, sliced.peak);
            // The choice by itself is as good.
            let chosen = AUTOPIPE.build(Parameters::new(p, 4 * p, 1), times).unwrap();
            let run = simulate(&chosen, &Costs::even(&chosen, [2, 2, 2, 0]), Memory::UNTIL_WEIGHT, false).unwrap();
            assert!(run.makespan <= sliced.makespan);
        }
    }
}
