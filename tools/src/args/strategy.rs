//! Arguments of `strategy`.
//!
//! Invariant: as for all arguments, what is wrong with one alone is refused here.

use clap::{Args, Subcommand};
use shardwright_ir::machine::DEFAULT_MACHINE;
use shardwright_ir::sharding::Mesh;
use shardwright_passes::train::TrainOptions;
use std::path::PathBuf;

pub(super) const STRATEGY_EXAMPLES: &str = "Examples:
  shardwright strategy check zero3.tactics step.mlir --set data=8
  shardwright strategy check zero3.tactics model.onnx --train adam:loss=next-token";

/// Arguments of `strategy`.
#[derive(Debug, Args)]
pub struct StrategyArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: StrategyCommand,
}

/// What can be done with strategy files.
#[derive(Debug, Subcommand)]
pub enum StrategyCommand {
    /// Read a strategy and what it includes, and refuse what could hold on no model; on a model apply it, and tell what the program costs after each tactic.
    Check {
        /// The strategy.
        file: PathBuf,
        /// A model: .onnx or .mlir. Nothing is written.
        model: Option<PathBuf>,
        /// Value of a parameter of the strategy.
        #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parse_set)]
        set: Vec<(String, String)>,
        /// Value of a symbolic ONNX dimension, or of an input of one number, which is fixed then.
        #[arg(long = "dim", value_name = "NAME=N", value_parser = super::parse_dim, requires = "model")]
        dims: Vec<(String, i64)>,
        /// Make the forward model a training step first, as `compile --train` does.
        #[arg(long, value_name = "OPTIMIZER[:KEY=VALUE,…]", value_parser = TrainOptions::parse, requires = "model")]
        train: Option<TrainOptions>,
        /// Device mesh in the place of the strategy's, major to minor, such as data=2,model=4.
        #[arg(long, value_name = "AXIS=N,…", value_parser = shardwright_compiler::annotate::parse_mesh)]
        mesh: Option<Mesh>,
        /// Leave the model's own shardings and mesh out, those of manual computations aside.
        #[arg(long, requires = "model")]
        bare: bool,
        /// The machine that is priced: one that `shardwright machines` lists, or a file.
        #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_MACHINE, requires = "model")]
        machine: String,
    },
}

pub(super) fn parse_set(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` must have the form NAME=VALUE"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
