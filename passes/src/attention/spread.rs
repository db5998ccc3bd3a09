//! Attention on one device of many: its own queries with keys that come by.
//!
//! Bodies of manual computations: operands are what one device has, and so are results. Invariants: rings are those of
//! [`crate::comm::ring`], so a ring of `n` devices sends keys and values `n - 1` times; what travels back with them is sent `n` times and ends where it
//! belongs; padding of sequences that do not divide is zero before it is multiplied, and is never seen.

use super::form::Exchange;
use super::balanced;
use super::layouts;
use super::teams;
use crate::comm::ring::{Ring, Step, Stream, Towards, origin, place, ring, shift};
use crate::partition::lower::{Placed, all_reduce, reduce_scatter};
use shardwright_dialects::local::{binary, compare, dynamic_slice, index_constant, mask_padding, pad_to, shard_index, shard_start};
use shardwright_dialects::nn::kernel::{self, Part, Running};
use shardwright_dialects::nn::spec::{Layout, Sizes, Spec, sum_type};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::sharding::{AxisRef, Mesh, ReduceKind};
use shardwright_ir::{Builder, ElementType, Literal, TensorType, Value};

/// What the devices of a sequence share.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The op's attributes.
    pub spec: &'a Spec,
    /// The mesh.
    pub mesh: &'a Mesh,
    /// Axes along which queries lie.
    pub rows: &'a [AxisRef],
    /// How keys come to them.
    pub exchange: &'a Exchange,
    /// Sizes of the whole attention.
    pub sizes: Sizes,
    /// Rings up to so many steps are written out.
    pub unroll: usize,
    /// Whether operands lie by position, to be laid out as the attributes say, and results to be laid back.
    pub relay: bool,
    /// Of a backward pass, the bias whose gradient is wanted.
    pub bias: Option<&'a Bias>,
}

/// A bias whose gradient is wanted.
#[derive(Clone, Debug)]
pub struct Bias {
    /// Its place among masks and biases.
    pub place: usize,
    /// Axes along which it is repeated and queries, their heads or their batch lie: its gradient is summed over them.
    pub repeated: Vec<AxisRef>,
}

/// Queries on one device and what belongs to them.
struct Own {
    rows: Option<Value>,
    cols: Option<Value>,
    limit: Option<i64>,
    extras: Vec<Value>,
}

/// Results of one device's queries, and what the backward pass needs of them: by position where `for_backward`.
pub fn forward(b: &mut Builder, at: &Shared, operands: [Value; 3], extras: &[Value], for_backward: bool) -> Result<[Value; 2], String> {
    let [q, k, v] = at.laid(b, operands, false)?;
    if let Exchange::Merge(axes) = at.exchange {
        return at.merged(b, axes, [q, k, v], extras);
    }
    if let Exchange::Balanced(axes) = at.exchange {
        balanced::check(at, extras)?;
        return balanced::forward(b, at, axes, [q, k, v]);
    }
    if let Exchange::Teams(axes) = at.exchange {
        return teams::forward(b, at, axes, [q, k, v], extras);
    }
    let Exchange::Ring(levels) = at.exchange else {
        let (rows, cols) = at.positions_of_all(b, q, k)?;
        let (o, stats) = kernel::whole(b, &Part { spec: at.spec, q, k, v, extras, rows, cols, limit: None, row_limit: None })?;
        return Ok([o, stats]);
    };
    let (k, v) = (at.without_padding(b, k, 2, at.sizes.keys)?, at.without_padding(b, v, 2, at.sizes.keys)?);
    let rows = at.row_positions(b, q)?;
    let local = b.ty(k).dims[2];
    let padded = at.padded_extras(b, extras, local)?;
    let part = Part { spec: at.spec, q, k, v, extras: &[], rows: None, cols: None, limit: None, row_limit: None };
    let before = kernel::nothing(b, &part)?;
    let fixed: Vec<Value> = std::iter::once(q).chain(rows).chain(padded.iter().copied()).collect();
    let zero = index_constant(b, 0)?;
    let has_rows = rows.is_some();
    let mut body = |b: &mut Builder, shard: Value, home: bool, whole: &[Value], carried: &[Value], fixed: &[Value]| -> Result<Vec<Value>, String> {
        if at.is_balanced(extras) && !home {
            let earlier = at.is_earlier(b, shard, None)?;
            return Ok(layouts::step(b, at.spec, earlier, [fixed[0], whole[0], whole[1]], &Running::of(carried)?)?.list());
        }
        let own = at.own(b, shard, local, &fixed[1..], has_rows)?;
        let part = own.part(at, fixed[0], whole[0], whole[1]);
        Ok(kernel::step(b, &part, Some(&Running::of(carried)?))?.list())
    };
    let carried = rotate(b, at, levels, (zero, true), &[k, v], &before.list(), &fixed, &mut body)?;
    let (o, stats) = kernel::finish(b, &part, &Running::of(&carried)?)?;
    if for_backward {
        return at.laid(b, [o, stats], true);
    }
    let [o] = at.laid(b, [o], true)?;
    Ok([o, stats])
}

/// One device's gradients of its queries, keys and values, and of a bias where that is wanted. Operands: queries, keys, values, results, what the forward pass kept, gradients of results.
pub fn backward(b: &mut Builder, at: &Shared, operands: [Value; 6], extras: &[Value]) -> Result<Vec<Value>, String> {
    let operands = at.laid(b, operands, false)?;
    let [q, k, v, o, stats, d_o] = operands;
    if let Exchange::Merge(axes) = at.exchange {
        return at.merged_back(b, axes, operands, extras);
    }
    if let Exchange::Teams(axes) = at.exchange {
        return teams::backward(b, at, axes, operands, extras);
    }
    let element = b.ty(q).element;
    let queries = at.sizes.queries;
    // What pads queries must add nothing to the gradients of keys.
    let mut own = [q, o, stats, d_o];
    for value in &mut own {
        *value = at.without_padding(b, *value, 2, queries)?;
    }
    let [q, o, stats, d_o] = own;
    let delta = kernel::delta(b, o, d_o)?;
    let rows = at.row_positions(b, q)?;
    let one;
    let levels: &[Vec<AxisRef>] = match at.exchange {
        Exchange::Ring(levels) => levels,
        Exchange::Balanced(axes) => {
            one = [axes.clone()];
            &one
        }
        Exchange::Gather | Exchange::Merge(_) | Exchange::Teams(_) => &[],
    };
    if levels.is_empty() {
        let cols = match at.spec.causal {
            Some(_) => Some(kernel::positions(b, at.spec.layout, at.sizes.keys, None, at.sizes.keys)?),
            None => None,
        };
        let part = Part { spec: at.spec, q, k, v, extras, rows, cols, limit: None, row_limit: at.row_limit() };
        let grads = kernel::grads(b, &part, stats, d_o, delta)?;
        let mut results = [grads.dq, grads.dk, grads.dv];
        if at.mesh.shards(at.rows) > 1 {
            for grad in &mut results[1..] {
                *grad = at.scattered(b, *grad)?;
            }
        }
        let bias = at.bias_whole(b, grads.ds, extras)?;
        return narrowed(b, results, element).map(|results| [&results[..], &bias].concat());
    }
    let (k, v) = (at.without_padding(b, k, 2, at.sizes.keys)?, at.without_padding(b, v, 2, at.sizes.keys)?);
    let local = b.ty(k).dims[2];
    let padded = at.padded_extras(b, extras, local)?;
    let has_rows = rows.is_some();
    let zeros = |b: &mut Builder, like: Value| -> Result<Value, String> {
        let ty = b.ty(like).with_element(sum_type(element));
        b.splat(&ty, 0.0)
    };
    let zero = index_constant(b, 0)?;
    if let ([axes], true) = (levels, at.turns_queries(b, &operands, extras)) {
        // Keys stay, queries and what belongs to them go around (Luo et al., BurstAttention, arXiv:2403.09347).
        let cols_needed = at.spec.causal.is_some() || at.limit().is_some();
        let groups = at.groups(axes);
        let here = place(b, &groups)?;
        let cols = match cols_needed {
            true => Some(at.positions_from(b, here, local, at.sizes.keys)?),
            false => None,
        };
        let slices = at.columns(b, &padded, here, local)?;
        let fixed: Vec<Value> = [here, k, v].into_iter().chain(cols).chain(slices).collect();
        let (dk, dv, dq) = (zeros(b, k)?, zeros(b, v)?, zeros(b, q)?);
        let stream = Stream { towards: Towards::Before, hops: groups[0].len() - 1, whole: vec![q, d_o, stats, delta], sums: vec![dq] };
        let spec = Ring { groups: &groups, streams: vec![stream], carried: vec![dk, dv], fixed, unroll: at.unroll };
        let count = b.ty(q).dims[2];
        let mut rung = ring(b, &spec, &mut |b: &mut Builder, step: &Step| {
            let from = origin(b, groups[0].len(), Towards::Before, step.fixed[0], step.hop)?;
            let needs_rows = has_rows || at.row_limit().is_some();
            let rows = if needs_rows { Some(at.positions_from(b, from, count, queries)?) } else { None };
            let cols = cols_needed.then(|| step.fixed[3]);
            let extras = &step.fixed[3 + usize::from(cols_needed)..];
            let [q, d_o, stats, delta] = *step.whole else { return Err("four tensors go around".to_owned()) };
            if at.is_balanced(extras) && !step.first {
                let earlier = at.is_earlier(b, step.fixed[0], Some(from))?;
                let [dq, dk, dv] = layouts::grads(b, at.spec, earlier, [q, stats, d_o, delta], step.fixed[1], step.fixed[2])?;
                return Ok((vec![b.add(step.sums[0], dq)?], vec![b.add(step.carried[0], dk)?, b.add(step.carried[1], dv)?]));
            }
            let part = Part { spec: at.spec, q, k: step.fixed[1], v: step.fixed[2], extras, rows, cols, limit: at.limit(), row_limit: at.row_limit() };
            let grads = kernel::grads(b, &part, stats, d_o, delta)?;
            let dq = b.add(step.sums[0], grads.dq)?;
            Ok((vec![dq], vec![b.add(step.carried[0], grads.dk)?, b.add(step.carried[1], grads.dv)?]))
        })?;
        let home = shift(b, &groups, Towards::Before, &rung.sums[0], &mut rung.sends)?;
        let grads = narrowed(b, [home[0], rung.carried[0], rung.carried[1]], element)?;
        return at.laid(b, grads, true).map(Vec::from);
    }
    let sums = [zeros(b, k)?, zeros(b, v)?];
    // What stays: gradients of queries, and of the bias.
    let mut own = vec![zeros(b, q)?];
    if let Some(bias) = at.bias {
        own.push(zeros(b, padded[bias.place])?);
    }
    let fixed: Vec<Value> = [q, stats, d_o, delta].into_iter().chain(rows).chain(padded.iter().copied()).collect();
    let mut body = |b: &mut Builder, shard: Value, home: bool, whole: &[Value], stays: &[Value], fixed: &[Value]| -> Result<(Vec<Value>, [Value; 2]), String> {
        if at.is_balanced(extras) && !home {
            let earlier = at.is_earlier(b, shard, None)?;
            let [more, dk, dv] = layouts::grads(b, at.spec, earlier, [fixed[0], fixed[1], fixed[2], fixed[3]], whole[0], whole[1])?;
            return Ok((vec![b.add(stays[0], more)?], [dk, dv]));
        }
        let own = at.own(b, shard, local, &fixed[4..], has_rows)?;
        let part = own.part(at, fixed[0], whole[0], whole[1]);
        let grads = kernel::grads(b, &part, fixed[1], fixed[2], fixed[3])?;
        let mut stay = vec![b.add(stays[0], grads.dq)?];
        for &sum in &stays[1..] {
            stay.push(at.bias_of_block(b, sum, grads.ds, shard, local)?);
        }
        Ok((stay, [grads.dk, grads.dv]))
    };
    let (own, [dk, dv]) = rotate_back(b, at, levels, (zero, true), [k, v], sums, &own, &fixed, &mut body)?;
    let grads = narrowed(b, [own[0], dk, dv], element)?;
    let mut grads = at.laid(b, grads, true)?.to_vec();
    if let (Some(bias), Some(&sum)) = (at.bias, own.get(1)) {
        grads.push(at.bias_done(b, sum, b.ty(extras[bias.place]).clone())?);
    }
    Ok(grads)
}

/// Works on one device's keys: the index of the shard, whether it is the device's own, what came around, what is carried, what is fixed.
pub(super) type ForwardBody<'b> = &'b mut dyn FnMut(&mut Builder<'_>, Value, bool, &[Value], &[Value], &[Value]) -> Result<Vec<Value>, String>;

/// Rings of rings: at each step of the outer ring, all of the inner one. `major` is the index of the shards by
/// the levels outside, `home` whether they are the device's own there.
#[expect(clippy::too_many_arguments, reason = "what a level of rings hands to the next")]
pub(super) fn rotate(b: &mut Builder, at: &Shared, levels: &[Vec<AxisRef>], (major, home): (Value, bool), whole: &[Value], carried: &[Value], fixed: &[Value], body: ForwardBody) -> Result<Vec<Value>, String> {
    let Some((axes, inner)) = levels.split_first() else { return body(b, major, home, whole, carried, fixed) };
    let groups = at.groups(axes);
    let size = groups[0].len();
    let here = place(b, &groups)?;
    let stream = Stream { towards: Towards::Before, hops: size - 1, whole: whole.to_vec(), sums: Vec::new() };
    let fixed: Vec<Value> = [here, major].into_iter().chain(fixed.iter().copied()).collect();
    let spec = Ring { groups: &groups, streams: vec![stream], carried: carried.to_vec(), fixed, unroll: at.unroll };
    let rung = ring(b, &spec, &mut |b: &mut Builder, step: &Step| {
        let shard = shard_of(b, size, step)?;
        let carried = rotate(b, at, inner, (shard, home && step.first), step.whole, step.carried, &step.fixed[2..], body)?;
        Ok((Vec::new(), carried))
    })?;
    Ok(rung.carried)
}

/// As [`ForwardBody`]; returns what is carried, and what it adds to the gradients of keys and values.
pub(super) type BackwardBody<'b> = &'b mut dyn FnMut(&mut Builder<'_>, Value, bool, &[Value], &[Value], &[Value]) -> Result<(Vec<Value>, [Value; 2]), String>;

/// As [`rotate`], with gradients that travel with keys and values and come home by one more hop.
#[expect(clippy::too_many_arguments, reason = "what a level of rings hands to the next")]
pub(super) fn rotate_back(
    b: &mut Builder,
    at: &Shared,
    levels: &[Vec<AxisRef>],
    (major, home): (Value, bool),
    whole: [Value; 2],
    sums: [Value; 2],
    carried: &[Value],
    fixed: &[Value],
    body: BackwardBody,
) -> Result<(Vec<Value>, [Value; 2]), String> {
    let Some((axes, inner)) = levels.split_first() else {
        let (carried, [dk, dv]) = body(b, major, home, &whole, carried, fixed)?;
        return Ok((carried, [b.add(sums[0], dk)?, b.add(sums[1], dv)?]));
    };
    let groups = at.groups(axes);
    let size = groups[0].len();
    let here = place(b, &groups)?;
    let stream = Stream { towards: Towards::Before, hops: size - 1, whole: whole.to_vec(), sums: sums.to_vec() };
    let fixed: Vec<Value> = [here, major].into_iter().chain(fixed.iter().copied()).collect();
    let spec = Ring { groups: &groups, streams: vec![stream], carried: carried.to_vec(), fixed, unroll: at.unroll };
    let mut rung = ring(b, &spec, &mut |b: &mut Builder, step: &Step| {
        let shard = shard_of(b, size, step)?;
        let (&[k, v], &[dk, dv]) = (step.whole, step.sums) else { return Err("keys and values go around".to_owned()) };
        let (carried, sums) = rotate_back(b, at, inner, (shard, home && step.first), [k, v], [dk, dv], step.carried, &step.fixed[2..], body)?;
        Ok((sums.to_vec(), carried))
    })?;
    let home = shift(b, &groups, Towards::Before, &rung.sums[0], &mut rung.sends)?;
    let &[dk, dv] = &home[..] else { return Err("keys and values come home".to_owned()) };
    Ok((rung.carried, [dk, dv]))
}

/// The index of the shard that a step has: that of the outer levels times the ring's size, and where it came from in this ring.
fn shard_of(b: &mut Builder, size: usize, step: &Step) -> Result<Value, String> {
    let from = origin(b, size, Towards::Before, step.fixed[0], step.hop)?;
    let count = index_constant(b, size as i64)?;
    let major = binary(b, "stablehlo.multiply", step.fixed[1], count)?;
    binary(b, "stablehlo.add", major, from)
}

pub(super) fn narrowed(b: &mut Builder, mut grads: [Value; 3], element: ElementType) -> Result<[Value; 3], String> {
    for grad in &mut grads {
        *grad = b.convert_if_needed(*grad, element)?;
    }
    Ok(grads)
}

impl Own {
    fn part<'p>(&'p self, at: &Shared<'p>, q: Value, k: Value, v: Value) -> Part<'p> {
        Part { spec: at.spec, q, k, v, extras: &self.extras, rows: self.rows, cols: self.cols, limit: self.limit, row_limit: at.row_limit() }
    }
}

impl Shared<'_> {
    /// Operands in the order of the op's layout, or results by position again, where that is asked for.
    fn laid<const N: usize>(&self, b: &mut Builder, mut values: [Value; N], back: bool) -> Result<[Value; N], String> {
        if self.relay {
            let devices = layouts::Devices { mesh: self.mesh, axes: self.rows };
            for value in &mut values {
                *value = devices.laid(b, self.spec.layout, *value, back)?;
            }
        }
        Ok(values)
    }
    /// Whether steps with others' keys need half of the products.
    fn is_balanced(&self, extras: &[Value]) -> bool {
        self.spec.layout == Layout::Zigzag(self.mesh.shards(self.rows)) && self.spec.causal == Some(0) && self.sizes.queries == self.sizes.keys && extras.is_empty()
    }
    /// Whether a shard of keys comes before one of queries (this device's, where it is `None`), a truth value.
    fn is_earlier(&self, b: &mut Builder, keys: Value, queries: Option<Value>) -> Result<Value, String> {
        let queries = match queries {
            Some(queries) => queries,
            None => shard_index(b, self.mesh, self.rows)?,
        };
        compare(b, "LT", keys, queries)
    }
    fn groups(&self, axes: &[AxisRef]) -> Vec<Vec<i64>> {
        self.mesh.device_groups(axes)
    }
    /// Keys that are not there, where shards do not divide them.
    fn limit(&self) -> Option<i64> {
        (self.sizes.keys % self.mesh.shards(self.rows) != 0).then_some(self.sizes.keys)
    }
    fn row_limit(&self) -> Option<i64> {
        (self.sizes.queries % self.mesh.shards(self.rows) != 0).then_some(self.sizes.queries)
    }
    fn without_padding(&self, b: &mut Builder, value: Value, dim: usize, size: i64) -> Result<Value, String> {
        let element = b.ty(value).element;
        mask_padding(b, self.mesh, value, dim, size, self.rows, Literal::splat(TensorType::scalar(element), &vec![0; element.byte_size()]))
    }
    /// Positions of the shard with this index.
    pub(super) fn positions_from(&self, b: &mut Builder, shard: Value, local: i64, length: i64) -> Result<Value, String> {
        let count = index_constant(b, local)?;
        let start = binary(b, "stablehlo.multiply", shard, count)?;
        kernel::positions(b, self.spec.layout, length, Some(start), local)
    }
    fn row_positions(&self, b: &mut Builder, q: Value) -> Result<Option<Value>, String> {
        if self.spec.causal.is_none() && self.row_limit().is_none() {
            return Ok(None);
        }
        let local = b.ty(q).dims[2];
        let start = shard_start(b, self.mesh, self.rows, local)?;
        kernel::positions(b, self.spec.layout, self.sizes.queries, Some(start), local).map(Some)
    }
    fn positions_of_all(&self, b: &mut Builder, q: Value, k: Value) -> Result<(Option<Value>, Option<Value>), String> {
        if self.spec.causal.is_none() {
            return Ok((None, None));
        }
        let local = b.ty(q).dims[2];
        let start = shard_start(b, self.mesh, self.rows, local)?;
        let rows = kernel::positions(b, self.spec.layout, self.sizes.queries, Some(start), local)?;
        let keys = b.ty(k).dims[2];
        Ok((Some(rows), Some(kernel::positions(b, self.spec.layout, keys, None, keys)?)))
    }
    /// Extras with columns for all shards of keys.
    fn padded_extras(&self, b: &mut Builder, extras: &[Value], local: i64) -> Result<Vec<Value>, String> {
        let all = local.saturating_mul(self.mesh.shards(self.rows));
        let one = |&extra: &Value| if self.has_columns(b, extra) { pad_to(b, extra, 3, all) } else { Ok(extra) };
        extras.iter().map(one).collect()
    }
    fn has_columns(&self, b: &Builder, extra: Value) -> bool {
        b.ty(extra).dims[3] > 1
    }
    /// The columns of extras that belong to a shard of keys.
    fn columns(&self, b: &mut Builder, extras: &[Value], shard: Value, local: i64) -> Result<Vec<Value>, String> {
        let count = index_constant(b, local)?;
        let start = binary(b, "stablehlo.multiply", shard, count)?;
        let zero = index_constant(b, 0)?;
        let mut slices = Vec::with_capacity(extras.len());
        for &extra in extras {
            slices.push(if self.has_columns(b, extra) {
                let mut dims = b.ty(extra).dims.to_vec();
                dims[3] = local;
                dynamic_slice(b, extra, &[zero, zero, zero, start], &dims)?
            } else {
                extra
            });
        }
        Ok(slices)
    }
    /// What belongs to a shard of keys: `rest` are positions of the queries, where they are needed, then padded extras.
    fn own(&self, b: &mut Builder, shard: Value, local: i64, rest: &[Value], has_rows: bool) -> Result<Own, String> {
        let (rows, extras) = rest.split_at(usize::from(has_rows));
        let cols = match self.spec.causal.is_some() || self.limit().is_some() {
            true => Some(self.positions_from(b, shard, local, self.sizes.keys)?),
            false => None,
        };
        Ok(Own { rows: rows.first().copied(), cols, limit: self.limit(), extras: self.columns(b, extras, shard, local)? })
    }
    /// Whether queries and what belongs to them are less to send around than keys, values and their gradients.
    fn turns_queries(&self, b: &Builder, operands: &[Value; 6], extras: &[Value]) -> bool {
        let [q, k, v, _, stats, d_o] = *operands;
        // Rows of a bias and its gradient stay where they are.
        if self.layout_bound() || self.bias.is_some() || extras.iter().any(|&extra| b.ty(extra).dims[2] > 1) {
            return false;
        }
        let hops = self.mesh.shards(self.rows) - 1;
        let bytes = |value: Value| b.ty(value).byte_size();
        let sums = |value: Value| b.ty(value).with_element(sum_type(b.ty(value).element)).byte_size();
        let queries = hops.saturating_mul(bytes(q) + bytes(d_o) + bytes(stats) / 2 * 3).saturating_add((hops + 1).saturating_mul(sums(q)));
        let keys = hops.saturating_mul(bytes(k) + bytes(v)).saturating_add((hops + 1).saturating_mul(sums(k) + sums(v)));
        queries < keys
    }
    fn layout_bound(&self) -> bool {
        self.spec.layout != Layout::Contiguous && self.sizes.queries != self.sizes.keys
    }
    /// Whole queries with the keys that are here.
    fn own_keys(&self, b: &mut Builder, axes: &[AxisRef], k: Value, v: Value, extras: &[Value]) -> Result<(Value, Value, Own), String> {
        let keys = self.sizes.keys;
        let zero = |b: &Builder, value: Value| Literal::splat(TensorType::scalar(b.ty(value).element), &vec![0; b.ty(value).element.byte_size()]);
        let (no_key, no_value) = (zero(b, k), zero(b, v));
        let (k, v) = (mask_padding(b, self.mesh, k, 2, keys, axes, no_key)?, mask_padding(b, self.mesh, v, 2, keys, axes, no_value)?);
        let local = b.ty(k).dims[2];
        let limit = (keys % self.mesh.shards(axes) != 0).then_some(keys);
        let shard = shard_index(b, self.mesh, axes)?;
        let all = local.saturating_mul(self.mesh.shards(axes));
        let mut padded = extras.to_vec();
        for extra in &mut padded {
            if self.has_columns(b, *extra) {
                *extra = pad_to(b, *extra, 3, all)?;
            }
        }
        let (mut rows, mut cols) = (None, None);
        if self.spec.causal.is_some() || limit.is_some() {
            cols = Some(self.positions_from(b, shard, local, keys)?);
        }
        if self.spec.causal.is_some() {
            rows = Some(kernel::positions(b, self.spec.layout, self.sizes.queries, None, self.sizes.queries)?);
        }
        let extras = self.columns(b, &padded, shard, local)?;
        Ok((k, v, Own { rows, cols, limit, extras }))
    }
    /// The devices' running softmaxes as one: told below the largest score of all, sums add up.
    fn merged(&self, b: &mut Builder, axes: &[AxisRef], [q, k, v]: [Value; 3], extras: &[Value]) -> Result<[Value; 2], String> {
        let (k, v, own) = self.own_keys(b, axes, k, v, extras)?;
        let part = own.part(self, q, k, v);
        let running = kernel::step(b, &part, None)?;
        let m = all_reduce(b, self.mesh, running.m, axes, ReduceKind::Max)?;
        let here = kernel::below(b, &running, m)?;
        let l = all_reduce(b, self.mesh, here.l, axes, ReduceKind::Sum)?;
        let o = all_reduce(b, self.mesh, here.o, axes, ReduceKind::Sum)?;
        let (o, stats) = kernel::finish(b, &part, &Running { m, l, o })?;
        Ok([o, stats])
    }
    /// Gradients where keys stay: those of queries are summed over the devices.
    fn merged_back(&self, b: &mut Builder, axes: &[AxisRef], [q, k, v, o, stats, d_o]: [Value; 6], extras: &[Value]) -> Result<Vec<Value>, String> {
        let (k, v, own) = self.own_keys(b, axes, k, v, extras)?;
        let delta = kernel::delta(b, o, d_o)?;
        let grads = kernel::grads(b, &own.part(self, q, k, v), stats, d_o, delta)?;
        let dq = all_reduce(b, self.mesh, grads.dq, axes, ReduceKind::Sum)?;
        let element = b.ty(q).element;
        let mut results = narrowed(b, [dq, grads.dk, grads.dv], element)?.to_vec();
        if let Some(bias) = self.bias {
            let local = b.ty(k).dims[2];
            let mut ty = b.ty(extras[bias.place]).with_element(sum_type(element));
            if ty.dims[3] > 1 {
                ty.dims[3] = local.saturating_mul(self.mesh.shards(axes));
            }
            let none = b.splat(&ty, 0.0)?;
            let shard = shard_index(b, self.mesh, axes)?;
            let sum = self.bias_of_block(b, none, grads.ds, shard, local)?;
            // Every device has other columns, or other keys of all.
            let sum = all_reduce(b, self.mesh, sum, axes, ReduceKind::Sum)?;
            results.push(self.bias_done(b, sum, b.ty(extras[bias.place]).clone())?);
        }
        Ok(results)
    }
    /// The gradient of the bias by the keys of one shard, of which there are `local`, in or added to what there is of it.
    fn bias_of_block(&self, b: &mut Builder, sum: Value, ds: Value, shard: Value, local: i64) -> Result<Value, String> {
        let mut ty = b.ty(sum).clone();
        let columns = self.has_columns(b, sum);
        if columns {
            ty.dims[3] = local;
        }
        let more = kernel::bias_grad(b, ds, &ty)?;
        if !columns {
            return b.add(sum, more);
        }
        let count = index_constant(b, local)?;
        let start = binary(b, "stablehlo.multiply", shard, count)?;
        let zero = index_constant(b, 0)?;
        // Each shard of keys comes once.
        b.dynamic_update_slice(sum, more, &[zero, zero, zero, start])
    }
    /// The gradient of the bias by all keys; nothing where it is not wanted.
    fn bias_whole(&self, b: &mut Builder, ds: Value, extras: &[Value]) -> Result<Vec<Value>, String> {
        let Some(bias) = self.bias else { return Ok(Vec::new()) };
        let ty = b.ty(extras[bias.place]).clone();
        let sum = kernel::bias_grad(b, ds, &ty.with_element(b.ty(ds).element))?;
        Ok(vec![self.bias_done(b, sum, ty)?])
    }
    /// The gradient of a bias of this type: without columns for keys that are not there, and summed over devices that have it alike.
    fn bias_done(&self, b: &mut Builder, mut sum: Value, ty: TensorType) -> Result<Value, String> {
        if b.ty(sum).dims[3] > ty.dims[3] {
            sum = b.slice_dim(sum, 3, 0, ty.dims[3])?;
        }
        if let Some(bias) = self.bias.filter(|bias| !bias.repeated.is_empty()) {
            sum = all_reduce(b, self.mesh, sum, &bias.repeated, ReduceKind::Sum)?;
        }
        b.convert_if_needed(sum, ty.element)
    }
    /// Gradients of all keys, summed over the devices, each keeping its own.
    fn scattered(&self, b: &mut Builder, grad: Value) -> Result<Value, String> {
        let dims = b.ty(grad).dims.to_vec();
        let none = vec![Vec::new(); dims.len()];
        let mut cut = none.clone();
        cut[2] = self.rows.to_vec();
        let at = Placed { mesh: self.mesh, global: &dims, dims: &none };
        reduce_scatter(b, &at, grad, &cut, ReduceKind::Sum)
    }
}
