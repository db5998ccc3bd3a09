//! The derivative of `stablehlo.convolution`: two convolutions.
//!
//! Along one spatial dimension, with tap `t` (counted from the other end where the window is reversed), position `p`, stride `s`,
//! distances `d` of the input's elements and `r` of the kernel's, element `i` of the input meets the tap where `p s + t r - low = i d`.
//! Read for `i`, this is a window of taps `r` apart that steps by `d` over positions `s` apart, the kernel turned round; read for
//! `t`, a window of positions `s` apart that steps by `r` over the input's elements `d` apart. Paddings follow from the sizes.
//! Groups: those of features of the input are groups of the batch for the kernel, and the other way round.

use super::super::convolution::Conv;
use super::super::dims::{ConvDims, Window};
use crate::derivative::*;
use shardwright_ir::{Attr, TensorType};

/// Both operands' gradients.
pub(in super::super) fn convolution(vjp: &Vjp, b: &mut Builder) -> Gradients {
    let (x, kernel, g) = (vjp.op.operand_type(0), vjp.op.operand_type(1), vjp.grad()?);
    let conv = Conv::read(vjp.op.attrs(), x.rank())?;
    // A sum of nothing: no window, or nothing under it.
    let empty = [b.ty(g), x, kernel].iter().any(|ty| ty.num_elements() == 0);
    let mut gradients = vec![None, None];
    for (place, ty) in [x, kernel].into_iter().enumerate().filter(|&(place, _)| vjp.wanted[place]) {
        gradients[place] = Some(match (empty, place) {
            (true, _) => b.splat(ty, 0.0)?,
            (false, 0) => of_input(vjp, b, &conv, g)?,
            (false, _) => of_kernel(vjp, b, &conv, g)?,
        });
    }
    Ok(gradients)
}

fn of_input(vjp: &Vjp, b: &mut Builder, conv: &Conv, g: Value) -> Result<Value, String> {
    let (x, kernel, dims) = (vjp.op.operand_type(0), vjp.op.operand_type(1), &conv.dims);
    let groups = conv.feature_groups.max(conv.batch_groups);
    let wide = b.ty(g).element;
    let mut weights = b.convert_if_needed(vjp.operands[1], wide)?;
    if groups > 1 {
        // Output features are taken in now: their groups become groups of what is put out.
        weights = move_groups(b, weights, groups, dims.kernel_output_feature, dims.kernel_input_feature)?;
    }
    let mut window = Window::unit(x.rank() - 2);
    for dim in 0..x.rank() - 2 {
        let (size, count, taps) = sizes(x, b.ty(g), kernel, dims, dim);
        let (stride, base, step) = (conv.window.strides[dim], conv.window.base_dilations[dim], conv.window.window_dilations[dim]);
        let reach = extent(taps, step)?;
        let low = reach - 1 - conv.window.padding[dim][0];
        window.padding[dim] = [low, extent(size, base)? + reach - 1 - low - extent(count, stride)?];
        (window.strides[dim], window.base_dilations[dim], window.window_dilations[dim]) = (base, stride, step);
        window.reversal[dim] = !conv.window.reversal[dim];
    }
    let backward = ConvDims {
        input_batch: dims.output_batch,
        input_feature: dims.output_feature,
        input_spatial: dims.output_spatial.clone(),
        kernel_input_feature: dims.kernel_output_feature,
        kernel_output_feature: dims.kernel_input_feature,
        kernel_spatial: dims.kernel_spatial.clone(),
        output_batch: dims.input_batch,
        output_feature: dims.input_feature,
        output_spatial: dims.input_spatial.clone(),
    };
    let mut gradient = b.convolution(g, weights, &backward, &window, groups, 1)?;
    keep_precision(vjp, b, gradient);
    if conv.batch_groups > 1 {
        gradient = move_groups(b, gradient, groups, dims.input_feature, dims.input_batch)?;
    }
    b.convert_if_needed(gradient, x.element)
}

fn of_kernel(vjp: &Vjp, b: &mut Builder, conv: &Conv, g: Value) -> Result<Value, String> {
    let (x, kernel, dims) = (vjp.op.operand_type(0), vjp.op.operand_type(1), &conv.dims);
    let wide = b.ty(g).element;
    let input = b.convert_if_needed(vjp.operands[0], wide)?;
    let mut window = Window::unit(x.rank() - 2);
    let mut reversed = Vec::new();
    for dim in 0..x.rank() - 2 {
        let (size, count, taps) = sizes(x, b.ty(g), kernel, dims, dim);
        let (stride, base, step) = (conv.window.strides[dim], conv.window.base_dilations[dim], conv.window.window_dilations[dim]);
        let low = conv.window.padding[dim][0];
        window.padding[dim] = [low, extent(taps, step)? + extent(count, stride)? - 1 - extent(size, base)? - low];
        (window.strides[dim], window.base_dilations[dim], window.window_dilations[dim]) = (step, base, stride);
        if conv.window.reversal[dim] {
            reversed.push(dims.kernel_spatial[dim]);
        }
    }
    let backward = ConvDims {
        input_batch: dims.input_feature,
        input_feature: dims.input_batch,
        input_spatial: dims.input_spatial.clone(),
        kernel_input_feature: dims.output_batch,
        kernel_output_feature: dims.output_feature,
        kernel_spatial: dims.output_spatial.clone(),
        output_batch: dims.kernel_input_feature,
        output_feature: dims.kernel_output_feature,
        output_spatial: dims.kernel_spatial.clone(),
    };
    let gradient = b.convolution(input, g, &backward, &window, conv.batch_groups, conv.feature_groups)?;
    keep_precision(vjp, b, gradient);
    let gradient = if reversed.is_empty() { gradient } else { b.reverse(gradient, &reversed)? };
    b.convert_if_needed(gradient, kernel.element)
}

/// Elements of the input, positions of the window and taps of the kernel along one spatial dimension.
fn sizes(x: &TensorType, g: &TensorType, kernel: &TensorType, dims: &ConvDims, dim: usize) -> (i64, i64, i64) {
    (x.dims[dims.input_spatial[dim] as usize], g.dims[dims.output_spatial[dim] as usize], kernel.dims[dims.kernel_spatial[dim] as usize])
}

/// From the first to the last of `count` elements that are `distance` apart.
pub(super) fn extent(count: i64, distance: i64) -> Result<i64, String> {
    (count - 1).checked_mul(distance).and_then(|last| last.checked_add(1)).ok_or_else(|| format!("{count} elements {distance} apart overflow"))
}

/// Dimension `from` split into `groups` parts, and the parts made the major part of dimension `to`.
fn move_groups(b: &mut Builder, x: Value, groups: i64, from: i64, to: i64) -> Result<Value, String> {
    let dims = b.ty(x).dims.to_vec();
    let (from, to) = (from as usize, to as usize);
    let mut split = dims.clone();
    split[from] /= groups;
    split.insert(from, groups);
    let parted = b.reshape(x, &split)?;
    // Where the dimension stood, its minor part is one place further.
    let mut order: Vec<i64> = (0..dims.len()).map(|dim| (dim + usize::from(dim >= from)) as i64).collect();
    order.insert(to, from as i64);
    let moved = b.transpose(parted, &order)?;
    let mut merged = dims;
    merged[from] /= groups;
    merged[to] *= groups;
    b.reshape(moved, &merged)
}

fn keep_precision(vjp: &Vjp, b: &mut Builder, value: Value) {
    if let (Some(op), Some(attr)) = (b.func.defining_op(value), vjp.op.attr("precision_config")) {
        b.func.op_mut(op).attrs.set("precision_config", Attr::clone(attr));
    }
}
