//! Boxes of tensors: contiguous runs copied between row-major buffers.
//!
//! Invariants: boxes are inside their tensors (callers clamp); nothing is computed, elements are only moved.

use shardwright_ir::interp::{Buffer, Tensor};
use shardwright_ir::types::TensorType;

/// Row-major strides, in elements.
pub fn strides(dims: &[i64]) -> Vec<usize> {
    let mut strides = vec![1usize; dims.len()];
    for dim in (1..dims.len()).rev() {
        strides[dim - 1] = strides[dim] * dims[dim].max(0) as usize;
    }
    strides
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
    let (from_strides, to_strides) = (strides(from_dims), strides(to_dims));
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
    let base = |start: &[i64], strides: &[usize]| -> usize { start.iter().zip(strides).map(|(&at, &stride)| at as usize * stride).sum() };
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
