//! Tables of papers, from the simulator.

use super::SCHEDULES;
use crate::schedule::info::parse;
use crate::schedule::{Costs, Memory, Simulation, Schedule, Times, simulate};

/// Rate, longest stage where `longest`, of these costs of a device's share.
fn rate(spec: &str, costs: [u64; 4], longest: bool) -> f64 {
    let (info, parameters) = parse(spec, SCHEDULES).unwrap();
    let [forward, input, weight, hop] = costs;
    let parts = info.build(parameters.clone(), Times::UNIT).unwrap().parts;
    let schedule = info.build(parameters.clone(), Times { forward, input, weight, hop: hop * parts, offload: 0 }).unwrap();
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
    for ([p, m, v], costs, [alternate, published, messages, h1, h2, once, twice]) in ZERO_BUBBLE {
        near(&format!("1f1b {p} {m}"), rate(&format!("1f1b:p={p},m={m}"), costs, false), alternate, &mut faults);
        near(&format!("interleaved {p} {m}"), rate(&format!("interleaved-1f1b:p={p},m={m},v={v}"), costs, false), messages, &mut faults);
        near(&format!("zb-h1 {p} {m}"), rate(&format!("zb-h1:p={p},m={m}"), costs, false), h1, &mut faults);
        near(&format!("zb-h2 {p} {m}"), rate(&format!("zb-h2:p={p},m={m}"), costs, true), h2, &mut faults);
        // Heads and width of the four models; a forward pass leaves 34h+5as, of which gradients of weights let go 32h; s = 1024 tokens.
        let (heads, width) = match (p, v) {
            (8, 3) => (24, 2304),
            (8, _) => (32, 4096),
            (16, _) => (40, 5120),
            _ => (48, 6144),
        };
        let memory = format!("held={},weights={}", 34 * width + 5 * heads * 1024, 32 * width);
        near(&format!("zb-1p {p} {m}"), rate(&format!("zb-1p:p={p},m={m},{memory}"), costs, true), once, &mut faults);
        near(&format!("zb-2p {p} {m}"), rate(&format!("zb-2p:p={p},m={m},{memory}"), costs, true), twice, &mut faults);
        // The published column leaves out the message from the last rank back to the first but once a group of p microbatches:
        // T = m*S + (p-1)*S/v + (2*(p-1) + (2*v-3)*p)*c.
        let [forward, input, weight, hop] = costs.map(|cost| cost as f64);
        let (p, m, v, whole) = (p as f64, m as f64, v as f64, forward + input + weight);
        let bubble = (p - 1.0) * whole / v + (2.0 * (p - 1.0) + (2.0 * v - 3.0) * p) * hop;
        near(&format!("interleaved as published {p} {m}"), bubble / (m * whole + bubble), published, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}


/// The second version's table (arXiv 2401.10241): p, m; F, B, W for half a device's share, c, in microseconds; rates of 1F1B, ZB-H1, ZB-H2, ZB-V.
const ZERO_BUBBLE_V: [([usize; 2], [u64; 4], [f64; 4]); 9] = [
    ([16, 48], [14407, 14380, 9676, 1610], [0.2668, 0.1536, 0.0823, 0.0697]),
    ([16, 64], [14412, 14393, 9688, 1621], [0.2206, 0.1198, 0.0630, 0.0533]),
    ([16, 128], [14316, 14306, 9639, 1619], [0.1390, 0.0637, 0.0325, 0.0274]),
    ([24, 72], [6763, 6969, 5251, 755], [0.2699, 0.1439, 0.0628, 0.0638]),
    ([24, 96], [6783, 6984, 5259, 758], [0.2229, 0.1121, 0.0480, 0.0483]),
    ([24, 192], [6785, 6990, 5260, 770], [0.1403, 0.0595, 0.0247, 0.0250]),
    ([32, 96], [9458, 9748, 7288, 879], [0.2676, 0.1429, 0.0629, 0.0593]),
    ([32, 128], [9469, 9744, 7306, 892], [0.2204, 0.1111, 0.0478, 0.0451]),
    ([32, 256], [9447, 9644, 7193, 887], [0.1362, 0.0593, 0.0251, 0.0236]),
];

#[test]
fn rates_of_zb_v_come_out_to_four_digits() {
    let mut faults = Vec::new();
    for ([p, m], [forward, input, weight, hop], [alternate, h1, h2, v]) in ZERO_BUBBLE_V {
        let costs = [2 * forward, 2 * input, 2 * weight, hop];
        near(&format!("1f1b {p} {m}"), rate(&format!("1f1b:p={p},m={m}"), costs, false), alternate, &mut faults);
        near(&format!("zb-h1 {p} {m}"), rate(&format!("zb-h1:p={p},m={m}"), costs, false), h1, &mut faults);
        near(&format!("zb-h2 {p} {m}"), rate(&format!("zb-h2:p={p},m={m}"), costs, true), h2, &mut faults);
        near(&format!("zbv {p} {m}"), rate(&format!("zbv:p={p},m={m},order=greedy"), costs, true), v, &mut faults);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn rates_of_chimera_and_hanayo_are_those_of_their_figures() {
    let mut faults = Vec::new();
    // Backward passes as long as forward passes, and twice as long.
    let (same, twice) = ([2, 1, 1, 0], [1, 1, 1, 0]);
    for (p, m, wanted) in [(4, 4, [0.2, 0.25]), (8, 8, [0.2727, 0.3333]), (4, 8, [0.1111, 0.1724])] {
        near(&format!("chimera {p} {m}"), rate(&format!("chimera:p={p},m={m}"), same, false), wanted[0], &mut faults);
        near(&format!("chimera {p} {m} twice"), rate(&format!("chimera:p={p},m={m}"), twice, false), wanted[1], &mut faults);
    }
    let hanayo = [(4, [0.2727, 0.1579, 0.0857], [0.3333, 0.2131, 0.1193]), (8, [0.3043, 0.1795, 0.0986], [0.3684, 0.2381, 0.1351])];
    for (p, equal, long) in hanayo {
        for (index, v) in [2, 4, 8].into_iter().enumerate() {
            near(&format!("hanayo {p} {v}"), rate(&format!("hanayo:p={p},m={p},v={v}"), same, false), equal[index], &mut faults);
            near(&format!("hanayo {p} {v} twice"), rate(&format!("hanayo:p={p},m={p},v={v}"), twice, false), long[index], &mut faults);
        }
    }
    near("gpipe 8 8", rate("gpipe:p=8,m=8", twice, false), 0.4667, &mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn run(spec: &str, costs: impl Fn(&Schedule) -> Costs) -> (Schedule, Simulation) {
    let (info, parameters) = parse(spec, SCHEDULES).unwrap();
    let schedule = info.build(parameters, Times::UNIT).unwrap();
    let run = simulate(&schedule, &costs(&schedule), Memory::UNTIL_WEIGHT, false).unwrap();
    (schedule, run)
}

/// Qi et al., Pipeline Parallelism with Controllable Memory: slots of bubble and activations in microbatches, for F = B = W.
#[test]
fn bubbles_and_activations_of_the_v_blocks_are_those_published() {
    let table = [(4, [[0, 4], [5, 3], [11, 2]]), (8, [[0, 8], [17, 5], [27, 4]]), (16, [[0, 16], [41, 9], [59, 6]])];
    for (p, wanted) in table {
        for m in [2 * p, 3 * p] {
            for (name, [bubble, peak]) in ["zbv", "v-half", "v-min"].into_iter().zip(wanted) {
                let (_, run) = run(&format!("{name}:p={p},m={m}"), Costs::unit);
                assert_eq!(run.longest_stage, 6 * m as u64 + bubble, "{name} {p} {m}");
                assert_eq!(run.peak.iter().max(), Some(&(2 * peak as i64)), "{name} {p} {m}");
                // On ZB-V ranks start one after the other, a slot each.
                if name == "zbv" {
                    assert_eq!(run.makespan, run.longest_stage + p as u64 - 1);
                }
            }
        }
    }
}

/// DualPipe's formula (its repository): (PP/2-1)*(F&B + B - 3W), B the whole backward pass, on the rank that waits longest.
#[test]
fn bubbles_of_dualpipev_with_pairs_in_one_are_those_of_its_formula() {
    for (p, factor) in [(4usize, 3), (8, 7)] {
        for m in [2 * p, 2 * p + 2, 4 * p] {
            // F, B, W, the pair; all in fifths for the first two.
            for ([forward, input, weight, pair], wanted) in [([5, 5, 5, 15], 10), ([5, 5, 5, 12], 7), ([2, 2, 1, 5], 5), ([2, 2, 1, 4], 4)] {
                let costs = |schedule: &Schedule| Costs { pair: Some(pair), ..Costs::even(schedule, [forward, input, weight, 0]) };
                let (_, run) = run(&format!("dualpipev:p={p},m={m}"), costs);
                let most = run.busy.iter().map(|busy| run.makespan - busy).max();
                assert_eq!(most, Some(factor * wanted), "{p} {m} {forward} {input} {weight} {pair}");
            }
        }
    }
    // 10 microbatches on 4 devices, all passes 1, pairs 3: 66 units.
    let (_, run) = run("dualpipev:p=4,m=10", |schedule| Costs { pair: Some(3), ..Costs::unit(schedule) });
    assert_eq!(run.makespan, 66);
}

/// Huang et al., GPipe, NeurIPS 2019, table 2: throughput with 32 microbatches against one microbatch on two accelerators.
#[test]
fn speed_ups_of_the_gpipe_paper_come_out() {
    let utilised = |spec: &str| 1.0 - rate(spec, [1, 1, 1, 0], false);
    assert_eq!(utilised("naive:p=4,m=1"), 0.25);
    assert!((utilised("gpipe:p=4,m=4") - 4.0 / 7.0).abs() < 1e-12);
    for (p, published) in [(2, 1.8), (4, 3.4), (8, 6.3)] {
        let found = p as f64 * utilised(&format!("gpipe:p={p},m=32"));
        assert!((found / published - 1.0).abs() <= 0.08, "{p}: {found}, published {published}");
    }
    // AmoebaNet's stages are uneven: with the heaviest at these shares of the model, in hundredths (fitted), the published speed-ups follow.
    for (p, heaviest, published) in [(2u64, 82, 1.21), (4, 53, 1.84), (8, 26, 3.48)] {
        let others = (100 - heaviest) * 42 / (p - 1);
        let uneven = |schedule: &Schedule| {
            let mut costs = Costs::even(schedule, [others, others, others, 0]);
            for list in [&mut costs.forward, &mut costs.input, &mut costs.weight] {
                list[0] = heaviest * 42;
            }
            costs
        };
        let (_, run) = run(&format!("gpipe:p={p},m=32"), uneven);
        let found = 32.0 * 3.0 * 4200.0 / run.makespan as f64;
        assert!((found / published - 1.0).abs() < 0.02, "{p}: {found}, published {published}");
    }
}

/// Li and Hoefler, Chimera, SC 2021, figure 3: four stages, four microbatches, passes of one length.
#[test]
fn chimera_merges_its_two_pipelines_as_in_its_figure() {
    let (info, parameters) = parse("chimera:p=4,m=4", SCHEDULES).unwrap();
    let schedule = info.build(parameters, Times { forward: 2, input: 1, weight: 1, hop: 0, offload: 0 }).unwrap();
    let show = |rank: usize| schedule.orders[rank].iter().map(|action| format!("{}{}", action.kind.text(), action.microbatch)).collect::<Vec<_>>().join(" ");
    let wanted = ["F0 F1 F2 B2 F3 B3 B0 B1", "F0 F2 F1 F3 B2 B0 B3 B1", "F2 F0 F3 F1 B0 B2 B1 B3", "F2 F3 F0 B0 F1 B1 B2 B3"];
    assert_eq!([0, 1, 2, 3].map(show), wanted);
}
