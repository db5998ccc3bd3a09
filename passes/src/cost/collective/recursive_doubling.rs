//! Recursive doubling: in round i every device exchanges all that it has with the one 2^i away.
//!
//! Source: Thakur, Rabenseifner and Gropp, Optimization of collective communication operations in MPICH (2005): an all-reduce takes
//! log2 n (alpha + S beta + S gamma), an all-gather log2 n alpha + (n-1)/n S beta. Where n is no power of two, the devices above the
//! largest one fold their operand into a partner first and get the result after: 2 alpha + 2 S beta + S gamma more.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "recursive-doubling",
    summary: "whole operands exchanged over doubling distances; few steps, many bytes",
    formula: "log2 n (alpha + S beta + S gamma)",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if matches!(at.flat.shape, Shape::Ring { .. }) {
        return None;
    }
    let power = at.size.is_power_of_two();
    let rounds = f64::from(at.size.ilog2());
    let n = at.size as f64;
    match kind {
        Collective::AllReduce => {
            let fold = if power { 0.0 } else { 1.0 };
            let sent = (rounds + 2.0 * fold) * bytes;
            Some(Terms::new(&at.spread, at.gamma, rounds + 2.0 * fold, sent, (rounds + fold) * bytes))
        }
        Collective::AllGather if power => Some(Terms::new(&at.spread, at.gamma, rounds, bytes * (n - 1.0) / n, 0.0)),
        _ => None,
    }
}
