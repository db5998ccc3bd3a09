//! `regather`: weights that were gathered for the forward pass of a training step are gathered again for the backward pass.
//!
//! Between the two, devices hold only their shards: FSDP's `reshard_after_forward`, the second gather of ZeRO's third stage (Rajbhandari
//! et al. 2020, section 7.2: 3Ψ sent in place of 2Ψ). The forward pass is what the loss is computed from; the loss is the result of that role.
//! What is only moved, repeated or converted between the gather and its uses is done again too. Invariants: values stay the same; a gather
//! whose uses lie all on one side is left alone; the second gather stands right before its first use, behind a barrier, so that no
//! compiler merges the two again.

use super::order::each_used;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use crate::provenance::Provenance;
use shardwright_dialects::local::row;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::role::loss_of;
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module, OpId, OpState, Value};

/// The pass's row.
pub static REGATHER: PassInfo = PassInfo {
    name: "regather",
    summary: "gathers weights anew for the backward pass instead of keeping them from the forward pass",
    options: &[],
    build: |_| Ok(Box::new(Regather)),
};

struct Regather;

impl Pass for Regather {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let Some(func) = module.main_mut() else { return Ok(Changed::No) };
        let Some(loss) = loss_of(func) else {
            return Err(Diagnostic::error("`regather` needs a training step: no result has the role of a loss").into());
        };
        let count = regather(func, loss, &mut ctx.provenance).map_err(|why| Diagnostic::error(format!("weights cannot be gathered again: {why}")))?;
        if count == 0 {
            ctx.diagnostics.push(Diagnostic::warning("no weight is gathered again: none is gathered for both passes"));
        }
        ctx.count("gathers repeated", count as i64);
        Ok((count > 0).into())
    }
}

fn regather(func: &mut Func, loss: Value, provenance: &mut Provenance) -> Result<usize, String> {
    let ops = func.region(func.body()).ops.clone();
    let forward = forward_ops(func, &ops, loss);
    let mut users = SecondaryMap::<Value, Vec<usize>>::new();
    for (place, &op) in ops.iter().enumerate() {
        each_used(func, op, &mut |value| users[value].push(place));
    }
    // Families are copied from the program as it was.
    let source = func.clone();
    // What goes before the op at each place.
    let mut before = vec![Vec::new(); ops.len()];
    let mut count = 0;
    for &op in &ops {
        if func.op(op).info.name != "stablehlo.all_gather" || !forward[op] {
            continue;
        }
        let family = family(func, &ops, &users, &forward, op);
        let late = |value: Value| users[value].iter().copied().filter(|&place| !forward[ops[place]]);
        let values: Vec<Value> = family.iter().flat_map(|&member| func.op(member).results.clone()).collect();
        let Some(first) = values.iter().flat_map(|&value| late(value)).min() else { continue };
        let places: Vec<usize> = values.iter().flat_map(|&value| late(value)).collect();
        let made = again(func, &source, &family, provenance)?;
        for &place in &places {
            func.replace_within(ops[place], &|value| made.1[value]);
        }
        before[first].extend(made.0);
        count += 1;
    }
    if count > 0 {
        let order = ops.iter().zip(before).flat_map(|(&op, before)| before.into_iter().chain([op])).collect();
        func.set_region_ops(func.body(), order);
    }
    Ok(count)
}

/// The ops that the loss is computed from.
fn forward_ops(func: &Func, ops: &[OpId], loss: Value) -> SecondaryMap<OpId, bool> {
    let (mut needed, mut forward) = (SecondaryMap::<Value, bool>::new(), SecondaryMap::<OpId, bool>::new());
    needed[loss] = true;
    for &op in ops.iter().rev() {
        if func.op(op).results.iter().any(|&result| needed[result]) {
            forward[op] = true;
            each_used(func, op, &mut |value| needed[value] = true);
        }
    }
    forward
}

/// A gather and the ops of the forward pass that only move, repeat or convert what it gathered, in program order.
fn family(func: &Func, ops: &[OpId], users: &SecondaryMap<Value, Vec<usize>>, forward: &SecondaryMap<OpId, bool>, gather: OpId) -> Vec<OpId> {
    let mut family = vec![gather];
    let mut next = 0;
    while let Some(&member) = family.get(next) {
        next += 1;
        for &result in &func.op(member).results {
            for &place in &users[result] {
                let op = ops[place];
                let moves = matches!(
                    func.op(op).info.name,
                    "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.convert" | "stablehlo.slice" | "stablehlo.broadcast_in_dim"
                );
                if moves && forward[op] && !family.contains(&op) {
                    family.push(op);
                }
            }
        }
    }
    family
}

/// Copies of a family, in order and standing nowhere yet, and what they compute for what.
fn again(func: &mut Func, source: &Func, family: &[OpId], provenance: &mut Provenance) -> Result<(Vec<OpId>, ValueMap), String> {
    let gather = family[0];
    let shards = source.op(gather).operands.clone();
    let types = shards.iter().map(|&value| source.ty(value).clone()).collect();
    let loc = source.op(gather).loc.clone();
    let barrier = func.create(OpState { loc, ..OpState::new(row("stablehlo.optimization_barrier")?, &shards, types) });
    let mut map = ValueMap::new();
    for (&shard, &held) in shards.iter().zip(&func.op(barrier).results) {
        map[shard] = Some(held);
    }
    let mut made = vec![barrier];
    for &member in family {
        let copy = copy_op(func, source, member, &mut map)?;
        provenance.inherit(source.name, member, copy);
        made.push(copy);
    }
    // Other uses of the shards stay with them.
    shards.iter().for_each(|&shard| map[shard] = None);
    Ok((made, map))
}
