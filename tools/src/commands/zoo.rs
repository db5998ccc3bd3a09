//! `zoo`: strategies of the literature, each compiled on a model of its kind, proven, and compared with its published formula.
//!
//! A row of `zoo.json` is one system: the strategy file, the arguments of `compile` that it is compiled with, and what its paper says that
//! devices send and hold. Invariants: what is measured equals the formula exactly, or with a difference that the row itself gives as a
//! formula with its reason; a row that says nothing to compare is refused.

use super::compile::options;
use super::print;
use super::verify::{Comparison, compare_runs};
use crate::args::{Cli, Command, CompileArgs, ZooArgs};
use crate::fault::Fault;
use crate::filetest::case::split_words;
use clap::Parser;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use shardwright_compiler::{Compiled, compile, output};
use shardwright_compiler::annotate::glob_matches;
use shardwright_compiler::exec::Program;
use shardwright_compiler::generate::sizes;
use shardwright_compiler::render::Style;
use shardwright_compiler::zoo::formula::{Facts, evaluate};
use shardwright_ir::role::Role;
use shardwright_ir::{Func, Registry};
use shardwright_passes::manager::PassRegistry;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The strategies that come with the command.
static STRATEGIES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../testdata/strategies");

/// One system.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// What `zoo NAME` calls it.
    name: String,
    /// What it is, and where it was published.
    source: String,
    /// A spec of `generate`.
    model: String,
    /// Arguments of `compile` after the model; files are those beside the row.
    arguments: String,
    /// How far results may be off, where a system rounds what it sends.
    #[serde(default)]
    within: Option<Within>,
    /// What is measured, and what it shall be.
    expect: BTreeMap<String, Expected>,
}

/// How far results may be off.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Within {
    /// The largest relative error, as `verify` tells it.
    relative: f64,
    /// Why.
    because: String,
}

/// What something measured shall be.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// The published formula.
    formula: String,
    /// What comes on top of it here, as a formula.
    #[serde(default)]
    also: Option<String>,
    /// Why.
    #[serde(default)]
    because: Option<String>,
}

/// Runs the command.
pub fn zoo(args: &ZooArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let home = tempfile::tempdir().map_err(|error| Fault::input(format!("no temporary folder: {error}")))?;
    STRATEGIES.extract(home.path()).map_err(|error| Fault::input(format!("{}: {error}", home.path().display())))?;
    let dir = args.dir.as_deref().unwrap_or(home.path());
    let rows = rows(&dir.join("zoo.json"))?;
    let wanted: Vec<&Row> = rows.iter().filter(|row| args.names.is_empty() || args.names.iter().any(|glob| glob_matches(glob, &row.name))).collect();
    if let Some(glob) = args.names.iter().find(|glob| !rows.iter().any(|row| glob_matches(glob, &row.name))) {
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        return Err(Fault::Usage(format!("nothing in the zoo is called `{glob}`; there are {}", names.join(", "))));
    }
    if args.list {
        let width = wanted.iter().map(|row| row.name.len()).max().unwrap_or(0);
        return print(&wanted.iter().map(|row| format!("{:width$}  {}\n", row.name, row.source)).collect::<String>());
    }
    let engine = super::run::engine(&args.engine)?;
    let mut failed = false;
    for row in wanted {
        let (text, passed) = match show(row, dir, &engine, ops, passes) {
            Ok(outcome) => outcome,
            Err(why) => (format!("{}: failed\n  {why}\n", row.name), false),
        };
        failed |= !passed;
        print(&text)?;
    }
    if failed { Err(Fault::Failed) } else { Ok(()) }
}

fn rows(path: &Path) -> Result<Vec<Row>, Fault> {
    let fault = |why: String| Fault::input(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| fault(error.to_string()))?;
    let rows: Vec<Row> = serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
    if rows.is_empty() {
        return Err(fault("it has no rows: there is nothing to prove".to_owned()));
    }
    match rows.iter().find(|row| row.expect.is_empty()) {
        Some(row) => Err(fault(format!("`{}` expects nothing: a strategy without a formula proves nothing", row.name))),
        None => Ok(rows),
    }
}

/// Compiles, proves and compares one system: a line, and one for each figure.
fn show(row: &Row, dir: &Path, engine: &shardwright_compiler::exec::Engine, ops: &Registry, passes: &PassRegistry) -> Result<(String, bool), String> {
    let out = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let args = arguments(row, dir, &out.path().join("out"))?;
    let plain = |fault: Fault| fault.render(Style::Plain);
    let compiled = compile(&args.model, &options(&args, ops).map_err(plain)?, ops, passes, &mut []).map_err(|fault| plain(fault.into()))?;
    output::write(&compiled, &args.output, output::Emit::default())?;
    let facts = facts(row, &compiled)?;
    let mut passed = true;
    let mut figures = String::new();
    for (what, expected) in &row.expect {
        let found = facts.get(what).copied().ok_or_else(|| format!("`{what}` is not measured; there are {}", names(&facts)))?;
        let published = evaluate(&expected.formula, &facts)?;
        let also = expected.also.as_deref().map_or(Ok(0.0), |formula| evaluate(formula, &facts))?;
        // Bytes are whole numbers: half of one is rounding.
        let equal = (found - published - also).abs() < 0.5;
        passed &= equal;
        let _ = write!(figures, "  {what} {found} = {}", expected.formula);
        if let Some(also) = &expected.also {
            let _ = write!(figures, " + {also} ({})", expected.because.as_deref().unwrap_or("no reason given"));
        }
        let _ = writeln!(figures, "{}", if equal { String::new() } else { format!(": failed, that is {published} + {also}") });
    }
    let program = Program::open(&args.output, ops)?;
    let inputs = program.bind(&Default::default())?;
    let Comparison { text, passed: equal } = compare_runs(&program, engine, inputs, 0, row.within.as_ref().map(|within| within.relative)).map_err(plain)?;
    let report = &compiled.report;
    let collectives: Vec<String> = report.traffic.totals.iter().map(|(kind, total)| format!("{kind} {}", total.count)).collect();
    let step = report.step.map_or("-".to_owned(), shardwright_compiler::explain::show::seconds);
    let mut line = format!("{}: {}; {}; step {step}", row.name, row.source, if collectives.is_empty() { "no collectives".to_owned() } else { collectives.join(", ") });
    let _ = writeln!(line, "; {}", if passed && equal { "ok" } else { "failed" });
    line.push_str(&figures);
    if let Some(within) = &row.within {
        let _ = writeln!(line, "  results within {} ({})", within.relative, within.because);
    }
    if !equal {
        // What is right needs no line.
        text.lines().filter(|shown| !shown.ends_with(" ok")).for_each(|shown| _ = writeln!(line, "  {}", shown.trim()));
    }
    Ok((line, passed && equal))
}

/// The arguments of `compile` that a row means.
fn arguments(row: &Row, dir: &Path, out: &Path) -> Result<CompileArgs, String> {
    let mut words = vec!["shardwright".to_owned(), "compile".to_owned(), row.model.clone(), "-o".to_owned(), out.display().to_string()];
    for word in split_words(&row.arguments)? {
        let file = dir.join(&word);
        words.push(if word.ends_with(".tactics") && file.exists() { file.display().to_string() } else { word });
    }
    match Cli::try_parse_from(words).map_err(|error| error.to_string())?.command {
        Command::Compile(args) => Ok(*args),
        _ => Err("not arguments of `compile`".to_owned()),
    }
}

/// Sizes of the model and the mesh, what the global program has, and what was measured.
fn facts(row: &Row, compiled: &Compiled) -> Result<Facts, String> {
    let sizes = sizes(&row.model)?;
    let mut facts = Facts::new();
    facts.extend(sizes.all().map(|(name, size)| (name.to_owned(), size as f64)));
    facts.insert("element".to_owned(), sizes.element().byte_size() as f64);
    facts.extend(compiled.manifest.mesh.iter().map(|(name, size)| (name.clone(), *size as f64)));
    if let Some(main) = compiled.source.main() {
        for role in Role::ALL {
            facts.insert(format!("{role}.bytes"), bytes_of(main, role));
        }
    }
    let report = &compiled.report;
    let mut wire = 0.0;
    for kind in ["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute"] {
        let total = report.traffic.totals.get(kind);
        let sent = total.map_or(0.0, |total| total.wire_bytes as f64);
        wire += sent;
        facts.insert(format!("wire.{kind}"), sent);
        facts.insert(format!("count.{kind}"), total.map_or(0.0, |total| total.count as f64));
    }
    facts.insert("wire".to_owned(), wire);
    facts.insert("memory.arguments".to_owned(), report.memory.arguments as f64);
    facts.insert("memory.outputs".to_owned(), report.memory.outputs as f64);
    facts.insert("memory.peak".to_owned(), report.memory.peak as f64);
    Ok(facts)
}

/// Bytes of all arguments of a role.
fn bytes_of(func: &Func, role: Role) -> f64 {
    let of_role = func.args().iter().zip(&func.arg_attrs).filter(|(_, attrs)| Role::of(attrs) == Some(role));
    of_role.filter_map(|(&arg, _)| func.ty(arg).as_tensor()).map(|ty| ty.byte_size() as f64).sum()
}

fn names(facts: &Facts) -> String {
    facts.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
}
