//! torchgpipe's balance: blocks of layers in a row, the largest as small as can be.
//!
//! Kim et al., "torchgpipe: On-the-fly Pipeline Parallelism for Training Giant Models", 2020, which partitions by Bárány and Grinberg, "Block partitions of sequences", 2015. Layers are nodes in topological order, their weight the measured time;
//! communication is not looked at. Here the partition is found by a dynamic program, so the largest block is the least there is. Cost: O(devices x nodes²).

use super::pipedream::single;
use super::placed;
use super::problem::Problem;
use super::{Best, Found, Objective, Options, Planner};

/// torchgpipe's.
pub const TORCHGPIPE: Planner = Planner {
    name: "torchgpipe",
    summary: "blocks of layers in a row on a device each, the slowest block as fast as can be, transfers not looked at",
    paper: "Kim et al., torchgpipe, 2020",
    exact: &[],
    objectives: &[Objective::PerSample, Objective::PipeDream, Objective::Step],
    shares: false,
    run,
};

fn run(problem: &Problem, _: &Options) -> Result<Found, String> {
    let single = single(problem)?;
    let times: Vec<f64> = problem.nodes().iter().zip(&single).map(|(node, &number)| node.variants[number].seconds()).collect();
    let mut best = Best::new(problem);
    for count in 1..=problem.setting().devices.min(times.len()) {
        let ends = blocks(&times, count);
        let mut start = 0;
        let nodes = ends.into_iter().map(|end| (std::mem::replace(&mut start, end)..end).collect()).collect();
        if let Some((plan, _)) = placed::plan(problem, &placed::in_a_row(nodes, &vec![1; count])) {
            best.offer(&plan);
        }
    }
    best.done(false)
}

/// Where each of `count` blocks ends, so that the largest sum is least; none is empty.
pub(super) fn blocks(times: &[f64], count: usize) -> Vec<usize> {
    let sums: Vec<f64> = std::iter::once(0.0)
        .chain(times.iter().scan(0.0, |sum, time| {
            *sum += time;
            Some(*sum)
        }))
        .collect();
    // For each number of blocks and end: the largest sum, and where the last block starts.
    let mut table = vec![vec![(f64::INFINITY, 0); times.len() + 1]; count + 1];
    table[0][0].0 = 0.0;
    for blocks in 1..=count {
        for end in blocks..=times.len() {
            for start in blocks - 1..end {
                let largest = table[blocks - 1][start].0.max(sums[end] - sums[start]);
                if largest < table[blocks][end].0 {
                    table[blocks][end] = (largest, start);
                }
            }
        }
    }
    let mut ends = vec![times.len()];
    for blocks in (2..=count).rev() {
        ends.push(table[blocks][ends[ends.len() - 1]].1);
    }
    ends.reverse();
    ends
}

#[cfg(test)]
mod tests {
    use super::blocks;

    /// 3 + 1, 4, 1 + 2: nothing is below the 4 that stands alone.
    #[test]
    fn the_largest_block_is_the_least_there_is() {
        assert_eq!(blocks(&[3.0, 1.0, 4.0, 1.0, 2.0], 3), [2, 3, 5]);
        assert_eq!(blocks(&[5.0, 1.0], 1), [2]);
    }
}
