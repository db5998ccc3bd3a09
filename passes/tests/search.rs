//! Searches against the exhaustive optimum on random problems, and against values of XLA's own solver tests.

use shardwright_ir::op::OpView;
use shardwright_ir::rng::Rng;
use shardwright_passes::partition::plan::WireBytes;
use shardwright_passes::search::program::{Program, Work};
use shardwright_passes::search::frontier::{self, Memory};
use shardwright_passes::search::structure::{Dim, NodeStructure, Role, Structure};
use shardwright_passes::search::terms::{Departures, Terms};
use shardwright_passes::search::{Budget, INFINITE, Improvement, Outcome, ProblemBuilder, Progress, SEARCHES, SearchProblem, Stop, infeasible, search};

fn solve(name: &str, problem: &SearchProblem) -> Outcome {
    let mut quiet = |_: &Improvement| {};
    (search(name).unwrap().run)(problem, &Budget { evaluations: 20_000, ..Budget::default() }, &mut Progress::new(&mut quiet))
}

fn exhaustive(problem: &SearchProblem) -> Outcome {
    let mut quiet = |_: &Improvement| {};
    (search("exhaustive").unwrap().run)(problem, &Budget { evaluations: u64::MAX, ..Budget::default() }, &mut Progress::new(&mut quiet))
}

/// Up to 6 nodes of up to 4 choices, some forbidden, edges at random, memory that binds more often than not.
fn random_problem(seed: u64) -> SearchProblem {
    let mut random = Rng::new(seed);
    let mut builder = ProblemBuilder::new("random");
    let count = 1 + random.below(6);
    let cost = |random: &mut Rng, most: usize| if random.below(8) == 0 { INFINITE } else { random.below(most) as i64 };
    let mut sizes = Vec::new();
    for node in 0..count {
        let size = 1 + random.below(4);
        sizes.push(size);
        let costs = (0..size).map(|_| cost(&mut random, 30)).collect();
        let usages = (0..size).map(|_| random.below(10) as i64).collect();
        let from = random.below(6) as i64;
        let to = from + random.below(5) as i64;
        builder.node_with_memory(&format!("n{node}"), costs, usages, (from, to));
    }
    for _ in 0..random.below(2 * count + 1) {
        let (first, second) = (random.below(count), random.below(count));
        let costs = (0..sizes[first] * sizes[second]).map(|_| cost(&mut random, 50)).collect();
        builder.edge(first as u32, second as u32, costs);
    }
    if random.below(4) > 0 {
        builder.limit((count * (2 + random.below(4))) as i64);
    }
    builder.build().unwrap()
}

/// Holds every search against the exhaustive optimum.
fn hold_against(problem: &SearchProblem, optimum: &Outcome, seed: u64) {
    for info in SEARCHES {
        let found = solve(info.name, problem);
        let place = format!("{} on seed {seed}", info.name);
        if let Some(assignment) = &found.assignment {
            let judged = problem.evaluate(assignment).unwrap();
            assert!(judged.is_valid(), "{place}: {judged:?}");
            assert_eq!(Some(judged.cost), found.cost, "{place}");
            assert!(optimum.cost.is_some_and(|best| best <= judged.cost), "{place} beats the optimum");
        }
        if let Some(best) = optimum.cost {
            assert!(found.bound <= best, "{place}: bound {} above the optimum {best}", found.bound);
            assert_ne!(found.stop, Stop::Infeasible, "{place}");
        }
        if info.exact {
            assert_eq!(found.cost, optimum.cost, "{place}: stopped as {}", found.stop);
            assert_eq!(found.stop, optimum.stop, "{place}");
        }
    }
}

/// Searches that decide by what choices mean.
const STRUCTURAL: [&str; 4] = ["tofu", "hypar", "d-rec", "mesh-tensorflow"];

/// Up to 4 nodes, each of one or two dimensions with one of three names, on a mesh of one or two axes: most of the ways to put axes on
/// dimensions, with costs, edges and memory at random.
fn random_structured(seed: u64) -> SearchProblem {
    let mut random = Rng::new(seed);
    let mut builder = ProblemBuilder::new("structured");
    let (count, axes) = (1 + random.below(4), 1 + random.below(2));
    let mut structure = Structure { axes: (0..axes).map(|axis| format!("a{axis}")).collect(), nodes: Vec::new() };
    for node in 0..count {
        let dims: Vec<Dim> = (0..1 + random.below(2)).map(|_| Dim { name: random.below(3) as u32, role: random.choose(&[Role::Batch, Role::Feature, Role::Other]) }).collect();
        let ways = (dims.len() + 1).pow(axes as u32);
        // The way that uses no axis stays, so that every node has one.
        let kept: Vec<usize> = (0..ways).filter(|way| *way == 0 || random.below(5) > 0).collect();
        let digit = |way: usize, axis: usize| (way / (dims.len() + 1).pow(axis as u32) % (dims.len() + 1)) as u16;
        let splits = kept.iter().flat_map(|way| (0..axes).map(|axis| digit(*way, axis)).collect::<Vec<u16>>()).collect();
        let costs = kept.iter().map(|_| random.below(30) as i64).collect();
        let usages = kept.iter().map(|_| random.below(10) as i64).collect();
        let from = random.below(4) as i64;
        builder.node_with_memory(&format!("n{node}"), costs, usages, (from, from + random.below(4) as i64));
        structure.nodes.push(NodeStructure { is_op: random.below(2) == 0, dims, splits });
    }
    for _ in 0..random.below(2 * count) {
        let (first, second) = (random.below(count), random.below(count));
        let sizes = [first, second].map(|node| structure.nodes[node].splits.len() / axes);
        let costs = (0..sizes[0] * sizes[1]).map(|_| if random.below(12) == 0 { INFINITE } else { random.below(50) as i64 }).collect();
        builder.edge(first as u32, second as u32, costs);
    }
    if random.below(3) > 0 {
        builder.limit((count * (3 + random.below(4))) as i64);
    }
    builder.structure(structure);
    builder.build().unwrap()
}

#[test]
fn searches_by_axes_and_names_find_plans_and_never_better_ones_than_there_are() {
    let (mut valid, mut one_axis) = (0, 0);
    let mut found = [0; STRUCTURAL.len()];
    for seed in 0..500 {
        let problem = random_structured(seed);
        let optimum = exhaustive(&problem);
        hold_against(&problem, &optimum, seed);
        if optimum.cost.is_none() {
            continue;
        }
        valid += 1;
        for (count, name) in found.iter_mut().zip(STRUCTURAL) {
            *count += usize::from(solve(name, &problem).cost.is_some());
        }
        if problem.structure().unwrap().axes.len() == 1 {
            one_axis += 1;
            // With one axis, nothing is fixed before: the step is the whole problem.
            assert_eq!(solve("tofu", &problem).cost, optimum.cost, "seed {seed}");
        }
    }
    assert!(valid > 300 && one_axis > 100, "{valid} of 500 have a solution, {one_axis} with one axis");
    // Memory and forbidden pairs, which greedy choices and layouts run into, are no secret of these searches: most are still found.
    assert!(found.iter().all(|count| *count * 3 > valid), "{found:?} of {valid}");
}

#[test]
fn searches_by_axes_and_names_say_that_plain_numbers_do_not_do() {
    for name in STRUCTURAL {
        let found = solve(name, &random_problem(3));
        assert!(matches!(&found.stop, Stop::NotApplicable(why) if why.contains("dimensions")), "{name}: {}", found.stop);
    }
}

/// Cost and memory of every assignment that is not forbidden, of which none is beaten in both.
fn compromises(problem: &SearchProblem, counts: impl Fn(usize) -> bool) -> Vec<(i128, i128)> {
    let sizes: Vec<u32> = problem.nodes().iter().map(|node| node.costs.len() as u32).collect();
    let mut all = Vec::new();
    let mut assignment = vec![0u32; sizes.len()];
    loop {
        let judged = problem.evaluate(&assignment).unwrap();
        if judged.forbidden == 0 {
            let used = |node: usize| i128::from(problem.nodes()[node].usages[assignment[node] as usize]);
            all.push((judged.cost, (0..sizes.len()).filter(|node| counts(*node)).map(used).sum()));
        }
        let Some(next) = (0..sizes.len()).rev().find(|node| assignment[*node] + 1 < sizes[*node]) else { break };
        assignment[next] += 1;
        assignment[next + 1..].fill(0);
    }
    all.sort_unstable();
    all.dedup();
    let beaten = |one: &(i128, i128)| all.iter().any(|other| other != one && other.0 <= one.0 && other.1 <= one.1);
    all.iter().filter(|one| !beaten(one)).copied().collect()
}

#[test]
fn curves_of_time_against_memory_are_those_of_all_assignments() {
    let mut points = 0;
    for seed in 0..200 {
        let problem = random_problem(seed);
        let nodes = problem.nodes();
        for memory in [Memory::Sum, Memory::At(3)] {
            let counts = |node: usize| match memory {
                Memory::Sum => nodes[node].live.0 < nodes[node].live.1,
                Memory::At(time) => nodes[node].live.0 <= time && time < nodes[node].live.1,
            };
            let expected = compromises(&problem, counts);
            let found = match frontier::curve(&problem, memory, 1000, None) {
                Ok(curve) => curve,
                Err(stop) => {
                    assert_eq!((stop, expected.len()), (Stop::Infeasible, 0), "seed {seed}");
                    continue;
                }
            };
            assert!(found.exact);
            assert_eq!(found.points.iter().map(|point| (point.cost, point.memory)).collect::<Vec<_>>(), expected, "seed {seed}, {memory:?}");
            for point in &found.points {
                assert_eq!(problem.evaluate(&point.assignment).unwrap().cost, point.cost, "seed {seed}");
            }
            points += found.points.len();
        }
    }
    assert!(points > 500, "{points} points: the problems test little");
}

/// Nodes that are all live together make one row: what is cheapest within the limit is on the curve.
#[test]
fn the_frontier_is_exact_where_all_memory_is_held_together() {
    let mut bound_by_memory = 0;
    for seed in 0..200 {
        let mut random = Rng::new(seed);
        let mut builder = ProblemBuilder::new("row");
        let sizes: Vec<usize> = (0..5).map(|_| 1 + random.below(4)).collect();
        for (node, &size) in sizes.iter().enumerate() {
            let mut numbers = |most: usize| (0..size).map(|_| random.below(most) as i64).collect::<Vec<i64>>();
            let (costs, usages) = (numbers(30), numbers(10));
            builder.node_with_memory(&format!("n{node}"), costs, usages, (0, 1));
        }
        for _ in 0..6 {
            let (first, second) = (random.below(5), random.below(5));
            builder.edge(first as u32, second as u32, (0..sizes[first] * sizes[second]).map(|_| random.below(50) as i64).collect());
        }
        builder.limit(10 + random.below(15) as i64);
        let problem = builder.build().unwrap();
        let optimum = exhaustive(&problem);
        let found = solve("frontier", &problem);
        assert_eq!(found.cost, optimum.cost, "seed {seed}: {}", found.stop);
        bound_by_memory += usize::from(optimum.cost.is_some() && exhaustive(&problem.with_limit(None)).cost != optimum.cost);
    }
    assert!(bound_by_memory > 50, "{bound_by_memory}");
}

#[test]
fn no_search_beats_the_exhaustive_optimum_and_the_exact_ones_reach_it() {
    let (mut valid, mut bound_by_memory) = (0, 0);
    for seed in 0..500 {
        let problem = random_problem(seed);
        let optimum = exhaustive(&problem);
        valid += usize::from(optimum.cost.is_some());
        bound_by_memory += usize::from(exhaustive(&problem.with_limit(None)).cost != optimum.cost);
        hold_against(&problem, &optimum, seed);
    }
    assert!(valid > 300 && bound_by_memory > 50, "{valid} of 500 have a solution, memory matters in {bound_by_memory}: the problems test little");
}

#[test]
fn the_same_seed_gives_the_same_outcome() {
    for info in SEARCHES {
        let problem = random_problem(7);
        let (first, second) = (solve(info.name, &problem), solve(info.name, &problem));
        assert_eq!((first.assignment, first.bound, first.evaluations), (second.assignment, second.bound, second.evaluations), "{}", info.name);
    }
}

/// Costs of an edge whose ends become one node: 9000 for the first choices together, else 100 times the column more than 1000 times (the row + 5).
fn collapsed() -> Vec<i64> {
    (0..16).map(|at| if at == 0 { 9000 } else { 1000 * (5 + at / 4) + 100 * (at % 4) }).collect()
}

/// The problem of XLA's auto_sharding_solver_test.cc: its numbers are regular (node i, choice j: (10 (i + 1) + j) + 10 times that in
/// communication), node 3 takes the same choice as node 2, nodes 1 and 4 the same one too (an alias). Memory lives by intervals.
fn xla(change: impl Fn(&mut Vec<Vec<i64>>, &mut Vec<Vec<i64>>), followed_edge: bool, limit: i64) -> SearchProblem {
    let sizes = [4usize, 3, 4, 4, 3];
    let node = |index: usize| (0..sizes[index] as i64).map(|choice| 11 * (10 * (index as i64 + 1) + choice)).collect::<Vec<i64>>();
    let mut nodes: Vec<Vec<i64>> = (0..5).map(node).collect();
    let block = |from: i64, rows: i64| (0..rows).flat_map(|row| (0..4).map(move |column| 1000 * (from + row) + 100 * column)).collect::<Vec<i64>>();
    let mut edges = vec![block(1, 4), block(5, 3), vec![0; 16]];
    change(&mut nodes, &mut edges);
    // Live times of the test: 0 and 1 at 0 to 4, 2 at 2 and 3, 3 at 3 and 4, 4 never.
    let lives = [(0, 5), (0, 5), (2, 4), (3, 5), (0, 0)];
    let mut builder = ProblemBuilder::new("xla");
    builder.limit(limit);
    for (index, costs) in nodes.into_iter().enumerate() {
        let mut usages: Vec<i64> = (0..sizes[index] as i64).map(|choice| 100_000 * (index as i64 + 1) + 10_000 * choice).collect();
        if index == 0 {
            usages[2] = 990_000;
        }
        builder.node_with_memory(["A", "B", "C", "D", "E"][index], costs, usages, lives[index]);
    }
    builder.edge(0, 2, edges[0].clone()).edge(1, 2, edges[1].clone()).edge(2, 3, edges[2].clone());
    if followed_edge {
        builder.edge(1, 3, block(5, 3));
    }
    let same = |size: usize| (0..size * size).map(|at| if at / size == at % size { 0 } else { INFINITE }).collect::<Vec<i64>>();
    builder.edge(2, 3, same(4)).edge(1, 4, same(3));
    builder.build().unwrap()
}

#[test]
fn xlas_solver_cases_have_their_values() {
    const LIMIT: i64 = 1_500_000;
    let cases = [
        ("plain", xla(|_, _| {}, false, LIMIT), 7650, vec![0, 0, 0, 0, 0]),
        ("infinite node costs", xla(|nodes, _| nodes[0][..3].fill(INFINITE), false, LIMIT), 10683, vec![3, 0, 0, 0, 0]),
        ("infinite edge cost", xla(|_, edges| edges[0][0] = INFINITE, false, LIMIT), 7872, vec![0, 0, 1, 1, 0]),
        ("followed edge", xla(|_, _| {}, true, LIMIT), 12650, vec![0, 0, 0, 0, 0]),
        ("edge between merged nodes", xla(|_, edges| edges[2].copy_from_slice(&collapsed()), false, LIMIT), 13972, vec![0, 0, 1, 1, 0]),
    ];
    for (case, problem, cost, assignment) in cases {
        for info in SEARCHES.iter().filter(|info| info.exact) {
            let found = solve(info.name, &problem);
            assert_eq!((found.cost, found.assignment.as_deref()), (Some(cost), Some(&assignment[..])), "{case} by {}", info.name);
        }
    }
}

#[test]
fn xlas_evaluator_cases_have_their_values() {
    let problem = xla(|_, _| {}, false, 1_500_000);
    // 159 + 1590 + 10400; then with choice 2 for A, which passes the limit at time 3: 990000 + 210000 + 320000 + 420000.
    let fine = problem.evaluate(&[3, 1, 2, 2, 1]).unwrap();
    assert_eq!((fine.cost, fine.is_valid()), (12149, true));
    let over = problem.evaluate(&[2, 1, 2, 2, 1]).unwrap();
    assert_eq!((over.cost, over.forbidden), (11138, 0));
    let over = over.over_budget.unwrap();
    assert_eq!((over.time, over.usage, over.live), (2, 1_520_000, vec![0, 2, 1]));
    // A follower that does not follow, an alias that differs: both are forbidden pairs here.
    assert_eq!(problem.evaluate(&[3, 1, 2, 1, 1]).unwrap().forbidden, 1);
    assert_eq!(problem.evaluate(&[3, 1, 2, 2, 0]).unwrap().forbidden, 1);
}

#[test]
fn memory_that_cannot_do_names_what_is_live_and_the_smallest_limit() {
    // At time 3, A to D are live with at least 100000 + 200000 + 300000 + 400000.
    let problem = xla(|_, _| {}, false, 900_000);
    for info in SEARCHES {
        assert_eq!(solve(info.name, &problem).stop, Stop::Infeasible, "{}", info.name);
    }
    let text = "at time 3 even the smallest choices use 1000000, the limit is 900000: live are D (400000), C (300000), B (200000), A (100000); \
                the smallest limit that could do is 1000000";
    assert_eq!(infeasible::explain(&problem), text);
    assert_eq!(solve("best", &problem.with_limit(Some(1_000_000))).cost, Some(7650));
}

#[test]
fn what_is_wrong_with_a_problem_is_named() {
    let mut builder = ProblemBuilder::new("wrong");
    builder.node("a", vec![1, 2]);
    builder.node("b", vec![1]);
    let say = |builder: &ProblemBuilder| builder.clone().build().unwrap_err().to_string();
    let mut edge = builder.clone();
    edge.edge(0, 1, vec![1, 2, 3]);
    assert_eq!(say(&edge), "edge 0: has 3 costs, 2 x 1 pairs of choices need 2");
    let mut empty = builder.clone();
    empty.node("c", vec![]);
    assert_eq!(say(&empty), "node c: has no choice");
    let problem = builder.build().unwrap();
    assert_eq!(problem.evaluate(&[2, 0]).unwrap_err().to_string(), "a: has 2 choices, the assignment takes number 2");
    assert_eq!(problem.evaluate(&[0]).unwrap_err().to_string(), "assignment: has 1 choices, the problem 2 nodes");
}

#[path = "../../docs/examples/search.rs"]
mod example;

#[test]
fn the_search_of_the_documentation_works() {
    let problem = random_problem(3);
    let mut quiet = |_: &Improvement| {};
    let found = (example::DICE.run)(&problem, &Budget { evaluations: 5000, ..Budget::default() }, &mut Progress::new(&mut quiet));
    assert_eq!(found.cost, exhaustive(&problem).cost);
}

#[path = "../../docs/examples/frontier.rs"]
mod price_of_memory;

/// Two nodes, each cheap and large or dear and small; both at once are dearer still.
#[test]
fn the_curve_of_the_documentation_has_the_compromises() {
    let mut builder = ProblemBuilder::new("two");
    builder.node_with_memory("a", vec![1, 4], vec![8, 2], (0, 1));
    builder.node_with_memory("b", vec![2, 3], vec![5, 4], (0, 1));
    builder.edge(0, 1, vec![0, 0, 0, 9]);
    // 1 + 2 at 13, 1 + 3 at 12, 4 + 2 at 7, 4 + 3 + 9 at 6.
    assert_eq!(price_of_memory::price_of_memory(&builder.build().unwrap()), Ok(vec![(3, 13), (4, 12), (6, 7), (16, 6)]));
}

/// `a` is read by the sum and by the product behind it, so it lives from 1 to 4: with the argument, four tensors of 64 bytes are there while
/// the sum (at 3) and the product (at 4) are made, and the argument and the result at the end.
#[test]
fn what_several_ops_read_is_held_from_where_it_is_made_to_its_last_use() {
    struct Free;
    impl Work for Free {
        fn price(&self, _: &OpView, _: i64, _: i64) -> i64 {
            0
        }
    }
    let text = "sdy.mesh @mesh = <[\"x\"=2]>
func.func public @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = stablehlo.tanh %x : tensor<4x4xf32>
  %b = stablehlo.exponential %x : tensor<4x4xf32>
  %c = stablehlo.add %a, %b : tensor<4x4xf32>
  %d = stablehlo.multiply %c, %a : tensor<4x4xf32>
  return %d : tensor<4x4xf32>
}
";
    let module = shardwright_ir::text::parse_module(text, &shardwright_dialects::registry()).unwrap_or_else(|faults| panic!("{faults}"));
    let (name, mesh) = module.main_mesh().unwrap();
    let func = module.main().unwrap();
    let program = Program::new(func, (name, mesh), &WireBytes, &Free).unwrap();
    let problem = program.problem(func, None).unwrap();
    let whole = |node: usize| problem.nodes()[node].usages.iter().copied().max().unwrap_or(0);
    assert_eq!(problem.profile(whole), [(0, 64), (1, 128), (2, 192), (3, 256), (4, 256), (5, 128)]);
}

/// Runs a search under terms.
fn solve_under(name: &str, problem: &SearchProblem, terms: &Terms) -> Outcome {
    let mut quiet = |_: &Improvement| {};
    let budget = Budget { evaluations: 1 << 20, ..Budget::default() };
    terms.search(problem, search(name).unwrap(), &budget, &mut Progress::new(&mut quiet)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// XLA's values of its overbudget, departure and most-cost cases: the second choice of every node is no departure.
#[test]
fn xlas_solver_cases_with_terms_have_their_values() {
    let over = Terms { beyond_limit: Some(10), ..Terms::default() };
    let few = Terms { departures: Some(Departures { from: vec![Some(1); 5], most: 3 }), ..Terms::default() };
    let capped = |most_cost| Terms { most_cost: Some(most_cost), ..Terms::default() };
    let problem = xla(|_, _| {}, false, 1_500_000);
    let small = xla(|_, _| {}, false, 100_000);
    let cases = [
        ("over the limit", &small, &over, Some((9_007_650, vec![0, 0, 0, 0, 0]))),
        ("departures", &problem, &few, Some((7872, vec![0, 0, 1, 1, 0]))),
        ("most cost", &problem, &capped(7600), None),
        ("high most cost", &problem, &capped(10_000_000_000_000_000_000), Some((7650, vec![0, 0, 0, 0, 0]))),
    ];
    for (case, problem, terms, expected) in cases {
        for info in SEARCHES.iter().filter(|info| info.exact) {
            let found = solve_under(info.name, problem, terms);
            assert_eq!(found.cost.zip(found.assignment), expected, "{case} by {}", info.name);
            assert_eq!(found.stop, if expected.is_some() { Stop::Optimal } else { Stop::Infeasible }, "{case} by {}", info.name);
        }
    }
    // The evaluator's cases: at time 3 990000 + 210000 + 320000 + 420000 are in use, and three nodes depart.
    let assignment = [2, 1, 2, 2, 1];
    assert_eq!(over.evaluate(&small, &assignment), Ok((Some(11_138 + 10 * 1_840_000), 1_840_000)));
    assert_eq!(few.departures.as_ref().unwrap().count(&assignment), 3);
    // A search that decides by axes cannot depart from anything.
    assert!(matches!(solve_under("tofu", &problem, &few).stop, Stop::NotApplicable(_)));
    let wrong = Terms { departures: Some(Departures { from: vec![Some(4); 5], most: 3 }), ..Terms::default() };
    let mut quiet = |_: &Improvement| {};
    let refused = wrong.search(&problem, SEARCHES[0], &Budget::default(), &mut Progress::new(&mut quiet)).unwrap_err();
    assert_eq!(refused.to_string(), "A: has 4 choices, the known one is number 4");
}

/// The cheapest of all assignments under terms.
fn exhaustive_under(problem: &SearchProblem, terms: &Terms) -> Option<i128> {
    let sizes: Vec<u32> = problem.nodes().iter().map(|node| node.costs.len() as u32).collect();
    let count: u32 = sizes.iter().product();
    let assignment = |mut index: u32| -> Vec<u32> {
        sizes.iter().map(|size| {
            let choice = index % size;
            index /= size;
            choice
        }).collect()
    };
    (0..count).filter_map(|index| terms.evaluate(problem, &assignment(index)).unwrap().0).min()
}

#[test]
fn under_terms_exact_searches_find_the_cheapest_and_no_search_breaks_them() {
    let (mut priced, mut departing, mut capped, mut impossible) = (0, 0, 0, 0);
    for seed in 0..300 {
        let problem = random_problem(seed);
        let mut random = Rng::new(seed ^ 0x7e45);
        let from = problem.nodes().iter().map(|node| (random.below(3) > 0).then(|| random.below(node.costs.len()) as u32)).collect();
        let terms = Terms {
            beyond_limit: (random.below(3) > 0).then(|| random.below(12) as i64),
            departures: (random.below(2) > 0).then(|| Departures { from, most: random.below(4) as u32 }),
            most_cost: (random.below(4) == 0).then(|| random.below(150) as i128),
        };
        let least = exhaustive_under(&problem, &terms);
        priced += usize::from(problem.limit().is_some() && terms.beyond_limit.is_some());
        departing += usize::from(terms.departures.is_some());
        capped += usize::from(terms.most_cost.is_some());
        impossible += usize::from(least.is_none());
        for name in ["best", "elimination", "branch", "integer-program", "local", "annealing"] {
            let found = solve_under(name, &problem, &terms);
            let place = format!("{name} on seed {seed}");
            if let Some(assignment) = &found.assignment {
                assert_eq!(terms.evaluate(&problem, assignment).unwrap().0, found.cost, "{place}");
            }
            assert!(least.is_none_or(|least| found.bound <= least), "{place}: bound {} above {least:?}", found.bound);
            if search(name).unwrap().exact {
                assert_eq!(found.cost, least, "{place}: stopped as {}", found.stop);
                assert_eq!(found.stop, if least.is_some() { Stop::Optimal } else { Stop::Infeasible }, "{place}");
            }
        }
    }
    // All of them happen often.
    assert!(priced > 100 && departing > 100 && capped > 50 && (20..250).contains(&impossible), "{priced} {departing} {capped} {impossible}");
}

#[path = "../../docs/examples/terms.rs"]
mod terms_example;

#[test]
fn the_example_of_the_documentation_changes_no_more_than_it_may() {
    let problem = xla(|_, _| {}, false, 1_500_000);
    let old = [1, 1, 1, 1, 1];
    let found = terms_example::replan(&problem, search("branch").unwrap(), &old, 2, 10).unwrap();
    let changed = found.assignment.as_ref().unwrap().iter().zip(old).filter(|(now, before)| **now != *before).count();
    // 11 (11 + 21 + 31 + 41 + 51) and edges of 2100 and 6100 are 9905; A alone saves 1011, B with its alias E 2 x 11 and 1000, C with its follower D 222.
    assert_eq!((changed, found.cost), (2, Some(8883)));
}
