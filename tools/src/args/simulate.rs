//! Arguments of `simulate`.
//!
//! Invariant: as in the file above.

use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(super) const SIMULATE_EXAMPLES: &str = "Costs are for one microbatch and a device's share of the model; a stage that is one of v of its rank takes a v-th of them.
F forward, B gradients of inputs, W gradients of weights, c from rank to rank. Also: R forward once more, FB a pair that runs as one, wire how long a message
keeps its link busy, U gathering a stage's weights, G summing its gradients, S its update (with barrier=1 once all ranks have their gradients), O copying activations off or back, jitter in percent and its seed.
F, B, W and R may have a value a stage: F=10/12/11/9.

Examples:
  shardwright simulate --schedule 1f1b:p=4,m=8 --costs F=10,B=12,W=8,c=1
  shardwright simulate --schedule zbv:p=4,m=8,order=greedy --costs F=10,B=12,W=8,c=1 --format json
  shardwright simulate --schedule interleaved-1f1b:p=4,m=8,v=2 --format csv
  shardwright simulate --csv schedule.csv --costs F=10,B=12,W=8,c=1";

/// Arguments of `simulate`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// A published schedule, with p ranks, m microbatches and v stages a rank; `shardwright schedules` lists them.
    #[arg(long, value_name = "NAME:p=P,m=M,v=V", required_unless_present = "csv", conflicts_with = "csv")]
    pub schedule: Option<String>,
    /// A schedule as torch writes it: a line a rank, a cell a step.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// What actions take.
    #[arg(long, value_name = "F=…,B=…,W=…,c=…", default_value = "F=1,B=1,W=1,c=0")]
    pub costs: String,
    /// What is printed.
    #[arg(long, value_enum, default_value_t = SimulateFormat::Human)]
    pub format: SimulateFormat,
}

/// How a simulation is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SimulateFormat {
    /// Lines for reading.
    Human,
    /// One object.
    Json,
    /// The order, as torch writes it.
    Csv,
}
