//! The sharding rule of every op of a function.
//!
//! Invariants: equal rules are one entry of the table, so that comparing rules is comparing numbers; ops that
//! look alike (kind, types, attributes, kinds of ops in their regions) share one call of the row's rule
//! function, except for the few whose rule also looks at the ops that define their operands.

use indexmap::IndexSet;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::op::RuleFacet;
use shardwright_ir::sharding::ShardingRule;
use shardwright_ir::{Attr, Attrs, Func, OpId, OpInfo, Type};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::Arc;

/// The index of a rule in its [`RuleTable`].
pub type RuleId = u32;

/// Sharding rules by content, and of every op.
#[derive(Clone, Default)]
pub struct RuleTable {
    rules: IndexSet<Arc<ShardingRule>, FastHash>,
    of_op: SecondaryMap<OpId, Option<RuleId>>,
}

impl RuleTable {
    /// The rules of all placed ops of a function.
    pub fn new(func: &Func) -> RuleTable {
        let mut table = RuleTable::default();
        let mut seen = HashMap::<u64, Vec<(OpId, Option<RuleId>)>, FastHash>::default();
        for op in func.walk() {
            let data = func.op(op);
            let custom = data.attrs.get("sdy.sharding_rule").is_some();
            if !custom && matches!(data.info.rule, RuleFacet::None(_) | RuleFacet::DataFlow(_)) {
                continue;
            }
            if custom || LOOKS_AT_OPERANDS.contains(&data.info.name) {
                table.of_op[op] = func.view(op).sharding_rule().map(|rule| table.intern(rule));
                continue;
            }
            let alike = seen.entry(likeness(func, op)).or_default();
            let known = alike.iter().find(|(other, _)| is_alike(func, op, *other)).map(|(_, rule)| *rule);
            table.of_op[op] = match known {
                Some(rule) => rule,
                None => {
                    let rule = func.view(op).sharding_rule().map(|rule| table.intern(rule));
                    alike.push((op, rule));
                    rule
                }
            };
        }
        table
    }
    /// Adds a rule, or finds it.
    pub fn intern(&mut self, rule: ShardingRule) -> RuleId {
        self.rules.insert_full(Arc::new(rule)).0 as RuleId
    }
    /// The rule with this index.
    pub fn rule(&self, id: RuleId) -> &Arc<ShardingRule> {
        &self.rules[id as usize]
    }
    /// The index of an op's rule; `None` for an op without factors.
    pub fn id_of(&self, op: OpId) -> Option<RuleId> {
        self.of_op[op]
    }
    /// The rule of an op; `None` for an op without factors.
    pub fn of(&self, op: OpId) -> Option<&Arc<ShardingRule>> {
        self.id_of(op).map(|id| self.rule(id))
    }
    /// Number of distinct rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }
    /// Whether no op has a rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

/// Ops whose rule depends on what defines their operands (halo patterns, constant indices, iota indices).
const LOOKS_AT_OPERANDS: &[&str] =
    &["stablehlo.concatenate", "stablehlo.dynamic_update_slice", "stablehlo.gather", "stablehlo.scatter"];

/// A hasher for short keys of trusted origin: multiply and rotate, as in the Firefox hash.
#[derive(Default, Clone, Copy)]
pub struct FastHasher(u64);

/// The builder of [`FastHasher`]s.
pub type FastHash = BuildHasherDefault<FastHasher>;

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        // The tables look at the high bits too: mix them down once.
        self.0 ^ (self.0 >> 29)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    fn write_i64(&mut self, word: i64) {
        self.write_u64(word as u64);
    }
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

fn likeness(func: &Func, op: OpId) -> u64 {
    let data = func.op(op);
    let mut hasher = FastHasher::default();
    std::ptr::from_ref::<OpInfo>(data.info).hash(&mut hasher);
    let rank = |ty: &Type| ty.as_tensor().map(|tensor| (tensor.dims.clone(), tensor.element));
    for &value in data.operands.iter().chain(&data.results) {
        rank(func.ty(value)).hash(&mut hasher);
    }
    hash_attrs(&data.attrs, &mut hasher);
    hasher.finish()
}

fn hash_attrs(attrs: &Attrs, hasher: &mut FastHasher) {
    for (name, attr) in attrs.iter() {
        name.hash(hasher);
        hash_attr(attr, hasher);
    }
}

/// Hashes the attributes that distinguish ops in practice; [`is_alike`] compares all.
fn hash_attr(attr: &Attr, hasher: &mut FastHasher) {
    match attr {
        Attr::Int(value, _) => value.hash(hasher),
        Attr::Bool(value) => value.hash(hasher),
        Attr::Ints(_, values) => values.hash(hasher),
        Attr::Enum(_, _, value) => value.hash(hasher),
        Attr::Struct(name, fields) => {
            name.hash(hasher);
            hash_attrs(fields, hasher);
        }
        Attr::Dict(fields) => hash_attrs(fields, hasher),
        Attr::Array(items) => items.iter().for_each(|item| hash_attr(item, hasher)),
        other => std::mem::discriminant(other).hash(hasher),
    }
}

fn is_alike(func: &Func, one: OpId, other: OpId) -> bool {
    let (a, b) = (func.op(one), func.op(other));
    let same_types = |xs: &[shardwright_ir::Value], ys: &[shardwright_ir::Value]| {
        xs.len() == ys.len() && xs.iter().zip(ys).all(|(&x, &y)| func.ty(x) == func.ty(y))
    };
    let kinds = |op: OpId| -> Vec<&'static str> {
        let regions = func.op(op).regions.iter();
        regions.flat_map(|&region| &func.region(region).ops).map(|&inner| func.op(inner).info.name).collect()
    };
    std::ptr::eq(a.info, b.info)
        && same_types(&a.operands, &b.operands)
        && same_types(&a.results, &b.results)
        && a.attrs == b.attrs
        && a.regions.len() == b.regions.len()
        && (a.regions.is_empty() || kinds(one) == kinds(other))
}
