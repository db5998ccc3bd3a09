//! Greedy choice that counts shared classes once.
//!
//! From below, each class takes the alternative whose set of classes, with the choices made so far, is cheapest; then changes
//! are tried until none helps: of one class, and of all classes at once that could share one which is not taken yet (three
//! products that are slices of one pay off only together). Invariants: never worse than the cheapest tree by its own price; the
//! result is a function of the graph alone.

use super::tree::tree;
use super::{ChoiceGraph, Selection};

/// A selection and its cost; `None` where a root cannot be had.
pub fn greedy(graph: &ChoiceGraph, order: &[usize]) -> Option<(f64, Selection)> {
    let (by_tree, _) = tree(graph, order);
    let mut best = graph.price(&by_tree)?;
    if let Some(found) = graph.price(&by_sets(graph, order))
        && found.0 < best.0
    {
        best = found;
    }
    Some(improve(graph, best))
}

/// The alternative whose closure is cheapest, class by class from below.
fn by_sets(graph: &ChoiceGraph, order: &[usize]) -> Selection {
    let count = graph.classes.len();
    let words = count.div_ceil(64);
    let mut own = vec![0.0; count];
    let mut sets: Vec<Option<Box<[u64]>>> = vec![None; count];
    let mut selection: Selection = vec![None; count];
    let mut union = vec![0u64; words];
    for &class in order {
        let mut best: Option<(f64, usize, Box<[u64]>)> = None;
        for (index, choice) in graph.classes[class].iter().enumerate() {
            union.fill(0);
            let mut complete = true;
            for &child in &choice.children {
                match &sets[child] {
                    Some(set) => union.iter_mut().zip(set.iter()).for_each(|(all, some)| *all |= some),
                    None => complete = false,
                }
            }
            if !complete {
                continue;
            }
            let mut cost = choice.cost;
            for (word, &bits) in union.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    cost += own[word * 64 + bits.trailing_zeros() as usize];
                    bits &= bits - 1;
                }
            }
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, index, union.clone().into_boxed_slice()));
            }
        }
        if let Some((_, index, mut set)) = best {
            let price = graph.classes[class][index].cost;
            own[class] = price;
            // What costs nothing adds nothing: left out of the sets, they stay short.
            if price > 0.0 {
                set[class / 64] |= 1 << (class % 64);
            }
            sets[class] = Some(set);
            selection[class] = Some(index);
        }
    }
    selection
}

/// Changes that make a selection cheaper, until there is none. A class outside the selection that a change needs is
/// taken as the cheapest tree on top of it.
pub(super) fn improve(graph: &ChoiceGraph, start: (f64, Selection)) -> (f64, Selection) {
    const ROUNDS: usize = 6;
    /// Walks over the selection that all rounds together may take.
    const MOST: usize = 40_000;
    let (mut cost, mut used) = start;
    let Some(order) = graph.order() else { return (cost, used) };
    let mut users: Vec<Vec<(usize, usize)>> = vec![Vec::new(); graph.classes.len()];
    for (class, choices) in graph.classes.iter().enumerate() {
        for (index, choice) in choices.iter().enumerate() {
            choice.children.iter().for_each(|&child| users[child].push((class, index)));
        }
    }
    let mut walks = 0;
    for _ in 0..ROUNDS {
        let mut better = false;
        // Classes in the selection are free to whoever uses them too: trees on top of it.
        let mut on_top = vec![f64::INFINITY; graph.classes.len()];
        let mut full: Selection = vec![None; graph.classes.len()];
        for &class in &order {
            if used[class].is_some() {
                (on_top[class], full[class]) = (0.0, used[class]);
                continue;
            }
            for (index, choice) in graph.classes[class].iter().enumerate() {
                let price = choice.cost + choice.children.iter().map(|&child| on_top[child]).sum::<f64>();
                if price < on_top[class] {
                    (on_top[class], full[class]) = (price, Some(index));
                }
            }
        }
        for &shared in order.iter().rev() {
            if used[shared].is_some() || !on_top[shared].is_finite() || walks >= MOST {
                continue;
            }
            let mut turned: Vec<(usize, usize, Option<usize>)> = Vec::new();
            for &(class, index) in &users[shared] {
                let fresh = turned.last().is_none_or(|&(last, ..)| last != class);
                if fresh && used[class].is_some() && graph.classes[class][index].children.iter().all(|&child| on_top[child].is_finite()) {
                    turned.push((class, index, full[class]));
                }
            }
            if turned.len() < 2 {
                continue;
            }
            turned.iter().for_each(|&(class, index, _)| full[class] = Some(index));
            walks += 1;
            match graph.price(&full) {
                Some((price, selection)) if price < cost * (1.0 - 1e-12) => {
                    (cost, used) = (price, selection);
                    better = true;
                }
                _ => turned.iter().for_each(|&(class, _, before)| full[class] = before),
            }
        }
        for &class in order.iter().rev() {
            let Some(now) = used[class].filter(|_| walks < MOST) else { continue };
            for (index, choice) in graph.classes[class].iter().enumerate() {
                let entry = choice.cost + choice.children.iter().map(|&child| on_top[child]).sum::<f64>();
                // No change saves more than the whole of what it replaces.
                if index == now || !entry.is_finite() || entry >= cost {
                    continue;
                }
                full[class] = Some(index);
                walks += 1;
                match graph.price(&full) {
                    Some((price, selection)) if price < cost * (1.0 - 1e-12) => {
                        (cost, used) = (price, selection);
                        better = true;
                        break;
                    }
                    _ => full[class] = Some(now),
                }
            }
        }
        if !better {
            break;
        }
    }
    (cost, used)
}
