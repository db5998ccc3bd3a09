//! `stablehlo.map`: a body of scalars applied to every element.
//!
//! Invariants: operands have one shape, and `dimensions` names all of it.

use shardwright_ir::DerivativeFacet;
use super::facets::{check_length, cost_with, returned_types};
use super::facets::nothing_more;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{OpInfo, TensorType, Type};

/// `stablehlo.map`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.map",
    summary: "a body of scalars applied to every element",
    operands: Arity::AtLeast(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(1),
    attrs: &[AttrSpec { name: "dimensions", required: true, summary: "all dimensions in order" }],
    traits: Traits::ELEMENTWISE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Pointwise,
    partial: PartialFacet::Whole("what its body computes is not looked into"),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(crate::lifted::map_vjp),
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let first = ctx.tensor(0)?;
    let dims = ctx.ints("dimensions")?;
    check_length("dimensions", &dims, first.rank())?;
    if dims.iter().enumerate().any(|(index, &dim)| index as i64 != dim) {
        return Err(format!("dimensions must be all {} in order, got {dims:?}", first.rank()));
    }
    let mut scalars: Vec<Type> = Vec::new();
    for index in 0..ctx.operands.len() {
        let ty = ctx.tensor(index)?;
        if ty.dims != first.dims {
            return Err(format!("operands must have one shape, got {first} and {ty}"));
        }
        scalars.push(TensorType::scalar(ty.element).into());
    }
    let region = *ctx.regions.first().ok_or("body is missing")?;
    let args: Vec<Type> = ctx.func.region(region).args.iter().map(|&arg| ctx.func.ty(arg).clone()).collect();
    if args != scalars {
        return Err(format!("body must take {scalars:?}, got {args:?}"));
    }
    match returned_types(ctx, 0)?.as_slice() {
        [Type::Tensor(ty)] if ty.rank() == 0 => Ok(vec![first.with_element(ty.element).into()]),
        other => Err(format!("body must return one scalar, got {other:?}")),
    }
}

fn cost(view: &OpView) -> OpCost {
    let body = view.func.region(view.data().regions[0]).ops.len().saturating_sub(1) as i64;
    cost_with(view, view.result_type(0).num_elements().saturating_mul(body))
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let flat: Vec<Tensor> = xs.iter().map(|x| Tensor { ty: x.ty.with_dims(&[x.ty.num_elements()]), data: x.data.clone() }).collect();
    let results = ctx.map_region(0, &flat)?;
    let ty = ctx.view().result_type(0).clone();
    Ok(results.into_iter().map(|result| Tensor { ty: ty.clone(), data: result.data }).collect())
}
