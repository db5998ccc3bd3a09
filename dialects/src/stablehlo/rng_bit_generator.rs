//! `stablehlo.rng_bit_generator`: random bits and the generator's next state.
//!
//! Invariants: every device makes all bits from the same state and keeps its own part, so that shards differ and
//! together are what one device would make. Not evaluated, since the bits are the implementation's choice and two engines need not agree.

use shardwright_ir::DerivativeFacet;
use super::constant::own_shard;
use super::facets::{elementwise_cost, tensors_only};
use shardwright_ir::op::{Arity, AttrSpec, EvalFacet, Inference, LocalOp, Localize, OpView, RuleFacet, Syntax, Traits};
use shardwright_ir::sharding::{FactorKind, ShardingRule};
use shardwright_ir::partial::PartialFacet;
use shardwright_ir::{Attr, Builder, OpInfo, Value};

/// `stablehlo.rng_bit_generator`.
pub static INFO: OpInfo = OpInfo {
    name: "stablehlo.rng_bit_generator",
    summary: "random bits and the generator's next state",
    operands: Arity::Exactly(1),
    results: Arity::Exactly(2),
    regions: Arity::Exactly(0),
    attrs: &[AttrSpec { name: "rng_algorithm", required: true, summary: "DEFAULT, THREE_FRY or PHILOX" }],
    traits: Traits::NONE,
    infer: Inference::Given("the shape of the bits is the op's parameter"),
    verify,
    rule: RuleFacet::Rule(rule),
    partial: PartialFacet::Whole("not linear in its operands"),
    cost: elementwise_cost,
    eval: EvalFacet::None("the bits are defined by the engine; give them as an input instead"),
    derivative: DerivativeFacet::Zero("a function of integers"),
    localize: Localize::Expand(localize),
    syntax: Syntax::Custom(&crate::syntax::NamedResults { format: "{0}, algorithm = {rng_algorithm} : functional", names: &["output_state", "output"] }),
};

fn verify(view: &OpView) -> Result<(), String> {
    tensors_only(view)?;
    let algorithm = view.attr("rng_algorithm").and_then(Attr::as_enum).ok_or("attribute `rng_algorithm` is missing")?;
    if !["DEFAULT", "THREE_FRY", "PHILOX"].contains(&algorithm.as_str()) {
        return Err(format!("rng_algorithm must be DEFAULT, THREE_FRY or PHILOX, got {algorithm}"));
    }
    let (state, next, bits) = (view.operand_type(0), view.result_type(0), view.result_type(1));
    if state != next {
        return Err(format!("states must have one type, got {state} and {next}"));
    }
    if !(bits.element.is_int() || bits.element.is_float()) {
        return Err(format!("bits must be integers or floats, got {}", bits.element));
    }
    Ok(())
}

fn rule(view: &OpView) -> ShardingRule {
    let (state, bits) = (view.operand_type(0), view.result_type(1));
    let mut rule = ShardingRule::with_ranks(&[state.rank()], &[state.rank(), bits.rank()]);
    for (dim, &size) in state.dims.iter().enumerate() {
        let factor = rule.add_factor(size, FactorKind::NeedReplication, &[Some(dim)], &[Some(dim), None]);
        rule.block(factor);
    }
    for (dim, &size) in bits.dims.iter().enumerate() {
        rule.add_factor(size, FactorKind::PassThrough, &[None], &[None, Some(dim)]);
    }
    rule
}

fn localize(op: &LocalOp, builder: &mut Builder, operands: &[Value]) -> Result<Vec<Value>, String> {
    let types = vec![op.result_type(0).into(), op.global.result_type(1).clone().into()];
    let made = builder.op_of_types(op.global.data().info, operands, op.global.attrs().clone(), &[], types)?;
    let [state, bits] = builder.func.op(made).results[..] else { return Err("two results are expected".into()) };
    Ok(vec![state, own_shard(op, 1, builder, bits)?])
}
