//! `nn.experts`: each token through the experts that it was sent to, none left out, kept whole.
//!
//! Operands: tokens `[t, h]`, weights `[t, k]` and numbers `[t, k]` of the experts that each goes to, the experts' matrices `[e, h, f]` and `[e, f, h]`. Result `[t, h]`: the sum over a
//! token's experts of `weight * relu(token up) down` (Shazeer et al. 2017; without a capacity, as in MegaBlocks, Gale et al. 2023). The decomposition computes every expert for every
//! token and weights most of them with zero; devices that share tokens and experts out exchange tokens instead: pass `distribute-experts`.
//! Factors: tokens pass through, experts and the inner width are summed over, the width of tokens must be whole.

use crate::local::{index_constant, shard_start};
use crate::stablehlo::StablehloBuilder;
use crate::stablehlo::build::Direction;
use crate::work;
use shardwright_ir::interp::scalar::bytes_of_f64;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::types::{TensorType, Type};
use shardwright_ir::{Builder, OpInfo, Value};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "nn.experts",
    summary: "each token through the experts that it was sent to, weighted",
    operands: Arity::Exactly(5),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: |_| Ok(()),
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("a relu is not linear"),
    cost,
    eval: EvalFacet::Eval(evaluate),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Expand(localize),
    syntax: Syntax::Format("{operands} : functional"),
};

/// Sizes of the op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sizes {
    /// Tokens.
    pub tokens: i64,
    /// Experts of a token.
    pub choices: i64,
    /// Experts.
    pub experts: i64,
    /// Width of a token.
    pub hidden: i64,
    /// Width between the products.
    pub inner: i64,
}

impl Sizes {
    /// Of the types of the operands.
    ///
    /// # Errors
    /// Which of them does not fit the others.
    pub fn of(types: &[&TensorType]) -> Result<Sizes, String> {
        let [x, weights, numbers, up, down] = *types else { return Err(format!("experts need 5 operands, got {}", types.len())) };
        let (&[tokens, hidden], &[_, choices], &[experts, _, inner]) = (&x.dims[..], &weights.dims[..], &up.dims[..]) else {
            return Err(format!("tokens and weights must have rank 2 and matrices rank 3, got {x}, {weights}, {up}"));
        };
        let fits = weights.dims[..] == [tokens, choices] && numbers.dims == weights.dims && up.dims[..] == [experts, hidden, inner] && down.dims[..] == [experts, inner, hidden];
        if !fits || !numbers.element.is_int() || !x.element.is_float() || [weights, up, down].iter().any(|ty| ty.element != x.element) {
            return Err(format!("tokens {x}, weights {weights}, numbers {numbers} and matrices {up}, {down} do not fit each other"));
        }
        Ok(Sizes { tokens, choices, experts, hidden, inner })
    }
}

/// The decomposition of an op on whole tensors, or on some of the experts, of which the first has this number.
pub fn decompose(b: &mut Builder, operands: &[Value], first: Option<Value>) -> Result<Value, String> {
    let [x, weights, numbers, up, down] = *operands else { return Err(format!("experts need 5 operands, got {}", operands.len())) };
    let element = b.ty(x).element;
    let count = b.ty(up).dims[0];
    let hot = chosen(b, numbers, count, first, element)?;
    let shares = b.dot_general(weights, hot, (&[0], &[0]), (&[1], &[1]), element)?;
    let out = each(b, x, up, down)?.2;
    b.dot_general(shares, out, (&[0], &[1]), (&[1], &[0]), element)
}

/// `[t, k, e]`: one where a choice is the expert.
fn chosen(b: &mut Builder, numbers: Value, experts: i64, first: Option<Value>, element: shardwright_ir::ElementType) -> Result<Value, String> {
    let ty = b.ty(numbers).clone();
    let whole = ty.with_dims(&[ty.dims[0], ty.dims[1], experts]);
    let mut all = b.iota(&whole, 2)?;
    if let Some(first) = first {
        let first = b.convert_if_needed(first, ty.element)?;
        let first = b.broadcast_in_dim(first, &whole.dims, &[])?;
        all = b.add(all, first)?;
    }
    let numbers = b.broadcast_in_dim(numbers, &whole.dims, &[0, 1])?;
    let equal = b.compare(Direction::Eq, numbers, all)?;
    b.convert(equal, element)
}

/// Every token through every expert: `[e, f, t]` before and after the relu, and `[e, t, h]`.
pub fn each(b: &mut Builder, x: Value, up: Value, down: Value) -> Result<(Value, Value, Value), String> {
    let element = b.ty(x).element;
    let before = b.dot_general(up, x, (&[], &[]), (&[1], &[1]), element)?;
    let zero = b.splat_like(before, 0.0)?;
    let after = b.maximum(before, zero)?;
    let out = b.dot_general(after, down, (&[0], &[0]), (&[1], &[1]), element)?;
    Ok((before, after, out))
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let types = (0..5).map(|index| ctx.tensor(index)).collect::<Result<Vec<_>, _>>()?;
    Sizes::of(&types)?;
    Ok(vec![types[0].clone().into()])
}

/// Two products a choice.
fn cost(op: &OpView) -> OpCost {
    let types: Vec<TensorType> = op.operand_types();
    let flops = Sizes::of(&types.iter().collect::<Vec<_>>()).map_or(0, |sizes| [4, sizes.tokens, sizes.choices, sizes.hidden, sizes.inner].into_iter().fold(1i64, i64::saturating_mul));
    OpCost { flops, ..work::moves(op) }
}

fn rule(op: &OpView) -> ShardingRule {
    let types = op.operand_types();
    let ranks: Vec<usize> = types.iter().map(TensorType::rank).collect();
    let mut rule = ShardingRule::with_ranks(&ranks, &[2]);
    let Ok(sizes) = Sizes::of(&types.iter().collect::<Vec<_>>()) else { return rule };
    let at = Some;
    use FactorKind::{NeedReplication, PassThrough, Reduction};
    rule.add_factor(sizes.tokens, PassThrough, &[at(0), at(0), at(0), None, None], &[at(0)]);
    rule.add_factor(sizes.experts, Reduction, &[None, None, None, at(0), at(0)], &[None]);
    rule.add_factor(sizes.inner, Reduction, &[None, None, None, at(2), at(1)], &[None]);
    rule.add_factor(sizes.hidden, PassThrough, &[None, None, None, None, at(2)], &[at(1)]);
    let width = rule.add_factor(sizes.hidden, NeedReplication, &[at(1), None, None, at(1), None], &[None]);
    let choices = rule.add_factor(sizes.choices, NeedReplication, &[None, at(1), at(1), None, None], &[None]);
    rule.block(width);
    rule.block(choices);
    rule
}

/// Choice by choice, in `f64`.
fn evaluate(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let types: Vec<&TensorType> = operands.iter().map(|operand| &operand.ty).collect();
    let sizes = Sizes::of(&types)?;
    let [x, weights, numbers, up, down] = [0, 1, 2, 3, 4].map(|index| operands[index].to_f64s());
    let [choices, hidden, inner] = [sizes.choices, sizes.hidden, sizes.inner].map(|size| size as usize);
    let mut y = vec![0.0; x.len()];
    for (choice, (weight, number)) in weights.iter().zip(&numbers).enumerate() {
        // A number that is no expert's sends a token nowhere.
        if !(0.0..sizes.experts as f64).contains(number) {
            continue;
        }
        let (token, expert) = (choice / choices * hidden, *number as usize * hidden * inner);
        for column in 0..inner {
            let sum: f64 = (0..hidden).map(|row| x[token + row] * up[expert + row * inner + column]).sum();
            if sum > 0.0 || sum.is_nan() {
                (0..hidden).for_each(|row| y[token + row] += weight * sum * down[expert + column * hidden + row]);
            }
        }
    }
    let ty = ctx.view().result_type(0).clone();
    let bytes: Vec<u8> = y.iter().flat_map(|&value| bytes_of_f64(ty.element, value)).collect();
    Ok(vec![Tensor::from_bytes(ty, &bytes)?])
}

/// The gradients of the decomposition.
fn vjp(at: &Vjp, b: &mut Builder) -> Result<Vec<Option<Value>>, String> {
    let [x, weights, numbers, up, down] = *at.operands else { return Err(format!("experts need 5 operands, got {}", at.operands.len())) };
    let (d_y, element) = (at.grad()?, b.ty(x).element);
    let count = b.ty(up).dims[0];
    let hot = chosen(b, numbers, count, None, element)?;
    let shares = b.dot_general(weights, hot, (&[0], &[0]), (&[1], &[1]), element)?;
    let (before, after, out) = each(b, x, up, down)?;
    let d_shares = b.dot_general(d_y, out, (&[0], &[1]), (&[1], &[2]), element)?;
    let d_weights = b.dot_general(hot, d_shares, (&[0], &[0]), (&[2], &[1]), element)?;
    let dims = b.ty(out).dims.to_vec();
    let shares = b.transpose(shares, &[1, 0])?;
    let shares = b.broadcast_in_dim(shares, &dims, &[0, 1])?;
    let spread = b.broadcast_in_dim(d_y, &dims, &[1, 2])?;
    let d_out = b.multiply(shares, spread)?;
    let d_after = b.dot_general(down, d_out, (&[0], &[0]), (&[2], &[2]), element)?;
    let d_down = b.dot_general(after, d_out, (&[0], &[0]), (&[2], &[1]), element)?;
    let zero = b.splat_like(before, 0.0)?;
    let positive = b.compare(Direction::Gt, before, zero)?;
    let d_before = b.select(positive, d_after, zero)?;
    let d_up = b.dot_general(x, d_before, (&[], &[]), (&[0], &[2]), element)?;
    let d_up = b.transpose(d_up, &[1, 0, 2])?;
    let d_x = b.dot_general(d_before, up, (&[], &[]), (&[0, 1], &[0, 2]), element)?;
    let all = [Some(d_x), Some(d_weights), None, Some(d_up), Some(d_down)];
    Ok(all.into_iter().zip(at.wanted).map(|(grad, wanted)| grad.filter(|_| *wanted)).collect())
}

/// The decomposition on one device's tokens and experts.
fn localize(op: &LocalOp, b: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let experts = *op.rule.operands[3][0].first().ok_or("experts have no factor")?;
    let axes = op.axes(experts);
    let first = match op.mesh.shards(axes) {
        1 => index_constant(b, 0)?,
        _ => shard_start(b, op.mesh, axes, b.ty(operands[3]).dims[0])?,
    };
    Ok(vec![decompose(b, operands, Some(first))?])
}
