//! Plans from simpler answers: nodes dealt to devices, or stages without variants.
//!
//! Invariants: what comes out is a plan whose stages stand in order; nodes of a device that wait for each other through other devices fall into several stages of it; variants are the fastest,
//! and smaller ones only as memory asks for them.

use super::objective::{Evaluation, evaluate};
use super::plan::{Plan, Stage};
use super::problem::Problem;
use std::ops::Range;

/// A stage without variants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its nodes.
    pub nodes: Vec<usize>,
    /// Its devices.
    pub devices: Range<usize>,
    /// Devices that a replica is cut over.
    pub tensor: usize,
}

/// Stages for nodes on single devices: `device[node]`. A node stands as many stages late as edges between devices lead to it.
pub fn parts(problem: &Problem, device: &[usize]) -> Vec<Part> {
    let mut level = vec![0usize; device.len()];
    for node in 0..device.len() {
        for &index in problem.edges_of(node) {
            let from = problem.edges()[index].from;
            if from != node {
                level[node] = level[node].max(level[from] + usize::from(device[from] != device[node]));
            }
        }
    }
    let mut stages = std::collections::BTreeMap::<(usize, usize), Vec<usize>>::new();
    for node in 0..device.len() {
        stages.entry((level[node], device[node])).or_default().push(node);
    }
    let mut found: Vec<(usize, Part)> = Vec::new();
    for ((level, device), nodes) in stages {
        // With nothing of others between, two stages of a device are one.
        let last = found.iter_mut().rev().find(|(_, part)| part.devices.start == device);
        match last {
            Some((at, part)) if *at + 1 == level && joined(problem, &part.nodes, &nodes) => {
                part.nodes.extend(nodes);
                part.nodes.sort_unstable();
                *at = level;
            }
            _ => found.push((level, Part { nodes, devices: device..device + 1, tensor: 1 })),
        }
    }
    found.into_iter().map(|(_, part)| part).collect()
}

/// Whether later nodes take nothing from outside: then they may join the stage before.
fn joined(problem: &Problem, before: &[usize], nodes: &[usize]) -> bool {
    let inside = |node: usize| before.contains(&node) || nodes.contains(&node);
    nodes.iter().all(|&node| problem.edges_of(node).iter().all(|&index| problem.edges()[index].to != node || inside(problem.edges()[index].from)))
}

/// Stages that follow each other, each with devices of its own.
pub fn in_a_row(nodes: Vec<Vec<usize>>, devices: &[usize]) -> Vec<Part> {
    let mut start = 0;
    let part = |(nodes, &count): (Vec<usize>, &usize)| {
        start += count;
        Part { nodes, devices: start - count..start, tensor: 1 }
    };
    nodes.into_iter().zip(devices).map(part).collect()
}

/// The plan of these stages, with what it costs; none where a node was not measured so, or where the objective has a rule against it.
pub fn plan(problem: &Problem, parts: &[Part]) -> Option<(Plan, Evaluation)> {
    let mut stages = Vec::with_capacity(parts.len());
    for part in parts {
        let mut nodes = part.nodes.clone();
        nodes.sort_unstable();
        let fastest = |&node: &usize| problem.variants(node, part.tensor, 1).min_by(|a, b| a.1.seconds().total_cmp(&b.1.seconds())).map(|(number, _)| number);
        let variants = nodes.iter().map(fastest).collect::<Option<Vec<usize>>>()?;
        stages.push(Stage { nodes, variants, devices: part.devices.clone(), tensor: part.tensor, data: part.devices.len() / part.tensor });
    }
    let mut plan = Plan { samples: 1, stages };
    let mut evaluation = evaluate(problem, &plan).ok()?;
    let choices: usize = problem.nodes().iter().map(|node| node.variants.len()).sum();
    // Each change takes a smaller variant, so there are no more than variants.
    for _ in 0..choices {
        // As many at once as the excess asks for: pricing a plan takes longer than a change.
        let mut excess = evaluation.bytes - problem.setting().memory;
        let mut changed = false;
        while excess > 0.0 {
            let Some(saved) = shrink(problem, &mut plan, &evaluation) else { break };
            excess -= saved;
            changed = true;
        }
        if !changed {
            break;
        }
        evaluation = evaluate(problem, &plan).ok()?;
    }
    Some((plan, evaluation))
}

/// One node of the fullest devices takes the smaller variant that costs the fewest seconds a byte; the bytes that this saves, about.
fn shrink(problem: &Problem, plan: &mut Plan, evaluation: &Evaluation) -> Option<f64> {
    let full = |group: &Vec<usize>| group.iter().map(|&stage| evaluation.stages[stage].bytes).sum::<f64>();
    let groups = plan.groups();
    let group = groups.iter().max_by(|a, b| full(a).total_cmp(&full(b)))?;
    let mut best: Option<(f64, f64, usize, usize, usize)> = None;
    for &stage in group {
        let under_way = (plan.stages.len() - stage) as f64;
        for (place, (node, now)) in plan.choices(problem, stage).enumerate() {
            for (number, variant) in problem.variants(node, now.tensor, now.samples) {
                let saved = (now.held - variant.held) * under_way + now.fixed - variant.fixed;
                if saved > 0.0 {
                    let rate = (variant.seconds() - now.seconds()) / saved;
                    if best.is_none_or(|(known, ..)| rate < known) {
                        best = Some((rate, saved, stage, place, number));
                    }
                }
            }
        }
    }
    let (_, saved, stage, place, number) = best?;
    plan.stages[stage].variants[place] = number;
    Some(saved)
}
