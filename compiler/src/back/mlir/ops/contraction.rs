//! Products summed over dimensions: matrix products and convolutions.
//!
//! Invariants: floats narrower than `f32` are summed in `f32`; loops run over batch, rows, columns and then what is summed, so that
//! tiling finds a matrix product's dimensions in their place.

use super::super::site::Site;
use super::super::writer::{Access, Block, Loop, Map, Result, Val};
use super::super::kernels::{self, Kernels, Product};
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
    if let Some(kernels) = site.w.kernels
        && let Some(made) = in_registers(site, kernels, x, dims)?
    {
        return Ok(vec![made]);
    }
    let summed = dims.lhs_contracting.len();
    let inputs = [(x[0], Map::loops(lhs)), (x[1], Map::loops(rhs))];
    Ok(vec![sum_of_products(site, &inputs, Map::identity(result.rank()), result, summed)?])
}

/// Below so many columns, rows are summed one by one.
const FEW_COLUMNS: i64 = 4;

/// The product by a function on vectors, where one serves its type and shape.
fn in_registers<'m>(site: &Site<'_, 'm>, kernels: &Kernels, x: &[Val<'m>], dims: &DotDims) -> Result<Option<Val<'m>>> {
    let (left, right, result) = (site.operand(0), site.operand(1), site.result(0));
    let (left_free, right_free) = (dims.lhs_free(left.rank()), dims.rhs_free(right.rank()));
    let size = |ty: &TensorType, list: &[i64]| list.iter().map(|&dim| ty.dims[dim as usize]).product::<i64>();
    let mut product = Product {
        element: result.element,
        batch: size(left, &dims.lhs_batching),
        rows: size(left, &left_free),
        columns: size(right, &right_free),
        summed: size(left, &dims.lhs_contracting),
        one_left: false,
        one_right: false,
        left_transposed: false,
    };
    if !serves(&product, left.element, right.element) {
        return Ok(None);
    }
    product.one_left = product.batch == 1;
    product.one_right = product.batch == 1;
    let left_order = [&dims.lhs_batching[..], &left_free, &dims.lhs_contracting].concat();
    let left_turned = [&dims.lhs_batching[..], &dims.lhs_contracting, &left_free].concat();
    product.left_transposed = !in_order(&left_order) && in_order(&left_turned);
    let right_order = [&dims.rhs_batching[..], &dims.rhs_contracting, &right_free].concat();
    let a = permuted(site, x[0], left, if product.left_transposed { &left_turned } else { &left_order })?;
    let b = permuted(site, x[1], right, &right_order)?;
    Ok(Some(multiplied(site, kernels, &product, (a.0, &a.1), (b.0, &b.1), result)?))
}

/// Whether a product of these types and sizes has a function on vectors that is worth calling.
fn serves(product: &Product, left: ElementType, right: ElementType) -> bool {
    let element = product.element;
    matches!(element, ElementType::F32 | ElementType::F64)
        && left == element
        && right == element
        && [product.batch, product.rows, product.summed].iter().all(|&size| size > 0)
        && product.columns >= FEW_COLUMNS
}

/// The function's result as a tensor of type `result`; operands are given with their types.
fn multiplied<'m>(site: &Site<'_, 'm>, kernels: &Kernels, product: &Product, a: (Val<'m>, &TensorType), b: (Val<'m>, &TensorType), result: &TensorType) -> Result<Val<'m>> {
    let (w, block) = (&site.w, site.block);
    let a = arrays::reshape(w, block, a.0, a.1, &product.left().dims)?;
    let b = arrays::reshape(w, block, b.0, b.1, &product.right().dims)?;
    let made = kernels::product(w, kernels, block, product, a, b)?;
    arrays::reshape(w, block, made, &product.result(), &result.dims)
}

fn in_order(order: &[i64]) -> bool {
    order.iter().enumerate().all(|(index, &dim)| index as i64 == dim)
}

/// The tensor with its dimensions in this order, and its type.
fn permuted<'m>(site: &Site<'_, 'm>, x: Val<'m>, ty: &TensorType, order: &[i64]) -> Result<(Val<'m>, TensorType)> {
    let dims: Vec<i64> = order.iter().map(|&dim| ty.dims[dim as usize]).collect();
    let to = ty.with_dims(&dims);
    if in_order(order) {
        return Ok((x, to));
    }
    Ok((arrays::transposed(&site.w, site.block, x, order, &to)?, to))
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
    let product = |site: &Site<'_, 'm>, x: &[Val<'m>]| {
        let left = conversion::number(site, x[0], site.operand(0).element, element)?;
        let right = conversion::number(site, x[1], site.operand(1).element, element)?;
        numbers::of(site, element, &[left, right], &numbers::MULTIPLY)
    };
    let sums = if summed == 0 {
        // Parallel loops that read what they write are fused by upstream into loops that run them more than once.
        w.fill_new(site.block, &wide, inputs, |inner, x| product(&site.inside(inner), x))?
    } else {
        let start = w.zeros(site.block, &wide)?;
        w.only(w.generic(site.block, inputs, &[(start, output)], &loops, |inner, x| {
            let site = site.inside(inner);
            let product = product(&site, x)?;
            Ok(vec![match element.is_float() {
                true => numbers::sum(&site, x[2], product)?,
                false => numbers::of(&site, element, &[x[2], product], &numbers::ADD)?,
            }])
        })?)?
    };
    converted(site, site.block, sums, &wide, result.element)
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

    let reversed: Vec<i64> = dims.kernel_spatial.iter().zip(&window.reversal).filter(|(_, reversed)| **reversed).map(|(dim, _)| *dim).collect();
    let kernel_value = arrays::reversed(w, block, x[1], &reversed, kernel)?;
    if let Some(kernels) = w.kernels
        && groups == 1
        && let Some(made) = by_columns(site, kernels, (source, &source_ty), kernel_value, &dims, &window)?
    {
        return Ok(vec![made]);
    }

    // Grouped dimensions are cut in two: groups, and what one group has.
    let grouped = if features > 1 { dims.input_feature } else { dims.input_batch };
    let cut = |ty: &TensorType, dim: i64| {
        let mut cut = ty.dims.to_vec();
        cut.splice(dim as usize..=dim as usize, [groups, ty.dims[dim as usize] / groups]);
        cut
    };
    let source = arrays::reshape(w, block, source, &source_ty, &cut(&source_ty, grouped))?;
    let weights = arrays::reshape(w, block, kernel_value, kernel, &cut(kernel, dims.kernel_output_feature))?;
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
        source_map[at(dims.input_spatial[index], grouped)] = format!("d{out} * {} + d{loop_} * {}", window.strides[index], window.window_dilations[index]);
        weights_map[at(dims.kernel_spatial[index], dims.kernel_output_feature)] = format!("d{loop_}");
    }
    let inputs = [(source, Map::of(source_map)), (weights, Map::of(weights_map))];
    let made = sum_of_products(site, &inputs, Map::identity(wide.rank()), &wide, dims.input_spatial.len() + 1)?;
    Ok(vec![arrays::reshape(w, block, made, &wide, &result.dims)?])
}

/// A convolution of one group as a matrix product: each window's elements side by side ("im2col"), times the kernel. `None` where the
/// result's layout or type has no such form.
fn by_columns<'m>(site: &Site<'_, 'm>, kernels: &Kernels, source: (Val<'m>, &TensorType), kernel: Val<'m>, dims: &ConvDims, window: &Window) -> Result<Option<Val<'m>>> {
    let (kernel_ty, result) = (site.operand(1), site.result(0));
    let spatial = dims.output_spatial.len();
    let features_first = in_order(&[&[dims.output_batch, dims.output_feature], &dims.output_spatial[..]].concat());
    let features_last = in_order(&[&[dims.output_batch], &dims.output_spatial[..], &[dims.output_feature]].concat());
    let size = |ty: &TensorType, dim: i64| ty.dims[dim as usize];
    let (batch, features, inputs) = (size(result, dims.output_batch), size(result, dims.output_feature), size(kernel_ty, dims.kernel_input_feature));
    let places: Vec<i64> = dims.output_spatial.iter().map(|&dim| size(result, dim)).collect();
    let windows: Vec<i64> = dims.kernel_spatial.iter().map(|&dim| size(kernel_ty, dim)).collect();
    let (count, summed) = (places.iter().product::<i64>(), inputs * windows.iter().product::<i64>());
    let (element, left_transposed) = (result.element, false);
    let product = match features_first {
        true => Product { element, batch, rows: features, columns: count, summed, one_left: true, one_right: batch == 1, left_transposed },
        false => Product { element, batch: 1, rows: batch * count, columns: features, summed, one_left: true, one_right: true, left_transposed },
    };
    if !(features_first || features_last) || !serves(&product, site.from(), kernel_ty.element) {
        return Ok(None);
    }
    // What one window holds: input features, then its places; before or after the window's own place.
    let held = [&[inputs], &windows[..]].concat();
    let columns_dims = match features_first {
        true => [&[batch], &held[..], &places].concat(),
        false => [&[batch], &places[..], &held].concat(),
    };
    let (held_at, places_at) = if features_first { (1, 2 + spatial) } else { (1 + spatial, 1) };
    let mut entries = vec![String::new(); source.1.rank()];
    entries[dims.input_batch as usize] = "d0".to_owned();
    entries[dims.input_feature as usize] = format!("d{held_at}");
    for index in 0..spatial {
        let (place, within) = (places_at + index, held_at + 1 + index);
        entries[dims.input_spatial[index] as usize] = format!("d{place} * {} + d{within} * {}", window.strides[index], window.window_dilations[index]);
    }
    let columns_ty = source.1.with_dims(&columns_dims);
    let plain = windows.iter().chain(&window.strides).all(|&size| size == 1);
    let source_order = match features_first {
        true => [&[dims.input_batch, dims.input_feature], &dims.input_spatial[..]].concat(),
        false => [&[dims.input_batch], &dims.input_spatial[..], &[dims.input_feature]].concat(),
    };
    let columns = match plain && in_order(&source_order) {
        true => (source.0, source.1.clone()),
        false => (site.w.fill_new(site.block, &columns_ty, &[(source.0, Map::of(entries))], |_, elements| Ok(elements[0]))?, columns_ty),
    };
    let order = match features_first {
        true => [&[dims.kernel_output_feature, dims.kernel_input_feature], &dims.kernel_spatial[..]].concat(),
        false => [&[dims.kernel_input_feature], &dims.kernel_spatial[..], &[dims.kernel_output_feature]].concat(),
    };
    let weights = permuted(site, kernel, kernel_ty, &order)?;
    let (columns, weights) = ((columns.0, &columns.1), (weights.0, &weights.1));
    let (a, b) = if features_first { (weights, columns) } else { (columns, weights) };
    Ok(Some(multiplied(site, kernels, &product, a, b, result)?))
}
