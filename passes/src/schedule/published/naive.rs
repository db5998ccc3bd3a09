//! Naive model parallelism: one microbatch after the other goes through all ranks and back.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

/// Naive model parallelism.
pub const NAIVE: ScheduleInfo = ScheduleInfo {
    name: "naive",
    summary: "one microbatch at a time: one rank works, the others wait",
    paper: "the baseline of Huang et al., GPipe, NeurIPS 2019, figure 2b",
    bubble: Law { text: "(p-1)*m*S + 2*(p-1)*m*c", when: "" },
    metric: Metric::Makespan,
    memory: Law { text: "1", when: "" },
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
        order.extend((0..m).flat_map(|microbatch| [Action::forward(rank, microbatch), Action::backward(rank, microbatch)]));
    }
    Ok(schedule)
}
