//! `plan`: a model and a machine in, the shardings that cost least out.

use super::compile::count;
use super::{print, search_named, show_improvement};
use crate::args::PlanArgs;
use crate::fault::Fault;
use indexmap::{IndexMap, IndexSet};
use shardwright_compiler::CompileOptions;
use shardwright_compiler::explain::show::{bytes, seconds};
use shardwright_compiler::plan::Plan;
use shardwright_compiler::planner::{Goal, Planned, Simulated, plan as run_plan, price};
use shardwright_ir::machine::Machine;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::text::print_module;
use shardwright_ir::{Registry, machine};
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::search::explain::Part;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn plan(args: &PlanArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let machine = machine::find(&args.machine).map_err(Fault::input)?;
    if let Some([first, second]) = args.diff.as_deref() {
        return diff(args, [first, second], &machine, ops, passes);
    }
    let Some(output) = &args.output else { return Err(Fault::input("name the file that the plan goes to with `--output`".to_owned())) };
    let search = search_named(&args.search)?;
    let options = CompileOptions { dims: args.dims.clone(), mesh: args.mesh.clone(), patterns: args.shards.clone(), ..CompileOptions::default() };
    let goal = Goal { machine: &machine, devices: args.devices, search, seconds: args.budget, seed: args.seed };
    let found = run_plan(&args.model, &options, &goal, ops, passes, &mut |mesh, improvement| show_improvement(&axes(mesh), improvement))?;
    write_file(output, &found.plan.to_json())?;
    if let Some(file) = &args.annotated {
        write_file(file, &print_module(&found.module))?;
    }
    let mut text = String::new();
    for (index, one) in found.tried.iter().enumerate() {
        let _ = writeln!(text, "{} {}", if index == found.best { "*" } else { " " }, line(one));
    }
    if args.explain {
        text.push_str(&made_of(&found.parts, args.top));
    }
    let _ = writeln!(text, "{} on {}: {}", output.display(), machine.name, count(found.plan.shardings.len() as i64, "sharding"));
    print(&text)
}

/// The dearest parts of a plan, a line each.
fn made_of(parts: &[Part], top: usize) -> String {
    let time = |picoseconds: i128| seconds(picoseconds as f64 / 1e12);
    let mut text = String::new();
    for part in parts.iter().take(top) {
        let total = i128::from(part.each) * part.count as i128;
        let _ = writeln!(text, "{}: {} x {} of {}", time(total), part.count, time(part.each.into()), part.what);
        match &part.next {
            Some((0, way)) => _ = writeln!(text, "    as good: {way}"),
            Some((more, way)) => _ = writeln!(text, "    next best, {} more: {way}", time((*more).into())),
            None => {}
        }
    }
    if let Some(rest) = parts.get(top..).filter(|rest| !rest.is_empty()) {
        let total = rest.iter().map(|part| i128::from(part.each) * part.count as i128).sum();
        let _ = writeln!(text, "{}: {}", time(total), count(rest.iter().map(|part| part.count as i64).sum(), "other part"));
    }
    text
}

/// What two plans' programs take, and which shardings differ.
fn diff(args: &PlanArgs, files: [&PathBuf; 2], machine: &Machine, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let options = CompileOptions { dims: args.dims.clone(), patterns: args.shards.clone(), ..CompileOptions::default() };
    let mut text = String::new();
    let mut plans = Vec::new();
    for (file, name) in files.into_iter().zip(["A", "B"]) {
        let plan = Plan::read(file).map_err(Fault::input)?;
        let taken = price(&args.model, &plan, &options, machine, ops, passes)?;
        let mesh: Vec<String> = plan.mesh.iter().map(|(axis, size)| format!("{axis}={size}")).collect();
        let _ = writeln!(text, "{name} {} ({}) on {}: {}", file.display(), mesh.join(","), machine.name, takes(&taken));
        plans.push(plan);
    }
    let [first, second] = [&plans[0].shardings, &plans[1].shardings];
    let names: IndexSet<&String> = first.keys().chain(second.keys()).collect();
    // Layers differ in numbers alone: those that differ in the same way are one line.
    let mut groups: IndexMap<(String, &str, &str), Vec<&str>> = IndexMap::new();
    for name in &names {
        let (one, other) = (said(first, name), said(second, name));
        if one != other {
            groups.entry((alike(name), one, other)).or_default().push(name);
        }
    }
    let differing: usize = groups.values().map(Vec::len).sum();
    let _ = writeln!(text, "{} of {} differ", differing, count(names.len() as i64, "sharding"));
    for ((pattern, first, second), names) in &groups {
        let name = if let [name] = names[..] { name.to_owned() } else { format!("{pattern} ({} values)", names.len()) };
        let _ = writeln!(text, "  {name}: A {first}, B {second}");
    }
    print(&text)
}

fn said<'p>(plan: &'p IndexMap<String, String>, name: &str) -> &'p str {
    plan.get(name).map_or("says nothing", String::as_str)
}

/// A name with `*` for each number in it.
fn alike(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        match letter.is_ascii_digit() {
            true if text.ends_with('*') => {}
            true => text.push('*'),
            false => text.push(letter),
        }
    }
    text
}

/// `a step of 1.2 ms (0.9 ms of kernels, 0.4 ms of collectives), 5.1 GiB a device`.
fn takes(taken: &Simulated) -> String {
    let (step, compute, communication) = (seconds(taken.step), seconds(taken.compute), seconds(taken.communication));
    format!("a step of {step} ({compute} of kernels, {communication} of collectives), {} a device", bytes(taken.peak))
}

/// `x=2,y=4: a step of 1.2 ms (0.9 ms of kernels, 0.4 ms of collectives), 5.1 GiB a device; planned 1.3 ms, by the same prices none takes
/// less than 1.1 ms; 281 choices, 346 pairs (optimal)`.
fn line(one: &Planned) -> String {
    let time = |picoseconds: i128| seconds(picoseconds as f64 / 1e12);
    let taken = one.simulated.map_or_else(String::new, |taken| takes(&taken) + "; ");
    let cost = match (one.outcome.cost, &one.why_not) {
        (Some(cost), _) if one.outcome.bound > 0 => format!("planned {}, by the same prices none takes less than {}", time(cost), time(one.outcome.bound)),
        (Some(cost), _) => format!("planned {}", time(cost)),
        (None, why) => why.clone().unwrap_or_else(|| "no plan".to_owned()),
    };
    let cost = if one.as_annotated { format!("as annotated, nothing more is split (a plan was found: {cost})") } else { cost };
    let (choices, pairs) = (count(one.size.0 as i64, "choice"), count(one.size.1 as i64, "pair"));
    format!("{}: {taken}{cost}; {choices}, {pairs} ({})", axes(&one.mesh), one.outcome.stop)
}

fn axes(mesh: &Mesh) -> String {
    mesh.axes.iter().map(|axis| format!("{}={}", axis.name, axis.size)).collect::<Vec<_>>().join(",")
}

fn write_file(path: &Path, text: &str) -> Result<(), Fault> {
    std::fs::write(path, text).map_err(|error| Fault::input(format!("{}: {error}", path.display())))
}
