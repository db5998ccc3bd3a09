//! Products of a gathered operand: each device multiplies the shard that it has, and passes it on.
//!
//! All products of the gathered tensor that can are done on the way of one ring. Who else uses it gets it whole, put together
//! from the same shards. Invariants: padding of the last shards is zero before it is summed over, and cut off elsewhere.

use super::super::ring::{Ring, Step, Stream, Towards, origin, place, ring};
use super::window::{Dot, Role, cast, part, put, start_of, sum, zeros};
use super::{Done, Policy, Uses, Waiting, move_behind, needing, ring_groups};
use crate::cost::Collective;
use shardwright_dialects::local::{binary, broadcast, compare, index_constant, iota, pad_to, select, trim};
use shardwright_ir::{Builder, ElementType, Func, OpId, TensorType, Value};

/// A product on the way.
struct Stop {
    dot: Dot,
    /// Which operand is gathered.
    side: usize,
    role: Role,
    other: Value,
    result: Value,
    /// Type of what is carried: the result in the padded size.
    carried: TensorType,
}

/// Builds the ring of an all-gather.
pub(super) fn window(func: &mut Func, op: OpId, bytes: i64, uses: &Uses, policy: &Policy) -> Result<Done, String> {
    let data = func.op(op);
    let (shard, joined) = (data.operands[0], data.results[0]);
    let (Some(region), Some(dim)) = (data.parent, data.attrs.int("all_gather_dim").and_then(|dim| usize::try_from(dim).ok())) else { return Ok(Done::NoProduct) };
    // What products use: the joined shards, or what is left of them without padding.
    let trimmed = match uses[joined][..] {
        [(user, 0)] => trims(func, user, dim).map(|size| (user, size)),
        _ => None,
    };
    let gathered = trimmed.map_or(joined, |(user, _)| func.result(user));
    let size = func.tensor_type(gathered).dims[dim];
    let users = &uses[gathered];
    let ops = &func.region(region).ops;
    let at = |op: OpId| ops.iter().position(|&other| other == op);
    let is_dot = |user: OpId| func.op(user).info.name == "stablehlo.dot_general" && func.op(user).parent == Some(region);
    let products: Vec<(OpId, usize)> = users.iter().copied().filter(|&(user, _)| is_dot(user)).collect();
    if products.is_empty() {
        return Ok(if leads_to_dot(func, gathered, uses) { Done::Left("what it gathers is rearranged before it is multiplied (several dimensions at once, say)".to_owned()) } else { Done::NoProduct });
    }
    let groups = match ring_groups(func, op) {
        Ok(groups) => groups,
        Err(done) => return Ok(done),
    };
    let ty = func.tensor_type(gathered).clone();
    if ty.num_elements() == 0 || ty.element.bits() < 8 {
        return Ok(Done::Left(format!("its elements are {}", if ty.num_elements() == 0 { "none".to_owned() } else { ty.element.to_string() })));
    }
    let (Some(begin), Some(last_product)) = (at(trimmed.map_or(op, |(user, _)| user)), products.iter().filter_map(|&(user, _)| at(user)).max()) else {
        return Err("its users stand elsewhere".to_owned());
    };
    let needs = needing(func, &ops[begin + 1..=last_product], gathered);
    let mut waits = std::collections::BTreeSet::new();
    for (&op, _) in ops[begin + 1..=last_product].iter().zip(&needs).filter(|&(_, &needs)| needs) {
        waits.extend(func.op(op).results.iter().copied());
    }
    let part_size = func.tensor_type(shard).dims[dim];
    let padded = part_size * groups[0].len() as i64;
    let mut stops = Vec::new();
    for &(user, side) in &products {
        let Some(dot) = Dot::read(func, user) else { continue };
        let (other, result) = (func.op(user).operands[1 - side], func.result(user));
        let Some(role) = dot.role(side, dim) else { continue };
        if other == gathered || waits.contains(&other) {
            continue;
        }
        let own = func.tensor_type(result).clone();
        let carried = match role {
            Role::Summed(_) => own.with_element(dot.kept()),
            Role::Batch(_, out) | Role::Free(out) => {
                let mut dims = own.dims.to_vec();
                dims[out] = padded;
                own.with_dims(&dims)
            }
        };
        stops.push(Stop { dot, side, role, other, result, carried });
    }
    if stops.is_empty() {
        return Ok(Done::Left("every product of it has a second operand that depends on it too".to_owned()));
    }
    let dots: Vec<OpId> = stops.iter().map(|stop| stop.dot.op).collect();
    let waiting = Waiting { kind: Collective::AllGather, groups: &groups, shard: func.tensor_type(shard).byte_size(), whole: bytes, dots: &dots };
    let Some(hops) = policy.choose(func, &waiting) else { return Ok(Done::NotWorth) };
    let last = dots.iter().filter_map(|&dot| at(dot)).max().unwrap_or(last_product);
    let others = users.iter().any(|(user, _)| !dots.contains(user));

    let scratch = func.new_region();
    let loc = func.op(op).loc.clone();
    let mut b = Builder { func: &mut *func, region: scratch, loc };
    let b = &mut b;
    let place = place(b, &groups)?;
    let travels = match stops.iter().any(|stop| matches!(stop.role, Role::Summed(_))) && size < padded {
        true => masked(b, shard, dim, place, size)?,
        false => shard,
    };
    let mut fixed = vec![place];
    let mut carried = Vec::new();
    for stop in &stops {
        fixed.push(match stop.role {
            Role::Batch(paired, _) | Role::Summed(paired) => pad_to(b, stop.other, paired, padded)?,
            Role::Free(_) => stop.other,
        });
        carried.push(zeros(b, &stop.carried)?);
    }
    let mut whole = ty.dims.to_vec();
    whole[dim] = padded;
    if others {
        carried.push(zeros(b, &ty.with_dims(&whole))?);
    }
    let mut streams = vec![Stream { towards: Towards::Before, hops: hops.one, whole: vec![travels], sums: Vec::new() }];
    if hops.other > 0 {
        streams.push(Stream { towards: Towards::Next, hops: hops.other, whole: vec![travels], sums: Vec::new() });
    }
    let spec = Ring { groups: &groups, streams, carried, fixed, unroll: policy.pass.unroll };
    let devices = groups[0].len();
    let rung = ring(b, &spec, &mut |b: &mut Builder, step: &Step| {
        // Both ways begin with the device's own shard: it counts once.
        if step.first && step.stream > 0 {
            return Ok((Vec::new(), step.carried.to_vec()));
        }
        let from = origin(b, devices, spec.streams[step.stream].towards, step.fixed[0], step.hop)?;
        let start = start_of(b, from, part_size)?;
        let mut carried = Vec::with_capacity(step.carried.len());
        for (index, stop) in stops.iter().enumerate() {
            carried.push(stop.step(b, step, index, start, part_size)?);
        }
        if others {
            carried.push(put(b, step.carried[stops.len()], step.whole[0], dim, start)?);
        }
        Ok((Vec::new(), carried))
    })?;
    let mut replaced = Vec::new();
    for (stop, &value) in stops.iter().zip(&rung.carried) {
        let value = match stop.role {
            Role::Summed(_) => cast(b, value, stop.dot.element)?,
            Role::Batch(_, out) | Role::Free(out) => trim(b, value, out, b.ty(stop.result).dims[out])?,
        };
        replaced.push((stop.result, value));
    }
    if others {
        replaced.push((gathered, trim(b, rung.carried[stops.len()], dim, size)?));
    }
    let made = func.region(scratch).ops.clone();
    func.set_region_ops(scratch, Vec::new());
    if !move_behind(func, region, (begin + 1, last), gathered, &made, &dots) {
        return Ok(Done::Left("an op with effects stands between it and a product".to_owned()));
    }
    let mut map = shardwright_ir::entity::SecondaryMap::<Value, Option<Value>>::new();
    for (old, new) in replaced {
        func.value_mut(new).name = func.value(old).name;
        map[old] = Some(new);
    }
    func.replace_all(&map);
    trimmed.iter().for_each(|&(user, _)| func.erase(user));
    func.erase(op);
    Ok(Done::Ring(rung.sends))
}

impl Stop {
    /// What is carried for product `index` after a step.
    fn step(&self, b: &mut Builder, step: &Step, index: usize, start: Value, size: i64) -> Result<Value, String> {
        let (here, other) = (step.whole[0], step.fixed[1 + index]);
        let other = match self.role {
            Role::Batch(paired, _) | Role::Summed(paired) => part(b, other, paired, start, size)?,
            Role::Free(_) => other,
        };
        let (x, y) = if self.side == 0 { (here, other) } else { (other, here) };
        match self.role {
            Role::Summed(_) => {
                let product = self.dot.product(b, x, y, self.dot.kept())?;
                sum(b, Some(step.carried[index]).filter(|_| !step.first), product)
            }
            Role::Batch(_, out) | Role::Free(out) => {
                let product = self.dot.product(b, x, y, self.dot.element)?;
                put(b, step.carried[index], product, out, start)
            }
        }
    }
}

/// The shard of this place with zeros where it lies beyond `size` along `dim`.
fn masked(b: &mut Builder, shard: Value, dim: usize, place: Value, size: i64) -> Result<Value, String> {
    let ty = b.ty(shard).clone();
    let local = ty.dims[dim];
    let start = start_of(b, place, local)?;
    let start = broadcast(b, start, &[local], &[])?;
    let index = iota(b, TensorType::new(ElementType::UI32, &[local]), 0)?;
    let index = binary(b, "stablehlo.add", start, index)?;
    let end = index_constant(b, size)?;
    let end = broadcast(b, end, &[local], &[])?;
    let inside = compare(b, "LT", index, end)?;
    let inside = broadcast(b, inside, &ty.dims, &[dim as i64])?;
    let none = zeros(b, &ty)?;
    select(b, inside, shard, none)
}

/// The size that a slice leaves of dimension `dim`, where it cuts nothing but the end of that.
fn trims(func: &Func, op: OpId, dim: usize) -> Option<i64> {
    let data = func.op(op);
    if data.info.name != "stablehlo.slice" {
        return None;
    }
    let (from, to) = (func.tensor_type(data.operands[0]), func.tensor_type(data.results[0]));
    let begins = data.attrs.ints("start_indices")?.iter().all(|&start| start == 0);
    let dense = data.attrs.ints("strides").is_none_or(|strides| strides.iter().all(|&stride| stride == 1));
    let rest = (0..from.rank()).all(|other| other == dim || from.dims[other] == to.dims[other]);
    (begins && dense && rest).then(|| to.dims[dim])
}

/// Whether a product uses a value by way of ops that only rearrange it.
fn leads_to_dot(func: &Func, value: Value, uses: &Uses) -> bool {
    const FAR: usize = 4;
    let mut value = value;
    for _ in 0..FAR {
        let Some(&(user, _)) = uses[value].first() else { return false };
        match func.op(user).info.name {
            "stablehlo.dot_general" => return true,
            "stablehlo.reshape" | "stablehlo.transpose" | "stablehlo.slice" | "stablehlo.convert" => value = func.result(user),
            _ => return false,
        }
    }
    false
}
