//! Combining tensors elementwise by a region of two scalars: what reductions and collectives share.
//!
//! Invariants: a region that is one commutative op on its two arguments is combined in a typed loop with the
//! same rounding as the op itself (16-bit and 8-bit floats in `f32`, rounded once per step); every other
//! region is evaluated op by op on whole tensors.

use half::{bf16, f16};
use shardwright_ir::interp::scalar::{f8_of_f32, f32_of_f8};
use shardwright_ir::interp::{Buffer, EvalCtx, EvalError, Tensor};
use shardwright_ir::module::{Func, Region};
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementType, TensorType};

/// The kind by which a region of two scalars combines them, where it is a single such op.
pub fn reduce_kind(func: &Func, region: Region) -> Option<ReduceKind> {
    let data = func.region(region);
    let ([a, b], [op, end]) = (data.args.as_slice(), data.ops.as_slice()) else { return None };
    let op = func.op(*op);
    let swapped = op.operands == [*b, *a];
    if (op.operands != [*a, *b] && !swapped) || func.op(*end).operands != op.results {
        return None;
    }
    ReduceKind::of_op(op.info.name)
}

/// Checks that a region combines two scalars of `element` into one.
pub fn check_combiner(func: &Func, region: Region, element: ElementType) -> Result<(), String> {
    let data = func.region(region);
    let scalar = TensorType::scalar(element);
    if data.args.len() != 2 {
        return Err(format!("the region must take 2 arguments, got {}", data.args.len()));
    }
    for &arg in &data.args {
        if func.ty(arg).as_tensor() != Some(&scalar) {
            return Err(format!("the region's arguments must be {scalar}, got {}", func.ty(arg)));
        }
    }
    let end = func.terminator(region).ok_or("the region has no terminator")?;
    match func.op(end).operands.as_slice() {
        [value] if func.ty(*value).as_tensor() == Some(&scalar) => Ok(()),
        _ => Err(format!("the region must return one {scalar}")),
    }
}

/// Combines two tensors of one type by region `region` of the op that is being evaluated.
pub fn combine(ctx: &EvalCtx, region: usize, left: Tensor, right: &Tensor) -> Result<Tensor, EvalError> {
    let element = left.ty.element;
    let kind = reduce_kind(ctx.func, ctx.func.op(ctx.op).regions[region]);
    let (ty, mut data) = (left.ty.clone(), std::sync::Arc::unwrap_or_clone(left.data));
    if kind.is_some_and(|kind| fold(kind, element, &mut data, &right.data)) {
        return Ok(Tensor::new(ty, data));
    }
    let flat = |data: Buffer| Tensor::new(TensorType::new(element, &[data.len() as i64]), data);
    let mut results = ctx.map_region(region, &[flat(data), flat((*right.data).clone())])?;
    match (results.pop(), results.is_empty()) {
        (Some(result), true) => Ok(Tensor { ty, data: result.data }),
        _ => Err("the region must return one value".into()),
    }
}

/// `left = left (kind) right`, elementwise. False, with nothing done, where the kind means nothing for the element type.
pub fn fold(kind: ReduceKind, element: ElementType, left: &mut Buffer, right: &Buffer) -> bool {
    let pairs = 0..left.len();
    fold_pairs(kind, element, left, right, pairs.map(|index| (index, index)))
}

/// `left[i] = left[i] (kind) right[j]` for every pair `(i, j)` in turn. False, with nothing done, where the kind means nothing
/// for the element type.
pub fn fold_pairs(kind: ReduceKind, element: ElementType, left: &mut Buffer, right: &Buffer, pairs: impl Iterator<Item = (usize, usize)>) -> bool {
    macro_rules! each {
        ($a:ident, $b:ident, $f:expr) => {{
            for (i, j) in pairs {
                $a[i] = $f($a[i], $b[j]);
            }
            true
        }};
    }
    macro_rules! ints {
        ($a:ident, $b:ident, $ty:ty) => {
            match kind {
                ReduceKind::Sum => each!($a, $b, <$ty>::wrapping_add),
                ReduceKind::Product => each!($a, $b, <$ty>::wrapping_mul),
                ReduceKind::Max => each!($a, $b, Ord::max),
                ReduceKind::Min => each!($a, $b, Ord::min),
                ReduceKind::And => each!($a, $b, |x, y| x & y),
                ReduceKind::Or => each!($a, $b, |x, y| x | y),
            }
        };
    }
    macro_rules! floats {
        ($a:ident, $b:ident, $ty:ty, $up:expr, $down:expr) => {{
            let (up, down) = ($up, $down);
            match kind {
                ReduceKind::Sum => each!($a, $b, |x: $ty, y: $ty| down(up(x) + up(y))),
                ReduceKind::Product => each!($a, $b, |x: $ty, y: $ty| down(up(x) * up(y))),
                ReduceKind::Max => each!($a, $b, |x: $ty, y: $ty| if greater(up(x).into(), up(y).into()) { x } else { y }),
                ReduceKind::Min => each!($a, $b, |x: $ty, y: $ty| if greater((-up(x)).into(), (-up(y)).into()) { x } else { y }),
                ReduceKind::And | ReduceKind::Or => false,
            }
        }};
    }
    macro_rules! complexes {
        ($a:ident, $b:ident) => {
            match kind {
                ReduceKind::Sum => each!($a, $b, |x, y| x + y),
                ReduceKind::Product => each!($a, $b, |x, y| x * y),
                _ => false,
            }
        };
    }
    // Narrow integers wrap at their own width, not at the buffer's.
    if matches!(element, ElementType::I2 | ElementType::I4 | ElementType::UI2 | ElementType::UI4) {
        return false;
    }
    match (left, right) {
        (Buffer::Bool(a), Buffer::Bool(b)) => match kind {
            ReduceKind::Sum | ReduceKind::Max | ReduceKind::Or => each!(a, b, |x, y| x | y),
            ReduceKind::Product | ReduceKind::Min | ReduceKind::And => each!(a, b, |x, y| x & y),
        },
        (Buffer::I8(a), Buffer::I8(b)) => ints!(a, b, i8),
        (Buffer::I16(a), Buffer::I16(b)) => ints!(a, b, i16),
        (Buffer::I32(a), Buffer::I32(b)) => ints!(a, b, i32),
        (Buffer::I64(a), Buffer::I64(b)) => ints!(a, b, i64),
        (Buffer::U8(a), Buffer::U8(b)) => ints!(a, b, u8),
        (Buffer::U16(a), Buffer::U16(b)) => ints!(a, b, u16),
        (Buffer::U32(a), Buffer::U32(b)) => ints!(a, b, u32),
        (Buffer::U64(a), Buffer::U64(b)) => ints!(a, b, u64),
        (Buffer::F16(a), Buffer::F16(b)) => floats!(a, b, f16, f16::to_f32, f16::from_f32),
        (Buffer::BF16(a), Buffer::BF16(b)) => floats!(a, b, bf16, bf16::to_f32, bf16::from_f32),
        (Buffer::F32(a), Buffer::F32(b)) => floats!(a, b, f32, |x: f32| x, |x: f32| x),
        (Buffer::F64(a), Buffer::F64(b)) => floats!(a, b, f64, |x: f64| x, |x: f64| x),
        (Buffer::F8(a), Buffer::F8(b)) => floats!(a, b, u8, |x| f32_of_f8(element, x), |x| f8_of_f32(element, x)),
        (Buffer::C64(a), Buffer::C64(b)) => complexes!(a, b),
        (Buffer::C128(a), Buffer::C128(b)) => complexes!(a, b),
        _ => false,
    }
}

/// Whether `x` is the maximum of the two as StableHLO orders them: NaN above all, -0 below +0.
fn greater(x: f64, y: f64) -> bool {
    if x.is_nan() || y.is_nan() {
        return x.is_nan();
    }
    if x == 0.0 && y == 0.0 { !x.is_sign_negative() } else { x > y }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(kind: ReduceKind, left: Buffer, right: Buffer) -> Buffer {
        let mut data = left;
        assert!(fold(kind, ElementType::F32, &mut data, &right));
        data
    }

    /// The order of IEEE 754-2019 `maximum` and `minimum`, which StableHLO names.
    #[test]
    fn maximum_and_minimum_keep_nan_and_order_zeros() {
        let (a, b) = (vec![f32::NAN, 1.0, -0.0, 0.0, 2.0], vec![1.0, f32::NAN, 0.0, -0.0, 3.0]);
        let Buffer::F32(max) = folded(ReduceKind::Max, Buffer::F32(a.clone()), Buffer::F32(b.clone())) else { unreachable!() };
        assert!(max[0].is_nan() && max[1].is_nan());
        assert_eq!(max[2..].iter().map(|v| v.to_bits()).collect::<Vec<_>>(), [0, 0, 3f32.to_bits()]);
        let Buffer::F32(min) = folded(ReduceKind::Min, Buffer::F32(a), Buffer::F32(b)) else { unreachable!() };
        assert!(min[0].is_nan() && min[1].is_nan());
        assert_eq!(min[2..].iter().map(|v| v.to_bits()).collect::<Vec<_>>(), [1 << 31, 1 << 31, 2f32.to_bits()]);
    }

    #[test]
    fn integers_wrap_and_truth_values_saturate() {
        assert_eq!(folded(ReduceKind::Sum, Buffer::I8(vec![127]), Buffer::I8(vec![1])), Buffer::I8(vec![-128]));
        assert_eq!(folded(ReduceKind::Sum, Buffer::Bool(vec![true]), Buffer::Bool(vec![true])), Buffer::Bool(vec![true]));
    }
}
