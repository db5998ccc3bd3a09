//! Writes what was found as `nn.attention`.
//!
//! Invariants: batch dimensions but the last become one, the last and all rows but the last become heads; what the product with the values gave
//! is given back in its own order of dimensions.

use super::causal::{LOWEST, Sides, added_offset, offset};
use super::matching::{Extra, Found, Operand};
use super::peel::defined;
use shardwright_dialects::local::row;
use shardwright_dialects::nn::spec::{Layout, Spec};
use shardwright_dialects::stablehlo::StablehloBuilder;
use shardwright_ir::{Builder, ElementType, OpId, Value};

/// Emits the op; returns what takes the place of the product's result.
pub fn emit(b: &mut Builder, product: OpId, found: &Found) -> Result<Vec<Value>, String> {
    let ordered = |operand: &Operand| operand.order.iter().map(|&dim| operand.dims[dim]).collect::<Vec<i64>>();
    let (q_dims, k_dims, v_dims) = (ordered(&found.q), ordered(&found.k), ordered(&found.v));
    let rows = &q_dims[found.batch..found.batch + found.rows];
    let (&queries, row_heads) = rows.split_last().ok_or("queries have no dimension")?;
    // One batch dimension and one of rows: what stands for heads is of more use than what stands for a batch.
    let heads_at = found.batch.saturating_sub(1);
    let batch: i64 = q_dims[..heads_at].iter().product();
    let (batch, heads_at) = if found.batch == 1 && !row_heads.is_empty() { (q_dims[0], 1) } else { (batch, heads_at) };
    let heads: i64 = q_dims[heads_at..found.batch].iter().chain(row_heads).product();
    let key_heads: i64 = k_dims[heads_at..found.batch].iter().product();
    let q = operand(b, &found.q, &[batch, heads, queries, *q_dims.last().ok_or("queries have no width")?])?;
    let [.., keys, width] = k_dims[..] else { return Err("keys have no width".into()) };
    let k = operand(b, &found.k, &[batch, key_heads, keys, width])?;
    let v = operand(b, &found.v, &[batch, key_heads, keys, *v_dims.last().ok_or("values have no width")?])?;
    let mut spec = Spec { scale: found.scale, causal: None, layout: Layout::Contiguous, fill: found.fill, zero_empty: found.zero_empty };
    // Batch dimensions, then rows, with all query heads.
    let score_dims: Vec<i64> = q_dims[..found.batch + found.rows].iter().copied().chain([keys]).collect();
    let mut values = vec![q, k, v];
    let mut left = Vec::new();
    for extra in &found.extras {
        left.extend(parts(b, extra));
    }
    let alone = left.len() == 1;
    for extra in &left {
        let sides = Sides { query: extra.order[score_dims.len() - 2], key: extra.order[score_dims.len() - 1] };
        let is_mask = b.ty(extra.value).element == ElementType::I1;
        let found_offset = match is_mask {
            // Hidden scores of a finite fill share the weight where a query sees nothing: only one that sees itself never does.
            true if !extra.hides && found.fill == f64::NEG_INFINITY => offset(b.func, extra.value, sides),
            true if !extra.hides && found.fill <= LOWEST && alone => offset(b.func, extra.value, sides).filter(|&offset| offset >= 0),
            false if alone => added_offset(b.func, extra.value, sides),
            _ => None,
        };
        match (found_offset, spec.causal) {
            (Some(offset), None) => spec.causal = Some(offset),
            (Some(offset), Some(other)) => spec.causal = Some(offset.min(other)),
            (None, _) => values.push(written(b, extra, &score_dims, heads_at, [batch, heads, queries, keys])?),
        }
    }
    if values.len() == 3 {
        spec.fill = f64::NEG_INFINITY;
    }
    let values = join(b, values)?;
    let op = b.op(row("nn.attention")?, &values, spec.attrs(), &[])?;
    let o = b.func.op(op).results[0];
    // [batch.., rows.., e'], then as the product had it.
    let result = b.ty(b.func.op(product).results[0]).clone();
    let value_width = *v_dims.last().ok_or("values have no width")?;
    let dims: Vec<i64> = q_dims[..found.batch + found.rows].iter().copied().chain([value_width]).collect();
    let mut o = reshape(b, o, &dims)?;
    if found.values_left {
        let rank = dims.len();
        let order: Vec<i64> = (0..found.batch).chain([rank - 1]).chain(found.batch..rank - 1).map(|dim| dim as i64).collect();
        o = b.transpose(o, &order)?;
    }
    Ok(vec![b.convert_if_needed(o, result.element)?])
}

/// A mask that two masks make, as two.
fn parts(b: &Builder, extra: &Extra) -> Vec<Extra> {
    let both = (!extra.hides).then(|| super::peel::pair(b.func, extra.value, "and")).flatten();
    // Only where one of them is known to be causal is it of use to tell them apart.
    let [query, key] = extra.order[extra.order.len() - 2..] else { return vec![extra.clone()] };
    match both {
        Some(both) if both.iter().any(|&one| offset(b.func, one, Sides { query, key }).is_some()) => both.map(|value| Extra { value, ..extra.clone() }).to_vec(),
        _ => vec![extra.clone()],
    }
}

/// No more than two masks and biases: those of one kind become one. Biases come first, which is the same: what a mask of minus infinity hides stays hidden,
/// and one of another number is only matched outside of biases.
fn join(b: &mut Builder, values: Vec<Value>) -> Result<Vec<Value>, String> {
    let (three, extras) = values.split_at(3);
    let mut ordered = extras.to_vec();
    ordered.sort_by_key(|&extra| b.ty(extra).element == ElementType::I1);
    let mut joined: Vec<Value> = Vec::new();
    for &extra in &ordered {
        let is_mask = b.ty(extra).element == ElementType::I1;
        match joined.last().copied() {
            Some(last) if extras.len() > 2 && b.ty(last).element == b.ty(extra).element => {
                let (left, right) = b.broadcast_pair(last, extra)?;
                let both = if is_mask { b.and(left, right)? } else { b.add(left, right)? };
                joined.pop();
                joined.push(both);
            }
            _ => joined.push(extra),
        }
    }
    Ok([three, &joined[..]].concat())
}

fn operand(b: &mut Builder, operand: &Operand, dims: &[i64]) -> Result<Value, String> {
    let value = reshape(b, operand.value, &operand.dims)?;
    let order: Vec<i64> = operand.order.iter().map(|&dim| dim as i64).collect();
    let value = transpose(b, value, &order)?;
    reshape(b, value, dims)
}

/// A mask or bias as `[b or 1, h or 1, s or 1, t or 1]`.
fn written(b: &mut Builder, extra: &Extra, dims: &[i64], heads_at: usize, full: [i64; 4]) -> Result<Value, String> {
    let whole = b.ty(extra.value).clone();
    // What is repeated to this shape is not repeated before the op repeats it.
    let narrow = defined(b.func, extra.value, "broadcast_in_dim").and_then(|view| {
        let map = view.ints("broadcast_dimensions");
        let mut own = vec![1; whole.rank()];
        map.iter().zip(&view.operand_type(0).dims).for_each(|(&to, &size)| own[to as usize] = size);
        map.windows(2).all(|pair| pair[0] < pair[1]).then(|| (view.data().operands[0], own))
    });
    let (value, own) = narrow.unwrap_or((extra.value, whole.dims.to_vec()));
    let value = reshape(b, value, &own)?;
    let order: Vec<i64> = extra.order.iter().map(|&dim| dim as i64).collect();
    let mut value = transpose(b, value, &order)?;
    let mut own: Vec<i64> = extra.order.iter().map(|&dim| own[dim]).collect();
    let last = dims.len() - 2;
    let groups = [0..heads_at, heads_at..last, last..last + 1, last + 1..last + 2];
    // Dimensions that become one are all repeated or none of them.
    let mut wanted = own.clone();
    for group in &groups {
        let repeated = group.clone().any(|dim| own[dim] != dims[dim]);
        let plain = group.clone().all(|dim| own[dim] == 1);
        if repeated && !plain {
            group.clone().for_each(|dim| wanted[dim] = dims[dim]);
        }
    }
    if wanted != own {
        let map: Vec<i64> = (0..own.len() as i64).collect();
        value = b.broadcast_in_dim(value, &wanted, &map)?;
        own = wanted;
    }
    let four: Vec<i64> = groups.iter().map(|group| own[group.clone()].iter().product()).collect();
    debug_assert!(four.iter().zip(full).all(|(&size, full)| size == 1 || size == full));
    let value = reshape(b, value, &four)?;
    if extra.hides { b.not(value) } else { Ok(value) }
}

fn reshape(b: &mut Builder, value: Value, dims: &[i64]) -> Result<Value, String> {
    if b.ty(value).dims[..] == *dims { Ok(value) } else { b.reshape(value, dims) }
}

fn transpose(b: &mut Builder, value: Value, order: &[i64]) -> Result<Value, String> {
    if order.iter().enumerate().all(|(index, &dim)| index as i64 == dim) { Ok(value) } else { b.transpose(value, order) }
}
