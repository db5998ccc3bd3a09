//! Every search on planned programs: none beats the proven best, all plans are valid, and the structure of their choices is what the programs say.

use shardwright_compiler::CompileOptions;
use shardwright_compiler::planner::{Prepared, prepare};
use shardwright_ir::machine;
use shardwright_ir::sharding::Mesh;
use shardwright_passes::search::program::Holder;
use shardwright_passes::analysis::rules::RuleTable;
use shardwright_passes::search::structure::{Role, Structure};
use shardwright_passes::search::{Budget, Improvement, Outcome, Progress, SEARCHES, SearchProblem, Stop, search};

/// A transformer block: 2048 tokens of 4096 features, 32 heads of 128, a hidden layer of 16384.
const BLOCK: &str = "func.func public @main(%x: tensor<2048x4096xf32>, %wq: tensor<4096x4096xf32>, %wk: tensor<4096x4096xf32>, %wv: tensor<4096x4096xf32>,
    %wo: tensor<4096x4096xf32>, %w1: tensor<4096x16384xf32>, %w2: tensor<16384x4096xf32>) -> tensor<2048x4096xf32> {
  %q0 = stablehlo.dot_general %x, %wq, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x4096xf32>) -> tensor<2048x4096xf32>
  %k0 = stablehlo.dot_general %x, %wk, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x4096xf32>) -> tensor<2048x4096xf32>
  %v0 = stablehlo.dot_general %x, %wv, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x4096xf32>) -> tensor<2048x4096xf32>
  %q = stablehlo.reshape %q0 : (tensor<2048x4096xf32>) -> tensor<2048x32x128xf32>
  %k = stablehlo.reshape %k0 : (tensor<2048x4096xf32>) -> tensor<2048x32x128xf32>
  %v = stablehlo.reshape %v0 : (tensor<2048x4096xf32>) -> tensor<2048x32x128xf32>
  %s = stablehlo.dot_general %q, %k, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<2048x32x128xf32>, tensor<2048x32x128xf32>) -> tensor<32x2048x2048xf32>
  %p = stablehlo.exponential %s : tensor<32x2048x2048xf32>
  %a0 = stablehlo.dot_general %p, %v, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<32x2048x2048xf32>, tensor<2048x32x128xf32>) -> tensor<32x2048x128xf32>
  %a1 = stablehlo.transpose %a0, dims = [1, 0, 2] : (tensor<32x2048x128xf32>) -> tensor<2048x32x128xf32>
  %a = stablehlo.reshape %a1 : (tensor<2048x32x128xf32>) -> tensor<2048x4096xf32>
  %o = stablehlo.dot_general %a, %wo, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x4096xf32>) -> tensor<2048x4096xf32>
  %r = stablehlo.add %x, %o : tensor<2048x4096xf32>
  %h0 = stablehlo.dot_general %r, %w1, contracting_dims = [1] x [0] : (tensor<2048x4096xf32>, tensor<4096x16384xf32>) -> tensor<2048x16384xf32>
  %h = stablehlo.tanh %h0 : tensor<2048x16384xf32>
  %m = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<2048x16384xf32>, tensor<16384x4096xf32>) -> tensor<2048x4096xf32>
  %y = stablehlo.add %r, %m : tensor<2048x4096xf32>
  return %y : tensor<2048x4096xf32>
}
";

/// Eight rows through two wide layers: splitting the hidden dimension is best (Megatron-LM, arXiv 1909.08053).
const WIDE: &str = "func.func public @main(%x: tensor<8x4096xf32>, %w1: tensor<4096x16384xf32>, %w2: tensor<16384x4096xf32>) -> tensor<8x4096xf32> {
  %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x4096xf32>, tensor<4096x16384xf32>) -> tensor<8x16384xf32>
  %1 = stablehlo.tanh %0 : tensor<8x16384xf32>
  %2 = stablehlo.dot_general %1, %w2, contracting_dims = [1] x [0] : (tensor<8x16384xf32>, tensor<16384x4096xf32>) -> tensor<8x4096xf32>
  return %2 : tensor<8x4096xf32>
}
";

fn prepared(text: &str, mesh: &[(&str, i64)]) -> Prepared {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("model.mlir");
    std::fs::write(&file, text).unwrap();
    let ops = shardwright_dialects::registry();
    let passes = shardwright_compiler::pass_registry();
    let options = CompileOptions { mesh: Some(Mesh::new(mesh)), ..CompileOptions::default() };
    let machine = machine::find("dgx-h100").unwrap();
    prepare(&file, &options, &machine, &ops, &passes).unwrap_or_else(|fault| panic!("{fault:?}"))
}

fn solve(name: &str, problem: &SearchProblem) -> Outcome {
    let mut quiet = |_: &Improvement| {};
    let budget = Budget { seconds: Some(60.0), evaluations: 200_000, ..Budget::default() };
    (search(name).unwrap().run)(problem, &budget, &mut Progress::new(&mut quiet))
}

#[test]
fn no_search_beats_the_proven_best_plan_of_a_transformer_block() {
    for mesh in [&[("model", 4)][..], &[("data", 2), ("model", 2)]] {
        let problem = prepared(BLOCK, mesh).problem;
        let best = solve("best", &problem);
        assert_eq!(best.stop, Stop::Optimal);
        let mut found = 0;
        for info in SEARCHES {
            let outcome = solve(info.name, &problem);
            assert!(outcome.bound <= best.cost.unwrap(), "{}", info.name);
            let Some(assignment) = &outcome.assignment else {
                assert!(matches!(outcome.stop, Stop::TooLarge(_)), "{} found nothing: {}", info.name, outcome.stop);
                continue;
            };
            let judged = problem.evaluate(assignment).unwrap();
            assert!(judged.is_valid() && Some(judged.cost) == outcome.cost && outcome.cost >= best.cost, "{}: {judged:?}", info.name);
            found += 1;
        }
        assert!(found >= 10, "{found} searches have a plan");
    }
}

#[test]
fn named_dimensions_and_recursion_split_wide_layers_as_megatron_does() {
    let prepared = prepared(WIDE, &[("model", 8)]);
    let problem = &prepared.problem;
    let best = solve("best", problem).cost;
    assert_eq!(solve("tofu", problem).cost, best);
    let found = solve("mesh-tensorflow", problem);
    let (structure, assignment) = (problem.structure().unwrap(), found.assignment.unwrap());
    let dots = dots(&prepared);
    let role = |node: usize| structure.dim(node, assignment[node] as usize, 0).map(|dim| dim.role);
    assert_eq!(dots.map(role), [Some(Role::Other), Some(Role::Feature)]);
}

/// The nodes of the two products.
fn dots(prepared: &Prepared) -> [usize; 2] {
    let func = prepared.module.main().unwrap();
    let nodes = &prepared.program.nodes;
    let is_dot = |node: &usize| matches!(nodes[*node].holder, Holder::Op(op) if func.op(op).info.name == "stablehlo.dot_general");
    (0..nodes.len()).filter(is_dot).collect::<Vec<usize>>().try_into().unwrap()
}

/// The first product's rows, inner and hidden dimensions; the second one's contracted dimension is the first one's columns.
#[test]
fn dimensions_that_meet_have_one_name() {
    let prepared = prepared(WIDE, &[("model", 8)]);
    let func = prepared.module.main().unwrap();
    let structure = Structure::of_program(&prepared.program, func, &RuleTable::new(func), &prepared.mesh);
    assert_eq!(Some(&structure), prepared.problem.structure());
    let [first, second] = dots(&prepared);
    let role = |node: usize, role: Role| structure.nodes[node].dims.iter().find(|dim| dim.role == role).unwrap().name;
    let other = |node: usize| structure.nodes[node].dims.iter().find(|dim| dim.role == Role::Other).unwrap().name;
    assert_eq!(role(first, Role::Batch), role(second, Role::Batch));
    assert_eq!(other(first), role(second, Role::Feature));
    let names = [role(first, Role::Batch), role(first, Role::Feature), other(first), other(second)];
    assert!((0..4).all(|one| (0..one).all(|before| names[one] != names[before])), "{names:?}");
}
