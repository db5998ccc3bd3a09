//! Scatter and gather: a broadcast that scatters over a tree and gathers around a ring.
//!
//! Source: van de Geijn's long-message broadcast, in Thakur et al. (2005): (log2 n + n - 1) alpha + 2(n-1)/n S beta.

use super::{Algorithm, Collective, Terms, log2_ceil};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "scatter-gather",
    summary: "a broadcast as a scatter and an all-gather",
    formula: "broadcast: (log2 n + n - 1) alpha + 2(n-1)/n S beta",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if kind != Collective::Broadcast || matches!(at.flat.shape, Shape::Ring { .. }) {
        return None;
    }
    let n = at.size as f64;
    Some(Terms::new(&at.spread, at.gamma, log2_ceil(at.size) + n - 1.0, 2.0 * bytes * (n - 1.0) / n, 0.0))
}
