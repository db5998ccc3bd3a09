//! DualPipe and DualPipeV: forward passes of one direction run together with backward passes of the other.
//!
//! Both are one order. A DualPipe rank has a stage of each of two opposite chains, with a copy of the weights each; the two ranks that share a pair of
//! stages are folded into one in DualPipeV, whose chain goes forth and back.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, Times};
use std::collections::VecDeque;

/// DualPipe.
pub const DUALPIPE: ScheduleInfo = ScheduleInfo {
    name: "dualpipe",
    summary: "two opposite chains over the same ranks: forward passes of one hide behind backward passes of the other",
    paper: "DeepSeek-AI, DeepSeek-V3 Technical Report, 2024, section 3.2.1",
    bubble: Law { text: "(p/2-1)*(FB + B - 2*W)", when: "FB > 0 and c = 0 and F = B and W <= F" },
    metric: Metric::Makespan,
    memory: Law { text: "p+1", when: "" },
    weights: "2",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &["p % 2 = 0", "m % 2 = 0", "m >= 2*p"],
    options: &[],
    build,
};

/// DualPipeV.
pub const DUALPIPEV: ScheduleInfo = ScheduleInfo {
    name: "dualpipev",
    summary: "DualPipe folded in the middle: one copy of the weights on half the ranks",
    paper: "Li et al., DualPipeV (Cut-in-half), 2025, DeepSeek's DualPipe repository",
    bubble: Law { text: "(p-1)*(FB + B - 2*W)/2", when: "FB > 0 and c = 0 and F = B and W <= F" },
    metric: Metric::Makespan,
    memory: Law { text: "p+0.5", when: "" },
    weights: "1",
    messages: Law { text: "2*(2*p-2)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(2),
    rules: &["m >= 2*p"],
    options: &[],
    build: build_folded,
};

fn build(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut schedule = Schedule::two_way(p, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        // A rank's own direction is the one that it is near the start of.
        let down = (rank, 0);
        let up = (p + p - 1 - rank, m / 2);
        let near = rank < p / 2;
        let lanes = if near { [down, up] } else { [up, down] };
        *order = rank_order(lanes, p / 2, rank.min(p - 1 - rank), m / 2);
    }
    Ok(schedule)
}

fn build_folded(parameters: &Parameters, _: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut schedule = Schedule::chain(Placement::Snake, p, 2, m);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        *order = rank_order([(rank, 0), (2 * p - 1 - rank, 0)], p, rank, m);
    }
    Ok(schedule)
}

/// The order of the rank at `place` of `places`, with `count` microbatches a lane; a lane is a stage and its first microbatch.
fn rank_order(lanes: [(usize, usize); 2], places: usize, place: usize, count: usize) -> Vec<Action> {
    let mut fill = Lanes { lanes, forward: [0; 2], gradient: [0; 2], weights: VecDeque::new(), order: Vec::new() };
    let inner = places - place - 1;
    (0..2 * inner).for_each(|_| fill.forward(0));
    for _ in 0..=place {
        fill.forward(0);
        fill.forward(1);
    }
    for _ in 0..inner {
        fill.input(1);
        fill.weight();
        fill.forward(1);
    }
    for index in 0..count - 2 * places + place + 1 {
        // The innermost rank has its first backward pass right after the forward pass of the same microbatch: there is nothing to hide it behind.
        fill.pair(0, 1, !(index == 0 && inner == 0));
        fill.pair(1, 0, true);
    }
    for _ in 0..inner {
        fill.backward(1);
        fill.pair(1, 0, true);
    }
    let mut halves = false;
    for index in 0..=place {
        let middle = index == place.div_ceil(2);
        halves |= middle && !place.is_multiple_of(2);
        fill.either(1, halves);
        halves |= middle && place.is_multiple_of(2);
        fill.either(0, halves);
    }
    for _ in 0..inner {
        fill.weight();
        fill.input(0);
    }
    (0..=place).for_each(|_| fill.weight());
    fill.order
}

struct Lanes {
    lanes: [(usize, usize); 2],
    forward: [usize; 2],
    gradient: [usize; 2],
    weights: VecDeque<(usize, usize)>,
    order: Vec<Action>,
}

impl Lanes {
    fn next_forward(&mut self, lane: usize) -> Action {
        let (stage, first) = self.lanes[lane];
        self.forward[lane] += 1;
        Action::forward(stage, first + self.forward[lane] - 1)
    }
    fn next_gradient(&mut self, lane: usize) -> (usize, usize) {
        let (stage, first) = self.lanes[lane];
        self.gradient[lane] += 1;
        (stage, first + self.gradient[lane] - 1)
    }
    fn forward(&mut self, lane: usize) {
        let action = self.next_forward(lane);
        self.order.push(action);
    }
    fn backward(&mut self, lane: usize) {
        let (stage, microbatch) = self.next_gradient(lane);
        self.order.push(Action::backward(stage, microbatch));
    }
    fn input(&mut self, lane: usize) {
        let (stage, microbatch) = self.next_gradient(lane);
        self.weights.push_back((stage, microbatch));
        self.order.push(Action::input(stage, microbatch));
    }
    fn either(&mut self, lane: usize, halves: bool) {
        if halves { self.input(lane) } else { self.backward(lane) }
    }
    fn weight(&mut self) {
        self.order.extend(self.weights.pop_front().map(|(stage, microbatch)| Action::weight(stage, microbatch)));
    }
    fn pair(&mut self, forward: usize, backward: usize, paired: bool) {
        let first = self.next_forward(forward);
        self.order.push(Action { paired, ..first });
        self.backward(backward);
    }
}
