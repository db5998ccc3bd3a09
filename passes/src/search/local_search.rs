//! Local search: one node, or a few connected ones, changed at a time.
//!
//! J. Besag, "On the statistical analysis of dirty pictures", 1986 (iterated conditional modes), with regions of up to 4 nodes and the
//! memory prices of [`super::neighbourhood`]. Changes are priced by what they touch, never by the whole problem.

use super::{Budget, Outcome, Progress, SearchInfo, SearchProblem, neighbourhood};

/// The search.
pub const LOCAL_SEARCH: SearchInfo = SearchInfo {
    name: "local",
    summary: "local search: one to four connected nodes changed at a time, priced by what they touch",
    paper: "Besag, J. Royal Statistical Society B 48(3), 1986",
    exact: false,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    neighbourhood::improve_from_messages(problem, budget, progress, 2)
}
