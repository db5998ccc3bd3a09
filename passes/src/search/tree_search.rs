//! Monte Carlo tree search over decisions that propagate.
//!
//! S. Alabed et al., "Automatic discovery of composite SPMD partitioning strategies in PartIR" (Automap), arXiv 2210.06352, after M. Schaarschmidt
//! et al., arXiv 2112.02958: an action shards one tensor, propagation decides what follows from it, and what is still open after an episode is
//! completed and priced. Here an action fixes a node's choice; a neighbour follows where one choice alone is left that is not forbidden, or one alone
//! costs nothing beside its decided neighbours and is the cheapest. The tree is walked by UCT (L. Kocsis and C. Szepesvári, ECML 2006), with the best result below a
//! child instead of the mean, as there is no opponent and no chance. The tree decides nodes in order of what they and their edges can cost; a rollout goes
//! on from what is decided, outwards along edges, and takes the cheapest choice beside what is decided and the least that other neighbours can
//! add, and a few times a random one. Time: a rollout reads each edge's matrix once, by a row. Invariant: a seed fixes the outcome.

use super::model::{Model, ModelEdge};
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop};
use shardwright_ir::rng::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The search.
pub const TREE_SEARCH: SearchInfo = SearchInfo {
    name: "tree-search",
    summary: "Monte Carlo tree search (UCT): decisions in order of weight, what follows from them propagated, the rest rolled out",
    paper: "Alabed et al. (Automap), arXiv 2210.06352; Kocsis and Szepesvári (UCT), ECML 2006",
    exact: false,
    run,
};

/// Weight of what has been looked at little, where the best result counts 1.
const EXPLORE: f64 = 0.1;

/// Rollouts for each node without anything better until the search ends, and at least so many.
const PATIENCE: (usize, usize) = (50, 2000);

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let Ok(model) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let mut episode = Episode::new(&model);
    let mut random = Rng::new(budget.seed);
    let mut tree = Tree { vertices: Vec::new() };
    let (mut best, mut stale) = (f64::INFINITY, 0);
    let patience = PATIENCE.1.max(PATIENCE.0 * model.len());
    loop {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        if stale > patience || tree.vertices.first().is_some_and(|root| root.closed) {
            return record.finish(Stop::Done);
        }
        episode.restart();
        let path = tree.descend(&mut episode, best);
        // The first episode is the plain cheapest-first walk.
        let dares = !tree.vertices[0].children.iter().all(|child| child.visits == 0);
        let cost = episode.roll_out(dares.then_some(&mut random));
        tree.learn(&path, cost);
        record.evaluations += 1;
        stale += 1;
        if cost < best {
            (best, stale) = (cost, 0);
            record.offer(&model.assignment(&episode.state), progress);
        }
    }
}

/// What is not decided.
const OPEN: u32 = u32::MAX;

/// Decisions, one after the other, with what follows from them.
struct Episode<'m> {
    model: &'m Model,
    /// Nodes in the order of decisions.
    order: Vec<u32>,
    /// Before this place in the order all is decided.
    next: usize,
    state: Vec<u32>,
    /// By node and choice: cost of the edges to decided neighbours.
    links: Vec<Vec<f64>>,
    /// By node and choice: the least that edges to open neighbours, with a share of these, add.
    ahead: Vec<Vec<f64>>,
    /// The same by edge and end.
    least: Vec<[Vec<f64>; 2]>,
    /// Of each node, all of them.
    all_ahead: Vec<Vec<f64>>,
    free: Vec<i64>,
    cost: f64,
    /// Decisions whose neighbours have not been told.
    told: Vec<usize>,
    /// Each node's place in the order.
    ranks: Vec<u32>,
    /// Places of nodes beside decided ones; some are decided themselves by now.
    beside: BinaryHeap<Reverse<u32>>,
}

impl<'m> Episode<'m> {
    fn new(model: &'m Model) -> Episode<'m> {
        let most = |costs: &[f64]| costs.iter().copied().filter(|cost| cost.is_finite()).fold(0.0, f64::max);
        let mut weights: Vec<f64> = model.costs.iter().map(|costs| most(costs)).collect();
        for edge in &model.edges {
            let weight = most(&edge.costs[0]);
            edge.nodes.iter().for_each(|node| weights[*node as usize] += weight);
        }
        let mut order: Vec<u32> = (0..model.len() as u32).collect();
        order.sort_by(|one, other| weights[*other as usize].total_cmp(&weights[*one as usize]).then(one.cmp(other)));
        let mut ranks = vec![0; order.len()];
        order.iter().zip(0..).for_each(|(node, rank)| ranks[*node as usize] = rank);
        let links: Vec<Vec<f64>> = model.costs.iter().map(|costs| vec![0.0; costs.len()]).collect();
        let mut all_ahead = links.clone();
        let least: Vec<[Vec<f64>; 2]> = model.edges.iter().map(|edge| [0, 1].map(|end| least_beyond(model, edge, end))).collect();
        for (edge, least) in model.edges.iter().zip(&least) {
            for (node, least) in edge.nodes.iter().zip(least) {
                all_ahead[*node as usize].iter_mut().zip(least).for_each(|(ahead, least)| *ahead += least);
            }
        }
        let ahead = all_ahead.clone();
        Episode { model, order, next: 0, state: vec![OPEN; model.len()], links, ahead, least, all_ahead, free: model.capacities.clone(), cost: 0.0, told: Vec::new(), ranks, beside: BinaryHeap::new() }
    }

    fn restart(&mut self) {
        self.next = 0;
        self.beside.clear();
        self.state.fill(OPEN);
        self.links.iter_mut().for_each(|links| links.fill(0.0));
        self.ahead.iter_mut().zip(&self.all_ahead).for_each(|(ahead, all)| ahead.copy_from_slice(all));
        self.free.copy_from_slice(&self.model.capacities);
        self.cost = 0.0;
        // Nodes with one choice are decided.
        for node in 0..self.model.len() {
            if self.model.costs[node].len() == 1 && self.state[node] == OPEN {
                self.decide(node, 0);
            }
        }
    }

    /// The node to be decided next.
    fn open(&mut self) -> Option<usize> {
        while self.state[*self.order.get(self.next)? as usize] != OPEN {
            self.next += 1;
        }
        self.order.get(self.next).map(|node| *node as usize)
    }

    /// What a choice adds to the cost; infinite where it is forbidden or memory does not have it.
    fn price(&self, node: usize, choice: usize) -> f64 {
        let fits = self.model.fits(&self.free, node, choice as u32);
        if fits { self.model.costs[node][choice] + self.links[node][choice] } else { f64::INFINITY }
    }

    /// The price with the least that neighbours can add.
    fn outlook(&self, node: usize, choice: usize) -> f64 {
        self.price(node, choice) + self.ahead[node][choice]
    }

    /// Takes a choice, and what follows from it.
    fn decide(&mut self, node: usize, choice: u32) {
        self.take(node, choice);
        while let Some(node) = self.told.pop() {
            for neighbor in &self.model.neighbors[node] {
                let other = neighbor.other as usize;
                if self.state[other] == OPEN
                    && let Some(choice) = self.follows(other)
                {
                    self.take(other, choice);
                }
            }
        }
    }

    fn take(&mut self, node: usize, choice: u32) {
        let model = self.model;
        self.cost += self.price(node, choice as usize);
        self.state[node] = choice;
        model.use_memory(&mut self.free, node, choice, 1);
        for neighbor in &model.neighbors[node] {
            let other = neighbor.other as usize;
            if self.state[other] == OPEN {
                self.beside.push(Reverse(self.ranks[other]));
                let columns = model.costs[other].len();
                let row = &model.matrix(neighbor.edge, node)[choice as usize * columns..][..columns];
                self.links[other].iter_mut().zip(row).for_each(|(link, cost)| *link += cost);
                let least = &self.least[neighbor.edge as usize][usize::from(model.edges[neighbor.edge as usize].nodes[1] as usize == other)];
                self.ahead[other].iter_mut().zip(least).for_each(|(ahead, least)| *ahead -= least);
            }
        }
        self.told.push(node);
    }

    /// The first in order of the open nodes beside decided ones; else the node to be decided next.
    fn beside(&mut self) -> Option<usize> {
        while let Some(Reverse(rank)) = self.beside.pop() {
            let node = self.order[rank as usize] as usize;
            if self.state[node] == OPEN {
                return Some(node);
            }
        }
        self.open()
    }

    /// The choice that an open node is left with beside its decided neighbours.
    fn follows(&self, node: usize) -> Option<u32> {
        let links = &self.links[node];
        let only = |is: &dyn Fn(f64) -> bool| {
            let mut found = (0..links.len()).filter(|choice| is(links[*choice]));
            found.next().filter(|_| found.next().is_none())
        };
        let least = || (0..links.len()).map(|choice| self.price(node, choice)).fold(f64::INFINITY, f64::min);
        let cheapest = |choice: &usize| self.price(node, *choice) <= least();
        let choice = only(&f64::is_finite).or_else(|| only(&|cost| cost == 0.0).filter(cheapest))?;
        self.price(node, choice).is_finite().then_some(choice as u32)
    }

    /// Decides all that is open; the cost, infinite where something was forbidden.
    fn roll_out(&mut self, mut random: Option<&mut Rng>) -> f64 {
        while let Some(node) = self.beside() {
            let count = self.model.costs[node].len();
            let mut choice = (0..count).fold(0, |least, choice| if self.outlook(node, choice) < self.outlook(node, least) { choice } else { least });
            // About eight a rollout, and no more than one of eight decisions.
            if let Some(random) = random.as_deref_mut()
                && random.below((self.model.len() / 8).max(8)) == 0
            {
                let dared = random.below(count);
                choice = if self.price(node, dared).is_finite() { dared } else { choice };
            }
            self.decide(node, choice as u32);
            if self.cost == f64::INFINITY {
                break;
            }
        }
        self.cost
    }
}

/// By choice of one end of an edge: the least that the pair adds with the other end's share in it. All are finite: each choice has a partner.
fn least_beyond(model: &Model, edge: &ModelEdge, end: usize) -> Vec<f64> {
    let other = edge.nodes[1 - end] as usize;
    let share = 1.0 / model.neighbors[other].len() as f64;
    let rows = edge.costs[end].chunks_exact(model.costs[other].len());
    rows.map(|row| row.iter().zip(&model.costs[other]).map(|(pair, own)| pair + (own * share).floor()).fold(f64::INFINITY, f64::min)).collect()
}

/// What was learnt of a choice.
struct Child {
    choice: u32,
    visits: u32,
    best: f64,
    /// The decision that comes next.
    vertex: Option<usize>,
}

/// A decision.
struct Vertex {
    node: usize,
    children: Vec<Child>,
    /// Nothing below is unknown.
    closed: bool,
}

struct Tree {
    vertices: Vec<Vertex>,
}

impl Tree {
    /// Decides along the tree down to something new; the vertices and children on the way. `best` is the best cost so far.
    fn descend(&mut self, episode: &mut Episode<'_>, best: f64) -> Vec<(usize, usize)> {
        let mut path: Vec<(usize, usize)> = Vec::new();
        loop {
            let at = match path.last() {
                Some(&(vertex, child)) => self.vertices[vertex].children[child].vertex,
                None => (!self.vertices.is_empty()).then_some(0),
            };
            let Some(at) = at else {
                let vertex = vertex(episode);
                let closed = vertex.closed;
                self.vertices.push(vertex);
                if let Some(&(parent, child)) = path.last() {
                    self.vertices[parent].children[child].vertex = Some(self.vertices.len() - 1);
                }
                if closed {
                    self.close(&path);
                }
                return path;
            };
            let visits: u32 = self.vertices[at].children.iter().map(|child| child.visits).sum();
            let value = |child: &Child| match child.visits {
                0 => f64::INFINITY,
                own if child.best == f64::INFINITY => EXPLORE * (f64::from(visits.max(1)).ln() / f64::from(own)).sqrt(),
                // Shifted by one, so that costs of 0 can be compared.
                own => (best + 1.0) / (child.best + 1.0) + EXPLORE * (f64::from(visits.max(1)).ln() / f64::from(own)).sqrt(),
            };
            let is_open = |child: &Child| child.vertex.is_none_or(|below| !self.vertices[below].closed);
            let children = &self.vertices[at].children;
            let pick = (0..children.len()).filter(|child| is_open(&children[*child]));
            // Of equals the first, which is the cheapest as it looked when the vertex was new.
            let pick = pick.fold(None, |most: Option<usize>, child| if most.is_none_or(|most| value(&children[child]) > value(&children[most])) { Some(child) } else { most });
            let Some(pick) = pick else { return path };
            episode.decide(self.vertices[at].node, self.vertices[at].children[pick].choice);
            path.push((at, pick));
        }
    }

    /// Closes what has nothing unknown below any more, from the end of the path up.
    fn close(&mut self, path: &[(usize, usize)]) {
        for &(vertex, _) in path.iter().rev() {
            let below = |child: &Child| child.vertex.is_some_and(|below| self.vertices[below].closed);
            if !self.vertices[vertex].children.iter().all(below) {
                return;
            }
            self.vertices[vertex].closed = true;
        }
    }

    fn learn(&mut self, path: &[(usize, usize)], cost: f64) {
        for &(vertex, child) in path {
            let child = &mut self.vertices[vertex].children[child];
            child.visits += 1;
            child.best = child.best.min(cost);
        }
    }
}

/// The next decision of an episode: choices that are not forbidden, the cheapest first; none where all is decided.
fn vertex(episode: &mut Episode<'_>) -> Vertex {
    let Some(node) = episode.open().filter(|_| episode.cost < f64::INFINITY) else { return Vertex { node: 0, children: Vec::new(), closed: true } };
    let prices: Vec<f64> = (0..episode.model.costs[node].len()).map(|choice| episode.outlook(node, choice)).collect();
    let mut choices: Vec<u32> = (0..prices.len() as u32).filter(|choice| prices[*choice as usize].is_finite()).collect();
    choices.sort_by(|one, other| prices[*one as usize].total_cmp(&prices[*other as usize]).then(one.cmp(other)));
    let children: Vec<Child> = choices.into_iter().map(|choice| Child { choice, visits: 0, best: f64::INFINITY, vertex: None }).collect();
    Vertex { node, closed: children.is_empty(), children }
}
