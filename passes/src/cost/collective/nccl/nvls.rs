//! NVLS: reduction and multicast in the NVLink switch; over nodes, a tree between the nodes' shares.
//!
//! NCCL's table has the latency and the efficiency (0.85 Hopper, 0.74 Blackwell, one channel of many held back). Its bandwidth for all-reduces,
//! twice the links' times n/(2(n-1)), serves its choice but is 25 to 42% above what 5 to 8 H200 and B200 measure. The measured times fit what
//! the links carry: each device gives S to the switch's reductions and 1/n of S as its part of the multicast, so time =
//! lat + (n+1)/n S / (x efficiency), within 4% for all of them; this is used. An all-gather or a reduce-scatter carries S once. Over nodes each device's
//! share S/g goes up and down a double binary tree, 2 S over the node's adapters.

use super::tables::{NET_NVLS_TREE, NVLS, NVLS_EFFICIENCY};
use super::{Collective, Comm, Terms, row, terms};
use shardwright_ir::machine::Nccl;

/// Offers reduction in the switch, where the switch can do it.
pub fn offer(kind: Collective, comm: &Comm, nccl: &Nccl, bytes: f64, take: &mut dyn FnMut(&'static str, &'static str, Terms)) {
    let channels = f64::from(nccl.nvls_channels);
    let efficiency = NVLS_EFFICIENCY[row(nccl.generation)] * (channels - 1.0) / channels;
    let devices = comm.ranks / comm.nodes;
    // Two devices gain nothing from a switch that adds: NCCL wants more.
    if channels < 2.0 || efficiency <= 0.0 || devices <= 2.0 {
        return;
    }
    let rate = comm.intra * efficiency;
    match (kind, comm.many_nodes()) {
        (Collective::AllReduce, false) => {
            let carried = bytes * (devices + 1.0) / devices;
            take("nccl-nvls", "lat + (n+1)/n S / (x eff)", terms(NVLS, carried, rate, 2.0));
        }
        (Collective::AllGather | Collective::ReduceScatter, false) => take("nccl-nvls", "lat + S / (x eff)", terms(NVLS, bytes, rate, 1.0)),
        (Collective::AllReduce, true) => {
            let latency = NVLS + 2.0 * comm.nodes.log2().floor() * NET_NVLS_TREE;
            let within = bytes * (devices + 1.0) / devices / rate;
            let between = 2.0 * bytes / comm.inter;
            let slower = within.max(between);
            take("nccl-nvls-tree", "lat + max((g+1)/g S / (x eff), 2 S / inter)", Terms { transfer: slower, ..terms(latency, bytes, 1.0, 4.0) });
        }
        _ => {}
    }
}
