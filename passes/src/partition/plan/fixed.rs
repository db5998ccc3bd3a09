//! A few fixed orders of steps: slices first, moves between dimensions first, a permutation of devices first, everything gathered.
//!
//! Each is in the spirit of Shardy's `reshard-to-collectives` (shrink, then exchange, then grow); partial results are combined
//! before, scattered as far as the target wants, or after. They need no search, so they bound one and stand in for one. Invariant:
//! of the orders that lead to the target by legal steps, the cheapest is taken, and of equally cheap ones the one that never holds
//! much.

use super::atoms::{digits, primes};
use super::{Placement, Prices, Shape, Stage, Step, cost, merged, nests, peak_bytes, sorted};
use crate::partition::attrs::Move;
use crate::partition::factors::{DimAxes, overlap};
use shardwright_ir::sharding::{AxisRef, Mesh};

/// The cheapest of the fixed orders; `None` where none leads to the target.
pub(super) fn best(mesh: &Mesh, shape: Shape, from: &Placement, to: &Placement, prices: &dyn Prices) -> Option<Vec<Stage>> {
    let atoms = primes(mesh, from, to)?;
    let split = |axes: &[AxisRef]| -> Vec<AxisRef> {
        axes.iter().flat_map(|axis| atoms.iter().filter(|atom| axis.contains(atom, mesh))).copied().collect()
    };
    let target: DimAxes = to.dims.iter().map(|axes| split(axes)).collect();
    let start = Fixed {
        mesh,
        shape,
        now: from.dims.iter().map(|axes| split(axes)).collect(),
        partial: split(&from.partial),
        keep: split(&to.partial),
        target: &target,
        stages: Vec::new(),
        valid: true,
    };
    let preludes: &[&[Act]] = if start.partial == start.keep { &[&[]] } else { &[&[Scatter, Reduce], &[SliceInPlace, Scatter, Reduce], &[]] };
    let mut best: Option<((super::Cost, i64), Vec<Stage>)> = None;
    for prelude in preludes {
        for order in ORDERS {
            let mut search = start.clone();
            prelude.iter().chain(*order).chain(&[Reduce]).for_each(|act| search.act(*act));
            if !search.valid || search.now != target {
                continue;
            }
            let price = (cost(mesh, shape, from, &search.stages, prices), peak_bytes(mesh, shape, from, &search.stages));
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, search.stages));
            }
        }
    }
    best.map(|(_, stages)| stages)
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
    /// Combine partial results into the parts that the target wants next.
    Scatter,
    /// Combine partial results.
    Reduce,
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

#[derive(Clone)]
struct Fixed<'a> {
    mesh: &'a Mesh,
    shape: Shape<'a>,
    /// Axes of every dimension, in atoms: references that no cut of the source or the target splits.
    now: DimAxes,
    partial: Vec<AxisRef>,
    /// What stays partial.
    keep: Vec<AxisRef>,
    target: &'a DimAxes,
    stages: Vec<Stage>,
    valid: bool,
}

impl Fixed<'_> {
    fn act(&mut self, act: Act) {
        match act {
            SliceInPlace => self.slice_in_place(),
            SliceAnywhere => self.slice_anywhere(),
            Permute => self.permute(),
            Exchange => self.exchange(),
            Gather => self.gather(false),
            GatherWhole => self.gather(true),
            Scatter => self.scatter(),
            Reduce => self.reduce(),
        }
    }

    fn push(&mut self, step: Step, dims: DimAxes) {
        for (dim, &size) in self.shape.dims.iter().enumerate() {
            let (before, after) = (self.mesh.shards(&self.now[dim]), self.mesh.shards(&dims[dim]));
            let (few, many) = (before.min(after), before.max(after));
            self.valid &= before == after || nests(size, few, many / few);
        }
        self.stages.push(Stage { step, dims: merge_all(&dims, self.mesh), partial: sorted(self.mesh, &self.partial) });
        self.now = dims;
    }

    fn in_use(&self, dims: &DimAxes, atom: &AxisRef) -> bool {
        dims.iter().flatten().chain(&self.partial).any(|used| used == atom)
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
        if let Some(dims) = arrangement(self.mesh, &self.now, self.target, &self.partial)
            && dims != self.now
        {
            self.push(Step::Permute, dims);
        }
    }

    fn exchange(&mut self) {
        while let Some((src, start, dst)) = self.next_move() {
            let mut dims = self.now.clone();
            let axes = dims[src].split_off(start);
            dims[dst].extend(&axes);
            let axes = merged(self.mesh, &axes);
            self.push(Step::AllToAll(vec![Move { axes, src, dst }]), dims);
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

    fn scatter(&mut self) {
        let mut dims = self.now.clone();
        let mut cut: DimAxes = vec![Vec::new(); dims.len()];
        for dim in 0..dims.len() {
            if self.common(dim) < self.now[dim].len() {
                continue;
            }
            let before = self.mesh.shards(&self.now[dim]);
            let mut more = 1;
            for atom in &self.target[dim][self.now[dim].len()..] {
                more *= self.mesh.size_of(atom);
                if !self.partial.contains(atom) || self.keep.contains(atom) || !nests(self.shape.dims[dim], before, more) {
                    break;
                }
                dims[dim].push(*atom);
                cut[dim].push(*atom);
            }
        }
        if cut.iter().any(|axes| !axes.is_empty()) {
            self.partial.retain(|atom| !cut.iter().flatten().any(|done| done == atom));
            let cut = merge_all(&cut, self.mesh);
            self.push(Step::ReduceScatter(cut), dims);
        }
    }

    fn reduce(&mut self) {
        let axes: Vec<AxisRef> = self.partial.iter().filter(|atom| !self.keep.contains(atom)).copied().collect();
        if !axes.is_empty() {
            self.partial.clone_from(&self.keep);
            let axes = sorted(self.mesh, &axes);
            self.push(Step::AllReduce(axes), self.now.clone());
        }
    }
}

/// Where a permutation of devices brings digits that are to be on the major ends of dimensions there, and digits that are to move on
/// to minor ends; shard counts stay. `None` where counts do not fit.
pub(super) fn arrangement(mesh: &Mesh, now: &DimAxes, target: &DimAxes, partial: &[AxisRef]) -> Option<DimAxes> {
    let rank = now.len();
    let in_use = |dims: &DimAxes, atom: &AxisRef| dims.iter().flatten().any(|used| used == atom);
    let capacity: Vec<i64> = now.iter().map(|axes| mesh.shards(axes)).collect();
    let mut dims: DimAxes = vec![Vec::new(); rank];
    let room = |dims: &DimAxes, dim: usize, atom: &AxisRef| {
        (capacity[dim] / mesh.shards(&dims[dim])) % mesh.size_of(atom) == 0
    };
    for dim in 0..rank {
        for atom in &target[dim] {
            if partial.contains(atom) || !room(&dims, dim, atom) {
                break;
            }
            dims[dim].push(*atom);
        }
    }
    // What is to be gathered stands before what is to move on: moves take suffixes. Atoms stay where they are where they can.
    let wanted: Vec<AxisRef> = target.iter().flatten().copied().filter(|atom| !in_use(&dims, atom) && !partial.contains(atom)).collect();
    let mut tails: DimAxes = vec![Vec::new(); rank];
    let mut left: Vec<i64> = (0..rank).map(|dim| capacity[dim] / mesh.shards(&dims[dim])).collect();
    for stay in [true, false] {
        for atom in &wanted {
            if tails.iter().flatten().any(|used| used == atom) || (stay && !in_use(now, atom)) {
                continue;
            }
            let size = mesh.size_of(atom);
            let home = now.iter().position(|axes| axes.contains(atom));
            let fits = |dim: &usize| left[*dim] % size == 0 && (!stay || home == Some(*dim));
            if let Some(dim) = (0..rank).find(fits) {
                tails[dim].push(*atom);
                left[dim] /= size;
            }
        }
    }
    let used: Vec<AxisRef> = dims.iter().chain(&tails).flatten().copied().collect();
    let mut spare: Vec<AxisRef> = now.iter().flatten().copied().filter(|atom| !used.contains(atom)).collect();
    for dim in 0..rank {
        while left[dim] > 1 {
            let home = spare.iter().position(|atom| now[dim].contains(atom) && left[dim] % mesh.size_of(atom) == 0);
            let any = || spare.iter().position(|atom| left[dim] % mesh.size_of(atom) == 0);
            let index = home.or_else(any)?;
            let atom = spare.remove(index);
            left[dim] /= mesh.size_of(&atom);
            dims[dim].push(atom);
        }
        dims[dim].append(&mut tails[dim]);
    }
    Some(dims)
}

fn merge_all(dims: &[Vec<AxisRef>], mesh: &Mesh) -> DimAxes {
    dims.iter().map(|axes| merged(mesh, axes)).collect()
}

/// Combines what is to be combined, joins every dimension that differs whole, then cuts it: always possible. Errors where partial
/// axes are cut so that what is to stay partial cannot be told from what is not.
pub(super) fn through_whole(mesh: &Mesh, from: &Placement, to: &Placement) -> Result<Vec<Stage>, String> {
    let mut stages = Vec::new();
    let split = |axes: &[AxisRef]| -> Vec<AxisRef> { digits(mesh, axes).into_iter().map(|(digit, _)| digit).collect() };
    let (partial, keep) = (split(&from.partial), split(&to.partial));
    let reduce: Vec<AxisRef> = partial.iter().filter(|digit| !keep.contains(digit)).copied().collect();
    if overlap(&reduce, &keep, mesh) {
        return Err(format!("partial axes {:?} cannot be combined down to {:?}: they cut an axis differently", from.partial, to.partial));
    }
    let mut push = |step: Step, dims: &DimAxes| stages.push(Stage { step, dims: dims.clone(), partial: to.partial.clone() });
    if !reduce.is_empty() {
        push(Step::AllReduce(sorted(mesh, &reduce)), &from.dims);
    }
    let pick = |dims: &DimAxes, differing: bool| -> DimAxes {
        let kept = |(dim, axes): (usize, &Vec<AxisRef>)| if (from.dims[dim] != to.dims[dim]) == differing { axes.clone() } else { Vec::new() };
        dims.iter().enumerate().map(kept).collect()
    };
    let (joined, cut) = (pick(&from.dims, true), pick(&to.dims, true));
    if joined.iter().any(|axes| !axes.is_empty()) {
        push(Step::Gather(joined), &pick(&from.dims, false));
    }
    if cut.iter().any(|axes| !axes.is_empty()) {
        push(Step::Slice(cut), &to.dims);
    }
    Ok(stages)
}
