//! Copies of forward ops in the backward pass.

use super::choose::Group;
use super::forward::Forward;
use crate::stage::cut::STAGE;
use crate::train::follows::read_by;
use shardwright_dialects::stablehlo::build::row;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, OpId, OpState, Value};

/// Makes the backward pass compute each group again; how many ops were copied.
///
/// # Errors
/// Where a row is missing.
pub(super) fn recompute(func: &mut Func, forward: &Forward, groups: &[Group]) -> Result<usize, String> {
    let mut of = SecondaryMap::<Value, Option<usize>>::new();
    for (number, values) in dropped(func, forward, groups).into_iter().enumerate() {
        values.into_iter().for_each(|value| of[value] = Some(number));
    }
    let order = func.region(forward.region).ops.clone();
    let needed = needed(func, forward, &order, &of, groups);
    // Walks see the source as it was: copies are looked up by their originals.
    let source = func.clone();
    let mut copies = ValueMap::new();
    let mut made = vec![false; groups.len()];
    let (mut new, mut copied) = (Vec::with_capacity(order.len()), 0);
    let mut last_gradient: Option<Value> = None;
    for op in order {
        if forward.place[op].is_some() {
            new.push(op);
            continue;
        }
        let wanted: Vec<usize> = read_by(&source, op).into_iter().filter_map(|value| of[value]).collect();
        for number in wanted {
            if std::mem::replace(&mut made[number], true) {
                continue;
            }
            let own = source.op(op).operands.iter().copied().find(|&value| is_backward(&source, forward, value));
            let trigger = own.or(last_gradient);
            let waits = copy_group(func, &source, &needed[number], forward, trigger, &mut copies, &mut new)?;
            copied += needed[number].len();
            if let (Some(own), Some(waits)) = (own, waits) {
                // The op itself takes the gradient that has waited: else nothing holds the barrier to its place.
                func.replace_within(op, &|value| (value == own).then_some(waits));
            }
        }
        func.replace_within(op, &|value| copies[value].filter(|_| of[value].is_some()));
        if let Some(&result) = source.op(op).results.first() {
            last_gradient = Some(result);
        }
        new.push(op);
    }
    func.set_region_ops(forward.region, new);
    Ok(copied)
}

/// Values of each group that are not held: all that only the group's own ops and the backward pass read, and its ends where it does not hold these.
pub(super) fn dropped(func: &Func, forward: &Forward, groups: &[Group]) -> Vec<Vec<Value>> {
    let mut owner = SecondaryMap::<OpId, Option<usize>>::new();
    for (number, group) in groups.iter().enumerate() {
        group.ops.iter().for_each(|&op| owner[op] = Some(number));
    }
    let mut held = SecondaryMap::<Value, bool>::new();
    for &op in &forward.ops {
        for value in read_by(func, op) {
            let from = func.defining_op(value).and_then(|made| owner[made]);
            held[value] |= from != owner[op] && from.is_some_and(|from| groups[from].holds_ends);
        }
    }
    let free = |group: &Group| group.ops.iter().flat_map(|&op| func.op(op).results.iter().copied()).filter(|&value| !held[value]).collect();
    groups.iter().map(free).collect()
}

/// Of each group, the ops that the backward pass needs, in order.
fn needed(func: &Func, forward: &Forward, order: &[OpId], of: &SecondaryMap<Value, Option<usize>>, groups: &[Group]) -> Vec<Vec<OpId>> {
    let mut wanted = SecondaryMap::<Value, bool>::new();
    for &op in order.iter().filter(|&&op| forward.place[op].is_none()) {
        read_by(func, op).into_iter().filter(|&value| of[value].is_some()).for_each(|value| wanted[value] = true);
    }
    let one = |group: &Group| {
        let mut ops = Vec::new();
        for &op in group.ops.iter().rev() {
            if func.op(op).results.iter().any(|&result| wanted[result] && of[result].is_some()) {
                read_by(func, op).into_iter().filter(|&value| of[value].is_some()).for_each(|value| wanted[value] = true);
                ops.push(op);
            }
        }
        ops.reverse();
        ops
    };
    groups.iter().map(one).collect()
}

/// Copies ops behind a barrier over the activations that they start from, and over a gradient that they wait for. Returns that gradient behind the barrier.
fn copy_group(
    func: &mut Func,
    source: &Func,
    ops: &[OpId],
    forward: &Forward,
    trigger: Option<Value>,
    copies: &mut ValueMap,
    new: &mut Vec<OpId>,
) -> Result<Option<Value>, String> {
    let mut map = ValueMap::new();
    let mut inside = SecondaryMap::<Value, bool>::new();
    ops.iter().flat_map(|&op| &source.op(op).results).for_each(|&result| inside[result] = true);
    let mut held: Vec<Value> = Vec::new();
    // What a seed or another small tensor was spread to is spread again, not held.
    let mut spread: Vec<OpId> = Vec::new();
    for mut value in ops.iter().flat_map(|&op| read_by(source, op)).filter(|&value| !inside[value]) {
        let spreads = |op: &OpId| source.op(*op).info.name == "stablehlo.broadcast_in_dim" && forward.makes_mask(source, *op) && !inside[source.op(*op).operands[0]];
        if map[value].is_none()
            && let Some(op) = source.defining_op(value).filter(spreads)
        {
            map[value] = Some(value);
            spread.push(op);
            value = source.op(op).operands[0];
        }
        if map[value].is_none() {
            map[value] = Some(value);
            // What is drawn from a seed would be merged with the original else.
            if forward.from_data[value] {
                held.push(value);
            }
        }
    }
    let starts = held.len();
    held.extend(trigger);
    let types = held.iter().map(|&value| func.ty(value).clone()).collect();
    let barrier = func.create(OpState::new(row("stablehlo.optimization_barrier")?, &held, types));
    if let Some(stage) = ops.first().and_then(|&op| source.op(op).attrs.get(STAGE)) {
        func.op_mut(barrier).attrs.set(STAGE, stage.clone());
    }
    new.push(barrier);
    let results = func.op(barrier).results.clone();
    for (&value, &result) in held[..starts].iter().zip(&results) {
        let (name, sharding) = (source.value(value).name, source.sharding(value).cloned());
        func.value_mut(result).name = name;
        func.set_sharding(result, sharding);
        map[value] = Some(result);
    }
    for op in spread {
        new.push(copy_op(func, source, op, &mut map)?);
    }
    for &op in ops {
        let copy = copy_op(func, source, op, &mut map)?;
        new.push(copy);
        for &result in &source.op(op).results {
            copies[result] = map[result];
        }
    }
    Ok(trigger.and(results.last().copied()))
}

/// Whether a value is made by the backward pass.
fn is_backward(func: &Func, forward: &Forward, value: Value) -> bool {
    func.defining_op(value).is_some_and(|op| func.op(op).parent == Some(forward.region) && forward.place[op].is_none() && !func.op(op).info.is_constant())
}
