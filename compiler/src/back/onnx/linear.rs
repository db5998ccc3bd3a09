//! Contractions: products of tensors, convolutions, the batch norm of inference.
//!
//! A product that `MatMul` computes as it stands is one node; others are brought into its form by transposes and reshapes. Invariant: narrow
//! floats are multiplied and summed in single precision, narrow integers in the type of the result.

use super::graph::{Graph, Held, Term, float, int, ints};
use super::lower::{Lowered, Lowering};
use super::types::{FLOATS, MATMUL, SINGLE};
use super::{elementwise::product_type, shape};
use shardwright_dialects::stablehlo::dims::{ConvDims, Window};
use shardwright_ir::attrs::Attr;
use shardwright_ir::op::OpView;
use shardwright_ir::types::TensorType;

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    let kind = op.data().info.name.strip_prefix("stablehlo.").unwrap_or_default();
    if !matches!(kind, "dot_general" | "dot" | "convolution" | "batch_norm_inference") {
        return Ok(None);
    }
    let ty = op.result_type(0).clone();
    let terms = op.data().operands.iter().map(|&value| cx.full(value)).collect::<Result<Vec<_>, _>>()?;
    let made = match (kind, &terms[..]) {
        ("dot_general", [x, y]) => {
            let fields = op.attr("dot_dimension_numbers").and_then(Attr::as_struct).ok_or("it has no dimension numbers")?;
            let list = |name: &str| fields.ints(name).unwrap_or_default().into_iter().map(|dim| dim as usize).collect::<Vec<_>>();
            let left = (list("lhs_batching_dimensions"), list("lhs_contracting_dimensions"));
            let right = (list("rhs_batching_dimensions"), list("rhs_contracting_dimensions"));
            product(&mut cx.graph, x, y, &left, &right, &ty)?
        }
        ("dot", [x, y]) => {
            let (left, right) = ((vec![], vec![x.ty.rank() - 1]), (vec![], vec![0]));
            product(&mut cx.graph, x, y, &left, &right, &ty)?
        }
        ("convolution", [x, kernel]) => convolution(&mut cx.graph, op, x, kernel, &ty)?,
        ("batch_norm_inference", [x, scale, offset, mean, variance]) => {
            let epsilon = match op.attr("epsilon") {
                Some(Attr::Float(value, _)) => *value as f32,
                _ => return Err("it has no epsilon".to_owned()),
            };
            batch_norm(&mut cx.graph, [x, scale, offset, mean, variance], epsilon, op.int_or("feature_index", 1) as usize)?
        }
        _ => return Ok(None),
    };
    Ok(Some(vec![Held::whole(made)]))
}

type Dims = (Vec<usize>, Vec<usize>);

/// The sum over contracted dimensions of products: batch dimensions, then those of `x`, then those of `y`.
fn product(graph: &mut Graph, x: &Term, y: &Term, left: &Dims, right: &Dims, ty: &TensorType) -> Result<Term, String> {
    // Integers are widened first, so that sums wrap as the result's type does.
    let wanted = if ty.element.is_float() { x.ty.element } else { ty.element };
    let element = product_type(wanted).ok_or_else(|| format!("ONNX Runtime multiplies no matrices of {wanted}"))?;
    debug_assert!(MATMUL.contains(&element));
    let y_element = product_type(if ty.element.is_float() { y.ty.element } else { element }).unwrap_or(element);
    let element = if y_element.bits() > element.bits() { y_element } else { element };
    let (x, y) = (graph.cast(x, element)?, graph.cast(y, element)?);
    let free = |term: &Term, (batch, summed): &Dims| (0..term.ty.rank()).filter(|dim| !batch.contains(dim) && !summed.contains(dim)).collect::<Vec<_>>();
    let (rows, columns) = (free(&x, left), free(&y, right));
    let made_type = ty.with_element(element);
    // `MatMul` as it stands: leading batches, rows and columns where they belong.
    let batches = left.0.len();
    let leading = |dims: &[usize]| dims.iter().enumerate().all(|(index, &dim)| index == dim);
    let natural = leading(&left.0) && leading(&right.0) && left.1.len() == 1 && columns.len() == 1
        && left.1[0] + 1 == x.ty.rank() && right.1[0] == batches && y.ty.rank() == batches + 2
        && (rows.len() == 1 || batches == 0 && !rows.is_empty());
    let made = if natural {
        graph.node("MatMul", &[&x, &y], vec![], made_type)
    } else {
        let size = |term: &Term, dims: &[usize]| dims.iter().map(|&dim| term.ty.dims[dim]).product::<i64>();
        let (batch, depth) = (size(&x, &left.0), size(&x, &left.1));
        let (height, width) = (size(&x, &rows), size(&y, &columns));
        let x = graph.transpose(&x, &[&left.0[..], &rows, &left.1].concat());
        let y = graph.transpose(&y, &[&right.0[..], &right.1, &columns].concat());
        let form = |a: i64, b: i64| if batches == 0 { vec![a, b] } else { vec![batch, a, b] };
        let x = graph.reshape(&x, &form(height, depth));
        let y = graph.reshape(&y, &form(depth, width));
        let flat = graph.node("MatMul", &[&x, &y], vec![], made_type.with_dims(&form(height, width)));
        graph.reshape(&flat, &ty.dims)
    };
    graph.cast(&made, ty.element)
}

/// `Conv` in its order of dimensions: batch, feature, space.
fn convolution(graph: &mut Graph, op: &OpView, x: &Term, kernel: &Term, ty: &TensorType) -> Result<Term, String> {
    let rank = x.ty.rank();
    let spatial = rank - 2;
    if spatial > 3 {
        return Err(format!("ONNX Runtime convolves over up to 3 dimensions, this does over {spatial}"));
    }
    let dims = ConvDims::read(op.attrs())?;
    let window = Window::read(op.attrs(), spatial, "lhs_dilation", "rhs_dilation")?;
    let (mut groups, batch_groups) = (op.int_or("feature_group_count", 1), op.int_or("batch_group_count", 1));
    let order = |first: i64, second: i64, rest: &[i64]| [first, second].into_iter().chain(rest.iter().copied()).map(|dim| dim as usize).collect::<Vec<_>>();
    let x = graph.carried(x, SINGLE).map_err(|_| format!("ONNX Runtime convolves floats of up to 32 bits on CPUs, not {}", ty.element))?;
    let kernel = graph.carried(kernel, SINGLE)?;
    let mut x = graph.transpose(&x, &order(dims.input_batch, dims.input_feature, &dims.input_spatial));
    let mut kernel = graph.transpose(&kernel, &order(dims.kernel_output_feature, dims.kernel_input_feature, &dims.kernel_spatial));
    if batch_groups > 1 {
        // Groups of the batch are groups of features: [g n, c] as [n, g c].
        let size = x.ty.dims.to_vec();
        let apart = graph.reshape(&x, &[&[batch_groups, size[0] / batch_groups], &size[1..]].concat());
        let order: Vec<usize> = [1, 0].into_iter().chain(2..=rank).collect();
        let swapped = graph.transpose(&apart, &order);
        x = graph.reshape(&swapped, &[&[size[0] / batch_groups, batch_groups * size[1]], &size[2..]].concat());
        groups = batch_groups;
    }
    let reversed: Vec<_> = (0..spatial).filter(|&dim| window.reversal[dim]).map(|dim| (dim + 2, -1, i64::MIN, -1)).collect();
    let shape = kernel.ty.dims.to_vec();
    kernel = graph.slice(&kernel, &reversed, &shape)?;
    // What the node cannot pad itself is padded before: between elements, and less than nothing.
    let before = |of: &dyn Fn(usize) -> i64| [0, 0].into_iter().chain((0..spatial).map(of)).collect::<Vec<_>>();
    let cut = window.padding.iter().flatten().any(|&count| count < 0) || window.base_dilations.iter().any(|&step| step > 1);
    let mut pads = window.padding.clone();
    if cut {
        let zero = graph.scalar(x.ty.element, 0.0)?;
        let (low, high) = (before(&|dim| window.padding[dim][0]), before(&|dim| window.padding[dim][1]));
        x = shape::pad(graph, &x, &zero, &low, &high, &before(&|dim| window.base_dilations[dim] - 1))?;
        pads = vec![[0, 0]; spatial];
    }
    let mut out = vec![x.ty.dims[0], ty.dims[dims.output_feature as usize]];
    out.extend(dims.output_spatial.iter().map(|&dim| ty.dims[dim as usize]));
    // A convolution over no dimension is one over a dimension of one element.
    let flat = spatial == 0;
    if flat {
        x = graph.reshape(&x, &[&x.ty.dims[..], &[1]].concat());
        kernel = graph.reshape(&kernel, &[&kernel.ty.dims[..], &[1]].concat());
    }
    let sizes = kernel.ty.dims[2..].to_vec();
    let ends: Vec<i64> = pads.iter().map(|pad| pad[0]).chain(pads.iter().map(|pad| pad[1])).collect();
    let mut attrs = vec![ints("kernel_shape", &sizes), int("group", groups)];
    if !flat {
        attrs.extend([ints("strides", &window.strides), ints("pads", &ends), ints("dilations", &window.window_dilations)]);
    }
    let made_dims = if flat { [&out[..], &[1]].concat() } else { out.clone() };
    if made_dims.contains(&0) || x.ty.dims.contains(&0) {
        return Err(format!("ONNX Runtime convolves no empty tensors, got {} to {ty}", x.ty));
    }
    let made = graph.node("Conv", &[&x, &kernel], attrs, x.ty.with_dims(&made_dims));
    let made = graph.reshape(&made, &out);
    // Into the result's order of dimensions.
    let from = order(dims.output_batch, dims.output_feature, &dims.output_spatial);
    let back: Vec<usize> = (0..rank).map(|dim| from.iter().position(|&at| at == dim).unwrap_or(dim)).collect();
    let made = graph.transpose(&made, &back);
    graph.cast(&made, ty.element)
}

fn batch_norm(graph: &mut Graph, terms: [&Term; 5], epsilon: f32, feature: usize) -> Result<Term, String> {
    let [x, ..] = terms;
    let element = x.ty.element;
    let [x, scale, offset, mean, variance] = terms.map(|term| graph.carried(term, FLOATS));
    let (x, scale, offset, mean, variance) = (x?, scale?, offset?, mean?, variance?);
    let order: Vec<usize> = (0..x.ty.rank()).map(|dim| if dim == 1 { feature } else if dim == feature { 1 } else { dim }).collect();
    if x.ty.rank() < 2 {
        return Err(format!("ONNX normalises tensors of two dimensions and more, got {}", x.ty));
    }
    graph.need(15);
    let x = graph.transpose(&x, &order);
    let made = graph.node("BatchNormalization", &[&x, &scale, &offset, &mean, &variance], vec![float("epsilon", epsilon)], x.ty.clone());
    let made = graph.transpose(&made, &order);
    graph.cast(&made, element)
}
