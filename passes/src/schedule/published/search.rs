//! The best schedule for given costs under a limit of activations, and the front of time against activations.
//!
//! Starts are every published schedule of one chain that keeps one copy of the weights and all activations on their rank, with every divisor of v as its
//! stages a rank, and orders made for the costs by rules with many settings ([`greedy`]). From the best under each limit, local moves go on
//! ([`improve`]); small ones are searched to the end ([`exact`]). So the result is never worse than a published schedule of these at the same
//! activations, and comes with a time that no order can beat ([`bound`]). Stages may take different times.

mod bound;
mod exact;
mod greedy;
mod improve;
mod line;

use super::SCHEDULES;
use crate::schedule::{Chunks, Costs, Kind, Law, Memory, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Time, Times, simulate};
use greedy::Taste;
use line::{Clock, Line, Orders, Taken};

/// The search.
pub const SEARCH: ScheduleInfo = ScheduleInfo {
    name: "search",
    summary: "the fastest order found for the costs under a limit of activations, from every schedule of one chain here and from rules, by local moves",
    paper: "starts: the schedules of this list; bounds: this project",
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
        ScheduleOption { name: "effort", default: "1", summary: "passes that are run in the search for each limit and number of stages a rank, in millions" },
    ],
    build,
};

/// A schedule with what it takes.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it was made from.
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
    /// No order of one chain of a stage a rank, or of as many as were searched, takes less time and holds no more.
    pub bound: Time,
}

impl Found {
    /// The most activations of a rank, in microbatches of its share of the model.
    pub fn activations(&self) -> f64 {
        self.peak as f64 / self.parts as f64
    }
    /// What counts.
    pub fn time(&self, metric: Metric) -> Time {
        if metric == Metric::Makespan { self.makespan } else { self.longest_stage }
    }
}

/// Costs of a schedule's stages.
fn costs(schedule: &Schedule, parameters: &Parameters, times: Times) -> Option<Costs> {
    let mut costs = Costs::even(schedule, [times.forward, times.input, times.weight, times.hop]);
    if !parameters.uneven.is_empty() {
        if parameters.uneven.len() != schedule.stages.len() {
            return None;
        }
        let list = |kind: usize| parameters.uneven.iter().map(|stage| stage[kind]).collect();
        (costs.forward, costs.input, costs.weight) = (list(0), list(1), list(2));
        costs.recompute.clone_from(&costs.forward);
    }
    Some(costs)
}

/// Stages a rank: the divisors of v, or v where stages are not alike; with the times of such stages.
fn divisions(parameters: &Parameters, times: Times) -> Vec<(usize, Times)> {
    let v = parameters.chunks;
    let divisors = (1..=v).filter(|chunks| v.is_multiple_of(*chunks) && (parameters.uneven.is_empty() || *chunks == v));
    let scaled = divisors.map(|chunks| {
        let factor = (v / chunks) as Time;
        (chunks, Times { forward: times.forward * factor, input: times.input * factor, weight: times.weight * factor, ..times })
    });
    scaled.collect()
}

/// Every published schedule of one chain that keeps one copy of the weights and all activations on their rank, run on the costs.
pub fn published(parameters: &Parameters, times: Times) -> Vec<Found> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut found = Vec::new();
    for (chunks, times) in divisions(parameters, times) {
        for info in SCHEDULES.iter().filter(|info| info.synchronous && info.name != SEARCH.name) {
            let greedy = info.options.iter().any(|option| option.name == "order" && option.default == "fixed");
            for order in [None, Some("greedy")].into_iter().filter(|order| order.is_none() || greedy) {
                let mut given = Parameters::new(p, m, chunks);
                given.options.extend(order.map(|order| ("order".to_owned(), order.to_owned())));
                given.uneven.clone_from(&parameters.uneven);
                let Some(schedule) = info.build(given, times).ok().filter(comparable) else { continue };
                let name = format!("{}:v={chunks}{}", info.name, order.map(|order| format!(",order={order}")).unwrap_or_default());
                found.extend(run(name, schedule, parameters, times));
            }
        }
    }
    found
}

/// Whether a schedule is one chain of whole microbatches with one copy of the weights and no activations elsewhere.
fn comparable(schedule: &Schedule) -> bool {
    let chain = schedule.stages.iter().enumerate().all(|(stage, info)| info.copy_of.is_none() && info.after.iter().copied().eq(stage.checked_sub(1)));
    let own = schedule.orders.iter().flatten().all(|action| action.kind.computes());
    chain && own && schedule.slices == 1 && schedule.loads.is_empty() && schedule.sizes.is_empty()
}

fn run(name: String, schedule: Schedule, parameters: &Parameters, times: Times) -> Option<Found> {
    let costs = costs(&schedule, parameters, times)?;
    let run = simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).ok()?;
    let peak = run.peak.iter().copied().max().unwrap_or(0);
    Some(Found { name, parts: schedule.parts, schedule, makespan: run.makespan, longest_stage: run.longest_stage, peak, bound: 0 })
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

/// Which limits of activations are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limits {
    /// From one microbatch to twice the ranks, and none.
    All,
    /// One, in thousandths of a microbatch; `None`: as many as there are.
    One(Option<u64>),
}

/// Most limits that are searched for a number of stages a rank.
const MOST_LIMITS: usize = 24;

impl Limits {
    /// In microbatches of stages.
    fn of(self, line: &Line) -> Vec<u64> {
        let (chunks, ranks) = (line.chunks as u64, line.ranks as u64);
        let all = line.microbatches as u64 * chunks;
        let one = |limit: u64| vec![(limit * chunks / 1000).min(all)];
        match self {
            Limits::One(Some(limit)) => one(limit),
            // Beyond twice the ranks there is little to gain; less memory is tried as it may be as fast.
            Limits::One(None) => vec![(ranks * chunks).min(all), (2 * ranks * chunks).min(all), all],
            Limits::All => {
                let most = (2 * ranks * chunks).min(all);
                let step = (most - chunks.min(most)).div_ceil(MOST_LIMITS as u64).max(1);
                (chunks..=most).step_by(step as usize).chain([most, all]).collect()
            }
        }
    }
}

/// The front that the search finds: of everything published and everything found.
pub fn search(parameters: &Parameters, times: Times, limits: Limits) -> Result<Vec<Found>, String> {
    let parameters = &SEARCH.checked(parameters.clone())?;
    let metric = metric(parameters)?;
    let stages = parameters.ranks * parameters.chunks;
    if !parameters.uneven.is_empty() && parameters.uneven.len() != stages {
        return Err(format!("search: times of {} stages, of {stages}", parameters.uneven.len()));
    }
    let work = (parameters.thousandths("effort")? as usize).saturating_mul(1000);
    let mut found = published(parameters, times);
    let starts = found.clone();
    // For each line, times that nothing beats under limits.
    let mut bounds: Vec<(Line, Vec<(u64, Time)>)> = Vec::new();
    for (chunks, times) in divisions(parameters, times) {
        let cost = if parameters.uneven.is_empty() { vec![[times.forward, times.input, times.weight]; parameters.ranks * chunks] } else { parameters.uneven.clone() };
        for placement in [Placement::Loop, Placement::Snake].into_iter().take(chunks.min(2)) {
            let line = Line::new(placement, [parameters.ranks, chunks, parameters.microbatches], cost.clone(), times.hop);
            let seeds: Vec<(&str, Orders)> = starts.iter().filter_map(|start| Some((start.name.as_str(), line.words(&start.schedule)?))).collect();
            let mut limits = limits.of(&line);
            limits.sort_unstable();
            limits.dedup();
            let mut before: Option<(String, Orders)> = None;
            let mut known = Vec::new();
            for limit in limits {
                let seeds = seeds.iter().map(|(name, orders)| ((*name).to_owned(), orders.clone())).chain(before.take());
                let Some((name, orders, bound)) = under(&line, limit, metric, work, seeds) else { continue };
                found.extend(run(name.clone(), line.schedule(&orders), parameters, times));
                known.push((limit, bound));
                before = Some((name, orders));
            }
            bounds.push((line, known));
        }
    }
    let mut front = front(found, metric);
    for found in &mut front {
        // What is computed again is not held, so that no limit counts.
        let again = found.schedule.orders.iter().flatten().any(|action| action.kind == Kind::Recompute);
        let of_line = |(line, known): &(Line, Vec<(u64, Time)>)| {
            let limit = if again { u64::MAX } else { found.peak as u64 * line.chunks as u64 / found.parts };
            // What nothing beats with more, nothing beats with less.
            let known = known.iter().filter(|(other, _)| *other >= limit).map(|(_, bound)| *bound).max();
            bound::bound(line, limit, metric).max(known.unwrap_or(0))
        };
        found.bound = bounds.iter().map(of_line).min().unwrap_or(0);
    }
    Ok(front)
}

/// The best order of the line under a limit, what it was made from, and what none can beat.
fn under(line: &Line, limit: u64, metric: Metric, work: usize, seeds: impl Iterator<Item = (String, Orders)>) -> Option<(String, Orders, Time)> {
    let mut clock = Clock::new(line, metric);
    let mut pool: Vec<(Taken, String, Orders)> = Vec::new();
    let mut add = |name: String, orders: Orders| {
        if line.peaks(&orders).is_some_and(|peak| peak <= limit)
            && let Some(taken) = clock.run(&orders, Time::MAX)
        {
            pool.push((taken, name, orders));
        }
    };
    seeds.for_each(|(name, orders)| add(name, orders));
    for ahead in [0, 2, 4, 6, 16] {
        for gap in [0, 2, 4] {
            for (forward_first, deep_first) in [(false, false), (true, false), (false, true), (true, true)] {
                let taste = Taste { ahead, gap, forward_first, deep_first };
                // Where a rank has one stage, none is deeper.
                if let Some(orders) = greedy::order(line, limit, taste).filter(|_| line.chunks > 1 || !deep_first) {
                    add(format!("rules:v={}", line.chunks), orders);
                }
            }
        }
    }
    pool.sort_by_key(|(taken, ..)| *taken);
    let least = bound::bound(line, limit, metric);
    pool.dedup_by(|a, b| a.0 == b.0);
    // Some of the best, as the very best may lead nowhere.
    const STARTS: usize = 3;
    pool.truncate(STARTS);
    let share = work / STARTS;
    let mut best: Option<(Taken, String, Orders)> = None;
    for (taken, name, orders) in pool {
        if best.as_ref().is_some_and(|(best, ..)| best.0 <= least) {
            break;
        }
        let (orders, after) = improve::improve(line, orders, limit, metric, share, least);
        let name = if after.0 < taken.0 { format!("{name}, moved") } else { name };
        if best.as_ref().is_none_or(|(best, ..)| after < *best) {
            best = Some((after, name, orders));
        }
    }
    let (taken, name, orders) = best?;
    if metric == Metric::Makespan && taken.0 > least && work > 0 {
        let (done, better) = exact::search(line, limit, taken.0, least, work);
        if let Some(orders) = better {
            let value = clock.run(&orders, Time::MAX)?.0;
            return Some((format!("{name}, searched"), orders, if done { value } else { least }));
        }
        if done {
            return Some((name, orders, taken.0));
        }
    }
    Some((name, orders, least))
}

fn metric(parameters: &Parameters) -> Result<Metric, String> {
    match parameters.text("metric") {
        "makespan" => Ok(Metric::Makespan),
        "longest" => Ok(Metric::LongestStage),
        other => Err(format!("search: metric={other}: wanted makespan or longest")),
    }
}

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let memory = Some(parameters.thousandths("memory")?).filter(|memory| *memory > 0);
    let mut front = search(parameters, times, Limits::One(memory))?;
    let least = front.first().map_or(0.0, Found::activations);
    front.retain(|found| memory.is_none_or(|memory| found.activations() * 1000.0 <= memory as f64));
    let memory = parameters.text("memory");
    front.pop().map(|best| best.schedule).ok_or_else(|| format!("no schedule holds at most {memory} microbatches; the least is {least}"))
}

#[cfg(test)]
mod tests;
