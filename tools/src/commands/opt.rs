//! `opt`: passes by hand, text in, text out.

use super::print;
use crate::args::OptArgs;
use crate::fault::Fault;
use shardwright_compiler::files::read_text;
use shardwright_compiler::render::{SourceText, Style, render_all};
use shardwright_ir::text::{parse_module, print_module};
use shardwright_ir::verify::verify;
use shardwright_ir::{Diagnostics, Registry};
use shardwright_passes::manager::observe::{PrintAfter, statistics_table, timing_table};
use shardwright_passes::manager::{Observer, PassRegistry, Pipeline, RunOptions, run_pipeline};
use std::io::Read;
use std::path::Path;

/// Runs the command.
pub fn opt(args: &OptArgs, ops: &Registry, passes: &PassRegistry, style: Style) -> Result<(), Fault> {
    let pipeline = Pipeline::parse(&args.pipeline, passes).map_err(Fault::Usage)?;
    if let Some(name) = args.print_after.iter().find(|name| passes.get(name).is_none()) {
        let hint = shardwright_ir::nearest::did_you_mean(name, passes.passes().map(|pass| pass.name));
        return Err(Fault::Usage(format!("unknown pass `{name}`{hint}")));
    }
    let source = read_source(&args.file)?;
    let located = |faults: Diagnostics| Fault::Input(faults, Some(source.clone()));
    let mut module = parse_module(&source.text, ops).map_err(located)?;
    verify(&module).map_err(located)?;
    let wanted = (!args.print_after_all && !args.print_after_change).then(|| args.print_after.clone());
    let mut dump = PrintAfter { passes: wanted, only_changed: args.print_after_change, sink: |text: &str| eprintln!("{text}") };
    let options = RunOptions {
        verify_each: !args.no_verify,
        bisect_limit: args.bisect_limit,
        reproducer: args.reproducer.clone(),
        ..RunOptions::default()
    };
    let observers: &mut [&mut dyn Observer] = &mut [&mut dump];
    let report = run_pipeline(&pipeline, &mut module, ops, &options, observers).map_err(located)?;
    eprint!("{}", render_all(&Diagnostics(report.diagnostics), Some(&source), style));
    if args.timing {
        eprint!("{}", timing_table(&report.steps));
    }
    if args.statistics {
        eprint!("{}", statistics_table(&report.steps));
    }
    let text = print_module(&module);
    match &args.output {
        Some(path) => std::fs::write(path, text).map_err(|error| Fault::input(format!("{}: {error}", path.display()))),
        None => print(&text),
    }
}

fn read_source(path: &Path) -> Result<SourceText, Fault> {
    if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map_err(|error| Fault::input(format!("standard input: {error}")))?;
        return Ok(SourceText { name: "<stdin>".to_owned(), text });
    }
    let text = read_text(path)?;
    Ok(SourceText { name: path.display().to_string(), text })
}
