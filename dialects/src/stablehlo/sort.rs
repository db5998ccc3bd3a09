//! `stablehlo.sort`: tensors sorted together along one dimension by a comparator region.
//!
//! Evaluation is a stable merge sort, whether or not the op asks for it: any order that the op allows is
//! right, and a comparator that is no order ends in some permutation, never in an endless loop.

use shardwright_ir::DerivativeFacet;
use super::all_gather::checked_dim;
use crate::regions::{check_args, check_results};
use crate::strided::row_major;
use crate::work;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::{ElementType, TensorType, Type};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.sort",
    summary: "sorts tensors together along one dimension",
    operands: Arity::AtLeast(1),
    results: Arity::AtLeast(1),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec { name: "dimension", required: false, summary: "dimension to sort along; negative counts from the end (default -1)" },
        AttrSpec { name: "is_stable", required: false, summary: "whether equal elements keep their order" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify,
    rule: RuleFacet::Rule(|op| sorted_rule(op, dimension(op), op.operand_types().len())),
    partial: PartialFacet::Whole("not linear in its operands"),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::sorted::sort),
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let first = ctx.tensor(0)?;
    let dim = ctx.attrs.int("dimension").unwrap_or(-1);
    checked_dim("dimension", if dim < 0 { dim.saturating_add(first.rank() as i64) } else { dim }, first.rank())?;
    (0..ctx.operands.len())
        .map(|index| {
            let ty = ctx.tensor(index)?;
            match ty.dims == first.dims {
                true => Ok(ty.clone().into()),
                false => Err(format!("operands must have one shape, got {first} and {ty}")),
            }
        })
        .collect()
}

fn verify(op: &OpView) -> Result<(), String> {
    let region = op.data().regions[0];
    let pairs: Vec<Type> = op.operand_types().iter().flat_map(|ty| [ty.element; 2]).map(|element| TensorType::scalar(element).into()).collect();
    check_args(op.func, region, "the comparator", &pairs)?;
    check_results(op.func, region, "the comparator", &[TensorType::scalar(ElementType::I1).into()])
}

/// The dimension that is sorted along.
pub(super) fn dimension(op: &OpView) -> usize {
    let dim = op.int_or("dimension", -1);
    (if dim < 0 { dim + op.operand_type(0).rank() as i64 } else { dim }) as usize
}

/// All tensors of one rank; `dim` cannot be sharded, and axes stay off it where another dimension could take them.
pub fn sorted_rule(op: &OpView, dim: usize, operands: usize) -> ShardingRule {
    let ty = op.operand_type(0);
    let results = op.data().results.len();
    let mut rule = ShardingRule::with_ranks(&vec![ty.rank(); operands], &vec![ty.rank(); results]);
    let movable = ty.dims.iter().enumerate().any(|(other, &size)| other != dim && size != 1);
    for (index, &size) in ty.dims.iter().enumerate() {
        let kind = if index == dim { FactorKind::NeedReplication } else { FactorKind::PassThrough };
        let factor = rule.add_factor(size, kind, &vec![Some(index); operands], &vec![Some(index); results]);
        if index == dim && !movable {
            rule.block(factor);
        }
    }
    rule
}

/// n log n comparisons a row.
fn cost(op: &OpView) -> OpCost {
    let ty = op.operand_type(0);
    let length = ty.dims.get(dimension(op)).copied().unwrap_or(1).max(1);
    OpCost { flops: ty.num_elements().saturating_mul(i64::from(64 - length.leading_zeros())), ..work::moves(op) }
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let dim = dimension(&ctx.view());
    let dims = &operands[0].ty.dims;
    let (length, stride) = (dims[dim] as usize, row_major(dims)[dim] as usize);
    let count = operands[0].data.len();
    let mut fast = Comparator::of(ctx, operands);
    if fast.is_none() {
        fast = Comparator::tabulated(ctx, operands, dim)?;
    }
    // Position in the operands of every element of the results.
    let mut from = vec![0usize; count];
    for lane in 0..count.checked_div(length).unwrap_or(0) {
        let base = lane / stride * stride * length + lane % stride;
        let places: Vec<usize> = (0..length).map(|index| base + index * stride).collect();
        let sorted = merge_sort(places, &mut |left, right| match &fast {
            Some(comparator) => Ok(comparator.before(left, right)),
            None => call_comparator(ctx, operands, left, right),
        })?;
        for (index, place) in sorted.into_iter().enumerate() {
            from[base + index * stride] = place;
        }
    }
    Ok(operands.iter().map(|operand| Tensor::new(operand.ty.clone(), operand.data.gather(from.iter().copied()))).collect())
}

/// A comparator that is one comparison of two elements of one operand.
struct Comparator {
    keys: Keys,
    descending: bool,
}

enum Keys {
    Floats(Vec<f64>),
    Ints(Vec<i64>),
    /// `before` of every two elements of a lane: lane, left, right.
    Table { before: Vec<bool>, length: usize, stride: usize },
}

/// Most comparisons that are made ahead.
const MAX_TABLE: usize = 1 << 22;

impl Comparator {
    fn of(ctx: &EvalCtx, operands: &[Tensor]) -> Option<Comparator> {
        let region = ctx.func.region(ctx.func.op(ctx.op).regions[0]);
        let [op, end] = region.ops.as_slice() else { return None };
        let (op, end) = (ctx.func.op(*op), ctx.func.op(*end));
        let place = |value| region.args.iter().position(|&arg| arg == value);
        let [left, right] = op.operands.as_slice() else { return None };
        let (left, right) = (place(*left)?, place(*right)?);
        if op.info.name != "stablehlo.compare" || end.operands != op.results || left / 2 != right / 2 || left == right {
            return None;
        }
        let kind = op.attrs.get("compare_type").and_then(|attr| attr.as_enum());
        let descending = match op.attrs.get("comparison_direction")?.as_enum()?.as_str() {
            "LT" => left > right,
            "GT" => left < right,
            _ => return None,
        };
        let keys = &operands[left / 2];
        let keys = match &*keys.data {
            Buffer::U64(_) | Buffer::C64(_) | Buffer::C128(_) => return None,
            _ if keys.ty.element.is_float() && kind.is_some_and(|kind| kind == "TOTALORDER") => Keys::Ints(keys.to_f64s().into_iter().map(total_order).collect()),
            _ if keys.ty.element.is_float() => Keys::Floats(keys.to_f64s()),
            _ => Keys::Ints(keys.to_i64s()?),
        };
        Some(Comparator { keys, descending })
    }

    /// Every comparison that a sort may ask for, the comparator evaluated once on all pairs; `None` where they are many.
    fn tabulated(ctx: &EvalCtx, operands: &[Tensor], dim: usize) -> Result<Option<Comparator>, EvalError> {
        let dims = &operands[0].ty.dims;
        let (length, stride) = (dims[dim] as usize, row_major(dims)[dim] as usize);
        let count = operands[0].data.len();
        let Some(total) = count.checked_mul(length).filter(|&total| total <= MAX_TABLE) else { return Ok(None) };
        let place = |lane: usize, index: usize| lane / stride * stride * length + lane % stride + index * stride;
        let pairs = || (0..total).map(|at| (at / (length * length), at / length % length, at % length));
        let args = operands.iter().flat_map(|operand| {
            let ty = TensorType::new(operand.ty.element, &[total as i64]);
            let left = operand.data.gather(pairs().map(|(lane, left, _)| place(lane, left)));
            let right = operand.data.gather(pairs().map(|(lane, _, right)| place(lane, right)));
            [Tensor::new(ty.clone(), left), Tensor::new(ty, right)]
        });
        let result = ctx.map_region(0, &args.collect::<Vec<_>>())?;
        match result.first().map(|result| &*result.data) {
            Some(Buffer::Bool(before)) => Ok(Some(Comparator { keys: Keys::Table { before: before.clone(), length, stride }, descending: false })),
            _ => Err("the comparator must return a truth value".into()),
        }
    }

    fn before(&self, left: usize, right: usize) -> bool {
        let (left, right) = if self.descending { (right, left) } else { (left, right) };
        match &self.keys {
            Keys::Floats(keys) => keys[left] < keys[right],
            Keys::Ints(keys) => keys[left] < keys[right],
            Keys::Table { before, length, stride } => {
                let index = |at: usize| at / stride % length;
                let lane = left / (stride * length) * stride + left % stride;
                before[(lane * length + index(left)) * length + index(right)]
            }
        }
    }
}

/// An integer whose order is IEEE 754's totalOrder of the numbers.
pub fn total_order(value: f64) -> i64 {
    let bits = value.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

fn call_comparator(ctx: &EvalCtx, operands: &[Tensor], left: usize, right: usize) -> Result<bool, EvalError> {
    let args: Vec<Tensor> = operands
        .iter()
        .flat_map(|operand| {
            let scalar = TensorType::scalar(operand.ty.element);
            [left, right].map(|at| Tensor::new(scalar.clone(), operand.data.gather(std::iter::once(at))))
        })
        .collect();
    let result = ctx.call_region(0, &args)?;
    Ok(result.first().and_then(Tensor::to_i64s).ok_or("the comparator must return a truth value")? == [1])
}

/// Sorts so that an element goes before an earlier one only where `before` says so.
pub fn merge_sort(mut items: Vec<usize>, before: &mut dyn FnMut(usize, usize) -> Result<bool, EvalError>) -> Result<Vec<usize>, EvalError> {
    let mut width = 1;
    while width < items.len() {
        let mut merged = Vec::with_capacity(items.len());
        for chunk in items.chunks(2 * width) {
            let (mut left, mut right) = chunk.split_at(width.min(chunk.len()));
            while let (Some(&l), Some(&r)) = (left.first(), right.first()) {
                if before(r, l)? {
                    merged.push(r);
                    right = &right[1..];
                } else {
                    merged.push(l);
                    left = &left[1..];
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        items = merged;
        width *= 2;
    }
    Ok(items)
}
