//! `stablehlo.concatenate`: tensors joined along one dimension.
//!
//! Invariants: operands agree on all other dimensions. In the rule the joined dimension needs its operands whole, unless
//! they are slices (of anything, or of the one tensor that the other operands are): then shards only shift, as in halo exchanges
//! and rolls, and it is a permutation. Either way shards may be exchanged: each device gets its window of every operand, and
//! takes from each what stands in its part of the result.

use crate::derivative::*;
use super::facets::{data_cost, nothing_more};
use crate::halo::{self, Fill};
use crate::local::row;
use crate::strided;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, LocalOp, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::sharding::{FactorKind, Reach, ShardingRule};
use shardwright_ir::{Builder, OpInfo, Type, Value};

/// `stablehlo.concatenate`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.concatenate",
    summary: "tensors joined along one dimension",
    operands: Arity::AtLeast(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "dimension", required: true, summary: "the dimension along which they are joined" }],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_all),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Expand(localize),
    syntax: Syntax::Format("{operands}, dim = {dimension} : functional"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let first = ctx.tensor(0)?;
    let dim = ctx.int("dimension")?;
    if dim < 0 || dim >= first.rank() as i64 {
        return Err(format!("dimension {dim} is out of range for rank {}", first.rank()));
    }
    let dim = dim as usize;
    let mut dims = first.dims.to_vec();
    for index in 1..ctx.operands.len() {
        let other = ctx.tensor(index)?;
        let agrees = other.element == first.element
            && other.rank() == first.rank()
            && (0..first.rank()).all(|at| at == dim || other.dims[at] == first.dims[at]);
        if !agrees {
            return Err(format!("operands must agree except on dimension {dim}, got {first} and {other}"));
        }
        dims[dim] = dims[dim].checked_add(other.dims[dim]).ok_or_else(|| format!("size of dimension {dim} overflows"))?;
    }
    Ok(vec![first.with_dims(&dims).into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let ty = view.result_type(0);
    let count = view.data().operands.len();
    let joined = view.int_or("dimension", 0) as usize;
    let mut rule = ShardingRule::with_ranks(&vec![ty.rank(); count], &[ty.rank()]);
    let joins = if joins_slices(view) { FactorKind::Permutation } else { FactorKind::NeedReplication };
    for (dim, &size) in ty.dims.iter().enumerate() {
        let kind = if dim == joined { joins } else { FactorKind::PassThrough };
        let factor = rule.add_factor(size, kind, &vec![Some(dim); count], &[Some(dim)]);
        if dim == joined {
            let mut begin = 0;
            for index in 0..count {
                let own = view.operand_type(index).dims[dim];
                rule.reaches.push(Reach { low: begin, ..Reach::identity(factor, index, dim, own, size) });
                begin += own;
            }
        }
    }
    rule
}

fn localize(op: &LocalOp, b: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let dim = op.global.int_or("dimension", 0) as usize;
    let mut joined: Option<Value> = None;
    for (index, &operand) in operands.iter().enumerate() {
        let sharded = halo::sharded(op, index)?;
        let Some((reach, windows)) = sharded.first() else {
            let attrs = op.global.attrs().iter().filter(|(name, _)| !name.starts_with("sdy.")).map(|(name, attr)| (name, attr.clone())).collect();
            return Ok(vec![b.value(row("stablehlo.concatenate")?, operands, attrs)?]);
        };
        let axes = op.axes(reach.factor);
        let (value, _) = halo::window(b, op, reach, windows, operand, Fill::Any)?;
        joined = Some(match joined {
            None => value,
            // What stands before this operand is of those before it.
            Some(before) => {
                let starts: Vec<i64> = windows.starts.iter().map(|start| start + reach.low).collect();
                let start = halo::by_shard(b, op.mesh, axes, &starts)?;
                halo::select_below(b, dim, start, reach.low, before, value)?
            }
        });
    }
    joined.map(|value| vec![value]).ok_or_else(|| "a concatenation needs an operand".to_string())
}

/// Whether all operands are slices, or slices of one tensor and that tensor itself.
fn joins_slices(view: &OpView) -> bool {
    let operands = &view.data().operands;
    let source = |value: Value| {
        let op = view.func.op(view.func.defining_op(value)?);
        (op.info.name == "stablehlo.slice").then(|| op.operands[0])
    };
    let sources: Vec<Option<Value>> = operands.iter().map(|&value| source(value)).collect();
    if sources.iter().all(Option::is_some) {
        return true;
    }
    let Some(whole) = operands.iter().zip(&sources).find(|(_, source)| source.is_none()).map(|(value, _)| *value) else { return true };
    let of_whole = |(value, source): (&Value, &Option<Value>)| *value == whole || *source == Some(whole);
    sources.iter().any(Option::is_some) && operands.iter().zip(&sources).all(of_whole)
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let ty = ctx.view().result_type(0).clone();
    let joined = ctx.view().int_or("dimension", 0) as usize;
    let refs: Vec<&Buffer> = xs.iter().map(|x| &*x.data).collect();
    let outer: i64 = ty.dims[..joined].iter().product();
    let inner: Vec<usize> = xs.iter().map(|x| x.ty.dims[joined..].iter().product::<i64>() as usize).collect();
    // Rows of each operand in turn, for every index before the joined dimension.
    let mut parts: Vec<usize> = vec![0; xs.len()];
    let mut result = refs[0].gather(std::iter::empty());
    for _ in 0..outer {
        for (index, part) in refs.iter().enumerate() {
            let at = parts[index];
            strided::extend(&mut result, part, at, inner[index])?;
            parts[index] = at + inner[index];
        }
    }
    Ok(vec![Tensor::new(ty, result)])
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (g, dim) = (vjp.grad()?, vjp.op.int_or("dimension", 0) as usize);
    let mut start = 0;
    let mut part = |index: usize| {
        let from = start;
        start += vjp.op.operand_type(index).dims[dim];
        if vjp.wanted[index] { b.slice_dim(g, dim, from, start).map(Some) } else { Ok(None) }
    };
    (0..vjp.operands.len()).map(&mut part).collect()
}
