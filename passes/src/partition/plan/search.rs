//! The cheapest path from the source to the target over placements, by A*.
//!
//! Nodes are arrangements of the digits of [`super::atoms`] on dimensions, and the digits still partial. Edges are single
//! collectives: slices of one digit (of several where blocks of a whole dimension would not nest one by one); gathers of any suffixes of
//! any dimensions at once; all-to-alls of any suffixes to other dimensions at once; reduce-scatters of any partial digits onto any dimensions; all-reduces of any
//! partial digits; permutations to any arrangement with the same shard counts. Nothing is left out while there are at most
//! [`super::atoms::FINE`] digits; with more, permutations only go where [`super::fixed::arrangement`] would, all-to-alls are of one suffix, and reduce-scatters take
//! single digits or what the target wants next.
//!
//! Why this is enough: a slice of several digits is slices of one each, in any order, wherever blocks nest (`ceil(ceil(n/a)/b) =
//! ceil(n/(ab))`), and costs nothing; two permutations in a row are one. Which axes that neither placement mentions have digits is up to
//! [`super::share`]. The bound that guides the search is what a device still has to receive: it never falls by more than a collective brings,
//! so a state's first visit is its cheapest. Invariants: ties break by what is held, then by the order of edges, never by addresses or hashes.

use super::atoms::{Digits, FINE, Space, State};
use super::{Collective, Cost, Prices, Stage, cost, fixed, nests, peak_bytes};
use shardwright_ir::sharding::spec::local_size;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// States that are looked at before the search gives up: what it would find in time is not worth more of it.
pub(super) const MOST_STATES: usize = 60_000;
/// Devices whose needs bound the search.
const SAMPLE: i64 = 16;

/// What leads from one state to the next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    Slice,
    Permute,
    AllToAll,
    Gather,
    ReduceScatter,
    AllReduce,
}

impl Kind {
    pub(super) fn collective(self) -> Option<Collective> {
        match self {
            Kind::Slice => None,
            Kind::Permute => Some(Collective::Permute),
            Kind::AllToAll => Some(Collective::AllToAll),
            Kind::Gather => Some(Collective::AllGather),
            Kind::ReduceScatter => Some(Collective::ReduceScatter),
            Kind::AllReduce => Some(Collective::AllReduce),
        }
    }
}

/// One move of an all-to-all: so many digits from the minor end of `src` to that of `dst`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Moved {
    pub count: u8,
    pub src: u8,
    pub dst: u8,
}

/// A step, and the moves of an all-to-all.
type Edge = (Kind, SmallVec<[Moved; 2]>);

/// Cost so far, bytes held after each collective added up, collectives.
type Spent = (Cost, i64, u32);

struct Node {
    state: State,
    spent: Spent,
    parent: u32,
    edge: Edge,
    done: bool,
}

/// The cheapest plan that never holds more than `allowed` bytes, or where there is none, than the least amount with which there is
/// one. `None` where that takes more than `states` states. `known` is a plan that must not cost less.
pub(super) fn search(space: &Space, prices: &dyn Prices, allowed: i64, known: Option<&[Stage]>, states: usize) -> Option<Vec<Stage>> {
    let from = space.placement(&space.start);
    let known = known.map(|stages| {
        (cost(space.mesh, space.shape, &from, stages, prices), peak_bytes(space.mesh, space.shape, &from, stages))
    });
    let mut allowed = allowed;
    let mut prices = Priced::new(prices);
    let needs = Needs::new(space);
    loop {
        let most = known.filter(|(_, peak)| *peak <= allowed).map(|(cost, _)| cost);
        let mut search = Search { space, allowed, most, states, over: i64::MAX, nodes: Vec::new(), index: HashMap::new(), heap: BinaryHeap::new() };
        match search.run(&mut prices, &needs) {
            Outcome::Found(stages) => return Some(stages),
            Outcome::TooLarge => return None,
            Outcome::None if search.over == i64::MAX => return None,
            Outcome::None => allowed = search.over,
        }
    }
}

enum Outcome {
    Found(Vec<Stage>),
    TooLarge,
    None,
}

struct Search<'a> {
    space: &'a Space<'a>,
    allowed: i64,
    /// A plan of this cost is known.
    most: Option<Cost>,
    states: usize,
    /// The least that a state that was not allowed holds.
    over: i64,
    nodes: Vec<Node>,
    index: HashMap<State, u32>,
    heap: BinaryHeap<Reverse<(i64, Spent, u32)>>,
}

impl Search<'_> {
    fn run(&mut self, prices: &mut Priced, needs: &Needs) -> Outcome {
        let space = self.space;
        self.reach(space.start.clone(), (Cost::default(), 0, 0), u32::MAX, (Kind::Slice, SmallVec::new()), prices, needs);
        while let Some(Reverse((_, spent, id))) = self.heap.pop() {
            let node = &mut self.nodes[id as usize];
            if node.done || node.spent != spent {
                continue;
            }
            node.done = true;
            if node.state == space.target {
                return Outcome::Found(self.path(id));
            }
            let (state, kind) = (node.state.clone(), node.edge.0);
            if self.nodes.len() > self.states {
                return Outcome::TooLarge;
            }
            for (next, edge) in edges(space, &state, kind) {
                let mut after = spent;
                if let Some(collective) = edge.0.collective() {
                    after.0 = after.0.plus(prices.price(space, collective, &state, &next));
                    after.1 = after.1.saturating_add(space.bytes(&next));
                    after.2 += 1;
                }
                self.reach(next, after, id, edge, prices, needs);
            }
        }
        Outcome::None
    }

    fn reach(&mut self, state: State, spent: Spent, parent: u32, edge: Edge, prices: &Priced, needs: &Needs) {
        if let Some(&id) = self.index.get(&state) {
            let node = &mut self.nodes[id as usize];
            if spent < node.spent {
                let estimate = spent.0.time.saturating_add(needs.least(self.space, &node.state, prices.prices));
                (node.spent, node.parent, node.edge, node.done) = (spent, parent, edge, false);
                self.heap.push(Reverse((estimate, spent, id)));
            }
            return;
        }
        let bytes = self.space.bytes(&state);
        if bytes > self.allowed {
            self.over = self.over.min(bytes);
            return;
        }
        let estimate = spent.0.time.saturating_add(needs.least(self.space, &state, prices.prices));
        if self.most.is_some_and(|most| estimate > most.time) {
            return;
        }
        let id = self.nodes.len() as u32;
        self.index.insert(state.clone(), id);
        self.nodes.push(Node { state, spent, parent, edge, done: false });
        self.heap.push(Reverse((estimate, spent, id)));
    }

    fn path(&self, last: u32) -> Vec<Stage> {
        let mut ids = vec![last];
        while let Some(&id) = ids.last()
            && self.nodes[id as usize].parent != u32::MAX
        {
            ids.push(self.nodes[id as usize].parent);
        }
        ids.reverse();
        let mut stages = Vec::new();
        let mut at = 0;
        while at + 1 < ids.len() {
            // Slices in a row are one.
            let (kind, moves) = &self.nodes[ids[at + 1] as usize].edge;
            let mut end = at + 1;
            while *kind == Kind::Slice && end + 1 < ids.len() && self.nodes[ids[end + 1] as usize].edge.0 == Kind::Slice {
                end += 1;
            }
            stages.push(self.space.stage(*kind, moves, &self.nodes[ids[at] as usize].state, &self.nodes[ids[end] as usize].state));
            at = end;
        }
        stages
    }
}

/// Prices of edges, each asked for once. All spaces that it is used with have the same digits.
pub(super) struct Priced<'a> {
    prices: &'a dyn Prices,
    found: HashMap<(Collective, u32, i64), Cost>,
}

impl<'a> Priced<'a> {
    pub(super) fn new(prices: &'a dyn Prices) -> Priced<'a> {
        Priced { prices, found: HashMap::new() }
    }

    pub(super) fn price(&mut self, space: &Space, kind: Collective, before: &State, after: &State) -> Cost {
        let mask = match kind {
            Collective::Permute => moved(space, before, after),
            Collective::AllToAll => {
                let lists = before.dims.iter().zip(&after.dims);
                lists.flat_map(|(before, after)| before.get(after.len()..).unwrap_or(&[])).fold(0, |mask, digit| mask | 1 << digit)
            }
            _ => (before.used() ^ after.used()) | (before.partial ^ after.partial),
        };
        let mut bytes = space.shape.element;
        for (dim, &size) in space.shape.dims.iter().enumerate() {
            let (few, many) = (space.shards(&before.dims[dim]), space.shards(&after.dims[dim]));
            let pads = many > few && matches!(kind, Collective::AllToAll | Collective::ReduceScatter);
            bytes = bytes.saturating_mul(if pads { local_size(size, many).saturating_mul(many / few.max(1)) } else { local_size(size, few) });
        }
        *self.found.entry((kind, mask, bytes)).or_insert_with(|| self.prices.price(kind, space.mesh, &space.axes(mask), bytes))
    }
}

/// Digits that say something else about a device's shard before than after.
fn moved(space: &Space, before: &State, after: &State) -> u32 {
    let mut mask = 0;
    for (before, after) in before.dims.iter().zip(&after.dims) {
        let place = |digits: &Digits| -> SmallVec<[(u8, i64); 8]> {
            digits.iter().enumerate().map(|(index, &digit)| (digit, space.shards(&digits[..index]))).collect()
        };
        let (before, after) = (place(before), place(after));
        before.iter().filter(|one| !after.contains(one)).chain(after.iter().filter(|one| !before.contains(one))).for_each(|(digit, _)| mask |= 1 << digit);
    }
    mask
}

/// How much of its part of the target each of some devices lacks.
pub(super) struct Needs {
    devices: Vec<Need>,
}

/// A device's coordinates along the digits, and the part of each dimension that it is to hold.
type Need = (Vec<i64>, Vec<(i64, i64)>);

impl Needs {
    pub(super) fn new(space: &Space) -> Needs {
        let count = space.mesh.num_devices();
        let sample = (0..count.min(SAMPLE)).map(|index| match count <= SAMPLE {
            true => index,
            // Spread over the mesh, along every axis.
            false => (index * (count / SAMPLE) + index) % count,
        });
        let device = |position: i64| {
            let coordinates: Vec<i64> = space.atoms.iter().map(|atom| space.mesh.coordinate(position, atom)).collect();
            let part = (0..space.shape.dims.len()).map(|dim| block(space, &coordinates, &space.target, dim)).collect();
            (coordinates, part)
        };
        Needs { devices: sample.map(device).collect() }
    }

    /// A time that every path from `state` takes at least.
    pub(super) fn least(&self, space: &Space, state: &State, prices: &dyn Prices) -> i64 {
        let partial = state.partial != space.target.partial;
        let lack = |(coordinates, part): &Need| {
            let mut wanted = space.shape.element;
            let mut held = if partial { 0 } else { space.shape.element };
            for (dim, &(start, end)) in part.iter().enumerate() {
                let (from, to) = block(space, coordinates, state, dim);
                wanted = wanted.saturating_mul(end - start);
                held = held.saturating_mul((end.min(to) - start.max(from)).max(0));
            }
            wanted.saturating_sub(held)
        };
        match self.devices.iter().map(lack).max() {
            Some(bytes) if bytes > 0 => prices.least(bytes),
            _ => 0,
        }
    }
}

/// The elements of a dimension, first and one past the last, that a device at these coordinates holds.
fn block(space: &Space, coordinates: &[i64], state: &State, dim: usize) -> (i64, i64) {
    let size = space.shape.dims[dim];
    let digits = &state.dims[dim];
    let index = digits.iter().fold(0i64, |index, &digit| {
        index.saturating_mul(space.sizes[usize::from(digit)]).saturating_add(coordinates[usize::from(digit)])
    });
    let part = local_size(size, space.shards(digits));
    let start = index.saturating_mul(part).min(size);
    (start, start.saturating_add(part).min(size))
}

type Found = Vec<(State, Edge)>;

/// Everything that one step leads to from `state`, which a step of kind `last` led to.
fn edges(space: &Space, state: &State, last: Kind) -> Found {
    let mut found = Vec::new();
    let open = state.partial & !space.target.partial;
    let all = ((1u64 << space.atoms.len()) - 1) as u32;
    let free = all & !(state.used() | state.partial);
    slices(space, state, free, &mut found);
    if open != 0 {
        scatters(space, state, open, &mut found);
        let mut part = open;
        while part != 0 {
            found.push((State { partial: state.partial & !part, ..state.clone() }, (Kind::AllReduce, SmallVec::new())));
            part = (part - 1) & open;
        }
    }
    exchanges(space, state, &mut found);
    gathers(space, state, &mut found);
    if last != Kind::Permute {
        permutations(space, state, &mut found);
    }
    found
}

fn legal(space: &Space, dim: usize, few: i64, many: i64) -> bool {
    few == many || nests(space.shape.dims[dim], few, many / few)
}

fn slices(space: &Space, state: &State, free: u32, found: &mut Found) {
    for dim in 0..state.dims.len() {
        let shards = space.shards(&state.dims[dim]);
        for digit in bits(free) {
            if legal(space, dim, shards, shards.saturating_mul(space.sizes[usize::from(digit)])) {
                let mut next = state.clone();
                next.dims[dim].push(digit);
                found.push((next, (Kind::Slice, SmallVec::new())));
            }
        }
        // A whole dimension may be cut into parts that are not parts of its halves.
        if state.dims[dim].is_empty() {
            jumps(space, dim, free, &mut Digits::new(), &mut |digits| {
                let mut next = state.clone();
                next.dims[dim].extend_from_slice(digits);
                found.push((next, (Kind::Slice, SmallVec::new())));
            });
        }
    }
}

/// Calls `each` with lists of free digits by which dimension `dim` can be cut from the whole, but not digit by digit.
fn jumps(space: &Space, dim: usize, free: u32, digits: &mut Digits, each: &mut impl FnMut(&Digits)) {
    let size = space.shape.dims[dim];
    let shards = space.shards(digits);
    if size % shards == 0 && space.is_small() && size % space.shards(&bits(free).collect::<Digits>()).saturating_mul(shards) == 0 {
        return;
    }
    for digit in bits(free) {
        digits.push(digit);
        let wanted = space.is_small() || space.target.dims[dim].starts_with(digits);
        if wanted {
            let nested = (1..digits.len()).all(|count| legal(space, dim, space.shards(&digits[..count]), space.shards(&digits[..count + 1])));
            if !nested {
                each(digits);
            }
            jumps(space, dim, free & !(1 << digit), digits, each);
        }
        digits.pop();
    }
}

fn exchanges(space: &Space, state: &State, found: &mut Found) {
    let mut seen = HashSet::new();
    exchange_from(space, state, state, &mut SmallVec::new(), &mut seen, found);
}

/// Appends one more move to those that led from `state` to `now`, in every way.
fn exchange_from(space: &Space, state: &State, now: &State, moves: &mut SmallVec<[Moved; 2]>, seen: &mut HashSet<State>, found: &mut Found) {
    let dims = state.dims.len() as u8;
    for (src, dst) in (0..dims).flat_map(|src| (0..dims).map(move |dst| (src, dst))) {
        let digits = &now.dims[usize::from(src)];
        if src != dst && moves.iter().all(|one| one.dst != src && one.src != dst) {
            for start in 0..digits.len() {
                let mut next = now.clone();
                next.dims[usize::from(dst)].extend_from_slice(&digits[start..]);
                next.dims[usize::from(src)].truncate(start);
                if !seen.insert(next.clone()) {
                    continue;
                }
                moves.push(Moved { count: (digits.len() - start) as u8, src, dst });
                if space.is_small() {
                    exchange_from(space, state, &next, moves, seen, found);
                }
                if space.nested(state, &next) {
                    found.push((next, (Kind::AllToAll, moves.clone())));
                }
                moves.pop();
            }
        }
    }
}

fn gathers(space: &Space, state: &State, found: &mut Found) {
    // Prefixes that each dimension can keep.
    let keep: Vec<Vec<usize>> = (0..state.dims.len())
        .map(|dim| {
            let digits = &state.dims[dim];
            let all = space.shards(digits);
            (0..=digits.len()).rev().filter(|&kept| legal(space, dim, space.shards(&digits[..kept]), all)).collect()
        })
        .collect();
    let mut choice = vec![0usize; keep.len()];
    loop {
        let Some(dim) = (0..choice.len()).find(|&dim| choice[dim] + 1 < keep[dim].len()) else { return };
        choice[dim] += 1;
        choice[..dim].fill(0);
        let mut next = state.clone();
        choice.iter().enumerate().for_each(|(dim, &index)| next.dims[dim].truncate(keep[dim][index]));
        found.push((next, (Kind::Gather, SmallVec::new())));
    }
}

fn scatters(space: &Space, state: &State, open: u32, found: &mut Found) {
    if space.is_small() {
        scatter_from(space, state, state, 0, open, found);
        return;
    }
    let mut wanted = state.clone();
    for (dim, target) in space.target.dims.iter().enumerate() {
        let shards = space.shards(&state.dims[dim]);
        while target.starts_with(&wanted.dims[dim])
            && let Some(&digit) = target.get(wanted.dims[dim].len())
            && open & wanted.partial >> digit & 1 == 1
            && legal(space, dim, shards, space.shards(&wanted.dims[dim]).saturating_mul(space.sizes[usize::from(digit)]))
        {
            wanted.dims[dim].push(digit);
            wanted.partial &= !(1 << digit);
        }
        for digit in bits(open) {
            if legal(space, dim, shards, shards.saturating_mul(space.sizes[usize::from(digit)])) {
                let mut next = state.clone();
                next.dims[dim].push(digit);
                next.partial &= !(1 << digit);
                found.push((next, (Kind::ReduceScatter, SmallVec::new())));
            }
        }
    }
    if wanted != *state {
        found.push((wanted, (Kind::ReduceScatter, SmallVec::new())));
    }
}

/// Appends open digits to dimension `dim` of `next` and later ones, in every way.
fn scatter_from(space: &Space, state: &State, next: &State, dim: usize, open: u32, found: &mut Found) {
    if dim == state.dims.len() {
        return;
    }
    let few = space.shards(&state.dims[dim]);
    if legal(space, dim, few, space.shards(&next.dims[dim])) {
        scatter_from(space, state, next, dim + 1, open, found);
    }
    for digit in bits(open) {
        let mut next = next.clone();
        next.dims[dim].push(digit);
        next.partial &= !(1 << digit);
        if legal(space, dim, few, space.shards(&next.dims[dim])) {
            found.push((next.clone(), (Kind::ReduceScatter, SmallVec::new())));
        }
        scatter_from(space, state, &next, dim, open & !(1 << digit), found);
    }
}

fn permutations(space: &Space, state: &State, found: &mut Found) {
    if state.used() == 0 {
        return;
    }
    if space.is_small() {
        let all = ((1u64 << space.atoms.len()) - 1) as u32;
        let capacity: SmallVec<[i64; 4]> = state.dims.iter().map(|digits| space.shards(digits)).collect();
        let empty = State { dims: state.dims.iter().map(|_| Digits::new()).collect(), partial: state.partial };
        fill(space, &capacity, empty, 0, all & !state.partial, &mut |next| {
            if next != *state {
                found.push((next, (Kind::Permute, SmallVec::new())));
            }
        });
        return;
    }
    if let Some(next) = fixed::arrangement(space, state)
        && next != *state
    {
        found.push((next, (Kind::Permute, SmallVec::new())));
    }
}

/// Every way to fill dimensions from `dim` on with free digits to their capacity.
fn fill(space: &Space, capacity: &[i64], next: State, dim: usize, free: u32, each: &mut impl FnMut(State)) {
    if dim == capacity.len() {
        each(next);
        return;
    }
    let shards = space.shards(&next.dims[dim]);
    if shards == capacity[dim] {
        fill(space, capacity, next, dim + 1, free, each);
        return;
    }
    for digit in bits(free) {
        if capacity[dim] / shards % space.sizes[usize::from(digit)] == 0 {
            let mut next = next.clone();
            next.dims[dim].push(digit);
            fill(space, capacity, next, dim, free & !(1 << digit), each);
        }
    }
}

fn bits(mask: u32) -> impl Iterator<Item = u8> {
    (0..32u8).filter(move |bit| mask >> bit & 1 == 1)
}

const _: () = assert!(FINE <= 32);
