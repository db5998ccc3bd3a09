//! The ONNX project's backend test cases: folders with a model and sets of inputs with expected outputs.
//!
//! Invariants: cases run in order of their names; a case counts as passed only when every output of every set
//! equals the expected one within the tolerance; what the front end refuses counts as skipped, with its reason.

use super::proto::{GraphProto, ModelProto, TensorProto, tensor_shape_proto::dimension, type_proto};
use super::weights::decode;
use super::{ImportOptions, import};
use prost::Message;
use shardwright_ir::Module;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::types::{ElementType, TensorType};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Largest difference from an expected number, relative to it (ONNX's own default).
const RELATIVE: f64 = 1e-3;
/// Largest difference beside the relative one.
const ABSOLUTE: f64 = 1e-5;

/// How one case ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All outputs are as expected.
    Passed,
    /// An output differs, or the program could not be run.
    Failed(String),
    /// The model is outside of what the front end takes.
    Skipped(String),
}

/// One case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The name of its folder.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
}

/// Runs a module on inputs in the order of its arguments.
pub type Runner<'a> = &'a dyn Fn(&Module, &[Tensor]) -> Result<Vec<Tensor>, String>;

/// Runs a module in this process, on one device.
///
/// # Errors
/// What the interpreter reports.
pub fn interpret(module: &Module, inputs: &[Tensor]) -> Result<Vec<Tensor>, String> {
    let main = module.main().ok_or("the module has no function @main")?;
    Interpreter::new(module).run(main, inputs).map_err(|error| error.to_string())
}

/// Runs every case below `dir` (a folder of cases, or one case) whose name holds `filter`; each is reported as it ends.
///
/// # Errors
/// The folder cannot be read, or holds no case.
pub fn onnx_node_tests(
    dir: &Path,
    filter: &str,
    runner: Runner,
    report: &mut dyn FnMut(&CaseResult),
) -> Result<Vec<CaseResult>, String> {
    let mut cases = Vec::new();
    find_cases(dir, 0, &mut cases)?;
    cases.sort();
    let mut results = Vec::new();
    for case in cases {
        let name = case.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !name.contains(filter) {
            continue;
        }
        let outcome = run_case(&case, runner).unwrap_or_else(Outcome::Failed);
        let result = CaseResult { name, outcome };
        report(&result);
        results.push(result);
    }
    if results.is_empty() {
        return Err(format!("{:?} holds no case (a folder with model.onnx and test_data_set_0)", dir.display().to_string()));
    }
    Ok(results)
}

/// Folders with a `model.onnx`, at most two levels down.
fn find_cases(dir: &Path, depth: usize, cases: &mut Vec<PathBuf>) -> Result<(), String> {
    if dir.join("model.onnx").is_file() {
        cases.push(dir.to_path_buf());
        return Ok(());
    }
    let entries = std::fs::read_dir(dir).map_err(|error| format!("cannot read folder {:?}: {error}", dir.display().to_string()))?;
    for entry in entries.flatten() {
        if depth < 2 && entry.path().is_dir() {
            find_cases(&entry.path(), depth + 1, cases)?;
        }
    }
    Ok(())
}

/// One set of a case: inputs and expected outputs, by position; `None` for what is no tensor.
type DataSet = (Vec<Option<Tensor>>, Vec<Option<Tensor>>);

/// Runs all sets of one case.
///
/// # Errors
/// The case itself cannot be read.
pub fn run_case(case: &Path, runner: Runner) -> Result<Outcome, String> {
    let path = case.join("model.onnx");
    let bytes = std::fs::read(&path).map_err(|error| format!("cannot read model.onnx: {error}"))?;
    let model = ModelProto::decode(bytes.as_slice()).map_err(|error| format!("cannot read model.onnx: {error}"))?;
    let graph = model.graph.unwrap_or_default();
    for index in 0.. {
        let folder = case.join(format!("test_data_set_{index}"));
        if !folder.is_dir() {
            if index == 0 {
                return Err("the case has no test_data_set_0".into());
            }
            break;
        }
        let inputs = graph.input.len();
        let set: DataSet =
            (read_tensors(&folder, "input", inputs)?, read_tensors(&folder, "output", graph.output.len())?);
        match run_set(&path, &graph, &set, runner)? {
            Outcome::Passed => {}
            other => return Ok(other),
        }
    }
    Ok(Outcome::Passed)
}

fn read_tensors(folder: &Path, kind: &str, count: usize) -> Result<Vec<Option<Tensor>>, String> {
    (0..count)
        .map(|index| {
            let path = folder.join(format!("{kind}_{index}.pb"));
            let Ok(bytes) = std::fs::read(&path) else { return Ok(None) };
            read_tensor(&bytes).map(Some).or(Ok(None))
        })
        .collect()
}

/// Decodes a `TensorProto` file.
///
/// # Errors
/// It is none, or of a type that programs do not compute on.
pub fn read_tensor(bytes: &[u8]) -> Result<Tensor, String> {
    let proto = TensorProto::decode(bytes).map_err(|error| format!("not a tensor: {error}"))?;
    let (ty, bytes) = decode(&proto)?;
    Tensor::from_bytes(ty, &bytes)
}

fn run_set(path: &Path, graph: &GraphProto, set: &DataSet, runner: Runner) -> Result<Outcome, String> {
    let Some(inputs) = set.0.iter().cloned().collect::<Option<Vec<Tensor>>>() else {
        return Ok(Outcome::Skipped("an input is no tensor of numbers".into()));
    };
    let dims = bind_dims(graph, &inputs);
    // Sizes that the case passes as inputs have to be known when compiling; first as few as possible are fixed.
    let is_index = |input: &Tensor| !input.ty.element.is_float() && input.ty.rank() <= 1;
    let choices: [&dyn Fn(usize) -> bool; 4] =
        [&|_| false, &|index| index > 0 && is_index(&inputs[index]), &|index| index > 0, &|_| true];
    let mut reason = String::new();
    for fixed in choices {
        let mut options = ImportOptions { dims: dims.clone(), opsets: 1..=28, ..ImportOptions::default() };
        let mut passed = Vec::new();
        for (index, (info, input)) in graph.input.iter().zip(&inputs).enumerate() {
            if fixed(index) {
                options.fixed.insert(info.name().to_owned(), (input.ty.clone(), input.to_bytes()));
            } else {
                passed.push(input.clone());
            }
        }
        match import(path, &options) {
            Ok(imported) => {
                for (_, range) in &imported.weights {
                    passed.push(Tensor::from_bytes(range.ty.clone(), &range.bytes()?)?);
                }
                let outputs = match runner(&imported.module, &passed) {
                    Ok(outputs) => outputs,
                    Err(error) => return Ok(Outcome::Failed(error)),
                };
                return Ok(compare_all(graph, &outputs, &set.1));
            }
            Err(found) => {
                let text = found.0.iter().map(|diagnostic| diagnostic.to_string()).collect::<Vec<_>>().join("; ");
                if reason.is_empty() || text.contains("known when compiling") {
                    reason = text;
                }
            }
        }
    }
    Ok(Outcome::Skipped(reason))
}

/// Symbolic dimensions take the sizes that the inputs have.
fn bind_dims(graph: &GraphProto, inputs: &[Tensor]) -> BTreeMap<String, i64> {
    let mut bound = BTreeMap::new();
    for (info, input) in graph.input.iter().zip(inputs) {
        let Some(type_proto::Value::TensorType(ty)) = info.r#type.as_ref().and_then(|ty| ty.value.as_ref()) else { continue };
        for (index, (dim, &size)) in ty.shape.iter().flat_map(|shape| &shape.dim).zip(&input.ty.dims).enumerate() {
            match &dim.value {
                Some(dimension::Value::DimValue(_)) => {}
                Some(dimension::Value::DimParam(name)) if !name.is_empty() => {
                    bound.insert(name.clone(), size);
                }
                _ => {
                    bound.insert(format!("{}.{index}", info.name()), size);
                }
            }
        }
    }
    bound
}

fn compare_all(graph: &GraphProto, outputs: &[Tensor], expected: &[Option<Tensor>]) -> Outcome {
    for (index, expected) in expected.iter().enumerate() {
        let Some(expected) = expected else {
            return Outcome::Skipped("an expected output is no tensor of numbers".into());
        };
        let Some(output) = outputs.get(index) else {
            return Outcome::Failed(format!("output {index} is missing"));
        };
        if let Err(message) = compare(output, expected, RELATIVE, ABSOLUTE) {
            let name = graph.output.get(index).map_or("", |output| output.name());
            return Outcome::Failed(format!("output {index} {name:?}: {message}"));
        }
    }
    Outcome::Passed
}

/// Compares numbers: types equal, `|got - expected| <= absolute + relative · |expected|`, NaN equal to NaN.
///
/// # Errors
/// The first difference.
pub fn compare(got: &Tensor, expected: &Tensor, relative: f64, absolute: f64) -> Result<(), String> {
    if got.ty != expected.ty {
        return Err(format!("has type {}, expected {}", show(&got.ty), show(&expected.ty)));
    }
    if let (Some(got), Some(expected)) = (got.to_i64s(), expected.to_i64s()) {
        return match got.iter().zip(&expected).position(|(a, b)| a != b) {
            Some(index) => Err(format!("element {index} is {}, expected {}", got[index], expected[index])),
            None => Ok(()),
        };
    }
    // Narrow floats may differ by two units in the last place, whatever is asked.
    let unit = match expected.ty.element {
        ElementType::F16 => 2f64.powi(-10),
        ElementType::BF16 => 2f64.powi(-7),
        _ => 0.0,
    };
    let relative = relative.max(2.0 * unit);
    let (got, expected) = (got.to_f64s(), expected.to_f64s());
    let close = |a: f64, b: f64| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= absolute + relative * b.abs();
    match got.iter().zip(&expected).position(|(&a, &b)| !close(a, b)) {
        Some(index) => Err(format!("element {index} is {}, expected {}", got[index], expected[index])),
        None => Ok(()),
    }
}

fn show(ty: &TensorType) -> String {
    ty.to_string()
}

/// The last line of a run: `N passed, N failed, N skipped`.
pub fn summary(results: &[CaseResult]) -> String {
    let count = |test: fn(&Outcome) -> bool| results.iter().filter(|result| test(&result.outcome)).count();
    format!(
        "{} passed, {} failed, {} skipped",
        count(|outcome| *outcome == Outcome::Passed),
        count(|outcome| matches!(outcome, Outcome::Failed(_))),
        count(|outcome| matches!(outcome, Outcome::Skipped(_)))
    )
}
