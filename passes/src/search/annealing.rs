//! Simulated annealing: random changes of one node, or of a path of nodes that follow it; cheaper ones are kept, dearer ones sometimes.
//!
//! Z. Jia, M. Zaharia and A. Aiken, "Beyond data and model parallelism for deep neural networks" (FlexFlow), MLSys 2019: from the first choice
//! everywhere (the planner's: nothing is sharded), one node takes a random choice, or, a quarter of the times, hands its choice on to a neighbour, which
//! hands on three times out of four; a change is kept where it costs less, else with the probability exp(-change / temperature); now and
//! then the walk goes back to the best. Theirs has one temperature in milliseconds; costs here have no unit, so the temperature starts at
//! what a node's choices differ by on average and falls a thousandfold until the walk goes back. Changes are priced by what they touch
//! ([`Tracked`]); time grows with the changes times the edges and memory rows of a node. Invariant: a seed fixes the walk.

use super::model::Model;
use super::tracked::{Price, Tracked};
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};
use shardwright_ir::rng::Rng;

/// The search.
pub const ANNEALING: SearchInfo = SearchInfo {
    name: "annealing",
    summary: "simulated annealing: one node, or a path of nodes that follow it, changed at random and priced by what it touches",
    paper: "Jia, Zaharia and Aiken (FlexFlow), MLSys 2019; Metropolis et al., J. Chemical Physics 21, 1953",
    exact: false,
    run,
};

/// Returns to the best without a better one until the search ends.
const PATIENCE: usize = 200;

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let Ok(model) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let open: Vec<usize> = (0..model.len()).filter(|node| model.costs[*node].len() > 1).collect();
    let mut walk = Tracked::new(&model, vec![0; model.len()]);
    record.offer(&model.assignment(walk.state()), progress);
    if open.is_empty() {
        return record.finish(Stop::Done);
    }
    let mut energy = Energy::new(&model);
    // The best so far: what is valid comes before what is not.
    let (mut best, mut best_price) = (walk.state().to_vec(), walk.price());
    // A hundredth of the budget, at most so many changes a node.
    let period = (budget.evaluations / 100).clamp(1, 100 * open.len().max(10) as u64);
    let mut random = Rng::new(budget.seed);
    let mut undo: Vec<(usize, u32)> = Vec::new();
    let mut stale = 0;
    while stale < PATIENCE {
        let (mut changes, mut better) = (0, false);
        energy.settle(best_price, open.len());
        while changes < period {
            if changes % 64 == 0
                && let Some(stop) = record.must_stop()
            {
                record.offer(&model.assignment(&best), progress);
                return record.finish(stop);
            }
            let temperature = 10.0 * energy.unit * 1e-5f64.powf(changes as f64 / period as f64);
            undo.clear();
            let change = energy.of(propose(&model, &open, &mut walk, &mut random, &mut undo));
            changes += undo.len().max(1) as u64;
            record.evaluations += undo.len().max(1) as u64;
            // 53 random bits: a number from 0 to below 1.
            let chance = (random.bits() >> 11) as f64 / (1u64 << 53) as f64;
            if change > 0.0 && chance >= (-change / temperature).exp() {
                undo.iter().rev().for_each(|&(node, choice)| {
                    walk.take(node, choice);
                });
            } else if rank(walk.price()) < rank(best_price) {
                (best_price, better) = (walk.price(), true);
                best.copy_from_slice(walk.state());
            }
        }
        stale = if better { 0 } else { stale + 1 };
        if better {
            record.offer(&model.assignment(&best), progress);
        }
        walk = Tracked::new(&model, best.clone());
    }
    record.finish(Stop::Done)
}

/// Valid states first, then by cost.
fn rank(price: Price) -> (i64, i128, f64) {
    (price.forbidden, price.over, price.cost)
}

/// Changes a node or a path of nodes; what the price changes by. `undo` gets the former choices.
fn propose(model: &Model, open: &[usize], walk: &mut Tracked<'_>, random: &mut Rng, undo: &mut Vec<(usize, u32)>) -> Price {
    let mut total = Price::default();
    let mut node = open[random.below(open.len())];
    let mut take = |walk: &mut Tracked<'_>, node: usize, choice: u32| {
        undo.push((node, walk.state()[node]));
        total.add(walk.take(node, choice));
    };
    if !random.percent(25) {
        take(walk, node, random.below(model.costs[node].len()) as u32);
        return total;
    }
    loop {
        let neighbors = &model.neighbors[node];
        if neighbors.is_empty() {
            return total;
        }
        let next = neighbors[random.below(neighbors.len())];
        let other = next.other as usize;
        let columns = model.costs[other].len();
        let row = &model.matrix(next.edge, node)[walk.state()[node] as usize * columns..][..columns];
        // To follow is to take what this edge costs least with; of equals, what the node itself costs least with.
        let cost = |choice: usize| (row[choice], model.costs[other][choice]);
        let follow = (0..columns).fold(0, |least, choice| if cost(choice) < cost(least) { choice } else { least });
        take(walk, other, follow as u32);
        node = other;
        if !random.percent(75) {
            return total;
        }
    }
}

/// What invalid states cost in a walk that may pass through them.
struct Energy {
    /// The temperature at first.
    unit: f64,
    /// Of a forbidden pair, in units, and of memory beyond a capacity by what a node uses on average.
    penalty: f64,
    /// What a node uses on average.
    memory: f64,
}

impl Energy {
    fn new(model: &Model) -> Energy {
        let used: Vec<f64> = model.pieces.iter().flatten().flat_map(|piece| piece.usages.iter()).filter(|usage| **usage > 0).map(|usage| *usage as f64).collect();
        let memory = if used.is_empty() { 1.0 } else { used.iter().sum::<f64>() / used.len() as f64 };
        Energy { unit: 1.0, penalty: 4.0, memory }
    }
    /// For a walk that starts from here.
    fn settle(&mut self, best: Price, open: usize) {
        self.unit = (best.cost / open as f64).max(1e-3);
        self.penalty = if best.is_valid() { (self.penalty / 2.0).max(4.0) } else { (self.penalty * 2.0).min(1e9) };
    }
    fn of(&self, price: Price) -> f64 {
        price.cost + (price.forbidden as f64 + price.over as f64 / self.memory) * self.penalty * self.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ProblemBuilder;

    /// Twelve nodes of up to five choices in a random graph, with forbidden pairs and memory that binds.
    fn random_problem(random: &mut Rng) -> SearchProblem {
        let mut builder = ProblemBuilder::new("random");
        let sizes: Vec<usize> = (0..12).map(|_| 1 + random.below(5)).collect();
        for (node, &size) in sizes.iter().enumerate() {
            let costs = (0..size).map(|_| random.range(0, 40)).collect();
            let usages = (0..size).map(|_| random.range(0, 9)).collect();
            let from = random.range(0, 8);
            builder.node_with_memory(&format!("n{node}"), costs, usages, (from, from + random.range(1, 6)));
        }
        for _ in 0..20 {
            let (first, second) = (random.below(12), random.below(12));
            // The first pair is allowed, so that no node is without choices.
            let costs = (0..sizes[first] * sizes[second]).map(|at| if at > 0 && random.percent(10) { crate::search::INFINITE } else { random.range(0, 50) });
            builder.edge(first as u32, second as u32, costs.collect());
        }
        builder.limit(random.range(20, 45));
        builder.build().expect("sound numbers")
    }

    #[test]
    fn prices_of_random_walks_are_those_of_whole_evaluations() {
        let (mut judged, mut invalid) = (0, 0);
        for seed in 0..100 {
            let mut random = Rng::new(seed);
            let problem = random_problem(&mut random);
            let Ok(model) = Model::new(&problem, None) else { continue };
            let open: Vec<usize> = (0..model.len()).filter(|node| model.costs[*node].len() > 1).collect();
            if open.is_empty() {
                continue;
            }
            let mut walk = Tracked::new(&model, vec![0; model.len()]);
            for step in 0..200 {
                let (before, mut undo) = (walk.price(), Vec::new());
                let change = propose(&model, &open, &mut walk, &mut random, &mut undo);
                assert_eq!(walk.price().cost, before.cost + change.cost);
                assert_eq!(walk.price(), Tracked::new(&model, walk.state().to_vec()).price(), "seed {seed}, step {step}");
                // The problem's own evaluation is the judge. The model also forbids some pairs that others beat.
                let (whole, valid) = (problem.evaluate(&model.assignment(walk.state())).unwrap(), walk.price().is_valid());
                assert!(whole.is_valid() || !valid, "seed {seed}, step {step}");
                assert!(!valid || whole.cost == model.unscaled(walk.price().cost), "seed {seed}, step {step}");
                judged += usize::from(valid);
                invalid += usize::from(!valid);
            }
        }
        assert!(judged > 500 && invalid > 500, "{judged} valid states, {invalid} others");
    }
}
