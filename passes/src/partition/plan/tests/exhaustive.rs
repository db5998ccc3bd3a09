//! Plans against the shortest of all paths over all placements: the same price.
//!
//! The paths are found here without what plans are made with: every pair of placements is asked whether one collective leads from the
//! one to the other, and what it costs by the formulas of `report.json`. Paths use all axes of the mesh; for plans that leave idle axes alone,
//! those that source and target mention. `SHARDWRIGHT_EVERY` takes every so manieth pair on 8 devices (default 997; 1 takes all).

use super::super::*;
use super::number;
use std::collections::{BTreeMap, BTreeSet};

/// Digits on each dimension, and partial digits.
#[derive(Clone, PartialEq, Eq, Debug)]
struct At {
    dims: Vec<Vec<usize>>,
    partial: BTreeSet<usize>,
}

/// All placements of `digits` digits of size 2 on `rank` dimensions.
fn all(digits: usize, rank: usize) -> Vec<At> {
    let mut found = vec![At { dims: vec![Vec::new(); rank], partial: BTreeSet::new() }];
    for digit in 0..digits {
        let mut more = Vec::new();
        for at in &found {
            let mut partial = at.clone();
            partial.partial.insert(digit);
            more.push(partial);
            for dim in 0..rank {
                for place in 0..=at.dims[dim].len() {
                    let mut next = at.clone();
                    next.dims[dim].insert(place, digit);
                    more.push(next);
                }
            }
        }
        found.extend(more);
    }
    found
}

fn ceil(size: i64, shards: i64) -> i64 {
    (size + shards - 1) / shards
}

fn held(sizes: &[i64], at: &At) -> i64 {
    sizes.iter().zip(&at.dims).map(|(&size, digits)| ceil(size, 1 << digits.len())).product::<i64>() * 4
}

/// The price of the one collective that leads from `s` to `t`, if one does.
fn edge(sizes: &[i64], s: &At, t: &At) -> Option<i64> {
    let dims = || 0..sizes.len();
    // Whole blocks are joined to, or cut from, whole blocks.
    for dim in dims() {
        let (few, many) = (s.dims[dim].len().min(t.dims[dim].len()), s.dims[dim].len().max(t.dims[dim].len()));
        if few != many && few != 0 && ceil(sizes[dim], 1 << few) != ceil(sizes[dim], 1 << many) << (many - few) {
            return None;
        }
    }
    if s == t || !t.partial.is_subset(&s.partial) {
        return None;
    }
    let total = |at: &At| at.dims.iter().map(Vec::len).sum::<usize>();
    let grows = dims().all(|dim| t.dims[dim].starts_with(&s.dims[dim]));
    let gone: BTreeSet<usize> = s.partial.difference(&t.partial).copied().collect();
    // What a device sends is padded where a dimension is cut.
    let sent = |dim: usize| {
        let (before, after) = (s.dims[dim].len(), t.dims[dim].len());
        if after > before { ceil(sizes[dim], 1 << after) << (after - before) } else { ceil(sizes[dim], 1 << before) }
    };
    let padded: i64 = dims().map(sent).product::<i64>() * 4;
    if !gone.is_empty() {
        let group = 1i64 << gone.len();
        if s.dims == t.dims {
            return Some(2 * (group - 1) * held(sizes, s) / group + LATENCY_BYTES);
        }
        let gained: BTreeSet<usize> = dims().flat_map(|dim| t.dims[dim].get(s.dims[dim].len()..).unwrap_or(&[])).copied().collect();
        return (grows && gained == gone).then(|| (group - 1) * padded / group + LATENCY_BYTES);
    }
    if grows {
        return Some(0);
    }
    if dims().all(|dim| s.dims[dim].starts_with(&t.dims[dim])) {
        return Some(held(sizes, s) * ((1 << (total(s) - total(t))) - 1) + LATENCY_BYTES);
    }
    if dims().all(|dim| s.dims[dim].len() == t.dims[dim].len()) {
        return Some(held(sizes, s) + LATENCY_BYTES);
    }
    let lost: usize = dims().map(|dim| s.dims[dim].len().saturating_sub(t.dims[dim].len())).sum();
    let one_way = dims().all(|dim| s.dims[dim].starts_with(&t.dims[dim]) || t.dims[dim].starts_with(&s.dims[dim]));
    let group = 1i64 << lost;
    (total(s) == total(t) && one_way && moves(&s.dims, &t.dims)).then(|| padded * (group - 1) / group + LATENCY_BYTES)
}

/// Whether suffixes moved one after the other lead from `now` to `to`, a dimension only giving or only taking.
fn moves(now: &[Vec<usize>], to: &[Vec<usize>]) -> bool {
    if now == to {
        return true;
    }
    let takes = |src: usize, start: usize, dst: usize| {
        let (have, suffix) = (now[dst].len(), &now[src][start..]);
        if dst == src || !to[dst].starts_with(&now[dst]) || !to[dst][have..].starts_with(suffix) {
            return false;
        }
        let mut next = now.to_vec();
        let suffix = next[src].split_off(start);
        next[dst].extend(suffix);
        moves(&next, to)
    };
    (0..now.len()).any(|src| (to[src].len()..now[src].len()).any(|start| (0..now.len()).any(|dst| takes(src, start, dst))))
}

struct Graph {
    states: Vec<At>,
    bytes: Vec<i64>,
    edges: Vec<Vec<(usize, i64)>>,
}

impl Graph {
    fn new(digits: usize, sizes: &[i64]) -> Graph {
        let states = all(digits, sizes.len());
        let from = |s: &At| states.iter().enumerate().filter_map(|(index, t)| Some((index, edge(sizes, s, t)?))).collect();
        Graph { bytes: states.iter().map(|at| held(sizes, at)).collect(), edges: states.iter().map(from).collect(), states }
    }

    /// Distances from `start` over states that hold at most `allowed` and use no digits but `digits`.
    fn distances(&self, start: usize, allowed: i64, digits: &BTreeSet<usize>) -> Vec<i64> {
        let open = |index: usize| self.bytes[index] <= allowed && self.states[index].dims.iter().flatten().all(|digit| digits.contains(digit));
        let mut best = vec![i64::MAX; self.states.len()];
        let mut done = vec![false; self.states.len()];
        best[start] = 0;
        while let Some(at) = (0..best.len()).filter(|&index| !done[index] && best[index] < i64::MAX).min_by_key(|&index| best[index]) {
            done[at] = true;
            for &(next, price) in self.edges[at].iter().filter(|(next, _)| open(*next)) {
                best[next] = best[next].min(best[at] + price);
            }
        }
        best
    }
}

fn placement(mesh: &Mesh, digits: &[AxisRef], at: &At) -> Placement {
    let list = |list: &mut dyn Iterator<Item = &usize>| -> Vec<AxisRef> { merged(mesh, &list.map(|&digit| digits[digit]).collect::<Vec<_>>()) };
    Placement { dims: at.dims.iter().map(|dim| list(&mut dim.iter())).collect(), partial: list(&mut at.partial.iter()) }
}

/// Compares every `every`th pair; returns how many were compared, how many cost less where idle axes share the work, and how many of
/// those by no more collectives.
fn compare(axes: &[(&str, i64)], sizes: &[i64], every: u64) -> (u64, u64, u64) {
    let mesh = Mesh::new(axes);
    let mut digits = Vec::new();
    for axis in &mesh.axes {
        digits.extend((0..axis.size.trailing_zeros()).map(|bit| AxisRef::span(&mesh, axis.name, 1 << bit, 2)));
    }
    let graph = Graph::new(digits.len(), sizes);
    let shape = Shape { dims: sizes, element: 4 };
    let everything: BTreeSet<usize> = (0..digits.len()).collect();
    let (mut pair, mut compared, mut idle, mut at_no_more) = (0u64, 0, 0, 0);
    for start in 0..graph.states.len() {
        let mut known = BTreeMap::<(i64, BTreeSet<usize>), Vec<i64>>::new();
        for goal in 0..graph.states.len() {
            let (s, t) = (&graph.states[start], &graph.states[goal]);
            if !t.partial.is_subset(&s.partial) {
                continue;
            }
            pair += 1;
            if !pair.is_multiple_of(every) {
                continue;
            }
            compared += 1;
            let mentioned: BTreeSet<usize> = s.dims.iter().chain(&t.dims).flatten().chain(&s.partial).copied().collect();
            let (from, to) = (placement(&mesh, &digits, s), placement(&mesh, &digits, t));
            // The price over these digits with the least to hold with which there is a path, and what a plan costs.
            let mut check = |idle: Idle, digits: &BTreeSet<usize>| {
                let mut allowed = graph.bytes[start].max(graph.bytes[goal]);
                let mut least = |allowed: i64| known.entry((allowed, digits.clone())).or_insert_with(|| graph.distances(start, allowed, digits))[goal];
                while least(allowed) == i64::MAX {
                    allowed = graph.bytes.iter().copied().filter(|&bytes| bytes > allowed).min().expect("through the whole there is a path");
                }
                let stages = plan_with(&mesh, shape, &from, &to, &WireBytes, (idle, &[])).expect("a plan");
                let ours = cost(&mesh, shape, &from, &stages, &WireBytes).time;
                assert_eq!(ours, least(allowed), "{mesh} {sizes:?} {from:?} to {to:?}, {idle:?}: {stages:?}");
                assert!(peak_bytes(&mesh, shape, &from, &stages) <= allowed, "{mesh} {sizes:?} {from:?} to {to:?}, {idle:?}: {stages:?}");
                (ours, allowed)
            };
            let (shared, alone) = (check(Idle::Share, &everything), check(Idle::Leave, &mentioned));
            idle += u64::from(shared.0 < alone.0);
            let stages = plan_with(&mesh, shape, &from, &to, &WireBytes, (Idle::AtNoMore, &[])).expect("a plan");
            let between = cost(&mesh, shape, &from, &stages, &WireBytes).time;
            assert!(between <= alone.0 && peak_bytes(&mesh, shape, &from, &stages) <= alone.1, "{mesh} {sizes:?} {from:?} to {to:?}: {stages:?}");
            at_no_more += u64::from(between < alone.0);
        }
    }
    (compared, idle, at_no_more)
}

fn compare_all(meshes: &[&[(&str, i64)]], shapes: &[&[i64]], every: u64) {
    let (mut compared, mut idle, mut at_no_more) = (0, 0, 0);
    for (axes, sizes) in meshes.iter().flat_map(|axes| shapes.iter().map(move |sizes| (axes, sizes))) {
        let (pairs, fewer, at_once) = compare(axes, sizes, every);
        (compared, idle, at_no_more) = (compared + pairs, idle + fewer, at_no_more + at_once);
    }
    assert!(compared > 0, "nothing was compared");
    eprintln!("{compared} pairs have the least price; idle axes lower it for {idle}, for {at_no_more} of them by no more collectives");
}

#[test]
fn plans_are_optimal_on_four_devices() {
    let meshes: &[&[(&str, i64)]] = &[&[("x", 4)], &[("x", 2), ("y", 2)]];
    compare_all(meshes, &[&[], &[32], &[7], &[10], &[64, 16], &[5, 12], &[1024, 2048], &[16, 32, 64], &[10, 8, 3]], 1);
}

#[test]
fn plans_are_optimal_on_eight_devices() {
    let meshes: &[&[(&str, i64)]] = &[&[("x", 8)], &[("x", 2), ("y", 4)], &[("x", 2), ("y", 2), ("z", 2)]];
    compare_all(meshes, &[&[], &[64], &[20], &[32, 64], &[9, 24], &[64, 32, 16], &[10, 8, 24]], number("SHARDWRIGHT_EVERY", 997));
}
