//! `spaces`: fully explored search spaces; lists them, builds them, and scores searches on them.

use super::{print, search_named};
use crate::args::{ScoreFormat, SpacesArgs, SpacesBuildArgs, SpacesCommand, SpacesListArgs, SpacesScoreArgs};
use crate::fault::Fault;
use serde_json::json;
use shardwright_compiler::explain::show::{bytes, seconds};
use shardwright_compiler::spaces::build::{build as build_space, recipes};
use shardwright_compiler::spaces::correlation::{kendall, spearman};
use shardwright_compiler::spaces::file::{read, write};
use shardwright_compiler::spaces::score::{Given, Score, Summary, given, run};
use shardwright_compiler::spaces::{Held, Space};
use shardwright_ir::Registry;
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::search::{Budget, SEARCHES, SearchInfo};
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn spaces(args: &SpacesArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    match &args.command {
        SpacesCommand::List(args) => list(args),
        SpacesCommand::Build(args) => build(args, ops, passes),
        SpacesCommand::Score(args) => score(args),
    }
}

/// A line a space.
fn list(args: &SpacesListArgs) -> Result<(), Fault> {
    let head = ["space", "nodes", "pairs", "assignments", "optimum", "times", "mean", "memory", "limit", "front", "compiled", "rho", "tau", "rho best"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for path in files(&args.dir, &args.filter)? {
        let space = read(&path)?;
        let limit = space.problem.limit();
        let optimum = space.table.optimum(limit);
        let valid: Vec<usize> = (0..space.table.len()).filter(|&index| space.table.is_valid(index, limit)).collect();
        let mean = valid.iter().map(|&index| space.table.time[index] as f64).sum::<f64>() / valid.len().max(1) as f64;
        let (rho, tau, best) = correlations(&space);
        let shown = |found: Option<f64>| found.map_or("-".to_owned(), |found| format!("{found:.3}"));
        let count = |what: &str| what.to_owned();
        rows.push(vec![
            space.name.clone(),
            count(&space.problem.nodes().len().to_string()),
            count(&space.problem.edges().len().to_string()),
            count(&space.table.len().to_string()),
            optimum.map_or("-".to_owned(), |optimum| seconds(optimum.time as f64 / 1e12)),
            optimum.map_or("-".to_owned(), |optimum| optimum.count.to_string()),
            optimum.map_or("-".to_owned(), |optimum| format!("{:.2}x", mean / optimum.time.max(1) as f64)),
            match space.held {
                Held::Values => "values",
                Held::Arguments => "arguments",
            }
            .to_owned(),
            limit.map_or("-".to_owned(), bytes),
            space.table.pareto().len().to_string(),
            space.simulated.index.len().to_string(),
            shown(rho),
            shown(tau),
            shown(best),
        ]);
    }
    print(&columns(&rows, 1))
}

/// How well the problem's times rank the compiled programs: Spearman's rho and Kendall's tau of all, and rho of the half that takes least.
fn correlations(space: &Space) -> (Option<f64>, Option<f64>, Option<f64>) {
    let mut pairs: Vec<(i64, i64)> = space.simulated.index.iter().zip(&space.simulated.time).map(|(&index, &time)| (space.table.time[index as usize], time)).collect();
    pairs.sort_unstable();
    let (priced, compiled): (Vec<i64>, Vec<i64>) = pairs.into_iter().unzip();
    let half = priced.len() / 2;
    (spearman(&priced, &compiled), kendall(&priced, &compiled), spearman(&priced[..half], &compiled[..half]))
}

/// Builds what the list says.
fn build(args: &SpacesBuildArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let folder = args.list.parent().unwrap_or(Path::new("."));
    let output = args.output.as_deref().unwrap_or(folder);
    std::fs::create_dir_all(output).map_err(|error| Fault::input(format!("{}: {error}", output.display())))?;
    let wanted = recipes(&args.list)?.into_iter().filter(|recipe| recipe.name.contains(&args.filter));
    let mut count = 0;
    for recipe in wanted {
        let space = build_space(&recipe, folder, ops, passes)?;
        let path = output.join(format!("{}.npz", recipe.name));
        write(&path, &space)?;
        let size = std::fs::metadata(&path).map_or(0, |data| data.len());
        print(&format!("{}: {} assignments of {} nodes, {} compiled, {size} bytes\n", path.display(), space.table.len(), space.problem.nodes().len(), space.simulated.index.len()))?;
        count += 1;
    }
    if count == 0 { Err(Fault::input(format!("{} has no space whose name contains `{}`", args.list.display(), args.filter))) } else { Ok(()) }
}

/// Scores searches, or what others found.
fn score(args: &SpacesScoreArgs) -> Result<(), Fault> {
    let mut spaces = Vec::new();
    for path in files(&args.dir, &args.filter)? {
        spaces.push(read(&path)?);
    }
    let mut scores: Vec<Score> = Vec::new();
    if let Some(path) = &args.assignments {
        let text = std::fs::read_to_string(path).map_err(|error| Fault::input(format!("{}: {error}", path.display())))?;
        let found: Vec<Given> = shardwright_ir::json::read(&text, "a file of assignments").map_err(|fault| Fault::input(format!("{}: {fault}", path.display())))?;
        for one in &found {
            let space = spaces.iter().find(|space| space.name == one.space);
            let space = space.ok_or_else(|| Fault::input(format!("{}: no space is named `{}`", path.display(), one.space)))?;
            scores.push(given(space, one));
        }
        scores.sort_by(|one, other| one.search.cmp(&other.search));
    } else {
        let searches: Vec<&SearchInfo> = if args.search == "all" { SEARCHES.to_vec() } else { vec![search_named(&args.search)?] };
        let budget = Budget { seconds: Some(args.seconds), seed: args.seed, evaluations: args.budget };
        for search in searches {
            scores.extend(spaces.iter().map(|space| run(space, search, &budget)));
        }
    }
    let mut names: Vec<&str> = scores.iter().map(|score| score.search.as_str()).collect();
    names.dedup();
    let summaries: Vec<(&str, Summary)> = names.into_iter().map(|name| (name, Summary::new(scores.iter().filter(|score| score.search == name)))).collect();
    print(&match args.format {
        ScoreFormat::Text => text(&scores, &summaries),
        ScoreFormat::Csv => csv(&scores),
        ScoreFormat::Json => format!("{:#}\n", json(&scores, &summaries)),
    })
}

fn text(scores: &[Score], summaries: &[(&str, Summary)]) -> String {
    let shown = |number: Option<i64>| number.map_or("-".to_owned(), |time| seconds(time as f64 / 1e12));
    let percent = |share: Option<f64>| share.map_or("-".to_owned(), |share| format!("{:.2}", 100.0 * share));
    let head = ["search", "space", "assignments", "optimum", "found", "regret %", "better %", "compiled +%", "evaluations", "ms", "proven", "stop"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    rows.extend(scores.iter().map(|score| {
        vec![
            score.search.clone(),
            score.space.clone(),
            score.assignments.to_string(),
            shown(score.optimum),
            shown(score.found),
            percent(score.regret()),
            score.rank.map_or("-".to_owned(), |rank| format!("{:.4}", 100.0 * rank.quantile())),
            percent(score.simulated),
            score.evaluations.map_or("-".to_owned(), |count| count.to_string()),
            score.seconds.map_or("-".to_owned(), |seconds| format!("{:.1}", 1e3 * seconds)),
            if score.proven { "yes" } else { "no" }.to_owned(),
            score.stop.clone(),
        ]
    }));
    let head = ["search", "spaces", "found", "optimal", "proven", "mean regret %", "mean better %", "evaluations", "ms"];
    let mut sums = vec![head.map(str::to_owned).to_vec()];
    sums.extend(summaries.iter().map(|(name, sum)| {
        // Nothing found has no regret to tell.
        let mean = |text: String| if sum.found == 0 { "-".to_owned() } else { text };
        vec![
            (*name).to_owned(),
            sum.spaces.to_string(),
            sum.found.to_string(),
            sum.optimal.to_string(),
            sum.proven.to_string(),
            mean(format!("{:.2}", 100.0 * sum.regret)),
            mean(format!("{:.4}", 100.0 * sum.quantile)),
            sum.evaluations.to_string(),
            format!("{:.1}", 1e3 * sum.seconds),
        ]
    }));
    columns(&rows, 2) + "\n" + &columns(&sums, 1)
}

fn csv(scores: &[Score]) -> String {
    let number = |number: Option<String>| number.unwrap_or_default();
    let mut text = "search,space,assignments,optimum_ps,found_ps,regret,quantile,compiled_regret,evaluations,seconds,proven,stop\n".to_owned();
    for score in scores {
        let fields = [
            quoted(&score.search),
            quoted(&score.space),
            score.assignments.to_string(),
            number(score.optimum.map(|time| time.to_string())),
            number(score.found.map(|time| time.to_string())),
            number(score.regret().map(|share| share.to_string())),
            number(score.rank.map(|rank| rank.quantile().to_string())),
            number(score.simulated.map(|share| share.to_string())),
            number(score.evaluations.map(|count| count.to_string())),
            number(score.seconds.map(|seconds| seconds.to_string())),
            score.proven.to_string(),
            quoted(&score.stop),
        ];
        text += &(fields.join(",") + "\n");
    }
    text
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

fn json(scores: &[Score], summaries: &[(&str, Summary)]) -> serde_json::Value {
    let score = |score: &Score| {
        json!({
            "search": score.search, "space": score.space, "assignments": score.assignments, "optimum": score.optimum, "found": score.found,
            "regret": score.regret(), "better": score.rank.map(|rank| rank.better), "valid": score.rank.map(|rank| rank.valid),
            "quantile": score.rank.map(|rank| rank.quantile()), "compiled_regret": score.simulated, "evaluations": score.evaluations,
            "seconds": score.seconds, "proven": score.proven, "stop": score.stop,
        })
    };
    let summary = |(name, sum): &(&str, Summary)| {
        json!({
            "search": name, "spaces": sum.spaces, "found": sum.found, "optimal": sum.optimal, "proven": sum.proven, "mean_regret": sum.regret,
            "mean_quantile": sum.quantile, "evaluations": sum.evaluations, "seconds": sum.seconds,
        })
    };
    json!({ "scores": scores.iter().map(score).collect::<Vec<_>>(), "searches": summaries.iter().map(summary).collect::<Vec<_>>() })
}

/// Space files of a folder whose name contains a text, by name.
fn files(folder: &Path, filter: &str) -> Result<Vec<PathBuf>, Fault> {
    let entries = std::fs::read_dir(folder).map_err(|error| Fault::input(format!("{}: {error}", folder.display())))?;
    let is_space = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "npz") && path.file_stem().is_some_and(|name| name.to_string_lossy().contains(filter));
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_space).collect();
    if found.is_empty() {
        return Err(Fault::input(format!("{} has no .npz file whose name contains `{filter}`", folder.display())));
    }
    found.sort();
    Ok(found)
}

/// Rows in columns, the first `left` of them and the last to the left, the others to the right.
fn columns(rows: &[Vec<String>], left: usize) -> String {
    let last = rows.first().map_or(0, Vec::len).saturating_sub(1);
    let widths: Vec<usize> = (0..=last).map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().enumerate().map(|(column, cell)| if column < left { format!("{cell:width$}", width = widths[column]) } else { format!("{cell:>width$}", width = widths[column]) });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
