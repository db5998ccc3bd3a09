//! What a buffer is there for.
//!
//! Activations are what the loss was computed from; gradients are the values called `grad(NAME)`, the summands and slices that they are put together from, and what collectives make of
//! them. Invariant: a buffer has one part; what is neither is communication where a collective makes it, else temporary.

use super::Part;
use super::assign::{Buffer, Use};
use crate::provenance::is_collective;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::role::Role;
use shardwright_ir::{Func, OpId, Value};

/// The parts of one function's buffers.
pub(super) struct PartsOf<'a> {
    func: &'a Func,
    /// The ops that a result with the role of a loss is computed from.
    forward: SecondaryMap<OpId, bool>,
    gradient: SecondaryMap<Value, bool>,
}

impl<'a> PartsOf<'a> {
    /// Those of a function.
    pub(super) fn new(func: &'a Func) -> PartsOf<'a> {
        PartsOf { func, forward: before_loss(func), gradient: gradients(func) }
    }

    /// What a buffer is there for.
    pub(super) fn of(&self, buffer: &Buffer) -> Part {
        match buffer.used {
            Use::Argument(number) => match self.func.arg_attrs.get(number).and_then(Role::of) {
                Some(Role::Parameter) => Part::Parameter,
                Some(Role::Optimizer) => Part::Optimizer,
                _ => Part::Argument,
            },
            Use::Output => Part::Output,
            _ if buffer.value.is_some_and(|value| self.gradient[value]) => Part::Gradient,
            Use::Communication => Part::Communication,
            Use::Temporary if buffer.op.is_some_and(|op| self.forward[op]) => Part::Activation,
            Use::Temporary => Part::Temporary,
        }
    }
}

fn before_loss(func: &Func) -> SecondaryMap<OpId, bool> {
    let mut found = SecondaryMap::<OpId, bool>::new();
    let Some(end) = func.terminator(func.body()) else { return found };
    let losses = func.op(end).operands.iter().zip(&func.result_attrs).filter(|(_, attrs)| Role::of(attrs) == Some(Role::Loss));
    let mut stack: Vec<OpId> = losses.filter_map(|(&value, _)| func.defining_op(value)).collect();
    while let Some(op) = stack.pop() {
        if !std::mem::replace(&mut found[op], true) {
            stack.extend(func.op(op).operands.iter().filter_map(|&value| func.defining_op(value)));
            for &region in &func.op(op).regions {
                stack.extend(&func.region(region).ops);
            }
        }
    }
    found
}

/// Gradients: what is called so; before that what was joined, moved or summed to it; after it what collectives make of it.
fn gradients(func: &Func) -> SecondaryMap<Value, bool> {
    let mut found = SecondaryMap::<Value, bool>::new();
    let all = func.walk();
    let is_named = |value: Value| func.value(value).name.is_some_and(|name| name.as_str().starts_with("grad("));
    let mut stack: Vec<Value> = all.iter().flat_map(|&op| func.op(op).results.iter().copied()).filter(|&value| is_named(value)).collect();
    while let Some(value) = stack.pop() {
        if std::mem::replace(&mut found[value], true) {
            continue;
        }
        let Some(op) = func.defining_op(value) else { continue };
        let operands = &func.op(op).operands;
        if func.op(op).info.name == "stablehlo.add" {
            // The gradient of what is read in several places is the sum of theirs; other sums are of activations' gradients.
            stack.extend(operands.iter().copied().filter(|&operand| is_summand(func, operand, is_named(value))));
        } else if moves(func, op) {
            stack.extend(operands.first());
        }
    }
    for op in all {
        if moves(func, op) && func.op(op).operands.first().is_some_and(|&operand| found[operand]) {
            func.op(op).results.iter().for_each(|&result| found[result] = true);
        }
    }
    found
}

/// Whether an op makes of one tensor the same in another place, type or shape, or of parts of a sum the sum.
fn moves(func: &Func, op: OpId) -> bool {
    let name = func.op(op).info.name;
    is_collective(name) || matches!(name, "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.convert" | "stablehlo.pad" | "stablehlo.slice" | "stablehlo.dynamic_slice")
}

/// Whether a value is a parameter's gradient in part, where a sum with it is one (`whole`: by name).
fn is_summand(func: &Func, value: Value, whole: bool) -> bool {
    let Some(op) = func.defining_op(value) else { return false };
    match func.op(op).info.name {
        "stablehlo.pad" => true,
        "stablehlo.dot_general" | "stablehlo.scatter" => whole,
        "stablehlo.add" => func.op(op).operands.iter().any(|&operand| func.defining_op(operand).is_some_and(|op| func.op(op).info.name == "stablehlo.pad")),
        name => whole && is_collective(name),
    }
}
