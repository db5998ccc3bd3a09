//! `combine-collectives`: small collectives that do not need each other become one.
//!
//! Members of a bucket have the same groups, element type and (where they reduce) kind. Reductions and gathers become one op of several
//! operands; reduce-scatters are laid side by side in one tensor. Ops are taken as in a schedule that puts collectives off: whatever can run
//! without them goes first, then all that waits of one kind, the kind on which the longest chain of ops hangs, in buckets in program order. So
//! no bucket can need another that needs it, and the time is near linear in the number of ops.
//! How large a bucket is: with m buckets of T seconds of transfer in all and A seconds of latency each, m A + T / m seconds are not hidden
//! behind work (all latencies, and the last bucket's transfer), which is least for m = sqrt(T / A). Invariants: every element is
//! combined with the same others in the same order as before; ops with effects other than exchanging data stay in order, and no collective
//! passes one.

use super::order::{Needs, has_effects};
use super::{costs_of, named_machine};
use crate::cost::{Collective, CollectiveCosts};
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use crate::provenance::{Cause, Need, Provenance};
use indexmap::IndexMap;
use shardwright_dialects::combine::reduce_kind;
use shardwright_dialects::device_groups::groups;
use shardwright_dialects::local::{reshape, row, transpose};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::machine::Machine;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::{Attr, Attrs, Builder, Diagnostic, Diagnostics, ElementType, Func, Loc, Module, OpId, Region, Type, Value};
use std::collections::BinaryHeap;

/// The pass's row.
pub static COMBINE_COLLECTIVES: PassInfo = PassInfo {
    name: "combine-collectives",
    summary: "joins small collectives of the same devices into fewer large ones",
    options: &[
        OptionSpec { name: "bucket-bytes", default: "", summary: "operands of up to so many bytes together; empty: what the machine says is best" },
        OptionSpec { name: "machine", default: "", summary: "price on this machine (a name or a file); empty: that of the compile" },
    ],
    build: |options: &Options| {
        let bucket = match options.get(&COMBINE_COLLECTIVES, "bucket-bytes") {
            "" => None,
            text => Some(text.parse::<u64>().map_err(|_| format!("option `bucket-bytes` of `combine-collectives` must be a number of bytes, got `{text}`"))?),
        };
        Ok(Box::new(CombineCollectives { bucket, machine: named_machine(options.get(&COMBINE_COLLECTIVES, "machine"))? }))
    },
};

struct CombineCollectives {
    bucket: Option<u64>,
    machine: Option<Machine>,
}

impl Pass for CombineCollectives {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let costs = match self.bucket {
            Some(_) => None,
            None => Some(costs_of(self.machine.as_ref(), ctx, module)?),
        };
        let sizes = Sizes { bucket: self.bucket, costs };
        let mut joined = 0;
        for func in module.funcs.values_mut() {
            let regions: Vec<Region> = std::iter::once(func.body()).chain(func.walk().into_iter().flat_map(|op| func.op(op).regions.clone())).collect();
            let mut replaced = SecondaryMap::new();
            for region in regions {
                joined += combine(func, region, &sizes, &mut ctx.provenance, &mut replaced).map_err(|why| Diagnostic::error(format!("collectives cannot be combined: {why}")))?;
            }
            func.replace_all(&replaced);
        }
        ctx.count("collectives joined", joined as i64);
        Ok((joined > 0).into())
    }
}

/// What members of one op have in common.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Kind {
    collective: &'static str,
    groups: Vec<Vec<i64>>,
    element: ElementType,
    reduces: Option<ReduceKind>,
    /// Of a gather.
    dim: Option<i64>,
    /// Whether it names its transfer, and whether its ids count partitions too.
    handles: (bool, bool),
}

/// How large buckets are.
struct Sizes {
    bucket: Option<u64>,
    costs: Option<CollectiveCosts>,
}

impl Sizes {
    /// Splits what waits (its bytes each) into buckets: positions in it.
    fn buckets(&self, kind: &Kind, bytes: &[u64]) -> Vec<Vec<usize>> {
        let total = bytes.iter().fold(0u64, |sum, &bytes| sum.saturating_add(bytes));
        let price = |bytes: u64| match (&self.costs, Collective::parse(kind.collective.trim_start_matches("stablehlo."))) {
            (Some(costs), Some(collective)) => Some(costs.price_groups(collective, &kind.groups, bytes).seconds),
            _ => None,
        };
        let limit = match (self.bucket, price(1), price(total)) {
            (Some(bucket), ..) => bucket,
            (None, Some(latency), Some(all)) if latency > 0.0 => {
                let buckets = ((all - latency).max(0.0) / latency).sqrt().round().clamp(1.0, bytes.len().max(1) as f64);
                (total as f64 / buckets).ceil() as u64
            }
            _ => 0,
        };
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut held = 0u64;
        for (index, &own) in bytes.iter().enumerate() {
            match found.last_mut() {
                Some(bucket) if held.saturating_add(own) <= limit => {
                    bucket.push(index);
                    held = held.saturating_add(own);
                }
                _ => {
                    found.push(vec![index]);
                    held = own;
                }
            }
        }
        let cheaper = |bucket: &[usize]| {
            let together = bucket.iter().fold(0u64, |sum, &index| sum.saturating_add(bytes[index]));
            let apart: f64 = bucket.iter().filter_map(|&index| price(bytes[index])).sum();
            price(together).is_none_or(|joined| joined < apart)
        };
        found.into_iter().flat_map(|bucket| if cheaper(&bucket) { vec![bucket] } else { bucket.into_iter().map(|index| vec![index]).collect() }).collect()
    }
}

/// The kind of an op that can be a member; `None` for others.
fn kind_of(func: &Func, op: OpId) -> Option<Kind> {
    let data = func.op(op);
    let collective = data.info.name;
    let reduces = match collective {
        "stablehlo.all_reduce" | "stablehlo.reduce_scatter" => Some(reduce_kind(func, *data.regions.first()?)?),
        "stablehlo.all_gather" => None,
        _ => return None,
    };
    let element = func.ty(*data.operands.first()?).as_tensor()?.element;
    if data.operands.iter().any(|&value| func.ty(value).as_tensor().is_none_or(|ty| ty.element != element || ty.num_elements() == 0)) {
        return None;
    }
    let groups = groups(&data.attrs).ok().filter(|groups| groups.first().is_some_and(|group| group.len() > 1))?;
    let dim = if collective == "stablehlo.all_gather" { Some(data.attrs.int("all_gather_dim")?) } else { None };
    let handles = (data.attrs.get("channel_handle").is_some(), data.attrs.get("use_global_device_ids").is_some());
    Some(Kind { collective, groups, element, reduces, dim, handles })
}

/// Combines in one region; returns how many collectives are gone.
fn combine(func: &mut Func, region: Region, sizes: &Sizes, provenance: &mut Provenance, replaced: &mut SecondaryMap<Value, Option<Value>>) -> Result<usize, String> {
    let mut kinds = IndexMap::<Kind, usize>::new();
    let of: Vec<Option<usize>> = func.region(region).ops.iter().map(|&op| {
        let next = kinds.len();
        Some(*kinds.entry(kind_of(func, op)?).or_insert(next))
    }).collect();
    let mut counts = vec![0usize; kinds.len()];
    of.iter().flatten().for_each(|&kind| counts[kind] += 1);
    if counts.iter().all(|&count| count < 2) {
        return Ok(0);
    }
    let kinds: Vec<Kind> = kinds.into_keys().collect();
    let mut needs = Needs::of_region(func, region);
    keep_effects_in_order(func, &mut needs, &of);
    let buckets = schedule(func, &needs, &of, &kinds, sizes);
    // Groups of ops numbered by their first ones.
    let mut bucket_of = vec![usize::MAX; needs.ops.len()];
    buckets.iter().enumerate().for_each(|(index, bucket)| bucket.iter().for_each(|&op| bucket_of[op] = index));
    let (mut group, mut firsts, mut group_of_bucket) = (Vec::with_capacity(needs.ops.len()), Vec::new(), vec![None; buckets.len()]);
    for (op, &bucket) in bucket_of.iter().enumerate() {
        let known = if bucket == usize::MAX { None } else { group_of_bucket[bucket] };
        group.push(known.unwrap_or_else(|| {
            firsts.push(op);
            if bucket != usize::MAX {
                group_of_bucket[bucket] = Some(firsts.len() - 1);
            }
            firsts.len() - 1
        }));
    }
    let order = needs.order(&group, firsts.len()).ok_or("buckets need each other")?;
    let (mut ops, mut gone) = (Vec::with_capacity(needs.ops.len()), 0);
    for first in order.into_iter().map(|group| firsts[group]) {
        let bucket = bucket_of[first];
        if bucket == usize::MAX || buckets[bucket].len() < 2 {
            ops.push(needs.ops[first]);
            continue;
        }
        let members: Vec<OpId> = buckets[bucket].iter().map(|&op| needs.ops[op]).collect();
        gone += members.len() - 1;
        let scratch = func.new_region();
        let loc = Loc::Fused(members.iter().map(|&member| func.op(member).loc.clone()).collect());
        let mut b = Builder { func: &mut *func, region: scratch, loc };
        let joined = join(&mut b, &members, replaced)?;
        ops.extend(func.region(scratch).ops.clone());
        func.set_region_ops(scratch, Vec::new());
        inherit_all(provenance, func, &members, joined);
    }
    if gone > 0 {
        func.set_region_ops(region, ops);
    }
    Ok(gone)
}

/// Makes every op with effects of its own need all collectives and all such ops before it, and all behind it need it.
fn keep_effects_in_order(func: &Func, needs: &mut Needs, of: &[Option<usize>]) {
    let mut last: Option<usize> = None;
    let mut since: Vec<usize> = Vec::new();
    for index in 0..needs.ops.len() {
        let effects = has_effects(func, needs.ops[index]) && !func.op(needs.ops[index]).info.is_terminator();
        if !effects && of[index].is_none() {
            continue;
        }
        let mut need = |from: usize| {
            // Users stay ascending: what was added for data may be behind.
            if let Err(at) = needs.users[from].binary_search(&index) {
                needs.users[from].insert(at, index);
                needs.count[index] += 1;
            }
        };
        last.into_iter().for_each(&mut need);
        if effects {
            since.drain(..).for_each(&mut need);
            last = Some(index);
        } else {
            since.push(index);
        }
    }
}

/// Runs through the ops, putting collectives off; returns the buckets that they wait in, as places of ops.
fn schedule(func: &Func, needs: &Needs, of: &[Option<usize>], kinds: &[Kind], sizes: &Sizes) -> Vec<Vec<usize>> {
    let ops = needs.ops.len();
    let mut height = vec![0usize; ops];
    for index in (0..ops).rev() {
        height[index] = needs.users[index].iter().map(|&user| height[user] + 1).max().unwrap_or(0);
    }
    let mut open = needs.count.clone();
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); kinds.len()];
    // The kind that holds up most comes first; each op waits once, so there are as many entries as ops.
    let mut held = BinaryHeap::<(usize, std::cmp::Reverse<usize>)>::new();
    let mut ready: Vec<usize> = (0..ops).filter(|&index| open[index] == 0).collect();
    let (mut buckets, mut done) = (Vec::new(), vec![false; ops]);
    loop {
        while let Some(next) = ready.pop() {
            match of[next] {
                Some(kind) => {
                    waiting[kind].push(next);
                    held.push((height[next], std::cmp::Reverse(next)));
                }
                None => release(needs, next, &mut open, &mut ready),
            }
        }
        let Some((_, std::cmp::Reverse(first))) = held.pop() else { return buckets };
        let Some(kind) = of[first].filter(|_| !done[first]) else { continue };
        let mut members = std::mem::take(&mut waiting[kind]);
        members.sort_unstable();
        let bytes: Vec<u64> = members.iter().map(|&member| operand_bytes(func, needs.ops[member])).collect();
        buckets.extend(sizes.buckets(&kinds[kind], &bytes).into_iter().map(|bucket| bucket.into_iter().map(|index| members[index]).collect::<Vec<_>>()));
        members.iter().for_each(|&member| done[member] = true);
        members.iter().for_each(|&member| release(needs, member, &mut open, &mut ready));
    }
}

fn release(needs: &Needs, op: usize, open: &mut [usize], ready: &mut Vec<usize>) {
    for &user in &needs.users[op] {
        open[user] -= 1;
        if open[user] == 0 {
            ready.push(user);
        }
    }
}

fn operand_bytes(func: &Func, op: OpId) -> u64 {
    let bytes = func.op(op).operands.iter().filter_map(|&value| func.ty(value).as_tensor()).map(|ty| ty.byte_size());
    u64::try_from(bytes.fold(0i64, i64::saturating_add)).unwrap_or(u64::MAX)
}

/// Makes one op of several; returns it. Uses of their results are to be replaced as `replaced` says.
fn join(b: &mut Builder, members: &[OpId], replaced: &mut SecondaryMap<Value, Option<Value>>) -> Result<OpId, String> {
    let first = b.func.op(members[0]).clone();
    let operands: Vec<Value> = members.iter().flat_map(|&member| b.func.op(member).operands.clone()).collect();
    let results: Vec<Value> = members.iter().flat_map(|&member| b.func.op(member).results.clone()).collect();
    if first.info.name != "stablehlo.reduce_scatter" {
        let types: Vec<Type> = results.iter().map(|&value| b.func.ty(value).clone()).collect();
        let joined = b.op_of_types(first.info, &operands, first.attrs, &first.regions, types)?;
        for (at, &old) in results.iter().enumerate() {
            let new = b.func.op(joined).results[at];
            replace(b, old, new, replaced);
        }
        return Ok(joined);
    }
    // One row for each device, in it the parts that it is to get of every operand.
    let (mut rows, mut widths) = (Vec::new(), Vec::new());
    let mut count = 0;
    for (&member, &result) in members.iter().zip(&results) {
        let data = b.func.op(member);
        let (operand, dim) = (data.operands[0], data.attrs.int("scatter_dimension").and_then(|dim| usize::try_from(dim).ok()).ok_or("a scatter needs a dimension")?);
        let (whole, part) = (b.ty(operand).dims.to_vec(), b.ty(result).dims.to_vec());
        count = whole[dim] / part[dim].max(1);
        let split: Vec<i64> = whole[..dim].iter().copied().chain([count, part[dim]]).chain(whole[dim + 1..].iter().copied()).collect();
        let order: Vec<i64> = std::iter::once(dim as i64).chain((0..split.len() as i64).filter(|&other| other != dim as i64)).collect();
        let split = reshape(b, operand, &split)?;
        let front = transpose(b, split, &order)?;
        let width = part.iter().product::<i64>();
        rows.push(reshape(b, front, &[count, width])?);
        widths.push(width);
    }
    let total: i64 = widths.iter().sum();
    let ty = b.ty(rows[0]).with_dims(&[count, total]);
    let side_by_side = b.value_of_type(row("stablehlo.concatenate")?, &rows, Attrs::new().with("dimension", Attr::i64(1)), ty)?;
    let ty = b.ty(side_by_side).with_dims(&[1, total]);
    let attrs = first.attrs.with("scatter_dimension", Attr::i64(0));
    let joined = b.op_of_types(first.info, &[side_by_side], attrs, &first.regions, vec![ty.clone().into()])?;
    let whole = b.func.result(joined);
    let mut start = 0;
    for (&old, &width) in results.iter().zip(&widths) {
        let attrs = Attrs::new().with("start_indices", Attr::ints(&[0, start])).with("limit_indices", Attr::ints(&[1, start + width])).with("strides", Attr::ints(&[1, 1]));
        let part = b.value_of_type(row("stablehlo.slice")?, &[whole], attrs, ty.with_dims(&[1, width]))?;
        let dims = b.ty(old).dims.to_vec();
        let part = reshape(b, part, &dims)?;
        replace(b, old, part, replaced);
        start += width;
    }
    Ok(joined)
}

fn replace(b: &mut Builder, old: Value, new: Value, replaced: &mut SecondaryMap<Value, Option<Value>>) {
    let name = b.func.value(old).name;
    b.func.value_mut(new).name = name;
    replaced[old] = Some(new);
}

/// The joined op has its first member's cause; where all combine partial results, those of all of them.
fn inherit_all(provenance: &mut Provenance, func: &Func, members: &[OpId], joined: OpId) {
    let causes: Vec<Cause> = members.iter().filter_map(|&member| provenance.causes.get(provenance.of(func.name, member)? as usize).cloned()).collect();
    let Some(mut cause) = causes.first().cloned() else { return };
    if causes.iter().all(|other| other.need == Need::Combine) {
        for &maker in causes.iter().skip(1).flat_map(|other| &other.makers) {
            if !cause.makers.contains(&maker) {
                cause.makers.push(maker);
            }
        }
    }
    let id = provenance.cause(cause);
    provenance.set(func.name, joined, id);
}
