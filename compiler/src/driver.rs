//! One compile: a model's file in, everything that an output folder holds out.
//!
//! Invariants: the same inputs give the same bytes; nothing is written before all of it is there; the per-device program
//! is verified after the last pass; what is wrong with the input is diagnostics, with the text that they point into.

use crate::annotate::{MESH_NAME, ShardPattern, annotate, arg_name, result_name};
use crate::front::onnx;
use crate::manifest::{Global, Manifest, WeightFile};
use crate::plan::Plan;
use crate::render::SourceText;
use crate::report::Report;
use shardwright_ir::sharding::{Mesh, TensorSharding};
use shardwright_ir::text::parse_module;
use shardwright_ir::verify::verify;
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Module, Registry, Sym, TensorType, Type};
use shardwright_passes::manager::{Observer, PassRegistry, Pipeline, RunOptions, StepReport, run_pipeline};
use shardwright_passes::partition::localize::{GLOBAL_SHARDING, GLOBAL_TYPE};
use std::collections::BTreeMap;
use std::path::Path;

/// What a compile is told besides the model.
#[derive(Clone, Debug, Default)]
pub struct CompileOptions {
    /// Values of symbolic ONNX dimensions.
    pub dims: Vec<(String, i64)>,
    /// The mesh; else the plan's, else the model's own.
    pub mesh: Option<Mesh>,
    /// Shardings by pattern, after those of the plan.
    pub patterns: Vec<ShardPattern>,
    /// A plan.
    pub plan: Option<Plan>,
    /// Whether dimensions that their shards do not divide are an error; else they are padded and masked.
    pub refuse_uneven: bool,
    /// How passes are run.
    pub run: RunOptions,
}

/// A model, imported.
pub struct Source {
    /// The global program.
    pub module: Module,
    /// The text that spans point into, where the model is a text.
    pub text: Option<SourceText>,
    /// Where each argument's bytes are; `None` for what the caller of the program gives.
    pub weights: Vec<Option<WeightFile>>,
}

/// What a compile made.
pub struct Compiled {
    /// The global program as it was imported.
    pub source: Module,
    /// The global program with a sharding on every value.
    pub annotated: Module,
    /// The program of one device.
    pub program: Module,
    /// How inputs and outputs lie over the devices.
    pub manifest: Manifest,
    /// The decisions.
    pub plan: Plan,
    /// What it costs.
    pub report: Report,
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

/// Reads a model: `.onnx`, or `.mlir` text.
///
/// # Errors
/// What is wrong with the file.
pub fn read_model(path: &Path, dims: &[(String, i64)], ops: &Registry) -> Result<Source, CompileFault> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("onnx") => read_onnx(path, dims),
        Some("mlir") => {
            if let Some((name, _)) = dims.first() {
                return Err(Diagnostic::error(format!("a text has no symbolic dimension `{name}`")).in_place("--dim").into());
            }
            let text = std::fs::read_to_string(path).map_err(|error| Diagnostic::error(format!("{}: {error}", path.display())))?;
            let text = SourceText { name: path.display().to_string(), text };
            let located = |diagnostics| CompileFault { diagnostics, text: Some(text.clone()) };
            let module = parse_module(&text.text, ops).map_err(located)?;
            verify(&module).map_err(located)?;
            let count = module.main().map_or(0, |func| func.args().len());
            Ok(Source { module, weights: vec![None; count], text: Some(text) })
        }
        _ => Err(Diagnostic::error(format!("{} is neither .onnx nor .mlir", path.display())).into()),
    }
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
    let Source { mut module, text, weights } = read_model(path, &options.dims, ops)?;
    let source = module.clone();
    let located = |diagnostics: Diagnostics| CompileFault { diagnostics, text: text.clone() };
    let mesh_name = settle_mesh(&mut module, options)?;
    let patterns: Vec<ShardPattern> =
        options.plan.iter().flat_map(Plan::patterns).chain(options.patterns.iter().cloned()).collect();
    annotate(&mut module, mesh_name, &patterns)?;
    let plan = Plan::of_module(&module);
    let pipeline = |text: &str| Pipeline::parse(text, passes).map_err(Diagnostic::error);
    let first = run_pipeline(&pipeline("clean,shard")?, &mut module, ops, &options.run, observers).map_err(located)?;
    let annotated = module.clone();
    let uneven = if options.refuse_uneven { "refuse" } else { "pad" };
    let partition = pipeline(&format!("partition{{uneven={uneven}}}"))?;
    let second = run_pipeline(&partition, &mut module, ops, &options.run, observers).map_err(located)?;
    let manifest = manifest(&annotated, &module, &weights)?;
    let report = Report::new(&module, &manifest);
    Ok(Compiled {
        source,
        annotated,
        program: module,
        manifest,
        plan,
        report,
        steps: first.steps.into_iter().chain(second.steps).collect(),
        diagnostics: first.diagnostics.into_iter().chain(second.diagnostics).collect(),
        text,
    })
}

fn read_onnx(path: &Path, dims: &[(String, i64)]) -> Result<Source, CompileFault> {
    let options = onnx::ImportOptions { dims: dims.iter().cloned().collect::<BTreeMap<_, _>>(), ..onnx::ImportOptions::default() };
    let imported = onnx::import(path, &options)?;
    let mut module = imported.module;
    let mut weights = Vec::new();
    if let Some(func) = module.main_mut() {
        weights = vec![None; func.args().len()];
        for (index, name) in imported.output_names.iter().enumerate().take(func.result_attrs.len()) {
            func.result_attrs[index].set("shardwright.name", Attr::str(name));
        }
    }
    for (index, range) in imported.weights {
        let file = std::fs::canonicalize(range.file.path()).unwrap_or_else(|_| range.file.path().to_owned());
        if let Some(slot) = weights.get_mut(index) {
            *slot = Some(WeightFile { file, offset: range.offset, length: range.length });
        }
    }
    Ok(Source { module, text: None, weights })
}

/// Decides which mesh the program runs on, puts it into the module and returns its symbol.
fn settle_mesh(module: &mut Module, options: &CompileOptions) -> Result<Sym, Diagnostic> {
    let planned = match &options.plan {
        Some(plan) => plan.to_mesh().map_err(|why| Diagnostic::error(why).in_place("--plan"))?,
        None => None,
    };
    let own = module.main_mesh().map(|(name, mesh)| (name, mesh.clone()));
    let (wanted, place) = match (&options.mesh, planned) {
        (Some(mesh), _) => (mesh.clone(), "--mesh"),
        (None, Some(mesh)) => (mesh, "--plan"),
        (None, None) => return Ok(own.map_or_else(|| Sym::new(MESH_NAME), |(name, _)| name)),
    };
    match own {
        Some((name, mesh)) if mesh == wanted => Ok(name),
        Some((_, mesh)) => Err(Diagnostic::error(format!("the model brings its own mesh {mesh}, not {wanted}"))
            .in_place(place)
            .help("leave the mesh out, or give the model's")),
        None => {
            let name = Sym::new(MESH_NAME);
            module.meshes.insert(name, wanted);
            Ok(name)
        }
    }
}

/// Names from the global program, layouts from what localisation recorded on the per-device one.
fn manifest(annotated: &Module, program: &Module, weights: &[Option<WeightFile>]) -> Result<Manifest, Diagnostic> {
    let (Some(global), Some(local)) = (annotated.main(), program.main()) else {
        return Err(Diagnostic::error("the module has no main function"));
    };
    let mesh = program.main_mesh().map(|(_, mesh)| mesh.clone()).unwrap_or_default();
    let layout = |name: String, attrs: &Attrs, weight: Option<WeightFile>| -> Result<Global, Diagnostic> {
        let (Some(Attr::Type(Type::Tensor(ty))), Some(Attr::Sharding(sharding))) = (attrs.get(GLOBAL_TYPE), attrs.get(GLOBAL_SHARDING)) else {
            return Err(Diagnostic::error(format!("`{name}` has no layout after partitioning: it must be a tensor")));
        };
        Ok(Global { name, ty: TensorType::clone(ty), sharding: TensorSharding::clone(sharding), weight })
    };
    let inputs: Vec<Global> = (0..local.args().len())
        .map(|index| layout(arg_name(global, index), &local.arg_attrs[index], weights.get(index).cloned().flatten()))
        .collect::<Result<_, _>>()?;
    let outputs: Vec<Global> = (0..local.result_types.len())
        .map(|index| layout(result_name(global, index), &local.result_attrs[index], None))
        .collect::<Result<_, _>>()?;
    Manifest::new(&mesh, &inputs, &outputs).map_err(Diagnostic::error)
}
