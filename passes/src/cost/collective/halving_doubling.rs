//! Recursive halving and doubling: a reduce-scatter that halves the data each round, then an all-gather that doubles it.
//!
//! Source: Rabenseifner, Optimization of collective reduction operations (2004): 2 log2 n alpha + 2(n-1)/n S beta + (n-1)/n S gamma.
//! Where n is no power of two, an all-reduce folds the devices above the largest one into partners: 2 alpha + 2 S beta + S gamma more;
//! the other collectives need a power of two.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "halving-doubling",
    summary: "halves exchanged over halving distances, then gathered over doubling ones",
    formula: "2 log2 n alpha + 2(n-1)/n S beta + (n-1)/n S gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if matches!(at.flat.shape, Shape::Ring { .. }) {
        return None;
    }
    let rounds = f64::from(at.size.ilog2());
    let power = 2f64.powf(rounds);
    let part = bytes * (power - 1.0) / power;
    let whole = at.size.is_power_of_two();
    match kind {
        Collective::AllReduce if whole => Some(Terms::new(&at.spread, at.gamma, 2.0 * rounds, 2.0 * part, part)),
        Collective::AllReduce => Some(Terms::new(&at.spread, at.gamma, 2.0 * rounds + 2.0, 2.0 * part + 2.0 * bytes, part + bytes)),
        Collective::AllGather if whole => Some(Terms::new(&at.spread, at.gamma, rounds, part, 0.0)),
        Collective::ReduceScatter if whole => Some(Terms::new(&at.spread, at.gamma, rounds, part, part)),
        _ => None,
    }
}
