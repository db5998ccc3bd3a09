//! PipeDream and PipeDream-2BW: 1F1B without a flush, on older versions of the weights.
//!
//! The orders here are of one run of m microbatches, filled and drained once; a longer run has no further bubble.

use super::one_f_one_b::alternate;
use crate::schedule::{Action, Chunks, Kind, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo};

/// PipeDream.
pub const PIPEDREAM: ScheduleInfo = ScheduleInfo {
    name: "pipedream",
    summary: "1F1B with an update after each microbatch, no flush: rank r keeps p-r versions of its weights, gradients are p-1-r updates old",
    paper: "Harlap et al., PipeDream, SOSP 2019",
    bubble: Law { text: "(p-1)*S", when: "c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min(p, m)", when: "" },
    weights: "p",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: false,
    chunks: Chunks::Fixed(1),
    rules: &[],
    options: &[],
    build: |parameters, _| Ok(build(parameters, 1)),
};

/// PipeDream-2BW.
pub const PIPEDREAM_2BW: ScheduleInfo = ScheduleInfo {
    name: "pipedream-2bw",
    summary: "1F1B with an update every p microbatches, no flush: two versions of the weights, gradients are one update old",
    paper: "Narayanan et al., Memory-Efficient Pipeline-Parallel DNN Training, ICML 2021",
    bubble: Law { text: "(p-1)*S", when: "c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min(p, m)", when: "" },
    weights: "2",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: false,
    chunks: Chunks::Fixed(1),
    rules: &["m % p = 0"],
    options: &[],
    build: |parameters, _| Ok(build(parameters, parameters.ranks)),
};

fn build(parameters: &Parameters, every: usize) -> Schedule {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        for action in alternate(rank, (p - 1 - rank).min(m), m) {
            order.push(action);
            if action.kind.gives_gradient() && (action.microbatch as usize + 1).is_multiple_of(every) {
                order.push(Action::new(rank, Kind::Update, 0));
            }
        }
    }
    schedule
}
