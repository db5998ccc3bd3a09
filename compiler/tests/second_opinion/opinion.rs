//! How values lie by upstream's propagation and by ours, and why the two differ where they do.
//!
//! Both texts are of one program, so their ops are the same in the same order, the dialect `shard` aside: a value is named by its op's number.

use super::text::{Op, dims, numbers, split};
use std::collections::{BTreeMap, BTreeSet};

/// A value: its op's number (0: the function's arguments) and the number of the result.
pub type Key = (usize, usize);
/// Axes by dimension.
pub type Axes = Vec<Vec<i64>>;

/// The annotations of a function.
#[derive(Debug, Default)]
pub struct Annotations {
    /// What values are annotated with.
    pub own: BTreeMap<Key, Axes>,
    /// What they are annotated with for some op that takes them.
    pub used: BTreeMap<Key, Vec<Axes>>,
    /// Of each op its name, the values that it takes, and the loop that each dimension of these and of its result runs along.
    pub ops: Vec<(String, Vec<Key>, Vec<Vec<Option<usize>>>)>,
}

impl Annotations {
    /// The annotations in a module's main function.
    pub fn read(module: &Op) -> Annotations {
        let main = module.regions[0].ops.iter().find(|op| op.name == "func.func").expect("a function");
        let mut found = Annotations::default();
        let mut described: BTreeMap<&str, Axes> = BTreeMap::new();
        let mut keys: BTreeMap<&str, (Key, usize)> = BTreeMap::new();
        found.ops.push(("argument".to_owned(), vec![], vec![]));
        for (index, (name, ty)) in main.regions[0].arguments.iter().enumerate() {
            keys.insert(name, ((0, index), dims(ty).len()));
        }
        for op in &main.regions[0].ops {
            match op.name.as_str() {
                "shard.sharding" => {
                    let axes = op.attribute("split_axes").and_then(|axes| axes.strip_prefix("#shard<axisarray[")?.strip_suffix("]>")).expect("axes");
                    described.insert(&op.results[0], split(axes).into_iter().map(numbers).collect());
                }
                "shard.shard" => {
                    let (key, rank) = keys[op.operands[0].as_str()];
                    let mut axes = described[op.operands[1].as_str()].clone();
                    axes.resize(rank, vec![]);
                    keys.insert(&op.results[0], (key, rank));
                    if op.attributes.contains("annotate_for_users") {
                        found.used.entry(key).or_default().push(axes);
                    } else {
                        found.own.entry(key).or_insert(axes);
                    }
                }
                _ => {
                    let taken = op.operands.iter().filter_map(|name| keys.get(name.as_str())).map(|(key, _)| *key).collect();
                    for (index, (name, ty)) in op.results.iter().zip(&op.result_types).enumerate() {
                        keys.insert(name, ((found.ops.len(), index), dims(ty).len()));
                    }
                    found.ops.push((op.name.clone(), taken, op.maps()));
                }
            }
        }
        found
    }

    /// How a value lies: as it is annotated, or as all ops that take it want it.
    fn of(&self, key: Key) -> Option<&Axes> {
        let used = || self.used.get(&key).filter(|used| used.iter().all(|one| *one == used[0])).map(|used| &used[0]);
        self.own.get(&key).or_else(used)
    }
}

/// Why a value lies otherwise upstream.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Why {
    /// Upstream decides a value once, when it comes to the op that makes it. What ops further on want is written on their operands alone; ours is one sharding a
    /// value, and what its uses want flows back.
    Once,
    /// Upstream wanders over the ops once forward and once backward; what an op wants of an operand does not reach the operand's other uses, and
    /// values behind those stay without annotation. Ours goes on until nothing changes.
    Unheard,
    /// The op's tensors want one axis along two loops, or two axes along one. One has to give way; ours is Shardy's order of priorities
    /// (elementwise ops first, then the order of operands), upstream drops the axis or takes the last word.
    Conflict,
    /// One of the op's tensors is annotated as not sharded along a loop, another as sharded. Upstream takes the first for a wish that may win; for ours it is
    /// none, and the op shards along the loop.
    Whole,
    /// What it is made of, or what is made of it, lies otherwise.
    Follows,
}

/// Compares how values lie: how many are compared, those that differ with the reason, and those that differ for none of the reasons.
pub fn compare(ours: &Annotations, theirs: &Annotations) -> (usize, Vec<(Key, Why)>, Vec<Key>) {
    let keys: BTreeSet<Key> = ours.own.keys().copied().collect();
    let differs = |key: &Key| keys.contains(key) && ours.own.get(key) != theirs.of(*key);
    let why = |key: &Key| -> Option<Why> {
        let wanted = theirs.used.get(key);
        let whole = |key: &Key| theirs.own.contains_key(key);
        if wanted.is_some_and(|used| used.iter().any(|one| theirs.own.get(key) != Some(one))) {
            return Some(Why::Once);
        }
        if wanted.is_none() && !whole(key) {
            return Some(Why::Unheard);
        }
        if let Some(why) = conflict(*key, ours, theirs) {
            return Some(why);
        }
        let makers = ours.ops[key.0].1.iter();
        let users = ours.ops.iter().enumerate().filter(|(_, op)| op.1.contains(key)).flat_map(|(index, op)| op.1.iter().copied().chain([(index, 0)]));
        makers.copied().chain(users).any(|other| other != *key && differs(&other)).then_some(Why::Follows)
    };
    let (mut explained, mut open) = (Vec::new(), Vec::new());
    for key in keys.iter().filter(|key| differs(key)) {
        match why(key) {
            Some(why) => explained.push((*key, why)),
            None => open.push(*key),
        }
    }
    (keys.len(), explained, open)
}

/// Whether the tensors of the op that makes a value want one axis along two loops or different axes along one, in either opinion; or one of
/// them none where another wants some.
fn conflict(key: Key, ours: &Annotations, theirs: &Annotations) -> Option<Why> {
    let (_, taken, maps) = &ours.ops[key.0];
    let mut loops: BTreeMap<i64, BTreeSet<usize>> = BTreeMap::new();
    let mut along: BTreeMap<usize, BTreeSet<&Vec<i64>>> = BTreeMap::new();
    for (tensor, map) in taken.iter().chain([&key]).zip(maps) {
        let wanted = ours.of(*tensor).into_iter().chain(theirs.own.get(tensor)).chain(theirs.used.get(tensor).into_iter().flatten());
        for (axes, loop_) in wanted.flat_map(|axes| axes.iter().zip(map)) {
            let Some(loop_) = *loop_ else { continue };
            along.entry(loop_).or_default().insert(axes);
            axes.iter().for_each(|&axis| _ = loops.entry(axis).or_default().insert(loop_));
        }
    }
    let several = |axes: &BTreeSet<&Vec<i64>>| axes.iter().filter(|axes| !axes.is_empty()).count() > 1;
    if loops.values().any(|loops| loops.len() > 1) || along.values().any(several) {
        return Some(Why::Conflict);
    }
    along.values().any(|axes| axes.len() > 1).then_some(Why::Whole)
}

impl Op {
    /// The loop that each dimension of each operand and of the result runs along.
    fn maps(&self) -> Vec<Vec<Option<usize>>> {
        let Some(maps) = self.attribute("indexing_maps") else { return vec![] };
        let read = |map: &str| -> Vec<Option<usize>> {
            let entries = map.split_once("-> (").map_or("", |(_, entries)| entries.trim_end_matches(['>', ')']));
            split(entries).into_iter().map(|entry| entry.strip_prefix('d').and_then(|number| number.parse().ok())).collect()
        };
        let mut maps: Vec<_> = split(&maps[1..maps.len() - 1]).into_iter().map(read).collect();
        // The output's map is the result's too.
        maps.extend(maps.last().cloned());
        maps
    }
}
