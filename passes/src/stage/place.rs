//! Where the ops of a step's loop over microbatches run: stage and phase.
//!
//! Invariants: what the loss needs is the forward pass, the rest of the loop the backward pass; an op of the backward pass reads its own stage and later ones, and values of the forward pass.
//! The half of it that the stage before waits for holds nothing that only sums need; where no stage waits, it holds what more than one sum needs.

use super::anatomy::{Parts, Sum, add};
use super::forward::{Stages, forward_stages, mark_of};
use super::pieces::Phase;
use super::residuals::Laid;
use crate::train::follows::{Follows, follows, read_by};
use shardwright_dialects::stablehlo::build::row;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::role::Role;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Diagnostic, Diagnostics, OpId, OpState, Value};
use std::collections::BTreeSet;

/// Where an op runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Home {
    /// In each piece that reads it: it follows from constants alone, or moves elements of weights.
    Anywhere,
    /// In this phase of each stage that reads it.
    EachStage(Phase),
    /// There, once.
    At(usize, Phase),
}

/// Homes of ops; `None` outside of the loop.
pub(super) type Homes = SecondaryMap<OpId, Option<Home>>;

/// Gives every op of the body its home. Sums that several stages add to become a sum for each of them.
///
/// # Errors
/// Marks that contradict each other, located.
pub(super) fn place(parts: &mut Parts, split: bool, mesh: Option<&Mesh>) -> Result<Homes, Diagnostics> {
    let role = |index: usize| parts.func.arg_attrs.get(index).and_then(Role::of);
    let of_arg = |index: usize| Follows { weights: matches!(role(index), Some(Role::Parameter) | None) && index < parts.args, data: role(index) == Some(Role::Input) };
    let mut from = follows(&parts.func, &of_arg);
    // The region's own ops are in no op's region any more: they are followed here.
    if let Some(count) = parts.count {
        from[count] = Follows { weights: false, data: true };
    }
    for &op in &parts.body {
        let all = read_by(&parts.func, op).into_iter().fold(Follows::default(), |sum, value| sum.and(from[value]));
        parts.func.op(op).results.iter().for_each(|&result| from[result] = all);
    }
    let is_forward = needed(parts, std::iter::once(parts.sums[parts.loss].summand));
    let forward: Vec<OpId> = parts.body.iter().copied().filter(|&op| is_forward[op]).collect();
    let mut stages = forward_stages(&parts.func, &forward, &from)?;
    let backward: Vec<OpId> = parts.body.iter().copied().filter(|&op| !is_forward[op]).collect();
    backward_stages(parts, &backward, &is_forward, &mut stages)?;
    let mut homes = Homes::new();
    let laid = Laid { func: &parts.func, mesh };
    let reads = |op: OpId, of: &dyn Fn(Follows) -> bool| read_by(&parts.func, op).into_iter().any(|value| of(from[value]));
    for &op in &forward {
        homes[op] = Some(match stages[op] {
            Some(stage) => Home::At(stage, Phase::Forward),
            None if reads(op, &|from| from.data) => Home::EachStage(Phase::Forward),
            // It is the same for every microbatch; but what only moves elements, as a bias that is spread over rows, would be held for all of them and is soon made.
            None if reads(op, &|from| from.weights) && !laid.is_move(op) => Home::EachStage(Phase::Before),
            None => Home::Anywhere,
        });
    }
    for &op in &backward {
        homes[op] = Some(stages[op].map_or(Home::Anywhere, |stage| Home::At(stage, Phase::Input)));
    }
    let mut new = Vec::new();
    apart(parts, &stages, &mut homes, &mut new)?;
    parts.body.extend(&new);
    keep_live(parts);
    if split {
        halve(parts, &mut homes);
    }
    Ok(homes)
}

/// Homes of the ops of a forward program, by its marks.
///
/// # Errors
/// As [`place`].
pub(super) fn place_forward(parts: &Parts) -> Result<Homes, Diagnostics> {
    // Weights and data are not told apart.
    let from = follows(&parts.func, &|_| Follows { weights: true, data: true });
    let stages = forward_stages(&parts.func, &parts.body, &from)?;
    let mut homes = Homes::new();
    for &op in &parts.body {
        homes[op] = Some(stages[op].map_or(Home::Anywhere, |stage| Home::At(stage, Phase::Forward)));
    }
    Ok(homes)
}

/// Drops ops of the body that no sum needs: the additions of the loop itself.
fn keep_live(parts: &mut Parts) {
    let live = needed(parts, parts.sums.iter().map(|sum| sum.summand));
    parts.body.retain(|&op| live[op]);
}

/// The ops of the body that these values follow from.
fn needed(parts: &Parts, values: impl Iterator<Item = Value>) -> SecondaryMap<OpId, bool> {
    let mut in_body = SecondaryMap::<OpId, bool>::new();
    parts.body.iter().for_each(|&op| in_body[op] = true);
    let mut needed = SecondaryMap::<OpId, bool>::new();
    let mut open: Vec<OpId> = values.filter_map(|value| parts.func.defining_op(value)).collect();
    while let Some(op) = open.pop() {
        if in_body[op] && !std::mem::replace(&mut needed[op], true) {
            open.extend(read_by(&parts.func, op).into_iter().filter_map(|value| parts.func.defining_op(value)));
        }
    }
    needed
}

/// Stages of the backward pass's ops. Those without a mark lie in the earliest stage whose gradients they read; where they read none, in the latest that reads them.
fn backward_stages(parts: &Parts, ops: &[OpId], is_forward: &SecondaryMap<OpId, bool>, stages: &mut Stages) -> Result<(), Diagnostics> {
    let func = &parts.func;
    let mut faults = Diagnostics::default();
    let constant = |op: OpId, stages: &Stages, floating: &SecondaryMap<OpId, bool>| {
        let fixed = |value: Value| func.defining_op(value).is_some_and(|made| !is_forward[made] && stages[made].is_none() && !floating[made]);
        read_by(func, op).into_iter().all(fixed)
    };
    let mut floating = SecondaryMap::<OpId, bool>::new();
    for &op in ops {
        let data = func.op(op);
        if data.info.is_constant() {
            continue;
        }
        let gradients = read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)).filter(|&made| !is_forward[made]);
        let earliest = gradients.filter_map(|made| stages[made]).min();
        match (mark_of(func, op), earliest) {
            (Err(fault), _) => faults.push(fault),
            (Ok(Some(mark)), Some(earliest)) if mark > earliest => faults.push(
                Diagnostic::error(format!("{} hands gradients back in stage {mark} but reads one of stage {earliest}", data.info.name))
                    .at(data.span)
                    .in_loc(&data.loc)
                    .help("gradients pass from later stages to earlier ones"),
            ),
            (Ok(Some(mark)), _) => stages[op] = Some(mark),
            (Ok(None), Some(earliest)) => stages[op] = Some(earliest),
            (Ok(None), None) => floating[op] = !constant(op, stages, &floating),
        }
    }
    let mut latest = SecondaryMap::<OpId, Option<usize>>::new();
    for &op in ops.iter().rev() {
        if floating[op] {
            let read = read_by(func, op).into_iter().filter_map(|value| stages[func.defining_op(value)?]).max();
            stages[op] = Some(latest[op].or(read).unwrap_or(0));
        }
        if let Some(stage) = stages[op] {
            for made in read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)) {
                latest[made] = latest[made].max(Some(stage));
            }
        }
    }
    if faults.has_errors() { Err(faults) } else { Ok(()) }
}

/// Makes a sum of each stage of every sum that several stages add to; they are added up after the loop.
fn apart(parts: &mut Parts, stages: &Stages, homes: &mut Homes, new: &mut Vec<OpId>) -> Result<(), Diagnostic> {
    let mut uses = SecondaryMap::<Value, u32>::new();
    for &op in &parts.body {
        read_by(&parts.func, op).into_iter().for_each(|value| uses[value] += 1);
    }
    let mut replaced = SecondaryMap::<Value, Option<Value>>::new();
    let mut totals = Vec::new();
    for index in 0..parts.sums.len() {
        let sum = parts.sums[index];
        let ty = parts.func.ty(sum.total).clone();
        let mut terms: Vec<(usize, Value)> = Vec::new();
        let mut open = vec![sum.summand];
        while let Some(value) = open.pop() {
            let Some(op) = parts.func.defining_op(value) else { continue };
            // The summand itself is read by nothing else in the body; what it is made of, by it alone.
            let own = uses[value] <= 1;
            match parts.func.op(op).info.name {
                "stablehlo.add" if own => open.extend(parts.func.op(op).operands.iter().rev()),
                "stablehlo.convert" if own && parts.func.op(op).attrs.get(super::cut::STAGE).is_none() => open.push(parts.func.op(op).operands[0]),
                _ => terms.push((stages[op].unwrap_or(0), value)),
            }
        }
        let mut of: Vec<usize> = terms.iter().map(|&(stage, _)| stage).collect();
        of.sort_unstable();
        of.dedup();
        if of.len() < 2 {
            continue;
        }
        let mut all: Option<Value> = None;
        for (place, &stage) in of.iter().enumerate() {
            let mut summand: Option<Value> = None;
            for &(_, value) in terms.iter().filter(|&&(other, _)| other == stage) {
                let before = new.len();
                let mut wide = value;
                if *parts.func.ty(value) != ty {
                    let info = row("stablehlo.convert").map_err(Diagnostic::error)?;
                    let op = parts.func.create(OpState::new(info, &[value], vec![ty.clone()]));
                    new.push(op);
                    wide = parts.func.result(op);
                    let sharding = parts.func.sharding(value).cloned();
                    parts.func.set_sharding(wide, sharding);
                }
                summand = Some(match summand {
                    Some(summand) => add(&mut parts.func, &[summand, wide], new)?,
                    None => wide,
                });
                new[before..].iter().for_each(|&op| homes[op] = Some(Home::At(stage, Phase::Input)));
            }
            let Some(summand) = summand else { continue };
            let total = if place == 0 { sum.total } else { parts.func.add_arg(ty.clone()) };
            if place == 0 {
                parts.sums[index].summand = summand;
            } else {
                let sharding = parts.func.sharding(sum.total).cloned();
                parts.func.set_sharding(total, sharding);
                parts.sums.push(Sum { summand, total });
            }
            all = Some(match all {
                Some(all) => add(&mut parts.func, &[all, total], &mut totals)?,
                None => total,
            });
        }
        replaced[sum.total] = all;
    }
    for &op in &parts.after {
        parts.func.replace_within(op, &|value| replaced[value]);
    }
    for value in &mut parts.returned {
        *value = replaced[*value].unwrap_or(*value);
    }
    parts.after.splice(0..0, totals);
    Ok(())
}

/// Moves to [`Phase::Weight`] what only sums need.
fn halve(parts: &Parts, homes: &mut Homes) {
    #[derive(Clone, Copy, PartialEq, Default)]
    enum Leads {
        #[default]
        Nowhere,
        To(usize),
        ToMany,
    }
    let func = &parts.func;
    let backward: Vec<OpId> = parts.body.iter().copied().filter(|&op| matches!(homes[op], Some(Home::At(_, Phase::Input)))).collect();
    let stage_of = |op: OpId, homes: &Homes| match homes[op] {
        Some(Home::At(stage, Phase::Input | Phase::Weight)) => Some(stage),
        _ => None,
    };
    let mut sent = SecondaryMap::<OpId, bool>::new();
    let mut sends = BTreeSet::new();
    for &op in &backward {
        for made in read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)) {
            if let Some(stage) = stage_of(made, homes).filter(|_| stage_of(made, homes) != stage_of(op, homes)) {
                sent[made] = true;
                sends.insert(stage);
            }
        }
    }
    let mut leads = SecondaryMap::<OpId, Leads>::new();
    for (index, sum) in parts.sums.iter().enumerate() {
        if let Some(op) = func.defining_op(sum.summand) {
            leads[op] = if leads[op] == Leads::Nowhere { Leads::To(index) } else { Leads::ToMany };
        }
    }
    let mut early = SecondaryMap::<OpId, bool>::new();
    for &op in backward.iter().rev() {
        let Some(stage) = stage_of(op, homes) else { continue };
        early[op] |= sent[op] || !sends.contains(&stage) && leads[op] == Leads::ToMany;
        for made in read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)).filter(|&made| stage_of(made, homes) == Some(stage)) {
            early[made] |= early[op];
            leads[made] = match (leads[made], leads[op]) {
                (before, Leads::Nowhere) => before,
                (Leads::Nowhere, own) => own,
                (before, own) if before == own => own,
                _ => Leads::ToMany,
            };
        }
    }
    let has_early: BTreeSet<usize> = backward.iter().filter(|&&op| early[op]).filter_map(|&op| stage_of(op, homes)).collect();
    for &op in &backward {
        if let Some(stage) = stage_of(op, homes)
            && !early[op]
            && has_early.contains(&stage)
        {
            homes[op] = Some(Home::At(stage, Phase::Weight));
        }
    }
}
