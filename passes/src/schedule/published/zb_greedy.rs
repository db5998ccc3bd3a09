//! ZB-1p and ZB-2p: the zero-bubble paper's heuristic, under a limit of one or two times 1F1B's activations.
//!
//! Ranks go round by round: at most one forward and one backward pass each, gradients of weights where something is waited for or memory is short. Eight
//! variants are tried: whether forward passes before the first backward pass may delay it, whether a forward pass may be left out for the backward pass
//! of the rank after, and whether a wait that does not make the rank the worst is filled. The one whose longest stage is shortest is taken (section 3.1).

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Time, Times};

const PAPER: &str = "Qi et al., Zero Bubble Pipeline Parallelism, ICLR 2024, section 3.1 (the heuristic, without the integer program)";
const OPTIONS: &[ScheduleOption] = &[
    ScheduleOption { name: "held", default: "1", summary: "what a forward pass leaves in memory, in any unit (34h+5as bytes a layer and token)" },
    ScheduleOption { name: "weights", default: "1", summary: "how much of it gradients of weights let go (32h)" },
];

/// ZB-1p.
pub const ZB_1P: ScheduleInfo = ScheduleInfo {
    name: "zb-1p",
    summary: "an order made for the costs, with the activations of 1F1B",
    paper: PAPER,
    bubble: Law::about("(p-1)*(F+B-W)"),
    metric: Metric::LongestStage,
    memory: Law { text: "p", when: "m >= 2*p and held = weights" },
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["weights <= held"],
    options: OPTIONS,
    build: |parameters, times| build(parameters, times, 1),
};

/// ZB-2p.
pub const ZB_2P: ScheduleInfo = ScheduleInfo {
    name: "zb-2p",
    summary: "an order made for the costs, with up to twice the activations of 1F1B: nearly no bubble",
    paper: PAPER,
    bubble: Law { text: "0", when: "F = B and B = W and c = 0 and m >= 3*p" },
    metric: Metric::LongestStage,
    memory: Law::about("2*p"),
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["weights <= held"],
    options: OPTIONS,
    build: |parameters, times| build(parameters, times, 2),
};

fn build(parameters: &Parameters, times: Times, limit: i64) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let number = |name: &str| parameters.number(name).map(|value| value.min(1 << 40) as i64);
    let (held, weights) = (number("held")?, number("weights")?);
    let found = within(p, m, times, [held, weights - held, -weights], limit * held * p as i64);
    found.ok_or_else(|| format!("no order fits the activations of {limit} times {p} microbatches"))
}

/// The best of the variants that holds at most `limit`, where passes of the three kinds add so much; `None` where none fits.
pub(super) fn within(p: usize, m: usize, times: Times, memory: [i64; 3], limit: i64) -> Option<Schedule> {
    let mut best: Option<Board> = None;
    for variant in 0..8 {
        let variant = Variant { delay_first: variant & 4 == 0, gradients_first: variant & 2 == 0, fill_small: variant & 1 == 0 };
        let board = Board::new(p, m, times, memory, limit);
        if let Some(board) = board.run(variant)
            && best.as_ref().is_none_or(|best| board.longest() < best.longest())
        {
            best = Some(board);
        }
    }
    let mut schedule = Schedule::chain(Placement::Loop, p, 1, m);
    schedule.orders = best?.orders;
    Some(schedule)
}

#[derive(Clone, Copy)]
struct Variant {
    delay_first: bool,
    gradients_first: bool,
    fill_small: bool,
}

/// Kinds of passes: forward, gradients of inputs, gradients of weights.
const F: usize = 0;
const B: usize = 1;
const W: usize = 2;

struct Board {
    p: usize,
    m: usize,
    cost: [Time; 3],
    hop: Time,
    memory: [i64; 3],
    limit: i64,
    /// For each rank, the ends of its passes by kind.
    ends: Vec<[Vec<Time>; 3]>,
    now: Vec<Time>,
    held: Vec<i64>,
    waited: Vec<Time>,
    orders: Vec<Vec<Action>>,
}

impl Board {
    fn new(p: usize, m: usize, times: Times, memory: [i64; 3], limit: i64) -> Board {
        Board {
            p,
            m,
            cost: [times.forward, times.input, times.weight],
            hop: times.hop,
            memory,
            limit,
            ends: (0..p).map(|_| std::array::from_fn(|_| Vec::with_capacity(m))).collect(),
            now: vec![0; p],
            held: vec![0; p],
            waited: vec![0; p],
            orders: vec![Vec::with_capacity(3 * m); p],
        }
    }

    fn done(&self, rank: usize, kind: usize) -> usize {
        self.ends[rank][kind].len()
    }

    /// From the start of a rank's first pass to the end of its last gradients of weights, for the rank that takes longest.
    fn longest(&self) -> Time {
        let time = |ends: &[Vec<Time>; 3]| ends[W].last().copied().unwrap_or(0) + self.cost[F] - ends[F].first().copied().unwrap_or(0);
        self.ends.iter().map(time).max().unwrap_or(0)
    }

    /// When the next pass of this kind has what it needs from another rank.
    fn arrival(&self, rank: usize, kind: usize) -> Option<Time> {
        let other = match kind {
            F => rank.checked_sub(1),
            B => Some(rank + 1).filter(|other| *other < self.p),
            _ => None,
        }?;
        self.ends[other][kind].get(self.done(rank, kind)).map(|end| end + self.hop)
    }

    fn put(&mut self, rank: usize, kind: usize) {
        let microbatch = self.done(rank, kind);
        let start = self.now[rank].max(self.arrival(rank, kind).unwrap_or(0));
        if self.done(rank, F) > 0 {
            self.waited[rank] += start - self.now[rank];
        }
        self.now[rank] = start + self.cost[kind];
        self.ends[rank][kind].push(self.now[rank]);
        self.held[rank] += self.memory[kind];
        let make = [Action::forward, Action::input, Action::weight][kind];
        self.orders[rank].push(make(rank, microbatch));
    }

    fn stored(&self, rank: usize) -> bool {
        self.done(rank, W) < self.done(rank, B)
    }

    /// Makes room, then fills what the next pass of this kind waits with gradients of weights. `None`: no room can be made.
    fn bridge(&mut self, rank: usize, kind: usize, variant: Variant) -> Option<()> {
        while self.held[rank] + self.memory[kind] > self.limit {
            if !self.stored(rank) {
                return None;
            }
            self.put(rank, W);
        }
        let Some(arrival) = self.arrival(rank, kind) else { return Some(()) };
        while self.stored(rank) && self.now[rank] + self.cost[W] <= arrival {
            self.put(rank, W);
        }
        if self.stored(rank) && self.now[rank] < arrival {
            let small = arrival - self.now[rank] <= self.slack(rank);
            if !small || variant.fill_small {
                self.put(rank, W);
            }
        }
        Some(())
    }

    /// How long a rank may wait without becoming the one that waited most.
    fn slack(&self, rank: usize) -> Time {
        self.waited.iter().max().map_or(0, |most| most - self.waited[rank])
    }

    fn run(mut self, variant: Variant) -> Option<Board> {
        self.first(variant);
        for _ in 1..self.m {
            let mut wanted: Vec<bool> = (0..self.p).map(|rank| self.wants_forward(rank, variant)).collect();
            for rank in (0..self.p.saturating_sub(1)).rev() {
                wanted[rank] &= wanted[rank + 1];
            }
            for rank in (0..self.p).filter(|rank| wanted[*rank]) {
                self.bridge(rank, F, variant)?;
                self.put(rank, F);
            }
            for rank in (0..self.p).rev() {
                self.bridge(rank, B, variant)?;
                if rank == 0 && self.done(0, F) == self.m {
                    while self.stored(0) {
                        self.put(0, W);
                    }
                }
                self.put(rank, B);
            }
        }
        for rank in 0..self.p {
            while self.stored(rank) {
                self.put(rank, W);
            }
        }
        self.orders.iter().all(|order| order.len() == 3 * self.m).then_some(self)
    }

    /// Forward passes until the first backward pass, and that.
    fn first(&mut self, variant: Variant) {
        (0..self.p).for_each(|rank| self.put(rank, F));
        let mut more = vec![0usize; self.p];
        let mut gradient = 0;
        for rank in (0..self.p).rev() {
            if rank + 1 == self.p {
                gradient = self.now[rank] + self.cost[B];
                continue;
            }
            let (mut held, mut end) = (self.held[rank], self.now[rank]);
            while self.done(rank, F) + more[rank] < self.m && held + self.memory[F] <= self.limit {
                let late = if variant.delay_first { end + self.cost[F] > gradient + self.hop } else { end >= gradient + self.hop };
                if late {
                    break;
                }
                held += self.memory[F];
                end += self.cost[F];
                more[rank] += 1;
            }
            gradient = end.max(gradient + self.hop) + self.cost[B];
        }
        // Each rank has fewer than the rank before it.
        for rank in 1..self.p {
            while more[rank] > 0 && more[rank] >= more[rank - 1] && self.done(rank, F) + more[rank] < self.m {
                more[rank] -= 1;
            }
        }
        for (rank, &more) in more.iter().enumerate() {
            (0..more).for_each(|_| self.put(rank, F));
        }
        (0..self.p).rev().for_each(|rank| self.put(rank, B));
    }

    /// Whether a rank does a forward pass in this round.
    fn wants_forward(&self, rank: usize, variant: Variant) -> bool {
        if self.done(rank, F) >= self.m {
            return false;
        }
        let next = rank + 1;
        if !variant.gradients_first || next >= self.p || self.done(rank, F) < self.done(next, F) + 2 {
            return true;
        }
        // The rank after has two forward passes in store: its next gradient may come before one more is worth it.
        let gradient = self.now[next] + self.cost[F] + self.cost[B] + self.hop;
        if self.now[rank] >= gradient {
            return false;
        }
        let mut end = self.now[rank] + self.cost[F];
        let mut held = self.held[rank] + self.memory[F];
        for _ in self.done(rank, W)..self.done(rank, B) {
            if held <= self.limit {
                break;
            }
            end += self.cost[W];
            held += self.memory[W];
        }
        end <= gradient || gradient - self.now[rank] > self.slack(rank)
    }
}
