//! Between dimensions and factors: which axes a tensor's sharding puts on each factor of a rule, and back.
//!
//! Invariants: axes go to the factors of a dimension major to minor, a factor filled before the next one gets any (an axis is
//! split where only its major part fits); axes that fit nowhere are left out of the projection. Axes of size 1 mean nothing
//! and are dropped.

use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::rule::TensorFactors;
use shardwright_ir::sharding::{AxisRef, DimSharding, Mesh, ShardingRule, TensorSharding};

/// Axes of each dimension of a tensor, major to minor.
pub type DimAxes = Vec<Vec<AxisRef>>;

/// The axes on each factor of one tensor; `None` for factors that it does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Projection {
    /// By factor index.
    pub axes: Vec<Option<Vec<AxisRef>>>,
}

/// The axes that each dimension is sharded on, without axes of size 1.
pub fn dim_axes(sharding: &TensorSharding, mesh: &Mesh) -> DimAxes {
    sharding.dims.iter().map(|dim| dim.axes.iter().copied().filter(|axis| mesh.size_of(axis) > 1).collect()).collect()
}

/// The closed sharding of these dimensions on mesh `like.mesh`, with the unreduced axes of `like`.
pub fn with_dim_axes(like: &TensorSharding, dims: &[Vec<AxisRef>]) -> TensorSharding {
    TensorSharding {
        mesh: like.mesh,
        dims: dims.iter().cloned().map(DimSharding::closed).collect(),
        replicated: Vec::new(),
        unreduced: like.unreduced.clone(),
        unreduced_kind: like.unreduced_kind,
    }
}

/// Projects a tensor's dimensions to the factors of `rule`.
pub fn project(dims: &[Vec<AxisRef>], tensor: &TensorFactors, rule: &ShardingRule, mesh: &Mesh) -> Projection {
    let mut axes = vec![None; rule.factors.len()];
    for (dim, factors) in dims.iter().zip(tensor) {
        let mut left = dim.iter().copied().collect::<std::collections::VecDeque<_>>();
        for (place, &factor) in factors.iter().enumerate() {
            let slot = axes[factor.index()].insert(Vec::new());
            if place + 1 == factors.len() {
                slot.extend(left.drain(..));
                break;
            }
            let mut capacity = rule[factor].size.max(1);
            while capacity > 1 {
                let Some(axis) = left.pop_front() else { break };
                let size = mesh.size_of(&axis);
                if capacity % size == 0 {
                    push_merged(slot, axis, mesh);
                    capacity /= size;
                } else if size % capacity == 0 {
                    let (pre, _) = axis.bounds(mesh);
                    let major = AxisRef::span(mesh, axis.name, pre, capacity);
                    push_merged(slot, major, mesh);
                    capacity = 1;
                    if let Some(minor) = axis.minus_prefix(&major, mesh) {
                        left.push_front(minor);
                    }
                } else {
                    left.clear();
                }
            }
            if capacity > 1 {
                left.clear();
            }
        }
    }
    Projection { axes }
}

/// The dimensions of a tensor whose factors are sharded on `factor_axes`. `None` where a minor factor is sharded under a major
/// one that is not fully so (that would be a strided view).
pub fn unproject(factor_axes: &[Vec<AxisRef>], tensor: &TensorFactors, rule: &ShardingRule, mesh: &Mesh) -> Option<DimAxes> {
    tensor
        .iter()
        .map(|factors| {
            let mut axes = Vec::new();
            let mut full = true;
            for &factor in factors {
                let on_factor = &factor_axes[factor.index()];
                if !full && !on_factor.is_empty() {
                    return None;
                }
                for &axis in on_factor {
                    push_merged(&mut axes, axis, mesh);
                }
                full = full && mesh.shards(on_factor) == rule[factor].size;
            }
            Some(axes)
        })
        .collect()
}

/// The digits of `axes` that `taken` does not cover, in order; `None` where a reference would have to be cut at a digit that does
/// not divide it.
pub fn minus(axes: &[AxisRef], taken: &[AxisRef], mesh: &Mesh) -> Option<Vec<AxisRef>> {
    let mut left = Vec::new();
    for axis in axes {
        let mut parts = vec![*axis];
        for other in taken {
            let mut next = Vec::new();
            for part in parts {
                if !overlap(&[part], &[*other], mesh) {
                    next.push(part);
                    continue;
                }
                if !part.can_coexist(other, mesh) {
                    return None;
                }
                let ((pre, size), (other_pre, other_size)) = (part.bounds(mesh), other.bounds(mesh));
                if other_pre > pre {
                    next.push(AxisRef::span(mesh, part.name, pre, other_pre / pre));
                }
                if other_pre * other_size < pre * size {
                    next.push(AxisRef::span(mesh, part.name, other_pre * other_size, pre * size / (other_pre * other_size)));
                }
            }
            parts = next;
        }
        parts.into_iter().for_each(|part| push_merged(&mut left, part, mesh));
    }
    Some(left)
}

/// Whether any axis of `axes` overlaps one of `others`.
pub fn overlap(axes: &[AxisRef], others: &[AxisRef], mesh: &Mesh) -> bool {
    axes.iter().any(|axis| others.iter().any(|other| axis.overlaps(other, mesh)))
}

/// The longest major part of `axes` that overlaps none of `others`.
pub fn prefix_without_overlap(axes: &[AxisRef], others: &[AxisRef], mesh: &Mesh) -> Vec<AxisRef> {
    let mut prefix = Vec::new();
    for axis in axes {
        let mut kept = Some(*axis);
        for other in others {
            kept = kept.and_then(|part| part.prefix_without_overlap(other, mesh));
        }
        match kept {
            Some(part) if part == *axis => prefix.push(part),
            Some(part) => {
                prefix.push(part);
                break;
            }
            None => break,
        }
    }
    prefix
}

/// The longest list that is a major part of both.
pub fn common_prefix(left: &[AxisRef], right: &[AxisRef], mesh: &Mesh) -> Vec<AxisRef> {
    let mut prefix = Vec::new();
    for (axis, other) in left.iter().zip(right) {
        if axis == other {
            prefix.push(*axis);
            continue;
        }
        prefix.extend(axis.common_prefix(other, mesh));
        break;
    }
    prefix
}

/// Whether `prefix` is a major part of `axes` (or all of it).
pub fn is_prefix(prefix: &[AxisRef], axes: &[AxisRef], mesh: &Mesh) -> bool {
    common_prefix(prefix, axes, mesh) == prefix
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::sharding::FactorKind;
    use shardwright_ir::sym::Sym;

    /// A reshape `[ij] -> [i, j]` with i=2, j=4 on x=4: the major half of x fills i, the minor half goes to j.
    #[test]
    fn an_axis_larger_than_its_factor_is_split_over_the_next() {
        let mesh = Mesh::new(&[("x", 4)]);
        let mut rule = ShardingRule::with_ranks(&[1], &[2]);
        rule.add_factor(2, FactorKind::PassThrough, &[Some(0)], &[Some(0)]);
        rule.add_factor(4, FactorKind::PassThrough, &[Some(0)], &[Some(1)]);
        let x = Sym::new("x");
        let part = |pre, size| AxisRef { name: x, sub: Some((pre, size)) };
        let projection = project(&[vec![AxisRef::full(x)]], &rule.operands[0], &rule, &mesh);
        assert_eq!(projection.axes, [Some(vec![part(1, 2)]), Some(vec![part(2, 2)])]);
        let axes = projection.axes.into_iter().map(Option::unwrap_or_default).collect::<Vec<_>>();
        assert_eq!(unproject(&axes, &rule.operands[0], &rule, &mesh), Some(vec![vec![AxisRef::full(x)]]));
        assert_eq!(unproject(&axes, &rule.results[0], &rule, &mesh), Some(vec![vec![part(1, 2)], vec![part(2, 2)]]));
        // j alone is a strided view of ij.
        assert_eq!(unproject(&[vec![], vec![part(1, 2)]], &rule.operands[0], &rule, &mesh), None);
    }

    #[test]
    fn prefixes_end_at_the_first_overlap() {
        let mesh = Mesh::new(&[("x", 4), ("y", 2)]);
        let (x, y) = (AxisRef::full(Sym::new("x")), AxisRef::full(Sym::new("y")));
        let half = AxisRef { name: Sym::new("x"), sub: Some((1, 2)) };
        let minor = AxisRef { name: Sym::new("x"), sub: Some((2, 2)) };
        assert_eq!(prefix_without_overlap(&[y, x], &[minor], &mesh), [y, half]);
        assert_eq!(prefix_without_overlap(&[x, y], &[half], &mesh), []);
        assert_eq!(common_prefix(&[x, y], &[half], &mesh), [half]);
        assert!(is_prefix(&[half], &[x, y], &mesh) && !is_prefix(&[y], &[x, y], &mesh));
    }
}
