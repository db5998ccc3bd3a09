//! Another plan that changes little: at most so many choices, and memory may pass the limit at a price.
//!
//! Invariant: where an assignment is returned, it keeps the terms.

use shardwright_passes::search::terms::{Departures, Terms};
use shardwright_passes::search::{Budget, Outcome, ProblemError, Progress, SearchInfo, SearchProblem};

/// The cheapest assignment that differs from `old` in at most `most` nodes, where each unit of memory beyond the limit costs `price`.
pub fn replan(problem: &SearchProblem, search: &SearchInfo, old: &[u32], most: u32, price: i64) -> Result<Outcome, ProblemError> {
    let from = old.iter().map(|choice| Some(*choice)).collect();
    let terms = Terms { beyond_limit: Some(price), departures: Some(Departures { from, most }), most_cost: None };
    terms.search(problem, search, &Budget::default(), &mut Progress::new(&mut |_| {}))
}
