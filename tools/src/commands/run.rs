//! `run`: a compiled program on global inputs.

use crate::args::{EngineArgs, EngineName, RunArgs};
use crate::fault::Fault;
use shardwright_compiler::engine::npz::{Arrays, read_npz, write_npz};
use shardwright_compiler::exec::{Engine, Inputs, Program, named_outputs};
use shardwright_ir::Registry;
use std::path::Path;

/// Runs the command.
pub fn run(args: &RunArgs, ops: &Registry) -> Result<(), Fault> {
    let program = Program::open(&args.dir, ops)?;
    let inputs = inputs(&program, args.inputs.as_deref())?;
    let outputs = named_outputs(program.run(&engine(&args.engine)?, &inputs)?);
    write_npz(&args.output, outputs.iter().map(|(name, tensor)| (name.as_str(), tensor))).map_err(Fault::input)
}

/// The engine that arguments name.
///
/// # Errors
/// Where a plugin is named for an engine that takes none.
pub fn engine(args: &EngineArgs) -> Result<Engine, Fault> {
    match (args.engine, &args.plugin) {
        (EngineName::Pjrt, plugin) => Ok(Engine::Pjrt(plugin.clone())),
        (_, Some(_)) => Err(Fault::Usage("--plugin goes with --engine pjrt".to_owned())),
        (EngineName::Virtual, None) => Ok(Engine::Virtual),
        (EngineName::Xla, None) => Ok(Engine::Xla),
    }
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
