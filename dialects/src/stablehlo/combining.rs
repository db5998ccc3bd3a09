//! How the bodies of reductions combine: by a known kind in typed loops, or by evaluating the region on whole
//! tensors at once.
//!
//! Invariants: bodies are associative and commutative, as StableHLO demands, so the order of combination is
//! ours to choose; 16-bit and 8-bit floats that a known kind combines are kept in `f32` until the end.

use super::convert::convert;
use super::elementwise::binary::{Add, And, Maximum, Minimum, Multiply, Or};
use super::elementwise::{Binary, zip_buffers};
use crate::strided;
use num_complex::{Complex32, Complex64};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::ElementClass;
use shardwright_ir::{ElementType, TensorType};

/// How one op's body combines accumulated values with others.
pub(super) enum Combiner<'a, 'b> {
    /// One operand, by a known kind.
    Kind(ReduceKind),
    /// Any number of operands, by region 0 of the op.
    Region(&'a EvalCtx<'b>),
}

impl<'a, 'b> Combiner<'a, 'b> {
    /// The combiner of region 0 of the op that is being evaluated, with `operands` accumulated values.
    pub(super) fn of(ctx: &'a EvalCtx<'b>, operands: usize, element: ElementType) -> Combiner<'a, 'b> {
        let body = ctx.func.op(ctx.op).regions[0];
        match crate::combine::reduce_kind(ctx.func, body) {
            Some(kind) if operands == 1 && applies(kind, element) => Combiner::Kind(kind),
            _ => Combiner::Region(ctx),
        }
    }
    /// The type in which operands are kept while they are combined.
    pub(super) fn working_type(&self, element: ElementType) -> ElementType {
        match self {
            Combiner::Kind(_) if element.is_float() && element.bits() < 32 => ElementType::F32,
            _ => element,
        }
    }
    /// Combines tensors of equal shapes pairwise, whatever the shape.
    pub(super) fn combine(&self, left: &[Tensor], right: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
        match self {
            Combiner::Kind(kind) => {
                let data = zip_kind(*kind, left[0].ty.element, &left[0].data, &right[0].data)?;
                Ok(vec![Tensor::new(left[0].ty.clone(), data)])
            }
            Combiner::Region(ctx) => {
                let flat = |tensor: &Tensor| Tensor { ty: tensor.ty.with_dims(&[tensor.ty.num_elements()]), data: tensor.data.clone() };
                let args: Vec<Tensor> = left.iter().chain(right).map(flat).collect();
                let results = ctx.map_region(0, &args)?;
                Ok(results.into_iter().zip(left).map(|(made, like)| Tensor { ty: made.ty.with_dims(&like.ty.dims), data: made.data }).collect())
            }
        }
    }
}

/// Whether a kind means something for an element type.
fn applies(kind: ReduceKind, element: ElementType) -> bool {
    match kind {
        ReduceKind::And | ReduceKind::Or => element.is_int() || element.class() == ElementClass::Bool,
        _ => true,
    }
}

fn zip_kind(kind: ReduceKind, element: ElementType, x: &Buffer, y: &Buffer) -> Result<Buffer, EvalError> {
    match kind {
        ReduceKind::Sum => zip_buffers::<Add>(element, x, y),
        ReduceKind::Product => zip_buffers::<Multiply>(element, x, y),
        ReduceKind::Max => zip_buffers::<Maximum>(element, x, y),
        ReduceKind::Min => zip_buffers::<Minimum>(element, x, y),
        ReduceKind::And => zip_buffers::<And>(element, x, y),
        ReduceKind::Or => zip_buffers::<Or>(element, x, y),
    }
}

/// `x` reduced by a kind over some dimensions, `init` (a scalar) first. The result has the kept dimensions.
pub(super) fn reduce_by_kind(kind: ReduceKind, x: &Tensor, init: &Tensor, dims: &[i64]) -> Result<Tensor, EvalError> {
    match kind {
        ReduceKind::Sum => fold::<Add>(x, init, dims),
        ReduceKind::Product => fold::<Multiply>(x, init, dims),
        ReduceKind::Max => fold::<Maximum>(x, init, dims),
        ReduceKind::Min => fold::<Minimum>(x, init, dims),
        ReduceKind::And => fold::<And>(x, init, dims),
        ReduceKind::Or => fold::<Or>(x, init, dims),
    }
}

fn fold<K: Binary>(x: &Tensor, init: &Tensor, dims: &[i64]) -> Result<Tensor, EvalError> {
    let element = x.ty.element;
    if element.is_float() && element.bits() < 32 {
        let wide = fold::<K>(&convert(x, ElementType::F32), &convert(init, ElementType::F32), dims)?;
        return Ok(convert(&wide, element));
    }
    let kept: Vec<i64> = (0..x.ty.rank()).filter(|&dim| !dims.contains(&(dim as i64))).map(|dim| x.ty.dims[dim]).collect();
    let mut strides = vec![0; x.ty.rank()];
    let mut minor = 1;
    for dim in (0..x.ty.rank()).rev().filter(|&dim| !dims.contains(&(dim as i64))) {
        strides[dim] = minor;
        minor *= x.ty.dims[dim];
    }
    let bits = element.bits();
    macro_rules! arms {
        ($($variant:ident |$a:ident, $b:ident| $body:expr;)*) => {
            match (&*x.data, &*init.data) {
                $((Buffer::$variant(data), Buffer::$variant(init)) => {
                    Buffer::$variant(fold_slice(data, init[0], &x.ty.dims, &strides, minor as usize, |$a, $b| $body))
                })*
                _ => return Err(format!("initial value must have the operand's type, got {} and {}", init.ty, x.ty).into()),
            }
        };
    }
    let data = arms! {
        Bool |a, b| K::bool(a, b);
        I8 |a, b| K::int(a, b, bits);
        I16 |a, b| K::int(a, b, bits);
        I32 |a, b| K::int(a, b, bits);
        I64 |a, b| K::int(a, b, bits);
        U8 |a, b| K::int(a, b, bits);
        U16 |a, b| K::int(a, b, bits);
        U32 |a, b| K::int(a, b, bits);
        U64 |a, b| K::int(a, b, bits);
        F32 |a, b| K::single(a, b);
        F64 |a, b| K::double(a, b);
        C64 |a, b| {
            let wide = |c: Complex32| Complex64::new(f64::from(c.re), f64::from(c.im));
            let sum = K::complex(wide(a), wide(b));
            Complex32::new(sum.re as f32, sum.im as f32)
        };
        C128 |a, b| K::complex(a, b);
    };
    Ok(Tensor::new(TensorType::new(element, &kept), super::elementwise::wrapped(element, data)))
}

/// Folds row-major `data` into `count` results; `strides` are those of the results (0 along reduced dimensions).
fn fold_slice<T: Copy>(data: &[T], init: T, dims: &[i64], strides: &[i64], count: usize, combine: impl Fn(T, T) -> T + Copy) -> Vec<T> {
    let mut results = vec![init; count];
    let mut done = 0;
    strided::for_runs(dims, strides, 0, |start, length, stride| {
        let run = &data[done..done + length as usize];
        done += length as usize;
        if stride == 0 {
            let at = &mut results[start as usize];
            *at = combine(*at, fold_run(run, combine));
        } else {
            for (index, &element) in run.iter().enumerate() {
                let at = &mut results[(start + index as i64 * stride) as usize];
                *at = combine(*at, element);
            }
        }
    });
    results
}

/// Folds a non-empty run by halves down to short pieces: sums keep their accuracy, and the pieces' lanes are
/// independent, so that they are computed side by side.
fn fold_run<T: Copy>(run: &[T], combine: impl Fn(T, T) -> T + Copy) -> T {
    const LANES: usize = 8;
    if run.len() > 512 {
        let (left, right) = run.split_at(run.len() / 2);
        return combine(fold_run(left, combine), fold_run(right, combine));
    }
    let (chunks, rest) = run.as_chunks::<LANES>();
    let (mut total, others) = match chunks.split_first() {
        Some((first, chunks)) => {
            let mut lanes = *first;
            for chunk in chunks {
                for lane in 0..LANES {
                    lanes[lane] = combine(lanes[lane], chunk[lane]);
                }
            }
            (lanes[1..].iter().fold(lanes[0], |a, &b| combine(a, b)), rest)
        }
        None => (rest[0], &rest[1..]),
    };
    for &element in others {
        total = combine(total, element);
    }
    total
}
