//! `stablehlo.batch_norm_inference`: features shifted and scaled by given statistics.
//!
//! Invariants: `(x - mean) / sqrt(variance + epsilon) * scale + offset`, the last four one value a feature.

use shardwright_ir::DerivativeFacet;
use super::convert::convert;
use super::facets::{check_class, classes, cost_with, nothing_more};
use crate::strided;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, ElementType, OpInfo, Type};

/// `stablehlo.batch_norm_inference`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.batch_norm_inference",
    summary: "features shifted and scaled by given statistics",
    operands: Arity::Exactly(5),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "epsilon", required: true, summary: "added to the variance" },
        AttrSpec { name: "feature_index", required: true, summary: "the dimension of features" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("not linear: a mean is taken away"),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::normalisation::batch_norm_inference),
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    check_class(ty.element, classes::FLOAT)?;
    let feature = ctx.int("feature_index")?;
    if feature < 0 || feature >= ty.rank() as i64 {
        return Err(format!("feature_index {feature} is out of range for rank {}", ty.rank()));
    }
    if !matches!(ctx.attrs.get("epsilon"), Some(Attr::Float(..))) {
        return Err("attribute `epsilon` must be a float".into());
    }
    let wanted = ty.with_dims(&[ty.dims[feature as usize]]);
    for index in 1..5 {
        let other = ctx.tensor(index)?;
        if *other != wanted {
            return Err(format!("operand {index} must be {wanted}, got {other}"));
        }
    }
    Ok(vec![ty.clone().into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let ty = view.operand_type(0);
    let mut rule = ShardingRule::with_ranks(&[ty.rank(), 1, 1, 1, 1], &[ty.rank()]);
    let feature = view.int_or("feature_index", 0) as usize;
    for (dim, &size) in ty.dims.iter().enumerate() {
        let own = (dim == feature).then_some(0);
        rule.add_factor(size, FactorKind::PassThrough, &[Some(dim), own, own, own, own], &[Some(dim)]);
    }
    rule
}

fn cost(view: &OpView) -> OpCost {
    cost_with(view, view.operand_type(0).num_elements().saturating_mul(4))
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let Some(Attr::Float(epsilon, _)) = view.attr("epsilon") else { return Err("attribute `epsilon` must be a float".into()) };
    let ty = xs[0].ty.clone();
    let feature = view.int_or("feature_index", 0) as usize;
    let strides: Vec<i64> = (0..ty.rank()).map(|dim| i64::from(dim == feature)).collect();
    let wide: Vec<Vec<f64>> = xs
        .iter()
        .enumerate()
        .map(|(index, x)| if index == 0 { x.to_f64s() } else { strided::read_slice(&x.to_f64s(), &ty.dims, &strides, 0) })
        .collect();
    let normal = |at: usize| (wide[0][at] - wide[3][at]) / (wide[4][at] + epsilon).sqrt() * wide[1][at] + wide[2][at];
    let data = Buffer::F64((0..wide[0].len()).map(normal).collect());
    Ok(vec![convert(&Tensor::new(ty.with_element(ElementType::F64), data), ty.element)])
}
