//! `canonicalize`: removes ops that do nothing and merges chains of shape changes.
//!
//! Invariants: every rule is exact for every input, to the bit: `x + 0.0` stays (it turns -0.0 into 0.0) while
//! `x + -0.0`, `x - 0.0`, `x * 1.0` and `x / 1.0` go. A value that carries a sharding is only replaced by one that
//! lies alike. Every rule makes the program smaller or its chains shorter, so the pass ends.

use super::may_replace;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::types::ElementClass;
use shardwright_ir::{Attr, Diagnostics, Func, Literal, Module, OpId, Value};

/// The row of the pass.
pub static CANONICALIZE: PassInfo = PassInfo {
    name: "canonicalize",
    summary: "removes ops that do nothing and merges chains of reshapes, transposes and broadcasts",
    options: &[],
    build: |_| Ok(Box::new(Canonicalize)),
};

struct Canonicalize;

impl Pass for Canonicalize {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let (mut removed, mut merged) = (0, 0);
        for func in module.funcs.values_mut() {
            let mut replaced = SecondaryMap::<Value, Option<Value>>::new();
            let mut dead = SecondaryMap::<OpId, bool>::new();
            let before = removed;
            // Definitions come before uses in the walk: an op sees its operands already in their last form.
            for op in func.walk() {
                for index in 0..func.op(op).operands.len() {
                    if let Some(value) = replaced[func.op(op).operands[index]] {
                        func.set_operand(op, index, value);
                    }
                }
                merged += i64::from(merge_with_operand(func, op));
                let Some(value) = same_as(func, op) else { continue };
                let result = func.op(op).results[0];
                if may_replace(func, result, value) {
                    if func.value(value).name.is_none() {
                        func.value_mut(value).name = func.value(result).name;
                    }
                    replaced[result] = Some(value);
                    dead[op] = true;
                    removed += 1;
                }
            }
            if removed > before {
                for region in func.region_ids() {
                    let ops = &func.region(region).ops;
                    if ops.iter().any(|&op| dead[op]) {
                        let kept = ops.iter().copied().filter(|&op| !dead[op]).collect();
                        func.set_region_ops(region, kept);
                    }
                }
            }
        }
        ctx.count("ops removed", removed);
        ctx.count("ops merged", merged);
        Ok((removed + merged > 0).into())
    }
}

/// The value that the op's only result always equals.
fn same_as(func: &Func, op: OpId) -> Option<Value> {
    let data = func.op(op);
    let &first = data.operands.first()?;
    let second = data.operands.get(1).copied();
    let same_type = data.results.len() == 1 && func.ty(first) == func.ty(data.results[0]);
    let name = data.info.name.strip_prefix("stablehlo.")?;
    match name {
        "reshape" | "convert" if same_type => Some(first),
        "transpose" if is_identity(&data.attrs.ints("permutation")?) => Some(first),
        // Of the operand's own type, with each dimension in its place.
        "broadcast_in_dim" if same_type && is_identity(&data.attrs.ints("broadcast_dimensions")?) => Some(first),
        // A slice or padding that keeps the shape can still move elements (a negative pad, a strided slice of
        // size one): the attributes decide.
        "slice" if same_type => {
            let whole = data.attrs.ints("start_indices")?.iter().all(|&start| start == 0);
            let dense = data.attrs.ints("strides")?.iter().all(|&stride| stride == 1);
            (whole && dense).then_some(first)
        }
        "pad" => {
            let names = ["edge_padding_low", "edge_padding_high", "interior_padding"];
            let none = names.iter().all(|name| data.attrs.ints(name).is_some_and(|pads| pads.iter().all(|&pad| pad == 0)));
            none.then_some(first)
        }
        "concatenate" if data.operands.len() == 1 => Some(first),
        "negate" | "not" => {
            let inner = func.op(func.defining_op(first)?);
            (inner.info == data.info).then(|| inner.operands[0])
        }
        "select" => {
            let (&on_true, &on_false) = (data.operands.get(1)?, data.operands.get(2)?);
            if on_true == on_false {
                return Some(on_true);
            }
            let chosen = func.constant_of(first)?.as_splat()?;
            Some(if chosen[0] != 0 { on_true } else { on_false })
        }
        "add" => neutral_on_either_side(func, first, second?, |literal| is_zero(literal, true)),
        "multiply" => neutral_on_either_side(func, first, second?, is_one),
        "subtract" => func.constant_of(second?).is_some_and(|literal| is_zero(literal, false)).then_some(first),
        "divide" => func.constant_of(second?).is_some_and(is_one).then_some(first),
        "and" => neutral_on_either_side(func, first, second?, |literal| is_bool(literal, true)),
        "or" => neutral_on_either_side(func, first, second?, |literal| is_bool(literal, false)),
        _ => None,
    }
}

/// Reads through an operand that is a shape change of the same kind. Returns whether the op changed.
fn merge_with_operand(func: &mut Func, op: OpId) -> bool {
    let data = func.op(op);
    let Some(&first) = data.operands.first() else { return false };
    let Some(inner) = func.defining_op(first) else { return false };
    let inner_data = func.op(inner);
    // A sharding on the middle value is a request about it: it stays.
    if inner_data.info != data.info || func.sharding(first).is_some() {
        return false;
    }
    let source = inner_data.operands.first().copied();
    let (attribute, composed) = match data.info.name {
        "stablehlo.reshape" => (None, Vec::new()),
        "stablehlo.transpose" => {
            let (Some(outer), Some(inner)) = (data.attrs.ints("permutation"), inner_data.attrs.ints("permutation")) else { return false };
            let composed: Option<Vec<i64>> = outer.iter().map(|&dim| inner.get(usize::try_from(dim).ok()?).copied()).collect();
            let Some(composed) = composed else { return false };
            (Some("permutation"), composed)
        }
        "stablehlo.broadcast_in_dim" => {
            let name = "broadcast_dimensions";
            let (Some(outer), Some(inner)) = (data.attrs.ints(name), inner_data.attrs.ints(name)) else { return false };
            let composed: Option<Vec<i64>> = inner.iter().map(|&dim| outer.get(usize::try_from(dim).ok()?).copied()).collect();
            let Some(composed) = composed else { return false };
            (Some(name), composed)
        }
        _ => return false,
    };
    let Some(source) = source else { return false };
    if let Some(name) = attribute {
        func.op_mut(op).attrs.set(name, Attr::ints(&composed));
    }
    func.set_operand(op, 0, source);
    true
}

fn neutral_on_either_side(func: &Func, left: Value, right: Value, neutral: impl Fn(&Literal) -> bool) -> Option<Value> {
    if func.constant_of(right).is_some_and(&neutral) {
        return Some(left);
    }
    func.constant_of(left).is_some_and(&neutral).then_some(right)
}

fn is_identity(permutation: &[i64]) -> bool {
    permutation.iter().enumerate().all(|(index, &dim)| index as i64 == dim)
}

/// Integer zero, or the float zero of this sign. Complex numbers have four zeros and no rule here.
fn is_zero(literal: &Literal, negative: bool) -> bool {
    let Some(value) = literal.splat_value() else { return false };
    match literal.ty.element.class() {
        ElementClass::Float => value == 0.0 && value.is_sign_negative() == negative,
        ElementClass::Signed | ElementClass::Unsigned => value == 0.0,
        ElementClass::Bool | ElementClass::Complex => false,
    }
}

fn is_one(literal: &Literal) -> bool {
    let class = literal.ty.element.class();
    matches!(class, ElementClass::Float | ElementClass::Signed | ElementClass::Unsigned) && literal.splat_value() == Some(1.0)
}

fn is_bool(literal: &Literal, value: bool) -> bool {
    literal.ty.element.class() == ElementClass::Bool && literal.as_splat().is_some_and(|bytes| (bytes[0] != 0) == value)
}
