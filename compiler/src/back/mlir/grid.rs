//! A mesh as a `shard.grid`: axes by number, cut where shardings use parts of them.
//!
//! `shard` knows no sub-axes: an axis of which shardings use parts becomes several axes of the grid, major to minor, which number the same devices
//! in the same order. Invariant: an axis reference is said exactly, or not at all (where two shardings cut one axis in ways that no
//! common factors serve).

use shardwright_ir::Sym;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};

/// A mesh as a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The sizes of the grid's axes, major to minor.
    pub shape: Vec<i64>,
    /// Of each axis of the mesh: its name, the first of its axes in the grid, and where it is cut (products of its major parts, from 1 to its size).
    axes: Vec<(Sym, usize, Vec<i64>)>,
}

impl Grid {
    /// The grid of a mesh whose axes are used so.
    pub fn new<'a>(mesh: &Mesh, used: impl Iterator<Item = &'a AxisRef>) -> Grid {
        let mut cuts: Vec<Vec<i64>> = mesh.axes.iter().map(|axis| vec![1, axis.size]).collect();
        for axis in used {
            let (from, size) = axis.bounds(mesh);
            let Some(known) = mesh.axis_index(axis.name).and_then(|index| cuts.get_mut(index)) else { continue };
            for cut in [from, from * size] {
                let mut more = known.clone();
                more.push(cut);
                more.sort_unstable();
                more.dedup();
                if more.windows(2).all(|pair| pair[1] % pair[0] == 0) {
                    *known = more;
                }
            }
        }
        let (mut shape, mut axes) = (Vec::new(), Vec::new());
        for (axis, mut cuts) in mesh.axes.iter().zip(cuts) {
            cuts.sort_unstable();
            cuts.dedup();
            if cuts.len() == 1 {
                // An axis of one device.
                cuts.push(1);
            }
            axes.push((axis.name, shape.len(), cuts.clone()));
            shape.extend(cuts.windows(2).map(|pair| pair[1] / pair[0]));
        }
        Grid { shape, axes }
    }

    /// The axes of the grid that an axis of the mesh, or a part of it, is; major to minor.
    pub fn axes_of(&self, axis: &AxisRef, mesh: &Mesh) -> Option<Vec<usize>> {
        let (_, first, cuts) = self.axes.iter().find(|(name, _, _)| *name == axis.name)?;
        let (from, size) = axis.bounds(mesh);
        if axis.sub.is_none() {
            return Some((*first..first + cuts.len() - 1).collect());
        }
        let at = |bound: i64| cuts.iter().position(|&cut| cut == bound);
        Some((first + at(from)?..first + at(from * size)?).collect())
    }

    /// What the grid's axes are of the mesh's: `0: data=2, 1: model=4`.
    pub fn legend(&self) -> String {
        let part = |(name, first, cuts): &(Sym, usize, Vec<i64>)| -> Vec<String> {
            let whole = cuts.len() == 2;
            let said = |(index, pair): (usize, &[i64])| match whole {
                true => format!("{}: {name}={}", first + index, pair[1] / pair[0]),
                false => format!("{}: {name}:({}){}", first + index, pair[0], pair[1] / pair[0]),
            };
            cuts.windows(2).enumerate().map(said).collect()
        };
        self.axes.iter().flat_map(part).collect::<Vec<_>>().join(", ")
    }
}

/// Where the shards of each sharded dimension begin and the last one ends, where a dimension does not divide: what `sharded_dims_offsets` says. `None`
/// where all divide.
pub fn offsets(sharding: &TensorSharding, dims: &[i64], mesh: &Mesh) -> Option<Vec<i64>> {
    let whole_shard = |size: i64, shards: i64| (size + shards - 1) / shards;
    let sharded = || sharding.dims.iter().zip(dims).filter(|(dim, _)| !dim.axes.is_empty()).map(|(dim, &size)| (size, mesh.shards(&dim.axes)));
    if sharded().all(|(size, shards)| size % shards == 0) {
        return None;
    }
    Some(sharded().flat_map(move |(size, shards)| (0..=shards).map(move |shard| (shard * whole_shard(size, shards)).min(size))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(pre: i64, size: i64) -> AxisRef {
        AxisRef { name: Sym::new("x"), sub: Some((pre, size)) }
    }

    #[test]
    fn an_axis_is_cut_where_parts_of_it_are_used() {
        let mesh = Mesh::new(&[("data", 2), ("x", 8)]);
        let grid = Grid::new(&mesh, [part(2, 4), part(1, 4)].iter());
        assert_eq!(grid.shape, [2, 2, 2, 2]);
        assert_eq!(grid.axes_of(&part(2, 4), &mesh), Some(vec![2, 3]));
        assert_eq!(grid.axes_of(&part(1, 4), &mesh), Some(vec![1, 2]));
        assert_eq!(grid.axes_of(&AxisRef::full(Sym::new("x")), &mesh), Some(vec![1, 2, 3]));
        assert_eq!(grid.legend(), "0: data=2, 1: x:(1)2, 2: x:(2)2, 3: x:(4)2");
    }

    #[test]
    fn cuts_without_common_factors_are_not_said() {
        let mesh = Mesh::new(&[("x", 6)]);
        let grid = Grid::new(&mesh, [part(1, 2), part(1, 3)].iter());
        assert_eq!((grid.shape.as_slice(), grid.axes_of(&part(1, 3), &mesh)), (&[2, 3][..], None));
    }

    #[test]
    fn uneven_shards_begin_where_ours_do() {
        let (mesh, x) = (Mesh::new(&[("x", 4)]), AxisRef::full(Sym::new("x")));
        let sharding = TensorSharding::of_axes(Sym::new("mesh"), vec![vec![], vec![x]]);
        assert_eq!(offsets(&sharding, &[3, 10], &mesh), Some(vec![0, 3, 6, 9, 10]));
        assert_eq!(offsets(&sharding, &[3, 8], &mesh), None);
    }
}
