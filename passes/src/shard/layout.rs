//! Shardings in the form that propagation computes with.
//!
//! An [`Axis`] is a span of digits of one mesh axis, as numbers only; a [`Layout`] is a sharding of such axes;
//! [`Layouts`] gives equal layouts one id, so that comparing two values' shardings is comparing two numbers.
//! Invariants: id 0 is "no sharding yet" (fully open, no mesh); axes of size 1 are left out, they place
//! nothing; user priorities are not part of a layout.

use indexmap::{IndexMap, IndexSet};
use shardwright_ir::sharding::{AxisRef, DimSharding, Mesh, ReduceKind, TensorSharding};
use shardwright_ir::Sym;
use smallvec::SmallVec;

/// A mesh axis or a span of its digits: `size` digits after the first `pre`; a whole axis has `pre` 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Axis {
    /// Position of the axis in its mesh.
    pub index: u32,
    /// Product of the more significant digits.
    pub pre: u32,
    /// Number of devices along it, at least 2.
    pub size: u32,
}

/// Axes, major to minor.
pub type AxisList = SmallVec<[Axis; 2]>;

impl Axis {
    fn end(self) -> u32 {
        self.pre.saturating_mul(self.size)
    }
    /// Whether the two share digits, or cannot stand in one factorisation of the axis (`AxisRef::overlaps`).
    pub fn overlaps(self, other: Axis) -> bool {
        if self.index != other.index {
            return false;
        }
        let mut cuts = [self.pre, self.end(), other.pre, other.end()];
        cuts.sort_unstable();
        (self.pre < other.end() && other.pre < self.end()) || cuts.windows(2).any(|pair| !pair[1].is_multiple_of(pair[0]))
    }
    /// Whether every digit of `other` is one of ours.
    pub fn contains(self, other: Axis) -> bool {
        self.index == other.index && self.pre <= other.pre && other.end() <= self.end()
    }
    /// Whether `self` is the major part of `other`, or equal to it.
    pub fn is_prefix_of(self, other: Axis) -> bool {
        self.index == other.index && self.pre == other.pre && other.size.is_multiple_of(self.size)
    }
    /// The longest major part that shares no digit with `other`.
    pub fn without_overlap(self, other: Axis) -> Option<Axis> {
        if !self.overlaps(other) {
            return Some(self);
        }
        let kept = other.pre / self.pre.max(1);
        (kept > 1 && kept < self.size && other.pre.is_multiple_of(self.pre) && self.size.is_multiple_of(kept))
            .then_some(Axis { size: kept, ..self })
            .filter(|part| !part.overlaps(other))
    }
    /// The longest major part that shares no digit with any of `others`.
    pub fn without_overlaps(self, others: &[Axis]) -> Option<Axis> {
        others.iter().try_fold(self, |axis, &other| axis.without_overlap(other))
    }
    /// The two as one, where `minor` begins at the digit at which `self` ends.
    pub fn merge(self, minor: Axis) -> Option<Axis> {
        (self.index == minor.index && self.end() == minor.pre).then(|| Axis { size: self.size * minor.size, ..self })
    }
}

/// Appends `axis`, merged with the last one where they are adjacent pieces of one mesh axis.
pub fn push_merged(axes: &mut AxisList, axis: Axis) {
    match axes.last_mut() {
        Some(last) => match last.merge(axis) {
            Some(merged) => *last = merged,
            None => axes.push(axis),
        },
        None => axes.push(axis),
    }
}

/// Number of shards that the axes make together; saturates.
pub fn shards(axes: &[Axis]) -> i64 {
    axes.iter().fold(1i64, |product, axis| product.saturating_mul(i64::from(axis.size)))
}

/// How one list of axes relates to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prefix {
    /// The lists are equal.
    Equal,
    /// The first is the major part of the second and shorter.
    Strict,
    /// Neither.
    No,
}

/// Whether `first` is the major part of `second`; its last axis may be the major part of the one it meets.
pub fn prefix(first: &[Axis], second: &[Axis]) -> Prefix {
    let Some((&last, head)) = first.split_last() else {
        return if second.is_empty() { Prefix::Equal } else { Prefix::Strict };
    };
    if first.len() > second.len() || head != &second[..head.len()] {
        return Prefix::No;
    }
    if first == second {
        return Prefix::Equal;
    }
    if last.is_prefix_of(second[head.len()]) { Prefix::Strict } else { Prefix::No }
}

/// The sharding of one dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DimLayout {
    /// Axes, major to minor.
    pub axes: AxisList,
    /// Whether propagation may add axes.
    pub open: bool,
}

/// A sharding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Layout {
    /// Position of the mesh in the module.
    pub mesh: u32,
    /// One entry a dimension.
    pub dims: SmallVec<[DimLayout; 4]>,
    /// Explicitly replicated axes, in mesh order.
    pub replicated: AxisList,
    /// Unreduced axes, in mesh order.
    pub unreduced: AxisList,
    /// What the unreduced axes await.
    pub unreduced_kind: ReduceKind,
}

impl Layout {
    /// Whether no dimension is sharded.
    pub fn is_blank(&self) -> bool {
        self.dims.iter().all(|dim| dim.axes.is_empty())
    }
}

/// The id of an interned [`Layout`]; 0 is none.
pub type LayoutId = u32;

/// The layouts of one run, each once, and the meshes that they refer to.
pub struct Layouts<'m> {
    meshes: Vec<(Sym, &'m Mesh)>,
    /// The first mesh of equal content, for each mesh.
    same_as: Vec<u32>,
    layouts: IndexSet<Layout>,
}

impl<'m> Layouts<'m> {
    /// No layouts yet, over a module's meshes. Errors on a mesh that breaks its invariants.
    pub fn new(meshes: &'m IndexMap<Sym, Mesh>) -> Result<Layouts<'m>, String> {
        let meshes: Vec<(Sym, &Mesh)> = meshes.iter().map(|(name, mesh)| (*name, mesh)).collect();
        for (name, mesh) in &meshes {
            mesh.check().map_err(|why| format!("mesh @{name}: {why}"))?;
        }
        let same_as = meshes
            .iter()
            .map(|(_, mesh)| meshes.iter().position(|(_, other)| other == mesh).unwrap_or(0) as u32)
            .collect();
        Ok(Layouts { meshes, same_as, layouts: IndexSet::new() })
    }

    /// The id of a layout.
    pub fn intern(&mut self, layout: Layout) -> LayoutId {
        match self.layouts.get_index_of(&layout) {
            Some(index) => index as u32 + 1,
            None => self.layouts.insert_full(layout).0 as u32 + 1,
        }
    }
    /// The layout with this id; `None` for id 0.
    pub fn get(&self, id: LayoutId) -> Option<&Layout> {
        self.layouts.get_index((id as usize).checked_sub(1)?)
    }
    /// Number of ids in use, 0 included.
    pub fn len(&self) -> usize {
        self.layouts.len() + 1
    }
    /// Whether only id 0 is in use.
    pub fn is_empty(&self) -> bool {
        self.layouts.is_empty()
    }
    /// The mesh at a position.
    pub fn mesh(&self, index: u32) -> &'m Mesh {
        self.meshes[index as usize].1
    }
    /// Whether two meshes are alike in axes and devices.
    pub fn same_mesh(&self, one: u32, other: u32) -> bool {
        self.same_as[one as usize] == self.same_as[other as usize]
    }

    /// A sharding as a layout. Errors where it names a mesh or axis that does not exist.
    pub fn layout(&self, sharding: &TensorSharding) -> Result<Layout, String> {
        let mesh = self.meshes.iter().position(|(name, _)| *name == sharding.mesh);
        let mesh = mesh.ok_or_else(|| format!("sharding {sharding} names mesh @{}, which is not declared", sharding.mesh))?;
        let axes = |refs: &[AxisRef]| -> Result<AxisList, String> {
            let mut list = AxisList::new();
            for axis in refs {
                let found = axis_of(self.meshes[mesh].1, axis);
                let found = found.ok_or_else(|| format!("sharding {sharding}: mesh @{} has no axis {axis}", sharding.mesh))?;
                match list.last_mut() {
                    _ if found.size == 1 => {}
                    // An axis of one device between two parts of an axis kept them apart.
                    Some(last) if last.index == found.index && last.end() == found.pre => last.size *= found.size,
                    _ => list.push(found),
                }
            }
            Ok(list)
        };
        let mut dims = SmallVec::new();
        for dim in &sharding.dims {
            dims.push(DimLayout { axes: axes(&dim.axes)?, open: dim.open });
        }
        Ok(Layout {
            mesh: mesh as u32,
            dims,
            replicated: axes(&sharding.replicated)?,
            unreduced: axes(&sharding.unreduced)?,
            unreduced_kind: sharding.unreduced_kind,
        })
    }

    /// An axis of a mesh as the user would write it.
    pub fn axis_ref(&self, mesh: u32, axis: Axis) -> AxisRef {
        axis_ref(self.mesh(mesh), &axis)
    }

    /// A layout as a sharding; `None` for id 0.
    pub fn sharding(&self, id: LayoutId) -> Option<TensorSharding> {
        let layout = self.get(id)?;
        let (name, mesh) = self.meshes[layout.mesh as usize];
        let axes = |list: &[Axis]| list.iter().map(|axis| axis_ref(mesh, axis)).collect::<Vec<_>>();
        Some(TensorSharding {
            mesh: name,
            dims: layout.dims.iter().map(|dim| DimSharding { axes: axes(&dim.axes), open: dim.open, priority: None }).collect(),
            replicated: axes(&layout.replicated),
            unreduced: axes(&layout.unreduced),
            unreduced_kind: layout.unreduced_kind,
        })
    }
}

/// Checks that a sharding fits a tensor of `rank` dimensions.
pub fn check_rank(sharding: &TensorSharding, rank: usize, what: &str) -> Result<(), String> {
    if sharding.rank() == rank {
        return Ok(());
    }
    Err(format!("sharding {sharding} has {} dimensions, {what} has {rank}", sharding.rank()))
}

fn axis_of(mesh: &Mesh, axis: &AxisRef) -> Option<Axis> {
    let index = mesh.axis_index(axis.name)?;
    let whole = mesh.axes[index].size;
    let (pre, size) = axis.sub.unwrap_or((1, whole));
    if pre < 1 || size < 1 || pre.checked_mul(size).is_none_or(|part| part > whole || whole % part != 0) {
        return None;
    }
    Some(Axis { index: index as u32, pre: u32::try_from(pre).ok()?, size: u32::try_from(size).ok()? })
}

fn axis_ref(mesh: &Mesh, axis: &Axis) -> AxisRef {
    let whole = mesh.axes[axis.index as usize];
    let sub = (i64::from(axis.size) != whole.size).then_some((i64::from(axis.pre), i64::from(axis.size)));
    AxisRef { name: whole.name, sub }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(index: u32, pre: u32, size: u32) -> Axis {
        Axis { index, pre, size }
    }

    #[test]
    fn prefixes_of_axis_lists_may_end_in_a_major_part() {
        let (x, y, x_major) = (span(0, 1, 4), span(1, 1, 2), span(0, 1, 2));
        assert_eq!(prefix(&[], &[]), Prefix::Equal);
        assert_eq!(prefix(&[x], &[x]), Prefix::Equal);
        assert_eq!(prefix(&[x], &[x, y]), Prefix::Strict);
        assert_eq!(prefix(&[x_major], &[x, y]), Prefix::Strict);
        assert_eq!(prefix(&[x_major, y], &[x, y]), Prefix::No);
        assert_eq!(prefix(&[x, y], &[x]), Prefix::No);
    }

    #[test]
    fn sub_axes_keep_their_major_part_before_an_overlap() {
        let x = span(0, 1, 8);
        assert_eq!(x.without_overlap(span(0, 4, 2)), Some(span(0, 1, 4)));
        assert_eq!(x.without_overlap(span(0, 1, 2)), None);
        assert_eq!(x.without_overlaps(&[span(1, 1, 2), span(0, 2, 2)]), Some(span(0, 1, 2)));
        assert_eq!(span(0, 1, 2).merge(span(0, 2, 4)), Some(x));
    }

    #[test]
    fn shardings_survive_the_way_through_layouts() {
        let mut meshes = IndexMap::new();
        meshes.insert(Sym::new("mesh"), Mesh::new(&[("x", 4), ("one", 1), ("y", 2)]));
        let mut layouts = Layouts::new(&meshes).unwrap();
        let part = AxisRef { name: Sym::new("x"), sub: Some((2, 2)) };
        let mut sharding = TensorSharding::of_axes(Sym::new("mesh"), vec![vec![part, AxisRef::full(Sym::new("y"))], vec![]]);
        sharding.dims[1].open = true;
        let id = layouts.layout(&sharding).map(|layout| layouts.intern(layout)).unwrap();
        assert_eq!(layouts.sharding(id), Some(sharding.clone()));
        sharding.mesh = Sym::new("nowhere");
        assert!(layouts.layout(&sharding).unwrap_err().contains("mesh @nowhere, which is not declared"));
    }
}
