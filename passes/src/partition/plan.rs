//! From one placement of a tensor to another: which collectives, in which order.
//!
//! Several orders are tried (slices first, moves between dimensions first, a permutation of devices first, everything gathered),
//! each in the spirit of Shardy's `reshard-to-collectives` (shrink, then exchange, then grow); the one in which a device sends the
//! fewest bytes wins, each collective counting [`LATENCY_BYTES`] more. Invariants: every step turns whole shards into whole
//! shards, so uneven dimensions are cut and joined only where blocks nest or the dimension is whole; the last step ends at the
//! target.

use super::factors::{DimAxes, is_prefix};
use shardwright_ir::sharding::axis::push_merged;
use shardwright_ir::sharding::spec::local_size;
use shardwright_ir::sharding::{AxisRef, Mesh};

/// What starting one collective costs, in bytes sent: enough to prefer one collective to two for small tensors.
pub const LATENCY_BYTES: i64 = 32;

/// One step of a plan; all but `Slice` exchange data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Each dimension is cut further along these axes.
    Slice(DimAxes),
    /// Every device takes the shard that it is to hold from one that has it; shard counts stay.
    Permute,
    /// Axes leave the minor end of one dimension and join the minor end of another.
    AllToAll(super::attrs::Move),
    /// Each dimension is joined along these axes.
    Gather(DimAxes),
}

/// A step and the axes of every dimension after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// What is done.
    pub step: Step,
    /// Where it leads.
    pub dims: DimAxes,
}

/// What is moved: sizes of the whole tensor's dimensions, and bytes of an element.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    /// Elements along each dimension.
    pub dims: &'a [i64],
    /// Bytes of one element.
    pub element: i64,
}

/// The cheapest plan that was found. `reduce` names axes over which the tensor is still to be reduced by an all-reduce that only
/// this reshard uses: slices over them make it a reduce-scatter.
pub fn plan(mesh: &Mesh, shape: Shape, from: &[Vec<AxisRef>], to: &[Vec<AxisRef>], reduce: &[AxisRef]) -> Vec<Stage> {
    if from == to {
        return Vec::new();
    }
    let mut best: Option<((i64, i64), Vec<Stage>)> = None;
    if let Some((start, target)) = atomise(mesh, from, to) {
        for order in ORDERS {
            let mut search = Search { mesh, shape, now: start.clone(), target: &target, stages: Vec::new(), valid: true };
            order.iter().for_each(|act| search.act(*act));
            if !search.valid || search.now != target {
                continue;
            }
            // Of equally cheap plans, the one that never holds much.
            let peak = search.stages.iter().map(|stage| local_bytes(mesh, shape, &stage.dims)).max().unwrap_or(0);
            let cost = (cost(mesh, shape, from, &search.stages, reduce), peak);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, search.stages));
            }
        }
    }
    let mut stages = match best {
        Some((_, stages)) => stages,
        None => through_whole(from, to),
    };
    if let Some(last) = stages.last_mut() {
        last.dims = to.to_vec();
    }
    stages
}

/// Bytes that one device sends under a plan, [`LATENCY_BYTES`] a collective included.
pub fn cost(mesh: &Mesh, shape: Shape, from: &[Vec<AxisRef>], stages: &[Stage], reduce: &[AxisRef]) -> i64 {
    let ring = |bytes: i64, group: i64| (bytes / group.max(1)).saturating_mul(group - 1);
    let mut total = 0i64;
    let mut now: &[Vec<AxisRef>] = from;
    let reduced = mesh.shards(reduce);
    if reduced > 1 {
        let bytes = local_bytes(mesh, shape, from);
        let scattered = match stages.first() {
            Some(Stage { step: Step::Slice(axes), .. }) => axes.iter().map(|axes| mesh.shards(&scatter_part(axes, reduce, mesh))).product(),
            _ => 1,
        };
        let rest = ring(bytes / scattered, reduced / scattered).saturating_mul(2);
        total = ring(bytes, scattered).saturating_add(rest).saturating_add(LATENCY_BYTES);
    }
    for stage in stages {
        let bytes = local_bytes(mesh, shape, now);
        let sent = match &stage.step {
            Step::Slice(_) => 0,
            Step::Permute => bytes + LATENCY_BYTES,
            Step::AllToAll(one) => ring(bytes, mesh.shards(&one.axes)) + LATENCY_BYTES,
            Step::Gather(axes) => {
                let group = axes.iter().fold(1i64, |product, axes| product.saturating_mul(mesh.shards(axes)));
                ring(local_bytes(mesh, shape, &stage.dims), group).saturating_add(LATENCY_BYTES)
            }
        };
        total = total.saturating_add(sent);
        now = &stage.dims;
    }
    total
}

/// The major part of `axes` that lies within `reduce`.
pub fn scatter_part(axes: &[AxisRef], reduce: &[AxisRef], mesh: &Mesh) -> Vec<AxisRef> {
    axes.iter().take_while(|axis| reduce.iter().any(|over| over.contains(axis, mesh))).copied().collect()
}

/// Whether blocks of `size` elements over `shards` devices are unions of blocks over `shards * more`, or the whole.
pub fn nests(size: i64, shards: i64, more: i64) -> bool {
    shards == 1 || local_size(size, shards) == more * local_size(size, shards.saturating_mul(more))
}

fn local_bytes(mesh: &Mesh, shape: Shape, dims: &[Vec<AxisRef>]) -> i64 {
    shape.dims.iter().zip(dims).fold(shape.element, |bytes, (&size, axes)| bytes.saturating_mul(local_size(size, mesh.shards(axes))))
}

#[derive(Clone, Copy)]
enum Act {
    /// Cut dimensions where the next axes are free.
    SliceInPlace,
    /// Cut any dimension along axes that the target has somewhere.
    SliceAnywhere,
    /// Bring the right axes to the major ends, the ones to move to the minor ends.
    Permute,
    /// Move suffixes to where they belong.
    Exchange,
    /// Join what does not belong.
    Gather,
    /// Join uneven dimensions whole, and what does not belong.
    GatherWhole,
}

use Act::*;
const ORDERS: &[&[Act]] = &[
    &[SliceInPlace, Exchange, SliceInPlace, Gather, SliceInPlace],
    &[Exchange, SliceInPlace, Gather, SliceInPlace],
    &[Permute, Exchange, SliceInPlace, Gather, SliceInPlace],
    &[SliceInPlace, Permute, Exchange, SliceInPlace, Gather, SliceInPlace],
    &[SliceAnywhere, Permute, Exchange, SliceInPlace, Gather, SliceInPlace],
    &[Exchange, Permute, Exchange, Gather, SliceInPlace],
    &[Exchange, SliceInPlace, Permute, Exchange, Gather, SliceInPlace],
    &[Gather, SliceInPlace],
    &[GatherWhole, SliceInPlace],
];

struct Search<'a> {
    mesh: &'a Mesh,
    shape: Shape<'a>,
    /// Axes of every dimension, in atoms: references that no cut of the source or the target splits.
    now: DimAxes,
    target: &'a DimAxes,
    stages: Vec<Stage>,
    valid: bool,
}

impl Search<'_> {
    fn act(&mut self, act: Act) {
        match act {
            SliceInPlace => self.slice_in_place(),
            SliceAnywhere => self.slice_anywhere(),
            Permute => self.permute(),
            Exchange => self.exchange(),
            Gather => self.gather(false),
            GatherWhole => self.gather(true),
        }
    }

    fn push(&mut self, step: Step, dims: DimAxes) {
        for (dim, &size) in self.shape.dims.iter().enumerate() {
            let (before, after) = (self.mesh.shards(&self.now[dim]), self.mesh.shards(&dims[dim]));
            let (few, many) = (before.min(after), before.max(after));
            self.valid &= before == after || nests(size, few, many / few);
        }
        self.stages.push(Stage { step, dims: merge_all(&dims, self.mesh) });
        self.now = dims;
    }

    fn in_use(&self, dims: &DimAxes, atom: &AxisRef) -> bool {
        dims.iter().flatten().any(|used| used == atom)
    }

    fn common(&self, dim: usize) -> usize {
        self.now[dim].iter().zip(&self.target[dim]).take_while(|(now, wanted)| now == wanted).count()
    }

    fn slice_in_place(&mut self) {
        let mut dims = self.now.clone();
        let mut cut: DimAxes = vec![Vec::new(); dims.len()];
        for dim in 0..dims.len() {
            if self.common(dim) < self.now[dim].len() {
                continue;
            }
            for atom in &self.target[dim][self.now[dim].len()..] {
                if self.in_use(&dims, atom) {
                    break;
                }
                dims[dim].push(*atom);
                cut[dim].push(*atom);
            }
        }
        self.push_slice(cut, dims);
    }

    fn slice_anywhere(&mut self) {
        let mut dims = self.now.clone();
        let mut cut: DimAxes = vec![Vec::new(); dims.len()];
        for atom in self.target.iter().flatten() {
            if self.in_use(&dims, atom) {
                continue;
            }
            let size = self.mesh.size_of(atom);
            let fits = |dim: &usize| {
                let shards = self.mesh.shards(&dims[*dim]).saturating_mul(size);
                self.shape.dims[*dim] % shards == 0
            };
            if let Some(dim) = (0..dims.len()).find(fits) {
                dims[dim].push(*atom);
                cut[dim].push(*atom);
            }
        }
        self.push_slice(cut, dims);
    }

    fn push_slice(&mut self, cut: DimAxes, dims: DimAxes) {
        if cut.iter().any(|axes| !axes.is_empty()) {
            let cut = merge_all(&cut, self.mesh);
            self.push(Step::Slice(cut), dims);
        }
    }

    fn permute(&mut self) {
        let rank = self.now.len();
        let capacity: Vec<i64> = self.now.iter().map(|axes| self.mesh.shards(axes)).collect();
        let mut dims: DimAxes = vec![Vec::new(); rank];
        let room = |dims: &DimAxes, dim: usize, atom: &AxisRef| {
            (capacity[dim] / self.mesh.shards(&dims[dim])) % self.mesh.size_of(atom) == 0
        };
        for dim in 0..rank {
            for atom in &self.target[dim] {
                if !room(&dims, dim, atom) {
                    break;
                }
                dims[dim].push(*atom);
            }
        }
        // What is to be gathered stands before what is to move on: moves take suffixes. Atoms stay where they are where they can.
        let wanted: Vec<AxisRef> = self.target.iter().flatten().copied().filter(|atom| !self.in_use(&dims, atom)).collect();
        let mut tails: DimAxes = vec![Vec::new(); rank];
        let mut left: Vec<i64> = (0..rank).map(|dim| capacity[dim] / self.mesh.shards(&dims[dim])).collect();
        for stay in [true, false] {
            for atom in &wanted {
                if tails.iter().flatten().any(|used| used == atom) || !(self.in_use(&self.now, atom) || !stay) {
                    continue;
                }
                let size = self.mesh.size_of(atom);
                let home = self.now.iter().position(|axes| axes.contains(atom));
                let fits = |dim: &usize| left[*dim] % size == 0 && (!stay || home == Some(*dim));
                if let Some(dim) = (0..rank).find(fits) {
                    tails[dim].push(*atom);
                    left[dim] /= size;
                }
            }
        }
        let used: Vec<AxisRef> = dims.iter().chain(&tails).flatten().copied().collect();
        let mut spare: Vec<AxisRef> = self.now.iter().flatten().copied().filter(|atom| !used.contains(atom)).collect();
        for dim in 0..rank {
            while left[dim] > 1 {
                let home = spare.iter().position(|atom| self.now[dim].contains(atom) && left[dim] % self.mesh.size_of(atom) == 0);
                let any = || spare.iter().position(|atom| left[dim] % self.mesh.size_of(atom) == 0);
                let Some(index) = home.or_else(any) else { return };
                let atom = spare.remove(index);
                left[dim] /= self.mesh.size_of(&atom);
                dims[dim].push(atom);
            }
            dims[dim].append(&mut tails[dim]);
        }
        if dims != self.now {
            self.push(Step::Permute, dims);
        }
    }

    fn exchange(&mut self) {
        while let Some((src, start, dst)) = self.next_move() {
            let mut dims = self.now.clone();
            let axes = dims[src].split_off(start);
            dims[dst].extend(&axes);
            let mut merged = Vec::new();
            axes.iter().for_each(|axis| push_merged(&mut merged, *axis, self.mesh));
            self.push(Step::AllToAll(super::attrs::Move { axes: merged, src, dst }), dims);
        }
    }

    /// A suffix of a dimension that is what another dimension needs next: `(from, start of the suffix, to)`.
    fn next_move(&self) -> Option<(usize, usize, usize)> {
        for src in 0..self.now.len() {
            for start in self.common(src)..self.now[src].len() {
                let suffix = &self.now[src][start..];
                let ready = |dst: &usize| {
                    let have = self.now[*dst].len();
                    *dst != src && self.common(*dst) == have && self.target[*dst][have..].starts_with(suffix)
                };
                if let Some(dst) = (0..self.now.len()).find(ready) {
                    return Some((src, start, dst));
                }
            }
        }
        None
    }

    fn gather(&mut self, whole: bool) {
        let mut dims = self.now.clone();
        let mut joined: DimAxes = vec![Vec::new(); dims.len()];
        for dim in 0..dims.len() {
            if self.now[dim] == self.target[dim] {
                continue;
            }
            let mut keep = self.common(dim);
            if whole {
                let size = self.shape.dims[dim];
                let kept = self.mesh.shards(&self.now[dim][..keep]);
                let fits = |axes: &[AxisRef]| nests(size, kept, self.mesh.shards(axes) / kept);
                if !fits(&self.now[dim]) || !fits(&self.target[dim]) {
                    keep = 0;
                }
            }
            joined[dim] = dims[dim].split_off(keep);
        }
        if joined.iter().any(|axes| !axes.is_empty()) {
            let joined = merge_all(&joined, self.mesh);
            self.push(Step::Gather(joined), dims);
        }
    }
}

fn merge_all(dims: &[Vec<AxisRef>], mesh: &Mesh) -> DimAxes {
    dims.iter()
        .map(|axes| {
            let mut merged = Vec::new();
            axes.iter().for_each(|axis| push_merged(&mut merged, *axis, mesh));
            merged
        })
        .collect()
}

/// Both placements with every reference split at every cut of either and into prime sizes; `None` where cuts of an axis do not
/// divide one another.
fn atomise(mesh: &Mesh, from: &[Vec<AxisRef>], to: &[Vec<AxisRef>]) -> Option<(DimAxes, DimAxes)> {
    let mut cuts: Vec<(shardwright_ir::Sym, Vec<i64>)> = Vec::new();
    for axis in from.iter().chain(to).flatten() {
        let (pre, size) = axis.bounds(mesh);
        let entry = match cuts.iter_mut().position(|(name, _)| *name == axis.name) {
            Some(index) => &mut cuts[index],
            None => {
                cuts.push((axis.name, Vec::new()));
                cuts.last_mut()?
            }
        };
        entry.1.extend([pre, pre * size]);
    }
    for (_, cuts) in &mut cuts {
        cuts.sort_unstable();
        cuts.dedup();
        let mut fine = Vec::new();
        for pair in cuts.windows(2) {
            if pair[1] % pair[0] != 0 {
                return None;
            }
            let (mut at, mut rest) = (pair[0], pair[1] / pair[0]);
            let mut prime = 2;
            while rest > 1 {
                if rest % prime == 0 {
                    fine.push(at);
                    at *= prime;
                    rest /= prime;
                } else {
                    prime += 1;
                }
            }
        }
        fine.extend(cuts.last());
        *cuts = fine;
    }
    let split = |dims: &[Vec<AxisRef>]| {
        dims.iter()
            .map(|axes| {
                axes.iter()
                    .flat_map(|axis| {
                        let (pre, size) = axis.bounds(mesh);
                        let cuts = cuts.iter().find(|(name, _)| *name == axis.name).map_or(&[][..], |(_, cuts)| cuts);
                        cuts.windows(2)
                            .filter(|pair| pre <= pair[0] && pair[1] <= pre * size)
                            .map(|pair| AxisRef::span(mesh, axis.name, pair[0], pair[1] / pair[0]))
                            .collect::<Vec<_>>()
                    })
                    .collect()
            })
            .collect::<DimAxes>()
    };
    Some((split(from), split(to)))
}

/// Joins every dimension that differs whole, then cuts it: always possible.
fn through_whole(from: &[Vec<AxisRef>], to: &[Vec<AxisRef>]) -> Vec<Stage> {
    let mut stages = Vec::new();
    let differs = |dim: usize| from[dim] != to[dim];
    let pick = |dims: &[Vec<AxisRef>]| -> DimAxes {
        dims.iter().enumerate().map(|(dim, axes)| if differs(dim) { axes.clone() } else { Vec::new() }).collect()
    };
    let middle: DimAxes = from.iter().enumerate().map(|(dim, axes)| if differs(dim) { Vec::new() } else { axes.clone() }).collect();
    let (joined, cut) = (pick(from), pick(to));
    if joined.iter().any(|axes| !axes.is_empty()) {
        stages.push(Stage { step: Step::Gather(joined), dims: middle });
    }
    if cut.iter().any(|axes| !axes.is_empty()) {
        stages.push(Stage { step: Step::Slice(cut), dims: to.to_vec() });
    }
    stages
}

/// Whether a plan only cuts: nothing is sent.
pub fn is_free(mesh: &Mesh, from: &[Vec<AxisRef>], to: &[Vec<AxisRef>]) -> bool {
    from.iter().zip(to).all(|(from, to)| is_prefix(from, to, mesh))
}

#[cfg(test)]
mod tests;
