//! `stablehlo.replica_id`: the id of the device that runs the program.
//!
//! Device ids are one flat space (see [`crate::device_groups`]), so this and its sibling give the same number.

use crate::derivative::NO_OPERANDS;
use crate::work;
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::{ElementType, TensorType};

/// The row.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.replica_id",
    summary: "the id of this device",
    operands: Arity::Exactly(0),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[],
    traits: Traits::NONE,
    infer: Inference::Infer(|_| Ok(vec![TensorType::scalar(ElementType::UI32).into()])),
    verify: |_| Ok(()),
    rule: RuleFacet::None("a scalar that differs from device to device"),
    partial: PartialFacet::Whole("it has no operands"),
    cost: work::free,
    eval: EvalFacet::Eval(super::partition_id::eval),
    derivative: NO_OPERANDS,
    localize: Localize::Same,
    syntax: Syntax::Format(": result"),
};
