//! Searching a joint problem, or a part of it.
//!
//! Invariants: what is found is never dearer than a start that was given; the bound holds for every choice.

use super::graph::Joint;
use crate::search::model::Model;
use crate::search::neighbourhood::Walk;
use crate::search::{Budget, INFINITE, Progress, SearchInfo, Stop};

/// What was found: a choice for each decision of the joint problem.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Picoseconds.
    pub cost: i128,
    /// No choice costs less.
    pub bound: i128,
    /// By decision.
    pub chosen: Vec<u32>,
    /// Why the search ended.
    pub stop: Stop,
    /// Decisions with more than one choice, and links.
    pub size: (usize, usize),
}

/// Entries of tables that a walk from a given start may read.
const WALK: usize = 50_000_000;

/// Searches the choices for which `keep` holds (decision, choice). `starts` are choices that are allowed: what is found is no dearer.
///
/// # Errors
/// Why there is nothing to find.
pub fn solve(joint: &Joint, keep: &dyn Fn(usize, usize) -> bool, starts: &[&Solution], limit: Option<i64>, search: &SearchInfo, budget: &Budget) -> Result<Solution, String> {
    let (problem, kept) = joint.problem("joint", keep, limit).map_err(|why| why.to_string())?;
    let outcome = (search.run)(&problem, budget, &mut Progress::new(&mut |_| {}));
    let mut best = outcome.assignment.clone().zip(outcome.cost);
    let mut offer = |assignment: Vec<u32>| {
        if let Ok(found) = problem.evaluate(&assignment)
            && found.is_valid()
            && best.as_ref().is_none_or(|(_, least)| found.cost < *least)
        {
            best = Some((assignment, found.cost));
        }
    };
    if outcome.stop != Stop::Optimal {
        for start in starts {
            let place = |(choices, chosen): (&Vec<u32>, &u32)| choices.iter().position(|choice| choice == chosen).map(|place| place as u32);
            let Some(start) = kept.iter().zip(&start.chosen).map(place).collect::<Option<Vec<u32>>>() else { continue };
            let model = Model::new(&problem, None).ok();
            if let Some((model, state)) = model.as_ref().and_then(|model| Some((model, model.state(&start)?))) {
                let mut walk = Walk::new(model, state, budget.seed);
                // The model may lack what the start uses: then it is taken as it is.
                if walk.is_valid() {
                    walk.run(model, &vec![0.0; model.capacities.len()], WALK, 11, None);
                    offer(model.assignment(walk.state()));
                }
            }
            offer(start);
        }
    }
    let Some((assignment, cost)) = best else {
        return Err(crate::search::infeasible::why_not(&problem, &outcome).unwrap_or_else(|| "no choice was found".to_owned()));
    };
    let chosen = kept.iter().zip(&assignment).map(|(choices, &place)| choices[place as usize]).collect();
    let open = kept.iter().filter(|choices| choices.len() > 1).count();
    debug_assert!(cost < i128::from(INFINITE));
    Ok(Solution { cost, bound: outcome.bound.min(cost), chosen, stop: outcome.stop, size: (open, problem.edges().len()) })
}
