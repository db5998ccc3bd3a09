//! One function, planned: its e-graph saturated, its forms and placements chosen, the function written anew.
//!
//! Invariants: a plan that is returned fits the memory that was given; the function is planned as it is where no rules are used; what the program's
//! annotations say is kept.

use super::Costs;
use super::graph::Joint;
use super::materialize::materialize;
use super::memory::peak;
use super::sequential::{Picked, Whole};
use super::solve::{Solution, solve};
use crate::rewrite::egraph::convert::convert;
use crate::rewrite::egraph::rule::Rule;
use crate::rewrite::egraph::saturate::{Limits, Stop, saturate};
use crate::search::{Budget, SearchInfo};
use shardwright_ir::{Diagnostic, Func};

/// How forms are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algebra {
    /// As they are.
    None,
    /// The cheapest on one device, before shardings are chosen.
    Sequential,
    /// Together with shardings.
    Joint,
}

/// What planning is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How forms are chosen.
    pub algebra: Algebra,
    /// Limits of saturation.
    pub limits: Limits,
    /// The first argument that is a parameter, if any is: what follows from parameters alone is made before the program runs.
    pub parameters_from: Option<usize>,
    /// Bytes of memory of a device.
    pub memory: Option<i64>,
    /// The search.
    pub search: &'static SearchInfo,
    /// Its budget, for each of the one to three problems that are searched.
    pub budget: Budget,
    /// Alternatives that algebra alone may look at.
    pub effort: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            algebra: Algebra::Joint,
            limits: Limits::default(),
            parameters_from: None,
            memory: None,
            search: crate::search::SEARCHES[0],
            budget: Budget { seconds: Some(10.0), ..Budget::default() },
            effort: 200_000,
        }
    }
}

/// A planned function.
pub struct Outcome {
    /// The function, every value that matters with a sharding.
    pub func: Func,
    /// What was chosen.
    pub solution: Solution,
    /// What was found with the forms as they are, and with those that algebra alone picks, where they were searched on the way.
    pub compared: Vec<(Algebra, Solution)>,
    /// The functions of what was compared, where their forms are new.
    pub functions: Vec<(Algebra, Func)>,
    /// E-nodes and e-classes after saturation.
    pub nodes: (usize, usize),
    /// Why saturation ended.
    pub saturated: Stop,
    /// The most bytes that a device holds at once.
    pub peak: i64,
}

/// Times that the limit of what stays throughout is lowered because of what comes and goes.
const TIGHTER: usize = 8;

/// Plans a function.
///
/// # Errors
/// An op that cannot be planned, or that nothing fits the memory, and the least that was found.
pub fn plan(func: &Func, costs: Costs<'_>, rules: &[Rule], settings: &Settings) -> Result<Outcome, Box<Diagnostic>> {
    let fault = |why: String| Box::new(Diagnostic::error(why).at(func.span));
    let parameters = settings.parameters_from.map_or(Vec::new(), |first| func.args().get(first..).unwrap_or_default().to_vec());
    let mut converted = convert(func, func.body(), parameters).map_err(fault)?;
    let rules = if settings.algebra == Algebra::None { &[] } else { rules };
    let (report, live) = saturate(&mut converted.graph, rules, &settings.limits, &Whole(costs.work));
    let mut joint = Joint::new(func, &converted, &live, costs)?;
    let mut limit = settings.memory;
    let mut least: Option<i64> = None;
    for _ in 0..TIGHTER {
        let (solution, compared) = search(&joint, costs, settings, limit).map_err(|why| match least {
            Some(least) => fault(format!("no choice fits {} bytes a device: the least found takes {least}", settings.memory.unwrap_or_default())),
            None => fault(why),
        })?;
        let made = materialize(func, &mut joint, &solution).map_err(fault)?;
        let peak = peak(&mut joint, &solution, &made, costs.mesh);
        least = Some(least.map_or(peak, |least| least.min(peak)));
        match (settings.memory, limit) {
            (Some(memory), Some(before)) if peak > memory => limit = Some(before - (peak - memory).max(1)),
            _ => {
                let nodes = (live.len(), live.classes.len());
                let mut functions = Vec::new();
                for (which, solution) in compared.iter().filter(|(which, _)| *which != Algebra::None) {
                    functions.push((*which, materialize(func, &mut joint, solution).map_err(fault)?.func));
                }
                return Ok(Outcome { func: made.func, solution, compared, functions, nodes, saturated: report.stop, peak });
            }
        }
    }
    Err(fault(format!("no choice fits {} bytes a device: the least found takes {}", settings.memory.unwrap_or_default(), least.unwrap_or_default())))
}

/// Searches the problem that is asked for; before the joint one, those whose answers it must not be dearer than.
fn search(joint: &Joint, costs: Costs<'_>, settings: &Settings, limit: Option<i64>) -> Result<(Solution, Vec<(Algebra, Solution)>), String> {
    let run = |picked: Option<&Picked>, starts: &[&Solution]| {
        let keep = |decision: usize, choice: usize| picked.is_none_or(|picked| picked.allows(joint, decision, choice));
        solve(joint, &keep, starts, limit, settings.search, &settings.budget)
    };
    let original = || Picked::original(joint.converted);
    let algebra = || Picked::by_algebra(joint.converted, joint.live, costs.work, settings.effort).ok_or("a value has no form");
    match settings.algebra {
        Algebra::None => Ok((run(Some(&original()), &[])?, Vec::new())),
        Algebra::Sequential => Ok((run(Some(&algebra()?), &[])?, Vec::new())),
        Algebra::Joint => {
            // What does not fit memory in the one form may in another.
            let found = [(Algebra::None, run(Some(&original()), &[])), (Algebra::Sequential, run(Some(&algebra()?), &[]))];
            let compared: Vec<(Algebra, Solution)> = found.into_iter().filter_map(|(which, found)| Some((which, found.ok()?))).collect();
            let starts: Vec<&Solution> = compared.iter().map(|(_, solution)| solution).collect();
            Ok((run(None, &starts)?, compared))
        }
    }
}
