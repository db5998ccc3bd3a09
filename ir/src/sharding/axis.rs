//! References to mesh axes and to parts of them.
//!
//! `"x"` is a whole axis. `"x":(pre)size` is a sub-axis: reshape the axis of size n to
//! `[pre, size, n / (pre * size)]` and take the middle. Invariants (checked by the verifier): pre >= 1,
//! size > 1, pre * size divides n, size != n; two references in one sharding never overlap; adjacent
//! ones that form a larger piece are merged.

use super::Mesh;
use crate::sym::Sym;
use std::fmt;

/// A mesh axis or a sub-axis of one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AxisRef {
    /// The mesh axis.
    pub name: Sym,
    /// `(pre, size)` of a sub-axis; `None` for the whole axis.
    pub sub: Option<(i64, i64)>,
}

impl AxisRef {
    /// The whole axis.
    pub fn full(name: Sym) -> AxisRef {
        AxisRef { name, sub: None }
    }
    /// The span `(pre, size)` of `name`; a span that is the whole axis of `mesh` becomes the whole axis.
    pub fn span(mesh: &Mesh, name: Sym, pre: i64, size: i64) -> AxisRef {
        if pre == 1 && mesh.axis_size(name) == Some(size) { AxisRef::full(name) } else { AxisRef { name, sub: Some((pre, size)) } }
    }
    /// `(pre, size)`, also for a whole axis.
    pub fn bounds(&self, mesh: &Mesh) -> (i64, i64) {
        self.sub.unwrap_or((1, mesh.axis_size(self.name).unwrap_or(1)))
    }
    /// Whether the two share devices' digits, or cannot stand in one factorisation of the axis (`(1)2` and `(3)2` of 6: a
    /// device's coordinate along one then says something about the other, so they cannot shard independently).
    pub fn overlaps(&self, other: &AxisRef, mesh: &Mesh) -> bool {
        if self.name != other.name {
            return false;
        }
        let (pre, size) = self.bounds(mesh);
        let (other_pre, other_size) = other.bounds(mesh);
        (pre < other_pre * other_size && other_pre < pre * size) || !self.can_coexist(other, mesh)
    }
    /// Whether every digit of `other` is one of ours.
    pub fn contains(&self, other: &AxisRef, mesh: &Mesh) -> bool {
        if self.name != other.name {
            return false;
        }
        let (pre, size) = self.bounds(mesh);
        let (other_pre, other_size) = other.bounds(mesh);
        pre <= other_pre && other_pre * other_size <= pre * size
    }
    /// Whether the two can stand in one mesh factorisation: the digits that their bounds cut divide one another.
    pub fn can_coexist(&self, other: &AxisRef, mesh: &Mesh) -> bool {
        if self.name != other.name {
            return true;
        }
        let (pre, size) = self.bounds(mesh);
        let (other_pre, other_size) = other.bounds(mesh);
        let mut cuts = [pre, pre * size, other_pre, other_pre * other_size];
        cuts.sort_unstable();
        cuts.windows(2).all(|pair| pair[1] % pair[0] == 0)
    }
    /// Whether `self` is the major part of `other` (or equal to it).
    pub fn is_prefix_of(&self, other: &AxisRef, mesh: &Mesh) -> bool {
        self.name == other.name && {
            let (pre, size) = self.bounds(mesh);
            let (other_pre, other_size) = other.bounds(mesh);
            pre == other_pre && other_size % size == 0
        }
    }
    /// The longest common major part of the two, where they start at the same digit.
    pub fn common_prefix(&self, other: &AxisRef, mesh: &Mesh) -> Option<AxisRef> {
        if self.name != other.name {
            return None;
        }
        let (pre, size) = self.bounds(mesh);
        let (other_pre, other_size) = other.bounds(mesh);
        if pre != other_pre {
            return None;
        }
        let (small, large) = (size.min(other_size), size.max(other_size));
        (large % small == 0).then(|| AxisRef::span(mesh, self.name, pre, small))
    }
    /// What remains of `self` after its major part `prefix` of the same start; `None` when nothing does.
    pub fn minus_prefix(&self, prefix: &AxisRef, mesh: &Mesh) -> Option<AxisRef> {
        let (pre, size) = self.bounds(mesh);
        let (_, prefix_size) = prefix.bounds(mesh);
        (size > prefix_size).then(|| AxisRef::span(mesh, self.name, pre * prefix_size, size / prefix_size))
    }
    /// The longest major part of `self` that does not overlap `other`.
    pub fn prefix_without_overlap(&self, other: &AxisRef, mesh: &Mesh) -> Option<AxisRef> {
        if !self.overlaps(other, mesh) {
            return Some(*self);
        }
        let (pre, size) = self.bounds(mesh);
        let (other_pre, _) = other.bounds(mesh);
        let kept = other_pre / pre;
        (kept > 1 && kept < size && other_pre % pre == 0 && size % kept == 0)
            .then(|| AxisRef::span(mesh, self.name, pre, kept))
            .filter(|part| part.can_coexist(other, mesh))
    }
    /// `self` and `minor` as one reference, where `minor` begins at the digit at which `self` ends.
    pub fn merge(&self, minor: &AxisRef, mesh: &Mesh) -> Option<AxisRef> {
        if self.name != minor.name {
            return None;
        }
        let (pre, size) = self.bounds(mesh);
        let (minor_pre, minor_size) = minor.bounds(mesh);
        (pre * size == minor_pre).then(|| AxisRef::span(mesh, self.name, pre, size * minor_size))
    }
    /// Order of mesh: by position of the axis, then by digit.
    pub fn mesh_order(&self, mesh: &Mesh) -> (usize, i64) {
        (mesh.axis_index(self.name).unwrap_or(usize::MAX), self.bounds(mesh).0)
    }
}

/// Appends `axis` to `axes`, merging it with the last one where they are adjacent pieces.
pub fn push_merged(axes: &mut Vec<AxisRef>, axis: AxisRef, mesh: &Mesh) {
    if let Some(last) = axes.last_mut()
        && let Some(merged) = last.merge(&axis, mesh)
    {
        *last = merged;
        return;
    }
    axes.push(axis);
}

impl fmt::Display for AxisRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.name)?;
        match self.sub {
            Some((pre, size)) => write!(f, ":({pre}){size}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(sub: Option<(i64, i64)>) -> AxisRef {
        AxisRef { name: Sym::new("x"), sub }
    }

    #[test]
    fn sub_axes_split_merge_and_overlap_by_their_digits() {
        let mesh = Mesh::new(&[("x", 8)]);
        let whole = axis(None);
        let (major, middle, minor) = (axis(Some((1, 2))), axis(Some((2, 2))), axis(Some((4, 2))));
        assert!(whole.contains(&middle, &mesh) && whole.overlaps(&minor, &mesh));
        assert!(!major.overlaps(&middle, &mesh) && major.is_prefix_of(&whole, &mesh));
        assert_eq!(major.merge(&middle, &mesh), Some(axis(Some((1, 4)))));
        assert_eq!(axis(Some((1, 4))).merge(&minor, &mesh), Some(whole));
        assert_eq!(whole.minus_prefix(&major, &mesh), Some(axis(Some((2, 4)))));
        assert_eq!(whole.prefix_without_overlap(&minor, &mesh), Some(axis(Some((1, 4)))));
        // 5 = binary 101: digits 1, 0, 1.
        assert_eq!([major, middle, minor].map(|part| mesh.coordinate(5, &part)), [1, 0, 1]);
    }

    #[test]
    fn parts_of_different_factorisations_overlap() {
        // A coordinate c of 6 is (c / 3, c % 3) or (c / 2, c % 2): c / 3 and c % 2 are not independent (c = 1 and 3 only give
        // (0, 1) and (1, 1), c = 2 gives (0, 0) as c = 0 does).
        let mesh = Mesh::new(&[("x", 6)]);
        let (halves, parity) = (axis(Some((1, 2))), axis(Some((3, 2))));
        assert!(halves.overlaps(&parity, &mesh) && parity.overlaps(&halves, &mesh));
        assert_eq!(halves.prefix_without_overlap(&parity, &mesh), None);
        assert!(!halves.overlaps(&axis(Some((2, 3))), &mesh));
    }

    #[test]
    fn groups_differ_only_along_their_axes() {
        let mesh = Mesh::new(&[("x", 2), ("y", 4)]);
        let y = AxisRef::full(Sym::new("y"));
        assert_eq!(mesh.groups(&[axis(None)]), [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(mesh.groups(&[y]), [[0, 1, 2, 3], [4, 5, 6, 7]]);
        // y = (major, minor); the minor digit alone pairs neighbours.
        let minor = AxisRef { name: Sym::new("y"), sub: Some((2, 2)) };
        assert_eq!(mesh.groups(&[minor]), [[0, 1], [2, 3], [4, 5], [6, 7]]);
        assert_eq!(mesh.groups(&[y, axis(None)]), [[0, 4, 1, 5, 2, 6, 3, 7]]);
    }
}
