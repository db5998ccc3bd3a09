//! What a device needs to hold while a materialized function runs.
//!
//! Invariants: parameters are counted as the function takes them, throughout, and not as they were before they were prepared; everything else
//! lives from where it is made to its last use, in the placement that it says.

use super::graph::{Joint, Key, Origin};
use super::materialize::Materialized;
use super::solve::Solution;
use crate::analysis::memory::memory;
use shardwright_ir::entity::EntityId;
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{TensorType, Value};

/// The most bytes that a device holds at once.
pub fn peak(joint: &mut Joint, solution: &Solution, made: &Materialized, mesh: &Mesh) -> i64 {
    let mut local = made.func.clone();
    for value in (0..local.num_values()).map(Value::from_index) {
        if let (Some(ty), Some(sharding)) = (local.ty(value).as_tensor(), local.sharding(value)) {
            local.value_mut(value).ty = sharding.local_type(ty, mesh).into();
        }
    }
    for &value in &made.before {
        if let Some(ty) = local.ty(value).as_tensor() {
            local.value_mut(value).ty = TensorType::new(ty.element, &[0]).into();
        }
    }
    let mut parameters = 0i64;
    for (number, &chosen) in solution.chosen.iter().enumerate() {
        if let Key::Held(id) = joint.decisions[number].key
            && joint.origin(id) == Origin::Parameter
        {
            parameters = parameters.saturating_add(joint.decisions[number].bytes[chosen as usize]);
        }
    }
    parameters.saturating_add(memory(&local).peak)
}
