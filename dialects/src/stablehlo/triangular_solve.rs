//! `stablehlo.triangular_solve`: the solution of triangular systems.
//!
//! Invariants: only the given triangle of the matrix is read (the diagonal not, where it is said to be one).
//! Computed in double precision.

use shardwright_ir::DerivativeFacet;
use super::convert::convert;
use super::facets::{check_class, classes, cost_with, nothing_more};
use num_complex::Complex64;
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, InferCtx, Inference, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, Attrs, ElementType, OpInfo, Type};

/// `stablehlo.triangular_solve`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.triangular_solve",
    summary: "x of op(a)·x = b, or of x·op(a) = b",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "left_side", required: true, summary: "whether the matrix stands left of the solution" },
        AttrSpec { name: "lower", required: true, summary: "whether the lower triangle is read" },
        AttrSpec { name: "unit_diagonal", required: true, summary: "whether the diagonal is taken to be one" },
        AttrSpec { name: "transpose_a", required: true, summary: "NO_TRANSPOSE, TRANSPOSE or ADJOINT" },
    ],
    traits: Traits::NONE,
    infer: Inference::Infer(infer),
    verify: nothing_more,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("linear in one operand, but its error grows with the parts"),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::linear_algebra::triangular_solve),
    localize: Localize::Same,
    syntax: Syntax::Generic,
};

/// How the matrix is used.
pub(super) struct Options {
    pub left: bool,
    pub lower: bool,
    pub unit: bool,
    pub transposed: bool,
    pub conjugated: bool,
}

/// Options from the attributes.
pub(super) fn options(attrs: &Attrs) -> Result<Options, String> {
    let flag = |name: &str| attrs.get(name).and_then(Attr::as_bool).ok_or_else(|| format!("attribute `{name}` must be true or false"));
    let transpose = attrs.get("transpose_a").and_then(Attr::as_enum).ok_or("attribute `transpose_a` is missing")?;
    let (transposed, conjugated) = match transpose.as_str() {
        "NO_TRANSPOSE" => (false, false),
        "TRANSPOSE" => (true, false),
        "ADJOINT" => (true, true),
        other => return Err(format!("transpose_a must be NO_TRANSPOSE, TRANSPOSE or ADJOINT, got {other}")),
    };
    Ok(Options { left: flag("left_side")?, lower: flag("lower")?, unit: flag("unit_diagonal")?, transposed, conjugated })
}

fn infer(ctx: &InferCtx) -> Result<Vec<Type>, String> {
    let (a, b) = (ctx.tensor(0)?, ctx.tensor(1)?);
    check_class(a.element, classes::FLOAT | classes::COMPLEX)?;
    let options = options(ctx.attrs)?;
    if a.element != b.element || a.rank() != b.rank() || a.rank() < 2 {
        return Err(format!("operands must have one element type and one rank of at least 2, got {a} and {b}"));
    }
    let rank = a.rank();
    if a.dims[..rank - 2] != b.dims[..rank - 2] {
        return Err(format!("operands must have the same leading dimensions, got {a} and {b}"));
    }
    if a.dims[rank - 2] != a.dims[rank - 1] {
        return Err(format!("first operand must be square matrices, got {a}"));
    }
    let shared = if options.left { b.dims[rank - 2] } else { b.dims[rank - 1] };
    if shared != a.dims[rank - 1] {
        return Err(format!("matrix of size {} does not fit {shared} unknowns", a.dims[rank - 1]));
    }
    Ok(vec![b.clone().into()])
}

fn rule(view: &OpView) -> ShardingRule {
    let (a, b) = (view.operand_type(0), view.operand_type(1));
    let rank = a.rank();
    let mut rule = ShardingRule::with_ranks(&[rank, rank], &[rank]);
    for (dim, &size) in a.dims[..rank - 2].iter().enumerate() {
        rule.add_factor(size, FactorKind::PassThrough, &[Some(dim), Some(dim)], &[Some(dim)]);
    }
    let Ok(options) = options(view.attrs()) else { return rule };
    let (first, second) = (rank - 2, rank - 1);
    let (rows, columns) = if options.transposed { (second, first) } else { (first, second) };
    let mut need = |size: i64, operands: [Option<usize>; 2], result: Option<usize>| {
        rule.add_factor(size, FactorKind::NeedReplication, &operands, &[result]);
    };
    if options.left {
        need(a.dims[rows], [Some(rows), Some(first)], None);
        need(b.dims[second], [None, Some(second)], Some(second));
        need(a.dims[columns], [Some(columns), None], Some(first));
    } else {
        need(b.dims[first], [None, Some(first)], Some(first));
        need(a.dims[columns], [Some(columns), Some(second)], None);
        need(a.dims[rows], [Some(rows), None], Some(second));
    }
    rule
}

/// n² operations a right-hand side.
fn cost(view: &OpView) -> OpCost {
    let a = view.operand_type(0);
    cost_with(view, view.operand_type(1).num_elements().saturating_mul(a.dims[a.rank() - 1]))
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let options = options(ctx.view().attrs())?;
    let (a, b) = (convert(&xs[0], ElementType::C128), convert(&xs[1], ElementType::C128));
    let (Buffer::C128(matrices), Buffer::C128(sides)) = (&*a.data, &*b.data) else { return Err("operands must be numbers".into()) };
    let rank = b.ty.rank();
    let size = a.ty.dims[rank - 1] as usize;
    let (rows, columns) = (b.ty.dims[rank - 2] as usize, b.ty.dims[rank - 1] as usize);
    let mut out = sides.clone();
    for (matrix, side) in matrices.chunks_exact((size * size).max(1)).zip(out.chunks_exact_mut((rows * columns).max(1))) {
        // `x op(a) = b` is `op(a)ᵀ xᵀ = bᵀ`: one transposition more, and unknowns along rows.
        let flipped = options.transposed == options.left;
        let read = |row: usize, column: usize| {
            let value = if flipped { matrix[column * size + row] } else { matrix[row * size + column] };
            if options.conjugated { value.conj() } else { value }
        };
        let (count, step, lane) = if options.left { (columns, columns, 1) } else { (rows, 1, columns) };
        for index in 0..count {
            solve(size, options.lower != flipped, options.unit, read, |at| index * lane + at * step, side);
        }
    }
    Ok(vec![convert(&Tensor::new(b.ty.clone(), Buffer::C128(out)), xs[1].ty.element)])
}

/// Replaces the right-hand side at `place(0..size)` by the solution.
fn solve(size: usize, lower: bool, unit: bool, read: impl Fn(usize, usize) -> Complex64, place: impl Fn(usize) -> usize, side: &mut [Complex64]) {
    for step in 0..size {
        let row = if lower { step } else { size - 1 - step };
        let known = if lower { 0..row } else { row + 1..size };
        let sum: Complex64 = known.map(|column| read(row, column) * side[place(column)]).sum();
        let rest = side[place(row)] - sum;
        side[place(row)] = if unit { rest } else { rest / read(row, row) };
    }
}
