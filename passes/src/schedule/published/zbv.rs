//! ZB-V: two stages a rank, the second on the way back, so that every rank holds the same activations.

use crate::schedule::{Action, Chunks, Law, Metric, Parameters, Placement, Schedule, ScheduleInfo, ScheduleOption, Times};

/// ZB-V.
pub const ZBV: ScheduleInfo = ScheduleInfo {
    name: "zbv",
    summary: "no bubble where F = B = W and no rank waits for the others at the end, at 1F1B's memory; rank 0 has the first and the last stage",
    paper: "Qi et al., Zero Bubble Pipeline Parallelism, 2024 (arXiv 2401.10241 v2), section 6; fixed order as torch.distributed.pipelining",
    bubble: Law { text: "0", when: "F = B and B = W and c = 0 and m >= 2*p" },
    metric: Metric::LongestStage,
    memory: Law { text: "p", when: "m >= 2*p" },
    weights: "1",
    messages: Law { text: "2*(2*p-2)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(2),
    rules: &[],
    options: &[ScheduleOption { name: "order", default: "fixed", summary: "fixed, or greedy: made for the costs (needs m >= 2*p)" }],
    build,
};

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    match parameters.text("order") {
        "fixed" => Ok(fixed(parameters)),
        "greedy" => super::zbv_greedy::build(parameters, times),
        other => Err(format!("zbv: order={other}: wanted fixed or greedy")),
    }
}

fn fixed(parameters: &Parameters) -> Schedule {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let mut schedule = Schedule::chain(Placement::Snake, p, 2, m);
    // The order is that of as many microbatches as fill the pipeline; those that are not there are left out.
    let filled = m.max(2 * p - 1);
    for (rank, order) in schedule.orders.iter_mut().enumerate() {
        let stages = [rank, 2 * p - 1 - rank];
        let mut all = Filling { stages, forward: [0; 2], input: [0; 2], weight: [0; 2], order: Vec::new() };
        (0..2 * (p - rank) - 1).for_each(|_| all.forward(0));
        for _ in 0..rank {
            all.forward(1);
            all.forward(0);
        }
        for _ in 0..p - rank {
            all.forward(1);
            all.both(1);
        }
        while all.forward[1] < all.forward[0] || all.forward[0] < filled {
            if all.forward[0] < filled {
                all.forward(0);
            }
            all.both(0);
            all.forward(1);
            all.both(1);
        }
        // Nothing goes forward any more: gradients of inputs first, as others wait for them.
        for _ in 0..rank {
            all.input(0);
            all.input(1);
        }
        for _ in 0..p - rank {
            all.input(0);
            all.weight(0);
        }
        while all.weight[1] < all.input[1] {
            all.weight(1);
        }
        while all.weight[0] < all.input[0] {
            all.weight(0);
        }
        *order = all.order.into_iter().filter(|action| (action.microbatch as usize) < m).collect();
    }
    schedule
}

/// How far a rank's two stages are.
struct Filling {
    stages: [usize; 2],
    forward: [usize; 2],
    input: [usize; 2],
    weight: [usize; 2],
    order: Vec<Action>,
}

impl Filling {
    fn forward(&mut self, chunk: usize) {
        self.order.push(Action::forward(self.stages[chunk], self.forward[chunk]));
        self.forward[chunk] += 1;
    }
    fn input(&mut self, chunk: usize) {
        self.order.push(Action::input(self.stages[chunk], self.input[chunk]));
        self.input[chunk] += 1;
    }
    fn weight(&mut self, chunk: usize) {
        self.order.push(Action::weight(self.stages[chunk], self.weight[chunk]));
        self.weight[chunk] += 1;
    }
    fn both(&mut self, chunk: usize) {
        self.input(chunk);
        self.weight(chunk);
    }
}
