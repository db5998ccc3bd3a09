//! ZB-H2: twice the forward passes before the first backward pass, so that nothing waits once all ranks work.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

/// ZB-H2.
pub const ZB_H2: ScheduleInfo = ScheduleInfo {
    name: "zb-h2",
    summary: "no bubble where F = B = W and no rank waits for the others at the end, for twice 1F1B's memory",
    paper: "Qi et al., Zero Bubble Pipeline Parallelism, ICLR 2024, section 2.2",
    bubble: Law { text: "(p-1)*(F+B+2*c-2*W)", when: "m >= 2*p and F+B+2*c >= 2*W and W <= F and W <= B" },
    metric: Metric::LongestStage,
    memory: Law { text: "2*p-1", when: "m >= 2*p-1" },
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
        let warm = (2 * (p - rank) - 1).min(m);
        order.extend((0..warm).map(|microbatch| Action::forward(rank, microbatch)));
        for index in 0..m {
            order.push(Action::input(rank, index));
            order.extend(index.checked_sub(2 * rank).map(|late| Action::weight(rank, late)));
            order.extend((warm + index < m).then(|| Action::forward(rank, warm + index)));
        }
        order.extend((m - (2 * rank).min(m)..m).map(|late| Action::weight(rank, late)));
    }
    Ok(schedule)
}
