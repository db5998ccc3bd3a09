//! `dce`: removes ops whose results nothing uses, and private functions that nothing calls.
//!
//! Invariants: an op with effects, in it or in a region or function below it, stays; so does every
//! terminator and every function that is not private.

use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Attr, Diagnostics, Func, Module, OpId, Sym, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The row of the pass.
pub static DCE: PassInfo = PassInfo {
    name: "dce",
    summary: "removes ops without used results or effects, and private functions that are never called",
    options: &[],
    build: |_| Ok(Box::new(Dce)),
};

struct Dce;

impl Pass for Dce {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let effects = functions_with_effects(module);
        let mut removed = 0;
        for func in module.funcs.values_mut() {
            removed += remove_dead_ops(func, &effects);
        }
        let live = reachable(module);
        let functions = module.funcs.len();
        module.funcs.retain(|name, _| live.contains(name));
        let functions = functions - module.funcs.len();
        ctx.count("ops removed", removed as i64);
        ctx.count("functions removed", functions as i64);
        Ok((removed + functions > 0).into())
    }
}

/// Removes dead ops of one function; `effects` names the functions whose calls must stay.
fn remove_dead_ops(func: &mut Func, effects: &BTreeSet<Sym>) -> usize {
    let order = func.walk();
    let mut uses = SecondaryMap::<Value, u32>::new();
    for &op in &order {
        for &operand in &func.op(op).operands {
            uses[operand] += 1;
        }
    }
    let mut dead = SecondaryMap::<OpId, bool>::new();
    let mut count = 0;
    // Users stand after what they use, so one walk from the end sees every op after all its users.
    for &op in order.iter().rev() {
        let unused = func.op(op).results.iter().all(|&result| uses[result] == 0);
        if !unused || has_effects(func, op, effects) {
            continue;
        }
        dead[op] = true;
        count += 1;
        release(func, op, &mut uses, &mut dead);
    }
    if count == 0 {
        return 0;
    }
    for region in func.region_ids() {
        let ops = &func.region(region).ops;
        if ops.iter().any(|&op| dead[op]) {
            let kept = ops.iter().copied().filter(|&op| !dead[op]).collect();
            func.set_region_ops(region, kept);
        }
    }
    count
}

/// Takes back the uses of a dead op and of everything in its regions.
fn release(func: &Func, op: OpId, uses: &mut SecondaryMap<Value, u32>, dead: &mut SecondaryMap<OpId, bool>) {
    for &operand in &func.op(op).operands {
        uses[operand] -= 1;
    }
    for &region in &func.op(op).regions {
        for &inner in &func.region(region).ops {
            // Inner ops come later in the walk: those that died on their own have given their uses back.
            if !dead[inner] {
                release(func, inner, uses, dead);
            }
        }
    }
}

/// Whether an op, or one below it, must stay whatever uses it has.
fn has_effects(func: &Func, op: OpId, effects: &BTreeSet<Sym>) -> bool {
    let data = func.op(op);
    if data.info.is_terminator() {
        return true;
    }
    match callee(func, op) {
        Some(callee) => effects.contains(&callee),
        None if data.info.traits.effects => true,
        None => data.regions.iter().any(|&region| {
            let ops = &func.region(region).ops;
            ops.iter().any(|&inner| !func.op(inner).info.is_terminator() && has_effects(func, inner, effects))
        }),
    }
}

/// The function that an op calls.
fn callee(func: &Func, op: OpId) -> Option<Sym> {
    match func.op(op).attrs.get("callee") {
        Some(Attr::Symbol(name)) if func.op(op).info.name == "func.call" => Some(*name),
        _ => None,
    }
}

/// Every function whose calls have effects, directly or through calls. Grows to a fixed point, so cycles end.
fn functions_with_effects(module: &Module) -> BTreeSet<Sym> {
    let mut effects: BTreeSet<Sym> = module.funcs.values().flat_map(symbols).filter(|name| !module.funcs.contains_key(name)).collect();
    loop {
        let before = effects.len();
        for (name, func) in &module.funcs {
            let touches = |op: OpId| !func.op(op).info.is_terminator() && has_effects(func, op, &effects);
            if !effects.contains(name) && func.walk().into_iter().any(touches) {
                effects.insert(*name);
            }
        }
        if effects.len() == before {
            return effects;
        }
    }
}

/// Functions that are not private, and all that they refer to.
fn reachable(module: &Module) -> BTreeSet<Sym> {
    let main = module.main().map(|func| func.name);
    let mut live = BTreeSet::new();
    let mut stack: Vec<Sym> = module.funcs.values().filter(|func| !func.private).map(|func| func.name).chain(main).collect();
    let references: BTreeMap<Sym, Vec<Sym>> = module.funcs.iter().map(|(name, func)| (*name, symbols(func).collect())).collect();
    while let Some(name) = stack.pop() {
        if live.insert(name) {
            stack.extend(references.get(&name).into_iter().flatten());
        }
    }
    live
}

/// Every symbol in the attributes of a function's ops: calls and custom calls' computations.
fn symbols(func: &Func) -> impl Iterator<Item = Sym> {
    fn collect(attr: &Attr, into: &mut Vec<Sym>) {
        match attr {
            Attr::Symbol(name) => into.push(*name),
            Attr::Array(items) => items.iter().for_each(|item| collect(item, into)),
            Attr::Dict(fields) | Attr::Struct(_, fields) => fields.iter().for_each(|(_, item)| collect(item, into)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for op in func.walk() {
        func.op(op).attrs.iter().for_each(|(_, attr)| collect(attr, &mut found));
    }
    found.into_iter()
}
