//! `chunk-all-to-all`: expert layers in pieces, so that exchanging one piece of the tokens overlaps with computing on another.
//!
//! An all-to-all, the ops that work on what it brings, and the all-to-all that takes the results back are a chain. Along a dimension that
//! passes through all of them each piece is exchanged and computed on its own: the pipeline of Tutel (Hwang et al. 2023, section 4.2), whose
//! time is that of the first exchange, then for each piece the larger of exchange and work. What is between is whatever has a sharding rule in which
//! the dimension is one pass-through factor, so that pieces of it are computed as shards of it would be.
//! Invariants: every element is computed as before, except that products may be of fewer rows; bytes that a device sends stay the same, in
//! more and smaller exchanges.

use super::order::each_used;
use super::{costs_of, named_machine};
use crate::cost::compute::ComputeCosts;
use crate::cost::simulate::{Costs, Overlap, simulate};
use crate::manager::{Changed, OptionSpec, Pass, PassCtx, PassInfo};
use crate::provenance::Provenance;
use shardwright_dialects::local::row;
use shardwright_ir::copy::{ValueMap, copy_op};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::machine::{DEFAULT_MACHINE, Machine, builtin};
use shardwright_ir::op::Localize;
use shardwright_ir::sharding::{DimFactors, FactorId, FactorKind, ShardingRule};
use shardwright_ir::{Attr, Attrs, Diagnostic, Diagnostics, Func, Module, OpId, OpState, Region, Type, Value};
use std::collections::BTreeMap;

/// The pass's row.
pub static CHUNK_ALL_TO_ALL: PassInfo = PassInfo {
    name: "chunk-all-to-all",
    summary: "exchanges and computes what all-to-alls bring and take back in pieces that overlap",
    options: &[
        OptionSpec { name: "chunks", default: "", summary: "number of pieces; empty: of 1, 2, 4 and 8 the one with which the program is simulated fastest" },
        OptionSpec { name: "machine", default: "", summary: "price on this machine (a name or a file); empty: that of the compile" },
    ],
    build: |options| {
        let chunks = match options.get(&CHUNK_ALL_TO_ALL, "chunks") {
            "" => None,
            text => match text.parse::<i64>() {
                Ok(count) if count >= 1 => Some(count),
                _ => return Err(format!("option `chunks` of `chunk-all-to-all` must be a number of at least 1, got `{text}`")),
            },
        };
        Ok(Box::new(ChunkAllToAll { chunks, machine: named_machine(options.get(&CHUNK_ALL_TO_ALL, "machine"))? }))
    },
};

/// How far behind an all-to-all its chain may end, in ops: keeps the search for it linear.
const LONGEST: usize = 1024;

struct ChunkAllToAll {
    chunks: Option<i64>,
    machine: Option<Machine>,
}

impl Pass for ChunkAllToAll {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let chunks = match self.chunks {
            Some(chunks) => chunks,
            None => self.fastest(module, ctx)?,
        };
        let count = if chunks > 1 { chunk_module(module, chunks, &mut ctx.provenance)? } else { 0 };
        if count == 0 && self.chunks.is_some_and(|chunks| chunks > 1) {
            let what = "nothing is exchanged and computed in pieces: no product lies between two all-to-alls with a dimension that passes through both";
            ctx.diagnostics.push(Diagnostic::warning(what));
        }
        ctx.count("chains in pieces", count as i64);
        ctx.count("pieces", chunks);
        Ok((count > 0).into())
    }
}

impl ChunkAllToAll {
    /// The number of pieces with which the main function takes least; the smaller of equals.
    fn fastest(&self, module: &Module, ctx: &PassCtx) -> Result<i64, Diagnostics> {
        let fault = |why: String| Diagnostics::from(Diagnostic::error(why));
        let machine = match self.machine.as_ref().or(ctx.machine.as_ref()) {
            Some(machine) => machine.clone(),
            None => builtin(DEFAULT_MACHINE).map_err(|why| fault(why.to_string()))?,
        };
        let collectives = costs_of(Some(&machine), ctx, module)?;
        let compute = ComputeCosts::new(&machine.device, None);
        let costs = Costs { compute: &compute, collectives: &collectives, overlap: Overlap::Dataflow };
        let mut best: Option<(u64, i64)> = None;
        for chunks in [1, 2, 4, 8] {
            let mut tried = module.clone();
            if chunks > 1 && chunk_module(&mut tried, chunks, &mut Provenance::default())? == 0 {
                break;
            }
            let Some(main) = tried.main() else { break };
            let step = simulate(main, &costs).step;
            if best.is_none_or(|(least, _)| step < least) {
                best = Some((step, chunks));
            }
        }
        Ok(best.map_or(1, |(_, chunks)| chunks))
    }
}

fn chunk_module(module: &mut Module, chunks: i64, provenance: &mut Provenance) -> Result<usize, Diagnostics> {
    let mut count = 0;
    for func in module.funcs.values_mut() {
        let regions: Vec<Region> = std::iter::once(func.body()).chain(func.walk().into_iter().flat_map(|op| func.op(op).regions.clone())).collect();
        for region in regions {
            count += chunk_region(func, region, chunks, provenance).map_err(|why| Diagnostic::error(format!("all-to-alls cannot be taken in pieces: {why}")))?;
        }
    }
    Ok(count)
}

/// What lies between two all-to-alls.
struct Chain {
    /// Places of the ops, the two all-to-alls first and last.
    places: Vec<usize>,
    /// The dimension of each value that the pieces are cut along.
    dims: BTreeMap<Value, usize>,
    /// Its size.
    size: i64,
}

fn chunk_region(func: &mut Func, region: Region, chunks: i64, provenance: &mut Provenance) -> Result<usize, String> {
    let ops = func.region(region).ops.clone();
    if !ops.iter().any(|&op| is_exchange(func, op)) {
        return Ok(0);
    }
    let mut users = SecondaryMap::<Value, Vec<usize>>::new();
    for (place, &op) in ops.iter().enumerate() {
        each_used(func, op, &mut |value| users[value].push(place));
    }
    // Chains are copied from the program as it was.
    let source = func.clone();
    let mut taken = vec![false; ops.len()];
    let mut made: Vec<Vec<OpId>> = vec![Vec::new(); ops.len()];
    let mut replaced = SecondaryMap::<Value, Option<Value>>::new();
    let mut count = 0;
    for first in 0..ops.len() {
        if taken[first] || !is_exchange(func, ops[first]) {
            continue;
        }
        let Some(chain) = find(func, &ops, &users, first).filter(|chain| chain.size > 1) else { continue };
        let (Some(&last), false) = (chain.places.last(), chain.places.iter().any(|&place| taken[place])) else { continue };
        chain.places.iter().for_each(|&place| taken[place] = true);
        made[last] = build(func, &source, &ops, &users, &chain, chunks.min(chain.size), provenance, &mut replaced)?;
        count += 1;
    }
    if count > 0 {
        let order = ops.iter().enumerate().flat_map(|(place, &op)| std::mem::take(&mut made[place]).into_iter().chain((!taken[place]).then_some(op))).collect();
        func.set_region_ops(region, order);
        func.replace_all(&replaced);
    }
    Ok(count)
}

fn is_exchange(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    data.info.name == "stablehlo.all_to_all" && data.operands.len() == 1
}

/// The chain that begins with the exchange at `first`, and a dimension that passes through it.
fn find(func: &Func, ops: &[OpId], users: &SecondaryMap<Value, Vec<usize>>, first: usize) -> Option<Chain> {
    let mut reached = Vec::new();
    let mut brought = SecondaryMap::<Value, bool>::new();
    func.op(ops[first]).results.iter().for_each(|&result| brought[result] = true);
    let mut last = None;
    for place in first + 1..ops.len().min(first + LONGEST) {
        let mut depends = false;
        each_used(func, ops[place], &mut |value| depends |= brought[value]);
        if !depends {
            continue;
        }
        if is_exchange(func, ops[place]) {
            last = Some(place);
            break;
        }
        func.op(ops[place]).results.iter().for_each(|&result| brought[result] = true);
        reached.push(place);
    }
    let last = last?;
    // Of what depends on the first exchange, what the second depends on.
    let mut places = vec![last];
    let mut needed = SecondaryMap::<Value, bool>::new();
    each_used(func, ops[last], &mut |value| needed[value] = true);
    for &place in [first].iter().chain(&reached).rev() {
        if func.op(ops[place]).results.iter().any(|&result| needed[result]) {
            each_used(func, ops[place], &mut |value| needed[value] = true);
            places.push(place);
        }
    }
    places.reverse();
    let products = |&place: &usize| matches!(func.op(ops[place]).info.name, "stablehlo.dot_general" | "stablehlo.convolution");
    if places.first() != Some(&first) || !places.iter().any(products) {
        return None;
    }
    // What others use before the end would come too late.
    let inside = |place: usize| places.binary_search(&place).is_ok();
    let early = places.iter().flat_map(|&place| &func.op(ops[place]).results).flat_map(|&result| &users[result]).any(|&user| user < last && !inside(user));
    if early {
        return None;
    }
    let start = func.op(ops[first]).results[0];
    (0..func.tensor_type(start).rank()).filter_map(|dim| through(func, ops, &places, dim)).max_by_key(|chain| chain.size)
}

/// The chain cut along dimension `dim` of what its first exchange brings, where that passes through all of it.
fn through(func: &Func, ops: &[OpId], places: &[usize], dim: usize) -> Option<Chain> {
    let first = *places.first()?;
    let start = func.op(ops[first]).results[0];
    let size = func.tensor_type(start).dims[dim];
    let mut dims = BTreeMap::new();
    let rule = rule_of(func, ops[first])?;
    let factor = alone(&rule.results[0], dim)?;
    dims.insert(func.op(ops[first]).operands[0], dim_of(&rule.operands[0], factor)?);
    for &place in places {
        let op = ops[place];
        let data = func.op(op);
        let rule = rule_of(func, op)?;
        let mut own: Option<FactorId> = None;
        for (index, operand) in data.operands.iter().enumerate() {
            if let Some(&dim) = dims.get(operand) {
                let factor = alone(&rule.operands[index], dim)?;
                if own.is_some_and(|own| own != factor) {
                    return None;
                }
                own = Some(factor);
            }
        }
        let factor = own?;
        let kind = &rule[factor];
        if kind.kind != FactorKind::PassThrough || rule.reaches.iter().any(|reach| reach.factor == factor) {
            return None;
        }
        for (index, operand) in data.operands.iter().enumerate() {
            let at = dim_of(&rule.operands[index], factor);
            let before = dims.get(operand).copied();
            // One value that is cut along two dimensions, or both cut and whole, is more than pieces can be.
            if before != at {
                match (before, at) {
                    (None, Some(at)) => _ = dims.insert(*operand, at),
                    _ => return None,
                }
            }
        }
        for (index, &result) in data.results.iter().enumerate() {
            dims.insert(result, dim_of(&rule.results[index], factor)?);
        }
    }
    Some(Chain { places: places.to_vec(), dims, size })
}

/// The rule of an op whose pieces are computed by the same op.
pub(crate) fn rule_of(func: &Func, op: OpId) -> Option<ShardingRule> {
    let data = func.op(op);
    let name = data.info.name;
    let exchanges = data.info.traits.collective && name != "stablehlo.all_reduce" && name != "stablehlo.all_to_all";
    let other_effects = data.info.traits.effects && !data.info.traits.collective;
    if !matches!(data.info.localize, Localize::Same) || exchanges || other_effects {
        return None;
    }
    func.view(op).sharding_rule()
}

/// The only factor of a dimension.
pub(crate) fn alone(tensor: &[DimFactors], dim: usize) -> Option<FactorId> {
    match tensor.get(dim)?[..] {
        [factor] => Some(factor),
        _ => None,
    }
}

/// The dimension that is this factor alone.
pub(crate) fn dim_of(tensor: &[DimFactors], factor: FactorId) -> Option<usize> {
    tensor.iter().position(|factors| factors[..] == [factor])
}

/// The ops of the chain in pieces, in order: the next piece is on its way while one is computed.
fn build(
    func: &mut Func,
    source: &Func,
    ops: &[OpId],
    users: &SecondaryMap<Value, Vec<usize>>,
    chain: &Chain,
    chunks: i64,
    provenance: &mut Provenance,
    replaced: &mut SecondaryMap<Value, Option<Value>>,
) -> Result<Vec<OpId>, String> {
    let (Some(&first), Some((&last, middle))) = (chain.places.first(), chain.places.split_last()) else { return Ok(Vec::new()) };
    let middle = &middle[1..];
    let bounds: Vec<(i64, i64)> = (0..chunks).map(|chunk| (chunk * chain.size / chunks, (chunk + 1) * chain.size / chunks)).collect();
    let mut maps: Vec<ValueMap> = vec![ValueMap::new(); bounds.len()];
    let mut order = Vec::new();
    let mut piece = |func: &mut Func, place: usize, chunk: usize, order: &mut Vec<OpId>| -> Result<(), String> {
        let (from, to) = bounds[chunk];
        let op = ops[place];
        let mut outside = Vec::new();
        each_used(source, op, &mut |value| outside.push(value));
        for value in outside {
            if maps[chunk][value].is_none() {
                let now = match chain.dims.get(&value) {
                    Some(&dim) => slice(func, value, dim, from, to, order)?,
                    None => value,
                };
                maps[chunk][value] = Some(now);
            }
        }
        let copy = copy_op(func, source, op, &mut maps[chunk])?;
        for (old, new) in source.op(op).results.clone().into_iter().zip(func.op(copy).results.clone()) {
            let mut dims = source.tensor_type(old).dims.to_vec();
            dims[chain.dims[&old]] = to - from;
            func.value_mut(new).ty = Type::from(source.tensor_type(old).with_dims(&dims));
            func.value_mut(new).name = None;
        }
        provenance.inherit(source.name, op, copy);
        order.push(copy);
        Ok(())
    };
    piece(func, first, 0, &mut order)?;
    for chunk in 0..bounds.len() {
        if chunk + 1 < bounds.len() {
            piece(func, first, chunk + 1, &mut order)?;
        }
        for &place in middle {
            piece(func, place, chunk, &mut order)?;
        }
        piece(func, last, chunk, &mut order)?;
    }
    // What others use of it is joined again.
    let inside = |place: &usize| chain.places.binary_search(place).is_ok();
    for &place in &chain.places {
        for &result in &source.op(ops[place]).results {
            if users[result].iter().all(inside) {
                continue;
            }
            let parts: Vec<Value> = maps.iter().filter_map(|map| map[result]).collect();
            let attrs = Attrs::new().with("dimension", Attr::i64(chain.dims[&result] as i64));
            let loc = source.op(ops[place]).loc.clone();
            let joined = func.create(OpState { attrs, loc, ..OpState::new(row("stablehlo.concatenate")?, &parts, vec![source.ty(result).clone()]) });
            order.push(joined);
            let whole = func.result(joined);
            func.value_mut(whole).name = source.value(result).name;
            replaced[result] = Some(whole);
        }
    }
    Ok(order)
}

/// Elements `from..to` along one dimension.
fn slice(func: &mut Func, value: Value, dim: usize, from: i64, to: i64, order: &mut Vec<OpId>) -> Result<Value, String> {
    let ty = func.tensor_type(value).clone();
    let (mut start, mut limit) = (vec![0; ty.rank()], ty.dims.to_vec());
    (start[dim], limit[dim]) = (from, to);
    let mut dims = ty.dims.to_vec();
    dims[dim] = to - from;
    let attrs = Attrs::new()
        .with("start_indices", Attr::ints(&start))
        .with("limit_indices", Attr::ints(&limit))
        .with("strides", Attr::ints(&vec![1; ty.rank()]));
    let op = func.create(OpState { attrs, ..OpState::new(row("stablehlo.slice")?, &[value], vec![ty.with_dims(&dims).into()]) });
    order.push(op);
    Ok(func.result(op))
}
