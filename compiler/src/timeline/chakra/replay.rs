//! A graph run: a node starts when what it depends on is done.
//!
//! A device computes one node at a time, and its host one; of those that wait, the one that could start first goes first, then the lower number. Messages,
//! collectives and copies run beside. A receive starts when its send is done too, and takes its own time on top: the send is what keeps the link busy, the receive
//! the time on the way. The n-th collective of a group on one of its devices is the n-th on all; it starts when it may on all of them, and takes the longest of
//! their times.
//!
//! Invariants: times are in whole units, and the same graph gives the same times. A graph that cannot end is refused with nodes that wait for each other.

use super::super::look::Look;
use super::super::{Mark, Message, Part, Rank, Timeline, What};
use super::{Graph, Node, Peer, Work};
use shardwright_passes::schedule::{Action, Stream, Time};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// The timeline of a graph; or why it cannot run.
pub fn timeline(graph: &Graph) -> Result<Timeline, String> {
    let links = Links::of(graph)?;
    let times = Run::new(graph, &links).run()?;
    Ok(shown(graph, &links, &times))
}

/// A node: device and place in its list.
type Place = (usize, usize);

/// What nodes wait for, resolved.
struct Links {
    /// For each node, the nodes after it.
    followers: Vec<Vec<Vec<Place>>>,
    /// For each node, how many it waits for.
    waits: Vec<Vec<usize>>,
    /// Pairs of send and receive.
    messages: Vec<(Place, Place)>,
    /// Collectives: the nodes that take part, and for each node which it is.
    collectives: Vec<Vec<Place>>,
    collective_of: BTreeMap<Place, usize>,
    /// For each device, where its nodes are by their numbers.
    places: Vec<BTreeMap<u64, usize>>,
}

impl Links {
    fn of(graph: &Graph) -> Result<Links, String> {
        let mut links = Links {
            followers: graph.devices.iter().map(|nodes| vec![Vec::new(); nodes.len()]).collect(),
            waits: graph.devices.iter().map(|nodes| vec![0; nodes.len()]).collect(),
            messages: Vec::new(),
            collectives: Vec::new(),
            collective_of: BTreeMap::new(),
            places: Vec::new(),
        };
        for (device, nodes) in graph.devices.iter().enumerate() {
            let mut places = BTreeMap::new();
            for (place, node) in nodes.iter().enumerate() {
                if places.insert(node.id, place).is_some() {
                    return Err(format!("device {device}: two nodes have number {}", node.id));
                }
            }
            for (place, node) in nodes.iter().enumerate() {
                let before: BTreeSet<u64> = node.order.iter().chain(&node.needs).copied().collect();
                for id in before {
                    let from = places.get(&id).ok_or_else(|| format!("device {device}: {} depends on node {id}, which there is not", told(node)))?;
                    links.join((device, *from), (device, place));
                }
            }
            links.places.push(places);
        }
        links.pair(graph)?;
        links.gather(graph)?;
        Ok(links)
    }

    fn join(&mut self, before: Place, after: Place) {
        self.followers[before.0][before.1].push(after);
        self.waits[after.0][after.1] += 1;
    }

    /// Finds the receive of each send: the n-th with a tag between two devices is the n-th on both.
    fn pair(&mut self, graph: &Graph) -> Result<(), String> {
        type Ends = BTreeMap<(usize, usize, i32), Vec<Place>>;
        let (mut sends, mut receives): (Ends, Ends) = Default::default();
        for (device, nodes) in graph.devices.iter().enumerate() {
            for (place, node) in nodes.iter().enumerate() {
                match node.work {
                    Work::Send(Peer { device: other, tag, .. }) => sends.entry((device, other, tag)).or_default().push((device, place)),
                    Work::Receive(Peer { device: other, tag, .. }) => receives.entry((other, device, tag)).or_default().push((device, place)),
                    _ => {}
                }
            }
        }
        let keys: BTreeSet<(usize, usize, i32)> = sends.keys().chain(receives.keys()).copied().collect();
        for key @ (from, to, tag) in keys {
            let [out, into] = [&sends, &receives].map(|ends| ends.get(&key).cloned().unwrap_or_default());
            if out.len() != into.len() {
                let what = format!("device {from} sends {} messages with tag {tag} to device {to}, which receives {}", out.len(), into.len());
                let one = out.first().or(into.first()).map(|&(device, place)| format!("; one is {} of device {device}", told(&graph.devices[device][place])));
                return Err(what + &one.unwrap_or_default());
            }
            for (send, receive) in out.into_iter().zip(into) {
                self.join(send, receive);
                self.messages.push((send, receive));
            }
        }
        Ok(())
    }

    /// Finds who takes part in each collective.
    fn gather(&mut self, graph: &Graph) -> Result<(), String> {
        let all: Vec<usize> = (0..graph.devices.len()).collect();
        let mut rounds: BTreeMap<(Option<&str>, usize), usize> = BTreeMap::new();
        let mut open: BTreeMap<(Option<&str>, usize), usize> = BTreeMap::new();
        for (device, nodes) in graph.devices.iter().enumerate() {
            for (place, node) in nodes.iter().enumerate() {
                let Work::Collective { group, .. } = &node.work else { continue };
                let group = group.as_deref();
                let members = members(graph, group, &all).ok_or_else(|| {
                    format!("device {device}: {} is in a collective of group {}, which comm_group.json does not have", told(node), group.unwrap_or_default())
                })?;
                if !members.contains(&device) {
                    return Err(format!(
                        "device {device}: {} is in a collective of group {}, which the device is not in",
                        told(node),
                        group.unwrap_or_default()
                    ));
                }
                let round = rounds.entry((group, device)).or_default();
                let index = *open.entry((group, *round)).or_insert_with(|| {
                    self.collectives.push(Vec::new());
                    self.collectives.len() - 1
                });
                *round += 1;
                self.collectives[index].push((device, place));
                self.collective_of.insert((device, place), index);
            }
        }
        for ((group, round), index) in open {
            let members = members(graph, group, &all).unwrap_or(&all);
            if let Some(missing) = members.iter().find(|member| !self.collectives[index].iter().any(|(device, _)| device == *member)) {
                let (device, place) = self.collectives[index][0];
                let node = told(&graph.devices[device][place]);
                return Err(format!(
                    "device {missing} takes no part in collective {round} of group {}, in which {node} of device {device} does",
                    group.unwrap_or("all")
                ));
            }
        }
        Ok(())
    }
}

/// Devices of a group, which is all where it has no name; `None` where it is not known.
fn members<'a>(graph: &'a Graph, group: Option<&str>, all: &'a Vec<usize>) -> Option<&'a Vec<usize>> {
    let Some(group) = group else { return Some(all) };
    graph.groups.iter().find(|(name, _)| name == group).map(|(_, members)| members)
}

fn told(node: &Node) -> String {
    format!("node {} ({})", node.id, node.name)
}

/// When each node starts and ends.
type Times = Vec<Vec<[Time; 2]>>;

/// Nodes that could start: since when, their number and place; the first goes first.
type Queue = BinaryHeap<Reverse<(Time, u64, usize)>>;

struct Run<'a> {
    graph: &'a Graph,
    links: &'a Links,
    waits: Vec<Vec<usize>>,
    times: Times,
    done: Vec<Vec<bool>>,
    /// Ends to come.
    events: BinaryHeap<Reverse<(Time, Place)>>,
    /// For each device and its host: nodes that could start, by when they first could, and whether one runs.
    queues: Vec<[Queue; 2]>,
    running: Vec<[bool; 2]>,
    /// Devices that may have become free, or got something to do.
    awake: BTreeSet<usize>,
    /// For each collective, how many have come.
    here: Vec<usize>,
}

impl<'a> Run<'a> {
    fn new(graph: &'a Graph, links: &'a Links) -> Run<'a> {
        let devices = graph.devices.len();
        Run {
            graph,
            links,
            waits: links.waits.clone(),
            times: graph.devices.iter().map(|nodes| vec![[0; 2]; nodes.len()]).collect(),
            done: graph.devices.iter().map(|nodes| vec![false; nodes.len()]).collect(),
            events: BinaryHeap::new(),
            queues: (0..devices).map(|_| Default::default()).collect(),
            running: vec![[false; 2]; devices],
            awake: BTreeSet::new(),
            here: vec![0; links.collectives.len()],
        }
    }

    fn run(mut self) -> Result<Times, String> {
        for device in 0..self.graph.devices.len() {
            for place in 0..self.graph.devices[device].len() {
                if self.waits[device][place] == 0 {
                    self.ready((device, place), 0);
                }
            }
        }
        self.issue(0);
        while let Some(Reverse((now, place))) = self.events.pop() {
            self.end(place, now);
            // What ends at the same time is all done before anything starts, so that who starts first does not depend on who ended first.
            while let Some(Reverse((time, place))) = self.events.peek().copied() {
                if time > now {
                    break;
                }
                self.events.pop();
                self.end(place, now);
            }
            self.issue(now);
        }
        match self.circle() {
            Some(why) => Err(why),
            None => Ok(self.times),
        }
    }

    fn node(&self, (device, place): Place) -> &'a Node {
        &self.graph.devices[device][place]
    }

    /// A node has all that it waits for.
    fn ready(&mut self, place: Place, now: Time) {
        let node = self.node(place);
        match node.work {
            Work::Compute { host } => {
                self.queues[place.0][usize::from(host)].push(Reverse((now, node.id, place.1)));
                self.awake.insert(place.0);
            }
            Work::Collective { .. } => {
                let index = self.links.collective_of[&place];
                self.here[index] += 1;
                let members = &self.links.collectives[index];
                if self.here[index] == members.len() {
                    let longest = members.iter().map(|&member| self.node(member).duration).max().unwrap_or(0);
                    members.iter().for_each(|&member| self.start(member, now, longest));
                }
            }
            _ => self.start(place, now, node.duration),
        }
    }

    fn start(&mut self, place: Place, now: Time, duration: Time) {
        let end = now.saturating_add(duration);
        self.times[place.0][place.1] = [now, end];
        self.events.push(Reverse((end, place)));
    }

    fn end(&mut self, place: Place, now: Time) {
        self.done[place.0][place.1] = true;
        if let Work::Compute { host } = self.node(place).work {
            self.running[place.0][usize::from(host)] = false;
            self.awake.insert(place.0);
        }
        for &after in &self.links.followers[place.0][place.1] {
            self.waits[after.0][after.1] -= 1;
            if self.waits[after.0][after.1] == 0 {
                self.ready(after, now);
            }
        }
    }

    /// Lets free devices compute.
    fn issue(&mut self, now: Time) {
        for device in std::mem::take(&mut self.awake) {
            for host in 0..2 {
                if self.running[device][host] {
                    continue;
                }
                if let Some(Reverse((_, _, place))) = self.queues[device][host].pop() {
                    self.running[device][host] = true;
                    self.start((device, place), now, self.graph.devices[device][place].duration);
                }
            }
        }
    }

    /// Nodes that wait for each other, where not all are done.
    fn circle(&self) -> Option<String> {
        let stuck = |&(device, place): &Place| !self.done[device][place];
        let all = self.graph.devices.iter().enumerate().flat_map(|(device, nodes)| (0..nodes.len()).map(move |place| (device, place)));
        let mut before: BTreeMap<Place, Place> = BTreeMap::new();
        for place in all.clone().filter(stuck) {
            for &after in &self.links.followers[place.0][place.1] {
                before.entry(after).or_insert(place);
            }
        }
        // One that waits for nothing but the others of its collective waits for one of them that waits for more.
        for members in &self.links.collectives {
            let late = members.iter().find(|member| stuck(member) && before.contains_key(member)).copied();
            for &member in members.iter().filter(|member| stuck(member)) {
                late.into_iter().filter(|late| *late != member).for_each(|late| {
                    before.entry(member).or_insert(late);
                });
            }
        }
        let mut at = all.into_iter().find(stuck)?;
        let (mut path, mut seen): (Vec<Place>, BTreeMap<Place, usize>) = Default::default();
        while !seen.contains_key(&at) {
            seen.insert(at, path.len());
            path.push(at);
            at = before.get(&at).copied().unwrap_or(at);
        }
        let first = seen[&at];
        let names: Vec<String> = path[first..].iter().chain([&at]).map(|&place| format!("{} of device {}", told(self.node(place)), place.0)).collect();
        Some(format!("the traces cannot end: {}", names.join(" waits for ")))
    }
}

fn shown(graph: &Graph, links: &Links, times: &Times) -> Timeline {
    let mut marks: Vec<Mark> = Vec::new();
    let mut mark_of: BTreeMap<Place, usize> = BTreeMap::new();
    let mut ranks = Vec::new();
    for (device, nodes) in graph.devices.iter().enumerate() {
        let actions: Vec<Vec<Action>> = nodes.iter().map(|node| actions(&node.name)).collect();
        let stages: BTreeSet<u32> = actions.iter().flatten().map(|action| action.stage).collect();
        let chunk = |action: &Action| stages.iter().position(|stage| *stage == action.stage).unwrap_or(0);
        let mut busy: Time = 0;
        for (place, node) in nodes.iter().enumerate() {
            let [start, end] = times[device][place];
            let (stream, look) = match node.work {
                Work::Compute { .. } => (Stream::Compute, Look::Other),
                Work::Collective { .. } => (Stream::Collective, Look::Collective),
                Work::Load | Work::Store => (Stream::Copy, Look::Copy),
                Work::Note | Work::Send(_) | Work::Receive(_) => continue,
            };
            // The host computes beside its device.
            let stream = if node.work == (Work::Compute { host: true }) { Stream::Copy } else { stream };
            if stream == Stream::Compute {
                busy = busy.saturating_add(end - start);
            }
            mark_of.insert((device, place), marks.len());
            let mark = |look: Look, chunk: usize, what: What| Mark { rank: device, stream, look, chunk, part: Part::Whole, what, start, end };
            if actions[place].is_empty() {
                marks.push(mark(look, 0, What::Node(node.name.as_str().into())));
            }
            for action in &actions[place] {
                marks.push(mark(Look::of(action.kind), chunk(action), What::Action { action: *action, slice: (action.microbatch, None) }));
            }
        }
        ranks.push(Rank { busy, ..Rank::default() });
    }
    let messages = links.messages.iter().map(|&(send, receive)| {
        let [from, to] = [send, receive].map(|(device, place)| &graph.devices[device][place]);
        let before = from.needs.iter().chain(&from.order).filter_map(|id| links.places[send.0].get(id));
        let maker = before.filter_map(|&place| mark_of.get(&(send.0, place)).copied()).next();
        let reader = links.followers[receive.0][receive.1].iter().find_map(|place| mark_of.get(place).copied());
        let what = maker.map_or_else(|| to.name.clone(), |mark| marks[mark].name());
        Message {
            from: send.0,
            to: receive.0,
            what: what.into(),
            start: times[send.0][send.1][0],
            end: times[receive.0][receive.1][1],
            between: [maker, reader],
        }
    });
    let messages = messages.collect();
    let busiest = ranks.iter().map(|rank: &Rank| rank.busy).max().unwrap_or(0);
    let mut timeline = Timeline {
        name: graph.name.clone(),
        costs: String::new(),
        clock: graph.clock,
        makespan: times.iter().flatten().map(|[_, end]| *end).max().unwrap_or(0),
        ideal: graph.ideal.unwrap_or(busiest),
        ranks,
        marks,
        messages,
        memory_scale: 1,
        memory_unit: String::new(),
    };
    timeline.sort();
    timeline
}

/// The actions that a node's name says: one, or two that run as one.
fn actions(name: &str) -> Vec<Action> {
    let pair = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(")OVERLAP_F_B")).and_then(|pair| pair.split_once(';'));
    let actions = pair.map_or_else(|| vec![name], |(first, second)| vec![first, second]).into_iter().map(Action::parse);
    actions.collect::<Result<Vec<Action>, String>>().unwrap_or_default()
}
