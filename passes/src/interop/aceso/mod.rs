//! Aceso: relieve the bottleneck, step by step.
//!
//! Liu et al., "Aceso: Efficient Parallel DNN Training through Iterative Bottleneck Alleviation", EuroSys 2024, section 3: from a balanced plan of each number of stages, find the stage that takes longest
//! (or holds most, where memory is short), apply each primitive that gives it more of what it lacks at another stage's expense ([`primitives`]), and where none helps at once apply
//! further ones to the results, up to seven hops; plans met once are not met again, and what was left unexplored is taken up best first when nothing improves. Last, boundaries are moved op by op.
//! What differs: ops keep their first algorithm, replicas and degree are a stage's and not an op's, and which ops are computed again is found by the bytes let go for a second, with a last
//! one as small as suffices. Cost: O(plans priced x ops of a stage); prices are remembered by stage.
//! Invariant: the same problem gives the same plan: the search ends by a count of plans, never by a clock.

mod model;
mod primitives;

use super::{Found, Objective, Options, Planner, Problem, nothing_fits};
use model::{Config, Model, Priced};
use std::collections::HashSet;

/// Aceso's.
pub const ACESO: Planner = Planner {
    name: "aceso",
    summary: "from balanced plans, relieve the stage that takes longest or holds most, up to seven changes deep",
    paper: "Liu et al., Aceso, EuroSys 2024",
    exact: &[],
    objectives: &[Objective::Aceso],
    shares: false,
    run,
};

/// Changes that may be made before one must help.
const MOST_HOPS: usize = 7;
/// Plans that one trial may price, and trials that may fail in a row.
const TRIAL: u64 = 3000;
const MOST_FAILURES: usize = 12;

fn run(problem: &Problem, options: &Options) -> Result<Found, String> {
    let mut model = Model::new(problem)?;
    let devices = problem.setting().devices;
    let mut best: Option<(f64, Config)> = None;
    let stages = devices.min(problem.nodes().len());
    for count in 1..=stages {
        let until = model.priced + options.evaluations / stages as u64;
        let Some(start) = model.balanced(count) else { continue };
        let search = Search { model: &mut model, visited: HashSet::new(), unexplored: Vec::new(), until, trial: 0 };
        if let Some((seconds, config)) = search.run(start)
            && best.as_ref().is_none_or(|(known, _)| seconds < *known)
        {
            best = Some((seconds, config));
        }
    }
    let (_, config) = best.ok_or_else(|| nothing_fits(problem))?;
    let plan = model.plan(&config);
    Found::judged(problem, plan, false, model.priced)
}

struct Search<'m, 'p> {
    model: &'m mut Model<'p>,
    visited: HashSet<Config>,
    unexplored: Vec<(f64, Config)>,
    until: u64,
    trial: u64,
}

/// What is better: what fits before what does not, then what takes less or holds less.
fn rank(priced: &Priced) -> (bool, f64) {
    (!priced.fits, if priced.fits { priced.seconds } else { priced.excess })
}

impl Search<'_, '_> {
    fn run(mut self, start: Config) -> Option<(f64, Config)> {
        let first = self.model.price(&start)?;
        let (mut now, mut best, mut failures) = (start, None::<(f64, Config)>, 0);
        let mut limit = rank(&first);
        if first.fits {
            best = Some((first.seconds, now.clone()));
        }
        while self.model.priced < self.until && failures < MOST_FAILURES {
            self.trial = self.model.priced + TRIAL;
            if let Some(better) = self.hop(&now, 0, limit) {
                now = self.finetune(better);
                let priced = self.model.price(&now)?;
                limit = rank(&priced);
                if priced.fits {
                    best = Some((priced.seconds, now.clone()));
                }
                failures = 0;
                continue;
            }
            failures += 1;
            let next = (0..self.unexplored.len()).min_by(|&a, &b| self.unexplored[a].0.total_cmp(&self.unexplored[b].0));
            let Some(next) = next else { break };
            now = self.unexplored.swap_remove(next).1;
        }
        best
    }
    /// A plan that is better than the limit, by changes to the bottleneck of this one.
    fn hop(&mut self, config: &Config, depth: usize, limit: (bool, f64)) -> Option<Config> {
        if depth == MOST_HOPS || self.model.priced > self.trial || !self.visited.insert(config.clone()) {
            return None;
        }
        let priced = self.model.price(config)?;
        for group in primitives::order(&priced) {
            let mut made: Vec<((bool, f64), Config)> = Vec::new();
            for primitive in group {
                for next in primitives::apply(self.model, config, &priced, primitive) {
                    let new = !self.visited.contains(&next) && made.iter().all(|(_, known)| *known != next);
                    if let Some(priced) = new.then(|| self.model.price(&next)).flatten() {
                        made.push((rank(&priced), next));
                    }
                }
            }
            made.sort_by(|a, b| a.0.0.cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1)));
            if let Some((_, config)) = made.first().filter(|(found, _)| *found < limit) {
                return Some(config.clone());
            }
            for (found, next) in &made {
                if !found.0 && (limit.0 || found.1 < limit.1 * 1.2) {
                    self.unexplored.push((found.1, next.clone()));
                }
            }
            for (_, next) in made {
                if let Some(better) = self.hop(&next, depth + 1, limit) {
                    return Some(better);
                }
            }
        }
        None
    }
    /// Boundaries moved op by op while that helps.
    fn finetune(&mut self, mut config: Config) -> Config {
        let Some(mut now) = self.model.price(&config) else { return config };
        loop {
            let mut better = None;
            for boundary in 0..config.stages.len() - 1 {
                for by in [-8isize, -4, -2, -1, 1, 2, 4, 8] {
                    let mut next = config.clone();
                    let Some(end) = next.stages[boundary].end.checked_add_signed(by) else { continue };
                    next.stages[boundary].end = end;
                    if let Some(priced) = self.model.price(&next).filter(|priced| rank(priced) < rank(&now)) {
                        now = priced;
                        better = Some(next);
                    }
                }
            }
            match better {
                Some(next) => config = next,
                None => return config,
            }
        }
    }
}
