//! Strategy files: read with what they include, and applied to a program one turn after another, with the cost after each.
//!
//! Invariants: a turn begins with what the turns before it made and propagated, and takes nothing of it away; what is reported after a turn is the program
//! partitioned with these turns alone; the update of an argument ends as the argument begins, so that the step can be run again.

use crate::annotate::forget_numbers;
use crate::driver::{CompileFault, CompileOptions, Partitioner, Priced, Threshold};
use crate::explain::show;
use crate::files::read_text;
use crate::plan::Plan;
use crate::render::SourceText;
use crate::train::{settle_aliases, tie_aliases};
use indexmap::IndexMap;
use shardwright_ir::entity::EntityId;
use shardwright_ir::role::Role;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module, Value};
use shardwright_passes::attention::distribute::check_layout;
use shardwright_passes::attention::form::Scheme;
use shardwright_passes::names::arg_name;
use shardwright_passes::provenance::Provenance;
use shardwright_passes::tactics::apply::{Done, apply};
use shardwright_passes::tactics::check::check;
use shardwright_passes::tactics::meaning::Meanings;
use shardwright_passes::tactics::resolve::{Fault, File, Placed, Strategy, number, resolve};
use shardwright_passes::tactics::roles::Roles;
use shardwright_passes::tactics::select::Context;
use shardwright_passes::tactics::syntax::{Action, Atom, Dimension, Setting};
use shardwright_passes::train::recompute::Policy;
use std::path::Path;

/// What one turn did, and what the program costs after it.
#[derive(Clone, PartialEq, Debug)]
pub struct Turn {
    /// Its tactics, as they are written; empty for the program before any.
    pub text: String,
    /// Where the first one stands.
    pub place: String,
    /// What they wrote.
    pub done: Done,
    /// Values and results whose placement is another now, those that were written on included.
    pub reached: usize,
    /// Collectives by kind: how many are run, and the bytes that one device sends in them.
    pub collectives: Vec<(String, i64, i64)>,
    /// Seconds of a step; of the kernels and collectives together where streams are not simulated.
    pub seconds: f64,
    /// Most bytes on one device.
    pub peak: i64,
}

/// A program that a strategy was applied to.
pub(crate) struct Applied {
    /// The module, with a sharding on every value that any turn reached.
    pub module: Module,
    /// What passes told.
    pub provenance: Provenance,
    /// The decisions.
    pub plan: Plan,
    /// Which tactic each value's sharding is from, by name.
    pub options: IndexMap<String, String>,
    /// What each turn did.
    pub turns: Vec<Turn>,
}

/// Reads a strategy file and what it includes, beside it.
///
/// # Errors
/// What is wrong with the files, with the text that it is wrong in.
pub fn read_strategy(path: &Path, set: &[(String, String)]) -> Result<Strategy, CompileFault> {
    let text = read_text(path).map_err(Diagnostic::error)?;
    let mut load = |including: &str, name: &str| {
        let path = Path::new(including).parent().unwrap_or(Path::new("")).join(name);
        Ok(File { name: plain(&path), text: read_text(&path)? })
    };
    resolve(File { name: plain(path), text }, set, &mut load).map_err(in_file)
}

/// The strategy that a text says, which includes nothing.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn strategy_of(name: &str, text: &str) -> Result<Strategy, CompileFault> {
    let mut load = |_: &str, name: &str| Err(format!("`{name}` cannot be included here"));
    resolve(File { name: name.to_owned(), text: text.to_owned() }, &[], &mut load).map_err(in_file)
}

fn in_file(fault: Box<Fault>) -> CompileFault {
    located(fault.diagnostics, &fault.file)
}

/// Checks a strategy by itself, on a mesh where there is one: what passes can hold on some model.
///
/// # Errors
/// What can hold on none, with its place.
pub fn check_strategy(strategy: &Strategy, mesh: Option<&Mesh>) -> Result<(), CompileFault> {
    check(strategy, mesh.or(strategy.mesh.as_ref())).map_err(in_file)?;
    with_settings(&CompileOptions::default(), strategy).map(|_| ())
}

/// A path without `.` and with `x/..` left out where `x` is a name: the same file has one name, so that circles are seen.
fn plain(path: &Path) -> String {
    use std::path::Component;
    let mut parts: Vec<Component> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (Component::CurDir, _) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.iter().collect::<std::path::PathBuf>().display().to_string()
}

fn located(diagnostics: Diagnostics, file: &File) -> CompileFault {
    CompileFault { diagnostics, text: Some(SourceText { name: file.name.clone(), text: file.text.clone() }) }
}

/// Applies a strategy to an imported module, turn by turn. `is_weight` tells which arguments have their values with the model.
///
/// # Errors
/// What is wrong with the module, or what a tactic asks for and cannot have.
pub(crate) fn apply_strategy(mut module: Module, strategy: &Strategy, is_weight: &dyn Fn(usize) -> bool, partitioner: &mut Partitioner) -> Result<Applied, CompileFault> {
    let own = module.main().is_some_and(is_annotated);
    let numbered = module.main_mut().is_some_and(crate::annotate::number_values);
    // What the model and the options say comes before every tactic.
    // A result whose dimensions are all open may be divided further, with the argument that it takes the place of: a pattern names both.
    let is_fixed = |sharding: &Option<TensorSharding>| sharding.as_ref().is_some_and(|sharding| sharding.dims.iter().any(|dim| !dim.open));
    let fixed_results: Vec<bool> = module.main().map_or_else(Vec::new, |func| func.result_shardings.iter().map(is_fixed).collect());
    let tied = tie_aliases(&mut module);
    let passes = format!("{},split-constants,apply-sharding-constraints", partitioner.cleaning());
    let mut provenance = partitioner.run(&passes, &mut module, Provenance::default())?;
    let Some((mesh_name, mesh)) = module.main_mesh().map(|(name, mesh)| (name, mesh.clone())) else {
        return Err(Diagnostic::error("a strategy needs a mesh").help("write `mesh AXIS=N, …` into the strategy, or give --mesh").into());
    };
    if own {
        provenance = propagate(partitioner, "cost", &mut module, provenance, &fixed_results)?;
    }
    let Some(func) = module.main() else { return Err(Diagnostic::error("the module has no main function").into()) };
    let named: Vec<(String, Vec<String>)> = strategy.roles.iter().map(|role| (role.name.text.clone(), role.globs.iter().map(|glob| glob.text.clone()).collect())).collect();
    let given: Vec<(Role, Vec<String>)> = named.iter().filter_map(|(name, globs)| Some((Role::parse(name)?, globs.clone()))).collect();
    let roles = Roles::new(func, is_weight, &given);
    check_roles(strategy, func, &roles)?;
    let meanings = Meanings::new(func, &roles)?;
    let context = Context { mesh_name, mesh: &mesh, roles: &roles, meanings: &meanings, named: &named, fixed_results: &fixed_results };

    let mut options = IndexMap::new();
    let mut turns = Vec::new();
    if partitioner.tells() {
        turns.push(told(partitioner, &module, &roles, Turn::of(String::new(), String::new(), Done::default(), 0))?);
    }
    for turn in &strategy.turns {
        let before = placements(module.main());
        let mut done = Done::default();
        for placed in turn {
            let Some(func) = module.main_mut() else { continue };
            let one = apply(placed, &context, func).map_err(|fault| located((*fault).into(), &strategy.files[placed.file]))?;
            let option = format!("{} `{}`", strategy.place(placed), strategy.text(placed));
            options.extend(one.written.iter().filter(|name| !name.is_empty()).map(|name| (name.clone(), option.clone())));
            done.written.extend(one.written);
            done.already += one.already;
            done.whole += one.whole;
        }
        provenance = propagate(partitioner, "shardy", &mut module, provenance, &fixed_results)?;
        if tie(&mut module, &roles, &fixed_results) {
            provenance = propagate(partitioner, "shardy", &mut module, provenance, &fixed_results)?;
        }
        let reached = placements(module.main()).iter().zip(&before).filter(|(now, before)| now != before).count();
        let text: Vec<String> = turn.iter().map(|placed| strategy.text(placed)).collect();
        let place = turn.first().map_or_else(String::new, |placed: &Placed| strategy.place(placed));
        if partitioner.tells() {
            turns.push(told(partitioner, &module, &roles, Turn::of(text.join("; "), place, done, reached))?);
        }
    }
    if let Some(func) = module.main_mut() {
        close(func, &roles);
    }
    settle_aliases(&mut module, &tied);
    let plan = Plan::of_module(&module);
    module.main_mut().filter(|_| numbered).map(forget_numbers);
    let provenance = partitioner.distribute(&mut module, provenance)?;
    Ok(Applied { module, provenance, plan, options, turns })
}

impl Turn {
    fn of(text: String, place: String, done: Done, reached: usize) -> Turn {
        Turn { text, place, done, reached, collectives: Vec::new(), seconds: 0.0, peak: 0 }
    }

    /// The turn in one line.
    pub fn line(&self) -> String {
        let collectives: Vec<String> = self.collectives.iter().map(|(kind, count, _)| format!("{kind} {count}")).collect();
        let collectives = if collectives.is_empty() { "no communication".to_owned() } else { collectives.join(", ") };
        let sent = self.collectives.iter().fold(0i64, |sum, (_, _, bytes)| sum.saturating_add(*bytes));
        let mut text = if self.text.is_empty() { "before any tactic".to_owned() } else { self.text.clone() };
        text = format!("{text}: {collectives}; {} sent, step {}, peak {}", show::bytes(sent), show::seconds(self.seconds), show::bytes(self.peak));
        if !self.text.is_empty() {
            text.push_str(&format!("; {} written, {} reached", self.done.written.len(), self.reached));
            if self.done.already > 0 {
                text.push_str(&format!(", {} so already", self.done.already));
            }
            if self.done.whole > 0 {
                text.push_str(&format!(", {} left whole", self.done.whole));
            }
        }
        text
    }
}

/// Costs of the program as it stands, with no turn after it.
fn told(partitioner: &mut Partitioner, module: &Module, roles: &Roles, mut turn: Turn) -> Result<Turn, CompileFault> {
    let mut copy = module.clone();
    if let Some(func) = copy.main_mut() {
        forget_numbers(func);
        close(func, roles);
    }
    let Priced { report, .. } = partitioner.price(copy)?;
    turn.collectives = report.traffic.totals.iter().map(|(kind, total)| ((*kind).to_owned(), total.count, total.wire_bytes)).collect();
    turn.seconds = report.step.unwrap_or(report.compute + report.communication);
    turn.peak = report.memory.peak;
    Ok(turn)
}

/// Propagates what is written; results that nobody fixed stay open for later turns.
fn propagate(partitioner: &mut Partitioner, policy: &str, module: &mut Module, mut provenance: Provenance, fixed: &[bool]) -> Result<Provenance, Diagnostics> {
    let earlier = std::mem::take(&mut provenance.histories);
    let mut provenance = partitioner.run(&format!("propagate{{policy={policy}}}"), module, provenance)?;
    for (name, history) in &mut provenance.histories {
        if let Some(earlier) = earlier.get(name) {
            history.follow(earlier);
        }
    }
    if let Some(func) = module.main_mut() {
        for (sharding, _) in func.result_shardings.iter_mut().zip(fixed).filter(|(_, fixed)| !**fixed) {
            sharding.iter_mut().flat_map(|sharding| &mut sharding.dims).for_each(|dim| dim.open = true);
        }
    }
    Ok(provenance)
}

/// Makes each update lie as its argument does; whether that changed any.
fn tie(module: &mut Module, roles: &Roles, fixed: &[bool]) -> bool {
    let Some(func) = module.main_mut() else { return false };
    let mut changed = false;
    for (arg, result) in roles.updated.iter().enumerate().filter_map(|(arg, result)| Some((arg, (*result)?))) {
        let Some(rank) = func.result_types[result].as_tensor().map(|ty| ty.rank()) else { continue };
        let argument = func.sharding(func.args()[arg]).cloned();
        let update = func.result_shardings[result].clone();
        let Some(mesh) = argument.as_ref().or(update.as_ref()).map(|sharding| sharding.mesh) else { continue };
        let begins = argument.clone().unwrap_or_else(|| TensorSharding::fully_open(mesh, rank));
        let ends = update.unwrap_or_else(|| TensorSharding::fully_open(mesh, rank));
        if fixed[result] || begins.same_placement(&ends) {
            continue;
        }
        // Closed: what the rest of the program would put there must not come back.
        let closed = begins.dims.iter().map(|dim| dim.axes.clone()).collect();
        func.result_shardings[result] = Some(TensorSharding { replicated: begins.replicated.clone(), ..TensorSharding::of_axes(mesh, closed) });
        changed = true;
    }
    changed
}

/// Whether anything in a function has a sharding.
fn is_annotated(func: &Func) -> bool {
    let values = (0..func.num_values()).any(|index| func.sharding(Value::from_index(index)).is_some());
    let declared = || func.walk().iter().any(|&op| func.op(op).info.dialect() == "sdy");
    values || func.result_shardings.iter().any(Option::is_some) || declared()
}

/// No turn comes after: what is open stays as it is. A gradient that a tactic keeps whole is held so up to the update that reads it, which is said of it still.
fn close(func: &mut Func, roles: &Roles) {
    let whole: Vec<(Value, Vec<AxisRef>)> = roles.gradients.values().filter_map(|&value| Some((value, func.sharding(value)?.replicated.clone()))).collect();
    for index in 0..func.num_values() {
        let value = Value::from_index(index);
        if let Some(sharding) = func.sharding(value).cloned() {
            func.set_sharding(value, Some(sharding.closed()));
        }
    }
    for (value, replicated) in whole {
        let sharding = func.sharding(value).cloned().map(|sharding| TensorSharding { replicated, ..sharding });
        func.set_sharding(value, sharding);
    }
    for sharding in func.result_shardings.iter_mut().flatten() {
        *sharding = sharding.closed();
    }
}

/// How every value and result lies.
fn placements(func: Option<&Func>) -> Vec<Vec<Vec<shardwright_ir::sharding::AxisRef>>> {
    let Some(func) = func else { return Vec::new() };
    let axes = |sharding: Option<&TensorSharding>| {
        let dims = sharding.map_or(Vec::new(), |sharding| sharding.dims.iter().map(|dim| dim.axes.clone()).collect());
        if dims.iter().all(Vec::is_empty) { Vec::new() } else { dims }
    };
    let values = (0..func.num_values()).map(|index| axes(func.sharding(Value::from_index(index))));
    values.chain(func.result_shardings.iter().map(|sharding| axes(sharding.as_ref()))).collect()
}

/// A role that a file names has members.
fn check_roles(strategy: &Strategy, func: &Func, roles: &Roles) -> Result<(), CompileFault> {
    for role in &strategy.roles {
        for glob in &role.globs {
            let matches = |name: &str| shardwright_passes::names::glob_matches(&glob.text, name);
            let arguments = (0..func.args().len()).any(|index| roles.names(func, index).any(|name| matches(&name)));
            let values = || shardwright_passes::names::named_values(func).iter().any(|(name, _)| matches(name));
            if !arguments && !values() {
                let first: Vec<String> = (0..func.args().len().min(5)).map(|index| arg_name(func, index)).collect();
                let fault = Diagnostic::error(format!("`{}` matches no value; the first arguments are {}", glob.text, first.join(", "))).at(glob.span);
                return Err(located(fault.into(), &strategy.files[role.file]));
            }
        }
    }
    Ok(())
}

/// The options with what a strategy says of the whole program, where the options themselves say nothing.
///
/// # Errors
/// Words that are no policy, scheme, layout or size, with their place.
pub(crate) fn with_settings(options: &CompileOptions, strategy: &Strategy) -> Result<CompileOptions, CompileFault> {
    let mut settled = options.clone();
    let of_experts = |placed: &Placed| match &placed.tactic.action {
        Action::Shard { by, .. } => by.iter().any(|dim| matches!(dim, Dimension::Word(word) if word.text == "experts")),
        _ => false,
    };
    settled.recognise_experts |= strategy.turns.iter().flatten().any(of_experts);
    for (file, setting) in &strategy.settings {
        let fault = |why: String, at: &Atom| located(Diagnostic::error(why).at(at.span).into(), &strategy.files[*file]);
        match setting {
            Setting::Recompute(policy) => {
                let parsed = Policy::parse(&policy.text).map_err(|why| fault(why, policy))?;
                settled.recompute = options.recompute.or(Some(parsed));
            }
            Setting::Attention { scheme, heads, layout } => {
                let parsed = Scheme::parse(&scheme.text).map_err(|why| fault(why, scheme))?;
                let laid = layout.as_ref().map_or("contiguous", |layout| layout.text.as_str());
                check_layout(parsed, laid).map_err(|why| fault(why, layout.as_ref().unwrap_or(scheme)))?;
                let names: Vec<&str> = heads.iter().map(|axis| axis.text.as_str()).collect();
                let heads = if names.is_empty() { String::new() } else { format!(" heads={}", names.join("+")) };
                settled.attention = options.attention.clone().or_else(|| Some(format!("scheme={} layout={laid}{heads}", scheme.text)));
            }
            Setting::Regather(along) => {
                let names: Vec<&str> = along.iter().map(|axis| axis.text.as_str()).collect();
                settled.regather = options.regather.clone().or_else(|| Some(names.join("+")));
            }
            Setting::Quantise(what, block) => {
                let size = number(block).map_err(|fault| located((*fault).into(), &strategy.files[*file]))?;
                if size < 1 || size > 1 << 20 {
                    return Err(fault(format!("a block has 1 to {} numbers, got {size}", 1 << 20), block));
                }
                match what.text.as_str() {
                    "parameter" => settled.quantise_weights = options.quantise_weights.or(Some(size)),
                    "gradient" if size % 2 == 0 => settled.quantise_gradients = options.quantise_gradients.or(Some(size)),
                    "gradient" => return Err(fault(format!("blocks of gradients must be even, two numbers to a byte, got {size}"), block)),
                    other => return Err(fault(format!("`parameter` and `gradient` can be sent as small integers, not `{other}`"), what)),
                }
            }
            Setting::Exchange(form) => match form.text.as_str() {
                "hierarchical" => settled.hierarchical_all_to_all = true,
                "ragged" => settled.ragged_all_to_all = true,
                "flat" => (settled.hierarchical_all_to_all, settled.ragged_all_to_all) = (options.hierarchical_all_to_all, options.ragged_all_to_all),
                other => return Err(fault(format!("experts exchange tokens `flat`, `hierarchical` or `ragged`, got `{other}`"), form)),
            },
            Setting::Shadow(experts) => {
                let numbers = experts.iter().map(|expert| number(expert).map_err(|fault| located((*fault).into(), &strategy.files[*file]))).collect::<Result<Vec<i64>, _>>()?;
                if options.shadow_experts.is_empty() {
                    settled.shadow_experts = numbers;
                }
            }
            Setting::Combine(size) => {
                let threshold = match size.text.as_str() {
                    "cost" => Threshold::Cost,
                    text => Threshold::Bytes(text.parse().map_err(|_| fault(format!("must be `cost` or a number of bytes, got `{text}`"), size))?),
                };
                settled.combine_collectives = options.combine_collectives.or(Some(threshold));
            }
        }
    }
    Ok(settled)
}

/// The mesh that a strategy names, or none.
pub(crate) fn mesh_of(strategy: Option<&Strategy>) -> Option<Mesh> {
    strategy.and_then(|strategy| strategy.mesh.clone())
}
