//! Runs a schedule on costs: discrete events in whole units of time.
//!
//! Invariants:
//! * Each rank computes in its order. An action starts when its rank is free and what it needs has arrived; sending never blocks. Collectives and
//!   copies run beside computation, one after the other.
//! * Times depend on the schedule and the costs alone, not on the order in which ranks are looked at: a rank runs until it needs what is not there yet, and
//!   a link that ranks share takes messages by the time at which they are sent.
//! * The work is linear in the number of actions (with shared links, times the logarithm of the messages under way).
//! * Where stages or microbatches are not all one part, times and activations are what they take times their parts.
//! * A schedule that cannot end gives [`Stuck`], with the shortest circle of ranks that wait for each other.

use super::action::{Action, Kind};
use super::costs::{Costs, Memory, Time};
use super::order::Schedule;
use super::stuck::{self, Stuck};
use shardwright_ir::rng::Rng;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a simulation gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulation {
    /// From 0 until the last rank is done.
    pub makespan: Time,
    /// The longest time from a rank's first action to its last: the step's time where no rank waits for all others at its end.
    pub longest_stage: Time,
    /// For each rank, the start of its first computation.
    pub starts: Vec<Time>,
    /// For each rank, the end of its last action.
    pub ends: Vec<Time>,
    /// For each rank, how long it computes.
    pub busy: Vec<Time>,
    /// For each rank, the most activations held, in the unit of [`Memory`].
    pub peak: Vec<i64>,
    /// What ran when; empty unless asked for.
    pub spans: Vec<Span>,
    /// For each rank, times at which the activations held change, and to how much; empty unless asked for.
    pub memory: Vec<Vec<(Time, i64)>>,
}

/// Where an action runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    /// The device's arithmetic.
    Compute,
    /// A message to another rank; the span's rank is the sender.
    Link,
    /// Gathers and sums over replicas.
    Collective,
    /// Copies of activations off the device and back.
    Copy,
}

/// An action in time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The rank.
    pub rank: usize,
    /// Where.
    pub stream: Stream,
    /// What.
    pub action: Action,
    /// The stage that a message goes to; `None` for all else.
    pub to: Option<usize>,
    /// When it starts.
    pub start: Time,
    /// When it ends.
    pub end: Time,
}

/// Not yet known.
const NEVER: Time = Time::MAX;

/// Runs a schedule whose form is valid; `record` asks for spans and memory curves.
pub fn simulate(schedule: &Schedule, costs: &Costs, memory: Memory, record: bool) -> Result<Simulation, Stuck> {
    let mut run = Run::new(schedule, costs, memory, record);
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); schedule.stages.len()];
    let mut queued = vec![true; schedule.ranks()];
    let mut queue: Vec<usize> = (0..schedule.ranks()).rev().collect();
    loop {
        let Some(rank) = queue.pop() else {
            // No rank gets on without a message: of those that wait for a shared link, the earliest. All that come later are sent later.
            let Some(Reverse((end, rank, action))) = run.pending.pop() else { break };
            run.leave(rank, action, end);
            run.sending[rank] = false;
            for other in waiting[action.stage as usize].drain(..).chain([rank]) {
                if !std::mem::replace(&mut queued[other], true) {
                    queue.push(other);
                }
            }
            continue;
        };
        queued[rank] = false;
        while let Some(&action) = schedule.orders[rank].get(run.at[rank]).filter(|_| !run.sending[rank]) {
            if let Some(need) = run.advance(rank, action) {
                waiting[need.stage as usize].push(rank);
                break;
            }
            let pair = schedule.orders[rank].get(run.at[rank] - 1).map(|last| last.stage);
            for stage in [Some(action.stage), pair.filter(|stage| *stage != action.stage)].into_iter().flatten() {
                for other in waiting[stage as usize].drain(..) {
                    if !std::mem::replace(&mut queued[other], true) {
                        queue.push(other);
                    }
                }
            }
        }
    }
    if (0..schedule.ranks()).any(|rank| run.at[rank] < schedule.orders[rank].len()) {
        return Err(stuck::circle(schedule, &run.at, |action| run.missing(action)));
    }
    Ok(run.finish())
}

struct Run<'a> {
    schedule: &'a Schedule,
    costs: &'a Costs,
    memory: Memory,
    record: bool,
    followers: Vec<Vec<usize>>,
    /// Whether messages are actions of their own.
    explicit: bool,
    /// For each rank, how many actions are done.
    at: Vec<usize>,
    /// For each rank, when its arithmetic, collectives and copies are free.
    compute: Vec<Time>,
    collective: Vec<Time>,
    copy: Vec<Time>,
    starts: Vec<Time>,
    busy: Vec<Time>,
    /// For each stage and microbatch, when forward and gradient are done here, and when they are on their way.
    forward: Vec<Time>,
    gradient: Vec<Time>,
    forward_sent: Vec<Time>,
    gradient_sent: Vec<Time>,
    /// When messages are expected, activations then gradients; only where messages are actions.
    posted: [Vec<Time>; 2],
    /// When activations are back, where they were offloaded.
    reloaded: Vec<Time>,
    /// Which forward passes are computed again.
    again: Vec<bool>,
    /// Whether stages or microbatches are not all one part.
    parted: bool,
    /// For each stage, when its weights are there, and when its last gradient is.
    gathered: Vec<Time>,
    last: Vec<Time>,
    reduced: Vec<Option<Time>>,
    link: Vec<Time>,
    /// What waits for a link that ranks share, and the ranks that compute nothing until theirs has left.
    pending: BinaryHeap<Reverse<(Time, usize, Action)>>,
    sending: Vec<bool>,
    held: Vec<i64>,
    peak: Vec<i64>,
    events: Option<Vec<Vec<(Time, i64)>>>,
    spans: Vec<Span>,
}

impl<'a> Run<'a> {
    fn new(schedule: &'a Schedule, costs: &'a Costs, memory: Memory, record: bool) -> Run<'a> {
        let (ranks, stages) = (schedule.ranks(), schedule.stages.len());
        let cells = stages * schedule.microbatches;
        let has = |kind: Kind| schedule.orders.iter().flatten().any(|action| action.kind == kind);
        let only = |wanted: bool, count: usize| if wanted { count } else { 0 };
        let explicit = has(Kind::SendForward) || has(Kind::SendBackward);
        let (offloads, recomputes) = (has(Kind::Offload), has(Kind::Recompute));
        let mut again = vec![false; only(recomputes, cells)];
        if recomputes {
            let actions = schedule.orders.iter().flatten().filter(|action| action.kind == Kind::Recompute);
            actions.for_each(|action| again[action.stage as usize * schedule.microbatches + action.microbatch as usize] = true);
        }
        let mut before = vec![0; ranks];
        for (stage, own) in costs.before.iter().enumerate() {
            let rank: &mut Time = &mut before[schedule.stages[stage].rank];
            *rank = rank.saturating_add(*own);
        }
        Run {
            schedule,
            costs,
            memory,
            record,
            followers: schedule.followers(),
            explicit,
            at: vec![0; ranks],
            compute: before.clone(),
            collective: vec![0; ranks],
            copy: vec![0; ranks],
            starts: vec![NEVER; ranks],
            busy: before,
            forward: vec![NEVER; cells],
            gradient: vec![NEVER; cells],
            forward_sent: vec![NEVER; cells],
            gradient_sent: vec![NEVER; cells],
            posted: [vec![0; only(explicit, cells)], vec![0; only(explicit, cells)]],
            reloaded: vec![0; only(offloads, cells)],
            again,
            parted: !schedule.loads.is_empty() || !schedule.sizes.is_empty(),
            gathered: vec![0; stages],
            last: vec![0; stages],
            reduced: vec![None; stages],
            link: vec![0; only(costs.wire > 0, ranks * ranks + ranks)],
            pending: BinaryHeap::new(),
            sending: vec![false; ranks],
            held: vec![0; ranks],
            peak: vec![0; ranks],
            events: (record || offloads).then(|| vec![Vec::new(); ranks]),
            spans: Vec::new(),
        }
    }

    fn cell(&self, stage: usize, microbatch: u32) -> usize {
        stage * self.schedule.microbatches + microbatch as usize
    }

    /// When what an action needs has arrived, or the first that it needs and that is not done.
    fn ready(&self, rank: usize, action: Action) -> Result<Time, Action> {
        let (stage, microbatch) = (action.stage as usize, action.microbatch);
        let mut ready = 0;
        let mut local = |done: &[Time], kind: Kind| match done[self.cell(stage, microbatch)] {
            NEVER => Err(Action { stage: action.stage, microbatch, kind, paired: false }),
            end => {
                ready = ready.max(end);
                Ok(())
            }
        };
        match action.kind {
            Kind::Backward | Kind::InputGradient | Kind::Recompute | Kind::SendForward | Kind::Offload => local(&self.forward, Kind::Forward)?,
            Kind::WeightGradient | Kind::SendBackward => local(&self.gradient, Kind::InputGradient)?,
            _ => {}
        }
        if action.kind.gives_gradient() && !self.reloaded.is_empty() {
            ready = ready.max(self.reloaded[self.cell(stage, microbatch)]);
        }
        let (others, done, sent, kind, send, posted) = match action.kind {
            Kind::Forward => (&self.schedule.stages[stage].after, &self.forward, &self.forward_sent, Kind::Forward, Kind::SendForward, 0),
            kind if kind.gives_gradient() => (&self.followers[stage], &self.gradient, &self.gradient_sent, Kind::InputGradient, Kind::SendBackward, 1),
            _ => return Ok(ready),
        };
        for &other in others {
            let cell = self.cell(other, microbatch);
            let near = self.schedule.stages[other].rank == rank;
            let (time, kind) = match (near, self.explicit) {
                (true, _) => (done[cell], kind),
                (false, true) => (sent[cell], send),
                (false, false) => (sent[cell], kind),
            };
            if time == NEVER {
                return Err(Action { stage: other as u32, microbatch, kind, paired: false });
            }
            let from = if near || !self.explicit { time } else { time.max(self.posted[posted][self.cell(stage, microbatch)]) };
            ready = ready.max(if near { from } else { from.saturating_add(self.costs.hop) });
        }
        Ok(ready)
    }

    /// Everything that an action still waits for.
    fn missing(&self, action: Action) -> Vec<Action> {
        let stage = action.stage as usize;
        let rank = self.schedule.stages[stage].rank;
        let mut found: Vec<Action> = self.ready(rank, action).err().into_iter().collect();
        let (others, done, kind) = match action.kind {
            Kind::Forward => (&self.schedule.stages[stage].after, &self.forward_sent, Kind::Forward),
            kind if kind.gives_gradient() => (&self.followers[stage], &self.gradient_sent, Kind::InputGradient),
            _ => return found,
        };
        for &other in others {
            let need = Action { stage: other as u32, microbatch: action.microbatch, kind, paired: false };
            if done[self.cell(other, action.microbatch)] == NEVER && !found.iter().any(|found| found.stage == need.stage) {
                found.push(need);
            }
        }
        found
    }

    /// Does an action, and the other of its pair; or says what it waits for.
    fn advance(&mut self, rank: usize, action: Action) -> Option<Action> {
        let ready = match self.ready(rank, action) {
            Ok(ready) => ready,
            Err(need) => return Some(need),
        };
        let other = self.schedule.orders[rank].get(self.at[rank] + 1).copied().filter(|_| action.paired);
        if let (Some(other), Some(pair)) = (other, self.costs.pair) {
            let ready = match self.ready(rank, other) {
                Ok(other) => other.max(ready),
                Err(need) => return Some(need),
            };
            let start = self.compute[rank].max(ready).max(self.gathered[action.stage as usize]).max(self.gathered[other.stage as usize]);
            let end = start.saturating_add(pair);
            self.busy[rank] = self.busy[rank].saturating_add(pair);
            self.computed(rank, action, start, end);
            self.computed(rank, other, start, end);
            self.at[rank] += 2;
            return None;
        }
        self.at[rank] += 1;
        if action.kind.computes() {
            let start = self.compute[rank].max(ready).max(self.gathered[action.stage as usize]);
            let took = self.duration(action);
            self.busy[rank] = self.busy[rank].saturating_add(took);
            self.computed(rank, action, start, start.saturating_add(took));
        } else {
            self.beside(rank, action, ready);
        }
        None
    }

    fn duration(&self, action: Action) -> Time {
        let stage = action.stage as usize;
        let mut time = match action.kind {
            Kind::Forward => self.costs.forward[stage],
            Kind::InputGradient => self.costs.input[stage],
            Kind::WeightGradient => self.costs.weight[stage],
            Kind::Backward => self.costs.input[stage].saturating_add(self.costs.weight[stage]),
            Kind::Recompute => self.costs.recompute[stage],
            Kind::Update => self.costs.update[stage],
            _ => 0,
        };
        if self.parted && action.kind.has_microbatch() {
            let parts = match (action.kind, self.schedule.loads.get(stage)) {
                (Kind::Recompute, Some(load)) => load.again.saturating_mul(self.schedule.work(usize::MAX, action.microbatch as usize)),
                _ => self.schedule.work(stage, action.microbatch as usize),
            };
            time = time.saturating_mul(parts);
        }
        if self.costs.jitter == 0 {
            return time;
        }
        // A stream of its own for each action, so that times do not depend on the order in which actions are looked at.
        let name = (u64::from(action.stage) << 40) ^ (u64::from(action.microbatch) << 8) ^ action.kind as u64;
        let jitter = self.costs.jitter.min(100);
        let percent = 100 - jitter as i64 + Rng::new(self.costs.seed ^ Rng::new(name).bits()).range(0, 2 * jitter as i64);
        (u128::from(time) * percent as u128 / 100) as Time
    }

    /// What a stage's passes for a microbatch add to the activations.
    fn memory_of(&self, stage: usize, action: Action) -> Memory {
        let Memory { forward, input, weight, boundary } = self.memory;
        if !self.parted || !action.kind.has_microbatch() {
            return self.memory;
        }
        let parts = self.schedule.held(stage, action.microbatch as usize);
        let boundary = match self.schedule.loads.get(stage) {
            Some(load) => forward.saturating_mul(load.kept as i64).saturating_mul(self.schedule.held(usize::MAX, action.microbatch as usize)),
            None => boundary.saturating_mul(parts),
        };
        Memory { forward: forward.saturating_mul(parts), input: input.saturating_mul(parts), weight: weight.saturating_mul(parts), boundary }
    }

    /// Books a computation.
    fn computed(&mut self, rank: usize, action: Action, start: Time, end: Time) {
        let stage = action.stage as usize;
        self.starts[rank] = self.starts[rank].min(start);
        self.compute[rank] = end;
        // Before the messages that it makes: spans stand in an order in which everything comes after what it needs.
        self.span(rank, Stream::Compute, action, None, start, end);
        let cell = if action.kind.has_microbatch() { self.cell(stage, action.microbatch) } else { 0 };
        let Memory { forward, input, weight, boundary } = self.memory_of(stage, action);
        match action.kind {
            Kind::Forward => {
                self.forward[cell] = end;
                let kept = if self.again.get(cell) == Some(&true) { boundary } else { forward };
                self.hold(rank, start, kept);
                if !self.explicit {
                    self.send(rank, action, end);
                }
            }
            Kind::Recompute => self.hold(rank, start, forward - boundary),
            Kind::InputGradient | Kind::Backward => {
                self.gradient[cell] = end;
                let whole = action.kind == Kind::Backward;
                self.hold(rank, end, if whole { input + weight } else { input });
                if whole {
                    self.last[stage] = end;
                }
                if !self.explicit {
                    self.send(rank, action, end);
                }
            }
            Kind::WeightGradient => {
                self.last[stage] = end;
                self.hold(rank, end, weight);
            }
            _ => {}
        }
    }

    /// Books what runs beside computation, or takes no time.
    fn beside(&mut self, rank: usize, action: Action, ready: Time) {
        let stage = action.stage as usize;
        let cell = if action.kind.has_microbatch() { self.cell(stage, action.microbatch) } else { 0 };
        let now = self.compute[rank].max(ready);
        match action.kind {
            Kind::SendForward => self.send(rank, Action { kind: Kind::Forward, ..action }, now),
            Kind::SendBackward => self.send(rank, Action { kind: Kind::InputGradient, ..action }, now),
            Kind::ReceiveForward if self.explicit => self.posted[0][cell] = now,
            Kind::ReceiveBackward if self.explicit => self.posted[1][cell] = now,
            Kind::Unshard | Kind::ReduceGrad => {
                let time = if action.kind == Kind::Unshard { self.costs.unshard[stage] } else { self.costs.reduce[stage] };
                let start = self.collective[rank].max(now);
                let end = start.saturating_add(time);
                self.collective[rank] = end;
                self.stop(rank, end);
                if action.kind == Kind::Unshard { self.gathered[stage] = end } else { self.reduced[stage] = Some(end) }
                self.span(rank, Stream::Collective, action, None, start, end);
            }
            Kind::Offload | Kind::Reload => {
                let start = self.copy[rank].max(now);
                let end = start.saturating_add(self.costs.offload);
                self.copy[rank] = end;
                self.stop(rank, end);
                let kept = self.memory_of(stage, action).forward;
                let keeper = self.schedule.keepers[rank];
                if action.kind == Kind::Offload {
                    self.hold(rank, end, -kept);
                    keeper.into_iter().for_each(|keeper| self.hold(keeper, start, kept));
                } else {
                    self.reloaded[cell] = end;
                    self.hold(rank, start, kept);
                    keeper.into_iter().for_each(|keeper| self.hold(keeper, end, -kept));
                }
                self.span(rank, Stream::Copy, action, None, start, end);
            }
            _ => {}
        }
    }

    /// Without overlap, a rank computes nothing until then.
    fn stop(&mut self, rank: usize, until: Time) {
        if !self.costs.overlap {
            self.compute[rank] = self.compute[rank].max(until);
        }
    }

    /// Sends a result, at once or when its turn on a shared link comes.
    fn send(&mut self, rank: usize, action: Action, end: Time) {
        if self.costs.wire > 0 && self.costs.node > 0 {
            self.pending.push(Reverse((end, rank, action)));
            self.sending[rank] = !self.costs.overlap;
        } else {
            self.leave(rank, action, end);
        }
    }

    /// Books when a result leaves.
    fn leave(&mut self, rank: usize, action: Action, end: Time) {
        let (forward, cell) = (action.kind == Kind::Forward, self.cell(action.stage as usize, action.microbatch));
        let sent = if self.costs.wire == 0 && !self.record && self.costs.overlap { end } else { self.messages(rank, action, end) };
        if forward { self.forward_sent[cell] = sent } else { self.gradient_sent[cell] = sent }
    }

    /// When the last message of a result is on its way.
    fn messages(&mut self, rank: usize, action: Action, end: Time) -> Time {
        let stage = action.stage as usize;
        let forward = action.kind == Kind::Forward;
        let others = if forward { self.followers[stage].clone() } else { self.schedule.stages[stage].after.clone() };
        let mut sent = end;
        for other in others {
            let to = self.schedule.stages[other].rank;
            if to == rank {
                continue;
            }
            let mut start = end;
            if self.costs.wire > 0 {
                let (ranks, node) = (self.schedule.orders.len(), self.costs.node);
                let shared = node > 0 && rank / node != to / node;
                let link = &mut self.link[if shared { ranks * ranks + rank / node } else { rank * ranks + to }];
                start = start.max(*link);
                *link = start.saturating_add(self.costs.wire);
            }
            sent = sent.max(start.saturating_add(self.costs.wire));
            let kind = if forward { Kind::SendForward } else { Kind::SendBackward };
            let arrives = start.saturating_add(self.costs.wire).saturating_add(self.costs.hop);
            self.stop(rank, arrives);
            self.span(rank, Stream::Link, Action { kind, ..action }, Some(other), start, arrives);
        }
        sent
    }

    fn hold(&mut self, rank: usize, time: Time, change: i64) {
        self.held[rank] += change;
        self.peak[rank] = self.peak[rank].max(self.held[rank]);
        if let Some(events) = &mut self.events {
            events[rank].push((time, change));
        }
    }

    fn span(&mut self, rank: usize, stream: Stream, action: Action, to: Option<usize>, start: Time, end: Time) {
        if self.record {
            self.spans.push(Span { rank, stream, action, to, start, end });
        }
    }

    /// Sums gradients and updates weights where the schedule does not say when, and takes stock.
    fn finish(mut self) -> Simulation {
        let mut rest: Vec<(Time, usize)> = (0..self.schedule.stages.len()).map(|stage| (self.gradients_done(stage), stage)).collect();
        rest.sort_unstable();
        let mut summed = vec![0; self.schedule.stages.len()];
        let updates = self.schedule.orders.iter().flatten().any(|action| action.kind == Kind::Update);
        for (done, stage) in rest.into_iter().filter(|_| self.schedule.training) {
            let rank = self.schedule.stages[stage].rank;
            let mut end = self.reduced[stage].unwrap_or(done);
            if self.reduced[stage].is_none() && self.costs.reduce[stage] > 0 {
                let start = done.max(self.collective[rank]).max(if self.costs.overlap { 0 } else { self.compute[rank] });
                end = start.saturating_add(self.costs.reduce[stage]);
                self.collective[rank] = end;
                self.stop(rank, end);
                self.span(rank, Stream::Collective, Action::new(stage, Kind::ReduceGrad, 0), None, start, end);
            }
            summed[stage] = end;
        }
        let all = summed.iter().copied().max().unwrap_or(0);
        let mut rest: Vec<(Time, usize)> = summed.into_iter().enumerate().map(|(stage, end)| (end, stage)).collect();
        rest.sort_unstable();
        for (end, stage) in rest.into_iter().filter(|_| self.schedule.training) {
            let rank = self.schedule.stages[stage].rank;
            if !updates && self.costs.update[stage] > 0 {
                let start = if self.costs.barrier { all } else { end }.max(self.compute[rank]);
                self.compute[rank] = start.saturating_add(self.costs.update[stage]);
                self.busy[rank] = self.busy[rank].saturating_add(self.costs.update[stage]);
                self.span(rank, Stream::Compute, Action::new(stage, Kind::Update, 0), None, start, self.compute[rank]);
            }
        }
        let ends: Vec<Time> = (0..self.schedule.ranks()).map(|rank| self.compute[rank].max(self.collective[rank]).max(self.copy[rank])).collect();
        let starts: Vec<Time> = self.starts.iter().map(|&start| if start == NEVER { 0 } else { start }).collect();
        let offloads = !self.reloaded.is_empty();
        let mut curves = self.events.unwrap_or_default();
        for (curve, peak) in curves.iter_mut().zip(&mut self.peak) {
            // Stable: what a rank lets go before it takes more, at the same time, stays so.
            curve.sort_by_key(|(time, _)| *time);
            let mut held = 0;
            let mut most = 0;
            for (_, change) in curve.iter_mut() {
                held += *change;
                most = most.max(held);
                *change = held;
            }
            if offloads {
                *peak = most;
            }
        }
        Simulation {
            makespan: ends.iter().copied().max().unwrap_or(0),
            longest_stage: starts.iter().zip(&ends).map(|(start, end)| end.saturating_sub(*start)).max().unwrap_or(0),
            starts,
            ends,
            busy: self.busy,
            peak: self.peak,
            spans: self.spans,
            memory: if self.record { curves } else { Vec::new() },
        }
    }

    /// When the gradients of a stage and of its copies are all there.
    fn gradients_done(&self, stage: usize) -> Time {
        let first = self.schedule.stages[stage].copy_of.unwrap_or(stage);
        let copies = (0..self.schedule.stages.len()).filter(|&other| other == first || self.schedule.stages[other].copy_of == Some(first));
        let has_copies = self.schedule.stages.iter().any(|other| other.copy_of.is_some());
        if has_copies { copies.map(|other| self.last[other]).max().unwrap_or(0) } else { self.last[stage] }
    }
}

#[cfg(test)]
mod tests;
