//! Sharding rules of StableHLO ops are Shardy's.
//!
//! `shardy_rules.mlir` is `rules.mlir` with the rule that Shardy gives each op, made by `make.py` beside it.
//! Where we differ on purpose, the case says why.

use shardwright_dialects::registry;
use shardwright_ir::op::{OpView, RuleFacet, pointwise_rule};
use shardwright_ir::sharding::{FactorId, FactorKind, ShardingRule};
use shardwright_ir::text::write_rule;
use shardwright_ir::{Attr, Module};
use std::collections::BTreeMap;

fn module() -> Module {
    let path = format!("{}/../testdata/dialects/stablehlo/shardy_rules.mlir", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{path}: {why}"));
    shardwright_ir::text::parse_module(&text, &registry()).unwrap_or_else(|errors| panic!("{path}: {errors:?}"))
}

fn own_rule(view: &OpView) -> Option<ShardingRule> {
    match view.data().info.rule {
        RuleFacet::Rule(rule) => Some(rule(view)),
        RuleFacet::Pointwise => Some(pointwise_rule(&view.operand_types(), &view.result_types())),
        _ => None,
    }
}

/// The rule with its factors in order of first appearance, without factors of size 1 that one dimension has to
/// itself (Shardy gives every dimension a factor, we leave such dimensions without one).
fn normal(rule: &ShardingRule) -> ShardingRule {
    let uses = |factor: FactorId| rule.tensors().flatten().filter(|dim| dim.contains(&factor)).count();
    let mut order = BTreeMap::<FactorId, usize>::new();
    let mut kept = Vec::new();
    for factor in rule.tensors().flatten().flatten() {
        let lonely = rule[*factor].size == 1 && uses(*factor) == 1 && rule[*factor].kind == FactorKind::PassThrough;
        if !lonely && !order.contains_key(factor) {
            order.insert(*factor, kept.len());
            kept.push(*factor);
        }
    }
    let ids: Vec<FactorId> = rule.factor_ids().collect();
    let mut out = ShardingRule { factors: kept.iter().map(|&factor| rule[factor].clone()).collect(), ..rule.clone() };
    for tensor in out.operands.iter_mut().chain(&mut out.results) {
        for dim in tensor {
            *dim = dim.iter().filter_map(|factor| Some(ids[*order.get(factor)?])).collect();
        }
    }
    out.combine = Default::default();
    out.custom = false;
    out
}

fn text(rule: &ShardingRule) -> String {
    let mut out = String::new();
    write_rule(&mut out, &normal(rule));
    out
}

/// Where we differ, because a shard computed as Shardy's kind says would be wrong without its halo exchange:
/// padding that shifts a dimension of unchanged size; a body that is no known combination, of which partial results cannot be
/// combined. A window's elements (here 2 of a kernel of 3, minor in the image) are whole on every device. Where windows tile a
/// dimension exactly, no shard needs a neighbour's elements: they pass through. The source of a select-and-scatter is exchanged
/// with its operand.
const DIFFERENT: &[(&str, &str)] = &[
    ("([i, j], [])->([i, j]) {i=4, j=8}", "([i, j], [])->([i, j]) {i=4, j=8} permutation={j}"),
    (
        "([i, jk, lm, no], [k, m, o, np])->([i, j, l, np]) {i=2, j=4, k=2, l=3, m=2, n=2, o=2, p=3} reduction={k, m, o} permutation={j, l}",
        "([i, j, k, lm], [*, *, m, ln])->([i, j, k, ln]) {i=2, j=4, k=3, l=2, m=2, n=3} reduction={m} permutation={j, k}",
    ),
    (
        "([i, jk, l, m], [k, *, m, n])->([i, j, l, n]) {i=2, j=4, k=2, l=8, m=4, n=6} reduction={k, m} permutation={j, l}",
        "([i, jk, l, m], [k, *, m, n])->([i, j, l, n]) {i=2, j=4, k=2, l=8, m=4, n=6} reduction={k, m}",
    ),
    (
        "([i, j, k, l], [i, j, m, n], [])->([i, j, k, l]) {i=2, j=3, k=16, l=16, m=8, n=8} need_replication={m, n} permutation={k, l}",
        "([i, j, k, l], [i, j, k, l], [])->([i, j, k, l]) {i=2, j=3, k=16, l=16} permutation={k, l}",
    ),
    (
        "([i, j], [i, j], [], [])->([i], [i]) {i=4, j=8} reduction={j}",
        "([i, j], [i, j], [], [])->([i], [i]) {i=4, j=8} need_replication={j}",
    ),
];

#[test]
fn rules_are_those_of_shardy() {
    let module = module();
    let mut differing = Vec::new();
    let mut compared = 0;
    for func in module.funcs.values() {
        for op in func.walk() {
            let view = func.view(op);
            let Some(Attr::Rule(shardy)) = view.attr("sdy.sharding_rule") else { continue };
            let Some(own) = own_rule(&view) else { panic!("{} has a rule in Shardy and none here", view.data().info.name) };
            compared += 1;
            let (own, shardy) = (text(&own), text(shardy));
            if own != shardy && !DIFFERENT.contains(&(&shardy, &own)) {
                differing.push(format!("{}: {} instead of {}", view.data().info.name, own, shardy));
            }
        }
    }
    assert!(compared > 45, "{compared} rules compared");
    assert_eq!(differing.join("\n"), "");
}
