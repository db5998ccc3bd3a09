//! 1F1B: as soon as a rank has a backward pass, forward and backward passes alternate.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

/// 1F1B with a flush at the end of the step.
pub const ONE_F_ONE_B: ScheduleInfo = ScheduleInfo {
    name: "1f1b",
    summary: "forward and backward passes alternate: as GPipe, with activations of at most p microbatches",
    paper: "Narayanan et al., PipeDream-2BW, ICML 2021 (PipeDream-flush); Fan et al., DAPPLE, PPoPP 2021",
    bubble: Law { text: "(p-1)*S", when: "c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min(p, m)", when: "" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &[],
    options: &[],
    build,
};

fn build(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        *order = alternate(rank, (p - 1 - rank).min(m), m);
    }
    Ok(schedule)
}

/// `warm` forward passes, then forward and backward in turns, then the backward passes that are left.
pub(super) fn alternate(stage: usize, warm: usize, m: usize) -> Vec<Action> {
    let mut order: Vec<Action> = (0..warm).map(|microbatch| Action::forward(stage, microbatch)).collect();
    for microbatch in 0..m {
        order.extend((warm + microbatch < m).then(|| Action::forward(stage, warm + microbatch)));
        order.push(Action::backward(stage, microbatch));
    }
    order
}
