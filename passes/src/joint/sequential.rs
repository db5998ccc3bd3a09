//! The ways to compare with: forms as they are, or as algebra alone picks them; shardings chosen afterwards.
//!
//! Invariant: both are the joint problem with the other e-nodes left out, so that all three have the same choices of shardings and the
//! same prices, and the joint optimum is never above theirs.

use super::graph::{Joint, Key, State};
use crate::rewrite::egraph::convert::Converted;
use crate::rewrite::egraph::cost::CostModel;
use crate::rewrite::egraph::extract::choices;
use crate::rewrite::egraph::extract::exact::exact;
use crate::rewrite::egraph::acyclic::Live;
use crate::rewrite::egraph::form::{Form, Source};
use crate::rewrite::egraph::lang::Node;
use crate::search::program::Work;
use egg::{Id, Language};
use std::collections::{HashMap, HashSet};

/// What a form costs on one device that does all of it: the same model of work, without a mesh.
pub struct Whole<'a>(pub &'a (dyn Work + Sync));

impl CostModel for Whole<'_> {
    fn cost(&self, form: &Form, fixed: bool) -> f64 {
        let Some((template, op)) = form.template().filter(|_| form.source == Source::Op && !fixed) else { return 0.0 };
        let bytes = form.work.bytes_read.saturating_add(form.work.bytes_written);
        self.0.price(&template.view(op), form.work.flops, bytes).max(0) as f64
    }
}

/// The e-nodes that may be taken; e-classes that are not named take any (they are not reached).
pub struct Picked {
    of_class: HashMap<Id, HashSet<Node>>,
}

impl Picked {
    /// The program's own forms.
    pub fn original(converted: &Converted) -> Picked {
        let mut of_class: HashMap<Id, HashSet<Node>> = HashMap::new();
        for (_, node) in &converted.nodes {
            let node = node.clone().map_children(|child| converted.graph.find(child));
            if let Some(class) = converted.graph.lookup(node.clone()) {
                of_class.entry(converted.graph.find(class)).or_default().insert(node);
            }
        }
        Picked { of_class }
    }

    /// The cheapest forms on one device; `None` where a value has none.
    pub fn by_algebra(converted: &Converted, live: &Live, work: &(dyn Work + Sync), effort: usize) -> Option<Picked> {
        let found = choices(&converted.graph, live, &converted.roots, &Whole(work));
        let best = exact(&found.graph, effort)?;
        let mut of_class: HashMap<Id, HashSet<Node>> = HashMap::new();
        for (class, taken) in best.selection.iter().enumerate() {
            if let Some(index) = taken {
                of_class.entry(found.ids[class]).or_default().insert(found.nodes[class][*index].clone());
            }
        }
        Some(Picked { of_class })
    }

    /// Whether a choice of a decision is among them.
    pub fn allows(&self, joint: &Joint, decision: usize, choice: usize) -> bool {
        let decision = &joint.decisions[decision];
        match (decision.key, decision.states[choice]) {
            (Key::Made(id), State::Node(place, _)) => {
                let node = &joint.live.nodes(id)[place as usize];
                self.of_class.get(&id).is_some_and(|picked| picked.contains(node))
            }
            _ => true,
        }
    }
}
