//! `iopddl`: solves instances of the IOPDDL contest and compares with what is known.

use super::{print, search_named, show_improvement};
use crate::args::{IopddlArgs, TableFormat};
use crate::fault::Fault;
use serde_json::json;
use shardwright_compiler::front::iopddl::{best_known, contest_seconds, read};
use shardwright_passes::search::infeasible::why_not;
use shardwright_passes::search::terms::Terms;
use shardwright_passes::search::{Budget, Improvement, Outcome, Progress};
use std::path::PathBuf;
use std::time::Instant;

struct Row {
    name: String,
    nodes: usize,
    edges: usize,
    best_known: Option<i128>,
    outcome: Outcome,
    seconds: f64,
    /// Why there is no assignment, where there is none.
    why: Option<String>,
}

impl Row {
    /// Best known / found: 1 where they are equal, more where ours is better, 0 where nothing was found.
    fn ratio(&self) -> Option<f64> {
        let known = self.best_known?;
        Some(self.outcome.cost.map_or(0.0, |cost| if cost == known { 1.0 } else { known as f64 / cost as f64 }))
    }
}

/// Runs the command. The last line is the score; exit 1 where an instance was left without an assignment.
pub fn iopddl(args: &IopddlArgs) -> Result<(), Fault> {
    let info = search_named(&args.search)?;
    let reference = match &args.reference {
        Some(path) => {
            let text = std::fs::read_to_string(path).map_err(|error| Fault::input(format!("{}: {error}", path.display())))?;
            best_known(&text).map_err(|why| Fault::input(format!("{}: {why}", path.display())))?
        }
        None => Vec::new(),
    };
    let terms = Terms { beyond_limit: args.beyond_limit, departures: None, most_cost: args.most_cost.map(i128::from) };
    let mut rows = Vec::new();
    let text = args.format == TableFormat::Text;
    if text {
        print(&format!("{:10} {:>6} {:>6} {:>20} {:>20} {:>20} {:>8} {:>8}  stop\n", "instance", "nodes", "edges", "found", "bound", "best known", "ratio", "seconds"))?;
    }
    for path in instances(&args.paths)? {
        let problem = read(&path)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = file.split('.').next().unwrap_or_default().to_owned();
        let seconds = args.budget.or_else(|| contest_seconds(&name)).unwrap_or(60.0);
        let budget = Budget { seconds: Some(seconds), seed: args.seed, evaluations: u64::MAX };
        let start = Instant::now();
        let mut tell = |improvement: &Improvement| show_improvement(&name, improvement);
        let outcome = terms.search(&problem, info, &budget, &mut Progress::new(&mut tell)).map_err(|why| Fault::input(format!("{name}: {why}")))?;
        let why = why_not(&problem.with_most_cost(terms.most_cost), &outcome);
        let best_known = reference.iter().find(|(known, _)| *known == name).map(|(_, cost)| *cost);
        let row = Row { name, nodes: problem.nodes().len(), edges: problem.edges().len(), best_known, outcome, seconds: start.elapsed().as_secs_f64(), why };
        if text {
            print(&line(&row))?;
        }
        rows.push(row);
    }
    let score: f64 = rows.iter().filter_map(Row::ratio).sum();
    let known = rows.iter().filter(|row| row.best_known.is_some()).count();
    if text {
        if known > 0 {
            print(&format!("score {score:.5} of {known}\n"))?;
        }
    } else {
        let rows: Vec<serde_json::Value> = rows.iter().map(json_row).collect();
        print(&format!("{:#}\n", json!({ "search": info.name, "instances": rows, "score": score, "of": known })))?;
    }
    if rows.iter().any(|row| row.outcome.assignment.is_none()) { Err(Fault::Failed) } else { Ok(()) }
}

fn line(row: &Row) -> String {
    let shown = |number: Option<i128>| number.map_or("-".to_owned(), |number| number.to_string());
    let ratio = row.ratio().map_or("-".to_owned(), |ratio| format!("{ratio:.5}"));
    let mut text = format!(
        "{:10} {:>6} {:>6} {:>20} {:>20} {:>20} {ratio:>8} {:>8.1}  {}\n",
        row.name,
        row.nodes,
        row.edges,
        shown(row.outcome.cost),
        row.outcome.bound,
        shown(row.best_known),
        row.seconds,
        row.outcome.stop
    );
    if let Some(why) = &row.why {
        text += &format!("           {why}\n");
    }
    text
}

fn json_row(row: &Row) -> serde_json::Value {
    // Costs can pass 2^63 in a reference: numbers where they fit, else text.
    let number = |number: i128| i64::try_from(number).map_or_else(|_| json!(number.to_string()), |number| json!(number));
    json!({
        "instance": row.name, "nodes": row.nodes, "edges": row.edges,
        "found": row.outcome.cost.map(number), "bound": number(row.outcome.bound), "best_known": row.best_known.map(number),
        "ratio": row.ratio(), "seconds": row.seconds, "evaluations": row.outcome.evaluations, "stop": row.outcome.stop.to_string(), "why": row.why,
    })
}

/// Files as they are named, folders as the instances in them, by name.
fn instances(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Fault> {
    let mut found = Vec::new();
    for path in paths {
        if !path.is_dir() {
            found.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|error| Fault::input(format!("{}: {error}", path.display())))?;
        let is_instance = |path: &PathBuf| path.to_string_lossy().ends_with(".json") || path.to_string_lossy().ends_with(".json.gz");
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_instance).collect();
        if inside.is_empty() {
            return Err(Fault::input(format!("{} has no .json or .json.gz file", path.display())));
        }
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}
