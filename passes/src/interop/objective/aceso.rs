//! Aceso's performance model (Liu et al., "Aceso: Efficient Parallel DNN Training through Iterative Bottleneck Alleviation", EuroSys 2024, section 3.3).
//!
//! A microbatch takes a stage its ops forwards and backwards, forwards once more for those that are computed again, and the time to send what goes in and out;
//! a step is `(m - 1)` times the slowest stage and all stages once. Memory of a stage is weights, gradients, masters and optimizer state
//! ([`COPIES`] times the weights as stored), what a microbatch holds for each stage behind it and once more for the one that is computed, the most that is computed again
//! at a time, and the allocator's scratch: the larger of the weights and of the most scratch of any op but the last. An op's activations are let go where it and the next op are
//! computed again and no layer starts between. The rate of a message is that of the size one step below its own in the list of measured ones, as the authors' program reads it.
//! Synchronising gradients is not in the model. Invariant: the published plan of GPT-1.3B has the published time to the hundredth of a millisecond.

use super::super::plan::Plan;
use super::super::problem::{Link, Problem, Variant};
use super::StageCost;

/// Weights (2 bytes), gradients (2), masters (4) and optimizer state (8), in units of the weights as stored.
const COPIES: f64 = 8.0;
const MIB: f64 = 1_048_576.0;

fn rate(link: &Link, bytes: f64) -> f64 {
    let points = link.points();
    // Sizes of messages are told in powers of two of a MiB.
    let size = (bytes / MIB).max(1.0).log2().floor();
    let step = if size >= 1.0 { size - 1.0 } else { 0.0 };
    let at = points.partition_point(|(known, _)| *known <= MIB * step.exp2());
    points[at.saturating_sub(1)].1
}

/// Seconds of a microbatch on a stage.
pub fn stage_seconds(link: &Link, choices: &[&Variant]) -> f64 {
    let (Some(first), Some(last)) = (choices.first(), choices.last()) else { return 0.0 };
    let sent: f64 = [first.ports[0], last.ports[1]].iter().map(|&bytes| bytes / rate(link, bytes)).sum();
    choices.iter().map(|choice| choice.seconds()).sum::<f64>() + sent
}

/// Bytes that computing again lets go, and the most of them that are there again at a time. `starts` says whether a layer starts at a place.
fn held_again(choices: &[&Variant], starts: &dyn Fn(usize) -> bool) -> (f64, f64) {
    let (mut freed, mut most, mut run) = (0.0, 0.0f64, 0.0);
    for place in 0..choices.len().saturating_sub(1) {
        if !(choices[place].recompute && choices[place + 1].recompute) {
            most = most.max(run);
            run = 0.0;
            continue;
        }
        let last = place + 2 == choices.len();
        run += choices[place].held;
        if !starts(place + 1) {
            freed += choices[place].held;
        }
        if starts(place + 1) || last {
            most = most.max(run);
            run = 0.0;
        }
    }
    (freed, most)
}

/// Bytes on each device of a stage with so many stages behind it.
pub fn stage_bytes(choices: &[&Variant], starts: &dyn Fn(usize) -> bool, behind: usize) -> f64 {
    let Some(first) = choices.first() else { return 0.0 };
    let weights: f64 = choices.iter().map(|choice| choice.weights).sum();
    let held: f64 = choices.iter().map(|choice| choice.held).sum();
    let (freed, again) = held_again(choices, starts);
    let kept = first.ports[0] + held - freed;
    let most = |side: usize| choices[..choices.len() - 1].iter().map(|choice| choice.scratch[side]).fold(0.0, f64::max);
    COPIES * weights + kept * (behind + 1) as f64 + again + weights.max(most(0) + most(1))
}

pub(super) fn evaluate(problem: &Problem, plan: &Plan) -> (f64, Vec<StageCost>) {
    let setting = problem.setting();
    let mut costs = Vec::with_capacity(plan.stages.len());
    for (index, stage) in plan.stages.iter().enumerate() {
        let choices: Vec<&Variant> = plan.choices(problem, index).map(|(_, variant)| variant).collect();
        let starts = |place: usize| problem.nodes()[stage.nodes[place]].starts_layer;
        let behind = plan.stages.len() - 1 - index;
        costs.push(StageCost { seconds: stage_seconds(&setting.link, &choices), bytes: stage_bytes(&choices, &starts, behind) });
    }
    let microbatches = (setting.samples / plan.samples).max(1) as f64;
    let load = |group: Vec<usize>| group.iter().map(|&stage| costs[stage].seconds).sum::<f64>();
    let slowest = plan.groups().into_iter().map(load).fold(0.0, f64::max);
    let once: f64 = costs.iter().map(|cost| cost.seconds).sum();
    (slowest * (microbatches - 1.0) + once, costs)
}
