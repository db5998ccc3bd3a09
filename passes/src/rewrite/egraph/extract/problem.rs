//! A problem of extraction on its way to an answer: what is left of a choice graph once alternatives that no better selection
//! takes have gone.
//!
//! Invariants: `upper` and `lower` have the same alternatives, `lower` at lower bounds of their costs (they differ where an
//! alternative stands for a part whose best selection is not proven); every selection of the full graph that is cheaper than the best known
//! one has a counterpart here that costs no more.

use super::bound::Dual;
use super::needs::{Set, closure, has, musts, say};
use super::{Choice, ChoiceGraph, Selection};

/// What is left.
#[derive(Clone)]
pub(super) struct Problem {
    /// Alternatives at what they cost.
    pub upper: ChoiceGraph,
    /// The same at what they cost at least.
    pub lower: ChoiceGraph,
    /// What each alternative takes in the full graph: classes with their alternatives.
    pub takes: Vec<Vec<Taken>>,
}

/// Classes of the full graph with the alternatives taken for them.
pub(super) type Taken = Vec<(usize, usize)>;

/// Most alternatives that a class may get from classes that it alone uses.
const MOST_INLINED: usize = 200;

/// Free alternatives of classes: cost 0, and they need only such classes.
pub(super) fn free(graph: &ChoiceGraph, order: &[usize]) -> Selection {
    let mut free: Selection = vec![None; graph.classes.len()];
    for &class in order {
        let free_of = |choice: &Choice| choice.cost == 0.0 && choice.children.iter().all(|&child| free[child].is_some());
        free[class] = graph.classes[class].iter().position(free_of);
    }
    free
}

impl Problem {
    /// A graph without what need not be counted.
    pub fn new(graph: &ChoiceGraph, order: &[usize], free: &Selection) -> Problem {
        let count = graph.classes.len();
        let mut obtainable = vec![false; count];
        let (mut classes, mut takes) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for &class in order {
            if let Some(index) = free[class] {
                classes[class] = vec![Choice { cost: 0.0, children: Vec::new() }];
                takes[class] = vec![vec![(class, index)]];
                obtainable[class] = true;
                continue;
            }
            for (index, choice) in graph.classes[class].iter().enumerate() {
                if choice.cost.is_finite() && choice.children.iter().all(|&child| obtainable[child]) {
                    let children = choice.children.iter().copied().filter(|&child| free[child].is_none()).collect();
                    classes[class].push(Choice { cost: choice.cost, children });
                    takes[class].push(vec![(class, index)]);
                }
            }
            obtainable[class] = !classes[class].is_empty();
        }
        let roots = graph.roots.iter().copied().filter(|&root| free[root].is_none()).collect();
        let upper = ChoiceGraph { classes, roots };
        Problem { lower: upper.clone(), upper, takes }
    }

    /// Leaves out alternatives that another one of the class beats in cost and needs, puts classes that only one class uses into its
    /// alternatives, and says needs that follow. `order` is from below, and is so still afterwards.
    pub fn simplify(&mut self, order: &[usize]) {
        self.inline(order);
        let Some(musts) = musts(&self.upper, order) else { return };
        let empty: Set = vec![0u64; self.upper.classes.len().div_ceil(64)].into_boxed_slice();
        for class in 0..self.upper.classes.len() {
            let choices = &self.upper.classes[class];
            if choices.len() < 2 {
                continue;
            }
            let all: Vec<Set> = choices.iter().map(|choice| closure(&choice.children, &musts, &empty)).collect();
            let low = &self.lower.classes[class];
            // What costs no more at most than the other at least, and needs nothing but what that needs in any case.
            let beats = |a: usize, b: usize| choices[a].cost <= low[b].cost && choices[a].children.iter().all(|&child| has(&all[b], child));
            let mut gone = vec![false; choices.len()];
            for b in 0..choices.len() {
                gone[b] = (0..choices.len()).any(|a| a != b && !gone[a] && beats(a, b) && (a < b || !beats(b, a)));
            }
            self.keep(class, |index| !gone[index]);
        }
        say(&mut self.upper, &musts);
        self.copy_needs();
    }

    fn copy_needs(&mut self) {
        for (upper, lower) in self.upper.classes.iter().zip(&mut self.lower.classes) {
            upper.iter().zip(lower).for_each(|(upper, lower)| lower.children.clone_from(&upper.children));
        }
    }

    /// Where a class has one user, alternatives of the user that need it become one for each of its own: the program behind the
    /// bound then no longer takes half of one and half of another that need the same.
    fn inline(&mut self, order: &[usize]) {
        let count = self.upper.classes.len();
        // The only user of each class; `count` where there are several, or a root.
        let mut user = vec![None; count];
        self.upper.roots.iter().for_each(|&root| user[root] = Some(count));
        for (class, choices) in self.upper.classes.iter().enumerate() {
            for child in choices.iter().flat_map(|choice| &choice.children) {
                user[*child] = Some(user[*child].filter(|&other| other != class).map_or(class, |_| count));
            }
        }
        for &class in order.iter().rev() {
            let Some(by) = user[class].filter(|&by| by < count) else { continue };
            let own = self.upper.classes[class].len();
            let with = self.upper.classes[by].iter().filter(|choice| choice.children.binary_search(&class).is_ok()).count();
            if own == 0 || (own > 1 && self.upper.classes[by].len() + with * (own - 1) > MOST_INLINED) {
                continue;
            }
            let (inner_upper, inner_lower) = (self.upper.classes[class].clone(), self.lower.classes[class].clone());
            let inner_takes = std::mem::take(&mut self.takes[class]);
            let (old_upper, old_lower) = (std::mem::take(&mut self.upper.classes[by]), std::mem::take(&mut self.lower.classes[by]));
            let old_takes = std::mem::take(&mut self.takes[by]);
            for ((upper, lower), takes) in old_upper.into_iter().zip(old_lower).zip(old_takes) {
                if upper.children.binary_search(&class).is_err() {
                    self.upper.classes[by].push(upper);
                    self.lower.classes[by].push(lower);
                    self.takes[by].push(takes);
                    continue;
                }
                for (index, inner) in inner_upper.iter().enumerate() {
                    let mut children: Vec<usize> = upper.children.iter().chain(&inner.children).copied().filter(|&child| child != class).collect();
                    children.sort_unstable();
                    children.dedup();
                    self.lower.classes[by].push(Choice { cost: lower.cost + inner_lower[index].cost, children: children.clone() });
                    self.upper.classes[by].push(Choice { cost: upper.cost + inner.cost, children });
                    self.takes[by].push(takes.iter().chain(&inner_takes[index]).copied().collect());
                }
            }
            // What it used is used by its user now.
            for child in inner_upper.iter().flat_map(|choice| &choice.children) {
                if user[*child] == Some(class) {
                    user[*child] = Some(by);
                } else if user[*child] != Some(by) {
                    user[*child] = Some(count);
                }
            }
            self.upper.classes[class].clear();
            self.lower.classes[class].clear();
        }
    }

    /// Leaves out alternatives whose reduced cost, with that of the cheapest way to them, is more than `slack`, and all that cannot
    /// be reached then; how many went.
    pub fn fix(&mut self, dual: &Dual, order: &[usize], slack: f64) -> usize {
        let before = self.upper.len();
        let mut way = vec![f64::INFINITY; self.upper.classes.len()];
        self.upper.roots.iter().for_each(|&root| way[root] = 0.0);
        for &class in order.iter().rev() {
            let price = |choice: &Choice| {
                let pays = &dual.pays[class];
                let need = |child: &usize| pays.binary_search_by_key(child, |&(used, _)| used).map_or(0.0, |at| pays[at].1);
                way[class] + choice.cost + choice.children.iter().map(need).sum::<f64>() - dual.value[class]
            };
            let prices: Vec<f64> = self.lower.classes[class].iter().map(price).collect();
            self.keep(class, |index| prices[index] <= slack);
            for (choice, price) in self.lower.classes[class].iter().zip(prices.iter().filter(|price| **price <= slack)) {
                choice.children.iter().for_each(|&child| way[child] = way[child].min(*price));
            }
        }
        before - self.upper.len()
    }

    /// Leaves out alternatives that need a class without any.
    pub fn prune(&mut self, order: &[usize]) {
        for &class in order {
            let fine: Vec<bool> =
                self.upper.classes[class].iter().map(|choice| choice.children.iter().all(|&child| !self.upper.classes[child].is_empty())).collect();
            self.keep(class, |index| fine[index]);
        }
    }

    /// What a selection takes in the full graph.
    pub fn taken(&self, selection: &Selection) -> Taken {
        let takes = selection.iter().enumerate().filter_map(|(class, index)| self.takes[class].get((*index)?));
        takes.flatten().copied().collect()
    }

    /// Makes a class an alternative without needs that takes these.
    pub fn collapse(&mut self, class: usize, cost: f64, bound: f64, takes: Taken) {
        self.upper.classes[class] = vec![Choice { cost, children: Vec::new() }];
        self.lower.classes[class] = vec![Choice { cost: bound, children: Vec::new() }];
        self.takes[class] = vec![takes];
    }

    /// Empties classes that roots do not reach. `order` is from below.
    pub fn drop_unreachable(&mut self, order: &[usize]) {
        let mut reached = vec![false; self.upper.classes.len()];
        self.upper.roots.iter().for_each(|&root| reached[root] = true);
        for &class in order.iter().rev() {
            if reached[class] {
                self.upper.classes[class].iter().flat_map(|choice| &choice.children).for_each(|&child| reached[child] = true);
            } else {
                self.keep(class, |_| false);
            }
        }
    }

    /// The part below these classes.
    pub fn below(&self, roots: &[usize]) -> Problem {
        let mut ids: Vec<usize> = Vec::new();
        let mut index = vec![usize::MAX; self.upper.classes.len()];
        for &root in roots {
            index[root] = ids.len();
            ids.push(root);
        }
        let mut at = 0;
        while at < ids.len() {
            for child in self.upper.classes[ids[at]].iter().flat_map(|choice| &choice.children) {
                if index[*child] == usize::MAX {
                    index[*child] = ids.len();
                    ids.push(*child);
                }
            }
            at += 1;
        }
        let part = |graph: &ChoiceGraph| {
            let choice = |choice: &Choice| {
                let mut children: Vec<usize> = choice.children.iter().map(|&child| index[child]).collect();
                children.sort_unstable();
                Choice { cost: choice.cost, children }
            };
            let classes = ids.iter().map(|&id| graph.classes[id].iter().map(choice).collect()).collect();
            ChoiceGraph { classes, roots: (0..roots.len()).collect() }
        };
        let takes = ids.iter().map(|&id| self.takes[id].clone()).collect();
        Problem { upper: part(&self.upper), lower: part(&self.lower), takes }
    }

    fn keep(&mut self, class: usize, fine: impl Fn(usize) -> bool) {
        if (0..self.takes[class].len()).all(&fine) {
            return;
        }
        for graph in [&mut self.upper, &mut self.lower] {
            let mut index = 0;
            graph.classes[class].retain(|_| {
                index += 1;
                fine(index - 1)
            });
        }
        let mut index = 0;
        self.takes[class].retain(|_| {
            index += 1;
            fine(index - 1)
        });
    }
}
