//! The command line, as data.
//!
//! Invariant: everything that can be wrong with an argument alone is refused here, as wrong usage (exit 2).

mod interop;
mod iopddl;
mod cases;
mod plan;
mod simulate;
mod spaces;
mod strategy;

pub use interop::InteropArgs;
pub use iopddl::{IopddlArgs, TableFormat};
pub use cases::{CasesArgs, NodeTestArgs};
pub use plan::{AlgebraArg, Choice, ObjectiveArg, PlanArgs};
pub use simulate::{SimulateArgs, SimulateFormat};
pub use strategy::{StrategyArgs, StrategyCommand};
pub use spaces::{ScoreFormat, SpacesArgs, SpacesBuildArgs, SpacesCommand, SpacesListArgs, SpacesScoreArgs};

use clap::{Args, Parser, Subcommand, ValueEnum};
use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_compiler::driver::{Pieces, Threshold};
use shardwright_compiler::pipeline::options::PipelineOptions;
use shardwright_passes::attention::distribute::parse_request;
use shardwright_ir::machine::DEFAULT_MACHINE;
use shardwright_ir::ElementType;
use shardwright_ir::sharding::Mesh;
use shardwright_passes::train::TrainOptions;
use shardwright_passes::whole::whole;
use shardwright_passes::train::options::KEYS;
use shardwright_passes::train::recompute::Policy as Recompute;
use std::path::PathBuf;

/// Compiles parallelisation strategies: a model and its shardings in, per-device programs out.
#[derive(Debug, Parser)]
#[command(name = "shardwright", version, arg_required_else_help = true)]
pub struct Cli {
    /// How errors are written to stderr.
    #[arg(long, global = true, value_enum, default_value_t = DiagnosticsFormat::Human)]
    pub diagnostics: DiagnosticsFormat,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// For whom diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum DiagnosticsFormat {
    /// Text with the source line.
    Human,
    /// One JSON object a line.
    Json,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Partition a model (.onnx, or .mlir text with StableHLO and sdy) for a mesh of devices.
    #[command(after_help = COMPILE_EXAMPLES)]
    Compile(Box<CompileArgs>),
    /// Run a compiled program on global inputs.
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunArgs),
    /// Run the partitioned and the original program on the same inputs and compare the results.
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(VerifyArgs),
    /// Say why values lie as they do and why each collective is there, and what to annotate to avoid it.
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// List what is surprising in a compile, dearest first.
    #[command(after_help = lint_rules())]
    Lint(LintArgs),
    /// Compare two compiles: what they send, hold and compute, and which reasons for collectives are new or gone.
    #[command(after_help = DIFF_EXAMPLES)]
    Diff(DiffArgs),
    /// Run passes on a text and print what comes out.
    #[command(after_help = OPT_EXAMPLES)]
    Opt(OptArgs),
    /// Make a model by its sizes, without weights, to try strategies on; without a spec, list what there is.
    #[command(after_help = GENERATE_EXAMPLES)]
    Generate(GenerateArgs),
    /// List passes and named pipelines.
    Passes,
    /// List ops.
    Ops {
        /// Say of each how native programs serve it.
        #[arg(long)]
        native: bool,
    },
    /// List engines, and what is missing to use them.
    Engines,
    /// List the built-in machines.
    Machines,
    /// Find the shardings that cost least on a machine, and write them as a plan that `compile --plan` takes.
    #[command(after_help = plan::PLAN_EXAMPLES)]
    Plan(Box<PlanArgs>),
    /// Strategy files: check one, alone or on a model.
    #[command(after_help = strategy::STRATEGY_EXAMPLES)]
    Strategy(StrategyArgs),
    /// List searches for the cheapest plan.
    Searches,
    /// List pipeline schedules with their formulas.
    Schedules,
    /// Run a pipeline schedule on given costs: time, bubble, activations.
    #[command(after_help = simulate::SIMULATE_EXAMPLES)]
    Simulate(SimulateArgs),
    /// Solve instances of the IOPDDL contest; a line each, then `score X of N`: the sum of best known / found.
    #[command(after_help = iopddl::IOPDDL_EXAMPLES, visible_alias = "search-bench")]
    Iopddl(IopddlArgs),
    /// Plan pipelines on layers that others measured (Piper, PipeDream, Aceso), with published planners side by side.
    #[command(after_help = interop::INTEROP_EXAMPLES)]
    Interop(Box<InteropArgs>),
    /// List planners of pipelines, and what they have least.
    Planners,
    /// Measure a device through its PJRT plugin: a profile for `--profile`, a machine file, or how near predictions come.
    #[command(after_help = PROFILE_EXAMPLES)]
    Profile(ProfileArgs),
    /// Fully explored search spaces: list, build, and score searches on them.
    #[command(after_help = spaces::SPACES_EXAMPLES)]
    Spaces(SpacesArgs),
    /// Compile strategies of the literature, prove them, and compare what they send and hold with their published formulas.
    #[command(after_help = ZOO_EXAMPLES)]
    Zoo(ZooArgs),
    /// Compile and run models under annotation sets, compare numbers and bytes sent; a line each.
    #[command(after_help = CASES_EXAMPLES)]
    Cases(CasesArgs),
    /// Run ONNX backend test cases: folders with model.onnx and test_data_set_*.
    OnnxNodeTests(NodeTestArgs),
}

const COMPILE_EXAMPLES: &str = "Examples:
  shardwright compile model.onnx --mesh data=2,model=4 --shard 'input_ids=[{data}, {}]' --shard '*.c_fc.weight=[{}, {model}]' -o out
  shardwright compile annotated.mlir -o out --machine tpu-v5e
  shardwright compile model.onnx --strategy zero3.tactics --set data=8 -o out
  shardwright compile model.onnx --dim batch=4 --plan plan.json --verify -o out
  shardwright compile model.onnx --train adam:lr=1e-3,loss=next-token --mesh data=2 --shard 'input_ids=[{data}, {}]' -o step
  shardwright compile model.onnx --train adam:loss=next-token --mesh pipe=4,data=2 --pipeline 1f1b:microbatches=8 -o step";
const RUN_EXAMPLES: &str = "Examples:
  shardwright run out --engine virtual --inputs in.npz -o out.npz
  shardwright run step --steps 50 --inputs batches.npz";
const VERIFY_EXAMPLES: &str = "Examples:
  shardwright verify out
  shardwright verify out --engine pjrt --plugin cpu.so --seed 7";
const EXPLAIN_EXAMPLES: &str = "Collectives that are alike are told together, dearest first; `#N` is the number that --collective takes.

Examples:
  shardwright explain out
  shardwright explain out --collective 3
  shardwright explain out --value h.0.attn.weight
  shardwright explain out --cost --machine tpu-v5e --top 5
  shardwright explain out --memory
  shardwright explain out --format json";
const DIFF_EXAMPLES: &str = "Example:
  shardwright diff before after";
const OPT_EXAMPLES: &str = "Examples:
  shardwright opt model.mlir -p 'canonicalize,cse,dce'
  shardwright opt model.mlir -p 'shard,reshard{uneven=refuse}' --print-after-all
  shardwright opt - -p compile --timing < model.mlir";
const GENERATE_EXAMPLES: &str = "A spec is also a MODEL wherever a file is.

Examples:
  shardwright generate
  shardwright generate gpt:layers=48,hidden=6144,heads=64,sequence=2048,batch=4,vocabulary=51200,type=bf16 -o gpt.mlir
  shardwright compile moe:experts=8 --mesh expert=4 --shard '*.experts.*=[{expert}, {}, {}]' -o out";
const ZOO_EXAMPLES: &str = "A line a strategy, ending in ok or failed, and one for each figure. Exit 1 if any failed.

Examples:
  shardwright zoo --list
  shardwright zoo
  shardwright zoo 'zero*' ddp --engine pjrt";
const CASES_EXAMPLES: &str = "Examples:
  shardwright cases testdata/models/cases.json --filter gpt2
  shardwright cases testdata/bank --engine pjrt --bytes
  shardwright cases testdata/bank --write-annotated out";

const PROFILE_EXAMPLES: &str = "Curves of matrix products and elementwise ops always; with --model also every distinct kernel of its per-device program, dearest first.
Times are medians of repeated runs. The profile says when, with what and how often it was measured.

Examples:
  shardwright profile -o here.json && shardwright compile model.onnx --machine cpu --profile here.json -o out
  shardwright profile --model model.onnx --machine dgx-h100 --plugin gpu.so -o h100.json --machine-file my-h100.json
  shardwright profile --check testdata/models --profile here.json";

/// Arguments of `profile`.
#[derive(Debug, Args)]
pub struct ProfileArgs {
    /// The profile.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The PJRT plugin; the installed one if not given.
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// Stop measuring after so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = parse_tolerance, default_value_t = 60.0)]
    pub seconds: f64,
    /// Sides of square matrix products; powers of two from 16 on if not given.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..=65536))]
    pub sizes: Vec<u64>,
    /// Types of matrix products, such as f32,bf16.
    #[arg(long, value_name = "TYPE,…", value_delimiter = ',', value_parser = crate::commands::profile::parse_element)]
    pub types: Vec<ElementType>,
    /// The largest elementwise op, in bytes read and written; far beyond caches if not given.
    #[arg(long, value_name = "N")]
    pub bytes: Option<u64>,
    /// Value of a symbolic ONNX dimension of the models, or of an input of one number.
    #[arg(long = "dim", value_name = "NAME=N", value_parser = parse_dim)]
    pub dims: Vec<(String, i64)>,
    /// Also measure the kernels of this model, or of the output folder of a compile.
    #[arg(long, value_name = "FILE|DIR")]
    pub model: Vec<PathBuf>,
    /// What the profile calls the device; what the plugin calls it if not given.
    #[arg(long, value_name = "NAME")]
    pub device: Option<String>,
    /// The machine whose device this is: its data sheet and links are not measured. `cpu` if not given and the plugin is for CPUs.
    #[arg(long, value_name = "NAME|FILE")]
    pub machine: Option<String>,
    /// Also write the machine with the figures of its device fitted to what was measured.
    #[arg(long, value_name = "FILE")]
    pub machine_file: Option<PathBuf>,
    /// Measure no profile: compare predicted with measured times of these models (or all in these folders) on one device.
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = ["output", "machine_file", "model", "sizes", "types", "bytes", "device"])]
    pub check: Vec<PathBuf>,
    /// Measure nothing: print what a profile of another planner says (Aceso's CSV, PipeDream's graph.txt, Piper's JSON).
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["output", "machine_file", "model", "sizes", "types", "bytes", "device", "check"])]
    pub show: Vec<PathBuf>,
    /// With --check: predict by this profile.
    #[arg(long, value_name = "FILE", requires = "check")]
    pub profile: Option<PathBuf>,
}

/// Arguments of `compile`.
#[derive(Debug, Args)]
pub struct CompileArgs {
    /// The model: .onnx or .mlir.
    pub model: PathBuf,
    /// Output folder; written beside and renamed, replaced if it is an earlier output.
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Value of a symbolic ONNX dimension, or of an input of one number, which is fixed then.
    #[arg(long = "dim", value_name = "NAME=N", value_parser = parse_dim)]
    pub dims: Vec<(String, i64)>,
    /// The device configuration to take annotations from, where an ONNX model is annotated for several.
    #[arg(long, value_name = "NAME")]
    pub configuration: Option<String>,
    /// Make the forward model a training step first: sgd, momentum, adam or adamw, with options such as adamw:lr=3e-4,loss=next-token.
    #[arg(long, value_name = "OPTIMIZER[:KEY=VALUE,…]", value_parser = TrainOptions::parse, long_help = train_help())]
    pub train: Option<TrainOptions>,
    /// Compute values of a training step's forward pass again in its backward pass: of whole layers, of attention's scores, of about √n groups, or what keeps it within so many bytes (of all devices together).
    #[arg(long, value_name = "none|min-cut|full|selective|sqrt|BYTES", value_parser = Recompute::parse)]
    pub recompute: Option<Recompute>,
    /// Device mesh, major to minor, such as data=2,model=4.
    #[arg(long, value_name = "AXIS=N,…", value_parser = parse_mesh)]
    pub mesh: Option<Mesh>,
    /// Sharding of every input, weight or named value that matches, such as '*.weight=[{}, {model}]'; the last match wins.
    #[arg(long = "shard", value_name = "GLOB=[…]", value_parser = ShardPattern::parse)]
    pub shards: Vec<ShardPattern>,
    /// A plan, as plan.json of an earlier compile or what `plan` wrote; --shard comes after it. One with pipeline stages says mesh, schedule, microbatches, recomputation and ZeRO: of these
    /// options none may stand beside it, but --train must.
    #[arg(long, value_name = "FILE")]
    pub plan: Option<PathBuf>,
    /// Tactics, applied one after another after all other shardings; what the program costs is told after each.
    #[arg(long, value_name = "FILE")]
    pub strategy: Option<PathBuf>,
    /// Value of a parameter of the strategy.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = strategy::parse_set, requires = "strategy")]
    pub set: Vec<(String, String)>,
    /// Leave the model's own shardings and mesh out, those of manual computations aside.
    #[arg(long)]
    pub bare: bool,
    /// The machine that is priced: one that `shardwright machines` lists, or a file.
    #[arg(long, value_name = "NAME|FILE", default_value = DEFAULT_MACHINE)]
    pub machine: String,
    /// Measured times of ops on that machine, in the format of the cost model's chapter.
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Whether collectives are taken to run beside kernels that do not wait for them.
    #[arg(long, value_enum, default_value_t = Overlap::Dataflow)]
    pub overlap: Overlap,
    /// Dimensions that their shards do not divide: pad and mask them, or refuse.
    #[arg(long, value_enum, default_value_t = Uneven::Pad)]
    pub uneven: Uneven,
    /// How conflicts between shardings are decided: by cost, or as Shardy does, to compare like for like.
    #[arg(long, value_enum, default_value_t = Policy::Cost)]
    pub policy: Policy,
    /// Where partial sums are combined: deferred to where it is cheapest, or at once, in the program's own order.
    #[arg(long, value_enum, default_value_t = Sums::Defer)]
    pub sums: Sums,
    /// Overlap gathers and reduce-scatters with the products next to them: where the machine says that it pays, or from so many bytes on.
    #[arg(long, value_name = "cost|BYTES", value_parser = parse_threshold)]
    pub windowed_einsum: Option<Threshold>,
    /// Exchange and compute what all-to-alls bring in pieces that overlap: in as many as are simulated fastest, or in N.
    #[arg(long, value_name = "cost|N", value_parser = parse_pieces)]
    pub chunk_all_to_all: Option<Pieces>,
    /// Join small collectives of the same devices: as the machine says is best, or up to so many bytes.
    #[arg(long, value_name = "cost|BYTES", value_parser = parse_threshold)]
    pub combine_collectives: Option<Threshold>,
    /// Gather sharded weights anew for the backward pass of a training step, instead of keeping them from the forward pass: less
    /// memory for half as many bytes more (FSDP's reshard-after-forward, ZeRO's third stage). With mesh axes, joined by +, only along these, a copy being kept in
    /// their devices (ZeRO++'s secondary partition).
    #[arg(long, value_name = "AXES", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub regather: Option<String>,
    /// Gather the weights of a training step in eight bits, blocks of N numbers with one scale, as a strategy's `quantise parameter block N`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..=1 << 20))]
    pub quantise_weights: Option<i64>,
    /// Sum the gradients of a training step to shards in four bits, blocks of N numbers with one scale, as a strategy's `quantise gradient block N`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(2..=1 << 20))]
    pub quantise_gradients: Option<i64>,
    /// Find layers of experts in imported models, where matrices are looked up for each token, as strategies do that shard experts.
    #[arg(long)]
    pub recognise_experts: bool,
    /// How tokens get to their experts: at once, within a node and then between nodes where all-to-alls are over several mesh axes, or none left out.
    #[arg(long, value_enum, default_value_t = Exchange::Flat)]
    pub all_to_all: Exchange,
    /// Experts that every device has, by number, as a strategy's `expert … shadow N, …`.
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = whole)]
    pub shadow_experts: Vec<i64>,
    /// Recognise attention, and share its sequence where that is sharded: auto, heads, allgather, ring, double-ring, lightseq, wallfacer, ulysses, usp or merge; after
    /// a colon the mesh axes that go to heads (`usp:u`), after a slash how causal rings lay tokens (`ring/zigzag`).
    #[arg(long, value_name = "SCHEME[:AXES][/LAYOUT]", value_parser = parse_request)]
    pub attention: Option<String>,
    /// Cut the program into stages that lie along the mesh axis `pipe`, and run them by a schedule that `shardwright schedules` lists.
    /// Also: v stages a rank, stages=marks, layers, auto or until:VALUE;… (how ops are given to them), and the schedule's own options.
    #[arg(long, value_name = "SCHEDULE[:microbatches=M,…]", value_parser = PipelineOptions::parse)]
    pub pipeline: Option<PipelineOptions>,
    /// Sharding rules of custom calls, one a line: `target: ([i, k], [k, j])->([i, j]) reduction={k}`.
    #[arg(long, value_name = "FILE")]
    pub op_rules: Option<PathBuf>,
    /// Custom calls that no rule describes, where their tensors are sharded: refuse, or gather everything and warn.
    #[arg(long, value_enum, default_value_t = Unknown::Refuse)]
    pub unknown: Unknown,
    /// What to write besides the reports.
    #[arg(long, value_enum, value_name = "KIND")]
    pub emit: Vec<Emit>,
    /// Data files that the annotated model names: link to the originals, or copy them (ONNX's checker and ONNX Runtime follow no links).
    #[arg(long, value_enum, default_value_t = External::Link)]
    pub external_data: External,
    /// The C compiler of MPI that links `--emit native`; that of the environment's MPICC, else mpicc, if not given.
    #[arg(long, value_name = "FILE")]
    pub mpicc: Option<PathBuf>,
    /// Verify the result on virtual devices at once.
    #[arg(long)]
    pub verify: bool,
    /// Print each pass with its time.
    #[arg(long)]
    pub timing: bool,
}

/// Help of `--train`, with every key.
fn train_help() -> String {
    let mut text = "Make the forward model a training step before anything is annotated: parameters, optimizer states, inputs, labels and the number of steps in; new parameters and states, the next number and the loss out. \
        The optimizer is sgd, momentum, adam or adamw; options follow after a colon, as in adamw:lr=3e-4,loss=next-token,clip=1:\n"
        .to_owned();
    KEYS.iter().for_each(|(key, what)| text.push_str(&format!("  {key}: {what}\n")));
    text
}

/// How conflicts between shardings are decided.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Candidates are priced, and so are orders of annotations that compete for an axis
    Cost,
    /// Annotations race and larger tensors win
    Shardy,
}

/// What runs at once.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    /// One kernel or collective at a time
    None,
    /// Collectives beside the kernels that do not need them
    Dataflow,
}

/// How all-to-alls go.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// As one
    Flat,
    /// Along the minor mesh axis, then along the others
    Hierarchical,
    /// Of experts without a capacity: as many as there are, after their numbers
    Ragged,
}

/// What is done with ops of unknown meaning.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// An error that says what to do
    Refuse,
    /// Every device does all of it: operands are gathered, a warning counts the bytes
    Replicate,
}

/// Where partial sums are combined.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sums {
    /// Where it moves the fewest bytes
    Defer,
    /// Right after each op that leaves one
    Once,
}

/// What happens to dimensions that their shards do not divide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Uneven {
    /// The last shards are padded, and masked where it matters.
    Pad,
    /// An error.
    Refuse,
}

/// Outputs of `compile`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Emit {
    /// program.mlir: one SPMD program for all devices.
    Spmd,
    /// sdy.mlir: the global program with a sharding on every value.
    Sdy,
    /// annotated.onnx: the ONNX model, with the format's multi-device annotations at every node.
    Annotated,
    /// device-K.onnx: a model for each device, with explicit collectives, and weights.data.
    Onnx,
    /// upstream.mlir: the global program in MLIR's own dialects, its shardings as annotations of the dialect `shard`.
    Mlir,
    /// program: an executable that runs as one process a device over MPI, with its object file and sources (needs a build with the feature `mlir`).
    Native,
}

/// What becomes of files that hold weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum External {
    /// Symbolic links
    Link,
    /// Copies
    Copy,
}

/// An engine by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineName {
    /// Virtual devices in this process.
    Virtual,
    /// A PJRT plugin.
    Pjrt,
    /// XLA's CPU devices through the jaxlib wheel.
    Xla,
    /// ONNX Runtime, on the files of `--emit onnx`.
    Ort,
    /// Native processes over MPI; the program must have been compiled with `--emit native`.
    Mpi,
}

/// Which engine.
#[derive(Debug, Args)]
pub struct EngineArgs {
    /// What runs the program.
    #[arg(long, value_enum, default_value_t = EngineName::Virtual)]
    pub engine: EngineName,
    /// The PJRT plugin of engine `pjrt`, or the library of engine `ort`.
    #[arg(long, value_name = "FILE")]
    pub plugin: Option<PathBuf>,
    /// What starts the processes of engine `mpi`; one of the program's MPI on PATH if not given.
    #[arg(long, value_name = "FILE")]
    pub mpirun: Option<PathBuf>,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Output folder of a compile.
    pub dir: PathBuf,
    /// The engine.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Global inputs by name or as arg0, arg1, …
    #[arg(long, value_name = "FILE.npz")]
    pub inputs: Option<PathBuf>,
    /// Where the global outputs go, as res0, res1, …
    #[arg(short, long, value_name = "FILE.npz", required_unless_present = "steps")]
    pub output: Option<PathBuf>,
    /// Run a training step so many times, each from what the one before left, and print the loss of each. Inputs may have one more dimension in front, a slice a step.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub steps: Option<u32>,
    /// Make inputs that --inputs does not give random, as `verify` does.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Arguments of `verify`.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// Output folder of a compile.
    pub dir: PathBuf,
    /// The engine that runs the partitioned program; the original one runs on the interpreter.
    #[command(flatten)]
    pub engine: EngineArgs,
    /// Seed of the random inputs.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Global inputs by name or as arg0, arg1, …; random ones for the rest.
    #[arg(long, value_name = "FILE.npz")]
    pub inputs: Option<PathBuf>,
    /// Largest relative error instead of the element type's.
    #[arg(long, value_name = "X", value_parser = parse_tolerance)]
    pub tolerance: Option<f64>,
}

/// How results are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// One JSON value.
    Json,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Output folder of a compile.
    pub dir: PathBuf,
    /// Tell how each axis came to this value: its name in the model or its text.
    #[arg(long, value_name = "NAME", conflicts_with = "collective")]
    pub value: Option<String>,
    /// Tell everything about one collective.
    #[arg(long, value_name = "N")]
    pub collective: Option<usize>,
    /// Tell what takes how long and why: the dearest kernels and collectives with their formulas.
    #[arg(long, conflicts_with_all = ["value", "collective"])]
    pub cost: bool,
    /// Tell what a device holds at the worst moment, and for which ops.
    #[arg(long, conflicts_with_all = ["value", "collective", "cost"])]
    pub memory: bool,
    /// With --cost: the machine that is priced; that of the compile if not given.
    #[arg(long, value_name = "NAME|FILE", requires = "cost")]
    pub machine: Option<String>,
    /// With --cost: measured times of ops on that machine.
    #[arg(long, value_name = "FILE", requires = "cost")]
    pub profile: Option<PathBuf>,
    /// With --cost: whether collectives are taken to run beside kernels that do not wait for them.
    #[arg(long, value_enum, requires = "cost", default_value_t = Overlap::Dataflow)]
    pub overlap: Overlap,
    /// With --cost or --memory: how many are told; kernels, collectives and buffers that are alike count as one.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub top: usize,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Arguments of `lint`.
#[derive(Debug, Args)]
pub struct LintArgs {
    /// Output folder of a compile.
    pub dir: PathBuf,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Arguments of `diff`.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// Output folder of the first compile.
    pub before: PathBuf,
    /// Output folder of the second.
    pub after: PathBuf,
    /// All reasons, not only the dearest.
    #[arg(long)]
    pub all: bool,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Arguments of `zoo`.
#[derive(Debug, Args)]
pub struct ZooArgs {
    /// Which ones: names, `*` is any text; all without any.
    pub names: Vec<String>,
    /// Only say what there is.
    #[arg(long)]
    pub list: bool,
    /// A folder of one's own with `zoo.json` and strategies, instead of those that come with the command.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// What runs the partitioned programs.
    #[command(flatten)]
    pub engine: EngineArgs,
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// A family and sizes: `gpt:layers=2,hidden=64`.
    pub spec: Option<String>,
    /// Where the text goes; else standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Arguments of `opt`.
#[derive(Debug, Args)]
pub struct OptArgs {
    /// The text; `-` reads standard input.
    pub file: PathBuf,
    /// Passes and named pipelines, such as 'cse,propagate{strategy=basic}'; none only reads and verifies.
    #[arg(short, long = "pipeline", default_value = "", value_name = "PIPELINE")]
    pub pipeline: String,
    /// Where the text goes; standard output if not given.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the module after every pass, on stderr.
    #[arg(long)]
    pub print_after_all: bool,
    /// Print the module after every pass that changed it, on stderr.
    #[arg(long)]
    pub print_after_change: bool,
    /// Print the module after this pass, on stderr.
    #[arg(long, value_name = "PASS")]
    pub print_after: Vec<String>,
    /// Do not verify after each pass.
    #[arg(long)]
    pub no_verify: bool,
    /// Stop after so many passes.
    #[arg(long, value_name = "N")]
    pub bisect_limit: Option<usize>,
    /// When a pass fails, write the module before it here, with a RUN line.
    #[arg(long, value_name = "FILE")]
    pub reproducer: Option<PathBuf>,
    /// Print the time of each pass, on stderr.
    #[arg(long)]
    pub timing: bool,
    /// Print what passes counted, on stderr.
    #[arg(long)]
    pub statistics: bool,
}

fn lint_rules() -> String {
    let rules = shardwright_compiler::explain::lint::RULES.iter().map(|(name, what)| format!("  {name:16} {what}"));
    format!("Rules:\n{}\n\nExample:\n  shardwright lint out", rules.collect::<Vec<_>>().join("\n"))
}

fn parse_dim(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or_else(|| format!("`{text}` must have the form NAME=N"))?;
    match whole(value).map_err(|why| format!("dimension `{name}`: {why}"))? {
        size if size >= 0 => Ok((name.to_owned(), size)),
        size => Err(format!("dimension `{name}` must be at least 0, got {size}")),
    }
}

fn parse_pieces(text: &str) -> Result<Pieces, String> {
    match text {
        "cost" => Ok(Pieces::Fastest),
        _ => match text.parse() {
            Ok(count) if count >= 1 => Ok(Pieces::Count(count)),
            _ => Err(format!("must be `cost` or a number of at least 1, got `{text}`")),
        },
    }
}

fn parse_threshold(text: &str) -> Result<Threshold, String> {
    match text {
        "cost" => Ok(Threshold::Cost),
        _ => text.parse().map(Threshold::Bytes).map_err(|_| format!("must be `cost` or a number of bytes, got `{text}`")),
    }
}

fn parse_tolerance(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(value) if value >= 0.0 => Ok(value),
        _ => Err(format!("must be a number of at least 0, got `{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
