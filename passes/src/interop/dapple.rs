//! DAPPLE: stages with replicas for the least latency of a synchronous step.
//!
//! Fan et al., "DAPPLE: A Pipelined Data Parallel Approach for Training Large Models", PPoPP 2021, section 4. Layers in topological order; for every prefix and number of devices the best pipeline so far is kept, judged by the
//! latency that it would have with all that is left as one last stage. Latency is that of the pivot: `Σ F up to it + (M - 1)(F + B of it) + max over stages of (all-reduce + what of the backward passes comes
//! after the pivot's)`, the pivot being the stage whose own steady phase exposes all others; transfers are stages of their own. The published recurrence keeps one pipeline a state, so it is no proof.
//! Cost: O(layers² x devices² x stages).

use super::pipedream::single;
use super::placed;
use super::problem::Problem;
use super::{Best, Found, Objective, Options, Planner};

/// DAPPLE's.
pub const DAPPLE: Planner = Planner {
    name: "dapple",
    summary: "dynamic program over layers in a row: stages and replicas for the least latency of a synchronous step",
    paper: "Fan et al., DAPPLE, PPoPP 2021",
    exact: &[],
    objectives: &[Objective::Step, Objective::PerSample],
    shares: false,
    run,
};

/// Pipelines that are looked at, at most.
const MOST_STATES: usize = 20_000_000;

/// A stage: its layers end here, so many replicas.
type Cut = (usize, usize);

/// A latency and the stages that give it.
type Kept = (f64, Vec<Cut>);

struct Layers {
    /// Sums over the layers before a place: forward, backward, weights.
    sums: Vec<[f64; 3]>,
    /// Bytes that are sent past a place.
    out: Vec<f64>,
    rate: f64,
    microbatches: f64,
}

fn run(problem: &Problem, _: &Options) -> Result<Found, String> {
    let setting = problem.setting();
    let single = single(problem)?;
    let (count, devices) = (problem.nodes().len(), setting.devices);
    let mut layers = Layers { sums: vec![[0.0; 3]], out: vec![0.0; count + 1], rate: setting.link.peak(), microbatches: setting.samples as f64 };
    for (node, &number) in single.iter().enumerate() {
        let (variant, last) = (&problem.nodes()[node].variants[number], layers.sums[node]);
        layers.sums.push([last[0] + variant.forward, last[1] + variant.backward, last[2] + variant.weights]);
    }
    for edge in problem.edges() {
        (edge.from + 1..=edge.to).for_each(|place| layers.out[place] += edge.bytes);
    }
    let legal = |data: usize| data <= setting.most_data && setting.objective.replicas_fit(data, setting.samples);
    let replicas: Vec<usize> = (1..=devices).filter(|&data| legal(data)).collect();
    let states = count * count / 2 * devices * replicas.len();
    if states > MOST_STATES {
        return Err(format!("would look at {states} pipelines, more than {MOST_STATES}: merge layers or take fewer devices"));
    }
    let mut best = Best::new(problem);
    // For each prefix and number of devices: the latency with the rest as one stage, and the stages of the prefix.
    let mut kept: Vec<Vec<Option<Kept>>> = vec![vec![None; devices + 1]; count];
    kept[0][0] = Some((0.0, Vec::new()));
    for place in 0..count {
        for used in 0..devices {
            let Some((_, cuts)) = kept[place][used].clone() else { continue };
            // All that is left, on as many devices as may serve it.
            for &rest in replicas.iter().filter(|&&rest| rest <= devices - used) {
                let mut whole = cuts.clone();
                whole.push((count, rest));
                offer(problem, &mut best, &whole);
            }
            for (end, states) in kept.iter_mut().enumerate().skip(place + 1) {
                for &data in replicas.iter().filter(|&&data| data < devices - used) {
                    let mut next = cuts.clone();
                    next.push((end, data));
                    let mut whole = next.clone();
                    let Some(&rest) = replicas.iter().rev().find(|&&rest| rest <= devices - used - data) else { continue };
                    whole.push((count, rest));
                    let latency = layers.latency(&whole);
                    let state = &mut states[used + data];
                    if state.as_ref().is_none_or(|(known, _)| latency < *known) {
                        *state = Some((latency, next));
                    }
                }
            }
        }
    }
    best.done(false)
}

fn offer(problem: &Problem, best: &mut Best, cuts: &[Cut]) {
    let mut start = 0;
    let nodes = cuts.iter().map(|&(end, _)| (std::mem::replace(&mut start, end)..end).collect()).collect();
    let counts: Vec<usize> = cuts.iter().map(|cut| cut.1).collect();
    if let Some((plan, _)) = placed::plan(problem, &placed::in_a_row(nodes, &counts)) {
        best.offer(&plan);
    }
}

impl Layers {
    fn latency(&self, cuts: &[Cut]) -> f64 {
        // Forward, backward and all-reduce of stages and of the transfers between them.
        let mut stages: Vec<[f64; 3]> = Vec::new();
        let mut start = 0;
        for (index, &(end, data)) in cuts.iter().enumerate() {
            let replicas = data as f64;
            let part = |side: usize| (self.sums[end][side] - self.sums[start][side]) / replicas;
            let reduce = 2.0 * (replicas - 1.0) / replicas * (self.sums[end][2] - self.sums[start][2]) / self.rate;
            stages.push([part(0), part(1), reduce]);
            if let Some(&(_, next)) = cuts.get(index + 1) {
                let sent = self.out[end] / self.rate / data.min(next) as f64;
                stages.push([sent, sent, 0.0]);
            }
            start = end;
        }
        let steady = |stage: &[f64; 3]| (self.microbatches - 1.0) * (stage[0] + stage[1]);
        let mut pivot = stages.len() - 1;
        for stage in (0..pivot).rev() {
            let between: f64 = stages[stage + 1..pivot].iter().map(|stage| stage[0] + stage[1]).sum();
            if steady(&stages[stage]) > steady(&stages[pivot]) + between {
                pivot = stage;
            }
        }
        let warm: f64 = stages[..=pivot].iter().map(|stage| stage[0]).sum();
        let end = |stage: usize| {
            let backward = |range: std::ops::Range<usize>| stages[range].iter().map(|stage| stage[1]).sum::<f64>();
            stages[stage][2] + if stage <= pivot { backward(stage..pivot + 1) } else { -backward(pivot + 1..stage) }
        };
        warm + steady(&stages[pivot]) + (0..stages.len()).map(end).fold(0.0, f64::max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two stages of 2 and 4 forwards, 4 and 8 backwards, a transfer of 1, 3 microbatches: the second is the pivot. 2 + 1 + 4, 2 x 12, 4 + 1 + 8: 44.
    #[test]
    fn latency_is_the_pivots() {
        let layers = Layers { sums: vec![[0.0; 3], [2.0, 4.0, 0.0], [6.0, 12.0, 0.0]], out: vec![0.0, 5.0, 0.0], rate: 5.0, microbatches: 3.0 };
        assert_eq!(layers.latency(&[(1, 1), (2, 1)]), 44.0);
    }
}
