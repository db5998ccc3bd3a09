//! The aggressive strategy: each tensor takes what it can, whatever the others can take.
//!
//! Semantics: Shardy's `AggressiveFactorPropagation`. Where two factors want the same axis in one tensor, the
//! factor whose axes come from the larger tensor wins, then (elementwise ops) the more sharded one, then the
//! one from the earlier tensor, then the earlier factor.

use super::factors::{Direction, allowed_in_factor, compatible_major_axes, free_of_other_factors, truncate};
use super::layout::{AxisList, Prefix, prefix, shards};
use super::projection::{Projection, TensorFactorShardings};
use shardwright_ir::sharding::ShardingRule;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Expands the factors of each tensor by what flows in `directions` (one a factor); marks in `updated` the tensors that changed.
pub fn propagate(
    projection: &mut Projection,
    rule: &ShardingRule,
    directions: &[Direction],
    elementwise: bool,
    updated: &mut SmallVec<[bool; 8]>,
) {
    let wanted: SmallVec<[AxisList; 8]> =
        directions.iter().enumerate().map(|(factor, &direction)| compatible_major_axes(projection, factor, direction)).collect();
    if wanted.iter().all(|axes| axes.is_empty()) {
        return;
    }
    let sources = sources(projection, rule, &wanted);
    let mut order: SmallVec<[usize; 8]> = (0..wanted.len()).collect();
    order.sort_by_key(|&factor| {
        let more_sharded = if elementwise { shards(&wanted[factor]) } else { 0 };
        (Reverse(sources[factor].size), Reverse(more_sharded), sources[factor].tensor, factor)
    });

    // Results first: elementwise operands then look at what the results have become.
    let operands = projection.operands;
    for index in (operands..projection.tensors.len()).chain(0..operands) {
        for &factor in &order {
            let mut axes = take(&projection.tensors[index], rule, factor, &wanted[factor]);
            if axes.is_empty() {
                continue;
            }
            if elementwise && index < operands {
                // Sideways only what a result has too: there is no point in sharding one operand like another
                // when the result cannot follow.
                for result in projection.results() {
                    if let Some(entry) = result.get(factor)
                        && prefix(&entry.axes, &axes) == Prefix::Strict
                    {
                        axes = entry.axes.clone();
                    }
                }
            }
            updated[index] |= projection.tensors[index].expand(factor, &axes);
        }
    }
}

/// What the tensor can take of the axes that flow along a factor; empty when that is nothing new.
fn take(tensor: &TensorFactorShardings, rule: &ShardingRule, factor: usize, wanted: &AxisList) -> AxisList {
    let Some(entry) = tensor.get(factor) else { return AxisList::new() };
    let mut axes = wanted.clone();
    let size = rule.factors[factor].size;
    truncate(&mut axes, |axis, shards_before| allowed_in_factor(axis, tensor, entry, shards_before, size));
    if prefix(&entry.axes, &axes) != Prefix::Strict {
        return AxisList::new();
    }
    truncate(&mut axes, |axis, _| free_of_other_factors(axis, tensor, factor));
    axes
}

/// Where the axes that flow along a factor come from; size -1 where nothing flows.
#[derive(Clone, Copy)]
struct Source {
    tensor: usize,
    size: i64,
}

/// The largest tensor that already has the axes that flow along each factor.
fn sources(projection: &Projection, rule: &ShardingRule, wanted: &[AxisList]) -> SmallVec<[Source; 8]> {
    let mut sources: SmallVec<[Source; 8]> = SmallVec::from_elem(Source { tensor: 0, size: -1 }, wanted.len());
    for (tensor, factors) in projection.tensors.iter().enumerate() {
        let size = factors.factors.iter().fold(1i64, |size, entry| size.saturating_mul(rule.factors[entry.factor].size));
        for entry in &factors.factors {
            let axes = &wanted[entry.factor];
            let is_source = !axes.is_empty() && prefix(axes, &entry.axes) != Prefix::No;
            if is_source && size > sources[entry.factor].size {
                sources[entry.factor] = Source { tensor, size };
            }
        }
    }
    sources
}
