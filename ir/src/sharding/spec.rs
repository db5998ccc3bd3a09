//! The sharding of one tensor.
//!
//! Invariants (checked by the verifier): one [`DimSharding`] a dimension; every axis exists in the mesh;
//! no axis digit is used twice across dimensions, replicated and unreduced; replicated and unreduced axes
//! are in mesh order. A value without a sharding is fully open.

use super::rule::ReduceKind;
use super::{AxisRef, Mesh};
use crate::sym::Sym;
use crate::types::TensorType;
use std::fmt;

/// The sharding of one dimension.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct DimSharding {
    /// Axes, major to minor.
    pub axes: Vec<AxisRef>,
    /// Open (`?`): propagation may shard further. Closed: as it stands.
    pub open: bool,
    /// User priority, 0 first; `None` is 0 without being written.
    pub priority: Option<i64>,
}

impl DimSharding {
    /// Closed on these axes.
    pub fn closed(axes: Vec<AxisRef>) -> DimSharding {
        DimSharding { axes, open: false, priority: None }
    }
    /// Open and not yet sharded.
    pub fn open() -> DimSharding {
        DimSharding { axes: Vec::new(), open: true, priority: None }
    }
}

/// How a tensor lies on a mesh.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TensorSharding {
    /// Symbol of the mesh in the module.
    pub mesh: Sym,
    /// One entry a dimension.
    pub dims: Vec<DimSharding>,
    /// Axes on which the tensor is explicitly replicated, in mesh order.
    pub replicated: Vec<AxisRef>,
    /// Axes over which the tensor is still to be reduced, in mesh order.
    pub unreduced: Vec<AxisRef>,
    /// The reduction that the unreduced axes await.
    pub unreduced_kind: ReduceKind,
}

impl TensorSharding {
    /// Every dimension open and unsharded.
    pub fn fully_open(mesh: Sym, rank: usize) -> TensorSharding {
        TensorSharding::of_dims(mesh, vec![DimSharding::open(); rank])
    }
    /// Every dimension closed and unsharded: one full copy a device.
    pub fn fully_replicated(mesh: Sym, rank: usize) -> TensorSharding {
        TensorSharding::of_dims(mesh, vec![DimSharding::default(); rank])
    }
    /// These dimensions, nothing explicitly replicated or unreduced.
    pub fn of_dims(mesh: Sym, dims: Vec<DimSharding>) -> TensorSharding {
        TensorSharding { mesh, dims, replicated: Vec::new(), unreduced: Vec::new(), unreduced_kind: ReduceKind::Sum }
    }
    /// Closed dimensions on these axes.
    pub fn of_axes(mesh: Sym, dims: Vec<Vec<AxisRef>>) -> TensorSharding {
        TensorSharding::of_dims(mesh, dims.into_iter().map(DimSharding::closed).collect())
    }
    /// Rank of the tensor that it describes.
    pub fn rank(&self) -> usize {
        self.dims.len()
    }
    /// Whether no dimension is sharded and nothing is unreduced.
    pub fn is_replicated(&self) -> bool {
        self.dims.iter().all(|dim| dim.axes.is_empty()) && self.unreduced.is_empty()
    }
    /// Whether the two place data alike: same axes on each dimension and same unreduced axes. Openness,
    /// priorities and explicit replication do not matter.
    pub fn same_placement(&self, other: &TensorSharding) -> bool {
        self.dims.len() == other.dims.len()
            && self.dims.iter().zip(&other.dims).all(|(dim, other)| dim.axes == other.axes)
            && self.unreduced == other.unreduced
            && (self.unreduced.is_empty() || self.unreduced_kind == other.unreduced_kind)
            && (self.mesh == other.mesh || (self.is_replicated() && other.is_replicated()))
    }
    /// All axes on dimensions, in order of dimension.
    pub fn dim_axes(&self) -> impl Iterator<Item = &AxisRef> {
        self.dims.iter().flat_map(|dim| dim.axes.iter())
    }
    /// Every axis that it mentions: on dimensions, replicated and unreduced.
    pub fn all_axes(&self) -> impl Iterator<Item = &AxisRef> {
        self.dim_axes().chain(&self.replicated).chain(&self.unreduced)
    }
    /// The type of one device's shard: each dimension divided by its shard count, rounded up. Device shard
    /// `i` of a dimension of size n in k shards holds elements `[i * c, min((i + 1) * c, n))`, c = ceil(n / k),
    /// padded at the end to c with unspecified elements.
    pub fn local_type(&self, global: &TensorType, mesh: &Mesh) -> TensorType {
        let dims = global.dims.iter().zip(&self.dims).map(|(&size, dim)| local_size(size, mesh.shards(&dim.axes)));
        TensorType { element: global.element, dims: dims.collect() }
    }
    /// Whether every dimension divides by its shard count.
    pub fn is_even(&self, global: &TensorType, mesh: &Mesh) -> bool {
        global.dims.iter().zip(&self.dims).all(|(&size, dim)| size % mesh.shards(&dim.axes).max(1) == 0)
    }
    /// Without openness, priorities and explicit replication: the placement alone.
    pub fn closed(&self) -> TensorSharding {
        TensorSharding {
            dims: self.dims.iter().map(|dim| DimSharding::closed(dim.axes.clone())).collect(),
            replicated: Vec::new(),
            ..self.clone()
        }
    }
}

/// Elements that each of `shards` shards of a dimension of `size` holds, padding included.
pub fn local_size(size: i64, shards: i64) -> i64 {
    let shards = shards.max(1);
    size / shards + i64::from(size % shards != 0)
}

/// Writes `{"x", "y":(1)2}` style lists without braces.
pub fn write_axes(f: &mut impl fmt::Write, axes: &[AxisRef]) -> fmt::Result {
    for (index, axis) in axes.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{axis}")?;
    }
    Ok(())
}

impl fmt::Display for DimSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        write_axes(f, &self.axes)?;
        match (self.open, self.axes.is_empty()) {
            (true, true) => f.write_str("?")?,
            (true, false) => f.write_str(", ?")?,
            (false, _) => {}
        }
        f.write_str("}")?;
        match self.priority {
            Some(priority) => write!(f, "p{priority}"),
            None => Ok(()),
        }
    }
}

/// `<@mesh, [{"x"}, {?}], replicated={"y"}>`: the body that `#sdy.sharding` is put before.
impl fmt::Display for TensorSharding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<@{}, [", self.mesh)?;
        for (index, dim) in self.dims.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{dim}")?;
        }
        f.write_str("]")?;
        if !self.replicated.is_empty() {
            f.write_str(", replicated={")?;
            write_axes(f, &self.replicated)?;
            f.write_str("}")?;
        }
        if !self.unreduced.is_empty() {
            f.write_str(", unreduced=")?;
            if self.unreduced_kind != ReduceKind::Sum {
                f.write_str(self.unreduced_kind.as_str())?;
            }
            f.write_str("{")?;
            write_axes(f, &self.unreduced)?;
            f.write_str("}")?;
        }
        f.write_str(">")
    }
}
