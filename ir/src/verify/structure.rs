//! Structure: arity, required attributes, terminators, visibility of values, calls.
//!
//! Checked here: an op has as many operands, results and regions as its row says; it has every required
//! attribute; every region ends in a terminator and has no other; a value is used only after its definition,
//! in the region that defines it or one inside; a region belongs to one op; calls name functions of the
//! module and do not recurse.

use super::Findings;
use crate::attrs::Attr;
use crate::entity::SecondaryMap;
use crate::module::{Func, Module, OpId, Region, Value};
use crate::sym::Sym;
use indexmap::IndexMap;

/// A step of the walk over a function; the walk keeps them on a stack of its own, since regions may nest deep.
enum Step {
    /// Arguments become visible, then ops in order.
    Enter(Region),
    /// An op of a region, and whether it is the last.
    Op(Region, OpId, bool),
    /// Results become visible: after the op's regions, which do not see them.
    Define(OpId),
    /// What the region defined is no longer visible.
    Leave(Region),
}

/// Checks one function.
pub(super) fn check(func: &Func, findings: &mut Findings) {
    if func.arg_attrs.len() != func.args().len() {
        findings.at_func(func, format!("{} arguments, but attributes of {}", func.args().len(), func.arg_attrs.len()));
    }
    let results = func.result_types.len();
    if func.result_attrs.len() != results || func.result_shardings.len() != results {
        findings.at_func(func, format!("{results} results, but attributes of {}", func.result_attrs.len()));
    }
    if func.terminator(func.body()).is_none() {
        findings.at_func(func, "the body does not end in a terminator");
    }
    let mut visible: SecondaryMap<Value, bool> = SecondaryMap::new();
    let mut entered: SecondaryMap<Region, bool> = SecondaryMap::new();
    entered[func.body()] = true;
    let mut stack = vec![Step::Enter(func.body())];
    while let Some(step) = stack.pop() {
        match step {
            Step::Enter(region) => {
                let data = func.region(region);
                data.args.iter().for_each(|&arg| visible[arg] = true);
                stack.push(Step::Leave(region));
                let last = data.ops.len().wrapping_sub(1);
                stack.extend(data.ops.iter().enumerate().rev().map(|(index, &op)| Step::Op(region, op, index == last)));
            }
            Step::Op(region, op, is_last) => {
                check_op(func, op, region, is_last, findings);
                check_operands(func, op, &visible, findings);
                stack.push(Step::Define(op));
                for &inner in func.op(op).regions.iter().rev() {
                    if std::mem::replace(&mut entered[inner], true) {
                        findings.at_op(func, op, "a region of it belongs to another op as well");
                    } else {
                        stack.push(Step::Enter(inner));
                    }
                }
            }
            Step::Define(op) => func.op(op).results.iter().for_each(|&result| visible[result] = true),
            Step::Leave(region) => {
                let data = func.region(region);
                data.args.iter().for_each(|&arg| visible[arg] = false);
                data.ops.iter().flat_map(|&op| &func.op(op).results).for_each(|&result| visible[result] = false);
            }
        }
        if findings.is_full() {
            return;
        }
    }
}

fn check_op(func: &Func, op: OpId, region: Region, is_last: bool, findings: &mut Findings) {
    let data = func.op(op);
    let info = data.info;
    for (what, arity, count) in [
        ("operands", info.operands, data.operands.len()),
        ("results", info.results, data.results.len()),
        ("regions", info.regions, data.regions.len()),
    ] {
        if !arity.accepts(count) {
            findings.at_op(func, op, format!("takes {arity} {what}, got {count}"));
        }
    }
    for spec in info.attrs {
        if spec.required && data.attrs.get(spec.name).is_none() {
            findings.at_op(func, op, format!("attribute `{}` is missing ({})", spec.name, spec.summary));
        }
    }
    if info.is_terminator() != is_last {
        let message = if is_last { "ends a region, but is no terminator" } else { "is a terminator, but does not end its region" };
        findings.at_op(func, op, message);
    }
    if data.parent != Some(region) {
        findings.at_op(func, op, "stands in a region that it does not name as its parent");
    }
    for &inner in &data.regions {
        if func.region(inner).parent != Some(op) {
            findings.at_op(func, op, "a region of it does not name it as its parent");
        }
        if func.region(inner).ops.is_empty() {
            findings.at_op(func, op, "a region of it is empty");
        }
    }
}

fn check_operands(func: &Func, op: OpId, visible: &SecondaryMap<Value, bool>, findings: &mut Findings) {
    for (index, &operand) in func.op(op).operands.iter().enumerate() {
        if !visible[operand] {
            findings.at_op(func, op, format!("operand {index} is used where its definition is not visible"));
        }
    }
}

/// Checks that calls name functions of the module and do not recurse.
pub(super) fn check_calls(module: &Module, findings: &mut Findings) {
    let mut calls: IndexMap<Sym, Vec<Sym>> = IndexMap::new();
    for func in module.funcs.values() {
        let callees = calls.entry(func.name).or_default();
        for op in func.walk() {
            let data = func.op(op);
            let Some(Attr::Symbol(callee)) = data.attrs.get("callee").filter(|_| data.info.name == "func.call") else { continue };
            if module.funcs.contains_key(callee) {
                callees.push(*callee);
            } else {
                findings.at_op(func, op, format!("there is no function @{callee}"));
            }
        }
        callees.sort_unstable();
        callees.dedup();
    }
    // Functions whose callees are all done are done; what remains calls itself in the end.
    let mut waiting: IndexMap<Sym, usize> = calls.iter().map(|(&name, callees)| (name, callees.len())).collect();
    let mut callers: IndexMap<Sym, Vec<Sym>> = IndexMap::new();
    for (&name, callees) in &calls {
        for &callee in callees {
            callers.entry(callee).or_default().push(name);
        }
    }
    let mut done: Vec<Sym> = waiting.iter().filter(|(_, count)| **count == 0).map(|(&name, _)| name).collect();
    while let Some(name) = done.pop() {
        for caller in callers.get(&name).into_iter().flatten() {
            if let Some(count) = waiting.get_mut(caller) {
                *count -= 1;
                if *count == 0 {
                    done.push(*caller);
                }
            }
        }
        waiting.insert(name, 0);
    }
    if let Some((name, _)) = waiting.iter().find(|(_, count)| **count > 0)
        && let Some(func) = module.funcs.get(name)
    {
        findings.at_func(func, "calls itself, directly or through others: recursion is not supported");
    }
}
