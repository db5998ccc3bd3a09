//! Arguments of `iopddl`.
//!
//! Invariant: as in the file above.

use super::parse_tolerance;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(super) const IOPDDL_EXAMPLES: &str = "The budget is the contest's where the file is one of its instances (60 to 300 seconds, by letter), else 60 seconds.

Examples:
  shardwright iopddl G.json.gz --reference final_results.csv
  shardwright iopddl benchmarks --search neighbourhood --budget 10 --format json";

/// Arguments of `iopddl`.
#[derive(Debug, Args)]
pub struct IopddlArgs {
    /// Instances (.json, .json.gz), or folders of them.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The search: one that `shardwright searches` lists.
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub search: String,
    /// Seconds for each instance.
    #[arg(long, value_name = "SECONDS", value_parser = parse_tolerance)]
    pub budget: Option<f64>,
    /// Fixes random choices.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Memory may pass the limit: each unit beyond it, at the time that needs most, costs this much.
    #[arg(long, value_name = "COST", value_parser = clap::value_parser!(i64).range(0..))]
    pub beyond_limit: Option<i64>,
    /// Nothing that costs more is wanted.
    #[arg(long, value_name = "COST", value_parser = clap::value_parser!(i64).range(0..))]
    pub most_cost: Option<i64>,
    /// Results to compare with: final_results.csv of the contest.
    #[arg(long, value_name = "CSV")]
    pub reference: Option<PathBuf>,
    /// How the table is written.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub format: TableFormat,
}

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TableFormat {
    /// Columns.
    Text,
    /// One JSON object.
    Json,
}
