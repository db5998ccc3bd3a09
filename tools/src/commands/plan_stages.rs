//! `plan` with pipeline stages: a training step and a number of devices in, stages with all that belongs to them out.

use super::plan::{clear, write_file};
use super::print;
use crate::args::{AlgebraArg, Choice, ObjectiveArg, PlanArgs, TableFormat};
use crate::fault::Fault;
use serde_json::json;
use shardwright_compiler::CompileOptions;
use shardwright_compiler::explain::show::seconds;
use shardwright_compiler::plan::Plan;
use shardwright_compiler::staged::describe::{explain, line, plan_of, takes};
use shardwright_compiler::staged::lowered::plan;
use shardwright_compiler::staged::{Choices, Question, Tried};
use shardwright_ir::Registry;
use shardwright_ir::machine::Machine;
use shardwright_passes::manager::PassRegistry;
use std::fmt::Write;
use std::io::IsTerminal;

/// Runs the command.
pub fn plan_stages(args: &PlanArgs, options: &CompileOptions, machine: &Machine, (devices, rows): (i64, i64), (ops, passes): (&Registry, &PassRegistry)) -> Result<(), Fault> {
    let Some(output) = &args.output else { return Err(Fault::input("name the file that the plan goes to with `--output`".to_owned())) };
    let ignored = [("--annotated", args.annotated.is_some()), ("--algebra", !matches!(args.algebra, AlgebraArg::None)), ("--objective", !matches!(args.objective, ObjectiveArg::Time)), ("--mesh", args.mesh.is_some())];
    if let Some((option, _)) = ignored.into_iter().find(|(_, given)| *given) {
        return Err(Fault::Usage(format!("{option} is not for plans with stages, which `--devices` and `--batch` ask for: leave it out, or leave `--batch` out")));
    }
    let memory = args.memory.unwrap_or_else(|| i64::try_from(machine.device.memory_bytes()).unwrap_or(i64::MAX));
    let question = Question { model: &args.model, options, machine, devices, rows, rows_dim: args.rows_dim.clone(), memory, shards: &args.shards, choices: choices(&args.choices) };
    let mut told = |what: &str| {
        if std::io::stderr().is_terminal() {
            eprint!("\r{what} …\x1b[K\r");
        }
    };
    let (mut tables, chosen) = plan(&question, (ops, passes), &mut told)?;
    clear();
    let Some(best) = chosen.tried.first() else { return Err(Fault::input("no plan was found".to_owned())) };
    let data = plan_of(&mut tables, best, rows).map_err(Fault::input)?;
    write_file(output, &Plan::of_pipeline(data).to_json())?;
    let gap = best.judged.step / chosen.bound - 1.0;
    if args.format == TableFormat::Json {
        let one = |tried: &Tried| {
            json!({
                "plan": line(tried), "step_seconds": tried.step(), "bubble": tried.bubble(), "peak_bytes": tried.peak(),
                "compiled": tried.program().is_some(), "why_not_compiled": tried.lowered.as_ref().and_then(|lowered| lowered.as_ref().err()),
                "by_layers": {"step_seconds": tried.judged.step, "peak_bytes": tried.judged.peak()}, "ranks": tried.config.ranks.len(),
                "stages": tried.config.stages.len(), "microbatches": tried.config.microbatches, "schedule": tried.config.schedule,
            })
        };
        let tried: Vec<_> = chosen.tried.iter().take(args.top.max(1)).map(one).collect();
        return print(&format!("{:#}\n", json!({ "machine": machine.name, "devices": devices, "rows": rows, "bound_seconds": chosen.bound, "gap": gap, "priced": chosen.priced, "tried": tried })));
    }
    let mut text = String::new();
    let _ = writeln!(text, "{}", line(best));
    let _ = writeln!(text, "  {}", takes(best));
    let _ = writeln!(text, "  by its layers {}, no plan of these layers takes less than {} ({:.1}% gap)", seconds(best.judged.step), seconds(chosen.bound), gap * 100.0);
    if args.explain {
        if let Some(Err(why)) = &best.lowered {
            let _ = writeln!(text, "  not compiled: {why}");
        }
        text.push_str(&explain(&mut tables, &question, &chosen, args.top).map_err(Fault::input)?);
    }
    let _ = writeln!(text, "{} on {} x {devices}", output.display(), machine.name);
    print(&text)
}

fn choices(given: &[Choice]) -> Choices {
    let mut choices = Choices::default();
    for choice in given {
        match choice {
            Choice::Group(group) => choices.groups.push(*group),
            Choice::Ranks(ranks) => choices.ranks.push(*ranks),
            Choice::Rows(rows) => choices.rows.push(*rows),
            Choice::Chunks(chunks) => choices.chunks.push(*chunks),
            Choice::Schedule(name) => choices.schedules.push(name.clone()),
            Choice::Recompute(again) => choices.again.push(*again),
            Choice::Zero(stage) => choices.zero.push(*stage),
        }
    }
    choices
}
