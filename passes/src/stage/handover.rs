//! What the pieces of a stage hand each other, made the least.
//!
//! The forward piece hands over a least cut ([`super::residuals`]) of what its backward pieces read; the rest is computed again by those that read it. Where the backward pass is in two halves, so
//! does the first of them with the second: what waits there is chosen of what the first half has. Invariants: values and their pieces stay in order; what is computed again stands right before
//! the first op that reads it, so that no more of it is held than must be.

use super::anatomy::Parts;
use super::divide::{Draft, Given, Order, Slot};
use super::pieces::Phase;
use super::residuals::{Laid, Passing};
use crate::train::follows::read_by;
use crate::train::recompute::min_cut::Handed;
use indexmap::IndexMap;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Func, OpId, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Makes each stage's pieces hand on the least.
pub(super) fn lessen(parts: &Parts, drafts: &mut BTreeMap<Slot, Draft>, order: &Order, mesh: Option<&Mesh>) {
    let laid = Laid { func: &parts.func, mesh };
    let stages: BTreeSet<usize> = drafts.keys().map(|slot| slot.stage).collect();
    for stage in stages {
        let slot = |phase: Phase| Slot { phase, stage };
        let (forward, input, weight) = (slot(Phase::Forward), slot(Phase::Input), slot(Phase::Weight));
        let wanted = |of: Slot| drafts.get(&of).map_or_else(Vec::new, |draft| held_until(draft, |given| matches!(given, Given::From(from) if from.phase == Phase::Forward)));
        let (by_input, by_weight) = (wanted(input), wanted(weight));
        let Some(maker) = drafts.get(&forward) else { continue };
        let mut ops = maker.ops.clone();
        ops.sort_by_key(|&op| order[op]);
        let mut given = maker.inputs.clone();
        for (&value, &from) in drafts.get(&input).into_iter().chain(drafts.get(&weight)).flat_map(|draft| &draft.inputs) {
            given.entry(value).or_insert(from);
        }
        ops.iter().flat_map(|&op| &parts.func.op(op).results).for_each(|&result| _ = given.insert(result, Given::From(forward)));
        let all: Vec<Value> = by_input.iter().chain(&by_weight).copied().collect();
        let handed = choose(&laid, &ops, &all, &given);
        let first = Taking { func: &parts.func, handed: &handed, given: &given };
        if let Some(draft) = drafts.get_mut(&input) {
            first.take(draft, &by_input);
        }
        let (Some(draft), Some(early)) = (drafts.get(&weight), drafts.get(&input)) else {
            if let Some(draft) = drafts.get_mut(&weight) {
                first.take(draft, &by_weight);
            }
            continue;
        };
        // What the second half reads, of all that the first has or can compute again.
        let wanted = held_until(draft, |given| matches!(given, Given::From(from) if from.phase != Phase::Before));
        let mut is_again = SecondaryMap::<OpId, bool>::new();
        handed.again.iter().for_each(|&op| is_again[op] = true);
        let mut own: Vec<OpId> = early.ops.iter().copied().filter(|&op| !is_again[op]).collect();
        own.sort_by_key(|&op| order[op]);
        let ops: Vec<OpId> = handed.again.iter().chain(&own).copied().collect();
        let mut later = given.clone();
        let mut kept = SecondaryMap::<Value, bool>::new();
        handed.values.iter().for_each(|&value| kept[value] = true);
        for result in ops.iter().flat_map(|&op| parts.func.op(op).results.iter().copied()).filter(|&result| !kept[result]) {
            later.insert(result, Given::From(input));
        }
        let again = choose(&laid, &ops, &wanted, &later);
        if let Some(draft) = drafts.get_mut(&weight) {
            Taking { func: &parts.func, handed: &again, given: &later }.take(draft, &wanted);
        }
        if let Some(draft) = drafts.get_mut(&input) {
            let made: Vec<Value> = again.values.iter().copied().filter(|value| later.get(value) == Some(&Given::From(input))).collect();
            first.take(draft, &made);
        }
    }
    read_again(drafts);
}

/// Inputs of a piece that are held for it.
fn held_until(draft: &Draft, wanted: impl Fn(Given) -> bool) -> Vec<Value> {
    draft.inputs.iter().filter(|(_, given)| wanted(**given)).map(|(&value, _)| value).collect()
}

fn choose(laid: &Laid, ops: &[OpId], needed: &[Value], given: &IndexMap<Value, Given>) -> Handed {
    let from = |value: Value| match given.get(&value) {
        Some(Given::From(slot)) => Some(slot.phase),
        _ => None,
    };
    let free = |value: Value| from(value).is_none_or(|phase| phase == Phase::Before);
    laid.handed(&Passing { before: ops, needed, free: &free, activation: &|value| !free(value) }, true)
}

/// How a piece takes what was chosen for it.
struct Taking<'a> {
    func: &'a Func,
    handed: &'a Handed,
    given: &'a IndexMap<Value, Given>,
}

impl Taking<'_> {
    /// The piece reads of what was chosen what it takes to have these values, and computes the rest.
    fn take(&self, draft: &mut Draft, needed: &[Value]) {
        let (mut maker, mut held) = (SecondaryMap::<Value, Option<OpId>>::new(), SecondaryMap::<Value, bool>::new());
        self.handed.again.iter().for_each(|&op| self.func.op(op).results.iter().for_each(|&result| maker[result] = Some(op)));
        self.handed.values.iter().for_each(|&value| held[value] = true);
        let (mut seen, mut again) = (SecondaryMap::<Value, bool>::new(), SecondaryMap::<Value, bool>::new());
        needed.iter().for_each(|&value| again[value] = true);
        draft.inputs.retain(|&value, _| !again[value]);
        let mut open: Vec<Value> = needed.iter().rev().copied().collect();
        while let Some(value) = open.pop() {
            if std::mem::replace(&mut seen[value], true) {
                continue;
            }
            match maker[value].filter(|_| !held[value]) {
                Some(op) if draft.has[op] => {}
                Some(op) => {
                    (draft.has[op], draft.again[op]) = (true, true);
                    draft.ops.push(op);
                    open.extend(read_by(self.func, op));
                }
                None if self.func.defining_op(value).is_some_and(|op| draft.has[op]) => {}
                None => {
                    if let Some(&given) = self.given.get(&value) {
                        draft.inputs.insert(value, given);
                    }
                }
            }
        }
    }
}

/// What other pieces read of each, after that changed.
fn read_again(drafts: &mut BTreeMap<Slot, Draft>) {
    let mut read: BTreeMap<Slot, Vec<Value>> = BTreeMap::new();
    for draft in drafts.values() {
        for (&value, &given) in &draft.inputs {
            if let Given::From(slot) = given {
                read.entry(slot).or_default().push(value);
            }
        }
    }
    for (slot, draft) in drafts.iter_mut() {
        let now = read.remove(slot).unwrap_or_default();
        let mut wanted = SecondaryMap::<Value, bool>::new();
        now.iter().for_each(|&value| wanted[value] = true);
        draft.read.retain(|&value| wanted[value]);
        draft.read.extend(now);
    }
}

/// The ops of a piece as they stand in it.
pub(super) fn in_order(func: &Func, draft: &Draft, order: &Order) -> Vec<OpId> {
    let mut ops = draft.ops.clone();
    ops.sort_by_key(|&op| order[op]);
    // By value, the first op that reads it.
    let mut first = SecondaryMap::<Value, Option<usize>>::new();
    let earlier = |known: Option<usize>, place: usize| Some(known.map_or(place, |known| known.min(place)));
    for &op in ops.iter().filter(|&&op| !draft.again[op]) {
        read_by(func, op).into_iter().for_each(|value| first[value] = earlier(first[value], order[op]));
    }
    let mut place = order.clone();
    for &op in ops.iter().rev().filter(|&&op| draft.again[op]) {
        // What only another piece reads comes last.
        place[op] = func.op(op).results.iter().filter_map(|&result| first[result]).min().unwrap_or(usize::MAX);
        read_by(func, op).into_iter().for_each(|value| first[value] = earlier(first[value], place[op]));
    }
    ops.sort_by_key(|&op| (place[op], !draft.again[op], order[op]));
    ops
}
