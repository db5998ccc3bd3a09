//! Reductions over dimensions and over windows.
//!
//! Windows of any size are combined from windows of half the size, dimension by dimension; `MaxPool` is written where it is what is meant. A region that is no known
//! combination is applied slice by slice. Invariants: the initial value counts unless it changes nothing; sums of narrow floats are made in single precision.

use super::elementwise::{extreme, two};
use super::graph::{Graph, Held, Term, int, ints};
use super::lower::{Lowered, Lowering};
use super::shape;
use super::types::{ARITHMETIC, SUMS, TOPS};
use shardwright_dialects::combine::reduce_kind;
use shardwright_dialects::stablehlo::dims::{Window, identity_bytes};
use shardwright_ir::module::Value;
use shardwright_ir::op::OpView;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementType, TensorType};

/// Most slices that a region is applied to one after the other.
const MOST_SLICES: i64 = 256;

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    match op.data().info.name {
        "stablehlo.reduce" => reduce(cx, op).map(Some),
        "stablehlo.reduce_window" => window(cx, op).map(Some),
        _ => Ok(None),
    }
}

fn reduce(cx: &mut Lowering, op: &OpView) -> Result<Vec<Held>, String> {
    let over = op.ints("dimensions");
    let count = op.data().operands.len() / 2;
    let region = op.data().regions[0];
    let (xs, inits) = op.data().operands.split_at(count);
    let ty = op.result_type(0).clone();
    if let ([x], [init], Some(kind)) = (xs, inits, reduce_kind(op.func, region)) {
        let whole = cx.full(*x)?;
        if let Some(mut made) = combined(&mut cx.graph, kind, &whole, &over, &ty)? {
            if !is_identity(op, *init, kind, ty.element) {
                let init = cx.held(*init)?.term;
                made = pair(&mut cx.graph, kind, &made, &init)?;
            }
            return Ok(vec![Held::whole(made)]);
        }
    }
    slices(cx, op, &over)
}

/// Whether an initial value changes nothing.
fn is_identity(op: &OpView, init: Value, kind: ReduceKind, element: ElementType) -> bool {
    let Some(found) = op.func.constant_of(init).and_then(|literal| literal.to_bytes().ok()) else { return false };
    let zero = kind == ReduceKind::Sum && element.is_float() && found.iter().rev().skip(1).all(|&byte| byte == 0) && found.last().is_some_and(|byte| byte & 0x7f == 0);
    zero || identity_bytes(kind, element).is_ok_and(|identity| identity[..] == found[..])
}

/// Two tensors combined.
fn pair(graph: &mut Graph, kind: ReduceKind, x: &Term, y: &Term) -> Result<Term, String> {
    let truth = x.ty.element == ElementType::I1;
    match kind {
        ReduceKind::Sum | ReduceKind::Max | ReduceKind::Or if truth => graph.binary("Or", x, y, ElementType::I1),
        ReduceKind::Product | ReduceKind::Min | ReduceKind::And if truth => graph.binary("And", x, y, ElementType::I1),
        ReduceKind::Sum => two(graph, "Add", x, y, ARITHMETIC),
        ReduceKind::Product => two(graph, "Mul", x, y, ARITHMETIC),
        ReduceKind::Max => extreme(graph, "Max", x, y),
        ReduceKind::Min => extreme(graph, "Min", x, y),
        ReduceKind::And | ReduceKind::Or => {
            graph.need(18);
            two(graph, if kind == ReduceKind::And { "BitwiseAnd" } else { "BitwiseOr" }, x, y, super::types::WORDS)
        }
    }
}

/// One of ONNX's reductions; `None` where there is none for it.
fn combined(graph: &mut Graph, kind: ReduceKind, x: &Term, over: &[i64], ty: &TensorType) -> Result<Option<Term>, String> {
    let element = x.ty.element;
    if over.is_empty() {
        return Ok(Some(x.clone()));
    }
    if over.iter().any(|&dim| x.ty.dims[dim as usize] == 0) {
        // Nothing is combined: what changes nothing.
        let bytes = identity_bytes(kind, element)?;
        let scalar = graph.dense(&TensorType::scalar(element), &bytes)?;
        return graph.expand(&scalar, &ty.dims).map(Some);
    }
    let truth = element == ElementType::I1;
    let (op, allowed) = match kind {
        ReduceKind::Sum | ReduceKind::Max | ReduceKind::Or if truth => ("ReduceMax", TOPS),
        ReduceKind::Product | ReduceKind::Min | ReduceKind::And if truth => ("ReduceMin", TOPS),
        ReduceKind::Sum => ("ReduceSum", SUMS),
        ReduceKind::Product => ("ReduceProd", SUMS),
        ReduceKind::Max => ("ReduceMax", TOPS),
        ReduceKind::Min => ("ReduceMin", TOPS),
        ReduceKind::And | ReduceKind::Or => return Ok(None),
    };
    // Words of 64 bits wrap alike with and without a sign.
    let bits = if element == ElementType::UI64 && matches!(kind, ReduceKind::Sum | ReduceKind::Product) { ElementType::I64 } else { element };
    let x = graph.cast(x, bits)?;
    let Ok(x) = graph.carried(&x, allowed) else { return Ok(None) };
    let axes = if graph.opset >= 18 || op == "ReduceSum" { Some(graph.ints(over)) } else { None };
    let made_type = ty.with_element(x.ty.element);
    let made = match axes {
        Some(axes) => graph.node(op, &[&x, &axes], vec![int("keepdims", 0)], made_type),
        None => graph.node(op, &[&x], vec![ints("axes", over), int("keepdims", 0)], made_type),
    };
    graph.cast(&made, ty.element).map(Some)
}

/// A region that is applied to one slice after the other.
fn slices(cx: &mut Lowering, op: &OpView, over: &[i64]) -> Result<Vec<Held>, String> {
    let count = op.data().operands.len() / 2;
    let (xs, inits) = op.data().operands.split_at(count);
    let whole = op.operand_type(0).clone();
    let over: Vec<usize> = over.iter().map(|&dim| dim as usize).collect();
    let kept: Vec<usize> = (0..whole.rank()).filter(|dim| !over.contains(dim)).collect();
    let steps: i64 = over.iter().map(|&dim| whole.dims[dim]).product();
    if steps > MOST_SLICES {
        return Err(format!("{steps} elements are combined by a region that is none of ONNX's reductions; up to {MOST_SLICES} are written out"));
    }
    let dims: Vec<i64> = kept.iter().map(|&dim| whole.dims[dim]).collect();
    let lined = [&[steps], &dims[..]].concat();
    let mut rows = Vec::new();
    for &x in xs {
        let full = cx.full(x)?;
        let front = cx.graph.transpose(&full, &[&over[..], &kept].concat());
        rows.push(cx.graph.reshape(&front, &lined));
    }
    let mut sums = cx.helds(inits)?;
    for (sum, row) in sums.iter_mut().zip(&rows) {
        *sum = Held { term: sum.term.clone(), ty: row.ty.with_dims(&dims) };
    }
    for step in 0..steps {
        let mut args = sums.clone();
        for row in &rows {
            let cut = cx.graph.slice(row, &[(0, step, step + 1, 1)], &[&[1], &dims[..]].concat())?;
            args.push(Held::whole(cx.graph.reshape(&cut, &dims)));
        }
        sums = cx.map_region(op.data().regions[0], &args, &dims)?;
    }
    sums.into_iter().map(|held| cx.graph.full(&held).map(Held::whole)).collect()
}

fn window(cx: &mut Lowering, op: &OpView) -> Result<Vec<Held>, String> {
    let ty = op.result_type(0).clone();
    let sizes = op.ints("window_dimensions");
    let geometry = Window::read(op.attrs(), ty.rank(), "base_dilations", "window_dilations")?;
    let (&[x, init], Some(kind)) = (&op.data().operands[..], reduce_kind(op.func, op.data().regions[0])) else {
        return window_slices(cx, op, &sizes, &geometry);
    };
    let identity = is_identity(op, init, kind, ty.element);
    let whole = cx.full(x)?;
    if identity
        && kind == ReduceKind::Max
        && let Some(made) = max_pool(&mut cx.graph, &whole, &sizes, &geometry, &ty)
    {
        return Ok(vec![Held::whole(made)]);
    }
    let value = cx.held(init)?.term;
    let mut made = padded(&mut cx.graph, &whole, &value, &geometry)?;
    for dim in 0..ty.rank() {
        made = along(&mut cx.graph, kind, &made, dim, (sizes[dim], geometry.window_dilations[dim], geometry.strides[dim]), ty.dims[dim])?;
    }
    if !identity {
        made = pair(&mut cx.graph, kind, &made, &value)?;
    }
    Ok(vec![Held::whole(made)])
}

/// The operand with the initial value around and between its elements.
fn padded(graph: &mut Graph, x: &Term, init: &Term, geometry: &Window) -> Result<Term, String> {
    let ends = |end: usize| geometry.padding.iter().map(|pad| pad[end]).collect::<Vec<_>>();
    let between: Vec<i64> = geometry.base_dilations.iter().map(|step| step - 1).collect();
    shape::pad(graph, x, init, &ends(0), &ends(1), &between)
}

/// A region that is applied to one element of all windows after the other.
fn window_slices(cx: &mut Lowering, op: &OpView, sizes: &[i64], geometry: &Window) -> Result<Vec<Held>, String> {
    let count = op.data().operands.len() / 2;
    let dims = op.result_type(0).dims.to_vec();
    let steps: i64 = sizes.iter().product();
    if steps > MOST_SLICES {
        return Err(format!("{steps} elements of a window are combined by a region that is none of ONNX's reductions; up to {MOST_SLICES} are written out"));
    }
    let (xs, inits) = op.data().operands.split_at(count);
    let (mut rows, mut sums) = (Vec::new(), Vec::new());
    for (&x, &init) in xs.iter().zip(inits) {
        let (whole, value) = (cx.full(x)?, cx.full(init)?);
        rows.push(padded(&mut cx.graph, &whole, &value, geometry)?);
        sums.push(Held { ty: value.ty.with_dims(&dims), term: value });
    }
    for step in 0..steps {
        let mut place = step;
        let mut cuts = Vec::new();
        for dim in (0..dims.len()).rev() {
            let start = place % sizes[dim] * geometry.window_dilations[dim];
            place /= sizes[dim];
            cuts.push((dim, start, start + (dims[dim] - 1).max(0) * geometry.strides[dim] + 1, geometry.strides[dim]));
        }
        let mut args = sums.clone();
        for row in &rows {
            args.push(Held::whole(cx.graph.slice(row, &cuts, &dims)?));
        }
        sums = cx.map_region(op.data().regions[0], &args, &dims)?;
    }
    sums.into_iter().map(|held| cx.graph.full(&held).map(Held::whole)).collect()
}

/// Windows of `size` elements, `apart` from each other, along one dimension, of which every `stride`-th is kept.
fn along(graph: &mut Graph, kind: ReduceKind, x: &Term, dim: usize, (size, apart, stride): (i64, i64, i64), count: i64) -> Result<Term, String> {
    if size == 1 && stride == 1 {
        return Ok(x.clone());
    }
    let cut = |graph: &mut Graph, x: &Term, start: i64, length: i64| {
        let mut dims = x.ty.dims.to_vec();
        dims[dim] = length;
        let whole = start == 0 && length == x.ty.dims[dim];
        if whole { Ok(x.clone()) } else { graph.slice(x, &[(dim, start, start + length, 1)], &dims) }
    };
    // `doubled` holds windows of `held` elements; `made` those of the low bits of the size, which begin after what was taken before.
    let (mut doubled, mut held) = (x.clone(), 1);
    let mut made: Option<(Term, i64)> = None;
    loop {
        if size & held != 0 {
            made = Some(match made {
                None => (doubled.clone(), held),
                Some((sum, taken)) => {
                    let length = (sum.ty.dims[dim]).min(doubled.ty.dims[dim] - taken * apart).max(0);
                    let (front, back) = (cut(graph, &sum, 0, length)?, cut(graph, &doubled, taken * apart, length)?);
                    (pair(graph, kind, &front, &back)?, taken + held)
                }
            });
        }
        if held * 2 > size {
            break;
        }
        let length = (doubled.ty.dims[dim] - held * apart).max(0);
        let (front, back) = (cut(graph, &doubled, 0, length)?, cut(graph, &doubled, held * apart, length)?);
        doubled = pair(graph, kind, &front, &back)?;
        held *= 2;
    }
    let (sum, _) = made.ok_or("a window must have an element")?;
    let mut dims = sum.ty.dims.to_vec();
    dims[dim] = count;
    let reach = if count == 0 { 0 } else { (count - 1) * stride + 1 };
    if stride == 1 && sum.ty.dims[dim] == count { Ok(sum) } else { graph.slice(&sum, &[(dim, 0, reach, stride)], &dims) }
}

/// `MaxPool`, of floats over up to three dimensions behind a batch and features.
fn max_pool(graph: &mut Graph, x: &Term, sizes: &[i64], window: &Window, ty: &TensorType) -> Option<Term> {
    let rank = x.ty.rank();
    let float = matches!(x.ty.element, ElementType::F32 | ElementType::F64);
    let still = |dim: usize| sizes[dim] == 1 && window.padding[dim] == [0, 0] && window.strides[dim] == 1;
    let plain = window.base_dilations.iter().all(|&step| step == 1);
    if !float || !(3..=5).contains(&rank) || !still(0) || !still(1) || !plain || ty.num_elements() == 0 {
        return None;
    }
    // A window that lies in the padding alone has no element there.
    let inside = |dim: usize| {
        let reach = (sizes[dim] - 1) * window.window_dilations[dim] + 1;
        window.padding[dim].iter().all(|&count| (0..reach.min(sizes[dim])).contains(&count))
    };
    if !(2..rank).all(inside) {
        return None;
    }
    let of = |list: &[i64]| list[2..].to_vec();
    let pads: Vec<i64> = (0..2).flat_map(|end| window.padding[2..].iter().map(move |pad| pad[end])).collect();
    let attrs = vec![
        ints("kernel_shape", &of(sizes)),
        ints("strides", &of(&window.strides)),
        ints("pads", &pads),
        ints("dilations", &of(&window.window_dilations)),
    ];
    Some(graph.node("MaxPool", &[x], attrs, ty.clone()))
}
