//! From a model and a machine to a plan: builds the choices of the program on each mesh of the given devices, searches them, and takes the
//! mesh whose plan costs least.
//!
//! Invariants: what the user annotated is kept; a plan that is returned fits the memory of a device; the same arguments give the same plan
//! unless time ended the search.

use crate::driver::{CompileFault, Compiled, CompileOptions, Source, compile_read, read_annotated};
use crate::annotate::{forget_numbers, number_values};
use crate::plan::Plan;
use shardwright_ir::machine::Machine;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Diagnostic, Func, Module, Registry, Sym};
use shardwright_passes::manager::{PassRegistry, Pipeline, run_pipeline};
use shardwright_passes::partition::plan::{MachinePrices, Planner, Prices};
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::search::program::Program;
use shardwright_passes::search::explain::{self, Part};
use shardwright_passes::search::work::Fused;
use shardwright_passes::search::infeasible::why_not;
use shardwright_passes::search::{Budget, Improvement, Outcome, Progress, SearchInfo, SearchProblem, Stop};
use std::path::Path;
use std::time::Instant;

/// What is planned for.
pub struct Goal<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// Devices, where the options name no mesh: meshes of one and of two axes are tried.
    pub devices: Option<i64>,
    /// The search.
    pub search: &'static SearchInfo,
    /// Seconds for each mesh.
    pub seconds: f64,
    /// Fixes all random choices.
    pub seed: u64,
}

/// What was found on one mesh.
pub struct Planned {
    /// The mesh.
    pub mesh: Mesh,
    /// What the search says.
    pub outcome: Outcome,
    /// Ops and values that choose, and pairs that share a tensor.
    pub size: (usize, usize),
    /// Why no plan was found.
    pub why_not: Option<String>,
    /// What the plan's program takes, compiled and simulated.
    pub simulated: Option<Simulated>,
    /// The program with nothing but what was annotated takes less than that of the plan that was searched, and is the plan.
    pub as_annotated: bool,
}

/// What a compiled program takes on one device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Simulated {
    /// Seconds from the start to the end; of compute and exchange together where the program is in stages.
    pub step: f64,
    /// Seconds of kernels.
    pub compute: f64,
    /// Seconds of collectives, those included that kernels hide.
    pub communication: f64,
    /// The most bytes that a device holds.
    pub peak: i64,
}

/// The best plan, and all that was tried.
pub struct Found {
    /// The plan: every named value's sharding.
    pub plan: Plan,
    /// The model with the plan's sharding on every value.
    pub module: Module,
    /// What the plan is made of, dearest first.
    pub parts: Vec<Part>,
    /// Which of `tried` it is.
    pub best: usize,
    /// By mesh.
    pub tried: Vec<Planned>,
}

/// Searches with the prices of reshards that the partitioner will make, again while they change what the plan costs by more than a hundredth.
const ROUNDS: usize = 4;

/// Plans for a model. Of the plans found on the meshes, the one whose program takes least, compiled and simulated, is the best.
///
/// # Errors
/// What is wrong with the model or its annotations, an op that cannot be planned, or that no mesh has a plan that fits the memory of a device.
pub fn plan(path: &Path, options: &CompileOptions, goal: &Goal, ops: &Registry, passes: &PassRegistry, told: &mut dyn FnMut(&Mesh, &Improvement)) -> Result<Found, CompileFault> {
    let mut tried: Vec<Planned> = Vec::new();
    let mut best: Option<(f64, Found)> = None;
    for mesh in meshes(options, goal) {
        let own = CompileOptions { mesh: mesh.or_else(|| options.mesh.clone()), machine: Some(goal.machine.clone()), ..options.clone() };
        let mut prepared = prepare(path, &own, goal.machine, ops, passes)?;
        let outcome = search(&mut prepared, goal, told)?;
        let Prepared { source, numbered, mut module, name, mesh, program, problem, .. } = prepared;
        let size = (problem.nodes().len(), problem.edges().len());
        let why_not = why_not(&problem, &outcome);
        let (mut simulated, mut as_annotated) = (None, false);
        if let Some(chosen) = &outcome.assignment {
            let before = module.clone();
            let mut parts = module.main().map(|func| explain::parts(&program, func, chosen)).unwrap_or_default();
            if let Some(func) = module.main_mut() {
                program.apply(func, name, chosen);
            }
            let name = path.display().to_string();
            let mut taken = simulate(&name, Source { module: module.clone(), ..source.clone() }, &own, ops, passes)?.0;
            // Prices are not the whole truth: a plan must not be worse than none, by more than what they are exact to.
            let (none, annotated) = simulate(&name, Source { module: before, ..source }, &own, ops, passes)?;
            if let Some(annotated) = annotated.filter(|_| none.step < taken.step * 0.99 && i128::from(none.peak) <= i128::from(goal.machine.device.memory_bytes())) {
                (taken, module, parts, as_annotated) = (none, annotated, Vec::new(), true);
            }
            let plan = Plan::of_module(&module);
            module.main_mut().filter(|_| numbered).map(forget_numbers);
            simulated = Some(taken);
            if best.as_ref().is_none_or(|(least, ..)| taken.step < *least) {
                best = Some((taken.step, Found { plan, module, parts, best: tried.len(), tried: Vec::new() }));
            }
        }
        tried.push(Planned { mesh, outcome, size, why_not, simulated, as_annotated });
    }
    let Some((_, found)) = best else {
        let why = tried.iter().find_map(|one| one.why_not.clone()).unwrap_or_else(|| "no mesh was tried".to_owned());
        // More time helps where time ended a search, more memory where none of them did.
        let help = if tried.iter().any(|one| one.outcome.stop == Stop::Time) { "give a larger `--budget`" } else { "use more devices, or a machine with more memory" };
        return Err(Diagnostic::error(format!("no plan was found: {why}")).help(help).into());
    };
    Ok(Found { tried, ..found })
}

/// The cheapest assignment found; its problem has the prices of the reshards that it needs.
fn search(prepared: &mut Prepared, goal: &Goal, told: &mut dyn FnMut(&Mesh, &Improvement)) -> Result<Outcome, CompileFault> {
    let start = Instant::now();
    let Prepared { module, name, mesh, prices, program, problem, .. } = prepared;
    let func = module.main().ok_or_else(|| Diagnostic::error("the model has no main function"))?;
    let mut planner = Planner::new(prices, prices.idle());
    let mut best: Option<Outcome> = None;
    for _ in 0..ROUNDS {
        let left = (goal.seconds - start.elapsed().as_secs_f64()).max(0.0);
        let mut tell = |improvement: &Improvement| told(mesh, improvement);
        let budget = Budget { seconds: Some(left), seed: goal.seed, evaluations: u64::MAX };
        let mut outcome = (goal.search.run)(problem, &budget, &mut Progress::new(&mut tell));
        let (Some(chosen), Some(cost)) = (outcome.assignment.clone(), outcome.cost) else {
            best = best.or(Some(outcome));
            break;
        };
        let changed = program.settle((*name, mesh), &mut planner, &chosen);
        if changed != 0 {
            *problem = limited(program, func, goal.machine)?;
        }
        outcome.cost = Some(cost + changed);
        outcome.bound = outcome.bound.min(cost + changed);
        // An earlier plan may have become dearer by the same reshards: it was settled then.
        if best.as_ref().and_then(|best| best.cost).is_none_or(|least| cost + changed < least) {
            best = Some(outcome);
        }
        if changed.abs() * 100 <= cost || start.elapsed().as_secs_f64() >= goal.seconds {
            break;
        }
    }
    best.ok_or_else(|| Diagnostic::error("no search was run").into())
}

/// What a model's program takes under a plan.
///
/// # Errors
/// What is wrong with the model, or what of the plan does not fit it.
pub fn price(path: &Path, plan: &Plan, options: &CompileOptions, machine: &Machine, ops: &Registry, passes: &PassRegistry) -> Result<Simulated, CompileFault> {
    let options = CompileOptions { plan: Some(plan.clone()), machine: Some(machine.clone()), ..options.clone() };
    let (_, source) = read_annotated(path, &options, ops)?;
    Ok(simulate(&path.display().to_string(), source, &options, ops, passes)?.0)
}

/// Compiles an annotated module, and says what its program takes; and the module with the sharding of every value, where the program is not in stages.
fn simulate(name: &str, source: Source, options: &CompileOptions, ops: &Registry, passes: &PassRegistry) -> Result<(Simulated, Option<Module>), CompileFault> {
    // What was annotated is in the module.
    let options = CompileOptions { mesh: None, plan: None, patterns: Vec::new(), ..options.clone() };
    let Compiled { report, mut programs, .. } = compile_read(name, source.module.clone(), source, &options, ops, passes, &mut [])?;
    let annotated = if programs.len() == 1 { programs.pop().map(|(_, program)| program.annotated) } else { None };
    let step = report.step.unwrap_or(report.compute + report.communication);
    Ok((Simulated { step, compute: report.compute, communication: report.communication, peak: report.memory.peak }, annotated))
}

/// A model's choices on one mesh.
pub struct Prepared {
    /// The model as it was read, but for its module.
    pub source: Source,
    /// The global program as it is planned: cleaned, with what is annotated.
    pub module: Module,
    /// Whether values have numbers for names ([`number_values`]).
    pub numbered: bool,
    /// The mesh's symbol.
    pub name: Sym,
    /// The mesh.
    pub mesh: Mesh,
    /// What collectives cost there.
    pub prices: MachinePrices,
    /// The choices.
    pub program: Program,
    /// The problem of choosing, limited to the memory of a device.
    pub problem: SearchProblem,
}

/// The choices of a model on the mesh that the options or the model itself names.
///
/// # Errors
/// What is wrong with the model or its annotations, or an op that cannot be planned.
pub fn prepare(path: &Path, options: &CompileOptions, machine: &Machine, ops: &Registry, passes: &PassRegistry) -> Result<Prepared, CompileFault> {
    let clean = Pipeline::parse("clean,split-constants", passes).map_err(|why| Diagnostic::error(why.to_string()))?;
    let (_, mut source) = read_annotated(path, options, ops)?;
    let mut module = std::mem::take(&mut source.module);
    let numbered = module.main_mut().is_some_and(number_values);
    run_pipeline(&clean, &mut module, ops, &Default::default(), &mut [])?;
    let Some((name, mesh)) = module.main_mesh().map(|(name, mesh)| (name, mesh.clone())) else {
        return Err(Diagnostic::error("there is no mesh to plan for").help("say how many devices there are with `--devices N`, or name the mesh with `--mesh`").into());
    };
    let prices = MachinePrices::new(machine, [&mesh].into_iter()).map_err(|why| Diagnostic::error(why.to_string()))?;
    let Some(func) = module.main() else { return Err(Diagnostic::error("the model has no main function").into()) };
    let program = Program::new(func, (name, &mesh), &prices, &Fused::new(func, &ComputeCosts::new(&machine.device, None))).map_err(|why| *why)?;
    let problem = limited(&program, func, machine)?;
    Ok(Prepared { source, numbered, module, name, mesh, prices, program, problem })
}

/// The problem of choosing, limited to the memory of a device.
fn limited(program: &Program, func: &Func, machine: &Machine) -> Result<SearchProblem, CompileFault> {
    let limit = i64::try_from(machine.device.memory_bytes()).unwrap_or(i64::MAX);
    Ok(program.problem(func, Some(limit)).map_err(|why| Diagnostic::error(why.to_string()))?)
}

/// The meshes to try: the one that is named, else all of one and two axes; `None` stands for the model's own.
fn meshes(options: &CompileOptions, goal: &Goal) -> Vec<Option<Mesh>> {
    let Some(devices) = goal.devices.filter(|_| options.mesh.is_none() && options.plan.is_none()) else { return vec![None] };
    let mut found = vec![Some(Mesh::new(&[("x", devices)]))];
    found.extend((2..devices).filter(|outer| devices % outer == 0).map(|outer| Some(Mesh::new(&[("x", outer), ("y", devices / outer)]))));
    found
}
