//! `run`: a compiled program on global inputs.

use super::print;
use crate::args::{EngineArgs, EngineName, RunArgs};
use crate::fault::Fault;
use shardwright_compiler::engine::host::HostTensor;
use shardwright_compiler::engine::npz::{Arrays, read_npz, write_npz};
use shardwright_compiler::exec::{Engine, Inputs, Program, named_outputs};
use shardwright_compiler::verify::draw;
use shardwright_ir::Registry;
use std::path::Path;

/// Runs the command.
pub fn run(args: &RunArgs, ops: &Registry) -> Result<(), Fault> {
    let program = Program::open(&args.dir, ops)?;
    let engine = engine(&args.engine)?;
    let outputs = match args.steps {
        None => {
            let inputs = inputs(&program, args.inputs.as_deref())?;
            program.run(&engine, &with_random(&program, inputs, args.seed)?)?
        }
        Some(steps) => run_steps(&program, &engine, args, steps as usize)?,
    };
    let Some(file) = &args.output else { return Ok(()) };
    let outputs = named_outputs(outputs);
    write_npz(file, outputs.iter().map(|(name, tensor)| (name.as_str(), tensor))).map_err(Fault::input)
}

/// Runs step after step, with a line for each.
fn run_steps(program: &Program, engine: &Engine, args: &RunArgs, steps: usize) -> Result<Vec<HostTensor>, Fault> {
    let arrays = args.inputs.as_deref().map_or_else(|| Ok(Arrays::new()), read_npz).map_err(Fault::input)?;
    let (mut inputs, batches) = program.bind_steps(&arrays, steps)?;
    let given = batches.iter().map(|(index, _)| *index).collect::<Vec<_>>();
    let random = with_random(program, inputs.clone(), args.seed)?;
    for (index, tensor) in random.into_iter().enumerate().filter(|(index, _)| !given.contains(index)) {
        inputs[index] = tensor;
    }
    let mut shown = Ok(());
    let outputs = program.run_steps(engine, &inputs, &batches, steps, &mut |number, loss| {
        let line = loss.map_or_else(|| format!("step {number}\n"), |loss| format!("step {number} loss {}\n", loss as f32));
        if shown.is_ok() {
            shown = print(&line);
        }
    })?;
    shown?;
    Ok(outputs)
}

/// The inputs, those that are missing made by a seed, where there is one.
fn with_random(program: &Program, mut inputs: Inputs, seed: Option<u64>) -> Result<Inputs, Fault> {
    let Some(seed) = seed else { return Ok(inputs) };
    for (index, port) in program.manifest.inputs.iter().enumerate() {
        if inputs[index].is_none() && port.is_given() {
            inputs[index] = Some(draw(port, seed.wrapping_add(index as u64))?);
        }
    }
    Ok(inputs)
}

/// The engine that arguments name.
///
/// # Errors
/// Where a plugin or launcher is named for an engine that takes none.
pub fn engine(args: &EngineArgs) -> Result<Engine, Fault> {
    if args.plugin.is_some() && !matches!(args.engine, EngineName::Pjrt | EngineName::Ort) {
        return Err(Fault::Usage("--plugin goes with --engine pjrt or ort".to_owned()));
    }
    if args.mpirun.is_some() && args.engine != EngineName::Mpi {
        return Err(Fault::Usage("--mpirun goes with --engine mpi".to_owned()));
    }
    Ok(match args.engine {
        EngineName::Virtual => Engine::Virtual,
        EngineName::Pjrt => Engine::Pjrt(args.plugin.clone()),
        EngineName::Xla => Engine::Xla,
        EngineName::Ort => Engine::Ort(args.plugin.clone()),
        EngineName::Mpi => Engine::Mpi(args.mpirun.clone()),
    })
}

/// The arguments that the arrays of a file give; none where no file is named.
///
/// # Errors
/// Where the file cannot be read, or an array does not fit the program.
pub fn inputs(program: &Program, path: Option<&Path>) -> Result<Inputs, Fault> {
    match path {
        Some(path) => {
            let arrays = read_npz(path).map_err(Fault::input)?;
            program.bind(&arrays).map_err(|why| Fault::input(format!("{}: {why}", path.display())))
        }
        None => Ok(program.bind(&Arrays::new())?),
    }
}
