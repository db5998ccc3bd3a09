//! The integer program: one of each node's choices, pairs by their marginals (the local polytope), memory rows.
//!
//! L. Zheng et al., "Alpa", OSDI 2022, section 4, with pairs as continuous variables whose sums equal the choices of both ends: a tighter
//! relaxation with integers for nodes only. Solved by microlp (pure Rust, simplex and branch and bound). Costs are divided by the dearest
//! finite one, as the solver asks for numbers of like size; its tolerance then bounds what is proven, so an optimum is claimed only
//! where the solver proves it and costs are whole numbers below a million; otherwise the bound is left to others.

use super::model::Model;
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};
use microlp::{ComparisonOp, LinearExpr, OptimizationDirection, Problem, SolutionStatus, Variable};
use std::time::{Duration, Instant};

/// The search.
pub const INTEGER_PROGRAM: SearchInfo = SearchInfo {
    name: "integer-program",
    summary: "the integer program over the local polytope, by a simplex with branch and bound; refuses more than 20000 variables",
    paper: "Zheng et al. (Alpa), OSDI 2022",
    exact: true,
    run,
};

/// Most variables.
pub const MOST_VARIABLES: usize = 20_000;

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let Ok(model) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let count: usize = model.costs.iter().map(Vec::len).sum::<usize>() + model.edges.iter().map(|edge| edge.costs[0].len()).sum::<usize>();
    if count > MOST_VARIABLES {
        return record.finish(Stop::TooLarge(format!("{count} variables, at most {MOST_VARIABLES}")));
    }
    let (mut program, nodes) = formulate(&model);
    if let Some(deadline) = record.deadline() {
        program.set_time_limit(deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1)));
    }
    record.evaluations += 1;
    let outcome = match program.solve() {
        Ok(outcome) => outcome,
        Err(microlp::Error::Infeasible) => return record.finish(Stop::Infeasible),
        Err(error) => return record.finish(Stop::TooLarge(format!("the solver gave up: {error}"))),
    };
    let Ok(solution) = outcome.into_solution() else { return record.finish(Stop::Time) };
    let chosen = |choices: &Vec<Variable>| {
        let value = |choice: &usize| solution.var_value(choices[*choice]);
        (0..choices.len()).max_by(|a, b| value(a).total_cmp(&value(b)).then(b.cmp(a))).unwrap_or(0) as u32
    };
    let state: Vec<u32> = nodes.iter().map(chosen).collect();
    let assignment = model.assignment(&state);
    record.offer(&assignment, progress);
    if solution.status() != SolutionStatus::Optimal {
        return record.finish(Stop::Time);
    }
    // Tolerances are 1e-7 of a unit that is the dearest cost: below a million that is less than one.
    // What it costs, though it may be more than is wanted.
    let proven = problem.evaluate(&assignment).ok().filter(|found| found.forbidden == 0 && found.over_budget.is_none() && found.cost < 1_000_000);
    let Some(proven) = proven else { return record.finish(Stop::Done) };
    record.offer_bound(proven.cost, progress);
    let stop = if proven.too_dear { Stop::Infeasible } else { Stop::Optimal };
    record.finish(stop)
}

fn formulate(model: &Model) -> (Problem, Vec<Vec<Variable>>) {
    let finite = |costs: &[f64]| costs.iter().copied().filter(|cost| cost.is_finite()).fold(0.0, f64::max);
    let edges = model.edges.iter().map(|edge| finite(&edge.costs[0]));
    let unit = model.costs.iter().map(|costs| finite(costs)).chain(edges).fold(1.0, f64::max);
    let mut program = Problem::new(OptimizationDirection::Minimize);
    let nodes: Vec<Vec<Variable>> = model.costs.iter().map(|costs| costs.iter().map(|cost| program.add_binary_var(cost / unit)).collect()).collect();
    for choices in &nodes {
        program.add_constraint(sum(choices.iter().map(|choice| (*choice, 1.0))), ComparisonOp::Eq, 1.0);
    }
    for edge in &model.edges {
        let [first, second] = edge.nodes.map(|node| &nodes[node as usize]);
        let mut pairs = Vec::with_capacity(edge.costs[0].len());
        for cost in edge.costs[0].iter() {
            pairs.push(cost.is_finite().then(|| program.add_var(cost / unit, (0.0, 1.0))));
        }
        let columns = second.len();
        let tie = |program: &mut Problem, choice: Variable, pairs: &mut dyn Iterator<Item = Option<Variable>>| {
            let terms = pairs.flatten().map(|pair| (pair, 1.0)).chain([(choice, -1.0)]);
            program.add_constraint(sum(terms), ComparisonOp::Eq, 0.0);
        };
        for (row, choice) in first.iter().enumerate() {
            tie(&mut program, *choice, &mut pairs[row * columns..(row + 1) * columns].iter().copied());
        }
        for (column, choice) in second.iter().enumerate() {
            tie(&mut program, *choice, &mut pairs.iter().skip(column).step_by(columns).copied());
        }
    }
    for (row, capacity) in model.capacities.iter().enumerate() {
        let row = row as u32;
        let here: Vec<(usize, &[i64])> = (0..model.len()).filter_map(|node| Some((node, model.usages(node, row)?))).collect();
        let most = here.iter().flat_map(|(_, usages)| usages.iter()).copied().max().unwrap_or(1).max(1) as f64;
        let terms = here.iter().flat_map(|(node, usages)| nodes[*node].iter().zip(usages.iter())).filter(|(_, usage)| **usage > 0);
        program.add_constraint(sum(terms.map(|(choice, usage)| (*choice, *usage as f64 / most))), ComparisonOp::Le, *capacity as f64 / most);
    }
    (program, nodes)
}

fn sum(terms: impl Iterator<Item = (Variable, f64)>) -> LinearExpr {
    terms.collect()
}
