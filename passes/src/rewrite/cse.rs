//! `cse`: merges ops that compute the same.
//!
//! Invariants: two ops merge when they have the same row, operands, attributes (floats by their bits) and
//! result types, stand in one region, and have neither effects nor regions; the first one stays. Results
//! merge only where they lie alike, or where the later one's layout is left open.

use super::may_replace;
use crate::manager::{Changed, Pass, PassCtx, PassInfo};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::literal::LiteralData;
use shardwright_ir::{Attr, Attrs, Diagnostics, Func, Module, OpId, Region, Value};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The row of the pass.
pub static CSE: PassInfo = PassInfo {
    name: "cse",
    summary: "merges ops of one region that compute the same",
    options: &[],
    build: |_| Ok(Box::new(Cse)),
};

struct Cse;

impl Pass for Cse {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut merged = 0;
        for func in module.funcs.values_mut() {
            let mut replaced = SecondaryMap::new();
            merged += merge_region(func, func.body(), &mut replaced);
        }
        ctx.count("ops merged", merged as i64);
        Ok((merged > 0).into())
    }
}

/// Merges within a region and within each region below it; operands are rewritten on the way.
fn merge_region(func: &mut Func, region: Region, replaced: &mut SecondaryMap<Value, Option<Value>>) -> usize {
    // Buckets by hash: only looked up, never iterated, so the order of the map reaches nothing.
    let mut seen = HashMap::<u64, Vec<OpId>>::new();
    let mut merged = 0;
    let mut kept = Vec::with_capacity(func.region(region).ops.len());
    for op in func.region(region).ops.clone() {
        for index in 0..func.op(op).operands.len() {
            if let Some(value) = replaced[func.op(op).operands[index]] {
                func.set_operand(op, index, value);
            }
        }
        for inner in func.op(op).regions.clone() {
            merged += merge_region(func, inner, replaced);
        }
        let data = func.op(op);
        if data.info.traits.effects || data.info.is_terminator() || !data.regions.is_empty() {
            kept.push(op);
            continue;
        }
        let bucket = seen.entry(hash_of(func, op)).or_default();
        match bucket.iter().copied().find(|&first| same(func, first, op)) {
            Some(first) => {
                for index in 0..func.op(op).results.len() {
                    replaced[func.op(op).results[index]] = Some(func.op(first).results[index]);
                }
                merged += 1;
            }
            None => {
                bucket.push(op);
                kept.push(op);
            }
        }
    }
    if kept.len() < func.region(region).ops.len() {
        func.set_region_ops(region, kept);
    }
    merged
}

fn same(func: &Func, first: OpId, later: OpId) -> bool {
    let (a, b) = (func.op(first), func.op(later));
    a.info == b.info
        && a.operands == b.operands
        && a.results.len() == b.results.len()
        && a.results.iter().zip(&b.results).all(|(&first, &later)| may_replace(func, later, first))
        && same_attrs(&a.attrs, &b.attrs)
}

fn same_attrs(a: &Attrs, b: &Attrs) -> bool {
    a.len() == b.len() && a.iter().zip(b.iter()).all(|((name, left), (other, right))| name == other && same_attr(left, right))
}

/// Equality by bits where the attribute holds floats: 0.0 is not -0.0.
fn same_attr(a: &Attr, b: &Attr) -> bool {
    match (a, b) {
        (Attr::Float(left, element), Attr::Float(right, other)) => left.to_bits() == right.to_bits() && element == other,
        (Attr::Array(left), Attr::Array(right)) => left.len() == right.len() && left.iter().zip(right).all(|(a, b)| same_attr(a, b)),
        (Attr::Dict(left), Attr::Dict(right)) => same_attrs(left, right),
        (Attr::Struct(name, left), Attr::Struct(other, right)) => name == other && same_attrs(left, right),
        _ => a == b,
    }
}

/// A hash that equal ops share. Of large constants it takes the ends alone.
fn hash_of(func: &Func, op: OpId) -> u64 {
    const ENDS: usize = 64;
    let data = func.op(op);
    let mut hasher = DefaultHasher::new();
    data.info.name.hash(&mut hasher);
    data.operands.hash(&mut hasher);
    data.results.iter().for_each(|&result| func.ty(result).hash(&mut hasher));
    for (name, attr) in data.attrs.iter() {
        name.as_str().hash(&mut hasher);
        match attr {
            Attr::Int(value, _) => value.hash(&mut hasher),
            Attr::Ints(_, values) => values.hash(&mut hasher),
            Attr::Enum(_, _, value) => value.as_str().hash(&mut hasher),
            Attr::Dense(literal) => {
                let bytes = match &literal.data {
                    LiteralData::Splat(element) => &element[..],
                    LiteralData::Dense(bytes) => bytes,
                    LiteralData::Hex(digits) => digits.as_bytes(),
                };
                let end = bytes.len().min(ENDS);
                (bytes.len(), &bytes[..end], &bytes[bytes.len() - end..]).hash(&mut hasher);
            }
            _ => {}
        }
    }
    hasher.finish()
}
