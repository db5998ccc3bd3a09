//! `windowed-einsum`: products that start before their operand has arrived, and sums that are sent before the product is done.
//!
//! A gather that products wait for becomes a ring: each device multiplies the shard that it has while shards travel on. A
//! reduce-scatter that waits for a product becomes one in which the sum of a part travels while the next part is multiplied
//! (Wang et al., "Overlap communication with dependent computation via decomposition", ASPLOS 2023). Bytes sent stay the same.
//! By cost, a ring is built where its steps, each the longer of transfer and work (both by the cost model, a step's products as kernels of their own), take less than the
//! collective and the products one after the other; or by a threshold in bytes. Invariants: sums may be added in another order (of 16 bits and fewer they are kept in `f32` on a
//! device), nothing else differs; what is not turned into a ring stays as it was.

mod gather;
mod scatter;
mod window;

use super::order::{each_used, has_effects};
use super::ring::{Towards, pairs};
use super::{costs_of, named_machine};
use crate::cost::compute::{ComputeCosts, Work, work_of};
use crate::cost::placement::Shape;
use crate::cost::{Collective, CollectiveCosts, Placement};
use crate::manager::{Changed, OptionSpec, Options, Pass, PassCtx, PassInfo};
use shardwright_dialects::device_groups::groups;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::machine::Machine;
use shardwright_ir::{Diagnostic, Diagnostics, Func, Module, OpId, Region, Value};

/// The pass's row.
pub static WINDOWED_EINSUM: PassInfo = PassInfo {
    name: "windowed-einsum",
    summary: "overlaps gathers and reduce-scatters with the products next to them, as rings of permutes",
    options: &[
        OptionSpec { name: "threshold", default: "", summary: "where the gathered or scattered tensor has at least so many bytes; empty: where the machine says that it pays" },
        OptionSpec { name: "unroll", default: "4", summary: "rings of up to so many steps are written out, longer ones are loops" },
        OptionSpec { name: "bidirectional", default: "auto", summary: "both ways around at once: true, false, or auto: where that is faster" },
        OptionSpec { name: "machine", default: "", summary: "price on this machine (a name or a file); empty: that of the compile" },
    ],
    build: |options: &Options| {
        let number = |name: &str| -> Result<i64, String> {
            let text = options.get(&WINDOWED_EINSUM, name);
            let number = text.parse::<i64>().ok().filter(|&number| number >= 0);
            number.ok_or_else(|| format!("option `{name}` of `windowed-einsum` must be a number of at least 0, got `{text}`"))
        };
        Ok(Box::new(WindowedEinsum {
            threshold: if options.get(&WINDOWED_EINSUM, "threshold").is_empty() { None } else { Some(number("threshold")?) },
            unroll: number("unroll")? as usize,
            bidirectional: match options.get(&WINDOWED_EINSUM, "bidirectional") {
                "auto" => None,
                "true" => Some(true),
                "false" => Some(false),
                other => return Err(format!("option `bidirectional` of `windowed-einsum` must be auto, true or false, got `{other}`")),
            },
            machine: named_machine(options.get(&WINDOWED_EINSUM, "machine"))?,
        }))
    },
};

struct WindowedEinsum {
    threshold: Option<i64>,
    unroll: usize,
    bidirectional: Option<bool>,
    machine: Option<Machine>,
}

impl Pass for WindowedEinsum {
    fn run(&self, module: &mut Module, ctx: &mut PassCtx) -> Result<Changed, Diagnostics> {
        let costs = match self.threshold {
            Some(_) => None,
            None => Some(costs_of(self.machine.as_ref(), ctx, module)?),
        };
        let policy = Policy { pass: self, costs };
        let mut changed = false;
        for func in module.funcs.values_mut() {
            changed |= run_func(func, &policy, ctx)?;
        }
        Ok(changed.into())
    }
}

fn run_func(func: &mut Func, policy: &Policy, ctx: &mut PassCtx) -> Result<bool, Diagnostics> {
    let mut found: Vec<(i64, OpId)> = Vec::new();
    for op in func.walk() {
        let data = func.op(op);
        let whole = match data.info.name {
            "stablehlo.all_gather" if data.results.len() == 1 => data.results[0],
            "stablehlo.reduce_scatter" => data.operands[0],
            _ => continue,
        };
        found.push((func.tensor_type(whole).byte_size(), op));
    }
    // The dearest first: a product has one window, and only its other operand is gathered whole.
    found.sort_by_key(|&(bytes, _)| std::cmp::Reverse(bytes));
    let mut uses = func.uses();
    let mut changed = false;
    for (bytes, op) in found {
        let gathers = func.op(op).info.name == "stablehlo.all_gather";
        let done = if gathers { gather::window(func, op, bytes, &uses, policy) } else { scatter::window(func, op, bytes, &uses, policy) };
        let data = func.op(op);
        match done.map_err(|why| Diagnostic::error(format!("{} cannot be windowed: {why}", data.info.name)).at(data.span).in_loc(&data.loc))? {
            Done::Ring(sends) => {
                let name = func.name;
                sends.into_iter().for_each(|send| ctx.provenance.inherit(name, op, send));
                ctx.count(if gathers { "gathers windowed" } else { "reduce-scatters windowed" }, 1);
                uses = func.uses();
                changed = true;
            }
            Done::NoProduct => {}
            Done::NotWorth => ctx.count("left, since waiting is cheaper", 1),
            Done::Left(why) => {
                ctx.count("left, see remarks", 1);
                let remark = Diagnostic::remark(format!("{} of {bytes} bytes is not windowed: {why}", data.info.name));
                ctx.diagnostics.push(remark.at(data.span).in_loc(&data.loc));
            }
        }
    }
    Ok(changed)
}

/// Uses of every value.
type Uses = SecondaryMap<Value, Vec<(OpId, usize)>>;

/// What came of a collective.
enum Done {
    /// A ring with these sends.
    Ring(Vec<OpId>),
    /// No product waits for it, or it for none.
    NoProduct,
    /// It would not be faster, or is below the threshold.
    NotWorth,
    /// The reason why it cannot.
    Left(String),
}

/// How many hops each way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hops {
    /// Towards one neighbour.
    one: usize,
    /// Towards the other; 0 in a ring that goes one way.
    other: usize,
}

impl Hops {
    fn one_way(size: usize) -> Hops {
        Hops { one: size - 1, other: 0 }
    }
    fn both_ways(size: usize) -> Hops {
        Hops { one: size / 2, other: (size - 1) / 2 }
    }
}

/// When a ring is built.
struct Policy<'a> {
    pass: &'a WindowedEinsum,
    costs: Option<CollectiveCosts>,
}

/// What a ring would replace.
struct Waiting<'a> {
    kind: Collective,
    groups: &'a [Vec<i64>],
    /// Bytes of what would travel.
    shard: i64,
    /// Bytes of the whole.
    whole: i64,
    /// The products.
    dots: &'a [OpId],
}

impl Policy<'_> {
    /// The hops of the ring that is to be built; `None` where waiting is cheaper.
    fn choose(&self, func: &Func, waiting: &Waiting) -> Option<Hops> {
        let size = waiting.groups[0].len();
        let ways: &[Hops] = match self.pass.bidirectional {
            _ if size == 2 => &[Hops::one_way(size)],
            Some(true) => &[Hops::both_ways(size)],
            Some(false) => &[Hops::one_way(size)],
            None => &[Hops::one_way(size), Hops::both_ways(size)],
        };
        let Some(costs) = &self.costs else {
            return Some(ways[0]).filter(|_| self.pass.threshold.is_some_and(|least| waiting.whole >= least));
        };
        let bytes = |bytes: i64| u64::try_from(bytes).unwrap_or(0);
        let operand = if waiting.kind == Collective::AllGather { waiting.shard } else { waiting.whole };
        let compute = ComputeCosts::new(&costs.machine().device, None);
        let works: Vec<Work> = waiting.dots.iter().map(|&dot| work_of(&func.view(dot))).collect();
        let work: f64 = works.iter().map(|work| compute.price(work).seconds).sum();
        // A step does its share of the operations and moves its share of the bytes.
        let share = |amount: i64| amount / i64::try_from(size).unwrap_or(1);
        let part: f64 = works.iter().map(|work| compute.price(&Work { flops: share(work.flops), bytes: share(work.bytes), ..*work }).seconds).sum();
        let in_turn = costs.price_groups(waiting.kind, waiting.groups, bytes(operand)).seconds + work;
        let send = |bytes: u64| {
            let pairs: Vec<Vec<i64>> = pairs(waiting.groups, Towards::Next).into_iter().map(Vec::from).collect();
            costs.price_groups(Collective::Permute, &pairs, bytes).seconds
        };
        // One port carries both ways in turn, links of their own carry them at once.
        let both = if self.one_port(costs, waiting.groups) { send(bytes(waiting.shard).saturating_mul(2)) } else { send(bytes(waiting.shard)) };
        let times = ways.iter().map(|&hops| (overlapped(hops, send(bytes(waiting.shard)), both, part), hops));
        let (seconds, hops) = times.reduce(|best, other| if other.0 < best.0 { other } else { best })?;
        (seconds < in_turn).then_some(hops)
    }

    fn one_port(&self, costs: &CollectiveCosts, groups: &[Vec<i64>]) -> bool {
        let machine = costs.machine();
        let Ok(scaled) = machine.scaled(u64::try_from(costs.mesh().num_devices()).unwrap_or(1)) else { return true };
        groups.first().is_none_or(|group| Placement::of_devices(machine, &scaled, group).flat.shape == Shape::Switch)
    }
}

/// Seconds of a ring: at each step the longer of the sends (`send` one way, `both` both ways) and the work on what is there (`part` a shard).
fn overlapped(hops: Hops, send: f64, both: f64, part: f64) -> f64 {
    let mut seconds = 0.0;
    for step in 0..=hops.one.max(hops.other) {
        let parts = if step == 0 { 1 } else { usize::from(step <= hops.one) + usize::from(step <= hops.other) };
        let transfer = match (step < hops.one, step < hops.other) {
            (true, true) => both,
            (false, false) => 0.0,
            _ => send,
        };
        seconds += transfer.max(parts as f64 * part);
    }
    seconds
}

/// The groups of a collective where they can be rings: all of one size of at least 2. Else why not, or nothing for groups of one.
fn ring_groups(func: &Func, op: OpId) -> Result<Vec<Vec<i64>>, Done> {
    match groups(&func.op(op).attrs) {
        Ok(groups) if groups.is_empty() => Err(Done::Left("its groups are not named".to_owned())),
        Ok(groups) if groups.iter().any(|group| group.len() != groups[0].len()) => Err(Done::Left("its groups are not equally large".to_owned())),
        Ok(groups) if groups[0].len() < 2 => Err(Done::NoProduct),
        Ok(groups) => Ok(groups),
        Err(why) => Err(Done::Left(why)),
    }
}

/// Moves ops of `region` from place `first` on so that those that need `seed` come last, `made` before them, and `gone` go. Places
/// up to `last` are looked at. Returns false, and changes nothing, where an op with effects other than exchanging data stands there.
fn move_behind(func: &mut Func, region: Region, (first, last): (usize, usize), seed: Value, made: &[OpId], gone: &[OpId]) -> bool {
    let ops = func.region(region).ops.clone();
    if ops[first..=last].iter().any(|&op| has_effects(func, op)) {
        return false;
    }
    let needs = needing(func, &ops[first..=last], seed);
    let mut order = ops[..first].to_vec();
    let pick = |needed: bool| ops[first..=last].iter().zip(&needs).filter(move |&(op, &needs)| needs == needed && !gone.contains(op)).map(|(&op, _)| op);
    order.extend(pick(false));
    order.extend(made);
    order.extend(pick(true));
    order.extend(&ops[last + 1..]);
    order.retain(|op| !gone.contains(op));
    func.set_region_ops(region, order);
    true
}

/// Which of `ops` need a value, directly or by one another.
fn needing(func: &Func, ops: &[OpId], seed: Value) -> Vec<bool> {
    let mut cone = SecondaryMap::<Value, bool>::new();
    cone[seed] = true;
    let mut needs = Vec::with_capacity(ops.len());
    for &op in ops {
        let mut needed = false;
        each_used(func, op, &mut |value| needed |= cone[value]);
        if needed {
            func.op(op).results.iter().for_each(|&value| cone[value] = true);
        }
        needs.push(needed);
    }
    needs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four shards of 3 s each, a send of 2 s: one way, three steps hide their sends: 4 x 3. With sends of 5 s: 3 x 5 and the last product. Both
    /// ways, one step for each neighbour, then the one across from one side: with sends of 5 s, alone or paired, 5 + max(5, 2 x 3) + 3.
    #[test]
    fn a_step_takes_the_longer_of_transfer_and_work() {
        assert_eq!(overlapped(Hops::one_way(4), 2.0, 4.0, 3.0), 12.0);
        assert_eq!(overlapped(Hops::one_way(4), 5.0, 10.0, 3.0), 18.0);
        assert_eq!(Hops::both_ways(4), Hops { one: 2, other: 1 });
        assert_eq!(overlapped(Hops::both_ways(4), 5.0, 5.0, 3.0), 5.0 + 6.0 + 3.0);
        assert_eq!(Hops::both_ways(5), Hops { one: 2, other: 2 });
    }
}
