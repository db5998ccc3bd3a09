//! The order of a region's ops: who needs whom.
//!
//! Invariants: an op needs what it uses and what the ops of its regions use; an order that is made here has every op behind those that
//! it needs, and is the old one wherever that allows it.

use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Func, OpId, Region, Value};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Calls `take` with every value that an op, or an op of its regions, uses.
pub fn each_used(func: &Func, op: OpId, take: &mut dyn FnMut(Value)) {
    let data = func.op(op);
    data.operands.iter().for_each(|&value| take(value));
    for &region in &data.regions {
        func.region(region).ops.iter().for_each(|&inner| each_used(func, inner, take));
    }
}

/// Whether an op, or one of its regions, has effects other than exchanging data between devices.
pub fn has_effects(func: &Func, op: OpId) -> bool {
    let data = func.op(op);
    let own = data.info.traits.effects && !data.info.traits.collective;
    own || data.regions.iter().any(|&region| func.region(region).ops.iter().any(|&inner| has_effects(func, inner)))
}

/// What the ops of one region need of each other, by their places in it.
pub struct Needs {
    /// The ops.
    pub ops: Vec<OpId>,
    /// Of each op those that need it, ascending and each once.
    pub users: Vec<Vec<usize>>,
    /// Of each op how many it needs.
    pub count: Vec<usize>,
}

impl Needs {
    /// Those of a region. The terminator needs all others.
    pub fn of_region(func: &Func, region: Region) -> Needs {
        let ops = func.region(region).ops.clone();
        let mut place = SecondaryMap::<Value, Option<usize>>::new();
        let (mut users, mut count) = (vec![Vec::new(); ops.len()], vec![0; ops.len()]);
        for (index, &op) in ops.iter().enumerate() {
            each_used(func, op, &mut |value| {
                if let Some(from) = place[value]
                    && users[from].last() != Some(&index)
                {
                    users[from].push(index);
                    count[index] += 1;
                }
            });
            func.op(op).results.iter().for_each(|&value| place[value] = Some(index));
        }
        if let Some(end) = ops.len().checked_sub(1).filter(|&end| func.op(ops[end]).info.is_terminator()) {
            for from in users.iter_mut().take(end).filter(|from| from.last() != Some(&end)) {
                from.push(end);
                count[end] += 1;
            }
        }
        Needs { ops, users, count }
    }

    /// An order of groups of ops: `group[i]` is the group of op `i`, groups are numbered by their first ops. Earlier groups come
    /// first where nothing forbids it. `None` where groups need each other.
    pub fn order(&self, group: &[usize], groups: usize) -> Option<Vec<usize>> {
        let mut members = vec![Vec::new(); groups];
        group.iter().enumerate().for_each(|(op, &of)| members[of].push(op));
        let mut open: Vec<usize> = members.iter().map(|ops| ops.iter().map(|&op| self.count[op]).sum()).collect();
        let mut ready: BinaryHeap<Reverse<usize>> = (0..groups).filter(|&of| open[of] == 0).map(Reverse).collect();
        let mut order = Vec::with_capacity(groups);
        while let Some(Reverse(next)) = ready.pop() {
            order.push(next);
            for &user in members[next].iter().flat_map(|&op| &self.users[op]) {
                let of = group[user];
                open[of] -= 1;
                if open[of] == 0 {
                    ready.push(Reverse(of));
                }
            }
        }
        (order.len() == groups).then_some(order)
    }
}
