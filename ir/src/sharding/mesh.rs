//! Meshes: named axes over the devices.
//!
//! Invariants: axis names are distinct, sizes at least 1; the product of sizes is the number of devices;
//! `device_ids`, where given, is a permutation of `0..n` (a maximal mesh has no axes and one id).
//! Device `i` of the mesh is the one whose coordinates, first axis most significant, enumerate to `i`;
//! `device_ids[i]` is its logical id.

use super::AxisRef;
use crate::sym::Sym;
use std::fmt;

/// One named axis of a mesh.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MeshAxis {
    /// The name by which shardings refer to it.
    pub name: Sym,
    /// Number of devices along it, at least 1.
    pub size: i64,
}

/// An arrangement of devices along named axes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mesh {
    /// Axes, major to minor.
    pub axes: Vec<MeshAxis>,
    /// Logical device ids in mesh order; empty means `0, 1, 2, …`.
    pub device_ids: Vec<i64>,
}

impl Mesh {
    /// A mesh of these axes, devices in order.
    pub fn new(axes: &[(&str, i64)]) -> Mesh {
        Mesh {
            axes: axes.iter().map(|&(name, size)| MeshAxis { name: Sym::new(name), size }).collect(),
            device_ids: Vec::new(),
        }
    }

    /// Number of devices; saturates.
    pub fn num_devices(&self) -> i64 {
        self.axes.iter().fold(1i64, |product, axis| product.saturating_mul(axis.size))
    }

    /// A mesh without axes that names one device.
    pub fn is_maximal(&self) -> bool {
        self.axes.is_empty() && self.device_ids.len() == 1
    }

    /// Size of the axis with this name.
    pub fn axis_size(&self, name: Sym) -> Option<i64> {
        self.axes.iter().find(|axis| axis.name == name).map(|axis| axis.size)
    }

    /// Position of the axis with this name.
    pub fn axis_index(&self, name: Sym) -> Option<usize> {
        self.axes.iter().position(|axis| axis.name == name)
    }

    /// Number of devices along an axis or sub-axis. 0 for an axis that the mesh lacks.
    pub fn size_of(&self, axis: &AxisRef) -> i64 {
        match axis.sub {
            Some((_, size)) => size,
            None => self.axis_size(axis.name).unwrap_or(0),
        }
    }

    /// Number of shards that these axes make together; saturates.
    pub fn shards(&self, axes: &[AxisRef]) -> i64 {
        axes.iter().fold(1i64, |product, axis| product.saturating_mul(self.size_of(axis)))
    }

    /// The coordinate of mesh position `position` along an axis or sub-axis.
    pub fn coordinate(&self, position: i64, axis: &AxisRef) -> i64 {
        let mut minor = 1;
        for mesh_axis in self.axes.iter().rev() {
            if mesh_axis.name == axis.name {
                let whole = (position / minor) % mesh_axis.size;
                return match axis.sub {
                    None => whole,
                    Some((pre, size)) => whole / (mesh_axis.size / (pre * size)) % size,
                };
            }
            minor *= mesh_axis.size;
        }
        0
    }

    /// The shard of a dimension sharded on `axes` (major to minor) that mesh position `position` holds.
    pub fn shard_index(&self, position: i64, axes: &[AxisRef]) -> i64 {
        axes.iter().fold(0, |index, axis| index * self.size_of(axis) + self.coordinate(position, axis))
    }

    /// The logical device id at mesh position `position`.
    pub fn device_at(&self, position: i64) -> i64 {
        self.device_ids.get(position as usize).copied().unwrap_or(position)
    }

    /// The groups of mesh positions that differ only along `axes`: each group in the order of its shard
    /// index, groups in order of their first position.
    pub fn groups(&self, axes: &[AxisRef]) -> Vec<Vec<i64>> {
        let count = self.shards(axes).max(1) as usize;
        let mut by_rest = indexmap::IndexMap::<Vec<i64>, Vec<i64>>::new();
        for position in 0..self.num_devices() {
            let rest = self.rest_coordinates(position, axes);
            let group = by_rest.entry(rest).or_insert_with(|| vec![-1; count]);
            group[self.shard_index(position, axes) as usize] = position;
        }
        by_rest.into_values().collect()
    }

    /// [`Mesh::groups`], of device ids.
    pub fn device_groups(&self, axes: &[AxisRef]) -> Vec<Vec<i64>> {
        let mut groups = self.groups(axes);
        groups.iter_mut().flatten().for_each(|member| *member = self.device_at(*member));
        groups
    }

    /// Coordinates of a position along everything but `axes`: the digits of each mesh axis that no axis
    /// reference in `axes` covers.
    fn rest_coordinates(&self, position: i64, axes: &[AxisRef]) -> Vec<i64> {
        let mut rest = Vec::new();
        for mesh_axis in &self.axes {
            let whole = self.coordinate(position, &AxisRef::full(mesh_axis.name));
            let mut covered: Vec<(i64, i64)> = axes
                .iter()
                .filter(|axis| axis.name == mesh_axis.name)
                .map(|axis| axis.sub.unwrap_or((1, mesh_axis.size)))
                .collect();
            covered.sort_unstable();
            // Walk the digits of `whole` from the major end, keeping those outside the covered spans.
            let mut consumed = 1;
            for (pre, size) in covered {
                let free = pre / consumed;
                if free > 1 {
                    rest.push(whole / (mesh_axis.size / pre) % free);
                }
                consumed = pre * size;
            }
            let free = mesh_axis.size / consumed;
            rest.push(whole % free.max(1));
        }
        rest
    }

    /// Checks the invariants; the message names what breaks them.
    pub fn check(&self) -> Result<(), String> {
        // Bounded before names are compared pairwise.
        if self.axes.len() > 64 {
            return Err(format!("mesh has {} axes, at most 64 are supported", self.axes.len()));
        }
        let mut count = 1i64;
        for (index, axis) in self.axes.iter().enumerate() {
            if axis.size < 1 {
                return Err(format!("mesh axis \"{}\" must have a size of at least 1, got {}", axis.name, axis.size));
            }
            if self.axes[..index].iter().any(|other| other.name == axis.name) {
                return Err(format!("mesh axis \"{}\" is declared twice", axis.name));
            }
            count = count.checked_mul(axis.size).ok_or("mesh has more than 2^63 devices")?;
        }
        if count > 1 << 24 {
            return Err(format!("mesh has {count} devices, at most {} are supported", 1 << 24));
        }
        if self.device_ids.is_empty() || (self.axes.is_empty() && self.device_ids.len() == 1 && self.device_ids[0] >= 0) {
            return Ok(());
        }
        let mut sorted = self.device_ids.clone();
        sorted.sort_unstable();
        if sorted.len() as i64 != count || sorted.iter().enumerate().any(|(index, &id)| index as i64 != id) {
            return Err(format!("device_ids must be a permutation of 0 to {}, got {:?}", count - 1, self.device_ids));
        }
        Ok(())
    }
}

impl fmt::Display for Mesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("<[")?;
        for (index, axis) in self.axes.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}\"{}\"={}", axis.name, axis.size)?;
        }
        f.write_str("]")?;
        if !self.device_ids.is_empty() {
            write!(f, ", device_ids={:?}", self.device_ids)?;
        }
        f.write_str(">")
    }
}
