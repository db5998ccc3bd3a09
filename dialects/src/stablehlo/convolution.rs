//! `stablehlo.convolution`: windows of the input multiplied with a kernel.
//!
//! Invariants: evaluated as a matrix product of the gathered windows and the kernel. A spatial dimension has a
//! factor of as many parts as windows or one of the window's size. Where windows tile the dimension exactly (a
//! patch embedding), it is their product, windows major: the first passes through and the second is a reduction.
//! Elsewhere it has the larger one: shards of the windows need neighbours' elements (a permutation), and so do those of the
//! window, whose results are partial sums (the gradient of a kernel: few windows as large as the image).

use shardwright_ir::DerivativeFacet;
use super::convert::convert;
use super::dims::{ConvDims, Window, conv_dims};
use super::dot_general::{check_product, permuted};
use super::facets::{cost_with, tensors_only};
use super::gemm::{Scalar, accumulator, with_accumulator};
use crate::halo::{self, Fill};
use shardwright_ir::interp::{EvalCtx, EvalError, Tensor};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, Inference, LocalOp, Localize, OpCost, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::partial::{self, PartialFacet};
use shardwright_ir::sharding::{FactorKind, Reach, ShardingRule, spec::local_size};
use shardwright_ir::{Attr, Attrs, Builder, OpInfo, TensorType, Value};

/// `stablehlo.convolution`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.convolution",
    summary: "windows of the input multiplied with a kernel",
    operands: Arity::Exactly(2),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[
        AttrSpec { name: "dimension_numbers", required: true, summary: "the part that each dimension plays" },
        AttrSpec { name: "feature_group_count", required: true, summary: "groups of features" },
        AttrSpec { name: "batch_group_count", required: true, summary: "groups of the batch" },
        AttrSpec { name: "window_strides", required: false, summary: "steps between windows" },
        AttrSpec { name: "padding", required: false, summary: "elements before and after each spatial dimension" },
        AttrSpec { name: "lhs_dilation", required: false, summary: "distance between elements of the input" },
        AttrSpec { name: "rhs_dilation", required: false, summary: "distance between elements of the kernel" },
        AttrSpec { name: "window_reversal", required: false, summary: "dimensions in which the kernel is reversed" },
        AttrSpec { name: "precision_config", required: false, summary: "precision of each operand" },
    ],
    traits: Traits::NONE,
    infer: Inference::Given("the result's element type is the op's parameter"),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Flow(partial::product),
    cost,
    eval: EvalFacet::Eval(eval),
    derivative: DerivativeFacet::Vjp(super::vjp::convolution::convolution),
    localize: Localize::Prepare(prepare),
    syntax: Syntax::Custom(&crate::syntax::Convolution),
};

/// Everything that a convolution's attributes say.
pub(super) struct Conv {
    pub dims: ConvDims,
    pub window: Window,
    pub feature_groups: i64,
    pub batch_groups: i64,
}

impl Conv {
    pub fn read(attrs: &Attrs, rank: usize) -> Result<Conv, String> {
        let spatial = rank.checked_sub(2).ok_or_else(|| format!("input must have a rank of at least 2, got {rank}"))?;
        Ok(Conv {
            dims: ConvDims::read(attrs)?,
            window: Window::read(attrs, spatial, "lhs_dilation", "rhs_dilation")?,
            feature_groups: attrs.int("feature_group_count").unwrap_or(1),
            batch_groups: attrs.int("batch_group_count").unwrap_or(1),
        })
    }
}

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let (x, kernel, result) = (view.operand_type(0), view.operand_type(1), view.result_type(0));
    let conv = Conv::read(view.attrs(), x.rank())?;
    let shape = conv_dims(x, kernel, &conv.dims, &conv.window, conv.feature_groups, conv.batch_groups)?;
    check_product(x, kernel, &shape, result)
}

fn rule(view: &OpView) -> ShardingRule {
    let (x, kernel, result) = (view.operand_type(0), view.operand_type(1), view.result_type(0));
    let mut rule = ShardingRule::with_ranks(&[x.rank(), kernel.rank()], &[result.rank()]);
    let Ok(Conv { dims, window, feature_groups, batch_groups }) = Conv::read(view.attrs(), x.rank()) else { return rule };
    let at = |dim: i64| Some(dim as usize);
    let (x_batch, x_feature) = (at(dims.input_batch), at(dims.input_feature));
    let (kernel_in, kernel_out) = (at(dims.kernel_input_feature), at(dims.kernel_output_feature));
    let (out_batch, out_feature) = (at(dims.output_batch), at(dims.output_feature));
    if batch_groups > 1 {
        rule.add_factor(batch_groups, FactorKind::PassThrough, &[x_batch, kernel_out], &[out_feature]);
    }
    let batch = result.dims[dims.output_batch as usize];
    let own_batch = if batch == 1 && batch_groups > 1 { None } else { x_batch };
    rule.add_factor(batch, FactorKind::PassThrough, &[own_batch, None], &[out_batch]);
    for spatial in 0..x.rank() - 2 {
        let (x_dim, kernel_dim, out_dim) = (dims.input_spatial[spatial], dims.kernel_spatial[spatial], dims.output_spatial[spatial]);
        let (input, size, count) = (x.dims[x_dim as usize], kernel.dims[kernel_dim as usize], result.dims[out_dim as usize]);
        let exact = count.checked_mul(size) == Some(input)
            && (count == 1 || window.strides[spatial] == size)
            && window.padding[spatial] == [0, 0]
            && (window.base_dilations[spatial], window.window_dilations[spatial]) == (1, 1)
            && !window.reversal[spatial];
        if count < 1 {
            continue;
        }
        let (stride, step, low) = (window.strides[spatial], window.window_dilations[spatial], window.padding[spatial][0]);
        let extent = |count: i64, step: i64| (count - 1).checked_mul(step)?.checked_add(1);
        if exact {
            for (kind, extent, kernel_dim, out_dim) in [(FactorKind::PassThrough, count, None, at(out_dim)), (FactorKind::Reduction, size, at(kernel_dim), None)] {
                if extent > 1 {
                    rule.add_factor(extent, kind, &[at(x_dim), kernel_dim], &[out_dim]);
                }
            }
            continue;
        }
        let (factor, extent, count, stride, low) = if count >= size {
            if count < 2 {
                continue;
            }
            let factor = rule.add_factor(count, FactorKind::Permutation, &[at(x_dim), None], &[at(out_dim)]);
            (factor, extent(size, step), count, stride, Some(low))
        } else if size < 2 {
            continue;
        } else {
            let factor = rule.add_factor(size, FactorKind::Reduction, &[at(x_dim), at(kernel_dim)], &[None]);
            // A reversed kernel begins with its last element.
            let begin = if window.reversal[spatial] { (size - 1).checked_mul(step).and_then(|last| low.checked_sub(last)) } else { Some(low) };
            (factor, extent(count, stride), size, if window.reversal[spatial] { -step } else { step }, begin)
        };
        let (Some(extent), Some(low)) = (extent, low) else {
            rule[factor].kind = FactorKind::NeedReplication;
            continue;
        };
        let dilation = window.base_dilations[spatial];
        rule.reaches.push(Reach { stride, low, window: extent, dilation, ..Reach::identity(factor, 0, x_dim as usize, input, count) });
    }
    if feature_groups > 1 {
        rule.add_factor(feature_groups, FactorKind::PassThrough, &[x_feature, kernel_out], &[out_feature]);
    }
    let features = kernel.dims[dims.kernel_input_feature as usize];
    let own_feature = if features == 1 && feature_groups > 1 { None } else { x_feature };
    rule.add_factor(features, FactorKind::Reduction, &[own_feature, kernel_in], &[None]);
    let groups = batch_groups.saturating_mul(feature_groups).max(1);
    let out_features = result.dims[dims.output_feature as usize] / groups;
    if out_features != 1 || groups == 1 {
        rule.add_factor(out_features, FactorKind::PassThrough, &[None, kernel_out], &[out_feature]);
    }
    rule
}

/// Two operations for each product of an element of the kernel.
fn cost(view: &OpView) -> OpCost {
    let kernel = view.operand_type(1);
    let features = ConvDims::read(view.attrs()).map_or(1, |dims| kernel.dims[dims.kernel_output_feature as usize].max(1));
    let per_result = kernel.num_elements() / features;
    cost_with(view, view.result_type(0).num_elements().saturating_mul(per_result).saturating_mul(2))
}

/// Each device gets the windows of its part; groups that are spread over devices leave each device its share of them.
fn prepare(op: &LocalOp, b: &mut Builder, operands: &mut [Value], attrs: &mut Attrs) -> Result<(), String> {
    let mut conv = Conv::read(attrs, op.global.operand_type(0).rank())?;
    for (reach, windows) in halo::sharded(op, 0)? {
        let (value, fitted) = halo::window(b, op, reach, &windows, operands[0], Fill::Zero)?;
        operands[0] = value;
        let spatial = conv.dims.input_spatial.iter().position(|&dim| dim == reach.dim as i64).ok_or("only spatial dimensions are exchanged")?;
        (conv.window.padding[spatial], conv.window.base_dilations[spatial]) = (fitted.padding, fitted.dilation);
        attrs.set("padding", conv.window.padding_attr());
        attrs.set("lhs_dilation", Attr::ints(&conv.window.base_dilations));
    }
    let kernel_out = &op.rule.operands[1][conv.dims.kernel_output_feature as usize];
    for (name, count, dim) in [
        ("feature_group_count", conv.feature_groups, conv.dims.input_feature),
        ("batch_group_count", conv.batch_groups, conv.dims.input_batch),
    ] {
        if count > 1
            && let Some(&group) = op.rule.operands[0][dim as usize].iter().find(|factor| kernel_out.contains(factor))
        {
            let shards = op.mesh.shards(op.axes(group));
            attrs.set(name, Attr::i64(local_size(count, shards)));
        }
    }
    Ok(())
}

fn eval(ctx: &EvalCtx, xs: &[Tensor]) -> Result<Vec<Tensor>, EvalError> {
    let conv = Conv::read(ctx.view().attrs(), xs[0].ty.rank())?;
    let result = ctx.view().result_type(0).clone();
    let dims = &conv.dims;
    let element = accumulator(xs[0].ty.element, xs[1].ty.element, result.element);
    // Input as batch, space, features; kernel as space, input features, output features.
    let input_order = [&[dims.input_batch], &dims.input_spatial[..], &[dims.input_feature]].concat();
    let kernel_order = [&dims.kernel_spatial[..], &[dims.kernel_input_feature, dims.kernel_output_feature]].concat();
    let x = convert(&permuted(&xs[0], &input_order), element);
    let kernel = convert(&permuted(&xs[1], &kernel_order), element);
    let out_order = [&[dims.output_batch], &dims.output_spatial[..], &[dims.output_feature]].concat();
    let out_dims: Vec<i64> = out_order.iter().map(|&dim| result.dims[dim as usize]).collect();
    let data = with_accumulator!(element, T => T::buffer(convolve::<T>(&conv, &x, &kernel, &out_dims)));
    let out = Tensor::new(TensorType::new(element, &out_dims), data);
    let mut back = vec![0; out_order.len()];
    for (from, &to) in out_order.iter().enumerate() {
        back[to as usize] = from as i64;
    }
    Ok(vec![convert(&permuted(&out, &back), result.element)])
}

/// Windows gathered at a time, in elements: bounds the memory of the gathered matrix.
const GATHERED: usize = 1 << 22;

fn convolve<T: Scalar>(conv: &Conv, x: &Tensor, kernel: &Tensor, out_dims: &[i64]) -> Vec<T> {
    let spatial = out_dims.len() - 2;
    let (input, weights) = (T::slice(&x.data), T::slice(&kernel.data));
    let size = |value: i64| value as usize;
    let channels = size(x.ty.dims[spatial + 1]);
    let (taken, out_features) = (size(kernel.ty.dims[spatial]), size(kernel.ty.dims[spatial + 1]));
    let places = places(conv, &x.ty.dims[1..=spatial], &kernel.ty.dims[..spatial], &out_dims[1..=spatial]);
    let taps = places.first().map_or(0, Vec::len);
    let (positions, input_positions) = (places.len(), x.ty.dims[1..=spatial].iter().product::<i64>() as usize);
    let depth = taps * taken;
    let groups = size(conv.feature_groups.max(conv.batch_groups));
    let (images, group_features) = (size(out_dims[0]), out_features / groups);
    let mut out = vec![T::zero(); images * positions * out_features];
    let rows_at_once = (GATHERED / depth.max(1)).clamp(1, (images * positions).max(1));
    let mut gathered = vec![T::zero(); rows_at_once * depth];
    for group in 0..groups {
        let channel = if conv.feature_groups > 1 { group * taken } else { 0 };
        let image = if conv.batch_groups > 1 { group * images } else { 0 };
        let mut row = 0;
        while row < images * positions && depth > 0 && group_features > 0 {
            let rows = rows_at_once.min(images * positions - row);
            for index in 0..rows {
                let (at_image, at) = ((row + index) / positions, (row + index) % positions);
                let base = (image + at_image) * input_positions;
                for (tap, place) in places[at].iter().enumerate() {
                    let target = &mut gathered[index * depth + tap * taken..][..taken];
                    match place {
                        Some(place) => target.copy_from_slice(&input[(base + place) * channels + channel..][..taken]),
                        None => target.fill(T::zero()),
                    }
                }
            }
            let columns = group * group_features;
            T::multiply_add(
                [rows, depth, group_features],
                &gathered,
                [depth, 1],
                &weights[columns..],
                [out_features, 1],
                &mut out[row * out_features + columns..],
                [out_features, 1],
            );
            row += rows;
        }
    }
    out
}

/// For each output position, the flat input position under each element of the kernel (none: padding or a gap
/// of a dilated input).
fn places(conv: &Conv, input: &[i64], kernel: &[i64], output: &[i64]) -> Vec<Vec<Option<usize>>> {
    let mut places = vec![vec![Some(0usize)]];
    let window = &conv.window;
    for dim in 0..input.len() {
        let along = |out: i64, tap: i64| {
            let tap = if window.reversal[dim] { kernel[dim] - 1 - tap } else { tap };
            let place = out * window.strides[dim] + tap * window.window_dilations[dim] - window.padding[dim][0];
            let dilation = window.base_dilations[dim];
            (place >= 0 && place % dilation == 0 && place / dilation < input[dim]).then_some((place / dilation) as usize)
        };
        let mut next = Vec::with_capacity(places.len() * output[dim] as usize);
        for before in &places {
            for out in 0..output[dim] {
                let taps = before.iter().flat_map(|&major| {
                    (0..kernel[dim]).map(move |tap| Some(major? * input[dim] as usize + along(out, tap)?))
                });
                next.push(taps.collect());
            }
        }
        places = next;
    }
    places
}
