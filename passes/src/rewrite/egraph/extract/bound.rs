//! A lower bound on every selection: the dual of the linear program of extraction.
//!
//! The program: least total cost of alternatives `x`, one for each class that is needed; a class is needed where a root or a
//! taken alternative needs it. In its dual each class `d` has a value `V(d)`, the least over its alternatives of their cost and of
//! what the class pays for what they need, `p(c, d)`; the payments of all classes for `d` together are at most `V(d)`, and a root
//! pays the rest. Any such payments give a bound (weak duality). They are improved step by step: at the best payments there are
//! weights of alternatives that make every class that pays for `d` need it as much as all others do, so a class that needs it more
//! than the average pays a larger share in the next step, one that needs it less a smaller one. Weights are those of a soft minimum
//! that hardens with time.
//!
//! What an alternative costs above `V`, its reduced cost, is added to the bound by every selection that takes it.
//!
//! Invariants: the payments that are returned are feasible, so that the bound holds up to rounding; the number of steps is fixed.

use super::{ChoiceGraph, Selection};

/// Feasible payments.
#[derive(Clone, Default, Debug)]
pub struct Dual {
    /// `V` of each class.
    pub value: Vec<f64>,
    /// What each class pays, for each class that any of its alternatives needs.
    pub pays: Vec<Vec<(usize, f64)>>,
    /// The bound: what the roots pay.
    pub bound: f64,
    /// Selections on the way: in each the alternative of every class that was cheapest at the payments of a step.
    pub tried: Vec<Selection>,
    /// What part of each class's value each of its users pays, by user; the roots' last.
    shares: Vec<Vec<(usize, f64)>>,
}

/// Classes that a class may need, and alternatives by place in these lists; the last user is "the roots".
struct Links {
    /// First link of each user.
    start: Vec<usize>,
    /// The class needed.
    used: Vec<usize>,
    /// First alternative of each class.
    choices: Vec<usize>,
    /// Cost of each alternative.
    cost: Vec<f64>,
    /// First need of each alternative.
    needs: Vec<usize>,
    /// The link of each need.
    link: Vec<usize>,
}

impl Links {
    fn new(graph: &ChoiceGraph) -> Links {
        let mut links = Links { start: vec![0], used: Vec::new(), choices: vec![0], cost: Vec::new(), needs: vec![0], link: Vec::new() };
        for alternatives in &graph.classes {
            let mut below: Vec<usize> = alternatives.iter().flat_map(|choice| choice.children.iter().copied()).collect();
            below.sort_unstable();
            below.dedup();
            let base = links.used.len();
            for choice in alternatives {
                links.cost.push(choice.cost);
                links.link.extend(choice.children.iter().map(|child| base + below.partition_point(|used| used < child)));
                links.needs.push(links.link.len());
            }
            links.choices.push(links.cost.len());
            links.used.extend(below);
            links.start.push(links.used.len());
        }
        let mut roots = graph.roots.clone();
        roots.sort_unstable();
        links.used.extend(roots);
        links.start.push(links.used.len());
        links
    }
    fn of(&self, user: usize) -> std::ops::Range<usize> {
        self.start[user]..self.start[user + 1]
    }
    fn price(&self, choice: usize, pay: &[f64]) -> f64 {
        self.cost[choice] + self.link[self.needs[choice]..self.needs[choice + 1]].iter().map(|&link| pay[link]).sum::<f64>()
    }
}

/// The best bound of a fixed number of steps. `order` is from below.
pub fn dual(graph: &ChoiceGraph, order: &[usize], steps: usize) -> Dual {
    dual_from(graph, order, steps, None)
}

/// The same from where an earlier one of the same classes ended.
pub fn dual_from(graph: &ChoiceGraph, order: &[usize], steps: usize, before: Option<&Dual>) -> Dual {
    let count = graph.classes.len();
    let links = Links::new(graph);
    let mut users = vec![0usize; count];
    links.used.iter().for_each(|&used| users[used] += 1);
    let mut share: Vec<f64> = links.used.iter().map(|&used| 1.0 / users[used] as f64).collect();
    if let Some(before) = before {
        for user in 0..=count {
            for link in links.of(user) {
                // A link that is new begins with little.
                let old = before.shares[user].binary_search_by_key(&links.used[link], |&(used, _)| used);
                share[link] = old.map_or(0.1 * share[link], |at| before.shares[user][at].1);
            }
        }
        normalise(&links, &mut share);
    }
    let mut tried = Vec::new();
    let (mut value, mut pay) = (vec![0.0f64; count], vec![0.0f64; share.len()]);
    let (mut prices, mut flow) = (vec![0.0f64; links.cost.len()], vec![0.0f64; share.len()]);
    let (mut best, mut kept) = (f64::NEG_INFINITY, share.clone());
    let largest = links.cost.iter().copied().filter(|cost| cost.is_finite()).fold(0.0, f64::max);
    for step in 0..steps.max(1) {
        let bound = evaluate(&links, order, &share, &mut value, &mut pay, &mut prices);
        if bound > best {
            best = bound;
            kept.copy_from_slice(&share);
        }
        if step % TRY == TRY - 1 {
            tried.push(picks(&links, &prices));
        }
        let done = step as f64 / steps.max(1) as f64;
        let soft = largest * 0.1f64.powf(START + (END - START) * done);
        // How much each class is needed, and by whom.
        let mut need = vec![0.0f64; count];
        flow.fill(0.0);
        for link in links.of(count) {
            flow[link] = 1.0;
            need[links.used[link]] += share[link];
        }
        for &class in order.iter().rev() {
            if need[class] <= 0.0 {
                continue;
            }
            let choices = links.choices[class]..links.choices[class + 1];
            let weight = |choice: usize| if prices[choice].is_finite() { (-(prices[choice] - value[class]) / soft).exp() } else { 0.0 };
            let all: f64 = choices.clone().map(weight).sum();
            for choice in choices {
                let part = need[class] * weight(choice) / all;
                links.link[links.needs[choice]..links.needs[choice + 1]].iter().for_each(|&link| flow[link] += part);
            }
            for link in links.of(class) {
                need[links.used[link]] += flow[link] * share[link];
            }
        }
        let pace = PACE * (1.0 - done) + 0.02;
        for (link, share) in share.iter_mut().enumerate() {
            let used = links.used[link];
            if need[used] > 1e-12 {
                *share *= (flow[link] / need[used]).clamp(0.05, 20.0).powf(pace);
            }
            // No share dies out: it may be wanted again.
            *share = share.max(1e-7);
        }
        normalise(&links, &mut share);
    }
    let bound = evaluate(&links, order, &kept, &mut value, &mut pay, &mut prices);
    let pays = (0..count).map(|class| links.of(class).map(|link| (links.used[link], pay[link])).collect()).collect();
    tried.push(picks(&links, &prices));
    let shares = (0..=count).map(|user| links.of(user).map(|link| (links.used[link], kept[link])).collect()).collect();
    Dual { value, pays, bound, tried, shares }
}

/// A selection is tried every so many steps.
const TRY: usize = 20;

/// The cheapest alternative of each class.
fn picks(links: &Links, prices: &[f64]) -> Selection {
    let least = |window: &[usize]| (window[0]..window[1]).min_by(|&a, &b| prices[a].total_cmp(&prices[b])).map(|choice| choice - window[0]);
    links.choices.windows(2).map(least).collect()
}

/// Makes the shares of each class one together.
fn normalise(links: &Links, share: &mut [f64]) {
    let mut sum = vec![0.0f64; links.start.len()];
    share.iter().zip(&links.used).for_each(|(share, &used)| sum[used] += share);
    share.iter_mut().zip(&links.used).for_each(|(share, &used)| *share /= sum[used]);
}

/// The soft minimum is as wide as a tenth to this power of the largest cost, at first.
const START: f64 = 1.5;
/// And in the end.
const END: f64 = 4.5;
/// The first exponent with which needs change shares.
const PACE: f64 = 0.5;

/// Values and payments of these shares, from below; the bound.
fn evaluate(links: &Links, order: &[usize], share: &[f64], value: &mut [f64], pay: &mut [f64], prices: &mut [f64]) -> f64 {
    for &class in order {
        for link in links.of(class) {
            pay[link] = share[link] * value[links.used[link]];
        }
        let mut least = f64::INFINITY;
        for choice in links.choices[class]..links.choices[class + 1] {
            prices[choice] = links.price(choice, pay);
            least = least.min(prices[choice]);
        }
        value[class] = if least.is_finite() { least } else { 0.0 };
    }
    links.of(value.len()).map(|link| share[link] * value[links.used[link]]).sum()
}
