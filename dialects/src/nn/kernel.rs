//! Attention as StableHLO: whole, or one block of keys after the other with a running softmax.
//!
//! A block's part is merged into what came before by the rule of Milakov and Gimelshein ("Online normalizer calculation for softmax",
//! arXiv:1805.02867): of a query are kept the largest score `m`, the sum `l` of `exp(score - m)` and the sum `o` of values so
//! weighted. The backward pass recomputes weights from the logarithm of the sum of exponentials (Dao et al., FlashAttention, algorithm 4:
//! `D = rowsum(dO * O)`, `dS = P * (dP - D)`). Invariants: blocks may come in any order; a block in which a query sees nothing changes
//! nothing for it; all sums are kept in [`sum_type`]; positions are vectors of `i32`.

use super::spec::{Layout, Sizes, Spec, sum_type};
use crate::stablehlo::StablehloBuilder;
use crate::stablehlo::build::Direction;
use shardwright_ir::sharding::ReduceKind;
use shardwright_ir::types::{ElementType, TensorType};
use shardwright_ir::{Builder, Value};

/// Queries and a block of keys.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// What is computed.
    pub spec: &'a Spec,
    /// `[b, h, s, e]`.
    pub q: Value,
    /// `[b, g, t, e]`.
    pub k: Value,
    /// `[b, g, t, e']`.
    pub v: Value,
    /// Masks and biases of these queries and these keys.
    pub extras: &'a [Value],
    /// Positions of the queries, where the op is causal or `row_limit` is given.
    pub rows: Option<Value>,
    /// Positions of the keys, where the op is causal or `limit` is given.
    pub cols: Option<Value>,
    /// Keys at this position and after it do not exist.
    pub limit: Option<i64>,
    /// Queries at this position and after it do not exist; their weights are zero.
    pub row_limit: Option<i64>,
}

/// What is known after some blocks of keys.
#[derive(Clone, Copy)]
pub struct Running {
    /// `[b, h, s]`: largest score.
    pub m: Value,
    /// `[b, h, s]`: sum of exponentials below it.
    pub l: Value,
    /// `[b, h, s, e']`: values weighted by them.
    pub o: Value,
}

impl Running {
    /// As a list.
    pub fn list(&self) -> Vec<Value> {
        vec![self.m, self.l, self.o]
    }
    /// From such a list.
    pub fn of(list: &[Value]) -> Result<Running, String> {
        match *list {
            [m, l, o] => Ok(Running { m, l, o }),
            _ => Err(format!("a running softmax has 3 values, got {}", list.len())),
        }
    }
}

/// Derivatives by one block of keys, in [`sum_type`].
pub struct Grads {
    /// `[b, h, s, e]`: what the block adds to the queries' gradient.
    pub dq: Value,
    /// `[b, g, t, e]`.
    pub dk: Value,
    /// `[b, g, t, e']`.
    pub dv: Value,
    /// `[b, h, s, t]`: by the scaled scores.
    pub ds: Value,
}

/// Positions of `count` tokens of a sequence of `length`, from index `start` on (a scalar of `ui32`; the beginning where it is `None`).
pub fn positions(b: &mut Builder, layout: Layout, length: i64, start: Option<Value>, count: i64) -> Result<Value, String> {
    let ty = TensorType::new(ElementType::I32, &[count]);
    if layout == Layout::Contiguous {
        let own = b.iota(&ty, 0)?;
        let Some(start) = start else { return Ok(own) };
        let start = b.convert(start, ElementType::I32)?;
        let start = b.broadcast_in_dim(start, &[count], &[])?;
        return b.add(start, own);
    }
    let table: Vec<i64> = (0..length).map(|index| layout.position(index, length)).collect();
    let table = b.int_constant(ElementType::I32, &[length], &table)?;
    match start {
        Some(start) => b.dynamic_slice(table, &[start], &[count]),
        None => Ok(table),
    }
}

/// Attention of all keys at once: the result, and of each query the largest score and the logarithm of the sum of exponentials below it.
pub fn whole(b: &mut Builder, part: &Part) -> Result<(Value, Value), String> {
    let running = step(b, part, None)?;
    finish(b, part, &running)
}

/// Works in one block of keys.
pub fn step(b: &mut Builder, part: &Part, before: Option<&Running>) -> Result<Running, String> {
    let x = scores(b, part)?;
    let dims = b.ty(x).dims.to_vec();
    let top = b.reduce_identity(x, &[3], ReduceKind::Max)?;
    let m = match before {
        Some(before) => b.maximum(before.m, top)?,
        None => top,
    };
    let safe = finite(b, m)?;
    let wide = b.broadcast_in_dim(safe, &dims, &[0, 1, 2])?;
    let x = b.subtract(x, wide)?;
    let p = b.exp(x)?;
    let zero = b.scalar(b.ty(p).element, 0.0)?;
    let l = b.reduce(p, zero, &[3], ReduceKind::Sum)?;
    let o = weigh(b, part, p)?;
    let Some(before) = before else { return Ok(Running { m, l, o }) };
    let old = below(b, before, m)?;
    Ok(Running { m, l: b.add(old.l, l)?, o: b.add(old.o, o)? })
}

/// What stands before the first block.
pub fn nothing(b: &mut Builder, part: &Part) -> Result<Running, String> {
    let sizes = sizes(b, part)?;
    let element = sum_type(b.ty(part.q).element);
    let rows = TensorType::new(element, &[sizes.batch, sizes.heads, sizes.queries]);
    let m = b.splat(&rows, f64::NEG_INFINITY)?;
    let l = b.splat(&rows, 0.0)?;
    let o = b.splat(&TensorType::new(element, &[sizes.batch, sizes.heads, sizes.queries, sizes.value_width]), 0.0)?;
    Ok(Running { m, l, o })
}

/// What is known, told below another largest score `m` (no less than its own): parts that are told below one score add up.
pub fn below(b: &mut Builder, running: &Running, m: Value) -> Result<Running, String> {
    let safe = finite(b, m)?;
    let less = b.subtract(running.m, safe)?;
    let less = b.exp(less)?;
    let l = b.multiply(less, running.l)?;
    let dims = b.ty(running.o).dims.to_vec();
    let less = b.broadcast_in_dim(less, &dims, &[0, 1, 2])?;
    Ok(Running { m, l, o: b.multiply(less, running.o)? })
}

/// The result in the queries' element type, and `[b, h, s, 2]`: the largest score and the logarithm of the sum of exponentials below it, both zero where a
/// query saw nothing.
pub fn finish(b: &mut Builder, part: &Part, running: &Running) -> Result<(Value, Value), String> {
    let element = b.ty(part.q).element;
    let mut sum = running.l;
    if part.spec.zero_empty {
        let zero = b.splat_like(sum, 0.0)?;
        let one = b.splat_like(sum, 1.0)?;
        let empty = b.compare(Direction::Eq, sum, zero)?;
        sum = b.select(empty, one, sum)?;
    }
    let dims = b.ty(running.o).dims.to_vec();
    let wide = b.broadcast_in_dim(sum, &dims, &[0, 1, 2])?;
    let o = b.divide(running.o, wide)?;
    let o = b.convert_if_needed(o, element)?;
    let log = b.log(running.l)?;
    let stats = [finite(b, running.m)?, finite(b, log)?];
    let column = [&b.ty(log).dims[..], &[1]].concat();
    let stats = [b.reshape(stats[0], &column)?, b.reshape(stats[1], &column)?];
    Ok((o, b.concatenate(&stats, 3)?))
}

/// `[b, h, s]`: the product of each query's result and its gradient.
pub fn delta(b: &mut Builder, o: Value, d_o: Value) -> Result<Value, String> {
    let sums = sum_type(b.ty(o).element);
    let (o, d_o) = (b.convert_if_needed(o, sums)?, b.convert_if_needed(d_o, sums)?);
    let product = b.multiply(o, d_o)?;
    let zero = b.scalar(sums, 0.0)?;
    b.reduce(product, zero, &[3], ReduceKind::Sum)
}

/// Derivatives by one block of keys, given what the forward pass kept, the gradient of its result and [`delta`].
pub fn grads(b: &mut Builder, part: &Part, stats: Value, d_o: Value, delta: Value) -> Result<Grads, String> {
    let sizes = sizes(b, part)?;
    let element = b.ty(part.q).element;
    let sums = sum_type(element);
    let x = scores(b, part)?;
    let dims = sizes.scores();
    let mut x = x;
    for column in 0..2 {
        let one = b.slice_dim(stats, 3, column, column + 1)?;
        let one = b.reshape(one, &dims[..3])?;
        let wide = b.broadcast_in_dim(one, &dims, &[0, 1, 2])?;
        x = b.subtract(x, wide)?;
    }
    let p = b.exp(x)?;
    let rows = sizes.heads / sizes.key_heads * sizes.queries;
    let grouped = |width: i64| [sizes.batch, sizes.key_heads, rows, width];
    let d_o = b.reshape(d_o, &grouped(sizes.value_width))?;
    let batch: (&[i64], &[i64]) = (&[0, 1], &[0, 1]);
    let dp = b.dot_general(d_o, part.v, batch, (&[3], &[3]), sums)?;
    let dp = b.reshape(dp, &dims)?;
    let delta = b.broadcast_in_dim(delta, &dims, &[0, 1, 2])?;
    let dp = b.subtract(dp, delta)?;
    let mut ds = b.multiply(p, dp)?;
    if part.spec.fill.is_finite() {
        // What a mask hides has a score that depends on nothing.
        let none = b.splat_like(ds, 0.0)?;
        for &extra in part.extras.iter().filter(|&&extra| b.func.tensor_type(extra).element == ElementType::I1).collect::<Vec<_>>() {
            let seen = b.broadcast_in_dim(extra, &dims, &[0, 1, 2, 3])?;
            ds = b.select(seen, ds, none)?;
        }
    }
    let narrow = |b: &mut Builder, value: Value| -> Result<Value, String> {
        let value = b.convert_if_needed(value, element)?;
        b.reshape(value, &grouped(sizes.keys))
    };
    let (weights, slopes) = (narrow(b, p)?, narrow(b, ds)?);
    let dv = b.dot_general(weights, d_o, batch, (&[2], &[2]), sums)?;
    let dq = b.dot_general(slopes, part.k, batch, (&[3], &[2]), sums)?;
    let dq = b.reshape(dq, &[sizes.batch, sizes.heads, sizes.queries, sizes.width])?;
    let q = b.reshape(part.q, &grouped(sizes.width))?;
    let dk = b.dot_general(slopes, q, batch, (&[2], &[2]), sums)?;
    let (dq, dk) = (scaled(b, dq, part.spec.scale)?, scaled(b, dk, part.spec.scale)?);
    Ok(Grads { dq, dk, dv, ds })
}

/// `ds` summed over the dimensions along which a bias of type `ty` is repeated.
pub fn bias_grad(b: &mut Builder, ds: Value, ty: &TensorType) -> Result<Value, String> {
    let dims = b.ty(ds).dims.to_vec();
    let repeated: Vec<i64> = (0..4).filter(|&dim| ty.dims[dim as usize] == 1 && dims[dim as usize] != 1).collect();
    let mut sum = ds;
    if !repeated.is_empty() {
        let zero = b.scalar(b.ty(ds).element, 0.0)?;
        sum = b.reduce(ds, zero, &repeated, ReduceKind::Sum)?;
        sum = b.reshape(sum, &ty.dims)?;
    }
    b.convert_if_needed(sum, ty.element)
}

/// `[b, h, s, t]`: scaled scores, minus infinity where a query does not see a key.
fn scores(b: &mut Builder, part: &Part) -> Result<Value, String> {
    let sizes = sizes(b, part)?;
    let sums = sum_type(b.ty(part.q).element);
    let dims = sizes.scores();
    let rows = sizes.heads / sizes.key_heads * sizes.queries;
    let q = b.reshape(part.q, &[sizes.batch, sizes.key_heads, rows, sizes.width])?;
    let x = b.dot_general(q, part.k, (&[0, 1], &[0, 1]), (&[3], &[3]), sums)?;
    let x = b.reshape(x, &dims)?;
    let mut x = scaled(b, x, part.spec.scale)?;
    for &extra in part.extras {
        let is_mask = b.ty(extra).element == ElementType::I1;
        let wide = b.broadcast_in_dim(extra, &dims, &[0, 1, 2, 3])?;
        x = if is_mask {
            let hidden = b.splat_like(x, part.spec.fill)?;
            b.select(wide, x, hidden)?
        } else {
            let wide = b.convert_if_needed(wide, sums)?;
            b.add(x, wide)?
        };
    }
    let Some(seen) = visible(b, part, sizes.queries, sizes.keys)? else { return Ok(x) };
    let seen = b.broadcast_in_dim(seen, &dims, &[2, 3])?;
    let hidden = b.splat_like(x, f64::NEG_INFINITY)?;
    b.select(seen, x, hidden)
}

/// `[s, t]`: which query sees which key by their positions. `None`: all.
fn visible(b: &mut Builder, part: &Part, queries: i64, keys: i64) -> Result<Option<Value>, String> {
    let dims = [queries, keys];
    let mut seen = None;
    if let Some(offset) = part.spec.causal {
        let (Some(rows), Some(cols)) = (part.rows, part.cols) else { return Err("a causal attention needs positions".into()) };
        let offset = b.splat_like(rows, offset as f64)?;
        let last = b.add(rows, offset)?;
        let last = b.broadcast_in_dim(last, &dims, &[0])?;
        let cols = b.broadcast_in_dim(cols, &dims, &[1])?;
        seen = Some(b.compare(Direction::Le, cols, last)?);
    }
    if let Some(limit) = part.limit {
        let Some(cols) = part.cols else { return Err("keys that end need positions".into()) };
        let end = b.splat_like(cols, limit as f64)?;
        let real = b.compare(Direction::Lt, cols, end)?;
        let real = b.broadcast_in_dim(real, &dims, &[1])?;
        seen = Some(match seen {
            Some(seen) => b.and(seen, real)?,
            None => real,
        });
    }
    if let Some(limit) = part.row_limit {
        let Some(rows) = part.rows else { return Err("queries that end need positions".into()) };
        let end = b.splat_like(rows, limit as f64)?;
        let real = b.compare(Direction::Lt, rows, end)?;
        let real = b.broadcast_in_dim(real, &dims, &[0])?;
        seen = Some(match seen {
            Some(seen) => b.and(seen, real)?,
            None => real,
        });
    }
    Ok(seen)
}

/// `[b, h, s, e']`: values weighted by `p`.
fn weigh(b: &mut Builder, part: &Part, p: Value) -> Result<Value, String> {
    let sizes = sizes(b, part)?;
    let rows = sizes.heads / sizes.key_heads * sizes.queries;
    let element = b.ty(part.v).element;
    let p = b.convert_if_needed(p, element)?;
    let p = b.reshape(p, &[sizes.batch, sizes.key_heads, rows, sizes.keys])?;
    let o = b.dot_general(p, part.v, (&[0, 1], &[0, 1]), (&[3], &[2]), sum_type(element))?;
    b.reshape(o, &[sizes.batch, sizes.heads, sizes.queries, sizes.value_width])
}

/// Zero in place of minus infinity, so that differences of what saw nothing are no not-a-numbers.
fn finite(b: &mut Builder, x: Value) -> Result<Value, String> {
    let none = b.splat_like(x, f64::NEG_INFINITY)?;
    let zero = b.splat_like(x, 0.0)?;
    let empty = b.compare(Direction::Eq, x, none)?;
    b.select(empty, zero, x)
}

fn scaled(b: &mut Builder, x: Value, scale: f64) -> Result<Value, String> {
    if scale == 1.0 {
        return Ok(x);
    }
    let scale = b.splat_like(x, scale)?;
    b.multiply(x, scale)
}

fn sizes(b: &Builder, part: &Part) -> Result<Sizes, String> {
    Sizes::of(b.ty(part.q), b.ty(part.k), b.ty(part.v))
}
