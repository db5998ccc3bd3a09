//! The best plans compiled: what their programs take, by the prices and the memory that `compile` reports.
//!
//! Tables add up layers that were priced alone; a program has kernels that span layers, collectives that wait for one another, and buffers that live as long as they do. So the best few are made
//! into programs, and the order among them is that of the programs. Invariants: the plan that comes first is one that `compile --plan` takes, where any that was tried is; its program fits the
//! memory; plans that no program can have (their ranks differ) keep what the tables say and come after.

use super::apply::applied;
use super::choose::{Chosen, Tried};
use super::describe::plan_of;
use super::tables::Tables;
use super::Question;
use crate::driver::{CompileFault, CompileOptions, compile_read, read_annotated};
use crate::explain::show::bytes;
use shardwright_ir::{Diagnostic, Registry};
use shardwright_passes::manager::PassRegistry;

/// So many plans are compiled that fit.
const COMPILED: usize = 4;
/// So many are compiled at the most, where programs need more memory than the tables say.
const MOST_COMPILED: usize = 12;

/// What the program of a plan takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lowered {
    /// Seconds of a step.
    pub step: f64,
    /// Share of the step that the busiest rank waits.
    pub bubble: f64,
    /// The most bytes that a device holds.
    pub peak: i64,
}

/// Compiles the best, and puts them in the order of what their programs take.
///
/// # Errors
/// That all programs that were made need more memory than there is.
pub fn lowered(question: &Question, tables: &mut Tables, chosen: Chosen, (ops, passes): (&Registry, &PassRegistry), told: &mut dyn FnMut(&str)) -> Result<Chosen, CompileFault> {
    let Chosen { mut tried, bound, priced } = chosen;
    let (mut fitting, mut made) = (0, 0);
    // By the tables the fastest first; where the programs of these do not fit, those that hold least.
    let alike = |tried: &Tried| tried.config.ranks.windows(2).all(|pair| pair[0] == pair[1]);
    let mut order: Vec<usize> = (0..tried.len()).filter(|&index| alike(&tried[index])).collect();
    for attempt in 0.. {
        if attempt == MOST_COMPILED - COMPILED && attempt < order.len() && fitting == 0 {
            order[attempt..].sort_by_key(|&index| tried[index].judged.peak());
        }
        let Some(&index) = order.get(attempt).filter(|_| fitting < COMPILED && attempt < MOST_COMPILED) else { break };
        told(&format!("compiling plan {} of the best", attempt + 1));
        let found = one(question, tables, &tried[index], ops, passes);
        made += usize::from(found.is_ok());
        fitting += usize::from(found.as_ref().is_ok_and(|found| found.peak <= question.memory));
        tried[index].lowered = Some(found);
    }
    if fitting == 0 && made > 0 {
        let least = tried.iter().filter_map(Tried::program).map(|program| program.peak).min().unwrap_or(0);
        let message = format!("the programs of the {made} most promising plans with stages need more than {} a device: the least needs {}", bytes(question.memory), bytes(least));
        return Err(Diagnostic::error(message).in_place("--memory").help("use more devices, fewer rows a step, or a machine with more memory").into());
    }
    let fits = |tried: &Tried| tried.program().is_some_and(|program| program.peak <= question.memory);
    tried.retain(|tried| tried.program().is_none() || fits(tried));
    // Stable: what was not compiled stays in the order of the tables.
    tried.sort_by(|a, b| match (a.program(), b.program()) {
        (Some(a), Some(b)) => a.step.total_cmp(&b.step),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    Ok(Chosen { tried, bound, priced })
}

/// What one plan's program takes, or why it has none.
fn one(question: &Question, tables: &mut Tables, tried: &Tried, ops: &Registry, passes: &PassRegistry) -> Result<Lowered, String> {
    let plan = plan_of(tables, tried, question.rows)?;
    let options = CompileOptions { machine: Some(question.machine.clone()), ..question.options.clone() };
    let compiled = || {
        let (model, options) = applied(question.model, &options, &plan)?;
        let (source, read) = read_annotated(&model, &options, ops)?;
        compile_read(&model.display().to_string(), source, read, &options, ops, passes, &mut [])
    };
    let report = compiled().map_err(|fault: CompileFault| fault.diagnostics.to_string())?.report;
    let step = report.step.unwrap_or(report.compute + report.communication);
    let bubble = if step > 0.0 { report.bubble.unwrap_or(0.0) / step } else { 0.0 };
    Ok(Lowered { step, bubble, peak: report.memory.peak })
}
