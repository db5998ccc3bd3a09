//! Collectives: ONNX Runtime's own ops where their meaning fits, ours where it does not.
//!
//! `com.microsoft` has `AllReduce` (a sum over all devices), `AllGather` and `AllToAll` (over all devices, in the order of their ranks). Everything else is in
//! [`DOMAIN`], whose ops say which devices meet. Invariant: a node says all that a runtime must know, the device itself apart.

use super::graph::{Graph, Held, Term, int, ints, string};
use super::lower::{Lowered, Lowering};
use crate::front::onnx::proto::AttributeProto;
use shardwright_dialects::combine::reduce_kind;
use shardwright_dialects::device_groups::groups;
use shardwright_dialects::stablehlo::collective_permute::pairs;
use shardwright_ir::op::OpView;
use shardwright_ir::types::{ElementType, TensorType};

/// The domain of our own ops.
pub const DOMAIN: &str = "ai.shardwright";
/// The domain of ONNX Runtime's own ops.
pub const RUNTIME: &str = "com.microsoft";
/// Version of both.
pub const VERSION: i64 = 1;

/// Lowers an op of this family.
pub(super) fn lower(cx: &mut Lowering, op: &OpView) -> Lowered {
    let Some(kind) = op.data().info.name.strip_prefix("stablehlo.") else { return Ok(None) };
    if !op.data().info.traits.collective {
        return Ok(None);
    }
    let devices = cx.devices;
    let mut results = Vec::new();
    for (index, &operand) in op.data().operands.iter().enumerate() {
        let ty = op.result_type(index).clone();
        let full = cx.full(operand)?;
        // Those after the first follow each other.
        let x = match results.last() {
            None => cx.ordered(full)?,
            Some(Held { term, .. }) => after(&mut cx.graph, &full, term)?,
        };
        let made = match kind {
            "all_reduce" => all_reduce(cx, op, &x, ty)?,
            "reduce_scatter" => {
                let reduction = reduction(op, &ty)?;
                let attrs = [vec![int("axis", op.int_or("scatter_dimension", 0)), string("reduction", reduction)], among(op, devices)?].concat();
                own(&mut cx.graph, "ReduceScatter", &x, attrs, ty)
            }
            "all_gather" => {
                let axis = op.int_or("all_gather_dim", 0);
                if is_whole(op, devices)? && is_runtime_type(ty.element) {
                    theirs(&mut cx.graph, "AllGather", &x, vec![int("axis", axis), int("group_size", devices)], ty)
                } else {
                    own(&mut cx.graph, "AllGather", &x, [vec![int("axis", axis)], among(op, devices)?].concat(), ty)
                }
            }
            "all_to_all" => {
                let (split, joined) = (op.int_or("split_dimension", 0), op.int_or("concat_dimension", 0));
                if split == 0 && joined == 0 && is_whole(op, devices)? && is_runtime_type(ty.element) {
                    theirs(&mut cx.graph, "AllToAll", &x, vec![int("group_size", devices)], ty)
                } else {
                    own(&mut cx.graph, "AllToAll", &x, [vec![int("split_axis", split), int("concat_axis", joined)], among(op, devices)?].concat(), ty)
                }
            }
            "collective_permute" => {
                let flat: Vec<i64> = pairs(op.attrs())?.into_iter().flat_map(|(from, to)| [from, to]).collect();
                own(&mut cx.graph, "CollectivePermute", &x, vec![ints("pairs", &flat)], ty)
            }
            "collective_broadcast" => own(&mut cx.graph, "Broadcast", &x, among(op, devices)?, ty),
            _ => return Ok(None),
        };
        results.push(Held::whole(made));
    }
    Ok(Some(results))
}

/// `x` as it is, but not before `earlier` is there. ONNX Runtime's custom ops have one type that may be any: the edge is of truth values.
pub(super) fn after(graph: &mut Graph, x: &Term, earlier: &Term) -> Result<Term, String> {
    let edge = graph.cast(earlier, ElementType::I1)?;
    Ok(graph.nodes_of(DOMAIN, "After", &[x, &edge], vec![], vec![x.ty.clone()]).remove(0))
}

fn own(graph: &mut Graph, op: &str, x: &Term, attrs: Vec<AttributeProto>, ty: TensorType) -> Term {
    graph.nodes_of(DOMAIN, op, &[x], attrs, vec![ty]).remove(0)
}

fn theirs(graph: &mut Graph, op: &str, x: &Term, attrs: Vec<AttributeProto>, ty: TensorType) -> Term {
    graph.nodes_of(RUNTIME, op, &[x], attrs, vec![ty]).remove(0)
}

fn all_reduce(cx: &mut Lowering, op: &OpView, x: &Term, ty: TensorType) -> Result<Term, String> {
    let reduction = reduction(op, &ty)?;
    if reduction == "sum" && is_whole(op, cx.devices)? && is_runtime_type(ty.element) {
        return Ok(theirs(&mut cx.graph, "AllReduce", x, vec![], ty));
    }
    let attrs = [vec![string("reduction", reduction)], among(op, cx.devices)?].concat();
    Ok(own(&mut cx.graph, "AllReduce", x, attrs, ty))
}

/// The types of ONNX Runtime's collectives.
fn is_runtime_type(element: ElementType) -> bool {
    matches!(element, ElementType::F16 | ElementType::F32 | ElementType::F64)
}

/// How members' elements are combined.
fn reduction(op: &OpView, ty: &TensorType) -> Result<&'static str, String> {
    let kind = reduce_kind(op.func, op.data().regions[0]).ok_or_else(|| format!("elements of {ty} are combined by a region that is no single sum, product, maximum, minimum, `and` or `or`"))?;
    Ok(kind.as_str())
}

/// Whether all devices are one group, in the order of their numbers.
fn is_whole(op: &OpView, devices: i64) -> Result<bool, String> {
    let groups = groups(op.attrs())?;
    let in_order = |group: &Vec<i64>| group.iter().copied().eq(0..devices);
    Ok(groups.is_empty() || groups.len() == 1 && in_order(&groups[0]))
}

/// Which devices meet: `groups`, one after the other, each of `group_size` devices (-1 fills up smaller ones).
fn among(op: &OpView, devices: i64) -> Result<Vec<AttributeProto>, String> {
    let mut groups = groups(op.attrs())?;
    if groups.is_empty() {
        groups.push((0..devices).collect());
    }
    let width = groups.iter().map(Vec::len).max().unwrap_or(0);
    let flat: Vec<i64> = groups.iter().flat_map(|group| group.iter().copied().chain(std::iter::repeat(-1)).take(width)).collect();
    Ok(vec![ints("groups", &flat), int("group_size", width as i64)])
}
