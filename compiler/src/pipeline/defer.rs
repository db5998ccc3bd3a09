//! Gradients are summed over devices once a step, not once for each microbatch.
//!
//! Invariants: an all-reduce that adds is moved from a piece that runs for each microbatch into those that read the sum over microbatches, where nothing else reads what it gives: sums over
//! microbatches and over devices can change places. Between them each device holds its own part (`parts` in the manifest), so that nothing may cut the sum anew.

use super::manifest::{PieceManifest, PieceSource};
use crate::driver::Program;
use crate::manifest::Manifest;
use shardwright_dialects::combine::reduce_kind;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Func, OpId, Type, Value};

/// Moves what can be moved, and says so in the manifest.
///
/// # Errors
/// Where an op cannot be copied.
pub fn defer(programs: &mut [(String, Program)], manifest: &mut Manifest) -> Result<(), String> {
    for sum in 0..manifest.sums.len() {
        let of = manifest.sums[sum];
        let Some(readers) = readers(&manifest.pieces, of.piece, of.index, sum) else { continue };
        let Some(maker) = programs.get(of.piece).and_then(|(_, program)| program.local.main()) else { continue };
        let Some((end, reduce)) = last_reduce(maker, of.index) else { continue };
        let maker = maker.clone();
        for &(piece, position) in &readers {
            let reader = programs.get_mut(piece).and_then(|(_, program)| program.local.main_mut());
            reader.map_or(Ok(()), |reader| take_over(reader, position, &maker, reduce))?;
        }
        if let Some(own) = programs[of.piece].1.local.main_mut() {
            let part = own.op(reduce).operands[0];
            own.set_operand(end, of.index, part);
            own.erase(reduce);
        }
        manifest.sums[sum].parts = true;
    }
    Ok(())
}

/// The arguments that take a sum, where all are of its stage and lie as it does.
fn readers(pieces: &[PieceManifest], piece: usize, index: usize, sum: usize) -> Option<Vec<(usize, usize)>> {
    let maker = &pieces[piece];
    let mut found = Vec::new();
    for (number, reader) in pieces.iter().enumerate() {
        for position in (0..reader.from.len()).filter(|&position| reader.from[position] == PieceSource::Sum(sum)) {
            if reader.stage != maker.stage || !reader.inputs[position].lies_as(&maker.outputs[index]) {
                return None;
            }
            found.push((number, position));
        }
    }
    (!found.is_empty()).then_some(found)
}

/// The terminator, and the all-reduce of one operand that gives this result and nothing else.
fn last_reduce(func: &Func, index: usize) -> Option<(OpId, OpId)> {
    let end = func.terminator(func.body())?;
    let value = *func.op(end).operands.get(index)?;
    let op = func.defining_op(value)?;
    let data = func.op(op);
    let adds = data.info.name == "stablehlo.all_reduce" && data.operands.len() == 1 && reduce_kind(func, *data.regions.first()?) == Some(ReduceKind::Sum);
    let float = matches!(func.ty(value), Type::Tensor(ty) if ty.element.is_float());
    (adds && float && func.uses()[value].len() == 1).then_some((end, op))
}

/// Puts a copy of the all-reduce behind an argument.
fn take_over(reader: &mut Func, position: usize, maker: &Func, reduce: OpId) -> Result<(), String> {
    let arg = reader.args()[position];
    let mut map = ValueMap::new();
    map[maker.op(reduce).operands[0]] = Some(arg);
    let copy = copy_op(reader, maker, reduce, &mut map)?;
    let mut instead = SecondaryMap::<Value, Option<Value>>::new();
    instead[arg] = Some(reader.op(copy).results[0]);
    reader.replace_all(&instead);
    let body = reader.body();
    let ops = std::iter::once(copy).chain(reader.region(body).ops.iter().copied()).collect();
    reader.set_region_ops(body, ops);
    Ok(())
}
