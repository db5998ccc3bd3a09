//! The least that one part of a program must hand to a later one, which may compute some of it again.
//!
//! What is handed over is a least cut in bytes between what only the first part can compute and what the later one reads (the form in which Chen et al.'s trade of time for memory
//! was put for compilers that see both passes). An op that may be computed again is, where that is fewer bytes; of equal cuts the one nearest to the readers is taken, so that no more is
//! computed again than saves something. Invariants: an op that joins what was read before an expensive op to what was made after it is not computed again: else one layer's values would be computed
//! from the layers before it, all of them, and all be held at once; linear but for the flow, which stays within a layer therefore; the same program gives the same choice.

use crate::analysis::network::{Network, UNBOUNDED};
use crate::train::follows::read_by;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, OpId, Value};

/// What is handed from one part of a program to a later one.
pub struct Handing<'a> {
    /// The function.
    pub func: &'a Func,
    /// The ops of the first part, in order.
    pub before: &'a [OpId],
    /// What the later part reads of what they make or read.
    pub needed: &'a [Value],
    /// Whether the later part has a value that none of them makes in any case.
    pub free: &'a dyn Fn(Value) -> bool,
    /// What it takes to hold a value.
    pub bytes: &'a dyn Fn(Value) -> i64,
    /// Whether an op may be computed again.
    pub again: &'a dyn Fn(OpId) -> bool,
    /// Whether a value is different at each layer: none that layers share, such as a mask.
    pub of_layer: &'a dyn Fn(Value) -> bool,
}

/// What was chosen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Handed {
    /// Values that are handed over, in the order of the first part.
    pub values: Vec<Value>,
    /// Ops that the later part computes again, in that order.
    pub again: Vec<OpId>,
}

impl Handing<'_> {
    /// Ops that are computed again where that saves bytes.
    fn cheap(&self) -> SecondaryMap<OpId, bool> {
        let mut cheap = SecondaryMap::<OpId, bool>::new();
        // How many expensive ops come before the first reader of each value.
        let mut first_read = SecondaryMap::<Value, Option<usize>>::new();
        let mut expensive = 0;
        for &op in self.before {
            let read = read_by(self.func, op);
            let far = |&value: &Value| (self.of_layer)(value) && first_read[value].is_some_and(|first| first < expensive);
            let allowed = self.func.op(op).info.is_constant() || (self.again)(op);
            cheap[op] = allowed && !read.iter().any(far);
            for value in read {
                first_read[value].get_or_insert(expensive);
            }
            if !allowed && self.func.op(op).results.iter().any(|&result| (self.of_layer)(result)) {
                expensive += 1;
            }
        }
        cheap
    }

    /// The least that is handed over.
    pub fn least(&self) -> Handed {
        self.chosen(&self.cheap())
    }

    /// What is handed over where nothing may be computed again but what costs nothing to have.
    pub fn all(&self) -> Handed {
        let mut cheap = SecondaryMap::new();
        self.before.iter().for_each(|&op| cheap[op] = self.func.op(op).info.is_constant());
        self.chosen(&cheap)
    }

    fn chosen(&self, cheap: &SecondaryMap<OpId, bool>) -> Handed {
        let func = self.func;
        let mut maker = SecondaryMap::<Value, Option<OpId>>::new();
        for &op in self.before {
            func.op(op).results.iter().for_each(|&result| maker[result] = Some(op));
        }
        let is_free = |value: Value| maker[value].is_none() && (self.free)(value);
        // Nodes: the source, the sink, and two of each value that matters, before and after it is held.
        let mut number = SecondaryMap::<Value, Option<usize>>::new();
        let mut values: Vec<Value> = Vec::new();
        let mut open: Vec<Value> = self.needed.iter().rev().copied().filter(|&value| !is_free(value)).collect();
        while let Some(value) = open.pop() {
            if number[value].is_some() {
                continue;
            }
            number[value] = Some(values.len());
            values.push(value);
            if let Some(op) = maker[value].filter(|&op| cheap[op]) {
                open.extend(read_by(func, op).into_iter().filter(|&value| !is_free(value)));
            }
        }
        let most = UNBOUNDED / (values.len() as i64 + 1);
        let (source, sink) = (0, 1);
        let (entry, exit) = (|index: usize| 2 + 2 * index, |index: usize| 3 + 2 * index);
        let mut network = Network::new(2 + 2 * values.len());
        for (index, &value) in values.iter().enumerate() {
            network.edge(entry(index), exit(index), (self.bytes)(value).clamp(0, most));
            match maker[value].filter(|&op| cheap[op]) {
                None => network.edge(source, entry(index), UNBOUNDED),
                Some(op) => read_by(func, op).into_iter().filter_map(|read| number[read]).for_each(|read| network.edge(exit(read), entry(index), UNBOUNDED)),
            }
        }
        self.needed.iter().filter_map(|&value| number[value]).for_each(|index| network.edge(exit(index), sink, UNBOUNDED));
        let mut held = SecondaryMap::<Value, bool>::new();
        // Every path has an edge that is bounded, so there is a cut.
        let cut = network.cut(source, sink);
        for (index, &value) in values.iter().enumerate() {
            held[value] = cut.as_ref().is_none_or(|cut| !cut.beyond[entry(index)] && cut.beyond[exit(index)]);
        }
        self.with(&held, &maker, &is_free)
    }

    /// The choice that hands these values over: in order, with what is computed again of them.
    fn with(&self, held: &SecondaryMap<Value, bool>, maker: &SecondaryMap<Value, Option<OpId>>, is_free: &dyn Fn(Value) -> bool) -> Handed {
        let (mut wanted, mut seen) = (SecondaryMap::<OpId, bool>::new(), SecondaryMap::<Value, bool>::new());
        let mut open: Vec<Value> = self.needed.to_vec();
        while let Some(value) = open.pop() {
            if is_free(value) || std::mem::replace(&mut seen[value], true) || held[value] {
                continue;
            }
            if let Some(op) = maker[value].filter(|&op| !std::mem::replace(&mut wanted[op], true)) {
                open.extend(read_by(self.func, op));
            }
        }
        let mut found = Handed::default();
        let mut listed = SecondaryMap::<Value, bool>::new();
        let made_or_read = self.before.iter().flat_map(|&op| read_by(self.func, op).into_iter().chain(self.func.op(op).results.iter().copied()));
        for value in made_or_read.chain(self.needed.iter().copied()) {
            if held[value] && seen[value] && !std::mem::replace(&mut listed[value], true) {
                found.values.push(value);
            }
        }
        found.again = self.before.iter().copied().filter(|&op| wanted[op]).collect();
        found
    }
}

#[cfg(test)]
mod tests;
