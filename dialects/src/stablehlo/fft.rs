//! `stablehlo.fft`: discrete Fourier transforms of the last dimensions.
//!
//! Invariants: computed in double precision, even lengths halved down to an odd one. Transformed dimensions
//! need replication; where the last one is cut to its non-redundant half, no axis is carried along it.

use shardwright_ir::DerivativeFacet;
use super::convert::convert;
use super::facets::{cost_with, nothing_more};
use crate::strided;
use num_complex::Complex64;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::{Attr, Attrs, ElementType, OpInfo, TensorType, Type};

/// `stablehlo.fft`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.fft",
    summary: "discrete Fourier transform of the last dimensions",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "fft_type", required: true, summary: "FFT, IFFT, RFFT or IRFFT" },
        AttrSpec { name: "fft_length", required: true, summary: "sizes of the transformed dimensions (of the real side)" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::sums),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::fourier::fft),
    localize: Localize::Same,
    syntax: Syntax::Format("{0}, type = {fft_type}, length = {fft_length} : functional"),
};

/// Which transform.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Forward,
    Inverse,
    RealForward,
    RealInverse,
}

/// Which transform the attributes name.
pub(super) fn kind(attrs: &Attrs) -> Result<Kind, String> {
    let name = attrs.get("fft_type").and_then(Attr::as_enum).ok_or("attribute `fft_type` is missing")?;
    match name.as_str() {
        "FFT" => Ok(Kind::Forward),
        "IFFT" => Ok(Kind::Inverse),
        "RFFT" => Ok(Kind::RealForward),
        "IRFFT" => Ok(Kind::RealInverse),
        other => Err(format!("fft_type must be FFT, IFFT, RFFT or IRFFT, got {other}")),
    }
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let ty = ctx.tensor(0)?;
    let (kind, lengths) = (kind(ctx.attrs)?, ctx.ints("fft_length")?);
    let count = lengths.len();
    if !(1..=3).contains(&count) || count > ty.rank() {
        return Err(format!("fft_length must have 1 to 3 entries and at most the rank {}, got {count}", ty.rank()));
    }
    if let Some(length) = lengths.iter().find(|&&length| length < 1) {
        return Err(format!("fft_length must be at least 1, got {length}"));
    }
    let real = kind == Kind::RealForward;
    let element = match (real, ty.element) {
        (false, ElementType::C64) if kind == Kind::RealInverse => ElementType::F32,
        (false, ElementType::C128) if kind == Kind::RealInverse => ElementType::F64,
        (false, complex) if complex.is_complex() => complex,
        (true, ElementType::F32) => ElementType::C64,
        (true, ElementType::F64) => ElementType::C128,
        (_, other) => return Err(format!("operand must be {}, got {other}", if real { "f32 or f64" } else { "complex" })),
    };
    let mut dims = ty.dims.to_vec();
    let half = lengths[count - 1] / 2 + 1;
    for (index, &length) in lengths.iter().enumerate() {
        let dim = ty.rank() - count + index;
        let last = index + 1 == count;
        let wanted = if last && kind == Kind::RealInverse { half } else { length };
        if dims[dim] != wanted {
            return Err(format!("dimension {dim} must have size {wanted}, got {}", dims[dim]));
        }
        if last {
            dims[dim] = if real { half } else { length };
        }
    }
    Ok(vec![TensorType::new(element, &dims).into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let (from, to) = (view.operand_type(0), view.result_type(0));
    let rank = from.rank();
    let mut rule = ShardingRule::with_ranks(&[rank], &[rank]);
    let first = rank - view.ints("fft_length").len().min(rank);
    for (dim, &size) in from.dims.iter().enumerate() {
        let kind = if dim < first { FactorKind::PassThrough } else { FactorKind::NeedReplication };
        let factor = rule.add_factor(size, kind, &[Some(dim)], &[Some(dim)]);
        if size != to.dims[dim] {
            rule.block(factor);
        }
    }
    rule
}

/// Five operations an element and halving: the usual count for a fast transform.
fn cost(view: &OpView) -> OpCost {
    let points = view.ints("fft_length").iter().fold(1i64, |product, &length| product.saturating_mul(length)).max(2);
    let elements = view.operand_type(0).num_elements().max(view.result_type(0).num_elements());
    cost_with(view, elements.saturating_mul(5).saturating_mul(i64::from(points.ilog2())))
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let view = ctx.view();
    let (kind, lengths) = (kind(view.attrs())?, view.ints("fft_length"));
    let result = view.result_type(0).clone();
    let rank = result.rank();
    let mut dims = xs[0].ty.dims.to_vec();
    let wide = convert(&xs[0], ElementType::C128);
    let Buffer::C128(values) = &*wide.data else { return Err("operand must be numbers".into()) };
    let mut values = values.clone();
    let inverse = matches!(kind, Kind::Inverse | Kind::RealInverse);
    for index in 0..lengths.len() {
        let dim = rank - lengths.len() + index;
        if kind == Kind::RealInverse && index + 1 == lengths.len() {
            values = mirrored(&values, dims[dim] as usize, lengths[index] as usize);
            dims[dim] = lengths[index];
        }
        transform(&mut values, &dims, dim, inverse);
    }
    if kind == Kind::RealForward {
        let strides = strided::row_major(&dims);
        values = strided::read_slice(&values, &result.dims, &strides, 0);
    }
    let done = Tensor::new(TensorType::new(ElementType::C128, &result.dims), Buffer::C128(values));
    Ok(vec![convert(&done, result.element)])
}

/// Rows of `half` elements completed to the `length` elements of a spectrum of real values.
fn mirrored(values: &[Complex64], half: usize, length: usize) -> Vec<Complex64> {
    let row = |row: &[Complex64]| (0..length).map(|index| if index < half { row[index] } else { row[length - index].conj() }).collect::<Vec<_>>();
    values.chunks_exact(half).flat_map(row).collect()
}

/// Transforms along one dimension in place.
fn transform(values: &mut [Complex64], dims: &[i64], dim: usize, inverse: bool) {
    let length = dims[dim] as usize;
    let inner: usize = dims[dim + 1..].iter().product::<i64>() as usize;
    let scale = if inverse { 1.0 / length as f64 } else { 1.0 };
    for block in values.chunks_exact_mut((length * inner).max(1)) {
        for lane in 0..inner {
            let line: Vec<Complex64> = (0..length).map(|index| block[index * inner + lane]).collect();
            for (index, value) in fourier(&line, if inverse { 1.0 } else { -1.0 }).into_iter().enumerate() {
                block[index * inner + lane] = value * scale;
            }
        }
    }
}

/// `Σ line[n] e^(sign 2πi n k / N)` for every k.
fn fourier(line: &[Complex64], sign: f64) -> Vec<Complex64> {
    let length = line.len();
    let root = |numerator: usize| Complex64::cis(sign * 2.0 * std::f64::consts::PI * (numerator % length) as f64 / length as f64);
    if length % 2 == 1 || length < 4 {
        return (0..length).map(|k| line.iter().enumerate().map(|(n, value)| value * root(n * k)).sum()).collect();
    }
    let part = |first: usize| fourier(&line.iter().skip(first).step_by(2).copied().collect::<Vec<_>>(), sign);
    let (even, odd) = (part(0), part(1));
    let half = length / 2;
    (0..length).map(|k| even[k % half] + root(k) * odd[k % half]).collect()
}
