//! Multilevel partitions of the graph: coarsen, deal out, refine.
//!
//! * `metis`: Karypis and Kumar, "A Fast and High Quality Multilevel Scheme for Partitioning Irregular Graphs", SIAM J. Sci. Comput. 1998: matched along the heaviest edges, parts grown and refined by moves that
//!   lower the cut, directions not looked at; a device's nodes may wait for each other through others.
//! * `acyclic-partition`: Herrmann, Özkaya, Uçar, Kaya, Çatalyürek, "Multilevel Algorithms for Acyclic Partitioning of Directed Acyclic Graphs", SIAM J. Sci. Comput. 2019: nodes are matched only where no
//!   circle comes of it (their places in a topological order differ by one at most), and moved only between neighbouring parts: parts stand in a row and are stages.
//! * `ftpipe`: Eliad et al., "Fine-tuning giant neural networks on commodity hardware with automatic pipeline model parallelism", USENIX ATC 2021 (mixed-pipe): twice as many stages as devices by contraction without circles, dealt to devices longest first,
//!   each to the one with the least; then stages are moved or swapped while the judge says it helps.
//!
//! Each balances within a tenth, on every number of devices up to all; the judge picks. Cost: O(edges) a level, O(nodes x parts) a round of refinement.
//! Invariant: random choices come from the seed alone.

use super::pipedream::single;
use super::placed;
use super::problem::Problem;
use super::{Best, Found, Objective, Options, Planner};
use shardwright_ir::rng::Rng;
use std::collections::BTreeMap;

const OBJECTIVES: &[Objective] = &[Objective::PerSample, Objective::PipeDream, Objective::Step];

/// Cuts without direction.
pub const METIS: Planner = Planner {
    name: "metis",
    summary: "multilevel k-way cut of the graph without directions: equal work, the fewest bytes across",
    paper: "Karypis and Kumar, SIAM J. Sci. Comput. 1998",
    exact: &[],
    objectives: OBJECTIVES,
    shares: true,
    run: metis,
};

/// Cuts whose parts stand in a row.
pub const ACYCLIC_PARTITION: Planner = Planner {
    name: "acyclic-partition",
    summary: "multilevel cut into parts that stand in a row: equal work, the fewest bytes across",
    paper: "Herrmann et al., SIAM J. Sci. Comput. 2019",
    exact: &[],
    objectives: OBJECTIVES,
    shares: false,
    run: acyclic,
};

/// Several stages a device.
pub const FTPIPE: Planner = Planner {
    name: "ftpipe",
    summary: "mixed pipe: twice as many stages as devices, dealt out longest first, several to a device",
    paper: "Eliad et al., FTPipe, USENIX ATC 2021",
    exact: &[],
    objectives: OBJECTIVES,
    shares: true,
    run: ftpipe,
};

/// A part may have this much more than its share.
const SLACK: f64 = 1.1;

/// A graph of clusters.
#[derive(Clone)]
struct Clusters {
    /// Nodes of the problem, ascending; clusters are by their first.
    nodes: Vec<Vec<usize>>,
    work: Vec<f64>,
    /// Bytes between, forwards: from and to.
    edges: BTreeMap<(usize, usize), f64>,
}

impl Clusters {
    fn new(problem: &Problem) -> Result<Clusters, String> {
        let single = single(problem)?;
        let work = problem.nodes().iter().zip(&single).map(|(node, &number)| node.variants[number].seconds()).collect();
        let mut edges = BTreeMap::new();
        problem.edges().iter().for_each(|edge| *edges.entry((edge.from, edge.to)).or_insert(0.0) += edge.bytes);
        Ok(Clusters { nodes: (0..problem.nodes().len()).map(|node| vec![node]).collect(), work, edges })
    }
    fn len(&self) -> usize {
        self.nodes.len()
    }
    /// The clusters that these numbers join: equal numbers, equal cluster; numbers ascend along a topological order where the graph has one.
    fn joined(&self, number: &[usize]) -> Clusters {
        let count = number.iter().max().map_or(0, |most| most + 1);
        let mut joined = Clusters { nodes: vec![Vec::new(); count], work: vec![0.0; count], edges: BTreeMap::new() };
        for (cluster, &into) in number.iter().enumerate() {
            joined.nodes[into].extend(&self.nodes[cluster]);
            joined.work[into] += self.work[cluster];
        }
        for (&(from, to), bytes) in &self.edges {
            if number[from] != number[to] {
                *joined.edges.entry((number[from], number[to])).or_insert(0.0) += bytes;
            }
        }
        joined
    }
    /// Places along the longest path.
    fn levels(&self) -> Vec<usize> {
        let mut level = vec![0; self.len()];
        // Edges lead to higher numbers.
        for &(from, to) in self.edges.keys() {
            level[to] = level[to].max(level[from] + 1);
        }
        level
    }
    /// In a topological order; none where there is a circle.
    fn ordered(self) -> Option<Clusters> {
        let mut waits = vec![0usize; self.len()];
        self.edges.keys().for_each(|&(_, to)| waits[to] += 1);
        let mut ready: std::collections::BTreeSet<usize> = (0..self.len()).filter(|&cluster| waits[cluster] == 0).collect();
        let (mut number, mut next) = (vec![0; self.len()], 0);
        while let Some(cluster) = ready.pop_first() {
            number[cluster] = next;
            next += 1;
            for &(_, to) in self.edges.range((cluster, 0)..(cluster + 1, 0)).map(|(ends, _)| ends) {
                waits[to] -= 1;
                if waits[to] == 0 {
                    ready.insert(to);
                }
            }
        }
        (next == self.len()).then(|| self.joined(&number))
    }
    /// One level coarser, by pairs along the heaviest edges; with `circles` directions are not looked at.
    fn coarser(&self, most_work: f64, circles: bool) -> Option<Clusters> {
        let level = self.levels();
        let mut edges: Vec<(&(usize, usize), &f64)> = self.edges.iter().collect();
        edges.sort_by(|a, b| b.1.total_cmp(a.1).then(a.0.cmp(b.0)));
        let mut taken: Vec<Option<usize>> = vec![None; self.len()];
        for (&(from, to), _) in edges {
            // Between neighbours of a longest path no other path leads, if neither is matched elsewhere across the same levels.
            let safe = circles || level[to] == level[from] + 1;
            if safe && taken[from].is_none() && taken[to].is_none() && self.work[from] + self.work[to] <= most_work {
                (taken[from], taken[to]) = (Some(to), Some(from));
                if !circles && self.clone().matched(&taken).ordered().is_none() {
                    (taken[from], taken[to]) = (None, None);
                }
            }
        }
        if taken.iter().all(Option::is_none) {
            return None;
        }
        let joined = self.matched(&taken);
        if circles { Some(joined) } else { joined.ordered() }
    }
    fn matched(&self, taken: &[Option<usize>]) -> Clusters {
        let mut number = vec![usize::MAX; self.len()];
        let mut next = 0;
        for cluster in 0..self.len() {
            if number[cluster] == usize::MAX {
                number[cluster] = next;
                if let Some(other) = taken[cluster] {
                    number[other] = next;
                }
                next += 1;
            }
        }
        self.joined(&number)
    }
    /// For each node of the problem its cluster's entry.
    fn spread(&self, part: &[usize], nodes: usize) -> Vec<usize> {
        let mut of = vec![0; nodes];
        for (cluster, members) in self.nodes.iter().enumerate() {
            members.iter().for_each(|&node| of[node] = part[cluster]);
        }
        of
    }
}

/// Levels from the finest to the coarsest.
fn coarsen(finest: Clusters, parts: usize, goal: usize, circles: bool) -> Vec<Clusters> {
    let most_work = SLACK * finest.work.iter().sum::<f64>() / parts as f64;
    let mut levels = vec![finest];
    while let Some(next) = levels.last().filter(|last| last.len() > goal).and_then(|last| last.coarser(most_work, circles)) {
        levels.push(next);
    }
    levels
}

/// Moves clusters to a part of a neighbour while the cut shrinks, or stays and the balance betters. With `row`, parts stay in a row: no edge leads to an earlier one.
fn refine(level: &Clusters, part: &mut [usize], parts: usize, row: bool) {
    let share = SLACK * level.work.iter().sum::<f64>() / parts as f64;
    let mut load = vec![0.0f64; parts];
    part.iter().zip(&level.work).for_each(|(&part, work)| load[part] += work);
    for _ in 0..2 * level.len() {
        let mut moved = false;
        for cluster in 0..level.len() {
            let here = part[cluster];
            let mut bytes = vec![0.0; parts];
            let (mut low, mut high) = (0, parts - 1);
            for (&(from, to), sent) in &level.edges {
                if from == cluster {
                    bytes[part[to]] += sent;
                    high = high.min(part[to]);
                } else if to == cluster {
                    bytes[part[from]] += sent;
                    low = low.max(part[from]);
                }
            }
            let work = level.work[cluster];
            let range = if row { low..=high } else { 0..=parts - 1 };
            let better = |to: usize| {
                let gain = bytes[to] - bytes[here];
                let room = load[to] + work <= share || load[to] + work < load[here];
                let balance = load[to] + work < load[here];
                (to != here && room && (gain > 0.0 || (gain >= 0.0 && balance) || (load[here] > share && balance))).then_some(gain)
            };
            let best = range.filter_map(|to| better(to).map(|gain| (gain, to))).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
            if let Some((_, to)) = best {
                load[here] -= work;
                load[to] += work;
                part[cluster] = to;
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
}

/// Parts of the finest level, refined from the coarsest on.
fn partition(levels: &[Clusters], mut start: Vec<usize>, parts: usize, row: bool, nodes: usize) -> Vec<usize> {
    for (at, level) in levels.iter().enumerate().rev() {
        if at + 1 < levels.len() {
            let of = levels[at + 1].spread(&start, nodes);
            start = level.nodes.iter().map(|members| of[members[0]]).collect();
        }
        refine(level, &mut start, parts, row);
    }
    levels[0].spread(&start, nodes)
}

/// Dealt out in order: each part takes its share.
fn in_order(level: &Clusters, parts: usize) -> Vec<usize> {
    let ends = super::torchgpipe::blocks(&level.work, parts.min(level.len()));
    (0..level.len()).map(|cluster| ends.iter().position(|&end| cluster < end).unwrap_or(0)).collect()
}

fn metis(problem: &Problem, options: &Options) -> Result<Found, String> {
    let (nodes, finest) = (problem.nodes().len(), Clusters::new(problem)?);
    let mut best = Best::new(problem);
    let mut rng = Rng::new(options.seed);
    for parts in 1..=problem.setting().devices.min(nodes) {
        let levels = coarsen(finest.clone(), parts, 4 * parts, true);
        let Some(coarsest) = levels.last() else { continue };
        for _ in 0..4 {
            // Grown by turns from random seeds: each part takes what hangs on it most.
            let order = rng.shuffled(&(0..coarsest.len()).collect::<Vec<usize>>());
            let mut load = vec![0.0f64; parts];
            let mut start = vec![0; coarsest.len()];
            for cluster in order {
                let part = (0..parts).min_by(|&a, &b| load[a].total_cmp(&load[b])).unwrap_or(0);
                start[cluster] = part;
                load[part] += coarsest.work[cluster];
            }
            let device = partition(&levels, start, parts, false, nodes);
            if let Some((plan, _)) = placed::plan(problem, &placed::parts(problem, &device)) {
                best.offer(&plan);
            }
        }
    }
    best.done(false)
}

fn acyclic(problem: &Problem, _: &Options) -> Result<Found, String> {
    let (nodes, finest) = (problem.nodes().len(), Clusters::new(problem)?);
    let mut best = Best::new(problem);
    for parts in 1..=problem.setting().devices.min(nodes) {
        let levels = coarsen(finest.clone(), parts, 4 * parts, false);
        let Some(coarsest) = levels.last() else { continue };
        let part = partition(&levels, in_order(coarsest, parts), parts, true, nodes);
        let mut stages = vec![Vec::new(); parts];
        part.iter().enumerate().for_each(|(node, &part)| stages[part].push(node));
        stages.retain(|stage| !stage.is_empty());
        let ones = vec![1; stages.len()];
        if let Some((plan, _)) = placed::plan(problem, &placed::in_a_row(stages, &ones)) {
            best.offer(&plan);
        }
    }
    best.done(false)
}

fn ftpipe(problem: &Problem, options: &Options) -> Result<Found, String> {
    let (nodes, devices) = (problem.nodes().len(), problem.setting().devices.min(problem.nodes().len()));
    let mut best = Best::new(problem);
    let levels = coarsen(Clusters::new(problem)?, 2 * devices, 2 * devices, false);
    for level in levels.iter().rev().take(2) {
        let mut order: Vec<usize> = (0..level.len()).collect();
        order.sort_by(|&a, &b| level.work[b].total_cmp(&level.work[a]).then(a.cmp(&b)));
        let mut load = vec![0.0f64; devices];
        let mut bin = vec![0; level.len()];
        for cluster in order {
            let least = (0..devices).min_by(|&a, &b| load[a].total_cmp(&load[b])).unwrap_or(0);
            bin[cluster] = least;
            load[least] += level.work[cluster];
        }
        improve(problem, level, &mut bin, devices, nodes, options.evaluations / 2, &mut best);
    }
    best.done(false)
}

/// Moves and swaps between devices while the judge says it helps.
fn improve(problem: &Problem, level: &Clusters, bin: &mut [usize], devices: usize, nodes: usize, most: u64, best: &mut Best) {
    // A simulated step takes as long as it has microbatches.
    let dear = if problem.setting().objective == Objective::Step { 500 } else { 20_000 };
    let until = best.evaluations + most.min(dear);
    let mut price = |bin: &[usize]| {
        let (plan, evaluation) = placed::plan(problem, &placed::parts(problem, &level.spread(bin, nodes)))?;
        best.offer(&plan);
        let value = if evaluation.is_valid() { evaluation.seconds } else { f64::MAX.min(1e100 + evaluation.bytes) };
        (best.evaluations < until).then_some(value)
    };
    let Some(mut now) = price(bin) else { return };
    let mut moved = true;
    while std::mem::take(&mut moved) {
        for cluster in 0..level.len() {
            let before = bin[cluster];
            for device in 0..devices {
                bin[cluster] = device;
                let Some(value) = price(bin) else { return };
                if value < now {
                    now = value;
                    moved = true;
                    break;
                }
                bin[cluster] = before;
            }
            for other in cluster + 1..level.len() {
                if bin[other] != bin[cluster] {
                    bin.swap(cluster, other);
                    let Some(value) = price(bin) else { return };
                    if value < now {
                        now = value;
                        moved = true;
                    } else {
                        bin.swap(cluster, other);
                    }
                }
            }
        }
    }
}
