//! The basic strategy: an axis flows along a factor only as far as every tensor of the op can take it.
//!
//! Semantics: Shardy's `BasicFactorPropagation`. Invariant: after a step, all tensors that have a factor agree
//! on the axes that flowed along it.

use super::factors::{Direction, allowed_in_factor, compatible_major_axes, free_of_other_factors, truncate};
use super::layout::AxisList;
use super::projection::Projection;
use shardwright_ir::sharding::ShardingRule;
use smallvec::SmallVec;

/// Expands the factors of all tensors by what flows in `directions` (one a factor); marks in `updated` the tensors that changed.
pub fn propagate(projection: &mut Projection, rule: &ShardingRule, directions: &[Direction], updated: &mut SmallVec<[bool; 8]>) {
    for (factor, &direction) in directions.iter().enumerate() {
        let axes = flow(projection, rule, factor, direction);
        for (tensor, updated) in projection.tensors.iter_mut().zip(updated.iter_mut()) {
            *updated |= tensor.expand(factor, &axes);
        }
    }
}

fn flow(projection: &Projection, rule: &ShardingRule, factor: usize, direction: Direction) -> AxisList {
    let mut axes = compatible_major_axes(projection, factor, direction);
    truncate(&mut axes, |axis, shards_before| {
        projection.tensors.iter().try_fold(axis, |axis, tensor| {
            let axis = free_of_other_factors(axis, tensor, factor)?;
            match tensor.get(factor) {
                Some(entry) => allowed_in_factor(axis, tensor, entry, shards_before, rule.factors[factor].size),
                None => Some(axis),
            }
        })
    });
    axes
}
