//! The rows of Alpa's table in its reduce-scatter mode (ZeRO-2) and with weights that are split too (ZeRO-3), and those of models that the other
//! rows leave out: dropout, sums of gradients over parts of a batch, a language model with experts.
//!
//! What a loop does counts once a trip.

use super::steps::{EVEN, LINES, SOME, Step, check};
use shardwright_passes::cost::Collective;
use shardwright_passes::cost::alpa::Moves;

/// A step of a model of so many weights in reduce-scatter mode.
fn scattered(name: &'static str, weights: usize, on: (i64, i64), cost: (f64, f64), counts: [i64; 4]) -> Step {
    let mut step = Step::new(name, on, cost, counts);
    step.scatters = Some(weights);
    step
}

/// Gradients are scattered and the new weights gathered, all at once. Where the optimizer clips by the root mean square of updates, these are sums
/// over all parts.
#[test]
fn in_reduce_scatter_mode_gradients_are_scattered_and_new_weights_gathered() {
    let (hh, h) = (32 * 32 * 4, 32 * 4);
    for (axis, on) in LINES {
        let both = |step: &Step, bytes: i64| step.price(Collective::ReduceScatter, axis, bytes) + step.price(Collective::AllGather, axis, bytes);
        let adam = scattered("mlp6_dp", 12, on, EVEN, [0, 1, 1, 0]).costs(|step| 6.0 * (both(step, hh) + both(step, h)));
        let mut adafactor = scattered("mlp6_adafactor", 12, on, EVEN, [0, 0, 1, 0]);
        (adafactor.counts[0], adafactor.counts[1]) = (0..=2, 0..=2);
        let plain = Step::new("mlp6_adafactor", on, EVEN, [1, 0, 0, 0]).costs(|step| 6.0 * (step.reduce(axis, hh) + step.reduce(axis, h)));
        // Alpa gathers once for the way there and once for the way back: the partitioner gathers once for both.
        let mut split = scattered("mlp6_dp", 12, on, EVEN, [0, 0, 1, 0]);
        (split.split, split.counts[1]) = (Some(axis), 1..=2);
        check([adam, adafactor, plain, split]);
    }
}

/// On two axes the batch's gradients are scattered along the first, and what layers exchange along the second stays. Alpa has one all-reduce less: a
/// vector that lies along the second axis cannot be cut further along the first here, as ways have axes in the mesh's order and permutations are no
/// moves of Alpa's, so gradients of such biases and norms are combined whole.
#[test]
fn on_two_axes_reduce_scatter_mode_scatters_the_gradients_of_matrices() {
    let mut layers = scattered("mlp6_dp", 12, (2, 2), (1.0, 0.1), [5 + 1, 0, 0, 0]).without_gathers();
    (layers.counts[1], layers.counts[2]) = (1..=3, 1..=2);
    let mut transformer = scattered("bert2_adam", 24, (2, 2), (2.0, 0.1), [7 + 1, 0, 0, 0]).without_gathers();
    (transformer.counts[1], transformer.counts[2]) = (1..=3, 1..=2);
    let mut experts = scattered("moe_adam", 11, (2, 2), EVEN, [1, 0, 0, 0]).without_gathers();
    experts.prices.moves = Moves::All;
    (experts.counts[1], experts.counts[2], experts.counts[3]) = (SOME, SOME, SOME);
    check([layers, transformer, experts]);
}

/// Tokens go to the experts of one layer and back, forth and back again; made to go by batch, everything is whole but the batch.
#[test]
fn language_models_with_experts_have_alpas_counts() {
    for (_, on) in LINES {
        let mut plain = Step::new("moe_language", on, EVEN, [0, 0, 0, 4]);
        plain.counts[0] = 0..=4;
        let mut mode = scattered("moe_language", 29, on, EVEN, [0, 0, 1, 4]);
        (mode.counts[0], mode.counts[1]) = (0..=4, SOME);
        check([plain, mode]);
    }
    let mut forced = Step::new("moe_language", (4, 1), EVEN, [1, 0, 0, 0]).without_gathers();
    (forced.by_batch, forced.prices.moves) = (true, Moves::Gathers);
    check([forced]);
}

/// What is dropped is said by a hash of positions, which every device has of its own.
#[test]
fn dropout_exchanges_nothing_but_gradients() {
    for (axis, on) in LINES {
        check([Step::new("dropout", on, EVEN, [1, 0, 0, 0]).costs(|step| 2.0 * step.reduce(axis, 32 * 32 * 4))]);
    }
}

/// Two parts of a batch: Alpa combines gradients once a part. Its plan is ours, but the partitioner adds up partial gradients and combines once for all
/// parts. In reduce-scatter mode sums are split, so each part's gradients are scattered, and the new weights are gathered behind the loop.
#[test]
fn sums_of_gradients_over_parts_of_a_batch_have_alpas_counts() {
    let hh = 32 * 32 * 4;
    let plain = Step::new("accumulated", (1, 4), EVEN, [1, 0, 0, 0]).costs(|step| 2.0 * 2.0 * step.reduce(1, hh));
    let mode = scattered("accumulated", 2, (1, 4), EVEN, [0, 1, 2, 0]);
    let mode = mode.costs(|step| 2.0 * (2.0 * step.price(Collective::ReduceScatter, 1, hh) + step.price(Collective::AllGather, 1, hh)));
    check([plain, mode]);
}
