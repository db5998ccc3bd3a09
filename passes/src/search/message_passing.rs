//! Message passing: sequential tree-reweighted messages (TRW-S), with prices on memory.
//!
//! V. Kolmogorov, "Convergent tree-reweighted message passing for energy minimization", PAMI 28(10), 2006. Messages move costs between
//! nodes and edges without changing the cost of any assignment; the sum of the least entries is a lower bound. Memory rows are
//! priced (Lagrange multipliers, moved by subgradients with Polyak's step). Messages are whole numbers in `f64`, so the bound is exact.
//! Invariants: [`Messages::iterate`]'s bound is never above the cost of a valid assignment; [`Messages::prune`] never drops a choice of an assignment
//! cheaper than its `below`.

use super::model::Model;
use super::presolve::ELIMINATED;
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};
use std::collections::HashMap;

/// The search.
pub const MESSAGE_PASSING: SearchInfo = SearchInfo {
    name: "message-passing",
    summary: "TRW-S with prices on memory: a lower bound, and assignments rounded from messages",
    paper: "Kolmogorov, PAMI 28(10), 2006",
    exact: false,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let Ok(model) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let mut messages = Messages::new(&model);
    let (mut stale, mut last) = (0, f64::NEG_INFINITY);
    loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        let target = record.best().map(|(cost, _)| *cost as f64 * 2f64.powi(model.scale));
        let bound = messages.iterate(&model, 4, target);
        record.offer_bound(model.unscaled(bound), progress);
        for backward in [false, true] {
            record.offer(&model.assignment(&messages.round(&model, backward)), progress);
        }
        stale = if bound > last + last.abs() * 1e-9 { 0 } else { stale + 1 };
        last = last.max(bound);
        if stale > 50 {
            return record.finish(Stop::Done);
        }
    }
}

/// Messages, and the node costs that they have made.
#[derive(Clone, Debug)]
pub struct Messages {
    /// For each edge, what it has given to the choices of its two nodes.
    pub given: Vec<[Vec<f64>; 2]>,
    /// Node costs with prices of memory and what edges gave.
    pub totals: Vec<Vec<f64>>,
    /// Price of a unit of memory in each row, in the model's units.
    pub prices: Vec<f64>,
    /// What the prices add to each node's choices, rounded down.
    priced: Vec<Vec<f64>>,
    /// Cost of the priced capacities, rounded up.
    charge: f64,
    step: f64,
    best: f64,
    last: f64,
    stale: u32,
    best_prices: Vec<f64>,
    direction: Vec<f64>,
}

/// Steps of the prices without a better bound before they go back.
const PATIENCE: u32 = 12;

impl Messages {
    /// Nothing moved, memory free.
    pub fn new(model: &Model) -> Messages {
        let given = model.edges.iter().map(|edge| edge.nodes.map(|node| vec![0.0; model.costs[node as usize].len()])).collect();
        let prices = vec![0.0; model.capacities.len()];
        let (best_prices, direction) = (prices.clone(), prices.clone());
        let (best, last) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
        let priced = model.costs.iter().map(|costs| vec![0.0; costs.len()]).collect();
        Messages { given, totals: model.costs.clone(), prices, priced, charge: 0.0, step: 1.0, best, last, stale: 0, best_prices, direction }
    }

    /// Passes over the nodes forth and back this often, at least once; returns the lower bound then, in the model's units.
    /// `target` is a cost that the bound cannot pass; it sets the step of the prices.
    pub fn iterate(&mut self, model: &Model, times: usize, target: Option<f64>) -> f64 {
        for time in 0..times.max(1) {
            if !model.capacities.is_empty() && (time > 0 || self.last.is_finite()) {
                self.reprice(model, target);
            }
            (0..model.len()).for_each(|node| {
                self.send(model, node, true);
            });
            self.last = (0..model.len()).rev().map(|node| self.send(model, node, false)).sum::<f64>() - self.charge;
        }
        self.last
    }

    /// Moves the share of each node that its edges to earlier nodes have in the bound onto these edges: then the bound is the sum of the
    /// least totals and the least rests of edges. For messages after [`Messages::iterate`].
    fn settle(&mut self, model: &Model) {
        for node in 0..model.len() {
            let (before, share) = shares(model, node);
            let part: Vec<f64> = self.totals[node].iter().map(|total| (share * total).floor()).collect();
            for neighbor in &model.neighbors[node][..before] {
                let given = &mut self.given[neighbor.edge as usize][1];
                for ((given, part), total) in given.iter_mut().zip(&part).zip(&mut self.totals[node]) {
                    *given -= part;
                    *total -= part;
                }
            }
        }
    }

    /// The least that is left on an edge.
    fn edge_rest(&self, model: &Model, edge: usize) -> f64 {
        let [first, second] = &self.given[edge];
        let costs = &model.edges[edge].costs[0];
        let rows = costs.chunks_exact(second.len()).zip(first);
        rows.map(|(row, first)| least_difference(row, second) - first).fold(f64::INFINITY, f64::min)
    }

    /// Choices, by node, that an assignment cheaper than `below` (in the model's units) can have. For messages after [`Messages::iterate`].
    pub fn prune(&self, model: &Model, below: f64) -> Vec<Vec<bool>> {
        let mut settled = self.clone();
        settled.settle(model);
        settled.kept(model, below)
    }

    fn kept(&self, model: &Model, below: f64) -> Vec<Vec<bool>> {
        // A choice pays its own total instead of the least one, and on each edge the least of its row instead of the least of all.
        let rests: Vec<f64> = (0..model.edges.len()).map(|edge| self.edge_rest(model, edge)).collect();
        let bound = self.totals.iter().map(|totals| least(totals)).sum::<f64>() + rests.iter().sum::<f64>() - self.charge;
        let keeps = |node: usize| -> Vec<bool> {
            let own = least(&self.totals[node]);
            let mut extra: Vec<f64> = self.totals[node].iter().map(|total| total - own).collect();
            for neighbor in &model.neighbors[node] {
                let side = usize::from(model.edges[neighbor.edge as usize].nodes[1] as usize == node);
                let given = &self.given[neighbor.edge as usize];
                let rows = model.matrix(neighbor.edge, node).chunks_exact(given[1 - side].len());
                for ((row, mine), extra) in rows.zip(&given[side]).zip(&mut extra) {
                    *extra += least_difference(row, &given[1 - side]) - mine - rests[neighbor.edge as usize];
                }
            }
            extra.into_iter().map(|extra| bound + extra < below).collect()
        };
        (0..model.len()).map(keeps).collect()
    }

    /// Fixes nodes in order, each to what is cheapest with those before it and the messages of those after it, within memory.
    pub fn round(&self, model: &Model, backward: bool) -> Vec<u32> {
        let count = model.len();
        let mut state = vec![0u32; count];
        let mut free = model.capacities.clone();
        let place = |node: usize| if backward { count - 1 - node } else { node };
        for node in (0..count).map(place) {
            let mut scores = self.totals[node].clone();
            for neighbor in &model.neighbors[node] {
                let other = neighbor.other as usize;
                if place(other) > place(node) {
                    continue;
                }
                let side = usize::from(other < node);
                let columns = model.costs[other].len();
                let matrix = model.matrix(neighbor.edge, node);
                let given = &self.given[neighbor.edge as usize][side];
                for (choice, score) in scores.iter_mut().enumerate() {
                    *score += matrix[choice * columns + state[other] as usize] - given[choice];
                }
            }
            let fitting = model.fitting(&free, node);
            let fits = (0..scores.len()).filter(|choice| fitting[*choice]);
            let by_score = |a: &usize, b: &usize| scores[*a].total_cmp(&scores[*b]).then(a.cmp(b));
            let least = |choice: &usize| model.pieces[node].iter().map(|piece| i128::from(piece.usages[*choice]) * i128::from(piece.rows.1 - piece.rows.0)).sum::<i128>();
            let chosen = fits.min_by(by_score).or_else(|| (0..scores.len()).min_by_key(least)).unwrap_or(0);
            state[node] = chosen as u32;
            model.use_memory(&mut free, node, chosen as u32, 1);
        }
        state
    }

    /// Sends to the neighbours after this node (or before it); returns the node's and these edges' part of the bound.
    fn send(&mut self, model: &Model, node: usize, forward: bool) -> f64 {
        let neighbors = &model.neighbors[node];
        let (before, share) = shares(model, node);
        let receivers = if forward { &neighbors[before..] } else { &neighbors[..before] };
        let count = receivers.len() as f64;
        let mut part = self.totals[node].iter().map(|total| total - count * (share * total).floor()).fold(f64::INFINITY, f64::min);
        let mut mine = Vec::new();
        let mut sent = Vec::new();
        for neighbor in receivers {
            let (edge, other) = (neighbor.edge as usize, neighbor.other as usize);
            let side = usize::from(!forward);
            mine.clear();
            mine.extend(self.totals[node].iter().zip(&self.given[edge][side]).map(|(total, given)| (share * total).floor() - given));
            sent.clear();
            sent.resize(self.totals[other].len(), f64::INFINITY);
            for (row, mine) in model.edges[edge].costs[side].chunks_exact(sent.len()).zip(&mine) {
                for (sent, cost) in sent.iter_mut().zip(row) {
                    let with = cost + mine;
                    *sent = if with < *sent { with } else { *sent };
                }
            }
            let floor = least(&sent);
            part += floor;
            let given = &mut self.given[edge][1 - side];
            for ((sent, given), total) in sent.iter().zip(given.iter_mut()).zip(&mut self.totals[other]) {
                let next = sent - floor;
                *total += next - *given;
                *given = next;
            }
        }
        part
    }

    /// Moves the prices along the subgradient: memory that the cheapest choices use beyond each row's capacity.
    fn reprice(&mut self, model: &Model, target: Option<f64>) {
        let chosen: Vec<u32> = self.totals.iter().map(|totals| (0..totals.len()).min_by(|a, b| totals[*a].total_cmp(&totals[*b])).unwrap_or(0) as u32).collect();
        if self.last > self.best {
            (self.best, self.stale) = (self.last, 0);
            self.best_prices.clone_from(&self.prices);
            self.step = (self.step * 1.1).min(1.5);
        } else {
            self.stale += 1;
        }
        if self.stale > PATIENCE {
            // Too far: back to where the bound was best, with smaller steps.
            self.stale = 0;
            self.step = (self.step * 0.5).max(1e-3);
            self.direction.fill(0.0);
            return self.set_prices(model, self.best_prices.clone());
        }
        // The mean of past subgradients is steadier than the last one (the volume algorithm's idea).
        for (direction, free) in self.direction.iter_mut().zip(model.free_rows(&chosen)) {
            *direction = 0.7 * *direction - 0.3 * free as f64;
        }
        // Rows that stay free of charge do not take part in the length of the step.
        let moves = |(over, price): (&f64, &f64)| *over > 0.0 || *price > 0.0;
        let square: f64 = self.direction.iter().zip(&self.prices).filter(|(over, price)| moves((over, price))).map(|(over, _)| over * over).sum();
        if square == 0.0 {
            return;
        }
        // A first assignment can be many times the optimum: its distance alone would throw the prices far off.
        let near = self.last.abs().max(self.best.abs()) * 0.5;
        let gap = target.map_or(near * 0.1, |target| (target - self.last).clamp(0.0, near)).max(1.0);
        let length = self.step * gap / square;
        let prices = self.direction.iter().zip(&self.prices).map(|(over, price)| (price + length * over).max(0.0)).collect();
        self.set_prices(model, prices);
    }

    /// Takes other prices, rounded so that their sums are exact.
    pub fn set_prices(&mut self, model: &Model, mut prices: Vec<f64>) {
        let all: f64 = prices.iter().sum();
        if all > 0.0 {
            let unit = 2f64.powi(all.log2().ceil() as i32 - 50);
            prices.iter_mut().for_each(|price| *price = (*price / unit).round() * unit);
        }
        let sums = running(&prices);
        for (node, (totals, priced)) in self.totals.iter_mut().zip(&mut self.priced).enumerate().filter(|(node, _)| !model.pieces[*node].is_empty()) {
            let mut new = vec![0.0; totals.len()];
            model.priced(node, &sums, |choice, cost| new[choice] += cost);
            // Rounded down, so that what is added is what is taken away later.
            for ((total, old), new) in totals.iter_mut().zip(priced).zip(new) {
                *total += new.floor() - *old;
                *old = new.floor();
            }
        }
        self.charge = charge(model, &prices);
        self.prices = prices;
    }

    /// These messages in a model that the first was restricted to.
    pub fn moved(&self, from: &Model, to: &Model) -> Messages {
        let mut moved = Messages::new(to);
        let factor = 2f64.powi(to.scale - from.scale);
        moved.step = self.step;
        moved.set_prices(to, from.prices_in(to, &self.prices));
        let (lift, between) = (&to.core().lift, &to.core().between);
        let eliminated: HashMap<u32, &[u32; 2]> = between.iter().flat_map(|between| between.members.iter().map(|(member, _)| (*member, &between.ends))).collect();
        for (edge, given) in from.edges.iter().zip(&self.given) {
            // An eliminated node's edges are the one between its ends.
            let ends = edge.nodes.iter().find_map(|node| eliminated.get(node).copied()).unwrap_or(&edge.nodes).map(|node| lift[node as usize].0);
            if ends.contains(&ELIMINATED) {
                continue;
            }
            let Some(neighbor) = to.neighbors[ends[0] as usize].iter().find(|neighbor| neighbor.other == ends[1]) else { continue };
            for (old, given) in edge.nodes.iter().zip(given) {
                let (node, map) = &lift[*old as usize];
                if !ends.contains(node) {
                    continue;
                }
                let place = usize::from(to.edges[neighbor.edge as usize].nodes[1] == *node);
                let totals = &mut moved.totals[*node as usize];
                for ((given_now, choice), total) in moved.given[neighbor.edge as usize][place].iter_mut().zip(map).zip(totals) {
                    let given = (given[*choice as usize] * factor).floor();
                    *given_now += given;
                    *total += given;
                }
            }
        }
        moved
    }
}

/// How many neighbours come before a node, and the share of its total that goes along each edge.
fn shares(model: &Model, node: usize) -> (usize, f64) {
    let neighbors = &model.neighbors[node];
    let before = neighbors.partition_point(|neighbor| (neighbor.other as usize) < node);
    (before, 1.0 / before.max(neighbors.len() - before).max(1) as f64)
}

/// Sums of all prices before each row.
pub(super) fn running(prices: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; prices.len() + 1];
    (0..prices.len()).for_each(|row| sums[row + 1] = sums[row] + prices[row]);
    sums
}

/// What the capacities cost, with a margin for the rounding of sums (of at most some thousand pieces a node): too much lowers the bound, which keeps it a bound.
fn charge(model: &Model, prices: &[f64]) -> f64 {
    let sum: f64 = model.capacities.iter().zip(prices).map(|(capacity, price)| *capacity as f64 * price).sum();
    if sum == 0.0 { 0.0 } else { (sum * (1.0 + 1e-11)).ceil() + 1.0 }
}

/// The least number.
pub fn least(numbers: &[f64]) -> f64 {
    numbers.iter().fold(f64::INFINITY, |least, number| if *number < least { *number } else { least })
}

fn least_difference(row: &[f64], given: &[f64]) -> f64 {
    row.iter().zip(given).fold(f64::INFINITY, |least, (cost, given)| {
        let rest = cost - given;
        if rest < least { rest } else { least }
    })
}
