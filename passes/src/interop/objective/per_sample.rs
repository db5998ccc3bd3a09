//! Piper's time per sample (Tarnawski, Narayanan, Phanishayee, "Piper: Multidimensional Planner for DNN Parallelization", NeurIPS 2021).
//!
//! A stage of d replicas takes `compute / d + (2 bytes across its edges / d + 4 (d - 1) weights / (d N)) / bandwidth` seconds a sample: bytes go forwards and their
//! gradients backwards, and the 4 is that of PipeDream's planner, whose weights are summed by a sharded parameter server once in N samples. Its memory is
//! `fixed + held x ceil(s / d)`, s the replicas of this stage and of all after it. Stages on the same devices add up, and nothing is sent between them.
//! Invariants: the replicas of each stage divide N, and those of all stages are N at most.

use super::super::plan::Plan;
use super::super::problem::{Problem, Variant};
use super::StageCost;

/// Bytes that cross a node's edges to nodes that are elsewhere, one way.
pub fn crossing_bytes(problem: &Problem, node: usize, variant: &Variant, elsewhere: impl Fn(usize) -> bool) -> f64 {
    let mut bytes = 0.0;
    for (slot, &index) in problem.edges_of(node).iter().enumerate() {
        let edge = problem.edges()[index];
        let other = if edge.from == node { edge.to } else { edge.from };
        if elsewhere(other) {
            bytes += edge.bytes + variant.crossing.get(slot).copied().unwrap_or(0.0);
        }
    }
    bytes
}

/// Bytes sent for each sample to synchronise these weights over replicas.
pub fn sync_bytes(weights: f64, replicas: usize, samples: usize) -> f64 {
    4.0 * (replicas - 1) as f64 * weights / replicas as f64 / samples as f64
}

pub(super) fn evaluate(problem: &Problem, plan: &Plan) -> Result<(f64, Vec<StageCost>), String> {
    let setting = problem.setting();
    let samples = setting.samples;
    let total: usize = plan.stages.iter().map(|stage| stage.data).sum();
    if total > samples {
        return Err(format!("stages have {total} replicas together, more than the {samples} samples of a step"));
    }
    let of = plan.stage_of(problem);
    let mut after = total;
    let mut costs = Vec::with_capacity(plan.stages.len());
    for (index, stage) in plan.stages.iter().enumerate() {
        let replicas = stage.data as f64;
        let under_way = after.div_ceil(stage.data) as f64;
        after -= stage.data;
        let mut cost = StageCost::default();
        for (node, variant) in plan.choices(problem, index) {
            let away = |other: usize| plan.stages[of[other]].devices != stage.devices;
            let bytes = 2.0 * crossing_bytes(problem, node, variant, away) / replicas + sync_bytes(variant.weights, stage.data, samples);
            cost.seconds += variant.seconds() / replicas + bytes / setting.link.peak();
            cost.bytes += variant.held * under_way + variant.fixed;
        }
        costs.push(cost);
    }
    let load = |group: Vec<usize>| group.iter().map(|&stage| costs[stage].seconds).sum::<f64>();
    let slowest = plan.groups().into_iter().map(load).fold(0.0, f64::max);
    Ok((slowest, costs))
}
