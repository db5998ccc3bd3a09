//! TeraPipe and Seq1F1B: sequences cut into slices, so that the pipeline fills in smaller steps.
//!
//! Causal attention lets a slice go forward as soon as the slices before it have; gradients go back through the slices in reverse. Slices here take equal times.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption};

const OPTIONS: &[ScheduleOption] = &[ScheduleOption { name: "slices", default: "4", summary: "slices of a sequence" }];

/// TeraPipe.
pub const TERAPIPE: ScheduleInfo = ScheduleInfo {
    name: "terapipe",
    summary: "GPipe over slices of sequences",
    paper: "Li et al., TeraPipe, ICML 2021, section 3",
    bubble: Law { text: "(p-1)*S/slices + 2*(p-1)*c", when: "" },
    metric: Metric::Makespan,
    memory: Law { text: "m", when: "" },
    weights: "1",
    messages: Law { text: "2*(p-1)*slices", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["slices >= 1", "slices <= 1024"],
    options: OPTIONS,
    build: |parameters, _| build(parameters, false),
};

/// Seq1F1B.
pub const SEQ_1F1B: ScheduleInfo = ScheduleInfo {
    name: "seq1f1b",
    summary: "1F1B over slices of sequences: less bubble and fewer activations than 1F1B",
    paper: "Sun et al., Seq1F1B, NAACL 2025 (arXiv 2406.03488)",
    bubble: Law::about("(p-1)*S/slices"),
    metric: Metric::Makespan,
    memory: Law { text: "(p-1+slices)/slices", when: "m*slices >= p-1+slices" },
    weights: "1",
    messages: Law { text: "2*(p-1)*slices", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["slices >= 1", "slices <= 1024"],
    options: OPTIONS,
    build: |parameters, _| build(parameters, true),
};

fn build(parameters: &Parameters, turns: bool) -> Result<Schedule, String> {
    let (p, m, slices) = (parameters.ranks, parameters.microbatches, parameters.number("slices")?);
    let pieces = m * slices;
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, pieces);
    schedule.slices = slices;
    schedule.parts = slices as u64;
    // The n-th piece that goes back: the last slice of a sequence first.
    let back = |index: usize| index / slices * slices + slices - 1 - index % slices;
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        // A sequence must have gone forward whole before its last slice can come back.
        let warm = if turns { (p - 1 - rank + slices - 1).min(pieces) } else { pieces };
        order.extend((0..warm).map(|piece| Action::forward(rank, piece)));
        for index in 0..pieces {
            order.extend((warm + index < pieces).then(|| Action::forward(rank, warm + index)));
            order.push(Action::backward(rank, back(index)));
        }
    }
    Ok(schedule)
}
