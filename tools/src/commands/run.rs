//! `run`: a compiled program on global inputs.

use crate::args::{EngineArgs, EngineName, RunArgs};
use crate::fault::Fault;
use shardwright_compiler::engine::npz::{Arrays, read_npz, write_npz};
use shardwright_compiler::exec::{Engine, Program, named_outputs};
use shardwright_ir::Registry;
use std::path::Path;

/// Runs the command.
pub fn run(args: &RunArgs, ops: &Registry) -> Result<(), Fault> {
    let program = Program::open(&args.dir, ops)?;
    let inputs = program.bind(&arrays(args.inputs.as_deref())?)?;
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

/// The arrays of a file; none where no file is named.
pub fn arrays(path: Option<&Path>) -> Result<Arrays, Fault> {
    path.map_or_else(|| Ok(Arrays::new()), |path| read_npz(path).map_err(Fault::input))
}
