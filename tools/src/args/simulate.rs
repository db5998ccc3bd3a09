//! Arguments of `simulate`.
//!
//! Invariant: as in the file above.

use clap::{Args, ValueEnum, value_parser};
use shardwright_compiler::timeline::TimeUnit;
use std::path::PathBuf;

pub(super) const SIMULATE_EXAMPLES: &str = "Costs are for one microbatch and a device's share of the model; a stage that is one of v of its rank takes a v-th of them.
F forward, B gradients of inputs, W gradients of weights, c from rank to rank. Also: R forward once more, FB a pair that runs as one, wire how long a message
keeps its link busy (with node=K, what leaves K ranks shares one), overlap=0 for no computation beside messages, gathers, sums and copies, U gathering a stage's weights, G summing its gradients, S its update (with barrier=1 once all ranks have their gradients), O copying activations off or back, jitter in percent and its seed.
F, B, W, R, U, G and S may have a value a stage: F=10/12/11/9.

Examples:
  shardwright simulate --schedule 1f1b:p=4,m=8 --costs F=10,B=12,W=8,c=1
  shardwright simulate --schedule zbv:p=4,m=8,order=greedy --costs F=10,B=12,W=8,c=1 --format json
  shardwright simulate --schedule interleaved-1f1b:p=4,m=8,v=2 --format csv
  shardwright simulate --schedule 1f1b:p=8,m=32 --against zb-h2:p=8,m=32 --costs F=10,B=12,W=8,c=1,jitter=10 --runs 200
  shardwright simulate --schedule search:p=4,m=12,v=2 --costs F=10,B=12,W=8,c=1 --front
  shardwright simulate --csv schedule.csv --costs F=10,B=12,W=8,c=1
  shardwright simulate --schedule 1f1b:p=4,m=8 --against zb-h1:p=4,m=8 --costs F=10,B=12,W=8,c=1 --html timeline.html --trace trace.json
  shardwright simulate --schedule zbv:p=4,m=8 --costs F=10,B=12,W=8,c=1 --chakra traces
  shardwright simulate --from-chakra traces --svg timeline.svg
  shardwright simulate out --html timeline.html";

/// Arguments of `simulate`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Output folder of `compile --pipeline`: its schedule, on the times of its stages that the compile's report has, in microseconds.
    #[arg(conflicts_with_all = ["schedule", "csv", "from_chakra", "costs", "profile", "front", "against", "unit"])]
    pub dir: Option<PathBuf>,
    /// A published schedule, with p ranks, m microbatches and v stages a rank; `shardwright schedules` lists them.
    #[arg(long, value_name = "NAME:p=P,m=M,v=V", required_unless_present_any = ["csv", "from_chakra", "dir"], conflicts_with_all = ["csv", "from_chakra"])]
    pub schedule: Option<String>,
    /// A schedule as torch writes it: a line a rank, a cell a step.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Prints the front of time against activations that `--schedule search:…` finds, a line each, with a time that no order can beat.
    #[arg(long, requires = "schedule", conflicts_with_all = ["against", "trace", "svg", "html", "chakra"])]
    pub front: bool,
    /// What actions take; without it, and without a profile, F=1,B=1,W=1,c=0.
    #[arg(long, value_name = "F=…,B=…,W=…,c=…")]
    pub costs: Option<String>,
    /// What each stage takes, measured: {"hop": 0.1, "stages": [{"forward": 10, "input": 12, "weight": 8, "reduce": 3, "update": 1}, …]}; --costs adds what is for all.
    #[arg(long, value_name = "FILE", conflicts_with = "from_chakra")]
    pub profile: Option<PathBuf>,
    /// A folder of Chakra execution traces, one file a device: runs what they say.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["csv", "costs", "against", "unit"])]
    pub from_chakra: Option<PathBuf>,
    /// Another schedule on the same costs; pictures show it below the first, on the same time axis. May be given again.
    #[arg(long, value_name = "NAME:p=P,m=M,v=V")]
    pub against: Vec<String>,
    /// Run it this often, with jitter of as many seeds, and tell how long that takes.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..), conflicts_with = "from_chakra")]
    pub runs: u32,
    /// Write a trace for Perfetto and chrome://tracing (JSON).
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Write a picture of the timeline.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a page to zoom into the timeline; it needs no network.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write Chakra execution traces, one file a device.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["from_chakra", "against"])]
    pub chakra: Option<PathBuf>,
    /// How many bytes a message has, for simulators that read Chakra's traces and know the network.
    #[arg(long, value_name = "BYTES", default_value_t = 0, value_parser = value_parser!(u64).range(..=i64::MAX as u64), requires = "chakra")]
    pub message_bytes: u64,
    /// What a cost of one takes. Files that need a unit take milliseconds where none is given; pictures then show plain numbers.
    #[arg(long, value_parser = time_unit, value_name = "ns|us|ms|s")]
    pub unit: Option<TimeUnit>,
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

fn time_unit(text: &str) -> Result<TimeUnit, String> {
    let known = TimeUnit::ALL.iter().find(|(_, symbol, _)| *symbol == text);
    known.map(|(unit, ..)| *unit).ok_or_else(|| format!("no unit of time is named `{text}`; there are ns, us, ms, s"))
}
