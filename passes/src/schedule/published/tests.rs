//! Published schedules against other implementations of them, and against the formulas of their papers.

use super::SCHEDULES;
use crate::schedule::formula::holds;
use crate::schedule::info::parse;
use crate::schedule::lower::lower;
use crate::schedule::{Chunks, Costs, Memory, Metric, Parameters, Schedule, ScheduleInfo, Times, csv, simulate, validate};

/// `SCHEDULE | digest | times | peaks | peaks` a line; see the head of the file.
const ORDERS: &str = include_str!("../../../../testdata/schedules/orders.txt");

/// 64-bit FNV-1a (Fowler, Noll and Vo).
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Costs of a stage for costs of a device's share, all times twice the stages a rank.
fn shared(schedule: &Schedule, costs: [u64; 4]) -> Costs {
    let [forward, input, weight, hop] = costs;
    Costs::even(schedule, [forward * 2, input * 2, weight * 2, hop * 2 * schedule.parts])
}

fn numbers(text: &str) -> Vec<f64> {
    text.split([',', '/', ' ']).map(|number| number.parse().unwrap()).collect()
}

#[test]
fn orders_times_and_activations_are_those_of_other_implementations() {
    let mut faults = Vec::new();
    let lines: Vec<&str> = ORDERS.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 39);
    for line in lines {
        let fields: Vec<&str> = line.split(" | ").collect();
        let (info, parameters) = parse(fields[0], SCHEDULES).unwrap();
        let schedule = info.build(parameters, Times::UNIT).unwrap();
        validate(&schedule).unwrap();
        let text = csv::write(&schedule);
        if format!("{:016x}", digest(&text)) != fields[1] {
            faults.push(format!("{}: another order:\n{text}", fields[0]));
        }
        let read = csv::read(&text).unwrap();
        assert_eq!((&read.orders, &read.stages), (&schedule.orders, &schedule.stages), "{}", fields[0]);
        let mut times = Vec::new();
        for costs in [[1, 1, 1, 0], [1, 2, 0, 0], [10, 12, 8, 1]] {
            let run = simulate(&schedule, &shared(&schedule, costs), Memory::UNTIL_WEIGHT, false).unwrap();
            times.extend([run.makespan, run.longest_stage].map(|time| time as f64 / (2 * schedule.parts) as f64));
        }
        if times != numbers(fields[2]) {
            faults.push(format!("{}: times {times:?}, not {}", fields[0], fields[2]));
        }
        for (memory, wanted) in [(Memory::UNTIL_WEIGHT, fields[3]), (Memory::UNTIL_INPUT, fields[4])] {
            let run = simulate(&schedule, &Costs::unit(&schedule), memory, true).unwrap();
            let peak: Vec<f64> = run.peak.iter().map(|peak| *peak as f64 / schedule.parts as f64).collect();
            if peak != numbers(wanted) {
                faults.push(format!("{}: activations {peak:?}, not {wanted}", fields[0]));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn lowered_orders_are_those_of_torch() {
    let mut faults = Vec::new();
    let lines: Vec<&str> = include_str!("../../../../testdata/schedules/lowered.txt").lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 18);
    for line in lines {
        let (spec, wanted) = line.split_once(" | ").unwrap();
        let (info, parameters) = parse(spec, SCHEDULES).unwrap();
        let schedule = info.build(parameters, Times::UNIT).unwrap();
        let lowered = lower(&schedule).unwrap();
        validate(&lowered).unwrap();
        let text = csv::write(&lowered);
        if format!("{:016x}", digest(&text)) != wanted {
            faults.push(format!("{spec}: another order:\n{text}"));
        }
        let time = |schedule: &Schedule, costs: [u64; 4]| simulate(schedule, &shared(schedule, costs), Memory::UNTIL_WEIGHT, false).unwrap().makespan;
        // Both results of a pair leave after both are made, so that pairs may cost time; nothing else does.
        let (with, without) = (time(&lowered, [10, 12, 8, 0]), time(&schedule, [10, 12, 8, 0]));
        assert!(if spec.starts_with("dualpipev") { with >= without } else { with == without }, "{spec}: {with} with messages, {without} without");
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Options beside the defaults under which schedules are built too: name, and what is given.
const OPTIONS: &[(&str, &[&str])] = &[
    ("zbv", &["order=greedy"]),
    ("terapipe", &["slices=1", "slices=3"]),
    ("seq1f1b", &["slices=1", "slices=2"]),
    ("graphpipe", &["branches=1", "branches=3"]),
    ("distmm", &["branches=1", "branches=3"]),
    ("zb-1p", &["held=3,weights=2"]),
    ("zb-2p", &["held=3,weights=2"]),
    ("adapipe", &["memory=8", "memory=3,layers=11", "memory=4,partition=even"]),
    ("mcap", &["order=gpipe", "layers=3:2:1/1:4:9/2:2:2/1:1:1/5:4:3/1:1:1/2:3:4/2:2:2/1:1:9"]),
    ("mpress", &["memory=1", "memory=2,host=never", "memory=5", "memory=8"]),
    ("tessel", &["placement=snake", "chains=2", "memory=2"]),
    ("dynapipe", &["lengths=1/2/5/9,fixed=2", "lengths=4/3/9,memory=4"]),
    ("autopipe", &["halved=0", "halved=1", "halved=8"]),
];

/// All p in 2..=8, some m, v up to 4 where a schedule has a choice, with the defaults and other options.
fn sweep(info: &ScheduleInfo) -> Vec<Parameters> {
    let others = OPTIONS.iter().find(|(name, _)| *name == info.name).map_or(&[][..], |(_, options)| *options);
    let mut found = Vec::new();
    for p in 2..=8 {
        for m in [1, 2, 3, 4, 5, 6, 8, 12, 15, 16, 24, 32] {
            let chunks = match info.chunks {
                Chunks::Fixed(chunks) => chunks..=chunks,
                Chunks::Any(_) => 1..=4,
            };
            for given in std::iter::once("").chain(others.iter().copied()) {
                let options = given.split(',').filter_map(|option| option.split_once('=')).map(|(name, value)| (name.to_owned(), value.to_owned()));
                found.extend(chunks.clone().map(|v| Parameters { options: options.clone().collect(), ..Parameters::new(p, m, v) }));
            }
        }
    }
    found
}

/// A search that takes little.
fn quick(mut parameters: Parameters) -> Parameters {
    parameters.options.insert("effort".to_owned(), "0.01".to_owned());
    parameters
}

/// The same without options.
fn plain(parameters: &Parameters) -> Parameters {
    Parameters::new(parameters.ranks, parameters.microbatches, parameters.chunks)
}

#[test]
fn every_schedule_is_valid_for_all_parameters_that_keep_its_rules_and_as_its_formulas_say() {
    let vectors = [[1, 1, 1, 0], [2, 2, 1, 0], [10, 12, 8, 0], [10, 12, 8, 1], [3, 2, 2, 0], [2, 1, 1, 0]];
    let mut faults = Vec::new();
    for info in SCHEDULES {
        let (mut built, mut bubbles, mut memories) = (0, 0, 0);
        let started = std::time::Instant::now();
        for given in sweep(info) {
            // Those search for every cost; the second builds all others, many times.
            let most = [("tessel", 32), ("search", 24)].into_iter().find(|(name, _)| *name == info.name);
            if most.is_some_and(|(_, most)| given.ranks * given.microbatches > most) {
                continue;
            }
            let given = if info.name == "search" { quick(given) } else { given };
            let Ok(parameters) = info.checked(given) else { continue };
            let schedule = match info.build(parameters.clone(), Times::UNIT) {
                Ok(schedule) => schedule,
                // What the options ask for is not there for all sizes; the defaults are.
                Err(_) if OPTIONS.iter().any(|(name, _)| *name == info.name) && parameters != info.checked(plain(&parameters)).unwrap() => continue,
                Err(why) => panic!("{} {parameters:?}: {why}", info.name),
            };
            if let Err(why) = validate(&schedule) {
                faults.push(format!("{} {parameters:?}: {why}", info.name));
                continue;
            }
            built += 1;
            // The search has no formula that costs would be checked against.
            let vectors = if info.name == "search" { &vectors[..1] } else { &vectors[..] };
            for (costs, paired) in vectors.iter().flat_map(|costs| [(*costs, false), (*costs, true)]) {
                let [forward, input, weight, hop] = costs;
                let times = Times { forward: 2 * forward, input: 2 * input, weight: 2 * weight, hop: 2 * schedule.parts * hop, offload: 0 };
                // Some orders are made for the times.
                let schedule = info.build(parameters.clone(), times).unwrap();
                let whole = forward + input + weight;
                let mut units = shared(&schedule, costs);
                units.pair = paired.then_some(2 * whole);
                let run = simulate(&schedule, &units, Memory::UNTIL_WEIGHT, true).unwrap();
                let device = |time: u64| time as f64 / (2 * schedule.parts) as f64;
                let values = [forward, input, weight, hop, if paired { whole } else { 0 }].map(|cost| cost as f64);
                if let Some(wanted) = info.law(info.bubble, &parameters, values).unwrap() {
                    bubbles += 1;
                    let time = device(if info.metric == Metric::Makespan { run.makespan } else { run.longest_stage });
                    let bubble = time - (whole * parameters.microbatches as u64) as f64;
                    if (bubble - wanted).abs() > 1e-9 {
                        faults.push(format!("{} {parameters:?} {costs:?} {paired}: bubble {bubble}, by the formula {wanted}", info.name));
                    }
                }
                if let Some(wanted) = info.law(info.memory, &parameters, values).unwrap() {
                    memories += 1;
                    let peak = run.peak.iter().copied().max().unwrap_or(0) as f64 / schedule.parts as f64;
                    if (peak - wanted).abs() > 1e-9 {
                        faults.push(format!("{} {parameters:?}: activations {peak}, by the formula {wanted}", info.name));
                    }
                }
            }
            let Some(messages) = info.law(info.messages, &parameters, [1.0; 5]).unwrap() else { continue };
            let run = simulate(&schedule, &Costs::unit(&schedule), Memory::UNTIL_WEIGHT, true).unwrap();
            let sent = run.spans.iter().filter(|span| span.stream == crate::schedule::Stream::Link).count();
            if sent as f64 != messages * parameters.microbatches as f64 {
                faults.push(format!("{} {parameters:?}: {sent} messages, by the formula {messages} a microbatch", info.name));
            }
        }
        println!("{}: {built} built, {bubbles} bubbles and {memories} peaks as their formulas say; {:.2} s", info.name, started.elapsed().as_secs_f64());
        assert!(built > 10, "{}: {built} sizes", info.name);
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[..faults.len().min(30)].join("\n"));
}

#[test]
fn every_schedule_of_the_contract_is_there() {
    let names = "naive gpipe 1f1b interleaved-1f1b looped-bfs interleaved-zero-bubble zb-h1 zb-h2 zb-1p zb-2p zbv v-half v-min dualpipe dualpipev chimera hanayo pipedream \
                 pipedream-2bw gems terapipe seq1f1b bpipe adapipe mcap mpress varuna graphpipe tessel dynapipe distmm autopipe search";
    let missing: Vec<&str> = names.split_whitespace().filter(|name| !SCHEDULES.iter().any(|info| info.name == *name)).collect();
    assert!(missing.is_empty() && names.split_whitespace().count() == SCHEDULES.len(), "{missing:?}");
}

#[test]
fn a_broken_rule_is_told_with_its_numbers() {
    let fault = |text: &str| parse(text, SCHEDULES).err().unwrap();
    assert_eq!(fault("interleaved-1f1b:p=4,m=9,v=2"), "interleaved-1f1b needs m % max(1, floor(m/p)) = 0; p=4, m=9, v=2");
    assert_eq!(fault("zbv:p=4,m=8,v=3"), "zbv has v = 2, not 3");
    assert_eq!(fault("dualpipev:p=4,m=7"), "dualpipev needs m >= 2*p; p=4, m=7, v=2");
    assert_eq!(fault("1f1b:p=4"), "1f1b needs m, such as 1f1b:p=4,m=8");
    assert_eq!(fault("1f1b:p=4,m=8,q=2"), "1f1b has no parameter `q`; it has p, m, v");
    assert_eq!(fault("1f1b:p=0,m=8"), "1f1b: p, m and v are at least 1, p at most 16384, p*v*m at most 67108864; p=0, m=8, v=1");
    assert!(fault("2f2b:p=4,m=8").starts_with("no schedule is named `2f2b`; there are naive, gpipe, 1f1b"));
}

#[test]
fn what_is_refused_breaks_the_rule_that_is_told() {
    let mut refused = 0;
    for info in SCHEDULES {
        for (p, m, v) in (1..=9).flat_map(|p| (1..=9).flat_map(move |m| (1..=4).map(move |v| (p, m, v)))) {
            let Err(why) = info.checked(Parameters::new(p, m, v)) else { continue };
            refused += 1;
            let mut names = vec![("p", p as f64), ("m", m as f64), ("v", v as f64)];
            names.extend(info.options.iter().map(|option| (option.name, option.default.parse().unwrap_or(f64::NAN))));
            let broken = |rule: &&str| why == format!("{} needs {rule}; p={p}, m={m}, v={v}", info.name) && !holds(rule, &names).unwrap();
            let chunks = matches!(info.chunks, Chunks::Fixed(chunks) if chunks != v && why == format!("{} has v = {chunks}, not {v}", info.name));
            assert!(chunks || info.rules.iter().any(broken), "{why}");
        }
    }
    println!("{refused} refused");
    assert!(refused > 1000);
}

#[test]
fn ten_thousand_microbatches_on_sixty_four_ranks_take_about_a_second() {
    let (info, parameters) = parse("1f1b:p=64,m=10000", SCHEDULES).unwrap();
    let schedule = info.build(parameters, Times::UNIT).unwrap();
    let started = std::time::Instant::now();
    let run = simulate(&schedule, &Costs::even(&schedule, [10, 12, 8, 0]), Memory::UNTIL_WEIGHT, false).unwrap();
    let seconds = started.elapsed().as_secs_f64();
    println!("{seconds:.3} s");
    assert_eq!(run.makespan, 10_000 * 30 + 63 * 30);
    // Wide, as other tests run beside this one.
    assert!(seconds < 10.0, "{seconds}");
}
