//! Each formula by hand: alpha = 1000, beta = 1, gamma = 0.1, and few bytes, so that every term can be read off the sum.

use super::*;
use crate::cost::placement::Shape;
use smallvec::smallvec;

fn span(size: u64, shape: Shape) -> Span {
    Span { level: 0, size, alpha: 1000.0, beta: 1.0, message_beta: 1.0, shape }
}

fn group(size: u64, shape: Shape) -> Placement {
    alone(&span(size, shape), 0.1)
}

fn seconds(row: &Algorithm, kind: Collective, at: &Placement, bytes: f64) -> f64 {
    let terms = (row.price)(kind, at, bytes).unwrap_or_else(|| panic!("{} does {kind:?}", row.name));
    (terms.seconds() * 1e6).round() / 1e6
}

use Collective::{AllGather, AllReduce, AllToAll, Broadcast, Permute, Reduce, ReduceScatter};

/// n = 8 and S = 800: (n-1)/n S = 700.
#[test]
fn formulas_agree_with_hand_calculation() {
    let switch = group(8, Shape::Switch);
    let closed = group(8, Shape::Ring { closed: true });
    let open = group(8, Shape::Ring { closed: false });
    let cases: &[(&Algorithm, Collective, &Placement, f64)] = &[
        (&ring::ROW, AllReduce, &switch, 14.0 * 1000.0 + 2.0 * 700.0 + 70.0),
        (&ring::ROW, AllGather, &switch, 7.0 * 1000.0 + 700.0),
        (&ring::ROW, ReduceScatter, &switch, 7.0 * 1000.0 + 700.0 + 70.0),
        // S (n-1)/2 = 2800.
        (&ring::ROW, AllToAll, &switch, 7.0 * 1000.0 + 2800.0),
        (&ring::ROW, Broadcast, &switch, 7.0 * 1000.0 + 800.0),
        (&ring::ROW, Reduce, &switch, 7.0 * 1000.0 + 800.0 + 80.0),
        // ceil(7/2) = 4 steps a phase, half of the bytes each way.
        (&bidirectional_ring::ROW, AllReduce, &closed, 8.0 * 1000.0 + 700.0 + 70.0),
        (&bidirectional_ring::ROW, AllGather, &closed, 4.0 * 1000.0 + 350.0),
        // n S / 8 = 800; on a row that is not closed n S / 4.
        (&bidirectional_ring::ROW, AllToAll, &closed, 4.0 * 1000.0 + 800.0),
        (&bidirectional_ring::ROW, AllToAll, &open, 7.0 * 1000.0 + 1600.0),
        (&bidirectional_ring::ROW, AllGather, &open, 7.0 * 1000.0 + 700.0),
        (&direct::ROW, AllReduce, &switch, 2.0 * 1000.0 + 1400.0 + 70.0),
        (&direct::ROW, AllGather, &switch, 1000.0 + 700.0),
        (&direct::ROW, AllToAll, &switch, 7.0 * 1000.0 + 700.0),
        (&direct::ROW, Broadcast, &switch, 1000.0 + 7.0 * 800.0),
        (&naive::ROW, AllReduce, &switch, 1000.0 + 7.0 * 800.0 + 560.0),
        (&parameter_server::ROW, AllReduce, &switch, 2.0 * 1000.0 + 2.0 * 7.0 * 800.0 + 560.0),
        (&recursive_doubling::ROW, AllReduce, &switch, 3.0 * (1000.0 + 800.0 + 80.0)),
        (&recursive_doubling::ROW, AllGather, &switch, 3.0 * 1000.0 + 700.0),
        (&halving_doubling::ROW, AllReduce, &switch, 6.0 * 1000.0 + 1400.0 + 70.0),
        (&halving_doubling::ROW, ReduceScatter, &switch, 3.0 * 1000.0 + 700.0 + 70.0),
        // sqrt(2 * 800 / 1000) = 1.3 pieces: one is better than two (11360).
        (&tree::ROW, AllReduce, &switch, 2.0 * 3.0 * (1000.0 + 800.0) + 3.0 * 80.0),
        (&tree::ROW, Broadcast, &switch, 3.0 * (1000.0 + 800.0)),
        (&double_binary_tree::ROW, AllReduce, &switch, 6.0 * 1000.0 + 1600.0 + 80.0),
        (&scatter_gather::ROW, Broadcast, &switch, (3.0 + 7.0) * 1000.0 + 1400.0),
        (&send::ROW, Permute, &switch, 1000.0 + 800.0),
    ];
    for (row, kind, at, expected) in cases {
        assert_eq!(seconds(row, *kind, at, 800.0), *expected, "{} {kind:?} {:?}", row.name, at.flat.shape);
    }
    assert_eq!(tree::pipelined(AllReduce, &switch, 800.0, 2.0).unwrap().seconds(), 8.0 * 1000.0 + 8.0 * 400.0 + 4.0 * 40.0);
    // Servers on all devices are the direct algorithm.
    assert_eq!(parameter_server::sharded(&switch, 800.0, 8.0), (direct::ROW.price)(AllReduce, &switch, 800.0).unwrap());
}

/// n = 6: four devices take part, two fold into partners: 2 alpha + 2 S beta + S gamma more.
#[test]
fn devices_beyond_a_power_of_two_fold() {
    let at = group(6, Shape::Switch);
    let fold = 2.0 * 1000.0 + 2.0 * 800.0 + 80.0;
    assert_eq!(seconds(&recursive_doubling::ROW, AllReduce, &at, 800.0), 2.0 * (1000.0 + 800.0 + 80.0) + fold);
    assert_eq!(seconds(&halving_doubling::ROW, AllReduce, &at, 800.0), 4.0 * 1000.0 + 1200.0 + 60.0 + fold);
    assert!((halving_doubling::ROW.price)(AllGather, &at, 800.0).is_none());
}

/// Four devices a node (alpha 10) and two nodes: RS(800) and AG(800) within, AR(200) across.
#[test]
fn a_hierarchy_is_priced_phase_by_phase() {
    let inner = Span { alpha: 10.0, ..span(4, Shape::Switch) };
    let outer = Span { level: 1, ..span(2, Shape::Switch) };
    let at = Placement { size: 8, spans: smallvec![inner, outer], nodes: 2, ..alone(&inner, 0.1) };
    // Within, direct: one step and 3/4 of 800 a phase; across, of 200: two steps and 200.
    let within = 10.0 + 600.0;
    assert_eq!(seconds(&hierarchical::ROW, AllReduce, &at, 800.0), (within + 60.0) + within + (2.0 * 1000.0 + 200.0 + 10.0));
    assert_eq!(seconds(&hierarchical::ROW, AllGather, &at, 800.0), within + (1000.0 + 100.0));
    assert_eq!((hierarchical::ROW.price)(AllReduce, &at, 800.0).unwrap().sent, 2.0 * 700.0);
}

/// A 4 x 4 torus and S = 1600, both directions: RS_x 600, AR_y of 400 2 x 150, AG_x 600; 2 steps a phase.
#[test]
fn a_torus_is_priced_dimension_by_dimension_or_all_at_once() {
    let side = span(4, Shape::Ring { closed: true });
    let at = Placement { size: 16, spans: smallvec![side, side], ..alone(&side, 0.1) };
    assert_eq!(seconds(&torus_in_turn::ROW, AllReduce, &at, 1600.0), 8.0 * 1000.0 + (600.0 + 300.0 + 600.0) + (120.0 + 30.0));
    // Two halves at once: the same steps, half of the transfer.
    assert_eq!(seconds(&torus::ROW, AllReduce, &at, 1600.0), 8.0 * 1000.0 + 750.0 + 75.0);
    // The scaling book's quarter: an all-to-all along one dimension of n takes n S / 8, all dimensions at once.
    assert_eq!(seconds(&torus::ROW, AllToAll, &at, 1600.0), 4.0 * 1000.0 + 800.0);
}

#[test]
fn algorithms_rank_by_latency_when_messages_are_small() {
    let at = group(16, Shape::Switch);
    let rows = [&naive::ROW, &direct::ROW, &recursive_doubling::ROW, &halving_doubling::ROW, &ring::ROW];
    let prices: Vec<f64> = rows.iter().map(|row| seconds(row, AllReduce, &at, 1.0)).collect();
    assert!(prices.is_sorted_by(|a, b| a < b), "{prices:?}");
    // And by bytes when they are large.
    let rows = [&halving_doubling::ROW, &double_binary_tree::ROW, &recursive_doubling::ROW, &naive::ROW, &parameter_server::ROW];
    let prices: Vec<f64> = rows.iter().map(|row| seconds(row, AllReduce, &at, 1e9)).collect();
    assert!(prices.is_sorted_by(|a, b| a < b), "{prices:?}");
}

#[test]
fn an_all_reduce_is_a_reduce_scatter_and_an_all_gather() {
    for (row, shape) in [
        (&ring::ROW, Shape::Switch),
        (&direct::ROW, Shape::Mesh),
        (&halving_doubling::ROW, Shape::Switch),
        (&bidirectional_ring::ROW, Shape::Ring { closed: true }),
        (&bidirectional_ring::ROW, Shape::Ring { closed: false }),
    ] {
        let at = group(8, shape);
        let [whole, scatter, gather] = [AllReduce, ReduceScatter, AllGather].map(|kind| seconds(row, kind, &at, 800.0));
        assert_eq!(whole, scatter + gather, "{}", row.name);
    }
}

#[test]
fn every_algorithm_has_a_name_of_its_own_and_a_place_in_the_list() {
    assert!(ALGORITHMS.is_sorted_by(|a, b| a.name < b.name));
    assert!(ALGORITHMS.iter().all(|row| !row.summary.is_empty() && !row.formula.is_empty() && algorithm(row.name).is_some()));
    assert!(Collective::ALL.iter().all(|kind| Collective::parse(kind.as_str()) == Some(*kind)));
}
