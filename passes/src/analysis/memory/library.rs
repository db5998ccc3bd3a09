//! What a library computes in one kernel: large reductions with the elementwise steps around them.
//!
//! The rule is that of XLA's library rewriter with YNNPACK (as of jaxlib 0.10.2, found by compiling): every product is a kernel of the library. From a
//! large reduction a kernel grows, last reduction first: upwards by what only it reads, downwards while a step has one reader, over elementwise
//! steps that the library knows, views, broadcasts and products. Invariant: only the last step of such a kernel has readers outside of it, so that the
//! kernel can stand in its place.

use super::graph::{Graph, Id, Kind, Step};
use std::collections::{HashSet, VecDeque};

/// The graph with each such kernel as one step.
pub fn collapse(graph: Graph) -> Graph {
    let users = graph.users();
    let mut taken = vec![false; graph.steps.len()];
    // The members of a kernel, by its last step.
    let mut kernels: Vec<Vec<Id>> = vec![Vec::new(); graph.steps.len()];
    let mut returned = vec![false; graph.steps.len()];
    graph.results.iter().for_each(|&id| returned[id] = true);
    for start in (0..graph.steps.len()).rev() {
        let step = &graph.steps[start];
        if taken[start] || !(step.kind == Kind::Product || step.kind == Kind::Reduce && step.library) {
            continue;
        }
        taken[start] = true;
        if step.kind == Kind::Product {
            kernels[start] = vec![start];
            continue;
        }
        let (members, last) = grow(&graph, &users, &returned, start, &mut taken);
        kernels[last] = members;
    }
    merge(graph, &taken, &kernels)
}

/// The kernel that grows from a reduction, and its last step.
fn grow(graph: &Graph, users: &[Vec<Id>], returned: &[bool], start: Id, taken: &mut [bool]) -> (Vec<Id>, Id) {
    let (mut members, mut last) = (vec![start], start);
    loop {
        let mut seen: Vec<Id> = Vec::new();
        let mut queue: VecDeque<(Id, bool)> = VecDeque::new();
        let before = members.len();
        let up = |of: Id, members: &[Id], taken: &[bool], seen: &mut Vec<Id>, queue: &mut VecDeque<(Id, bool)>| {
            for &input in &graph.steps[of].inputs {
                let only = users[input].iter().all(|user| members.contains(user));
                if !taken[input] && !returned[input] && only && !seen.contains(&input) {
                    seen.push(input);
                    queue.push_back((input, true));
                }
            }
        };
        let down = |of: Id, taken: &[bool], seen: &mut Vec<Id>, queue: &mut VecDeque<(Id, bool)>| {
            if let [user] = users[of][..]
                && !returned[of]
                && !taken[user]
                && !seen.contains(&user)
            {
                seen.push(user);
                queue.push_back((user, false));
            }
        };
        for &member in &members.clone() {
            up(member, &members, taken, &mut seen, &mut queue);
        }
        down(last, taken, &mut seen, &mut queue);
        while let Some((id, upwards)) = queue.pop_front() {
            if !known(&graph.steps[id]) {
                continue;
            }
            taken[id] = true;
            members.push(id);
            if upwards {
                up(id, &members, taken, &mut seen, &mut queue);
            } else {
                last = id;
                down(id, taken, &mut seen, &mut queue);
            }
        }
        if members.len() == before {
            return (members, last);
        }
    }
}

/// Whether a kernel may take it in.
fn known(step: &Step) -> bool {
    step.library || matches!(step.kind, Kind::View | Kind::Product) || step.kind == Kind::Broadcast
}

fn merge(graph: Graph, taken: &[bool], kernels: &[Vec<Id>]) -> Graph {
    let mut place = vec![usize::MAX; graph.steps.len()];
    let mut merged = Graph { captured: graph.captured, ..Graph::default() };
    for (id, step) in graph.steps.into_iter().enumerate() {
        let members = &kernels[id];
        if taken[id] && members.is_empty() {
            // Read only inside of a kernel that comes later: what it reads becomes the kernel's.
            merged.steps.push(Step { kind: Kind::View, alone: true, ..step });
            place[id] = merged.steps.len() - 1;
            let last = merged.steps.len() - 1;
            merged.steps[last].inputs.iter_mut().for_each(|input| *input = place[*input]);
            continue;
        }
        let mut inputs: Vec<Id> = step.inputs.iter().map(|&input| place[input]).collect();
        let mut step = step;
        if !members.is_empty() {
            let inside: HashSet<Id> = members.iter().map(|&member| place[member]).collect();
            let (mut outside, mut seen, mut stack) = (Vec::new(), HashSet::new(), inputs);
            stack.reverse();
            while let Some(input) = stack.pop() {
                match seen.insert(input) {
                    true if inside.contains(&input) => stack.extend(merged.steps[input].inputs.iter().rev()),
                    true => outside.push(input),
                    false => {}
                }
            }
            inputs = outside;
            if step.kind != Kind::Product || members.len() > 1 {
                (step.kind, step.elementwise, step.in_place) = (Kind::Library, false, None);
            }
        }
        step.inputs = inputs;
        merged.steps.push(step);
        place[id] = merged.steps.len() - 1;
    }
    merged.arguments = graph.arguments.iter().map(|&id| place[id]).collect();
    merged.results = graph.results.iter().map(|&id| place[id]).collect();
    merged
}
