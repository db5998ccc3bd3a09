//! Bidirectional ring: half of each piece travels each way, over both directions of the links of a ring or a torus's axis.
//!
//! Source: the TPU chapter of the scaling book (How to Scale Your Model, section on collectives): an all-gather takes
//! max(alpha n/2, S / W) with W both directions together, an all-to-all a quarter of its bandwidth term. Here latency and transfer
//! add. On a row that is not closed, the devices at its ends have one link only, so the transfer takes twice as long, and the
//! steps are n-1. A switch gives nothing: its ports are full in each direction with one ring.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "bidirectional-ring",
    summary: "half of each piece travels each way around a ring of links",
    formula: "2 ceil((n-1)/2) alpha + (n-1)/n S beta + (n-1)/n S gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    let Shape::Ring { closed } = at.flat.shape else { return None };
    let n = at.size as f64;
    // Bytes on the busiest link for each phase.
    let part = bytes * (n - 1.0) / n;
    let (steps, sent) = if closed { (((n - 1.0) / 2.0).ceil(), part / 2.0) } else { (n - 1.0, part) };
    let terms = |steps: f64, sent: f64, reduced: f64| Some(Terms::new(&at.flat, at.gamma, steps, sent, reduced));
    match kind {
        Collective::AllReduce => terms(2.0 * steps, 2.0 * sent, part),
        Collective::AllGather => terms(steps, sent, 0.0),
        Collective::ReduceScatter => terms(steps, sent, part),
        // Each device's data travels n/4 hops on average in a closed ring; in a row half of it crosses the middle.
        Collective::AllToAll => terms(steps, bytes * n / if closed { 8.0 } else { 4.0 }, 0.0),
        Collective::Broadcast => terms(steps, if closed { bytes / 2.0 } else { bytes }, 0.0),
        Collective::Reduce => terms(steps, if closed { bytes / 2.0 } else { bytes }, bytes),
        Collective::Permute => None,
    }
}
