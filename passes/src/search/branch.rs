//! Branch and bound over message passing: an exact proof where the bound leaves little.
//!
//! A. Land and A. Doig, Econometrica 28(3), 1960, with the bounds of [`super::message_passing`]. Each subproblem is a set of choices that are
//! left; it is solved by messages until its bound passes the best cost, its choices are thinned by what they cost at least, and it is
//! split at one node: its best choice, or any other. Invariants: the subproblems on the stack cover all assignments cheaper
//! than the best; the bound told is the least of theirs.

use super::message_passing::Messages;
use super::model::Model;
use super::neighbourhood::Walk;
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};

/// The search.
pub const BRANCH: SearchInfo = SearchInfo {
    name: "branch",
    summary: "branch and bound over message passing, memory priced; proves optima where bounds are close",
    paper: "Land and Doig, Econometrica 28(3), 1960; Kolmogorov, PAMI 28(10), 2006",
    exact: true,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let stop = match Model::new(problem, None) {
        Ok(model) => {
            let messages = Messages::new(&model);
            prove(&mut record, model, messages, progress)
        }
        Err(_) => Stop::Infeasible,
    };
    record.finish(stop)
}

/// Choices of a model that may hold something better.
struct Open {
    keep: Vec<Vec<bool>>,
    model: std::sync::Arc<Model>,
    /// Messages of the model, to start from.
    messages: std::sync::Arc<Messages>,
    bound: i128,
}

/// Searches all of the model; the reason it ended. The record's bound rises as subproblems are closed.
pub fn prove(record: &mut Record<'_>, model: Model, messages: Messages, progress: &mut Progress<'_>) -> Stop {
    let bound = record.bound();
    let mut stack = vec![Open { keep: Vec::new(), model: std::sync::Arc::new(model), messages: std::sync::Arc::new(messages), bound }];
    while let Some(open) = stack.pop() {
        let least = stack.iter().map(|other| other.bound).chain([open.bound]).min().unwrap_or(0);
        let below = record.below();
        record.offer_bound_of_cheaper(least, progress);
        if let Some(stop) = record.must_stop() {
            return stop;
        }
        if below.is_some_and(|below| open.bound >= below) {
            continue;
        }
        explore(record, open, &mut stack, progress);
    }
    match record.best().map(|(cost, _)| *cost) {
        Some(cost) => {
            record.offer_bound(cost, progress);
            Stop::Optimal
        }
        None => Stop::Infeasible,
    }
}

/// Raises the bound of a subproblem until it is closed or split.
fn explore(record: &mut Record<'_>, open: Open, stack: &mut Vec<Open>, progress: &mut Progress<'_>) {
    const ROUNDS: usize = 12;
    let below = record.below();
    let Ok(mut model) = open.model.restricted(below, &open.keep) else { return };
    let mut messages = open.messages.moved(&open.model, &model);
    let mut bound = open.bound;
    for round in 0..ROUNDS {
        let target = |record: &Record<'_>| record.below().map(|below| (below - 1) as f64 * 2f64.powi(model.scale));
        let now = messages.iterate(&model, 4, target(record));
        let raised = model.unscaled(now) > bound;
        bound = bound.max(model.unscaled(now));
        record.evaluations += 1;
        if round % 4 == 0 {
            let state = messages.round(&model, round % 8 == 0);
            if record.offer(&model.assignment(&state), progress) {
                let mut walk = Walk::new(&model, state, 1);
                if walk.is_valid() {
                    let work = (20 * model.entries() + 1000).min(300_000);
                    record.evaluations += walk.run(&model, &messages.prices, work, 8, record.deadline());
                    record.offer(&model.assignment(walk.state()), progress);
                }
            }
        }
        let Some(target) = target(record) else { continue };
        if record.below().is_some_and(|below| bound >= below) || record.must_stop().is_some_and(|stop| stop == Stop::Time) {
            break;
        }
        let keep = messages.prune(&model, target + 0.5);
        let (kept, all): (usize, usize) = (keep.iter().flatten().filter(|keep| **keep).count(), keep.iter().map(Vec::len).sum());
        if kept < all && (all - kept) * 20 > all - model.len() {
            let Ok(smaller) = model.restricted(record.below(), &keep) else { return };
            messages = messages.moved(&model, &smaller);
            model = smaller;
        } else if !raised && round > 4 {
            break;
        }
    }
    if record.below().is_some_and(|below| bound >= below) {
        return;
    }
    // The node whose best choice is ahead by most: taking any other is closed soon.
    let gap = |node: usize| {
        let mut sorted = messages.totals[node].clone();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted[1] - sorted[0]
    };
    let Some(node) = (0..model.len()).filter(|node| model.costs[*node].len() > 1).max_by(|a, b| gap(*a).total_cmp(&gap(*b)).then(b.cmp(a))) else {
        // Nothing is open: the one assignment that is left decides.
        record.offer(&model.assignment(&vec![0; model.len()]), progress);
        return;
    };
    let totals = &messages.totals[node];
    let best = (0..totals.len()).min_by(|a, b| totals[*a].total_cmp(&totals[*b])).unwrap_or(0);
    let (model, messages) = (std::sync::Arc::new(model), std::sync::Arc::new(messages));
    for takes_best in [false, true] {
        let mut keep: Vec<Vec<bool>> = model.costs.iter().map(|costs| vec![true; costs.len()]).collect();
        keep[node].iter_mut().enumerate().for_each(|(at, keep)| *keep = (at == best) == takes_best);
        stack.push(Open { keep, model: std::sync::Arc::clone(&model), messages: std::sync::Arc::clone(&messages), bound });
    }
}
