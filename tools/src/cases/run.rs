//! Compiling a case, running it and comparing its results with the expected ones.
//!
//! Invariant: a relative error is returned only when every output was compared.

use super::Case;
use super::yardsticks::Sent;
use shardwright_compiler::back::native::Linker;
use shardwright_compiler::back::sdy::annotated_text;
use shardwright_compiler::driver::{Source, compile_read, read_annotated};
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::{Arrays, read_npz};
use shardwright_compiler::exec::{Engine, Inputs, Program};
use shardwright_compiler::front::onnx::node_tests::read_tensor;
use shardwright_compiler::output::{Emit, write};
use shardwright_compiler::verify::{compare, random};
use shardwright_ir::Registry;
use shardwright_ir::interp::Tensor;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::verify::verify;
use shardwright_passes::manager::PassRegistry;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What came out of a case.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Largest relative error of any output.
    pub relative: f64,
    /// Time of the compile.
    pub compile: Duration,
    /// Collectives of the program.
    pub sent: Sent,
}

/// Results of an unpartitioned program, kept for the next case of the same model.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    last: Option<(PathBuf, Inputs, Vec<HostTensor>)>,
}

/// The module that a case compiles: annotated, nothing else done to it. Other partitioners are measured on this text.
///
/// # Errors
/// What is wrong with the model or the annotations.
pub fn annotated(case: &Case, ops: &Registry) -> Result<String, String> {
    let (_, read) = read_annotated(&case.file, &case.options()?, ops).map_err(|fault| fault.diagnostics.to_string())?;
    Ok(annotated_text(verify(&read.module).map_err(|faults| faults.to_string())?))
}

/// Compiles a case, runs it on its inputs and compares the outputs with the expected ones.
///
/// # Errors
/// Where a step fails.
pub fn run_case(case: &Case, engine: &Engine, memory: &mut Memory, ops: &Registry, passes: &PassRegistry) -> Result<Outcome, String> {
    run_changed(case, engine, memory, ops, passes, &mut |_| Ok(()))
}

/// [`run_case`] as native processes: with this MPI's C compiler and launcher.
///
/// # Errors
/// Where a step fails.
pub fn run_native(case: &Case, linker: Linker, launcher: &Path, ops: &Registry, passes: &PassRegistry) -> Result<Outcome, String> {
    let emit = Emit { native: Some(linker), ..Emit::default() };
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    run_in(case, (&Engine::Mpi(Some(launcher.to_owned())), emit), &scratch.path().join("out"), &mut Memory::default(), ops, passes, &mut |_| Ok(()))
}

/// What a compile must write for an engine to run it.
pub fn emit_for(engine: &Engine) -> Emit {
    Emit { onnx: matches!(engine, Engine::Ort(_)), native: matches!(engine, Engine::Mpi(_)).then(Linker::default), ..Emit::default() }
}

/// The same of a program that is changed between reading and compiling; results must be the same.
///
/// # Errors
/// Where a step or the change fails.
pub fn run_changed(
    case: &Case,
    engine: &Engine,
    memory: &mut Memory,
    ops: &Registry,
    passes: &PassRegistry,
    change: &mut dyn FnMut(&mut Source) -> Result<(), String>,
) -> Result<Outcome, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    run_in(case, (engine, emit_for(engine)), &scratch.path().join("out"), memory, ops, passes, change)
}

/// The same, with what the compile writes said, and put into this folder.
///
/// # Errors
/// As [`run_changed`], and where the folder cannot be written.
pub fn run_in(
    case: &Case,
    (engine, emit): (&Engine, Emit),
    folder: &Path,
    memory: &mut Memory,
    ops: &Registry,
    passes: &PassRegistry,
    change: &mut dyn FnMut(&mut Source) -> Result<(), String>,
) -> Result<Outcome, String> {
    let start = Instant::now();
    let options = case.options()?;
    let (source, mut read) = read_annotated(&case.file, &options, ops).map_err(|fault| fault.diagnostics.to_string())?;
    change(&mut read)?;
    let name = case.file.display().to_string();
    let compiled = compile_read(&name, source, read, &options, ops, passes, &mut []).map_err(|fault| fault.diagnostics.to_string())?;
    let time = start.elapsed();
    write(&compiled, folder, emit)?;
    let program = Program::open(folder, ops)?;
    let data = Data::of(case, &program, memory)?;
    let outputs = program.run(engine, &data.inputs)?;
    if outputs.is_empty() || outputs.len() != data.expected.len() {
        return Err(format!("{} outputs, expected {}", outputs.len(), data.expected.len()));
    }
    let mut relative = 0f64;
    for (got, expected) in outputs.iter().zip(&data.expected) {
        relative = relative.max(compare(got, expected)?.relative);
    }
    Ok(Outcome { relative, compile: time, sent: Sent::of(&compiled.report.traffic) })
}

struct Data {
    inputs: Inputs,
    expected: Vec<HostTensor>,
}

impl Data {
    fn of(case: &Case, program: &Program, memory: &mut Memory) -> Result<Data, String> {
        let arrays = case.file.with_extension("npz");
        if case.file.extension().is_some_and(|extension| extension == "onnx") {
            Data::of_node_test(&case.file.with_file_name("test_data_set_0"), program)
        } else if arrays.is_file() {
            Data::of_arrays(&read_npz(&arrays).map_err(|error| error.to_string())?, program)
        } else {
            Data::of_source(case, program, memory)
        }
    }

    fn of_node_test(set: &Path, program: &Program) -> Result<Data, String> {
        let mut next = 0..;
        let mut inputs = Vec::new();
        for port in &program.manifest.inputs {
            inputs.push(match port.weight {
                Some(_) => None,
                None => Some(tensor(&set.join(format!("input_{}.pb", next.next().unwrap_or(0))))?),
            });
        }
        let outputs = (0..program.manifest.outputs.len()).map(|index| tensor(&set.join(format!("output_{index}.pb"))));
        Ok(Data { inputs, expected: outputs.collect::<Result<_, _>>()? })
    }

    fn of_arrays(arrays: &Arrays, program: &Program) -> Result<Data, String> {
        let expected = program.manifest.outputs.iter().enumerate().map(|(index, port)| {
            let array = arrays.get(&format!("res{index}")).ok_or_else(|| format!("no res{index} in the file"))?;
            array.to_tensor(Some(port.global_type()?.element)).map_err(|error| error.to_string())
        });
        Ok(Data { expected: expected.collect::<Result<_, _>>()?, inputs: program.bind(arrays)? })
    }

    /// Small random inputs, and what the unpartitioned program makes of them.
    fn of_source(case: &Case, program: &Program, memory: &mut Memory) -> Result<Data, String> {
        const SCALE: f64 = 0.1;
        if let Some((last, inputs, expected)) = &memory.last
            && *last == case.file
        {
            return Ok(Data { inputs: inputs.clone(), expected: expected.clone() });
        }
        let mut inputs: Inputs = Vec::new();
        for (index, port) in program.manifest.inputs.iter().enumerate() {
            let ty = port.global_type()?;
            let made = random(&ty, index as u64)?;
            let small = |value: f64| bytes_of_f64(ty.element, SCALE * if case.positive { value.abs() } else { value });
            inputs.push(Some(if ty.element.is_float() {
                let values = Tensor::from_bytes(ty.clone(), made.bytes())?.to_f64s();
                let bytes = values.into_iter().flat_map(small).collect();
                HostTensor::new(ty, bytes).map_err(|error| error.to_string())?
            } else {
                made
            }));
        }
        let expected = program.run_source(&Engine::Virtual, &inputs)?;
        memory.last = Some((case.file.clone(), inputs.clone(), expected.clone()));
        Ok(Data { inputs, expected })
    }
}

fn tensor(path: &Path) -> Result<HostTensor, String> {
    let at = |why: String| format!("{}: {why}", path.display());
    let bytes = std::fs::read(path).map_err(|error| at(error.to_string()))?;
    let tensor = read_tensor(&bytes).map_err(at)?;
    HostTensor::new(tensor.ty.clone(), tensor.to_bytes()).map_err(|error| at(error.to_string()))
}
