//! The ways in which one op may be sharded when its tensors disagree, to be priced.
//!
//! First the answer that looks at sizes only ([`vote`](super::vote)); then, for each tensor that is sharded, what it has, completed by what
//! the others have where that does not clash; then the same with contracted factors left whole, and with axes that would be lost moved to
//! factors that every tensor has; each also with the factors left whole whose shards would have to exchange elements. Invariant: all
//! candidates are legal (no axis twice, no strided views, exchanges that can be made) and distinct; the
//! list is bounded by a small multiple of the number of tensors.

use super::factors::{Projection, prefix_without_overlap, project};
use super::vote::{FactorAxes, Voter, can_exchange, decide, make_legal, redistribute, shardable};
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::rule::TensorFactors;
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh, ShardingRule};

/// At most this many tensors begin a candidate: ops of many operands (concatenations, variadic reductions) repeat themselves.
const STARTS: usize = 8;

/// The candidates, the vote's first.
pub fn candidates(rule: &ShardingRule, tensors: &[Voter], mesh: &Mesh, spreads: bool) -> Vec<FactorAxes> {
    let mut found = vec![decide(rule, tensors, mesh, spreads)];
    let may = shardable(rule, spreads);
    let mappings: Vec<&TensorFactors> = rule.tensors().collect();
    let projections: Vec<Projection> = tensors.iter().zip(&mappings).map(|(tensor, mapping)| project(&tensor.dims, mapping, rule, mesh)).collect();
    let mut by_size: Vec<usize> = (0..tensors.len()).filter(|&index| tensors[index].dims.iter().any(|axes| !axes.is_empty())).collect();
    by_size.sort_by_key(|&index| (std::cmp::Reverse(tensors[index].size), index));
    let wide: Vec<usize> = (0..tensors.len()).filter(|&index| tensors[index].rank > 0).collect();
    let reached = |factor: usize| rule.reaches.iter().any(|reach| reach.factor.index() == factor);
    let any_reached = (0..may.len()).any(reached);
    if any_reached {
        let mut still = found[0].clone();
        (0..still.len()).filter(|&factor| reached(factor)).for_each(|factor| still[factor].clear());
        if still != found[0] {
            found.push(still);
        }
    }
    let mut add = |mut axes: FactorAxes| {
        (0..axes.len()).for_each(|factor| {
            if !can_exchange(rule, factor, &axes[factor], mesh) {
                axes[factor].clear();
            }
        });
        axes.iter_mut().zip(&may).filter(|(_, may)| !**may).for_each(|(axes, _)| axes.clear());
        make_legal(rule, &mappings, &mut axes, mesh);
        if !found.contains(&axes) {
            found.push(axes);
        }
    };
    for &start in by_size.iter().take(STARTS) {
        let mut axes: FactorAxes = projections[start].axes.iter().map(|axes| axes.clone().unwrap_or_default()).collect();
        axes.iter_mut().zip(&may).filter(|(_, may)| !**may).for_each(|(axes, _)| axes.clear());
        complete(&mut axes, &by_size, &projections, mesh, |factor| may[factor]);
        let lost: Vec<AxisRef> = tensors[start].dims.iter().flatten().copied().collect();
        let mut moved = axes.clone();
        redistribute(rule, &mappings, &projections, &wide, &lost, &mut moved, mesh);
        let mut whole = axes.clone();
        let kept = |factor: usize| may[factor] && rule.factors[factor].kind != FactorKind::Reduction;
        whole.iter_mut().enumerate().filter(|(factor, _)| !kept(*factor)).for_each(|(_, axes)| axes.clear());
        complete(&mut whole, &by_size, &projections, mesh, kept);
        let mut spread = whole.clone();
        redistribute(rule, &mappings, &projections, &wide, &lost, &mut spread, mesh);
        if any_reached {
            let mut still = axes.clone();
            (0..still.len()).filter(|&factor| reached(factor)).for_each(|factor| still[factor].clear());
            complete(&mut still, &by_size, &projections, mesh, |factor| may[factor] && !reached(factor));
            let mut spread = still.clone();
            redistribute(rule, &mappings, &projections, &wide, &lost, &mut spread, mesh);
            [still, spread].into_iter().for_each(&mut add);
        }
        [axes, moved, whole, spread].into_iter().for_each(&mut add);
    }
    found
}

/// Gives factors what tensors have on them, larger tensors first, where it clashes with nothing.
fn complete(axes: &mut FactorAxes, order: &[usize], projections: &[Projection], mesh: &Mesh, may: impl Fn(usize) -> bool) {
    for &tensor in order {
        for (factor, on_tensor) in projections[tensor].axes.iter().enumerate() {
            let Some(on_tensor) = on_tensor.as_ref().filter(|_| may(factor)) else { continue };
            if on_tensor.len() <= axes[factor].len() || !on_tensor.starts_with(&axes[factor]) {
                continue;
            }
            let taken: Vec<AxisRef> = axes.iter().enumerate().filter(|(other, _)| *other != factor).flat_map(|(_, axes)| axes.iter().copied()).collect();
            let longer = prefix_without_overlap(on_tensor, &taken, mesh);
            if longer.len() > axes[factor].len() {
                axes[factor] = longer;
            }
        }
    }
}
