//! Residuals: what the forward pass of a stage hands to its backward pass, and how many bytes of a device they take.
//!
//! A program is cut by them ([`super::divide`]) and planned with them, by the one function of this file. What may be computed again are ops that read about as much as they write and compute
//! little: elementwise ops, moves of elements, reductions; never products, attention, draws of random numbers, what has effects, or what devices must exchange data for.

use crate::partition::factors::{dim_axes, project, unproject};
use crate::train::follows::{Follows, read_by};
use crate::train::recompute::min_cut::{Handed, Handing};
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::sharding::rule::FactorKind;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Func, OpId, Value};

/// A function with a sharding on every value.
#[derive(Clone, Copy)]
pub struct Laid<'a> {
    /// The function.
    pub func: &'a Func,
    /// The mesh; none where there is one device.
    pub mesh: Option<&'a Mesh>,
}

/// What is handed on, and to whom.
pub struct Passing<'a> {
    /// The ops of the part that runs first, in order.
    pub before: &'a [OpId],
    /// What the later part reads of what they make or read.
    pub needed: &'a [Value],
    /// Whether the later part has a value that none of them makes in any case, as it does weights.
    pub free: &'a dyn Fn(Value) -> bool,
    /// Whether a value that none of them makes follows from weights and data.
    pub activation: &'a dyn Fn(Value) -> bool,
}

/// Ops that only move elements, beside those that are elementwise.
const MOVES: [&str; 9] = [
    "stablehlo.broadcast_in_dim", "stablehlo.reshape", "stablehlo.transpose", "stablehlo.slice", "stablehlo.dynamic_slice", "stablehlo.concatenate", "stablehlo.pad", "stablehlo.iota",
    "stablehlo.reverse",
];

impl Laid<'_> {
    /// Bytes of a value on one device.
    pub fn bytes(&self, value: Value) -> i64 {
        let Some(ty) = self.func.ty(value).as_tensor() else { return 0 };
        match (self.func.sharding(value), self.mesh) {
            (Some(sharding), Some(mesh)) => sharding.local_type(ty, mesh).byte_size(),
            _ => ty.byte_size(),
        }
    }

    /// Whether computing an op again costs little.
    pub fn is_light(&self, op: OpId) -> bool {
        let data = self.func.op(op);
        let elementwise = data.info.traits.elementwise && data.regions.is_empty();
        let light = elementwise || data.info.name == "stablehlo.reduce" || MOVES.contains(&data.info.name);
        light && !data.info.traits.effects && self.is_local(op)
    }

    /// Whether an op only moves elements, on each device its own.
    pub fn is_move(&self, op: OpId) -> bool {
        MOVES.contains(&self.func.op(op).info.name) && self.is_local(op)
    }

    /// Whether each device computes its part of an op from its parts of the operands.
    fn is_local(&self, op: OpId) -> bool {
        let Some(mesh) = self.mesh else { return true };
        let data = self.func.op(op);
        let values = || data.operands.iter().chain(&data.results);
        if values().any(|&value| self.func.sharding(value).is_some_and(|sharding| !sharding.unreduced.is_empty())) {
            return false;
        }
        let rank = |value: Value| self.func.ty(value).as_tensor().map_or(0, |ty| ty.rank());
        let lies: Vec<_> = values().map(|&value| self.func.sharding(value).map_or_else(|| vec![Vec::new(); rank(value)], |sharding| dim_axes(sharding, mesh))).collect();
        if lies.iter().flatten().all(Vec::is_empty) {
            return true;
        }
        let Some(rule) = self.func.view(op).sharding_rule() else { return false };
        let tensors: Vec<_> = rule.operands.iter().chain(&rule.results).collect();
        if tensors.len() != lies.len() {
            return false;
        }
        let mut of_factor: Vec<Option<Vec<_>>> = vec![None; rule.factors.len()];
        for (dims, tensor) in lies.iter().zip(&tensors) {
            for (known, axes) in of_factor.iter_mut().zip(project(dims, tensor, &rule, mesh).axes) {
                match (&known, axes) {
                    (_, None) => {}
                    (None, Some(axes)) => *known = Some(axes),
                    (Some(known), Some(axes)) if *known == axes => {}
                    _ => return false,
                }
            }
        }
        let axes: Vec<Vec<_>> = of_factor.into_iter().map(Option::unwrap_or_default).collect();
        let moved = rule.factors.iter().zip(&axes).any(|(factor, axes)| factor.kind != FactorKind::PassThrough && !axes.is_empty());
        !moved && lies.iter().zip(&tensors).all(|(dims, tensor)| unproject(&axes, tensor, &rule, mesh).as_ref() == Some(dims))
    }

    /// What is handed on: the fewest bytes, or, where `least` is not wanted, all that is read, as it is.
    pub fn handed(&self, passing: &Passing, least: bool) -> Handed {
        let func = self.func;
        // What follows from weights and data lies differently in each layer.
        let mut from = SecondaryMap::<Value, Option<Follows>>::new();
        let given = |value: Value| {
            let all = (passing.activation)(value);
            Follows { weights: all, data: all }
        };
        for &op in passing.before {
            let read = read_by(func, op);
            let all = read.iter().fold(Follows::default(), |sum, &value| sum.and(from[value].unwrap_or_else(|| given(value))));
            func.op(op).results.iter().for_each(|&result| from[result] = Some(all));
        }
        let of_layer = |value: Value| from[value].unwrap_or_else(|| given(value)).is_activation();
        let handing = Handing { func, before: passing.before, needed: passing.needed, free: passing.free, bytes: &|value| self.bytes(value), again: &|op| self.is_light(op), of_layer: &of_layer };
        if least { handing.least() } else { handing.all() }
    }
}
