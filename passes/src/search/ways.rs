//! In which ways one op can be sharded: where a mesh's axes may go among the factors of its rule, how its tensors lie then, and how much of
//! its work is left to a device.
//!
//! Invariants: every way is legal (no axis twice, no strided views, no empty shards); ways come in one order; axes are whole.

use crate::partition::factors::unproject;
use crate::partition::plan::Placement;
use crate::partition::vote::{FactorAxes, make_legal, makes_dims, shardable};
use indexmap::IndexSet;
use shardwright_ir::sharding::rule::TensorFactors;
use shardwright_ir::sharding::spec::local_size;
use shardwright_ir::sharding::{AxisRef, FactorKind, Mesh, ShardingRule, TensorSharding};
use shardwright_ir::{Diagnostic, Sym, TensorType, Type};
use shardwright_ir::op::OpView;

/// At most this many ways an op: what an op of seven factors has on a mesh of three axes. More are refused, as leaving some out unseen could leave out
/// the best.
pub const MOST_WAYS: usize = 4096;

/// The ways of a rule: each axis on one factor or on none. `None` where there are more than [`MOST_WAYS`]. `spreads` says that each device can make its own
/// part of dimensions that no operand has.
pub fn ways(rule: &ShardingRule, mesh: &Mesh, spreads: bool) -> Option<Vec<FactorAxes>> {
    let may = shardable(rule, spreads);
    let may: Vec<usize> = (0..rule.factors.len()).filter(|&factor| may[factor] && matches!(rule.factors[factor].kind, FactorKind::PassThrough | FactorKind::Reduction)).collect();
    let mappings: Vec<&TensorFactors> = rule.tensors().collect();
    let mut found = IndexSet::<FactorAxes>::new();
    found.insert(vec![Vec::new(); rule.factors.len()]);
    for axis in mesh.axes.iter().filter(|axis| axis.size > 1) {
        for index in 0..found.len() {
            for &factor in &may {
                let mut axes = found[index].clone();
                axes[factor].push(AxisRef::full(axis.name));
                let shards = mesh.shards(&axes[factor]);
                // A shard without elements is a device without work.
                if (shards - 1).saturating_mul(local_size(rule.factors[factor].size, shards)) < rule.factors[factor].size {
                    found.insert(axes);
                }
            }
            if found.len() > MOST_WAYS {
                return None;
            }
        }
    }
    let legal = |axes: &FactorAxes| {
        let mut made = axes.clone();
        make_legal(rule, &mappings, &mut made, mesh);
        made == *axes
    };
    Some(found.into_iter().filter(legal).collect())
}

/// Whether each device can make its own part of dimensions that no operand of the op has.
pub fn spreads(view: &OpView, rule: &ShardingRule) -> bool {
    let data = view.data();
    data.operands.is_empty() || makes_dims(rule, data.info.name)
}

/// [`ways`] of an op.
///
/// # Errors
/// More than [`MOST_WAYS`], at the op's place.
pub fn ways_of(view: &OpView, rule: &ShardingRule, mesh: &Mesh) -> Result<Vec<FactorAxes>, Box<Diagnostic>> {
    let data = view.data();
    ways(rule, mesh, spreads(view, rule)).ok_or_else(|| {
        let why = format!("{} can be sharded in more than {MOST_WAYS} ways on this mesh", data.info.name);
        Box::new(Diagnostic::error(why).at(data.span).help("search a mesh of fewer axes"))
    })
}

/// Whether a placement is what an annotation says, or more where that is open; `axes` are those that the annotation names.
pub fn meets(given: &TensorSharding, axes: &Placement, placement: &Placement) -> bool {
    let whole = placement.partial.is_empty() || !given.unreduced.is_empty();
    let dims = given.dims.iter().zip(&axes.dims).zip(&placement.dims);
    whole && dims.into_iter().all(|((dim, given), placed)| if dim.open { placed.starts_with(given) } else { given == placed })
}

/// Bytes of a value on one device of the mesh, padding included; 0 for what is no tensor.
pub fn bytes_on_device(ty: &Type, placement: &Placement, (name, mesh): (Sym, &Mesh)) -> i64 {
    ty.as_tensor().map_or(0, |ty| TensorSharding::of_axes(name, placement.dims.clone()).local_type(ty, mesh).byte_size())
}

/// How the tensors of an op lie whose factors are sharded so; results are partial along axes of contracted factors.
pub fn place(rule: &ShardingRule, axes: &FactorAxes, operands: usize, mesh: &Mesh) -> Option<Vec<Placement>> {
    let contracted = rule.factors.iter().zip(axes).filter(|(factor, _)| factor.kind == FactorKind::Reduction).flat_map(|(_, axes)| axes.iter().copied());
    let mut partial: Vec<AxisRef> = contracted.collect();
    partial.sort_by_key(|axis| mesh.axes.iter().position(|one| one.name == axis.name));
    rule.tensors()
        .enumerate()
        .map(|(index, tensor)| {
            let dims = unproject(axes, tensor, rule, mesh)?;
            Some(Placement { dims, partial: if index < operands { Vec::new() } else { partial.clone() } })
        })
        .collect()
}

/// Operations of one device of an op that has `flops` of them whole.
pub fn local_flops(rule: &ShardingRule, axes: &FactorAxes, mesh: &Mesh, flops: i64) -> i64 {
    let parts = rule.factors.iter().zip(axes).map(|(factor, axes)| (factor.size, mesh.shards(axes)));
    parts.fold(flops as f64, |flops, (size, shards)| flops * local_size(size, shards) as f64 / size.max(1) as f64).ceil() as i64
}

/// Every placement of a tensor by whole axes, nothing partial.
pub fn all_placements(ty: &TensorType, mesh: &Mesh) -> Vec<Placement> {
    let mut rule = ShardingRule::with_ranks(&[], &[ty.rank()]);
    for (dim, &size) in ty.dims.iter().enumerate() {
        rule.add_factor(size.max(1), FactorKind::PassThrough, &[], &[Some(dim)]);
    }
    let found = ways(&rule, mesh, true).unwrap_or_default();
    found.into_iter().map(Placement::of).collect()
}
