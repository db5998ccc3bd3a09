//! Double binary tree: two trees in which every device is an inner node of at most one, each for half of the data.
//!
//! Source: Sanders, Speck and Träff, Two-tree algorithms for full bandwidth broadcast, reduction and scan (2009): with pieces small
//! enough, latency 2 log2 n alpha and transfer 2 S beta for an all-reduce; a broadcast or a reduction is half of it.

use super::{Algorithm, Collective, Terms, log2_ceil};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "double-binary-tree",
    summary: "two complementary trees, half of the data each, pipelined",
    formula: "2 log2 n alpha + 2 S beta + S gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if matches!(at.flat.shape, Shape::Ring { .. }) {
        return None;
    }
    let depth = log2_ceil(at.size);
    match kind {
        Collective::AllReduce => Some(Terms::new(&at.spread, at.gamma, 2.0 * depth, 2.0 * bytes, bytes)),
        Collective::Broadcast => Some(Terms::new(&at.spread, at.gamma, depth, bytes, 0.0)),
        Collective::Reduce => Some(Terms::new(&at.spread, at.gamma, depth, bytes, bytes)),
        _ => None,
    }
}
