//! The stage of every op of a forward pass.
//!
//! Invariants: an op that is marked lies where its mark says, and reads only its own stage and earlier ones (else an error names it); an op without a mark lies in the latest stage that
//! it reads, or, where it reads none, in the earliest that reads it. What follows from no weight or from no data has no stage of its own: every stage that reads it
//! has its own copy, unless it is marked and follows from data, takes work worth sending, or has effects.

use super::cut::{STAGE, mark};
use crate::train::follows::{Follows, follows, read_by};
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Diagnostic, Diagnostics, Func, OpId, Value};
use std::collections::BTreeSet;

/// Stages of ops; `None` for what every stage that reads it has for itself.
pub(super) type Stages = SecondaryMap<OpId, Option<usize>>;

/// Most stages: beyond any machine, and small enough to count with.
const MOST: i64 = 1 << 20;

/// The mark of an op.
///
/// # Errors
/// Where it is no stage.
pub(super) fn mark_of(func: &Func, op: OpId) -> Result<Option<usize>, Diagnostic> {
    let data = func.op(op);
    let Some(mark) = data.attrs.get(STAGE) else { return Ok(None) };
    match mark.as_int() {
        Some(mark) if (0..MOST).contains(&mark) => Ok(usize::try_from(mark).ok()),
        _ => Err(Diagnostic::error(format!("{}: `{STAGE}` must be an integer from 0", data.info.name)).at(data.span).in_loc(&data.loc)),
    }
}

/// The stages of ops of a forward pass, which stand in order in one region. What every value of the function follows from is known.
///
/// # Errors
/// Every op whose mark is no stage, or an earlier one than one that it reads.
pub(super) fn forward_stages(func: &Func, ops: &[OpId], from: &SecondaryMap<Value, Follows>) -> Result<Stages, Diagnostics> {
    let mut stages = Stages::new();
    let mut faults = Diagnostics::default();
    let mut floating = SecondaryMap::<OpId, bool>::new();
    for &op in ops {
        let data = func.op(op);
        if data.info.is_terminator() || data.info.is_constant() {
            continue;
        }
        let read = read_by(func, op);
        let latest = read.iter().filter_map(|&value| stages[func.defining_op(value)?]).max();
        let has = |of: &dyn Fn(Follows) -> bool| read.iter().any(|&value| of(from[value]));
        let (weights, fed) = (has(&|from| from.weights), has(&|from| from.data));
        let mark = match mark_of(func, op) {
            Ok(mark) => mark,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let effects = data.info.traits.effects;
        if !fed && latest.is_none() && !effects {
            continue;
        }
        match (mark, latest) {
            (Some(mark), Some(latest)) if mark < latest => faults.push(
                Diagnostic::error(format!("{} is marked for stage {mark} but reads a value of stage {latest}", data.info.name))
                    .at(data.span)
                    .in_loc(&data.loc)
                    .help("a stage reads only earlier stages: move the mark of this op, or of those that it reads"),
            ),
            (Some(mark), _) => stages[op] = Some(mark),
            (None, Some(latest)) => stages[op] = Some(latest),
            (None, None) => floating[op] = weights || effects || is_work(func, op),
        }
    }
    // The earliest stage that reads what reads none.
    let mut earliest = SecondaryMap::<OpId, Option<usize>>::new();
    for &op in ops.iter().rev() {
        if floating[op] {
            stages[op] = Some(earliest[op].unwrap_or(0));
        }
        let Some(stage) = stages[op] else { continue };
        for made in read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)) {
            earliest[made] = Some(earliest[made].map_or(stage, |earlier| earlier.min(stage)));
        }
    }
    if faults.has_errors() { Err(faults) } else { Ok(stages) }
}

/// Whether an op is worth sending its result.
fn is_work(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    matches!(data.info.name, "stablehlo.dot_general" | "stablehlo.convolution" | "stablehlo.while" | "stablehlo.sort" | "nn.attention")
}

/// Marks every op of a forward pass that has a stage, and gives each stage its own copy of what follows from weights alone, so that the gradients of each stage stay apart
/// until they reach the weight. Ops are brought into the order of stages: the way back passes them in the opposite one.
///
/// # Errors
/// As [`forward_stages`].
pub(crate) fn settle(func: &mut Func, of_arg: &dyn Fn(usize) -> Follows) -> Result<(), Diagnostics> {
    let from = follows(func, of_arg);
    let body = func.body();
    let order = func.region(body).ops.clone();
    let stages = forward_stages(func, &order, &from)?;
    let mut readers = SecondaryMap::<OpId, BTreeSet<usize>>::new();
    for &op in order.iter().rev() {
        let own = stages[op].map_or_else(|| std::mem::take(&mut readers[op]), |stage| BTreeSet::from([stage]));
        for made in read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)).filter(|&made| stages[made].is_none()) {
            readers[made].extend(&own);
        }
        readers[op] = own;
    }
    let source = func.clone();
    let own = |op: OpId| source.op(op).results.first().is_some_and(|&result| from[result].weights && !from[result].data);
    let mut copies = SecondaryMap::<Value, Vec<(usize, Value)>>::new();
    let mut new = Vec::with_capacity(order.len());
    for op in order {
        let marks: Vec<usize> = readers[op].iter().copied().collect();
        if marks.is_empty() || stages[op].is_none() && !own(op) {
            let last = if source.op(op).info.is_terminator() { usize::MAX } else { 0 };
            new.push((marks.first().copied().unwrap_or(last), op));
            continue;
        }
        for (index, &stage) in marks.iter().enumerate() {
            let mut map = ValueMap::new();
            for value in read_by(&source, op) {
                let found = copies[value].iter().find(|&&(of, _)| of == stage);
                map[value] = Some(found.map_or(value, |&(_, copy)| copy));
            }
            let here = if index == 0 {
                func.replace_within(op, &|value| map[value]);
                op
            } else {
                let copy = copy_op(func, &source, op, &mut map).map_err(Diagnostic::error)?;
                for (&result, &copy) in source.op(op).results.iter().zip(&func.op(copy).results) {
                    copies[result].push((stage, copy));
                }
                copy
            };
            mark(func, here, stage as i64);
            new.push((stage, here));
        }
    }
    new.sort_by_key(|&(stage, _)| stage);
    func.set_region_ops(body, new.into_iter().map(|(_, op)| op).collect());
    Ok(())
}
