//! Who sends what to whom, and when a value is let go.

use super::manifest::{PieceManifest, PieceSource, ScheduleManifest, StagePlace, SumManifest};
use super::steps::{Key, Plan, Read, Run, Step};
use crate::manifest::{Manifest, Port};
use shardwright_passes::stage::pieces::Phase;

fn port(name: &str) -> Port {
    Port { name: name.into(), element: "f32".into(), shape: vec![2], sharding: "[{}]".into(), local: vec![2], starts: vec![vec![0]], weight: None, in_step: Default::default() }
}

fn piece(stage: usize, phase: Phase, from: &[PieceSource], outputs: usize, result: Option<usize>) -> PieceManifest {
    let results = (0..outputs).map(|index| if index == 0 { result.into_iter().collect() } else { Vec::new() }).collect();
    let ports = |count: usize| (0..count).map(|_| port("x")).collect();
    PieceManifest { program: String::new(), stage, phase, inputs: ports(from.len()), from: from.to_vec(), outputs: ports(outputs), results }
}

/// Two stages: each forward pass gives what the next stage reads and what its own backward pass does; gradients of both are summed and updated.
fn manifest(ranks: usize, actions: &[&str], stages: &[(usize, Option<usize>)]) -> Manifest {
    use PieceSource::{Input, Result, Sum};
    let mut manifest = Manifest::of_parts(&Default::default(), &[], &[]).unwrap();
    let global = |name: &str| Port { starts: Vec::new(), ..port(name) };
    manifest.inputs = vec![global("x")];
    manifest.outputs = vec![global("y"), global("z")];
    manifest.devices = ranks;
    manifest.pieces = vec![
        piece(0, Phase::Forward, &[Input(0)], 2, None),
        piece(1, Phase::Forward, &[Result(0, 0)], 1, None),
        piece(1, Phase::Input, &[Result(1, 0)], 2, None),
        piece(0, Phase::Input, &[Result(0, 1), Result(2, 0)], 1, None),
        piece(0, Phase::After(0), &[Sum(0)], 1, Some(0)),
        piece(1, Phase::After(0), &[Sum(1)], 1, Some(1)),
    ];
    manifest.sums = vec![SumManifest { piece: 3, index: 0, parts: false }, SumManifest { piece: 2, index: 1, parts: false }];
    let place = |(index, &(rank, copy_of)): (usize, &(usize, Option<usize>))| {
        let microbatches = if stages.len() == 2 { 0..2 } else if copy_of.is_some() { 1..2 } else { 0..1 };
        StagePlace { rank, after: if index % 2 == 1 { vec![index - 1] } else { Vec::new() }, microbatches, copy_of }
    };
    manifest.schedule = Some(ScheduleManifest {
        name: String::new(),
        ranks: (0..ranks as i64).map(|rank| vec![rank]).collect(),
        microbatches: 2,
        stages: stages.iter().enumerate().map(place).collect(),
        parts: 1,
        training: true,
        batched: Vec::new(),
        keepers: Vec::new(),
        actions: actions.iter().map(|row| (*row).to_owned()).collect(),
    });
    manifest
}

fn plan(manifest: &Manifest) -> Result<Plan, String> {
    Plan::new(manifest, manifest.schedule.as_ref().unwrap())
}

#[test]
fn a_value_goes_where_it_is_read_and_is_let_go_after_the_last_reader() {
    let manifest = manifest(2, &["0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1,0REDUCE_GRAD,0UPDATE", "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1,1REDUCE_GRAD,1UPDATE"], &[(0, None), (1, None)]);
    let plan = plan(&manifest).unwrap();
    let value = |piece: usize, index: usize, of: usize| Key::Result { piece, index, of };
    let run = |piece: usize, microbatch: usize| Run { piece, stage: 0, microbatch, again: false };
    let expected = vec![
        (Step::Run(run(0, 0)), vec![]),
        // What the other stage reads is not held here once it is sent.
        (Step::Send(value(0, 0, 0), vec![1]), vec![value(0, 0, 0)]),
        (Step::Run(run(0, 1)), vec![]),
        (Step::Send(value(0, 0, 1), vec![1]), vec![value(0, 0, 1)]),
        // The activation and the gradient that came, and the summand, which is in the sum by now.
        (Step::Run(run(3, 0)), vec![value(0, 1, 0), value(2, 0, 0), value(3, 0, 0)]),
        (Step::Run(run(3, 1)), vec![value(0, 1, 1), value(2, 0, 1), value(3, 0, 1)]),
        (Step::Run(run(4, 0)), vec![value(4, 0, 0), Key::Sum { sum: 0, stage: 0 }]),
    ];
    assert_eq!(plan.ranks[0], expected);
}

#[test]
fn what_is_computed_again_is_not_held_until_then() {
    let manifest = manifest(1, &["0F0,1F0,0F1,1F1,1B0,0R0,0B0,1B1,0B1,0UPDATE,1UPDATE"], &[(0, None), (0, None)]);
    let plan = plan(&manifest).unwrap();
    let value = |index: usize, of: usize| Key::Result { piece: 0, index, of };
    let gone = |step: usize| plan.ranks[0][step].1.clone();
    // Of microbatch 0 the activation is let go at once and made again before its backward pass; of microbatch 1 it is held.
    assert_eq!(gone(0), [value(1, 0)]);
    assert_eq!(gone(2), []);
    assert!(matches!(plan.ranks[0][5].0, Step::Run(Run { piece: 0, microbatch: 0, again: true, .. })));
    assert!(gone(6).contains(&value(1, 0)));
}

#[test]
fn copies_of_a_stage_send_their_sums_to_the_one_that_is_updated() {
    // Microbatch 0 goes down from rank 0, microbatch 1 up from rank 1.
    let actions = ["0F0,0SEND_F0,3RECV_F1,3F1,3B1,3SEND_B1,3REDUCE_GRAD,0RECV_B0,0B0,0REDUCE_GRAD,0UPDATE", "2F1,2SEND_F1,1RECV_F0,1F0,1B0,1SEND_B0,1REDUCE_GRAD,2RECV_B1,2B1,2REDUCE_GRAD,1UPDATE"];
    let manifest = manifest(2, &actions, &[(0, None), (1, None), (1, Some(0)), (0, Some(1))]);
    let plan = plan(&manifest).unwrap();
    let sends = |rank: usize| plan.ranks[rank].iter().filter_map(|(step, _)| match step { Step::Send(key @ Key::Sum { .. }, to) => Some((*key, to.clone())), _ => None }).collect::<Vec<_>>();
    assert_eq!(sends(0), [(Key::Sum { sum: 1, stage: 3 }, vec![1])]);
    assert_eq!(sends(1), [(Key::Sum { sum: 0, stage: 2 }, vec![0])]);
    let update = plan.ranks[0].iter().find_map(|(step, _)| match step { Step::Run(run) if run.piece == 4 => Some(*run), _ => None }).unwrap();
    assert_eq!(plan.reads(update).collect::<Vec<_>>(), [Read::Added(vec![Key::Sum { sum: 0, stage: 0 }, Key::Sum { sum: 0, stage: 2 }])]);
}

#[test]
fn orders_that_wait_forever_and_stages_that_miss_microbatches_are_refused() {
    let orders = ["0B0,0F0,0F1,0B1,0UPDATE", "1F0,1B0,1F1,1B1,1UPDATE"];
    assert!(plan(&manifest(2, &orders, &[(0, None), (1, None)])).unwrap_err().starts_with("rank 0 waits forever: piece 3 for microbatch 0 needs"));
    let mut half = manifest(2, &["0F0,0F1,0B0,0B1,0UPDATE", "1F0,1B0,1F1,1B1,1UPDATE"], &[(0, None), (1, None)]);
    half.schedule.as_mut().unwrap().stages[0].microbatches = 0..1;
    assert_eq!(plan(&half).unwrap_err(), "stage 0 with its copies does not run each of 2 microbatches once");
}
