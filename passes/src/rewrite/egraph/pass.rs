//! `egraph`: chooses the cheapest of all equal forms that the rules give.
//!
//! Invariants: results are equal as real numbers; values with a layout keep it; nothing is changed where nothing is gained.

use super::builtin_rules;
use super::cost::Roofline;
use super::optimize::{Extractor, Settings, optimize, stop_of};
use super::parse::parse_rules;
use super::rule::Rule;
use super::saturate::Limits;
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use shardwright_ir::{Diagnostic, Diagnostics, Module};
use std::time::Duration;

/// The row of the pass.
pub static EGRAPH: PassInfo = PassInfo {
    name: "egraph",
    summary: "chooses the cheapest of all equal forms of a program that the rewrite rules give",
    options: &[
        OptionSpec { name: "iterations", default: "8", summary: "most iterations of all rules" },
        OptionSpec { name: "nodes", default: "12000", summary: "most e-nodes of a region" },
        OptionSpec { name: "matches", default: "1000", summary: "most matches of a rule in an iteration" },
        OptionSpec { name: "seconds", default: "60", summary: "most time of a region's saturation; where it stops it, results depend on the machine" },
        OptionSpec { name: "rules", default: "", summary: "a file of rules to use besides the built-in ones" },
        OptionSpec { name: "builtin", default: "true", summary: "whether the built-in rules are used: true or false" },
        OptionSpec { name: "extract", default: "exact", summary: "how forms are chosen: exact, greedy or tree" },
        OptionSpec { name: "effort", default: "1000000", summary: "alternatives that the exact choice may look at" },
        OptionSpec { name: "rounds", default: "4", summary: "most times that the e-graph is made anew from what was chosen" },
        OptionSpec { name: "fuse", default: "false", summary: "whether elementwise ops of one value cost nothing after a product, convolution or pooling: true or false" },
        OptionSpec { name: "parameters-from", default: "", summary: "arguments from this one on are parameters: what follows from them alone is free" },
        OptionSpec { name: "launch", default: "5e-6", summary: "seconds to start an op" },
        OptionSpec { name: "flops", default: "8.1e12", summary: "arithmetic operations a second" },
        OptionSpec { name: "bandwidth", default: "320e9", summary: "bytes a second" },
    ],
    build,
};

struct Egraph {
    settings: Settings,
    cost: Roofline,
    rules: Vec<Rule>,
}

fn build(options: &Options) -> Result<Box<dyn Pass>, String> {
    let count = |name: &str| {
        let text = options.get(&EGRAPH, name);
        text.parse::<usize>().map_err(|_| format!("option `{name}` of `egraph` must be a number, got `{text}`"))
    };
    let positive = |name: &str| {
        let text = options.get(&EGRAPH, name);
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
        number.ok_or_else(|| format!("option `{name}` of `egraph` must be a number above 0, got `{text}`"))
    };
    let seconds = positive("seconds")?.min(1e6);
    let limits = Limits {
        iterations: count("iterations")?,
        nodes: count("nodes")?,
        matches: count("matches")?,
        time: Duration::from_secs_f64(seconds),
    };
    let extractor = match options.get(&EGRAPH, "extract") {
        "exact" => Extractor::Exact,
        "greedy" => Extractor::Greedy,
        "tree" => Extractor::Tree,
        other => return Err(format!("option `extract` of `egraph` must be exact, greedy or tree, got `{other}`")),
    };
    let parameters_from = match options.get(&EGRAPH, "parameters-from") {
        "" => None,
        _ => Some(count("parameters-from")?),
    };
    let mut rules = if options.flag(&EGRAPH, "builtin")? { builtin_rules()? } else { Vec::new() };
    let file = options.get(&EGRAPH, "rules");
    if !file.is_empty() {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        let own = parse_rules(file, &text)?;
        if let Some(rule) = own.iter().find(|rule| rules.iter().any(|other| other.name == rule.name)) {
            return Err(format!("{file}: rule {} is a built-in rule's name", rule.name));
        }
        rules.extend(own);
    }
    let settings = Settings { limits, extractor, effort: count("effort")?, rounds: count("rounds")?, parameters_from };
    let cost = Roofline { launch: positive("launch")?, flops: positive("flops")?, bandwidth: positive("bandwidth")?, fixed_is_free: true, fuse: options.flag(&EGRAPH, "fuse")? };
    Ok(Box::new(Egraph { settings, cost, rules }))
}

impl Pass for Egraph {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let mut changed = false;
        for func in module.funcs.values_mut() {
            let span = func.span;
            let located = |why: String| Diagnostics(vec![Diagnostic::error(why).at(span)]);
            let outcome = optimize(func, &self.rules, &self.settings, &self.cost).map_err(located)?;
            changed |= outcome.changed;
            let nanoseconds = |seconds: f64| (seconds * 1e9).round() as i64;
            ctx.count("e-nodes", outcome.nodes as i64);
            ctx.count("e-classes", outcome.classes as i64);
            ctx.count("e-nodes left out of cycles", outcome.dropped as i64);
            ctx.count("iterations", outcome.iterations as i64);
            ctx.count("ops made", outcome.new_ops as i64);
            ctx.count("cost before, ns", nanoseconds(outcome.before));
            ctx.count("cost of the greedy choice, ns", nanoseconds(outcome.greedy));
            ctx.count("cost after, ns", nanoseconds(outcome.after));
            ctx.count("lower bound of the cost, ns", nanoseconds(outcome.bound));
            let stop = stop_of(&outcome.reports).as_str();
            ctx.count(stop, 1);
            for why in outcome.refused {
                ctx.diagnostics.push(Diagnostic::remark(format!("egraph left a region as it was: {why}")).at(span));
            }
        }
        Ok(changed.into())
    }
}
