//! Figures that follow from NCCL's tables by hand, and the choices that NCCL is known to make.

use super::*;
use crate::cost::CollectiveCosts;
use shardwright_ir::Sym;
use shardwright_ir::machine::{Library, Machine, builtin};
use shardwright_ir::sharding::{AxisRef, Mesh};

fn tuning(machine: &Machine) -> Nccl {
    let Library::Nccl(nccl) = &machine.library else { panic!("{} has NCCL", machine.name) };
    nccl.clone()
}

fn rounded(us: f64) -> f64 {
    (us * 1000.0).round() / 1000.0
}

/// 8 GPUs on NVLink: LL 6.6 + 14 x 0.6, LL128 14 + 14 x 1.9, Simple 8.4 + 14 x 3.4; the tree by Simple 8.4 + 2 x 7 x 4.
#[test]
fn latencies_on_one_node_follow_the_tables() {
    let nccl = tuning(&builtin("dgx-h100").unwrap());
    let comm = Comm { ranks: 8.0, nodes: 1.0, x: 370.8e9, intra: 370.8e9, inter: f64::INFINITY, message: 396e9 };
    let ring = Protocol::ALL.map(|protocol| rounded(ring::latency(&comm, &nccl, protocol, 14.0, 0.0)));
    assert_eq!(ring, [15.0, 40.6, 56.0]);
    assert_eq!(rounded(tree::latency(&comm, &nccl, Protocol::Simple)), 64.4);
    assert_eq!(tables::NVLS, 25.0);
    // LL: half of 370.8 is 185.4, capped at Hopper's 141. LL128: 0.92 x 370.8 = 341.1, below 16 x 36.7.
    assert_eq!(ring::rate(&comm, &nccl, Protocol::Ll), 141e9);
    assert_eq!(ring::rate(&comm, &nccl, Protocol::Ll128), 0.92 * 370.8e9);
}

/// 4 nodes of 8: 62 steps, 6 of them over the network. LL on Intel hosts: 6.6 + 56 x max(0.6, 1) + 6 x 2.7 = 78.8; Simple: 8.4 + 56 x
/// max(3.4, 3) + 6 x 14 = 282.8. The tree by Simple: 8.4 + 2 (7 x 4 + 2 x 14) = 120.4.
#[test]
fn latencies_on_four_nodes_follow_the_tables() {
    let nccl = tuning(&builtin("dgx-h100").unwrap());
    let comm = Comm { ranks: 32.0, nodes: 4.0, x: 384e9, intra: 370.8e9, inter: 384e9, message: 48e9 };
    assert_eq!(rounded(ring::latency(&comm, &nccl, Protocol::Ll, 62.0, 6.0)), 78.8);
    assert_eq!(rounded(ring::latency(&comm, &nccl, Protocol::Simple, 62.0, 6.0)), 282.8);
    assert_eq!(rounded(tree::latency(&comm, &nccl, Protocol::Simple)), 120.4);
}

/// Published for 8 H200 (stas00/ml-engineering): LL rings up to 1 MiB, NVLS by Simple from 2 MiB.
#[test]
fn eight_h200_choose_as_nccl_does() {
    let costs = CollectiveCosts::new(&builtin("hgx-h200").unwrap(), &Mesh::new(&[("x", 8)])).unwrap();
    let chosen = |bytes| costs.price(Collective::AllReduce, &[AxisRef::full(Sym::new("x"))], bytes).algorithm;
    for bytes in [32 << 10, 128 << 10, 512 << 10, 1 << 20] {
        assert_eq!(chosen(bytes), "nccl-ring-ll", "{bytes}");
    }
    for bytes in [2 << 20, 16 << 20, 1 << 30] {
        assert_eq!(chosen(bytes), "nccl-nvls", "{bytes}");
    }
}

/// The correction of Simple is 0.9 for 64 bytes, 0.5 for 128 KiB (64 x 2^11) to 2 MiB, 0.6 above; with the envelope 2 MiB and a byte cost what 2 MiB do.
#[test]
fn the_correction_of_trees_never_makes_a_longer_message_cheaper() {
    assert_eq!(tables::tree_corrected(Protocol::Simple, 90.0), 100.0);
    assert_eq!(tables::tree_corrected(Protocol::Simple, 131072.0), 262144.0);
    assert_eq!(tables::tree_corrected(Protocol::Simple, 2097152.0), 2.0 * 2097152.0);
    let mut before = 0.0;
    for step in 0..4000 {
        let corrected = tables::tree_corrected(Protocol::Simple, 32.0 * 1.01f64.powi(step));
        assert!(corrected >= before);
        before = corrected;
    }
}
