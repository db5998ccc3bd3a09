//! `stablehlo.while`: values carried through a body as long as a condition on them holds.

use shardwright_ir::DerivativeFacet;
use crate::regions::{check_args, check_results};
use crate::work;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::{ElementType, TensorType, Type};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.while",
    summary: "repeats a body while a condition holds",
    operands: Arity::AtLeast(0),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(2),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(|ctx| Ok(ctx.operands.iter().map(|&value| ctx.func.ty(value).clone()).collect())),
    verify,
    rule: RuleFacet::DataFlow("an operand, the arguments at its place, the body's result and the op's are one value"),
    partial: PartialFacet::Whole("values flow through its regions: handled as data flow"),
    cost: work::free,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::ByPass("a loop backward over the values that the loop kept"),
    localize: Localize::ByPass("carried values take their local types, the regions are localised in place"),
    syntax: Syntax::Custom(&crate::syntax::While),
};

fn verify(op: &OpView) -> Result<(), String> {
    let data = op.data();
    let types: Vec<Type> = data.operands.iter().map(|&value| op.func.ty(value).clone()).collect();
    let &[cond, body] = data.regions.as_slice() else { return Err("needs a condition and a body".into()) };
    check_args(op.func, cond, "the condition", &types)?;
    check_results(op.func, cond, "the condition", &[TensorType::scalar(ElementType::I1).into()])?;
    check_args(op.func, body, "the body", &types)?;
    check_results(op.func, body, "the body", &types)
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let mut values = operands.to_vec();
    loop {
        let cond = ctx.call_region(0, &values)?;
        if cond.first().and_then(Tensor::to_i64s).ok_or("the condition must be a truth value")? != [1] {
            return Ok(values);
        }
        values = ctx.call_region(1, &values)?;
    }
}
