//! Rules of the format and of the simulation that every trace keeps.
//!
//! Invariant: expected times are those of the simulation, or counted by hand; never those of another trace.

use super::super::of_schedule::{Told, timeline};
use super::super::{Clock, TimeUnit};
use super::*;
use shardwright_passes::schedule::info::parse;
use shardwright_passes::schedule::{Given, Memory, SCHEDULES, Schedule, Simulation, ideal, simulate};
use std::collections::BTreeMap;

/// A simulation, its clock and its trace.
fn traced(spec: &str, costs: &str) -> (Schedule, Simulation, Clock, Value) {
    let (info, parameters) = parse(spec, SCHEDULES).unwrap();
    let given = Given::parse(costs).unwrap();
    let times = given.times(parameters.chunks as u64).unwrap();
    let schedule = info.build(parameters, times).unwrap();
    let (costs, units) = given.costs(&schedule).unwrap();
    let run = simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, true).unwrap();
    let clock = Clock { scale: units.scale, unit: Some(TimeUnit::Microseconds) };
    let told = Told { name: spec, costs: "", clock, ideal: ideal(&schedule, &costs), memory_scale: schedule.parts, memory_unit: "activations" };
    let timeline = timeline(&schedule, &run, &told);
    let mut text = Vec::new();
    write(std::slice::from_ref(&timeline), &mut text).unwrap();
    let mut again = Vec::new();
    write(std::slice::from_ref(&timeline), &mut again).unwrap();
    assert_eq!(text, again);
    let trace = serde_json::from_slice(&text).unwrap();
    (schedule, run, clock, trace)
}

fn events<'a>(trace: &'a Value, phase: &'a str) -> impl Iterator<Item = &'a Value> {
    trace["traceEvents"].as_array().unwrap().iter().filter(move |event| event["ph"] == phase)
}

/// Microseconds of the file in whole nanoseconds.
fn nanoseconds(micros: &Value) -> u64 {
    (micros.as_f64().unwrap() * 1000.0).round() as u64
}

fn place(event: &Value) -> (u64, u64) {
    (event["pid"].as_u64().unwrap(), event["tid"].as_u64().unwrap())
}

const CASES: [(&str, &str); 7] = [
    ("1f1b:p=4,m=8", "F=10,B=12,W=8,c=1"),
    ("zb-h1:p=4,m=8", "F=10,B=12,W=8,c=30,wire=3"),
    ("interleaved-1f1b:p=4,m=8,v=3", "F=10,B=12,W=8"),
    ("dualpipev:p=4,m=8", "F=1.5,B=2,W=1,FB=3,c=0.25"),
    ("chimera:p=4,m=8", "F=10,B=12,W=8,c=1,G=40,S=2"),
    ("bpipe:p=4,m=8", "F=10,B=12,W=8,c=1,O=4"),
    ("terapipe:p=4,m=4", "F=10,B=12,W=8,c=1"),
];

#[test]
fn every_trace_keeps_the_rules_of_the_format() {
    for (spec, costs) in CASES {
        let (schedule, run, clock, trace) = traced(spec, costs);
        // Every thread has a name, every process too.
        let named: Vec<(u64, u64)> = events(&trace, "M").filter(|event| event["name"] == "thread_name").map(place).collect();
        assert_eq!(events(&trace, "M").filter(|event| event["name"] == "process_name").count(), schedule.ranks(), "{spec}");
        // Spans of a thread do not overlap.
        let mut threads: BTreeMap<(u64, u64), Vec<(u64, u64)>> = BTreeMap::new();
        for event in events(&trace, "X") {
            let start = nanoseconds(&event["ts"]);
            threads.entry(place(event)).or_default().push((start, start + nanoseconds(&event["dur"])));
        }
        for (thread, spans) in &mut threads {
            assert!(named.contains(thread), "{spec}: {thread:?} has no name");
            spans.sort_unstable();
            let overlap = spans.windows(2).find(|pair| pair[1].0 < pair[0].1);
            assert_eq!(overlap, None, "{spec} {thread:?}");
        }
        // Flows: one start, one end, at starts of spans, forward in time.
        let mut flows: BTreeMap<u64, Vec<&Value>> = BTreeMap::new();
        for event in trace["traceEvents"].as_array().unwrap().iter().filter(|event| ["s", "t", "f"].iter().any(|phase| event["ph"] == *phase)) {
            flows.entry(event["id"].as_u64().unwrap()).or_default().push(event);
        }
        let messages = run.spans.iter().filter(|span| span.stream == Stream::Link).count();
        assert_eq!(flows.len(), messages, "{spec}");
        for flow in flows.values() {
            let phases: String = flow.iter().map(|event| event["ph"].as_str().unwrap()).collect();
            assert!(["sf", "sttf"].contains(&phases.as_str()), "{spec}: {phases}");
            assert_eq!(flow.last().unwrap()["bp"], "e");
            assert!(flow.windows(2).all(|pair| nanoseconds(&pair[0]["ts"]) <= nanoseconds(&pair[1]["ts"])), "{spec}");
            for event in flow {
                let starts = &threads[&place(event)];
                assert!(starts.iter().any(|span| span.0 == nanoseconds(&event["ts"])), "{spec}: {event}");
            }
        }
        // The makespan is the last end.
        let last = threads.iter().filter(|(thread, _)| ![1, 2].contains(&(thread.1 / 100))).flat_map(|(_, spans)| spans).map(|span| span.1).max();
        assert_eq!(last, Some(clock.nanoseconds(run.makespan)), "{spec}");
    }
}

#[test]
fn times_are_those_of_the_simulation() {
    for (spec, costs) in CASES {
        let (_, run, clock, trace) = traced(spec, costs);
        let mut wanted: Vec<(u64, String, u64, u64)> = run
            .spans
            .iter()
            .filter(|span| span.stream != Stream::Link)
            .map(|span| (span.rank as u64, span.action.to_string(), clock.nanoseconds(span.start), clock.nanoseconds(span.end)))
            .collect();
        let mut found: Vec<(u64, String, u64, u64)> = events(&trace, "X")
            .filter(|event| event["cat"] != "message")
            .map(|event| {
                let start = nanoseconds(&event["ts"]);
                (place(event).0, event["name"].as_str().unwrap().to_owned(), start, start + nanoseconds(&event["dur"]))
            })
            .collect();
        wanted.sort();
        found.sort();
        assert_eq!(wanted, found, "{spec}");
    }
}

#[test]
fn counters_reach_the_peak_and_nothing_more() {
    for (spec, costs) in CASES {
        let (schedule, run, _, trace) = traced(spec, costs);
        for rank in 0..schedule.ranks() {
            let held: Vec<f64> = events(&trace, "C").filter(|event| event["pid"] == rank).map(|event| event["args"]["held"].as_f64().unwrap()).collect();
            let most = held.iter().copied().fold(0.0, f64::max);
            assert_eq!(most, run.peak[rank] as f64 / schedule.parts as f64, "{spec} rank {rank}");
            assert_eq!(held.last(), Some(&0.0), "{spec} rank {rank}");
        }
    }
}

#[test]
fn a_pipeline_of_two_is_traced_as_counted_by_hand() {
    // GPipe, one microbatch: forward 0-2 on rank 0, on its way 2-3, forward 3-5 on rank 1, backward 5-9, on its way 9-10, backward 10-14;
    // then gradients are summed, which takes no time here.
    let (_, _, _, trace) = traced("gpipe:p=2,m=1", "F=2,B=3,W=1,c=1");
    let spans: Vec<(String, u64, f64, f64)> = events(&trace, "X")
        .map(|event| (event["name"].as_str().unwrap().to_owned(), place(event).0, event["ts"].as_f64().unwrap(), event["dur"].as_f64().unwrap()))
        .collect();
    let wanted = [
        ("0F0", 0, 0.0, 2.0),
        ("0B0", 0, 10.0, 4.0),
        ("0REDUCE_GRAD", 0, 14.0, 0.0),
        ("1F0", 1, 3.0, 2.0),
        ("1B0", 1, 5.0, 4.0),
        ("1REDUCE_GRAD", 1, 9.0, 0.0),
        ("send 0F0", 0, 2.0, 1.0),
        ("receive 0F0", 1, 2.0, 1.0),
        ("send 1B0", 1, 9.0, 1.0),
        ("receive 1B0", 0, 9.0, 1.0),
    ];
    assert_eq!(spans, wanted.map(|(name, rank, start, length)| (name.to_owned(), rank, start, length)));
}
