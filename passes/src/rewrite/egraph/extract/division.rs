//! Parts of a problem that are problems of their own.

use super::ChoiceGraph;
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};

/// Classes with alternatives below which everything is reached through them alone, from below.
pub(super) fn closed_classes(graph: &ChoiceGraph, order: &[usize]) -> Vec<usize> {
    let count = graph.classes.len();
    let mut links = DiGraph::<(), ()>::with_capacity(count + 1, count * 2);
    let places: Vec<NodeIndex> = (0..=count).map(|_| links.add_node(())).collect();
    for (class, choices) in graph.classes.iter().enumerate() {
        let mut below: Vec<usize> = choices.iter().flat_map(|choice| choice.children.iter().copied()).collect();
        below.sort_unstable();
        below.dedup();
        for child in below {
            links.add_edge(places[class], places[child], ());
        }
    }
    for &root in &graph.roots {
        links.add_edge(places[count], places[root], ());
    }
    let dominators = simple_fast(&links, places[count]);
    // A class is closed where each class that it reaches is dominated by it: the dominators of its needs must lie below it.
    let dominated_by = |class: usize, by: usize| {
        let mut at = places[class];
        loop {
            if at == places[by] {
                return true;
            }
            match dominators.immediate_dominator(at) {
                Some(next) if next != at => at = next,
                _ => return false,
            }
        }
    };
    let mut closed = vec![false; count];
    let mut found = Vec::new();
    // The class whose walk saw a class last.
    let mut seen = vec![usize::MAX; count];
    for &class in order {
        if dominators.immediate_dominator(places[class]).is_none() {
            continue;
        }
        // Stop at closed classes, whose insides are their own; but the class itself must be ours.
        seen[class] = class;
        let mut stack = vec![class];
        let mut good = true;
        'walk: while let Some(at) = stack.pop() {
            for child in graph.classes[at].iter().flat_map(|choice| &choice.children) {
                if seen[*child] == class {
                    continue;
                }
                if !dominated_by(*child, class) {
                    good = false;
                    break 'walk;
                }
                seen[*child] = class;
                if !closed[*child] {
                    stack.push(*child);
                }
            }
        }
        if good {
            closed[class] = true;
            found.push(class);
        }
    }
    found
}

