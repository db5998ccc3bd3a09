//! Why things are as they are: what passes record for `explain`.
//!
//! Three records. A [`History`] says of every place that holds a sharding by which op each axis came to each dimension. A [`Cause`]
//! says which op needs a value elsewhere than it is. A table says for which cause an op that moves data was made; passes that replace such an op
//! carry the entry over ([`Provenance::inherit`]).
//! Invariants: nothing here changes what a compile makes; ids are those of the function at the end of `propagate`, which later passes
//! only add to, until `localize` builds a new one; histories have no cycles.

use indexmap::IndexMap;
use shardwright_ir::entity::{EntityId, SecondaryMap};
use shardwright_ir::sharding::{AxisRef, TensorSharding};
use shardwright_ir::{Func, OpId, Sym, Value};
use smallvec::SmallVec;
use std::collections::HashMap;

/// All records of one compile.
#[derive(Clone, Debug, Default)]
pub struct Provenance {
    /// How shardings came about, by function.
    pub histories: IndexMap<Sym, History>,
    /// Values on which a constraint, or an operand of a manual computation, put its sharding.
    pub constrained: IndexMap<Sym, SecondaryMap<Value, Option<OpId>>>,
    /// In which order competing annotations went, by function.
    pub orders: IndexMap<Sym, OrderNote>,
    /// Reasons of data movement; an index into it is a [`CauseId`].
    pub causes: Vec<Cause>,
    ops: IndexMap<Sym, SecondaryMap<OpId, Option<CauseId>>>,
}

/// Position in [`Provenance::causes`].
pub type CauseId = u32;
/// A value by its index or, after all values, a result of the function.
pub type Place = u32;

/// By which ways axes came to the values of a function.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Arrivals at each place, in order.
    pub arrivals: Vec<SmallVec<[Arrival; 2]>>,
    /// The place that holds each value's sharding: its own, or the one of the loop's result that it belongs to.
    pub holders: Vec<Place>,
    /// Number of values; places from here on are results.
    pub values: usize,
}

/// An axis came to a dimension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The dimension.
    pub dim: u32,
    /// The axis, or part of one.
    pub axis: AxisRef,
    /// From where; `None`: it was written there.
    pub from: Option<(Place, u32)>,
    /// The op through which it came; `None` for the function's return, and where it was written.
    pub op: Option<OpId>,
    /// The user priority of the round.
    pub priority: i64,
}

impl History {
    /// The place that holds a value's sharding.
    pub fn place(&self, value: Value) -> Place {
        self.holders.get(value.index()).copied().unwrap_or(value.index() as Place)
    }
    /// The last arrival of any digit of an axis at a dimension.
    pub fn arrival(&self, place: Place, dim: u32, axis: Sym) -> Option<&Arrival> {
        self.arrivals.get(place as usize)?.iter().rev().find(|arrival| arrival.dim == dim && arrival.axis.name == axis)
    }
    /// Continues an earlier history of the same function: what was there when this one began had come as that one says.
    pub fn follow(&mut self, earlier: &History) {
        for (arrivals, before) in self.arrivals.iter_mut().zip(&earlier.arrivals) {
            for arrival in arrivals.iter_mut().filter(|arrival| arrival.from.is_none() && arrival.op.is_none()) {
                if let Some(known) = before.iter().find(|known| known.dim == arrival.dim && known.axis == arrival.axis) {
                    *arrival = *known;
                }
            }
        }
    }
}

/// Where axes were written: ways of arrivals followed back, each stretch once.
#[derive(Debug, Default)]
pub struct Origins {
    known: HashMap<(Place, u32, Sym), Option<Place>>,
}

impl Origins {
    /// The place at which an axis was written that came to this one; `None` where it was not written, or ways lead in a circle.
    pub fn of(&mut self, history: &History, place: Place, dim: u32, axis: Sym) -> Option<Place> {
        let mut passed = Vec::new();
        let (mut place, mut dim) = (place, dim);
        let origin = loop {
            if let Some(&known) = self.known.get(&(place, dim, axis)) {
                break known;
            }
            // Later arrivals of other digits could lead in a circle, which this ends.
            self.known.insert((place, dim, axis), None);
            passed.push((place, dim, axis));
            match history.arrival(place, dim, axis) {
                Some(Arrival { from: Some(from), .. }) => (place, dim) = *from,
                Some(Arrival { op: None, .. }) => break Some(place),
                _ => break None,
            }
        };
        passed.into_iter().for_each(|key| _ = self.known.insert(key, origin));
        origin
    }
}

/// Which of competing annotations went first, and what that saves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderNote {
    /// Groups of annotations that went before the others.
    pub first: Vec<String>,
    /// Estimated cost of all at once, in bytes sent by each device.
    pub at_once: i64,
    /// Estimated cost of the order that was taken.
    pub cost: i64,
}

/// What moves data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// A value must lie elsewhere.
    Move,
    /// Partial results must be combined.
    Combine,
    /// A whole value must count once in a sum of parts.
    Once,
    /// The op itself exchanges data: halos, lookups.
    Exchange,
    /// The program itself says so.
    Written,
}

/// Why data is moved.
#[derive(Clone, Debug)]
pub struct Cause {
    /// The function.
    pub func: Sym,
    /// What has to happen.
    pub need: Need,
    /// The op that needs it.
    pub consumer: OpId,
    /// Which of its operands.
    pub operand: usize,
    /// The value that is moved.
    pub value: Option<Value>,
    /// How it lies.
    pub from: Option<TensorSharding>,
    /// How it is needed.
    pub to: Option<TensorSharding>,
    /// Of partial results: the ops that made them.
    pub makers: Vec<OpId>,
    /// What else could have been done.
    pub alternatives: Vec<Alternative>,
    /// Of partial results that are combined on the way to elsewhere: why they go there.
    pub moving: Option<CauseId>,
}

/// A way that was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// What would be done.
    pub what: String,
    /// What it would cost, in bytes that one device sends (the work of the op counted as bytes that could be sent meanwhile).
    pub cost: i64,
    /// What the way that was taken costs, in the same terms.
    pub taken: i64,
}

impl Provenance {
    /// Records a cause.
    pub fn cause(&mut self, cause: Cause) -> CauseId {
        self.causes.push(cause);
        (self.causes.len() - 1) as CauseId
    }
    /// For which cause an op was made.
    pub fn of(&self, func: Sym, op: OpId) -> Option<CauseId> {
        self.ops.get(&func)?[op]
    }
    /// Says for which cause an op was made.
    pub fn set(&mut self, func: Sym, op: OpId, cause: CauseId) {
        self.ops.entry(func).or_default()[op] = Some(cause);
    }
    /// `new` is made in the place of `old`.
    pub fn inherit(&mut self, func: Sym, old: OpId, new: OpId) {
        if let Some(cause) = self.of(func, old) {
            self.set(func, new, cause);
        }
    }
    /// `new` is one step of what is made in the place of `old`; it combines partial results or only moves data.
    pub fn inherit_step(&mut self, func: Sym, old: OpId, new: OpId, combines: bool) {
        let cause = self.of(func, old);
        let moving = cause.filter(|_| !combines).and_then(|cause| self.causes.get(cause as usize)?.moving);
        if let Some(cause) = moving.or(cause) {
            self.set(func, new, cause);
        }
    }
    /// A function was built anew: its ops that move data, each with the op that it was made for. Those that were made for no cause
    /// yet get one: the op itself.
    pub fn rebuilt(&mut self, source: &Func, made: &[(OpId, OpId)]) {
        let mut own = IndexMap::<OpId, CauseId>::new();
        let mut table = SecondaryMap::<OpId, Option<CauseId>>::new();
        for &(new, old) in made {
            let known = self.of(source.name, old);
            let cause = known.unwrap_or_else(|| *own.entry(old).or_insert_with(|| self.cause(of_itself(source, old))));
            table[new] = Some(cause);
        }
        self.ops.insert(source.name, table);
    }
}

/// The cause of what an op does by itself.
fn of_itself(func: &Func, op: OpId) -> Cause {
    let data = func.op(op);
    let exchanges = !data.info.name.starts_with("sdy.") && !is_collective(data.info.name);
    Cause {
        func: func.name,
        need: if exchanges { Need::Exchange } else { Need::Written },
        consumer: op,
        operand: 0,
        value: data.operands.first().copied(),
        from: data.operands.first().and_then(|&value| func.sharding(value)).cloned(),
        to: data.results.first().and_then(|&value| func.sharding(value)).cloned(),
        makers: Vec::new(),
        alternatives: Vec::new(),
        moving: None,
    }
}

/// Whether an op of the per-device program moves data between devices.
pub fn is_collective(name: &str) -> bool {
    const NAMES: [&str; 6] = ["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast"];
    name.strip_prefix("stablehlo.").is_some_and(|name| NAMES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Place 0 has x written, 1 has it from 0, 2 from 1; 3 and 4 have it from each other; nothing came to 5.
    #[test]
    fn an_axis_is_followed_to_where_it_was_written() {
        let x = AxisRef::full(Sym::new("x"));
        let from = |place: Option<Place>| SmallVec::from_iter([Arrival { dim: 0, axis: x, from: place.map(|place| (place, 0)), op: None, priority: 0 }]);
        let arrivals = vec![from(None), from(Some(0)), from(Some(1)), from(Some(4)), from(Some(3)), SmallVec::new()];
        let history = History { arrivals, holders: (0..6).collect(), values: 6 };
        let mut origins = Origins::default();
        let found: Vec<Option<Place>> = [2, 1, 0, 3, 4, 5, 2].into_iter().map(|place| origins.of(&history, place, 0, x.name)).collect();
        assert_eq!(found, [Some(0), Some(0), Some(0), None, None, None, Some(0)]);
        assert_eq!(origins.of(&history, 2, 1, x.name), None);
    }
}
