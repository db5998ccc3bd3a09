//! Shardings seen as shardings of factors.
//!
//! [`Projection::new`] gives every factor of every tensor the axes that its dimension's sharding puts on it;
//! [`Projection::layout`] is the way back. Semantics: Shardy's `ShardingProjection`. Invariants: a dimension's
//! axes go to its factors from major to minor, each non-minor factor taking what divides it (an axis may be
//! split); axes that fit none are the *overflow* of the factor at which they stopped; a dimension without
//! factors keeps its sharding and takes part in nothing.

use super::layout::{Axis, AxisList, DimLayout, Layout, Prefix, prefix, push_merged, shards};
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::{ShardingRule, rule::TensorFactors};
use smallvec::SmallVec;

/// The sharding of one factor in one tensor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FactorSharding {
    /// The factor's index in the rule.
    pub factor: usize,
    /// Axes on it.
    pub axes: AxisList,
    /// Axes of its dimension that fit neither it nor, in consequence, anything minor to it.
    pub overflow: AxisList,
    /// Whether propagation may not add axes.
    pub closed: bool,
    /// Whether it is the minor-most factor of its dimension, which need not be divided evenly.
    pub minor_most: bool,
}

/// The factors of one tensor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TensorFactorShardings {
    /// One entry a factor that the tensor has, in order of its dimensions.
    pub factors: SmallVec<[FactorSharding; 4]>,
    /// Explicitly replicated axes.
    pub replicated: AxisList,
    /// Unreduced axes.
    pub unreduced: AxisList,
    /// Axes of dimensions that no factor describes: taken, as far as factors are concerned.
    pub taken: AxisList,
}

impl TensorFactorShardings {
    /// The sharding of a factor, where the tensor has it.
    pub fn get(&self, factor: usize) -> Option<&FactorSharding> {
        self.factors.iter().find(|entry| entry.factor == factor)
    }
    /// Replaces a factor's axes where they are a strict prefix of `axes`; tells whether it did.
    pub fn expand(&mut self, factor: usize, axes: &[Axis]) -> bool {
        match self.factors.iter_mut().find(|entry| entry.factor == factor) {
            Some(entry) if prefix(&entry.axes, axes) == Prefix::Strict => {
                entry.axes = AxisList::from_slice(axes);
                true
            }
            _ => false,
        }
    }
}

/// All tensors of one op by factor, operands first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Projection {
    /// Operands first, then results.
    pub tensors: SmallVec<[TensorFactorShardings; 4]>,
    /// How many of them are operands.
    pub operands: usize,
}

impl Projection {
    /// Projects the tensors' layouts (operands first; `None` is fully open) on the rule's factors.
    pub fn new(rule: &ShardingRule, layouts: &[Option<&Layout>]) -> Projection {
        let tensors = rule.tensors().zip(layouts).map(|(factors, layout)| project(rule, factors, *layout)).collect();
        Projection { tensors, operands: rule.operands.len() }
    }
    /// The operands.
    pub fn operands(&self) -> &[TensorFactorShardings] {
        &self.tensors[..self.operands]
    }
    /// The results.
    pub fn results(&self) -> &[TensorFactorShardings] {
        &self.tensors[self.operands..]
    }
    /// The layout of tensor `index` on mesh `mesh` after factors were expanded; `old` is the one that it was projected from.
    pub fn layout(&self, rule: &ShardingRule, index: usize, old: Option<&Layout>, mesh: u32) -> Layout {
        let tensor = &self.tensors[index];
        let factors = rule.tensors().nth(index).expect("a tensor of the rule");
        let dims = factors.iter().enumerate().map(|(dim, factors)| {
            if factors.is_empty() {
                return old.map_or(DimLayout { axes: AxisList::new(), open: true }, |layout| layout.dims[dim].clone());
            }
            let mut layout = DimLayout { axes: AxisList::new(), open: true };
            for factor in factors {
                let Some(entry) = tensor.get(factor.index()) else { break };
                layout.open &= !entry.closed;
                append(&mut layout.axes, &entry.axes);
                if !entry.overflow.is_empty() {
                    append(&mut layout.axes, &entry.overflow);
                    break;
                }
                // Sharding a minor factor while a major one has room left would need a strided view.
                if shards(&entry.axes) < rule[*factor].size {
                    break;
                }
            }
            layout
        });
        Layout {
            mesh,
            dims: dims.collect(),
            replicated: tensor.replicated.clone(),
            unreduced: tensor.unreduced.clone(),
            unreduced_kind: old.map_or_else(Default::default, |layout| layout.unreduced_kind),
        }
    }
}

fn append(to: &mut AxisList, axes: &[Axis]) {
    if let Some((&first, rest)) = axes.split_first() {
        push_merged(to, first);
        to.extend_from_slice(rest);
    }
}

fn project(rule: &ShardingRule, tensor: &TensorFactors, layout: Option<&Layout>) -> TensorFactorShardings {
    let mut result = TensorFactorShardings::default();
    for (dim, factors) in tensor.iter().enumerate() {
        let (axes, open) = layout.map_or((&[][..], true), |layout| (&layout.dims[dim].axes[..], layout.dims[dim].open));
        if factors.is_empty() {
            result.taken.extend_from_slice(axes);
        }
        let mut rest = Remaining { axes, current: axes.first().copied() };
        let mut overflowed = false;
        for (position, factor) in factors.iter().enumerate() {
            let mut entry = FactorSharding {
                factor: factor.index(),
                closed: !open || overflowed,
                minor_most: position + 1 == factors.len(),
                ..FactorSharding::default()
            };
            if overflowed {
                result.factors.push(entry);
                continue;
            }
            if entry.minor_most {
                rest.take_all(&mut entry.axes);
            } else {
                let left = rest.take_divisible(&mut entry.axes, rule[*factor].size);
                if left > 1 && rest.current.is_some() {
                    overflowed = true;
                    rest.take_all(&mut entry.overflow);
                }
            }
            result.factors.push(entry);
        }
    }
    if let Some(layout) = layout {
        result.replicated = layout.replicated.clone();
        result.unreduced = layout.unreduced.clone();
    }
    result
}

/// The axes of a dimension that no factor has taken yet; the first of them may be partly taken.
struct Remaining<'a> {
    axes: &'a [Axis],
    current: Option<Axis>,
}

impl Remaining<'_> {
    fn advance(&mut self) {
        self.axes = &self.axes[1..];
        self.current = self.axes.first().copied();
    }

    fn take_all(&mut self, to: &mut AxisList) {
        while let Some(axis) = self.current {
            push_merged(to, axis);
            self.advance();
        }
    }

    /// Takes axes as long as they share a divisor with what is left of a factor of `size`; returns what is left.
    fn take_divisible(&mut self, to: &mut AxisList, size: i64) -> i64 {
        let mut left = size;
        while let Some(axis) = self.current {
            let common = gcd(left, i64::from(axis.size));
            if common <= 1 {
                break;
            }
            left /= common;
            let part = common as u32;
            to.push(Axis { size: part, ..axis });
            if axis.size > part {
                self.current = Some(Axis { index: axis.index, pre: axis.pre * part, size: axis.size / part });
            } else {
                self.advance();
            }
        }
        left
    }
}

/// Greatest common divisor of two numbers of at least 0.
pub fn gcd(one: i64, other: i64) -> i64 {
    if other == 0 { one } else { gcd(other, one % other) }
}
