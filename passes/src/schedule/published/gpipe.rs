//! GPipe: all forward passes, then all backward passes.

use crate::schedule::{Action, Chunks, Kind, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Times};

/// GPipe.
pub const GPIPE: ScheduleInfo = ScheduleInfo {
    name: "gpipe",
    summary: "all forward passes, then all backward passes",
    paper: "Huang et al., GPipe, NeurIPS 2019, section 2.3",
    bubble: Law { text: "(p-1)*S + 2*(p-1)*c", when: "" },
    metric: Metric::Makespan,
    memory: Law { text: "m", when: "" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &[],
    options: &[ScheduleOption { name: "backward", default: "ascending", summary: "ascending as torch, descending as the paper" }],
    build,
};

fn build(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let descending = match parameters.text("backward") {
        "ascending" => false,
        "descending" => true,
        other => return Err(format!("gpipe: backward={other}: wanted ascending or descending")),
    };
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        order.extend((0..m).map(|microbatch| Action::forward(rank, microbatch)));
        order.extend((0..m).map(|index| Action::backward(rank, if descending { m - 1 - index } else { index })));
        order.push(Action::new(rank, Kind::ReduceGrad, 0));
    }
    Ok(schedule)
}
