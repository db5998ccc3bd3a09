//! The default: message passing for the bound, trees re-solved for the cost, branch and bound for the proof.
//!
//! Rounds of fixed work: one core moves messages (and rounds them), the others walk from the best assignment by large neighbourhoods. What the bound
//! proves too dear is dropped from the message passing's model, and once little is left, branch and bound takes over. Invariant: the
//! rounds exchange results at their ends only, so that threads do not change what is found.

use super::branch;
use super::message_passing::Messages;
use super::model::Model;
use super::neighbourhood::{Walk, repair};
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};

/// The search.
pub const BEST: SearchInfo = SearchInfo {
    name: "best",
    summary: "the default: message passing and large neighbourhoods side by side, then branch and bound (exact when it has the time)",
    paper: "Kolmogorov 2006; Hamze and de Freitas 2004; Land and Doig 1960",
    exact: true,
    run,
};

/// Entries of cost matrices that branch and bound takes over from.
const FEW_ENTRIES: usize = 100_000;

/// Entries that branch and bound has from the start.
const SMALL: usize = 2_000;

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let Ok(whole) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let mut model = whole.clone();
    let mut messages = Messages::new(&model);
    if entries(&model) <= SMALL {
        let stop = branch::prove(&mut record, problem, model, messages, progress);
        return record.finish(stop);
    }
    let mut prices = vec![0.0; whole.capacities.len()];
    let mut walk: Option<Walk> = None;
    let mut latest: Vec<u32> = Vec::new();
    let (mut stale_bound, mut stale_cost, mut rounds) = (0, 0, 0u64);
    loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        let target = record.best().map(|(cost, _)| *cost as f64 * 2f64.powi(model.scale));
        let deadline = record.deadline();
        let before = (record.bound(), record.best().map(|(cost, _)| *cost));
        // Both sides read about as many entries: four passes over all of them, there and back.
        let work = (8 * entries(&model)).max(200_000);
        let ((bound, rounded), (regions, repaired)) = rayon::join(
            || {
                let bound = messages.iterate(&model, 4, target);
                let rounded = [false, true].map(|backward| model.assignment(&messages.round(&model, backward)));
                (bound, rounded)
            },
            || match &mut walk {
                Some(walk) if rounds % 6 != 5 => (walk.run(&whole, &prices, work, 11, deadline), Repaired::None),
                _ if latest.is_empty() => (0, Repaired::None),
                // From messages that have come further, another start: repaired and walked from a while.
                _ => match repair(&whole, latest.clone(), &prices, 2 * work, budget.seed ^ rounds, deadline) {
                    Some(state) => {
                        let mut fresh = Walk::new(&whole, state, budget.seed ^ rounds);
                        let regions = fresh.run(&whole, &prices, work, 11, deadline);
                        (regions, Repaired::New(fresh.state().to_vec()))
                    }
                    None => (0, Repaired::None),
                },
            },
        );
        // A model that was pruned has only what is cheaper than the best: its bound may pass that cost, and then proves it.
        let bound = model.unscaled(bound);
        record.offer_bound(before.1.map_or(bound, |cost| bound.min(cost)), progress);
        for assignment in &rounded {
            if record.offer(assignment, progress) {
                walk = whole.state(assignment).map(|state| Walk::new(&whole, state, budget.seed ^ record.evaluations));
            }
        }
        if let Repaired::New(state) = repaired {
            // A start of another kind: it is walked from where it is better than what there is, after a walk of its own.
            if record.offer(&whole.assignment(&state), progress) {
                walk = Some(Walk::new(&whole, state, budget.seed ^ rounds));
            }
        }
        rounds += 1;
        latest = whole.state(&rounded[rounds as usize % 2]).unwrap_or_default();
        if let Some(walk) = &walk {
            record.evaluations += regions;
            record.offer(&whole.assignment(walk.state()), progress);
        }
        let Some((cost, _)) = record.best() else { continue };
        let cost = *cost;
        stale_bound = if record.bound() > before.0 { 0 } else { stale_bound + 1 };
        stale_cost = if before.1.is_none_or(|before| cost < before) { 0 } else { stale_cost + 1 };
        if !record.closed() {
            let below = (cost - 1) as f64 * 2f64.powi(model.scale) + 0.5;
            let Some(smaller) = pruned(problem, &model, &messages, below, cost) else {
                if stale_bound > 20 && stale_cost > 20 && entries(&model) <= FEW_ENTRIES {
                    let stop = branch::prove(&mut record, problem, model, messages, progress);
                    return record.finish(stop);
                }
                continue;
            };
            let Ok(smaller) = smaller else {
                // Nothing is cheaper than the best.
                record.offer_bound(cost, progress);
                return record.finish(Stop::Optimal);
            };
            messages = messages.moved(&model, &smaller);
            model = smaller;
        }
        let price = |time: &i64| model.times.binary_search(time).map_or(0.0, |row| messages.prices[row] * 2f64.powi(whole.scale - model.scale));
        prices = whole.times.iter().map(price).collect();
    }
}

/// What came of a start from messages.
enum Repaired {
    None,
    New(Vec<u32>),
}

fn entries(model: &Model) -> usize {
    model.edges.iter().map(|edge| edge.costs[0].len()).sum()
}

/// The model without what the bound proves too dear; none where that is little.
fn pruned(problem: &SearchProblem, model: &Model, messages: &Messages, below: f64, cost: i128) -> Option<Result<Model, super::model::Infeasible>> {
    let keep = messages.prune(model, below);
    let all: usize = keep.iter().map(|keep| keep.len() - 1).sum();
    let dropped = keep.iter().flatten().filter(|keep| !**keep).count();
    if dropped * 10 <= all {
        return None;
    }
    let mut alive: Vec<Vec<bool>> = problem.nodes().iter().map(|node| vec![false; node.costs.len()]).collect();
    for ((alive, choices), keep) in alive.iter_mut().zip(&model.choices).zip(&keep) {
        choices.iter().zip(keep).for_each(|(choice, keep)| alive[*choice as usize] = *keep);
    }
    Some(Model::restricted(problem, Some(cost), alive))
}
