//! PipeDream-2BW's planner: equal stages, the same degrees everywhere, recomputation of all layers or of none.
//!
//! Narayanan et al., "Memory-Efficient Pipeline-Parallel DNN Training", ICML 2021, section 4, as Piper's authors compare with it: every number of stages, replicas and degree of tensor parallelism is tried.
//! The repeated layers (those of the name that most nodes with weights share) are dealt out evenly, later stages having one more where they do not divide; what comes before and after goes to the
//! first and last stage, or to stages of its own. A graph without repeated layers is dealt out node by node in topological order. Cost: O(layers x degrees) plans.

use super::plan::{Chain, Plan};
use super::problem::Problem;
use super::{Best, Found, Objective, Options, Planner};
use std::collections::BTreeMap;

/// PipeDream-2BW's.
pub const PIPEDREAM_2BW: Planner = Planner {
    name: "pipedream-2bw",
    summary: "equal stages with the same degrees, recomputation everywhere or nowhere: all of them, one by one",
    paper: "Narayanan et al., PipeDream-2BW, ICML 2021",
    exact: &[],
    objectives: &[Objective::PerSample, Objective::PipeDream, Objective::Step],
    shares: false,
    run,
};

fn run(problem: &Problem, _: &Options) -> Result<Found, String> {
    let setting = problem.setting();
    let layers = repeated(problem);
    let mut best = Best::new(problem);
    for apart in [false, true] {
        let ends = if apart { 2 } else { 0 };
        for stages in 1 + ends..=setting.devices.min(layers.len() + ends) {
            let parts = deal(problem, &layers, stages, apart);
            if parts.iter().any(Vec::is_empty) {
                continue;
            }
            // Piper's samples bound the replicas of all stages together.
            let most = if setting.objective == Objective::PerSample { setting.samples / stages } else { setting.devices };
            for data in 1..=setting.most_data.min(setting.devices / stages).min(most) {
                if setting.objective.replicas_fit(data, setting.samples) {
                    for tensor in problem.degrees().into_iter().filter(|tensor| stages * data * tensor <= setting.devices) {
                        for recompute in [false, true] {
                            if let Some(plan) = plan(problem, &parts, data, tensor, recompute) {
                                best.offer(&plan);
                            }
                        }
                    }
                }
            }
        }
    }
    best.done(false)
}

/// The repeated layers in order, or all nodes.
fn repeated(problem: &Problem) -> Vec<usize> {
    let mut named = BTreeMap::<&str, Vec<usize>>::new();
    for (index, node) in problem.nodes().iter().enumerate() {
        if node.variants.iter().any(|variant| variant.weights > 0.0) {
            named.entry(&node.name).or_default().push(index);
        }
    }
    let most = named.into_values().max_by_key(Vec::len).unwrap_or_default();
    if most.len() > 1 { most } else { (0..problem.nodes().len()).collect() }
}

/// The nodes of each stage.
fn deal(problem: &Problem, layers: &[usize], stages: usize, apart: bool) -> Vec<Vec<usize>> {
    let side = usize::from(apart);
    let middle = stages - 2 * side;
    let mut parts = vec![Vec::new(); stages];
    let mut next = layers.iter();
    for at in 0..middle {
        let more = usize::from(at + layers.len() % middle >= middle);
        parts[side + at].extend(next.by_ref().take(layers.len() / middle + more));
    }
    // What no layer has come to belongs to the beginning.
    let is_layer = |node: usize| layers.binary_search(&node).is_ok();
    let mut late = vec![false; problem.nodes().len()];
    for node in 0..problem.nodes().len() {
        let from = |&index: &usize| problem.edges()[index].to == node && late[problem.edges()[index].from];
        late[node] = is_layer(node) || problem.edges_of(node).iter().any(from);
        if !is_layer(node) {
            parts[if late[node] { stages - 1 } else { 0 }].push(node);
        }
    }
    parts
}

fn plan(problem: &Problem, parts: &[Vec<usize>], data: usize, tensor: usize, recompute: bool) -> Option<Plan> {
    let mut chain = Chain::new(1);
    for part in parts {
        let choose = |&node: &usize| {
            let variants = || problem.variants(node, tensor, 1);
            let chosen = variants().find(|(_, variant)| variant.recompute == recompute).or_else(|| variants().next());
            chosen.map(|(number, _)| (node, number))
        };
        chain.push(part.iter().map(choose).collect::<Option<_>>()?, tensor, data);
    }
    Some(chain.done())
}
