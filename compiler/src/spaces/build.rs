//! From a model and a machine to a space: the planner's problem, made small, every assignment priced, some compiled.
//!
//! A list of spaces is a JSON file; models are named from its folder. Invariants: the same list, models and machines give the same spaces; which assignments are compiled
//! depends on the table alone: all of them where there are at most [`ALL_SIMULATED`], else the [`SIMULATED`] first and as many, evenly spaced, of the others, by time.

use super::contract::{Contracted, Named, contract};
use super::table::{MOST_ASSIGNMENTS, Table};
use super::{Held, Simulated, Space};
use crate::annotate::{ShardPattern, parse_mesh};
use crate::driver::{CompileFault, CompileOptions, Source, compile_read};
use crate::files::read_text;
use crate::planner::{Prepared, prepare};
use crate::report::Report;
use indexmap::IndexMap;
use serde::Deserialize;
use shardwright_ir::machine::{self, Machine};
use shardwright_ir::text::print_module;
use shardwright_ir::{Diagnostic, Func, Registry};
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::partition::plan::Placement;
use shardwright_passes::search::program::{Choices, Holder, Program};
use shardwright_passes::search::{INFINITE, ProblemBuilder, SearchProblem};
use std::path::Path;

/// Spaces of at most so many assignments are compiled whole.
pub const ALL_SIMULATED: usize = 4096;

/// Of larger ones, twice as many are compiled.
pub const SIMULATED: usize = 256;

/// A space that can be built.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// The list's.
    #[serde(skip)]
    pub release: u32,
    /// Its name, and that of its file.
    pub name: String,
    /// The model's file, from the list's folder.
    pub model: String,
    /// The machine.
    pub machine: String,
    /// The mesh, such as `x=2,y=4`.
    pub mesh: String,
    /// What memory counts.
    pub held: Held,
    /// Shardings that are kept, as `plan --shard` takes them.
    #[serde(default)]
    pub shard: Vec<String>,
    /// Most bytes on a device; none for no limit.
    pub limit: Option<i64>,
    /// Most assignments: the problem is contracted until it has no more.
    pub most: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    release: u32,
    spaces: Vec<Recipe>,
}

/// Reads a list of spaces.
///
/// # Errors
/// What is wrong with it.
pub fn recipes(path: &Path) -> Result<Vec<Recipe>, String> {
    let say = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    let mut list: List = serde_json::from_str(&read_text(path)?).map_err(|error| say(&error))?;
    for (index, recipe) in list.spaces.iter().enumerate() {
        if recipe.name.is_empty() || recipe.name.contains(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_')) {
            return Err(say(&format!("the name `{}` must be letters, digits, `-` and `_`", recipe.name)));
        }
        if list.spaces[..index].iter().any(|other| other.name == recipe.name) {
            return Err(say(&format!("two spaces are named {}", recipe.name)));
        }
        if recipe.most > MOST_ASSIGNMENTS {
            return Err(say(&format!("{} may have {} assignments, a table has at most {MOST_ASSIGNMENTS}", recipe.name, recipe.most)));
        }
    }
    list.spaces.iter_mut().for_each(|recipe| recipe.release = list.release);
    Ok(list.spaces)
}

/// Builds a space; models are in `folder`.
///
/// # Errors
/// What is wrong with the model, that no contraction makes the space small enough, or that an assignment does not compile.
pub fn build(recipe: &Recipe, folder: &Path, ops: &Registry, passes: &PassRegistry) -> Result<Space, CompileFault> {
    let fault = |why: String| Diagnostic::error(format!("space {}: {why}", recipe.name));
    let machine = machine::find(&recipe.machine).map_err(|why| fault(why.to_string()))?;
    let mesh = parse_mesh(&recipe.mesh).map_err(fault)?;
    let patterns = recipe.shard.iter().map(|text| ShardPattern::parse(text)).collect::<Result<Vec<_>, _>>().map_err(fault)?;
    let options = CompileOptions { mesh: Some(mesh), patterns, machine: Some(machine.clone()), ..CompileOptions::default() };
    let prepared = prepare(&folder.join(&recipe.model), &options, &machine, ops, passes)?;
    let Some(func) = prepared.module.main() else { return Err(fault("the model has no main function".to_owned()).into()) };
    let named: Vec<Named> = prepared.problem.nodes().iter().zip(&prepared.program.nodes).map(|(node, choices)| Named { name: node.name.clone(), choices: texts(func, &prepared.program, choices) }).collect();
    let problem = limited(recipe, &prepared.problem).map_err(|why| fault(why.to_string()))?;
    let Contracted { problem, choices, unfold } = contract(&problem, named, recipe.most).map_err(|why| fault(why.to_string()))?;
    let count = problem.nodes().iter().fold(1u128, |count, node| count.saturating_mul(node.costs.len() as u128));
    if count > recipe.most as u128 {
        let sizes: Vec<String> = problem.nodes().iter().filter(|node| node.costs.len() > 1).map(|node| format!("{} {}", node.name, node.costs.len())).collect();
        let why = format!("contraction leaves {count} assignments, {} are wanted at most; choices by node: {}", recipe.most, sizes.join(", "));
        return Err(fault(why).help("take a smaller model or mesh, let memory count arguments alone, or give shardings that are kept").into());
    }
    let table = Table::new(&problem).map_err(fault)?;
    let mut space = Space {
        release: recipe.release,
        name: recipe.name.clone(),
        model: recipe.model.clone(),
        machine: recipe.machine.clone(),
        mesh: recipe.mesh.clone(),
        held: recipe.held,
        problem,
        choices,
        unfold,
        table,
        simulated: Simulated::default(),
    };
    space.simulated = simulate(&space, &prepared, &machine, ops, passes)?;
    Ok(space)
}

/// The planner's problem with the memory and the limit that the recipe says.
fn limited(recipe: &Recipe, problem: &SearchProblem) -> Result<SearchProblem, shardwright_passes::search::ProblemError> {
    let mut builder = ProblemBuilder::new(&recipe.name);
    if let Some(limit) = recipe.limit {
        builder.limit(limit);
    }
    let end = problem.nodes().iter().map(|node| node.live.1).max().unwrap_or(0);
    for node in problem.nodes() {
        let counts = recipe.held == Held::Values || node.live == (0, end);
        let (usages, live) = if counts { (node.usages.to_vec(), node.live) } else { (vec![0; node.costs.len()], (0, 0)) };
        builder.node_with_memory(&node.name, node.costs.to_vec(), usages, live);
    }
    for edge in problem.edges() {
        builder.edge(edge.nodes.0, edge.nodes.1, edge.costs.to_vec());
    }
    builder.build()
}

/// The ways of a holder: `[{x}, {}], [{}, {y}] -> [{x}, {y}]` of an op, the placement alone of a value.
fn texts(func: &Func, program: &Program, choices: &Choices) -> Vec<String> {
    let operands = match choices.holder {
        Holder::Op(op) => func.op(op).operands.len(),
        Holder::Value(_) => 0,
    };
    let text = |way: &Vec<u32>| {
        let tensors: Vec<String> = way.iter().map(|&id| program.placements.get_index(id as usize).map_or_else(String::new, placement_text)).collect();
        let (taken, made) = tensors.split_at(operands.min(tensors.len()));
        if matches!(choices.holder, Holder::Value(_)) { made.join(", ") } else { format!("{} -> {}", taken.join(", "), made.join(", ")) }
    };
    choices.ways.iter().map(text).collect()
}

fn placement_text(placement: &Placement) -> String {
    let axes = |axes: &[shardwright_ir::sharding::AxisRef]| format!("{{{}}}", axes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ").replace('"', ""));
    let dims = placement.dims.iter().map(|dim| axes(dim)).collect::<Vec<_>>().join(", ");
    if placement.partial.is_empty() { format!("[{dims}]") } else { format!("[{dims}] partial {}", axes(&placement.partial)) }
}

/// Compiles some assignments.
fn simulate(space: &Space, prepared: &Prepared, machine: &Machine, ops: &Registry, passes: &PassRegistry) -> Result<Simulated, CompileFault> {
    let fault = |why: String| Diagnostic::error(format!("space {}: {why}", space.name));
    let options = CompileOptions { machine: Some(machine.clone()), ..CompileOptions::default() };
    let mut found = Simulated::default();
    // Assignments that differ in where sums stay partial put the same shardings onto the values.
    let mut known: IndexMap<String, (i64, i64)> = IndexMap::new();
    for index in chosen(&space.table) {
        let all = space.unfold.assignment(&space.table.assignment(index)).map_err(fault)?;
        let mut module = prepared.module.clone();
        let Some(func) = module.main_mut() else { continue };
        prepared.program.apply(func, prepared.name, &all);
        let text = print_module(&module);
        let worth = match known.get(&text) {
            Some(worth) => *worth,
            None => {
                let source = module.clone();
                let read = Source::of(module, None);
                let compiled = compile_read(&space.model, source, read, &options, ops, passes, &mut [])?;
                let worth = worth(&compiled.report).ok_or_else(|| fault("the compiled program has no time of its own: it is cut into stages".to_owned()))?;
                known.insert(text, worth);
                worth
            }
        };
        found.index.push(index as i64);
        found.time.push(worth.0);
        found.memory.push(worth.1);
    }
    Ok(found)
}

/// Picoseconds and bytes of a compiled program: kernels and collectives beside each other, as the cost model simulates them.
fn worth(report: &Report) -> Option<(i64, i64)> {
    Some(((report.step? * 1e12).round() as i64, report.memory.peak))
}

/// Which assignments are compiled, ascending.
fn chosen(table: &Table) -> Vec<usize> {
    let mut order: Vec<usize> = (0..table.len()).filter(|&index| table.time[index] < INFINITE).collect();
    if order.len() > ALL_SIMULATED {
        order.sort_unstable_by_key(|&index| (table.time[index], index));
        let rest = order.len() - SIMULATED;
        let spaced = (0..SIMULATED).map(|step| order[SIMULATED + step * rest / SIMULATED]);
        order = order[..SIMULATED].iter().copied().chain(spaced).collect();
        order.sort_unstable();
    }
    order
}
