//! Searches for the cheapest choice at every node of a [`SearchProblem`].
//!
//! Reading order: [`problem`] (what is searched), this file (what a search is), [`model`] (a problem as searches like it), then one search a
//! file. [`SEARCHES`] is all of them. Invariants: every search is scored by [`SearchProblem::evaluate`]; none returns an assignment that is
//! forbidden or beyond the memory limit; a bound is never above the optimum; the same problem, seed and budget give the same
//! outcome unless time ended it.

pub mod annealing;
pub mod best;
pub mod branch;
pub mod buckets;
pub mod by_axis;
pub mod double_recursive;
pub mod elimination;
pub mod exhaustive;
pub mod explain;
pub mod fold;
pub mod frontier;
pub mod hypar;
pub mod infeasible;
pub mod integer_program;
pub mod local_search;
pub mod mesh_tensorflow;
pub mod message_passing;
pub mod model;
pub mod neighbourhood;
pub mod presolve;
pub mod problem;
pub mod program;
pub mod row_kernels;
pub mod rows;
pub mod structure;
pub mod terms;
pub mod tofu;
pub mod tracked;
pub mod tree_search;
pub mod ways;
pub mod work;

pub use problem::{Assignment, Edge, Evaluation, INFINITE, Node, OverBudget, ProblemBuilder, ProblemError, SearchProblem};

use std::time::{Duration, Instant};

/// When a search ends at the latest.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Seconds; none for no limit.
    pub seconds: Option<f64>,
    /// Fixes all random choices.
    pub seed: u64,
    /// Assignments (or changes of one) that may be priced.
    pub evaluations: u64,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { seconds: None, seed: 0, evaluations: 200_000 }
    }
}

/// Why a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The assignment is the cheapest there is.
    Optimal,
    /// No assignment is valid.
    Infeasible,
    /// Out of time.
    Time,
    /// Out of evaluations.
    Evaluations,
    /// The search has done all it can.
    Done,
    /// The problem is too large for it, and by how much.
    TooLarge(String),
    /// The problem lacks what the search decides by, and what that is.
    NotApplicable(String),
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Optimal => f.write_str("optimal"),
            Stop::Infeasible => f.write_str("infeasible"),
            Stop::Time => f.write_str("time"),
            Stop::Evaluations => f.write_str("evaluations"),
            Stop::Done => f.write_str("done"),
            Stop::TooLarge(why) => write!(f, "too large: {why}"),
            Stop::NotApplicable(why) => write!(f, "not applicable: {why}"),
        }
    }
}

/// A better assignment or bound, when it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Improvement {
    /// Seconds since the start.
    pub seconds: f64,
    /// Cost of the best assignment so far.
    pub cost: Option<i128>,
    /// The best bound so far.
    pub bound: i128,
}

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// The best valid assignment.
    pub assignment: Option<Assignment>,
    /// Its cost.
    pub cost: Option<i128>,
    /// No valid assignment costs less; 0 where nothing is known.
    pub bound: i128,
    /// Assignments (or changes of one) priced.
    pub evaluations: u64,
    /// Why it ended.
    pub stop: Stop,
    /// How it came there.
    pub trace: Vec<Improvement>,
}

/// One search.
#[derive(Clone, Copy, Debug)]
pub struct SearchInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// It proves its results optimal when it is given the time.
    pub exact: bool,
    /// Runs it.
    pub run: fn(&SearchProblem, &Budget, &mut Progress<'_>) -> Outcome,
}

/// Every search; the first is the default.
pub const SEARCHES: &[&SearchInfo] = &[
    &best::BEST,
    &exhaustive::EXHAUSTIVE,
    &elimination::ELIMINATION,
    &branch::BRANCH,
    &integer_program::INTEGER_PROGRAM,
    &message_passing::MESSAGE_PASSING,
    &neighbourhood::NEIGHBOURHOOD,
    &local_search::LOCAL_SEARCH,
    &annealing::ANNEALING,
    &tree_search::TREE_SEARCH,
    &frontier::FRONTIER,
    &tofu::TOFU,
    &hypar::HYPAR,
    &double_recursive::DOUBLE_RECURSIVE,
    &mesh_tensorflow::MESH_TENSORFLOW,
];

/// The search of this name.
pub fn search(name: &str) -> Option<&'static SearchInfo> {
    SEARCHES.iter().copied().find(|search| search.name == name)
}

/// The best so far, told as it comes.
pub struct Progress<'a> {
    told: &'a mut dyn FnMut(&Improvement),
}

impl<'a> Progress<'a> {
    /// Calls this at every improvement.
    pub fn new(told: &'a mut dyn FnMut(&Improvement)) -> Progress<'a> {
        Progress { told }
    }
    /// Tells it.
    pub fn tell(&mut self, improvement: &Improvement) {
        (self.told)(improvement);
    }
}

/// What a search has found while it runs. Judges assignments by the problem's own evaluation.
pub struct Record<'p> {
    problem: &'p SearchProblem,
    start: Instant,
    deadline: Option<Instant>,
    limit: u64,
    best: Option<(i128, Assignment)>,
    bound: i128,
    /// Assignments (or changes of one) priced.
    pub evaluations: u64,
    trace: Vec<Improvement>,
}

impl<'p> Record<'p> {
    /// Nothing found yet.
    pub fn new(problem: &'p SearchProblem, budget: &Budget) -> Record<'p> {
        let start = Instant::now();
        // Longer than a century is for ever: such a time cannot be added to a clock.
        let seconds = budget.seconds.filter(|seconds| *seconds < 3.0e9);
        let deadline = seconds.map(|seconds| start + Duration::from_secs_f64(seconds.max(0.0)));
        Record { problem, start, deadline, limit: budget.evaluations, best: None, bound: 0, evaluations: 0, trace: Vec::new() }
    }
    /// Takes an assignment where it is valid and better than the best; true then.
    pub fn offer(&mut self, assignment: &[u32], progress: &mut Progress<'_>) -> bool {
        self.evaluations += 1;
        let Ok(found) = self.problem.evaluate(assignment) else { return false };
        if !found.is_valid() || self.best.as_ref().is_some_and(|(cost, _)| *cost <= found.cost) {
            return false;
        }
        self.best = Some((found.cost, assignment.to_vec()));
        self.tell(progress);
        true
    }
    /// Takes a bound of those assignments that are cheaper than the best: one of all, up to the best's cost.
    pub fn offer_bound_of_cheaper(&mut self, bound: i128, progress: &mut Progress<'_>) {
        let bound = self.below().map_or(bound, |below| bound.min(below));
        self.offer_bound(bound, progress);
    }
    /// Takes a bound where it is better.
    pub fn offer_bound(&mut self, bound: i128, progress: &mut Progress<'_>) {
        if bound > self.bound {
            self.bound = bound;
            self.tell(progress);
        }
    }
    /// What is still wanted costs less than this: than the best, or no more than the problem's most cost. None for no matter what.
    pub fn below(&self) -> Option<i128> {
        self.best.as_ref().map(|(cost, _)| *cost).or_else(|| Some(self.problem.most_cost()?.saturating_add(1)))
    }
    /// The best assignment and its cost.
    pub fn best(&self) -> Option<&(i128, Assignment)> {
        self.best.as_ref()
    }
    /// The best bound.
    pub fn bound(&self) -> i128 {
        self.bound
    }
    /// The best assignment is proven.
    pub fn closed(&self) -> bool {
        self.best.as_ref().is_some_and(|(cost, _)| *cost <= self.bound)
    }
    /// When time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }
    /// Seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }
    /// The reason to stop now, if there is one.
    pub fn must_stop(&self) -> Option<Stop> {
        if self.closed() {
            return Some(Stop::Optimal);
        }
        if self.best.is_none() && self.problem.most_cost().is_some_and(|most| self.bound > most) {
            return Some(Stop::Infeasible);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(Stop::Time);
        }
        (self.evaluations >= self.limit).then_some(Stop::Evaluations)
    }
    /// The outcome.
    pub fn finish(self, stop: Stop) -> Outcome {
        let stop = if self.closed() { Stop::Optimal } else { stop };
        let (cost, assignment) = self.best.map_or((None, None), |(cost, assignment)| (Some(cost), Some(assignment)));
        Outcome { assignment, cost, bound: self.bound, evaluations: self.evaluations, stop, trace: self.trace }
    }

    fn tell(&mut self, progress: &mut Progress<'_>) {
        let cost = self.best.as_ref().map(|(cost, _)| *cost);
        let improvement = Improvement { seconds: self.seconds(), cost, bound: self.bound };
        progress.tell(&improvement);
        self.trace.push(improvement);
    }
}
