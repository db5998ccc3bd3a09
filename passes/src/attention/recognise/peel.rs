//! Looking through ops that only move, repeat or scale elements.
//!
//! Invariants: what is returned has the elements that the value has, at places that are told; nothing is assumed of operands.

use shardwright_ir::op::OpView;
use shardwright_ir::{Attr, Func, Value};

/// The op that defines a value, where it is this one.
pub fn defined<'a>(func: &'a Func, value: Value, name: &str) -> Option<OpView<'a>> {
    let op = func.defining_op(value)?;
    let name_of = func.op(op).info.name.strip_prefix("stablehlo.")?;
    (name_of == name && func.op(op).results.len() == 1).then(|| func.view(op))
}

/// The operands of a value's op of two operands, where it is this one.
pub fn pair(func: &Func, value: Value, name: &str) -> Option<[Value; 2]> {
    match defined(func, value, name)?.data().operands[..] {
        [left, right] => Some([left, right]),
        _ => None,
    }
}

/// Operands of a `select` of tensors of one shape.
pub fn select(func: &Func, value: Value) -> Option<[Value; 3]> {
    let view = defined(func, value, "select")?;
    match view.data().operands[..] {
        [pred, yes, no] if view.operand_type(0).dims == view.result_type(0).dims => Some([pred, yes, no]),
        _ => None,
    }
}

/// Operands of a `compare` in this direction.
pub fn compare(func: &Func, value: Value, direction: &str) -> Option<[Value; 2]> {
    let view = defined(func, value, "compare")?;
    let found = view.attr("comparison_direction").and_then(Attr::as_enum)?;
    match view.data().operands[..] {
        [left, right] if found == direction => Some([left, right]),
        _ => None,
    }
}

/// The number that all elements are, as a constant says, repeated or not.
pub fn splat(func: &Func, value: Value) -> Option<f64> {
    if let Some(view) = defined(func, value, "broadcast_in_dim") {
        return splat(func, view.data().operands[0]);
    }
    func.constant_of(value)?.splat_value()
}

/// Through conversions between floats.
pub fn converted(func: &Func, mut value: Value) -> Value {
    while let Some(view) = defined(func, value, "convert") {
        if !(view.operand_type(0).element.is_float() && view.result_type(0).element.is_float()) {
            break;
        }
        value = view.data().operands[0];
    }
    value
}

/// Through transposes and what amounts to one (several dimensions as one, transposed, and apart again). Dimension `i` of `value` is dimension
/// `places[i]` of what is returned.
pub fn transposed(func: &Func, mut value: Value) -> (Value, Vec<usize>) {
    let mut places: Vec<usize> = (0..func.tensor_type(value).rank()).collect();
    while let Some((inner, permutation)) = one_transpose(func, value) {
        places = places.iter().map(|&place| permutation[place]).collect();
        value = inner;
    }
    (value, places)
}

fn one_transpose(func: &Func, value: Value) -> Option<(Value, Vec<usize>)> {
    if let Some(view) = defined(func, value, "transpose") {
        let permutation: Vec<usize> = view.ints("permutation").iter().map(|&dim| dim as usize).collect();
        return Some((view.data().operands[0], permutation));
    }
    // [a, b, m, n] as [ab, m, n], its last two exchanged, and apart again.
    let outer = defined(func, value, "reshape")?;
    let middle = defined(func, outer.data().operands[0], "transpose")?;
    let inner = defined(func, middle.data().operands[0], "reshape")?;
    let (from, to) = (inner.operand_type(0), outer.result_type(0));
    let rank = from.rank();
    let flat = rank >= 3
        && to.rank() == rank
        && middle.ints("permutation") == [0, 2, 1]
        && from.dims[..rank - 2] == to.dims[..rank - 2]
        && from.dims[rank - 2..] == inner.result_type(0).dims[1..]
        && to.dims[rank - 2..] == middle.result_type(0).dims[1..];
    let permutation = (0..rank - 2).chain([rank - 1, rank - 2]).collect();
    flat.then(|| (inner.data().operands[0], permutation))
}

/// Through transposes and products with one number: the value, where its dimensions stand, and the number.
pub fn scaled(func: &Func, value: Value) -> (Value, Vec<usize>, f64) {
    let (mut value, mut places) = transposed(func, value);
    let mut scale = 1.0;
    while let Some((inner, factor)) = one_scale(func, value) {
        scale *= factor;
        let (base, more) = transposed(func, inner);
        places = places.iter().map(|&place| more[place]).collect();
        value = base;
    }
    (value, places, scale)
}

/// A product with, or a quotient by, one finite number that is not zero.
pub fn one_scale(func: &Func, value: Value) -> Option<(Value, f64)> {
    let fine = |factor: f64| (factor.is_finite() && factor != 0.0).then_some(factor);
    if let Some([left, right]) = pair(func, value, "multiply") {
        let of = |by: Value, of: Value| splat(func, by).and_then(fine).map(|factor| (of, factor));
        return of(right, left).or_else(|| of(left, right));
    }
    let [left, right] = pair(func, value, "divide")?;
    let factor = splat(func, right).and_then(fine)?;
    fine(1.0 / factor).map(|factor| (left, factor))
}

/// A value that is one number a row, repeated along dimension `key` of a tensor of rank `rank`: what has the rows' numbers in their order.
/// `None` where elements are repeated along anything else.
pub fn per_row(func: &Func, value: Value, key: usize) -> Option<Value> {
    let full = func.tensor_type(value).clone();
    let rows: Vec<i64> = full.dims.iter().enumerate().filter(|&(dim, &size)| dim != key && size != 1).map(|(_, &size)| size).collect();
    let mut value = value;
    let mut stripped = false;
    loop {
        if let Some(view) = defined(func, value, "broadcast_in_dim") {
            let (from, to) = (view.operand_type(0), view.result_type(0));
            let map = view.ints("broadcast_dimensions");
            if map.windows(2).any(|pair| pair[0] >= pair[1]) {
                return None;
            }
            let grown: Vec<usize> = (0..to.rank())
                .filter(|&dim| to.dims[dim] != 1 && map.iter().position(|&place| place == dim as i64).is_none_or(|from_dim| from.dims[from_dim] == 1))
                .collect();
            match grown[..] {
                [] => {}
                // Only where the tensor still has all dimensions is it known which one grew.
                [dim] if !stripped && to.dims == full.dims && dim == key => stripped = true,
                _ => return None,
            }
            value = view.data().operands[0];
        } else if let Some(view) = defined(func, value, "reshape")
            && stripped
        {
            value = view.data().operands[0];
        } else {
            break;
        }
    }
    let left: Vec<i64> = func.tensor_type(value).dims.iter().copied().filter(|&size| size != 1).collect();
    ((stripped || full.dims[key] == 1) && left == rows).then_some(value)
}

/// Through reshapes and repetitions that add or drop dimensions of size 1 only.
pub fn squeezed(func: &Func, mut value: Value) -> Value {
    let wide = |value: Value| func.tensor_type(value).dims.iter().copied().filter(|&size| size != 1).collect::<Vec<_>>();
    while let Some(view) = defined(func, value, "reshape").or_else(|| defined(func, value, "broadcast_in_dim")) {
        let inner = view.data().operands[0];
        let ordered = view.ints("broadcast_dimensions").windows(2).all(|pair| pair[0] < pair[1]);
        if !ordered || wide(inner) != wide(value) {
            break;
        }
        value = inner;
    }
    value
}

/// Keys or values whose heads (dimension `head`) are those of another tensor, each repeated: that tensor, its dimensions in the same order.
/// Nothing where the repetition is not seen, or is of other elements.
pub fn ungrouped(func: &Func, value: Value, head: usize) -> Option<(Value, Vec<i64>)> {
    let outer = defined(func, value, "reshape")?;
    let repeated = defined(func, outer.data().operands[0], "broadcast_in_dim")?;
    let (merged, split) = (outer.result_type(0), repeated.result_type(0));
    if split.rank() != merged.rank() + 1 || head >= merged.rank() {
        return None;
    }
    let rest = split.dims[..head] == merged.dims[..head] && split.dims[head + 2..] == merged.dims[head + 1..];
    if !rest || split.dims[head].checked_mul(split.dims[head + 1])? != merged.dims[head] {
        return None;
    }
    let (from, map) = (repeated.operand_type(0), repeated.ints("broadcast_dimensions"));
    // All dimensions but the repeated one come from their own, in order.
    let others: Vec<i64> = (0..split.rank() as i64).filter(|&dim| dim != head as i64 + 1).collect();
    let kept: Vec<i64> = map.iter().copied().filter(|&dim| dim != head as i64 + 1).collect();
    let whole = map.windows(2).all(|pair| pair[0] < pair[1])
        && kept == others
        && map.iter().enumerate().all(|(index, &dim)| if dim == head as i64 + 1 { from.dims[index] == 1 } else { from.dims[index] == split.dims[dim as usize] });
    let dims = others.iter().map(|&dim| split.dims[dim as usize]).collect();
    whole.then(|| (repeated.data().operands[0], dims))
}
