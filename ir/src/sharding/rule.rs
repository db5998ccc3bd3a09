//! Sharding rules: which dimensions of an op's operands and results move together.
//!
//! A *factor* is an index of the op's loop nest; each tensor dimension is a product of factors, major to
//! minor (`([i, k], [k, j])->([i, j])` for a matrix product, `([ij])->([i, j])` for a reshape). Sharding an
//! op means sharding factors. Invariants: the product of a dimension's factor sizes is the dimension's
//! size, or the dimension has no factor (`*`); a factor occurs at most once in one tensor.

use super::reach::Reach;
use crate::entity_id;
use smallvec::SmallVec;

entity_id!(/// A factor of one rule.
    FactorId, "f");

/// How a factor behaves when it is sharded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum FactorKind {
    /// Results carry it: each device computes its own part.
    PassThrough,
    /// Summed (or otherwise combined) away: each device has a partial result, combined after the op.
    Reduction,
    /// Cannot be sharded: operands are gathered along it.
    NeedReplication,
    /// The op moves elements along it: sharding needs communication beyond the shard (halo), or a gather.
    Permutation,
}

/// A commutative, associative combination of partial results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ReduceKind {
    #[default]
    Sum,
    Product,
    Max,
    Min,
    And,
    Or,
}

impl ReduceKind {
    /// Name in the text form.
    pub fn as_str(self) -> &'static str {
        match self {
            ReduceKind::Sum => "sum",
            ReduceKind::Product => "prod",
            ReduceKind::Max => "max",
            ReduceKind::Min => "min",
            ReduceKind::And => "and",
            ReduceKind::Or => "or",
        }
    }
    /// The kind with this name.
    pub fn parse(text: &str) -> Option<ReduceKind> {
        use ReduceKind::*;
        [Sum, Product, Max, Min, And, Or].into_iter().find(|kind| kind.as_str() == text)
    }
    /// The StableHLO op that combines two elements.
    pub fn op_name(self) -> &'static str {
        match self {
            ReduceKind::Sum => "stablehlo.add",
            ReduceKind::Product => "stablehlo.multiply",
            ReduceKind::Max => "stablehlo.maximum",
            ReduceKind::Min => "stablehlo.minimum",
            ReduceKind::And => "stablehlo.and",
            ReduceKind::Or => "stablehlo.or",
        }
    }
    /// The kind that this StableHLO op combines by.
    pub fn of_op(name: &str) -> Option<ReduceKind> {
        use ReduceKind::*;
        [Sum, Product, Max, Min, And, Or].into_iter().find(|kind| kind.op_name() == name)
    }
}

/// One factor of a rule.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Factor {
    /// Extent, at least 1.
    pub size: i64,
    /// What sharding it means.
    pub kind: FactorKind,
    /// Whether propagation must not carry axes along it.
    pub blocked: bool,
}

/// The factors of one dimension, major to minor; empty for a dimension that no factor describes (`*`).
pub type DimFactors = SmallVec<[FactorId; 2]>;
/// The factors of every dimension of one tensor.
pub type TensorFactors = Vec<DimFactors>;

/// The factors of an op.
#[derive(Clone, PartialEq, Eq, Debug, Default, Hash)]
pub struct ShardingRule {
    /// Indexed by [`FactorId`].
    pub factors: Vec<Factor>,
    /// One entry an operand.
    pub operands: Vec<TensorFactors>,
    /// One entry a result.
    pub results: Vec<TensorFactors>,
    /// How partial results over [`FactorKind::Reduction`] factors are combined.
    pub combine: ReduceKind,
    /// What shards of a factor need of operands beyond their own elements. A permutation or a factor that needs replication can be
    /// sharded where each operand that has it has a reach along it; a factor without reaches needs nothing. Not written in text.
    pub reaches: Vec<Reach>,
    /// Written by a user in the text: never replaced by the op's own rule.
    pub custom: bool,
}

impl ShardingRule {
    /// A rule of these tensor ranks in which no dimension has a factor yet.
    pub fn with_ranks(operands: &[usize], results: &[usize]) -> ShardingRule {
        let empty = |ranks: &[usize]| ranks.iter().map(|&rank| vec![DimFactors::new(); rank]).collect();
        ShardingRule { operands: empty(operands), results: empty(results), ..ShardingRule::default() }
    }
    /// Adds a factor: `operand_dims[i]` is the dimension of operand `i` that it belongs to, if any; likewise for results.
    /// It becomes the minor-most factor of each of those dimensions so far.
    pub fn add_factor(
        &mut self,
        size: i64,
        kind: FactorKind,
        operand_dims: &[Option<usize>],
        result_dims: &[Option<usize>],
    ) -> FactorId {
        let id = <FactorId as crate::entity::EntityId>::from_index(self.factors.len());
        self.factors.push(Factor { size, kind, blocked: false });
        for (tensor, dim) in self.operands.iter_mut().zip(operand_dims).chain(self.results.iter_mut().zip(result_dims)) {
            if let Some(dim) = dim {
                tensor[*dim].push(id);
            }
        }
        id
    }
    /// Marks a factor as one along which propagation must not carry axes.
    pub fn block(&mut self, factor: FactorId) {
        self[factor].blocked = true;
    }
    /// How `operand` is read along `factor`, where shards need more than their own elements.
    pub fn reach(&self, factor: FactorId, operand: usize) -> Option<&Reach> {
        self.reaches.iter().find(|reach| reach.factor == factor && reach.operand == operand)
    }
    /// Whether all operands that have `factor` say how its shards read them.
    pub fn is_reached(&self, factor: FactorId) -> bool {
        let has = |tensor: &TensorFactors| tensor.iter().any(|dim| dim.contains(&factor));
        let mut carriers = self.operands.iter().enumerate().filter(|(_, tensor)| has(tensor)).peekable();
        carriers.peek().is_some() && carriers.all(|(operand, _)| self.reach(factor, operand).is_some())
    }
    /// All tensors, operands first.
    pub fn tensors(&self) -> impl Iterator<Item = &TensorFactors> {
        self.operands.iter().chain(&self.results)
    }
    /// All factor ids in order.
    pub fn factor_ids(&self) -> impl Iterator<Item = FactorId> + use<> {
        (0..self.factors.len()).map(crate::entity::EntityId::from_index)
    }
}

impl std::ops::Index<FactorId> for ShardingRule {
    type Output = Factor;
    fn index(&self, factor: FactorId) -> &Factor {
        &self.factors[crate::entity::EntityId::index(factor)]
    }
}
impl std::ops::IndexMut<FactorId> for ShardingRule {
    fn index_mut(&mut self, factor: FactorId) -> &mut Factor {
        &mut self.factors[crate::entity::EntityId::index(factor)]
    }
}
