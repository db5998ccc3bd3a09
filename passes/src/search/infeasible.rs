//! Why nothing fits: the time at which memory runs out first, what is live then, and the smallest limit that could do.
//!
//! Invariant: [`smallest_limit`] is proven: below it no assignment fits at [`Shortage::time`], whatever it costs. It takes each node's
//! smallest usage, so that at or above it every time can be met one by one; whether all can be met together with finite costs is for a
//! search to say.

use super::problem::{INFINITE, SearchProblem};
use super::{Outcome, Stop};

/// The time that needs most memory at least.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortage {
    /// The time.
    pub time: i64,
    /// The least that any assignment uses then: the smallest limit that could do.
    pub needed: i128,
    /// The limit.
    pub limit: i64,
    /// Nodes that are live then with their least usages, the largest first.
    pub live: Vec<(u32, i64)>,
}

/// The least memory that any assignment without a forbidden node choice needs at its worst time; none where no node uses memory.
pub fn smallest_limit(problem: &SearchProblem) -> Option<(i64, i128)> {
    let worst = problem.profile(|node| least_usage(problem, node)).into_iter();
    // The first of equals.
    worst.fold(None, |worst, (time, used)| if worst.is_none_or(|(_, most)| used > most) { Some((time, used)) } else { worst })
}

/// The shortage, where at some time even the smallest usages pass the limit.
pub fn shortage(problem: &SearchProblem) -> Option<Shortage> {
    let limit = problem.limit()?;
    let (time, needed) = smallest_limit(problem).filter(|(_, needed)| *needed > i128::from(limit))?;
    let usage = |node: usize| least_usage(problem, node);
    let live = problem.live_at(time, usage).into_iter().map(|node| (node, usage(node as usize))).collect();
    Some(Shortage { time, needed, limit, live })
}

/// Why a search has no assignment; `None` where it has one.
pub fn why_not(problem: &SearchProblem, outcome: &Outcome) -> Option<String> {
    match (&outcome.assignment, &outcome.stop) {
        (Some(_), _) => None,
        (None, Stop::Infeasible) => Some(explain(problem)),
        (None, stop) => Some(format!("nothing valid was found ({stop})")),
    }
}

/// Says why a problem has no valid assignment, as far as this can be told without a search.
pub fn explain(problem: &SearchProblem) -> String {
    const NAMED: usize = 8;
    if let Some(node) = problem.nodes().iter().find(|node| node.costs.iter().all(|cost| *cost >= INFINITE)) {
        return format!("every choice of {} is forbidden", node.name);
    }
    let Some(short) = shortage(problem) else {
        if let Some(most) = problem.most_cost() {
            return format!("no choices that go together cost {most} or less");
        }
        return match problem.limit() {
            Some(limit) => format!("no choices go together within the memory limit of {limit}, though each time could be met alone"),
            None => "no choices go together: each assignment has a forbidden pair".to_owned(),
        };
    };
    let named: Vec<String> = short.live.iter().take(NAMED).map(|(node, usage)| format!("{} ({usage})", problem.nodes()[*node as usize].name)).collect();
    let more = short.live.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!(
        "at time {} even the smallest choices use {}, the limit is {}: live are {}{more}; the smallest limit that could do is {}",
        short.time,
        short.needed,
        short.limit,
        named.join(", "),
        short.needed
    )
}

fn least_usage(problem: &SearchProblem, node: usize) -> i64 {
    let node = &problem.nodes()[node];
    let allowed = node.costs.iter().zip(node.usages.iter()).filter(|(cost, _)| **cost < INFINITE);
    allowed.map(|(_, usage)| *usage).min().unwrap_or(0)
}
