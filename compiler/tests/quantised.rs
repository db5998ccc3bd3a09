//! Weights and gradients that are sent as small integers (ZeRO++, arXiv:2306.10209): exact where the steps hit the numbers, else off by no more than half a step in each exchange.

use shardwright_compiler::testing::check::{on_virtual, partition, run_partitioned, shards_of};
use shardwright_compiler::testing::placement::join;
use shardwright_ir::TensorType;
use shardwright_ir::interp::Tensor;
use shardwright_ir::text::parse_module;
use shardwright_passes::analysis::traffic::traffic;

const ROWS: usize = 8;
const COLUMNS: usize = 16;
const ALL: usize = ROWS * COLUMNS;
/// Numbers that have one scale.
const BLOCK: usize = 8;

/// The whole of a parameter that four devices share, and the parameter with the sum of what they have added; the bytes that each device sends in gathers and in all-to-alls.
fn run(weights: &[f32], x: &[f32]) -> ([Vec<f64>; 2], [i64; 2]) {
    let text = "sdy.mesh @mesh = <[\"n\"=2, \"d\"=2]>
        func.func public @main(%w: tensor<8x16xf32> {shardwright.role = \"parameter\", sdy.sharding = #sdy.sharding<@mesh, [{\"n\", \"d\"}, {}]>},
            %x: tensor<8x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"n\", \"d\"}, {}, {}]>}) -> (tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
            tensor<8x16xf32> {shardwright.role = \"parameter\", sdy.sharding = #sdy.sharding<@mesh, [{\"n\", \"d\"}, {}]>}) {
          %z = stablehlo.constant dense<0.0> : tensor<f32>
          %g = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8x8x16xf32>, tensor<f32>) -> tensor<8x16xf32>
          %n = stablehlo.add %w, %g : tensor<8x16xf32>
          return %w, %n : tensor<8x16xf32>, tensor<8x16xf32>
        }";
    let ops = shardwright_dialects::registry();
    let module = parse_module(text, &ops).unwrap_or_else(|why| panic!("{why}"));
    let pipeline = format!("clean,shard,partition,quantise-collectives{{weights={BLOCK} gradients={BLOCK}}}");
    let program = partition(&module, &ops, &pipeline).unwrap_or_else(|why| panic!("{why}"));
    let tensor = |dims: &[i64], values: &[f32]| {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        Tensor::from_bytes(TensorType::new(shardwright_ir::ElementType::F32, dims), &bytes).unwrap()
    };
    // Each device adds up two: of one alone, parts would be sent as they are.
    let pairs: Vec<f32> = x.chunks(ALL).flat_map(|one| one.iter().copied().chain(std::iter::repeat_n(0.0, ALL))).collect();
    let inputs = [tensor(&[8, 16], weights), tensor(&[8, 8, 16], &pairs)];
    let results = run_partitioned(&program, &inputs, &on_virtual).unwrap_or_else(|why| panic!("{why}"));
    let whole = [0, 1].map(|index| {
        let (ty, sharding) = &program.results[index];
        let shards = shards_of(&program, &results, index).unwrap_or_else(|why| panic!("{why}"));
        join(ty, sharding, &program.mesh, &shards).unwrap_or_else(|why| panic!("{why}")).to_f64s()
    });
    let totals = traffic(&program.module, 4).totals;
    assert_eq!(totals.len(), 2, "{:?}", totals.keys());
    (whole, [totals["all_gather"].wire_bytes, totals["all_to_all"].wire_bytes])
}

/// Of each block the largest number is `most`, and all are whole.
fn whole_numbers(seed: usize, most: i64) -> Vec<f32> {
    (0..ALL).map(|at| if at % BLOCK == seed % BLOCK { most } else { (at as i64 * 7 + seed as i64 * 3) % (2 * most + 1) - most }).map(|value| value as f32).collect()
}

/// 128 weights: a byte each and four for each of 16 scales, of which three quarters come from others: 3/4 x (128 + 64) bytes. Gradients: half a byte each and the scales, half of them to the other device of the node;
/// then half of that, half to the other node: 1/2 x (64 + 64) + 1/2 x (32 + 32).
#[test]
fn numbers_that_steps_hit_are_exact_and_sent_in_as_many_bytes_as_said() {
    let weights = whole_numbers(1, 127);
    // Both devices of a node have the same, so that their sums are multiples of twice the step.
    let nodes = [whole_numbers(2, 7), whole_numbers(5, 7)];
    let x: Vec<f32> = [0, 0, 1, 1].into_iter().flat_map(|node: usize| nodes[node].clone()).collect();
    let ([gathered, updated], sent) = run(&weights, &x);
    for at in 0..ALL {
        assert_eq!(gathered[at], f64::from(weights[at]));
        assert_eq!(updated[at], f64::from(weights[at] + 2.0 * nodes[0][at] + 2.0 * nodes[1][at]), "element {at}");
    }
    assert_eq!(sent, [3 * (128 + 64) / 4, (64 + 64) / 2 + (32 + 32) / 2]);
}

#[test]
fn others_are_off_by_half_a_step_of_their_block_in_each_exchange() {
    let wave = |at: usize, seed: usize| ((at * 37 + seed * 101) as f32 * 0.61).sin() * (1.0 + (at % 5) as f32);
    let weights: Vec<f32> = (0..ALL).map(|at| wave(at, 9)).collect();
    let x: Vec<f32> = (0..4 * ALL).map(|at| wave(at % ALL, at / ALL)).collect();
    let ([gathered, updated], _) = run(&weights, &x);
    let largest = |of: &dyn Fn(usize) -> f64, at: usize| (at / BLOCK * BLOCK..(at / BLOCK + 1) * BLOCK).map(|other| of(other).abs()).fold(0.0, f64::max);
    let rounding = 1e-5;
    let (mut off, mut more) = (0.0f64, 0.0f64);
    for at in 0..ALL {
        let half = largest(&|other| f64::from(weights[other]), at) / 254.0;
        let error = (gathered[at] - f64::from(weights[at])).abs();
        assert!(error <= half + rounding, "weight {at} is off by {error}, half a step is {half}");
        off = off.max(error / half);
        // What each device sends is off by half a step, and so is each node's sum, whose largest may itself be off.
        let device = |device: usize| largest(&|other| f64::from(x[device * ALL + other]), at) / 14.0;
        let node = |node: usize| {
            let (one, two) = (2 * node, 2 * node + 1);
            let sum = largest(&|other| f64::from(x[one * ALL + other] + x[two * ALL + other]), at);
            device(one) + device(two) + (sum + device(one) + device(two)) / 14.0
        };
        let exact: f64 = f64::from(weights[at]) + (0..4).map(|device| f64::from(x[device * ALL + at])).sum::<f64>();
        let error = (updated[at] - exact).abs();
        assert!(error <= node(0) + node(1) + rounding, "gradient {at} is off by {error}, at most {} is said", node(0) + node(1));
        more = more.max(error / (node(0) + node(1)));
    }
    // The bounds are near: something is rounded.
    assert!(off > 0.5 && more > 0.2, "{off} {more}");
}
