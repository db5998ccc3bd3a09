//! `stablehlo.dot`: the product of vectors and matrices (the older form of `dot_general`).
//!
//! Invariants: the last dimension of the left operand is contracted with the first of the right.

use crate::derivative::*;
use super::dot_general::{DotDims, check_product, product_vjp};
use super::facets::{cost_with, tensors_only};
use super::gemm;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{OpInfo, TensorType};

/// `stablehlo.dot`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.dot",
    summary: "the product of vectors and matrices",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "precision_config", required: false, summary: "precision of each operand" }],
    traits: Traits::NONE,
    infer: Inference::Given("the result's element type is the op's parameter"),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::product),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Custom(&crate::syntax::Dot),
};

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let (x, y, result) = (view.operand_type(0), view.operand_type(1), view.result_type(0));
    if ![1, 2].contains(&x.rank()) || ![1, 2].contains(&y.rank()) {
        return Err(format!("operands must have rank 1 or 2, got {x} and {y}"));
    }
    let [_, inner, _] = sizes(x, y);
    if inner != y.dims[0] {
        return Err(format!("contracted sizes must be equal, got {inner} and {}", y.dims[0]));
    }
    let shape = [&x.dims[..x.rank() - 1], &y.dims[1..]].concat();
    check_product(x, y, &shape, result)
}

/// Rows of the left, contracted size, columns of the right.
fn sizes(x: &TensorType, y: &TensorType) -> [i64; 3] {
    let (rows, inner) = if x.rank() == 2 { (x.dims[0], x.dims[1]) } else { (1, x.dims[0]) };
    [rows, inner, if y.rank() == 2 { y.dims[1] } else { 1 }]
}

fn rule(view: &OpView) -> ShardingRule {
    let (x, y, result) = (view.operand_type(0), view.operand_type(1), view.result_type(0));
    let mut rule = ShardingRule::with_ranks(&[x.rank(), y.rank()], &[result.rank()]);
    let [rows, inner, columns] = sizes(x, y);
    if x.rank() == 2 {
        rule.add_factor(rows, FactorKind::PassThrough, &[Some(0), None], &[Some(0)]);
    }
    if y.rank() == 2 {
        rule.add_factor(columns, FactorKind::PassThrough, &[None, Some(1)], &[Some(x.rank() - 1)]);
    }
    rule.add_factor(inner, FactorKind::Reduction, &[Some(x.rank() - 1), Some(0)], &[None]);
    rule
}

fn cost(view: &OpView) -> OpCost {
    let [rows, inner, columns] = sizes(view.operand_type(0), view.operand_type(1));
    cost_with(view, rows.saturating_mul(inner).saturating_mul(columns).saturating_mul(2))
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let result = ctx.view().result_type(0);
    let [rows, inner, columns] = sizes(&xs[0].ty, &xs[1].ty).map(|size| size as usize);
    Ok(vec![gemm::batched(&xs[0], &xs[1], [1, rows, inner, columns], result.element, &result.dims)])
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let last = vjp.op.operand_type(0).rank() as i64 - 1;
    product_vjp(vjp, b, &DotDims { lhs_contracting: vec![last], rhs_contracting: vec![0], ..DotDims::default() })
}
