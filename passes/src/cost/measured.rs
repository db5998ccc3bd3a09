//! Prices against published measurements, within 10%.
//!
//! Source unless said otherwise: stas00/ml-engineering, network/README.md and network/benchmarks/README.md (bus bandwidths as nccl-tests defines
//! them: bytes / seconds times 2(n-1)/n for all-reduces, (n-1)/n for all-gathers and reduce-scatters, the bytes being those of the full tensor).
//! Machine files were calibrated by NCCL's own figures a link, not by these points, except MI300X and PCIe, whose one efficiency is.
//! Known misses, not tested: small and middle sizes, where NCCL's tables are optimistic (8 H200: 64 KiB 18 us measured, 16 priced; 8 MiB 75
//! against 57; 4 nodes of 8 B200 below 1 GiB up to twice as slow as priced), and the older curve of 4 unnamed nodes (94 GB/s at 1 GiB: they
//! have about 800 Gb/s a node, but its machine is not described).

use super::{Collective, CollectiveCosts};
use shardwright_ir::Sym;
use shardwright_ir::machine::{Library, Machine, Topology, builtin};
use shardwright_ir::sharding::{AxisRef, Mesh};

fn seconds(machine: &Machine, kind: Collective, n: i64, operand: u64) -> f64 {
    let costs = CollectiveCosts::new(machine, &Mesh::new(&[("x", n)])).unwrap();
    costs.price(kind, &[AxisRef::full(Sym::new("x"))], operand).seconds
}

/// Bus bandwidth in GB/s of a collective with a full tensor of `bytes`.
fn bus(machine: &Machine, kind: Collective, n: i64, bytes: u64) -> f64 {
    let operand = if kind == Collective::AllGather { bytes / n as u64 } else { bytes };
    let once = (n - 1) as f64 / n as f64;
    let factor = match kind {
        Collective::AllReduce => 2.0 * once,
        Collective::AllGather | Collective::ReduceScatter | Collective::AllToAll => once,
        _ => 1.0,
    };
    bytes as f64 / seconds(machine, kind, n, operand) * factor / 1e9
}

fn without_nvls(machine: &Machine) -> Machine {
    let mut machine = machine.clone();
    if let Library::Nccl(nccl) = &mut machine.library {
        nccl.nvls_channels = 0;
    }
    machine
}

const GIB: u64 = 1 << 30;

#[test]
fn prices_agree_with_measurements_within_a_tenth() {
    let [h200, b200, a100, mi300x, pcie] = ["hgx-h200", "dgx-b200", "dgx-a100", "mi300x", "pcie"].map(|name| builtin(name).unwrap());
    let [h200_off, b200_off] = [&h200, &b200].map(without_nvls);
    use Collective::{AllGather, AllReduce, Permute, ReduceScatter};
    let points: &[(&str, &Machine, Collective, i64, u64, f64)] = &[
        ("8 H200, 16 GiB, NVLS", &h200, AllReduce, 8, 16 * GIB, 480.0),
        ("8 H200, 16 GiB, ring", &h200_off, AllReduce, 8, 16 * GIB, 367.2),
        ("8 H200, 16 GiB", &h200, AllGather, 8, 16 * GIB, 361.4),
        ("8 H200, 16 GiB", &h200, ReduceScatter, 8, 16 * GIB, 362.9),
        ("4 H200, 8 GiB", &h200, AllReduce, 4, 8 * GIB, 363.3),
        ("5 H200, 8 GiB", &h200, AllReduce, 5, 8 * GIB, 414.2),
        ("6 H200, 8 GiB", &h200, AllReduce, 6, 8 * GIB, 435.6),
        ("7 H200, 8 GiB", &h200, AllReduce, 7, 8 * GIB, 460.0),
        ("8 H200, 8 GiB", &h200, AllReduce, 8, 8 * GIB, 473.1),
        ("4 H200, 8 GiB, ring", &h200_off, AllReduce, 4, 8 * GIB, 363.3),
        ("5 H200, 8 GiB, ring", &h200_off, AllReduce, 5, 8 * GIB, 364.4),
        ("6 H200, 8 GiB, ring", &h200_off, AllReduce, 6, 8 * GIB, 365.1),
        ("7 H200, 8 GiB, ring", &h200_off, AllReduce, 7, 8 * GIB, 365.7),
        ("8 H200, 8 GiB, ring", &h200_off, AllReduce, 8, 8 * GIB, 365.6),
        ("8 H200, 128 MiB", &h200, AllReduce, 8, 128 << 20, 414.54),
        ("8 H200, 512 MiB", &h200, AllReduce, 8, 512 << 20, 456.23),
        ("4 B200, 8 GiB", &b200, AllReduce, 4, 8 * GIB, 673.2),
        ("5 B200, 8 GiB", &b200, AllReduce, 5, 8 * GIB, 677.8),
        ("6 B200, 8 GiB", &b200, AllReduce, 6, 8 * GIB, 778.2),
        ("7 B200, 8 GiB", &b200, AllReduce, 7, 8 * GIB, 811.2),
        ("8 B200, 8 GiB", &b200, AllReduce, 8, 8 * GIB, 838.0),
        ("6 B200, 8 GiB, ring", &b200_off, AllReduce, 6, 8 * GIB, 677.8),
        ("7 B200, 8 GiB, ring", &b200_off, AllReduce, 7, 8 * GIB, 680.5),
        ("8 B200, 8 GiB, ring", &b200_off, AllReduce, 8, 8 * GIB, 682.2),
        ("4 nodes of 8 B200, 1 GiB", &b200, AllReduce, 32, GIB, 365.99),
        ("4 nodes of 8 B200, 4 GiB", &b200, AllReduce, 32, 4 * GIB, 374.66),
        ("4 nodes of 8 B200, 16 GiB", &b200, AllReduce, 32, 16 * GIB, 376.71),
        ("8 A100, large", &a100, AllReduce, 8, 8 * GIB, 235.0),
        ("2 H200, one message", &h200, Permute, 2, 16 * GIB, 396.4),
        ("2 MI300X, 4 GiB", &mi300x, AllReduce, 2, 4 * GIB, 47.7),
        ("8 MI300X, 4 GiB", &mi300x, AllReduce, 8, 4 * GIB, 312.9),
        ("PCIe 5, one message", &pcie, Permute, 2, 4 * GIB, 55.4),
    ];
    let misses: Vec<String> = points
        .iter()
        .filter_map(|(what, machine, kind, n, bytes, measured)| {
            let priced = bus(machine, *kind, *n, *bytes);
            let off = priced / measured - 1.0;
            (off.abs() > 0.1).then(|| format!("{what}: {} measured {measured} GB/s, priced {priced:.1} ({:+.1}%)", kind.as_str(), off * 100.0))
        })
        .collect();
    assert!(misses.is_empty(), "\n{}", misses.join("\n"));
}

/// ASTRA-sim's validated HGX-H100: a ring over 8 devices on a switch of 400 GB/s and 936.25 ns. 1 MB: 14 x 0.93625 + 1.75 x 1e6 / 400e3 us.
#[test]
fn a_ring_agrees_with_astra_sim() {
    let mut machine = builtin("cpu").unwrap();
    machine.device.reduce_gigabytes_per_second = None;
    let level = &mut machine.levels[0];
    (level.gigabytes_per_second, level.efficiency, level.latency_us, level.units) = (400.0, 1.0, 0.93625, Some(8));
    assert_eq!(level.topology, Topology::Switch);
    machine.library = Library::Algorithms { names: vec!["ring".to_owned(), "send".to_owned()], call_us: 0.0, source: "ASTRA-sim".to_owned() };
    let us = seconds(&machine, Collective::AllReduce, 8, 1_000_000) * 1e6;
    assert!((us - 17.4825).abs() < 1e-9, "{us}");
}

/// The scaling book: an all-gather over the closed axis of 16 of a v5e 8 x 16 slice reaches 95% of both directions of its link: for 10 MB
/// gathered, 15/16 of 10 MB / (2 x 45 GB/s x 0.95) = 109.6 us, and 8 hops of 1 us and a call.
#[test]
fn an_all_gather_agrees_with_the_scaling_book() {
    let costs = CollectiveCosts::new(&builtin("tpu-v5e").unwrap(), &Mesh::new(&[("x", 8), ("y", 16)])).unwrap();
    let us = costs.price(Collective::AllGather, &[AxisRef::full(Sym::new("y"))], 625_000).seconds * 1e6;
    assert!((us - (109.649 + 8.0 + 1.0)).abs() < 0.01, "{us}");
    // Without the link around (x has 8 and is not closed) the same bytes take twice as long.
    let open = costs.price(Collective::AllGather, &[AxisRef::full(Sym::new("x"))], 10_000_000 / 8).seconds * 1e6;
    assert!((open - (2.0 * 109.649 * (7.0 / 8.0) / (15.0 / 16.0) + 7.0 + 1.0)).abs() < 0.01, "{open}");
}
