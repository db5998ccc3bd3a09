//! Data or model parallelism for each op, by what is communicated alone, one mesh axis after the other.
//!
//! L. Song, J. Mao, Y. Zhuo, X. Qian, H. Li and Y. Chen, "HyPar: towards hybrid parallelism for deep learning accelerator array", HPCA 2019: a
//! dynamic program chooses for each layer whether examples or inputs (and with them weights) are split, so that least is communicated; arrays of
//! devices are split again and again. Here an op with such dimensions splits either its result's leading dimension or its first contracted one
//! (where nothing is contracted, the result's last), values lie in any way, a split is an axis of the mesh, and exchange alone is priced.
//! Time: as [`super::tofu`], with two choices an op. Invariant: what is found is judged by all prices, work included.

use super::structure::{Role, Structure};
use super::tofu::recurse;
use super::{Budget, INFINITE, Outcome, ProblemBuilder, Progress, SearchInfo, SearchProblem};

/// The search.
pub const HYPAR: SearchInfo = SearchInfo {
    name: "hypar",
    summary: "recursive: each op splits examples or features, one mesh axis after the other, by what is communicated alone",
    paper: "Song et al. (HyPar), HPCA 2019",
    exact: false,
    run,
};

fn run(problem: &SearchProblem, budget: &Budget, progress: &mut Progress<'_>) -> Outcome {
    recurse(problem, &communication(problem), budget, progress, &allowed)
}

/// Ops do not stay whole where they can be split: that they are is what makes the choice one of communication.
fn allowed(structure: &Structure, node: usize, choice: usize, axis: usize) -> bool {
    let is_op = structure.nodes[node].is_op;
    match structure.dim(node, choice, axis) {
        Some(dim) => dim.role != Role::Other,
        None => !is_op,
    }
}

/// The same problem without the costs of nodes.
fn communication(problem: &SearchProblem) -> SearchProblem {
    let mut builder = ProblemBuilder::new(problem.name());
    if let Some(limit) = problem.limit() {
        builder.limit(limit);
    }
    for node in problem.nodes() {
        let free = node.costs.iter().map(|cost| if *cost < INFINITE { 0 } else { INFINITE }).collect();
        builder.node_with_memory(&node.name, free, node.usages.to_vec(), node.live);
    }
    for edge in problem.edges() {
        builder.edge(edge.nodes.0, edge.nodes.1, edge.costs.to_vec());
    }
    builder.build().unwrap_or_else(|_| problem.clone())
}
