//! Ops that move elements: broadcasts, reshapes, slices, pads, constants and kin.

use super::graph::{Graph, Held, Term};
use super::lower::{Lowered, Lowering};
use super::types::{MOVED, PAD};
use shardwright_ir::attrs::Attr;
use shardwright_ir::op::OpView;
use shardwright_ir::types::{ElementType, TensorType};
use shardwright_ir::Literal;

/// Counting tensors up to this size are written out; longer ones are made when they are needed.
const WRITTEN: i64 = 1 << 10;

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    let Some(kind) = op.data().info.name.strip_prefix("stablehlo.") else { return Ok(None) };
    let operand = |index: usize| op.data().operands[index];
    let ty = || op.result_type(0).clone();
    let whole = |term: Term| Ok(Some(vec![Held::whole(term)]));
    match kind {
        "constant" => {
            let Some(Attr::Dense(literal)) = op.attr("value") else { return Err("it has no value".to_owned()) };
            let held = cx.graph.constant(literal)?;
            Ok(Some(vec![Held { ty: cx.result_type(op, 0), term: held.term }]))
        }
        "optimization_barrier" => cx.helds(&op.data().operands).map(Some),
        "custom_call" => custom_call(cx, op),
        "iota" => iota(&mut cx.graph, &ty(), op.int_or("iota_dimension", 0) as usize).map(|held| Some(vec![held])),
        "broadcast_in_dim" => {
            let held = cx.held(operand(0))?;
            broadcast(&mut cx.graph, &held, ty(), &op.ints("broadcast_dimensions")).map(|held| Some(vec![held]))
        }
        "reshape" => {
            let held = cx.held(operand(0))?;
            if held.term.ty.rank() == 0 && ty().rank() > 0 {
                return Ok(Some(vec![Held { term: held.term, ty: ty() }]));
            }
            let full = cx.graph.full(&held)?;
            whole(cx.graph.reshape(&full, &ty().dims))
        }
        "transpose" => {
            let held = cx.held(operand(0))?;
            if held.term.ty.rank() == 0 {
                return Ok(Some(vec![Held { term: held.term, ty: ty() }]));
            }
            let order: Vec<usize> = op.ints("permutation").iter().map(|&dim| dim as usize).collect();
            Ok(Some(vec![Held { term: moved(&mut cx.graph, &held.term, |graph, term| Ok(graph.transpose(term, &order)))?, ty: ty() }]))
        }
        "slice" => {
            let x = cx.full(operand(0))?;
            let (starts, limits, strides) = (op.ints("start_indices"), op.ints("limit_indices"), op.ints("strides"));
            let stride = |dim: usize| strides.get(dim).copied().unwrap_or(1);
            let cuts: Vec<_> = (0..x.ty.rank())
                .filter(|&dim| starts[dim] != 0 || limits[dim] != x.ty.dims[dim] || stride(dim) != 1)
                .map(|dim| (dim, starts[dim], limits[dim], stride(dim)))
                .collect();
            whole(cx.graph.slice(&x, &cuts, &ty().dims)?)
        }
        "reverse" => {
            let x = cx.full(operand(0))?;
            let cuts: Vec<_> = op.ints("dimensions").iter().map(|&dim| (dim as usize, -1, i64::MIN, -1)).collect();
            let dims = x.ty.dims.to_vec();
            whole(cx.graph.slice(&x, &cuts, &dims)?)
        }
        "concatenate" => {
            let terms = op.data().operands.iter().map(|&value| cx.full(value)).collect::<Result<Vec<_>, _>>()?;
            whole(cx.graph.concat(&terms, op.int_or("dimension", 0) as usize)?)
        }
        "pad" => {
            let (x, value) = (cx.full(operand(0))?, cx.full(operand(1))?);
            let (low, high, interior) = (op.ints("edge_padding_low"), op.ints("edge_padding_high"), op.ints("interior_padding"));
            whole(pad(&mut cx.graph, &x, &value, &low, &high, &interior)?)
        }
        _ => Ok(None),
    }
}

/// Calls that mean nothing on one device.
fn custom_call(cx: &mut Lowering, op: &OpView) -> Lowered {
    match op.attr("call_target_name").and_then(Attr::as_str) {
        Some("Sharding" | "LayoutConstraint" | "annotate_device_placement" | "MoveToHost" | "MoveToDevice") => cx.helds(&op.data().operands).map(Some),
        Some("mhlo.topk") => Ok(None),
        Some(name) => Err(format!("target \"{name}\" is known to its platform only")),
        None => Ok(None),
    }
}

/// Something done to a tensor in a type that can be moved.
fn moved(graph: &mut Graph, x: &Term, with: impl FnOnce(&mut Graph, &Term) -> Result<Term, String>) -> Result<Term, String> {
    let carried = graph.carried(x, MOVED)?;
    let made = with(graph, &carried)?;
    graph.cast(&made, x.ty.element)
}

/// Numbers that count along one dimension: a tensor of that dimension only.
pub(super) fn iota(graph: &mut Graph, ty: &TensorType, dim: usize) -> Result<Held, String> {
    let count = ty.dims[dim];
    let mut dims = vec![1; ty.rank()];
    dims[dim] = count;
    let term = if count <= WRITTEN {
        let bytes = (0..count).flat_map(|value| shardwright_ir::interp::scalar::bytes_of_f64(ty.element, value as f64)).collect();
        let literal = Literal::dense(ty.with_dims(&dims), bytes);
        graph.dense(&literal.ty, &literal.to_bytes()?)?
    } else {
        let (start, end, step) = (graph.int_tensor(&[], &[0]), graph.int_tensor(&[], &[count]), graph.int_tensor(&[], &[1]));
        let made = graph.node("Range", &[&start, &end, &step], vec![], TensorType::new(ElementType::I64, &[count]));
        let made = graph.cast(&made, ty.element)?;
        graph.reshape(&made, &dims)
    };
    Ok(Held { term, ty: ty.clone() })
}

/// Dimension `i` of the tensor at place `map[i]` of the result; the rest is left to broadcasting.
fn broadcast(graph: &mut Graph, held: &Held, ty: TensorType, map: &[i64]) -> Result<Held, String> {
    if held.term.ty.rank() == 0 {
        return Ok(Held { term: held.term.clone(), ty });
    }
    let mut order: Vec<usize> = (0..map.len()).collect();
    order.sort_by_key(|&dim| map[dim]);
    let sorted = graph.transpose(&held.term, &order);
    let mut dims = vec![1; ty.rank()];
    for (&from, &size) in order.iter().zip(&sorted.ty.dims) {
        dims[map[from] as usize] = size;
    }
    Ok(Held { term: graph.reshape(&sorted, &dims), ty })
}

/// A tensor with elements of `value` around (less than none: cut off) and between its own.
pub(super) fn pad(graph: &mut Graph, x: &Term, value: &Term, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Term, String> {
    let element = x.ty.element;
    // Words of 16 bits have no kernel, nor have floats of it in every version.
    let (mut x, value) = (graph.carried(x, PAD)?, graph.carried(value, PAD)?);
    for dim in 0..x.ty.rank() {
        let between = interior.get(dim).copied().unwrap_or(0);
        if between == 0 || x.ty.dims[dim] <= 1 {
            continue;
        }
        // Each element with what comes after it in a dimension of its own.
        let size = x.ty.dims[dim];
        let mut dims = x.ty.dims.to_vec();
        dims.insert(dim + 1, 1);
        let apart = graph.reshape(&x, &dims);
        let mut ends = vec![0; dims.len()];
        ends[dim + 1] = between;
        let filled = edges(graph, &apart, &value, &vec![0; dims.len()], &ends);
        dims.remove(dim + 1);
        dims[dim] = size * (between + 1);
        let joined = graph.reshape(&filled, &dims);
        dims[dim] -= between;
        x = graph.slice(&joined, &[(dim, 0, dims[dim], 1)], &dims)?;
    }
    let mut dims = x.ty.dims.to_vec();
    let mut cuts = Vec::new();
    let (mut before, mut behind) = (low.to_vec(), high.to_vec());
    for dim in 0..dims.len() {
        // What one end cuts may be what the other adds: cut only after adding.
        before[dim] = low[dim].max(0);
        behind[dim] = high[dim].max(0);
        dims[dim] += low[dim] + high[dim];
        if low[dim] < 0 || high[dim] < 0 {
            let start = (-low[dim]).max(0);
            cuts.push((dim, start, start + dims[dim], 1));
        }
    }
    let grown = edges(graph, &x, &value, &before, &behind);
    let made = graph.slice(&grown, &cuts, &dims)?;
    graph.cast(&made, element)
}

/// A tensor with elements of `value` at its ends.
pub(super) fn edges(graph: &mut Graph, x: &Term, value: &Term, low: &[i64], high: &[i64]) -> Term {
    if low.iter().chain(high).all(|&count| count == 0) {
        return x.clone();
    }
    let dims: Vec<i64> = x.ty.dims.iter().zip(low.iter().zip(high)).map(|(size, (low, high))| size + low + high).collect();
    let pads = graph.ints(&[low, high].concat());
    graph.node("Pad", &[x, &pads, value], vec![], x.ty.with_dims(&dims))
}
