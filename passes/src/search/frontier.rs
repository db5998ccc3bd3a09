//! Time against memory: elimination that keeps every compromise instead of the cheapest one.
//!
//! Z. Cai, X. Yan, K. Ma, Y. Wu, Y. Huang, J. Cheng, T. Su and F. Yu, "TensorOpt: exploring the tradeoffs in distributed DNN training with auto-parallelism",
//! IEEE TPDS 33(8), 2022 (arXiv 2004.10856): nodes are eliminated as in OptCNN, but each table entry is a frontier: pairs of cost and memory of
//! which none is beaten in both. Frontiers of parts are added pair by pair (product), those of a node's choices joined (union), and what is
//! beaten is dropped (reduce). Memory must be a sum for that: [`Memory::Sum`] is all nodes' together, as in the paper, where everything lives until the
//! backward pass; [`Memory::At`] is what is live at one time. The most that is in use at any time is neither where intervals
//! differ: a curve for one time is then a bound from below on what a limit costs, and its points are judged one by one. Where
//! all nodes live together, both are exact. Time and memory: the tables of elimination times the square of a frontier's width. Invariants: every point
//! has an assignment; a curve that is exact leaves nothing out.

use super::buckets::{self, Buckets, Next};
use super::model::Model;
use super::{Assignment, Budget, Edge, INFINITE, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop, infeasible};
use std::time::Instant;

/// The search.
pub const FRONTIER: SearchInfo = SearchInfo {
    name: "frontier",
    summary: "elimination with frontiers of time against memory at the fullest time; the cheapest point within the limit",
    paper: "Cai et al. (TensorOpt), IEEE TPDS 33(8), 2022; arXiv 2004.10856",
    exact: false,
    run,
};

/// Points of a frontier that the search keeps.
pub const WIDTH: usize = 64;

/// Most entries of all tables of one elimination, and most pairs of points that are added up in all.
const MOST: (usize, u64) = (1 << 20, 1 << 28);

/// Most points that are kept in all.
const MOST_STEPS: usize = 1 << 24;

/// Points whose assignments are judged, from the cheapest that could fit on.
const JUDGED: usize = 256;

/// Which memory a curve is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// All nodes that are ever live, whenever they are.
    Sum,
    /// The nodes that are live at a time.
    At(i64),
}

/// One compromise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Point {
    /// Cost, by the problem's evaluation.
    pub cost: i128,
    /// Memory of the curve's kind.
    pub memory: i128,
    /// The choices.
    pub assignment: Assignment,
}

/// All compromises between cost and memory; the problem's limit plays no part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    /// The cheapest first; memory falls.
    pub points: Vec<Point>,
    /// Nothing is left out: no frontier was wider than asked. The cheapest point is there in any case.
    pub exact: bool,
}

/// The curve of a problem, with at most `width` points a frontier (of more, evenly spaced ones are kept, both ends among them).
///
/// # Errors
/// [`Stop::Infeasible`] where forbidden choices leave nothing, [`Stop::TooLarge`] where tables get too large, [`Stop::Time`].
pub fn curve(problem: &SearchProblem, memory: Memory, width: usize, deadline: Option<Instant>) -> Result<Curve, Stop> {
    let counts = |node: usize| match memory {
        Memory::Sum => problem.nodes()[node].live.0 < problem.nodes()[node].live.1,
        Memory::At(time) => (problem.nodes()[node].live.0..problem.nodes()[node].live.1).contains(&time),
    };
    let usage = |node: usize, choice: u32| if counts(node) { i128::from(problem.nodes()[node].usages[choice as usize]) } else { 0 };
    let choices: Vec<Vec<u32>> = problem.nodes().iter().map(|node| (0..node.costs.len() as u32).filter(|choice| node.costs[*choice as usize] < INFINITE).collect()).collect();
    let mut work = Work { steps: Vec::new(), width: width.max(2), thinned: false, pairs: 0, deadline };
    let last = eliminate(problem, &choices, &usage, &mut work)?;
    if last.is_empty() {
        return Err(Stop::Infeasible);
    }
    let point = |spot: &Spot| Point { cost: spot.cost, memory: spot.memory, assignment: work.state(spot.from, choices.len()) };
    Ok(Curve { points: last.iter().map(point).collect(), exact: !work.thinned })
}

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    if Model::new(problem, None).is_err() {
        return record.finish(Stop::Infeasible);
    }
    // First the time that needs most even at the least; then, where the cheapest does not fit, the time at which that one needs most.
    let mut memory = Memory::At(infeasible::smallest_limit(problem).map_or(0, |(time, _)| time));
    for attempt in 0..3 {
        if let Some(stop) = record.must_stop() {
            return record.finish(stop);
        }
        let curve = match curve(problem, memory, WIDTH, record.deadline()) {
            Ok(curve) => curve,
            Err(stop) => return record.finish(stop),
        };
        let within = |point: &&Point| problem.limit().is_none_or(|limit| point.memory <= i128::from(limit));
        let fitting: Vec<&Point> = match memory {
            Memory::At(_) => curve.points.iter().filter(within).collect(),
            Memory::Sum => curve.points.iter().collect(),
        };
        // What fits at one time is all that can fit at all times; a thinned curve still has its cheapest point.
        let least = if !curve.exact || memory == Memory::Sum { curve.points.first() } else { fitting.first().copied() };
        if let Some(point) = least {
            record.offer_bound(point.cost, progress);
        }
        for point in fitting.iter().take(JUDGED) {
            // Points get dearer: the first that is valid is the best.
            if record.offer(&point.assignment, progress) || record.must_stop().is_some() {
                break;
            }
        }
        let Some(cheapest) = curve.points.first() else { break };
        let fullest = problem.profile(|node| problem.nodes()[node].usages[cheapest.assignment[node] as usize]).into_iter().max_by_key(|(_, used)| *used);
        memory = match (attempt, fullest) {
            (0, Some((time, _))) if Memory::At(time) != memory => Memory::At(time),
            _ if memory == Memory::Sum => break,
            _ => Memory::Sum,
        };
    }
    record.finish(Stop::Done)
}

/// A point while it is made.
#[derive(Clone, Copy)]
struct Spot {
    cost: i128,
    memory: i128,
    /// The step that made it; [`NOTHING`] of an edge.
    from: u32,
}

/// How a point came to be.
#[derive(Clone, Copy)]
enum Step {
    Choose(u32, u32),
    Join(u32, u32),
}

const NOTHING: u32 = u32::MAX;

/// Frontiers of some nodes together; the last node's choice changes fastest.
struct Table {
    nodes: Vec<usize>,
    cells: Vec<Vec<Spot>>,
}

impl buckets::Table for Table {
    fn nodes(&self) -> &[usize] {
        &self.nodes
    }
}

struct Work {
    steps: Vec<Step>,
    width: usize,
    thinned: bool,
    pairs: u64,
    deadline: Option<Instant>,
}

impl Work {
    fn step(&mut self, step: Step) -> u32 {
        self.steps.push(step);
        self.steps.len() as u32 - 1
    }

    /// What cannot be beaten of sums of a point of each.
    fn product(&mut self, one: &[Spot], other: &[Spot]) -> Result<Vec<Spot>, Stop> {
        self.pairs += one.len() as u64 * other.len() as u64;
        if self.pairs > MOST.1 || self.steps.len() > MOST_STEPS {
            return Err(Stop::TooLarge(format!("{} sums of points and {} points, at most {} and {MOST_STEPS}", self.pairs, self.steps.len(), MOST.1)));
        }
        let mut sums: Vec<(i128, i128, u32, u32)> = Vec::with_capacity(one.len() * other.len());
        for a in one {
            sums.extend(other.iter().map(|b| (a.cost + b.cost, a.memory + b.memory, a.from, b.from)));
        }
        sums.sort_unstable();
        let mut kept: Vec<(i128, i128, u32, u32)> = Vec::new();
        for sum in sums {
            if kept.last().is_none_or(|last| sum.1 < last.1) {
                kept.push(sum);
            }
        }
        let kept = self.thin(kept);
        Ok(kept.into_iter().map(|(cost, memory, a, b)| Spot { cost, memory, from: self.join(a, b) }).collect())
    }

    fn join(&mut self, one: u32, other: u32) -> u32 {
        match (one, other) {
            (NOTHING, from) | (from, NOTHING) => from,
            _ => self.step(Step::Join(one, other)),
        }
    }

    /// What cannot be beaten of all these.
    fn union(&mut self, mut spots: Vec<Spot>) -> Vec<Spot> {
        spots.sort_unstable_by_key(|spot| (spot.cost, spot.memory, spot.from));
        let mut kept: Vec<Spot> = Vec::new();
        for spot in spots {
            if kept.last().is_none_or(|last| spot.memory < last.memory) {
                kept.push(spot);
            }
        }
        self.thin(kept)
    }

    fn thin<T: Copy>(&mut self, all: Vec<T>) -> Vec<T> {
        if all.len() <= self.width {
            return all;
        }
        self.thinned = true;
        (0..self.width).map(|place| all[place * (all.len() - 1) / (self.width - 1)]).collect()
    }

    /// The choices that made a point.
    fn state(&self, from: u32, count: usize) -> Vec<u32> {
        let mut state = vec![0; count];
        let mut open = vec![from];
        while let Some(from) = open.pop().filter(|from| *from != NOTHING) {
            match self.steps[from as usize] {
                Step::Choose(node, choice) => state[node as usize] = choice,
                Step::Join(one, other) => open.extend([one, other]),
            }
        }
        state
    }
}

/// The frontier of the whole problem.
fn eliminate(problem: &SearchProblem, choices: &[Vec<u32>], usage: &dyn Fn(usize, u32) -> i128, work: &mut Work) -> Result<Vec<Spot>, Stop> {
    let own = |(node, choices): (usize, &Vec<u32>)| {
        let spot = |choice: &u32| Spot { cost: i128::from(problem.nodes()[node].costs[*choice as usize]), memory: usage(node, *choice), from: work.step(Step::Choose(node as u32, *choice)) };
        Table { nodes: vec![node], cells: choices.iter().map(spot).map(|spot| vec![spot]).collect() }
    };
    let mut tables: Vec<Table> = choices.iter().enumerate().map(own).collect();
    tables.extend(problem.edges().iter().map(|edge| pairs(edge, problem.nodes()[edge.nodes.1 as usize].costs.len(), choices)));
    let mut buckets = Buckets::new(choices.iter().map(Vec::len).collect(), tables);
    let mut last = vec![Spot { cost: 0, memory: 0, from: NOTHING }];
    while let Some(next) = buckets.next(MOST.0) {
        let Next { node, others, parts, .. } = next.map_err(|count| Stop::TooLarge(format!("a table of {count} frontiers, at most {}", MOST.0)))?;
        let cells = join_choices(&parts, &others, node, buckets.sizes(), work)?;
        match others.is_empty() {
            true => last = work.product(&last, &cells[0])?,
            false => buckets.put(Table { nodes: others, cells }),
        }
    }
    Ok(last)
}

/// What an edge costs; `columns` choices has its second node in all.
fn pairs(edge: &Edge, columns: usize, choices: &[Vec<u32>]) -> Table {
    let nodes = vec![edge.nodes.0 as usize, edge.nodes.1 as usize];
    let cell = |row: u32, column: u32| match edge.costs[row as usize * columns + column as usize] {
        cost if cost < INFINITE => vec![Spot { cost: i128::from(cost), memory: 0, from: NOTHING }],
        _ => Vec::new(),
    };
    let cells = choices[nodes[0]].iter().flat_map(|row| choices[nodes[1]].iter().map(|column| cell(*row, *column)).collect::<Vec<_>>());
    Table { cells: cells.collect(), nodes }
}

/// For each choice of the others: the union over the node's choices of the product of all parts.
fn join_choices(parts: &[Table], others: &[usize], node: usize, sizes: &[usize], work: &mut Work) -> Result<Vec<Vec<Spot>>, Stop> {
    let count: usize = others.iter().map(|other| sizes[*other]).product();
    let mut cells = Vec::with_capacity(count);
    let mut chosen: Vec<usize> = vec![0; others.len()];
    for index in 0..count {
        if index % 64 == 0 && work.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stop::Time);
        }
        let mut all: Vec<Spot> = Vec::new();
        for choice in 0..sizes[node] {
            let of = |member: usize| if member == node { choice } else { others.iter().position(|other| *other == member).map_or(0, |at| chosen[at]) };
            let cell = |table: &Table| table.nodes.iter().fold(0, |at, member| at * sizes[*member] + of(*member));
            let mut sum = vec![Spot { cost: 0, memory: 0, from: NOTHING }];
            for table in parts {
                sum = work.product(&sum, &table.cells[cell(table)])?;
            }
            all.append(&mut sum);
        }
        cells.push(work.union(all));
        for place in (0..others.len()).rev() {
            chosen[place] += 1;
            if chosen[place] < sizes[others[place]] {
                break;
            }
            chosen[place] = 0;
        }
    }
    Ok(cells)
}
