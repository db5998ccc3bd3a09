//! Timelines as Chrome's trace events (JSON), which Perfetto and `chrome://tracing` show. Format: "Trace Event Format", Google, 2016.
//!
//! A process is a rank. Its threads are computation, messages that it sends, messages that it receives, collectives, and copies off the device; what runs on
//! one stream at the same time, as messages to two ranks do, takes a thread more. A flow leads from the computation that makes a result over the message
//! to the computation that waits for it. A counter is what the rank holds. Several timelines follow one another.
//!
//! Invariants: spans of a thread do not overlap; every flow has one start and one end, each at the start of a span of its thread; timestamps are whole
//! nanoseconds, written in microseconds, as the format asks for. Messages that take no time have no span, only a flow.

use super::look::Look;
use super::{Mark, Message, Timeline, What};
use serde_json::{Value, json};
use shardwright_passes::schedule::{Stream, Time};
use std::io::{self, Write};

/// Streams by thread: the first of a hundred numbers each, so that they stay in this order.
const THREADS: [(u64, &str); 5] = [(0, "compute"), (100, "send"), (200, "receive"), (300, "collective"), (400, "copy")];
const SEND: usize = 1;
const RECEIVE: usize = 2;

/// Writes timelines; an event a line.
pub fn write(timelines: &[Timeline], out: &mut impl Write) -> io::Result<()> {
    let about = |timeline: &Timeline| {
        json!({
            "schedule": timeline.name,
            "costs": timeline.costs,
            "makespan_ns": timeline.clock.nanoseconds(timeline.makespan),
            "bubble_rate": timeline.bubble_rate(),
        })
    };
    let about: Vec<Value> = timelines.iter().map(about).collect();
    write!(out, "{{\"displayTimeUnit\":\"ms\",\"otherData\":{},\"traceEvents\":[", json!({"runs": about}))?;
    let (mut process, mut flow, mut first) = (0, 0, true);
    for timeline in timelines {
        let mut file = File { out, timeline, several: timelines.len() > 1, process, flow, first };
        file.timeline()?;
        first = file.first;
        process += timeline.ranks.len();
        flow += timeline.messages.len();
    }
    writeln!(out, "\n]}}")
}

fn thread(stream: Stream) -> usize {
    match stream {
        Stream::Compute => 0,
        Stream::Link => SEND,
        Stream::Collective => 3,
        Stream::Copy => 4,
    }
}

struct File<'a, W> {
    out: &'a mut W,
    timeline: &'a Timeline,
    /// Whether there are other timelines in the file.
    several: bool,
    /// The number of the first process, and of the first flow.
    process: usize,
    flow: usize,
    /// Whether nothing is written yet.
    first: bool,
}

impl<W: Write> File<'_, W> {
    fn timeline(&mut self) -> io::Result<()> {
        let timeline = self.timeline;
        let marks = Lanes::of(timeline.marks.iter().map(|mark| (mark.rank, thread(mark.stream), mark.start, mark.end)));
        let timed: Vec<&Message> = timeline.messages.iter().filter(|message| message.end > message.start).collect();
        let sends = Lanes::of(timed.iter().map(|message| (message.from, SEND, message.start, message.end)));
        let receives = Lanes::of(timed.iter().map(|message| (message.to, RECEIVE, message.start, message.end)));
        self.names([&marks, &sends, &receives])?;
        for (mark, &lane) in timeline.marks.iter().zip(&marks.lanes) {
            self.mark(mark, THREADS[thread(mark.stream)].0 + lane as u64)?;
        }
        let place = |index: usize| {
            let mark = &timeline.marks[index];
            (mark.rank, THREADS[thread(mark.stream)].0 + marks.lanes[index] as u64, mark.start)
        };
        let mut lanes = sends.lanes.iter().zip(&receives.lanes);
        for (id, message) in timeline.messages.iter().enumerate() {
            let mut stops: Vec<(usize, u64, Time)> = message.between[0].map(place).into_iter().collect();
            if message.end > message.start {
                let (&send, &receive) = lanes.next().unwrap_or((&0, &0));
                let threads = [(message.from, THREADS[SEND].0 + send as u64), (message.to, THREADS[RECEIVE].0 + receive as u64)];
                for ((rank, thread), verb) in threads.into_iter().zip(["send", "receive"]) {
                    self.message(message, verb, rank, thread)?;
                    stops.push((rank, thread, message.start));
                }
            }
            stops.extend(message.between[1].map(place));
            if stops.len() > 1 {
                self.flow(id, &stops)?;
            }
        }
        self.counters()
    }
    /// Names of processes and threads.
    fn names(&mut self, lanes: [&Lanes; 3]) -> io::Result<()> {
        for rank in 0..self.timeline.ranks.len() {
            let process = self.process + rank;
            let name = if self.several { format!("{} rank {rank}", self.timeline.name) } else { format!("rank {rank}") };
            self.event(&json!({"ph": "M", "name": "process_name", "pid": process, "args": {"name": name}}))?;
            self.event(&json!({"ph": "M", "name": "process_sort_index", "pid": process, "args": {"sort_index": process}}))?;
            for (stream, &(first, name)) in THREADS.iter().enumerate() {
                let count = lanes.iter().map(|lanes| lanes.count(rank, stream)).max().unwrap_or(0);
                for lane in 0..count {
                    let name = if lane == 0 { name.to_owned() } else { format!("{name} {}", lane + 1) };
                    let thread = first + lane as u64;
                    self.event(&json!({"ph": "M", "name": "thread_name", "pid": process, "tid": thread, "args": {"name": name}}))?;
                    self.event(&json!({"ph": "M", "name": "thread_sort_index", "pid": process, "tid": thread, "args": {"sort_index": thread}}))?;
                }
            }
        }
        Ok(())
    }
    /// What ranks hold.
    fn counters(&mut self) -> io::Result<()> {
        for (rank, line) in self.timeline.ranks.iter().enumerate() {
            // Without a first value the curve would begin with its first change.
            let start = (line.peak.is_some() && line.memory.first().is_none_or(|(time, _)| *time > 0)).then_some((0, 0));
            for (time, held) in start.into_iter().chain(line.memory.iter().copied()) {
                let held = self.timeline.amount(held);
                self.event(
                    &json!({"ph": "C", "name": self.timeline.memory_unit, "pid": self.process + rank, "ts": self.micros(time), "args": {"held": held}}),
                )?;
            }
        }
        Ok(())
    }
    fn event(&mut self, event: &Value) -> io::Result<()> {
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        write!(self.out, "{comma}\n{event}")
    }
    fn micros(&self, time: Time) -> Value {
        micros(self.timeline.clock.nanoseconds(time))
    }
    /// From start to end, in whole nanoseconds, so that what follows begins where this ends.
    fn duration(&self, start: Time, end: Time) -> Value {
        let [start, end] = [start, end].map(|time| self.timeline.clock.nanoseconds(time));
        micros(end - start)
    }
    fn mark(&mut self, mark: &Mark, thread: u64) -> io::Result<()> {
        let args = match &mark.what {
            What::Action { action, slice: (microbatch, slice) } => {
                let mut args = json!({"action": action.to_string(), "stage": action.stage, "kind": mark.look.words()});
                if action.kind.has_microbatch() {
                    args["microbatch"] = json!(microbatch);
                    slice.iter().for_each(|slice| args["slice"] = json!(slice));
                }
                args
            }
            What::Node(_) => json!({"kind": mark.look.words()}),
        };
        let event = json!({
            "ph": "X", "name": mark.name(), "cat": mark.look.words(), "cname": colour(mark.look), "pid": self.process + mark.rank, "tid": thread,
            "ts": self.micros(mark.start), "dur": self.duration(mark.start, mark.end), "args": args,
        });
        self.event(&event)
    }
    fn message(&mut self, message: &Message, verb: &str, rank: usize, thread: u64) -> io::Result<()> {
        let event = json!({
            "ph": "X", "name": format!("{verb} {}", message.what), "cat": Look::Message.words(), "cname": colour(Look::Message), "pid": self.process + rank, "tid": thread,
            "ts": self.micros(message.start), "dur": self.duration(message.start, message.end),
            "args": {"result": message.what, "from": message.from, "to": message.to},
        });
        self.event(&event)
    }
    fn flow(&mut self, id: usize, stops: &[(usize, u64, Time)]) -> io::Result<()> {
        for (index, &(rank, thread, time)) in stops.iter().enumerate() {
            let phase = if index == 0 {
                "s"
            } else if index + 1 == stops.len() {
                "f"
            } else {
                "t"
            };
            let mut event = json!({"ph": phase, "name": "message", "cat": "flow", "id": self.flow + id, "pid": self.process + rank, "tid": thread, "ts": self.micros(time)});
            if phase == "f" {
                event["bp"] = json!("e");
            }
            self.event(&event)?;
        }
        Ok(())
    }
}

/// Whole nanoseconds, in microseconds.
fn micros(nanoseconds: u64) -> Value {
    if nanoseconds.is_multiple_of(1000) { json!(nanoseconds / 1000) } else { json!(nanoseconds as f64 / 1000.0) }
}

/// Names of colours that `chrome://tracing` knows. Perfetto takes colours from names.
fn colour(look: Look) -> &'static str {
    match look {
        Look::Forward => "thread_state_running",
        Look::Backward => "rail_animation",
        Look::InputGradient => "rail_load",
        Look::WeightGradient => "good",
        Look::Recompute => "rail_response",
        Look::Update => "grey",
        Look::Message => "thread_state_unknown",
        Look::Collective => "bad",
        Look::Copy => "olive",
        Look::Other => "generic_work",
    }
}

/// What runs on one stream at the same time lies in lanes: each span in the first that is free.
struct Lanes {
    lanes: Vec<usize>,
    /// For each rank and stream, when each lane is free.
    free: Vec<[Vec<Time>; THREADS.len()]>,
}

impl Lanes {
    /// Of spans by rank, stream, start and end; those of a rank's stream in any order.
    fn of(spans: impl Iterator<Item = (usize, usize, Time, Time)>) -> Lanes {
        let spans: Vec<(usize, usize, Time, Time)> = spans.collect();
        let mut order: Vec<usize> = (0..spans.len()).collect();
        order.sort_by_key(|&span| (spans[span].2, spans[span].3));
        let mut all = Lanes { lanes: vec![0; spans.len()], free: Vec::new() };
        for span in order {
            let (rank, stream, start, end) = spans[span];
            if all.free.len() <= rank {
                all.free.resize_with(rank + 1, Default::default);
            }
            let free = &mut all.free[rank][stream];
            let lane = free.iter().position(|&time| time <= start).unwrap_or(free.len());
            if lane == free.len() {
                free.push(end);
            } else {
                free[lane] = end;
            }
            all.lanes[span] = lane;
        }
        all
    }
    fn count(&self, rank: usize, stream: usize) -> usize {
        self.free.get(rank).map_or(0, |streams| streams[stream].len())
    }
}

#[cfg(test)]
mod tests;
