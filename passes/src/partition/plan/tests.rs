//! Plans for known pairs of placements, and validity of plans for random ones.

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

fn kinds(mesh: &Mesh, sizes: &[i64], from: &DimAxes, to: &DimAxes, reduce: &[AxisRef]) -> String {
    let stages = plan(mesh, Shape { dims: sizes, element: 4 }, from, to, reduce);
    let name = |stage: &Stage| match stage.step {
        Step::Slice(_) => "slice",
        Step::Permute => "permute",
        Step::AllToAll(_) => "all-to-all",
        Step::Gather(_) => "gather",
    };
    stages.iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn one_collective_does_what_one_can() {
    let mesh = Mesh::new(&[("x", 2), ("y", 2), ("z", 4)]);
    let sizes = [64, 64, 64];
    let check = |from: &[&[&str]], to: &[&[&str]], wanted: &str| {
        assert_eq!(kinds(&mesh, &sizes, &dims(from), &dims(to), &[]), wanted, "{from:?} to {to:?}");
    };
    check(&[&["x"], &[], &[]], &[&["x"], &[], &[]], "");
    check(&[&["x"], &["y"], &[]], &[&[], &[], &[]], "gather");
    check(&[&[], &[], &[]], &[&["x"], &["y"], &[]], "slice");
    check(&[&["x"], &[], &[]], &[&[], &["x"], &[]], "all-to-all");
    check(&[&["x"], &[], &[]], &[&["y"], &[], &[]], "permute");
    check(&[&["x"], &["y"], &[]], &[&["y"], &["x"], &[]], "permute");
    check(&[&["x", "y"], &[], &[]], &[&["y", "x"], &[], &[]], "permute");
    // The "involuntary full rematerialisation" of xla issue 15207 needs no gather.
    check(&[&["y"], &[], &["x"]], &[&[], &["x", "y"], &[]], "all-to-all all-to-all");
    check(&[&["z"], &["x"], &[]], &[&["x"], &["z"], &[]], "permute all-to-all");
    check(&[&["x"], &[], &[]], &[&["x", "y"], &["z"], &[]], "slice");
}

/// 10 elements on 4 shards are blocks of 3; on 2 shards blocks of 5: they do not nest.
#[test]
fn uneven_blocks_that_do_not_nest_go_through_the_whole() {
    let mesh = Mesh::new(&[("x", 2), ("y", 2)]);
    assert_eq!(kinds(&mesh, &[10], &dims(&[&["x", "y"]]), &dims(&[&["x"]]), &[]), "gather slice");
    assert_eq!(kinds(&mesh, &[10], &dims(&[&["x"]]), &dims(&[&["x", "y"]]), &[]), "gather slice");
    // 7 on 4 is blocks of 2, on 2 blocks of 4.
    assert_eq!(kinds(&mesh, &[7], &dims(&[&["x", "y"]]), &dims(&[&["x"]]), &[]), "gather");
}

#[test]
fn a_pending_reduction_makes_slicing_first_worth_it() {
    let mesh = Mesh::new(&[("x", 4), ("y", 2)]);
    let stages = plan(&mesh, Shape { dims: &[64, 64], element: 4 }, &dims(&[&[], &["y"]]), &dims(&[&["x"], &["y"]]), &[axis("x")]);
    assert_eq!(stages, [Stage { step: Step::Slice(dims(&[&["x"], &[]])), dims: dims(&[&["x"], &["y"]]) }]);
}

/// Every plan ends at its target, and every step is what it says: checked for 20,000 random pairs on meshes with sub-axes.
#[test]
fn random_plans_are_sequences_of_legal_steps() {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut random = move |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    };
    for _ in 0..20_000 {
        let mesh = [
            Mesh::new(&[("x", 2), ("y", 2), ("z", 2)]),
            Mesh::new(&[("x", 2), ("y", 4)]),
            Mesh::new(&[("x", 6)]),
            Mesh::new(&[("x", 3), ("y", 2)]),
            Mesh::new(&[("x", 8)]),
        ][random(5) as usize]
            .clone();
        let sizes = [[8, 8, 8], [12, 24, 6], [5, 7, 9], [1, 3, 10]][random(4) as usize];
        let mut placement = || {
            let mut dims: DimAxes = vec![Vec::new(); 3];
            for one in &mesh.axes {
                let mut pre = 1;
                while pre < one.size {
                    let choices: Vec<i64> = (2..=one.size / pre).filter(|size| (one.size / pre) % size == 0).collect();
                    let size = choices[random(choices.len() as u64) as usize];
                    if random(3) > 0 {
                        let dim = random(3) as usize;
                        push_merged(&mut dims[dim], AxisRef::span(&mesh, one.name, pre, size), &mesh);
                    }
                    pre *= size;
                }
            }
            dims.iter_mut().for_each(|axes| {
                if random(2) == 0 {
                    axes.reverse();
                }
            });
            merge_all(&dims, &mesh)
        };
        let (from, to) = (placement(), placement());
        let stages = plan(&mesh, Shape { dims: &sizes, element: 4 }, &from, &to, &[]);
        let mut now = from.clone();
        for stage in &stages {
            let joined = |left: &DimAxes, right: &DimAxes| -> DimAxes {
                let both: DimAxes = left.iter().zip(right).map(|(left, right)| [left.as_slice(), right].concat()).collect();
                merge_all(&both, &mesh)
            };
            for (dim, &size) in sizes.iter().enumerate() {
                let (before, after) = (mesh.shards(&now[dim]), mesh.shards(&stage.dims[dim]));
                assert!(before == after || nests(size, before.min(after), before.max(after) / before.min(after)), "{from:?} to {to:?}");
            }
            match &stage.step {
                Step::Slice(cut) => assert_eq!(joined(&now, cut), stage.dims, "{from:?} to {to:?}"),
                Step::Gather(cut) => assert_eq!(joined(&stage.dims, cut), now, "{from:?} to {to:?}"),
                Step::Permute => {
                    assert!(now.iter().zip(&stage.dims).all(|(now, then)| mesh.shards(now) == mesh.shards(then)), "{from:?} to {to:?}")
                }
                Step::AllToAll(one) => {
                    let mut back = stage.dims.clone();
                    let mut left = now.clone();
                    let moved = |dims: &mut DimAxes, dim: usize| {
                        let mut list = dims[dim].clone();
                        one.axes.iter().for_each(|axis| push_merged(&mut list, *axis, &mesh));
                        list
                    };
                    assert_eq!(moved(&mut back, one.src), now[one.src], "{from:?} to {to:?}");
                    assert_eq!(moved(&mut left, one.dst), stage.dims[one.dst], "{from:?} to {to:?}");
                }
            }
            now = stage.dims.clone();
            let used: Vec<AxisRef> = now.iter().flatten().copied().collect();
            assert!((0..used.len()).all(|i| used[i + 1..].iter().all(|other| !used[i].overlaps(other, &mesh))), "{from:?} to {to:?}");
        }
        assert_eq!(now, to);
    }
}
