//! `explain`, `lint` and `diff`: what an output folder tells about its compile.

use super::print;
use crate::args::{DiffArgs, ExplainArgs, Format, LintArgs};
use crate::fault::Fault;
use serde::Serialize;
use shardwright_compiler::explain::{Explain, cost, diff, lint, memory, show};
use shardwright_compiler::report::Pricing;
use shardwright_ir::nearest::did_you_mean;
use shardwright_ir::{Registry, machine};
use shardwright_passes::cost::profile::Profile;
use std::fmt::Write;
use std::path::Path;

/// Runs `explain`.
pub fn explain(args: &ExplainArgs, ops: &Registry) -> Result<(), Fault> {
    if args.cost {
        return cost(args, ops);
    }
    if args.memory {
        let told = memory::tell(&args.dir, ops)?;
        return if args.format == Format::Json { json(&told) } else { print(&told.text(args.top)) };
    }
    let record = Explain::read(&args.dir)?;
    match (&args.value, args.collective) {
        (Some(name), _) => value(&record, name, args.format),
        (None, Some(index)) => collective(&record, index, args.format),
        (None, None) if args.format == Format::Json => print(&record.to_json()),
        (None, None) => print(&show::summary(&record)),
    }
}

fn cost(args: &ExplainArgs, ops: &Registry) -> Result<(), Fault> {
    let machine = match &args.machine {
        Some(name) => machine::find(name).map_err(Fault::input)?,
        None => cost::machine_of(&args.dir)?,
    };
    let profile = args.profile.as_deref().map(|file| Profile::read(file, ops)).transpose()?;
    let pricing = Pricing { machine: &machine, profile: profile.as_ref(), overlap: args.overlap.into() };
    let told = cost::tell(&args.dir, &pricing, ops)?;
    if args.format == Format::Json { json(&told) } else { print(&told.text(args.top)) }
}

fn value(record: &Explain, name: &str, format: Format) -> Result<(), Fault> {
    let found = show::find(record, name);
    if found.is_empty() {
        let hint = did_you_mean(name, record.values.iter().map(|value| value.name.as_str()));
        return Err(Fault::input(format!("no value is called `{name}`{hint}")));
    }
    if format == Format::Json {
        let all: Vec<_> = found.iter().map(|&(index, value)| serde_json::json!({ "value": value, "position": index, "ways": ways(record, index) })).collect();
        return json(&all);
    }
    let all: Vec<String> = found.iter().map(|&(index, _)| show::value(record, index)).collect();
    print(&all.join("\n"))
}

fn ways(record: &Explain, index: usize) -> Vec<Vec<String>> {
    record.values[index].axes.iter().map(|axis| show::way(record, index, axis.dim, &axis.axis)).collect()
}

fn collective(record: &Explain, index: usize, format: Format) -> Result<(), Fault> {
    // The model may be gone or changed since: its text is only shown where it is still there.
    let source = Path::new(&record.model).extension().is_some_and(|extension| extension == "mlir").then(|| std::fs::read_to_string(&record.model).ok()).flatten();
    let Some(text) = show::collective(record, index, source.as_deref()) else {
        return Err(Fault::input(format!("there is no collective {index}: the compile has {}, counted from 0", record.collectives.len())));
    };
    if format == Format::Json { json(&record.collectives[index]) } else { print(&text) }
}

/// Runs `lint`.
pub fn lint(args: &LintArgs) -> Result<(), Fault> {
    let findings = lint::lint(&Explain::read(&args.dir)?);
    if args.format == Format::Json {
        return json(&findings);
    }
    let mut text = String::new();
    for finding in &findings {
        let time = finding.seconds.map_or_else(String::new, |time| format!(", {}", show::seconds(time)));
        let first = finding.collectives.first().copied().unwrap_or(0);
        let _ = writeln!(text, "{}: {} sent by each device{time} (#{first}): {}", finding.rule, show::bytes(finding.wire_bytes), finding.message);
        if let Some(advice) = &finding.advice {
            let _ = writeln!(text, "  avoid it: {advice}");
        }
    }
    if findings.is_empty() {
        text.push_str("no surprises: data moves only where sums over sharded dimensions or the annotations ask for it\n");
    }
    print(&text)
}

/// Runs `diff`.
pub fn diff(args: &DiffArgs) -> Result<(), Fault> {
    let found = diff::diff(&args.before, &args.after)?;
    if args.format == Format::Json { json(&found) } else { print(&found.text(args.all)) }
}

fn json(value: &impl Serialize) -> Result<(), Fault> {
    let mut text = serde_json::to_string_pretty(value).map_err(|error| Fault::input(error.to_string()))?;
    text.push('\n');
    print(&text)
}
