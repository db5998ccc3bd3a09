//! mCAP: layers are cut into stages so that the rank that holds most holds as little as can be.
//!
//! A rank holds its layers' weights, and their activations for as many microbatches as the order has in flight there: under 1F1B fewer the later the rank,
//! so that later stages get more layers. The paper predicts a stage's memory from profiles of few cuts and searches cuts; the sums here are exact,
//! and so is the search: least peak first, then the least time of the longest stage.

use super::{gpipe, one_f_one_b};
use crate::schedule::{Chunks, Law, Load, Metric, Parameters, Schedule, ScheduleInfo, ScheduleOption, Times};

/// mCAP.
pub const MCAP: ScheduleInfo = ScheduleInfo {
    name: "mcap",
    summary: "layers cut into stages for the least peak of weights and activations, under 1F1B or GPipe",
    paper: "Dreuning, Bal and van Nieuwpoort, mCAP, Euro-Par 2022",
    bubble: Law::about("(p-1)*S"),
    metric: Metric::Makespan,
    memory: Law::about("min(p, m)"),
    weights: "1",
    messages: Law { text: "2*(p-1)", when: "" },
    synchronous: true,
    chunks: Chunks::Fixed(1),
    rules: &[],
    options: &[
        ScheduleOption { name: "layers", default: "1:1:4", summary: "TIME:ACTIVATIONS:WEIGHTS/… of the layers in any units, repeated up to 4p layers where there are fewer than p" },
        ScheduleOption { name: "order", default: "1f1b", summary: "1f1b or gpipe" },
    ],
    build,
};

/// A layer.
#[derive(Clone, Copy)]
struct Layer {
    time: u64,
    activations: u64,
    weights: u64,
}

fn build(parameters: &Parameters, times: Times) -> Result<Schedule, String> {
    let (p, m) = (parameters.ranks, parameters.microbatches);
    let rows = parameters.rows("layers", 3)?;
    let count = if rows.len() < p { 4 * p } else { rows.len() };
    let layers: Vec<Layer> = rows.iter().cycle().take(count).map(|row| Layer { time: row[0], activations: row[1], weights: row[2] }).collect();
    let (info, flight): (&ScheduleInfo, Vec<u64>) = match parameters.text("order") {
        "1f1b" => (&one_f_one_b::ONE_F_ONE_B, (0..p).map(|rank| (p - rank).min(m) as u64).collect()),
        "gpipe" => (&gpipe::GPIPE, vec![m as u64; p]),
        other => return Err(format!("mcap: order={other}: wanted 1f1b or gpipe")),
    };
    let total = |of: fn(&Layer) -> u64| layers.iter().map(of).sum::<u64>();
    let (time, activations) = (total(|layer| layer.time), total(|layer| layer.activations));
    if time == 0 || activations == 0 {
        return Err("mcap: layers take no time or leave no activations".to_owned());
    }
    let ends = partition(&layers, &flight);
    let mut schedule = info.build(Parameters::new(p, m, 1), times)?;
    schedule.parts = time.checked_mul(activations).ok_or("mcap: the layers' numbers are too large")?;
    let mut start = 0;
    for end in ends {
        let stage = &layers[start..end];
        let sum = |of: fn(&Layer) -> u64| stage.iter().map(of).sum::<u64>();
        // A device's share is a p-th of all layers.
        let (work, held) = (sum(|layer| layer.time) * p as u64 * activations, sum(|layer| layer.activations) * p as u64 * time);
        schedule.loads.push(Load { work, held, again: work, kept: 0 });
        start = end;
    }
    Ok(schedule)
}

/// The ends of the stages: of all cuts into as many stages of at least a layer as `flight` has, the one of least peak, and among those of the
/// shortest longest stage.
fn partition(layers: &[Layer], flight: &[u64]) -> Vec<usize> {
    let peak = |rank: usize, start: usize, end: usize| -> u64 {
        let sum = |of: fn(&Layer) -> u64| layers[start..end].iter().map(of).sum::<u64>();
        sum(|layer| layer.weights).saturating_add(sum(|layer| layer.activations).saturating_mul(flight[rank]))
    };
    let time = |_: usize, start: usize, end: usize| layers[start..end].iter().map(|layer| layer.time).sum::<u64>();
    let (_, least) = least_longest(layers.len(), flight.len(), &peak);
    let within = |rank: usize, start: usize, end: usize| if peak(rank, start, end) > least { u64::MAX } else { time(rank, start, end) };
    least_longest(layers.len(), flight.len(), &within).0
}

/// The cut of `layers` into `stages` whose largest value is least, and that value.
fn least_longest(layers: usize, stages: usize, value: &impl Fn(usize, usize, usize) -> u64) -> (Vec<usize>, u64) {
    // For each stage and end, the least largest value up to there, and where the stage starts.
    let mut best = vec![vec![(u64::MAX, 0usize); layers + 1]; stages + 1];
    best[0][0] = (0, 0);
    for stage in 0..stages {
        for end in stage + 1..=layers {
            for start in (stage..end).rev() {
                if stage == 0 && start > 0 {
                    continue;
                }
                let largest = best[stage][start].0.max(value(stage, start, end));
                if largest < best[stage + 1][end].0 {
                    best[stage + 1][end] = (largest, start);
                }
            }
        }
    }
    let mut ends = vec![layers; stages];
    for stage in (1..stages).rev() {
        ends[stage - 1] = best[stage + 1][ends[stage]].1;
    }
    (ends, best[stages][layers].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use shardwright_ir::rng::Rng;

    #[test]
    fn later_stages_get_more_layers_as_fewer_microbatches_are_in_flight_there() {
        let layers = vec![Layer { time: 1, activations: 1, weights: 0 }; 6];
        // Two layers for two microbatches, four for one: 4 held on both ranks; cut in halves the first would hold 6.
        assert_eq!(partition(&layers, &[2, 1]), [2, 6]);
        // With weights of 6 a layer: 2*6+2*2 = 16 and 4*6+4 = 28; 3*6+3*2 = 24 and 3*6+3 = 21 is the least peak.
        let heavy = vec![Layer { weights: 6, ..layers[0] }; 6];
        assert_eq!(partition(&heavy, &[2, 1]), [3, 6]);
    }

    #[test]
    fn cuts_have_the_least_peak_of_all_cuts_and_then_the_shortest_longest_stage() {
        let mut rng = Rng::new(5);
        for _ in 0..60 {
            let mut number = |most: i64| rng.range(1, most) as u64;
            let (stages, count) = (1 + number(3) as usize, 5 + number(3) as usize);
            let layers: Vec<Layer> = (0..count).map(|_| Layer { time: number(9), activations: number(9), weights: number(30) }).collect();
            let flight: Vec<u64> = (0..stages).map(|rank| (stages - rank) as u64).collect();
            let judge = |ends: &[usize]| {
                let mut start = 0;
                let stages = ends.iter().zip(&flight).map(|(&end, flight)| {
                    let stage = &layers[std::mem::replace(&mut start, end)..end];
                    let peak: u64 = stage.iter().map(|layer| layer.weights + flight * layer.activations).sum();
                    (peak, stage.iter().map(|layer| layer.time).sum::<u64>())
                });
                let stages: Vec<(u64, u64)> = stages.collect();
                (stages.iter().map(|stage| stage.0).max().unwrap(), stages.iter().map(|stage| stage.1).max().unwrap())
            };
            // Every cut: which layers a stage ends after.
            let all = (0..1u32 << (count - 1)).filter(|mask| mask.count_ones() as usize == stages - 1).map(|mask| {
                let ends: Vec<usize> = (1..count).filter(|end| mask >> (end - 1) & 1 == 1).chain([count]).collect();
                judge(&ends)
            });
            assert_eq!(judge(&partition(&layers, &flight)), all.min().unwrap());
        }
    }
}
