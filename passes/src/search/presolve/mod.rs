//! Exact reductions: the same problem with fewer nodes, choices, edges and memory rows, and the way back.
//!
//! In graphs of XLA most nodes follow another: their edge allows one partner for each choice of the other. Such nodes become one, with
//! the memory of all ([`super::rows`]). Choices without a partner, beyond the memory that others leave, or never better than another one are dropped;
//! edges whose cost is a sum of one part for each end move into their nodes; a node with one choice is a part of its neighbours; pairs at a leaf that
//! another of the leaf's choices beats are forbidden. Invariants: a cheapest valid assignment is kept, unless none costs less than
//! the `below` of the reduction; [`Core::lifted`] of a valid state is valid and costs the same.

mod beaten;
mod between;

use super::problem::{INFINITE, SearchProblem};
use super::rows::{Piece, Row, compress, pieces, rooms};
use between::Between;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;

/// Costs from here on forbid. Sums stop here, so that they never overflow.
pub const FORBIDDEN: i64 = i64::MAX / 2;

/// In [`Core::lift`]: no node here decides alone.
pub const ELIMINATED: u32 = u32::MAX;

/// Nothing (better than what was asked for) is valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Infeasible;

/// A problem in the form that reductions take and make.
#[derive(Clone, Debug)]
pub struct Core {
    /// Costs of each node's choices.
    pub costs: Vec<Vec<i64>>,
    /// Memory of each node.
    pub pieces: Vec<Vec<Piece>>,
    /// When memory is looked at.
    pub rows: Vec<Row>,
    /// Two nodes, the smaller first, and a row of costs for each choice of the first; by nodes.
    pub edges: Vec<([u32; 2], Arc<[i64]>)>,
    /// For each node that this was made from: the node here that decides it ([`ELIMINATED`] where two do), and its choice for each choice of that.
    pub lift: Vec<(u32, Vec<u32>)>,
    /// Nodes that two others decide, in the order in which they were eliminated.
    pub between: Vec<Between>,
}

impl Core {
    /// The problem as it is: parallel edges merged, each row a time at which some node becomes live.
    pub fn of(problem: &SearchProblem) -> Core {
        let cost = |cost: &i64| if *cost >= INFINITE { FORBIDDEN } else { *cost };
        let nodes = problem.nodes();
        let limit = problem.limit();
        let mut times: Vec<i64> = nodes.iter().filter(|node| limit.is_some() && node.live.0 < node.live.1).map(|node| node.live.0).collect();
        times.sort_unstable();
        times.dedup();
        let place = |time: i64| times.partition_point(|start| *start < time) as u32;
        let own = |node: &super::Node| match (place(node.live.0), place(node.live.1)) {
            (from, to) if from < to => vec![Piece { rows: (from, to), usages: Arc::clone(&node.usages) }],
            _ => Vec::new(),
        };
        let mut known: HashMap<*const i64, Arc<[i64]>> = HashMap::new();
        let mut merged: BTreeMap<[u32; 2], Arc<[i64]>> = BTreeMap::new();
        for edge in problem.edges() {
            let (first, second) = edge.nodes;
            let forward = known.entry(edge.costs.as_ptr()).or_insert_with(|| edge.costs.iter().map(cost).collect());
            let costs = if first < second { Arc::clone(forward) } else { turned(forward, nodes[second as usize].costs.len()) };
            merged.entry([first.min(second), first.max(second)]).and_modify(|sum| *sum = sum.iter().zip(costs.iter()).map(|(a, b)| plus(*a, *b)).collect()).or_insert(costs);
        }
        Core {
            costs: nodes.iter().map(|node| node.costs.iter().map(cost).collect()).collect(),
            pieces: nodes.iter().map(own).collect(),
            rows: times.iter().map(|time| Row { time: *time, capacity: limit.unwrap_or(i64::MAX) }).collect(),
            edges: merged.into_iter().collect(),
            lift: Vec::new(),
            between: Vec::new(),
        }
    }

    /// Reduces this to what costs less than `below` and uses the choices that `keep` (all where it is empty) marks.
    pub fn reduced(&self, below: Option<i128>, keep: &[Vec<bool>]) -> Result<Core, Infeasible> {
        let ceiling = below.map_or(FORBIDDEN, |below| i64::try_from(below).unwrap_or(FORBIDDEN).min(FORBIDDEN));
        let mut work = Work::new(self, ceiling);
        for (node, keep) in keep.iter().enumerate() {
            work.restrict(node as u32, keep)?;
        }
        loop {
            work.settle()?;
            if work.drop_beaten()? || work.eliminate() {
                continue;
            }
            let pieces: Vec<Vec<Piece>> = (0..self.costs.len()).map(|node| work.pieces(node)).collect();
            if !work.drop_too_large(&pieces)? {
                return work.finish(pieces);
            }
        }
    }

    /// The state of what this was made from.
    pub fn lifted(&self, state: &[u32]) -> Vec<u32> {
        let mut all: Vec<u32> = self.lift.iter().map(|(node, map)| if *node == ELIMINATED { 0 } else { map[state[*node as usize] as usize] }).collect();
        // The last eliminated has ends that are decided.
        self.between.iter().rev().for_each(|between| between.decide(&mut all));
        all
    }

    /// The state here that is most like a state of what this was made from.
    pub fn nearest(&self, state: &[u32]) -> Vec<u32> {
        let mut agree: Vec<Vec<u32>> = self.costs.iter().map(|costs| vec![0; costs.len()]).collect();
        for ((node, map), choice) in self.lift.iter().zip(state).filter(|((node, _), _)| *node != ELIMINATED) {
            agree[*node as usize].iter_mut().zip(map).for_each(|(agree, mapped)| *agree += u32::from(mapped == choice));
        }
        let most = |agree: &Vec<u32>| (0..agree.len()).max_by_key(|&at| (agree[at], std::cmp::Reverse(at))).unwrap_or(0) as u32;
        agree.iter().map(most).collect()
    }

    /// The state here of a state of what this was made from; none where it uses what is gone.
    pub fn lowered(&self, state: &[u32]) -> Option<Vec<u32>> {
        let mut fits: Vec<Vec<bool>> = self.costs.iter().map(|costs| vec![true; costs.len()]).collect();
        for ((node, map), choice) in self.lift.iter().zip(state).filter(|((node, _), _)| *node != ELIMINATED) {
            fits[*node as usize].iter_mut().zip(map).for_each(|(fits, mapped)| *fits &= mapped == choice);
        }
        fits.iter().map(|fits| fits.iter().position(|fits| *fits).map(|at| at as u32)).collect()
    }
}

fn plus(a: i64, b: i64) -> i64 {
    (a + b).min(FORBIDDEN)
}

fn turned(costs: &[i64], columns: usize) -> Arc<[i64]> {
    let rows = costs.len() / columns;
    (0..columns).flat_map(|column| (0..rows).map(move |row| costs[row * columns + column])).collect()
}

struct Work<'a> {
    source: &'a Core,
    ceiling: i64,
    /// Costs of the choices that are left; none for a node that follows another.
    costs: Vec<Vec<i64>>,
    /// Nodes of the source that each node decides.
    members: Vec<Vec<u32>>,
    lift: Vec<(u32, Vec<u32>)>,
    between: Vec<Between>,
    /// Edges; none where one is gone.
    edges: Vec<Option<([u32; 2], Arc<[i64]>)>>,
    /// Edges at each node, by the other end.
    at: Vec<BTreeMap<u32, u32>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
    /// Nodes whose choices may beat each other since they were last compared.
    fresh: Vec<bool>,
}

impl Work<'_> {
    fn new(source: &Core, ceiling: i64) -> Work<'_> {
        let count = source.costs.len();
        let mut at = vec![BTreeMap::new(); count];
        for (index, (nodes, _)) in source.edges.iter().enumerate() {
            at[nodes[0] as usize].insert(nodes[1], index as u32);
            at[nodes[1] as usize].insert(nodes[0], index as u32);
        }
        Work {
            source,
            ceiling,
            costs: source.costs.clone(),
            members: (0..count as u32).map(|node| vec![node]).collect(),
            lift: source.costs.iter().enumerate().map(|(node, costs)| (node as u32, (0..costs.len() as u32).collect())).collect(),
            between: Vec::new(),
            edges: source.edges.iter().cloned().map(Some).collect(),
            at,
            queue: (0..source.edges.len() as u32).collect(),
            queued: vec![true; source.edges.len()],
            fresh: vec![true; count],
        }
    }

    fn size(&self, node: u32) -> usize {
        self.costs[node as usize].len()
    }

    fn push(&mut self, edge: u32) {
        if !std::mem::replace(&mut self.queued[edge as usize], true) {
            self.queue.push_back(edge);
        }
    }

    fn touch(&mut self, node: u32) {
        self.fresh[node as usize] = true;
        for edge in self.at[node as usize].values().copied().collect::<Vec<u32>>() {
            self.push(edge);
        }
    }

    /// Keeps these choices of a node.
    fn restrict(&mut self, node: u32, keep: &[bool]) -> Result<(), Infeasible> {
        if !keep.contains(&true) {
            return Err(Infeasible);
        }
        if keep.contains(&false) {
            let map: Vec<u32> = (0..keep.len() as u32).filter(|choice| keep[*choice as usize]).collect();
            self.reindex(node, &map);
            self.touch(node);
        }
        Ok(())
    }

    /// A node's choices become these ones of it.
    fn reindex(&mut self, node: u32, map: &[u32]) {
        let own = &mut self.costs[node as usize];
        let before = own.len();
        *own = map.iter().map(|choice| own[*choice as usize]).collect();
        for member in &self.members[node as usize] {
            let lift = &mut self.lift[*member as usize].1;
            *lift = map.iter().map(|choice| lift[*choice as usize]).collect();
        }
        for edge in self.at[node as usize].values() {
            if let Some((nodes, costs)) = &mut self.edges[*edge as usize] {
                *costs = selected(costs, before, nodes[0] == node, map);
            }
        }
    }

    fn remove(&mut self, edge: u32) {
        if let Some((nodes, _)) = self.edges[edge as usize].take() {
            self.at[nodes[0] as usize].remove(&nodes[1]);
            self.at[nodes[1] as usize].remove(&nodes[0]);
            self.fresh[nodes[0] as usize] = true;
            self.fresh[nodes[1] as usize] = true;
            // A node that has one edge left may be a leaf now: its edge is looked at again.
            for node in nodes {
                if self.at[node as usize].len() == 1 {
                    self.touch(node);
                }
            }
        }
    }

    /// Looks at edges until there is nothing more to take from them.
    fn settle(&mut self) -> Result<(), Infeasible> {
        for node in 0..self.costs.len() {
            if self.at[node].is_empty() && !self.costs[node].is_empty() {
                let keep: Vec<bool> = self.costs[node].iter().map(|cost| *cost < self.ceiling).collect();
                self.restrict(node as u32, &keep)?;
            }
        }
        while let Some(edge) = self.queue.pop_front() {
            self.queued[edge as usize] = false;
            self.look(edge)?;
        }
        Ok(())
    }

    fn look(&mut self, edge: u32) -> Result<(), Infeasible> {
        let Some((nodes, costs)) = self.edges[edge as usize].clone() else { return Ok(()) };
        let own = nodes.map(|node| &self.costs[node as usize]);
        let sizes = own.map(Vec::len);
        // How many partners each choice has, and the last of them.
        let mut partners = [vec![(0usize, 0u32); sizes[0]], vec![(0usize, 0u32); sizes[1]]];
        for (row, (line, first)) in costs.chunks_exact(sizes[1]).zip(own[0]).enumerate() {
            for (column, (cost, second)) in line.iter().zip(own[1]).enumerate() {
                if plus(plus(*cost, *first), *second) < self.ceiling {
                    partners[0][row] = (partners[0][row].0 + 1, column as u32);
                    partners[1][column] = (partners[1][column].0 + 1, row as u32);
                }
            }
        }
        if partners.iter().flatten().any(|(count, _)| *count == 0) {
            for (node, partners) in nodes.iter().zip(&partners) {
                let keep: Vec<bool> = partners.iter().map(|(count, _)| *count > 0).collect();
                self.restrict(*node, &keep)?;
            }
            self.push(edge);
            return Ok(());
        }
        let is_whole = partners[0].iter().all(|(count, _)| *count == sizes[1]);
        if is_whole && let Some((first, second)) = parts(&costs, sizes[1]) {
            for (node, part) in nodes.iter().zip([first, second]) {
                self.costs[*node as usize].iter_mut().zip(&part).for_each(|(cost, part)| *cost = plus(*cost, *part));
                // Pairs of a node that costs more now may be too dear.
                if self.ceiling < FORBIDDEN && part.iter().any(|part| *part > 0) {
                    self.touch(*node);
                }
            }
            self.remove(edge);
            return Ok(());
        }
        let decides = [0, 1].map(|side: usize| partners[side].iter().all(|(count, _)| *count == 1));
        let degree = |side: usize| self.at[nodes[side] as usize].len();
        let leader = match decides {
            // Each decides the other: the one with fewer edges follows.
            [true, true] => usize::from(degree(1) > degree(0)),
            [true, false] => 0,
            [false, true] => 1,
            _ => return Ok(()),
        };
        let map: Vec<u32> = partners[leader].iter().map(|(_, partner)| *partner).collect();
        self.follow(edge, nodes[leader], nodes[1 - leader], &map);
        Ok(())
    }

    /// Makes a node part of another that decides it across this edge.
    fn follow(&mut self, edge: u32, leader: u32, follower: u32, map: &[u32]) {
        let Some((nodes, costs)) = self.edges[edge as usize].clone() else { return };
        let columns = self.size(nodes[1]);
        let between = |own: usize, other: u32| if nodes[0] == leader { costs[own * columns + other as usize] } else { costs[other as usize * columns + own] };
        let extra: Vec<i64> = map.iter().enumerate().map(|(own, other)| plus(between(own, *other), self.costs[follower as usize][*other as usize])).collect();
        self.costs[leader as usize].iter_mut().zip(extra).for_each(|(cost, extra)| *cost = plus(*cost, extra));
        self.remove(edge);
        self.reindex(follower, map);
        self.costs[follower as usize].clear();
        for member in std::mem::take(&mut self.members[follower as usize]) {
            self.lift[member as usize].0 = leader;
            self.members[leader as usize].push(member);
        }
        for (other, edge) in std::mem::take(&mut self.at[follower as usize]) {
            self.at[other as usize].remove(&follower);
            let Some((nodes, costs)) = self.edges[edge as usize].take() else { continue };
            let was_first = nodes[0] == follower;
            let is_first = leader < other;
            let columns = if was_first { self.size(other) } else { map.len() };
            let costs = if was_first == is_first { costs } else { turned(&costs, columns) };
            self.join([leader.min(other), leader.max(other)], costs);
            self.fresh[other as usize] = true;
        }
        self.fresh[leader as usize] = true;
    }

    /// Adds the costs of two nodes together.
    fn join(&mut self, nodes: [u32; 2], costs: Arc<[i64]>) {
        let edge = match self.at[nodes[0] as usize].get(&nodes[1]).copied() {
            Some(known) => {
                if let Some((_, sum)) = &mut self.edges[known as usize] {
                    *sum = sum.iter().zip(costs.iter()).map(|(a, b)| plus(*a, *b)).collect();
                }
                known
            }
            None => {
                let edge = self.edges.len() as u32;
                self.edges.push(Some((nodes, costs)));
                self.queued.push(false);
                self.at[nodes[0] as usize].insert(nodes[1], edge);
                self.at[nodes[1] as usize].insert(nodes[0], edge);
                edge
            }
        };
        self.push(edge);
    }

    fn pieces(&self, node: usize) -> Vec<Piece> {
        let intervals = |member: &u32| {
            let map = &self.lift[*member as usize].1[..];
            self.source.pieces[*member as usize].iter().map(move |piece| (piece.rows, &piece.usages[..], map))
        };
        pieces(self.members[node].iter().flat_map(intervals), self.costs[node].len())
    }

    /// The matrix of an edge with a row for each choice of this node.
    fn from(&self, node: u32, edge: u32) -> Arc<[i64]> {
        match &self.edges[edge as usize] {
            Some((nodes, costs)) if nodes[0] == node => Arc::clone(costs),
            Some((_, costs)) => turned(costs, self.size(node)),
            None => Arc::from([]),
        }
    }

    /// Drops choices that need more memory than all others leave at least.
    fn drop_too_large(&mut self, pieces: &[Vec<Piece>]) -> Result<bool, Infeasible> {
        let rooms = rooms(pieces, &self.source.rows)?;
        let mut changed = false;
        for (node, own) in pieces.iter().enumerate().filter(|(_, own)| !own.is_empty()) {
            let mut keep = vec![true; self.costs[node].len()];
            for piece in own {
                let least = piece.usages.iter().copied().min().unwrap_or(0);
                let room = rooms[piece.rows.0 as usize..piece.rows.1 as usize].iter().copied().min().unwrap_or(i64::MAX);
                keep.iter_mut().zip(piece.usages.iter()).for_each(|(keep, usage)| *keep &= usage - least <= room);
            }
            changed |= keep.contains(&false);
            self.restrict(node as u32, &keep)?;
        }
        Ok(changed)
    }

    fn finish(mut self, mut pieces: Vec<Vec<Piece>>) -> Result<Core, Infeasible> {
        // Nodes with one choice have no edges any more: they are one node.
        let single: Vec<usize> = (0..self.costs.len()).filter(|node| self.costs[*node].len() == 1).collect();
        let mut names: Vec<u32> = vec![0; self.costs.len()];
        let mut costs: Vec<Vec<i64>> = Vec::new();
        let mut left: Vec<Vec<Piece>> = Vec::new();
        let open: Vec<usize> = (0..self.costs.len()).filter(|node| self.costs[*node].len() > 1).collect();
        for node in open {
            names[node] = costs.len() as u32;
            costs.push(std::mem::take(&mut self.costs[node]));
            left.push(std::mem::take(&mut pieces[node]));
        }
        if !single.is_empty() {
            single.iter().for_each(|node| names[*node] = costs.len() as u32);
            costs.push(vec![single.iter().fold(0, |sum, node| plus(sum, self.costs[*node][0]))]);
            let all = single.iter().flat_map(|node| &pieces[*node]).map(|piece| (piece.rows, &piece.usages[..], &[0u32][..]));
            left.push(super::rows::pieces(all, 1));
        }
        if costs.iter().any(|costs| costs.iter().all(|cost| *cost >= self.ceiling)) {
            return Err(Infeasible);
        }
        let (pieces, rows) = compress(left, &self.source.rows)?;
        let ceiling = self.ceiling;
        let mut edges: Vec<([u32; 2], Arc<[i64]>)> = self.edges.into_iter().flatten().map(|(nodes, costs)| (nodes.map(|node| names[node as usize]), costs)).collect();
        // Pairs that are too dear are forbidden, so that sums stay in the range of the costs that are wanted.
        for (_, table) in edges.iter_mut().filter(|(_, table)| table.iter().any(|cost| (ceiling..FORBIDDEN).contains(cost))) {
            *table = table.iter().map(|cost| if *cost >= ceiling { FORBIDDEN } else { *cost }).collect();
        }
        edges.sort_unstable_by_key(|(nodes, _)| *nodes);
        let name = |node: u32| if node == ELIMINATED { node } else { names[node as usize] };
        let lift = self.lift.into_iter().map(|(node, map)| (name(node), map)).collect();
        Ok(Core { costs, pieces, rows, edges, lift, between: self.between })
    }
}

/// Rows (or columns) of a matrix with `size` choices of the reindexed node, by choice.
fn selected(costs: &[i64], size: usize, is_first: bool, map: &[u32]) -> Arc<[i64]> {
    let columns = if is_first { costs.len() / size } else { size };
    if is_first {
        return map.iter().flat_map(|row| costs[*row as usize * columns..(*row as usize + 1) * columns].iter().copied()).collect();
    }
    costs.chunks_exact(columns).flat_map(|row| map.iter().map(|column| row[*column as usize])).collect()
}

/// A finite matrix as a cost for each row and one for each column, where it is their sum.
fn parts(costs: &[i64], columns: usize) -> Option<(Vec<i64>, Vec<i64>)> {
    let second: Vec<i64> = (0..columns).map(|column| costs.iter().skip(column).step_by(columns).copied().min().unwrap_or(0)).collect();
    let first: Vec<i64> = costs.chunks_exact(columns).map(|row| row[0] - second[0]).collect();
    let is_sum = costs.chunks_exact(columns).zip(&first).all(|(row, first)| row.iter().zip(&second).all(|(cost, second)| *cost == first + second));
    is_sum.then_some((first, second))
}
