//! Device placement by policy search: a policy draws placements, the judge rewards them, the policy learns.
//!
//! * `hierarchical-policy`: Mirhoseini et al., "A Hierarchical Model for Device Placement", ICLR 2018: REINFORCE with a moving mean as baseline; the reward is minus the square root of the time, a placement that may not be used is as
//!   bad as ten times the worst so far.
//! * `spotlight`: Gao, Chen, Li, "Spotlight: Optimizing Device Placement for Training Deep Neural Networks", ICML 2018: proximal policy optimisation, several steps on the same placements with the ratio clipped.
//! * `placeto`: Addanki et al., "Placeto: Learning Generalizable Device Placement Algorithms for Distributed Machine Learning", NeurIPS 2019: from a whole placement, nodes in turn are placed anew; the reward is what the change gained.
//!
//! What differs: the policies are tables of logits, a row a group, not neural networks (recurrent or graph ones) over features of ops; groups are runs of nodes of about equal time instead of learned ones; times are the judge's, not
//! measured. Placeto's policy here sees the group and its neighbours' devices, by two weights that it learns, which is what its graph network passes on in one round. Every one starts from all groups alike and keeps the best placement met.
//! Cost: O(placements x nodes). Invariant: the seed fixes all draws.

use super::pipedream::single;
use super::placed;
use super::problem::Problem;
use super::torchgpipe::blocks;
use super::{Best, Found, Objective, Options, Planner};
use shardwright_ir::rng::Rng;

const OBJECTIVES: &[Objective] = &[Objective::PerSample, Objective::PipeDream, Objective::Step];

/// Mirhoseini's.
pub const HIERARCHICAL_POLICY: Planner = Planner {
    name: "hierarchical-policy",
    summary: "device placement by REINFORCE: a softmax policy over groups, rewarded by the judge",
    paper: "Mirhoseini et al., ICLR 2018",
    exact: &[],
    objectives: OBJECTIVES,
    shares: true,
    run: |problem, options| learn(problem, options, reinforce),
};

/// Gao's.
pub const SPOTLIGHT: Planner = Planner {
    name: "spotlight",
    summary: "device placement by proximal policy optimisation: several clipped steps on each batch of placements",
    paper: "Gao et al., Spotlight, ICML 2018",
    exact: &[],
    objectives: OBJECTIVES,
    shares: true,
    run: |problem, options| learn(problem, options, proximal),
};

/// Addanki's.
pub const PLACETO: Planner = Planner {
    name: "placeto",
    summary: "device placement by changes: one group after the other is placed anew, rewarded by what it gains",
    paper: "Addanki et al., Placeto, NeurIPS 2019",
    exact: &[],
    objectives: OBJECTIVES,
    shares: true,
    run: |problem, options| learn(problem, options, incremental),
};

/// Groups that are placed.
const GROUPS: usize = 32;
/// Placements of a batch.
const BATCH: usize = 16;
/// Placements at most, whatever is allowed.
const MOST: u64 = 6_000;

struct Task<'p> {
    problem: &'p Problem,
    groups: Vec<usize>,
    devices: usize,
    best: Best<'p>,
    worst: f64,
    until: u64,
}

impl Task<'_> {
    /// Minus the square root of the time.
    fn reward(&mut self, device: &[usize]) -> f64 {
        let mut start = 0;
        let spread: Vec<usize> = self.groups.iter().zip(device).flat_map(|(&end, &device)| vec![device; end - std::mem::replace(&mut start, end)]).collect();
        let found = placed::plan(self.problem, &placed::parts(self.problem, &spread)).and_then(|(plan, _)| self.best.offer(&plan));
        match found {
            Some(evaluation) if evaluation.is_valid() => {
                self.worst = self.worst.max(evaluation.seconds);
                -evaluation.seconds.sqrt()
            }
            _ => {
                self.best.evaluations += 1;
                -(10.0 * self.worst).sqrt()
            }
        }
    }
    fn goes_on(&self) -> bool {
        self.best.evaluations < self.until
    }
}

fn learn(problem: &Problem, options: &Options, how: fn(&mut Task, &mut Rng)) -> Result<Found, String> {
    let single = single(problem)?;
    let times: Vec<f64> = problem.nodes().iter().zip(&single).map(|(node, &number)| node.variants[number].seconds()).collect();
    let groups = blocks(&times, GROUPS.min(times.len()));
    let worst = times.iter().sum::<f64>();
    let devices = problem.setting().devices.min(groups.len());
    let mut task = Task { problem, groups, devices, best: Best::new(problem), worst, until: options.evaluations.min(MOST) };
    // All on one device: what every policy can be compared with.
    let start = vec![0; task.groups.len()];
    task.reward(&start);
    how(&mut task, &mut Rng::new(options.seed));
    task.best.done(false)
}

fn softmax(logits: &[f64]) -> Vec<f64> {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

fn draw(chances: &[f64], rng: &mut Rng) -> usize {
    let mut left = (rng.bits() >> 11) as f64 / (1u64 << 53) as f64;
    for (place, chance) in chances.iter().enumerate() {
        left -= chance;
        if left < 0.0 {
            return place;
        }
    }
    chances.len() - 1
}

/// Rewards as advantages: less their mean, by their spread.
fn advantages(rewards: &[f64], baseline: f64) -> Vec<f64> {
    let spread = (rewards.iter().map(|reward| (reward - baseline).powi(2)).sum::<f64>() / rewards.len() as f64).sqrt();
    rewards.iter().map(|reward| if spread > 0.0 { (reward - baseline) / spread } else { 0.0 }).collect()
}

fn reinforce(task: &mut Task, rng: &mut Rng) {
    let mut logits = vec![vec![0.0; task.devices]; task.groups.len()];
    let mut baseline: Option<f64> = None;
    while task.goes_on() {
        let chances: Vec<Vec<f64>> = logits.iter().map(|row| softmax(row)).collect();
        let drawn: Vec<Vec<usize>> = (0..BATCH).map(|_| chances.iter().map(|row| draw(row, rng)).collect()).collect();
        let rewards: Vec<f64> = drawn.iter().map(|device| task.reward(device)).collect();
        let mean = rewards.iter().sum::<f64>() / BATCH as f64;
        let base = baseline.map_or(mean, |known| 0.9 * known + 0.1 * mean);
        baseline = Some(base);
        for (device, advantage) in drawn.iter().zip(advantages(&rewards, base)) {
            for (group, &chosen) in device.iter().enumerate() {
                for place in 0..task.devices {
                    let gradient = f64::from(u8::from(place == chosen)) - chances[group][place];
                    logits[group][place] += 0.5 * advantage * gradient / BATCH as f64;
                }
            }
        }
    }
}

fn proximal(task: &mut Task, rng: &mut Rng) {
    const CLIP: f64 = 0.2;
    let mut logits = vec![vec![0.0; task.devices]; task.groups.len()];
    while task.goes_on() {
        let old: Vec<Vec<f64>> = logits.iter().map(|row| softmax(row)).collect();
        let drawn: Vec<Vec<usize>> = (0..BATCH).map(|_| old.iter().map(|row| draw(row, rng)).collect()).collect();
        let rewards: Vec<f64> = drawn.iter().map(|device| task.reward(device)).collect();
        let gains = advantages(&rewards, rewards.iter().sum::<f64>() / BATCH as f64);
        for _ in 0..4 {
            for (device, &gain) in drawn.iter().zip(&gains) {
                for (group, &chosen) in device.iter().enumerate() {
                    let now = softmax(&logits[group]);
                    let ratio = now[chosen] / old[group][chosen];
                    // Beyond the clip the surrogate is flat.
                    if (gain > 0.0 && ratio > 1.0 + CLIP) || (gain < 0.0 && ratio < 1.0 - CLIP) {
                        continue;
                    }
                    for place in 0..task.devices {
                        let gradient = ratio * (f64::from(u8::from(place == chosen)) - now[place]);
                        logits[group][place] += gain * gradient / BATCH as f64;
                    }
                }
            }
        }
    }
}

fn incremental(task: &mut Task, rng: &mut Rng) {
    let count = task.groups.len();
    let mut logits = vec![vec![0.0; task.devices]; count];
    // How much a group is drawn to the devices of the group before and after.
    let mut pull = [0.0f64; 2];
    while task.goes_on() {
        let mut device: Vec<usize> = (0..count).map(|group| group * task.devices / count).collect();
        let mut now = task.reward(&device);
        let mut steps = Vec::with_capacity(count);
        for group in 0..count {
            let near = [group.checked_sub(1).map(|before| device[before]), device.get(group + 1).copied()];
            let mut row = logits[group].clone();
            near.iter().zip(pull).for_each(|(near, pull)| {
                if let Some(place) = near {
                    row[*place] += pull
                }
            });
            let chances = softmax(&row);
            let chosen = draw(&chances, rng);
            device[group] = chosen;
            let next = task.reward(&device);
            steps.push((group, chosen, chances, near, next - now));
            now = next;
        }
        // What a change brings is what it and those after it gain.
        let mut returns = vec![0.0; count];
        let mut sum = 0.0;
        for (place, step) in steps.iter().enumerate().rev() {
            sum = step.4 + 0.9 * sum;
            returns[place] = sum;
        }
        let gains = advantages(&returns, returns.iter().sum::<f64>() / count as f64);
        for ((group, chosen, chances, near, _), gain) in steps.iter().zip(gains) {
            for place in 0..task.devices {
                logits[*group][place] += 0.2 * gain * (f64::from(u8::from(place == *chosen)) - chances[place]);
            }
            for (near, pull) in near.iter().zip(&mut pull) {
                if let Some(place) = near {
                    *pull += 0.02 * gain * (f64::from(u8::from(place == chosen)) - chances[*place]);
                }
            }
        }
    }
}
