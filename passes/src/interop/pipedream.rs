//! PipeDream's dynamic program: stages with replicas, for the steady state.
//!
//! Narayanan et al., "PipeDream: Generalized Pipeline Parallelism for DNN Training", SOSP 2019, section 3.1: `A(j, m) = min max(A(k, m - m'), T(j without k, m'), transfers)` over what k comes before the last stage
//! and its replicas m'. Branches are handled as the authors' program does, by antichains: each is a downset, the places where a graph can be cut. One level of links; the
//! authors' other levels solve the same recurrence with the level below as T. With a memory limit, which counts the devices after a stage, all numbers of devices are tried one by one.
//! Cost: O(pairs of downsets x devices x replicas).
//! Invariant: under `pipedream`, with one variant a node, no plan of consecutive stages takes less.

use super::downsets::Downsets;
use super::objective::Objective;
use super::plan::{Chain, Plan};
use super::problem::Problem;
use super::{Found, Options, Planner, nothing_fits};

/// PipeDream's.
pub const PIPEDREAM: Planner = Planner {
    name: "pipedream",
    summary: "dynamic program over downsets: stages and replicas for the least pace of the slowest",
    paper: "Narayanan et al., PipeDream, SOSP 2019",
    exact: &[Objective::PipeDream],
    objectives: &[Objective::PipeDream, Objective::PerSample, Objective::Step],
    shares: false,
    run,
};

/// For each node the fastest way to run it on one device.
pub(super) fn single(problem: &Problem) -> Result<Vec<usize>, String> {
    let fastest = |node: usize| problem.variants(node, 1, 1).min_by(|a, b| a.1.seconds().total_cmp(&b.1.seconds())).map(|(number, _)| number);
    (0..problem.nodes().len())
        .map(|node| fastest(node).ok_or_else(|| format!("`{}` was not measured on 1 device with 1 sample", problem.nodes()[node].name)))
        .collect()
}

/// What a downset holds, and lets through.
#[derive(Clone, Copy, Default)]
struct Prefix {
    seconds: f64,
    weights: f64,
    held: f64,
    out: f64,
}

fn run(problem: &Problem, options: &Options) -> Result<Found, String> {
    let setting = problem.setting();
    let single = single(problem)?;
    let downsets = Downsets::new(problem, options.most_cuts)?;
    let prefixes: Vec<Prefix> = (0..=downsets.whole()).map(|set| prefix(problem, &downsets, set, &single)).collect();
    let exact = setting.objective == Objective::PipeDream && problem.nodes().iter().all(|node| node.variants.len() == 1);
    // Without a limit, or one that counts otherwise, all numbers of devices come out of one table.
    let totals = if limit(problem).is_finite() { (1..=setting.devices).collect() } else { vec![setting.devices] };
    let mut best: Option<(f64, Plan)> = None;
    let mut priced = 0;
    for total in totals {
        let Some((seconds, stages)) = solve(problem, &downsets, &prefixes, total, &mut priced) else { continue };
        if best.as_ref().is_some_and(|(known, _)| *known <= seconds) {
            continue;
        }
        let mut chain = Chain::new(1);
        for (nodes, data) in stages {
            chain.push(nodes.into_iter().map(|node| (node, single[node])).collect(), 1, data);
        }
        best = Some((seconds, chain.done()));
    }
    let (_, plan) = best.ok_or_else(|| nothing_fits(problem))?;
    Found::judged(problem, plan, exact, priced)
}

/// What bounds stashed bytes: other objectives count memory their own way, and their judge says whether a plan fits.
fn limit(problem: &Problem) -> f64 {
    if problem.setting().objective == Objective::PipeDream { problem.setting().memory } else { f64::INFINITY }
}

fn prefix(problem: &Problem, downsets: &Downsets, set: usize, single: &[usize]) -> Prefix {
    let nodes = downsets.sets()[set];
    let mut prefix = Prefix::default();
    for node in nodes.list() {
        let variant = &problem.nodes()[node].variants[single[node]];
        prefix.seconds += variant.seconds();
        prefix.weights += variant.weights;
        prefix.held += variant.held;
        let taken = |&index: &usize| problem.edges()[index].from == node && !nodes.has(problem.edges()[index].to);
        if problem.edges_of(node).iter().any(taken) {
            prefix.out += problem.nodes()[node].output;
        }
    }
    prefix
}

/// Nodes and replicas of a stage.
type Stage = (Vec<usize>, usize);

/// The pace of the best plan on so many devices (on as many at most, where memory is no matter), with its stages in order.
fn solve(problem: &Problem, downsets: &Downsets, prefixes: &[Prefix], total: usize, priced: &mut u64) -> Option<(f64, Vec<Stage>)> {
    let setting = problem.setting();
    let (rate, whole, limit) = (setting.link.peak(), downsets.whole(), limit(problem));
    let replicas: Vec<usize> = (1..=setting.most_data.min(total)).filter(|&data| setting.objective.replicas_fit(data, setting.samples)).collect();
    // For each downset and number of devices: the pace, and the downset before the last stage with that stage's replicas.
    let mut table = vec![vec![(f64::INFINITY, 0, 0); total + 1]; whole + 1];
    table[0][0].0 = 0.0;
    for set in 1..=whole {
        let mut row = std::mem::take(&mut table[set]);
        downsets.stages(
            set,
            &mut (&mut row, &mut *priced),
            &mut |(row, priced), _, left| {
                let (all, before) = (prefixes[set], prefixes[left]);
                for &data in &replicas {
                    **priced += 1;
                    let count = data as f64;
                    let weights = all.weights - before.weights;
                    let seconds = (all.seconds - before.seconds + 4.0 * (count - 1.0) * weights / (count * rate)) / count;
                    let sent = 2.0 * before.out.max(all.out) / (rate * count);
                    let pace = seconds.max(sent);
                    for devices in data..=total {
                        let bytes = (all.held - before.held + weights) * (total - devices).div_ceil(data) as f64;
                        let pace = pace.max(table[left][devices - data].0);
                        if pace < row[devices].0 && bytes <= limit {
                            row[devices] = (pace, left, data);
                        }
                    }
                }
                true
            },
            &mut |_, _| {},
        );
        table[set] = row;
    }
    let counts = if limit.is_finite() { total..=total } else { 1..=total };
    let devices = counts.min_by(|&a, &b| table[whole][a].0.total_cmp(&table[whole][b].0))?;
    let pace = table[whole][devices].0;
    let (mut set, mut devices, mut stages) = (whole, devices, Vec::new());
    while set != 0 && pace.is_finite() {
        let (_, left, data) = table[set][devices];
        stages.push((downsets.between(set, left).list(), data));
        (set, devices) = (left, devices - data);
    }
    stages.reverse();
    pace.is_finite().then_some((pace, stages))
}
