//! NCCL's sends and receives: permutes, and all-to-alls made of them.
//!
//! A message costs the latency of one ring step and its bytes at the rate of a single message (LL: half of it). An all-to-all sends
//! n-1 messages, one step of latency each; its bytes go over all links at once: the slower of those within the node and those between nodes counts.

use super::tables::{BASE_RING, NET_RING, intra_ring, ll_most};
use super::{Collective, Comm, Protocol, Terms, terms};
use crate::cost::placement::Placement;
use shardwright_ir::machine::Nccl;

/// Offers sends by LL and by Simple.
pub fn offer(kind: Collective, at: &Placement, comm: &Comm, nccl: &Nccl, bytes: f64, take: &mut dyn FnMut(&'static str, &'static str, Terms)) {
    for (protocol, name) in [(Protocol::Ll, "nccl-p2p-ll"), (Protocol::Simple, "nccl-p2p-simple")] {
        let step = if comm.many_nodes() { NET_RING[protocol.index()] } else { intra_ring(nccl.intra)[protocol.index()] };
        let base = BASE_RING[protocol.index()];
        // LL moves half of what the links do, and no more than its flags allow.
        let slowed = |rate: f64| if protocol == Protocol::Ll { (rate * 0.5).min(ll_most(nccl, comm) * 1e9) } else { rate };
        match kind {
            Collective::Permute => take(name, "lat + S / message rate", terms(base + step, bytes, slowed(comm.message), 1.0)),
            Collective::AllToAll => {
                let n = comm.ranks;
                let mut inside = 1.0;
                let mut transfer = 0.0f64;
                for span in &at.spans {
                    // Of each device's bytes, the part for devices of its unit, then all that leave the unit.
                    let unit = inside * span.size as f64;
                    let leaves = bytes * (if span.level == 0 { unit - inside } else { n - inside }) / n;
                    transfer = transfer.max(leaves / slowed(1.0 / span.beta));
                    inside = unit;
                }
                if at.spans.is_empty() {
                    transfer = bytes * (n - 1.0) / n / slowed(1.0 / at.spread.beta);
                }
                let price = Terms { steps: n - 1.0, latency: (base + (n - 1.0) * step) * 1e-6, transfer, reduce: 0.0, sent: bytes * (n - 1.0) / n };
                take(name, "lat + (n-1) step + the slowest level's bytes", price);
            }
            _ => {}
        }
    }
}
