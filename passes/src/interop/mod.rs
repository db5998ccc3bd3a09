//! Planners of pipelines: which layers stand together on which devices, cut and copied how often, from measured layers alone.
//!
//! Reading order: [`problem`] (what is handed), [`plan`] (what comes back), [`objective`] (what a plan costs, in each paper's sense), this file (what a planner is), then a planner a file.
//! [`PLANNERS`] is all of them; [`read`] reads the profiles of others into problems. Invariants: a planner reads the problem and returns a detached plan; every plan is judged by [`evaluate`], whoever made it;
//! none is returned that does not fit the memory; a bound is never above the optimum; the same problem and options give the same plan.

pub mod aceso;
pub mod cuts;
pub mod dapple;
pub mod downsets;
pub mod equal;
pub mod exhaustive;
pub mod knapsack;
pub mod objective;
pub mod optimal_splits;
pub mod pipedream;
pub mod piper;
pub mod placed;
pub mod plan;
pub mod policy;
pub mod problem;
pub mod rannc;
pub mod read;
pub mod rules;
pub mod torchgpipe;

#[cfg(test)]
mod handed;
#[cfg(test)]
mod tests;

pub use objective::{Evaluation, OBJECTIVES, Objective, StageCost, evaluate};
pub use plan::{Chain, Plan, Stage};
pub use problem::{Edge, Link, Node, Problem, Setting, Variant};

/// What a planner may use.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// Fixes all random choices.
    pub seed: u64,
    /// Plans that a search may price.
    pub evaluations: u64,
    /// Places where the graph may be cut: beyond that, planners that list them give up.
    pub most_cuts: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { seed: 0, evaluations: 200_000, most_cuts: 200_000 }
    }
}

/// What a planner found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The plan.
    pub plan: Plan,
    /// What it costs under the problem's objective.
    pub evaluation: Evaluation,
    /// No plan of this kind costs less; the problem's [`Problem::floor`] where the planner proves nothing.
    pub bound: Option<f64>,
    /// Plans or stages priced.
    pub evaluations: u64,
}

/// One planner.
#[derive(Clone, Copy, Debug)]
pub struct Planner {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Under these objectives its plan is the best of those that it looks at, by proof.
    pub exact: &'static [Objective],
    /// Objectives that it can plan for.
    pub objectives: &'static [Objective],
    /// Whether stages of its plans may share devices.
    pub shares: bool,
    /// Runs it; an error says why there is no plan.
    pub run: fn(&Problem, &Options) -> Result<Found, String>,
}

/// All objectives.
const ALL: &[Objective] = &[Objective::PerSample, Objective::PipeDream, Objective::Aceso, Objective::Step];

/// Every planner.
pub const PLANNERS: &[&Planner] = &[
    &exhaustive::EXHAUSTIVE,
    &piper::PIPER,
    &pipedream::PIPEDREAM,
    &equal::PIPEDREAM_2BW,
    &dapple::DAPPLE,
    &rannc::RANNC,
    &torchgpipe::TORCHGPIPE,
    &optimal_splits::OPTIMAL_SPLITS,
    &optimal_splits::SCATTERED_SPLITS,
    &cuts::FTPIPE,
    &cuts::ACYCLIC_PARTITION,
    &cuts::METIS,
    &policy::HIERARCHICAL_POLICY,
    &policy::SPOTLIGHT,
    &policy::PLACETO,
    &aceso::ACESO,
];

/// The planner of this name.
pub fn planner(name: &str) -> Option<&'static Planner> {
    PLANNERS.iter().copied().find(|planner| planner.name == name)
}

impl Planner {
    /// Plans, and lets the judge have the last word.
    ///
    /// # Errors
    /// That it does not plan for this objective, or why there is no plan.
    pub fn plan(&self, problem: &Problem, options: &Options) -> Result<Found, String> {
        let objective = problem.setting().objective;
        if !self.objectives.contains(&objective) {
            let names: Vec<&str> = self.objectives.iter().map(|objective| objective.name()).collect();
            return Err(format!("does not plan for the objective {}; it does for {}", objective.name(), names.join(", ")));
        }
        (self.run)(problem, options)
    }
}

impl Found {
    /// A plan with the judge's verdict.
    ///
    /// # Errors
    /// That it is no plan of this problem, or does not fit: a fault of the planner.
    pub fn judged(problem: &Problem, plan: Plan, exact: bool, evaluations: u64) -> Result<Found, String> {
        let evaluation = evaluate(problem, &plan)?;
        if !evaluation.keeps {
            return Err("the plan found breaks the rule, by which it does not search".to_owned());
        }
        if !evaluation.fits {
            return Err(format!("the plan found needs {:.0} bytes on a device, the limit is {:.0}", evaluation.bytes, problem.setting().memory));
        }
        let bound = exact.then_some(evaluation.seconds);
        Ok(Found { plan, evaluation, bound, evaluations })
    }
}

/// Said where nothing fits.
fn nothing_fits(problem: &Problem) -> String {
    let setting = problem.setting();
    let rule = if setting.rule.is_some() { "keeps the rule and " } else { "" };
    let memory = if setting.memory.is_finite() { format!("{:.3} GiB on each of ", setting.memory / (1u64 << 30) as f64) } else { String::new() };
    format!("found no plan that {rule}fits {memory}{} devices", setting.devices)
}

/// What a search keeps: the best plan so far that fits.
struct Best<'p> {
    problem: &'p Problem,
    found: Option<(f64, Plan)>,
    evaluations: u64,
}

impl<'p> Best<'p> {
    fn new(problem: &'p Problem) -> Best<'p> {
        Best { problem, found: None, evaluations: 0 }
    }
    /// Prices a plan and keeps it where it is the best; what it costs, where it is legal.
    fn offer(&mut self, plan: &Plan) -> Option<Evaluation> {
        self.evaluations += 1;
        let evaluation = evaluate(self.problem, plan).ok()?;
        if evaluation.is_valid() && self.found.as_ref().is_none_or(|(seconds, _)| evaluation.seconds < *seconds) {
            self.found = Some((evaluation.seconds, plan.clone()));
        }
        Some(evaluation)
    }
    fn done(self, exact: bool) -> Result<Found, String> {
        let (_, plan) = self.found.ok_or_else(|| nothing_fits(self.problem))?;
        Found::judged(self.problem, plan, exact, self.evaluations)
    }
}
