//! The default: message passing for the bound, trees re-solved for the cost, branch and bound for the proof.
//!
//! Where layers repeat, first the problem in which alike nodes choose alike ([`super::fold`]): its plan is where the search begins. Rounds of fixed
//! work: one core moves messages (and rounds them), the others walk from the best assignment by large neighbourhoods. What the bound proves too dear is
//! dropped from the message passing's model, and once little is left, branch and bound takes over. Invariant: the rounds exchange results at their ends
//! only, so that threads do not change what is found.

use super::message_passing::Messages;
use super::model::{Infeasible, Model};
use super::neighbourhood::{Walk, repair};
use super::{Budget, Improvement, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop, branch, fold};
use std::sync::Arc;
use std::time::Instant;

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

/// Of the time, so much goes to the folded problem at most, and so many evaluations.
const FOLDED: (f64, u64) = (0.25, 200_000);

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    // Choices that mean something: there nodes that look alike are parts of layers.
    let Some(folded) = problem.structure().and_then(|_| fold::folded(problem)) else { return search(record, problem, budget, None, progress) };
    let part = Budget { seconds: budget.seconds.map(|seconds| FOLDED.0 * seconds), evaluations: FOLDED.1.min(budget.evaluations / 4), ..*budget };
    let mut quiet = |_: &Improvement| {};
    let found = search(Record::new(&folded.problem, &part), &folded.problem, &part, None, &mut Progress::new(&mut quiet));
    record.evaluations += found.evaluations;
    let known = found.assignment.map(|assignment| folded.unfolded(&assignment));
    search(record, problem, budget, known.as_deref(), progress)
}

/// Searches, from a known assignment where there is one; it need not be valid.
fn search(mut record: Record<'_>, problem: &SearchProblem, budget: &Budget, known: Option<&[u32]>, progress: &mut Progress<'_>) -> Outcome {
    let Ok(model) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let mut model = Arc::new(model);
    let mut messages = Messages::new(&model);
    if model.entries() <= SMALL {
        let stop = branch::prove(&mut record, (*model).clone(), messages, progress);
        return record.finish(stop);
    }
    let mut walk: Option<Walking> = None;
    let mut latest: Vec<u32> = Vec::new();
    if let Some(known) = known {
        record.offer(known, progress);
        latest = model.nearest(known);
        walk = Some(Walk::new(&model, latest.clone(), budget.seed)).filter(Walk::is_valid).map(|walk| Walking { model: Arc::clone(&model), walk });
    }
    let (mut stale_bound, mut stale_cost, mut rounds) = (0, 0, 0u64);
    loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        let target = record.best().map(|(cost, _)| *cost as f64 * 2f64.powi(model.scale));
        let deadline = record.deadline();
        let before = (record.bound(), record.best().map(|(cost, _)| *cost));
        // Both sides read about as many entries: four passes over all of them, there and back.
        let work = (8 * model.entries()).max(200_000);
        let prices = messages.prices.clone();
        let ((bound, rounded), (regions, fresh)) = rayon::join(
            || {
                let bound = messages.iterate(&model, 4, target);
                (bound, [false, true].map(|backward| messages.round(&model, backward)))
            },
            || match &mut walk {
                Some(walking) if rounds % 6 != 5 => (walking.run(&model, &prices, work, deadline), None),
                _ if latest.is_empty() => (0, None),
                // From messages that have come further, another start: repaired and walked from a while.
                _ => match repair(&model, latest.clone(), &prices, 2 * work, budget.seed ^ rounds, deadline) {
                    Some(state) => {
                        let mut fresh = Walk::new(&model, state, budget.seed ^ rounds);
                        let regions = fresh.run(&model, &prices, work, 11, deadline);
                        (regions, Some(fresh.state().to_vec()))
                    }
                    None => (0, None),
                },
            },
        );
        // The model may hold nothing but what is cheaper than the best: its bound is one for the problem up to there.
        record.offer_bound_of_cheaper(model.unscaled(bound), progress);
        for state in rounded.iter().chain(&fresh) {
            if record.offer(&model.assignment(state), progress) {
                let fresh = Walk::new(&model, state.clone(), budget.seed ^ record.evaluations);
                // The problem may allow a pair that another beats and that the model therefore forbids.
                walk = if fresh.is_valid() { Some(Walking { model: Arc::clone(&model), walk: fresh }) } else { walk };
            }
        }
        rounds += 1;
        let [forth, back] = rounded;
        latest = if rounds % 2 == 0 { forth } else { back };
        if let Some(walking) = &walk {
            record.evaluations += regions;
            record.offer(&walking.model.assignment(walking.walk.state()), progress);
        }
        stale_bound = if record.bound() > before.0 { 0 } else { stale_bound + 1 };
        let Some((cost, best)) = record.best() else {
            // Perhaps there is nothing valid: branches can prove it.
            if stale_bound > 20 && model.entries() <= FEW_ENTRIES && record.must_stop().is_none() {
                let stop = branch::prove(&mut record, (*model).clone(), messages, progress);
                return record.finish(stop);
            }
            continue;
        };
        let cost = *cost;
        stale_cost = if before.1.is_none_or(|before| cost < before) { 0 } else { stale_cost + 1 };
        if record.closed() {
            continue;
        }
        let below = (cost - 1) as f64 * 2f64.powi(model.scale) + 0.5;
        match pruned(&model, &messages, below, cost, model.state(best)) {
            None if stale_bound > 20 && stale_cost > 20 && model.entries() <= FEW_ENTRIES => {
                let stop = branch::prove(&mut record, (*model).clone(), messages, progress);
                return record.finish(stop);
            }
            None => {}
            Some(Ok(smaller)) => {
                messages = messages.moved(&model, &smaller);
                latest = smaller.lowered(&latest).unwrap_or_default();
                walk.iter_mut().for_each(|walking| walking.follow(&model, &smaller, budget.seed ^ rounds));
                model = smaller;
            }
            Some(Err(_)) => {
                // Nothing is cheaper than the best.
                record.offer_bound(cost, progress);
                return record.finish(Stop::Optimal);
            }
        }
    }
}

/// A walk, in the model that has its state: choices that are gone from a later model may be part of it.
struct Walking {
    model: Arc<Model>,
    walk: Walk,
}

impl Walking {
    fn run(&mut self, model: &Arc<Model>, prices: &[f64], work: usize, deadline: Option<Instant>) -> u64 {
        if Arc::ptr_eq(model, &self.model) {
            return self.walk.run(model, prices, work, 11, deadline);
        }
        self.walk.run(&self.model, &model.prices_in(&self.model, prices), work, 11, deadline)
    }

    /// Goes on in a smaller model, where the state lives there too.
    fn follow(&mut self, model: &Arc<Model>, smaller: &Arc<Model>, seed: u64) {
        let state = if Arc::ptr_eq(model, &self.model) { smaller.lowered(self.walk.state()) } else { smaller.state(&self.model.assignment(self.walk.state())) };
        if let Some(state) = state {
            let walk = Walk::new(smaller, state, seed);
            if walk.is_valid() {
                *self = Walking { model: Arc::clone(smaller), walk };
            }
        }
    }
}

/// The model without what the bound proves too dear, but with the best state; none where that is little.
fn pruned(model: &Model, messages: &Messages, below: f64, cost: i128, best: Option<Vec<u32>>) -> Option<Result<Arc<Model>, Infeasible>> {
    let mut keep = messages.prune(model, below);
    if keep.iter().any(|keep| !keep.contains(&true)) {
        return Some(Err(Infeasible));
    }
    for (keep, choice) in keep.iter_mut().zip(best.unwrap_or_default()) {
        keep[choice as usize] = true;
    }
    let all: usize = keep.iter().map(|keep| keep.len() - 1).sum();
    let dropped = keep.iter().flatten().filter(|keep| !**keep).count();
    if dropped * 10 <= all {
        return None;
    }
    Some(model.restricted(Some(cost + 1), &keep).map(Arc::new))
}
