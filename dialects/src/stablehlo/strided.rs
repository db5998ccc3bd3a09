//! Copies between row-major buffers under strides: what transposes, broadcasts, slices, pads and
//! concatenations are made of.
//!
//! Invariants: every index that the dimensions and strides span must lie within the buffer (callers have
//! verified types); strides are in elements.

use shardwright_ir::interp::{Buffer, EvalError};
use shardwright_ir::map_buffer;

/// Runs `$body` with `$x` and `$y` bound to the vectors of two buffers of one variant, and wraps its result in
/// that variant; `$otherwise` where the variants differ.
macro_rules! map_pair {
    ($left:expr, $right:expr, $x:ident, $y:ident => $body:expr, else $otherwise:expr) => {
        map_pair!(@arms $left, $right, $x, $y, $body, $otherwise,
            Bool I8 I16 I32 I64 U8 U16 U32 U64 F16 BF16 F32 F64 F8 C64 C128)
    };
    (@arms $left:expr, $right:expr, $x:ident, $y:ident, $body:expr, $otherwise:expr, $($variant:ident)*) => {
        match ($left, $right) {
            $((shardwright_ir::interp::Buffer::$variant($x), shardwright_ir::interp::Buffer::$variant($y)) => {
                shardwright_ir::interp::Buffer::$variant($body)
            })*
            _ => $otherwise,
        }
    };
}
pub(super) use map_pair;

/// Row-major strides of a shape.
pub(super) fn row_major(dims: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; dims.len()];
    for dim in (1..dims.len()).rev() {
        strides[dim - 1] = strides[dim] * dims[dim].max(1);
    }
    strides
}

/// The elements at `offset + Σ index·stride` for all indices within `dims`, in row-major order.
pub(super) fn read(data: &Buffer, dims: &[i64], strides: &[i64], offset: i64) -> Buffer {
    map_buffer!(data, v => read_slice(v, dims, strides, offset))
}

/// [`read`] on a slice.
pub(super) fn read_slice<T: Copy>(data: &[T], dims: &[i64], strides: &[i64], offset: i64) -> Vec<T> {
    let mut out = Vec::with_capacity(dims.iter().product::<i64>().max(0) as usize);
    for_runs(dims, strides, offset, |start, count, stride| match stride {
        1 => out.extend_from_slice(&data[start as usize..(start + count) as usize]),
        0 => out.extend(std::iter::repeat_n(data[start as usize], count as usize)),
        _ => out.extend((0..count).map(|index| data[(start + index * stride) as usize])),
    });
    out
}

/// Writes the elements of `source` (row-major of shape `dims`) to `offset + Σ index·stride` of `target`.
pub(super) fn write_slice<T: Copy>(target: &mut [T], source: &[T], dims: &[i64], strides: &[i64], offset: i64) {
    let mut done = 0;
    for_runs(dims, strides, offset, |start, count, stride| {
        let run = &source[done..done + count as usize];
        done += count as usize;
        if stride == 1 {
            target[start as usize..(start + count) as usize].copy_from_slice(run);
        } else {
            for (index, &element) in run.iter().enumerate() {
                target[(start + index as i64 * stride) as usize] = element;
            }
        }
    });
}

/// A buffer in which `values` are laid out by `dims`, `strides` and `offset` over `count` copies of `fill`'s one element.
pub(super) fn write_over(fill: &Buffer, count: i64, values: &Buffer, dims: &[i64], strides: &[i64], offset: i64) -> Result<Buffer, EvalError> {
    Ok(map_pair!(fill, values, fill, values => {
        let mut target = vec![fill[0]; count as usize];
        write_slice(&mut target, values, dims, strides, offset);
        target
    }, else return Err("operands hold different element types".into())))
}

/// Calls `run(start, count, stride)` for each innermost run, in row-major order; adjacent dimensions that one
/// stride describes are walked as one.
pub(super) fn for_runs(dims: &[i64], strides: &[i64], offset: i64, mut run: impl FnMut(i64, i64, i64)) {
    if dims.contains(&0) {
        return;
    }
    let mut merged: Vec<(i64, i64)> = Vec::with_capacity(dims.len());
    for (&size, &stride) in dims.iter().zip(strides) {
        match merged.last_mut() {
            _ if size == 1 => {}
            Some(last) if last.1 == stride * size => *last = (last.0 * size, stride),
            _ => merged.push((size, stride)),
        }
    }
    let (count, stride) = merged.pop().unwrap_or((1, 1));
    let mut index = vec![0i64; merged.len()];
    let mut start = offset;
    loop {
        run(start, count, stride);
        let mut dim = merged.len();
        loop {
            if dim == 0 {
                return;
            }
            dim -= 1;
            index[dim] += 1;
            start += merged[dim].1;
            if index[dim] < merged[dim].0 {
                break;
            }
            start -= merged[dim].1 * merged[dim].0;
            index[dim] = 0;
        }
    }
}

/// Appends `count` elements of `source` from `start` to `target`.
pub(super) fn extend(target: &mut Buffer, source: &Buffer, start: usize, count: usize) -> Result<(), EvalError> {
    macro_rules! arms {
        ($($variant:ident)*) => {
            match (target, source) {
                $((Buffer::$variant(target), Buffer::$variant(source)) => target.extend_from_slice(&source[start..start + count]),)*
                _ => return Err("operands hold different element types".into()),
            }
        };
    }
    arms!(Bool I8 I16 I32 I64 U8 U16 U32 U64 F16 BF16 F32 F64 F8 C64 C128);
    Ok(())
}
