//! `cases`: models with expected outputs, each compiled for several meshes and run.
//!
//! A file of cases is a list of `{ "model", "dims", "tolerance", "cases": [ { "mesh", "shard": [...] } ] }`; a model is a folder beside the
//! file, with `model.onnx` and `test_data_set_0/{input,output}_K.pb`. Invariant: a case is `ok` only when every output was
//! compared and is within the tolerance.

use super::print;
use super::run::engine;
use crate::args::CasesArgs;
use crate::fault::Fault;
use serde_json::Value;
use shardwright_compiler::annotate::{ShardPattern, parse_mesh};
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::exec::{Engine, Program};
use shardwright_compiler::files::read_text;
use shardwright_compiler::front::onnx::node_tests::read_tensor;
use shardwright_compiler::output::{Emit, write};
use shardwright_compiler::verify::compare;
use shardwright_compiler::{CompileOptions, compile};
use shardwright_ir::Registry;
use shardwright_passes::manager::PassRegistry;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// One model on one mesh.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the model's folder.
    pub model: String,
    /// The folder.
    pub folder: PathBuf,
    /// The mesh, as `--mesh` takes it.
    pub mesh: String,
    /// Shardings, as `--shard` takes them.
    pub shards: Vec<String>,
    /// Sizes of symbolic dimensions.
    pub dims: Vec<(String, i64)>,
    /// Largest relative error.
    pub tolerance: f64,
}

/// What came out of a case.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Largest relative error of any output.
    pub relative: f64,
    /// Time of the compile.
    pub compile: Duration,
    /// Collectives by kind: how often.
    pub collectives: Vec<(String, i64)>,
}

/// Runs the command: a line a case.
pub fn cases(args: &CasesArgs, ops: &Registry, passes: &PassRegistry) -> Result<(), Fault> {
    let engine = engine(&args.engine)?;
    let cases = read_cases(&args.file)?;
    let wanted: Vec<&Case> = cases.iter().filter(|case| case.model.contains(&args.filter)).collect();
    let width = wanted.iter().map(|case| case.model.len()).max().unwrap_or(0);
    let mesh_width = wanted.iter().map(|case| case.mesh.len()).max().unwrap_or(0);
    let mut failed = 0;
    for case in &wanted {
        let outcome = run_case(case, &engine, ops, passes);
        let (text, verdict) = match outcome {
            Ok(outcome) => {
                let collectives: Vec<String> = outcome.collectives.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
                let verdict = if outcome.relative <= case.tolerance { "ok" } else { "failed" };
                let text = format!("error {:.1e} of {:.0e}, compiled in {:.0?}, {}", outcome.relative, case.tolerance, outcome.compile, collectives.join(", "));
                (text, verdict)
            }
            Err(why) => (why.trim_end().to_owned(), "failed"),
        };
        failed += usize::from(verdict == "failed");
        print(&format!("{:width$}  {:mesh_width$}  {text}  {verdict}\n", case.model, case.mesh))?;
    }
    print(&format!("{} passed, {failed} failed\n", wanted.len() - failed))?;
    if failed > 0 || wanted.is_empty() { Err(Fault::Failed) } else { Ok(()) }
}

/// Reads a file of cases.
///
/// # Errors
/// Where the file is malformed.
pub fn read_cases(path: &Path) -> Result<Vec<Case>, String> {
    let at = |why: String| format!("{}: {why}", path.display());
    let text = read_text(path)?;
    let models: Vec<Value> = serde_json::from_str(&text).map_err(|error| at(error.to_string()))?;
    let mut found = Vec::new();
    for model in &models {
        let name = model["model"].as_str().ok_or_else(|| at("a model has no name".to_owned()))?;
        let fault = |what: &str| at(format!("model {name}: {what}"));
        let dims = model["dims"].as_object().into_iter().flatten().map(|(dim, size)| Some((dim.clone(), size.as_i64()?)));
        let dims = dims.collect::<Option<Vec<_>>>().ok_or_else(|| fault("`dims` must be numbers"))?;
        for case in model["cases"].as_array().ok_or_else(|| fault("`cases` must be a list"))? {
            let shards = case["shard"].as_array().into_iter().flatten().map(|shard| Some(shard.as_str()?.to_owned()));
            found.push(Case {
                model: name.to_owned(),
                folder: path.with_file_name(name),
                mesh: case["mesh"].as_str().ok_or_else(|| fault("a case has no mesh"))?.to_owned(),
                shards: shards.collect::<Option<_>>().ok_or_else(|| fault("`shard` must be texts"))?,
                dims: dims.clone(),
                tolerance: model["tolerance"].as_f64().ok_or_else(|| fault("`tolerance` must be a number"))?,
            });
        }
    }
    Ok(found)
}

/// Compiles a case, runs it on its inputs and compares the outputs with the expected ones.
///
/// # Errors
/// Where a step fails.
pub fn run_case(case: &Case, engine: &Engine, ops: &Registry, passes: &PassRegistry) -> Result<Outcome, String> {
    let options = CompileOptions {
        dims: case.dims.clone(),
        mesh: Some(parse_mesh(&case.mesh)?),
        patterns: case.shards.iter().map(|text| ShardPattern::parse(text)).collect::<Result<_, _>>()?,
        ..CompileOptions::default()
    };
    let start = Instant::now();
    let compiled = compile(&case.folder.join("model.onnx"), &options, ops, passes, &mut []).map_err(|fault| fault.diagnostics.to_string())?;
    let time = start.elapsed();
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let folder = scratch.path().join("out");
    write(&compiled, &folder, Emit::default())?;
    let program = Program::open(&folder, ops)?;
    let set = case.folder.join("test_data_set_0");
    let mut next = 0..;
    let mut inputs = Vec::new();
    for port in &program.manifest.inputs {
        inputs.push(match port.weight {
            Some(_) => None,
            None => Some(tensor(&set.join(format!("input_{}.pb", next.next().unwrap_or(0))))?),
        });
    }
    let outputs = program.run(engine, &inputs)?;
    let mut relative = 0f64;
    for (index, got) in outputs.iter().enumerate() {
        let difference = compare(got, &tensor(&set.join(format!("output_{index}.pb")))?)?;
        relative = relative.max(difference.relative);
    }
    if outputs.is_empty() {
        return Err("the program has no outputs to compare".to_owned());
    }
    let collectives = compiled.report.traffic.totals.iter().map(|(kind, total)| ((*kind).to_owned(), total.count)).collect();
    Ok(Outcome { relative, compile: time, collectives })
}

fn tensor(path: &Path) -> Result<HostTensor, String> {
    let at = |why: String| format!("{}: {why}", path.display());
    let bytes = std::fs::read(path).map_err(|error| at(error.to_string()))?;
    let tensor = read_tensor(&bytes).map_err(at)?;
    HostTensor::new(tensor.ty.clone(), tensor.to_bytes()).map_err(|error| at(error.to_string()))
}
