//! What the passes of a layer take: its partitioned program cut into forward, gradients of inputs and gradients of weights, each simulated as the pieces of a pipelined program are
//! ([`crate::pipeline::cost`]), so that a plan and the program that follows it are priced by the same functions.
//!
//! Invariants: every op is in at most one part, the first that needs it; what no part needs (the scalar that gradients are taken of) takes nothing.

use shardwright_dialects::func::return_;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, OpId, OpState, Sym, Value};
use shardwright_passes::cost::simulate::{Costs, Simulated, simulate};
use shardwright_passes::stage::layers::Kind;

/// Which part of the step an op is of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Phase {
    /// None of them.
    #[default]
    None,
    /// What outputs need.
    Forward,
    /// What else gradients of inputs need.
    Input,
    /// What else gradients of weights need.
    Weight,
}

/// The phases of a layer's ops, by what its results need.
pub fn phases(func: &Func, kind: &Kind) -> SecondaryMap<OpId, Phase> {
    let results = func.terminator(func.body()).map(|end| func.op(end).operands.clone()).unwrap_or_default();
    let mut phase = SecondaryMap::<OpId, Phase>::new();
    let weights = kind.weight_gradient_results();
    for (range, which) in [(0..kind.outputs, Phase::Forward), (kind.outputs..weights.start, Phase::Input), (weights, Phase::Weight)] {
        let mut open: Vec<OpId> = results[range].iter().filter_map(|&value| func.defining_op(value)).collect();
        while let Some(op) = open.pop() {
            if phase[op] == Phase::None {
                phase[op] = which;
                let captured = func.captured(op);
                open.extend(func.op(op).operands.iter().chain(&captured).filter_map(|&value| func.defining_op(value)));
            }
        }
    }
    phase
}

/// The times of forward, gradients of inputs and gradients of weights of a layer's program on one device.
///
/// # Errors
/// An op that cannot be copied.
pub fn times(local: &Func, kind: &Kind, costs: &Costs) -> Result<[Simulated; 3], String> {
    let phase = phases(local, kind);
    let of = |which: Phase| Ok::<Simulated, String>(simulate(&part(local, &phase, which)?, costs));
    Ok([of(Phase::Forward)?, of(Phase::Input)?, of(Phase::Weight)?])
}

/// The ops of one phase as a function: what others make comes as arguments, what others read are results.
fn part(func: &Func, phase: &SecondaryMap<OpId, Phase>, which: Phase) -> Result<Func, String> {
    let all = &func.region(func.body()).ops;
    // Constants take nothing and are each part's own.
    let own = |op: OpId| phase[op] == which || phase[op] != Phase::None && func.op(op).info.is_constant();
    let reads = |op: OpId| func.op(op).operands.iter().copied().chain(func.captured(op)).collect::<Vec<Value>>();
    let mut made = Func::new(Sym::new("main"));
    let mut map = ValueMap::new();
    for value in all.iter().copied().filter(|&op| own(op)).flat_map(reads) {
        if map[value].is_none() && !func.defining_op(value).is_some_and(own) {
            map[value] = Some(made.add_arg(func.ty(value).clone()));
        }
    }
    let body = made.body();
    for &op in all.iter().filter(|&&op| own(op)) {
        let copy = copy_op(&mut made, func, op, &mut map)?;
        made.place_last(body, copy);
    }
    let mut read = SecondaryMap::<Value, bool>::new();
    all.iter().copied().filter(|&op| !own(op)).flat_map(reads).for_each(|value| read[value] = true);
    let given = all.iter().filter(|&&op| phase[op] == which).flat_map(|&op| &func.op(op).results).filter(|&&value| read[value]);
    let operands: Vec<Value> = given.filter_map(|&value| map[value]).collect();
    let types = operands.iter().map(|&value| made.ty(value).clone()).collect();
    made.append(body, OpState::new(&return_::INFO, &operands, Vec::new()));
    made.set_results(types);
    Ok(made)
}
