//! What a search is worth on a space.
//!
//! Invariants: an assignment is judged by the space's table alone; regret is (found - optimum) / optimum and never below 0; what is not valid
//! counts as not found.

use super::Space;
use super::table::Rank;
use serde::Deserialize;
use shardwright_passes::search::{Budget, Improvement, Progress, SearchInfo, Stop};
use std::time::Instant;

/// How one search did on one space.
#[derive(Clone, Debug)]
pub struct Score {
    /// The search.
    pub search: String,
    /// The space.
    pub space: String,
    /// Assignments of the space.
    pub assignments: usize,
    /// Least time of a valid assignment, where there is one.
    pub optimum: Option<i64>,
    /// Time of the assignment that was found, where it is valid.
    pub found: Option<i64>,
    /// Where it stands.
    pub rank: Option<Rank>,
    /// Time of its compiled program above the best of those that were compiled, as a share, where it was compiled.
    pub simulated: Option<f64>,
    /// Assignments (or changes of one) that the search priced.
    pub evaluations: Option<u64>,
    /// Seconds that it took.
    pub seconds: Option<f64>,
    /// It says that its assignment is an optimum, or that there is none.
    pub proven: bool,
    /// Why it ended, or why what it found does not count.
    pub stop: String,
}

impl Score {
    /// (found - optimum) / optimum.
    pub fn regret(&self) -> Option<f64> {
        let (found, optimum) = (self.found?, self.optimum?);
        Some(if found == optimum { 0.0 } else { (found - optimum) as f64 / optimum.max(1) as f64 })
    }
}

/// All spaces together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Spaces that have a valid assignment.
    pub spaces: usize,
    /// Of them, those where one was found.
    pub found: usize,
    /// Those where an optimum was found.
    pub optimal: usize,
    /// Those where it was proven.
    pub proven: usize,
    /// Mean regret where something was found.
    pub regret: f64,
    /// Mean share of valid assignments that are better, where something was found.
    pub quantile: f64,
    /// Evaluations together.
    pub evaluations: u64,
    /// Seconds together.
    pub seconds: f64,
}

impl Summary {
    /// Sums up the scores of one search.
    pub fn new<'s>(scores: impl Iterator<Item = &'s Score>) -> Summary {
        let mut all = Summary { spaces: 0, found: 0, optimal: 0, proven: 0, regret: 0.0, quantile: 0.0, evaluations: 0, seconds: 0.0 };
        for score in scores {
            all.spaces += usize::from(score.optimum.is_some());
            all.proven += usize::from(score.proven && score.optimum.is_some());
            all.evaluations = all.evaluations.saturating_add(score.evaluations.unwrap_or(0));
            all.seconds += score.seconds.unwrap_or(0.0);
            if let (Some(regret), Some(rank)) = (score.regret(), score.rank) {
                all.found += 1;
                all.optimal += usize::from(score.found == score.optimum);
                all.regret += regret;
                all.quantile += rank.quantile();
            }
        }
        let count = all.found.max(1) as f64;
        Summary { regret: all.regret / count, quantile: all.quantile / count, ..all }
    }
}

/// An assignment that someone else found.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// The space.
    pub space: String,
    /// What found it.
    #[serde(default = "unnamed")]
    pub search: String,
    /// A choice for each node.
    pub choices: Vec<u32>,
    /// Assignments that it priced.
    pub evaluations: Option<u64>,
    /// Seconds that it took.
    pub seconds: Option<f64>,
    /// It proved that nothing is better.
    #[serde(default)]
    pub proven: bool,
}

fn unnamed() -> String {
    "given".to_owned()
}

/// Runs a search on a space.
pub fn run(space: &Space, search: &SearchInfo, budget: &Budget) -> Score {
    let start = Instant::now();
    let mut quiet = |_: &Improvement| {};
    let outcome = (search.run)(&space.problem, budget, &mut Progress::new(&mut quiet));
    let seconds = start.elapsed().as_secs_f64();
    let mut score = blank(space, search.name);
    score.evaluations = Some(outcome.evaluations);
    score.seconds = Some(seconds);
    score.proven = matches!(outcome.stop, Stop::Optimal | Stop::Infeasible);
    score.stop = outcome.stop.to_string();
    if let Some(assignment) = &outcome.assignment {
        judge(space, assignment, &mut score);
    }
    score
}

/// Judges an assignment that someone else found.
pub fn given(space: &Space, given: &Given) -> Score {
    let mut score = blank(space, &given.search);
    score.evaluations = given.evaluations;
    score.seconds = given.seconds.filter(|seconds| seconds.is_finite() && *seconds >= 0.0);
    score.proven = given.proven;
    score.stop = "given".to_owned();
    judge(space, &given.choices, &mut score);
    score
}

fn blank(space: &Space, search: &str) -> Score {
    Score {
        search: search.to_owned(),
        space: space.name.clone(),
        assignments: space.table.len(),
        optimum: space.table.optimum(space.problem.limit()).map(|optimum| optimum.time),
        found: None,
        rank: None,
        simulated: None,
        evaluations: None,
        seconds: None,
        proven: false,
        stop: String::new(),
    }
}

fn judge(space: &Space, assignment: &[u32], score: &mut Score) {
    let limit = space.problem.limit();
    let Some(index) = space.table.index(assignment) else {
        score.stop = format!("no assignment: {} choices where the nodes have {:?}", assignment.len(), space.table.sizes);
        return;
    };
    if !space.table.is_valid(index, limit) {
        score.stop = "not valid: forbidden, or beyond the memory limit".to_owned();
        return;
    }
    let time = space.table.time[index];
    score.found = Some(time);
    score.rank = Some(space.table.rank(i128::from(time), limit));
    let best = space.simulated.index.iter().zip(&space.simulated.time).filter(|(index, _)| space.table.is_valid(**index as usize, limit)).map(|(_, time)| *time).min();
    // Nothing is a share of a program that takes no time.
    score.simulated = space.simulated.of(index).zip(best.filter(|best| *best > 0)).map(|((time, _), best)| (time - best) as f64 / best as f64);
}
