//! Chimera: two pipelines in opposite directions over the same ranks, merged.

use super::greedy;
use crate::schedule::{Chunks, Law, Metric, Parameters, Schedule, ScheduleInfo, Times};

/// Chimera.
pub const CHIMERA: ScheduleInfo = ScheduleInfo {
    name: "chimera",
    summary: "two 1F1B pipelines in opposite directions, each with half of the microbatches, fill each other's bubbles",
    paper: "Li and Hoefler, Chimera, SC 2021, section 3",
    bubble: Law { text: "(p-2)*S/2", when: "m = p and c = 0 and F = B+W" },
    metric: Metric::Makespan,
    memory: Law::about("p"),
    weights: "2",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["p % 2 = 0", "m % 2 = 0"],
    options: &[],
    build,
};

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let p = parameters.ranks;
    let mut schedule = Schedule::two_way(p, parameters.microbatches);
    // A stage holds what it would under 1F1B.
    greedy::order(&mut schedule, times, |stage| p - stage % p, greedy::nearest_end);
    Ok(schedule)
}
