//! The figures of NCCL's tuning: microseconds and gigabytes a second.
//!
//! Source: NCCL 2.30, `src/graph/tuning.cc`. Columns of protocols are LL, LL128, Simple; columns of nodes are one, two, more; rows of
//! generations are Volta, Ampere, Hopper, Blackwell. Invariant: figures only, nothing of ours.

use super::{Comm, Protocol, row};
use shardwright_ir::machine::{Host, Intra, Nccl};

/// Latency of starting a tree.
pub const BASE_TREE: [f64; 3] = [6.8, 14.0, 8.4];
/// Latency of starting a ring.
pub const BASE_RING: [f64; 3] = [6.6, 14.0, 8.4];
/// Latency of starting PAT.
pub const BASE_PAT: f64 = 8.0;
/// Latency of PAT's step over the network.
pub const NET_PAT: f64 = 14.0;
/// Latency of a reduction in the switch.
pub const NVLS: f64 = 25.0;
/// Latency of a step of the tree over the network of reductions in the switch.
pub const NET_NVLS_TREE: f64 = 20.9;
/// Latency of a tree's step over the network.
pub const NET_TREE: [f64; 3] = [5.0, 8.5, 14.0];
/// Latency of a ring's step over the network.
pub const NET_RING: [f64; 3] = [2.7, 4.0, 14.0];
/// Part of the links' bandwidth that reductions in the switch use.
pub const NVLS_EFFICIENCY: [f64; 4] = [0.0, 0.0, 0.85, 0.74];

const RING_LL128_A_CHANNEL: [f64; 4] = [20.0, 20.0, 36.7, 40.0];
const TREE_A_CHANNEL: [[f64; 3]; 4] = [[26.5, 18.5, 10.0], [24.0, 23.6, 17.8], [38.7, 41.4, 36.0], [70.0, 42.8, 24.0]];
const TREE_LL128_A_CHANNEL: [[f64; 3]; 4] = [[20.0, 20.0, 20.0], [20.0, 20.0, 20.0], [36.7, 36.7, 29.0], [55.6, 31.67, 20.0]];
const LL_MOST: [[f64; 3]; 4] = [[39.0, 39.0, 20.4], [87.7, 22.5, 19.0], [141.0, 45.0, 35.0], [282.0, 90.0, 70.0]];

/// By how much a tree falls short for messages of 64 * 2^i bytes and up.
const TREE_CORRECTION: [[f64; 24]; 3] = [
    [1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.7, 0.7, 0.7, 0.7, 0.6, 0.5, 0.4, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.0, 1.0, 1.0, 1.0],
    [1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.8, 0.8, 0.8, 0.7, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.8, 0.9, 0.9, 0.9, 0.9, 1.0, 1.0, 1.0],
    [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5, 0.5, 0.5, 0.5, 0.6, 0.7, 0.8, 0.7, 0.7, 0.8, 0.9, 0.9, 0.9],
];

/// Latency of a step of a tree within a node.
pub fn intra_tree(intra: Intra) -> [f64; 3] {
    match intra {
        Intra::Nvlink => [0.6, 1.25, 4.0],
        Intra::Pci => [1.0, 1.9, 4.0],
    }
}

/// Latency of a step of a ring within a node.
pub fn intra_ring(intra: Intra) -> [f64; 3] {
    match intra {
        Intra::Nvlink => [0.6, 1.9, 3.4],
        Intra::Pci => [1.0, 2.5, 5.7],
    }
}

/// What handing a message to the network costs a ring's step.
pub fn net_overhead(host: Host, protocol: Protocol) -> f64 {
    let once = match host {
        Host::Intel => 1.0,
        Host::Amd => 2.0,
    };
    if protocol == Protocol::Simple { 3.0 * once } else { once }
}

/// Most that LL moves: by the GPU on one node, by the host on several.
pub fn ll_most(nccl: &Nccl, comm: &Comm) -> f64 {
    let row = match (comm.many_nodes(), nccl.host) {
        (false, _) => row(nccl.generation),
        (true, Host::Intel) => 0,
        (true, Host::Amd) => 1,
    };
    LL_MOST[row][comm.column()]
}

/// Most that a ring moves by LL128.
pub fn ring_ll128_most(nccl: &Nccl) -> f64 {
    f64::from(nccl.channels) * RING_LL128_A_CHANNEL[row(nccl.generation)]
}

/// Most that a tree moves.
pub fn tree_most(nccl: &Nccl, comm: &Comm) -> f64 {
    f64::from(nccl.channels) * TREE_A_CHANNEL[row(nccl.generation)][comm.column()]
}

/// Most that a tree moves by LL128.
pub fn tree_ll128_most(nccl: &Nccl, comm: &Comm) -> f64 {
    f64::from(nccl.channels) * TREE_LL128_A_CHANNEL[row(nccl.generation)][comm.column()]
}

/// The bytes that a tree takes as long for as for `bytes` uncorrected: bytes over the correction of their size, but never less than a
/// shorter message has.
pub fn tree_corrected(protocol: Protocol, bytes: f64) -> f64 {
    let corrections = &TREE_CORRECTION[protocol as usize];
    let mut most = 0.0f64;
    let mut upper = 64.0f64;
    // Messages below 64 bytes are not corrected.
    if bytes < upper {
        return bytes;
    }
    for correction in corrections {
        if bytes < 2.0 * upper {
            return most.max(bytes / correction);
        }
        most = most.max(2.0 * upper / correction);
        upper *= 2.0;
    }
    most.max(bytes)
}
