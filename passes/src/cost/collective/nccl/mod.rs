//! NCCL: what NVIDIA's library will choose, by the tables that it chooses by.
//!
//! Source: `src/graph/tuning.cc` of NCCL 2.30 (figures; the model is time = latency + bytes / bandwidth for each algorithm and each of the three
//! protocols LL, LL128 and Simple). `x` is the bus bandwidth: within a node that of the GPU's links, across nodes the narrower of it and the
//! node's adapters. Where measurements contradict the tables, the row says so (in-switch reduction, [`nvls`]). Invariant: a longer message
//! never costs less (the tree's correction table is used with its monotone envelope).

pub mod nvls;
pub mod p2p;
pub mod pat;
pub mod ring;
pub mod tables;
pub mod tree;

use super::{Collective, Terms};
use crate::cost::placement::Placement;
use shardwright_ir::machine::{Generation, Intra, Nccl};

/// The wire protocols.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// Low latency: a flag with every 4 bytes.
    Ll,
    /// A flag with every 120 bytes; NVLink only.
    Ll128,
    /// Large chunks, a barrier each.
    Simple,
}

impl Protocol {
    /// All three, in the order of the tables.
    pub const ALL: [Protocol; 3] = [Protocol::Ll, Protocol::Ll128, Protocol::Simple];

    fn index(self) -> usize {
        self as usize
    }
}

/// A group as NCCL sees it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comm {
    /// GPUs.
    pub ranks: f64,
    /// Nodes.
    pub nodes: f64,
    /// Bus bandwidth of the group, bytes a second.
    pub x: f64,
    /// That of the links within a node; as `x` where the group has one GPU a node.
    pub intra: f64,
    /// That of the adapters of the GPUs that the group has in a node; infinite on one node.
    pub inter: f64,
    /// Bytes a second of one message to one GPU.
    pub message: f64,
}

impl Comm {
    fn new(at: &Placement, network: usize) -> Comm {
        let rate = |beta: f64| if beta > 0.0 { 1.0 / beta } else { f64::INFINITY };
        let inside: u64 = at.spans.iter().filter(|span| span.level < network).map(|span| span.size).product();
        let inner = at.spans.iter().filter(|span| span.level < network).map(|span| span.beta).fold(0.0, f64::max);
        let outer = at.spans.iter().filter(|span| span.level == network).map(|span| span.beta).fold(0.0, f64::max);
        let x = rate(at.flat.beta);
        let (intra, inter) = if at.spans.is_empty() { (x, x) } else { (rate(inner), rate(outer / inside as f64)) };
        Comm { ranks: at.size as f64, nodes: at.nodes as f64, x, intra: if intra.is_finite() { intra } else { x }, inter, message: rate(at.flat.message_beta) }
    }

    fn many_nodes(&self) -> bool {
        self.nodes > 1.0
    }

    /// Column of the tables by number of nodes: one, two, more.
    fn column(&self) -> usize {
        if self.nodes <= 2.0 { self.nodes as usize - 1 } else { 2 }
    }
}

/// Offers every algorithm and protocol that NCCL has for a collective of `S` bytes (see [`Collective::full_bytes`]) by name. `network` is the
/// machine's outermost level.
pub fn offer(kind: Collective, at: &Placement, nccl: &Nccl, network: usize, bytes: f64, take: &mut dyn FnMut(&'static str, &'static str, Terms)) {
    let comm = Comm::new(at, network);
    ring::offer(kind, &comm, nccl, bytes, take);
    tree::offer(kind, &comm, nccl, bytes, take);
    nvls::offer(kind, &comm, nccl, bytes, take);
    pat::offer(kind, &comm, bytes, take);
    p2p::offer(kind, at, &comm, nccl, bytes, take);
}

/// Whether NCCL uses a protocol: LL128 needs stores of 128 bytes that arrive whole, which NVLink gives.
fn has(nccl: &Nccl, protocol: Protocol) -> bool {
    protocol != Protocol::Ll128 || nccl.intra == Intra::Nvlink
}

/// Row of the tables by generation.
fn row(generation: Generation) -> usize {
    generation as usize
}

/// A price of `latency` microseconds and `bytes` at `rate` bytes a second.
fn terms(latency: f64, bytes: f64, rate: f64, steps: f64) -> Terms {
    Terms { steps, latency: latency * 1e-6, transfer: bytes / rate, reduce: 0.0, sent: bytes }
}

#[cfg(test)]
mod tests;
