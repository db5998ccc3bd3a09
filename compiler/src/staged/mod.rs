//! Plans with pipeline stages: stages, sub-meshes, shardings within each, schedule, microbatches, recomputation and ZeRO chosen together.
//!
//! Reading order: [`solve`] (one layer on one group of devices, by the intra-operator search; its program cut in [`phases`]), [`tables`] (all layers, alike ones once), [`config`] (what a whole choice takes: the
//! schedule simulator and memory), [`choose`] (which choice is best, and the bound), [`lowered`](mod@lowered) (the best compiled), [`describe`] (the choice as data and in words), [`apply`] (a compile that follows it).
//!
//! The step's devices are stages x replicas x groups. A group holds one copy of its stage's layers, divided by the search of shardings within a program ([`shardwright_passes::search`]);
//! replicas take different rows of a microbatch and sum gradients once a step. Source of the form: Alpa (OSDI 2022); of the division of a stage's devices in replicas and groups:
//! Megatron-LM (SC 2021). Invariants: every layer is in exactly one stage; prices are those of the cost model; a plan fits the memory that is given; the same question gets the same plan.

pub mod apply;
pub mod choose;
pub mod config;
pub mod describe;
pub mod lowered;
pub mod phases;
pub mod solve;
pub mod tables;

pub use apply::applied;
pub use choose::{Chosen, Tried, choose};
pub use config::{Again, Config, Judged, RankPlan};
pub use describe::{PipelinePlan, StagePlan};
pub use lowered::{Lowered, lowered};
pub use tables::Tables;

use crate::annotate::ShardPattern;
use crate::driver::{CompileFault, CompileOptions};
use shardwright_ir::machine::Machine;
use shardwright_ir::{Diagnostic, Registry};
use std::path::{Path, PathBuf};

/// What is planned.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The model, or the sizes of a generated one.
    pub model: &'a Path,
    /// How it is read; `train` says how it learns.
    pub options: &'a CompileOptions,
    /// The machine.
    pub machine: &'a Machine,
    /// How many devices there are.
    pub devices: i64,
    /// Rows of a step.
    pub rows: i64,
    /// Symbolic dimension of an ONNX model that counts rows; `+` between several.
    pub rows_dim: String,
    /// Bytes that a device may use.
    pub memory: i64,
    /// Shardings that layers' weights and named values must have, on the axis `model`.
    pub shards: &'a [ShardPattern],
    /// What may be chosen.
    pub choices: Choices,
}

/// What may be chosen; where a list is empty, all.
#[derive(Clone, Default, Debug)]
pub struct Choices {
    /// Devices of a group.
    pub groups: Vec<i64>,
    /// Stages in a row, before they are interleaved.
    pub ranks: Vec<usize>,
    /// Rows that a group takes of a microbatch.
    pub rows: Vec<i64>,
    /// Schedules by name.
    pub schedules: Vec<String>,
    /// Stages a rank.
    pub chunks: Vec<usize>,
    /// What is computed again.
    pub again: Vec<Again>,
    /// Stages of ZeRO.
    pub zero: Vec<u8>,
    /// Whether groups lie as is cheapest for one microbatch, whatever their weights take.
    pub undivided: bool,
}

/// Mesh axis of a stage's replicas.
pub(crate) const REPLICA_AXIS: &str = "data";

/// The names of dimensions that count rows: exporters may give each input its own.
pub(crate) fn dims_of_rows(names: &str) -> impl Iterator<Item = &str> {
    names.split('+').map(str::trim)
}

/// The model with so many rows in a batch: generated anew, or read with its dimension of rows bound, where it has one.
pub(crate) fn with_rows(model: &Path, mut options: CompileOptions, rows_dim: Option<&str>, rows: Option<i64>) -> (PathBuf, CompileOptions) {
    let text = model.display().to_string();
    let Some(rows) = rows else { return (model.to_path_buf(), options) };
    if is_generated(model) {
        let (family, sizes) = text.split_once(':').unwrap_or((&text, ""));
        let name = if family == "moe" { "groups" } else { "batch" };
        let kept = sizes.split(',').filter(|part| !part.trim().starts_with(&format!("{name}=")) && !part.trim().is_empty());
        let parts: Vec<String> = kept.map(str::to_owned).chain([format!("{name}={rows}")]).collect();
        return (PathBuf::from(format!("{family}:{}", parts.join(","))), options);
    }
    for dim in rows_dim.into_iter().flat_map(dims_of_rows) {
        options.dims.retain(|(name, _)| name != dim);
        options.dims.push((dim.to_owned(), rows));
    }
    (model.to_path_buf(), options)
}

/// Whether the model is generated from its sizes.
pub(crate) fn is_generated(model: &Path) -> bool {
    model.to_str().is_some_and(crate::generate::is_spec) && !model.exists()
}

/// The best plan with stages for a question.
///
/// # Errors
/// What is wrong with the model, or that nothing fits the memory.
pub fn plan(question: &Question, ops: &Registry, told: &mut dyn FnMut(&str)) -> Result<(Tables, Chosen), CompileFault> {
    learns(question)?;
    let mut tables = Tables::new(question, ops)?;
    let chosen = choose(question, &mut tables, told)?;
    Ok((tables, chosen))
}

fn learns(question: &Question) -> Result<(), CompileFault> {
    match question.options.train {
        Some(_) => Ok(()),
        None => Err(Diagnostic::error("plans with stages are for training steps").help("say how the model learns with `--train`").into()),
    }
}
