//! The reductions of searches: what they take away by hand-worked cases, and that nothing is lost on random problems made to be reduced.

use shardwright_ir::rng::Rng;
use shardwright_passes::search::model::Model;
use shardwright_passes::search::presolve::Core;
use shardwright_passes::search::{Assignment, Budget, INFINITE, Improvement, ProblemBuilder, Progress, SEARCHES, SearchProblem, Stop, search};

/// A matrix that allows the pairs of a function of the row only.
fn function(map: &[usize], columns: usize, cost: i64) -> Vec<i64> {
    map.iter().flat_map(|to| (0..columns).map(move |column| if column == *to { cost } else { INFINITE })).collect()
}

fn reduced(builder: &ProblemBuilder) -> Core {
    Core::of(&builder.clone().build().unwrap()).reduced(None, &[]).unwrap()
}

fn optimum(problem: &SearchProblem) -> Option<i128> {
    let mut quiet = |_: &Improvement| {};
    (search("exhaustive").unwrap().run)(problem, &Budget { evaluations: u64::MAX, ..Budget::default() }, &mut Progress::new(&mut quiet)).cost
}

/// All assignments of a list of sizes.
fn assignments(sizes: &[usize]) -> Vec<Assignment> {
    sizes.iter().fold(vec![Vec::new()], |all, size| all.iter().flat_map(|start| (0..*size as u32).map(move |choice| [&start[..], &[choice]].concat())).collect())
}

#[test]
fn nodes_that_follow_become_one_with_their_memory_in_pieces() {
    // b takes 1 - a, c follows b (both its partners for 1 are the same choice 0): a alone decides. Memory by a's choice: b lives at 0 and 1 with
    // 5 or 3, c at 1 and 2 with 7 always for b = 1 and 2 for b = 0.
    let mut builder = ProblemBuilder::new("chain");
    let a = builder.node("a", vec![1, 2]);
    let b = builder.node_with_memory("b", vec![10, 20], vec![3, 5], (0, 2));
    let c = builder.node_with_memory("c", vec![100, 200], vec![7, 2], (1, 3));
    let d = builder.node_with_memory("d", vec![0, 1], vec![9, 0], (0, 3));
    builder.edge(a, b, function(&[1, 0], 2, 4)).edge(b, c, function(&[1, 0], 2, 6)).edge(a, d, vec![0, 5, 7, 0]).limit(16);
    let core = reduced(&builder);
    // a = 0: b = 1, c = 0: 1 + 4 + 20 + 6 + 100; a = 1: b = 0, c = 1: 2 + 4 + 10 + 6 + 200.
    assert_eq!(core.costs, [vec![131, 222], vec![0, 1]]);
    // Beyond the least: time 0 by b 5 or 3, time 1 by both 12 or 5, time 2 by c 7 or 2. With d (9 or 0) only time 1 can pass 16: 12 + 9.
    let pieces: Vec<Vec<i64>> = core.pieces.iter().flatten().map(|piece| piece.usages.to_vec()).collect();
    assert_eq!((pieces, core.rows.len(), core.rows[0].time, core.rows[0].capacity), (vec![vec![7, 0], vec![9, 0]], 1, 1, 11));
    assert_eq!((core.lifted(&[0, 0]), core.lifted(&[1, 1])), (vec![0, 1, 0, 0], vec![1, 0, 1, 1]));
    assert_eq!((core.lowered(&[1, 0, 1, 1]), core.lowered(&[1, 1, 1, 1])), (Some(vec![1, 1]), None));
}

#[test]
fn edges_that_are_sums_go_into_their_nodes_and_single_choices_into_their_neighbours() {
    let mut builder = ProblemBuilder::new("sums");
    let (a, b, c) = (builder.node("a", vec![1, 2]), builder.node("b", vec![3, 3, 3]), builder.node("c", vec![50]));
    // 10 * row + column: the best are row 0 and column 0; c adds 0 or 8 to a.
    builder.edge(a, b, vec![0, 1, 2, 10, 11, 12]).edge(c, a, vec![0, 8]);
    let core = reduced(&builder);
    assert!(core.edges.is_empty());
    assert_eq!((core.costs.clone(), core.lifted(&[0])), (vec![vec![1 + 3 + 50]], vec![0, 0, 0]));
}

#[test]
fn choices_that_another_beats_in_cost_and_memory_are_dropped() {
    let mut builder = ProblemBuilder::new("beaten");
    // Choice 1 costs as much as 0 and needs more; 2 is cheaper by 1, but needs more than both; 3 needs more than there is with the least of b.
    let a = builder.node_with_memory("a", vec![5, 5, 4, 0], vec![2, 3, 4, 9], (0, 1));
    let b = builder.node_with_memory("b", vec![0, 3], vec![8, 2], (0, 1));
    builder.edge(a, b, vec![0, 1, 0, 1, 0, 0, 0, 0]).limit(10);
    let core = reduced(&builder);
    assert_eq!((core.costs.clone(), core.lifted(&[1, 0])), (vec![vec![5, 4], vec![0, 3]], vec![2, 0]));
}

#[test]
fn a_leaf_whose_best_choice_needs_least_memory_follows() {
    let mut builder = ProblemBuilder::new("leaf");
    let (a, b) = (builder.node("a", vec![0, 0]), builder.node("b", vec![0, 0]));
    // For a = 0 the leaf's best is 1 (3 against 5), for a = 1 it is 0; no memory stands against it.
    let leaf = builder.node("leaf", vec![0, 1]);
    builder.edge(a, leaf, vec![5, 2, 1, 9]).edge(a, b, vec![0, 7, 7, 0]);
    let core = reduced(&builder);
    // b follows a's choice too, as a leaf: 3 and 1 are what is left, and 1 is less.
    assert_eq!((core.costs.clone(), core.lifted(&[0])), (vec![vec![1]], vec![1, 1, 0]));
}

#[test]
fn a_node_without_memory_between_two_others_becomes_an_edge() {
    let mut builder = ProblemBuilder::new("between");
    let a = builder.node_with_memory("a", vec![5, 0], vec![0, 5], (0, 1));
    let b = builder.node_with_memory("b", vec![5, 0], vec![0, 5], (0, 1));
    let v = builder.node("v", vec![0, 1, 2]);
    builder.edge(a, v, vec![3, 0, 9, 0, 3, 9]).edge(v, b, vec![0, 9, 9, 0, 1, 1]).limit(9);
    let core = reduced(&builder);
    // The least over v: 0 + 3 + 0, 1 + 0 + 0, 0 + 0 + 0, 1 + 3 + 0, by choices 0, 1, 0, 1 of v.
    assert_eq!((core.costs.len(), &core.edges[0].1[..]), (2, &[3, 1, 0, 4][..]));
    assert_eq!((core.lifted(&[0, 1]), core.lifted(&[1, 0])), (vec![0, 1, 1], vec![1, 0, 0]));
}

#[test]
fn memory_that_no_choices_leave_is_infeasible() {
    let mut builder = ProblemBuilder::new("full");
    let a = builder.node_with_memory("a", vec![0, 0], vec![2, 8], (0, 2));
    let b = builder.node_with_memory("b", vec![0, 0], vec![2, 8], (1, 3));
    // One of the two always takes 8: 10 at time 1 in the least.
    builder.edge(a, b, function(&[1, 0], 2, 0)).limit(9);
    let problem = builder.build().unwrap();
    assert!(Model::new(&problem, None).is_err());
    assert!(Model::new(&problem.with_limit(Some(10)), None).is_ok());
}

/// Few nodes that decide, several that follow them or each other, parallel edges, sums, leaves; memory that often binds.
fn random_problem(seed: u64) -> SearchProblem {
    let mut random = Rng::new(seed ^ 0x5eed);
    let mut builder = ProblemBuilder::new("random");
    let count = 3 + random.below(6);
    let sizes: Vec<usize> = (0..count).map(|_| 1 + random.below(3)).collect();
    for (node, size) in sizes.iter().enumerate() {
        let costs = (0..*size).map(|_| if random.below(12) == 0 { INFINITE } else { random.below(20) as i64 }).collect();
        let usages = (0..*size).map(|_| random.below(8) as i64).collect();
        let from = random.below(6) as i64;
        builder.node_with_memory(&format!("n{node}"), costs, usages, (from, from + random.below(6) as i64));
    }
    for second in 1..count {
        let first = random.below(second);
        let (rows, columns) = (sizes[first], sizes[second]);
        let map: Vec<usize> = (0..rows).map(|_| random.below(columns)).collect();
        let base = random.below(9) as i64;
        let costs = match random.below(4) {
            0 | 1 => function(&map, columns, base),
            2 => (0..rows * columns).map(|at| base * (at / columns) as i64 + 3 * (at % columns) as i64).collect(),
            _ => (0..rows * columns).map(|_| random.below(30) as i64).collect(),
        };
        if random.below(2) == 0 {
            builder.edge(first as u32, second as u32, costs);
        } else {
            let turned = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column))).map(|(row, column)| costs[row * columns + column]).collect();
            builder.edge(second as u32, first as u32, turned);
        }
        if random.below(3) == 0 {
            let third = random.below(second);
            builder.edge(third as u32, second as u32, (0..sizes[third] * columns).map(|_| random.below(25) as i64).collect());
        }
    }
    if random.below(5) > 0 {
        builder.limit((count * (1 + random.below(3))) as i64);
    }
    builder.build().unwrap()
}

#[test]
fn the_reduced_problem_has_the_optimum_of_the_whole_and_its_states_lift_to_what_they_cost() {
    let (mut nodes, mut left, mut valid) = (0, 0, 0);
    for seed in 0..500 {
        let problem = random_problem(seed);
        let best = optimum(&problem);
        let Ok(model) = Model::new(&problem, None) else {
            assert_eq!(best, None, "seed {seed}: a valid assignment was lost");
            continue;
        };
        nodes += problem.nodes().len();
        left += model.len();
        let states = assignments(&model.costs.iter().map(Vec::len).collect::<Vec<usize>>());
        let mut least: Option<i128> = None;
        for state in states {
            let assignment = model.assignment(&state);
            let judged = problem.evaluate(&assignment).unwrap();
            let fits = model.free_rows(&state).iter().all(|free| *free >= 0);
            let cost = model.cost(&state);
            assert!(!cost.is_finite() || (judged.forbidden == 0 && judged.is_valid() == fits), "seed {seed}, {state:?} as {assignment:?}: {judged:?}");
            assert_eq!(model.state(&assignment), Some(state), "seed {seed}");
            if cost.is_finite() && fits {
                assert_eq!(model.unscaled(cost), judged.cost, "seed {seed}");
                least = Some(least.map_or(judged.cost, |least| least.min(judged.cost)));
            }
        }
        assert_eq!(least, best, "seed {seed}");
        valid += usize::from(best.is_some());
        // What may cost less than the optimum: nothing; less than one more: the optimum.
        let Some(best) = best else { continue };
        if let Ok(model) = model.restricted(Some(best + 1), &[]) {
            let states = assignments(&model.costs.iter().map(Vec::len).collect::<Vec<usize>>());
            let costs = states.iter().map(|state| problem.evaluate(&model.assignment(state)).unwrap()).filter(|judged| judged.is_valid()).map(|judged| judged.cost);
            assert_eq!(costs.min(), Some(best), "seed {seed}, restricted");
        } else {
            panic!("seed {seed}: the optimum was lost");
        }
    }
    assert!(valid > 250 && left * 3 < nodes, "{valid} of 500 have a solution, {left} of {nodes} nodes are left: the problems test little");
}

#[test]
fn every_search_is_right_on_problems_that_reduce() {
    for seed in 500..800 {
        let problem = random_problem(seed);
        let best = optimum(&problem);
        for info in SEARCHES {
            let mut quiet = |_: &Improvement| {};
            let found = (info.run)(&problem, &Budget { evaluations: 20_000, ..Budget::default() }, &mut Progress::new(&mut quiet));
            let judged = found.assignment.as_ref().map(|assignment| problem.evaluate(assignment).unwrap());
            assert!(judged.as_ref().is_none_or(|judged| judged.is_valid()), "{} on seed {seed}", info.name);
            assert_eq!(judged.map(|judged| judged.cost), found.cost, "{} on seed {seed}", info.name);
            assert!(best.is_none_or(|best| found.bound <= best), "{} on seed {seed}: bound {}", info.name, found.bound);
            assert!(best.is_none() || found.stop != Stop::Infeasible, "{} on seed {seed}", info.name);
            assert!(!info.exact || found.cost == best, "{} on seed {seed}: {:?} instead of {best:?}, {}", info.name, found.cost, found.stop);
        }
    }
}
