//! `stablehlo.broadcast_in_dim`: a tensor repeated along new or expanded dimensions.
//!
//! Invariants: dimension `i` of the operand is dimension `broadcast_dimensions[i]` of the result, equal in
//! size or 1.

use crate::derivative::*;
use super::facets::{check_dims, check_length, data_cost, tensors_only};
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, Inference, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ReduceKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::OpInfo;

/// `stablehlo.broadcast_in_dim`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.broadcast_in_dim",
    summary: "a tensor repeated along new or expanded dimensions",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "broadcast_dimensions", required: true, summary: "the result's dimension that each operand dimension is" }],
    traits: Traits::NONE,
    infer: Inference::Given("the shape is the op's parameter"),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Format("{0}, dims = {broadcast_dimensions} : functional"),
};

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let (from, to) = (view.operand_type(0), view.result_type(0));
    if from.element != to.element {
        return Err(format!("element types must be equal, got {} and {}", from.element, to.element));
    }
    let map = view.attrs().ints("broadcast_dimensions").ok_or("attribute `broadcast_dimensions` must be a list of integers")?;
    check_length("broadcast_dimensions", &map, from.rank())?;
    check_dims("broadcast dimension", &map, to.rank())?;
    for (dim, &target) in map.iter().enumerate() {
        let (size, wanted) = (from.dims[dim], to.dims[target as usize]);
        if size != wanted && size != 1 {
            return Err(format!("operand dimension {dim} must be 1 or the size of result dimension {target}, got {size} and {wanted}"));
        }
    }
    Ok(())
}

fn rule(view: &OpView) -> ShardingRule {
    let (from, to) = (view.operand_type(0), view.result_type(0));
    let mut rule = ShardingRule::with_ranks(&[from.rank()], &[to.rank()]);
    let map = view.ints("broadcast_dimensions");
    for (target, &size) in to.dims.iter().enumerate() {
        let mut dim = map.iter().position(|&entry| entry == target as i64);
        if let Some(expanded) = dim
            && from.dims[expanded] == 1
            && size != 1
        {
            rule.add_factor(1, FactorKind::PassThrough, &[dim], &[None]);
            dim = None;
        }
        rule.add_factor(size, FactorKind::PassThrough, &[dim], &[Some(target)]);
    }
    rule
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let ty = view.result_type(0).clone();
    let own = strided::row_major(&xs[0].ty.dims);
    let mut strides = vec![0; ty.rank()];
    for (dim, &target) in view.ints("broadcast_dimensions").iter().enumerate() {
        if xs[0].ty.dims[dim] != 1 {
            strides[target as usize] = own[dim];
        }
    }
    let data = strided::read(&xs[0].data, &ty.dims, &strides, 0);
    Ok(vec![Tensor::new(ty, data)])
}

/// Summed over what was repeated, then in the operand's order of dimensions.
fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (x, y, map) = (vjp.op.operand_type(0), vjp.op.result_type(0), vjp.op.ints("broadcast_dimensions"));
    let own: Vec<i64> = (0..x.rank()).filter(|&dim| x.dims[dim] == y.dims[map[dim] as usize]).map(|dim| map[dim]).collect();
    let repeated: Vec<i64> = (0..y.rank() as i64).filter(|dim| !own.contains(dim)).collect();
    let g = vjp.grad()?;
    let sum = if repeated.is_empty() { g } else { b.reduce_identity(g, &repeated, ReduceKind::Sum)? };
    // `own` is in the operand's order, the sum's dimensions are in the result's.
    let mut sorted = own.clone();
    sorted.sort_unstable();
    let order: Vec<i64> = own.iter().filter_map(|dim| sorted.binary_search(dim).ok()).map(|place| place as i64).collect();
    let sum = if own == sorted { sum } else { b.transpose(sum, &order)? };
    Ok(vec![Some(if b.ty(sum) == x { sum } else { b.reshape(sum, &x.dims)? })])
}
