//! Arguments of `cases` and `onnx-node-tests`.
//!
//! Invariant: as for all arguments, what is wrong with one alone is refused here.

use super::EngineArgs;
use clap::Args;
use std::path::PathBuf;

/// Arguments of `cases`.
#[derive(Debug, Args)]
pub struct CasesArgs {
    /// A file of cases, or a folder of such files, such as testdata/bank.
    pub path: PathBuf,
    /// The engine.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Only cases whose MODEL/SET contains this.
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    pub filter: String,
    /// What other partitioners send for the same modules; PATH/yardsticks.json where it is there.
    #[arg(long, value_name = "FILE")]
    pub yardsticks: Option<PathBuf>,
    /// Fail also where we send more than the lesser of the others.
    #[arg(long)]
    pub bytes: bool,
    /// Run nothing: write the annotated module of each case as FOLDER/MODEL/SET.mlir, for other partitioners.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["bytes", "yardsticks"])]
    pub write_annotated: Option<PathBuf>,
}

/// Arguments of `onnx-node-tests`.
#[derive(Debug, Args)]
pub struct NodeTestArgs {
    /// A folder of test cases.
    pub dir: PathBuf,
    /// Only cases whose name contains this.
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    pub filter: String,
    /// Print one line for every case, not only for those that fail or are skipped.
    #[arg(long)]
    pub verbose: bool,
    /// Run each case also partitioned, on virtual devices: random meshes and shardings that the case's name fixes.
    #[arg(long)]
    pub shard_fuzz: bool,
    /// How many random layouts --shard-fuzz tries for each case.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub layouts: u64,
}
