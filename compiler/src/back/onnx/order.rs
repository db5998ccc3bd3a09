//! Sorts and the largest elements: `TopK` of all, or of some.
//!
//! `TopK` puts the lower index first among equals, so that it is a stable sort. A sort of several tensors moves the others by the places of the first. Invariant: in
//! the total order of floats NaN stands above all numbers, as StableHLO says and `TopK` does not.

use super::elementwise::select;
use super::graph::{Graph, Held, Term, int};
use super::lower::{Lowered, Lowering};
use super::types::{MOVED, SUMS};
use shardwright_ir::attrs::Attr;
use shardwright_ir::module::{Func, Region, Value};
use shardwright_ir::op::OpView;
use shardwright_ir::types::{ElementType, TensorType};

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    match op.data().info.name {
        "stablehlo.sort" => sort(cx, op).map(Some),
        "chlo.top_k" => largest(cx, op).map(Some),
        "stablehlo.custom_call" if op.attr("call_target_name").and_then(Attr::as_str) == Some("mhlo.topk") => {
            let attrs = op.attr("mhlo.attributes").and_then(Attr::as_struct);
            if attrs.and_then(|attrs| attrs.get("largest")?.as_bool()) == Some(false) {
                return Err("mhlo.topk of the smallest elements is not written".to_owned());
            }
            largest(cx, op).map(Some)
        }
        _ => Ok(None),
    }
}

/// By what a comparator orders.
struct Order {
    /// The operand that is compared.
    key: usize,
    descending: bool,
    total: bool,
}

/// The order of a comparator that compares two elements of one operand, zeros and NaNs made one before or not.
fn order(func: &Func, region: Region) -> Option<Order> {
    let data = func.region(region);
    let &[result] = &func.op(func.terminator(region)?).operands[..] else { return None };
    let compare = func.op(func.defining_op(result)?);
    let (&[left, right], "stablehlo.compare") = (&compare.operands[..], compare.info.name) else { return None };
    let word = |name: &str| compare.attrs.get(name).and_then(Attr::as_enum).map_or("", |value| value.as_str());
    let descending = match word("comparison_direction") {
        "LT" | "LE" => false,
        "GT" | "GE" => true,
        _ => return None,
    };
    let place = |value: Value| {
        let mut value = value;
        // JAX: select(x == 0, 0, x), select(x != x, nan, x).
        while let Some(op) = func.defining_op(value).map(|op| func.op(op)) {
            value = match (op.info.name, &op.operands[..]) {
                ("stablehlo.select", &[condition, _, kept]) if is_own_test(func, condition, kept) => kept,
                _ => return None,
            };
        }
        data.args.iter().position(|&arg| arg == value)
    };
    let (first, second) = (place(left)?, place(right)?);
    let descending = match second.checked_sub(first) {
        Some(1) if first % 2 == 0 => descending,
        None if first == second + 1 && second % 2 == 0 => !descending,
        _ => return None,
    };
    let total = word("compare_type") == "TOTALORDER" && func.tensor_type(left).element.is_float();
    Some(Order { key: first.min(second) / 2, descending, total })
}

/// Whether a condition asks whether the kept value (or what it is made of) is zero, or no number.
fn is_own_test(func: &Func, condition: Value, kept: Value) -> bool {
    let Some(op) = func.defining_op(condition).map(|op| func.op(op)) else { return false };
    let (&[x, y], "stablehlo.compare") = (&op.operands[..], op.info.name) else { return false };
    let zero = func.constant_of(y).and_then(|literal| literal.splat_value()) == Some(0.0);
    let mut origin = kept;
    while origin != x {
        let Some(op) = func.defining_op(origin).map(|op| func.op(op)) else { return false };
        let ("stablehlo.select", &[_, _, kept]) = (op.info.name, &op.operands[..]) else { return false };
        origin = kept;
    }
    x == y || zero
}

fn sort(cx: &mut Lowering, op: &OpView) -> Result<Vec<Held>, String> {
    let order = order(op.func, op.data().regions[0]).ok_or("its comparator is not one comparison of two elements of one operand")?;
    let terms = op.data().operands.iter().map(|&value| cx.full(value)).collect::<Result<Vec<_>, _>>()?;
    let rank = op.operand_type(0).rank();
    let dim = op.int_or("dimension", -1);
    let dim = (if dim < 0 { dim + rank as i64 } else { dim }) as usize;
    let key = &terms[order.key];
    if key.ty.num_elements() == 0 {
        return Ok(terms.into_iter().map(Held::whole).collect());
    }
    let graph = &mut cx.graph;
    let mut places = Vec::new();
    let mut sorted = if order.total { numbers(graph, key)? } else { key.clone() };
    let (first, indices) = top(graph, &sorted, dim, key.ty.dims[dim], order.descending)?;
    sorted = first;
    places.push(indices);
    if order.total {
        // By whether they are numbers, among which order is kept.
        let odd = odd(graph, key)?;
        let moved = moved(graph, &odd, &places[0], dim)?;
        let (_, indices) = top(graph, &moved, dim, key.ty.dims[dim], order.descending)?;
        places.push(indices);
    }
    let single = places.len() == 1;
    let mut results = Vec::new();
    for (index, term) in terms.iter().enumerate() {
        if index == order.key && single {
            results.push(Held::whole(sorted.clone()));
            continue;
        }
        let mut made = term.clone();
        for indices in &places {
            made = moved(graph, &made, indices, dim)?;
        }
        results.push(Held::whole(made));
    }
    Ok(results)
}

/// Which elements are no numbers, as integers.
fn odd(graph: &mut Graph, x: &Term) -> Result<Term, String> {
    let x = graph.carried(x, super::types::FLOATS)?;
    let odd = graph.node("IsNaN", &[&x], vec![], x.ty.with_element(ElementType::I1));
    graph.cast(&odd, ElementType::I32)
}

/// Elements with infinity for what is no number.
fn numbers(graph: &mut Graph, x: &Term) -> Result<Term, String> {
    let odd = odd(graph, x)?;
    let odd = graph.cast(&odd, ElementType::I1)?;
    let infinity = graph.scalar(x.ty.element, f64::INFINITY)?;
    select(graph, &odd, &infinity, x)
}

/// The first `count` along a dimension, and their places.
fn top(graph: &mut Graph, x: &Term, dim: usize, count: i64, largest: bool) -> Result<(Term, Term), String> {
    let carried = graph.carried(x, SUMS)?;
    let k = graph.ints(&[count]);
    let mut dims = x.ty.dims.to_vec();
    dims[dim] = count;
    let types = vec![carried.ty.with_dims(&dims), TensorType::new(ElementType::I64, &dims)];
    let attrs = vec![int("axis", dim as i64), int("largest", i64::from(largest)), int("sorted", 1)];
    let mut made = graph.nodes_of("", "TopK", &[&carried, &k], attrs, types).into_iter();
    let (Some(values), Some(places)) = (made.next(), made.next()) else { return Err("TopK has two results".to_owned()) };
    Ok((graph.cast(&values, x.ty.element)?, places))
}

/// Elements at these places along a dimension.
fn moved(graph: &mut Graph, x: &Term, places: &Term, dim: usize) -> Result<Term, String> {
    let carried = graph.carried(x, MOVED)?;
    let made = graph.node("GatherElements", &[&carried, places], vec![int("axis", dim as i64)], carried.ty.with_dims(&places.ty.dims));
    graph.cast(&made, x.ty.element)
}

/// The largest elements of each row.
fn largest(cx: &mut Lowering, op: &OpView) -> Result<Vec<Held>, String> {
    let x = cx.full(op.data().operands[0])?;
    let (values, places) = (op.result_type(0).clone(), op.result_type(1).clone());
    let last = x.ty.rank() - 1;
    let (top, indices) = top(&mut cx.graph, &x, last, values.dims[last], true)?;
    let indices = cx.graph.cast(&indices, places.element)?;
    Ok(vec![Held::whole(top), Held::whole(indices)])
}
