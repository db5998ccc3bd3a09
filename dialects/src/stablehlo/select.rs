//! `stablehlo.select`: elements of one of two tensors.
//!
//! Invariants: the predicate is a scalar or has the result's shape.

use crate::derivative::*;
use super::facets::{elementwise_cost, nothing_more};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, InferCtx, Inference, Localize, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{PartialFacet, PartialFlow};
use shardwright_ir::{ElementType, OpInfo, Type};

/// `stablehlo.select`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.select",
    summary: "elements of the second operand where the first is true, else of the third",
    operands: Arity::Exactly(3),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::ELEMENTWISE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Flow(partial),
    cost: elementwise_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : first-result"),
};

/// The predicate says which elements are taken, the others are only moved.
fn partial(_: &shardwright_ir::OpView) -> PartialFlow {
    PartialFlow::Together { operands: [1, 2].into_iter().collect(), kind: None }
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (pred, yes, no) = (ctx.tensor(0)?, ctx.tensor(1)?, ctx.tensor(2)?);
    if pred.element != ElementType::I1 {
        return Err(format!("predicate must be i1, got {}", pred.element));
    }
    if yes != no {
        return Err(format!("alternatives must have one type, got {yes} and {no}"));
    }
    if pred.rank() != 0 && pred.dims != yes.dims {
        return Err(format!("predicate must be a scalar or have the alternatives' shape, got {pred} and {yes}"));
    }
    Ok(vec![yes.clone().into()])
}

fn eval(_: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let Buffer::Bool(pred) = &*xs[0].data else { return Err(format!("predicate must be i1, got {}", xs[0].ty).into()) };
    if xs[0].ty.rank() == 0 {
        return Ok(vec![if pred[0] { xs[1].clone() } else { xs[2].clone() }]);
    }
    macro_rules! choose {
        ($($variant:ident)*) => {
            match (&*xs[1].data, &*xs[2].data) {
                $((Buffer::$variant(yes), Buffer::$variant(no)) => {
                    Buffer::$variant(pred.iter().zip(yes.iter().zip(no)).map(|(&p, (&yes, &no))| if p { yes } else { no }).collect())
                })*
                _ => return Err(format!("alternatives must have one type, got {} and {}", xs[1].ty, xs[2].ty).into()),
            }
        };
    }
    let data = choose!(Bool I8 I16 I32 I64 U8 U16 U32 U64 F16 BF16 F32 F64 F8 C64 C128);
    Ok(vec![Tensor::new(xs[1].ty.clone(), data)])
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (pred, g) = (vjp.operands[0], vjp.grad()?);
    let zero = b.splat_like(g, 0.0)?;
    let yes = if vjp.wanted[1] { Some(b.select(pred, g, zero)?) } else { None };
    let no = if vjp.wanted[2] { Some(b.select(pred, zero, g)?) } else { None };
    Ok(vec![None, yes, no])
}
