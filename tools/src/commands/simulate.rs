//! `simulate`: a pipeline schedule on given costs; `schedules`: what schedules there are.

use super::print;
use crate::args::{SimulateArgs, SimulateFormat};
use crate::fault::Fault;
use serde_json::json;
use shardwright_passes::schedule::info::parse;
use shardwright_passes::schedule::{Chunks, Given, Memory, Metric, SCHEDULES, Schedule, csv, ideal, simulate as run, validate};
use std::fmt::Write;

/// Runs the command.
pub fn simulate(args: &SimulateArgs) -> Result<(), Fault> {
    let given = Given::parse(&args.costs).map_err(|why| Fault::Usage(format!("--costs: {why}")))?;
    let (name, schedule) = schedule(args, &given)?;
    validate(&schedule).map_err(Fault::input)?;
    if args.format == SimulateFormat::Csv {
        return print(&csv::write(&schedule));
    }
    let (costs, units) = given.costs(&schedule).map_err(|why| Fault::Usage(format!("--costs: {why}")))?;
    let run = run(&schedule, &costs, Memory::UNTIL_WEIGHT, false).map_err(|stuck| Fault::input(stuck.to_string()))?;
    let ideal = ideal(&schedule, &costs);
    let bubble = run.makespan.saturating_sub(ideal);
    let rate = bubble as f64 / run.makespan.max(1) as f64;
    let decimals = |times: &[u64]| times.iter().map(|&time| units.decimal(time)).collect::<Vec<f64>>();
    let peak: Vec<f64> = run.peak.iter().map(|&peak| peak as f64 / schedule.parts as f64).collect();
    if args.format == SimulateFormat::Json {
        let object = json!({
            "schedule": name,
            "ranks": schedule.ranks(),
            "stages": schedule.stages.len(),
            "microbatches": schedule.microbatches / schedule.slices,
            "costs": args.costs,
            "makespan": units.decimal(run.makespan),
            "longest_stage": units.decimal(run.longest_stage),
            "ideal": units.decimal(ideal),
            "bubble": units.decimal(bubble),
            "bubble_rate": rate,
            "peak_activations": peak,
            "busy": decimals(&run.busy),
            "starts": decimals(&run.starts),
            "ends": decimals(&run.ends),
        });
        return print(&format!("{object}\n"));
    }
    let decimal = |time: u64| units.decimal(time);
    let mut text = format!(
        "{name}\nmakespan {}, longest stage {}, ideal {}: bubble {} ({:.2}% of the makespan)\n",
        decimal(run.makespan),
        decimal(run.longest_stage),
        decimal(ideal),
        decimal(bubble),
        100.0 * rate
    );
    let _ = writeln!(text, "{:>5} {:>12} {:>12} {:>12} {:>12}", "rank", "start", "end", "busy", "activations");
    for rank in 0..schedule.ranks() {
        let [start, end, busy] = [run.starts[rank], run.ends[rank], run.busy[rank]].map(decimal);
        let _ = writeln!(text, "{rank:>5} {start:>12} {end:>12} {busy:>12} {:>12}", peak[rank]);
    }
    print(&text)
}

/// The schedule that is asked for, with its name.
fn schedule(args: &SimulateArgs, given: &Given) -> Result<(String, Schedule), Fault> {
    if let Some(path) = &args.csv {
        let told = |why: String| Fault::input(format!("{}: {why}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
        return Ok((path.display().to_string(), csv::read(&text).map_err(told)?));
    }
    let spec = args.schedule.as_deref().unwrap_or_default();
    let (info, parameters) = parse(spec, SCHEDULES).map_err(|why| Fault::Usage(format!("--schedule: {why}")))?;
    // Those that are made for costs have the parts of a rank as their unit.
    let times = given.times(parameters.chunks as u64).map_err(|why| Fault::Usage(format!("--costs: {why}")))?;
    let schedule = info.build(parameters, times).map_err(|why| Fault::Usage(format!("--schedule: {why}")))?;
    Ok((spec.to_owned(), schedule))
}

/// Lists schedules with their formulas.
pub fn schedules() -> Result<(), Fault> {
    let width = SCHEDULES.iter().map(|info| info.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for info in SCHEDULES {
        let _ = writeln!(text, "{:width$}  {} ({})", info.name, info.summary, info.paper);
        let metric = if info.metric == Metric::Makespan { "bubble" } else { "bubble of the longest stage" };
        let _ = writeln!(text, "{:width$}    {metric}: {}", "", info.bubble.shown());
        let _ = writeln!(text, "{:width$}    activations: {}; weights: {}; messages a microbatch: {}", "", info.memory.shown(), info.weights, info.messages.shown());
        let (Chunks::Fixed(chunks) | Chunks::Any(chunks)) = info.chunks;
        let chunks = if matches!(info.chunks, Chunks::Any(_)) { format!("v ({chunks} where not given)") } else { chunks.to_string() };
        let rules = if info.rules.is_empty() { String::new() } else { format!("; needs {}", info.rules.join(", ")) };
        let kind = if info.synchronous { "" } else { "; asynchronous" };
        let _ = writeln!(text, "{:width$}    stages a rank: {chunks}{rules}{kind}", "");
        for option in info.options {
            let _ = writeln!(text, "{:width$}    {}={}  {}", "", option.name, option.default, option.summary);
        }
    }
    print(&text)
}
