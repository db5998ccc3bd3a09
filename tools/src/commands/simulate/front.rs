//! `simulate --front`: the front of time against activations that the search for schedules finds.

use super::super::print;
use super::{asked, costs_text};
use crate::args::{SimulateArgs, SimulateFormat};
use crate::fault::Fault;
use serde_json::json;
use shardwright_passes::schedule::published::search::{Found, Limits, SEARCH, search};
use shardwright_passes::schedule::{Given, Metric, ideal};
use std::fmt::Write;

/// Prints the front of time against activations.
pub(super) fn print_front(args: &SimulateArgs, given: &Given) -> Result<(), Fault> {
    let spec = args.schedule.as_deref().unwrap_or_default();
    let (info, parameters, times) = asked("--schedule", spec, given)?;
    if info.name != SEARCH.name {
        return Err(Fault::Usage(format!("--front: {} is one schedule; the front is of --schedule search:…", info.name)));
    }
    let told = |why: String| Fault::Usage(format!("--schedule: {why}"));
    let metric = if parameters.text("metric") == "longest" { Metric::LongestStage } else { Metric::Makespan };
    let units = given.units(parameters.chunks as u64).map_err(told)?;
    let found = search(&parameters, times, Limits::All).map_err(told)?;
    let mut points = Vec::with_capacity(found.len());
    for found in &found {
        let (costs, own) = given.costs(&found.schedule).map_err(told)?;
        let ideal = own.decimal(ideal(&found.schedule, &costs));
        points.push((found, units.decimal(found.time(metric)), units.decimal(found.bound), ideal));
    }
    match args.format {
        SimulateFormat::Csv => Err(Fault::Usage("--front is several schedules; --format csv writes one".to_owned())),
        SimulateFormat::Json => {
            let point = |(found, time, bound, ideal): &(&Found, f64, f64, f64)| {
                json!({
                    "activations": found.activations(),
                    "makespan": units.decimal(found.makespan),
                    "longest_stage": units.decimal(found.longest_stage),
                    "ideal": ideal,
                    "bubble": time - ideal,
                    "bound": bound,
                    "schedule": found.name,
                })
            };
            let points: Vec<_> = points.iter().map(point).collect();
            print(&format!("{}\n", json!({ "schedule": spec, "costs": costs_text(args), "front": points })))
        }
        SimulateFormat::Human => {
            let mut text = format!("{spec}\n{:>11} {:>12} {:>13} {:>9} {:>12} {:>7}  from\n", "activations", "makespan", "longest stage", "bubble", "bound", "gap");
            for (found, time, bound, ideal) in points {
                let [bubble, gap] = [(time - ideal) / time, (time - bound) / time].map(|part| format!("{:.2}%", 100.0 * part));
                let [makespan, longest] = [found.makespan, found.longest_stage].map(|time| units.decimal(time));
                let _ = writeln!(text, "{:>11} {makespan:>12} {longest:>13} {bubble:>9} {bound:>12} {gap:>7}  {}", found.activations(), found.name);
            }
            print(&text)
        }
    }
}
