//! A few fixed orders of steps: slices first, moves between dimensions first, a permutation of devices first, everything gathered.
//!
//! Each is in the spirit of Shardy's `reshard-to-collectives` (shrink, then exchange, then grow); partial results are combined
//! before, scattered as far as the target wants, or after. They need no search, so they bound one and stand in for one. Invariant:
//! of the orders that lead to the target by legal steps, the cheapest is taken, and of equally cheap ones the one that never holds
//! much.

use super::atoms::{Digits, Space, State, digits};
use super::search::{Kind, Moved, Priced};
use super::{Cost, Placement, Stage, Step, nests, sorted};
use crate::partition::factors::{DimAxes, overlap};
use shardwright_ir::sharding::{AxisRef, Mesh};
use smallvec::{SmallVec, smallvec};

/// The cheapest of the fixed orders; `None` where none leads to the target. The space is one of [`Space::in_primes`].
pub(super) fn best(space: &Space, prices: &mut Priced) -> Option<Vec<Stage>> {
    let mut found: Option<(Cost, i64, Steps)> = None;
    each(space, prices, |cost, peak, steps| {
        if found.as_ref().is_none_or(|(least, held, _)| (cost, peak) < (*least, *held)) {
            found = Some((cost, peak, steps.clone()));
        }
        found.as_ref().map(|(least, ..)| *least)
    });
    let (.., steps) = found?;
    let mut stages = Vec::with_capacity(steps.len());
    let mut now = &space.start;
    for (kind, moves, after) in &steps {
        stages.push(space.stage(*kind, moves, now, after));
        now = after;
    }
    Some(stages)
}

/// What [`best`] costs.
pub(super) fn price(space: &Space, prices: &mut Priced) -> Option<Cost> {
    let mut least: Option<Cost> = None;
    each(space, prices, |cost, _, _| {
        least = Some(least.map_or(cost, |least| least.min(cost)));
        least
    });
    least
}

/// Goes through the orders that lead to the target, with what each costs, the most bytes that it holds, and its steps. `found` returns the least cost
/// so far: what costs more already is given up.
fn each(space: &Space, prices: &mut Priced, mut found: impl FnMut(Cost, i64, &Steps) -> Option<Cost>) {
    let preludes: &[&[Act]] = if space.start.partial == space.target.partial { &[&[]] } else { &[&[Scatter, Reduce], &[SliceInPlace, Scatter, Reduce], &[]] };
    let mut least: Option<Cost> = None;
    for prelude in preludes {
        for order in ORDERS {
            let mut fixed = Fixed { space, now: space.start.clone(), steps: SmallVec::new(), cost: Cost::default(), peak: space.bytes(&space.start), valid: true };
            for act in prelude.iter().chain(*order).chain(&[Reduce]) {
                fixed.act(*act, prices);
                fixed.valid &= least.is_none_or(|least| fixed.cost <= least);
                if !fixed.valid {
                    break;
                }
            }
            if fixed.valid && fixed.now.dims == space.target.dims {
                least = found(fixed.cost, fixed.peak, &fixed.steps);
            }
        }
    }
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

/// Steps, moves of those that are all-to-alls, and the state after each.
type Steps = SmallVec<[(Kind, SmallVec<[Moved; 2]>, State); 4]>;

struct Fixed<'a> {
    space: &'a Space<'a>,
    now: State,
    steps: Steps,
    cost: Cost,
    /// The most bytes that a device held so far.
    peak: i64,
    valid: bool,
}

impl Fixed<'_> {
    fn act(&mut self, act: Act, prices: &mut Priced) {
        match act {
            SliceInPlace => self.slice_in_place(prices),
            SliceAnywhere => self.slice_anywhere(prices),
            Permute => self.permute(prices),
            Exchange => self.exchange(prices),
            Gather => self.gather(false, prices),
            GatherWhole => self.gather(true, prices),
            Scatter => self.scatter(prices),
            Reduce => self.reduce(prices),
        }
    }

    fn push(&mut self, kind: Kind, moves: SmallVec<[Moved; 2]>, next: State, prices: &mut Priced) {
        self.valid &= self.space.nested(&self.now, &next);
        if let Some(collective) = kind.collective() {
            self.cost = self.cost.plus(prices.price(self.space, collective, &self.now, &next));
        }
        self.peak = self.peak.max(self.space.bytes(&next));
        self.steps.push((kind, moves, next.clone()));
        self.now = next;
    }

    fn common(&self, dim: usize) -> usize {
        self.now.dims[dim].iter().zip(&self.space.target.dims[dim]).take_while(|(now, wanted)| now == wanted).count()
    }

    fn slice_in_place(&mut self, prices: &mut Priced) {
        let (space, mut next) = (self.space, self.now.clone());
        let mut taken = next.used() | next.partial;
        for dim in 0..next.dims.len() {
            let have = self.now.dims[dim].len();
            if self.common(dim) < have {
                continue;
            }
            for &digit in &space.target.dims[dim][have..] {
                if taken >> digit & 1 == 1 {
                    break;
                }
                next.dims[dim].push(digit);
                taken |= 1 << digit;
            }
        }
        self.push_slice(next, prices);
    }

    fn slice_anywhere(&mut self, prices: &mut Priced) {
        let (space, mut next) = (self.space, self.now.clone());
        let mut taken = next.used() | next.partial;
        for &digit in space.target.dims.iter().flatten() {
            if taken >> digit & 1 == 1 {
                continue;
            }
            let size = space.sizes[usize::from(digit)];
            let fits = |dim: &usize| space.shape.dims[*dim] % space.shards(&next.dims[*dim]).saturating_mul(size) == 0;
            if let Some(dim) = (0..next.dims.len()).find(fits) {
                next.dims[dim].push(digit);
                taken |= 1 << digit;
            }
        }
        self.push_slice(next, prices);
    }

    fn push_slice(&mut self, next: State, prices: &mut Priced) {
        if next != self.now {
            self.push(Kind::Slice, SmallVec::new(), next, prices);
        }
    }

    fn permute(&mut self, prices: &mut Priced) {
        if let Some(next) = arrangement(self.space, &self.now)
            && next != self.now
        {
            self.push(Kind::Permute, SmallVec::new(), next, prices);
        }
    }

    fn exchange(&mut self, prices: &mut Priced) {
        while let Some((src, start, dst)) = self.next_move() {
            let mut next = self.now.clone();
            let moved: Digits = next.dims[src].drain(start..).collect();
            next.dims[dst].extend_from_slice(&moved);
            let one = Moved { count: moved.len() as u8, src: src as u8, dst: dst as u8 };
            self.push(Kind::AllToAll, smallvec![one], next, prices);
        }
    }

    /// A suffix of a dimension that is what another dimension needs next: `(from, start of the suffix, to)`.
    fn next_move(&self) -> Option<(usize, usize, usize)> {
        let rank = self.now.dims.len();
        for src in 0..rank {
            for start in self.common(src)..self.now.dims[src].len() {
                let suffix = &self.now.dims[src][start..];
                let ready = |dst: &usize| {
                    let have = self.now.dims[*dst].len();
                    *dst != src && self.common(*dst) == have && self.space.target.dims[*dst][have..].starts_with(suffix)
                };
                if let Some(dst) = (0..rank).find(ready) {
                    return Some((src, start, dst));
                }
            }
        }
        None
    }

    fn gather(&mut self, whole: bool, prices: &mut Priced) {
        let (space, mut next) = (self.space, self.now.clone());
        for dim in 0..next.dims.len() {
            let (now, target) = (&self.now.dims[dim], &space.target.dims[dim]);
            if now == target {
                continue;
            }
            let mut keep = self.common(dim);
            if whole {
                let kept = space.shards(&now[..keep]);
                let fits = |digits: &[u8]| nests(space.shape.dims[dim], kept, space.shards(digits) / kept);
                if !fits(now) || !fits(target) {
                    keep = 0;
                }
            }
            next.dims[dim].truncate(keep);
        }
        if next != self.now {
            self.push(Kind::Gather, SmallVec::new(), next, prices);
        }
    }

    fn scatter(&mut self, prices: &mut Priced) {
        let (space, mut next) = (self.space, self.now.clone());
        for dim in 0..next.dims.len() {
            let have = self.now.dims[dim].len();
            if self.common(dim) < have {
                continue;
            }
            let before = space.shards(&self.now.dims[dim]);
            let mut more = 1;
            for &digit in &space.target.dims[dim][have..] {
                more *= space.sizes[usize::from(digit)];
                let combined = (self.now.partial & !space.target.partial) >> digit & 1 == 1;
                if !combined || !nests(space.shape.dims[dim], before, more) {
                    break;
                }
                next.dims[dim].push(digit);
                next.partial &= !(1 << digit);
            }
        }
        if next != self.now {
            self.push(Kind::ReduceScatter, SmallVec::new(), next, prices);
        }
    }

    fn reduce(&mut self, prices: &mut Priced) {
        let keep = self.space.target.partial;
        if self.now.partial & !keep != 0 {
            let next = State { dims: self.now.dims.clone(), partial: keep };
            self.push(Kind::AllReduce, SmallVec::new(), next, prices);
        }
    }
}

/// Where a permutation of devices brings digits that are to be on the major ends of dimensions in the space's target, and digits that are to move on
/// to minor ends; shard counts stay. `None` where counts do not fit.
pub(super) fn arrangement(space: &Space, now: &State) -> Option<State> {
    let (rank, target) = (now.dims.len(), &space.target);
    let size = |digit: u8| space.sizes[usize::from(digit)];
    let mut dims: SmallVec<[Digits; 4]> = smallvec![Digits::new(); rank];
    // What is left of each dimension's shards.
    let mut left: SmallVec<[i64; 4]> = now.dims.iter().map(|digits| space.shards(digits)).collect();
    // Digits that have a place.
    let mut placed = 0u32;
    for dim in 0..rank {
        for &digit in &target.dims[dim] {
            if now.partial >> digit & 1 == 1 || left[dim] % size(digit) != 0 {
                break;
            }
            dims[dim].push(digit);
            left[dim] /= size(digit);
            placed |= 1 << digit;
        }
    }
    // What is to be gathered stands before what is to move on: moves take suffixes. Digits stay where they are where they can.
    let wanted: Digits = target.dims.iter().flatten().copied().filter(|digit| (placed | now.partial) >> digit & 1 == 0).collect();
    let used = now.used();
    let mut tails: SmallVec<[Digits; 4]> = smallvec![Digits::new(); rank];
    for stay in [true, false] {
        for &digit in &wanted {
            if placed >> digit & 1 == 1 || (stay && used >> digit & 1 == 0) {
                continue;
            }
            let home = now.dims.iter().position(|digits| digits.contains(&digit));
            let fits = |dim: &usize| left[*dim] % size(digit) == 0 && (!stay || home == Some(*dim));
            if let Some(dim) = (0..rank).find(fits) {
                tails[dim].push(digit);
                left[dim] /= size(digit);
                placed |= 1 << digit;
            }
        }
    }
    let mut spare: Digits = now.dims.iter().flatten().copied().filter(|digit| placed >> digit & 1 == 0).collect();
    for dim in 0..rank {
        while left[dim] > 1 {
            let fits = |digit: u8| left[dim] % size(digit) == 0;
            let home = spare.iter().position(|&digit| now.dims[dim].contains(&digit) && fits(digit));
            let index = home.or_else(|| spare.iter().position(|&digit| fits(digit)))?;
            let digit = spare.remove(index);
            left[dim] /= size(digit);
            dims[dim].push(digit);
        }
        let tail = std::mem::take(&mut tails[dim]);
        dims[dim].extend_from_slice(&tail);
    }
    Some(State { dims, partial: now.partial })
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
