//! Varuna: 1F1B that keeps no activations but computes them again, in the time that a rank waits for its gradient.

use super::one_f_one_b::alternate;
use crate::schedule::{Action, Chunks, Kind, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo};

/// Varuna.
pub const VARUNA: ScheduleInfo = ScheduleInfo {
    name: "varuna",
    summary: "1F1B with every forward pass but the last rank's done again before its backward pass: boundary inputs and one microbatch's activations",
    paper: "Athlur et al., Varuna, EuroSys 2022, section 3.2",
    bubble: Law::about("(p-1)*S + m*F"),
    metric: Metric::Makespan,
    memory: Law { text: "1", when: "" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &[],
    options: &[],
    build: |parameters, _| Ok(build(parameters)),
};

fn build(parameters: &Parameters) -> Schedule {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        for action in alternate(rank, (p - 1 - rank).min(m), m) {
            if action.kind == Kind::Backward && rank + 1 < p {
                order.push(Action { kind: Kind::Recompute, ..action });
            }
            order.push(action);
        }
    }
    schedule
}
