//! `zero`: the redundancy of data parallelism removed in stages (Rajbhandari et al., arXiv 1910.02054).
//!
//! 1 shards the optimizer's state, 2 its gradients too, 3 the parameters too. In stages 1 and 2 parameters are kept whole along the axes, so that the update
//! is computed in shards and gathered. In one step's program the stages 1 and 2 exchange the same. Stage 1 keeps every gradient whole, each device its own part of the sum over the batch, until the update
//! scatters it (and sums up microbatches so); stage 2 scatters it where it is made, in every microbatch.
//! Invariants: a parameter, its state and its gradient are sharded on one dimension, the first that is free and divides; what has none stays whole.

use super::apply::{Done, Faults, best, current, extend, pin};
use super::resolve::number;
use super::select::{Context, Member};
use super::syntax::{Atom, Condition};
use shardwright_ir::role::Role;
use shardwright_ir::sharding::AxisRef;
use shardwright_ir::{Diagnostic, Func};

/// The stage that a word is.
///
/// # Errors
/// That it is none, with its place.
pub(super) fn stage_of(stage: &Atom) -> Result<i64, Box<Diagnostic>> {
    match number(stage)? {
        number @ 1..=3 => Ok(number),
        number => Err(Box::new(Diagnostic::error(format!("zero has stages 1, 2 and 3, not {number}")).at(stage.span))),
    }
}

/// Applies a stage.
///
/// # Errors
/// That there is nothing to shard, or that what earlier tactics did forbids it; located.
pub(super) fn apply(stage: &Atom, axes: &[AxisRef], conditions: &[Condition], context: &Context, func: &mut Func, done: &mut Done) -> Result<(), Box<Diagnostic>> {
    let number = stage_of(stage)?;
    let roles = context.roles;
    let parameters: Vec<usize> = (0..roles.args.len()).filter(|&index| roles.args[index] == Some(Role::Parameter)).collect();
    if parameters.is_empty() {
        let fault = Diagnostic::error("the program has no parameter").at(stage.span);
        return Err(Box::new(fault.help("zero needs a training step: one that returns a loss and the updates of its arguments; or name them, `role parameter = 'GLOB'`")));
    }
    if number < 3 && !parameters.iter().any(|&parameter| roles.state_of(parameter).next().is_some()) {
        let fault = Diagnostic::error(format!("the program has no optimizer state, which `zero {number}` shards")).at(stage.span);
        return Err(Box::new(fault.help("shard what there is: `shard gradient by divisible along …`, or `zero 3`")));
    }
    let mut faults = Faults::default();
    let mut taken = 0;
    for parameter in parameters {
        let Some(own) = context.argument(func, parameter) else { continue };
        if context.filter(vec![own.clone()], conditions)?.is_empty() {
            continue;
        }
        taken += 1;
        let mut group: Vec<Member> = roles.state_of(parameter).filter_map(|state| context.argument(func, state)).filter(|state| state.ty.dims == own.ty.dims).collect();
        let gradient = context.gradient(func, parameter);
        if number >= 2 {
            group.extend(gradient.clone());
        }
        if number == 3 {
            group.push(own.clone());
        }
        if group.is_empty() {
            continue;
        }
        let held: Vec<_> = group.iter().map(|member| (member, current(context, func, member))).collect();
        // What rows are read from, such as a table of positions that a model has a row of for each of its batch, is divided as they are: each device has its own part already.
        if held.iter().all(|(_, now)| axes.iter().all(|axis| now.dim_axes().any(|other| other == axis))) {
            done.already += group.len();
            continue;
        }
        if let Some((member, _)) = held.iter().find(|(_, now)| now.all_axes().any(|other| axes.iter().any(|axis| axis.name == other.name))) {
            faults.push(format!("`{}` lies along these axes already, by an earlier tactic or what it reaches", member.name()));
            continue;
        }
        let Some(dim) = best(&held, context, axes, false) else {
            done.whole += group.len();
            continue;
        };
        let whole = [(number < 3).then_some(&own), gradient.as_ref().filter(|_| number == 1)];
        for member in whole.into_iter().flatten() {
            if let Err(why) = pin(context, func, member, axes) {
                faults.push(why);
            }
        }
        for member in &group {
            match extend(context, func, member, dim, axes) {
                Ok(changed) => done.count(member, changed),
                Err(why) => faults.push(why),
            }
        }
    }
    faults.told(stage.span)?;
    if taken == 0 {
        return Err(Box::new(Diagnostic::error("no parameter is left after `where`").at(stage.span)));
    }
    if done.written.is_empty() && done.already == 0 {
        let shards = context.mesh.shards(axes);
        return Err(Box::new(Diagnostic::error(format!("no parameter has a free dimension that {shards} shards divide")).at(stage.span)));
    }
    Ok(())
}
