//! Teams that share queries and split keys: rings of fewer steps for more memory (Liu et al., WallFacer, arXiv:2407.00611, section 4).
//!
//! Of `P` devices each team of `c` has the queries of all its members. Its members have different keys of the others', so that a ring of `P / c^2` devices takes
//! each past the `1 / c` of all keys that is its part; then what members found is put together, each keeping its own queries. A team lies along the minor mesh axis of the sequence,
//! and which part of the keys a member has is its place in it: keys go from teams to parts by one exchange of the two minor axes, which are of one size.
//! Invariants: tokens lie by position; each pair of queries and keys is worked on once.

use super::balanced::check_plain;
use super::form::Exchange;
use super::layouts::send;
use super::spread::{Shared, rotate};
use crate::partition::lower::{Placed, all_gather, all_reduce, reduce_scatter};
use shardwright_dialects::local::{binary, dynamic_slice, index_constant, shard_index, shard_start};
use shardwright_dialects::nn::kernel::{self, Part, Running};
use shardwright_dialects::nn::spec::Layout;
use shardwright_ir::sharding::{AxisRef, ReduceKind};
use shardwright_ir::{Builder, Value};

/// The sequence's dimension.
const ROWS: usize = 2;

/// Results of one device's queries, and what the backward pass needs of them.
///
/// # Errors
/// Why teams cannot share this attention.
pub fn forward(b: &mut Builder, at: &Shared, [q, k, v]: [Value; 3], extras: &[Value]) -> Result<[Value; 2], String> {
    check_plain(at, extras).map_err(|why| format!("teams cannot share this attention: {why}"))?;
    let Exchange::Teams(axes) = at.exchange else { return Err("no teams are meant".to_owned()) };
    let [outer @ .., part, team] = &axes[..] else { return Err("teams need two mesh axes".to_owned()) };
    let (part, team) = ([*part], [*team]);
    let size = at.mesh.shards(&team);
    let local = b.ty(q).dims[ROWS];
    let wide = local * size;
    let queries = joined(b, at, q, &team)?;
    // Keys of place `c` of team `d` go to place `d` of team `c`: gathered over teams then, they are those of one team.
    let turned = exchanged(at, &[part, team].concat(), size as usize);
    let (k, v) = (send(b, k, &turned)?, send(b, v, &turned)?);
    let (k, v) = (joined(b, at, k, &part)?, joined(b, at, v, &part)?);
    let mut rows = None;
    if at.spec.causal.is_some() {
        let start = shard_start(b, at.mesh, &[outer, &part[..]].concat(), wide)?;
        rows = Some(kernel::positions(b, Layout::Contiguous, at.sizes.queries, Some(start), wide)?);
    }
    let own = Part { spec: at.spec, q: queries, k, v, extras: &[], rows: None, cols: None, limit: None, row_limit: None };
    let before = kernel::nothing(b, &own)?;
    let place = shard_index(b, at.mesh, &team)?;
    let fixed: Vec<Value> = [queries, place].into_iter().chain(rows).collect();
    let mut body = |b: &mut Builder, shard: Value, _: bool, whole: &[Value], carried: &[Value], fixed: &[Value]| -> Result<Vec<Value>, String> {
        let mut cols = None;
        if at.spec.causal.is_some() {
            let count = index_constant(b, size)?;
            let first = binary(b, "stablehlo.multiply", shard, count)?;
            let chunk = binary(b, "stablehlo.add", first, fixed[1])?;
            cols = Some(at.positions_from(b, chunk, wide, at.sizes.keys)?);
        }
        let part = Part { spec: at.spec, q: fixed[0], k: whole[0], v: whole[1], extras: &[], rows: fixed.get(2).copied(), cols, limit: None, row_limit: None };
        Ok(kernel::step(b, &part, Some(&Running::of(carried)?))?.list())
    };
    let levels = if outer.is_empty() { Vec::new() } else { vec![outer.to_vec()] };
    let zero = index_constant(b, 0)?;
    let carried = rotate(b, at, &levels, (zero, true), &[k, v], &before.list(), &fixed, &mut body)?;
    // Told below the largest score that any member found, sums add up; each member keeps its own rows.
    let running = Running::of(&carried)?;
    let most = all_reduce(b, at.mesh, running.m, &team, ReduceKind::Max)?;
    let here = kernel::below(b, &running, most)?;
    let start = shard_start(b, at.mesh, &team, local)?;
    let mut dims = b.ty(most).dims.to_vec();
    dims[ROWS] = local;
    let none = index_constant(b, 0)?;
    let m = dynamic_slice(b, most, &[none, none, start], &dims)?;
    let (l, o) = (scattered(b, at, here.l, &team)?, scattered(b, at, here.o, &team)?);
    let (o, stats) = kernel::finish(b, &Part { q, ..own }, &Running { m, l, o })?;
    Ok([o, stats])
}

/// The rows of all devices along axes.
fn joined(b: &mut Builder, at: &Shared, value: Value, axes: &[AxisRef]) -> Result<Value, String> {
    let mut global = b.ty(value).dims.to_vec();
    let mut dims = vec![Vec::new(); global.len()];
    global[ROWS] *= at.mesh.shards(axes);
    dims[ROWS] = axes.to_vec();
    all_gather(b, &Placed { mesh: at.mesh, global: &global, dims: &dims }, value, &dims)
}

/// Sums over devices along axes, of which each keeps its rows.
fn scattered(b: &mut Builder, at: &Shared, value: Value, axes: &[AxisRef]) -> Result<Value, String> {
    let global = b.ty(value).dims.to_vec();
    let none = vec![Vec::new(); global.len()];
    let mut cut = none.clone();
    cut[ROWS] = axes.to_vec();
    reduce_scatter(b, &Placed { mesh: at.mesh, global: &global, dims: &none }, value, &cut, ReduceKind::Sum)
}

/// Pairs of devices that change places along two axes of one size.
fn exchanged(at: &Shared, axes: &[AxisRef], size: usize) -> Vec<[i64; 2]> {
    let pairs = |group: Vec<i64>| (0..group.len()).map(move |to| [group[to % size * size + to / size], group[to]]).collect::<Vec<_>>();
    at.mesh.groups(axes).into_iter().map(|group| group.into_iter().map(|position| at.mesh.device_at(position)).collect::<Vec<_>>()).flat_map(pairs).collect()
}
