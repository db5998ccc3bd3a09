//! Tokens in another order than by position, so that causal attention is the same work for every device.
//!
//! Where shards lie by position, the first device of a causal ring is done after one step and the last works at each. Zigzag gives every
//! device an early chunk and a late one (`r` and `2n - 1 - r` of `2n`); striped deals tokens out in turn. Invariants: laying out and laying back are
//! inverse; each sends at most a shard; with zigzag, a step that is not a device's own needs half of the products, and no mask.

use shardwright_dialects::local::{all_to_all, binary, compare, index_constant, reshape, row, shard_index, transpose};
use shardwright_dialects::nn::kernel::{self, Part, Running};
use shardwright_dialects::nn::spec::{Layout, Spec};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::sharding::{AxisRef, Mesh};
use shardwright_ir::{Attr, Attrs, Builder, ElementType, Literal, Value};

/// The sequence dimension of everything that is laid out.
const SEQUENCE: usize = 2;

/// The devices of a sequence, in groups in the order of their shards.
pub struct Devices<'a> {
    /// The mesh.
    pub mesh: &'a Mesh,
    /// The axes of the sequence.
    pub axes: &'a [AxisRef],
}

impl Devices<'_> {
    fn groups(&self) -> Vec<Vec<i64>> {
        self.mesh.device_groups(self.axes)
    }

    /// One device's shard of a sequence by position, in the order of `layout`; or back.
    pub fn laid(&self, b: &mut Builder, layout: Layout, value: Value, back: bool) -> Result<Value, String> {
        match layout {
            Layout::Contiguous => Ok(value),
            Layout::Zigzag(_) => self.zigzag(b, value, back),
            Layout::Striped(shards) => self.striped(b, shards, value, back),
        }
    }

    /// Chunk `2d` and chunk `2d + 1` of device `d` go to the devices that are to have them, and arrive as the early or the late one.
    fn zigzag(&self, b: &mut Builder, value: Value, back: bool) -> Result<Value, String> {
        let groups = self.groups();
        let count = groups.first().map_or(0, Vec::len);
        let dims = b.ty(value).dims.to_vec();
        let chunk = dims[SEQUENCE] / 2;
        let holder = |index: usize| if index < count { index } else { 2 * count - 1 - index };
        let pairs = |odd: usize| -> Vec<[i64; 2]> {
            let of_group = |group: &Vec<i64>| {
                let one = |at: usize| {
                    let to = holder(2 * at + odd);
                    if back { [group[to], group[at]] } else { [group[at], group[to]] }
                };
                (0..count).map(one).collect::<Vec<_>>()
            };
            groups.iter().flat_map(of_group).collect()
        };
        let index = shard_index(b, self.mesh, self.axes)?;
        let two = index_constant(b, 2)?;
        let rest = binary(b, "stablehlo.remainder", index, two)?;
        let zero = index_constant(b, 0)?;
        let even = compare(b, "EQ", rest, zero)?;
        let low = b.slice_dim(value, SEQUENCE, 0, chunk)?;
        let high = b.slice_dim(value, SEQUENCE, chunk, 2 * chunk)?;
        // The early chunk of device r is chunk r: an even one where r is even; the late one is then odd.
        let (first, second) = if back { (b.select(even, low, high)?, b.select(even, high, low)?) } else { (low, high) };
        let (first, second) = (send(b, first, &pairs(0))?, send(b, second, &pairs(1))?);
        let (low, high) = if back { (first, second) } else { (b.select(even, first, second)?, b.select(even, second, first)?) };
        b.concatenate(&[low, high], SEQUENCE as i64)
    }

    /// Token `i` of the sequence goes to shard `i mod n`.
    fn striped(&self, b: &mut Builder, shards: i64, value: Value, back: bool) -> Result<Value, String> {
        let dims = b.ty(value).dims.to_vec();
        let local = dims[SEQUENCE];
        if local % shards != 0 {
            return Err(format!("{local} tokens of a device cannot be dealt out to {shards}"));
        }
        let part = local / shards;
        let (before, after) = (&dims[..SEQUENCE], &dims[SEQUENCE + 1..]);
        let rank = dims.len() as i64 + 1;
        let sequence = SEQUENCE as i64;
        let swapped: Vec<i64> = (0..rank).map(|dim| if dim == sequence { sequence + 1 } else if dim == sequence + 1 { sequence } else { dim }).collect();
        // [.., part, n, ..]: token j of a shard is for device j mod n.
        let mut value = value;
        if !back {
            value = reshape(b, value, &[before, &[part, shards], after].concat())?;
            value = transpose(b, value, &swapped)?;
            value = reshape(b, value, &dims)?;
        }
        value = all_to_all(b, value, SEQUENCE, SEQUENCE, &self.groups())?;
        if back {
            value = reshape(b, value, &[before, &[shards, part], after].concat())?;
            value = transpose(b, value, &swapped)?;
            value = reshape(b, value, &dims)?;
        }
        Ok(value)
    }
}

/// One value along pairs of devices; zeros where nothing comes.
pub(super) fn send(b: &mut Builder, value: Value, pairs: &[[i64; 2]]) -> Result<Value, String> {
    let literal = Literal::ints(ElementType::I64, &[pairs.len() as i64, 2], pairs.as_flattened());
    let ty = b.ty(value).clone();
    b.value_of_type(row("stablehlo.collective_permute")?, &[value], Attrs::new().with("source_target_pairs", Attr::Dense(literal)), ty)
}

/// The early and the late half along the sequence.
fn halves(b: &mut Builder, value: Value) -> Result<[Value; 2], String> {
    let local = b.ty(value).dims[SEQUENCE];
    Ok([b.slice_dim(value, SEQUENCE, 0, local / 2)?, b.slice_dim(value, SEQUENCE, local / 2, local)?])
}

fn whole(b: &mut Builder, halves: [Value; 2]) -> Result<Value, String> {
    b.concatenate(&halves, SEQUENCE as i64)
}

/// Without positions: all of what is multiplied is seen.
fn all_seen(spec: &Spec) -> Spec {
    Spec { causal: None, layout: Layout::Contiguous, ..*spec }
}

fn plain<'a>(spec: &'a Spec, q: Value, k: Value, v: Value) -> Part<'a> {
    Part { spec, q, k, v, extras: &[], rows: None, cols: None, limit: None, row_limit: None }
}

/// A step of a zigzag ring with another device's keys; `earlier` (a scalar) says that their shard comes before that of the queries. Late
/// queries see early keys in any case; early queries see the early keys of earlier shards, late queries the late keys of later ones.
pub fn step(b: &mut Builder, spec: &Spec, earlier: Value, [q, k, v]: [Value; 3], running: &Running) -> Result<Running, String> {
    let spec = &all_seen(spec);
    let ([q_low, q_high], [k_low, k_high], [v_low, v_high]) = (halves(b, q)?, halves(b, k)?, halves(b, v)?);
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for value in running.list() {
        let [one, other] = halves(b, value)?;
        low.push(one);
        high.push(other);
    }
    let high = kernel::step(b, &plain(spec, q_high, k_low, v_low), Some(&Running::of(&high)?))?.list();
    let chosen = |b: &mut Builder, yes: Value, no: Value| b.select(earlier, yes, no);
    let (q, k, v) = (chosen(b, q_low, q_high)?, chosen(b, k_low, k_high)?, chosen(b, v_low, v_high)?);
    let mut before = Vec::new();
    for (&low, &high) in low.iter().zip(&high) {
        before.push(chosen(b, low, high)?);
    }
    let after = kernel::step(b, &plain(spec, q, k, v), Some(&Running::of(&before)?))?.list();
    let mut merged = Vec::new();
    for ((&low, &high), &after) in low.iter().zip(&high).zip(&after) {
        let halves = [chosen(b, after, low)?, chosen(b, high, after)?];
        merged.push(whole(b, halves)?);
    }
    Running::of(&merged)
}

/// Gradients of such a step: of queries, keys and values. `rows` are the queries, what the forward pass kept, gradients of results, and [`kernel::delta`].
pub fn grads(b: &mut Builder, spec: &Spec, earlier: Value, rows: [Value; 4], k: Value, v: Value) -> Result<[Value; 3], String> {
    let spec = &all_seen(spec);
    let ([k_low, k_high], [v_low, v_high]) = (halves(b, k)?, halves(b, v)?);
    let (mut low, mut high, mut chosen) = (Vec::new(), Vec::new(), Vec::new());
    for value in rows {
        let [one, other] = halves(b, value)?;
        chosen.push(b.select(earlier, one, other)?);
        low.push(one);
        high.push(other);
    }
    let always = kernel::grads(b, &plain(spec, high[0], k_low, v_low), high[1], high[2], high[3])?;
    let (k, v) = (b.select(earlier, k_low, k_high)?, b.select(earlier, v_low, v_high)?);
    let other = kernel::grads(b, &plain(spec, chosen[0], k, v), chosen[1], chosen[2], chosen[3])?;
    let none = b.splat_like(other.dq, 0.0)?;
    let dq_low = b.select(earlier, other.dq, none)?;
    let dq_more = b.select(earlier, none, other.dq)?;
    let dq_high = b.add(always.dq, dq_more)?;
    let mut results = [whole(b, [dq_low, dq_high])?; 3];
    for (index, (always, other)) in [(always.dk, other.dk), (always.dv, other.dv)].into_iter().enumerate() {
        let none = b.splat_like(other, 0.0)?;
        let low_more = b.select(earlier, other, none)?;
        let low = b.add(always, low_more)?;
        let high = b.select(earlier, none, other)?;
        results[index + 1] = whole(b, [low, high])?;
    }
    Ok(results)
}
