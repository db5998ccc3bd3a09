//! Time against memory: the compromises between what a step takes and what a device holds.
//!
//! Invariants: every point is a plan of the model whose time and most memory are those that the searches judge by; none is beaten by another of its mesh
//! in both; the points that are kept are compiled, and their programs simulated.

use crate::driver::{CompileFault, CompileOptions, Source};
use crate::planner::{Goal, Prepared, Simulated, Told, meshes, prepare_for, simulate};
use shardwright_ir::sharding::Mesh;
use shardwright_ir::{Diagnostic, Registry};
use shardwright_passes::manager::PassRegistry;
use shardwright_passes::search::frontier::{Memory, WIDTH, curve};
use shardwright_passes::search::infeasible::smallest_limit;
use shardwright_passes::search::{Assignment, Budget, Improvement, Progress, SearchProblem, Stop};
use std::path::Path;
use std::time::{Duration, Instant};

/// One compromise.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Picoseconds, by the prices of the search.
    pub planned: i128,
    /// The most bytes that a device holds at any time, by the search's account.
    pub memory: i128,
    /// What the compiled program takes.
    pub simulated: Simulated,
}

/// The compromises on one mesh.
#[derive(Clone, PartialEq, Debug)]
pub struct Frontier {
    /// The mesh.
    pub mesh: Mesh,
    /// The fastest first; memory falls.
    pub points: Vec<Point>,
    /// How many were found, of which the points are some.
    pub found: usize,
    /// How they were found.
    pub way: Way,
}

/// How a frontier was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// By elimination that keeps every compromise.
    Elimination,
    /// By a search for each of some limits, and why elimination had to stop.
    Limits(Stop),
}

/// The frontiers of a model, a mesh each; at most `most` points (the ends among them) on each.
///
/// # Errors
/// What is wrong with the model or its annotations, or an op that cannot be planned.
pub fn frontiers(path: &Path, options: &CompileOptions, goal: &Goal, most: usize, ops: &Registry, passes: &PassRegistry, told: &mut dyn FnMut(&Mesh, Told)) -> Result<Vec<Frontier>, CompileFault> {
    let mut found = Vec::new();
    let meshes = meshes(options, goal);
    let goal = &Goal { seconds: goal.seconds / meshes.len() as f64, ..*goal };
    for mesh in meshes {
        let own = CompileOptions { mesh: mesh.or_else(|| options.mesh.clone()), machine: Some(goal.machine.clone()), ..options.clone() };
        told(&own.mesh.clone().unwrap_or_default(), Told::Doing("pricing choices"));
        let Prepared { source, module, name, mesh, program, .. } = prepare_for(path, &own, goal, ops, passes)?;
        let Some(func) = module.main() else { return Err(Diagnostic::error("the model has no main function").into()) };
        let problem = program.problem(func, None).map_err(|why| Diagnostic::error(why.to_string()))?;
        told(&mesh, Told::Doing("searching compromises"));
        let (assignments, way) = compromises(&problem, goal, most.max(2), &mut |improvement| told(&mesh, Told::Better(improvement)));
        let all = unbeaten(&problem, assignments);
        let mut points = Vec::new();
        for (planned, memory, chosen) in spread(&all, most.max(2)) {
            told(&mesh, Told::Doing("compiling compromises"));
            let mut sharded = module.clone();
            if let Some(func) = sharded.main_mut() {
                program.apply(func, name, chosen);
            }
            let simulated = simulate(&path.display().to_string(), Source { module: sharded, ..source.clone() }, &own, ops, passes)?.0;
            points.push(Point { planned: *planned, memory: *memory, simulated });
        }
        found.push(Frontier { mesh, points, found: all.len(), way });
    }
    Ok(found)
}

/// Assignments among which the compromises are.
fn compromises(problem: &SearchProblem, goal: &Goal, most: usize, told: &mut dyn FnMut(&Improvement)) -> (Vec<Assignment>, Way) {
    let start = Instant::now();
    let seconds = goal.seconds.min(3.0e9);
    let deadline = start + Duration::from_secs_f64(seconds / 2.0);
    let fullest = |chosen: &Assignment| problem.profile(|node| problem.nodes()[node].usages[chosen[node] as usize]).into_iter().max_by_key(|(_, used)| *used);
    let mut found: Vec<Assignment> = Vec::new();
    let mut stopped = None;
    // What lives at the time that needs most at the least, at the time at which the fastest holds most, and all that ever lives.
    let mut kinds = vec![Memory::At(smallest_limit(problem).map_or(0, |(time, _)| time))];
    for attempt in 0..3 {
        let Some(&kind) = kinds.get(attempt) else { break };
        match curve(problem, kind, WIDTH, Some(deadline)) {
            Ok(curve) => {
                let fastest = curve.points.first().and_then(|point| fullest(&point.assignment));
                found.extend(curve.points.into_iter().map(|point| point.assignment));
                if attempt == 0 {
                    kinds.extend(fastest.map(|(time, _)| Memory::At(time)).filter(|kind| *kind != kinds[0]));
                    kinds.push(Memory::Sum);
                }
            }
            Err(stop) => {
                stopped = Some(stop);
                break;
            }
        }
    }
    let Some(stop) = stopped else { return (found, Way::Elimination) };
    // From the fastest plan's memory down to the least that any needs.
    let least = smallest_limit(problem).map_or(0, |(_, needed)| needed);
    let mut limit: Option<i128> = None;
    for left in (1..=most).rev() {
        let each = (seconds - start.elapsed().as_secs_f64()).max(0.0) / left as f64;
        let limited = problem.with_limit(limit.map(|limit| i64::try_from(limit).unwrap_or(i64::MAX)));
        let budget = Budget { seconds: Some(each), seed: goal.seed, evaluations: u64::MAX };
        let outcome = (goal.search.run)(&limited, &budget, &mut Progress::new(told));
        let Some(chosen) = outcome.assignment else { break };
        let used = fullest(&chosen).map_or(0, |(_, used)| used);
        found.push(chosen);
        if used <= least || left == 1 {
            break;
        }
        limit = Some(used - ((used - least) / (left as i128 - 1)).max(1));
    }
    (found, Way::Limits(stop))
}

/// Cost and most memory of those that none beats in both, the fastest first.
fn unbeaten(problem: &SearchProblem, assignments: Vec<Assignment>) -> Vec<(i128, i128, Assignment)> {
    let judged = |chosen: Assignment| {
        let cost = problem.evaluate(&chosen).ok().filter(shardwright_passes::search::Evaluation::is_valid)?.cost;
        let used = problem.profile(|node| problem.nodes()[node].usages[chosen[node] as usize]).into_iter().map(|(_, used)| used).max().unwrap_or(0);
        Some((cost, used, chosen))
    };
    let mut all: Vec<(i128, i128, Assignment)> = assignments.into_iter().filter_map(judged).collect();
    all.sort();
    let mut kept: Vec<(i128, i128, Assignment)> = Vec::new();
    for one in all {
        if kept.last().is_none_or(|last| one.1 < last.1) {
            kept.push(one);
        }
    }
    kept
}

/// At most `most` of them, evenly apart, both ends among them.
fn spread<T>(all: &[T], most: usize) -> Vec<&T> {
    if all.len() <= most {
        return all.iter().collect();
    }
    (0..most).map(|place| &all[place * (all.len() - 1) / (most - 1)]).collect()
}
