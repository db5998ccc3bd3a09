//! From a model and a machine to a plan: builds the choices of the program on each mesh of the given devices, searches them, and takes the
//! mesh whose plan costs least.
//!
//! Invariants: what the user annotated is kept; a plan that is returned fits the memory of a device; the same arguments give the same plan
//! unless time ended the search.

use crate::driver::{CompileFault, Compiled, CompileOptions, Source, compile_read, read_annotated};
use crate::annotate::{forget_numbers, number_values};
use crate::forms::{Chosen, choose};
use crate::plan::Plan;
use shardwright_ir::machine::Machine;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Diagnostic, Func, Module, Registry, Sym};
use shardwright_passes::cost::alpa::{AlpaPrices, AlpaWork, one_axis_a_dimension};
use shardwright_passes::joint::Algebra;
use shardwright_passes::manager::{PassRegistry, Pipeline, run_pipeline};
use shardwright_passes::partition::plan::{MachinePrices, Planner, Prices};
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::search::program::Program;
use shardwright_passes::search::explain::{self, Part};
use shardwright_passes::search::work::Fused;
use shardwright_passes::search::infeasible::why_not;
use shardwright_passes::search::{Budget, Improvement, Outcome, Progress, SEARCHES, SearchInfo, SearchProblem, Stop};
use std::path::Path;
use std::time::{Duration, Instant};

/// What is planned for.
#[derive(Clone, Copy, Debug)]
pub struct Goal<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// Bytes that a device may use, where that is not all of its memory.
    pub memory: Option<i64>,
    /// Devices, where the options name no mesh: meshes of one and of two axes are tried.
    pub devices: Option<i64>,
    /// What is to be least.
    pub objective: Objective,
    /// Whether the program's form is chosen too.
    pub algebra: Algebra,
    /// The search.
    pub search: &'static SearchInfo,
    /// Seconds of pricing and search, which meshes share.
    pub seconds: f64,
    /// Fixes all random choices.
    pub seed: u64,
}

/// What a plan is to make least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Objective {
    /// The time of a step, by the cost model.
    #[default]
    Time,
    /// What Alpa's integer program makes least ([`shardwright_passes::cost::alpa`]).
    Alpa,
}

impl Goal<'_> {
    /// Bytes that a device may use.
    pub fn memory(&self) -> i64 {
        self.memory.unwrap_or_else(|| i64::try_from(self.machine.device.memory_bytes()).unwrap_or(i64::MAX))
    }
}

/// What is going on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Told<'a> {
    /// Something that may take long.
    Doing(&'static str),
    /// A search found something better.
    Better(&'a Improvement),
}

/// What was found on one mesh.
pub struct Planned {
    /// The mesh.
    pub mesh: Mesh,
    /// By whom the program's form was chosen.
    pub form: Algebra,
    /// Seconds that it was searched.
    pub seconds: f64,
    /// What the search says: picoseconds; [`shardwright_passes::cost::alpa::PARTS`] of Alpa's unit under its objective.
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
    /// By mesh, and by form on each.
    pub tried: Vec<Planned>,
    /// What algebra found on each mesh, or why it found nothing; empty where it was not asked.
    pub algebra: Vec<(Mesh, Result<Chosen, String>)>,
}

/// Searches with the prices of reshards that the partitioner will make, again while they change what the plan costs by more than a hundredth.
const ROUNDS: usize = 4;

/// Plans for a model. Of the plans found on the meshes, and of those in the forms that algebra found, the one whose program takes least, compiled and
/// simulated, is the best: so with algebra none is worse than without.
///
/// # Errors
/// What is wrong with the model or its annotations, an op that cannot be planned, or that no mesh has a plan that fits the memory of a device.
pub fn plan(path: &Path, options: &CompileOptions, goal: &Goal, ops: &Registry, passes: &PassRegistry, told: &mut dyn FnMut(&Mesh, Told)) -> Result<Found, CompileFault> {
    let mut tried: Vec<Planned> = Vec::new();
    let mut best: Option<(f64, Found)> = None;
    let mut algebra = Vec::new();
    let meshes = meshes(options, goal);
    let (count, mut left) = (meshes.len(), goal.seconds);
    for (number, mesh) in meshes.into_iter().enumerate() {
        // What one mesh leaves, the others get.
        let share = left / (count - number) as f64;
        let goal = &Goal { seconds: share, ..*goal };
        let own = CompileOptions { mesh: mesh.clone().or_else(|| options.mesh.clone()), machine: Some(goal.machine.clone()), ..options.clone() };
        let mut forms = vec![(Algebra::None, None)];
        if goal.algebra != Algebra::None {
            told(&mesh.unwrap_or_default(), Told::Doing("choosing forms"));
            let chosen = choose(path, &own, goal, ops, passes)?;
            forms.extend(chosen.iter().flat_map(|chosen| &chosen.forms).map(|(which, forms)| (*which, Some(forms.clone()))));
            algebra.push(chosen);
        }
        let problems = forms.len() as f64;
        for (form, forms) in forms {
            let goal = &Goal { seconds: share / problems, ..*goal };
            let own = CompileOptions { plan: forms.clone().map(Plan::of_forms), ..own.clone() };
            let (one, made) = plan_one(path, &own, goal, form, ops, passes, told)?;
            if let (Some(made), Some(taken)) = (made, one.simulated)
                && taken.peak <= goal.memory()
                && best.as_ref().is_none_or(|(least, ..)| taken.step < *least)
            {
                let Made { plan, module, parts } = made;
                best = Some((taken.step, Found { plan: Plan { forms, ..plan }, module, parts, best: tried.len(), tried: Vec::new(), algebra: Vec::new() }));
            }
            left -= one.seconds;
            tried.push(one);
        }
        left = left.max(0.0);
    }
    let Some((_, found)) = best else {
        let peaks = tried.iter().filter_map(|one| Some((one.simulated?.peak, &one.mesh)));
        if let Some((peak, mesh)) = peaks.min_by_key(|(peak, _)| *peak) {
            // The search counts what values take, the compiled program what is there at once.
            let message = format!("no plan was found: once compiled, every plan holds more than {} bytes a device; the least is {peak}, on the mesh {mesh}", goal.memory());
            return Err(Diagnostic::error(message).help("use more devices, or a machine with more memory; a smaller `--memory` makes the search look for plans that hold less").into());
        }
        let why = tried.iter().find_map(|one| one.why_not.clone()).unwrap_or_else(|| "no mesh was tried".to_owned());
        // More time helps where time ended a search, more memory where none of them did.
        let help = if tried.iter().any(|one| one.outcome.stop == Stop::Time) { "give a larger `--budget`" } else { "use more devices, or a machine with more memory" };
        return Err(Diagnostic::error(format!("no plan was found: {why}")).help(help).into());
    };
    let meshes = tried.iter().filter(|one| one.form == Algebra::None).map(|one| one.mesh.clone());
    Ok(Found { algebra: meshes.zip(algebra).collect(), tried, ..found })
}

/// A plan, and what it was made of.
struct Made {
    plan: Plan,
    module: Module,
    parts: Vec<Part>,
}

/// Plans for one mesh and form.
fn plan_one(path: &Path, own: &CompileOptions, goal: &Goal, form: Algebra, ops: &Registry, passes: &PassRegistry, told: &mut dyn FnMut(&Mesh, Told)) -> Result<(Planned, Option<Made>), CompileFault> {
    told(&own.mesh.clone().unwrap_or_default(), Told::Doing("pricing choices"));
    let start = Instant::now();
    // Longer than a century is for ever.
    let deadline = (goal.seconds < 3.0e9).then(|| start + Duration::from_secs_f64(goal.seconds.max(0.0)));
    let Some(mut prepared) = prepare_until(path, own, goal, ops, passes, deadline)? else {
        let why = format!("pricing the choices was not done within {} s", goal.seconds);
        let Some(mesh) = own.mesh.clone() else { return Err(Diagnostic::error(why).help("give a larger `--budget`").into()) };
        let outcome = Outcome { assignment: None, cost: None, bound: 0, evaluations: 0, stop: Stop::Time, trace: Vec::new() };
        let seconds = start.elapsed().as_secs_f64();
        return Ok((Planned { mesh, form, seconds, outcome, size: (0, 0), why_not: Some(why), simulated: None, as_annotated: false }, None));
    };
    let outcome = search(&mut prepared, goal, start, told)?;
    let seconds = start.elapsed().as_secs_f64();
    let Prepared { source, numbered, mut module, name, mesh, program, problem, .. } = prepared;
    let size = (problem.nodes().len(), problem.edges().len());
    let why_not = why_not(&problem, &outcome);
    let (mut simulated, mut as_annotated, mut made) = (None, false, None);
    if let Some(chosen) = &outcome.assignment {
        told(&mesh, Told::Doing("compiling the plan"));
        let before = module.clone();
        let mut parts = module.main().map(|func| explain::parts(&program, func, chosen)).unwrap_or_default();
        if let Some(func) = module.main_mut() {
            program.apply(func, name, chosen);
        }
        let name = path.display().to_string();
        let mut taken = simulate(&name, Source { module: module.clone(), ..source.clone() }, own, ops, passes)?.0;
        if goal.objective == Objective::Time {
            // Prices are not the whole truth: a plan must not be worse than none, by more than what they are exact to.
            let (none, annotated) = simulate(&name, Source { module: before, ..source }, own, ops, passes)?;
            if let Some(annotated) = annotated.filter(|_| none.step < taken.step * 0.99 && none.peak <= goal.memory()) {
                (taken, module, parts, as_annotated) = (none, annotated, Vec::new(), true);
            }
        }
        let plan = Plan::of_module(&module);
        module.main_mut().filter(|_| numbered).map(forget_numbers);
        simulated = Some(taken);
        made = Some(Made { plan, module, parts });
    }
    Ok((Planned { mesh, form, seconds, outcome, size, why_not, simulated, as_annotated }, made))
}

/// The cheapest assignment found, where the budget began at `start`; its problem has the prices of the reshards that it needs.
fn search(prepared: &mut Prepared, goal: &Goal, start: Instant, told: &mut dyn FnMut(&Mesh, Told)) -> Result<Outcome, CompileFault> {
    let Prepared { module, name, mesh, prices, program, problem, .. } = prepared;
    let func = module.main().ok_or_else(|| Diagnostic::error("the model has no main function"))?;
    let mut planner = Planner::new(prices, prices.idle());
    let mut best: Option<Outcome> = None;
    for _ in 0..ROUNDS {
        let left = (goal.seconds - start.elapsed().as_secs_f64()).max(0.0);
        let mut tell = |improvement: &Improvement| told(mesh, Told::Better(improvement));
        let budget = Budget { seconds: Some(left), seed: goal.seed, evaluations: u64::MAX };
        let mut outcome = (goal.search.run)(problem, &budget, &mut Progress::new(&mut tell));
        let (Some(chosen), Some(cost)) = (outcome.assignment.clone(), outcome.cost) else {
            best = best.or(Some(outcome));
            break;
        };
        if goal.objective == Objective::Alpa {
            // Its prices are what they are, whatever the partitioner will make.
            return Ok(outcome);
        }
        let changed = program.settle((*name, mesh), &mut planner, &chosen);
        if changed != 0 {
            *problem = limited(program, func, goal.memory())?;
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
pub(crate) fn simulate(name: &str, source: Source, options: &CompileOptions, ops: &Registry, passes: &PassRegistry) -> Result<(Simulated, Option<Module>), CompileFault> {
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

/// The choices of a model on the mesh that the options or the model itself names, by the time of a step.
///
/// # Errors
/// What is wrong with the model or its annotations, or an op that cannot be planned.
pub fn prepare(path: &Path, options: &CompileOptions, machine: &Machine, ops: &Registry, passes: &PassRegistry) -> Result<Prepared, CompileFault> {
    let goal = Goal { machine, memory: None, devices: None, objective: Objective::Time, algebra: Algebra::None, search: SEARCHES[0], seconds: 0.0, seed: 0 };
    prepare_for(path, options, &goal, ops, passes)
}

/// As [`prepare`], for a goal.
///
/// # Errors
/// As [`prepare`].
pub fn prepare_for(path: &Path, options: &CompileOptions, goal: &Goal, ops: &Registry, passes: &PassRegistry) -> Result<Prepared, CompileFault> {
    prepare_until(path, options, goal, ops, passes, None)?.ok_or_else(|| Diagnostic::error("time ended without a deadline").into())
}

/// [`prepare_for`], or none where that is not done by `deadline`.
fn prepare_until(path: &Path, options: &CompileOptions, goal: &Goal, ops: &Registry, passes: &PassRegistry, deadline: Option<Instant>) -> Result<Option<Prepared>, CompileFault> {
    let clean = Pipeline::parse("clean,split-constants", passes).map_err(|why| Diagnostic::error(why.to_string()))?;
    let (_, mut source) = read_annotated(path, options, ops)?;
    let mut module = std::mem::take(&mut source.module);
    let numbered = module.main_mut().is_some_and(number_values);
    run_pipeline(&clean, &mut module, ops, &Default::default(), &mut [])?;
    let Some((name, mesh)) = module.main_mesh().map(|(name, mesh)| (name, mesh.clone())) else {
        return Err(Diagnostic::error("there is no mesh to plan for").help("say how many devices there are with `--devices N`, or name the mesh with `--mesh`").into());
    };
    let prices = MachinePrices::new(goal.machine, [&mesh].into_iter()).map_err(|why| Diagnostic::error(why.to_string()))?;
    let Some(func) = module.main() else { return Err(Diagnostic::error("the model has no main function").into()) };
    let program = match goal.objective {
        Objective::Time => Program::new_until(func, (name, &mesh), &prices, &Fused::new(func, &ComputeCosts::new(&goal.machine.device, None)), deadline),
        Objective::Alpa => {
            let work = AlpaWork { devices: mesh.num_devices() };
            Program::new_until(func, (name, &mesh), &AlpaPrices::usual(&mesh), &work, deadline).map(|program| {
                program.map(|mut program| {
                    one_axis_a_dimension(&mut program);
                    program
                })
            })
        }
    };
    let Some(program) = program.map_err(|why| *why)? else { return Ok(None) };
    let problem = limited(&program, func, goal.memory())?;
    Ok(Some(Prepared { source, numbered, module, name, mesh, prices, program, problem }))
}

/// The problem of choosing, limited to so many bytes on a device.
fn limited(program: &Program, func: &Func, limit: i64) -> Result<SearchProblem, CompileFault> {
    Ok(program.problem(func, Some(limit)).map_err(|why| Diagnostic::error(why.to_string()))?)
}

/// The meshes to try: the one that is named, else all of one and two axes; `None` stands for the model's own.
pub(crate) fn meshes(options: &CompileOptions, goal: &Goal) -> Vec<Option<Mesh>> {
    let Some(devices) = goal.devices.filter(|_| options.mesh.is_none() && options.plan.is_none()) else { return vec![None] };
    let mut found = vec![Some(Mesh::new(&[("x", devices)]))];
    found.extend((2..devices).filter(|outer| devices % outer == 0).map(|outer| Some(Mesh::new(&[("x", outer), ("y", devices / outer)]))));
    found
}
