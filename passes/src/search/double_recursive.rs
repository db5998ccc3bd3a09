//! Double recursion: for one mesh axis after the other, the dearest op first, each takes what is cheapest beside those that have chosen.
//!
//! H. Wang, C. Li, T. Tachon, H. Wang, S. Yang, S. Limet and S. Robert, "Efficient and systematic partitioning of large and deep neural networks for
//! parallelization", Euro-Par 2021; MindSpore's `rec_core`: devices are cut in two again and again; in each cut, ops are visited in order of their weight, and each is cut along the dimension that costs least for itself
//! and for the redistribution against neighbours that are cut already. Here a cut is an axis of the mesh, and prices are the problem's. Axes are
//! taken in the mesh's order and in reverse; memory is looked at in the end only, as there. Time: each axis reads a row of every matrix for each choice
//! of that axis: linear in the program. Invariant: nothing is random.

use super::by_axis::{begin, candidates, orders};
use super::{Budget, INFINITE, Outcome, Progress, SearchInfo, SearchProblem, Stop};

/// The search.
pub const DOUBLE_RECURSIVE: SearchInfo = SearchInfo {
    name: "d-rec",
    summary: "double recursion: one mesh axis after the other, the dearest op first, each the cheapest beside those that have chosen",
    paper: "Wang et al., Euro-Par 2021 (MindSpore's rec_core)",
    exact: false,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    let (mut record, structure) = match begin(problem, budget) {
        Ok(begun) => begun,
        Err(outcome) => return outcome,
    };
    let nodes = problem.nodes();
    let weight = |node: usize| nodes[node].costs.iter().copied().filter(|cost| *cost < INFINITE).max().unwrap_or(0);
    let mut by_weight: Vec<usize> = (0..nodes.len()).collect();
    by_weight.sort_by_key(|node| (std::cmp::Reverse(weight(*node)), *node));
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, edge) in problem.edges().iter().enumerate() {
        edges[edge.nodes.0 as usize].push(index);
        edges[edge.nodes.1 as usize].push(index);
    }
    for order in orders(structure) {
        let mut now = vec![0u32; nodes.len()];
        for (place, &axis) in order.iter().enumerate() {
            if let Some(stop) = record.must_stop() {
                return record.finish(stop);
            }
            let alive = candidates(problem, structure, &now, &order[..place], axis, &|_, _| true);
            let mut chosen = vec![false; nodes.len()];
            for &node in &by_weight {
                let price = |choice: usize| {
                    let own = nodes[node].costs[choice];
                    let beside = edges[node].iter().map(|edge| {
                        let edge = &problem.edges()[*edge];
                        let (first, second) = (edge.nodes.0 as usize, edge.nodes.1 as usize);
                        let columns = nodes[second].costs.len();
                        match node == first {
                            true if chosen[second] => edge.costs[choice * columns + now[second] as usize],
                            false if chosen[first] => edge.costs[now[first] as usize * columns + choice],
                            _ => 0,
                        }
                    });
                    let (mut forbidden, mut sum) = (0, i128::from(own));
                    for cost in beside {
                        forbidden += u32::from(cost >= INFINITE);
                        sum += i128::from(cost);
                    }
                    (forbidden, sum)
                };
                let open = (0..alive[node].len()).filter(|choice| alive[node][*choice]);
                // The first of equals.
                if let Some(choice) = open.min_by_key(|choice| price(*choice)) {
                    now[node] = choice as u32;
                }
                chosen[node] = true;
                record.evaluations += 1;
            }
            record.offer(&now, progress);
        }
    }
    record.finish(Stop::Done)
}
