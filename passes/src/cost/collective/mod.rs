//! Prices of collectives: one algorithm a file, the cheapest that the machine's library has.
//!
//! Formulas are in `n` devices, `S` bytes of the full (gathered or reduced) tensor, or held by each device of an all-to-all;
//! `alpha` seconds a step, `beta` seconds a byte, `gamma` seconds a byte reduced. Each file cites its source. Invariants: a price is finite and at
//! least 0, and 0 for one device or no bytes; prices are totally ordered ([`Price::cmp`]); an algorithm that cannot run on a placement
//! says so (`None`) instead of guessing.

pub mod bidirectional_ring;
pub mod direct;
pub mod double_binary_tree;
pub mod halving_doubling;
pub mod hierarchical;
pub mod naive;
pub mod nccl;
pub mod parameter_server;
pub mod recursive_doubling;
pub mod ring;
pub mod scatter_gather;
pub mod send;
pub mod torus;
pub mod torus_in_turn;
pub mod tree;

use super::placement::{Placement, Span};
use std::cmp::Ordering;

/// What a collective does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Collective {
    /// Every device gets the reduction of all operands.
    AllReduce,
    /// Every device gets all operands.
    AllGather,
    /// Every device gets its part of the reduction of all operands.
    ReduceScatter,
    /// Every device sends a different part of its operand to each.
    AllToAll,
    /// Every device sends its operand to one other.
    Permute,
    /// One device sends its operand to all.
    Broadcast,
    /// One device gets the reduction of all operands.
    Reduce,
}

impl Collective {
    /// All of them.
    pub const ALL: [Collective; 7] = [
        Collective::AllReduce,
        Collective::AllGather,
        Collective::ReduceScatter,
        Collective::AllToAll,
        Collective::Permute,
        Collective::Broadcast,
        Collective::Reduce,
    ];

    /// The name that reports give it.
    pub fn as_str(self) -> &'static str {
        match self {
            Collective::AllReduce => "all_reduce",
            Collective::AllGather => "all_gather",
            Collective::ReduceScatter => "reduce_scatter",
            Collective::AllToAll => "all_to_all",
            Collective::Permute => "collective_permute",
            Collective::Broadcast => "collective_broadcast",
            Collective::Reduce => "reduce",
        }
    }

    /// The collective of this name.
    pub fn parse(name: &str) -> Option<Collective> {
        Collective::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The `S` of the formulas, from the bytes of the operand on one device.
    pub fn full_bytes(self, n: u64, operand: f64) -> f64 {
        if self == Collective::AllGather { operand * n as f64 } else { operand }
    }

    /// Bytes that one device sends under a bandwidth-optimal algorithm in a group of `n`, as reports define it: 2(n-1)/n of the operand
    /// for an all-reduce, n-1 operands for an all-gather ((n-1)/n of its result), (n-1)/n of the operand for a reduce-scatter and an
    /// all-to-all, the operand for the others. Rounded down; saturates.
    pub fn wire_bytes(self, n: u64, operand: u64) -> u64 {
        if n <= 1 {
            return 0;
        }
        let part = |parts: u64| {
            let whole = u128::from(operand).saturating_mul(u128::from(parts)).saturating_mul(u128::from(n - 1)) / u128::from(n);
            u64::try_from(whole).unwrap_or(u64::MAX)
        };
        match self {
            Collective::AllReduce => part(2),
            Collective::AllGather => operand.saturating_mul(n - 1),
            Collective::ReduceScatter | Collective::AllToAll => part(1),
            Collective::Permute | Collective::Broadcast | Collective::Reduce => operand,
        }
    }
}

/// What a collective costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Price {
    /// From the call to the last device's last byte.
    pub seconds: f64,
    /// By which algorithm.
    pub algorithm: &'static str,
    /// Bytes that one device sends under a bandwidth-optimal algorithm ([`Collective::wire_bytes`]).
    pub wire_bytes: u64,
}

impl Price {
    /// No communication.
    pub const NOTHING: Price = Price { seconds: 0.0, algorithm: "none", wire_bytes: 0 };

    /// Order of prices: by seconds, then by bytes, then by the algorithm's name. Total.
    pub fn cmp(&self, other: &Price) -> Ordering {
        let by_seconds = self.seconds.total_cmp(&other.seconds);
        by_seconds.then(self.wire_bytes.cmp(&other.wire_bytes)).then_with(|| self.algorithm.cmp(other.algorithm))
    }
}

/// The parts of a price.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Terms {
    /// Steps, one after another.
    pub steps: f64,
    /// Seconds of latency: steps times alpha, and what calls cost.
    pub latency: f64,
    /// Seconds of transfer.
    pub transfer: f64,
    /// Seconds of reduction.
    pub reduce: f64,
    /// Bytes that the busiest device sends.
    pub sent: f64,
}

impl Terms {
    /// `steps` of `alpha`, `sent` bytes at `beta`, `reduced` bytes at `gamma`.
    pub fn new(span: &Span, gamma: f64, steps: f64, sent: f64, reduced: f64) -> Terms {
        Terms { steps, latency: steps * span.alpha, transfer: sent * span.beta, reduce: reduced * gamma, sent }
    }

    /// All of it, in seconds.
    pub fn seconds(&self) -> f64 {
        self.latency + self.transfer + self.reduce
    }

    /// One after the other.
    pub fn then(self, next: Terms) -> Terms {
        Terms {
            steps: self.steps + next.steps,
            latency: self.latency + next.latency,
            transfer: self.transfer + next.transfer,
            reduce: self.reduce + next.reduce,
            sent: self.sent + next.sent,
        }
    }
}

/// An algorithm: a row of [`ALGORITHMS`].
pub struct Algorithm {
    /// Its name, as machine files and reports give it.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// Its price of an all-reduce, or of what it does instead, in the symbols of this module.
    pub formula: &'static str,
    /// The price of a collective with `S` bytes (see [`Collective::full_bytes`]) on a placement of at least two devices; `None` where the algorithm
    /// does not do that.
    pub price: fn(Collective, &Placement, f64) -> Option<Terms>,
}

/// Every algorithm of the alpha-beta model, in alphabetic order.
pub static ALGORITHMS: &[&Algorithm] = &[
    &bidirectional_ring::ROW,
    &direct::ROW,
    &double_binary_tree::ROW,
    &halving_doubling::ROW,
    &hierarchical::ROW,
    &naive::ROW,
    &parameter_server::ROW,
    &recursive_doubling::ROW,
    &ring::ROW,
    &scatter_gather::ROW,
    &send::ROW,
    &torus::ROW,
    &torus_in_turn::ROW,
    &tree::ROW,
];

/// The algorithm of this name.
pub fn algorithm(name: &str) -> Option<&'static Algorithm> {
    ALGORITHMS.iter().copied().find(|row| row.name == name)
}

/// The binary logarithm, rounded up: rounds of a tree over `n`.
pub fn log2_ceil(n: u64) -> f64 {
    f64::from(64 - n.saturating_sub(1).leading_zeros())
}

/// A group on one span alone, for algorithms that work on each in turn.
pub(crate) fn alone(span: &Span, gamma: f64) -> Placement {
    Placement { size: span.size, spans: smallvec::smallvec![*span], flat: *span, spread: *span, gamma, call: 0.0, nodes: 1 }
}

#[cfg(test)]
mod tests;
