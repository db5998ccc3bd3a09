//! `stablehlo.reshape`: the same elements in another shape.
//!
//! Invariants: row-major order is kept, so the buffer is shared. The sharding rule is the finest common
//! factorisation of the two shapes: where prefixes of the two products agree, their common divisor is a
//! factor of both; where they diverge, factors belong to one side until the products meet again.

use crate::derivative::*;
use super::facets::{data_cost, tensors_only};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, EvalFacet, Inference, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::OpInfo;

/// `stablehlo.reshape`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.reshape",
    summary: "the same elements in another shape",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Given("the shape is the op's parameter"),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::moves_first),
    cost: data_cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Format("{operands} : functional"),
};

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let (from, to) = (view.operand_type(0), view.result_type(0));
    if from.element != to.element {
        return Err(format!("element types must be equal, got {} and {}", from.element, to.element));
    }
    if from.num_elements() != to.num_elements() {
        return Err(format!("numbers of elements must be equal, got {} of {from} and {} of {to}", from.num_elements(), to.num_elements()));
    }
    Ok(())
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    Ok(vec![Tensor { ty: ctx.view().result_type(0).clone(), data: xs[0].data.clone() }])
}

fn rule(view: &OpView) -> ShardingRule {
    factorise(&view.operand_type(0).dims, &view.result_type(0).dims)
}

/// One side of the walk: which dimension is being split and how far.
struct Side<'a> {
    dims: &'a [i64],
    dim: usize,
    /// Product of the dimensions entered so far.
    entered: i128,
    /// Product of this side's factors so far.
    covered: i128,
}

impl Side<'_> {
    fn is_size_one(&self) -> bool {
        self.dims.get(self.dim) == Some(&1)
    }
    /// Enters the current dimension once the one before is covered; returns what is left of it (1 at the end).
    fn remaining(&mut self) -> i128 {
        if self.entered == self.covered
            && let Some(&size) = self.dims.get(self.dim)
        {
            self.entered *= i128::from(size);
        }
        self.entered / self.covered
    }
    fn cover(&mut self, size: i128) {
        self.covered *= size;
    }
    fn leave_if_covered(&mut self) {
        if self.dim < self.dims.len() && self.entered == self.covered {
            self.dim += 1;
        }
    }
}

/// The common factorisation of two shapes of equally many elements. Shapes without elements have no factors.
pub(super) fn factorise(from: &[i64], to: &[i64]) -> ShardingRule {
    let mut rule = ShardingRule::with_ranks(&[from.len()], &[to.len()]);
    let total = |dims: &[i64]| dims.iter().try_fold(1i64, |product, &dim| product.checked_mul(dim));
    // Shapes beyond 2^63 elements cannot be held anyway.
    if from.contains(&0) || total(from).is_none() || total(to).is_none() {
        return rule;
    }
    let mut add = |size: i128, operand: Option<usize>, result: Option<usize>| {
        rule.add_factor(size as i64, FactorKind::PassThrough, &[operand], &[result]);
    };
    let mut left = Side { dims: from, dim: 0, entered: 1, covered: 1 };
    let mut right = Side { dims: to, dim: 0, entered: 1, covered: 1 };
    while left.dim < from.len() || right.dim < to.len() {
        if left.is_size_one() {
            add(1, Some(left.dim), None);
            left.dim += 1;
            continue;
        }
        if right.is_size_one() {
            add(1, None, Some(right.dim));
            right.dim += 1;
            continue;
        }
        let (rest_left, rest_right) = (left.remaining(), right.remaining());
        let common = gcd(rest_left, rest_right);
        if left.covered == right.covered {
            if common > 1 {
                add(common, Some(left.dim), Some(right.dim));
                left.cover(common);
                right.cover(common);
            } else {
                add(rest_left, Some(left.dim), None);
                left.cover(rest_left);
                add(rest_right, None, Some(right.dim));
                right.cover(rest_right);
            }
        } else if left.covered < right.covered {
            let size = catch_up(rest_left, common, left.covered, right.covered);
            add(size, Some(left.dim), None);
            left.cover(size);
        } else {
            let size = catch_up(rest_right, common, right.covered, left.covered);
            add(size, None, Some(right.dim));
            right.cover(size);
        }
        left.leave_if_covered();
        right.leave_if_covered();
    }
    rule
}

/// The next factor of the side that is behind: what brings the two level where that divides, else what keeps the
/// common divisor for later, else all that is left.
fn catch_up(rest: i128, common: i128, behind: i128, ahead: i128) -> i128 {
    if ahead % behind == 0 && rest % (ahead / behind) == 0 {
        ahead / behind
    } else if rest > common {
        rest / common
    } else {
        rest
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let g = vjp.grad()?;
    Ok(vec![Some(b.reshape(g, &vjp.op.operand_type(0).dims)?)])
}
