//! Graphs take as long as the simulations that they come from, and files hold them whole.
//!
//! Invariant: expected times are those of the schedule simulator, which knows nothing of graphs, or counted by hand.

use super::of_schedule::graph;
use super::{Graph, Node, Peer, Work, file, replay};
use crate::timeline::of_schedule::Told;
use crate::timeline::{Clock, TimeUnit, What};
use shardwright_ir::rng::Rng;
use shardwright_passes::schedule::info::parse;
use shardwright_passes::schedule::lower::lower;
use shardwright_passes::schedule::{Given, Kind, Memory, SCHEDULES, Schedule, Simulation, Stream, ideal, simulate};
use std::path::Path;

fn traced(spec: &str, costs: &str, change: impl Fn(Schedule) -> Schedule) -> (Simulation, Graph) {
    let (info, parameters) = parse(spec, SCHEDULES).unwrap();
    let given = Given::parse(costs).unwrap();
    let times = given.times(parameters.chunks as u64).unwrap();
    let schedule = change(info.build(parameters, times).unwrap());
    let (costs, units) = given.costs(&schedule).unwrap();
    let run = simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, true).unwrap();
    let clock = Clock { scale: units.scale, unit: Some(TimeUnit::Microseconds) };
    let told = Told { name: spec, costs: "", clock, ideal: ideal(&schedule, &costs), memory_scale: schedule.parts, memory_unit: "activations" };
    let graph = graph(&schedule, &costs, &run, &told, 0).unwrap_or_else(|why| panic!("{spec}: {why}"));
    (run, graph)
}

/// Every action runs when the simulation has it run.
fn check(name: &str, run: &Simulation, graph: &Graph) {
    let timeline = replay::timeline(graph).unwrap_or_else(|why| panic!("{name}: {why}"));
    assert_eq!(timeline.makespan, run.makespan, "{name}");
    let mut wanted: Vec<(usize, String, u64, u64)> =
        run.spans.iter().filter(|span| span.stream != Stream::Link).map(|span| (span.rank, span.action.to_string(), span.start, span.end)).collect();
    let named = |mark: &&crate::timeline::Mark| matches!(mark.what, What::Action { .. });
    let mut found: Vec<(usize, String, u64, u64)> = timeline.marks.iter().filter(named).map(|mark| (mark.rank, mark.name(), mark.start, mark.end)).collect();
    wanted.sort();
    found.sort();
    assert_eq!(found, wanted, "{name}");
    let links = run.spans.iter().filter(|span| span.stream == Stream::Link).count();
    assert_eq!(timeline.messages.len(), links, "{name}");
    assert!(timeline.messages.iter().all(|message| message.between[0].is_some() && message.between[1].is_some()), "{name}");
}

#[test]
fn graphs_take_as_long_as_the_simulation() {
    let costs = ["F=10,B=12,W=8,c=1", "F=1.5,B=2,W=1,c=0.25,wire=3,G=7,S=2", "F=3,B=3,W=3,FB=5,c=9,G=2,S=1,barrier=1,O=4,U=2,R=1,jitter=9,seed=4"];
    for info in SCHEDULES.iter().filter(|info| info.name != "search") {
        let sizes = [(4, 8, 1), (4, 8, 2), (5, 10, 1), (5, 8, 1)];
        let spec = sizes
            .into_iter()
            .map(|(p, m, v)| format!("{}:p={p},m={m},v={v}", info.name))
            .find(|spec| parse(spec, SCHEDULES).is_ok_and(|(info, parameters)| info.checked(parameters).is_ok()));
        let spec = spec.unwrap_or_else(|| panic!("{}: no size fits", info.name));
        for costs in costs {
            let (run, graph) = traced(&spec, costs, |schedule| schedule);
            check(&format!("{spec} {costs}"), &run, &graph);
        }
    }
}

#[test]
fn messages_that_are_actions_are_not_there_before_they_are_expected() {
    for spec in ["1f1b:p=4,m=8", "interleaved-1f1b:p=4,m=8,v=2", "looped-bfs:p=2,m=4,v=2", "dualpipev:p=4,m=8"] {
        for costs in ["F=10,B=12,W=8,c=3", "F=10,B=12,W=8,c=30,wire=4,U=6,G=5,S=2"] {
            let (run, graph) = traced(spec, costs, |schedule| lower(&schedule).unwrap());
            assert!(run.spans.iter().any(|span| span.action.kind == Kind::Unshard), "{spec}");
            check(&format!("{spec} {costs}"), &run, &graph);
        }
    }
}

#[test]
fn files_hold_the_graph() {
    let folder = tempfile::tempdir().unwrap();
    let (_, wider) = traced("1f1b:p=6,m=8", "F=1,B=1,W=1", |schedule| schedule);
    file::write(&wider, folder.path()).unwrap();
    // Thirds of a unit are exact; fewer devices take the place of more.
    let (run, graph) = traced("interleaved-1f1b:p=4,m=8,v=3", "F=10,B=12,W=8,c=1,G=5,S=2,barrier=1", |schedule| schedule);
    file::write(&graph, folder.path()).unwrap();
    let read = file::read(folder.path()).unwrap();
    assert_eq!(read, graph);
    check("read", &run, &read);
}

fn node(id: u64, work: Work, needs: &[u64], duration: u64) -> Node {
    Node { id, name: format!("n{id}"), work, order: Vec::new(), needs: needs.to_vec(), start: 0, duration }
}

fn of(devices: Vec<Vec<Node>>) -> Graph {
    Graph {
        name: "hand".to_owned(),
        clock: Clock { scale: 1, unit: Some(TimeUnit::Microseconds) },
        ideal: None,
        devices,
        groups: vec![("g".to_owned(), vec![0, 1])],
    }
}

const GPU: Work = Work::Compute { host: false };

fn peer(device: usize) -> Peer {
    Peer { device, tag: 7, bytes: 0 }
}

#[test]
fn a_device_computes_one_node_at_a_time_and_its_host_beside() {
    // 0 and 1 could both start at once: 0 to 5, then 1 to 8; the host's runs from 0 to 9, and what needs it and 1 from 9.
    let graph = of(vec![vec![node(1, GPU, &[], 3), node(0, GPU, &[], 5), node(2, Work::Compute { host: true }, &[], 9), node(3, GPU, &[1, 2], 1)]]);
    let timeline = replay::timeline(&graph).unwrap();
    let times: Vec<(String, u64, u64)> = timeline.marks.iter().map(|mark| (mark.name(), mark.start, mark.end)).collect();
    let wanted = [("n0", 0, 5), ("n1", 5, 8), ("n3", 9, 10), ("n2", 0, 9)];
    assert_eq!(times, wanted.map(|(name, start, end)| (name.to_owned(), start, end)));
    assert_eq!((timeline.makespan, timeline.ideal), (10, 9));
}

#[test]
fn messages_take_the_send_and_then_the_receive_and_collectives_the_longest() {
    let all = Work::Collective { kind: 0, group: Some("g".to_owned()) };
    let graph = of(vec![
        vec![node(0, GPU, &[], 4), node(1, Work::Send(peer(1)), &[0], 2), node(2, all.clone(), &[0], 3)],
        vec![node(0, Work::Receive(peer(0)), &[], 1), node(1, GPU, &[0], 6), node(2, all, &[1], 5)],
    ]);
    // Sent from 4 to 6, there at 7, computed until 13; the collective starts there on both and takes 5.
    let timeline = replay::timeline(&graph).unwrap();
    assert_eq!(timeline.makespan, 18);
    assert_eq!(timeline.messages.iter().map(|message| (message.start, message.end)).collect::<Vec<_>>(), [(4, 7)]);
}

#[test]
fn graphs_that_cannot_run_are_refused_with_the_reason() {
    let why = |devices: Vec<Vec<Node>>| replay::timeline(&of(devices)).unwrap_err();
    assert_eq!(why(vec![vec![node(0, GPU, &[4], 1)]]), "device 0: node 0 (n0) depends on node 4, which there is not");
    assert_eq!(why(vec![vec![node(0, GPU, &[], 1), node(0, GPU, &[], 1)]]), "device 0: two nodes have number 0");
    let circle = why(vec![vec![node(0, GPU, &[1], 1), node(1, GPU, &[0], 1)]]);
    assert_eq!(circle, "the traces cannot end: node 0 (n0) of device 0 waits for node 1 (n1) of device 0 waits for node 0 (n0) of device 0");
    let alone = why(vec![vec![node(0, Work::Send(peer(1)), &[], 1)], Vec::new()]);
    assert_eq!(alone, "device 0 sends 1 messages with tag 7 to device 1, which receives 0; one is node 0 (n0) of device 0");
    let all = |group: Option<&str>| Work::Collective { kind: 0, group: group.map(str::to_owned) };
    let missing = why(vec![vec![node(0, all(None), &[], 1)], Vec::new()]);
    assert_eq!(missing, "device 1 takes no part in collective 0 of group all, in which node 0 (n0) of device 0 does");
    let unknown = why(vec![vec![node(0, all(Some("h")), &[], 1)]]);
    assert_eq!(unknown, "device 0: node 0 (n0) is in a collective of group h, which comm_group.json does not have");
    // Each receives before it sends.
    let each = |other: usize| vec![node(0, Work::Receive(peer(other)), &[], 1), node(1, Work::Send(peer(other)), &[0], 1)];
    assert!(why(vec![each(1), each(0)]).starts_with("the traces cannot end: node 0 (n0) of device 0 waits for node 1 (n1) of device 1 waits for"));
}

#[test]
fn files_that_are_no_traces_are_refused_with_their_name() {
    let folder = tempfile::tempdir().unwrap();
    let why = || file::read(folder.path()).unwrap_err();
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.path().join(name), bytes).unwrap();
    assert!(why().ends_with("there are no traces: wanted files NAME.0.et, NAME.1.et, …"));
    write("a.1.et", &[0]);
    assert!(why().ends_with("there is no a.0.et, but a.1.et"));
    // A head of no bytes, then a node (field 1: number 3) of type 4 (computes) that ends early, and one of type 9.
    write("a.0.et", &[0, 4, 8, 3, 24]);
    assert!(why().contains("a.0.et: after 0 nodes one has 4 bytes, and 3 are left"), "{}", why());
    write("a.0.et", &[0, 4, 8, 3, 24, 9]);
    assert!(why().contains("a.0.et: node 3 () is of type 9, which a device does not run"), "{}", why());
    write("b.0.et", &[0]);
    assert!(why().contains("there are traces of two names, a and b"));
}

#[test]
fn damaged_traces_are_read_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (_, graph) = traced("chimera:p=2,m=2", "F=1,B=1,W=1,c=1,G=1,S=1,barrier=1", |schedule| schedule);
    file::write(&graph, folder.path()).unwrap();
    let whole: Vec<(String, Vec<u8>)> =
        ["0", "1"].map(|device| (device.to_owned(), std::fs::read(folder.path().join(format!("shardwright.{device}.et"))).unwrap())).into();
    let mut rng = Rng::new(7);
    let mut ran = 0;
    for _ in 0..4000 {
        let mut damaged = whole.clone();
        for _ in 0..=rng.below(3) {
            let bytes = &mut damaged[rng.below(2)].1;
            let at = rng.below(bytes.len());
            match rng.below(3) {
                0 => bytes[at] = rng.bits() as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes[at] ^= 1 << rng.below(8),
            }
        }
        // Neither panics nor hangs; what is refused says why.
        match file::decode("damaged", &damaged, graph.groups.clone()).and_then(|graph| replay::timeline(&graph)) {
            Ok(_) => ran += 1,
            Err(why) => assert!(!why.is_empty()),
        }
    }
    assert!(ran > 40, "only {ran} of 4000 ran: the damage is too much to test what runs");
}

/// `testdata/chakra` is what Chakra's own schema and Google's protobuf make of four nodes on two devices: 0 computes for 40 microseconds and sends (2); 1
/// receives (3) and computes for 50; both sum for 10.
#[test]
fn traces_of_others_are_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/chakra");
    let graph = file::read(&folder).unwrap();
    assert_eq!(graph.devices.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
    let timeline = replay::timeline(&graph).unwrap();
    let end = timeline.clock.nanoseconds(timeline.makespan);
    assert_eq!(end, 1000 * (40 + 2 + 3 + 50 + 10));
}
