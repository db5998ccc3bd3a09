//! Watching a pipeline run: what each pass did, how long it took, what the module looked like.
//!
//! Invariants: an observer sees every pass that ran, in order, and cannot change the module.

use super::pass::Changed;
use super::pipeline::Step;
use indexmap::IndexMap;
use shardwright_ir::Module;
use shardwright_ir::text::print_module;
use std::fmt::Write;
use std::time::Duration;

/// What is called around passes.
pub trait Observer {
    /// Before a pass runs; `index` counts from 0.
    fn before(&mut self, index: usize, step: &Step, module: &Module) {
        let _ = (index, step, module);
    }
    /// After a pass ran without error.
    fn after(&mut self, report: &StepReport, module: &Module) {
        let _ = (report, module);
    }
}

/// What one pass did.
#[derive(Clone, PartialEq, Debug)]
pub struct StepReport {
    /// Position in the pipeline, from 0.
    pub index: usize,
    /// The pass with its options, as text.
    pub step: String,
    /// Name of the pass.
    pub pass: &'static str,
    /// Whether it changed the module.
    pub changed: Changed,
    /// Wall time of the pass alone, checks not counted.
    pub time: Duration,
    /// What it counted.
    pub statistics: IndexMap<&'static str, i64>,
}

/// Writes the module after passes.
pub struct PrintAfter<W: FnMut(&str)> {
    /// Which passes; `None` is all.
    pub passes: Option<Vec<String>>,
    /// Whether passes that changed nothing are left out.
    pub only_changed: bool,
    /// Where the text goes.
    pub sink: W,
}

impl<W: FnMut(&str)> Observer for PrintAfter<W> {
    fn after(&mut self, report: &StepReport, module: &Module) {
        let wanted = self.passes.as_ref().is_none_or(|passes| passes.iter().any(|name| name == report.pass));
        if wanted && !(self.only_changed && report.changed == Changed::No) {
            let unchanged = if report.changed == Changed::No { " (no change)" } else { "" };
            (self.sink)(&format!("// ----- after {}: {}{unchanged} -----\n{}", report.index, report.step, print_module(module)));
        }
    }
}

/// A table of the passes' times, longest text last column.
pub fn timing_table(reports: &[StepReport]) -> String {
    let total: Duration = reports.iter().map(|report| report.time).sum();
    let mut table = String::from("  milliseconds  share  pass\n");
    for report in reports {
        let share = 100.0 * report.time.as_secs_f64() / total.as_secs_f64().max(f64::MIN_POSITIVE);
        let _ = writeln!(table, "{:>14.3} {share:>5.1}%  {}", report.time.as_secs_f64() * 1e3, report.step);
    }
    let _ = writeln!(table, "{:>14.3} 100.0%  all", total.as_secs_f64() * 1e3);
    table
}

/// A table of what the passes counted.
pub fn statistics_table(reports: &[StepReport]) -> String {
    let mut table = String::from("     count  pass: what\n");
    for report in reports {
        for (name, count) in &report.statistics {
            let _ = writeln!(table, "{count:>10}  {}: {name}", report.pass);
        }
    }
    table
}
