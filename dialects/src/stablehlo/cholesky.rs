//! `stablehlo.cholesky`: the triangular factor of positive definite matrices.
//!
//! Invariants: only the given triangle is read; the other triangle of the result is zero; a matrix that is not
//! positive definite gives NaN. Computed in double precision.

use shardwright_ir::DerivativeFacet;
use super::convert::convert;
use super::facets::{check_class, classes, cost_with, nothing_more};
use num_complex::Complex64;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, ElementType, OpInfo, Type};

/// `stablehlo.cholesky`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.cholesky",
    summary: "the triangular factor of positive definite matrices",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "lower", required: false, summary: "whether the lower triangle is read and made" }],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("not linear in its operands"),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::linear_algebra::cholesky),
    localize: Localize::Same,
    syntax: Syntax::Format("{0}, lower = {lower} : same"),
};

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    check_class(ty.element, classes::FLOAT | classes::COMPLEX)?;
    match ty.dims[..] {
        [.., rows, columns] if rows == columns => Ok(vec![ty.clone().into()]),
        _ => Err(format!("operand must be square matrices, got {ty}")),
    }
}

fn rule(view: &OpView) -> ShardingRule {
    let ty = view.operand_type(0);
    let mut rule = ShardingRule::with_ranks(&[ty.rank()], &[ty.rank()]);
    for (dim, &size) in ty.dims.iter().enumerate() {
        let kind = if dim + 2 < ty.rank() { FactorKind::PassThrough } else { FactorKind::NeedReplication };
        rule.add_factor(size, kind, &[Some(dim)], &[Some(dim)]);
    }
    rule
}

/// A third of n³ operations a matrix.
fn cost(view: &OpView) -> OpCost {
    let ty = view.operand_type(0);
    cost_with(view, ty.num_elements().saturating_mul(ty.dims[ty.rank() - 1]) / 3)
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let lower = ctx.view().attr("lower").and_then(Attr::as_bool).unwrap_or(false);
    let x = convert(&xs[0], ElementType::C128);
    let Buffer::C128(values) = &*x.data else { return Err("operand must be numbers".into()) };
    let size = x.ty.dims[x.ty.rank() - 1] as usize;
    let mut out = Vec::with_capacity(values.len());
    for matrix in values.chunks_exact((size * size).max(1)) {
        // The upper triangle is the conjugate of the lower one.
        let read = |row: usize, column: usize| if lower { matrix[row * size + column] } else { matrix[column * size + row].conj() };
        let factor = factor(size, read);
        for row in 0..size {
            for column in 0..size {
                out.push(if lower { factor[row * size + column] } else { factor[column * size + row].conj() });
            }
        }
    }
    Ok(vec![convert(&Tensor::new(x.ty.clone(), Buffer::C128(out)), xs[0].ty.element)])
}

/// The lower factor, by rows.
fn factor(size: usize, read: impl Fn(usize, usize) -> Complex64) -> Vec<Complex64> {
    let mut factor = vec![Complex64::new(0.0, 0.0); size * size];
    for row in 0..size {
        for column in 0..=row {
            let known: Complex64 = (0..column).map(|k| factor[row * size + k] * factor[column * size + k].conj()).sum();
            let rest = read(row, column) - known;
            factor[row * size + column] = if row > column {
                rest / factor[column * size + column]
            } else if rest.re > 0.0 {
                Complex64::new(rest.re.sqrt(), 0.0)
            } else {
                return vec![Complex64::new(f64::NAN, 0.0); size * size];
            };
        }
    }
    factor
}
