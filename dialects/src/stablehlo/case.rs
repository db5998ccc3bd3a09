//! `stablehlo.case` and `stablehlo.if`: the results of one of several regions, chosen by a scalar.
//!
//! An index of `case` outside the branches takes the last one.

use shardwright_ir::DerivativeFacet;
use crate::regions::{check_args, check_results, result_types};
use crate::work;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::{ElementType, TensorType, Type};

const RULE: RuleFacet = RuleFacet::DataFlow("what the branches return at one place and the op's result are one value");
const LOCALIZE: Localize = Localize::ByPass("results take their local types, the regions are localised in place");

/// The row of `case`.
pub static CASE: OpInfo = OpInfo {
    name: "stablehlo.case",
    summary: "one of several regions, chosen by an index",
    operands: Arity::Exactly(1),
    results: Arity::AtLeast(0),
    regions: Arity::AtLeast(1),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(|ctx| infer(ctx, ElementType::I32)),
    verify,
    rule: RULE,
    partial: PartialFacet::Whole("values flow through its regions: handled as data flow"),
    cost: work::free,
    eval: EvalFacet::Eval(|ctx, operands| {
        let count = ctx.func.op(ctx.op).regions.len() as i64;
        let index = scalar(&operands[0])?;
        ctx.call_region(if (0..count).contains(&index) { index } else { count - 1 } as usize, &[])
    }),
    derivative: DerivativeFacet::ByPass("each branch is differentiated"),
    localize: LOCALIZE,
    syntax: Syntax::Generic,
};

/// The row of `if`.
pub static IF: OpInfo = OpInfo {
    name: "stablehlo.if",
    summary: "one of two regions, chosen by a truth value",
    operands: Arity::Exactly(1),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(2),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(|ctx| infer(ctx, ElementType::I1)),
    verify,
    rule: RULE,
    partial: PartialFacet::Whole("values flow through its regions: handled as data flow"),
    cost: work::free,
    eval: EvalFacet::Eval(|ctx: &EvalCtx, operands: &[Tensor]| ctx.call_region(usize::from(scalar(&operands[0])? == 0), &[])),
    derivative: DerivativeFacet::ByPass("each branch is differentiated"),
    localize: LOCALIZE,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx, element: ElementType) -> Result<Vec<Type>, String> {
    let wanted = TensorType::scalar(element);
    if *ctx.tensor(0)? != wanted {
        return Err(format!("operand 0 must be {wanted}, got {}", ctx.tensor(0)?));
    }
    let first = *ctx.regions.first().ok_or("needs at least one branch")?;
    result_types(ctx.func, first).ok_or_else(|| "branch 0 has no terminator".into())
}

fn verify(op: &OpView) -> Result<(), String> {
    let data = op.data();
    let types: Vec<Type> = data.results.iter().map(|&value| op.func.ty(value).clone()).collect();
    data.regions.iter().enumerate().try_for_each(|(index, &region)| {
        check_args(op.func, region, &format!("branch {index}"), &[])?;
        check_results(op.func, region, &format!("branch {index}"), &types)
    })
}

fn scalar(tensor: &Tensor) -> Result<i64, EvalError> {
    tensor.to_i64s().and_then(|values| values.first().copied()).ok_or_else(|| "operand 0 must be an integer scalar".into())
}
