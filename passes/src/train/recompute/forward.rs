//! The forward pass of a training step: the ops that its loss follows from.
//!
//! Invariants: all ops are of one region (the step's body, or the body of its loop over microbatches), in its order; an activation is a value that follows from
//! parameters and from data.

use crate::train::follows::{Follows, follows, read_by};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::role::{Role, loss_of};
use shardwright_ir::{Diagnostic, Func, OpId, Region, Value};

/// What is known about the forward pass.
pub struct Forward {
    /// The region.
    pub region: Region,
    /// Its ops in order.
    pub ops: Vec<OpId>,
    /// Place of each of them in `ops`.
    pub place: SecondaryMap<OpId, Option<usize>>,
    /// Values that follow from parameters and from data.
    pub activation: SecondaryMap<Value, bool>,
    /// Values that follow from data: activations, and what is drawn or masked before any parameter has a part in it.
    pub from_data: SecondaryMap<Value, bool>,
}

impl Forward {
    /// Finds the forward pass.
    ///
    /// # Errors
    /// Where no result of the function is a loss.
    pub fn of(func: &Func) -> Result<Forward, Diagnostic> {
        let missing = || {
            Diagnostic::error("no result of the program has the role of a loss, so its forward and backward pass cannot be told apart")
                .help("make the training step with --train")
        };
        let mut loss = loss_of(func).ok_or_else(missing)?;
        // The loss of a loop over microbatches is a carried sum.
        while let ValueDef::Result(op, result) = func.value(loss).def
            && func.op(op).info.name == "stablehlo.while"
        {
            let end = func.terminator(func.op(op).regions[1]).ok_or_else(missing)?;
            loss = func.op(end).operands[result];
        }
        let region = func.defining_op(loss).and_then(|op| func.op(op).parent).ok_or_else(missing)?;
        let mut needed = SecondaryMap::<OpId, bool>::new();
        let mut stack: Vec<OpId> = func.defining_op(loss).into_iter().collect();
        while let Some(op) = stack.pop() {
            if func.op(op).parent == Some(region) && !std::mem::replace(&mut needed[op], true) {
                stack.extend(read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)));
            }
        }
        let ops: Vec<OpId> = func.region(region).ops.iter().copied().filter(|&op| needed[op]).collect();
        let (activation, from_data) = activations(func);
        Ok(Forward { region, from_data, ..Forward::of_ops(func, ops, activation) })
    }

    /// A forward pass of these ops of the function's body, in order.
    pub fn of_ops(func: &Func, ops: Vec<OpId>, activation: SecondaryMap<Value, bool>) -> Forward {
        let mut place = SecondaryMap::new();
        ops.iter().enumerate().for_each(|(index, &op)| place[op] = Some(index));
        Forward { region: func.body(), ops, place, activation, from_data: SecondaryMap::new() }
    }

    /// The place of the op that defines a value, where that is of the forward pass.
    pub fn defined_at(&self, func: &Func, value: Value) -> Option<usize> {
        self.place[func.defining_op(value)?]
    }

    /// Whether an op computes from data alone, element by element or by moving elements: masks, draws of a seed.
    pub fn makes_mask(&self, func: &Func, op: OpId) -> bool {
        let data = func.op(op);
        let heavy = matches!(data.info.name, "stablehlo.dot_general" | "stablehlo.convolution" | "stablehlo.sort") || !data.regions.is_empty() || data.info.traits.effects;
        !heavy && data.results.iter().any(|&result| self.from_data[result] && !self.activation[result])
    }

    /// Whether an op makes an activation.
    pub fn makes_activation(&self, func: &Func, op: OpId) -> bool {
        func.op(op).results.iter().any(|&result| self.activation[result])
    }
}

/// Which values follow from parameters and from data, and which from data, for the whole function.
fn activations(func: &Func) -> (SecondaryMap<Value, bool>, SecondaryMap<Value, bool>) {
    let role = |index: usize| func.arg_attrs.get(index).and_then(Role::of);
    let found = follows(func, &|index| Follows { weights: role(index) == Some(Role::Parameter), data: role(index) == Some(Role::Input) });
    let (mut activation, mut from_data) = (SecondaryMap::new(), SecondaryMap::new());
    func.args().iter().for_each(|&arg| from_data[arg] = found[arg].data);
    for op in func.walk() {
        let inner = func.op(op).regions.iter().flat_map(|&region| &func.region(region).args);
        for &value in func.op(op).results.iter().chain(inner) {
            from_data[value] = found[value].data;
        }
        func.op(op).results.iter().for_each(|&result| activation[result] = found[result].is_activation());
    }
    (activation, from_data)
}
