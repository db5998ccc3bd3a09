//! Published schedules against other implementations of them, and against the formulas of their papers.

use super::SCHEDULES;
use crate::schedule::info::parse;
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

/// All p in 2..=8, some m, v up to 4 where a schedule has a choice.
fn sweep(info: &ScheduleInfo) -> Vec<Parameters> {
    let mut found = Vec::new();
    for p in 2..=8 {
        for m in [1, 2, 3, 4, 5, 6, 8, 12, 15, 16, 24, 32] {
            let chunks = match info.chunks {
                Chunks::Fixed(chunks) => chunks..=chunks,
                Chunks::Any(_) => 1..=4,
            };
            found.extend(chunks.map(|v| Parameters::new(p, m, v)));
        }
    }
    found
}

#[test]
fn every_schedule_is_valid_for_all_parameters_that_keep_its_rules_and_as_its_formulas_say() {
    let vectors = [[1, 1, 1, 0], [2, 2, 1, 0], [10, 12, 8, 0], [10, 12, 8, 1], [3, 2, 2, 0]];
    let mut faults = Vec::new();
    for info in SCHEDULES {
        let (mut built, mut bubbles, mut memories) = (0, 0, 0);
        for given in sweep(info) {
            let Ok(parameters) = info.checked(given) else { continue };
            let schedule = info.build(parameters.clone(), Times::UNIT).unwrap_or_else(|why| panic!("{} {parameters:?}: {why}", info.name));
            if let Err(why) = validate(&schedule) {
                faults.push(format!("{} {parameters:?}: {why}", info.name));
                continue;
            }
            built += 1;
            for (costs, paired) in vectors.iter().flat_map(|costs| [(*costs, false), (*costs, true)]) {
                let [forward, input, weight, hop] = costs;
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
            let messages = info.law(info.messages, &parameters, [1.0; 5]).unwrap().unwrap();
            let run = simulate(&schedule, &Costs::unit(&schedule), Memory::UNTIL_WEIGHT, true).unwrap();
            let sent = run.spans.iter().filter(|span| span.stream == crate::schedule::Stream::Link).count();
            if sent as f64 != messages * parameters.microbatches as f64 {
                faults.push(format!("{} {parameters:?}: {sent} messages, by the formula {messages} a microbatch", info.name));
            }
        }
        println!("{}: {built} built, {bubbles} bubbles and {memories} peaks as their formulas say", info.name);
        assert!(built > 10, "{}: {built} sizes", info.name);
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults[..faults.len().min(30)].join("\n"));
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

/// Rate, longest stage where `longest`, of these costs of a device's share.
fn rate(spec: &str, costs: [u64; 4], longest: bool) -> f64 {
    let (info, parameters) = parse(spec, SCHEDULES).unwrap();
    let schedule = info.build(parameters.clone(), Times::UNIT).unwrap();
    let parts = schedule.parts;
    let [forward, input, weight, hop] = costs;
    let costs = Costs::even(&schedule, [forward, input, weight, hop * parts]);
    let run = simulate(&schedule, &costs, Memory::UNTIL_WEIGHT, false).unwrap();
    let time = if longest { run.longest_stage } else { run.makespan };
    let ideal = parts * (forward + input + weight) * parameters.microbatches as u64;
    (time - ideal) as f64 / time as f64
}

/// Table of Qi et al., Zero Bubble Pipeline Parallelism, ICLR 2024: p, m, v; F, B, W, c in microseconds; rates of 1F1B, interleaved 1F1B as published and
/// with every message, ZB-H1, ZB-H2, ZB-1p, ZB-2p.
type Row = ([usize; 3], [u64; 4], [f64; 7]);
const ZERO_BUBBLE: [Row; 12] = [
    ([8, 24, 3], [18522, 18086, 9337, 601], [0.2431, 0.1055, 0.1090, 0.1585, 0.1083, 0.1585, 0.0433]),
    ([8, 32, 3], [18513, 18086, 9331, 626], [0.1985, 0.0818, 0.0847, 0.1242, 0.0837, 0.1242, 0.0039]),
    ([8, 64, 3], [18546, 18097, 9321, 762], [0.1240, 0.0443, 0.0461, 0.0674, 0.0444, 0.0674, 0.0026]),
    ([8, 24, 4], [29718, 29444, 19927, 527], [0.2347, 0.0808, 0.0827, 0.1323, 0.0698, 0.1323, 0.0029]),
    ([8, 32, 4], [29802, 29428, 19530, 577], [0.1898, 0.0628, 0.0644, 0.1045, 0.0559, 0.1045, 0.0022]),
    ([8, 64, 4], [29935, 29621, 19388, 535], [0.1091, 0.0320, 0.0328, 0.0554, 0.0294, 0.0554, 0.0010]),
    ([16, 48, 3], [11347, 11248, 8132, 377], [0.2552, 0.1104, 0.1136, 0.1397, 0.0672, 0.1397, 0.0066]),
    ([16, 64, 3], [11307, 11254, 8101, 379], [0.2082, 0.0852, 0.0878, 0.1088, 0.0516, 0.1088, 0.0054]),
    ([16, 128, 3], [11325, 11308, 8109, 378], [0.1251, 0.0445, 0.0459, 0.0576, 0.0266, 0.0576, 0.0028]),
    ([32, 96, 2], [10419, 10207, 7715, 408], [0.2646, 0.1493, 0.1528, 0.1421, 0.0641, 0.1421, 0.0038]),
    ([32, 128, 2], [10408, 10204, 7703, 408], [0.2168, 0.1164, 0.1192, 0.1106, 0.0490, 0.1106, 0.0029]),
    ([32, 256, 2], [10402, 10248, 7698, 460], [0.1352, 0.0624, 0.0641, 0.0594, 0.0257, 0.0594, 0.0018]),
];

fn near(what: &str, found: f64, wanted: f64, faults: &mut Vec<String>) {
    if (found - wanted).abs() > 0.000_051 {
        faults.push(format!("{what}: {found:.5}, published {wanted}"));
    }
}

#[test]
fn rates_of_the_zero_bubble_paper_come_out_to_four_digits() {
    let mut faults = Vec::new();
    for ([p, m, v], costs, [alternate, published, messages, h1, h2, ..]) in ZERO_BUBBLE {
        near(&format!("1f1b {p} {m}"), rate(&format!("1f1b:p={p},m={m}"), costs, false), alternate, &mut faults);
        near(&format!("interleaved {p} {m}"), rate(&format!("interleaved-1f1b:p={p},m={m},v={v}"), costs, false), messages, &mut faults);
        near(&format!("zb-h1 {p} {m}"), rate(&format!("zb-h1:p={p},m={m}"), costs, false), h1, &mut faults);
        near(&format!("zb-h2 {p} {m}"), rate(&format!("zb-h2:p={p},m={m}"), costs, true), h2, &mut faults);
        // The published column leaves out the message from the last rank back to the first but once a group of p microbatches:
        // T = m*S + (p-1)*S/v + (2*(p-1) + (2*v-3)*p)*c.
        let [forward, input, weight, hop] = costs.map(|cost| cost as f64);
        let (p, m, v, whole) = (p as f64, m as f64, v as f64, forward + input + weight);
        let bubble = (p - 1.0) * whole / v + (2.0 * (p - 1.0) + (2.0 * v - 3.0) * p) * hop;
        near(&format!("interleaved as published {p} {m}"), bubble / (m * whole + bubble), published, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
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
