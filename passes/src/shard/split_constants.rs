//! `split-constants`: every use of a constant gets a constant of its own.
//!
//! A constant that several ops share would carry shardings from one to the other. So each op that is not itself
//! constant gets its own copy of the constant expressions (constants, iotas, and elementwise ops, broadcasts,
//! reshapes and slices of them) and of the broadcast scalars that it uses. Scalars are not copied: they are never
//! sharded. Semantics: Shardy's constant-or-scalar splitter. Invariant: values do not change; `cse` merges
//! copies that end up lying alike.

use super::op_priority::is_elementwise;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use crate::rewrite::inline::MAX_OPS;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module, OpId, Region, Value};
use std::collections::HashMap;

/// The row of the pass.
pub static SPLIT_CONSTANTS: PassInfo = PassInfo {
    name: "split-constants",
    summary: "gives every use of a constant its own copy, so that shardings do not flow through it",
    options: &[],
    build: |_| Ok(Box::new(SplitConstants)),
};

struct SplitConstants;

impl Pass for SplitConstants {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut copies = 0;
        for func in module.funcs.values_mut() {
            copies += split(func).map_err(|why| Diagnostics::from(Diagnostic::error(why).in_place(format!("@{}", func.name))))?;
        }
        ctx.count("constants copied", copies as i64);
        Ok((copies > 0).into())
    }
}

/// From a value to its copy for one use. Hashed and never iterated: a table over all values for each use would make the pass quadratic.
type Copies = HashMap<Value, Value>;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    #[default]
    Other,
    /// A constant expression.
    Constant,
    /// A broadcast of a scalar that is not constant.
    Expansion,
}

/// Splits the constants of a function; returns the number of ops copied or dropped.
pub fn split(func: &mut Func) -> Result<usize, String> {
    let order = func.walk();
    let mut kinds = SecondaryMap::<OpId, Kind>::new();
    // A constant expression that only one op uses needs no copy.
    let mut users = vec![0u32; func.num_values()];
    for &op in &order {
        kinds[op] = kind_of(func, op, &kinds);
        for &value in &func.op(op).operands {
            users[value.index()] = users[value.index()].saturating_add(1);
        }
    }
    let groups = sharding_groups(func, &order);
    // Copies stand before the op that they are copies of: in one region, in the order in which they are made.
    let mut before = SecondaryMap::<OpId, Vec<OpId>>::new();
    let mut copies = 0;
    for &op in &order {
        if kinds[op] != Kind::Other || func.op(op).info.name == "sdy.sharding_group" {
            continue;
        }
        for index in 0..func.op(op).operands.len() {
            let value = func.op(op).operands[index];
            let Some(definition) = func.defining_op(value) else { continue };
            if kinds[definition] == Kind::Other || is_scalar(func, value) {
                continue;
            }
            if exclusive(func, value, &users, &kinds) {
                continue;
            }
            let mut map = Copies::new();
            copies += copy(func, value, &mut map, &mut before, &groups)?;
            if func.num_ops() > MAX_OPS {
                return Err(format!("splitting constants makes more than {MAX_OPS} ops"));
            }
            if let Some(&own) = map.get(&value) {
                func.set_operand(op, index, own);
            }
        }
    }
    // A constant that only sharding groups mention goes with them.
    if copies > 0 || order.iter().any(|&op| func.op(op).info.name == "sdy.sharding_group") {
        copies += place(func, func.body(), &before, &kinds);
    }
    Ok(copies)
}

fn kind_of(func: &Func, op: OpId, kinds: &SecondaryMap<OpId, Kind>) -> Kind {
    let data = func.op(op);
    if data.info.is_constant() || data.info.name == "stablehlo.iota" {
        return Kind::Constant;
    }
    let preserves = matches!(data.info.name, "stablehlo.broadcast_in_dim" | "stablehlo.reshape" | "stablehlo.slice")
        || (is_elementwise(func, op) && data.info.dialect() != "sdy");
    let constant = |&value: &Value| func.defining_op(value).is_some_and(|definition| kinds[definition] == Kind::Constant);
    if preserves && !data.info.traits.effects && data.operands.iter().all(constant) {
        return Kind::Constant;
    }
    if data.info.name == "stablehlo.broadcast_in_dim" && is_scalar(func, data.operands[0]) {
        return Kind::Expansion;
    }
    Kind::Other
}

/// Whether the whole expression behind `value` has one user at each step, so that it is the user's own already.
fn exclusive(func: &Func, value: Value, users: &[u32], kinds: &SecondaryMap<OpId, Kind>) -> bool {
    let mut open = vec![value];
    let mut steps = 0;
    while let Some(value) = open.pop() {
        let Some(definition) = func.defining_op(value) else { continue };
        if is_scalar(func, value) || kinds[definition] == Kind::Other {
            continue;
        }
        steps += 1;
        // Long chains are copied rather than searched again for every user.
        if steps > 64 || users.get(value.index()).is_none_or(|&users| users != 1) {
            return false;
        }
        open.extend_from_slice(&func.op(definition).operands);
    }
    true
}

/// Copies the expression behind `value` without its scalars; returns the number of ops copied.
fn copy(
    func: &mut Func,
    value: Value,
    map: &mut Copies,
    before: &mut SecondaryMap<OpId, Vec<OpId>>,
    groups: &SecondaryMap<Value, Vec<OpId>>,
) -> Result<usize, String> {
    let mut copies = 0;
    // Operands before users, without recursion: a chain may be as long as the program.
    let mut open = vec![(value, false)];
    while let Some((value, ready)) = open.pop() {
        if map.contains_key(&value) {
            continue;
        }
        let definition = match func.defining_op(value) {
            Some(definition) if !is_scalar(func, value) => definition,
            _ => {
                map.insert(value, value);
                continue;
            }
        };
        if !ready {
            open.push((value, true));
            open.extend(func.op(definition).operands.iter().rev().map(|&operand| (operand, false)));
            continue;
        }
        let new = duplicate(func, definition, map)?;
        before[definition].push(new);
        copies += 1;
        for &group in &groups[value] {
            let new = duplicate(func, group, map)?;
            before[definition].push(new);
        }
    }
    Ok(copies)
}

/// A copy of an op without regions, operands mapped.
fn duplicate(func: &mut Func, op: OpId, map: &mut Copies) -> Result<OpId, String> {
    let data = func.op(op);
    if !data.regions.is_empty() {
        return Err(format!("constant expression {} has a region", data.info.name));
    }
    let state = shardwright_ir::OpState {
        info: data.info,
        operands: data.operands.iter().map(|&value| map.get(&value).copied().unwrap_or(value)).collect(),
        result_types: data.results.iter().map(|&value| func.ty(value).clone()).collect(),
        attrs: data.attrs.clone(),
        regions: Vec::new(),
        loc: data.loc.clone(),
        span: data.span,
    };
    let results = data.results.clone();
    let new = func.create(state);
    for (index, old) in results.into_iter().enumerate() {
        let result = func.op(new).results[index];
        let sharding = func.sharding(old).cloned();
        func.set_sharding(result, sharding);
        func.value_mut(result).name = func.value(old).name;
        map.insert(old, result);
    }
    Ok(new)
}

fn sharding_groups(func: &Func, order: &[OpId]) -> SecondaryMap<Value, Vec<OpId>> {
    let mut groups = SecondaryMap::<Value, Vec<OpId>>::new();
    for &op in order {
        if func.op(op).info.name == "sdy.sharding_group" {
            for &value in &func.op(op).operands {
                groups[value].push(op);
            }
        }
    }
    groups
}

/// Puts copies before their originals and drops originals that nobody uses any more (groups aside).
/// Returns how many it dropped.
fn place(func: &mut Func, region: Region, before: &SecondaryMap<OpId, Vec<OpId>>, kinds: &SecondaryMap<OpId, Kind>) -> usize {
    let mut users = vec![0u32; func.num_values()];
    let mut regions = vec![region];
    let mut all = Vec::new();
    while let Some(region) = regions.pop() {
        let mut ops = Vec::new();
        for &op in &func.region(region).ops {
            ops.extend_from_slice(&before[op]);
            ops.push(op);
            regions.extend_from_slice(&func.op(op).regions);
        }
        for &op in ops.iter().filter(|&&op| func.op(op).info.name != "sdy.sharding_group") {
            func.op(op).operands.iter().for_each(|value| users[value.index()] += 1);
        }
        all.push((region, ops));
    }
    // Users before definitions: a region's inner regions were listed after it, and ops are taken from the end.
    let mut dropped = SecondaryMap::<Value, bool>::new();
    let mut count = 0;
    for (region, mut ops) in all.into_iter().rev() {
        let all_ops = ops.len();
        let mut kept = Vec::with_capacity(all_ops);
        while let Some(op) = ops.pop() {
            let data = func.op(op);
            let unused = kinds[op] != Kind::Other && data.results.iter().all(|value| users[value.index()] == 0);
            if unused {
                data.operands.iter().for_each(|value| users[value.index()] -= 1);
                data.results.iter().for_each(|&value| dropped[value] = true);
            } else {
                kept.push(op);
            }
        }
        kept.reverse();
        count += all_ops - kept.len();
        func.set_region_ops(region, kept);
    }
    // A group may be told of in a region within that of the constant: only now are all drops known.
    let of_dropped = |op: &OpId| func.op(*op).info.name == "sdy.sharding_group" && func.op(*op).operands.iter().any(|&value| dropped[value]);
    let stale: Vec<OpId> = func.walk().into_iter().filter(of_dropped).collect();
    stale.iter().for_each(|&op| func.erase(op));
    count + stale.len()
}

fn is_scalar(func: &Func, value: Value) -> bool {
    func.ty(value).as_tensor().is_some_and(|ty| ty.rank() == 0)
}
