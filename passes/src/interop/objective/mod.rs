//! What a plan costs, as each paper counts it: the one judge of all planners.
//!
//! Invariants: a plan that is not one of the problem's is an error; memory is counted as the objective's paper counts it, and a plan beyond the limit is told by
//! [`Evaluation::fits`], never priced down; the value is a function of problem and plan alone.

mod aceso;
mod per_sample;
mod pipedream;
mod step;
#[cfg(test)]
mod tests;

pub use aceso::{stage_bytes, stage_seconds};
pub use per_sample::{crossing_bytes, sync_bytes};

use super::plan::Plan;
use super::problem::Problem;

/// What is to be least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Piper (NeurIPS 2021): seconds a sample of the slowest stage, communication and synchronisation of weights in it.
    PerSample,
    /// PipeDream (SOSP 2019): seconds a minibatch of the slowest stage or transfer.
    PipeDream,
    /// Aceso (EuroSys 2024): seconds of a step, (m - 1) times the slowest stage and every stage once.
    Aceso,
    /// Seconds of a synchronous step: the schedule 1F1B, simulated, and the longest all-reduce of gradients.
    Step,
}

/// Every objective, with its name and what it counts.
pub const OBJECTIVES: &[(Objective, &str, &str)] = &[
    (Objective::PerSample, "per-sample", "seconds a sample of the slowest stage, transfers and weight synchronisation included (Piper)"),
    (Objective::PipeDream, "pipedream", "seconds a minibatch of the slowest stage or transfer (PipeDream)"),
    (Objective::Aceso, "aceso", "seconds of a step: (m - 1) times the slowest stage and every stage once (Aceso)"),
    (Objective::Step, "step", "seconds of a step under 1F1B, simulated, and the longest all-reduce of gradients"),
];

/// What a stage costs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct StageCost {
    /// Seconds, in the objective's sense.
    pub seconds: f64,
    /// Bytes on each of its devices.
    pub bytes: f64,
}

/// What a plan costs.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluation {
    /// Seconds, in the objective's sense.
    pub seconds: f64,
    /// Stage by stage.
    pub stages: Vec<StageCost>,
    /// The most bytes that a device holds.
    pub bytes: f64,
    /// Whether that is within the limit.
    pub fits: bool,
    /// Whether the plan keeps the problem's rule.
    pub keeps: bool,
}

impl Evaluation {
    /// Whether the plan may be used.
    pub fn is_valid(&self) -> bool {
        self.fits && self.keeps
    }
}

impl Objective {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        OBJECTIVES.iter().find(|(objective, ..)| *objective == self).map_or("", |(_, name, _)| name)
    }
    /// The objective of this name.
    pub fn named(name: &str) -> Option<Objective> {
        OBJECTIVES.iter().find(|(_, known, _)| *known == name).map(|(objective, ..)| *objective)
    }
    /// Whether a variant for so many samples serves a stage of so many replicas. Aceso's replicas share a microbatch; the others' each take whole ones in turn.
    pub fn samples_fit(self, variant: usize, replicas: usize, plan: usize) -> bool {
        if self == Objective::Aceso { variant * replicas == plan } else { variant == plan }
    }
    /// Replicas that a stage may have, under a rule of the objective, besides those of devices: Piper's divide the samples of a step, and so do those of a step, where each takes as many.
    pub fn replicas_fit(self, replicas: usize, samples: usize) -> bool {
        !matches!(self, Objective::PerSample | Objective::Step) || samples.is_multiple_of(replicas)
    }
}

/// Prices a plan in the sense of the problem's objective.
///
/// # Errors
/// Why it is no plan of this problem.
pub fn evaluate(problem: &Problem, plan: &Plan) -> Result<Evaluation, String> {
    plan.check(problem)?;
    let setting = problem.setting();
    if let Some((index, stage)) = plan.stages.iter().enumerate().find(|(_, stage)| !setting.objective.replicas_fit(stage.data, setting.samples)) {
        return Err(format!("stage {index}: {} replicas do not divide {} samples", stage.data, setting.samples));
    }
    let (seconds, stages) = match problem.setting().objective {
        Objective::PerSample => per_sample::evaluate(problem, plan)?,
        Objective::PipeDream => pipedream::evaluate(problem, plan),
        Objective::Aceso => aceso::evaluate(problem, plan),
        Objective::Step => step::evaluate(problem, plan)?,
    };
    let bytes = plan.groups().iter().map(|group| group.iter().map(|&stage| stages[stage].bytes).sum::<f64>()).fold(0.0, f64::max);
    let mut evaluation = Evaluation { seconds, stages, bytes, fits: bytes <= problem.setting().memory, keeps: true };
    evaluation.keeps = problem.setting().rule.as_ref().is_none_or(|rule| rule.holds(problem, plan, &evaluation));
    Ok(evaluation)
}
