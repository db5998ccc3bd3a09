//! What `reshard` records for `explain`: which op needs what it inserts, who made the partial results, which ways were dearer.
//!
//! Invariants: nothing is decided here; one cause for each op that is inserted; searches back through the program are bounded.

use super::decide::Decision;
use super::Walk;
use crate::cost::Collective;
use crate::partition::plan::{Prices, WireBytes};
use crate::provenance::{Alternative, Cause, Need};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::module::ValueDef;
use shardwright_ir::sharding::{AxisRef, TensorSharding};
use shardwright_ir::{OpId, Sym, Value};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

/// At most so many values are looked at for the ops that made partial results.
const MOST_VALUES: usize = 256;
/// At most so many ways that were not taken are told.
const MOST_ALTERNATIVES: usize = 6;

/// The ways in which ops could have been sharded, with their prices.
pub(super) struct Ways {
    all: Vec<(OpId, i64, Rc<Decision>)>,
    of: HashMap<OpId, Range<usize>>,
}

impl Ways {
    /// `all` has the ways of one op side by side.
    pub fn new(all: Vec<(OpId, i64, Rc<Decision>)>) -> Ways {
        let mut of = HashMap::new();
        let mut start = 0;
        while start < all.len() {
            let op = all[start].0;
            let count = all[start..].iter().take_while(|way| way.0 == op).count();
            of.insert(op, start..start + count);
            start += count;
        }
        Ways { all, of }
    }
}

/// What is being done, and what has been told.
pub(super) struct Telling {
    ways: Ways,
    /// The op whose operand is brought where it is wanted, which operand, and its value.
    pub at: Option<(OpId, usize, Value)>,
    /// Inserted ops with their causes, and those of what they move besides combining partial results.
    pub told: Vec<(OpId, Cause, Option<Cause>)>,
}

impl Telling {
    pub fn new(ways: Ways) -> Telling {
        Telling { ways, at: None, told: Vec::new() }
    }
}

impl Walk<'_> {
    /// Records why `op`, which makes `made` of `source`, was inserted.
    pub(super) fn tell(&mut self, op: OpId, source: Value, made: Option<&TensorSharding>) {
        let Some((consumer, operand, value)) = self.telling.at else { return };
        let from = self.func.sharding(source).cloned();
        let axes = |sharding: Option<&TensorSharding>| sharding.map_or_else(Vec::new, |sharding| sharding.unreduced.clone());
        let kept = axes(made);
        let reduced: Vec<AxisRef> = axes(from.as_ref()).into_iter().filter(|axis| !kept.contains(axis)).collect();
        let need = if self.func.op(op).info.name == self.rows.to_unreduced.name { Need::Once } else { Need::Move };
        let moving = Cause {
            func: self.func.name,
            need,
            consumer,
            operand,
            value: Some(value),
            from: from.clone(),
            to: made.cloned(),
            makers: Vec::new(),
            alternatives: self.other_ways(consumer),
            moving: None,
        };
        if reduced.is_empty() {
            self.telling.told.push((op, moving, None));
            return;
        }
        let makers = self.makers(value, &reduced);
        let alternatives = self.at_makers(value, &makers, &reduced).into_iter().collect();
        let combined = from.as_ref().map(|from| TensorSharding { unreduced: kept, ..from.clone() });
        let combine = Cause { need: Need::Combine, makers, alternatives, ..moving.clone() };
        let moves = combined.as_ref().zip(made).is_some_and(|(combined, made)| !combined.same_placement(made));
        self.telling.told.push((op, combine, moves.then(|| Cause { from: combined, ..moving })));
    }

    /// The ops that reduce over `axes` and whose results flow, partial, into `value`.
    fn makers(&self, value: Value, axes: &[AxisRef]) -> Vec<OpId> {
        let mut makers = Vec::new();
        let mut seen = SecondaryMap::<Value, bool>::new();
        let mut work = vec![value];
        let mut looked = 0;
        while let Some(value) = work.pop() {
            if std::mem::replace(&mut seen[value], true) || looked == MOST_VALUES {
                continue;
            }
            looked += 1;
            let partial = |value: &Value| {
                let declared = self.func.sharding(*value).map_or(&[][..], |sharding| &sharding.unreduced);
                self.partials.of_value(*value).iter().chain(declared).any(|axis| axes.contains(axis))
            };
            let carried = |owner: OpId, index: usize| -> Vec<Value> {
                let data = self.func.op(owner);
                let ends = data.regions.iter().filter_map(|&region| self.func.op(self.func.terminator(region)?).operands.get(index).copied());
                let entry = (data.info.name == "stablehlo.while").then(|| data.operands.get(index).copied()).flatten();
                ends.chain(entry).collect()
            };
            match self.func.value(value).def {
                ValueDef::Arg(region, index) => {
                    if let Some(owner) = self.func.region(region).parent {
                        work.extend(carried(owner, index).iter().filter(|value| partial(value)));
                    }
                }
                ValueDef::Result(op, index) => {
                    let reduces = |decision: &Rc<Decision>| decision.reduce.iter().any(|axis| axes.contains(axis));
                    if self.decisions.of(op).is_some_and(reduces) {
                        if !makers.contains(&op) {
                            makers.push(op);
                        }
                    } else if matches!(self.func.op(op).info.name, "stablehlo.while" | "stablehlo.case" | "stablehlo.if") {
                        work.extend(carried(op, index).iter().filter(|value| partial(value)));
                    } else {
                        work.extend(self.func.op(op).operands.iter().filter(|value| partial(value)));
                    }
                }
            }
        }
        makers.sort_unstable();
        makers
    }

    /// Combining partial results where they are made instead of here.
    fn at_makers(&self, value: Value, makers: &[OpId], axes: &[AxisRef]) -> Option<Alternative> {
        let here = self.func.defining_op(value);
        if makers.is_empty() || (makers.len() == 1 && here == Some(makers[0])) {
            return None;
        }
        let cost = |value: Value| {
            let (Some(ty), Some(sharding)) = (self.func.ty(value).as_tensor(), self.func.sharding(value)) else { return 0 };
            let Some(mesh) = self.meshes.get(&sharding.mesh) else { return 0 };
            WireBytes.price(Collective::AllReduce, mesh, axes, sharding.local_type(ty, mesh).byte_size()).wire
        };
        let results = makers.iter().flat_map(|&op| self.func.op(op).results.iter());
        let total = results.map(|&value| cost(value)).fold(0, i64::saturating_add);
        let what = match makers {
            [one] => format!("combine the parts right after {} makes them", self.func.op(*one).info.name),
            _ => format!("combine the parts of each of the {} ops that make them", makers.len()),
        };
        Some(Alternative { what, cost: total, taken: cost(value) })
    }

    /// The other ways to shard an op, cheapest first.
    fn other_ways(&self, op: OpId) -> Vec<Alternative> {
        let ways = self.telling.ways.of.get(&op).map_or(&[][..], |range| &self.telling.ways.all[range.clone()]);
        let Some(taken) = ways.iter().find(|(_, _, way)| self.decisions.of(op).is_some_and(|decision| Rc::ptr_eq(decision, way))) else { return Vec::new() };
        let mut others: Vec<Alternative> =
            ways.iter().filter(|(_, _, way)| !Rc::ptr_eq(way, &taken.2)).map(|(_, cost, way)| Alternative { what: describe(way), cost: *cost, taken: taken.1 }).collect();
        others.sort_by(|one, other| (one.cost, &one.what).cmp(&(other.cost, &other.what)));
        others.dedup();
        others.truncate(MOST_ALTERNATIVES);
        others
    }
}

/// `operands [{"x"}, {}], [{}, {}] and results [{"x"}, {}]`.
fn describe(way: &Decision) -> String {
    let list = |all: &[Rc<TensorSharding>]| all.iter().map(|one| dims(one)).collect::<Vec<_>>().join(", ");
    let partial = if way.reduce.is_empty() { String::new() } else { format!(", partial over {}", braces(&way.reduce)) };
    format!("operands {} and results {}{partial}", list(&way.operands), list(&way.results))
}

/// The dimensions of a sharding without its mesh.
fn dims(sharding: &TensorSharding) -> String {
    let dims: Vec<String> = sharding.dims.iter().map(|dim| braces(&dim.axes)).collect();
    format!("[{}]", dims.join(", "))
}

fn braces(axes: &[AxisRef]) -> String {
    format!("{{{}}}", axes.iter().map(|axis| axis.to_string()).collect::<Vec<_>>().join(", "))
}

/// Hands the records of one function over.
pub(super) fn hand_over(told: Vec<(OpId, Cause, Option<Cause>)>, func: Sym, provenance: &mut crate::provenance::Provenance) {
    for (op, cause, moving) in told {
        let moving = moving.map(|moving| provenance.cause(moving));
        let id = provenance.cause(Cause { moving, ..cause });
        provenance.set(func, op, id);
    }
}
