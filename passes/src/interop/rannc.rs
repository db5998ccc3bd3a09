//! RaNNC: blocks of about equal time, stages of blocks with replicas, the whole pipeline copied as often as devices allow.
//!
//! Tanaka, Taura, Hanawa, Torisawa, "Automatic Graph Partitioning for Very Large-scale Deep Learning", IPDPS 2021. Three phases: nodes are atomic already; they are merged into at most [`BLOCKS`] blocks in topological
//! order, the slowest block as fast as can be; then for every number of stages and of devices of one pipeline, a dynamic program over blocks and devices keeps the least sum of the slowest forward and the
//! slowest backward pass, both with their transfers, and the pipeline is copied onto the rest. What the paper decides besides, the number of microbatches, is part of the problem here.
//! Cost: O(stages x blocks² x devices²) for each number of devices that divides all.

use super::pipedream::single;
use super::placed;
use super::problem::Problem;
use super::torchgpipe::blocks;
use super::{Best, Found, Objective, Options, Planner};

/// RaNNC's.
pub const RANNC: Planner = Planner {
    name: "rannc",
    summary: "blocks of equal time, stages of blocks with replicas, the pipeline copied onto all devices",
    paper: "Tanaka et al., RaNNC, IPDPS 2021",
    exact: &[],
    objectives: &[Objective::Step, Objective::PerSample],
    shares: false,
    run,
};

/// States of one pipeline, at most; larger pipelines are left out.
const MOST_STATES: usize = 200_000_000;

/// Blocks that are looked at.
const BLOCKS: usize = 32;

/// A state: slowest forward and backward pass, the block where the last stage starts, its devices.
type State = ([f64; 2], usize, usize);

fn run(problem: &Problem, _: &Options) -> Result<Found, String> {
    let setting = problem.setting();
    let single = single(problem)?;
    let variant = |node: usize| &problem.nodes()[node].variants[single[node]];
    let times: Vec<f64> = (0..single.len()).map(|node| variant(node).seconds()).collect();
    let ends = blocks(&times, BLOCKS.min(times.len()));
    let mut sums = vec![[0.0; 2]];
    let mut start = 0;
    for &end in &ends {
        let last = sums[sums.len() - 1];
        sums.push((start..end).fold(last, |sum, node| [sum[0] + variant(node).forward, sum[1] + variant(node).backward]));
        start = end;
    }
    // Bytes past the end of a block.
    let past = |block: usize| {
        if block == 0 {
            0.0
        } else {
            problem.edges().iter().filter(|edge| edge.from < ends[block - 1] && edge.to >= ends[block - 1]).map(|edge| edge.bytes).sum()
        }
    };
    let out: Vec<f64> = (0..=ends.len()).map(past).collect();
    let rate = setting.link.peak();
    let mut best = Best::new(problem);
    for pipeline in (1..=setting.devices).filter(|&pipeline| setting.devices.is_multiple_of(pipeline)) {
        let copies = setting.devices / pipeline;
        let most = ends.len().min(pipeline);
        let fits = |data: usize| data * copies <= setting.most_data && setting.objective.replicas_fit(data * copies, setting.samples);
        let replicas: Vec<usize> = (1..=pipeline).filter(|&data| fits(data)).collect();
        if most * ends.len() * ends.len() / 2 * pipeline * replicas.len() > MOST_STATES {
            continue;
        }
        let mut table: Vec<Vec<Vec<Option<State>>>> = vec![vec![vec![None; pipeline + 1]; ends.len() + 1]; most + 1];
        table[0][0][0] = Some(([0.0; 2], 0, 0));
        for stages in 1..=most {
            for from in 0..ends.len() {
                for used in 0..pipeline {
                    let Some((slowest, ..)) = table[stages - 1][from][used] else { continue };
                    for to in from + 1..=ends.len() {
                        for &data in replicas.iter().filter(|&&data| data <= pipeline - used) {
                            let sent = [out[to], out[from]].map(|bytes| bytes / rate / data as f64);
                            let side = |side: usize| slowest[side].max((sums[to][side] - sums[from][side]) / data as f64 + sent[side]);
                            let next = [side(0), side(1)];
                            let state = &mut table[stages][to][used + data];
                            if state.is_none_or(|(known, ..)| next[0] + next[1] < known[0] + known[1]) {
                                *state = Some((next, from, data));
                            }
                        }
                    }
                }
            }
            let (mut block, mut devices) = (ends.len(), pipeline);
            let mut parts: Vec<(Vec<usize>, usize)> = Vec::new();
            for stage in (1..=stages).rev() {
                let Some((_, from, data)) = table[stage][block][devices] else { break };
                let first = if from == 0 { 0 } else { ends[from - 1] };
                parts.push(((first..ends[block - 1]).collect(), data * copies));
                (block, devices) = (from, devices - data);
            }
            if block == 0 && devices == 0 {
                let (nodes, counts): (Vec<Vec<usize>>, Vec<usize>) = parts.into_iter().rev().unzip();
                if let Some((plan, _)) = placed::plan(problem, &placed::in_a_row(nodes, &counts)) {
                    best.offer(&plan);
                }
            }
        }
    }
    best.done(false)
}
