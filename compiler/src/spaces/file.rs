//! Spaces as files: NumPy's `.npz` (`docs/src/spaces.md` describes it, with ten lines of Python that read it).
//!
//! Entries: `space` (JSON, as bytes), `time` and `memory` (int64, a dimension for each node of the problem, differenced along each: a sum along each
//! gives the table back, modulo 2^64), `simulated_index`, `simulated_time` and `simulated_memory` (int64). Differences of a sum of node and pair costs are
//! zero almost everywhere, which is why tables of millions of entries pack into kilobytes.
//! Invariants: a file of another version is refused by its number; what is read is checked against itself (sizes, optimum, a thousand assignments); at most
//! [`MOST_BYTES`] bytes are unpacked.

use super::contract::Unfold;
use super::table::{Table, count};
use super::{Held, Simulated, Space};
use crate::engine::host::HostTensor;
use crate::engine::npz::{Arrays, read_npz_within, write_npz_deflated};
use crate::files::describe;
use serde::{Deserialize, Serialize};
use shardwright_ir::types::ElementType;
use shardwright_passes::search::{INFINITE, ProblemBuilder};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The format that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// Most bytes that a file unpacks to: two tables of 2^22 entries, and as much again for all else.
pub const MOST_BYTES: u64 = 1 << 27;

const FORMAT: &str = "shardwright-space";

#[derive(Deserialize)]
struct Mark {
    format: String,
    version: u32,
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    release: u32,
    name: String,
    model: String,
    machine: String,
    mesh: String,
    held: Held,
    limit: Option<i64>,
    assignments: usize,
    valid: usize,
    optimum: Option<Best>,
    pareto: Vec<Best>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    program: Unfold,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug)]
struct Best {
    time: i64,
    memory: i64,
    choices: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
struct Node {
    name: String,
    choices: Vec<String>,
    time: Vec<i64>,
    memory: Vec<i64>,
    live: (i64, i64),
}

#[derive(Serialize, Deserialize)]
struct Edge {
    nodes: (u32, u32),
    time: Vec<i64>,
}

/// Writes a space.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, space: &Space) -> Result<(), String> {
    let text = serde_json::to_string(&head(space)).map_err(|error| error.to_string())?;
    let dims: Vec<i64> = space.table.sizes.iter().map(|&size| i64::from(size)).collect();
    let tensor = |dims: &[i64], values: &[i64]| HostTensor::from_values(dims, values).map_err(|error| error.to_string());
    let table = |values: &[i64]| tensor(&dims, &differences(values, &space.table.sizes));
    let list = |values: &[i64]| tensor(&[values.len() as i64], values);
    let entries = [
        ("space", HostTensor::from_values(&[text.len() as i64], text.as_bytes()).map_err(|error| error.to_string())?),
        ("time", table(&space.table.time)?),
        ("memory", table(&space.table.memory)?),
        ("simulated_index", list(&space.simulated.index)?),
        ("simulated_time", list(&space.simulated.time)?),
        ("simulated_memory", list(&space.simulated.memory)?),
    ];
    write_npz_deflated(path, entries.iter().map(|(name, tensor)| (*name, tensor))).map_err(|error| error.to_string())
}

/// Reads a space.
///
/// # Errors
/// What is wrong with the file.
pub fn read(path: &Path) -> Result<Space, String> {
    let file = File::open(path).map_err(|error| describe(path, &error))?;
    let length = file.metadata().map_err(|error| describe(path, &error))?.len();
    let say = |why: String| format!("{}: {why}", path.display());
    let arrays = read_npz_within(BufReader::new(file), length, MOST_BYTES).map_err(|error| say(error.to_string()))?;
    space(&arrays).map_err(say)
}

fn space(arrays: &Arrays) -> Result<Space, String> {
    let text = bytes(arrays, "space")?;
    let mark: Mark = serde_json::from_slice(&text).map_err(|error| format!("entry `space`: {error}"))?;
    if mark.format != FORMAT {
        return Err(format!("the format is `{}`, a space has `{FORMAT}`", mark.format));
    }
    if mark.version != VERSION {
        return Err(format!("the format has version {}, this build reads version {VERSION}", mark.version));
    }
    let head: Head = serde_json::from_slice(&text).map_err(|error| format!("entry `space`: {error}"))?;
    let mut builder = ProblemBuilder::new(&head.name);
    if let Some(limit) = head.limit {
        builder.limit(limit);
    }
    let mut choices = Vec::with_capacity(head.nodes.len());
    for node in &head.nodes {
        if node.choices.len() != node.time.len() {
            return Err(format!("node {} has {} choices and {} times", node.name, node.choices.len(), node.time.len()));
        }
        builder.node_with_memory(&node.name, node.time.clone(), node.memory.clone(), node.live);
        choices.push(node.choices.clone());
    }
    for edge in &head.edges {
        if edge.nodes.0 == edge.nodes.1 {
            return Err(format!("an edge joins node {} with itself", edge.nodes.0));
        }
        builder.edge(edge.nodes.0, edge.nodes.1, edge.time.clone());
    }
    let problem = builder.build().map_err(|error| error.to_string())?;
    let sizes: Vec<u32> = head.nodes.iter().map(|node| node.time.len() as u32).collect();
    let assignments = count(&sizes)?;
    let whole = |name: &str| table(arrays, name, &sizes, assignments);
    let table = Table { time: whole("time")?, memory: whole("memory")?, sizes };
    let list = |name: &str| numbers(arrays, name).map(|(_, values)| values);
    let simulated = Simulated { index: list("simulated_index")?, time: list("simulated_time")?, memory: list("simulated_memory")? };
    let lengths = (simulated.index.len(), simulated.time.len(), simulated.memory.len());
    if lengths.0 != lengths.1 || lengths.0 != lengths.2 {
        return Err(format!("{} assignments are simulated, with {} times and {} sizes", lengths.0, lengths.1, lengths.2));
    }
    if !simulated.index.is_sorted_by(|one, other| one < other) || simulated.index.iter().any(|&index| usize::try_from(index).is_ok_and(|index| index >= assignments) || index < 0) {
        return Err(format!("simulated assignments must ascend, below {assignments}"));
    }
    let space = Space { release: head.release, name: head.name, model: head.model, machine: head.machine, mesh: head.mesh, held: head.held, problem, choices, unfold: head.program, table, simulated };
    check(&space)?;
    let optimum = optimum(&space);
    if optimum != head.optimum {
        return Err(format!("the file says that the optimum is {:?}, its table that it is {optimum:?}", head.optimum));
    }
    Ok(space)
}

/// That numbers lie where they can, and that the table says of a thousand assignments what the problem says.
fn check(space: &Space) -> Result<(), String> {
    let table = &space.table;
    let sound = |index: usize| (0..=INFINITE).contains(&table.time[index]) && table.memory[index] >= 0;
    if let Some(index) = (0..table.len()).find(|&index| !sound(index)) {
        return Err(format!("assignment {index} has time {} and memory {}, times lie between 0 and {INFINITE}", table.time[index], table.memory[index]));
    }
    if let Some(at) = space.simulated.time.iter().chain(&space.simulated.memory).find(|number| **number < 0) {
        return Err(format!("a compiled program has time or memory {at}, which is below 0"));
    }
    for index in (0..table.len()).step_by(table.len() / 1000 + 1) {
        let assignment = table.assignment(index);
        let cost = space.problem.evaluate(&assignment).map_err(|error| error.to_string())?.cost.min(i128::from(INFINITE));
        let profile = space.problem.profile(|node| space.problem.nodes()[node].usages[assignment[node] as usize]);
        let used = profile.into_iter().map(|(_, used)| used).max().unwrap_or(0);
        if (i128::from(table.time[index]), i128::from(table.memory[index])) != (cost, used) {
            return Err(format!("assignment {index} takes {} and {} by the table, {cost} and {used} by the problem", table.time[index], table.memory[index]));
        }
    }
    Ok(())
}

fn head(space: &Space) -> Head {
    let problem = &space.problem;
    let nodes = problem.nodes().iter().zip(&space.choices).map(|(node, choices)| Node {
        name: node.name.clone(),
        choices: choices.clone(),
        time: node.costs.to_vec(),
        memory: node.usages.to_vec(),
        live: node.live,
    });
    Head {
        format: FORMAT.to_owned(),
        version: VERSION,
        release: space.release,
        name: space.name.clone(),
        model: space.model.clone(),
        machine: space.machine.clone(),
        mesh: space.mesh.clone(),
        held: space.held,
        limit: problem.limit(),
        assignments: space.table.len(),
        valid: (0..space.table.len()).filter(|&index| space.table.is_valid(index, problem.limit())).count(),
        optimum: optimum(space),
        pareto: space.table.pareto().into_iter().map(|index| best(space, index)).collect(),
        nodes: nodes.collect(),
        edges: problem.edges().iter().map(|edge| Edge { nodes: edge.nodes, time: edge.costs.to_vec() }).collect(),
        program: space.unfold.clone(),
    }
}

fn optimum(space: &Space) -> Option<Best> {
    space.table.optimum(space.problem.limit()).map(|optimum| best(space, optimum.index))
}

fn best(space: &Space, index: usize) -> Best {
    Best { time: space.table.time[index], memory: space.table.memory[index], choices: space.table.assignment(index) }
}

fn tensor(arrays: &Arrays, name: &str, element: ElementType) -> Result<HostTensor, String> {
    let array = arrays.get(name).ok_or_else(|| format!("there is no entry `{name}`"))?;
    array.to_tensor(Some(element)).map_err(|error| format!("entry `{name}`: {error}"))
}

fn bytes(arrays: &Arrays, name: &str) -> Result<Vec<u8>, String> {
    tensor(arrays, name, ElementType::UI8).map(|tensor| tensor.into_parts().1)
}

fn numbers(arrays: &Arrays, name: &str) -> Result<(Vec<i64>, Vec<i64>), String> {
    let tensor = tensor(arrays, name, ElementType::I64)?;
    let values = tensor.values().map_err(|error| format!("entry `{name}`: {error}"))?;
    Ok((tensor.ty().dims.to_vec(), values))
}

fn table(arrays: &Arrays, name: &str, sizes: &[u32], assignments: usize) -> Result<Vec<i64>, String> {
    let (dims, mut values) = numbers(arrays, name)?;
    if dims.len() != sizes.len() || dims.iter().zip(sizes).any(|(dim, size)| *dim != i64::from(*size)) || values.len() != assignments {
        return Err(format!("entry `{name}` has sizes {dims:?}, the nodes have {sizes:?} choices"));
    }
    let mut stride = 1;
    for &size in sizes.iter().rev() {
        for index in 0..values.len() {
            if index / stride % size as usize > 0 {
                values[index] = values[index].wrapping_add(values[index - stride]);
            }
        }
        stride *= size as usize;
    }
    Ok(values)
}

/// The differences of neighbours along each dimension in turn.
fn differences(values: &[i64], sizes: &[u32]) -> Vec<i64> {
    let mut values = values.to_vec();
    let mut stride = 1;
    for &size in sizes.iter().rev() {
        for index in (0..values.len()).rev() {
            if index / stride % size as usize > 0 {
                values[index] = values[index].wrapping_sub(values[index - stride]);
            }
        }
        stride *= size as usize;
    }
    values
}
