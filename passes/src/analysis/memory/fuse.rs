//! Which steps have a buffer.
//!
//! The rule is XLA's instruction fusion (`instruction_fusion.cc`, `cpu_instruction_fusion.cc`): a step that computes element by element becomes part of
//! every kernel that reads it and computes so too, computed again in each; one that is expensive only where there is a single kernel and that does not read it
//! repeatedly; one with several operands of full size (`whole`) only if no reader needs it in memory. Then it has no buffer; where some reader needs it in
//! memory it has one, and other readers still compute it again. Where reading is `dear`, expensive elementwise steps are computed again too, but where they are in memory anyhow. Invariants: kernels are told by their last step; a step is part of no more than
//! `MOST` kernels; time is linear but for these.

use super::graph::{Graph, Id, Kind, Step};
use std::collections::{BTreeMap, HashMap};

/// A step that is part of more kernels than this is kept in memory, if it reads anything.
const MOST: usize = 32;

/// What is computed together.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Its last step.
    pub step: Id,
    /// Kernels whose results it reads, each with which of its own results may take the place of that.
    pub reads: Vec<(usize, Option<usize>)>,
    /// Its result is that of the kernel that it reads, as another type.
    pub view: bool,
}

/// The kernels of a graph in its order, and which kernel computes a step that lies in memory.
pub fn kernels(graph: &Graph, dear: bool) -> (Vec<Kernel>, Vec<Option<usize>>) {
    let count = graph.steps.len();
    let mut alive = vec![false; count];
    for id in graph.results.iter().chain(&graph.arguments) {
        alive[*id] = true;
    }
    for id in (0..count).rev() {
        let step = &graph.steps[id];
        alive[id] |= matches!(step.kind, Kind::Collective | Kind::While | Kind::Branch);
        if alive[id] {
            step.inputs.iter().for_each(|&input| alive[input] = true);
        }
    }
    let mut users = graph.users();
    users.iter_mut().for_each(|users| users.retain(|&user| alive[user]));
    // Kernels that compute a step, each with whether it reads elements of it repeatedly.
    let mut within: Vec<Vec<(Id, bool)>> = vec![Vec::new(); count];
    let mut stored = vec![false; count];
    let mut returned = vec![false; count];
    graph.results.iter().for_each(|&id| returned[id] = true);
    let mut pinned = vec![false; count];
    for id in (0..count).rev() {
        let step = &graph.steps[id];
        if !alive[id] {
            continue;
        }
        let readers = &users[id];
        pinned[id] = is_whole(graph, id) && (returned[id] || !everywhere(graph, &users, &pinned, id, dear));
        let mut inside: Vec<(Id, bool)> = Vec::new();
        let mut outside = returned[id] || readers.is_empty();
        for &user in readers {
            let reader = &graph.steps[user];
            if !takes_in(reader, step) {
                outside = true;
                continue;
            }
            if inside.len() > MOST {
                continue;
            }
            // A reader that is a kernel of its own and part of others is one of the kernels here.
            for &(kernel, repeated) in &within[user] {
                let repeated = repeated || reader.reuses;
                match inside.iter_mut().find(|(other, _)| *other == kernel) {
                    Some(found) => found.1 |= repeated,
                    None => inside.push((kernel, repeated)),
                }
            }
        }
        let before = inside.len() + usize::from(outside);
        let again = dear && step.elementwise;
        if joins(step) && step.inputs.is_empty() && before > MOST {
            // Equal elements and counts are made wherever they are read, however often.
            inside.clear();
        } else if !joins(step) || step.last || pinned[id] || before > MOST || step.expensive && before > 1 && (outside || !again) {
            outside |= before > 0;
            inside.clear();
        } else if step.expensive {
            let kept = inside.len();
            inside.retain(|&(_, repeated)| !repeated);
            outside |= inside.len() < kept;
        }
        stored[id] = outside;
        if outside {
            inside.push((id, false));
        }
        within[id] = inside;
    }
    collect(graph, &alive, &stored, &within)
}

fn collect(graph: &Graph, alive: &[bool], stored: &[bool], within: &[Vec<(Id, bool)>]) -> (Vec<Kernel>, Vec<Option<usize>>) {
    let count = graph.steps.len();
    let mut place = vec![None; count];
    let mut kernels = Vec::new();
    for id in (0..count).filter(|&id| alive[id] && stored[id]) {
        let step = &graph.steps[id];
        let mut reads: Vec<(usize, Option<usize>)> = Vec::new();
        let mut members = 0usize;
        // Members from the last one back, each with whether all steps from it on are elementwise.
        let mut waiting = BTreeMap::from([(id, true)]);
        while let Some((member, plain)) = waiting.pop_last() {
            let data = &graph.steps[member];
            members += 1;
            for (index, &input) in data.inputs.iter().enumerate() {
                let plain = plain && (data.elementwise || data.in_place == Some(index));
                if within[input].iter().any(|&(kernel, _)| kernel == id) {
                    waiting.entry(input).and_modify(|all| *all &= plain).or_insert(plain);
                } else if let Some(kernel) = place[input] {
                    let takes = match step.kind {
                        Kind::While => Some(index).filter(|&index| index < step.bytes.len()),
                        _ => Some(0).filter(|_| plain && graph.steps[input].bytes.first() == step.bytes.first()),
                    };
                    match reads.iter_mut().find(|(other, _)| *other == kernel) {
                        Some((_, found)) => *found = found.filter(|_| takes.is_some()),
                        None => reads.push((kernel, takes)),
                    }
                }
            }
        }
        let view = matches!(step.kind, Kind::View | Kind::Element(_)) && members == 1;
        place[id] = Some(kernels.len());
        kernels.push(Kernel { step: id, reads, view });
    }
    (kernels, place)
}

/// Whether a step can be part of another's kernel.
fn joins(step: &Step) -> bool {
    !step.alone && matches!(step.kind, Kind::View | Kind::Loop | Kind::Broadcast | Kind::Reduce)
}

/// Whether a kernel that ends with `reader` computes what it reads.
fn takes_in(reader: &Step, step: &Step) -> bool {
    joins(reader) && joins(step) && !step.last
}

/// Whether computing it again reads more than its result: several operands as large as the result, more elements than that has.
fn is_whole(graph: &Graph, id: Id) -> bool {
    let step = &graph.steps[id];
    let mut read: Vec<Id> = step.inputs.clone();
    read.sort_unstable();
    read.dedup();
    let elements = read.iter().fold(0i64, |sum, &input| sum.saturating_add(graph.steps[input].elements));
    let large = step.inputs.iter().filter(|&&input| !matches!(graph.steps[input].kind, Kind::Broadcast | Kind::Constant) && graph.steps[input].rank >= step.rank);
    joins(step) && large.count() > 1 && elements > step.elements
}

/// Whether every reader takes a step in, and so does everything between it and a reader.
fn everywhere(graph: &Graph, users: &[Vec<Id>], pinned: &[bool], id: Id, dear: bool) -> bool {
    let mut known = HashMap::new();
    users[id].iter().all(|&reader| on_all_ways(graph, users, pinned, (id, dear), reader, &mut known))
}

fn on_all_ways(graph: &Graph, users: &[Vec<Id>], pinned: &[bool], (id, dear): (Id, bool), reader: Id, known: &mut HashMap<Id, bool>) -> bool {
    if reader == id {
        return true;
    }
    if let Some(&found) = known.get(&reader) {
        return found;
    }
    let to = &graph.steps[reader];
    let found = to.inputs.iter().filter(|&&input| depends(graph, input, id)).all(|&input| {
        let from = &graph.steps[input];
        let once = !(from.expensive && (to.reuses || users[input].len() > 1 && !(dear && from.elementwise)));
        takes_in(to, from) && once && !pinned[input] && on_all_ways(graph, users, pinned, (id, dear), input, known)
    });
    known.insert(reader, found);
    found
}

/// Whether a step needs another, as far as a short search tells; a long one says yes.
fn depends(graph: &Graph, on: Id, id: Id) -> bool {
    const MOST_STEPS: usize = 256;
    let (mut stack, mut seen) = (vec![on], vec![on]);
    while let Some(step) = stack.pop() {
        if step == id || seen.len() > MOST_STEPS {
            return true;
        }
        for &input in &graph.steps[step].inputs {
            if input >= id && !seen.contains(&input) {
                seen.push(input);
                stack.push(input);
            }
        }
    }
    false
}
