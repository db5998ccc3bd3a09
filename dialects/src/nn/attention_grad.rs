//! `nn.attention_grad`: the gradients of queries, keys and values of an `nn.attention`.
//!
//! Operands: queries, keys, values, the attention's two results, the gradient of the first, then its masks and biases. Results: gradients of
//! queries, keys and values, and that of the first bias where `bias_grad` is set. Attributes are the attention's. Factors: batch
//! and key head pass through; sums run over all others for one result or another, so they must be whole here. Sequences that are
//! sharded are the matter of the pass `distribute-attention`.

use super::attention::{ATTRS, products, whole_positions};
use super::kernel::{self, Part};
use super::spec::{self, Sizes, Spec, sum_type};
use super::eval;
use crate::work;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::types::{TensorType, Type};
use shardwright_ir::{Attr, Attrs, Builder, OpInfo, Value};

/// Whether the gradient of the first bias is a fourth result.
pub const BIAS_GRAD: &str = "bias_grad";

const ALL: [AttrSpec; ATTRS.len() + 1] = {
    let mut all = [AttrSpec { name: BIAS_GRAD, required: false, summary: "whether the gradient of the first bias is a fourth result" }; ATTRS.len() + 1];
    let mut index = 0;
    while index < ATTRS.len() {
        all[index] = ATTRS[index];
        index += 1;
    }
    all
};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "nn.attention_grad",
    summary: "gradients of queries, keys and values of an attention",
    operands: Arity::Between(6, 8),
    results: Arity::Between(3, 4),
    regions: Arity::Exactly(0),
    attrs: &ALL,
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("weights are recomputed by exponentials"),
    cost,
    eval: EvalFacet::Eval(evaluate),
    derivative: DerivativeFacet::None("second derivatives of an attention: run `decompose-nn` before the first"),
    localize: Localize::Expand(|op, b, operands| decompose(b, op.global.attrs(), operands)),
    syntax: Syntax::Format("{operands} : functional"),
};

/// The decomposition: gradients of queries, keys, values, and of the first bias where that is asked for. Queries and keys must be whole.
pub fn decompose(b: &mut Builder, attrs: &Attrs, operands: &[Value]) -> Result<Vec<Value>, String> {
    let spec = Spec::read(attrs)?;
    let [q, k, v, o, stats, d_o, ref extras @ ..] = *operands else { return Err(format!("the gradient of attention needs 6 operands, got {}", operands.len())) };
    let (rows, cols) = whole_positions(b, &spec, q, k)?;
    let part = Part { spec: &spec, q, k, v, extras, rows, cols, limit: None, row_limit: None };
    let delta = kernel::delta(b, o, d_o)?;
    let grads = kernel::grads(b, &part, stats, d_o, delta)?;
    let element = b.ty(q).element;
    let mut results = Vec::new();
    for (grad, of) in [(grads.dq, q), (grads.dk, k), (grads.dv, v)] {
        debug_assert_eq!(b.ty(grad).dims, b.ty(of).dims);
        results.push(crate::local::convert(b, grad, element)?);
    }
    if asks_bias(attrs) {
        let bias = *extras.iter().find(|&&extra| b.ty(extra).element.is_float()).ok_or("there is no bias")?;
        let ty = b.ty(bias).clone();
        results.push(kernel::bias_grad(b, grads.ds, &ty)?);
    }
    Ok(results)
}

/// Whether the gradient of the first bias is asked for.
pub fn asks_bias(attrs: &Attrs) -> bool {
    attrs.get(BIAS_GRAD).and_then(Attr::as_bool).unwrap_or(false)
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (_, sizes) = spec::check(ctx, 6)?;
    let (q, k, v) = (ctx.tensor(0)?, ctx.tensor(1)?, ctx.tensor(2)?);
    let rows = [sizes.batch, sizes.heads, sizes.queries];
    let o = q.with_dims(&[&rows[..], &[sizes.value_width]].concat());
    for (index, wanted) in [(3, o.clone()), (4, TensorType::new(sum_type(q.element), &[&rows[..], &[2]].concat())), (5, o)] {
        let found = ctx.tensor(index)?;
        if *found != wanted {
            return Err(format!("operand {index} must be {wanted}, got {found}"));
        }
    }
    let mut types: Vec<Type> = [q, k, v].into_iter().map(|ty| ty.clone().into()).collect();
    if asks_bias(ctx.attrs) {
        let mut extras = (6..ctx.operands.len()).map(|index| ctx.tensor(index));
        let bias = extras.find_map(|ty| ty.ok().filter(|ty| ty.element.is_float())).ok_or_else(|| format!("`{BIAS_GRAD}` is set, but there is no bias"))?;
        types.push(bias.clone().into());
    }
    Ok(types)
}

/// Scores again, then a product each for the gradients of weights, queries, keys and values.
fn cost(op: &OpView) -> OpCost {
    let flops = Sizes::of(op.operand_type(0), op.operand_type(1), op.operand_type(2)).map_or(0, |sizes| {
        let scores = sizes.scores().iter().fold(2i64, |product, &size| product.saturating_mul(size));
        products(&sizes, 2).saturating_add(scores.saturating_mul(sizes.width))
    });
    OpCost { flops, ..work::moves(op) }
}

fn evaluate(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let types = view.result_types();
    eval::backward(&Spec::read(view.attrs())?, operands, &types.iter().collect::<Vec<_>>())
}

fn rule(op: &OpView) -> ShardingRule {
    let ranks = |types: Vec<TensorType>| types.iter().map(TensorType::rank).collect::<Vec<_>>();
    let mut rule = ShardingRule::with_ranks(&ranks(op.operand_types()), &ranks(op.result_types()));
    let Ok(sizes) = Sizes::of(op.operand_type(0), op.operand_type(1), op.operand_type(2)) else { return rule };
    let extras: Vec<TensorType> = op.operand_types().split_off(6);
    let bias = asks_bias(op.attrs());
    let summed = |dim: usize| bias && op.result_types().last().is_some_and(|ty| ty.dims.get(dim) == Some(&1));
    let mut add = |size: i64, free: bool, six: [Option<usize>; 6], three: [Option<usize>; 3], extra_dim: Option<(usize, i64)>| {
        // A bias that is repeated along a dimension has a gradient summed over it.
        let kind = if free && !extra_dim.is_some_and(|(dim, _)| summed(dim)) { FactorKind::PassThrough } else { FactorKind::NeedReplication };
        let of_extra = |ty: &TensorType| extra_dim.and_then(|(dim, size)| (ty.dims[dim] == size).then_some(dim));
        let operands: Vec<Option<usize>> = six.into_iter().chain(extras.iter().map(of_extra)).collect();
        let results: Vec<Option<usize>> = three.into_iter().chain(op.result_types().get(3).map(of_extra)).collect();
        let factor = rule.add_factor(size, kind, &operands, &results);
        // Along the others all lies as batch and heads do: `distribute-attention` sums over the devices.
        if !free {
            rule.block(factor);
        }
    };
    let at = Some;
    add(sizes.batch, true, [at(0); 6], [at(0); 3], Some((0, sizes.batch)));
    add(sizes.key_heads, true, [at(1); 6], [at(1); 3], Some((1, sizes.heads)));
    if sizes.heads != sizes.key_heads {
        add(sizes.heads / sizes.key_heads, false, [at(1), None, None, at(1), at(1), at(1)], [at(1), None, None], Some((1, sizes.heads)));
    }
    add(sizes.queries, false, [at(2), None, None, at(2), at(2), at(2)], [at(2), None, None], Some((2, sizes.queries)));
    add(sizes.keys, false, [None, at(2), at(2), None, None, None], [None, at(2), at(2)], Some((3, sizes.keys)));
    add(sizes.width, false, [at(3), at(3), None, None, None, None], [at(3), at(3), None], None);
    add(sizes.value_width, false, [None, None, at(3), at(3), None, at(3)], [None, None, at(3)], None);
    rule
}
