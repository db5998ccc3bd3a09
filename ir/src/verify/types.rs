//! Types: what rows infer is what is declared, what rows verify holds, signatures agree.
//!
//! Runs on functions whose structure holds. An op that takes no tokens is checked for them first, since facets
//! of such ops read tensor types without asking.

use super::Findings;
use crate::attrs::Attr;
use crate::module::{Func, Module, OpId, Value};
use crate::op::Inference;
use crate::types::Type;

/// Checks one function.
pub(super) fn check(module: &Module, func: &Func, findings: &mut Findings) {
    if let Some(last) = func.terminator(func.body()) {
        if func.op(last).info.name != "func.return" {
            findings.at_op(func, last, "ends the body of a function, where `return` must");
        }
        compare(func, last, "function result", &func.result_types, &types(func, &func.op(last).operands), findings);
    }
    for op in func.walk() {
        if findings.is_full() {
            return;
        }
        check_op(module, func, op, findings);
    }
}

fn check_op(module: &Module, func: &Func, op: OpId, findings: &mut Findings) {
    let data = func.op(op);
    let view = func.view(op);
    let in_regions = data.regions.iter().flat_map(|&region| &func.region(region).args);
    let mut values = data.operands.iter().chain(&data.results).chain(in_regions);
    if values.any(|&value| *func.ty(value) == Type::Token) && !takes_tokens(data.info.name) {
        findings.at_op(func, op, "takes and gives tensors, got a token");
        return;
    }
    if let Inference::Infer(infer) = data.info.infer {
        match infer(&view.infer_ctx()) {
            Err(why) => {
                findings.at_op(func, op, why);
                return;
            }
            Ok(inferred) => {
                let before = findings.list.0.len();
                compare(func, op, "result", &inferred, &types(func, &data.results), findings);
                if findings.list.0.len() > before {
                    return;
                }
            }
        }
    }
    if let Err(why) = (data.info.verify)(&view) {
        findings.at_op(func, op, why);
        return;
    }
    if data.info.name == "func.call"
        && let Some(Attr::Symbol(callee)) = data.attrs.get("callee")
        && let Some(callee) = module.funcs.get(callee)
    {
        compare(func, op, "operand", &types(callee, callee.args()), &types(func, &data.operands), findings);
        compare(func, op, "result", &callee.result_types, &types(func, &data.results), findings);
    }
}

/// Ops through which the order of effects is threaded.
fn takes_tokens(name: &str) -> bool {
    matches!(
        name,
        "func.call"
            | "func.return"
            | "stablehlo.return"
            | "sdy.return"
            | "stablehlo.custom_call"
            | "stablehlo.optimization_barrier"
            | "stablehlo.while"
            | "stablehlo.case"
            | "stablehlo.if"
            | "stablehlo.after_all"
            | "stablehlo.create_token"
    )
}

fn types(func: &Func, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&value| func.ty(value).clone()).collect()
}

/// That two lists of types are equal.
fn compare(func: &Func, op: OpId, what: &str, expected: &[Type], actual: &[Type], findings: &mut Findings) {
    if expected.len() != actual.len() {
        findings.at_op(func, op, format!("expected {} {what}s, got {}", expected.len(), actual.len()));
        return;
    }
    for (index, (expected, actual)) in expected.iter().zip(actual).enumerate() {
        if expected != actual {
            findings.at_op(func, op, format!("{what} {index} must have type {expected}, got {actual}"));
        }
    }
}
