//! What is surprising in a compile, dearest first.
//!
//! Sums over sharded dimensions and movement that the user declared are expected; everything else that moves data is not. Invariant: findings
//! are ordered by bytes that a device sends, equal ones in program order.

use super::show::groups;
use super::{CollectiveNote, Explain, NeedName};
use serde::Serialize;

/// One surprise.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Finding {
    /// `weight-gathered`, `no-rule`, `gathered-whole`, `moved-in-loop`, `moves-elements`, `conflict`, `exchange` or `unexplained`.
    pub rule: &'static str,
    /// What is the matter.
    pub message: String,
    /// Bytes that one device sends for it.
    pub wire_bytes: i64,
    /// Seconds that it takes, where a machine was named.
    pub seconds: Option<f64>,
    /// The collectives, by position.
    pub collectives: Vec<usize>,
    /// What to do.
    pub advice: Option<String>,
}

/// Rules with what they find, for `--help` and the book.
pub const RULES: [(&str, &str); 8] = [
    ("weight-gathered", "a weight or input is gathered that no annotation asks to be whole"),
    ("no-rule", "an op without a sharding rule: its operands are gathered, every device does all of it"),
    ("gathered-whole", "a tensor inside is gathered whole (a full rematerialisation) although nobody declared it so"),
    ("moved-in-loop", "data moved in every iteration of a loop"),
    ("moves-elements", "a reshape, concatenation, slice or other op that only moves elements cannot keep the sharding"),
    ("conflict", "the tensors of an op lie differently, so that one of them is moved"),
    ("exchange", "an op that works across its shards: windows, lookups, sorting"),
    ("unexplained", "a collective of which no pass told the reason"),
];

/// Ops that only move elements.
const MOVERS: [&str; 12] = [
    "reshape", "concatenate", "slice", "pad", "reverse", "gather", "dynamic_slice", "dynamic_update_slice", "scatter", "transpose", "broadcast_in_dim", "sort",
];

/// The surprises, dearest first.
pub fn lint(record: &Explain) -> Vec<Finding> {
    let mut findings = Vec::new();
    for group in groups(record) {
        let one = &record.collectives[group[0]];
        let Some(rule) = rule_of(one) else { continue };
        let wire_bytes = group.iter().map(|&at| record.collectives[at].total_wire()).fold(0, i64::saturating_add);
        let seconds = group.iter().map(|&at| Some(record.collectives[at].seconds? * record.collectives[at].times as f64)).sum();
        let more = if group.len() > 1 { format!(" (and {} more like it)", group.len() - 1) } else { String::new() };
        findings.push(Finding { rule, message: format!("{}{more}", one.cause), wire_bytes, seconds, collectives: group, advice: one.advice.first().cloned() });
    }
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.wire_bytes), finding.collectives[0]));
    findings
}

fn rule_of(one: &CollectiveNote) -> Option<&'static str> {
    let mover = one.at.op.split_once('.').is_some_and(|(_, name)| MOVERS.contains(&name));
    match one.need {
        NeedName::Unknown => Some("unexplained"),
        NeedName::Exchange => Some("exchange"),
        NeedName::Combine | NeedName::Written => None,
        NeedName::Move | NeedName::Once if one.declared => None,
        NeedName::Move | NeedName::Once => {
            let gathers = one.kind == "all_gather";
            let whole = gathers && !one.to.contains("{") || gathers && one.to.replace("{}", "").chars().all(|c| "[], ".contains(c));
            Some(match one {
                one if one.no_rule => "no-rule",
                one if one.input && gathers => "weight-gathered",
                one if one.times > 1 => "moved-in-loop",
                _ if mover => "moves-elements",
                _ if whole => "gathered-whole",
                _ => "conflict",
            })
        }
    }
}
