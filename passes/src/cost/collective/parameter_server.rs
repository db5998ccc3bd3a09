//! Parameter server: one device takes all operands, reduces them and sends the result back.
//!
//! For comparison; source: Li et al., Scaling distributed machine learning with the parameter server (2014). With one server its
//! port carries (n-1) S bytes in and as many out, one after the other (the server is one of the devices; with a server outside the group it
//! is n instead of n-1). Sharded over p servers each carries a p-th; over all n it is the direct algorithm.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::{Placement, Shape};

/// The row: one server.
pub static ROW: Algorithm = Algorithm {
    name: "parameter-server",
    summary: "one device reduces for all (for comparison)",
    formula: "2 alpha + 2(n-1) S beta + (n-1) S gamma",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    (kind == Collective::AllReduce && !matches!(at.flat.shape, Shape::Ring { .. })).then(|| sharded(at, bytes, 1.0))
}

/// An all-reduce over `servers` of the devices, each with a part of the tensor.
pub fn sharded(at: &Placement, bytes: f64, servers: f64) -> Terms {
    let through = bytes * (at.size as f64 - 1.0) / servers;
    Terms::new(&at.spread, at.gamma, 2.0, 2.0 * through, through)
}
