//! Branch and bound over what is left of a problem.
//!
//! Invariants: a search that ends by itself has looked at or ruled out every selection; effort counts alternatives, never time.

use super::bound::Dual;
use super::problem::Problem;
use super::{Choice, Selection};

/// Relative difference that counts as none.
pub(super) const ROUNDING: f64 = 1e-9;

/// Branch and bound over classes from above: when a class's turn comes, all that may need it is decided.
pub(super) struct Search<'a> {
    problem: &'a Problem,
    /// From above.
    order: Vec<usize>,
    dual: &'a Dual,
    /// What undecided classes still pay for each class.
    paid: Vec<f64>,
    needed: Vec<u32>,
    taken: Selection,
    /// Cost of the best selection, of this search or known before.
    pub least: f64,
    /// The best selection that is cheaper than what was known.
    pub best: Option<Selection>,
    /// What selections that were looked at cost at least.
    pub floor: f64,
    /// Alternatives that were looked at.
    pub steps: usize,
    effort: usize,
}

impl<'a> Search<'a> {
    /// A search for what costs less than `least`. `dual` is of the problem's lower costs, `order` from below.
    pub fn new(problem: &'a Problem, order: &[usize], dual: &'a Dual, least: f64, effort: usize) -> Search<'a> {
        let count = problem.upper.classes.len();
        let mut paid = vec![0.0; count];
        dual.pays.iter().flatten().for_each(|&(used, price)| paid[used] += price);
        let mut needed = vec![0; count];
        problem.upper.roots.iter().for_each(|&root| needed[root] += 1);
        let order = order.iter().rev().copied().filter(|&class| !problem.upper.classes[class].is_empty()).collect();
        Search { problem, order, dual, paid, needed, taken: vec![None; count], least, best: None, floor: f64::INFINITY, steps: 0, effort }
    }

    /// Whether the search ended by itself.
    pub fn run(&mut self) -> bool {
        let bound = self.problem.upper.roots.iter().map(|&root| self.dual.value[root] - self.paid[root]).sum();
        self.go(0, (0.0, 0.0), bound)
    }

    /// Decides the classes from `at` on. `spent` is the cost so far and what it is at least, `open` a bound on what needed undecided classes
    /// will cost.
    fn go(&mut self, at: usize, spent: (f64, f64), open: f64) -> bool {
        let Some(&class) = self.order.get(at) else {
            if spent.0 < self.least * (1.0 - 1e-12) {
                self.least = spent.0;
                self.best = Some(self.taken.clone());
            }
            self.floor = self.floor.min(spent.1);
            return true;
        };
        let (problem, dual) = (self.problem, self.dual);
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
            if spent.1 + open + released < self.least * (1.0 - ROUNDING) {
                complete = self.go(at + 1, spent, open + released);
            }
        } else {
            let open = open + released - (dual.value[class] - self.paid[class]);
            let lower = &problem.lower.classes[class];
            let fresh = |search: &Search, choice: &Choice| -> f64 {
                choice.children.iter().filter(|&&child| search.needed[child] == 0).map(|&child| dual.value[child] - search.paid[child]).sum()
            };
            let mut turns: Vec<(f64, usize)> = lower.iter().enumerate().map(|(index, choice)| (choice.cost + fresh(self, choice), index)).collect();
            turns.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            for (price, index) in turns {
                if self.steps >= self.effort {
                    complete = false;
                    break;
                }
                if spent.1 + open + price >= self.least * (1.0 - ROUNDING) {
                    break;
                }
                self.steps += 1;
                let choice = &lower[index];
                choice.children.iter().for_each(|&child| self.needed[child] += 1);
                self.taken[class] = Some(index);
                let now = (spent.0 + problem.upper.classes[class][index].cost, spent.1 + choice.cost);
                complete &= self.go(at + 1, now, open + price - choice.cost);
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
