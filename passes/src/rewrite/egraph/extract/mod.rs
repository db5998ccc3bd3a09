//! Choosing one form for each value.
//!
//! A [`ChoiceGraph`] says what can be chosen: classes, each with alternatives, each with a cost and the classes that it
//! needs. It knows neither e-graphs nor ops, so that alternatives may be pairs of a form and a sharding as well.
//!
//! Invariants: the alternatives have no cycle; a selection gives each class that it reaches one alternative, and costs the
//! sum over reached classes, each counted once however often it is used. Every extractor returns a selection of all roots.

pub mod bound;
mod division;
pub mod exact;
pub mod greedy;
pub mod needs;
mod problem;
mod search;
pub mod tree;

use super::acyclic::Live;
use super::cost::CostModel;
use super::lang::{Graph, Node};
use egg::Id;
use std::collections::HashMap;

/// One way to have a class.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// What it costs besides the classes that it needs: finite, not negative.
    pub cost: f64,
    /// The classes that it needs, each once.
    pub children: Vec<usize>,
}

/// What can be chosen.
#[derive(Clone, Default, Debug)]
pub struct ChoiceGraph {
    /// Alternatives of each class; none for a class that cannot be had.
    pub classes: Vec<Vec<Choice>>,
    /// Classes that are wanted.
    pub roots: Vec<usize>,
}

/// The alternative taken for each class; `None` where the class is not needed.
pub type Selection = Vec<Option<usize>>;

impl ChoiceGraph {
    /// Classes from below: each after all that its alternatives need. `None` where there is a cycle.
    pub fn order(&self) -> Option<Vec<usize>> {
        let mut state = vec![0u8; self.classes.len()];
        let mut order = Vec::with_capacity(self.classes.len());
        for start in 0..self.classes.len() {
            let mut stack = vec![(start, false)];
            while let Some((class, done)) = stack.pop() {
                if done {
                    state[class] = 2;
                    order.push(class);
                    continue;
                }
                match state[class] {
                    2 => continue,
                    1 => return None,
                    _ => state[class] = 1,
                }
                stack.push((class, true));
                for child in self.classes[class].iter().flat_map(|choice| &choice.children) {
                    match state[*child] {
                        0 => stack.push((*child, false)),
                        // On the stack as being open means that the walk came from there.
                        1 if stack.iter().any(|&(open, done)| done && open == *child) => return None,
                        _ => {}
                    }
                }
            }
        }
        Some(order)
    }
    /// The part of a selection that roots reach, and its cost. `None` where an alternative is missing.
    pub fn price(&self, selection: &Selection) -> Option<(f64, Selection)> {
        let mut used: Selection = vec![None; self.classes.len()];
        let mut stack = self.roots.clone();
        while let Some(class) = stack.pop() {
            if used[class].is_none() {
                let index = selection[class]?;
                used[class] = Some(index);
                stack.extend(&self.classes[class].get(index)?.children);
            }
        }
        // Summed by class, so that the order of the walk does not reach the number.
        let cost = used.iter().enumerate().filter_map(|(class, index)| Some(self.classes[class][(*index)?].cost)).sum();
        Some((cost, used))
    }
    /// Number of alternatives.
    pub fn len(&self) -> usize {
        self.classes.iter().map(Vec::len).sum()
    }
    /// Whether there is no class.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }
}

/// The choices of a live e-graph below these roots, with the e-node behind each alternative.
pub struct Choices {
    /// The choices.
    pub graph: ChoiceGraph,
    /// The e-class of each class.
    pub ids: Vec<Id>,
    /// The e-node of each alternative.
    pub nodes: Vec<Vec<Node>>,
    /// Of an alternative that computes an operand in the same kernel: the operand's class and e-node.
    pub inner: Vec<Vec<Option<(Id, Node)>>>,
    /// Class of each e-class.
    pub index: HashMap<Id, usize>,
}

/// Reads choices off an e-graph.
pub fn choices(graph: &Graph, live: &Live, roots: &[Id], cost: &dyn CostModel) -> Choices {
    let mut wanted: Vec<usize> = Vec::new();
    let (mut ids, mut index) = (Vec::new(), HashMap::new());
    let mut number = |id: Id, ids: &mut Vec<Id>| {
        *index.entry(id).or_insert_with(|| {
            ids.push(id);
            ids.len() - 1
        })
    };
    for &root in roots {
        let class = number(graph.find(root), &mut ids);
        if !wanted.contains(&class) {
            wanted.push(class);
        }
    }
    let (mut classes, mut nodes, mut inner) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while at < ids.len() {
        let id = ids[at];
        let fixed = graph[id].data.fixed;
        let mut alternatives = Vec::new();
        for node in live.nodes(id) {
            let mut children: Vec<usize> = node.children.iter().map(|&child| number(child, &mut ids)).collect();
            children.sort_unstable();
            children.dedup();
            alternatives.push(Choice { cost: cost.cost(graph.analysis.forms.get(node.form), fixed), children });
        }
        let mut forms = live.nodes(id).to_vec();
        let mut within = vec![None; forms.len()];
        if !fixed {
            for node in live.nodes(id) {
                for (operand, producer, price) in fused(graph, live, node, cost) {
                    let others = node.children.iter().copied().filter(|&child| child != operand);
                    let mut children: Vec<usize> = producer.children.iter().copied().chain(others).map(|child| number(child, &mut ids)).collect();
                    children.sort_unstable();
                    children.dedup();
                    alternatives.push(Choice { cost: price, children });
                    forms.push(node.clone());
                    within.push(Some((operand, producer)));
                }
            }
        }
        classes.push(alternatives);
        nodes.push(forms);
        inner.push(within);
        at += 1;
    }
    Choices { graph: ChoiceGraph { classes, roots: wanted }, ids, nodes, inner, index }
}

/// The e-nodes into whose kernels one can go: of the one operand that is no number. With that operand's class and the cost of both.
fn fused(graph: &Graph, live: &Live, node: &Node, cost: &dyn CostModel) -> Vec<(Id, Node, f64)> {
    let form = graph.analysis.forms.get(node.form);
    let mut open = node.children.iter().copied().filter(|&child| graph[child].data.splat.is_none());
    let (Some(operand), None) = (open.next(), open.next()) else { return Vec::new() };
    let price = |producer: &Node| Some((operand, producer.clone(), cost.fused(form, graph.analysis.forms.get(producer.form))?));
    live.nodes(operand).iter().filter_map(price).collect()
}
