//! Products summed over dimensions: matrix products and convolutions.
//!
//! Invariants: floats narrower than `f32` are summed in `f32`; loops run over batch, rows, columns and then what is summed, so that
//! tiling finds a matrix product's dimensions in their place.

use super::super::site::Site;
use super::super::writer::{Access, Block, Loop, Map, Result, Val};
use super::{arrays, conversion, numbers};
use shardwright_dialects::stablehlo::dims::{ConvDims, Window};
use shardwright_dialects::stablehlo::dot_general::DotDims;
use shardwright_ir::{ElementType, TensorType};

/// `stablehlo.dot_general`.
pub fn dot_general<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    dot(site, x, &site.read(DotDims::read(site.op.attrs()))?)
}

/// `stablehlo.dot`: the last dimension of the left operand with the first of the right.
pub fn dot_op<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let last = site.operand(0).rank() as i64 - 1;
    dot(site, x, &DotDims { lhs_batching: vec![], rhs_batching: vec![], lhs_contracting: vec![last], rhs_contracting: vec![0] })
}

/// Loops are batch, left free, right free, then contracting.
fn dot<'m>(site: &Site<'_, 'm>, x: &[Val<'m>], dims: &DotDims) -> Result<Vec<Val<'m>>> {
    let (left, right, result) = (site.operand(0), site.operand(1), site.result(0));
    let (mut lhs, mut rhs) = (vec![0; left.rank()], vec![0; right.rank()]);
    let mut next = 0..;
    let mut number = |dims: &mut Vec<usize>, at: i64, loop_: Option<usize>| -> usize {
        let loop_ = loop_.or_else(|| next.next()).unwrap_or_default();
        dims[at as usize] = loop_;
        loop_
    };
    for (&l, &r) in dims.lhs_batching.iter().zip(&dims.rhs_batching) {
        let loop_ = number(&mut lhs, l, None);
        number(&mut rhs, r, Some(loop_));
    }
    dims.lhs_free(left.rank()).into_iter().for_each(|dim| _ = number(&mut lhs, dim, None));
    dims.rhs_free(right.rank()).into_iter().for_each(|dim| _ = number(&mut rhs, dim, None));
    for (&l, &r) in dims.lhs_contracting.iter().zip(&dims.rhs_contracting) {
        let loop_ = number(&mut lhs, l, None);
        number(&mut rhs, r, Some(loop_));
    }
    let summed = dims.lhs_contracting.len();
    let inputs = [(x[0], Map::loops(lhs)), (x[1], Map::loops(rhs))];
    Ok(vec![sum_of_products(site, &inputs, Map::identity(result.rank()), result, summed)?])
}

/// The type in which products for a result of this type are summed.
fn summed_in(result: ElementType) -> ElementType {
    match result {
        ElementType::I1 => ElementType::I64,
        narrow if narrow.is_float() && narrow.bits() < 32 => ElementType::F32,
        other => other,
    }
}

/// A loop nest over the result's dimensions and then `summed` ones, that adds up products of two inputs.
fn sum_of_products<'m>(site: &Site<'_, 'm>, inputs: &[Access<'m>; 2], output: Map, result: &TensorType, summed: usize) -> Result<Val<'m>> {
    let w = &site.w;
    let element = summed_in(result.element);
    let wide = result.with_element(element);
    let loops: Vec<Loop> = (0..result.rank() + summed).map(|index| if index < result.rank() { Loop::Parallel } else { Loop::Reduction }).collect();
    let start = w.zeros(site.block, &wide)?;
    let sums = w.generic(site.block, inputs, &[(start, output)], &loops, |inner, x| {
        let site = site.inside(inner);
        let left = conversion::number(&site, x[0], site.operand(0).element, element)?;
        let right = conversion::number(&site, x[1], site.operand(1).element, element)?;
        let product = numbers::of(&site, element, &[left, right], &numbers::MULTIPLY)?;
        Ok(vec![numbers::of(&site, element, &[x[2], product], &numbers::ADD)?])
    })?;
    converted(site, site.block, w.only(sums)?, &wide, result.element)
}

/// A tensor's numbers as another type.
pub fn converted<'m>(site: &Site<'_, 'm>, block: Block<'m>, x: Val<'m>, ty: &TensorType, element: ElementType) -> Result<Val<'m>> {
    if ty.element == element {
        return Ok(x);
    }
    site.w.fill_new(block, &ty.with_element(element), &[(x, Map::identity(ty.rank()))], |inner, elements| {
        conversion::number(&site.inside(inner), elements[0], ty.element, element)
    })
}

/// `stablehlo.convolution`: loops are the result's dimensions (its features as groups and features of a group), the kernel's input
/// features and its space.
pub fn convolution<'m>(site: &Site<'_, 'm>, x: &[Val<'m>]) -> Result<Vec<Val<'m>>> {
    let (w, block) = (&site.w, site.block);
    let (input, kernel, result) = (site.operand(0), site.operand(1), site.result(0));
    let dims = site.read(ConvDims::read(site.op.attrs()))?;
    let window = site.read(Window::read(site.op.attrs(), input.rank() - 2, "lhs_dilation", "rhs_dilation"))?;
    let (features, batches) = (site.op.int_or("feature_group_count", 1), site.op.int_or("batch_group_count", 1));
    let groups = features.max(batches);

    // The input with its padding and with zeros between its elements.
    let (mut padded, mut low, mut interior) = (input.dims.to_vec(), vec![0; input.rank()], vec![0; input.rank()]);
    for (index, &dim) in dims.input_spatial.iter().enumerate() {
        let dim = dim as usize;
        let [before, after] = window.padding[index];
        (low[dim], interior[dim]) = (before, window.base_dilations[index] - 1);
        padded[dim] = ((input.dims[dim] - 1) * window.base_dilations[index] + 1).max(0) + before + after;
    }
    let zero = w.number(block, input.element, 0.0)?;
    let source = arrays::pad(w, block, x[0], input, zero, &low, &interior, &padded)?;
    let source_ty = input.with_dims(&padded);

    // Grouped dimensions are cut in two: groups, and what one group has.
    let grouped = if features > 1 { dims.input_feature } else { dims.input_batch };
    let cut = |ty: &TensorType, dim: i64| {
        let mut cut = ty.dims.to_vec();
        cut.splice(dim as usize..=dim as usize, [groups, ty.dims[dim as usize] / groups]);
        cut
    };
    let source = arrays::reshape(w, block, source, &source_ty, &cut(&source_ty, grouped))?;
    let weights = arrays::reshape(w, block, x[1], kernel, &cut(kernel, dims.kernel_output_feature))?;
    let wide = result.with_dims(&cut(result, dims.output_feature));

    // Loops: the dimensions of the cut result, then input features, then the window.
    let at = |dim: i64, cut: i64| dim as usize + usize::from(dim > cut);
    let feature = dims.output_feature as usize;
    let (group, in_features) = (feature, wide.rank());
    let window_loop = |index: usize| in_features + 1 + index;
    let mut source_map = vec![String::new(); wide.rank()];
    let mut weights_map = source_map.clone();
    source_map[at(dims.input_batch, grouped)] = format!("d{}", at(dims.output_batch, dims.output_feature));
    source_map[at(dims.input_feature, grouped)] = format!("d{in_features}");
    // The cut dimension's first half is the group; what `at` gave for it becomes the second half.
    let rest = source_map[grouped as usize].clone();
    source_map[grouped as usize + 1] = rest;
    source_map[grouped as usize] = format!("d{group}");
    weights_map[dims.kernel_output_feature as usize] = format!("d{group}");
    weights_map[dims.kernel_output_feature as usize + 1] = format!("d{}", feature + 1);
    weights_map[at(dims.kernel_input_feature, dims.kernel_output_feature)] = format!("d{in_features}");
    for index in 0..dims.input_spatial.len() {
        let loop_ = window_loop(index);
        let out = at(dims.output_spatial[index], dims.output_feature);
        let size = kernel.dims[dims.kernel_spatial[index] as usize];
        source_map[at(dims.input_spatial[index], grouped)] = format!("d{out} * {} + d{loop_} * {}", window.strides[index], window.window_dilations[index]);
        weights_map[at(dims.kernel_spatial[index], dims.kernel_output_feature)] = match window.reversal[index] {
            true => format!("{} - d{loop_}", size - 1),
            false => format!("d{loop_}"),
        };
    }
    let inputs = [(source, Map::of(source_map)), (weights, Map::of(weights_map))];
    let made = sum_of_products(site, &inputs, Map::identity(wide.rank()), &wide, dims.input_spatial.len() + 1)?;
    Ok(vec![arrays::reshape(w, block, made, &wide, &result.dims)?])
}
