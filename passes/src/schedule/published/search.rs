//! The best schedule for given costs under a limit of activations, and the front of bubble against activations.
//!
//! Candidates are every published schedule that keeps one copy of the weights and all activations on their rank, with every divisor of v as its stages a
//! rank, the greedy ZB-V, and the zero-bubble heuristic under every limit from one microbatch to 2p. Nothing else is tried: the result is never worse than
//! a published schedule of these at the same activations, and is not proven best.

use super::{SCHEDULES, zb_greedy};
use crate::schedule::{Chunks, Costs, Law, Memory, Metric, Parameters, Schedule, ScheduleInfo, ScheduleOption, Time, Times, simulate};

/// The search.
pub const SEARCH: ScheduleInfo = ScheduleInfo {
    name: "search",
    summary: "the fastest of the schedules here for the costs, under a limit of activations",
    paper: "every synchronous schedule of this list with one copy of the weights, and the zero-bubble heuristic under every limit",
    bubble: Law::about("0"),
    metric: Metric::Makespan,
    memory: Law::about("p"),
    weights: "1",
    messages: Law::about("2*(p-1)"),
    synchronous: true,
    chunks: Chunks::Any(2),
    rules: &["p*m*v <= 65536"],
    options: &[
        ScheduleOption { name: "memory", default: "0", summary: "most activations of a rank, in microbatches of its share of the model; 0: any" },
        ScheduleOption { name: "metric", default: "makespan", summary: "makespan, or longest: the longest time of one rank" },
    ],
    build,
};

/// A schedule with what it takes.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its name, and its parameters beyond p and m.
    pub name: String,
    /// The schedule.
    pub schedule: Schedule,
    /// Until the last rank is done, in the unit of the times given.
    pub makespan: Time,
    /// The longest time of one rank.
    pub longest_stage: Time,
    /// The most activations of a rank: `peak` of `parts`.
    pub peak: i64,
    /// Into how many parts a microbatch's activations on a rank are divided.
    pub parts: u64,
}

impl Found {
    /// The most activations of a rank, in microbatches of its share of the model.
    pub fn activations(&self) -> f64 {
        self.peak as f64 / self.parts as f64
    }
    fn time(&self, metric: Metric) -> Time {
        if metric == Metric::Makespan { self.makespan } else { self.longest_stage }
    }
}

/// Every candidate. `times` are those of a stage that is one of `parameters.chunks` of its rank.
pub fn candidates(parameters: &Parameters, times: Times) -> Vec<Found> {
    let (p, m, v) = (parameters.ranks, parameters.microbatches, parameters.chunks);
    let mut found = Vec::new();
    let mut add = |name: String, schedule: Schedule, times: Times| {
        // One chain of stages, whole microbatches, one copy of the weights, no activations elsewhere.
        let chain = schedule.stages.iter().enumerate().all(|(stage, info)| info.copy_of.is_none() && info.after.iter().copied().eq(stage.checked_sub(1)));
        let own = chain && schedule.slices == 1 && schedule.keepers.iter().all(Option::is_none);
        let costs = Costs::even(&schedule, [times.forward, times.input, times.weight, times.hop]);
        if let Some(run) = simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).ok().filter(|_| own) {
            let peak = run.peak.iter().copied().max().unwrap_or(0);
            found.push(Found { name, parts: schedule.parts, schedule, makespan: run.makespan, longest_stage: run.longest_stage, peak });
        }
    };
    for chunks in (1..=v).filter(|chunks| v.is_multiple_of(*chunks)) {
        let factor = (v / chunks) as Time;
        let times = Times { forward: times.forward * factor, input: times.input * factor, weight: times.weight * factor, hop: times.hop };
        for info in SCHEDULES.iter().filter(|info| info.synchronous && info.name != SEARCH.name) {
            if let Ok(schedule) = info.build(Parameters::new(p, m, chunks), times) {
                add(format!("{}:v={chunks}", info.name), schedule, times);
            }
            if info.options.iter().any(|option| option.name == "order") {
                let mut greedy = Parameters::new(p, m, chunks);
                greedy.options.insert("order".to_owned(), "greedy".to_owned());
                if let Ok(schedule) = info.build(greedy, times) {
                    add(format!("{}:v={chunks},order=greedy", info.name), schedule, times);
                }
            }
        }
        for limit in (1..=2 * p).filter(|_| chunks == 1) {
            if let Some(schedule) = zb_greedy::within(p, m, times, [1, 0, -1], limit as i64) {
                add(format!("zero bubble within {limit}"), schedule, times);
            }
        }
    }
    found
}

/// Those that no other is at least as good as in both time and activations, fewest activations first.
pub fn front(mut found: Vec<Found>, metric: Metric) -> Vec<Found> {
    found.sort_by(|a, b| a.activations().total_cmp(&b.activations()).then(a.time(metric).cmp(&b.time(metric))));
    let mut front: Vec<Found> = Vec::new();
    for candidate in found {
        if front.last().is_none_or(|last| candidate.time(metric) < last.time(metric)) {
            front.push(candidate);
        }
    }
    front
}

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let memory: f64 = parameters.text("memory").parse().map_err(|_| format!("search: memory={}: wanted a number", parameters.text("memory")))?;
    let metric = match parameters.text("metric") {
        "makespan" => Metric::Makespan,
        "longest" => Metric::LongestStage,
        other => return Err(format!("search: metric={other}: wanted makespan or longest")),
    };
    let mut front = front(candidates(parameters, times), metric);
    let least = front.first().map_or(0.0, Found::activations);
    front.retain(|found| memory == 0.0 || found.activations() <= memory);
    front.pop().map(|best| best.schedule).ok_or_else(|| format!("no schedule holds at most {memory} microbatches; the least is {least}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::rng::Rng;

    #[test]
    fn it_is_never_worse_than_a_published_schedule_at_the_same_activations() {
        let mut rng = Rng::new(6);
        for _ in 0..50 {
            let (p, factor) = (2 + rng.below(4), 1 + rng.below(3));
            let mut cost = |most: i64| rng.range(1, most) as Time;
            let times = Times { forward: cost(20), input: cost(20), weight: cost(20), hop: cost(4) - 1 };
            let parameters = Parameters::new(p, 2 * p * factor, 2);
            let candidates = candidates(&parameters, times);
            assert!(candidates.len() > 10);
            for metric in [Metric::Makespan, Metric::LongestStage] {
                let front = front(candidates.clone(), metric);
                for other in &candidates {
                    let best = front.iter().filter(|found| found.activations() <= other.activations()).map(|found| found.time(metric)).min();
                    assert!(best.is_some_and(|best| best <= other.time(metric)), "{p} {times:?}: {}", other.name);
                }
            }
        }
    }

    #[test]
    fn it_finds_no_bubble_where_theory_has_one_without() {
        for p in [2, 4, 8] {
            for v in [1, 2] {
                let mut parameters = Parameters::new(p, 4 * p, v);
                // ZB-H2 needs 2p-1 microbatches, ZB-V p.
                parameters.options.insert("memory".to_owned(), if v == 1 { 2 * p } else { p }.to_string());
                parameters.options.insert("metric".to_owned(), "longest".to_owned());
                let schedule = SEARCH.build(parameters, Times::UNIT).unwrap();
                let time = 2 / schedule.parts;
                let run = simulate(&schedule, &Costs::even(&schedule, [time, time, time, 0]), Memory::UNTIL_WEIGHT, false).unwrap();
                assert_eq!(run.longest_stage, 2 * 3 * 4 * p as Time, "{p} {v}");
            }
        }
    }

    #[test]
    fn a_limit_that_nothing_keeps_is_told_with_the_least() {
        let mut parameters = Parameters::new(4, 8, 2);
        parameters.options.insert("memory".to_owned(), "0.5".to_owned());
        assert_eq!(SEARCH.build(parameters, Times::UNIT).unwrap_err(), "no schedule holds at most 0.5 microbatches; the least is 1");
    }
}
