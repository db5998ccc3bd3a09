//! Exact elimination: one node after the other is replaced by what it costs at best for each choice of its neighbours.
//!
//! Z. Jia, S. Lin, C. Qi and A. Aiken, "Exploring hidden dimensions in parallelizing convolutional neural networks" (OptCNN), ICML 2018,
//! eliminates nodes and edges of degree two; R. Dechter, "Bucket elimination", Artificial Intelligence 113, 1999, any node. Time and memory
//! grow with the largest table: the product of the numbers of choices of a node and its neighbours when it is eliminated.
//! Invariants: without memory rows the result is optimal; with rows, it is a bound, and optimal where it happens to fit; else
//! branch and bound goes on from there.

use super::buckets::{self, Buckets, Next};
use super::message_passing::Messages;
use super::model::Model;
use super::{Budget, Outcome, Progress, Record, SearchInfo, SearchProblem, Stop, branch};

/// The search.
pub const ELIMINATION: SearchInfo = SearchInfo {
    name: "elimination",
    summary: "exact elimination of nodes; refuses tables of more than 2^24 entries; memory that binds is left to branch and bound",
    paper: "Jia et al. (OptCNN), ICML 2018; Dechter, Artificial Intelligence 113, 1999",
    exact: true,
    run,
};

/// Most entries of a table.
pub const MOST_ENTRIES: usize = 1 << 24;

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let mut record = Record::new(problem, budget);
    let Ok(model) = Model::new(problem, None) else { return record.finish(Stop::Infeasible) };
    let state = match eliminate(&model) {
        Ok(state) => state,
        Err(entries) => return record.finish(Stop::TooLarge(format!("a table of {entries} entries, at most {MOST_ENTRIES}"))),
    };
    if model.cost(&state) == f64::INFINITY {
        return record.finish(Stop::Infeasible);
    }
    record.offer_bound(model.unscaled(model.cost(&state)), progress);
    record.offer(&model.assignment(&state), progress);
    if let Some(stop) = record.must_stop() {
        return record.finish(stop);
    }
    let messages = Messages::new(&model);
    let stop = branch::prove(&mut record, model, messages, progress);
    record.finish(stop)
}

/// Costs of some nodes together; the last node's choice changes fastest.
struct Table {
    nodes: Vec<usize>,
    costs: Vec<f64>,
}

impl buckets::Table for Table {
    fn nodes(&self) -> &[usize] {
        &self.nodes
    }
}

/// How to choose a node once those of its table are chosen.
struct Step {
    node: usize,
    nodes: Vec<usize>,
    best: Vec<u32>,
}

/// The cheapest state, memory aside; or the number of entries that the smallest next table would have.
pub fn eliminate(model: &Model) -> Result<Vec<u32>, usize> {
    let own = model.costs.iter().enumerate().map(|(node, costs)| Table { nodes: vec![node], costs: costs.clone() });
    let pairs = model.edges.iter().map(|edge| Table { nodes: edge.nodes.map(|node| node as usize).to_vec(), costs: edge.costs[0].to_vec() });
    let mut buckets = Buckets::new(model.costs.iter().map(Vec::len).collect(), own.chain(pairs));
    let mut steps = Vec::with_capacity(model.len());
    while let Some(next) = buckets.next(MOST_ENTRIES) {
        let Next { node, others, parts, .. } = next?;
        let (costs, best) = minimize(&parts, &others, node, buckets.sizes());
        buckets.put(Table { nodes: others.clone(), costs });
        steps.push(Step { node, nodes: others, best });
    }
    let sizes = buckets.sizes();
    let mut state = vec![0u32; model.len()];
    for step in steps.iter().rev() {
        let at = step.nodes.iter().fold(0, |at, node| at * sizes[*node] + state[*node] as usize);
        state[step.node] = step.best[at];
    }
    Ok(state)
}

/// Sums tables and takes the least over one node, for each choice of the others.
fn minimize(parts: &[Table], others: &[usize], node: usize, sizes: &[usize]) -> (Vec<f64>, Vec<u32>) {
    // How far each table moves when a node's choice goes up by one.
    let stride = |table: &Table, of: usize| {
        let mut stride = 1;
        let mut found = 0;
        for member in table.nodes.iter().rev() {
            found = if *member == of { stride } else { found };
            stride *= sizes[*member];
        }
        found
    };
    let strides: Vec<Vec<usize>> = parts.iter().map(|table| others.iter().map(|other| stride(table, *other)).collect()).collect();
    let own: Vec<usize> = parts.iter().map(|table| stride(table, node)).collect();
    let count: usize = others.iter().map(|other| sizes[*other]).product();
    let (mut costs, mut best) = (Vec::with_capacity(count), Vec::with_capacity(count));
    let mut digits = vec![0; others.len()];
    let mut at = vec![0usize; parts.len()];
    for _ in 0..count {
        let cost = |choice: usize| parts.iter().zip(&at).zip(&own).map(|((table, at), own)| table.costs[at + own * choice]).sum::<f64>();
        let least = (0..sizes[node]).map(|choice| (cost(choice), choice)).fold((f64::INFINITY, 0), |least, next| if next.0 < least.0 { next } else { least });
        costs.push(least.0);
        best.push(least.1 as u32);
        for place in (0..others.len()).rev() {
            digits[place] += 1;
            at.iter_mut().zip(&strides).for_each(|(at, strides)| *at += strides[place]);
            if digits[place] < sizes[others[place]] {
                break;
            }
            at.iter_mut().zip(&strides).for_each(|(at, strides)| *at -= strides[place] * digits[place]);
            digits[place] = 0;
        }
    }
    (costs, best)
}
