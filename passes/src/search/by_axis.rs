//! Deciding one mesh axis after the other: which choices a node has for an axis while earlier axes are fixed, and the restricted problem solved.
//!
//! Shared by the recursive searches ([`super::tofu`], [`super::hypar`], [`super::double_recursive`]), and its beginning by [`super::mesh_tensorflow`]. Later axes are unused until their turn.
//! Invariants: a node always has a choice left; earlier axes stay where they are unless annotations leave no such choice.

use super::structure::{NOWHERE, Structure};
use super::model::Model;
use super::{Assignment, Budget, INFINITE, Improvement, Outcome, ProblemBuilder, Progress, Record, SearchProblem, Stop, best, elimination};

/// Restricted problems are solved within so many evaluations.
const EVALUATIONS: u64 = 2_000;

/// A search of a problem with a structure begins; the outcome where nothing is valid, or the search does not apply.
pub fn begin<'p>(problem: &'p SearchProblem, budget: &Budget) -> Result<(Record<'p>, &'p Structure), Outcome> {
    let record = Record::new(problem, budget);
    if Model::new(problem, None).is_err() {
        return Err(record.finish(Stop::Infeasible));
    }
    match problem.structure() {
        Some(structure) => Ok((record, structure)),
        None => Err(record.finish(Stop::NotApplicable("the problem does not say on which dimensions its choices lie; those of models do".to_owned()))),
    }
}

/// The orders in which axes are decided: the mesh's, and its reverse.
pub fn orders(structure: &Structure) -> Vec<Vec<usize>> {
    let forward: Vec<usize> = (0..structure.axes.len()).collect();
    let backward: Vec<usize> = forward.iter().rev().copied().collect();
    if forward == backward { vec![forward] } else { vec![forward, backward] }
}

/// Decides an axis: the choices that keep the axes of `done` as they are now and put this axis where `allow` says, later ones nowhere.
/// Where there is none, what is asked is given up from the last to the first: what `allow` says, later axes, earlier axes.
pub fn candidates(problem: &SearchProblem, structure: &Structure, now: &[u32], done: &[usize], axis: usize, allow: &dyn Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
    let later: Vec<usize> = (0..structure.axes.len()).filter(|other| *other != axis && !done.contains(other)).collect();
    let of_node = |(node, costs): (usize, &[i64])| {
        let possible = |choice: usize| costs[choice] < INFINITE;
        let keeps = |choice: usize| done.iter().all(|axis| structure.split(node, choice, *axis) == structure.split(node, now[node] as usize, *axis));
        let waits = |choice: usize| later.iter().all(|axis| structure.split(node, choice, *axis) == NOWHERE);
        let all: Vec<usize> = (0..costs.len()).collect();
        let asked: [&dyn Fn(usize) -> bool; 5] = [
            &|choice| possible(choice) && keeps(choice) && waits(choice) && allow(node, choice),
            &|choice| possible(choice) && keeps(choice) && waits(choice),
            &|choice| possible(choice) && keeps(choice),
            &possible,
            &|_| true,
        ];
        let kept = asked.iter().find(|asked| all.iter().any(|choice| asked(*choice)));
        all.iter().map(|choice| kept.is_none_or(|kept| kept(*choice))).collect()
    };
    problem.nodes().iter().map(|node| &*node.costs).enumerate().map(of_node).collect()
}

/// The cheapest assignment of these choices: by elimination, where its tables get too large by the default search. None where there is none.
pub fn cheapest(problem: &SearchProblem, alive: &[Vec<bool>], budget: &Budget, record: &mut Record<'_>) -> Option<Assignment> {
    let kept: Vec<Vec<u32>> = alive.iter().map(|alive| (0..alive.len() as u32).filter(|choice| alive[*choice as usize]).collect()).collect();
    let small = restricted(problem, &kept)?;
    let seconds = budget.seconds.map(|seconds| (seconds - record.seconds()).max(0.0));
    let budget = Budget { seconds, evaluations: EVALUATIONS, ..*budget };
    let mut quiet = |_: &Improvement| {};
    let mut progress = Progress::new(&mut quiet);
    let mut found = (elimination::ELIMINATION.run)(&small, &budget, &mut progress);
    record.evaluations += found.evaluations;
    if found.assignment.is_none() && found.stop != Stop::Infeasible {
        found = (best::BEST.run)(&small, &budget, &mut progress);
        record.evaluations += found.evaluations;
    }
    Some(found.assignment?.iter().zip(&kept).map(|(choice, kept)| kept[*choice as usize]).collect())
}

/// The problem of these choices alone.
fn restricted(problem: &SearchProblem, kept: &[Vec<u32>]) -> Option<SearchProblem> {
    let mut builder = ProblemBuilder::new(problem.name());
    if let Some(limit) = problem.limit() {
        builder.limit(limit);
    }
    for (node, kept) in problem.nodes().iter().zip(kept) {
        let pick = |numbers: &[i64]| kept.iter().map(|choice| numbers[*choice as usize]).collect();
        builder.node_with_memory(&node.name, pick(&node.costs), pick(&node.usages), node.live);
    }
    for edge in problem.edges() {
        let (rows, columns) = (&kept[edge.nodes.0 as usize], &kept[edge.nodes.1 as usize]);
        let width = problem.nodes()[edge.nodes.1 as usize].costs.len();
        let costs = rows.iter().flat_map(|row| columns.iter().map(|column| edge.costs[*row as usize * width + *column as usize])).collect();
        builder.edge(edge.nodes.0, edge.nodes.1, costs);
    }
    // Sound numbers stay sound; a node without choices would not.
    builder.build().ok()
}
