//! The cheapest tree of each class: shared classes count as often as they are used.
//!
//! Invariants: exact for trees; an upper bound for the rest; linear in the number of alternatives.

use super::{ChoiceGraph, Selection};

/// The cheapest alternative of each class as a tree, and the trees' costs; infinite where a class cannot be had.
pub fn tree(graph: &ChoiceGraph, order: &[usize]) -> (Selection, Vec<f64>) {
    let mut cost = vec![f64::INFINITY; graph.classes.len()];
    let mut selection: Selection = vec![None; graph.classes.len()];
    for &class in order {
        for (index, choice) in graph.classes[class].iter().enumerate() {
            let price = choice.cost + choice.children.iter().map(|&child| cost[child]).sum::<f64>();
            if price < cost[class] {
                cost[class] = price;
                selection[class] = Some(index);
            }
        }
    }
    (selection, cost)
}
