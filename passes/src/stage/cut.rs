//! Stages by the user's marks: each op of `@main` that carries [`STAGE`] goes to that stage, and the program
//! becomes one module a stage.
//!
//! Invariants: every op is placed exactly once, constants and what follows from them aside, which are copied to each stage that uses
//! them; a stage reads only arguments of the program and results of earlier stages (a mark that would need
//! a later one is an error that names the op); values that cross keep their types and names. Stage modules
//! live on the mesh without the axes along which the stages lie; device `i` of a stage is the i-th device
//! of the whole mesh whose coordinates on those axes, row-major, are the stage's number.

use super::build::Lying;
use super::divide::divide_forward;
use super::pieces::PieceInput;
use shardwright_ir::{Attr, Diagnostic, Diagnostics, Func, Module, OpId, Sym};

/// The attribute of an op that says its stage, from 0.
pub const STAGE: &str = "shardwright.stage";

/// One stage of a program.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its global program: arguments are `inputs`, results are `outputs`.
    pub module: Module,
    /// Logical ids of its devices in the order of its own mesh.
    pub devices: Vec<i64>,
    /// Where each argument comes from.
    pub inputs: Vec<StageInput>,
    /// Positions in the program's results that each result is; empty for one that only later stages read.
    pub outputs: Vec<Vec<usize>>,
}

/// Where an argument of a stage comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StageInput {
    /// Argument of the program.
    Arg(usize),
    /// A result of an earlier stage.
    Result {
        /// The stage.
        stage: usize,
        /// Which of its results.
        index: usize,
    },
}

/// Whether any op of `@main` is marked.
pub fn is_marked(module: &Module) -> bool {
    module.main().is_some_and(|func| func.region(func.body()).ops.iter().any(|&op| func.op(op).attrs.get(STAGE).is_some()))
}

/// Cuts the program. `pipe_axes` are the mesh axes along which the stages lie; their sizes multiply to the
/// number of stages, or there are none and all stages share all devices.
///
/// # Errors
/// As [`stages`], and where the axes have not as many positions as there are stages.
pub fn cut(module: &Module, pipe_axes: &[Sym]) -> Result<Vec<Stage>, Diagnostics> {
    let stages = stages(module, pipe_axes)?;
    let (count, along) = (stages.len(), Lying { mesh: module.main_mesh(), pipe_axes }.places());
    if !pipe_axes.is_empty() && along != count as i64 {
        return Err(Diagnostic::error(format!("{count} stages on mesh axes of {along} positions"))
            .help("mark as many stages as the pipeline axes have positions")
            .into());
    }
    Ok(stages)
}

/// [`cut`] into as many stages as are marked, whoever runs them: `devices` are only of stages that are positions of the axes.
///
/// # Errors
/// Marks that contradict each other, and stages without work.
pub fn stages(module: &Module, pipe_axes: &[Sym]) -> Result<Vec<Stage>, Diagnostics> {
    let pieces = divide_forward(module, &Lying { mesh: module.main_mesh(), pipe_axes })?;
    let stage_of: Vec<usize> = pieces.pieces.iter().map(|piece| piece.stage).collect();
    let mut stages = Vec::new();
    for (piece, devices) in pieces.pieces.into_iter().zip(pieces.devices) {
        let input = |input: &PieceInput| match *input {
            PieceInput::Arg(index) => Ok(StageInput::Arg(index)),
            PieceInput::Result { piece, index } => Ok(StageInput::Result { stage: stage_of[piece], index }),
            PieceInput::Microbatch | PieceInput::Sum(_) => Err(Diagnostic::error("a forward program reads a sum")),
        };
        let inputs = piece.inputs.iter().map(input).collect::<Result<_, _>>()?;
        stages.push(Stage { module: piece.module, devices, inputs, outputs: piece.outputs });
    }
    Ok(stages)
}

/// Marks an op for a stage.
pub fn mark(func: &mut Func, op: OpId, stage: i64) {
    func.op_mut(op).attrs.set(STAGE, Attr::i64(stage));
}
