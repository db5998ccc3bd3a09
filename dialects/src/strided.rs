//! Copies between row-major buffers: under strides (what transposes, broadcasts, slices, pads and concatenations are made
//! of), and of boxes (shards, windows).
//!
//! Invariants: every index that dimensions and strides span lies within the buffer, and boxes are inside their tensors
//! (callers have verified types and clamp); strides are in elements; nothing is computed, elements are only moved.

use shardwright_ir::interp::{Buffer, EvalError, Tensor};
use shardwright_ir::map_buffer;
use shardwright_ir::types::TensorType;

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
pub(crate) use map_pair;

/// Row-major strides of a shape.
pub fn row_major(dims: &[i64]) -> Vec<i64> {
    let mut strides = vec![1; dims.len()];
    for dim in (1..dims.len()).rev() {
        strides[dim - 1] = strides[dim] * dims[dim].max(1);
    }
    strides
}

/// [`row_major`] as positions in a buffer.
pub fn element_strides(dims: &[i64]) -> Vec<usize> {
    row_major(dims).into_iter().map(|stride| stride as usize).collect()
}

/// The elements at `offset + Σ index·stride` for all indices within `dims`, in row-major order.
pub fn read(data: &Buffer, dims: &[i64], strides: &[i64], offset: i64) -> Buffer {
    map_buffer!(data, v => read_slice(v, dims, strides, offset))
}

/// [`read`] on a slice.
pub fn read_slice<T: Copy>(data: &[T], dims: &[i64], strides: &[i64], offset: i64) -> Vec<T> {
    let mut out = Vec::with_capacity(dims.iter().product::<i64>().max(0) as usize);
    for_runs(dims, strides, offset, |start, count, stride| match stride {
        1 => out.extend_from_slice(&data[start as usize..(start + count) as usize]),
        0 => out.extend(std::iter::repeat_n(data[start as usize], count as usize)),
        _ => out.extend((0..count).map(|index| data[(start + index * stride) as usize])),
    });
    out
}

/// Writes the elements of `source` (row-major of shape `dims`) to `offset + Σ index·stride` of `target`.
pub fn write_slice<T: Copy>(target: &mut [T], source: &[T], dims: &[i64], strides: &[i64], offset: i64) {
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
pub fn write_over(fill: &Buffer, count: i64, values: &Buffer, dims: &[i64], strides: &[i64], offset: i64) -> Result<Buffer, EvalError> {
    Ok(map_pair!(fill, values, fill, values => {
        let mut target = vec![fill[0]; count as usize];
        write_slice(&mut target, values, dims, strides, offset);
        target
    }, else return Err("operands hold different element types".into())))
}

/// Calls `run(start, count, stride)` for each innermost run, in row-major order; adjacent dimensions that one
/// stride describes are walked as one.
pub fn for_runs(dims: &[i64], strides: &[i64], offset: i64, mut run: impl FnMut(i64, i64, i64)) {
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
pub fn extend(target: &mut Buffer, source: &Buffer, start: usize, count: usize) -> Result<(), EvalError> {
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

/// Calls `visit` with every coordinate of a box of these sizes, in row-major order. Once, with no coordinates, for rank 0.
pub fn for_each_index(sizes: &[i64], mut visit: impl FnMut(&[i64])) {
    if sizes.iter().any(|&size| size <= 0) {
        return;
    }
    let mut index = vec![0i64; sizes.len()];
    loop {
        visit(&index);
        let mut dim = sizes.len();
        loop {
            if dim == 0 {
                return;
            }
            dim -= 1;
            index[dim] += 1;
            if index[dim] < sizes[dim] {
                break;
            }
            index[dim] = 0;
        }
    }
}

/// Copies the box of `sizes` at `from_start` in `from` over the one at `to_start` in `to`.
pub fn copy_box(from: &Buffer, from_dims: &[i64], from_start: &[i64], to: &mut Buffer, to_dims: &[i64], to_start: &[i64], sizes: &[i64]) {
    let (from_strides, to_strides) = (row_major(from_dims), row_major(to_dims));
    let rank = sizes.len();
    // The run of elements that is contiguous in both tensors: the last dimension, and outer ones as long as all inner ones are whole.
    let mut outer = rank;
    let mut run = 1usize;
    while outer > 0 {
        let dim = outer - 1;
        run *= sizes[dim].max(0) as usize;
        outer = dim;
        if sizes[dim] != from_dims[dim] || sizes[dim] != to_dims[dim] {
            break;
        }
    }
    if run == 0 {
        return;
    }
    let base = |start: &[i64], strides: &[i64]| start.iter().zip(strides).map(|(at, stride)| at * stride).sum::<i64>() as usize;
    let (from_base, to_base) = (base(from_start, &from_strides), base(to_start, &to_strides));
    for_each_index(&sizes[..outer], |index| {
        let at = from_base + base(index, &from_strides);
        to.copy_from(to_base + base(index, &to_strides), from, at..at + run);
    });
}

/// The box of `sizes` at `start`.
pub fn slice_box(tensor: &Tensor, start: &[i64], sizes: &[i64]) -> Tensor {
    let ty = tensor.ty.with_dims(sizes);
    let mut data = Buffer::zeros(ty.element, ty.num_elements() as usize);
    copy_box(&tensor.data, &tensor.ty.dims, start, &mut data, sizes, &vec![0; sizes.len()], sizes);
    Tensor::new(ty, data)
}

/// `tensor` with the box at `start` replaced by `update`.
pub fn replace_box(tensor: &Tensor, start: &[i64], update: &Tensor) -> Tensor {
    let mut data = (*tensor.data).clone();
    let dims = &update.ty.dims;
    copy_box(&update.data, dims, &vec![0; dims.len()], &mut data, &tensor.ty.dims, start, dims);
    Tensor::new(tensor.ty.clone(), data)
}

/// Tensors that differ at most in `dim`, one after another along it. Panics where there are none.
pub fn concat(parts: &[Tensor], dim: usize) -> Tensor {
    let mut dims = parts[0].ty.dims.clone();
    dims[dim] = parts.iter().map(|part| part.ty.dims[dim]).sum();
    let ty = TensorType { element: parts[0].ty.element, dims };
    let mut data = Buffer::zeros(ty.element, ty.num_elements() as usize);
    let mut start = vec![0i64; ty.rank()];
    for part in parts {
        copy_box(&part.data, &part.ty.dims, &vec![0; ty.rank()], &mut data, &ty.dims, &start, &part.ty.dims);
        start[dim] += part.ty.dims[dim];
    }
    Tensor::new(ty, data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::types::ElementType;

    fn iota(dims: &[i64]) -> Tensor {
        let ty = TensorType::new(ElementType::I32, dims);
        let count = ty.num_elements() as i32;
        Tensor::new(ty, Buffer::I32((0..count).collect()))
    }

    #[test]
    fn boxes_are_cut_out_and_put_back() {
        // Rows 1..3, columns 1..3 of a 3x4 iota.
        let part = slice_box(&iota(&[3, 4]), &[1, 1], &[2, 2]);
        assert_eq!(*part.data, Buffer::I32(vec![5, 6, 9, 10]));
        let put = replace_box(&iota(&[3, 4]), &[0, 2], &part);
        assert_eq!(*put.data, Buffer::I32(vec![0, 1, 5, 6, 4, 5, 9, 10, 8, 9, 10, 11]));
    }

    #[test]
    fn pieces_are_joined_along_any_dimension() {
        let whole = iota(&[2, 3, 2]);
        for dim in 0..3 {
            let pieces: Vec<Tensor> = (0..whole.ty.dims[dim])
                .map(|at| {
                    let (mut start, mut sizes) = (vec![0; 3], whole.ty.dims.to_vec());
                    (start[dim], sizes[dim]) = (at, 1);
                    slice_box(&whole, &start, &sizes)
                })
                .collect();
            assert_eq!(concat(&pieces, dim), whole);
        }
    }

    #[test]
    fn scalars_and_empty_boxes_work() {
        assert_eq!(slice_box(&iota(&[]), &[], &[]), iota(&[]));
        assert_eq!(slice_box(&iota(&[3, 4]), &[0, 0], &[0, 4]).data.len(), 0);
    }
}
