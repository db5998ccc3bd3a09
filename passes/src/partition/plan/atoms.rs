//! Placements in digits: axes split so that no cut of the source or the target, and where there are few digits no composite size,
//! is left inside one.
//!
//! Invariants: digits are in mesh order and independent of one another; a state uses each at most once.

use super::search::{Kind, Moved};
use super::{Placement, Shape, Stage, Step, merged, nests};
use crate::partition::attrs::Move;
use crate::partition::factors::DimAxes;
use shardwright_ir::Sym;
use shardwright_ir::sharding::spec::local_size;
use shardwright_ir::sharding::{AxisRef, Mesh};
use smallvec::SmallVec;
use std::rc::Rc;

/// With at most so many digits, axes are split down to prime sizes and permutations to every arrangement are tried.
pub(super) const FINE: usize = 5;

/// At most so many digits: they are bits of a word. A mesh of more has over 2^32 devices.
const MOST: usize = 32;

/// Digits of one dimension, major to minor, by number.
pub(super) type Digits = SmallVec<[u8; 8]>;

/// A placement by numbers of digits.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct State {
    pub dims: SmallVec<[Digits; 4]>,
    /// A bit for each digit that is partial.
    pub partial: u32,
}

impl State {
    /// A bit for each digit that dimensions are sharded on.
    pub fn used(&self) -> u32 {
        self.dims.iter().flatten().fold(0, |mask, &digit| mask | 1 << digit)
    }
}

/// Digits, and their sizes.
#[derive(Clone)]
pub(super) struct AllDigits {
    atoms: Rc<[AxisRef]>,
    sizes: Rc<[i64]>,
    /// Where each axis of the mesh is cut, from 1 to its size; empty where these are no digits of whole axes.
    cuts: Vec<(Sym, Vec<i64>)>,
}

impl AllDigits {
    fn new(mesh: &Mesh, atoms: Vec<AxisRef>) -> Option<AllDigits> {
        let sizes = atoms.iter().map(|atom| mesh.size_of(atom)).collect();
        (atoms.len() <= MOST).then(|| AllDigits { atoms: atoms.into(), sizes, cuts: Vec::new() })
    }

    /// Every axis of the mesh, in digits of prime size.
    pub fn of_mesh(mesh: &Mesh) -> Option<AllDigits> {
        let cuts: Vec<(Sym, Vec<i64>)> = mesh.axes.iter().filter(|axis| axis.size > 1).map(|axis| (axis.name, into_primes(&[1, axis.size]))).collect();
        Some(AllDigits { cuts: cuts.clone(), ..AllDigits::new(mesh, parts(mesh, &cuts, |_| true))? })
    }

    /// The state of a placement that is made of these digits.
    pub fn state(&self, mesh: &Mesh, placement: &Placement) -> State {
        let all = |axis: &AxisRef| -> Digits { (0..self.atoms.len()).filter(|&index| axis.contains(&self.atoms[index], mesh)).map(|index| index as u8).collect() };
        State {
            dims: placement.dims.iter().map(|axes| axes.iter().flat_map(&all).collect()).collect(),
            partial: placement.partial.iter().flat_map(&all).fold(0, |mask, digit| mask | 1 << digit),
        }
    }

    /// Whether a placement is made of digits of whole axes.
    pub fn make(&self, mesh: &Mesh, placement: &Placement) -> bool {
        mentioned(placement).all(|axis| {
            let (pre, size) = axis.bounds(mesh);
            let cuts = self.cuts.iter().find(|(name, _)| *name == axis.name);
            cuts.is_some_and(|(_, cuts)| cuts.contains(&pre) && cuts.contains(&pre.saturating_mul(size)))
        })
    }

    /// What is to be planned between two states of these digits.
    pub fn space<'a>(&self, mesh: &'a Mesh, shape: Shape<'a>, start: State, target: State) -> Space<'a> {
        Space { mesh, shape, atoms: self.atoms.clone(), sizes: self.sizes.clone(), start, target }
    }
}

/// What is to be planned, in digits.
pub(super) struct Space<'a> {
    pub mesh: &'a Mesh,
    pub shape: Shape<'a>,
    /// The digits.
    pub atoms: Rc<[AxisRef]>,
    pub sizes: Rc<[i64]>,
    pub start: State,
    pub target: State,
}

impl<'a> Space<'a> {
    /// The digits of what the placements mention and, with `idle`, of all other axes but those that it names. `None` where cuts of an
    /// axis do not divide one another.
    pub fn new(mesh: &'a Mesh, shape: Shape<'a>, from: &Placement, to: &Placement, idle: Option<&[Sym]>) -> Option<Space<'a>> {
        let mut cuts = cuts(mesh, from, to)?;
        let shares = |name: Sym| idle.is_some_and(|apart| !apart.contains(&name));
        for axis in mesh.axes.iter().filter(|axis| shares(axis.name)) {
            let ends = [1, axis.size];
            match cuts.iter_mut().find(|(name, _)| *name == axis.name) {
                Some((_, cuts)) => cuts.extend(ends),
                None => cuts.push((axis.name, ends.to_vec())),
            }
        }
        cuts.iter_mut().for_each(|(_, cuts)| {
            cuts.sort_unstable();
            cuts.dedup();
        });
        let take = |atom: &AxisRef| shares(atom.name) || mentioned(from).chain(mentioned(to)).any(|axis| axis.contains(atom, mesh));
        let primes = parts(mesh, &cuts.iter().map(|(name, cuts)| (*name, into_primes(cuts))).collect::<Vec<_>>(), take);
        let atoms = if primes.len() <= FINE { primes } else { parts(mesh, &cuts, take) };
        Space::of(mesh, shape, from, to, atoms)
    }

    /// The digits of prime size that the placements are made of. `None` where cuts of an axis do not divide one another.
    pub fn in_primes(mesh: &'a Mesh, shape: Shape<'a>, from: &Placement, to: &Placement) -> Option<Space<'a>> {
        Space::of(mesh, shape, from, to, primes(mesh, from, to)?)
    }

    fn of(mesh: &'a Mesh, shape: Shape<'a>, from: &Placement, to: &Placement, atoms: Vec<AxisRef>) -> Option<Space<'a>> {
        let all = AllDigits::new(mesh, atoms)?;
        let (start, target) = (all.state(mesh, from), all.state(mesh, to));
        Some(all.space(mesh, shape, start, target))
    }

    /// Whether every arrangement of the digits can be looked at.
    pub fn is_small(&self) -> bool {
        self.atoms.len() <= FINE
    }

    pub fn shards(&self, digits: &[u8]) -> i64 {
        digits.iter().fold(1, |shards: i64, &digit| shards.saturating_mul(self.sizes[usize::from(digit)]))
    }

    /// The digits of a mask, as axes in mesh order.
    pub fn axes(&self, mask: u32) -> Vec<AxisRef> {
        let digits: Vec<AxisRef> = (0..self.atoms.len()).filter(|digit| mask >> digit & 1 == 1).map(|digit| self.atoms[digit]).collect();
        merged(self.mesh, &digits)
    }

    pub fn list(&self, digits: &[u8]) -> Vec<AxisRef> {
        let digits: Vec<AxisRef> = digits.iter().map(|&digit| self.atoms[usize::from(digit)]).collect();
        merged(self.mesh, &digits)
    }

    pub fn placement(&self, state: &State) -> Placement {
        Placement { dims: state.dims.iter().map(|digits| self.list(digits)).collect(), partial: self.axes(state.partial) }
    }

    pub fn bytes(&self, state: &State) -> i64 {
        let sizes = self.shape.dims.iter().zip(&state.dims);
        sizes.fold(self.shape.element, |bytes, (&size, digits)| bytes.saturating_mul(local_size(size, self.shards(digits))))
    }

    /// Whether every dimension's blocks in the one state are unions of those in the other.
    pub fn nested(&self, one: &State, other: &State) -> bool {
        self.shape.dims.iter().enumerate().all(|(dim, &size)| {
            let (left, right) = (self.shards(&one.dims[dim]), self.shards(&other.dims[dim]));
            left == right || nests(size, left.min(right), left.max(right) / left.min(right))
        })
    }

    /// Whether every digit that is to be combined is all that the source and the target differ in and nothing is free to share
    /// the work.
    pub fn holds_all(&self) -> bool {
        let all = (1u64 << self.atoms.len()) - 1;
        u64::from(self.start.used() | self.start.partial) == all
    }

    /// The step of this kind from one state to the next; `moves` are those of an all-to-all.
    pub fn stage(&self, kind: Kind, moves: &[Moved], before: &State, after: &State) -> Stage {
        let gained = |before: &State, after: &State| -> DimAxes {
            let lists = before.dims.iter().zip(&after.dims);
            lists.map(|(few, many)| self.list(many.get(few.len()..).unwrap_or(&[]))).collect()
        };
        let step = match kind {
            Kind::Slice => Step::Slice(gained(before, after)),
            Kind::Gather => Step::Gather(gained(after, before)),
            Kind::ReduceScatter => Step::ReduceScatter(gained(before, after)),
            Kind::AllReduce => Step::AllReduce(self.axes(before.partial & !after.partial)),
            Kind::Permute => Step::Permute,
            Kind::AllToAll => {
                let mut left = before.dims.clone();
                let step = |one: &Moved| {
                    let (src, dst) = (usize::from(one.src), usize::from(one.dst));
                    let start = left[src].len() - usize::from(one.count);
                    let axes = self.list(&left[src][start..]);
                    left[src].truncate(start);
                    Move { axes, src, dst }
                };
                Step::AllToAll(moves.iter().map(step).collect())
            }
        };
        let after = self.placement(after);
        Stage { step, dims: after.dims, partial: after.partial }
    }
}

/// Prime digits of a list of axes, each with the number of shards that it is minor to.
pub(super) fn digits(mesh: &Mesh, axes: &[AxisRef]) -> Vec<(AxisRef, i64)> {
    let mut digits = Vec::new();
    let mut major = 1i64;
    for axis in axes {
        let (pre, size) = axis.bounds(mesh);
        for pair in into_primes(&[pre, pre.saturating_mul(size)]).windows(2) {
            digits.push((AxisRef::span(mesh, axis.name, pair[0], pair[1] / pair[0]), major));
            major = major.saturating_mul(pair[1] / pair[0]);
        }
    }
    digits
}

fn mentioned(placement: &Placement) -> impl Iterator<Item = &AxisRef> {
    placement.dims.iter().flatten().chain(&placement.partial)
}

/// The digits of prime size that the placements are made of, in mesh order; `None` where cuts of an axis do not divide one another.
pub(super) fn primes(mesh: &Mesh, from: &Placement, to: &Placement) -> Option<Vec<AxisRef>> {
    let cuts: Vec<(Sym, Vec<i64>)> = cuts(mesh, from, to)?.iter().map(|(name, cuts)| (*name, into_primes(cuts))).collect();
    Some(parts(mesh, &cuts, |atom| mentioned(from).chain(mentioned(to)).any(|axis| axis.contains(atom, mesh))))
}

/// The parts between cuts that are to be taken, in mesh order.
fn parts(mesh: &Mesh, cuts: &[(Sym, Vec<i64>)], take: impl Fn(&AxisRef) -> bool) -> Vec<AxisRef> {
    let mut atoms: Vec<AxisRef> = Vec::new();
    for (name, cuts) in cuts {
        atoms.extend(cuts.windows(2).map(|pair| AxisRef::span(mesh, *name, pair[0], pair[1] / pair[0])));
    }
    atoms.retain(take);
    atoms.sort_unstable_by_key(|atom| atom.mesh_order(mesh));
    atoms
}

/// Where each axis is cut by the source or the target; `None` where cuts do not divide one another.
fn cuts(mesh: &Mesh, from: &Placement, to: &Placement) -> Option<Vec<(Sym, Vec<i64>)>> {
    let mut cuts: Vec<(Sym, Vec<i64>)> = Vec::new();
    for axis in mentioned(from).chain(mentioned(to)) {
        let (pre, size) = axis.bounds(mesh);
        let entry = match cuts.iter_mut().position(|(name, _)| *name == axis.name) {
            Some(index) => &mut cuts[index],
            None => {
                cuts.push((axis.name, Vec::new()));
                cuts.last_mut()?
            }
        };
        entry.1.extend([pre, pre.saturating_mul(size)]);
    }
    for (_, cuts) in &mut cuts {
        cuts.sort_unstable();
        cuts.dedup();
        if cuts.windows(2).any(|pair| pair[1] % pair[0] != 0) {
            return None;
        }
    }
    Some(cuts)
}

/// The cuts with more between them, so that each part has a prime size.
fn into_primes(cuts: &[i64]) -> Vec<i64> {
    let mut fine: Vec<i64> = cuts.first().copied().into_iter().collect();
    for pair in cuts.windows(2) {
        let (mut at, mut left) = (pair[0], pair[1] / pair[0]);
        let mut prime = 2;
        while left > 1 {
            if prime * prime > left {
                prime = left;
            }
            while left % prime == 0 {
                at *= prime;
                left /= prime;
                fine.push(at);
            }
            prime += 1;
        }
    }
    fine
}
