//! The order in which kinds of ops propagate.
//!
//! Semantics: Shardy's op-priority propagation, five levels, each allowing all that the ones before allow:
//! 0 ops that keep elements in place (elementwise, reshape, transpose; forward only: dynamic slices) and whose operands have no other use,
//! 1 the same with any number of uses, 2 every op along pass-through factors (broadcasts backward only),
//! 3 every op along every factor (broadcasts still backward only), 4 everything.

use super::factors::Direction;
use shardwright_ir::{Func, OpId};

/// Number of levels.
pub const LEVELS: usize = 5;

/// How a kind of op takes part in the levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpClass {
    /// Keeps elements in place.
    InPlace,
    /// Cuts out of, or writes into, a larger tensor at a place known when it runs.
    DynamicSlice,
    /// `broadcast_in_dim`.
    Broadcast,
    /// Any other.
    Other,
    /// Both ways at every level: data-flow edges.
    Always,
    /// A propagation barrier that lets this direction through at every level.
    Barrier(Direction),
}

/// The class of an op.
pub fn class_of(func: &Func, op: OpId) -> OpClass {
    let data = func.op(op);
    match data.info.name {
        "sdy.propagation_barrier" => OpClass::Barrier(allowed_direction(func, op)),
        "stablehlo.reshape" | "stablehlo.transpose" => OpClass::InPlace,
        "stablehlo.dynamic_slice" | "stablehlo.dynamic_update_slice" => OpClass::DynamicSlice,
        "stablehlo.broadcast_in_dim" => OpClass::Broadcast,
        "stablehlo.custom_call" => {
            let target = data.attrs.get("call_target_name").and_then(|attr| attr.as_str());
            if matches!(target, Some("MoveToHost" | "MoveToDevice")) { OpClass::InPlace } else { OpClass::Other }
        }
        _ if is_elementwise(func, op) => OpClass::InPlace,
        _ => OpClass::Other,
    }
}

/// Whether propagation treats an op as elementwise: constraints, reshards and barriers count too.
pub fn is_elementwise(func: &Func, op: OpId) -> bool {
    let info = func.op(op).info;
    match info.name {
        "sdy.sharding_constraint" | "sdy.reshard" | "sdy.propagation_barrier" => true,
        "stablehlo.bitcast_convert" => {
            let view = func.view(op);
            view.operand_type(0).dims == view.result_type(0).dims
        }
        _ => info.traits.elementwise,
    }
}

/// Directions at a level: along pass-through factors, along other factors.
pub fn directions(level: usize, class: OpClass, operand_has_other_uses: bool) -> (Direction, Direction) {
    match class {
        OpClass::Always => return (Direction::Both, Direction::Both),
        OpClass::Barrier(direction) => return (direction, direction),
        _ => {}
    }
    let mut allowed = (Direction::None, Direction::None);
    for step in 0..=level {
        let (pass_through, other) = match (step, class) {
            (0, _) if operand_has_other_uses => (Direction::None, Direction::None),
            (0 | 1, OpClass::InPlace) => (Direction::Both, Direction::Both),
            (0 | 1, OpClass::DynamicSlice) => (Direction::Forward, Direction::Forward),
            (0 | 1, _) => (Direction::None, Direction::None),
            (2, OpClass::Broadcast) => (Direction::Backward, Direction::None),
            (2, _) => (Direction::Both, Direction::None),
            (3, OpClass::Broadcast) => (Direction::Backward, Direction::Backward),
            _ => (Direction::Both, Direction::Both),
        };
        allowed = (allowed.0.union(pass_through), allowed.1.union(other));
    }
    allowed
}

fn allowed_direction(func: &Func, op: OpId) -> Direction {
    use shardwright_ir::Attr;
    let text = match func.op(op).attrs.get("allowed_direction") {
        Some(Attr::Int(0, _)) => return Direction::None,
        Some(Attr::Int(1, _)) => return Direction::Forward,
        Some(Attr::Int(2, _)) => return Direction::Backward,
        Some(Attr::Int(3, _)) => return Direction::Both,
        Some(Attr::Enum(_, _, value)) => value.as_str(),
        Some(Attr::Str(text)) => text,
        Some(Attr::Symbol(name)) => name.as_str(),
        _ => return Direction::None,
    };
    match text {
        "FORWARD" => Direction::Forward,
        "BACKWARD" => Direction::Backward,
        "BOTH" => Direction::Both,
        _ => Direction::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Backward, Both, Forward, None};

    #[test]
    fn levels_open_up_in_the_documented_order() {
        let over_levels = |class, shared| (0..LEVELS).map(|level| directions(level, class, shared)).collect::<Vec<_>>();
        assert_eq!(over_levels(OpClass::InPlace, false), [(Both, Both); 5]);
        assert_eq!(over_levels(OpClass::InPlace, true), [(None, None), (Both, Both), (Both, Both), (Both, Both), (Both, Both)]);
        assert_eq!(
            over_levels(OpClass::DynamicSlice, false),
            [(Forward, Forward), (Forward, Forward), (Both, Forward), (Both, Both), (Both, Both)]
        );
        assert_eq!(
            over_levels(OpClass::Broadcast, false),
            [(None, None), (None, None), (Backward, None), (Backward, Backward), (Both, Both)]
        );
        assert_eq!(over_levels(OpClass::Other, false), [(None, None), (None, None), (Both, None), (Both, Both), (Both, Both)]);
    }
}
