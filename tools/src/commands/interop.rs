//! `interop`: planners of pipelines on measured layers, side by side; `planners`: which there are.

use super::print;
use crate::args::{InteropArgs, TableFormat};
use crate::fault::Fault;
use serde_json::{Value, json};
use shardwright_passes::interop::read::{self, Given, Text};
use shardwright_passes::interop::{Found, OBJECTIVES, Objective, Options, PLANNERS, Plan, Planner, Problem, evaluate, planner};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Instant;

const GIB: f64 = 1_073_741_824.0;

/// Lists planners with their papers, then objectives.
pub fn planners() -> Result<(), Fault> {
    let width = PLANNERS.iter().map(|planner| planner.name.len()).max().unwrap_or(0);
    let names = |objectives: &[Objective]| objectives.iter().map(|objective| objective.name()).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    for planner in PLANNERS {
        let exact = if planner.exact.is_empty() { "heuristic".to_owned() } else { format!("exact for {}", names(planner.exact)) };
        let _ = writeln!(text, "{:width$}  {} ({exact}; {})\n{:width$}    for {}", planner.name, planner.summary, planner.paper, "", names(planner.objectives));
    }
    for (_, name, summary) in OBJECTIVES {
        let _ = writeln!(text, "objective {name}: {summary}");
    }
    print(&text)
}

/// Runs the command; exit 1 where no planner found a plan for a profile.
pub fn interop(args: &InteropArgs) -> Result<(), Fault> {
    let chosen = chosen(&args.planner)?;
    let objective = match &args.objective {
        None => None,
        Some(name) => Some(Objective::named(name).ok_or_else(|| {
            let names: Vec<&str> = OBJECTIVES.iter().map(|(_, name, _)| *name).collect();
            Fault::Usage(format!("no objective is named `{name}`; there are {}", names.join(", ")))
        })?),
    };
    let given = Given {
        devices: args.devices,
        memory: args.memory.map(|bytes| bytes as f64),
        bandwidth: args.bandwidth.map(|bytes| bytes as f64),
        samples: args.samples,
        most_data: args.most_replicas,
        layers: args.layers,
        objective,
    };
    let options = Options { seed: args.seed, evaluations: args.evaluations, ..Options::default() };
    let references = match &args.reference {
        Some(path) => references(path)?,
        None => Vec::new(),
    };
    let mut rows = Vec::new();
    let mut without = false;
    for (name, files) in profiles(&args.paths)? {
        let told = |why: String| Fault::input(if why.starts_with(&name) { why } else { format!("{name}: {why}") });
        let problem = restricted(read::problem(&files, &given).map_err(told)?, args).map_err(told)?;
        let text = args.format == TableFormat::Text;
        if text {
            let sizes = format!("{} nodes, {} edges, {} devices", problem.nodes().len(), problem.edges().len(), problem.setting().devices);
            print(&format!(
                "{name}: {sizes}, objective {}\n{:20} {:>14} {:>14} {:>14} {:>8} {:>14} {:>8} {:>8}  stages\n",
                problem.setting().objective.name(),
                "planner",
                "seconds",
                "bound",
                "reference",
                "ratio",
                "step s",
                "GiB",
                "took s"
            ))?;
        }
        let mut any = false;
        for planner in &chosen {
            // A planner for other objectives is only worth a line when it is asked for by name.
            if !planner.objectives.contains(&problem.setting().objective) && args.planner.iter().any(|name| name == "all") {
                continue;
            }
            let gib = args.memory.map(|bytes| bytes as f64 / GIB);
            let known = references.iter().find(|known| known.is_of(&name, planner.name, args.devices, gib)).map(|known| known.seconds);
            let found = timed(planner, &problem, &options);
            any |= found.0.is_ok();
            if text {
                print(&line(planner, &problem, &found, known, args.stages))?;
            } else {
                rows.push(row(&name, planner, &problem, &found, known));
            }
        }
        without |= !any;
    }
    if args.format == TableFormat::Json {
        print(&format!("{:#}\n", Value::Array(rows)))?;
    }
    if without { Err(Fault::Failed) } else { Ok(()) }
}

/// What a planner found or why nothing, and the seconds that it took.
type Timed = (Result<Found, String>, f64);

fn timed(planner: &Planner, problem: &Problem, options: &Options) -> Timed {
    let terminal = std::io::stderr().is_terminal();
    if terminal {
        eprint!("\r{} …\x1b[K", planner.name);
    }
    let start = Instant::now();
    let found = planner.plan(problem, options);
    let seconds = start.elapsed().as_secs_f64();
    if terminal {
        eprint!("\r\x1b[K");
    }
    (found, seconds)
}

fn chosen(names: &[String]) -> Result<Vec<&'static Planner>, Fault> {
    let mut chosen: Vec<&'static Planner> = Vec::new();
    for name in names {
        let more: Vec<&'static Planner> = if name == "all" {
            PLANNERS.to_vec()
        } else {
            vec![planner(name).ok_or_else(|| {
                let names: Vec<&str> = PLANNERS.iter().map(|planner| planner.name).collect();
                Fault::Usage(format!("no planner is named `{name}`; there are all, {}", names.join(", ")))
            })?]
        };
        for planner in more {
            if chosen.iter().all(|known| known.name != planner.name) {
                chosen.push(planner);
            }
        }
    }
    Ok(chosen)
}

fn restricted(problem: Problem, args: &InteropArgs) -> Result<Problem, String> {
    let problem = if args.no_tensor { problem.only(|variant| variant.tensor == 1)? } else { problem };
    let problem = if args.no_recompute { problem.only(|variant| !variant.recompute)? } else { problem };
    match &args.rule {
        Some(rule) => rule.narrowed(&problem),
        None => Ok(problem),
    }
}

fn line(planner: &Planner, problem: &Problem, (found, took): &Timed, known: Option<f64>, stages: bool) -> String {
    let shown = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.6}"));
    match found {
        Err(why) => format!("{:20} {:>14} {:>14} {:>14} {:>8} {:>14} {:>8} {took:>8.2}  {why}\n", planner.name, "-", "-", shown(known), "-", "-", "-"),
        Ok(found) => {
            let seconds = found.evaluation.seconds;
            let ratio = known.map_or("-".to_owned(), |known| format!("{:.4}", seconds / known));
            let gib = found.evaluation.bytes / GIB;
            let mut text = format!(
                "{:20} {seconds:>14.6} {:>14} {:>14} {ratio:>8} {:>14} {gib:>8.3} {took:>8.2}  {}: {}\n",
                planner.name,
                shown(found.bound),
                shown(known),
                shown(step(problem, &found.plan)),
                found.plan.stages.len(),
                found.plan.shape()
            );
            if stages {
                text += &table(problem, found);
            }
            text
        }
    }
}

/// A line a stage.
fn table(problem: &Problem, found: &Found) -> String {
    let mut text = String::new();
    for (index, (stage, cost)) in found.plan.stages.iter().zip(&found.evaluation.stages).enumerate() {
        let again = found.plan.choices(problem, index).filter(|(_, variant)| variant.recompute).count();
        let name = |node: Option<&usize>| node.map_or("", |&node| problem.nodes()[node].name.as_str());
        let (first, last) = (name(stage.nodes.first()), name(stage.nodes.last()));
        let _ = writeln!(
            text,
            "  stage {index:>3}: devices {:?}, {} x {}, {} nodes ({again} computed again), {:.6} s, {:.3} GiB: {first} … {last}",
            stage.devices,
            stage.data,
            stage.tensor,
            stage.nodes.len(),
            cost.seconds,
            cost.bytes / GIB
        );
    }
    text
}

fn row(name: &str, planner: &Planner, problem: &Problem, (found, took): &Timed, known: Option<f64>) -> Value {
    let objective = problem.setting().objective.name();
    match found {
        Err(why) => json!({ "profile": name, "planner": planner.name, "objective": objective, "seconds": null, "why": why, "took": took, "reference": known }),
        Ok(found) => json!({
            "profile": name, "planner": planner.name, "objective": objective, "seconds": found.evaluation.seconds, "bound": found.bound, "bytes": found.evaluation.bytes,
            "took": took, "evaluations": found.evaluations, "reference": known, "step": step(problem, &found.plan), "samples": found.plan.samples, "stages": stages(problem, found),
        }),
    }
}

/// What the plan's step takes when it is simulated; null where it is no plan for that.
fn step(problem: &Problem, plan: &Plan) -> Option<f64> {
    let mut setting = problem.setting().clone();
    setting.objective = Objective::Step;
    setting.rule = None;
    let problem = problem.with(setting).ok()?;
    evaluate(&problem, plan).ok().map(|evaluation| evaluation.seconds)
}

fn stages(problem: &Problem, found: &Found) -> Vec<Value> {
    let stage = |index: usize| {
        let stage = &found.plan.stages[index];
        let name = |node: usize| problem.nodes()[node].name.as_str();
        let nodes: Vec<&str> = stage.nodes.iter().map(|&node| name(node)).collect();
        let again: Vec<usize> = found.plan.choices(problem, index).enumerate().filter(|(_, (_, variant))| variant.recompute).map(|(place, _)| place).collect();
        let cost = found.evaluation.stages[index];
        json!({
            "nodes": stage.nodes, "names": nodes, "recomputed": again, "devices": [stage.devices.start, stage.devices.end], "tensor": stage.tensor, "data": stage.data,
            "seconds": cost.seconds, "bytes": cost.bytes,
        })
    };
    (0..found.plan.stages.len()).map(stage).collect()
}

/// Files that make a problem together, with their name.
type Profile = (String, Vec<Text>);

fn profiles(paths: &[PathBuf]) -> Result<Vec<Profile>, Fault> {
    let mut found: Vec<Profile> = Vec::new();
    let mut together = Vec::new();
    for path in paths {
        let mut files = vec![path.clone()];
        let folder = path.is_dir();
        if folder {
            let entries = std::fs::read_dir(path).map_err(|error| Fault::input(format!("{}: {error}", path.display())))?;
            files = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
            files.sort();
        }
        let mut group = Vec::new();
        for file in files {
            let text = read::text(&file).map_err(Fault::input)?;
            match read::stands_alone(&text) {
                Ok(true) => found.push((text.name.clone(), vec![text])),
                Ok(false) => group.push(text),
                // A folder may hold a licence beside its profiles.
                Err(_) if folder => {}
                Err(why) => return Err(Fault::input(why)),
            }
        }
        if folder && !group.is_empty() {
            found.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), group));
        } else {
            together.extend(group);
        }
    }
    if let Some(first) = together.first() {
        found.push((first.name.clone(), together));
    }
    if found.is_empty() { Err(Fault::input("there is no profile of Piper, PipeDream or Aceso in what was given")) } else { Ok(found) }
}

/// A published value.
struct Reference {
    profile: String,
    devices: usize,
    /// GiB of a device; none for no limit.
    memory: Option<f64>,
    planner: String,
    seconds: f64,
}

impl Reference {
    fn is_of(&self, profile: &str, planner: &str, devices: usize, memory: Option<f64>) -> bool {
        let alike = match (self.memory, memory) {
            (Some(known), Some(memory)) => (known - memory).abs() < 1e-3,
            (known, memory) => known.is_none() && memory.is_none(),
        };
        self.profile == profile && self.planner == planner && self.devices == devices && alike
    }
}

const COLUMNS: &str = "profile,devices,gib,planner,seconds";

fn references(path: &Path) -> Result<Vec<Reference>, Fault> {
    let at = |line: usize, why: String| Fault::input(format!("{}: line {line}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| Fault::input(format!("{}: {error}", path.display())))?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header: String = lines.next().map_or("", |(_, line)| line).split(',').map(str::trim).collect::<Vec<_>>().join(",");
    if header != COLUMNS {
        return Err(at(1, format!("must be {COLUMNS}, got {header}")));
    }
    let mut found = Vec::new();
    for (index, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let [profile, devices, memory, planner, seconds] = cells[..] else {
            return Err(at(index + 1, format!("must have 5 cells, got {}", cells.len())));
        };
        let number = |text: &str| text.parse::<f64>().map_err(|_| at(index + 1, format!("`{text}` is no number")));
        let memory = if memory == "-" { None } else { Some(number(memory)?) };
        found.push(Reference {
            profile: profile.to_owned(),
            devices: number(devices)? as usize,
            memory,
            planner: planner.to_owned(),
            seconds: number(seconds)?,
        });
    }
    Ok(found)
}
