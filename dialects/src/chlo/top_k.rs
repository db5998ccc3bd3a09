//! `chlo.top_k`: the k largest elements of each row, with their places, in descending order.
//!
//! Order is IEEE 754's totalOrder for floats, as XLA expands it; equal elements keep their order.

use shardwright_ir::DerivativeFacet;
use crate::syntax::NamedResults;
use crate::stablehlo::sort::{merge_sort, sorted_rule};
use crate::work;
use shardwright_ir::interp::{Buffer, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::{ElementType, TensorType, Type};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "chlo.top_k",
    summary: "the k largest elements of each row and their places",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(2),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "k", required: true, summary: "how many" }],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(|op| {
        let last = op.operand_type(0).rank().saturating_sub(1);
        let mut rule = sorted_rule(op, last, 1);
        let factor = rule.operands[0][last][0];
        rule.block(factor);
        rule
    }),
    partial: PartialFacet::Whole("not linear in its operands"),
    cost: work::per_operand_element,
    eval: EvalFacet::Eval(|ctx, operands| largest(&operands[0], ctx.view().result_type(0), ctx.view().result_type(1))),
    derivative: DerivativeFacet::Vjp(crate::stablehlo::top_k_vjp),
    localize: Localize::Same,
    syntax: Syntax::Custom(&NamedResults { format: "({0}, k = {k}) : operand-result", names: &["values", "indices"] }),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (ty, k) = (ctx.tensor(0)?, ctx.int("k")?);
    let last = ty.dims.last().copied().ok_or("operand 0 must have rank 1 or more")?;
    if k < 0 || k > last {
        return Err(format!("attribute `k` must be from 0 to {last}, got {k}"));
    }
    let mut dims = ty.dims.to_vec();
    dims[ty.rank() - 1] = k;
    Ok(vec![ty.with_dims(&dims).into(), TensorType::new(ElementType::I32, &dims).into()])
}

/// The largest elements of each row, as many as the result types have in a row, and their places.
pub fn largest(operand: &Tensor, values: &TensorType, places: &TensorType) -> Result<Vec<Tensor>, EvalError> {
    let rank = operand.ty.rank();
    let (length, k) = (operand.ty.dims[rank - 1] as usize, values.dims[rank - 1] as usize);
    let keys: Vec<i64> = match operand.to_i64s() {
        Some(keys) if matches!(&*operand.data, Buffer::U64(_)) => keys.into_iter().map(|key| key ^ i64::MIN).collect(),
        Some(keys) => keys,
        None if operand.ty.element.is_float() => operand.to_f64s().into_iter().map(crate::stablehlo::sort::total_order).collect(),
        None => return Err(format!("elements of {} have no order", operand.ty).into()),
    };
    let mut from = Vec::with_capacity(values.num_elements() as usize);
    for row in 0..keys.len().checked_div(length).unwrap_or(0) {
        let items = (row * length..(row + 1) * length).collect();
        let sorted = merge_sort(items, &mut |left, right| Ok(keys[left] > keys[right]))?;
        from.extend_from_slice(&sorted[..k]);
    }
    let indices = from.iter().map(|&at| (at % length) as i32).collect();
    Ok(vec![Tensor::new(values.clone(), operand.data.gather(from.iter().copied())), Tensor::new(places.clone(), Buffer::I32(indices))])
}
