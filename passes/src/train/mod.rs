//! From a forward model to a training step.
//!
//! Reading order: [`options`] (what is asked for), [`step`] (the function that is built), `loss`, `precision` and `optimizer` (its parts), [`recompute`] (a pass on steps).
//! Invariants: the step's arguments are parameters, optimizer states, what the model has besides, labels, and the number of steps before; its results are
//! the new parameters and states, the next number of steps, and the loss. Each of them has its role ([`shardwright_ir::role`]); an argument that a result replaces says which
//! ([`ALIAS`]), and what it holds before the first step where no file and no caller says it ([`INITIAL`]).

pub mod follows;
mod loss;
mod optimizer;
pub mod options;
mod precision;
pub mod recompute;
pub mod step;

pub use options::TrainOptions;
pub use shardwright_ir::role::ALIAS;
pub use step::{ArgUse, Forward, Origin, Step, training_step};

/// Attribute of an argument: what all its elements are before the first step.
pub const INITIAL: &str = "shardwright.initial";

