//! A search of your own: the best of so many random assignments.
//!
//! Invariants: the record judges every assignment; a seed fixes the outcome.

use shardwright_ir::rng::Rng;
use shardwright_passes::search::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem};

/// What `SEARCHES` would list.
pub const DICE: SearchInfo = SearchInfo {
    name: "dice",
    summary: "the best of random assignments",
    paper: "none",
    exact: false,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut random = Rng::new(budget.seed);
    let mut record = Record::new(problem, budget);
    loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        let dice: Vec<u32> = problem.nodes().iter().map(|node| random.below(node.costs.len()) as u32).collect();
        record.offer(&dice, progress);
    }
}
