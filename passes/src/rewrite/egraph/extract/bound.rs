//! A lower bound on every selection: the dual of the linear program of extraction.
//!
//! The program: least total cost of alternatives `x`, one for each class that is needed; a class is needed where a root or a
//! taken alternative needs it. In its dual each class `d` has a value `V(d)`, the least over its alternatives of their cost and of
//! what the class pays for what they need, `p(c, d)`; the payments of all classes for `d` together are at most `V(d)`, and a root
//! pays the rest. Any such payments give a bound (weak duality); these are improved step by step, by moving them
//! to the classes whose cheapest alternative does need `d`.
//!
//! Invariants: the payments that are returned are feasible, so that the bound holds up to rounding; the number of steps is fixed.

use super::ChoiceGraph;

/// Feasible payments.
#[derive(Clone, Debug)]
pub struct Dual {
    /// `V` of each class.
    pub value: Vec<f64>,
    /// What each class pays, for each class that any of its alternatives needs.
    pub pays: Vec<Vec<(usize, f64)>>,
    /// The bound: what the roots pay.
    pub bound: f64,
}

/// The best bound of a fixed number of steps. `order` is from below.
pub fn dual(graph: &ChoiceGraph, order: &[usize], steps: usize) -> Dual {
    let count = graph.classes.len();
    // Links (user, used), grouped by user; the last user is "the roots".
    let mut links: Vec<Vec<usize>> = Vec::with_capacity(count + 1);
    for alternatives in &graph.classes {
        let mut below: Vec<usize> = alternatives.iter().flat_map(|choice| choice.children.iter().copied()).collect();
        below.sort_unstable();
        below.dedup();
        links.push(below);
    }
    links.push(graph.roots.clone());
    let mut users = vec![0usize; count];
    links.iter().flatten().for_each(|&used| users[used] += 1);
    let mut share: Vec<Vec<f64>> = links.iter().map(|below| below.iter().map(|&used| 1.0 / users[used] as f64).collect()).collect();
    let mut best: Option<Dual> = None;
    for step in 0..steps.max(1) {
        let (found, wanted) = evaluate(graph, order, &links, &share);
        let improved = best.as_ref().is_none_or(|best| found.bound > best.bound);
        if improved {
            best = Some(found);
        }
        let fade = 0.5 / (1.0 + step as f64 / 20.0);
        let mut sum = vec![0.0; count];
        for (user, below) in links.iter().enumerate() {
            for (at, &used) in below.iter().enumerate() {
                if !wanted[user][at] {
                    share[user][at] *= 1.0 - fade;
                }
                // No share dies out: it may be wanted again.
                share[user][at] = share[user][at].max(1e-6);
                sum[used] += share[user][at];
            }
        }
        for (user, below) in links.iter().enumerate() {
            below.iter().enumerate().for_each(|(at, &used)| share[user][at] /= sum[used]);
        }
    }
    best.unwrap_or(Dual { value: vec![0.0; count], pays: vec![Vec::new(); count], bound: 0.0 })
}

/// The dual of these shares, and which links the roots and the classes that they reach want at these prices.
fn evaluate(graph: &ChoiceGraph, order: &[usize], links: &[Vec<usize>], share: &[Vec<f64>]) -> (Dual, Vec<Vec<bool>>) {
    let count = graph.classes.len();
    let mut value = vec![0.0f64; count];
    let mut pick = vec![0usize; count];
    let mut pays: Vec<Vec<(usize, f64)>> = vec![Vec::new(); count];
    for &class in order {
        let payment: Vec<(usize, f64)> = links[class].iter().zip(&share[class]).map(|(&used, share)| (used, share * value[used])).collect();
        let price = |choice: &super::Choice| {
            let need = |child: &usize| payment.binary_search_by_key(child, |&(used, _)| used).map_or(0.0, |at| payment[at].1);
            choice.cost + choice.children.iter().map(need).sum::<f64>()
        };
        let mut least = f64::INFINITY;
        for (index, choice) in graph.classes[class].iter().enumerate() {
            let price = price(choice);
            if price < least {
                (least, pick[class]) = (price, index);
            }
        }
        value[class] = if least.is_finite() { least } else { 0.0 };
        pays[class] = payment;
    }
    let bound = graph.roots.iter().zip(&share[count]).map(|(&root, share)| share * value[root]).sum();
    let mut wanted: Vec<Vec<bool>> = links.iter().map(|below| vec![false; below.len()]).collect();
    wanted[count].fill(true);
    let mut reached = vec![false; count];
    graph.roots.iter().for_each(|&root| reached[root] = true);
    for &class in order.iter().rev() {
        if !reached[class] {
            continue;
        }
        let Some(choice) = graph.classes[class].get(pick[class]) else { continue };
        for child in &choice.children {
            reached[*child] = true;
            if let Ok(at) = links[class].binary_search(child) {
                wanted[class][at] = true;
            }
        }
    }
    (Dual { value, pays, bound }, wanted)
}
