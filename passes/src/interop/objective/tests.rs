//! Objectives against sums by hand.

use super::super::plan::Chain;
use super::super::problem::{Edge, Link, Node, Problem, Setting, Variant};
use super::{Objective, evaluate};

/// Two nodes, 6 + 12 and 3 + 9 seconds, 20 bytes between them, weights of 8 and 4 bytes, 5 and 2 bytes a microbatch, 1 and 3 besides.
fn pair(objective: Objective, samples: usize) -> Problem {
    let node = |name: &str, output, variant| Node { name: name.to_owned(), output, starts_layer: false, variants: vec![variant] };
    let first = Variant { forward: 6.0, backward: 12.0, weights: 8.0, held: 5.0, fixed: 1.0, crossing: vec![2.0], ..Variant::default() };
    let second = Variant { forward: 3.0, backward: 9.0, weights: 4.0, held: 2.0, fixed: 3.0, ..Variant::default() };
    let setting = Setting { devices: 4, memory: 100.0, link: Link::flat(10.0), samples, most_data: 4, objective, rule: None };
    Problem::new(vec![node("a", 20.0, first), node("b", 0.0, second)], vec![Edge { from: 0, to: 1, bytes: 20.0 }], setting).expect("legal")
}

fn plan(parts: &[(&[usize], usize)]) -> super::Plan {
    let mut chain = Chain::new(1);
    parts.iter().for_each(|(nodes, data)| chain.push(nodes.iter().map(|&node| (node, 0)).collect(), 1, *data));
    chain.done()
}

fn near(got: f64, wanted: f64) {
    assert!((got - wanted).abs() < 1e-9, "{got} for {wanted}");
}

/// First stage, 2 replicas: 18 / 2, 2 (20 + 2) / 2 bytes across and 4 x 1 x 8 / (2 x 4) to synchronise, at 10 a second: 9 + 2.2 + 0.4. Second: 12 + 2 x 20 / 10 = 16.
/// Three replicas in all: the first stage holds ceil(3 / 2) microbatches, 5 x 2 + 1; the second 2 x 1 + 3.
#[test]
fn a_stage_of_piper_takes_its_share_its_transfers_and_its_synchronisation() {
    let found = evaluate(&pair(Objective::PerSample, 4), &plan(&[(&[0], 2), (&[1], 1)])).expect("a plan");
    near(found.stages[0].seconds, 11.6);
    near(found.stages[1].seconds, 16.0);
    near(found.seconds, 16.0);
    assert_eq!((found.stages[0].bytes, found.stages[1].bytes, found.bytes), (11.0, 5.0, 11.0));
}

/// First stage, 3 replicas: (18 + 4 x 2 x 8 / 30) / 3; second 12; the cut 2 x 20 / (10 x 1). One device after the first stage's three: one stash of 5 + 8 bytes.
#[test]
fn the_pace_of_pipedream_is_the_slowest_stage_or_transfer() {
    let found = evaluate(&pair(Objective::PipeDream, 1), &plan(&[(&[0], 3), (&[1], 1)])).expect("a plan");
    near(found.stages[0].seconds, (18.0 + 64.0 / 30.0) / 3.0);
    near(found.seconds, 12.0);
    assert_eq!((found.stages[0].bytes, found.stages[1].bytes), (13.0, 0.0));
}

/// One stage: 4 microbatches of 30 seconds; 4 replicas: a quarter of that, and 2 x 3 / 4 x 12 bytes at 10 a second.
#[test]
fn a_step_is_simulated() {
    near(evaluate(&pair(Objective::Step, 4), &plan(&[(&[0, 1], 1)])).expect("a plan").seconds, 120.0);
    near(evaluate(&pair(Objective::Step, 4), &plan(&[(&[0, 1], 4)])).expect("a plan").seconds, 30.0 + 1.8);
    // Two stages, 1F1B by hand: the first runs F0 at 0, F1 at 6; its message takes 2.2, so the second has F0 from 8.2 to 11.2 and back until 20.2, F1 until 23.2, back until 32.2. Gradients arrive
    // 2.2 later: B0 from 22.4 to 34.4, B1 from 34.4 to 46.4.
    near(evaluate(&pair(Objective::Step, 2), &plan(&[(&[0], 1), (&[1], 1)])).expect("a plan").seconds, 46.4);
}

/// Sharing devices takes turns: all forward, then all backward, as on one.
#[test]
fn stages_that_share_a_device_take_turns() {
    let mut shared = plan(&[(&[0], 1), (&[1], 1)]);
    shared.stages[1].devices = 0..1;
    near(evaluate(&pair(Objective::Step, 3), &shared).expect("a plan").seconds, 90.0);
    near(evaluate(&pair(Objective::PerSample, 4), &shared).expect("a plan").seconds, 30.0);
}

#[test]
fn what_is_no_plan_is_refused() {
    let problem = pair(Objective::PerSample, 4);
    let fault = |plan: super::Plan| evaluate(&problem, &plan).expect_err("a fault");
    assert_eq!(fault(plan(&[(&[0], 1)])), "`b` is in no stage");
    assert_eq!(fault(plan(&[(&[0, 1], 1), (&[1], 1)])), "`b` is in stages 0 and 1");
    assert_eq!(fault(plan(&[(&[1], 1), (&[0], 1)])), "`b` of stage 0 waits for `a` of stage 1");
    assert_eq!(fault(plan(&[(&[0, 1], 5)])), "stage 0 needs device 4, but there are 4");
    assert_eq!(fault(plan(&[(&[0, 1], 3)])), "stage 0: 3 replicas do not divide 4 samples");
    assert_eq!(fault(plan(&[(&[0, 1], 1), (&[], 1)])), "stage 1 has no node");
    let mut part = plan(&[(&[0], 2), (&[1], 2)]);
    part.stages[1].devices = 1..3;
    assert_eq!(fault(part), "devices 0..2 and 1..3 are shared in part");
}

/// Three ops of 10 MiB of weights, the middle two of a layer computed again. Weights 30 x 8; a microbatch holds 1 in and 4 + 6 + 7, of which the second op's 6 are let go; for two stages behind and itself
/// three times 12; 6 come again; scratch is 30 of weights against 3 + 9 of the first two ops. Seconds: 1 + 2, 2 + 6, 3 + 8 and the ports, 1 and 16 MiB at 1 and 4 MiB a second: the
/// rate of 16 MiB is that of 8.
#[test]
fn a_stage_of_aceso_counts_what_is_let_go_and_what_comes_again() {
    const MIB: f64 = 1_048_576.0;
    let variant = |forward: f64, backward: f64, held: f64, recompute: bool, ports: [f64; 2], scratch: [f64; 2]| Variant {
        forward,
        backward,
        weights: 10.0 * MIB,
        held: held * MIB,
        recompute,
        ports: ports.map(|port| port * MIB),
        scratch: scratch.map(|bytes| bytes * MIB),
        ..Variant::default()
    };
    let choices = [
        variant(1.0, 2.0, 4.0, false, [1.0, 0.0], [3.0, 2.0]),
        variant(2.0, 6.0, 6.0, true, [0.0; 2], [1.0, 9.0]),
        variant(3.0, 8.0, 7.0, true, [0.0, 16.0], [50.0, 50.0]),
    ];
    let choices: Vec<&Variant> = choices.iter().collect();
    let link = Link::measured((0..6).map(|power| (MIB * f64::from(1 << power), if power == 3 { 4.0 * MIB } else { MIB })).collect()).expect("legal");
    near(super::stage_seconds(&link, &choices), 3.0 + 8.0 + 11.0 + 1.0 + 4.0);
    near(super::stage_bytes(&choices, &|_| false, 2) / MIB, 240.0 + 3.0 * 12.0 + 6.0 + 30.0);
    // Where a layer starts at the third op, the second's output is kept for it.
    near(super::stage_bytes(&choices, &|place| place == 2, 2) / MIB, 240.0 + 3.0 * 18.0 + 6.0 + 30.0);
}
