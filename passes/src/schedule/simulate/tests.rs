//! The simulator against runs worked out by hand.

use super::super::{Parameters, SCHEDULES, Times, csv};
use super::*;

fn named(name: &str, p: usize, m: usize) -> Schedule {
    let info = SCHEDULES.iter().find(|info| info.name == name).unwrap();
    info.build(Parameters::new(p, m, 1), Times::UNIT).unwrap()
}

fn run(schedule: &Schedule, change: impl Fn(&mut Costs)) -> Simulation {
    let mut costs = Costs::unit(schedule);
    change(&mut costs);
    simulate(schedule, &costs, Memory::UNTIL_WEIGHT, true).unwrap()
}

#[test]
fn messages_queue_on_a_link() {
    // Forward passes end at 1, 2, 3 and keep the link until 6, 11, 16; the last rank goes forward until 17 and back until 19, 21, 23; that keeps the other
    // direction until 24, 29, 34; two units back from there.
    let schedule = named("gpipe", 2, 3);
    assert_eq!(run(&schedule, |costs| costs.wire = 5).makespan, 36);
    // A hop alone lets messages overtake nothing, but none waits: 3 forward, 1 hop, 6 back on the last rank, 1 hop, and 2.
    assert_eq!(run(&schedule, |costs| costs.hop = 1).makespan, 1 + 1 + 3 + 6 + 1 + 2);
}

#[test]
fn gathers_hold_up_their_stage_and_nothing_else() {
    let schedule = csv::read("0UNSHARD,0F0,1UNSHARD,1F0,1B0,1RESHARD,0B0,0RESHARD\n").unwrap();
    // 0F0 at 5; 1UNSHARD is asked for when it ends, at 6: 1F0 from 11; then 1 + 2 + 2.
    assert_eq!(run(&schedule, |costs| costs.unshard.fill(5)).makespan, 11 + 1 + 2 + 2);
}

#[test]
fn offloaded_activations_are_away_from_the_end_of_one_copy_to_the_start_of_the_other() {
    let schedule = csv::read("0F0,0OFFLOAD0,0F1,0B1,0RELOAD0,0B0\n").unwrap();
    let run = run(&schedule, |costs| costs.offload = 2);
    assert_eq!(run.memory[0], [(0, 1), (1, 2), (3, 1), (4, 0), (4, 1), (8, 0)]);
    assert_eq!((run.makespan, run.peak[0]), (8, 2));
}

#[test]
fn what_is_computed_again_is_held_from_then_on() {
    let schedule = csv::read("0F0,0F1,0R0,0B0,0B1\n").unwrap();
    let memory = Memory { forward: 10, input: 0, weight: -10, boundary: 1 };
    let run = simulate(&schedule, &Costs::unit(&schedule), memory, true).unwrap();
    // Boundary of the first, all of the second, the rest of the first.
    assert_eq!(run.memory[0], [(0, 1), (1, 11), (2, 20), (5, 10), (7, 0)]);
    assert_eq!(run.makespan, 7);
}

#[test]
fn gradients_of_copies_are_summed_once_both_are_there() {
    // Both directions end on one rank last: its stage and the copy on the other rank are summed at the same time.
    let schedule = Schedule::two_way(2, 2);
    let orders = [["0F0", "0B0", "3F1", "3B1"], ["1F0", "1B0", "2F1", "2B1"]];
    let orders = orders.iter().map(|order| order.iter().map(|text| Action::parse(text).unwrap()).collect()).collect();
    let schedule = Schedule { orders, ..schedule };
    let run = run(&schedule, |costs| {
        costs.reduce.fill(4);
        costs.update.fill(1);
    });
    // 0F0 0-1, 1F0 1-2, 1B0 2-4, 0B0 4-6; 2F1 4-5, 3F1 6-7, 3B1 7-9, 2B1 9-11. Stage 0 and its copy 2 are there at 11, stage 1 and its copy 3 at 9:
    // summed from 9 to 13, then the others to 17, then the update.
    assert_eq!(run.makespan, 18);
}

#[test]
fn jitter_is_the_same_for_the_same_seed_and_stays_in_its_bounds() {
    let schedule = named("1f1b", 4, 16);
    let times = |jitter: u64, seed: u64| {
        let costs = Costs { jitter, seed, ..Costs::even(&schedule, [1000, 1000, 1000, 0]) };
        simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).unwrap()
    };
    let still = times(0, 1).makespan;
    assert_eq!(times(10, 1), times(10, 1));
    assert_ne!(times(10, 1).makespan, times(10, 2).makespan);
    for seed in 0..20 {
        let time = times(10, seed).makespan;
        assert!(time * 10 >= still * 9 && time * 10 <= still * 11, "{time}, without jitter {still}");
    }
}

#[test]
fn what_is_held_ends_at_nothing_and_peaks_as_told() {
    for info in SCHEDULES.iter().filter(|info| info.name != "search") {
        let sizes = [(4, 1), (4, 2), (5, 1)].map(|(p, v)| Parameters::new(p, 8, v));
        let parameters = sizes.into_iter().find(|parameters| info.checked(parameters.clone()).is_ok()).unwrap();
        let schedule = info.build(parameters, Times::UNIT).unwrap();
        let run = run(&schedule, |_| {});
        for (rank, curve) in run.memory.iter().enumerate() {
            assert_eq!(curve.last().map(|last| last.1), Some(0), "{} {rank}", info.name);
            assert_eq!(curve.iter().map(|change| change.1).max(), Some(run.peak[rank]), "{} {rank}", info.name);
            assert!(curve.iter().all(|change| change.1 >= 0), "{} {rank}", info.name);
        }
        let computed: Time = run.spans.iter().filter(|span| span.stream == Stream::Compute).map(|span| span.end - span.start).sum();
        assert_eq!(computed, run.busy.iter().sum::<Time>(), "{}", info.name);
    }
}

/// Two ranks of two nodes each: both chains cross between the same nodes.
fn two_chains() -> Schedule {
    // Chain 0 on ranks 0 and 2, chain 1 on ranks 1 and 3; forward only.
    let stage = |rank: usize, after: Option<usize>, first: usize| super::super::Stage { rank, after: after.into_iter().collect(), microbatches: first..first + 1, copy_of: None };
    let mut schedule = Schedule::chain(super::super::Placement::Loop, 4, 1, 2);
    schedule.stages = vec![stage(0, None, 0), stage(1, None, 1), stage(2, Some(0), 0), stage(3, Some(1), 1)];
    schedule.training = false;
    schedule.orders = vec![vec![Action::forward(0, 0)], vec![Action::forward(1, 1)], vec![Action::forward(2, 0)], vec![Action::forward(3, 1)]];
    schedule
}

#[test]
fn ranks_of_a_node_share_its_link_by_the_time_at_which_they_send() {
    let schedule = two_chains();
    let time = |node: usize, first: [Time; 2]| {
        run(&schedule, |costs| {
            costs.wire = 5;
            costs.node = node;
            costs.forward[..2].copy_from_slice(&first);
        })
        .ends
    };
    // A link for each pair: both arrive at 1+5, and take one.
    assert_eq!(time(0, [1, 1]), [1, 1, 7, 7]);
    // One link for both: the second waits for the first.
    assert_eq!(time(2, [1, 1]), [1, 1, 7, 12]);
    // Who sends first goes first, whichever rank is looked at first: from 2 to 7, and from 7 to 12.
    assert_eq!(time(2, [4, 2]), [4, 2, 13, 8]);
    // Within a node, each has its link.
    assert_eq!(time(4, [1, 1]), [1, 1, 7, 7]);
}

#[test]
fn without_overlap_a_rank_computes_nothing_while_it_sends_or_sums() {
    let schedule = named("gpipe", 2, 3);
    // F0 0-1, sent until 2, F1 2-3, sent until 4, F2 4-5, sent until 6; the last rank: 2-3, 4-5, 6-7; B0 7-9, sent until 10, B1 10-12, sent until 13, B2 13-15, sent until
    // 16; the first rank: 10-12, 13-15, 16-18.
    assert_eq!(run(&schedule, |costs| (costs.hop, costs.overlap) = (1, false)).makespan, 18);
    // With overlap: 3 forward and 1 hop, 6 back, 1 hop, 2 back; see above.
    assert_eq!(run(&schedule, |costs| costs.hop = 1).makespan, 14);
    // Gradients of stage 1 are summed while stage 0 goes back; without overlap a rank of both does that after it.
    let schedule = csv::read("0F0,1F0,1B0,1REDUCE_GRAD,0B0,0REDUCE_GRAD\n").unwrap();
    let time = |overlap: bool| run(&schedule, |costs| {
        costs.reduce = vec![3, 4];
        costs.overlap = overlap;
    });
    // 1B0 ends at 4; 4-8 beside 0B0 until 6, then 8-11; or 4-8, 0B0 8-10, 10-13.
    assert_eq!((time(true).makespan, time(false).makespan), (11, 13));
}

#[test]
fn stages_have_sums_and_updates_of_their_own() {
    let schedule = csv::read("0F0,0B0\n1F0,1B0\n").unwrap();
    let run = run(&schedule, |costs| {
        costs.reduce = vec![2, 7];
        costs.update = vec![1, 3];
    });
    // Rank 1: back until 4, summed until 11, updated until 14. Rank 0: back until 6, summed until 8, updated until 9. Rank 1 started at 1.
    assert_eq!((run.ends, run.makespan, run.longest_stage), (vec![9, 14], 14, 13));
}
