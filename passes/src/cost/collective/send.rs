//! Send: each device's operand goes to one other in one message.
//!
//! Hockney's model: alpha + S beta, over the narrowest link between any two of the group.

use super::{Algorithm, Collective, Terms};
use crate::cost::placement::Placement;

/// The row.
pub static ROW: Algorithm = Algorithm {
    name: "send",
    summary: "one message from each device to one other",
    formula: "permute: alpha + S beta",
    price,
};

fn price(kind: Collective, at: &Placement, bytes: f64) -> Option<Terms> {
    (kind == Collective::Permute).then(|| Terms {
        steps: 1.0,
        latency: at.flat.alpha,
        transfer: bytes * at.flat.message_beta,
        reduce: 0.0,
        sent: bytes,
    })
}
