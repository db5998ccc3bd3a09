//! Interleaved 1F1B: v stages a rank, so that the pipeline fills in smaller steps; with its backward pass whole or in halves.
//!
//! Microbatches go in rounds through a rank's stages; where p does not divide m, rounds are as long as they must be to be even.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

/// Interleaved 1F1B.
pub const INTERLEAVED: ScheduleInfo = ScheduleInfo {
    name: "interleaved-1f1b",
    summary: "1F1B with v stages a rank: a v-th of the bubble for v times the messages",
    paper: "Narayanan et al., Megatron-LM, SC 2021, section 2.2.2",
    bubble: Law { text: "(p-1)*S/v + (2*(p-1) + 2*(v-1)*p)*c", when: "m % p = 0 and c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "p + (p-1)/v", when: "m % p = 0 and m > p" },
    weights: "1",
    messages: Law { text: "2*(p*v-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Any(2),
    rules: &["m % max(1, floor(m/p)) = 0"],
    options: &[],
    build,
};

/// Interleaved 1F1B with the backward pass in halves.
pub const INTERLEAVED_ZERO_BUBBLE: ScheduleInfo = ScheduleInfo {
    name: "interleaved-zero-bubble",
    summary: "interleaved 1F1B with gradients of weights put off to where a rank would wait",
    paper: "Qi et al., Zero Bubble Pipeline Parallelism, ICLR 2024, applied to interleaved stages (torch.distributed.pipelining)",
    bubble: Law { text: "(p-1)*(F+B-W)/v", when: "m % p = 0 and c = 0 and F = B and B = W and m > p" },
    metric: Metric::Makespan,
    memory: Law { text: "p", when: "m % p = 0 and m > p" },
    weights: "1",
    messages: Law { text: "2*(p*v-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Any(2),
    rules: &["m % max(1, floor(m/p)) = 0"],
    options: &[],
    build: build_halves,
};

fn build(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    Ok(interleave(parameters, false))
}

fn build_halves(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    Ok(interleave(parameters, true))
}

fn interleave(parameters: &Parameters, halves: bool) -> Schedule {
    let (p, m, v) = (parameters.ranks, parameters.microbatches, parameters.chunks);
    let round = m / (m / p).max(1);
    // Each rank goes through its stages `round` microbatches at a time.
    let nth = |index: usize| ((index / round) % v, index / (round * v) * round + index % round);
    let mut schedule = Schedule::chain(Placement::Loop, p, v, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        let ahead = p - 1 - rank;
        let warm = ((v - 1) * round + if halves { ahead } else { 2 * ahead }).min(m * v);
        let forward = |index: usize| {
            let (chunk, microbatch) = nth(index);
            Action::forward(chunk * p + rank, microbatch)
        };
        let place = |index: usize| {
            let (chunk, microbatch) = nth(index);
            ((v - 1 - chunk) * p + rank, microbatch)
        };
        let weight = |index: usize| {
            let (stage, microbatch) = place(index);
            Action::weight(stage, microbatch)
        };
        order.extend((0..warm).map(forward));
        for index in 0..m * v {
            order.extend((warm + index < m * v).then(|| forward(warm + index)));
            let (stage, microbatch) = place(index);
            if halves {
                order.push(Action::input(stage, microbatch));
                // The later a rank is, the more gradients of weights it has in store.
                order.extend(index.checked_sub(rank).map(weight));
            } else {
                order.push(Action::backward(stage, microbatch));
            }
        }
        if halves {
            order.extend((m * v - rank.min(m * v)..m * v).map(weight));
        }
    }
    schedule
}
