//! ZB-H1: 1F1B with the backward pass in halves, at 1F1B's memory.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

/// ZB-H1.
pub const ZB_H1: ScheduleInfo = ScheduleInfo {
    name: "zb-h1",
    summary: "1F1B with gradients of weights put off: a third of the bubble at the same memory",
    paper: "Qi et al., Zero Bubble Pipeline Parallelism, ICLR 2024, section 2.1",
    bubble: Law { text: "(p-1)*(F+B-W)", when: "c = 0 and W <= F and W <= B and m >= p" },
    metric: Metric::Makespan,
    memory: Law { text: "p", when: "m >= p" },
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
        let warm = (p - 1 - rank).min(m);
        order.extend((0..warm).map(|microbatch| Action::forward(rank, microbatch)));
        for index in 0..m {
            order.extend((warm + index < m).then(|| Action::forward(rank, warm + index)));
            order.push(Action::input(rank, index));
            order.extend(index.checked_sub(rank).map(|late| Action::weight(rank, late)));
        }
        order.extend((m - rank.min(m)..m).map(|late| Action::weight(rank, late)));
    }
    Ok(schedule)
}
