//! A plan in words: what its ways and reshards cost, dearest first, and how far the next best is.
//!
//! Source of the idea: the `Rationalize` of XLA's auto-sharding evaluator, which tells two solutions apart by their parts. Invariant: the parts add up to what
//! the plan costs in [`super::SearchProblem::evaluate`], prices of held values apart, which only break ties.

use super::INFINITE;
use super::program::{Holder, Program};
use crate::partition::plan::Placement;
use indexmap::IndexMap;
use shardwright_ir::{Func, Value};

/// Parts of a plan that are alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// What is done: an op and how its tensors lie, or a reshard.
    pub what: String,
    /// How many are alike.
    pub count: usize,
    /// What one costs, in picoseconds, trips of loops included.
    pub each: i64,
    /// Of an op: what the whole plan would cost more if this op alone were done the next best way, in picoseconds, and which that is.
    pub next: Option<(i64, String)>,
}

/// The parts of a plan (one way a holder), dearest first.
pub fn parts(program: &Program, func: &Func, chosen: &[u32]) -> Vec<Part> {
    let mut found: IndexMap<(String, i64, Option<(i64, String)>), usize> = IndexMap::new();
    let mut links: Vec<Vec<usize>> = vec![Vec::new(); program.nodes.len()];
    for (index, link) in program.links.iter().enumerate() {
        links[link.ends.0 as usize].push(index);
        links[link.ends.1 as usize].push(index);
    }
    let way_of = |node: u32| chosen[node as usize] as usize;
    for (node, choices) in program.nodes.iter().enumerate() {
        let Holder::Op(op) = choices.holder else { continue };
        let cost = |way: usize| {
            let around = links[node].iter().map(|&index| {
                let link = &program.links[index];
                let columns = program.nodes[link.ends.1 as usize].ways.len();
                let (row, column) = if link.ends.0 as usize == node { (way, way_of(link.ends.1)) } else { (way_of(link.ends.0), way) };
                link.costs[row * columns + column]
            });
            around.fold(choices.costs[way], i64::saturating_add)
        };
        let data = func.op(op);
        let values: Vec<Value> = data.operands.iter().chain(&data.results).copied().collect();
        let told = |way: usize| {
            let lies = |(&value, &id): (&Value, &u32)| func.ty(value).as_tensor().map(|_| place(&program.placements[id as usize]));
            let (taken, made): (Vec<_>, Vec<_>) = values.iter().zip(&choices.ways[way]).enumerate().partition(|(index, _)| *index < data.operands.len());
            let list = |all: Vec<(usize, (&Value, &u32))>| all.into_iter().filter_map(|(_, pair)| lies(pair)).collect::<Vec<_>>().join(", ");
            format!("{} -> {}", list(taken), list(made))
        };
        let own = chosen[node] as usize;
        let next = (0..choices.ways.len()).filter(|&way| way != own).map(|way| (cost(way), way)).min().filter(|(cost, _)| *cost < INFINITE);
        let next = next.map(|(other, way)| (other - cost(own), told(way)));
        let shape = data.results.first().and_then(|&result| func.ty(result).as_tensor()).map(ToString::to_string).unwrap_or_default();
        let what = format!("{} {shape}: {}", data.info.name, told(own));
        *found.entry((what, choices.costs[own], next)).or_default() += 1;
    }
    for link in &program.links {
        let (made, taken) = (way_of(link.ends.0), way_of(link.ends.1));
        let columns = program.nodes[link.ends.1 as usize].ways.len();
        let each = link.costs[made * columns + taken];
        if each == 0 {
            continue;
        }
        let lies = |node: u32, tensor: u32, way: usize| place(&program.placements[program.nodes[node as usize].ways[way][tensor as usize] as usize]);
        let (from, to) = (lies(link.ends.0, link.tensors.0, made), lies(link.ends.1, link.tensors.1, taken));
        let what = format!("reshard of {}: {from} to {to}", program.shape_text(link));
        *found.entry((what, each, None)).or_default() += 1;
    }
    let mut parts: Vec<Part> = found.into_iter().map(|((what, each, next), count)| Part { what, count, each, next }).collect();
    // Stable: equal ones stay in program order.
    parts.sort_by_key(|part| std::cmp::Reverse(i128::from(part.each) * part.count as i128));
    parts
}

/// `[x, -, y.z] partial over w`: the axes of each dimension.
fn place(placement: &Placement) -> String {
    let axes = |axes: &[shardwright_ir::sharding::AxisRef], by: &str| axes.iter().map(|axis| axis.to_string().replace('"', "")).collect::<Vec<_>>().join(by);
    let dims: Vec<String> = placement.dims.iter().map(|dim| if dim.is_empty() { "-".to_owned() } else { axes(dim, ".") }).collect();
    let partial = if placement.partial.is_empty() { String::new() } else { format!(" partial over {}", axes(&placement.partial, ", ")) };
    format!("[{}]{partial}", dims.join(", "))
}
