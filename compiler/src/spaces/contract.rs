//! A program's problem made small without losing its best assignments.
//!
//! Four steps, each exact, are taken in this order and only while there are more assignments than wanted:
//!
//! 1. A node of one choice and no memory is added to its neighbours.
//! 2. A node without memory that has one or two neighbours answers them: for each pair of their choices it takes its cheapest own one, and what that
//!    costs is added to the pair (elimination, as in [`elimination`](shardwright_passes::search::elimination)). The first node in program order goes first.
//! 3. A node that holds memory and has one neighbour, which holds none or lives as long, is joined with it: one node whose choices are pairs. Of
//!    the pairs with the same choice of the neighbour, those that another betters in cost and memory are left out.
//! 4. A choice that another choice of the same node never costs more than, whatever the neighbours take, nor uses more memory than, is left out.
//!
//! So for every memory limit the least cost stays what it was, and so does the Pareto front of cost and memory; other assignments now stand for the best
//! of those that they were made from. Invariants: [`Unfold`] gives for every assignment of the small problem one of the large problem with the same cost and
//! memory; nodes that are left keep their order.

use serde::{Deserialize, Serialize};
use shardwright_passes::search::{INFINITE, ProblemBuilder, ProblemError, SearchProblem};
use std::collections::BTreeMap;

/// How an assignment of a small problem becomes one of the problem that it was made from.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unfold {
    /// All nodes of the large problem with their choices as text.
    pub nodes: Vec<Named>,
    /// Nodes of the large problem whose numbers the small problem's nodes have, in order.
    pub kept: Vec<u32>,
    /// What gives the other nodes their choices, one after the other.
    pub steps: Vec<Step>,
}

/// A node and its choices as text.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// The op or value.
    pub name: String,
    /// How it lies.
    pub choices: Vec<String>,
}

/// `node` takes the choice that `choice` has for those that `of` has taken: a number for each pair, in rows of the last one's choices.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The node.
    pub node: u32,
    /// None, one or two nodes; the node itself where its choices are numbered anew.
    pub of: Vec<u32>,
    /// A row for each choice of the first where there are two, else one row.
    pub choice: Vec<Vec<u32>>,
}

impl Unfold {
    /// A choice for every node of the large problem.
    ///
    /// # Errors
    /// The step that finds no choice.
    pub fn assignment(&self, small: &[u32]) -> Result<Vec<u32>, String> {
        let mut all = vec![0u32; self.nodes.len()];
        if small.len() != self.kept.len() {
            return Err(format!("has {} choices, the space has {} nodes", small.len(), self.kept.len()));
        }
        for (&node, &choice) in self.kept.iter().zip(small) {
            *all.get_mut(node as usize).ok_or_else(|| format!("node {node} is kept, there are {}", self.nodes.len()))? = choice;
        }
        for (number, step) in self.steps.iter().enumerate() {
            let taken = |node: &u32| all.get(*node as usize).map(|choice| *choice as usize);
            let found = match &step.of[..] {
                [] => step.choice.first().and_then(|row| row.first()),
                [one] => step.choice.first().zip(taken(one)).and_then(|(row, at)| row.get(at)),
                [one, other] => taken(one).and_then(|at| step.choice.get(at)).zip(taken(other)).and_then(|(row, at)| row.get(at)),
                _ => None,
            };
            let found = *found.ok_or_else(|| format!("step {number} has no choice for node {}", step.node))?;
            *all.get_mut(step.node as usize).ok_or_else(|| format!("step {number} is of node {}, there are {}", step.node, self.nodes.len()))? = found;
        }
        Ok(all)
    }
}

/// What is left of a problem.
pub struct Contracted {
    /// The small problem.
    pub problem: SearchProblem,
    /// By node: choices as text.
    pub choices: Vec<Vec<String>>,
    /// The way back.
    pub unfold: Unfold,
}

/// Makes a problem small: at most `most` assignments, or as few as the steps can. `named` has the problem's nodes with their choices.
///
/// # Errors
/// None but those of building the problem, which say what is wrong with it.
pub fn contract(problem: &SearchProblem, named: Vec<Named>, most: usize) -> Result<Contracted, ProblemError> {
    let mut draft = Draft::new(problem);
    while draft.count() > most as u128 && (draft.answer() || draft.join() || draft.leave_out()) {}
    draft.finish(problem, named)
}

struct Node {
    costs: Vec<i64>,
    usages: Vec<i64>,
    live: (i64, i64),
    /// By choice: what it stands for in the large problem.
    members: Vec<Vec<(u32, u32)>>,
}

impl Node {
    fn holds(&self) -> bool {
        self.live.0 < self.live.1 && self.usages.iter().any(|usage| *usage > 0)
    }
}

struct Draft {
    /// `None` for those that are gone.
    nodes: Vec<Option<Node>>,
    /// By pair, the smaller first: a row for each choice of the first.
    edges: BTreeMap<(usize, usize), Vec<i64>>,
    /// In the order of contraction.
    steps: Vec<Step>,
    /// What nodes without any neighbour cost at best.
    constant: i64,
}

fn add(one: i64, other: i64) -> i64 {
    one.saturating_add(other).min(INFINITE)
}

impl Draft {
    fn new(problem: &SearchProblem) -> Draft {
        let node = |(index, node): (usize, &shardwright_passes::search::Node)| Node {
            costs: node.costs.to_vec(),
            usages: node.usages.to_vec(),
            live: node.live,
            members: (0..node.costs.len() as u32).map(|choice| vec![(index as u32, choice)]).collect(),
        };
        let mut draft = Draft { nodes: problem.nodes().iter().enumerate().map(node).map(Some).collect(), edges: BTreeMap::new(), steps: Vec::new(), constant: 0 };
        for edge in problem.edges() {
            draft.price((edge.nodes.0 as usize, edge.nodes.1 as usize), &edge.costs);
        }
        draft
    }

    fn count(&self) -> u128 {
        self.nodes.iter().flatten().fold(1, |count, node| count.saturating_mul(node.costs.len() as u128))
    }

    fn size(&self, node: usize) -> usize {
        self.nodes[node].as_ref().map_or(0, |node| node.costs.len())
    }

    /// Adds costs to a pair: a row for each choice of the first.
    fn price(&mut self, (first, second): (usize, usize), costs: &[i64]) {
        let (rows, columns) = (self.size(first), self.size(second));
        let known = self.edges.entry((first.min(second), first.max(second))).or_insert_with(|| vec![0; rows * columns]);
        for row in 0..rows {
            for column in 0..columns {
                let at = if first < second { row * columns + column } else { column * rows + row };
                known[at] = add(known[at], costs[row * columns + column]);
            }
        }
    }

    /// Adds to what a node's choices cost.
    fn charge(&mut self, node: usize, costs: &[i64]) {
        if let Some(node) = &mut self.nodes[node] {
            node.costs.iter_mut().zip(costs).for_each(|(cost, more)| *cost = add(*cost, *more));
        }
    }

    fn neighbours(&self, node: usize) -> Vec<usize> {
        self.edges.keys().filter_map(|&(one, other)| if one == node { Some(other) } else { (other == node).then_some(one) }).collect()
    }

    /// Takes the costs of two nodes together out: a row for each choice of the first.
    fn take(&mut self, first: usize, second: usize) -> Vec<i64> {
        let costs = self.edges.remove(&(first.min(second), first.max(second))).unwrap_or_default();
        let (rows, columns) = (self.size(first), self.size(second));
        if first < second { costs } else { (0..rows * columns).map(|at| costs[at % columns * rows + at / columns]).collect() }
    }

    /// Steps 1 and 2.
    fn answer(&mut self) -> bool {
        if self.nodes.iter().flatten().count() < 2 {
            return false;
        }
        for index in 0..self.nodes.len() {
            let Some(node) = &self.nodes[index] else { continue };
            let near = self.neighbours(index);
            if node.holds() || (near.len() > 2 && node.costs.len() > 1) {
                continue;
            }
            if node.costs.len() == 1 {
                self.fold(index, &near);
            } else {
                self.eliminate(index, &near);
            }
            return true;
        }
        false
    }

    /// A node of one choice is added to its neighbours.
    fn fold(&mut self, index: usize, near: &[usize]) {
        for &other in near {
            let costs = self.take(index, other);
            self.charge(other, &costs);
        }
        let Some(node) = self.nodes[index].take() else { return };
        self.constant = add(self.constant, node.costs[0]);
        self.steps.push(Step { node: index as u32, of: Vec::new(), choice: vec![vec![0]] });
    }

    /// A node takes its cheapest choice for each pair of its neighbours' choices.
    fn eliminate(&mut self, index: usize, near: &[usize]) {
        let tables: Vec<Vec<i64>> = near.iter().map(|&other| self.take(other, index)).collect();
        let sizes: Vec<usize> = near.iter().map(|&other| self.size(other)).collect();
        let Some(node) = self.nodes[index].take() else { return };
        let own = node.costs.len();
        let (rows, columns) = match sizes[..] {
            [rows, columns] => (rows, columns),
            [columns] => (1, columns),
            _ => (1, 1),
        };
        let (mut costs, mut choice) = (Vec::with_capacity(rows * columns), vec![Vec::with_capacity(columns); rows]);
        for row in 0..rows {
            for column in 0..columns {
                let at = if near.len() == 2 { [row, column] } else { [column, 0] };
                let cost = |way: usize| tables.iter().zip(at).fold(node.costs[way], |cost, (table, at)| add(cost, table[at * own + way]));
                let best = (0..own).min_by_key(|&way| cost(way)).unwrap_or(0);
                costs.push(cost(best));
                choice[row].push(best as u32);
            }
        }
        match near[..] {
            [first, second] => self.price((first, second), &costs),
            [one] => self.charge(one, &costs),
            _ => self.constant = add(self.constant, costs[0]),
        }
        self.steps.push(Step { node: index as u32, of: near.iter().map(|&other| other as u32).collect(), choice });
    }

    /// Step 3.
    fn join(&mut self) -> bool {
        for index in 0..self.nodes.len() {
            let Some(node) = &self.nodes[index] else { continue };
            let near = self.neighbours(index);
            let [other] = near[..] else { continue };
            let fits = self.nodes[other].as_ref().is_some_and(|other| !other.holds() || other.live == node.live);
            if !node.holds() || !fits {
                continue;
            }
            let between = self.take(other, index);
            let (Some(leaf), Some(stem)) = (self.nodes[index].take(), self.nodes[other].take()) else { return false };
            let own = leaf.costs.len();
            let mut pairs: Vec<(usize, usize, i64)> = Vec::new();
            for stay in 0..stem.costs.len() {
                let of: Vec<(usize, i64)> = (0..own).map(|way| (way, add(leaf.costs[way], between[stay * own + way]))).collect();
                let better = |one: &(usize, i64), other: &(usize, i64)| {
                    let (one, other) = ((one.1, leaf.usages[one.0], one.0), (other.1, leaf.usages[other.0], other.0));
                    one.0 <= other.0 && one.1 <= other.1 && one < other
                };
                pairs.extend(of.iter().filter(|way| !of.iter().any(|other| better(other, way))).map(|&(way, cost)| (stay, way, cost)));
            }
            let stays: Vec<usize> = pairs.iter().map(|pair| pair.0).collect();
            let joined = Node {
                costs: pairs.iter().map(|&(stay, _, cost)| add(stem.costs[stay], cost)).collect(),
                usages: pairs.iter().map(|&(stay, way, _)| stem.usages[stay] * i64::from(stem.holds()) + leaf.usages[way]).collect(),
                live: leaf.live,
                members: pairs.iter().map(|&(stay, way, _)| stem.members[stay].iter().chain(&leaf.members[way]).copied().collect()).collect(),
            };
            self.renumber(other, joined, stem.costs.len(), &stays);
            self.steps.push(Step { node: index as u32, of: vec![other as u32], choice: vec![pairs.iter().map(|pair| pair.1 as u32).collect()] });
            return true;
        }
        false
    }

    /// Puts a node back whose choices are numbered anew: `from` has the old number of each, of `count`.
    fn renumber(&mut self, index: usize, node: Node, count: usize, from: &[usize]) {
        for (&(first, second), costs) in &mut self.edges {
            if first == index {
                let columns = costs.len() / count.max(1);
                *costs = from.iter().flat_map(|&row| costs[row * columns..(row + 1) * columns].to_vec()).collect();
            } else if second == index {
                *costs = costs.chunks(count).flat_map(|row| from.iter().map(|&column| row[column]).collect::<Vec<_>>()).collect();
            }
        }
        self.nodes[index] = Some(node);
        self.steps.push(Step { node: index as u32, of: vec![index as u32], choice: vec![from.iter().map(|&old| old as u32).collect()] });
    }

    /// Step 4, for one node.
    fn leave_out(&mut self) -> bool {
        for index in 0..self.nodes.len() {
            let Some(node) = &self.nodes[index] else { continue };
            let (size, near) = (node.costs.len(), self.neighbours(index));
            let tables: Vec<(Vec<i64>, usize)> = near
                .iter()
                .map(|&other| {
                    let (columns, costs) = (self.size(other), &self.edges[&(index.min(other), index.max(other))]);
                    let rows = if index < other { costs.clone() } else { (0..size * columns).map(|at| costs[at % columns * size + at / columns]).collect() };
                    (rows, columns)
                })
                .collect();
            // By how much the first is dearer than the second at most.
            let dearer = |first: usize, second: usize| {
                let at = |table: &[i64], columns: usize| (0..columns).map(|column| i128::from(table[first * columns + column]) - i128::from(table[second * columns + column])).max();
                let edges: i128 = tables.iter().filter_map(|(table, columns)| at(table, *columns)).sum();
                i128::from(node.costs[first]) - i128::from(node.costs[second]) + edges
            };
            let mut left: Vec<usize> = (0..size).collect();
            let mut choice = 0;
            while choice < left.len() {
                let worse = left[choice];
                if left.iter().any(|&other| other != worse && node.usages[other] <= node.usages[worse] && dearer(other, worse) <= 0) {
                    left.remove(choice);
                } else {
                    choice += 1;
                }
            }
            if left.len() < size {
                let pick = |numbers: &[i64]| left.iter().map(|&old| numbers[old]).collect();
                let less = Node { costs: pick(&node.costs), usages: pick(&node.usages), live: node.live, members: left.iter().map(|&old| node.members[old].clone()).collect() };
                self.renumber(index, less, size, &left);
                return true;
            }
        }
        false
    }

    fn finish(mut self, problem: &SearchProblem, named: Vec<Named>) -> Result<Contracted, ProblemError> {
        let mut builder = ProblemBuilder::new(problem.name());
        if let Some(limit) = problem.limit() {
            builder.limit(limit);
        }
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|&index| self.nodes[index].is_some()).collect();
        let mut choices = Vec::new();
        if let Some(first) = kept.first() {
            let constant = vec![self.constant; self.size(*first)];
            self.charge(*first, &constant);
        }
        for &index in &kept {
            let Some(node) = &self.nodes[index] else { continue };
            builder.node_with_memory(&named[index].name, node.costs.clone(), node.usages.clone(), node.live);
            let text = |&(of, choice): &(u32, u32)| {
                let text = &named[of as usize].choices[choice as usize];
                if of as usize == index { text.clone() } else { format!("{}: {text}", named[of as usize].name) }
            };
            choices.push(node.members.iter().map(|members| members.iter().map(text).collect::<Vec<_>>().join("; ")).collect());
        }
        let number = |index: usize| kept.binary_search(&index).unwrap_or(0) as u32;
        for (&(first, second), costs) in &self.edges {
            builder.edge(number(first), number(second), costs.clone());
        }
        self.steps.reverse();
        let unfold = Unfold { nodes: named, kept: kept.iter().map(|&index| index as u32).collect(), steps: self.steps };
        Ok(Contracted { problem: builder.build()?, choices, unfold })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::table::Table;
    use shardwright_ir::rng::Rng;

    /// Chains, trees and triangles of up to 7 nodes; some hold memory throughout, some for a while, most none.
    fn random_problem(seed: u64) -> SearchProblem {
        let mut random = Rng::new(seed);
        let mut builder = ProblemBuilder::new("random");
        let sizes: Vec<usize> = (0..2 + random.below(6)).map(|_| 1 + random.below(4)).collect();
        for (index, &size) in sizes.iter().enumerate() {
            let costs = (0..size).map(|_| if random.percent(5) { INFINITE } else { random.below(40) as i64 }).collect();
            let live = [(0, 0), (0, 0), (0, 9), (0, 9), (2, 4)][random.below(5)];
            builder.node_with_memory(&format!("n{index}"), costs, (0..size).map(|_| random.below(8) as i64).collect(), live);
        }
        for second in 1..sizes.len() {
            for _ in 0..1 + random.below(2) {
                let first = random.below(second);
                let costs = (0..sizes[first] * sizes[second]).map(|_| if random.percent(5) { INFINITE } else { random.below(40) as i64 }).collect();
                let (one, other) = (first as u32, second as u32);
                builder.edge(one, other, costs);
            }
        }
        builder.build().unwrap()
    }

    fn front(problem: &SearchProblem) -> Vec<(i64, i64)> {
        let table = Table::new(problem).unwrap();
        table.pareto().into_iter().map(|index| (table.time[index], table.memory[index])).collect()
    }

    #[test]
    fn a_contracted_problem_has_the_front_of_the_whole_and_its_assignments_unfold_to_equals() {
        let mut smaller = 0;
        for seed in 0..400 {
            let problem = random_problem(seed);
            let named = problem.nodes().iter().map(|node| Named { name: node.name.clone(), choices: (0..node.costs.len()).map(|choice| choice.to_string()).collect() });
            let small = contract(&problem, named.collect(), [1, 8, 64][seed as usize % 3]).unwrap();
            let (large_table, table) = (Table::new(&problem).unwrap(), Table::new(&small.problem).unwrap());
            smaller += usize::from(table.len() < large_table.len());
            assert_eq!(front(&small.problem), front(&problem), "seed {seed}");
            for index in 0..table.len() {
                let all = small.unfold.assignment(&table.assignment(index)).unwrap();
                let at = large_table.index(&all).unwrap();
                assert_eq!((table.time[index], table.memory[index]), (large_table.time[at], large_table.memory[at]), "seed {seed}, {:?} is {all:?}", table.assignment(index));
            }
        }
        assert!(smaller > 200, "only {smaller} of 400 became smaller");
    }
}
