//! Plans for known pairs of placements; for random ones, in [`random`]; against Shardy's, in [`shardy`]; against all paths, in
//! [`exhaustive`].


mod exhaustive;
mod random;
mod shardy;
mod simulate;

use super::*;
use shardwright_ir::Sym;

fn axis(text: &str) -> AxisRef {
    // "x" or "x:pre:size".
    let mut parts = text.split(':');
    let name = Sym::new(parts.next().expect("a name"));
    let sub = parts.next().map(|pre| (pre.parse().expect("a number"), parts.next().expect("a size").parse().expect("a number")));
    AxisRef { name, sub }
}

fn dims(lists: &[&[&str]]) -> DimAxes {
    lists.iter().map(|list| list.iter().map(|text| axis(text)).collect()).collect()
}

fn at(lists: &[&[&str]]) -> Placement {
    Placement::of(dims(lists))
}

fn partial(lists: &[&[&str]], axes: &[&str]) -> Placement {
    Placement { dims: dims(lists), partial: axes.iter().map(|text| axis(text)).collect() }
}

fn kinds(mesh: &Mesh, sizes: &[i64], from: &Placement, to: &Placement) -> String {
    let stages = plan(mesh, Shape { dims: sizes, element: 4 }, from, to, &WireBytes).expect("a plan");
    let name = |stage: &Stage| match stage.step {
        Step::Slice(_) => "slice",
        Step::Permute => "permute",
        Step::AllToAll(_) => "all-to-all",
        Step::Gather(_) => "gather",
        Step::ReduceScatter(_) => "reduce-scatter",
        Step::AllReduce(_) => "all-reduce",
    };
    stages.iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn one_collective_does_what_one_can() {
    let mesh = Mesh::new(&[("x", 2), ("y", 2), ("z", 4)]);
    let sizes = [64, 64, 64];
    let check = |from: &[&[&str]], to: &[&[&str]], wanted: &str| {
        assert_eq!(kinds(&mesh, &sizes, &Placement::of(dims(from)), &Placement::of(dims(to))), wanted, "{from:?} to {to:?}");
    };
    check(&[&["x"], &[], &[]], &[&["x"], &[], &[]], "");
    check(&[&["x"], &["y"], &[]], &[&[], &[], &[]], "gather");
    check(&[&[], &[], &[]], &[&["x"], &["y"], &[]], "slice");
    check(&[&["x"], &[], &[]], &[&[], &["x"], &[]], "all-to-all");
    check(&[&["x"], &[], &[]], &[&["y"], &[], &[]], "permute");
    check(&[&["x"], &["y"], &[]], &[&["y"], &["x"], &[]], "permute");
    check(&[&["x", "y"], &[], &[]], &[&["y", "x"], &[], &[]], "permute");
    // The "involuntary full rematerialisation" of xla issue 15207 needs no gather.
    check(&[&["y"], &[], &["x"]], &[&[], &["x", "y"], &[]], "all-to-all");
    check(&[&["z"], &["x"], &[]], &[&["x"], &["z"], &[]], "all-to-all permute");
    check(&[&["x"], &[], &[]], &[&["x", "y"], &["z"], &[]], "slice");
}

/// 10 elements on 4 shards are blocks of 3; on 2 shards blocks of 5: they do not nest.
#[test]
fn uneven_blocks_that_do_not_nest_go_through_the_whole() {
    let mesh = Mesh::new(&[("x", 2), ("y", 2)]);
    assert_eq!(kinds(&mesh, &[10], &at(&[&["x", "y"]]), &at(&[&["x"]])), "gather slice");
    assert_eq!(kinds(&mesh, &[10], &at(&[&["x"]]), &at(&[&["x", "y"]])), "gather slice");
    // 7 on 4 is blocks of 2, on 2 blocks of 4.
    assert_eq!(kinds(&mesh, &[7], &at(&[&["x", "y"]]), &at(&[&["x"]])), "gather");
}

/// A sum over x=4 of 64x32 f32 a device (8 KiB), wanted in parts along x: (4-1)/4 of 8 KiB instead of twice that.
#[test]
fn partial_sums_wanted_in_parts_are_scattered() {
    let mesh = Mesh::new(&[("x", 4), ("y", 2)]);
    let shape = Shape { dims: &[64, 64], element: 4 };
    let from = partial(&[&[], &["y"]], &["x"]);
    let to = at(&[&["x"], &["y"]]);
    let stages = plan(&mesh, shape, &from, &to, &WireBytes).expect("a plan");
    assert_eq!(stages, [Stage { step: Step::ReduceScatter(dims(&[&["x"], &[]])), dims: to.dims.clone(), partial: Vec::new() }]);
    assert_eq!(cost(&mesh, shape, &from, &stages, &WireBytes).wire, 6144);
}

#[test]
fn partial_sums_are_combined_where_they_are_smallest() {
    let mesh = Mesh::new(&[("x", 2), ("y", 2), ("z", 4)]);
    let check = |from: Placement, to: Placement, wanted: &str| {
        assert_eq!(kinds(&mesh, &[64, 64, 64], &from, &to), wanted, "{from:?} to {to:?}");
    };
    check(partial(&[&[], &[], &[]], &["x"]), at(&[&[], &[], &[]]), "all-reduce");
    check(partial(&[&[], &[], &[]], &["x", "y"]), partial(&[&[], &[], &[]], &["y"]), "all-reduce");
    // Cut before it is combined.
    check(partial(&[&[], &[], &[]], &["x"]), at(&[&["y"], &[], &[]]), "slice all-reduce");
    // Scattered over x and y (3/4) and joined again over y (1/4): as many bytes as scattered over x (1/2) and all-reduced over y
    // (twice a half of a half), but a device holds less in between.
    check(partial(&[&[], &[], &[]], &["x", "y"]), at(&[&["x"], &[], &[]]), "reduce-scatter gather");
    check(partial(&[&[], &[], &[]], &["x", "z"]), at(&[&["x"], &["z"], &[]]), "reduce-scatter");
    // Joined after it is scattered: half as much is combined as by an all-reduce of the joined tensor.
    check(partial(&[&["y"], &[], &[]], &["x"]), at(&[&[], &["x"], &[]]), "reduce-scatter gather");
    let error = plan(&mesh, Shape { dims: &[64, 64, 64], element: 4 }, &at(&[&[], &[], &[]]), &partial(&[&[], &[], &[]], &["x"]), &WireBytes);
    assert_eq!(error, Err("a tensor that is not partial along \"x\" cannot become partial along it".into()));
}

/// A number from the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().map_or(default, |text| text.parse().unwrap_or_else(|_| panic!("{name} must be a number, got {text}")))
}
