//! The best plans compiled: what their programs take, by the prices and the memory that `compile` reports.
//!
//! Tables add up layers that were priced alone; a program has kernels that span layers, collectives that wait for one another, and buffers that live as long as they do. So the best few are made
//! into programs, of each number of ranks and stage of ZeRO one at least, and the order among them is that of the programs. Invariants: the plan that comes first is one that `compile --plan` takes, where any that was tried is; its program fits the
//! memory; plans that no program can have (their ranks differ) keep what the tables say and come after.

use super::choose::{Chosen, Tried, choose};
use super::describe::plan_of;
use super::tables::Tables;
use super::Question;
use crate::driver::{CompileFault, CompileOptions, compile as compile_model};
use crate::explain::show::bytes;
use crate::plan::Plan;
use shardwright_ir::{Diagnostic, Registry};
use shardwright_passes::manager::PassRegistry;

/// So many plans are compiled that fit.
const COMPILED: usize = 6;
/// After so many whose programs do not fit, others are chosen, for less memory.
const MISSED: usize = 2;
/// How often that is done.
const ROUNDS: usize = 4;
/// So many plans that no program can have are tried.
const FAILED: usize = 12;

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

/// The best plan with stages for a question, by its program. Where no plan fits by the tables, plans are compiled that the tables put above the memory: programs may hold less.
///
/// # Errors
/// As [`super::plan`] and [`lowered`].
pub fn plan(question: &Question, (ops, passes): (&Registry, &PassRegistry), told: &mut dyn FnMut(&str)) -> Result<(Tables, Chosen), CompileFault> {
    super::learns(question)?;
    let mut tables = Tables::new(question, ops)?;
    let mut chosen = choose(question, &mut tables, told);
    for times in [2, 4] {
        if chosen.is_err() {
            let more = Question { memory: question.memory.saturating_mul(times), ..question.clone() };
            chosen = choose(&more, &mut tables, told).or(chosen);
        }
    }
    let found = lowered(question, &mut tables, chosen?, (ops, passes), told)?;
    Ok((tables, found))
}

/// Compiles the best, and puts them in the order of what their programs take. Where the programs hold more than the tables say, plans are chosen for as much less memory.
///
/// # Errors
/// That all programs that were made need more memory than there is.
pub fn lowered(question: &Question, tables: &mut Tables, chosen: Chosen, (ops, passes): (&Registry, &PassRegistry), told: &mut dyn FnMut(&str)) -> Result<Chosen, CompileFault> {
    let mut now = chosen;
    let mut memory = question.memory;
    let mut least: Option<i64> = None;
    for _ in 0..ROUNDS {
        let missed = compile(question, tables, &mut now, (ops, passes), told);
        if now.tried.iter().any(|tried| tried.program().is_some_and(|program| program.peak <= question.memory)) || missed.is_empty() {
            break;
        }
        // What the tables may say at the most, if their account is short by as much as that of the closest.
        let fitting = missed.iter().map(|(by_layers, program)| (*by_layers as f64 / *program as f64 * question.memory as f64 * 0.98) as i64).max().unwrap_or(0);
        memory = fitting.min(memory - memory / 16);
        least = least.into_iter().chain(missed.iter().map(|(_, program)| *program)).min();
        match choose(&Question { memory, ..question.clone() }, tables, told) {
            Ok(other) => now = Chosen { priced: now.priced + other.priced, ..other },
            Err(_) => break,
        }
    }
    let fits = |tried: &Tried| tried.program().is_some_and(|program| program.peak <= question.memory);
    if let Some(least) = least.filter(|_| !now.tried.iter().any(fits)) {
        let message = format!("no plan with stages was found whose program fits {} a device: the least that was compiled needs {}", bytes(question.memory), bytes(least));
        return Err(Diagnostic::error(message).in_place("--memory").help("use more devices, fewer rows a step, or a machine with more memory").into());
    }
    now.tried.retain(|tried| tried.program().is_none() || fits(tried));
    // Stable: what was not compiled stays in the order of the tables.
    now.tried.sort_by(|a, b| match (a.program(), b.program()) {
        (Some(a), Some(b)) => a.step.total_cmp(&b.step),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    Ok(now)
}

/// Compiles plans from the first on, until enough fit or too many do not; gives the bytes by the tables and of the programs of those that do not.
fn compile(question: &Question, tables: &mut Tables, chosen: &mut Chosen, (ops, passes): (&Registry, &PassRegistry), told: &mut dyn FnMut(&str)) -> Vec<(i64, i64)> {
    let (mut fitting, mut missed, mut failed) = (0, Vec::new(), 0);
    let count = chosen.tried.len();
    for (number, index) in order(&chosen.tried).into_iter().enumerate() {
        if fitting == COMPILED || fitting == 0 && missed.len() == MISSED || failed == FAILED {
            break;
        }
        told(&format!("compiling plan {} of {count}", number + 1));
        let tried = &mut chosen.tried[index];
        let found = one(question, tables, tried, ops, passes);
        match &found {
            Ok(program) if program.peak <= question.memory => fitting += 1,
            Ok(program) => missed.push((tried.judged.peak(), program.peak)),
            Err(_) => failed += 1,
        }
        tried.lowered = Some(found);
    }
    missed
}

/// In which order plans are compiled: the best of each number of ranks and stage of ZeRO first, as the tables are surer among those that are alike; of those with one mesh for all ranks.
fn order(tried: &[Tried]) -> Vec<usize> {
    let alike = |index: &usize| tried[*index].config.is_alike();
    let kind = |index: usize| (tried[index].config.ranks.len(), tried[index].config.ranks.first().map_or(0, |rank| rank.zero));
    let (first, rest): (Vec<usize>, Vec<usize>) = (0..tried.len()).filter(alike).partition(|&index| (0..index).filter(alike).all(|before| kind(before) != kind(index)));
    [first, rest].concat()
}

/// What one plan's program takes, or why it has none.
fn one(question: &Question, tables: &mut Tables, tried: &Tried, ops: &Registry, passes: &PassRegistry) -> Result<Lowered, String> {
    let plan = plan_of(tables, tried, question.rows)?;
    let options = CompileOptions { machine: Some(question.machine.clone()), plan: Some(Plan::of_pipeline(plan)), ..question.options.clone() };
    let report = compile_model(question.model, &options, ops, passes, &mut []).map_err(|fault| fault.diagnostics.to_string())?.report;
    let step = report.step.unwrap_or(report.compute + report.communication);
    let bubble = if step > 0.0 { report.bubble.unwrap_or(0.0) / step } else { 0.0 };
    Ok(Lowered { step, bubble, peak: report.memory.peak })
}
