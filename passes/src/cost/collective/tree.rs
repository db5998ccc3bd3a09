//! Binomial tree: up to a root and down again, in one piece or in a pipeline of pieces.
//!
//! Source: Thakur et al. (2005) for the unpipelined 2 log2 n (alpha + S beta + S gamma / 2); with k pieces it is 2 (log2 n + k - 1) steps of S/k bytes, and
//! the best k is sqrt((log2 n - 1) S beta / alpha) (the minimum of that sum).

use super::{Algorithm, Collective, Terms, log2_ceil};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "tree",
    summary: "up a binomial tree and down again, in the best number of pieces",
    formula: "2(log2 n + k - 1)(alpha + S/k beta) + (log2 n + k - 1) S/k gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if matches!(at.flat.shape, Shape::Ring { .. }) {
        return None;
    }
    let depth = log2_ceil(at.size);
    let best = ((depth - 1.0).max(0.0) * bytes * at.spread.beta / at.spread.alpha.max(1e-12)).sqrt();
    // The best whole number is next to the best number; taking the better of the two keeps the price rising with the size.
    let below = pipelined(kind, at, bytes, best.clamp(1.0, 1e6).floor())?;
    let above = pipelined(kind, at, bytes, best.clamp(1.0, 1e6).ceil())?;
    Some(if above.seconds() < below.seconds() { above } else { below })
}

/// The price in `pieces` pieces.
pub fn pipelined(kind: Collective, at: &Placement, bytes: f64, pieces: f64) -> Option<Terms> {
    let steps = log2_ceil(at.size) + pieces - 1.0;
    let moved = steps * bytes / pieces;
    match kind {
        Collective::AllReduce => Some(Terms::new(&at.spread, at.gamma, 2.0 * steps, 2.0 * moved, moved)),
        Collective::Broadcast => Some(Terms::new(&at.spread, at.gamma, steps, moved, 0.0)),
        Collective::Reduce => Some(Terms::new(&at.spread, at.gamma, steps, moved, moved)),
        _ => None,
    }
}
