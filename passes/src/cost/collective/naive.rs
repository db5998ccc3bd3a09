//! Naive: every device sends its whole operand to every other, and each does all of the work.
//!
//! The textbooks' first all-reduce, for comparison (one message of latency, n-1 times the bytes; on small messages it is what
//! "one-shot" kernels do). An all-gather is that anyway; a reduce-scatter sends all and keeps a part.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "naive",
    summary: "every device sends all it has to every other (textbooks' first, for comparison)",
    formula: "alpha + (n-1) S beta + (n-1) S gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if matches!(at.flat.shape, Shape::Ring { .. }) {
        return None;
    }
    let n = at.size as f64;
    let all = bytes * (n - 1.0);
    match kind {
        Collective::AllReduce | Collective::ReduceScatter => Some(Terms::new(&at.spread, at.gamma, 1.0, all, all)),
        Collective::AllGather => Some(Terms::new(&at.spread, at.gamma, 1.0, all / n, 0.0)),
        Collective::AllToAll | Collective::Permute | Collective::Broadcast | Collective::Reduce => None,
    }
}
