//! The graph of a schedule with its costs: everything that the simulation waits for is a dependency.
//!
//! A message is a send, which takes what it keeps its link busy, and a receive, which takes the hop; sends over one link follow one another where they keep it
//! busy. What a stage waits for on other ranks besides messages (gradients of its copies, all gradients before the update) is a barrier.
//!
//! Invariant: running the graph gives the simulation's times.

use super::super::Clock;
use super::super::of_schedule::Told;
use super::proto::CollectiveCommType;
use super::{Graph, Node, Peer, Work, replay};
use shardwright_passes::schedule::{Action, Costs, Kind, Schedule, Simulation, Span, Stream, Time};
use std::collections::{BTreeMap, BTreeSet};

/// The graph of a simulation that recorded its spans. A cost of one is a millisecond where nothing is told; `message_bytes` is 0 where it is not known.
/// Where ranks wait for each other in a way that no dependency says, as over a link that several share, there is none.
pub fn graph(schedule: &Schedule, costs: &Costs, run: &Simulation, told: &Told<'_>, message_bytes: u64) -> Result<Graph, String> {
    let graph = built(schedule, costs, run, told, message_bytes);
    let takes = replay::timeline(&graph)?.makespan;
    if takes != run.makespan {
        let [takes, took] = [takes, run.makespan].map(|time| told.clock.decimal(time));
        return Err(format!("traces cannot say how these ranks wait, as over a link that several share: traces would take {takes}, and the schedule takes {took}"));
    }
    Ok(graph)
}

fn built(schedule: &Schedule, costs: &Costs, run: &Simulation, told: &Told<'_>, message_bytes: u64) -> Graph {
    let mut builder = Builder::new(schedule, costs, message_bytes);
    // Spans stand in an order in which everything comes after what it needs.
    for span in &run.spans {
        match span.stream {
            Stream::Compute => builder.compute(span),
            Stream::Link => builder.send(span),
            Stream::Collective => builder.collective(span),
            Stream::Copy => builder.copy(span),
        }
    }
    let clock = Clock { unit: Some(told.clock.unit_or_default()), ..told.clock };
    let groups = builder.groups.into_iter().enumerate().map(|(name, ranks)| (name.to_string(), ranks)).collect();
    Graph { name: told.name.to_owned(), clock, ideal: Some(told.ideal), devices: builder.devices, groups }
}

/// A node that a later one waits for, by rank.
type Id = u64;

struct Builder<'a> {
    schedule: &'a Schedule,
    costs: &'a Costs,
    message_bytes: u64,
    followers: Vec<Vec<usize>>,
    devices: Vec<Vec<Node>>,
    groups: Vec<Vec<usize>>,
    /// For each rank, how many of its actions are in the graph.
    at: Vec<usize>,
    /// The other of a pair that is in the graph with the first.
    paired: Vec<bool>,
    /// For each rank, the last node that computes, gathers, and copies.
    compute: Vec<Option<Id>>,
    gathers: Vec<Option<Id>>,
    copies: Vec<Option<Id>>,
    /// For each rank, the nodes that compute, with the number of actions before them.
    computed: Vec<Vec<(usize, Id)>>,
    /// For each stage and microbatch, nodes that are done: forward, gradient, reload.
    forward: Vec<Option<Id>>,
    gradient: Vec<Option<Id>>,
    reloaded: Vec<Option<Id>>,
    /// For each stage: weights gathered, last gradient, gradients summed.
    gathered: Vec<Option<Id>>,
    last: Vec<Option<Id>>,
    summed: Vec<Option<Id>>,
    /// Gathers and sums that the orders place.
    planned: BTreeSet<(Kind, usize)>,
    /// Where messages are expected, by direction, receiving stage and microbatch: how many actions of the rank come before.
    posted: BTreeMap<(bool, usize, u32), usize>,
    /// Messages on their way, by direction, stages and microbatch: their tag, or the node that received them.
    sent: BTreeMap<(bool, usize, usize, u32), i32>,
    received: BTreeMap<(bool, usize, usize, u32), Id>,
    /// For each link, how many messages there were, and the last.
    links: BTreeMap<(usize, usize), (i32, Id)>,
    /// Barriers of copies by their first stage, and that of all ranks: a node for each rank.
    barriers: BTreeMap<usize, BTreeMap<usize, Id>>,
    all: Option<Vec<Id>>,
}

impl<'a> Builder<'a> {
    fn new(schedule: &'a Schedule, costs: &'a Costs, message_bytes: u64) -> Builder<'a> {
        let (ranks, stages) = (schedule.ranks(), schedule.stages.len());
        let cells = vec![None; stages * schedule.microbatches];
        let (mut posted, mut planned) = (BTreeMap::new(), BTreeSet::new());
        for (index, action) in schedule.orders.iter().flat_map(|order| order.iter().enumerate()) {
            let stage = action.stage as usize;
            match action.kind {
                Kind::ReceiveForward | Kind::ReceiveBackward => {
                    posted.insert((action.kind == Kind::ReceiveForward, stage, action.microbatch), index);
                }
                Kind::Unshard | Kind::ReduceGrad => {
                    planned.insert((action.kind, stage));
                }
                _ => {}
            }
        }
        Builder {
            schedule,
            costs,
            message_bytes,
            followers: schedule.followers(),
            devices: vec![Vec::new(); ranks],
            groups: (0..ranks).map(|rank| vec![rank]).collect(),
            at: vec![0; ranks],
            paired: vec![false; ranks],
            compute: vec![None; ranks],
            gathers: vec![None; ranks],
            copies: vec![None; ranks],
            computed: vec![Vec::new(); ranks],
            forward: cells.clone(),
            gradient: cells.clone(),
            reloaded: cells,
            gathered: vec![None; stages],
            last: vec![None; stages],
            summed: vec![None; stages],
            planned,
            posted,
            sent: BTreeMap::new(),
            received: BTreeMap::new(),
            links: BTreeMap::new(),
            barriers: BTreeMap::new(),
            all: None,
        }
    }

    fn cell(&self, action: Action) -> usize {
        action.stage as usize * self.schedule.microbatches + action.microbatch as usize
    }

    fn add(&mut self, rank: usize, name: String, work: Work, order: Vec<Option<Id>>, needs: Vec<Id>, [start, duration]: [Time; 2]) -> Id {
        let id = self.devices[rank].len() as Id;
        let order: BTreeSet<Id> = order.into_iter().flatten().filter(|id| !needs.contains(id)).collect();
        let needs: BTreeSet<Id> = needs.into_iter().collect();
        self.devices[rank].push(Node { id, name, work, order: order.into_iter().collect(), needs: needs.into_iter().collect(), start, duration });
        id
    }

    fn compute(&mut self, span: &Span) {
        let rank = span.rank;
        if std::mem::take(&mut self.paired[rank]) {
            // It is in the graph with the first of its pair.
            self.at[rank] += 1;
            return;
        }
        let order = &self.schedule.orders[rank];
        self.at[rank] += order[self.at[rank].min(order.len())..].iter().take_while(|action| !action.kind.computes()).count();
        let at = self.at[rank];
        let other = order.get(at + 1).copied().filter(|_| span.action.paired && self.costs.pair.is_some());
        let mut needs = self.needs(rank, span.action, span.start);
        let mut name = span.action.to_string();
        if let Some(other) = other {
            needs.extend(self.needs(rank, other, span.start));
            name = format!("({name};{other})OVERLAP_F_B");
        }
        if span.action.kind == Kind::Update && at >= order.len() {
            needs.extend(self.before_update(rank, span.action.stage as usize, span.start));
        }
        let order = vec![self.compute[rank]];
        let id = self.add(rank, name, Work::Compute { host: false }, order, needs, [span.start, span.end - span.start]);
        self.compute[rank] = Some(id);
        self.computed[rank].push((at, id));
        self.at[rank] += 1;
        self.paired[rank] = other.is_some();
        self.done(span.action, id);
        other.into_iter().for_each(|other| self.done(other, id));
    }

    /// Notes what an action gives.
    fn done(&mut self, action: Action, id: Id) {
        let stage = action.stage as usize;
        match action.kind {
            Kind::Forward => {
                let cell = self.cell(action);
                self.forward[cell] = Some(id);
            }
            kind if kind.gives_gradient() => {
                let cell = self.cell(action);
                self.gradient[cell] = Some(id);
                if kind == Kind::Backward {
                    self.last[stage] = Some(id);
                }
            }
            Kind::WeightGradient => self.last[stage] = Some(id),
            _ => {}
        }
    }

    /// What a computation needs, messages received.
    fn needs(&mut self, rank: usize, action: Action, start: Time) -> Vec<Id> {
        let stage = action.stage as usize;
        let mut needs: Vec<Id> = self.gathered[stage].into_iter().collect();
        if !action.kind.has_microbatch() {
            return needs;
        }
        let cell = self.cell(action);
        match action.kind {
            Kind::Backward | Kind::InputGradient | Kind::Recompute => needs.extend(self.forward[cell]),
            Kind::WeightGradient => needs.extend(self.gradient[cell]),
            _ => {}
        }
        if action.kind.gives_gradient() {
            needs.extend(self.reloaded[cell]);
        }
        let forward = action.kind == Kind::Forward;
        if !forward && !action.kind.gives_gradient() {
            return needs;
        }
        let others = if forward { self.schedule.stages[stage].after.clone() } else { self.followers[stage].clone() };
        for other in others {
            if self.schedule.stages[other].rank == rank {
                let cell = self.cell(Action { stage: other as u32, ..action });
                needs.extend(if forward { self.forward[cell] } else { self.gradient[cell] });
            } else {
                needs.push(self.receive(forward, other, stage, action.microbatch, start));
            }
        }
        needs
    }

    /// The node that receives a message; made when it is first needed.
    fn receive(&mut self, forward: bool, from: usize, to: usize, microbatch: u32, start: Time) -> Id {
        let key = (forward, from, to, microbatch);
        if let Some(&id) = self.received.get(&key) {
            return id;
        }
        let rank = self.schedule.stages[to].rank;
        // A message is not there before it is expected: after what was computed then.
        let posted = self.posted.get(&(forward, to, microbatch)).and_then(|&place| {
            let before = self.computed[rank].partition_point(|(at, _)| *at < place);
            before.checked_sub(1).map(|last| self.computed[rank][last].1)
        });
        let tag = self.sent.get(&key).copied().unwrap_or_default();
        let peer = Peer { device: self.schedule.stages[from].rank, tag, bytes: self.message_bytes };
        let kind = if forward { Kind::ReceiveForward } else { Kind::ReceiveBackward };
        let name = Action { stage: to as u32, microbatch, kind, paired: false }.to_string();
        let id = self.add(rank, name, Work::Receive(peer), vec![posted], Vec::new(), [start.saturating_sub(self.costs.hop), self.costs.hop]);
        self.received.insert(key, id);
        id
    }

    fn send(&mut self, span: &Span) {
        let (rank, action) = (span.rank, span.action);
        let Some(to) = span.to else { return };
        let forward = action.kind == Kind::SendForward;
        let cell = self.cell(action);
        let needs = if forward { self.forward[cell] } else { self.gradient[cell] };
        let link = (rank, self.schedule.stages[to].rank);
        let before = self.links.get(&link).copied();
        let tag = before.map_or(0, |(tag, _)| tag + 1);
        let busy = before.filter(|_| self.costs.wire > 0).map(|(_, last)| last);
        let peer = Peer { device: link.1, tag, bytes: self.message_bytes };
        let order = vec![self.compute[rank], busy];
        let id = self.add(rank, action.to_string(), Work::Send(peer), order, needs.into_iter().collect(), [span.start, self.costs.wire]);
        self.links.insert(link, (tag, id));
        self.sent.insert((forward, action.stage as usize, to, action.microbatch), tag);
    }

    fn collective(&mut self, span: &Span) {
        let (rank, action) = (span.rank, span.action);
        let stage = action.stage as usize;
        let planned = self.planned.contains(&(action.kind, stage));
        let after = if planned { self.compute[rank] } else { None };
        let needs = if planned { Vec::new() } else { self.gradients(rank, stage, span.start) };
        let kind = if action.kind == Kind::Unshard { CollectiveCommType::AllGather } else { CollectiveCommType::AllReduce };
        // Replicas are not among the ranks of a schedule: the group is the rank alone.
        let work = Work::Collective { kind: kind as i32, group: Some(rank.to_string()) };
        let id = self.add(rank, action.to_string(), work, vec![after, self.gathers[rank]], needs, [span.start, span.end - span.start]);
        self.gathers[rank] = Some(id);
        if action.kind == Kind::Unshard { self.gathered[stage] = Some(id) } else { self.summed[stage] = Some(id) }
    }

    /// What says that the gradients of a stage, and of its copies, are all there.
    fn gradients(&mut self, rank: usize, stage: usize, start: Time) -> Vec<Id> {
        let stages = &self.schedule.stages;
        let first = stages[stage].copy_of.unwrap_or(stage);
        let family: Vec<usize> = (0..stages.len()).filter(|&other| other == first || stages[other].copy_of == Some(first)).collect();
        let ranks: BTreeSet<usize> = family.iter().map(|&stage| stages[stage].rank).collect();
        let own = |builder: &Builder<'_>, rank: usize| -> Vec<Id> {
            let own = family.iter().filter(|&&stage| builder.schedule.stages[stage].rank == rank);
            own.filter_map(|&stage| builder.last[stage]).collect()
        };
        if ranks.len() < 2 {
            return own(self, rank);
        }
        if !self.barriers.contains_key(&first) {
            let needs = ranks.iter().map(|&rank| (rank, own(self, rank))).collect();
            let nodes = self.barrier(needs, start);
            self.barriers.insert(first, nodes);
        }
        self.barriers[&first].get(&rank).copied().into_iter().collect()
    }

    /// A barrier of ranks, each after these of its nodes.
    fn barrier(&mut self, needs: BTreeMap<usize, Vec<Id>>, start: Time) -> BTreeMap<usize, Id> {
        let ranks: Vec<usize> = needs.keys().copied().collect();
        let group = self.groups.iter().position(|group| *group == ranks).unwrap_or(self.groups.len());
        if group == self.groups.len() {
            self.groups.push(ranks);
        }
        let work = Work::Collective { kind: CollectiveCommType::Barrier as i32, group: Some(group.to_string()) };
        needs.into_iter().map(|(rank, needs)| (rank, self.add(rank, "barrier".to_owned(), work.clone(), Vec::new(), needs, [start, 0]))).collect()
    }

    /// What an update that the schedule does not place waits for.
    fn before_update(&mut self, rank: usize, stage: usize, start: Time) -> Vec<Id> {
        if !self.costs.barrier {
            return self.ready_to_update(rank, stage, start);
        }
        if self.all.is_none() {
            let mut needs: BTreeMap<usize, Vec<Id>> = (0..self.schedule.ranks()).map(|rank| (rank, Vec::new())).collect();
            for stage in 0..self.schedule.stages.len() {
                let rank = self.schedule.stages[stage].rank;
                let ready = self.ready_to_update(rank, stage, start);
                needs.entry(rank).or_default().extend(ready);
            }
            self.all = Some(self.barrier(needs, start).into_values().collect());
        }
        self.all.iter().map(|nodes| nodes[rank]).collect()
    }

    fn ready_to_update(&mut self, rank: usize, stage: usize, start: Time) -> Vec<Id> {
        match self.summed[stage] {
            Some(summed) => vec![summed],
            None => self.gradients(rank, stage, start),
        }
    }

    fn copy(&mut self, span: &Span) {
        let (rank, action) = (span.rank, span.action);
        let cell = self.cell(action);
        let (work, needs) = if action.kind == Kind::Offload { (Work::Store, self.forward[cell]) } else { (Work::Load, None) };
        let order = vec![self.compute[rank], self.copies[rank]];
        let id = self.add(rank, action.to_string(), work, order, needs.into_iter().collect(), [span.start, span.end - span.start]);
        self.copies[rank] = Some(id);
        if action.kind == Kind::Reload {
            self.reloaded[cell] = Some(id);
        }
    }
}
