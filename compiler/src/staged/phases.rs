//! What the passes of a layer take and hand each other: its program cut into forward, gradients of inputs and gradients of weights, as the pieces of a pipelined program are cut
//! ([`shardwright_passes::stage`]). Kernels hold whole rows, as those of libraries for training do ([`shardwright_passes::search::row_kernels`]); what exchange they do not hide is that of the simulation of
//! such pieces ([`crate::pipeline::cost`]).
//!
//! Invariants: every op is in the first part that needs it, and in later ones only where it is computed again; what no part needs (the scalar that gradients are taken of) takes nothing.

use super::config::Again;
use shardwright_dialects::func::return_;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, Module, OpId, OpState, Sym, Value};
use shardwright_passes::cost::simulate::{Costs, Simulated, simulate};
use shardwright_passes::search::row_kernels::RowKernels;
use shardwright_passes::stage::layers::Kind;
use shardwright_passes::stage::residuals::{Laid, Passing};
use shardwright_passes::train::follows::read_by;
use shardwright_passes::train::recompute::min_cut::Handed;

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

/// Bytes that a device keeps of a microbatch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Between {
    /// From the forward pass to gradients of inputs.
    pub forward: i64,
    /// From these to gradients of weights, where those come later.
    pub input: i64,
}

/// What the passes take for one microbatch of one group: picoseconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Passes {
    /// Forward pass.
    pub forward: i64,
    /// Gradients of inputs, with what is computed again for them.
    pub input: i64,
    /// What gradients of weights add to these in one program.
    pub weight: i64,
    /// How much of all is exchange that no kernel hides.
    pub exchanged: i64,
    /// What exchange takes beside these, hidden by kernels.
    pub hidden: i64,
}

/// The phases of a layer's ops, by what its results need.
pub fn phases(func: &Func, kind: &Kind) -> SecondaryMap<OpId, Phase> {
    let results = results_of(func);
    let mut phase = SecondaryMap::<OpId, Phase>::new();
    let weights = kind.weight_gradient_results();
    for (range, which) in [(0..kind.outputs, Phase::Forward), (kind.outputs..weights.start, Phase::Input), (weights, Phase::Weight)] {
        let mut open: Vec<OpId> = results[range].iter().filter_map(|&value| func.defining_op(value)).collect();
        while let Some(op) = open.pop() {
            if phase[op] == Phase::None {
                phase[op] = which;
                open.extend(read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)));
            }
        }
    }
    phase
}

fn results_of(func: &Func) -> Vec<Value> {
    func.terminator(func.body()).map(|end| func.op(end).operands.clone()).unwrap_or_default()
}

/// A layer's ops by phase, in order, and what the passes hand each other.
struct Cut {
    forward: Vec<OpId>,
    input: Vec<OpId>,
    weight: Vec<OpId>,
    /// From forward to both others.
    handed: Handed,
    /// From both before to gradients of weights.
    later: Handed,
}

impl Cut {
    /// The cut in which the least is handed on, or all that is read.
    fn new(laid: &Laid, kind: &Kind, least: bool) -> Cut {
        let func = laid.func;
        let phase = phases(func, kind);
        let of = |which: Phase| func.region(func.body()).ops.iter().copied().filter(|&op| phase[op] == which).collect::<Vec<_>>();
        let (forward, input, weight) = (of(Phase::Forward), of(Phase::Input), of(Phase::Weight));
        let args = func.args();
        let mut is_held = SecondaryMap::<Value, bool>::new();
        let first = kind.input_arg(0);
        args[first..first + kind.inputs].iter().for_each(|&arg| is_held[arg] = true);
        let made = |value: Value| func.defining_op(value).map_or(Phase::None, |op| phase[op]);
        let read = |ops: &[OpId], wanted: &dyn Fn(Value) -> bool| {
            let mut seen = SecondaryMap::<Value, bool>::new();
            let all = ops.iter().flat_map(|&op| read_by(func, op));
            all.filter(|&value| wanted(value) && !std::mem::replace(&mut seen[value], true)).collect::<Vec<Value>>()
        };
        let needed = read(&[&input[..], &weight].concat(), &|value| is_held[value] || made(value) == Phase::Forward);
        let handed = laid.handed(&Passing { before: &forward, needed: &needed, free: &|value| !is_held[value], activation: &|value| is_held[value] }, least);
        // What gradients of weights read later, of what was handed on and of what came back.
        let before = [&handed.again[..], &input].concat();
        args[first + kind.inputs..].iter().for_each(|&arg| is_held[arg] = true);
        let needed = read(&weight, &|value| is_held[value] || matches!(made(value), Phase::Forward | Phase::Input));
        handed.values.iter().for_each(|&value| is_held[value] = true);
        let later = laid.handed(&Passing { before: &before, needed: &needed, free: &|value| !is_held[value], activation: &|value| is_held[value] }, least);
        Cut { forward, input, weight, handed, later }
    }
}

/// What the passes of a layer with a sharding on every value keep, as the pieces of a stage do ([`shardwright_passes::stage::residuals`]).
pub fn kept(module: &Module, kind: &Kind, least: bool) -> Between {
    let Some(func) = module.main() else { return Between::default() };
    let laid = Laid { func, mesh: module.main_mesh().map(|(_, mesh)| mesh) };
    let Cut { handed, later, .. } = Cut::new(&laid, kind, least);
    let sum = |values: &[Value]| values.iter().map(|&value| laid.bytes(value)).fold(0i64, i64::saturating_add);
    Between { forward: sum(&handed.values), input: sum(&later.values) }
}

/// What the passes of a layer's program on one device take where so much is computed again.
///
/// # Errors
/// An op that cannot be copied.
pub fn passes(local: &Func, kind: &Kind, again: Again, costs: &Costs) -> Result<Passes, String> {
    let Cut { forward, input, weight, handed, later } = Cut::new(&Laid { func: local, mesh: None }, kind, again.hands_least());
    let all = results_of(local);
    let gradients = kind.weight_gradient_results();
    let (outputs, of_inputs, of_weights) = (&all[..kind.outputs], &all[kind.outputs..gradients.start], &all[gradients]);
    // A layer that is computed again gives nothing but its outputs before.
    let (given, repeated) = if again == Again::Layers { (&[][..], &forward) } else { (&handed.values[..], &handed.again) };
    let take = |ops: &[&[OpId]], results: &[&[Value]]| {
        let part = part(local, &ops.concat(), &results.concat())?;
        let Simulated { exposed, communication, .. } = simulate(&part, costs);
        let whole = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
        let step = RowKernels::new(&part, costs.compute).time(&part).saturating_add(whole(exposed));
        Ok::<_, String>((step, whole(exposed), whole(communication.saturating_sub(exposed))))
    };
    let before = take(&[&forward], &[outputs, given])?;
    let back = take(&[repeated, &input], &[of_inputs, &later.values])?;
    let whole = take(&[repeated, &input, &later.again, &weight], &[of_inputs, of_weights])?;
    Ok(Passes { forward: before.0, input: back.0, weight: (whole.0 - back.0).max(0), exchanged: before.1 + whole.1, hidden: before.2 + whole.2 })
}

/// Ops as a function: what others make comes as arguments; of these results those that they make are given.
fn part(func: &Func, ops: &[OpId], results: &[Value]) -> Result<Func, String> {
    let mut own = SecondaryMap::<OpId, bool>::new();
    ops.iter().for_each(|&op| own[op] = true);
    let all = &func.region(func.body()).ops;
    // Constants take nothing and are each part's own.
    let mut open: Vec<OpId> = ops.to_vec();
    while let Some(op) = open.pop() {
        for maker in read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)) {
            if func.op(maker).info.is_constant() && !std::mem::replace(&mut own[maker], true) {
                open.push(maker);
            }
        }
    }
    let ops = || all.iter().copied().filter(|&op| own[op]);
    let mut made = Func::new(Sym::new("main"));
    let mut map = ValueMap::new();
    for value in ops().flat_map(|op| read_by(func, op)) {
        if map[value].is_none() && !func.defining_op(value).is_some_and(|op| own[op]) {
            map[value] = Some(made.add_arg(func.ty(value).clone()));
        }
    }
    let body = made.body();
    for op in ops() {
        let copy = copy_op(&mut made, func, op, &mut map)?;
        made.place_last(body, copy);
    }
    let mut seen = SecondaryMap::<Value, bool>::new();
    let given = results.iter().copied().filter(|&value| func.defining_op(value).is_some_and(|op| own[op]) && !std::mem::replace(&mut seen[value], true));
    let operands: Vec<Value> = given.filter_map(|value| map[value]).collect();
    let types = operands.iter().map(|&value| made.ty(value).clone()).collect();
    made.append(body, OpState::new(&return_::INFO, &operands, Vec::new()));
    made.set_results(types);
    Ok(made)
}
