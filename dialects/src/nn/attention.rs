//! `nn.attention`: `softmax(scale * q k^T + extras) v`, kept whole.
//!
//! Operands: queries, keys, values, then up to two masks or biases; see [`super::spec`] for their shapes and the attributes. Results: `[b,
//! h, s, e']`, and `[b, h, s, 2]`, of each query the largest score and the logarithm of the sum of exponentials below it, from which the backward pass
//! recomputes the weights. (Their sum alone would not do: beside a score of -3e38, which hides keys, a logarithm is lost.)
//! Factors: batch, key head, query head within it, query, and the width of values pass through; keys and the width that is summed over must be
//! whole. Sequences whose keys are sharded are the matter of the pass `distribute-attention`.

use super::kernel::{self, Part};
use super::spec::{self, CAUSAL_OFFSET, LAYOUT, LAYOUT_SHARDS, MASK_FILL, SCALE, Sizes, Spec, ZERO_EMPTY, sum_type};
use super::eval;
use crate::local::shard_start;
use crate::work;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::types::{TensorType, Type};
use shardwright_ir::{Builder, OpInfo, Value};

/// Attributes of attention and of its gradient.
pub(super) const ATTRS: &[AttrSpec] = &[
    AttrSpec { name: SCALE, required: false, summary: "scores are multiplied by it; 1 where it is absent" },
    AttrSpec { name: CAUSAL_OFFSET, required: false, summary: "the query at position i sees keys up to i + offset; all where it is absent" },
    AttrSpec { name: LAYOUT, required: false, summary: "order of tokens: striped or zigzag; by position where it is absent" },
    AttrSpec { name: LAYOUT_SHARDS, required: false, summary: "over how many shards they are laid so" },
    AttrSpec { name: MASK_FILL, required: false, summary: "score of what a mask hides; minus infinity where it is absent" },
    AttrSpec { name: ZERO_EMPTY, required: false, summary: "whether a query that sees no key gets zeros instead of not-a-numbers" },
];

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "nn.attention",
    summary: "values weighted by a softmax of scaled products of queries and keys",
    operands: Arity::Between(3, 5),
    results: Arity::Exactly(2),
    regions: Arity::Exactly(0),
    attrs: ATTRS,
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("a softmax is not linear"),
    cost,
    eval: EvalFacet::Eval(evaluate),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Expand(localize),
    syntax: Syntax::Format("{operands} : functional"),
};

/// The decomposition of an op on whole tensors: its two results.
pub fn decompose(b: &mut Builder, attrs: &shardwright_ir::Attrs, operands: &[Value]) -> Result<Vec<Value>, String> {
    let spec = Spec::read(attrs)?;
    let [q, k, v, ref extras @ ..] = *operands else { return Err(format!("attention needs 3 operands, got {}", operands.len())) };
    let (rows, cols) = whole_positions(b, &spec, q, k)?;
    let (o, stats) = kernel::whole(b, &Part { spec: &spec, q, k, v, extras, rows, cols, limit: None, row_limit: None })?;
    Ok(vec![o, stats])
}

/// Positions of all queries and keys, where the op asks for them.
pub(super) fn whole_positions(b: &mut Builder, spec: &Spec, q: Value, k: Value) -> Result<(Option<Value>, Option<Value>), String> {
    if spec.causal.is_none() {
        return Ok((None, None));
    }
    let (queries, keys) = (b.ty(q).dims[2], b.ty(k).dims[2]);
    let rows = kernel::positions(b, spec.layout, queries, None, queries)?;
    Ok((Some(rows), Some(kernel::positions(b, spec.layout, keys, None, keys)?)))
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (_, sizes) = spec::check(ctx, 3)?;
    let q = ctx.tensor(0)?;
    let rows = [sizes.batch, sizes.heads, sizes.queries];
    Ok(vec![q.with_dims(&[&rows[..], &[sizes.value_width]].concat()).into(), TensorType::new(sum_type(q.element), &[&rows[..], &[2]].concat()).into()])
}

/// Two operations a product, and five an element of the softmax.
fn cost(op: &OpView) -> OpCost {
    let flops = Sizes::of(op.operand_type(0), op.operand_type(1), op.operand_type(2)).map_or(0, |sizes| products(&sizes, 1));
    OpCost { flops, ..work::moves(op) }
}

/// Operations of `times` products by the width of keys and as many by that of values, and of the softmax between.
pub(super) fn products(sizes: &Sizes, times: i64) -> i64 {
    let scores = sizes.scores().iter().fold(1i64, |product, &size| product.saturating_mul(size));
    let widths = sizes.width.saturating_add(sizes.value_width).saturating_mul(2 * times).saturating_add(5);
    scores.saturating_mul(widths)
}

fn evaluate(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    eval::forward(&Spec::read(view.attrs())?, operands, [view.result_type(0), view.result_type(1)])
}

/// One `nn.attention_grad`, and one more for a second bias.
fn vjp(at: &Vjp, b: &mut Builder) -> Result<Vec<Option<Value>>, String> {
    if at.grads.get(1).copied().flatten().is_some() {
        return Err("nn.attention: its second result is for its own gradient; take it apart with `decompose-nn` to use them otherwise".into());
    }
    let d_o = at.grad()?;
    let mut attrs = at.op.attrs().clone();
    let (three, extras) = at.operands.split_at(3);
    let biases: Vec<usize> = (0..extras.len()).filter(|&index| at.wanted[3 + index] && b.ty(extras[index]).element.is_float()).collect();
    let row = crate::local::row("nn.attention_grad")?;
    let mut grads = vec![None; at.operands.len()];
    // The first bias among the extras is the one that gets a gradient.
    for (turn, bias) in biases.iter().map(|&bias| Some(bias)).chain([None]).take(biases.len().max(1)).enumerate() {
        let mut ordered = extras.to_vec();
        if let Some(bias) = bias {
            attrs.set(super::attention_grad::BIAS_GRAD, shardwright_ir::Attr::Bool(true));
            ordered.rotate_left(bias);
        }
        let operands = [three, &at.results[..2], &[d_o], &ordered].concat();
        let op = b.op(row, &operands, attrs.clone(), &[])?;
        let results = b.func.op(op).results.clone();
        if turn == 0 {
            (0..3).filter(|&index| at.wanted[index]).for_each(|index| grads[index] = Some(results[index]));
        }
        if let Some(bias) = bias {
            grads[3 + bias] = Some(results[3]);
        }
    }
    Ok(grads)
}

fn rule(op: &OpView) -> ShardingRule {
    let ranks = |types: Vec<TensorType>| types.iter().map(TensorType::rank).collect::<Vec<_>>();
    let mut rule = ShardingRule::with_ranks(&ranks(op.operand_types()), &ranks(op.result_types()));
    let Ok(sizes) = Sizes::of(op.operand_type(0), op.operand_type(1), op.operand_type(2)) else { return rule };
    let extras: Vec<TensorType> = op.operand_types().split_off(3);
    // Where an extra is repeated along a dimension it has no part of its factors.
    let with_extras = |three: [Option<usize>; 3], dim: usize, size: i64| -> Vec<Option<usize>> {
        three.into_iter().chain(extras.iter().map(|extra| (extra.dims[dim] == size).then_some(dim))).collect()
    };
    let at = Some;
    use FactorKind::{NeedReplication, PassThrough};
    rule.add_factor(sizes.batch, PassThrough, &with_extras([at(0), at(0), at(0)], 0, sizes.batch), &[at(0), at(0)]);
    rule.add_factor(sizes.key_heads, PassThrough, &with_extras([at(1), at(1), at(1)], 1, sizes.heads), &[at(1), at(1)]);
    if sizes.heads != sizes.key_heads {
        rule.add_factor(sizes.heads / sizes.key_heads, PassThrough, &with_extras([at(1), None, None], 1, sizes.heads), &[at(1), at(1)]);
    }
    rule.add_factor(sizes.queries, PassThrough, &with_extras([at(2), None, None], 2, sizes.queries), &[at(2), at(2)]);
    rule.add_factor(sizes.value_width, PassThrough, &with_extras([None, None, at(3)], 3, -1), &[at(3), None]);
    let width = rule.add_factor(sizes.width, NeedReplication, &with_extras([at(3), at(3), None], 3, -1), &[None, None]);
    let keys = rule.add_factor(sizes.keys, NeedReplication, &with_extras([None, at(2), at(2)], 3, sizes.keys), &[None, None]);
    rule.block(width);
    rule.block(keys);
    rule
}

/// The decomposition on one device's queries and heads, with all keys: positions of queries count from where its shard begins.
fn localize(op: &LocalOp, b: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let spec = Spec::read(op.global.attrs())?;
    let [q, k, v, ref extras @ ..] = *operands else { return Err(format!("attention needs 3 operands, got {}", operands.len())) };
    let (mut rows, mut cols) = (None, None);
    if spec.causal.is_some() {
        let factor = *op.rule.operands[0][2].first().ok_or("queries have no factor")?;
        let (local, whole) = (b.ty(q).dims[2], op.global.operand_type(0).dims[2]);
        let start = shard_start(b, op.mesh, op.axes(factor), local)?;
        let keys = b.ty(k).dims[2];
        rows = Some(kernel::positions(b, spec.layout, whole, Some(start), local)?);
        cols = Some(kernel::positions(b, spec.layout, keys, None, keys)?);
    }
    let (o, stats) = kernel::whole(b, &Part { spec: &spec, q, k, v, extras, rows, cols, limit: None, row_limit: None })?;
    Ok(vec![o, stats])
}
