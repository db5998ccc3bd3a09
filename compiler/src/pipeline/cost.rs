//! What a pipelined program takes and holds: stage times by the cost model, the step by the schedule's simulation, memory by going through each rank's steps.
//!
//! Invariants: times are whole picoseconds, so that a simulation can be done again from what is written and gives the same; memory is that of the worst
//! device: arguments, sums, values between the piece that makes them and the last that reads them, and what a piece needs while it runs.

use super::compile::Asked;
use super::manifest::PieceSource;
use super::steps::{Key, Layouts, Plan, Read, Step, layouts, standing_for};
use crate::files::read_text;
use crate::manifest::{Manifest, Port};
use serde::{Deserialize, Serialize};
use shardwright_ir::Module;
use shardwright_ir::role::Role;
use shardwright_passes::analysis::memory::{Memory, Parts, memory};
use shardwright_passes::analysis::traffic::traffic;
use shardwright_passes::cost::collective::Collective;
use shardwright_passes::cost::compute::ComputeCosts;
use shardwright_passes::cost::program::price_of;
use shardwright_passes::cost::simulate::{ClassTotal, Costs as KernelCosts, Simulated, by_class, picoseconds, seconds, simulate as simulate_program};
use shardwright_passes::cost::{CollectiveCosts, Price};
use shardwright_passes::schedule::{self, Costs, Schedule, Time, Times, ideal, simulate};
use shardwright_passes::stage::pieces::Phase;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What the actions of each stage take, in picoseconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StageCosts {
    /// Forward, a stage.
    pub forward: Vec<Time>,
    /// The backward pass up to what the stage before waits for.
    pub input: Vec<Time>,
    /// The rest of it.
    pub weight: Vec<Time>,
    /// What runs once before the microbatches.
    pub before: Vec<Time>,
    /// What runs once after them.
    pub update: Vec<Time>,
    /// Latency of a message between ranks.
    pub hop: Time,
    /// How long the largest one keeps a link busy.
    pub wire: Time,
    /// Summing the gradients of a stage over its copies.
    pub reduce: Time,
    /// Moving a microbatch's activations off the devices.
    pub offload: Time,
    /// Whether updates wait for all stages.
    pub barrier: bool,
}

/// What a pipelined program takes and holds.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// What stages take.
    pub costs: StageCosts,
    /// Seconds of a step, what runs before the first microbatch included.
    pub step: f64,
    /// Seconds of it that the rank with most to do waits.
    pub bubble: f64,
    /// Of the rank with most of each: seconds of kernels, of collectives inside stages, and of those that no kernel hides.
    pub compute: f64,
    /// See `compute`.
    pub communication: f64,
    /// See `compute`.
    pub exposed: f64,
    /// Operations of a device, of the rank with most.
    pub flops: i64,
    /// Bytes of weights on a device, of the rank with most.
    pub weights: i64,
    /// Bytes on the worst device.
    pub memory: Memory,
    /// The peak of each rank.
    pub peaks: Vec<i64>,
    /// Values sent from rank to rank in a step, and their bytes on one device.
    pub sent: (i64, i64),
    /// Kernels and collectives by class, of all stages.
    pub classes: Vec<ClassTotal>,
}

/// What one piece takes.
struct PieceTimes {
    times: Simulated,
    communication: f64,
}

/// What the pieces take; kept with the figures until these are made.
pub struct Taken {
    costs: StageCosts,
    pieces: Vec<PieceTimes>,
}

/// Prices the pieces of each stage and the messages between stages.
///
/// # Errors
/// That the machine cannot have so many devices.
pub fn stage_costs(manifest: &Manifest, programs: &[&Module], ranks: &[Vec<i64>], stages: usize, asked: &Asked) -> Result<Taken, String> {
    let pricing = asked.pricing;
    let machine = |error: shardwright_ir::machine::MachineError| error.to_string();
    let compute = ComputeCosts::new(&pricing.machine.device, pricing.profile);
    let none = || vec![0; stages];
    let mut costs = StageCosts { forward: none(), input: none(), weight: none(), before: none(), update: none(), ..StageCosts::default() };
    let mut pieces = Vec::new();
    for (piece, module) in manifest.pieces.iter().zip(programs) {
        let func = module.main().ok_or("a piece has no main function")?;
        let mesh = module.main_mesh().map(|(_, mesh)| mesh.clone()).unwrap_or_default();
        let collectives = CollectiveCosts::new(pricing.machine, &mesh).map_err(machine)?;
        let times = simulate_program(func, &KernelCosts { compute: &compute, collectives: &collectives, overlap: pricing.overlap });
        let sites = traffic(module, mesh.num_devices()).sites;
        let price = |site: &shardwright_passes::analysis::traffic::Site| price_of(func, site.op, &collectives).map_or(Price::NOTHING, |(price, _)| price).seconds * site.times as f64;
        let communication = sites.iter().map(price).sum();
        let list = match piece.phase {
            Phase::Before => &mut costs.before,
            Phase::Forward => &mut costs.forward,
            Phase::Input => &mut costs.input,
            Phase::Weight => &mut costs.weight,
            Phase::After(round) => {
                costs.barrier |= round > 0;
                &mut costs.update
            }
        };
        let slot = list.get_mut(piece.stage).ok_or_else(|| format!("there is no stage {}", piece.stage))?;
        *slot = slot.saturating_add(times.step);
        pieces.push(PieceTimes { times, communication });
    }
    let links = CollectiveCosts::new(pricing.machine, asked.mesh).map_err(machine)?;
    let sent = |bytes: i64| {
        let pairs: Vec<Vec<Vec<i64>>> = ranks.windows(2).map(|pair| pair[0].iter().zip(&pair[1]).map(|(from, to)| vec![*from, *to]).collect()).collect();
        let price = |groups: &Vec<Vec<i64>>| picoseconds(links.price_groups(Collective::Permute, groups, u64::try_from(bytes).unwrap_or(0)).seconds);
        pairs.iter().map(price).max().unwrap_or(0)
    };
    let crossing = largest_crossing(manifest)?;
    costs.hop = if crossing > 0 { sent(1) } else { 0 };
    costs.wire = sent(crossing).saturating_sub(costs.hop);
    let mut sums = vec![0i64; stages];
    for sum in &manifest.sums {
        sums[manifest.pieces[sum.piece].stage] += bytes(&manifest.pieces[sum.piece].outputs[sum.index])?;
    }
    costs.reduce = sent(sums.into_iter().max().unwrap_or(0));
    let held = manifest.pieces.iter().filter(|piece| piece.phase == Phase::Forward).map(|piece| piece.outputs.iter().map(bytes).sum::<Result<i64, _>>());
    costs.offload = sent(held.collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or(0));
    Ok(Taken { costs, pieces })
}

/// The most bytes that a device sends from stage to stage for one microbatch.
fn largest_crossing(manifest: &Manifest) -> Result<i64, String> {
    let mut crossing: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for piece in &manifest.pieces {
        for source in &piece.from {
            let PieceSource::Result(from, index) = *source else { continue };
            if manifest.pieces[from].stage != piece.stage && piece.phase.is_repeated() && manifest.pieces[from].phase.is_repeated() {
                crossing.entry(from).or_default().insert(index);
            }
        }
    }
    let of = |(piece, results): (&usize, &BTreeSet<usize>)| results.iter().map(|&index| bytes(&manifest.pieces[*piece].outputs[index])).sum::<Result<i64, String>>();
    Ok(crossing.iter().map(of).collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or(0))
}

/// What schedules that are made for costs are told: means over stages.
pub fn times_of(taken: &Taken) -> Times {
    let mean = |list: &[Time]| list.iter().sum::<Time>() / list.len().max(1) as Time;
    let costs = &taken.costs;
    Times { forward: mean(&costs.forward), input: mean(&costs.input), weight: mean(&costs.weight), hop: costs.hop.saturating_add(costs.wire), offload: costs.offload }
}

impl StageCosts {
    /// Costs of a schedule's stages, copies included.
    ///
    /// # Errors
    /// Where it has other stages.
    pub fn of(&self, schedule: &Schedule) -> Result<Costs, String> {
        let stages = self.forward.len();
        let of = |list: &[Time]| -> Result<Vec<Time>, String> {
            let original = |(index, stage): (usize, &schedule::Stage)| list.get(stage.copy_of.unwrap_or(index)).copied();
            schedule.stages.iter().enumerate().map(original).collect::<Option<_>>().ok_or_else(|| format!("there are costs of {stages} stages, the schedule has others"))
        };
        let copied = schedule.stages.iter().any(|stage| stage.copy_of.is_some());
        Ok(Costs {
            forward: of(&self.forward)?,
            input: of(&self.input)?,
            weight: of(&self.weight)?,
            recompute: of(&self.forward)?,
            hop: self.hop,
            wire: self.wire,
            node: 0,
            overlap: true,
            pair: None,
            before: of(&self.before)?,
            unshard: vec![0; schedule.stages.len()],
            reduce: vec![if copied { self.reduce } else { 0 }; schedule.stages.len()],
            update: of(&self.update)?,
            barrier: self.barrier,
            offload: self.offload,
            jitter: 0,
            seed: 0,
        })
    }
}

/// What the simulation of a compiled program goes by.
pub struct Scheduled {
    /// The schedule.
    pub schedule: Schedule,
    /// What was asked for.
    pub name: String,
    /// What stages take.
    pub costs: StageCosts,
}

/// The schedule of an output folder, and the stage times of its report.
///
/// # Errors
/// Where the folder holds no pipelined program.
pub fn scheduled(folder: &Path) -> Result<Scheduled, String> {
    let manifest = Manifest::read(folder)?;
    let Some(written) = &manifest.schedule else {
        return Err(format!("{}: the program has no pipeline schedule to simulate: compile it with --pipeline", folder.display()));
    };
    let path = folder.join("report.json");
    let at = |why: String| format!("{}: {why}", path.display());
    let report: serde_json::Value = serde_json::from_str(&read_text(&path)?).map_err(|error| at(error.to_string()))?;
    let costs: StageCosts = serde_json::from_value(report["pipeline"]["costs"].clone()).map_err(|error| at(format!("no costs of stages: {error}")))?;
    Ok(Scheduled { schedule: written.schedule()?, name: written.name.clone(), costs })
}

/// What the schedule makes of the stages' costs, and what its ranks hold.
///
/// # Errors
/// Where the schedule does not end, or a type is unknown.
pub fn figures(manifest: &Manifest, programs: &[&Module], schedule: &Schedule, plan: &Plan, taken: Taken) -> Result<Figures, String> {
    let Taken { costs, pieces } = taken;
    let of_stages = costs.of(schedule)?;
    let simulation = simulate(schedule, &of_stages, schedule::Memory::UNTIL_WEIGHT, false).map_err(|stuck| stuck.to_string())?;
    let bubble = seconds(simulation.makespan.saturating_sub(ideal(schedule, &of_stages)));
    let mut figures = Figures { step: seconds(simulation.makespan), bubble, ..Figures::default() };
    let mut items = Vec::new();
    let inside: Vec<Memory> = programs.iter().map(|program| program.main().map(memory).unwrap_or_default()).collect();
    let flops: Vec<i64> = programs.iter().map(|program| flops_of(program)).collect();
    let places = layouts(manifest);
    // What the rank with most does in a step.
    for rank in 0..plan.ranks.len() {
        let mut runs: BTreeMap<usize, i64> = BTreeMap::new();
        for (step, _) in &plan.ranks[rank] {
            match step {
                Step::Run(run) => *runs.entry(run.piece).or_default() += 1,
                Step::Send(key, to) => {
                    let (piece, index) = plan.form(*key);
                    let count = i64::try_from(to.len()).unwrap_or(i64::MAX);
                    figures.sent.0 += count;
                    figures.sent.1 += count.saturating_mul(bytes(&manifest.pieces[piece].outputs[index])?);
                }
                Step::Offload(..) | Step::Reload(..) => {}
            }
        }
        let sum = |of: &dyn Fn(usize) -> f64| runs.iter().map(|(&piece, &times)| of(piece) * times as f64).sum::<f64>();
        figures.compute = figures.compute.max(sum(&|piece| seconds(pieces[piece].times.compute)));
        figures.communication = figures.communication.max(sum(&|piece| pieces[piece].communication));
        figures.exposed = figures.exposed.max(sum(&|piece| seconds(pieces[piece].times.exposed)));
        let done = runs.iter().map(|(&piece, &times)| flops[piece].saturating_mul(times)).fold(0, i64::saturating_add);
        figures.flops = figures.flops.max(done);
        for (&piece, &times) in &runs {
            for item in &pieces[piece].times.items {
                let mut item = *item;
                item.times = item.times.saturating_mul(times);
                items.push(item);
            }
        }
        hold(manifest, &inside, &places, plan, rank, &mut figures)?;
    }
    figures.classes = by_class(&items);
    figures.costs = costs;
    Ok(figures)
}

fn flops_of(program: &Module) -> i64 {
    program.main().map_or(0, |func| crate::report::flops(func, func.body()))
}

fn bytes(port: &Port) -> Result<i64, String> {
    Ok(port.local_type()?.byte_size())
}

/// Goes through a rank's steps and adds what its devices hold to the figures. `inside` is what each piece holds by itself, `places` the arguments that lie alike.
fn hold(manifest: &Manifest, inside: &[Memory], places: &Layouts, plan: &Plan, rank: usize, figures: &mut Figures) -> Result<(), String> {
    let of = |key: Key| {
        let (piece, index) = plan.form(key);
        bytes(&manifest.pieces[piece].outputs[index])
    };
    // Arguments of the program stay for the whole step.
    let mut taken: BTreeMap<(usize, usize), (usize, i64)> = BTreeMap::new();
    for (step, _) in &plan.ranks[rank] {
        let Step::Run(run) = step else { continue };
        for (position, read) in plan.reads(*run).enumerate() {
            if let Read::Input(index) = read {
                let place = standing_for(places, (run.piece, position));
                taken.insert(place, (index, bytes(&manifest.pieces[place.0].inputs[place.1])?));
            }
        }
    }
    let arguments = |wanted: &dyn Fn(&Port) -> bool| taken.values().filter(|(index, _)| wanted(&manifest.inputs[*index])).map(|(_, bytes)| bytes).sum::<i64>();
    let role = |wanted: Role| arguments(&|port| port.in_step.role == Some(wanted));
    let own = Memory { arguments: arguments(&|_| true), parameters: role(Role::Parameter), optimizer: role(Role::Optimizer), ..Memory::default() };
    figures.weights = figures.weights.max(arguments(&|port| port.weight.is_some()));
    let mut held: BTreeMap<Key, i64> = BTreeMap::new();
    let mut now = Memory { ..own };
    let mut outputs: BTreeMap<usize, i64> = BTreeMap::new();
    for (step, gone) in &plan.ranks[rank] {
        if let Step::Run(run) = step {
            let mut hold = |key: Key| -> Result<(), String> {
                held.insert(key, of(key)?);
                Ok(())
            };
            for read in plan.reads(*run) {
                match read {
                    Read::Value(key) => hold(key)?,
                    Read::Added(keys) => keys.into_iter().try_for_each(&mut hold)?,
                    Read::Input(_) | Read::Microbatch(_) => {}
                }
            }
            let inside = &inside[run.piece];
            let sums: i64 = held.iter().filter(|(key, _)| matches!(key, Key::Sum { .. })).map(|(_, bytes)| bytes).sum();
            let values = held.values().sum::<i64>() - sums;
            let peak = own.arguments + sums + values + outputs.values().sum::<i64>() + (inside.peak - inside.arguments);
            now.gradients = now.gradients.max(sums);
            now.activations = now.activations.max(values);
            if peak > now.peak {
                now.peak = peak;
                let within = inside.at_peak;
                now.at_peak = Parts { gradients: within.gradients + sums, activations: within.activations + values, ..within };
            }
            for (key, port) in plan.writes(*run).zip(&manifest.pieces[run.piece].outputs) {
                held.insert(key, bytes(port)?);
            }
            for (index, key) in plan.adds(*run) {
                held.insert(key, bytes(&manifest.pieces[run.piece].outputs[index])?);
            }
            let piece = &manifest.pieces[run.piece];
            for (index, (port, results)) in piece.outputs.iter().zip(&piece.results).enumerate() {
                // What lies in an argument's place takes no more.
                if piece.inputs.iter().any(|input| input.in_step.next == Some(index)) {
                    continue;
                }
                for &result in results {
                    outputs.insert(result, bytes(port)?);
                }
            }
        }
        for key in gone {
            held.remove(key);
        }
    }
    now.outputs = outputs.values().sum();
    figures.peaks.push(now.peak);
    let most = &mut figures.memory;
    if now.peak > most.peak {
        (most.peak, most.at_peak) = (now.peak, now.at_peak);
    }
    for (most, now) in [
        (&mut most.arguments, now.arguments),
        (&mut most.parameters, now.parameters),
        (&mut most.optimizer, now.optimizer),
        (&mut most.outputs, now.outputs),
        (&mut most.gradients, now.gradients),
        (&mut most.activations, now.activations),
    ] {
        *most = (*most).max(now);
    }
    Ok(())
}
