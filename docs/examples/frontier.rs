//! The price of memory: what each smaller limit costs.
//!
//! Invariant: rows go from the cheapest assignment to the smallest one.

use shardwright_passes::search::frontier::{Memory, WIDTH, curve};
use shardwright_passes::search::{SearchProblem, Stop};

/// Cost and memory of each compromise, of all nodes that are ever live.
pub fn price_of_memory(problem: &SearchProblem) -> Result<Vec<(i128, i128)>, Stop> {
    let curve = curve(problem, Memory::Sum, WIDTH, None)?;
    Ok(curve.points.iter().map(|point| (point.cost, point.memory)).collect())
}
