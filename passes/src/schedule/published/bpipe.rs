//! BPipe: 1F1B whose first ranks keep some of their activations on the ranks at the other end.

use super::one_f_one_b::alternate;
use crate::schedule::{Action, Chunks, Kind, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};
use std::collections::BTreeSet;

/// BPipe.
pub const BPIPE: ScheduleInfo = ScheduleInfo {
    name: "bpipe",
    summary: "1F1B in which rank r keeps activations on rank p-1-r: every rank holds about half of what 1F1B's first does",
    paper: "Kim et al., BPipe, ICML 2023",
    bubble: Law { text: "(p-1)*S", when: "c = 0" },
    metric: Metric::Makespan,
    memory: Law { text: "ceil((p+2)/2)", when: "m >= p and p >= 2" },
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
    let most = (p + 2).div_ceil(2);
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m);
    for rank in 0..p {
        let order = alternate(rank, (p - 1 - rank).min(m), m);
        if p - rank <= most {
            schedule.orders[rank] = order;
            continue;
        }
        schedule.keepers[rank] = Some(p - 1 - rank);
        schedule.orders[rank] = evict(rank, &order, most);
    }
    Ok(schedule)
}

/// The order, with the newest activations sent away where more than `most` would be held: they are the last to be needed.
pub(super) fn evict(rank: usize, order: &[Action], most: usize) -> Vec<Action> {
    let mut here: BTreeSet<usize> = BTreeSet::new();
    let mut found = Vec::with_capacity(order.len());
    for &action in order {
        let microbatch = action.microbatch as usize;
        let comes = action.kind == Kind::Forward || !here.contains(&microbatch);
        if comes && here.len() == most {
            found.extend(here.pop_last().map(|newest| Action::new(rank, Kind::Offload, newest)));
        }
        if comes && action.kind != Kind::Forward {
            found.push(Action::new(rank, Kind::Reload, microbatch));
        }
        here.insert(microbatch);
        if action.kind != Kind::Forward {
            here.remove(&microbatch);
        }
        found.push(action);
    }
    found
}
