//! The ONNX project's backend test cases: folders with a model and sets of inputs with expected outputs.
//!
//! Invariants: cases run in order of their names; a case counts as passed only when every output of every set
//! equals the expected one within the tolerance; what the front end refuses counts as skipped, with its reason.

use super::datum::Datum;
use super::import::{dimension_name, fixed_size};
use super::proto::{GraphProto, ModelProto, TensorProto, ValueInfoProto, type_proto};
use super::weights::{decode, element_type};
use super::{ImportOptions, import};
use crate::files::describe as describe_file;
use prost::Message;
use shardwright_ir::Module;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::types::{ElementType, TensorType};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Largest difference from an expected number, relative to it (ONNX's own default).
const RELATIVE: f64 = 1e-3;
/// Largest difference beside the relative one.
const ABSOLUTE: f64 = 1e-5;

/// `TensorProto.DataType.STRING`.
const STRING: i32 = 8;

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

/// One run of a case's program.
#[derive(Clone, Debug)]
pub struct Run {
    /// How it was run, where there is more than one way: what is to be said before a difference.
    pub how: String,
    /// The outputs.
    pub outputs: Vec<Tensor>,
}

/// Runs the module of the case of this name, once or in several ways, on inputs in the order of its arguments.
pub type Runner<'a> = &'a dyn Fn(&str, &Module, &[Tensor]) -> Result<Vec<Run>, String>;

/// Runs a module in this process, on one device.
///
/// # Errors
/// What the interpreter reports.
pub fn interpret(_: &str, module: &Module, inputs: &[Tensor]) -> Result<Vec<Run>, String> {
    let main = module.main().ok_or("the module has no function @main")?;
    let outputs = Interpreter::new(module).run(main, inputs).map_err(|error| error.to_string())?;
    Ok(vec![Run { how: String::new(), outputs }])
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
        let name = case_name(&case);
        if !name.contains(filter) {
            continue;
        }
        let outcome = run_case(&case, runner).unwrap_or_else(Outcome::Failed);
        let result = CaseResult { name, outcome };
        report(&result);
        results.push(result);
    }
    if results.is_empty() {
        let which = if filter.is_empty() { String::new() } else { format!(" with {filter:?} in its name") };
        return Err(format!("{} holds no case{which} (a folder with model.onnx and test_data_set_0)", dir.display()));
    }
    Ok(results)
}

/// Folders with a `model.onnx`, at most two levels down.
fn find_cases(dir: &Path, depth: usize, cases: &mut Vec<PathBuf>) -> Result<(), String> {
    if dir.join("model.onnx").is_file() {
        cases.push(dir.to_path_buf());
        return Ok(());
    }
    let entries = std::fs::read_dir(dir).map_err(|error| describe_file(dir, &error))?;
    for entry in entries.flatten() {
        if depth < 2 && entry.path().is_dir() {
            find_cases(&entry.path(), depth + 1, cases)?;
        }
    }
    Ok(())
}

/// One set of a case: inputs and expected outputs, by position; `None` for what holds no tensors of numbers.
type DataSet = (Vec<Option<Datum>>, Vec<Option<Datum>>);

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
        let set: DataSet = (read_data(&folder, "input", &graph.input), read_data(&folder, "output", &graph.output));
        match run_set(&path, &graph, &set, &|module, inputs| runner(&case_name(case), module, inputs))? {
            Outcome::Passed => {}
            other => return Ok(other),
        }
    }
    Ok(Outcome::Passed)
}

/// A case is called as its folder.
fn case_name(case: &Path) -> String {
    case.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read_data(folder: &Path, kind: &str, declared: &[ValueInfoProto]) -> Vec<Option<Datum>> {
    let read = |(index, info): (usize, &ValueInfoProto)| {
        let bytes = std::fs::read(folder.join(format!("{kind}_{index}.pb"))).ok()?;
        Datum::read(&bytes, info.r#type.as_ref()).ok()
    };
    declared.iter().enumerate().map(read).collect()
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

fn run_set(
    path: &Path,
    graph: &GraphProto,
    set: &DataSet,
    runner: &dyn Fn(&Module, &[Tensor]) -> Result<Vec<Run>, String>,
) -> Result<Outcome, String> {
    let Some(inputs) = set.0.iter().cloned().collect::<Option<Vec<Datum>>>() else {
        let which = set.0.iter().position(Option::is_none).and_then(|index| graph.input.get(index));
        return Ok(Outcome::Skipped(format!("input {}: {}", which.map_or_else(String::new, describe), operators(graph))));
    };
    let dims = bind_dims(graph, &inputs);
    // Sizes that the case passes as inputs have to be known when compiling; first as few as possible are fixed.
    let is_index = |input: &Datum| input.tensor().is_some_and(|input| !input.ty.element.is_float() && input.ty.rank() <= 1);
    let choices: [&dyn Fn(usize) -> bool; 4] =
        [&|_| false, &|index| index > 0 && is_index(&inputs[index]), &|index| index > 0, &|_| true];
    let mut reason = String::new();
    for fixed in choices {
        let mut options = ImportOptions { dims: dims.clone(), ..ImportOptions::default() };
        let mut passed = Vec::new();
        for (index, (info, input)) in graph.input.iter().zip(&inputs).enumerate() {
            match input.tensor() {
                Some(tensor) if fixed(index) => {
                    options.fixed.insert(info.name().to_owned(), (tensor.ty.clone(), tensor.to_bytes()));
                }
                Some(tensor) => passed.push(tensor.clone()),
                None => {
                    options.holds.insert(info.name().to_owned(), input.holds.clone());
                    passed.extend(input.tensors.iter().cloned());
                }
            }
        }
        match import(path, &options) {
            Ok(imported) => {
                for (_, range) in &imported.weights {
                    passed.push(Tensor::from_bytes(range.ty.clone(), &range.bytes()?)?);
                }
                let runs = match runner(&imported.module, &passed) {
                    Ok(runs) => runs,
                    Err(error) => return Ok(Outcome::Failed(error)),
                };
                let mut outcomes = runs.iter().map(|run| compare_all(graph, run, &set.1));
                return Ok(outcomes.find(|outcome| *outcome != Outcome::Passed).unwrap_or(Outcome::Passed));
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

/// A graph's input or output that is no tensor of numbers, and what it is instead.
fn describe(info: &ValueInfoProto) -> String {
    let kind = match info.r#type.as_ref().and_then(|ty| ty.value.as_ref()) {
        Some(type_proto::Value::SequenceType(_)) => "a sequence of other things than tensors of numbers".to_owned(),
        Some(type_proto::Value::OptionalType(_)) => "an optional of other things than tensors of numbers".to_owned(),
        Some(type_proto::Value::MapType(_)) => "a map".to_owned(),
        Some(type_proto::Value::SparseTensorType(_)) => "a sparse tensor".to_owned(),
        Some(type_proto::Value::TensorType(ty)) if ty.elem_type() == STRING => "a tensor of strings".to_owned(),
        Some(type_proto::Value::TensorType(ty)) => match element_type(ty.elem_type()) {
            Ok(_) => "a tensor whose data set cannot be read".to_owned(),
            Err(_) => format!("a tensor of elements of type number {}", ty.elem_type()),
        },
        Some(type_proto::Value::OpaqueType(_)) => "opaque".to_owned(),
        None => "of no declared type".to_owned(),
    };
    format!("{:?} is {kind}, programs compute on tensors of numbers", info.name())
}

/// The operators of a graph, for reasons.
fn operators(graph: &GraphProto) -> String {
    let names: BTreeSet<&str> = graph.node.iter().map(|node| node.op_type()).collect();
    format!("not supported for {}", names.into_iter().collect::<Vec<_>>().join(", "))
}

/// Symbolic dimensions take the sizes that the inputs have.
fn bind_dims(graph: &GraphProto, inputs: &[Datum]) -> BTreeMap<String, i64> {
    let mut bound = BTreeMap::new();
    for (info, input) in graph.input.iter().zip(inputs) {
        let (Some(type_proto::Value::TensorType(ty)), Some(input)) = (info.r#type.as_ref().and_then(|ty| ty.value.as_ref()), input.tensor()) else { continue };
        for (index, (dim, &size)) in ty.shape.iter().flat_map(|shape| &shape.dim).zip(&input.ty.dims).enumerate() {
            if fixed_size(dim).is_none() {
                bound.insert(dimension_name(dim, info, index), size);
            }
        }
    }
    bound
}

fn compare_all(graph: &GraphProto, run: &Run, expected: &[Option<Datum>]) -> Outcome {
    let mut outputs = run.outputs.iter();
    for (index, expected) in expected.iter().enumerate() {
        let info = graph.output.get(index);
        let Some(expected) = expected else {
            return Outcome::Skipped(format!("output {}: {}", info.map_or_else(String::new, describe), operators(graph)));
        };
        // What is no tensor is as many results as it holds tensors.
        for expected in &expected.tensors {
            let Some(output) = outputs.next() else {
                return Outcome::Failed(format!("{}output {index} is missing", run.how));
            };
            if let Err(message) = compare(output, expected, RELATIVE, ABSOLUTE) {
                let name = info.map_or("", |output| output.name());
                return Outcome::Failed(format!("{}output {index} {name:?}: {message}", run.how));
            }
        }
    }
    match outputs.count() {
        0 => Outcome::Passed,
        more => Outcome::Failed(format!("{}{more} results more than expected", run.how)),
    }
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
