//! One function through the e-graph, region by region.
//!
//! Invariants: a region is only changed where the chosen forms cost less than those that it has; the numbers reported are sums over its
//! regions.

use super::convert::convert;
use super::cost::CostModel;
use super::extract::exact::exact_below;
use super::extract::greedy::greedy;
use super::extract::tree::tree;
use super::extract::{ChoiceGraph, Selection, choices};
use super::materialize::materialize;
use super::rule::Rule;
use super::saturate::{Limits, Report, Stop, saturate};
use super::acyclic::live;
use shardwright_ir::{Func, Region, Value};

/// How a form is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extractor {
    /// The cheapest tree.
    Tree,
    /// Greedy, shared forms counted once.
    Greedy,
    /// Branch and bound within the effort.
    Exact,
}

/// What a run is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    /// Limits of saturation.
    pub limits: Limits,
    /// How a form is chosen.
    pub extractor: Extractor,
    /// Alternatives that the exact search may look at.
    pub effort: usize,
    /// Most rounds: each begins with an e-graph of what the last one chose, so that its limits are about what is still to be found.
    pub rounds: usize,
    /// The function's arguments from this one on are parameters; `None`: none is.
    pub parameters_from: Option<usize>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { limits: Limits::default(), extractor: Extractor::Exact, effort: 1_000_000, rounds: 4, parameters_from: None }
    }
}

/// What a run did, summed over regions; sizes also over rounds.
#[derive(Clone, Default, Debug)]
pub struct Outcome {
    /// E-nodes that saturation made.
    pub nodes: usize,
    /// Their classes.
    pub classes: usize,
    /// E-nodes left out because they close cycles.
    pub dropped: usize,
    /// Most iterations of any region.
    pub iterations: usize,
    /// Cost of the program as it was.
    pub before: f64,
    /// Cost of the greedy choice of the last round.
    pub greedy: f64,
    /// Cost of the choice that was made.
    pub after: f64,
    /// No choice of the last round's e-graph costs less.
    pub bound: f64,
    /// Ops that were made.
    pub new_ops: usize,
    /// Reports of saturation, one a round of a region, in order.
    pub reports: Vec<Report>,
    /// Whether the function was changed.
    pub changed: bool,
    /// Regions left as they were although a cheaper choice was found, and why.
    pub refused: Vec<String>,
}

/// Rewrites a function. The first round is without late rules.
///
/// # Errors
/// Where an op of the function is not legal: the verifier would have refused it.
pub fn optimize(func: &mut Func, rules: &[Rule], settings: &Settings, cost: &dyn CostModel) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    let parameters: Vec<Value> = settings.parameters_from.map_or(Vec::new(), |from| func.args().iter().skip(from).copied().collect());
    let early: Vec<Rule> = rules.iter().filter(|rule| !rule.late).cloned().collect();
    let mut regions = vec![(func.body(), parameters)];
    while let Some((region, parameters)) = regions.pop() {
        let mut kept = Vec::new();
        let mut costs: Option<Costs> = None;
        for round in 0..settings.rounds.max(1) {
            let first = round == 0 && settings.rounds > 1 && early.len() < rules.len();
            let rules = if first { &early } else { rules };
            let found = optimize_region(func, region, &parameters, rules, settings, cost, &mut outcome, &mut kept)?;
            let Some(found) = found else { break };
            let worth = found.before - found.after > WORTH * found.before;
            let before = costs.map_or(found.before, |costs| costs.before);
            costs = Some(Costs { before, ..found });
            if !worth && !first {
                break;
            }
        }
        if let Some(costs) = costs {
            outcome.before += costs.before;
            outcome.greedy += costs.greedy;
            outcome.after += costs.after;
            outcome.bound += costs.bound;
        }
        for op in kept {
            regions.extend(func.op(op).regions.iter().map(|&inner| (inner, Vec::new())));
        }
    }
    Ok(outcome)
}

/// Another round is run where the last one gained this part of the cost.
const WORTH: f64 = 1e-3;

/// What a round of a region found.
#[derive(Clone, Copy)]
struct Costs {
    before: f64,
    greedy: f64,
    after: f64,
    bound: f64,
}

/// One round; `None` where nothing in the region may be rewritten. `kept` becomes the ops that stay.
#[allow(clippy::too_many_arguments, reason = "a round's inputs and outputs are no thing of their own")]
fn optimize_region(
    func: &mut Func,
    region: Region,
    parameters: &[Value],
    rules: &[Rule],
    settings: &Settings,
    cost: &dyn CostModel,
    outcome: &mut Outcome,
    kept: &mut Vec<shardwright_ir::OpId>,
) -> Result<Option<Costs>, String> {
    let mut converted = convert(func, region, parameters.to_vec())?;
    kept.clone_from(&converted.kept);
    if converted.nodes.is_empty() {
        return Ok(None);
    }
    let original = choices(&converted.graph, &live(&converted.graph, cost), &converted.roots, cost);
    let before = choose(&original.graph, settings, f64::INFINITY).ok_or("the region has a cycle")?.cost;
    let (report, alive) = saturate(&mut converted.graph, rules, &settings.limits, cost);
    let found = choices(&converted.graph, &alive, &converted.roots, cost);
    outcome.nodes += converted.graph.total_size();
    outcome.classes += converted.graph.number_of_classes();
    outcome.dropped += alive.dropped;
    outcome.iterations = outcome.iterations.max(report.iterations);
    outcome.reports.push(report);
    let chosen = choose(&found.graph, settings, before).ok_or("a value of the region has no form")?;
    let mut costs = Costs { before, greedy: chosen.greedy.min(before), after: before, bound: chosen.bound.min(before) };
    if chosen.cost < before * (1.0 - 1e-9) {
        match materialize(func, region, &converted, &found, &chosen.selection) {
            Ok(new_ops) => {
                outcome.new_ops += new_ops;
                outcome.changed = true;
                costs.after = chosen.cost;
            }
            Err(why) => outcome.refused.push(why),
        }
    }
    Ok(Some(costs))
}

struct Chosen {
    cost: f64,
    greedy: f64,
    bound: f64,
    selection: Selection,
}

/// The choice; of no interest where it costs more than what is known.
fn choose(graph: &ChoiceGraph, settings: &Settings, known: f64) -> Option<Chosen> {
    let order = graph.order()?;
    let (cheap, by_greedy) = greedy(graph, &order)?;
    Some(match settings.extractor {
        Extractor::Tree => {
            let (selection, _) = tree(graph, &order);
            let (cost, selection) = graph.price(&selection)?;
            Chosen { cost, greedy: cheap, bound: 0.0, selection }
        }
        Extractor::Greedy => Chosen { cost: cheap, greedy: cheap, bound: 0.0, selection: by_greedy },
        Extractor::Exact => {
            let best = exact_below(graph, settings.effort, known)?;
            Chosen { cost: best.cost, greedy: cheap, bound: best.bound, selection: best.selection }
        }
    })
}

/// The reason that tells most about a run: the first that is not saturation.
pub fn stop_of(reports: &[Report]) -> Stop {
    reports.iter().map(|report| report.stop).find(|stop| *stop != Stop::Saturated).unwrap_or(Stop::Saturated)
}
