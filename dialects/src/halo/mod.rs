//! Halo exchange: every device gets the window of a sharded dimension that its part of an op needs.
//!
//! [`plan`] says who sends what, [`exchange`] writes it as collective-permutes, and [`window`] fits the result to an op that moves a
//! window over a padded, dilated operand. Invariants: only elements that some shard needs are sent, and padding of unevenly sharded
//! dimensions; elements of a window outside of the operand are the fill where one is given, else unspecified.

pub mod plan;
pub mod scan;

use crate::local::{binary, compare, constant, dynamic_slice, index_constant, row, select, shard_index};
use plan::{Exchange, Round};
use shardwright_ir::attrs::{Attr, Attrs};
use shardwright_ir::op::LocalOp;
use shardwright_ir::sharding::{AxisRef, Mesh, Reach, ReachKind, Windows};
use shardwright_ir::types::{ElementType, TensorType};
use shardwright_ir::{Builder, Literal, Value};

/// What stands outside of the operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fill {
    /// Nothing reads it.
    Any,
    /// The number zero.
    Zero,
    /// This scalar.
    Value(Value),
}

/// Elements along the dimension of `reach` that one device sends when its factor is in `shards` shards. `None` where it cannot be.
pub fn sent(reach: &Reach, shards: i64) -> Option<i64> {
    let windows = reach.windows(shards)?;
    match reach.kind {
        ReachKind::Window => plan::plan(reach.input, &windows).map(|exchange| exchange.sent()),
        ReachKind::Scan { .. } => Some(shards - 1),
    }
}

/// Whether exchanging along `reaches` (those of one factor) moves less than gathering their operands along it: elements that one
/// device sends, `sizes` being elements of each operand, in proportion to its dimension; `afterwards` is what the exchange will need to
/// have gathered besides. Also the case where nothing needs to be sent.
pub fn pays(reaches: &[&Reach], sizes: &[i64], shards: i64, afterwards: i64) -> bool {
    let (mut exchanged, mut gathered) = (i128::from(afterwards), 0i128);
    for reach in reaches {
        let Some(sent) = sent(reach, shards) else { return false };
        let lines = i128::from(sizes.get(reach.operand).copied().unwrap_or(0)) / i128::from(reach.input.max(1));
        let local = i128::from(shardwright_ir::sharding::spec::local_size(reach.input, shards));
        exchanged = exchanged.saturating_add(lines.saturating_mul(i128::from(sent)));
        gathered = gathered.saturating_add(lines.saturating_mul(local).saturating_mul(i128::from(shards - 1)));
    }
    exchanged == 0 || exchanged < gathered
}

/// The reaches of the op along which `operand` is sharded, with the windows of the shards.
pub fn sharded<'a>(op: &'a LocalOp, operand: usize) -> Result<Vec<(&'a Reach, Windows)>, String> {
    let mut found = Vec::new();
    for reach in op.rule.reaches.iter().filter(|reach| reach.operand == operand) {
        let shards = op.mesh.shards(op.axes(reach.factor));
        if shards > 1 {
            let windows = reach.windows(shards).ok_or_else(|| format!("dimension {} of operand {operand} has no windows in {shards} shards", reach.dim))?;
            found.push((reach, windows));
        }
    }
    Ok(found)
}

/// How a window op is to treat a dimension once its operand has been exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fitted {
    /// Padding before and after, in places.
    pub padding: [i64; 2],
    /// Base dilation that is left to the op.
    pub dilation: i64,
}

/// `value`, the local shard of the operand of `reach`, exchanged, and what padding and base dilation make its window from it.
pub fn window(b: &mut Builder, op: &LocalOp, reach: &Reach, windows: &Windows, value: Value, fill: Fill) -> Result<(Value, Fitted), String> {
    let axes = op.axes(reach.factor);
    let value = exchange(b, op.mesh, axes, reach.dim, reach.input, windows, value, fill)?;
    let dilated = (windows.len - 1) * reach.dilation + 1;
    let phase = windows.phases[0];
    if windows.phases.iter().all(|&other| other == phase) {
        return Ok((value, Fitted { padding: [phase, windows.places - phase - dilated], dilation: reach.dilation }));
    }
    // Where elements stand differs by device: the dilated window is made, and cut at the device's phase.
    let most = reach.dilation - 1;
    let mut low = vec![0; b.ty(value).rank()];
    let (mut high, mut interior) = (low.clone(), low.clone());
    (low[reach.dim], high[reach.dim], interior[reach.dim]) = (most, (windows.places - dilated).max(0), most);
    let value = pad(b, value, fill, &low, &high, &interior)?;
    let start = by_shard(b, op.mesh, axes, &windows.phases.iter().map(|phase| most - phase).collect::<Vec<_>>())?;
    Ok((cut(b, value, reach.dim, start, windows.places)?, Fitted { padding: [0, 0], dilation: 1 }))
}

/// Dimension `dim` of `value` (of `size` elements, sharded on `axes`) replaced by the device's window of `windows.len` elements.
#[expect(clippy::too_many_arguments, reason = "each says one thing about the exchange, and they come from different places")]
pub fn exchange(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], dim: usize, size: i64, windows: &Windows, value: Value, fill: Fill) -> Result<Value, String> {
    let exchange = plan::plan(size, windows).ok_or_else(|| format!("dimension {dim} of {size} elements is too entangled to be exchanged"))?;
    if b.ty(value).dims[dim] != exchange.local {
        return Err(format!("dimension {dim} must have {} elements on each device, got {}", exchange.local, b.ty(value).dims[dim]));
    }
    let window = match exchange.aligned {
        true => join(b, mesh, axes, dim, &exchange, value)?,
        false => put(b, mesh, axes, dim, &exchange, windows.len, value, fill)?,
    };
    let starts = effective_starts(size, windows);
    let beyond = starts.iter().any(|start| start + windows.len > size);
    let outside = beyond || starts.iter().any(|start| *start < 0);
    let padded = exchange.local.saturating_mul(windows.starts.len() as i64) > size;
    let clean = match fill {
        Fill::Any => true,
        // What no shard sends arrives as zeros.
        Fill::Zero => !outside || !(beyond && padded) && (!exchange.aligned || arrives_clean(&exchange, &starts)),
        Fill::Value(_) => !outside || !exchange.aligned && !(beyond && padded),
    };
    if clean { Ok(window) } else { mask(b, mesh, axes, dim, size, windows, window, fill) }
}

/// The scalar integer of `values` that belongs to this device's shard, as `ui32` (modulo 2^32).
pub fn by_shard(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], values: &[i64]) -> Result<Value, String> {
    let wrapped = |value: i64| i64::from(value as u32);
    let first = values.first().copied().unwrap_or(0);
    let step = values.get(1).map_or(0, |second| second - first);
    if values.windows(2).all(|pair| pair[1] - pair[0] == step) {
        if step == 0 {
            return index_constant(b, wrapped(first));
        }
        let mut value = shard_index(b, mesh, axes)?;
        if step != 1 {
            let step = index_constant(b, wrapped(step))?;
            value = binary(b, "stablehlo.multiply", value, step)?;
        }
        if first != 0 {
            let first = index_constant(b, wrapped(first))?;
            value = binary(b, "stablehlo.add", value, first)?;
        }
        return Ok(value);
    }
    let bytes = values.iter().flat_map(|&value| (value as u32).to_le_bytes()).collect();
    let table = constant(b, Literal::dense(TensorType::new(ElementType::UI32, &[values.len() as i64]), bytes))?;
    let index = shard_index(b, mesh, axes)?;
    let entry = dynamic_slice(b, table, &[index], &[1])?;
    crate::local::reshape(b, entry, &[])
}

/// `size` elements of dimension `dim` from `start` on.
pub fn cut(b: &mut Builder, value: Value, dim: usize, start: Value, size: i64) -> Result<Value, String> {
    let mut sizes = b.ty(value).dims.to_vec();
    sizes[dim] = size;
    let zero = index_constant(b, 0)?;
    let starts: Vec<Value> = (0..sizes.len()).map(|index| if index == dim { start } else { zero }).collect();
    dynamic_slice(b, value, &starts, &sizes)
}

/// Elements `[from, to)` of dimension `dim`.
pub fn span(b: &mut Builder, value: Value, dim: usize, from: i64, to: i64) -> Result<Value, String> {
    let old = b.ty(value).clone();
    if (from, to) == (0, old.dims[dim]) {
        return Ok(value);
    }
    let (mut starts, mut limits) = (vec![0; old.rank()], old.dims.to_vec());
    (starts[dim], limits[dim]) = (from, to);
    let attrs = Attrs::new()
        .with("start_indices", Attr::ints(&starts))
        .with("limit_indices", Attr::ints(&limits))
        .with("strides", Attr::ints(&vec![1; old.rank()]));
    b.value(row("stablehlo.slice")?, &[value], attrs)
}

/// Values joined along `dim`.
pub fn concat(b: &mut Builder, parts: &[Value], dim: usize) -> Result<Value, String> {
    match parts {
        [one] => Ok(*one),
        _ => b.value(row("stablehlo.concatenate")?, parts, Attrs::new().with("dimension", Attr::i64(dim as i64))),
    }
}

/// `on_true` where the element's place along `dim`, counted from `start` (`ui32`, modulo 2^32), is below `end`, else `on_false`.
pub fn select_below(b: &mut Builder, dim: usize, start: Value, end: i64, on_true: Value, on_false: Value) -> Result<Value, String> {
    let ty = b.ty(on_true).clone();
    let line = [ty.dims[dim]];
    let start = crate::local::broadcast(b, start, &line, &[])?;
    let place = crate::local::iota(b, TensorType::new(ElementType::UI32, &line), 0)?;
    let place = binary(b, "stablehlo.add", start, place)?;
    let end = index_constant(b, end)?;
    let end = crate::local::broadcast(b, end, &line, &[])?;
    let inside = compare(b, "LT", place, end)?;
    let inside = crate::local::broadcast(b, inside, &ty.dims, &[dim as i64])?;
    select(b, inside, on_true, on_false)
}

/// A tensor of this type that is the fill everywhere.
pub fn filled(b: &mut Builder, ty: &TensorType, fill: Fill) -> Result<Value, String> {
    match fill {
        Fill::Value(value) => crate::local::broadcast(b, value, &ty.dims, &[]),
        Fill::Zero | Fill::Any => constant(b, zero(ty.clone())),
    }
}

fn zero(ty: TensorType) -> Literal {
    let bytes = vec![0; ty.element.byte_size()];
    Literal::splat(ty, &bytes)
}

/// `value` padded with the fill.
fn pad(b: &mut Builder, value: Value, fill: Fill, low: &[i64], high: &[i64], interior: &[i64]) -> Result<Value, String> {
    let element = b.ty(value).element;
    let scalar = match fill {
        Fill::Value(value) => value,
        Fill::Zero | Fill::Any => constant(b, zero(TensorType::scalar(element)))?,
    };
    let attrs = Attrs::new()
        .with("edge_padding_low", Attr::ints(low))
        .with("edge_padding_high", Attr::ints(high))
        .with("interior_padding", Attr::ints(interior));
    b.value(row("stablehlo.pad")?, &[value, scalar], attrs)
}

/// The piece of a round, sent. Shards that receive nothing get zeros.
fn send(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], dim: usize, round: &Round, value: Value) -> Result<Value, String> {
    let sources: Vec<i64> = round.pairs.iter().map(|pair| round.from[pair.0 as usize]).collect();
    let piece = match sources.first() {
        Some(&first) if sources.iter().all(|&from| from == first) => span(b, value, dim, first, first + round.size)?,
        _ => {
            let start = by_shard(b, mesh, axes, &round.from)?;
            cut(b, value, dim, start, round.size)?
        }
    };
    if round.is_local() {
        return Ok(piece);
    }
    let mut pairs = Vec::new();
    for group in mesh.groups(axes) {
        for &(source, target) in &round.pairs {
            pairs.extend([mesh.device_at(group[source as usize]), mesh.device_at(group[target as usize])]);
        }
    }
    let ty = b.ty(piece).clone();
    let literal = Literal::ints(ElementType::I64, &[pairs.len() as i64 / 2, 2], &pairs);
    b.value_of_type(row("stablehlo.collective_permute")?, &[piece], Attrs::new().with("source_target_pairs", Attr::Dense(literal)), ty)
}

/// The window of an aligned exchange: pieces one after the other.
fn join(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], dim: usize, exchange: &Exchange, value: Value) -> Result<Value, String> {
    let mut parts = Vec::new();
    for round in &exchange.rounds {
        parts.push(if round.pairs.is_empty() {
            let mut ty = b.ty(value).clone();
            ty.dims[dim] = round.size;
            constant(b, zero(ty))?
        } else {
            send(b, mesh, axes, dim, round, value)?
        });
    }
    concat(b, &parts, dim)
}

/// Where each shard's window begins; beyond the operand for shards that need nothing of it.
fn effective_starts(size: i64, windows: &Windows) -> Vec<i64> {
    windows.starts.iter().zip(&windows.needs).map(|(&start, needs)| if needs.0 < needs.1 { start } else { size }).collect()
}

/// Whether what stands outside of the operand in an aligned window are zeros that arrived, not a device's own elements.
fn arrives_clean(exchange: &Exchange, starts: &[i64]) -> bool {
    starts.iter().enumerate().all(|(target, &start)| {
        let mut at = 0;
        exchange.rounds.iter().all(|round| {
            let (from, to) = (start + at, start + at + round.size);
            at += round.size;
            let outside = from < 0 || to > exchange.size;
            let own = round.is_local() && !round.pairs.is_empty();
            !outside || (!own && round.at[target].is_none())
        })
    })
}

/// The window of a scattered exchange: pieces put one by one into a window of fill, with room around it for what overhangs and for
/// what no one sent.
#[expect(clippy::too_many_arguments, reason = "each says one thing about the exchange")]
fn put(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], dim: usize, exchange: &Exchange, len: i64, value: Value, fill: Fill) -> Result<Value, String> {
    let room = exchange.rounds.iter().map(|round| round.size).max().unwrap_or(0);
    let mut ty = b.ty(value).clone();
    ty.dims[dim] = len + 2 * room;
    let mut window = filled(b, &ty, fill)?;
    let origin = index_constant(b, 0)?;
    for round in &exchange.rounds {
        let piece = send(b, mesh, axes, dim, round, value)?;
        let places: Vec<i64> = round.at.iter().map(|at| at.map_or(room + len, |at| room + at)).collect();
        let place = by_shard(b, mesh, axes, &places)?;
        let starts = (0..ty.rank()).map(|index| if index == dim { place } else { origin });
        let operands: Vec<Value> = [window, piece].into_iter().chain(starts).collect();
        window = b.value_of_type(row("stablehlo.dynamic_update_slice")?, &operands, Attrs::new(), ty.clone())?;
    }
    span(b, window, dim, room, room + len)
}

/// Elements outside of the operand replaced by the fill.
#[expect(clippy::too_many_arguments, reason = "each says one thing about the window")]
fn mask(b: &mut Builder, mesh: &Mesh, axes: &[AxisRef], dim: usize, size: i64, windows: &Windows, window: Value, fill: Fill) -> Result<Value, String> {
    let start = by_shard(b, mesh, axes, &effective_starts(size, windows))?;
    let ty = b.ty(window).clone();
    let fill = filled(b, &ty, fill)?;
    // Places before the operand wrap to large numbers.
    select_below(b, dim, start, size, window, fill)
}
