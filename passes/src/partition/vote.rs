//! How one op is sharded when its tensors disagree.
//!
//! The choice is Shardy's (`insert-explicit-reshards`): an op of two tensors keeps the preferred tensor's sharding; any other
//! op takes a vote in which every (factor, axes) that a tensor has counts with the global sizes of the tensors that have it.
//! Factors whose shards need one another's elements are sharded where an operand has them sharded and the exchange moves less than
//! gathering ([`Exchanges`]). Invariants: the answer puts no axis on two factors; factors that need replication, or along which
//! elements move, stay unsharded where no reach says how shards read their operands; every tensor can carry the answer (no strided
//! views, no padding inside a compound dimension).

use super::factors::{DimAxes, Projection, common_prefix, overlap, prefix_without_overlap, project, unproject};
use shardwright_dialects::halo;
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::rule::TensorFactors;
use shardwright_ir::sharding::{AxisRef, FactorId, FactorKind, Mesh, Reach, ShardingRule};

/// The axes on each factor, by factor index.
pub type FactorAxes = Vec<Vec<AxisRef>>;

/// One tensor of an op, as it stands before the op decides.
pub struct Voter {
    /// Its dimensions' axes on the op's mesh.
    pub dims: DimAxes,
    /// Elements of the whole tensor.
    pub size: i64,
    /// Its rank.
    pub rank: usize,
}

/// Decides the axes on each factor. `tensors` are operands, then results, in the order of the rule; `spreads` says that the op
/// repeats its operand along factors that only results have, so that each device can make its own part of them.
pub fn decide(rule: &ShardingRule, tensors: &[Voter], mesh: &Mesh, spreads: bool) -> FactorAxes {
    let shardable = shardable(rule, spreads);
    let mappings: Vec<&TensorFactors> = rule.tensors().collect();
    let projections: Vec<Projection> =
        tensors.iter().zip(&mappings).map(|(tensor, mapping)| project(&tensor.dims, mapping, rule, mesh)).collect();
    let exchanges = Exchanges { rule, tensors, projections: &projections, mesh };
    let affordable = |axes: &FactorAxes| axes.iter().enumerate().all(|(factor, axes)| exchanges.pay(factor, axes));
    let mut axes = match agreed(&shardable, &projections, mesh).filter(affordable) {
        Some(axes) => axes,
        None => {
            let wide: Vec<usize> = (0..tensors.len()).filter(|&index| tensors[index].rank > 0).collect();
            let movable = rule.factors.iter().all(|factor| matches!(factor.kind, FactorKind::PassThrough | FactorKind::Reduction));
            let compound = mappings.iter().any(|mapping| mapping.iter().any(|factors| factors.len() > 1));
            match wide.as_slice() {
                [left, right] if movable && !compound => keep_preferred(tensors, &projections, *left, *right, mesh),
                _ => vote(rule, &shardable, &exchanges, &mappings, &wide),
            }
        }
    };
    axes.iter_mut().zip(&shardable).filter(|(_, shardable)| !**shardable).for_each(|(axes, _)| axes.clear());
    make_legal(rule, &mappings, &mut axes, mesh);
    (0..axes.len()).filter(|&factor| !exchanges.pay(factor, &axes[factor])).collect::<Vec<_>>().into_iter().for_each(|factor| axes[factor].clear());
    axes
}

/// Whether an op may be sharded on dimensions that none of its operands has.
pub fn makes_dims(rule: &ShardingRule, name: &str) -> bool {
    rule.custom || matches!(name, "stablehlo.broadcast_in_dim" | "stablehlo.broadcast")
}

/// By factor: whether it may be sharded.
pub fn shardable(rule: &ShardingRule, spreads: bool) -> Vec<bool> {
    rule.factor_ids().map(|factor| may_shard(rule, factor.index(), spreads)).collect()
}

/// Whether `axes` on `factor` leave shards that can exchange what they need of one another.
pub fn can_exchange(rule: &ShardingRule, factor: usize, axes: &[AxisRef], mesh: &Mesh) -> bool {
    let shards = mesh.shards(axes);
    shards <= 1 || rule.reaches.iter().filter(|reach| reach.factor.index() == factor).all(|reach| halo::sent(reach, shards).is_some())
}

/// What sharding factors whose shards need elements of one another costs.
///
/// Bytes that one device sends are compared, all other dimensions whole: exchanging what the shards need (and gathering the results
/// that are not wanted sharded so) with gathering the operands. An exchange that moves as much as a gather is not made; one
/// that no operand is sharded for neither, since every device then has what it needs.
struct Exchanges<'a> {
    rule: &'a ShardingRule,
    tensors: &'a [Voter],
    projections: &'a [Projection],
    mesh: &'a Mesh,
}

impl Exchanges<'_> {
    /// Whether `axes` on `factor` are worth what they need to be exchanged.
    fn pay(&self, factor: usize, axes: &[AxisRef]) -> bool {
        let id: FactorId = EntityId::from_index(factor);
        let reaches: Vec<&Reach> = self.rule.reaches.iter().filter(|reach| reach.factor == id).collect();
        let shards = self.mesh.shards(axes);
        if reaches.is_empty() || shards <= 1 {
            return true;
        }
        let has = |projection: &Projection| projection.axes[factor].as_ref().is_some_and(|on| common_prefix(on, axes, self.mesh) == axes);
        let (operands, results) = self.projections.split_at(self.rule.operands.len());
        if !operands.iter().any(has) {
            return false;
        }
        let carriers = results.iter().zip(&self.tensors[operands.len()..]).filter(|(projection, _)| projection.axes[factor].is_some());
        let gathered = carriers.filter(|(projection, _)| !has(projection)).map(|(_, tensor)| tensor.size / shards * (shards - 1)).sum();
        let sizes: Vec<i64> = self.tensors.iter().map(|tensor| tensor.size).collect();
        halo::pays(&reaches, &sizes, shards, gathered)
    }
}

/// Whether each device can do its part of the op when this factor is sharded. A factor that passes through must come from an operand
/// (unless the op spreads) and reach a result: else devices would need, or lose, one another's elements.
fn may_shard(rule: &ShardingRule, factor: usize, spreads: bool) -> bool {
    let within = |tensors: &[TensorFactors]| tensors.iter().flatten().flatten().any(|id| id.index() == factor);
    match rule.factors[factor].kind {
        FactorKind::PassThrough => within(&rule.results) && (spreads || within(&rule.operands)),
        FactorKind::Reduction => true,
        FactorKind::Permutation | FactorKind::NeedReplication => rule.is_reached(EntityId::from_index(factor)),
    }
}

/// What all tensors say alike, where they do.
fn agreed(shardable: &[bool], projections: &[Projection], mesh: &Mesh) -> Option<FactorAxes> {
    let mut common: Vec<Option<&Vec<AxisRef>>> = vec![None; shardable.len()];
    for projection in projections {
        for (factor, axes) in projection.axes.iter().enumerate() {
            let Some(axes) = axes else { continue };
            if !shardable[factor] && !axes.is_empty() {
                return None;
            }
            match common[factor] {
                None => common[factor] = Some(axes),
                Some(other) if other != axes => return None,
                Some(_) => {}
            }
        }
    }
    let common: FactorAxes = common.into_iter().map(|axes| axes.cloned().unwrap_or_default()).collect();
    let clash = (0..common.len()).any(|index| common[index + 1..].iter().any(|other| overlap(&common[index], other, mesh)));
    (!clash).then_some(common)
}

/// The larger tensor's sharding (then the more sharded one's, then the operand's); what only the other has follows where it can.
fn keep_preferred(tensors: &[Voter], projections: &[Projection], left: usize, right: usize, mesh: &Mesh) -> FactorAxes {
    let rank = |index: usize| {
        let shards = tensors[index].dims.iter().fold(1i64, |product, axes| product.saturating_mul(mesh.shards(axes)));
        (tensors[index].size, shards)
    };
    let (preferred, other) = if rank(left) >= rank(right) { (left, right) } else { (right, left) };
    let mut axes: FactorAxes = projections[preferred].axes.iter().map(|axes| axes.clone().unwrap_or_default()).collect();
    let mut taken: Vec<AxisRef> = axes.iter().flatten().copied().collect();
    for (factor, on_other) in projections[other].axes.iter().enumerate() {
        if let (None, Some(on_other)) = (&projections[preferred].axes[factor], on_other) {
            axes[factor] = prefix_without_overlap(on_other, &taken, mesh);
            taken.extend(&axes[factor]);
        }
    }
    axes
}

/// An assignment that some tensor has.
struct Candidate {
    factor: usize,
    axes: Vec<AxisRef>,
    /// Elements of all tensors that have it.
    total: i64,
    /// Elements that the largest tensor with this factor has on one device, under what is decided so far.
    largest: i64,
    /// Shards that it adds to what is decided.
    added: i64,
}

fn vote(rule: &ShardingRule, shardable: &[bool], exchanges: &Exchanges, mappings: &[&TensorFactors], wide: &[usize]) -> FactorAxes {
    let Exchanges { tensors, projections, mesh, .. } = *exchanges;
    let mut decided: FactorAxes = vec![Vec::new(); rule.factors.len()];
    let mut candidates = candidates(shardable, tensors, projections, mesh);
    candidates.retain(|candidate| exchanges.pay(candidate.factor, &candidate.axes));
    while let Some(best) = best_candidate(rule, &candidates, mappings, &decided, mesh) {
        let Candidate { factor, axes, .. } = candidates.swap_remove(best);
        decided[factor] = axes.clone();
        candidates.retain_mut(|candidate| {
            if candidate.factor == factor {
                return candidate.axes.len() >= axes.len() && candidate.axes != axes && common_prefix(&candidate.axes, &axes, mesh) == axes;
            }
            let kept = prefix_without_overlap(&candidate.axes, &axes, mesh);
            let useful = kept != decided[candidate.factor] && !kept.is_empty();
            candidate.axes = kept;
            useful
        });
        for candidate in &mut candidates {
            candidate.added = mesh.shards(&candidate.axes) / mesh.shards(&decided[candidate.factor]).max(1);
            candidate.largest = 0;
        }
        for (tensor, projection) in tensors.iter().zip(projections) {
            let local = projection.axes.iter().enumerate().fold(tensor.size, |size, (factor, axes)| match axes {
                Some(_) => size / mesh.shards(&decided[factor]).max(1),
                None => size,
            });
            for candidate in candidates.iter_mut().filter(|candidate| projection.axes[candidate.factor].is_some()) {
                candidate.largest = candidate.largest.max(local);
            }
        }
    }
    for factor in 0..rule.factors.len() {
        if shardable[factor] {
            continue;
        }
        let carriers: Option<Vec<&Vec<AxisRef>>> = wide.iter().map(|&index| projections[index].axes[factor].as_ref()).collect();
        let Some(carriers) = carriers.filter(|carriers| !carriers.is_empty()) else { continue };
        let shared = carriers[1..].iter().fold(carriers[0].clone(), |shared, axes| common_prefix(&shared, axes, mesh));
        redistribute(rule, mappings, projections, wide, &shared, &mut decided, mesh);
    }
    decided
}

fn candidates(shardable: &[bool], tensors: &[Voter], projections: &[Projection], mesh: &Mesh) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (tensor, projection) in tensors.iter().zip(projections) {
        for (factor, axes) in projection.axes.iter().enumerate() {
            let Some(axes) = axes.as_ref().filter(|_| shardable[factor]) else { continue };
            for length in 1..=axes.len() {
                let prefix = &axes[..length];
                match found.iter_mut().find(|candidate| candidate.factor == factor && candidate.axes == prefix) {
                    Some(candidate) => {
                        candidate.total = candidate.total.saturating_add(tensor.size);
                        candidate.largest = candidate.largest.max(tensor.size);
                    }
                    None => found.push(Candidate {
                        factor,
                        axes: prefix.to_vec(),
                        total: tensor.size,
                        largest: tensor.size,
                        added: mesh.shards(prefix),
                    }),
                }
            }
        }
    }
    found
}

/// The index of the candidate that wins among those that no unfilled major factor blocks.
fn best_candidate(
    rule: &ShardingRule,
    candidates: &[Candidate],
    mappings: &[&TensorFactors],
    decided: &FactorAxes,
    mesh: &Mesh,
) -> Option<usize> {
    let weight = |candidate: &Candidate| {
        let kind = match rule.factors[candidate.factor].kind {
            FactorKind::PassThrough => 3,
            FactorKind::Reduction => 2,
            FactorKind::Permutation => 1,
            FactorKind::NeedReplication => 0,
        };
        (candidate.total, kind, candidate.largest, candidate.added, candidate.factor, candidate.axes.len())
    };
    let mut best: Option<usize> = None;
    for (index, candidate) in candidates.iter().enumerate() {
        if !unblocked(rule, mappings, candidate.factor, decided, mesh) {
            continue;
        }
        if best.is_none_or(|best| weight(candidate) > weight(&candidates[best])) {
            best = Some(index);
        }
    }
    best
}

/// Whether every factor that is major to `factor` in some dimension is fully sharded.
fn unblocked(rule: &ShardingRule, mappings: &[&TensorFactors], factor: usize, decided: &FactorAxes, mesh: &Mesh) -> bool {
    mappings.iter().all(|mapping| {
        mapping.iter().all(|factors| {
            let place = factors.iter().position(|id| id.index() == factor);
            place.is_none_or(|place| factors[..place].iter().all(|id| mesh.shards(&decided[id.index()]) == rule[*id].size.max(1)))
        })
    })
}

/// Puts axes that cannot stay where they are on factors that every tensor has, where these divide: an all-to-all instead of an
/// all-gather.
pub fn redistribute(
    rule: &ShardingRule,
    mappings: &[&TensorFactors],
    projections: &[Projection],
    wide: &[usize],
    axes: &[AxisRef],
    decided: &mut FactorAxes,
    mesh: &Mesh,
) {
    let mut left = axes.iter().copied().filter(|axis| !decided.iter().any(|on| overlap(on, &[*axis], mesh))).collect::<std::collections::VecDeque<_>>();
    for factor in 0..rule.factors.len() {
        let everywhere = wide.iter().all(|&index| projections[index].axes[factor].is_some());
        let size = rule.factors[factor].size;
        if rule.factors[factor].kind != FactorKind::PassThrough || !everywhere || size == 0 {
            continue;
        }
        while let Some(&axis) = left.front() {
            let mut longer = decided[factor].clone();
            push_merged(&mut longer, axis, mesh);
            if size % mesh.shards(&longer) != 0 || !unblocked(rule, mappings, factor, decided, mesh) {
                break;
            }
            decided[factor] = longer;
            left.pop_front();
        }
    }
}

/// Takes away what some tensor cannot carry.
pub fn make_legal(rule: &ShardingRule, mappings: &[&TensorFactors], axes: &mut FactorAxes, mesh: &Mesh) {
    for factors in mappings.iter().flat_map(|mapping| mapping.iter()).filter(|factors| factors.len() > 1) {
        for factor in factors {
            let on_factor = &mut axes[factor.index()];
            while rule[*factor].size % mesh.shards(on_factor).max(1) != 0 {
                on_factor.pop();
            }
        }
    }
    // Emptying a minor factor never blocks another, so one sweep per factor reaches the end.
    for _ in 0..axes.len() {
        let blocked = mappings.iter().flat_map(|mapping| mapping.iter()).find_map(|factors| {
            let mut full = true;
            factors.iter().find(|id| {
                let bad = !full && !axes[id.index()].is_empty();
                full = full && mesh.shards(&axes[id.index()]) == rule[**id].size;
                bad
            })
        });
        let Some(factor) = blocked else { break };
        axes[factor.index()].clear();
    }
    debug_assert!(mappings.iter().all(|mapping| unproject(axes, mapping, rule, mesh).is_some()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::sym::Sym;

    fn axis(name: &str) -> AxisRef {
        AxisRef::full(Sym::new(name))
    }

    fn voter(dims: &[&[&str]], size: i64) -> Voter {
        Voter { dims: dims.iter().map(|axes| axes.iter().map(|name| axis(name)).collect()).collect(), size, rank: dims.len() }
    }

    /// `([i, k], [k, j]) -> [i, j]` with i = 8, j = 4, k = 16.
    fn dot() -> ShardingRule {
        let mut rule = ShardingRule::with_ranks(&[2, 2], &[2]);
        rule.add_factor(8, FactorKind::PassThrough, &[Some(0), None], &[Some(0)]);
        rule.add_factor(4, FactorKind::PassThrough, &[None, Some(1)], &[Some(1)]);
        rule.add_factor(16, FactorKind::Reduction, &[Some(1), Some(0)], &[None]);
        rule
    }

    #[test]
    fn tensors_that_agree_are_left_alone() {
        let mesh = Mesh::new(&[("x", 2), ("y", 2)]);
        let tensors = [voter(&[&["x"], &["y"]], 128), voter(&[&["y"], &[]], 64), voter(&[&["x"], &[]], 32)];
        assert_eq!(decide(&dot(), &tensors, &mesh, false), [vec![axis("x")], vec![], vec![axis("y")]]);
    }

    /// x on k has the left operand behind it (128 elements), x on j only the right one and the result (64 + 32).
    #[test]
    fn the_larger_tensors_win_the_vote() {
        let mesh = Mesh::new(&[("x", 2)]);
        let tensors = [voter(&[&[], &["x"]], 128), voter(&[&[], &["x"]], 64), voter(&[&[], &["x"]], 32)];
        assert_eq!(decide(&dot(), &tensors, &mesh, false), [vec![], vec![], vec![axis("x")]]);
    }

    /// Sorting dimension 1 of [8, 6] on x: x moves to dimension 0.
    #[test]
    fn axes_of_a_factor_that_needs_replication_move_to_a_batch_factor() {
        let mesh = Mesh::new(&[("x", 2)]);
        let mut rule = ShardingRule::with_ranks(&[2], &[2]);
        rule.add_factor(8, FactorKind::PassThrough, &[Some(0)], &[Some(0)]);
        rule.add_factor(6, FactorKind::NeedReplication, &[Some(1)], &[Some(1)]);
        let tensors = [voter(&[&[], &["x"]], 48), voter(&[&[], &["x"]], 48)];
        assert_eq!(decide(&rule, &tensors, &mesh, false), [vec![axis("x")], vec![]]);
    }

    /// `[ij] -> [i, j]` with i = 3: 2 shards do not divide it, and padding inside ij would move elements.
    #[test]
    fn a_compound_dimension_is_never_padded_inside() {
        let mesh = Mesh::new(&[("x", 2)]);
        let mut rule = ShardingRule::with_ranks(&[1], &[2]);
        rule.add_factor(3, FactorKind::PassThrough, &[Some(0)], &[Some(0)]);
        rule.add_factor(4, FactorKind::PassThrough, &[Some(0)], &[Some(1)]);
        let tensors = [voter(&[&[]], 12), voter(&[&["x"], &[]], 12)];
        assert_eq!(decide(&rule, &tensors, &mesh, false), [vec![], vec![]]);
    }
}
