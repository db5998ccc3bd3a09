//! Which values every program needs, and which needs follow from which.
//!
//! What an e-class needs is what each of its e-nodes needs: the intersection, over its e-nodes, of all that their operands need. A value that the
//! roots need is needed whatever is chosen, although each choice may need it through another value; no pair of decisions says so, and without it
//! the bound of pairs lets such values be needed by halves. Invariant: everything said here is true of every program of the e-graph.

use super::graph::{Joint, Origin};
use crate::rewrite::egraph::form::Source;
use crate::rewrite::egraph::lang::Node;
use egg::Id;
use indexmap::IndexMap;
use std::collections::HashMap;

/// Needs that no pair of a user and its operand shows.
pub struct Needed {
    /// E-classes that every program has.
    pub always: Vec<Id>,
    /// Whoever has the first has the second, though not every e-node of the first has it as an operand: the nearest such.
    pub implied: Vec<(Id, Id)>,
}

/// The needs of these e-classes (all that can be reached), where the roots are those of the program.
pub fn needed(joint: &mut Joint, reached: &[Id]) -> Needed {
    let operands: IndexMap<Id, Vec<Vec<Id>>> = reached.iter().map(|&id| (id, operands(joint, id))).collect();
    let order = from_below(&operands);
    let place: HashMap<Id, usize> = order.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let words = order.len().div_ceil(64);
    let mut sets: Vec<Vec<u64>> = Vec::with_capacity(order.len());
    let mut implied = Vec::new();
    for (at, id) in order.iter().enumerate() {
        let mut common: Option<Vec<u64>> = None;
        let mut everywhere: Option<Vec<Id>> = None;
        for nodes in &operands[id] {
            let mut all = vec![0u64; words];
            for child in nodes {
                all.iter_mut().zip(&sets[place[child]]).for_each(|(all, some)| *all |= some);
            }
            match &mut common {
                None => common = Some(all),
                Some(common) => common.iter_mut().zip(&all).for_each(|(common, all)| *common &= all),
            }
            match &mut everywhere {
                None => everywhere = Some(nodes.clone()),
                Some(everywhere) => everywhere.retain(|child| nodes.contains(child)),
            }
        }
        let mut set = common.unwrap_or_else(|| vec![0; words]);
        if operands[id].len() > 1 {
            // The nearest: what no other need implies. Later ones of the order are nearer.
            let mut covered = vec![0u64; words];
            for (word, number) in (0..at).rev().map(|number| (number / 64, number)) {
                let bit = 1u64 << (number % 64);
                if set[word] & bit == 0 {
                    continue;
                }
                let shown = everywhere.as_ref().is_some_and(|shown| shown.contains(&order[number]));
                if covered[word] & bit == 0 && !shown {
                    implied.push((*id, order[number]));
                }
                covered.iter_mut().zip(&sets[number]).for_each(|(covered, some)| *covered |= some);
            }
        }
        set[at / 64] |= 1 << (at % 64);
        sets.push(set);
    }
    let mut always = vec![0u64; words];
    for &root in &joint.converted.roots {
        if let Some(&at) = place.get(&joint.converted.graph.find(root)) {
            always.iter_mut().zip(&sets[at]).for_each(|(all, some)| *all |= some);
        }
    }
    let always = order.iter().enumerate().filter(|(at, _)| always[at / 64] & (1 << (at % 64)) != 0).map(|(_, &id)| id).collect();
    Needed { always, implied }
}

/// The operands of each e-node that an e-class can be made by; none for what is only held. Constants are no need.
fn operands(joint: &mut Joint, id: Id) -> Vec<Vec<Id>> {
    let (converted, live) = (joint.converted, joint.live);
    let origin = joint.origin(id);
    let makes = |node: &&Node| match converted.graph.analysis.forms.get(node.form).source {
        Source::Op => origin == Origin::Ops,
        Source::Kept(op, result) => origin == Origin::Kept(op, result),
        Source::Input(_) => false,
    };
    let all = live.nodes(id).iter().filter(makes);
    all.map(|node| node.children.iter().copied().filter(|&child| joint.origin(child) != Origin::Constant).collect()).collect()
}

/// The e-classes, each after all that its e-nodes need.
fn from_below(operands: &IndexMap<Id, Vec<Vec<Id>>>) -> Vec<Id> {
    let mut state: HashMap<Id, bool> = HashMap::new();
    let mut order = Vec::with_capacity(operands.len());
    for &start in operands.keys() {
        let mut stack = vec![start];
        while let Some(&id) = stack.last() {
            match state.get(&id) {
                Some(true) => _ = stack.pop(),
                Some(false) => {
                    state.insert(id, true);
                    order.push(id);
                    stack.pop();
                }
                None => {
                    state.insert(id, false);
                    stack.extend(operands[&id].iter().flatten().filter(|child| !state.contains_key(*child)));
                }
            }
        }
    }
    order
}
