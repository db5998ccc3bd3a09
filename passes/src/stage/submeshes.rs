//! Alpa's dynamic program: stages and the sub-meshes that they run on.
//!
//! L. Zheng et al., "Alpa: Automating Inter- and Intra-Operator Parallelism for Distributed Deep Learning", OSDI 2022, section 5.2: for every most that a stage may take,
//! `F(s, i, q) = min over j, sub-mesh (t(i..j, sub-mesh, s) + F(s - 1, j, q - its devices))`, and of all the least `F + (microbatches - 1) x most`. Here what a stage takes may depend on how many
//! stages come after it, so that memory under 1F1B decides which ways a stage has. The paper tries every value of `t` as most; here a grid of them, each a
//! fixed part above the one before, so the result is within that part of the paper's. Invariants: every layer is in exactly one stage, every device in exactly one sub-mesh; deterministic.

use std::ops::Range;

/// What is divided.
pub struct Problem<'a> {
    /// Layers (or clusters of layers), in order.
    pub layers: usize,
    /// Devices, in units of the smallest sub-mesh.
    pub devices: usize,
    /// Sizes of sub-meshes, in the same units, ascending.
    pub submeshes: &'a [usize],
    /// Microbatches of a step.
    pub microbatches: u64,
    /// Most stages.
    pub most_stages: usize,
    /// What layers `range` take on a sub-mesh of this number, for one microbatch, if `after` stages come after; none where they do not fit.
    pub time: &'a dyn Fn(Range<usize>, usize, usize) -> Option<u64>,
}

/// A stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen {
    /// Its layers.
    pub layers: Range<usize>,
    /// Which sub-mesh.
    pub submesh: usize,
    /// What it takes for one microbatch.
    pub time: u64,
}

/// Each most is so much above the one before, in percent.
const GRID: u64 = 4;

/// The stages with the least `sum of times + (microbatches - 1) x longest time`, and that; none where nothing fits.
pub fn divide(problem: &Problem) -> Option<(u64, Vec<Chosen>)> {
    let times = Times::of(problem);
    let (least, longest) = times.ends()?;
    let mut best: Option<(u64, Vec<Chosen>)> = None;
    let mut most = least;
    loop {
        // Every plan with a longer stage than this takes more than the best.
        if best.as_ref().is_some_and(|(cost, _)| most.saturating_mul(problem.microbatches) >= *cost) {
            break;
        }
        if let Some(stages) = times.within(problem, most) {
            let longest = stages.iter().map(|stage| stage.time).max().unwrap_or(0);
            let sum: u64 = stages.iter().map(|stage| stage.time).sum();
            let cost = sum.saturating_add(longest.saturating_mul(problem.microbatches.saturating_sub(1)));
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, stages));
            }
        }
        if most >= longest {
            break;
        }
        most = most.saturating_add((most * GRID / 100).max(1));
    }
    best
}

/// Every stage's time: by stages after it, sub-mesh, first layer and end.
struct Times {
    layers: usize,
    submeshes: usize,
    table: Vec<Option<u64>>,
}

impl Times {
    fn of(problem: &Problem) -> Times {
        let (layers, submeshes) = (problem.layers, problem.submeshes.len());
        let mut times = Times { layers, submeshes, table: vec![None; problem.most_stages * submeshes * layers * (layers + 1)] };
        for after in 0..problem.most_stages {
            for submesh in 0..submeshes {
                for first in 0..layers {
                    for end in first + 1..=layers {
                        let at = times.at(after, submesh, first, end);
                        times.table[at] = (problem.time)(first..end, submesh, after);
                    }
                }
            }
        }
        times
    }
    fn at(&self, after: usize, submesh: usize, first: usize, end: usize) -> usize {
        ((after * self.submeshes + submesh) * self.layers + first) * (self.layers + 1) + end
    }
    /// The least and the longest of all times.
    fn ends(&self) -> Option<(u64, u64)> {
        let known = self.table.iter().flatten();
        Some((known.clone().copied().min()?, known.copied().max()?))
    }

    /// The stages with the least sum of times, none above `most`, that use all devices.
    fn within(&self, problem: &Problem, most: u64) -> Option<Vec<Chosen>> {
        let (layers, devices) = (self.layers, problem.devices);
        let place = |layer: usize, left: usize| layer * (devices + 1) + left;
        // Of the stages that come after: by first layer and devices left, the least sum, and the first of those stages.
        let mut after: Vec<Option<u64>> = vec![None; (layers + 1) * (devices + 1)];
        after[place(layers, 0)] = Some(0);
        let mut steps: Vec<Vec<Option<(usize, usize)>>> = Vec::new();
        let mut best: Option<(u64, usize)> = None;
        for stage in 0..problem.most_stages {
            let mut sums: Vec<Option<u64>> = vec![None; after.len()];
            let mut step: Vec<Option<(usize, usize)>> = vec![None; after.len()];
            for first in 0..layers {
                for end in first + 1..=layers {
                    for (submesh, &size) in problem.submeshes.iter().enumerate() {
                        let Some(time) = self.table[self.at(stage, submesh, first, end)].filter(|time| *time <= most) else { continue };
                        for left in size..=devices {
                            let Some(rest) = after[place(end, left - size)] else { continue };
                            let sum = rest.saturating_add(time);
                            let slot = place(first, left);
                            if sums[slot].is_none_or(|known| sum < known) {
                                sums[slot] = Some(sum);
                                step[slot] = Some((end, submesh));
                            }
                        }
                    }
                }
            }
            steps.push(step);
            if let Some(sum) = sums[place(0, devices)]
                && best.is_none_or(|(known, _)| sum < known)
            {
                best = Some((sum, stage));
            }
            after = sums;
        }
        let (_, last) = best?;
        let (mut first, mut left, mut stages) = (0, devices, Vec::new());
        for stage in (0..=last).rev() {
            let (end, submesh) = steps[stage][place(first, left)]?;
            let time = self.table[self.at(stage, submesh, first, end)]?;
            stages.push(Chosen { layers: first..end, submesh, time });
            (first, left) = (end, left - problem.submeshes[submesh]);
        }
        Some(stages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::rng::Rng;

    /// Every way to cut and to place, for small problems.
    fn all(problem: &Problem, first: usize, left: usize, so_far: &mut Vec<Chosen>, best: &mut Option<u64>) {
        if first == problem.layers {
            if left == 0 && so_far.len() <= problem.most_stages {
                // How many stages come after is known only now.
                let mut times = Vec::new();
                for (number, stage) in so_far.iter().enumerate() {
                    let Some(time) = (problem.time)(stage.layers.clone(), stage.submesh, so_far.len() - 1 - number) else { return };
                    times.push(time);
                }
                let cost = times.iter().sum::<u64>() + times.iter().max().unwrap() * (problem.microbatches - 1);
                *best = Some(best.map_or(cost, |least| least.min(cost)));
            }
            return;
        }
        for end in first + 1..=problem.layers {
            for (submesh, &size) in problem.submeshes.iter().enumerate().filter(|(_, size)| **size <= left) {
                so_far.push(Chosen { layers: first..end, submesh, time: 0 });
                all(problem, end, left - size, so_far, best);
                so_far.pop();
            }
        }
    }

    #[test]
    fn it_is_within_its_grid_of_the_best_of_all_plans() {
        let mut rng = Rng::new(3);
        for _ in 0..40 {
            let layers = 2 + rng.below(4);
            let work: Vec<u64> = (0..layers).map(|_| 50 + rng.below(100) as u64).collect();
            let memory: Vec<u64> = (0..layers).map(|_| 1 + rng.below(9) as u64).collect();
            let limit = 10 + rng.below(40) as u64;
            let submeshes = [1, 2, 4];
            let time = |range: Range<usize>, submesh: usize, after: usize| {
                let size = submeshes[submesh] as u64;
                let held = memory[range.clone()].iter().sum::<u64>() * (after as u64 + 1) / size;
                (held <= limit).then(|| work[range].iter().sum::<u64>() * 10 / size + 7 * size)
            };
            let problem = Problem { layers, devices: 4, submeshes: &submeshes, microbatches: 1 + rng.below(12) as u64, most_stages: 4, time: &time };
            let mut best = None;
            all(&problem, 0, 4, &mut Vec::new(), &mut best);
            let found = divide(&problem);
            assert_eq!(found.is_some(), best.is_some());
            if let (Some((cost, stages)), Some(best)) = (found, best) {
                assert!(best <= cost && cost * 100 <= best * (100 + GRID) + 100, "{cost}, best {best}");
                assert_eq!(stages.iter().map(|stage| submeshes[stage.submesh]).sum::<usize>(), 4);
                assert!(stages.windows(2).all(|pair| pair[0].layers.end == pair[1].layers.start));
            }
        }
    }
}
