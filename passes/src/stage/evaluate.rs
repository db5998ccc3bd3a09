//! What pieces mean: evaluated one after the other on one device, by the interpreter.
//!
//! Invariants: results are those of the uncut program, but for the order in which sums over stages are added.

use super::pieces::{Phase, PieceInput, Pieces};
use shardwright_dialects::func::return_;
use shardwright_dialects::stablehlo::build::StablehloBuilder;
use shardwright_ir::interp::{Interpreter, Tensor};
use shardwright_ir::{Attrs, Builder, Func, Module, Sym, Type};

/// Evaluates pieces: what comes before, each microbatch after the other, what comes after. Returns the results of the whole program, of which there are `results`.
///
/// # Errors
/// Where a piece cannot be evaluated, or reads what is not there.
pub fn evaluate(pieces: &Pieces, args: &[Tensor], results: usize) -> Result<Vec<Tensor>, String> {
    let mut state = State { args, made: vec![Vec::new(); pieces.pieces.len()], sums: vec![None; pieces.sums.len()], given: vec![None; results] };
    state.run(pieces, 0, &|phase| phase == Phase::Before)?;
    for microbatch in 0..pieces.microbatches {
        state.run(pieces, microbatch, &Phase::is_repeated)?;
    }
    state.run(pieces, 0, &|phase| matches!(phase, Phase::After(_)))?;
    let given = state.given.into_iter().enumerate();
    given.map(|(index, tensor)| tensor.ok_or_else(|| format!("no piece gives result {index}"))).collect()
}

struct State<'a> {
    args: &'a [Tensor],
    made: Vec<Vec<Tensor>>,
    sums: Vec<Option<Tensor>>,
    given: Vec<Option<Tensor>>,
}

impl State<'_> {
    fn run(&mut self, pieces: &Pieces, microbatch: usize, which: &dyn Fn(Phase) -> bool) -> Result<(), String> {
        for (number, piece) in pieces.pieces.iter().enumerate().filter(|(_, piece)| which(piece.phase)) {
            let func = piece.module.main().ok_or("a piece has no main function")?;
            let mut args = Vec::new();
            for (input, &arg) in piece.inputs.iter().zip(func.args()) {
                args.push(match *input {
                    PieceInput::Arg(index) => self.args.get(index).cloned().ok_or_else(|| format!("there is no argument {index}"))?,
                    PieceInput::Microbatch => integer(func.ty(arg), microbatch)?,
                    PieceInput::Result { piece, index } => self.made[piece].get(index).cloned().ok_or_else(|| format!("piece {number} reads result {index} of piece {piece} too early"))?,
                    PieceInput::Sum(sum) => self.sums[sum].clone().ok_or_else(|| format!("piece {number} reads sum {sum}, to which nothing was added"))?,
                });
            }
            let made = Interpreter::new(&piece.module).run(func, &args).map_err(|error| format!("piece {number} ({:?} of stage {}): {error}", piece.phase, piece.stage))?;
            for (sum, slot) in pieces.sums.iter().zip(&mut self.sums).filter(|(sum, _)| sum.piece == number) {
                let new = made[sum.index].clone();
                *slot = Some(match slot.take() {
                    Some(before) => added(&before, &new)?,
                    None => new,
                });
            }
            for (tensor, places) in made.iter().zip(&piece.outputs) {
                places.iter().for_each(|&place| self.given[place] = Some(tensor.clone()));
            }
            self.made[number] = made;
        }
        Ok(())
    }
}

fn integer(ty: &Type, value: usize) -> Result<Tensor, String> {
    let ty = ty.as_tensor().filter(|ty| ty.rank() == 0 && ty.element.is_int()).ok_or_else(|| format!("the number of a microbatch is no {ty}"))?;
    let bytes = (value as i64).to_le_bytes();
    Tensor::from_bytes(ty.clone(), &bytes[..ty.element.byte_size()])
}

/// The sum of two tensors of one type, element by element.
fn added(left: &Tensor, right: &Tensor) -> Result<Tensor, String> {
    let mut func = Func::new(Sym::new("add"));
    let operands = [func.add_arg(left.ty.clone()), func.add_arg(right.ty.clone())];
    let mut b = Builder::at_end(&mut func);
    let sum = b.add(operands[0], operands[1])?;
    b.op_of_types(&return_::INFO, &[sum], Attrs::new(), &[], Vec::new())?;
    let module = Module::default();
    let sum = Interpreter::new(&module).run(&func, &[left.clone(), right.clone()]).map_err(|error| error.to_string())?;
    sum.into_iter().next().ok_or_else(|| "no addition".to_owned())
}

