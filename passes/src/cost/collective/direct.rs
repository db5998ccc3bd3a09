//! Direct: every device exchanges with every other at once.
//!
//! A reduce-scatter and an all-gather of one step each where all pairs are linked. Source: Thakur et al. (2005) for the all-to-all
//! ((n-1) alpha + (n-1)/n S beta, messages one after another); ASTRA-sim's "direct" collectives for the others.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::{Placement, Shape};

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "direct",
    summary: "every device exchanges with every other at once; switches and full meshes",
    formula: "2 alpha + 2(n-1)/n S beta + (n-1)/n S gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    if matches!(at.flat.shape, Shape::Ring { .. }) {
        return None;
    }
    let n = at.size as f64;
    let part = bytes * (n - 1.0) / n;
    let terms = |steps: f64, sent: f64, reduced: f64| Some(Terms::new(&at.spread, at.gamma, steps, sent, reduced));
    match kind {
        Collective::AllReduce => terms(2.0, 2.0 * part, part),
        Collective::AllGather => terms(1.0, part, 0.0),
        Collective::ReduceScatter => terms(1.0, part, part),
        Collective::AllToAll => terms(n - 1.0, part, 0.0),
        // The root's port carries all copies; so does the port into the root.
        Collective::Broadcast => terms(1.0, bytes * (n - 1.0), 0.0),
        Collective::Reduce => terms(1.0, bytes * (n - 1.0), bytes * (n - 1.0)),
        Collective::Permute => None,
    }
}
