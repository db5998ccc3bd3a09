//! `plan`: a model and a machine in, the shardings that cost least out.

use super::compile::count;
use super::{print, search_named, show_improvement};
use crate::args::PlanArgs;
use crate::fault::Fault;
use shardwright_compiler::CompileOptions;
use shardwright_compiler::explain::show::{bytes, seconds};
use shardwright_compiler::planner::{Goal, Planned, plan as run_plan};
use shardwright_ir::sharding::Mesh;
use shardwright_ir::text::print_module;
use shardwright_ir::{Registry, machine};
use shardwright_passes::manager::PassRegistry;
use std::fmt::Write;
use std::path::Path;

/// Runs the command.
pub fn plan(args: &PlanArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let machine = machine::find(&args.machine).map_err(Fault::input)?;
    let search = search_named(&args.search)?;
    let options = CompileOptions { dims: args.dims.clone(), mesh: args.mesh.clone(), patterns: args.shards.clone(), ..CompileOptions::default() };
    let goal = Goal { machine: &machine, devices: args.devices, search, seconds: args.budget, seed: args.seed };
    let found = run_plan(&args.model, &options, &goal, ops, passes, &mut |mesh, improvement| show_improvement(&axes(mesh), improvement))?;
    write_file(&args.output, &found.plan.to_json())?;
    if let Some(file) = &args.annotated {
        write_file(file, &print_module(&found.module))?;
    }
    let mut text = String::new();
    for (index, one) in found.tried.iter().enumerate() {
        let _ = writeln!(text, "{} {}", if index == found.best { "*" } else { " " }, line(one));
    }
    let _ = writeln!(text, "{} on {}: {} of named values", args.output.display(), machine.name, count(found.plan.shardings.len() as i64, "sharding"));
    print(&text)
}

/// `x=2,y=4: a step of 1.2 ms (0.9 ms of kernels, 0.4 ms of collectives), 5.1 GiB a device; planned 1.3 ms, no plan of these choices takes less
/// than 1.1 ms; 281 choices, 346 pairs (optimal)`.
fn line(one: &Planned) -> String {
    let time = |picoseconds: i128| seconds(picoseconds as f64 / 1e12);
    let taken = one.simulated.map_or_else(String::new, |taken| {
        let (step, compute, communication) = (seconds(taken.step), seconds(taken.compute), seconds(taken.communication));
        format!("a step of {step} ({compute} of kernels, {communication} of collectives), {} a device; ", bytes(taken.peak))
    });
    let cost = match (one.outcome.cost, &one.why_not) {
        (Some(cost), _) => format!("planned {}, no plan of these choices takes less than {}", time(cost), time(one.outcome.bound)),
        (None, why) => why.clone().unwrap_or_else(|| "no plan".to_owned()),
    };
    format!("{}: {taken}{cost}; {} choices, {} pairs ({})", axes(&one.mesh), one.size.0, one.size.1, one.outcome.stop)
}

fn axes(mesh: &Mesh) -> String {
    mesh.axes.iter().map(|axis| format!("{}={}", axis.name, axis.size)).collect::<Vec<_>>().join(",")
}

fn write_file(path: &Path, text: &str) -> Result<(), Fault> {
    std::fs::write(path, text).map_err(|error| Fault::input(format!("{}: {error}", path.display())))
}
