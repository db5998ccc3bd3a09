//! Arguments of `interop`.
//!
//! Invariant: as in the file above.

use super::TableFormat;
use super::plan::parse_memory;
use clap::Args;
use shardwright_passes::interop::rules::Rule;
use std::path::PathBuf;

pub(super) const INTEROP_EXAMPLES: &str =
    "A profile is a file of Piper or PipeDream, or the files (or the folder) of Aceso for one model. `shardwright planners` lists planners and objectives.

Examples:
  shardwright interop bert.json --devices 8 --memory 8GiB --bandwidth 25GiB
  shardwright interop vgg16.txt --planner pipedream --devices 4 --bandwidth 1GB --stages
  shardwright interop gpt_1_3B --layers 24 --devices 4 --memory 12000MiB --samples 512 --planner aceso
  shardwright interop bert.json --devices 64 --memory 2GiB --bandwidth 25GiB --no-tensor --format json";

/// Arguments of `interop`.
#[derive(Debug, Args)]
pub struct InteropArgs {
    /// Profiles, or folders of them.
    #[arg(required = true, value_name = "PROFILE")]
    pub paths: Vec<PathBuf>,
    /// The planner, or `all`; repeatable.
    #[arg(long, value_name = "NAME", default_value = "all")]
    pub planner: Vec<String>,
    /// Devices, all alike.
    #[arg(long, value_name = "N")]
    pub devices: usize,
    /// Bytes of each device, such as 8GiB; no limit where not given.
    #[arg(long, value_name = "BYTES", value_parser = parse_memory)]
    pub memory: Option<i64>,
    /// Bytes a second between any two devices, such as 25GiB; the profile's, where it has one.
    #[arg(long, value_name = "BYTES", value_parser = parse_memory)]
    pub bandwidth: Option<i64>,
    /// Samples of a step; the profile's, where it has them.
    #[arg(long, value_name = "N")]
    pub samples: Option<usize>,
    /// What is to be least; that of the profile's own planner where not given.
    #[arg(long, value_name = "NAME")]
    pub objective: Option<String>,
    /// How many layers the model has, for profiles that have one of them.
    #[arg(long, value_name = "N")]
    pub layers: Option<usize>,
    /// Replicas that a stage may have; 1 for no data parallelism.
    #[arg(long, value_name = "N")]
    pub most_replicas: Option<usize>,
    /// No tensor parallelism.
    #[arg(long)]
    pub no_tensor: bool,
    /// Nothing is computed again.
    #[arg(long)]
    pub no_recompute: bool,
    /// What plans must keep, such as `stages <= 8 and every data = 2`; properties of plans and stages are named where one is unknown.
    #[arg(long = "where", value_name = "RULE", value_parser = Rule::parse)]
    pub rule: Option<Rule>,
    /// Fixes random choices.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Plans that a search may price.
    #[arg(long, default_value_t = 200_000, value_name = "N")]
    pub evaluations: u64,
    /// Shows the stages of each plan.
    #[arg(long)]
    pub stages: bool,
    /// Values to compare with: a CSV with the columns profile, devices, gib (`-` for no limit), planner, seconds.
    #[arg(long, value_name = "CSV")]
    pub reference: Option<PathBuf>,
    /// How the table is written.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}
