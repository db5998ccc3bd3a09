//! The cheapest selection, proven where the effort allows, with a lower bound in any case.
//!
//! Three steps. Reduction: classes that can be had for nothing need not be counted, and an alternative goes that another
//! one beats in cost and needs. Division: where everything below a class is reached only through it, its best selection is
//! a problem of its own, and its answer a single price. Search: branch and bound from above, with the dual of [`super::bound`],
//! kept up to date as classes are decided. Invariants: the selection is never worse than the greedy one; the bound
//! never exceeds the best selection's cost by more than rounding; effort counts alternatives looked at, never time.

use super::bound::{Dual, dual};
use super::greedy::greedy;
use super::{Choice, ChoiceGraph, Selection};
use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};

/// What the search found.
#[derive(Clone, Debug)]
pub struct Best {
    /// Cost of the selection.
    pub cost: f64,
    /// No selection costs less.
    pub bound: f64,
    /// The selection, of needed classes alone.
    pub selection: Selection,
    /// Whether the bound is reached: nothing is cheaper.
    pub proven: bool,
    /// Alternatives that were looked at.
    pub steps: usize,
}

/// Dual steps of each problem.
const DUAL_STEPS: usize = 400;

/// Most classes of a problem that is searched: the search goes as deep as there are classes.
const MAX_SEARCHED: usize = 2_000;

/// Relative difference that counts as none.
const ROUNDING: f64 = 1e-9;

/// The best selection that `effort` steps find; `None` where a root cannot be had or the graph has a cycle.
pub fn exact(graph: &ChoiceGraph, effort: usize) -> Option<Best> {
    let order = graph.order()?;
    let start = greedy(graph, &order)?;
    let mut task = Task { upper: reduced(graph, &order), lower: ChoiceGraph::default(), inner: vec![None; graph.classes.len()], steps: 0, effort };
    task.lower = task.upper.graph.clone();
    for class in closed_classes(&task.upper.graph, &order) {
        task.collapse(class);
    }
    let whole = task.solve(&task.lower.roots.clone())?;
    let mut selection: Selection = vec![None; graph.classes.len()];
    task.unfold(&whole.selection, &mut selection);
    let (cost, selection) = match graph.price(&task.with_free(&selection)) {
        Some((cost, selection)) if cost < start.0 => (cost, selection),
        _ => start,
    };
    let bound = whole.bound.min(cost);
    Some(Best { cost, bound, selection, proven: cost - bound <= ROUNDING * cost.abs(), steps: task.steps })
}

/// A graph without what need not be counted, and where its alternatives come from.
struct Reduced {
    graph: ChoiceGraph,
    /// Alternative of the full graph behind each one here.
    source: Vec<Vec<usize>>,
    /// The free alternative of each class that has one: cost 0 and needs only such classes.
    free: Selection,
}

fn reduced(graph: &ChoiceGraph, order: &[usize]) -> Reduced {
    let count = graph.classes.len();
    let mut free: Selection = vec![None; count];
    let mut obtainable = vec![false; count];
    let (mut classes, mut source) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for &class in order {
        let all = &graph.classes[class];
        free[class] = all.iter().position(|choice| choice.cost == 0.0 && choice.children.iter().all(|&child| free[child].is_some()));
        if let Some(index) = free[class] {
            classes[class] = vec![Choice { cost: 0.0, children: Vec::new() }];
            source[class] = vec![index];
            obtainable[class] = true;
            continue;
        }
        let mut kept: Vec<(usize, Choice)> = Vec::new();
        for (index, choice) in all.iter().enumerate() {
            if !choice.children.iter().all(|&child| obtainable[child]) {
                continue;
            }
            let children: Vec<usize> = choice.children.iter().copied().filter(|&child| free[child].is_none()).collect();
            let here = Choice { cost: choice.cost, children };
            if kept.iter().any(|(_, other)| beats(other, &here)) {
                continue;
            }
            kept.retain(|(_, other)| !beats(&here, other));
            kept.push((index, here));
        }
        obtainable[class] = !kept.is_empty();
        (source[class], classes[class]) = kept.into_iter().unzip();
    }
    let roots = graph.roots.iter().copied().filter(|&root| free[root].is_none()).collect();
    Reduced { graph: ChoiceGraph { classes, roots }, source, free }
}

/// Whether an alternative costs no more than another and needs nothing that the other does not.
fn beats(a: &Choice, b: &Choice) -> bool {
    a.cost <= b.cost && a.children.iter().all(|child| b.children.binary_search(child).is_ok())
}

/// Classes with alternatives below which everything is reached through them alone, from below.
fn closed_classes(graph: &ChoiceGraph, order: &[usize]) -> Vec<usize> {
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

struct Task {
    upper: Reduced,
    /// The same with collapsed classes at their lower bounds.
    lower: ChoiceGraph,
    /// Selections inside collapsed classes.
    inner: Vec<Option<Selection>>,
    steps: usize,
    effort: usize,
}

struct Solved {
    cost: f64,
    bound: f64,
    selection: Selection,
}

impl Task {
    /// Solves a closed class and makes it a leaf with a price.
    fn collapse(&mut self, class: usize) {
        if self.upper.graph.classes[class].iter().all(|choice| choice.children.is_empty()) && self.upper.graph.classes[class].len() == 1 {
            return;
        }
        let Some(solved) = self.solve(&[class]) else { return };
        self.inner[class] = Some(solved.selection);
        self.upper.graph.classes[class] = vec![Choice { cost: solved.cost, children: Vec::new() }];
        self.lower.classes[class] = vec![Choice { cost: solved.bound, children: Vec::new() }];
    }

    /// The best selection of these roots, in the graph as it is now.
    fn solve(&mut self, roots: &[usize]) -> Option<Solved> {
        // Renumbered to the classes that can be reached.
        let mut ids: Vec<usize> = Vec::new();
        let mut index = vec![usize::MAX; self.upper.graph.classes.len()];
        for &root in roots {
            index[root] = ids.len();
            ids.push(root);
        }
        let mut at = 0;
        while at < ids.len() {
            for child in self.upper.graph.classes[ids[at]].iter().flat_map(|choice| &choice.children) {
                if index[*child] == usize::MAX {
                    index[*child] = ids.len();
                    ids.push(*child);
                }
            }
            at += 1;
        }
        let part = |source: &ChoiceGraph| {
            let choice = |choice: &Choice| {
                let mut children: Vec<usize> = choice.children.iter().map(|&child| index[child]).collect();
                children.sort_unstable();
                Choice { cost: choice.cost, children }
            };
            let classes = ids.iter().map(|&id| source.classes[id].iter().map(choice).collect()).collect();
            ChoiceGraph { classes, roots: (0..roots.len()).collect() }
        };
        let (upper, lower) = (part(&self.upper.graph), part(&self.lower));
        let order = upper.order()?;
        let start = greedy(&upper, &order)?;
        let bound = dual(&lower, &order, DUAL_STEPS);
        let mut solved = Solved { cost: start.0, bound: bound.bound.min(start.0), selection: start.1 };
        let gap = |solved: &Solved| solved.cost - solved.bound > ROUNDING * solved.cost.abs();
        if gap(&solved) && upper.classes.len() <= MAX_SEARCHED {
            let prices = dual(&upper, &order, DUAL_STEPS);
            let mut search = Search::new(&upper, &order, &prices, solved.cost, self.effort.saturating_sub(self.steps));
            let complete = search.run();
            self.steps += search.steps;
            if let Some(selection) = search.best {
                (solved.cost, solved.selection) = (search.least, selection);
            }
            // With collapsed classes at their true prices the search is a proof; else the dual of the lower prices is.
            if complete && upper.classes == lower.classes {
                solved.bound = solved.cost;
            } else {
                solved.bound = solved.bound.max(if upper.classes == lower.classes { prices.bound } else { 0.0 }).min(solved.cost);
            }
        }
        let mut selection: Selection = vec![None; self.upper.graph.classes.len()];
        ids.iter().zip(&solved.selection).for_each(|(&id, taken)| selection[id] = *taken);
        solved.selection = selection;
        Some(solved)
    }

    /// Alternatives of the full graph for a selection with collapsed classes.
    fn unfold(&self, taken: &Selection, full: &mut Selection) {
        let mut stack = vec![taken];
        while let Some(taken) = stack.pop() {
            for (class, index) in taken.iter().enumerate() {
                let Some(index) = *index else { continue };
                match &self.inner[class] {
                    // Inside its own selection a collapsed class is not collapsed yet.
                    Some(inner) if !std::ptr::eq(taken, inner) => stack.push(inner),
                    _ => full[class] = self.upper.source[class].get(index).copied(),
                }
            }
        }
    }
    /// Adds the free alternatives of what is not counted.
    fn with_free(&self, selection: &Selection) -> Selection {
        selection.iter().zip(&self.upper.free).map(|(taken, free)| free.or(*taken)).collect()
    }
}

/// Branch and bound over classes from above: when a class's turn comes, all that may need it is decided.
struct Search<'a> {
    graph: &'a ChoiceGraph,
    /// From above.
    order: Vec<usize>,
    dual: &'a Dual,
    /// What undecided classes still pay for each class.
    paid: Vec<f64>,
    needed: Vec<u32>,
    taken: Selection,
    least: f64,
    best: Option<Selection>,
    steps: usize,
    effort: usize,
}

impl<'a> Search<'a> {
    fn new(graph: &'a ChoiceGraph, order: &[usize], dual: &'a Dual, least: f64, effort: usize) -> Search<'a> {
        let mut paid = vec![0.0; graph.classes.len()];
        dual.pays.iter().flatten().for_each(|&(used, price)| paid[used] += price);
        let mut needed = vec![0; graph.classes.len()];
        graph.roots.iter().for_each(|&root| needed[root] += 1);
        let taken = vec![None; graph.classes.len()];
        let order = order.iter().rev().copied().collect();
        Search { graph, order, dual, paid, needed, taken, least, best: None, steps: 0, effort }
    }

    /// Whether the search ended by itself.
    fn run(&mut self) -> bool {
        let bound = self.graph.roots.iter().map(|&root| self.dual.value[root] - self.paid[root]).sum();
        self.go(0, 0.0, bound)
    }

    /// Decides the classes from `at` on. `spent` is the cost so far, `open` a bound on what needed undecided classes will cost.
    fn go(&mut self, at: usize, spent: f64, open: f64) -> bool {
        let Some(&class) = self.order.get(at) else {
            if spent < self.least * (1.0 - 1e-12) {
                self.least = spent;
                self.best = Some(self.taken.clone());
            }
            return true;
        };
        let (graph, dual) = (self.graph, self.dual);
        // Whatever is decided here, this class pays no more: what it paid for needed ones falls to the roots.
        let mut released = 0.0;
        for &(used, price) in &dual.pays[class] {
            self.paid[used] -= price;
            if self.needed[used] > 0 {
                released += price;
            }
        }
        let mut complete = true;
        if self.needed[class] == 0 {
            if spent + open + released < self.least * (1.0 - ROUNDING) {
                complete = self.go(at + 1, spent, open + released);
            }
        } else {
            let open = open + released - (dual.value[class] - self.paid[class]);
            let fresh = |search: &Search, choice: &Choice| -> f64 {
                choice.children.iter().filter(|&&child| search.needed[child] == 0).map(|&child| dual.value[child] - search.paid[child]).sum()
            };
            let mut turns: Vec<(f64, usize)> =
                graph.classes[class].iter().enumerate().map(|(index, choice)| (choice.cost + fresh(self, choice), index)).collect();
            turns.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (price, index) in turns {
                if self.steps >= self.effort {
                    complete = false;
                    break;
                }
                if spent + open + price >= self.least * (1.0 - ROUNDING) {
                    break;
                }
                self.steps += 1;
                let choice = &graph.classes[class][index];
                choice.children.iter().for_each(|&child| self.needed[child] += 1);
                self.taken[class] = Some(index);
                complete &= self.go(at + 1, spent + choice.cost, open + price - choice.cost);
                self.taken[class] = None;
                choice.children.iter().for_each(|&child| self.needed[child] -= 1);
            }
        }
        for &(used, price) in &dual.pays[class] {
            self.paid[used] += price;
        }
        complete
    }
}
