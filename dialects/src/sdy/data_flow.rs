//! Ops that propagation puts between values that are one: `sdy.data_flow_edge`; and a body with a name: `sdy.named_computation`.
//!
//! Invariants: in the global view an edge is the identity, and a named computation gives what its body gives.

use shardwright_ir::DerivativeFacet;
use super::placement::same;
use crate::regions::{check_args, check_results};
use crate::syntax::{NamedComputation, Sharding};
use crate::work;
use shardwright_ir::op::*;
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::types::Type;

/// `sdy.data_flow_edge`.
pub static DATA_FLOW_EDGE: OpInfo = OpInfo {
    name: "sdy.data_flow_edge",
    summary: "the value into which several others flow, with their common sharding",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "sharding", required: false, summary: "how all of them lie" }],
    traits: Traits::NONE,
    infer: Inference::Infer(same),
    verify: |_| Ok(()),
    rule: RuleFacet::DataFlow("operand and result are one value"),
    partial: PartialFacet::Whole("values flow through it: handled as data flow"),
    cost: work::free,
    eval: EvalFacet::Eval(|_, operands| Ok(operands.to_vec())),
    derivative: DerivativeFacet::None("it stands in programs that are being sharded: differentiate before"),
    localize: Localize::Same,
    syntax: Syntax::Custom(&Sharding { prefix: "sharding=" }),
};

/// `sdy.named_computation`.
pub static NAMED_COMPUTATION: OpInfo = OpInfo {
    name: "sdy.named_computation",
    summary: "a body with a name: an inlined call",
    operands: Arity::AtLeast(0),
    results: Arity::AtLeast(0),
    regions: Arity::Exactly(1),
    attrs: &[
        AttrSpec { name: "name", required: true, summary: "the name" },
        AttrSpec { name: "in_shardings", required: false, summary: "how each operand lies" },
        AttrSpec { name: "out_shardings", required: false, summary: "how each result lies" },
    ],
    // The body may exchange data between devices.
    traits: Traits::EFFECTS,
    infer: Inference::Infer(|ctx| {
        let body = *ctx.regions.first().ok_or("needs a body")?;
        crate::regions::result_types(ctx.func, body).ok_or_else(|| "the body has no terminator".into())
    }),
    verify: |op| {
        let data = op.data();
        let types = |values: &[shardwright_ir::Value]| values.iter().map(|&value| op.func.ty(value).clone()).collect::<Vec<Type>>();
        check_args(op.func, data.regions[0], "the body", &types(&data.operands))?;
        check_results(op.func, data.regions[0], "the body", &types(&data.results))
    },
    rule: RuleFacet::DataFlow("operands flow into the body, what it returns into the results"),
    partial: PartialFacet::Whole("values flow through it: handled as data flow"),
    cost: work::free,
    eval: EvalFacet::Eval(|ctx, operands| ctx.call_region(0, operands)),
    derivative: DerivativeFacet::ByPass("it is inlined before"),
    localize: Localize::ByPass("the body takes its place"),
    syntax: Syntax::Custom(&NamedComputation),
};
