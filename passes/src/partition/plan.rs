//! From one placement of a tensor to another: which collectives, in which order.
//!
//! A shortest path over placements ([`search`]), whose edges are single collectives priced by [`Prices`]; slices cost nothing. Axes are
//! split into digits of prime size where there are few of them, so that parts of an axis can move. A few fixed orders ([`fixed`]) bound
//! the search from above, and stand where it would become too large. Invariants: every step turns whole shards into whole shards,
//! so uneven dimensions are cut and joined only where blocks nest or the dimension is whole; the last step ends at the target; no
//! step leaves more on a device than the larger of source, target and [`Prices::slack`], unless every path (over the axes that [`Idle`] lets take part)
//! does, and then as little as any; the same arguments give the same plan in every run.

mod atoms;
pub mod between;
mod fixed;
pub mod prices;
mod search;
mod share;

use super::attrs::Move;
use super::factors::{DimAxes, dim_axes, is_prefix};
use atoms::{AllDigits, Space};
use crate::cost::Collective;
pub use prices::{Cost, MachinePrices, Prices, WireBytes};
use shardwright_ir::Sym;
use shardwright_ir::sharding::spec::local_size;
use shardwright_ir::sharding::{AxisRef, Mesh, TensorSharding};
use std::collections::HashMap;
use std::rc::Rc;

/// What starting one collective costs, in bytes sent: enough to prefer one collective to two for small tensors.
pub const LATENCY_BYTES: i64 = 32;

/// What becomes of axes that neither end of a reshard mentions: devices that differ only along them hold the same, so they can cut it
/// among themselves, exchange less each, and join it at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Idle {
    /// They are left alone.
    Leave,
    /// They share the work where that costs less by no more collectives than without them.
    #[default]
    AtNoMore,
    /// They share the work wherever that costs less, or lets a device hold less where all else has it hold more than both ends do.
    Share,
}

/// How a tensor lies on a mesh.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Placement {
    /// Axes of every dimension, major to minor.
    pub dims: DimAxes,
    /// Axes over which devices hold partial results, in mesh order.
    pub partial: Vec<AxisRef>,
}

impl Placement {
    /// Where `sharding` puts a tensor on `mesh`; axes of size 1 say nothing.
    pub fn new(sharding: &TensorSharding, mesh: &Mesh) -> Placement {
        let partial = sharding.unreduced.iter().copied().filter(|axis| mesh.size_of(axis) > 1).collect();
        Placement { dims: dim_axes(sharding, mesh), partial }
    }
    /// Nothing partial.
    pub fn of(dims: DimAxes) -> Placement {
        Placement { dims, partial: Vec::new() }
    }
}

/// One step of a plan; all but `Slice` exchange data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Each dimension is cut further along these axes.
    Slice(DimAxes),
    /// Every device takes the shard that it is to hold from one that has it; shard counts stay, and partial results.
    Permute,
    /// Axes leave the minor ends of dimensions and join the minor ends of others, as if one move after the other; no dimension both
    /// loses and gains any. One exchange.
    AllToAll(Vec<Move>),
    /// Each dimension is joined along these axes.
    Gather(DimAxes),
    /// Partial results along these axes are combined, and each dimension is cut further along them.
    ReduceScatter(DimAxes),
    /// Partial results along these axes (in mesh order) are combined.
    AllReduce(Vec<AxisRef>),
}

impl Step {
    /// What the step is priced as; `None` for a slice.
    pub fn collective(&self) -> Option<Collective> {
        match self {
            Step::Slice(_) => None,
            Step::Permute => Some(Collective::Permute),
            Step::AllToAll(_) => Some(Collective::AllToAll),
            Step::Gather(_) => Some(Collective::AllGather),
            Step::ReduceScatter(_) => Some(Collective::ReduceScatter),
            Step::AllReduce(_) => Some(Collective::AllReduce),
        }
    }
}

/// A step and how the tensor lies after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What is done.
    pub step: Step,
    /// Axes of every dimension after it.
    pub dims: DimAxes,
    /// What is still partial after it, in mesh order.
    pub partial: Vec<AxisRef>,
}

/// What is moved: sizes of the whole tensor's dimensions, and bytes of an element.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// Elements along each dimension.
    pub dims: &'a [i64],
    /// Bytes of one element.
    pub element: i64,
}

/// The cheapest steps from `from` to `to`; none where they are the same. Errors where the target is partial along axes along which
/// the source is not: no collective makes partial results. Axes that neither mentions are left alone.
pub fn plan(mesh: &Mesh, shape: Shape, from: &Placement, to: &Placement, prices: &dyn Prices) -> Result<Vec<Stage>, String> {
    plan_with(mesh, shape, from, to, prices, (Idle::Leave, &[]))
}

/// [`plan`] where axes that neither placement mentions may share the work, those of these names apart: along them the tensor is not the
/// same, as along the manual axes of a region.
pub fn plan_with(mesh: &Mesh, shape: Shape, from: &Placement, to: &Placement, prices: &dyn Prices, idle: (Idle, &[Sym])) -> Result<Vec<Stage>, String> {
    if from == to {
        return Ok(Vec::new());
    }
    if let Some(axis) = newly_partial(mesh, from, to) {
        return Err(format!("a tensor that is not partial along {axis} cannot become partial along it"));
    }
    // Without elements every way is free, and a dimension of size 0 must not be sharded on the way.
    let space = if shape.dims.contains(&0) { None } else { Space::new(mesh, shape, from, to, None) };
    let mut stages = match space {
        Some(space) => {
            let alone = find(&space, prices)?;
            share::shared(&space, &alone, from, to, prices, idle).unwrap_or(alone)
        }
        None => fixed::through_whole(mesh, from, to)?,
    };
    if let Some(last) = stages.last_mut() {
        last.dims.clone_from(&to.dims);
        last.partial.clone_from(&to.partial);
    }
    Ok(stages)
}

/// What the cheapest of a few fixed orders of steps costs: at least what [`plan`] costs, found much sooner. `None` where no such order leads to
/// the target.
pub fn price_in_order(mesh: &Mesh, shape: Shape, from: &Placement, to: &Placement, prices: &dyn Prices) -> Option<Cost> {
    if from == to {
        return Some(Cost::default());
    }
    if newly_partial(mesh, from, to).is_some() || shape.dims.contains(&0) {
        return None;
    }
    fixed::price(&Space::in_primes(mesh, shape, from, to)?, &mut search::Priced::new(prices))
}

/// [`price_in_order`] for searches that ask for very many reshards on one mesh and make few of them: placements are turned into digits once, and each
/// collective is priced once.
pub struct InOrder<'a> {
    mesh: &'a Mesh,
    prices: &'a dyn Prices,
    digits: Option<AllDigits>,
    priced: search::Priced<'a>,
}

/// A placement as [`InOrder`] takes it.
#[derive(Clone, Debug)]
pub struct Placed {
    placement: Placement,
    /// None where parts of axes are mentioned that the mesh's digits do not make.
    state: Option<atoms::State>,
}

impl<'a> InOrder<'a> {
    /// Prices on this mesh.
    pub fn new(mesh: &'a Mesh, prices: &'a dyn Prices) -> InOrder<'a> {
        InOrder { mesh, prices, digits: AllDigits::of_mesh(mesh), priced: search::Priced::new(prices) }
    }
    /// A placement in digits.
    pub fn place(&self, placement: &Placement) -> Placed {
        let digits = self.digits.as_ref().filter(|digits| digits.make(self.mesh, placement));
        Placed { placement: placement.clone(), state: digits.map(|digits| digits.state(self.mesh, placement)) }
    }
    /// What [`price_in_order`] gives.
    pub fn price(&mut self, shape: Shape, from: &Placed, to: &Placed) -> Option<Cost> {
        let (Some(digits), Some(start), Some(target)) = (&self.digits, &from.state, &to.state) else {
            return price_in_order(self.mesh, shape, &from.placement, &to.placement, self.prices);
        };
        if start == target {
            return Some(Cost::default());
        }
        if target.partial & !start.partial != 0 || shape.dims.contains(&0) {
            return None;
        }
        fixed::price(&digits.space(self.mesh, shape, start.clone(), target.clone()), &mut self.priced)
    }
}

/// An axis along which the target is partial and the source is not.
fn newly_partial<'t>(mesh: &Mesh, from: &Placement, to: &'t Placement) -> Option<&'t AxisRef> {
    to.partial.iter().find(|axis| !from.partial.iter().any(|over| over.contains(axis, mesh)))
}

fn find(space: &Space, prices: &dyn Prices) -> Result<Vec<Stage>, String> {
    let (mesh, shape) = (space.mesh, space.shape);
    let (from, to) = (space.placement(&space.start), space.placement(&space.target));
    if from.partial == to.partial && is_free(mesh, &from.dims, &to.dims) && space.nested(&space.start, &space.target) {
        return Ok(vec![space.stage(search::Kind::Slice, &[], &space.start, &space.target)]);
    }
    if from.dims == to.dims && space.holds_all() {
        return Ok(vec![space.stage(search::Kind::AllReduce, &[], &space.start, &space.target)]);
    }
    let allowed = local_bytes(mesh, shape, &from.dims).max(local_bytes(mesh, shape, &to.dims)).max(prices.slack());
    let known = Space::in_primes(mesh, shape, &from, &to).and_then(|space| fixed::best(&space, &mut search::Priced::new(prices)));
    search::search(space, prices, allowed, known.as_deref(), search::MOST_STATES).or(known).map_or_else(|| fixed::through_whole(mesh, &from, &to), Ok)
}

/// A plan and what it costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The steps.
    pub stages: Vec<Stage>,
    /// Their price.
    pub cost: Cost,
}

/// Plans, each made once. One planner serves the meshes of one module.
pub struct Planner<'a> {
    prices: &'a dyn Prices,
    idle: Idle,
    /// Axes that do not share the work of what is planned now.
    apart: Vec<Sym>,
    found: HashMap<Key, Result<Rc<Planned>, String>>,
}

/// Mesh, sizes of the tensor, bytes of an element, from, to, axes that stay apart.
type Key = (Sym, Vec<i64>, i64, Placement, Placement, Vec<Sym>);

impl<'a> Planner<'a> {
    /// A planner by these prices.
    pub fn new(prices: &'a dyn Prices, idle: Idle) -> Planner<'a> {
        Planner { prices, idle, apart: Vec::new(), found: HashMap::new() }
    }
    /// From now on what is planned differs along these axes, whether or not its placements mention them.
    pub fn keep_apart(&mut self, axes: &[Sym]) {
        self.apart = axes.to_vec();
    }
    /// [`plan_with`] on the mesh of this name, and [`cost`].
    pub fn plan(&mut self, (name, mesh): (Sym, &Mesh), shape: Shape, from: Placement, to: Placement) -> Result<Rc<Planned>, String> {
        let key = (name, shape.dims.to_vec(), shape.element, from, to, self.apart.clone());
        if let Some(found) = self.found.get(&key) {
            return found.clone();
        }
        let made = plan_with(mesh, shape, &key.3, &key.4, self.prices, (self.idle, &key.5)).map(|stages| {
            let cost = cost(mesh, shape, &key.3, &stages, self.prices);
            Rc::new(Planned { stages, cost })
        });
        self.found.insert(key, made.clone());
        made
    }
}

/// What a plan costs.
pub fn cost(mesh: &Mesh, shape: Shape, from: &Placement, stages: &[Stage], prices: &dyn Prices) -> Cost {
    let mut total = Cost::default();
    let mut now = &from.dims;
    for stage in stages {
        if let Some(kind) = stage.step.collective() {
            let axes = sorted(mesh, &moved(mesh, now, stage));
            total = total.plus(prices.price(kind, mesh, &axes, operand_bytes(mesh, shape, now, stage)));
        }
        now = &stage.dims;
    }
    total
}

/// The most bytes that a device holds after any step of a plan, and before it.
pub fn peak_bytes(mesh: &Mesh, shape: Shape, from: &Placement, stages: &[Stage]) -> i64 {
    let after = stages.iter().map(|stage| local_bytes(mesh, shape, &stage.dims));
    after.fold(local_bytes(mesh, shape, &from.dims), i64::max)
}

/// Bytes of one device's shard, padding included.
pub fn local_bytes(mesh: &Mesh, shape: Shape, dims: &[Vec<AxisRef>]) -> i64 {
    shape.dims.iter().zip(dims).fold(shape.element, |bytes, (&size, axes)| bytes.saturating_mul(local_size(size, mesh.shards(axes))))
}

/// Whether blocks of `size` elements over `shards` devices are unions of blocks over `shards * more`, or the whole.
pub fn nests(size: i64, shards: i64, more: i64) -> bool {
    shards == 1 || local_size(size, shards) == more.saturating_mul(local_size(size, shards.saturating_mul(more)))
}

/// Whether a plan only cuts: nothing is sent.
pub fn is_free(mesh: &Mesh, from: &[Vec<AxisRef>], to: &[Vec<AxisRef>]) -> bool {
    from.iter().zip(to).all(|(from, to)| is_prefix(from, to, mesh))
}

/// The axes along which a stage exchanges.
fn moved(mesh: &Mesh, before: &DimAxes, stage: &Stage) -> Vec<AxisRef> {
    match &stage.step {
        Step::Slice(lists) | Step::Gather(lists) | Step::ReduceScatter(lists) => lists.iter().flatten().copied().collect(),
        Step::AllToAll(moves) => moves.iter().flat_map(|one| one.axes.iter().copied()).collect(),
        Step::AllReduce(axes) => axes.clone(),
        Step::Permute => {
            // Digits that say the same about a device's shard before and after do not move.
            let mut axes = Vec::new();
            for (before, after) in before.iter().zip(&stage.dims) {
                let (before, after) = (atoms::digits(mesh, before), atoms::digits(mesh, after));
                axes.extend(before.iter().filter(|digit| !after.contains(digit)).chain(after.iter().filter(|digit| !before.contains(digit))).map(|(axis, _)| *axis));
            }
            axes
        }
    }
}

/// In mesh order, adjacent parts of an axis as one.
fn sorted(mesh: &Mesh, axes: &[AxisRef]) -> Vec<AxisRef> {
    let mut sorted = axes.to_vec();
    sorted.sort_unstable_by_key(|axis| axis.mesh_order(mesh));
    sorted.dedup();
    merged(mesh, &sorted)
}

fn merged(mesh: &Mesh, axes: &[AxisRef]) -> Vec<AxisRef> {
    let mut merged = Vec::new();
    axes.iter().for_each(|axis| shardwright_ir::sharding::axis::push_merged(&mut merged, *axis, mesh));
    merged
}

/// Bytes of the operand of the collective that a stage becomes: dimensions that it cuts are padded first.
fn operand_bytes(mesh: &Mesh, shape: Shape, before: &DimAxes, stage: &Stage) -> i64 {
    let pads = matches!(stage.step, Step::AllToAll(_) | Step::ReduceScatter(_));
    let mut bytes = shape.element;
    for (dim, &size) in shape.dims.iter().enumerate() {
        let (few, many) = (mesh.shards(&before[dim]), mesh.shards(&stage.dims[dim]));
        let held = match pads && many > few {
            true => local_size(size, many).saturating_mul(many / few.max(1)),
            false => local_size(size, few),
        };
        bytes = bytes.saturating_mul(held);
    }
    bytes
}

#[cfg(test)]
mod tests;
