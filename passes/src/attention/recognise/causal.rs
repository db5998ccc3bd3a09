//! Masks that are known to be causal when the program is compiled.
//!
//! Invariants: an offset is only returned where the mask is exactly `key <= query + offset` for all queries and keys and all batches and heads.

use super::peel::{compare, defined, pair, select, splat};
use shardwright_ir::{ElementType, Func, Value};

/// Which dimensions of a mask are queries and keys, where it has them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sides {
    /// Dimension of queries.
    pub query: usize,
    /// Dimension of keys.
    pub key: usize,
}

/// The offset of a truth mask.
pub fn offset(func: &Func, mask: Value, sides: Sides) -> Option<i64> {
    if let Some(view) = defined(func, mask, "broadcast_in_dim") {
        return offset(func, view.data().operands[0], inner(&view.ints("broadcast_dimensions"), sides, func, view.data().operands[0])?);
    }
    if let Some([pred, yes, no]) = select(func, mask) {
        return (splat(func, yes) == Some(1.0) && splat(func, no) == Some(0.0)).then(|| offset(func, pred, sides))?;
    }
    if let Some([left, right]) = pair(func, mask, "and") {
        return match (splat(func, left), splat(func, right)) {
            (Some(1.0), _) => offset(func, right, sides),
            (_, Some(1.0)) => offset(func, left, sides),
            _ => None,
        };
    }
    for (direction, strict, turned) in [("GE", 0, false), ("GT", 1, false), ("LE", 0, true), ("LT", 1, true)] {
        // query + a >= key + b, or the other way around.
        if let Some([left, right]) = compare(func, mask, direction) {
            let (queries, keys) = if turned { (right, left) } else { (left, right) };
            return counted(func, queries, sides.query)?.checked_sub(counted(func, keys, sides.key)?)?.checked_sub(strict);
        }
    }
    let literal = func.constant_of(mask)?;
    let values = literal.to_ints()?;
    of_table(&literal.ty.dims, sides, |index| values.get(index).map(|&value| value != 0))
}

/// The offset of a constant that is added: zero where a key is seen, and so low elsewhere that its weight is zero beside one that is seen.
pub fn added_offset(func: &Func, bias: Value, sides: Sides) -> Option<i64> {
    if let Some(view) = defined(func, bias, "broadcast_in_dim") {
        return added_offset(func, view.data().operands[0], inner(&view.ints("broadcast_dimensions"), sides, func, view.data().operands[0])?);
    }
    let literal = func.constant_of(bias)?;
    let values = shardwright_ir::interp::Tensor::from_literal(literal).ok()?.to_f64s();
    let found = of_table(&literal.ty.dims, sides, |index| match values.get(index) {
        Some(&value) if value == 0.0 => Some(true),
        Some(&value) if value <= LOWEST => Some(false),
        _ => None,
    })?;
    // Each query must see a key: else those that are hidden alike share the weight.
    (found >= 0).then_some(found)
}

/// A score below this one has no weight beside any that a model makes.
pub const LOWEST: f64 = -1e30;

/// The sides of what a broadcast repeats.
fn inner(map: &[i64], sides: Sides, func: &Func, from: Value) -> Option<Sides> {
    let place = |dim: usize| map.iter().position(|&to| to == dim as i64);
    let (query, key) = (place(sides.query)?, place(sides.key)?);
    let dims = &func.tensor_type(from).dims;
    // A dimension of size 1 may have been stretched: then the mask does not depend on it.
    (dims[query] > 1 && dims[key] > 1).then_some(Sides { query, key })
}

/// A tensor that counts along one dimension from a number on: that number.
fn counted(func: &Func, value: Value, dim: usize) -> Option<i64> {
    // Unsigned and narrow counters may wrap.
    if !matches!(func.tensor_type(value).element, ElementType::I32 | ElementType::I64) || func.tensor_type(value).dims.iter().any(|&size| size > 1 << 30) {
        return None;
    }
    if let Some(view) = defined(func, value, "iota") {
        return (view.ints("iota_dimension") == [dim as i64]).then_some(0);
    }
    if let Some(view) = defined(func, value, "broadcast_in_dim") {
        let (map, from) = (view.ints("broadcast_dimensions"), view.operand_type(0));
        let inner = map.iter().position(|&to| to == dim as i64)?;
        return (from.dims[inner] == view.result_type(0).dims[dim]).then(|| counted(func, view.data().operands[0], inner))?;
    }
    if let Some([left, right]) = pair(func, value, "add") {
        let whole = |value: Value| splat(func, value).filter(|by| by.fract() == 0.0 && by.abs() < 1e9).map(|by| by as i64);
        return match (whole(left), whole(right)) {
            (_, Some(by)) => counted(func, left, dim)?.checked_add(by),
            (Some(by), _) => counted(func, right, dim)?.checked_add(by),
            _ => None,
        };
    }
    None
}

fn of_table(dims: &[i64], sides: Sides, seen: impl Fn(usize) -> Option<bool>) -> Option<i64> {
    let (queries, keys) = (*dims.get(sides.query)?, *dims.get(sides.key)?);
    if queries < 1 || keys < 2 || sides.query == sides.key {
        return None;
    }
    let count = dims.iter().try_fold(1i64, |product, &size| product.checked_mul(size))?;
    let stride = |dim: usize| dims[dim + 1..].iter().product::<i64>();
    let coordinates = |index: i64| (index / stride(sides.query) % queries, index / stride(sides.key) % keys);
    // The first row tells the offset, unless it sees all keys or none: then any row that does not.
    let mut found = None;
    for query in 0..queries {
        let row = (0..keys).map(|key| seen((query * stride(sides.query) + key * stride(sides.key)) as usize)).collect::<Option<Vec<_>>>()?;
        let last = row.iter().filter(|&&seen| seen).count() as i64;
        if last > 0 && last < keys {
            found = Some(last - 1 - query);
            break;
        }
    }
    let offset = found?;
    let exact = (0..count).all(|index| {
        let (query, key) = coordinates(index);
        seen(index as usize) == Some(key <= query + offset)
    });
    exact.then_some(offset)
}
