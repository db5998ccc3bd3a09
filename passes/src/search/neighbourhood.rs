//! Large neighbourhood search: free a tree of the graph, solve it exactly with everything else fixed, keep what is not worse.
//!
//! Trees: F. Hamze and N. de Freitas, "From fields to trees", UAI 2004; the method: P. Shaw, CP 1998. A region grows from a random
//! node by nodes that touch it at one place only, so that dynamic programming solves it exactly. Where the solution needs more memory than there
//! is, the row that it overfills most is priced, and the region solved again. Invariant: the state is valid at all times, and
//! its cost never rises.

use super::message_passing::{Messages, running};
use super::model::Model;
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};
use shardwright_ir::rng::Rng;
use std::time::Instant;

/// The search.
pub const NEIGHBOURHOOD: SearchInfo = SearchInfo {
    name: "neighbourhood",
    summary: "large-neighbourhood search: trees of the graph solved exactly, everything else fixed",
    paper: "Hamze and de Freitas, UAI 2004; Shaw, CP 1998",
    exact: false,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    improve_from_messages(problem, budget, progress, 11)
}

/// Rounds messages until something is valid, then improves it with regions of up to two to the power of `largest` nodes.
pub fn improve_from_messages(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>, largest: u32) -> Outcome {
    let mut record = Record::new(problem, budget);
    let Ok(model) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let mut messages = Messages::new(&model);
    let mut walk = loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        let bound = messages.iterate(&model, 4, None);
        record.offer_bound(model.unscaled(bound), progress);
        let state = messages.round(&model, record.evaluations % 2 == 1);
        record.offer(&model.assignment(&state), progress);
        let walk = Walk::new(&model, state, budget.seed);
        if walk.is_valid() {
            break walk;
        }
        if let Some(state) = repair(&model, walk.state, &messages.prices, 20_000_000, record.evaluations, record.deadline()) {
            record.offer(&model.assignment(&state), progress);
            break Walk::new(&model, state, budget.seed);
        }
    };
    let mut stale = 0;
    loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        let before = walk.cost();
        let regions = walk.run(&model, &messages.prices, 100_000, largest, record.deadline());
        record.evaluations += regions;
        stale = if walk.cost() < before { 0 } else { stale + regions };
        if walk.cost() < before {
            record.offer(&model.assignment(walk.state()), progress);
        }
        if stale > 20 * model.len() as u64 + 1000 {
            return record.finish(Stop::Done);
        }
    }
}

/// Makes a state valid: forbidden pairs cost much, and memory in rows that are too full gets dearer from round to round. None where
/// this fails, or takes more than `entries` table entries.
pub fn repair(model: &Model, start: Vec<u32>, prices: &[f64], entries: usize, seed: u64, deadline: Option<Instant>) -> Option<Vec<u32>> {
    const ROUNDS: usize = 24;
    let soft = model.softened();
    let mut walk = Walk::new(&soft, start, seed);
    // A first price: a hundredth of all costs for all of a row.
    let first = 0.01 * walk.cost.min((1u64 << 44) as f64) / model.capacities.iter().copied().max().unwrap_or(1).max(1) as f64;
    let mut boosts = vec![0.0f64; model.capacities.len()];
    for _ in 0..ROUNDS {
        for (boost, _) in boosts.iter_mut().zip(&walk.free).filter(|(_, free)| **free < 0) {
            *boost = (*boost * 2.0).max(first);
        }
        walk.boosts = priced(&soft, &boosts);
        walk.run(&soft, prices, entries / ROUNDS, 8, deadline);
        if walk.free.iter().all(|free| *free >= 0) && model.cost(&walk.state).is_finite() {
            return Some(walk.state);
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
    }
    None
}

/// A valid state that gets better.
#[derive(Clone, Debug)]
pub struct Walk {
    state: Vec<u32>,
    free: Vec<i64>,
    cost: f64,
    random: Rng,
    place: Vec<u32>,
    touched: Vec<u32>,
    work: usize,
    /// What memory costs each node's choices while a state is repaired; empty otherwise.
    boosts: Vec<Vec<f64>>,
    /// Changes of memory at each row, and at the end of the last one; 0 between solutions.
    changes: Vec<i64>,
}

/// A node of a region; its tables begin at `at`.
struct Member {
    node: usize,
    parent: usize,
    edge: u32,
    at: usize,
}

const OUTSIDE: u32 = u32::MAX;

impl Walk {
    /// Starts at a valid state.
    pub fn new(model: &Model, state: Vec<u32>, seed: u64) -> Walk {
        let (free, cost) = (model.free_rows(&state), model.cost(&state));
        Walk { state, free, cost, random: Rng::new(seed), place: vec![OUTSIDE; model.len()], touched: vec![0; model.len()], work: 0, boosts: Vec::new(), changes: vec![0; model.capacities.len() + 1] }
    }
    /// Cost now, in the model's units.
    pub fn cost(&self) -> f64 {
        self.cost
    }
    /// Nothing is forbidden, no row too full.
    pub fn is_valid(&self) -> bool {
        self.cost.is_finite() && self.free.iter().all(|free| *free >= 0)
    }
    /// The state.
    pub fn state(&self) -> &[u32] {
        &self.state
    }

    /// Solves regions until this many table entries have been read; returns how many regions. `prices` guide solutions past full rows.
    pub fn run(&mut self, model: &Model, prices: &[f64], entries: usize, largest: u32, deadline: Option<Instant>) -> u64 {
        if model.is_empty() {
            return 1;
        }
        let mut regions = 0;
        self.work = 0;
        let priced = priced(model, prices);
        while self.work < entries {
            regions += 1;
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
            let size = 1usize << self.random.below(largest as usize + 1);
            let members = self.grow(model, size);
            let guided = self.random.below(2) == 0;
            self.solve(model, &members, guided.then_some(priced.as_slice()));
            members.iter().for_each(|member| self.place[member.node] = OUTSIDE);
        }
        regions
    }

    /// A random induced tree, parents before children.
    fn grow(&mut self, model: &Model, size: usize) -> Vec<Member> {
        let mut members: Vec<Member> = Vec::new();
        let mut frontier: Vec<(u32, u32, u32)> = vec![(self.random.below(model.len()) as u32, 0, u32::MAX)];
        let mut at = 0;
        let mut seen: Vec<u32> = Vec::new();
        // Work is bounded by tables, not by nodes alone: a hub counts for all its edges.
        let mut work = size.saturating_mul(4000);
        // Breadth first or at random: both shapes find what the other does not.
        let depth = self.random.below(2) == 0;
        while members.len() < size && !frontier.is_empty() {
            let pick = if depth { frontier.len() - 1 } else { self.random.below(frontier.len()) };
            let (node, parent, edge) = frontier.swap_remove(pick);
            let node = node as usize;
            // `touched` counts the members that a node is a neighbour of.
            if self.place[node] != OUTSIDE || (self.touched[node] > 1) {
                continue;
            }
            let tables: usize = model.neighbors[node].len() * model.costs[node].len();
            if tables > work && !members.is_empty() {
                continue;
            }
            work = work.saturating_sub(tables);
            self.work += tables + 8;
            self.place[node] = members.len() as u32;
            members.push(Member { node, parent: parent as usize, edge, at });
            at += model.costs[node].len();
            let first = frontier.len();
            for neighbor in &model.neighbors[node] {
                let other = neighbor.other as usize;
                self.touched[other] += 1;
                seen.push(neighbor.other);
                if self.place[other] == OUTSIDE && self.touched[other] == 1 {
                    frontier.push((neighbor.other, members.len() as u32 - 1, neighbor.edge));
                }
            }
            for last in (first + 1..frontier.len()).rev() {
                frontier.swap(last, first + self.random.below(last - first + 1));
            }
        }
        seen.iter().for_each(|node| self.touched[*node as usize] = 0);
        members
    }

    /// Puts the cheapest valid choices found on a region; leaves it where none is as cheap as now.
    fn solve(&mut self, model: &Model, members: &[Member], priced: Option<&[Vec<f64>]>) {
        let mut base = Vec::new();
        for member in members {
            let start = base.len();
            base.extend_from_slice(&model.costs[member.node]);
            if !self.boosts.is_empty() {
                base[start..].iter_mut().zip(&self.boosts[member.node]).for_each(|(total, boost)| *total += boost);
            }
            for neighbor in &model.neighbors[member.node] {
                let other = neighbor.other as usize;
                if self.place[other] == OUTSIDE {
                    let (columns, chosen) = (model.costs[other].len(), self.state[other] as usize);
                    let costs = model.matrix(neighbor.edge, other);
                    // Read along the other end's row: it lies together.
                    let own = base.len() - start;
                    debug_assert_eq!(costs.len(), own * columns);
                    base[start..].iter_mut().zip(&costs[chosen * own..(chosen + 1) * own]).for_each(|(total, cost)| *total += cost);
                }
            }
        }
        let now = self.region_cost(model, members, &base, |member| self.state[members[member].node]);
        let mut extra: Vec<(u32, f64)> = Vec::new();
        for _ in 0..8 {
            let chosen = self.cheapest(model, members, &base, priced, &extra);
            if members.iter().zip(&chosen).all(|(member, choice)| self.state[member.node] == *choice) {
                return;
            }
            let cost = self.region_cost(model, members, &base, |member| chosen[member]);
            // With prices, the cheapest may cost more than now: then there is nothing within these prices.
            if cost > now {
                return;
            }
            match self.worst_row(model, members, &chosen) {
                None => {
                    self.take(model, members, &chosen);
                    self.cost += cost - now;
                    return;
                }
                Some((row, over)) => {
                    let gain = (now - cost).max(1.0);
                    let price = gain / over as f64;
                    match extra.iter_mut().find(|(at, _)| *at == row) {
                        Some((_, known)) => *known *= 3.0,
                        None => extra.push((row, price)),
                    }
                }
            }
        }
    }

    fn region_cost(&self, model: &Model, members: &[Member], base: &[f64], choice: impl Fn(usize) -> u32) -> f64 {
        let one = |(index, member): (usize, &Member)| {
            let own = choice(index) as usize;
            let edge = match member.edge {
                u32::MAX => 0.0,
                edge => model.matrix(edge, member.node)[own * model.costs[members[member.parent].node].len() + choice(member.parent) as usize],
            };
            base[member.at + own] + edge
        };
        members.iter().enumerate().map(one).sum()
    }

    /// The row that these choices overfill most, in parts of what is free, and by how much.
    fn worst_row(&mut self, model: &Model, members: &[Member], chosen: &[u32]) -> Option<(u32, i64)> {
        let (mut from, mut to) = (u32::MAX, 0);
        for (member, &choice) in members.iter().zip(chosen) {
            let now = self.state[member.node];
            for piece in model.pieces[member.node].iter().filter(|_| now != choice) {
                let change = piece.usages[choice as usize] - piece.usages[now as usize];
                if change != 0 {
                    self.changes[piece.rows.0 as usize] += change;
                    self.changes[piece.rows.1 as usize] -= change;
                    (from, to) = (from.min(piece.rows.0), to.max(piece.rows.1));
                }
            }
        }
        let (mut worst, mut most, mut sum) = (0, 0, 0);
        for row in from..to {
            sum += std::mem::take(&mut self.changes[row as usize]);
            // A row that is too full already may stay so, not get worse.
            let over = sum - self.free[row as usize].max(0);
            if over > most && sum > 0 {
                (worst, most) = (row, over);
            }
        }
        if from < to {
            self.changes[to as usize] = 0;
        }
        (most > 0).then_some((worst, most))
    }

    fn take(&mut self, model: &Model, members: &[Member], chosen: &[u32]) {
        for (member, &choice) in members.iter().zip(chosen) {
            let now = std::mem::replace(&mut self.state[member.node], choice);
            if now != choice {
                model.use_memory(&mut self.free, member.node, choice, 1);
                model.use_memory(&mut self.free, member.node, now, -1);
            }
        }
    }

    /// Dynamic programming from the leaves up.
    fn cheapest(&mut self, model: &Model, members: &[Member], base: &[f64], priced: Option<&[Vec<f64>]>, extra: &[(u32, f64)]) -> Vec<u32> {
        let mut totals = base.to_vec();
        self.work += base.len();
        for member in members {
            let totals = &mut totals[member.at..member.at + model.costs[member.node].len()];
            if let Some(priced) = priced {
                totals.iter_mut().zip(&priced[member.node]).for_each(|(total, price)| *total += price);
            }
            for (row, price) in extra {
                let usages = model.usages(member.node, *row).unwrap_or_default();
                totals.iter_mut().zip(usages).for_each(|(total, usage)| *total += *usage as f64 * price);
            }
        }
        for member in members[1..].iter().rev() {
            let parent = &members[member.parent];
            let own = model.costs[member.node].len();
            let (up, down) = totals.split_at_mut(member.at);
            let down = &down[..own];
            let matrix = model.matrix(member.edge, parent.node);
            self.work += matrix.len();
            let rows = matrix.chunks_exact(own);
            for (row, total) in rows.zip(&mut up[parent.at..]) {
                *total += row.iter().zip(down).fold(f64::INFINITY, |least, (cost, down)| if cost + down < least { cost + down } else { least });
            }
        }
        let mut chosen: Vec<u32> = Vec::with_capacity(members.len());
        for (index, member) in members.iter().enumerate() {
            let own = model.costs[member.node].len();
            let totals = &totals[member.at..member.at + own];
            let row = (index > 0).then(|| {
                let at = chosen[member.parent] as usize * own;
                &model.matrix(member.edge, members[member.parent].node)[at..at + own]
            });
            let score = |choice: usize| totals[choice] + row.map_or(0.0, |row| row[choice]);
            // Ties go to a random choice: plateaus are crossed.
            let start = self.random.below(own);
            let around = (start..own).chain(0..start);
            let best = around.fold((start, f64::INFINITY), |best, choice| if score(choice) < best.1 { (choice, score(choice)) } else { best });
            chosen.push(best.0 as u32);
        }
        chosen
    }
}

/// What memory costs each node's choices at these prices.
fn priced(model: &Model, prices: &[f64]) -> Vec<Vec<f64>> {
    let sums = running(prices);
    let of = |node: usize| {
        let mut priced = vec![0.0; model.costs[node].len()];
        model.priced(node, &sums, |choice, cost| priced[choice] += cost);
        priced
    };
    (0..model.len()).map(of).collect()
}
