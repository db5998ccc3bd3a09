//! GEMS: two copies of the model in opposite directions, one microbatch at a time.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Schedule, ScheduleInfo, Times};

/// GEMS.
pub const GEMS: ScheduleInfo = ScheduleInfo {
    name: "gems",
    summary: "one microbatch at a time, in turns from either end: the least activations, the next one starts where the last one ends",
    paper: "Jain et al., GEMS, SC 2020",
    bubble: Law::about("(p-1)/(p+1/2)*m*S"),
    metric: Metric::Makespan,
    memory: Law { text: "1", when: "" },
    weights: "2",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["m % 2 = 0"],
    options: &[],
    build,
};

fn build(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut schedule = Schedule::two_way(p, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        for turn in 0..m / 2 {
            let (down, up) = (rank, 2 * p - 1 - rank);
            for (stage, microbatch) in [(down, turn), (up, m / 2 + turn)] {
                order.extend([Action::forward(stage, microbatch), Action::backward(stage, microbatch)]);
            }
        }
    }
    Ok(schedule)
}
