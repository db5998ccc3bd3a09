//! The forward pass of a training step: the ops that its loss follows from.
//!
//! Invariants: all ops are of one region (the step's body, or the body of its loop over microbatches), in its order; an activation is a value that follows from
//! parameters and from data.

use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::role::{Role, loss_of};
use shardwright_ir::{Diagnostic, Func, OpId, Region, Value};

/// What is known about the forward pass.
pub(super) struct Forward {
    /// The region.
    pub region: Region,
    /// Its ops in order.
    pub ops: Vec<OpId>,
    /// Place of each of them in `ops`.
    pub place: SecondaryMap<OpId, Option<usize>>,
    /// Values that follow from parameters and from data.
    pub activation: SecondaryMap<Value, bool>,
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
        let mut place = SecondaryMap::new();
        ops.iter().enumerate().for_each(|(index, &op)| place[op] = Some(index));
        Ok(Forward { region, ops, place, activation: activations(func) })
    }

    /// The place of the op that defines a value, where that is of the forward pass.
    pub fn defined_at(&self, func: &Func, value: Value) -> Option<usize> {
        self.place[func.defining_op(value)?]
    }

    /// Whether an op makes an activation.
    pub fn makes_activation(&self, func: &Func, op: OpId) -> bool {
        func.op(op).results.iter().any(|&result| self.activation[result])
    }
}

/// Every value that an op reads: its operands, and what its regions take from outside of it.
pub(super) fn read_by(func: &Func, op: OpId) -> Vec<Value> {
    [&func.op(op).operands[..], &func.captured(op)].concat()
}

/// Which values follow from parameters and from data, for the whole function.
fn activations(func: &Func) -> SecondaryMap<Value, bool> {
    #[derive(Clone, Copy, Default)]
    struct From {
        parameter: bool,
        data: bool,
    }
    let mut from = SecondaryMap::<Value, From>::new();
    for (&arg, attrs) in func.args().iter().zip(&func.arg_attrs) {
        let role = Role::of(attrs);
        from[arg] = From { parameter: role == Some(Role::Parameter), data: role == Some(Role::Input) };
    }
    let mut activation = SecondaryMap::new();
    for op in func.walk() {
        let data = func.op(op);
        if data.info.name == "stablehlo.while" {
            for (&arg, &operand) in data.regions.iter().flat_map(|&region| func.region(region).args.iter().zip(&data.operands)) {
                from[arg] = from[operand];
            }
        }
        let all = read_by(func, op).into_iter().fold(From::default(), |sum, value| From { parameter: sum.parameter || from[value].parameter, data: sum.data || from[value].data });
        for &result in &data.results {
            from[result] = all;
            activation[result] = all.parameter && all.data;
        }
    }
    activation
}
