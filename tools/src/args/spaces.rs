//! Arguments of `spaces`.
//!
//! Invariant: as in the file above.

use super::parse_tolerance;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;

pub(super) const SPACES_EXAMPLES: &str = "docs/src/spaces.md describes the files, which any tool can read.

Examples:
  shardwright spaces list
  shardwright spaces score --search all
  shardwright spaces score --assignments mine.json --format json
  shardwright spaces build --filter mlp --output /tmp/spaces";

/// Arguments of `spaces`.
#[derive(Debug, Args)]
pub struct SpacesArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: SpacesCommand,
}

/// What `spaces` does.
#[derive(Debug, Subcommand)]
pub enum SpacesCommand {
    /// A line a space: its size, its optimum, the mean of all assignments, and how well its times rank the compiled programs.
    List(SpacesListArgs),
    /// Build the spaces of a list from their models.
    Build(SpacesBuildArgs),
    /// Score searches: regret, how many assignments are better, evaluations and time, by space and together.
    Score(SpacesScoreArgs),
}

/// Arguments of `spaces list`.
#[derive(Debug, Args)]
pub struct SpacesListArgs {
    /// The folder of the spaces.
    #[arg(long, value_name = "DIR", default_value = "testdata/spaces")]
    pub dir: PathBuf,
    /// Only spaces whose name contains this.
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    pub filter: String,
}

/// Arguments of `spaces build`.
#[derive(Debug, Args)]
pub struct SpacesBuildArgs {
    /// The list: names, models (from its folder), machines, meshes, limits.
    #[arg(long, value_name = "FILE", default_value = "testdata/spaces/spaces.json")]
    pub list: PathBuf,
    /// Where the files go; the list's folder where not given.
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// Only spaces whose name contains this.
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    pub filter: String,
}

/// Arguments of `spaces score`.
#[derive(Debug, Args)]
pub struct SpacesScoreArgs {
    /// The search: one that `shardwright searches` lists, or all.
    #[arg(long, value_name = "NAME|all", default_value = "all")]
    pub search: String,
    /// Score these assignments instead: a JSON list of {"space", "choices"} and, where known, "search", "evaluations", "seconds", "proven".
    #[arg(long, value_name = "FILE", conflicts_with = "search")]
    pub assignments: Option<PathBuf>,
    /// Evaluations for each search on each space.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub budget: u64,
    /// Seconds for each search on each space.
    #[arg(long, value_name = "SECONDS", value_parser = parse_tolerance, default_value_t = 10.0)]
    pub seconds: f64,
    /// Fixes random choices.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// The folder of the spaces.
    #[arg(long, value_name = "DIR", default_value = "testdata/spaces")]
    pub dir: PathBuf,
    /// Only spaces whose name contains this.
    #[arg(long, default_value = "", value_name = "TEXT", hide_default_value = true)]
    pub filter: String,
    /// How the scores are written.
    #[arg(long, value_enum, default_value_t = ScoreFormat::Text)]
    pub format: ScoreFormat,
}

/// How scores are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ScoreFormat {
    /// Columns.
    Text,
    /// One JSON object.
    Json,
    /// Comma-separated values, a line a score.
    Csv,
}
