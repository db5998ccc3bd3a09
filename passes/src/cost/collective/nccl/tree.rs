//! NCCL's double binary trees over nodes, chains within them; all-reduce only.
//!
//! Latency: base + 2((n/nodes - 1) steps within a node + log2 nodes over the network). Bandwidth: half of 0.92 x (a channel carries at most so much),
//! LL 1/3.8 of that, LL128 7/9 on one node and 120/128 over several; corrected by size.

use super::tables::{BASE_TREE, NET_TREE, intra_tree, ll_most, tree_corrected, tree_ll128_most, tree_most};
use super::{Collective, Comm, Protocol, Terms, has, terms};
use shardwright_ir::machine::Nccl;

const NAMES: [&str; 3] = ["nccl-tree-ll", "nccl-tree-ll128", "nccl-tree-simple"];

/// Offers the tree by each protocol.
pub fn offer(kind: Collective, comm: &Comm, nccl: &Nccl, bytes: f64, take: &mut dyn FnMut(&'static str, &'static str, Terms)) {
    if kind != Collective::AllReduce {
        return;
    }
    for protocol in Protocol::ALL.into_iter().filter(|protocol| has(nccl, *protocol)) {
        let rate = rate(comm, nccl, protocol) * 0.5;
        let mut price = terms(latency(comm, nccl, protocol), tree_corrected(protocol, bytes), rate, 2.0 * rounds(comm));
        price.sent = 2.0 * bytes;
        take(NAMES[protocol.index()], "lat + S / (x/2 correction(S))", price);
    }
}

fn rounds(comm: &Comm) -> f64 {
    comm.ranks / comm.nodes - 1.0 + comm.nodes.log2().floor()
}

/// Microseconds of latency.
pub fn latency(comm: &Comm, nccl: &Nccl, protocol: Protocol) -> f64 {
    let within = intra_tree(nccl.intra)[protocol.index()];
    let network = comm.nodes.log2().floor() * NET_TREE[protocol.index()];
    BASE_TREE[protocol.index()] + 2.0 * ((comm.ranks / comm.nodes - 1.0) * within + network)
}

fn rate(comm: &Comm, nccl: &Nccl, protocol: Protocol) -> f64 {
    let whole = (comm.x * 0.92).min(tree_most(nccl, comm) * 1e9);
    match protocol {
        Protocol::Ll => (whole / 3.8).min(ll_most(nccl, comm) * 1e9),
        Protocol::Ll128 => (whole * if comm.many_nodes() { 120.0 / 128.0 } else { 7.0 / 9.0 }).min(tree_ll128_most(nccl, comm) * 1e9),
        Protocol::Simple => whole,
    }
}
