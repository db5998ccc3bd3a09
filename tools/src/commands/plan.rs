//! `plan`: a model and a machine in, the shardings that cost least out.

use super::print;
use crate::args::PlanArgs;
use crate::fault::Fault;
use shardwright_compiler::CompileOptions;
use shardwright_compiler::explain::show::seconds;
use shardwright_compiler::planner::{Goal, Planned, plan as run_plan};
use shardwright_ir::text::print_module;
use shardwright_ir::{Registry, machine};
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::search::SEARCHES;
use std::fmt::Write;
use std::path::Path;

/// Runs the command.
pub fn plan(args: &PlanArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let machine = machine::find(&args.machine).map_err(Fault::input)?;
    let search = SEARCHES.iter().find(|info| info.name == args.search).ok_or_else(|| {
        let names: Vec<&str> = SEARCHES.iter().map(|info| info.name).collect();
        Fault::input(format!("there is no search `{}`; there are {}", args.search, names.join(", ")))
    })?;
    let options = CompileOptions { dims: args.dims.clone(), mesh: args.mesh.clone(), patterns: args.shards.clone(), ..CompileOptions::default() };
    let goal = Goal { machine: &machine, devices: args.devices, search, seconds: args.budget, seed: args.seed };
    let (found, _) = run_plan(&args.model, &options, &goal, ops, passes, &mut |_, _| {})?;
    let json = serde_json::to_string_pretty(&found.plan).map_err(|error| Fault::input(error.to_string()))?;
    write_file(&args.output, &(json + "\n"))?;
    if let Some(file) = &args.annotated {
        write_file(file, &print_module(&found.module))?;
    }
    let mut text = String::new();
    for (index, one) in found.tried.iter().enumerate() {
        let _ = writeln!(text, "{} {}", if index == found.best { "*" } else { " " }, line(one));
    }
    let _ = writeln!(text, "{} on {}: {} of named values", args.output.display(), machine.name, count(found.plan.shardings.len()));
    print(&text)
}

/// `x=2,y=4: 1.2 ms of work and exchange a step, at least 1.1 ms; 281 choices, 346 pairs (optimal)`.
fn line(one: &Planned) -> String {
    let axes: Vec<String> = one.mesh.axes.iter().map(|axis| format!("{}={}", axis.name, axis.size)).collect();
    let time = |picoseconds: i128| seconds(picoseconds as f64 / 1e12);
    let cost = match (one.outcome.cost, &one.why_not) {
        (Some(cost), _) => format!("{} of work and exchange, no plan of these choices takes less than {}", time(cost), time(one.outcome.bound)),
        (None, why) => why.clone().unwrap_or_else(|| "no plan".to_owned()),
    };
    format!("{}: {cost}; {} choices, {} pairs ({})", axes.join(","), one.size.0, one.size.1, one.outcome.stop)
}

fn count(shardings: usize) -> String {
    if shardings == 1 { "1 sharding".to_owned() } else { format!("{shardings} shardings") }
}

fn write_file(path: &Path, text: &str) -> Result<(), Fault> {
    std::fs::write(path, text).map_err(|error| Fault::input(format!("{}: {error}", path.display())))
}
