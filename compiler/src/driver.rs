//! One compile: a model's file in, everything that an output folder holds out.
//!
//! Invariants: the same inputs give the same bytes; nothing is written before all of it is there; the per-device program
//! is verified after the last pass; what is wrong with the input is diagnostics, with the text that they point into.

use crate::back::onnx::Versions;
use crate::annotate::{MESH_NAME, ShardPattern, annotate, arg_name, forget_numbers, number_values, options_of, result_name};
use crate::explain::build::{Facts, Written, explain};
use crate::explain::{CollectiveNote, Explain, show};
use crate::files::{describe, read_text};
use crate::front::onnx;
use crate::generate::{generate, is_spec};
use crate::manifest::{Global, InStep, Manifest, StageManifest, StageSource, WeightFile, check_devices};
use crate::onnx_source;
use crate::pipeline::compile as pipelined;
use crate::pipeline::options::PipelineOptions;
use crate::plan::Plan;
use crate::reannotate::{Own, reannotate};
use crate::render::SourceText;
use crate::report::{Pricing, Report, Told};
use crate::optional::optional_passes;
use crate::shadow::shadow_experts;
use crate::staged::applied;
use crate::strategy::{Turn, apply_strategy, mesh_of, with_settings};
use crate::train::{settle_aliases, tie_aliases, train};
use shardwright_ir::machine::{DEFAULT_MACHINE, Machine, builtin};
use shardwright_ir::role::{Role, alias_of};
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::text::parse_module;
use shardwright_ir::verify::verify;
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Module, Registry, Sym, TensorType, Type};
use shardwright_passes::cost::profile::Profile;
use shardwright_passes::cost::simulate::Overlap;
use shardwright_passes::manager::{Observer, PassRegistry, Pipeline, RunOptions, RunReport, StepReport, resume_pipeline, run_pipeline};
use shardwright_passes::shard::op_rules::OpRules;
use shardwright_passes::tactics::resolve::Strategy;
use shardwright_passes::partition::localize::{GLOBAL_SHARDING, GLOBAL_TYPE};
use shardwright_passes::provenance::Provenance;
use shardwright_passes::stage::cut::{StageInput, cut, is_marked};
use shardwright_passes::train::recompute::Policy;
use shardwright_passes::train::{INITIAL, TrainOptions};
use std::path::Path;

/// What a compile is told besides the model.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// Values of symbolic ONNX dimensions.
    pub dims: Vec<(String, i64)>,
    /// The device configuration of an ONNX model to take annotations from, where its nodes are annotated for several.
    pub configuration: Option<String>,
    /// Whether the model becomes a training step of it first, and which.
    pub train: Option<TrainOptions>,
    /// What a training step computes again instead of holding it.
    pub recompute: Option<Policy>,
    /// The mesh; else the plan's, else the model's own.
    pub mesh: Option<Mesh>,
    /// Which of the model's own shardings count; where not all do, the mesh takes the place of the model's.
    pub own: Own,
    /// Shardings by pattern, after those of the plan.
    pub patterns: Vec<ShardPattern>,
    /// A plan.
    pub plan: Option<Plan>,
    /// Tactics, after all other shardings.
    pub strategy: Option<Strategy>,
    /// Whether what the program costs after each tactic is left out: it is compiled and priced for that.
    pub untold: bool,
    /// Whether dimensions that their shards do not divide are an error; else they are padded and masked.
    pub refuse_uneven: bool,
    /// Whether conflicts are decided as Shardy does: annotations race, larger tensors win. Else by cost.
    pub shardy_policy: bool,
    /// Whether partial results are combined at once, in the program's own order, instead of where that is cheapest.
    pub strict_sums: bool,
    /// The machine that is priced; else the default one.
    pub machine: Option<Machine>,
    /// What was measured on it.
    pub profile: Option<Profile>,
    /// Whether collectives are taken to run beside kernels.
    pub overlap: Overlap,
    /// Sharding rules of ops that only a platform knows.
    pub op_rules: OpRules,
    /// Whether ops of unknown meaning are replicated, with a warning, where their tensors are sharded; else they are an error.
    pub replicate_unknown: bool,
    /// Whether gathers and reduce-scatters overlap with the products next to them, and from which size on.
    pub windowed_einsum: Option<Threshold>,
    /// Whether what all-to-alls bring is exchanged and computed in pieces, and in how many.
    pub chunk_all_to_all: Option<Pieces>,
    /// Whether small collectives are joined, and up to which size.
    pub combine_collectives: Option<Threshold>,
    /// Whether layers of experts are found in imported models, where matrices are looked up for each token.
    pub recognise_experts: bool,
    /// Whether weights are gathered anew for the backward pass of a training step, instead of kept from the forward pass: along these mesh axes alone
    /// (joined by +), a copy being kept in their devices; along all where it is empty.
    pub regather: Option<String>,
    /// Weights are gathered in eight bits, blocks of so many numbers with one scale.
    pub quantise_weights: Option<i64>,
    /// Gradients are summed to shards in four bits, blocks of so many numbers with one scale.
    pub quantise_gradients: Option<i64>,
    /// Whether all-to-alls over several mesh axes go in two steps.
    pub hierarchical_all_to_all: bool,
    /// Whether tokens are sent to experts without a capacity that lie along the tokens' axes.
    pub ragged_all_to_all: bool,
    /// Experts that every device has.
    pub shadow_experts: Vec<i64>,
    /// Whether attentions are recognised and how their sequences are shared: options of `distribute-attention`.
    pub attention: Option<String>,
    /// Whether the program is cut into stages that a schedule runs, and how.
    pub pipeline: Option<PipelineOptions>,
    /// How passes are run. The machine is the compile's.
    pub run: RunOptions,
}

impl CompileOptions {
    /// The machine that is priced.
    ///
    /// # Errors
    /// None that a build can have: the default is built in.
    pub(crate) fn machine(&self) -> Result<Machine, Diagnostic> {
        match &self.machine {
            Some(machine) => Ok(machine.clone()),
            None => builtin(DEFAULT_MACHINE).map_err(|error| Diagnostic::error(error.to_string())),
        }
    }

    /// How an ONNX model is imported; a dimension that is given twice is an error.
    pub(crate) fn import(&self) -> Result<onnx::ImportOptions, Diagnostic> {
        Ok(onnx::ImportOptions { dims: onnx_source::bound(&self.dims)?, learns: self.train.is_some(), configuration: self.configuration.clone(), ..onnx::ImportOptions::default() })
    }
}

/// Where an optional pass does something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threshold {
    /// Where the machine says that it pays.
    Cost,
    /// By a size in bytes.
    Bytes(u64),
}

/// In how many pieces something is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pieces {
    /// As many as are simulated fastest.
    Fastest,
    /// This many.
    Count(u32),
}

/// A model, imported.
#[derive(Clone)]
pub struct Source {
    /// The global program.
    pub module: Module,
    /// The text that spans point into, where the model is a text.
    pub text: Option<SourceText>,
    /// Where each argument's bytes are; `None` for what the caller of the program gives.
    pub weights: Vec<Option<WeightFile>>,
    /// Mesh axes along which the model's own pipeline stages lie.
    pub pipe_axes: Vec<Sym>,
    /// Stored tensors of floats that are constants of the program, by name: they cannot learn.
    pub constants: Vec<String>,
    /// What there is to say about it.
    pub remarks: Vec<Diagnostic>,
    /// Versions of ONNX that it is written in, or would be.
    pub versions: Versions,
}

impl Source {
    /// A program that nothing is known of beside what it says.
    pub fn of(module: Module, text: Option<SourceText>) -> Source {
        let count = module.main().map_or(0, |main| main.args().len());
        Source { module, text, weights: vec![None; count], pipe_axes: Vec::new(), constants: Vec::new(), remarks: Vec::new(), versions: Versions::default() }
    }
}

/// One partitioned program.
pub struct Program {
    /// The global program with a sharding on every value.
    pub annotated: Module,
    /// The program of one device.
    pub local: Module,
    /// What the user wrote on its arguments and results.
    pub written: Written,
    /// What passes told.
    pub provenance: Provenance,
}

/// What a compile made.
pub struct Compiled {
    /// The global program as it was imported.
    pub source: Module,
    /// The programs by file name: one, or one a stage.
    pub programs: Vec<(String, Program)>,
    /// How inputs and outputs lie over the devices.
    pub manifest: Manifest,
    /// Versions of ONNX that the model is written in, or would be.
    pub versions: Versions,
    /// The decisions.
    pub plan: Plan,
    /// What each turn of a strategy did, the program before any of them first; empty without a strategy.
    pub turns: Vec<Turn>,
    /// What it costs.
    pub report: Report,
    /// Why it is so.
    pub explain: Explain,
    /// What each pass did.
    pub steps: Vec<StepReport>,
    /// Warnings and remarks.
    pub diagnostics: Vec<Diagnostic>,
    /// The text that they point into.
    pub text: Option<SourceText>,
}

/// Why there is nothing.
#[derive(Debug)]
pub struct CompileFault {
    /// All findings.
    pub diagnostics: Diagnostics,
    /// The text that they point into, where the model is a text.
    pub text: Option<SourceText>,
}

impl From<Diagnostics> for CompileFault {
    fn from(diagnostics: Diagnostics) -> CompileFault {
        CompileFault { diagnostics, text: None }
    }
}
impl From<Diagnostic> for CompileFault {
    fn from(diagnostic: Diagnostic) -> CompileFault {
        Diagnostics::from(diagnostic).into()
    }
}

/// Reads a model: `.onnx`, `.mlir` text, or the sizes of a generated one (`gpt:layers=2`, see [`crate::generate`]).
///
/// # Errors
/// What is wrong with the file.
pub fn read_model(path: &Path, dims: &[(String, i64)], ops: &Registry) -> Result<Source, CompileFault> {
    read_model_as(path, &onnx::ImportOptions { dims: onnx_source::bound(dims)?, ..onnx::ImportOptions::default() }, ops)
}

/// [`read_model`], told all that an import can be told.
fn read_model_as(path: &Path, import: &onnx::ImportOptions, ops: &Registry) -> Result<Source, CompileFault> {
    let fault = |why: String| CompileFault::from(Diagnostic::error(format!("{}: {why}", path.display())));
    if path.to_str().is_some_and(is_spec) && !path.exists() {
        let (module, _) = generate(&path.display().to_string()).map_err(Diagnostic::error)?;
        verify(&module)?;
        return Ok(Source::of(module, None));
    }
    // Before its ending is looked at: that a file is not there is the better thing to say.
    let found = std::fs::metadata(path).map_err(|error| Diagnostic::error(describe(path, &error)))?;
    if found.is_dir() {
        return Err(fault("is a folder: name the model's file".to_owned()));
    }
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("onnx") => onnx_source::read(path, import),
        Some("mlir") => {
            if let Some(name) = &import.configuration {
                return Err(Diagnostic::error(format!("a text has no device configuration `{name}`")).in_place("--configuration").into());
            }
            if let Some((name, _)) = import.dims.first_key_value() {
                return Err(Diagnostic::error(format!("a text has no symbolic dimension `{name}`")).in_place("--dim").into());
            }
            let text = read_text(path).map_err(Diagnostic::error)?;
            let text = SourceText { name: path.display().to_string(), text };
            let located = |diagnostics| CompileFault { diagnostics, text: Some(text.clone()) };
            let module = parse_module(&text.text, ops).map_err(located)?;
            verify(&module).map_err(located)?;
            if module.main().is_none() {
                return Err(fault("the module has no function @main".to_owned()));
            }
            Ok(Source::of(module, Some(text)))
        }
        _ => Err(fault("the name must end in .onnx or .mlir, which says how to read it".to_owned())),
    }
}

/// Reads a model and puts the options' shardings onto it, and nothing else: what other partitioners are given to be compared with.
/// Returns the module as it was imported too.
///
/// # Errors
/// What is wrong with the file or the shardings.
pub fn read_annotated(path: &Path, options: &CompileOptions, ops: &Registry) -> Result<(Module, Source), CompileFault> {
    if options.plan.as_ref().is_some_and(|plan| plan.pipeline.is_some()) {
        return Err(Diagnostic::error("the plan has pipeline stages, which are not applied to one program").in_place("--plan").help("`compile` follows it").into());
    }
    // A training step is made while the model is read: what a strategy says of it must be known before.
    let settled = settled(options)?;
    let options = settled.as_ref().unwrap_or(options);
    let mut read = read_model_as(path, &options.import()?, ops)?;
    let training = pipelined::training(options)?;
    let experts = "clean,recognise-experts,canonicalize,fold,cse,dce";
    // What changes arguments or makes a step starts from it; else the program as it was imported is what results are compared with.
    let at_once = options.recognise_experts && (training.is_some() || !options.shadow_experts.is_empty() || options.pipeline.is_some());
    if at_once {
        run_alone(experts, &mut read.module, ops)?;
    }
    if !options.shadow_experts.is_empty() {
        shadow_experts(&mut read, &options.shadow_experts, ops)?;
    }
    if let Some(asked) = &options.pipeline {
        let own = read.module.main_mesh().map(|(_, mesh)| mesh.clone());
        let mesh = wanted_mesh(options)?.map(|(mesh, _)| mesh).or(own).unwrap_or_default();
        run_alone("clean", &mut read.module, ops)?;
        pipelined::mark(&mut read, options, asked, &mesh, training.as_ref())?;
    }
    if let Some(training) = &training {
        // The backward pass of an attention that is found is one op as well; of its parts it could not be found again.
        if options.attention.is_some() {
            run_alone("clean,unflatten-products,recognise-attention", &mut read.module, ops)?;
        }
        train(&mut read, training, ops)?;
    }
    let mut source = read.module.clone();
    if options.recognise_experts && !at_once {
        run_alone(experts, &mut read.module, ops)?;
    }
    if options.train.is_some() && options.attention.is_some() {
        run_alone("decompose-nn", &mut source, ops)?;
    }
    if let Some(forms) = options.plan.as_ref().and_then(|plan| plan.forms.as_ref()) {
        forms.apply(&source, &mut read, ops)?;
    }
    let mesh_name = settle_mesh(&mut read.module, options)?;
    check_devices(&read.module)?;
    let planned: Vec<ShardPattern> = options.plan.iter().flat_map(Plan::patterns).collect();
    // Plans call values without names by their numbers.
    let numbered = planned.iter().any(|pattern| pattern.glob.starts_with('%')) && read.module.main_mut().is_some_and(number_values);
    annotate(&mut read.module, mesh_name, &planned, "--plan")?;
    read.module.main_mut().filter(|_| numbered).map(forget_numbers);
    annotate(&mut read.module, mesh_name, &options.patterns, "--shard")?;
    Ok((source, read))
}

/// The options with what their strategy says of the whole program; `None` where there is no strategy. Settled options settle to themselves.
fn settled(options: &CompileOptions) -> Result<Option<CompileOptions>, CompileFault> {
    options.strategy.as_ref().map(|strategy| with_settings(options, strategy)).transpose()
}

/// Runs passes on a module, by themselves.
pub(crate) fn run_alone(passes: &str, module: &mut Module, ops: &Registry) -> Result<(), Diagnostics> {
    let pipeline = Pipeline::parse(passes, &crate::pipelines::pass_registry()).map_err(Diagnostic::error)?;
    run_pipeline(&pipeline, module, ops, &RunOptions::default(), &mut []).map(|_| ())
}

/// Compiles a model.
///
/// # Errors
/// Everything that the first step that finds faults finds.
pub fn compile(
    path: &Path,
    options: &CompileOptions,
    ops: &Registry,
    passes: &PassRegistry,
    observers: &mut [&mut dyn Observer],
) -> Result<Compiled, CompileFault> {
    if let Some((plan, pipeline)) = options.plan.as_ref().and_then(|plan| Some((plan, plan.pipeline.as_ref()?))) {
        let (path, options) = applied(path, options, pipeline)?;
        let compiled = compile(&path, &options, ops, passes, observers)?;
        return Ok(Compiled { plan: plan.clone(), ..compiled });
    }
    let (source, read) = read_annotated(path, options, ops)?;
    compile_read(&path.display().to_string(), source, read, options, ops, passes, observers)
}

/// Compiles a model that is read and annotated already; `source` is what it was before.
///
/// # Errors
/// As [`compile`].
pub fn compile_read(
    name: &str,
    source: Module,
    read: Source,
    options: &CompileOptions,
    ops: &Registry,
    passes: &PassRegistry,
    observers: &mut [&mut dyn Observer],
) -> Result<Compiled, CompileFault> {
    let settled = settled(options)?;
    let options = settled.as_ref().unwrap_or(options);
    let machine = options.machine()?;
    let Source { mut module, text, weights, pipe_axes, remarks, versions, .. } = read;
    options.op_rules.apply(&mut module).map_err(|diagnostics| CompileFault { diagnostics, text: text.clone() })?;
    let mut plan = Plan { forms: options.plan.as_ref().and_then(|plan| plan.forms.clone()), ..Plan::of_module(&module) };
    let planned: Vec<ShardPattern> = options.plan.iter().flat_map(Plan::patterns).collect();
    let mut by_option = module.main().map(|func| options_of(func, &[("--plan", &planned), ("--shard", &options.patterns)])).unwrap_or_default();
    let pricing = Pricing { machine: &machine, profile: options.profile.as_ref(), overlap: options.overlap };
    let mut partitioner = Partitioner { options, ops, passes, observers, done: RunReport { diagnostics: remarks, ..RunReport::default() }, weights: &weights, pricing };
    let in_model = |fault: CompileFault| CompileFault { text: fault.text.or_else(|| text.clone()), ..fault };
    let (mut turns, mut figures) = (Vec::new(), None);
    let (programs, manifest) = if is_marked(&module) && options.pipeline.is_none() {
        if options.strategy.is_some() {
            return Err(Diagnostic::error("the model is in pipeline stages: a strategy cannot split it yet").in_place("--strategy").help("use --shard").into());
        }
        compile_stages(&module, &pipe_axes, &weights, &mut |module| partitioner.partition(module).map_err(in_model))?
    } else {
        let (annotated, provenance, written) = match &options.strategy {
            None => partitioner.annotate(module).map(|(module, provenance, written)| (module, provenance, Some(written))).map_err(in_model)?,
            Some(strategy) => {
                let applied = apply_strategy(module, strategy, &|index| weights.get(index).is_some_and(Option::is_some), &mut partitioner).map_err(in_model)?;
                (plan, turns) = (Plan { forms: plan.forms, ..applied.plan }, applied.turns);
                by_option.extend(applied.options);
                (applied.module, applied.provenance, None)
            }
        };
        let in_text = |diagnostics: Diagnostics| in_model(diagnostics.into());
        if let Some(asked) = &options.pipeline {
            let made = partitioner.pipeline(&annotated, asked).map_err(in_text)?;
            figures = Some(made.figures);
            (made.programs, made.manifest)
        } else {
            let program = partitioner.lower(annotated, provenance).map_err(in_text)?;
            let program = Program { written: written.unwrap_or_else(|| Written::of(program.annotated.main())), ..program };
            let manifest = partitioner.manifest(&program)?;
            (vec![("program.mlir".to_owned(), program)], manifest)
        }
    };
    let manifest = manifest.with_weight_files().map_err(Diagnostic::error)?;
    let done = partitioner.done;
    let mut report = Report::new(programs.iter().map(|(_, program)| &program.local), &manifest, &pricing)
        .map_err(|error| Diagnostic::error(error.to_string()).in_place("--machine"))?;
    figures.into_iter().for_each(|figures| report.schedule(figures));
    let named: Vec<String> = manifest.inputs.iter().filter(|port| port.weight.is_some()).map(|port| port.name.clone()).collect();
    let facts = Facts { model: name, text: text.as_ref(), options: &by_option, weights: &named };
    let explain = explain(programs.iter().map(|(name, program)| (name.as_str(), program)), &report.sites(), &facts);
    let told = |one: &CollectiveNote| Told { op: format!("{}{}", one.at.op, show::place(&one.at)), cause: one.cause.clone() };
    report.told = explain.collectives.iter().map(told).collect();
    Ok(Compiled { source, programs, manifest, versions, plan, turns, report, explain, steps: done.steps, diagnostics: done.diagnostics, text })
}

/// Runs the passes of one compile, and adds up what they did.
pub(crate) struct Partitioner<'a, 'o> {
    options: &'a CompileOptions,
    ops: &'a Registry,
    passes: &'a PassRegistry,
    observers: &'a mut [&'o mut dyn Observer],
    done: RunReport,
    weights: &'a [Option<WeightFile>],
    pricing: Pricing<'a>,
}

/// A partitioned program that is only priced.
pub(crate) struct Priced {
    /// What it costs.
    pub report: Report,
}

impl Partitioner<'_, '_> {
    /// Runs passes on a module.
    pub(crate) fn run(&mut self, pipeline: &str, module: &mut Module, provenance: Provenance) -> Result<Provenance, Diagnostics> {
        let pipeline = Pipeline::parse(pipeline, self.passes).map_err(Diagnostic::error)?;
        let run = RunOptions { machine: self.options.machine.clone(), ..self.options.run.clone() };
        let report = resume_pipeline(&pipeline, module, self.ops, &run, self.observers, provenance)?;
        self.done.steps.extend(report.steps);
        self.done.diagnostics.extend(report.diagnostics);
        Ok(report.provenance)
    }

    /// Whether the program is priced after each tactic of a strategy, to tell what it costs.
    pub(crate) fn tells(&self) -> bool {
        !self.options.untold
    }

    /// The passes before shardings are given.
    pub(crate) fn cleaning(&self) -> String {
        let recognise = if self.options.attention.is_some() { ",unflatten-products,recognise-attention" } else { "" };
        // What pieces hand over is chosen when the program is cut.
        let whole = self.options.recompute.filter(|&policy| policy != Policy::MinCut || self.options.pipeline.is_none());
        let again = whole.map_or_else(String::new, |policy| format!(",recompute{{policy={policy}}}"));
        format!("clean{again}{recognise}")
    }

    /// The passes after they are, each with a comma before it.
    fn distributing(&self) -> String {
        let attention = self.options.attention.as_ref().map_or_else(String::new, |how| format!(",distribute-attention{{{how}}}"));
        attention + if self.options.ragged_all_to_all { ",distribute-experts" } else { "" }
    }

    /// Runs the passes that come when no sharding changes any more.
    pub(crate) fn distribute(&mut self, module: &mut Module, provenance: Provenance) -> Result<Provenance, Diagnostics> {
        match self.distributing().strip_prefix(',') {
            Some(passes) => self.run(passes, module, provenance),
            None => Ok(provenance),
        }
    }

    /// From an annotated module to the per-device program.
    fn partition(&mut self, module: Module) -> Result<Program, CompileFault> {
        let (module, provenance, written) = self.annotate(module)?;
        Ok(Program { written, ..self.lower(module, provenance)? })
    }

    /// From an annotated module to one with a sharding on every value, and what was written on it.
    fn annotate(&mut self, mut module: Module) -> Result<(Module, Provenance, Written), CompileFault> {
        let policy = if self.options.shardy_policy { "shardy" } else { "cost" };
        let written = Written::of(module.main());
        let own = tie_aliases(&mut module);
        let provenance = self.run(&format!("{},shard{{policy={policy}}}{}", self.cleaning(), self.distributing()), &mut module, Provenance::default())?;
        settle_aliases(&mut module, &own);
        Ok((module, provenance, written))
    }

    /// From a sharding on every value to the programs of a pipeline's pieces.
    fn pipeline(&mut self, module: &Module, asked: &PipelineOptions) -> Result<pipelined::Made, Diagnostics> {
        let (_, mesh) = main_mesh(module);
        let (inputs, outputs) = globals(module, self.weights)?;
        let (pricing, train) = (self.pricing, pipelined::training(self.options)?);
        let asked = pipelined::Asked { options: asked, mesh: &mesh, globals: (&inputs, &outputs), pricing: &pricing, train: train.as_ref(), least: self.options.recompute.is_none_or(Policy::hands_least) };
        // What is on the arguments of a piece nobody wrote: propagation put it there.
        let mut lower = |module: Module| Ok(Program { written: Written::default(), ..self.lower(module, Provenance::default())? });
        pipelined::compile(module, &asked, &mut lower)
    }

    /// From a sharding on every value to the per-device program.
    fn lower(&mut self, mut module: Module, provenance: Provenance) -> Result<Program, Diagnostics> {
        let options = self.options;
        let uneven = if options.refuse_uneven { "refuse" } else { "pad" };
        let conflicts = if options.shardy_policy { "size" } else { "cost" };
        let unknown = if options.replicate_unknown { "replicate" } else { "refuse" };
        let sums = if options.strict_sums { "once" } else { "defer" };
        let written = Written::of(module.main());
        let annotated = module.clone();
        let optional = optional_passes(options);
        let text = format!("partition{{uneven={uneven} conflicts={conflicts} sums={sums} unknown={unknown}}}{optional}");
        let provenance = self.run(&text, &mut module, provenance)?;
        Ok(Program { annotated, local: module, written, provenance })
    }

    fn manifest(&self, program: &Program) -> Result<Manifest, Diagnostic> {
        let (mesh, inputs, outputs) = layouts(program, |index| self.weights.get(index).cloned().flatten())?;
        Manifest::new(&mesh, &inputs, &outputs).map_err(Diagnostic::error)
    }

    /// What a program costs, shardings on every value given; what passes tell on the way is not kept.
    pub(crate) fn price(&mut self, mut module: Module) -> Result<Priced, CompileFault> {
        let told = self.done.diagnostics.len();
        let provenance = self.distribute(&mut module, Provenance::default())?;
        let program = self.lower(module, provenance)?;
        self.done.diagnostics.truncate(told);
        let manifest = self.manifest(&program)?;
        let report = Report::new(std::iter::once(&program.local), &manifest, &self.pricing).map_err(|error| Diagnostic::error(error.to_string()).in_place("--machine"))?;
        Ok(Priced { report })
    }
}

/// Cuts a module whose ops are marked with stages, and partitions each stage on its own devices.
fn compile_stages(
    module: &Module,
    pipe_axes: &[Sym],
    weights: &[Option<WeightFile>],
    partition: &mut dyn FnMut(Module) -> Result<Program, CompileFault>,
) -> Result<(Vec<(String, Program)>, Manifest), CompileFault> {
    let mut programs = Vec::new();
    let mut manifests = Vec::new();
    for (index, stage) in cut(module, pipe_axes)?.into_iter().enumerate() {
        let program = partition(stage.module)?;
        let (mesh, inputs, outputs) = layouts(&program, |_| None)?;
        let one = Manifest::new(&mesh, &inputs, &outputs).map_err(Diagnostic::error)?;
        let from = stage.inputs.iter().map(|input| match *input {
            StageInput::Arg(index) => StageSource::Input(index),
            StageInput::Result { stage, index } => StageSource::Result(stage, index),
        });
        let name = format!("stage-{index}.mlir");
        manifests.push(StageManifest {
            program: name.clone(),
            devices: stage.devices,
            inputs: one.inputs,
            from: from.collect(),
            outputs: one.outputs,
            results: stage.outputs,
        });
        programs.push((name, program));
    }
    let (_, mesh) = main_mesh(module);
    let (inputs, outputs) = globals(module, weights)?;
    Ok((programs, Manifest::of_stages(&mesh, &inputs, &outputs, manifests).map_err(Diagnostic::error)?))
}

fn main_mesh(module: &Module) -> (Sym, Mesh) {
    module.main_mesh().map_or_else(|| (Sym::new(MESH_NAME), Mesh::default()), |(name, mesh)| (name, mesh.clone()))
}

/// Arguments and results of a program that runs in parts, each of which says how they lie there.
pub(crate) fn globals(module: &Module, weights: &[Option<WeightFile>]) -> Result<(Vec<Global>, Vec<Global>), Diagnostic> {
    let func = module.main().ok_or_else(|| Diagnostic::error("the module has no main function"))?;
    let global = |name: String, ty: &Type, attrs: &Attrs, weight: Option<WeightFile>| -> Result<Global, Diagnostic> {
        let ty = ty.as_tensor().ok_or_else(|| Diagnostic::error(format!("`{name}` must be a tensor")))?.clone();
        let sharding = TensorSharding::fully_replicated(Sym::new(MESH_NAME), ty.rank());
        Ok(Global { name, ty, sharding, mesh: None, weight, in_step: in_step(attrs) })
    };
    let input = |(index, &arg)| global(arg_name(func, index), func.ty(arg), &func.arg_attrs[index], weights.get(index).cloned().flatten());
    let output = |(index, ty)| global(result_name(func, index), ty, &func.result_attrs[index], None);
    Ok((func.args().iter().enumerate().map(input).collect::<Result<_, _>>()?, func.result_types.iter().enumerate().map(output).collect::<Result<_, _>>()?))
}

/// The mesh that options ask for, with the option that does.
fn wanted_mesh(options: &CompileOptions) -> Result<Option<(Mesh, &'static str)>, Diagnostic> {
    let planned = match &options.plan {
        Some(plan) => plan.to_mesh().map_err(|why| Diagnostic::error(why).in_place("--plan"))?,
        None => None,
    };
    let given = options.mesh.clone().map(|mesh| (mesh, "--mesh"));
    Ok(given.or(planned.map(|mesh| (mesh, "--plan"))).or_else(|| mesh_of(options.strategy.as_ref()).map(|mesh| (mesh, "--strategy"))))
}

/// Decides which mesh the program runs on, puts it into the module and returns its symbol.
fn settle_mesh(module: &mut Module, options: &CompileOptions) -> Result<Sym, Diagnostic> {
    let own = module.main_mesh().map(|(name, mesh)| (name, mesh.clone()));
    let (wanted, place) = match wanted_mesh(options)? {
        Some(found) => found,
        None if options.own == Own::All => return Ok(own.map_or_else(|| Sym::new(MESH_NAME), |(name, _)| name)),
        None if own.is_some() => (own.as_ref().map_or_else(Mesh::default, |(_, mesh)| mesh.clone()), "the model"),
        None => return Err(Diagnostic::error("a model whose own shardings are left out needs a mesh: give --mesh")),
    };
    if options.own != Own::All {
        return Ok(reannotate(module, options.own, &wanted));
    }
    match own {
        Some((name, mesh)) if mesh == wanted => Ok(name),
        Some((_, mesh)) => Err(Diagnostic::error(format!("the model brings its own mesh {mesh}, not {wanted}"))
            .in_place(place)
            .help("leave the mesh out, or give the model's; --bare leaves the model's shardings and mesh out")),
        None => {
            let name = Sym::new(MESH_NAME);
            module.meshes.insert(name, wanted);
            Ok(name)
        }
    }
}

/// Names from the global program, layouts from what localisation recorded on the per-device one.
pub(crate) fn layouts(program: &Program, weight: impl Fn(usize) -> Option<WeightFile>) -> Result<(Mesh, Vec<Global>, Vec<Global>), Diagnostic> {
    let (Some(global), Some(local)) = (program.annotated.main(), program.local.main()) else {
        return Err(Diagnostic::error("the module has no main function"));
    };
    let mesh = program.local.main_mesh().map(|(_, mesh)| mesh.clone()).unwrap_or_default();
    let layout = |name: String, attrs: &Attrs, weight: Option<WeightFile>| -> Result<Global, Diagnostic> {
        let (Some(Attr::Type(Type::Tensor(ty))), Some(Attr::Sharding(sharding))) = (attrs.get(GLOBAL_TYPE), attrs.get(GLOBAL_SHARDING)) else {
            return Err(Diagnostic::error(format!("`{name}` has no layout after partitioning: it must be a tensor")));
        };
        if !sharding.unreduced.is_empty() {
            return Err(Diagnostic::error(format!("`{name}` is declared partial, as {sharding}: parts of a sum cannot be handed in or out"))
                .help("leave `unreduced` out; sums inside the program are deferred by themselves"));
        }
        let own = program.local.meshes.get(&sharding.mesh).or_else(|| program.annotated.meshes.get(&sharding.mesh));
        let other = own.filter(|own| **own != mesh && !sharding.is_replicated()).cloned();
        Ok(Global { name, ty: TensorType::clone(ty), sharding: TensorSharding::clone(sharding), mesh: other, weight, in_step: in_step(attrs) })
    };
    let inputs: Vec<Global> = (0..local.args().len())
        .map(|index| layout(arg_name(global, index), &local.arg_attrs[index], weight(index)))
        .collect::<Result<_, _>>()?;
    let outputs: Vec<Global> = (0..local.result_types.len())
        .map(|index| layout(result_name(global, index), &local.result_attrs[index], None))
        .collect::<Result<_, _>>()?;
    Ok((mesh, inputs, outputs))
}

/// What attributes of an argument or result say about its part in a training step.
fn in_step(attrs: &Attrs) -> InStep {
    InStep {
        role: Role::of(attrs),
        initial: match attrs.get(INITIAL) {
            Some(Attr::Float(value, _)) => Some(*value),
            _ => None,
        },
        next: alias_of(attrs),
    }
}
