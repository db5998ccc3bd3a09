//! Laws that prices keep, on random sizes, groups and machines.

use super::collective::{self, alone};
use super::placement::{Placement, Shape, Span};
use super::{Collective, CollectiveCosts};
use proptest::prelude::*;
use shardwright_ir::Sym;
use shardwright_ir::machine::{BUILTIN, builtin};
use shardwright_ir::sharding::{AxisRef, Mesh};

fn span(level: usize, size: u64, alpha: f64) -> Span {
    Span { level, size, alpha, beta: 1e-9, message_beta: 1e-9, shape: Shape::Switch }
}

fn axis(name: &str, sub: Option<(i64, i64)>) -> AxisRef {
    AxisRef { name: Sym::new(name), sub }
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn prices_rise_with_the_size(machine in 0..BUILTIN.len(), kind in 0..7usize, small in 1u64..1 << 32, more in 0u64..1 << 32, which in 0..5usize) {
        let machine = builtin(BUILTIN[machine].0).unwrap();
        let costs = CollectiveCosts::new(&machine, &Mesh::new(&[("x", 4), ("y", 4)])).unwrap();
        let groups = [vec![axis("x", None)], vec![axis("y", None)], vec![axis("x", None), axis("y", None)], vec![axis("x", Some((2, 2)))], vec![axis("y", Some((1, 2))), axis("x", Some((1, 2)))]];
        let kind = Collective::ALL[kind];
        let [a, b] = [small, small + more].map(|bytes| costs.price(kind, &groups[which], bytes));
        prop_assert!(a.seconds <= b.seconds && a.seconds > 0.0 && b.seconds.is_finite(), "{kind:?} {a:?} {b:?}");
        prop_assert_eq!(costs.price(kind, &groups[which], small), a);
    }

    #[test]
    fn a_hierarchy_of_equal_links_sends_what_a_ring_does(g in 2u64..17, k in 2u64..17, bytes in 1.0f64..1e9) {
        let (inner, outer) = (span(0, g, 1e-6), span(1, k, 1e-6));
        let at = Placement { size: g * k, spans: [inner, outer].into_iter().collect(), nodes: k, ..alone(&inner, 0.0) };
        let flat = alone(&span(0, g * k, 1e-6), 0.0);
        for kind in [Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter] {
            let levels = (collective::hierarchical::ROW.price)(kind, &at, bytes).unwrap();
            let ring = (collective::ring::ROW.price)(kind, &flat, bytes).unwrap();
            prop_assert!(near(levels.sent, ring.sent) && near(levels.transfer, ring.transfer), "{kind:?} {levels:?} {ring:?}");
        }
    }

    #[test]
    fn gathering_along_two_axes_moves_what_gathering_along_both_does(x in 1u64..64, y in 1u64..64, shard in 0u64..1 << 30) {
        let along = |n, bytes| Collective::AllGather.wire_bytes(n, bytes);
        prop_assert_eq!(along(x, shard) + along(y, x * shard), along(x * y, shard));
    }

    #[test]
    fn an_all_reduce_moves_what_a_reduce_scatter_and_an_all_gather_do(n in 1u64..64, shard in 0u64..1 << 30) {
        let whole = Collective::AllReduce.wire_bytes(n, n * shard);
        prop_assert_eq!(whole, Collective::ReduceScatter.wire_bytes(n, n * shard) + Collective::AllGather.wire_bytes(n, shard));
    }

    /// Runs the messages: piece c of device d starts as d's contribution; after the algorithm every device has every contribution to every
    /// piece, and has sent what the formula says.
    #[test]
    fn messages_carry_every_contribution_and_the_bytes_of_the_formula(power in 1u32..5, odd in 2usize..13, bytes in 1u32..1000) {
        let n = 1usize << power;
        let piece = f64::from(bytes);
        let sent = |kind, row: &collective::Algorithm, n: usize| {
            (row.price)(kind, &alone(&span(0, n as u64, 1.0), 0.0), piece * n as f64).unwrap().sent
        };
        let ring = run(odd, ring_rounds(odd));
        prop_assert!(near(ring * piece, sent(Collective::AllReduce, &collective::ring::ROW, odd)));
        let halving = run(n, halving_doubling_rounds(n));
        prop_assert!(near(halving * piece, sent(Collective::AllReduce, &collective::halving_doubling::ROW, n)));
        let direct = run(odd, direct_rounds(odd));
        prop_assert!(near(direct * piece, sent(Collective::AllReduce, &collective::direct::ROW, odd)));
    }
}

/// A message: from, to, and the pieces that it carries.
type Message = (usize, usize, Vec<usize>);

/// Runs rounds of messages and returns the pieces that the busiest device sent. Panics unless every device ends with all contributions.
fn run(n: usize, rounds: Vec<Vec<Message>>) -> f64 {
    let mut has = vec![vec![0u32; n]; n];
    has.iter_mut().enumerate().for_each(|(device, pieces)| pieces.fill(1 << device));
    let mut sent = vec![0usize; n];
    for round in rounds {
        let before = has.clone();
        for (from, to, pieces) in round {
            sent[from] += pieces.len();
            pieces.into_iter().for_each(|piece| has[to][piece] |= before[from][piece]);
        }
    }
    assert!(has.iter().flatten().all(|contributions| *contributions == (1 << n) - 1), "a contribution is lost");
    sent.into_iter().max().unwrap_or(0) as f64
}

fn ring_rounds(n: usize) -> Vec<Vec<Message>> {
    let steps = 0..2 * (n - 1);
    steps.map(|step| (0..n).map(|device| (device, (device + 1) % n, vec![(device + 2 * n - step) % n])).collect()).collect()
}

fn halving_doubling_rounds(n: usize) -> Vec<Vec<Message>> {
    // Whose half: the pieces that agree with the receiver in the bits handled so far.
    let bits = n.trailing_zeros();
    let agree = |piece: usize, device: usize, low: u32| (piece ^ device) >> low == 0;
    let halving = (0..bits).rev().map(|bit| {
        let to = |device: usize| device ^ (1 << bit);
        (0..n).map(|device| (device, to(device), (0..n).filter(|piece| agree(*piece, to(device), bit)).collect())).collect()
    });
    let doubling = (0..bits).map(|bit| (0..n).map(|device| (device, device ^ (1 << bit), (0..n).filter(|piece| agree(*piece, device, bit)).collect())).collect());
    halving.chain(doubling).collect()
}

fn direct_rounds(n: usize) -> Vec<Vec<Message>> {
    let pairs = |piece: fn(usize, usize) -> usize| (0..n).flat_map(move |from| (0..n).filter(move |to| *to != from).map(move |to| (from, to, vec![piece(from, to)]))).collect();
    vec![pairs(|_, to| to), pairs(|from, _| from)]
}
