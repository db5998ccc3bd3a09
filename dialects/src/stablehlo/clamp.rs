//! `stablehlo.clamp`: a tensor held within bounds.
//!
//! Invariants: each bound is a scalar or has the operand's type; the result is
//! `minimum(maximum(operand, low), high)`.

use crate::derivative::*;
use super::elementwise::binary::{Maximum, Minimum};
use super::elementwise::zip_buffers;
use super::facets::{check_class, classes, elementwise_cost, nothing_more};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, InferCtx, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{OpInfo, Type};
use std::borrow::Cow;

/// `stablehlo.clamp`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.clamp",
    summary: "the second operand, held between the first and the third",
    operands: Arity::Exactly(3),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::ELEMENTWISE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Whole("not linear in its operands"),
    cost: elementwise_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : same"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(1)?;
    check_class(ty.element, classes::ALL & !classes::COMPLEX)?;
    for (what, index) in [("lower", 0), ("upper", 2)] {
        let bound = ctx.tensor(index)?;
        if bound != ty && !(bound.rank() == 0 && bound.element == ty.element) {
            return Err(format!("{what} bound must be a scalar or have the operand's type, got {bound} and {ty}"));
        }
    }
    Ok(vec![ty.clone().into()])
}


fn eval(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let x = &xs[1];
    let raised = zip_buffers::<Maximum>(x.ty.element, &x.data, &bound(&xs[0], x))?;
    let held = zip_buffers::<Minimum>(x.ty.element, &raised, &bound(&xs[2], x))?;
    Ok(vec![Tensor::new(x.ty.clone(), held)])
}

fn bound<'a>(bound: &'a Tensor, x: &Tensor) -> Cow<'a, Buffer> {
    if bound.ty == x.ty { Cow::Borrowed(&*bound.data) } else { Cow::Owned(bound.data.gather(std::iter::repeat_n(0, x.data.len()))) }
}

/// The gradient goes to the operand between its bounds, and to the bound that took its place.
fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let ([low, x, high], g) = ([vjp.operands[0], vjp.operands[1], vjp.operands[2]], vjp.grad()?);
    let dims = vjp.op.result_type(0).dims.to_vec();
    let (low, high) = (b.broadcast_to(low, &dims)?, b.broadcast_to(high, &dims)?);
    // The upper bound has the last word, also over a lower one that exceeds it.
    let raised = b.maximum(x, low)?;
    let above = b.compare(Direction::Gt, raised, high)?;
    let (not_above, below) = (b.not(above)?, b.compare(Direction::Lt, x, low)?);
    let not_below = b.not(below)?;
    let (inside, below) = (b.and(not_above, not_below)?, b.and(not_above, below)?);
    let mut to = |index: usize, pred: Value| {
        if !vjp.wanted[index] {
            return Ok(None);
        }
        let part = where_or_zero(b, pred, g)?;
        total_if_scalar(b, part, vjp.op.operand_type(index)).map(Some)
    };
    Ok(vec![to(0, below)?, to(1, inside)?, to(2, above)?])
}
