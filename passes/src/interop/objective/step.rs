//! Seconds of a synchronous step: the pipeline simulated, not a formula.
//!
//! Stages run 1F1B where each has devices of its own; where stages share devices, all forward passes go in waves and then all backward passes. A stage of d replicas works off
//! microbatches d times as fast as one. A message keeps its link busy for the bytes of the largest cut divided by the bandwidth and by the fewer replicas of its two sides; at the end the longest
//! all-reduce, `2 (d - 1) / d` of a stage's weights along a ring, is added. Memory: as [`super::per_sample`], with the microbatches that 1F1B holds.
//! Invariant: times are whole nanoseconds in the simulator, so the value is the same everywhere.

use super::super::plan::Plan;
use super::super::problem::Problem;
use super::StageCost;
use super::per_sample::crossing_bytes;
use crate::schedule::published::SCHEDULES;
use crate::schedule::{Action, Costs, Memory, Parameters, Placement, Schedule, Time, Times, simulate};

const NANO: f64 = 1e9;

pub(super) fn evaluate(problem: &Problem, plan: &Plan) -> Result<(f64, Vec<StageCost>), String> {
    let setting = problem.setting();
    let rate = setting.link.peak();
    let microbatches = (setting.samples / plan.samples).max(1);
    let of = plan.stage_of(problem);
    let groups = plan.groups();
    let mut costs = Vec::with_capacity(plan.stages.len());
    let (mut forward, mut backward) = (Vec::new(), Vec::new());
    let (mut longest, mut message) = (0.0f64, 0.0f64);
    for (index, stage) in plan.stages.iter().enumerate() {
        let replicas = stage.data as f64;
        let depth = if groups.len() == plan.stages.len() { plan.stages.len() - index } else { microbatches };
        let under_way = depth.min(microbatches) as f64;
        let (mut cost, mut weights, mut sent) = (StageCost::default(), 0.0, 0.0);
        let (mut there, mut back) = (0.0, 0.0);
        for (node, variant) in plan.choices(problem, index) {
            there += variant.forward / replicas;
            back += variant.backward / replicas;
            weights += variant.weights;
            cost.bytes += variant.held * under_way + variant.fixed;
            sent += crossing_bytes(problem, node, variant, |other| of[other] > index && plan.stages[of[other]].devices != stage.devices);
        }
        cost.seconds = there + back;
        longest = longest.max(2.0 * (replicas - 1.0) / replicas * weights / rate);
        let fewer = plan.stages.get(index + 1).map_or(stage.data, |next| next.data.min(stage.data));
        message = message.max(sent / rate / fewer as f64);
        forward.push(there);
        backward.push(back);
        costs.push(cost);
    }
    let whole = |seconds: f64| (seconds * NANO).round() as Time;
    let schedule = if groups.len() == plan.stages.len() { alternating(groups.len(), microbatches)? } else { waves(&groups, plan.stages.len(), microbatches) };
    let mut given = Costs::even(&schedule, [0; 4]);
    given.forward = forward.into_iter().map(whole).collect();
    given.input = backward.into_iter().map(whole).collect();
    given.wire = whole(message);
    let run = simulate(&schedule, &given, Memory::UNTIL_INPUT, false).map_err(|stuck| stuck.to_string())?;
    Ok((run.makespan as f64 / NANO + longest, costs))
}

fn alternating(stages: usize, microbatches: usize) -> Result<Schedule, String> {
    let info = SCHEDULES.iter().find(|info| info.name == "1f1b").ok_or("there is no schedule 1f1b")?;
    info.build(Parameters::new(stages, microbatches, 1), Times::UNIT)
}

/// Forward passes by wave, microbatch and stage together, then backward passes likewise: an order that all ranks follow cannot end in a circle.
fn waves(groups: &[Vec<usize>], stages: usize, microbatches: usize) -> Schedule {
    let mut schedule = Schedule::chain(Placement::Loop, stages, 1, microbatches);
    schedule.orders = vec![Vec::new(); groups.len()];
    for (rank, group) in groups.iter().enumerate() {
        group.iter().for_each(|&stage| schedule.stages[stage].rank = rank);
    }
    schedule.keepers = vec![None; groups.len()];
    for back in [false, true] {
        for wave in 0..stages + microbatches - 1 {
            for place in 0..stages.min(wave + 1) {
                let microbatch = wave - place;
                if microbatch < microbatches {
                    let stage = if back { stages - 1 - place } else { place };
                    let rank = schedule.stages[stage].rank;
                    schedule.orders[rank].push(if back { Action::backward(stage, microbatch) } else { Action::forward(stage, microbatch) });
                }
            }
        }
    }
    schedule
}
