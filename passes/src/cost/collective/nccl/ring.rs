//! NCCL's rings, as many as it has channels, side by side.
//!
//! Latency: base + steps within nodes + steps between nodes (2(nodes-1) of an all-reduce's 2(n-1)); every step pays at least the
//! overhead of the network where there is one. Bandwidth: x n / steps; LL carries half of it, LL128 0.92. All-reduces by Simple over nodes pay 1.4
//! times the latency (1.9 before Ampere) from 64 bytes a channel and rank on.

use super::tables::{BASE_RING, NET_RING, intra_ring, ll_most, net_overhead, ring_ll128_most};
use super::{Collective, Comm, Protocol, Terms, has, terms};
use shardwright_ir::machine::{Generation, Nccl};

const NAMES: [&str; 3] = ["nccl-ring-ll", "nccl-ring-ll128", "nccl-ring-simple"];

/// Offers the ring by each protocol.
pub fn offer(kind: Collective, comm: &Comm, nccl: &Nccl, bytes: f64, take: &mut dyn FnMut(&'static str, &'static str, Terms)) {
    let n = comm.ranks;
    let (steps, network_steps) = match kind {
        Collective::AllReduce => (2.0 * (n - 1.0), 2.0 * (comm.nodes - 1.0)),
        Collective::AllGather | Collective::ReduceScatter => (n - 1.0, comm.nodes - 1.0),
        Collective::Broadcast | Collective::Reduce => (n, comm.nodes - 1.0),
        Collective::AllToAll | Collective::Permute => return,
    };
    for protocol in Protocol::ALL.into_iter().filter(|protocol| has(nccl, *protocol)) {
        let mut latency = latency(comm, nccl, protocol, steps, network_steps);
        let chunk = bytes / (f64::from(nccl.channels) * n);
        if kind == Collective::AllReduce && protocol == Protocol::Simple && comm.many_nodes() && chunk >= 64.0 {
            latency *= if nccl.generation == Generation::Volta { 1.9 } else { 1.4 };
        }
        let rate = rate(comm, nccl, protocol) * n / steps;
        take(NAMES[protocol.index()], "lat + S / (x n/steps)", terms(latency, bytes, rate, steps));
    }
}

/// Microseconds of latency.
pub fn latency(comm: &Comm, nccl: &Nccl, protocol: Protocol, steps: f64, network_steps: f64) -> f64 {
    let overhead = if comm.many_nodes() { net_overhead(nccl.host, protocol) } else { 0.0 };
    let within = intra_ring(nccl.intra)[protocol.index()].max(overhead);
    BASE_RING[protocol.index()] + (steps - network_steps) * within + network_steps * NET_RING[protocol.index()]
}

/// Bytes a second on the bus.
pub fn rate(comm: &Comm, nccl: &Nccl, protocol: Protocol) -> f64 {
    match protocol {
        Protocol::Ll => (comm.x * 0.5).min(ll_most(nccl, comm) * 1e9),
        Protocol::Ll128 => (comm.x * 0.92).min(ring_ll128_most(nccl) * 1e9),
        Protocol::Simple => comm.x,
    }
}
