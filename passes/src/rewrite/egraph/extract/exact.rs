//! The cheapest selection, proven where the effort allows, with a lower bound in any case.
//!
//! Reduction: classes that can be had for nothing need not be counted, an alternative goes that another one beats in cost and
//! needs, and so does one whose reduced cost exceeds what the best selection known is above the bound ([`super::bound`]). What has gone makes
//! needs certain that were not ([`super::needs`]), these make the bound higher, and that lets more go. Division: where
//! everything below a class is reached only through it, its best selection is a problem of its own, and its answer a single
//! price. Search: branch and bound from above, with the dual kept up to date as classes are decided. Invariants: the selection is
//! never worse than the greedy one; the bound never exceeds the best selection's cost by more than rounding; effort counts
//! alternatives looked at, never time.

use super::bound::{Dual, dual_from};
use super::division::closed_classes;
use super::greedy::{greedy, improve};
use super::problem::{Problem, Taken, free};
use super::search::{ROUNDING, Search};
use super::{ChoiceGraph, Selection};

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

/// Dual steps of each round.
const DUAL_STEPS: usize = 400;

/// Most rounds of bounding and leaving out.
const ROUNDS: usize = 12;

/// Most classes of a problem that is searched: the search goes as deep as there are classes.
const MAX_SEARCHED: usize = 4_000;

/// The best selection that `effort` steps find; `None` where a root cannot be had or the graph has a cycle.
pub fn exact(graph: &ChoiceGraph, effort: usize) -> Option<Best> {
    exact_below(graph, effort, f64::INFINITY)
}

/// The same where a selection of this cost is known: nothing is looked for that costs more, and the bound is at most that.
/// Where nothing cheaper is found, the selection is the greedy one.
pub fn exact_below(graph: &ChoiceGraph, effort: usize, known: f64) -> Option<Best> {
    let order = graph.order()?;
    let (cost, selection) = greedy(graph, &order)?;
    let free = free(graph, &order);
    let problem = Problem::new(graph, &order, &free);
    let mut effort = Effort { steps: 0, most: effort };
    let found = solve(problem, Some(cost.min(known)), &mut effort)?;
    let mut full = free;
    found.taken.iter().flatten().for_each(|&(class, index)| full[class] = Some(index));
    let (cost, selection) = graph.price(&full).filter(|(price, _)| *price < cost).unwrap_or((cost, selection));
    let bound = found.bound.min(cost).min(known);
    Some(Best { cost, bound, selection, proven: cost - bound <= ROUNDING * cost.abs(), steps: effort.steps })
}

struct Effort {
    steps: usize,
    most: usize,
}

/// An answer.
struct Solved {
    cost: f64,
    bound: f64,
    /// What it takes in the full graph; `None` where nothing better was found than what was known.
    taken: Option<Taken>,
}

impl Solved {
    fn is_open(&self) -> bool {
        self.cost - self.bound > ROUNDING * self.cost.abs()
    }
}

/// Solves a problem. `known` is the cost of a selection that is known.
fn solve(mut problem: Problem, known: Option<f64>, effort: &mut Effort) -> Option<Solved> {
    let mut solved = match known {
        Some(cost) => Solved { cost, bound: 0.0, taken: None },
        None => {
            let (cost, selection) = greedy(&problem.upper, &problem.upper.order()?)?;
            Solved { cost, bound: 0.0, taken: Some(problem.taken(&selection)) }
        }
    };
    let mut last = tighten(&mut problem, &mut solved);
    if !solved.is_open() {
        return Some(solved);
    }
    // Parts, solved from below; each becomes an alternative without needs.
    let order = problem.upper.order()?;
    let mut parts = 0;
    for class in closed_classes(&problem.upper, &order) {
        let choices = &problem.upper.classes[class];
        if problem.upper.roots == [class] || choices.is_empty() || (choices.len() == 1 && choices[0].children.is_empty()) {
            continue;
        }
        if let Some(Solved { cost, bound, taken: Some(taken) }) = solve(problem.below(&[class]), None, effort) {
            problem.collapse(class, cost, bound, taken);
            parts += 1;
        }
    }
    if parts > 0 {
        problem.drop_unreachable(&order);
        if let Some((cost, selection)) = greedy(&problem.upper, &order)
            && cost < solved.cost
        {
            (solved.cost, solved.taken) = (cost, Some(problem.taken(&selection)));
        }
        last = tighten(&mut problem, &mut solved);
    }
    let open = problem.upper.classes.iter().filter(|choices| !choices.is_empty()).count();
    if solved.is_open() && open <= MAX_SEARCHED && effort.steps < effort.most {
        let order = problem.upper.order()?;
        let mut search = Search::new(&problem, &order, &last, solved.cost, effort.most - effort.steps);
        let complete = search.run();
        effort.steps += search.steps;
        if let Some(selection) = &search.best {
            (solved.cost, solved.taken) = (search.least, Some(problem.taken(selection)));
        }
        if complete {
            solved.bound = solved.bound.max(search.floor.min(solved.cost));
        }
        solved.bound = solved.bound.min(solved.cost);
    }
    Some(solved)
}

/// Bounds, finds better selections by the bound's own prices, and leaves out what cannot be in one that is better still, until nothing goes.
fn tighten(problem: &mut Problem, solved: &mut Solved) -> Dual {
    let mut last: Option<Dual> = None;
    for _ in 0..ROUNDS {
        let Some(order) = problem.upper.order() else { break };
        problem.simplify(&order);
        let Some(order) = problem.upper.order() else { break };
        let dual = dual_from(&problem.lower, &order, DUAL_STEPS, last.as_ref());
        let tried = dual.tried.iter().filter_map(|picks| problem.upper.price(picks));
        if let Some(start) = tried.min_by(|a, b| a.0.total_cmp(&b.0)) {
            let (cost, selection) = improve(&problem.upper, start);
            if cost < solved.cost {
                (solved.cost, solved.taken) = (cost, Some(problem.taken(&selection)));
            }
        }
        solved.bound = solved.bound.max(dual.bound).min(solved.cost);
        let slack = solved.cost * (1.0 - ROUNDING) - dual.bound;
        let before = problem.upper.len();
        let gone = if solved.is_open() { problem.fix(&dual, &order, slack) } else { 0 };
        problem.prune(&order);
        if problem.upper.roots.iter().any(|&root| problem.upper.classes[root].is_empty()) {
            // Nothing is left that could be cheaper.
            solved.bound = solved.cost;
        }
        let few = gone * 100 <= before;
        last = Some(dual);
        if few || !solved.is_open() {
            break;
        }
    }
    last.unwrap_or_default()
}
