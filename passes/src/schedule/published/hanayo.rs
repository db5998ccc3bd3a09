//! Hanayo: microbatches go over the ranks in waves, forth and back, with one copy of the weights.

use super::greedy;
use crate::schedule::{Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

/// Hanayo.
pub const HANAYO: ScheduleInfo = ScheduleInfo {
    name: "hanayo",
    summary: "v/2 waves over the ranks, forth and back: bubbles as Chimera's and smaller, with one copy of the weights",
    paper: "Liu et al., Hanayo, SC 2023, section 3",
    bubble: Law { text: "(p-1)*S/v", when: "m = p and c = 0 and F = B+W" },
    metric: Metric::Makespan,
    memory: Law::about("p"),
    weights: "1",
    messages: Law { text: "2*v*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Any(2),
    rules: &["v % 2 = 0"],
    options: &[],
    build,
};

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m, v) = (parameters.ranks, parameters.microbatches, parameters.chunks);
    let mut schedule = Schedule::chain(Placement::Snake, p, v, m);
    greedy::order(&mut schedule, times, |_| p, greedy::nearest_end);
    Ok(schedule)
}
