//! Pipelines whose stages are a graph: GraphPipe, and DistMM's towers.
//!
//! The graph here is the plainest one with branches: chains of equal length that one last stage joins (two towers and their loss, an ensemble). What counts
//! is the longest way, not the number of stages.

use super::one_f_one_b::alternate;
use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Schedule, ScheduleInfo, ScheduleOption, Stage};

const OPTIONS: &[ScheduleOption] = &[ScheduleOption { name: "branches", default: "2", summary: "chains that the last rank joins" }];
const RULES: &[&str] = &["branches >= 1", "(p-1) % branches = 0"];

/// GraphPipe.
pub const GRAPHPIPE: ScheduleInfo = ScheduleInfo {
    name: "graphpipe",
    summary: "1F1B over a graph of stages: branches run side by side, each stage holds what its distance from the end asks for",
    paper: "Jeon et al., GraphPipe, ASPLOS 2025",
    bubble: Law { text: "(p-1)/branches*S", when: "c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "min((p-1)/branches+1, m)", when: "" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: RULES,
    options: OPTIONS,
    build: |parameters, _| build(parameters, true),
};

/// DistMM.
pub const DISTMM: ScheduleInfo = ScheduleInfo {
    name: "distmm",
    summary: "towers side by side whose loss needs the whole batch: all forward passes, the loss, all backward passes",
    paper: "Huang et al., DistMM, NSDI 2024, section 4",
    bubble: Law { text: "(p-1)/branches*S + 2*(p-1)/branches*c", when: "" },
    metric: Metric::Makespan,
    memory: Law { text: "m", when: "" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: RULES,
    options: OPTIONS,
    build: |parameters, _| build(parameters, false),
};

fn build(parameters: &Parameters, turns: bool) -> Result<Schedule, String> {
    let (p, m, branches) = (parameters.ranks, parameters.microbatches, parameters.number("branches")?);
    let length = (p - 1) / branches;
    let stage = |rank: usize| {
        let after = if rank == p - 1 {
            (0..branches).filter(|_| length > 0).map(|branch| (branch + 1) * length - 1).collect()
        } else if rank.is_multiple_of(length.max(1)) {
            Vec::new()
        } else {
            vec![rank - 1]
        };
        Stage { rank, after, microbatches: 0..m, copy_of: None }
    };
    let order = |rank: usize| {
        // How many stages come after this one.
        let ahead = if rank == p - 1 { 0 } else { length - rank % length };
        if turns {
            return alternate(rank, ahead.min(m), m);
        }
        let passes = [Action::forward, Action::backward];
        passes.iter().flat_map(|make| (0..m).map(move |microbatch| make(rank, microbatch))).collect()
    };
    Ok(Schedule {
        stages: (0..p).map(stage).collect(),
        microbatches: m,
        slices: 1,
        parts: 1,
        loads: Vec::new(),
        sizes: Vec::new(),
        training: true,
        keepers: vec![None; p],
        orders: (0..p).map(order).collect(),
    })
}
