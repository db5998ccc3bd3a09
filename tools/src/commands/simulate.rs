//! `simulate`: pipeline schedules on given costs, or traces; `schedules`: what schedules there are.

use super::print;
use crate::args::{SimulateArgs, SimulateFormat};
use crate::fault::Fault;
use serde_json::{Map, Value, json};
use shardwright_compiler::timeline::of_schedule::{Told, timeline};
use shardwright_compiler::pipeline::cost::{Scheduled, scheduled};
use shardwright_compiler::timeline::{Clock, TimeUnit, Timeline, chakra, html, svg, trace};
use shardwright_passes::schedule::info::parse;
use shardwright_passes::schedule::published::search::SEARCH;
use shardwright_passes::schedule::{
    Chunks, Costs, Given, Memory, Metric, Parameters, SCHEDULES, Schedule, ScheduleInfo, Time, Times, Units, csv, ideal, simulate as run, validate,
};
use std::fmt::Write;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

mod front;

/// Runs the command.
pub fn simulate(args: &SimulateArgs) -> Result<(), Fault> {
    let given = given(args)?;
    if args.front {
        return front::print_front(args, &given);
    }
    let others = args.against.iter().map(|spec| published("--against", spec, &given)).collect::<Result<Vec<_>, Fault>>()?;
    let mut runs = Vec::new();
    match (&args.dir, &args.from_chakra, &args.csv) {
        (Some(folder), ..) => runs.push(compiled(args, folder)?),
        (None, Some(folder), _) => runs.push(traced(folder)?),
        (None, None, Some(path)) => runs.push(given_costs(args, read(path)?, &given)?),
        (None, None, None) => runs.push(given_costs(args, published("--schedule", args.schedule.as_deref().unwrap_or_default(), &given)?, &given)?),
    }
    for other in others {
        runs.push(given_costs(args, other, &given)?);
    }
    let timelines: Vec<Timeline> = runs.iter_mut().filter_map(|run| run.timeline.take()).collect();
    draw(args, &timelines)?;
    match args.format {
        SimulateFormat::Csv => match &runs[0].schedule {
            Some(schedule) => print(&csv::write(schedule)),
            None => Err(Fault::Usage("--format csv: traces have no order of a schedule; there are human and json".to_owned())),
        },
        SimulateFormat::Json => {
            let mut object = runs[0].object();
            if runs.len() > 1 {
                object["against"] = runs[1..].iter().map(Run::object).collect();
            }
            print(&format!("{object}\n"))
        }
        SimulateFormat::Human => print(&runs.iter().map(Run::report).collect::<Vec<String>>().join("\n")),
    }
}

/// Writes what is asked for.
fn draw(args: &SimulateArgs, timelines: &[Timeline]) -> Result<(), Fault> {
    let told = |path: &Path, done: std::io::Result<()>| done.map_err(|error| Fault::input(format!("{}: {error}", path.display())));
    if let Some(path) = &args.trace {
        let write = || {
            let mut file = BufWriter::new(File::create(path)?);
            trace::write(timelines, &mut file)?;
            file.flush()
        };
        told(path, write())?;
    }
    if let Some(path) = &args.svg {
        told(path, std::fs::write(path, svg::write(timelines)))?;
    }
    if let Some(path) = &args.html {
        told(path, std::fs::write(path, html::write(timelines)))?;
    }
    Ok(())
}

/// What has run, with times as told to a reader.
struct Run {
    name: String,
    /// What is told first: sizes and costs.
    head: Map<String, Value>,
    makespan: f64,
    longest_stage: f64,
    ideal: f64,
    bubble: f64,
    rate: f64,
    starts: Vec<f64>,
    ends: Vec<f64>,
    busy: Vec<f64>,
    /// The most activations of each rank, where that is known.
    peak: Option<Vec<f64>>,
    /// How makespans spread, where it ran more often.
    spread: Option<Spread>,
    schedule: Option<Schedule>,
    /// What is drawn, where something is.
    timeline: Option<Timeline>,
}

/// Runs a schedule on the costs of the command line.
fn given_costs(args: &SimulateArgs, (name, schedule): (String, Schedule), given: &Given) -> Result<Run, Fault> {
    validate(&schedule).map_err(Fault::input)?;
    let (costs, units) = given.costs(&schedule).map_err(|why| Fault::Usage(format!("--costs: {why}")))?;
    planned(args, (name, schedule), (costs, costs_text(args)), Clock { scale: units.scale, unit: args.unit })
}

/// Runs the schedule of a compiled program on the times of its stages.
fn compiled(args: &SimulateArgs, folder: &Path) -> Result<Run, Fault> {
    const PICOSECONDS: u64 = 1_000_000;
    let Scheduled { schedule, costs, name } = scheduled(folder)?;
    validate(&schedule).map_err(Fault::input)?;
    let costs = costs.of(&schedule)?;
    planned(args, (name, schedule), (costs, "the stages' own, in us"), Clock { scale: PICOSECONDS, unit: Some(TimeUnit::Microseconds) })
}

/// Runs a schedule, and writes its traces where they are asked for.
fn planned(args: &SimulateArgs, (name, schedule): (String, Schedule), (costs, costs_text): (Costs, &str), clock: Clock) -> Result<Run, Fault> {
    let units = Units { scale: clock.scale };
    let records = [&args.trace, &args.svg, &args.html, &args.chakra].iter().any(|path| path.is_some());
    let run = run(&schedule, &costs, Memory::UNTIL_WEIGHT, records).map_err(|stuck| Fault::input(stuck.to_string()))?;
    let ideal = ideal(&schedule, &costs);
    let told = Told { name: &name, costs: costs_text, clock, ideal, memory_scale: schedule.parts, memory_unit: "activations" };
    if let Some(folder) = &args.chakra {
        let graph = chakra::of_schedule::graph(&schedule, &costs, &run, &told, args.message_bytes).map_err(|why| Fault::input(format!("--chakra: {why}")))?;
        chakra::file::write(&graph, folder).map_err(|error| Fault::input(format!("{}: {error}", folder.display())))?;
    }
    let spread = if args.runs > 1 { Some(Spread::of(&schedule, &costs, units, args.runs)?) } else { None };
    let timeline = records.then(|| timeline(&schedule, &run, &told));
    let decimals = |times: &[Time]| times.iter().map(|&time| units.decimal(time)).collect::<Vec<f64>>();
    let bubble = run.makespan.saturating_sub(ideal);
    let head = json!({
        "schedule": name,
        "ranks": schedule.ranks(),
        "stages": schedule.stages.len(),
        "microbatches": schedule.microbatches / schedule.slices,
        "costs": costs_text,
    });
    Ok(Run {
        name,
        head: head.as_object().cloned().unwrap_or_default(),
        makespan: units.decimal(run.makespan),
        longest_stage: units.decimal(run.longest_stage),
        ideal: units.decimal(ideal),
        bubble: units.decimal(bubble),
        rate: bubble as f64 / run.makespan.max(1) as f64,
        starts: decimals(&run.starts),
        ends: decimals(&run.ends),
        busy: decimals(&run.busy),
        peak: Some(run.peak.iter().map(|&peak| peak as f64 / schedule.parts as f64).collect()),
        spread,
        schedule: Some(schedule),
        timeline,
    })
}

/// Makespans of runs that differ in the seed of their jitter.
#[derive(Clone, Copy)]
struct Spread {
    runs: u32,
    mean: f64,
    least: f64,
    middle: f64,
    /// What 95% of the runs keep within.
    most_of_95: f64,
    most: f64,
}

impl Spread {
    /// Of seeds from that of the costs on.
    fn of(schedule: &Schedule, costs: &Costs, units: Units, runs: u32) -> Result<Spread, Fault> {
        if costs.jitter == 0 {
            return Err(Fault::Usage(format!(
                "--runs: without jitter all {runs} runs take the same time: add it to the costs, such as jitter=5 for 5 percent"
            )));
        }
        let makespan = |index: u32| {
            let costs = Costs { seed: costs.seed.wrapping_add(u64::from(index)), ..costs.clone() };
            run(schedule, &costs, Memory::UNTIL_WEIGHT, false).map(|run| run.makespan).map_err(|stuck| Fault::input(stuck.to_string()))
        };
        let mut times = (0..runs).map(makespan).collect::<Result<Vec<Time>, Fault>>()?;
        times.sort_unstable();
        let within = |percent: usize| units.decimal(times[(times.len() * percent).div_ceil(100).max(1) - 1]);
        let mean = times.iter().map(|&time| units.decimal(time)).sum::<f64>() / f64::from(runs);
        Ok(Spread { runs, mean, least: within(0), middle: within(50), most_of_95: within(95), most: within(100) })
    }
}

/// Runs execution traces.
fn traced(folder: &Path) -> Result<Run, Fault> {
    let graph = chakra::file::read(folder).map_err(Fault::input)?;
    let timeline = chakra::replay::timeline(&graph).map_err(|why| Fault::input(format!("{}: {why}", folder.display())))?;
    let clock = timeline.clock;
    let ends: Vec<[Time; 2]> = timeline.ranks.iter().map(|rank| timeline.ends(rank)).collect();
    let decimals = |times: &mut dyn Iterator<Item = Time>| times.map(|time| clock.decimal(time)).collect::<Vec<f64>>();
    let head = json!({"schedule": graph.name, "ranks": timeline.ranks.len(), "unit": clock.unit_or_default().symbol()});
    Ok(Run {
        name: format!("{} (in {})", graph.name, clock.unit_or_default().symbol()),
        head: head.as_object().cloned().unwrap_or_default(),
        makespan: clock.decimal(timeline.makespan),
        longest_stage: clock.decimal(ends.iter().map(|[start, end]| end - start).max().unwrap_or(0)),
        ideal: clock.decimal(timeline.ideal),
        bubble: clock.decimal(timeline.makespan.saturating_sub(timeline.ideal)),
        rate: timeline.bubble_rate(),
        starts: decimals(&mut ends.iter().map(|ends| ends[0])),
        ends: decimals(&mut ends.iter().map(|ends| ends[1])),
        busy: decimals(&mut timeline.ranks.iter().map(|rank| rank.busy)),
        peak: None,
        spread: None,
        schedule: None,
        timeline: Some(timeline),
    })
}

impl Run {
    fn object(&self) -> Value {
        let mut object = self.head.clone();
        let figures = [
            ("makespan", json!(self.makespan)),
            ("longest_stage", json!(self.longest_stage)),
            ("ideal", json!(self.ideal)),
            ("bubble", json!(self.bubble)),
            ("bubble_rate", json!(self.rate)),
            ("peak_activations", json!(self.peak)),
            ("busy", json!(self.busy)),
            ("starts", json!(self.starts)),
            ("ends", json!(self.ends)),
        ];
        object.extend(figures.map(|(name, value)| (name.to_owned(), value)));
        if let Some(Spread { runs, mean, least, middle, most_of_95, most }) = self.spread {
            let spread = json!({"runs": runs, "mean": mean, "least": least, "median": middle, "p95": most_of_95, "most": most});
            object.insert("makespans".to_owned(), spread);
        }
        Value::Object(object)
    }

    fn report(&self) -> String {
        let mut text = format!(
            "{}\nmakespan {}, longest stage {}, ideal {}: bubble {} ({:.2}% of the makespan)\n",
            self.name,
            self.makespan,
            self.longest_stage,
            self.ideal,
            self.bubble,
            100.0 * self.rate
        );
        if let Some(Spread { runs, mean, least, middle, most_of_95, most }) = self.spread {
            let _ = writeln!(text, "{runs} runs with jitter: makespan {mean} on average, {least} to {most}, half within {middle}, 95% within {most_of_95}");
        }
        let _ = writeln!(text, "{:>5} {:>12} {:>12} {:>12} {:>12}", "rank", "start", "end", "busy", "activations");
        for (rank, ((start, end), busy)) in self.starts.iter().zip(&self.ends).zip(&self.busy).enumerate() {
            let peak = self.peak.as_ref().map_or_else(|| "-".to_owned(), |peak| peak[rank].to_string());
            let _ = writeln!(text, "{rank:>5} {start:>12} {end:>12} {busy:>12} {peak:>12}");
        }
        text
    }
}

/// A schedule as torch writes it, with its name.
fn read(path: &Path) -> Result<(String, Schedule), Fault> {
    let told = |why: String| Fault::input(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
    Ok((path.display().to_string(), csv::read(&text).map_err(told)?))
}

/// A published schedule, with its name.
fn published(option: &str, spec: &str, given: &Given) -> Result<(String, Schedule), Fault> {
    let told = |why: String| Fault::Usage(format!("{option}: {why}"));
    let (info, parameters, times) = asked(option, spec, given)?;
    let schedule = info.build(parameters, times).map_err(told)?;
    Ok((spec.to_owned(), schedule))
}

/// What is asked for, with the times of its stages.
fn asked(option: &str, spec: &str, given: &Given) -> Result<(&'static ScheduleInfo, Parameters, Times), Fault> {
    let (info, mut parameters) = parse(spec, SCHEDULES).map_err(|why| Fault::Usage(format!("{option}: {why}")))?;
    let told = |why: String| Fault::Usage(format!("--costs: {why}"));
    // Those that are made for costs have the parts of a rank as their unit.
    let parts = parameters.chunks as u64;
    if info.name == SEARCH.name {
        parameters.uneven = given.uneven(parts, parameters.ranks * parameters.chunks).map_err(told)?;
    }
    let times = given.times(parts).map_err(told)?;
    Ok((info, parameters, times))
}

/// Costs as they are given, or the plainest.
fn costs_text(args: &SimulateArgs) -> &str {
    args.costs.as_deref().unwrap_or(if args.profile.is_some() { "" } else { "F=1,B=1,W=1,c=0" })
}

fn given(args: &SimulateArgs) -> Result<Given, Fault> {
    let given = Given::parse(costs_text(args)).map_err(|why| Fault::Usage(format!("--costs: {why}")))?;
    let Some(path) = &args.profile else { return Ok(given) };
    let told = |why: String| Fault::input(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| told(error.to_string()))?;
    Given::measured(&text, &given).map_err(told)
}

/// Lists schedules with their formulas.
pub fn schedules() -> Result<(), Fault> {
    let width = SCHEDULES.iter().map(|info| info.name.len()).max().unwrap_or(0);
    let mut text = String::new();
    for info in SCHEDULES {
        let _ = writeln!(text, "{:width$}  {} ({})", info.name, info.summary, info.paper);
        let metric = if info.metric == Metric::Makespan { "bubble" } else { "bubble of the longest stage" };
        let _ = writeln!(text, "{:width$}    {metric}: {}", "", info.bubble.shown());
        let _ = writeln!(
            text,
            "{:width$}    activations: {}; weights: {}; messages a microbatch: {}",
            "",
            info.memory.shown(),
            info.weights,
            info.messages.shown()
        );
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
