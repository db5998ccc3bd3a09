//! What each policy computes again.

use super::forward::Forward;
use crate::stage::cut::STAGE;
use crate::train::follows::read_by;
use super::layers::{cuts, layers};
use super::rewrite::dropped;
use crate::whole::whole;
use crate::analysis::memory::memory;
use shardwright_ir::entity::SecondaryMap;
use shardwright_ir::{Diagnostic, Func, OpId, Value};
use std::collections::BTreeMap;

/// How to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Nothing is computed again.
    None,
    /// What costs little, where that makes what a pipeline's forward pieces hand to their backward pieces less ([`super::min_cut`]).
    MinCut,
    /// All of each layer.
    Full,
    /// Scores and probabilities of attention.
    Selective,
    /// All of about √n groups of segments.
    Sqrt,
    /// What keeps the program within so many bytes at its peak, with the fewest operations.
    Budget(i64),
}

impl Policy {
    /// Whether the forward pieces of a pipeline hand the least to their backward pieces beside what the policy says: where it does not say itself what is kept.
    pub fn hands_least(self) -> bool {
        matches!(self, Policy::MinCut | Policy::Selective)
    }

    /// Reads a policy's name, or the bytes of a budget.
    ///
    /// # Errors
    /// Where it is neither.
    pub fn parse(text: &str) -> Result<Policy, String> {
        match text {
            "none" => Ok(Policy::None),
            "min-cut" => Ok(Policy::MinCut),
            "full" => Ok(Policy::Full),
            "selective" => Ok(Policy::Selective),
            "sqrt" => Ok(Policy::Sqrt),
            bytes => match whole(bytes) {
                Ok(bytes) if bytes > 0 => Ok(Policy::Budget(bytes)),
                Err(why) if bytes.starts_with(|c: char| c.is_ascii_digit()) => Err(format!("bytes of a policy of recomputation: {why}")),
                _ => Err(format!("a policy of recomputation must be none, min-cut, full, selective, sqrt or a number of bytes, got `{text}`")),
            },
        }
    }
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Policy::None => f.write_str("none"),
            Policy::MinCut => f.write_str("min-cut"),
            Policy::Full => f.write_str("full"),
            Policy::Selective => f.write_str("selective"),
            Policy::Sqrt => f.write_str("sqrt"),
            Policy::Budget(bytes) => write!(f, "{bytes}"),
        }
    }
}

/// Forward ops that are computed again together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// In order.
    pub ops: Vec<OpId>,
    /// Whether what other forward ops read of it is held: true of what lies between two cuts, whose ends the next group starts from.
    pub holds_ends: bool,
}

/// Adds to each group the masks that nothing else of the forward pass reads: the ops that compute them from data alone, to the group of all their readers.
fn with_masks(func: &Func, forward: &Forward, groups: &mut [Group]) {
    let mut owner = SecondaryMap::<OpId, Option<usize>>::new();
    for (number, group) in groups.iter().enumerate() {
        group.ops.iter().for_each(|&op| owner[op] = Some(number));
    }
    // Who reads each value: nobody yet, one group, or others too.
    let mut read = SecondaryMap::<Value, Option<Option<usize>>>::new();
    let mut masks: Vec<Vec<OpId>> = vec![Vec::new(); groups.len()];
    for &op in forward.ops.iter().rev() {
        if owner[op].is_none() && forward.makes_mask(func, op) {
            let mut readers = func.op(op).results.iter().filter_map(|&result| read[result]);
            let first = readers.next().flatten();
            if let Some(number) = first.filter(|_| readers.all(|other| other == first)) {
                owner[op] = first;
                masks[number].push(op);
            }
        }
        for value in read_by(func, op) {
            read[value] = Some(match read[value] {
                Some(others) if others != owner[op] => None,
                _ => owner[op],
            });
        }
    }
    for (group, masks) in groups.iter_mut().zip(masks).filter(|(_, masks)| !masks.is_empty()) {
        group.ops.extend(masks);
        group.ops.sort_by_key(|&op| forward.place[op]);
    }
}

/// The groups that a policy makes.
///
/// # Errors
/// Where nothing of its kind is found, or no choice fits the budget.
pub(super) fn groups(func: &Func, forward: &Forward, policy: Policy) -> Result<Vec<Group>, Diagnostic> {
    let mut groups: Vec<Group> = groups_of(func, forward, policy)?.into_iter().flat_map(|group| by_stage(func, group)).collect();
    with_masks(func, forward, &mut groups);
    Ok(groups)
}

/// A group of each pipeline stage: what is computed again waits for a gradient of its own stage.
fn by_stage(func: &Func, group: Group) -> Vec<Group> {
    let mut stages: BTreeMap<Option<i64>, Vec<OpId>> = BTreeMap::new();
    for op in group.ops {
        stages.entry(func.op(op).attrs.int(STAGE)).or_default().push(op);
    }
    stages.into_values().map(|ops| Group { ops, holds_ends: group.holds_ends }).collect()
}

fn groups_of(func: &Func, forward: &Forward, policy: Policy) -> Result<Vec<Group>, Diagnostic> {
    if policy == Policy::Selective {
        let cores = attention_cores(func, forward);
        let none = || Diagnostic::error("there is no attention whose scores could be computed again: no softmax between two matrix products of activations");
        // An attention that is kept whole holds no scores: `nn.attention_grad` makes them again from queries and keys.
        let whole = forward.ops.iter().any(|&op| func.op(op).info.name == "nn.attention");
        return if cores.is_empty() && !whole { Err(none()) } else { Ok(cores) };
    }
    let cuts = cuts(func, forward);
    if cuts.len() < 2 {
        return Err(Diagnostic::error(format!("the forward pass has {} places to cut it at: there is no segment to compute again", cuts.len())));
    }
    let between = |cuts: &[usize]| cuts.windows(2).map(|pair| segment(func, forward, pair[0], pair[1])).collect::<Vec<Group>>();
    match policy {
        Policy::Full => Ok(between(&layers(func, forward, &cuts))),
        Policy::Sqrt => {
            let many = cuts.len() - 1;
            let groups = (many as f64).sqrt().ceil() as usize;
            let kept: Vec<usize> = (0..=groups).map(|index| cuts[index * many / groups]).collect();
            Ok(between(&kept))
        }
        Policy::Budget(bytes) => within(func, forward, &cuts, bytes),
        Policy::None | Policy::MinCut | Policy::Selective => Ok(Vec::new()),
    }
}

/// The ops of the forward pass after one cut and up to another that can be computed again.
fn segment(func: &Func, forward: &Forward, after: usize, to: usize) -> Group {
    let again = |op: &OpId| forward.makes_activation(func, *op) && !func.op(*op).info.traits.effects;
    Group { ops: forward.ops[after + 1..=to].iter().copied().filter(again).collect(), holds_ends: true }
}

/// Scores and probabilities of every attention: what lies between two products and passes an exponential and its sum, with the first product.
fn attention_cores(func: &Func, forward: &Forward) -> Vec<Group> {
    let product = |op: OpId| func.op(op).info.name == "stablehlo.dot_general";
    let light = |op: OpId| forward.place[op].is_some() && forward.makes_activation(func, op) && !product(op) && !func.op(op).info.traits.effects;
    // For each op, the last product that its value comes from by light ops alone.
    let mut from = SecondaryMap::<OpId, Option<OpId>>::new();
    for &op in &forward.ops {
        if product(op) && forward.makes_activation(func, op) {
            from[op] = Some(op);
        } else if light(op) {
            from[op] = read_by(func, op).into_iter().filter_map(|value| from[func.defining_op(value)?]).max_by_key(|&op| forward.place[op]);
        }
    }
    let mut cores = Vec::new();
    let mut taken = SecondaryMap::<OpId, bool>::new();
    for &end in forward.ops.iter().filter(|&&op| product(op)) {
        for &operand in &func.op(end).operands {
            let Some(last) = func.defining_op(operand).filter(|&op| light(op)) else { continue };
            let Some(start) = from[last] else { continue };
            // All light ops on the way back from the operand to the product.
            let (mut inside, mut stack) = (SecondaryMap::<OpId, bool>::new(), vec![last]);
            while let Some(op) = stack.pop() {
                if from[op] == Some(start) && !std::mem::replace(&mut inside[op], true) && op != start {
                    stack.extend(read_by(func, op).into_iter().filter_map(|value| func.defining_op(value)));
                }
            }
            let ops: Vec<OpId> = forward.ops.iter().copied().filter(|&op| inside[op]).collect();
            let has = |name: &str| ops.iter().any(|&op| func.op(op).info.name == name);
            if inside[start] && has("stablehlo.exponential") && has("stablehlo.reduce") && !taken[start] {
                taken[start] = true;
                cores.push(Group { ops, holds_ends: false });
            }
        }
    }
    cores
}

/// The groups that keep the program within so many bytes at its peak and compute the fewest operations again: between good cuts, each run of segments is held or
/// computed again as one group. What is held at once is taken to be all that is held throughout, with the largest group that is computed again; the result is
/// measured, and the estimate corrected by what it was off, until it fits.
fn within(func: &Func, forward: &Forward, cuts: &[usize], budget: i64) -> Result<Vec<Group>, Diagnostic> {
    let peak = memory(func).peak;
    if peak <= budget {
        return Ok(Vec::new());
    }
    let segments = Segments::of(func, forward, cuts);
    let mut margin = budget.saturating_sub(peak).saturating_add(segments.all);
    let mut best = i64::MAX;
    for _ in 0..12 {
        let mut groups = segments.cheapest(margin.max(0));
        with_masks(func, forward, &mut groups);
        let mut trial = func.clone();
        super::rewrite::recompute(&mut trial, forward, &groups).map_err(Diagnostic::error)?;
        let took = memory(&trial).peak;
        if took <= budget {
            return Ok(groups);
        }
        best = best.min(took);
        if margin <= 0 {
            break;
        }
        margin = margin.saturating_sub((took - budget).max(segments.all / 64).max(1));
    }
    Err(Diagnostic::error(format!("no choice of segments to compute again keeps the program within {budget} bytes: it takes {peak} bytes as it is, {best} at the least that was found")))
}

/// Segments between good cuts with their sizes.
struct Segments<'a> {
    func: &'a Func,
    forward: &'a Forward,
    cuts: Vec<usize>,
    /// Bytes that all segments hold for the backward pass.
    all: i64,
    /// For each run of segments `first..last`: bytes that it holds if it is kept, operations of computing it again, bytes that are held at its end in any case.
    held: Vec<Vec<(i64, i64, i64)>>,
}

/// Most segments that are looked at one by one: beyond, neighbours are joined.
const MOST_SEGMENTS: usize = 64;
/// Into so many parts the bytes are cut.
const PARTS: usize = 512;

impl<'a> Segments<'a> {
    fn of(func: &'a Func, forward: &'a Forward, cuts: &[usize]) -> Segments<'a> {
        let many = cuts.len() - 1;
        let kept = many.min(MOST_SEGMENTS);
        let cuts: Vec<usize> = (0..=kept).map(|index| cuts[index * many / kept]).collect();
        let mut read_back = SecondaryMap::<Value, bool>::new();
        for &op in func.region(forward.region).ops.iter().filter(|&&op| forward.place[op].is_none()) {
            read_by(func, op).into_iter().for_each(|value| read_back[value] = true);
        }
        let run = |first: usize, last: usize| {
            let group = segment(func, forward, cuts[first], cuts[last]);
            let bytes = |value: Value| func.ty(value).as_tensor().map_or(0, |ty| ty.byte_size());
            let free = dropped(func, forward, std::slice::from_ref(&group)).remove(0);
            let held = free.iter().filter(|&&value| read_back[value]).map(|&value| bytes(value)).fold(0i64, i64::saturating_add);
            let mut is_free = SecondaryMap::<Value, bool>::new();
            free.iter().for_each(|&value| is_free[value] = true);
            let end = group.ops.iter().flat_map(|&op| func.op(op).results.iter().copied()).filter(|&value| !is_free[value]).map(bytes).fold(0i64, i64::saturating_add);
            let flops = group.ops.iter().map(|&op| (func.op(op).info.cost)(&func.view(op)).flops.max(1)).fold(0i64, i64::saturating_add);
            (held, flops, end)
        };
        let held: Vec<Vec<_>> = (0..kept).map(|first| (first + 1..=kept).map(|last| run(first, last)).collect()).collect();
        let all = (0..kept).map(|first| held[first][0].0.saturating_add(held[first][0].2)).fold(0i64, i64::saturating_add);
        Segments { func, forward, cuts, all, held }
    }

    /// The choice that computes the fewest operations again among those that hold at most so many bytes: for each size of the largest group, a shortest path over
    /// cuts and bytes held.
    fn cheapest(&self, bytes: i64) -> Vec<Group> {
        let many = self.cuts.len() - 1;
        let mut largest: Vec<i64> = self.held.iter().flatten().map(|run| run.0).chain([0]).filter(|&size| size <= bytes).collect();
        largest.sort_unstable();
        largest.dedup();
        // Of very many sizes, some.
        let every = largest.len().div_ceil(PARTS / 4).max(1);
        let mut best: Option<(i64, Vec<(usize, usize)>)> = None;
        for &limit in largest.iter().rev().step_by(every) {
            let found = self.path(bytes - limit, limit);
            if let Some((flops, runs)) = found
                && best.as_ref().is_none_or(|(least, _)| flops < *least)
            {
                best = Some((flops, runs));
            }
        }
        let runs = best.map_or_else(|| vec![(0, many)], |(_, runs)| runs);
        runs.into_iter().map(|(first, last)| segment(self.func, self.forward, self.cuts[first], self.cuts[last])).collect()
    }

    /// The fewest operations with at most `bytes` held and no group larger than `limit`, and the groups.
    fn path(&self, bytes: i64, limit: i64) -> Option<(i64, Vec<(usize, usize)>)> {
        let many = self.cuts.len() - 1;
        let part = (bytes / PARTS as i64).max(1);
        let parts = |size: i64| usize::try_from(size.checked_add(part - 1).map_or(i64::MAX, |size| size / part)).unwrap_or(usize::MAX);
        // By cut and parts held: operations, where from, whether that run is computed again.
        let mut table = vec![vec![None::<(i64, usize, usize, bool)>; PARTS + 1]; many + 1];
        table[0][0] = Some((0, 0, 0, false));
        for first in 0..many {
            for used in 0..=PARTS {
                let Some((flops, ..)) = table[first][used] else { continue };
                for last in first + 1..=many {
                    let (held, again, end) = self.held[first][last - first - 1];
                    let mut go = |size: i64, cost: i64, computed: bool| {
                        let total = used.saturating_add(parts(size));
                        let cost = flops.saturating_add(cost);
                        if total <= PARTS && table[last][total].is_none_or(|(least, ..)| cost < least) {
                            table[last][total] = Some((cost, first, used, computed));
                        }
                    };
                    if last == first + 1 {
                        go(held.saturating_add(end), 0, false);
                    }
                    if held <= limit {
                        go(end, again, true);
                    }
                }
            }
        }
        let (mut used, &(flops, ..)) = table[many].iter().enumerate().filter_map(|(used, entry)| Some((used, entry.as_ref()?))).min_by_key(|(_, entry)| entry.0)?;
        let (mut at, mut runs) = (many, Vec::new());
        while at > 0 {
            let (_, from, before, computed) = table[at][used]?;
            if computed {
                runs.push((from, at));
            }
            (at, used) = (from, before);
        }
        runs.reverse();
        Some((flops, runs))
    }
}
