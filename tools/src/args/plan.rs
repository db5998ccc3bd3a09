//! Arguments of `plan`.
//!
//! Invariant: combinations that make no sense are refused here.

use super::{TableFormat, parse_dim, parse_tolerance};
use clap::{Args, ValueEnum};
use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_ir::machine::DEFAULT_MACHINE;
use shardwright_ir::sharding::Mesh;
use std::path::PathBuf;

/// What `plan --help` ends with.
pub(super) const PLAN_EXAMPLES: &str = "What --shard and the model itself say is kept; everything else is searched. The plan has the sharding of every value; those without a name are %0, %1, … in the order
of the program as it was read. --annotated writes the same as a text.

With --algebra joint, equal forms of the program (products merged or reassociated, sums of products joined, …; the rules of `egraph`) are chosen together with shardings. A plan
for another form has it inside: `compile MODEL --plan plan.json` takes the model's weights and verifies against the model as it was. Of all that was planned, with and without
algebra, the one whose compiled program takes least is written.

With --frontier the table shows what less memory costs; take a line's memory as --memory to get its plan.

Examples:
  shardwright plan model.onnx --machine dgx-h100 --devices 8 -o plan.json
  shardwright plan model.mlir --mesh data=2,model=4 --explain -o plan.json && shardwright compile model.mlir --plan plan.json -o out
  shardwright plan model.onnx --devices 4 --algebra joint -o plan.json && shardwright compile model.onnx --plan plan.json --verify -o out
  shardwright plan model.onnx --devices 8 --frontier
  shardwright plan model.onnx --devices 8 --memory 12GiB -o plan.json
  shardwright plan model.mlir --mesh x=2,y=4 --objective alpa -o alpa.json
  shardwright plan model.onnx --diff plan.json other.json";

/// Arguments of `plan`.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// The model: .onnx or .mlir.
    pub model: PathBuf,
    /// The plan.
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["diff", "frontier"])]
    pub output: Option<PathBuf>,
    /// The machine: one that `shardwright machines` lists, or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_MACHINE)]
    pub machine: String,
    /// How many devices: meshes of one and two axes are tried. Left out where --mesh or the model says it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=65536))]
    pub devices: Option<i64>,
    /// Device mesh, major to minor, such as data=2,model=4.
    #[arg(long, value_name = "AXIS=N,…", value_parser = parse_mesh, conflicts_with = "devices")]
    pub mesh: Option<Mesh>,
    /// Value of a symbolic ONNX dimension.
    #[arg(long = "dim", value_name = "NAME=N", value_parser = parse_dim)]
    pub dims: Vec<(String, i64)>,
    /// What is decided already: the sharding of every input, weight or named value that matches.
    #[arg(long = "shard", value_name = "GLOB=[…]", value_parser = ShardPattern::parse)]
    pub shards: Vec<ShardPattern>,
    /// The search: one that `shardwright searches` lists.
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub search: String,
    /// Bytes that a device may use, such as 12GiB; all of the machine's memory if not given.
    #[arg(long, value_name = "BYTES", value_parser = parse_memory)]
    pub memory: Option<i64>,
    /// Whether the program's form is chosen too, among forms that are equal as real numbers.
    #[arg(long, value_enum, default_value_t = AlgebraArg::None)]
    pub algebra: AlgebraArg,
    /// What is to be least.
    #[arg(long, value_enum, default_value_t = ObjectiveArg::Time)]
    pub objective: ObjectiveArg,
    /// Seconds of pricing and search, which all meshes share; choosing forms (--algebra) takes at most as much again. Compiling plans comes on top.
    #[arg(long, value_name = "SECONDS", value_parser = parse_tolerance, default_value_t = 10.0)]
    pub budget: f64,
    /// Fixes random choices.
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub seed: u64,
    /// Also write the model with the sharding of every value.
    #[arg(long, value_name = "FILE")]
    pub annotated: Option<PathBuf>,
    /// Say what the plan is made of: its dearest ops and reshards, and how far the next best way of each op is.
    #[arg(long)]
    pub explain: bool,
    /// How many of these, or of a frontier's lines for each mesh, to show.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub top: usize,
    /// Instead of one plan, a table of all compromises between time and memory.
    #[arg(long, conflicts_with_all = ["annotated", "explain", "output", "algebra", "objective", "memory"])]
    pub frontier: bool,
    /// How tables are written.
    #[arg(long, value_enum, default_value_t = TableFormat::Text, conflicts_with_all = ["diff", "explain"])]
    pub format: TableFormat,
    /// Instead of planning, compare two plans of the model: what their programs take, and which shardings differ.
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with_all = ["devices", "mesh", "annotated", "explain", "output", "frontier", "algebra", "objective", "memory"])]
    pub diff: Option<Vec<PathBuf>>,
}

/// Who chooses the program's form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum AlgebraArg {
    /// It stays as it is.
    None,
    /// First the cheapest form on one device, then shardings.
    Sequential,
    /// Form and shardings together; the two others are planned too, to compare.
    Joint,
}

/// What a plan makes least.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ObjectiveArg {
    /// The time of a step, by the cost model of the machine.
    Time,
    /// What Alpa's integer program makes least: exchange alone, by its units. The line tells what that takes by the cost model.
    Alpa,
}

/// `12GiB`, `800MB`, `1e9` bytes and the like.
pub(super) fn parse_memory(text: &str) -> Result<i64, String> {
    const UNITS: &[(&str, f64)] = &[
        ("KiB", 1024.0),
        ("MiB", 1_048_576.0),
        ("GiB", 1_073_741_824.0),
        ("TiB", 1_099_511_627_776.0),
        ("KB", 1e3),
        ("MB", 1e6),
        ("GB", 1e9),
        ("TB", 1e12),
        ("B", 1.0),
    ];
    let (number, unit) = UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit))).unwrap_or((text, 1.0));
    match number.trim().parse::<f64>().map(|number| number * unit) {
        // Saturates.
        Ok(bytes) if bytes >= 1.0 => Ok(bytes as i64),
        _ => Err(format!("must be a number of bytes of at least 1, such as 12GiB or 800MB, got `{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_has_units() {
        assert_eq!(parse_memory("12GiB"), Ok(12 << 30));
        assert_eq!(parse_memory("1.5 KiB"), Ok(1536));
        assert_eq!(parse_memory("800MB"), Ok(800_000_000));
        assert_eq!(parse_memory("4096"), Ok(4096));
        assert!(parse_memory("GiB").unwrap_err().contains("such as 12GiB"));
        assert!(parse_memory("-1").is_err() && parse_memory("nan").is_err() && parse_memory("0.2").is_err());
    }
}
