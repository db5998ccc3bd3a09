//! Random reshards: every element arrives where it is wanted, and every partial result is summed once.
//!
//! `SHARDWRIGHT_CASES` sets how many (default 3,000) and `SHARDWRIGHT_SEED` the seed.

use super::super::*;
use super::{number, simulate};
use shardwright_ir::sharding::axis::push_merged;

struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }
    fn below(&mut self, below: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % below
    }
}

const MESHES: &[&[(&str, i64)]] = &[
    &[("x", 2), ("y", 2), ("z", 2)],
    &[("x", 2), ("y", 4)],
    &[("x", 6)],
    &[("x", 3), ("y", 2)],
    &[("x", 8)],
    &[("x", 2), ("y", 2)],
    &[("x", 4), ("y", 4)],
    &[("x", 2), ("y", 3), ("z", 2)],
    &[("x", 12)],
];
const SIZES: &[[i64; 3]] = &[[8, 8, 8], [12, 24, 6], [5, 7, 9], [1, 3, 10], [16, 4, 2], [48, 1, 13], [0, 8, 4]];

/// Parts of the mesh put at random on dimensions, among the partial, or nowhere; `partial` are all that may be partial.
fn placement(random: &mut Random, mesh: &Mesh, rank: usize, partial: Option<&[AxisRef]>) -> Placement {
    let mut placement = Placement { dims: vec![Vec::new(); rank], partial: Vec::new() };
    for one in &mesh.axes {
        let mut pre = 1;
        while pre < one.size {
            let choices: Vec<i64> = (2..=one.size / pre).filter(|size| (one.size / pre) % size == 0).collect();
            let size = choices[random.below(choices.len() as u64) as usize];
            let axis = AxisRef::span(mesh, one.name, pre, size);
            let may = partial.is_none_or(|all| all.iter().any(|over| over.contains(&axis, mesh)));
            match random.below(6) {
                0 | 1 if may => push_merged(&mut placement.partial, axis, mesh),
                0 | 1 => {}
                _ if rank == 0 || random.below(4) == 0 => {}
                _ => placement.dims[random.below(rank as u64) as usize].push(axis),
            }
            pre *= size;
        }
    }
    for axes in &mut placement.dims {
        if random.below(2) == 0 {
            axes.reverse();
        }
        *axes = merged(mesh, axes);
    }
    placement
}

#[test]
fn every_element_arrives_where_it_is_wanted() {
    let mut random = Random::new(number("SHARDWRIGHT_SEED", 1));
    let (mut beyond, mut apart, mut failures) = (0, 0, Vec::new());
    for case in 0..number("SHARDWRIGHT_CASES", 3_000) {
        let mesh = Mesh::new(MESHES[random.below(MESHES.len() as u64) as usize]);
        let rank = random.below(4) as usize;
        let sizes = &SIZES[random.below(SIZES.len() as u64) as usize][..rank];
        let with_partial = random.below(2) == 0;
        let from = placement(&mut random, &mesh, rank, if with_partial { None } else { Some(&[]) });
        let stays = random.below(3) == 0;
        let to = placement(&mut random, &mesh, rank, Some(if stays { &from.partial } else { &[] }));
        let shape = Shape { dims: sizes, element: 4 };
        let idle = [Idle::Share, Idle::AtNoMore, Idle::Leave][case as usize % 3];
        let stages = match plan_with(&mesh, shape, &from, &to, &WireBytes, (idle, &[])) {
            Ok(stages) => stages,
            // (1)2 and (3)2 of 6 do not say which partial results are to be summed.
            Err(why) if why.contains("cut an axis differently") => {
                apart += 1;
                continue;
            }
            Err(why) => panic!("case {case}: {mesh} {sizes:?} {from:?} to {to:?}: {why}"),
        };
        if let Err(why) = simulate::check(&mesh, sizes, &from, &to, &stages) {
            failures.push(format!("case {case}: {mesh} {sizes:?} {from:?} to {to:?}: {why}; {stages:?}"));
        }
        assert_eq!(Ok(&stages), plan_with(&mesh, shape, &from, &to, &WireBytes, (idle, &[])).as_ref(), "case {case}: another plan the second time");
        let allowed = local_bytes(&mesh, shape, &from.dims).max(local_bytes(&mesh, shape, &to.dims));
        beyond += u64::from(peak_bytes(&mesh, shape, &from, &stages) > allowed);
    }
    assert!(failures.is_empty(), "{} failed:\n{}", failures.len(), failures[..failures.len().min(10)].join("\n"));
    eprintln!("{beyond} plans hold more than source and target, {apart} pairs cut an axis in two ways");
}
