//! Optimal splits: a device a stage, the slowest as fast as can be.
//!
//! Tarnawski, Phanishayee, Devanur, Mahajan, Nina Paravecino, "Efficient Algorithms for Device Placement of DNN Graph Operators", NeurIPS 2020. Its dynamic program goes over downsets and numbers of devices; it is
//! Piper's with one replica and degree one, and is run as that. Its integer program has no order: a device may hold any nodes, each device pays for what it computes and for every edge that leads to or from it, and fits
//! them. Here it is solved by branch and bound: nodes in order of their work, devices that are alike tried once, the bound the largest load so far and the mean of all work.
//! Cost: as [`super::piper`]; exponential in nodes for the second, cut off at [`Options::evaluations`], and then without a bound.

use super::placed;
use super::problem::Problem;
use super::{Best, Found, Objective, Options, Planner, Setting, piper};

/// The dynamic program.
pub const OPTIMAL_SPLITS: Planner = Planner {
    name: "optimal-splits",
    summary: "dynamic program over downsets, a device a stage: the slowest stage as fast as can be",
    paper: "Tarnawski et al., Efficient Algorithms for Device Placement, NeurIPS 2020",
    exact: &[],
    objectives: &[Objective::PerSample],
    shares: false,
    run: chained,
};

/// The integer program.
pub const SCATTERED_SPLITS: Planner = Planner {
    name: "scattered-splits",
    summary: "any nodes on any device, by branch and bound: the fullest device as fast as can be",
    paper: "Tarnawski et al., Efficient Algorithms for Device Placement, NeurIPS 2020 (integer program for non-contiguous splits)",
    exact: &[],
    objectives: &[Objective::PerSample],
    shares: true,
    run: scattered,
};

fn chained(problem: &Problem, options: &Options) -> Result<Found, String> {
    let alone = problem.only(|variant| variant.tensor == 1)?.with(Setting { most_data: 1, ..problem.setting().clone() })?;
    let found = piper::PIPER.plan(&alone, options)?;
    // Numbers of variants are those of the problem without the others.
    let parts: Vec<placed::Part> =
        found.plan.stages.iter().map(|stage| placed::Part { nodes: stage.nodes.clone(), devices: stage.devices.clone(), tensor: stage.tensor }).collect();
    let mut plan = found.plan.clone();
    for (stage, part) in plan.stages.iter_mut().zip(&parts) {
        for (place, &node) in part.nodes.iter().enumerate() {
            let chosen = &alone.nodes()[node].variants[stage.variants[place]];
            stage.variants[place] = problem.nodes()[node].variants.iter().position(|variant| variant == chosen).unwrap_or(0);
        }
    }
    Found::judged(problem, plan, false, found.evaluations)
}

struct Scatter<'p> {
    problem: &'p Problem,
    order: Vec<usize>,
    work: Vec<f64>,
    /// Work of the nodes from a place of the order on.
    rest: Vec<f64>,
    device: Vec<usize>,
    load: Vec<f64>,
    best: Best<'p>,
    least: f64,
    steps: u64,
    most: u64,
}

fn scattered(problem: &Problem, options: &Options) -> Result<Found, String> {
    let single = super::pipedream::single(problem)?;
    let work: Vec<f64> = problem.nodes().iter().zip(&single).map(|(node, &number)| node.variants[number].seconds()).collect();
    let mut order: Vec<usize> = (0..work.len()).collect();
    order.sort_by(|&a, &b| work[b].total_cmp(&work[a]).then(a.cmp(&b)));
    let mut rest = vec![0.0; work.len() + 1];
    for place in (0..order.len()).rev() {
        rest[place] = rest[place + 1] + work[order[place]];
    }
    let devices = problem.setting().devices.min(work.len());
    let device = vec![usize::MAX; work.len()];
    let mut search = Scatter {
        problem,
        order,
        work,
        rest,
        device,
        load: vec![0.0; devices],
        best: Best::new(problem),
        least: f64::INFINITY,
        steps: 0,
        most: options.evaluations,
    };
    search.place(0);
    let proven = search.steps <= search.most && problem.setting().memory.is_infinite() && problem.nodes().iter().all(|node| node.variants.len() == 1);
    search.best.done(proven)
}

impl Scatter<'_> {
    fn place(&mut self, at: usize) {
        self.steps += 1;
        if self.steps > self.most {
            return;
        }
        if at == self.order.len() {
            if let Some((plan, _)) = placed::plan(self.problem, &placed::parts(self.problem, &self.device))
                && let Some(evaluation) = self.best.offer(&plan)
                && evaluation.is_valid()
            {
                self.least = self.least.min(evaluation.seconds);
            }
            return;
        }
        let mean = (self.load.iter().sum::<f64>() + self.rest[at]) / self.load.len() as f64;
        if mean >= self.least {
            return;
        }
        let node = self.order[at];
        let mut empty = false;
        for device in 0..self.load.len() {
            // Of devices that hold nothing yet one is like the other.
            let bare = !self.device.contains(&device);
            if bare && std::mem::replace(&mut empty, true) {
                continue;
            }
            let before = self.load.clone();
            self.device[node] = device;
            self.load[device] += self.work[node] + self.sent(node, device);
            if self.load.iter().all(|&load| load < self.least) {
                self.place(at + 1);
            }
            self.load = before;
            self.device[node] = usize::MAX;
        }
    }
    /// Seconds of transfers between a node and those that are placed elsewhere; the other sides' are added to their loads.
    fn sent(&mut self, node: usize, device: usize) -> f64 {
        let rate = self.problem.setting().link.peak();
        let mut seconds = 0.0;
        for &index in self.problem.edges_of(node) {
            let edge = self.problem.edges()[index];
            let other = self.device[if edge.from == node { edge.to } else { edge.from }];
            if other != usize::MAX && other != device {
                seconds += 2.0 * edge.bytes / rate;
                self.load[other] += 2.0 * edge.bytes / rate;
            }
        }
        seconds
    }
}
