//! PipeDream's steady state (Narayanan et al., "PipeDream: Generalized Pipeline Parallelism for DNN Training", SOSP 2019, section 3.1).
//!
//! A stage of m replicas takes `(compute + 4 (m - 1) weights / (m bandwidth)) / m` seconds a minibatch: each replica synchronises after every minibatch of its own. What
//! a cut lets through takes `2 bytes / (bandwidth m)` with the fewer replicas of its two sides; a node's output counts once however many take it. Computation and transfers overlap, so
//! the slowest of all is the pace. Memory of a stage is `(held + weights) ceil(devices after it / m)`: stashed weights and activations, as the authors' optimizer counts them.
//! Invariant: stages on the same devices add up, and nothing is sent between them.

use super::super::plan::Plan;
use super::super::problem::Problem;
use super::StageCost;

pub(super) fn evaluate(problem: &Problem, plan: &Plan) -> (f64, Vec<StageCost>) {
    let rate = problem.setting().link.peak();
    let mut after: usize = plan.stages.iter().map(|stage| stage.devices.len()).sum();
    let mut costs = Vec::with_capacity(plan.stages.len());
    for (index, stage) in plan.stages.iter().enumerate() {
        let replicas = stage.data as f64;
        after -= stage.devices.len();
        let (mut seconds, mut weights, mut held) = (0.0, 0.0, 0.0);
        for (_, variant) in plan.choices(problem, index) {
            seconds += variant.seconds();
            weights += variant.weights;
            held += variant.held;
        }
        let sync = 4.0 * (replicas - 1.0) * weights / (replicas * rate);
        let stashed = after.div_ceil(stage.devices.len()) as f64;
        costs.push(StageCost { seconds: (seconds + sync) / replicas, bytes: (held + weights) * stashed });
    }
    let load = |group: Vec<usize>| group.iter().map(|&stage| costs[stage].seconds).sum::<f64>();
    let mut slowest = plan.groups().into_iter().map(load).fold(0.0, f64::max);
    for cut in 1..plan.stages.len() {
        let (left, right) = (&plan.stages[cut - 1], &plan.stages[cut]);
        if left.devices != right.devices {
            let bytes = cut_bytes(problem, plan, cut);
            slowest = slowest.max(2.0 * bytes / (rate * left.data.min(right.data) as f64));
        }
    }
    (slowest, costs)
}

/// Bytes of the nodes before a stage whose outputs are taken in it or after it.
fn cut_bytes(problem: &Problem, plan: &Plan, cut: usize) -> f64 {
    let of = plan.stage_of(problem);
    let crosses = |node: usize| problem.edges_of(node).iter().any(|&edge| problem.edges()[edge].from == node && of[problem.edges()[edge].to] >= cut);
    (0..of.len()).filter(|&node| of[node] < cut && crosses(node)).map(|node| problem.nodes()[node].output).sum()
}
