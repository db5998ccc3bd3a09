//! Looped breadth-first: all microbatches through one stage of a rank before the next.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

/// Looped breadth-first.
pub const LOOPED_BFS: ScheduleInfo = ScheduleInfo {
    name: "looped-bfs",
    summary: "GPipe with v stages a rank: a stage's weights are gathered and its gradients summed once a step",
    paper: "Lamy-Poirier, Breadth-First Pipeline Parallelism, MLSys 2023",
    bubble: Law { text: "(p-1)*S/v + 2*(p-1)*c", when: "m >= p and c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "m", when: "" },
    weights: "1",
    messages: Law { text: "2*(p*v-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Any(2),
    rules: &[],
    options: &[],
    build,
};

fn build(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let (p, m, v) = (parameters.ranks, parameters.microbatches, parameters.chunks);
    let mut schedule = Schedule::chain(Placement::Loop, p, v, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        let stages = (0..v).map(|chunk| chunk * p + rank);
        order.extend(stages.clone().flat_map(|stage| (0..m).map(move |microbatch| Action::forward(stage, microbatch))));
        order.extend(stages.rev().flat_map(|stage| (0..m).rev().map(move |microbatch| Action::backward(stage, microbatch))));
    }
    Ok(schedule)
}
