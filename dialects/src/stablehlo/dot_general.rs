//! `stablehlo.dot_general`: the product of two tensors over contracted dimensions, batched over others.
//!
//! Invariants: the result's dimensions are the batch dimensions, then the free ones of the left operand, then
//! those of the right. The result's element type is the op's parameter: the type in which sums are kept.

use crate::derivative::*;
use super::dims::dot_dims;
use super::facets::{cost_with, tensors_only};
use super::gemm;
use crate::strided;
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{Attr, Attrs, ElementType, OpInfo, TensorType};

/// `stablehlo.dot_general`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.dot_general",
    summary: "the product of two tensors over contracted dimensions, batched over others",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "dot_dimension_numbers", required: true, summary: "batching and contracting dimensions" },
        AttrSpec { name: "precision_config", required: false, summary: "precision of each operand" },
        AttrSpec { name: "algorithm", required: false, summary: "how products are accumulated" },
    ],
    traits: Traits::NONE,
    infer: Inference::Given("the result's element type is the op's parameter"),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::product),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(vjp),
    localize: Localize::Same,
    syntax: Syntax::Custom(&crate::syntax::DotGeneral),
};

/// Dimension numbers of a `dot_general`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DotDims {
    /// Batch dimensions of the left operand.
    pub lhs_batching: Vec<i64>,
    /// Batch dimensions of the right operand.
    pub rhs_batching: Vec<i64>,
    /// Contracted dimensions of the left operand.
    pub lhs_contracting: Vec<i64>,
    /// Contracted dimensions of the right operand.
    pub rhs_contracting: Vec<i64>,
}

impl DotDims {
    /// From the attributes of a `dot_general`.
    pub fn read(attrs: &Attrs) -> Result<DotDims, String> {
        let fields = attrs.get("dot_dimension_numbers").and_then(Attr::as_struct).ok_or("attribute `dot_dimension_numbers` must be #stablehlo.dot")?;
        let list = |name: &str| fields.ints(name).unwrap_or_default();
        Ok(DotDims {
            lhs_batching: list("lhs_batching_dimensions"),
            rhs_batching: list("rhs_batching_dimensions"),
            lhs_contracting: list("lhs_contracting_dimensions"),
            rhs_contracting: list("rhs_contracting_dimensions"),
        })
    }
    /// Free dimensions of the left operand, in order.
    pub fn lhs_free(&self, rank: usize) -> Vec<i64> {
        free(rank, &self.lhs_batching, &self.lhs_contracting)
    }
    /// Free dimensions of the right operand, in order.
    pub fn rhs_free(&self, rank: usize) -> Vec<i64> {
        free(rank, &self.rhs_batching, &self.rhs_contracting)
    }
}

fn free(rank: usize, batching: &[i64], contracting: &[i64]) -> Vec<i64> {
    (0..rank as i64).filter(|dim| !batching.contains(dim) && !contracting.contains(dim)).collect()
}

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let dims = DotDims::read(view.attrs())?;
    let (x, y, result) = (view.operand_type(0), view.operand_type(1), view.result_type(0));
    let shape = dot_dims(x, y, (&dims.lhs_batching, &dims.rhs_batching), (&dims.lhs_contracting, &dims.rhs_contracting))?;
    check_product(x, y, &shape, result)
}

/// Checks a sum of products: its shape, and that both factors are numbers of one kind.
pub(super) fn check_product(x: &TensorType, y: &TensorType, shape: &[i64], result: &TensorType) -> Result<(), String> {
    if *shape != result.dims[..] {
        return Err(format!("result must have shape {shape:?}, got {result}"));
    }
    if x.element.is_complex() != y.element.is_complex() || x.element.is_float() != y.element.is_float() {
        return Err(format!("operands must be numbers of one kind, got {} and {}", x.element, y.element));
    }
    Ok(())
}

fn rule(view: &OpView) -> ShardingRule {
    let (x, y, result) = (view.operand_type(0), view.operand_type(1), view.result_type(0));
    let mut rule = ShardingRule::with_ranks(&[x.rank(), y.rank()], &[result.rank()]);
    let Ok(dims) = DotDims::read(view.attrs()) else { return rule };
    let mut out = 0;
    let mut add = |size: i64, kind: FactorKind, left: Option<i64>, right: Option<i64>| {
        let target = (kind == FactorKind::PassThrough).then(|| {
            out += 1;
            out - 1
        });
        rule.add_factor(size, kind, &[left.map(|dim| dim as usize), right.map(|dim| dim as usize)], &[target]);
    };
    for (&left, &right) in dims.lhs_batching.iter().zip(&dims.rhs_batching) {
        add(x.dims[left as usize], FactorKind::PassThrough, Some(left), Some(right));
    }
    for dim in dims.lhs_free(x.rank()) {
        add(x.dims[dim as usize], FactorKind::PassThrough, Some(dim), None);
    }
    for dim in dims.rhs_free(y.rank()) {
        add(y.dims[dim as usize], FactorKind::PassThrough, None, Some(dim));
    }
    for (&left, &right) in dims.lhs_contracting.iter().zip(&dims.rhs_contracting) {
        add(x.dims[left as usize], FactorKind::Reduction, Some(left), Some(right));
    }
    rule
}

/// Two operations for each product: multiply and add.
fn cost(view: &OpView) -> OpCost {
    let contracted = DotDims::read(view.attrs()).map_or(1, |dims| {
        dims.lhs_contracting.iter().fold(1i64, |product, &dim| product.saturating_mul(view.operand_type(0).dims[dim as usize]))
    });
    cost_with(view, view.result_type(0).num_elements().saturating_mul(contracted).saturating_mul(2))
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let dims = DotDims::read(ctx.view().attrs())?;
    let result = ctx.view().result_type(0).clone();
    let (x, y) = (&xs[0], &xs[1]);
    let (x_free, y_free) = (dims.lhs_free(x.ty.rank()), dims.rhs_free(y.ty.rank()));
    let size = |ty: &shardwright_ir::TensorType, list: &[i64]| list.iter().map(|&dim| ty.dims[dim as usize] as usize).product::<usize>();
    let sizes = [size(&x.ty, &dims.lhs_batching), size(&x.ty, &x_free), size(&x.ty, &dims.lhs_contracting), size(&y.ty, &y_free)];
    let x = permuted(x, &[&dims.lhs_batching[..], &x_free, &dims.lhs_contracting].concat());
    let y = permuted(y, &[&dims.rhs_batching[..], &dims.rhs_contracting, &y_free].concat());
    Ok(vec![gemm::batched(&x, &y, sizes, result.element, &result.dims)])
}

/// `x` with its dimensions in this order.
pub(super) fn permuted(x: &Tensor, order: &[i64]) -> Tensor {
    if order.iter().enumerate().all(|(index, &dim)| index as i64 == dim) {
        return x.clone();
    }
    let own = strided::row_major(&x.ty.dims);
    let dims: Vec<i64> = order.iter().map(|&dim| x.ty.dims[dim as usize]).collect();
    let strides: Vec<i64> = order.iter().map(|&dim| own[dim as usize]).collect();
    Tensor::new(x.ty.with_dims(&dims), strided::read(&x.data, &dims, &strides, 0))
}

fn vjp(vjp: &Vjp, b: &mut Builder) -> Gradients {
    product_vjp(vjp, b, &DotDims::read(vjp.op.attrs())?)
}

/// Gradients of both factors of a product: each is the product of the result's gradient with the other factor, over what only that
/// one has. Factors of another element type than the gradient's are widened to it before.
pub(super) fn product_vjp(vjp: &Vjp, b: &mut Builder, dims: &DotDims) -> Gradients {
    let (x, y, g) = (vjp.op.operand_type(0), vjp.op.operand_type(1), vjp.grad()?);
    let (x_free, y_free) = (dims.lhs_free(x.rank()), dims.rhs_free(y.rank()));
    let batch: Vec<i64> = (0..dims.lhs_batching.len() as i64).collect();
    let in_g = |offset: usize, count: usize| -> Vec<i64> { (batch.len() + offset..batch.len() + offset + count).map(|dim| dim as i64).collect() };
    let mut gradients = vec![None, None];
    if vjp.wanted[0] {
        let other = Factor { value: vjp.operands[1], batching: &dims.rhs_batching, summed: &y_free };
        // What is left of the gradient, then what is left of the right operand, in its order.
        let left = [x_free.clone(), in_order_of(&dims.lhs_contracting, &dims.rhs_contracting)];
        let g = Factor { value: g, batching: &batch, summed: &in_g(x_free.len(), y_free.len()) };
        gradients[0] = Some(gradient(vjp, b, [g, other], &dims.lhs_batching, left, x.element)?);
    }
    if vjp.wanted[1] {
        let other = Factor { value: vjp.operands[0], batching: &dims.lhs_batching, summed: &x_free };
        let left = [in_order_of(&dims.rhs_contracting, &dims.lhs_contracting), y_free.clone()];
        let g = Factor { value: g, batching: &batch, summed: &in_g(0, x_free.len()) };
        gradients[1] = Some(gradient(vjp, b, [other, g], &dims.rhs_batching, left, y.element)?);
    }
    Ok(gradients)
}

/// One factor of a gradient.
struct Factor<'a> {
    value: Value,
    batching: &'a [i64],
    /// The dimensions that are summed over.
    summed: &'a [i64],
}

/// The product of two factors, put into the order of an operand: its batch dimensions, then `left`: its dimensions that the first and the
/// second factor have. The factors change places where that order needs no transposition and the other does.
fn gradient(vjp: &Vjp, b: &mut Builder, [first, second]: [Factor; 2], batch: &[i64], left: [Vec<i64>; 2], element: ElementType) -> Result<Value, String> {
    let in_place = |order: &[i64]| order.iter().enumerate().all(|(place, &dim)| place as i64 == dim);
    let order = [batch, &left[0], &left[1]].concat();
    let turned = [batch, &left[1], &left[0]].concat();
    let (first, second, order) = if !in_place(&order) && in_place(&turned) { (second, first, turned) } else { (first, second, order) };
    // Factors of different types are multiplied in the wider one.
    let wide = b.ty(vjp.grad()?).element;
    let (x, y) = (b.convert_if_needed(first.value, wide)?, b.convert_if_needed(second.value, wide)?);
    let product = b.dot_general(x, y, (first.batching, second.batching), (first.summed, second.summed), element)?;
    keep_precision(vjp, b, product);
    back_to_place(b, product, &order)
}

/// `own`, in the ascending order of its counterparts.
fn in_order_of(own: &[i64], counterparts: &[i64]) -> Vec<i64> {
    let mut pairs: Vec<(i64, i64)> = counterparts.iter().copied().zip(own.iter().copied()).collect();
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, own)| own).collect()
}

/// `product`, whose dimension `i` belongs at `order[i]`.
fn back_to_place(b: &mut Builder, product: Value, order: &[i64]) -> Result<Value, String> {
    let mut permutation = vec![0; order.len()];
    order.iter().enumerate().for_each(|(from, &to)| permutation[to as usize] = from as i64);
    if permutation.iter().enumerate().all(|(to, &from)| to as i64 == from) { Ok(product) } else { b.transpose(product, &permutation) }
}

/// Gradients are computed as precisely as the product was.
fn keep_precision(vjp: &Vjp, b: &mut Builder, product: Value) {
    let Some(op) = b.func.defining_op(product) else { return };
    for name in ["precision_config", "algorithm"] {
        if let Some(attr) = vjp.op.attr(name) {
            b.func.op_mut(op).attrs.set(name, attr.clone());
        }
    }
}
