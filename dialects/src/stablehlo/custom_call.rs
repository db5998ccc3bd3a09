//! `stablehlo.custom_call`: an op that only the target platform knows, by name.
//!
//! The targets that JAX emits and that have a meaning of their own are evaluated here; any other one is an error
//! that names it. Rules are Shardy's for the targets that it knows, and none (replicated) for others.

use shardwright_ir::DerivativeFacet;
use super::sort::sorted_rule;
use crate::chlo::top_k;
use crate::work;
use shardwright_ir::attrs::Attr;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::*;
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::TensorType;

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.custom_call",
    summary: "an op that the target platform knows by name",
    operands: Arity::AtLeast(0),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "call_target_name", required: true, summary: "the name" },
        AttrSpec { name: "has_side_effect", required: false, summary: "whether it does more than its results" },
        AttrSpec { name: "backend_config", required: false, summary: "what the platform needs besides" },
        AttrSpec { name: "api_version", required: false, summary: "how the platform is called" },
        AttrSpec { name: "called_computations", required: false, summary: "functions that the platform may call" },
        AttrSpec { name: "operand_layouts", required: false, summary: "memory order of the operands" },
        AttrSpec { name: "result_layouts", required: false, summary: "memory order of the results" },
        AttrSpec { name: "output_operand_aliases", required: false, summary: "results that may share an operand's memory" },
    ],
    // Whether a call has effects is said by an attribute; what the op cannot tell is assumed.
    traits: Traits::EFFECTS,
    infer: Inference::Given("only the platform knows them"),
    verify: |op| target(op).map(|_| ()).ok_or_else(|| "attribute `call_target_name` must be a string".into()),
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("what it computes is not known"),
    cost: work::moves,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::None("what it computes is unknown: write it with ops, or take its result as an input"),
    localize: Localize::Same,
    syntax: Syntax::Format("{@call_target_name}({operands}) : functional"),
};

/// The name of the target.
pub fn target<'a>(op: &OpView<'a>) -> Option<&'a str> {
    op.attr("call_target_name").and_then(Attr::as_str)
}

/// Targets whose results lie element for element where their operands do.
const POINTWISE: &[&str] = &["LayoutConstraint", "MoveToHost", "MoveToDevice", "annotate_device_placement", "mhlo.erf", "X64Combine", "X64SplitHigh", "X64SplitLow", "Cholesky"];

/// LAPACK factorisations, whose last two dimensions are a matrix and all others a batch.
const BATCHED: &[&str] = &["lapack_spotrf_ffi", "lapack_dpotrf_ffi"];

/// Whether it is known how the call's tensors may be sharded: by its target, or by a rule that the user wrote on it.
pub fn is_known(op: &OpView) -> bool {
    op.attr("sdy.sharding_rule").is_some() || known_rule(op).is_some()
}

/// The rule of an unknown target: every dimension of every tensor stands alone and cannot be sharded.
fn rule(op: &OpView) -> ShardingRule {
    known_rule(op).unwrap_or_else(|| apart(op))
}

/// The rule of a target that is known, if only for needing whole tensors.
fn known_rule(op: &OpView) -> Option<ShardingRule> {
    let (operands, results) = (op.operand_types(), op.result_types());
    let name = target(op).unwrap_or_default();
    if POINTWISE.contains(&name) {
        return Some(pointwise_rule(&operands, &results));
    }
    if name == "mhlo.topk" && results.len() == 2 && operands.len() == 1 && operands[0].rank() > 0 {
        let last = operands[0].rank() - 1;
        let mut rule = sorted_rule(op, last, 1);
        let factor = rule.operands[0][last][0];
        rule.block(factor);
        return Some(rule);
    }
    if BATCHED.contains(&name) && operands.iter().chain(&results).all(|ty| ty.rank() + 2 >= operands[0].rank()) && operands[0].rank() > 2 {
        let ranks = |types: &[TensorType]| types.iter().map(TensorType::rank).collect::<Vec<_>>();
        let mut rule = ShardingRule::with_ranks(&ranks(&operands), &ranks(&results));
        for dim in 0..operands[0].rank() - 2 {
            let places = |types: &[TensorType]| vec![Some(dim); types.len()];
            rule.add_factor(operands[0].dims[dim], FactorKind::PassThrough, &places(&operands), &places(&results));
        }
        return Some(rule);
    }
    (BATCHED.contains(&name) || matches!(name, "mhlo.topk" | "Sharding")).then(|| apart(op))
}

fn apart(op: &OpView) -> ShardingRule {
    let (operands, results) = (op.operand_types(), op.result_types());
    let ranks = |types: &[TensorType]| types.iter().map(TensorType::rank).collect::<Vec<_>>();
    let mut rule = ShardingRule::with_ranks(&ranks(&operands), &ranks(&results));
    let count = operands.len();
    for (index, ty) in operands.iter().chain(&results).enumerate() {
        for (dim, &size) in ty.dims.iter().enumerate().filter(|(_, size)| **size > 0) {
            let place = |from: usize, len: usize| (0..len).map(|at| (at + from == index).then_some(dim)).collect::<Vec<_>>();
            let factor = rule.add_factor(size, FactorKind::NeedReplication, &place(0, count), &place(count, results.len()));
            rule.block(factor);
        }
    }
    rule
}

fn eval(ctx: &EvalCtx, operands: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    match target(&view).unwrap_or_default() {
        "Sharding" | "LayoutConstraint" | "annotate_device_placement" | "MoveToHost" | "MoveToDevice" => Ok(operands.to_vec()),
        "lapack_spotrf_ffi" | "lapack_dpotrf_ffi" => cholesky(&view, &operands[0]),
        "mhlo.topk" => {
            let attrs = view.attr("mhlo.attributes").and_then(Attr::as_struct);
            if attrs.and_then(|attrs| attrs.get("largest")?.as_bool()) == Some(false) {
                return Err("mhlo.topk of the smallest elements is not evaluated".into());
            }
            top_k::largest(&operands[0], view.result_type(0), view.result_type(1))
        }
        name => Err(format!("target \"{name}\" is known to its platform only: run the program there, or replace the call by ops").into()),
    }
}

/// LAPACK's `potrf` of a batch of matrices: the factor over the operand's chosen triangle, the other triangle as
/// it was, and for each matrix 0 or the order of the first minor that is not positive.
fn cholesky(view: &OpView, operand: &Tensor) -> Result<Vec<Tensor>, EvalError> {
    let config = view.attr("mhlo.backend_config").and_then(Attr::as_struct);
    let lower = match config.and_then(|config| config.int("uplo")) {
        Some(76) => true,
        Some(85) => false,
        other => return Err(format!("`uplo` must be 76 (lower) or 85 (upper), got {other:?}").into()),
    };
    let rank = operand.ty.rank();
    if rank < 2 || operand.ty.dims[rank - 1] != operand.ty.dims[rank - 2] || view.data().results.len() != 2 {
        return Err(format!("needs square matrices and two results, got {}", operand.ty).into());
    }
    let n = operand.ty.dims[rank - 1] as usize;
    let mut all = operand.to_f64s();
    let single = operand.ty.element.bits() == 32;
    let round = |value: f64| if single { f64::from(value as f32) } else { value };
    let mut info = Vec::new();
    for matrix in all.chunks_exact_mut((n * n).max(1)) {
        // (i, j) with i >= j of the lower factor is (j, i) of the upper one.
        let at = |i: usize, j: usize| if lower { i * n + j } else { j * n + i };
        let mut failed = 0;
        for j in 0..n {
            let pivot = (0..j).fold(matrix[at(j, j)], |sum, k| sum - matrix[at(j, k)] * matrix[at(j, k)]);
            if pivot <= 0.0 || pivot.is_nan() {
                failed = j as i32 + 1;
                break;
            }
            matrix[at(j, j)] = round(pivot.sqrt());
            for i in j + 1..n {
                let sum = (0..j).fold(matrix[at(i, j)], |sum, k| sum - matrix[at(i, k)] * matrix[at(j, k)]);
                matrix[at(i, j)] = round(sum / matrix[at(j, j)]);
            }
        }
        info.push(failed);
    }
    let data = if single { Buffer::F32(all.iter().map(|&value| value as f32).collect()) } else { Buffer::F64(all) };
    let info_type = view.result_type(1).clone();
    info.resize(info_type.num_elements() as usize, 0);
    Ok(vec![Tensor::new(operand.ty.clone(), data), Tensor::new(info_type, Buffer::I32(info))])
}
