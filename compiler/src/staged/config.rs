//! What a whole choice takes: stages become costs, the schedule simulator gives the step, and memory is added up.
//!
//! A stage's times are its layers' sums. ZeRO: stage 1 shares optimizer states over replicas (and, where products are in a narrow type, the wide parameters), 2 gradients too, 3 weights too
//! (Rajbhandari et al., SC 2020). Gradients are summed over replicas once a step, beside nothing; from stage 2 on they are scattered for every microbatch and, at stage 3, weights gathered
//! for both passes, beside kernels. A parameter that layers of several stages read is held by each, and its gradients are summed over them. Memory of a rank is weights, gradients and states, what its
//! microbatches in flight keep (as many as the simulator says, less where gradients of weights come later), the most that one layer needs while it runs, and a microbatch's gradients of weights. Invariant: two choices are compared by the same account.

use super::solve::Solved;
use super::tables::Tables;
use shardwright_ir::ElementType;
use shardwright_passes::cost::Collective;
use shardwright_passes::cost::compute::{Class, Work};
use shardwright_passes::schedule::info::parse;
use shardwright_passes::schedule::{Costs, Memory, Parameters, SCHEDULES, ScheduleInfo, Time, Times, simulate};
use shardwright_passes::train::recompute::Policy;
use std::fmt;
use std::ops::Range;

/// What the backward pass computes again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Again {
    /// Nothing.
    #[default]
    None,
    /// What costs little, where that makes what is kept less.
    Least,
    /// Attention's scores and probabilities.
    Scores,
    /// Whole layers.
    Layers,
}

impl Again {
    /// All of them.
    pub const ALL: [Again; 4] = [Again::None, Again::Least, Again::Scores, Again::Layers];
    /// Those that are tried where nothing is asked for: to keep all that backward passes read takes memory and saves next to no time.
    pub const TRIED: [Again; 3] = [Again::Least, Again::Scores, Again::Layers];

    /// Whether forward pieces hand the least to their backward pieces ([`Policy::hands_least`]).
    pub fn hands_least(self) -> bool {
        Policy::parse(self.as_str()).is_ok_and(Policy::hands_least)
    }

    /// Its name, that of `--recompute`.
    pub fn as_str(self) -> &'static str {
        match self {
            Again::None => "none",
            Again::Least => "min-cut",
            Again::Scores => "selective",
            Again::Layers => "full",
        }
    }
}

impl fmt::Display for Again {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How the stages of a rank run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RankPlan {
    /// Replicas.
    pub replicas: i64,
    /// Devices of a group.
    pub group: i64,
    /// Whether the group divides weights wherever that is not dear.
    pub divided: bool,
    /// What is computed again.
    pub again: Again,
    /// ZeRO's stage.
    pub zero: u8,
}

impl RankPlan {
    /// Its devices.
    pub fn devices(&self) -> i64 {
        self.replicas * self.group
    }
}

/// A whole choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Layers of the stages, in the order of the chain.
    pub stages: Vec<Range<usize>>,
    /// How each rank runs.
    pub ranks: Vec<RankPlan>,
    /// The schedule, by name, with its own options.
    pub schedule: String,
    /// Microbatches of a step.
    pub microbatches: i64,
    /// Rows of a microbatch, of all replicas together.
    pub microbatch_rows: i64,
}

impl Config {
    /// Stages a rank.
    pub fn chunks(&self) -> usize {
        self.stages.len() / self.ranks.len().max(1)
    }
    /// Whether all ranks have alike devices, recomputation and ZeRO, as one program on one mesh has.
    pub fn is_alike(&self) -> bool {
        self.ranks.windows(2).all(|pair| pair[0] == pair[1])
    }
}

/// Bytes of one rank's devices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RankMemory {
    /// Weights as layers read them, and as the optimizer does.
    pub weights: i64,
    /// Sums of gradients.
    pub gradients: i64,
    /// What the optimizer keeps.
    pub states: i64,
    /// Activations of microbatches in flight.
    pub activations: i64,
    /// What one layer needs while it runs.
    pub working: i64,
}

impl RankMemory {
    /// All of it.
    pub fn sum(&self) -> i64 {
        self.weights + self.gradients + self.states + self.activations + self.working
    }
}

/// What a choice takes.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// Seconds of a step, simulated.
    pub step: f64,
    /// Part of the step in which the busiest rank does nothing for a microbatch.
    pub bubble: f64,
    /// By stage: seconds of the forward and of the backward pass of a microbatch.
    pub stages: Vec<(f64, f64)>,
    /// Seconds that the busiest rank exchanges data within its groups.
    pub exchanged: f64,
    /// Seconds of summing gradients over replicas, and of the update, of the slowest stage.
    pub synchronised: f64,
    /// Seconds of the update of the slowest stage.
    pub updated: f64,
    /// Seconds from stage to stage.
    pub hop: f64,
    /// By rank.
    pub memory: Vec<RankMemory>,
}

impl Judged {
    /// The most that a device holds.
    pub fn peak(&self) -> i64 {
        self.memory.iter().map(RankMemory::sum).max().unwrap_or(0)
    }
}

/// What one stage takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageCost {
    /// Picoseconds of the forward pass of a microbatch.
    pub forward: i64,
    /// Of gradients of inputs, with what is computed again.
    pub input: i64,
    /// Of gradients of weights.
    pub weight: i64,
    /// Of these, exchange within the group.
    pub exchanged: i64,
    /// Exchange beside these, hidden by kernels.
    pub hidden: i64,
    /// Seconds of summing gradients over replicas.
    pub reduce: f64,
    /// Seconds of the update.
    pub update: f64,
    /// Bytes: weights, gradients, states.
    pub weights: i64,
    /// Sums of gradients.
    pub gradients: i64,
    /// What the optimizer keeps.
    pub states: i64,
    /// Activations of one microbatch.
    pub kept: i64,
    /// What is left of them between gradients of inputs and of weights, and what is added then.
    pub kept_late: i64,
    /// The most that a layer needs beside these, and the gradients of a microbatch before they are added to the sums.
    pub working: i64,
}

impl StageCost {
    /// Picoseconds of a microbatch.
    pub fn time(&self) -> i64 {
        self.forward + self.input + self.weight
    }
    /// Bytes with so many microbatches in flight.
    pub fn bytes(&self, in_flight: i64) -> i64 {
        self.weights + self.gradients + self.states + self.working + self.kept * in_flight
    }
}

/// Sums over the first layers of the chain, one entry more than there are layers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    forward: i64,
    input: i64,
    weight: i64,
    exchanged: i64,
    hidden: i64,
    kept: i64,
    kept_late: i64,
    elements: i64,
    /// Bytes of weights as layers read them, and as the optimizer has them where that is wider.
    read: i64,
    wide: i64,
}

/// Layers in a chain, added up.
#[derive(Clone, Debug, Default)]
pub(super) struct Added {
    sums: Vec<Sums>,
    /// By layer: the most that it needs while it runs.
    working: Vec<i64>,
}

impl Added {
    /// Adds up the layers of a chain.
    pub fn new(tables: &Tables, solved: &[Solved], again: Again) -> Added {
        let mut all = Added { sums: vec![Sums::default()], working: Vec::new() };
        for layer in &tables.chain {
            let one = &solved[layer.kind];
            let (passes, kept) = one.way(again);
            let working = one.working - kept.forward;
            let last = all.sums[all.sums.len() - 1];
            let mut next = Sums {
                forward: last.forward + passes.forward,
                input: last.input + passes.input,
                weight: last.weight + passes.weight,
                exchanged: last.exchanged + passes.exchanged,
                hidden: last.hidden + passes.hidden,
                kept: last.kept + kept.forward,
                kept_late: last.kept_late + kept.input,
                ..last
            };
            for (held, &parameter) in one.weights.iter().zip(&layer.parameters) {
                let bytes = tables.parameters.get(parameter).map_or(held.element_bytes, |parameter| parameter.element_bytes);
                next.elements += held.elements;
                next.read += held.elements * held.element_bytes;
                next.wide += if bytes > held.element_bytes { held.elements * bytes } else { 0 };
            }
            all.sums.push(next);
            all.working.push(working.max(0));
        }
        all
    }
}

/// What layers take as one stage with `rows` a group.
///
/// # Errors
/// A layer that cannot be planned, or a machine that is too small.
pub fn stage_cost(tables: &mut Tables, layers: Range<usize>, rank: &RankPlan, rows: i64) -> Result<StageCost, String> {
    let added = tables.added(rows, rank).map_err(|fault| fault.diagnostics.to_string())?;
    let (from, to) = (added.sums[layers.start], added.sums[layers.end]);
    let (mut elements, mut read, mut wide) = (to.elements - from.elements, to.read - from.read, to.wide - from.wide);
    // A parameter that several layers read is held once where they are of one stage.
    for (parameter, readers) in &tables.shared {
        let inside = readers.iter().filter(|(layer, _)| layers.contains(layer)).count() as i64;
        if let Some(&(layer, place)) = readers.first().filter(|_| inside > 1) {
            let solved = tables.solved_now(rows, rank);
            let held = solved.map(|solved| (solved[tables.chain[layer].kind].weights[place].clone(), tables.parameters[*parameter].element_bytes));
            if let Some((held, bytes)) = held {
                elements -= (inside - 1) * held.elements;
                read -= (inside - 1) * held.elements * held.element_bytes;
                wide -= if bytes > held.element_bytes { (inside - 1) * held.elements * bytes } else { 0 };
            }
        }
    }
    let mut cost = StageCost {
        forward: to.forward - from.forward,
        input: to.input - from.input,
        weight: to.weight - from.weight,
        exchanged: to.exchanged - from.exchanged,
        hidden: to.hidden - from.hidden,
        kept: to.kept - from.kept,
        kept_late: to.kept_late - from.kept_late,
        working: added.working[layers.clone()].iter().copied().max().unwrap_or(0),
        ..StageCost::default()
    };
    let (sums, states) = (4 * elements, tables.state_bytes * elements);
    let share = |bytes: i64, stage: u8| if rank.zero >= stage { (bytes + rank.replicas - 1) / rank.replicas } else { bytes };
    cost.weights = share(read, 3) + share(wide, 1);
    cost.gradients = share(sums, 2);
    cost.working += share(sums, 2);
    cost.states = share(states, 1);
    if rank.replicas > 1 {
        let over = (rank.replicas, rank.group);
        let mut price = |kind: Collective, bytes: i64| tables.over_replicas(kind, over, bytes).map_err(|why| why.to_string());
        let part = (read + rank.replicas - 1) / rank.replicas;
        let to = |seconds: f64| (seconds * 1e12) as i64;
        match rank.zero {
            0 => cost.reduce = price(Collective::AllReduce, sums)?,
            1 => cost.reduce = price(Collective::ReduceScatter, sums)? + price(Collective::AllGather, part)?,
            stage => {
                // Beside the kernels of the same pass.
                cost.weight = cost.weight.max(to(price(Collective::ReduceScatter, read)?) - cost.input);
                let gather = price(Collective::AllGather, part)?;
                if stage == 2 {
                    cost.reduce = gather;
                } else {
                    cost.forward = cost.forward.max(to(gather));
                    cost.input = cost.input.max(to(gather) - cost.weight);
                    // The layer that runs, and the next one.
                    cost.working += 2 * read / layers.len().max(1) as i64;
                }
            }
        }
    }
    // Reads gradients, states and weights, writes states and weights.
    let touched = share(sums, 1) + 2 * share(states, 1) + if wide > 0 { 2 * share(wide, 1) + share(read, 1) } else { 2 * share(read, 1) };
    let work = Work { class: Class::Elementwise, element: ElementType::F32, reduced: false, flops: 0, bytes: touched };
    cost.update = tables.kernels.within(&work);
    Ok(cost)
}

/// Parts of what a microbatch keeps in which the simulator counts.
const PARTS: i64 = 1 << 10;

/// Picoseconds as the simulator's whole units.
fn units(picoseconds: i64) -> Time {
    Time::try_from(picoseconds.max(0)).unwrap_or(0)
}

/// The schedule of a choice and its parameters.
fn schedule_of(config: &Config) -> Result<(&'static ScheduleInfo, Parameters), String> {
    let (p, v) = (config.ranks.len(), config.chunks());
    if p == 0 || config.stages.len() != p * v {
        return Err(format!("{} stages do not divide by {p} ranks", config.stages.len()));
    }
    let name = config.schedule.split(':').next().unwrap_or("");
    let options = config.schedule.split_once(':').map_or(String::new(), |(_, rest)| format!(",{rest}"));
    parse(&format!("{name}:p={p},m={},v={v}{options}", config.microbatches), SCHEDULES)
}

/// The rank of each stage.
///
/// # Errors
/// A schedule that does not allow the choice, or has copies of stages.
pub fn ranks_of(config: &Config) -> Result<Vec<usize>, String> {
    let (info, parameters) = schedule_of(config)?;
    // Ranks of stages depend neither on times nor on the number of microbatches; a small schedule tells them sooner.
    let few = Parameters { microbatches: parameters.microbatches.min(2 * parameters.ranks * parameters.chunks), ..parameters.clone() };
    let place = info.build(few, Times::UNIT).or_else(|_| info.build(parameters, Times::UNIT))?;
    if place.stages.len() != config.stages.len() || place.stages.iter().any(|stage| stage.copy_of.is_some()) {
        return Err(format!("{} has {} stages with copies of weights, {} without are planned", info.name, place.stages.len(), config.stages.len()));
    }
    Ok(place.stages.iter().map(|stage| stage.rank).collect())
}

/// How a program runs, where that is not as ours do: for plans of others, judged as they ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// A device computes nothing while it exchanges with others of its group.
    pub exchange_waits: bool,
    /// A rank computes nothing while it sends to another.
    pub sends_wait: bool,
    /// Gradients are summed over replicas beside the last backward pass.
    pub sums_beside: bool,
}

/// What a choice takes.
///
/// # Errors
/// A schedule that does not allow it, a layer that cannot be planned.
pub fn judge(tables: &mut Tables, config: &Config, habits: Habits) -> Result<Judged, String> {
    let p = config.ranks.len();
    let (info, parameters) = schedule_of(config)?;
    let rank_of = ranks_of(config)?;
    let mut costs = Vec::with_capacity(config.stages.len());
    for (stage, layers) in config.stages.iter().enumerate() {
        let rank = &config.ranks[rank_of[stage]];
        if config.microbatch_rows % rank.replicas != 0 {
            return Err(format!("{} rows do not divide by {} replicas", config.microbatch_rows, rank.replicas));
        }
        costs.push(stage_cost(tables, layers.clone(), rank, config.microbatch_rows / rank.replicas)?);
    }
    tie(tables, config, &rank_of, &mut costs)?;
    if habits.exchange_waits {
        costs.iter_mut().for_each(|cost| cost.weight += cost.hidden);
    }
    if habits.sums_beside {
        costs.iter_mut().for_each(|cost| cost.reduce = (cost.reduce - (cost.input + cost.weight) as f64 / 1e12).max(0.0));
    }
    let mut hop = 0f64;
    for stage in 0..config.stages.len().saturating_sub(1) {
        if rank_of[stage] != rank_of[stage + 1] {
            let rank = config.ranks[rank_of[stage]];
            let (bytes, whole) = sent(tables, config.stages[stage].end - 1, &rank, config.microbatch_rows / rank.replicas)?;
            hop = hop.max(tables.hop((rank.replicas, rank.group), bytes, whole).map_err(|why| why.to_string())?);
        }
    }
    let average = |of: &dyn Fn(&StageCost) -> i64| units(costs.iter().map(of).sum::<i64>() / costs.len().max(1) as i64);
    let times = Times { forward: average(&|cost| cost.forward), input: average(&|cost| cost.input), weight: average(&|cost| cost.weight), hop: (hop * 1e12) as Time, offload: 0 };
    let schedule = info.build(parameters, times)?;
    let most = |of: &dyn Fn(&StageCost) -> f64| costs.iter().map(of).fold(0.0, f64::max);
    let (reduce, update) = (most(&|cost| cost.reduce), most(&|cost| cost.update));
    let given = Costs {
        forward: costs.iter().map(|cost| units(cost.forward)).collect(),
        input: costs.iter().map(|cost| units(cost.input)).collect(),
        weight: costs.iter().map(|cost| units(cost.weight)).collect(),
        reduce: costs.iter().map(|cost| (cost.reduce * 1e12) as Time).collect(),
        update: costs.iter().map(|cost| (cost.update * 1e12) as Time).collect(),
        overlap: !habits.sends_wait,
        ..Costs::even(&schedule, [0, 0, 0, times.hop])
    };
    let (kept, late) = (costs.iter().map(|cost| cost.kept).sum::<i64>().max(1), costs.iter().map(|cost| cost.kept_late).sum::<i64>());
    let left = i64::try_from(i128::from(late) * i128::from(PARTS) / i128::from(kept)).unwrap_or(i64::MAX);
    let held = Memory { forward: PARTS, input: left - PARTS, weight: -left, boundary: 0 };
    let run = simulate(&schedule, &given, held, false).map_err(|stuck| stuck.to_string())?;
    let step = run.makespan as f64 / 1e12;
    let busy = (0..p).map(|rank| (0..costs.len()).filter(|&stage| rank_of[stage] == rank).map(|stage| costs[stage].time()).sum::<i64>()).max().unwrap_or(0) as f64 / 1e12 * config.microbatches as f64;
    let memory = (0..p).map(|rank| {
        let own: Vec<&StageCost> = (0..costs.len()).filter(|&stage| rank_of[stage] == rank).map(|stage| &costs[stage]).collect();
        let most = |of: &dyn Fn(&StageCost) -> i64| own.iter().map(|cost| of(cost)).max().unwrap_or(0);
        let all = |of: &dyn Fn(&StageCost) -> i64| own.iter().map(|cost| of(cost)).sum::<i64>();
        RankMemory {
            weights: all(&|cost| cost.weights),
            gradients: all(&|cost| cost.gradients),
            states: all(&|cost| cost.states),
            // In-flight passes of a rank are of all of its stages alike.
            activations: i64::try_from(i128::from(all(&|cost| cost.kept)) * i128::from(run.peak[rank]) / (own.len().max(1) as i128 * i128::from(PARTS))).unwrap_or(i64::MAX),
            working: most(&|cost| cost.working),
        }
    });
    let exchanged = (0..p).map(|rank| (0..costs.len()).filter(|&stage| rank_of[stage] == rank).map(|stage| costs[stage].exchanged).sum::<i64>()).max().unwrap_or(0);
    Ok(Judged {
        step,
        bubble: ((step - busy - reduce - update) / step).max(0.0),
        stages: costs.iter().map(|cost| (cost.forward as f64 / 1e12, (cost.input + cost.weight) as f64 / 1e12)).collect(),
        exchanged: exchanged as f64 / 1e12 * config.microbatches as f64,
        synchronised: reduce,
        updated: update,
        hop,
        memory: memory.collect(),
    })
}

/// Bytes that a device sends after a layer, and whether all of them are whole on each device of the group.
fn sent(tables: &mut Tables, layer: usize, rank: &RankPlan, rows: i64) -> Result<(i64, bool), String> {
    let solved = tables.solved(rows, rank.group, rank.divided).map_err(|fault| fault.diagnostics.to_string())?;
    let mut from: Vec<usize> = tables.crossing[layer].iter().map(|&(from, _)| from).collect();
    from.dedup();
    let kinds = || from.iter().map(|&from| &solved[tables.chain[from].kind]);
    Ok((kinds().map(|one| one.sent).sum(), kinds().all(|one| one.sent_whole)))
}

/// Adds the sums of gradients of parameters that stages on several ranks read.
fn tie(tables: &mut Tables, config: &Config, rank_of: &[usize], costs: &mut [StageCost]) -> Result<(), String> {
    for (_, readers) in tables.shared.clone() {
        let mut list: Vec<(usize, i64)> = Vec::new();
        for (layer, place) in readers {
            let Some(stage) = config.stages.iter().position(|layers| layers.contains(&layer)) else { continue };
            let rank = config.ranks[rank_of[stage]];
            let solved = tables.solved(config.microbatch_rows / rank.replicas, rank.group, rank.divided).map_err(|fault| fault.diagnostics.to_string())?;
            if list.iter().all(|(other, _)| rank_of[*other] != rank_of[stage]) {
                list.push((stage, 4 * solved[tables.chain[layer].kind].weights[place].elements));
            }
        }
        if list.len() < 2 {
            continue;
        }
        let bytes = list.iter().map(|(_, bytes)| *bytes).max().unwrap_or(0);
        // Two stages far from each other: as replicas of a whole stage's devices apart.
        let rank = config.ranks[rank_of[list[0].0]];
        let seconds = tables.over_replicas(Collective::AllReduce, (list.len() as i64, rank.devices()), bytes).map_err(|why| why.to_string())?;
        list.iter().for_each(|(stage, _)| costs[*stage].reduce += seconds);
    }
    Ok(())
}
