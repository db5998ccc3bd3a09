//! Recursive partitioning: one mesh axis after the other is decided for the whole program at once, exactly.
//!
//! M. Wang, C.-C. Huang and J. Li, "Supporting very large models using automatic dataflow graph partitioning" (Tofu), EuroSys 2019: devices are
//! split recursively, and each split is found by dynamic programming over the program with earlier splits fixed. Theirs splits in two and counts
//! what is communicated; here a split is an axis of the mesh, and the program's own prices count. The step is exact elimination
//! ([`super::elimination`]), or the default search where tables get too large. Memory counts at the last axis, when every tensor has its final size.
//! Axes are decided in the mesh's order and in reverse. Time: two eliminations an axis, over the choices of that axis alone. Invariant: with one
//! axis, this is exact elimination.

use super::by_axis::{begin, candidates, cheapest, orders};
use super::structure::Structure;
use super::{Budget, Outcome, Progress, SearchInfo, SearchProblem, Stop};

/// The search.
pub const TOFU: SearchInfo = SearchInfo {
    name: "tofu",
    summary: "recursive: one mesh axis after the other is decided for all ops at once, exactly, earlier axes fixed",
    paper: "Wang, Huang and Li (Tofu), EuroSys 2019",
    exact: false,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    recurse(problem, problem, budget, progress, &|_, _, _, _| true)
}

/// Decides axis by axis on `priced`, a problem of the same choices and structure; `allow` says which choices (of a node, for an axis) there are.
pub fn recurse(problem: &SearchProblem, priced: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>, allow: &dyn Fn(&Structure, usize, usize, usize) -> bool) -> Outcome {
    let (mut record, structure) = match begin(problem, budget) {
        Ok(begun) => begun,
        Err(outcome) => return outcome,
    };
    let unlimited = priced.with_limit(None);
    for order in orders(structure) {
        let mut now = vec![0u32; problem.nodes().len()];
        for (place, &axis) in order.iter().enumerate() {
            if let Some(stop) = record.must_stop() {
                return record.finish(stop);
            }
            let alive = candidates(problem, structure, &now, &order[..place], axis, &|node, choice| allow(structure, node, choice, axis));
            let step = if place + 1 == order.len() { priced } else { &unlimited };
            let Some(found) = cheapest(step, &alive, budget, &mut record) else { break };
            now = found;
            record.offer(&now, progress);
        }
    }
    record.finish(Stop::Done)
}
