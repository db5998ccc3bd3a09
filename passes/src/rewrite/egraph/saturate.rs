//! Applying rules until nothing new comes of it, or a limit is reached.
//!
//! Invariants: in each iteration all rules look at the same live e-graph, then all matches are applied in order; a match is
//! applied once. Limits are looked at between any two applications, so that no rule can pass them by more than the size of
//! its own right side; each rule has a cap of matches an iteration. Only the limit in seconds makes a run depend on the machine.

use super::acyclic::{Live, live};
use super::cost::CostModel;
use super::lang::Graph;
use super::matching::{Binding, apply, matches};
use super::rule::Rule;
use super::value::Val;
use egg::Id;
use std::collections::{BTreeMap, HashSet};
use std::time::{Duration, Instant};

/// Where saturation stops.
#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    /// Most iterations.
    pub iterations: usize,
    /// Most e-nodes.
    pub nodes: usize,
    /// Most matches of one rule in one iteration.
    pub matches: usize,
    /// Most time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { iterations: 8, nodes: 12_000, matches: 1_000, time: Duration::from_secs(60) }
    }
}

/// Why saturation stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// No rule has anything new to say: every form that the rules give is there.
    Saturated,
    /// The limit of iterations.
    Iterations,
    /// The limit of e-nodes.
    Nodes,
    /// The limit of time.
    Time,
}

impl Stop {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Stop::Saturated => "saturated",
            Stop::Iterations => "limit of iterations",
            Stop::Nodes => "limit of e-nodes",
            Stop::Time => "limit of time",
        }
    }
}

/// What saturation did.
#[derive(Clone, Debug)]
pub struct Report {
    /// Iterations that were run.
    pub iterations: usize,
    /// Why it stopped.
    pub stop: Stop,
    /// Unions that each rule made, by name.
    pub unions: BTreeMap<String, usize>,
    /// Matches that came to nothing, by rule, with the first reason.
    pub refused: BTreeMap<String, (usize, String)>,
    /// Rules that reached their cap of matches in some iteration.
    pub capped: BTreeMap<String, usize>,
}

/// Of the room that is left, an iteration but the last takes one part in so many.
const SHARE: usize = 4;

/// Applies rules to an e-graph; the live part that comes of it.
pub fn saturate(graph: &mut Graph, rules: &[Rule], limits: &Limits, cost: &dyn CostModel) -> (Report, Live) {
    let start = Instant::now();
    let mut report =
        Report { iterations: 0, stop: Stop::Iterations, unions: BTreeMap::new(), refused: BTreeMap::new(), capped: BTreeMap::new() };
    let mut done = HashSet::new();
    let mut now = live(graph, cost);
    while report.iterations < limits.iterations {
        report.iterations += 1;
        let before = (graph.total_size(), graph.number_of_classes());
        let mut stop = None;
        let mut found: Vec<std::vec::IntoIter<Binding>> = Vec::new();
        for rule in rules {
            if start.elapsed() > limits.time {
                stop = Some(Stop::Time);
                break;
            }
            let (bindings, full) = matches(graph, &now, rule, limits.matches);
            if full {
                *report.capped.entry(rule.name.clone()).or_insert(0) += 1;
            }
            found.push(bindings.into_iter());
        }
        let mut changed = false;
        let allowed = before.0 + limits.nodes.saturating_sub(before.0) / SHARE;
        let mut held = false;
        let mut turn = (0..found.len()).cycle();
        let mut without = 0;
        // Rules take turns, a match each, so that those that apply everywhere do not leave the others without room.
        while stop.is_none() && without < found.len() {
            let Some(index) = turn.next() else { break };
            let Some(binding) = found[index].next() else {
                without += 1;
                continue;
            };
            without = 0;
            let rule = &rules[index];
            if !done.insert(key(graph, index, &binding)) {
                continue;
            }
            match apply(graph, rule, binding) {
                Ok(unions) => {
                    changed |= unions > 0;
                    if unions > 0 {
                        *report.unions.entry(rule.name.clone()).or_insert(0) += unions;
                    }
                }
                Err(why) => report.refused.entry(rule.name.clone()).or_insert((0, why)).0 += 1,
            }
            if graph.total_size() > allowed && report.iterations < limits.iterations {
                held = true;
                break;
            }
            if graph.total_size() > limits.nodes {
                stop = Some(Stop::Nodes);
            } else if start.elapsed() > limits.time {
                stop = Some(Stop::Time);
            }
        }
        graph.rebuild();
        now = live(graph, cost);
        let same = before == (graph.total_size(), graph.number_of_classes());
        if let Some(stop) = stop {
            report.stop = stop;
            break;
        }
        if !changed && same && !held && report.capped.is_empty() {
            report.stop = Stop::Saturated;
            break;
        }
    }
    (report, now)
}

/// What makes a match: the rule, and what its variables are bound to.
fn key(graph: &Graph, rule: usize, binding: &Binding) -> Vec<u32> {
    let number = |id: Id| usize::from(graph.find(id)) as u32;
    let mut key = vec![rule as u32];
    for class in &binding.classes {
        match class {
            Some(Val::Class(id)) => key.push(number(*id)),
            Some(Val::Classes(ids)) => {
                key.push(ids.len() as u32);
                key.extend(ids.iter().map(|&id| number(id)));
            }
            _ => key.push(u32::MAX),
        }
    }
    key.extend(binding.forms.iter().map(|form| form.map_or(u32::MAX, |form| form.0)));
    key
}
