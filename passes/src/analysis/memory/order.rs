//! In which order kernels run.
//!
//! A runtime that keeps the program's order runs them as they stand. XLA on CPU first joins all-reduces of one kind that do not depend on each
//! other (`CpuAllReduceCombiner`, up to 256, any size) and then starts kernels in the order in which their operands become ready (a queue, first
//! come first served: `BFScheduler`), so that much is held early. Invariants: operands come first; every kernel runs once.

use super::fuse::Kernel;
use super::graph::{Graph, Kind};
use shardwright_ir::{Attr, Func, OpId};
use std::collections::{HashMap, VecDeque};

/// Kernels with what they write, ready to be ordered.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The kernel's last step.
    pub step: usize,
    /// Units that it reads, each with which result may take the place of what is read.
    pub reads: Vec<(usize, Option<usize>)>,
    /// Bytes of its results.
    pub bytes: Vec<i64>,
    /// It starts after others that are ready at the same time.
    pub late: bool,
    /// Its result is this one of the unit that it reads.
    pub view: Option<usize>,
}

/// Kernels as units.
pub fn units(graph: &Graph, kernels: &[Kernel]) -> Vec<Unit> {
    let of = |kernel: &Kernel| {
        let step = &graph.steps[kernel.step];
        let view = match step.kind {
            Kind::Element(index) => Some(index),
            _ => kernel.view.then_some(0),
        };
        Unit { step: kernel.step, reads: kernel.reads.clone(), bytes: step.bytes.clone(), late: step.late, view }
    };
    kernels.iter().map(of).collect()
}

/// All-reduces that do not depend on each other become one; those that were are views of it.
pub fn join_all_reduces(func: &Func, graph: &Graph, units: &mut Vec<Unit>) {
    const MOST: usize = 256;
    let mut open: HashMap<String, (usize, Vec<usize>)> = HashMap::new();
    // For each unit and kind of all-reduce, the latest group that it depends on.
    let mut after: Vec<HashMap<String, usize>> = Vec::with_capacity(units.len());
    let mut joined: Vec<Vec<usize>> = Vec::new();
    for unit in 0..units.len() {
        let mut groups: HashMap<String, usize> = HashMap::new();
        for &(read, _) in &units[unit].reads {
            for (kind, &group) in &after[read] {
                let latest = groups.entry(kind.clone()).or_default();
                *latest = (*latest).max(group);
            }
        }
        if let Some(kind) = graph.steps[units[unit].step].op.and_then(|op| kind(func, op)) {
            let (number, members) = open.entry(kind.clone()).or_insert((1, Vec::new()));
            if groups.get(&kind) == Some(number) || members.len() == MOST {
                joined.push(std::mem::take(members));
                *number += 1;
            }
            members.push(unit);
            groups.insert(kind, *number);
        }
        after.push(groups);
    }
    let mut rest: Vec<Vec<usize>> = open.into_values().map(|(_, members)| members).collect();
    rest.sort();
    joined.extend(rest);
    for members in joined.into_iter().filter(|members| members.len() > 1) {
        let whole = units.len();
        let mut reads: Vec<(usize, Option<usize>)> = Vec::new();
        for &member in &members {
            for &(read, _) in &units[member].reads {
                if !reads.iter().any(|&(other, _)| other == read) {
                    reads.push((read, None));
                }
            }
        }
        let bytes = members.iter().map(|&member| units[member].bytes[0]).collect();
        units.push(Unit { step: units[members[0]].step, reads, bytes, late: false, view: None });
        for (index, &member) in members.iter().enumerate() {
            (units[member].reads, units[member].view) = (vec![(whole, None)], Some(index));
        }
    }
}

/// What all-reduces have to agree in to become one.
fn kind(func: &Func, op: OpId) -> Option<String> {
    let data = func.op(op);
    if data.info.name != "stablehlo.all_reduce" || data.results.len() != 1 {
        return None;
    }
    let groups = match data.attrs.get("replica_groups") {
        Some(Attr::Dense(literal)) => format!("{:?}", literal.to_ints()),
        _ => String::new(),
    };
    let combine: Vec<&str> = data.regions.iter().flat_map(|&region| &func.region(region).ops).map(|&op| func.op(op).info.name).collect();
    Some(format!("{groups} {combine:?} {}", func.ty(data.results[0]).as_tensor()?.element))
}

/// The order in which operands become ready.
pub fn ready_first(units: &[Unit]) -> Vec<usize> {
    let mut missing: Vec<usize> = units.iter().map(|unit| unit.reads.len()).collect();
    let mut users = vec![Vec::new(); units.len()];
    for (unit, data) in units.iter().enumerate() {
        data.reads.iter().for_each(|&(read, _)| users[read].push(unit));
    }
    users.iter_mut().for_each(|users| users.sort_by_key(|&user| units[user].late));
    let mut ready: VecDeque<usize> = (0..units.len()).filter(|&unit| missing[unit] == 0).collect();
    let mut order = Vec::with_capacity(units.len());
    while let Some(unit) = ready.pop_front() {
        order.push(unit);
        for &user in &users[unit] {
            missing[user] -= 1;
            if missing[user] == 0 {
                ready.push_back(user);
            }
        }
    }
    order
}
