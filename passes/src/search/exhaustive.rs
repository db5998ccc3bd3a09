//! Every assignment, one after the other: what tests hold the other searches against.
//!
//! Invariant: nothing is skipped, nothing is clever; the problem's own evaluation judges each assignment.

use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};

/// The search.
pub const EXHAUSTIVE: SearchInfo = SearchInfo {
    name: "exhaustive",
    summary: "every assignment; refuses problems of more than 2^22 of them",
    paper: "none: by definition",
    exact: true,
    run,
};

/// Most assignments that are tried.
pub const MOST_ASSIGNMENTS: u128 = 1 << 22;

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let sizes: Vec<u32> = problem.nodes().iter().map(|node| node.costs.len() as u32).collect();
    let count = sizes.iter().fold(1u128, |count, size| count.saturating_mul(u128::from(*size)));
    if count > MOST_ASSIGNMENTS {
        return record.finish(Stop::TooLarge(format!("{count} assignments, at most {MOST_ASSIGNMENTS}")));
    }
    let mut assignment = vec![0; sizes.len()];
    loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        record.offer(&assignment, progress);
        let Some(next) = (0..sizes.len()).rev().find(|node| assignment[*node] + 1 < sizes[*node]) else { break };
        assignment[next] += 1;
        assignment[next + 1..].fill(0);
    }
    let Some(cost) = record.best().map(|(cost, _)| *cost) else { return record.finish(Stop::Infeasible) };
    record.offer_bound(cost, progress);
    record.finish(Stop::Optimal)
}
