//! `plan`: a model and a machine in, the shardings that cost least out.

use super::compile::count;
use super::{print, search_named, show_improvement};
use crate::args::{AlgebraArg, ObjectiveArg, PlanArgs, TableFormat};
use crate::fault::Fault;
use indexmap::{IndexMap, IndexSet};
use serde_json::json;
use shardwright_compiler::CompileOptions;
use shardwright_compiler::explain::show::{bytes, seconds};
use shardwright_compiler::forms::Chosen;
use shardwright_compiler::plan::Plan;
use shardwright_compiler::planner::{Found, Goal, Objective, Planned, Simulated, Told, plan as run_plan, price};
use shardwright_compiler::tradeoff::{Frontier, Point, Way, frontiers};
use shardwright_ir::machine::Machine;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::text::print_module;
use shardwright_ir::{Registry, machine};
use shardwright_passes::cost::alpa::PARTS;
use shardwright_passes::joint::Algebra;
use shardwright_passes::joint::solve::Solution;
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::search::explain::Part;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn plan(args: &PlanArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let machine = machine::find(&args.machine).map_err(Fault::input)?;
    if let Some([first, second]) = args.diff.as_deref() {
        return diff(args, [first, second], &machine, ops, passes);
    }
    let search = search_named(&args.search)?;
    let options = CompileOptions { dims: args.dims.clone(), train: args.train.clone(), mesh: args.mesh.clone(), patterns: args.shards.clone(), ..CompileOptions::default() };
    if let (Some(rows), Some(devices)) = (args.batch, args.devices) {
        return super::plan_stages::plan_stages(args, &options, &machine, (devices, rows), (ops, passes));
    }
    let goal = Goal {
        machine: &machine,
        memory: args.memory,
        devices: args.devices,
        objective: match args.objective {
            ObjectiveArg::Time => Objective::Time,
            ObjectiveArg::Alpa => Objective::Alpa,
        },
        algebra: match args.algebra {
            AlgebraArg::None => Algebra::None,
            AlgebraArg::Sequential => Algebra::Sequential,
            AlgebraArg::Joint => Algebra::Joint,
        },
        search,
        seconds: args.budget,
        seed: args.seed,
    };
    if args.frontier {
        return frontier(args, &options, &goal, ops, passes);
    }
    let Some(output) = &args.output else { return Err(Fault::input("name the file that the plan goes to with `--output`".to_owned())) };
    let found = run_plan(&args.model, &options, &goal, ops, passes, &mut show)?;
    clear();
    write_file(output, &found.plan.to_json())?;
    if let Some(file) = &args.annotated {
        write_file(file, &print_module(&found.module))?;
    }
    if args.format == TableFormat::Json {
        return print(&format!("{:#}\n", json_of(&found, &goal)));
    }
    let mut text = String::new();
    for (index, one) in found.tried.iter().enumerate() {
        let _ = writeln!(text, "{} {}", if index == found.best { "*" } else { " " }, line(one, goal.objective));
    }
    for (mesh, chosen) in &found.algebra {
        let _ = writeln!(text, "  {}: {}", axes(mesh), chosen.as_ref().map_or_else(Clone::clone, compared));
    }
    if args.explain {
        text.push_str(&made_of(&found.parts, args.top, goal.objective));
    }
    let forms = if found.plan.forms.is_some() { "the program in new forms, " } else { "" };
    let _ = writeln!(text, "{} on {}: {forms}{}", output.display(), machine.name, count(found.plan.shardings.len() as i64, "sharding"));
    print(&text)
}

/// Shows what is going on, on a terminal.
pub(super) fn show(mesh: &Mesh, told: Told) {
    match told {
        Told::Better(improvement) => show_improvement(&axes(mesh), improvement),
        Told::Doing(what) if std::io::stderr().is_terminal() => eprint!("\r{} {what} …\x1b[K\r", axes(mesh)),
        Told::Doing(_) => {}
    }
}

/// Clears what [`show`] showed.
pub(super) fn clear() {
    if std::io::stderr().is_terminal() {
        eprint!("\r\x1b[K");
    }
}

/// Who chose a form, in words.
fn by(form: Algebra) -> &'static str {
    match form {
        Algebra::None => "",
        Algebra::Sequential => ", algebra first",
        Algebra::Joint => ", together with algebra",
    }
}

/// `counting each op as a kernel: as it is 704 us, algebra first 590 us, together 575 us, no choice of forms and shardings less than 533 us (time); 298 e-nodes,
/// no new form`.
fn compared(chosen: &Chosen) -> String {
    let time = |picoseconds: i128| seconds(picoseconds as f64 / 1e12);
    let one = |(which, solution): &(Algebra, Solution)| match which {
        Algebra::None => format!("as it is {}", time(solution.cost)),
        Algebra::Sequential => format!("algebra first {}", time(solution.cost)),
        Algebra::Joint if solution.bound > 0 => format!("together {}, no choice takes less than {} ({})", time(solution.cost), time(solution.bound), solution.stop),
        Algebra::Joint => format!("together {} ({})", time(solution.cost), solution.stop),
    };
    let costs: Vec<String> = chosen.costs.iter().map(one).collect();
    let new = if chosen.forms.is_empty() { ", the program as it is has the best of them" } else { "" };
    format!("each op a kernel: {}; {}{new}", costs.join(", "), count(chosen.nodes.0 as i64, "form"))
}

/// All that was tried, for machines.
fn json_of(found: &Found, goal: &Goal) -> serde_json::Value {
    let axes = |mesh: &Mesh| mesh.axes.iter().map(|axis| (axis.name.as_str().to_owned(), json!(axis.size))).collect::<serde_json::Map<_, _>>();
    let unit = if goal.objective == Objective::Alpa { ("alpa", PARTS) } else { ("seconds", 1e12) };
    let form = |form: Algebra| match form {
        Algebra::None => "none",
        Algebra::Sequential => "sequential",
        Algebra::Joint => "joint",
    };
    let one = |(index, one): (usize, &Planned)| {
        json!({
            "mesh": axes(&one.mesh), "algebra": form(one.form), "best": index == found.best,
            "step_seconds": one.simulated.map(|taken| taken.step), "compute_seconds": one.simulated.map(|taken| taken.compute),
            "communication_seconds": one.simulated.map(|taken| taken.communication), "peak_bytes": one.simulated.map(|taken| taken.peak),
            "as_annotated": one.as_annotated, "planned": one.outcome.cost.map(|cost| cost as f64 / unit.1), "bound": one.outcome.bound as f64 / unit.1, "unit": unit.0,
            "stop": one.outcome.stop.to_string(), "why_not": one.why_not,
        })
    };
    let algebra = |(mesh, chosen): &(Mesh, Result<Chosen, String>)| match chosen {
        Ok(chosen) => {
            let costs = chosen.costs.iter().map(|(which, solution)| (form(*which).to_owned(), json!({ "seconds": solution.cost as f64 / 1e12, "bound": solution.bound as f64 / 1e12, "stop": solution.stop.to_string() })));
            json!({ "mesh": axes(mesh), "each_op_a_kernel": costs.collect::<serde_json::Map<_, _>>(), "e_nodes": chosen.nodes.0, "new_forms": chosen.forms.len() })
        }
        Err(why) => json!({ "mesh": axes(mesh), "why_not": why }),
    };
    json!({
        "machine": goal.machine.name, "search": goal.search.name, "tried": found.tried.iter().enumerate().map(one).collect::<Vec<_>>(),
        "algebra": found.algebra.iter().map(algebra).collect::<Vec<_>>(), "new_forms": found.plan.forms.is_some(),
    })
}

/// The table of time against memory; `*` marks what no other line beats, of all meshes.
fn frontier(args: &PlanArgs, options: &CompileOptions, goal: &Goal, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let found = frontiers(&args.model, options, goal, args.top, ops, passes, &mut show)?;
    clear();
    let all: Vec<Simulated> = found.iter().flat_map(|one| &one.points).map(|point| point.simulated).collect();
    let unbeaten = |taken: &Simulated| !all.iter().any(|other| other.step <= taken.step && other.peak <= taken.peak && (other.step < taken.step || other.peak < taken.peak));
    if args.format == TableFormat::Json {
        let point = |point: &Point| {
            json!({
                "planned_seconds": point.planned as f64 / 1e12, "planned_bytes": i64::try_from(point.memory).unwrap_or(i64::MAX),
                "step_seconds": point.simulated.step, "peak_bytes": point.simulated.peak, "unbeaten": unbeaten(&point.simulated),
            })
        };
        let mesh = |one: &Frontier| {
            let axes = one.mesh.axes.iter().map(|axis| (axis.name.as_str().to_owned(), json!(axis.size))).collect::<serde_json::Map<_, _>>();
            json!({ "mesh": axes, "found": one.found, "by": how(&one.way), "points": one.points.iter().map(point).collect::<Vec<_>>() })
        };
        return print(&format!("{:#}\n", json!({ "machine": goal.machine.name, "frontiers": found.iter().map(mesh).collect::<Vec<_>>() })));
    }
    let mut text = String::new();
    for one in &found {
        let _ = writeln!(text, "{}: {} by {}", axes(&one.mesh), count(one.found as i64, "compromise"), how(&one.way));
        let _ = writeln!(text, "  {:>12} {:>12} {:>12} {:>12}", "planned", "memory", "step", "peak");
        for point in &one.points {
            let (planned, memory) = (seconds(point.planned as f64 / 1e12), bytes(i64::try_from(point.memory).unwrap_or(i64::MAX)));
            let mark = if unbeaten(&point.simulated) { "*" } else { " " };
            let _ = writeln!(text, "{mark} {planned:>12} {memory:>12} {:>12} {:>12}", seconds(point.simulated.step), bytes(point.simulated.peak));
        }
    }
    let _ = writeln!(text, "on {}: planned and memory by the search's account, step and peak of the compiled programs; * no other takes less of both", goal.machine.name);
    print(&text)
}

fn how(way: &Way) -> String {
    match way {
        Way::Elimination => "elimination".to_owned(),
        Way::Limits(stop) => format!("a search for each limit (elimination stopped: {stop})"),
    }
}

/// The dearest parts of a plan, a line each.
fn made_of(parts: &[Part], top: usize, objective: Objective) -> String {
    let time = |cost: i128| told(cost, objective);
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
    if plans[0].forms != plans[1].forms {
        let form = |plan: &Plan| if plan.forms.is_some() { "in other forms" } else { "as it is" };
        let _ = writeln!(text, "A has the program {}, B {}: values without a name are not the same", form(&plans[0]), form(&plans[1]));
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
fn line(one: &Planned, objective: Objective) -> String {
    let time = |cost: i128| told(cost, objective);
    let taken = one.simulated.map_or_else(String::new, |taken| takes(&taken) + "; ");
    let cost = match (one.outcome.cost, &one.why_not) {
        (Some(cost), _) if one.outcome.bound > 0 => format!("planned {}, by the same prices none takes less than {}", time(cost), time(one.outcome.bound)),
        (Some(cost), _) => format!("planned {}", time(cost)),
        (None, why) => why.clone().unwrap_or_else(|| "no plan".to_owned()),
    };
    let cost = if one.as_annotated { format!("as annotated, nothing more is split (a plan was found: {cost})") } else { cost };
    let (choices, pairs) = (count(one.size.0 as i64, "choice"), count(one.size.1 as i64, "pair"));
    format!("{}{}: {taken}{cost}; {choices}, {pairs} ({})", axes(&one.mesh), by(one.form), one.outcome.stop)
}

/// A search's cost: a time, or a number of Alpa's.
fn told(cost: i128, objective: Objective) -> String {
    match objective {
        Objective::Time => seconds(cost as f64 / 1e12),
        Objective::Alpa => format!("{:.2} of Alpa's units", cost as f64 / PARTS),
    }
}

fn axes(mesh: &Mesh) -> String {
    mesh.axes.iter().map(|axis| format!("{}={}", axis.name, axis.size)).collect::<Vec<_>>().join(",")
}

pub(super) fn write_file(path: &Path, text: &str) -> Result<(), Fault> {
    std::fs::write(path, text).map_err(|error| Fault::input(format!("{}: {error}", path.display())))
}
