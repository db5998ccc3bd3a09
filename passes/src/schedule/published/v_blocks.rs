//! V-Half and V-Min: schedules that repeat a building block of one microbatch, chosen for the memory that it bounds.
//!
//! A block says in which slot of time each rank runs the four passes of a microbatch through its two stages (forward and back on the V); microbatches
//! follow every six slots, as many as a rank's passes take. What a rank holds is then at most its passes' lifespans by six (section 3 of the paper).
//! The repeated block is squeezed (empty slots go) and passes at both ends move up where memory allows. Slots are of one length: for times far from
//! F = B = W the order stays valid and becomes slow.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};

const PAPER: &str = "Qi et al., Pipeline Parallelism with Controllable Memory, NeurIPS 2024 (arXiv 2405.15362), section 4";

/// V-Half.
pub const V_HALF: ScheduleInfo = ScheduleInfo {
    name: "v-half",
    summary: "a building block on the V that halves 1F1B's activations, for half of its bubble",
    paper: PAPER,
    bubble: Law::about("(p-1)*S/2"),
    metric: Metric::LongestStage,
    memory: Law { text: "floor((p+2)/2)", when: "m >= 2*p and p >= 4" },
    weights: "1",
    messages: Law { text: "2*(2*p-2)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(2),
    rules: &[],
    options: &[],
    build: build_half,
};

/// V-Min.
pub const V_MIN: ScheduleInfo = ScheduleInfo {
    name: "v-min",
    summary: "the building block on the V that holds least: a third of 1F1B's activations, for two thirds of its bubble",
    paper: PAPER,
    bubble: Law::about("2/3*(p-1)*S"),
    metric: Metric::LongestStage,
    memory: Law { text: "floor((p+4)/3)", when: "m >= 2*p and p >= 4" },
    weights: "1",
    messages: Law { text: "2*(2*p-2)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(2),
    rules: &[],
    options: &[],
    build: build_min,
};

/// Slots of a rank's four passes: forward through its first and second stage, then back through the second and the first.
type Block = [usize; 4];

fn build_half(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let p = parameters.ranks;
    let gap = if p.is_multiple_of(2) { 3 } else { 0 };
    let block = |rank: usize| [2 * rank, (3 * p).saturating_sub(rank + 2), 3 * p + gap + 2 * rank - 1, 6 * p + gap - rank - 2];
    repeat(parameters, block)
}

fn build_min(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let p = parameters.ranks;
    let gap = if p.is_multiple_of(3) { 2 } else { 0 };
    let block = |rank: usize| [rank, 2 * p - 1 - rank, 2 * p + gap + rank, 4 * p + gap - 1 - rank];
    repeat(parameters, block)
}

/// Slots between microbatches: two passes of each of three kinds.
const PERIOD: usize = 6;

/// A pass of a rank: its kind (0 to 3 as in a block, 4 and 5 gradients of weights of the second and the first stage) and microbatch.
type Pass = (usize, usize);

/// For each kind of pass, the slots of microbatches in order.
type Slots = Vec<Vec<usize>>;

fn repeat(parameters: &Parameters, block: impl Fn(usize) -> Block) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let slots: Vec<Slots> = (0..p).map(|rank| block(rank).iter().map(|first| (0..m).map(|index| first + PERIOD * index).collect()).collect()).collect();
    // First with gradients of weights in their places, then again without, as those only fill what is empty.
    let with_weights = squeeze(move_up(slots.iter().map(|rank| fill(rank, false)).collect(), true));
    let passes = with_weights.into_iter().map(|rank| rank[..4].to_vec()).collect();
    let moved: Vec<Slots> = squeeze(move_up(passes, false).iter().map(|rank| fill(rank, false)).collect());
    let mut schedule = Schedule::chain(Placement::Snake, p, 2, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        let (first, second) = (rank, 2 * p - 1 - rank);
        let slots = fill(&moved[rank][..4], true);
        *order = (sorted(&slots).into_iter())
            .map(|(kind, microbatch)| match kind {
                0 => Action::forward(first, microbatch),
                1 => Action::forward(second, microbatch),
                2 => Action::input(second, microbatch),
                3 => Action::input(first, microbatch),
                4 => Action::weight(second, microbatch),
                _ => Action::weight(first, microbatch),
            })
            .collect();
    }
    Ok(schedule)
}

/// A rank's passes by slot.
fn sorted(slots: &[Vec<usize>]) -> Vec<Pass> {
    let mut passes: Vec<(usize, Pass)> = Vec::new();
    for (kind, list) in slots.iter().enumerate() {
        passes.extend(list.iter().enumerate().map(|(microbatch, slot)| (*slot, (kind, microbatch))));
    }
    passes.sort_unstable();
    passes.into_iter().map(|(_, pass)| pass).collect()
}

/// Puts gradients of weights into empty slots after their gradients of inputs: in one list, or `split` by stage.
fn fill(slots: &[Vec<usize>], split: bool) -> Slots {
    let mut taken = sorted(slots).into_iter().peekable();
    let mut filled = slots.to_vec();
    filled.extend(vec![Vec::new(); if split { 2 } else { 1 }]);
    let mut waiting = [0usize; 2];
    let mut slot = 0;
    while taken.peek().is_some() || waiting != [0, 0] {
        match taken.next_if(|&(kind, microbatch)| slots[kind][microbatch] == slot) {
            Some((kind, _)) if kind >= 2 => waiting[if split { kind - 2 } else { 0 }] += 1,
            Some(_) => {}
            None => {
                if let Some(list) = waiting.iter().position(|count| *count > 0) {
                    waiting[list] -= 1;
                    filled[4 + list].push(slot);
                }
            }
        }
        slot += 1;
    }
    filled
}

/// The most microbatches of stages that a rank holds; without gradients of weights, these are taken to be in the first empty slots.
fn held(slots: &Slots) -> usize {
    let (mut held, mut most, mut waiting, mut next) = (0usize, 0, 0usize, 0);
    for (kind, microbatch) in sorted(slots) {
        let slot = slots[kind][microbatch];
        if slots.len() == 4 {
            let done = waiting.min(slot.saturating_sub(next));
            waiting -= done;
            held -= done;
        }
        next = slot + 1;
        match kind {
            0 | 1 => held += 1,
            2 | 3 => waiting += 1,
            _ => held = held.saturating_sub(1),
        }
        most = most.max(held);
    }
    most
}

/// Moves passes at both ends to earlier empty slots, as long as no rank holds more than the most before.
fn move_up(mut slots: Vec<Slots>, with_weights: bool) -> Vec<Slots> {
    let most = slots.iter().map(held).max().unwrap_or(0);
    let (ranks, count) = (slots.len(), slots[0][0].len());
    let mut all: Vec<(usize, usize, usize, usize)> = Vec::new();
    for (rank, lists) in slots.iter().enumerate() {
        for (kind, list) in lists.iter().enumerate() {
            all.extend(list.iter().enumerate().map(|(microbatch, slot)| (*slot, rank, kind, microbatch)));
        }
    }
    all.sort_unstable();
    let last = all.last().map_or(0, |last| last.0);
    let mut taken = vec![vec![false; last + 1]; ranks];
    // Both ends are before the first microbatch has come back to the start, and after the last has left it.
    let (mut started, mut ending) = (false, false);
    for (slot, rank, kind, microbatch) in all {
        started |= kind == 3 && rank == 0;
        let steady = started && !ending;
        ending |= steady && kind == 0 && microbatch + 1 == count;
        if steady || (!started && !with_weights) {
            taken[rank][slot] = true;
            continue;
        }
        let mut after = microbatch.checked_sub(1).map(|before| slots[rank][kind][before]);
        let other = if kind.is_multiple_of(2) { rank.checked_sub(1) } else { Some(rank + 1).filter(|rank| *rank < ranks) };
        if kind < 4 {
            after = after.max(other.map(|other| slots[other][kind][microbatch]));
        }
        if (1..4).contains(&kind) {
            after = after.max(Some(slots[rank][kind - 1][microbatch]));
        }
        if kind == 4 {
            let mut backward: Vec<usize> = slots[rank][2].iter().chain(&slots[rank][3]).copied().collect();
            backward.sort_unstable();
            after = after.max(backward.get(microbatch).copied());
        }
        let mut earlier = (after.map_or(0, |after| after + 1)..slot).filter(|earlier| !taken[rank][*earlier]);
        let found = earlier.find(|earlier| {
            slots[rank][kind][microbatch] = *earlier;
            held(&slots[rank]) <= most
        });
        let found = found.unwrap_or(slot);
        slots[rank][kind][microbatch] = found;
        taken[rank][found] = true;
    }
    slots
}

/// Runs the passes as soon as their order allows, each in one slot, and gives the slots.
fn squeeze(slots: Vec<Slots>) -> Vec<Slots> {
    let ranks = slots.len();
    let mut all: Vec<(usize, usize, usize, usize)> = Vec::new();
    for (rank, lists) in slots.iter().enumerate() {
        for (kind, list) in lists.iter().enumerate() {
            all.extend(list.iter().enumerate().map(|(microbatch, slot)| (*slot, rank, kind, microbatch)));
        }
    }
    all.sort_unstable();
    let mut squeezed = slots;
    let mut free = vec![0; ranks];
    for (_, rank, kind, microbatch) in all {
        let mut start: usize = free[rank];
        let other = if kind.is_multiple_of(2) { rank.checked_sub(1) } else { Some(rank + 1).filter(|rank| *rank < ranks) };
        if let Some(other) = other.filter(|_| kind < 4) {
            start = start.max(squeezed[other][kind][microbatch] + 1);
        }
        squeezed[rank][kind][microbatch] = start;
        free[rank] = start + 1;
    }
    squeezed
}
