//! Arguments of `plan`.
//!
//! Invariant: combinations that make no sense are refused here.

use super::{TableFormat, parse_dim, parse_tolerance};
use clap::{Args, ValueEnum};
use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_compiler::staged::Again;
use shardwright_ir::machine::DEFAULT_MACHINE;
use shardwright_ir::sharding::Mesh;
use shardwright_passes::train::TrainOptions;
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
  shardwright plan gpt:layers=24,hidden=2304,heads=24 --train adam --devices 32 --batch 512 --explain -o stages.json
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
    /// Plan the training step of the forward model: sgd, momentum, adam or adamw with options, as for `compile`. With --devices and --batch the plan has pipeline stages where they pay: stages,
    /// sub-meshes, shardings, schedule, microbatches, recomputation and ZeRO are chosen together; --budget and --search are then not asked.
    #[arg(long, value_name = "OPTIMIZER[:KEY=VALUE,…]", value_parser = TrainOptions::parse)]
    pub train: Option<TrainOptions>,
    /// Rows of a step, where the plan may have stages.
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(i64).range(1..=1 << 32), requires_all = ["train", "devices"])]
    pub batch: Option<i64>,
    /// Symbolic dimension of an ONNX model that counts rows; + between several, which exporters may give to inputs each its own.
    #[arg(long, value_name = "NAME", default_value = "batch")]
    pub rows_dim: String,
    /// Narrow what a plan with stages may have: group=N (devices of a group), ranks=N, rows=N (a group's rows of a microbatch), chunks=N (stages a rank), schedule=NAME, recompute=POLICY, zero=N. May stand several times.
    #[arg(long = "choose", value_name = "KEY=VALUE", value_parser = parse_choice, requires = "batch")]
    pub choices: Vec<Choice>,
    /// Value of a symbolic ONNX dimension, or of an input of one number, which is fixed then.
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

/// One value that a plan with stages may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Devices of a group.
    Group(i64),
    /// Ranks.
    Ranks(usize),
    /// A group's rows of a microbatch.
    Rows(i64),
    /// Stages a rank.
    Chunks(usize),
    /// A schedule.
    Schedule(String),
    /// What is computed again.
    Recompute(Again),
    /// ZeRO's stage.
    Zero(u8),
}

fn parse_choice(text: &str) -> Result<Choice, String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("`{text}`: wanted KEY=VALUE, such as group=8"))?;
    let wrong = || format!("{key}={value}: wanted a whole number of at least 1");
    let number = || value.parse::<i64>().ok().filter(|number| *number >= 1).ok_or_else(wrong);
    Ok(match key {
        "group" => Choice::Group(number()?),
        "ranks" => Choice::Ranks(usize::try_from(number()?).map_err(|_| wrong())?),
        "rows" => Choice::Rows(number()?),
        "chunks" => Choice::Chunks(usize::try_from(number()?).map_err(|_| wrong())?),
        "schedule" => Choice::Schedule(value.to_owned()),
        "recompute" => {
            let known = Again::ALL.into_iter().find(|again| again.as_str() == value);
            Choice::Recompute(known.ok_or_else(|| format!("recompute={value}: wanted none, min-cut, selective or full"))?)
        }
        "zero" => Choice::Zero(value.parse().ok().filter(|stage| *stage <= 3).ok_or_else(|| format!("zero={value}: wanted 0, 1, 2 or 3"))?),
        _ => return Err(format!("`{key}` is no choice; there are group, ranks, rows, chunks, schedule, recompute, zero")),
    })
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
