//! Each built-in rule, and the book's example, on random instances of its pattern: all forms that it makes equal evaluate to the same tensor.

use crate::evaluate::check_classes;
use crate::sample::sample;
use shardwright_passes::rewrite::egraph::builtin_rules;
use shardwright_passes::rewrite::egraph::convert::convert;
use shardwright_passes::rewrite::egraph::cost::Roofline;
use shardwright_passes::rewrite::egraph::parse::parse_rules;
use shardwright_passes::rewrite::egraph::rule::Rule;
use shardwright_passes::rewrite::egraph::saturate::{Limits, saturate};
use std::collections::BTreeSet;

/// Instances of one rule that must hold.
const WANTED: usize = 20;
/// Random tries to find them.
const TRIES: u64 = 20_000;

/// How many instances hold, in how many shapes.
fn prove(rule: &Rule) -> Result<(usize, usize), String> {
    let limits = Limits { iterations: 2, nodes: 2_000, ..Limits::default() };
    let (mut instances, mut shapes, mut last) = (0, BTreeSet::new(), "no instance was legal".to_owned());
    for seed in 0..TRIES {
        let case = match sample(rule, seed) {
            Ok(case) => case,
            Err(why) => {
                last = why;
                continue;
            }
        };
        let mut converted = convert(&case.func, case.func.body(), case.parameters.clone())?;
        let (report, _) = saturate(&mut converted.graph, std::slice::from_ref(rule), &limits, &Roofline::default());
        if let Some((_, why)) = report.refused.values().next() {
            last.clone_from(why);
        }
        if report.unions.is_empty() {
            continue;
        }
        let text = || {
            let mut module = shardwright_ir::Module::default();
            module.funcs.insert(case.func.name, case.func.clone());
            shardwright_ir::text::print_module(&module)
        };
        check_classes(&converted.graph, &case.inputs).map_err(|why| format!("{}, seed {seed}: {why}\n{}", rule.name, text()))?;
        instances += 1;
        shapes.insert(case.inputs.values().map(|tensor| tensor.ty.to_string()).collect::<Vec<_>>());
        if instances >= WANTED && shapes.len() >= 5 {
            return Ok((instances, shapes.len()));
        }
    }
    if instances == 0 {
        return Err(format!("{}: no instance in {TRIES} tries; the last said: {last}", rule.name));
    }
    Ok((instances, shapes.len()))
}

#[test]
fn every_rule_holds_on_random_instances() {
    let mut rules = builtin_rules().unwrap_or_else(|why| panic!("{why}"));
    rules.extend(parse_rules("own.rules", include_str!("../../../docs/examples/own.rules")).unwrap_or_else(|why| panic!("{why}")));
    let mut faults = Vec::new();
    for rule in &rules {
        match prove(rule) {
            Ok((instances, shapes)) if instances < 5 || shapes < 3 => faults.push(format!("{}: only {instances} instances of {shapes} shapes", rule.name)),
            Ok(_) => {}
            Err(why) => faults.push(why),
        }
    }
    assert!(faults.is_empty(), "{} of {} rules:\n{}", faults.len(), rules.len(), faults.join("\n"));
}

#[test]
fn a_wrong_rule_is_found_out() {
    let wrong = "rule wrong \"a - b = b - a\" { find ?y = subtract(?a, ?b) make ?y = subtract(?b, ?a) }";
    let rules = parse_rules("wrong.rules", wrong).unwrap();
    assert!(prove(&rules[0]).unwrap_err().contains("wrong, seed"));
}

#[test]
fn faults_of_rule_texts_are_located() {
    let fault = |text: &str| parse_rules("f.rules", text).unwrap_err();
    assert_eq!(fault("\nrule r \"x\" { find ?y = add(?a, ?b) make ?y = ?c }"), "f.rules:2: rule r: ?c is not bound");
    assert_eq!(fault("rule r \"x\" { find ?y = addd(?a, ?b) make ?y = ?a }"), "f.rules:1: rule r: op stablehlo.addd has no row");
    assert_eq!(fault("rule r \"x\" { find ?y = add(?a, ?b) where rnk(?a) == 1 make ?y = ?a }"), "f.rules:1: rule r: unknown function `rnk`; did you mean `rank`?");
    assert_eq!(fault("rule r \"x\" { find ?y = add(?a, ?b) }"), "f.rules:1: rule r: needs a `find` and a `make`");
    assert_eq!(fault("rule r \"x\" { find ?y = concatenate(?a.., ?b) make ?y = ?b }"), "f.rules:1: rule r: a list of operands is the last");
    let each = "rule r \"x\" { find each ?y = concatenate(?a, ?b..) make each ?y = ?a }";
    assert_eq!(fault(each), "f.rules:1: rule r: a pattern of `find each` has no list of operands");
    assert!(fault("rule r \"x\" { find ?y = add(?a ?b) }").starts_with("f.rules:1:"));
    assert!(fault(&"(".repeat(100_000)).contains("nested deeper"));
}
