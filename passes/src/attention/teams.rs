//! Teams that share queries and split keys: rings of fewer steps for more memory (Liu et al., WallFacer, arXiv:2407.00611, section 4).
//!
//! Of `P` devices each team of `c` has the queries of all its members. Its members have different keys of the others', so that a ring of `P / c^2` devices takes
//! each past the `1 / c` of all keys that is its part; then what members found is put together, each keeping its own queries. A team lies along the minor mesh axis of the sequence,
//! and which part of the keys a member has is its place in it: keys go from teams to parts by one exchange of the two minor axes, which are of one size. Gradients go the same ways back.
//! Invariants: tokens lie by position; each pair of queries and keys is worked on once.

use super::balanced::check_plain;
use super::layouts::send;
use super::spread::{Shared, narrowed, rotate, rotate_back};
use crate::partition::lower::{Placed, all_gather, all_reduce, reduce_scatter};
use shardwright_dialects::local::{binary, dynamic_slice, index_constant, shard_index, shard_start};
use shardwright_dialects::nn::kernel::{self, Part, Running};
use shardwright_dialects::nn::spec::{Layout, sum_type};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::sharding::{AxisRef, ReduceKind};
use shardwright_ir::{Builder, Value};

/// The sequence's dimension.
const ROWS: usize = 2;

/// A team on one device.
struct Team<'a> {
    at: &'a Shared<'a>,
    /// Axes of the ring, of the parts of the keys, and of the team.
    outer: &'a [AxisRef],
    part: [AxisRef; 1],
    team: [AxisRef; 1],
    size: i64,
    /// Queries of the team, and keys that are one step's.
    wide: i64,
    /// Pairs of devices that change places along part and team.
    turned: Vec<[i64; 2]>,
}

impl<'a> Team<'a> {
    fn new(b: &Builder, at: &'a Shared<'a>, axes: &'a [AxisRef], q: Value, extras: &[Value]) -> Result<Team<'a>, String> {
        check_plain(at, extras).map_err(|why| format!("wallfacer cannot share this attention: {why}"))?;
        let [outer @ .., part, team] = axes else { return Err("teams need two mesh axes".to_owned()) };
        let size = at.mesh.shards(&[*team]);
        let many = size as usize;
        let pairs = |group: &Vec<i64>| (0..group.len()).map(|to| [group[to % many * many + to / many], group[to]]).collect::<Vec<_>>();
        let turned = at.mesh.device_groups(&[*part, *team]).iter().flat_map(pairs).collect();
        Ok(Team { at, outer, part: [*part], team: [*team], size, wide: b.ty(q).dims[ROWS] * size, turned })
    }

    /// Levels of the ring.
    fn levels(&self) -> Vec<Vec<AxisRef>> {
        if self.outer.is_empty() { Vec::new() } else { vec![self.outer.to_vec()] }
    }

    /// Keys or values of place `c` of team `d` go to place `d` of team `c`: gathered over teams then, they are those of one team.
    fn part_of_keys(&self, b: &mut Builder, value: Value) -> Result<Value, String> {
        let value = send(b, value, &self.turned)?;
        self.joined(b, value, &self.part)
    }

    /// The rows of all devices along axes.
    fn joined(&self, b: &mut Builder, value: Value, axes: &[AxisRef]) -> Result<Value, String> {
        let mut global = b.ty(value).dims.to_vec();
        let mut dims = vec![Vec::new(); global.len()];
        global[ROWS] *= self.at.mesh.shards(axes);
        dims[ROWS] = axes.to_vec();
        all_gather(b, &Placed { mesh: self.at.mesh, global: &global, dims: &dims }, value, &dims)
    }

    /// Sums over devices along axes, of which each keeps its rows.
    fn scattered(&self, b: &mut Builder, value: Value, axes: &[AxisRef]) -> Result<Value, String> {
        let global = b.ty(value).dims.to_vec();
        let none = vec![Vec::new(); global.len()];
        let mut cut = none.clone();
        cut[ROWS] = axes.to_vec();
        reduce_scatter(b, &Placed { mesh: self.at.mesh, global: &global, dims: &none }, value, &cut, ReduceKind::Sum)
    }

    /// Place in the team, then positions of the team's queries where they are needed.
    fn place(&self, b: &mut Builder) -> Result<Vec<Value>, String> {
        let mut fixed = vec![shard_index(b, self.at.mesh, &self.team)?];
        if self.at.spec.causal.is_some() {
            let start = shard_start(b, self.at.mesh, &[self.outer, &self.part[..]].concat(), self.wide)?;
            fixed.push(kernel::positions(b, Layout::Contiguous, self.at.sizes.queries, Some(start), self.wide)?);
        }
        Ok(fixed)
    }

    /// Queries with the keys of one step, which came from `shard` of the ring; `place` is what [`Team::place`] gave.
    fn block(&self, b: &mut Builder, shard: Value, place: &[Value], [q, k, v]: [Value; 3]) -> Result<Part<'a>, String> {
        let mut cols = None;
        if self.at.spec.causal.is_some() {
            let count = index_constant(b, self.size)?;
            let first = binary(b, "stablehlo.multiply", shard, count)?;
            let chunk = binary(b, "stablehlo.add", first, place[0])?;
            cols = Some(self.at.positions_from(b, chunk, self.wide, self.at.sizes.keys)?);
        }
        Ok(Part { spec: self.at.spec, q, k, v, extras: &[], rows: place.get(1).copied(), cols, limit: None, row_limit: None })
    }
}

/// Results of one device's queries, and what the backward pass needs of them.
///
/// # Errors
/// Why teams cannot share this attention.
pub fn forward(b: &mut Builder, at: &Shared, axes: &[AxisRef], [q, k, v]: [Value; 3], extras: &[Value]) -> Result<[Value; 2], String> {
    let team = Team::new(b, at, axes, q, extras)?;
    let local = b.ty(q).dims[ROWS];
    let queries = team.joined(b, q, &team.team)?;
    let (k, v) = (team.part_of_keys(b, k)?, team.part_of_keys(b, v)?);
    let plain = Part { spec: at.spec, q: queries, k, v, extras: &[], rows: None, cols: None, limit: None, row_limit: None };
    let before = kernel::nothing(b, &plain)?;
    let fixed = [vec![queries], team.place(b)?].concat();
    let mut body = |b: &mut Builder, shard: Value, _: bool, whole: &[Value], carried: &[Value], fixed: &[Value]| -> Result<Vec<Value>, String> {
        let part = team.block(b, shard, &fixed[1..], [fixed[0], whole[0], whole[1]])?;
        Ok(kernel::step(b, &part, Some(&Running::of(carried)?))?.list())
    };
    let zero = index_constant(b, 0)?;
    let carried = rotate(b, at, &team.levels(), (zero, true), &[k, v], &before.list(), &fixed, &mut body)?;
    // Told below the largest score that any member found, sums add up; each member keeps its own rows.
    let running = Running::of(&carried)?;
    let most = all_reduce(b, at.mesh, running.m, &team.team, ReduceKind::Max)?;
    let here = kernel::below(b, &running, most)?;
    let start = shard_start(b, at.mesh, &team.team, local)?;
    let mut dims = b.ty(most).dims.to_vec();
    dims[ROWS] = local;
    let none = index_constant(b, 0)?;
    let m = dynamic_slice(b, most, &[none, none, start], &dims)?;
    let (l, o) = (team.scattered(b, here.l, &team.team)?, team.scattered(b, here.o, &team.team)?);
    let (o, stats) = kernel::finish(b, &Part { q, ..plain }, &Running { m, l, o })?;
    Ok([o, stats])
}

/// One device's gradients of its queries, keys and values.
///
/// # Errors
/// Why teams cannot share this attention.
pub fn backward(b: &mut Builder, at: &Shared, axes: &[AxisRef], [q, k, v, o, stats, d_o]: [Value; 6], extras: &[Value]) -> Result<Vec<Value>, String> {
    let team = Team::new(b, at, axes, q, extras)?;
    let element = b.ty(q).element;
    let delta = kernel::delta(b, o, d_o)?;
    let mut fixed = Vec::new();
    for value in [q, stats, d_o, delta] {
        fixed.push(team.joined(b, value, &team.team)?);
    }
    let (k, v) = (team.part_of_keys(b, k)?, team.part_of_keys(b, v)?);
    let mut none = Vec::new();
    for like in [fixed[0], k, v] {
        let ty = b.ty(like).with_element(sum_type(element));
        none.push(b.splat(&ty, 0.0)?);
    }
    fixed.extend(team.place(b)?);
    let mut body = |b: &mut Builder, shard: Value, _: bool, whole: &[Value], carried: &[Value], fixed: &[Value]| -> Result<(Vec<Value>, [Value; 2]), String> {
        let part = team.block(b, shard, &fixed[4..], [fixed[0], whole[0], whole[1]])?;
        let grads = kernel::grads(b, &part, fixed[1], fixed[2], fixed[3])?;
        Ok((vec![b.add(carried[0], grads.dq)?], [grads.dk, grads.dv]))
    };
    let zero = index_constant(b, 0)?;
    let (dq, [dk, dv]) = rotate_back(b, at, &team.levels(), (zero, true), [k, v], [none[1], none[2]], &none[..1], &fixed, &mut body)?;
    let dq = team.scattered(b, dq[0], &team.team)?;
    let (dk, dv) = (team.scattered(b, dk, &team.part)?, team.scattered(b, dv, &team.part)?);
    let narrow = narrowed(b, [dq, dk, dv], element)?;
    // Changing places twice is staying.
    Ok(vec![narrow[0], send(b, narrow[1], &team.turned)?, send(b, narrow[2], &team.turned)?])
}
