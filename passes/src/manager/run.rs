//! Running a pipeline on a module, trusting no pass.
//!
//! Invariants: after each pass the module is verified (unless switched off) and, where checks are on (debug
//! builds by default), what the pass said about having changed it is compared with its text; the first
//! failure stops the run and says which pass it was.

use super::analyses::Analyses;
use super::observe::{Observer, StepReport};
use super::pass::{Changed, PassCtx};
use super::pipeline::{Pipeline, Step};
use super::reproduce::write_reproducer;
use crate::provenance::Provenance;
use shardwright_ir::machine::Machine;
use shardwright_ir::text::print_module;
use shardwright_ir::verify::verify;
use shardwright_ir::{Diagnostic, Diagnostics, Module, Registry};
use std::path::PathBuf;
use std::time::Instant;

/// How a pipeline is run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Verify the module after each pass.
    pub verify_each: bool,
    /// Compare the passes' word on having changed the module with the module's text.
    pub check_changed: bool,
    /// Stop after so many passes.
    pub bisect_limit: Option<usize>,
    /// Where to write a reproducer when a pass fails.
    pub reproducer: Option<PathBuf>,
    /// The machine for passes that price and are given none by option.
    pub machine: Option<Machine>,
}

impl Default for RunOptions {
    fn default() -> RunOptions {
        RunOptions { verify_each: true, check_changed: cfg!(debug_assertions), bisect_limit: None, reproducer: None, machine: None }
    }
}

/// What a run did.
#[derive(Clone, Debug, Default)]
pub struct RunReport {
    /// One entry a pass that ran, in order.
    pub steps: Vec<StepReport>,
    /// Warnings and remarks of the passes.
    pub diagnostics: Vec<Diagnostic>,
    /// Why things are as they are.
    pub provenance: Provenance,
}

/// Runs a pipeline.
///
/// # Errors
/// What stopped it, with a note that names the pass.
pub fn run_pipeline(
    pipeline: &Pipeline,
    module: &mut Module,
    registry: &Registry,
    options: &RunOptions,
    observers: &mut [&mut dyn Observer],
) -> Result<RunReport, Diagnostics> {
    resume_pipeline(pipeline, module, registry, options, observers, Provenance::default())
}

/// As [`run_pipeline`] on a module of which earlier passes have told something.
///
/// # Errors
/// As [`run_pipeline`].
pub fn resume_pipeline(
    pipeline: &Pipeline,
    module: &mut Module,
    registry: &Registry,
    options: &RunOptions,
    observers: &mut [&mut dyn Observer],
    provenance: Provenance,
) -> Result<RunReport, Diagnostics> {
    let mut report = RunReport { provenance, ..RunReport::default() };
    let mut analyses = Analyses::default();
    for (index, step) in pipeline.steps().iter().enumerate().take(options.bisect_limit.unwrap_or(usize::MAX)) {
        for observer in observers.iter_mut() {
            observer.before(index, step, module);
        }
        let before = options.reproducer.as_ref().map(|_| module.clone());
        match run_step(index, step, module, registry, options, &mut analyses, &mut report) {
            Ok(done) => {
                for observer in observers.iter_mut() {
                    observer.after(&done, module);
                }
                report.steps.push(done);
            }
            Err(mut fault) => {
                let mut notes = vec![format!("while running pass {index}, `{step}`")];
                if let (Some(path), Some(before)) = (&options.reproducer, &before) {
                    notes.push(match write_reproducer(path, step, before) {
                        Ok(()) => format!("the module before it, with a RUN line, is in {}", path.display()),
                        Err(error) => format!("no reproducer could be written to {}: {error}", path.display()),
                    });
                }
                if let Some(last) = fault.0.last_mut() {
                    last.notes.extend(notes);
                }
                fault.0.splice(0..0, report.diagnostics);
                return Err(fault);
            }
        }
    }
    Ok(report)
}

fn run_step(
    index: usize,
    step: &Step,
    module: &mut Module,
    registry: &Registry,
    options: &RunOptions,
    analyses: &mut Analyses,
    told: &mut RunReport,
) -> Result<StepReport, Diagnostics> {
    let pass = step.build().map_err(Diagnostic::error)?;
    let text_before = options.check_changed.then(|| print_module(module));
    let mut ctx = PassCtx::new(registry);
    ctx.machine = options.machine.clone();
    ctx.analyses = std::mem::take(analyses);
    ctx.provenance = std::mem::take(&mut told.provenance);
    let start = Instant::now();
    let outcome = pass.run(module, &mut ctx);
    let time = start.elapsed();
    told.diagnostics.append(&mut ctx.diagnostics);
    told.provenance = ctx.provenance;
    *analyses = ctx.analyses;
    let changed = outcome?;
    if options.verify_each {
        verify(module).map_err(|mut faults| {
            faults.0.insert(0, Diagnostic::error(format!("pass `{}` left an illegal module", step.info.name)));
            faults
        })?;
    }
    if changed == Changed::No && text_before.is_some_and(|before| before != print_module(module)) {
        return Err(Diagnostic::error(format!("pass `{}` changed the module and said that it did not", step.info.name)).into());
    }
    if changed == Changed::Yes {
        analyses.invalidate(module).map_err(|name| {
            Diagnostic::error(format!("pass `{}` declared {name} preserved, but it changed", step.info.name))
        })?;
    }
    let statistics = ctx.statistics;
    Ok(StepReport { index, step: step.to_string(), pass: step.info.name, changed, time, statistics })
}

#[cfg(test)]
mod tests {
    use super::super::observe::{PrintAfter, timing_table};
    use super::super::pass::{Pass, PassInfo};
    use super::super::registry::PassRegistry;
    use super::*;
    use shardwright_ir::text::parse_module;

    const TEXT: &str = "func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = stablehlo.add %arg0, %arg0 : tensor<4xf32>\n  return %0 : tensor<4xf32>\n}\n";

    /// Renames the module, and says whether it did so.
    struct Rename(Changed);
    impl Pass for Rename {
        fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
            module.name = Some("renamed".into());
            ctx.count("modules renamed", 1);
            Ok(self.0)
        }
    }
    /// Leaves a function without a return.
    struct Behead;
    impl Pass for Behead {
        fn run(&self, module: &mut Module, _: &mut PassCtx) -> Result<Changed, Diagnostics> {
            for func in module.funcs.values_mut() {
                let body = func.body();
                func.set_region_ops(body, Vec::new());
            }
            Ok(Changed::Yes)
        }
    }
    static HONEST: PassInfo = PassInfo { name: "honest", summary: "", options: &[], build: |_| Ok(Box::new(Rename(Changed::Yes))) };
    static LIAR: PassInfo = PassInfo { name: "liar", summary: "", options: &[], build: |_| Ok(Box::new(Rename(Changed::No))) };
    static BEHEAD: PassInfo = PassInfo { name: "behead", summary: "", options: &[], build: |_| Ok(Box::new(Behead)) };

    fn run(text: &str, options: &RunOptions, observers: &mut [&mut dyn Observer]) -> Result<(Module, RunReport), Diagnostics> {
        let mut passes = PassRegistry::new();
        [&HONEST, &LIAR, &BEHEAD].into_iter().for_each(|info| passes.add(info));
        let ops = shardwright_dialects::registry();
        let mut module = parse_module(TEXT, &ops).unwrap();
        let report = run_pipeline(&Pipeline::parse(text, &passes).unwrap(), &mut module, &ops, options, observers)?;
        Ok((module, report))
    }

    #[test]
    fn a_pass_that_hides_a_change_is_found() {
        let options = RunOptions { check_changed: true, ..RunOptions::default() };
        let fault = run("liar", &options, &mut []).unwrap_err().to_string();
        assert!(fault.contains("pass `liar` changed the module and said that it did not"), "{fault}");
        assert!(fault.contains("while running pass 0, `liar`"), "{fault}");
        run("honest,liar", &options, &mut []).expect("the second changes nothing");
    }

    #[test]
    fn an_illegal_module_names_the_pass_and_leaves_a_reproducer() {
        let folder = std::env::temp_dir().join(format!("shardwright-reproducer-{}", std::process::id()));
        let options = RunOptions { reproducer: Some(folder.clone()), ..RunOptions::default() };
        let fault = run("honest,behead", &options, &mut []).unwrap_err().to_string();
        assert!(fault.contains("pass `behead` left an illegal module"), "{fault}");
        let reproducer = std::fs::read_to_string(&folder).unwrap();
        std::fs::remove_file(&folder).unwrap();
        assert!(reproducer.starts_with("// RUN: opt -p 'behead'\n"), "{reproducer}");
        let before = parse_module(&reproducer, &shardwright_dialects::registry()).expect("a reproducer reads back");
        assert_eq!(before.name, Some("renamed".into()), "it is the module after the passes that worked");
    }

    #[test]
    fn a_run_can_stop_early_and_tells_what_it_did() {
        let mut dump = String::new();
        let mut print = PrintAfter { passes: None, only_changed: false, sink: |text: &str| dump.push_str(text) };
        let options = RunOptions { bisect_limit: Some(1), ..RunOptions::default() };
        let (_, report) = run("honest,behead", &options, &mut [&mut print]).unwrap();
        assert_eq!(report.steps.len(), 1);
        assert_eq!(report.steps[0].statistics["modules renamed"], 1);
        assert!(timing_table(&report.steps).contains("honest"));
        assert!(dump.starts_with("// ----- after 0: honest -----\nmodule @renamed"), "{dump}");
    }
}
