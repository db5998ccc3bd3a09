//! Ring: every device sends to the next one, in one direction.
//!
//! Source: Patarasu and Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations (2009); Thakur et al. (2005) for
//! the others. All-to-all over one direction of a ring: the data of each device travels n/2 hops on average.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::Placement;

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "ring",
    summary: "pieces travel around one ring, n-1 steps a phase",
    formula: "2(n-1) alpha + 2(n-1)/n S beta + (n-1)/n S gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    let n = at.size as f64;
    let (steps, part) = (n - 1.0, bytes * (n - 1.0) / n);
    let terms = |steps: f64, sent: f64, reduced: f64| Some(Terms::new(&at.flat, at.gamma, steps, sent, reduced));
    match kind {
        Collective::AllReduce => terms(2.0 * steps, 2.0 * part, part),
        Collective::AllGather => terms(steps, part, 0.0),
        Collective::ReduceScatter => terms(steps, part, part),
        Collective::AllToAll => terms(steps, bytes * (n - 1.0) / 2.0, 0.0),
        // A pipelined chain: the first piece passes n-1 devices, the rest follows it.
        Collective::Broadcast => terms(steps, bytes, 0.0),
        Collective::Reduce => terms(steps, bytes, bytes),
        Collective::Permute => None,
    }
}
