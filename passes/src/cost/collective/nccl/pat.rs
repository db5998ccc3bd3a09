//! PAT: parallel aggregated trees, for all-gathers and reduce-scatters with one GPU a node.
//!
//! Latency: base + log2 nodes network steps over 3.5 + 2.8 a rank; bandwidth 0.75 x n/(n-1).

use super::tables::{BASE_PAT, NET_PAT};
use super::{Collective, Comm, Terms, terms};

/// Offers PAT.
pub fn offer(kind: Collective, comm: &Comm, bytes: f64, take: &mut dyn FnMut(&'static str, &'static str, Terms)) {
    if !matches!(kind, Collective::AllGather | Collective::ReduceScatter) || !comm.many_nodes() || comm.ranks > comm.nodes {
        return;
    }
    let latency = BASE_PAT + comm.nodes.log2().floor() * NET_PAT / 3.5 + 2.8 * comm.ranks;
    let rate = 0.75 * comm.x * comm.ranks / (comm.ranks - 1.0);
    take("nccl-pat", "lat + S / (0.75 x n/(n-1))", terms(latency, bytes, rate, comm.nodes.log2().ceil()));
}
