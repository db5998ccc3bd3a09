//! How long a per-device program takes: an event simulation of its streams.
//!
//! There is a stream that computes and one for the collectives of each level of the machine (a collective is on the stream of the outermost
//! level that it crosses). Streams take what they are given in program order, one after another; a kernel or collective starts when its
//! stream is free and its operands are there. So a collective hides behind the kernels between it and the first op that needs its result;
//! nothing is reordered. With [`Overlap::None`] a collective also waits for the computing stream, and that for it. A loop is its body, simulated once from idle streams to
//! idle streams, times its trip count (once where that is unknown); of branches the slowest counts. All devices run alike, and collectives do not slow kernels down.
//! Time is in picoseconds, so sums are exact and the same on every host. Invariants: `step = compute + exposed`; `step` is at least the work of every stream and at
//! most that of all together; time is linear in the program.

use super::compute::{ComputeCosts, Priced, Work};
use super::fuse::{Kernel, Kernels, Role};
use super::program::{explain_price, price_of};
use super::{Collective, CollectiveCosts};
use crate::analysis::traffic::trip_count;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, OpId, Region, Value};
use smallvec::SmallVec;

/// Whether collectives run beside kernels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overlap {
    /// One thing at a time.
    None,
    /// Whatever does not wait for its operands or its stream.
    #[default]
    Dataflow,
}

impl Overlap {
    /// The name that options and reports give it.
    pub fn as_str(self) -> &'static str {
        match self {
            Overlap::None => "none",
            Overlap::Dataflow => "dataflow",
        }
    }
}

/// What is simulated with.
#[derive(Clone, Copy, Debug)]
pub struct Costs<'a> {
    /// Prices of kernels.
    pub compute: &'a ComputeCosts,
    /// Prices of collectives.
    pub collectives: &'a CollectiveCosts,
    /// Whether they overlap.
    pub overlap: Overlap,
}

/// The times of a program, in picoseconds.
#[derive(Clone, Debug, Default)]
pub struct Simulated {
    /// All kernels together.
    pub compute: u64,
    /// All collectives together, whether something ran beside them or not.
    pub communication: u64,
    /// What collectives take that no kernel hides.
    pub exposed: u64,
    /// From the start to the end of everything.
    pub step: u64,
    /// Every kernel and collective that runs, in program order.
    pub items: Vec<Item>,
    /// The kernels of the function.
    pub kernels: Kernels,
}

/// A kernel or collective.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Item {
    /// The op, of a kernel the last.
    pub op: OpId,
    /// What it is.
    pub kind: Kind,
    /// How often it runs.
    pub times: i64,
    /// Picoseconds of one run.
    pub each: u64,
    /// When the first run starts, on the clock of its region.
    pub start: u64,
}

/// What an item is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    /// A kernel.
    Kernel(Kernel),
    /// A collective on the stream of a level.
    Collective {
        /// What it does.
        collective: Collective,
        /// The level.
        level: usize,
    },
}

impl Item {
    /// Picoseconds of all runs.
    pub fn total(&self) -> u64 {
        self.each.saturating_mul(u64::try_from(self.times).unwrap_or(0))
    }

    /// What one run costs, with its formula; `kernels` are those of the function.
    pub fn explain(&self, func: &Func, kernels: &Kernels, costs: &Costs) -> Option<Priced> {
        match &self.kind {
            Kind::Kernel(kernel) => Some(price_kernel(func, kernels, self.op, kernel, costs.compute)),
            Kind::Collective { .. } => explain_price(func, self.op, costs.collectives),
        }
    }

    /// The name of its class: that of its kernel, or of its collective.
    pub fn class(&self) -> &'static str {
        match &self.kind {
            Kind::Kernel(kernel) => kernel.work.class.as_str(),
            Kind::Collective { collective, .. } => collective.as_str(),
        }
    }
}

/// Seconds of picoseconds.
pub fn seconds(picoseconds: u64) -> f64 {
    picoseconds as f64 / 1e12
}

/// Picoseconds of seconds, rounded; saturates.
pub fn picoseconds(seconds: f64) -> u64 {
    (seconds * 1e12).round() as u64
}

/// Simulates a function of a per-device program.
pub fn simulate(func: &Func, costs: &Costs) -> Simulated {
    let mut run = Run { func, costs, kernels: Kernels::of(func), ready: SecondaryMap::new(), pending: SecondaryMap::new(), around: Vec::new(), items: Vec::new() };
    let (times, _) = run.region(func.body(), 1);
    Simulated {
        compute: times.compute,
        communication: times.communication,
        exposed: times.step.saturating_sub(times.compute),
        step: times.step,
        items: run.items,
        kernels: run.kernels,
    }
}

/// Totals of a region that runs once.
#[derive(Clone, Copy, Default)]
struct Times {
    compute: u64,
    communication: u64,
    step: u64,
}

struct Run<'a> {
    func: &'a Func,
    costs: &'a Costs<'a>,
    kernels: Kernels,
    /// When a value is there, on the clock of the region that makes it.
    ready: SecondaryMap<Value, (Option<Region>, u64)>,
    /// When the operands of a kernel from outside of it are there.
    pending: SecondaryMap<OpId, u64>,
    /// The regions around the current op, and when all that a region takes from the one around it is there, on the latter's clock.
    around: Vec<(Region, u64)>,
    items: Vec<Item>,
}

impl Run<'_> {
    /// Simulates one run of a region, which runs `times` times in all. Also when what it takes from the region around it is there.
    fn region(&mut self, region: Region, times: i64) -> (Times, u64) {
        self.around.push((region, 0));
        let mut total = Times::default();
        let mut computing = 0u64;
        let mut links = SmallVec::<[u64; 4]>::from_elem(0, self.costs.collectives.machine().levels.len());
        let func = self.func;
        for &op in &func.region(region).ops {
            let data = func.op(op);
            let there = data.operands.iter().map(|&operand| self.ready_at(operand)).max().unwrap_or(0);
            let done = match self.kernels.role(op) {
                Role::Free | Role::None => there,
                Role::Kernel(root) => {
                    self.pending[root] = self.pending[root].max(there);
                    let Some(&kernel) = self.kernels.kernel(op) else { continue };
                    let start = computing.max(self.pending[op]);
                    let each = picoseconds(price_kernel(func, &self.kernels, op, &kernel, self.costs.compute).seconds);
                    self.items.push(Item { op, kind: Kind::Kernel(kernel), times, each, start });
                    total.compute = total.compute.saturating_add(each);
                    computing = start.saturating_add(each);
                    computing
                }
                Role::Collective => {
                    let (Some(collective), Some((price, level))) = (super::program::collective_of(func, op), price_of(func, op, self.costs.collectives)) else { continue };
                    let each = picoseconds(price.seconds);
                    let link = &mut links[level];
                    let start = match self.costs.overlap {
                        Overlap::Dataflow => there.max(*link),
                        Overlap::None => there.max(*link).max(computing),
                    };
                    self.items.push(Item { op, kind: Kind::Collective { collective, level }, times, each, start });
                    total.communication = total.communication.saturating_add(each);
                    *link = start.saturating_add(each);
                    if self.costs.overlap == Overlap::None {
                        computing = *link;
                    }
                    *link
                }
                Role::Control => {
                    let (inner, captured) = self.control(op, times);
                    let busy = if inner.communication > 0 { links.iter().copied().max().unwrap_or(0) } else { 0 };
                    let start = there.max(captured).max(computing).max(busy);
                    total.compute = total.compute.saturating_add(inner.compute);
                    total.communication = total.communication.saturating_add(inner.communication);
                    computing = start.saturating_add(inner.step);
                    if inner.communication > 0 {
                        links.iter_mut().for_each(|link| *link = computing);
                    }
                    computing
                }
            };
            data.results.iter().for_each(|&result| self.ready[result] = (Some(region), done));
        }
        total.step = links.into_iter().fold(computing, u64::max);
        let captured = self.around.pop().map_or(0, |(_, captured)| captured);
        (total, captured)
    }

    /// The regions of a loop or branch.
    fn control(&mut self, op: OpId, times: i64) -> (Times, u64) {
        let data = self.func.op(op);
        let mut captured = 0u64;
        if data.info.name == "stablehlo.while" {
            let trips = trip_count(self.func, op).unwrap_or(1);
            let mut all = Times::default();
            for &region in &data.regions {
                let (once, needs) = self.region(region, times.saturating_mul(trips));
                let count = u64::try_from(trips).unwrap_or(0);
                all.compute = all.compute.saturating_add(once.compute.saturating_mul(count));
                all.communication = all.communication.saturating_add(once.communication.saturating_mul(count));
                all.step = all.step.saturating_add(once.step.saturating_mul(count));
                captured = captured.max(needs);
            }
            return (all, captured);
        }
        let mut worst: Option<Times> = None;
        let first = self.items.len();
        for &region in &data.regions {
            let from = self.items.len();
            let (once, needs) = self.region(region, times);
            captured = captured.max(needs);
            if worst.is_none_or(|worst| once.step > worst.step) {
                worst = Some(once);
                self.items.drain(first..from);
            } else {
                self.items.truncate(from);
            }
        }
        (worst.unwrap_or_default(), captured)
    }

    /// When a value is there, on the clock of the innermost region: at once where it comes from outside, and the regions between must wait for it.
    fn ready_at(&mut self, value: Value) -> u64 {
        let (Some(region), time) = self.ready[value] else { return 0 };
        match self.around.iter().rposition(|&(around, _)| around == region) {
            Some(at) if at + 1 < self.around.len() => {
                self.around[at + 1].1 = self.around[at + 1].1.max(time);
                0
            }
            Some(_) => time,
            None => 0,
        }
    }
}

fn price_kernel(func: &Func, kernels: &Kernels, op: OpId, kernel: &Kernel, compute: &ComputeCosts) -> Priced {
    let measured = if kernel.ops == 1 { compute.measured_op(&func.view(op)) } else { compute.measured_kernel(func, kernels, op) };
    measured.unwrap_or_else(|| compute.price(&kernel.work))
}

/// Totals of the items of one class.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClassTotal {
    /// The class, or the kind of collective.
    pub class: &'static str,
    /// Runs.
    pub count: i64,
    /// Operations.
    pub flops: i64,
    /// Bytes that kernels read and write; 0 for collectives.
    pub bytes: i64,
    /// Picoseconds.
    pub time: u64,
}

/// Totals by class, dearest first, then by name.
pub fn by_class(items: &[Item]) -> Vec<ClassTotal> {
    let mut totals = std::collections::BTreeMap::<&'static str, ClassTotal>::new();
    for item in items {
        let class = item.class();
        let total = totals.entry(class).or_insert(ClassTotal { class, count: 0, flops: 0, bytes: 0, time: 0 });
        let (flops, bytes) = match &item.kind {
            Kind::Kernel(Kernel { work: Work { flops, bytes, .. }, .. }) => (*flops, *bytes),
            Kind::Collective { .. } => (0, 0),
        };
        total.count = total.count.saturating_add(item.times);
        total.flops = total.flops.saturating_add(flops.saturating_mul(item.times));
        total.bytes = total.bytes.saturating_add(bytes.saturating_mul(item.times));
        total.time = total.time.saturating_add(item.total());
    }
    let mut all: Vec<ClassTotal> = totals.into_values().collect();
    all.sort_by_key(|total| (std::cmp::Reverse(total.time), total.class));
    all
}
